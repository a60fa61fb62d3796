//! Writes the changed values of a plan into its author's own file, and leaves everything else in that file alone.

use super::apply::{Tables, path_of, words_of};
use super::cell::{self, Shapes};
use super::rows::{Places, SheetRow, decoded, separator, split};
use super::sheet::{CardFiles, Reading, Sheet};
use super::workbook::{attribute, unreadable};
use super::{ID, PRINTED, TABLE, decks};
use crate::effective::printed;
use crate::model::settings::{ConfigError, ConfigErrors, Node, Origin, clipped, tree};
use crate::plan::at;
use crate::{Plan, config_error, new_entries};
use encoding_rs::{UTF_16BE, UTF_16LE};
use quick_xml::Reader;
use quick_xml::escape::escape;
use quick_xml::events::Event;
use rust_xlsxwriter::utility::row_col_to_cell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read, Write};
use std::ops::Range;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// A file with changed cells.
#[derive(Debug)]
pub struct Written {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The changed cells.
    pub changes: Vec<CellChange>,
    /// The changed settings of cards that have no cell in the file.
    pub missing: Vec<String>,
    /// The rows of sums below changed cells, which are not changed.
    pub totals: Vec<Origin>,
}

/// A cell that was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellChange {
    /// Its position.
    pub at: Origin,
    /// The title of its column.
    pub title: String,
    /// Its former and new text.
    pub texts: [String; 2],
    /// Its column, from 0.
    index: usize,
    /// The path of its value.
    path: String,
}

/// Writes what differs in a plan into the cells of a table of cards. Cells that no setting allows are only replaced by `force`.
///
/// # Errors
/// The table cannot be read, or one of the cells cannot be written.
pub fn into(
    plan: &Plan,
    file: &str,
    bytes: &[u8],
    files: &CardFiles,
    force: bool,
) -> Result<Written, ConfigErrors> {
    let fault = |error: ConfigError| ConfigErrors(vec![error]);
    let reading = Reading::of(files).map_err(fault)?;
    let tree_of = |bytes: &[u8]| {
        let mut tree = printed(&plan.game)?.clone();
        let mut tables = Tables::default();
        let sheets = reading.sheets(file, bytes).map_err(fault)?.0;
        tables.add(&plan.game, printed(&plan.game)?, &mut tree, (file, &reading), sheets);
        if tables.errors.is_empty() { Ok((tree, tables)) } else { Err(ConfigErrors(tables.errors)) }
    };
    let (before, tables) = tree_of(bytes)?;
    let shapes = [Shapes::of(&plan.game, &before), Shapes::of(&plan.game, &plan.tree)];
    let text = |tree: &Node, shapes: &Shapes, path: &str| {
        at(tree, path).map_or_else(String::new, |node| cell::text(node, path, shapes))
    };
    let (decks, mut changes, mut paths) = (decks(&plan.tree), Vec::new(), BTreeSet::new());
    for ([table, id], at) in &tables.entries {
        let Some(sheet) = tables.sheets.iter().find(|sheet| sheet.file == at.file) else { continue };
        let line = usize::try_from(at.line).unwrap_or_default();
        let Some(row) = sheet.rows.iter().find(|row| row.line == line) else { continue };
        for (index, name) in sheet.names.iter().enumerate() {
            if [TABLE, ID].contains(&name.as_str()) || name.ends_with(PRINTED) || name.is_empty() {
                continue;
            }
            let path = path_of(&format!("{table}.{id}"), &words_of(name), &decks);
            let [old, new] = [(&before, &shapes[0]), (&plan.tree, &shapes[1])];
            let [old, new] = [old, new].map(|(tree, shapes)| text(tree, shapes, &path));
            if old != new {
                let (at, title) = (sheet.at(row, index), sheet.titles[index].clone());
                changes.push(CellChange { at, title, texts: [old, new], index, path: path.clone() });
            }
            paths.insert(path);
        }
    }
    changes.sort_by_key(|change| (change.at.file.clone(), change.at.line, change.index));
    let broken = if force { Vec::new() } else { broken(plan, &before, &tables, &changes)? };
    if !broken.is_empty() {
        return Err(ConfigErrors::sorted(broken));
    }
    let totals = |sheet: &Sheet| {
        let changed = |row: &SheetRow| {
            let mut of_sheet = changes.iter().filter(|change| change.at.file == sheet.file);
            Some(sheet.at(row, of_sheet.find(|change| !row.cell(change.index).is_empty())?.index))
        };
        sheet.totals.iter().filter_map(changed).collect::<Vec<_>>()
    };
    let totals = tables.sheets.iter().flat_map(totals).collect();
    let of_cards: Vec<&str> = new_entries::tables(printed(&plan.game)?).map(|(name, _)| name).collect();
    let is_card = |path: &str| {
        let is_below = |deck: &String| path.strip_prefix(deck).is_some_and(|rest| rest.starts_with('.'));
        path.split('.').next().is_some_and(|table| of_cards.contains(&table))
            || decks.iter().any(|(_, deck)| is_below(&deck.join(".")))
    };
    let has_cell = |path: &str| {
        paths.contains(path) || path.match_indices('.').any(|(end, _)| paths.contains(&path[..end]))
    };
    let missing = tree::changes(&before, &plan.tree)
        .into_iter()
        .filter(|change| is_card(&change.path) && !has_cell(&change.path));
    let missing = missing.map(|change| format!("{} {} → {}", change.path, change.one, change.two)).collect();
    let counted =
        changes.iter().find(|change| change.index >= first_virtual(&tables, change, reading.counts_rows));
    if let Some(CellChange { at, texts: [old, new], .. }) = counted {
        let expected = format!("{new} rows in place of {old}; add or remove rows by hand");
        return Err(fault(ConfigError::at(at, "", "copies that are counted by rows", expected)));
    }
    let bytes = match bytes.starts_with(b"PK") {
        true => workbook(bytes, file, &changes).map_err(fault)?,
        false => text_file(bytes, file, &reading, &changes).map_err(fault)?,
    };
    // What is written is read again: a value that a cell cannot hold never replaces another one.
    let after = tree_of(&bytes)?.0;
    match changes.iter().find(|change| text(&after, &shapes[1], &change.path) != change.texts[1]) {
        Some(CellChange { at, texts: [_, new], .. }) => {
            Err(fault(ConfigError::at(at, "", "a cell that cannot be written", format!("{new}, by hand"))))
        }
        None => Ok(Written { bytes, changes, missing, totals }),
    }
}

