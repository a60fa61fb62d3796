//! Clause 5: the moves and their ids, and the names of the decisions.

use super::cards::{Colour, Id, Slot};
use super::state::{Phase, Picked, Table};
use super::thrown_card::ThrownCard;
use crate::model::{Choice, Seat};
use std::fmt;

/// One choice of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Move {
    /// Ends the player's own turn.
    #[default]
    EndTurn,
    /// Plays a part, a black card or a ! card.
    Play(Id),
    /// Starts an attack on a player.
    Attack(Seat),
    /// Chooses the victim of a card or special.
    Target(Seat),
    /// Chooses the part whose special starts.
    Special(Slot),
    /// Chooses the limb that is stolen or ripped off.
    Limb(Slot),
    /// Adds a card to the combo.
    Throw(Id),
    /// Completes the combo.
    Commit,
    /// Throws from this part, as printed.
    From(Slot),
    /// Throws from this part, converted to a basic punch.
    Convert(Slot),
    /// Throws in this colour.
    In(Colour),
    /// Accepts the attack or effect.
    Accept,
    /// Uses a card to dodge one attack card.
    Dodge(Id),
    /// Uses a card to block one attack card.
    Block(Id),
    /// Uses a Run Away.
    RunAway(Id),
    /// Removes an attack card with this appearance.
    Against(ThrownCard),
    /// Pays with a card of the hand.
    PayHand(Id),
    /// Pays with a part.
    PayPart(Slot),
    /// Pays the rest with the deck.
    DeckRest,
    /// Trashes a card of the hand.
    Trash(Id),
    /// Splits the deck: this many cards on top.
    Split(u8),
    /// The top stack is lost.
    LoseTop,
    /// The bottom stack is lost.
    LoseBottom,
    /// Gives this many cards to the joiner.
    Gift(u8),
}

impl Move {
    /// Writes its id.
    pub(super) fn describe<'n>(self, card: impl Fn(Id) -> &'n str, to: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            Self::EndTurn => to.write_str("end-turn"),
            Self::Play(id) => write!(to, "play:{}", card(id)),
            Self::Attack(seat) => write!(to, "attack:seat:{seat}"),
            Self::Target(seat) => write!(to, "seat:{seat}"),
            Self::Special(slot) | Self::Limb(slot) | Self::From(slot) => to.write_str(slot.name()),
            Self::Throw(id) | Self::Trash(id) => to.write_str(card(id)),
            Self::Commit => to.write_str("commit"),
            Self::Convert(slot) => write!(to, "punch:{}", slot.name()),
            Self::In(colour) => to.write_str(name_of(colour)),
            Self::Accept => to.write_str("accept"),
            Self::Dodge(id) => write!(to, "dodge:{}", card(id)),
            Self::Block(id) => write!(to, "block:{}", card(id)),
            Self::RunAway(id) => write!(to, "run-away:{}", card(id)),
            Self::Against(thrown) => write!(to, "{thrown}"),
            Self::PayHand(id) => write!(to, "hand:{}", card(id)),
            Self::PayPart(slot) => write!(to, "part:{}", slot.name()),
            Self::DeckRest => to.write_str("deck-rest"),
            Self::Split(cards) | Self::Gift(cards) => write!(to, "{cards}"),
            Self::LoseTop => to.write_str("top"),
            Self::LoseBottom => to.write_str("bottom"),
        }
    }
}

/// The name of a value of a closed set.
pub(super) fn name_of<T: Choice + PartialEq>(value: T) -> &'static str {
    T::ALL.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}

impl fmt::Display for ThrownCard {
    /// `red-punch:left-arm`, with its icons.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colour = self.colour().map_or("plain", name_of);
        write!(f, "{colour}-{}:{}", name_of(self.attack()), self.slot().name())?;
        for (index, icon) in ["+shield-break", "+no-dodge"].into_iter().enumerate() {
            if self.icons() >> index & 1 == 1 {
                f.write_str(icon)?;
            }
        }
        Ok(())
    }
}

/// The name of the current decision.
pub(super) fn decision(table: &Table, picked: Picked) -> &'static str {
    match (table.phase, picked) {
        (Phase::Main | Phase::Over(_), _) => "main",
        (Phase::Target, _) => "target",
        (Phase::Special(_), _) => "special",
        (Phase::Limb { .. }, _) => "slot",
        (Phase::Throw, Picked::Nothing) => "combo-card",
        (Phase::Throw, Picked::Card(_)) => "combo-limb",
        (Phase::Throw, Picked::From(..)) => "combo-colour",
        (Phase::Defend, _) => "defend",
        (Phase::Against { .. }, _) => "defend-against",
        (Phase::React, _) => "react",
        (Phase::Pay { .. }, _) => "pay",
        (Phase::TrashHand { .. }, _) => "trash-hand",
        (Phase::Split(_), _) => "split",
        (Phase::Lose { .. }, _) => "split-choice",
        (Phase::Gift(_), _) => "gift",
    }
}
