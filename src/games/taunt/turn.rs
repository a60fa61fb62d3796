//! A turn: selection (T1), reveal (T2), what follows the Act phase (T5), new combos (T6), the end
//! (T7). Clause numbers are those of RULES.md.

use super::Taunt;
use super::cards::{DECK, MoveId};
use super::fight::over;
use super::rules::{ChargePass, Mode, Recovery};
use super::state::{Move, Now, Queue, Stage, State, minus};
use super::story::Event;
use crate::model::{Chosen, Outcome, Seat, Seats, Watch};

/// Where a turn goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// A new turn begins.
    Turn,
    /// T2.
    Reveal,
    /// T3.
    Act,
    /// T4.
    Defeat,
    /// T5.1.
    AfterAct,
    /// T5.2, from this seat number.
    Pass(usize),
    /// T5.3, from this seat number.
    Give(usize),
    /// T5.4 and T6.
    Combos,
    /// T7.
    End,
    /// Nowhere before somebody has chosen, or the game is over.
    Wait,
}

impl Taunt {
    /// Plays on from the choices to the next decision or the end.
    #[inline]
    pub(super) fn proceed<W: Watch<Event>>(&self, state: &mut State, chosen: &Chosen<Move>, watch: &mut W) {
        let next = match state.open.stage {
            Stage::Select(_) => self.select(state, chosen),
            Stage::Burn(_) => self.decide_to_burn(state, chosen),
            Stage::Combo => self.queue_up(state, chosen, watch),
            Stage::Position { attacker, target } => {
                self.choose_position(state, attacker, target, chosen.only() == Move::Near, watch);
                self.go_on_with_block(state, watch)
            }
            Stage::RunMarkers(_) => self.change_markers(state, chosen, watch),
            Stage::Order(seat) => self.take_place(state, seat, chosen.only(), watch),
            Stage::PassCharge(seat) => self.pass_charge(state, seat, chosen.only(), watch),
            Stage::SpiritGive(seat) => self.give_charge(state, seat, chosen.only(), watch),
            Stage::Partition { picks } => self.put_into_decks(state, picks, chosen, watch),
            Stage::Lead => self.lead(state, chosen, watch),
            Stage::Over(_) => Next::Wait,
        };
        self.run(state, next, watch);
    }

    /// Plays on to the next decision or the end.
    #[inline]
    pub(super) fn run<W: Watch<Event>>(&self, state: &mut State, mut next: Next, watch: &mut W) {
        loop {
            next = match next {
                Next::Turn => self.begin_turn(state, watch),
                Next::Reveal => self.reveal(state, watch),
                Next::Act => self.act(state, watch),
                Next::Defeat => self.defeat(state, watch),
                Next::AfterAct => self.reward_combos(state, watch),
                Next::Pass(from) => self.may_pass(state, from),
                Next::Give(from) => self.may_give(state, from),
                Next::Combos => self.begin_combos(state, watch),
                Next::End => self.end_turn(state, watch),
                Next::Wait => return,
            };
        }
    }

    /// T1: who selects.
    #[inline]
    fn begin_turn<W: Watch<Event>>(&self, state: &mut State, watch: &mut W) -> Next {
        let open = &mut state.open;
        open.turn += 1;
        open.now = Now::default();
        let near = self.rules.mode.is_for_two() && open.near[Seat::FIRST].has(Seat::SECOND);
        watch.saw(Event::Turn { number: open.turn, near });
        let selecting = minus(open.standing, open.down.union(open.combos));
        let asked = selecting.union(open.spirits);
        if asked.is_empty() {
            return Next::Reveal;
        }
        open.stage = Stage::Select(asked);
        let burn = self.rules.wampires.burn;
        if self.rules.wampires.enabled && burn > 0 {
            let may_burn = |seat: &Seat| {
                let fighter = &open.fighters[*seat];
                fighter.damage > burn && fighter.charges < self.rules.max_charges
            };
            let may_burn: Seats = selecting.into_iter().filter(may_burn).collect();
            if !may_burn.is_empty() {
                open.stage = Stage::Burn(may_burn);
            }
        }
        Next::Wait
    }

    /// Burning is decided before the selection, and shown with it.
    fn decide_to_burn(&self, state: &mut State, chosen: &Chosen<Move>) -> Next {
        for seat in chosen.seats() {
            state.secrets[seat].burns = chosen.by(seat) == Move::Yes;
        }
        let open = &mut state.open;
        let selecting = minus(open.standing, open.down.union(open.combos));
        open.stage = Stage::Select(selecting.union(open.spirits));
        Next::Wait
    }

