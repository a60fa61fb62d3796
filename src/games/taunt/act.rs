//! The Act phase (T3): ties and blocks (6.1), the execution of a block (6.2), Position, Runs and own
//! effects; what equal-level moves cancel (6.6). The hits themselves are in [`hits`](super::hits).

use super::Taunt;
use super::cards::{KeepCharges, Switch};
use super::rules::{EqualLevelCancel, Mode, RunHits, Scope};
use super::state::{Move, Stage, State, minus};
use super::story::Event;
use super::turn::Next;
use crate::model::{BySeat, Chosen, Seat, Seats, Watch};

impl Taunt {
    /// T3: executes block after block.
    #[inline]
    pub(super) fn act<W: Watch<Event>>(&self, state: &mut State, watch: &mut W) -> Next {
        loop {
            let now = &mut state.open.now;
            if now.next_block < now.n_blocks {
                // Members interrupted meanwhile drop out.
                let block = now.blocks[usize::from(now.next_block % 4)].both(now.pending);
                now.next_block += 1;
                if !block.is_empty() && self.execute(state, block, watch) == Next::Wait {
                    return Next::Wait;
                }
            } else if now.pending.is_empty() {
                return Next::Defeat;
            } else if self.line_up(state) == Next::Wait {
                return Next::Wait;
            }
        }
    }

