//! Reads a settings tree key by key into checked types. Collects all errors; a key that was not read is an
//! unknown key. Records the path, kind and range of every setting that is read, for lists, schemas and
//! sweeps.

use super::{
    Allowed, Choice, ConfigError, MAX_REPORTED, Node, Origin, Setting, Shape, Value, clipped,
    is_changed_by_spreadsheets, is_formula, is_id, is_other_than_text, nearest,
};
use crate::model::{BySeat, MAX_SEATS};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Reads the table at this path with this function. Every key of it and its tables that was not read is an error.
pub fn read_table<T>(
    path: &str,
    node: &Node,
    log: ReadLog,
    reader: impl FnOnce(&Section<'_>) -> T,
) -> (T, ReadLog) {
    let notes = RefCell::new(log);
    let made = reader(&Section::new(node, path.to_owned(), &notes, false));
    let mut log = notes.into_inner();
    log.finish();
    (made, log)
}

/// The records of a reading.
#[derive(Debug, Default)]
pub struct ReadLog {
    /// The tables read.
    tables: Vec<ReadTable>,
    /// The errors found.
    pub faults: Vec<ConfigError>,
    /// What can be played, but is hardly meant.
    pub doubts: Vec<ConfigError>,
    /// The settings read.
    pub settings: Vec<Setting>,
    /// The shapes requested, with their dotted paths, for any value found; `None` if they are not recorded.
    pub shapes: Option<Vec<(String, Shape)>>,
}

impl ReadLog {
    /// Records that have the shapes, too.
    #[must_use]
    pub fn with_shapes() -> Self {
        Self { shapes: Some(Vec::new()), ..Self::default() }
    }

    fn shape(&mut self, path: &str, shape: impl FnOnce() -> Shape) {
        if let Some(shapes) = &mut self.shapes {
            shapes.push((path.to_owned(), shape()));
        }
    }

    /// Records the shape of every table, and reports the keys that were not read.
    fn finish(&mut self) {
        for table in std::mem::take(&mut self.tables) {
            let wanted = || table.wanted.iter().map(|(key, _)| (*key, table.wanted.contains(&(*key, true))));
            let is_open = table.wanted.is_empty() && table.all;
            self.shape(&table.path, || if is_open { Shape::Ids } else { Shape::Table(wanted().collect()) });
            self.faults.extend(table.unknown());
        }
    }
}

/// What was read of a table.
#[derive(Debug)]
struct ReadTable {
    path: String,
    /// Its keys.
    keys: Vec<(String, Origin)>,
    /// The keys that were looked for, and whether each is required.
    wanted: Vec<(&'static str, bool)>,
    /// Whether every key was read, or its unknown keys are reported.
    all: bool,
}

impl ReadTable {
    fn is_unknown(&self, name: &str) -> bool {
        !self.all && !self.wanted.iter().any(|(key, _)| *key == name)
    }

    /// An error for each key that was not read.
    fn unknown(&self) -> Vec<ConfigError> {
        let mut known: Vec<&str> = Vec::new();
        for (key, _) in &self.wanted {
            if !known.contains(key) {
                known.push(key);
            }
        }
        let fault = |(nth, (name, at)): (usize, &(String, Origin))| {
            // No more are printed.
            let hint = if nth < MAX_REPORTED { nearest(name, known.iter().copied()) } else { None };
            let expected = format!("one of: {}", known.join(", "));
            ConfigError {
                hint,
                ..ConfigError::at(at, joined(&self.path, &clipped(name)), UNKNOWN_KEY, expected)
            }
        };
        self.keys.iter().filter(|(name, _)| self.is_unknown(name)).enumerate().map(fault).collect()
    }
}

/// A table being read.
#[derive(Debug)]
pub struct Section<'s> {
    node: &'s Node,
    path: String,
    notes: &'s RefCell<ReadLog>,
    /// Its place in the records.
    nth: usize,
    /// Whether it is missing or not a table, which is already reported. No further errors are reported within
    /// it.
    broken: bool,
}

impl<'s> Section<'s> {
    fn new(node: &'s Node, path: String, notes: &'s RefCell<ReadLog>, broken: bool) -> Self {
        let tables = &mut notes.borrow_mut().tables;
        let nth = tables.len();
        let section = Self { node, path, notes, nth, broken };
        let key = |(name, node): &(String, Node)| (name.clone(), node.at.clone());
        let keys = section.entries_of().iter().map(key).collect();
        tables.push(ReadTable { path: section.path.clone(), keys, wanted: Vec::new(), all: false });
        section
    }

    /// Changes its records.
    fn noted<T>(&self, change: impl FnOnce(&mut ReadTable) -> T) -> T {
        change(&mut self.notes.borrow_mut().tables[self.nth])
    }

    fn entries_of(&self) -> &'s [(String, Node)] {
        match &self.node.value {
            Value::Table(entries) if !self.broken => entries,
            _ => &[],
        }
    }

    /// The value of an optional key.
    pub fn maybe(&self, key: &'static str) -> Option<Item<'s>> {
        self.wanted(key, false)
    }

    fn wanted(&self, key: &'static str, is_needed: bool) -> Option<Item<'s>> {
        self.noted(|table| table.wanted.push((key, is_needed)));
        let (_, node) = self.entries_of().iter().find(|(name, _)| name == key)?;
        Some(Item { node, path: joined(&self.path, key), notes: self.notes, missing: false, is_noted: false })
    }

    /// The value of a required key. If it is missing, reports an error; everything read from it is a default.
    pub fn item(&self, key: &'static str) -> Item<'s> {
        self.wanted(key, true).unwrap_or_else(|| {
            let path = joined(&self.path, key);
            if !self.broken {
                self.note(self.node.changed(), path.clone(), NO_KEY.into(), A_VALUE.into(), None);
            }
            Item { node: self.node, path, notes: self.notes, missing: true, is_noted: !self.broken }
        })
    }

    /// The table of a required key; if it is missing, reports an error.
    pub fn section(&self, key: &'static str) -> Section<'s> {
        self.item(key).section()
    }

    /// An integer in this range.
    pub fn int<T: TryFrom<i64> + Default>(&self, key: &'static str, range: RangeInclusive<i64>) -> T {
        self.item(key).int(range)
    }

    /// An integer in this range, or 0 for this word.
    pub fn int_or<T: TryFrom<i64> + Default>(
        &self,
        key: &'static str,
        word: &'static str,
        range: RangeInclusive<i64>,
    ) -> T {
        self.item(key).int_or(word, range)
    }

    /// True or false.
    pub fn flag(&self, key: &'static str) -> bool {
        self.item(key).flag()
    }

    /// One of the names of a closed set.
    pub fn choice<T: Choice>(&self, key: &'static str) -> T {
        self.item(key).choice()
    }

    /// A number for each seat, from a list in the order of the seats; 0 for the seats after its end.
    pub fn per_seat<T: TryFrom<i64> + Default>(
        &self,
        key: &'static str,
        players: usize,
        range: RangeInclusive<i64>,
    ) -> BySeat<T> {
        let mut numbers = BySeat::default();
        let list = self.item(key);
        let items = list.items(0..=MAX_SEATS);
        for (item, number) in items.iter().zip(&mut numbers.0) {
            *number = item.int(range.clone());
        }
        // A faulty number of players is 0.
        if players > 0 && items.len() > players {
            list.fault(format!("at most {players} numbers, one for each player"));
        }
        numbers
    }

    /// All entries of a table keyed by id, in the order of the file. Ids are in kebab-case: lower-case
    /// letters, digits and single hyphens between them, at most 40 characters.
    pub fn entries(&self) -> Vec<(&'s str, Item<'s>)> {
        self.noted(|table| table.all = true);
        let mut entries = Vec::new();
        for (id, node) in self.entries_of() {
            let path = joined(&self.path, id);
            let expected = match () {
                () if is_other_than_text(id) => {
                    "another id: programs that read the results take this word for a missing value, a truth value or a number"
                }
                () if !is_id(id) => {
                    "an id of lower-case letters, digits and single hyphens, at most 40 characters"
                }
                () if is_changed_by_spreadsheets(id) => {
                    "another id: spreadsheets change this one to a number or a date"
                }
                () => "",
            };
            if expected.is_empty() {
                entries.push((
                    id.as_str(),
                    Item { node, path, notes: self.notes, missing: false, is_noted: false },
                ));
            } else {
                self.note(
                    &node.at,
                    joined(&self.path, &clipped(id)),
                    format!("the id \"{}\"", clipped(id)),
                    expected.into(),
                    None,
                );
            }
        }
        entries
    }

    /// Skips keys that are read elsewhere.
    pub fn skip(&self, keys: &[&'static str]) {
        self.noted(|table| table.wanted.extend(keys.iter().map(|key| (*key, false))));
    }

    /// Whether the key exists.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.entries_of().iter().any(|(name, _)| name == key)
    }

    /// Reports the keys that were not read so far, and returns them. If one is probably a missing key with a typing mistake,
    /// that key is not reported as missing.
    pub fn close(&self) -> Vec<(&'s str, &'s Node)> {
        let (is_unknown, faults, keys) = self.noted(|table| {
            let is_unknown: Vec<bool> = table.keys.iter().map(|(name, _)| table.is_unknown(name)).collect();
            let faults = table.unknown();
            table.all = true;
            let keys: Vec<&'static str> = table.wanted.iter().map(|(key, _)| *key).collect();
            (is_unknown, faults, keys)
        });
        let unknown: Vec<(&str, &Node)> = self
            .entries_of()
            .iter()
            .zip(is_unknown)
            .filter(|(_, is_unknown)| *is_unknown)
            .map(|((name, node), _)| (name.as_str(), node))
            .collect();
        let names = unknown.iter().map(|(name, _)| name).take(MAX_REPORTED);
        let meant = names.filter_map(|name| nearest(name, keys.iter().copied()));
        let meant: BTreeSet<String> = meant.map(|key| joined(&self.path, &key)).collect();
        let mut log = self.notes.borrow_mut();
        log.faults.extend(faults);
        log.faults.retain(|fault| fault.found != NO_KEY || !meant.contains(&fault.key));
        unknown
    }

    /// The dotted path of this table.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Reports an error of one key of this table (or of the table, if it has no such key).
    pub fn fault(&self, key: &str, found: impl Into<String>, expected: impl Into<String>) {
        if self.broken {
            return;
        }
        let at = self.node.get(key).unwrap_or(self.node).changed();
        self.note(at, joined(&self.path, key), found.into(), expected.into(), None);
    }

    /// Whether any error has been reported in this reading. Checks across keys require values that are valid
    /// by themselves.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        !self.notes.borrow().faults.is_empty()
    }

    fn note(&self, at: &Origin, key: String, found: String, expected: String, hint: Option<String>) {
        self.notes
            .borrow_mut()
            .faults
            .push(ConfigError { hint, ..ConfigError::at(at, key, found, expected) });
    }
}

/// What is found in place of a required key, and what is expected until it is known which value the key has.
pub const NO_KEY: &str = "no such key";
const A_VALUE: &str = "a value";

/// What is found where a key is not known.
pub const UNKNOWN_KEY: &str = "an unknown key";

/// What is expected where another value cannot stand for a table.
pub const A_TABLE: &str = "a table";

/// A value being read. If it is invalid, reports an error and returns a default.
#[derive(Clone, Debug)]
pub struct Item<'s> {
    node: &'s Node,
    path: String,
    notes: &'s RefCell<ReadLog>,
    missing: bool,
    /// Whether it is reported that it is missing.
    is_noted: bool,
}

impl<'s> Item<'s> {
    /// An integer in this range.
    pub fn int<T: TryFrom<i64> + Default>(&self, range: RangeInclusive<i64>) -> T {
        self.known(Allowed::Int(*range.start(), *range.end()));
        match &self.node.value {
            Value::Int(number) if range.contains(number) => T::try_from(*number).unwrap_or_default(),
            _ => {
                self.fault(format!("an integer from {} to {}", range.start(), range.end()));
                T::default()
            }
        }
    }

    /// An integer in this range, or 0 for this word. 0 itself is an older way to write the word.
    pub fn int_or<T: TryFrom<i64> + Default>(&self, word: &'static str, range: RangeInclusive<i64>) -> T {
        let (low, high) = (*range.start(), *range.end());
        self.known(Allowed::IntOr(low, high, word));
        match &self.node.value {
            Value::Int(number) if range.contains(number) => T::try_from(*number).unwrap_or_default(),
            Value::Int(0) => T::default(),
            Value::Text(text) if text == word => T::default(),
            _ => {
                self.fault(format!("an integer from {low} to {high}, or \"{word}\""));
                T::default()
            }
        }
    }

    /// A finite number, whole or not, of absolute value at most a billion.
    pub fn number(&self) -> f64 {
        let number = match self.node.value {
            #[expect(clippy::cast_precision_loss, reason = "numbers above a billion are rejected below")]
            Value::Int(number) => number as f64,
            Value::Float(number) => number,
            _ => f64::NAN,
        };
        if number.abs() <= 1e9 {
            return number;
        }
        self.fault("a number of at most a billion");
        0.0
    }

    /// True or false.
    pub fn flag(&self) -> bool {
        self.known(Allowed::Flag);
        if let Value::Flag(flag) = self.node.value {
            return flag;
        }
        self.fault("true or false");
        false
    }

    /// A string of at most 200 characters without control characters.
    pub fn text(&self) -> &'s str {
        self.text_up_to(200)
    }

    /// A string of at most this many characters, without control characters.
    pub fn text_up_to(&self, most: usize) -> &'s str {
        self.known(Allowed::Text);
        match &self.node.value {
            Value::Text(text) if text.chars().count() <= most && !text.chars().any(char::is_control) => text,
            _ => {
                self.fault(format!(
                    "a string of at most {most} characters, none of them a control character"
                ));
                ""
            }
        }
    }

    /// A line of text that is not a setting: a sentence, or a name that it defines.
    pub fn sentence(&self) -> &'s str {
        self.shape(|| Shape::Name);
        match &self.node.value {
            Value::Text(text) if text.chars().count() <= 200 && !text.chars().any(char::is_control) => text,
            _ => {
                self.fault("a string of at most 200 characters, none of them a control character");
                ""
            }
        }
    }

    /// The index of one of these names; 0 if it is another.
    pub fn one_of(&self, names: &[&'static str]) -> usize {
        self.known(Allowed::Choice(names.to_vec()));
        let index = match &self.node.value {
            Value::Text(text) => names.iter().position(|name| name == text),
            _ => None,
        };
        index.unwrap_or_else(|| {
            self.name_fault(names);
            0
        })
    }

    /// Reports an error in this value.
    pub fn refuse(&self, found: impl Into<String>, expected: impl Into<String>, hint: Option<String>) {
        let fault = ConfigError::at(&self.node.at, &self.path, found, expected);
        self.notes.borrow_mut().faults.push(ConfigError { hint, ..fault });
    }

    /// A name for display, which no spreadsheet interprets as a formula.
    pub fn name(&self) -> &'s str {
        let text = self.text();
        if is_formula(text) {
            self.fault("a name that does not begin with =, +, - or @");
        }
        text
    }

    /// One of the names of a closed set.
    pub fn choice<T: Choice>(&self) -> T {
        let names: Vec<_> = T::ALL.iter().map(|(name, _)| *name).collect();
        T::ALL[self.one_of(&names)].1
    }

    /// Whether it is this word, which is allowed instead of another value.
    #[must_use]
    pub fn is_word(&self, word: &'static str) -> bool {
        self.shape(|| Shape::Word(word));
        matches!(&self.node.value, Value::Text(text) if text == word)
    }

    /// The index of this name in a list of names.
    pub fn place_in(&self, names: &[&str]) -> Option<usize> {
        self.shape(|| Shape::Name);
        if let Value::Text(text) = &self.node.value
            && let Some(index) = names.iter().position(|name| name == text)
        {
            return Some(index);
        }
        // If there are no names at all, the error is in the table that defines them, and is already reported.
        if !names.is_empty() || self.notes.borrow().faults.is_empty() {
            self.name_fault(names);
        }
        None
    }

    /// The values of a list whose length is in this range.
    pub fn items(&self, lengths: RangeInclusive<usize>) -> Vec<Item<'s>> {
        self.shape(|| Shape::List(*lengths.start(), *lengths.end()));
        match &self.node.value {
            Value::List(nodes) if lengths.contains(&nodes.len()) => nodes
                .iter()
                .enumerate()
                .map(|(index, node)| Item {
                    node,
                    path: joined(&self.path, &index.to_string()),
                    notes: self.notes,
                    missing: false,
                    is_noted: false,
                })
                .collect(),
            _ => {
                let (low, high) = (lengths.start(), lengths.end());
                let length = if low == high { low.to_string() } else { format!("{low} to {high}") };
                // One item without brackets.
                let is_item =
                    matches!(self.node.value, Value::Int(_) | Value::Text(_)) && lengths.contains(&1);
                let hint = is_item.then(|| as_list(&self.node.value));
                self.fault_near(format!("a list of {length}"), hint);
                Vec::new()
            }
        }
    }

    /// This value as a table.
    pub fn section(&self) -> Section<'s> {
        let is_table = !self.missing && matches!(self.node.value, Value::Table(_));
        if !is_table {
            self.fault(A_TABLE);
        }
        Section::new(self.node, self.path.clone(), self.notes, !is_table)
    }

    /// Reports that this key names nothing; it should have been one of the names.
    pub fn unknown(&self, names: &[&str]) {
        let key = self.path.rsplit('.').next().unwrap_or_default();
        let expected = format!("one of: {}", names.join(", "));
        let fault = ConfigError::at(&self.node.at, &self.path, UNKNOWN_KEY, expected);
        let hint = nearest(key, names.iter().copied());
        self.notes.borrow_mut().faults.push(ConfigError { hint, ..fault });
    }

    /// The node itself, for types that these methods do not cover.
    #[must_use]
    pub fn node(&self) -> &'s Node {
        self.node
    }

    /// The dotted path of this value.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Warns of a value that can be played, but is hardly meant.
    pub fn doubt(&self, found: impl Into<String>, expected: impl Into<String>) {
        let doubt = ConfigError::at(self.node.changed(), &self.path, found, expected);
        self.notes.borrow_mut().doubts.push(doubt);
    }

    /// Reports that this value is not what was expected.
    pub fn fault(&self, expected: impl Into<String>) {
        self.fault_near(expected.into(), None);
    }

    fn name_fault(&self, names: &[&str]) {
        let hint = match &self.node.value {
            Value::Text(text) => nearest(text, names.iter().copied()),
            _ => None,
        };
        let listed = names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
        self.fault_near(format!("one of: {listed}"), hint);
    }

    fn fault_near(&self, expected: String, hint: Option<String>) {
        if self.missing {
            // Reported already, and probably just now; how the key is read says which value it lacks.
            let faults = &mut self.notes.borrow_mut().faults;
            let is_own = |fault: &&mut ConfigError| fault.key == self.path && fault.found == NO_KEY;
            let own = if self.is_noted { faults.iter_mut().rev().find(is_own) } else { None };
            if let Some(fault) = own.filter(|fault| fault.expected == A_VALUE) {
                fault.expected = expected;
            }
        } else {
            let fault = ConfigError::at(&self.node.at, &self.path, self.node.shown(), expected);
            self.notes.borrow_mut().faults.push(ConfigError { hint, ..fault });
        }
    }

    fn shape(&self, shape: impl FnOnce() -> Shape) {
        self.notes.borrow_mut().shape(&self.path, shape);
    }

    fn known(&self, allowed: Allowed) {
        self.shape(|| Shape::Value(allowed.clone()));
        if !self.missing {
            self.notes.borrow_mut().settings.push(Setting { path: self.path.clone(), allowed });
        }
    }
}

fn joined(path: &str, key: &str) -> String {
    if path.is_empty() || key.is_empty() { format!("{path}{key}") } else { format!("{path}.{key}") }
}

/// A list as it is written in TOML, of the items that a text or number lists without brackets or quotes.
fn as_list(value: &Value) -> String {
    let text = match value {
        Value::Text(text) => clipped(text),
        Value::Int(number) => number.to_string(),
        _ => String::new(),
    };
    let words = text.trim().trim_start_matches('[').trim_end_matches(']').split(',');
    let words = words.map(|word| word.trim().trim_matches(['"', '\''])).filter(|word| !word.is_empty());
    let items: Vec<String> = words
        .map(|word| if word.parse::<i64>().is_ok() { word.to_owned() } else { format!("\"{word}\"") })
        .collect();
    format!("[{}]", items.join(", "))
}
