//! Reads the bytes of a table as rows of texts: a text with separators, or a workbook. All sizes are limited, because a small
//! file can unpack to any size.

use super::sheet::Reading;
use super::workbook;
use crate::config_error;
use crate::model::settings::ConfigError;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use std::ops::Range;

/// Maximum numbers of rows and columns of a sheet.
pub(super) const LARGEST: [usize; 2] = [5_000, 500];

/// Maximum number of cells in a row of a text, with those without a text.
const MOST_CELLS: usize = 16_384;

/// Maximum size of a file and of all parts of a workbook after unpacking, and of all cells together, in bytes.
pub(super) const UNPACKED: usize = 32_000_000;

/// What is counted for each cell besides its text.
const CELL: usize = 4;

/// What can be between the cells of a text.
const SEPARATORS: [char; 3] = ['\t', ';', ','];

/// The first bytes of the workbooks of old programs, and of those with a password.
const OLD_WORKBOOK: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0];

/// The rows of a file or of a sheet of a workbook.
#[derive(Default)]
pub(super) struct RawSheet {
    /// The name of the sheet of a workbook.
    pub name: Option<String>,
    pub is_hidden: bool,
    pub rows: Vec<SheetRow>,
}

/// A row that is not blank.
#[derive(Clone, Debug)]
pub(crate) struct SheetRow {
    /// Its line in a text, or its row, from 1.
    pub line: usize,
    /// Its cells; there may be fewer than columns.
    pub cells: Vec<String>,
    /// How it names its entry, if the id was made of it.
    pub name: Option<String>,
}

impl SheetRow {
    /// The text of a cell.
    pub(crate) fn cell(&self, index: usize) -> &str {
        self.cells.get(index).map_or("", String::as_str)
    }
}

/// What the cells of a file may still use.
pub(super) struct Budget<'f> {
    file: &'f str,
    rest: usize,
}

impl<'f> Budget<'f> {
    pub(super) const fn of(file: &'f str) -> Self {
        Self { file, rest: UNPACKED }
    }

    /// Counts a cell of this row and column, from 0.
    ///
    /// # Errors
    /// It is too far from the first one, or all cells together are too large.
    pub(super) fn cell(&mut self, row: usize, column: usize, text: &str) -> Result<(), ConfigError> {
        let [rows, columns] = LARGEST;
        if !text.is_empty() && (row >= rows || column >= columns) {
            return Err(larger(self.file));
        }
        self.take(text.len() + CELL)
    }

    /// Counts bytes.
    ///
    /// # Errors
    /// All together are too many.
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), ConfigError> {
        let most = || format!("at most {} MB after unpacking, with pictures", UNPACKED / 1_000_000);
        let error = || config_error(self.file, "", "a larger table", most());
        self.rest = self.rest.checked_sub(bytes).ok_or_else(error)?;
        Ok(())
    }
}

/// The error of a sheet that is too large.
fn larger(file: &str) -> ConfigError {
    let [rows, columns] = LARGEST;
    let expected = format!("at most {rows} rows and {columns} columns in a sheet");
    config_error(file, "", "a larger sheet", expected)
}

/// Reads the sheets of a file.
///
/// # Errors
/// It is no table, or is too large.
pub(super) fn sheets(bytes: &[u8], file: &str, reading: &Reading) -> Result<Vec<RawSheet>, ConfigError> {
    // A workbook is a ZIP archive.
    if bytes.starts_with(b"PK") {
        return workbook::sheets(bytes, file);
    }
    if bytes.starts_with(OLD_WORKBOOK) {
        let found = "a workbook of an old program, or one with a password";
        return Err(config_error(file, "", found, "a workbook saved as .xlsx or .ods without a password"));
    }
    let text = decoded(bytes, file, reading.encoding)?.0;
    let mut budget = Budget::of(file);
    let mut rows = Vec::new();
    for (line, cells) in split(&text, separator(&text, reading), file)? {
        let mut cells: Vec<String> = cells.into_iter().map(|cell| content(&text[cell])).collect();
        cells.truncate(cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1));
        for (column, cell) in cells.iter().enumerate() {
            budget.cell(rows.len(), column, cell)?;
        }
        rows.extend((!cells.is_empty()).then_some(SheetRow { line, cells, name: None }));
    }
    Ok(vec![RawSheet { rows, ..RawSheet::default() }])
}

