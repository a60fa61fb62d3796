//! What a run prints: who wins, how games end, how long they are, what the cards do; readable in
//! ten seconds.

use super::{Cell, Results, Table, card_impact, metrics, outcomes, show, win_rates};
use std::fmt::Write;

/// Rows shown of one group of players.
const GROUP: usize = 8;
/// Cards shown at each end of the list.
const CARDS: usize = 5;
/// Bars of the histogram of lengths.
const BARS: usize = 12;
/// Cells of the longest bar.
const BAR: usize = 30;

/// The summary for a terminal.
#[must_use]
pub fn text(results: &Results<'_>) -> String {
    // Writing to a string does not fail.
    let mut text = String::new();
    let _ = head(results, &mut text);
    for (title, table) in parts(results) {
        let _ = writeln!(text, "\n{title}\n{}", indented(&show::text(&table)));
    }
    let _ = lengths(results, &mut text);
    text
}

/// The summary for a pull request.
#[must_use]
pub fn markdown(results: &Results<'_>) -> String {
    let mut text = String::new();
    let _ = head(results, &mut text);
    for (title, table) in parts(results) {
        let _ = writeln!(text, "\n**{title}**\n\n{}", show::markdown(&table).trim_end());
    }
    text
}

fn head(results: &Results<'_>, text: &mut String) -> std::fmt::Result {
    let games = grouped(results.tally.games);
    let bots: Vec<&str> = results.lineup.names.iter().map(|(name, _)| name.as_str()).collect();
    writeln!(
        text,
        "{}: {games} games, {} players ({}), seed {}",
        results.game,
        results.players,
        bots.join(", "),
        results.seed
    )?;
    let level = 100.0 * results.level.level();
    if results.fixed {
        writeln!(text, "Brackets hold the true figure in {level} of 100 such runs.")
    } else {
        writeln!(
            text,
            "Stopped at {games} of {} games: brackets hold at every moment at once, {level} %.",
            grouped(results.planned)
        )
    }
}

/// The tables of the summary, with their titles.
fn parts(results: &Results<'_>) -> Vec<(&'static str, Table)> {
    let mut parts = vec![("Who wins", who_wins(results)), ("How games end", endings(results))];
    if let Some(table) = lifts(results) {
        parts.push(("Win share with the card in the opening, less without (largest and smallest)", table));
    }
    parts
}

fn who_wins(results: &Results<'_>) -> Table {
    let all = win_rates::table(results);
    let group = |row: &[Cell]| all.cell(row, "group").map(|cell| cell.write()).unwrap_or_default();
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let one_bot = results.lineup.names.len() < 2;
    for row in &all.rows {
        let name = group(row);
        // A game's own sides say more than its seats; a single bot says nothing.
        let said = name == "seat" && results.ledger.groups.iter().any(|group| group.fixed && !group.teams)
            || name == "bot" && one_bot;
        let n_shown = rows.iter().filter(|shown| shown[0].write() == name).count();
        if !said && n_shown < GROUP {
            rows.push(
                ["group", "key", "win_share", "win_share_low", "win_share_high"]
                    .iter()
                    .filter_map(|column| all.cell(row, column))
                    .collect(),
            );
        }
    }
    narrowed(rows, 2, &["", "", "wins", "interval"])
}

fn endings(results: &Results<'_>) -> Table {
    let all = outcomes::table(results);
    let columns = ["outcome", "share", "share_low", "share_high"];
    let rows =
        all.rows.iter().filter(|row| all.cell(row, "games").and_then(|cell| cell.number()) != Some(0.0));
    let rows = rows.map(|row| columns.iter().filter_map(|column| all.cell(row, column)).collect()).collect();
    narrowed(rows, 1, &["", "share", "interval"])
}

