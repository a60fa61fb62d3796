//! The effects of cards on players, and what each effect requires of its victim.

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
    /// The destination of the lost stack of a split deck.
    pub enum Loss {
        /// To the trash.
        Trash = "trash",
        /// On top of the actor's deck.
        Steal = "steal",
    }
}

/// An instant effect of the actor's card on a victim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The victim takes damage, coloured or plain.
    Damage {
        /// The amount.
        amount: u8,
        /// Its colour.
        colour: Option<Colour>,
    },
    /// The top cards of the victim's deck are moved to the top of the actor's deck.
    Steal(u8),
    /// Random cards of the victim's hand are moved to the top of the actor's deck.
    StealHand(u8),
    /// A limb from these slots is moved to the top of the actor's deck.
    StealPart(Slots),
    /// A limb from these slots is trashed.
    Rip(Slots),
    /// The victim trashes cards of its hand.
    TrashHand(u8),
    /// The actor draws.
    Draw(u8),
    /// The card is put on the victim's torso.
    BreakTorso,
    /// The victim splits its deck; the actor chooses the stack that is lost.
    SplitDeck(Loss),
}

impl Effect {
    /// What it requires of its victim to be useful: any one of these.
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

/// What effects can touch of a player, or what an effect requires, one bit each: the parts by slot, and the
/// constants below. An effect is useful if the player has any of the things that it requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Requires(pub(super) u16);

impl Requires {
    /// A torso that is not broken. The bits of the other slots are their limbs.
    pub const WHOLE: Self = Self(1 << Slot::Torso as u16);
    /// No requirement, which every player meets.
    pub const NOTHING: Self = Self(1 << 5);
    /// A deck from which cards can be stolen, or an empty deck that costs damage.
    pub const STOCK: Self = Self(1 << 6);
    /// A card in hand.
    pub const HAND: Self = Self(1 << 7);
    /// A card to draw, and space in the hand.
    pub const DRAW: Self = Self(1 << 8);
    /// Two cards in the deck.
    pub const TWO: Self = Self(1 << 9);

    /// What cards can touch of their own player. The settings allow no other effects on it.
    pub(super) const OWN: Self = Self(Self::NOTHING.0 | Self::HAND.0 | Self::DRAW.0);

    /// The intersection of both.
    #[inline]
    pub(super) const fn only(self, those: Self) -> Self {
        Self(self.0 & those.0)
    }

    /// Whether both have something in common.
    #[inline]
    #[must_use]
    pub const fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The union of both.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set if the condition is true, otherwise the empty set.
    #[inline]
    #[must_use]
    pub(super) fn when(self, condition: bool) -> Self {
        if condition { self } else { Self(0) }
    }
}

/// What effects can touch of the current player, and of any of its opponents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    pub(super) own: Requires,
    pub(super) foes: Requires,
}

impl Reach {
    /// Nothing.
    pub(super) const NONE: Self = Self { own: Requires(0), foes: Requires(0) };
    /// What every player always has.
    pub(super) const ALWAYS: Self = Self { own: Requires::NOTHING, foes: Requires(0) };

    /// The requirements of effects with this target.
    pub(super) const fn of(target: Target, requires: Requires) -> Self {
        match target {
            Target::Own => Self { own: requires, ..Self::NONE },
            Target::One | Target::Others => Self { foes: requires, ..Self::NONE },
            Target::All => Self { own: requires, foes: requires },
        }
    }

    /// Whether both have something in common.
    #[inline]
    pub(super) const fn meets(self, other: Self) -> bool {
        self.own.meet(other.own) || self.foes.meet(other.foes)
    }

    /// The union of both.
    #[inline]
    pub(super) const fn union(self, other: Self) -> Self {
        Self { own: self.own.union(other.own), foes: self.foes.union(other.foes) }
    }
}

/// Effects in order: a range of the game's list of all effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Script {
    pub(super) next: u16,
    pub(super) end: u16,
    /// The requirements of its effects: any one of these makes one of the effects useful.
    pub(super) requires: Requires,
}

impl Script {
    /// No effects.
    pub(super) const NONE: Self = Self { next: 0, end: 0, requires: Requires(0) };

    /// Whether there are no effects.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.next == self.end
    }

    /// The indices of its effects in the game's list.
    pub(super) fn range(self) -> std::ops::Range<usize> {
        usize::from(self.next)..usize::from(self.end)
    }
}

/// "When I punch, I taunt".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TauntWhen {
    /// The attacks that trigger it, one bit each.
    pub types: u8,
    /// The effects of the taunt.
    pub script: Script,
}
