//! The first sheet of a workbook, with the answer in words and charts, and the sheet with the numbers of the charts.

use super::super::chart::Chart;
use super::super::escape::visible;
use super::super::page::plot::Scale;
use super::super::page::words::Unit;
use super::super::page::{About, Folder, charts, headline};
use super::{Formats, row_number};
use rust_xlsxwriter::{
    Chart as XlsxChart, ChartErrorBars, ChartErrorBarsType, ChartFont, ChartLine, ChartMarker,
    ChartMarkerType, ChartRange, ChartType, ExcelDateTime, Workbook, Worksheet, XlsxError,
};

/// The number of this size of paper in Excel.
const A4: u8 = 9;
/// The name of the sheet with the numbers of the charts.
const NUMBERS: &str = "charts";
/// The columns of a chart on its sheet, with an empty one after them.
const WIDTH: u16 = 9;
/// The first column with the limits of targets.
const LIMITS: u16 = 6;
/// Maximum number of charts of a section of the page, and of all, and of the bars of a chart.
const OF_SECTION: usize = 3;
const CHARTS: usize = 12;
const BARS: usize = 48;
/// About how many steps an axis has.
const STEPS: f64 = 7.0;
/// The characters of a line of the answer.
const LINE: usize = 76;
/// The width of the summary in characters and in pixels, and the height of a chart. A chart that ends with the column is as wide as
/// the text in every font.
const TEXT: f64 = 80.0;
const CHART: [u32; 2] = [565, 340];
/// The rows that a chart covers on the summary.
const HEIGHT: u32 = 18;
/// The size of print in percent, at which the summary is not wider than a page, also in the wider font of a LibreOffice without
/// Calibri, and the rows of such a page.
const SCALE: u16 = 85;
const PAGE: u32 = 54;

