//! The effective config: the printed rules, overlaid first with house rules, then with single values.

use super::cards::{self, CARDS_TABLE, CardFiles, Tables};
use super::{
    ArgSource, config_error, lock_place, read, shipped, stored_config, stored_config::result_names,
    target_edit, tree,
};
use crate::games::{self, Catalogue, GameRef, ListedGame, MisplacedKey};
use crate::model::settings::{ConfigError, ConfigErrors, Node, ReadLog, Value, clipped, nearest, read_table};
use crate::report::result_file::sha256;
use std::collections::BTreeMap;
use std::path::Path;

/// A config that was found and read, before options are applied.
#[derive(Clone, Debug)]
pub struct Effective {
    /// The game.
    pub game: GameRef,
    /// The name of its report folder: the game id, or game id and file stem.
    pub name: String,
    /// The effective tree.
    pub tree: Node,
    /// The text of the house rules; for a game id, only `game = "ID"`.
    pub house: String,
    /// What is wrong with the table of cards that the house rules name.
    pub tables: Tables,
}

/// The key of the description in the provenance of a result.
pub const DESCRIPTION: &str = "description";

/// The printed rules of a game. Several descriptions can have one id, so these are those of the description itself.
///
/// # Errors
/// They are not valid.
pub fn printed_rules(game: &GameRef) -> Result<Effective, ConfigErrors> {
    let house = format!("game = \"{}\"\n", game.id);
    let (name, tree, tables) = (game.id.into(), printed(game)?.clone(), Tables::default());
    Ok(Effective { game: game.clone(), name, tree, house, tables })
}

/// Finds the id of a game of this list, a config file or a result, and reads it.
///
/// # Errors
/// The game or file does not exist, or the file is not valid TOML.
pub fn effective(config: &str, catalogue: &Catalogue) -> Result<Effective, ConfigErrors> {
    if let Some(game) = catalogue.find(config) {
        return printed_rules(&game);
    }
    let path = Path::new(config);
    if path.exists() && !path.is_dir() {
        return read_config(path, catalogue);
    }
    if let Some(folder) = stored_config::folder(config) {
        return stored_config::read_result(&folder, catalogue);
    }
    if let Some(text) = shipped::config_at(config, catalogue) {
        return of_text(text.to_owned(), path, catalogue);
    }
    if let Some(effective) = stored_config::lettered(config, catalogue)? {
        return Ok(effective);
    }
    let is_file = config.ends_with(".toml") || config.contains(['/', '\\']);
    let mut error = config_error("CONFIG", "", format!("\"{}\"", clipped(config)), CONFIG_OR_GAME);
    error.expected += &catalogue.ids().join(", ");
    let read = if is_file { read_config(path, catalogue) } else { Err(ConfigErrors(vec![error])) };
    read.map_err(|mut errors| {
        errors.0.iter_mut().for_each(|error| error.hint = meant_config(path, is_file, catalogue));
        errors
    })
}

/// What is expected as a config; a list of games follows.
pub const CONFIG_OR_GAME: &str = "a config file, a result, or one of the games: ";

/// The TOML file in the same folder, the game, or the result that a missing file probably means. Files come first if
/// `is_file`.
fn meant_config(path: &Path, is_file: bool, catalogue: &Catalogue) -> Option<String> {
    /// Larger folders are not read to the end.
    const MOST_FILES: usize = 2000;
    let name = path.file_name()?.to_str()?;
    // Another ending is a typing mistake, or a part of the name.
    let stem = name.rsplit_once('.').filter(|(_, end)| nearest(end, ["toml"]).is_some());
    let stem = stem.map_or(name, |(stem, _)| stem);
    let game = nearest(stem, catalogue.ids());
    let file = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let files = std::fs::read_dir(folder).ok()?.take(MOST_FILES);
        let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
        let mut stems: Vec<String> =
            names.filter_map(|name| Some(name.strip_suffix(".toml")?.to_owned())).collect();
        stems.sort_unstable();
        let near = nearest(stem, stems.iter().map(String::as_str))?;
        Some(path.with_file_name(near + ".toml").display().to_string())
    };
    let embedded = || {
        let paths: Vec<String> = shipped::config_paths(catalogue).collect();
        nearest(path.to_str()?, paths.iter().map(String::as_str))
    };
    let result = || nearest(stem, result_names().iter().map(String::as_str));
    if is_file { file().or_else(embedded).or(game) } else { game.or_else(file).or_else(result) }
}

/// Reads a config file; its name does not matter.
///
/// # Errors
/// The file cannot be read, is not valid TOML, or names no known game.
pub fn read_config(path: &Path, catalogue: &Catalogue) -> Result<Effective, ConfigErrors> {
    of_text(read(path)?, path, catalogue)
}