    /// Clause 6.1: the tied fighters, in blocks of equal level.
    #[inline]
    fn line_up(&self, state: &mut State) -> Next {
        let open = &mut state.open;
        let mut lowest = u8::MAX;
        let mut tied = Seats::NONE;
        for seat in open.now.pending {
            let order = self.card(open.fighters[seat].card).order;
            if order < lowest {
                (lowest, tied) = (order, Seats::only(seat));
            } else if order == lowest {
                tied = tied.with(seat);
            }
        }
        let now = &mut open.now;
        (now.blocks, now.n_blocks, now.next_block) = ([tied, Seats::NONE, Seats::NONE, Seats::NONE], 1, 0);
        if tied.len() == 1 {
            return Next::Act;
        }
        let (mut blocks, mut n_blocks) = ([Seats::NONE; 4], 0_u8);
        for level in (0..4).rev() {
            let equal: Seats = tied.into_iter().filter(|seat| open.fighters[*seat].level == level).collect();
            if !equal.is_empty() {
                blocks[usize::from(n_blocks)] = equal;
                n_blocks += 1;
            }
        }
        let now = &mut open.now;
        (now.blocks, now.n_blocks) = (blocks, n_blocks);
        let matters = |seat: Seat| {
            let fighter = &open.fighters[seat];
            self.card(fighter.card).acts[usize::from(fighter.level % 4)].matters
        };
        if n_blocks > 1 && tied.into_iter().any(matters) {
            now.tied = blocks;
            now.next_tied = 0;
            now.blocks = [Seats::NONE; 4];
            // A block has a lowest member.
            open.stage = Stage::Order(blocks[0].lowest().unwrap_or_default());
            return Next::Wait;
        }
        Next::Act
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
            state.open.stage = Stage::Order(block.lowest().unwrap_or_default());
            return Next::Wait;
        }
        if let Some(left) = now.blocks.iter_mut().find(|block| block.is_empty()) {
            *left = block;
        }
        Next::Act
    }

    /// Clause 6.2: a block executes, all its members together.
    #[inline]
    fn execute<W: Watch<Event>>(&self, state: &mut State, block: Seats, watch: &mut W) -> Next {
        let open = &mut state.open;
        let now = &mut open.now;
        now.block = block;
        now.pending = minus(now.pending, block);
        now.combos_then = open.combos;
        now.hitters = Seats::NONE;
        now.choices = 0;
        for seat in block {
            let card_id = state.open.fighters[seat].card;
            let card = self.card(card_id);
            watch.saw(Event::Executes { who: state.who(seat), card: card_id });
            if card.guard != super::cards::Guard::None {
                state.open.now.guards = state.open.now.guards.with(seat);
            }
            if card.switch != Switch::None {
                self.switch_monster(state, seat, card.switch, watch);
            }
        }
        if self.rules.run_hits == RunHits::After && self.ask_runners(state, watch) == Next::Wait {
            return Next::Wait;
        }
        self.hit(state, watch);
        self.go_on_with_block(state, watch)
    }

    /// Clause 6.2.8 to the end of the block.
    #[inline]
    pub(super) fn go_on_with_block<W: Watch<Event>>(&self, state: &mut State, watch: &mut W) -> Next {
        let choices = state.open.now.choices;
        if choices != 0 {
            let first = choices.trailing_zeros() as usize;
            state.open.now.choices &= choices - 1;
            let (attacker, target) = (Seat::new(first / 8), Seat::new(first % 8));
            state.open.stage = Stage::Position { attacker, target };
            return Next::Wait;
        }
        if self.rules.run_hits == RunHits::Before && self.ask_runners(state, watch) == Next::Wait {
            return Next::Wait;
        }
        self.finish_block(state, watch);
        Next::Act
    }

    /// A hit lets its attacker choose Position.
    pub(super) fn choose_position<W: Watch<Event>>(
        &self,
        state: &mut State,
        attacker: Seat,
        target: Seat,
        near: bool,
        watch: &mut W,
    ) {
        if state.open.near[attacker].has(target) != near {
            match self.rules.mode {
                Mode::Team => change_halves(state, target),
                _ => flip(state, attacker, target),
            }
        }
        watch.saw(Event::Position { who: state.who(attacker), target: state.who(target), near });
    }

    /// Runs: who has two neighbours chooses; nobody else has a choice.
    #[inline]
    fn ask_runners<W: Watch<Event>>(&self, state: &mut State, watch: &mut W) -> Next {
        let open = &state.open;
        let runs = |seat: &Seat| self.card(open.fighters[*seat].card).change_position;
        let runners: Seats = open.now.block.into_iter().filter(runs).collect();
        if runners.is_empty() {
            return Next::Act;
        }
        if self.rules.mode.is_circle() && open.standing.len() > 2 {
            state.open.stage = Stage::RunMarkers(runners);
            return Next::Wait;
        }
        for seat in runners {
            if self.rules.mode == Mode::Team {
                change_halves(state, seat);
                watch.saw(Event::Runs { who: state.who(seat) });
            } else if let Some(other) = state.open.contacts[seat].lowest() {
                self.run_past(state, seat, other, watch);
            }
        }
        Next::Act
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
        if self.rules.run_hits == RunHits::Before {
            self.finish_block(state, watch);
            return Next::Act;
        }
        self.hit(state, watch);
        self.go_on_with_block(state, watch)
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

    /// Clauses 6.2.9 and 6.2.10: own effects, and the ↑ that were spent.
    #[inline]
    fn finish_block<W: Watch<Event>>(&self, state: &mut State, watch: &mut W) {
        for seat in state.open.now.block {
            let fighter = state.open.fighters[seat];
            let card = self.card(fighter.card);
            let cancelled = self.rules.equal_level_cancel == EqualLevelCancel::All
                && !state.open.contacts[seat].both(state.open.now.block).is_empty();
            if !cancelled {
                if card.gain_charge > 0 {
                    self.gain_charge(state, seat, card.gain_charge, watch);
                }
                if card.pass_charge {
                    state.open.now.may_pass = state.open.now.may_pass.with(seat);
                }
                if card.re_enable {
                    self.heal(state, seat, watch);
                }
                if card.starts_combo {
                    state.open.now.may_taunt = state.open.now.may_taunt.with(seat);
                }
            }
            let spends = match card.keep_charges {
                KeepCharges::Never => true,
                KeepCharges::OnMiss => state.open.now.hitters.has(seat),
                KeepCharges::Always => false,
            };
            if spends && !state.open.now.combos_then.has(seat) && state.open.fighters[seat].charges > 0 {
                state.open.fighters[seat].charges = 0;
                watch.saw(Event::Spends { who: state.who(seat) });
            }
        }
    }

    /// Heal: re-enables all disabled cards, or if there was none, regains tokens and heals ♥.
    fn heal<W: Watch<Event>>(&self, state: &mut State, seat: Seat, watch: &mut W) {
        let monster = self.monster(state, seat);
        let who = state.who(seat);
        let disabled = &mut state.disabled[seat];
        let mut n_cards = 0;
        for deck in 0..3 {
            if self.rules.monsters.scope == Scope::Team || deck == monster {
                n_cards += disabled.cards[deck].count_ones();
                disabled.cards[deck] = 0;
                disabled.recovers[deck] = 0;
            }
        }
        if n_cards > 0 {
            watch.saw(Event::ReEnables { who, n_cards });
            if !self.rules.wampires.enabled && !self.is_felled(state, seat) {
                state.open.now.felled = state.open.now.felled.without(seat);
            }
            return;
        }
        let fighter = &mut state.open.fighters[seat];
        let card = self.card(fighter.card);
        let most = self.character(fighter.character).block_tokens;
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
