//! Locks: only one command at a time writes a result, or updates a file. They are advisory file
//! locks, which the operating system releases when a process ends for any reason.

use super::disk::{self, attempt};
use super::write::WriteError;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The lock file of a result or file, beside it. It exists while a command writes.
fn lock_file(of: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(of.file_name().unwrap_or_default());
    name.push("-writing");
    of.with_file_name(name)
}

/// Prevents other commands from writing to a folder, or from updating a file, until it is dropped.
#[derive(Debug)]
#[must_use]
pub struct WriterLock {
    /// The lock file.
    path: PathBuf,
    /// The open lock file, which holds the lock.
    _file: File,
}

/// Why a lock cannot be acquired.
enum Refused {
    /// Another process holds it; its process id, if that can be read.
    Busy(Option<u32>),
    /// The error of the operating system.
    Failed(io::Error),
}

impl WriterLock {
    /// Locks the place of a result, in an existing folder.
    ///
    /// # Errors
    /// Another command writes the result, or the lock file cannot be created.
    pub fn of_result(folder: &Path) -> Result<Self, WriteError> {
        let next = "wait for it, or choose another folder with --out";
        Self::take(&lock_file(folder), File::try_lock).map_err(|refused| refused.error(folder, next))
    }

    /// Locks a file for an update. Waits until other updates are finished.
    ///
    /// # Errors
    /// The lock file cannot be created.
    pub fn of_file(file: &Path) -> Result<Self, WriteError> {
        let locked = Self::take(&lock_file(file), |lock| lock.lock().map_err(TryLockError::Error));
        locked.map_err(|refused| refused.error(file, "wait for it"))
    }

    fn take(path: &Path, lock: fn(&File) -> Result<(), TryLockError>) -> Result<Self, Refused> {
        // The content also differs between locks of the same process.
        static COUNT: AtomicU64 = AtomicU64::new(0);
        // A browser has no processes.
        let process = if cfg!(target_os = "wasi") { 0 } else { std::process::id() };
        let own = format!("{process} {}\n", COUNT.fetch_add(1, Ordering::Relaxed));
        loop {
            // A link must not choose the file that is overwritten.
            if fs::symlink_metadata(path).is_ok_and(|about| !about.is_file()) {
                let error = format!("{} is not a file", path.display());
                return Err(Refused::Failed(io::Error::other(error)));
            }
            let open = || File::options().read(true).write(true).create(true).truncate(false).open(path);
            let mut file = attempt(open).map_err(Refused::Failed)?;
            match lock(&file) {
                Err(TryLockError::WouldBlock) => {
                    let text = fs::read_to_string(path).unwrap_or_default();
                    let process = text.split(' ').next().and_then(|process| process.parse().ok());
                    return Err(Refused::Busy(process));
                }
                Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                    return Err(Refused::Failed(error));
                }
                // Some network file systems do not support locks.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            let written = attempt(|| file.set_len(0).and_then(|()| file.write_all(own.as_bytes())));
            if let Err(error) = written {
                let _ = disk::remove(path);
                return Err(Refused::Failed(error));
            }
            // The command that held the lock may have removed the file after it was opened here.
            match fs::read_to_string(path) {
                Ok(text) if text != own => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                _ => return Ok(Self { path: path.to_owned(), _file: file }),
            }
        }
    }
}

impl Drop for WriterLock {
    fn drop(&mut self) {
        // The lock is still held, so this cannot remove another command's file.
        let _ = disk::remove(&self.path);
    }
}

impl Refused {
    fn error(self, path: &Path, next: &str) -> WriteError {
        let source = match self {
            Self::Busy(Some(process)) => {
                io::Error::other(format!("undercard process {process} is writing to it; {next}"))
            }
            Self::Busy(None) => {
                io::Error::other(format!("another undercard process is writing to it; {next}"))
            }
            Self::Failed(error) => error,
        };
        WriteError { path: path.to_owned(), source }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_has_one_writer_at_a_time_and_no_lock_file_remains() {
        let root = tempfile::tempdir().expect("a folder");
        let place = root.path().join("run");
        let first = WriterLock::of_result(&place).expect("a lock");
        let error = WriterLock::of_result(&place).expect_err("it is taken").to_string();
        drop(WriterLock::of_result(&root.path().join("compare")).expect("another lock"));
        assert!(error.contains(&format!("process {}", std::process::id())), "{error}");
        assert!(error.contains("--out"), "{error}");
        drop(first);
        assert_eq!(fs::read_dir(root.path()).expect("a folder").count(), 0);
        drop(WriterLock::of_result(&place).expect("a lock"));
        // The lock file of a dead process is no obstacle.
        fs::write(root.path().join(".run-writing"), "1\n").expect("a file");
        drop(WriterLock::of_result(&root.path().join("run")).expect("a lock"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_place_of_the_lock_file_is_refused() {
        let root = tempfile::tempdir().expect("a folder");
        let target = root.path().join("target");
        fs::write(&target, "mine").expect("a file");
        std::os::unix::fs::symlink(&target, root.path().join(".run-writing")).expect("a link");
        assert!(WriterLock::of_result(&root.path().join("run")).is_err());
        assert_eq!(fs::read_to_string(&target).expect("a file"), "mine");
    }
}
