//! Whole games of players who choose at random: the same steps as in [`play`](super::play), but nobody is
//! asked in between, so that what is due never needs to be stored and found again.

use super::cards::{Card, Cards, WARRIORS};
use super::events::Event;
use super::state::{Boost, Phase, State};
use super::{Fight, Move};
use crate::model::{BotState, BySeat, ChanceStreams, Decisions, Observer, Outcome, Pile, RngStream, Seat};

impl Fight {
    /// Plays fight after fight to the end.
    #[inline(always)]
    pub(super) fn play_fights<W: Observer<Event>>(
        &self,
        state: &mut State,
        minds: &mut BySeat<BotState>,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> (Outcome, Decisions) {
        let mut decisions = Decisions::default();
        while state.phase != Phase::Over {
            while self.find(state, |state, seat| !state.hands[seat].is_empty()) {
                let seat = state.in_turn;
                let mind = &mut minds[seat].chance;
                let main = pick(self.mains_allowed(state, seat), mind, &mut decisions);
                self.play_main(state, seat, main, observer);
                if !state.hands[seat].is_empty() {
                    let boost = pick(self.boosts_allowed(state, seat), mind, &mut decisions);
                    self.play_boost(state, seat, boost, observer);
                }
                self.end_turn(state, seat);
            }
            self.end_play(state, observer);
            while self.find(state, |state, seat| matches!(state.boosts[seat], Boost::FaceDown(_))) {
                let seat = state.in_turn;
                let mind = &mut minds[seat].chance;
                let n_moves = 1 + usize::from(self.may_activate(state, seat));
                decisions.add(n_moves);
                // To activate comes before to score.
                if n_moves == 2 && mind.pick(2) == 0 {
                    self.activate(state, seat, chance, observer);
                    while let Phase::Effect(place) = state.phase {
                        let target = self.pick_target(state, seat, place, mind, &mut decisions);
                        self.carry_out(state, seat, place, target, observer);
                        self.execute(state, seat, place + 1, chance, observer);
                    }
                } else {
                    self.score(state, seat, observer);
                }
            }
            self.end_fight(state, chance, observer);
        }
        (state.outcome, decisions)
    }

    /// What is chosen for the effect at this place.
    #[inline(never)]
    fn pick_target(
        &self,
        state: &State,
        seat: Seat,
        place: u8,
        mind: &mut RngStream,
        decisions: &mut Decisions,
    ) -> Move {
        let mut menu = Pile::<Move, WARRIORS>::new();
        self.list_targets(state, seat, place, &mut menu);
        decisions.add(menu.len());
        menu.get(mind.pick(menu.len())).copied().unwrap_or_default()
    }
}

/// One of these Warriors.
#[inline(always)]
fn pick(cards: Cards, mind: &mut RngStream, decisions: &mut Decisions) -> Card {
    let n_cards = cards.len();
    decisions.add(n_cards);
    cards.nth(mind.pick(n_cards))
}
