//! Reads the sheets of a workbook, XLSX or OpenDocument.

use super::rows::{Budget, LARGEST, RawSheet, SheetRow, UNPACKED};
use super::sheet::NO_VALUE;
use crate::config_error;
use crate::model::settings::{ConfigError, clipped};
use calamine::{Data, DataRef, Reader as _, SheetType, SheetVisible, Xlsx, XlsxError};
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// The smallest text in the list of texts of a workbook, in bytes: `<si/>`.
const SMALLEST_TEXT: usize = 5;

/// The part of a workbook of OpenDocument with its sheets.
const CONTENT: &str = "content.xml";

/// A row or column that no sheet can have.
const FAR: usize = 1_000_000;

/// The texts of the cells of each row.
type Rows = BTreeMap<usize, Vec<String>>;

/// Reads the sheets.
///
/// # Errors
/// It is no workbook, or is too large.
pub(super) fn sheets(bytes: &[u8], file: &str) -> Result<Vec<RawSheet>, ConfigError> {
    if let Some(content) = unpacked(bytes, file)? {
        let text = String::from_utf8(content).map_err(|error| unreadable(file, &error))?;
        return open_document(&text, file);
    }
    let fault = |error: XlsxError| unreadable(file, &error);
    let mut book = Xlsx::new(Cursor::new(bytes)).map_err(fault)?;
    let sheets = book.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let names: Vec<_> = sheets.map(|sheet| (sheet.name.clone(), sheet.visible)).collect();
    let mut budget = Budget::of(file);
    let mut found = Vec::new();
    for (name, visible) in names {
        let mut rows = Rows::new();
        let mut blank = BTreeSet::new();
        let mut cells = book.worksheet_cells_reader(&name).map_err(fault)?;
        while let Some(cell) = cells.next_cell().map_err(fault)? {
            let (place, text) = (place(cell.get_position()), text(cell.get_value()));
            if text.is_empty() && place.0 < LARGEST[0] && place.1 < LARGEST[1] {
                blank.insert(place);
            }
            fill(&mut rows, place, text, &mut budget)?;
        }
        drop(cells);
        if !blank.is_empty() {
            // No setting has such a text, so the error of a column that is read names the cell.
            let mut formulas = book.worksheet_cells_reader(&name).map_err(fault)?;
            while let Some(cell) = formulas.next_formula().map_err(fault)? {
                let place = place(cell.get_position());
                if blank.contains(&place) && !cell.get_value().is_empty() {
                    fill(&mut rows, place, format!("={} {NO_VALUE}", cell.get_value()), &mut budget)?;
                }
            }
        }
        found.push(sheet(name, visible != SheetVisible::Visible, rows));
    }
    Ok(found)
}

fn sheet(name: String, is_hidden: bool, rows: Rows) -> RawSheet {
    let rows = rows.into_iter().map(|(row, cells)| SheetRow { line: row + 1, cells, name: None }).collect();
    RawSheet { name: Some(name), is_hidden, rows }
}

fn place((row, column): (u32, u32)) -> (usize, usize) {
    let [row, column] = [row, column].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    (row, column)
}

/// Sets the text of a cell.
fn fill(
    rows: &mut Rows,
    (row, column): (usize, usize),
    text: String,
    budget: &mut Budget<'_>,
) -> Result<(), ConfigError> {
    budget.cell(row, column, &text)?;
    if !text.is_empty() {
        let cells = rows.entry(row).or_default();
        cells.resize(cells.len().max(column + 1), String::new());
        cells[column] = text;
    }
    Ok(())
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

/// The value of an attribute.
pub(super) fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = element.try_get_attribute(name).ok()??;
    Some(attribute.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned())
}

