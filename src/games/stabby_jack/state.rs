//! The whole truth of a game in play.

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
    /// The characters of the seats that play.
    pub characters: BySeat<Character>,
    /// Whose turn it is.
    pub active: Seat,
    /// Turns begun, by all seats together.
    pub turn: u32,
    /// What is due next.
    pub phase: Phase,
}

/// What lies in front of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Character {
    /// Numbered cards: the character's Attributes.
    pub attributes: Bag,
    /// Captured monsters.
    pub monsters: Monsters,
    /// What all of it adds up to.
    pub scores: Scores,
}

/// What a character's cards add up to, and its Damage. Bots copy the scores to see what a move would change.
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

/// A character has its scores as if they were fields of its own.
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
    /// A card becomes an Attribute.
    pub fn gain(&mut self, face: Face, card: CardRules) {
        self.attributes.add(face);
        self.scores.gain(face, card);
    }

    /// One Attribute takes the place of another.
    #[inline]
    pub fn replace(&mut self, old: Face, new: Face, cards: &PerFace<CardRules>) {
        self.attributes.take(old);
        self.attributes.add(new);
        self.scores.replace(old, new, cards);
    }

    /// A monster is captured.
    pub fn capture(&mut self, face: Face, card: CardRules) {
        self.monsters.add(face, card.points);
        self.points += u16::from(card.points);
    }

    /// A captured monster leaves.
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

    /// A card becomes an Attribute.
    pub fn gain(&mut self, face: Face, card: CardRules) {
        self.suits[face.suit() as usize] += i32::from(card.value);
        self.level += 1;
    }

    /// An Attribute leaves.
    pub fn lose(&mut self, face: Face, card: CardRules) {
        self.suits[face.suit() as usize] -= i32::from(card.value);
        self.level -= 1;
    }

    /// One Attribute takes the place of another.
    pub fn replace(&mut self, old: Face, new: Face, cards: &PerFace<CardRules>) {
        self.lose(old, cards[old]);
        self.gain(new, cards[new]);
    }

    /// A captured monster leaves.
    pub fn release(&mut self, card: CardRules) {
        self.points -= u16::from(card.points);
    }
}

/// What is due next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The active player announces an action.
    Action,
    /// So many Monster Points of a Level Up are still to be paid.
    Pay {
        /// How many.
        due: u8,
    },
    /// The drawn card replaces an Attribute in Training.
    TrainReplace {
        /// The drawn card.
        drawn: Face,
    },
    /// A Queen: blessing or theft.
    Queen {
        /// Cards that the chain has drawn, her included.
        n_drawn: u8,
    },
    /// Stabby Jack, and a King to stop him.
    Jack,
    /// A Level Up at the maximum: the drawn card replaces an Attribute or is discarded.
    FullReplace {
        /// The drawn card.
        drawn: Face,
    },
    /// An Ace: which Attribute to give.
    SwapGive {
        /// Those that match an Attribute of somebody else.
        faces: Faces,
    },
    /// An Ace: whom to give it to.
    SwapWith {
        /// The card to give.
        give: Face,
    },
    /// An Ace: which Attribute to take for it.
    SwapTake {
        /// The card to give.
        give: Face,
        /// Whom to.
        with: Seat,
    },
    /// Nothing.
    Over(Outcome),
}
