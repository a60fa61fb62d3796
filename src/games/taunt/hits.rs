//! Hits: who is hit, guards, damage, Peril, interruptions and lost charge. Clauses 6.2.2 to 6.2.7,
//! 6.3 to 6.5, and 6.8 for Wampires.

use super::Taunt;
use super::characters::RED;
use super::deeds::{Deed, Marks};
use super::kits::ones;
use super::moves::Letter;
use super::rules::{ComboInterruptedBy, Recovery, Scope};
use super::state::{Fighter, Open, State};
use super::story::Event;
use crate::model::{Observer, Seat, Seats};

/// What comes of a hit, on its target or, thrown back, on its attacker.
#[derive(Clone, Copy, Debug, Default)]
struct Blow {
    /// Whose move it is.
    attacker: Seat,
    /// Who suffers it.
    victim: Seat,
    /// From whom it comes: the attacker, or the guard that threw it back.
    source: Seat,
    /// ♥.
    damage: u8,
    /// Percent of the ⊗ that applies.
    share: u8,
    /// Thrown back by a guard?
    reflected: bool,
    /// Does any ⊗ letter apply?
    perilous: bool,
    /// Does any of them hurt?
    hurts: bool,
    /// Were the two Near when the hit was made?
    near: bool,
}

impl Taunt {
    /// Clauses 6.2.2 to 6.2.7: the hits of a fighter who acts alone.
    #[inline(always)]
    pub(super) fn hit<W: Observer<Event>>(
        &self,
        state: &mut State,
        attacker: Seat,
        deed: &Deed,
        observer: &mut W,
    ) {
        let targets = targets(&state.open, attacker, deed);
        if targets.is_empty() {
            return;
        }
        let Some(target) = targets.single() else {
            return self.hit_both(state, attacker, deed, targets, observer);
        };
        let mut blows = [Blow::default()];
        if self.strike(state, attacker, target, deed, &mut blows[0], observer) {
            self.suffer(state, &mut blows, observer);
        }
    }

    /// The same if there are two targets: nobody has more contacts.
    #[inline(never)]
    fn hit_both<W: Observer<Event>>(
        &self,
        state: &mut State,
        attacker: Seat,
        deed: &Deed,
        targets: Seats,
        observer: &mut W,
    ) {
        let (mut blows, mut n_blows) = ([Blow::default(); 2], 0);
        for target in targets {
            let blow = &mut blows[n_blows % 2];
            n_blows += usize::from(self.strike(state, attacker, target, deed, blow, observer));
        }
        self.suffer(state, &mut blows[..n_blows], observer);
    }

    /// The same of all members of the block.
    #[inline(never)]
    pub(super) fn land<W: Observer<Event>>(&self, state: &mut State, observer: &mut W) {
        // All eight in one block, two targets each.
        let (mut blows, mut n_blows) = ([Blow::default(); 16], 0);
        for attacker in state.open.now.block.members {
            let deed = self.deed(&state.open.fighters[attacker]);
            for target in targets(&state.open, attacker, deed) {
                let blow = &mut blows[n_blows % 16];
                n_blows += usize::from(self.strike(state, attacker, target, deed, blow, observer));
            }
        }
        if n_blows > 0 {
            self.suffer(state, &mut blows[..n_blows], observer);
        }
    }

    /// Clauses 6.2.4 to 6.2.7: what blows made at the same instant do, clause by clause.
    #[inline(always)]
    fn suffer<W: Observer<Event>>(&self, state: &mut State, blows: &mut [Blow], observer: &mut W) {
        if self.rules.wampires.enabled {
            self.drain(state, blows, observer);
        } else {
            self.damage(state, blows, observer);
        }
        let mut struck = Seats::NONE;
        for blow in &mut *blows {
            let zone = self.zone(&state.open.fighters[blow.victim]);
            if !self.deed(&state.open.fighters[blow.attacker]).cells[zone].is_empty() {
                struck = struck.union(self.imperil(state, blow, zone, observer));
            }
        }
        if !struck.is_empty() {
            self.fell(state, struck, blows);
        }
        for blow in &*blows {
            if state.open.now.pending.union(state.open.combos).has(blow.victim) {
                self.interrupt(state, blow, observer);
            }
        }
        for blow in &*blows {
            if blow.damage >= self.deed(&state.open.fighters[blow.victim]).drop_at {
                self.drop_charge(state, blow, observer);
            }
        }
    }

