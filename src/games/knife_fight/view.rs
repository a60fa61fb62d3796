//! What one player may know (clause 5): the player's own hand and everything open.

use super::state::{Open, Own, Phase, State};
use crate::model::Seat;

/// A player's view. It does not contain the order of the decks or the opponent's hand. The opponent's hand
/// and deck together (`unseen`) are public.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View<'a> {
    /// The seat of the player.
    pub seat: Seat,
    /// The current phase.
    pub phase: Phase,
    /// Number of rounds started.
    pub round: u16,
    /// The player's own hand.
    pub secret: Own,
    /// The player's own side of the table.
    pub own: Open<'a>,
    /// The opponent's side.
    pub opp: Open<'a>,
}

impl State {
    pub(super) fn view(&self, seat: Seat) -> View<'_> {
        let [own, opp] = [seat, seat.foe()].map(|seat| &self.players[seat.index() & 1]);
        let (phase, round) = (self.phase, self.round);
        View { seat, phase, round, secret: own.own(), own: own.open(), opp: opp.open() }
    }
}
