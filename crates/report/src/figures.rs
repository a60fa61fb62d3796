//! All figures of a result in the same columns, whatever table they are in.

use super::plain::{capitalized, figure};
use super::result_file::file_name;
use super::{Cell, Column, Report, Table, card_impact, csv};
use undercard_engine::model::SeatOrder;
use undercard_engine::model::settings::ConfigError;

/// The report's name.
pub const NAME: &str = "figures";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("address", "address of the figure, as targets and options name it"),
    Column::key("name", "the figure in words"),
    Column::figure("value", "value of the figure"),
    Column::figure("low", "lower end of its interval"),
    Column::figure("high", "upper end of its interval"),
    Column::words("unit", "unit of the figure: `share`, `difference of shares`, `rounds`, …"),
    Column::words("method", "interval method"),
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "run`, `impact`, `matchups`, `advise",
    contents: "Every figure with its interval, one in each row: the file to open first in a spreadsheet. The other files have \
               the same figures side by side, and the counts behind them.",
    columns: COLUMNS,
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
            let address = Cell::text(id.to_string());
            let name = Cell::text(capitalized(&figure(&id, order)));
            let method = Cell::text(found.method.unwrap_or_default());
            let unit = if id.is_difference() { "difference of shares" } else { found.unit };
            Some(vec![address, name, value, low, high, Cell::text(unit), method])
        })
    });
    Table { name: NAME, columns: COLUMNS, rows: rows.collect() }
}

/// The report in a file of a result.
///
/// # Errors
/// The file was changed.
pub fn read(file: &[u8]) -> Result<Table, ConfigError> {
    let rows = csv::Rows::open(COLUMNS, file, &file_name(NAME))?;
    let rows = rows.map(|row| row.map(|(_, row)| row)).collect::<Result<_, _>>()?;
    Ok(Table { name: NAME, columns: COLUMNS, rows })
}
