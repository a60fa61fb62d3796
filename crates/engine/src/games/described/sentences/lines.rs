//! The lines of a list, and what can be wrong with them.

use super::LONGEST_LIST;
use crate::model::settings::{Item, Value as Tree, clipped, nearest};

/// What is wrong with a sentence.
pub(super) struct Fault {
    pub(super) found: String,
    pub(super) expected: String,
    pub(super) hint: Option<String>,
    /// The unknown name, the tables that could define it, and whether they define none at all. No table defines chosen cards.
    pub(super) unknown: Option<(String, &'static [&'static str], bool)>,
    /// Whether the sentence has another form than those of the vocabulary.
    pub(super) form: bool,
}

pub(super) type Read<T> = Result<T, Box<Fault>>;

pub(super) fn fault<T>(found: &str, expected: impl Into<String>) -> Read<T> {
    near(found, &[], expected).map_err(|mut fault| {
        fault.form = false;
        fault
    })
}

/// The error of a word that should have been one of these words or names.
pub(super) fn near<T>(found: &str, names: &[&str], expected: impl Into<String>) -> Read<T> {
    let (hint, found) = match found {
        "" => (None, "the end of the sentence".into()),
        _ => (nearest(found, names.iter().copied()), format!("\"{}\"", clipped(found))),
    };
    Err(Box::new(Fault { found, expected: expected.into(), form: hint.is_none(), hint, unknown: None }))
}

/// A line: its depth, its words and signs, and its place.
pub(super) struct Line<'s> {
    pub(super) depth: usize,
    pub(super) words: Vec<&'s str>,
    pub(super) item: Item<'s>,
}

/// The lines of a list; faulty ones are reported and left out.
pub(super) fn lines<'s>(list: &Item<'s>) -> Vec<Line<'s>> {
    let mut lines = Vec::new();
    for item in list.items(0..=LONGEST_LIST) {
        let whole = match &item.node().value {
            Tree::Text(text) if text.contains('\t') => {
                item.refuse("a tab", "blanks: two more for what belongs to the sentence before", None);
                text.as_str()
            }
            _ => item.sentence(),
        };
        // A tab, which is reported, is probably meant as one step.
        let start = whole.len() - whole.trim_start().len();
        let blanks = whole[..start].chars().map(|blank| if blank == '\t' { 2 } else { 1 }).sum::<usize>();
        let is_text = matches!(&item.node().value, Tree::Text(_));
        match words(whole.trim()) {
            Ok(_) if blanks % 2 == 1 => item.fault("a sentence after an even number of blanks"),
            // What is no sentence at all is reported already.
            Ok(words) if words.is_empty() && is_text && whole.len() == start => item.fault("a sentence"),
            Ok(words) => {
                lines.push(Line { depth: blanks / 2, words, item });
                continue;
            }
            Err(fault) => item.refuse(fault.found, fault.expected, fault.hint),
        }
        // Those inside it are read nevertheless.
        lines.push(Line { depth: blanks.div_ceil(2), words: Vec::new(), item });
    }
    lines
}

/// Words and signs. A word can contain hyphens, so a minus stands between blanks.
pub(super) fn words(text: &str) -> Read<Vec<&str>> {
    let mut words = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let length = match first {
            '<' | '>' | '!' if rest.as_bytes().get(1) == Some(&b'=') => 2,
            '<' | '>' | '=' | '(' | ')' | '+' | '*' | '/' | ':' | ',' => 1,
            '-' if rest.len() == 1 || rest.as_bytes()[1] == b' ' => 1,
            _ => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
        };
        if length == 0 {
            let word = rest.split_whitespace().next().unwrap_or_default();
            return match first {
                'A'..='Z' => fault(word, format!("small letters: {}", word.to_lowercase())),
                '.' => fault(".", "a sentence without a full stop"),
                '\'' | '\u{2019}' => fault(word, "no apostrophe: \"foe health\" is the foe's health"),
                _ => fault(
                    &first.to_string(),
                    "lower-case words, numbers, and the signs + - * / < <= > >= = != ( ) , :",
                ),
            };
        }
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    Ok(words)
}

/// The names under which chosen cards are known: `card`, or an empty text if every choice has another name, and the names
/// after `as`.
pub(in super::super) fn chosen_names<'s>(lists: &[Item<'s>]) -> Vec<&'s str> {
    /// The bytes of 200 characters.
    const LONGEST: usize = 800;
    let mut names = vec![""];
    for list in lists {
        let Tree::List(items) = &list.node().value else { continue };
        for node in items {
            let Tree::Text(text) = &node.value else { continue };
            // That a sentence is too long is reported.
            if text.len() > LONGEST {
                continue;
            }
            let words = words(text).unwrap_or_default();
            let is_choice = matches!(words[..], ["choose" | "turn", ..] | ["pass", "or", "choose", ..]);
            let is_set = matches!(words[..], ["set", "card", ..] | ["set", "my" | "foe", "card", ..]);
            let own = || words.windows(3).filter(|three| three[1] == "as" && three[0] != "counted");
            if is_choice && own().next().is_none() || is_set {
                names[0] = "card";
            }
            for name in own().map(|three| three[2]) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
    }
    names
}
