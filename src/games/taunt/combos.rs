//! Taunting combos: their next cards (T2), what they gain (T5.1), how they break (6.3) or are completed
//! (T5.4), and new ones, queued unseen (T6).

use super::Taunt;
use super::kits::ones;
use super::moves::DECK;
use super::playout::Answers;
use super::state::{Move, Phase, Queue, State};
use super::story::Event;
use super::turn::Next;
use crate::model::{JointMove, Observer, Seat};

impl Taunt {
    /// The next card of a combo.
    #[inline]
    pub(super) fn next_queued(&self, state: &mut State, seat: Seat) -> Move {
        let Some(place) = state.secrets[seat].queue.pop() else { return Move::Nothing };
        state.secrets[seat].place = place;
        state.open.fighters[seat].queued -= 1;
        Move::Card(self.card_at(state, seat, place.into()))
    }

    /// T5.1: taunting moves that were executed gain ↑.
    #[inline]
    pub(super) fn reward_combos<W: Observer<Event>>(&self, state: &mut State, observer: &mut W) -> Next {
        for seat in state.open.combos.minus(state.open.now.interrupted) {
            let gain = self.deed(&state.open.fighters[seat]).combo_charge;
            self.gain_charge(state, seat, gain, observer);
        }
        Next::Pass
    }

    /// The queue returns to the hand.
    pub(super) fn break_combo<W: Observer<Event>>(&self, state: &mut State, seat: Seat, observer: &mut W) {
        state.open.combos = state.open.combos.without(seat);
        state.open.fighters[seat].queued = 0;
        state.secrets[seat].queue = Queue::default();
        observer.on_event(Event::ComboBreaks { who: state.who(seat) });
    }

    /// T5.4 and T6: combos without a further card are complete; new ones are queued.
    #[inline]
    pub(super) fn begin_combos<A: Answers, W: Observer<Event>>(
        &self,
        state: &mut State,
        answers: &mut A,
        observer: &mut W,
    ) -> Next {
        for seat in state.open.combos {
            if state.open.fighters[seat].queued == 0 {
                state.open.combos = state.open.combos.without(seat);
                observer.on_event(Event::ComboDone { who: state.who(seat) });
            }
        }
        let open = &mut state.open;
        let taunting = open.now.after.may_taunt.both(open.standing).minus(open.down);
        if taunting.is_empty() {
            return Next::End;
        }
        open.now.after.may_taunt = taunting;
        for seat in taunting {
            state.secrets[seat].queue = Queue::default();
            // Nobody sees what others queue: who answers at once need not wait for them.
            if let Some(mut random) = answers.at_once() {
                random.queue(self, state, seat);
                self.announce_combo(state, seat, observer);
            }
        }
        if answers.at_once().is_some() { Next::End } else { state.ask(taunting, Phase::Combo) }
    }

    /// T6: each puts one card more into the queue, or stops.
    #[inline(never)]
    pub(super) fn queue_up<W: Observer<Event>>(
        &self,
        state: &mut State,
        chosen: &JointMove<Move>,
        observer: &mut W,
    ) -> Next {
        for seat in chosen.seats() {
            let mut goes_on = false;
            if let Move::Card(card) = chosen.by(seat) {
                let free = !state.secrets[seat].queue.mask() & self.enabled(state, seat);
                if let Some(place) = ones(self.places_of(state, seat, card) & free).next() {
                    state.secrets[seat].queue.push(place);
                    goes_on = place < DECK && state.secrets[seat].queue.len() < self.combo_limit;
                }
            }
            if !goes_on {
                state.asked = state.asked.without(seat);
            }
        }
        if !state.asked.is_empty() {
            return Next::Wait;
        }
        for seat in state.open.now.after.may_taunt {
            self.announce_combo(state, seat, observer);
        }
        Next::End
    }

    /// A player has queued: the others see how many cards.
    #[inline]
    fn announce_combo<W: Observer<Event>>(&self, state: &mut State, seat: Seat, observer: &mut W) {
        let n_cards = u8::try_from(state.secrets[seat].queue.len()).unwrap_or(0);
        if n_cards > 0 {
            state.open.fighters[seat].queued = n_cards;
            state.open.combos = state.open.combos.with(seat);
            observer.on_event(Event::ComboBegins { who: state.who(seat), n_cards });
        }
    }
}
