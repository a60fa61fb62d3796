//! The rows of a table with the names of its columns, and with the ids of its entries.

use super::apply::{is_index, words_of};
use super::rows::{self, RawSheet, SheetRow, is_named};
use super::{COPIES, ID, ORDER, ORDER_COLUMN, TABLE};
use crate::config_error;
use crate::model::settings::{ConfigError, ConfigErrors, Origin, clipped, is_id, nearest};
use crate::report::read::Kind;
use deunicode::deunicode;
use encoding_rs::Encoding;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// What a table is about.
#[derive(Clone, Copy)]
pub(crate) struct Subject {
    /// The type of file; a workbook can have pictures.
    pub file: Kind,
    /// The column that shows which row has the titles.
    pub id: &'static str,
    /// What columns are usually called in other tables of this kind.
    pub usual: &'static [(&'static str, &'static [&'static str])],
    /// The value of `--columns`, as an example.
    pub columns: &'static str,
    /// A first line, as an example.
    pub header: &'static str,
    /// Whether a column can be made of several: `players=Player 1+Player 2`.
    pub joins: bool,
}

/// The maximum size of a table in bytes.
pub(crate) const LARGEST_FILE: u64 = rows::UNPACKED as u64;

/// Tables of cards.
const CARDS: Subject = Subject {
    file: Kind { name: "a table of cards", most: LARGEST_FILE },
    id: ID,
    usual: &USUAL,
    columns: "a setting and the title of its column: id=Name, copies=Qty",
    header: "card_table,id,damage",
    joins: false,
};

/// The end of the text of a cell whose formula has no value.
pub(super) const NO_VALUE: &str = "(a formula without a saved value)";

/// What columns are usually called in sheets of other programs. Games have different names for the strength of an attack.
pub(super) const USUAL: [(&str, &[&str]); 5] = [
    (ID, &["name", "card", "title", "card name", "card title", "nickname", "karte", "kartenname"]),
    (COPIES, &["qty", "quantity", "count", "amount", "anzahl", "menge"]),
    ("damage", ATTACK),
    ("power", ATTACK),
    ("attack", ATTACK),
];
const ATTACK: &[&str] = &["attack", "atk", "att", "damage", "dmg", "schaden", "angriff"];

/// What the rows of sums are called.
const TOTALS: [&str; 8] = ["total", "totals", "sum", "subtotal", "grand total", "summe", "gesamt", "somme"];

/// What counts as copies if a sheet has a row for each copy.
const ROWS: &str = "rows";

/// The most ids and titles in a message.
const MOST: usize = 8;

/// The files of tables of cards, and how to read them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardFiles {
    /// The paths of the files.
    pub files: Vec<String>,
    /// The columns of settings and their titles in the files: `id=Name, copies=Qty`.
    pub columns: Option<String>,
    /// The line or row of the titles, from 1.
    pub header_row: Option<u32>,
    /// The sheet of a workbook that is read.
    pub sheet: Option<String>,
    /// The encoding of text files.
    pub encoding: Option<String>,
    /// The position of the table of a config that names the file.
    pub at: Option<Origin>,
    /// The content of the only file, if it is in memory; the path is its name then.
    pub content: Option<Arc<[u8]>>,
}

impl From<Vec<String>> for CardFiles {
    fn from(files: Vec<String>) -> Self {
        Self { files, ..Self::default() }
    }
}

impl CardFiles {
    /// A file in memory with this name, with the titles of columns that a person has chosen.
    #[must_use]
    pub fn in_memory(name: &str, content: Vec<u8>, columns: &[(String, String)]) -> Self {
        let pairs = columns.iter().map(|(name, title)| (name.as_str(), title.as_str()));
        let columns = (!columns.is_empty()).then(|| written(pairs));
        Self { files: vec![name.to_owned()], columns, content: Some(content.into()), ..Self::default() }
    }

    /// The name of the only file.
    pub(crate) fn name(&self) -> &str {
        self.files.first().map(String::as_str).unwrap_or_default()
    }

