//! Clauses 5.1, 6.1, 6.2, 6.5 and 6.9: building a combo, defending against it, hits, extra effects, and the
//! taunts that an attack triggers.

use super::cards::{Colour, Defence, Icon, Id, Ids, Slot, Slots, TauntWhen};
use super::damage::icon;
use super::rules::TauntTrigger;
use super::state::{Phase, Picked, Resolution, Source, Table};
use super::story::{Event, Use};
use super::thrown_card::{ComboCard, ThrownCard};
use super::{Resolver, StupidFight};
use crate::model::Observer;

/// The slots from which a card can be thrown: as printed, and converted to a basic punch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ways {
    pub(super) printed: Slots,
    pub(super) converted: Slots,
}

impl Ways {
    /// The slot, and whether the card is converted.
    pub(super) fn iter(self) -> impl Iterator<Item = (Slot, bool)> {
        self.printed.iter().map(|slot| (slot, false)).chain(self.converted.iter().map(|slot| (slot, true)))
    }

    /// The way to throw the card, if there is only one.
    #[inline]
    pub(super) fn only(self) -> Option<(Slot, bool)> {
        if self.converted.is_empty() {
            self.printed.single().map(|slot| (slot, false))
        } else if self.printed.is_empty() {
            self.converted.single().map(|slot| (slot, true))
        } else {
            None
        }
    }
}

/// The cards that a victim can use against the current combo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Defences {
    pub(super) dodge: Ids,
    pub(super) block: Ids,
    pub(super) run_away: Ids,
}

impl Defences {
    /// Whether there is no card.
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.dodge.union(self.block).union(self.run_away).is_empty()
    }
}

impl StupidFight {
    /// The cards that the current player could throw.
    #[inline]
    pub(super) fn throwable(&self, table: &Table) -> Ids {
        if table.thrown >= self.max_thrown {
            return Ids::NONE;
        }
        let body = &table.player(table.current).body;
        match self.blank {
            Some((seat, id)) if seat == table.current && body.any_card_punch.is_empty() => {
                body.throwable.without(id)
            }
            _ => body.throwable,
        }
    }

    /// The ways to throw a card.
    #[inline]
    pub(super) fn ways(&self, table: &Table, id: Id) -> Ways {
        let body = &table.player(table.current).body;
        let data = self.data(id);
        let printed =
            if self.is_blank(table.current, id) { Slots::default() } else { body.slots.both(data.printed) };
        // An arm that can throw a punch as printed does not convert it.
        let barred = printed.both(data.barred);
        Ways { printed, converted: body.any_card_punch.minus(barred) }
    }

    /// The appearance of a thrown card. A converted card has no icons.
    #[inline]
    pub(super) fn thrown(&self, id: Id, slot: Slot, colour: Option<Colour>, converted: bool) -> ThrownCard {
        let icons = if converted { 0 } else { self.data(id).icons };
        ThrownCard::new(slot, converted, colour, icons)
    }

    /// The cards that would help the victim, whether or not the victim has them.
    #[inline]
    pub(super) fn defences(&self, table: &Table) -> Defences {
        let victim = table.player(table.victim);
        let (rules, body, icons) = (&self.rules, &victim.body, table.icons());
        let bypassed = icons & icon(Icon::ShieldBreak) != 0 && rules.shield_break_bypasses_parts;
        let of_parts = |types: u8| if bypassed { 0 } else { types };
        let freely = !rules.dodge_needs_legs || !body.dodge_without_legs.is_empty() && !bypassed;
        let dodges = if freely || victim.has(Slot::Legs) { 1 << Defence::Dodge as u8 } else { 0 };
        let dodge = if icons & icon(Icon::NoDodge) != 0 { 0 } else { dodges | of_parts(body.dodge_with) };
        Defences {
            dodge: self.index.of_types(dodge),
            block: self.index.of_types(of_parts(body.block_with)),
            run_away: self.index.run_away,
        }
    }
}

