//! What may be chosen: clause 5. Every decision is the active player's.

use super::StabbyJack;
use super::cards::{Bag, Face, Faces};
use super::state::{Phase, State};
use crate::model::bits::{Word, n_bits, nth_bit};
use crate::model::{RngStream, Seat, Seats};

/// A choice: a card, a seat, or one of the named ones. One byte, because bytes that are stored one
/// by one and read together cost time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Move(u8);

/// Moves below this are the answers to one decision or another, in the order of the menus.
const NAMED: u8 = 64;
/// Answers from 1 up to this are cards, by place.
const AFTER_CARDS: u8 = 54;
/// Answers from here on are seats.
const SEATS: u8 = 56;
/// The ids of the named moves.
const NAMES: [&str; 6] = ["fight", "train", "stay-in-bed", "level-up", "bless", "steal"];

impl Move {
    /// Take Stabby Jack's Damage.
    pub const TAKE_STAB: Self = Self(0);
    /// Discard the drawn card.
    pub const DISCARD_DRAWN: Self = Self(AFTER_CARDS);
    /// Do not swap.
    pub const DECLINE: Self = Self(AFTER_CARDS + 1);
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

    /// The action at this place: to fight, to train, to stay in bed, to Level Up.
    #[inline]
    const fn action(place: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "two bits")]
        Self(NAMED + (place & 3) as u8)
    }

    /// Swap with this seat.
    #[inline]
    #[must_use]
    pub const fn with(seat: Seat) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "a seat is below 8")]
        Self(SEATS + seat.index() as u8)
    }

    /// The card that is chosen, if one is.
    #[inline]
    #[must_use]
    pub fn card(self) -> Option<Face> {
        (1..AFTER_CARDS).contains(&self.0).then(|| Face::at(usize::from(self.0 - 1)))
    }

    /// The seat that is chosen, if one is.
    #[inline]
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
            _ if self == Self::TAKE_STAB => "take-stab".into(),
            _ if self == Self::DISCARD_DRAWN => "discard-drawn".into(),
            _ if self == Self::DECLINE => "decline".into(),
            _ => NAMES.get(self.named()).copied().unwrap_or_default().into(),
        }
    }
}

impl Phase {
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

/// A menu of answers: a bit for each, in order.
#[derive(Clone, Copy)]
struct Answers(u64);

impl Answers {
    /// These cards.
    #[inline]
    const fn cards(faces: Faces) -> Self {
        Self(faces.bits() << 1)
    }

    /// These seats.
    #[inline]
    const fn seats(seats: Seats) -> Self {
        Self((seats.mask() as u64) << SEATS)
    }

    /// One answer more, if it is on the menu.
    #[inline]
    const fn with_if(self, so: bool, answer: Move) -> Self {
        Self(self.0 | (so as u64) << (answer.0 & 63))
    }

    /// One of these, by place, and how many there are: `place` is asked for a number below that.
    #[inline]
    fn at(self, place: impl FnOnce(usize) -> usize) -> (Move, usize) {
        // No loop, for nobody can guess where it would end. The one way to count is known to compilers, who
        // count twice by it: hence the other.
        let answers = Word::count(self.0, true);
        let n_answers = answers.len();
        let [place, ..] = answers.nth(place(n_answers)).to_le_bytes();
        (Move(place), n_answers)
    }

