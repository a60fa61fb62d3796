//! Reads a table of cards as text: a CSV file or a workbook of any spreadsheet program.

use super::{ID, workbook};
use crate::config_error;
use crate::model::settings::{ConfigError, Origin, clipped};
use crate::report::read::Kind;
use std::path::Path;
use std::sync::Arc;

/// Tables of cards; a workbook can have pictures.
const CARDS: Kind = Kind { name: "a table of cards", most: 16_000_000 };

/// What is between a workbook and a sheet in the name of a place.
pub(super) const SHEET: &str = ", sheet ";

/// The end of the text of a cell whose formula has no value.
pub(super) const NO_VALUE: &str = "(a formula without a saved value)";

/// What can be between the cells of a CSV file.
const SEPARATORS: [char; 3] = ['\t', ';', ','];

/// The first bytes of the workbooks of old programs, and of those with a password.
const OLD_WORKBOOK: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0];

/// The type of a workbook of OpenDocument, which is in its first bytes.
const OPEN_DOCUMENT: &[u8] = b"application/vnd.oasis.opendocument";
const OPEN_DOCUMENT_WITHIN: usize = 100;

/// A sheet with the lines that are not blank.
#[derive(Clone)]
pub(super) struct Sheet {
    /// The file as it was named, and the sheet of a workbook.
    pub file: Arc<str>,
    /// The name of the sheet of a workbook.
    pub name: Option<String>,
    /// The names of the columns, as they are written, except that of the ids.
    pub header: Vec<String>,
    /// The name of the column with the ids, as it is written.
    pub id_title: String,
    /// The line or row of the header, from 1.
    pub header_line: usize,
    /// The other rows.
    pub rows: Vec<SheetRow>,
}

/// A row that is not blank.
#[derive(Clone)]
pub(super) struct SheetRow {
    /// Its line in a CSV file, or its row, from 1.
    pub line: usize,
    /// Its cells; there may be fewer than columns.
    pub cells: Vec<String>,
}

impl Sheet {
    /// A sheet whose first row is its header; `None` without rows.
    pub(super) fn of(file: &str, name: Option<&str>, rows: Vec<SheetRow>) -> Option<Self> {
        // A spreadsheet that opened a CSV file with a first line such as `sep=;` can have made a row of it.
        let is_separator = |row: &SheetRow| row.cells.iter().all(|cell| cell.is_empty() || is_named(cell));
        let mut rows = rows.into_iter().peekable();
        rows.next_if(is_separator);
        let mut rows: Vec<SheetRow> = rows.collect();
        // A title can be above the names of the columns.
        let row_with =
            |is: fn(&str) -> bool| rows.iter().position(|row| row.cells.iter().any(|cell| is(cell)));
        let header = row_with(is_id).or_else(|| row_with(is_name)).unwrap_or(0);
        let mut rows = rows.drain(header.min(rows.len())..);
        let SheetRow { line: header_line, cells: mut header } = rows.next()?;
        let mut id_title = ID.to_owned();
        if !header.iter().any(|title| is_id(title))
            && let Some(name) = header.iter_mut().find(|title| is_name(title))
        {
            id_title = std::mem::replace(name, ID.to_owned());
        }
        let rows = rows.collect();
        let place = name.map(|name| format!("{file}{SHEET}\"{}\"", clipped(name)));
        Some(Self {
            file: place.as_deref().unwrap_or(file).into(),
            name: name.map(str::to_owned),
            header,
            id_title,
            header_line,
            rows,
        })
    }

    /// Whether it has a column with the names of entries.
    pub(super) fn has_id(&self) -> bool {
        self.header.iter().any(|title| is_id(title))
    }

    /// The names of the first columns, for an error.
    pub(super) fn titles(&self) -> String {
        const MOST: usize = 8;
        let titles = || self.header.iter().filter(|title| !title.is_empty());
        let shown: Vec<String> = titles().take(MOST).map(|title| format!("\"{}\"", clipped(title))).collect();
        let more = if titles().nth(MOST).is_some() { ", …" } else { "" };
        format!("{}{more}", shown.join(", "))
    }

