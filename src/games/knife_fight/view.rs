//! What one player may know (clause 5): the own hand and everything that lies open.

use super::state::{Open, Own, Phase, State};
use crate::model::Seat;

/// A player's view. Neither deck's order nor the opponent's hand is in it; which cards those are
/// together (`unseen`) is public.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View<'a> {
    /// Whose view it is.
    pub seat: Seat,
    /// What is due.
    pub phase: Phase,
    /// Rounds begun.
    pub round: u16,
    /// The own hand.
    pub secret: Own,
    /// The own side of the table.
    pub own: Open<'a>,
    /// The opponent's.
    pub opp: Open<'a>,
}

impl State {
    pub(super) fn view(&self, seat: Seat) -> View<'_> {
        let [own, opp] = [seat, seat.foe()].map(|seat| &self.players[seat.index() & 1]);
        let (phase, round) = (self.phase, self.round);
        View { seat, phase, round, secret: own.own(), own: own.open(), opp: opp.open() }
    }
}
