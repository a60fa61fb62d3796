//! Writes and reads tables as CSV: RFC 4180, UTF-8, commas, lines ending in `\n`.

use super::runs::{KEY, RunKey};
use super::{Cell, Column, ColumnType, Table};
use std::io::{self, Read, Write};
use std::sync::Arc;
use undercard_engine::model::settings::{ConfigError, Origin, clipped};

/// Maximum number of columns of a file.
pub const MOST_COLUMNS: usize = 16;

/// The places of a report's columns in its file: what identifies a row, the figure with its interval, then everything else
/// that is not [only in `result.json`](Column::only_in_json).
pub(super) fn places(columns: &'static [Column]) -> Vec<usize> {
    let table = Table { name: "", columns, rows: Vec::new() };
    let figure = columns.iter().enumerate().filter(|(_, column)| !column.only_in_json && !column.key);
    let figure = figure.filter_map(|(place, column)| Some((place, table.ends(column.name)?))).next();
    let figure = figure.map_or_else(Vec::new, |(place, (low, high))| vec![place, low, high]);
    let rank = |place: &usize| match figure.iter().position(|known| known == place) {
        _ if columns[*place].key => (0, 0),
        Some(nth) => (1, nth),
        None => (2, 0),
    };
    let mut places: Vec<usize> = (0..columns.len()).filter(|place| !columns[*place].only_in_json).collect();
    places.sort_by_key(rank);
    places
}

/// What names the run of a row, unless the report names runs itself.
fn run_columns(columns: &'static [Column]) -> &'static [Column] {
    if columns.iter().any(|column| column.name == KEY[0].name) { &[] } else { KEY }
}

/// The columns of a report's CSV file.
pub fn columns(columns: &'static [Column]) -> impl Iterator<Item = &'static Column> {
    places(columns).into_iter().map(|place| &columns[place]).chain(run_columns(columns))
}

/// Writes a report with a header. Every row ends with the run that it belongs to, unless the report says itself which.
///
/// # Errors
/// The writer fails.
pub fn write(table: &Table, run: &RunKey, out: impl Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(columns(table.columns).map(|column| column.name))?;
    for row in file_rows(table, run) {
        writer.write_record(row.iter().map(Cell::write))?;
    }
    writer.flush()
}

/// The rows of a report's CSV file.
fn file_rows<'t>(table: &'t Table, run: &RunKey) -> impl Iterator<Item = Vec<Cell>> + use<'t> {
    let places = places(table.columns);
    let key = if run_columns(table.columns).is_empty() { Vec::new() } else { run.cells().to_vec() };
    rows(table)
        .into_iter()
        .map(move |row| places.iter().filter_map(|place| row.get(*place)).chain(&key).cloned().collect())
}

/// The columns of a report's CSV file, and its rows.
#[must_use]
pub fn cells(table: &Table, run: &RunKey) -> (Vec<&'static Column>, Vec<Vec<Cell>>) {
    (columns(table.columns).collect(), file_rows(table, run).collect())
}

/// The same with the rows as texts.
#[must_use]
pub fn records(table: &Table, run: &RunKey) -> (Vec<&'static Column>, Vec<Vec<String>>) {
    let (columns, rows) = cells(table, run);
    (columns, rows.iter().map(|row| row.iter().map(Cell::write).collect()).collect())
}

/// The number of rows from which polars guesses the types of columns.
const GUESSED: usize = 100;

/// The rows in the order of the file: that of the table, but if the first rows leave a column of numbers empty, the first row
/// that fills it comes before them.
fn rows(table: &Table) -> Vec<&Vec<Cell>> {
    let mut rows: Vec<&Vec<Cell>> = table.rows.iter().collect();
    for (index, _) in
        table.columns.iter().enumerate().filter(|(_, column)| column.column_type != ColumnType::Words)
    {
        let is_filled = |row: &&Vec<Cell>| row.get(index).is_some_and(|cell| !cell.write().is_empty());
        if let Some(first) = rows.iter().position(is_filled).filter(|first| *first >= GUESSED) {
            rows[..=first].rotate_right(1);
        }
    }
    rows
}

impl Table {
    /// The table as CSV, as in its file.
    #[must_use]
    pub fn csv(&self, run: &RunKey) -> String {
        text(self, run)
    }
}

