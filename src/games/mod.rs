//! THE SHELF: one `mod` line and one registry line a game. Joins the games, which know only
//! [`model`](crate::model), with everything that works for any game.

#[cfg(test)]
mod laws;

pub mod fight;
pub mod knife_fight;
pub mod stabby_jack;
pub mod stupid_fight;
pub mod taunt;

use crate::engine::{Hall, HallOf, Lineup};
use crate::model::settings::{Faults, Node, Notes, Setting, Shape};
use crate::model::{Appraise, Counted, Feature, Section};
use std::cell::RefCell;

/// Writes [`SHELF`] and [`open`] from the registry lines.
macro_rules! shelf {
    ($($game:ty, $title:literal, $games:literal;)+) => {
        /// Every game, in the order in which they are listed.
        pub const SHELF: &[Listed] =
            &[$(Listed {
                id: <$game as crate::model::Game>::ID,
                title: $title,
                games: $games,
                features: <$game as crate::model::Appraise>::FEATURES,
            }),+];

        /// Opens the game with this id on a complete config tree and lets the visitor in; `None`
        /// if there is no such game.
        pub fn open<V: Visit>(id: &str, tree: &Node, visitor: V) -> Option<Result<V::Out, Faults>> {
            $(if id == <$game as crate::model::Game>::ID {
                return Some(check::<$game>(tree).map(|(game, settings)| visitor.visit(game, settings)));
            })+
            None
        }

        /// What the reader of this game asks for in a config tree, faulty or not: dotted paths and shapes.
        #[must_use]
        pub fn shapes(id: &str, tree: &Node) -> Vec<(String, Shape)> {
            $(if id == <$game as crate::model::Game>::ID {
                return read::<$game>(tree, Notes { shapes: Some(Vec::new()), ..Notes::default() })
                    .1
                    .shapes
                    .unwrap_or_default();
            })+
            Vec::new()
        }
    };
}

shelf! {
    knife_fight::KnifeFight, "Knife Fight", 1_000_000;
    stabby_jack::StabbyJack, "Stabby Jack", 100_000;
    fight::Fight, "Fight!", 300_000;
    taunt::Taunt, "TAUNT", 200_000;
    stupid_fight::StupidFight, "Stupid Fight", 100_000;
}

/// A game on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
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
pub fn find(id: &str) -> Option<&'static Listed> {
    SHELF.iter().find(|game| game.id == id)
}

/// The tables and keys of a config that are no settings of its game.
pub const NO_SETTINGS: [&str; 4] = ["game", "run", "targets", "provenance"];

/// Is this dotted path that of a setting?
#[must_use]
pub fn is_setting(path: &str) -> bool {
    !path.split('.').next().is_some_and(|table| NO_SETTINGS.contains(&table))
}

/// Something to do with a game whose type only the shelf knows.
pub trait Visit {
    /// What comes of it.
    type Out;
    /// Does it. `settings` are all settings that were read, in reading order.
    fn visit<G: Counted + Appraise>(self, game: G, settings: Vec<Setting>) -> Self::Out;
}

/// Checks a complete config tree (printed rules, house rules laid over them) and makes the game.
///
/// # Errors
/// All faults of the tree.
pub fn check<G: Counted + Appraise>(tree: &Node) -> Result<(G, Vec<Setting>), Faults> {
    let (game, Notes { mut faults, settings, .. }) = read::<G>(tree, Notes::default());
    if faults.is_empty() {
        return Ok((game, settings));
    }
    faults.sort_by(|a, b| (&a.at.file, a.at.line).cmp(&(&b.at.file, b.at.line)));
    faults.dedup();
    Err(Faults(faults))
}

/// Reads a tree, whatever is wrong with it.
fn read<G: Counted + Appraise>(tree: &Node, notes: Notes) -> (G, Notes) {
    let notes = RefCell::new(notes);
    let root = Section::root(tree, &notes);
    root.skip(&NO_SETTINGS);
    let game = G::read(&root);
    drop(root);
    (game, notes.into_inner())
}

/// Opens a hall for the game with this id on a complete config tree; `None` if there is no such
/// game.
pub fn hall(id: &str, tree: &Node, lineup: Lineup, seed: u64) -> Option<Result<Box<dyn Hall>, Faults>> {
    struct Furnish(Lineup, u64);
    impl Visit for Furnish {
        type Out = Box<dyn Hall>;
        fn visit<G: Counted + Appraise>(self, game: G, _: Vec<Setting>) -> Box<dyn Hall> {
            Box::new(HallOf::new(game, self.0, self.1))
        }
    }
    open(id, tree, Furnish(lineup, seed))
}
