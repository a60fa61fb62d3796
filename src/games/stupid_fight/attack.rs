//! Clauses 5.1, 6.1, 6.2, 6.5 and 6.9: building a combo, defending against it, what lands, extra
//! effects, and the taunts that an attack sets off.

use super::cards::{Colour, Defence, Icon, Id, Ids, Slot, Slots, TauntWhen};
use super::damage::icon;
use super::look::{Look, Throw};
use super::rules::TauntTrigger;
use super::state::{Deed, Held, Phase, Source, Table};
use super::story::{Event, Use};
use super::{Bout, StupidFight};
use crate::model::Observer;
use crate::model::bits::{n_bits, nth_bit};

/// The slots from which a card can be thrown: as printed, and converted to a basic punch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ways {
    pub(super) printed: Slots,
    pub(super) converted: Slots,
}

impl Ways {
    pub(super) fn iter(self) -> impl Iterator<Item = (Slot, bool)> {
        self.printed.iter().map(|slot| (slot, false)).chain(self.converted.iter().map(|slot| (slot, true)))
    }

    /// The way with the number that is drawn of so many, if there are several.
    #[inline]
    pub(super) fn nth_by(self, draw: impl FnOnce(usize) -> usize) -> (Slot, bool) {
        self.only().unwrap_or_else(|| {
            let n_printed = n_bits(self.printed.0);
            let nth = draw(n_printed + n_bits(self.converted.0));
            let (slots, before) =
                if nth < n_printed { (self.printed, 0) } else { (self.converted, n_printed) };
            (Slot::at(nth_bit(slots.0, nth - before)), nth >= n_printed)
        })
    }

    /// The only way, if there is no other.
    #[inline]
    fn only(self) -> Option<(Slot, bool)> {
        let all = u16::from(self.printed.0) | u16::from(self.converted.0) << 8;
        let place = all.trailing_zeros() as usize;
        all.is_power_of_two().then(|| (Slot::at(place % 8), place >= 8))
    }
}

/// The cards that a victim can use against the combo as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Defences {
    pub(super) dodge: Ids,
    pub(super) block: Ids,
    pub(super) run_away: Ids,
}

impl Defences {
    /// No card.
    pub(super) const NONE: Self = Self { dodge: Ids::NONE, block: Ids::NONE, run_away: Ids::NONE };

    /// Is there no card?
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.dodge.union(self.block).union(self.run_away).is_empty()
    }
}

impl StupidFight {
    /// The cards that the current player could throw.
    #[inline]
    pub(super) fn throwable(&self, table: &Table) -> Ids {
        if table.thrown >= self.most_thrown {
            return Ids::NONE;
        }
        let body = &table.player(table.current).body;
        match self.blank {
            Some((seat, id)) if body.any_card_punch.is_empty() => {
                body.throwable.without_if(id, seat == table.current)
            }
            _ => body.throwable,
        }
    }

    /// How a card can be thrown.
    #[inline]
    pub(super) fn ways(&self, table: &Table, id: Id) -> Ways {
        let body = &table.player(table.current).body;
        let face = self.face(id);
        let printed =
            if self.is_blank(table.current, id) { Slots::default() } else { body.slots.both(face.printed) };
        // An arm that throws a punch as printed does not convert it.
        let barred = printed.both(face.barred);
        Ways { printed, converted: body.any_card_punch.minus(barred) }
    }

    /// How a card looks once it is thrown.
    #[inline]
    pub(super) fn look(&self, id: Id, slot: Slot, colour: Option<Colour>, converted: bool) -> Look {
        // Multiplied, because nobody can tell which it will be.
        let icons = self.face(id).icons * u8::from(!converted);
        Look::new(slot, converted, colour, icons)
    }

    /// What the victim could use to defend, if it held it.
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
            dodge: self.uses.of_types(dodge),
            block: self.uses.of_types(of_parts(body.block_with)),
            run_away: self.uses.run_away,
        }
    }
}

