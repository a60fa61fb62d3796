//! The printed rules, house rules and strategies that are embedded in the program.

use crate::games::{self, GameInfo};
use crate::model::OwnCrate;
use include_dir::{Dir, include_dir};
use std::path::Path;

static CONFIGS: Dir<'_> = include_dir!("$SHIPPED/configs");
static STRATEGIES: Dir<'_> = include_dir!("$SHIPPED/strategies");

/// The printed rules of a game: every setting, with comments.
#[must_use]
pub fn printed(game: &str) -> Option<&'static str> {
    configs(game).into_iter().find(|(name, _)| name == "printed.toml").map(|(_, text)| text)
}

/// The printed rules of a game with comments; those of a described game are its own description, whatever its id.
#[must_use]
pub fn printed_text(game: &GameInfo) -> &'static str {
    let described = games::description_of(game).map(|(text, _)| text);
    described.or_else(|| printed(game.id)).unwrap_or_default()
}

/// All configs of a game, including `printed.toml`: file name and text, sorted by name.
#[must_use]
pub fn configs(game: &str) -> Vec<(String, &'static str)> {
    own(game, |own| own.configs).unwrap_or_else(|| files(&CONFIGS, game))
}

/// The embedded config that a path such as `configs/knife-fight/printed.toml` names where there is no such file.
#[must_use]
pub fn config_at(path: &str) -> Option<&'static str> {
    if Path::new(path).exists() {
        return None;
    }
    let (game, name) = path.strip_prefix("configs/")?.split_once('/')?;
    let game = games::find(game)?;
    configs(game.id).into_iter().find(|(known, _)| known == name).map(|(_, text)| text)
}

/// The paths of all embedded configs, in the order of the games.
pub fn config_paths() -> impl Iterator<Item = String> {
    let of_game = |game: &GameInfo| {
        let id = game.id;
        configs(id).into_iter().map(move |(name, _)| format!("configs/{id}/{name}"))
    };
    games::all_games().flat_map(of_game)
}

/// All embedded strategies of a game: file name and text, sorted by name.
#[must_use]
pub fn strategies(game: &str) -> Vec<(String, &'static str)> {
    own(game, |own| own.strategies).unwrap_or_else(|| files(&STRATEGIES, game))
}

/// The files that the crate of a game outside Undercard ships.
fn own(
    game: &str,
    files: impl Fn(&OwnCrate) -> &'static [(&'static str, &'static str)],
) -> Option<Vec<(String, &'static str)>> {
    let own = games::find(game)?.own.as_ref()?;
    let mut files: Vec<_> = files(own).iter().map(|(name, text)| ((*name).to_owned(), *text)).collect();
    files.sort();
    Some(files)
}

fn files(dir: &Dir<'static>, game: &str) -> Vec<(String, &'static str)> {
    let Some(folder) = dir.get_dir(game) else { return Vec::new() };
    let mut files: Vec<(String, &'static str)> = folder
        .files()
        .filter(|file| file.path().extension().is_some_and(|ext| ext == "toml"))
        .filter_map(|file| Some((file.path().file_name()?.to_str()?.to_owned(), file.contents_utf8()?)))
        .collect();
    files.sort();
    files
}
