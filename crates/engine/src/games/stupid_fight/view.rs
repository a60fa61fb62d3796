//! What one player may know: the table and the player's own hand. Other hands, all decks, the box and the
//! cards that were trashed face down are hidden.

use super::cards::{CARDS, IDS, Id, Ids};
use super::state::{Hand, Phase, Picked, State, Table};
use super::{StupidFight, source};
use crate::model::words::{copies_of, counted, whose};
use crate::model::{ChanceStreams, LaidCard, Layout, Pile, Seat, Seats};
use std::fmt;

/// A player's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View<'a> {
    /// The seat of the player.
    pub seat: Seat,
    /// Public information.
    pub table: &'a Table,
    /// The player's own hand.
    pub hand: &'a Hand,
    /// The card that this player is about to throw.
    pub picked: Picked,
}

impl State {
    pub(super) fn view(&self, seat: Seat) -> View<'_> {
        let picked = if seat == self.table.current { self.picked } else { Picked::Nothing };
        View { seat, table: &self.table, hand: self.hand(seat), picked }
    }
}

impl StupidFight {
    /// Deals everything again that a seat cannot see, uniformly among the deals that its view allows.
    pub(super) fn redeal(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        let unseen = self.unseen(state, seat);
        let table = &state.table;
        let others = Seats::first(self.rules.players).without(seat);
        let stream = chance.source(source::DECKS);
        let mut left = unseen;
        if seat != table.current {
            state.picked = Picked::Nothing;
            // A player who has started an attack and thrown nothing yet has a card to throw.
            let requires = if table.phase == Phase::Throw && table.combo.is_empty() {
                self.throwable(table)
            } else {
                Ids::NONE
            };
            let n_cards = table.n_hand[table.current];
            let hand = &mut state.hands[table.current];
            loop {
                *hand = draw_hand(&mut left, n_cards, stream);
                if requires.is_empty() || !hand.ids.both(requires).is_empty() {
                    break;
                }
                left = unseen;
            }
        }
        for other in others.without(table.current) {
            state.hands[other] = draw_hand(&mut left, table.n_hand[other], stream);
        }
        for owner in Seats::first(self.rules.players) {
            let n_deck = usize::from(table.n_deck[owner]);
            left.deal(&mut state.decks[owner][..n_deck], stream);
        }
    }

    /// All cards that a seat does not see, in id order.
    fn unseen(&self, state: &State, seat: Seat) -> Pile<Id, CARDS> {
        let table = &state.table;
        let hand = state.hand(seat);
        let mut on_bodies = [0; IDS];
        for player in &table.players.0[..self.rules.players] {
            let lying = player.parts.iter().chain(&player.marks).chain([&player.broken]);
            for id in lying.filter(|id| !id.is_none()) {
                on_bodies[id.index()] += 1;
            }
        }
        let mut unseen = Pile::new();
        for (index, card) in self.cards.iter().enumerate().take(IDS) {
            let n_seen = table.seen[index] + table.aside[index] + hand.counts[index] + on_bodies[index];
            unseen.push_copies(Id::at(index), usize::from(card.copies - n_seen));
        }
        unseen
    }
}

fn draw_hand(from: &mut Pile<Id, CARDS>, n_cards: u8, stream: &mut crate::model::RngStream) -> Hand {
    let mut hand = Hand::EMPTY;
    for _ in 0..n_cards {
        if let Some(id) = from.draw(stream) {
            hand.add(id);
        }
    }
    hand
}

impl StupidFight {
    /// What a player sees, in lines.
    pub(super) fn describe_seen(&self, view: &View<'_>, text: &mut dyn fmt::Write) -> fmt::Result {
        let table = view.table;
        let name = |id: Id| self.card(id).id.as_str();
        writeln!(text, "Round {}, the turn of seat {}", table.round, table.current)?;
        let mut hand = Vec::new();
        for id in view.hand.ids.iter() {
            hand.push(copies_of(name(id), view.hand.counts[id.index() % IDS].into()));
        }
        writeln!(text, "In your hand: {}", hand.join(", "))?;
        if !table.combo.is_empty() {
            writeln!(text, "Seat {} is attacked with {} cards", table.victim, table.combo.len())?;
        }
        for seat in table.living {
            let player = &table.players[seat];
            let lying = player.parts.iter().chain(&player.marks).chain([&player.broken]);
            let lying: Vec<&str> = lying.filter(|id| !id.is_none()).map(|id| name(*id)).collect();
            let whose = whose(seat, view.seat);
            let (n_hand, n_deck) = (table.n_hand[seat], table.n_deck[seat]);
            let (lying, n_hand) = (lying.join(", "), counted(n_hand, "cards"));
            writeln!(text, "{whose}: {lying}; {n_hand} in hand, {n_deck} in the deck")?;
        }
        Ok(())
    }

    /// The view as cards, piles and counters.
    pub(super) fn lay_out_seen(&self, view: &View<'_>, layout: &mut Layout) {
        let table = view.table;
        let open = |id: Id| LaidCard::open(&self.card(id).id);
        layout.title = format!("Round {}, the turn of seat {}", table.round, table.current);
        for seat in table.living {
            let area = layout.area(seat, "");
            let player = &table.players[seat];
            if seat == view.seat {
                area.zone(
                    "hand",
                    view.hand.ids.iter().map(|id| open(id).times(view.hand.counts[id.index() % IDS])),
                );
            } else {
                area.zone("hand", [LaidCard::face_down(table.n_hand[seat])]);
            }
            let lying = player.parts.iter().chain(&player.marks).chain([&player.broken]);
            area.zone("body", lying.filter(|id| !id.is_none()).map(|id| open(*id)));
            area.zone("deck", [LaidCard::face_down(table.n_deck[seat])]);
        }
        if !table.combo.is_empty() {
            layout.area(None, format!("attack on seat {}", table.victim)).counter("cards", table.combo.len());
        }
    }
}
