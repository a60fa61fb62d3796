//! All other figures: first those of every game, then the game's own metrics.

use super::page::views::{Part, View};
use super::plain::capitalized;
use super::results::length_sums;
use super::table::{Row, fixed, row};
use super::{Cell, Column, ColumnType, Report, Results, Table};
use undercard_engine::stats::choice::Kind;
use undercard_engine::stats::{Estimate, Interval, Sums, real};

/// The report's name.
pub const NAME: &str = "metrics";

/// A figure of all games: a row of the report.
#[derive(Clone, Debug)]
pub struct MetricFigure {
    game: String,
    players: u64,
    metric: String,
    estimate: Estimate,
    /// Whether it can have an interval.
    has_interval: bool,
    n: u64,
    unit: &'static str,
    meaning: String,
    informative: u64,
}

row! { MetricFigure, NAME, row {
    key "game", "id of the game" => &row.game;
    numbered "players", "number of players" => row.players;
    column(MEASURE) as Words => parts(&row.metric)[0];
    column(ITEM) as Words => parts(&row.metric)[1];
    figure "value",
        "value of the figure, with six decimals if its unit is `share`, otherwise four"
        => (row.estimate.value, row.unit);
    figure "low", "lower end of the interval of `value`" as Cell => row.end(row.estimate.low());
    figure "high", "upper end of the interval of `value`" as Cell => row.end(row.estimate.high());
    count "n", "number of games, rounds, turns, … in the denominator" => row.n;
    words "unit", "unit of the value" => row.unit;
    words "meaning", "meaning of the figure" => &row.meaning;
    column(Column::INFORMATIVE) as Count => row.informative;
    words "method", "interval method" => row.estimate.method_name();
}}

impl MetricFigure {
    /// The cell of an end of the interval.
    fn end(&self, end: Option<f64>) -> Cell {
        if self.has_interval { ColumnType::Figures.cell(end, self.unit) } else { Cell::Empty }
    }
}

/// The two parts of the id of a metric.
pub(super) const MEASURE: Column = Column::key("measure", "what is measured");
pub(super) const ITEM: Column = Column::key(
    "item",
    "what it is measured for, such as a cause, a place or an action; empty if the measure has a single value",
);

/// The two parts of the id of a metric: `arena-fought` and `bear`.
pub(super) fn parts(metric: &str) -> [&str; 2] {
    metric.split_once(':').map_or([metric, ""], |(measure, item)| [measure, item])
}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "run",
    contents: "All other figures, one per row: length and decisions, then the game's own metrics. The last four, \
               `comeback` to `largest-lead`, are of who leads at the decisions of a game, compared with its first one, if something \
               shows it; the unit says what. A run counts them in one game of 16: games 0, 16, 32, … \
               Of several winners, the one who was behind least counts. A metric with \
                         several values (by cause, place, action, …) has one row for each. The address of a row is \
                         `metrics/<measure>`, or `metrics/<measure>:<item>` if it has an item. The `length-minutes` rows \
                         need `run.table-minutes`.",
    columns: MetricFigure::COLUMNS,
    of_run: Some(table),
    view: Some(View {
        title: "Other figures",
        intro: "All other figures, each with its meaning. Figures of the same kind share a table, and figures \
                with the same unit share a scale.",
        columns: &["measure", "value", "n", "unit", "meaning"],
        drawn: "value",
        part: |table, row, _| {
            if !table.written(row, "item").is_empty() {
                Part::drawn(capitalized(&table.written(row, "measure").replace('-', " ")))
            } else if table.written(row, "unit") == "share" {
                Part::drawn("Shares")
            } else {
                Part::numbers("Means and totals")
            }
        },
        ..View::PLAIN
    }),
};

/// The row of a metric without items.
fn row<'t>(table: &'t Table, measure: &str) -> Option<&'t Vec<Cell>> {
    let is_it =
        |row: &&Vec<Cell>| table.written(row, "measure") == measure && table.written(row, "item").is_empty();
    table.rows.iter().find(is_it)
}

/// The value of a metric.
#[must_use]
pub fn value(table: &Table, metric: &str) -> Option<f64> {
    table.number(row(table, metric)?, "value")
}

/// With at least this share of games that end at the limit, the mean length says more about the limit than about the game.
pub const CAPPED: f64 = 0.01;

