//! The trait of a game: rules as a value, a state without heap memory, and one function that plays.

use super::ask::{Ask, JointMove, Status};
use super::bot::{DenseRows, Feature, FeatureRows, FeatureSet};
use super::chance::ChanceStreams;
use super::layout::Layout;
use super::leads::Lead;
use super::measures::{Measures, StatSchema};
use super::moves::{Decision, Moves};
use super::observer::{Event, NoObserver, Observer};
use super::seat::Seat;
use super::settings::Section;
use std::fmt::{self, Debug};

/// The rules of one game, validated and ready to play. They are a value and not a singleton, so several rule
/// sets can be played side by side. The conformance tests in `games/conformance` check every guarantee stated
/// here for every game.
pub trait Game: Sized + Send + Sync + 'static {
    /// The name of the game, its sources of chance, and the features that strategies weigh.
    const INFO: GameInfo;
    /// The names of decisions in which other players cannot know who is asked, such as answers that two players give in
    /// secret from each other. Views must not show whether another seat still has to choose there.
    const SECRETLY_ASKED: &'static [&'static str] = &[];
    /// The situations in which strategies can weigh features otherwise, at most 32; made by
    /// [`features!`](crate::model::features).
    const SITUATIONS: &'static [Feature] = &[];
    /// The complete state of a game in progress. It owns no heap memory.
    type State: Clone + PartialEq + Debug + Send;
    /// What one seat may know: the information policy of the game.
    type View<'a>: PartialEq + Debug;
    /// One choice of one seat.
    type Move: Copy + Eq + Debug + Default + Send + Sync;
    /// Something that happens and is worth counting or printing.
    type Event: Event;

    /// Reads and checks the game's settings, and reports every error to the section. If errors were reported,
    /// the returned game is never played.
    fn read(settings: &Section<'_>) -> Self;
    /// Deals a new game.
    fn new_game(&self, chance: &mut ChanceStreams, observer: &mut impl Observer<Self::Event>) -> Self::State;
    /// Continues the game and asks for every decision, until the game is over or the asker pauses it. The
    /// state of a paused game is the state at the decision. It can be cloned, inspected and continued.
    fn play(
        &self,
        state: &mut Self::State,
        ask: &mut impl Ask<Self>,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Self::Event>,
    ) -> Status;
    /// A decision of a seat: the rulebook's name of the decision, and every legal move once, in the order of
    /// the rules. There is always at least one move.
    fn decision(&self, state: &Self::State, seat: Seat) -> Decision<impl Moves<Move = Self::Move>>;
    /// What the seat may know.
    fn view<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Self::View<'a>;
    /// Deals again everything that the seat cannot know, uniformly among the deals that its view allows. The
    /// result is a function of the view and of `chance`. The seat's view and its legal moves do not change.
    fn determinize(&self, state: &mut Self::State, seat: Seat, chance: &mut ChanceStreams);
    /// Whether two moves of another seat at a decision look alike to this seat when they are made: two cards laid face down
    /// do, two open cards do not. `None` if the game cannot say; then what others have played does not count in the chances
    /// along a story.
    fn looks_alike(
        &self,
        _before: &Self::State,
        _seat: Seat,
        _mv: Self::Move,
        _other: Self::Move,
    ) -> Option<bool> {
        None
    }
    /// For games that have `looks_alike`: exchanges hidden cards of `dealt`, a state that this seat cannot distinguish from the
    /// first of two states of one game that follow one another, so that the cards are there that the seat sees in these moves
    /// and in the second state. The seat's view does not change. If all deals were equally probable, those that result are. A
    /// game in which few deals have the card that is played next has this: without it, `follow` soon leaves only copies of a
    /// few deals. What earlier moves say about the exchanged cards is lost.
    fn adapt(
        &self,
        _dealt: &mut Self::State,
        _moves: &JointMove<Self::Move>,
        (_before, _after): (&Self::State, &Self::State),
        _seat: Seat,
        _chance: &mut ChanceStreams,
    ) {
    }
    /// For games that have `looks_alike`: makes these moves in `dealt`, a state that this seat cannot distinguish from the
    /// first of two states of one game that follow one another. Keeps what is hidden from the seat and stays hidden, and
    /// deals what is new. Returns whether the seat cannot distinguish the result from the second state. A game whose cards
    /// are drawn or turned up between decisions has this, because the same cards would rarely come up by chance.
    fn follow(
        &self,
        dealt: &mut Self::State,
        moves: &JointMove<Self::Move>,
        (_, after): (&Self::State, &Self::State),
        seat: Seat,
        chance: &mut ChanceStreams,
    ) -> bool {
        let mut moves = *moves;
        self.play(dealt, &mut moves, chance, &mut NoObserver);
        self.view(dealt, seat) == self.view(after, seat)
    }
    /// Writes an event as one line of a story (none if another line says the same), or a move as its id. A
    /// line stands for one event only, so a game can be reconstructed from its story.
    ///
    /// # Errors
    /// Only those of the writer.
    fn describe(&self, what: Described<'_, Self>, text: &mut dyn fmt::Write) -> fmt::Result;
    /// Writes what a seat sees of the table, for a person who plays: one line for each player's things and one for its own
    /// secrets. Bots in other languages read it, too.
    ///
    /// # Errors
    /// Only those of the writer.
    fn describe_view(&self, view: &Self::View<'_>, text: &mut dyn fmt::Write) -> fmt::Result;
    /// Lays out the same as cards, piles and counters, for a page that draws them. A page shows the lines of `describe_view` if
    /// the game lays out nothing.
    fn lay_out(&self, _view: &Self::View<'_>, _seat: Seat, _table: &mut Layout) {}
    /// Whether a player in this seat sees the event happen, so that its line can be shown to that player. What the lines say
    /// follows from what the seat may know then.
    fn is_seen(&self, _event: &Self::Event, _seat: Seat) -> bool {
        true
    }
    /// Whether a view after this event lacks what its seat saw before, because open cards return among hidden ones. Players
    /// with equal views can have seen different things then.
    fn forgets(&self, _event: &Self::Event) -> bool {
        false
    }
    /// What a game of these rules reports: players, length, groups of players, cards and metrics.
    fn measures(&self) -> Measures<Self>;
    /// What shows who leads at a decision: life, points, or cards that are left. Comebacks, lead changes and the largest lead are
    /// metrics of a game that has it. `None` if nothing shows it.
    fn lead(&self) -> Option<Lead<impl Fn(&Self::State, Seat) -> i32>> {
        None::<Lead<fn(&Self::State, Seat) -> i32>>
    }
    /// The names of all statistics.
    fn schema(&self) -> StatSchema {
        self.measures().schema(self.lead().map(|lead| lead.unit))
    }
    /// The features that strategies may weigh, if they depend on the rules.
    fn feature_list(&self) -> &[Feature] {
        Self::INFO.features
    }
    /// The situations in which strategies can weigh features otherwise, if they depend on the rules; at most 32.
    fn situation_list(&self) -> &[Feature] {
        Self::SITUATIONS
    }
    /// Writes the wanted features of each move, computed from the view with `+ - * / sqrt` and comparisons
    /// only.
    fn features(&self, view: &Self::View<'_>, moves: &[Self::Move], rows: &mut impl FeatureRows);
    /// The situations that hold, by index in [`Game::situation_list`].
    fn situations(&self, _view: &Self::View<'_>) -> FeatureSet {
        FeatureSet::NONE
    }
    /// The same game, in which this seat plays without one copy, or without all copies, of the card with this
    /// index in [`Measures::cards`]. A replacement with no effect, or with no special effect, takes the place of
    /// a copy; all other random numbers stay the same. Every copy is equally likely to be the one that is replaced, because it
    /// is chosen before the shuffle. Of a single copy, both are the same game. `None` if no seat can play without the card. Also
    /// `None` for one copy if copies cannot be told apart, as in a deck that players share.
    fn without(&self, _card: usize, _seat: Seat, _copies: Copies) -> Option<Self> {
        None
    }
    /// The piles of a new game that have an order, for people who play a prepared deal. Cards are drawn from the top. None if
    /// the game has no such pile. An order that is drawn during the game comes from its chance.
    fn prepared(&self, _state: &Self::State, _chance: &mut ChanceStreams) -> Vec<PreparedPile> {
        Vec::new()
    }
}

/// The copies of a card that a seat plays without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copies {
    /// One of them.
    One,
    /// All of them.
    All,
}

impl Copies {
    /// The most copies that are replaced.
    #[must_use]
    pub const fn most(self) -> usize {
        match self {
            Self::One => 1,
            Self::All => usize::MAX,
        }
    }
}

/// A pile, or the opening of a seat, that people prepare before a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PreparedPile {
    /// What it is: `deck`, `opening`.
    pub name: String,
    /// Whose it is; `None` if it belongs to nobody.
    pub seat: Option<Seat>,
    /// The ids of its cards, the top one first.
    pub cards: Vec<String>,
}

impl PreparedPile {
    /// A pile whose last card is the top.
    pub fn of_last_on_top<'c>(
        name: &str,
        seat: Option<Seat>,
        cards: impl IntoIterator<Item = &'c str, IntoIter: DoubleEndedIterator>,
    ) -> Self {
        Self { name: name.into(), seat, cards: cards.into_iter().rev().map(str::to_owned).collect() }
    }
}

/// The name of a game and its other properties that do not depend on the config.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// Its id in kebab-case.
    pub id: &'static str,
    /// Its printed title.
    pub title: &'static str,
    /// The default number of games of a run, which takes a few seconds.
    pub games: u64,
    /// The sources of chance, each with its own stream, at most [`MAX_SOURCES`](super::chance::MAX_SOURCES).
    pub chance: &'static [&'static str],
    /// The features that strategies may weigh; made by [`features!`](crate::model::features).
    pub features: &'static [Feature],
    /// The settings that can be without effect.
    pub dependents: &'static [Dependent],
    /// What the crate of a game outside Undercard ships with it; `None` for the printed games.
    pub own: Option<OwnCrate>,
}

