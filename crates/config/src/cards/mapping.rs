//! What the columns of a file are read as, for a page on which a person chooses.

use super::sheet::{CardFiles, Reading, Sheet};
use super::{CardTable, DECK, ID, TABLE, decks};
use crate::config_error;
use crate::model::settings::{ConfigError, ConfigErrors};
use crate::plan::Plan;

/// The columns of a file, and what they are read as.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileColumns {
    /// The titles in the file.
    pub titles: Vec<String>,
    /// What can be read.
    pub columns: Vec<FileColumn>,
}

/// Something that can be read from a column of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileColumn {
    /// Its name in `--columns`.
    pub name: String,
    /// The title of the column that it is read from, or that is usual for it.
    pub title: Option<String>,
    /// Whether the title is only usual for it: nothing is read from it unless a person says so.
    pub is_proposed: bool,
}

impl FileColumns {
    /// The columns of a sheet for these names; the titles of others are proposed.
    pub(crate) fn of(
        sheet: &Sheet,
        names: impl IntoIterator<Item = String>,
        proposed: &[(&str, &str)],
    ) -> Self {
        let column = |name: String| {
            let own = sheet.place(&name).and_then(|index| sheet.titles.get(index)).cloned();
            let usual =
                proposed.iter().find(|(known, _)| *known == name).map(|(_, title)| (*title).to_owned());
            let is_proposed = own.is_none() && usual.is_some();
            FileColumn { title: own.or(usual), is_proposed, name }
        };
        Self {
            titles: sheet.titles.iter().filter(|title| !title.is_empty()).cloned().collect(),
            columns: names.into_iter().map(column).collect(),
        }
    }

    /// The number of columns that are read or proposed.
    #[must_use]
    pub fn n_known(&self) -> usize {
        self.columns.iter().filter(|column| column.title.is_some()).count()
    }
}

/// The columns of a table of cards, which has this content, for a plan.
///
/// # Errors
/// It is no table, or the options cannot be read.
pub fn file_columns(files: &CardFiles, bytes: &[u8], plan: &Plan) -> Result<FileColumns, ConfigErrors> {
    let one = |error: ConfigError| ConfigErrors(vec![error]);
    let file = files.name();
    let (sheets, _) = Reading::of(files).and_then(|reading| reading.sheets(file, bytes)).map_err(one)?;
    let empty = || one(config_error(file, "", "an empty file", "a row with the titles of the columns"));
    let sheet = sheets.first().ok_or_else(empty)?;
    let mut names = vec![ID.to_owned(), TABLE.to_owned()];
    let copies = decks(&plan.tree);
    names.extend(copies.iter().map(|(name, _)| super::column(name)));
    // The decks have a column in the row of each card, and need no rows of their own.
    let has_decks = !copies.is_empty();
    for table in CardTable::of(plan, None)?.into_iter().filter(|table| !has_decks || table.name != DECK) {
        for name in table.columns {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let proposed = sheet.proposed(&known);
    Ok(FileColumns::of(sheet, names.clone(), &proposed))
}
