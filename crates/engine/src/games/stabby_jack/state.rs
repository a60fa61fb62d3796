//! The complete state of a game in progress.

use super::cards::{Bag, CARDS, Face, Faces, PerFace, Suit};
use super::payment::Monsters;
use super::rules::CardRules;
use crate::model::{BySeat, Deck, Outcome, Pile, Seat};
use std::ops::{Deref, DerefMut};

/// Everything on the table. Only the order of the Deck is secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Face down.
    pub deck: Deck<Face, CARDS>,
    /// Face up; the last card is its top.
    pub discard: Pile<Face, CARDS>,
    /// The characters of the players.
    pub characters: BySeat<Character>,
    /// The player whose turn it is.
    pub active: Seat,
    /// Number of turns started by all seats.
    pub turn: u32,
    /// The next step of the game.
    pub phase: Phase,
}

/// The cards in front of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Character {
    /// Numbered cards: the character's Attributes.
    pub attributes: Bag,
    /// Captured monsters.
    pub monsters: Monsters,
    /// The sums of these cards.
    pub scores: Scores,
}

/// The sums of a character's cards, and its Damage. Bots copy them to evaluate a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scores {
    /// Sums of the Attributes' values, by suit (at most 12 × 99).
    pub suits: [i32; 4],
    /// Number of Attributes.
    pub level: u8,
    /// Monster Points, MP (at most 512 × 9).
    pub points: u16,
    /// Damage (a character with 12 × 99 + 20 is dead).
    pub damage: u16,
}

/// A character dereferences to its scores.
impl Deref for Character {
    type Target = Scores;
    fn deref(&self) -> &Scores {
        &self.scores
    }
}

impl DerefMut for Character {
    fn deref_mut(&mut self) -> &mut Scores {
        &mut self.scores
    }
}

impl Character {
    /// Adds a card as an Attribute.
    pub fn gain(&mut self, face: Face, card: CardRules) {
        self.attributes.add(face);
        self.scores.gain(face, card);
    }

    /// Replaces an Attribute by another.
    #[inline]
    pub fn replace(&mut self, old: Face, new: Face, cards: &PerFace<CardRules>) {
        self.attributes.take(old);
        self.attributes.add(new);
        self.scores.replace(old, new, cards);
    }

    /// Captures a monster.
    pub fn capture(&mut self, face: Face, card: CardRules) {
        self.monsters.add(face, card.points);
        self.points += u16::from(card.points);
    }

    /// Removes a captured monster.
    pub fn release(&mut self, face: Face, card: CardRules) {
        self.monsters.take(face, card.points);
        self.scores.release(card);
    }
}

impl Scores {
    /// The sum of the Attributes of a suit.
    #[must_use]
    pub const fn sum(&self, suit: Suit) -> i32 {
        self.suits[suit as usize]
    }

    /// Luck, LP: the sum of the Clubs.
    #[must_use]
    pub const fn luck(&self) -> i32 {
        self.sum(Suit::Clubs)
    }

    /// The better of Black Attack and Red Attack.
    #[must_use]
    pub fn best_attack(&self) -> i32 {
        self.sum(Suit::Spades).max(self.sum(Suit::Diamonds))
    }

    /// Adds a card as an Attribute.
    pub fn gain(&mut self, face: Face, card: CardRules) {
        self.suits[face.suit() as usize] += i32::from(card.value);
        self.level += 1;
    }

    /// Removes an Attribute.
    pub fn lose(&mut self, face: Face, card: CardRules) {
        self.suits[face.suit() as usize] -= i32::from(card.value);
        self.level -= 1;
    }

    /// Replaces an Attribute by another.
    pub fn replace(&mut self, old: Face, new: Face, cards: &PerFace<CardRules>) {
        self.lose(old, cards[old]);
        self.gain(new, cards[new]);
    }

    /// Removes a captured monster.
    pub fn release(&mut self, card: CardRules) {
        self.points -= u16::from(card.points);
    }
}

/// The next step of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The active player announces an action.
    Action,
    /// Monster Points of a Level Up are still to be paid.
    Pay {
        /// The number.
        due: u8,
    },
    /// The drawn card replaces an Attribute in Training.
    TrainReplace {
        /// The drawn card.
        drawn: Face,
    },
    /// A Queen: blessing or theft.
    Queen {
        /// Number of cards drawn in the chain, including the Queen.
        n_drawn: u8,
    },
    /// Stabby Jack: a King can be discarded to stop him.
    Jack {
        /// The Damage that he deals otherwise.
        damage: u16,
    },
    /// A Level Up at the maximum: the drawn card replaces an Attribute or is discarded.
    FullReplace {
        /// The drawn card.
        drawn: Face,
        /// Number of Attributes still to be drawn for this Level Up.
        left: u8,
    },
    /// An Ace: choose the Attribute to give.
    SwapGive {
        /// The Attributes that match an Attribute of another character.
        faces: Faces,
        /// Number of swaps left, this one included.
        left: u8,
    },
    /// An Ace: choose the receiver.
    SwapWith {
        /// The card to give.
        give: Face,
        /// Number of swaps left, this one included.
        left: u8,
    },
    /// An Ace: choose the Attribute to take in return.
    SwapTake {
        /// The card to give.
        give: Face,
        /// The receiver.
        with: Seat,
        /// Number of swaps left, this one included.
        left: u8,
    },
    /// The game is over.
    Over(Outcome),
}