/// The rows of one of several reports with the same columns, each after a key that names the report. The first one has the
/// header.
#[must_use]
pub fn keyed(table: &Table, run: &RunKey, [column, key]: [&str; 2], is_first: bool) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let names = columns(table.columns).map(|column| column.name);
    let header = is_first.then(|| std::iter::once(column).chain(names).map(str::to_owned).collect());
    let key = Cell::text(key).write();
    let row = |row: Vec<Cell>| std::iter::once(key.clone()).chain(row.iter().map(Cell::write)).collect();
    let rows = header.into_iter().chain(file_rows(table, run).map(row));
    // Writing UTF-8 to memory cannot fail.
    rows.for_each(|row: Vec<String>| drop(writer.write_record(row)));
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// The text of a report's CSV file.
#[must_use]
pub fn text(table: &Table, run: &RunKey) -> String {
    let mut bytes = Vec::new();
    // Writing UTF-8 to memory cannot fail.
    let _ = write(table, run, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

/// A report that was read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredTable {
    /// The report, with the rows that were kept.
    pub table: Table,
    /// Number of rows in the file.
    pub n_rows: u64,
}

impl StoredTable {
    /// A report without rows.
    #[must_use]
    pub const fn new(name: &'static str, columns: &'static [Column]) -> Self {
        Self { table: Table { name, columns, rows: Vec::new() }, n_rows: 0 }
    }
}

/// A row that is appended when reading. If the file is cut off within a field or a row, the reader does not
/// return this text as a separate row.
const END: &str = "\0end";

/// Reads the CSV file of a report row by row; checks every cell against its column. The appended columns, such as those
/// that name the run, are left out.
pub struct Rows<'f> {
    reader: csv::Reader<Box<dyn Read + 'f>>,
    columns: &'static [Column],
    run: &'static [Column],
    file: Arc<str>,
    is_whole: bool,
}

impl<'f> Rows<'f> {
    /// Starts reading a file of a result.
    ///
    /// # Errors
    /// It is not CSV, its header is cut off, or its columns differ.
    pub fn open(columns: &'static [Column], from: impl Read + 'f, file: &str) -> Result<Self, ConfigError> {
        Self::with(columns, run_columns(columns), from, file)
    }

    /// Starts reading a file whose last columns are these.
    fn with(
        columns: &'static [Column],
        run: &'static [Column],
        from: impl Read + 'f,
        file: &str,
    ) -> Result<Self, ConfigError> {
        let from: Box<dyn Read> = Box::new(from.chain(END.as_bytes()).chain(&b"\n"[..]));
        let reader = csv::ReaderBuilder::new().flexible(true).from_reader(from);
        let mut rows = Self { reader, columns, run, file: Arc::from(file), is_whole: false };
        let header = rows.reader.headers().cloned().map_err(|error| rows.broken(&error))?;
        let known: Vec<&str> = columns.iter().chain(run).map(|column| column.name).collect();
        if header.iter().eq(known.iter().copied()) {
            return Ok(rows);
        }
        let found: Vec<String> = header.iter().take(known.len() + 1).map(clipped).collect();
        let is_cut = header.as_slice().contains(END);
        let found = if is_cut {
            "a header that is cut off".into()
        } else {
            format!("the columns {}", found.join(","))
        };
        Err(ConfigError::at(&rows.at(1), "", found, known.join(",")))
    }

    fn at(&self, line: u64) -> Origin {
        Origin::line(self.file.clone(), usize::try_from(line).unwrap_or(0))
    }

    fn broken(&self, error: &csv::Error) -> ConfigError {
        let line = error.position().map_or(0, csv::Position::line);
        let found = format!("invalid CSV ({})", plain(error));
        ConfigError::at(&self.at(line), "", found, "CSV in UTF-8")
    }

    /// The next row; `None` at the end of the file.
    fn row(&mut self) -> Result<Option<(Origin, Vec<Cell>)>, ConfigError> {
        let Self { columns, run, .. } = *self;
        let mut record = csv::StringRecord::new();
        loop {
            if !self.reader.read_record(&mut record).map_err(|error| self.broken(&error))? {
                return Ok(None);
            }
            if self.is_whole || record.len() != 1 || record.as_slice() != END {
                break;
            }
            self.is_whole = true;
        }
        let at = self.at(record.position().map_or(0, csv::Position::line));
        if self.is_whole || record.as_slice().contains(END) {
            let expected = "a complete row with a line feed at its end";
            return Err(ConfigError::at(&at, "", "a row that is cut off", expected));
        }
        let n_columns = columns.len() + run.len();
        if record.len() != n_columns {
            let (found, expected) = (record.len(), n_columns);
            return Err(ConfigError::at(&at, "", format!("{found} fields"), expected.to_string()));
        }
        let cell = |(column, text): (&Column, &str)| {
            let found = || format!("\"{}\"", clipped(text));
            column
                .column_type
                .read(text)
                .ok_or_else(|| ConfigError::at(&at, column.name, found(), column.column_type.name()))
        };
        let row = columns.iter().zip(&record).map(cell).collect::<Result<Vec<_>, _>>()?;
        Ok(Some((at, row)))
    }
}

impl Iterator for Rows<'_> {
    type Item = Result<(Origin, Vec<Cell>), ConfigError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.row().transpose()
    }
}

