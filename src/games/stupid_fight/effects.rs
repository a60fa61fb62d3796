//! What cards do to players, and what each effect requires of its victim.

use super::colours::Colour;
use super::slots::{Slot, Slots};
use crate::model::choices;

choices! {
    /// The players that a card touches.
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
        /// How much.
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
    /// What it requires of its victim to be useful: one of these.
    #[must_use]
    pub const fn requires(self) -> Requires {
        match self {
            Self::Damage { .. } => Requires::NOTHING,
            Self::Steal(_) => Requires::STOCK,
            Self::StealHand(_) | Self::TrashHand(_) => Requires::HAND,
            Self::StealPart(slots) | Self::Rip(slots) => Requires(slots.0 as u16),
            Self::Draw(_) => Requires::DRAW,
            Self::BreakTorso => Requires::WHOLE,
            Self::SplitDeck(_) => Requires::TWO,
        }
    }
}

/// What a player has that effects can touch, or what an effect requires, a bit each: the parts by their slots,
/// and these. An effect is useful if the player has one of the things that it requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Requires(pub(super) u16);

impl Requires {
    /// A torso that is not broken: the other slots' bits are their limbs.
    pub const WHOLE: Self = Self(1 << Slot::Torso as u16);
    /// Nothing is required: everybody has it.
    pub const NOTHING: Self = Self(1 << 5);
    /// A deck that can be stolen from, or pays for being empty.
    pub const STOCK: Self = Self(1 << 6);
    /// A card in hand.
    pub const HAND: Self = Self(1 << 7);
    /// A card to draw, and room for it.
    pub const DRAW: Self = Self(1 << 8);
    /// Two cards in the deck.
    pub const TWO: Self = Self(1 << 9);

    /// What cards can touch of their own player. The settings allow no other effects on it.
    pub(super) const OWN: Self = Self(Self::NOTHING.0 | Self::HAND.0 | Self::DRAW.0);

    /// These, as far as they are among those.
    #[inline]
    pub(super) const fn only(self, those: Self) -> Self {
        Self(self.0 & those.0)
    }

    /// Do both have something in common?
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

    /// These if the condition holds, otherwise none.
    #[inline]
    #[must_use]
    pub(super) fn when(self, condition: bool) -> Self {
        if condition { self } else { Self(0) }
    }
}

/// What effects can touch of the current player, and of anybody among its opponents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    pub(super) own: Requires,
    pub(super) foes: Requires,
}

impl Reach {
    /// Nothing.
    pub(super) const NONE: Self = Self { own: Requires(0), foes: Requires(0) };
    /// What is there for everybody.
    pub(super) const ALWAYS: Self = Self { own: Requires::NOTHING, foes: Requires(0) };

    /// What effects with this target require.
    pub(super) const fn of(target: Target, requires: Requires) -> Self {
        match target {
            Target::Own => Self { own: requires, ..Self::NONE },
            Target::One | Target::Others => Self { foes: requires, ..Self::NONE },
            Target::All => Self { own: requires, foes: requires },
        }
    }

    /// Do both have something in common?
    #[inline]
    pub(super) const fn meets(self, other: Self) -> bool {
        self.own.meet(other.own) || self.foes.meet(other.foes)
    }

    /// Both together.
    #[inline]
    pub(super) const fn union(self, other: Self) -> Self {
        Self { own: self.own.union(other.own), foes: self.foes.union(other.foes) }
    }
}

/// Effects in order: a stretch of the game's list of all effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Script {
    pub(super) next: u16,
    pub(super) end: u16,
    /// What its effects require: one of these makes one of them useful.
    pub(super) requires: Requires,
}

impl Script {
    /// No effects.
    pub(super) const NONE: Self = Self { next: 0, end: 0, requires: Requires(0) };

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
