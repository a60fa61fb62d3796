//! The games that `compare --explain` prints: those that end differently on the two sides.

use crate::simulation::Simulation;
use std::fmt::Write;

/// Maximum number of games to search.
const SEARCHED: u64 = 20_000;
/// Lines of a story shown before and after the two sides diverge.
const BEFORE: usize = 8;
const AFTER: usize = 14;

/// The stories of the games whose outcome differs, the shortest first, from just before the two sides diverge.
pub(super) fn stories(
    one: &dyn Simulation,
    two: &dyn Simulation,
    n_games: usize,
    played: u64,
) -> Vec<String> {
    if n_games == 0 {
        return Vec::new();
    }
    let range = 0..played.min(SEARCHED);
    let mut results = Vec::new();
    one.worker().show(range.clone(), &mut |_, result| results.push((result.outcome, result.length)));
    let mut different = Vec::new();
    two.worker().show(range, &mut |game_idx, result| {
        let index = usize::try_from(game_idx).unwrap_or(usize::MAX);
        if let Some((outcome, length)) = results.get(index).filter(|(outcome, _)| *outcome != result.outcome)
        {
            different.push((length + result.length, game_idx, *outcome, result.outcome));
        }
    });
    different.sort_by_key(|(length, game_idx, ..)| (*length, *game_idx));
    let stories = different.into_iter().take(n_games).map(|(_, game_idx, a, b)| {
        let (left, right) = (one.story(game_idx), two.story(game_idx));
        let (left, right): (Vec<&str>, Vec<&str>) = (left.lines().collect(), right.lines().collect());
        let common = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
        let mut text =
            format!("\nGame {game_idx}: A ends with {a}, B with {b}; identical up to line {common}\n");
        for line in &left[common.saturating_sub(BEFORE)..common] {
            let _ = writeln!(text, "    {line}");
        }
        for (side, lines) in [("A", &left), ("B", &right)] {
            for line in lines[common..].iter().take(AFTER) {
                let _ = writeln!(text, "  {side} {line}");
            }
        }
        text
    });
    stories.collect()
}