    /// The options that are given, with their values.
    pub fn options(&self) -> impl Iterator<Item = (&'static str, String)> {
        let files = self.files.iter().map(|file| ("--cards", file.clone()));
        let header_row = self.header_row.map(|row| row.to_string());
        let given =
            [("--columns", &self.columns), ("--worksheet", &self.sheet), ("--encoding", &self.encoding)];
        let given = given.into_iter().filter_map(|(option, value)| Some((option, value.clone()?)));
        files.chain(given).chain(header_row.map(|row| ("--header-row", row)))
    }

    /// The options as words of a command line.
    pub fn words(&self) -> impl Iterator<Item = String> {
        self.options().flat_map(|(option, value)| [option.to_owned(), value])
    }

    /// An error of an option, or of the key of a config.
    pub(super) fn error(&self, option: &str, found: String, expected: impl Into<String>) -> ConfigError {
        match &self.at {
            Some(at) => {
                let key = option.trim_start_matches('-');
                ConfigError::at(at, format!("{CARDS_TABLE}.{key}"), found, expected)
            }
            None => config_error(option, "", found, expected),
        }
    }
}

/// Columns and their titles as the option has them.
fn written<'p>(pairs: impl Iterator<Item = (&'p str, &'p str)>) -> String {
    let pair = |(name, title): (&str, &str)| match title.contains([',', '=', '\'']) {
        true => format!("{name}='{title}'"),
        false => format!("{name}={title}"),
    };
    pairs.map(pair).collect::<Vec<_>>().join(", ")
}

/// The table of a config that names a table of cards.
pub const CARDS_TABLE: &str = "cards-table";

/// How the files are read.
#[derive(Clone)]
pub(crate) struct Reading {
    subject: Subject,
    /// The columns of settings and their titles.
    pub columns: Vec<(String, String)>,
    /// Whether a row is one copy of its card.
    pub counts_rows: bool,
    header_row: Option<usize>,
    pub sheet: Option<String>,
    pub encoding: Option<&'static Encoding>,
}

/// Tables of cards.
impl Default for Reading {
    fn default() -> Self {
        Self::about(CARDS)
    }
}

impl Reading {
    /// Tables about this.
    const fn about(subject: Subject) -> Self {
        Self {
            subject,
            columns: Vec::new(),
            counts_rows: false,
            header_row: None,
            sheet: None,
            encoding: None,
        }
    }

    /// Tables of cards.
    ///
    /// # Errors
    /// The columns or the encoding cannot be read.
    pub(super) fn of(files: &CardFiles) -> Result<Self, ConfigError> {
        Self::of_subject(CARDS, files)
    }

    /// Tables about this.
    ///
    /// # Errors
    /// The columns or the encoding cannot be read.
    pub(crate) fn of_subject(subject: Subject, files: &CardFiles) -> Result<Self, ConfigError> {
        let mut reading = Self {
            header_row: files.header_row.and_then(|row| usize::try_from(row).ok()),
            sheet: files.sheet.clone(),
            ..Self::about(subject)
        };
        if let Some(name) = &files.encoding {
            let encoding = Encoding::for_label(name.as_bytes());
            let expected = "windows-1252, utf-16le or another name of the web";
            let error = || files.error("--encoding", format!("\"{}\"", clipped(name)), expected);
            reading.encoding = Some(encoding.ok_or_else(error)?);
        }
        let text = files.columns.as_deref().unwrap_or_default();
        for part in parts(text).filter(|part| !part.trim().is_empty()) {
            let error = |found: String, expected: &str| Err(files.error("--columns", found, expected));
            let (name, title) = part.split_once('=').unwrap_or((part, ""));
            let [name, title] = [name, title].map(|word| word.trim().trim_matches(['\'', '"']));
            if name.is_empty() || title.is_empty() {
                return error(format!("\"{}\"", clipped(part.trim())), subject.columns);
            }
            let name = known_name(&name.replace('.', "__"));
            let is_known = |(known, other): &(String, String)| *known == name || is_title(other, title);
            if name == COPIES && title == ROWS {
                reading.counts_rows = true;
            } else if reading.columns.iter().any(is_known) {
                return error(format!("\"{}\" twice", clipped(part.trim())), "each column once");
            } else {
                reading.columns.push((name, title.to_owned()));
            }
        }
        Ok(reading)
    }