/// The errors of the cells that would be replaced.
fn broken(
    plan: &Plan,
    before: &Node,
    tables: &Tables,
    changes: &[CellChange],
) -> Result<Vec<ConfigError>, ConfigErrors> {
    let Err(ConfigErrors(mut errors)) = plan.game.rules(before) else { return Ok(Vec::new()) };
    let is_of = |error: &ConfigError, change: &CellChange| {
        let rest = error.key.strip_prefix(&change.path);
        error.at.file == change.at.file && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    errors.retain(|error| changes.iter().any(|change| is_of(error, change)));
    tables.by_cell([printed(&plan.game)?, before], &mut errors);
    tables.by_column(before, &mut errors);
    errors.iter_mut().for_each(|error| error.expected += "; to replace it: --force");
    Ok(errors)
}

/// The first column of the sheet of a change that is not in the file.
fn first_virtual(tables: &Tables, change: &CellChange, counts_rows: bool) -> usize {
    let sheet = tables.sheets.iter().find(|sheet| sheet.file == change.at.file);
    sheet.filter(|_| counts_rows).map_or(usize::MAX, |sheet| sheet.titles.len() - 1)
}

/// A text with changed cells: its other bytes stay, also separators, quotes and line ends.
fn text_file(
    bytes: &[u8],
    file: &str,
    reading: &Reading,
    changes: &[CellChange],
) -> Result<Vec<u8>, ConfigError> {
    let (text, encoding, mark) = decoded(bytes, file, reading.encoding)?;
    let sign = separator(&text, reading);
    let rows: BTreeMap<usize, Places> = split(&text, sign, file)?.into_iter().collect();
    let edit = |change: &CellChange| {
        let cells = rows.get(&usize::try_from(change.at.line).ok()?)?;
        let new = &change.texts[1];
        let end = cells.last()?.end;
        // A row can end before the column.
        let (place, gap) = match cells.get(change.index) {
            Some(cell) => (cell.clone(), 0),
            None => (end..end, change.index + 1 - cells.len()),
        };
        let is_quoted =
            text[place.clone()].starts_with('"') || new.contains([char::from(sign), '"', '\n', '\r']);
        let new = if is_quoted { format!("\"{}\"", new.replace('"', "\"\"")) } else { new.clone() };
        Some((place, char::from(sign).to_string().repeat(gap) + &new))
    };
    let text = edited(text.clone(), changes.iter().filter_map(edit).collect());
    let utf_16 = |of: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(of).collect::<Vec<u8>>();
    let body = match encoding {
        encoding if encoding == UTF_16LE => utf_16(u16::to_le_bytes),
        encoding if encoding == UTF_16BE => utf_16(u16::to_be_bytes),
        encoding => encoding.encode(&text).0.into_owned(),
    };
    Ok([mark, &body].concat())
}

/// A text with other parts at these places.
fn edited(mut text: String, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(place, _)| place.start);
    edits.into_iter().rev().for_each(|(place, new)| text.replace_range(place, &new));
    text
}

