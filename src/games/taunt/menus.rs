//! What a player may choose from: clause 5.

use super::Taunt;
use super::deck::{Deck, only};
use super::fight::team;
use super::rules::{ChargePass, Mode};
use super::state::{Move, Phase, State};
use crate::model::bits::{n_bits, nth_bit};
use crate::model::{Decision, Moves, Seat, Seats};

/// The legal moves of a decision: a set of numbers, and what each number stands for.
pub(super) struct Menu<'g, 's> {
    numbers: u16,
    choice: Choice,
    game: &'g Taunt,
    state: &'s State,
    seat: Seat,
}

/// What the numbers of a menu stand for.
#[derive(Clone, Copy)]
enum Choice {
    Nothing,
    /// Places of the player's cards.
    Card,
    /// `stop` is 0, and the cards follow.
    StopOrCard,
    PoolCard,
    Monster,
    NoOrYes,
    Place,
    Markers,
    Position,
    /// `keep` is 0, and the seats follow.
    KeepOrPass,
}

impl Moves for Menu<'_, '_> {
    type Move = Move;

    #[inline(always)]
    fn len(&self) -> usize {
        let [low, high] = self.numbers.to_le_bytes();
        n_bits(low) + n_bits(high)
    }

    #[inline(always)]
    fn nth(&self, nth: usize) -> Move {
        let [low, high] = self.numbers.to_le_bytes();
        let n_low = n_bits(low);
        let number = if nth < n_low { nth_bit(low, nth) } else { 8 + nth_bit(high, nth - n_low) };
        let card = |place| Move::Card(self.game.deck(self.state, self.seat).card(place));
        let small = || u8::try_from(number).unwrap_or(0);
        match (self.choice, number) {
            (Choice::Card, _) => card(number),
            (Choice::StopOrCard, 0) => Move::Stop,
            (Choice::StopOrCard, _) => card(number - 1),
            (Choice::Nothing, _) => Move::Nothing,
            (Choice::PoolCard, _) => {
                Move::Card(self.game.rules.monsters.pool.get(number).copied().unwrap_or_default())
            }
            (Choice::Monster, _) => Move::Monster(small()),
            (Choice::NoOrYes, 0) => Move::No,
            (Choice::NoOrYes, _) => Move::Yes,
            (Choice::Place, _) => Move::Place(small() + 1),
            (Choice::Markers, 0) => Move::Left,
            (Choice::Markers, 1) => Move::Right,
            (Choice::Markers, _) => Move::Both,
            (Choice::Position, 0) => Move::Near,
            (Choice::Position, _) => Move::Far,
            (Choice::KeepOrPass, 0) => Move::Keep,
            (Choice::KeepOrPass, _) => Move::Pass(Seat::new(number - 1)),
        }
    }
}

impl Taunt {
    /// Clause 5: what a player decides, and the legal actions.
    #[inline(always)]
    pub(super) fn menu<'g, 's>(&'g self, state: &'s State, seat: Seat) -> Decision<Menu<'g, 's>> {
        let (name, choice, numbers) = match state.open.phase {
            Phase::Select => match self.distinct(state, seat, self.selectable(state, seat)) {
                0 => ("select", Choice::Nothing, 1),
                places => ("select", Choice::Card, places),
            },
            Phase::Combo => {
                let places = self.distinct(state, seat, self.queueable(state, seat));
                ("combo", Choice::StopOrCard, places << 1 | 1)
            }
            _ => self.other_menu(state, seat),
        };
        Decision::new(name, Menu { numbers, choice, game: self, state, seat })
    }

    /// The decisions that are not about cards of the hand.
    fn other_menu(&self, state: &State, seat: Seat) -> (&'static str, Choice, u16) {
        let open = &state.open;
        match open.phase {
            Phase::Partition { .. } => ("partition", Choice::PoolCard, self.pool_left(state, seat)),
            Phase::Lead => ("lead", Choice::Monster, 0b111),
            Phase::Burn => {
                let has_card = self.selectable(state, seat) != 0;
                ("burn", Choice::NoOrYes, if has_card { 0b11 } else { 0b1 })
            }
            Phase::Order => {
                let is_free = |place: &usize| open.now.blocks[*place].is_empty();
                let places = (0..usize::from(open.now.n_blocks)).filter(is_free);
                ("order", Choice::Place, places.fold(0, |set, place| set | 1 << place))
            }
            Phase::RunMarkers => ("run-markers", Choice::Markers, 0b111),
            Phase::Position { .. } => ("position", Choice::Position, 0b11),
            Phase::PassCharge => {
                let receivers = u16::from(self.may_receive(state, seat).mask());
                ("pass-charge", Choice::KeepOrPass, receivers << 1 | 1)
            }
            Phase::SpiritGive => ("spirit-give", Choice::NoOrYes, 0b11),
            Phase::Select | Phase::Combo | Phase::Over(_) => ("select", Choice::Nothing, 1),
        }
    }

    /// Of these places the first of each move: copies are one action.
    fn distinct(&self, state: &State, seat: Seat, places: u16) -> u16 {
        if self.has_copies { first_copies(self.deck(state, seat), places) } else { places }
    }

    /// The places that this seat may choose from, disabled or not: all but blank cards.
    fn places(&self, deck: &Deck, seat: Seat) -> u16 {
        match self.blank {
            Some((owner, card)) if owner == seat => deck.places() & !deck.places_of(card),
            _ => deck.places(),
        }
    }

    /// The places to select from: of a Spirit all; of a fighter those that are not disabled, and no
    /// Attack if it is locked.
    #[inline(always)]
    pub(super) fn selectable(&self, state: &State, seat: Seat) -> u16 {
        let deck = self.deck(state, seat);
        let places = self.places(deck, seat);
        if state.open.spirits.has(seat) {
            return places;
        }
        let locked = if state.open.locked.has(seat) { deck.attacks() } else { 0 };
        places & !locked & self.enabled(state, seat)
    }

    /// The places from which a combo may go on: neither disabled nor queued, and no TAUNT.
    #[inline(always)]
    pub(super) fn queueable(&self, state: &State, seat: Seat) -> u16 {
        let deck = self.deck(state, seat);
        let busy = deck.starters() | state.secrets[seat].queue.mask();
        self.places(deck, seat) & !busy & self.enabled(state, seat)
    }

    /// The places of the cards that are not disabled.
    pub(super) fn enabled(&self, state: &State, seat: Seat) -> u16 {
        !state.disabled[seat].cards[self.monster(state, seat)]
    }

    /// Who may receive a ↑ of this fighter.
    pub(super) fn may_receive(&self, state: &State, seat: Seat) -> Seats {
        let open = &state.open;
        let among = match self.rules.charge_pass {
            ChargePass::Any => open.standing,
            ChargePass::Allies if self.rules.mode == Mode::Team => open.standing.both(team(seat)),
            ChargePass::Allies | ChargePass::None => Seats::NONE,
        };
        let below_cap = |other: &Seat| open.fighters[*other].charges < self.rules.max_charges;
        among.without(seat).into_iter().filter(below_cap).collect()
    }
}

/// The first place of each move among these.
fn first_copies(deck: &Deck, places: u16) -> u16 {
    let mut seen = 0;
    only(places, |place| {
        let card = deck.card(place).bit();
        let is_first = seen & card == 0;
        seen |= card;
        is_first
    })
}
