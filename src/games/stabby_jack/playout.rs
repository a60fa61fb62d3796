//! Whole games of players who choose at random: the same steps as in [`play`](super::play), but nobody is
//! asked in between, so that what is due never needs to be stored and found again.

use super::StabbyJack;
use super::decisions::Move;
use super::state::{Stage, State};
use super::story::Event;
use crate::model::{BySeat, Decisions, Dice, Mind, Outcome, Seat, Stream, Watch};

/// An action that is picked ahead, and how many there are.
type Ahead = (Move, usize);

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
        if let Stage::Over(outcome) = state.stage {
            return (outcome, decisions);
        }
        let mut ahead = self.pick_action(state, state.active, &mut minds[state.active].dice);
        loop {
            let seat = state.active;
            let (action, n_actions) = ahead;
            let course = self.course(state, action);
            decisions.add(n_actions);
            watch.saw(Event::Announced { seat, action });
            let next = self.left_of(seat);
            let before = minds[next].dice.clone();
            ahead = self.pick_action(state, next, &mut minds[next].dice);
            let mind = &mut minds[seat].dice;
            let due = match self.act(state, seat, course, dice, watch) {
                Some(stage @ Stage::TrainReplace { .. }) => {
                    self.answer_one(state, seat, stage, mind, &mut decisions, dice, watch)
                }
                Some(stage @ Stage::Queen { .. }) => {
                    self.answer_one(state, seat, stage, mind, &mut decisions, dice, watch)
                }
                due => due,
            };
            if let Some(stage) = due {
                if let Some(outcome) = self.answer_all(state, seat, stage, mind, &mut decisions, dice, watch)
                {
                    state.stage = Stage::Over(outcome);
                    return (outcome, decisions);
                }
                if self.n_actions(state, next) != ahead.1 {
                    minds[next].dice = before;
                    ahead = self.pick_action(state, next, &mut minds[next].dice);
                }
            }
            self.end_turn(state, seat, dice, watch);
            if let Stage::Over(outcome) = state.stage {
                return (outcome, decisions);
            }
        }
    }

    /// Answers what is due in a turn until nothing is, or the game is over.
    #[inline(never)]
    fn answer_all<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        stage: Stage,
        mind: &mut Stream,
        decisions: &mut Decisions,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Outcome> {
        let mut due = match stage {
            Stage::SwapGive => self.answer_ace(state, seat, mind, decisions, dice, watch),
            stage => Some(stage),
        };
        while let Some(stage) = due {
            if let Stage::Over(outcome) = stage {
                return Some(outcome);
            }
            due = self.answer_one(state, seat, stage, mind, decisions, dice, watch);
        }
        None
    }

    /// The answers to an Ace.
    #[inline(always)]
    fn answer_ace<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        mind: &mut Stream,
        decisions: &mut Decisions,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        let mut due = self.answer_one(state, seat, Stage::SwapGive, mind, decisions, dice, watch)?;
        if let Stage::SwapWith { .. } = due {
            due = self.answer_one(state, seat, due, mind, decisions, dice, watch)?;
        }
        if let Stage::SwapTake { .. } = due {
            return self.answer_one(state, seat, due, mind, decisions, dice, watch);
        }
        Some(due)
    }

    /// Answers what is due, and tells what is due next.
    #[inline(always)]
    fn answer_one<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        stage: Stage,
        mind: &mut Stream,
        decisions: &mut Decisions,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        let (answer, n_answers) = self.pick_answer(state, seat, stage, mind);
        decisions.add(n_answers);
        self.answer(state, seat, stage, answer, dice, watch)
    }
}
