//! The Act phase (T3): ties and blocks (6.1), the execution of a block (6.2), Position, Runs and own effects;
//! the cancellation between moves of equal level (6.6). The hits are in [`hits`](super::hits).

use super::Taunt;
use super::moves::{Guard, KeepCharges, LEVELS, Switch};
use super::rules::{EqualLevelCancel, Mode, RunHits, Scope};
use super::state::{Block, Disabled, Move, Open, Phase, State};
use super::story::Event;
use crate::model::{Ask, JointMove, Observer, Seat, Seats};

impl Taunt {
    /// T3: executes block after block.
    pub(super) fn act(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        observer: &mut impl Observer<Event>,
    ) -> Option<()> {
        loop {
            if state.open.now.block.members.is_empty() {
                let members = self.next_block(state, ask, observer)?;
                if members.is_empty() {
                    return Some(());
                }
                self.begin_block(state, members, observer);
            }
            self.execute(state, ask, observer)?;
        }
    }

    /// The next fighters to act; none if all have acted. Those with the lowest order number among the
    /// remaining ones form blocks by level. Members that have been interrupted drop out.
    fn next_block(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        observer: &mut impl Observer<Event>,
    ) -> Option<Seats> {
        loop {
            let now = &mut state.open.now;
            let block = if now.next_block < now.n_blocks {
                self.choose_places(state, ask, observer)?;
                let now = &mut state.open.now;
                now.next_block += 1;
                now.blocks[usize::from(now.next_block - 1) % LEVELS].both(now.pending)
            } else if now.orders_left != 0 {
                let tied = now.by_order[now.orders_left.trailing_zeros() as usize % 16].both(now.pending);
                now.orders_left &= now.orders_left - 1;
                if tied.len() > 1 {
                    self.split(&mut state.open, tied);
                    continue;
                }
                tied
            } else {
                return Some(Seats::NONE);
            };
            if !block.is_empty() {
                return Some(block);
            }
        }
    }

    /// Clause 6.1: tied fighters form blocks by level, the highest level first. The blocks choose their
    /// places if that matters.
    fn split(&self, open: &mut Open, tied: Seats) {
        let now = &mut open.now;
        (now.blocks, now.n_blocks, now.next_block) = ([Seats::NONE; LEVELS], 0, 0);
        let mut left = tied;
        while !left.is_empty() {
            let level = left.into_iter().map(|seat| open.fighters[seat].revealed.level()).max();
            let block = left
                .into_iter()
                .filter(|seat| Some(open.fighters[*seat].revealed.level()) == level)
                .collect();
            now.blocks[usize::from(now.n_blocks) % LEVELS] = block;
            now.n_blocks += 1;
            left = left.minus(block);
        }
        if now.n_blocks > 1 && tied.into_iter().any(|seat| self.revealed(&open.fighters[seat]).effect.matters)
        {
            (now.choosing, now.n_choosing) = (now.blocks, now.n_blocks);
            now.blocks = [Seats::NONE; LEVELS];
        }
    }

    /// Decision `order`: the blocks choose their places one after another; the last one gets the remaining
    /// place.
    fn choose_places(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        observer: &mut impl Observer<Event>,
    ) -> Option<()> {
        while state.open.now.n_choosing > 0 {
            let now = &mut state.open.now;
            let block = now.choosing[usize::from(now.n_blocks - now.n_choosing) % LEVELS];
            let seat = block.lowest().filter(|_| now.n_choosing > 1);
            let place = if let Some(seat) = seat {
                let choice = self.ask_one(state, seat, Phase::Order, ask)?;
                let place = if let Move::Place(place) = choice { place } else { 1 };
                observer.on_event(Event::TakesPlace { who: state.who(seat), place });
                usize::from(place.saturating_sub(1))
            } else {
                now.blocks.iter().position(|place| place.is_empty()).unwrap_or(0)
            };
            let now = &mut state.open.now;
            now.blocks[place % LEVELS] = block;
            now.n_choosing -= 1;
        }
        Some(())
    }

