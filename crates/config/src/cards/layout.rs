//! The columns of a table of cards as a person arranged them, with those for art and text.

use super::sheet::{CardFiles, NO_VALUE, Reading, Sheet};
use super::{CardTable, ID, PRINTED, TABLE};
use crate::model::settings::{ConfigError, ConfigErrors};
use std::collections::BTreeMap;

/// The columns of the files of `--cards`, which tables that are written have in the same order.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The sheets, and the rows of their entries by table and id. A row without a table is one of any.
    sheets: Vec<(Sheet, BTreeMap<[String; 2], usize>)>,
}

impl Layout {
    /// The columns of these files.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn of(files: &CardFiles, tables: &[CardTable]) -> Result<Self, ConfigErrors> {
        let errors = |error: ConfigError| ConfigErrors(vec![error]);
        let reading = Reading::of(files).map_err(errors)?;
        let is_table = |name: &&str| tables.iter().any(|table| table.name == **name);
        let mut layout = Self::default();
        for file in &files.files {
            for mut sheet in reading.read(file).map_err(errors)?.0 {
                let Some(id) = sheet.place(ID) else { continue };
                sheet.make_ids(reading.counts_rows, |id| {
                    tables.iter().flat_map(|table| &table.rows).any(|row| row.id == id)
                });
                let (column, of_sheet) = (sheet.place(TABLE), sheet.name.as_deref().filter(is_table));
                let rows = sheet.rows.iter().enumerate().rev().map(|(nth, row)| {
                    let table = column.map_or("", |index| row.cell(index));
                    let table = if table.is_empty() { of_sheet.unwrap_or_default() } else { table };
                    ([table, row.cell(id)].map(str::to_owned), nth)
                });
                let rows = rows.collect();
                layout.sheets.push((sheet, rows));
            }
        }
        Ok(layout)
    }

    /// The text of a column that is no setting in the row of an entry.
    fn text(&self, table: &str, id: &str, title: &str) -> Option<&str> {
        self.sheets.iter().find_map(|(sheet, rows)| {
            let of = |table: &str| rows.get(&[table.to_owned(), id.to_owned()]);
            let row = sheet.rows.get(*of(table).or_else(|| of(""))?)?;
            let cell = row.cell(sheet.titles.iter().position(|known| known == title)?);
            // A formula without a value stays the formula.
            Some(cell.strip_suffix(NO_VALUE).map_or(cell, str::trim_end))
        })
    }

    /// Lines with a header in this order. Columns that the files do not have follow; printed values are beside their own.
    #[must_use]
    pub fn arrange(&self, lines: Vec<Vec<String>>) -> Vec<Vec<String>> {
        let [header, rows @ ..] = lines.as_slice() else { return lines };
        let place = |name: &str| header.iter().position(|title| title == name);
        let (Some(table), Some(id)) = (place(TABLE), place(ID)) else { return lines };
        let mut order: Vec<Result<usize, &str>> = Vec::new();
        let columns = self.sheets.iter().flat_map(|(sheet, _)| sheet.titles.iter().zip(&sheet.names));
        for (title, name) in columns.filter(|(title, name)| !title.is_empty() && !name.ends_with(PRINTED)) {
            let column = place(name).ok_or(title.as_str());
            let is_new = !order.contains(&column);
            let has_rows = || rows.iter().any(|row| self.text(&row[table], &row[id], title).is_some());
            if is_new && (column.is_ok() || has_rows()) {
                order.push(column);
                order.extend(column.ok().and_then(|_| place(&format!("{name}{PRINTED}"))).map(Ok));
            }
        }
        let rest: Vec<_> = (0..header.len()).map(Ok).filter(|index| !order.contains(index)).collect();
        order.extend(rest);
        let cells = |row: &Vec<String>, is_header: bool| -> Vec<String> {
            let text = |title| {
                if is_header { title } else { self.text(&row[table], &row[id], title).unwrap_or_default() }
            };
            order.iter().map(|column| column.map_or_else(text, |index| &row[index]).to_owned()).collect()
        };
        lines.iter().enumerate().map(|(nth, row)| cells(row, nth == 0)).collect()
    }
}