impl<O: Observer<Event>> Resolver<'_, O> {
    /// Picks a card for the combo. If several limbs can throw it, the attacker chooses one.
    pub(super) fn pick(&mut self, id: Id) {
        let ways = self.game.ways(&self.state.table, id);
        match ways.only() {
            Some((slot, converted)) => self.throw_from(id, slot, converted),
            None => self.state.picked = Picked::Card(id),
        }
    }

    /// Sets the limb. If it has several colours, the attacker chooses one.
    pub(super) fn throw_from(&mut self, id: Id, slot: Slot, converted: bool) {
        let table = &self.state.table;
        let burst = table.player(table.current).body.burst[slot.index()];
        if burst.is_several() {
            self.state.picked = Picked::From(id, slot, converted);
        } else {
            self.throw(id, slot, burst.iter().next(), converted);
        }
    }

    /// Throws a card with a fixed limb and colour. If no more cards can be thrown, the only remaining choice
    /// is to complete the combo.
    pub(super) fn throw(&mut self, id: Id, slot: Slot, colour: Option<Colour>, converted: bool) {
        self.state.picked = Picked::Nothing;
        let thrown = self.game.thrown(id, slot, colour, converted);
        let seat = self.state.table.current;
        self.use_card(seat, id, Use::Throw);
        self.observer.on_event(Event::Thrown { seat, card: id, thrown, converted });
        let table = &mut self.state.table;
        // A converted card is only seen as a punch.
        table.seen[id.index()] += u8::from(!converted);
        table.add_throw(thrown);
    }

    /// Completes the combo.
    pub(super) fn commit(&mut self) {
        let Table { current, victim, ref combo, .. } = self.state.table;
        let cards = u8::try_from(combo.len()).unwrap_or(u8::MAX);
        self.observer.on_event(Event::Commits { seat: current, victim, cards });
        self.defend();
    }

    /// The victim may defend until it accepts the attack or no attack card is left. It is asked even without
    /// a card that helps, so the question reveals nothing. If no card of the deck could help, the attack
    /// lands immediately.
    fn defend(&mut self) {
        let table = &mut self.state.table;
        let game = self.game;
        let defensible = !game.index.run_away.is_empty() || !game.defences(table).is_empty();
        if table.combo.is_empty() || !defensible {
            self.land();
        } else {
            table.phase = Phase::Defend;
        }
    }

    /// A card from the victim's hand removes one attack card, or as many as `cards-per-dodge`.
    pub(super) fn parry(&mut self, id: Id, block: bool) {
        let seat = self.state.table.victim;
        self.use_card(seat, id, if block { Use::Block } else { Use::Dodge });
        self.state.table.seen[id.index()] += 1;
        self.remove_one(block, if block { 1 } else { self.game.rules.cards_per_dodge });
    }

    /// Removes the first of `left` attack cards. If they look different, the victim chooses one.
    fn remove_one(&mut self, block: bool, left: u8) {
        let table = &mut self.state.table;
        match table.combo.first() {
            Some(first) if table.combo.iter().all(|throw| throw.thrown == first.thrown) => {
                let thrown = first.thrown;
                self.remove(thrown, block, left);
            }
            _ => table.phase = Phase::Against { block, left },
        }
    }

    /// Removes the first attack card with this appearance; the card in use removes `left` with it.
    pub(super) fn remove(&mut self, thrown: ThrownCard, block: bool, left: u8) {
        let table = &mut self.state.table;
        if let Some(index) = table.combo.iter().position(|throw| throw.thrown == thrown) {
            table.combo.remove(index);
            table.count_icons();
        }
        self.observer.on_event(Event::Removed { seat: table.victim, thrown, block });
        if left > 1 && !table.combo.is_empty() {
            self.remove_one(block, left - 1);
        } else {
            self.defend();
        }
    }

    /// The victim runs away, which removes all attack cards.
    pub(super) fn run_from_attack(&mut self, id: Id) {
        let seat = self.state.table.victim;
        self.use_card(seat, id, Use::RunAway);
        let table = &mut self.state.table;
        table.seen[id.index()] += 1;
        let cards = u8::try_from(table.combo.len()).unwrap_or(u8::MAX);
        self.observer.on_event(Event::RanAway { seat, from: Source::Attack, cards });
        table.clear_combo();
        table.ran_away = true;
        self.land();
    }

    /// The remaining attack cards land. Their damage is added up and paid at once.
    pub(super) fn land(&mut self) {
        let table = &mut self.state.table;
        let (icons, victim) = (table.icons(), table.victim);
        let player = &table.players[victim];
        let mut due = 0;
        for throw in table.combo.iter_mut() {
            let (row, damage) = self.game.hit(throw.thrown, icons, player);
            throw.damage = damage;
            due += u16::from(damage);
            self.observer.on_event(Event::Lands { thrown: throw.thrown, row, damage });
        }
        table.next = 0;
        if !self.owe(victim, due, Source::Attack) {
            self.extra_effects();
        }
    }

    /// After the payment, executes the extra effects of the parts that hit, card by card. Then all players
    /// who cannot pay lose, and the attack triggers its taunts.
    #[inline]
    pub(super) fn extra_effects(&mut self) {
        let table = &self.state.table;
        if !table.player(table.current).body.on_hit.is_empty() && self.hit_on() {
            return;
        }
        self.state.table.clear_combo();
        self.state.table.next = 0;
        if !self.settle() {
            self.set_off_taunts();
        }
    }

    /// Executes the remaining extra effects. Returns true if a decision comes first.
    fn hit_on(&mut self) -> bool {
        loop {
            let table = &mut self.state.table;
            let attacker = table.player(table.current);
            let Some(&ComboCard { thrown, damage }) = table.combo.get(usize::from(table.next)) else {
                return false;
            };
            if table.dying.has(table.victim) || attacker.body.on_hit.is_empty() {
                return false;
            }
            let idle = self.game.rules.extras_need_damage && damage == 0;
            let script = self.game.abilities_of(attacker, thrown.slot()).on_hit;
            table.next += 1;
            if idle {
                continue;
            }
            table.resolution = Resolution::upon(table.victim, Source::Extra, script);
            if self.apply() {
                return true;
            }
        }
    }

    /// "When I punch, I taunt": executes one taunt after another.
    #[inline]
    fn set_off_taunts(&mut self) {
        self.act();
        let table = &self.state.table;
        if !table.player(table.current).body.taunts.is_empty() {
            self.taunt_all();
        }
    }

    /// Executes the remaining taunts, up to the next decision.
    fn taunt_all(&mut self) {
        loop {
            self.act();
            let table = &mut self.state.table;
            let Table { current, victim, ran_away, .. } = *table;
            let attacker = table.player(current);
            let mute = self.game.rules.taunt_needs_head && !attacker.has(Slot::Head);
            if attacker.body.taunts.is_empty() || ran_away || mute || !table.living.has(victim) {
                return;
            }
            let Some(taunt) = self.game.nth_taunt(table) else { return };
            table.next += 1;
            if !self.game.can_touch(taunt.script, table, victim) {
                continue;
            }
            self.observer.on_event(Event::Taunts { seat: current, victim });
            table.resolution = Resolution::upon(victim, Source::Taunt, taunt.script);
            if self.may_react() || self.apply() || self.settle() {
                return;
            }
        }
    }

    /// A triggered taunt is done.
    pub(super) fn taunt_on(&mut self) {
        if !self.settle() {
            self.set_off_taunts();
        }
    }
}

