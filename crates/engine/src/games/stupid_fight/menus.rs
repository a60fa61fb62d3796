//! Clause 5: the legal moves at each decision.

use super::StupidFight;
use super::attack::{Defences, Ways, distinct};
use super::cards::{Colours, Id, Ids, Reach, Slot, Slots, Special};
use super::moves::Move;
use super::state::{Hand, Phase, Picked, Player, State, Table};
use super::thrown_card::ComboCard;
use crate::model::bits::{bits, n_bits, nth_bit};
use crate::model::{Moves, Pile, Seat, Seats};

/// The legal moves of a decision.
#[derive(Clone, Copy)]
pub(super) enum Menu<'s> {
    /// A move with each of these cards in hand, then the others: one for each bit of a mask.
    Cards { cards: Ids, verb: Verb, others: u8, other: Other },
    /// The answers to an attack or an effect: accept it, or use one of these cards.
    Answers(Defences),
    /// The limb to throw a card from.
    Limbs(Ways),
    /// The attack card to remove: each distinct one of the combo.
    Against(&'s [ComboCard]),
    /// Number of cards in the top stack.
    Split(Pile<u8, 4>),
    /// Number of cards to give: minimum and maximum.
    Gift(u8, u8),
}

/// The use of a card in hand.
#[derive(Clone, Copy)]
pub(super) enum Verb {
    Play,
    Throw,
    Pay,
    Trash,
}

/// The meaning of the bits of a mask of moves.
#[derive(Clone, Copy)]
pub(super) enum Other {
    /// Attack a seat; after the last one, end the turn.
    AttackOrEnd,
    /// Complete the combo.
    Commit,
    /// Pay with a part; after the last one, with the deck.
    PartOrDeck,
    Target,
    Special,
    Limb,
    Colour,
    /// Lose the top stack or the bottom stack.
    Stack,
    None,
}

/// The bit after those of all seats.
const END_TURN: usize = 7;
/// The bit after those of all slots.
const DECK_REST: usize = 7;

impl Verb {
    #[inline]
    const fn with(self, card: Id) -> Move {
        match self {
            Self::Play => Move::Play(card),
            Self::Throw => Move::Throw(card),
            Self::Pay => Move::PayHand(card),
            Self::Trash => Move::Trash(card),
        }
    }
}

impl Other {
    #[inline]
    fn at(self, bit: usize) -> Move {
        match self {
            Self::AttackOrEnd if bit == END_TURN => Move::EndTurn,
            Self::AttackOrEnd => Move::Attack(Seat::new(bit)),
            Self::Commit => Move::Commit,
            Self::PartOrDeck if bit == DECK_REST => Move::DeckRest,
            Self::PartOrDeck => Move::PayPart(Slot::at(bit)),
            Self::Target => Move::Target(Seat::new(bit)),
            Self::Special => Move::Special(Slot::at(bit)),
            Self::Limb => Move::Limb(Slot::at(bit)),
            Self::Colour => Move::In(Colours::NAMED[bit % Colours::NAMED.len()]),
            Self::Stack if bit == 0 => Move::LoseTop,
            Self::Stack => Move::LoseBottom,
            Self::None => Move::EndTurn,
        }
    }
}

impl Menu<'_> {
    /// A menu without cards.
    #[inline]
    const fn of(others: u8, other: Other) -> Self {
        Self::Cards { cards: Ids::NONE, verb: Verb::Play, others, other }
    }
}

