//! Whole games of players who choose at random: the same steps as in [`play`](super::play), but nobody is
//! asked in between, so that what is due never needs to be stored and found again.

use super::StabbyJack;
use super::state::{Stage, State};
use super::story::Event;
use crate::model::{BySeat, Decisions, Dice, Mind, Outcome, Watch};

impl StabbyJack {
    /// Plays turn after turn to the end.
    #[inline(always)]
    pub(super) fn play_turns<W: Watch<Event>>(
        &self,
        state: &mut State,
        minds: &mut BySeat<Mind>,
        dice: &mut Dice,
        watch: &mut W,
    ) -> (Outcome, Decisions) {
        let mut decisions = Decisions::default();
        loop {
            if let Stage::Over(outcome) = state.stage {
                return (outcome, decisions);
            }
            let seat = state.active;
            let mind = &mut minds[seat].dice;
            let (action, n_actions) = self.pick_action(state, seat, mind);
            decisions.add(n_actions);
            // Most turns have nothing to answer: what answers need is made ready for the others alone.
            if let Some(mut stage) = self.act(state, seat, action, dice, watch) {
                loop {
                    if let Stage::Over(outcome) = stage {
                        state.stage = stage;
                        return (outcome, decisions);
                    }
                    let (answer, n_answers) = self.pick_answer(state, seat, stage, mind);
                    decisions.add(n_answers);
                    match self.answer(state, seat, stage, answer, dice, watch) {
                        Some(next) => stage = next,
                        None => break,
                    }
                }
            }
            self.end_turn(state, seat, dice, watch);
        }
    }
}