    /// The position of a cell.
    pub(super) fn at(&self, row: &SheetRow, index: usize) -> Origin {
        self.at_line(row.line, index)
    }

    /// The position of the name of a column.
    pub(super) fn at_title(&self, index: usize) -> Origin {
        self.at_line(self.header_line, index)
    }

    /// The warnings of columns with values, but without a name.
    pub(super) fn without_titles(&self) -> impl Iterator<Item = String> {
        let n_columns = self.rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
        let is_empty = |index: &usize| self.header.get(*index).is_none_or(String::is_empty);
        let has_values = |index: &usize| self.rows.iter().any(|row| !row.cell(*index).is_empty());
        let warning = |index: usize| {
            let (at, nth) = (self.at_title(index), index + 1);
            format!("{at}: column {nth} has values, but no name, so it is not read")
        };
        (0..n_columns).filter(is_empty).filter(has_values).map(warning)
    }

    fn at_line(&self, line: usize, index: usize) -> Origin {
        let at = Origin::line(self.file.clone(), line);
        let column = u32::try_from(index + 1).unwrap_or(0);
        if self.name.is_some() { Origin { column, ..at } } else { at }
    }
}

impl SheetRow {
    /// The text of a cell.
    pub(super) fn cell(&self, index: usize) -> &str {
        self.cells.get(index).map_or("", String::as_str)
    }
}

/// Reads a file.
///
/// # Errors
/// It cannot be read, is too large, or has no header.
pub(super) fn sheets(file: &str) -> Result<Vec<Sheet>, ConfigError> {
    let bytes = CARDS.named(Path::new(file))?;
    let is_open =
        bytes.windows(OPEN_DOCUMENT.len()).take(OPEN_DOCUMENT_WITHIN).any(|part| part == OPEN_DOCUMENT);
    if is_open || Path::new(file).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ods")) {
        let found = "a table in the format OpenDocument (.ods)";
        return Err(config_error(file, "", found, "the same table saved as .xlsx, or as CSV UTF-8"));
    }
    // A workbook is a ZIP archive.
    if bytes.starts_with(b"PK") {
        return workbook::sheets(&bytes, file);
    }
    if bytes.starts_with(OLD_WORKBOOK) {
        let found = "a workbook of an old program, or one with a password";
        return Err(config_error(file, "", found, "a workbook saved as .xlsx without a password"));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let start = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + start.iter().filter(|byte| **byte == b'\n').count();
        let found = format!("bytes that are not UTF-8 (line {line})");
        config_error(file, "", found, "a file saved as CSV UTF-8, or as a workbook (.xlsx)")
    })?;
    csv(&text, file).map(|sheet| vec![sheet])
}