impl GameInfo {
    /// Its id, with the version of its own crate if it has one: digests begin with it, because another version of the crate
    /// may play other games.
    #[must_use]
    pub fn versioned_id(&self) -> String {
        match self.own {
            Some(OwnCrate { version, .. }) => format!("{} {version}", self.id),
            None => self.id.to_owned(),
        }
    }
}

/// What the crate of a game outside Undercard ships with the game.
#[derive(Clone, Copy, Debug)]
pub struct OwnCrate {
    /// The version of the crate, part of every digest: `env!("CARGO_PKG_VERSION")`.
    pub version: &'static str,
    /// Its configs, file name and text: `printed.toml`, which has every setting, and house rules.
    pub configs: &'static [(&'static str, &'static str)],
    /// Its strategies, file name and text.
    pub strategies: &'static [(&'static str, &'static str)],
}

/// Settings that have no effect while another setting has certain values.
#[derive(Clone, Copy, Debug)]
pub struct Dependent {
    /// The path of the setting, or of a table of settings.
    pub settings: &'static str,
    /// The path of the other setting.
    pub on: &'static str,
    /// The values of the other setting with which they have no effect.
    pub off: &'static [&'static str],
}

/// Something that [`Game::describe`] writes.
#[derive(Debug)]
pub enum Described<'a, G: Game> {
    /// An event, as a line of a story or none.
    Event(&'a G::Event),
    /// A move, as its id (`five`, `attack:seat:2`).
    Move(G::Move),
}

