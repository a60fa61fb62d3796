//! Decisions: the rules ask, and a random player, a bot, a search, a person or a recorded game answers.

use super::game::Game;
use super::outcome::Outcome;
use super::seat::{BySeat, Seat, Seats};

/// Answers decisions immediately, or pauses the game.
pub trait Ask<G: Game> {
    /// The move of a seat at a decision, one of [`Game::decision`]; `None` pauses the game.
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<G::Move>;

    /// The moves of several seats that choose simultaneously: asks each for its move in the same state, and
    /// adds them to the joint move; `None` pauses the game.
    #[inline(always)]
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

impl<G: Game> Ask<G> for &mut dyn Ask<G> {
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<G::Move> {
        (**self).choose(game, state, seat)
    }

    fn choose_all(
        &mut self,
        game: &G,
        state: &G::State,
        seats: Seats,
        joint: &mut JointMove<G::Move>,
    ) -> Option<()> {
        (**self).choose_all(game, state, seats, joint)
    }
}

/// Why [`Game::play`] returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// These seats must choose; none of them knows the others' choices.
    Choose(Seats),
    /// The game is over.
    Over(Outcome),
}

/// The moves of the seats that choose simultaneously.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct JointMove<M> {
    seats: Seats,
    moves: BySeat<M>,
}

impl<M: Copy + Default> JointMove<M> {
    /// The move of a single seat.
    #[must_use]
    pub fn one(seat: Seat, mv: M) -> Self {
        let mut joint = Self::default();
        joint.set(seat, mv);
        joint
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.seats = Seats::NONE;
    }

    /// Removes the move of a seat.
    #[inline]
    pub fn remove(&mut self, seat: Seat) {
        self.seats = self.seats.without(seat);
    }

    /// Sets a seat's move.
    #[inline]
    pub fn set(&mut self, seat: Seat, mv: M) {
        self.seats = self.seats.with(seat);
        self.moves[seat] = mv;
    }

    /// The seats that have moves.
    #[must_use]
    pub const fn seats(&self) -> Seats {
        self.seats
    }

    /// The seat's move, if it has one.
    #[inline]
    #[must_use]
    pub fn get(&self, seat: Seat) -> Option<M> {
        self.seats.has(seat).then(|| self.moves[seat])
    }

    /// The seat's move; the default move if it has none.
    #[inline]
    #[must_use]
    pub fn by(&self, seat: Seat) -> M {
        debug_assert!(self.seats.has(seat), "{seat:?} has not chosen");
        self.moves[seat]
    }
}

/// Answers each seat once, with its move in the joint move, then pauses: plays a game step by step. The
/// default has no moves, so it pauses at the next decision, which shows the seats that must choose.
impl<G: Game> Ask<G> for JointMove<G::Move> {
    #[inline]
    fn choose(&mut self, _: &G, _: &G::State, seat: Seat) -> Option<G::Move> {
        let mv = self.get(seat)?;
        self.remove(seat);
        Some(mv)
    }
}
