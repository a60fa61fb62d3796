//! A turn, step by step: selection (T1), reveal (T2), the Act phase (T3, in [`act`](super::act)), defeat (T4,
//! in [`fight`](super::fight)), what follows it (T5), new combos (T6), the end (T7). Clause numbers are those
//! of RULES.md.

use super::Taunt;
use super::fight::{end_game, team};
use super::moves::DECK;
use super::rules::{Mode, Recovery, RunHits};
use super::state::{Move, Now, Open, Phase, State};
use super::story::Event;
use crate::model::{Ask, JointMove, Observer, Outcome, Seat, Seats, Status};

/// How a turn goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// T3: the next block executes, or the one that is executing goes on.
    Act,
    /// T4: fighters are defeated.
    Defeat,
    /// T5.1: combos gain ↑.
    ChargeCombos,
    /// T5.2 and T5.3: ↑ are passed and given.
    PassCharges,
    /// T5.4 and T6: combos end and begin.
    Combos,
    /// T7: the turn ends.
    EndTurn,
    /// A new turn begins.
    BeginTurn,
    /// T1: cards are selected.
    Select,
    /// Not before somebody has chosen, or not at all, because the game is over.
    Ask,
}

impl Taunt {
    /// Clause 4: turn after turn, until the game is over or the asker pauses it.
    pub(super) fn play_turns(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        observer: &mut impl Observer<Event>,
    ) -> Status {
        // As `Ask::choose_all` does, but without a copy of the choices: worth a tenth of a game.
        let mut chosen = JointMove::default();
        loop {
            chosen.clear();
            for seat in state.asked {
                let Some(mv) = ask.choose(self, state, seat) else {
                    return Status::Choose(state.asked);
                };
                chosen.set(seat, mv);
            }
            let step = match state.open.phase {
                Phase::Select => self.reveal(state, &chosen, observer),
                Phase::Combo => self.queue_cards(state, &chosen, observer),
                // Nobody was asked.
                Phase::Over(outcome) => return Status::Over(outcome),
                _ => self.carry_out(state, &chosen, observer),
            };
            if step != Step::Ask {
                self.play_to_decision(state, step, observer);
            }
        }
    }

    /// Takes step after step, each of which leads to one further down, until somebody must choose or the game
    /// is over.
    #[inline]
    pub(super) fn play_to_decision(
        &self,
        state: &mut State,
        mut step: Step,
        observer: &mut impl Observer<Event>,
    ) {
        if step == Step::Act {
            step = self.act(state, observer);
        }
        if step == Step::Defeat {
            step = self.defeat(state, observer);
        }
        if step == Step::ChargeCombos {
            step = self.charge_combos(state, observer);
        }
        if step == Step::PassCharges {
            step = self.may_pass(state);
        }
        if step == Step::Combos {
            step = self.end_and_begin_combos(state, observer);
        }
        if step == Step::EndTurn {
            step = self.end_turn(state, observer);
        }
        if step == Step::BeginTurn {
            step = self.begin_turn(state, observer);
        }
        if step == Step::Select {
            Self::select(state);
        }
    }

    /// Carries out the choices of all who were asked, other than for cards of their hands.
    fn carry_out(
        &self,
        state: &mut State,
        chosen: &JointMove<Move>,
        observer: &mut impl Observer<Event>,
    ) -> Step {
        match state.open.phase {
            Phase::Partition { picks } => self.put_into_decks(state, picks, chosen, observer),
            Phase::Lead => self.lead(state, chosen, observer),
            Phase::Burn => {
                // Burning is decided before the selection, and shown with it.
                for seat in chosen.seats() {
                    state.secrets[seat].burns = chosen.by(seat) == Move::Yes;
                }
                Step::Select
            }
            Phase::Order => {
                for seat in chosen.seats() {
                    self.take_place(state, seat, chosen.by(seat), observer);
                }
                self.order(state)
            }
            Phase::RunMarkers => {
                for seat in chosen.seats() {
                    self.change_markers(state, seat, chosen.by(seat), observer);
                }
                if self.rules.run_hits == RunHits::After {
                    self.hit_all(state, observer);
                }
                Step::Act
            }
            Phase::Position { target } => {
                for attacker in chosen.seats() {
                    self.choose_position(state, attacker, target, chosen.by(attacker), observer);
                }
                Step::Act
            }
            Phase::PassCharge => {
                for seat in chosen.seats() {
                    self.pass_charge(state, seat, chosen.by(seat), observer);
                }
                Step::PassCharges
            }
            Phase::SpiritGive => {
                for seat in chosen.seats() {
                    self.give_charge(state, seat, chosen.by(seat), observer);
                }
                Step::PassCharges
            }
            Phase::Select | Phase::Combo | Phase::Over(_) => Step::Ask,
        }
    }

