//! The proposal, or the closest candidate if there is no proposal: its changes, and how far each figure is from its target.

use super::super::check::judge::ConfigCheck;
use super::super::check::text as check_text;
use super::search_space::{Tried, n_possible, steps};
use super::{Tune, Tuned, figures};
use crate::report::show::{Grid, figure, grouped};
use crate::report::{Cell, plain};
use serde_json::{Value, json};

/// A candidate with its figures.
pub(super) struct Best<'t> {
    tuned: &'t Tuned<'t>,
    /// The changed settings and their steps.
    moves: &'t [(usize, i64)],
    /// The targets and line-ups.
    check: &'t ConfigCheck,
    /// The figures, one for each target and line-up.
    figures: Vec<f64>,
    /// Whether the figures are those of held-out games.
    is_verified: bool,
}

impl<'t> Best<'t> {
    /// The best verified candidate, or else the closest one of the search; `None` if nothing was played.
    pub(super) fn of(tuned: &'t Tuned<'t>) -> Option<Self> {
        if let Some(found) = tuned.found() {
            let (moves, check) = (found.moves.as_slice(), &found.check);
            return Some(Self { tuned, moves, check, figures: figures(check), is_verified: true });
        }
        let reach = tuned.tune.reach();
        let closest = tuned.tried.iter().min_by(|one, other| {
            let order = |tried: &Tried| (tried.moves.len(), steps(&reach, &tried.moves));
            one.loss.total_cmp(&other.loss).then_with(|| order(one).cmp(&order(other)))
        })?;
        let (moves, check) = (closest.moves.as_slice(), tuned.base.as_ref()?);
        Some(Self { tuned, moves, check, figures: closest.figures.clone(), is_verified: false })
    }

    /// Each target with its figure, line-up and distance; the distance is 0 within the target.
    fn rows(&self) -> impl Iterator<Item = [String; 5]> {
        let results = self
            .check
            .targets
            .iter()
            .flat_map(|target| target.results.iter().map(move |result| (target, result)));
        results.zip(&self.figures).map(|((target, result), value)| {
            let shown = |cell: &Cell, value: f64| figure(cell, Some(value).filter(|value| value.is_finite()));
            let distance = match target.spec.band.excess(*value) {
                distance if distance > 0.0 => {
                    let unit = if matches!(result.cell, Cell::Share(_)) { "pp" } else { "" };
                    format!("{} {unit}", shown(&result.cell, distance).trim_end_matches(" %"))
                        .trim()
                        .to_owned()
                }
                distance if distance.is_nan() => "?".into(),
                _ => "within".into(),
            };
            let bots = self.check.runs[result.run].bots.clone();
            let value = check_text::in_points(target, shown(&result.cell, *value));
            [target.spec.figure.to_string(), bots, value, check_text::band(target), distance]
        })
    }

    /// The figures as a table.
    pub(super) fn grid(&self) -> Grid {
        let order = self.check.plan.rules.schema().seat_order;
        let name = |[address, bots, value, target, distance]: [String; 5]| {
            [plain::addressed(&address, order), bots, value, target, distance]
        };
        let rows: Vec<_> = self.rows().map(name).collect();
        let is_one = rows.windows(2).all(|rows| rows[0][1] == rows[1][1]);
        let cells = |row: [String; 5]| {
            let [figure, bots, value, target, distance] = row;
            let bots = (!is_one).then_some(bots);
            [Some(figure), bots, Some(value), Some(target), Some(distance)].into_iter().flatten().collect()
        };
        let header = ["figure", "bots", "value", "target", "distance"].map(str::to_owned);
        let right = vec![false, true, false, true];
        let right = if is_one { right } else { [vec![false], right].concat() };
        Grid { header: cells(header), right, rows: rows.into_iter().map(cells).collect() }
    }

    /// For `result.json`.
    pub(super) fn json(&self) -> Value {
        let change = |[key, old, new]: [String; 3]| json!({ "key": key, "old": old, "new": new });
        let changes = self.tuned.tune.changes(self.moves).into_iter().map(change);
        let figure = |[target, bots, value, band, distance]: [String; 5]| json!({ "target": target, "bots": bots, "value": value, "band": band, "distance": distance });
        json!({
            "verified": self.is_verified,
            "changes": changes.collect::<Vec<Value>>(),
            "figures": self.rows().map(figure).collect::<Vec<Value>>(),
        })
    }

    /// The figures that are not within their targets, on one line; empty if all are.
    pub(super) fn missed(&self) -> String {
        let targets = self.check.targets.iter();
        let groups =
            targets.flat_map(|target| target.results.iter().map(move |_| target.spec.group.as_ref()));
        let rows: Vec<_> = groups.zip(self.rows()).collect();
        let is_within = |[.., distance]: &[String; 5]| distance == "within";
        // One target of such a group is enough.
        let enough =
            rows.iter().filter(|(group, row)| group.is_some_and(|group| group.is_any) && is_within(row));
        let enough: Vec<_> = enough.map(|(group, _)| *group).collect();
        let missed = rows.into_iter().filter(|(group, row)| !is_within(row) && !enough.contains(group));
        let missed = missed
            .map(|(_, row)| row)
            .map(|[figure, bots, value, target, _]| format!("{figure} ({value}, target {target}, {bots})"));
        missed.collect::<Vec<_>>().join("; ").replace(char::is_control, " ")
    }

    /// Whether it changes nothing.
    pub(super) fn is_unchanged(&self) -> bool {
        self.moves.is_empty()
    }

    /// The changes.
    pub(super) fn moves(&self) -> &[(usize, i64)] {
        self.moves
    }
}

/// How much of the space of candidates was tried, and how to extend it.
pub(super) fn coverage(tuned: &Tuned<'_>) -> String {
    let Tune { options, settings, .. } = tuned.tune;
    let possible = n_possible(&tuned.tune.reach(), tuned.tune.most_changes());
    let tried = tuned.tried.len() as u64 + tuned.n_refused;
    let within = format!(
        "{} setting{}, each at most {} steps from its value, {} changed at once at most",
        settings.len(),
        if settings.len() == 1 { "" } else { "s" },
        options.reach,
        options.changes
    );
    if !tuned.extent.is_complete() {
        format!("The search was interrupted after {} of {} candidates.", grouped(tried), grouped(possible))
    } else if tried >= possible {
        format!("The search was exhaustive: it tried all {} candidates of {within}.", grouped(possible))
    } else if tuned.tried.iter().any(|tried| tried.loss <= 0.0) {
        format!(
            "The search ended when it reached every target: it tried {} of {} candidates \
             of {within}.",
            grouped(tried),
            grouped(possible)
        )
    } else {
        format!(
            "The search was not exhaustive: it tried {} of {} candidates of {within}, the most promising ones first. To \
             search further, choose fewer settings (--keys), or allow more steps (--reach), more changes (--changes) or \
             larger steps (--step).",
            grouped(tried),
            grouped(possible)
        )
    }
}
