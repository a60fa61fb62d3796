//! Writes files atomically: each is written to a temporary file in the same folder, synced and renamed.
//! Existing files with the same name are replaced, all others are kept.

use super::disk::{self, Writes, attempt, beside, sync_folder};
use super::export::FILE_FORMATS;
use super::find;
use super::kept::Kept;
use super::result_file::{self, ResultFile, ResultMeta};
use super::writer_lock::WriterLock;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile, TempPath};

/// The beginning of the names of temporary files. Only the holder of a folder's lock writes those of its result, and only
/// the holder of a file's lock those of the file.
const RESULT_PART: &str = ".undercard-result-";
const FILE_PART: &str = ".undercard-file-";
/// The end of these names.
const PART: &str = ".part";

/// The error if a file, or the folder for it, cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot be written ({source})", path.display())]
pub struct WriteError {
    /// The file or folder.
    pub path: PathBuf,
    /// The error of the operating system.
    pub source: io::Error,
}

impl WriteError {
    /// Whether the file exists already and may not be replaced.
    #[must_use]
    pub fn is_taken(&self) -> bool {
        self.source.kind() == io::ErrorKind::AlreadyExists
    }

    pub(super) fn of(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |source| Self { path, source }
    }
}

/// Creates the folder of a result, checks before a long computation that it is writable, and locks it.
/// Removes temporary files that killed commands left there.
///
/// # Errors
/// The folder cannot be created or written, or another command writes to it.
pub fn prepare(folder: &Path) -> Result<WriterLock, WriteError> {
    disk::create_folder(folder).map_err(WriteError::of(folder))?;
    let lock = WriterLock::of_folder(folder)?;
    remove_parts(folder, RESULT_PART);
    part(folder, RESULT_PART).map(drop).map_err(WriteError::of(folder))?;
    Ok(lock)
}

/// Removes the temporary files of killed commands whose names begin like this. The caller holds the lock.
fn remove_parts(folder: &Path, prefix: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(prefix) && name.ends_with(PART)) {
            let _ = disk::remove(&entry.path());
        }
    }
}

/// Writes a result: the files beside its tables, the CSV files, and `result.json`, which contains their
/// checksums. All files are first written to temporary files. Then the files of the earlier result are renamed, and the
/// new ones take their places, `result.json` last: a folder without it is incomplete, and no folder mixes the
/// files of two results. If this fails, for example because the disk is full, the earlier result is restored.
///
/// With `keeps_earlier`, a complete result with another digest is kept in [`super::kept::EARLIER`]; returns its folder.
///
/// # Errors
/// The folder cannot be created, or a file cannot be written or renamed.
pub fn result(
    into: &Path,
    beside: Vec<(String, Beside)>,
    result: &ResultFile<'_>,
    keeps_earlier: bool,
) -> Result<Option<PathBuf>, WriteError> {
    disk::create_folder(into).map_err(WriteError::of(into))?;
    let mut parts = Vec::new();
    // The page and the workbook would show the games of the earlier result.
    let saved = FILE_FORMATS.iter().map(|format| format.file);
    let mut old: Vec<PathBuf> =
        [result_file::NAME].into_iter().chain(saved).map(|name| into.join(name)).collect();
    // The earlier result may have tables that this one does not have.
    let recorded = result_file::recorded_sums(into);
    let is_table = |name: &&String| name.strip_suffix(".csv").is_some_and(|name| find(name).is_some());
    let (tables, others): (Vec<_>, Vec<_>) = recorded.keys().partition(is_table);
    old.extend(tables.into_iter().map(|name| into.join(name)));
    for (name, file) in beside {
        let path = into.join(name);
        match file {
            Beside::Content(content) => {
                parts.push((Part::of(&path, |file| file.write_all(&content))?, path.clone()));
            }
            Beside::Part(part) => parts.push((part, path.clone())),
            Beside::Stale => {}
        }
        old.push(path);
    }
    result.write(|name, content| {
        let path = into.join(name);
        parts.push((Part::of(&path, |file| content(file))?, path.clone()));
        old.push(path);
        Ok(())
    })?;
    let mut seen = BTreeSet::new();
    old.retain(|path| seen.insert(path.clone()));
    let ResultMeta { command, result_digest, .. } = &result.head;
    // Files of another command that this one does not write stay where they are.
    let others = others.into_iter().map(|name| into.join(name)).filter(|path| !seen.contains(path));
    let whole: Vec<PathBuf> = old.iter().cloned().chain(others).collect();
    let kept = if keeps_earlier { Kept::of(into, (command, result_digest), &whole)? } else { None };
    let mut exchange = Exchange::default();
    old.iter().try_for_each(|path| exchange.set_aside(path))?;
    parts.into_iter().try_for_each(|(part, path)| exchange.put(part, path))?;
    sync_folder(into);
    exchange.keep();
    Ok(kept.map(Kept::confirm))
}

