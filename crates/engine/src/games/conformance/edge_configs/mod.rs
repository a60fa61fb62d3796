//! Edge configs: extreme settings, so that the conformance tests cover every value of every choice. This
//! folder has one list per game, with one table per config, which is overlaid on the printed rules.

use super::{Says, apply, configs, printed};
use crate::games::{GameEntry, PRINTED_GAMES, check, with_printed_game};
use crate::model::settings::{Allowed, ConfigErrors, Node, Value, tree};
use crate::model::{Game, RngStream, Seed};
use std::collections::{BTreeMap, BTreeSet};

/// The list of a game.
fn list(id: &str) -> &'static str {
    match id {
        "fight" => include_str!("fight.toml"),
        "knife-fight" => include_str!("knife-fight.toml"),
        "stabby-jack" => include_str!("stabby-jack.toml"),
        "stupid-fight" => include_str!("stupid-fight.toml"),
        "taunt" => include_str!("taunt.toml"),
        _ => panic!("{id}: a game needs its edge configs"),
    }
}

/// A game by its printed rules overlaid with this TOML, or its errors.
pub(in crate::games) fn house<G: Game>(house: &str) -> Result<G, ConfigErrors> {
    let mut config = printed(G::INFO.id);
    tree::overlay(&mut config, tree::parse(house, "house.toml")?);
    check(&config).map(|(game, _)| game)
}

/// A game by its printed rules with these `KEY=VALUE` settings, or its errors.
pub(in crate::games) fn with_set<G: Game>(sets: &[&str]) -> Result<G, ConfigErrors> {
    let mut config = printed(G::INFO.id);
    sets.iter()
        .try_for_each(|set| apply(&mut config, set))
        .map_err(|fault| ConfigErrors(vec![fault]))
        .and_then(|()| check(&config))
        .map(|(game, _)| game)
}

/// The edge configs as they are listed: name and tree.
fn listed(id: &str) -> Vec<(String, Node)> {
    let Value::Table(tables) = tree::parse(list(id), "edge.toml").expect("TOML").value else {
        unreachable!("a file is a table")
    };
    let overlay = |(name, table)| {
        let mut config = printed(id);
        tree::overlay(&mut config, table);
        (format!("{id}, edge config {name}"), config)
    };
    tables.into_iter().map(overlay).collect()
}

/// Number of additional variants of each listed config with random choices.
const MIXES: usize = 2;

/// All edge configs: the listed ones, and variants of each with random choices.
pub(super) fn edge_configs(id: &str) -> Vec<(String, Node)> {
    let mut luck = Seed::new(9).game(0).bot(0);
    let mut configs = listed(id);
    for (name, config) in listed(id) {
        let mixes =
            (1..=MIXES).map(|nth| (format!("{name}, mix {nth}"), mixed(id, &config, &mut luck, |_, _| None)));
        configs.extend(mixes);
    }
    configs
}

/// The printed game and all edge configs, for the tests of a single game.
pub(in crate::games) fn edge_games<G: Game>() -> impl Iterator<Item = (String, G)> {
    let configs =
        std::iter::once(("printed".to_owned(), printed(G::INFO.id))).chain(edge_configs(G::INFO.id));
    configs.map(|(name, config)| {
        let (game, _) = check(&config).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        (name, game)
    })
}

/// A config in which every choice is drawn at random, and the numbers that `number` draws for their paths.
/// Contradictory settings are drawn again.
pub(in crate::games) fn mixed(
    id: &str,
    config: &Node,
    luck: &mut RngStream,
    mut number: impl FnMut(&str, &mut RngStream) -> Option<usize>,
) -> Node {
    let settings = with_printed_game(id, config, Says)
        .expect("a registered game")
        .unwrap_or_else(|faults| panic!("{faults}"));
    for _ in 0..10_000 {
        let mut tree = config.clone();
        for setting in &settings {
            // Does not change the nature of cards and moves.
            let is_rule = setting.path.split('.').count() == 2;
            let value = match &setting.allowed {
                Allowed::Choice(names) if is_rule => names[luck.below(names.len())].to_owned(),
                Allowed::Flag if is_rule => (luck.below(2) == 0).to_string(),
                Allowed::Int(..) | Allowed::IntOr(..) => match number(&setting.path, luck) {
                    Some(number) => number.to_string(),
                    None => continue,
                },
                _ => continue,
            };
            apply(&mut tree, &format!("{}={value}", setting.path)).expect("a setting");
        }
        if with_printed_game(id, &tree, Says).is_some_and(|opened| opened.is_ok()) {
            return tree;
        }
    }
    panic!("{id}: all mixed rules are rejected")
}

/// The common name of similar choices of cards, moves and effects: `setup.mode` unchanged, but `reach` for
/// `moves.kick.reach.2`.
fn kind_of(path: &str) -> &str {
    let is_place = |word: &&str| word.parse::<usize>().is_err();
    if path.split('.').count() == 2 { path } else { path.rsplit('.').find(is_place).unwrap_or(path) }
}

fn value_at<'n>(config: &'n Node, path: &str) -> &'n Node {
    path.split('.').fold(config, |node, word| match &node.value {
        Value::List(items) => &items[word.parse::<usize>().expect("a place")],
        _ => node.get(word).unwrap_or_else(|| panic!("no {word} of {path}")),
    })
}

/// Without this test, the conformance tests might never see some value of a choice.
#[test]
fn every_allowed_name_of_a_setting_is_in_some_config() {
    for GameEntry { info: game, .. } in PRINTED_GAMES {
        let mut never = BTreeMap::<String, BTreeSet<String>>::new();
        let mut ever = BTreeMap::<String, BTreeSet<String>>::new();
        for (name, config) in configs(game.id).into_iter().chain(listed(game.id)) {
            let settings = with_printed_game(game.id, &config, Says).expect("a registered game");
            for setting in settings.unwrap_or_else(|faults| panic!("{name}: {faults}")) {
                let names: &[&str] = match &setting.allowed {
                    Allowed::Choice(names) => names,
                    Allowed::Flag => &["true", "false"],
                    _ => continue,
                };
                let kind = kind_of(&setting.path);
                never.entry(kind.to_owned()).or_default().extend(names.iter().map(|name| (*name).to_owned()));
                let is = value_at(&config, &setting.path).shown().replace('"', "");
                ever.entry(kind.to_owned()).or_default().insert(is);
            }
        }
        for (kind, names) in &mut never {
            names.retain(|name| !ever[kind].contains(name));
        }
        never.retain(|_, names| !names.is_empty());
        assert!(never.is_empty(), "{}: add edge configs with {never:?}", game.id);
    }
}
