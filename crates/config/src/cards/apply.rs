//! Changes the settings of a config to those of a table of cards.

use super::cell::{Shapes, value};
use super::known::Known;
use super::rows::SheetRow;
use super::sheet::{CardFiles, NO_VALUE, Reading, Sheet, USUAL, is_usual};
use super::{CARDS, COPIES, ID, ORDER, ORDER_COLUMN, PRINTED, TABLE, cells, column, decks};
use crate::effective::printed;
use crate::games::{GameRef, ListedGame, is_setting};
use crate::model::settings::{ConfigError, ConfigErrors, Node, Origin, Value, clipped, nearest};
use crate::model::words::counted;
use crate::new_entries::tables;
use crate::{config_error, tree};
use std::collections::{BTreeMap, BTreeSet};

/// How often a sheet is read: what is allowed in a cell can depend on other cells, such as the effect of an ability.
const PASSES: usize = 3;

/// The longest list that columns can have.
const MOST_ITEMS: usize = 64;

/// Maximum number of columns in a warning.
const MOST_TITLES: usize = 8;

/// The deepest path that a column can have.
const MOST_WORDS: usize = 10;

/// Tables of cards that were read.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// What is wrong with them.
    pub errors: Vec<ConfigError>,
    /// What was not read, and what their words were taken for.
    pub warnings: Vec<String>,
    pub(super) sheets: Vec<Sheet>,
    /// The table and id of each entry, and its position.
    pub(super) entries: BTreeMap<[String; 2], Origin>,
    /// How the files were read.
    pub files: CardFiles,
    /// Whether a column of a file has values.
    has_values: bool,
    /// What the first column with nearly the name of another one is probably meant to be.
    near: Option<String>,
}

impl Tables {
    /// These tables, then others.
    pub fn append(&mut self, other: Self) {
        self.errors.extend(other.errors);
        self.warnings.extend(other.warnings);
        self.sheets.extend(other.sheets);
        self.entries.extend(other.entries);
        self.has_values |= other.has_values;
        self.near = self.near.take().or(other.near);
    }
}

/// Changes the entries of a tree to those in these files.
///
/// # Errors
/// Never fails: the printed rules are valid.
pub fn apply(game: &GameRef, tree: &mut Node, files: &CardFiles) -> Result<Tables, ConfigErrors> {
    let mut read = Tables { files: files.clone(), ..Tables::default() };
    let reading = match Reading::of(files) {
        Ok(reading) => reading,
        Err(error) => return Ok(Tables { errors: vec![error], ..read }),
    };
    if let (true, Some((option, value))) = (files.files.is_empty(), files.options().next()) {
        read.errors.push(files.error(
            option,
            format!("\"{}\"", clipped(&value)),
            "a file to use it for: --cards FILE",
        ));
        return Ok(read);
    }
    let printed = printed(game)?;
    for file in &files.files {
        let sheets = match &files.content {
            Some(content) => reading.sheets(file, content),
            None => reading.read(file),
        };
        match sheets {
            Ok((sheets, hidden)) => {
                let named = |name: &String| {
                    format!(
                        "{file}: the hidden sheet \"{0}\" is not read; to read it: --worksheet \"{0}\"",
                        clipped(name)
                    )
                };
                read.warnings.extend(hidden.iter().map(named));
                read.add(game, printed, tree, (file, &reading), sheets);
            }
            Err(error) => read.errors.push(error),
        }
    }
    // A sheet without the column of ids says so itself.
    let is_missing = |name: &str| name != ID && read.sheets.iter().all(|sheet| sheet.place(name).is_none());
    let missing = reading.columns.iter().filter(|(name, _)| is_missing(name));
    read.errors.extend(missing.filter_map(|(name, title)| Some(read.sheets.first()?.lacks(name, title))));
    Ok(read)
}

