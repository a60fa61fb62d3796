//! The printed rules, house rules and strategies that are embedded in the program.

use crate::games::{Catalogue, GameInfo, GameRef, ListedGame};
use crate::model::OwnCrate;
use include_dir::{Dir, include_dir};
use std::path::Path;

static CONFIGS: Dir<'_> = include_dir!("$SHIPPED/configs");
static STRATEGIES: Dir<'_> = include_dir!("$SHIPPED/strategies");

/// The printed rules of a game: every setting, with comments.
#[must_use]
pub fn printed(game: &GameInfo) -> Option<&'static str> {
    configs(game).into_iter().find(|(name, _)| name == "printed.toml").map(|(_, text)| text)
}

/// The printed rules of a game with comments; those of a described game are its own description, whatever its id.
#[must_use]
pub fn printed_text(game: &ListedGame) -> &str {
    game.description.as_deref().or_else(|| printed(game)).unwrap_or_default()
}

/// All configs of a game, including `printed.toml`: file name and text, sorted by name.
#[must_use]
pub fn configs(game: &GameInfo) -> Vec<(String, &'static str)> {
    files(game, &CONFIGS, |own| own.configs)
}

/// The embedded config that a path such as `configs/knife-fight/printed.toml` names where there is no such file.
#[must_use]
pub fn config_at(path: &str, catalogue: &Catalogue) -> Option<&'static str> {
    if Path::new(path).exists() {
        return None;
    }
    let (game, name) = path.strip_prefix("configs/")?.split_once('/')?;
    let game = catalogue.find(game)?;
    configs(&game).into_iter().find(|(known, _)| known == name).map(|(_, text)| text)
}

/// The paths of all embedded configs, in the order of the games.
pub fn config_paths(catalogue: &Catalogue) -> impl Iterator<Item = String> {
    let of_game = |game: GameRef| {
        let id = game.id;
        configs(&game).into_iter().map(move |(name, _)| format!("configs/{id}/{name}"))
    };
    catalogue.iter().flat_map(of_game)
}

/// All embedded strategies of a game: file name and text, sorted by name.
#[must_use]
pub fn strategies(game: &GameInfo) -> Vec<(String, &'static str)> {
    files(game, &STRATEGIES, |own| own.strategies)
}

/// What players who know shipped bots win against them at least: the digest of the rules, the bot, the best known exploiter, its
/// score and the lower end of its interval. `tests/experts.sh` makes it.
const EXPLOITED: &str = "exploited.csv";

/// What a player who knows a shipped bot wins against it at least under the rules with this digest; `None` if that is not known.
#[must_use]
pub fn exploited(rules_digest: &str, bot: &str) -> Option<f64> {
    let mut lines = STRATEGIES.get_file(EXPLOITED)?.contents_utf8()?.lines();
    let least = |line: &str| match line.split(',').collect::<Vec<_>>()[..] {
        [digest, name, _, _, least] if digest == rules_digest && name == bot => least.parse().ok(),
        _ => None,
    };
    lines.find_map(least)
}

/// The files that a game ships: those of its own crate, or those in this folder for a printed game.
fn files(
    game: &GameInfo,
    dir: &Dir<'static>,
    of_crate: fn(&OwnCrate) -> &'static [(&'static str, &'static str)],
) -> Vec<(String, &'static str)> {
    let mut files: Vec<(String, &'static str)> = match &game.own {
        Some(own) => of_crate(own).iter().map(|(name, text)| ((*name).to_owned(), *text)).collect(),
        None => dir
            .get_dir(game.id)
            .into_iter()
            .flat_map(Dir::files)
            .filter(|file| file.path().extension().is_some_and(|ext| ext == "toml"))
            .filter_map(|file| Some((file.path().file_name()?.to_str()?.to_owned(), file.contents_utf8()?)))
            .collect(),
    };
    files.sort();
    files
}
