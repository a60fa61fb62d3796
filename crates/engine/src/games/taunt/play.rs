//! A turn, step by step: selection (T1), reveal (T2), the Act phase (T3, in [`act`](super::act)), defeat (T4,
//! in [`fight`](super::fight)), its consequences (T5), new combos (T6), the end (T7). The clause numbers are
//! those of RULES.md.

use super::Taunt;
use super::fight::{end_game, team};
use super::moves::{LevelledMove, MAX_DECK};
use super::rules::{ChargeLoss, Mode, Recovery};
use super::state::{Move, Now, Open, Phase, State};
use super::story::Event;
use crate::model::{Ask, JointMove, Observer, Outcome, Seat, Seats, Status};

/// The steps of a turn with decisions, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Step {
    /// Clause 3.2.
    Partition,
    /// Clause 3.3.
    Lead,
    /// T1 and T2.
    Select,
    /// T3.
    Act,
    /// T5.2.
    PassCharge,
    /// T5.3.
    SpiritGive,
    /// T6.
    QueueCards,
}

impl Step {
    /// The step with this decision.
    const fn of(phase: Phase) -> Self {
        match phase {
            Phase::Partition { .. } => Self::Partition,
            Phase::Lead => Self::Lead,
            Phase::Burn | Phase::Select => Self::Select,
            Phase::Order | Phase::RunMarkers | Phase::Position { .. } => Self::Act,
            Phase::PassCharge => Self::PassCharge,
            Phase::SpiritGive => Self::SpiritGive,
            Phase::Combo | Phase::Over(_) => Self::QueueCards,
        }
    }
}

impl Taunt {
    /// Clause 4: turn after turn, until the game is over or the asker pauses it.
    pub(super) fn play_turns(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        observer: &mut impl Observer<Event>,
    ) -> Status {
        loop {
            if let Phase::Over(outcome) = state.open.phase {
                return Status::Over(outcome);
            }
            if self.play_turn(state, ask, observer).is_none() {
                return Status::Choose(state.asked);
            }
        }
    }

    /// Plays to the end of the turn. A step with a decision returns `None` to pause the game; the turn later
    /// continues with this step, which asks again.
    fn play_turn(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        observer: &mut impl Observer<Event>,
    ) -> Option<()> {
        let due = Step::of(state.open.phase);
        if due == Step::Partition {
            self.partition(state, ask, observer)?;
        }
        if due <= Step::Lead {
            self.lead(state, ask, observer)?;
        }
        if due <= Step::Select {
            self.select(state, ask, observer)?;
        }
        if due <= Step::Act {
            self.act(state, ask, observer)?;
            if self.rules.charge_loss == ChargeLoss::AfterAct {
                Self::lose_late(state, observer);
            }
            let fallen = state.open.now.felled.both(state.open.standing);
            if !fallen.is_empty() && !self.defeat(state, fallen, observer) {
                return Some(());
            }
            self.charge_combos(state, observer);
        }
        if due <= Step::PassCharge {
            self.pass_charges(state, ask, observer)?;
        }
        if due <= Step::SpiritGive {
            self.give_charges(state, ask, observer)?;
            Self::end_combos(state, observer);
        }
        self.queue_cards(state, ask, observer)?;
        self.end_turn(state, observer);
        Some(())
    }

    /// Asks one seat; `None` pauses the game.
    pub(super) fn ask_one(
        &self,
        state: &mut State,
        seat: Seat,
        phase: Phase,
        ask: &mut impl Ask<Self>,
    ) -> Option<Move> {
        state.ask(Seats::only(seat), phase);
        ask.choose(self, state, seat)
    }

    /// Starts a new turn with the selection (T1), before which Wampires may burn blood.
    pub(super) fn begin_turn(&self, state: &mut State, observer: &mut impl Observer<Event>) {
        let open = &mut state.open;
        open.turn += 1;
        open.now = Now::default();
        let near = self.rules.mode.is_for_two() && open.near[Seat::FIRST].has(Seat::SECOND);
        let positions = self.positions(open);
        observer.on_event(Event::Status { number: open.turn, near, positions });
        let burners = self.may_burn(open);
        if burners.is_empty() {
            Self::begin_selection(state);
        } else {
            state.ask(burners, Phase::Burn);
        }
    }

    /// Burning is decided before the selection and shown with it.
    fn burn(&self, state: &mut State, ask: &mut impl Ask<Self>) -> Option<()> {
        let mut chosen = JointMove::default();
        ask.choose_all(self, state, state.asked, &mut chosen)?;
        for seat in chosen.seats() {
            state.secrets[seat].burns = chosen.by(seat) == Move::Yes;
        }
        Self::begin_selection(state);
        Some(())
    }

    /// T1: fighters and Spirits select; nobody, if all are knocked down or in a combo.
    fn begin_selection(state: &mut State) {
        let seats = Self::selecting(&state.open).union(state.open.spirits);
        state.ask(seats, Phase::Select);
    }

    /// Fighters who are free to select a card.
    fn selecting(open: &Open) -> Seats {
        open.standing.minus(open.down.union(open.combos))
    }

