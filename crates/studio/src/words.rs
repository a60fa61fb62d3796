//! Texts of the command line in the words of the page: settings, cards and moves have names, and nobody types options.

use crate::config::Plan;
use crate::config::listing::listed;
use crate::experiments::person::sentence;
use crate::report::FigureId;
use crate::report::plain::{capitalized, setting, thing};
use std::collections::HashSet;

/// Terms and options of the command line, and what the page says instead.
const TERMS: &[(&str, &str)] = &[
    ("PARTIAL: stopped", "Stopped"),
    ("candidate", "version"),
    ("Candidate", "Version"),
    ("held-out", "fresh"),
    ("; more games (--games) or larger steps (--step) may.", "."),
    ("are too few to decide; raise --games.", "are too few to decide."),
    (" --verbose adds all columns.", ""),
    (" `--bots BOT` shows everything about one bot.", ""),
];

/// A text of the command line about a plan.
pub(super) fn in_words(text: &str, plan: &Plan) -> String {
    let text = TERMS.iter().fold(text.to_owned(), |text, (term, words)| replaced(&text, term, words));
    with_names(&text, &listed(plan).into_iter().map(|row| row.key).collect())
}

/// A story about a plan that was found by this condition.
pub(super) fn story_in_words(text: &str, wanted: Option<&str>, plan: &Plan) -> String {
    let text = wanted.map_or_else(
        || text.to_owned(),
        |wanted| replaced(text, &format!(" with {wanted}."), &format!(" {}.", condition(wanted))),
    );
    let text = text.replacen("\nchanged from the printed rules: ", "\nChanged from the printed rules: ", 1);
    decisions_in_words(&in_words(&text, plan), plan.game().id)
}

/// A condition of a story, as it follows *games*.
fn condition(wanted: &str) -> String {
    let (address, test) = wanted.find(['>', '=']).map_or((wanted, ""), |at| wanted.split_at(at));
    match (address.parse(), test) {
        (Ok(FigureId::CardWorth { card, .. } | FigureId::CopyWorth { card, .. }), "") => {
            format!("that {} decided", thing(&card))
        }
        (Ok(FigureId::WinRate { key, .. }), ">0") => {
            format!("that a player won who began with {}", thing(&key))
        }
        (Ok(FigureId::WinRate { key, .. }), "=0") => {
            format!("that nobody won who began with {}", thing(&key))
        }
        _ => format!("with {wanted}"),
    }
}

/// Replaces a term, also where it is wrapped.
fn replaced(text: &str, term: &str, words: &str) -> String {
    let (mut done, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(|c| term.starts_with(c) || term.starts_with(' ') && c == '\n') {
        let (before, from) = rest.split_at(at);
        done += before;
        let end = end_of(from, term);
        let length = end.unwrap_or_else(|| from.chars().next().map_or(0, char::len_utf8));
        done += if end.is_some() { words } else { &from[..length] };
        rest = &from[length..];
    }
    done + rest
}

/// Where a term ends with which a text begins; each of its blanks is any white space.
fn end_of(text: &str, term: &str) -> Option<usize> {
    let mut rest = text;
    for c in term.chars() {
        rest = match c {
            ' ' => Some(rest.trim_start()).filter(|trimmed| trimmed.len() < rest.len()),
            c => rest.strip_prefix(c),
        }?;
    }
    Some(text.len() - rest.len())
}

/// Names the settings. The first column of a table keeps its width.
fn with_names(text: &str, keys: &HashSet<String>) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    // A list is one setting, and its values have numbers.
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let is_key = |key: &str| keys.contains(key) || keys.contains(key.trim_end_matches(is_number));
    let (mut done, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(is_part) {
        let (before, from) = rest.split_at(at);
        let (word, behind) = from.split_at(from.find(|c| !is_part(c)).unwrap_or(from.len()));
        let key = word.trim_end_matches('.');
        done += before;
        if is_key(key) {
            let (name, is_column) = (setting(key), behind.starts_with("  "));
            let width = if is_column { key.chars().count() } else { 0 };
            done += &format!("{name:width$}{}", &word[key.len()..]);
        } else {
            done += word;
        }
        rest = behind;
    }
    done + rest
}

/// The decisions of a story, `[Red, play-card: king, of ten king]`, as sentences.
fn decisions_in_words(story: &str, game: &str) -> String {
    const START: &str = "    [";
    let mut text = String::new();
    let mut lines = story.lines().peekable();
    while let Some(line) = lines.next() {
        let mut whole = line.to_owned();
        // A long line is wrapped.
        while whole.starts_with(START)
            && !whole.ends_with(']')
            && let Some(next) = lines.next_if(|next| next.starts_with("      "))
        {
            whole += &format!(" {}", next.trim_start());
        }
        let decision =
            whole.strip_prefix(START).and_then(|rest| decision_in_words(rest.strip_suffix(']')?, game));
        text += &decision.map_or(whole, |decision| format!("    {decision}"));
        text.push('\n');
    }
    text
}

fn decision_in_words(decision: &str, game: &str) -> Option<String> {
    let (who, rest) = decision.split_once(", ")?;
    let (name, rest) = rest.split_once(": ")?;
    let (chosen, moves) = rest.split_once(", of ")?;
    // The verb is that of the chosen move.
    let words = |id: &str| sentence(game, "", id).to_lowercase();
    let moves: Vec<String> = moves.split(' ').filter(|id| *id != chosen).map(words).collect();
    let others = if moves.is_empty() { String::new() } else { format!(", not {}", moves.join(", ")) };
    Some(format!("[{}: {}{others}]", capitalized(who), sentence(game, name, chosen)))
}
