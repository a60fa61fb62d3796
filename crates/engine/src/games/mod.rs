//! The list of games. It joins the games, which depend only on [`model`](crate::model), with the code that works for any
//! game. A printed game has a `mod` line and a line in [`PRINTED_GAMES`]; a game of another crate is in the [`Catalogue`]
//! that a program makes.

#[cfg(any(test, feature = "laws"))]
pub mod conformance;
mod mirror;
mod new_game;

pub mod described;
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
use crate::model::settings::{
    ConfigError, ConfigErrors, Node, ReadLog, Setting, Shape, Value, is_id, read_table,
};
use crate::model::words::interned;
use crate::model::{Feature, Game, OwnCrate, StatSchema, Weighed};
use crate::simulation::{GameSimulation, Lineup, Simulation};
use described::DescribedGame;
pub use new_game::new_game;
use std::fmt;
use std::iter::once;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, OnceLock};

/// A game of any type, for a list of games.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    /// Its name and properties.
    pub info: GameInfo,
    rules: fn(&Node) -> Result<Rules, ConfigErrors>,
    shapes: fn(&Node) -> Vec<(String, Shape)>,
    situations: &'static [Feature],
}

/// The entry of a game: `undercard::main_with(&[undercard::game::<Parley>()])`.
#[must_use]
pub const fn game<G: Game>() -> GameEntry {
    GameEntry { info: G::INFO, rules: Rules::of::<G>, shapes: shapes_of::<G>, situations: G::SITUATIONS }
}

/// Writes [`PRINTED_GAMES`] and [`with_printed_game`].
macro_rules! printed_games {
    ($($game:ty;)+) => {
        /// The printed games, in the order in which they are listed. A static, because a constant would be compiled in each
        /// crate that uses it, with the games, and not as the engine is optimised.
        pub static PRINTED_GAMES: &[GameEntry] = &[$(game::<$game>()),+];

        /// Reads a complete config tree as the printed game with this id and passes the game to the visitor; `None` if there
        /// is no such game. For tests and benches, which look into the games.
        #[doc(hidden)]
        pub fn with_printed_game<V: GameVisitor>(
            id: &str,
            tree: &Node,
            visitor: V,
        ) -> Option<Result<V::Out, ConfigErrors>> {
            $(if id == <$game as Game>::INFO.id {
                return Some(check::<$game>(tree).map(|(game, settings)| visitor.visit(game, settings)));
            })+
            None
        }
    };
}

printed_games! {
    knife_fight::KnifeFight;
    stabby_jack::StabbyJack;
    fight::Fight;
    taunt::Taunt;
    stupid_fight::StupidFight;
}

/// A function of a printed game of any type.
#[doc(hidden)]
pub trait GameVisitor {
    /// Its result.
    type Out;
    /// The function. `settings` are all settings that were read, in reading order.
    fn visit<G: Game>(self, game: G, settings: Vec<Setting>) -> Self::Out;
}

/// The games of a program, in the order in which they are listed. Cheap to clone; the default has the printed games.
#[derive(Clone, Debug)]
pub struct Catalogue(Arc<[Arc<ListedGame>]>);

impl Default for Catalogue {
    fn default() -> Self {
        Self::printed().clone()
    }
}

impl Catalogue {
    /// A list of these games.
    ///
    /// # Errors
    /// There is no game, two have the same id, or an id is not one.
    pub fn new(games: &[GameEntry]) -> Result<Self, String> {
        if games.is_empty() {
            return Err("expected at least one game".into());
        }
        for (nth, game) in games.iter().enumerate() {
            let id = game.info.id;
            if !is_id(id) {
                return Err(format!(
                    "the id of a game: found {id:?}, expected lower-case letters, digits and hyphens"
                ));
            }
            if games[..nth].iter().any(|other| other.info.id == id) {
                return Err(format!("two games have the id {id:?}"));
            }
        }
        Ok(Self::of(games))
    }

    fn of(games: &[GameEntry]) -> Self {
        Self(games.iter().map(|entry| Arc::new(ListedGame::of(*entry))).collect())
    }

