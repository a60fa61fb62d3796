//! Settings: a tree of values with their positions, the errors in it, and the metadata of the settings that
//! were read.

mod read;
pub mod tree;

pub use read::{A_TABLE, Item, NO_KEY, ReadLog, Section, UNKNOWN_KEY, read_table};

use super::{ChanceStreams, Seat, SeatOrder};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// Maximum size of a TOML file in bytes.
pub const LARGEST_TOML: u64 = 1_000_000;

/// The position of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file as it was named, with the sheet of a workbook; or the option (`--set`).
    pub file: Arc<str>,
    /// The line or row, from 1; 0 without a line.
    pub line: u32,
    /// The column of the cell of a workbook, from 1; 0 in other files.
    pub column: u32,
}

impl Origin {
    /// The position of a whole file, or an option.
    #[must_use]
    pub fn whole(file: &str) -> Self {
        Self::line(Arc::from(file), 0)
    }

    /// The position of a line.
    #[must_use]
    pub fn line(file: Arc<str>, line: usize) -> Self {
        Self { file, line: u32::try_from(line).unwrap_or(0), column: 0 }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column } = self;
        // A line of an error begins with a file; a name with a line feed would begin another one.
        let file = file.replace('\n', "\\n");
        match (line, column) {
            (0, _) => write!(f, "{file}"),
            (line, 0) => write!(f, "{file}:{line}"),
            (line, column) => write!(f, "{file}, cell {}{line}", letters(*column)),
        }
    }
}

/// A column as spreadsheets show it: A to Z, then AA.
fn letters(column: u32) -> String {
    let (mut letters, mut rest) = (String::new(), column);
    while rest > 0 {
        rest -= 1;
        letters.extend(char::from_digit(rest % 26 + 10, 36));
        rest /= 26;
    }
    letters.chars().rev().map(|letter| letter.to_ascii_uppercase()).collect()
}

/// A value of a settings tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// True or false.
    Flag(bool),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Node>),
    /// A table, with its keys in the order of the file.
    Table(Vec<(String, Node)>),
    /// A date or time; no setting has this type.
    Time(String),
}

/// A value and its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Its position.
    pub at: Origin,
}

impl Node {
    /// The position of the first change: that of the first value in it that comes from another file, or its
    /// own if all of it comes from one file.
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

    /// The value of a key of this table, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        match &mut self.value {
            Value::Table(entries) => entries.iter_mut().find(|(name, _)| name == key).map(|(_, node)| node),
            _ => None,
        }
    }

    /// The value of a key of this table.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        match &self.value {
            Value::Table(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, node)| node),
            _ => None,
        }
    }

    /// The value as error messages show it.
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

/// At most 40 characters of untrusted text, with control characters escaped.
#[must_use]
pub fn clipped(text: &str) -> String {
    let shown = |c: char| match c {
        '\'' | '"' => c.to_string(),
        c => c.escape_debug().to_string(),
    };
    let mut clip: String = text.chars().take(40).map(shown).collect();
    if text.chars().nth(40).is_some() {
        clip.push('…');
    }
    clip
}

/// One error in a config or an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// Its position.
    pub at: Origin,
    /// The dotted path of the key; empty for the whole file.
    pub key: String,
    /// What was found.
    pub found: String,
    /// What is allowed.
    pub expected: String,
    /// The most similar valid name.
    pub hint: Option<String>,
}

impl ConfigError {
    /// An error without a suggested name.
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

/// All errors of a config or an option; never empty when returned as an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigErrors(pub Vec<ConfigError>);

/// Maximum number of errors that are printed; the others are counted.
pub const MAX_REPORTED: usize = 100;

/// Displays each error once, even if it was found several times: several configs may name the same invalid
/// strategy.
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

/// Whether a spreadsheet could interpret a cell with this text as a formula. Some accept blanks before it, or the full-width
/// and small characters of Asian keyboards.
#[must_use]
pub fn is_formula(text: &str) -> bool {
    const SIGNS: [char; 12] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];
    text.trim_start().starts_with(SIGNS) || text.starts_with(['\t', '\r'])
}

/// The name with the smallest [`distance`] from a text, if it is probably meant: at most a third of the
/// letters differ, and not the only one.
#[must_use]
pub fn nearest<'n>(found: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    nearest_of(found, &mut names.into_iter())
}

fn nearest_of(found: &str, names: &mut dyn Iterator<Item = &str>) -> Option<String> {
    let found = &*found.to_lowercase();
    let n_letters = found.chars().count();
    let most = n_letters.div_ceil(3).min(n_letters.saturating_sub(1));
    let ((n_edits, _), name) =
        names.map(|name| (distance(found, name), name)).min_by_key(|(distance, _)| *distance)?;
    (n_edits <= most).then(|| name.to_owned())
}

/// The distance between a text and a name: the number of letters that are changed, added, missing or swapped
/// with a neighbour. A name of several words can also be meant by its first words (`length` for
/// `length-mean`); the second number counts the omitted words.
#[must_use]
pub fn distance(found: &str, name: &str) -> (usize, usize) {
    /// Longer texts are not misspelt names and are not compared.
    const LONGEST: usize = 100;
    if found.len() > LONGEST {
        return (usize::MAX, 0);
    }
    let ends = name.match_indices(['-', '/', ':', '.', '_']).map(|(end, _)| end).chain([name.len()]);
    let ends: Vec<usize> = ends.collect();
    let left_out = (0..ends.len()).rev();
    let distances = ends.iter().zip(left_out).map(|(end, n)| (strsim::osa_distance(found, &name[..*end]), n));
    distances.min().unwrap_or((usize::MAX, 0))
}