    /// The title of the column with the names of entries.
    fn id_title(&self) -> &str {
        let id = self.subject.id;
        self.columns.iter().find(|(name, _)| name == id).map_or(id, |(_, title)| title)
    }

    /// The option `--columns` to type, with these columns added. A column of the same meaning is replaced.
    pub(crate) fn typed(&self, more: &[(&str, &str)]) -> String {
        let columns = self.columns.iter().map(|(name, title)| (name.as_str(), title.as_str()));
        let columns = columns.filter(|(name, _)| more.iter().all(|(other, _)| other != name));
        let rows = self.counts_rows.then_some((COPIES, ROWS));
        format!("--columns \"{}\"", written(columns.chain(rows).chain(more.iter().copied())))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, is too large, or has no header.
    pub(super) fn read(&self, file: &str) -> Result<(Vec<Sheet>, Vec<String>), ConfigError> {
        self.sheets(file, &self.subject.file.named(Path::new(file))?)
    }

    /// Reads the sheets of a file that have a header, and the names of those that are hidden.
    ///
    /// # Errors
    /// It cannot be read, is too large, or has no header.
    pub(crate) fn sheets(&self, file: &str, bytes: &[u8]) -> Result<(Vec<Sheet>, Vec<String>), ConfigError> {
        let mut all = rows::sheets(bytes, file, self)?;
        let (mut names, mut hidden) = (Vec::new(), Vec::new());
        all.retain(|sheet| {
            let name = sheet.name.as_deref();
            names.extend(name.map(str::to_owned));
            let is_left_out = match (&self.sheet, name) {
                (Some(wanted), Some(name)) => !is_title(wanted, name),
                _ => sheet.is_hidden,
            };
            hidden.extend(name.filter(|_| is_left_out && self.sheet.is_none()).map(str::to_owned));
            !is_left_out
        });
        if let (Some(wanted), true) = (&self.sheet, all.is_empty()) {
            let hint = nearest(wanted, names.iter().map(String::as_str));
            let error = config_error(file, "", format!("no sheet \"{}\"", clipped(wanted)), list(&names));
            return Err(ConfigError { hint, ..error });
        }
        let mut found: Vec<Sheet> = all.into_iter().filter_map(|sheet| self.sheet(file, sheet)).collect();
        if found.is_empty() {
            let expected = match self.header_row {
                Some(row) => format!("the names of the columns in row {row}"),
                None => format!("a first line with the names of the columns, e.g. {}", self.subject.header),
            };
            return Err(config_error(file, "", "an empty file", expected));
        }
        if let Some(error) = found.iter().find_map(|sheet| sheet.too_long(self.subject.id)) {
            return Err(error);
        }
        if self.subject.joins {
            found.iter_mut().for_each(|sheet| self.columns.iter().for_each(|column| sheet.join(column)));
        }
        Ok((found, hidden))
    }

    /// How probably a row names the columns: 2 with the title of the column of ids, 1 with a usual title, else 0.
    pub(super) fn header_rank(&self, line: usize, cells: &mut dyn Iterator<Item = &str>) -> u8 {
        let rank = |cell: &str| match is_title(self.id_title(), cell) {
            true => 2,
            false => u8::from(self.subject.usual.iter().any(|usual| is_usual(usual, cell))),
        };
        match self.header_row {
            Some(row) => 2 * u8::from(row == line),
            None => cells.map(rank).max().unwrap_or_default(),
        }
    }

    /// The sheet with the row of titles, above which other rows can be.
    fn sheet(&self, file: &str, RawSheet { name, rows, .. }: RawSheet) -> Option<Sheet> {
        // A spreadsheet that opened a CSV file with a first line such as `sep=;` can have made a row of it.
        let is_separator = |row: &SheetRow| row.cells.iter().all(|cell| cell.is_empty() || is_named(cell));
        let mut rows = rows.into_iter().peekable();
        rows.next_if(is_separator);
        let mut rows: Vec<SheetRow> = rows.collect();
        let rank = |row: &SheetRow| self.header_rank(row.line, &mut row.cells.iter().map(String::as_str));
        let header = [2, 1].into_iter().find_map(|wanted| rows.iter().position(|row| rank(row) == wanted));
        // Otherwise the first of the longest rows; a title has one cell.
        let n_cells = |row: &SheetRow| row.cells.iter().filter(|cell| !cell.is_empty()).count();
        let most = rows.iter().map(n_cells).max();
        let longest = || rows.iter().position(|row| Some(n_cells(row)) == most);
        let header = if self.header_row.is_some() { header? } else { header.or_else(longest)? };
        let mut rows = rows.drain(header.min(rows.len())..);
        let SheetRow { line: header_line, cells: titles, .. } = rows.next()?;
        let mapped = |title: &String| {
            let mapped = self.columns.iter().find(|(_, mapped)| is_title(mapped, title));
            mapped.map(|(name, _)| name.clone())
        };
        // A column that is named wins over one that happens to have the name of its setting.
        let own = |title: &String| {
            Some(known_name(title)).filter(|name| !self.columns.iter().any(|(known, _)| known == name))
        };
        let names = titles.iter().map(|title| mapped(title).or_else(|| own(title)).unwrap_or_default());
        let place = name.as_ref().map(|name| format!("{file}{SHEET}\"{}\"", clipped(name)));
        Some(Sheet {
            file: place.as_deref().unwrap_or(file).into(),
            name,
            names: names.collect(),
            header_line,
            rows: rows.collect(),
            totals: Vec::new(),
            joined: BTreeMap::new(),
            titles,
        })
    }
}

/// Reads a table of cards.
///
/// # Errors
/// It cannot be read, or is too large.
pub fn bytes(file: &str) -> Result<Vec<u8>, ConfigErrors> {
    CARDS.file.named(Path::new(file)).map_err(|error| ConfigErrors(vec![error]))
}

/// What is between a workbook and a sheet in the name of a place.
pub(super) const SHEET: &str = ", sheet ";

/// A sheet with the lines that are not blank.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    /// The file as it was named, and the sheet of a workbook.
    pub file: Arc<str>,
    /// The name of the sheet of a workbook.
    pub name: Option<String>,
    /// The titles of the columns, as they are written.
    pub titles: Vec<String>,
    /// The names of the columns of settings with these titles; other titles are theirs.
    pub names: Vec<String>,
    /// The line or row of the header, from 1.
    pub header_line: usize,
    /// The other rows.
    pub rows: Vec<SheetRow>,
    /// The rows of sums, once they are left out.
    pub totals: Vec<SheetRow>,
    /// The columns that are made of others, and these.
    pub joined: BTreeMap<usize, Vec<usize>>,
}

