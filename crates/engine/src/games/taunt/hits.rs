//! Hits: their targets, guards, damage, Peril, interruptions and lost charge. Clauses 6.2.2 to 6.2.7, 6.3 to
//! 6.5, and 6.8 for Wampires.

use super::Taunt;
use super::characters::RED;
use super::moves::{Guard, GuardCost, HitPosition, Letter, MoveCard};
use super::rules::{ChargeLoss, ComboInterruptedBy, Recovery, Scope};
use super::state::{Fighter, State};
use super::story::Event;
use crate::model::bits::bits;
use crate::model::{Observer, Pile, Seat, Seats};

/// The blows of a block: at most eight members with two targets each.
type Blows = Pile<Blow, 16>;

/// The result of a hit on its target or, if reflected, on its attacker.
#[derive(Clone, Copy, Debug, Default)]
struct Blow {
    /// The fighter who is struck.
    victim: Seat,
    /// The source: the attacker, or the guard that reflected it.
    source: Seat,
    /// ♥.
    damage: u8,
    /// Percentage of the ⊗ that applies.
    share: u8,
    /// Whether a guard reflected it.
    reflected: bool,
    /// Whether any ⊗ letter applies.
    perilous: bool,
    /// Whether they have an effect: a card is disabled, or a Wampire has too little blood.
    hurts: bool,
    /// Whether the two were Near at the time of the hit.
    near: bool,
}

impl Blow {
    /// The player of the move.
    const fn attacker(&self) -> Seat {
        if self.reflected { self.victim } else { self.source }
    }
}

impl Taunt {
    /// Clauses 6.2.2 to 6.2.7: the hits of all members of the block.
    pub(super) fn hit_all(&self, state: &mut State, observer: &mut impl Observer<Event>) {
        let open = &state.open;
        // One bit for 8 × attacker + target.
        let mut hits = 0;
        for attacker in open.now.block.members {
            let effect = &self.revealed(&open.fighters[attacker]).effect;
            let targets = effect.targets(open.near[attacker], open.contacts[attacker]);
            hits |= u64::from(targets.mask()) << (8 * attacker.index());
        }
        if hits == 0 {
            return;
        }
        let mut blows = Blows::new();
        for hit in bits(hits) {
            self.hit(state, Seat::new(hit / 8), Seat::new(hit % 8), &mut blows, observer);
        }
        self.suffer(state, &mut blows, observer);
    }

