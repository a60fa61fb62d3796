//! What a player may choose from: clause 5.

use super::Taunt;
use super::fight::team;
use super::kits::{Hand, Places};
use super::rules::{ChargePass, Mode};
use super::state::{Move, Phase, State};
use crate::model::{Pile, RngStream, Seat, Seats};

impl Taunt {
    /// Clause 5: the legal actions of a decision.
    pub(super) fn list_moves(&self, state: &State, seat: Seat, menu: &mut Vec<Move>) {
        let mut room = None;
        let hand = self.hand(state, seat, &mut room);
        let list = |places, menu: &mut Vec<Move>| {
            let moves = hand.moves(places);
            menu.extend((0..moves.len()).map(|number| Move::Card(hand.card(moves.nth(number)))));
        };
        match state.open.phase {
            Phase::Select(_) => match self.selectable(state, seat, hand) {
                0 => menu.push(Move::Nothing),
                places => list(places, menu),
            },
            Phase::Combo => {
                menu.push(Move::Stop);
                list(self.queueable(state, seat, hand), menu);
            }
            due => self.list_other_moves(state, seat, due, menu),
        }
    }

    /// A random action, and how many there are, unless a player has no whole kit.
    #[inline(always)]
    pub(super) fn draw_move(&self, state: &State, seat: Seat, mind: &mut RngStream) -> Option<(Move, usize)> {
        self.has_kits.then(|| match state.open.phase {
            Phase::Select(_) => self.draw_selection(state, seat, mind),
            Phase::Combo => self.draw_queued(state, seat, mind),
            due => self.draw_other_move(state, seat, due, mind),
        })
    }

    /// A random card of a whole kit to select; nothing, only if there is none.
    #[inline(always)]
    pub(super) fn draw_selection(&self, state: &State, seat: Seat, mind: &mut RngStream) -> (Move, usize) {
        let hand = &self.kit_of(state, seat).hand;
        let moves = self.selection(state, seat, hand);
        let n_moves = moves.len();
        if n_moves == 0 {
            return (Move::Nothing, 1);
        }
        (Move::Card(hand.card(moves.nth(mind.pick(n_moves)))), n_moves)
    }

    /// A random card of a whole kit to queue; to stop comes before all of them.
    #[inline(always)]
    fn draw_queued(&self, state: &State, seat: Seat, mind: &mut RngStream) -> (Move, usize) {
        let hand = &self.kit_of(state, seat).hand;
        let moves = hand.moves(self.queueable(state, seat, hand));
        let n_moves = 1 + moves.len();
        let card = |number| Move::Card(hand.card(moves.nth(number)));
        (mind.pick(n_moves).checked_sub(1).map_or(Move::Stop, card), n_moves)
    }

    /// Random cards of a whole kit, queued one after another until to stop is drawn; `count` hears how
    /// many moves there were each time.
    #[inline(always)]
    pub(super) fn draw_combo(
        &self,
        state: &mut State,
        seat: Seat,
        mind: &mut RngStream,
        mut count: impl FnMut(usize),
    ) {
        let hand = &self.kit_of(state, seat).hand;
        let mut free = self.queueable(state, seat, hand);
        let (mut moves, mut queue) = (hand.moves(free), state.secrets[seat].queue);
        while queue.len() < self.combo_limit {
            count(1 + moves.len());
            let Some(number) = mind.pick(1 + moves.len()).checked_sub(1) else { break };
            let place = moves.nth(number);
            queue.push(place);
            free &= !(1 << place);
            moves = hand.moves_left(free, moves, number);
        }
        state.secrets[seat].queue = queue;
    }

    /// A random action of a decision that is not about cards of the hand.
    #[inline(always)]
    pub(super) fn draw_other_move(
        &self,
        state: &State,
        seat: Seat,
        due: Phase,
        mind: &mut RngStream,
    ) -> (Move, usize) {
        if let Phase::PassCharge(_) = due {
            let receivers = self.may_receive(state, seat);
            let n_moves = 1 + receivers.len();
            let pass = |nth| Move::Pass(receivers.nth(nth));
            return (mind.pick(n_moves).checked_sub(1).map_or(Move::Keep, pass), n_moves);
        }
        let mut menu = Pile::<Move, 16>::new();
        self.list_other_moves(state, seat, due, &mut menu);
        (menu[mind.pick(menu.len())], menu.len())
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
    #[inline(always)]
    fn list_other_moves(&self, state: &State, seat: Seat, due: Phase, menu: &mut impl Extend<Move>) {
        let open = &state.open;
        match due {
            Phase::Burn(_) => {
                menu.extend([Move::No]);
                if self.has_legal_card(state, seat) {
                    menu.extend([Move::Yes]);
                }
            }
            Phase::Order(_) => {
                let taken = &open.now;
                let free = |place: &u8| taken.blocks[usize::from(*place)].is_empty();
                menu.extend((0..taken.n_blocks).filter(free).map(|place| Move::Place(place + 1)));
            }
            Phase::RunMarkers(_) => menu.extend([Move::Left, Move::Right, Move::Both]),
            Phase::Position { .. } => menu.extend([Move::Near, Move::Far]),
            Phase::PassCharge(_) => {
                menu.extend([Move::Keep]);
                menu.extend(self.may_receive(state, seat).into_iter().map(Move::Pass));
            }
            Phase::SpiritGive(_) => menu.extend([Move::No, Move::Yes]),
            Phase::Partition { .. } => self.list_pool(state, seat, menu),
            Phase::Lead => menu.extend([Move::Monster(0), Move::Monster(1), Move::Monster(2)]),
            Phase::Select(_) | Phase::Combo | Phase::Over(_) => menu.extend([Move::Nothing]),
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
        let below = |other: Seat| open.fighters[other].charges < self.rules.max_charges;
        let among = among.without(seat);
        among.into_iter().fold(among, |among, other| among.with_if(below(other), other))
    }
}
