//! The games that `compare --explain` prints: those that end differently on the two sides.

use super::super::Session;
use super::super::players::{of_outcome, with_players};
use crate::simulation::{Simulation, list_games};
use crate::stats::tally::GameRecord;
use std::fmt::Write;

/// Maximum number of games to search.
const SEARCHED: u64 = 20_000;
/// Lines of a story shown before and after the two sides diverge.
const BEFORE: usize = 8;
const AFTER: usize = 14;

/// The games that end differently.
#[derive(Default)]
pub(super) struct Explained {
    /// Their stories, the shortest first, from just before the two sides diverge.
    pub stories: Vec<String>,
    /// The number of pairs that were searched.
    pub searched: u64,
}

/// Searches the first pairs for games whose outcome differs, until the session is stopped.
pub(super) fn explain(
    one: &dyn Simulation,
    two: &dyn Simulation,
    n_games: usize,
    played: u64,
    session: &Session,
) -> Explained {
    if n_games == 0 {
        return Explained { stories: Vec::new(), searched: 0 };
    }
    let ends = |simulation| {
        let end = |_, record: &GameRecord<'_>| (record.outcome, record.length);
        list_games(simulation, 0..played.min(SEARCHED), session.pool(), session.stop(), &|_| {}, &end)
    };
    let (ends_of_one, ends_of_two) = (ends(one), ends(two));
    let searched = ends_of_one.len().min(ends_of_two.len()) as u64;
    let pairs = (0..).zip(ends_of_one.into_iter().zip(ends_of_two));
    let mut different: Vec<_> = pairs
        .filter(|(_, (a, b))| a.0 != b.0)
        .map(|(game_idx, (a, b))| (a.1 + b.1, game_idx, a.0, b.0))
        .collect();
    different.sort_by_key(|(length, game_idx, ..)| (*length, *game_idx));
    let stories = different.into_iter().take(n_games).map(|(_, game_idx, a, b)| {
        let (left, right) = (one.story(game_idx), two.story(game_idx));
        let (left, right): (Vec<&str>, Vec<&str>) = (left.lines().collect(), right.lines().collect());
        let common = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
        let (a, b) = (of_outcome(one, a), of_outcome(two, b));
        let mut text = format!("\nGame {game_idx}: in A {a}, in B {b}; identical up to line {common}\n");
        for line in &left[common.saturating_sub(BEFORE)..common] {
            let _ = writeln!(text, "    {line}");
        }
        for (side, lines) in [("A", &left), ("B", &right)] {
            for line in lines[common..].iter().take(AFTER) {
                let _ = writeln!(text, "  {side} {line}");
            }
        }
        with_players(&text, one.schema())
    });
    Explained { stories: stories.collect(), searched }
}
