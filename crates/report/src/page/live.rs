//! The figures of a version of the rules beside those of its baseline, for a page that changes while games are played.

use super::super::histogram::{Bar, bars};
use super::super::impact::CardWorth;
use super::super::quantity::Quantity;
use super::super::summary::ROWS;
use super::super::{Cell, FigureId, Table, card_impact, outcomes};
use super::chances::{look, n_teams};
use super::figures::{Endings, games_by_length};
use super::plot::{Axis, Mark, Scale};
use super::section::three;
use super::views::even;
use super::words::{Unit, harmless};
use crate::plain::{self, capitalized};
use crate::table::fixed;
use askama::Template;
use std::ops::RangeInclusive;
use undercard_engine::model::{Group, OPENING, StatSchema};
use undercard_engine::stats::{Interval, Level, real};

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
    /// The ranks that it may have in each version.
    ranks: [Option<RangeInclusive<usize>>; 2],
}

impl Both {
    fn now(&self) -> Option<[f64; 3]> {
        self.values[1].or(self.values[0])
    }
}

/// A row with both figures.
struct BothRow {
    id: String,
    name: String,
    /// The number of its colour.
    player: Option<usize>,
    /// Whether it deviates most from the reference, beyond its interval.
    is_odd: bool,
    marks: [Option<Mark>; 2],
    /// Value and interval of each version.
    texts: [(String, String); 2],
    ranks: [String; 2],
}

#[derive(Template)]
#[template(path = "live/both.html")]
struct BothTable {
    caption: String,
    key: &'static str,
    note: String,
    is_changed: bool,
    is_of_cards: bool,
    has_ranks: bool,
    axis: Option<Axis>,
    rows: Vec<BothRow>,
}