/// Replaces the files of a result. If it is dropped before [`Self::keep`], the old files are restored.
#[derive(Default)]
struct Exchange {
    /// The old files and their temporary names.
    aside: Vec<(PathBuf, TempPath)>,
    /// The new files that have their names.
    new: Vec<PathBuf>,
}

impl Exchange {
    /// Renames an old file, if there is one.
    fn set_aside(&mut self, path: &Path) -> Result<(), WriteError> {
        if fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Ok(());
        }
        let renamed = part(beside(path), RESULT_PART).and_then(|part| {
            let name = part.into_temp_path();
            disk::rename(path, &name).map(|()| name)
        });
        self.aside.push((path.to_owned(), renamed.map_err(WriteError::of(path))?));
        Ok(())
    }

    /// Renames a new file.
    fn put(&mut self, part: Part, path: PathBuf) -> Result<(), WriteError> {
        part.persist(&path)?;
        self.new.push(path);
        Ok(())
    }

    /// Keeps the new files and removes the old ones.
    fn keep(mut self) {
        self.new.clear();
        self.aside.clear();
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        for path in self.new.drain(..) {
            let _ = disk::remove(&path);
        }
        // `result.json`, which was renamed first, comes back last.
        for (path, mut name) in self.aside.drain(..).rev() {
            name.disable_cleanup(disk::rename(&name, &path).is_err());
        }
    }
}

/// A file beside the tables of a result.
#[derive(Debug)]
pub enum Beside {
    /// A file with this content.
    Content(Vec<u8>),
    /// A file that is already written under a temporary name.
    #[doc(hidden)]
    Part(Part),
    /// No file: an earlier one with this name is removed.
    Stale,
}

/// A complete file under a temporary name. It is removed when dropped, unless it is renamed.
#[derive(Debug)]
pub struct Part(NamedTempFile);

impl Part {
    /// Writes a file of a result folder piece by piece, under a temporary name.
    ///
    /// # Errors
    /// The file cannot be written, or `write` fails.
    pub fn of(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Self, WriteError> {
        written(path, RESULT_PART, write)
    }

    /// Starts to write a file of a result folder, for files that are written at the same time.
    ///
    /// # Errors
    /// The file cannot be created.
    pub(crate) fn begin(path: &Path) -> Result<PartWriter, WriteError> {
        PartWriter::begin(path, RESULT_PART)
    }

    pub(super) fn persist(self, path: &Path) -> Result<(), WriteError> {
        let Self(part) = self;
        attempt(|| part.persist(path).map(drop).map_err(|error| error.error)).map_err(WriteError::of(path))
    }

    /// Renames the file unless the name is taken.
    fn persist_new(self, path: &Path) -> Result<(), WriteError> {
        let Self(part) = self;
        let rename = || match part.persist_noclobber(path) {
            Ok(_) => Ok(()),
            Err(error) if can_rename_new(&error.error) => Err(error.error),
            Err(error) => claim(error.file, path),
        };
        attempt(rename).map_err(WriteError::of(path))
    }
}

/// A file that is being written under a temporary name. It is removed when dropped.
pub(crate) struct PartWriter {
    path: PathBuf,
    file: BufWriter<Writes<NamedTempFile>>,
}

impl PartWriter {
    fn begin(path: &Path, prefix: &str) -> Result<Self, WriteError> {
        let part = part(beside(path), prefix).map_err(WriteError::of(path))?;
        Ok(Self { path: path.to_owned(), file: BufWriter::new(Writes(part)) })
    }

    /// Completes the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn finish(self) -> Result<Part, WriteError> {
        let Self { path, file } = self;
        let whole = || {
            let Writes(part) = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            disk::sync(part.as_file()).map(|()| Part(part))
        };
        whole().map_err(WriteError::of(&path))
    }
}

impl Write for PartWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a file of a result folder piece by piece, completely or not at all. The caller holds the lock of the folder.
///
/// # Errors
/// The file cannot be written, or `write` fails.
pub fn stream(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
    exchange(path, RESULT_PART, write)
}

fn exchange(
    path: &Path,
    prefix: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    written(path, prefix, write)?.persist(path)?;
    sync_folder(beside(path));
    Ok(())
}

