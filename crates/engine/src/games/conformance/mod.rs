//! Conformance tests ("laws") of every game. The printed games are tested under their printed rules, all their shipped configs,
//! every number of players, and edge configs; a game of another crate under its configs, every number of players, and every
//! choice. A new game is tested before its author writes a test.

#[cfg(test)]
pub(super) mod bench;
mod counts;
#[cfg(test)]
mod edge_configs;
mod menus;
mod own;
#[cfg(test)]
mod printed;
mod secrets;
mod shuffles;
mod stories;
mod walk;

pub use self::counts::{CountsFitTheirNames, PausesLoseNothing, SeededGamesRepeat, SharesAreParts};
#[cfg(test)]
pub(super) use self::edge_configs::{edge_games, house, mixed, with_set};
pub use self::menus::{CardsCanBeMissed, FeaturesAreNumbers, MenusAreLegal, SituationsAddWeights};
pub use self::own::hold_in_own_configs;
#[cfg(test)]
use self::printed::{Says, configs, hold_everywhere};
#[cfg(test)]
pub(super) use self::printed::{apply, printed};
pub use self::secrets::{
    FollowedDealsLookTrue, NothingLeaks, OpenGamesShowOnlyTheView, RedealsPlayOn, SearchSeesNoMore,
    SecretsAreDealtAgain, SeenEventsLeakNothing, WhoIsAskedIsNoSecret,
};
pub use self::shuffles::RefilledDecksAreShuffled;
pub use self::stories::StoriesSayEverything;
pub use self::walk::GamesEnd;
#[cfg(test)]
pub(super) use self::walk::{menu, status};
pub(super) use self::walk::{play_on, walk};

use crate::bots::Bot;
use crate::model::settings::{Node, tree};
use crate::model::{BySeat, Game};

/// A law: a check of one game under one config.
pub trait Law: Copy {
    /// Panics if the game breaks the law. `name` says which game it is, and under which config.
    fn hold<G: Game>(self, name: &str, game: &G);
}

fn with(config: &Node, key: &str, value: &str) -> Node {
    let mut config = config.clone();
    tree::set(&mut config, key, tree::parse_value(value, "--set")).expect("a table");
    config
}

/// Checks every law for a game, registered or not, under one config.
#[cfg(test)]
pub(super) fn hold_all<G: Game>(name: &str, game: &G) {
    hold_laws(name, game);
    RefilledDecksAreShuffled.hold(name, game);
}

/// Checks every law but that of refilled decks, which needs a discard pile with different cards.
#[cfg(test)]
pub(super) fn hold_laws<G: Game>(name: &str, game: &G) {
    GamesEnd.hold(name, game);
    MenusAreLegal.hold(name, game);
    NothingLeaks.hold(name, game);
    SecretsAreDealtAgain.hold(name, game);
    WhoIsAskedIsNoSecret.hold(name, game);
    SeenEventsLeakNothing.hold(name, game);
    RedealsPlayOn.hold(name, game);
    FollowedDealsLookTrue.hold(name, game);
    SearchSeesNoMore.hold(name, game);
    OpenGamesShowOnlyTheView.hold(name, game);
    FeaturesAreNumbers.hold(name, game);
    SituationsAddWeights.hold(name, game);
    CardsCanBeMissed.hold(name, game);
    CountsFitTheirNames.hold(name, game);
    SharesAreParts.hold(name, game);
    PausesLoseNothing.hold(name, game);
    SeededGamesRepeat.hold(name, game);
    StoriesSayEverything.hold(name, game);
}

/// A game, registered or not, by its printed rules overlaid with this TOML, or its errors.
#[cfg(test)]
pub(super) fn game_of<G: Game>(
    printed: &str,
    house: &str,
) -> Result<G, crate::model::settings::ConfigErrors> {
    let mut config = tree::parse(printed, "printed.toml")?;
    tree::overlay(&mut config, tree::parse(house, "house.toml")?);
    super::check(&config).map(|(game, _)| game)
}

fn random_bots() -> BySeat<Bot> {
    BySeat::from_fn(|_| Bot::Random)
}

/// The number of players of a game.
pub(super) fn players<G: Game>(game: &G) -> usize {
    game.measures().players
}

/// Fails unless both are equal, and shows which lines of their debug output differ.
#[track_caller]
fn assert_same<T: PartialEq + std::fmt::Debug>(expected: &T, found: &T, case: impl std::fmt::Display) {
    if expected == found {
        return;
    }
    let [expected, found] = [expected, found].map(|value| format!("{value:#?}"));
    let (mut expected, mut found) = (expected.lines(), found.lines());
    let mut differences = String::new();
    for _ in 0..100_000 {
        match (expected.next(), found.next()) {
            (None, None) => break,
            (one, other) if one == other => {}
            (one, other) => {
                differences += &format!("\n  expected {}", one.unwrap_or("nothing more").trim());
                differences += &format!("\n  found    {}", other.unwrap_or("nothing more").trim());
            }
        }
    }
    let shown: String = differences.lines().take(24).map(|line| format!("{line}\n")).collect();
    panic!("{case}{shown}");
}
