//! The position of a finding: the line of the target, and the line of the card, character or other thing that the target
//! is about.

use crate::config::targets::Target;
use crate::games::NO_SETTINGS;
use crate::model::settings::{Node, Origin, Value};

/// The position, if it is a line of a file.
pub(super) fn in_file(at: &Origin) -> Option<&Origin> {
    (at.line > 0).then_some(at)
}

/// The position at which the config changes the thing that the target names (`cards.ten` for
/// `card_impact/ten/all/played`, `deck.black` for `win_rates/side/black`), if it does.
pub(super) fn thing(tree: &Node, target: &Target) -> Option<Origin> {
    let Value::Table(tables) = &tree.value else { return None };
    let mut id = target.figure.clone();
    // An arena or a move is an item of a metric.
    let item = id.metric().and_then(|metric| metric.split_once(':')).map(|(_, item)| item.to_owned());
    let words: Vec<String> = id.names_mut().into_iter().map(|name| name.clone()).chain(item).collect();
    let settings = tables.iter().filter(|(key, _)| !NO_SETTINGS.contains(&key.as_str()));
    let named = settings.filter_map(|(_, table)| words.iter().find_map(|word| table.get(word)));
    named.filter_map(|node| first(node, target)).next()
}

/// The first line of the target's file that is below this node.
fn first(node: &Node, target: &Target) -> Option<Origin> {
    let below: Vec<&Node> = match &node.value {
        Value::Table(entries) => entries.iter().map(|(_, node)| node).collect(),
        Value::List(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    let own = (node.at.file == target.at.file && node.at.line > 0).then(|| node.at.clone());
    let below = below.into_iter().filter_map(|node| first(node, target));
    own.into_iter().chain(below).min_by_key(|at| at.line)
}
