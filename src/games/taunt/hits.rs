//! Hits: who is hit, guards, damage, Peril, interruptions and lost charge. Clauses 6.2.2 to 6.2.7,
//! 6.3 to 6.5, and 6.8 for Wampires.

use super::Taunt;
use super::cards::{Act, Guard, GuardCost, HitPosition, Letter, MoveCard, ORANGE, RED, Reach};
use super::rules::{ComboInterruptedBy, Mode, Recovery, Scope};
use super::state::{Fighter, Queue, State};
use super::story::Event;
use crate::model::{BySeat, Pile, Seat, Seats, Watch};

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
    /// Thrown back by a guard?
    reflected: bool,
    /// Percent of the ⊗ that applies.
    share: u16,
    /// ⊗ letters that apply.
    letters: u8,
    /// Were the two Near when the hit was made?
    near: bool,
}

/// All blows of a block. A fighter has at most two contacts; all eight in one block make 16.
type Blows = Pile<Blow, 16>;

impl Taunt {
    /// Clauses 6.2.2 to 6.2.7: the hits of the block that is executing, and what comes of them.
    #[inline]
    pub(super) fn hit<W: Watch<Event>>(&self, state: &mut State, watch: &mut W) {
        let mut blows = Blows::new();
        for attacker in state.open.now.block {
            let fighter = &state.open.fighters[attacker];
            let card = self.card(fighter.card);
            let act = &card.acts[usize::from(fighter.level % 4)];
            if act.attacks {
                self.strike(state, attacker, card, act, &mut blows, watch);
            }
        }
        if blows.is_empty() {
            return;
        }
        if self.rules.wampires.enabled {
            self.drain(state, &blows, watch);
        } else {
            self.damage(state, &blows, watch);
        }
        self.peril(state, &mut blows, watch);
        for blow in blows.iter() {
            self.interrupt(state, blow, watch);
        }
        for blow in blows.iter() {
            self.drop_charge(state, blow, watch);
        }
    }

    /// Clause 6.2.2: all targets in reach are hit.
    fn strike<W: Watch<Event>>(
        &self,
        state: &mut State,
        attacker: Seat,
        card: &MoveCard,
        act: &Act,
        blows: &mut Blows,
        watch: &mut W,
    ) {
        for target in reached(act.reach, state.open.near[attacker], state.open.contacts[attacker]) {
            let aim = &state.open.fighters[target];
            let now = &state.open.now;
            let acts = now.revealed.has(target) && !now.interrupted.has(target);
            let aim_card = self.card(aim.card);
            if acts && card.letter.is_in(aim_card.acts[usize::from(aim.level % 4)].immune) {
                watch.saw(Event::Immune { who: state.who(attacker), target: state.who(target) });
                continue;
            }
            let near = state.open.near[attacker].has(target);
            let runs = now.revealed.has(target) && aim_card.change_position;
            let guarded = now.guards.has(target);
            state.open.now.hitters = now.hitters.with(attacker);
            let (who, card_id) = (state.who(attacker), state.open.fighters[attacker].card);
            watch.saw(Event::Hits { who, target: state.who(target), card: card_id });
            if guarded && self.stops(aim_card, card, act) {
                let blow = self.stop(state, attacker, target, act, near, watch);
                if blow.damage > 0 || blow.share > 0 {
                    blows.push(blow);
                }
                continue;
            }
            let pays = self.rules.unblockable_costs_tokens && aim_card.guard == Guard::All;
            if guarded && card.unblockable && pays {
                self.pay(state, attacker, target, watch);
            }
            let source = attacker;
            let blow = Blow {
                attacker,
                victim: target,
                source,
                damage: act.damage,
                near,
                share: 100,
                ..Blow::default()
            };
            blows.push(blow);
            let chooses = match card.hit_position {
                HitPosition::Never => false,
                HitPosition::Always => true,
                HitPosition::VsRun => runs,
            };
            // Clause 6.6: moves of one block do not push each other about.
            if chooses && !state.open.now.block.has(target) {
                state.open.now.choices |= 1 << (8 * attacker.index() + target.index());
            }
        }
    }

