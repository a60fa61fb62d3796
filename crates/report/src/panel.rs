//! The headline figures of a panel: the same games with one bot after another in all seats.

use super::csv::StoredTable;
use super::page::names::Names;
use super::page::section::Section;
use super::page::views::{Part, View};
use super::plain::capitalized;
use super::table::{Row, row};
use super::{Cell, FigureId, Report, Table, compare, impact, metrics, outcomes, win_rates};
use std::collections::BTreeSet;

/// The report's name.
pub const NAME: &str = "panel";

/// A figure of one bot of a panel: a row of the report.
struct BotFigure {
    game: &'static str,
    players: u64,
    id: String,
    of_bot: OfBot,
    unit: String,
    disagreement: &'static str,
}

row! { BotFigure, NAME, row {
    key "game", "id of the game" => row.game;
    numbered "players", "number of players" => row.players;
    key "figure",
        "address of the figure: that of `run`; of the difference B − A for `compare`; of the ablation for `impact`"
        => &row.id;
    key "bot", "bot in all seats" => &row.of_bot.bot;
    figure "value", "value of the figure" as Cell => row.of_bot.value.clone();
    figure "low", "lower end of its interval" as Cell => row.of_bot.value.like(row.of_bot.ends.map(|(low, _)| low));
    figure "high", "upper end of its interval" as Cell => row.of_bot.value.like(row.of_bot.ends.map(|(_, high)| high));
    words "unit", "unit of `value`: `share`, `rounds`, …" => &row.unit;
    words "disagreement",
        "how the bots of the panel disagree on the figure. `sign`: it is a difference, and for one bot it is above \
         0, for another below 0, each with its whole interval. `size`: the intervals of two bots do not overlap, and \
         their values are more than 2 percentage points apart, or more than 5 % for figures that are not shares. \
         Empty: neither" => row.disagreement;
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "run --bots panel",
    contents: "Headline figures for each bot of the panel, and where the bots disagree; `compare` and `impact` write it, too.",
    columns: BotFigure::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "What each bot finds",
        intro: "Each bot plays the same deals in all seats. `sign` means that the figure is above 0 for one bot and below 0 \
                for another. `size` means that the intervals of two bots do not overlap and that their values are more than 2 \
                percentage points apart, or more than 5 % for figures that are not shares.",
        columns: &["bot", "value", "unit"],
        drawn: "value",
        part: |table, row, names| {
            let name = capitalized(&names.figure(&table.written(row, "figure")));
            Part::drawn(match table.written(row, "disagreement").as_str() {
                "" => name,
                how => format!("{name}: the bots disagree ({how})"),
            })
        },
        section,
        ..View::PLAIN
    }),
};

/// The section: figures on which the bots disagree first, without outcomes that never occurred.
fn section(view: &View, stored: &StoredTable, names: &Names) -> Section {
    let mut stored = stored.clone();
    let Table { rows, .. } = &stored.table;
    let figure = |row: &[Cell]| stored.table.written(row, "figure");
    let is_known = |row: &&Vec<Cell>| stored.table.number(row, "value") != Some(0.0);
    let occurring: BTreeSet<String> = rows.iter().filter(is_known).map(|row| figure(row)).collect();
    let agrees = |row: &[Cell]| stored.table.written(row, "disagreement").is_empty();
    let mut kept: Vec<Vec<Cell>> =
        rows.iter().filter(|row| occurring.contains(&figure(row))).cloned().collect();
    kept.sort_by_key(|row| agrees(row));
    stored.table.rows = kept;
    Section::of(view, &stored, names)
}

/// Differences of shares above this are reported.
const POINTS: f64 = 0.02;
/// Relative differences of other figures above this are reported.
const RELATIVE: f64 = 0.05;

/// A figure of one bot: value and interval.
#[derive(Clone, Debug)]
pub struct OfBot {
    /// The bot.
    pub bot: String,
    /// The value.
    pub value: Cell,
    /// The ends of its interval, if known.
    pub ends: Option<(f64, f64)>,
}

/// A figure of every bot.
#[derive(Clone, Debug)]
pub struct PanelFigure {
    /// Which figure.
    pub id: FigureId,
    /// Its unit.
    pub unit: String,
    /// Whether it is a difference.
    pub is_difference: bool,
    /// Its value for each bot that has it.
    pub bots: Vec<OfBot>,
}

impl PanelFigure {
    /// The two bots whose intervals lie furthest apart, the lower one first; `None` if all intervals overlap.
    #[must_use]
    pub fn furthest_apart(&self) -> Option<[&OfBot; 2]> {
        let known = || self.bots.iter().filter_map(|of_bot| Some((of_bot, of_bot.ends?)));
        let (lower, (_, high)) = known().min_by(|(_, (_, one)), (_, (_, other))| one.total_cmp(other))?;
        let (higher, (low, _)) = known().max_by(|(_, (one, _)), (_, (other, _))| one.total_cmp(other))?;
        (low > high).then_some([lower, higher])
    }