impl<W: Observer<Event>> Bout<'_, W> {
    /// A card is picked for the combo; how it is thrown is asked if there are several ways.
    pub(super) fn pick(&mut self, id: Id) {
        let ways = self.game.ways(&self.state.table, id);
        match ways.only() {
            Some((slot, converted)) => self.throw_from(id, slot, converted),
            None => self.state.held = Held::Card(id),
        }
    }

    /// The limb is chosen; its colour is asked if it has several.
    pub(super) fn throw_from(&mut self, id: Id, slot: Slot, converted: bool) {
        let table = &self.state.table;
        let burst = table.player(table.current).body.burst[slot.index()];
        if burst.len() > 1 {
            self.state.held = Held::From(id, slot, converted);
        } else {
            self.throw(id, slot, burst.iter().next(), converted);
        }
    }

    /// A card is thrown; the combo is complete if there is none left to throw.
    pub(super) fn throw(&mut self, id: Id, slot: Slot, colour: Option<Colour>, converted: bool) {
        self.state.held = Held::Nothing;
        self.let_fly(id, slot, colour, converted);
        let table = &self.state.table;
        if self.state.hand(table.current).ids.both(self.game.throwable(table)).is_empty() {
            self.commit();
        }
    }

    /// The card flies: limb and colour are fixed. Was it the last of its kind?
    #[inline(always)]
    pub(super) fn let_fly(&mut self, id: Id, slot: Slot, colour: Option<Colour>, converted: bool) -> bool {
        let look = self.game.look(id, slot, colour, converted);
        let seat = self.state.table.current;
        let last = self.use_card(seat, id, Use::Throw);
        self.observer.on_event(Event::Thrown { seat, card: id, look, converted });
        let table = &mut self.state.table;
        // A converted card is seen only as the punch that it is.
        table.seen[id.index()] += u8::from(!converted);
        table.add_throw(look);
        last
    }

    /// The combo is complete.
    pub(super) fn commit(&mut self) {
        let Table { current, victim, ref combo, .. } = self.state.table;
        let cards = u8::try_from(combo.len()).unwrap_or(u8::MAX);
        self.observer.on_event(Event::Commits { seat: current, victim, cards });
        self.defend();
    }

    /// The victim defends, as long as there is something to defend against and anything that
    /// could. It is asked whether it holds such a card or not, so that being asked tells nothing.
    fn defend(&mut self) {
        let table = &mut self.state.table;
        let game = self.game;
        let defensible = !game.uses.run_away.is_empty() || !game.defences(table).is_empty();
        if table.combo.is_empty() || !defensible {
            self.land();
        } else {
            table.enter(Phase::Defend);
        }
    }

    /// A card of the hand removes one attack card; which one is asked if they look different.
    pub(super) fn parry(&mut self, id: Id, block: bool) {
        let seat = self.state.table.victim;
        self.use_card(seat, id, if block { Use::Block } else { Use::Dodge });
        let table = &mut self.state.table;
        table.seen[id.index()] += 1;
        match table.combo.first() {
            Some(first) if table.combo.iter().all(|throw| throw.look == first.look) => {
                let look = first.look;
                self.remove(look, block);
            }
            _ => table.enter(Phase::Against { block }),
        }
    }

    /// The first attack card that looks like this is removed.
    pub(super) fn remove(&mut self, look: Look, block: bool) {
        let table = &mut self.state.table;
        if let Some(place) = table.combo.iter().position(|throw| throw.look == look) {
            table.combo.remove(place);
            table.count_icons();
        }
        self.observer.on_event(Event::Removed { seat: table.victim, look, block });
        self.defend();
    }

    /// The victim runs away: all attack cards are removed.
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

    /// What is left lands: all damage is computed on the table as it is, and the sum is paid at once.
    pub(super) fn land(&mut self) {
        let table = &mut self.state.table;
        let (icons, victim) = (table.icons(), table.victim);
        let player = &table.players[victim];
        let mut due = 0;
        for throw in table.combo.iter_mut() {
            let (row, damage) = self.game.hit(throw.look, icons, player);
            throw.damage = damage;
            due += u16::from(damage);
            self.observer.on_event(Event::Lands { look: throw.look, row, damage });
        }
        table.next = 0;
        if !self.owe(victim, due, Source::Attack) {
            self.extra_effects();
        }
    }

    /// After the payment, the extra effects of the parts that hit, card by card; then the attack is
    /// settled.
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

    /// The extra effects still to come. True if somebody must decide first.
    #[inline(never)]
    fn hit_on(&mut self) -> bool {
        loop {
            let table = &mut self.state.table;
            let attacker = table.player(table.current);
            let Some(&Throw { look, damage }) = table.combo.get(usize::from(table.next)) else {
                return false;
            };
            if table.dying.has(table.victim) || attacker.body.on_hit.is_empty() {
                return false;
            }
            let idle = self.game.rules.extras_need_damage && damage == 0;
            let script = self.game.gifts_of(attacker, look.slot()).on_hit;
            table.next += 1;
            if idle {
                continue;
            }
            table.deed = Deed::upon(table.victim, Source::Extra, script);
            if self.apply() {
                return true;
            }
        }
    }

    /// "When I punch, I taunt": one taunt after the other.
    #[inline]
    fn set_off_taunts(&mut self) {
        self.act();
        let table = &self.state.table;
        if !table.player(table.current).body.taunts.is_empty() {
            self.taunt_all();
        }
    }

    /// The taunts still to come, until somebody must decide.
    #[inline(never)]
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
            table.deed = Deed::upon(victim, Source::Taunt, taunt.script);
            if self.may_react() || self.apply() || self.settle() {
                return;
            }
        }
    }

    /// A taunt that was set off is done.
    pub(super) fn taunt_on(&mut self) {
        if !self.settle() {
            self.set_off_taunts();
        }
    }
}

impl StupidFight {
    /// What a part gives as it lies there.
    #[inline]
    pub(super) fn gifts_of(&self, player: &super::Player, slot: Slot) -> &super::cards::Gifts {
        let active = !player.marks[slot.index()].is_none();
        &self.card(player.parts[slot.index()]).gifts[usize::from(active)]
    }

    /// The next of all taunts that the committed combo sets off, in slot order.
    fn nth_taunt(&self, table: &Table) -> Option<TauntWhen> {
        let attacker = table.player(table.current);
        let mut nth = table.next;
        for slot in attacker.body.taunts.iter() {
            for taunt in &self.gifts_of(attacker, slot).taunts {
                let punches = (0..3).filter(|place| taunt.types >> place & 1 == 1);
                // At most CARDS cards were thrown.
                let cards: u8 = punches.map(|place| table.committed[place]).sum();
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

/// The different looks of a combo, in the order in which they were thrown.
pub(super) fn looks(combo: &[Throw]) -> impl Iterator<Item = Look> {
    combo.iter().enumerate().filter_map(|(place, throw)| {
        let known = combo[..place].iter().any(|earlier| earlier.look == throw.look);
        (!known).then_some(throw.look)
    })
}