/// The error without its position, which the caller adds.
fn plain(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Io(error) => error.to_string(),
        csv::ErrorKind::Utf8 { .. } => "bytes that are not UTF-8".into(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Run;
    use super::*;

    const COLUMNS: &[Column] =
        &[Column::key("card", "c"), Column::of("value", "v"), Column::words("method", "m")];

    fn rows(columns: &'static [Column], text: impl AsRef<[u8]>) -> Result<Vec<Vec<Cell>>, String> {
        let rows = Rows::with(columns, &[], text.as_ref(), "cards.csv");
        let rows = rows.and_then(|rows| rows.map(|row| row.map(|(_, row)| row)).collect());
        rows.map_err(|fault| fault.to_string())
    }

    fn filed(text: impl AsRef<[u8]>) -> Result<Vec<Vec<Cell>>, String> {
        rows(COLUMNS, text)
    }

    #[test]
    fn files_in_the_order_of_their_tables_are_read_again() {
        let key = RunKey { run_id: "a0".into(), label: "one, \"two\"".into() };
        let tables = super::super::tables(&Run::new().results());
        let mut n_read = 0;
        for table in
            tables.iter().filter(|table| places(table.columns).into_iter().eq(0..table.columns.len()))
        {
            let text = text(table, &key);
            let rows = Rows::open(table.columns, text.as_bytes(), "cards.csv");
            let rows =
                rows.and_then(|rows| rows.map(|row| row.map(|(_, row)| row)).collect::<Result<Vec<_>, _>>());
            let rows = rows.unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(super::text(&Table { rows, ..table.clone() }, &key), text);
            n_read += 1;
        }
        assert!(n_read > 0);
    }

    #[test]
    fn a_row_that_fills_a_column_of_numbers_is_among_the_first() {
        let row = |nth: usize| {
            let value = if nth < 150 { Cell::Empty } else { Cell::Mean(Some(0.5)) };
            vec![Cell::text(format!("c{nth}")), value, Cell::text(if nth < 180 { "" } else { "t" })]
        };
        let order = |n_rows: usize| {
            let table = Table { name: "t", columns: COLUMNS, rows: (0..n_rows).map(row).collect() };
            let rows = records(&table, &RunKey::default()).1;
            rows.into_iter().map(|row| row[0].clone()).collect::<Vec<_>>()
        };
        let rows = order(200);
        assert_eq!(
            (&rows[..2], &rows[150..152]),
            (&["c150".into(), "c0".into()][..], &["c149".into(), "c151".into()][..])
        );
        assert_eq!(order(150), (0..150).map(|nth| format!("c{nth}")).collect::<Vec<_>>());
    }

    #[test]
    fn cells_that_do_not_fit_their_column_are_rejected() {
        const COLUMNS: &[Column] = &[Column::numbered("length", "l"), Column::share("score", "s")];
        let row = |row: &str| rows(COLUMNS, format!("length,score\n{row}\n"));
        for right in ["7,0.500000", "0,1.000000", ","] {
            assert!(row(right).is_ok(), "{right}");
        }
        let quoted = filed("card,value,method\n\"b,\n\"\"b\",,\n").expect("a row");
        assert_eq!(quoted, [[Cell::text("b,\n\"b"), Cell::Empty, Cell::text("")]]);
        for (wrong, told) in [
            ("-7,", "cards.csv:2: length: found \"-7\", expected a whole number"),
            ("7.5,", "length: found \"7.5\""),
            (",9.200000", "score: found \"9.200000\", expected a number from 0 to 1"),
            (",-0.000001", "score: found"),
        ] {
            let found = row(wrong).expect_err("an error");
            assert!(found.contains(told), "{found}");
        }
    }

    #[test]
    fn errors_in_csv_files_have_a_position() {
        for (text, parts) in [
            (
                &b"card,value\n"[..],
                &["cards.csv:1: found the columns card,value, expected card,value,method"][..],
            ),
            (b"", &["cards.csv:1: found a header that is cut off, expected card,value,method"]),
            (b"card,value,method\na,1\n", &["cards.csv:2: found 2 fields, expected 3"]),
            (b"card,value,method\na,1,x\nb,1e,x\n", &["cards.csv:3: value: found \"1e\", expected a number"]),
            (b"card,value,method\na,1,x\n\xff,1,x\n", &["cards.csv:3: found", "not UTF-8"]),
            (b"card,value,method\na,inf,x\n", &["found \"inf\""]),
            (b"card,value,method", &["cards.csv:1: found a header that is cut off"]),
            // Cut off within a field, after a field, within a quoted field, after its line feed, within a
            // character.
            (b"card,value,method\na,1,x\nb,2,", &["cards.csv:3: found a row that is cut off, expected"]),
            (b"card,value,method\na,1,x\nb,2,y", &["cards.csv:3: found a row that is cut off"]),
            (b"card,value,method\na,1,x\nb,2,\"y\n", &["cards.csv:3: found a row that is cut off"]),
            (b"card,value,method\na,1,\"x\nb,2,y\n", &["cards.csv:2: found a row that is cut off"]),
            (b"card,value,method\na,1,\xe2\x82", &["cards.csv:2: found", "not UTF-8"]),
            (b"card,value,method\n\0end\na,1,x\n", &["cards.csv:3: found"]),
        ] {
            let fault = filed(text).expect_err("a fault");
            assert!(parts.iter().all(|part| fault.contains(part)), "{fault}");
        }
    }
}
