//! Whether changes hold with players who trained on the changed rules.

use super::super::check::judge::{ConfigCheck, JudgedTarget, LineupResult};
use super::super::train::adapted::{no_better, who};
use super::verdict_on;
use crate::model::SeatOrder;
use crate::model::words::listed;
use crate::report::plain;
use crate::report::quantity::Quantity;
use crate::stats::Interval;
use crate::stats::verdict::Verdict;

/// Maximum number of figures in a sentence.
const NAMED: usize = 3;

/// How targets are judged with players who trained on the rules.
#[derive(Clone)]
pub(in super::super) struct Retrained {
    /// The verdict on all targets.
    pub verdict: Verdict,
    /// The verdict in a sentence, with its figures.
    pub sentence: String,
}

impl Retrained {
    /// The same verdict, because players who trained do not play better.
    pub(super) fn unchanged(verdict: Verdict) -> Self {
        Self { verdict, sentence: no_better("these rules") }
    }

    pub(super) fn of(check: &ConfigCheck, order: SeatOrder) -> Self {
        let results: Vec<(&JudgedTarget, &LineupResult)> = check
            .targets
            .iter()
            .flat_map(|target| target.results.iter().map(move |result| (target, result)))
            .collect();
        let verdict = verdict_on(check);
        let holds = match verdict {
            Verdict::Fail => "it does not hold",
            Verdict::Pass => "it holds",
            Verdict::Inconclusive => "it is not decided",
        };
        let is_failed =
            |(_, result): &&(&JudgedTarget, &LineupResult)| result.judged.verdict() == Verdict::Fail;
        let mut shown: Vec<_> = results.iter().filter(is_failed).collect();
        if shown.is_empty() {
            shown.extend(&results);
            shown.sort_by(|one, other| off_centre(other).total_cmp(&off_centre(one)));
        }
        let named = listed(shown.into_iter().take(NAMED).map(|(target, result)| text(target, result, order)));
        Self { verdict, sentence: format!("With {}, {holds}: {named}.", who("these rules")) }
    }
}

/// How far a figure is from the middle of its band, as a part of its width; 0 if the band is open on one side.
fn off_centre((target, result): &(&JudgedTarget, &LineupResult)) -> f64 {
    let band = target.spec.band;
    let off = result
        .cell
        .number()
        .map(|value| (value - f64::midpoint(band.low, band.high)) / (band.high - band.low));
    off.filter(|off| off.is_finite()).map_or(0.0, f64::abs)
}

/// `Red (score) 48.8 % (48.7 to 49.0)`.
fn text(target: &JudgedTarget, result: &LineupResult, order: SeatOrder) -> String {
    let (quantity, width) = (Quantity::of(&result.unit), result.interval.map(Quantity::resolution));
    let value = |value: f64| quantity.bare(value, width);
    let unit = if quantity.is_share() { " %" } else { "" };
    let ends = result.interval.map(|Interval { low, high }| format!(" ({} to {})", value(low), value(high)));
    let number = result.cell.number().map_or_else(|| "unknown".to_owned(), |number| value(number) + unit);
    format!("{} {number}{}", plain::figure(&target.spec.figure, order), ends.unwrap_or_default())
}
