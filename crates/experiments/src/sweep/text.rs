//! The summary of a sweep: where one figure is lowest and highest, then the figure for every combination, as a list with a
//! picture or, for two settings, as a map.

use super::axis::Axis;
use super::{Options, Sweep, Vary, sets};
use crate::model::words::listed;
use crate::report::claim::{Claim, Says, Sentence};
use crate::report::plain::{self, capitalized};
use crate::report::quantity::Quantity;
use crate::report::show::{self, Grid, grouped};
use crate::report::sweep::GridFigure;
use crate::report::table::fixed;
use crate::report::text::{Part, Text};
use crate::report::{ColumnType, FigureId};
use crate::stats::{Interval, real};

/// The shades of a map, from low to high.
const SHADES: [&str; 4] = ["░", "▒", "▓", "█"];

/// The figure in one combination.
#[derive(Clone, Copy)]
struct Shown<'r> {
    row: &'r GridFigure,
    quantity: Quantity<'static>,
}

pub(super) fn text(sweep: &Sweep, rows: &[GridFigure]) -> Text {
    let Sweep { plan, options: Options { vary, accuracy, .. }, .. } = sweep;
    let schema = plan.rules.schema();
    let (id, shown) = shown(sweep, rows);
    let (title, games, seed) = (plan.game.title, grouped(plan.games), plan.seed);
    let at_most = if accuracy.is_sequential() { "at most " } else { "" };
    let bots = if vary.iter().any(Vary::is_bots) { "as varied".into() } else { bots(sweep) };
    let name = id.as_ref().map_or_else(String::new, |id| plain::figure(id, schema.seat_order));
    let head = format!("{title}: {at_most}{games} games per combination, seed {seed}; bots: {bots}\n");
    if shown.is_empty() {
        return format!("{head}No combination has the figure {name}.\n").into();
    }
    let intervals = if accuracy.is_sequential() { "confidence sequences" } else { "intervals" };
    let level = accuracy.level.percent();
    let is_relative = is_relative(id.as_ref(), &shown);
    let minutes = plan.table_minutes().filter(|_| id == Some(FigureId::mean_length()));
    let answer = extremes(&shown, &name, is_relative) + &in_minutes(&shown, minutes);
    let mut text = Text::from(format!("{head}\n{answer}\n"));
    match &vary[..] {
        [down, across] => text.append(map(down, across, &shown)),
        _ => {
            let has_lines = shown.iter().any(|shown| shown.row.interval.is_some());
            let lines = if has_lines { format!(" Lines are {level} % {intervals}.") } else { String::new() };
            text += list(&shown, is_relative);
            text += format!("\n{}{lines}\n", axis_words(&shown, is_relative));
        }
    }
    text
}

/// Who plays. With another number of players, other default bots do.
fn bots(sweep: &Sweep) -> String {
    let Sweep { cells, options: Options { vary, .. }, .. } = sweep;
    let mut of_bots: Vec<(&str, Vec<String>)> = Vec::new();
    for cell in cells {
        let settings = sets(vary, &cell.values).join(" ");
        match of_bots.iter_mut().find(|(bots, _)| *bots == cell.bots) {
            Some((_, all)) => all.push(settings),
            None => of_bots.push((&cell.bots, vec![settings])),
        }
    }
    if let [(bots, _)] = of_bots[..] {
        return bots.to_owned();
    }
    let shown = of_bots.iter().map(|(bots, all)| {
        let more = if all.len() > 1 { format!(" and {} more", all.len() - 1) } else { String::new() };
        format!("{bots} with {}{more}", all.first().map_or("", String::as_str))
    });
    shown.collect::<Vec<_>>().join("; ")
}

