//! The effects of single steps of numeric settings.

use super::page::views::{Order, Part, View, zero};
use super::{Cell, Column, FigureId, Report, Table};
use undercard_engine::stats::compared::PlayedPairs;
use undercard_engine::stats::multiple_testing::holm;
use undercard_engine::stats::paired::Difference;
use undercard_engine::stats::{Interval, Level, Method};

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

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::key("key", "setting"),
    Column::key("direction", "`down`, `up`, or `slope` (change per unit over both steps)"),
    Column::integer("old_value", "value of the setting"),
    Column::integer("new_value", "value after the step; empty for a slope"),
    Column::words(
        "figure",
        "address of the figure that is measured: that of `--show`, or the win share of the side with the lowest win rate in \
         reserved games",
    ),
    Column::figure("delta", "change in the figure").signed(),
    Column::figure("delta_low", "lower end of its interval"),
    Column::figure("delta_high", "upper end of its interval"),
    Column::p_value("p_value", "p-value for no change; empty for a figure that single games do not have").only_in_json(),
    Column::p_value("p_holm", "p-value, Holm-corrected over all steps"),
    Column::of("length_delta", "change in the mean length").signed(),
    Column::of("length_delta_low", "lower end of its interval").only_in_json(),
    Column::of("length_delta_high", "upper end of its interval").only_in_json(),
    Column::words("length_unit", "unit of `length_delta`: `rounds`, `turns`, …"),
    Column::words("method", "interval method of `delta`").only_in_json(),
    Column::words("unit", "unit of `delta`: `share`, `rounds`, …"),
    Column::count(
        "informative",
        "number of pairs that `delta` rests on, as in compare.csv; empty for a slope, and for a figure that single games do \
         not have",
    ).only_in_json(),
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "sensitivity",
    contents: "Every numeric setting one step down and up, compared with the unchanged config on common random \
                         numbers. Settings with the largest effect come first. If both steps were played, a third row \
                         has the slope between them.",
    columns: COLUMNS,
    of_run: None,
    view: Some(View {
        title: "What each setting does",
        intro: "Every numeric setting, one step down and one step up: the change in one figure, largest effect first. \
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
                "slope" => format!("Slope of {figure}: change per unit, over both steps"),
                _ => format!("Change in {figure}, one step"),
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
    pub unit: &'a str,
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

/// The report, sorted by the effect of the setting's larger step, the largest first.
#[must_use]
pub fn table(params: &Params<'_>, steps: &[(&Step, &PlayedPairs)]) -> Table {
    let steps = steps.iter().enumerate();
    let mut lines: Vec<Line<'_>> =
        steps.map(|(nth, (step, pairs))| Line::of(params, nth, step, pairs)).collect();
    let p_value = |line: &Line<'_>| line.share?.p_value;
    let corrected = holm(&lines.iter().filter_map(p_value).collect::<Vec<_>>());
    let known = lines.iter_mut().filter(|line| p_value(line).is_some());
    known.zip(corrected).for_each(|(line, p)| line.p_holm = Some(p));
    let of_key = |steps: &[Line<'_>]| {
        let size = steps.iter().filter_map(|line| line.share?.delta).map(f64::abs).fold(0.0, f64::max);
        let slope = if let [down, up] = steps { Line::between(down, up) } else { None };
        let rows: Vec<_> = steps.iter().chain(&slope).map(|line| line.cells(params)).collect();
        (size, rows)
    };
    let mut keys: Vec<_> = lines.chunk_by(|one, two| one.step.key == two.step.key).map(of_key).collect();
    keys.sort_by(|a, b| b.0.total_cmp(&a.0));
    Table { name: NAME, columns: COLUMNS, rows: keys.into_iter().flat_map(|(_, rows)| rows).collect() }
}

/// A row: a step, or the slope between two steps.
#[derive(Clone, Copy)]
struct Line<'a> {
    step: &'a Step,
    direction: &'static str,
    /// The setting's value after the step; `None` for a slope.
    to: Option<i64>,
    /// Change of the figure.
    share: Option<Difference>,
    /// The p-value of this change, Holm-corrected over all steps.
    p_holm: Option<f64>,
    /// Change of the mean length.
    length: Option<Difference>,
    /// The number of pairs that the change of the figure rests on, if known.
    informative: Option<u64>,
}

impl<'a> Line<'a> {
    fn of(params: &Params<'_>, nth: usize, step: &'a Step, pairs: &PlayedPairs) -> Self {
        Self {
            step,
            direction: if step.to < step.from { "down" } else { "up" },
            to: Some(step.to),
            share: match params.changes {
                Some(changes) => changes.get(nth).copied().flatten(),
                None => difference(params, pairs, params.shown),
            },
            p_holm: None,
            length: difference(params, pairs, &FigureId::mean_length()),
            informative: params.changes.is_none().then(|| informative(params, pairs)).flatten(),
        }
    }

    /// The slope between a step down and a step up.
    fn between(down: &Self, up: &Self) -> Option<Self> {
        let width = up.step.to - down.step.to;
        let share = Some(slope(down.share?, up.share?, width));
        let length = down.length.zip(up.length).map(|(down, up)| slope(down, up, width));
        Some(Self { direction: "slope", to: None, share, p_holm: None, length, informative: None, ..*down })
    }

    fn cells(&self, params: &Params<'_>) -> Vec<Cell> {
        let Self { step, direction, to, share, p_holm, length, informative } = *self;
        let low = |difference: Option<Difference>| difference?.interval.map(|interval| interval.low);
        let high = |difference: Option<Difference>| difference?.interval.map(|interval| interval.high);
        let figure =
            |value| if params.shown_unit == "share" { Cell::Share(value) } else { Cell::Mean(value) };
        vec![
            Cell::text(params.game),
            Cell::Count(params.players as u64),
            Cell::text(&step.key),
            Cell::text(direction),
            Cell::Integer(step.from),
            to.map_or(Cell::Empty, Cell::Integer),
            Cell::text(params.shown.to_string()),
            figure(share.and_then(|share| share.delta)),
            figure(low(share)),
            figure(high(share)),
            Cell::P(share.and_then(|share| share.p_value)),
            Cell::P(p_holm),
            Cell::Mean(length.and_then(|length| length.delta)),
            Cell::Mean(low(length)),
            Cell::Mean(high(length)),
            Cell::text(params.unit),
            Cell::method(share.and_then(|share| share.method)),
            Cell::text(params.shown_unit),
            informative.map_or(Cell::Empty, Cell::Count),
        ]
    }
}

/// The slope [p(v + h) − p(v − h)] / 2h. Its interval has the width of those of both steps together. It is
/// conservative for any correlation between them.
fn slope(down: Difference, up: Difference, width: i64) -> Difference {
    #[expect(clippy::cast_precision_loss, reason = "a few steps")]
    let width = width as f64;
    let interval = down
        .interval
        .zip(up.interval)
        .and_then(|(down, up)| Interval::new((up.low - down.high) / width, (up.high - down.low) / width));
    let delta = down.delta.zip(up.delta).map(|(down, up)| (up - down) / width);
    Difference { delta, interval, p_value: None, method: Some(Method::BothSteps), ..up }
}
