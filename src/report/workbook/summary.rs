//! The first sheet of a workbook, with the answer in words and charts, and the sheet with the numbers of the charts.

use super::super::page::{About, Folder, headline};
use super::super::{Cell, Table, card_impact, game_length, impact, win_rates};
use super::{Formats, row_number};
use rust_xlsxwriter::{
    Chart, ChartErrorBars, ChartErrorBarsType, ChartRange, ChartType, Workbook, Worksheet, XlsxError,
};

/// The number of this size of paper in Excel.
const A4: u8 = 9;
/// The name of the sheet with the numbers of the charts.
const NUMBERS: &str = "charts";
/// Maximum number of bars of a chart of cards.
const MOST_CARDS: usize = 20;
/// The columns of a chart on its sheet, with an empty one after them.
const WIDTH: u16 = 7;
/// The characters of a line of the answer.
const LINE: usize = 95;
/// The rows that a chart covers on the summary.
const HEIGHT: u32 = 21;

/// The numbers of a chart.
struct Bars {
    title: &'static str,
    names: &'static str,
    values: &'static str,
    kind: ChartType,
    rows: Vec<Bar>,
}

struct Bar {
    name: Cell,
    value: f64,
    ends: Option<(f64, f64)>,
}

/// Adds the summary, and the sheet with the numbers of its charts if it has any.
pub(super) fn add(
    book: &mut Workbook,
    folder: &Folder,
    about: &About,
    formats: &Formats,
) -> Result<(), XlsxError> {
    let charts = charts(folder);
    let sheet = book.add_worksheet();
    sheet.set_name("summary")?.set_column_width(0, 100)?.set_screen_gridlines(false);
    sheet.set_landscape().set_paper_size(A4).set_print_fit_to_pages(1, 0);
    sheet.write_string_with_format(0, 0, &about.title, &formats.title)?;
    let mut line = 1;
    let subtitle = about.subtitle.join(" · ");
    for text in [&subtitle].into_iter().chain(&about.partial).chain(&headline(folder)).chain([&about.reading])
    {
        // Spaces that do not break a line on the page keep LibreOffice from wrapping the text.
        sheet.write_string_with_format(line, 0, text.replace('\u{a0}', " "), &formats.wrapped)?;
        // LibreOffice does not fit the heights of wrapped rows by itself.
        let n_lines = row_number(text.chars().count().div_ceil(LINE).max(1));
        sheet.set_row_height(line, 15 * n_lines)?;
        line += 1;
    }
    for (nth, bars) in (0..).zip(&charts) {
        sheet.insert_chart(line + 1 + u32::from(nth) * HEIGHT, 0, &chart(bars, nth * WIDTH))?;
    }
    if charts.is_empty() {
        return Ok(());
    }
    let sheet = book.add_worksheet();
    sheet.set_name(NUMBERS)?;
    for (nth, bars) in (0..).zip(&charts) {
        write(sheet, bars, nth * WIDTH, formats)?;
    }
    sheet.set_freeze_panes(2, 0)?;
    Ok(())
}

/// Writes the numbers of a chart, from this column on.
fn write(sheet: &mut Worksheet, bars: &Bars, first: u16, formats: &Formats) -> Result<(), XlsxError> {
    sheet.write_string_with_format(0, first, bars.title, &formats.title)?;
    let header = [bars.names, bars.values, "low", "high", "down to low", "up to high"];
    for (column, name) in (first..).zip(header) {
        sheet.write_string_with_format(1, column, name, &formats.header)?;
        sheet.set_column_width(column, if column == first { 24 } else { 12 })?;
    }
    for (line, bar) in (2..).zip(&bars.rows) {
        match bar.name.number() {
            Some(number) => sheet.write_number(line, first, number)?,
            None => sheet.write_string(line, first, bar.name.write())?,
        };
        let ends = bar.ends.map(|(low, high)| [low, high, bar.value - low, high - bar.value]);
        for (column, number) in (first + 1..).zip([bar.value].into_iter().chain(ends.into_iter().flatten())) {
            sheet.write_number_with_format(line, column, number, &formats.share)?;
        }
    }
    Ok(())
}