/// The answer: the lowest and the highest value of the figure.
pub(super) fn conclusion(sweep: &Sweep, rows: &[GridFigure]) -> Vec<Sentence> {
    let plan = &sweep.plan;
    let (id, shown) = shown(sweep, rows);
    let name = id.as_ref().map_or_else(String::new, |id| plain::figure(id, plan.rules.schema().seat_order));
    let is_relative = is_relative(id.as_ref(), &shown);
    let answer = extremes(&shown, &name, is_relative);
    let mut sentences: Vec<Sentence> = answer.lines().map(Sentence::from).collect();
    let ends = at_ends(&shown, is_relative).filter(|_| !is_relative);
    if let (Some(first), Some([lowest, highest])) = (sentences.first_mut(), ends) {
        // The row of the table.
        let nth = |shown: &Shown<'_>| rows.iter().position(|row| std::ptr::eq(row, shown.row));
        let all: Vec<usize> = shown.iter().filter_map(nth).collect();
        let claim = |set: &[&Shown<'_>], says| {
            Claim::new(crate::report::sweep::NAME, "value", set.iter().filter_map(|shown| nth(shown)), says)
        };
        first.claims = vec![claim(&lowest, Says::Lowest(all.clone())), claim(&highest, Says::Highest(all))];
    }
    sentences
}

/// The combinations that may have the lowest value of the figure, and those that may have the highest; `None` if none is shown to
/// differ from the others.
fn at_ends<'s, 'r>(shown: &'s [Shown<'r>], is_relative: bool) -> Option<[Vec<&'s Shown<'r>>; 2]> {
    let value = |shown: &Shown<'_>| shown.drawn(is_relative).map_or(0.0, |(value, _)| value);
    let mut known: Vec<&Shown<'_>> =
        shown.iter().filter(|shown| shown.drawn(is_relative).is_some()).collect();
    known.sort_by(|one, other| value(one).total_cmp(&value(other)));
    let [low, .., high] = &known[..] else { return None };
    let (of_low, of_high) = low.joint(is_relative).zip(high.joint(is_relative))?;
    let joint = |shown: &&&Shown<'_>| shown.joint(is_relative);
    let lowest = known.iter().filter(|shown| joint(shown).is_none_or(|ends| ends.low <= of_low.high));
    let highest = known.iter().rev().filter(|shown| joint(shown).is_none_or(|ends| ends.high >= of_high.low));
    (of_low.high < of_high.low).then(|| [lowest.copied().collect(), highest.copied().collect()])
}

/// The figure: that of `--show`, or the first one.
pub(super) fn figure(sweep: &Sweep, rows: &[GridFigure]) -> Option<FigureId> {
    let Sweep { plan, show, .. } = sweep;
    let (schema, n_bots) = (plan.rules.schema(), plan.bot_names().len());
    let first = || rows.iter().map(|row| &row.id).find(|id| !plain::repeats(id, schema, n_bots));
    show.clone().or_else(|| first().cloned())
}

/// Whether the figure is compared with an even share: with other numbers of players, a share means another thing.
fn is_relative(id: Option<&FigureId>, shown: &[Shown<'_>]) -> bool {
    shown.windows(2).any(|two| two[0].row.players != two[1].row.players)
        && id.and_then(FigureId::win_group).is_some_and(|group| group != "team")
}

/// The figure, and its rows.
fn shown<'r>(sweep: &Sweep, rows: &'r [GridFigure]) -> (Option<FigureId>, Vec<Shown<'r>>) {
    let id = figure(sweep, rows);
    let is_difference = id.as_ref().is_some_and(FigureId::is_difference);
    let shown = |row: &'r GridFigure| Shown {
        row,
        quantity: match row.unit.as_str() {
            "share" if is_difference => Quantity::Points,
            "share" => Quantity::Share,
            _ => Quantity::Number(""),
        },
    };
    let shown = rows.iter().filter(|row| Some(&row.id) == id.as_ref()).map(shown).collect();
    (id, shown)
}

/// The settings of a combination.
fn settings(row: &GridFigure) -> String {
    let settings = row.settings.iter().map(|(key, value)| format!("{key}={value}"));
    settings.collect::<Vec<_>>().join(" ")
}

/// The settings of a combination in words: `damage of Ten 8, bleed divisor 3`, or `4 players`.
fn settings_in_words(row: &GridFigure) -> String {
    let words = |(key, value): &(String, String)| match key.as_str() {
        PLAYERS => format!("{value} players"),
        _ => format!("{} {value}", plain::setting(key)),
    };
    row.settings.iter().map(words).collect::<Vec<_>>().join(", ")
}

