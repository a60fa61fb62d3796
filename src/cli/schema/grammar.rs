//! What a config of a game may hold, found by asking the game's own reader: every name is tried for every choice,
//! and what is left out is put in, until the reader asks for nothing new. Only faults are lost on the way.

use crate::config::{Plan, tree};
use crate::games::{self, is_setting};
use crate::model::settings::{Allowed, Node, Origin, Shape, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What may stand in all places of a kind: in `moves.*.order`, whatever the move is called. Of what differs from place
/// to place, all is allowed.
#[derive(Debug, Default)]
pub(super) struct Kind {
    /// An integer in this range.
    pub int: Option<(i64, i64)>,
    /// True or false.
    pub flag: bool,
    /// One of these words.
    pub words: Vec<&'static str>,
    /// Free text.
    pub text: bool,
    /// The name of something of the house.
    pub name: bool,
    /// A list of a length in this range.
    pub list: Option<(usize, usize)>,
    /// A table of these keys; true where every such table must have the key.
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
            Shape::Value(Allowed::Int(low, high)) => {
                let (least, most) = self.int.unwrap_or((*low, *high));
                self.int = Some((least.min(*low), most.max(*high)));
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

/// A change of a config after which the reader may ask for more.
struct Probe {
    base: Rc<Node>,
    path: String,
    value: Value,
    /// The place below which something new may be asked for.
    focus: String,
    /// The name that was chosen, on which depends what is asked for.
    by: String,
}

/// Everything that the reader of a game asks for, by the kind of place: `*` stands for any id or index.
pub(super) fn grammar(plan: &Plan) -> BTreeMap<String, Kind> {
    let mut kinds: BTreeMap<String, Kind> = BTreeMap::new();
    let (mut chosen, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut probes = Vec::new();
    let mut ask = |base: Node, focus: &str, by: &str, probes: &mut Vec<Probe>| {
        let base = Rc::new(base);
        let shapes = games::shapes(plan.game.id, &base);
        let is_open = |shape: &Shape| matches!(shape, Shape::Ids | Shape::List(..));
        let open: BTreeSet<&str> =
            shapes.iter().filter(|(_, shape)| is_open(shape)).map(|(path, _)| path.as_str()).collect();
        let noted: BTreeSet<&str> = shapes.iter().map(|(path, _)| path.as_str()).collect();
        let class = |path: &str| class(path, &open);
        let is_near = |path: &str| {
            path.strip_prefix(focus)
                .is_some_and(|rest| rest.is_empty() || focus.is_empty() || rest.starts_with('.'))
        };
        for (path, shape) in &shapes {
            kinds.entry(class(path)).or_default().join(shape);
        }
        let near: Vec<&(String, Shape)> = shapes.iter().filter(|(path, _)| is_near(path)).collect();
        seen.extend(near.iter().map(|(path, _)| (class(path), by.to_owned())));
        let mut probe = |path: String, value: Value, focus: &str, by: &str| {
            probes.push(Probe { base: base.clone(), path, value, focus: focus.into(), by: by.into() });
        };
        for (path, shape) in near {
            match shape {
                Shape::Value(Allowed::Choice(names)) if chosen.insert(class(path)) => {
                    let table = path.rsplit_once('.').map_or("", |(table, _)| table);
                    for name in names {
                        let by = format!("{}={name}", class(path));
                        probe(path.clone(), Value::Text((*name).into()), table, &by);
                    }
                }
                Shape::Table(keys) => {
                    for path in keys.iter().map(|(key, _)| below(path, key)).filter(|path| is_setting(path)) {
                        if !noted.contains(path.as_str()) && seen.insert((class(&path), by.to_owned())) {
                            probe(path.clone(), Value::Table(Vec::new()), &path, by);
                        }
                    }
                }
                Shape::List(least, _)
                    if !noted.contains(below(path, "0").as_str())
                        && seen.insert((below(&class(path), "*"), by.to_owned())) =>
                {
                    let item = Node { value: Value::Table(Vec::new()), at: Origin::whole("") };
                    probe(path.clone(), Value::List(vec![item; (*least).max(1)]), path, by);
                }
                _ => {}
            }
        }
    };
    ask(plan.tree.clone(), "", "", &mut probes);
    while let Some(Probe { base, path, value, focus, by }) = probes.pop() {
        let mut changed = (*base).clone();
        if tree::set(&mut changed, &path, Node { value, at: Origin::whole("") }).is_ok() {
            ask(changed, &focus, &by, &mut probes);
        }
    }
    kinds
}

/// The kind of place that a path leads to.
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
