//! What may be chosen: clause 5. Every decision is the active player's.

use super::StabbyJack;
use super::cards::{Bag, Face, Faces};
use super::state::{Stage, State};
use crate::model::{Seat, Seats, Stream};

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
        // Up to the end of each byte there are so many answers, and 128. No loop, for nobody can guess where
        // it would end.
        let up_to = ones_by_byte(self.0).wrapping_mul(EACH).wrapping_add(HIGH);
        let n_answers = usize::from(up_to.to_le_bytes()[7] & 127);
        let place = place(n_answers) as u64;
        // The first byte up to whose end there are more than `place`.
        let more = up_to.wrapping_sub((place + 1).wrapping_mul(EACH)) & HIGH;
        let start = more.trailing_zeros() & 56;
        let [before, ..] = (up_to << 8 >> start).to_le_bytes();
        let [byte, ..] = (self.0 >> start).to_le_bytes();
        let [rest, ..] = place.to_le_bytes();
        let start = start as u8;
        let in_byte = PLACES[usize::from(rest.wrapping_sub(before) & 7)][usize::from(byte)];
        (Move(start + in_byte), n_answers)
    }

    #[inline]
    const fn first(self) -> Move {
        #[expect(clippy::cast_possible_truncation, reason = "64 at most")]
        Move(self.0.trailing_zeros() as u8)
    }
}

/// One in each byte of a word.
const EACH: u64 = u64::MAX / 255;
/// The high bit of each byte.
const HIGH: u64 = EACH << 7;

/// Of each byte of a word, how many bits are set.
#[inline]
const fn ones_by_byte(word: u64) -> u64 {
    const PAIRS: u64 = 0x55 * EACH;
    const FOURS: u64 = 0x33 * EACH;
    const EIGHTS: u64 = 0x0F * EACH;
    let pairs = word - (word >> 1 & PAIRS);
    let fours = (pairs & FOURS) + (pairs >> 2 & FOURS);
    (fours + (fours >> 4)) & EIGHTS
}

/// One of these seats, by place, and how many there are: the same, where a byte holds all answers.
#[inline]
fn seat_at(seats: Seats, place: impl FnOnce(usize) -> usize) -> (Move, usize) {
    let mask = usize::from(seats.mask());
    let n_answers = usize::from(ONES[mask]);
    (Move(SEATS + PLACES[place(n_answers) & 7][mask]), n_answers)
}

/// How many bits are set in each byte.
const ONES: [u8; 256] = {
    let mut ones = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        ones[byte] = ones[byte / 2] + byte.to_le_bytes()[0] % 2;
        byte += 1;
    }
    ones
};

/// Where in each byte its first set bit is, its second one, …
const PLACES: [[u8; 256]; 8] = {
    let mut places = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n_set) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                places[n_set][byte] = bit;
                n_set += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
};

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
        match state.stage {
            Stage::Action => {
                let may = [true, true, self.may_stay_in_bed(state, seat), state.able[seat]];
                menu.extend((0..4).filter(|place| may[*place]).map(Move::action));
            }
            Stage::Queen { .. } => menu.extend_from_slice(&BLESS_OR_STEAL),
            stage => menu.extend(self.answers(state, seat, stage)),
        }
    }

    /// Picks one of them at random, and counts them.
    pub(super) fn pick(&self, state: &State, mind: &mut Stream) -> (Move, usize) {
        match state.stage {
            Stage::Action => self.pick_action(state, state.active, mind),
            stage => self.pick_answer(state, state.active, stage, mind),
        }
    }

    /// How many actions the seat may announce.
    #[inline]
    pub(super) fn n_actions(&self, state: &State, seat: Seat) -> usize {
        2 + usize::from(self.may_stay_in_bed(state, seat)) + usize::from(state.able[seat])
    }

    /// Picks an action at random, and counts them.
    #[inline]
    pub(super) fn pick_action(&self, state: &State, seat: Seat, mind: &mut Stream) -> (Move, usize) {
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
        stage: Stage,
        mind: &mut Stream,
    ) -> (Move, usize) {
        // Of one answer, too: a number below 1 takes nothing from the mind.
        let mut place = |n_answers| mind.below(n_answers);
        match stage {
            Stage::Queen { .. } => (BLESS_OR_STEAL[place(2) & 1], 2),
            Stage::SwapWith { give } => seat_at(self.whom(state, seat, give), place),
            stage => self.answers(state, seat, stage).at(place),
        }
    }

    #[inline]
    fn may_stay_in_bed(&self, state: &State, seat: Seat) -> bool {
        !self.rules.bed_needs_damage || state.characters[seat].damage > 0
    }

    /// What may be chosen within a turn: mostly cards.
    #[inline(always)]
    fn answers(&self, state: &State, seat: Seat, stage: Stage) -> Answers {
        let own = &state.characters[seat];
        let attributes = Answers::cards(own.attributes.faces());
        match stage {
            Stage::TrainReplace { .. } => attributes.with_if(self.rules.train_optional, Move::DISCARD_DRAWN),
            Stage::FullReplace { .. } => attributes.with_if(true, Move::DISCARD_DRAWN),
            Stage::Pay { due } => Answers::cards(self.payments(own, due)),
            Stage::Jack => Answers::cards(kings(&own.monsters)).with_if(true, Move::TAKE_STAB),
            Stage::SwapGive => {
                Answers::cards(state.swappable).with_if(self.rules.ace_optional, Move::DECLINE)
            }
            Stage::SwapWith { give } => Answers::seats(self.whom(state, seat, give)),
            Stage::SwapTake { give, with } => Answers::cards(self.matching(give, &state.characters[with])),
            Stage::Action | Stage::Queen { .. } | Stage::Over(_) => Answers(0),
        }
    }
}

const BLESS_OR_STEAL: [Move; 2] = [Move::BLESS, Move::STEAL];

/// The Kings among these monsters.
pub(super) fn kings(monsters: &Bag) -> Faces {
    monsters.faces().both(Faces::KINGS)
}
