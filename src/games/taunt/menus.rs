//! What a player may choose from: clause 5.

use super::Taunt;
use super::fight::team;
use super::kits::{Hand, Places};
use super::rules::{ChargePass, Mode};
use super::state::{Move, Stage, State};
use crate::model::{Seat, Seats, Stream};

impl Taunt {
    /// Clause 5: the legal actions of a decision.
    pub(super) fn list_moves(&self, state: &State, seat: Seat, menu: &mut Vec<Move>) {
        let mut room = None;
        let hand = self.hand(state, seat, &mut room);
        let list = |places, menu: &mut Vec<Move>| {
            let moves = hand.moves(places);
            menu.extend((0..moves.len()).map(|number| Move::Card(hand.card(moves.nth(number)))));
        };
        match state.open.stage {
            Stage::Select(_) => match self.selectable(state, seat, hand) {
                0 => menu.push(Move::Nothing),
                places => list(places, menu),
            },
            Stage::Combo => {
                menu.push(Move::Stop);
                list(self.queueable(state, seat, hand), menu);
            }
            _ => self.list_other_moves(state, seat, menu),
        }
    }

    /// A random action, and how many there are, of the decisions that are asked again and again.
    #[inline(always)]
    pub(super) fn draw_move(&self, state: &State, seat: Seat, mind: &mut Stream) -> Option<(Move, usize)> {
        let stops = matches!(state.open.stage, Stage::Combo);
        if !self.has_kits || !(stops || matches!(state.open.stage, Stage::Select(_))) {
            return self.draw_other_move(state, seat, mind);
        }
        let hand = &self.kit_of(state, seat).hand;
        let moves = if stops {
            hand.moves(self.queueable(state, seat, hand))
        } else {
            self.selection(state, seat, hand)
        };
        // To stop comes before all cards; nothing is played only if there is none.
        let n_others = usize::from(stops || moves.len() == 0);
        let n_moves = n_others + moves.len();
        let number = mind.pick(n_moves);
        let card = Move::Card(hand.card(moves.nth(number.wrapping_sub(n_others))));
        let other = if stops { Move::Stop } else { Move::Nothing };
        Some((if number < n_others { other } else { card }, n_moves))
    }

    /// The same of decisions that are not about cards of the hand.
    #[inline(never)]
    fn draw_other_move(&self, state: &State, seat: Seat, mind: &mut Stream) -> Option<(Move, usize)> {
        match state.open.stage {
            Stage::Position { .. } => {
                let is_near = mind.pick(2) == 0;
                Some((if is_near { Move::Near } else { Move::Far }, 2))
            }
            Stage::RunMarkers(_) => {
                let markers = match mind.pick(3) {
                    0 => Move::Left,
                    1 => Move::Right,
                    _ => Move::Both,
                };
                Some((markers, 3))
            }
            Stage::PassCharge(_) => {
                let receivers = self.may_receive(state, seat);
                let n_moves = 1 + receivers.len();
                let number = mind.pick(n_moves);
                let receiver = number.checked_sub(1).and_then(|nth| receivers.into_iter().nth(nth));
                Some((receiver.map_or(Move::Keep, Move::Pass), n_moves))
            }
            _ => None,
        }
    }

    /// What a whole kit offers in a selection.
    #[inline(always)]
    fn selection(&self, state: &State, seat: Seat, hand: &Hand) -> Places {
        if state.open.locked.union(state.open.spirits).has(seat) {
            return hand.moves(self.selectable(state, seat, hand));
        }
        state.ready[seat]
    }

    /// The actions of the decisions that are not about cards of the hand.
    #[inline(never)]
    fn list_other_moves(&self, state: &State, seat: Seat, menu: &mut Vec<Move>) {
        let open = &state.open;
        match open.stage {
            Stage::Burn(_) => {
                menu.push(Move::No);
                if self.has_legal_card(state, seat) {
                    menu.push(Move::Yes);
                }
            }
            Stage::Order(_) => {
                let taken = &open.now;
                let free = |place: &u8| taken.blocks[usize::from(*place)].is_empty();
                menu.extend((0..taken.n_blocks).filter(free).map(|place| Move::Place(place + 1)));
            }
            Stage::RunMarkers(_) => menu.extend([Move::Left, Move::Right, Move::Both]),
            Stage::Position { .. } => menu.extend([Move::Near, Move::Far]),
            Stage::PassCharge(_) => {
                menu.push(Move::Keep);
                menu.extend(self.may_receive(state, seat).into_iter().map(Move::Pass));
            }
            Stage::SpiritGive(_) => menu.extend([Move::No, Move::Yes]),
            Stage::Partition { .. } => self.list_pool(state, seat, menu),
            Stage::Lead => menu.extend([Move::Monster(0), Move::Monster(1), Move::Monster(2)]),
            Stage::Select(_) | Stage::Combo | Stage::Over(_) => menu.push(Move::Nothing),
        }
    }

    /// The places to select from: of a Spirit all; of a fighter those that are not disabled, and no
    /// Attack if they are locked; of nobody those that are blank.
    #[inline(always)]
    fn selectable(&self, state: &State, seat: Seat, hand: &Hand) -> u16 {
        if state.open.spirits.has(seat) {
            return hand.places;
        }
        let locked = if state.open.locked.has(seat) { hand.attacks } else { 0 };
        hand.places & !locked & self.enabled(state, seat)
    }

    /// The places from which a combo may go on: neither disabled nor queued, and no TAUNT.
    #[inline(always)]
    pub(super) fn queueable(&self, state: &State, seat: Seat, hand: &Hand) -> u16 {
        let busy = hand.taunts | state.secrets[seat].queue.mask();
        hand.places & !busy & self.enabled(state, seat)
    }

    pub(super) fn has_legal_card(&self, state: &State, seat: Seat) -> bool {
        self.selectable(state, seat, self.hand(state, seat, &mut None)) != 0
    }

    /// Who may receive a ↑ of this fighter.
    pub(super) fn may_receive(&self, state: &State, seat: Seat) -> Seats {
        let open = &state.open;
        let among = match self.rules.charge_pass {
            ChargePass::Any => open.standing,
            ChargePass::Allies if self.rules.mode == Mode::Team => open.standing.both(team(seat)),
            ChargePass::Allies | ChargePass::None => Seats::NONE,
        };
        let below = |other: &Seat| open.fighters[*other].charges < self.rules.max_charges;
        among.without(seat).into_iter().filter(below).collect()
    }
}
