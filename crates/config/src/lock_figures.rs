//! The figures of a lock file, computed from its counts, for people.

use super::lock::{Entry, pair_of};
use crate::model::{Outcome, SHARE, StatSchema};
use crate::report::FigureId;
use crate::report::show::signed;
use crate::report::table::fixed;
use crate::stats::real;
use serde::Serialize;

/// A figure that differs between two entries, as people read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FigureChange {
    /// Its address.
    pub figure: String,
    /// The locked value.
    pub old: String,
    /// The new value.
    pub new: String,
    /// The difference: in percentage points for shares, otherwise in percent of the locked value.
    pub change: String,
}

/// A figure of an entry.
struct Figure {
    id: FigureId,
    value: f64,
    is_share: bool,
}

/// The outcomes without a winner.
const UNDECIDED: &[&str] = Outcome::KINDS.split_at(2).1;

/// The figures that differ between two entries of the same game.
#[must_use]
pub fn figure_changes(locked: &Entry, now: &Entry, schema: &StatSchema) -> Vec<FigureChange> {
    let old = figures(locked, schema);
    let change = |new: Figure| {
        let old = old.iter().find(|old| old.id == new.id)?;
        (old.value != new.value).then(|| changed(old.value, &new))
    };
    figures(now, schema).into_iter().filter_map(change).collect()
}

fn figures(entry: &Entry, schema: &StatSchema) -> Vec<Figure> {
    let count = |key: &str| {
        let (_, count) = entry.counts.iter().find(|(name, _)| name == key)?;
        let size = real(count.unsigned_abs());
        Some(if *count < 0 { -size } else { size })
    };
    let games = real(entry.games);
    let mut figures = Vec::new();
    let mut add = |id: FigureId, sum: Option<f64>, among: Option<f64>, is_share: bool| {
        if let (Some(sum), Some(among)) = (sum, among.filter(|among| *among > 0.0)) {
            figures.push(Figure { id, value: sum / among, is_share });
        }
    };
    for kind in Outcome::KINDS {
        let id = FigureId::Outcome(kind);
        add(id.clone(), count(&id.to_string()), Some(games), true);
    }
    // A game without a winner counts 1/players for each seat.
    let n_undecided: f64 =
        UNDECIDED.iter().copied().filter_map(|kind| count(&FigureId::Outcome(kind).to_string())).sum();
    let seats = || {
        let ids = entry.counts.iter().filter_map(|(key, _)| Some((key, key.parse::<FigureId>().ok()?)));
        ids.filter(|(_, id)| id.win_group().is_some())
    };
    for (key, id) in seats() {
        add(id.clone(), count(key), Some(games * f64::from(SHARE)), true);
        if n_undecided > 0.0 {
            let even = n_undecided / real(seats().count() as u64);
            let score = count(key).map(|won| won / f64::from(SHARE) + even);
            add(id.of_score(true), score, Some(games), true);
        }
    }
    for (key, won) in &entry.counts {
        let Some((id, "won")) = pair_of(key) else { continue };
        let drawn = count(&format!("{id}/drawn")).unwrap_or(0.0);
        let won = real(won.unsigned_abs()) / f64::from(SHARE);
        // Both games of a deal are counted, also if the number of games is odd.
        let all = 2.0 * (games / 2.0).ceil();
        add(id, Some(won + drawn / 2.0), Some(all), true);
    }
    for (name, sum, among) in [
        ("length", "length/sum", Some(games)),
        ("decisions", "decisions/sum", Some(games)),
        ("branching", "branching/sum", count("decisions/sum")),
    ] {
        add(FigureId::Metric(format!("{name}-mean")), count(sum), among, false);
    }
    for metric in &schema.metrics {
        let id = FigureId::Metric(metric.id.clone());
        let [sum, among] = ["numerator", "denominator"].map(|part| count(&format!("{id}/{part}")));
        add(id, sum, among.map(|among| among * f64::from(metric.parts)), metric.unit == "share");
    }
    figures
}

/// The maximum number of decimals, if two values would otherwise look equal.
const MOST_DECIMALS: usize = 6;

fn changed(old: f64, new: &Figure) -> FigureChange {
    let (scale, unit, least) = if new.is_share { (100.0, " %", 2) } else { (1.0, "", 3) };
    let [before, after] = [old, new.value].map(|value| value * scale);
    let is_nonzero = |change: f64, decimals: usize| signed(change, decimals).starts_with(['+', '-']);
    // The change of a share has the decimals of its values.
    let shows = |n: &usize| {
        fixed(before, *n) != fixed(after, *n) && (!new.is_share || is_nonzero(after - before, *n))
    };
    let decimals = (least..MOST_DECIMALS).find(shows);
    let decimals = decimals.unwrap_or(MOST_DECIMALS);
    let change = if new.is_share {
        format!("{} pp", signed(after - before, decimals))
    } else if old == 0.0 {
        signed(after, decimals)
    } else {
        let percent = 100.0 * (after - before) / before.abs();
        let decimals = (1..MOST_DECIMALS).find(|n| is_nonzero(percent, *n)).unwrap_or(MOST_DECIMALS);
        format!("{} %", signed(percent, decimals))
    };
    FigureChange {
        figure: new.id.to_string(),
        old: fixed(before, decimals) + unit,
        new: fixed(after, decimals) + unit,
        change,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Plan, PlanOptions};

    #[test]
    fn changes_have_the_units_of_their_figures() {
        let plan =
            Plan::new("knife-fight", &PlanOptions::default()).unwrap_or_else(|errors| panic!("{errors}"));
        let entry = |length: i64, draws: i64| {
            let count = |key: &str, count: i64| (key.to_owned(), count);
            let counts = vec![
                count("outcomes/draw", draws),
                count("win_rates/seat/0", 840 * 400),
                count("win_rates/seat/1", 840 * 500),
                count("length/sum", length),
                count("metrics/winner-damage/numerator", 5),
                count("metrics/winner-damage/denominator", 2),
            ];
            Entry::new(&plan, 1000, counts)
        };
        let simulation = plan.simulation();
        let text = |old: &Entry, new: &Entry| -> Vec<String> {
            let changes = figure_changes(old, new, simulation.schema());
            changes.iter().map(|c| format!("{} {} → {} ({})", c.figure, c.old, c.new, c.change)).collect()
        };
        assert_eq!(
            text(&entry(6002, 100), &entry(6040, 90)),
            [
                "outcomes/draw 10.00 % → 9.00 % (-1.00 pp)",
                "win_rates/seat/0/score 45.00 % → 44.50 % (-0.50 pp)",
                "win_rates/seat/1/score 55.00 % → 54.50 % (-0.50 pp)",
                "metrics/length-mean 6.002 → 6.040 (+0.6 %)"
            ]
        );
        assert_eq!(text(&entry(0, 1), &entry(5, 1)), ["metrics/length-mean 0.000 → 0.005 (+0.005)"]);
        assert!(text(&entry(1, 1), &entry(1, 1)).is_empty());
        // Both values round to other numbers than their difference.
        let new = Figure { id: FigureId::Outcome("draw"), value: 0.496_34, is_share: true };
        let FigureChange { old, new, change, .. } = changed(0.496_38, &new);
        assert_eq!([old, new, change], ["49.638 %", "49.634 %", "-0.004 pp"]);
    }
}
