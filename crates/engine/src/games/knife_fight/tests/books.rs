//! The position of every card, derived from the events alone: the discard piles, which the state does not
//! contain, and the owners of cards on damage piles.

use super::super::cards::RANKS;
use super::super::{Event, KnifeFight, Rank, State};
use super::{BLACK, RED};
use crate::model::{Observer, Seat};

/// Number of cards of each rank.
pub(super) type Counts = [usize; RANKS.len()];

/// The cards of one owner, in all zones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Own {
    pub(super) deck: Counts,
    pub(super) hand: Counts,
    pub(super) table: Counts,
    pub(super) discard: Counts,
    /// Its cards on black's damage pile, then on red's.
    pub(super) piles: [Counts; 2],
}

impl Own {
    /// All cards of the owner.
    pub(super) fn all(&self) -> Counts {
        let Self { deck, hand, table, discard, piles: [black, red] } = self;
        std::array::from_fn(|n| deck[n] + hand[n] + table[n] + discard[n] + black[n] + red[n])
    }
}

/// Both owners' cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Books {
    pub(super) own: [Own; 2],
    /// All events, for further checks.
    pub(super) events: Vec<Event>,
}

/// Moves a card, which must be in `from`.
fn shift(from: &mut Counts, to: &mut Counts, rank: Rank) {
    let left = &mut from[rank.index()];
    *left = left.checked_sub(1).unwrap_or_else(|| panic!("no {} to move", rank.id()));
    to[rank.index()] += 1;
}

impl Books {
    /// Before the deal: all cards are in the decks.
    pub(super) fn before(game: &KnifeFight) -> Self {
        Self { own: game.rules.decks.map(|deck| Own { deck, ..Own::default() }), events: Vec::new() }
    }

    /// A damage pile, with cards of both owners.
    pub(super) fn pile(&self, seat: Seat) -> Counts {
        let [black, red] = &self.own;
        std::array::from_fn(|n| black.piles[seat.index()][n] + red.piles[seat.index()][n])
    }

    /// Checks that the state has the same cards, and that its sums are correct.
    pub(super) fn agree_with(&self, state: &State, game: &KnifeFight) {
        for seat in [BLACK, RED] {
            let (own, player) = (&self.own[seat.index()], &state.players[seat.index()]);
            let pile = self.pile(seat);
            for rank in Rank::all() {
                let index = rank.index();
                let in_deck = player.deck.iter().filter(|card| **card == rank).count();
                assert_eq!(in_deck, own.deck[index], "{} in the deck of {seat:?}", rank.id());
                assert_eq!(player.hand.count(rank), own.hand[index], "{} in hand", rank.id());
                assert_eq!(
                    player.unseen.count(Rank::at(index)),
                    own.deck[index] + own.hand[index],
                    "{} unseen",
                    rank.id()
                );
                let wounds = player.wounds.get(index).copied().map_or(0, usize::from);
                assert_eq!(wounds, pile[index], "{} on the damage pile of {seat:?}", rank.id());
            }
            let sum: usize =
                pile.iter().zip(game.rules.damage).map(|(n, damage)| n * usize::from(damage)).sum();
            let sum = sum + usize::from(game.rules.extra_damage[seat.index()]);
            assert_eq!(usize::from(player.damage), sum, "damage sum of {seat:?}");
        }
    }
}

impl Observer<Event> for Books {
    fn on_event(&mut self, event: Event) {
        self.events.push(event);
        match event {
            Event::Drawn { seat, rank } => {
                let own = &mut self.own[seat.index()];
                shift(&mut own.deck, &mut own.hand, rank);
            }
            Event::Played { seat, rank, .. } => {
                let own = &mut self.own[seat.index()];
                shift(&mut own.hand, &mut own.table, rank);
            }
            Event::Bled { seat, rank } => {
                let own = &mut self.own[seat.index()];
                shift(&mut own.deck, &mut own.discard, rank);
            }
            Event::Returned { seat, rank } => {
                let own = &mut self.own[seat.index()];
                shift(&mut own.discard, &mut own.deck, rank);
            }
            Event::Dressed { seat, rank, .. } => {
                // Cards of one rank are interchangeable; the opponent's own card is removed first.
                let foe = self.own[seat.foe().index()].piles[seat.index()][rank.index()] > 0;
                let own = &mut self.own[if foe { seat.foe() } else { seat }.index()];
                shift(&mut own.piles[seat.index()], &mut own.discard, rank);
            }
            Event::Wounds { owner, on, rank } => {
                let own = &mut self.own[owner.index()];
                shift(&mut own.table, &mut own.piles[on.index()], rank);
            }
            Event::Landed => {
                for own in &mut self.own {
                    let table = std::mem::take(&mut own.table);
                    own.discard.iter_mut().zip(table).for_each(|(discard, more)| *discard += more);
                }
            }
            _ => {}
        }
    }
}
