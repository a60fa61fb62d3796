//! Writes files atomically: each is written to a temporary file in the same folder, synced and renamed. Files of the same
//! name are replaced, all others are kept.

use super::export::FILE_FORMATS;
use super::result_file::{self, ResultFile};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A file, or the folder for it, could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot be written ({source})", path.display())]
pub struct WriteError {
    /// The file or folder.
    pub path: PathBuf,
    /// The error of the system.
    pub source: io::Error,
}

impl WriteError {
    fn of(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |source| Self { path, source }
    }
}

/// Creates the folder and checks that it is writable, before a long computation rather than after it.
///
/// # Errors
/// The folder cannot be created or written.
pub fn prepare(folder: &Path) -> Result<(), WriteError> {
    fs::create_dir_all(folder).and_then(|()| part(folder).map(drop)).map_err(WriteError::of(folder))
}

/// Writes files to a folder; creates it if necessary.
///
/// # Errors
/// The folder cannot be created, or a file cannot be written. Files before it are complete.
pub fn folder<N: AsRef<str>, C: AsRef<[u8]>>(folder: &Path, files: &[(N, C)]) -> Result<(), WriteError> {
    fs::create_dir_all(folder).map_err(WriteError::of(folder))?;
    for (name, content) in files {
        stream(&folder.join(name.as_ref()), |file| file.write_all(content.as_ref()))?;
    }
    // The names are safe too, where folders can be synced.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Writes a result: the files beside its tables, the CSV files, and last `result.json`, which attests them. `result.json` is
/// removed first, so that a folder without it is known to be incomplete, and files of two results are never mixed.
///
/// # Errors
/// The folder cannot be made, or a file cannot be removed or written.
pub fn result(into: &Path, beside: Beside, result: &ResultFile) -> Result<(), WriteError> {
    withdraw(into)?;
    for (name, content) in beside {
        match content {
            Some(content) => folder(into, &[(name, content)])?,
            None => remove(&into.join(name))?,
        }
    }
    folder(into, &result.files())
}

/// Files beside the tables of a result: name and content, or `None` where an earlier result's file must not stay.
pub type Beside = Vec<(String, Option<Vec<u8>>)>;

/// Removes the `result.json` of an earlier result, and its page and workbook, which would show other games. Also removes the
/// corresponding files of versions before `result.json`.
///
/// # Errors
/// One of them cannot be removed.
fn withdraw(folder: &Path) -> Result<(), WriteError> {
    let saved = FILE_FORMATS.iter().map(|format| format.file);
    let names = [result_file::NAME, "run.json", "check.json"].into_iter().chain(saved);
    names.into_iter().try_for_each(|name| remove(&folder.join(name)))
}

/// Removes a file, if it exists.
///
/// # Errors
/// It cannot be removed.
pub fn remove(path: &Path) -> Result<(), WriteError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(WriteError::of(path)(error)),
        _ => Ok(()),
    }
}

/// Writes a file piece by piece, completely or not at all.
///
/// # Errors
/// The file cannot be written, or `write` fails.
pub fn stream(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
    let whole = || {
        let mut part = BufWriter::new(part(beside(path))?);
        write(&mut part)?;
        let part = part.into_inner().map_err(io::IntoInnerError::into_error)?;
        part.as_file().sync_all()?;
        part.persist(path)?;
        Ok(())
    };
    whole().map_err(WriteError::of(path))
}

/// Creates the folder of a file that an option names, and checks that it is writable.
///
/// # Errors
/// The folder cannot be created or written.
pub fn prepare_named(path: &Path) -> Result<(), WriteError> {
    if is_no_file(path) { Ok(()) } else { prepare(beside(path)) }
}

/// Writes a file that an option names: follows links, and writes to pipes and devices. Neither applies to result folders, in
/// which a link must not choose the file that is overwritten.
///
/// # Errors
/// The file cannot be written, or `write` fails.
pub fn named(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
    if is_no_file(path) {
        let into = File::options().write(true).open(path);
        return into.and_then(|mut file| write(&mut file)).map_err(WriteError::of(path));
    }
    stream(&fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()), write)
}

/// The folder of a file.
fn beside(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether the path exists and is neither a file nor a folder.
fn is_no_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

/// A temporary file that is removed when dropped, unless it is renamed.
fn part(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".undercard-").suffix(".part");
    // The default permissions of a new file.
    #[cfg(unix)]
    let mode: fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(mode);
    builder.tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_are_followed_for_named_files_and_replaced_in_result_folders() {
        let place = tempfile::tempdir().expect("a folder");
        let path = |name: &str| place.path().join(name);
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
    fn own_files_are_replaced_and_others_are_kept() {
        let place = tempfile::tempdir().expect("a folder");
        let within = place.path().join("reports/knife-fight");
        fs::create_dir_all(&within).expect("a folder");
        fs::write(within.join("notes.txt"), "mine").expect("a file");
        folder(&within, &[("a.csv", "old, and longer"), ("b.csv", "b")]).expect("written");
        folder(&within, &[("a.csv", "new")]).expect("written");
        let read = |name: &str| fs::read_to_string(within.join(name)).expect("a file");
        assert_eq!(["a.csv", "b.csv", "notes.txt"].map(read), ["new", "b", "mine"]);
        assert_eq!(fs::read_dir(&within).expect("a folder").count(), 3);
    }

    #[test]
    fn the_file_that_cannot_be_written_is_named() {
        let place = tempfile::tempdir().expect("a folder");
        let taken = place.path().join("taken");
        fs::write(&taken, "a file").expect("a file");
        let error = folder(&taken.join("inside"), &[("a.csv", "a")]).expect_err("a file is in the way");
        assert!(error.to_string().contains("taken"), "{error}");
        let occupied = place.path().join("a.csv");
        fs::create_dir(&occupied).expect("a folder");
        let error = folder(place.path(), &[("a.csv", "a")]).expect_err("a folder is in the way");
        assert_eq!(error.path, occupied);
        assert_eq!(fs::read_dir(place.path()).expect("a folder").count(), 2);
    }

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let place = tempfile::tempdir().expect("a folder");
        let path = place.path().join("a.csv");
        fs::write(&path, "old").expect("a file");
        let half = stream(&path, |file| {
            file.write_all(b"ne")?;
            Err(io::Error::other("no more"))
        });
        assert!(half.expect_err("it failed").to_string().contains("no more"));
        assert_eq!(fs::read_to_string(&path).expect("a file"), "old");
        prepare(place.path()).expect("a folder");
        assert_eq!(fs::read_dir(place.path()).expect("a folder").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn files_have_the_default_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let place = tempfile::tempdir().expect("a folder");
        stream(&place.path().join("ours"), |file| file.write_all(b"a")).expect("written");
        fs::write(place.path().join("plain"), "a").expect("a file");
        let mode = |name: &str| fs::metadata(place.path().join(name)).expect("a file").permissions().mode();
        assert_eq!(mode("ours"), mode("plain"));
    }
}
