//! The figures of a version of the rules beside those of its baseline, for a page that changes while games are played.

use super::super::histogram::{Bar, bars};
use super::super::summary::ROWS;
use super::super::{Cell, FigureId, Table, card_impact, outcomes};
use super::chances::{look, n_teams};
use super::figures::{Endings, games_by_length};
use super::plot::{Axis, Mark, Scale};
use super::section::three;
use super::words::{Unit, harmless};
use crate::plain::{self, capitalized};
use crate::table::fixed;
use askama::Template;
use undercard_engine::model::{Group, OPENING, StatSchema};
use undercard_engine::stats::{Level, real};

/// A change with its interval.
#[derive(Clone, Debug)]
pub struct ChangeRow {
    /// Its address.
    pub address: String,
    /// Its plain name.
    pub name: String,
    /// What it measures, if its name alone does not say it.
    pub meaning: String,
    /// Value before, value now, change, interval of the change, and how sure the change is.
    pub cells: [String; 5],
    /// The change and the ends of its interval.
    pub numbers: [f64; 3],
    /// Whether it is a share.
    pub is_share: bool,
    /// Whether it is 0 in both versions. The page shows it if it was another number before.
    pub is_zero: bool,
}

#[derive(Template)]
#[template(path = "live/changes.html")]
struct Changes {
    caption: &'static str,
    axis: Option<Axis>,
    rows: Vec<(ChangeRow, Option<Mark>)>,
}

/// The changes as a table. Shares have charts on a common scale; other figures have another unit, and no chart. Without
/// shares, there is no column of charts.
pub fn changes(caption: &'static str, rows: Vec<ChangeRow>) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let shares: Vec<[f64; 3]> = rows.iter().filter(|row| row.is_share).map(|row| row.numbers).collect();
    let axis = Axis::of(&shares, Some(0.0), Unit::Points).filter(|_| !shares.is_empty()).map(without_unit);
    let mark = |row: &ChangeRow| Some(axis.as_ref().filter(|_| row.is_share)?.mark(row.numbers));
    let shown = |row: ChangeRow| {
        let mark = mark(&row);
        (ChangeRow { name: harmless(&row.name), cells: row.cells.map(|cell| in_points(&cell)), ..row }, mark)
    };
    let rows = rows.into_iter().map(shown).collect();
    rendered(&Changes { caption, axis, rows })
}

/// A figure before and now, each with its interval.
struct Both {
    id: String,
    name: String,
    /// The number of the colour of a player, which is the same in all charts.
    player: Option<usize>,
    values: [Option<[f64; 3]>; 2],
}

/// A row with both figures.
struct BothRow {
    id: String,
    name: String,
    /// The number of its colour.
    player: Option<usize>,
    marks: [Option<Mark>; 2],
    /// Value and interval of each version.
    texts: [(String, String); 2],
    ranks: [Option<usize>; 2],
}

#[derive(Template)]
#[template(path = "live/both.html")]
struct BothTable {
    caption: &'static str,
    key: &'static str,
    note: String,
    is_changed: bool,
    has_ranks: bool,
    axis: Option<Axis>,
    rows: Vec<BothRow>,
}

