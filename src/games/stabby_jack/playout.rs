//! Whole games of players who choose at random: the same steps as in [`play`](super::play), but nobody is
//! asked in between, so that what is due never needs to be stored and found again.

use super::StabbyJack;
use super::decisions::Move;
use super::state::{Phase, State};
use super::story::{Deed, Event};
use crate::model::{BotState, BySeat, ChanceStreams, Decisions, Observer, Outcome, RngStream, Seat};

/// How a player answers: at random, and how many answers there were is counted.
struct Answerer<'g> {
    mind: &'g mut RngStream,
    counts: &'g mut Decisions,
}

impl StabbyJack {
    /// Plays turn after turn to the end, where turns end and begin as printed.
    #[inline(always)]
    pub(super) fn play_turns<W: Observer<Event>>(
        &self,
        state: &mut State,
        minds: &mut BySeat<BotState>,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> (Outcome, Decisions) {
        let (mut n_actions_seen, mut answers) = (0, Decisions::default());
        let first_turn = state.turn;
        let mut seat = state.active;
        let mut ahead = self.pick_action(state, seat, &mut minds[seat].chance);
        let outcome = loop {
            if let Phase::Over(outcome) = state.phase {
                break outcome;
            }
            let (action, n_actions) = ahead;
            let course = self.course(state, action);
            n_actions_seen += n_actions as u64;
            observer.on_event(Event::Announced { seat, action });
            // What the next player announces is picked before this turn is played: a processor that has
            // guessed it learns sooner that it was wrong.
            let next = self.left_of(seat);
            let before = minds[next].chance.clone();
            ahead = self.pick_action(state, next, &mut minds[next].chance);
            let mut player = Answerer { mind: &mut minds[seat].chance, counts: &mut answers };
            // The most frequent course is asked for on its own, which is quicker than to look it up. Nobody
            // wins by it who has not won before: more Health is only harder to beat.
            let due = if action == Move::STAY_IN_BED {
                self.mend(state, seat, self.rules.bed_heal, Deed::HealBed, observer);
                None
            } else {
                match self.follow(state, seat, course, chance, observer) {
                    Some(phase @ (Phase::TrainReplace { .. } | Phase::Queen { .. })) => {
                        self.answer_one(state, seat, phase, &mut player, chance, observer)
                    }
                    Some(phase @ Phase::Pay { .. }) => {
                        self.answer_price(state, seat, phase, &mut player, chance, observer)
                    }
                    due => due,
                }
            };
            if let Some(phase) = due {
                let due = match phase {
                    Phase::SwapGive => self.answer_ace(state, seat, &mut player, chance, observer),
                    phase => Some(phase),
                };
                if let Some(phase) = due
                    && let Some(outcome) = self.answer_all(state, seat, phase, player, chance, observer)
                {
                    state.phase = Phase::Over(outcome);
                    break outcome;
                }
                // An Ace may kill the next player, who is born again with less to choose from, or the same: how
                // many actions there are tells which.
                if self.n_actions(state, next) != ahead.1 {
                    minds[next].chance = before;
                    ahead = self.pick_action(state, next, &mut minds[next].chance);
                }
            }
            self.next_turn(state, next, observer);
            seat = next;
        };
        let n_turns = u64::from(state.turn - first_turn) + 1;
        (outcome, Decisions::of(n_turns + answers.count(), n_actions_seen + answers.moves()))
    }

    /// Answers what is due in a turn until nothing is, or the game is over.
    #[inline(never)]
    fn answer_all<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        phase: Phase,
        mut player: Answerer<'_>,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Outcome> {
        let mut due = Some(phase);
        while let Some(phase) = due {
            if let Phase::Over(outcome) = phase {
                return Some(outcome);
            }
            due = self.answer_one(state, seat, phase, &mut player, chance, observer);
        }
        None
    }

    /// The answers to what a Level Up costs.
    #[inline(never)]
    fn answer_price<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        phase: Phase,
        player: &mut Answerer<'_>,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        let mut due = Some(phase);
        while let Some(phase @ Phase::Pay { .. }) = due {
            due = self.answer_one(state, seat, phase, player, chance, observer);
        }
        due
    }

    /// The answers to an Ace, one after the other.
    #[inline(never)]
    fn answer_ace<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        player: &mut Answerer<'_>,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        let give = self.ask(state, seat, Phase::SwapGive, player).card()?;
        let with = match self.swap_whom(seat, give) {
            Phase::SwapTake { with, .. } => with,
            whom => self.ask(state, seat, whom, player).seat()?,
        };
        let take = self.ask(state, seat, Phase::SwapTake { give, with }, player).card()?;
        self.swap(state, give, with, take, chance, observer)
    }

    /// Answers what is due, and tells what is due next.
    #[inline(always)]
    fn answer_one<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        phase: Phase,
        player: &mut Answerer<'_>,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        let answer = self.ask(state, seat, phase, player);
        self.answer(state, seat, phase, answer, chance, observer)
    }

    /// What the player answers.
    #[inline(always)]
    fn ask(&self, state: &State, seat: Seat, phase: Phase, player: &mut Answerer<'_>) -> Move {
        let (answer, n_answers) = self.pick_answer(state, seat, phase, player.mind);
        player.counts.add(n_answers);
        answer
    }
}