/// The chart of numbers that begin in this column.
fn chart(bars: &Bars, first: u16) -> Chart {
    let last = row_number(bars.rows.len()).saturating_add(1);
    let range = |column: u16| ChartRange::new_from_range(NUMBERS, 2, first + column, last, first + column);
    let mut chart = Chart::new(bars.kind);
    let series = chart.add_series();
    series.set_categories(&range(0)).set_values(&range(1)).set_gap(60);
    if bars.rows.iter().any(|bar| bar.ends.is_some()) {
        let mut ends = ChartErrorBars::new();
        ends.set_type(ChartErrorBarsType::Custom(range(5), range(4)));
        series.set_y_error_bars(&ends);
    }
    chart.title().set_name(bars.title);
    chart.legend().set_hidden();
    chart.x_axis().set_name(bars.names);
    chart.y_axis().set_name(bars.values).set_num_format("0%");
    // Bars begin at zero.
    let low = |bar: &Bar| bar.ends.map_or(bar.value, |(low, _)| low);
    if bars.rows.iter().all(|bar| low(bar) >= 0.0) {
        chart.y_axis().set_min(0);
    }
    // The names stay below the bars of negative differences.
    chart.x_axis().set_label_position(rust_xlsxwriter::ChartAxisLabelPosition::Low);
    chart.set_width(700).set_height(400);
    chart
}

/// The charts of a result.
fn charts(folder: &Folder) -> Vec<Bars> {
    let of = |name: &str, chart: fn(&Table) -> Bars| folder.table(name).map(chart);
    [
        of(win_rates::NAME, shares),
        of(game_length::NAME, lengths),
        of(card_impact::NAME, openings),
        of(impact::NAME, ablations),
    ]
    .into_iter()
    .flatten()
    .filter(|bars| !bars.rows.is_empty())
    .collect()
}

/// The bar of a row: its value and the ends of its interval.
fn bar(table: &Table, row: &[Cell], name: Cell, value: &str) -> Option<Bar> {
    let end = |end: &str| table.number(row, &format!("{value}_{end}"));
    Some(Bar { name, value: table.number(row, value)?, ends: end("low").zip(end("high")) })
}

fn shares(table: &Table) -> Bars {
    let name =
        |row: &[Cell]| {
            let [group, key] = ["grouped_by", "key"].map(|column| table.written(row, column));
            // Players are counted from 1.
            let seat = if group == "seat" { key.parse::<u64>().ok() } else { None };
            Cell::text(seat.map_or_else(
                || format!("{group} {key}"),
                |seat| format!("player {}", seat.saturating_add(1)),
            ))
        };
    let rows = table.rows.iter().take(MOST_CARDS * 2);
    Bars {
        title: "Win shares",
        names: "who",
        values: "win share",
        kind: ChartType::Column,
        rows: rows.filter_map(|row| bar(table, row, name(row), "win_share")).collect(),
    }
}

fn lengths(table: &Table) -> Bars {
    let name = |row: &[Cell]| table.cell(row, "length").cloned().unwrap_or(Cell::Empty);
    Bars {
        title: "Length of games",
        names: "length",
        values: "share of games",
        kind: ChartType::Column,
        rows: table.rows.iter().filter_map(|row| bar(table, row, name(row), "share")).collect(),
    }
}

fn openings(table: &Table) -> Bars {
    let is_opening = |row: &&Vec<Cell>| table.written(row, "event") == "opening";
    cards(
        table,
        table.rows.iter().filter(is_opening),
        "difference",
        "Cards in the opening",
        "difference of win shares",
    )
}

fn ablations(table: &Table) -> Bars {
    cards(
        table,
        table.rows.iter(),
        "ablation",
        "What cards are worth",
        "win share less that without the card",
    )
}

/// The cards of all seats with the largest values, from the best to the worst.
fn cards<'t>(
    table: &Table,
    rows: impl Iterator<Item = &'t Vec<Cell>>,
    value: &str,
    title: &'static str,
    values: &'static str,
) -> Bars {
    let of_all = rows.filter(|row| table.written(row, "side") == "all");
    let name = |row: &[Cell]| Cell::text(table.written(row, "card"));
    let mut rows: Vec<Bar> = of_all.filter_map(|row| bar(table, row, name(row), value)).collect();
    rows.sort_by(|one, other| other.value.abs().total_cmp(&one.value.abs()));
    rows.truncate(MOST_CARDS);
    rows.sort_by(|one, other| other.value.total_cmp(&one.value));
    Bars { title, names: "card", values, kind: ChartType::Column, rows }
}