/// Writes and syncs a temporary file in the same folder.
fn written(
    path: &Path,
    prefix: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Part, WriteError> {
    let mut part = PartWriter::begin(path, prefix)?;
    write(&mut part).map_err(WriteError::of(path))?;
    part.finish()
}

/// Creates the folder of a file that an option names, and checks that it is writable.
///
/// # Errors
/// The folder cannot be created or written.
pub fn prepare_named(path: &Path) -> Result<(), WriteError> {
    if is_no_file(path) {
        return Ok(());
    }
    let folder = beside(path);
    disk::create_folder(folder)
        .and_then(|()| part(folder, &prefix_of(path)).map(drop))
        .map_err(WriteError::of(folder))
}

/// Writes a file that an option names. Follows links, and writes to pipes and devices. In result folders it
/// would be unsafe to do so, because a link could choose the file that is overwritten.
///
/// # Errors
/// The file cannot be written, or `write` fails.
pub fn named(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
    if is_no_file(path) {
        let into = File::options().write(true).open(path);
        return into.and_then(|mut file| write(&mut file)).map_err(WriteError::of(path));
    }
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let _lock = WriterLock::of_file(&path)?;
    locked(&path, write)
}

/// Creates a file that an option names. An existing file or link is not replaced, even if another program creates it at
/// the same time. Writes to pipes and devices.
///
/// # Errors
/// The name is taken ([`WriteError::is_taken`]), the file cannot be written, or `write` fails.
pub fn new_named(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    if is_no_file(path) {
        return named(path, write);
    }
    let _lock = WriterLock::of_file(path)?;
    new_locked(path, write)
}

/// Creates a file whose lock the caller holds, as [`new_named`] does.
///
/// # Errors
/// The name is taken ([`WriteError::is_taken`]), the file cannot be written, or `write` fails.
pub fn new_locked(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let prefix = prefix_of(path);
    remove_parts(beside(path), &prefix);
    written(path, &prefix, write)?.persist_new(path)?;
    sync_folder(beside(path));
    Ok(())
}

/// Writes a file whose lock the caller holds, completely or not at all. Removes temporary files that killed commands
/// left there.
///
/// # Errors
/// The file cannot be written, or `write` fails.
pub fn locked(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
    let prefix = prefix_of(path);
    remove_parts(beside(path), &prefix);
    exchange(path, &prefix, write)
}

/// The beginning of the names of a file's temporary files.
fn prefix_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format!("{FILE_PART}{name}-")
}

/// Whether the file system can rename a file unless the name is taken, so that this is another error. Some can do so neither
/// directly nor by a hard link.
fn can_rename_new(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    ![InvalidInput, PermissionDenied, Unsupported].contains(&error.kind())
}

/// Creates an empty file, which takes the name, and replaces it.
fn claim(part: NamedTempFile, path: &Path) -> io::Result<()> {
    File::create_new(path)?;
    part.persist(path).map(drop).map_err(|error| {
        let _ = fs::remove_file(path);
        error.error
    })
}

/// Whether the path exists and is neither a file nor a folder.
fn is_no_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