impl Tables {
    /// Adds the sheets of a file, and changes a tree to their values.
    pub(super) fn add(
        &mut self,
        game: &GameRef,
        printed: &Node,
        tree: &mut Node,
        (file, reading): (&str, &Reading),
        sheets: Vec<Sheet>,
    ) {
        let mut read = Self::default();
        let has = |is: &dyn Fn(&String) -> bool| sheets.iter().flat_map(|sheet| &sheet.names).any(is);
        let (has_printed, has_copies) = (has(&|name| name.ends_with(PRINTED)), has(&|name| name == COPIES));
        for mut sheet in relevant(sheets, printed) {
            read.append(filled(game, printed, tree, &mut sheet, (reading, &read.entries)));
            read.sheets.push(sheet);
        }
        // Such a file would change nothing, and its rules would be played as if it had.
        let lacks = |name: &str| read.sheets.iter().all(|sheet| sheet.place(name).is_none());
        let has_error = !read.errors.is_empty() || reading.columns.iter().any(|(name, _)| lacks(name));
        if read.has_values || has_error {
            return self.append(read);
        }
        let columns = Known::of(printed, tree, &Shapes::default()).some_columns(|_| true);
        let only = if has_printed {
            format!("; columns that end with {PRINTED} are for reading only")
        } else {
            String::new()
        };
        let typed = reading.typed(&[("NAME", "TITLE")]);
        let columns = format!(
            "a column with values of the entries, one of: {columns}; for another title: {typed}{only}"
        );
        let expected = copies_of_sides(&decks(tree)).filter(|_| has_copies).unwrap_or(columns);
        let titles = read.sheets.last().map(Sheet::some_titles).unwrap_or_default();
        let error = config_error(file, "", format!("no column with values, only {titles}"), expected);
        read.errors.push(ConfigError { hint: read.near.take(), ..error });
        self.append(read);
    }
}

/// Changes a tree to the values of a sheet.
pub(super) fn filled(
    game: &GameRef,
    printed: &Node,
    tree: &mut Node,
    sheet: &mut Sheet,
    (reading, first): (&Reading, &BTreeMap<[String; 2], Origin>),
) -> Tables {
    let mut shapes = Shapes::of(game, tree);
    clear_na(&shapes, sheet);
    let mut known = Known::of(printed, tree, &shapes);
    let said = sheet.make_ids(reading.counts_rows, |id| known.has_entry("", id));
    let errors = if reading.counts_rows { sheet.count_rows(|words| known.has(words)) } else { Vec::new() };
    let (mut changed, mut report) = (tree.clone(), Tables::default());
    for _ in 0..PASSES {
        changed.clone_from(tree);
        let decks = decks(tree);
        let filling = Filling { game, sheet, reading, known: &known, shapes: &shapes, first, decks };
        report = filling.fill(&mut changed);
        shapes = Shapes::of(game, &changed);
        known = Known::of(printed, tree, &shapes);
    }
    *tree = changed;
    report.warnings.splice(0..0, said);
    report.errors.splice(0..0, errors);
    report
}

/// Clears the cells in which R writes `NA` for an empty cell. Only a free text can be this word.
fn clear_na(shapes: &Shapes, sheet: &mut Sheet) {
    let are_texts: Vec<bool> = sheet.names.iter().map(|name| shapes.is_free_text(&words_of(name))).collect();
    for row in &mut sheet.rows {
        let cells = row.cells.iter_mut().zip(&are_texts);
        cells.filter(|(cell, is_text)| *cell == "NA" && !**is_text).for_each(|(cell, _)| cell.clear());
    }
}

/// The sheets of a file with rows of cards: those with a column for names, and those with the name of a table, in which
/// that column is missing. Of other files, it is the first one.
fn relevant(sheets: Vec<Sheet>, printed: &Node) -> Vec<Sheet> {
    let tables: BTreeSet<&str> = tables(printed).map(|(name, _)| name).collect();
    let is_relevant = |sheet: &Sheet| {
        sheet.place(ID).is_some() || sheet.name.as_deref().is_some_and(|name| tables.contains(name))
    };
    let any = sheets.iter().any(is_relevant);
    sheets
        .into_iter()
        .enumerate()
        .filter(|(index, sheet)| if any { is_relevant(sheet) } else { *index == 0 })
        .map(|(_, sheet)| sheet)
        .collect()
}

/// The keys of the settings that a table of cards changed.
#[must_use]
pub fn changed_keys(before: &Node, after: &Node) -> Vec<String> {
    let changes = tree::changes(before, after).into_iter().map(|change| change.path);
    changes.filter(|key| is_setting(key)).collect()
}

/// What to write instead of a column of copies if each side has its own deck.
fn copies_of_sides(decks: &[(String, Vec<String>)]) -> Option<String> {
    let names: Vec<String> = decks.iter().map(|(key, _)| column(key)).collect();
    let (first, name) = (names.first()?, names.join(" and "));
    (first != COPIES)
        .then(|| format!("{name}, because each side has its own deck: --columns \"{first}=TITLE\""))
}

