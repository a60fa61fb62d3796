//! Escapes characters of names that could control the terminal, look like others, or be markup.

/// Replaces control characters by spaces: they could end the line or control the terminal. Escapes characters that change
/// the direction of text.
pub(super) fn printable(cell: &str) -> String {
    escape(&cell.replace(char::is_control, " "), changes_direction)
}

/// Whether a character changes the direction of the text after it. With such characters, a name can look like another.
#[must_use]
pub const fn changes_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character can control the terminal, or changes the direction of the text after it. Line feeds do neither.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    c.is_control() && c != '\n' || changes_direction(c)
}

/// Escapes the characters of a text that can control the terminal or change its direction.
#[must_use]
pub fn visible(text: &str) -> String {
    escape(text, is_hidden)
}

/// Escapes some characters of a text, like `\u{202e}`.
#[must_use]
pub fn escape(text: &str, is_escaped: impl Fn(char) -> bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_escaped(c) { escaped.extend(c.escape_default()) } else { escaped.push(c) }
    }
    escaped
}

/// Escapes a line of text for Markdown, and characters that change its direction. Underscores within words need no escape. An invisible character after `@` and `#`
/// prevents that a site links them to a user or an issue, which a backslash does not.
#[must_use]
pub fn inline(text: &str) -> String {
    let mut safe = String::new();
    let (mut before, mut rest) = (None, text.chars().peekable());
    while let Some(c) = rest.next() {
        let next = rest.peek().copied();
        let is_in_word = [before, next].iter().all(|c| c.is_some_and(char::is_alphanumeric));
        if matches!(c, '*' | '<' | '>' | '[' | ']' | '\\' | '|' | '`' | '&') || c == '_' && !is_in_word {
            safe.push('\\');
        }
        if changes_direction(c) {
            safe.extend(c.escape_default());
        } else {
            safe.push(if c.is_control() { ' ' } else { c });
        }
        if matches!(c, '@' | '#') && next.is_some_and(char::is_alphanumeric) {
            safe.push_str("&#8203;");
        }
        before = Some(c);
    }
    safe
}

/// A command line of this program with these arguments, quoted for a shell.
#[must_use]
pub fn command_line(arguments: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let quoted = arguments.into_iter().map(|argument| quoted(argument.as_ref()));
    std::iter::once("undercard".to_owned()).chain(quoted).collect::<Vec<_>>().join(" ")
}

/// An argument, quoted for a shell if necessary.
#[must_use]
pub fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_=./,:+%@".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::super::show::Grid;
    use super::*;

    #[test]
    fn markup_and_characters_that_change_the_direction_of_text_are_escaped() {
        assert_eq!(inline("win_rates/_x_.toml"), "win_rates/\\_x\\_.toml");
        assert_eq!(inline("<b>*a*\n`[x](y)|"), "\\<b\\>\\*a\\* \\`\\[x\\](y)\\|");
        assert_eq!(inline("@me #1 &lt; a @ #"), "@&#8203;me #&#8203;1 \\&lt; a @ #");
        let names = "\u{202a}a\u{202e}b\u{2066}c\u{2069}d\u{200e}e\u{200f}f\u{61c}";
        let cell = Grid { header: vec![], right: vec![false], rows: vec![vec![format!("{names}\t é")]] };
        let shown = "\\u{202a}a\\u{202e}b\\u{2066}c\\u{2069}d\\u{200e}e\\u{200f}f\\u{61c}  é\n";
        assert_eq!(cell.text(super::super::text::Width::TERMINAL), shown);
        assert!(
            cell.markdown().contains(shown.trim_end())
                && inline(names) == shown.split_once("  ").expect("a name").0
        );
        assert_eq!(visible("a\u{1b}[31m\u{9b}b\n\u{202e}"), "a\\u{1b}[31m\\u{9b}b\n\\u{202e}");
    }
}