impl StupidFight {
    /// The abilities of a part, including its ongoing special if active.
    #[inline]
    pub(super) fn abilities_of(&self, player: &super::Player, slot: Slot) -> &super::cards::Abilities {
        let active = !player.marks[slot.index()].is_none();
        &self.card(player.parts[slot.index()]).abilities[usize::from(active)]
    }

    /// The next of the taunts that the combo triggers, in slot order.
    fn nth_taunt(&self, table: &Table) -> Option<TauntWhen> {
        let attacker = table.player(table.current);
        let mut nth = table.next;
        for slot in attacker.body.taunts.iter() {
            for taunt in &self.abilities_of(attacker, slot).taunts {
                let punches = (0..3).filter(|index| taunt.types >> index & 1 == 1);
                // At most CARDS cards were thrown.
                let cards: u8 = punches.map(|index| table.committed[index]).sum();
                let times = match self.rules.taunt_trigger {
                    TauntTrigger::PerAttack => cards.min(1),
                    TauntTrigger::PerCard => cards,
                };
                if nth < times {
                    return Some(*taunt);
                }
                nth -= times;
            }
        }
        None
    }
}

/// The distinct cards of a combo, in the order in which they were thrown.
pub(super) fn distinct(combo: &[ComboCard]) -> impl Iterator<Item = ThrownCard> {
    combo.iter().enumerate().filter_map(|(index, throw)| {
        let known = combo[..index].iter().any(|earlier| earlier.thrown == throw.thrown);
        (!known).then_some(throw.thrown)
    })
}
