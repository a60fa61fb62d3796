//! Clause 5: what is legal at each decision. Most menus are sets, of which a move can be picked without
//! writing them down.

use super::StupidFight;
use super::attack::{Defences, Ways, looks};
use super::cards::{Colours, Id, Ids, Reach, Slot, Slots, Special};
use super::moves::Move;
use super::state::{Hand, Held, Phase, Player, Table};
use crate::model::bits::{bits, n_bits, nth_bit};
use crate::model::{Seat, Seats};

/// A menu as sets: a move with each of these cards, and then the moves of a row at the bits of a mask.
#[derive(Clone, Copy)]
pub(super) struct Offer {
    cards: Ids,
    verb: Verb,
    others: u8,
    row: &'static Row,
}

/// The moves at the bits of a mask.
type Row = [Move; 8];

/// What is done with a card.
#[derive(Clone, Copy)]
enum Verb {
    Play,
    Throw,
    Pay,
    Trash,
    Dodge,
    Block,
    RunAway,
}

impl Verb {
    #[inline]
    const fn with(self, card: Id) -> Move {
        match self {
            Self::Play => Move::Play(card),
            Self::Throw => Move::Throw(card),
            Self::Pay => Move::PayHand(card),
            Self::Trash => Move::Trash(card),
            Self::Dodge => Move::Dodge(card),
            Self::Block => Move::Block(card),
            Self::RunAway => Move::RunAway(card),
        }
    }
}

impl Offer {
    /// A menu without cards.
    #[inline]
    const fn of(others: u8, row: &'static Row) -> Self {
        Self { cards: Ids::NONE, verb: Verb::Play, others, row }
    }

    fn list(self, menu: &mut Vec<Move>) {
        menu.extend(self.cards.iter().map(|card| self.verb.with(card)));
        menu.extend(bits(self.others).map(|bit| self.row[bit]));
    }

    /// The move with the number that is drawn of so many.
    #[inline(always)]
    fn nth_by(self, draw: impl FnOnce(usize) -> usize) -> Move {
        let cards = self.cards.count();
        let n_cards = cards.len();
        let nth = draw(n_cards + n_bits(self.others));
        if nth < n_cards {
            self.verb.with(cards.nth(nth))
        } else {
            self.row[nth_bit(self.others, nth - n_cards) % 8]
        }
    }
}

// An answer to an attack or a deed: to accept it, or a move with one of these cards.
impl Defences {
    const fn sets(self) -> [(Ids, Verb); 3] {
        [(self.dodge, Verb::Dodge), (self.block, Verb::Block), (self.run_away, Verb::RunAway)]
    }

    fn list(self, menu: &mut Vec<Move>) {
        menu.push(Move::Accept);
        for (cards, verb) in self.sets() {
            menu.extend(cards.iter().map(|card| verb.with(card)));
        }
    }

    /// The answer with the number that is drawn of so many.
    #[inline(always)]
    pub(super) fn nth_by(self, draw: impl FnOnce(usize) -> usize) -> Move {
        let sets = self.sets().map(|(cards, verb)| (cards.count(), verb));
        let n_cards: usize = sets.iter().map(|(cards, _)| cards.len()).sum();
        let nth = draw(n_cards + 1);
        if nth == 0 {
            return Move::Accept;
        }
        let mut before = 1;
        for (cards, verb) in sets {
            if nth < before + cards.len() {
                return verb.with(cards.nth(nth - before));
            }
            before += cards.len();
        }
        Move::default()
    }
}

/// The row of a move with each of these, and of another one behind the last.
macro_rules! row {
    ($with:ident, $all:expr, $behind:ident) => {{
        let (mut row, mut bit) = ([Move::$behind; 8], 0);
        while bit < $all.len() {
            row[bit] = Move::$with($all[bit]);
            bit += 1;
        }
        row
    }};
}

/// A game takes six seats.
const SEATS: [Seat; 6] = [Seat::new(0), Seat::new(1), Seat::new(2), Seat::new(3), Seat::new(4), Seat::new(5)];
const END_TURN: usize = SEATS.len();
const DECK_REST: usize = Slot::ALL.len();