impl Moves for Menu<'_> {
    type Move = Move;

    #[inline(always)]
    fn len(&self) -> usize {
        match self {
            Self::Cards { cards, others, .. } => cards.len() + n_bits(*others),
            Self::Answers(Defences { dodge, block, run_away }) => {
                1 + dodge.len() + block.len() + run_away.len()
            }
            Self::Limbs(Ways { printed, converted }) => n_bits(printed.0) + n_bits(converted.0),
            Self::Against(combo) => distinct(combo).count(),
            Self::Split(sizes) => sizes.len(),
            Self::Gift(least, most) => 1 + usize::from(most - least),
        }
    }

    #[inline(always)]
    fn nth(&self, index: usize) -> Move {
        match self {
            Self::Cards { cards, verb, others, other } => {
                let n_cards = cards.len();
                if index < n_cards {
                    verb.with(cards.nth(index))
                } else {
                    other.at(nth_bit(*others, index - n_cards))
                }
            }
            Self::Answers(defences) => defences.nth(index),
            Self::Limbs(Ways { printed, converted }) => {
                let n_printed = n_bits(printed.0);
                if index < n_printed {
                    Move::From(Slot::at(nth_bit(printed.0, index)))
                } else {
                    Move::Convert(Slot::at(nth_bit(converted.0, index - n_printed)))
                }
            }
            Self::Against(combo) => distinct(combo).nth(index).map_or_else(Move::default, Move::Against),
            Self::Split(sizes) => Move::Split(sizes[index]),
            Self::Gift(least, _) => Move::Gift(least + u8::try_from(index).unwrap_or(0)),
        }
    }

    fn list(&self, menu: &mut Vec<Move>) {
        if let Self::Cards { cards, verb, others, other } = self {
            menu.extend(cards.iter().map(|card| verb.with(card)));
            menu.extend(bits(*others).map(|bit| other.at(bit)));
        } else {
            menu.extend((0..self.len()).map(|index| self.nth(index)));
        }
    }
}

impl Defences {
    /// The answer with this index: accept, dodge, block, run away.
    #[inline]
    fn nth(self, index: usize) -> Move {
        let Some(mut index) = index.checked_sub(1) else { return Move::Accept };
        let dodge: fn(Id) -> Move = Move::Dodge;
        for (cards, answer) in
            [(self.dodge, dodge), (self.block, Move::Block), (self.run_away, Move::RunAway)]
        {
            if index < cards.len() {
                return answer(cards.nth(index));
            }
            index -= cards.len();
        }
        Move::Accept
    }
}

