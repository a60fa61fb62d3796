//! The legal moves of a seat.

use super::cards::{Cards, EffectKind, Family};
use super::rules::{FamilyException, FamilyRule, KilledBoost};
use super::state::{Phase, State};
use super::{Fight, Move};
use crate::model::{Decision, Moves, Seat, Seats};

/// The legal moves of a decision.
#[derive(Clone, Copy, Debug)]
pub(super) enum Menu {
    /// One of these Warriors.
    Cards(Cards),
    /// One of these seats.
    Seats(Seats),
    /// Activate the boost, if allowed, or score it.
    Resolve { may_activate: bool },
    /// Choose for an optional effect, or skip it.
    Optional(Optional),
}

/// The ways to execute an optional effect.
#[derive(Clone, Copy, Debug)]
pub(super) enum Optional {
    /// With one of these Warriors.
    Cards(Cards),
    /// On one of these seats.
    Seats(Seats),
    /// Without a choice.
    Execute,
}

impl Optional {
    const fn len(self) -> usize {
        match self {
            Self::Cards(cards) => cards.len(),
            Self::Seats(seats) => seats.len(),
            Self::Execute => 1,
        }
    }

    fn nth(self, index: usize) -> Move {
        match self {
            _ if index >= self.len() => Move::Skip,
            Self::Cards(cards) => Move::Card(cards.nth(index)),
            Self::Seats(seats) => Move::Seat(seats.nth(index)),
            Self::Execute => Move::Execute,
        }
    }
}

impl Moves for Menu {
    type Move = Move;

    #[inline(always)]
    fn len(&self) -> usize {
        match self {
            Self::Cards(cards) => cards.len(),
            Self::Seats(seats) => seats.len(),
            Self::Resolve { may_activate } => 1 + usize::from(*may_activate),
            Self::Optional(optional) => optional.len() + 1,
        }
    }

    #[inline(always)]
    fn nth(&self, index: usize) -> Move {
        match self {
            Self::Cards(cards) => Move::Card(cards.nth(index)),
            Self::Seats(seats) => Move::Seat(seats.nth(index)),
            Self::Resolve { may_activate: true } if index == 0 => Move::Activate,
            Self::Resolve { .. } => Move::Score,
            Self::Optional(optional) => optional.nth(index),
        }
    }

    #[inline]
    fn list(&self, menu: &mut Vec<Move>) {
        match self {
            Self::Cards(cards) => menu.extend(cards.into_iter().map(Move::Card)),
            Self::Seats(seats) => menu.extend(seats.into_iter().map(Move::Seat)),
            Self::Resolve { may_activate: true } => menu.extend([Move::Activate, Move::Score]),
            Self::Resolve { may_activate: false } => menu.push(Move::Score),
            Self::Optional(optional) => menu.extend((0..=optional.len()).map(|index| optional.nth(index))),
        }
    }
}

impl Fight {
    /// The decision of the seat in turn.
    #[inline(always)]
    pub(super) fn menu(&self, state: &State, seat: Seat) -> Decision<Menu> {
        match state.phase {
            Phase::Main => Decision::new("choose-main", Menu::Cards(self.mains_allowed(state, seat))),
            Phase::Boost => Decision::new("choose-boost", Menu::Cards(self.boosts_allowed(state, seat))),
            Phase::Resolve | Phase::Over(_) => {
                let may_activate = self.may_activate(state, seat);
                Decision::new("resolve-boost", Menu::Resolve { may_activate })
            }
            Phase::Effect(index) => self.target_menu(state, seat, index),
        }
    }

    /// Clause 6.1: the cards that can be the main.
    #[inline]
    fn mains_allowed(&self, state: &State, seat: Seat) -> Cards {
        let hand = state.hands[seat];
        match self.rules.family_rule {
            FamilyRule::Off => hand,
            FamilyRule::Both if self.is_free_pair(hand, state.reference) => hand,
            _ => self.complying(hand, state.reference),
        }
    }

    /// Clause 6.1: the remaining cards in hand that can be the boost.
    #[inline]
    fn boosts_allowed(&self, state: &State, seat: Seat) -> Cards {
        let rest = state.hands[seat];
        let main = state.mains[seat].map(|main| main.card);
        match self.rules.family_rule {
            FamilyRule::Both => {
                let hand = main.map_or(rest, |main| rest.with(main));
                let is_free = self.is_free_pair(hand, state.reference);
                if is_free { rest } else { self.complying(rest, state.reference) }
            }
            FamilyRule::OwnMain => self.complying(rest, main.map(|main| self.family_of(main))),
            FamilyRule::MainOnly | FamilyRule::Off => rest,
        }
    }

    /// The cards of other families than the reference family; all cards if there are none.
    #[inline]
    pub(super) fn complying(&self, cards: Cards, reference: Option<Family>) -> Cards {
        let complying = cards.minus(self.barred(reference));
        if complying.is_empty() { cards } else { complying }
    }

    /// The cards that a reference family excludes.
    #[inline]
    fn barred(&self, reference: Option<Family>) -> Cards {
        reference.map_or(Cards::NONE, |family| self.of_family[family.index()])
    }

    /// `free-pair`: whether both cards are free because fewer than two cards in hand comply.
    #[inline]
    fn is_free_pair(&self, hand: Cards, reference: Option<Family>) -> bool {
        self.rules.family_exception == FamilyException::FreePair
            && hand.minus(self.barred(reference)).len() < 2
    }

    /// Whether the seat may activate its boost (`killed-boost`).
    #[inline]
    fn may_activate(&self, state: &State, seat: Seat) -> bool {
        state.mains[seat].is_some() || self.rules.killed_boost != KilledBoost::ScoreOnly
    }

    /// The seats or Warriors to choose from for the effect with this index of the activated boost.
    fn target_menu(&self, state: &State, seat: Seat, index: u8) -> Decision<Menu> {
        let Some(effect) = self.effect(state.boosts[seat], index) else {
            return Decision::new("choose-target", Menu::Seats(Seats::NONE));
        };
        let (name, ways) = match effect.kind {
            EffectKind::StealBoost => {
                ("choose-steal", Optional::Seats(self.victims(&state.boosts, seat, effect)))
            }
            EffectKind::SwapWithGraveyard => {
                ("choose-graveyard", Optional::Cards(self.buried(state.graveyard, effect)))
            }
            EffectKind::ChangePower(who, _) if who.is_one() => {
                ("choose-target", Optional::Seats(self.targets(&state.mains, seat, who, effect)))
            }
            EffectKind::ChangePower(..) | EffectKind::DrawAndScore(_) => ("choose-effect", Optional::Execute),
        };
        let menu = match ways {
            ways if self.rules.effects_optional => Menu::Optional(ways),
            Optional::Cards(cards) => Menu::Cards(cards),
            Optional::Seats(seats) => Menu::Seats(seats),
            Optional::Execute => Menu::Seats(Seats::NONE),
        };
        Decision::new(name, menu)
    }
}