/// A temporary file that is removed when dropped, unless it is renamed.
fn part(folder: &Path, prefix: &str) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(prefix).suffix(PART);
    // The default permissions of a new file.
    #[cfg(unix)]
    let mode: fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(mode);
    #[cfg(feature = "faults")]
    builder.disable_cleanup(disk::faults::keeps_temporary_files());
    attempt(|| builder.tempfile_in(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_are_followed_for_named_files_and_replaced_in_result_folders() {
        let root = tempfile::tempdir().expect("a folder");
        let path = |name: &str| root.path().join(name);
        let read = |name: &str| fs::read_to_string(path(name)).expect("a file");
        for link in ["named", "ours"] {
            fs::write(path("target"), "old").expect("a file");
            std::os::unix::fs::symlink(path("target"), path(link)).expect("a link");
        }
        stream(&path("ours"), |file| file.write_all(b"new")).expect("written");
        assert_eq!((read("ours").as_str(), read("target").as_str()), ("new", "old"));
        named(&path("named"), |file| file.write_all(b"new")).expect("written");
        assert_eq!(read("target"), "new");
        prepare_named(Path::new("/dev/null")).expect("no folder is needed");
        named(Path::new("/dev/null"), |file| file.write_all(b"new")).expect("written");
        assert!(!fs::metadata("/dev/null").expect("a device").is_file());
    }

    #[test]
    fn a_file_system_without_links_gets_new_files_only() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path().join("a.toml");
        let claim = |text: &str| {
            let mut part = part(root.path(), "a-").expect("a file");
            part.write_all(text.as_bytes()).expect("written");
            claim(part, &path)
        };
        claim("new").expect("created");
        assert_eq!(claim("other").expect_err("taken").kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).expect("a file"), "new");
        assert_eq!(fs::read_dir(root.path()).expect("a folder").count(), 1);
        for (kind, can) in [(io::ErrorKind::Unsupported, false), (io::ErrorKind::AlreadyExists, true)] {
            assert_eq!(can_rename_new(&kind.into()), can);
        }
    }

    /// Of many writers at the same time, one creates the file.
    #[test]
    fn a_new_file_never_replaces_another() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path().join("a.toml");
        let write = |text: String| new_named(&path, |file| file.write_all(text.as_bytes()));
        let n_created = std::thread::scope(|scope| {
            let write = |idx: usize| scope.spawn(move || (idx, write(idx.to_string())));
            let threads: Vec<_> = (0..8).map(write).collect();
            let results = threads.into_iter().map(|thread| thread.join().expect("a result"));
            let results: Vec<_> = results.collect();
            assert!(results.iter().all(|(_, result)| result.as_ref().err().is_none_or(WriteError::is_taken)));
            let created: Vec<_> = results.iter().filter(|(_, result)| result.is_ok()).collect();
            let text = fs::read_to_string(&path).expect("a file");
            assert!(created.iter().all(|(idx, _)| text == idx.to_string()));
            created.len()
        });
        assert_eq!((n_created, fs::read_dir(root.path()).expect("a folder").count()), (1, 1));
        #[cfg(unix)]
        {
            let link = root.path().join("link.toml");
            std::os::unix::fs::symlink(root.path().join("none"), &link).expect("a link");
            let error = new_named(&link, |file| file.write_all(b"a")).expect_err("a dangling link is kept");
            assert!(error.is_taken(), "{error}");
        }
    }

    #[test]
    fn own_files_are_replaced_and_others_are_kept() {
        let root = tempfile::tempdir().expect("a folder");
        let within = root.path().join("reports/knife-fight");
        fs::create_dir_all(&within).expect("a folder");
        fs::write(within.join("notes.txt"), "mine").expect("a file");
        for (name, text) in [("a.csv", "old, and longer"), ("b.csv", "b"), ("a.csv", "new")] {
            stream(&within.join(name), |file| file.write_all(text.as_bytes())).expect("written");
        }
        let read = |name: &str| fs::read_to_string(within.join(name)).expect("a file");
        assert_eq!(["a.csv", "b.csv", "notes.txt"].map(read), ["new", "b", "mine"]);
        assert_eq!(fs::read_dir(&within).expect("a folder").count(), 3);
    }

    #[test]
    fn an_unwritable_file_is_named_in_the_error() {
        let root = tempfile::tempdir().expect("a folder");
        let taken = root.path().join("taken");
        fs::write(&taken, "a file").expect("a file");
        let error = prepare(&taken.join("inside")).expect_err("a file is in the way");
        assert!(error.to_string().contains("taken"), "{error}");
        let occupied = root.path().join("a.csv");
        fs::create_dir(&occupied).expect("a folder");
        let error = stream(&occupied, |file| file.write_all(b"a")).expect_err("a folder is in the way");
        assert_eq!(error.path, occupied);
        assert_eq!(fs::read_dir(root.path()).expect("a folder").count(), 2);
    }

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path().join("a.csv");
        fs::write(&path, "old").expect("a file");
        let half = stream(&path, |file| {
            file.write_all(b"ne")?;
            Err(io::Error::other("no more"))
        });
        assert!(half.expect_err("it failed").to_string().contains("no more"));
        assert_eq!(fs::read_to_string(&path).expect("a file"), "old");
        let lock = prepare(root.path()).expect("a folder");
        assert_eq!(fs::read_dir(root.path()).expect("a folder").count(), 2);
        drop(lock);
        assert_eq!(fs::read_dir(root.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn files_of_a_killed_command_are_removed_by_the_next_one() {
        let root = tempfile::tempdir().expect("a folder");
        for name in [".undercard-result-x.part", ".undercard-file-x.part", "mine.part"] {
            fs::write(root.path().join(name), "half").expect("a file");
        }
        drop(prepare(root.path()).expect("a folder"));
        let mut names: Vec<_> = fs::read_dir(root.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        names.sort();
        assert_eq!(names, [".undercard-file-x.part", "mine.part"]);
    }

    #[cfg(unix)]
    #[test]
    fn files_have_the_default_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let root = tempfile::tempdir().expect("a folder");
        stream(&root.path().join("ours"), |file| file.write_all(b"a")).expect("written");
        fs::write(root.path().join("plain"), "a").expect("a file");
        let mode = |name: &str| fs::metadata(root.path().join(name)).expect("a file").permissions().mode();
        assert_eq!(mode("ours"), mode("plain"));
    }
}
