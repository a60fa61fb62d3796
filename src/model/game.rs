//! What a game is: rules as a value, a state that owns no heap, and one way to play on.

use super::ask::{Ask, Status};
use super::bot::{Feature, FeatureRows};
use super::chance::ChanceStreams;
use super::measures::Measures;
use super::moves::{Decision, Moves};
use super::observer::{Event, Observer};
use super::seat::Seat;
use super::settings::Section;
use std::fmt::{self, Debug};

/// The rules of one game, checked and ready to play. A value, not a singleton: several rule sets can be
/// played side by side. Every promise made here is a law that `games/conformance` holds every game to.
pub trait Game: Sized + Send + Sync + 'static {
    /// What the game is called, its sources of chance, and the features that strategies weigh.
    const INFO: GameInfo;
    /// The whole truth of a game in play. It owns no heap.
    type State: Clone + PartialEq + Debug + Send;
    /// What one seat may know: the information policy of the game.
    type View<'a>: PartialEq + Debug;
    /// One choice of one seat.
    type Move: Copy + Eq + Debug + Default + Send + Sync;
    /// Something that happens and is worth counting or printing.
    type Event: Event;

    /// Reads and checks the game's settings, and notes every error in the section. A game that is
    /// returned beside noted errors is never played.
    fn read(settings: &Section<'_>) -> Self;
    /// Deals a new game.
    fn new_game(&self, chance: &mut ChanceStreams, observer: &mut impl Observer<Self::Event>) -> Self::State;
    /// Plays on, asking for every decision, until the game is over or the asker pauses it. A paused state
    /// is as it was when it asked: it can be cloned, looked at and played on.
    fn play(
        &self,
        state: &mut Self::State,
        ask: &mut impl Ask<Self>,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Self::Event>,
    ) -> Status;
    /// What a seat that must choose now decides: the rulebook's name of the decision and every legal
    /// move, each once and in the order of the rules. There is always at least one.
    fn decision(&self, state: &Self::State, seat: Seat) -> Decision<impl Moves<Move = Self::Move>>;
    /// What the seat may know.
    fn view<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Self::View<'a>;
    /// Deals again everything that the seat cannot know, uniformly over what its view allows. The result
    /// is a function of the view and of `chance`; the seat's view and its moves do not change.
    fn determinize(&self, state: &mut Self::State, seat: Seat, chance: &mut ChanceStreams);
    /// Writes an event as lines of a story (nothing if it only counts), or a move as its id.
    ///
    /// # Errors
    /// Only those of the writer.
    fn describe(&self, what: Described<'_, Self>, text: &mut dyn fmt::Write) -> fmt::Result;
    /// What a game of these rules reports: players, length, groups of players, cards and metrics.
    fn measures(&self) -> Measures<Self>;
    /// Writes the wanted features of each move as the seat of the view sees them, with `+ - * / sqrt` and
    /// comparisons only.
    fn features(&self, view: &Self::View<'_>, moves: &[Self::Move], rows: &mut FeatureRows<'_>);
    /// The same game in which this seat plays without the card of this place in
    /// [`Measures::cards`]: a replacement that does nothing, or nothing special, takes the place of every
    /// copy, and all other luck stays. `None` if nobody can go without the card.
    fn without(&self, _card: usize, _seat: Seat) -> Option<Self> {
        None
    }
}

/// What a game is called, and what of it does not depend on the config.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// Its id, kebab-case.
    pub id: &'static str,
    /// Its printed title.
    pub title: &'static str,
    /// Games of a run that does not say how many: a few seconds' worth.
    pub games: u64,
    /// The sources of chance, each with a stream of its own, at most
    /// [`MAX_SOURCES`](super::chance::MAX_SOURCES).
    pub chance: &'static [&'static str],
    /// What strategies may weigh; made by [`features!`](crate::model::features).
    pub features: &'static [Feature],
}

/// Something to be put into words.
#[derive(Debug)]
pub enum Described<'a, G: Game> {
    /// What happened, as zero or more lines of a story.
    Event(&'a G::Event),
    /// A move, as the spec's id of it (`five`, `attack:2`).
    Move(G::Move),
}

impl<G: Game> Described<'_, G> {
    /// Writes an event as `event` writes it, and a move as the id that `id` gives it.
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

/// The spec's id of a move.
#[must_use]
pub fn move_id<G: Game>(game: &G, mv: G::Move) -> String {
    let mut id = String::new();
    // A string takes every text.
    let _ = game.describe(Described::Move(mv), &mut id);
    id
}
