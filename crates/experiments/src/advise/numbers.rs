//! The numbers of a card or a character.

use super::super::numeric_settings::{Number, numbers};
use crate::config::Plan;
use crate::model::words::listed;

/// Maximum number of settings that a sentence names.
const NAMED: usize = 4;

/// The settings that no advice proposes, in a sentence; empty if there are none.
pub(super) fn not_advised(left_out: &[String]) -> String {
    let more = left_out.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("{more} more"));
    let named = listed(left_out.iter().take(NAMED).cloned().chain(more));
    if left_out.is_empty() {
        String::new()
    } else {
        format!("Left out, because nobody wins with it: {named}.")
    }
}

/// The numbers of a card, a character or a side: those in its own table, and how many of it are in a deck.
pub(super) fn of(plan: &Plan, id: &str) -> Vec<Number> {
    let is_own = |number: &Number| number.key.split('.').skip(1).any(|part| part == id);
    let all = numbers(plan, &[]).unwrap_or_default();
    all.into_iter().filter(is_own).collect()
}