impl BothTable {
    fn of(
        (caption, key): (String, &'static str),
        note: &str,
        all: &[Both],
        (reference, unit, is_of_cards): (Option<f64>, Unit, bool),
    ) -> Self {
        let numbers: Vec<[f64; 3]> = all.iter().flat_map(|both| both.values).flatten().collect();
        let axis = Axis::of(&numbers, reference, unit).map(without_unit);
        let is_changed = all.iter().any(|both| both.values[1].is_some());
        // The one that deviates most, if its interval excludes the reference. Every card is worth something.
        let deviation = |both: &Both| {
            let [value, low, high] = both.now()?;
            let reference = reference.filter(|line| !is_of_cards && (low > *line || high < *line))?;
            Some((value - reference).abs())
        };
        let most = all.iter().filter_map(deviation).reduce(f64::max);
        let rank = |ranks: &Option<RangeInclusive<usize>>| {
            ranks.as_ref().map_or_else(String::new, |ranks| match (ranks.start(), ranks.end()) {
                (from, to) if from == to => from.to_string(),
                (from, to) => format!("{from}–{to}"),
            })
        };
        let row = |both: &Both| BothRow {
            id: both.id.clone(),
            name: harmless(&both.name),
            player: both.player,
            is_odd: all.len() > 2 && most.is_some() && deviation(both) == most,
            marks: both.values.map(|value| Some(axis.as_ref()?.mark(value?))),
            texts: both.values.map(|value| value.map_or_else(Default::default, |value| text(unit, value))),
            ranks: [0, 1].map(|side| rank(&both.ranks[side])),
        };
        let rows = all.iter().map(row).collect();
        let has_ranks = all.iter().any(|both| both.ranks.iter().any(Option::is_some));
        let note = format!("Intervals of {} %{note}.", Level::default().percent());
        Self { caption, key, note, is_changed, is_of_cards, has_ranks, axis, rows }
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
        Some(Both { values: [value(before, row), find(&id)], id, name, player: None, ranks: [None, None] })
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

/// Who wins: the win shares of seats, of sides and of characters, each in a table of its own with the even share.
pub fn wins(before: &Table, now: Option<&Table>, schema: &StatSchema, n_bots: usize) -> String {
    let order = schema.seat_order;
    let mut groups: Vec<String> = before.rows.iter().map(|row| before.written(row, "grouped_by")).collect();
    groups.dedup();
    // Who plays what answers the question; the seats say whether it matters where they sit.
    groups.sort_by_key(|group| group == "seat");
    let mut markup = String::new();
    for group in groups {
        let id = |table: &Table, row: &[Cell]| {
            let [own, key] = ["grouped_by", "key"].map(|column| table.written(row, column));
            let id = FigureId::win_rate(&own, &key);
            if own != group || plain::repeats(&id, schema, n_bots) {
                return None;
            }
            Some((id.to_string(), capitalized(&plain::player(&own, &key, order))))
        };
        let mut all = both(before, now, id, win_share);
        for row in &mut all {
            row.player = seat_of(&row.id, schema).map(|seat| look(seat, n_teams(schema)).0);
        }
        if all.is_empty() {
            continue;
        }
        let shown = now.unwrap_or(before);
        let own: Vec<_> = shown.rows.iter().filter(|row| shown.written(row, "grouped_by") == group).collect();
        let is_joint = own.first().is_some_and(|row| is_joint(shown, row));
        let even = even(shown, &own);
        let mut note =
            if is_joint { " that hold together".to_owned() } else { ", each for its own row".into() };
        note += &even.map_or_else(String::new, |even| {
            format!("; the line is an even share, {} %", fixed(100.0 * even, 1))
        });
        let labels = (format!("Win shares by {group}"), "player");
        markup += &rendered(&BothTable::of(labels, &note, &all, (even, Unit::Percent, false)));
    }
    markup
}

/// What each card is worth to its player, the largest now first.
pub fn worths(before: &[CardWorth], now: Option<&[CardWorth]>) -> String {
    let value = |row: &CardWorth| {
        let (worth, ends) = (row.worth()?, row.worth()?.interval?);
        Some([worth.delta?, ends.low, ends.high])
    };
    let row = |row: &CardWorth| {
        let other = now.and_then(|now| now.iter().find(|other| other.card == row.card));
        let values = [value(row), other.and_then(value)];
        let ranks = [row.ranks.clone(), other.and_then(|other| other.ranks.clone())];
        Both { id: row.card.clone(), name: plain::thing(&row.card), player: None, values, ranks }
    };
    let all = before.iter().map(row).filter(|both| both.now().is_some());
    by_size(all.collect(), "What each card is worth", ", each for its own card; the line is no difference")
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
    all.retain(|both| both.now().is_some());
    let caption = if event == OPENING { "Cards in the opening hand" } else { "Cards" };
    by_size(all, caption, " that hold for all cards together")
}

/// Differences of cards, the largest now first.
fn by_size(mut all: Vec<Both>, caption: &str, note: &str) -> String {
    let size = |both: &Both| both.now().map_or(f64::NEG_INFINITY, |value| value[0]);
    all.sort_by(|one, other| size(other).total_cmp(&size(one)));
    rendered(&BothTable::of((caption.into(), "card"), note, &all, (Some(0.0), Unit::Points, true)))
}

/// A figure along the values of a setting, drawn beside its slider.
#[derive(Clone, Debug)]
pub struct Dial {
    /// The drawing, as wide as the slider's range.
    pub chart: String,
    /// The figure at the lowest, at the current and at the highest value.
    pub words: String,
}

/// The edges of a dial's drawing.
const DIAL: [f64; 2] = [200.0, 40.0];

/// The dial of a figure with a name at these values, whose slider goes from one value to another; `None` for fewer than two.
pub fn dial(
    name: &str,
    is_share: bool,
    points: &[(i64, f64, Option<Interval>)],
    reach: [i64; 2],
) -> Option<Dial> {
    let [(first, ..), .., (last, ..)] = points else { return None };
    let ends = |(_, value, ends): &(i64, f64, Option<Interval>)| {
        ends.map_or([*value; 2], |ends| [ends.low, ends.high])
    };
    let all = points.iter().flat_map(|point| [point.1].into_iter().chain(ends(point)));
    let (low, high) =
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
    let [width, height] = DIAL;
    let span = real(reach[1].abs_diff(reach[0]).max(1));
    let x = |value: i64| fixed(real(value.abs_diff(reach[0])) / span * width, 1);
    // A figure that hardly moves is a flat line.
    let room = (high - low).max(if is_share { 0.05 } else { 0.05 * high.abs() }).max(f64::MIN_POSITIVE);
    let middle = f64::midpoint(low, high);
    let y = |at: f64| fixed(height / 2.0 - (at - middle) / room * (height - 6.0), 1);
    let line: Vec<String> = points.iter().map(|(value, at, _)| format!("{} {}", x(*value), y(*at))).collect();
    let edge = |nth: usize| move |point: &(i64, f64, Option<Interval>)| (point.0, ends(point)[nth]);
    let above = points.iter().map(edge(1)).map(|(value, at)| format!("{} {}", x(value), y(at)));
    let below = points.iter().rev().map(edge(0)).map(|(value, at)| format!("{} {}", x(value), y(at)));
    let band: Vec<String> = above.chain(below).collect();
    let chart = format!(
        "<svg viewBox=\"0 0 {width} {height}\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><path class=\"band\" d=\"M{}Z\"/>\
         <path class=\"curve\" d=\"M{}\"/></svg>",
        band.join("L"),
        line.join("L")
    );
    let quantity = if is_share { Quantity::Share } else { Quantity::Number("") };
    let at = |wanted: i64| {
        let (value, at, ends) = points.iter().find(|(value, ..)| *value == wanted)?;
        Some(format!("{} at {value}", quantity.value(*at, ends.map(|ends| ends.high - ends.low))))
    };
    let words = format!("{}: {} … {}", capitalized(name), at(*first)?, at(*last)?);
    Some(Dial { chart, words })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dial_is_as_wide_as_its_slider() {
        let points: Vec<_> = [(1, 0.40), (3, 0.42), (8, 0.50)].map(|(value, at)| (value, at, None)).to_vec();
        let dial = dial("Black wins", true, &points, [1, 11]).expect("a dial");
        assert!(dial.chart.contains("M0.0 ") && dial.chart.contains("L140.0 "), "{}", dial.chart);
        assert_eq!(dial.words, "Black wins: 40.0 % at 1 … 50.0 % at 8");
        assert!(super::dial("Black wins", true, &points[..1], [1, 11]).is_none());
    }
}
