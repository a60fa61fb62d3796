//! Stabby Jack: a role-playing game with a deck of cards. Numbered cards are both what characters
//! are made of and the monsters they fight; every other card is an event, and Jack stabs, twice.
//!
//! [`rules`] holds the settings, [`play`] the turn and the events of the cards, [`course`] which course it
//! takes, [`playout`] whole games by chance, [`levels`] Training and Level Ups, [`payment`] the price
//! of these, [`prey`] what wins against what, [`swap`] the Ace, [`deck`] drawing and reshuffling, [`goal`] Health, death and winning,
//! [`decisions`] the legal actions, [`view`] the information policy, [`story`] what happens and how it is
//! told, [`report`] the figures, [`bots`] the features.

mod bots;
mod cards;
mod course;
mod decisions;
mod deck;
mod goal;
mod levels;
mod payment;
mod play;
mod playout;
mod prey;
mod report;
mod rules;
mod state;
mod story;
mod swap;
#[cfg(test)]
mod tests;
mod view;

use crate::model::{
    BotState, BySeat, ChanceStreams, Decisions, Game, JointMove, Observer, Outcome, Pile, RngStream, Seat,
    Seats, Section, Status,
};
use cards::{CARDS, Face, Faces, PerFace};
use course::Courses;
pub use decisions::Move;
use payment::Worths;
use play::Foe;
use prey::Preys;
pub use rules::Rules;
use rules::{FullLevelUp, WinCheck};
pub use state::{Character, Phase, State};
use std::fmt;
pub use story::Event;
pub use view::View;

/// Draws off the Deck.
const DECK: usize = 0;
/// Who forgets to announce an action.
const FORFEITS: usize = 1;

/// The rules of one house, ready to deal.
#[derive(Clone, Debug)]
pub struct StabbyJack {
    /// The settings.
    pub rules: Rules,
    /// All seats that play.
    seats: Seats,
    /// Levels below this can buy another one, or a replacement.
    buying_level: u8,
    /// Is a winner looked for after every event?
    any_time: bool,
    /// May a turn end or begin in another way than the printed one?
    odd_turns: bool,
    /// All cards, in card order.
    deck: Pile<Face, CARDS>,
    /// The Numbered cards that an Ace may swap for each.
    partners: PerFace<Faces>,
    /// What a fight with each face is like.
    foes: PerFace<Foe>,
    /// What attacks win against.
    preys: Preys,
    /// What the faces are worth as payment.
    worths: Worths,
    /// The courses of a turn.
    courses: Courses,
    /// The next seat to the left of each.
    left: BySeat<Seat>,
    /// A player who draws this face lays it aside unread and draws another card.
    without: Option<(Seat, Face)>,
}

impl StabbyJack {
    /// Makes the tables of these rules.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let all = Face::all().flat_map(|face| std::iter::repeat_n(face, rules.copies(face)));
        // More than a game holds only where the rules were refused.
        let deck = all.take(CARDS).collect();
        let when_full = rules.level_up_when_full && rules.full_level_up == FullLevelUp::Choose;
        let buying_level = if when_full { u8::MAX } else { rules.max_level };
        let foes = PerFace::from_fn(|face| Foe::new(&rules, face));
        Self {
            seats: Seats::first(rules.players),
            buying_level,
            any_time: rules.win_check == WinCheck::AnyTime,
            odd_turns: rules.win_check == WinCheck::OwnTurn || rules.forfeit_percent > 0,
            deck,
            partners: PerFace::from_fn(|face| rules.ace_match.partners(Faces::only(face))),
            preys: Preys::new(&foes),
            foes,
            worths: Worths::new(&rules),
            without: None,
            courses: Courses::new(true),
            // None play where the rules were refused.
            left: BySeat::from_fn(|seat| seat.next(rules.players.max(1))),
            rules,
        }
    }

    /// The next seat to the left.
    #[inline]
    fn left_of(&self, seat: Seat) -> Seat {
        self.left[seat]
    }

    /// All seats that play.
    #[inline]
    const fn seats(&self) -> Seats {
        self.seats
    }
}

impl Game for StabbyJack {
    const ID: &'static str = "stabby-jack";
    /// The Deck, the forfeits.
    const SOURCES: usize = 2;
    /// The distinct captured faces of a payment: 36 Numbered cards and 4 Kings.
    const MENU: usize = 40;
    type State = State;
    type View<'a> = View<'a>;
    type Move = Move;
    type Event = Event;

    fn read(settings: &Section<'_>) -> Self {
        Self::new(Rules::read(settings))
    }

    fn players(&self) -> usize {
        self.rules.players
    }

    fn lay<W: Observer<Event>>(&self, chance: &mut ChanceStreams, observer: &mut W) -> State {
        self.set_up(chance, observer)
    }

    #[inline]
    fn status(&self, state: &State) -> Status {
        match state.phase {
            Phase::Over(outcome) => Status::Over(outcome),
            _ => Status::Choose(Seats::only(state.active)),
        }
    }

    #[inline]
    fn alone(&self, state: &State) -> Option<Seat> {
        (!matches!(state.phase, Phase::Over(_))).then_some(state.active)
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        state.view(seat)
    }

    fn decision(&self, state: &State, _: Seat) -> &'static str {
        state.phase.decision()
    }

    #[inline]
    fn moves(&self, state: &State, _: Seat, menu: &mut Vec<Move>) {
        self.list(state, menu);
    }

    #[inline]
    fn at_random(&self, state: &State, _: Seat, mind: &mut RngStream) -> Option<(Move, usize)> {
        Some(self.pick(state, mind))
    }

    #[inline]
    fn play<W: Observer<Event>>(
        &self,
        state: &mut State,
        chosen: &JointMove<Move>,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) {
        let (seat, mv) = chosen.alone();
        self.proceed(state, seat, mv, chance, observer);
    }

    #[inline]
    fn play_out<W: Observer<Event>>(
        &self,
        state: &mut State,
        minds: &mut BySeat<BotState>,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<(Outcome, Decisions)> {
        (!self.odd_turns).then(|| self.play_turns(state, minds, chance, observer))
    }

    fn determinize(&self, state: &mut State, _: Seat, chance: &mut ChanceStreams) {
        let mut unseen: Pile<Face, CARDS> = state.deck.cards().collect();
        unseen.sort_unstable();
        state.deck.shuffle(&unseen, chance.source(DECK));
    }

    fn name_move(&self, mv: Move) -> String {
        mv.name()
    }

    fn describe(&self, event: &Event, story: &mut dyn fmt::Write) -> fmt::Result {
        event.describe(story)
    }
}