impl Sheet {
    /// The index of the column with this name.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Adds a column of several whose titles are written with a + between them, unless a column has this title.
    fn join(&mut self, (name, title): &(String, String)) {
        let place_of = |title: &str| self.titles.iter().position(|known| is_title(title.trim(), known));
        let parts: Option<Vec<usize>> = title.split('+').map(place_of).collect();
        let Some(parts) = parts.filter(|parts| parts.len() > 1 && place_of(title).is_none()) else { return };
        let n_columns = self.rows.iter().map(|row| row.cells.len()).fold(self.titles.len(), usize::max);
        for row in &mut self.rows {
            let cells = parts.iter().map(|part| row.cell(*part)).filter(|cell| !cell.is_empty());
            let joined = cells.collect::<Vec<_>>().join("; ");
            row.cells.resize(n_columns, String::new());
            row.cells.push(joined);
        }
        self.titles.resize(n_columns, String::new());
        self.names.resize(n_columns, String::new());
        self.titles.push(title.clone());
        self.names.push(name.clone());
        self.joined.insert(n_columns, parts);
    }

    /// Whether another column is made of this one.
    pub(crate) fn is_part(&self, index: usize) -> bool {
        self.joined.values().flatten().any(|part| *part == index)
    }

    /// The titles of the first columns, for an error.
    pub(crate) fn some_titles(&self) -> String {
        list(self.titles.iter().filter(|title| !title.is_empty()))
    }