/// The path of the value of an entry. The copies of a card can be in another table.
pub(super) fn path_of(entry: &str, words: &[String], decks: &[(String, Vec<String>)]) -> String {
    let id = entry.strip_prefix(CARDS).filter(|_| words.len() == 1).and_then(|id| id.strip_prefix('.'));
    let deck = id.and_then(|id| Some((id, decks.iter().find(|(key, _)| *key == words[0])?)));
    deck.map_or_else(
        || format!("{entry}.{}", words.join(".")),
        |(id, (_, path))| format!("{}.{id}", path.join(".")),
    )
}

/// The key of the column with this name, in words.
pub(super) fn words_of(name: &str) -> Vec<String> {
    let name = if name == ORDER_COLUMN { ORDER } else { name };
    name.split("__").map(|word| word.replace('_', "-")).collect()
}

pub(super) fn is_index(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit()) && !word.is_empty()
}

/// The columns of a sheet by their index.
struct Columns<'s> {
    table: Option<usize>,
    id: usize,
    settings: Vec<(usize, Vec<String>)>,
    /// The table of rows that do not name theirs.
    default: Option<&'s str>,
}

struct Filling<'s> {
    game: &'s GameRef,
    sheet: &'s Sheet,
    reading: &'s Reading,
    known: &'s Known,
    shapes: &'s Shapes,
    /// The position of each entry of the sheets before this one.
    first: &'s BTreeMap<[String; 2], Origin>,
    /// The keys of copies outside the tables of cards.
    decks: Vec<(String, Vec<String>)>,
}

impl<'s> Filling<'s> {
    fn fill(&self, tree: &mut Node) -> Tables {
        let mut report = Tables::default();
        let Some(columns) = self.columns(&mut report) else { return report };
        report.has_values = !columns.settings.is_empty();
        if self.sheet.rows.is_empty() {
            let file = &self.sheet.file;
            report.warnings.push(format!("{file}: there are no rows below the header, so nothing changes"));
        }
        if let Some(error) = self.of_another_game(&columns) {
            report.errors.push(error);
            return report;
        }
        // The errors of names of tables, and the numbers of their rows.
        let mut wrong = BTreeMap::<&str, (usize, usize)>::new();
        // The first empty cell of a value that stays, and of a list that ends, and their number.
        let [mut kept, mut ended]: [Option<(String, String, usize)>; 2] = [None, None];
        for row in &self.sheet.rows {
            let [table, id] = match self.names(&columns, row, &mut report) {
                Ok(names) => names,
                Err(error) => {
                    let name = columns.table.map_or("", |index| row.cell(index));
                    let is_table = self.known.table(name).is_none() && !name.is_empty();
                    if let Some((_, n)) = wrong.get_mut(name).filter(|_| is_table) {
                        *n += 1;
                        continue;
                    }
                    if is_table {
                        wrong.insert(name, (report.errors.len(), 0));
                    }
                    report.errors.push(error);
                    continue;
                }
            };
            let at = self.sheet.at(row, columns.id);
            let is_only_in_decks = table == CARDS && self.is_only_in_decks(tree, id);
            let entry = child(tree, table, &at).and_then(|table| child(table, id, &at));
            let Some(entry) = entry else { continue };
            report.errors.extend(self.overlap(&columns, row));
            let [stay, end] = self.row(&columns, row, &format!("{table}.{id}"), entry);
            for (key, path) in self.decks.iter().filter(|_| table == CARDS) {
                let entry = child(tree, table, &at).and_then(|table| child(table, id, &at));
                let Some(copies) = entry.and_then(|entry| taken(entry, key)) else { continue };
                let deck = path.iter().try_fold(&mut *tree, |node, word| child(node, word, &at));
                if let Some(card) = deck.and_then(|deck| child(deck, id, &at)) {
                    *card = copies;
                }
            }
            if is_only_in_decks {
                child(tree, table, &at).and_then(|table| taken(table, id));
                report.errors.extend(self.without_values(&columns, row, id));
            }
            for (cells, first) in [(stay, &mut kept), (end, &mut ended)] {
                for (index, words) in cells {
                    let at = format!("{}: column {}", self.sheet.at(row, *index), column(&words.join(".")));
                    let list = list_of(words).map_or_else(String::new, |list| column(&list.join(".")));
                    first.get_or_insert((at, list, 0)).2 += 1;
                }
            }
        }
        for (index, n) in wrong.into_values() {
            if let Some(error) = report.errors.get_mut(index).filter(|_| n > 0) {
                error.found += &format!(", as in {}", counted(n as u64, "more rows"));
            }
        }
        if let Some((first, list, n)) = kept {
            let more = if n > 1 { format!(", as {} more do", n - 1) } else { String::new() };
            let none =
                if list.is_empty() { list } else { format!("; for none, write [] in a column {list}") };
            report.warnings.push(format!("{first}: the empty cell changes nothing{more}{none}"));
        }
        if let Some((first, list, n)) = ended {
            let more = if n > 1 { format!(", as in {} more rows", n - 1) } else { String::new() };
            report.warnings.push(format!("{first}: the empty cells mean no {list}{more}"));
        }
        report
    }