/// The text of a file, its encoding, and the bytes before the text that name it.
///
/// # Errors
/// It has bytes that its encoding does not have.
pub(super) fn decoded<'b>(
    bytes: &'b [u8],
    file: &str,
    encoding: Option<&'static Encoding>,
) -> Result<(String, &'static Encoding, &'b [u8]), ConfigError> {
    let (named, n) = Encoding::for_bom(bytes).map_or((encoding, 0), |(named, n)| (Some(named), n));
    let (mark, rest) = bytes.split_at(n);
    let used = named.unwrap_or(UTF_8);
    let line = |end: usize| 1 + rest[..end].iter().filter(|byte| **byte == b'\n').count();
    if let (None, Some(end)) = (named, rest.iter().position(|byte| *byte == 0)) {
        let name = if end % 2 == 1 { UTF_16LE } else { UTF_16BE }.name().to_lowercase();
        let found = format!("a byte 0, which is not UTF-8 (line {})", line(end));
        return Err(config_error(
            file,
            "",
            found,
            format!("--encoding {name}, or a file saved as CSV UTF-8"),
        ));
    }
    if let (true, Err(error)) = (used == UTF_8, std::str::from_utf8(rest)) {
        let found = format!("bytes that are not UTF-8 (line {})", line(error.valid_up_to()));
        let expected =
            "--encoding windows-1252 if Excel saved it as plain CSV, or a file saved as CSV UTF-8 or .xlsx";
        return Err(config_error(file, "", found, expected));
    }
    match used.decode_without_bom_handling(rest) {
        (text, false) => Ok((text.into_owned(), used, mark)),
        (_, true) => {
            let found = format!("bytes that are not {}", used.name());
            Err(config_error(file, "", found, "another --encoding, or a file saved as CSV UTF-8"))
        }
    }
}

/// The places of the cells of a row in a text.
pub(super) type Places = Vec<Range<usize>>;

/// The places of the cells of each row of a text that is not blank, and the line of the row.
///
/// # Errors
/// A quote is not closed, or there are too many rows or cells.
pub(super) fn split(text: &str, sign: u8, file: &str) -> Result<Vec<(usize, Places)>, ConfigError> {
    let bytes = text.as_bytes();
    let (mut rows, mut cells) = (Vec::new(), Vec::new());
    let (mut line, mut of_row, mut start, mut at, mut is_quoted) = (1, 1, 0, 0, false);
    loop {
        match bytes.get(at) {
            None if is_quoted => {
                let found = format!("a quote that is not closed in cell {}", cells.len() + 1);
                let expected = "a second quote at the end of the cell";
                return Err(config_error(&format!("{file}:{of_row}"), "", found, expected));
            }
            Some(b'"') if is_quoted && bytes.get(at + 1) == Some(&b'"') => at += 1,
            Some(b'"') if is_quoted || at == start => is_quoted = !is_quoted,
            Some(b'\n') if is_quoted => line += 1,
            Some(_) if is_quoted => {}
            byte if byte.is_none_or(|byte| [sign, b'\n', b'\r'].contains(byte)) => {
                cells.push(start..at);
                if rows.len() > LARGEST[0] || cells.len() > MOST_CELLS {
                    return Err(larger(file));
                }
                if byte != Some(&sign) {
                    at += usize::from(byte == Some(&b'\r') && bytes.get(at + 1) == Some(&b'\n'));
                    line += 1;
                    let is_blank = |place: &Range<usize>| text[place.clone()].trim().is_empty();
                    match cells.iter().all(is_blank) {
                        true => cells.clear(),
                        false => rows.push((of_row, std::mem::take(&mut cells))),
                    }
                    of_row = line;
                }
                if byte.is_none() {
                    return Ok(rows);
                }
                start = at + 1;
            }
            Some(_) | None => {}
        }
        at += 1;
    }
}

/// The content of a cell of a text.
fn content(cell: &str) -> String {
    match cell.strip_prefix('"') {
        Some(rest) => rest.strip_suffix('"').unwrap_or(rest).replace("\"\"", "\"").trim().to_owned(),
        None => cell.trim().to_owned(),
    }
}

/// Whether a cell is a first line such as `sep=;`, by which Excel opens a file in every language, or its start.
pub(super) fn is_named(cell: &str) -> bool {
    let sign = cell.get(..4).filter(|start| start.eq_ignore_ascii_case("sep=")).and_then(|_| cell.get(4..));
    sign.is_some_and(|sign| sign.chars().all(|c| SEPARATORS.contains(&c)))
}

/// The sign that separates the names of the columns, which can have a title above them; a comma if there is only one column.
pub(super) fn separator(text: &str, reading: &Reading) -> u8 {
    let lines = || text.lines().enumerate().filter(|(_, line)| line.contains(SEPARATORS));
    let rank = |(nth, line): &(usize, &str)| {
        reading.header_rank(nth + 1, &mut line.split(SEPARATORS).map(|cell| cell.trim().trim_matches('"')))
    };
    let first = text.lines().next().unwrap_or_default().replace('"', "");
    let is_first_named = is_named(&first);
    let rest = || lines().skip(usize::from(is_first_named));
    let header = [2, 1].into_iter().find_map(|wanted| rest().find(|line| rank(line) == wanted));
    let header = header.or_else(|| rest().next()).map_or("", |(_, line)| line);
    let named = first.chars().last().filter(|sign| is_first_named && header.contains(*sign));
    // Cells in quotes can have other signs.
    let count = |sign: &char| header.split('"').step_by(2).flat_map(|part| part.matches(*sign)).count();
    // The last one of equal counts.
    let sign = named.or_else(|| SEPARATORS.into_iter().max_by_key(count));
    sign.and_then(|sign| u8::try_from(sign).ok()).unwrap_or(b',')
}
