//! A report as CSV: RFC 4180, UTF-8, commas, lines ending in `\n`; written, and read back.

use super::{Cell, Column, Table};
use crate::model::settings::{Fault, Origin, clipped};
use std::io::{self, Read, Write};
use std::sync::Arc;

/// Writes a report with its header.
///
/// # Errors
/// Those of the writer.
pub fn write(table: &Table, out: impl Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(table.columns.iter().map(|column| column.name))?;
    for row in &table.rows {
        writer.write_record(row.iter().map(Cell::write))?;
    }
    writer.flush()
}

/// A report as the text of its file.
#[must_use]
pub fn text(table: &Table) -> String {
    let mut bytes = Vec::new();
    // Writing to memory does not fail, and what was text stays text.
    let _ = write(table, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

/// A report that was read from its file.
#[derive(Clone, Debug, PartialEq)]
pub struct Filed {
    /// The report, with no more rows than were to be kept.
    pub table: Table,
    /// The rows of the file.
    pub n_rows: u64,
}

/// What is read behind a file as its last row: in a file that is cut short, within a field or a row, it is none.
const END: &str = "\0end";

/// Reads the file of a report, and keeps its first rows, `most` of them; all are checked.
///
/// # Errors
/// It is no CSV, is cut short, has other columns, or something else than a number where one belongs.
pub fn read(
    (name, columns): (&'static str, &'static [Column]),
    from: impl Read,
    file: &str,
    most: usize,
) -> Result<Filed, Fault> {
    let file: Arc<str> = Arc::from(file);
    let at = |line: u64| Origin { file: file.clone(), line: usize::try_from(line).unwrap_or(0) };
    let broken = |error: &csv::Error| {
        let line = error.position().map_or(0, csv::Position::line);
        Fault::at(&at(line), "", format!("what cannot be read ({})", plain(error)), "CSV in UTF-8")
    };
    let from = from.chain(END.as_bytes()).chain(&b"\n"[..]);
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(from);
    let header = reader.headers().map_err(|error| broken(&error))?;
    if !header.iter().eq(columns.iter().map(|column| column.name)) {
        let found: Vec<String> = header.iter().take(columns.len() + 1).map(clipped).collect();
        let known: Vec<&str> = columns.iter().map(|column| column.name).collect();
        let is_cut = header.as_slice().contains(END);
        let found = if is_cut {
            "a header that is cut short".into()
        } else {
            format!("the columns {}", found.join(","))
        };
        return Err(Fault::at(&at(1), "", found, known.join(",")));
    }
    let mut filed = Filed { table: Table { name, columns, rows: Vec::new() }, n_rows: 0 };
    let mut record = csv::StringRecord::new();
    let mut is_whole = false;
    while reader.read_record(&mut record).map_err(|error| broken(&error))? {
        let at = at(record.position().map_or(0, csv::Position::line));
        if !is_whole && record.len() == 1 && record.as_slice() == END {
            is_whole = true;
            continue;
        }
        if is_whole || record.as_slice().contains(END) {
            return Err(Fault::at(
                &at,
                "",
                "a row that is cut short",
                "a whole one, with a line feed behind it",
            ));
        }
        if record.len() != columns.len() {
            let (found, expected) = (record.len(), columns.len());
            return Err(Fault::at(&at, "", format!("{found} fields"), expected.to_string()));
        }
        let cell = |(column, text): (&Column, &str)| {
            let cell = if column.words { Some(Cell::text(text)) } else { Cell::read(text) };
            let found = || format!("\"{}\"", clipped(text));
            cell.ok_or_else(|| Fault::at(&at, column.name, found(), "a number, or nothing"))
        };
        let row = columns.iter().zip(&record).map(cell).collect::<Result<Vec<_>, _>>()?;
        filed.n_rows += 1;
        if filed.table.rows.len() < most {
            filed.table.rows.push(row);
        }
    }
    Ok(filed)
}

/// What went wrong, without the place that is told apart.
fn plain(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Io(error) => error.to_string(),
        csv::ErrorKind::Utf8 { .. } => "bytes that are no UTF-8".into(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Run;
    use super::*;

    const COLUMNS: &[Column] =
        &[Column::key("card", "c"), Column::of("value", "v"), Column::words("method", "m")];

    fn filed(text: impl AsRef<[u8]>) -> Result<Filed, String> {
        read(("cards", COLUMNS), text.as_ref(), "cards.csv", 2).map_err(|fault| fault.to_string())
    }

    #[test]
    fn what_was_written_is_read_back() {
        let run = Run::new();
        for table in super::super::tables(&run.results()) {
            let text = text(&table);
            let back = read((table.name, table.columns), text.as_bytes(), "x.csv", usize::MAX);
            let back = back.unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(super::text(&back.table), text);
            assert_eq!(back.n_rows, table.rows.len() as u64);
            // Who says that a column holds words knows.
            for (column, cell) in table.rows.iter().flat_map(|row| table.columns.iter().zip(row)) {
                assert!(matches!(cell, Cell::Text(_)) == column.words, "{}: {}", table.name, column.name);
            }
        }
    }

    #[test]
    fn rows_beyond_what_is_kept_are_counted_and_checked() {
        let text = "card,value,method\na,1,x\n\"b,\n\"\"b\",,\nc,3,y\n";
        let three = filed(text).expect("three rows");
        assert_eq!((three.table.rows.len(), three.n_rows), (2, 3));
        assert_eq!(three.table.rows[1], [Cell::text("b,\n\"b"), Cell::Empty, Cell::text("")]);
        assert!(filed(format!("{text}d,four,z\n")).is_err());
    }

    #[test]
    fn a_file_of_something_else_is_told_with_its_place() {
        for (text, parts) in [
            (
                &b"card,value\n"[..],
                &["cards.csv:1: found the columns card,value, expected card,value,method"][..],
            ),
            (b"", &["cards.csv:1: found a header that is cut short, expected card,value,method"]),
            (b"card,value,method\na,1\n", &["cards.csv:2: found 2 fields, expected 3"]),
            (b"card,value,method\na,1,x\nb,1e,x\n", &["cards.csv:3: value: found \"1e\", expected a number"]),
            (b"card,value,method\na,1,x\n\xff,1,x\n", &["cards.csv:3: found", "no UTF-8"]),
            (b"card,value,method\na,inf,x\n", &["found \"inf\""]),
            (b"card,val", &["cards.csv:1: found a header that is cut short"]),
            (b"card,value,method", &["cards.csv:1: found a header that is cut short"]),
            // Cut short: in a field, behind one, in a quoted one and behind its line feed, in a letter.
            (b"card,value,method\na,1,x\nb,2,", &["cards.csv:3: found a row that is cut short, expected"]),
            (b"card,value,method\na,1,x\nb,2", &["cards.csv:3: found a row that is cut short"]),
            (b"card,value,method\na,1,x\nb,2,y", &["cards.csv:3: found a row that is cut short"]),
            (b"card,value,method\na,1,x\nb,2,\"y", &["cards.csv:3: found a row that is cut short"]),
            (b"card,value,method\na,1,x\nb,2,\"y\n", &["cards.csv:3: found a row that is cut short"]),
            (b"card,value,method\na,1,\"x\nb,2,y\n", &["cards.csv:2: found a row that is cut short"]),
            (b"card,value,method\na,1,x\nb", &["cards.csv:3: found a row that is cut short"]),
            (b"card,value,method\na,1,x\n,", &["cards.csv:3: found a row that is cut short"]),
            (b"card,value,method\na,1,x\n\"", &["cards.csv:3: found a row that is cut short"]),
            (b"card,value,method\na,1,\xe2\x82", &["cards.csv:2: found", "no UTF-8"]),
            (b"card,value,method\n\0end\na,1,x\n", &["cards.csv:3: found"]),
        ] {
            let fault = filed(text).expect_err("a fault");
            assert!(parts.iter().all(|part| fault.contains(part)), "{fault}");
        }
    }
}
