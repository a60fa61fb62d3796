//! What may be chosen: clause 5. Every decision is the active player's.

use super::StabbyJack;
use super::cards::{Bag, Face, Faces, Kind};
use super::rules::FullLevelUp;
use super::state::{Character, Stage, State};
use crate::model::Seat;

/// A choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Move {
    /// Announce a Fight.
    #[default]
    Fight,
    /// Announce Training.
    Train,
    /// Stay In Bed.
    StayInBed,
    /// Announce a Level Up.
    LevelUp,
    /// Receive the Queen's blessing.
    Bless,
    /// Steal from the Queen.
    Steal,
    /// Take Stabby Jack's Damage.
    TakeStab,
    /// This card: give, take, replace, pay or discard it.
    Card(Face),
    /// Swap with this seat.
    With(Seat),
    /// Discard the drawn card.
    DiscardDrawn,
    /// Do not swap.
    Decline,
}

impl Move {
    /// The spec's id.
    pub(super) fn name(self) -> String {
        match self {
            Self::Fight => "fight".into(),
            Self::Train => "train".into(),
            Self::StayInBed => "stay-in-bed".into(),
            Self::LevelUp => "level-up".into(),
            Self::Bless => "bless".into(),
            Self::Steal => "steal".into(),
            Self::TakeStab => "take-stab".into(),
            Self::Card(face) => face.id().into(),
            Self::With(seat) => seat.to_string(),
            Self::DiscardDrawn => "discard-drawn".into(),
            Self::Decline => "decline".into(),
        }
    }
}

impl Stage {
    /// The spec's name of the decision.
    pub(super) const fn decision(self) -> &'static str {
        match self {
            Self::Action | Self::Over(_) => "action",
            Self::Pay { .. } => "pay",
            Self::TrainReplace { .. } => "train-replace",
            Self::Queen { .. } => "queen",
            Self::Jack => "jack",
            Self::FullReplace { .. } => "full-replace",
            Self::SwapGive => "swap-give",
            Self::SwapWith { .. } => "swap-with",
            Self::SwapTake { .. } => "swap-take",
        }
    }
}

/// Held monsters by what they are worth: how many of 0, 1, … 9 points.
type Purse = [u16; 10];

impl StabbyJack {
    /// Lists the legal actions of the decision that is due.
    #[inline]
    pub(super) fn list(&self, state: &State, menu: &mut Vec<Move>) {
        let own = &state.characters[state.active];
        let cards = |faces: Faces| faces.map(Move::Card);
        match state.stage {
            Stage::Action => {
                menu.extend([Move::Fight, Move::Train]);
                if !self.rules.bed_needs_damage || own.damage > 0 {
                    menu.push(Move::StayInBed);
                }
                if self.may_level_up(own) {
                    menu.push(Move::LevelUp);
                }
            }
            Stage::Pay { due } => self.list_payments(&own.monsters, due, menu),
            Stage::TrainReplace { .. } => {
                menu.extend(cards(own.attributes.faces()));
                if self.rules.train_optional {
                    menu.push(Move::DiscardDrawn);
                }
            }
            Stage::Queen { .. } => menu.extend([Move::Bless, Move::Steal]),
            Stage::Jack => {
                menu.push(Move::TakeStab);
                menu.extend(cards(kings(&own.monsters)));
            }
            Stage::FullReplace { .. } => {
                menu.extend(cards(own.attributes.faces()));
                menu.push(Move::DiscardDrawn);
            }
            Stage::SwapGive => {
                menu.extend(cards(self.swappable(state)));
                if self.rules.ace_optional {
                    menu.push(Move::Decline);
                }
            }
            Stage::SwapWith { give } => {
                let others = self.seats().without(state.active).into_iter();
                let matching = |seat: &Seat| !self.matching(give, &state.characters[*seat]).is_empty();
                menu.extend(others.filter(matching).map(Move::With));
            }
            Stage::SwapTake { give, with } => {
                menu.extend(cards(self.matching(give, &state.characters[with])));
            }
            Stage::Over(_) => {}
        }
    }

    /// May this character's player announce a Level Up?
    #[inline]
    fn may_level_up(&self, own: &Character) -> bool {
        let rules = &self.rules;
        let cost = rules.level_up_cost;
        own.points >= u16::from(cost)
            && (own.level < rules.max_level
                || rules.level_up_when_full && rules.full_level_up == FullLevelUp::Choose)
            && (rules.level_up_overpay || pays_exactly(cost, &self.purse(&own.monsters)))
    }

    /// The payment rule, clause 6.5: exactly where that is possible. Faces of equal points are
    /// equally legal.
    fn list_payments(&self, held: &Bag, due: u8, menu: &mut Vec<Move>) {
        let mut purse = self.purse(held);
        let exact = pays_exactly(due, &purse);
        let mut legal = [false; 10];
        for points in 1..=9_u8 {
            let place = usize::from(points);
            if purse[place] > 0 {
                purse[place] -= 1;
                legal[place] = !exact || points <= due && pays_exactly(due - points, &purse);
                purse[place] += 1;
            }
        }
        menu.extend(
            held.faces()
                .filter(|face| legal[usize::from(self.rules.cards[*face].points % 10)])
                .map(Move::Card),
        );
    }

    fn purse(&self, held: &Bag) -> Purse {
        let mut purse = Purse::default();
        for face in held.faces() {
            purse[usize::from(self.rules.cards[face].points % 10)] += u16::from(held.count(face));
        }
        purse
    }

    /// The own Attributes that match at least one Attribute of somebody else.
    pub(super) fn swappable(&self, state: &State) -> Faces {
        let others = self.seats().without(state.active).into_iter();
        let theirs =
            others.fold(Faces::default(), |faces, seat| faces.or(state.characters[seat].attributes.faces()));
        let own = state.characters[state.active].attributes.faces();
        own.filter(|give| !self.matches[*give].and(theirs).is_empty()).collect()
    }

    /// The Attributes of a character that match the card to give.
    fn matching(&self, give: Face, character: &Character) -> Faces {
        self.matches[give].and(character.attributes.faces())
    }
}

/// The Kings among these monsters.
pub(super) fn kings(monsters: &Bag) -> Faces {
    const KINGS: [Face; 4] = [Face::at(11), Face::at(24), Face::at(37), Face::at(50)];
    const { assert!(matches!(KINGS[3].kind(), Kind::King) && matches!(KINGS[0].kind(), Kind::King)) }
    KINGS.into_iter().collect::<Faces>().and(monsters.faces())
}

/// Do some of these cards come to exactly so many points (at most 20)?
fn pays_exactly(due: u8, purse: &Purse) -> bool {
    // Bit n: some of the cards seen so far come to n.
    let mut sums = 1_u32;
    for (points, n_cards) in purse.iter().enumerate().skip(1) {
        // More of them than this overshoot.
        for _ in 0..usize::from(*n_cards).min(usize::from(due) / points) {
            sums |= sums << points;
        }
    }
    sums >> due & 1 == 1
}
