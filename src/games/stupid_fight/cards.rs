//! The words of the cards: their kinds, and what they are made of.

pub(super) use super::colours::{Colour, Colours};
pub(super) use super::effects::{Effect, Loss, Reach, Requires, Script, Target, TauntWhen};
pub(super) use super::ids::{IDS, Id, Ids};
pub(super) use super::slots::{Limb, Slot, Slots};
use crate::model::choices;

/// The most cards of a deck.
pub(super) const CARDS: usize = 240;
/// Room for a deck: a place for every `u8`, so no bounds need to be checked.
pub(super) const ROOM: usize = 256;

choices! {
    /// What kind of card it is. The first five are parts, the next three white cards.
    pub enum Kind {
        /// A part: everybody has one.
        Torso = "torso",
        /// A part that headbutts and taunts.
        Head = "head",
        /// A part that kicks and dodges.
        Legs = "legs",
        /// A part that punches.
        LeftArm = "left-arm",
        /// A part that punches.
        RightArm = "right-arm",
        /// A white card thrown by an arm.
        Punch = "punch",
        /// A white card thrown by legs.
        Kick = "kick",
        /// A white card thrown by a head.
        Headbutt = "headbutt",
        /// A black card: something happens immediately.
        Black = "black",
        /// Removes one attack card thrown at its player.
        Dodge = "dodge",
        /// Removes all attack cards thrown at its player, or a black card.
        RunAway = "run-away",
        /// The black ! card: starts a special.
        Activate = "activate",
    }
    /// How an attack card hits.
    pub enum Attack {
        /// Thrown by an arm, or converted from any card.
        Punch = "punch",
        /// Thrown by legs.
        Kick = "kick",
        /// Thrown by a head.
        Headbutt = "headbutt",
    }
    /// What a card may be that a part lets its owner defend with.
    pub(super) enum Defence {
        /// A punch card.
        Punch = "punch",
        /// A kick card.
        Kick = "kick",
        /// A headbutt card.
        Headbutt = "headbutt",
        /// A Dodge.
        Dodge = "dodge",
    }
    /// What the whole combo shares.
    pub(super) enum Icon {
        /// The victim is weak to everything and its special defences are bypassed.
        ShieldBreak = "shield-break",
        /// No card of the combo can be dodged.
        NoDodge = "no-dodge",
    }
}

/// What a part does for its owner while it is in play and works.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Abilities {
    /// Colours that its attacks may carry.
    pub burst: Colours,
    /// Colours to which its owner is immune.
    pub shield: Colours,
    /// Colours to which its owner is weak.
    pub weak: Colours,
    /// Any card of the hand may be thrown as a punch from it.
    pub any_card_punch: bool,
    /// Dodge cards need no legs.
    pub dodge_without_legs: bool,
    /// Types that may be used as a Dodge, a bit each.
    pub dodge_with: u8,
    /// Types that may be trashed to remove an attack card, a bit each.
    pub block_with: u8,
    /// Attacks to which its owner is immune, a bit each.
    pub ignore: u8,
    /// Cards drawn more.
    pub extra_draw: u16,
    /// What every attack card from it does when it lands.
    pub on_hit: Script,
    /// The taunts it sets off.
    pub taunts: Vec<TauntWhen>,
}

/// The large ! mark of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// It happens at once, as often as it is activated.
    Immediate {
        /// Its target.
        target: Target,
        /// What it does.
        script: Script,
    },
    /// It lasts as long as the part remains.
    Ongoing,
}

/// A card as the deck names it.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its id.
    pub id: String,
    /// What it is.
    pub kind: Kind,
    /// Copies in the deck; 0 if it is left out.
    pub copies: u8,
    /// The icons of a white card, a bit each.
    pub icons: u8,
    /// Is it a taunt?
    pub taunt: bool,
    /// The target of a black card.
    pub target: Target,
    /// What a black card does.
    pub script: Script,
    /// What a part gives: by itself, and with its ongoing special.
    pub abilities: [Abilities; 2],
    /// The special of a part.
    pub special: Option<Special>,
}

/// The data of a card that the rules need most often.
#[derive(Clone, Copy, Debug)]
pub(super) struct CardData {
    /// What it is.
    pub(super) kind: Kind,
    /// The slots it is thrown from as printed.
    pub(super) printed: Slots,
    /// The slots that do not convert it if they throw it as printed: a punch is a punch.
    pub(super) barred: Slots,
    /// Its icons, a bit each.
    pub(super) icons: u8,
    /// Is it a taunt?
    pub(super) taunt: bool,
    /// Its target.
    pub(super) target: Target,
    /// What it does.
    pub(super) script: Script,
}

impl CardData {
    /// Of a card as the deck names it.
    pub(super) fn of(card: &Card) -> Self {
        let (attack, printed) = card.kind.attack().unwrap_or((Attack::Punch, Slots::default()));
        Self {
            kind: card.kind,
            printed,
            barred: if attack == Attack::Punch { printed } else { Slots::default() },
            icons: card.icons,
            taunt: card.taunt,
            target: card.target,
            script: card.script,
        }
    }
}

impl Kind {
    /// The slot of a part.
    #[must_use]
    pub const fn slot(self) -> Option<Slot> {
        match self {
            Self::Torso => Some(Slot::Torso),
            Self::Head => Some(Slot::Head),
            Self::Legs => Some(Slot::Legs),
            Self::LeftArm => Some(Slot::LeftArm),
            Self::RightArm => Some(Slot::RightArm),
            _ => None,
        }
    }

    /// The attack of a white card, and the slots it is thrown from as printed.
    #[must_use]
    pub const fn attack(self) -> Option<(Attack, Slots)> {
        match self {
            Self::Punch => Some((Attack::Punch, Slots::ARMS)),
            Self::Kick => Some((Attack::Kick, Slots::only(Slot::Legs))),
            Self::Headbutt => Some((Attack::Headbutt, Slots::only(Slot::Head))),
            _ => None,
        }
    }
}