    /// Whether a card has copies in a deck, but no values of its own, such as a Joker.
    fn is_only_in_decks(&self, tree: &Node, id: &str) -> bool {
        let in_deck = |(_, path): &(String, Vec<String>)| {
            let deck = path.iter().try_fold(tree, |node, word| node.get(word));
            deck.is_some_and(|deck| deck.get(id).is_some())
        };
        tree.get(CARDS).is_some_and(|cards| cards.get(id).is_none()) && self.decks.iter().any(in_deck)
    }

    /// The error of a value in the row of a card that has only copies.
    fn without_values(&self, columns: &Columns, row: &SheetRow, id: &str) -> Option<ConfigError> {
        let is_copies =
            |words: &[String]| matches!(words, [word] if self.decks.iter().any(|(key, _)| key == word));
        let is_value =
            |(index, words): &&(usize, Vec<String>)| !row.cell(*index).is_empty() && !is_copies(words);
        let (index, _) = columns.settings.iter().find(is_value)?;
        let title = format!("column {}", clipped(&self.sheet.titles[*index]));
        let found = format!("\"{}\"", clipped(row.cell(*index)));
        let expected = format!("an empty cell: {} has only copies", clipped(id));
        Some(ConfigError::at(&self.sheet.at(row, *index), title, found, expected))
    }

    /// The error of a sheet whose entries this game does not have, but another one.
    fn of_another_game(&self, columns: &Columns) -> Option<ConfigError> {
        let name =
            |row: &'s SheetRow| [columns.table.map_or("", |index| row.cell(index)), row.cell(columns.id)];
        let names: Vec<[&str; 2]> = self.sheet.rows.iter().map(name).collect();
        if names.iter().any(|[table, id]| self.known.has_entry(table, id)) {
            return None;
        }
        let n_known = |game: &ListedGame| {
            let known = Known::of_tables(printed(game).ok()?);
            Some(names.iter().filter(|[table, id]| known.has_entry(table, id)).count())
        };
        let others = self.game.catalogue.iter().filter(|game| game.id != self.game.id);
        let (n, other) = others.filter_map(|game| Some((n_known(&game)?, game))).max_by_key(|(n, _)| *n)?;
        let at = self.sheet.at(self.sheet.rows.first()?, columns.table.unwrap_or(columns.id));
        let expected = format!("a table of {}, or the game {} or a config of it", self.game.title, other.id);
        let error = ConfigError::at(&at, "", format!("a table of {}", other.title), expected);
        (2 * n > names.len()).then_some(error)
    }

    /// The table and the name of the entry of a row.
    fn names(
        &self,
        columns: &Columns<'s>,
        row: &'s SheetRow,
        report: &mut Tables,
    ) -> Result<[&'s str; 2], ConfigError> {
        let (name, id) = (columns.table.map_or("", |index| row.cell(index)), row.cell(columns.id));
        let table = if name.is_empty() { columns.default } else { self.known.table(name) };
        let table = table.ok_or_else(|| self.no_table(columns, row, name))?;
        let (at, title) =
            (self.sheet.at(row, columns.id), format!("column {}", self.sheet.titles[columns.id]));
        if id.is_empty() {
            return Err(ConfigError::at(&at, title, "an empty cell", "the name of an entry"));
        }
        let key = [table.to_owned(), id.to_owned()];
        if let Some(first) = self.first.get(&key).or_else(|| report.entries.get(&key)) {
            let name = clipped(row.name.as_deref().unwrap_or(id));
            let becomes = if name == id { String::new() } else { format!(" as \"{name}\"") };
            let found = format!("a second row of {}{becomes} (the first is {first})", clipped(id));
            let counted = self.known.has(&words_of(COPIES)).then(|| self.reading.typed(&[(COPIES, "rows")]));
            let counted =
                counted.map_or_else(String::new, |typed| format!("; for a row for each copy, type {typed}"));
            return Err(ConfigError::at(&at, title, found, format!("one row for each entry{counted}")));
        }
        report.entries.insert(key, at);
        Ok([table, id])
    }