static ATTACKS: Row = row!(Attack, SEATS, EndTurn);
static TARGETS: Row = row!(Target, SEATS, EndTurn);
static PAYMENTS: Row = row!(PayPart, Slot::ALL, DeckRest);
static LIMBS: Row = row!(Limb, Slot::ALL, EndTurn);
static SPECIALS: Row = row!(Special, Slot::ALL, EndTurn);
static FROM: Row = row!(From, Slot::ALL, Commit);
static COLOURS: Row = row!(In, Colours::NAMED, Commit);
static COMMIT: Row = [Move::Commit; 8];
static LOSE: Row = [
    Move::LoseTop,
    Move::LoseBottom,
    Move::EndTurn,
    Move::EndTurn,
    Move::EndTurn,
    Move::EndTurn,
    Move::EndTurn,
    Move::EndTurn,
];
static NOTHING: Row = [Move::EndTurn; 8];

impl StupidFight {
    /// The legal moves of whoever must choose: a function of the table, the chooser's hand, and
    /// what it holds.
    pub(super) fn legal(&self, table: &Table, hand: &Hand, held: &Held, menu: &mut Vec<Move>) {
        if let Some(offer) = self.offer(table, hand, held) {
            offer.list(menu);
        } else if let Some(answers) = self.answers(table, hand) {
            answers.list(menu);
        } else {
            self.write(table, held, &mut |mv| menu.push(mv));
        }
    }

    /// The legal move with the number that is drawn of so many.
    #[inline(always)]
    pub(super) fn nth_by(
        &self,
        table: &Table,
        hand: &Hand,
        held: &Held,
        draw: impl FnOnce(usize) -> usize,
    ) -> Move {
        if let Some(offer) = self.offer(table, hand, held) {
            return offer.nth_by(draw);
        }
        if let Some(answers) = self.answers(table, hand) {
            return answers.nth_by(draw);
        }
        let mut n_moves = 0;
        self.write(table, held, &mut |_| n_moves += 1);
        let mut left = draw(n_moves);
        let mut found = Move::default();
        self.write(table, held, &mut |mv| {
            if left == 0 {
                found = mv;
            }
            left = left.wrapping_sub(1);
        });
        found
    }

    /// The same, where it is a set.
    #[inline(always)]
    fn offer(&self, table: &Table, hand: &Hand, held: &Held) -> Option<Offer> {
        Some(match table.phase {
            Phase::Main => {
                let (cards, victims) = self.actions(table, hand);
                Offer { cards, ..Offer::of(victims.mask() | 1 << END_TURN, &ATTACKS) }
            }
            Phase::Throw => match held {
                Held::Nothing => Offer {
                    cards: hand.ids.both(self.throwable(table)),
                    verb: Verb::Throw,
                    ..Offer::of(u8::from(!table.combo.is_empty()), &COMMIT)
                },
                &Held::From(_, slot, _) => {
                    Offer::of(table.player(table.current).body.burst[slot.index()].0, &COLOURS)
                }
                &Held::Card(id) => match self.ways(table, id) {
                    Ways { printed, converted } if converted.is_empty() => Offer::of(printed.0, &FROM),
                    _ => return None,
                },
            },
            Phase::Pay { seat, .. } => {
                let (cards, others) = self.payments(table, seat, hand);
                Offer { cards, verb: Verb::Pay, ..Offer::of(others, &PAYMENTS) }
            }
            Phase::Target => Offer::of(table.deed.waiting.mask(), &TARGETS),
            Phase::Limb { slots, .. } => Offer::of(slots.0, &LIMBS),
            Phase::TrashHand { .. } => Offer { cards: hand.ids, verb: Verb::Trash, ..Offer::of(0, &NOTHING) },
            Phase::Special(_) => {
                let own = table.player(table.current);
                let reach = self.reach(table, table.n_hand[table.current]);
                let starts = own.body.specials.iter().filter(|slot| self.starts(own, *slot, reach));
                Offer::of(starts.fold(0, |slots, slot| slots | Slots::only(slot).0), &SPECIALS)
            }
            Phase::Lose { .. } => Offer::of(0b11, &LOSE),
            _ => return None,
        })
    }

