//! The Act phase (T3): ties and blocks (6.1), the execution of a block (6.2), Position, Runs and own
//! effects; what equal-level moves cancel (6.6). The hits themselves are in [`hits`](super::hits).

use super::Taunt;
use super::deeds::{Deed, Marks};
use super::moves::LEVELS;
use super::playout::Answers;
use super::rules::{Mode, RunHits, Scope};
use super::state::{Block, Disabled, Fighter, Move, Open, Phase, State};
use super::story::Event;
use super::turn::Next;
use crate::model::{BySeat, Observer, Seat, Seats};

impl Taunt {
    /// T3: executes block after block.
    #[inline(always)]
    pub(super) fn act<A: Answers, W: Observer<Event>>(
        &self,
        state: &mut State,
        mut next: Next,
        answers: &mut A,
        observer: &mut W,
    ) -> Next {
        if matches!(next, Next::Hits | Next::Positions | Next::Effects) {
            next = self.resume_block(state, next, answers, observer);
        }
        // A tie goes on after a choice.
        if answers.at_once().is_none() && next == Next::Block {
            next = self.act_in_turn(state, answers, observer);
        }
        while next == Next::Block && state.open.now.ranks_left != 0 {
            let now = &mut state.open.now;
            let tied = now.ranks[now.ranks_left.trailing_zeros() as usize % 16].both(now.pending);
            now.ranks_left &= now.ranks_left - 1;
            next = match tied.single() {
                Some(seat) => self.act_alone(state, seat, answers, observer),
                None if tied.is_empty() => Next::Block,
                None => self.act_tied(state, tied, answers, observer),
            };
        }
        if next == Next::Block { Next::Defeat } else { next }
    }

    /// A block goes on after a choice.
    #[inline(never)]
    fn resume_block<A: Answers, W: Observer<Event>>(
        &self,
        state: &mut State,
        mut next: Next,
        answers: &mut A,
        observer: &mut W,
    ) -> Next {
        if next == Next::Hits {
            self.land(state, observer);
            next = Next::Positions;
        }
        if next == Next::Positions {
            let moved = !state.open.now.block.runners.is_empty() || state.open.now.block.choices != 0;
            next = if moved { self.change_positions(state, answers, observer) } else { Next::Effects };
        }
        if next == Next::Effects {
            for seat in state.open.now.block.members {
                self.finish(state, seat, self.deed(&state.open.fighters[seat]), observer);
            }
            next = Next::Block;
        }
        next
    }

    /// The move card that a fighter played last, at its level.
    #[inline]
    pub(super) fn deed(&self, fighter: &Fighter) -> &Deed {
        &self.deeds[fighter.deed]
    }

    /// Clause 6.1: a tie of one level is one block, or one block acts after the other.
    #[inline(never)]
    fn act_tied<A: Answers, W: Observer<Event>>(
        &self,
        state: &mut State,
        tied: Seats,
        answers: &mut A,
        observer: &mut W,
    ) -> Next {
        if !self.split(state, tied) {
            return self.act_together(state, tied, answers, observer);
        }
        if self.order(state, answers, observer) == Next::Wait {
            return Next::Wait;
        }
        self.act_in_turn(state, answers, observer)
    }

    /// The blocks of a tie act, one after another.
    #[inline(never)]
    fn act_in_turn<A: Answers, W: Observer<Event>>(
        &self,
        state: &mut State,
        answers: &mut A,
        observer: &mut W,
    ) -> Next {
        while state.open.now.next_block < state.open.now.n_blocks {
            let now = &mut state.open.now;
            // Members interrupted meanwhile drop out.
            let block = now.blocks[usize::from(now.next_block) % LEVELS].both(now.pending);
            now.next_block += 1;
            let next = match block.single() {
                Some(seat) => self.act_alone(state, seat, answers, observer),
                None if block.is_empty() => Next::Block,
                None => self.act_together(state, block, answers, observer),
            };
            if next != Next::Block {
                return next;
            }
        }
        Next::Block
    }