    /// Changes an entry to the cells of its row. Returns the columns of empty cells that have a value, which stays, and the
    /// first column of each list that is empty now.
    fn row<'c>(
        &self,
        columns: &'c Columns,
        row: &SheetRow,
        entry_path: &str,
        entry: &mut Node,
    ) -> [Vec<&'c (usize, Vec<String>)>; 2] {
        let is_filled = |(index, _): &&(usize, Vec<String>)| !row.cell(*index).is_empty();
        let filled = || columns.settings.iter().filter(is_filled);
        let lists: BTreeSet<&[String]> = filled().filter_map(|(_, words)| list_of(words)).collect();
        let (mut kept, mut ended) = (Vec::new(), Vec::new());
        for setting @ (index, words) in &columns.settings {
            let (cell, at) = (row.cell(*index), self.sheet.at(row, *index));
            let list = list_of(words);
            if !cell.is_empty() {
                let value = value(cell, &path_of(entry_path, words, &self.decks), self.shapes);
                set(entry, words, placed(value, &at), &at);
            } else if list.is_some_and(|list| lists.contains(list)) {
                remove(entry, words);
            } else if let Some(list) = list.filter(|list| self.ends(columns, list, entry_path, entry))
                && !filled().any(|(_, words)| list.starts_with(words))
            {
                ended.extend(find(entry, list).map(|_| setting));
                set(entry, list, Node { value: Value::List(Vec::new()), at: at.clone() }, &at);
            } else if find(entry, words).is_some_and(|node| !has_parts(node)) {
                kept.push(setting);
            }
        }
        lists.iter().for_each(|list| compact(entry, list));
        [kept, ended]
    }

    /// Whether a list whose cells are all empty is meant to be empty: each of its values has a column, or an entry that needs
    /// it lacks it.
    fn ends(&self, columns: &Columns, list: &[String], entry_path: &str, entry: &Node) -> bool {
        let Some(node) = find(entry, list) else {
            return matches!(list, [key] if self.shapes.requires(entry_path, key));
        };
        let list = list.join(".");
        let has_column = |path: &str| {
            columns.settings.iter().any(|(_, words)| words.join(".") == path[entry_path.len() + 1..])
        };
        let cells = cells(entry, entry_path, self.shapes);
        let is_in_list = |path: &str| {
            path[entry_path.len() + 1..].strip_prefix(&list).is_some_and(|rest| rest.starts_with('.'))
        };
        has_parts(node)
            && cells.iter().filter(|(_, cell)| is_in_list(&cell.path)).all(|(_, cell)| has_column(&cell.path))
    }

    /// The columns of the header.
    fn columns(&self, report: &mut Tables) -> Option<Columns<'s>> {
        let Sheet { file, titles, names, .. } = self.sheet;
        let mut found = BTreeMap::new();
        let mut settings = Vec::new();
        report.warnings.extend(self.sheet.without_titles());
        let (mut ignored, mut first_ignored) = (Vec::new(), None);
        let known = self.names_to_propose();
        let (proposed, mut meant) = (self.sheet.proposed(&known), Vec::new());
        for (index, (title, name)) in
            titles.iter().zip(names).enumerate().filter(|(_, (title, _))| !title.is_empty())
        {
            if name.ends_with(PRINTED) {
                continue;
            }
            let at = self.sheet.at_title(index);
            if title.ends_with(NO_VALUE) {
                let found = format!("\"{}\"", clipped(title));
                report.errors.push(ConfigError::at(&at, "", found, "the name of a column"));
                continue;
            }
            let words = words_of(name);
            let is_small =
                |word: &String| !is_index(word) || word.parse().is_ok_and(|n: usize| n < MOST_ITEMS);
            let is_setting =
                words.len() <= MOST_WORDS && words.iter().all(is_small) && self.known.has(&words);
            if is_setting {
                settings.push((index, words));
            } else if ![TABLE, ID].contains(&name.as_str()) {
                let is_mapped = self.reading.columns.iter().any(|(known, _)| known == name);
                let is_mapped = is_mapped || name == COPIES && self.reading.counts_rows;
                let is_copies = name == COPIES || is_usual(&USUAL[1], title);
                let (title, of_sides) = (clipped(title), copies_of_sides(&self.decks).filter(|_| is_copies));
                if is_mapped {
                    let expected = of_sides.unwrap_or_else(|| {
                        format!("one of: {ID}, {TABLE}, {}", self.known.some_columns(|_| true))
                    });
                    let found = format!("the column {name} for the title \"{title}\"");
                    let hint = self.known.near(name).map(str::to_owned);
                    report.errors.push(ConfigError { hint, ..ConfigError::at(&at, "", found, expected) });
                } else if let Some(of_sides) = of_sides {
                    report.warnings.push(format!("{at}: column {title} is not read: use {of_sides}"));
                } else if let Some(usual) =
                    proposed.iter().find(|(known, usual)| *known != ID && clipped(usual) == title)
                {
                    meant.push(*usual);
                } else if let Some(near) = self.known.near(name) {
                    let warning = format!("{at}: column {title} is not read; did you mean {near}?");
                    report.warnings.push(warning);
                    report.near.get_or_insert(near.to_owned());
                } else {
                    first_ignored.get_or_insert(at);
                    ignored.push(title);
                }
                continue;
            }
            if let Some(first) = found.insert(name.as_str(), index) {
                report.errors.push(self.two_columns([first, index]));
            }
        }
        let Some(id) = found.get(ID).copied() else {
            report.errors.push(self.no_id());
            return None;
        };
        if !meant.is_empty() {
            let typed = self.reading.typed(&meant);
            report.warnings.push(format!("{file}: not read, but perhaps meant: {typed}"));
        }
        let table = found.get(TABLE).copied();
        let mut default = self.sheet.name.as_deref().and_then(|name| self.known.table(name));
        if settings.is_empty() && table.is_none() && default.is_none() {
            report.warnings.push(format!("{file}: not read, because it has no column with values"));
            return None;
        }
        if let Some(at) = first_ignored {
            let more = ignored.len().saturating_sub(MOST_TITLES);
            ignored.truncate(MOST_TITLES);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let ignored = ignored.join(", ");
            report
                .warnings
                .push(format!("{at}: ignored these columns, because they are no settings: {ignored}{more}"));
        }
        default = default.or_else(|| self.known.only_table());
        if table.is_none() && default.is_none() {
            match self.fitting(id, &settings) {
                Ok(fitting) => default = Some(fitting),
                Err(error) => {
                    report.errors.push(error);
                    return None;
                }
            }
        }
        Some(Columns { table, id, settings, default })
    }

    /// The names of columns that can be proposed.
    fn names_to_propose(&self) -> Vec<&'s str> {
        let counts_rows = self.reading.counts_rows;
        self.known.names().into_iter().filter(|name| !(counts_rows && *name == COPIES)).collect()
    }

    /// The error of a sheet without the names of entries.
    fn no_id(&self) -> ConfigError {
        if let Some((_, title)) = self.reading.columns.iter().find(|(name, _)| name == ID) {
            return self.sheet.lacks(ID, title);
        }
        let titles = self.sheet.some_titles();
        let names = self.names_to_propose();
        let mut proposed = self.sheet.proposed(&names);
        // A name in several rows is probably one of a copy.
        let repeats = |title: &str| {
            let index = self.sheet.titles.iter().position(|known| known == title).unwrap_or(usize::MAX);
            let mut names = BTreeSet::new();
            self.sheet
                .rows
                .iter()
                .map(|row| row.cell(index))
                .any(|name| !names.insert(name) && !name.is_empty())
        };
        let has_copies = proposed.iter().any(|(name, _)| *name == COPIES);
        let is_by_copy =
            matches!(proposed[..], [(ID, title), ..] if names.contains(&COPIES) && repeats(title));
        if is_by_copy && !has_copies {
            proposed.insert(1, (COPIES, "rows"));
        }
        let is_left =
            |name: &str| self.sheet.place(name).is_none() && proposed.iter().all(|(known, _)| *known != name);
        let left = self.known.some_columns(is_left);
        let left = if left.is_empty() { left } else { format!("; settings of other columns: {left}") };
        let separators = match self.sheet.name {
            Some(_) => "",
            None => "; columns are separated by commas, semicolons or tabs",
        };
        let expected = match &proposed[..] {
            [(ID, _), ..] => format!("{}{left}", self.reading.typed(&proposed)),
            _ => format!(
                "the title of the column with names: {}, and the row of the titles if it is not this one: --header-row \
                 N{separators}",
                self.reading.typed(&[&[(ID, "TITLE")], &proposed[..]].concat())
            ),
        };
        ConfigError::at(&self.sheet.at_title(0), "", format!("no column id, only {titles}"), expected)
    }

    /// The error of two columns with one name.
    fn two_columns(&self, columns: [usize; 2]) -> ConfigError {
        let at = self.sheet.at_title(columns[1]);
        let titles = columns.map(|index| clipped(&self.sheet.titles[index])).join(" and ");
        let [one, two] = columns.map(|index| index + 1);
        let found = format!("two columns with one meaning, {titles} (columns {one} and {two})");
        ConfigError::at(&at, "", found, "one column for each value")
    }

    /// The only table whose columns and entries are those of the sheet.
    ///
    /// # Errors
    /// No table fits, or several do.
    fn fitting(&self, id: usize, settings: &[(usize, Vec<String>)]) -> Result<&'s str, ConfigError> {
        let is_filled = |index: usize| self.sheet.rows.iter().any(|row| !row.cell(index).is_empty());
        let settings = settings.iter().filter(|(index, _)| is_filled(*index));
        let settings: Vec<&[String]> = settings.map(|(_, words)| words.as_slice()).collect();
        let ids: BTreeSet<&str> = self.sheet.rows.iter().map(|row| row.cell(id)).collect();
        let fitting = self.known.fitting(&settings, &ids);
        if let [table] = fitting[..] {
            return Ok(table);
        }
        let which = if fitting.is_empty() { "no single table".into() } else { fitting.join(" and ") };
        let found = format!("no column {TABLE}, and rows that fit {which}");
        let names = self.known.table_names().join(", ");
        let expected = format!("a column {TABLE} with one of these in each row: {names}");
        Err(config_error(&self.sheet.file, "", found, expected))
    }

    fn no_table(&self, columns: &Columns, row: &SheetRow, name: &str) -> ConfigError {
        let names = self.known.table_names();
        let found = if name.is_empty() { "an empty cell".into() } else { format!("\"{}\"", clipped(name)) };
        let at = self.sheet.at(row, columns.table.unwrap_or(columns.id));
        let fault =
            ConfigError::at(&at, format!("column {TABLE}"), found, format!("one of: {}", names.join(", ")));
        ConfigError { hint: nearest(name, names), ..fault }
    }

    /// The error of a cell for a whole value in a row that also has cells for its parts.
    fn overlap(&self, columns: &Columns, row: &SheetRow) -> Option<ConfigError> {
        let filled = columns.settings.iter().filter(|(index, _)| !row.cell(*index).is_empty());
        let filled: BTreeMap<&[String], usize> =
            filled.map(|(index, words)| (words.as_slice(), *index)).collect();
        // A part directly follows its whole in this order.
        let mut pairs = filled.iter().zip(filled.keys().skip(1));
        let ((whole, index), part) = pairs.find(|((whole, _), part)| part.starts_with(whole))?;
        let [whole, part] = [whole, part].map(|words| column(&words.join(".")));
        let expected = format!("an empty cell, or none in {part}");
        Some(ConfigError::at(&self.sheet.at(row, *index), format!("column {whole}"), "a value", expected))
    }
}

