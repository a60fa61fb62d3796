//! The players' chances along a story, for a chart.

use crate::report::page::chances::Chance;
use crate::stats::chance::percent;

/// The chances in a story, before its players are named: each deciding player's own, after the decision.
pub(super) fn of_story(story: &str) -> Vec<Chance> {
    let (mut stage, mut decision, mut found) = (String::new(), String::new(), Vec::new());
    for line in story.lines() {
        stage = stage_of(line).unwrap_or(stage);
        let line = line.trim_start();
        if let Some(chance) = chance_of(line) {
            found.push(Chance { stage: stage.clone(), decision: std::mem::take(&mut decision), ..chance });
        } else if let Some((_, chosen)) = line.strip_prefix("[seat ").and_then(|line| line.split_once(": ")) {
            decision = chosen.split(", of ").next().unwrap_or_default().to_owned();
        }
    }
    found
}

/// A stage of a game is a word and a number without indentation: `Round 3`, `Turn 1, Far`.
fn stage_of(line: &str) -> Option<String> {
    let mut words = line.split([' ', ',', ':']);
    let (word, number) = (words.next()?, words.next()?);
    let is_stage = word.starts_with(char::is_uppercase)
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit());
    is_stage.then(|| format!("{word} {number}"))
}

/// The own chance of the player in `[chances, as seat 0 knows: seat 0 52 ± 5 %, seat 1 < 1 %]`.
fn chance_of(line: &str) -> Option<Chance> {
    let (seat, chances) = line.strip_prefix("[chances, as seat ")?.split_once(" knows: ")?;
    let own = format!("seat {seat} ");
    let words = chances.trim_end_matches(']').split(", ").find_map(|chance| chance.strip_prefix(&own))?;
    let (seat, percent) = (seat.parse().ok()?, percent(words)?);
    Some(Chance { seat, percent, words: words.into(), stage: String::new(), decision: String::new() })
}
