//! The whole truth of a game in play: what lies open, and what only its owner knows.

use super::deck::{Deck, Queue};
use super::moves::{LEVELS, LevelledMove, MoveId};
use crate::model::{BySeat, Outcome, Seat, Seats};

/// A game in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// What everybody sees.
    pub open: Open,
    /// The disabled cards of each player.
    pub disabled: BySeat<Disabled>,
    /// What only its owner knows.
    pub secrets: BySeat<Secret>,
    /// The decks of both trainers.
    pub trainers: [Trainer; 2],
    /// Who must choose now. Secret: players do not see who still adds cards to a combo.
    pub asked: Seats,
}

impl State {
    /// These seats must choose.
    pub(super) fn ask(&mut self, seats: Seats, phase: Phase) {
        self.asked = seats;
        self.open.phase = phase;
    }
}

/// What everybody sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Open {
    /// The decision that is due.
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
    /// What has happened this turn.
    pub now: Now,
}

/// What has happened this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Now {
    /// Fighters who revealed a card.
    pub revealed: Seats,
    /// Fighters whose card is neither executed nor interrupted.
    pub pending: Seats,
    /// Fighters whose card was interrupted.
    pub interrupted: Seats,
    /// Fighters whose guard is up.
    pub guards: Seats,
    /// Fighters whose guard has healed them.
    pub healed: Seats,
    /// Fighters who dropped ↑ when hit.
    pub dropped: Seats,
    /// Fighters who have reached the Peril Limit.
    pub felled: Seats,
    /// Fighters who may pass ↑.
    pub may_pass: Seats,
    /// Spirits who showed a card.
    pub ghosts: Seats,
    /// Fighters who may start a combo.
    pub may_taunt: Seats,
    /// Who revealed a card of each order number …
    pub by_order: [Seats; 16],
    /// … and the order numbers that are still to come, as a set.
    pub orders_left: u16,
    /// The blocks of the last tie, by place.
    pub blocks: [Seats; LEVELS],
    /// How many blocks there are.
    pub n_blocks: u8,
    /// The place of the next block to execute.
    pub next_block: u8,
    /// The blocks that choose their places, highest level first …
    pub choosing: [Seats; LEVELS],
    /// … and how many of them have no place yet.
    pub n_choosing: u8,
    /// Are the hits of the block that is executing still to come?
    pub will_hit: bool,
    /// The block that is executing.
    pub block: Block,
}

/// Fighters who act at the same instant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Block {
    /// Who acts.
    pub members: Seats,
    /// Who was in a combo when the block began.
    pub combos_then: Seats,
    /// Members that change Position.
    pub runners: Seats,
    /// Members that have hit somebody.
    pub hitters: Seats,
    /// Choices of Position still to make: a bit for 8 × attacker + target.
    pub choices: u64,
}

/// A player's board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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
    /// The card revealed this turn, at its level, which is fixed at the Reveal.
    pub revealed: LevelledMove,
    /// The card revealed the turn before, if any.
    pub last: Option<MoveId>,
    /// Whose own moves brought this fighter to the Peril Limit …
    pub felled_by: Seats,
    /// … and whose guards, throwing back this fighter's move.
    pub reflected_by: Seats,
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
    pub fn count(&self) -> u32 {
        self.cards.iter().map(|cards| cards.count_ones()).sum()
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

/// A trainer's monsters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trainer {
    /// Their decks.
    pub decks: [Deck; 3],
    /// Cards that the opponent knows: as many copies of a move as ever lay open at one time, taken
    /// for the first ones.
    pub known: [u16; 3],
}

/// The decision that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Phase {
    /// Trainers put another card into a monster's deck.
    Partition {
        /// Cards that they have put so far.
        picks: u8,
    },
    /// Trainers choose their first active monster.
    Lead,
    /// Wampires may burn blood.
    Burn,
    /// Fighters and Spirits select a card.
    Select,
    /// A block chooses its place in a tie.
    Order,
    /// Runners choose which Position markers they change.
    RunMarkers,
    /// A hit lets its attacker choose Position.
    Position {
        /// Towards whom.
        target: Seat,
    },
    /// A fighter may pass ↑.
    PassCharge,
    /// A Spirit may give ↑.
    SpiritGive,
    /// Fighters queue cards.
    Combo,
    /// The game is over.
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