impl<G: Game> Described<'_, G> {
    /// Writes an event with `event`, or a move as the id that `id` gives.
    ///
    /// # Errors
    /// Only those of the writer.
    pub fn write(
        self,
        text: &mut dyn fmt::Write,
        event: impl FnOnce(&G::Event, &mut dyn fmt::Write) -> fmt::Result,
        id: impl FnOnce(G::Move) -> &'static str,
    ) -> fmt::Result {
        match self {
            Self::Event(what) => event(what, text),
            Self::Move(mv) => text.write_str(id(mv)),
        }
    }
}

/// What a seat sees of the table, in lines.
#[must_use]
pub fn table_text<G: Game>(game: &G, view: &G::View<'_>) -> String {
    let mut table = String::new();
    // Writing to a string cannot fail.
    let _ = game.describe_view(view, &mut table);
    table
}

/// What a seat sees of the table, laid out.
#[must_use]
pub fn layout<G: Game>(game: &G, state: &G::State, seat: Seat) -> Layout {
    let mut table = Layout::default();
    game.lay_out(&game.view(state, seat), seat, &mut table);
    table
}

/// Writes all features of the moves of a menu, one after another.
pub fn all_features<G: Game>(game: &G, view: &G::View<'_>, menu: &[G::Move], numbers: &mut Vec<f64>) {
    let width = game.feature_list().len();
    numbers.clear();
    numbers.resize(menu.len() * width, 0.0);
    game.features(view, menu, &mut DenseRows::new(FeatureSet::ALL, width, numbers));
}

/// The id of a move.
#[must_use]
pub fn move_id<G: Game>(game: &G, mv: G::Move) -> String {
    let mut id = String::new();
    // Writing to a string cannot fail.
    let _ = game.describe(Described::Move(mv), &mut id);
    id
}