/// The path of the list of tables that a key is in: `ability` for `ability.0.amount`.
pub(super) fn list_of(words: &[String]) -> Option<&[String]> {
    let index = words.iter().position(|word| is_index(word))?;
    words[index..].iter().any(|word| !is_index(word)).then(|| &words[..index])
}

/// The value of a key of a table, which is added if there is none. Any other value becomes a table.
fn child<'t>(node: &'t mut Node, key: &str, at: &Origin) -> Option<&'t mut Node> {
    let empty = || Node { value: Value::Table(Vec::new()), at: at.clone() };
    if !matches!(node.value, Value::Table(_)) {
        *node = empty();
    }
    let Value::Table(entries) = &mut node.value else { return None };
    if !entries.iter().any(|(name, _)| name == key) {
        entries.push((key.to_owned(), empty()));
    }
    entries.iter_mut().find(|(name, _)| name == key).map(|(_, node)| node)
}

/// Sets the value at a path below an entry. Makes the lists and tables that it leads through.
fn set(node: &mut Node, words: &[String], new: Node, at: &Origin) {
    let Some((word, rest)) = words.split_first() else {
        *node = new;
        return;
    };
    if !is_index(word) {
        child(node, word, at).into_iter().for_each(|node| set(node, rest, new.clone(), at));
        return;
    }
    let index = word.parse().unwrap_or(MOST_ITEMS).min(MOST_ITEMS);
    if !matches!(node.value, Value::List(_)) {
        *node = Node { value: Value::List(Vec::new()), at: at.clone() };
    }
    if let Value::List(items) = &mut node.value {
        let gap = Node { value: Value::Text(String::new()), at: at.clone() };
        items.resize(items.len().max(index + 1), gap);
        set(&mut items[index], rest, new, at);
    }
}

