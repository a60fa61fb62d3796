//! Taunting combos: their next cards (T2), their ↑ (T5.1), how they break (6.3) or are completed (T5.4), and
//! new combos, which are queued in secret (T6).

use super::Taunt;
use super::deck::Queue;
use super::moves::{MAX_DECK, MoveId};
use super::state::{Move, Phase, State};
use super::story::Event;
use crate::model::bits::bits;
use crate::model::{Ask, JointMove, Observer, Seat};

impl Taunt {
    /// The next card of a combo.
    pub(super) fn next_queued(&self, state: &mut State, seat: Seat) -> Move {
        let Some(place) = state.secrets[seat].queue.pop() else { return Move::Nothing };
        state.secrets[seat].place = place;
        state.open.fighters[seat].queued -= 1;
        Move::Card(self.deck(state, seat).card(place.into()))
    }

    /// T5.1: executed taunting moves gain ↑.
    pub(super) fn charge_combos(&self, state: &mut State, observer: &mut impl Observer<Event>) {
        for seat in state.open.combos.minus(state.open.now.interrupted) {
            let gain = self.revealed(&state.open.fighters[seat]).combo_charge;
            self.gain_charge(state, seat, gain, observer);
        }
    }

    /// Returns the queue to the hand.
    pub(super) fn break_combo(&self, state: &mut State, seat: Seat, observer: &mut impl Observer<Event>) {
        state.open.combos = state.open.combos.without(seat);
        state.open.fighters[seat].queued = 0;
        state.secrets[seat].queue = Queue::default();
        observer.on_event(Event::ComboBreaks { who: state.who(seat) });
    }

    /// T5.4 and T6: combos without a further card are complete; players who may start a new combo queue cards
    /// for it.
    pub(super) fn end_combos(state: &mut State, observer: &mut impl Observer<Event>) {
        for seat in state.open.combos {
            if state.open.fighters[seat].queued == 0 {
                state.open.combos = state.open.combos.without(seat);
                observer.on_event(Event::ComboDone { who: state.who(seat) });
            }
        }
        let open = &mut state.open;
        let taunting = open.now.may_taunt.both(open.standing).minus(open.down);
        open.now.may_taunt = taunting;
        for seat in taunting {
            state.secrets[seat].queue = Queue::default();
        }
        state.ask(taunting, Phase::Combo);
    }

    /// T6: each player who is still queueing queues another card or stops. After all have stopped, the
    /// numbers of queued cards are public.
    pub(super) fn queue_cards(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        observer: &mut impl Observer<Event>,
    ) -> Option<()> {
        let mut chosen = JointMove::default();
        while !state.asked.is_empty() {
            chosen.clear();
            ask.choose_all(self, state, state.asked, &mut chosen)?;
            for seat in chosen.seats() {
                let goes_on = match chosen.by(seat) {
                    Move::Card(card) => self.queue_card(state, seat, card),
                    _ => false,
                };
                if !goes_on {
                    state.asked = state.asked.without(seat);
                }
            }
        }
        for seat in state.open.now.may_taunt {
            let n_cards = u8::try_from(state.secrets[seat].queue.len()).unwrap_or(0);
            if n_cards > 0 {
                state.open.fighters[seat].queued = n_cards;
                state.open.combos = state.open.combos.with(seat);
                observer.on_event(Event::ComboBegins { who: state.who(seat), n_cards });
            }
        }
        Some(())
    }

    /// Queues a card; returns whether the combo may continue. A Switch is always the last card.
    fn queue_card(&self, state: &mut State, seat: Seat, card: MoveId) -> bool {
        let deck = self.deck(state, seat);
        let places = deck.places_of(card) & self.queueable(deck, state, seat);
        let Some(place) = bits(places).next() else { return false };
        let queue = &mut state.secrets[seat].queue;
        queue.push(place);
        place < MAX_DECK && queue.len() < self.rules.most_queued()
    }
}
