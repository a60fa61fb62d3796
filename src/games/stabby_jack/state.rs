//! The whole truth of a game in play.

use super::cards::{Bag, CARDS, Face, Faces, Suit};
use super::deck::Deck;
use super::payment::Purse;
use super::rules::CardRules;
use crate::model::{BySeat, Outcome, Pile, Seat, Seats};
use std::ops::{Deref, DerefMut};

/// Everything on the table. All of it is open, but the order of the Deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Face down; nobody knows its order, so it has none until a card is drawn.
    pub deck: Deck,
    /// Face up; the last card is its top.
    pub discard: Pile<Face, CARDS>,
    /// The characters of the seats that play.
    pub characters: BySeat<Character>,
    /// Those with the Monster Points of a winner, where a winner is looked for at any time: nobody
    /// else needs to be looked at.
    pub rich: Seats,
    /// Those who may announce a Level Up.
    pub able: BySeat<bool>,
    /// What the active player may give after an Ace.
    pub swappable: Faces,
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
    /// Captured Monsters.
    pub monsters: Bag,
    /// The same by what they are worth.
    pub purse: Purse,
    /// What all of it comes to.
    pub scores: Scores,
}

/// What a character's cards come to, kept beside them, and its Damage. Who only asks what would be copies
/// this, and leaves the cards where they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scores {
    /// Sums of the Attributes' values, by suit (at most 12 × 99): whole words, because a half that was
    /// just stored is slow to read as part of one.
    pub suits: [i32; 4],
    /// Number of Attributes.
    pub level: u8,
    /// Monster Points, MP (at most 512 × 9).
    pub points: u16,
    /// Marks on the damage track (below 12 × 99 + 20: who has more is dead).
    pub damage: u16,
}

/// A character is asked for its scores as if they were its own.
impl Deref for Character {
    type Target = Scores;
    #[inline]
    fn deref(&self) -> &Scores {
        &self.scores
    }
}

impl DerefMut for Character {
    #[inline]
    fn deref_mut(&mut self) -> &mut Scores {
        &mut self.scores
    }
}

impl Character {
    /// A card becomes an Attribute.
    #[inline]
    pub fn gain(&mut self, face: Face, card: CardRules) {
        self.gain_if(true, face, card);
    }

    /// A card becomes an Attribute, if it is so.
    #[inline]
    pub fn gain_if(&mut self, so: bool, face: Face, card: CardRules) {
        self.attributes.add_if(so, face);
        self.scores.gain_if(so, face, card);
    }

    /// An Attribute leaves.
    #[inline]
    pub fn lose(&mut self, face: Face, card: CardRules) {
        self.attributes.take(face);
        self.scores.lose(face, card);
    }

    /// A monster is captured.
    #[cfg(test)]
    pub fn capture(&mut self, face: Face, card: CardRules) {
        self.capture_if(true, face, card);
    }

    /// A monster is captured, if it is so.
    #[inline]
    pub fn capture_if(&mut self, so: bool, face: Face, card: CardRules) {
        self.monsters.add_if(so, face);
        self.purse.add_if(so, card.points);
        self.points += u16::from(card.points) * u16::from(so);
    }

    /// A captured monster leaves.
    #[inline]
    pub fn release(&mut self, face: Face, card: CardRules) {
        self.monsters.take(face);
        self.purse.take(card.points);
        self.scores.release(card);
    }
}

impl Scores {
    /// A card becomes an Attribute.
    #[inline]
    pub fn gain(&mut self, face: Face, card: CardRules) {
        self.gain_if(true, face, card);
    }

    /// The sum of the Attributes of a suit.
    #[inline]
    #[must_use]
    pub const fn sum(&self, suit: Suit) -> i32 {
        self.suits[suit as usize]
    }

    /// Luck, LP: the sum of the Clubs.
    #[inline]
    #[must_use]
    pub const fn luck(&self) -> i32 {
        self.sum(Suit::Clubs)
    }

    /// The better of Black Attack and Red Attack.
    #[must_use]
    pub fn best_attack(&self) -> i32 {
        self.sum(Suit::Spades).max(self.sum(Suit::Diamonds))
    }

    /// A card becomes an Attribute, if it is so.
    #[inline]
    pub fn gain_if(&mut self, so: bool, face: Face, card: CardRules) {
        self.suits[face.suit() as usize] += i32::from(card.value) * i32::from(so);
        self.level += u8::from(so);
    }

    /// An Attribute leaves.
    #[inline]
    pub fn lose(&mut self, face: Face, card: CardRules) {
        self.suits[face.suit() as usize] -= i32::from(card.value);
        self.level -= 1;
    }

    /// A captured monster leaves.
    #[inline]
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
    SwapGive,
    /// … to whom.
    SwapWith {
        /// The card to give.
        give: Face,
    },
    /// … for which Attribute.
    SwapTake {
        /// The card to give.
        give: Face,
        /// Whom to.
        with: Seat,
    },
    /// Nothing.
    Over(Outcome),
}