    /// The same, where it is an answer.
    #[inline(always)]
    fn answers(&self, table: &Table, hand: &Hand) -> Option<Defences> {
        match table.phase {
            Phase::Defend => Some(self.parries(table, hand)),
            Phase::React => Some(Defences { run_away: self.escapes(table, hand), ..Defences::NONE }),
            _ => None,
        }
    }

    /// The cards that the current player can play, and the players whom it can attack.
    #[inline(always)]
    pub(super) fn actions(&self, table: &Table, hand: &Hand) -> (Ids, Seats) {
        let peace = table.round <= self.rules.peace_rounds;
        let attacks = !peace && !hand.ids.both(self.throwable(table)).is_empty();
        (self.playable(table, hand), table.opponents().when(attacks))
    }

    /// The cards of the hand with which a player can pay, and its slots, with a bit behind the last for
    /// the deck.
    #[inline(always)]
    pub(super) fn payments(&self, table: &Table, seat: Seat, hand: &Hand) -> (Ids, u8) {
        let limbs = if self.rules.pay_from_parts { table.player(seat).limbs() } else { Slots::default() };
        let cards = if self.rules.pay_from_hand { hand.ids } else { Ids::NONE };
        (cards, limbs.0 | u8::from(table.n_deck[seat] > 0) << DECK_REST)
    }

    /// The cards of the hand that the current player can play.
    #[inline(always)]
    fn playable(&self, table: &Table, hand: &Hand) -> Ids {
        let (own, uses) = (table.player(table.current), &self.uses);
        let reach = self.reach(table, table.n_hand[table.current].saturating_sub(1));
        let marks = uses.activate.when(own.body.starts.meets(reach));
        self.usable(table, hand).both(uses.playable(reach, own.has(Slot::Head)).union(marks))
    }

    /// The moves of the menus that are no sets and no answers, one after the other.
    fn write(&self, table: &Table, held: &Held, mut put: &mut dyn FnMut(Move)) {
        match table.phase {
            Phase::Throw => {
                if let &Held::Card(id) = held {
                    let ways = self.ways(table, id);
                    ways.printed.iter().map(Move::From).for_each(&mut put);
                    ways.converted.iter().map(Move::Convert).for_each(&mut put);
                }
            }
            Phase::Against { .. } => looks(&table.combo).map(Move::Against).for_each(&mut put),
            Phase::Split(_) => {
                let deck = u16::from(table.n_deck[table.deed.victim]);
                let mut last = 0;
                for eighths in 1..=4 {
                    // Half of at most 240.
                    let top = u8::try_from(deck * eighths / 8).unwrap_or(u8::MAX).max(1);
                    if top > last {
                        put(Move::Split(top));
                    }
                    last = top;
                }
            }
            Phase::Gift(seat) => {
                let (rules, deck) = (&self.rules, table.n_deck[seat]);
                (rules.join_gift_min.min(deck)..=rules.join_gift_max.min(deck))
                    .map(Move::Gift)
                    .for_each(&mut put);
            }
            // The others; and at the end nobody chooses.
            _ => {}
        }
    }

    /// The cards of the hand that help against the combo.
    #[inline]
    pub(super) fn parries(&self, table: &Table, hand: &Hand) -> Defences {
        let Defences { dodge, block, run_away } = self.defences(table);
        let usable = self.usable(table, hand);
        Defences { dodge: dodge.both(usable), block: block.both(usable), run_away: run_away.both(usable) }
    }

    /// The cards of the hand that get their player out of the deed.
    #[inline]
    pub(super) fn escapes(&self, table: &Table, hand: &Hand) -> Ids {
        self.uses.run_away.both(self.usable(table, hand))
    }

    /// The cards of the hand that are not blank.
    #[inline]
    fn usable(&self, table: &Table, hand: &Hand) -> Ids {
        match self.blank {
            Some((seat, id)) => hand.ids.without_if(id, seat == table.chooser()),
            None => hand.ids,
        }
    }

    /// Can the special of this part start?
    pub(super) fn starts(&self, own: &Player, slot: Slot, reach: Reach) -> bool {
        match self.card(own.parts[slot.index()]).special {
            Some(Special::Immediate { target, script }) => Reach::of(target, script.needs).meets(reach),
            Some(Special::Ongoing) => own.marks[slot.index()].is_none(),
            None => false,
        }
    }
}
