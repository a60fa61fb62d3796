//! What may be chosen: clause 5. Every decision is the active player's.

use super::StabbyJack;
use super::cards::{Bag, Face, Faces, Kind};
use super::state::{Character, Stage, State};
use crate::model::Seat;

/// A choice: a card, a seat, or one of the named ones. One byte, because bytes that are stored one
/// by one and read together cost time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Move(u8);

/// The most Attributes of a character under any accepted config, so many faces at most.
const MOST_ATTRIBUTES: usize = 12;

/// Moves below this are cards, by place.
const SEATS: u8 = 64;
/// Moves from [`SEATS`] up to this are seats.
const NAMED: u8 = 72;
/// The ids of the named moves.
const NAMES: [&str; 9] =
    ["fight", "train", "stay-in-bed", "level-up", "bless", "steal", "take-stab", "discard-drawn", "decline"];

impl Move {
    /// Announce a Fight.
    pub const FIGHT: Self = Self(NAMED);
    /// Announce Training.
    pub const TRAIN: Self = Self(NAMED + 1);
    /// Stay In Bed.
    pub const STAY_IN_BED: Self = Self(NAMED + 2);
    /// Announce a Level Up.
    pub const LEVEL_UP: Self = Self(NAMED + 3);
    /// Receive the Queen's blessing.
    pub const BLESS: Self = Self(NAMED + 4);
    /// Steal from the Queen.
    pub const STEAL: Self = Self(NAMED + 5);
    /// Take Stabby Jack's Damage.
    pub const TAKE_STAB: Self = Self(NAMED + 6);
    /// Discard the drawn card.
    pub const DISCARD_DRAWN: Self = Self(NAMED + 7);
    /// Do not swap.
    pub const DECLINE: Self = Self(NAMED + 8);

    /// This card: give, take, replace, pay or discard it.
    #[inline]
    #[must_use]
    pub const fn of(face: Face) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "a place is below 64")]
        Self(face.place() as u8)
    }

    /// Swap with this seat.
    #[must_use]
    pub const fn with(seat: Seat) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "a seat is below 8")]
        Self(SEATS + seat.index() as u8)
    }

    /// The card that is chosen, if one is.
    #[inline]
    #[must_use]
    pub fn card(self) -> Option<Face> {
        (self.0 < SEATS).then(|| Face::at(usize::from(self.0)))
    }

    /// The seat that is chosen, if one is.
    #[must_use]
    pub fn seat(self) -> Option<Seat> {
        (SEATS..NAMED).contains(&self.0).then(|| Seat::new(usize::from(self.0 - SEATS)))
    }

    /// Its place among the named moves, if it is one: the actions come first.
    #[inline]
    pub(super) const fn named(self) -> usize {
        self.0.wrapping_sub(NAMED) as usize
    }

    /// The spec's id.
    pub(super) fn name(self) -> String {
        match (self.card(), self.seat()) {
            (Some(face), _) => face.id().into(),
            (_, Some(seat)) => seat.to_string(),
            _ => NAMES.get(usize::from(self.0 - NAMED)).copied().unwrap_or_default().into(),
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
        match state.stage {
            Stage::Action => self.list_actions(own, menu),
            _ => self.list_answers(state, own, menu),
        }
    }

    /// What may be announced.
    #[inline]
    fn list_actions(&self, own: &Character, menu: &mut Vec<Move>) {
        if self.rules.bed_needs_damage && own.damage == 0 {
            menu.extend_from_slice(&[Move::FIGHT, Move::TRAIN, Move::LEVEL_UP]);
        } else {
            menu.extend_from_slice(&[Move::FIGHT, Move::TRAIN, Move::STAY_IN_BED, Move::LEVEL_UP]);
        }
        // A list of known length is written at once; what may not be announced is its end.
        menu.truncate(menu.len() - usize::from(!self.may_level_up(own)));
    }

    /// What may be chosen within a turn: mostly cards.
    #[inline(never)]
    fn list_answers(&self, state: &State, own: &Character, menu: &mut Vec<Move>) {
        let faces = match state.stage {
            Stage::TrainReplace { .. } | Stage::FullReplace { .. } => own.attributes.faces(),
            Stage::Jack => {
                menu.push(Move::TAKE_STAB);
                kings(&own.monsters)
            }
            Stage::SwapGive => self.swappable(state),
            Stage::SwapTake { give, with } => self.matching(give, &state.characters[with]),
            Stage::SwapWith { give } => {
                let others = self.seats().without(state.active).into_iter();
                let matching = |seat: &Seat| !self.matching(give, &state.characters[*seat]).is_empty();
                return menu.extend(others.filter(matching).map(Move::with));
            }
            Stage::Queen { .. } => return menu.extend_from_slice(&[Move::BLESS, Move::STEAL]),
            Stage::Pay { due } => return self.list_payments(&own.monsters, due, menu),
            Stage::Action | Stage::Over(_) => return,
        };
        list_cards(faces, menu);
        match state.stage {
            Stage::FullReplace { .. } => menu.push(Move::DISCARD_DRAWN),
            Stage::TrainReplace { .. } if self.rules.train_optional => menu.push(Move::DISCARD_DRAWN),
            Stage::SwapGive if self.rules.ace_optional => menu.push(Move::DECLINE),
            _ => {}
        }
    }

    /// May this character's player announce a Level Up?
    #[inline]
    fn may_level_up(&self, own: &Character) -> bool {
        let rules = &self.rules;
        let cost = rules.level_up_cost;
        // Both are looked at, for nobody can guess either.
        (own.points >= u16::from(cost)) & (own.level < self.buying_level)
            && (rules.level_up_overpay || self.has_exactly(cost, &own.monsters))
    }

    #[cold]
    fn has_exactly(&self, cost: u8, held: &Bag) -> bool {
        pays_exactly(cost, &self.purse(held))
    }

    /// The payment rule, clause 6.5: exactly where that is possible. Faces of equal points are
    /// equally legal.
    #[inline(never)]
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
            held.faces().filter(|face| legal[usize::from(self.rules.cards[*face].points % 10)]).map(Move::of),
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
        own.fold(Faces::default(), |faces, give| {
            faces.with_if(!self.matches[give].and(theirs).is_empty(), give)
        })
    }

    /// The Attributes of a character that match the card to give.
    fn matching(&self, give: Face, character: &Character) -> Faces {
        self.matches[give].and(character.attributes.faces())
    }
}

/// Lists these cards, in card order: Attributes or Kings, so that there are at most [`MOST_ATTRIBUTES`].
#[inline]
fn list_cards(faces: Faces, menu: &mut Vec<Move>) {
    // As many are always written, and cut: the end of a loop would be guessed wrong every time.
    let len = menu.len() + faces.len();
    menu.extend_from_slice(&faces.first::<MOST_ATTRIBUTES>().map(Move::of));
    menu.truncate(len);
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
        // One more of them than points are due would not help.
        for _ in 0..(*n_cards).min(u16::from(due)) {
            sums |= sums << points;
        }
    }
    sums >> due & 1 == 1
}