    /// A block of one, as mostly.
    #[inline(always)]
    fn act_alone<A: Answers, W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        answers: &mut A,
        observer: &mut W,
    ) -> Next {
        let deed = self.deed(&state.open.fighters[seat]);
        open_block(&mut state.open, Seats::only(seat));
        self.execute(state, seat, deed, observer);
        if deed.marks.has(Marks::RUNS_FIRST) && self.ask_runners(state, answers, observer) == Next::Wait {
            return Next::Wait;
        }
        self.hit(state, seat, deed, observer);
        if (deed.marks.has(Marks::RUNS) || state.open.now.block.choices != 0)
            && self.change_positions(state, answers, observer) == Next::Wait
        {
            return Next::Wait;
        }
        self.finish(state, seat, deed, observer);
        Next::Block
    }

    /// A block of a tie: its members do everything at the same instant.
    #[inline(never)]
    fn act_together<A: Answers, W: Observer<Event>>(
        &self,
        state: &mut State,
        block: Seats,
        answers: &mut A,
        observer: &mut W,
    ) -> Next {
        open_block(&mut state.open, block);
        for seat in block {
            self.execute(state, seat, self.deed(&state.open.fighters[seat]), observer);
        }
        let first = self.rules.run_hits == RunHits::After;
        if first && self.ask_runners(state, answers, observer) == Next::Wait {
            return Next::Wait;
        }
        self.resume_block(state, Next::Hits, answers, observer)
    }

    /// A member of the block executes its move; a guard comes up.
    #[inline(always)]
    fn execute<W: Observer<Event>>(&self, state: &mut State, seat: Seat, deed: &Deed, observer: &mut W) {
        observer.on_event(Event::Executes { who: state.who(seat), card: state.open.fighters[seat].card() });
        let (now, me) = (&mut state.open.now, Seats::only(seat));
        now.guards = now.guards.union(deed.guards.both(me));
        now.block.runners = now.block.runners.union(deed.runs.both(me));
        if deed.marks.has(Marks::SWITCHES) {
            self.switch_monster(state, seat, observer);
        }
    }

    /// Clause 6.1: tied fighters of different levels form blocks; false, if they are all of one level.
    #[inline(never)]
    fn split(&self, state: &mut State, tied: Seats) -> bool {
        let open = &mut state.open;
        // A byte for the fighters of each level.
        let (mut levels, mut marks) = (0_u32, Marks::NONE);
        for seat in tied {
            let fighter = &open.fighters[seat];
            levels |= u32::from(Seats::only(seat).mask()) << (8 * fighter.level());
            marks = marks.union(self.deed(fighter).marks);
        }
        // The bytes that are not empty, highest level first: without branches, because chance decides.
        let (mut blocks, mut n_blocks) = (0_u32, 0);
        for level in levels.to_le_bytes() {
            let counts = u8::from(level != 0);
            blocks = blocks << (8 * counts) | u32::from(level);
            n_blocks += counts;
        }
        if n_blocks == 1 {
            return false;
        }
        let (now, blocks) = (&mut open.now, blocks.to_le_bytes().map(Seats::of));
        (now.blocks, now.n_blocks, now.next_block) = (blocks, n_blocks, 0);
        (now.tied, now.next_tied) = (blocks, n_blocks);
        if marks.has(Marks::MATTERS) {
            (now.blocks, now.next_tied) = ([Seats::NONE; LEVELS], 0);
        }
        true
    }

    /// Decision `order`: one block after another chooses its place; the last one gets what is left.
    #[inline(never)]
    pub(super) fn order<A: Answers, W: Observer<Event>>(
        &self,
        state: &mut State,
        answers: &mut A,
        observer: &mut W,
    ) -> Next {
        while state.open.now.next_tied < state.open.now.n_blocks {
            let now = &mut state.open.now;
            let block = now.tied[usize::from(now.next_tied) % LEVELS];
            if now.next_tied + 1 == now.n_blocks {
                now.next_tied += 1;
                if let Some(left) = now.blocks.iter_mut().find(|block| block.is_empty()) {
                    *left = block;
                }
                break;
            }
            // A block has a lowest member.
            let first = block.lowest().unwrap_or_default();
            let Some(choice) = self.ask(state, first, Phase::Order(first), answers) else {
                return Next::Wait;
            };
            self.take_place(state, first, choice, observer);
        }
        Next::Block
    }

    /// A block takes a place.
    pub(super) fn take_place<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        choice: Move,
        observer: &mut W,
    ) {
        let now = &mut state.open.now;
        if let Move::Place(place) = choice {
            now.blocks[usize::from(place.saturating_sub(1)) % LEVELS] =
                now.tied[usize::from(now.next_tied) % LEVELS];
            now.next_tied += 1;
            observer.on_event(Event::TakesPlace { who: state.who(seat), place });
        }
    }

    /// Clause 6.2.8: first the choices of Position, then the Runs.
    #[inline(never)]
    fn change_positions<A: Answers, W: Observer<Event>>(
        &self,
        state: &mut State,
        answers: &mut A,
        observer: &mut W,
    ) -> Next {
        while state.open.now.block.choices != 0 {
            let choices = state.open.now.block.choices;
            state.open.now.block.choices &= choices - 1;
            let first = choices.trailing_zeros() as usize;
            let (attacker, target) = (Seat::new(first / 8), Seat::new(first % 8));
            let due = Phase::Position { attacker, target };
            let Some(choice) = self.ask(state, attacker, due, answers) else { return Next::Wait };
            self.choose_position(state, attacker, target, choice, observer);
        }
        let runs = self.rules.run_hits == RunHits::Before && !state.open.now.block.runners.is_empty();
        if runs && self.ask_runners(state, answers, observer) == Next::Wait {
            return Next::Wait;
        }
        Next::Effects
    }

    /// A hit lets its attacker choose Position.
    #[inline]
    pub(super) fn choose_position<W: Observer<Event>>(
        &self,
        state: &mut State,
        attacker: Seat,
        target: Seat,
        choice: Move,
        observer: &mut W,
    ) {
        let near = choice == Move::Near;
        if state.open.near[attacker].has(target) != near {
            match self.rules.mode {
                Mode::Team => change_halves(state, target),
                _ => flip(state, attacker, target),
            }
        }
        observer.on_event(Event::Position { who: state.who(attacker), target: state.who(target), near });
    }

    /// Runs: who has two neighbours chooses; nobody else has a choice.
    #[inline]
    fn ask_runners<A: Answers, W: Observer<Event>>(
        &self,
        state: &mut State,
        answers: &mut A,
        observer: &mut W,
    ) -> Next {
        let runners = state.open.now.block.runners;
        if !runners.is_empty() && self.rules.mode.is_circle() && state.open.standing.len() > 2 {
            let due = Phase::RunMarkers(runners);
            let Some(mut random) = answers.at_once() else { return state.ask(runners, due) };
            for seat in runners {
                let choice = random.choose(self, state, seat, due);
                self.change_markers(state, seat, choice, observer);
            }
            return Next::Effects;
        }
        for seat in runners {
            if self.rules.mode == Mode::Team {
                change_halves(state, seat);
                observer.on_event(Event::Runs { who: state.who(seat) });
            } else if let Some(other) = state.open.contacts[seat].lowest() {
                self.run_past(state, seat, other, observer);
            }
        }
        Next::Effects
    }

    /// Decision `run-markers`: all have chosen, now each of them runs.
    #[inline]
    pub(super) fn change_markers<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        choice: Move,
        observer: &mut W,
    ) {
        let [left, right] = Self::neighbours(state.open.standing, seat);
        if choice != Move::Right {
            self.run_past(state, seat, left, observer);
        }
        if choice != Move::Left {
            self.run_past(state, seat, right, observer);
        }
    }

    /// Where a block goes on when its members have run.
    pub(super) fn after_runs(&self) -> Next {
        match self.rules.run_hits {
            RunHits::Before => Next::Effects,
            RunHits::After => Next::Hits,
        }
    }

    /// A Run flips a token, unless the other who shares it acts at the same instant (6.6).
    #[inline]
    fn run_past<W: Observer<Event>>(&self, state: &mut State, seat: Seat, other: Seat, observer: &mut W) {
        let cancelled = state.open.now.block.members.has(other);
        if !cancelled {
            flip(state, seat, other);
        }
        let near = state.open.near[seat].has(other);
        observer.on_event(Event::RunsPast { who: state.who(seat), other: state.who(other), near, cancelled });
    }

    /// Clauses 6.2.9 and 6.2.10: own effects, and the ↑ that were spent. Most moves have none of them
    /// or another; to add nothing is quicker than to ask.
    #[inline(always)]
    fn finish<W: Observer<Event>>(&self, state: &mut State, seat: Seat, deed: &Deed, observer: &mut W) {
        let (open, me) = (&mut state.open, Seats::only(seat));
        let (now, fighter) = (&mut open.now, &mut open.fighters[seat]);
        let had = fighter.charges;
        let (mut has, mut heals) = (had, false);
        if !self.cancels_all || open.contacts[seat].both(now.block.members).is_empty() {
            let (passes, taunts) = (deed.passes.both(me), deed.taunts.both(me));
            now.after.may_pass = now.after.may_pass.union(passes);
            now.after.may_taunt = now.after.may_taunt.union(taunts);
            now.after.any = now.after.any.union(passes).union(taunts);
            has = self.rules.max_charges.min(had + deed.gain_charge).max(had);
            heals = deed.marks.has(Marks::HEALS);
        }
        let spends =
            deed.spends.union(deed.spends_on_hit.both(now.block.hitters)).minus(now.block.combos_then);
        let keeps = spends.unless(seat, has);
        fighter.charges = keeps;
        if has > had {
            observer.on_event(Event::Gains { who: state.who(seat), charges: has });
        }
        if heals {
            self.heal(state, seat, observer);
        }
        if keeps < has {
            observer.on_event(Event::Spends { who: state.who(seat) });
        }
    }

    /// Heal: re-enables all disabled cards, or if there was none, regains tokens and heals ♥.
    #[inline(never)]
    fn heal<W: Observer<Event>>(&self, state: &mut State, seat: Seat, observer: &mut W) {
        let monster = self.monster(state, seat);
        let who = state.who(seat);
        let disabled = &mut state.disabled[seat];
        let before = disabled.cards;
        if self.has_monsters() && self.rules.monsters.scope == Scope::Team {
            *disabled = Disabled::default();
        } else {
            (disabled.cards[monster], disabled.recovers[monster]) = (0, 0);
        }
        if before != disabled.cards {
            let n_cards = Disabled::count_all(before) - disabled.count();
            self.lay_out(state, seat);
            observer.on_event(Event::ReEnables { who, n_cards });
            if !self.rules.wampires.enabled && !self.is_felled(state, seat) {
                state.open.now.after.felled = state.open.now.after.felled.without(seat);
            }
            return;
        }
        let fighter = &mut state.open.fighters[seat];
        let card = self.card(fighter.card());
        let most = self.kit(fighter.character).tokens;
        fighter.tokens = most.min(fighter.tokens + card.idle_tokens);
        self.heal_damage(state, seat, card.idle_heal);
        let fighter = &state.open.fighters[seat];
        observer.on_event(Event::Heals { who, damage: fighter.damage, tokens: fighter.tokens });
    }

    /// Heals ♥; a Wampire gains blood.
    #[inline]
    pub(super) fn heal_damage(&self, state: &mut State, seat: Seat, hearts: u8) {
        let fighter = &mut state.open.fighters[seat];
        fighter.damage = if self.rules.wampires.enabled {
            // Blood is at most 200 and a heal at most 9.
            self.rules.wampires.max_blood.min(fighter.damage + hearts).max(fighter.damage)
        } else {
            fighter.damage.saturating_sub(hearts)
        };
    }
}

/// These fighters act now.
#[inline(always)]
fn open_block(open: &mut Open, members: Seats) {
    open.now.pending = open.now.pending.minus(members);
    open.now.block = Block { members, combos_then: open.combos, ..Block::default() };
}

/// Flips the Position token that two fighters share.
#[inline]
fn flip(state: &mut State, one: Seat, two: Seat) {
    let BySeat(near) = &mut state.open.near;
    near[one.index()] = toggled(near[one.index()], two);
    near[two.index()] = toggled(near[two.index()], one);
}

/// In the Dojo, a fighter goes to the other half.
pub(super) fn change_halves(state: &mut State, seat: Seat) {
    for other in Seats::first(4).without(seat) {
        flip(state, seat, other);
    }
}

fn toggled(seats: Seats, seat: Seat) -> Seats {
    if seats.has(seat) { seats.without(seat) } else { seats.with(seat) }
}