/// Reads the text of a config file.
///
/// # Errors
/// It is not valid TOML, or names no known game.
pub fn of_text(text: String, path: &Path, catalogue: &Catalogue) -> Result<Effective, ConfigErrors> {
    let file = path.display().to_string();
    let (game, mut rules) = game_and_tree(&text, &file, catalogue)?;
    if rules.get("weights").is_some() {
        let expected = format!("a config; to play with this strategy: --bots {}", clipped(&file));
        return Err(ConfigErrors(vec![config_error(&file, "", "a strategy file", expected)]));
    }
    let printed = printed(&game)?;
    let mut tree = printed.clone();
    if rules.get("provenance").is_some() {
        // The config of a result repeats the printed values. They count as printed again: where a changed choice makes
        // printed keys meaningless, they are not errors.
        tree::remove_equal(&mut rules, &tree);
    }
    // The settings of the house rules come after the table, as the file that `tune` writes does.
    let tables = match rules.get(CARDS_TABLE) {
        Some(node) => cards::apply(&game, &mut tree, &card_files(node)?)?,
        None => Tables::default(),
    };
    tree::remove(&mut rules, CARDS_TABLE);
    if game.description.is_some() {
        split_numbers(&mut tree, &rules);
    }
    tree::overlay(&mut tree, rules);
    if let Some(described) = &game.description {
        // House rules name the file of the description, the description itself its id.
        if let (Some(named), Some(id)) = (tree.get_mut("game"), printed.get("game")) {
            *named = id.clone();
        }
        if *described == text {
            return Ok(Effective { name: game.id.into(), game, tree, house: text, tables });
        }
    }
    let stem: String = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Effective { name: format!("{}-{}", game.id, plain_name(&stem)), game, tree, house: text, tables })
}

/// The table of cards that a config names: its path, which is relative to the config, and how to read it.
///
/// # Errors
/// It has unknown keys, or names no file.
pub fn card_files(node: &Node) -> Result<CardFiles, ConfigErrors> {
    /// The longest text.
    const LONGEST: usize = 4_000;
    let (files, log) = read_table(CARDS_TABLE, node, ReadLog::default(), |table| {
        let text = |key| table.maybe(key).map(|item| item.text_up_to(LONGEST).to_owned());
        let file = table.item("file");
        let source = ArgSource { at: node.at.clone(), key: CARDS_TABLE.into(), ..ArgSource::by("") };
        let named = file.text_up_to(LONGEST);
        // A config that a command writes into the folder of its result names the file from where the command ran.
        let beside = source.path(named);
        let is_here = !Path::new(&beside).is_file() && Path::new(named).is_file();
        CardFiles {
            files: vec![if is_here { named.to_owned() } else { beside }],
            columns: text("columns"),
            header_row: table.maybe("header-row").map(|item| item.int(1..=1_000_000)),
            sheet: text("worksheet"),
            encoding: text("encoding"),
            at: Some(node.at.clone()),
            content: None,
        }
    });
    if log.faults.is_empty() { Ok(files) } else { Err(ConfigErrors(log.faults)) }
}

/// The name of a file as a part of the name of a folder. Where signs are replaced or cut off, the start of a digest keeps the
/// names of different files different.
fn plain_name(stem: &str) -> String {
    const MOST: usize = 60;
    let is_plain = |c: char| c.is_alphanumeric() || "_-".contains(c);
    let plain: String = stem.chars().take(MOST).map(|c| if is_plain(c) { c } else { '-' }).collect();
    if plain == stem {
        return plain;
    }
    let digest = sha256(stem.as_bytes());
    format!("{plain}-{}", digest.get(..8).unwrap_or_default())
}

