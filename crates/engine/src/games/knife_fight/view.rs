//! What one player may know (clause 5): the player's own hand and everything open.

use super::cards::{PLACES, Rank};
use super::state::{Open, Own, Phase, State};
use crate::model::words::copies_of;
use crate::model::{LaidCard, Layout, Seat};
use std::fmt;

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

impl View<'_> {
    /// What the player sees, in lines.
    pub(super) fn describe(&self, text: &mut dyn fmt::Write) -> fmt::Result {
        writeln!(text, "Round {}", self.round)?;
        writeln!(text, "In your hand: {}", cards(self.secret.hand.counts()))?;
        for (whose, side) in [("You", &self.own), ("The opponent", &self.opp)] {
            let table = cards(side.table.counts());
            writeln!(
                text,
                "{whose}: damage {}, {} cards in the deck, laid out: {table}",
                side.damage, side.deck
            )?;
        }
        writeln!(text, "In the opponent's hand and deck: {}", cards(self.opp.unseen.counts()))
    }

    /// The view as cards, piles and counters.
    pub(super) fn lay_out(&self, table: &mut Layout) {
        table.title = format!("Round {}", self.round);
        for (seat, side) in [(self.seat, &self.own), (self.seat.foe(), &self.opp)] {
            let area = table.area(seat, "").counter("damage", side.damage);
            let n_unseen = side.unseen.counts().into_iter().sum::<i16>();
            let in_hand = usize::try_from(n_unseen).unwrap_or_default().saturating_sub(side.deck);
            if seat == self.seat {
                area.zone("hand", laid(self.secret.hand.counts()));
            } else {
                area.zone("hand", [LaidCard::face_down(in_hand)]);
                area.zone("hand and deck together", laid(side.unseen.counts()));
            }
            area.zone("laid out", laid(side.table.counts()));
            area.zone("wounds", laid(side.wounds.map(i16::from)));
            area.zone("deck", [LaidCard::face_down(side.deck)]);
        }
    }
}

/// The same cards, laid out.
fn laid(counts: [i16; PLACES]) -> impl Iterator<Item = LaidCard> {
    let named = counts.into_iter().enumerate().filter(|(index, _)| !Rank::at(*index).id().is_empty());
    named.map(|(index, count)| LaidCard::open(Rank::at(index).id()).times(count))
}

/// The cards with these counts by rank.
fn cards(counts: [i16; PLACES]) -> String {
    let ranks = counts
        .into_iter()
        .enumerate()
        .filter(|(index, count)| *count > 0 && !Rank::at(*index).id().is_empty());
    let one = |(index, count): (usize, i16)| copies_of(Rank::at(index).id(), u64::from(count.unsigned_abs()));
    let all: Vec<String> = ranks.map(one).collect();
    if all.is_empty() { "nothing".into() } else { all.join(", ") }
}
