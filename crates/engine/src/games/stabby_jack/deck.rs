//! Dealing and drawing, the Deck, the Discard pile. Clauses 3, 4 and 6.6.

use super::cards::Face;
use super::play::Turns;
use super::rules::Reshuffle;
use super::state::{Character, Phase, State};
use super::story::Event;
use super::{StabbyJack, source};
use crate::model::{BySeat, ChanceStreams, Deck, Observer, Pile, Seat};

impl StabbyJack {
    /// Clause 3: shuffles the Deck and deals Numbered cards to every player. Specials are discarded unread.
    pub(super) fn deal(&self, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) -> State {
        let first = self.rules.first_player.draw(self.rules.players, chance, source::FORFEITS);
        let mut state = State {
            deck: Deck::of_pile(self.deck, chance.source(source::DECK)),
            discard: Pile::new(),
            characters: BySeat::<Character>::default(),
            active: first,
            turn: 1,
            phase: Phase::Action,
        };
        for seat in self.seats() {
            let level = self.rules.start_level + self.rules.extra_attributes[seat];
            while state.characters[seat].level < level {
                // `Rules::check` has checked that there are enough Numbered cards for all players.
                let Some(face) = state.deck.turn_up() else { break };
                if self.may_keep(seat, face) && face.is_numbered() {
                    state.characters[seat].gain(face, self.rules.cards[face]);
                    observer.on_event(Event::Opening { seat, face });
                } else {
                    state.discard.push(face);
                    observer.on_event(Event::Unread { face });
                }
            }
        }
        let mut turns = Turns { game: self, state: &mut state, ask: &mut (), chance, observer };
        if turns.begin_turn(first) {
            // The phase shows whether the game is over, and the state has the active player.
            let _ = turns.next_turn(first);
        }
        state
    }

    /// Whether the seat plays with this face.
    #[inline]
    fn may_keep(&self, seat: Seat, face: Face) -> bool {
        self.without != Some((seat, face))
    }

    /// Whether the Deck or the Discard pile has a Numbered card that the seat plays with.
    fn has_numbered(&self, state: &State, seat: Seat) -> bool {
        // If there are more cards than Specials and Kings in all decks, one of them is Numbered.
        if self.without.is_none() && state.deck.len() + state.discard.len() > self.n_not_numbered {
            return true;
        }
        let mut cards = state.deck.iter().chain(state.discard.iter().copied());
        cards.any(|face| face.is_numbered() && self.may_keep(seat, face))
    }
}

impl<A, O: Observer<Event>> Turns<'_, A, O> {
    /// Draws the top card of the Deck for a seat. A face that the seat plays without is discarded unread and
    /// another card is drawn, unless no other face is left.
    #[inline(always)]
    pub(super) fn draw(&mut self, seat: Seat) -> Option<Face> {
        loop {
            if self.state.deck.is_empty() {
                self.reshuffle();
            }
            let face = self.state.deck.turn_up()?;
            self.observer.on_event(Event::Drawn { seat, face });
            if self.game.rules.reshuffle == Reshuffle::WhenEmpty && self.state.deck.is_empty() {
                self.reshuffle();
            }
            if self.game.may_keep(seat, face) || no_other(self.state, face) {
                return Some(face);
            }
            self.discard_unread(face);
        }
    }

    /// Reshuffles an empty Deck: the Discard pile becomes the Deck, except its top card. A single card also
    /// becomes the Deck.
    #[cold]
    fn reshuffle(&mut self) {
        let State { deck, discard, .. } = &mut *self.state;
        let keeps_top = self.game.rules.keep_top_discard && discard.len() > 1;
        let top = if keeps_top { discard.pop() } else { None };
        deck.refill::<0>(discard, &mut [], self.chance.source(source::DECK));
        discard.extend(top);
        self.observer.on_event(Event::Reshuffled { n_cards: deck.len(), top });
    }

    /// Clause 4, DRAW-NUMBERED: draws until a Numbered card appears, and discards the Specials unread. Draws
    /// nothing if neither pile has a Numbered card.
    pub(super) fn draw_numbered(&mut self, seat: Seat) -> Option<Face> {
        if !self.game.has_numbered(self.state, seat) {
            return None;
        }
        loop {
            let face = self.draw(seat)?;
            if face.is_numbered() {
                return Some(face);
            }
            self.discard_unread(face);
        }
    }
}

/// Whether all cards of the Deck and the Discard pile are of this face.
#[cold]
fn no_other(state: &State, face: Face) -> bool {
    state.deck.iter().chain(state.discard.iter().copied()).all(|other| other == face)
}
