//! The laws of the printed games, under all their shipped configs, with few and many players, and edge configs.

use super::edge_configs::edge_configs;
use super::{GamesEnd, Law, with};
use crate::games::{GameEntry, GameVisitor, PRINTED_GAMES, with_printed_game};
use crate::model::settings::{Allowed, ConfigError, Node, Setting, tree};
use crate::model::{Game, MAX_SEATS};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

struct Hold<'a, L>(&'a str, L);
impl<L: Law> GameVisitor for Hold<'_, L> {
    type Out = ();
    fn visit<G: Game>(self, game: G, _: Vec<Setting>) {
        GamesEnd.hold(self.0, &game);
        self.1.hold(self.0, &game);
    }
}

/// The settings of a game.
pub(super) struct Says;
impl GameVisitor for Says {
    type Out = Vec<Setting>;
    fn visit<G: Game>(self, _: G, settings: Vec<Setting>) -> Vec<Setting> {
        settings
    }
}

/// The folder of the shipped configs of a game.
fn folder(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs").join(id)
}

/// A shipped config of a game.
fn shipped(id: &str, name: &str) -> Node {
    let text = fs::read_to_string(folder(id).join(name)).expect("a config");
    tree::parse(&text, name).expect("TOML")
}

/// The printed rules of a game.
pub(in crate::games) fn printed(id: &str) -> Node {
    shipped(id, "printed.toml")
}

/// Applies one `KEY=VALUE`.
pub(in crate::games) fn apply(config: &mut Node, entry: &str) -> Result<(), ConfigError> {
    let (key, value) = entry.split_once('=').expect("KEY=VALUE");
    tree::change(config, key.trim(), tree::parse_value(value.trim(), "--set"))
}

/// Every shipped config of a game, and its printed rules in every mode: name and tree.
pub(super) fn configs(id: &str) -> Vec<(String, Node)> {
    let printed = printed(id);
    let files = fs::read_dir(folder(id)).expect("a folder").map(|file| file.expect("a file").file_name());
    let mut house: Vec<String> = files.map(|name| name.into_string().expect("a name")).collect();
    house.retain(|name| name.ends_with(".toml") && name != "printed.toml");
    house.sort();
    let mut configs = vec![(format!("{id}/printed.toml"), printed.clone())];
    configs.extend(house.into_iter().map(|name| {
        let mut config = printed.clone();
        tree::overlay(&mut config, shipped(id, &name));
        (format!("{id}/{name}"), config)
    }));
    let settings = with_printed_game(id, &printed, Says).expect("a registered game").expect("printed rules");
    let modes = settings.iter().find(|setting| setting.path == "setup.mode");
    if let Some(Setting { allowed: Allowed::Choice(modes), .. }) = modes {
        let in_mode = |mode: &&str| (format!("{id} in mode {mode}"), with(&printed, "setup.mode", mode));
        configs.extend(modes.iter().map(in_mode));
    }
    configs
}

/// Reads a config with this number of players; `None` if the number is rejected. In that case the error must
/// name the setting.
fn seat<V: GameVisitor>(id: &str, config: &Node, players: usize, visitor: V) -> Option<V::Out> {
    let seated = with(config, "setup.players", &players.to_string());
    match with_printed_game(id, &seated, visitor).expect("a registered game") {
        Ok(out) => Some(out),
        Err(faults) => {
            assert!(faults.to_string().contains("setup.players"), "{id} with {players} players: {faults}");
            None
        }
    }
}

/// The printed rules in every mode, with every number of players that they accept; house rules with the fewest, the most
/// and their own number, and edge configs only with their own.
pub(super) fn hold_everywhere(law: impl Law) {
    for GameEntry { info: listed, .. } in PRINTED_GAMES {
        for (name, config) in configs(listed.id) {
            with_printed_game(listed.id, &config, Hold(&name, law))
                .expect("a registered game")
                .unwrap_or_else(|faults| panic!("{faults}"));
            let mut numbers: Vec<usize> =
                (2..=MAX_SEATS).filter(|n| seat(listed.id, &config, *n, Says).is_some()).collect();
            if name.contains("/house-") && numbers.len() > 2 {
                numbers.drain(1..numbers.len() - 1);
            }
            for players in numbers {
                // With its own number, it is the config from above.
                if with(&config, "setup.players", &players.to_string()) != config {
                    seat(listed.id, &config, players, Hold(&format!("{name} with {players} players"), law));
                }
            }
        }
        for (name, config) in edge_configs(listed.id) {
            with_printed_game(listed.id, &config, Hold(&name, law))
                .expect("a registered game")
                .unwrap_or_else(|faults| panic!("{name}: {faults}"));
        }
    }
}

/// Without this test, the others could pass because there is nothing to test.
#[test]
fn every_number_of_players_that_a_game_names_can_play_under_its_printed_rules() {
    for GameEntry { info: listed, .. } in PRINTED_GAMES {
        let settings = with_printed_game(listed.id, &printed(listed.id), Says)
            .expect("a registered game")
            .expect("rules");
        let players = settings.iter().find(|setting| setting.path == "setup.players");
        // No game has only one player.
        let named: BTreeSet<usize> = match players {
            Some(Setting { allowed: Allowed::Int(low, high) | Allowed::IntOr(low, high, _), .. }) => (2
                ..=MAX_SEATS)
                .filter(|players| (*low..=*high).contains(&i64::try_from(*players).expect("a few")))
                .collect(),
            _ => {
                let others = settings.iter().filter(|setting| setting.path.contains("players"));
                assert_eq!(others.count(), 0, "{}: the setting is setup.players", listed.id);
                continue;
            }
        };
        let in_modes = configs(listed.id)
            .into_iter()
            .filter(|(name, _)| name.contains("printed") || name.contains("mode"));
        let seated: BTreeSet<usize> = in_modes
            .flat_map(|(_, config)| {
                (2..=MAX_SEATS).filter(move |n| seat(listed.id, &config, *n, Says).is_some())
            })
            .collect();
        assert_eq!(seated, named, "{}", listed.id);
    }
}
