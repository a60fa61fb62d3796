//! Who answers what is asked in the middle of a turn: the game comes back with the choices later, or
//! players who choose at random say at once what they take. Either way the steps are those of
//! [`turn`](super::turn) and [`act`](super::act); games of such players never stop for a question.

use super::Taunt;
use super::state::{Move, Phase, State};
use super::story::Event;
use super::turn::Next;
use crate::model::{BotState, BySeat, Decisions, JointMove, Observer, Outcome, Seat, Seats};

/// Who answers.
pub(super) trait Answers {
    /// Those who say at once what they choose, unless the game must wait for the choices.
    fn at_once(&mut self) -> Option<AtRandom<'_>>;
}

/// The game waits for the choices.
pub(super) struct Later;

impl Answers for Later {
    #[inline(always)]
    fn at_once(&mut self) -> Option<AtRandom<'_>> {
        None
    }
}

/// All choose at random, and have whole kits.
pub(super) struct AtRandom<'p> {
    minds: &'p mut BySeat<BotState>,
    decisions: &'p mut Decisions,
}

impl Answers for AtRandom<'_> {
    #[inline(always)]
    fn at_once(&mut self) -> Option<AtRandom<'_>> {
        Some(AtRandom { minds: self.minds, decisions: self.decisions })
    }
}

/// What is selected by those who are asked.
pub(super) trait Selection {
    /// What this seat selects.
    fn of(&mut self, taunt: &Taunt, state: &State, seat: Seat) -> Move;
}

impl Selection for &JointMove<Move> {
    #[inline(always)]
    fn of(&mut self, _: &Taunt, _: &State, seat: Seat) -> Move {
        self.by(seat)
    }
}

impl Selection for AtRandom<'_> {
    #[inline(always)]
    fn of(&mut self, taunt: &Taunt, state: &State, seat: Seat) -> Move {
        let (mv, n_moves) = taunt.draw_selection(state, seat, &mut self.minds[seat].chance);
        self.decisions.add(n_moves);
        mv
    }
}

impl AtRandom<'_> {
    /// The cards that a seat queues.
    #[inline(always)]
    pub(super) fn queue(&mut self, taunt: &Taunt, state: &mut State, seat: Seat) {
        taunt.draw_combo(state, seat, &mut self.minds[seat].chance, |n_moves| self.decisions.add(n_moves));
    }

    /// What a seat chooses where no cards of its hand are asked for.
    #[inline(always)]
    pub(super) fn choose(&mut self, taunt: &Taunt, state: &State, seat: Seat, due: Phase) -> Move {
        let (mv, n_moves) = taunt.draw_other_move(state, seat, due, &mut self.minds[seat].chance);
        self.decisions.add(n_moves);
        mv
    }
}

impl Taunt {
    /// The choice of one seat in what is due, unless the game must wait for it.
    #[inline(always)]
    pub(super) fn ask(
        &self,
        state: &mut State,
        seat: Seat,
        due: Phase,
        answers: &mut impl Answers,
    ) -> Option<Move> {
        if let Some(mut random) = answers.at_once() {
            return Some(random.choose(self, state, seat, due));
        }
        state.ask(Seats::only(seat), due);
        None
    }

    /// Plays turn after turn to the end, if all have whole kits.
    #[inline(always)]
    pub(super) fn play_turns<W: Observer<Event>>(
        &self,
        state: &mut State,
        minds: &mut BySeat<BotState>,
        observer: &mut W,
    ) -> (Outcome, Decisions) {
        let mut decisions = Decisions::default();
        let mut random = AtRandom { minds, decisions: &mut decisions };
        // The first turn has begun.
        let mut next = Next::Select;
        while next != Next::Wait {
            next = self.go_on(state, next, &mut random, observer);
        }
        let outcome = if let Phase::Over(outcome) = state.open.phase { outcome } else { Outcome::Stalemate };
        (outcome, decisions)
    }
}
