//! The registry: one `mod` line and one registry line per game. It joins the games, which depend only on
//! [`model`](crate::model), with the code that works for any game.

#[cfg(test)]
mod conformance;

#[doc(hidden)]
pub mod fight;
#[doc(hidden)]
pub mod knife_fight;
#[doc(hidden)]
pub mod stabby_jack;
#[doc(hidden)]
pub mod stupid_fight;
#[doc(hidden)]
pub mod taunt;
#[cfg(test)]
pub mod template;

pub use crate::model::GameInfo;
use crate::model::settings::{ConfigErrors, Node, ReadLog, Setting, Shape};
use crate::model::{Game, Section, StatSchema};
use crate::simulation::{GameSimulation, Lineup, Simulation};
use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

/// Writes [`GAMES`] and the functions that find a game by its id.
macro_rules! registry {
    ($($game:ty;)+) => {
        /// Every game, in the order in which they are listed.
        pub const GAMES: &[GameInfo] = &[$(<$game as Game>::INFO),+];

        /// Reads a complete config tree as the game with this id and passes the game to the visitor; `None`
        /// if there is no such game.
        pub fn with_game<V: GameVisitor>(
            id: &str,
            tree: &Node,
            visitor: V,
        ) -> Option<Result<V::Out, ConfigErrors>> {
            $(if id == <$game as Game>::INFO.id {
                return Some(check::<$game>(tree).map(|(game, settings)| visitor.visit(game, settings)));
            })+
            None
        }

        /// The dotted paths and shapes that the reader of this game requests from a config tree, valid or
        /// not.
        #[must_use]
        pub fn shapes(id: &str, tree: &Node) -> Vec<(String, Shape)> {
            $(if id == <$game as Game>::INFO.id {
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
    knife_fight::KnifeFight;
    stabby_jack::StabbyJack;
    fight::Fight;
    taunt::Taunt;
    stupid_fight::StupidFight;
}

/// The game with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static GameInfo> {
    GAMES.iter().find(|game| game.id == id)
}

/// The tables and keys of a config that are not settings of its game.
pub const NO_SETTINGS: [&str; 4] = ["game", "run", "targets", "provenance"];

/// Whether this dotted path is that of a setting.
#[must_use]
pub fn is_setting(path: &str) -> bool {
    !path.split('.').next().is_some_and(|table| NO_SETTINGS.contains(&table))
}

/// A function of a game whose type only the registry knows.
pub trait GameVisitor {
    /// Its result.
    type Out;
    /// The function. `settings` are all settings that were read, in reading order.
    fn visit<G: Game>(self, game: G, settings: Vec<Setting>) -> Self::Out;
}

/// Validates a complete config tree (house rules over printed rules) and makes the game.
///
/// # Errors
/// All errors of the tree.
pub fn check<G: Game>(tree: &Node) -> Result<(G, Vec<Setting>), ConfigErrors> {
    let (game, ReadLog { faults, settings, .. }) = read::<G>(tree, ReadLog::default());
    if faults.is_empty() {
        return Ok((game, settings));
    }
    let mut errors = ConfigErrors::sorted(faults);
    errors.0.dedup();
    Err(errors)
}

/// Reads a tree, valid or not.
fn read<G: Game>(tree: &Node, notes: ReadLog) -> (G, ReadLog) {
    let notes = RefCell::new(notes);
    let root = Section::root(tree, &notes);
    root.skip(&NO_SETTINGS);
    let game = G::read(&root);
    drop(root);
    (game, notes.into_inner())
}

/// The validated rules of one game. Cheap to clone; hides the type of the game.
#[derive(Clone)]
pub struct Rules {
    game: Arc<dyn AnyGame>,
    schema: Arc<StatSchema>,
    settings: Arc<[Setting]>,
}

impl Rules {
    /// Reads a complete config tree as the game with this id; `None` if there is no such game.
    ///
    /// # Errors
    /// All errors of the tree.
    pub fn read(id: &str, tree: &Node) -> Option<Result<Self, ConfigErrors>> {
        struct Read;
        impl GameVisitor for Read {
            type Out = Rules;
            fn visit<G: Game>(self, game: G, settings: Vec<Setting>) -> Rules {
                let schema = Arc::new(game.measures().schema());
                Rules { game: Arc::new(Arc::new(game)), schema, settings: settings.into() }
            }
        }
        with_game(id, tree, Read)
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.game.players()
    }

    /// The names of the statistics.
    #[must_use]
    #[doc(hidden)]
    pub fn schema(&self) -> &StatSchema {
        &self.schema
    }

    /// Every setting, in reading order.
    #[must_use]
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// A simulation with this line-up and seed.
    #[must_use]
    pub fn simulation(&self, lineup: Lineup, seed: u64) -> Box<dyn Simulation> {
        self.game.simulation(lineup, seed)
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules").field("settings", &self.settings).finish_non_exhaustive()
    }
}

/// A game of any type.
trait AnyGame: Send + Sync {
    fn players(&self) -> usize;
    fn simulation(&self, lineup: Lineup, seed: u64) -> Box<dyn Simulation>;
}

impl<G: Game> AnyGame for Arc<G> {
    fn players(&self) -> usize {
        self.measures().players
    }

    fn simulation(&self, lineup: Lineup, seed: u64) -> Box<dyn Simulation> {
        Box::new(GameSimulation::new(self.clone(), lineup, seed))
    }
}
