//! Reads files from untrusted sources, up to a maximum size for each type of file. The error for a larger
//! file states the limit.

use super::show::grouped;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use undercard_engine::model::settings::{ConfigError, Origin};

/// A type of file.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name in errors: "a TOML file".
    pub name: &'static str,
    /// Maximum size in bytes.
    pub most: u64,
}

/// A CSV file. The limit is twice the size of the largest possible sweep.
pub const FIGURES: Kind = Kind { name: "a file", most: 256 << 20 };

impl Kind {
    /// Opens a file in a result folder. Pipes and devices are rejected: reading them could block.
    ///
    /// # Errors
    /// The path is not a regular file, or the file is too large or cannot be read.
    pub fn open(self, path: &Path) -> Result<impl Read + use<>, ConfigError> {
        let file = self.start(path)?;
        let about = fs::metadata(path).map_err(|error| self.unreadable(path, &error))?;
        self.fits(path, about.len()).map(|()| file)
    }

    /// Opens a file in a result folder and reads at most the maximum size; the file may be larger.
    ///
    /// # Errors
    /// The path is not a regular file, or the file cannot be read.
    pub fn start(self, path: &Path) -> Result<impl Read + use<>, ConfigError> {
        let unreadable = |error: io::Error| self.unreadable(path, &error);
        self.is_regular(path)?;
        Ok(BufReader::new(File::open(path).map_err(unreadable)?).take(self.most))
    }

    /// Whether a file in a result folder begins like this.
    pub(super) fn begins(self, path: &Path, mark: &[u8]) -> bool {
        let mut start = Vec::new();
        let read = self.start(path).map(|file| file.take(mark.len() as u64).read_to_end(&mut start));
        read.is_ok() && start == mark
    }

    /// Reads a file in a result folder.
    ///
    /// # Errors
    /// The path is not a regular file, or the file is too large or cannot be read.
    pub fn bytes(self, path: &Path) -> Result<Vec<u8>, ConfigError> {
        let mut bytes = Vec::new();
        let read = self.open(path)?.read_to_end(&mut bytes);
        read.map(|_| bytes).map_err(|error| self.unreadable(path, &error))
    }

    /// Reads a file that an option names; it may be a pipe.
    ///
    /// # Errors
    /// The path is a folder, or the file is too large or cannot be read.
    pub fn named(self, path: &Path) -> Result<Vec<u8>, ConfigError> {
        let unreadable = |error: io::Error| self.unreadable(path, &error);
        let about = fs::metadata(path).map_err(unreadable)?;
        if about.is_dir() {
            return Err(self.fault(path, "a directory", ""));
        }
        self.fits(path, about.len())?;
        let mut bytes = Vec::new();
        // The size of a pipe is not known beforehand.
        File::open(path)
            .and_then(|file| file.take(self.most.saturating_add(1)).read_to_end(&mut bytes))
            .map_err(unreadable)?;
        self.fits(path, bytes.len() as u64)?;
        Ok(bytes)
    }

    /// Reads a file of a result folder line by line. The maximum size applies to each line, not to the file. Lines include their line feed.
    ///
    /// # Errors
    /// The path is not a regular file, or the file cannot be read.
    pub fn lines(
        self,
        path: &Path,
    ) -> Result<impl Iterator<Item = Result<Vec<u8>, ConfigError>>, ConfigError> {
        self.is_regular(path)?;
        let file = File::open(path).map_err(|error| self.unreadable(path, &error))?;
        Ok(self.lines_of(path, file))
    }

    /// Reads the text of a file line by line; it may be of another format.
    pub fn lines_of(
        self,
        path: &Path,
        text: impl Read,
    ) -> impl Iterator<Item = Result<Vec<u8>, ConfigError>> {
        let unreadable = move |error: io::Error| self.unreadable(path, &error);
        let mut file = BufReader::new(text);
        let mut lines = (1..).map(move |number| {
            let mut line = Vec::new();
            file.by_ref()
                .take(self.most.saturating_add(1))
                .read_until(b'\n', &mut line)
                .map_err(unreadable)?;
            let at = |fault: ConfigError| ConfigError { at: Origin::line(fault.at.file, number), ..fault };
            self.fits(path, line.len() as u64).map_err(at).map(|()| line)
        });
        std::iter::from_fn(move || {
            lines.next().filter(|line| line.as_ref().map_or(true, |line| !line.is_empty()))
        })
    }

