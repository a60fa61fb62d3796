//! The types of cards, and their data.

pub(super) use super::colours::{Colour, Colours};
pub(super) use super::effects::{Effect, Loss, Reach, Requires, Script, Target, TauntWhen};
pub(super) use super::ids::{IDS, Id, Ids};
pub(super) use super::slots::{Limb, Slot, Slots};
use crate::model::choices;

/// Maximum number of cards of a deck.
pub(super) const CARDS: usize = 240;
/// Capacity for a deck: an entry for every `u8`, so no bounds need to be checked.
pub(super) const ROOM: usize = 256;

choices! {
    /// The kind of a card. The first five are parts, the next three white cards.
    pub enum Kind {
        /// A part that every player has.
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
        /// A black card, with immediate effects.
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
    /// The types of cards with which a part allows its owner to defend.
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
    /// Properties that the whole combo shares.
    pub(super) enum Icon {
        /// The victim is weak to everything and its special defences are bypassed.
        ShieldBreak = "shield-break",
        /// No card of the combo can be dodged.
        NoDodge = "no-dodge",
    }
}

/// The abilities that a working part in play gives its owner.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Abilities {
    /// Colours that its attacks can have.
    pub burst: Colours,
    /// Colours to which its owner is immune.
    pub shield: Colours,
    /// Colours to which its owner is weak.
    pub weak: Colours,
    /// Whether any card in hand can be thrown as a punch from it.
    pub any_card_punch: bool,
    /// Whether Dodge cards need no legs.
    pub dodge_without_legs: bool,
    /// Types that can be used as a Dodge, one bit each.
    pub dodge_with: u8,
    /// Types that can be trashed to remove an attack card, one bit each.
    pub block_with: u8,
    /// Attacks to which its owner is immune, one bit each.
    pub ignore: u8,
    /// Number of additional cards drawn.
    pub extra_draw: u16,
    /// The effects of every attack card from it that lands.
    pub on_hit: Script,
    /// The taunts that it triggers.
    pub taunts: Vec<TauntWhen>,
}

/// The special of a part (the large ! mark).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// It is executed immediately, each time it is activated.
    Immediate {
        /// Its target.
        target: Target,
        /// Its effects.
        script: Script,
    },
    /// It lasts as long as the part is in play.
    Ongoing,
}

/// A card of the deck.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its id.
    pub id: String,
    /// The kind.
    pub kind: Kind,
    /// Number of copies in the deck; 0 if the card is omitted.
    pub copies: u8,
    /// The icons of a white card, one bit each.
    pub icons: u8,
    /// Whether it is a taunt.
    pub taunt: bool,
    /// The target of a black card.
    pub target: Target,
    /// The effects of a black card.
    pub script: Script,
    /// The abilities of a part: alone, and with its ongoing special.
    pub abilities: [Abilities; 2],
    /// The special of a part.
    pub special: Option<Special>,
}

/// The data of a card that the rules need most often.
#[derive(Clone, Copy, Debug)]
pub(super) struct CardData {
    /// The kind.
    pub(super) kind: Kind,
    /// The slots from which it is thrown as printed.
    pub(super) printed: Slots,
    /// The slots that do not convert it, because they throw it as printed (a punch).
    pub(super) barred: Slots,
    /// Its icons, one bit each.
    pub(super) icons: u8,
    /// Whether it is a taunt.
    pub(super) taunt: bool,
    /// Its target.
    pub(super) target: Target,
    /// Its effects.
    pub(super) script: Script,
}

impl CardData {
    /// The data of a card.
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

    /// The attack of a white card, and the slots from which it is thrown as printed.
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
