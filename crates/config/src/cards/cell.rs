//! A value as the text of a cell, and back. A cell holds a number, a word, or words with blanks between them; any other
//! value is written as in a config.

use crate::games::ListedGame;
use crate::model::settings::{Allowed, Node, Origin, Shape, Value, is_formula};
use crate::tree;
use std::collections::BTreeMap;

/// What the reader of a game requests at each path.
#[derive(Default)]
pub(super) struct Shapes(BTreeMap<String, Vec<Shape>>);

impl Shapes {
    pub(super) fn of(game: &ListedGame, tree: &Node) -> Self {
        let mut all = BTreeMap::<String, Vec<Shape>>::new();
        for (path, shape) in game.shapes(tree) {
            all.entry(path).or_default().push(shape);
        }
        Self(all)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &Shape)> {
        self.0.iter().flat_map(|(path, shapes)| shapes.iter().map(move |shape| (path.as_str(), shape)))
    }

    fn at(&self, path: &str) -> &[Shape] {
        self.0.get(path).map_or(&[], Vec::as_slice)
    }

    /// Whether this key below some entry is a text that its author chooses, such as a name.
    pub(super) fn is_free_text(&self, words: &[String]) -> bool {
        let is_text = |shape: &Shape| matches!(shape, Shape::Value(Allowed::Text) | Shape::Name);
        self.all().any(|(path, shape)| is_text(shape) && path.split('.').skip(2).eq(words))
    }

    /// Whether the table at this path needs this key.
    pub(super) fn requires(&self, path: &str, key: &str) -> bool {
        let is_required = |shape: &Shape| matches!(shape, Shape::Table(keys) if keys.contains(&(key, true)));
        self.at(path).iter().any(is_required)
    }

    /// Whether all lists at this path have the same length, so that each item has a column of its own.
    pub(super) fn is_fixed_list(&self, path: &str) -> bool {
        self.at(path)
            .iter()
            .any(|shape| matches!(shape, Shape::List(least, most) if least == most && *most > 1))
    }
}

/// The text of a value, which [`value`] reads back exactly.
pub(super) fn text(node: &Node, path: &str, shapes: &Shapes) -> String {
    let plain = match &node.value {
        Value::Int(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Flag(flag) => flag.to_string(),
        Value::Text(text) | Value::Time(text) => text.clone(),
        Value::List(items) => {
            let items = items.iter().enumerate();
            let items: Vec<_> =
                items.map(|(index, item)| text(item, &format!("{path}.{index}"), shapes)).collect();
            items.join(" ")
        }
        Value::Table(_) => String::new(),
    };
    // A spreadsheet would read a formula.
    let is_text = !matches!(node.value, Value::Int(_) | Value::Float(_));
    let is_unsafe = plain.is_empty() || is_text && is_formula(&plain);
    let read = Node { value: value(&plain, path, shapes), at: node.at.clone() };
    if !is_unsafe && tree::json(&read) == tree::json(node) {
        plain
    } else {
        tree::toml_value(node).to_string()
    }
}

/// The value of a cell that is not empty. What no setting allows is kept as it is, for the error of the settings reader.
pub(super) fn value(cell: &str, path: &str, shapes: &Shapes) -> Value {
    let cell = cell.trim();
    if cell.starts_with(['"', '[', '{']) {
        return tree::parse_value(cell, "").value;
    }
    let (mut is_list, mut is_number, mut is_flag, mut is_text, mut is_word) = Default::default();
    for shape in shapes.at(path) {
        match shape {
            Shape::List(..) => is_list = true,
            Shape::Value(Allowed::Int(..)) => is_number = true,
            Shape::Value(Allowed::IntOr(.., word)) => {
                is_number = true;
                is_word |= *word == cell;
            }
            Shape::Value(Allowed::Flag) => is_flag = true,
            Shape::Value(Allowed::Choice(names)) => {
                is_text = true;
                is_word |= names.contains(&cell);
            }
            Shape::Word(word) => is_word |= *word == cell,
            Shape::Value(Allowed::Text) | Shape::Name => is_text = true,
            Shape::Table(_) | Shape::Ids => {}
        }
    }
    let text = || Value::Text(cell.to_owned());
    match () {
        () if is_word => text(),
        () if is_list => list(cell, path, shapes),
        () if is_number => number(cell).unwrap_or_else(text),
        () if is_flag => switch(cell).map_or_else(text, Value::Flag),
        () if is_text => text(),
        () => number(cell).or_else(|| flag(cell).map(Value::Flag)).unwrap_or_else(text),
    }
}

/// The items of a list, with blanks, commas or semicolons between them.
fn list(cell: &str, path: &str, shapes: &Shapes) -> Value {
    let words =
        cell.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).filter(|word| !word.is_empty());
    let item = |(index, word): (usize, &str)| Node {
        value: value(word, &format!("{path}.{index}"), shapes),
        at: Origin::whole(""),
    };
    Value::List(words.enumerate().map(item).collect())
}

/// A number as spreadsheets write it: with a decimal point or comma, and with decimals that are 0. `1.000` and `1,000`
/// are no numbers, because in some languages they are a thousand and in others 1.
fn number(cell: &str) -> Option<Value> {
    let cell = cell.replace('−', "-");
    let Some((whole, decimals)) = cell.split_once(['.', ',']) else {
        return cell.parse().ok().map(Value::Int);
    };
    let are_digits = !decimals.is_empty() && decimals.bytes().all(|b| b.is_ascii_digit());
    let is_number = whole.parse::<i64>().is_ok() && are_digits;
    if !is_number || decimals == "000" {
        return None;
    }
    if decimals.bytes().all(|b| b == b'0') {
        return whole.parse().ok().map(Value::Int);
    }
    format!("{whole}.{decimals}").parse().ok().map(Value::Float)
}

/// True or false, also in capitals or in German, as spreadsheets write it.
fn flag(cell: &str) -> Option<bool> {
    match cell.to_lowercase().as_str() {
        "true" | "wahr" => Some(true),
        "false" | "falsch" => Some(false),
        _ => None,
    }
}

/// A value that can only be true or false. Data frames make numbers of such values beside empty cells.
fn switch(cell: &str) -> Option<bool> {
    flag(cell).or_else(|| match number(cell)? {
        Value::Int(0) => Some(false),
        Value::Int(1) => Some(true),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_spreadsheets_write_them() {
        for (cell, read) in [("7", 7), ("-10", -10), ("−10", -10), ("7.0", 7), ("7,00", 7), ("0", 0)] {
            assert_eq!(number(cell), Some(Value::Int(read)), "{cell}");
        }
        assert_eq!((number("1,5"), number("1.5")), (Some(Value::Float(1.5)), Some(Value::Float(1.5))));
        for cell in ["1.000", "1,000", "1,", "1.2.3", "7 8", "x", "", "99999999999999999999", "nan", "1e3"] {
            assert_eq!(number(cell), None, "{cell}");
        }
        assert_eq!(["TRUE", "Falsch", "yes"].map(flag), [Some(true), Some(false), None]);
        assert_eq!(["1.0", "0", "2", "wahr"].map(switch), [Some(true), Some(false), None, Some(true)]);
    }
}
