//! Extracts the documentation of settings from the comments of a printed config.

/// The comments of the keys and tables of a TOML text.
#[derive(Clone, Debug, Default)]
pub struct Comments {
    /// Dotted path and comment, in the order of the file; `cards.*.damage` if a list of keys above the tables of cards
    /// explains `damage`.
    own: Vec<(String, String)>,
    /// The comments of keys that share the comment of a key directly above them.
    shared: Vec<(String, String)>,
}

/// Reads the comment of each key and table: the lines directly above it, or the end of the same line. A
/// comment applies to all lines up to the next comment or empty line. Keys that occur in many tables can
/// instead be explained above the first of these tables, one line per key (`#   damage  what it does`), with
/// continuation lines indented further; each that begins with a quotation mark stays a line of its own.
#[must_use]
pub fn comments(text: &str) -> Comments {
    let mut comments = Comments::default();
    let mut table = String::new();
    let (mut block, mut listed): (Vec<&str>, Vec<(&str, String)>) = (Vec::new(), Vec::new());
    // Whether the block has been used for a line above.
    let mut is_used = false;
    for line in text.lines().map(str::trim) {
        if let Some(comment) = line.strip_prefix('#') {
            if is_used {
                block.clear();
                is_used = false;
            }
            block.push(comment);
            list(comment, &mut listed);
            continue;
        }
        let (code, behind) = line.split_at(comment_start(line));
        let path = if let Some(name) = header(code) {
            name.clone_into(&mut table);
            let root = name.split('.').next().unwrap_or_default();
            comments.own.extend(listed.drain(..).map(|(key, meaning)| (format!("{root}.*.{key}"), meaning)));
            name.to_owned()
        } else if let Some((key, _)) = code.split_once('=') {
            listed.clear();
            if table.is_empty() { key.trim().to_owned() } else { format!("{table}.{}", key.trim()) }
        } else {
            if line.is_empty() {
                block.clear();
            }
            continue;
        };
        match behind.strip_prefix('#') {
            Some(behind) if is_used || block.is_empty() => {
                comments.own.push((path, behind.trim().to_owned()));
            }
            _ if block.is_empty() => {}
            _ if is_used => comments.shared.push((path, joined(&block))),
            _ => comments.own.push((path, joined(&block))),
        }
        is_used = true;
    }
    comments
}

/// The name of the table if this line is a table header; lines of a multi-line list are not headers.
#[must_use]
pub fn header(code: &str) -> Option<&str> {
    let name = code.trim().strip_prefix('[')?.strip_suffix(']')?;
    let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name).trim();
    let is_name =
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_'));
    is_name.then_some(name)
}

/// The byte index of the comment of a line: its first `#` outside strings.
fn comment_start(line: &str) -> usize {
    let mut quote = None;
    let mut is_escaped = false;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            _ if is_escaped => is_escaped = false,
            (Some('"'), '\\') => is_escaped = true,
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '#') => return at,
            _ => {}
        }
    }
    line.len()
}

/// The number of spaces before a line of a list of keys.
const INDENT: usize = 3;

/// The lines of a comment as a text. Those of a list of keys stay lines.
fn joined(block: &[&str]) -> String {
    let mut text = String::new();
    let mut is_in_list = false;
    for line in block {
        let indent = line.len() - line.trim_start().len();
        let is_of_list = indent == INDENT && line.trim().contains("  ");
        if !text.is_empty() {
            text.push(if is_of_list || is_in_list && indent < INDENT { '\n' } else { ' ' });
        }
        text += line.trim();
        is_in_list = is_of_list || is_in_list && indent >= INDENT;
    }
    text
}

/// Parses a line of a list of keys, or a continuation line.
fn list<'t>(comment: &'t str, listed: &mut Vec<(&'t str, String)>) {
    let text = comment.trim_start();
    let is_deeper = comment.len() - text.len() > INDENT;
    match (text.split_once("  "), listed.last_mut()) {
        (_, Some((_, meaning))) if is_deeper => {
            // A list of values keeps its lines.
            let is_value = |line: &str| line.starts_with('"');
            let last = meaning.lines().last().unwrap_or_default();
            let is_end = is_value(last) && text.starts_with(char::is_uppercase);
            meaning.push(if is_value(text) || is_end { '\n' } else { ' ' });
            meaning.push_str(text.trim());
        }
        (Some((keys, meaning)), _) if comment.len() - text.len() == INDENT => {
            listed.extend(keys.split(", ").map(|key| (key, meaning.trim().to_owned())));
        }
        _ => {}
    }
}

impl Comments {
    /// The comment of a setting. In this order: its own; that of the same key in the first similar table that
    /// has one; one that it shares with the keys above it; that of the list or table that contains it.
    #[must_use]
    pub fn of(&self, path: &str) -> Option<&str> {
        let find = |path: &str| {
            let ends =
                |path: &str| Some((path.split_once('.')?.0.to_owned(), path.rsplit_once('.')?.1.to_owned()));
            let is_alike = |known: &str| ends(known).is_some() && ends(known) == ends(path);
            let own = self.own.iter().find(|(known, _)| known == path);
            let alike = || self.own.iter().find(|(known, _)| is_alike(known));
            let shared = || self.shared.iter().find(|(known, _)| known == path);
            own.or_else(alike).or_else(shared).map(|(_, comment)| comment.as_str())
        };
        let words: Vec<&str> = path.split('.').collect();
        let is_index = |index: usize| words[index].bytes().all(|byte| byte.is_ascii_digit());
        // Falls back to an enclosing list or nested table, but not to the table of the card itself.
        let wholes = (2..words.len()).rev().filter(|index| *index > 2 || is_index(*index));
        find(path).or_else(|| wholes.map(|index| words[..index].join(".")).find_map(|whole| find(&whole)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_applies_until_the_next_one_or_an_empty_line() {
        let table =
            comments("# Table.\n[a]\nx = 1\n# Two.\ny = [\n  ['', ''],  # L0\n  ['']\n]\nz = 1\n\nw = 1\n");
        let found = ["a.x", "a.y", "a.z", "a.w"].map(|key| table.of(key));
        assert_eq!(found, [Some("Table."), Some("Two."), Some("Two."), None]);
        // Number signs in strings are no comments.
        let comments = comments("[a]\nx = \"one # two\"\ny = 'a \"# b' # c\nz = \"\\\"#\" # d\n");
        assert_eq!(
            [comments.of("a.x"), comments.of("a.y"), comments.of("a.z")],
            [None, Some("c"), Some("d")]
        );
        // Keys of similar tables share comments.
        let text = "# Cards.\n#   copies     how many;\n#              0 to 4\n#   min, max   the range\n\n\
                    # A.\n[cards.a]\ncopies = 1\nhit = [1] # damage\n[cards.b]\nhit = [2]\nmin = 1\nmax = 2\n";
        let text_above = text.replace("the range\n\n# A.\n", "the range\n# Each is a card.\n");
        let comments = super::comments(text);
        for (path, meaning) in [
            ("cards.b.copies", Some("how many; 0 to 4")),
            ("cards.b.max", Some("the range")),
            ("cards.b.hit", Some("damage")),
            ("cards.b.hit.0", Some("damage")),
            ("cards.b.miss", None),
            ("warriors.b.copies", None),
        ] {
            assert_eq!(comments.of(path), meaning, "{path}");
        }
        let table = "Cards.\ncopies     how many; 0 to 4\nmin, max   the range\nEach is a card.";
        assert_eq!(super::comments(&text_above).of("cards.a"), Some(table), "a line for each key");
    }
}
