//! Reads the sheets of a workbook (XLSX). All sizes are limited, because a small file can unpack to any size.

use super::read::{NO_VALUE, Sheet, SheetRow, empty};
use crate::config_error;
use crate::model::settings::{ConfigError, clipped};
use calamine::{Data, DataRef, DataType, Reader, SheetType, Xlsx, XlsxError};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// Maximum size of all parts after unpacking, in bytes.
const UNPACKED: u64 = 32_000_000;

/// Maximum number of sheets.
const SHEETS: usize = 50;

/// Maximum numbers of rows and columns of a sheet, also of a CSV file.
pub(super) const LARGEST: [usize; 2] = [5_000, 500];

/// Maximum number of cells of all sheets, with those that are empty but have a format.
const CELLS: usize = 500_000;

/// Maximum size of the texts of all cells, in bytes. Many cells can show the same text.
const TEXTS: usize = 8_000_000;

/// The smallest text in the list of texts of a workbook, in bytes: `<si/>`.
const SMALLEST_TEXT: usize = 5;

/// The texts of the cells of each row.
type Rows = BTreeMap<u32, Vec<String>>;

/// The cells and bytes of text that were read.
#[derive(Default)]
struct Used {
    n_cells: usize,
    n_bytes: usize,
}

/// Reads the sheets that are not empty.
///
/// # Errors
/// It is no workbook, or is too large.
pub(super) fn sheets(bytes: &[u8], file: &str) -> Result<Vec<Sheet>, ConfigError> {
    unpacks(bytes, file)?;
    let fault = |error: XlsxError| unreadable(file, &error);
    let mut book = Xlsx::new(Cursor::new(bytes)).map_err(fault)?;
    let sheets = book.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let names: Vec<String> = sheets.map(|sheet| sheet.name.clone()).collect();
    if names.len() > SHEETS {
        return Err(too_large(file, "more sheets", &format!("at most {SHEETS} sheets")));
    }
    let mut used = Used::default();
    let mut found = Vec::new();
    for name in names {
        let mut rows = Rows::new();
        let mut cells = book.worksheet_cells_reader(&name).map_err(fault)?;
        let mut blank = BTreeSet::new();
        while let Some(cell) = cells.next_cell().map_err(fault)? {
            used.add(cell.get_value(), file)?;
            let text = text(cell.get_value());
            let (row, column) = cell.get_position();
            let is_within = |place: u32, most| usize::try_from(place).is_ok_and(|place| place < most);
            let is_within = is_within(row, LARGEST[0]) && is_within(column, LARGEST[1]);
            let is_blank = matches!(cell.get_value(), DataRef::Empty);
            if is_blank && is_within {
                blank.insert((row, column));
            }
            if text.is_empty() {
                continue;
            }
            if !is_within {
                return Err(larger(file));
            }
            fill(&mut rows, (row, column), text);
        }
        drop(cells);
        if !blank.is_empty() {
            mark_formulas(&mut book, (file, &name), &blank, &mut rows, &mut used)?;
        }
        let row = |(row, cells)| SheetRow { line: usize::try_from(row).map_or(0, |row| row + 1), cells };
        found.extend(Sheet::of(file, Some(&name), rows.into_iter().map(row).collect()));
    }
    if found.is_empty() { Err(empty(file)) } else { Ok(found) }
}

/// Fills the blank cells that have a formula. No setting has such a text, so the error of a column that is read names the cell.
fn mark_formulas(
    book: &mut Xlsx<Cursor<&[u8]>>,
    (file, sheet): (&str, &str),
    blank: &BTreeSet<(u32, u32)>,
    rows: &mut Rows,
    used: &mut Used,
) -> Result<(), ConfigError> {
    let fault = |error: XlsxError| unreadable(file, &error);
    let mut formulas = book.worksheet_cells_reader(sheet).map_err(fault)?;
    while let Some(cell) = formulas.next_formula().map_err(fault)? {
        if blank.contains(&cell.get_position()) && !cell.get_value().is_empty() {
            let text = format!("={} {NO_VALUE}", cell.get_value());
            used.add_text(&text, file)?;
            fill(rows, cell.get_position(), text);
        }
    }
    Ok(())
}

