//! Results go to stdout, everything else to stderr.

use super::command_line::command_line;
use super::{CliResult, Failure, colour};
use crate::report::escape::visible;
use crate::report::show::wrap;
use crate::report::text::{Text, Width};
use anstream::AutoStream;
use std::fmt::{self, Display};
use std::io::{IsTerminal, Write};

/// The name of the option `--wide`.
pub(crate) const WIDE: &str = "wide";

/// The option `--wide` of every command.
pub(crate) fn wide() -> clap::Arg {
    clap::Arg::new(WIDE)
        .long(WIDE)
        .global(true)
        .action(clap::ArgAction::SetTrue)
        .display_order(900)
        .help("Don't wrap or trim output to 80 columns")
}

/// How long lines for people may be.
pub(crate) const fn width(is_wide: bool) -> Width {
    if is_wide { Width::ANY } else { Width::TERMINAL }
}

#[cfg(not(test))]
fn stdout() -> std::io::StdoutLock<'static> {
    std::io::stdout().lock()
}

/// Unit tests call commands whose results nobody reads.
#[cfg(test)]
fn stdout() -> std::io::Sink {
    std::io::sink()
}

/// Prints a text for people to stdout, line by line: a story whose game panics is printed up to there. Characters that
/// control the terminal or change the direction of text are escaped, so that names cannot look like others. A closed pipe is
/// not an error and does not change the exit code.
///
/// # Errors
/// Stdout cannot be written.
pub(crate) fn print(text: &impl Display) -> CliResult {
    let mut out = Escaped { out: stdout(), written: Ok(()) };
    // `out` keeps the error.
    let _ = fmt::write(&mut out, format_args!("{text}"));
    let Escaped { mut out, written } = out;
    printed(written.and_then(|()| out.flush()))
}

/// Prints a text for people to stdout, laid out for this width of lines.
///
/// # Errors
/// Stdout cannot be written.
pub(crate) fn print_text(text: &Text, width: Width) -> CliResult {
    print(&text.laid_out(width))
}

/// Prints a story to stdout, each line as soon as it is complete, wrapped.
///
/// # Errors
/// Stdout cannot be written.
pub(crate) fn print_lines(story: &impl Display, width: Width) -> CliResult {
    let mut lines = Lines { out: Escaped { out: stdout(), written: Ok(()) }, line: String::new(), width };
    // `out` keeps the error.
    let _ = fmt::write(&mut lines, format_args!("{story}"));
    let Lines { out: Escaped { mut out, written }, .. } = lines;
    printed(written.and_then(|()| out.flush()))
}

/// Wraps lines.
struct Lines<W> {
    out: Escaped<W>,
    line: String,
    width: Width,
}

impl<W: Write> fmt::Write for Lines<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for part in text.split_inclusive('\n') {
            self.line += part;
            if part.ends_with('\n') {
                self.out.write_str(&wrap(&std::mem::take(&mut self.line), self.width))?;
            }
        }
        Ok(())
    }
}

/// Prints a text for people with coloured verdicts to stdout.
///
/// # Errors
/// Stdout cannot be written.
pub(crate) fn print_verdicts(text: &str) -> CliResult {
    let text = colour::verdicts(&visible(text));
    printed(if cfg!(test) {
        Ok(())
    } else {
        AutoStream::auto(std::io::stdout().lock()).write_all(text.as_bytes())
    })
}

/// Escapes characters that control the terminal or change the direction of text.
struct Escaped<W> {
    out: W,
    written: std::io::Result<()>,
}

impl<W: Write> fmt::Write for Escaped<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.written = self.out.write_all(visible(text).as_bytes());
        self.written.as_ref().map_err(|_| fmt::Error).copied()
    }
}

/// Prints a text for programs to stdout.
///
/// # Errors
/// Stdout cannot be written.
pub(crate) fn print_exactly(text: &str) -> CliResult {
    print_bytes(text.as_bytes())
}

/// Prints the contents of a file to stdout.
///
/// # Errors
/// Stdout cannot be written.
pub(crate) fn print_bytes(bytes: &[u8]) -> CliResult {
    printed(stdout().write_all(bytes))
}

/// Prints a text that belongs into a file. On a terminal, says how to save it.
///
/// # Errors
/// Stdout cannot be written.
pub(crate) fn print_for_file(text: &str, file: &str) -> CliResult {
    print_exactly(text)?;
    if std::io::stdout().is_terminal() {
        log(&format!("to save it: {} > {file}", command_line()));
    }
    Ok(())
}

/// Finishes printing to stdout.
///
/// # Errors
/// Stdout cannot be written.
pub(crate) fn printed(written: std::io::Result<()>) -> CliResult {
    match written.and_then(|()| std::io::stdout().lock().flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::Write(format!("cannot write to stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints warnings to stderr, each once.
pub(crate) fn warn<'w>(warnings: impl IntoIterator<Item = &'w String>, width: Width) {
    let once: std::collections::BTreeSet<_> = warnings.into_iter().collect();
    once.into_iter().for_each(|warning| log_sentence(&format!("warning: {warning}"), width));
}

/// Prints a sentence to stderr, as [`log`] does; on a terminal, it is wrapped.
pub(crate) fn log_sentence(text: &str, width: Width) {
    if std::io::stderr().is_terminal() {
        log(&wrap(&visible(text), width));
    } else {
        log(text);
    }
}

/// Prints a message to stderr; errors are ignored. Characters (for example in file names) that control the terminal or
/// change the direction of text are escaped.
pub(crate) fn log(text: &str) {
    // The harness captures only what macros print.
    if cfg!(test) {
        return;
    }
    let text = visible(text);
    let _ = writeln!(AutoStream::auto(std::io::stderr().lock()), "{}", colour::label(&text));
}