/// The key of the number of players.
const PLAYERS: &str = "setup.players";

impl Shown<'_> {
    /// The value and its interval; divided by an even share if `is_relative`.
    fn drawn(&self, is_relative: bool) -> Option<(f64, Option<Interval>)> {
        let scale = self.scale(is_relative);
        let ends = self.row.interval.and_then(|ends| Interval::new(scale * ends.low, scale * ends.high));
        Some((scale * self.row.value?, ends))
    }

    /// The interval that holds together with those of all combinations.
    fn joint(&self, is_relative: bool) -> Option<Interval> {
        let (scale, ends) = (self.scale(is_relative), self.row.joint?);
        Interval::new(scale * ends.low, scale * ends.high)
    }

    fn scale(&self, is_relative: bool) -> f64 {
        if is_relative { real(self.row.players) } else { 1.0 }
    }
}

/// Combinations that a sentence names at each end.
const NAMED: usize = 3;

/// Where the figure is lowest and highest, in a sentence: all combinations that may be.
fn extremes(shown: &[Shown<'_>], name: &str, is_relative: bool) -> String {
    let value = |shown: &Shown<'_>| shown.drawn(is_relative).map_or(0.0, |(value, _)| value);
    let mut known: Vec<&Shown<'_>> =
        shown.iter().filter(|shown| shown.drawn(is_relative).is_some()).collect();
    known.sort_by(|one, other| value(one).total_cmp(&value(other)));
    let [low, .., high] = &known[..] else {
        return known
            .first()
            .map_or_else(String::new, |one| format!("{}: {}.\n", capitalized(name), in_text(one)));
    };
    let settings = settings_in_words;
    let with = |shown: &Shown<'_>| match is_relative {
        true => {
            let even = fixed(100.0 / real(shown.row.players), 0);
            format!("with {} ({}, even is {even} %)", settings(shown.row), in_text(shown))
        }
        false => format!("{} with {}", in_text(shown), settings(shown.row)),
    };
    let (name, even) = (capitalized(name), if is_relative { ", compared with an even share" } else { "" });
    if low.joint(is_relative).zip(high.joint(is_relative)).is_none() {
        let unknown = "Whether they differ is unknown: too few games show it for intervals.";
        return format!("{name}{even}: lowest {}, highest {}. {unknown}\n", with(low), with(high));
    }
    let Some([lowest, highest]) = at_ends(shown, is_relative) else {
        if value(low) == value(high) {
            return format!(
                "{name}{even}: no combination is shown to differ from the others; all have {}.\n",
                in_text(low)
            );
        }
        return format!(
            "{name}{even}: no combination is shown to differ from the others; lowest {}, highest {}.\n",
            with(low),
            with(high)
        );
    };
    let of = |set: &[&Shown<'_>]| match set {
        [one] => with(one),
        [first, ..] => {
            let others = set.iter().skip(1).take(NAMED - 1).map(|shown| settings(shown.row));
            let n_more = set.len().saturating_sub(NAMED);
            let others = listed(others.chain((n_more > 0).then(|| format!("{n_more} more"))));
            format!("{}, not told apart from {others}", with(first))
        }
        [] => String::new(),
    };
    format!("{name}{even}: lowest {}; highest {}.\n", of(&lowest), of(&highest))
}

/// A value of the figure with its unit.
fn in_text(shown: &Shown<'_>) -> String {
    match (shown.quantity, shown.row.unit.as_str()) {
        (Quantity::Number(_), unit) if !unit.is_empty() => format!("{} {unit}", value_in_words(shown)),
        _ => value_in_words(shown),
    }
}

