//! The whole truth of a game in play: what lies open, and what only its owner knows.

use super::deeds::DeedId;
use super::kits::Places;
use super::moves::{DECK, MoveId};
use super::turn::Next;
use crate::model::{BySeat, Outcome, Pile, Seat, Seats};

/// A game in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// What everybody sees.
    pub open: Open,
    /// The disabled cards of each player.
    pub disabled: BySeat<Disabled>,
    /// What only its owner knows.
    pub secrets: BySeat<Secret>,
    /// The cards of a whole kit that are not disabled, ready to be selected.
    pub(super) ready: BySeat<Places>,
    /// The mini-decks of both trainers.
    pub trainers: [Trainer; 2],
    /// Who must choose now. Nobody must know who else still adds cards to a combo.
    pub asked: Seats,
}

impl State {
    /// These seats must decide what is due.
    #[inline]
    pub(super) fn ask(&mut self, seats: Seats, due: Phase) -> Next {
        (self.asked, self.open.phase) = (seats, due);
        Next::Wait
    }
}

/// What everybody sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Open {
    /// What is due.
    pub phase: Phase,
    /// Turns begun, over all fights.
    pub turn: u32,
    /// Fights begun.
    pub fight: u32,
    /// Fights won, in the two-player modes.
    pub wins: [u8; 2],
    /// Each player's board.
    pub fighters: BySeat<Fighter>,
    /// Fighters in the fight.
    pub standing: Seats,
    /// Team Spirits.
    pub spirits: Seats,
    /// Knocked down.
    pub down: Seats,
    /// In a taunting combo.
    pub combos: Seats,
    /// May not select Attacks this turn.
    pub locked: Seats,
    /// May not select Attacks next turn.
    pub locks: Seats,
    /// Who is Near whom.
    pub near: BySeat<Seats>,
    /// Opponents with whom a Position is shared.
    pub contacts: BySeat<Seats>,
    /// This turn.
    pub now: Now,
}

/// What has happened this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Now {
    /// Fighters who revealed a card.
    pub revealed: Seats,
    /// Whose card is neither executed nor interrupted.
    pub pending: Seats,
    /// Whose card was interrupted.
    pub interrupted: Seats,
    /// Whose guard is up.
    pub guards: Seats,
    /// Whose guard has healed.
    pub healed: Seats,
    /// Who has dropped ↑ when hit.
    pub dropped: Seats,
    /// What may follow the Act phase.
    pub after: After,
    /// Who revealed a card of each order number …
    pub ranks: [Seats; 16],
    /// … and the order numbers that are still to come: a bit each.
    pub ranks_left: u16,
    /// The blocks of a tie to execute, in this order.
    pub blocks: [Seats; 4],
    /// How many.
    pub n_blocks: u8,
    /// The next of them.
    pub next_block: u8,
    /// Tied blocks that choose their places, highest level first.
    pub tied: [Seats; 4],
    /// The next of them.
    pub next_tied: u8,
    /// The block that is executing.
    pub block: Block,
}

/// Fighters who act at the same instant, mostly one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Block {
    /// Who acts.
    pub members: Seats,
    /// Who was in a combo when it began.
    pub combos_then: Seats,
    /// Who of it changes Position.
    pub runners: Seats,
    /// Who of it has hit somebody.
    pub hitters: Seats,
    /// Choices of Position still to make: a bit for 8 × attacker + target.
    pub choices: u64,
}

/// What may follow the Act phase: mostly nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct After {
    /// Who has reached the Peril Limit.
    pub felled: Seats,
    /// Who may pass ↑.
    pub may_pass: Seats,
    /// Spirits who showed a card.
    pub ghosts: Seats,
    /// Who may start a combo.
    pub may_taunt: Seats,
    /// Nobody is in these sets but who is, or was, in this one.
    pub any: Seats,
}

/// A player's board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(align(16))]
pub struct Fighter {
    /// The character's place among those who can sit.
    pub character: u8,
    /// ♥ on the Danger Track; of a Wampire, blood.
    pub damage: u8,
    /// ↑.
    pub charges: u8,
    /// Block tokens.
    pub tokens: u8,
    /// The active monster.
    pub active: u8,
    /// Cards queued in the combo.
    pub queued: u8,
    /// The card revealed this turn, at its level.
    pub(super) deed: DeedId,
    /// The card revealed the turn before, if any.
    pub last: Option<MoveId>,
    /// Whose own moves brought this fighter to the Peril Limit …
    pub felled_by: Seats,
    /// … and whose guards, throwing back this fighter's move.
    pub reflected_by: Seats,
}

