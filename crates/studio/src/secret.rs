//! The secret from which the addresses of the studio are made. It stays the same, so a page finds the studio again after it
//! was stopped and started, and each folder has its own address.

use crate::report::result_file::sha256;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Number of bytes.
const LENGTH: usize = 32;

/// Number of hexadecimal digits of a token.
const DIGITS: usize = 32;

/// The secret of a user.
#[derive(Debug)]
pub(super) struct Secret([u8; LENGTH]);

impl Secret {
    /// The secret of the user who runs the program. If it cannot be kept, a new one for this studio.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub(super) fn of_user() -> Result<Self, getrandom::Error> {
        let own = Self::random()?;
        Ok(state_folder().and_then(|folder| own.kept_in(&folder).ok()).unwrap_or(own))
    }

    pub(super) fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The secret in this folder, which becomes this one if there is none.
    fn kept_in(&self, folder: &Path) -> io::Result<Self> {
        let path = folder.join("studio-secret");
        fs::create_dir_all(folder)?;
        if !path.exists() {
            // Only the user can read a temporary file. Of two studios that start at once, the first one keeps its secret.
            let mut file = tempfile::NamedTempFile::new_in(folder)?;
            file.write_all(&self.0)?;
            if let Err(error) = file.persist_noclobber(&path)
                && error.error.kind() != io::ErrorKind::AlreadyExists
            {
                return Err(error.error);
            }
        }
        let is_private = is_private(&fs::metadata(&path)?);
        let kept = fs::read(&path)?.try_into().ok().filter(|_| is_private);
        kept.map(Self).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    /// The token of a folder: nobody can compute it without the secret.
    pub(super) fn token(&self, folder: &Path) -> String {
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let mut token = sha256(&[&self.0, folder.as_os_str().as_encoded_bytes()].concat());
        token.truncate(DIGITS);
        token
    }

    /// The seal of these parts: nobody can compute it without the secret.
    pub(super) fn seal(&self, parts: &[&[u8]]) -> String {
        let parts: String = parts.iter().map(|part| sha256(part)).collect();
        // Parts of a fixed length: a seal of some of them is of no use for others.
        sha256(&[&self.0, sha256(parts.as_bytes()).as_bytes()].concat())
    }
}

/// Compares in a time that does not depend on the first difference.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differences == 0
}

/// The folder for what a program keeps between its runs.
fn state_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = if cfg!(windows) {
        set("LOCALAPPDATA")
    } else {
        set("XDG_STATE_HOME").or_else(|| set("HOME").map(|home| home.join(".local/state")))
    };
    folder.map(|folder| folder.join("undercard"))
}

/// Whether only the user can read the file.
#[cfg(unix)]
fn is_private(about: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    about.is_file() && about.mode() & 0o077 == 0
}

#[cfg(not(unix))]
fn is_private(about: &fs::Metadata) -> bool {
    about.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_the_same_token_in_every_run_and_no_other_folder_has_it() {
        let state = tempfile::tempdir().expect("a folder");
        let [one, other] = ["one", "other"].map(|name| state.path().join(name));
        let token = |folder: &Path| {
            let secret = Secret::random().expect("random numbers").kept_in(state.path()).expect("kept");
            secret.token(folder)
        };
        assert_eq!((token(&one), token(&one).len()), (token(&one), DIGITS));
        assert_ne!(token(&one), token(&other));
        let unkept = Secret::random().expect("random numbers");
        assert_ne!(unkept.token(&one), token(&one));
    }

    #[cfg(unix)]
    #[test]
    fn a_secret_that_others_can_read_or_that_is_cut_off_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let state = tempfile::tempdir().expect("a folder");
        let kept = || Secret::random().expect("random numbers").kept_in(state.path());
        assert!(kept().is_ok());
        let path = state.path().join("studio-secret");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("set");
        assert!(kept().is_err());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("set");
        fs::write(&path, "short").expect("written");
        assert!(kept().is_err());
    }
}