/// Reads the sheets of an OpenDocument file. A cell or row with a repeat count stands for that many.
fn open_document(xml: &str, file: &str) -> Result<Vec<RawSheet>, ConfigError> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().expand_empty_elements = true;
    let mut budget = Budget::of(file);
    let (mut found, mut hidden, mut style) = (Vec::new(), BTreeSet::new(), None);
    let (mut rows, mut row, mut n_rows, mut column) = (Rows::new(), 0_usize, 1, 0_usize);
    let (mut name, mut is_hidden) = (String::new(), false);
    let mut cell: Option<(usize, Option<String>)> = None;
    let mut content = String::new();
    loop {
        match reader.read_event().map_err(|error| unreadable(file, &error))? {
            Event::Eof if found.is_empty() => return Err(unreadable(file, &"it has no sheet")),
            Event::Eof => return Ok(found),
            Event::Start(start) => {
                let of = |name: &str| attribute(&start, name);
                let repeated = |name: &str| of(name).and_then(|n| n.parse().ok()).unwrap_or(1_usize);
                match start.name().as_ref() {
                    "style:style" => style = of("style:name"),
                    "style:table-properties" if of("table:display").as_deref() == Some("false") => {
                        hidden.extend(style.take());
                    }
                    "table:table" => {
                        name = of("table:name").unwrap_or_default();
                        is_hidden = of("table:style-name").is_some_and(|style| hidden.contains(&style));
                        row = 0;
                    }
                    "table:table-row" => {
                        (n_rows, column) = (repeated("table:number-rows-repeated"), 0);
                    }
                    "table:table-cell" | "table:covered-table-cell" => {
                        let value = ["office:value", "office:boolean-value", "office:date-value"];
                        let value = value.into_iter().find_map(of);
                        let is_empty = of("office:value-type").is_none();
                        let formula = of("table:formula").filter(|_| is_empty);
                        let formula = formula.map(|formula| {
                            format!(
                                "={} {NO_VALUE}",
                                formula.trim_start_matches("of:").trim_start_matches('=')
                            )
                        });
                        cell = Some((repeated("table:number-columns-repeated"), value.or(formula)));
                        content.clear();
                    }
                    "text:p" if !content.is_empty() => content.push('\n'),
                    "text:line-break" => content.push('\n'),
                    "text:s" | "text:tab" => content.push(' '),
                    "office:annotation" => {
                        let end = start.name();
                        reader.read_to_end(end).map_err(|error| unreadable(file, &error))?;
                    }
                    _ => {}
                }
            }
            Event::Text(text) => content.push_str(&text.xml10_content()),
            Event::GeneralRef(entity) => {
                let named = resolve_xml_entity(entity.as_ref()).map(str::to_owned);
                let sign = || entity.resolve_char_ref().ok().flatten().map(String::from);
                content.extend(named.or_else(sign));
            }
            Event::End(end) => match end.name().as_ref() {
                "table:table-cell" | "table:covered-table-cell" => {
                    let Some((n_columns, value)) = cell.take() else { continue };
                    let value = value.unwrap_or_else(|| std::mem::take(&mut content).trim().to_owned());
                    let n = if value.is_empty() { 0 } else { n_rows };
                    for row in (row..).take(n) {
                        for column in (column..).take(n_columns) {
                            fill(&mut rows, (row, column), value.clone(), &mut budget)?;
                        }
                    }
                    column = column.saturating_add(n_columns).min(FAR);
                }
                "table:table-row" => row = row.saturating_add(n_rows).min(FAR),
                "table:table" => {
                    found.push(sheet(std::mem::take(&mut name), is_hidden, std::mem::take(&mut rows)));
                }
                _ => {}
            },
            _ => {}
        }
    }
}

/// Checks that the parts of a workbook have an allowed size after unpacking. Returns the content of OpenDocument.
///
/// # Errors
/// They are larger, or it is no ZIP archive.
fn unpacked(bytes: &[u8], file: &str) -> Result<Option<Vec<u8>>, ConfigError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| unreadable(file, &error))?;
    let (mut budget, mut content) = (Budget::of(file), None);
    for index in 0..archive.len() {
        let mut part = Vec::new();
        let entry = archive.by_index(index).map_err(|error| unreadable(file, &error))?;
        let name = entry.name().map_err(|error| unreadable(file, &error))?.to_lowercase();
        // The size in the archive can be wrong.
        let read = entry.take(UNPACKED as u64 + 1).read_to_end(&mut part);
        budget.take(read.map_err(|error| unreadable(file, &error))?)?;
        if name.ends_with("sharedstrings.xml") && !counts_its_texts(&part) {
            return Err(unreadable(file, &"the number of its texts is wrong"));
        }
        if name == CONTENT {
            content = Some(part);
        }
    }
    Ok(content)
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

pub(super) fn unreadable(file: &str, why: &dyn Display) -> ConfigError {
    let found = format!("a workbook that cannot be read ({})", clipped(&why.to_string()));
    config_error(file, "", found, "a workbook saved as .xlsx or .ods, or a CSV file")
}
