//! How a command can fail, and its exit code.

use crate::config::ConfigErrors;
use crate::experiments::Error;
use crate::report::write::WriteError;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Usage or config error.
    Input(String),
    /// A file or stdout cannot be written.
    Write(String),
    /// Incomplete or damaged input.
    Damaged(String),
    /// A verdict other than pass, with its exit code. The result has been printed.
    Judged(u8),
    /// Stopped by a signal, with its exit code. The partial result has been saved.
    Interrupted(u8),
}

impl Failure {
    /// The error message; empty if the result already shows the error.
    pub(crate) fn message(&self) -> &str {
        match self {
            Self::Input(message) | Self::Write(message) | Self::Damaged(message) => message,
            Self::Judged(_) | Self::Interrupted(_) => "",
        }
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Input(_) => 2,
            Self::Damaged(_) => 12,
            Self::Write(_) => 13,
            Self::Interrupted(code) | Self::Judged(code) => *code,
        }
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<ConfigErrors> for Failure {
    fn from(errors: ConfigErrors) -> Self {
        Self::Input(errors.to_string())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Config(errors) => errors.into(),
            Error::Damaged(message) => Self::Damaged(message),
            Error::Lock(errors) => Self::Damaged(errors.to_string()),
            Error::Write(error) => error.into(),
        }
    }
}

impl From<std::fmt::Error> for Failure {
    fn from(error: std::fmt::Error) -> Self {
        Self::Write(error.to_string())
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        Self::Write(error.to_string())
    }
}

/// The result of a command.
pub(crate) type CliResult = Result<(), Failure>;