impl BothTable {
    fn of(
        labels: [&'static str; 2],
        note: &str,
        all: &[Both],
        (reference, unit, ranked): (Option<f64>, Unit, bool),
    ) -> Self {
        let numbers: Vec<[f64; 3]> = all.iter().flat_map(|both| both.values).flatten().collect();
        let axis = Axis::of(&numbers, reference, unit).map(without_unit);
        let is_changed = all.iter().any(|both| both.values[1].is_some());
        let rank = |side: usize, both: &Both| {
            let own = both.values[side].filter(|_| ranked)?[0];
            Some(1 + all.iter().filter_map(|other| other.values[side]).filter(|other| other[0] > own).count())
        };
        let row = |both: &Both| BothRow {
            id: both.id.clone(),
            name: harmless(&both.name),
            player: both.player,
            marks: both.values.map(|value| Some(axis.as_ref()?.mark(value?))),
            texts: both.values.map(|value| value.map_or_else(Default::default, |value| text(unit, value))),
            ranks: [0, 1].map(|side| rank(side, both)),
        };
        let rows = all.iter().map(row).collect();
        let [caption, key] = labels;
        let note = format!("Intervals of {} %{note}.", Level::default().percent());
        Self { caption, key, note, is_changed, has_ranks: ranked, axis, rows }
    }
}

fn text(unit: Unit, [value, low, high]: [f64; 3]) -> (String, String) {
    let (value, interval) = unit.with_interval(value, Some((low, high)));
    (in_points(&value), interval)
}

/// Percentage points have one name on the page.
fn in_points(text: &str) -> String {
    text.replace(" pp", " points")
}

/// The unit of points is beside the figures, and would be cut off at the end of an axis.
fn without_unit(mut axis: Axis) -> Axis {
    for (_, label) in &mut axis.ticks {
        *label = label.replace(" pp", "");
    }
    axis
}

/// The rows of a table that both versions have, or only the first: those with this identity.
fn both<'t>(
    before: &'t Table,
    now: Option<&'t Table>,
    id: impl Fn(&Table, &[Cell]) -> Option<(String, String)> + 't,
    value: impl Fn(&Table, &[Cell]) -> Option<[f64; 3]> + 't,
) -> Vec<Both> {
    let find = |id_wanted: &str| {
        let now = now?;
        let is_it = |row: &&Vec<Cell>| id(now, row).is_some_and(|(id, _)| id == id_wanted);
        value(now, now.rows.iter().find(is_it)?)
    };
    let row = |row: &Vec<Cell>| {
        let (id, name) = id(before, row)?;
        Some(Both { values: [value(before, row), find(&id)], id, name, player: None })
    };
    before.rows.iter().filter_map(row).collect()
}

/// A figure with the interval that holds for all rows of its kind together.
fn joint(table: &Table, row: &[Cell], column: &str) -> Option<[f64; 3]> {
    Some([table.number(row, column)?, table.number(row, "joint_low")?, table.number(row, "joint_high")?])
}

/// Whether the summary of a run has intervals of these players that hold together.
fn is_joint(table: &Table, row: &[Cell]) -> bool {
    let group = table.written(row, "grouped_by");
    table.rows.iter().filter(|row| table.written(row, "grouped_by") == group).count() > ROWS
}

/// A win share with the interval of the summary.
fn win_share(table: &Table, row: &[Cell]) -> Option<[f64; 3]> {
    if is_joint(table, row) { joint(table, row, "win_share") } else { three(table, row, "win_share") }
}

/// How often the players of a character win, in a sentence.
pub fn wins_of(table: &Table, character: &str, name: &str) -> Option<String> {
    let is_own = |row: &&Vec<Cell>| table.written(row, "grouped_by") == "character";
    let all: Vec<_> = table.rows.iter().filter(is_own).collect();
    let own = win_share(table, all.iter().find(|row| table.written(row, "key") == character)?)?;
    let shares = all.iter().filter_map(|row| win_share(table, row));
    let rank = 1 + shares.filter(|share| share[0] > own[0]).count();
    let (share, interval) = text(Unit::Percent, own);
    let n = all.len();
    Some(format!(
        "The players who begin with {name} win {share} of the games ({interval}): number {rank} of {n}.\n"
    ))
}

/// The seat of a win share, or the first seat of a team; none of what can have another seat in every game.
fn seat_of(address: &str, schema: &StatSchema) -> Option<usize> {
    let FigureId::WinRate { group, key, .. } = &address.parse().ok()? else { return None };
    let is_team = schema.groups.iter().any(|known| known.name == *group && known.teams && known.is_fixed());
    if group == "seat" || is_team {
        return key.parse().ok();
    }
    let is_own = |known: &&Group| known.name == *group && !known.teams && known.has_key_for_each_seat();
    let own = schema.groups.iter().find(is_own)?;
    let key = own.keys.iter().position(|known| known == key)?;
    (0..schema.players).find(|seat| own.key_of(*seat) == Some(key))
}

/// Who wins: the win shares of seats, sides and characters.
pub fn wins(before: &Table, now: Option<&Table>, schema: &StatSchema, n_bots: usize) -> String {
    let order = schema.seat_order;
    let id = move |table: &Table, row: &[Cell]| {
        let [group, key] = ["grouped_by", "key"].map(|column| table.written(row, column));
        let id = FigureId::win_rate(&group, &key);
        if plain::repeats(&id, schema, n_bots) {
            return None;
        }
        Some((id.to_string(), capitalized(&plain::player(&group, &key, order))))
    };
    let joint = before.rows.iter().find(|row| is_joint(before, row));
    let note = joint.map_or_else(
        || ", each for its own row".into(),
        |row| {
            format!(", each for its own row; those of {}s hold together", before.written(row, "grouped_by"))
        },
    );
    let mut all = both(before, now, id, win_share);
    for row in &mut all {
        row.player = seat_of(&row.id, schema).map(|seat| look(seat, n_teams(schema)).0);
    }
    rendered(&BothTable::of(["Win shares", "player"], &note, &all, (None, Unit::Percent, false)))
}

