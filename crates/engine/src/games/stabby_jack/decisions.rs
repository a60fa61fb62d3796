//! The legal moves: clause 5. Every decision is the active player's.

use super::StabbyJack;
use super::cards::{Face, Faces};
use super::state::{Character, Phase, State};
use crate::model::{Moves, Seat, Seats};
use std::fmt;

/// The actions that a player can announce.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Action {
    /// Draw a card and fight it.
    #[default]
    Fight,
    /// Draw a card that replaces an Attribute.
    Train,
    /// Heal.
    StayInBed,
    /// Pay for an additional Attribute.
    LevelUp,
}

impl Action {
    /// All actions, in the order of the menu.
    pub(super) const ALL: [Self; 4] = [Self::Fight, Self::Train, Self::StayInBed, Self::LevelUp];

    /// The id.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::Fight => "fight",
            Self::Train => "train",
            Self::StayInBed => "stay-in-bed",
            Self::LevelUp => "level-up",
        }
    }
}

/// One choice of the active player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Announce this action.
    Action(Action),
    /// Receive the Queen's blessing.
    Bless,
    /// Steal from the Queen.
    Steal,
    /// Take Stabby Jack's Damage.
    TakeStab,
    /// Choose this card: to replace, discard, pay, give or take.
    Card(Face),
    /// Discard the drawn card.
    DiscardDrawn,
    /// Do not swap.
    Decline,
    /// Swap with this seat.
    Seat(Seat),
}

impl Default for Move {
    fn default() -> Self {
        Self::Action(Action::Fight)
    }
}

impl Move {
    /// Writes the id.
    pub(super) fn describe(self, text: &mut dyn fmt::Write) -> fmt::Result {
        text.write_str(match self {
            Self::Action(action) => action.id(),
            Self::Bless => "bless",
            Self::Steal => "steal",
            Self::TakeStab => "take-stab",
            Self::Card(face) => face.id(),
            Self::DiscardDrawn => "discard-drawn",
            Self::Decline => "decline",
            Self::Seat(seat) => return write!(text, "seat:{seat}"),
        })
    }
}

impl Phase {
    /// The name of the decision.
    pub(super) const fn decision(self) -> &'static str {
        match self {
            Self::Action | Self::Over(_) => "action",
            Self::Pay { .. } => "pay",
            Self::TrainReplace { .. } => "train-replace",
            Self::Queen { .. } => "queen",
            Self::Jack { .. } => "jack",
            Self::FullReplace { .. } => "full-replace",
            Self::SwapGive { .. } => "swap-give",
            Self::SwapWith { .. } => "swap-with",
            Self::SwapTake { .. } => "swap-take",
        }
    }
}

/// The legal moves of a decision.
#[derive(Clone, Copy, Debug)]
pub(super) enum Menu {
    /// Fight and train, and possibly the two other actions.
    Actions {
        stay_in_bed: bool,
        level_up: bool,
    },
    BlessOrSteal,
    /// Cards in card order, and possibly another move before or after them.
    Cards {
        before: Option<Move>,
        faces: Faces,
        after: Option<Move>,
    },
    Seats(Seats),
}

impl Moves for Menu {
    type Move = Move;

    #[inline(always)]
    fn len(&self) -> usize {
        match *self {
            Self::Actions { stay_in_bed, level_up } => 2 + usize::from(stay_in_bed) + usize::from(level_up),
            Self::BlessOrSteal => 2,
            Self::Cards { before, faces, after } => {
                usize::from(before.is_some()) + faces.len() + usize::from(after.is_some())
            }
            Self::Seats(seats) => seats.len(),
        }
    }

    #[inline(always)]
    fn nth(&self, index: usize) -> Move {
        match *self {
            Self::Actions { stay_in_bed, .. } => Move::Action(match index {
                0 => Action::Fight,
                1 => Action::Train,
                2 if stay_in_bed => Action::StayInBed,
                _ => Action::LevelUp,
            }),
            Self::BlessOrSteal => [Move::Bless, Move::Steal][index % 2],
            Self::Cards { before, faces, after } => match (before, after) {
                (Some(before), _) if index == 0 => before,
                (_, Some(after)) if index + 1 == self.len() => after,
                _ => Move::Card(faces.at(index - usize::from(before.is_some()))),
            },
            Self::Seats(seats) => Move::Seat(seats.nth(index)),
        }
    }

    fn list(&self, menu: &mut Vec<Move>) {
        match *self {
            Self::Cards { before, faces, after } => {
                menu.extend(before);
                menu.extend(faces.map(Move::Card));
                menu.extend(after);
            }
            _ => menu.extend((0..self.len()).map(|index| self.nth(index))),
        }
    }
}

impl StabbyJack {
    /// The legal moves of this seat at the current decision.
    #[inline(always)]
    pub(super) fn menu(&self, state: &State, seat: Seat) -> Menu {
        let own = &state.characters[seat];
        let cards = |faces| Menu::Cards { before: None, faces, after: None };
        let cards_or = |faces, after| Menu::Cards { before: None, faces, after };
        match state.phase {
            Phase::Action | Phase::Over(_) => Menu::Actions {
                stay_in_bed: !self.rules.bed_needs_damage || own.damage > 0,
                level_up: self.can_level_up(own),
            },
            Phase::Pay { due } => cards(self.payments(own, due)),
            Phase::TrainReplace { .. } => {
                cards_or(own.attributes.faces(), self.rules.train_optional.then_some(Move::DiscardDrawn))
            }
            Phase::Queen { .. } => Menu::BlessOrSteal,
            Phase::Jack { .. } => {
                Menu::Cards { before: Some(Move::TakeStab), faces: kings(own), after: None }
            }
            Phase::FullReplace { .. } => cards_or(own.attributes.faces(), Some(Move::DiscardDrawn)),
            Phase::SwapGive { faces, .. } => {
                cards_or(faces, self.rules.ace_optional.then_some(Move::Decline))
            }
            Phase::SwapWith { give, .. } => Menu::Seats(self.swap_partners(state, seat, give)),
            Phase::SwapTake { give, with, .. } => cards(self.matching(give, &state.characters[with])),
        }
    }
}

/// The captured Kings.
pub(super) fn kings(own: &Character) -> Faces {
    own.monsters.faces().both(Faces::KINGS)
}
