//! A report as CSV: RFC 4180, UTF-8, commas, lines ending in `\n`.

use super::Table;
use std::io::{self, Write};

/// Writes a report with its header.
///
/// # Errors
/// Those of the writer.
pub fn write(table: &Table, out: impl Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(table.columns.iter().map(|column| column.name))?;
    for row in &table.rows {
        writer.write_record(row.iter().map(super::Cell::write))?;
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
