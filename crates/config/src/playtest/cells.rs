//! What people write into the cells of a log.

use super::super::cards::id_of;
use crate::model::{Group, MAX_SEATS, MetricKind, MetricSpec, Outcome, Ratio, Seat, Seats};

/// The parts of a cell that lists names. Between semicolons, names can have other signs: `Smith, Ann; Ben`.
pub(super) fn list(cell: &str) -> Vec<&str> {
    if cell.contains(';') {
        return cell.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
    }
    let parts = cell.split([';', ',', '+', '&', '/', '|', '\n']).flat_map(|part| part.split(" and "));
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

pub(super) fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// A number with a decimal point or comma.
pub(super) fn number(cell: &str) -> Option<f64> {
    let number: f64 = cell.trim().replace(',', ".").parse().ok()?;
    number.is_finite().then_some(number)
}

/// A whole number of at least 0; a spreadsheet may write it as 7.0.
pub(super) fn whole(cell: &str) -> Option<u64> {
    let cell = cell.trim();
    let digits = cell.strip_suffix(".0").or_else(|| cell.strip_suffix(",0")).unwrap_or(cell);
    let is_short = digits.len() <= 15 && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_short)
}

/// Whether a cell says yes or no.
pub(super) fn flag(cell: &str) -> Option<bool> {
    match cell.trim().to_lowercase().as_str() {
        "yes" | "y" | "true" | "x" | "won" | "win" | "ja" | "oui" | "✓" => Some(true),
        "no" | "n" | "false" | "-" | "lost" | "loss" | "nein" | "non" => Some(false),
        other => number(other).filter(|share| (0.0..=1.0).contains(share)).map(|share| share > 0.0),
    }
}

/// How a game ended without a winner.
pub(super) fn without_winner(cell: &str) -> Option<Outcome> {
    match cell.trim().to_lowercase().as_str() {
        "draw" | "tie" | "remis" | "unentschieden" => Some(Outcome::Draw),
        "nobody" | "no one" | "none" | "niemand" | "personne" => Some(Outcome::AllLose),
        "stalemate" | "limit" => Some(Outcome::Stalemate),
        _ => None,
    }
}

/// The key with this name.
pub(super) fn key_of(group: &Group, name: &str) -> Option<usize> {
    let id = id_of(name, |id| group.keys.iter().any(|key| key == id), 0);
    group.keys.iter().position(|key| *key == id || is_same(key, name))
}

/// Seats by number, from 1.
pub(super) fn by_number(name: &str, players: usize) -> Option<Seats> {
    const ORDINALS: [&str; MAX_SEATS] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    let name = name.to_lowercase();
    let name = name.strip_suffix(" player").unwrap_or(&name);
    let name = ["player ", "seat "].into_iter().find_map(|start| name.strip_prefix(start)).unwrap_or(name);
    let ordinal = ORDINALS.iter().position(|ordinal| *ordinal == name);
    let nth = ordinal.or_else(|| usize::try_from(whole(name)?).ok()?.checked_sub(1));
    nth.filter(|nth| *nth < players).map(|nth| Seats::only(Seat::new(nth)))
}

/// Whether a ratio counts parts of a game, such as its rounds.
pub(super) fn counts_parts(metric: &MetricSpec) -> bool {
    metric.unit == "share" || metric.unit.starts_with("per ") && metric.unit != "per game"
}

/// The contribution of a game to a metric, as a cell says it.
pub(super) fn contribution(metric: &MetricSpec, cell: &str) -> Option<Ratio> {
    let in_parts = |number: f64| {
        let number = number * f64::from(metric.parts);
        let is_whole = (number - number.round()).abs() < 1e-6 && number.abs() < 1e12;
        #[expect(clippy::cast_possible_truncation, reason = "a whole number below 10¹²")]
        is_whole.then_some(number.round() as i64)
    };
    if metric.kind == MetricKind::Share {
        return flag(cell).map(|flag| Ratio { num: i64::from(flag), den: 1 });
    }
    if let (MetricKind::Ratio, Some((num, den))) = (metric.kind, cell.split_once('/')) {
        let den = i64::try_from(whole(den)?).ok()?;
        return Some(Ratio { num: in_parts(number(num)?)?, den });
    }
    let is_alone = metric.kind == MetricKind::Mean || !counts_parts(metric);
    number(cell).filter(|_| is_alone).and_then(in_parts).map(|num| Ratio { num, den: 1 })
}
