//! All figures of a result in the same columns, whatever table they are in.

use super::plain::{capitalized, figure};
use super::result_file::file_name;
use super::table::From::{Cell as Of, Words};
use super::table::{Field, Row, columns};
use super::{Cell, Column, FigureId, Report, Table, card_impact, csv};
use undercard_engine::model::SeatOrder;
use undercard_engine::model::settings::ConfigError;

/// The report's name.
pub const NAME: &str = "figures";

/// The columns of the report.
pub const COLUMNS: &[Column] = KnownFigure::COLUMNS;

/// A figure with its interval: a row of the report.
struct KnownFigure {
    id: FigureId,
    name: String,
    value: Cell,
    ends: [Cell; 2],
    unit: String,
    method: String,
}

impl Row for KnownFigure {
    const NAME: &'static str = NAME;
    const COLUMNS: &'static [Column] = &columns::<_, { Self::FIELDS.len() }>(Self::FIELDS);
    const FIELDS: &'static [Field<Self>] = &[
        Field(
            Column::key("address", "address of the figure, as targets and options name it"),
            Of(|row| Cell::text(row.id.to_string())),
        ),
        Field(Column::key("name", "the figure in words"), Words(|row| &row.name)),
        Field(Column::figure("value", "value of the figure"), Of(|row| row.value.clone())),
        Field(Column::figure("low", "lower end of its interval"), Of(|row| row.ends[0].clone())),
        Field(Column::figure("high", "upper end of its interval"), Of(|row| row.ends[1].clone())),
        Field(
            Column::words("unit", "unit of the figure: `share`, `difference of shares`, `rounds`, …"),
            Words(|row| &row.unit),
        ),
        Field(Column::words("method", "interval method"), Words(|row| &row.method)),
    ];
}

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
    let rows = csv::Rows::open(COLUMNS, file, &file_name(NAME))?;
    let rows = rows.map(|row| row.map(|(_, row)| row)).collect::<Result<_, _>>()?;
    Ok(Table { name: NAME, columns: COLUMNS, rows })
}