    /// Clauses 6.2.2 and 6.2.3: one target is hit; writes down what comes of it, if anything does.
    #[inline(always)]
    fn strike<W: Observer<Event>>(
        &self,
        state: &mut State,
        attacker: Seat,
        target: Seat,
        deed: &Deed,
        blow: &mut Blow,
        observer: &mut W,
    ) -> bool {
        let open = &mut state.open;
        let now = &mut open.now;
        let aim = self.deed(&open.fighters[target]);
        if deed.letter.is_in(aim.immune) && now.revealed.minus(now.interrupted).has(target) {
            observer.on_event(Event::Immune { who: state.who(attacker), target: state.who(target) });
            return false;
        }
        let near = open.near[attacker].has(target);
        let guarded = now.guards.has(target);
        now.block.hitters = now.block.hitters.with(attacker);
        let card = open.fighters[attacker].card();
        observer.on_event(Event::Hits { who: state.who(attacker), target: state.who(target), card });
        if guarded {
            if stops(aim, deed) {
                return self.stop(state, attacker, target, near, blow, observer);
            }
            self.break_guard(state, attacker, target, observer);
        }
        let now = &mut state.open.now;
        let chooses = deed.marks.has(Marks::PUSHES)
            || deed.marks.has(Marks::PUSHES_RUNNERS)
                && aim.marks.has(Marks::RUNS)
                && now.revealed.has(target);
        // Clause 6.6: moves of one block do not push each other about.
        if chooses && !now.block.members.has(target) {
            now.block.choices |= 1 << (8 * attacker.index() + target.index());
        }
        let (victim, damage) = (target, deed.damage);
        *blow = Blow { attacker, victim, source: attacker, damage, share: 100, near, ..Blow::default() };
        true
    }

    /// A hit that the guard does not stop may cost tokens nevertheless.
    #[inline(never)]
    fn break_guard<W: Observer<Event>>(
        &self,
        state: &mut State,
        attacker: Seat,
        guard: Seat,
        observer: &mut W,
    ) {
        let unblockable = self.deed(&state.open.fighters[attacker]).marks.has(Marks::UNBLOCKABLE);
        let pays = self.deed(&state.open.fighters[guard]).marks.has(Marks::GUARDS_ALL);
        if self.rules.unblockable_costs_tokens && unblockable && pays {
            self.pay(state, attacker, guard, observer);
        }
    }

    /// A stopped hit: its cost, the lock, the healing; writes down what is thrown back, if anything is.
    #[inline(never)]
    fn stop<W: Observer<Event>>(
        &self,
        state: &mut State,
        attacker: Seat,
        guard: Seat,
        near: bool,
        blow: &mut Blow,
        observer: &mut W,
    ) -> bool {
        self.pay(state, attacker, guard, observer);
        let own = self.deed(&state.open.fighters[guard]);
        if own.marks.has(Marks::LOCKS) && near {
            state.open.locks = state.open.locks.with(attacker);
            observer.on_event(Event::Locks { who: state.who(attacker) });
        }
        if own.heal_if_hit > 0 && !state.open.now.healed.has(guard) {
            state.open.now.healed = state.open.now.healed.with(guard);
            self.heal_damage(state, guard, own.heal_if_hit);
            let (damage, tokens) = (state.open.fighters[guard].damage, state.open.fighters[guard].tokens);
            observer.on_event(Event::Heals { who: state.who(guard), damage, tokens });
        }
        let hearts = self.deed(&state.open.fighters[attacker]).damage;
        // At most 30 and 300 percent.
        let damage = u8::try_from(rounded(hearts.into(), own.reflect_damage)).unwrap_or(u8::MAX);
        let share = own.reflect_peril;
        let (victim, source, reflected) = (attacker, guard, true);
        *blow = Blow { attacker, victim, source, damage, share, reflected, near, ..Blow::default() };
        damage > 0 || share > 0
    }

    /// Discards the tokens that a hit on a guard costs; who lacks one is knocked down.
    fn pay<W: Observer<Event>>(&self, state: &mut State, attacker: Seat, guard: Seat, observer: &mut W) {
        let attack = state.open.fighters[attacker].level();
        let fighter = &mut state.open.fighters[guard];
        let cost = if self.deed(fighter).marks.has(Marks::COSTS_ATTACK_LEVEL) {
            attack + self.rules.block_extra
        } else {
            self.rules.block_cost(fighter.level(), attack)
        };
        let short = cost > fighter.tokens;
        fighter.tokens = fighter.tokens.saturating_sub(cost);
        let tokens = fighter.tokens;
        observer.on_event(Event::Stops { who: state.who(guard), cost, tokens });
        if short && !state.open.down.has(guard) {
            state.open.down = state.open.down.with(guard);
            observer.on_event(Event::KnockedDown { who: state.who(guard) });
            if state.open.combos.has(guard) {
                self.break_combo(state, guard, observer);
                self.lose_charges(state, guard, observer);
            }
        }
    }