/// The value of a key of a table, which is removed.
fn taken(node: &mut Node, key: &str) -> Option<Node> {
    let Value::Table(entries) = &mut node.value else { return None };
    let index = entries.iter().position(|(name, _)| name == key)?;
    Some(entries.remove(index).1)
}

/// The value at a path below an entry.
pub(super) fn find<'n>(node: &'n Node, words: &[String]) -> Option<&'n Node> {
    words.iter().try_fold(node, |node, word| match &node.value {
        Value::List(items) => items.get(word.parse::<usize>().ok()?),
        _ => node.get(word),
    })
}

/// Whether the parts of a value have columns of their own.
fn has_parts(node: &Node) -> bool {
    let is_deep = |item: &Node| matches!(item.value, Value::Table(_) | Value::List(_));
    match &node.value {
        Value::Table(_) => true,
        Value::List(items) => items.iter().any(is_deep),
        _ => false,
    }
}

/// Removes the value at a path, if it is the key of a table.
fn remove(node: &mut Node, words: &[String]) {
    let Some((word, rest)) = words.split_first() else { return };
    match &mut node.value {
        Value::Table(entries) if rest.is_empty() => entries.retain(|(key, _)| key != word),
        Value::Table(entries) => {
            if let Some((_, next)) = entries.iter_mut().find(|(key, _)| key == word) {
                remove(next, rest);
            }
        }
        Value::List(items) => {
            if let Some(item) = word.parse().ok().and_then(|index: usize| items.get_mut(index)) {
                remove(item, rest);
            }
        }
        _ => {}
    }
}

