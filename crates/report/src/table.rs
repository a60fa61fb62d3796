//! A report as a value: named columns and typed cells. CSV, JSON and terminal output use the same number
//! format. Every figure has an address.

mod column;
mod row;

pub use column::{Column, ColumnType};
pub(crate) use row::row;
pub use row::{Field, From, Row, columns};

use undercard_engine::stats::{Estimate, FigureId, Method};

/// A cell of a report; `None` means unknown.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Always empty, in every run.
    Empty,
    /// A name or a sentence.
    Text(String),
    /// Whether something is the case.
    Boolean(bool),
    /// A whole number of at least 0.
    Count(u64),
    /// A whole number.
    Integer(i64),
    /// A share, or an end of its interval: six decimals.
    Share(Option<f64>),
    /// A mean, or an end of its interval: four decimals.
    Mean(Option<f64>),
    /// A p- or q-value: six decimals, or five significant digits below 0.001. Three decimals would be a group of thousands where
    /// the decimal sign is a comma.
    P(Option<f64>),
}

impl Cell {
    /// A name.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// The value of a setting in two cells: as a number, where true is 1 and false is 0, or else in words. `--set` takes both.
    #[must_use]
    pub fn setting(value: &str) -> [Self; 2] {
        let number = match value {
            "true" => Some(1.0),
            "false" => Some(0.0),
            _ => Self::read(value).and_then(|cell| cell.number()),
        };
        match number {
            Some(number) => [Self::Mean(Some(number)), Self::text("")],
            None => [Self::Empty, Self::text(value)],
        }
    }

    /// A sum of shares: a whole number if it is one, otherwise with six decimals.
    #[must_use]
    pub fn sum(value: Option<f64>) -> Self {
        let whole =
            value.filter(|value| value.fract() == 0.0).and_then(|value| format!("{value:.0}").parse().ok());
        whole.map_or(Self::Share(value), Self::Count)
    }

    /// The name of a method; empty if there is none.
    #[doc(hidden)]
    #[must_use]
    pub fn method(method: Option<Method>) -> Self {
        Self::text(method.map_or("", Method::name))
    }

    /// The value of a share and the ends of its interval.
    #[doc(hidden)]
    #[must_use]
    pub fn shares(estimate: &Estimate) -> [Self; 3] {
        three(estimate).map(Self::Share)
    }

    /// The value of a mean and the ends of its interval.
    #[doc(hidden)]
    #[must_use]
    pub fn means(estimate: &Estimate) -> [Self; 3] {
        three(estimate).map(Self::Mean)
    }

    /// Parses a number as written by [`Cell::write`]; its form determines its type. `None` if it is not a number.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::Empty);
        }
        if let Ok(count) = text.parse() {
            return Some(Self::Count(count));
        }
        let value = text.parse().ok().filter(|value: &f64| value.is_finite());
        value.map(|value| match text.split_once('.') {
            _ if text.contains(['e', 'E']) => Self::P(Some(value)),
            Some((_, decimals)) if decimals.len() > 4 => Self::Share(Some(value)),
            _ => Self::Mean(Some(value)),
        })
    }

    /// A cell with another value of the same type: share, p-value, or else mean.
    #[must_use]
    pub const fn like(&self, value: Option<f64>) -> Self {
        match self {
            Self::Share(_) => Self::Share(value),
            Self::P(_) => Self::P(value),
            _ => Self::Mean(value),
        }
    }

    /// The number, if any; never −0.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Empty | Self::Text(_) | Self::Boolean(_) => None,
            Self::Count(count) => Some(undercard_engine::stats::real(*count)),
            Self::Integer(number) => {
                Some(undercard_engine::stats::real(number.unsigned_abs()).copysign(if *number < 0 {
                    -1.0
                } else {
                    1.0
                }))
            }
            Self::Share(value) | Self::Mean(value) => {
                value.filter(|value| value.is_finite()).map(|v| v + 0.0)
            }
            Self::P(value) => value.filter(|value| value.is_finite()).map(|p| p.max(SMALLEST_P)),
        }
    }

    /// The text of the cell in all formats: fixed decimals, empty if unknown, no sign on zero.
    #[must_use]
    pub fn write(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            // R reads no other words as logical values.
            Self::Boolean(true) => "TRUE".into(),
            Self::Boolean(false) => "FALSE".into(),
            Self::Count(count) => count.to_string(),
            Self::Integer(number) => number.to_string(),
            Self::Share(_) => self.number().map_or_else(String::new, |value| fixed(value, 6)),
            Self::Mean(_) => self.number().map_or_else(String::new, |value| fixed(value, 4)),
            Self::P(_) => self.number().map_or_else(String::new, |p| match p {
                p if p < 0.001 => format!("{p:.4e}"),
                p => fixed(p, 6),
            }),
            Self::Empty => String::new(),
        }
    }
}

/// Smaller p-values are written as this number, the smallest double of full precision, rounded up, and never as 0.
pub const SMALLEST_P: f64 = 2.2251e-308;

/// A number with at most this many decimals, without trailing zeros: 0.5 + 0.01 is 0.51.
#[must_use]
pub fn short(number: f64, decimals: usize) -> String {
    let text = fixed(number, decimals);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A number with fixed decimals; a number that rounds to 0 has no sign.
#[must_use]
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.bytes().all(|byte| matches!(byte, b'0' | b'.')) => digits.to_owned(),
        _ => text,
    }
}

fn three(estimate: &Estimate) -> [Option<f64>; 3] {
    let Estimate { value, interval, .. } = estimate;
    [*value, interval.map(|interval| interval.low), interval.map(|interval| interval.high)]
}

/// A report.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The name: that of its file, without `.csv`.
    pub name: &'static str,
    /// The columns.
    pub columns: &'static [Column],
    /// The rows; each has one cell per column.
    pub rows: Vec<Vec<Cell>>,
}