/// The game of this list that a config text names, or the one that it describes, and its tree.
///
/// # Errors
/// The text is not valid TOML, or names no known game.
pub fn game_and_tree(text: &str, file: &str, catalogue: &Catalogue) -> Result<(GameRef, Node), ConfigErrors> {
    let tree = tree::parse(text, file)?;
    let listed = |id: &str| catalogue.find(id);
    let is_listed =
        matches!(tree.get("game"), Some(Node { value: Value::Text(id), .. }) if listed(id).is_some());
    if !is_listed {
        let misplaced =
            games::misplaced_keys(&tree).into_iter().map(|MisplacedKey { table, key, what, node }| {
                let expected =
                    format!("`{key}` before the first table; below [{table}], it is a part of {table}");
                ConfigError::at(&node.at, format!("{table}.{key}"), format!("{what} in {table}"), expected)
            });
        let misplaced: Vec<ConfigError> = misplaced.collect();
        if !misplaced.is_empty() {
            return Err(ConfigErrors(misplaced));
        }
    }
    if !is_listed && games::is_description(&tree) {
        if let Some(node) = tree.get(CARDS_TABLE) {
            let expected =
                "this table in house rules that begin with `game = \"FILE.toml\"`, the name of this file";
            let error = ConfigError::at(
                &node.at,
                CARDS_TABLE,
                "a table of cards in the description of a game",
                expected,
            );
            return Err(ConfigErrors(vec![error]));
        }
        // The config of a result has the settings that were played, and the description as it was.
        let stored = tree.get("provenance").and_then(|origin| origin.get(DESCRIPTION));
        if let Some(Node { value: Value::Text(text), .. }) = stored {
            return Ok((catalogue.described(text, &tree::parse(text, file)?)?, tree));
        }
        return Ok((catalogue.described(text, &tree)?, tree));
    }
    let mut missing =
        config_error(file, "game", "no such key", format!("game = one of: {}", catalogue.ids().join(", ")));
    match tree.get("game") {
        None => Err(ConfigErrors(vec![missing])),
        Some(node) => {
            if let Value::Text(id) = &node.value {
                if let Some(game) = listed(id) {
                    if games::has_sentences(&tree) {
                        let expected =
                            "another id: this is an included game, and the file describes a game of its own";
                        let error = ConfigError::at(&node.at, "game", node.shown(), expected);
                        return Err(ConfigErrors(vec![error]));
                    }
                    return Ok((game, tree));
                }
                if id.ends_with(".toml") {
                    return Ok((described_in(id, node, catalogue)?, tree));
                }
                missing.hint = nearest(id, catalogue.ids());
            }
            missing.at = node.at.clone();
            missing.found = node.shown();
            Err(ConfigErrors(vec![missing]))
        }
    }
}

/// The text of the description that a config file names, if it names one.
#[must_use]
pub fn description_beside(text: &str, file: &Path) -> Option<String> {
    read(Path::new(&description_file(text, file)?)).ok()
}

/// The path from the working directory to the description that a config file names, if it names one.
#[must_use]
pub fn description_file(text: &str, file: &Path) -> Option<String> {
    let tree = tree::parse(text, &file.display().to_string()).ok()?;
    let node = tree.get("game")?;
    let Value::Text(named) = &node.value else { return None };
    let is_file = Path::new(named).extension().is_some_and(|end| end == "toml");
    is_file.then(|| description_path(named, node))
}

/// The path of a description, which is relative to the config that names it.
fn description_path(named: &str, node: &Node) -> String {
    ArgSource { at: node.at.clone(), key: "game".into(), ..ArgSource::by("") }.path(named)
}

/// The game that a file describes, which a config names relative to its own folder.
fn described_in(named: &str, node: &Node, catalogue: &Catalogue) -> Result<GameRef, ConfigErrors> {
    let mut path = description_path(named, node);
    let refuse = |found: String, expected: &str| {
        Err(ConfigErrors(vec![ConfigError::at(&node.at, "game", found, expected)]))
    };
    // A config that a command writes into the folder of its result names the file from where the command ran.
    if !Path::new(&path).is_file() && Path::new(named).is_file() {
        named.clone_into(&mut path);
    }
    if !Path::new(&path).is_file() {
        let shown = lock_place::without_parents(Path::new(&path)).display().to_string();
        let shown = clipped(&shown);
        return refuse(format!("no file \"{shown}\""), "the path of a description, relative to this file");
    }
    let text = read(Path::new(&path))?;
    let tree = tree::parse(&text, &path)?;
    if !games::is_description(&tree) {
        let expected = "a file that describes a game: with the sentences of a round, or of a turn";
        return refuse(format!("\"{}\"", clipped(&path)), expected);
    }
    catalogue.described(&text, &tree)
}

/// The printed rules of a game, which are parsed only once.
pub(super) fn printed(game: &ListedGame) -> Result<&Node, ConfigErrors> {
    game.printed(|| {
        let text = shipped::printed(game).unwrap_or_default();
        tree::parse(text, &format!("configs/{}/printed.toml", game.id))
    })
}

/// Applies one `KEY=VALUE` of `--set`.
///
/// # Errors
/// It has no `=`, or its key does not exist.
pub fn apply(tree: &mut Node, set: &str) -> Result<(), ConfigError> {
    apply_by("--set", &FIXED_KEYS, tree, set)
}

/// The keys of a config that options cannot change, because a change would have no effect.
pub const FIXED_KEYS: [&str; 2] = ["game", "provenance"];

