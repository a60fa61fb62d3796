//! Numbers moved one step, ranked by what that does to the side that wins least.

use super::{Cell, Column, Table};
use crate::stats::compared::PlayedPairs;
use crate::stats::many::holm;
use crate::stats::paired::Difference;
use crate::stats::{Interval, Level, Method};

/// The report's name.
pub const NAME: &str = "sensitivity";

/// What it holds.
pub const HOLDS: &str = "Every number one step down and up, played on the same luck as the rules as they stand, the \
                         settings with the largest effect first. Where both steps were played, a third row has the \
                         slope between them.";

/// A setting, one step away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The setting.
    pub key: String,
    /// Its value.
    pub from: i64,
    /// Its value after the step.
    pub to: i64,
}

/// Its columns.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "the game's id"),
    Column::key("players", "number of players"),
    Column::key("key", "the setting"),
    Column::key("direction", "`down`, `up`, or `slope`: the change per unit over both steps"),
    Column::of("from", "the setting's value"),
    Column::of("to", "its value after the step; empty for a slope"),
    Column::of("side", "the side that wins least as the rules stand"),
    Column::of("delta", "change of that side's win share"),
    Column::of("delta_low", "lower end of its interval"),
    Column::of("delta_high", "upper end of its interval"),
    Column::of("p_value", "p-value of no change"),
    Column::of("p_holm", "the same, Holm-corrected over all steps"),
    Column::of("length_delta", "change of the mean length"),
    Column::of("length_delta_low", "lower end of its interval"),
    Column::of("length_delta_high", "upper end of its interval"),
    Column::of("method", "how the interval of delta is made"),
];

/// What a sensitivity analysis knows beside its steps.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The game's id.
    pub game: &'a str,
    /// Number of players.
    pub players: usize,
    /// Address of the win share that is looked at: that of the worst-off side.
    pub worst: &'a str,
    /// All planned pairs were played.
    pub fixed: bool,
    /// Pairs that were planned for each step.
    pub planned: u64,
    /// The level of the intervals.
    pub level: Level,
}

fn difference(asked: &Asked<'_>, pairs: &PlayedPairs, address: &str) -> Option<Difference> {
    let place = pairs.figures.iter().position(|figure| figure.address == address)?;
    Some(pairs.paired[place].told(pairs.figures[place].parts, asked.fixed, asked.planned, asked.level))
}

/// Rows by the size of the larger step's effect, the largest first.
#[must_use]
pub fn table(asked: &Asked<'_>, steps: &[(&Step, &PlayedPairs)]) -> Table {
    let Asked { game, players, worst, .. } = *asked;
    let differences: Vec<(Option<Difference>, Option<Difference>)> = steps
        .iter()
        .map(|(_, pairs)| (difference(asked, pairs, worst), difference(asked, pairs, "metrics/length-mean")))
        .collect();
    let row = |step: &Step, direction: &str, to, share, p_holm, length| {
        let mut row = vec![Cell::text(game), Cell::Count(players as u64)];
        row.extend(cells(step, direction, to, worst, share, p_holm, length));
        row
    };
    let p: Vec<f64> =
        differences.iter().filter_map(|(share, _)| share.and_then(|share| share.p_value)).collect();
    let mut corrected = holm(&p).into_iter();
    let mut keys: Vec<(f64, Vec<Vec<Cell>>)> = Vec::new();
    let mut place = 0;
    while place < steps.len() {
        let key = &steps[place].0.key;
        let n_steps = steps[place..].iter().take_while(|(step, _)| step.key == *key).count();
        let mut rows = Vec::new();
        let mut size = 0.0_f64;
        for ((step, _), (share, length)) in steps[place..place + n_steps].iter().zip(&differences[place..]) {
            size = size.max(share.and_then(|share| share.delta).unwrap_or(0.0).abs());
            let direction = if step.to < step.from { "down" } else { "up" };
            let p_holm = share.and_then(|share| share.p_value).and_then(|_| corrected.next());
            rows.push(row(step, direction, Some(step.to), *share, p_holm, *length));
        }
        if let [(Some(down), length_down), (Some(up), length_up)] = &differences[place..place + n_steps] {
            let width = steps[place + 1].0.to - steps[place].0.to;
            let lengths = length_down.zip(*length_up).map(|(down, up)| slope(down, up, width));
            let share = Some(slope(*down, *up, width));
            rows.push(row(steps[place].0, "slope", None, share, None, lengths));
        }
        keys.push((size, rows));
        place += n_steps;
    }
    keys.sort_by(|a, b| b.0.total_cmp(&a.0));
    Table { name: NAME, columns: COLUMNS, rows: keys.into_iter().flat_map(|(_, rows)| rows).collect() }
}

/// [p(v + h) − p(v − h)] / 2h. Its interval is as wide as the two one-sided ones together: never
/// too narrow, whatever the two steps have in common.
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

fn cells(
    step: &Step,
    direction: &str,
    to: Option<i64>,
    worst: &str,
    share: Option<Difference>,
    p_holm: Option<f64>,
    length: Option<Difference>,
) -> Vec<Cell> {
    let low = |difference: Option<Difference>| difference.and_then(|d| d.interval).map(|i| i.low);
    let high = |difference: Option<Difference>| difference.and_then(|d| d.interval).map(|i| i.high);
    vec![
        Cell::text(&step.key),
        Cell::text(direction),
        Cell::text(step.from.to_string()),
        to.map_or(Cell::Empty, |to| Cell::text(to.to_string())),
        Cell::text(worst.rsplit('/').next().unwrap_or_default()),
        Cell::Share(share.and_then(|share| share.delta)),
        Cell::Share(low(share)),
        Cell::Share(high(share)),
        Cell::P(share.and_then(|share| share.p_value)),
        Cell::P(p_holm),
        Cell::Mean(length.and_then(|length| length.delta)),
        Cell::Mean(low(length)),
        Cell::Mean(high(length)),
        Cell::method(share.and_then(|share| share.method)),
    ]
}
