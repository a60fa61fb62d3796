//! The command line of this process, quoted for a shell.

pub(crate) use crate::report::escape::{command_line as typed, quoted};
use crate::report::show::folded;
use crate::report::text::Width;
use std::path::Path;

/// The command line, quoted for a shell.
pub(crate) fn command_line() -> String {
    typed(arguments())
}

/// The command line with this flag, quoted for a shell.
pub(crate) fn with(flag: &str) -> String {
    let mut arguments = arguments();
    // Directly after the subcommand, where nothing can take it for a value.
    if !arguments.iter().any(|argument| argument == flag) {
        arguments.insert(arguments.len().min(1), flag.into());
    }
    typed(arguments)
}

/// The command line with this flag and with this output folder, quoted for a shell.
pub(crate) fn into(out: &Path, flag: &str) -> String {
    let mut rest = arguments().into_iter();
    let mut kept = Vec::new();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--out" => drop(rest.next()),
            text if text.starts_with("--out=") || text == flag => {}
            _ => kept.push(argument),
        }
    }
    kept.insert(kept.len().min(1), flag.into());
    kept.extend(["--out".into(), out.to_string_lossy().into_owned()]);
    typed(kept)
}

/// A name or path that no command takes for an option.
pub(crate) fn no_option(path: &str) -> String {
    if path.starts_with('-') { format!("./{path}") } else { path.to_owned() }
}

fn arguments() -> Vec<String> {
    std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect()
}

/// A command to type next, in the line of its label, or folded below it.
pub(crate) fn next(label: &str, arguments: impl IntoIterator<Item = String>, width: Width) -> String {
    let command = typed(arguments);
    let line = format!("{label}: {command}");
    if line.chars().count() <= width.columns() {
        return line;
    }
    format!("{label}:\n{}", folded(&command, width))
}

/// A tip for a setting that was written as two words: `--set KEY VALUE`.
pub(crate) fn tip(arguments: &[String]) -> Option<String> {
    let is_setting = |words: &&[String]| {
        words[0].starts_with("--set")
            && words.iter().all(|word| !word.contains('='))
            && words[1..].iter().all(|word| !word.starts_with('-'))
    };
    let words = arguments.windows(3).find(is_setting)?;
    let (option, key, value) = (&words[0], &words[1], &words[2]);
    Some(format!("tip: a setting and its value are one word: {option} {}", quoted(&format!("{key}={value}"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_quoted_for_a_shell() {
        for (argument, typed) in [
            ("cards.ten.damage=9", "cards.ten.damage=9"),
            ("rules.*", "'rules.*'"),
            ("it's here", r"'it'\''s here'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(argument), typed);
        }
    }
}