fn lifts(results: &Results<'_>) -> Option<Table> {
    let all = card_impact::table(results);
    let cell =
        |row: &[Cell], column: &str| all.cell(row, column).map(|cell| cell.write()).unwrap_or_default();
    let mut rows: Vec<(f64, Vec<Cell>)> = all
        .rows
        .iter()
        .filter(|row| cell(row, "side") == "all" && cell(row, "event") == "opening")
        .filter_map(|row| {
            let cells = ["card", "difference", "difference_low", "difference_high"];
            Some((
                all.cell(row, "difference")?.number()?,
                cells.iter().filter_map(|column| all.cell(row, column)).collect(),
            ))
        })
        .collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let n_rows = rows.len();
    let ends = rows.into_iter().enumerate().filter(|(place, _)| *place < CARDS || place + CARDS >= n_rows);
    let rows: Vec<Vec<Cell>> = ends.map(|(_, (_, row))| row).collect();
    (!rows.is_empty()).then(|| narrowed(rows, 1, &["card", "lift", "interval"]))
}

/// Shares as percentages with their intervals in brackets: value, low, high from `first` on.
fn narrowed(rows: Vec<Vec<Cell>>, first: usize, names: &'static [&'static str]) -> Table {
    let percent = |cell: &Cell| {
        cell.number().map_or_else(|| "?".to_owned(), |share| super::table::fixed(100.0 * share, 2))
    };
    let rows = rows.into_iter().map(|row| {
        let mut short: Vec<Cell> = row[..first].to_vec();
        short.push(Cell::text(format!("{:>6} %", percent(&row[first]))));
        short.push(Cell::text(format!("[{:>6}, {:>6}]", percent(&row[first + 1]), percent(&row[first + 2]))));
        short
    });
    Table { name: "summary", columns: columns(names), rows: rows.collect() }
}

/// The columns of the summary's tables, by their headers.
fn columns(names: &'static [&'static str]) -> &'static [super::Column] {
    use super::Column;
    const WHO: &[Column] = &[
        Column::key("group", ""),
        Column::key("key", ""),
        Column::of("wins", ""),
        Column::of("interval", ""),
    ];
    const HOW: &[Column] = &[Column::key("outcome", ""), Column::of("share", ""), Column::of("interval", "")];
    const CARD: &[Column] = &[Column::key("card", ""), Column::of("lift", ""), Column::of("interval", "")];
    match names {
        [_, _, _, _] => WHO,
        ["card", ..] => CARD,
        _ => HOW,
    }
}

fn lengths(results: &Results<'_>, text: &mut String) -> std::fmt::Result {
    let all = metrics::table(results);
    let value = |id: &str| {
        let row = all.rows.iter().find(|row| all.cell(row, "metric").is_some_and(|cell| cell.write() == id));
        row.and_then(|row| all.cell(row, "value")).and_then(|cell| cell.number()).unwrap_or(0.0)
    };
    let unit = results.ledger.unit;
    writeln!(
        text,
        "\nHow long: {:.2} {unit} on average, half of them up to {:.0}, 90 % from {:.0} to {:.0}, at most {:.0}",
        value("length-mean"),
        value("length-p50"),
        value("length-p05"),
        value("length-p95"),
        value("length-max")
    )?;
    let (Some((shortest, _)), Some(longest)) =
        (results.tally.lengths.iter().next(), results.tally.lengths.longest())
    else {
        return Ok(());
    };
    let width = (longest - shortest + 1).div_ceil(BARS as u64);
    let mut bars = vec![0_u64; BARS];
    for (length, games) in results.tally.lengths.iter() {
        let place = usize::try_from((length - shortest) / width).unwrap_or(0);
        bars[place.min(BARS - 1)] += games;
    }
    let most = bars.iter().copied().max().unwrap_or(1).max(1);
    for (from, games) in
        (0..).map(|nth| shortest + nth * width).zip(&bars).take_while(|(from, _)| *from <= longest)
    {
        let range = if width == 1 { from.to_string() } else { format!("{from}–{}", from + width - 1) };
        let cells = usize::try_from(games.saturating_mul(BAR as u64).div_ceil(most)).unwrap_or(0);
        let share = 100.0 * crate::stats::real(*games) / crate::stats::real(results.tally.games);
        writeln!(text, "  {range:>11}  {:<BAR$} {share:>5.1} %", "█".repeat(cells))?;
    }
    Ok(())
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {}", line.trim())).collect::<Vec<_>>().join("\n")
}

/// A count with its thousands apart.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let first = digits.len() % 3;
    let mut text = digits[..first].to_owned();
    for group in digits.as_bytes()[first..].chunks(3) {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(std::str::from_utf8(group).unwrap_or_default());
    }
    text
}