    /// The zone of the Danger Track; a Wampire is always in Danger Mode.
    #[inline]
    pub(super) fn zone(&self, fighter: &Fighter) -> usize {
        self.kit(fighter.character).zone(fighter.damage)
    }

    /// Clause 6.2.4: damage is added.
    #[inline(always)]
    fn damage<W: Observer<Event>>(&self, state: &mut State, blows: &[Blow], observer: &mut W) {
        for blow in blows {
            let fighter = &mut state.open.fighters[blow.victim];
            // At most 99 and 90.
            fighter.damage = self.kit(fighter.character).critical.min(fighter.damage + blow.damage);
            let left = fighter.damage;
            if blow.damage > 0 {
                self.tell_damage(state, blow, left, observer);
            }
        }
    }

    #[inline]
    fn tell_damage<W: Observer<Event>>(&self, state: &State, blow: &Blow, left: u8, observer: &mut W) {
        let (damage, reflected) = (blow.damage, blow.reflected);
        observer.on_event(Event::Hurts { who: state.who(blow.victim), damage, left, reflected });
    }

    /// Clause 6.8: first all blood is lost, then all that is stolen is gained.
    #[cold]
    fn drain<W: Observer<Event>>(&self, state: &mut State, blows: &[Blow], observer: &mut W) {
        let wampires = &self.rules.wampires;
        let mut gains = [0_u16; 8];
        for blow in blows.iter().filter(|blow| blow.damage > 0) {
            let victim = &mut state.open.fighters[blow.victim];
            let lost = blow.damage.min(victim.damage);
            victim.damage -= lost;
            let left = victim.damage;
            if blow.near {
                gains[blow.source.index()] += u16::from(lost.saturating_sub(wampires.steal_less));
            }
            self.tell_damage(state, blow, left, observer);
        }
        for (number, gain) in gains.into_iter().enumerate().filter(|(_, gain)| *gain > 0) {
            let seat = Seat::new(number);
            let fighter = &mut state.open.fighters[seat];
            let blood = u16::from(fighter.damage) + gain;
            // Blood is at most 200.
            fighter.damage = u8::try_from(blood).unwrap_or(u8::MAX).min(wampires.max_blood);
            let blood = fighter.damage;
            observer.on_event(Event::Steals { who: state.who(seat), blood });
        }
    }

    /// Clause 6.2.5: the letters of a blow, in the zone after all damage of the block; the victim, if
    /// any of them hurts.
    #[inline(never)]
    fn imperil<W: Observer<Event>>(
        &self,
        state: &mut State,
        blow: &mut Blow,
        zone: usize,
        observer: &mut W,
    ) -> Seats {
        let victim = blow.victim;
        let mut cell = self.deed(&state.open.fighters[blow.attacker]).cells[zone % 4];
        if blow.reflected {
            cell = cell.first(rounded(cell.len(), blow.share.into()));
        }
        blow.perilous = !cell.is_empty();
        if self.rules.wampires.enabled {
            let blood = state.open.fighters[victim].damage;
            blow.hurts = cell.len() > usize::from(blood / self.rules.wampires.blood_per_peril);
        } else {
            for letter in cell.letters() {
                blow.hurts |= self.disable(state, victim, letter, observer);
            }
        }
        if blow.hurts { Seats::only(victim) } else { Seats::NONE }
    }

    /// The end of clause 6.2.5: credit belongs to the block in which the limit was reached.
    #[inline(never)]
    fn fell(&self, state: &mut State, struck: Seats, blows: &[Blow]) {
        for victim in struck.minus(state.open.now.after.felled) {
            if self.rules.wampires.enabled || self.is_felled(state, victim) {
                let after = &mut state.open.now.after;
                (after.felled, after.any) = (after.felled.with(victim), after.any.with(victim));
                let by = |reflected: bool| {
                    let counts = |b: &&Blow| b.hurts && b.victim == victim && b.reflected == reflected;
                    blows.iter().filter(counts).map(|blow| blow.source).collect()
                };
                let fighter = &mut state.open.fighters[victim];
                (fighter.felled_by, fighter.reflected_by) = (by(false), by(true));
            }
        }
    }

    /// Has the fighter as many disabled cards as the Peril Limit?
    pub(super) fn is_felled(&self, state: &State, seat: Seat) -> bool {
        let disabled = &state.disabled[seat];
        let n_cards = if self.has_monsters() && self.rules.monsters.scope == Scope::Monster {
            (0..3).map(|monster| disabled.count_of(monster)).max().unwrap_or(0)
        } else {
            disabled.count()
        };
        n_cards >= self.kit(state.open.fighters[seat].character).peril_limit
    }