/// Applies one `KEY=VALUE` of an option. `option` is named in errors; keys in the tables `refused` are rejected.
///
/// # Errors
/// It has no `=`, or its key is rejected or does not exist.
pub fn apply_by(option: &str, refused: &[&str], tree: &mut Node, set: &str) -> Result<(), ConfigError> {
    let Some((key, value)) = key_and_value(set) else {
        let error =
            config_error(option, "", format!("\"{}\"", clipped(set)), "KEY=VALUE, e.g. rules.max-rounds=50");
        let two = set.trim().split_once([' ', ':']).filter(|(key, _)| key.contains('.'));
        let hint = two.map(|(key, value)| clipped(&format!("{key}={}", value.trim())));
        return Err(ConfigError { hint, ..error });
    };
    if key.split('.').next().is_some_and(|table| refused.contains(&table)) {
        let expected = match key {
            "run.games" | "run.seed" => "the key of a setting; --games and --seed are options",
            _ => "the key of a setting (see `undercard list GAME`)",
        };
        return Err(config_error(option, "", format!("the key \"{}\"", clipped(key)), expected));
    }
    let meant = meant(tree, key);
    if !meant.is_empty() {
        let more = if meant.len() > MOST_MEANT { ", …" } else { "" };
        let meant: Vec<String> = meant.into_iter().take(MOST_MEANT).collect();
        let expected = format!("the whole key: {}{more}", meant.join(", "));
        return Err(config_error(option, "", format!("the key \"{}\"", clipped(key)), expected));
    }
    let value = of_setting(tree, key, tree::parse_value(value, option));
    if games::is_description(tree) {
        let below = |node: Node, word: &str| {
            let at = node.at.clone();
            Node { value: Value::Table(vec![(word.to_owned(), node)]), at }
        };
        split_numbers(tree, &key.split('.').rev().fold(value.clone(), below));
    }
    target_edit::apply(option, tree, key, &value).unwrap_or_else(|| tree::change(tree, key, value))
}

/// In a described game, a number of both players becomes a list of one for each player where a change names one of them:
/// `counters.health.1` is the second player's.
fn split_numbers(tree: &mut Node, change: &Node) {
    for table in games::SEAT_NUMBERS {
        let Some(Value::Table(changes)) = change.get(table).map(|node| &node.value) else { continue };
        let Some(Value::Table(entries)) = tree.get_mut(table).map(|node| &mut node.value) else { continue };
        let changes: BTreeMap<&str, &Node> =
            changes.iter().map(|(name, node)| (name.as_str(), node)).collect();
        for (name, node) in entries.iter_mut().filter(|(_, node)| matches!(node.value, Value::Int(_))) {
            let change = changes.get(name.as_str()).map(|change| &change.value);
            if let Some(Value::Table(seats)) = change
                && !seats.is_empty()
                && seats.iter().all(|(seat, _)| seat.parse::<usize>().is_ok())
            {
                node.value = Value::List(vec![node.clone(); 2]);
            }
        }
    }
}

/// A value as the config has it: programs write whole numbers with decimals, and columns of numbers have 1 for true.
fn of_setting(tree: &Node, key: &str, node: Node) -> Node {
    let is_switch = || {
        let known = key.split('.').try_fold(tree, Node::get);
        known.is_some_and(|known| matches!(known.value, Value::Flag(_)))
    };
    let value = match tree::whole(node.value) {
        Value::Int(number @ 0..=1) if is_switch() => Value::Flag(number == 1),
        value => value,
    };
    Node { value, ..node }
}

/// Maximum number of keys that an error names.
const MOST_MEANT: usize = 6;

/// The whole keys of values that this key may mean if its beginning is missing: `ten.damage` means `cards.ten.damage`.
fn meant(tree: &Node, key: &str) -> Vec<String> {
    let first = key.split('.').next().unwrap_or_default();
    let mut values = Vec::new();
    if tree.get(first).is_none() && !games::NO_SETTINGS.contains(&first) {
        tree::values(tree, "", &mut values);
        let (inside, end) = (format!(".{key}."), format!(".{key}"));
        values.retain(|path| games::is_setting(path) && (path.contains(&inside) || path.ends_with(&end)));
    }
    values
}

/// Whether one of these `KEY=VALUE` sets the number of players.
pub fn sets_players(set: &[String]) -> bool {
    set.iter().any(|set| key_and_value(set).is_some_and(|(key, _)| key == "setup.players"))
}

/// The two sides of a `KEY=VALUE`.
pub(super) fn key_and_value(set: &str) -> Option<(&str, &str)> {
    set.split_once('=').map(|(key, value)| (key.trim(), value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn different_files_have_different_names() {
        let long = "x".repeat(61);
        let names = ["a'b", "a,b", "a b", "a-b", "a.b", &long, &long[1..]].map(plain_name);
        let different: BTreeSet<&String> = names.iter().collect();
        assert_eq!(different.len(), names.len(), "{names:?}");
        assert!(names[3] == "a-b" && names[6] == long[1..], "{names:?}");
    }
}