    #[inline]
    const fn first(self) -> Move {
        #[expect(clippy::cast_possible_truncation, reason = "64 at most")]
        Move(self.0.trailing_zeros() as u8)
    }
}

/// One of these seats, by place, and how many there are: the same, where a byte holds all answers.
#[inline]
fn seat_at(seats: Seats, place: impl FnOnce(usize) -> usize) -> (Move, usize) {
    let n_answers = n_bits(seats.mask());
    let [place, ..] = nth_bit(seats.mask(), place(n_answers)).to_le_bytes();
    (Move(SEATS + place), n_answers)
}

impl Iterator for Answers {
    type Item = Move;
    fn next(&mut self) -> Option<Move> {
        let first = (self.0 > 0).then_some(self.first());
        self.0 &= self.0.wrapping_sub(1);
        first
    }
}

impl StabbyJack {
    /// Lists the legal actions of the decision that is due.
    #[inline]
    pub(super) fn list(&self, state: &State, menu: &mut Vec<Move>) {
        let seat = state.active;
        match state.phase {
            Phase::Action => {
                // All are written down, for nobody can guess how many there are.
                let rests = self.may_stay_in_bed(state, seat);
                let third = if rests { Move::STAY_IN_BED } else { Move::LEVEL_UP };
                menu.extend_from_slice(&[Move::FIGHT, Move::TRAIN, third, Move::LEVEL_UP]);
                menu.truncate(self.n_actions(state, seat));
            }
            Phase::Queen { .. } => menu.extend_from_slice(&BLESS_OR_STEAL),
            phase => menu.extend(self.answers(state, seat, phase)),
        }
    }

    /// Picks one of them at random, and counts them.
    pub(super) fn pick(&self, state: &State, mind: &mut RngStream) -> (Move, usize) {
        match state.phase {
            Phase::Action => self.pick_action(state, state.active, mind),
            phase => self.pick_answer(state, state.active, phase, mind),
        }
    }

    /// How many actions the seat may announce.
    #[inline]
    pub(super) fn n_actions(&self, state: &State, seat: Seat) -> usize {
        2 + usize::from(self.may_stay_in_bed(state, seat)) + usize::from(state.able[seat])
    }

    /// Picks an action at random, and counts them.
    #[inline]
    pub(super) fn pick_action(&self, state: &State, seat: Seat, mind: &mut RngStream) -> (Move, usize) {
        let able = usize::from(state.able[seat]);
        if self.may_stay_in_bed(state, seat) {
            (Move::action(mind.below(3 + able)), 3 + able)
        } else {
            let place = mind.below(2 + able);
            // The only one after staying in bed is one place further.
            (Move::action(place + place / 2), 2 + able)
        }
    }

    /// Picks an answer within a turn at random, and counts them.
    #[inline(always)]
    pub(super) fn pick_answer(
        &self,
        state: &State,
        seat: Seat,
        phase: Phase,
        mind: &mut RngStream,
    ) -> (Move, usize) {
        // Of one answer, too: a number below 1 takes nothing from the mind.
        let mut place = |n_answers| mind.below(n_answers);
        match phase {
            Phase::Queen { .. } => (BLESS_OR_STEAL[place(2) & 1], 2),
            Phase::SwapWith { give } => seat_at(self.whom(state, seat, give), place),
            phase => self.answers(state, seat, phase).at(place),
        }
    }

    #[inline]
    fn may_stay_in_bed(&self, state: &State, seat: Seat) -> bool {
        !self.rules.bed_needs_damage || state.characters[seat].damage > 0
    }

    /// What may be chosen within a turn: mostly cards.
    #[inline(always)]
    fn answers(&self, state: &State, seat: Seat, phase: Phase) -> Answers {
        let own = &state.characters[seat];
        let attributes = Answers::cards(own.attributes.faces());
        match phase {
            Phase::TrainReplace { .. } => attributes.with_if(self.rules.train_optional, Move::DISCARD_DRAWN),
            Phase::FullReplace { .. } => attributes.with_if(true, Move::DISCARD_DRAWN),
            Phase::Pay { due } => Answers::cards(self.payments(own, due)),
            Phase::Jack => Answers::cards(kings(&own.monsters)).with_if(true, Move::TAKE_STAB),
            Phase::SwapGive => {
                Answers::cards(state.swappable).with_if(self.rules.ace_optional, Move::DECLINE)
            }
            Phase::SwapWith { give } => Answers::seats(self.whom(state, seat, give)),
            Phase::SwapTake { give, with } => Answers::cards(self.matching(give, &state.characters[with])),
            Phase::Action | Phase::Queen { .. } | Phase::Over(_) => Answers(0),
        }
    }
}

const BLESS_OR_STEAL: [Move; 2] = [Move::BLESS, Move::STEAL];

/// The Kings among these monsters.
pub(super) fn kings(monsters: &Bag) -> Faces {
    monsters.faces().both(Faces::KINGS)
}
