//! Numbers to change: those of a card, and the one that changes the length of a game most.

use super::super::Accuracy;
use super::super::numeric_settings::{Number, numbers};
use super::super::sensitivity::{self, Sensitivity};
use super::Options;
use super::findings::{Fact, ends_of};
use crate::config::{Plan, PlanOptions, globs};
use crate::model::words::listed;
use crate::report::sensitivity::StepEffect;
use crate::report::table::fixed;
use crate::report::{Cell, FigureId, plain};
use crate::stats::Interval;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// All steps of settings together play at most this many times the games of the run.
const TIMES: u64 = 5;

/// With fewer pairs of games, a step shows nothing.
const FEWEST: u64 = 200;

/// Maximum number of numbers of a card that a sentence names.
const NAMED: usize = 4;

/// One step of every number, and its effect on the length, and the steps after which nobody wins, which are left out; `None`
/// if no number can move.
pub(super) fn of_length(
    config: &str,
    plan_options: &PlanOptions,
    options: &Options,
    plan: &Plan,
) -> Option<(Sensitivity, Vec<String>)> {
    let plan_options = PlanOptions { games: Some(1), ..plan_options.clone() };
    let steps = sensitivity::Options {
        keys: options.keys.clone(),
        step: options.step,
        show: Some(FigureId::mean_length().to_string()),
        accuracy: Accuracy { level: options.level, precision: None },
    };
    let (steps, left_out) = Sensitivity::new(config, &plan_options, &steps).ok()?.winnable();
    let games = plan.games.saturating_mul(TIMES) / (steps.n_steps() as u64).max(1);
    // The largest effect is named, so the intervals of all hold together.
    let level = options.level.shared_by(steps.n_steps().max(1));
    Some((steps.with_games(games.min(plan.games).max(FEWEST), level), left_out))
}

/// The settings that no advice proposes, in a sentence; empty if there are none.
pub(super) fn not_advised(left_out: &[String]) -> String {
    let more = left_out.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("{more} more"));
    let named = listed(left_out.iter().take(NAMED).cloned().chain(more));
    if left_out.is_empty() {
        String::new()
    } else {
        format!(" Left out, because nobody wins with it: {named}.")
    }
}

/// The step that changes the length most, in a sentence, and its figure. Only steps that make games shorter, or longer, if
/// that is what the targets ask for.
pub(super) fn length_step(
    steps: &[StepEffect],
    unit: &str,
    is_too_long: Option<bool>,
) -> (String, Option<Fact>) {
    let step = |row: &StepEffect| {
        let (to, change) = (row.to?, row.change?);
        let (delta, ends) = (change.delta?, change.interval?);
        let is_wanted = is_too_long.is_none_or(|too_long| too_long == (delta < 0.0));
        is_wanted.then(|| (row.key.clone(), row.from.to_string(), to.to_string(), delta, ends))
    };
    // A measurable effect first, then the largest.
    let is_clear = |ends: Interval| !ends.contains(0.0);
    let largest = steps.iter().filter_map(step).max_by(|one, other| {
        is_clear(one.4).cmp(&is_clear(other.4)).then(one.3.abs().total_cmp(&other.3.abs()))
    });
    let what = match is_too_long {
        Some(true) => "shortens",
        Some(false) => "lengthens",
        None => "changes",
    };
    let Some((key, from, to, delta, ends)) = largest else {
        return (format!("No single step of a number measurably {what} the length."), None);
    };
    let (word, size) = match delta < 0.0 {
        true => ("shorter", Interval { low: -ends.high, high: -ends.low }),
        false => ("longer", ends),
    };
    let text = |value: f64| fixed(value, 2);
    let step = format!(
        "the {} from {from} to {to}, {} {unit} {word} ({})",
        plain::setting(&key),
        text(delta.abs()),
        ends_of(size, text)
    );
    let sentence = if is_clear(ends) {
        format!("The single step that {what} the length most: {step}.")
    } else {
        format!(
            "No single step of a number measurably {what} the length. The largest measured effect, which can be chance: {step}."
        )
    };
    let fact = Fact {
        subject: key,
        finding: word,
        figure: Some(FigureId::mean_length()),
        value: Cell::Mean(Some(delta)),
        interval: Some(ends),
        unit: unit.to_owned(),
        change: Some([from, to]),
    };
    (sentence, Some(fact))
}

/// The numbers of a card: those in its own table, and how many of it are in a deck.
pub(super) fn of_card(plan: &Plan, card: &str) -> Vec<Number> {
    let is_own = |number: &Number| number.key.split('.').skip(1).any(|part| part == card);
    let all = numbers(plan, &[]).unwrap_or_default();
    all.into_iter().filter(is_own).collect()
}

/// The keys of these numbers, with `*` wherever a pattern means no other number.
pub(super) fn patterns(plan: &Plan, own: &[Number]) -> Vec<String> {
    let all = numbers(plan, &[]).unwrap_or_default();
    let keys = |numbers: &[Number]| -> BTreeSet<String> {
        numbers.iter().map(|number| number.key.clone()).collect()
    };
    let own = keys(own);
    let others: Vec<String> = keys(&all).difference(&own).cloned().collect();
    shortened(&own, &others)
}

/// The fewest patterns that match these keys and none of the others, as far as a greedy search finds them.
fn shortened(own: &BTreeSet<String>, others: &[String]) -> Vec<String> {
    let candidates: BTreeSet<String> = own.iter().flat_map(|key| with_stars(key)).collect();
    let is_own = |glob: &String| !others.iter().any(|other| globs::matches(glob, other));
    let candidates: Vec<String> = candidates.into_iter().filter(is_own).collect();
    let (mut open, mut patterns): (Vec<&String>, Vec<String>) = (own.iter().collect(), Vec::new());
    while let Some(first) = open.first() {
        let n_matched = |glob: &&String| open.iter().filter(|key| globs::matches(glob, key)).count();
        // Among equals, the one with the most words.
        let n_stars = |glob: &String| glob.matches('*').count();
        let best = candidates.iter().max_by_key(|glob| (n_matched(glob), Reverse(n_stars(glob))));
        let best = best.filter(|glob| n_matched(glob) > 1).unwrap_or(first).clone();
        open.retain(|key| !globs::matches(&best, key));
        patterns.push(best);
    }
    patterns
}

/// The key with each choice of its parts replaced by `*`, but not all of them.
fn with_stars(key: &str) -> Vec<String> {
    let mut patterns = vec![Vec::new()];
    for part in key.split('.') {
        let longer = |pattern: Vec<String>| {
            let with = |part: &str| pattern.iter().cloned().chain([part.to_owned()]).collect::<Vec<_>>();
            [with(part), with("*")]
        };
        patterns = patterns.into_iter().flat_map(longer).collect();
    }
    let has_word = |pattern: &Vec<String>| pattern.iter().any(|part| part != "*");
    patterns.into_iter().filter(has_word).map(|pattern| pattern.join(".")).collect()
}

/// The numbers of cards in a sentence, and the command options that move each of them a step.
pub(super) fn card_numbers(numbers: &[Number]) -> Option<String> {
    let shown = numbers.iter().take(NAMED).map(|number| format!("{} = {}", number.key, number.value));
    let more = numbers.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("{more} more"));
    (!numbers.is_empty()).then(|| listed(shown.chain(more)))
}