    /// Clause 6.2: the members of a block act simultaneously. Guards become active, and monsters are
    /// switched.
    fn begin_block(&self, state: &mut State, members: Seats, observer: &mut impl Observer<Event>) {
        let (mut guards, mut runners) = (Seats::NONE, Seats::NONE);
        for seat in members {
            let fighter = &state.open.fighters[seat];
            observer.on_event(Event::Executes { who: state.who(seat), card: fighter.revealed.card() });
            let (card, me) = (self.revealed(fighter), Seats::only(seat));
            guards = guards.union(me.when(card.guard != Guard::None));
            runners = runners.union(me.when(card.change_position));
            if card.switch != Switch::None {
                self.switch_monster(state, seat, observer);
            }
        }
        let open = &mut state.open;
        open.now.pending = open.now.pending.minus(members);
        open.now.guards = open.now.guards.union(guards);
        open.now.will_hit = true;
        open.now.block = Block { members, combos_then: open.combos, runners, ..Block::default() };
    }

    /// Clauses 6.2.2 to 6.2.10: the hits of the block, then the choices of Position, then the Runs, then own
    /// effects. In a variant of clause 6.9 the Runs come before the hits.
    fn execute(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        observer: &mut impl Observer<Event>,
    ) -> Option<()> {
        if state.open.now.will_hit {
            let runs_first = self.rules.run_hits == RunHits::After;
            if runs_first && !state.open.now.block.runners.is_empty() {
                self.run(state, ask, observer)?;
            }
            state.open.now.will_hit = false;
            self.hit_all(state, observer);
        }
        while state.open.now.block.choices != 0 {
            let choices = state.open.now.block.choices;
            let first = choices.trailing_zeros() as usize;
            let (attacker, target) = (Seat::new(first / 8), Seat::new(first % 8));
            let choice = self.ask_one(state, attacker, Phase::Position { target }, ask)?;
            self.choose_position(state, attacker, target, choice, observer);
            state.open.now.block.choices &= choices - 1;
        }
        if !state.open.now.block.runners.is_empty() {
            self.run(state, ask, observer)?;
        }
        for seat in state.open.now.block.members {
            self.finish(state, seat, observer);
        }
        state.open.now.block.members = Seats::NONE;
        Some(())
    }

    /// After a hit, the attacker chooses Position.
    fn choose_position(
        &self,
        state: &mut State,
        attacker: Seat,
        target: Seat,
        choice: Move,
        observer: &mut impl Observer<Event>,
    ) {
        let near = choice == Move::Near;
        if state.open.near[attacker].has(target) != near {
            match self.rules.mode {
                Mode::Team => change_halves(&mut state.open, target),
                _ => flip(&mut state.open, attacker, target),
            }
        }
        observer.on_event(Event::Position { who: state.who(attacker), target: state.who(target), near });
    }

    /// The Runs of the block: a runner with two neighbours chooses between them; other runners have no
    /// choice.
    fn run(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        observer: &mut impl Observer<Event>,
    ) -> Option<()> {
        let runners = state.open.now.block.runners;
        if self.rules.mode.is_circle() && state.open.standing.len() > 2 {
            state.ask(runners, Phase::RunMarkers);
            let mut chosen = JointMove::default();
            ask.choose_all(self, state, runners, &mut chosen)?;
            for seat in runners {
                let [left, right] = Self::neighbours(state.open.standing, seat);
                if chosen.by(seat) != Move::Right {
                    self.run_past(state, seat, left, observer);
                }
                if chosen.by(seat) != Move::Left {
                    self.run_past(state, seat, right, observer);
                }
            }
        } else if self.rules.mode == Mode::Team {
            for seat in runners {
                change_halves(&mut state.open, seat);
                observer.on_event(Event::Runs { who: state.who(seat) });
            }
        } else {
            for seat in runners {
                if let Some(other) = state.open.contacts[seat].lowest() {
                    self.run_past(state, seat, other, observer);
                }
            }
        }
        state.open.now.block.runners = Seats::NONE;
        Some(())
    }