    /// The printed games. Each of their printed rules is parsed once.
    #[must_use]
    pub fn printed() -> &'static Self {
        static PRINTED: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::of(PRINTED_GAMES));
        &PRINTED
    }

    /// Every game, in the order of the list.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = GameRef> + DoubleEndedIterator + Clone {
        self.0.iter().map(|game| GameRef { game: game.clone(), catalogue: self.clone() })
    }

    /// The game with this id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<GameRef> {
        self.iter().find(|game| game.id == id)
    }

    /// The ids of the games.
    #[must_use]
    pub fn ids(&self) -> Vec<&'static str> {
        self.0.iter().map(|game| game.id).collect()
    }

    /// The game that a text describes. `tree` is the text as it was read. A description with errors is a game, too: its
    /// rules report them.
    ///
    /// # Errors
    /// It has no id of its own.
    pub fn described(&self, text: &str, tree: &Node) -> Result<GameRef, ConfigErrors> {
        let game = tree.get("game").unwrap_or(tree);
        let id = match &game.value {
            Value::Text(id) if is_id(id) && self.find(id).is_none() => interned(id),
            _ => {
                let expected = "an id for the described game, of lower-case letters, digits and single hyphens, that \
                                no other game has";
                return Err(ConfigErrors(vec![ConfigError::at(&game.at, "game", game.shown(), expected)]));
            }
        };
        let title = match tree.get("title").map(|title| &title.value) {
            Some(Value::Text(title)) => interned(title),
            _ => id,
        };
        let game = check::<DescribedGame>(tree).map(|(game, _)| game);
        let features = game.as_ref().map_or_else(|_| Vec::new(), |game| game.feature_list().to_vec());
        let mut situations = game.map_or_else(|_| Vec::new(), |game| game.situation_list().to_vec());
        // A training takes longer with the square of the number of weights.
        situations.truncate((MOST_WEIGHTS / features.len().max(1)).saturating_sub(1));
        let own = OwnCrate { version: VOCABULARY, configs: &[], strategies: &[] };
        let info = GameInfo { id, title, own: Some(own), ..DescribedGame::INFO };
        let game = ListedGame {
            features,
            situations,
            description: Some(text.to_owned()),
            printed: OnceLock::from(Ok(tree.clone())),
            ..ListedGame::of(GameEntry { info, ..self::game::<DescribedGame>() })
        };
        Ok(GameRef { game: Arc::new(game), catalogue: self.clone() })
    }
}

/// A game of a list, or one that a file describes. Cheap to clone.
#[derive(Clone, Debug)]
pub struct GameRef {
    game: Arc<ListedGame>,
    /// The list, which does not contain described games.
    pub catalogue: Catalogue,
}

impl Deref for GameRef {
    type Target = ListedGame;

    fn deref(&self) -> &ListedGame {
        &self.game
    }
}

/// What works for every game finds it here. Dereferences to the [`GameInfo`] of the game.
#[derive(Debug)]
pub struct ListedGame {
    entry: GameEntry,
    /// The features that strategies may weigh. For a described game, they follow from its description.
    pub features: Vec<Feature>,
    /// The situations in which strategies can weigh features otherwise; of a described game, only the first ones if it has
    /// many.
    pub situations: Vec<Feature>,
    /// The text of the description; `None` for a game in Rust.
    pub description: Option<String>,
    printed: OnceLock<Result<Node, ConfigErrors>>,
    weighed: OnceLock<Vec<(Weighed, Feature)>>,
}

impl Deref for ListedGame {
    type Target = GameInfo;

    fn deref(&self) -> &GameInfo {
        &self.entry.info
    }
}

impl ListedGame {
    fn of(entry: GameEntry) -> Self {
        let (features, situations) = (entry.info.features.to_vec(), entry.situations.to_vec());
        let (printed, weighed) = (OnceLock::new(), OnceLock::new());
        Self { entry, features, situations, description: None, printed, weighed }
    }

    /// The tree of its printed rules, or of its description; `parse` parses the printed rules when they are first needed.
    ///
    /// # Errors
    /// The printed rules cannot be parsed.
    pub fn printed(&self, parse: impl FnOnce() -> Result<Node, ConfigErrors>) -> Result<&Node, ConfigErrors> {
        self.printed.get_or_init(parse).as_ref().map_err(Clone::clone)
    }

    /// Reads a complete config tree as this game.
    ///
    /// # Errors
    /// All errors of the tree.
    pub fn rules(&self, tree: &Node) -> Result<Rules, ConfigErrors> {
        (self.entry.rules)(tree)
    }