    /// The selected cards are on the table.
    #[inline]
    fn select(&self, state: &mut State, chosen: &Chosen<Move>) -> Next {
        let open = &mut state.open;
        for seat in chosen.seats() {
            if let Move::Card(card) = chosen.by(seat) {
                open.fighters[seat].card = card;
                if open.spirits.has(seat) {
                    open.now.ghosts = open.now.ghosts.with(seat);
                } else {
                    open.now.revealed = open.now.revealed.with(seat);
                }
            }
        }
        Next::Reveal
    }

    /// T2: burnt blood is paid, all cards are revealed, their levels are fixed.
    #[inline]
    fn reveal<W: Watch<Event>>(&self, state: &mut State, watch: &mut W) -> Next {
        for seat in state.open.standing {
            let who = state.who(seat);
            let queued = state.open.combos.has(seat);
            if queued {
                if let Some(place) = state.secrets[seat].queue.pop() {
                    state.secrets[seat].place = place;
                    let card = self.card_at(state, seat, usize::from(place));
                    let fighter = &mut state.open.fighters[seat];
                    fighter.card = card;
                    fighter.queued -= 1;
                    state.open.now.revealed = state.open.now.revealed.with(seat);
                }
            } else if state.secrets[seat].burns {
                state.secrets[seat].burns = false;
                let fighter = &mut state.open.fighters[seat];
                fighter.damage -= self.rules.wampires.burn;
                fighter.charges += 1;
                watch.saw(Event::Burns { who, blood: self.rules.wampires.burn, left: fighter.damage });
            }
            let open = &mut state.open;
            let fighter = &mut open.fighters[seat];
            if open.now.revealed.has(seat) {
                fighter.level = fighter.charges;
                fighter.last = Some(fighter.card);
                let (card, level) = (fighter.card, fighter.level);
                let attack = self.attacks & card.bit() != 0;
                watch.saw(Event::Reveals { who, card, level, attack, queued });
            } else {
                fighter.last = None;
                watch.saw(Event::Idles { who, down: open.down.has(seat) });
            }
        }
        for seat in state.open.now.ghosts {
            watch.saw(Event::Haunts { who: state.who(seat), card: state.open.fighters[seat].card });
        }
        if self.rules.mode == Mode::Monsters {
            self.show_cards(state);
        }
        state.open.now.pending = state.open.now.revealed;
        Next::Act
    }

    /// T5.1: taunting moves that were executed gain ↑.
    #[inline]
    fn reward_combos<W: Watch<Event>>(&self, state: &mut State, watch: &mut W) -> Next {
        for seat in minus(state.open.combos, state.open.now.interrupted) {
            let gain = self.card(state.open.fighters[seat].card).combo_charge;
            self.gain_charge(state, seat, gain, watch);
        }
        Next::Pass(0)
    }

