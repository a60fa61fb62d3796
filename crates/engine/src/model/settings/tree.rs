//! Parses TOML text to a settings tree with line numbers, and overlays trees.

use crate::model::settings::{Allowed, ConfigError, ConfigErrors, Node, Origin, Setting, Value, clipped};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Maximum nesting depth of tables and lists.
const DEPTH: usize = 16;

/// Maximum length of a key in bytes. Paths repeat the keys of the tables around them.
const LONGEST_KEY: usize = 1000;

/// Parses TOML text; `file` is the name that errors show.
///
/// # Errors
/// The text is not valid TOML, an integer does not fit 64 bits, or it is nested too deeply.
pub fn parse(text: &str, file: &str) -> Result<Node, ConfigErrors> {
    let reading = Reading::of(Arc::from(file), text);
    match DeTable::parse(text) {
        Ok(table) => reading
            .table(table.get_ref(), reading.at(table.span().start), 0)
            .map_err(|error| ConfigErrors(vec![error])),
        Err(error) => {
            let at = reading.at(error.span().map_or(0, |span| span.start));
            let message = error.message().lines().collect::<Vec<_>>().join(", ");
            // The duplicate key or invalid word, if it is short.
            let word = error
                .span()
                .and_then(|span| text.get(span))
                .map(str::trim)
                .filter(|word| (1..=40).contains(&word.len()) && !word.contains(char::is_control));
            let word = word.map(|word| format!(": `{word}`")).unwrap_or_default();
            let found = format!("invalid TOML ({message}{word})");
            let expected = unquoted(text, at.line).unwrap_or_else(|| "a TOML file".into());
            Err(ConfigErrors(vec![ConfigError::at(&at, "", found, expected)]))
        }
    }
}

/// What was expected of a line whose key is the address of a figure without quotes, whose value is a word without quotes, or
/// whose quotes are those of a word processor.
fn unquoted(text: &str, line: u32) -> Option<String> {
    let line = text.lines().nth(usize::try_from(line).ok()?.checked_sub(1)?)?;
    if line.contains(['“', '”', '„']) {
        return Some("straight quotes, \", instead of curly ones".into());
    }
    let (key, value) = line.split_once('=')?;
    let (key, value) = (key.trim(), value.trim());
    if key.contains('/') && !key.contains(['"', '\'', '#']) {
        return Some(format!("the key in quotes: \"{}\" = …", clipped(key)));
    }
    let is_word = value.starts_with(char::is_alphabetic)
        && value.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' '));
    let flag = value.to_lowercase();
    if matches!(&*flag, "true" | "false") {
        return Some(format!("small letters: {} = {flag}", clipped(key)));
    }
    is_word.then(|| format!("the value in quotes: {} = \"{}\"", clipped(key), clipped(value)))
}

/// Parses the value of a `--set KEY=VALUE`: TOML, or else a string.
#[must_use]
pub fn parse_value(text: &str, option: &str) -> Node {
    let at = Origin::whole(option);
    let reading = Reading::of(at.file.clone(), text);
    let value = DeValue::parse(text).ok().and_then(|value| reading.node(&value, 0).ok());
    let node = value.unwrap_or_else(|| Node { value: Value::Text(text.to_owned()), at: at.clone() });
    placed(node, &at)
}

/// A value whose numbers are integers if they are whole and an `f64` holds them exactly: 9.0 is 9.
#[must_use]
pub fn whole(value: Value) -> Value {
    let of_node = |node: Node| Node { value: whole(node.value), at: node.at };
    match value {
        Value::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
            format!("{number:.0}").parse().map_or(Value::Float(number), Value::Int)
        }
        Value::List(items) => Value::List(items.into_iter().map(of_node).collect()),
        Value::Table(entries) => {
            Value::Table(entries.into_iter().map(|(key, node)| (key, of_node(node))).collect())
        }
        value => value,
    }
}

/// The same tree with all positions replaced.
fn placed(node: Node, at: &Origin) -> Node {
    let value = match node.value {
        Value::List(items) => Value::List(items.into_iter().map(|item| placed(item, at)).collect()),
        Value::Table(entries) => {
            Value::Table(entries.into_iter().map(|(key, item)| (key, placed(item, at))).collect())
        }
        value => value,
    };
    Node { value, at: at.clone() }
}

