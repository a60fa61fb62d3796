//! Drawing: the deal, the Deck, the Discard pile, births. Clauses 3, 4 and 6.6.

use super::cards::{CARDS, Face, Faces};
use super::state::{Phase, State};
use super::story::Event;
use super::{DECK, StabbyJack};
use crate::model::{BySeat, ChanceStreams, Observer, Pile, RngStream, Seat, Seats};

/// The Deck. Its top card lies apart: it settles what the next turn is, which nobody can guess, so that a
/// processor waits for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    top: Face,
    /// The cards below it; the last one is the next.
    below: Pile<Face, CARDS>,
}

impl Deck {
    /// No cards yet.
    const EMPTY: Self = Self { top: Face::NONE, below: Pile::empty(Face::NONE) };

    /// These cards become the Deck, shuffled.
    #[inline]
    pub(super) fn shuffle(&mut self, cards: &Pile<Face, CARDS>, stream: &mut RngStream) {
        self.below = *cards;
        stream.shuffle(&mut self.below);
        self.pop();
    }

    /// The top card, if there is one.
    #[inline]
    #[must_use]
    pub const fn top(&self) -> Face {
        self.top
    }

    /// Takes the top card.
    #[inline]
    fn pop(&mut self) -> Option<Face> {
        let top = self.top;
        self.top = self.below.pop().unwrap_or(Face::NONE);
        (top != Face::NONE).then_some(top)
    }

    /// How many cards.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.below.len() + usize::from(!self.is_empty())
    }

    /// No card at all?
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.top == Face::NONE
    }

    /// All cards; the last one is the top.
    pub fn cards(&self) -> impl DoubleEndedIterator<Item = Face> {
        self.below.iter().copied().chain((!self.is_empty()).then_some(self.top))
    }
}

#[cfg(test)]
impl FromIterator<Face> for Deck {
    fn from_iter<I: IntoIterator<Item = Face>>(cards: I) -> Self {
        let mut deck = Self { top: Face::NONE, below: cards.into_iter().collect() };
        deck.pop();
        deck
    }
}

impl StabbyJack {
    /// Clause 3: each player is dealt Numbered cards; Specials are discarded unread.
    pub(super) fn set_up<W: Observer<Event>>(&self, chance: &mut ChanceStreams, observer: &mut W) -> State {
        let mut state = State {
            deck: Deck::EMPTY,
            discard: Pile::new(),
            characters: BySeat::default(),
            rich: Seats::NONE,
            able: BySeat::default(),
            swappable: Faces::default(),
            active: Seat::FIRST,
            turn: 1,
            phase: Phase::Action,
        };
        state.deck.shuffle(&self.deck, chance.source(DECK));
        for seat in self.seats() {
            while state.characters[seat].level < self.rules.start_level {
                // The Deck holds Numbered cards for everybody: `Rules::check`.
                let Some(face) = state.deck.pop() else { break };
                if self.may_keep(seat, face) && face.is_numbered() {
                    state.characters[seat].gain(face, self.rules.cards[face]);
                    observer.on_event(Event::Opening { seat, face });
                } else {
                    state.discard.push(face);
                    observer.on_event(Event::Unread { face });
                }
            }
        }
        self.first_turn(&mut state, chance, observer);
        state
    }

    /// Draws the top card of the Deck for a seat.
    #[inline(always)]
    pub(super) fn draw<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Face> {
        if state.deck.is_empty() {
            self.reshuffle(state, chance, observer);
        }
        let face = self.draw_top(state, seat, observer)?;
        match self.without {
            None => Some(face),
            Some(_) => self.keep_or_not(state, seat, face, chance, observer),
        }
    }

    /// Draws the top card, if there is one.
    #[inline(always)]
    pub(super) fn draw_top<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        observer: &mut W,
    ) -> Option<Face> {
        let face = state.deck.pop()?;
        observer.on_event(Event::Drawn { seat, face });
        Some(face)
    }

    /// Does the seat play with this face?
    #[inline]
    fn may_keep(&self, seat: Seat, face: Face) -> bool {
        self.without != Some((seat, face))
    }

    /// A face that the seat plays without: it is discarded unread, and another card drawn, unless
    /// there is none.
    #[cold]
    fn keep_or_not<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        face: Face,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Face> {
        let all = || state.deck.cards().chain(state.discard.iter().copied());
        let any_other = || all().any(|other| other != face);
        if self.may_keep(seat, face) || !any_other() {
            return Some(face);
        }
        state.discard.push(face);
        observer.on_event(Event::Unread { face });
        self.draw(state, seat, chance, observer)
    }

    /// The Deck is empty: the Discard pile becomes the Deck, all but its top card, unless that is
    /// its only one.
    #[cold]
    fn reshuffle<W: Observer<Event>>(&self, state: &mut State, chance: &mut ChanceStreams, observer: &mut W) {
        let top =
            if self.rules.keep_top_discard && state.discard.len() > 1 { state.discard.pop() } else { None };
        let n_cards = state.discard.len();
        state.deck.shuffle(&state.discard, chance.source(DECK));
        state.discard.clear();
        if let Some(face) = top {
            state.discard.push(face);
        }
        observer.on_event(Event::Reshuffled { n_cards, top });
    }

    /// Draws until a Numbered card appears, and discards the Specials unread; nothing is drawn if
    /// neither pile has a Numbered card.
    pub(super) fn draw_numbered<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Face> {
        if !self.holds_numbered(state, seat) {
            return None;
        }
        loop {
            let face = self.draw(state, seat, chance, observer)?;
            if face.is_numbered() {
                return Some(face);
            }
            state.discard.push(face);
            observer.on_event(Event::Unread { face });
        }
    }

    /// Has the Deck or the Discard pile a Numbered card that the seat may keep?
    #[inline]
    pub(super) fn holds_numbered(&self, state: &State, seat: Seat) -> bool {
        let fits = |face: Face| face.is_numbered() & self.may_keep(seat, face);
        // Four cards nearly always hold one, and to look at all four is quicker than to guess which.
        let some = state.deck.below.last_chunk::<4>().is_some_and(|some| some.map(fits).contains(&true));
        some || self.search_numbered(state, fits)
    }

    #[cold]
    fn search_numbered(&self, state: &State, fits: impl Fn(Face) -> bool) -> bool {
        state.deck.cards().chain(state.discard.iter().copied()).any(fits)
    }
}