    /// What strategies can weigh, with names and meanings: the features, then the features in each situation.
    #[must_use]
    pub fn weighed(&self) -> &[(Weighed, Feature)] {
        self.weighed.get_or_init(|| {
            let cross = |situation: &Feature, feature: &Feature| Feature {
                name: interned(&format!("{}-when-{}", feature.name, situation.name)),
                meaning: interned(&format!("added while {}", situation.meaning)),
            };
            let of = |situation: Option<usize>| {
                let features = self.features.iter().enumerate();
                features.map(move |(index, feature)| {
                    let named = situation.map(|situation| cross(&self.situations[situation], feature));
                    (Weighed { feature: index, situation }, named.unwrap_or(*feature))
                })
            };
            once(None).chain((0..self.situations.len()).map(Some)).flat_map(of).collect()
        })
    }

    /// The name and meaning of what a strategy weighs.
    #[must_use]
    pub fn feature_of(&self, weighed: Weighed) -> Option<&Feature> {
        self.weighed().iter().find(|(known, _)| *known == weighed).map(|(_, feature)| feature)
    }

    /// The dotted paths and shapes that the reader of this game requests from a config tree, valid or not.
    #[must_use]
    pub fn shapes(&self, tree: &Node) -> Vec<(String, Shape)> {
        (self.entry.shapes)(tree)
    }
}

/// The most weights of a strategy for a described game, if its features are not more.
const MOST_WEIGHTS: usize = 400;

/// The version of the vocabulary of descriptions, part of every digest.
const VOCABULARY: &str = "described-2";

/// Whether a config is the description of a game: it has the sentences of a round or turn, or zones of its own.
#[must_use]
pub fn is_description(tree: &Node) -> bool {
    let is_house =
        matches!(tree.get("game"), Some(Node { value: Value::Text(game), .. }) if game.ends_with(".toml"));
    DescribedGame::LISTS.iter().any(|list| tree.get(list).is_some())
        || !is_house && tree.get("zones").is_some()
}

/// A key of a description that follows the name of a table, so that it belongs to it.
#[derive(Debug)]
pub struct MisplacedKey<'t> {
    /// The dotted path of the table.
    pub table: String,
    /// The key.
    pub key: &'static str,
    /// What the key has.
    pub what: &'static str,
    /// Its value.
    pub node: &'t Node,
}

/// The keys of a description that belong before its first table, and follow the name of one.
#[must_use]
pub fn misplaced_keys(tree: &Node) -> Vec<MisplacedKey<'_>> {
    let Value::Table(tables) = &tree.value else { return Vec::new() };
    // A step can have any name, and so can a setting with names.
    let tables = tables.iter().filter(|(table, _)| table != STEPS && table != "choices");
    let mut open: Vec<(String, &Node)> = tables.map(|(table, node)| (table.clone(), node)).collect();
    let is_setting = |key: &str| tree.get("choices").is_some_and(|choices| choices.get(key).is_some());
    let is_text = |node: &Node| matches!(node.value, Value::Text(_));
    let is_names = |node: &Node| matches!(&node.value, Value::List(names) if names.iter().all(is_text));
    let mut misplaced = Vec::new();
    while let Some((table, node)) = open.pop() {
        let Value::Table(entries) = &node.value else { continue };
        let mut add = |key, what, is_meant: &dyn Fn(&Node) -> bool| {
            if let Some(node) = node.get(key).filter(|node| is_meant(node)) {
                misplaced.push(MisplacedKey { table: table.clone(), key, what, node });
            }
        };
        for list in DescribedGame::ALL_LISTS {
            let has_words = !DescribedGame::LISTS.contains(&list);
            add(list, "sentences", &|node| is_sentences(node, has_words));
        }
        for key in DescribedGame::NAME_LISTS {
            add(key, "names", &is_names);
        }
        if DescribedGame::SETTINGS.iter().any(|settings| table.split('.').next() == Some(settings)) {
            add("title", "a title", &|node| is_text(node) && !is_setting("title"));
            add("replacement", "a card", &|node| is_text(node) && !is_setting("replacement"));
        }
        open.extend(entries.iter().map(|(key, node)| (format!("{table}.{key}"), node)));
    }
    misplaced.sort_by_key(|found| found.node.at.line);
    misplaced
}

/// The table of named lists of sentences.
const STEPS: &str = "steps";

