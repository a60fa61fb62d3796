//! Errors as Python exceptions. Their classes are in `undercard/errors.py`.

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use undercard::config::{ConfigError, ConfigErrors, Origin, config_error};
use undercard::experiments::Error;
use undercard::report::write::WriteError;

/// A config error, `ConfigError` or a class derived from it: the message of the command line, and each error on its own.
pub(crate) fn of_config(py: Python<'_>, class: &str, ConfigErrors(errors): &ConfigErrors) -> PyErr {
    let parts: Vec<_> = errors
        .iter()
        .map(|ConfigError { at, key, found, expected, hint }| {
            let line = (at.line > 0).then_some(at.line);
            let (file, place) = place(at);
            // The column of a table of cards.
            let key = key.strip_prefix("column ").unwrap_or(key);
            (file, line, key, found.as_str(), expected.as_str(), hint.as_deref(), place)
        })
        .collect();
    let message = ConfigErrors(errors.clone()).to_string();
    let made =
        py.import("undercard.errors").and_then(|module| module.getattr(class)?.call1((message, parts)));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// The error of an argument from a message such as `found 9..8, expected 8..9`.
pub(crate) fn of_message(py: Python<'_>, argument: &str, message: &str) -> PyErr {
    let (found, expected) = message.split_once(", expected ").unwrap_or(("", message));
    let found = found.strip_prefix("found ").unwrap_or("an invalid value");
    let expected = expected.strip_prefix("expected ").unwrap_or(expected);
    of_config(py, "ConfigError", &ConfigErrors(vec![config_error(argument, "", found, expected)]))
}

/// The file of a position, and in a workbook also the sheet and the cell.
fn place(at: &Origin) -> (&str, Option<String>) {
    match at.file.split_once(", sheet \"") {
        Some((file, _)) => {
            let shown = at.to_string();
            (file, shown.strip_prefix(file).map(|rest| rest.trim_start_matches(", ").to_owned()))
        }
        None => (at.file.as_ref(), None),
    }
}

/// An error of an experiment.
pub(crate) fn of_experiment(py: Python<'_>, error: &Error) -> PyErr {
    match error {
        Error::Config(errors) => of_config(py, "ConfigError", errors),
        Error::Lock(errors) => of_config(py, "LockError", errors),
        Error::Write(error) => of_writing(error),
        Error::Damaged(message) => PyRuntimeError::new_err(message.clone()),
    }
}

/// A file that cannot be written.
pub(crate) fn of_writing(error: &WriteError) -> PyErr {
    PyOSError::new_err(error.to_string())
}