/// Adds the summary, and the sheet with the numbers of its charts if it has any.
pub(super) fn add(
    book: &mut Workbook,
    folder: &Folder,
    (about, written): (&About, Option<&ExcelDateTime>),
    formats: &Formats,
) -> Result<(), XlsxError> {
    let charts = charts(folder, OF_SECTION).into_iter().take(CHARTS).map(|bars| bars.cut(BARS));
    let charts: Vec<Chart> = charts.collect();
    let sheet = book.add_worksheet();
    sheet.set_name("summary")?.set_column_width(0, TEXT)?.set_screen_gridlines(false);
    // Excel ignores breaks between pages if it fits a sheet to a page.
    sheet.set_portrait().set_paper_size(A4).set_print_scale(SCALE);
    sheet.write_string_with_format(0, 0, visible(&about.title), &formats.title)?;
    let (mut line, mut height) = (1, 2);
    let subtitle = about.subtitle.join(" · ");
    let headline = headline(folder);
    let texts = [&subtitle].into_iter().chain(&about.partial).chain(&headline).chain([&about.reading]);
    for text in texts.filter(|text| !text.is_empty()) {
        // Spaces that do not break a line on the page keep LibreOffice from wrapping the text.
        sheet.write_string_with_format(line, 0, visible(text).replace('\u{a0}', " "), &formats.wrapped)?;
        // LibreOffice does not fit the heights of wrapped rows by itself.
        let n_lines = row_number(text.chars().count().div_ceil(LINE).max(1));
        sheet.set_row_height(line, 15 * n_lines)?;
        (line, height) = (line + 1, height + n_lines);
    }
    if let Some(written) = written {
        sheet.write_datetime_with_format(line, 0, written, &formats.dated)?;
        (line, height) = (line + 1, height + 1);
    }
    let mut breaks = Vec::new();
    for (nth, bars) in (0..).zip(&charts) {
        let first = line + 1 + u32::from(nth) * HEIGHT;
        height += HEIGHT;
        // A chart is on one page.
        if height > PAGE {
            breaks.push(first);
            height = HEIGHT;
        }
        sheet.insert_chart_with_offset(first, 0, &chart(bars, nth * WIDTH), 0, 6)?;
    }
    sheet.set_page_breaks(&breaks)?;
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
fn write(sheet: &mut Worksheet, bars: &Chart, first: u16, formats: &Formats) -> Result<(), XlsxError> {
    sheet.write_string_with_format(0, first, visible(&bars.title), &formats.title)?;
    let header = [
        &bars.names,
        bars.values.as_str(),
        "low",
        "high",
        "down to low",
        "up to high",
        "target from",
        "target to",
    ];
    let n_columns = if has_limits(bars) { header.len() } else { header.len() - 2 };
    let header = header.into_iter().take(n_columns);
    for (column, name) in (first..).zip(header) {
        sheet.write_string_with_format(1, column, name, &formats.header)?;
        sheet.set_column_width(column, if column == first { 24 } else { 12 })?;
    }
    let format = if is_share(bars) { &formats.share } else { &formats.mean };
    for (line, bar) in (2..).zip(&bars.bars) {
        sheet.write_string(line, first, visible(&bar.name))?;
        let ends = bar.ends.map(|(low, high)| [low, high, bar.value - low, high - bar.value]);
        for (column, number) in (first + 1..).zip([bar.value].into_iter().chain(ends.into_iter().flatten())) {
            sheet.write_number_with_format(line, column, number, format)?;
        }
        for (column, limit) in (first + LIMITS..).zip(bar.limits) {
            limit.map(|number| sheet.write_number_with_format(line, column, number, format)).transpose()?;
        }
    }
    Ok(())
}

/// Whether a bar has a target.
fn has_limits(bars: &Chart) -> bool {
    bars.bars.iter().any(|bar| bar.limits.iter().any(Option::is_some))
}

fn is_share(bars: &Chart) -> bool {
    matches!(bars.unit, Unit::Percent | Unit::Points)
}

/// The chart of numbers that begin in this column.
fn chart(bars: &Chart, first: u16) -> XlsxChart {
    let last = row_number(bars.bars.len()).saturating_add(1);
    let range = |column: u16| ChartRange::new_from_range(NUMBERS, 2, first + column, last, first + column);
    let mut chart = XlsxChart::new(ChartType::Column);
    let series = chart.add_series();
    series.set_categories(&range(0)).set_values(&range(1)).set_gap(60);
    if bars.bars.iter().any(|bar| bar.ends.is_some()) {
        let mut ends = ChartErrorBars::new();
        ends.set_type(ChartErrorBarsType::Custom(range(5), range(4)));
        series.set_y_error_bars(&ends);
    }
    if has_limits(bars) {
        let mut limits = XlsxChart::new(ChartType::Line);
        for column in [LIMITS, LIMITS + 1] {
            let mut marker = ChartMarker::new();
            marker.set_type(ChartMarkerType::LongDash).set_size(14);
            let colour = rust_xlsxwriter::ChartSolidFill::new().set_color("#D55E00").clone();
            marker.set_format(rust_xlsxwriter::ChartFormat::new().set_solid_fill(&colour).set_no_border());
            let series = limits.add_series();
            series.set_categories(&range(0)).set_values(&range(column)).set_marker(&marker);
            series.set_format(ChartLine::new().set_hidden(true));
        }
        chart.combine(&limits);
    }
    chart.title().set_name(&bars.title).set_font(ChartFont::new().set_size(12));
    chart.legend().set_hidden();
    chart.x_axis().set_name(&bars.names);
    // The axis that a spreadsheet chooses has room for the bars, but not for their intervals.
    let scale = Scale::of(bars.numbers().chain([0.0]), STEPS);
    let format = match &scale {
        Some(scale) if is_share(bars) && scale.step < 0.01 => "0.0%",
        _ if is_share(bars) => "0%",
        _ => "General",
    };
    let axis = chart.y_axis().set_name(&bars.values).set_num_format(format);
    if let Some(Scale { low, high, step }) = scale {
        // 3 · 0.1 is not 0.3.
        let [low, high, step] = [low, high, step].map(|number| (number * 1e9).round() / 1e9);
        axis.set_min(low).set_max(high).set_major_unit(step);
    }
    // The names stay below the bars of negative differences.
    chart.x_axis().set_label_position(rust_xlsxwriter::ChartAxisLabelPosition::Low);
    let [width, height] = CHART;
    chart.set_width(width).set_height(height);
    chart
}