    /// T1: a new turn begins; Wampires may burn blood before the selection.
    fn begin_turn(&self, state: &mut State, observer: &mut impl Observer<Event>) -> Step {
        let open = &mut state.open;
        open.turn += 1;
        open.now = Now::default();
        let near = self.rules.mode.is_for_two() && open.near[Seat::FIRST].has(Seat::SECOND);
        observer.on_event(Event::Status { number: open.turn, near });
        let burners = self.may_burn(open);
        if burners.is_empty() { Step::Select } else { state.ask(burners, Phase::Burn) }
    }

    /// Fighters who are free to select a card.
    fn selecting(open: &Open) -> Seats {
        open.standing.minus(open.down.union(open.combos))
    }

    /// Who of those who select may burn blood before.
    pub(super) fn may_burn(&self, open: &Open) -> Seats {
        let may_burn = |seat: &Seat| {
            let fighter = &open.fighters[*seat];
            fighter.damage > self.rules.wampires.burn && fighter.charges < self.rules.max_charges
        };
        if !self.rules.wampires.can_burn() {
            return Seats::NONE;
        }
        Self::selecting(open).into_iter().filter(may_burn).collect()
    }

    /// T1: fighters and Spirits select; nobody, if all are knocked down or in a combo.
    fn select(state: &mut State) {
        let seats = Self::selecting(&state.open).union(state.open.spirits);
        state.ask(seats, Phase::Select);
    }

    /// T2: burnt blood is paid, the next cards of combos and those that were selected are revealed, and
    /// their levels are fixed.
    fn reveal(
        &self,
        state: &mut State,
        selected: &JointMove<Move>,
        observer: &mut impl Observer<Event>,
    ) -> Step {
        let mut revealed = Seats::NONE;
        let can_burn = self.rules.wampires.can_burn();
        for seat in state.open.standing {
            let (who, queued) = (state.who(seat), state.open.combos.has(seat));
            if can_burn {
                self.pay_blood(state, seat, observer);
            }
            let mv = match selected.get(seat) {
                Some(mv) => mv,
                None if queued => self.next_queued(state, seat),
                None => Move::Nothing,
            };
            let Move::Card(card) = mv else {
                state.open.fighters[seat].last = None;
                observer.on_event(Event::Idles { who, down: state.open.down.has(seat) });
                continue;
            };
            revealed = revealed.with(seat);
            let fighter = &mut state.open.fighters[seat];
            let level = fighter.charges;
            (fighter.card, fighter.level, fighter.last) = (card, level, Some(card));
            let (order, attack) = (self.card(card).order % 16, self.card(card).is_attack());
            let now = &mut state.open.now;
            now.by_order[usize::from(order)] = now.by_order[usize::from(order)].with(seat);
            now.orders_left |= 1 << order;
            observer.on_event(Event::Reveals { who, card, level, attack, queued });
        }
        state.open.now.revealed = revealed;
        state.open.now.pending = revealed;
        for seat in state.open.spirits {
            if let Some(Move::Card(card)) = selected.get(seat) {
                let fighter = &mut state.open.fighters[seat];
                (fighter.card, fighter.level) = (card, 0);
                state.open.now.ghosts = state.open.now.ghosts.with(seat);
                observer.on_event(Event::Haunts { who: state.who(seat), card });
            }
        }
        if self.has_monsters() {
            self.show_cards(state);
        }
        Step::Act
    }

    /// Burnt blood is paid, its ↑ gained.
    fn pay_blood(&self, state: &mut State, seat: Seat, observer: &mut impl Observer<Event>) {
        if std::mem::take(&mut state.secrets[seat].burns) {
            let blood = self.rules.wampires.burn;
            let fighter = &mut state.open.fighters[seat];
            fighter.damage -= blood;
            fighter.charges += 1;
            let left = fighter.damage;
            observer.on_event(Event::Burns { who: state.who(seat), blood, left });
        }
    }

