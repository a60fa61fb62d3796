//! Typed rows. A row is a struct; the list of its fields says once for each column what it is and where its cell comes from.

use super::{Cell, Column, Table};

/// A row of a report.
pub trait Row: Sized + 'static {
    /// The name of the report.
    const NAME: &'static str;
    /// Its columns, in the order of the CSV file.
    const FIELDS: &'static [Field<Self>];
    /// The same without the cells.
    const COLUMNS: &'static [Column];

    /// The report of these rows.
    fn table(rows: &[Self]) -> Table {
        let cells = |row| Self::FIELDS.iter().map(|field| field.cell(row)).collect();
        Table { name: Self::NAME, columns: Self::COLUMNS, rows: rows.iter().map(cells).collect() }
    }
}

/// A column of a typed row, and where its cell comes from.
pub struct Field<R>(pub Column, pub From<R>);

/// The field of a row that a column shows. The column says how it is written.
pub enum From<R> {
    /// Words.
    Words(fn(&R) -> &str),
    /// A whole number of at least 0.
    Count(fn(&R) -> Option<u64>),
    /// A whole number.
    Integer(fn(&R) -> Option<i64>),
    /// Any other number; `None` if it is not known.
    Number(fn(&R) -> Option<f64>),
    /// A number in the unit of the row.
    Figure(fn(&R) -> (Option<f64>, &str)),
    /// Anything else.
    Cell(fn(&R) -> Cell),
    /// A number that some rows do not have: `None` for these.
    Optional(fn(&R) -> Option<Option<f64>>),
}

impl<R> Field<R> {
    /// The cell of a row.
    fn cell(&self, row: &R) -> Cell {
        let Self(column, from) = self;
        match from {
            From::Words(of) => Cell::text(of(row)),
            From::Count(of) => of(row).map_or(Cell::Empty, Cell::Count),
            From::Integer(of) => of(row).map_or(Cell::Empty, Cell::Integer),
            From::Figure(of) => {
                let (number, unit) = of(row);
                column.column_type.cell(number, unit)
            }
            From::Number(of) => column.column_type.cell(of(row), ""),
            From::Cell(of) => of(row),
            From::Optional(of) => of(row).map_or(Cell::Empty, |number| column.column_type.cell(number, "")),
        }
    }
}

/// The columns of these fields. `N` is their number.
#[must_use]
pub const fn columns<R, const N: usize>(fields: &[Field<R>]) -> [Column; N] {
    let mut columns = [fields[0].0; N];
    let mut at = 0;
    while at < N {
        columns[at] = fields[at].0;
        at += 1;
    }
    columns
}