/// How the lengths of games are spread, in a sentence; `None` if no game was played, or if all last as long.
pub(super) fn how_spread(table: &Table) -> Option<String> {
    let row = row(table, "length-mean")?;
    let (mean, unit) = (table.number(row, "value")?, table.written(row, "unit"));
    let whole = |name: &str| Some(fixed(value(table, name)?, 0));
    value(table, "length-sd").filter(|sd| *sd > 0.0)?;
    let ends = table.number(row, "low").zip(table.number(row, "high"));
    let interval = ends.map_or_else(
        || " (no interval: too few games)".to_owned(),
        |(low, high)| format!(" ({} to {})", fixed(low, 2), fixed(high, 2)),
    );
    Some(format!(
        "Mean {} {unit}{interval}, median {}, at least 90 % between {} and {}, longest {}.",
        fixed(mean, 2),
        whole("length-p50")?,
        whole("length-p05")?,
        whole("length-p95")?,
        whole("length-max")?,
    ))
}

/// The length in minutes at the table: each metric, its quantile (`None`: the mean), and its meaning. They need the setting
/// `run.table-minutes`.
pub const MINUTES: [(&str, Option<f64>, &str); 3] = [
    ("length-minutes-mean", None, "mean length of a game in minutes at the table (run.table-minutes)"),
    ("length-minutes-p50", Some(0.5), "median length in minutes at the table (run.table-minutes)"),
    (
        "length-minutes-p95",
        Some(0.95),
        "95th percentile of the length in minutes at the table (run.table-minutes)",
    ),
];

/// An estimate in another unit.
fn scaled(estimate: Estimate, by: f64) -> Estimate {
    let interval = estimate.interval.and_then(|ends| Interval::new(by * ends.low, by * ends.high));
    Estimate { value: estimate.value.map(|value| by * value), interval, ..estimate }
}

/// The report.
#[must_use]
pub fn table(results: &Results<'_>) -> Table {
    let tally = results.tally;
    let unit = results.schema.unit;
    let lengths = length_sums(&tally.lengths);
    let row =
        |metric: &str, estimate: Estimate, sums: &Sums, unit: &'static str, meaning: &str| MetricFigure {
            game: results.game.to_owned(),
            players: results.players as u64,
            metric: metric.to_owned(),
            estimate,
            has_interval: true,
            n: u64::try_from(sums.v).unwrap_or(0),
            unit,
            meaning: meaning.to_owned(),
            informative: sums.informative(1),
        };
    let alone = |metric: &str, value: Option<f64>, meaning: &str| MetricFigure {
        has_interval: false,
        ..row(metric, Estimate { value, ..Estimate::EMPTY }, &lengths, unit, meaning)
    };
    let mut rows = vec![
        row("length-mean", results.length(&lengths), &lengths, unit, "mean length of a game"),
        alone("length-sd", lengths.deviation(1), "standard deviation of the length"),
    ];
    for (metric, q, meaning) in [
        ("length-p05", 0.05, "5th percentile of the length"),
        ("length-p50", 0.5, "median length"),
        ("length-p95", 0.95, "95th percentile of the length"),
    ] {
        rows.push(row(metric, results.basis().quantile(&tally.lengths, q), &lengths, unit, meaning));
    }
    rows.push(alone("length-max", tally.lengths.longest().map(real), "longest game"));
    for (metric, q, meaning) in MINUTES {
        let Some(minutes) = results.table_minutes else { continue };
        let estimate =
            q.map_or_else(|| results.length(&lengths), |q| results.basis().quantile(&tally.lengths, q));
        rows.push(row(metric, scaled(estimate, minutes), &lengths, "minutes", meaning));
    }
    rows.push(row(
        "decisions-mean",
        Kind::Mean.estimate(&tally.decisions, 1, results.basis()),
        &tally.decisions,
        "decisions",
        "decisions with at least two legal actions, per game",
    ));
    rows.push(row(
        "branching-mean",
        Kind::Ratio.estimate(&tally.branching, 1, results.basis()),
        &tally.branching,
        "actions",
        "mean number of legal actions per decision",
    ));
    rows.extend(results.schema.metrics.iter().zip(&tally.metrics).map(|(metric, sums)| MetricFigure {
        informative: Results::informative(metric, sums),
        ..row(&metric.id, results.metric(metric, sums), sums, metric.unit, &metric.meaning)
    }));
    Row::table(&rows)
}