/// Overlays `base` with `over`: tables are merged key by key, a table of indices (`peril.0.2 = ""`) sets single items of
/// a list, and all other values are replaced.
pub fn overlay(base: &mut Node, over: Node) {
    match (&mut base.value, over.value) {
        (Value::Table(entries), Value::Table(overs)) => {
            // Keys are unique within a table, so new keys need not be compared with each other.
            let mut overs: BTreeMap<String, (usize, Node)> =
                (0..).zip(overs).map(|(index, (key, node))| (key, (index, node))).collect();
            for (key, entry) in &mut *entries {
                if let Some((_, node)) = overs.remove(key) {
                    overlay(entry, node);
                }
            }
            let mut new: Vec<(String, (usize, Node))> = overs.into_iter().collect();
            new.sort_by_key(|(_, (index, _))| *index);
            entries.extend(new.into_iter().map(|(key, (_, node))| (key, node)));
        }
        (Value::List(items), Value::Table(overs))
            if !overs.is_empty() && overs.iter().all(|(key, _)| list_index(key, items).is_some()) =>
        {
            for (key, node) in overs {
                if let Some(idx) = list_index(&key, items) {
                    overlay(&mut items[idx], node);
                }
            }
        }
        (_, value) => *base = Node { value, at: over.at },
    }
}

/// The index in a list that a key means, if it is one.
fn list_index(key: &str, items: &[Node]) -> Option<usize> {
    key.parse().ok().filter(|idx| *idx < items.len())
}

/// Sets the value at a dotted path; lists are addressed by index. Creates missing tables, so that unknown keys are
/// rejected later, with all other unknown keys.
///
/// # Errors
/// The path leads through a value that is not a table, or to an index that a list does not have.
pub fn set(root: &mut Node, path: &str, node: Node) -> Result<(), ConfigError> {
    let at = node.at.clone();
    place(root, path, &at).map(|place| *place = node)
}

/// The same, but a table changes only its own keys, as in a file.
///
/// # Errors
/// As for [`set`].
pub fn change(root: &mut Node, path: &str, node: Node) -> Result<(), ConfigError> {
    let at = node.at.clone();
    place(root, path, &at).map(|place| overlay(place, node))
}

/// The node at a dotted path; lists are addressed by index. Creates missing tables, so that unknown keys are rejected later,
/// with all other unknown keys.
fn place<'r>(root: &'r mut Node, path: &str, at: &Origin) -> Result<&'r mut Node, ConfigError> {
    let error = |found: String, expected: String| ConfigError::at(at, clipped(path), found, expected);
    let words: Vec<&str> = path.split('.').collect();
    if words.len() > DEPTH || words.iter().any(|word| word.is_empty()) {
        return Err(error("no key".into(), "a dotted key, e.g. rules.max-rounds".into()));
    }
    let mut at_word = root;
    for word in words {
        let shown = at_word.shown();
        at_word = match &mut at_word.value {
            Value::Table(entries) => {
                let known = entries.iter().position(|(name, _)| name == word).unwrap_or_else(|| {
                    entries.push((word.to_owned(), Node { value: Value::Table(Vec::new()), at: at.clone() }));
                    entries.len() - 1
                });
                &mut entries[known].1
            }
            Value::List(items) => {
                let n_items = items.len();
                let item = word.parse::<usize>().ok().and_then(|idx| items.get_mut(idx));
                item.ok_or_else(|| {
                    let expected = match n_items {
                        0 => "a value for the whole list, which is empty".into(),
                        1 => "the index 0: the list has one item".into(),
                        n => format!("an index from 0 to {}", n - 1),
                    };
                    error(format!("the index {}", clipped(word)), expected)
                })?
            }
            _ => {
                return Err(error(format!("`{}` below {shown}", clipped(word)), "an existing key".into()));
            }
        };
    }
    Ok(at_word)
}

/// Sorts the entries that the printed rules lack, and moves them after the printed ones. Games then do not depend on the
/// order in which a config file adds cards.
pub fn sort_new(node: &mut Node, printed: Option<&Node>) {
    match &mut node.value {
        Value::Table(entries) => {
            let known = by_key(printed);
            let rank = |key: &str| known.get(key).map_or(known.len(), |(rank, _)| *rank);
            entries.sort_by_cached_key(|(key, _)| (rank(key), key.clone()));
            for (key, entry) in entries {
                sort_new(entry, known.get(key.as_str()).map(|(_, node)| *node));
            }
        }
        Value::List(items) => items.iter_mut().for_each(|item| sort_new(item, None)),
        _ => {}
    }
}