/// A workbook with changed cells: its other parts, and all else of their sheets, stay as they are.
fn workbook(bytes: &[u8], file: &str, changes: &[CellChange]) -> Result<Vec<u8>, ConfigError> {
    let fault = |error: &dyn std::fmt::Display| unreadable(file, error);
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| fault(&error))?;
    let mut part = |name: &str| {
        let mut text = String::new();
        let entry = archive.by_name(name).map_err(|error| fault(&error))?;
        entry.take(super::rows::UNPACKED as u64).read_to_string(&mut text).map_err(|error| fault(&error))?;
        Ok::<String, ConfigError>(text)
    };
    let expected = "the table saved as .xlsx or CSV, in which cells can be written";
    let Ok(book) = part(BOOK) else {
        return Err(config_error(file, "", "another workbook than .xlsx", expected));
    };
    let links = elements(&part(LINKS)?, "Relationship", ["Id", "Target"]);
    let mut parts = BTreeMap::new();
    for [name, id] in elements(&book, "sheet", ["name", "r:id"]) {
        let place = format!("{file}{}\"{}\"", super::sheet::SHEET, clipped(&name));
        let of_sheet: Vec<&CellChange> = changes.iter().filter(|change| *change.at.file == place).collect();
        let Some([_, target]) = links.iter().find(|[known, _]| *known == id).filter(|_| !of_sheet.is_empty())
        else {
            continue;
        };
        let path = target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_owned);
        parts.insert(path.clone(), sheet(&part(&path)?, file, &of_sheet)?);
    }
    // Other cells can be computed from those that change.
    if !book.contains("fullCalcOnLoad") {
        parts.insert(BOOK.into(), book.replacen("<calcPr", "<calcPr fullCalcOnLoad=\"1\"", 1));
    }
    let mut written = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).map_err(|error| fault(&error))?;
        let name = entry.name().map_err(|error| fault(&error))?.into_owned();
        match parts.get(&name) {
            Some(part) => written
                .start_file(name, SimpleFileOptions::default())
                .map_err(|error| fault(&error))
                .and_then(|()| written.write_all(part.as_bytes()).map_err(|error| fault(&error)))?,
            None => written.raw_copy_file(entry).map_err(|error| fault(&error))?,
        }
    }
    Ok(written.finish().map_err(|error| fault(&error))?.into_inner())
}

/// The parts of a workbook with the names of its sheets, and with the paths of their parts.
const BOOK: &str = "xl/workbook.xml";
const LINKS: &str = "xl/_rels/workbook.xml.rels";

