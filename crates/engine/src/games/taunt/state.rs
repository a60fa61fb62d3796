//! The complete state of a game in progress: public information, and secrets of single players.

use super::deck::{Deck, Queue};
use super::moves::{LEVELS, LevelledMove, MoveId};
use crate::model::{BySeat, Outcome, Seat, Seats};

/// A game in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Public information.
    pub open: Open,
    /// The disabled cards of each player.
    pub disabled: BySeat<Disabled>,
    /// Secrets of single players.
    pub secrets: BySeat<Secret>,
    /// The decks of both trainers.
    pub trainers: [Trainer; 2],
    /// The seats that must choose now. Secret, because players do not see who still adds cards to a combo.
    pub asked: Seats,
}

impl State {
    /// These seats must choose.
    pub(super) fn ask(&mut self, seats: Seats, phase: Phase) {
        self.asked = seats;
        self.open.phase = phase;
    }
}

/// Public information.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Open {
    /// The current decision.
    pub phase: Phase,
    /// Number of turns started, over all fights.
    pub turn: u32,
    /// Number of fights started.
    pub fight: u32,
    /// Fights won, in the two-player modes.
    pub wins: [u8; 2],
    /// Each player's board.
    pub fighters: BySeat<Fighter>,
    /// Fighters that are not defeated.
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
    /// The fighters that are Near each fighter.
    pub near: BySeat<Seats>,
    /// Opponents with whom a Position is shared.
    pub contacts: BySeat<Seats>,
    /// The events of this turn.
    pub now: Now,
    /// ↑ that fighters lose at the end of the Act phase (`charge-loss`).
    pub losing: BySeat<u8>,
}

/// The events of this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Now {
    /// Fighters who revealed a card.
    pub revealed: Seats,
    /// Fighters whose card is neither executed nor interrupted.
    pub pending: Seats,
    /// Fighters whose card was interrupted.
    pub interrupted: Seats,
    /// Fighters with an active guard.
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
    /// The fighters who revealed a card of each order number …
    pub by_order: [Seats; 16],
    /// … and the remaining order numbers, as a set.
    pub orders_left: u16,
    /// The blocks of the last tie, by index.
    pub blocks: [Seats; LEVELS],
    /// Number of blocks.
    pub n_blocks: u8,
    /// The index of the next block to execute.
    pub next_block: u8,
    /// The blocks that choose their places, highest level first …
    pub choosing: [Seats; LEVELS],
    /// … and the number of them without a place.
    pub n_choosing: u8,
    /// Whether the hits of the executing block are still to come.
    pub will_hit: bool,
    /// The block that is executing.
    pub block: Block,
}

/// Fighters who act simultaneously.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Block {
    /// The fighters.
    pub members: Seats,
    /// The fighters who were in a combo when the block started.
    pub combos_then: Seats,
    /// Members that change Position.
    pub runners: Seats,
    /// Members that have hit somebody.
    pub hitters: Seats,
    /// Remaining choices of Position: one bit for 8 × attacker + target.
    pub choices: u64,
}

/// A player's board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fighter {
    /// The character's index among those that can be played.
    pub character: u8,
    /// ♥ on the Danger Track; for a Wampire, blood.
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
    /// The card revealed in the previous turn, if any.
    pub last: Option<MoveId>,
    /// The fighters whose own moves brought this fighter to the Peril Limit …
    pub felled_by: Seats,
    /// … and the fighters whose guards did so by reflecting this fighter's move.
    pub reflected_by: Seats,
}

/// A player's disabled cards, by monster; a fighter has one deck, the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Disabled {
    /// The cards: one bit per index in the deck.
    pub cards: [u16; 3],
    /// Turns until each recovers, four bits per index (0 = never).
    pub recovers: [u64; 3],
}

impl Disabled {
    /// Number of one monster's disabled cards.
    #[must_use]
    pub const fn count_of(&self, monster: u8) -> u32 {
        self.cards[monster as usize % 3].count_ones()
    }

    /// Total number.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.cards.iter().map(|cards| cards.count_ones()).sum()
    }
}

/// The secrets of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Secret {
    /// The queue of the combo.
    pub queue: Queue,
    /// Whether the player burns blood this turn.
    pub burns: bool,
    /// The index of the card revealed this turn.
    pub place: u8,
}

/// A trainer's monsters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trainer {
    /// Their decks.
    pub decks: [Deck; 3],
    /// Cards that the opponent knows: as many copies of a move as were ever open at one time; the first
    /// copies count as known.
    pub known: [u16; 3],
}

/// The current decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Phase {
    /// Trainers put another card into a monster's deck.
    Partition {
        /// Number of cards that they have added so far.
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
        /// The opponent concerned.
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
    /// Plays nothing, without a playable card.
    #[default]
    Nothing,
    /// Selects, queues or picks this card.
    Card(MoveId),
    /// Queues no further card.
    Stop,
    /// Leads with this monster.
    Monster(u8),
    /// Does not burn blood, or does not give ↑.
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
