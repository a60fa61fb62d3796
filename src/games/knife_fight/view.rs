//! What one player may know (clause 5): the own hand and everything that lies open.

use super::cards::{Hand, PLACES, Rank};
use super::state::{Phase, State};
use crate::model::Seat;

/// A player's view. Neither deck's order nor the opponent's hand is in it; which cards those are
/// together (`unseen`) is public.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View<'a> {
    /// Who looks.
    pub seat: Seat,
    /// What is due.
    pub phase: Phase,
    /// Rounds begun.
    pub round: u16,
    /// The own hand.
    pub hand: Hand,
    /// The own side of the table.
    pub own: Open<'a>,
    /// The opponent's.
    pub opp: Open<'a>,
}

/// The open part of a player's cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open<'a> {
    /// Hand and deck together, by rank.
    pub unseen: Hand,
    /// The damage pile, by number rank.
    pub wounds: &'a [u8; PLACES],
    /// Its sum.
    pub damage: u16,
    /// Cards in the deck.
    pub deck: usize,
    /// What lies in front.
    pub front: Rank,
    /// Cards laid out this round.
    pub laid: u8,
}

impl State {
    pub(super) fn view(&self, seat: Seat) -> View<'_> {
        let open = |seat: Seat| {
            let player = &self.players[seat.index() & 1];
            Open {
                unseen: player.unseen,
                wounds: &player.wounds,
                damage: player.damage,
                deck: player.deck.len(),
                front: player.front,
                laid: player.laid,
            }
        };
        View {
            seat,
            phase: self.phase,
            round: self.round,
            hand: self.players[seat.index() & 1].hand,
            own: open(seat),
            opp: open(seat.foe()),
        }
    }
}
