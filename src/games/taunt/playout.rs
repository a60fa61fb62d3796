//! Whole games of players who choose at random: the same steps as in [`turn`](super::turn), but nobody is
//! asked in between: who selects a card at random shows it at once, for nobody looks meanwhile.

use super::Taunt;
use super::state::{Stage, State};
use super::story::Event;
use super::turn::Next;
use crate::model::{BySeat, Chosen, Decisions, Mind, Outcome, Seats, Watch};

impl Taunt {
    /// Plays turn after turn to the end, if all have whole kits.
    #[inline(always)]
    pub(super) fn play_turns<W: Watch<Event>>(
        &self,
        state: &mut State,
        minds: &mut BySeat<Mind>,
        watch: &mut W,
    ) -> (Outcome, Decisions) {
        let mut decisions = Decisions::default();
        loop {
            let mut next = match state.open.stage {
                Stage::Select(_) => {
                    let select = |state: &State, seat| {
                        let (mv, n_moves) = self.draw_selection(state, seat, &mut minds[seat].dice);
                        decisions.add(n_moves);
                        mv
                    };
                    self.reveal(state, select, watch)
                }
                Stage::Combo => {
                    for seat in state.asked {
                        self.draw_combo(state, seat, &mut minds[seat].dice, |n_moves| decisions.add(n_moves));
                    }
                    state.asked = Seats::NONE;
                    self.announce_combos(state, watch)
                }
                Stage::Over(outcome) => return (outcome, decisions),
                _ => {
                    let mut chosen = Chosen::nothing();
                    for seat in state.asked {
                        let (mv, n_moves) = self.draw_other_move(state, seat, &mut minds[seat].dice);
                        decisions.add(n_moves);
                        chosen.set(seat, mv);
                    }
                    self.take(state, &chosen, watch)
                }
            };
            while next != Next::Wait {
                next = self.go_on(state, next, watch);
            }
        }
    }
}