    /// A Run flips a token, unless the neighbour who shares it acts simultaneously (6.6).
    fn run_past(&self, state: &mut State, seat: Seat, other: Seat, observer: &mut impl Observer<Event>) {
        let cancelled = state.open.now.block.members.has(other);
        if !cancelled {
            flip(&mut state.open, seat, other);
        }
        let near = state.open.near[seat].has(other);
        observer.on_event(Event::RunsPast { who: state.who(seat), other: state.who(other), near, cancelled });
    }

    /// Clauses 6.2.9 and 6.2.10: own effects, and spending of ↑.
    fn finish(&self, state: &mut State, seat: Seat, observer: &mut impl Observer<Event>) {
        let (card, me) = (self.revealed(&state.open.fighters[seat]), Seats::only(seat));
        let open = &mut state.open;
        let (now, contacts) = (&mut open.now, open.contacts[seat]);
        let cancelled = self.rules.equal_level_cancel == EqualLevelCancel::All
            && !contacts.both(now.block.members).is_empty();
        if !cancelled {
            now.may_pass = now.may_pass.union(me.when(card.pass_charge));
            now.may_taunt = now.may_taunt.union(me.when(card.starts_combo));
            self.gain_charge(state, seat, card.gain_charge, observer);
            if card.re_enable {
                self.heal(state, seat, observer);
            }
        }
        let block = &state.open.now.block;
        // Branch-free, because the card is unpredictable.
        let hits_dearly = (card.keep_charges == KeepCharges::OnMiss) & block.hitters.has(seat);
        let spends = (card.keep_charges == KeepCharges::Never) | hits_dearly;
        let fighter = &mut state.open.fighters[seat];
        let spent = fighter.charges * u8::from(spends & !block.combos_then.has(seat));
        fighter.charges -= spent;
        if spent > 0 {
            observer.on_event(Event::Spends { who: state.who(seat) });
        }
    }

    /// Heal: re-enables all disabled cards, or if there was none, regains tokens and heals ♥.
    fn heal(&self, state: &mut State, seat: Seat, observer: &mut impl Observer<Event>) {
        let monster = self.monster(state, seat);
        let who = state.who(seat);
        let disabled = &mut state.disabled[seat];
        let n_before = disabled.count();
        if self.rules.monsters.scope == Scope::Team {
            *disabled = Disabled::default();
        } else {
            (disabled.cards[monster], disabled.recovers[monster]) = (0, 0);
        }
        let n_cards = n_before - disabled.count();
        if n_cards > 0 {
            observer.on_event(Event::ReEnables { who, n_cards });
            if !self.is_wampire(seat) && !self.is_felled(state, seat) {
                state.open.now.felled = state.open.now.felled.without(seat);
            }
            return;
        }
        let fighter = &mut state.open.fighters[seat];
        let card = self.revealed(fighter);
        let most = self.most_tokens(seat, fighter.character);
        fighter.tokens = most.min(fighter.tokens + card.idle_tokens);
        self.heal_damage(state, seat, card.idle_heal);
        let fighter = &state.open.fighters[seat];
        observer.on_event(Event::Heals { who, damage: fighter.damage, tokens: fighter.tokens });
    }

    /// Heals ♥; a Wampire gains blood.
    pub(super) fn heal_damage(&self, state: &mut State, seat: Seat, hearts: u8) {
        let fighter = &mut state.open.fighters[seat];
        fighter.damage = if self.is_wampire(seat) {
            // Blood is at most 200 and a heal at most 9.
            self.rules.wampires.max_blood.min(fighter.damage + hearts).max(fighter.damage)
        } else {
            fighter.damage.saturating_sub(hearts)
        };
    }
}

/// Flips the Position token that two fighters share.
fn flip(open: &mut Open, one: Seat, two: Seat) {
    let near = !open.near[one].has(two);
    open.near[one] = open.near[one].with_if(near, two);
    open.near[two] = open.near[two].with_if(near, one);
}

/// In the Dojo, moves a fighter to the other half.
pub(super) fn change_halves(open: &mut Open, seat: Seat) {
    for other in Seats::first(4).without(seat) {
        flip(open, seat, other);
    }
}