/// Removes the entries of tables that have the same value in another tree.
pub fn remove_equal(node: &mut Node, other: &Node) {
    let Value::Table(entries) = &mut node.value else { return };
    let others = by_key(Some(other));
    entries.retain_mut(|(key, entry)| match others.get(key.as_str()) {
        Some((_, known)) if json(known) == json(entry) => false,
        Some((_, known)) => {
            remove_equal(entry, known);
            true
        }
        None => true,
    });
}

/// Removes a key of the root, if it exists.
pub fn remove(root: &mut Node, key: &str) {
    if let Value::Table(entries) = &mut root.value {
        entries.retain(|(name, _)| name != key);
    }
}

/// Replaces every 0 that means a word by this word, so that equal rules have equal digests.
pub fn write_words(root: &mut Node, settings: &[Setting]) {
    for Setting { path, allowed } in settings {
        let Allowed::IntOr(.., word) = allowed else { continue };
        let found = path.split('.').try_fold(&mut *root, |node, key| match &mut node.value {
            Value::List(items) => items.get_mut(key.parse::<usize>().ok()?),
            Value::Table(entries) => entries.iter_mut().find(|(name, _)| name == key).map(|(_, node)| node),
            _ => None,
        });
        if let Some(node) = found.filter(|node| node.value == Value::Int(0)) {
            node.value = Value::Text((*word).into());
        }
    }
}

/// The paths of all values of a tree that are not tables.
pub fn values(node: &Node, path: &str, paths: &mut Vec<String>) {
    match &node.value {
        Value::Table(entries) => {
            for (key, node) in entries {
                let below = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                values(node, &below, paths);
            }
        }
        _ => paths.push(path.to_owned()),
    }
}

/// A value that differs between two trees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its dotted path.
    pub path: String,
    /// The value in the first tree, as errors show it; `none` if the first tree lacks it.
    pub one: String,
    /// The value in the second tree.
    pub two: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} → {}", self.path, self.one, self.two)
    }
}

/// The values that differ between two trees, in the order of the first, then of the second.
#[must_use]
pub fn changes(one: &Node, two: &Node) -> Vec<Change> {
    let mut changes = Vec::new();
    differ("", Some(one), Some(two), &mut changes);
    changes
}

fn differ(path: &str, one: Option<&Node>, two: Option<&Node>, changes: &mut Vec<Change>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (one.map(|one| &one.value), two.map(|two| &two.value)) {
        (None, None) => {}
        (Some(Value::List(ones)), Some(Value::List(twos))) if ones.len() == twos.len() => {
            for (index, (one, two)) in ones.iter().zip(twos).enumerate() {
                differ(&below(&index.to_string()), Some(one), Some(two), changes);
            }
        }
        (one_value, two_value) => match (entries(one), entries(two)) {
            (Some(ones), Some(twos)) => {
                let (of_one, of_two) = (by_key(one), by_key(two));
                for (key, node) in ones {
                    differ(&below(key), Some(node), of_two.get(key.as_str()).map(|(_, node)| *node), changes);
                }
                for (key, node) in twos.iter().filter(|(key, _)| !of_one.contains_key(key.as_str())) {
                    differ(&below(key), None, Some(node), changes);
                }
            }
            _ if one_value == two_value => {}
            _ => {
                let shown = |node: Option<&Node>| node.map_or_else(|| "none".into(), elements);
                changes.push(Change { path: path.to_owned(), one: shown(one), two: shown(two) });
            }
        },
    }
}

/// A value with the elements of its lists and tables, up to a number of them.
fn elements(node: &Node) -> String {
    const MOST: usize = 16;
    let joined = |parts: Vec<String>, n: usize| {
        let more = if n > MOST { format!(", … ({n} in all)") } else { String::new() };
        parts.join(", ") + &more
    };
    match &node.value {
        Value::List(items) => {
            format!("[{}]", joined(items.iter().take(MOST).map(elements).collect(), items.len()))
        }
        Value::Table(entries) => {
            let entry = |(key, node): &(String, Node)| format!("{} = {}", clipped(key), elements(node));
            format!("{{{}}}", joined(entries.iter().take(MOST).map(entry).collect(), entries.len()))
        }
        _ => node.shown(),
    }
}