    /// The columns that are probably meant for ids and for these names, of those that no column has.
    pub(super) fn proposed<'n>(&'n self, names: &[&'n str]) -> Vec<(&'n str, &'n str)> {
        let is_known = |name: &str| [ID, TABLE].contains(&name) || names.contains(&name);
        let columns = self.titles.iter().zip(&self.names);
        let mut free: Vec<&str> =
            columns.filter(|(_, name)| !is_known(name)).map(|(title, _)| title.as_str()).collect();
        let mut take = |name: &'n str, is_meant: &dyn Fn(&str) -> bool| {
            let is_wanted = self.place(name).is_none() && is_known(name);
            let index = free.iter().position(|title| is_meant(title)).filter(|_| is_wanted)?;
            Some((name, free.remove(index)))
        };
        let mut proposed: Vec<_> =
            USUAL.iter().filter_map(|usual| take(usual.0, &|title| is_usual(usual, title))).collect();
        // The decks of sides.
        for name in names {
            let side = name.strip_prefix(COPIES).and_then(|rest| rest.strip_prefix('_'));
            proposed.extend(side.and_then(|side| take(name, &|title| is_title(side, title))));
        }
        proposed
    }

    /// Takes the columns that are probably meant for ids and for these names.
    pub(super) fn take_proposed(&mut self, names: &[&str]) {
        let proposed: Vec<_> = self
            .proposed(names)
            .into_iter()
            .map(|(name, title)| (name.to_owned(), title.to_owned()))
            .collect();
        for (name, title) in proposed {
            let index = self.titles.iter().position(|known| *known == title);
            index.into_iter().for_each(|index| self.names[index].clone_from(&name));
        }
    }

    /// The error of a column with a title that is not there.
    pub(crate) fn lacks(&self, name: &str, title: &str) -> ConfigError {
        let found = format!("no column \"{}\" for {name}, only {}", clipped(title), self.some_titles());
        let expected = "the title of a column; if the titles are in another row: --header-row N";
        let is_there = |part: &&str| self.titles.iter().any(|known| is_title(part.trim(), known));
        let hint = match title.split('+').partition::<Vec<&str>, _>(is_there) {
            (there, missing) if !there.is_empty() => missing.first().copied(),
            _ => Some(title),
        };
        let hint = hint.and_then(|title| nearest(title.trim(), self.titles.iter().map(String::as_str)));
        ConfigError { hint, ..ConfigError::at(&self.at_title(0), "", found, expected) }
    }

    /// The position of a cell.
    pub(crate) fn at(&self, row: &SheetRow, index: usize) -> Origin {
        self.at_line(row.line, index)
    }

    /// The position of the title of a column.
    pub(crate) fn at_title(&self, index: usize) -> Origin {
        self.at_line(self.header_line, index)
    }

    fn at_line(&self, line: usize, index: usize) -> Origin {
        let at = Origin::line(self.file.clone(), line);
        let index = self.joined.get(&index).and_then(|parts| parts.first()).copied().unwrap_or(index);
        let column = u32::try_from(index + 1).unwrap_or(0);
        if self.name.is_some() { Origin { column, ..at } } else { at }
    }

    /// The error of a row of a text with more cells than there are titles: its author forgot quotes.
    fn too_long(&self, id: &str) -> Option<ConfigError> {
        let n_columns = self.titles.len();
        let is_longer = |row: &&SheetRow| row.cells.iter().skip(n_columns).any(|cell| !cell.is_empty());
        // Without the column for names, the first row is no header.
        let is_text = self.name.is_none() && self.place(id).is_some();
        let row = self.rows.iter().find(is_longer).filter(|_| is_text)?;
        let expected =
            format!("at most {n_columns}, as in the header; a cell with a comma needs quotes: \"7,5\"");
        Some(ConfigError::at(&self.at(row, 0), "", format!("{} cells", row.cells.len()), expected))
    }

    /// The warnings of columns with values, but without a title.
    pub(crate) fn without_titles(&self) -> impl Iterator<Item = String> {
        let n_columns = self.rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
        let is_empty = |index: &usize| self.titles.get(*index).is_none_or(String::is_empty);
        let has_values = |index: &usize| self.rows.iter().any(|row| !row.cell(*index).is_empty());
        let warning = |index: usize| {
            let (at, nth) = (self.at_title(index), index + 1);
            format!("{at}: column {nth} has values, but no name, so it is not read")
        };
        (0..n_columns).filter(is_empty).filter(has_values).map(warning)
    }

    /// Leaves out the rows of sums, which this column shows, and those for which `is_heading`, and names them.
    pub(crate) fn leave_out(
        &mut self,
        id: usize,
        has_entry: &dyn Fn(&str) -> bool,
        is_heading: &dyn Fn(&SheetRow) -> bool,
    ) -> Vec<String> {
        let is_total = |row: &SheetRow| {
            let is_total =
                |cell: &str| TOTALS.contains(&cell.trim_end_matches(':').trim().to_lowercase().as_str());
            let name = row.cell(id);
            !has_entry(name)
                && (is_total(name) || name.is_empty() && row.cells.iter().any(|cell| is_total(cell)))
        };
        let mut said = Vec::new();
        for row in std::mem::take(&mut self.rows) {
            if is_total(&row) {
                said.push(format!("{}: left out this row of totals", self.at(&row, id)));
                self.totals.push(row);
            } else if is_heading(&row) {
                let text = row.cells.iter().find(|cell| !cell.is_empty()).map_or("", String::as_str);
                said.push(format!("{}: left out this heading: \"{}\"", self.at(&row, id), clipped(text)));
            } else {
                self.rows.push(row);
            }
        }
        said
    }

    /// Whether a row has one cell, while others have more.
    pub(crate) fn is_single(&self, row: &SheetRow) -> bool {
        let n_cells = |row: &SheetRow| row.cells.iter().filter(|cell| !cell.is_empty()).count();
        n_cells(row) == 1 && self.rows.iter().any(|row| n_cells(row) > 1)
    }

    /// Leaves out the rows of sums and the headings, and makes ids of the names of entries. Says what it did.
    pub(super) fn make_ids(&mut self, counts_rows: bool, has_entry: impl Fn(&str) -> bool) -> Vec<String> {
        let Some(id) = self.place(ID) else { return Vec::new() };
        let singles = self.rows.iter().filter(|row| self.is_single(row)).map(|row| row.line);
        // Where each row is a copy, a row can be a name alone.
        let singles: BTreeSet<usize> = singles.filter(|_| !counts_rows).collect();
        let is_heading = |row: &SheetRow| {
            let text = row.cells.iter().find(|cell| !cell.is_empty()).map_or("", String::as_str);
            let is_number = text.replace(',', ".").parse::<f64>().is_ok();
            singles.contains(&row.line) && !is_number && !has_entry(&id_of(text, &has_entry, row.line))
        };
        let mut said = self.leave_out(id, &has_entry, &is_heading);
        let mut made = Vec::new();
        for row in &mut self.rows {
            let (line, Some(cell)) = (row.line, row.cells.get_mut(id).filter(|cell| !cell.is_empty())) else {
                continue;
            };
            let new = id_of(cell, &has_entry, line);
            if new != *cell {
                let text = format!("{} = {new}", clipped(cell));
                if made.last() != Some(&text) {
                    made.push(text);
                }
                row.name = Some(std::mem::replace(cell, new));
            }
        }
        // Spreadsheets show a name of digits as a number.
        made.retain(|made| !made.split_once(".0 = ").is_some_and(|(_, id)| is_index(id)));
        if !made.is_empty() {
            let more = made.len().saturating_sub(MOST);
            made.truncate(MOST);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            said.push(format!("{}: made ids from names: {}{more}", self.file, made.join(", ")));
        }
        said
    }

    /// Makes one row of the rows of each entry, with their number in the column of copies.
    ///
    /// # Errors
    /// Two rows of an entry differ in a setting.
    pub(super) fn count_rows(&mut self, is_setting: impl Fn(&[String]) -> bool) -> Vec<ConfigError> {
        let Some(id) = self.place(ID) else { return Vec::new() };
        let table = self.place(TABLE);
        let settings = self.names.iter().enumerate().filter(|(_, name)| is_setting(&words_of(name)));
        let settings: Vec<usize> = settings.map(|(index, _)| index).collect();
        let mut counted: Vec<(SheetRow, usize)> = Vec::new();
        let mut errors = Vec::new();
        for row in std::mem::take(&mut self.rows) {
            let key = |row: &SheetRow| {
                [Some(id), table].map(|index| index.map_or("", |index| row.cell(index)).to_owned())
            };
            let Some((first, n)) = counted.iter_mut().find(|(first, _)| key(first) == key(&row)) else {
                counted.push((row, 1));
                continue;
            };
            *n += 1;
            if let Some(index) = settings.iter().find(|index| first.cell(**index) != row.cell(**index)) {
                let title = format!("column {}", clipped(&self.titles[*index]));
                let [found, expected] = [row.cell(*index), first.cell(*index)].map(|cell| match cell {
                    "" => "an empty cell".to_owned(),
                    cell => format!("\"{}\"", clipped(cell)),
                });
                let (at, of_first) = (self.at(&row, *index), self.at(first, *index));
                let expected = format!("{expected} as in the first row of {} ({of_first})", first.cell(id));
                errors.push(ConfigError::at(&at, title, found, expected));
            }
        }
        let n_titles = self.titles.len();
        self.titles.push(format!("{COPIES}={ROWS}"));
        self.names.push(COPIES.into());
        self.rows = counted
            .into_iter()
            .map(|(mut row, n)| {
                row.cells.resize(n_titles, String::new());
                row.cells.push(n.to_string());
                row
            })
            .collect();
        errors
    }
}

