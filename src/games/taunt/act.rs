//! The Act phase (T3): ties and blocks (6.1), the execution of a block (6.2), Position, Runs and own
//! effects; what equal-level moves cancel (6.6). The hits themselves are in [`hits`](super::hits).

use super::Taunt;
use super::deeds::{Deed, Marks};
use super::rules::{Mode, RunHits, Scope};
use super::state::{Disabled, Fighter, Move, Open, Stage, State};
use super::story::Event;
use super::turn::Next;
use crate::model::{BySeat, Chosen, Seat, Seats, Watch};

impl Taunt {
    /// T3: executes block after block.
    #[inline]
    pub(super) fn act<W: Watch<Event>>(&self, state: &mut State, mut next: Next, watch: &mut W) -> Next {
        if matches!(next, Next::Hits | Next::Positions | Next::Effects) {
            next = self.resume_block(state, next, watch);
        }
        while next == Next::Block {
            next = self.begin_block(state, watch);
        }
        next
    }

    /// A block goes on after a choice.
    #[inline(never)]
    fn resume_block<W: Watch<Event>>(&self, state: &mut State, mut next: Next, watch: &mut W) -> Next {
        if next == Next::Hits {
            self.land(state, watch);
            next = Next::Positions;
        }
        if next == Next::Positions {
            let moved = !state.open.now.runners.is_empty() || state.open.now.choices != 0;
            next = if moved { self.change_positions(state, watch) } else { Next::Effects };
        }
        if next == Next::Effects {
            for seat in state.open.now.block {
                self.finish(state, seat, self.deed(&state.open.fighters[seat]), watch);
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

    /// Clause 6.2: the next block executes, all its members together.
    #[inline(always)]
    fn begin_block<W: Watch<Event>>(&self, state: &mut State, watch: &mut W) -> Next {
        let now = &mut state.open.now;
        // Members interrupted meanwhile drop out.
        if now.next_block < now.n_blocks {
            let block = now.blocks[usize::from(now.next_block % 4)].both(now.pending);
            now.next_block += 1;
            return self.act_together(state, block, watch);
        }
        if now.ranks_left == 0 {
            return Next::Defeat;
        }
        let tied = now.ranks[now.ranks_left.trailing_zeros() as usize % 16].both(now.pending);
        now.ranks_left &= now.ranks_left - 1;
        match tied.single() {
            Some(seat) => self.act_alone(state, seat, watch),
            None if tied.is_empty() => Next::Block,
            None => self.split(state, tied, watch),
        }
    }

    /// A block of one, as mostly.
    #[inline(always)]
    fn act_alone<W: Watch<Event>>(&self, state: &mut State, seat: Seat, watch: &mut W) -> Next {
        let deed = self.deed(&state.open.fighters[seat]);
        open_block(&mut state.open, Seats::only(seat));
        self.execute(state, seat, deed, watch);
        if deed.marks.has(Marks::RUNS_FIRST) && self.ask_runners(state, watch) == Next::Wait {
            return Next::Wait;
        }
        self.hit(state, seat, deed, watch);
        if (deed.marks.has(Marks::RUNS) || state.open.now.choices != 0)
            && self.change_positions(state, watch) == Next::Wait
        {
            return Next::Wait;
        }
        self.finish(state, seat, deed, watch);
        Next::Block
    }

    /// A block of a tie: its members do everything at the same instant.
    #[inline(never)]
    fn act_together<W: Watch<Event>>(&self, state: &mut State, block: Seats, watch: &mut W) -> Next {
        open_block(&mut state.open, block);
        for seat in block {
            self.execute(state, seat, self.deed(&state.open.fighters[seat]), watch);
        }
        let first = self.rules.run_hits == RunHits::After;
        if first && self.ask_runners(state, watch) == Next::Wait {
            return Next::Wait;
        }
        self.resume_block(state, Next::Hits, watch)
    }

    /// A member of the block executes its move; a guard comes up.
    #[inline(always)]
    fn execute<W: Watch<Event>>(&self, state: &mut State, seat: Seat, deed: &Deed, watch: &mut W) {
        watch.saw(Event::Executes { who: state.who(seat), card: state.open.fighters[seat].card });
        let (now, me) = (&mut state.open.now, Seats::only(seat));
        now.guards = now.guards.union(deed.guards.both(me));
        now.runners = now.runners.union(deed.runs.both(me));
        if deed.marks.has(Marks::SWITCHES) {
            self.switch_monster(state, seat, watch);
        }
    }

    /// Clause 6.1: tied fighters, in blocks of equal level.
    #[inline(never)]
    fn split<W: Watch<Event>>(&self, state: &mut State, tied: Seats, watch: &mut W) -> Next {
        let open = &mut state.open;
        let highest = tied.into_iter().map(|seat| open.fighters[seat].level).max().unwrap_or(0);
        if tied.into_iter().all(|seat| open.fighters[seat].level == highest) {
            return self.act_together(state, tied, watch);
        }
        let now = &mut open.now;
        (now.blocks, now.n_blocks, now.next_block) = ([Seats::NONE; 4], 0, 0);
        for level in (0..=highest).rev() {
            let block: Seats = tied.into_iter().filter(|seat| open.fighters[*seat].level == level).collect();
            if !block.is_empty() {
                now.blocks[usize::from(now.n_blocks % 4)] = block;
                now.n_blocks += 1;
            }
        }
        let matters = |seat: Seat| self.deed(&open.fighters[seat]).marks.has(Marks::MATTERS);
        if !tied.into_iter().any(matters) {
            return Next::Block;
        }
        (now.tied, now.next_tied) = (now.blocks, 0);
        now.blocks = [Seats::NONE; 4];
        // A block has a lowest member.
        let first = now.tied[0].lowest().unwrap_or_default();
        state.ask(Seats::only(first), Stage::Order(first))
    }

    /// Decision `order`: a block takes a place; the last one gets what is left.
    pub(super) fn take_place<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        choice: Move,
        watch: &mut W,
    ) -> Next {
        let now = &mut state.open.now;
        if let Move::Place(place) = choice {
            now.blocks[usize::from(place.saturating_sub(1) % 4)] = now.tied[usize::from(now.next_tied % 4)];
            now.next_tied += 1;
            watch.saw(Event::TakesPlace { who: state.who(seat), place });
        }
        let now = &mut state.open.now;
        let block = now.tied[usize::from(now.next_tied % 4)];
        if now.next_tied + 1 < now.n_blocks {
            let first = block.lowest().unwrap_or_default();
            return state.ask(Seats::only(first), Stage::Order(first));
        }
        if let Some(left) = now.blocks.iter_mut().find(|block| block.is_empty()) {
            *left = block;
        }
        Next::Block
    }

    /// Clause 6.2.8: first the choices of Position, then the Runs.
    #[inline(never)]
    fn change_positions<W: Watch<Event>>(&self, state: &mut State, watch: &mut W) -> Next {
        let choices = state.open.now.choices;
        if choices != 0 {
            let first = choices.trailing_zeros() as usize;
            state.open.now.choices &= choices - 1;
            let (attacker, target) = (Seat::new(first / 8), Seat::new(first % 8));
            return state.ask(Seats::only(attacker), Stage::Position { attacker, target });
        }
        let runs = self.rules.run_hits == RunHits::Before && !state.open.now.runners.is_empty();
        if runs && self.ask_runners(state, watch) == Next::Wait {
            return Next::Wait;
        }
        Next::Effects
    }

    /// A hit lets its attacker choose Position.
    pub(super) fn choose_position<W: Watch<Event>>(
        &self,
        state: &mut State,
        attacker: Seat,
        target: Seat,
        near: bool,
        watch: &mut W,
    ) -> Next {
        if state.open.near[attacker].has(target) != near {
            match self.rules.mode {
                Mode::Team => change_halves(state, target),
                _ => flip(state, attacker, target),
            }
        }
        watch.saw(Event::Position { who: state.who(attacker), target: state.who(target), near });
        Next::Positions
    }

    /// Runs: who has two neighbours chooses; nobody else has a choice.
    #[inline]
    fn ask_runners<W: Watch<Event>>(&self, state: &mut State, watch: &mut W) -> Next {
        let runners = state.open.now.runners;
        if !runners.is_empty() && self.rules.mode.is_circle() && state.open.standing.len() > 2 {
            return state.ask(runners, Stage::RunMarkers(runners));
        }
        for seat in runners {
            if self.rules.mode == Mode::Team {
                change_halves(state, seat);
                watch.saw(Event::Runs { who: state.who(seat) });
            } else if let Some(other) = state.open.contacts[seat].lowest() {
                self.run_past(state, seat, other, watch);
            }
        }
        Next::Effects
    }

    /// Decision `run-markers`: all have chosen, now all run.
    pub(super) fn change_markers<W: Watch<Event>>(
        &self,
        state: &mut State,
        chosen: &Chosen<Move>,
        watch: &mut W,
    ) -> Next {
        for seat in chosen.seats() {
            let choice = chosen.by(seat);
            let [left, right] = self.neighbours(state.open.standing, seat);
            if choice != Move::Right {
                self.run_past(state, seat, left, watch);
            }
            if choice != Move::Left {
                self.run_past(state, seat, right, watch);
            }
        }
        match self.rules.run_hits {
            RunHits::Before => Next::Effects,
            RunHits::After => Next::Hits,
        }
    }

    /// A Run flips a token, unless the other who shares it acts at the same instant (6.6).
    #[inline]
    fn run_past<W: Watch<Event>>(&self, state: &mut State, seat: Seat, other: Seat, watch: &mut W) {
        let cancelled = state.open.now.block.has(other);
        if !cancelled {
            flip(state, seat, other);
        }
        let near = state.open.near[seat].has(other);
        watch.saw(Event::RunsPast { who: state.who(seat), other: state.who(other), near, cancelled });
    }

    /// Clauses 6.2.9 and 6.2.10: own effects, and the ↑ that were spent. Most moves have none of them
    /// or another; to add nothing is quicker than to ask.
    #[inline(always)]
    fn finish<W: Watch<Event>>(&self, state: &mut State, seat: Seat, deed: &Deed, watch: &mut W) {
        let (open, me) = (&mut state.open, Seats::only(seat));
        let (now, fighter) = (&mut open.now, &mut open.fighters[seat]);
        let had = fighter.charges;
        let (mut has, mut heals) = (had, false);
        if !self.cancels_all || open.contacts[seat].both(now.block).is_empty() {
            let (passes, taunts) = (deed.passes.both(me), deed.taunts.both(me));
            now.after.may_pass = now.after.may_pass.union(passes);
            now.after.may_taunt = now.after.may_taunt.union(taunts);
            now.after.any = now.after.any.union(passes).union(taunts);
            has = self.rules.max_charges.min(had + deed.gain_charge).max(had);
            heals = deed.marks.has(Marks::HEALS);
        }
        let spends = deed.spends.union(deed.spends_on_hit.both(now.hitters)).minus(now.combos_then);
        let keeps = spends.unless(seat, has);
        fighter.charges = keeps;
        if has > had {
            watch.saw(Event::Gains { who: state.who(seat), charges: has });
        }
        if heals {
            self.heal(state, seat, watch);
        }
        if keeps < has {
            watch.saw(Event::Spends { who: state.who(seat) });
        }
    }

    /// Heal: re-enables all disabled cards, or if there was none, regains tokens and heals ♥.
    #[inline(never)]
    fn heal<W: Watch<Event>>(&self, state: &mut State, seat: Seat, watch: &mut W) {
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
            watch.saw(Event::ReEnables { who, n_cards });
            if !self.rules.wampires.enabled && !self.is_felled(state, seat) {
                state.open.now.after.felled = state.open.now.after.felled.without(seat);
            }
            return;
        }
        let fighter = &mut state.open.fighters[seat];
        let card = self.card(fighter.card);
        let most = self.kit(fighter.character).tokens;
        fighter.tokens = most.min(fighter.tokens + card.idle_tokens);
        self.heal_damage(state, seat, card.idle_heal);
        let fighter = &state.open.fighters[seat];
        watch.saw(Event::Heals { who, damage: fighter.damage, tokens: fighter.tokens });
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
fn open_block(open: &mut Open, block: Seats) {
    let now = &mut open.now;
    now.block = block;
    now.pending = now.pending.minus(block);
    now.combos_then = open.combos;
    now.runners = Seats::NONE;
    now.hitters = Seats::NONE;
    now.choices = 0;
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
