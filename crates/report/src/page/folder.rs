//! Reads the result in a folder for a page or a workbook. All text of the result is made safe to display.

use super::super::csv::{self, StoredTable};
use super::super::list_file::LIST;
use super::super::result_file::{ResultFile, ResultMeta, file_name, read, shortest};
use super::super::{Cell, Report, Table, find};
use super::words::harmless;
use serde_json::Value;
use std::borrow::Cow;
use std::path::Path;
use undercard_engine::model::StatSchema;
use undercard_engine::model::settings::{ConfigError, ConfigErrors};

/// Maximum number of rows of a table that are kept; further rows are only counted.
const KEPT: usize = 100_000;

/// The result in a folder.
#[derive(Clone, Debug)]
pub struct Folder {
    /// The metadata.
    pub head: ResultMeta,
    /// Its tables, in the order of the documentation.
    #[doc(hidden)]
    pub reports: Vec<(&'static Report, StoredTable)>,
    /// The lists of single games of a run, if [`Folder::read_games`] was called.
    #[doc(hidden)]
    pub games: Vec<StoredTable>,
    /// The names of the statistics of the first config, if the game is known. Pages name seats and figures by them.
    #[doc(hidden)]
    pub schema: Option<StatSchema>,
}

impl Folder {
    /// Reads a folder.
    ///
    /// # Errors
    /// The folder has no result, or an incomplete, damaged or changed one.
    pub fn read(folder: &Path) -> Result<Self, ConfigErrors> {
        Ok(Self::of(read(folder)?))
    }

    /// The content of a result, also of one that is not in a folder: its numbers are rounded as in `result.json`.
    #[must_use]
    pub fn of(mut result: ResultFile<'_>) -> Self {
        clean_head(&mut result.head);
        let report = |table: Table| {
            let mut stored = StoredTable::new(table.name, table.columns);
            table.rows.into_iter().for_each(|row| add(&mut stored, rounded(row)));
            Some((find(table.name)?, stored))
        };
        let reports = result.tables.into_iter().map(Cow::into_owned).filter_map(report).collect();
        Self { head: result.head, reports, games: Vec::new(), schema: None }
    }

    /// Reads `games.csv` and the files beside it, if the result has them. Only a workbook shows them.
    ///
    /// # Errors
    /// A file is missing or was changed.
    pub fn read_games(&mut self, folder: &Path) -> Result<(), ConfigError> {
        let Some(listed) = &self.head.games_csv else { return Ok(()) };
        for list in listed.lists() {
            let Report { name, columns, .. } = list;
            let path = folder.join(file_name(name));
            let mut stored = StoredTable::new(name, columns);
            let rows = csv::Rows::open(columns, LIST.start(&path)?, &path.display().to_string())?;
            for row in rows.take(KEPT + 1) {
                add(&mut stored, row?.1);
            }
            self.games.push(stored);
        }
        Ok(())
    }

    /// The id of the game, if all configs are for the same game.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        let mut games = self.head.configs.iter().map(|config| config.game.as_str());
        let game = games.next()?;
        games.all(|other| other == game).then_some(game)
    }

    /// The report with this name, if the result has it.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.reports.iter().find(|(known, _)| known.name == name).map(|(_, stored)| &stored.table)
    }
}

/// The row with the numbers of `result.json`.
fn rounded(mut row: Vec<Cell>) -> Vec<Cell> {
    for cell in &mut row {
        if let Cell::Share(Some(number)) | Cell::Mean(Some(number)) | Cell::P(Some(number)) = cell {
            *number = shortest(*number);
        }
    }
    row
}

/// Counts a row, and keeps it unless there are too many.
fn add(stored: &mut StoredTable, mut row: Vec<Cell>) {
    stored.n_rows += 1;
    if stored.table.rows.len() < KEPT {
        for cell in &mut row {
            if let Cell::Text(text) = cell {
                *text = harmless(text);
            }
        }
        stored.table.rows.push(row);
    }
}

/// Makes all text of the metadata safe to display.
fn clean_head(head: &mut ResultMeta) {
    let ResultMeta {
        undercard,
        command,
        unit,
        configs,
        shard,
        result_digest,
        options,
        details,
        conclusion,
        label,
        ..
    } = head;
    for config in configs {
        let texts = [&mut config.name, &mut config.game, &mut config.rules_digest, &mut config.games_digest];
        texts.into_iter().chain(&mut config.bots).for_each(|text| *text = harmless(text));
        for change in &mut config.changes {
            change.key = harmless(&change.key);
            clean(&mut change.value);
            clean(&mut change.printed);
        }
    }
    [undercard, command, unit, label, result_digest]
        .into_iter()
        .chain(shard)
        .chain(conclusion)
        .for_each(|text| *text = harmless(text));
    options.values_mut().chain(details.values_mut()).for_each(clean);
}

/// Makes all text of a JSON value safe to display.
fn clean(value: &mut Value) {
    match value {
        Value::String(text) => *text = harmless(text),
        Value::Array(items) => items.iter_mut().for_each(clean),
        Value::Object(entries) => entries.values_mut().for_each(clean),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_list_the_first_rows_are_kept_and_all_are_counted() {
        let mut stored = StoredTable::new(crate::games::REPORT.name, crate::games::REPORT.columns);
        let rows = (0..).take(KEPT + 2).map(|nth| vec![Cell::Count(nth)]);
        rows.for_each(|row| add(&mut stored, row));
        assert_eq!((stored.table.rows.len(), stored.n_rows), (KEPT, KEPT as u64 + 2));
        assert_eq!(stored.table.rows.last(), Some(&vec![Cell::Count(KEPT as u64 - 1)]));
    }
}