    /// Clause 5: the legal actions of a decision.
    #[inline]
    pub(super) fn list_moves(&self, state: &State, seat: Seat, menu: &mut Vec<Move>) {
        let open = &state.open;
        match open.stage {
            Stage::Select(_) | Stage::Over(_) => {
                if open.spirits.has(seat) {
                    self.list_cards(state, seat, self.all_places(state, seat), self.blanks[seat], menu);
                } else {
                    self.list_cards(state, seat, self.hand(state, seat), self.forbidden(state, seat), menu);
                }
                if menu.is_empty() {
                    menu.push(Move::Nothing);
                }
            }
            Stage::Burn(_) => {
                menu.push(Move::No);
                if self.has_legal_card(state, seat) {
                    menu.push(Move::Yes);
                }
            }
            Stage::Combo => {
                menu.push(Move::Stop);
                let hand = self.hand(state, seat) & !state.secrets[seat].queue.mask();
                self.list_cards(state, seat, hand, self.taunts | self.blanks[seat], menu);
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
        }
    }

    /// Each distinct move among these places of the hand that is not forbidden.
    #[inline]
    fn list_cards(&self, state: &State, seat: Seat, hand: u16, forbidden: u32, menu: &mut Vec<Move>) {
        let (mut left, mut listed) = (hand, forbidden);
        while left != 0 {
            let card = self.card_at(state, seat, left.trailing_zeros() as usize);
            if listed & card.bit() == 0 {
                listed |= card.bit();
                menu.push(Move::Card(card));
            }
            left &= left - 1;
        }
    }

    /// What a fighter may not select.
    #[inline]
    fn forbidden(&self, state: &State, seat: Seat) -> u32 {
        self.blanks[seat] | if state.open.locked.has(seat) { self.attacks } else { 0 }
    }

    pub(super) fn has_legal_card(&self, state: &State, seat: Seat) -> bool {
        let forbidden = self.forbidden(state, seat);
        let hand = self.hand(state, seat);
        (0..16).any(|place| hand >> place & 1 == 1 && self.card_at(state, seat, place).bit() & forbidden == 0)
    }

    /// The places of all cards of the deck in play, and of the Switches.
    #[inline]
    fn all_places(&self, state: &State, seat: Seat) -> u16 {
        let deck = (1_u16 << self.deck(state, seat).len()) - 1;
        let monsters = self.rules.mode == Mode::Monsters;
        let switches = if monsters { (1_u16 << self.rules.monsters.switches.len()) - 1 } else { 0 };
        deck | switches << DECK
    }

    /// The places of the hand: cards that are not disabled. (Queued ones are told by the queue.)
    #[inline]
    pub(super) fn hand(&self, state: &State, seat: Seat) -> u16 {
        self.all_places(state, seat) & !state.disabled[seat].cards[self.monster(state, seat)]
    }

    /// The card at this place of the hand; places after the deck's are those of the Switches.
    #[inline]
    pub(super) fn card_at(&self, state: &State, seat: Seat, place: usize) -> MoveId {
        match place.checked_sub(DECK) {
            None => self.deck(state, seat).get(place).copied().unwrap_or_default(),
            Some(nth) => self.rules.monsters.switches.get(nth).copied().unwrap_or_default(),
        }
    }

    /// T5.2: the first seat from here that may pass ↑ and has somebody to pass it to.
    #[inline]
    fn may_pass(&self, state: &mut State, from: usize) -> Next {
        let open = &state.open;
        for seat in open.now.may_pass.both(open.standing) {
            if seat.index() < from || open.fighters[seat].charges == 0 {
                continue;
            }
            if !self.may_receive(state, seat).is_empty() {
                state.open.stage = Stage::PassCharge(seat);
                return Next::Wait;
            }
        }
        Next::Give(0)
    }

    /// Who may receive a ↑ of this fighter.
    fn may_receive(&self, state: &State, seat: Seat) -> Seats {
        let open = &state.open;
        let among = match self.rules.charge_pass {
            ChargePass::Any => open.standing,
            ChargePass::Allies if self.rules.mode == Mode::Team => {
                open.standing.both(super::fight::team(seat))
            }
            ChargePass::Allies | ChargePass::None => Seats::NONE,
        };
        let below = |other: &Seat| open.fighters[*other].charges < self.rules.max_charges;
        among.without(seat).into_iter().filter(below).collect()
    }

    fn pass_charge<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        choice: Move,
        watch: &mut W,
    ) -> Next {
        if let Move::Pass(to) = choice {
            state.open.fighters[seat].charges -= 1;
            state.open.fighters[to].charges += 1;
            watch.saw(Event::Passes { who: state.who(seat), to: state.who(to) });
        }
        Next::Pass(seat.index() + 1)
    }

    /// T5.3: the first Spirit from here whose card matches one of an opponent.
    #[inline]
    fn may_give(&self, state: &mut State, from: usize) -> Next {
        let open = &state.open;
        for seat in open.now.ghosts {
            if seat.index() < from {
                continue;
            }
            let letter = self.card(open.fighters[seat].card).letter;
            let mates = super::fight::team(seat);
            let opponents = minus(open.standing, mates).both(open.now.revealed);
            let matches = |other: Seat| letter.is_in(self.card(open.fighters[other].card).letter.bit());
            let mate = open.standing.both(mates).lowest();
            let below = mate.is_some_and(|mate| open.fighters[mate].charges < self.rules.max_charges);
            if below && opponents.into_iter().any(matches) {
                state.open.stage = Stage::SpiritGive(seat);
                return Next::Wait;
            }
        }
        Next::Combos
    }

