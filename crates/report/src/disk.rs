//! Every operation that changes files goes through [`attempt`], so that tests can make each of them fail in turn.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Performs an operation that changes files.
pub(super) fn attempt<T>(operation: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    #[cfg(feature = "faults")]
    faults::next()?;
    operation()
}

/// Creates a folder and its parents. The entries of new folders are synced, as far as the file system can do that.
pub(super) fn create_folder(path: &Path) -> io::Result<()> {
    if path.is_file() {
        return Err(io::Error::new(io::ErrorKind::NotADirectory, "it is a file, expected a folder"));
    }
    let parents: Vec<&Path> = path.ancestors().take_while(|folder| !folder.exists()).collect();
    attempt(|| fs::create_dir_all(path))?;
    parents.into_iter().map(beside).for_each(sync_folder);
    Ok(())
}

/// The folder of a file or folder.
pub fn beside(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Syncs the names of the files in a folder, if the system can sync folders.
pub(super) fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = sync(&folder);
    }
}

/// Removes a file, or a folder with everything in it.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    let is_folder = fs::symlink_metadata(path).is_ok_and(|about| about.is_dir());
    attempt(|| if is_folder { fs::remove_dir_all(path) } else { fs::remove_file(path) })
}

/// Renames a file or folder; a file replaces one of the new name.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    attempt(|| fs::rename(from, to))
}

/// Writes a file to the disk.
pub(super) fn sync(file: &File) -> io::Result<()> {
    attempt(|| file.sync_all())
}

/// A writer whose every write is an operation.
pub(super) struct Writes<W>(pub(super) W);

impl<W: Write> Write for Writes<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        attempt(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Makes operations of the current thread fail.
#[cfg(feature = "faults")]
pub mod faults {
    use std::cell::Cell;
    use std::io;

    /// What happens at the chosen operation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Fault {
        /// It fails, as on a full disk.
        Error,
        /// It fails, and so do all later ones; temporary files stay. This is what a killed process leaves.
        Kill,
    }

    thread_local! {
        /// The fault, and the number of operations until it.
        static FAULT: Cell<Option<(Fault, u64)>> = const { Cell::new(None) };
    }

    /// Calls a function in which the `nth` operation fails, from 1. Returns its result and whether there were this
    /// many operations.
    pub fn with_fault<T>(fault: Fault, nth: u64, run: impl FnOnce() -> T) -> (T, bool) {
        FAULT.set(Some((fault, nth)));
        let result = run();
        let left = FAULT.replace(None).map_or(0, |(_, left)| left);
        (result, left == 0)
    }

    /// Whether temporary files stay when they are dropped.
    pub fn keeps_temporary_files() -> bool {
        matches!(FAULT.get(), Some((Fault::Kill, _)))
    }

    pub(super) fn next() -> io::Result<()> {
        let Some((fault, left)) = FAULT.get() else { return Ok(()) };
        let fails = left == 1 || left == 0 && fault == Fault::Kill;
        FAULT.set(Some((fault, left.saturating_sub(1))));
        if fails { Err(io::Error::other("a fault of the test")) } else { Ok(()) }
    }
}