impl Fighter {
    /// The card revealed this turn.
    #[must_use]
    pub fn card(&self) -> MoveId {
        self.deed.card()
    }

    /// Its level.
    #[must_use]
    pub const fn level(&self) -> u8 {
        self.deed.level()
    }
}

/// A player's disabled cards, by monster; a fighter has one deck, the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Disabled {
    /// Which cards: a bit for each place in the deck.
    pub cards: [u16; 3],
    /// Turns until each recovers, four bits a place (0 = never).
    pub recovers: [u64; 3],
}

impl Disabled {
    /// How many of one monster's.
    #[must_use]
    pub const fn count_of(&self, monster: u8) -> u32 {
        self.cards[monster as usize % 3].count_ones()
    }

    /// How many in all.
    #[must_use]
    pub const fn count(&self) -> u32 {
        Self::count_all(self.cards)
    }

    /// How many of all monsters'.
    pub(super) const fn count_all([a, b, c]: [u16; 3]) -> u32 {
        (a as u64 | (b as u64) << 16 | (c as u64) << 32).count_ones()
    }
}

/// What only its owner knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Secret {
    /// The queue of the combo.
    pub queue: Queue,
    /// Burns blood this turn.
    pub burns: bool,
    /// The place of the card revealed this turn.
    pub place: u8,
}

/// Places of cards in the order in which they will be revealed, four bits each; the two Switch
/// cards have the places after those of a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Queue {
    places: u64,
    mask: u16,
    len: u8,
}

impl Queue {
    /// How many cards.
    #[must_use]
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// No card?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Adds a card; a queue holds at most the 12 cards of a deck and a Switch.
    pub(super) fn push(&mut self, place: usize) {
        self.places |= (place as u64 % 16) << (4 * (self.len % 16));
        self.mask |= 1 << (place % 16);
        self.len += 1;
    }

    /// Takes the first card.
    pub(super) fn pop(&mut self) -> Option<u8> {
        self.len = self.len.checked_sub(1)?;
        let [lowest, ..] = self.places.to_le_bytes();
        let place = lowest & 15;
        self.places >>= 4;
        self.mask &= !(1 << place);
        Some(place)
    }

    /// The places, first to last.
    pub fn places(self) -> impl Iterator<Item = usize> {
        (0..self.len).map(move |nth| usize::try_from(self.places >> (4 * nth) & 15).unwrap_or(0))
    }

    /// The places as a set.
    #[must_use]
    pub const fn mask(self) -> u16 {
        self.mask
    }
}

/// The cards of one monster.
pub(super) type Deck = Pile<MoveId, DECK>;

/// A trainer's monsters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trainer {
    /// Their decks.
    pub decks: [Deck; 3],
    /// Cards that the opponent knows: as many copies of a move as ever lay open at one time, taken
    /// for the first ones.
    pub known: [u16; 3],
}

/// What is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Trainers put another card into a monster's deck.
    Partition {
        /// Cards that they have put so far.
        picks: u8,
    },
    /// Trainers choose their first active monster.
    Lead,
    /// These seats may burn blood.
    Burn(Seats),
    /// These seats select.
    Select(Seats),
    /// This seat chooses its block's place in a tie.
    Order(Seat),
    /// These seats choose which Position markers their Run changes.
    RunMarkers(Seats),
    /// A hit lets its attacker choose Position.
    Position {
        /// Who chooses.
        attacker: Seat,
        /// Towards whom.
        target: Seat,
    },
    /// This seat may pass ↑.
    PassCharge(Seat),
    /// This Spirit may give ↑.
    SpiritGive(Seat),
    /// Those who may, queue cards.
    Combo,
    /// Nothing.
    Over(Outcome),
}

/// One player's choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Move {
    /// Plays nothing, for want of a card.
    #[default]
    Nothing,
    /// Selects, queues or picks this card.
    Card(MoveId),
    /// Queues no further card.
    Stop,
    /// Leads with this monster.
    Monster(u8),
    /// Does not burn blood, does not give ↑.
    No,
    /// Burns blood, or gives ↑.
    Yes,
    /// Takes this place in a tie, counted from 1.
    Place(u8),
    /// Changes the marker to the left.
    Left,
    /// Changes the marker to the right.
    Right,
    /// Changes both markers.
    Both,
    /// Position Near.
    Near,
    /// Position Far.
    Far,
    /// Keeps ↑.
    Keep,
    /// Passes ↑ to this seat.
    Pass(Seat),
}
