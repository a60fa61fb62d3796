//! Results go to stdout, everything else to stderr.

use super::{CliResult, Failure};
use std::io::Write;

/// Prints a result to stdout. A closed pipe is not an error and does not change the exit code.
///
/// # Errors
/// Stdout cannot be written.
pub(crate) fn print(text: &str) -> CliResult {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::Write(format!("cannot write to stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints warnings to stderr, each once.
pub(crate) fn warn<'w>(warnings: impl IntoIterator<Item = &'w String>) {
    let once: std::collections::BTreeSet<_> = warnings.into_iter().collect();
    once.into_iter().for_each(|warning| log(&format!("warning: {warning}")));
}

/// Prints a message to stderr; errors are ignored. Control characters (for example in file names) are escaped, so
/// that they cannot control the terminal.
pub(crate) fn log(text: &str) {
    let escape =
        |c: char| if c.is_control() && c != '\n' { c.escape_default().to_string() } else { c.into() };
    let _ = writeln!(std::io::stderr().lock(), "{}", text.chars().map(escape).collect::<String>());
}
