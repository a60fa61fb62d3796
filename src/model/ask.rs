//! Asking for decisions: the rules ask, and a random player, a bot, a search, a person or a recorded game answers.

use super::game::Game;
use super::outcome::Outcome;
use super::seat::{BySeat, Seat, Seats};

/// Answers decisions on the spot, or pauses the game.
pub trait Ask<G: Game> {
    /// The move of a seat that must choose now, one of [`Game::decision`]; `None` pauses the game here.
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<G::Move>;

    /// The moves of several seats that choose at once: each is asked for its own, from the same state. They are added
    /// to the joint move; `None` pauses the game here.
    #[inline]
    fn choose_all(
        &mut self,
        game: &G,
        state: &G::State,
        seats: Seats,
        joint: &mut JointMove<G::Move>,
    ) -> Option<()> {
        for seat in seats {
            joint.set(seat, self.choose(game, state, seat)?);
        }
        Some(())
    }
}

/// Why [`Game::play`] came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// These seats must choose; none sees another's choice before all have chosen.
    Choose(Seats),
    /// The game is over.
    Over(Outcome),
}

/// The moves of the seats that choose at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct JointMove<M> {
    seats: Seats,
    moves: BySeat<M>,
}

impl<M: Copy + Default> JointMove<M> {
    /// One seat has chosen.
    #[must_use]
    pub fn one(seat: Seat, mv: M) -> Self {
        let mut joint = Self::default();
        joint.set(seat, mv);
        joint
    }

    /// Nobody has chosen yet.
    #[inline]
    pub fn clear(&mut self) {
        self.seats = Seats::NONE;
    }

    /// Notes a seat's choice.
    #[inline]
    pub fn set(&mut self, seat: Seat, mv: M) {
        self.seats = self.seats.with(seat);
        self.moves[seat] = mv;
    }

    /// Who has chosen.
    #[must_use]
    pub const fn seats(&self) -> Seats {
        self.seats
    }

    /// What the seat chose, if it had to.
    #[inline]
    #[must_use]
    pub fn get(&self, seat: Seat) -> Option<M> {
        self.seats.has(seat).then(|| self.moves[seat])
    }

    /// What this seat, which had to choose, chose; the default move of one that had not.
    #[inline]
    #[must_use]
    pub fn by(&self, seat: Seat) -> M {
        debug_assert!(self.seats.has(seat), "{seat:?} has not chosen");
        self.moves[seat]
    }
}

/// Answers with one joint move, each seat once, then pauses: plays a game step by step.
impl<G: Game> Ask<G> for JointMove<G::Move> {
    #[inline]
    fn choose(&mut self, _: &G, _: &G::State, seat: Seat) -> Option<G::Move> {
        let mv = self.get(seat)?;
        self.seats = self.seats.without(seat);
        Some(mv)
    }
}

/// Pauses at every decision: shows who must choose.
#[derive(Clone, Copy, Debug)]
pub struct Pause;

impl<G: Game> Ask<G> for Pause {
    #[inline]
    fn choose(&mut self, _: &G, _: &G::State, _: Seat) -> Option<G::Move> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(debug_assertions)]
    #[test]
    #[should_panic(expected = "seat 1 has not chosen")]
    fn tests_reject_the_choice_of_a_seat_that_had_none() {
        let _ = JointMove::one(Seat::FIRST, 7).by(Seat::SECOND);
    }
}
