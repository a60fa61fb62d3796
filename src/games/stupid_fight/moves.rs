//! Clause 5: the moves, their names, and carrying them out.

use super::Bout;
use super::cards::{Colour, Id, Slot};
use super::look::Look;
use super::state::{Held, Phase, Table};
use super::story::Event;
use crate::model::{Choice, Observer, Seat};

/// One choice of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Move {
    /// Ends the own turn.
    #[default]
    EndTurn,
    /// Plays a part, a black card or a ! card.
    Play(Id),
    /// Begins an attack on a player.
    Attack(Seat),
    /// Chooses whom a card or special touches.
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
    /// Lets it happen.
    Accept,
    /// Uses a card to dodge one attack card.
    Dodge(Id),
    /// Uses a card to block one attack card.
    Block(Id),
    /// Uses a Run Away.
    RunAway(Id),
    /// Removes an attack card that looks like this.
    Against(Look),
    /// Pays with a card of the hand.
    PayHand(Id),
    /// Pays with a limb.
    PayPart(Slot),
    /// Pays the rest off the deck.
    DeckRest,
    /// Trashes a card of the hand.
    Trash(Id),
    /// Makes a top stack of so many cards.
    Split(u8),
    /// The top stack is lost.
    LoseTop,
    /// The bottom stack is lost.
    LoseBottom,
    /// Gives so many cards.
    Gift(u8),
}

impl Move {
    /// Its name in the words of the spec.
    pub(super) fn name<'n>(self, card: impl Fn(Id) -> &'n str) -> String {
        match self {
            Self::EndTurn => "end-turn".into(),
            Self::Play(id) => format!("play:{}", card(id)),
            Self::Attack(seat) => format!("attack:{seat}"),
            Self::Target(seat) => format!("target:{seat}"),
            Self::Special(slot) | Self::Limb(slot) => slot.name().into(),
            Self::Throw(id) => card(id).into(),
            Self::Commit => "commit".into(),
            Self::From(slot) => slot.name().into(),
            Self::Convert(slot) => format!("punch:{}", slot.name()),
            Self::In(colour) => name_of(colour).into(),
            Self::Accept => "accept".into(),
            Self::Dodge(id) => format!("dodge:{}", card(id)),
            Self::Block(id) => format!("block:{}", card(id)),
            Self::RunAway(id) => format!("run-away:{}", card(id)),
            Self::Against(look) => look.name(),
            Self::PayHand(id) => format!("hand:{}", card(id)),
            Self::PayPart(slot) => format!("part:{}", slot.name()),
            Self::DeckRest => "deck-rest".into(),
            Self::Trash(id) => card(id).into(),
            Self::Split(cards) | Self::Gift(cards) => cards.to_string(),
            Self::LoseTop => "top".into(),
            Self::LoseBottom => "bottom".into(),
        }
    }
}

/// The name of a value of a closed set.
pub(super) fn name_of<T: Choice + PartialEq>(value: T) -> &'static str {
    T::ALL.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}

impl Look {
    /// How it is told: `red-punch:left-arm`, with its icons.
    pub(super) fn name(self) -> String {
        let colour = self.colour().map_or("plain", name_of);
        let mut name = format!("{colour}-{}:{}", name_of(self.attack()), self.slot().name());
        for (place, icon) in ["+shield-break", "+no-dodge"].into_iter().enumerate() {
            if self.icons() >> place & 1 == 1 {
                name += icon;
            }
        }
        name
    }
}

/// The spec's name of the decision that is due.
pub(super) fn decision(table: &Table, held: Held) -> &'static str {
    match (table.phase, held) {
        (Phase::Main | Phase::Over(_), _) => "main",
        (Phase::Target, _) => "target",
        (Phase::Special(_), _) => "special",
        (Phase::Limb { .. }, _) => "slot",
        (Phase::Throw, Held::Nothing) => "combo-card",
        (Phase::Throw, Held::Card(_)) => "combo-limb",
        (Phase::Throw, Held::From(..)) => "combo-colour",
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

impl<W: Observer<Event>> Bout<'_, W> {
    /// Plays on from a choice to the next one, or to the end.
    #[inline]
    pub(super) fn carry_out(&mut self, mv: Move) {
        let seat = self.state.table.current;
        match mv {
            Move::EndTurn => self.end_turn(),
            Move::Play(id) => self.play_card(seat, id),
            Move::Attack(victim) => self.begin_attack(victim),
            Move::Target(victim) => self.aim(victim),
            Move::Special(slot) => self.activate(slot),
            Move::Limb(slot) => self.dismember(slot),
            Move::Throw(id) => self.pick(id),
            Move::Commit => self.commit(),
            Move::From(slot) | Move::Convert(slot) => {
                if let Held::Card(id) = self.state.held {
                    self.throw_from(id, slot, matches!(mv, Move::Convert(_)));
                }
            }
            Move::In(colour) => {
                if let Held::From(id, slot, converted) = self.state.held {
                    self.throw(id, slot, Some(colour), converted);
                }
            }
            Move::Accept if self.state.table.phase == Phase::Defend => self.land(),
            Move::Accept => self.go_on(),
            Move::Dodge(id) => self.parry(id, false),
            Move::Block(id) => self.parry(id, true),
            Move::RunAway(id) if self.state.table.phase == Phase::Defend => self.run_from_attack(id),
            Move::RunAway(id) => self.run_from_deed(id),
            Move::Against(look) => {
                if let Phase::Against { block } = self.state.table.phase {
                    self.remove(look, block);
                }
            }
            Move::PayHand(id) => self.pay_with_card(id),
            Move::PayPart(slot) => self.pay_with_limb(slot),
            Move::DeckRest => self.pay_off_deck(),
            Move::Trash(id) => self.trash_hand(id),
            Move::Split(top) => self.split(top),
            Move::LoseTop => self.lose_stack(true),
            Move::LoseBottom => self.lose_stack(false),
            Move::Gift(cards) => self.give(cards),
        }
    }
}
