//! What a player may choose from: clause 5.

use super::Taunt;
use super::fight::team;
use super::kits::Hand;
use super::rules::{ChargePass, Mode};
use super::state::{Move, Stage, State};
use crate::model::{Seat, Seats};

impl Taunt {
    /// Clause 5: the legal actions of a decision.
    #[inline]
    pub(super) fn list_moves(&self, state: &State, seat: Seat, menu: &mut Vec<Move>) {
        if self.has_monsters() {
            let hand = self.trained(state, seat);
            self.list_from(state, seat, &hand, |places, menu| hand.list(places, menu), menu);
        } else {
            let kit = self.kit_of(state, seat);
            self.list_from(state, seat, &kit.hand, |places, menu| kit.list(places, menu), menu);
        }
    }

    /// The same, given the hand and how to list cards of it.
    #[inline(always)]
    fn list_from(
        &self,
        state: &State,
        seat: Seat,
        hand: &Hand,
        list: impl Fn(u16, &mut Vec<Move>),
        menu: &mut Vec<Move>,
    ) {
        match state.open.stage {
            Stage::Select(_) => {
                let places = self.selectable(state, seat, hand);
                list(places, menu);
                if places == 0 {
                    menu.push(Move::Nothing);
                }
            }
            Stage::Combo => {
                menu.push(Move::Stop);
                list(self.queueable(state, seat, hand), menu);
            }
            _ => self.list_other_moves(state, seat, menu),
        }
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
        let places = hand.places & !self.blanks(state, seat);
        if state.open.spirits.has(seat) {
            return places;
        }
        let locked = if state.open.locked.has(seat) { hand.attacks } else { 0 };
        places & !locked & self.enabled(state, seat)
    }

    /// The places from which a combo may go on: neither disabled nor queued, and no TAUNT.
    #[inline(always)]
    pub(super) fn queueable(&self, state: &State, seat: Seat, hand: &Hand) -> u16 {
        let busy = hand.taunts | state.secrets[seat].queue.mask() | self.blanks(state, seat);
        hand.places & !busy & self.enabled(state, seat)
    }

    /// The places of blank cards.
    #[inline]
    fn blanks(&self, state: &State, seat: Seat) -> u16 {
        match self.blank {
            Some((owner, card)) if owner == seat => self.places_of(state, seat, card),
            _ => 0,
        }
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
