//! All figures of a result in the same columns, whatever table they are in.

use super::plain::{capitalized, figure};
use super::result_file::file_name;
use super::table::{Row, row};
use super::{Cell, FigureId, Report, Table, card_impact, csv};
use undercard_engine::model::SeatOrder;
use undercard_engine::model::settings::ConfigError;

/// The report's name.
pub const NAME: &str = "figures";

/// A figure with its interval: a row of the report.
struct KnownFigure {
    id: FigureId,
    name: String,
    value: Cell,
    ends: [Cell; 2],
    unit: String,
    method: String,
}

row! { KnownFigure, NAME, row {
    key "address", "address of the figure, as targets and options name it" as Cell => Cell::text(row.id.to_string());
    key "name", "the figure in words" => &row.name;
    figure "value", "value of the figure" as Cell => row.value.clone();
    figure "low", "lower end of its interval" as Cell => row.ends[0].clone();
    figure "high", "upper end of its interval" as Cell => row.ends[1].clone();
    words "unit", "unit of the figure: `share`, `difference of shares`, `rounds`, …" => &row.unit;
    words "method", "interval method" => &row.method;
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "run`, `impact`, `matchups`, `advise",
    contents: "Every figure with its interval, one in each row: the file to open first in a spreadsheet. The other files have \
               the same figures side by side, and the counts behind them.",
    columns: KnownFigure::COLUMNS,
    of_run: None,
    view: None,
};

/// The figures of these tables.
#[must_use]
pub fn table(tables: &[&Table], order: SeatOrder) -> Table {
    // Cards are many: who wins, how games end and how long they last come first.
    let (cards, others): (Vec<&&Table>, Vec<&&Table>) =
        tables.iter().partition(|table| table.name == card_impact::NAME);
    let rows = others.into_iter().chain(cards).flat_map(|table| {
        table.figures().filter_map(move |(id, row, column)| {
            let found = table.figure_in(row, column.name)?;
            let known = [found.value?, found.low?, found.high?];
            let [value, low, high] = known.map(|number| found.cell.like(Some(number)));
            Some(KnownFigure {
                name: capitalized(&figure(&id, order)),
                value,
                ends: [low, high],
                unit: if id.is_difference() { "difference of shares" } else { found.unit }.to_owned(),
                method: found.method.unwrap_or_default().to_owned(),
                id,
            })
        })
    });
    Row::table(&rows.collect::<Vec<_>>())
}

/// The report in a file of a result.
///
/// # Errors
/// The file was changed.
pub fn read(file: &[u8]) -> Result<Table, ConfigError> {
    let rows = csv::Rows::open(KnownFigure::COLUMNS, file, &file_name(NAME))?;
    let rows = rows.map(|row| row.map(|(_, row)| row)).collect::<Result<_, _>>()?;
    Ok(Table { name: NAME, columns: KnownFigure::COLUMNS, rows })
}