/// Two attributes of all elements of this name.
fn elements(xml: &str, wanted: &str, names: [&str; 2]) -> Vec<[String; 2]> {
    let mut reader = Reader::from_str(xml);
    let mut found = Vec::new();
    loop {
        match reader.read_event() {
            Ok(Event::Start(start) | Event::Empty(start)) if start.local_name().as_ref() == wanted => {
                found.push(names.map(|name| attribute(&start, name).unwrap_or_default()));
            }
            Ok(Event::Eof) | Err(_) => return found,
            Ok(_) => {}
        }
    }
}

/// The XML of a sheet with changed cells.
fn sheet(xml: &str, file: &str, changes: &[&CellChange]) -> Result<String, ConfigError> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().expand_empty_elements = true;
    let place = |reader: &Reader<&[u8]>| {
        usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX).min(xml.len())
    };
    // Each cell with its style and whether it has a formula, and the end of each row.
    let mut cells = BTreeMap::new();
    let (mut row, mut cell, mut prefix) = (0, None, String::new());
    loop {
        let start = place(&reader);
        let event = reader.read_event().map_err(|error| unreadable(file, &error))?;
        match &event {
            Event::Eof => break,
            Event::Start(element) => match element.local_name().as_ref() {
                "row" => {
                    row = attribute(element, "r").and_then(|row| row.parse().ok()).unwrap_or(row + 1);
                    prefix = element.name().as_ref().trim_end_matches("row").to_owned();
                }
                "c" => {
                    let style = attribute(element, "s").map(|style| format!(" s=\"{}\"", escape(&style)));
                    let column = attribute(element, "r").as_deref().map_or(0, column);
                    cell = Some((column, start, style.unwrap_or_default(), false));
                }
                "f" => cell.iter_mut().for_each(|cell| cell.3 = true),
                _ => {}
            },
            Event::End(element) => match (element.local_name().as_ref(), cell.take()) {
                ("c", Some((column, start, style, is_formula))) => {
                    cells.insert((row, column), (start..place(&reader), style, is_formula));
                }
                ("row", _) => drop(cells.insert((row, u32::MAX), (start..start, String::new(), false))),
                (_, inside) => cell = inside,
            },
            _ => {}
        }
    }
    let edit = |change: &&CellChange| {
        let (row, column, new) = (change.at.line, change.at.column, &change.texts[1]);
        let next = cells.range((row, column)..=(row, u32::MAX)).next();
        let error = |found, expected| Err(ConfigError::at(&change.at, "", found, expected));
        let Some((found, (place, style, is_formula))) = next else {
            return error(
                "a row that the file does not name",
                "a file saved again by a spreadsheet".to_owned(),
            );
        };
        let is_there = *found == (row, column);
        if is_there && *is_formula {
            let expected = format!("a number; replace it by {new} by hand");
            return error("a formula, which is not overwritten", expected);
        }
        let (place, style) =
            if is_there { (place.clone(), style.as_str()) } else { (place.start..place.start, "") };
        let name = row_col_to_cell(row.saturating_sub(1), u16::try_from(change.index).unwrap_or_default());
        let (kind, value) = match new.parse::<f64>() {
            _ if new.is_empty() => ("", String::new()),
            Ok(_) => ("", format!("<{prefix}v>{new}</{prefix}v>")),
            Err(_) => (
                " t=\"inlineStr\"",
                format!("<{prefix}is><{prefix}t>{}</{prefix}t></{prefix}is>", escape(new)),
            ),
        };
        Ok((place, format!("<{prefix}c r=\"{name}\"{style}{kind}>{value}</{prefix}c>")))
    };
    let edits = changes.iter().map(edit).collect::<Result<_, ConfigError>>()?;
    Ok(edited(xml.to_owned(), edits))
}

/// The column of a place such as C7, from 1.
fn column(place: &str) -> u32 {
    let letters = place.bytes().take_while(u8::is_ascii_alphabetic).take(4);
    letters.fold(0, |column, letter| 26 * column + u32::from(letter.to_ascii_uppercase() - b'A') + 1)
}