/// The id of the entry with this name, which `has_entry` knows, or of a new one in this line.
pub(crate) fn id_of(name: &str, has_entry: impl Fn(&str) -> bool, line: usize) -> String {
    /// The longest id.
    const LONGEST: usize = 40;
    // A spreadsheet shows a name of digits as a number.
    let id = name.strip_suffix(".0").filter(|id| is_index(id)).unwrap_or(name);
    if has_entry(id) || is_id(id) {
        return id.to_owned();
    }
    let plain = deunicode(id).to_lowercase().replace('\'', "");
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let new: String = words.collect::<Vec<_>>().join("-").chars().take(LONGEST).collect();
    let new = new.trim_end_matches('-');
    if new.is_empty() { format!("card-{line}") } else { new.to_owned() }
}

/// The name of a column of settings with this title, if there is one.
pub(crate) fn known_name(title: &str) -> String {
    match title.to_lowercase().replace([' ', '-'], "_") {
        name if name == "table" => TABLE.into(),
        name if name == ORDER => ORDER_COLUMN.into(),
        name => name,
    }
}

/// Whether a title is usual for a column.
pub(super) fn is_usual((_, titles): &(&str, &[&str]), title: &str) -> bool {
    titles.iter().any(|usual| is_title(usual, title))
}

fn is_title(one: &str, two: &str) -> bool {
    one.to_lowercase() == two.trim().to_lowercase()
}

/// The first of these names in quotes.
fn list<'n>(names: impl IntoIterator<Item = &'n String, IntoIter: Clone>) -> String {
    let names = names.into_iter();
    let shown: Vec<String> = names.clone().take(MOST).map(|name| format!("\"{}\"", clipped(name))).collect();
    let more = if names.clone().nth(MOST).is_some() { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// The parts of a list with commas. Text after a = can be in quotes.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let (mut quote, mut before) = (None, '=');
    text.split(move |c: char| {
        match quote {
            None if before == '=' && matches!(c, '\'' | '"') => quote = Some(c),
            Some(open) if open == c => quote = None,
            _ => {}
        }
        before = if c == ' ' { before } else { c };
        quote.is_none() && c == ','
    })
}
