//! Settings: a tree of values that know where they were written, the faults that can be found in it,
//! and what is known of a setting that was read.

mod read;

pub use read::{Item, ReadLog, Section};

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// The largest TOML file that is read, in bytes.
pub const LARGEST_TOML: u64 = 1_000_000;

/// Where a value was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file as it was named, or the option (`--set`).
    pub file: Arc<str>,
    /// The line, from 1; 0 where there are no lines.
    pub line: usize,
}

impl Origin {
    /// A whole file, or an option.
    #[must_use]
    pub fn whole(file: &str) -> Self {
        Self { file: Arc::from(file), line: 0 }
    }
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
    /// Where it was changed: where the first thing in it was written that comes from another file,
    /// or, if all of it comes from one, where it begins.
    #[must_use]
    pub fn changed(&self) -> &Origin {
        let below: Vec<&Self> = match &self.value {
            Value::Table(entries) => entries.iter().map(|(_, node)| node).collect(),
            Value::List(items) => items.iter().collect(),
            _ => Vec::new(),
        };
        let mut changes = below.into_iter().map(Self::changed);
        changes.find(|at| at.file != self.at.file).unwrap_or(&self.at)
    }

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
pub struct ConfigError {
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

impl ConfigError {
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

impl fmt::Display for ConfigError {
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
pub struct ConfigErrors(pub Vec<ConfigError>);

/// Errors that are printed one by one; the others are counted.
pub const MAX_REPORTED: usize = 100;

/// Each once, however often it was found: several configs may name one faulty strategy.
impl ConfigErrors {
    /// These errors in the order of their files and lines.
    #[must_use]
    pub fn sorted(mut errors: Vec<ConfigError>) -> Self {
        errors.sort_by(|a, b| (&a.at.file, a.at.line).cmp(&(&b.at.file, b.at.line)));
        Self(errors)
    }
}

impl fmt::Display for ConfigErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut known = BTreeSet::new();
        let mut faults =
            self.0.iter().map(ConfigError::to_string).filter(|fault| known.insert(fault.clone()));
        let reported: Vec<String> = faults.by_ref().take(MAX_REPORTED).collect();
        write!(f, "{}", reported.join("\n"))?;
        match faults.count() {
            0 => Ok(()),
            more => write!(f, "\n… and {more} more"),
        }
    }
}

impl std::error::Error for ConfigErrors {}

/// Would a spreadsheet take a cell of this text for a formula?
#[must_use]
pub fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

/// The name with the smallest [`distance`] from a text, if it is near enough to be meant: at most a third of the letters
/// differ.
#[must_use]
pub fn nearest<'n>(found: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let most = found.chars().count().div_ceil(3);
    let ((n_edits, _), name) =
        names.into_iter().map(|name| (distance(found, name), name)).min_by_key(|(distance, _)| *distance)?;
    (n_edits <= most).then(|| name.to_owned())
}

/// How far a text is from a name: the number of letters that are changed, added, missing or swapped with a neighbour. A
/// name of several words can also be meant by its first words (`length` means `length-mean`); the second number counts
/// the words that are left out.
#[must_use]
pub fn distance(found: &str, name: &str) -> (usize, usize) {
    /// Longer texts are not compared: they are no misspelt names.
    const LONGEST: usize = 200;
    if found.len() > LONGEST {
        return (usize::MAX, 0);
    }
    let ends = name.match_indices(['-', '/', ':', '.', '_']).map(|(end, _)| end).chain([name.len()]);
    let ends: Vec<usize> = ends.collect();
    let left_out = (0..ends.len()).rev();
    let distances = ends.iter().zip(left_out).map(|(end, n)| (strsim::osa_distance(found, &name[..*end]), n));
    distances.min().unwrap_or((usize::MAX, 0))
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

/// What a reader asks of a value, right or wrong: what schemas are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A value of this kind.
    Value(Allowed),
    /// This word, in place of anything else.
    Word(&'static str),
    /// The name of something that the config has.
    Name,
    /// A list of a length in this range.
    List(usize, usize),
    /// A table of these keys; true where the key must be there.
    Table(Vec<(&'static str, bool)>),
    /// A table keyed by id.
    Ids,
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

/// Is this an id: lower-case letters, digits and single hyphens between them?
#[must_use]
pub fn is_id(text: &str) -> bool {
    text.len() <= 40
        && text.split('-').all(|word| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        })
}