/// Whether a config has the sentences of a round or turn.
#[must_use]
pub fn has_sentences(tree: &Node) -> bool {
    DescribedGame::LISTS.iter().any(|list| tree.get(list).is_some_and(|list| is_sentences(list, true)))
}

/// Whether it is a list, or a table of lists; if it must be of sentences, one has several words.
fn is_sentences(node: &Node, has_words: bool) -> bool {
    match &node.value {
        Value::List(items) => {
            !has_words
                || items.iter().any(|item| matches!(&item.value, Value::Text(text) if text.contains(' ')))
        }
        Value::Table(steps) => steps.iter().any(|(_, list)| is_sentences(list, true)),
        _ => false,
    }
}

/// The tables of a description that are settings: house rules usually change these, and no sentences.
pub const DESCRIBED_SETTINGS: [&str; 5] = DescribedGame::SETTINGS;

/// The tables of a description whose numbers can differ between its two players.
pub const SEAT_NUMBERS: [&str; 3] = DescribedGame::SEAT_NUMBERS;

fn shapes_of<G: Game>(tree: &Node) -> Vec<(String, Shape)> {
    read::<G>(tree, ReadLog::with_shapes()).1.shapes.unwrap_or_default()
}

/// The tables and keys of a config that are not settings of its game.
pub const NO_SETTINGS: [&str; 4] = ["game", "run", "targets", "provenance"];

/// Whether this dotted path is that of a setting.
#[must_use]
pub fn is_setting(path: &str) -> bool {
    !path.split('.').next().is_some_and(|table| NO_SETTINGS.contains(&table))
}

/// Validates a complete config tree (house rules over printed rules) and makes the game.
///
/// # Errors
/// All errors of the tree.
pub fn check<G: Game>(tree: &Node) -> Result<(G, Vec<Setting>), ConfigErrors> {
    checked(tree).map(|(game, log)| (game, log.settings))
}

/// The same with everything that was recorded.
fn checked<G: Game>(tree: &Node) -> Result<(G, ReadLog), ConfigErrors> {
    let (game, log) = read::<G>(tree, ReadLog::default());
    if log.faults.is_empty() {
        return Ok((game, log));
    }
    let mut errors = ConfigErrors::sorted(log.faults);
    errors.0.dedup();
    Err(errors)
}

/// Reads a tree, valid or not.
fn read<G: Game>(tree: &Node, notes: ReadLog) -> (G, ReadLog) {
    read_table("", tree, notes, |root| {
        root.skip(&NO_SETTINGS);
        G::read(root)
    })
}

/// The validated rules of one game. Cheap to clone; hides the type of the game.
#[derive(Clone)]
pub struct Rules {
    game: Arc<dyn AnyGame>,
    schema: Arc<StatSchema>,
    settings: Arc<[Setting]>,
    doubts: Arc<[ConfigError]>,
}

impl Rules {
    fn of<G: Game>(tree: &Node) -> Result<Self, ConfigErrors> {
        let (game, ReadLog { settings, doubts, .. }) = checked::<G>(tree)?;
        let schema = Arc::new(game.schema());
        let (settings, doubts) = (settings.into(), doubts.into());
        Ok(Self { game: Arc::new(Arc::new(game)), schema, settings, doubts })
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

    /// What can be played, but is hardly meant.
    #[must_use]
    pub fn doubts(&self) -> &[ConfigError] {
        &self.doubts
    }

    /// The wins of each seat of two random players in `n_games` games and their mirror images, in which the seats have each
    /// other's random numbers: equal, if the engine plays alike for all seats. `None` if the rules do not treat both seats
    /// alike.
    #[must_use]
    #[doc(hidden)]
    pub fn mirrored_wins(&self, n_games: u64) -> Option<[u64; 2]> {
        self.game.mirrored_wins(n_games)
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
    fn mirrored_wins(&self, n_games: u64) -> Option<[u64; 2]>;
    fn simulation(&self, lineup: Lineup, seed: u64) -> Box<dyn Simulation>;
}

impl<G: Game> AnyGame for Arc<G> {
    fn players(&self) -> usize {
        self.measures().players
    }

    fn mirrored_wins(&self, n_games: u64) -> Option<[u64; 2]> {
        mirror::wins(&**self, n_games)
    }

    fn simulation(&self, lineup: Lineup, seed: u64) -> Box<dyn Simulation> {
        Box::new(GameSimulation::new(self.clone(), lineup, seed))
    }
}