/// The figure at an address.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure<'t> {
    /// The value; `None` if unknown.
    pub value: Option<f64>,
    /// Lower end of the interval; `None` if unknown.
    pub low: Option<f64>,
    /// Upper end of the interval; `None` if unknown.
    pub high: Option<f64>,
    /// The cell of the value.
    pub cell: &'t Cell,
    /// The interval method, if the report has a column for it.
    pub method: Option<&'t str>,
    /// The unit.
    pub unit: &'t str,
    /// The number of games or deals that it rests on, if the report counts them.
    pub informative: Option<u64>,
}

impl Table {
    /// The index of a column.
    #[must_use]
    pub fn column_index(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|known| known.name == column)
    }

    /// The cell of a row in a column; `None` if there is no such column.
    #[must_use]
    pub fn cell<'r>(&self, row: &'r [Cell], column: &str) -> Option<&'r Cell> {
        row.get(self.column_index(column)?)
    }

    /// Whether the numbers of a column are differences.
    #[must_use]
    pub fn is_signed(&self, column: &str) -> bool {
        self.columns.iter().any(|known| known.name == column && known.signed)
    }

    /// Whether the number of a row in a column is a difference: because of its column, or because of the figure of the row.
    #[must_use]
    pub fn is_signed_in(&self, row: &[Cell], column: &str) -> bool {
        let is_share = || matches!(self.cell(row, column), Some(Cell::Share(_)));
        self.is_signed(column)
            || matches!(column, "value" | "target_low" | "target_high")
                && is_share()
                && ["figure", "target"]
                    .iter()
                    .any(|name| self.written(row, name).parse().is_ok_and(|id: FigureId| id.is_difference()))
    }

    /// The number of a row in a column, if there is one.
    #[must_use]
    pub fn number(&self, row: &[Cell], column: &str) -> Option<f64> {
        self.cell(row, column)?.number()
    }

    /// The text of a row's cell in a column; empty if there is no such column.
    #[must_use]
    pub fn written(&self, row: &[Cell], column: &str) -> String {
        self.cell(row, column).map_or_else(String::new, Cell::write)
    }

    /// The address of a row: the name of the report and the row's key columns except `game` and `players`.
    #[must_use]
    pub fn address(&self, row: &[Cell]) -> String {
        let mut address = self.name.to_owned();
        for (column, cell) in self.columns.iter().zip(row).filter(|(column, _)| column.key) {
            match (column.name, cell.write()) {
                ("game" | "players", _) => {}
                ("item", item) if item.is_empty() => {}
                ("item", item) => {
                    address.push(':');
                    address.push_str(&item);
                }
                (_, key) => {
                    address.push('/');
                    address.push_str(&key);
                }
            }
        }
        address
    }

    /// A figure of this table. `None` if there is no such row, or if its column has no intervals.
    #[must_use]
    pub fn figure(&self, id: &FigureId) -> Option<Figure<'_>> {
        if id.table() != self.name {
            return None;
        }
        let address = id.row();
        let row = self.rows.iter().find(|row| self.id(row).as_ref() == Some(&address))?;
        self.figure_in(row, id.column())
    }

    /// The figure of a row in its default column.
    #[must_use]
    pub fn id(&self, row: &[Cell]) -> Option<FigureId> {
        self.address(row).parse().ok()
    }

    /// All figures with an interval, each with its row and column.
    pub fn figures(&self) -> impl Iterator<Item = (FigureId, &Vec<Cell>, &Column)> {
        let with_interval = |column: &&Column| self.ends(column.name).is_some();
        let columns: Vec<&Column> = self.columns.iter().filter(with_interval).collect();
        let cells = self
            .rows
            .iter()
            .flat_map(move |row| columns.clone().into_iter().map(move |column| (row, column)));
        cells.filter(|(row, column)| self.figure_in(row, column.name).is_some()).filter_map(
            move |(row, column)| {
                let id = format!("{}/{}", self.address(row), column.name).parse().ok()?;
                Some((id, row, column))
            },
        )
    }

    /// The indices of the columns with the ends of a column's interval: `<column>_low` and `<column>_high`, or `low` and
    /// `high` for `value`.
    pub(super) fn ends(&self, column: &str) -> Option<(usize, usize)> {
        let end = |end: &str| match column {
            "value" => self.column_index(end),
            _ => self.column_index(&format!("{column}_{end}")),
        };
        end("low").zip(end("high"))
    }

    pub(super) fn figure_in<'t>(&'t self, row: &'t [Cell], column: &str) -> Option<Figure<'t>> {
        let (low, high) = self.ends(column)?;
        let cell = self.cell(row, column)?;
        let (low, high) = (row.get(low)?, row.get(high)?);
        if *low == Cell::Empty || *high == Cell::Empty {
            return None;
        }
        let own = self.cell(row, &format!("{column}_method"));
        let method = match own.or_else(|| self.cell(row, "method")) {
            Some(Cell::Text(method)) => Some(method.as_str()),
            _ => None,
        };
        let unit = match (self.cell(row, "unit"), cell) {
            (Some(Cell::Text(unit)), _) => unit.as_str(),
            (_, Cell::Share(_)) => "share",
            _ => "number",
        };
        let counts =
            [&format!("{column}_informative"), &format!("{column}_changed"), "informative", "changed"];
        let informative =
            counts.into_iter().find_map(|name| self.cell(row, name)).and_then(|cell| match cell {
                Cell::Count(count) => Some(*count),
                _ => None,
            });
        let (value, low, high) = (cell.number(), low.number(), high.number());
        Some(Figure { value, low, high, cell, method, unit, informative })
    }
}

#[cfg(test)]
mod tests;
