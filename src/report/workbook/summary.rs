//! The first sheet of a workbook, with the answer in words and charts, and the sheet with the numbers of the charts.

use super::super::page::{About, Folder, headline};
use super::charts::{Bars, charts};
use super::{Formats, row_number};
use rust_xlsxwriter::{
    Chart, ChartErrorBars, ChartErrorBarsType, ChartRange, ChartType, ExcelDateTime, Workbook, Worksheet,
    XlsxError,
};

/// The number of this size of paper in Excel.
const A4: u8 = 9;
/// The name of the sheet with the numbers of the charts.
const NUMBERS: &str = "charts";
/// The columns of a chart on its sheet, with an empty one after them.
const WIDTH: u16 = 7;
/// The characters of a line of the answer.
const LINE: usize = 95;
/// The rows that a chart covers on the summary.
const HEIGHT: u32 = 21;

/// Adds the summary, and the sheet with the numbers of its charts if it has any.
pub(super) fn add(
    book: &mut Workbook,
    folder: &Folder,
    (about, written): (&About, Option<&ExcelDateTime>),
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
    if let Some(written) = written {
        sheet.write_datetime_with_format(line, 0, written, &formats.dated)?;
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
    sheet.write_string_with_format(0, first, &bars.title, &formats.title)?;
    let header = [bars.names, &bars.values, "low", "high", "down to low", "up to high"];
    for (column, name) in (first..).zip(header) {
        sheet.write_string_with_format(1, column, name, &formats.header)?;
        sheet.set_column_width(column, if column == first { 24 } else { 12 })?;
    }
    let format = if bars.is_share { &formats.share } else { &formats.mean };
    for (line, bar) in (2..).zip(&bars.rows) {
        match bar.name.number() {
            Some(number) => sheet.write_number(line, first, number)?,
            None => sheet.write_string(line, first, bar.name.write())?,
        };
        let ends = bar.ends.map(|(low, high)| [low, high, bar.value - low, high - bar.value]);
        for (column, number) in (first + 1..).zip([bar.value].into_iter().chain(ends.into_iter().flatten())) {
            sheet.write_number_with_format(line, column, number, format)?;
        }
    }
    Ok(())
}

/// The chart of numbers that begin in this column.
fn chart(bars: &Bars, first: u16) -> Chart {
    let last = row_number(bars.rows.len()).saturating_add(1);
    let range = |column: u16| ChartRange::new_from_range(NUMBERS, 2, first + column, last, first + column);
    let mut chart = Chart::new(ChartType::Column);
    let series = chart.add_series();
    series.set_categories(&range(0)).set_values(&range(1)).set_gap(60);
    if bars.rows.iter().any(|bar| bar.ends.is_some()) {
        let mut ends = ChartErrorBars::new();
        ends.set_type(ChartErrorBarsType::Custom(range(5), range(4)));
        series.set_y_error_bars(&ends);
    }
    chart.title().set_name(&bars.title);
    chart.legend().set_hidden();
    chart.x_axis().set_name(bars.names);
    // The axis that a spreadsheet chooses has room for the bars, but not for their intervals.
    let [low, high, step] = bars.axis();
    let format = match bars.is_share {
        true if step < 0.01 => "0.0%",
        true => "0%",
        false => "General",
    };
    let axis = chart.y_axis().set_name(&bars.values).set_num_format(format);
    axis.set_min(low).set_max(high).set_major_unit(step);
    // The names stay below the bars of negative differences.
    chart.x_axis().set_label_position(rust_xlsxwriter::ChartAxisLabelPosition::Low);
    chart.set_width(700).set_height(400);
    chart
}
