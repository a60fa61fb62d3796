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

/// Makes a struct the row of a report: `row! { STRUCT, NAME, row { FIELD; … } }`. A field is a column, and where its cell comes
/// from: `KIND "name", "meaning" [MODIFIER …] => VALUE;`, where `KIND` is a constructor of [`Column`]. Its type says which
/// variant of [`From`] the value is; `as VARIANT` before the arrow names another one. `column(COLUMN) as VARIANT => VALUE;`
/// takes a column that is a constant.
macro_rules! row {
    ($row:ty, $name:expr, $of:ident { $($fields:tt)* }) => {
        impl $crate::table::Row for $row {
            const NAME: &'static str = $name;
            const COLUMNS: &'static [$crate::Column] =
                &$crate::table::columns::<_, { <Self as $crate::table::Row>::FIELDS.len() }>(Self::FIELDS);
            const FIELDS: &'static [$crate::table::Field<Self>] = row!(@fields $of [] $($fields)*);
        }
    };
    (@fields $of:ident [$($done:tt)*]) => { &[$($done)*] };
    (@fields $of:ident [$($done:tt)*]
        column($column:expr) $([$($modifier:ident)+])? as $from:ident => $value:expr; $($rest:tt)*) => {
        row!(@fields $of [$($done)* row!(@field ($column$($(.$modifier())+)?) $of $from $value),] $($rest)*)
    };
    (@fields $of:ident [$($done:tt)*]
        $kind:ident $name:literal, $meaning:literal $([$($modifier:ident)+])? as $from:ident => $value:expr;
        $($rest:tt)*) => {
        row!(@fields $of
            [$($done)* row!(@field ($crate::Column::$kind($name, $meaning)$($(.$modifier())+)?) $of $from $value),]
            $($rest)*)
    };
    (@fields $of:ident [$($done:tt)*]
        $kind:ident $name:literal, $meaning:literal $([$($modifier:ident)+])? => $value:expr; $($rest:tt)*) => {
        row!(@fields $of
            [$($done)* row!(@field ($crate::Column::$kind($name, $meaning)$($(.$modifier())+)?) $of $kind $value),]
            $($rest)*)
    };
    (@field $column:tt $of:ident key $value:expr) => { row!(@field $column $of Words $value) };
    (@field $column:tt $of:ident words $value:expr) => { row!(@field $column $of Words $value) };
    (@field $column:tt $of:ident numbered $value:expr) => { row!(@field $column $of Count $value) };
    (@field $column:tt $of:ident count $value:expr) => { row!(@field $column $of Count $value) };
    (@field $column:tt $of:ident integer $value:expr) => { row!(@field $column $of Integer $value) };
    (@field $column:tt $of:ident figure $value:expr) => { row!(@field $column $of Figure $value) };
    (@field $column:tt $of:ident share $value:expr) => { row!(@field $column $of Number $value) };
    (@field $column:tt $of:ident difference $value:expr) => { row!(@field $column $of Number $value) };
    (@field $column:tt $of:ident sum $value:expr) => { row!(@field $column $of Number $value) };
    (@field $column:tt $of:ident p_value $value:expr) => { row!(@field $column $of Number $value) };
    (@field $column:tt $of:ident of $value:expr) => { row!(@field $column $of Number $value) };
    (@field $column:tt $of:ident boolean $value:expr) => {
        row!(@field $column $of Cell $crate::Cell::Boolean($value))
    };
    (@field ($column:expr) $of:ident Count $value:expr) => {
        $crate::table::Field($column, $crate::table::From::Count(|$of| $value.into()))
    };
    (@field ($column:expr) $of:ident Integer $value:expr) => {
        $crate::table::Field($column, $crate::table::From::Integer(|$of| $value.into()))
    };
    (@field ($column:expr) $of:ident Number $value:expr) => {
        $crate::table::Field($column, $crate::table::From::Number(|$of| $value.into()))
    };
    (@field ($column:expr) $of:ident $from:ident $value:expr) => {
        $crate::table::Field($column, $crate::table::From::$from(|$of| $value))
    };
}
pub(crate) use row;