    /// T5.2: the next fighter that may pass ↑ and has somebody to pass it to.
    fn may_pass(&self, state: &mut State) -> Step {
        for seat in state.open.now.may_pass.both(state.open.standing) {
            state.open.now.may_pass = state.open.now.may_pass.without(seat);
            if state.open.fighters[seat].charges > 0 && !self.may_receive(state, seat).is_empty() {
                return state.ask(Seats::only(seat), Phase::PassCharge);
            }
        }
        self.may_give(state)
    }

    fn pass_charge(&self, state: &mut State, seat: Seat, choice: Move, observer: &mut impl Observer<Event>) {
        if let Move::Pass(to) = choice {
            state.open.fighters[seat].charges -= 1;
            state.open.fighters[to].charges += 1;
            observer.on_event(Event::Passes { who: state.who(seat), to: state.who(to) });
        }
    }

    /// T5.3: the next Spirit whose card matches one of an opponent.
    fn may_give(&self, state: &mut State) -> Step {
        for seat in state.open.now.ghosts {
            state.open.now.ghosts = state.open.now.ghosts.without(seat);
            if self.can_give(&state.open, seat) {
                return state.ask(Seats::only(seat), Phase::SpiritGive);
            }
        }
        Step::Combos
    }

    /// Does this Spirit's card have the letter of an opponent's, and can its teammate take ↑?
    fn can_give(&self, open: &Open, seat: Seat) -> bool {
        let letter = self.card(open.fighters[seat].card).letter;
        let mates = team(seat);
        let opponents = open.standing.minus(mates).both(open.now.revealed);
        let matches = |other: Seat| letter.is_in(self.card(open.fighters[other].card).letter.bit());
        let mate = open.standing.both(mates).lowest();
        mate.is_some_and(|mate| open.fighters[mate].charges < self.rules.max_charges)
            && opponents.into_iter().any(matches)
    }

    fn give_charge(&self, state: &mut State, seat: Seat, choice: Move, observer: &mut impl Observer<Event>) {
        let mate = state.open.standing.both(team(seat)).lowest();
        if let (Move::Yes, Some(mate)) = (choice, mate) {
            state.open.fighters[mate].charges += 1;
            observer.on_event(Event::Gives { who: state.who(seat), to: state.who(mate) });
        }
    }

    /// T7: the knocked down regain tokens, cards may recover, locks move on.
    pub(super) fn end_turn(&self, state: &mut State, observer: &mut impl Observer<Event>) -> Step {
        for seat in state.open.down {
            self.regain_tokens(state, seat, observer);
        }
        if self.rules.recovery == Recovery::OverTime {
            for seat in state.open.standing {
                self.recover(state, seat, observer);
            }
        }
        let open = &mut state.open;
        open.locked = open.locks;
        open.locks = Seats::NONE;
        if open.turn >= self.rules.max_turns {
            return end_game(state, Outcome::Stalemate, observer);
        }
        Step::BeginTurn
    }

    fn regain_tokens(&self, state: &mut State, seat: Seat, observer: &mut impl Observer<Event>) {
        let open = &mut state.open;
        let opponents = match self.rules.mode {
            Mode::Team => open.standing.minus(team(seat)),
            _ => open.standing.without(seat),
        };
        let factor = if opponents.len() >= 2 { self.rules.regen_factor } else { 1 };
        let fighter = &mut open.fighters[seat];
        let most = self.character(fighter.character).block_tokens;
        fighter.tokens = most.min(fighter.tokens + self.rules.regen * factor);
        let up = fighter.tokens == most;
        let tokens = fighter.tokens;
        if up {
            open.down = open.down.without(seat);
        }
        observer.on_event(Event::Regains { who: state.who(seat), tokens, up });
    }

    /// The variant of clause 6.9: cards come back after as many turns as Recovery says.
    fn recover(&self, state: &mut State, seat: Seat, observer: &mut impl Observer<Event>) {
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
                    let card = self.decks_of(&state.trainers, &state.open, seat)[monster].card(place);
                    observer.on_event(Event::Recovers { who, card });
                }
            }
        }
    }

    /// Gains ↑, as many as the cap allows.
    pub(super) fn gain_charge(
        &self,
        state: &mut State,
        seat: Seat,
        gain: u8,
        observer: &mut impl Observer<Event>,
    ) {
        let fighter = &mut state.open.fighters[seat];
        let charges = self.rules.max_charges.min(fighter.charges + gain);
        let gains = charges > fighter.charges;
        fighter.charges = charges;
        if gains {
            observer.on_event(Event::Gains { who: state.who(seat), charges });
        }
    }
}