/// The entries of a table by key, with their places.
#[must_use]
pub fn by_key(node: Option<&Node>) -> BTreeMap<&str, (usize, &Node)> {
    let entries = entries(node).unwrap_or_default().iter().enumerate();
    entries.map(|(index, (key, node))| (key.as_str(), (index, node))).collect()
}

/// The entries of a table; empty for `None`.
fn entries(node: Option<&Node>) -> Option<&[(String, Node)]> {
    match node.map(|node| &node.value) {
        Some(Value::Table(entries)) => Some(entries),
        None => Some(&[]),
        Some(_) => None,
    }
}

/// The tree of a JSON value; `None` for null.
#[must_use]
pub fn of_json(json: &serde_json::Value) -> Option<Node> {
    use serde_json::Value as Json;
    let value = match json {
        Json::Null => return None,
        Json::Bool(flag) => Value::Flag(*flag),
        Json::Number(number) => {
            number.as_i64().map_or_else(|| Value::Float(number.as_f64().unwrap_or(f64::NAN)), Value::Int)
        }
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(items) => Value::List(items.iter().filter_map(of_json).collect()),
        Json::Object(entries) => {
            let entries = entries.iter().filter_map(|(key, value)| Some((key.clone(), of_json(value)?)));
            Value::Table(entries.collect())
        }
    };
    Some(Node { value, at: Origin::whole("result.json") })
}