    /// Clause 6.5: a letter disables the first card that has it, of the deck in play.
    #[inline]
    fn disable<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        letter: Letter,
        observer: &mut W,
    ) -> bool {
        let mut free = self.lettered(state, seat, letter) & self.enabled(state, seat);
        if self.rules.combo_protects && state.open.combos.has(seat) {
            let secret = &state.secrets[seat];
            free &= !(secret.queue.mask() | 1 << secret.place);
        }
        let Some(place) = ones(free).next() else { return false };
        let card = self.card_at(state, seat, place);
        let monster = self.monster(state, seat);
        let disabled = &mut state.disabled[seat];
        disabled.cards[monster] |= 1 << place;
        if self.rules.recovery == Recovery::OverTime {
            let recovery = self.kit(state.open.fighters[seat].character).recovery;
            if recovery > 0 {
                // The end of this turn counts too; a nibble holds the 10 at most.
                disabled.recovers[monster] |= u64::from(recovery + 1) << (4 * place);
            }
        }
        self.lay_out(state, seat);
        if self.has_monsters() {
            self.show(state, seat, card);
        }
        observer.on_event(Event::Disables { who: state.who(seat), card });
        true
    }

    /// Clause 6.3: a blow may interrupt the victim's pending move and its combo.
    #[inline(never)]
    fn interrupt<W: Observer<Event>>(&self, state: &mut State, blow: &Blow, observer: &mut W) {
        let open = &mut state.open;
        let victim = &open.fighters[blow.victim];
        let marks = self.deed(&open.fighters[blow.attacker]).marks;
        let grabs = marks.has(Marks::GRABS) && !blow.reflected;
        let interrupts = marks.has(Marks::INTERRUPTS);
        let mut lost = false;
        if open.now.pending.has(blow.victim) {
            let threshold = self.deed(victim).interrupted_by[self.zone(victim)];
            if grabs || interrupts && blow.damage >= threshold {
                let card = victim.card();
                open.now.pending = open.now.pending.without(blow.victim);
                open.now.interrupted = open.now.interrupted.with(blow.victim);
                observer.on_event(Event::Interrupts { who: state.who(blow.victim), card });
                lost = true;
            }
        }
        if state.open.combos.has(blow.victim) {
            let by_damage = self.rules.combo_interrupted_by == ComboInterruptedBy::Damage;
            let breaks = blow.perilous || by_damage && blow.damage > 0;
            if grabs || interrupts && breaks {
                self.break_combo(state, blow.victim, observer);
                lost = true;
            }
        }
        if lost {
            self.lose_charges(state, blow.victim, observer);
        }
    }

    /// An interruption costs all ↑, in Critical Mode only some.
    fn lose_charges<W: Observer<Event>>(&self, state: &mut State, seat: Seat, observer: &mut W) {
        let fighter = &mut state.open.fighters[seat];
        let critical = self.zone(fighter) == RED;
        let loss = if critical { self.rules.critical_charge_loss } else { fighter.charges };
        fighter.charges = fighter.charges.saturating_sub(loss);
        let charges = fighter.charges;
        observer.on_event(Event::LosesCharge { who: state.who(seat), charges });
    }

    /// Clause 6.2.7: Run type 2 drops ↑ when hit hard enough.
    #[inline(never)]
    fn drop_charge<W: Observer<Event>>(&self, state: &mut State, blow: &Blow, observer: &mut W) {
        let (open, seat) = (&mut state.open, blow.victim);
        let deed = self.deed(&open.fighters[seat]);
        let now = &mut open.now;
        let acts = now.revealed.minus(now.interrupted).has(seat);
        if acts && !now.dropped.union(now.block.combos_then).has(seat) {
            now.dropped = now.dropped.with(seat);
            let fighter = &mut open.fighters[seat];
            fighter.charges = fighter.charges.saturating_sub(deed.drop);
            let charges = fighter.charges;
            observer.on_event(Event::LosesCharge { who: state.who(seat), charges });
        }
    }
}

/// Clause 6.2.2: whom this move of a fighter hits.
#[inline(always)]
fn targets(open: &Open, attacker: Seat, deed: &Deed) -> Seats {
    deed.targets(open.near[attacker], open.contacts[attacker])
}

/// Clause 6.4: does the guard stop this attack?
#[inline]
fn stops(guard: &Deed, attack: &Deed) -> bool {
    let evades = attack.marks.has(Marks::UNBLOCKABLE) || guard.letter.is_in(attack.immune);
    !evades && (guard.marks.has(Marks::GUARDS_ALL) || attack.marks.has(Marks::ATTACK))
}

/// A share in percent, rounded down to a minimum of 1; nothing of nothing is nothing.
pub(super) fn rounded(base: usize, percent: u16) -> usize {
    let product = base * usize::from(percent);
    if product == 0 { 0 } else { (product / 100).max(1) }
}
