//! What cards do to players, and what of a player that needs.

use super::colours::Colour;
use super::slots::{Slot, Slots};
use crate::model::choices;

choices! {
    /// Whom a card touches.
    pub enum Target {
        /// Its player.
        Own = "self",
        /// A living opponent of its player's choice.
        One = "one",
        /// All living opponents, clockwise.
        Others = "others",
        /// Its player first, then the others.
        All = "all",
    }
    /// Where the lost stack of a split deck goes.
    pub enum Loss {
        /// To the trash.
        Trash = "trash",
        /// On top of the actor's deck.
        Steal = "steal",
    }
}

/// An instant effect: what the actor of a card does to a victim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The victim takes damage, coloured or plain.
    Damage {
        /// So much.
        amount: u8,
        /// Its colour.
        colour: Option<Colour>,
    },
    /// The top cards of the victim's deck go on top of the actor's.
    Steal(u8),
    /// Random cards of the victim's hand go on top of the actor's deck.
    StealHand(u8),
    /// A limb of these slots goes on top of the actor's deck.
    StealPart(Slots),
    /// A limb of these slots goes to the trash.
    Rip(Slots),
    /// The victim trashes cards of its hand.
    TrashHand(u8),
    /// The actor draws.
    Draw(u8),
    /// The card is laid on the victim's torso.
    BreakTorso,
    /// The victim splits its deck; the actor says which stack is lost.
    SplitDeck(Loss),
}

impl Effect {
    /// What of its victim it needs to be useful: one of these.
    #[must_use]
    pub const fn needs(self) -> Needs {
        match self {
            Self::Damage { .. } => Needs::NOTHING,
            Self::Steal(_) => Needs::STOCK,
            Self::StealHand(_) | Self::TrashHand(_) => Needs::HAND,
            Self::StealPart(slots) | Self::Rip(slots) => Needs(slots.0 as u16),
            Self::Draw(_) => Needs::DRAW,
            Self::BreakTorso => Needs::WHOLE,
            Self::SplitDeck(_) => Needs::TWO,
        }
    }
}

/// What of a player an effect can touch, a bit each: the parts by their slots, and these. What a
/// player has, and what an effect needs, meet or not; several players' are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs(pub(super) u16);

impl Needs {
    /// A torso that is not broken: the other slots' bits are their limbs.
    pub const WHOLE: Self = Self(1 << Slot::Torso as u16);
    /// Everybody has it.
    pub const NOTHING: Self = Self(1 << 5);
    /// A deck that can be stolen from, or pays for being empty.
    pub const STOCK: Self = Self(1 << 6);
    /// A card in hand.
    pub const HAND: Self = Self(1 << 7);
    /// A card to draw, and room for it.
    pub const DRAW: Self = Self(1 << 8);
    /// Two cards in the deck.
    pub const TWO: Self = Self(1 << 9);

    /// Is one of these there?
    #[inline]
    #[must_use]
    pub const fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Both together.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These, if it is so.
    #[inline]
    #[must_use]
    pub(super) fn when(self, so: bool) -> Self {
        if so { self } else { Self(0) }
    }
}

/// What effects can touch of the current player, and of anybody among its opponents: two [`Needs`] in one
/// number, so that both are asked at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach(u32);

impl Reach {
    /// Nothing.
    pub(super) const NONE: Self = Self(0);
    /// What is there for everybody.
    pub(super) const ALWAYS: Self = Self::new(Needs::NOTHING, Needs(0));

    /// This of the own player, and that of its opponents.
    #[inline]
    pub(super) const fn new(own: Needs, foes: Needs) -> Self {
        Self(own.0 as u32 | (foes.0 as u32) << 16)
    }

    /// What effects with this target need.
    pub(super) const fn of(target: Target, needs: Needs) -> Self {
        match target {
            Target::Own => Self::new(needs, Needs(0)),
            Target::One | Target::Others => Self::new(Needs(0), needs),
            Target::All => Self::new(needs, needs),
        }
    }

    /// Of the own player.
    #[inline]
    pub(super) const fn own(self) -> Needs {
        let [low, high, ..] = self.0.to_le_bytes();
        Needs(u16::from_le_bytes([low, high]))
    }

    /// Of its opponents.
    #[inline]
    pub(super) const fn foes(self) -> Needs {
        let [.., low, high] = self.0.to_le_bytes();
        Needs(u16::from_le_bytes([low, high]))
    }

    /// Is anything of this there?
    #[inline]
    pub(super) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Both together.
    #[inline]
    pub(super) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Effects in order: a stretch of the game's list of all effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Script {
    pub(super) next: u16,
    pub(super) end: u16,
    /// One of these makes one of all its effects useful.
    pub(super) needs: Needs,
}

impl Script {
    /// No effects.
    pub(super) const NONE: Self = Self { next: 0, end: 0, needs: Needs(0) };

    /// No effects?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.next == self.end
    }

    /// The places of its effects in the game's list.
    pub(super) fn range(self) -> std::ops::Range<usize> {
        usize::from(self.next)..usize::from(self.end)
    }
}

/// "When I punch, I taunt".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TauntWhen {
    /// The attacks that set it off, a bit each.
    pub types: u8,
    /// What the taunt does.
    pub script: Script,
}