/// The end of an error message with the name that was probably meant; empty if there is none.
#[must_use]
pub fn suggestion(near: Option<&str>) -> String {
    near.map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default()
}

/// The allowed values of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// An integer in this range.
    Int(i64, i64),
    /// An integer in this range, or this word for a rule without a number. 0 is an older way to write the word.
    IntOr(i64, i64, &'static str),
    /// True or false.
    Flag,
    /// One of these names.
    Choice(Vec<&'static str>),
    /// Free text of a checked form.
    Text,
}

/// A setting that was read, for lists, schemas, sweeps and sensitivities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its dotted path.
    pub path: String,
    /// Its allowed values.
    pub allowed: Allowed,
}

/// The shape that a reader requests of a value, valid or not; for schemas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A value of this kind.
    Value(Allowed),
    /// This word, as an alternative to another value.
    Word(&'static str),
    /// The name of something that the config defines.
    Name,
    /// A list of a length in this range.
    List(usize, usize),
    /// A table with these keys; true for required keys.
    Table(Vec<(&'static str, bool)>),
    /// A table keyed by id.
    Ids,
}

/// A closed set of names for a setting; made by [`choices!`](crate::model::choices).
pub trait Choice: Copy + 'static {
    /// Every name with its value, in the order of the documentation; never empty.
    const ALL: &'static [(&'static str, Self)];
}

/// Declares an enum whose values have names in configs:
/// `choices! { /// Doc. pub enum Tie { /// Doc. BothHit = "both-hit", /// Doc. NoHit = "no-hit" } }`
#[macro_export]
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
pub use choices;

choices! {
    /// The seat that begins.
    pub enum FirstSeat {
        /// Seat 0.
        Zero = "seat-0",
        /// A seat drawn at random.
        Random = "random",
    }
}

impl FirstSeat {
    /// Whether the numbers of the seats are an order of play.
    #[must_use]
    pub const fn seat_order(self) -> SeatOrder {
        match self {
            Self::Zero => SeatOrder::InTurn,
            Self::Random => SeatOrder::AtOnce,
        }
    }

    /// The seat that begins; a random one is drawn from this source of chance.
    pub fn draw(self, players: usize, chance: &mut ChanceStreams, source: usize) -> Seat {
        match self {
            Self::Zero => Seat::FIRST,
            Self::Random => Seat::new(chance.source(source).below(players)),
        }
    }
}

/// Whether programs read a cell with this text as a missing value, a truth value or a number.
#[must_use]
pub fn is_other_than_text(cell: &str) -> bool {
    const WORDS: [&str; 11] =
        ["true", "false", "t", "f", "null", "none", "na", "n/a", "nan", "inf", "infinity"];
    WORDS.contains(&cell.to_lowercase().as_str())
}

/// Whether a spreadsheet that opens a CSV file changes this id to another number or to a date: `007`, `1e5`, `1-2`, `mar-3`.
#[must_use]
pub fn is_changed_by_spreadsheets(id: &str) -> bool {
    /// The digits that a spreadsheet keeps.
    const DIGITS: usize = 15;
    /// Months in English and German.
    const MONTHS: &str = "jan january januar feb february februar mar march mrz apr april may mai jun june juni jul july \
                          juli aug august sep sept september oct october okt oktober nov november dec december dez dezember";
    let is_digits = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_power = |(number, power): (&str, &str)| {
        is_digits(number) && is_digits(power.strip_prefix('-').unwrap_or(power))
    };
    let words: Vec<&str> = id.split('-').collect();
    let n_digits = words.iter().filter(|word| is_digits(word)).count();
    let has_month = words.iter().any(|word| MONTHS.split(' ').any(|month| month == *word));
    match words.len() {
        1 if n_digits == 1 => id.len() > DIGITS || id.len() > 1 && id.starts_with('0'),
        2 | 3 if n_digits + usize::from(has_month) == words.len() => true,
        _ => id.split_once('e').is_some_and(is_power),
    }
}

/// Whether the text is an id: lower-case letters, digits and single hyphens between them.
#[must_use]
pub fn is_id(text: &str) -> bool {
    text.len() <= 40
        && text.split('-').all(|word| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_that_spreadsheets_change_is_none() {
        for id in
            ["007", "1e5", "1e-5", "1-2", "2024-01-02", "mar-3", "3-may-24", "okt-1", "1234567890123456"]
        {
            assert!(is_changed_by_spreadsheets(id), "{id}");
        }
        for id in
            ["0", "12", "7c", "march", "mar-chess", "e5", "1e", "king-3", "3-kings", "1-2-3-4", "may-may"]
        {
            assert!(!is_changed_by_spreadsheets(id), "{id}");
        }
    }

    #[test]
    fn a_name_without_a_letter_in_common_is_not_meant() {
        assert_eq!(["J", "", "ab"].map(|found| nearest(found, ["2", "ac"])), [None, None, Some("ac".into())]);
    }
}
