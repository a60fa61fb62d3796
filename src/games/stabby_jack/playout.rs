//! Whole games of players who choose at random: the same steps as in [`play`](super::play), but nobody is
//! asked in between, so that what is due never needs to be stored and found again.

use super::StabbyJack;
use super::decisions::Move;
use super::state::{Stage, State};
use super::story::Event;
use crate::model::{BySeat, Decisions, Dice, Mind, Outcome, Seat, Stream, Watch};

impl StabbyJack {
    /// Plays turn after turn to the end, where turns end and begin as printed.
    #[inline(always)]
    pub(super) fn play_turns<W: Watch<Event>>(
        &self,
        state: &mut State,
        minds: &mut BySeat<Mind>,
        dice: &mut Dice,
        watch: &mut W,
    ) -> (Outcome, Decisions) {
        let (mut actions, mut answers) = (Decisions::default(), Decisions::default());
        let mut seat = state.active;
        let mut ahead = self.pick_action(state, seat, &mut minds[seat].dice);
        let outcome = loop {
            if let Stage::Over(outcome) = state.stage {
                break outcome;
            }
            let (action, n_actions) = ahead;
            let course = self.course(state, action);
            actions.add(n_actions);
            watch.saw(Event::Announced { seat, action });
            // What the next player will announce is known before this turn is played: whoever is to guess
            // it learns early that the guess was wrong.
            let next = self.left_of(seat);
            let before = minds[next].dice.clone();
            ahead = self.pick_action(state, next, &mut minds[next].dice);
            let mind = &mut minds[seat].dice;
            // The most frequent course is asked for on its own: it is quicker than to look it up.
            let due = if action == Move::STAY_IN_BED {
                self.stay_in_bed_unwon(state, seat, watch);
                None
            } else {
                match self.follow(state, seat, course, dice, watch) {
                    Some(stage @ (Stage::TrainReplace { .. } | Stage::Queen { .. })) => {
                        self.answer_one(state, seat, stage, mind, &mut answers, dice, watch)
                    }
                    due => due,
                }
            };
            if let Some(stage) = due {
                if let Some(outcome) = self.answer_all(state, seat, stage, mind, &mut answers, dice, watch) {
                    state.stage = Stage::Over(outcome);
                    break outcome;
                }
                // An Ace may kill the next player, who is born again with less to choose from.
                if self.n_actions(state, next) != ahead.1 {
                    minds[next].dice = before;
                    ahead = self.pick_action(state, next, &mut minds[next].dice);
                }
            }
            self.next_turn(state, next, watch);
            seat = next;
        };
        let count = actions.count + answers.count;
        (outcome, Decisions { count, moves: actions.moves + answers.moves })
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
