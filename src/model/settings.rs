//! Reading settings: a tree of values that know where they were written, read key by key into
//! checked types. All faults are collected; what nobody reads is an unknown key; what is read is
//! known by path, kind and range, which is what lists, schemas and sweeps are made of.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Where a value was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file as it was named, or the option (`--set`).
    pub file: Arc<str>,
    /// The line, from 1; 0 where there are no lines.
    pub line: usize,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.file),
            line => write!(f, "{}:{line}", self.file),
        }
    }
}

/// A value of a settings tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer.
    Int(i64),
    /// A number with a fraction, as doubles have it.
    Float(f64),
    /// True or false.
    Flag(bool),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Node>),
    /// A table: keys in the order written.
    Table(Vec<(String, Node)>),
    /// A date or time, which no setting is.
    Time(String),
}

/// A value and where it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Where.
    pub at: Origin,
}

impl Node {
    /// The value under a key of this table.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        match &self.value {
            Value::Table(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, node)| node),
            _ => None,
        }
    }

    /// How an error message shows what was found.
    #[must_use]
    pub fn shown(&self) -> String {
        match &self.value {
            Value::Int(number) => number.to_string(),
            Value::Float(number) => format!("{number:?}"),
            Value::Flag(flag) => flag.to_string(),
            Value::Text(text) => format!("\"{}\"", clipped(text)),
            Value::List(items) => format!("a list of {}", items.len()),
            Value::Table(_) => "a table".into(),
            Value::Time(text) => format!("the time {text}"),
        }
    }
}

/// At most 40 characters of foreign text, controls shown as escapes.
#[must_use]
pub fn clipped(text: &str) -> String {
    let mut clip: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().nth(40).is_some() {
        clip.push('…');
    }
    clip
}

/// One thing wrong with what was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub at: Origin,
    /// The dotted path of the key; empty for the whole file.
    pub key: String,
    /// What was found there.
    pub found: String,
    /// What would have been right.
    pub expected: String,
    /// The nearest valid name.
    pub hint: Option<String>,
}

impl Fault {
    /// A fault that hints at no name.
    #[must_use]
    pub fn at(
        at: &Origin,
        key: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self { at: at.clone(), key: key.into(), found: found.into(), expected: expected.into(), hint: None }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.at)?;
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        write!(f, "found {}, expected {}{}", self.found, self.expected, suggestion(self.hint.as_deref()))
    }
}

/// All that is wrong with what was written: never empty when it is an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, fault) in self.0.iter().enumerate() {
            if place > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// Would a spreadsheet take a cell of this text for a formula?
#[must_use]
pub fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

/// The nearest of the names, if one is near enough to be meant.
#[must_use]
pub fn nearest<'n>(found: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let (score, name) = names
        .into_iter()
        .map(|name| (strsim::jaro_winkler(found, name), name))
        .max_by(|a, b| a.0.total_cmp(&b.0))?;
    (score > 0.75).then(|| name.to_owned())
}

/// The end of an error that knows what was probably meant; empty if nothing was near.
#[must_use]
pub fn suggestion(near: Option<&str>) -> String {
    near.map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default()
}

/// What a setting may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// An integer of this range.
    Int(i64, i64),
    /// True or false.
    Flag,
    /// One of these names.
    Choice(Vec<&'static str>),
    /// Free text of a checked form.
    Text,
}

/// A setting that was read: what lists, schemas, sweeps and sensitivities are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its dotted path.
    pub path: String,
    /// What it may be.
    pub allowed: Allowed,
}

/// A closed set of names that a setting chooses from; made by [`choices!`](crate::model::choices).
pub trait Choice: Copy + 'static {
    /// Every name with its value, in the order of the spec; never empty.
    const ALL: &'static [(&'static str, Self)];
}

/// Declares an enum whose values a config names:
/// `choices! { /// Doc. pub enum Tie { /// Doc. BothHit = "both-hit", /// Doc. NoHit = "no-hit" } }`
macro_rules! choices {
    ($($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal),+ $(,)? })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $name { $($(#[$doc])* $variant),+ }
        impl $crate::model::settings::Choice for $name {
            const ALL: &'static [(&'static str, Self)] = &[$(($text, Self::$variant)),+];
        }
    )+};
}
pub(crate) use choices;

/// What is noted while settings are read.
#[derive(Debug, Default)]
pub struct Notes {
    /// The faults found.
    pub faults: Vec<Fault>,
    /// The settings read.
    pub settings: Vec<Setting>,
}

/// A table being read. When it is dropped, every key that nobody asked for is a fault.
#[derive(Debug)]
pub struct Section<'s> {
    node: &'s Node,
    path: String,
    notes: &'s RefCell<Notes>,
    asked: RefCell<Vec<&'s str>>,
    wanted: RefCell<Vec<&'static str>>,
    all: Cell<bool>,
    /// Missing, or no table: that is one fault already, and nothing in it can be another.
    broken: bool,
}