    /// Clauses 6.2.4 to 6.2.7: the effects of simultaneous blows, clause by clause.
    fn suffer(&self, state: &mut State, blows: &mut [Blow], observer: &mut impl Observer<Event>) {
        if !self.rules.wampires.seats.is_empty() {
            self.drain(state, blows, observer);
        } else {
            self.damage(state, blows, observer);
        }
        let mut struck = Seats::NONE;
        for blow in &mut *blows {
            let zone = self.zone(blow.victim, &state.open.fighters[blow.victim]);
            if !self.revealed(&state.open.fighters[blow.attacker()]).effect.cells[zone % 4].is_empty() {
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
            self.drop_charge(state, blow, observer);
        }
    }

    /// Clauses 6.2.2 and 6.2.3: hits one target, and adds the resulting blow, if any.
    fn hit(
        &self,
        state: &mut State,
        attacker: Seat,
        target: Seat,
        blows: &mut Blows,
        observer: &mut impl Observer<Event>,
    ) {
        let open = &mut state.open;
        let (now, own, aim) = (&mut open.now, &open.fighters[attacker], &open.fighters[target]);
        let (card, aim_card) = (self.revealed(own), self.revealed(aim));
        let is_immune = card.letter.is_in(aim_card.effect.immune);
        if is_immune && now.revealed.minus(now.interrupted).has(target) {
            observer.on_event(Event::Immune { who: state.who(attacker), target: state.who(target) });
            return;
        }
        let (id, near) = (own.revealed.card(), open.near[attacker].has(target));
        let guarded = now.guards.has(target);
        now.block.hitters = now.block.hitters.with(attacker);
        observer.on_event(Event::Hits { who: state.who(attacker), target: state.who(target), card: id });
        if guarded {
            if stops(aim_card, card) {
                return self.stop(state, attacker, target, near, blows, observer);
            }
            let pays = card.unblockable && aim_card.guard == Guard::All;
            if pays && self.rules.unblockable_costs_tokens {
                self.pay(state, attacker, target, observer);
            }
        }
        let now = &mut state.open.now;
        let runs = aim_card.change_position & now.revealed.has(target);
        let chooses =
            (card.hit_position == HitPosition::Always) | (card.hit_position == HitPosition::VsRun) & runs;
        // Clause 6.6: moves of one block do not change each other's Position.
        let chooses = chooses & !now.block.members.has(target);
        now.block.choices |= u64::from(chooses) << (8 * attacker.index() + target.index());
        let (victim, source, damage) = (target, attacker, card.effect.damage);
        blows.push(Blow { victim, source, damage, share: 100, near, ..Blow::default() });
    }

    /// A stopped hit: its cost, the lock, the healing. Adds the reflected blow, if any.
    fn stop(
        &self,
        state: &mut State,
        attacker: Seat,
        guard: Seat,
        near: bool,
        blows: &mut Blows,
        observer: &mut impl Observer<Event>,
    ) {
        self.pay(state, attacker, guard, observer);
        let fighter = &state.open.fighters[guard];
        let (card, tokens) = (self.revealed(fighter), fighter.tokens);
        if card.lock_attacks && near {
            state.open.locks = state.open.locks.with(attacker);
            observer.on_event(Event::Locks { who: state.who(attacker) });
        }
        let effect = &card.effect;
        if effect.heal_if_hit > 0 && !state.open.now.healed.has(guard) {
            state.open.now.healed = state.open.now.healed.with(guard);
            self.heal_damage(state, guard, effect.heal_if_hit);
            let damage = state.open.fighters[guard].damage;
            observer.on_event(Event::Heals { who: state.who(guard), damage, tokens });
        }
        let hearts = self.revealed(&state.open.fighters[attacker]).effect.damage;
        // At most 30 and 300 percent.
        let damage = u8::try_from(share_of(hearts.into(), effect.reflect_damage)).unwrap_or(u8::MAX);
        let share = effect.reflect_peril;
        let (victim, source, reflected) = (attacker, guard, true);
        if damage > 0 || share > 0 {
            blows.push(Blow { victim, source, damage, share, reflected, near, ..Blow::default() });
        }
    }

    /// Discards the tokens that a hit on a guard costs. A guard with too few tokens is knocked down.
    fn pay(&self, state: &mut State, attacker: Seat, guard: Seat, observer: &mut impl Observer<Event>) {
        let attack = state.open.fighters[attacker].revealed.level();
        let fighter = &mut state.open.fighters[guard];
        let cost = self.guard_cost(self.revealed(fighter), fighter.revealed.level(), attack);
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

    /// Clause 6.4: the number of tokens that a guard of level `level` pays for an attack of level `attack`.
    pub(super) fn guard_cost(&self, guard: &MoveCard, level: u8, attack: u8) -> u8 {
        match guard.guard_cost {
            GuardCost::Difference => self.rules.block_cost(level, attack),
            GuardCost::AttackLevel => attack + self.rules.block_extra,
        }
    }

    /// The number of disabled cards with which a fighter loses.
    pub(super) fn peril_limit(&self, fighter: &Fighter) -> u8 {
        match self.character(fighter.character).peril_limit {
            0 => self.rules.peril_limit,
            limit => limit,
        }
    }

    /// The zone of the Danger Track; a Wampire is always in the same one.
    pub(super) fn zone(&self, seat: Seat, fighter: &Fighter) -> usize {
        if self.is_wampire(seat) {
            return self.rules.wampires.zone as usize;
        }
        let [yellow, orange, red] = self.character(fighter.character).track;
        let beyond = |from| usize::from(fighter.damage >= from);
        beyond(yellow) + beyond(orange) + beyond(red)
    }

    /// Clause 6.2.4: adds damage.
    fn damage(&self, state: &mut State, blows: &[Blow], observer: &mut impl Observer<Event>) {
        for blow in blows {
            let fighter = &mut state.open.fighters[blow.victim];
            // At most 99 and 90.
            fighter.damage = self.character(fighter.character).critical().min(fighter.damage + blow.damage);
            let left = fighter.damage;
            if blow.damage > 0 {
                self.report_damage(state, blow, left, observer);
            }
        }
    }

    fn report_damage(&self, state: &State, blow: &Blow, left: u8, observer: &mut impl Observer<Event>) {
        let (damage, reflected) = (blow.damage, blow.reflected);
        observer.on_event(Event::Hurts { who: state.who(blow.victim), damage, left, reflected });
    }

    /// Clause 6.8: first all blood is lost, then all stolen blood is gained. Other fighters among Wampires take
    /// ♥, of which a Wampire gains as much.
    fn drain(&self, state: &mut State, blows: &[Blow], observer: &mut impl Observer<Event>) {
        let wampires = &self.rules.wampires;
        let mut gains = [0_u16; 8];
        for blow in blows.iter().filter(|blow| blow.damage > 0) {
            let is_wampire = self.is_wampire(blow.victim);
            let victim = &mut state.open.fighters[blow.victim];
            let before = victim.damage;
            victim.damage = if is_wampire {
                before.saturating_sub(blow.damage)
            } else {
                self.character(victim.character).critical().min(before + blow.damage)
            };
            let (left, lost) = (victim.damage, before.abs_diff(victim.damage));
            if blow.near && self.is_wampire(blow.source) {
                gains[blow.source.index()] += u16::from(lost.saturating_sub(wampires.steal_less));
            }
            self.report_damage(state, blow, left, observer);
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

    /// Clause 6.2.5: applies the letters of a blow, in the zone after all damage of the block. Returns the
    /// victim if they have an effect.
    fn imperil(
        &self,
        state: &mut State,
        blow: &mut Blow,
        zone: usize,
        observer: &mut impl Observer<Event>,
    ) -> Seats {
        let victim = blow.victim;
        let mut cell = self.revealed(&state.open.fighters[blow.attacker()]).effect.cells[zone % 4];
        if blow.reflected {
            cell = cell.first(share_of(cell.len(), blow.share.into()));
        }
        blow.perilous = !cell.is_empty();
        if self.is_wampire(victim) {
            let blood = state.open.fighters[victim].damage;
            blow.hurts = cell.len() > usize::from(blood / self.rules.wampires.blood_per_peril);
        } else {
            for letter in cell.letters() {
                blow.hurts |= self.disable(state, victim, letter, observer);
            }
        }
        if blow.hurts { Seats::only(victim) } else { Seats::NONE }
    }

    /// The end of clause 6.2.5: credits the defeat to the block in which the limit was reached.
    fn fell(&self, state: &mut State, struck: Seats, blows: &[Blow]) {
        for victim in struck.minus(state.open.now.felled) {
            if self.is_wampire(victim) || self.is_felled(state, victim) {
                state.open.now.felled = state.open.now.felled.with(victim);
                let by = |reflected: bool| {
                    let counts = |b: &&Blow| b.hurts && b.victim == victim && b.reflected == reflected;
                    blows.iter().filter(counts).map(|blow| blow.source).collect()
                };
                let fighter = &mut state.open.fighters[victim];
                (fighter.felled_by, fighter.reflected_by) = (by(false), by(true));
            }
        }
    }

    /// Whether the fighter has as many disabled cards as the Peril Limit.
    pub(super) fn is_felled(&self, state: &State, seat: Seat) -> bool {
        let disabled = &state.disabled[seat];
        let n_cards = match self.rules.monsters.scope {
            Scope::Team => disabled.count(),
            Scope::Monster => (0..3).map(|monster| disabled.count_of(monster)).max().unwrap_or(0),
        };
        n_cards >= self.peril_limit(&state.open.fighters[seat]).into()
    }

    /// Clause 6.5: a letter disables the first card of the deck in play that has it.
    fn disable(
        &self,
        state: &mut State,
        seat: Seat,
        letter: Letter,
        observer: &mut impl Observer<Event>,
    ) -> bool {
        let deck = self.deck(state, seat);
        let mut free = deck.own() & deck.places_of_letter(letter) & self.enabled(state, seat);
        if self.rules.combo_protects && state.open.combos.has(seat) {
            let secret = &state.secrets[seat];
            free &= !(secret.queue.mask() | 1 << (secret.place % 16));
        }
        let Some(place) = bits(free).next() else { return false };
        let card = deck.card(place);
        let monster = self.monster(state, seat);
        let disabled = &mut state.disabled[seat];
        disabled.cards[monster] |= 1 << place;
        if self.rules.recovery == Recovery::OverTime {
            let recovery = self.character(state.open.fighters[seat].character).recovery;
            if recovery > 0 {
                // The end of this turn also counts; four bits are enough for at most 10.
                disabled.recovers[monster] |= u64::from(recovery + 1) << (4 * place);
            }
        }
        if self.has_monsters() {
            self.show(state, seat, card);
        }
        observer.on_event(Event::Disables { who: state.who(seat), card });
        true
    }

    /// Clause 6.3: a blow may interrupt the victim's pending move and its combo.
    fn interrupt(&self, state: &mut State, blow: &Blow, observer: &mut impl Observer<Event>) {
        let open = &mut state.open;
        let (victim, attacker) = (&open.fighters[blow.victim], &open.fighters[blow.attacker()]);
        let (attack, card) = (self.revealed(attacker), self.revealed(victim));
        let grabs = attack.hit_interrupt && !blow.reflected;
        let interrupts = !attack.effect.no_interrupt;
        let mut lost = false;
        if open.now.pending.has(blow.victim) {
            let is_hard = card.is_interrupted_by(blow.damage, self.zone(blow.victim, victim));
            if grabs || interrupts && is_hard {
                let card = victim.revealed.card();
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

    /// An interruption removes all ↑; in Critical Mode only some.
    fn lose_charges(&self, state: &mut State, seat: Seat, observer: &mut impl Observer<Event>) {
        let fighter = &state.open.fighters[seat];
        let critical = self.zone(seat, fighter) == RED;
        let loss = if critical { self.rules.critical_charge_loss } else { u8::MAX };
        self.lose_charge(state, seat, loss, observer);
    }

    /// A fighter loses this much ↑, at once or at the end of the Act phase.
    fn lose_charge(&self, state: &mut State, seat: Seat, loss: u8, observer: &mut impl Observer<Event>) {
        if self.rules.charge_loss == ChargeLoss::AfterAct {
            let losing = &mut state.open.losing[seat];
            *losing = losing.saturating_add(loss);
        } else {
            Self::remove_charge(state, seat, loss, observer);
        }
    }

    /// The end of the Act phase: ↑ lost in it is removed.
    pub(super) fn lose_late(state: &mut State, observer: &mut impl Observer<Event>) {
        for seat in state.open.standing {
            let loss = std::mem::take(&mut state.open.losing[seat]);
            Self::remove_charge(state, seat, loss, observer);
        }
    }

    /// Removes this much ↑, as far as there is any.
    fn remove_charge(state: &mut State, seat: Seat, loss: u8, observer: &mut impl Observer<Event>) {
        let fighter = &mut state.open.fighters[seat];
        let charges = fighter.charges.saturating_sub(loss);
        if charges < fighter.charges {
            fighter.charges = charges;
            observer.on_event(Event::LosesCharge { who: state.who(seat), charges });
        }
    }

    /// Clause 6.2.7: Run type 2 loses ↑ after a strong hit.
    fn drop_charge(&self, state: &mut State, blow: &Blow, observer: &mut impl Observer<Event>) {
        let (open, seat) = (&mut state.open, blow.victim);
        let card = self.revealed(&open.fighters[seat]);
        if card.drop_charge_at == 0 || blow.damage < card.drop_charge_at {
            return;
        }
        let now = &mut open.now;
        let acts = now.revealed.minus(now.interrupted).has(seat);
        if acts && !now.dropped.union(now.block.combos_then).has(seat) {
            now.dropped = now.dropped.with(seat);
            let loss = card.drop_charge;
            self.lose_charge(state, seat, loss, observer);
        }
    }
}

/// Clause 6.4: whether the guard stops this attack.
fn stops(guard: &MoveCard, attack: &MoveCard) -> bool {
    let evades = attack.unblockable || guard.letter.is_in(attack.effect.immune);
    !evades && (guard.guard == Guard::All || attack.is_attack())
}

/// A percentage of a number, rounded down but at least 1; 0 if one of them is 0.
fn share_of(base: usize, percent: u16) -> usize {
    let product = base * usize::from(percent);
    if product == 0 { 0 } else { (product / 100).max(1) }
}
