//! Drawing: the deal, the Deck, the Discard pile. Clauses 3, 4 and 6.6.

use super::cards::Face;
use super::state::{Character, Phase, State};
use super::story::Event;
use super::{DECK, StabbyJack};
use crate::model::{BySeat, ChanceStreams, Observer, Pile, Seat};

impl StabbyJack {
    /// Clause 3: the Deck is shuffled, and every player is dealt Numbered cards. Specials are discarded
    /// unread.
    pub(super) fn deal(&self, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) -> State {
        let mut state = State {
            deck: self.deck,
            discard: Pile::new(),
            characters: BySeat::<Character>::default(),
            active: Seat::FIRST,
            turn: 1,
            phase: Phase::Action,
        };
        chance.source(DECK).shuffle(&mut state.deck);
        for seat in self.seats() {
            while state.characters[seat].level < self.rules.start_level {
                // `Rules::check` has found enough Numbered cards for everybody.
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
        if self.begin_turn(&mut state, chance, observer) {
            // Whether the game is over is in its phase.
            let _ = self.next_turn(&mut state, chance, observer);
        }
        state
    }

    /// Draws the top card of the Deck for a seat. A face that the seat plays without is discarded unread, and
    /// another card drawn, unless no other face is left.
    #[inline(always)]
    pub(super) fn draw(
        &self,
        state: &mut State,
        seat: Seat,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> Option<Face> {
        loop {
            if state.deck.is_empty() {
                self.reshuffle(state, chance, observer);
            }
            let face = state.deck.pop()?;
            observer.on_event(Event::Drawn { seat, face });
            if self.may_keep(seat, face) || no_other(state, face) {
                return Some(face);
            }
            state.discard.push(face);
            observer.on_event(Event::Unread { face });
        }
    }

    /// Does the seat play with this face?
    #[inline]
    fn may_keep(&self, seat: Seat, face: Face) -> bool {
        self.without != Some((seat, face))
    }

    /// The Deck is empty: the Discard pile becomes the Deck, except its top card. A single card does become
    /// the Deck.
    #[cold]
    fn reshuffle(&self, state: &mut State, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) {
        let keeps_top = self.rules.keep_top_discard && state.discard.len() > 1;
        let top = if keeps_top { state.discard.pop() } else { None };
        state.deck = state.discard;
        chance.source(DECK).shuffle(&mut state.deck);
        state.discard.clear();
        state.discard.extend(top);
        observer.on_event(Event::Reshuffled { n_cards: state.deck.len(), top });
    }

    /// Clause 4, DRAW-NUMBERED: draws until a Numbered card appears, and discards the Specials unread.
    /// Nothing is drawn if neither pile has a Numbered card.
    pub(super) fn draw_numbered(
        &self,
        state: &mut State,
        seat: Seat,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> Option<Face> {
        let mut cards = state.deck.iter().rev().chain(state.discard.iter());
        if !cards.any(|face| face.is_numbered() && self.may_keep(seat, *face)) {
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
}

/// Are all cards of the Deck and the Discard pile of this face?
#[cold]
fn no_other(state: &State, face: Face) -> bool {
    state.deck.iter().chain(state.discard.iter()).all(|other| *other == face)
}