/// How much more often players win with each card: by the opening hand if it differs from player to player, otherwise by
/// the first event that does. The largest now comes first.
pub fn cards(before: &Table, now: Option<&Table>) -> String {
    let Some(event) = card_impact::telling_event(before) else { return String::new() };
    let id = |table: &Table, row: &[Cell]| {
        let is = |column, name: &str| table.written(row, column) == name;
        let card = table.written(row, "card");
        (is("side", "all") && is("event", &event)).then(|| (card.clone(), plain::thing(&card)))
    };
    let mut all = both(before, now, id, |table, row| joint(table, row, "difference"));
    all.retain(|both| both.values.iter().any(Option::is_some));
    let size = |both: &Both| both.values[1].or(both.values[0]).map_or(f64::NEG_INFINITY, |value| value[0]);
    all.sort_by(|one, other| size(other).total_cmp(&size(one)));
    let caption = if event == OPENING { "Cards in the opening hand" } else { "Cards" };
    let note = " that hold for all cards together";
    rendered(&BothTable::of([caption, "card"], note, &all, (Some(0.0), Unit::Points, true)))
}

#[derive(Template)]
#[template(path = "live/endings.html")]
struct EndingsOfBoth {
    bars: Vec<(&'static str, Endings)>,
}

/// How games end.
pub fn endings(before: &Table, now: Option<&Table>) -> String {
    assert_eq!(before.name, outcomes::NAME);
    let first = if now.is_some() { "before" } else { "" };
    let bars = [(first, before)].into_iter().chain(now.map(|now| ("now", now)));
    rendered(&EndingsOfBoth { bars: bars.map(|(name, table)| (name, Endings::of(table))).collect() })
}

/// The edges of the area of the bars.
const TOP: f64 = 12.0;
const BOTTOM: f64 = 224.0;
/// Maximum number of bars.
const BARS: u64 = 36;
/// So few lengths are said in words.
const FEW: usize = 2;

#[derive(Template)]
#[template(path = "live/lengths.html")]
struct LengthsOfBoth {
    unit: String,
    /// The chart for a wide and for a narrow window; none if there are few lengths.
    frames: Vec<Frame>,
    /// The share of games of each bar in words.
    bars: Vec<String>,
    is_changed: bool,
    words: String,
}

/// A histogram for windows of some width.
struct Frame {
    style: &'static str,
    width: f64,
    left: f64,
    right: f64,
    /// Number of labels of the axis.
    n_ticks: f64,
    heights: Vec<(String, String)>,
    ticks: Vec<(String, String)>,
    bars: Vec<String>,
    /// The outline of the baseline, if there is a change.
    outline: String,
}

/// A frame without its chart.
fn frame(style: &'static str, [width, left, right]: [f64; 3], n_ticks: f64) -> Frame {
    let (heights, ticks, bars, outline) = Default::default();
    Frame { style, width, left, right, n_ticks, heights, ticks, bars, outline }
}

/// How long games last: the bars of the current version and the outline of its baseline.
pub fn lengths(before: &Table, now: Option<&Table>) -> String {
    let [base, shown] = [games_by_length(before), games_by_length(now.unwrap_or(before))];
    let Some(chart) = LengthsOfBoth::of(before, &base, &shown, now.is_some()) else { return String::new() };
    rendered(&chart)
}

impl LengthsOfBoth {
    fn of(table: &Table, base: &[(u64, u64)], shown: &[(u64, u64)], is_changed: bool) -> Option<Self> {
        let mut union = base.to_vec();
        for (length, games) in shown {
            match union.binary_search_by_key(length, |(length, _)| *length) {
                Ok(index) => union[index].1 += games,
                Err(index) => union.insert(index, (*length, *games)),
            }
        }
        let bins = bars(&union, BARS);
        let (first, last) = (bins.first()?, bins.last()?);
        let shares = |games: &[(u64, u64)]| bins.iter().map(|bin| share(bin, games)).collect::<Vec<f64>>();
        let (base, shown) = (shares(base), shares(shown));
        let unit = table.rows.first().map(|row| table.written(row, "unit"))?;
        let bar = |(bin, (share, base)): (&Bar, (&f64, &f64))| {
            let percent = |share: f64| fixed(100.0 * share, 2);
            let was = if is_changed { format!(", before {} %", percent(*base)) } else { String::new() };
            format!("{} {unit}: {} % of games{was}", bin.name(), percent(*share))
        };
        let frames = [frame("wide", [720.0, 52.0, 712.0], 10.0), frame("narrow", [340.0, 44.0, 336.0], 5.0)];
        let drawn = frames.into_iter().filter_map(|frame| {
            let frame = frame.drawn(&bins, &base, &shown)?;
            Some(if is_changed { frame } else { Frame { outline: String::new(), ..frame } })
        });
        // A length that never differs needs no chart.
        let constant = match &bins[..] {
            [only] if only.from == only.to => {
                Some(vec![format!("Every game lasted {} {unit}.", only.name())])
            }
            _ => None,
        };
        Some(Self {
            words: format!("Bars from {} to {} {unit}", first.from, last.name()),
            frames: if bins.len() > FEW { drawn.collect() } else { Vec::new() },
            bars: constant.unwrap_or_else(|| bins.iter().zip(shown.iter().zip(&base)).map(bar).collect()),
            is_changed,
            unit,
        })
    }
}

impl Frame {
    /// The chart of these shares of games.
    fn drawn(self, bins: &[Bar], base: &[f64], shown: &[f64]) -> Option<Self> {
        let (first, last) = (bins.first()?, bins.last()?);
        let width = real(first.to - first.from) + 1.0;
        let (begins, ends) = (real(first.from) - 0.5, real(last.from) - 0.5 + width);
        let x = |length: f64| self.left + (length - begins) / (ends - begins) * (self.right - self.left);
        let highest = base.iter().chain(shown).map(|share| 100.0 * share);
        let scale = Scale::of([0.0].into_iter().chain(highest), 5.0)?;
        let y = |share: f64| fixed(BOTTOM - scale.position(100.0 * share) * (BOTTOM - TOP), 1);
        let edges = |bin: &Bar| [real(bin.from) - 0.5, real(bin.from) - 0.5 + width].map(x);
        let bar = |(bin, share): (&Bar, &f64)| {
            let [left, right] = edges(bin);
            let [left, right] = [fixed(left + 0.75, 1), fixed(right - 0.75, 1)];
            format!("M{left} {BOTTOM}V{}H{right}V{BOTTOM}Z", y(*share))
        };
        let mut outline = format!("M{} {BOTTOM}", self.left);
        for (bin, share) in bins.iter().zip(base) {
            outline += &format!("V{}H{}", y(*share), fixed(edges(bin)[1], 1));
        }
        outline += &format!("V{BOTTOM}");
        let axis = Scale::of([begins, ends], self.n_ticks.min(ends - begins + 1.0))?;
        let is_shown = |at: f64| at >= begins && at <= ends && at.fract() == 0.0;
        let ticks = axis.ticks(false).into_iter().filter(|(at, _)| is_shown(*at));
        let percent = |(at, label): (f64, String)| (y(at / 100.0), format!("{label} %"));
        Some(Self {
            heights: scale.ticks(false).into_iter().map(percent).collect(),
            ticks: ticks.map(|(at, label)| (fixed(x(at), 1), label)).collect(),
            bars: bins.iter().zip(shown).map(bar).collect(),
            outline,
            ..self
        })
    }
}

/// The share of the games whose length is in a bin.
fn share(bin: &Bar, games: &[(u64, u64)]) -> f64 {
    let all: u64 = games.iter().map(|(_, games)| games).sum();
    let is_in = |length: u64| length >= bin.from && (bin.is_tail || length <= bin.to);
    let own: u64 = games.iter().filter(|(length, _)| is_in(*length)).map(|(_, games)| games).sum();
    if all == 0 { 0.0 } else { real(own) / real(all) }
}

/// Rendering to memory does not fail.
fn rendered(template: &impl Template) -> String {
    template.render().unwrap_or_default()
}
