//! A turn: selection (T1), reveal (T2), what follows the Act phase (T5), new combos (T6), the end
//! (T7). Clause numbers are those of RULES.md.

use super::Taunt;
use super::deeds::{DeedId, Marks};
use super::fight::{over, team};
use super::moves::DECK;
use super::playout::{Answers, Later, Selection};
use super::rules::{Mode, Recovery};
use super::state::{Move, Now, Open, Phase, State};
use super::story::Event;
use crate::model::{JointMove, Observer, Outcome, Seat, Seats};

/// Where a turn goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// A new turn begins.
    Status,
    /// T1 and T2.
    Select,
    /// T3: the next block.
    Block,
    /// Clauses 6.2.2 to 6.2.7.
    Hits,
    /// Clause 6.2.8.
    Positions,
    /// Clauses 6.2.9 and 6.2.10.
    Effects,
    /// T4.
    Defeat,
    /// T5.1.
    AfterAct,
    /// T5.2.
    Pass,
    /// T5.3.
    Give,
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
    pub(super) fn proceed<W: Observer<Event>>(
        &self,
        state: &mut State,
        chosen: &JointMove<Move>,
        observer: &mut W,
    ) {
        let next = match state.open.phase {
            Phase::Select(_) => self.reveal(state, &mut &*chosen, observer),
            Phase::Combo => self.queue_up(state, chosen, observer),
            _ => self.take(state, chosen, observer),
        };
        self.run(state, next, observer);
    }

    /// Other choices than those of cards are made.
    #[inline(never)]
    pub(super) fn take<W: Observer<Event>>(
        &self,
        state: &mut State,
        chosen: &JointMove<Move>,
        observer: &mut W,
    ) -> Next {
        match state.open.phase {
            Phase::Select(_) | Phase::Combo | Phase::Over(_) => Next::Wait,
            Phase::Burn(_) => Self::decide_to_burn(state, chosen),
            Phase::Position { attacker, target } => {
                self.choose_position(state, attacker, target, chosen.only(), observer);
                Next::Positions
            }
            Phase::RunMarkers(_) => {
                for seat in chosen.seats() {
                    self.change_markers(state, seat, chosen.by(seat), observer);
                }
                self.after_runs()
            }
            Phase::Order(seat) => {
                self.take_place(state, seat, chosen.only(), observer);
                self.order(state, &mut Later, observer)
            }
            Phase::PassCharge(seat) => {
                self.pass_charge(state, seat, chosen.only(), observer);
                Next::Pass
            }
            Phase::SpiritGive(seat) => {
                self.give_charge(state, seat, chosen.only(), observer);
                Next::Give
            }
            Phase::Partition { picks } => self.put_into_decks(state, picks, chosen, observer),
            Phase::Lead => self.lead(state, chosen, observer),
        }
    }

    /// Plays on to the next decision or the end.
    #[inline(never)]
    pub(super) fn run<W: Observer<Event>>(&self, state: &mut State, mut next: Next, observer: &mut W) {
        while next != Next::Wait {
            next = self.go_on(state, next, &mut Later, observer);
        }
    }

    /// One step mostly leads to the one below it, which is why they are asked in turn: from the
    /// selection to the begin of the next turn.
    #[inline(always)]
    pub(super) fn go_on<A: Answers, W: Observer<Event>>(
        &self,
        state: &mut State,
        mut next: Next,
        answers: &mut A,
        observer: &mut W,
    ) -> Next {
        if next == Next::Select {
            next = self.select(state, answers, observer);
        }
        next = self.act(state, next, answers, observer);
        if next == Next::Defeat && is_quiet(&state.open) {
            next = Next::End;
        }
        if !matches!(next, Next::End | Next::Status | Next::Wait) {
            next = self.conclude(state, next, answers, observer);
        }
        if next == Next::End {
            next = self.end_turn(state, observer);
        }
        if next == Next::Status {
            next = self.begin_turn(state, answers, observer);
        }
        next
    }

    /// T4 to T6: what may follow the Act phase.
    #[inline(never)]
    fn conclude<A: Answers, W: Observer<Event>>(
        &self,
        state: &mut State,
        mut next: Next,
        answers: &mut A,
        observer: &mut W,
    ) -> Next {
        if next == Next::Defeat {
            next = self.defeat(state, observer);
        }
        if next == Next::AfterAct {
            next = self.reward_combos(state, observer);
        }
        if next == Next::Pass {
            next = self.may_pass(state, answers, observer);
        }
        if next == Next::Give {
            next = self.may_give(state, answers, observer);
        }
        if next == Next::Combos {
            next = self.begin_combos(state, answers, observer);
        }
        next
    }

    /// T1: a new turn begins; blood may be burnt before the selection.
    #[inline]
    fn begin_turn<A: Answers, W: Observer<Event>>(
        &self,
        state: &mut State,
        answers: &mut A,
        observer: &mut W,
    ) -> Next {
        let open = &mut state.open;
        open.turn += 1;
        open.now = Now::default();
        let near = self.rules.mode.is_for_two() && open.near[Seat::FIRST].has(Seat::SECOND);
        observer.on_event(Event::Status { number: open.turn, near });
        if self.burn > 0 && answers.at_once().is_none() {
            let burners = self.may_burn(open);
            if !burners.is_empty() {
                return state.ask(burners, Phase::Burn(burners));
            }
        }
        Next::Select
    }

    /// Fighters who are free to select a card.
    #[inline]
    fn selecting(open: &Open) -> Seats {
        open.standing.minus(open.down.union(open.combos))
    }

    /// Who of those who select may burn blood before.
    #[cold]
    fn may_burn(&self, open: &Open) -> Seats {
        let may_burn = |seat: &Seat| {
            let fighter = &open.fighters[*seat];
            fighter.damage > self.burn && fighter.charges < self.rules.max_charges
        };
        Self::selecting(open).into_iter().filter(may_burn).collect()
    }

    /// Burning is decided before the selection, and shown with it.
    fn decide_to_burn(state: &mut State, chosen: &JointMove<Move>) -> Next {
        for seat in chosen.seats() {
            state.secrets[seat].burns = chosen.by(seat) == Move::Yes;
        }
        Next::Select
    }

    /// T1: who selects.
    #[inline(always)]
    fn select<A: Answers, W: Observer<Event>>(
        &self,
        state: &mut State,
        answers: &mut A,
        observer: &mut W,
    ) -> Next {
        let asked = Self::selecting(&state.open).union(state.open.spirits);
        state.asked = asked;
        let Some(mut random) = answers.at_once() else {
            if asked.is_empty() {
                return self.reveal(state, &mut &JointMove::nothing(), observer);
            }
            return state.ask(asked, Phase::Select(asked));
        };
        if self.burn > 0 {
            let burners = self.may_burn(&state.open);
            for seat in burners {
                let choice = random.choose(self, state, seat, Phase::Burn(burners));
                state.secrets[seat].burns = choice == Move::Yes;
            }
        }
        self.reveal(state, &mut random, observer)
    }

    /// T2: burnt blood is paid, the next cards of combos and those that are selected are revealed, their
    /// levels are fixed.
    #[inline(always)]
    pub(super) fn reveal<W: Observer<Event>>(
        &self,
        state: &mut State,
        selection: &mut impl Selection,
        observer: &mut W,
    ) -> Next {
        let (mut revealed, mut ranks_left) = (Seats::NONE, 0);
        for seat in state.open.standing {
            let (who, queued) = (state.who(seat), state.open.combos.has(seat));
            if self.burn > 0 {
                self.pay_blood(state, seat, observer);
            }
            let mv = if state.asked.has(seat) {
                selection.of(self, state, seat)
            } else if queued {
                self.next_queued(state, seat)
            } else {
                Move::Nothing
            };
            let Move::Card(card) = mv else {
                state.open.fighters[seat].last = None;
                observer.on_event(Event::Idles { who, down: state.open.down.has(seat) });
                continue;
            };
            revealed = revealed.with(seat);
            let fighter = &mut state.open.fighters[seat];
            let level = fighter.charges;
            (fighter.deed, fighter.last) = (DeedId::new(card, level), Some(card));
            let deed = self.deed(fighter);
            let rank = deed.order % 16;
            state.open.now.ranks[usize::from(rank)] = state.open.now.ranks[usize::from(rank)].with(seat);
            ranks_left |= 1 << rank;
            observer.on_event(Event::Reveals {
                who,
                card,
                level,
                attack: deed.marks.has(Marks::ATTACK),
                queued,
            });
        }
        state.open.now.ranks_left = ranks_left;
        state.open.now.revealed = revealed;
        state.open.now.pending = revealed;
        if !state.open.spirits.is_empty() {
            self.haunt(state, selection, observer);
        }
        if self.has_monsters() {
            self.show_cards(state);
        }
        Next::Block
    }

    /// Spirits show the cards that they select.
    #[cold]
    fn haunt<W: Observer<Event>>(&self, state: &mut State, selection: &mut impl Selection, observer: &mut W) {
        for seat in state.open.spirits {
            if let Move::Card(card) = selection.of(self, state, seat) {
                state.open.fighters[seat].deed = DeedId::new(card, 0);
                let after = &mut state.open.now.after;
                (after.ghosts, after.any) = (after.ghosts.with(seat), after.any.with(seat));
                observer.on_event(Event::Haunts { who: state.who(seat), card });
            }
        }
    }

    /// Burnt blood is paid, its ↑ gained.
    #[cold]
    fn pay_blood<W: Observer<Event>>(&self, state: &mut State, seat: Seat, observer: &mut W) {
        if std::mem::take(&mut state.secrets[seat].burns) {
            let fighter = &mut state.open.fighters[seat];
            fighter.damage -= self.burn;
            fighter.charges += 1;
            let left = fighter.damage;
            observer.on_event(Event::Burns { who: state.who(seat), blood: self.burn, left });
        }
    }

    /// T5.2: the seats that may pass ↑ and have somebody to pass it to, one after another.
    #[inline]
    fn may_pass<A: Answers, W: Observer<Event>>(
        &self,
        state: &mut State,
        answers: &mut A,
        observer: &mut W,
    ) -> Next {
        for seat in state.open.now.after.may_pass.both(state.open.standing) {
            state.open.now.after.may_pass = state.open.now.after.may_pass.without(seat);
            // Who answers at once and can pass to nobody keeps it unasked.
            if state.open.fighters[seat].charges > 0
                && (answers.at_once().is_some() || !self.may_receive(state, seat).is_empty())
            {
                let due = Phase::PassCharge(seat);
                let Some(choice) = self.ask(state, seat, due, answers) else { return Next::Wait };
                self.pass_charge(state, seat, choice, observer);
            }
        }
        Next::Give
    }

    fn pass_charge<W: Observer<Event>>(&self, state: &mut State, seat: Seat, choice: Move, observer: &mut W) {
        if let Move::Pass(to) = choice {
            state.open.fighters[seat].charges -= 1;
            state.open.fighters[to].charges += 1;
            observer.on_event(Event::Passes { who: state.who(seat), to: state.who(to) });
        }
    }

    /// T5.3: the Spirits whose card matches one of an opponent, one after another.
    #[inline]
    fn may_give<A: Answers, W: Observer<Event>>(
        &self,
        state: &mut State,
        answers: &mut A,
        observer: &mut W,
    ) -> Next {
        for seat in state.open.now.after.ghosts {
            state.open.now.after.ghosts = state.open.now.after.ghosts.without(seat);
            if self.can_give(&state.open, seat) {
                let due = Phase::SpiritGive(seat);
                let Some(choice) = self.ask(state, seat, due, answers) else { return Next::Wait };
                self.give_charge(state, seat, choice, observer);
            }
        }
        Next::Combos
    }

    /// Does this Spirit's card match one of an opponent, and its teammate take ↑?
    fn can_give(&self, open: &Open, seat: Seat) -> bool {
        let letter = self.card(open.fighters[seat].card()).letter;
        let mates = team(seat);
        let opponents = open.standing.minus(mates).both(open.now.revealed);
        let matches = |other: Seat| letter.is_in(self.deed(&open.fighters[other]).letter.bit());
        let mate = open.standing.both(mates).lowest();
        mate.is_some_and(|mate| open.fighters[mate].charges < self.rules.max_charges)
            && opponents.into_iter().any(matches)
    }

    fn give_charge<W: Observer<Event>>(&self, state: &mut State, seat: Seat, choice: Move, observer: &mut W) {
        let mate = state.open.standing.both(team(seat)).lowest();
        if let (Move::Yes, Some(mate)) = (choice, mate) {
            state.open.fighters[mate].charges += 1;
            observer.on_event(Event::Gives { who: state.who(seat), to: state.who(mate) });
        }
    }

    /// T7: the knocked down regain tokens, Peril may pass, locks move on.
    #[inline(always)]
    fn end_turn<W: Observer<Event>>(&self, state: &mut State, observer: &mut W) -> Next {
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
            return over(state, Outcome::Stalemate, observer);
        }
        Next::Status
    }

    fn regain_tokens<W: Observer<Event>>(&self, state: &mut State, seat: Seat, observer: &mut W) {
        let open = &mut state.open;
        let opponents = match self.rules.mode {
            Mode::Team => open.standing.minus(team(seat)),
            _ => open.standing.without(seat),
        };
        let factor = if opponents.len() >= 2 { self.rules.regen_factor } else { 1 };
        let fighter = &mut open.fighters[seat];
        let most = self.kit(fighter.character).tokens;
        fighter.tokens = most.min(fighter.tokens + self.rules.regen * factor);
        let up = fighter.tokens == most;
        let tokens = fighter.tokens;
        if up {
            open.down = open.down.without(seat);
        }
        observer.on_event(Event::Regains { who: state.who(seat), tokens, up });
    }

    /// The variant of clause 6.9: cards come back after as many turns as Recovery says.
    fn recover<W: Observer<Event>>(&self, state: &mut State, seat: Seat, observer: &mut W) {
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
                    observer.on_event(Event::Recovers { who, card });
                }
            }
        }
        self.lay_out(state, seat);
    }

    /// Gains ↑, as many as the cap allows.
    #[inline]
    pub(super) fn gain_charge<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        gain: u8,
        observer: &mut W,
    ) {
        let fighter = &mut state.open.fighters[seat];
        let charges = self.rules.max_charges.min(fighter.charges + gain).max(fighter.charges);
        let gains = charges > fighter.charges;
        fighter.charges = charges;
        if gains {
            observer.on_event(Event::Gains { who: state.who(seat), charges });
        }
    }
}

/// Is nobody felled, in a combo, or able to pass ↑, to give it or to taunt?
#[inline]
fn is_quiet(open: &Open) -> bool {
    open.combos.union(open.now.after.any).is_empty()
}