/// Reads the text of a CSV file with commas, semicolons or tabs.
///
/// # Errors
/// It has no header.
pub(super) fn csv(text: &str, file: &str) -> Result<Sheet, ConfigError> {
    /// A line after the last one. With an open quote, it is part of a cell.
    const END: &str = "\n\u{0}end\n";
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (named, text, first_line) = match named_separator(text) {
        Some((separator, rest)) => (separator, rest, 2),
        None => (None, text, 1),
    };
    let text = &(text.to_owned() + END);
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(named.unwrap_or_else(|| separator(text)))
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let (mut start, mut line) = (0, first_line);
    for record in reader.records() {
        let record = record.map_err(|error| config_error(file, "", error.to_string(), "a CSV file"))?;
        // The blank lines before a row belong to its position.
        let at =
            record.position().and_then(|position| usize::try_from(position.byte()).ok()).unwrap_or(start);
        let is_end = |byte: &&u8| matches!(byte, b'\n' | b'\r');
        let at = at + text.as_bytes().get(at..).map_or(0, |rest| rest.iter().take_while(is_end).count());
        line += text
            .as_bytes()
            .get(start..at)
            .map_or(0, |rows| rows.iter().filter(|byte| **byte == b'\n').count());
        start = at;
        let [most_rows, most_columns] = workbook::LARGEST;
        let has_text = |cell: &str| !cell.trim().is_empty();
        let Some(n_empty) = record.iter().rev().position(has_text) else { continue };
        // The last row is the one after the file.
        if record.len() - n_empty > most_columns || rows.len() > most_rows {
            return Err(workbook::larger(file));
        }
        let cells = record.iter().take(most_columns).map(|cell| cell.trim().to_owned()).collect();
        rows.push(SheetRow { line, cells });
    }
    let is_end = |row: &SheetRow| row.cells.first().is_some_and(|cell| cell == END.trim());
    if let Some(SheetRow { line, cells }) = rows.pop_if(|row| !is_end(row)) {
        let found = format!("a quote that is not closed in cell {}", cells.len());
        return Err(config_error(
            &format!("{file}:{line}"),
            "",
            found,
            "a second quote at the end of the cell",
        ));
    }
    rows.pop();
    let sheet = Sheet::of(file, None, rows).ok_or_else(|| empty(file))?;
    let n_columns = sheet.header.len();
    let is_longer = |row: &&SheetRow| row.cells.iter().skip(n_columns).any(|cell| !cell.is_empty());
    // Without a column for names, the first row is no header.
    match sheet.rows.iter().find(is_longer).filter(|_| sheet.has_id()) {
        Some(row) => {
            let expected =
                format!("at most {n_columns}, as in the header; a cell with a comma needs quotes: \"7,5\"");
            Err(ConfigError::at(&sheet.at(row, 0), "", format!("{} cells", row.cells.len()), expected))
        }
        None => Ok(sheet),
    }
}

/// Whether it is the name of the column with the names of entries.
fn is_id(title: &str) -> bool {
    title.eq_ignore_ascii_case(ID)
}

/// Whether it is the name of the column with the names of entries in sheets of other programs.
fn is_name(title: &str) -> bool {
    ["name", "card"].iter().any(|name| title.eq_ignore_ascii_case(name))
}

/// The error of a file without cells.
pub(super) fn empty(file: &str) -> ConfigError {
    let expected = "a first line with the names of the columns, e.g. card_table,id,damage";
    config_error(file, "", "an empty file", expected)
}

/// Whether a cell is a first line such as `sep=;`, by which Excel opens a file in every language, or its start.
fn is_named(cell: &str) -> bool {
    let sign = cell.get(..4).filter(|start| start.eq_ignore_ascii_case("sep=")).and_then(|_| cell.get(4..));
    sign.is_some_and(|sign| sign.chars().all(|c| SEPARATORS.contains(&c)))
}

/// The sign that a first line such as `sep=;` names, and the lines below. A spreadsheet that saves the file again can put
/// the line in quotes, and its own signs behind it.
fn named_separator(text: &str) -> Option<(Option<u8>, &str)> {
    let (first, rest) = text.split_once('\n')?;
    let first = first.trim_end_matches('\r').replace('"', "");
    if !is_named(&first) {
        return None;
    }
    let header = rest.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let sign = first.chars().last().filter(|sign| SEPARATORS.contains(sign) && header.contains(*sign));
    Some((sign.and_then(|sign| u8::try_from(sign).ok()), rest))
}

/// The sign that separates the names of the columns, which can have a title above them; a comma if there is only one column.
fn separator(text: &str) -> u8 {
    let has = |line: &str, is: fn(&str) -> bool| {
        line.split(SEPARATORS).any(|cell| is(cell.trim().trim_matches('"')))
    };
    let lines = || text.lines().filter(|line| line.contains(SEPARATORS));
    let header = lines().find(|line| has(line, is_id)).or_else(|| lines().find(|line| has(line, is_name)));
    let header = header.or_else(|| lines().next()).unwrap_or_default();
    let count = |sign: u8| header.bytes().filter(|byte| *byte == sign).count();
    // The first one of equal counts.
    [b'\t', b';', b','].into_iter().max_by_key(|sign| count(*sign)).unwrap_or(b',')
}