impl<'s> Section<'s> {
    /// Reads a tree from its root.
    #[must_use]
    pub fn root(node: &'s Node, notes: &'s RefCell<Notes>) -> Self {
        Self::new(node, String::new(), notes, false)
    }

    fn new(node: &'s Node, path: String, notes: &'s RefCell<Notes>, broken: bool) -> Self {
        Self {
            node,
            path,
            notes,
            asked: RefCell::default(),
            wanted: RefCell::default(),
            all: Cell::new(false),
            broken,
        }
    }

    fn entries_of(&self) -> &'s [(String, Node)] {
        match &self.node.value {
            Value::Table(entries) if !self.broken => entries,
            _ => &[],
        }
    }

    /// The value of a key that may be missing.
    pub fn maybe(&self, key: &'static str) -> Option<Item<'s>> {
        self.wanted.borrow_mut().push(key);
        let (name, node) = self.entries_of().iter().find(|(name, _)| name == key)?;
        self.asked.borrow_mut().push(name);
        Some(Item { node, path: joined(&self.path, key), notes: self.notes, missing: false })
    }

    /// The value of a key; if it is missing, that is a fault and everything read from it a default.
    pub fn item(&self, key: &'static str) -> Item<'s> {
        self.maybe(key).unwrap_or_else(|| {
            let path = joined(&self.path, key);
            if !self.broken {
                self.note(&self.node.at, path.clone(), "nothing".into(), "a value".into(), None);
            }
            Item { node: self.node, path, notes: self.notes, missing: true }
        })
    }

    /// The table under a key; if it is missing, that is a fault.
    pub fn section(&self, key: &'static str) -> Section<'s> {
        self.item(key).section()
    }

    /// An integer of this range.
    pub fn int<T: TryFrom<i64> + Default>(&self, key: &'static str, range: RangeInclusive<i64>) -> T {
        self.item(key).int(range)
    }

    /// True or false.
    pub fn flag(&self, key: &'static str) -> bool {
        self.item(key).flag()
    }

    /// One of the names of a closed set.
    pub fn choice<T: Choice>(&self, key: &'static str) -> T {
        self.item(key).choice()
    }

    /// All entries of a table keyed by id, in the order written. Ids are kebab-case: lower-case
    /// letters, digits and single hyphens between them, at most 40 characters.
    pub fn entries(&self) -> Vec<(&'s str, Item<'s>)> {
        self.all.set(true);
        let mut entries = Vec::new();
        for (id, node) in self.entries_of() {
            let path = joined(&self.path, id);
            if is_id(id) {
                entries.push((id.as_str(), Item { node, path, notes: self.notes, missing: false }));
            } else {
                let expected =
                    "an id of lower-case letters, digits and single hyphens, at most 40 characters";
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

    /// Keys that are read elsewhere, here passed over.
    pub fn skip(&self, keys: &[&'static str]) {
        for key in keys {
            self.wanted.borrow_mut().push(key);
            if let Some((name, _)) = self.entries_of().iter().find(|(name, _)| name == key) {
                self.asked.borrow_mut().push(name);
            }
        }
    }

    /// Is the key there?
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.entries_of().iter().any(|(name, _)| name == key)
    }

    /// The dotted path of this table.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Notes a fault of one key of this table (or of the table, if it has no such key).
    pub fn fault(&self, key: &str, found: impl Into<String>, expected: impl Into<String>) {
        if self.broken {
            return;
        }
        let at = self.node.get(key).map_or(&self.node.at, |node| &node.at);
        self.note(at, joined(&self.path, key), found.into(), expected.into(), None);
    }

    /// Has a fault been noted anywhere in this reading? Checks across keys are made only on
    /// values that are right by themselves.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        !self.notes.borrow().faults.is_empty()
    }

    fn note(&self, at: &Origin, key: String, found: String, expected: String, hint: Option<String>) {
        self.notes.borrow_mut().faults.push(Fault { hint, ..Fault::at(at, key, found, expected) });
    }
}

impl Drop for Section<'_> {
    fn drop(&mut self) {
        if self.all.get() {
            return;
        }
        for (name, node) in self.entries_of() {
            if !self.asked.borrow().contains(&name.as_str()) {
                let hint = nearest(name, self.wanted.borrow().iter().copied());
                let key = joined(&self.path, &clipped(name));
                let known = self.wanted.borrow().join(", ");
                let found = "an unknown key".into();
                self.note(&node.at, key, found, format!("one of: {known}"), hint);
            }
        }
    }
}

/// A value being read. Whatever is wrong with it is noted, and a default returned.
#[derive(Clone, Debug)]
pub struct Item<'s> {
    node: &'s Node,
    path: String,
    notes: &'s RefCell<Notes>,
    missing: bool,
}

impl<'s> Item<'s> {
    /// An integer of this range.
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

    /// A number, whole or not, that is finite and at most a billion in size.
    pub fn number(&self) -> f64 {
        let number = match self.node.value {
            #[expect(clippy::cast_precision_loss, reason = "numbers above a billion are refused below")]
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
        self.known(Allowed::Text);
        match &self.node.value {
            Value::Text(text) if text.chars().count() <= 200 && !text.chars().any(char::is_control) => text,
            _ => {
                self.fault("a string of at most 200 characters, none of them a control character");
                ""
            }
        }
    }

    /// A name for display: text that no spreadsheet takes for a formula.
    pub fn name(&self) -> &'s str {
        let text = self.text();
        if is_formula(text) {
            self.fault("a name that does not begin with =, +, - or @");
        }
        text
    }

    /// One of the names of a closed set.
    pub fn choice<T: Choice>(&self) -> T {
        self.known(Allowed::Choice(T::ALL.iter().map(|(name, _)| *name).collect()));
        if let Value::Text(text) = &self.node.value
            && let Some((_, value)) = T::ALL.iter().find(|(name, _)| name == text)
        {
            return *value;
        }
        self.name_fault(T::ALL.iter().map(|(name, _)| *name));
        T::ALL[0].1
    }

    /// The place of the named thing among these names.
    pub fn place_in(&self, names: &[&str]) -> Option<usize> {
        if let Value::Text(text) = &self.node.value
            && let Some(place) = names.iter().position(|name| name == text)
        {
            return Some(place);
        }
        // Where there are no names at all, their own table is at fault: that has been said.
        if !names.is_empty() || self.notes.borrow().faults.is_empty() {
            self.name_fault(names.iter().copied());
        }
        None
    }

    /// The values of a list whose length is in this range.
    pub fn items(&self, lengths: RangeInclusive<usize>) -> Vec<Item<'s>> {
        match &self.node.value {
            Value::List(nodes) if lengths.contains(&nodes.len()) => nodes
                .iter()
                .enumerate()
                .map(|(place, node)| Item {
                    node,
                    path: joined(&self.path, &place.to_string()),
                    notes: self.notes,
                    missing: false,
                })
                .collect(),
            _ => {
                let (low, high) = (lengths.start(), lengths.end());
                self.fault(if low == high {
                    format!("a list of {low}")
                } else {
                    format!("a list of {low} to {high}")
                });
                Vec::new()
            }
        }
    }

    /// The table that this is.
    pub fn section(&self) -> Section<'s> {
        let is_table = matches!(self.node.value, Value::Table(_));
        if !is_table {
            self.fault("a table");
        }
        Section::new(self.node, self.path.clone(), self.notes, self.missing || !is_table)
    }

    /// Notes that nothing goes by this key; it should have been one of the names.
    pub fn unknown(&self, names: &[&str]) {
        let key = self.path.rsplit('.').next().unwrap_or_default();
        let expected = format!("one of: {}", names.join(", "));
        let fault = Fault::at(&self.node.at, &self.path, "an unknown key", expected);
        let hint = nearest(key, names.iter().copied());
        self.notes.borrow_mut().faults.push(Fault { hint, ..fault });
    }

    /// The value itself, for what these readings do not cover.
    #[must_use]
    pub fn node(&self) -> &'s Node {
        self.node
    }

    /// The dotted path of this value.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Notes that this value is not what was expected.
    pub fn fault(&self, expected: impl Into<String>) {
        self.fault_near(expected.into(), None);
    }

    fn name_fault<'n>(&self, names: impl Iterator<Item = &'n str> + Clone) {
        let hint = match &self.node.value {
            Value::Text(text) => nearest(text, names.clone()),
            _ => None,
        };
        let listed = names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
        self.fault_near(format!("one of: {listed}"), hint);
    }

    fn fault_near(&self, expected: String, hint: Option<String>) {
        if !self.missing {
            let fault = Fault::at(&self.node.at, &self.path, self.node.shown(), expected);
            self.notes.borrow_mut().faults.push(Fault { hint, ..fault });
        }
    }

    fn known(&self, allowed: Allowed) {
        if !self.missing {
            self.notes.borrow_mut().settings.push(Setting { path: self.path.clone(), allowed });
        }
    }
}

fn joined(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// Is this an id: lower-case letters, digits and single hyphens between them?
#[must_use]
pub fn is_id(text: &str) -> bool {
    text.len() <= 40
        && text.split('-').all(|word| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        })
}