    /// Clause 6.4: does the guard stop this attack?
    fn stops(&self, guard: &MoveCard, attack: &MoveCard, act: &Act) -> bool {
        let evades = attack.unblockable || guard.letter.is_in(act.immune);
        !evades && (guard.guard == Guard::All || attack.is_attack())
    }

    /// A stopped hit: its cost, the lock, the healing; returns what is thrown back.
    fn stop<W: Watch<Event>>(
        &self,
        state: &mut State,
        attacker: Seat,
        guard: Seat,
        act: &Act,
        near: bool,
        watch: &mut W,
    ) -> Blow {
        self.pay(state, attacker, guard, watch);
        let fighter = &state.open.fighters[guard];
        let card = self.card(fighter.card);
        let own = &card.acts[usize::from(fighter.level % 4)];
        if card.lock_attacks && near {
            state.open.locks = state.open.locks.with(attacker);
            watch.saw(Event::Locks { who: state.who(attacker) });
        }
        if own.heal_if_hit > 0 && !state.open.now.healed.has(guard) {
            state.open.now.healed = state.open.now.healed.with(guard);
            self.heal_damage(state, guard, own.heal_if_hit);
            let (damage, tokens) = (state.open.fighters[guard].damage, state.open.fighters[guard].tokens);
            watch.saw(Event::Heals { who: state.who(guard), damage, tokens });
        }
        Blow {
            attacker,
            victim: attacker,
            source: guard,
            damage: u8::try_from(rounded(act.damage.into(), own.reflect_damage)).unwrap_or(u8::MAX),
            reflected: true,
            share: own.reflect_peril,
            near,
            ..Blow::default()
        }
    }

    /// Discards the tokens that a hit on a guard costs; who lacks one is knocked down.
    fn pay<W: Watch<Event>>(&self, state: &mut State, attacker: Seat, guard: Seat, watch: &mut W) {
        let attack = state.open.fighters[attacker].level;
        let fighter = &mut state.open.fighters[guard];
        let cost = match self.card(fighter.card).guard_cost {
            GuardCost::Difference => self.rules.block_cost(fighter.level, attack),
            GuardCost::AttackLevel => attack + self.rules.block_extra,
        };
        let short = cost > fighter.tokens;
        fighter.tokens = fighter.tokens.saturating_sub(cost);
        let tokens = fighter.tokens;
        watch.saw(Event::Stops { who: state.who(guard), cost, tokens });
        if short && !state.open.down.has(guard) {
            state.open.down = state.open.down.with(guard);
            watch.saw(Event::KnockedDown { who: state.who(guard) });
            if state.open.combos.has(guard) {
                self.break_combo(state, guard, watch);
                self.lose_charges(state, guard, watch);
            }
        }
    }

    /// The zone of the Danger Track; a Wampire is always in Danger Mode.
    #[inline]
    pub(super) fn zone(&self, fighter: &Fighter) -> usize {
        if self.rules.wampires.enabled {
            return ORANGE;
        }
        let track = self.character(fighter.character).track;
        track.iter().filter(|from| fighter.damage >= **from).count()
    }

    /// Clause 6.2.4: damage is added.
    fn damage<W: Watch<Event>>(&self, state: &mut State, blows: &Blows, watch: &mut W) {
        for blow in blows.iter().filter(|blow| blow.damage > 0) {
            let fighter = &mut state.open.fighters[blow.victim];
            let [_, _, critical] = self.character(fighter.character).track;
            // At most 99 and 90.
            fighter.damage = critical.min(fighter.damage + blow.damage);
            let left = fighter.damage;
            self.tell_damage(state, blow, left, watch);
        }
    }

    fn tell_damage<W: Watch<Event>>(&self, state: &State, blow: &Blow, left: u8, watch: &mut W) {
        let (damage, reflected) = (blow.damage, blow.reflected);
        watch.saw(Event::Hurts { who: state.who(blow.victim), damage, left, reflected });
    }