    /// How the bots disagree: `sign`, `size`, or not at all.
    #[must_use]
    pub fn disagreement(&self) -> Option<&'static str> {
        let known: Vec<(f64, f64, f64)> = self
            .bots
            .iter()
            .filter_map(|of_bot| of_bot.ends.zip(of_bot.value.number()))
            .map(|((low, high), value)| (low, value, high))
            .collect();
        let is_above = known.iter().any(|(low, ..)| *low > 0.0);
        let is_below = known.iter().any(|(.., high)| *high < 0.0);
        if self.is_difference && is_above && is_below {
            return Some("sign");
        }
        let is_share = self.unit == "share";
        let is_apart = |(low, one, _): &(f64, f64, f64), (_, other, high): &(f64, f64, f64)| {
            let least = if is_share { POINTS } else { RELATIVE * one.abs().max(other.abs()) };
            low > high && one - other > least
        };
        // A relative difference of two differences has no meaning.
        let is_comparable = is_share || !self.is_difference;
        let mut pairs = known.iter().flat_map(|one| known.iter().map(move |other| (one, other)));
        (is_comparable && pairs.any(|(one, other)| is_apart(one, other))).then_some("size")
    }
}

/// The headline figures of a result of `run`, `compare` or `impact` that one bot played, without bots: value and
/// interval of each, for figures with an interval.
#[must_use]
pub fn headline(tables: &[&Table], bot: &str) -> Vec<PanelFigure> {
    let columns = [
        (win_rates::NAME, "win_share"),
        (outcomes::NAME, "share"),
        (metrics::NAME, "value"),
        (compare::NAME, "delta"),
        (impact::NAME, "ablation"),
    ];
    let mut figures = Vec::new();
    for table in tables {
        let Some((_, column)) = columns.iter().find(|(name, _)| *name == table.name) else { continue };
        for row in &table.rows {
            // A comparison has the figures of both runs.
            let id = match table.name {
                compare::NAME => table.written(row, "figure").parse().ok(),
                _ => table.id(row),
            };
            let is_wanted = |id: &FigureId| match id {
                FigureId::Metric(_) => *id == FigureId::mean_length(),
                _ => id.win_group() != Some("bot"),
            };
            let Some((id, figure)) = id.filter(is_wanted).zip(table.figure_in(row, column)) else { continue };
            figures.push(PanelFigure {
                id,
                unit: figure.unit.into(),
                is_difference: matches!(table.name, compare::NAME | impact::NAME),
                bots: vec![OfBot {
                    bot: bot.into(),
                    value: figure.cell.clone(),
                    ends: figure.low.zip(figure.high),
                }],
            });
        }
    }
    figures
}

/// The report: a row for each figure and bot.
#[must_use]
pub fn table((game, players): (&'static str, usize), figures: &[PanelFigure]) -> Table {
    let rows = figures.iter().flat_map(|figure| {
        let disagreement = figure.disagreement().unwrap_or_default();
        figure.bots.iter().map(move |of_bot| BotFigure {
            game,
            players: players as u64,
            id: figure.id.to_string(),
            of_bot: of_bot.clone(),
            unit: figure.unit.clone(),
            disagreement,
        })
    });
    Row::table(&rows.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_disagree_on_the_sign_or_by_more_than_a_stated_amount() {
        let figure = |unit: &str, is_difference, ends: &[(f64, f64)]| {
            let bot = |(low, high): &(f64, f64)| OfBot {
                bot: String::new(),
                value: Cell::Share(Some(f64::midpoint(*low, *high))),
                ends: Some((*low, *high)),
            };
            let bots = ends.iter().map(bot).collect();
            PanelFigure { id: FigureId::mean_length(), unit: unit.into(), is_difference, bots }.disagreement()
        };
        assert_eq!(figure("share", true, &[(0.001, 0.002), (-0.002, -0.001)]), Some("sign"));
        assert_eq!(figure("share", true, &[(0.001, 0.002), (-0.002, 0.001)]), None);
        assert_eq!(figure("share", false, &[(0.40, 0.41), (0.43, 0.44)]), Some("size"));
        assert_eq!(figure("share", false, &[(0.40, 0.41), (0.42, 0.43), (0.40, 0.43)]), None);
        assert_eq!(figure("share", false, &[(0.30, 0.41), (0.40, 0.55)]), None);
        assert_eq!(figure("rounds", false, &[(6.0, 6.1), (6.4, 6.5)]), Some("size"));
        assert_eq!(figure("rounds", true, &[(6.0, 6.1), (7.4, 7.5)]), None);
        // Few games say little: a wide interval is not named, whatever its value.
        let of_bot = |bot: &str, value, ends| OfBot {
            bot: bot.into(),
            value: Cell::Share(Some(value)),
            ends: Some(ends),
        };
        let bots = vec![
            of_bot("many", 0.46, (0.45, 0.47)),
            of_bot("more", 0.5, (0.49, 0.51)),
            of_bot("few", 0.6, (0.4, 0.8)),
        ];
        let figure =
            PanelFigure { id: FigureId::mean_length(), unit: "share".into(), is_difference: false, bots };
        let apart = figure.furthest_apart().expect("two bots").map(|of_bot| of_bot.bot.as_str());
        assert_eq!(apart, ["many", "more"]);
    }
}
