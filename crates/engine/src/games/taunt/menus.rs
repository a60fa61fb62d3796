//! The legal moves of a player: clause 5.

use super::Taunt;
use super::deck::{Deck, only};
use super::fight::team;
use super::rules::{ChargePass, Mode};
use super::state::{Move, Phase, State};
use crate::model::bits::{bits, n_bits, nth_bit};
use crate::model::{Copies, Decision, Moves, Seat, Seats};

/// The legal moves of a decision.
pub(super) struct Menu<'g, 's> {
    moves: ByPlace<'g, 's>,
    /// The indices of the legal moves.
    places: u16,
}

/// Moves, legal or not, by index: `stop` and the cards of a deck, or those of a decision that is not about
/// cards.
enum ByPlace<'g, 's> {
    /// Given by the rules.
    Fixed(&'g [Move]),
    /// From a trainer's deck.
    Trainer(&'s [Move]),
}

// All moves of the decisions that are not about cards, in the order of a menu.
const NOTHING: &[Move] = &[Move::Nothing];
const MONSTERS: &[Move] = &[Move::Monster(0), Move::Monster(1), Move::Monster(2)];
const NO_OR_YES: &[Move] = &[Move::No, Move::Yes];
const TIE_PLACES: &[Move] = &[Move::Place(1), Move::Place(2), Move::Place(3), Move::Place(4)];
const MARKERS: &[Move] = &[Move::Left, Move::Right, Move::Both];
const POSITIONS: &[Move] = &[Move::Near, Move::Far];
const KEEP_OR_PASS: &[Move] = &[
    Move::Keep,
    Move::Pass(Seat::new(0)),
    Move::Pass(Seat::new(1)),
    Move::Pass(Seat::new(2)),
    Move::Pass(Seat::new(3)),
    Move::Pass(Seat::new(4)),
    Move::Pass(Seat::new(5)),
    Move::Pass(Seat::new(6)),
    Move::Pass(Seat::new(7)),
];

impl Menu<'_, '_> {
    #[inline]
    fn at(&self, place: usize) -> Move {
        let (ByPlace::Fixed(moves) | ByPlace::Trainer(moves)) = self.moves;
        moves.get(place).copied().unwrap_or_default()
    }
}

impl Moves for Menu<'_, '_> {
    type Move = Move;

    #[inline(always)]
    fn len(&self) -> usize {
        self.places.count_ones() as usize
    }

    #[inline(always)]
    fn nth(&self, nth: usize) -> Move {
        let [low, high] = self.places.to_le_bytes();
        let n_low = n_bits(low);
        let (first, byte, nth) = if nth < n_low { (0, low, nth) } else { (8, high, nth - n_low) };
        self.at(first + nth_bit(byte, nth))
    }

    #[inline]
    fn list(&self, menu: &mut Vec<Move>) {
        menu.extend(bits(self.places).map(|place| self.at(place)));
    }
}

impl Taunt {
    /// Clause 5: the decision of a player, and the legal moves.
    #[inline(always)]
    pub(super) fn menu<'g, 's>(&'g self, state: &'s State, seat: Seat) -> Decision<Menu<'g, 's>> {
        let deck = self.deck(state, seat);
        let (name, places) = match state.open.phase {
            Phase::Select => {
                // A Spirit may play no card if the rules say so.
                let may_stop = self.rules.spirits_optional && state.open.spirits.has(seat);
                ("select", self.selectable_of(deck, state, seat) << 1 | u16::from(may_stop))
            }
            Phase::Combo => ("combo", self.distinct(deck, seat, self.queueable(deck, state, seat)) << 1 | 1),
            _ => return self.other_menu(state, seat),
        };
        if places == 0 {
            // A player without a playable card plays nothing.
            return Decision::new(name, Menu { moves: ByPlace::Fixed(NOTHING), places: 1 });
        }
        let moves = if self.has_monsters() {
            ByPlace::Trainer(self.trainer_deck(state, seat).stop_or_cards())
        } else {
            ByPlace::Fixed(self.fighter_deck(state, seat).stop_or_cards())
        };
        Decision::new(name, Menu { moves, places })
    }

    /// The decisions that are not about cards.
    fn other_menu(&self, state: &State, seat: Seat) -> Decision<Menu<'_, 'static>> {
        let open = &state.open;
        let (name, moves, places) = match open.phase {
            Phase::Partition { .. } => {
                ("partition", self.pool.stop_or_cards(), self.pool_left(state, seat) << 1)
            }
            Phase::Lead => ("lead", MONSTERS, (1_u16 << self.rules.monsters.count) - 1),
            Phase::Burn => {
                let has_card = self.selectable(state, seat) != 0;
                ("burn", NO_OR_YES, if has_card { 0b11 } else { 0b1 })
            }
            Phase::Order => {
                let is_free = |place: &usize| open.now.blocks[*place].is_empty();
                let places = (0..usize::from(open.now.n_blocks)).filter(is_free);
                ("order", TIE_PLACES, places.fold(0, |set, place| set | 1 << place))
            }
            Phase::RunMarkers => ("run-markers", MARKERS, 0b111),
            Phase::Position { .. } => ("position", POSITIONS, 0b11),
            Phase::PassCharge => {
                let receivers = u16::from(self.may_receive(state, seat).mask());
                ("pass-charge", KEEP_OR_PASS, receivers << 1 | 1)
            }
            Phase::SpiritGive => ("spirit-give", NO_OR_YES, 0b11),
            Phase::Select | Phase::Combo | Phase::Over(_) => ("select", NOTHING, 1),
        };
        Decision::new(name, Menu { moves: ByPlace::Fixed(moves), places })
    }

    /// For each move, the first of these indices, because copies are one action. Blank cards are excluded.
    fn distinct(&self, deck: &Deck, seat: Seat, places: u16) -> u16 {
        if !self.has_copies && self.blank.is_none() {
            return places;
        }
        let blank = match self.blank {
            Some((owner, card, Copies::All)) if owner == seat => deck.places_of(card),
            Some((owner, card, Copies::One)) if owner == seat => first_copies(deck, deck.places_of(card)),
            _ => 0,
        };
        first_copies(deck, places & !blank)
    }

    /// The indices that can be selected: for a Spirit, all; for a fighter, those that are not disabled,
    /// without Attacks if the fighter is locked.
    pub(super) fn selectable(&self, state: &State, seat: Seat) -> u16 {
        self.selectable_of(self.deck(state, seat), state, seat)
    }

    /// The same for the deck in play.
    fn selectable_of(&self, deck: &Deck, state: &State, seat: Seat) -> u16 {
        let mut places = deck.places();
        if !state.open.spirits.has(seat) {
            let locked = if state.open.locked.has(seat) { deck.attacks() } else { 0 };
            places &= !locked & self.enabled(state, seat);
        }
        self.distinct(deck, seat, places)
    }

    /// The indices of the deck in play with which a combo can continue: neither disabled nor queued, and no
    /// TAUNT.
    pub(super) fn queueable(&self, deck: &Deck, state: &State, seat: Seat) -> u16 {
        let busy = deck.starters() | state.secrets[seat].queue.mask();
        deck.places() & !busy & self.enabled(state, seat)
    }

    /// The indices of the cards that are not disabled.
    pub(super) fn enabled(&self, state: &State, seat: Seat) -> u16 {
        !state.disabled[seat].cards[self.monster(state, seat)]
    }

    /// The seats that may receive a ↑ from this fighter.
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

/// The first index of each move among these.
fn first_copies(deck: &Deck, places: u16) -> u16 {
    let mut seen = 0;
    only(places, |place| {
        let card = deck.card(place).bit();
        let is_first = seen & card == 0;
        seen |= card;
        is_first
    })
}