    fn give_charge<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        choice: Move,
        watch: &mut W,
    ) -> Next {
        let mate = state.open.standing.both(super::fight::team(seat)).lowest();
        if let (Move::Yes, Some(mate)) = (choice, mate) {
            state.open.fighters[mate].charges += 1;
            watch.saw(Event::Gives { who: state.who(seat), to: state.who(mate) });
        }
        Next::Give(seat.index() + 1)
    }

    /// T5.4 and T6: combos without a further card are complete; new ones are queued.
    #[inline]
    fn begin_combos<W: Watch<Event>>(&self, state: &mut State, watch: &mut W) -> Next {
        for seat in state.open.combos {
            if state.open.fighters[seat].queued == 0 {
                state.open.combos = state.open.combos.without(seat);
                watch.saw(Event::ComboDone { who: state.who(seat) });
            }
        }
        let open = &mut state.open;
        let taunting = minus(open.now.may_taunt.both(open.standing), open.down);
        if taunting.is_empty() {
            return Next::End;
        }
        open.now.may_taunt = taunting;
        open.stage = Stage::Combo;
        state.queueing = taunting;
        for seat in taunting {
            state.secrets[seat].queue = Queue::default();
        }
        Next::Wait
    }

    /// T6: each puts one card more into the queue, or stops.
    fn queue_up<W: Watch<Event>>(&self, state: &mut State, chosen: &Chosen<Move>, watch: &mut W) -> Next {
        for seat in chosen.seats() {
            let mut goes_on = false;
            if let Move::Card(card) = chosen.by(seat) {
                let hand = self.hand(state, seat) & !state.secrets[seat].queue.mask();
                let mut places = 0..16_u8;
                let held = |place: &u8| {
                    hand >> place & 1 == 1 && self.card_at(state, seat, usize::from(*place)) == card
                };
                if let Some(place) = places.find(held) {
                    let queue = &mut state.secrets[seat].queue;
                    queue.push(place);
                    let limit = usize::from(self.rules.combo_limit);
                    goes_on = usize::from(place) < DECK && (limit == 0 || queue.len() < limit);
                }
            }
            if !goes_on {
                state.queueing = state.queueing.without(seat);
            }
        }
        if !state.queueing.is_empty() {
            return Next::Wait;
        }
        for seat in state.open.now.may_taunt {
            let n_cards = u8::try_from(state.secrets[seat].queue.len()).unwrap_or(0);
            if n_cards > 0 {
                state.open.fighters[seat].queued = n_cards;
                state.open.combos = state.open.combos.with(seat);
                watch.saw(Event::ComboBegins { who: state.who(seat), n_cards });
            }
        }
        Next::End
    }

    /// T7: the knocked down regain tokens, Peril may pass, locks move on.
    #[inline]
    fn end_turn<W: Watch<Event>>(&self, state: &mut State, watch: &mut W) -> Next {
        for seat in state.open.down {
            self.regain_tokens(state, seat, watch);
        }
        if self.rules.recovery == Recovery::OverTime {
            for seat in state.open.standing {
                self.recover(state, seat, watch);
            }
        }
        let open = &mut state.open;
        open.locked = open.locks;
        open.locks = Seats::NONE;
        if open.turn >= self.rules.max_turns {
            return over(state, Outcome::Stalemate, watch);
        }
        Next::Turn
    }

    fn regain_tokens<W: Watch<Event>>(&self, state: &mut State, seat: Seat, watch: &mut W) {
        let open = &mut state.open;
        let opponents = match self.rules.mode {
            Mode::Team => minus(open.standing, super::fight::team(seat)),
            _ => open.standing.without(seat),
        };
        let factor = if opponents.len() >= 2 { self.rules.regen_factor } else { 1 };
        let fighter = &mut open.fighters[seat];
        let most = self.rules.characters[usize::from(fighter.character)].block_tokens;
        fighter.tokens = most.min(fighter.tokens + self.rules.regen * factor);
        let up = fighter.tokens == most;
        let tokens = fighter.tokens;
        if up {
            open.down = open.down.without(seat);
        }
        watch.saw(Event::Regains { who: state.who(seat), tokens, up });
    }

    /// The variant of clause 6.9: cards come back after as many turns as Recovery says.
    fn recover<W: Watch<Event>>(&self, state: &mut State, seat: Seat, watch: &mut W) {
        let who = state.who(seat);
        let disabled = &mut state.disabled[seat];
        for monster in 0..3 {
            for place in 0..DECK {
                let turns = disabled.recovers[monster] >> (4 * place) & 15;
                if turns > 0 {
                    disabled.recovers[monster] -= 1 << (4 * place);
                }
                if turns == 1 {
                    disabled.cards[monster] &= !(1 << place);
                    let deck = &self.decks_of(&state.trainers, &state.open, seat)[monster];
                    let card = deck.get(place).copied().unwrap_or_default();
                    watch.saw(Event::Recovers { who, card });
                }
            }
        }
    }

    /// Gains ↑, as many as the cap allows.
    #[inline]
    pub(super) fn gain_charge<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        gain: u8,
        watch: &mut W,
    ) {
        let fighter = &mut state.open.fighters[seat];
        let charges = self.rules.max_charges.min(fighter.charges + gain).max(fighter.charges);
        if charges > fighter.charges {
            fighter.charges = charges;
            watch.saw(Event::Gains { who: state.who(seat), charges });
        }
    }
}