/// The tree as JSON.
#[must_use]
pub fn json(node: &Node) -> serde_json::Value {
    match &node.value {
        Value::Int(number) => (*number).into(),
        Value::Float(number) => (*number).into(),
        Value::Flag(flag) => (*flag).into(),
        Value::Text(text) | Value::Time(text) => text.as_str().into(),
        Value::List(items) => items.iter().map(json).collect(),
        Value::Table(entries) => entries
            .iter()
            .map(|(key, node)| (key.clone(), json(node)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
    }
}

/// The tree as TOML text.
///
/// # Errors
/// The root of the tree is not a table.
pub fn write(root: &Node) -> Result<String, toml::ser::Error> {
    toml::to_string(&toml_value(root))
}

/// The tree as a TOML value.
#[must_use]
pub fn toml_value(node: &Node) -> toml::Value {
    match &node.value {
        Value::Int(number) => (*number).into(),
        Value::Float(number) => (*number).into(),
        Value::Flag(flag) => (*flag).into(),
        Value::Text(text) | Value::Time(text) => text.as_str().into(),
        Value::List(items) => toml::Value::Array(items.iter().map(toml_value).collect()),
        Value::Table(entries) => {
            // A value after a table would belong to that table.
            let (tables, values): (Vec<_>, Vec<_>) =
                entries.iter().partition(|(_, node)| matches!(node.value, Value::Table(_)));
            toml::Value::Table(
                values.into_iter().chain(tables).map(|(key, node)| (key.clone(), toml_value(node))).collect(),
            )
        }
    }
}

struct Reading {
    file: Arc<str>,
    /// The byte indices of line ends, for finding the line of a value.
    ends: Vec<usize>,
}

impl Reading {
    fn of(file: Arc<str>, text: &str) -> Self {
        Self { file, ends: text.match_indices('\n').map(|(byte, _)| byte).collect() }
    }

    fn at(&self, byte: usize) -> Origin {
        let line = 1 + self.ends.partition_point(|end| *end < byte);
        Origin::line(self.file.clone(), line)
    }

    fn table(&self, table: &DeTable<'_>, at: Origin, depth: usize) -> Result<Node, ConfigError> {
        let entries = table.iter().map(|(key, value)| {
            if key.get_ref().len() > LONGEST_KEY {
                let at = self.at(key.span().start);
                let found = format!("the key \"{}\"", clipped(key.get_ref()));
                let expected = format!("a key of at most {LONGEST_KEY} bytes");
                return Err(ConfigError::at(&at, "", found, expected));
            }
            // The line of the key, not of the value.
            let mut node = self.node(value, depth + 1)?;
            node.at = self.at(key.span().start);
            Ok((key.get_ref().to_string(), node))
        });
        Ok(Node { value: Value::Table(entries.collect::<Result<_, _>>()?), at })
    }

    fn node(&self, spanned: &Spanned<DeValue<'_>>, depth: usize) -> Result<Node, ConfigError> {
        let at = self.at(spanned.span().start);
        let error = |found: String, expected: &str| ConfigError::at(&at, "", found, expected);
        if depth > DEPTH {
            return Err(error(format!("more than {DEPTH} levels of nesting"), "a flatter file"));
        }
        let value = match spanned.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(number) => {
                let parsed = i64::from_str_radix(number.as_str(), number.radix());
                Value::Int(parsed.map_err(|_| {
                    error(format!("the integer {}", clipped(number.as_str())), "an integer of 64 bits")
                })?)
            }
            DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Datetime(time) => Value::Time(time.to_string()),
            DeValue::Array(items) => {
                Value::List(items.iter().map(|item| self.node(item, depth + 1)).collect::<Result<_, _>>()?)
            }
            DeValue::Table(table) => return self.table(table, at, depth),
        };
        Ok(Node { value, at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overlay_merges_tables_and_replaces_other_values() {
        let mut base = parse("[a]\nx = 1\ny = [1, 2]", "base").expect("TOML");
        overlay(&mut base, parse("[a]\ny = [3]\nz = 4", "over").expect("TOML"));
        set(&mut base, "a.y.0", parse_value("5", "--set a.y.0")).expect("a place");
        let mut cells = parse("p = [[1, 2], [3, 4]]", "base").expect("TOML");
        overlay(&mut cells, parse("p.1.0 = 9", "over").expect("TOML"));
        assert_eq!(cells, {
            let mut expected = parse("p = [[1, 2], [3, 4]]", "base").expect("TOML");
            set(&mut expected, "p.1.0", parse("x = 9", "over").expect("TOML").get("x").expect("x").clone())
                .expect("a place");
            expected
        });
        set(&mut base, "b.c", parse_value("word", "--set b.c")).expect("a place");
        let a = base.get("a").expect("a");
        assert_eq!(a.get("x").expect("x").value, Value::Int(1));
        let Value::List(items) = &a.get("y").expect("y").value else { panic!("a list") };
        assert_eq!(
            (items.len(), &items[0].value, items[0].at.to_string()),
            (1, &Value::Int(5), "--set a.y.0".into())
        );
        assert_eq!(base.get("b").and_then(|b| b.get("c")).expect("c").value, Value::Text("word".into()));
        assert!(set(&mut base, "a.y.7", parse_value("5", "--set")).is_err());
        assert!(set(&mut base, "a.x.7", parse_value("5", "--set")).is_err());
    }

    #[test]
    fn two_trees_differ_value_by_value() {
        let one = parse("[a]\nx = 1\ny = [1, [2, 3]]\nz = ['k']\n[b]\nc = true", "one").expect("TOML");
        let two = parse("[a]\ny = [1, [2, 4]]\nz = ['k', 'l']\nx = 1\n[d]\ne = 1.5", "two").expect("TOML");
        let told =
            |one: &Node, two: &Node| changes(one, two).iter().map(Change::to_string).collect::<Vec<_>>();
        assert_eq!(
            told(&one, &two),
            ["a.y.1.1 3 → 4", "a.z [\"k\"] → [\"k\", \"l\"]", "b.c true → none", "d.e none → 1.5"]
        );
        assert!(told(&one, &one).is_empty());
    }

    #[test]
    fn invalid_toml_is_rejected_with_its_line() {
        let errors = parse("a = 1\nb = = 2", "f.toml").expect_err("invalid TOML");
        assert!(errors.to_string().starts_with("f.toml:2: found invalid TOML"), "{errors}");
        assert!(parse("a = 99999999999999999999", "f").is_err());
        let errors = parse("[a.b]\nc = 1\n[a.b]\nc = 2", "f.toml").expect_err("twice").to_string();
        assert!(errors.starts_with("f.toml:3") && errors.contains("duplicate key: `b`"), "{errors}");
        for (text, expected) in [
            ("a = hidden", "the value in quotes: a = \"hidden\""),
            ("a = “hidden”", "straight quotes, \", instead of curly ones"),
        ] {
            let errors = parse(text, "f").expect_err(text).to_string();
            assert!(errors.ends_with(&format!("expected {expected}")), "{errors}");
        }
    }
}
