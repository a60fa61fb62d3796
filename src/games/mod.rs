//! THE SHELF: one `mod` line and one registry line a game. Joins the games, which know only
//! [`model`](crate::model), with everything that works for any game.

#[cfg(test)]
mod conformance;

pub mod fight;
pub mod knife_fight;
pub mod stabby_jack;
pub mod stupid_fight;
pub mod taunt;

use crate::model::settings::{ConfigErrors, Node, ReadLog, Setting, Shape};
use crate::model::{Appraise, Feature, Measured, Section};
use crate::simulation::{GameSimulation, Lineup, Simulation};
use std::cell::RefCell;

/// Writes [`GAMES`] and [`open`] from the registry lines.
macro_rules! registry {
    ($($game:ty, $title:literal, $games:literal;)+) => {
        /// Every game, in the order in which they are listed.
        pub const GAMES: &[GameInfo] =
            &[$(GameInfo {
                id: <$game as crate::model::Game>::ID,
                title: $title,
                games: $games,
                features: <$game as crate::model::Appraise>::FEATURES,
            }),+];

        /// Opens the game with this id on a complete config tree and lets the visitor in; `None`
        /// if there is no such game.
        pub fn open<V: GameVisitor>(id: &str, tree: &Node, visitor: V) -> Option<Result<V::Out, ConfigErrors>> {
            $(if id == <$game as crate::model::Game>::ID {
                return Some(check::<$game>(tree).map(|(game, settings)| visitor.visit(game, settings)));
            })+
            None
        }

        /// What the reader of this game asks for in a config tree, faulty or not: dotted paths and shapes.
        #[must_use]
        pub fn shapes(id: &str, tree: &Node) -> Vec<(String, Shape)> {
            $(if id == <$game as crate::model::Game>::ID {
                return read::<$game>(tree, ReadLog { shapes: Some(Vec::new()), ..ReadLog::default() })
                    .1
                    .shapes
                    .unwrap_or_default();
            })+
            Vec::new()
        }
    };
}

registry! {
    knife_fight::KnifeFight, "Knife Fight", 1_000_000;
    stabby_jack::StabbyJack, "Stabby Jack", 100_000;
    fight::Fight, "Fight!", 300_000;
    taunt::Taunt, "TAUNT", 200_000;
    stupid_fight::StupidFight, "Stupid Fight", 100_000;
}

/// A game on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// Its id.
    pub id: &'static str,
    /// Its printed title.
    pub title: &'static str,
    /// Games of a run that does not say how many: some seconds' worth.
    pub games: u64,
    /// What its strategies may weigh.
    pub features: &'static [Feature],
}

/// The game with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static GameInfo> {
    GAMES.iter().find(|game| game.id == id)
}

/// The tables and keys of a config that are no settings of its game.
pub const NO_SETTINGS: [&str; 4] = ["game", "run", "targets", "provenance"];

/// Is this dotted path that of a setting?
#[must_use]
pub fn is_setting(path: &str) -> bool {
    !path.split('.').next().is_some_and(|table| NO_SETTINGS.contains(&table))
}

/// Something to do with a game whose type only the shelf knows.
pub trait GameVisitor {
    /// What comes of it.
    type Out;
    /// Does it. `settings` are all settings that were read, in reading order.
    fn visit<G: Measured + Appraise>(self, game: G, settings: Vec<Setting>) -> Self::Out;
}

/// Checks a complete config tree (printed rules, house rules laid over them) and makes the game.
///
/// # Errors
/// All faults of the tree.
pub fn check<G: Measured + Appraise>(tree: &Node) -> Result<(G, Vec<Setting>), ConfigErrors> {
    let (game, ReadLog { mut faults, settings, .. }) = read::<G>(tree, ReadLog::default());
    if faults.is_empty() {
        return Ok((game, settings));
    }
    faults.sort_by(|a, b| (&a.at.file, a.at.line).cmp(&(&b.at.file, b.at.line)));
    faults.dedup();
    Err(ConfigErrors(faults))
}

/// Reads a tree, whatever is wrong with it.
fn read<G: Measured + Appraise>(tree: &Node, notes: ReadLog) -> (G, ReadLog) {
    let notes = RefCell::new(notes);
    let root = Section::root(tree, &notes);
    root.skip(&NO_SETTINGS);
    let game = G::read(&root);
    drop(root);
    (game, notes.into_inner())
}

/// Opens a hall for the game with this id on a complete config tree; `None` if there is no such
/// game.
pub fn simulation(
    id: &str,
    tree: &Node,
    lineup: Lineup,
    seed: u64,
) -> Option<Result<Box<dyn Simulation>, ConfigErrors>> {
    struct Furnish(Lineup, u64);
    impl GameVisitor for Furnish {
        type Out = Box<dyn Simulation>;
        fn visit<G: Measured + Appraise>(self, game: G, _: Vec<Setting>) -> Box<dyn Simulation> {
            Box::new(GameSimulation::new(game, self.0, self.1))
        }
    }
    open(id, tree, Furnish(lineup, seed))
}