    /// Checks that a path is a regular file. Pipes and devices could block.
    ///
    /// # Errors
    /// It is not, or it does not exist.
    pub fn is_regular(self, path: &Path) -> Result<(), ConfigError> {
        let about = fs::metadata(path).map_err(|error| self.unreadable(path, &error))?;
        match (about.is_file(), about.is_dir()) {
            (true, _) => Ok(()),
            (_, true) => Err(self.fault(path, "a directory", "")),
            _ => Err(self.fault(path, "a pipe or device instead of a regular file", "")),
        }
    }

    fn fits(self, path: &Path, n_bytes: u64) -> Result<(), ConfigError> {
        if n_bytes <= self.most {
            return Ok(());
        }
        let [found, most] = [n_bytes, self.most].map(grouped);
        Err(self.fault(path, format!("{found} bytes"), &format!(", of at most {most} bytes")))
    }

    /// The error of a file that cannot be read.
    #[must_use]
    pub fn unreadable(self, path: &Path, error: &io::Error) -> ConfigError {
        if error.kind() == io::ErrorKind::NotFound {
            return self.fault(path, "no such file", "");
        }
        self.fault(path, format!("a file that cannot be read ({error})"), "")
    }

    fn fault(self, path: &Path, found: impl Into<String>, at_most: &str) -> ConfigError {
        let at = Origin::whole(&path.display().to_string());
        ConfigError::at(&at, "", found, format!("{}{at_most}", self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Kind = Kind { name: "a note", most: 10 };

    #[test]
    fn files_beyond_the_limit_are_rejected() {
        let root = tempfile::tempdir().expect("a folder");
        let path = |name: &str| root.path().join(name);
        for (name, content) in
            [("ten", "0123456789"), ("more", "0123456789\n"), ("lines", "a\n\n012345678\nb")]
        {
            fs::write(path(name), content).expect("a file");
        }
        let read = |name: &str| {
            let mut text = String::new();
            SMALL.open(&path(name)).map(|mut file| file.read_to_string(&mut text).map(|_| text))
        };
        assert_eq!(read("ten").expect("a file").expect("text"), "0123456789");
        let told = |fault: ConfigError| fault.to_string();
        let too_large = read("more").map(drop).map_err(told).expect_err("a fault");
        assert!(
            too_large.ends_with("more: found 11 bytes, expected a note, of at most 10 bytes"),
            "{too_large}"
        );
        assert_eq!(SMALL.named(&path("more")).map_err(told), Err(too_large));
        assert_eq!(SMALL.named(&path("ten")).expect("a file"), b"0123456789");
        let mut start = Vec::new();
        SMALL.start(&path("more")).expect("a file").read_to_end(&mut start).expect("bytes");
        assert_eq!(start, b"0123456789");
        let lines = |name: &str| -> Vec<_> {
            SMALL.lines(&path(name)).expect("a file").map(|line| line.map_err(told)).collect()
        };
        assert_eq!(
            lines("lines"),
            [b"a\n".to_vec(), b"\n".to_vec(), b"012345678\n".to_vec(), b"b".to_vec()].map(Ok)
        );
        let too_long = lines("more").swap_remove(0).expect_err("a fault");
        assert!(
            too_long.ends_with("more:1: found 11 bytes, expected a note, of at most 10 bytes"),
            "{too_long}"
        );
        for folder in [read(".").map(drop), SMALL.named(&path(".")).map(drop)] {
            assert!(told(folder.expect_err("a fault")).ends_with(", expected a note"));
        }
        assert!(told(SMALL.named(&path("none")).expect_err("a fault")).contains("no such file"));
    }
}