/// The range of the mean length in minutes at the table, if known, in a sentence.
fn in_minutes(shown: &[Shown<'_>], minutes: Option<f64>) -> String {
    let lengths = || shown.iter().filter_map(|shown| shown.row.value);
    let [low, high] = [lengths().fold(f64::MAX, f64::min), lengths().fold(0.0, f64::max)];
    minutes.map_or_else(String::new, |minutes| {
        format!("At the table, that is {:.1} to {:.1} minutes.\n", minutes * low, minutes * high)
    })
}

/// The value of a combination.
fn value_in_words(shown: &Shown<'_>) -> String {
    let width = shown.row.interval.map(|ends| ends.high - ends.low);
    shown.row.value.map_or_else(String::new, |value| shown.quantity.value(value, width))
}

/// What the picture shows.
fn axis_words(shown: &[Shown<'_>], is_relative: bool) -> String {
    let Axis { low, high } = Axis::of(shown.iter().filter_map(|shown| shown.drawn(is_relative)));
    let share = shown.iter().map(|shown| shown.quantity).find(|quantity| quantity.is_share());
    let number = |value: f64| match share.filter(|_| !is_relative) {
        Some(quantity) => quantity.value(value, None),
        None => format!("{}{value:.2}", if is_relative { "×" } else { "" }),
    };
    let even = if is_relative { "×1.00 is an even share; in parentheses, the share itself. " } else { "" };
    format!("{even}The picture ranges from {} to {}.", number(low), number(high))
}

/// A heat map: the first setting down, the second across.
fn map(down: &Vary, across: &Vary, shown: &[Shown<'_>]) -> Text {
    let axis = Axis::of(shown.iter().filter_map(|shown| shown.drawn(false)));
    let cell = |values: [&String; 2]| {
        let found = shown.iter().find(|shown| shown.row.settings.iter().map(|(_, value)| value).eq(values));
        // The combination was not played, or does not have the figure.
        found.map_or_else(
            || "–  ".to_owned(),
            |Shown { row, quantity }| {
                let value = match (quantity, row.value) {
                    (Quantity::Points, Some(difference)) => show::points(difference),
                    (_, number) => show::figure(&ColumnType::Figures.cell(number, &row.unit), number),
                };
                let shade = SHADES[axis.step(row.value.unwrap_or(axis.low), SHADES.len() - 1)];
                format!("{} {shade}", value.trim_end_matches(" %"))
            },
        )
    };
    let row = |first: &String| {
        std::iter::once(first.clone())
            .chain(across.values.iter().map(|second| cell([first, second])))
            .collect()
    };
    let header = across.values.iter().map(|value| format!("{value}  "));
    let grid = Grid {
        header: std::iter::once(String::new()).chain(header).collect(),
        right: (0..=across.values.len()).map(|column| column > 0).collect(),
        rows: down.values.iter().map(row).collect(),
    };
    let (unit, scale) = match shown.iter().map(|shown| shown.quantity).find(|quantity| quantity.is_share()) {
        Some(Quantity::Points) => (", in percentage points", 100.0),
        Some(_) => (", in %", 100.0),
        None => ("", 1.0),
    };
    let (low, high) = (scale * axis.low, scale * axis.high);
    let mut text = Text::from(format!("{} ↓  {} →{unit}\n", down.key, across.key));
    text += Part::Blocks(grid);
    text += format!("\nShades from ░ {low:.2} to █ {high:.2}; sweep.csv has the intervals.\n");
    text
}

/// One line for each combination. A share relative to an even one comes first, with its interval.
fn list(shown: &[Shown<'_>], is_relative: bool) -> Grid {
    let axis = Axis::of(shown.iter().filter_map(|shown| shown.drawn(is_relative)));
    let row = |shown: &Shown<'_>| {
        let drawn = shown.drawn(is_relative);
        let picture = drawn.map_or_else(String::new, |(value, ends)| axis.picture(value, ends));
        let own = value_in_words(shown);
        if is_relative {
            let value = drawn.map_or_else(String::new, |(value, _)| format!("×{value:.2}"));
            let ends = drawn.and_then(|(_, ends)| ends);
            let ends = ends.map_or_else(String::new, |ends| format!("×{:.2} to ×{:.2}", ends.low, ends.high));
            vec![settings(shown.row), value, ends, format!("({own})"), picture]
        } else {
            let ends = shown.row.interval.map_or_else(String::new, |ends| shown.quantity.interval(ends));
            vec![settings(shown.row), own, ends, picture]
        }
    };
    let right =
        if is_relative { vec![false, true, true, true, false] } else { vec![false, true, true, false] };
    Grid { header: Vec::new(), right, rows: shown.iter().map(row).collect() }
}
