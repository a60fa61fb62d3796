//! The columns of reports.

use super::Cell;

/// A column of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name in the header.
    pub name: &'static str,
    /// The meaning, on one line.
    pub meaning: &'static str,
    /// Whether the column identifies the row. Otherwise it holds a figure.
    pub key: bool,
    /// The type of its cells.
    pub column_type: ColumnType,
    /// Whether its numbers are differences: a page shows them with their sign, and shares in percentage points.
    pub signed: bool,
    /// Whether the CSV file leaves it out; `result.json` and `--verbose` have it.
    pub only_in_json: bool,
}

/// The type of the cells of a column. All cells except words can be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// Names or sentences.
    Words,
    /// `TRUE` or `FALSE`.
    Booleans,
    /// Whole numbers of at least 0.
    Counts,
    /// Whole numbers.
    Integers,
    /// Shares, and ends of their intervals: 0 to 1, six decimals.
    Shares,
    /// Differences of shares, and ends of their intervals: six decimals.
    Differences,
    /// Sums of shares: whole numbers, or six decimals.
    Sums,
    /// p- and q-values: 0 to 1, five significant digits.
    PValues,
    /// Other numbers: four decimals.
    Numbers,
    /// Figures, and ends of their intervals. The column `unit` gives their type: `share`, `p-value`, or else a number.
    Figures,
}

impl ColumnType {
    /// The name of the type in errors.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Booleans => "TRUE, FALSE, or nothing",
            Self::Counts | Self::Integers => "a whole number, or nothing",
            Self::Shares | Self::PValues => "a number from 0 to 1, or nothing",
            Self::Differences | Self::Sums | Self::Figures | Self::Numbers => "a number, or nothing",
        }
    }

    /// The name of the type in `result.json`.
    #[must_use]
    pub const fn type_name(self) -> &'static str {
        match self {
            Self::Words => "text",
            Self::Booleans => "boolean",
            Self::Counts => "count",
            Self::Integers => "integer",
            Self::Shares => "share",
            Self::Differences => "difference",
            Self::PValues => "p-value",
            Self::Sums | Self::Numbers => "number",
            Self::Figures => "figure",
        }
    }

    /// The cell of a number in a column of this type, in a row with this unit.
    #[must_use]
    pub fn cell(self, number: Option<f64>, unit: &str) -> Cell {
        match (self, unit) {
            (Self::Sums, _) => Cell::sum(number),
            (Self::Shares | Self::Differences, _) | (Self::Figures, "share") => Cell::Share(number),
            (Self::PValues, _) | (Self::Figures, "p-value") => Cell::P(number),
            _ => Cell::Mean(number),
        }
    }

    /// Parses a cell; `None` if the text does not fit this type.
    #[must_use]
    pub fn read(self, text: &str) -> Option<Cell> {
        if self == Self::Words {
            return Some(Cell::text(text));
        }
        if self == Self::Booleans {
            return match text {
                "" => Some(Cell::Empty),
                "TRUE" => Some(Cell::Boolean(true)),
                "FALSE" => Some(Cell::Boolean(false)),
                _ => None,
            };
        }
        Cell::read(text).filter(|cell| match (self, cell.number()) {
            (Self::Counts, _) => matches!(cell, Cell::Count(_) | Cell::Empty),
            (Self::Shares | Self::PValues, Some(number)) => (0.0..=1.0).contains(&number),
            _ => true,
        })
    }
}

impl Column {
    /// The same column, whose numbers are differences.
    #[must_use]
    pub const fn signed(self) -> Self {
        Self { signed: true, ..self }
    }

    /// The same column, which the CSV file leaves out.
    #[must_use]
    pub const fn only_in_json(self) -> Self {
        Self { only_in_json: true, ..self }
    }

    /// The same column with another name.
    #[must_use]
    pub const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// The same column, which identifies the row.
    #[must_use]
    pub const fn identifying(self) -> Self {
        Self { key: true, ..self }
    }
}

/// Makes the constructors of columns: name, type, and whether such a column identifies the row.
macro_rules! constructors {
    ($($(#[$doc:meta])* $new:ident $column_type:ident $key:literal;)*) => {
        impl Column {
            $($(#[$doc])*
            #[must_use]
            pub const fn $new(name: &'static str, meaning: &'static str) -> Self {
                let column_type = ColumnType::$column_type;
                Self { name, meaning, key: $key, column_type, signed: false, only_in_json: false }
            })*
        }
    };
}

constructors! {
    /// A column of `TRUE` and `FALSE`.
    boolean Booleans false;
    /// A column of words that identifies the row.
    key Words true;
    /// A column of whole numbers that identifies the row.
    numbered Counts true;
    /// A column of whole numbers that may be negative.
    integer Integers false;
    /// A column of differences of shares, or of ends of their intervals.
    difference Differences false;
    /// A column of sums of shares.
    sum Sums false;
    /// A column of p- or q-values.
    p_value PValues false;
    /// A column of numbers.
    of Numbers false;
    /// A column of figures, or of ends of their intervals; the table has a column `unit`.
    figure Figures false;
    /// A column of whole numbers.
    count Counts false;
    /// A column of shares, or of ends of their intervals.
    share Shares false;
    /// A column of words that does not identify the row.
    words Words false;
}