    /// Clause 6.8: first all blood is lost, then all that is stolen is gained.
    fn drain<W: Watch<Event>>(&self, state: &mut State, blows: &Blows, watch: &mut W) {
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
            self.tell_damage(state, blow, left, watch);
        }
        for (number, gain) in gains.into_iter().enumerate().filter(|(_, gain)| *gain > 0) {
            let seat = Seat::new(number);
            let fighter = &mut state.open.fighters[seat];
            let blood = u16::from(fighter.damage) + gain;
            // Blood is at most 200.
            fighter.damage = u8::try_from(blood).unwrap_or(u8::MAX).min(wampires.max_blood);
            let blood = fighter.damage;
            watch.saw(Event::Steals { who: state.who(seat), blood });
        }
    }

    /// Clause 6.2.5: the letters of each blow, in the zone after all damage of the block.
    fn peril<W: Watch<Event>>(&self, state: &mut State, blows: &mut Blows, watch: &mut W) {
        let felled = state.open.now.felled;
        let mut direct = BySeat::<Seats>::default();
        let mut reflected = BySeat::<Seats>::default();
        let mut struck = Seats::NONE;
        for blow in blows.iter_mut() {
            let attacker = &state.open.fighters[blow.attacker];
            let zone = self.zone(&state.open.fighters[blow.victim]);
            let cell = self.card(attacker.card).acts[usize::from(attacker.level % 4)].cell(zone);
            let n_letters = if blow.reflected { rounded(cell.len(), blow.share) } else { cell.len() };
            let letters = cell.first(n_letters);
            // A cell has at most 8 letters.
            blow.letters = u8::try_from(letters.len()).unwrap_or(8);
            if letters.is_empty() {
                continue;
            }
            let victim = blow.victim;
            let hurt = if self.rules.wampires.enabled {
                let blood = state.open.fighters[victim].damage;
                blow.letters > blood / self.rules.wampires.blood_per_peril
            } else {
                let disables = |letter: &&Letter| self.disable(state, victim, **letter, watch);
                letters.iter().filter(disables).count() > 0
            };
            if hurt {
                struck = struck.with(victim);
                let by = if blow.reflected { &mut reflected } else { &mut direct };
                by[victim] = by[victim].with(blow.source);
            }
        }
        // Credit belongs to the block in which the limit was reached.
        for victim in struck {
            if !felled.has(victim) && (self.rules.wampires.enabled || self.is_felled(state, victim)) {
                state.open.now.felled = state.open.now.felled.with(victim);
                let fighter = &mut state.open.fighters[victim];
                (fighter.felled_by, fighter.reflected_by) = (direct[victim], reflected[victim]);
            }
        }
    }

    /// Has the fighter as many disabled cards as the Peril Limit?
    pub(super) fn is_felled(&self, state: &State, seat: Seat) -> bool {
        let disabled = &state.disabled[seat];
        let n_cards = match self.rules.monsters.scope {
            Scope::Monster if self.rules.mode == Mode::Monsters => {
                (0..3).map(|monster| disabled.count_of(monster)).max().unwrap_or(0)
            }
            _ => disabled.count(),
        };
        n_cards >= self.peril_limit(state.open.fighters[seat].character)
    }

    /// Clause 6.5: a letter disables the first card that has it, of the deck in play.
    fn disable<W: Watch<Event>>(&self, state: &mut State, seat: Seat, letter: Letter, watch: &mut W) -> bool {
        let mut exempt = state.disabled[seat].cards[self.monster(state, seat)];
        if self.rules.combo_protects && state.open.combos.has(seat) {
            let secret = &state.secrets[seat];
            exempt |= secret.queue.mask() | 1 << secret.place;
        }
        let deck = self.deck(state, seat);
        let free =
            |place: &usize| exempt >> place & 1 == 0 && self.card(deck[*place]).letter.is_in(letter.bit());
        let Some(place) = (0..deck.len()).find(free) else { return false };
        let card = deck[place];
        let monster = self.monster(state, seat);
        let disabled = &mut state.disabled[seat];
        disabled.cards[monster] |= 1 << place;
        if self.rules.recovery == Recovery::OverTime {
            let recovery = self.character(state.open.fighters[seat].character).recovery;
            if recovery > 0 {
                // The end of this turn counts too; a nibble holds the 10 at most.
                disabled.recovers[monster] |= u64::from(recovery + 1) << (4 * place);
            }
        }
        if self.rules.mode == Mode::Monsters {
            self.show(state, seat, card);
        }
        watch.saw(Event::Disables { who: state.who(seat), card });
        true
    }

    /// Clause 6.3: a blow may interrupt the victim's pending move and its combo.
    #[inline]
    fn interrupt<W: Watch<Event>>(&self, state: &mut State, blow: &Blow, watch: &mut W) {
        let attacker = &state.open.fighters[blow.attacker];
        let card = self.card(attacker.card);
        let grabs = card.hit_interrupt && !blow.reflected;
        let interrupting = !card.acts[usize::from(attacker.level % 4)].no_interrupt;
        let victim = &state.open.fighters[blow.victim];
        let mut lost = false;
        if state.open.now.pending.has(blow.victim) {
            let threshold = self.card(victim.card).interrupted_by[self.zone(victim)];
            if grabs || interrupting && threshold > 0 && blow.damage >= threshold {
                let now = &mut state.open.now;
                now.pending = now.pending.without(blow.victim);
                now.interrupted = now.interrupted.with(blow.victim);
                watch.saw(Event::Interrupts { who: state.who(blow.victim), card: victim.card });
                lost = true;
            }
        }
        if state.open.combos.has(blow.victim) {
            let by_damage = self.rules.combo_interrupted_by == ComboInterruptedBy::Damage;
            let breaks = blow.letters > 0 || by_damage && blow.damage > 0;
            if grabs || interrupting && breaks {
                self.break_combo(state, blow.victim, watch);
                lost = true;
            }
        }
        if lost {
            self.lose_charges(state, blow.victim, watch);
        }
    }

    /// The queue returns to the hand.
    fn break_combo<W: Watch<Event>>(&self, state: &mut State, seat: Seat, watch: &mut W) {
        state.open.combos = state.open.combos.without(seat);
        state.open.fighters[seat].queued = 0;
        state.secrets[seat].queue = Queue::default();
        watch.saw(Event::ComboBreaks { who: state.who(seat) });
    }

    /// An interruption costs all ↑, in Critical Mode only some.
    fn lose_charges<W: Watch<Event>>(&self, state: &mut State, seat: Seat, watch: &mut W) {
        let fighter = &mut state.open.fighters[seat];
        let critical = self.zone(fighter) == RED;
        let loss = if critical { self.rules.critical_charge_loss } else { fighter.charges };
        fighter.charges = fighter.charges.saturating_sub(loss);
        let charges = fighter.charges;
        watch.saw(Event::LosesCharge { who: state.who(seat), charges });
    }

    /// Clause 6.2.7: Run type 2 drops ↑ when hit hard enough.
    #[inline]
    fn drop_charge<W: Watch<Event>>(&self, state: &mut State, blow: &Blow, watch: &mut W) {
        let (open, seat) = (&mut state.open, blow.victim);
        let fighter = &mut open.fighters[seat];
        let card = self.card(fighter.card);
        let now = &mut open.now;
        let acts = now.revealed.has(seat) && !now.interrupted.has(seat);
        let hurts = card.drop_charge_at > 0 && blow.damage >= card.drop_charge_at;
        if hurts && acts && !now.dropped.has(seat) && !now.combos_then.has(seat) {
            now.dropped = now.dropped.with(seat);
            fighter.charges = fighter.charges.saturating_sub(card.drop_charge);
            let charges = fighter.charges;
            watch.saw(Event::LosesCharge { who: state.who(seat), charges });
        }
    }
}

/// Clause 6.2.2: who is in reach.
#[inline]
pub(super) fn reached(reach: Reach, near: Seats, contacts: Seats) -> Seats {
    let close = contacts.both(near);
    let away = super::state::minus(contacts, near);
    match reach {
        Reach::Near => close,
        Reach::Far => away,
        Reach::NearFar if close.is_empty() => away,
        Reach::NearFar => close,
    }
}

/// A share in percent, rounded down to a minimum of 1; nothing of nothing is nothing.
pub(super) fn rounded(base: usize, percent: u16) -> usize {
    let product = base * usize::from(percent);
    if product == 0 { 0 } else { (product / 100).max(1) }
}