    /// The seats among the selecting ones that may first burn blood.
    pub(super) fn may_burn(&self, open: &Open) -> Seats {
        let may_burn = |seat: &Seat| {
            let fighter = &open.fighters[*seat];
            self.is_wampire(*seat)
                && fighter.damage > self.rules.wampires.burn
                && fighter.charges < self.rules.max_charges
        };
        if !self.rules.wampires.can_burn() {
            return Seats::NONE;
        }
        Self::selecting(open).into_iter().filter(may_burn).collect()
    }

    /// T1: all select simultaneously; Wampires may first burn blood.
    fn select(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        observer: &mut impl Observer<Event>,
    ) -> Option<()> {
        if state.open.phase == Phase::Burn {
            self.burn(state, ask)?;
        }
        let mut selected = JointMove::default();
        ask.choose_all(self, state, state.asked, &mut selected)?;
        self.reveal(state, &selected, observer);
        Some(())
    }

    /// T2: pays burnt blood, reveals the next cards of combos and the selected cards, and fixes their levels.
    fn reveal(&self, state: &mut State, selected: &JointMove<Move>, observer: &mut impl Observer<Event>) {
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
            (fighter.revealed, fighter.last) = (LevelledMove::new(card, level), Some(card));
            let rule = self.revealed(fighter);
            let (order, attack) = (rule.order % 16, rule.is_attack());
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
                fighter.revealed = LevelledMove::new(card, 0);
                state.open.now.ghosts = state.open.now.ghosts.with(seat);
                observer.on_event(Event::Haunts { who: state.who(seat), card });
            }
        }
        if self.has_monsters() {
            self.show_cards(state);
        }
    }

    /// Pays burnt blood and gains its ↑.
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

    /// T5.2: the fighters that may pass ↑, and have a receiver, decide one after another.
    fn pass_charges(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        observer: &mut impl Observer<Event>,
    ) -> Option<()> {
        for seat in state.open.now.may_pass.both(state.open.standing) {
            if state.open.fighters[seat].charges > 0 && !self.may_receive(state, seat).is_empty() {
                let choice = self.ask_one(state, seat, Phase::PassCharge, ask)?;
                if let Move::Pass(to) = choice {
                    state.open.fighters[seat].charges -= 1;
                    state.open.fighters[to].charges += 1;
                    observer.on_event(Event::Passes { who: state.who(seat), to: state.who(to) });
                }
            }
            state.open.now.may_pass = state.open.now.may_pass.without(seat);
        }
        Some(())
    }

    /// T5.3: the Spirits whose card matches an opponent's card decide one after another whether to give ↑.
    fn give_charges(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        observer: &mut impl Observer<Event>,
    ) -> Option<()> {
        for seat in state.open.now.ghosts {
            if self.can_give(&state.open, seat) {
                let choice = self.ask_one(state, seat, Phase::SpiritGive, ask)?;
                let mate = state.open.standing.both(team(seat)).lowest();
                if let (Move::Yes, Some(mate)) = (choice, mate) {
                    state.open.fighters[mate].charges += 1;
                    observer.on_event(Event::Gives { who: state.who(seat), to: state.who(mate) });
                }
            }
            state.open.now.ghosts = state.open.now.ghosts.without(seat);
        }
        Some(())
    }

    /// Whether this Spirit's card has the letter of an opponent's card, and its teammate can receive ↑.
    fn can_give(&self, open: &Open, seat: Seat) -> bool {
        let letter = self.revealed(&open.fighters[seat]).letter;
        let mates = team(seat);
        let opponents = open.standing.minus(mates).both(open.now.revealed);
        let matches = |other: Seat| letter.is_in(self.revealed(&open.fighters[other]).letter.bit());
        let mate = open.standing.both(mates).lowest();
        mate.is_some_and(|mate| open.fighters[mate].charges < self.rules.max_charges)
            && opponents.into_iter().any(matches)
    }

    /// T7: knocked-down fighters regain tokens, cards may recover, and locks take effect. Then a new turn
    /// starts.
    fn end_turn(&self, state: &mut State, observer: &mut impl Observer<Event>) {
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
            end_game(state, Outcome::Stalemate, observer);
        } else {
            self.begin_turn(state, observer);
        }
    }

    fn regain_tokens(&self, state: &mut State, seat: Seat, observer: &mut impl Observer<Event>) {
        let open = &mut state.open;
        let opponents = match self.rules.mode {
            Mode::Team => open.standing.minus(team(seat)),
            _ => open.standing.without(seat),
        };
        let factor = if opponents.len() >= 2 { self.rules.regen_factor } else { 1 };
        let fighter = &mut open.fighters[seat];
        let most = self.most_tokens(seat, fighter.character);
        fighter.tokens = most.min(fighter.tokens + self.rules.regen * factor);
        let up = fighter.tokens == most;
        let tokens = fighter.tokens;
        if up {
            open.down = open.down.without(seat);
        }
        observer.on_event(Event::Regains { who: state.who(seat), tokens, up });
    }

    /// The variant of clause 6.9: cards return after the number of turns of the character's Recovery.
    fn recover(&self, state: &mut State, seat: Seat, observer: &mut impl Observer<Event>) {
        let who = state.who(seat);
        let disabled = &mut state.disabled[seat];
        for monster in 0..3 {
            for place in 0..MAX_DECK {
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

    /// Gains ↑ up to the cap.
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
