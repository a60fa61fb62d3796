//! The configs under which a game of another crate must keep the laws.

use super::{GamesEnd, Law, with};
use crate::games::check;
use crate::model::settings::{Allowed, Node, tree};
use crate::model::{Game, MAX_SEATS};

/// Checks a law under the configs of the game's crate, each with every number of players that it accepts, and under the
/// printed rules with every other value of every choice and flag.
///
/// # Panics
/// The game breaks the law, or a config of the crate is faulty.
pub fn hold_in_own_configs<G: Game>(law: impl Law) {
    for (name, config) in configs::<G>() {
        let (game, settings) = check::<G>(&config).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        hold(law, &name, &game);
        if !settings.iter().any(|setting| setting.path == "setup.players") {
            continue;
        }
        for players in 2..=MAX_SEATS {
            let seated = with(&config, "setup.players", &players.to_string());
            if let Ok((game, _)) = check::<G>(&seated) {
                hold(law, &format!("{name} with {players} players"), &game);
            }
        }
    }
}

/// Prints the config first: the harness shows it if the law fails, and with `--nocapture` if a game hangs.
#[expect(clippy::print_stdout, reason = "only tests call it")]
fn hold<G: Game>(law: impl Law, name: &str, game: &G) {
    println!("under {name}");
    GamesEnd.hold(name, game);
    law.hold(name, game);
}

/// The printed rules, the house rules, and the printed rules with each other choice that they accept: name and tree.
fn configs<G: Game>() -> Vec<(String, Node)> {
    let id = G::INFO.id;
    let files = G::INFO.own.map(|own| own.configs).unwrap_or_default();
    let parse = |name: &str, text: &str| tree::parse(text, name).unwrap_or_else(|faults| panic!("{faults}"));
    let printed = files.iter().find(|(name, _)| *name == "printed.toml");
    let (name, text) = printed.unwrap_or_else(|| panic!("{id}: GameInfo::own has no config printed.toml"));
    let printed = parse(name, text);
    let mut configs = vec![(format!("{id}/printed.toml"), printed.clone())];
    for (name, text) in files.iter().filter(|(name, _)| *name != "printed.toml") {
        let mut config = printed.clone();
        tree::overlay(&mut config, parse(name, text));
        configs.push((format!("{id}/{name}"), config));
    }
    let settings = check::<G>(&printed).unwrap_or_else(|faults| panic!("{faults}")).1;
    for setting in settings {
        let values = match setting.allowed {
            Allowed::Choice(names) => names.iter().map(|name| format!("\"{name}\"")).collect(),
            Allowed::Flag => vec!["true".to_owned(), "false".to_owned()],
            _ => Vec::new(),
        };
        for value in values {
            let mut config = printed.clone();
            let set = tree::change(&mut config, &setting.path, tree::parse_value(&value, "--set"));
            // Some choices need others.
            if set.is_ok() && check::<G>(&config).is_ok() {
                configs.push((format!("{id}, edge config {} = {value}", setting.path), config));
            }
        }
    }
    configs
}