/// Sets the text of a cell.
fn fill(rows: &mut Rows, (row, column): (u32, u32), text: String) {
    let index = usize::try_from(column).unwrap_or_default();
    let cells = rows.entry(row).or_default();
    cells.resize(cells.len().max(index + 1), String::new());
    cells[index] = text;
}

impl Used {
    /// Counts a cell.
    ///
    /// # Errors
    /// There are too many, or their texts are too long.
    fn add(&mut self, value: &DataRef<'_>, file: &str) -> Result<(), ConfigError> {
        self.n_cells += 1;
        if self.n_cells > CELLS {
            return Err(too_large(file, "more cells", &format!("at most {CELLS} cells")));
        }
        self.add_text(value.get_string().unwrap_or_default(), file)
    }

    /// Counts a text.
    ///
    /// # Errors
    /// All texts together are too long.
    fn add_text(&mut self, text: &str, file: &str) -> Result<(), ConfigError> {
        self.n_bytes += text.len();
        if self.n_bytes > TEXTS {
            return Err(too_large(file, "longer texts", &format!("at most {TEXTS} bytes of text")));
        }
        Ok(())
    }
}

/// The value of a cell as text. Numbers have a decimal point in every language.
fn text(value: &DataRef<'_>) -> String {
    match value {
        // A spreadsheet makes a date of 1-2, which no setting has.
        DataRef::DateTime(date) => {
            let (year, month, day, ..) = date.to_ymd_hms_milli();
            format!("{year}-{month:02}-{day:02}")
        }
        value => Data::from(value.clone()).to_string().trim().to_owned(),
    }
}

/// Checks that the parts of a workbook have an allowed size after unpacking.
///
/// # Errors
/// They are larger, or it is no ZIP archive.
fn unpacks(bytes: &[u8], file: &str) -> Result<(), ConfigError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| unreadable(file, &error))?;
    let mut rest = UNPACKED;
    for index in 0..archive.len() {
        let mut part = Vec::new();
        let entry = archive.by_index(index).map_err(|error| unreadable(file, &error))?;
        let name = entry.name().map_err(|error| unreadable(file, &error))?;
        let is_texts = name.to_lowercase().ends_with("sharedstrings.xml");
        // The size in the archive can be wrong.
        let n_read = entry.take(rest + 1).read_to_end(&mut part).map_err(|error| unreadable(file, &error))?;
        rest = rest.checked_sub(n_read as u64).ok_or_else(|| {
            let most = format!("at most {} MB after unpacking, with pictures", UNPACKED / 1_000_000);
            too_large(file, "a larger workbook", &most)
        })?;
        if is_texts && !counts_its_texts(&part) {
            return Err(unreadable(file, &"the number of its texts is wrong"));
        }
    }
    Ok(())
}

/// Whether the list of texts has a possible number of texts: calamine reserves memory for as many. In control characters,
/// which XML does not allow, the number could be in another encoding.
fn counts_its_texts(part: &[u8]) -> bool {
    let text = String::from_utf8_lossy(part);
    let is_possible = |rest: &str| {
        let digits = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '=' | '"' | '\''));
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse().is_ok_and(|n: usize| n <= part.len() / SMALLEST_TEXT)
    };
    let has_control = part.iter().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace());
    !has_control && text.split("uniqueCount").skip(1).all(is_possible)
}

fn unreadable(file: &str, why: &dyn Display) -> ConfigError {
    let found = format!("a workbook that cannot be read ({})", clipped(&why.to_string()));
    config_error(file, "", found, "a workbook saved as .xlsx, or a CSV file")
}

/// The error of a sheet with more rows or columns than are read.
pub(super) fn larger(file: &str) -> ConfigError {
    let [rows, columns] = LARGEST;
    too_large(file, "a larger sheet", &format!("at most {rows} rows and {columns} columns in a sheet"))
}

fn too_large(file: &str, found: &str, expected: &str) -> ConfigError {
    config_error(file, "", found, expected)
}
