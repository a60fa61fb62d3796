//! The effects of single steps of numeric settings.

use super::page::views::{Order, Part, View, zero};
use super::table::{Row, row};
use super::{FigureId, Report};
use undercard_engine::stats::compared::PlayedPairs;
use undercard_engine::stats::multiple_testing::holm;
use undercard_engine::stats::paired::Difference;
use undercard_engine::stats::{Interval, Level};

/// The report's name.
pub const NAME: &str = "sensitivity";

/// One step of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The setting.
    pub key: String,
    /// Its value.
    pub from: i64,
    /// Its value after the step.
    pub to: i64,
}

/// The effect of a step, or the slope between two steps: a row of the report.
#[derive(Clone, Debug)]
pub struct StepEffect {
    game: String,
    players: u64,
    /// The setting.
    pub key: String,
    direction: &'static str,
    /// Its value.
    pub from: i64,
    /// Its value after the step; `None` for a slope.
    pub to: Option<i64>,
    figure: String,
    /// The unit of the figure.
    unit: String,
    /// The change of the figure.
    pub change: Option<Difference>,
    /// The p-value of this change, Holm-corrected over all steps.
    pub p_holm: Option<f64>,
    /// The change of the mean length.
    length: Option<Difference>,
    length_unit: &'static str,
    /// The number of pairs that the change of the figure rests on, if known.
    informative: Option<u64>,
    /// The interval of `change` that holds together with those of all steps.
    joint: Option<Interval>,
    /// Whether this setting may be the one whose steps change the figure most.
    pub may_be_largest: bool,
}

row! { StepEffect, NAME, row {
    key "game", "id of the game" => &row.game;
    numbered "players", "number of players" => row.players;
    key "key", "setting" => &row.key;
    key "direction",
        "`down` or `up`; `far-down` or `far-up`, half of the value further; or `slope` (change per unit between the outermost \
         steps)" => row.direction;
    integer "old_value", "value of the setting" => row.from;
    integer "new_value", "value after the step; empty for a slope" => row.to;
    words "figure",
        "address of the figure that is measured: that of `--show`, or the win share of the side with the lowest win \
         rate in reserved games" => &row.figure;
    figure "delta", "change in the figure" [signed] => (row.change.and_then(|change| change.delta), &row.unit);
    figure "delta_low", "lower end of its interval" => (row.change.and_then(|change| change.low()), &row.unit);
    figure "delta_high", "upper end of its interval" => (row.change.and_then(|change| change.high()), &row.unit);
    p_value "p_value",
        "p-value for no change; empty for a figure that single games do not have" [only_in_json] => row.change?.p_value;
    p_value "p_holm", "p-value, Holm-corrected over all steps" => row.p_holm;
    of "length_delta", "change in the mean length" [signed] => row.length?.delta;
    of "length_delta_low", "lower end of its interval" [only_in_json] => row.length?.low();
    of "length_delta_high", "upper end of its interval" [only_in_json] => row.length?.high();
    words "length_unit", "unit of `length_delta`: `rounds`, `turns`, …" => row.length_unit;
    words "method",
        "interval method of `delta`" [only_in_json] => row.change.as_ref().map_or("", Difference::method_name);
    words "unit", "unit of `delta`: `share`, `rounds`, …" => &row.unit;
    count "informative",
        "number of pairs that `delta` rests on, as in compare.csv; empty for a slope, and for a figure that single \
         games do not have" [only_in_json] => row.informative;
    words "place",
        "`largest` if no other setting measurably changes the figure more; the setting that does is among these, at \
         the confidence level" [only_in_json] => if row.may_be_largest { "largest" } else { "" };
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "sensitivity",
    contents: "Every numeric setting one step down and up, compared with the unchanged config on common random \
                         numbers; with `--show` and without `--step`, half of its value down and up, too. Settings with \
                         the largest effect come first. If there are steps down and up, one more row has the slope \
                         between the outermost.",
    columns: StepEffect::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "What each setting does",
        intro: "Every numeric setting, some steps down and up: the change in one figure, largest effect first. \
                The figure is the win share of the side with the lowest win rate, unless the command named \
                another. To the right of the line, the figure is higher. A filled dot means that the interval \
                excludes 0. The corrected p-value allows for the number of rows; if it is below 0.05, chance \
                alone is an unlikely explanation.",
        columns: &["key", "old_value", "new_value", "delta", "p_holm", "length_delta"],
        drawn: "delta",
        order: Order::Largest,
        reference: zero,
        part: |table, row, names| {
            let figure = names.figure(&table.written(row, "figure"));
            Part::drawn(match table.written(row, "direction").as_str() {
                "slope" => format!("Slope of {figure}: change per unit, between the outermost steps"),
                _ => format!("Change in {figure}"),
            })
        },
        ..View::PLAIN
    }),
};

/// The parameters of the report.
#[derive(Clone, Copy, Debug)]
pub struct Params<'a> {
    /// The game's id.
    pub game: &'a str,
    /// Number of players.
    pub players: usize,
    /// The unit of the length of a game.
    pub unit: &'static str,
    /// The measured figure.
    pub shown: &'a FigureId,
    /// Its unit.
    pub shown_unit: &'a str,
    /// Its change by each step, if single games do not have it.
    pub changes: Option<&'a [Option<Difference>]>,
    /// Whether the number of pairs was fixed beforehand and all were played.
    pub fixed: bool,
    /// Maximum number of pairs per step.
    pub planned: u64,
    /// The level of the intervals.
    pub level: Level,
}