/// Removes the empty items of the list at a path.
fn compact(node: &mut Node, words: &[String]) {
    if let Some((word, rest)) = words.split_first() {
        if let Some(next) = node.get_mut(word) {
            compact(next, rest);
        }
        return;
    }
    prune(node);
}

/// Removes the empty items of the lists of tables in a value, and the lists that become empty.
fn prune(node: &mut Node) {
    let is_empty = |node: &Node| match &node.value {
        Value::Table(entries) => entries.is_empty(),
        Value::Text(text) => text.is_empty(),
        _ => false,
    };
    let is_full_list = |node: &Node| matches!(&node.value, Value::List(items) if !items.is_empty());
    match &mut node.value {
        Value::List(items) => {
            let is_of_tables = items.iter().any(|item| matches!(item.value, Value::Table(_)));
            items.iter_mut().for_each(prune);
            items.retain(|item| !is_of_tables || !is_empty(item));
        }
        Value::Table(entries) => entries.retain_mut(|(_, node)| {
            let was_full = is_full_list(node);
            prune(node);
            !was_full || is_full_list(node)
        }),
        _ => {}
    }
}

/// A value with the position of its row.
fn placed(value: Value, at: &Origin) -> Node {
    let value = match value {
        Value::List(items) => Value::List(items.into_iter().map(|item| placed(item.value, at)).collect()),
        Value::Table(entries) => {
            Value::Table(entries.into_iter().map(|(key, node)| (key, placed(node.value, at))).collect())
        }
        value => value,
    };
    Node { value, at: at.clone() }
}
