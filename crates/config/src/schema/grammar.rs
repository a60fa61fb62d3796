//! Discovers the grammar of a game's configs by probing the game's own reader: tries every name of every
//! choice and adds every missing key, until the reader requests no new key. Ignores the reader's errors on
//! these probes; only the requested keys count.

use crate::games::{ListedGame, is_setting};
use crate::model::settings::{Allowed, Node, Origin, Shape, Value};
use crate::{Plan, tree};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The allowed values of a class of keys, for example `moves.*.order` for all moves. If keys of a class
/// differ, the union.
#[derive(Debug, Default)]
pub(super) struct Kind {
    /// An integer in this range.
    pub int: Option<(i64, i64)>,
    /// True or false.
    pub flag: bool,
    /// One of these words.
    pub words: Vec<&'static str>,
    /// Whether 0 is an older way to write the word.
    pub zero: bool,
    /// Free text.
    pub text: bool,
    /// The name of something that the config defines.
    pub name: bool,
    /// A list of a length in this range.
    pub list: Option<(usize, usize)>,
    /// A table with these keys; true for keys that every table of this class requires.
    pub keys: Option<BTreeMap<&'static str, bool>>,
    /// A table keyed by id.
    pub ids: bool,
}

impl Kind {
    fn join(&mut self, shape: &Shape) {
        let mut word = |word| {
            if !self.words.contains(&word) {
                self.words.push(word);
            }
        };
        match shape {
            Shape::Value(Allowed::Int(low, high)) => self.join_range(*low, *high),
            Shape::Value(Allowed::IntOr(low, high, name)) => {
                word(*name);
                self.zero = true;
                self.join_range(*low, *high);
            }
            Shape::Value(Allowed::Flag) => self.flag = true,
            Shape::Value(Allowed::Choice(names)) => names.iter().for_each(|name| word(*name)),
            Shape::Value(Allowed::Text) => self.text = true,
            Shape::Word(name) => word(*name),
            Shape::Name => self.name = true,
            Shape::List(low, high) => {
                let (least, most) = self.list.unwrap_or((*low, *high));
                self.list = Some((least.min(*low), most.max(*high)));
            }
            Shape::Table(keys) => {
                let is_first = self.keys.is_none();
                let known = self.keys.get_or_insert_default();
                for (key, must) in known.iter_mut() {
                    *must &= keys.contains(&(key, true));
                }
                for (key, must) in keys {
                    known.entry(key).or_insert(is_first && *must);
                }
            }
            Shape::Ids => self.ids = true,
        }
    }
}

impl Kind {
    fn join_range(&mut self, low: i64, high: i64) {
        let (least, most) = self.int.unwrap_or((low, high));
        self.int = Some((least.min(low), most.max(high)));
    }
}

/// All keys that a game reads, by class; `*` is any id or index.
pub(super) fn grammar(plan: &Plan) -> BTreeMap<String, Kind> {
    let mut asking = Asking::default();
    asking.ask(&plan.game, plan.tree.clone(), "", "");
    while let Some(Probe { base, path, value, focus, by }) = asking.probes.pop() {
        let mut tree = (*base).clone();
        if tree::set(&mut tree, &path, node(value)).is_ok() {
            asking.ask(&plan.game, tree, &focus, &by);
        }
    }
    asking.kinds
}

/// The classes found so far, and the remaining probes.
#[derive(Default)]
struct Asking {
    kinds: BTreeMap<String, Kind>,
    /// Classes whose names have all been tried.
    chosen: BTreeSet<String>,
    /// Requested classes, each with the name that was chosen at the time.
    seen: BTreeSet<(String, String)>,
    probes: Vec<Probe>,
}

/// A change of a config after which the reader may request more keys.
struct Probe {
    base: Rc<Node>,
    path: String,
    value: Value,
    /// The table below which new keys may be requested.
    focus: String,
    /// The chosen name, on which the requested keys depend.
    by: String,
}

impl Asking {
    /// Probes the reader with a config, and adds further probes below the focus.
    fn ask(&mut self, game: &ListedGame, tree: Node, focus: &str, by: &str) {
        let base = Rc::new(tree);
        let shapes = game.shapes(&base);
        let is_open = |shape: &Shape| matches!(shape, Shape::Ids | Shape::List(..));
        let open: BTreeSet<&str> =
            shapes.iter().filter(|(_, shape)| is_open(shape)).map(|(path, _)| path.as_str()).collect();
        let noted: BTreeSet<&str> = shapes.iter().map(|(path, _)| path.as_str()).collect();
        for (path, shape) in &shapes {
            self.kinds.entry(class(path, &open)).or_default().join(shape);
        }
        let near: Vec<_> = shapes.iter().filter(|(path, _)| is_below(path, focus)).collect();
        self.seen.extend(near.iter().map(|(path, _)| (class(path, &open), by.to_owned())));
        let is_new = |path: &str| !noted.contains(path);
        let mut probe = |path: &str, value: Value, focus: &str, by: &str| {
            let (path, focus, by) = (path.to_owned(), focus.to_owned(), by.to_owned());
            self.probes.push(Probe { base: base.clone(), path, value, focus, by });
        };
        for (path, shape) in near {
            let class_of = |path: &str| class(path, &open);
            match shape {
                Shape::Value(Allowed::Choice(names)) if self.chosen.insert(class_of(path)) => {
                    let table = path.rsplit_once('.').map_or("", |(table, _)| table);
                    for name in names {
                        let by = format!("{}={name}", class_of(path));
                        probe(path, Value::Text((*name).into()), table, &by);
                    }
                }
                Shape::Table(keys) => {
                    let paths = keys.iter().map(|(key, _)| below(path, key));
                    for path in paths.filter(|path| is_setting(path) && is_new(path)) {
                        if self.seen.insert((class_of(&path), by.to_owned())) {
                            probe(&path, Value::Table(Vec::new()), &path, by);
                        }
                    }
                }
                Shape::List(least, _)
                    if is_new(&below(path, "0"))
                        && self.seen.insert((below(&class_of(path), "*"), by.to_owned())) =>
                {
                    let items = vec![node(Value::Table(Vec::new())); (*least).max(1)];
                    probe(path, Value::List(items), path, by);
                }
                _ => {}
            }
        }
    }
}

fn node(value: Value) -> Node {
    Node { value, at: Origin::whole("") }
}

fn is_below(path: &str, table: &str) -> bool {
    let rest = path.strip_prefix(table);
    rest.is_some_and(|rest| table.is_empty() || rest.is_empty() || rest.starts_with('.'))
}

/// The class of a path.
fn class(path: &str, open: &BTreeSet<&str>) -> String {
    let mut class = String::new();
    let mut end = 0;
    for word in path.split('.') {
        let table = &path[..end];
        class = below(&class, if end > 0 && open.contains(table) { "*" } else { word });
        end += word.len() + usize::from(end > 0);
    }
    class
}

/// The path of a key of a table.
pub(super) fn below(table: &str, key: &str) -> String {
    if table.is_empty() { key.to_owned() } else { format!("{table}.{key}") }
}