fn difference(params: &Params<'_>, pairs: &PlayedPairs, id: &FigureId) -> Option<Difference> {
    let index = pairs.figures.iter().position(|figure| figure.id == *id)?;
    let Params { fixed, planned, level, .. } = *params;
    Some(pairs.figures[index].difference(&pairs.paired[index], fixed, planned, level))
}

fn informative(params: &Params<'_>, pairs: &PlayedPairs) -> Option<u64> {
    let index = pairs.figures.iter().position(|figure| figure.id == *params.shown)?;
    Some(pairs.paired[index].informative(pairs.figures[index].scale()))
}

/// The rows, sorted by the effect of the setting's larger step, the largest first.
#[must_use]
pub fn rows(params: &Params<'_>, steps: &[(&Step, &PlayedPairs)]) -> Vec<StepEffect> {
    let joint = Params { level: params.level.shared_by(steps.len()), ..*params };
    let row = |(nth, (step, pairs)): (usize, &(&Step, &PlayedPairs))| {
        let joint = params.changes.is_none().then(|| difference(&joint, pairs, params.shown)).flatten();
        StepEffect {
            joint: joint.and_then(|joint| joint.interval),
            ..StepEffect::of(params, nth, step, pairs)
        }
    };
    let mut rows: Vec<StepEffect> = steps.iter().enumerate().map(row).collect();
    mark_largest(&mut rows);
    mark_farther(&mut rows);
    let p_value = |row: &StepEffect| row.change?.p_value;
    let corrected = holm(&rows.iter().filter_map(p_value).collect::<Vec<_>>());
    let known = rows.iter_mut().filter(|row| p_value(row).is_some());
    known.zip(corrected).for_each(|(row, p)| row.p_holm = Some(p));
    let of_key = |steps: &[StepEffect]| {
        let size = steps.iter().filter_map(|row| row.change?.delta).map(f64::abs).fold(0.0, f64::max);
        let slope = match steps {
            [down, .., up] if down.to < Some(down.from) && up.to > Some(up.from) => {
                StepEffect::between(down, up)
            }
            _ => None,
        };
        (size, steps.iter().cloned().chain(slope).collect::<Vec<_>>())
    };
    let mut keys: Vec<_> = rows.chunk_by(|one, two| one.key == two.key).map(of_key).collect();
    keys.sort_by(|a, b| b.0.total_cmp(&a.0));
    keys.into_iter().flat_map(|(_, rows)| rows).collect()
}

/// Marks the settings that may change the figure most: no other one changes it by more, for certain.
fn mark_largest(rows: &mut [StepEffect]) {
    // The least and the most that the steps of a setting may change the figure by. Without an interval, nothing is known, unless
    // no pair differs.
    let range = |steps: &[StepEffect]| {
        let ends = steps.iter().map(|row| match row.joint {
            Some(Interval { low, high }) => (low.max(-high).max(0.0), high.max(-low)),
            None if row.change.and_then(|change| change.delta) == Some(0.0) => (0.0, 0.0),
            None => (0.0, f64::INFINITY),
        });
        ends.fold((0.0, 0.0), |(least, most): (f64, f64), (low, high)| (least.max(low), most.max(high)))
    };
    let is_same = |one: &StepEffect, two: &StepEffect| one.key == two.key;
    let least = rows.chunk_by(is_same).map(|steps| range(steps).0).fold(0.0, f64::max);
    for steps in rows.chunk_by_mut(is_same) {
        let may_be_largest = least > 0.0 && range(steps).1 >= least;
        steps.iter_mut().for_each(|row| row.may_be_largest = may_be_largest);
    }
}

/// Tells two steps of a setting in the same direction apart.
fn mark_farther(rows: &mut [StepEffect]) {
    let size = |row: &StepEffect| row.to.map_or(0, |to| to.abs_diff(row.from));
    for index in 0..rows.len() {
        let row = &rows[index];
        let is_nearer = |other: &StepEffect| {
            (&other.key, other.to < Some(other.from)) == (&row.key, row.to < Some(row.from))
                && size(other) < size(row)
        };
        if rows.iter().any(is_nearer) {
            rows[index].direction = if row.to < Some(row.from) { "far-down" } else { "far-up" };
        }
    }
}

impl StepEffect {
    fn of(params: &Params<'_>, nth: usize, step: &Step, pairs: &PlayedPairs) -> Self {
        Self {
            game: params.game.to_owned(),
            players: params.players as u64,
            key: step.key.clone(),
            direction: if step.to < step.from { "down" } else { "up" },
            from: step.from,
            to: Some(step.to),
            figure: params.shown.to_string(),
            unit: params.shown_unit.to_owned(),
            change: match params.changes {
                Some(changes) => changes.get(nth).copied().flatten(),
                None => difference(params, pairs, params.shown),
            },
            p_holm: None,
            length: difference(params, pairs, &FigureId::mean_length()),
            length_unit: params.unit,
            informative: params.changes.is_none().then(|| informative(params, pairs)).flatten(),
            joint: None,
            may_be_largest: false,
        }
    }

    /// The slope between a step down and a step up.
    fn between(down: &Self, up: &Self) -> Option<Self> {
        #[expect(clippy::cast_precision_loss, reason = "a few steps")]
        let width = (up.to? - down.to?) as f64;
        let change = Some(Difference::slope(down.change?, up.change?, width));
        let length = down.length.zip(up.length).map(|(down, up)| Difference::slope(down, up, width));
        let row = Self {
            direction: "slope",
            to: None,
            change,
            p_holm: None,
            length,
            informative: None,
            ..down.clone()
        };
        Some(row)
    }
}
