//! Stabby Jack: a role-playing game with a deck of cards. Numbered cards are both the Attributes of
//! characters and the monsters that they fight; every other card is an event.
//!
//! [`rules`] has the settings, [`play`] the turn and the events of the cards, [`levels`] Training and Level
//! Ups, [`payment`] the price of a Level Up, [`swap`] the Ace, [`deck`] drawing and reshuffling, [`goal`]
//! Health, death and winning, [`decisions`] the legal moves, [`view`] the information policy, [`story`] the
//! events, [`report`] the metrics, [`bots`] the features, and [`win_table`] the monsters that an attack
//! beats.

mod bots;
mod cards;
mod decisions;
mod deck;
mod goal;
mod levels;
mod payment;
mod play;
mod report;
mod rules;
mod situations;
mod state;
mod story;
mod swap;
#[cfg(test)]
mod tests;
mod view;
mod win_table;

use crate::model::{
    Ask, ChanceStreams, Copies, Decision, Dependent, Described, Feature, FeatureRows, FeatureSet, Game,
    GameInfo, Layout, Lead, Measures, Moves, Observer, Pile, PreparedPile, Seat, Seats, Section, Status,
};
use cards::{CARDS, Face, Faces, PerFace};
pub use decisions::{Action, Move};
use payment::POINTS;
use play::Turns;
pub use rules::Rules;
pub use state::{Character, Phase, State};
use std::fmt;
pub use story::Event;
pub use view::View;
use win_table::WinTable;

/// The sources of chance, each with its own stream.
mod source {
    /// The order of the Deck.
    pub(super) const DECK: usize = 0;
    /// Who begins, and whether players forget to announce an action.
    pub(super) const FORFEITS: usize = 1;
}

/// The rules of one config, ready to play.
#[derive(Clone, Debug)]
pub struct StabbyJack {
    /// The settings.
    pub rules: Rules,
    /// All cards, in card order.
    deck: Pile<Face, CARDS>,
    /// Number of cards that are not Numbered.
    n_not_numbered: usize,
    /// The monsters that are worth 0, 1, … 9 points.
    faces_by_points: [Faces; POINTS],
    /// The Attributes that each Attribute can be swapped for.
    partners: PerFace<Faces>,
    /// The monsters that each attack beats.
    win_table: WinTable,
    /// This seat discards this face unread whenever it draws it, and draws the next card.
    without: Option<(Seat, Face)>,
}

impl StabbyJack {
    /// Computes the tables of these rules.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let all = Face::all().flat_map(|face| std::iter::repeat_n(face, rules.copies(face)));
        // Rejected rules may have too many cards.
        let deck: Pile<Face, CARDS> = all.take(CARDS).collect();
        Self {
            n_not_numbered: deck.iter().filter(|face| !face.is_numbered()).count(),
            deck,
            faces_by_points: payment::faces_by_points(&rules),
            partners: PerFace::from_fn(|face| rules.ace_match.partners(Faces::only(face))),
            win_table: WinTable::new(&rules),
            without: None,
            rules,
        }
    }

    /// The seats of all players.
    fn seats(&self) -> Seats {
        Seats::first(self.rules.players)
    }
}

impl Game for StabbyJack {
    const INFO: GameInfo = GameInfo {
        id: "stabby-jack",
        title: "Stabby Jack",
        games: 25_000,
        chance: &["the deck", "who begins, and forfeits"],
        features: bots::FEATURES,
        dependents: &[Dependent {
            settings: "rules.win-before-rebirth",
            on: "rules.win-check",
            off: &["own-turn"],
        }],
        own: None,
    };
    const SITUATIONS: &'static [Feature] = situations::FEATURES;
    type State = State;
    type View<'a> = View<'a>;
    type Move = Move;
    type Event = Event;

    fn read(settings: &Section<'_>) -> Self {
        Self::new(Rules::read(settings))
    }

    fn new_game(&self, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) -> State {
        self.deal(chance, observer)
    }

    fn prepared(&self, state: &State, _: &mut ChanceStreams) -> Vec<PreparedPile> {
        let discard = state.discard.iter().map(|face| face.id());
        vec![
            PreparedPile::of_last_on_top("deck", None, state.deck.iter().map(Face::id)),
            PreparedPile::of_last_on_top("discard pile", None, discard),
        ]
    }

    fn play(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> Status {
        Turns { game: self, state, ask, chance, observer }.play()
    }

    #[inline(always)]
    fn decision(&self, state: &State, seat: Seat) -> Decision<impl Moves<Move = Move>> {
        Decision::new(state.phase.decision(), self.menu(state, seat))
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        state.view(seat)
    }

    /// Nobody knows more than the others: only the Deck is hidden. So moves say nothing about hidden cards, and the game needs
    /// no `looks_alike`.
    fn determinize(&self, state: &mut State, _: Seat, chance: &mut ChanceStreams) {
        state.deck.redeal::<0>(&mut [], chance.source(source::DECK));
    }

    fn describe(&self, what: Described<'_, Self>, text: &mut dyn fmt::Write) -> fmt::Result {
        match what {
            Described::Event(event) => event.describe(text),
            Described::Move(mv) => mv.describe(text),
        }
    }

    fn describe_view(&self, view: &View<'_>, text: &mut dyn fmt::Write) -> fmt::Result {
        self.describe_seen(view, text)
    }

    fn lay_out(&self, view: &View<'_>, _: Seat, table: &mut Layout) {
        self.lay_out_seen(view, table);
    }

    fn forgets(&self, event: &Event) -> bool {
        matches!(event, Event::Reshuffled { .. })
    }

    fn measures(&self) -> Measures<Self> {
        self.report()
    }

    fn lead(&self) -> Option<Lead<impl Fn(&State, Seat) -> i32>> {
        Some(Lead {
            unit: "Monster Points",
            of: |state: &State, seat: Seat| state.characters[seat].points.into(),
        })
    }

    fn features(&self, view: &View<'_>, moves: &[Move], rows: &mut impl FeatureRows) {
        self.weigh(view, moves, rows);
    }

    fn situations(&self, view: &View<'_>) -> FeatureSet {
        self.situation(view)
    }

    /// Copies of a face in the shared deck cannot be told apart, so a player plays without all of them.
    fn without(&self, card: usize, seat: Seat, copies: Copies) -> Option<Self> {
        let face = Face::at(card);
        let can_miss = copies == Copies::All || self.rules.copies(face) <= 1;
        can_miss.then(|| Self { without: Some((seat, face)), ..self.clone() })
    }
}
