//! The columns of a table of cards as a person arranged them, with those for art and text.

use super::apply::{id_of, names_of};
use super::read::{NO_VALUE, Sheet, SheetRow, sheets};
use super::{CardTable, ID, PRINTED, TABLE};
use crate::model::settings::{ConfigError, ConfigErrors};
use std::collections::BTreeMap;

/// The columns of the files of `--cards`, which tables that are written have in the same order.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The names of the columns, without those of printed values.
    titles: Vec<String>,
    /// The cells of the columns that are no settings, by table, id and column.
    texts: BTreeMap<[String; 3], String>,
}

impl Layout {
    /// The columns of these files.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn of(files: &[String], tables: &[CardTable]) -> Result<Self, ConfigErrors> {
        let mut layout = Self::default();
        for file in files {
            let sheets = sheets(file).map_err(|error: ConfigError| ConfigErrors(vec![error]))?;
            sheets.iter().filter(|sheet| sheet.has_id()).for_each(|sheet| layout.add(sheet, tables));
        }
        Ok(layout)
    }

    fn add(&mut self, sheet: &Sheet, tables: &[CardTable]) {
        let names = names_of(&sheet.header, |name| {
            tables.iter().any(|table| table.columns.iter().any(|c| c == name))
        });
        let index = |wanted: &str| names.iter().position(|name| name == wanted);
        let is_setting = |name: &String| {
            [TABLE, ID].contains(&name.as_str()) || tables.iter().any(|table| table.columns.contains(name))
        };
        let entry = |row: &SheetRow| {
            let cell = |wanted: &str| index(wanted).map_or("", |index| row.cell(index)).to_owned();
            let only = tables.first().filter(|_| tables.len() == 1).map(|table| table.name.clone());
            let table = Some(cell(TABLE)).filter(|table| !table.is_empty());
            let of_sheet = sheet.name.clone().filter(|name| tables.iter().any(|table| table.name == *name));
            let table = table.or(only).or(of_sheet).unwrap_or_default();
            let has_entry = |id: &str| tables.iter().flat_map(|table| &table.rows).any(|row| row.id == id);
            [table, id_of(&cell(ID), has_entry)]
        };
        for (index, (title, name)) in sheet.header.iter().zip(&names).enumerate() {
            if title.is_empty() || name.ends_with(PRINTED) {
                continue;
            }
            let is_setting = is_setting(name);
            let column = if is_setting { name } else { title };
            if !self.titles.contains(column) {
                self.titles.push(column.clone());
            }
            for row in sheet.rows.iter().filter(|_| !is_setting) {
                let ([table, id], cell) = (entry(row), row.cell(index));
                // A formula without a value stays the formula.
                let text = cell.strip_suffix(NO_VALUE).map_or(cell, str::trim_end);
                self.texts.entry([table, id, title.clone()]).or_insert_with(|| text.to_owned());
            }
        }
    }

    /// Lines with a header in this order. Columns that the files do not have follow; printed values are beside their own.
    #[must_use]
    pub fn arrange(&self, lines: Vec<Vec<String>>) -> Vec<Vec<String>> {
        let [header, rows @ ..] = lines.as_slice() else { return lines };
        let place = |name: &str| header.iter().position(|title| title == name);
        let (Some(table), Some(id)) = (place(TABLE), place(ID)) else { return lines };
        let text = |row: &[String], title: &str| {
            // A file without the column `table` has rows without one.
            let tables = [row[table].clone(), String::new()];
            tables.into_iter().find_map(|table| self.texts.get(&[table, row[id].clone(), title.to_owned()]))
        };
        let with_printed = |index: usize| {
            let printed = place(&format!("{}{PRINTED}", header[index]));
            [Some(index), printed].into_iter().flatten()
        };
        let mut order: Vec<Result<usize, &str>> = Vec::new();
        for title in &self.titles {
            match place(title) {
                Some(index) => order.extend(with_printed(index).map(Ok)),
                None if rows.iter().any(|row| text(row, title).is_some()) => order.push(Err(title)),
                None => {}
            }
        }
        let rest = (0..header.len()).filter(|index| !order.contains(&Ok(*index)));
        let rest: Vec<_> = rest.map(Ok).collect();
        order.extend(rest);
        let names =
            order.iter().map(|column| column.map_or_else(str::to_owned, |index| header[index].clone()));
        let cells = |row: &Vec<String>| {
            let cell = |column: &Result<usize, &str>| match column {
                Ok(index) => row[*index].clone(),
                Err(title) => text(row, title).cloned().unwrap_or_default(),
            };
            order.iter().map(cell).collect()
        };
        std::iter::once(names.collect()).chain(rows.iter().map(cells)).collect()
    }
}
