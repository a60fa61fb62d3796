//! What one player may know: the table and the player's own hand. Other hands, all decks, the box and the
//! cards that were trashed face down are hidden.

use super::cards::{CARDS, IDS, Id, Ids, Slot};
use super::moves::Move;
use super::state::{Hand, Phase, Picked, State, Table};
use super::{StupidFight, source};
use crate::model::words::{copies_of, counted, whose};
use crate::model::{
    ChanceStreams, Game, JointMove, LaidCard, Layout, NoObserver, Pile, RngStream, Seat, Seats,
};
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
        self.deal_decks(state, left, stream);
    }

    /// Deals the decks out of these cards.
    fn deal_decks(&self, state: &mut State, mut cards: Pile<Id, CARDS>, stream: &mut RngStream) {
        for owner in Seats::first(self.rules.players) {
            let n_deck = usize::from(state.table.n_deck[owner]);
            cards.deal(&mut state.decks[owner][..n_deck], stream);
        }
    }

    /// Whether others do not see at once which card a move uses: a card to throw before its limb and colour are certain or as a
    /// punch, and what is paid or trashed from the hand. `deal_on` compares what they see then.
    pub(super) fn is_secret(&self, table: &Table, mv: Move) -> bool {
        let is_open = |slot: Slot| !table.player(table.current).body.burst[slot.index()].is_several();
        match mv {
            Move::Throw(id) => {
                !self.ways(table, id).only().is_some_and(|(slot, punch)| !punch && is_open(slot))
            }
            Move::From(slot) | Move::Convert(slot) => !is_open(slot),
            Move::PayHand(_) | Move::Trash(_) => true,
            _ => false,
        }
    }

    /// Exchanges a card of the hand of a player who uses a card that all see, if the hand lacks it.
    pub(super) fn put_in_hand(
        &self,
        dealt: &mut State,
        moves: &JointMove<Move>,
        before: &State,
        seat: Seat,
        rng: &mut RngStream,
    ) {
        let user = before.table.chooser();
        let Some(mv) = moves.get(user).filter(|_| user != seat) else { return };
        let (id, picked) = match (mv, before.picked) {
            (Move::Play(id) | Move::Dodge(id) | Move::Block(id) | Move::RunAway(id), _) => {
                (id, Picked::Nothing)
            }
            (Move::Throw(id), _) if !self.is_secret(&before.table, mv) => (id, Picked::Nothing),
            (Move::From(_), Picked::Card(id)) if !self.is_secret(&before.table, mv) => (id, before.picked),
            (Move::In(_), Picked::From(id, _, false)) => (id, before.picked),
            _ => return,
        };
        let given = match std::mem::replace(&mut dealt.picked, picked) {
            Picked::Card(given) | Picked::From(given, ..) => Some(given),
            Picked::Nothing if dealt.hands[user].ids.has(id) => return,
            Picked::Nothing => dealt.hands[user].nth(rng.pick(dealt.table.n_hand[user].into())),
        };
        let Some(given) = given.filter(|given| *given != id) else { return };
        let others = Seats::first(self.rules.players).without(seat);
        let has_card = |other: &Seat| dealt.hands[*other].ids.has(id);
        let n_held: usize =
            others.into_iter().map(|other| usize::from(dealt.hands[other].counts[id.index()])).sum();
        let holder = others.without(user).into_iter().find(has_card);
        let in_deck = |other: &Seat| dealt.deck(*other).contains(&id);
        let deck = Seats::first(self.rules.players).into_iter().find(in_deck);
        dealt.hands[user].take(given);
        dealt.hands[user].add(id);
        if let Some(owner) = deck {
            let n_deck = usize::from(dealt.table.n_deck[owner]);
            let place = dealt.decks[owner][..n_deck].iter_mut().find(|card| **card == id);
            place.into_iter().for_each(|card| *card = given);
        } else if let Some(holder) = holder
            && self.unseen_counts(before, seat)[id.index()] <= n_held
        {
            dealt.hands[holder].take(id);
            dealt.hands[holder].add(given);
        }
        // Otherwise it is among the cards that lie face down out of play.
    }

    /// Makes the moves in a deal. The others keep and draw hidden cards. If other cards come into the seat's hand or leave it
    /// than in the second of two states, they are exchanged for those, as probably as the deal has them outside of hands; and
    /// the decks, which nobody knows, are dealt again.
    pub(super) fn deal_on(
        &self,
        dealt: &mut State,
        moves: &JointMove<Move>,
        (before, after): (&State, &State),
        seat: Seat,
        chance: &mut ChanceStreams,
    ) -> bool {
        self.play(dealt, &mut { *moves }, chance, &mut NoObserver);
        if dealt.table != after.table {
            return false;
        }
        let counts = |state: &State| state.hand(seat).counts;
        let (had, has) = (counts(before), counts(after));
        let has_drawn = had.iter().zip(&has).any(|(had, has)| has > had);
        if !has_drawn && dealt.hands[seat] == after.hands[seat] {
            return true;
        }
        dealt.hands[seat] = after.hands[seat];
        let mut left = self.unseen_counts(after, seat);
        let stream = chance.source(source::DECKS);
        for index in 0..IDS {
            let others = Seats::first(self.rules.players).without(seat);
            let held = others.into_iter().map(|other| usize::from(dealt.hands[other].counts[index])).sum();
            let n_drawn = usize::from(has[index].saturating_sub(had[index]));
            let Some(n_left) = left[index].checked_sub(held) else { return false };
            for nth in 1..=n_drawn {
                if stream.pick(left[index] + nth) >= n_left + nth {
                    return false;
                }
            }
            left[index] = n_left;
        }
        let cards = pile_of(&left);
        self.deal_decks(dealt, cards, stream);
        true
    }

    /// All cards that a seat does not see, in id order.
    fn unseen(&self, state: &State, seat: Seat) -> Pile<Id, CARDS> {
        pile_of(&self.unseen_counts(state, seat))
    }

    /// The number of cards with each id that a seat does not see.
    fn unseen_counts(&self, state: &State, seat: Seat) -> [usize; IDS] {
        let table = &state.table;
        let hand = state.hand(seat);
        let mut on_bodies = [0; IDS];
        for player in &table.players.0[..self.rules.players] {
            let lying = player.parts.iter().chain(&player.marks).chain([&player.broken]);
            for id in lying.filter(|id| !id.is_none()) {
                on_bodies[id.index()] += 1;
            }
        }
        let mut unseen = [0; IDS];
        for (index, card) in self.cards.iter().enumerate().take(IDS) {
            let n_seen = table.seen[index] + table.aside[index] + hand.counts[index] + on_bodies[index];
            unseen[index] = usize::from(card.copies - n_seen);
        }
        unseen
    }
}

/// This number of cards with each id, in id order.
fn pile_of(counts: &[usize; IDS]) -> Pile<Id, CARDS> {
    let mut pile = Pile::new();
    counts.iter().enumerate().for_each(|(index, copies)| pile.push_copies(Id::at(index), *copies));
    pile
}

fn draw_hand(from: &mut Pile<Id, CARDS>, n_cards: u8, stream: &mut RngStream) -> Hand {
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
