//! Whole games of players who choose at random: the same steps as in [`play`](super::play), but nobody is
//! asked in between, so that what is due never needs to be stored and found again.

use super::StabbyJack;
use super::decisions::Move;
use super::state::{Stage, State};
use super::story::{Deed, Event};
use crate::model::{BySeat, Decisions, Dice, Mind, Outcome, Seat, Stream, Watch};

/// How a player answers: at random, and how many answers there were is counted.
struct Answerer<'g> {
    mind: &'g mut Stream,
    counts: &'g mut Decisions,
}

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
        let (mut n_actions_seen, mut answers) = (0, Decisions::default());
        let first_turn = state.turn;
        let mut seat = state.active;
        let mut ahead = self.pick_action(state, seat, &mut minds[seat].dice);
        let outcome = loop {
            if let Stage::Over(outcome) = state.stage {
                break outcome;
            }
            let (action, n_actions) = ahead;
            let course = self.course(state, action);
            n_actions_seen += n_actions as u64;
            watch.saw(Event::Announced { seat, action });
            // What the next player announces is picked before this turn is played: a processor that has
            // guessed it learns sooner that it was wrong.
            let next = self.left_of(seat);
            let before = minds[next].dice.clone();
            ahead = self.pick_action(state, next, &mut minds[next].dice);
            let mut player = Answerer { mind: &mut minds[seat].dice, counts: &mut answers };
            // The most frequent course is asked for on its own, which is quicker than to look it up. Nobody
            // wins by it who has not won before: more Health is only harder to beat.
            let due = if action == Move::STAY_IN_BED {
                self.mend(state, seat, self.rules.bed_heal, Deed::HealBed, watch);
                None
            } else {
                match self.follow(state, seat, course, dice, watch) {
                    Some(stage @ (Stage::TrainReplace { .. } | Stage::Queen { .. })) => {
                        self.answer_one(state, seat, stage, &mut player, dice, watch)
                    }
                    Some(stage @ Stage::Pay { .. }) => {
                        self.answer_price(state, seat, stage, &mut player, dice, watch)
                    }
                    due => due,
                }
            };
            if let Some(stage) = due {
                let due = match stage {
                    Stage::SwapGive => self.answer_ace(state, seat, &mut player, dice, watch),
                    stage => Some(stage),
                };
                if let Some(stage) = due
                    && let Some(outcome) = self.answer_all(state, seat, stage, player, dice, watch)
                {
                    state.stage = Stage::Over(outcome);
                    break outcome;
                }
                // An Ace may kill the next player, who is born again with less to choose from, or the same: how
                // many actions there are tells which.
                if self.n_actions(state, next) != ahead.1 {
                    minds[next].dice = before;
                    ahead = self.pick_action(state, next, &mut minds[next].dice);
                }
            }
            self.next_turn(state, next, watch);
            seat = next;
        };
        let n_turns = u64::from(state.turn - first_turn) + 1;
        (outcome, Decisions::of(n_turns + answers.count(), n_actions_seen + answers.moves()))
    }

    /// Answers what is due in a turn until nothing is, or the game is over.
    #[inline(never)]
    fn answer_all<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        stage: Stage,
        mut player: Answerer<'_>,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Outcome> {
        let mut due = Some(stage);
        while let Some(stage) = due {
            if let Stage::Over(outcome) = stage {
                return Some(outcome);
            }
            due = self.answer_one(state, seat, stage, &mut player, dice, watch);
        }
        None
    }

    /// The answers to what a Level Up costs.
    #[inline(never)]
    fn answer_price<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        stage: Stage,
        player: &mut Answerer<'_>,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        let mut due = Some(stage);
        while let Some(stage @ Stage::Pay { .. }) = due {
            due = self.answer_one(state, seat, stage, player, dice, watch);
        }
        due
    }

    /// The answers to an Ace, one after the other.
    #[inline(never)]
    fn answer_ace<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        player: &mut Answerer<'_>,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        let give = self.ask(state, seat, Stage::SwapGive, player).card()?;
        let with = match self.swap_whom(seat, give) {
            Stage::SwapTake { with, .. } => with,
            whom => self.ask(state, seat, whom, player).seat()?,
        };
        let take = self.ask(state, seat, Stage::SwapTake { give, with }, player).card()?;
        self.swap(state, give, with, take, dice, watch)
    }

    /// Answers what is due, and tells what is due next.
    #[inline(always)]
    fn answer_one<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        stage: Stage,
        player: &mut Answerer<'_>,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        let answer = self.ask(state, seat, stage, player);
        self.answer(state, seat, stage, answer, dice, watch)
    }

    /// What the player answers.
    #[inline(always)]
    fn ask(&self, state: &State, seat: Seat, stage: Stage, player: &mut Answerer<'_>) -> Move {
        let (answer, n_answers) = self.pick_answer(state, seat, stage, player.mind);
        player.counts.add(n_answers);
        answer
    }
}
