//! Writes files that options name, atomically: each is written to a temporary file in the same folder, synced and renamed.

use super::disk::{self, Writes, attempt, beside, sync_folder};
use super::writer_lock::WriterLock;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// The beginning of the names of temporary files. Only the holder of a file's lock writes them.
const FILE_PART: &str = ".undercard-file-";
/// The end of the names of temporary files and folders.
pub(super) const PART: &str = ".part";

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

/// Removes the temporary files and folders of killed commands whose names begin like this. The caller holds the lock.
pub(super) fn remove_parts(folder: &Path, prefix: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(prefix) && name.ends_with(PART)) {
            let _ = disk::remove(&entry.path());
        }
    }
}

/// Writes and syncs a temporary file in the same folder.
fn written(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<NamedTempFile, WriteError> {
    let whole = || {
        let mut file = BufWriter::new(Writes(part(path)?));
        write(&mut file)?;
        let Writes(part) = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        disk::sync(part.as_file()).map(|()| part)
    };
    whole().map_err(WriteError::of(path))
}

/// Renames a complete file, unless the name is taken.
fn persist_new(part: NamedTempFile, path: &Path) -> io::Result<()> {
    attempt(|| match part.persist_noclobber(path) {
        Ok(_) => Ok(()),
        Err(error) if can_rename_new(&error.error) => Err(error.error),
        Err(error) => claim(error.file, path),
    })
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
    disk::create_folder(folder).and_then(|()| part(path).map(drop)).map_err(WriteError::of(folder))
}

/// Writes a file that an option names. Follows links, and writes to pipes and devices.
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
    remove_parts(beside(path), &prefix_of(path));
    persist_new(written(path, write)?, path).map_err(WriteError::of(path))?;
    sync_folder(beside(path));
    Ok(())
}

/// Writes a file whose lock the caller holds, completely or not at all. Removes temporary files that killed commands
/// left there.
///
/// # Errors
/// The file cannot be written, or `write` fails.
pub fn locked(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
    remove_parts(beside(path), &prefix_of(path));
    let part = written(path, write)?;
    attempt(|| part.persist(path).map_err(|error| error.error)).map_err(WriteError::of(path))?;
    sync_folder(beside(path));
    Ok(())
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

/// A temporary file for this path, which is removed when dropped, unless it is renamed.
fn part(path: &Path) -> io::Result<NamedTempFile> {
    let (prefix, mut builder) = (prefix_of(path), Builder::new());
    builder.prefix(&prefix).suffix(PART);
    // The default permissions of a new file.
    #[cfg(unix)]
    let mode: fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(mode);
    #[cfg(feature = "faults")]
    builder.disable_cleanup(disk::faults::keeps_temporary_files());
    attempt(|| builder.tempfile_in(beside(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_files_have_the_default_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let root = tempfile::tempdir().expect("a folder");
        let path = |name: &str| root.path().join(name);
        fs::write(path("target"), "old").expect("a file");
        std::os::unix::fs::symlink(path("target"), path("named")).expect("a link");
        named(&path("named"), |file| file.write_all(b"new")).expect("written");
        assert_eq!(fs::read_to_string(path("target")).expect("a file"), "new");
        prepare_named(Path::new("/dev/null")).expect("no folder is needed");
        named(Path::new("/dev/null"), |file| file.write_all(b"new")).expect("written");
        assert!(!fs::metadata("/dev/null").expect("a device").is_file());
        // Files have the default permissions.
        let mode = |name: &str| fs::metadata(path(name)).expect("a file").permissions().mode();
        named(&path("ours"), |file| file.write_all(b"a")).expect("written");
        fs::write(path("plain"), "a").expect("a file");
        assert_eq!(mode("ours"), mode("plain"));
    }

    #[test]
    fn a_file_system_without_links_gets_new_files_only() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path().join("a.toml");
        let claim = |text: &str| {
            let mut part = part(&path).expect("a file");
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
    fn a_failed_write_names_the_file_and_leaves_the_old_one() {
        let root = tempfile::tempdir().expect("a folder");
        let occupied = root.path().join("a.csv");
        fs::create_dir(&occupied).expect("a folder");
        let error = named(&occupied, |file| file.write_all(b"a")).expect_err("a folder is in the way");
        assert!(error.to_string().contains("a.csv"), "{error}");
        let path = root.path().join("b.csv");
        fs::write(&path, "old").expect("a file");
        let half = named(&path, |file| {
            file.write_all(b"ne")?;
            Err(io::Error::other("no more"))
        });
        assert!(half.expect_err("it failed").to_string().contains("no more"));
        assert_eq!(fs::read_to_string(&path).expect("a file"), "old");
        assert_eq!(fs::read_dir(root.path()).expect("a folder").count(), 2);
    }

    #[test]
    fn files_of_a_killed_command_are_removed_by_the_next_one() {
        let root = tempfile::tempdir().expect("a folder");
        for name in [".undercard-file-a.csv-x.part", ".undercard-file-b.csv-x.part", "mine.part"] {
            fs::write(root.path().join(name), "half").expect("a file");
        }
        named(&root.path().join("a.csv"), |file| file.write_all(b"a")).expect("written");
        let mut names: Vec<_> = fs::read_dir(root.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        names.sort();
        assert_eq!(names, [".undercard-file-b.csv-x.part", "a.csv", "mine.part"]);
    }
}