impl StupidFight {
    /// The legal moves of the seat that must choose.
    #[inline(always)]
    pub(super) fn menu<'s>(&self, state: &'s State, seat: Seat) -> Menu<'s> {
        let (table, hand) = (&state.table, state.hand(seat));
        match table.phase {
            Phase::Main => {
                let (cards, victims) = self.actions(table, hand);
                let others = victims.mask() | 1 << END_TURN;
                Menu::Cards { cards, verb: Verb::Play, others, other: Other::AttackOrEnd }
            }
            Phase::Throw => match state.picked {
                Picked::Nothing => {
                    let cards = hand.ids.both(self.throwable(table));
                    let others = u8::from(!table.combo.is_empty());
                    Menu::Cards { cards, verb: Verb::Throw, others, other: Other::Commit }
                }
                Picked::Card(id) => Menu::Limbs(self.ways(table, id)),
                Picked::From(_, slot, _) => {
                    Menu::of(table.player(table.current).body.burst[slot.index()].0, Other::Colour)
                }
            },
            Phase::Pay { .. } => {
                let (cards, others) = self.payments(table, seat, hand);
                Menu::Cards { cards, verb: Verb::Pay, others, other: Other::PartOrDeck }
            }
            Phase::Target => Menu::of(table.resolution.waiting.mask(), Other::Target),
            Phase::Limb { slots, .. } => Menu::of(slots.0, Other::Limb),
            Phase::TrashHand { .. } => {
                Menu::Cards { cards: hand.ids, verb: Verb::Trash, others: 0, other: Other::None }
            }
            Phase::Special(_) => {
                let own = table.player(table.current);
                let reach = self.reach(table, table.n_hand[table.current]);
                let starts = own.body.specials.iter().filter(|slot| self.starts(own, *slot, reach));
                Menu::of(starts.fold(0, |slots, slot| slots | Slots::only(slot).0), Other::Special)
            }
            Phase::Defend => Menu::Answers(self.parries(table, hand)),
            Phase::React => Menu::Answers(Defences {
                dodge: Ids::NONE,
                block: Ids::NONE,
                run_away: self.escapes(table, hand),
            }),
            Phase::Against { .. } => Menu::Against(&table.combo),
            Phase::Split(_) => Menu::Split(split_sizes(table.n_deck[table.resolution.victim])),
            Phase::Lose { .. } => Menu::of(0b11, Other::Stack),
            Phase::Gift(_) => {
                let (rules, deck) = (&self.rules, table.n_deck[seat]);
                Menu::Gift(rules.join_gift_min.min(deck), rules.join_gift_max.min(deck))
            }
            Phase::Over(_) => Menu::of(0, Other::None),
        }
    }

    /// The cards that the current player can play, and the players that it can attack.
    #[inline(always)]
    pub(super) fn actions(&self, table: &Table, hand: &Hand) -> (Ids, Seats) {
        let peace = table.round <= self.rules.peace_rounds;
        let attacks = !peace && !hand.ids.both(self.throwable(table)).is_empty();
        (self.playable(table, hand), table.opponents().when(attacks))
    }

    /// The cards in hand with which a player can pay, and its slots, with a bit after the last for the deck.
    #[inline(always)]
    pub(super) fn payments(&self, table: &Table, seat: Seat, hand: &Hand) -> (Ids, u8) {
        let parts = self.paying_parts(table.player(seat));
        let cards = if self.rules.pay_from_hand { hand.ids } else { Ids::NONE };
        (cards, parts.0 | u8::from(table.n_deck[seat] > 0) << DECK_REST)
    }

    /// The cards of the hand that the current player can play.
    #[inline(always)]
    fn playable(&self, table: &Table, hand: &Hand) -> Ids {
        let (own, index) = (table.player(table.current), &self.index);
        let reach = self.reach(table, table.n_hand[table.current].saturating_sub(1));
        let marks = index.activate.when(own.body.starts.meets(reach));
        self.usable(table, hand).both(index.playable(reach, own.has(Slot::Head)).union(marks))
    }

    /// The cards of the hand that help against the combo.
    #[inline]
    fn parries(&self, table: &Table, hand: &Hand) -> Defences {
        let Defences { dodge, block, run_away } = self.defences(table);
        let usable = self.usable(table, hand);
        Defences { dodge: dodge.both(usable), block: block.both(usable), run_away: run_away.both(usable) }
    }

    /// The cards in hand with which their player can escape the effects.
    #[inline]
    fn escapes(&self, table: &Table, hand: &Hand) -> Ids {
        self.index.run_away.both(self.usable(table, hand))
    }

    /// The cards of the hand that are not blank.
    #[inline]
    fn usable(&self, table: &Table, hand: &Hand) -> Ids {
        match self.blank {
            Some((seat, id)) if seat == table.chooser() => hand.ids.without(id),
            _ => hand.ids,
        }
    }

    /// Whether the special of this part can start.
    pub(super) fn starts(&self, own: &Player, slot: Slot, reach: Reach) -> bool {
        match self.card(own.parts[slot.index()]).special {
            Some(Special::Immediate { target, script }) => Reach::of(target, script.requires).meets(reach),
            Some(Special::Ongoing) => own.marks[slot.index()].is_none(),
            None => false,
        }
    }
}

/// The offered sizes of the top stack: one to four eighths of the deck, at least one card.
fn split_sizes(deck: u8) -> Pile<u8, 4> {
    let mut sizes = Pile::new();
    for eighths in 1..=4 {
        // Half of at most 240.
        let top = u8::try_from(u16::from(deck) * eighths / 8).unwrap_or(u8::MAX).max(1);
        if sizes.top() != Some(top) {
            sizes.push(top);
        }
    }
    sizes
}
