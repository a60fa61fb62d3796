//! Colour on terminals: the labels of messages, and verdicts. It is added to finished text, so that no width counts it,
//! and `anstream` removes it where a stream gets none. Files, and formats for programs, never have any.

use anstyle::{AnsiColor, Style};
use clap::ColorChoice;
use std::ffi::OsString;

/// The option `--color` of every command.
pub(crate) fn option() -> clap::Arg {
    clap::Arg::new("color")
        .long("color")
        .value_name("WHEN")
        .global(true)
        .value_parser(clap::value_parser!(ColorChoice))
        .default_value("auto")
        .hide_possible_values(true)
        .help(
            "Colour: auto, always or never; auto uses it on a terminal unless NO_COLOR or CLICOLOR=0 is set",
        )
}

/// Reads `--color` before the command line is parsed, because errors and help follow it, too.
pub(crate) fn choose(arguments: &[OsString]) -> ColorChoice {
    let words: Vec<&str> = arguments.iter().map(|word| word.to_str().unwrap_or_default()).collect();
    let options = words.iter().copied().enumerate().take_while(|(_, word)| *word != "--");
    let values = options.filter_map(|(nth, word)| match word.strip_prefix("--color") {
        Some("") => words.get(nth + 1).copied(),
        Some(value) => value.strip_prefix('='),
        None => None,
    });
    let (chosen, of_streams) = match values.last() {
        Some("always") => (ColorChoice::Always, anstream::ColorChoice::Always),
        Some("never") => (ColorChoice::Never, anstream::ColorChoice::Never),
        _ => (ColorChoice::Auto, anstream::ColorChoice::Auto),
    };
    of_streams.write_global();
    chosen
}

/// Colours the label of each line of a message: `error:`, `warning:`.
pub(crate) fn label(text: &str) -> String {
    paint(text, |word| match word {
        "error:" => Some(AnsiColor::Red),
        "warning:" => Some(AnsiColor::Yellow),
        _ => None,
    })
}

/// Colours the verdict at the beginning of each line.
pub(crate) fn verdicts(text: &str) -> String {
    paint(text, |word| match word.trim_end_matches([':', ',', '.']).to_ascii_lowercase().as_str() {
        "pass" => Some(AnsiColor::Green),
        "fail" => Some(AnsiColor::Red),
        "inconclusive" => Some(AnsiColor::Yellow),
        _ => None,
    })
}

/// Colours the first word of each line that has a colour.
fn paint(text: &str, colour: fn(&str) -> Option<AnsiColor>) -> String {
    let line = |line: &str| {
        let word = line.split_whitespace().next().filter(|word| line.starts_with(word)).unwrap_or_default();
        let Some(colour) = colour(word) else { return line.to_owned() };
        let style = Style::new().bold().fg_color(Some(colour.into()));
        format!("{style}{word}{style:#}{}", &line[word.len()..])
    };
    text.split_inclusive('\n').map(line).collect()
}
