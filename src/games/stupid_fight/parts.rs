//! Clauses 2.3, 4.1 and 4.3: bodies, the parts that come and go, and the specials that they have.

use super::cards::{Id, Slot, Slots, Special, Target};
use super::state::{Body, Held, Player, Source, Stage};
use super::story::{Event, Use};
use super::{Bout, StupidFight};
use crate::model::{Seat, Watch};

impl StupidFight {
    /// What the parts of a player do together.
    pub(super) fn body(&self, player: &Player) -> Body {
        let mut body = Body::default();
        for slot in Slot::ALL {
            let part = player.parts[slot.index()];
            if part.is_none() {
                continue;
            }
            let (here, card) = (Slots::only(slot), self.card(part));
            body.slots = body.slots.union(here);
            if slot == Slot::Torso && player.is_broken() {
                continue;
            }
            let active = !player.marks[slot.index()].is_none();
            let gifts = &card.gifts[usize::from(active)];
            let if_so = |so: bool| if so { here } else { Slots::default() };
            body.shield = body.shield.union(gifts.shield);
            body.weak = body.weak.union(gifts.weak);
            body.ignore |= gifts.ignore;
            body.dodge_with |= gifts.dodge_with;
            body.block_with |= gifts.block_with;
            body.dodge_without_legs |= gifts.dodge_without_legs;
            body.extra_draw += gifts.extra_draw;
            body.burst[slot.index()] = gifts.burst;
            body.any_card_punch = body.any_card_punch.union(if_so(gifts.any_card_punch));
            body.on_hit = body.on_hit.union(if_so(!gifts.on_hit.is_empty()));
            body.taunts = body.taunts.union(if_so(!gifts.taunts.is_empty()));
            let can_start = match card.special {
                Some(Special::Ongoing) => !active,
                Some(Special::Immediate { .. }) => true,
                None => false,
            };
            body.specials = body.specials.union(if_so(can_start));
        }
        body
    }
}

impl<W: Watch<Event>> Bout<'_, W> {
    /// Looks at a player's parts again after one came, went or changed.
    pub(super) fn rebuild(&mut self, seat: Seat) {
        let player = self.state.table.player_mut(seat);
        player.body = self.game.body(player);
    }

    /// Takes a part out of play; the ! card beside it is set aside.
    pub(super) fn strip(&mut self, seat: Seat, slot: Slot) -> Id {
        self.unmark(seat, slot);
        let player = self.state.table.player_mut(seat);
        let card = std::mem::replace(&mut player.parts[slot.index()], Id::NONE);
        self.rebuild(seat);
        card
    }

    /// Sets the ! card beside a part aside, if there is one.
    pub(super) fn unmark(&mut self, seat: Seat, slot: Slot) {
        let table = &mut self.state.table;
        let mark = std::mem::replace(&mut table.player_mut(seat).marks[slot.index()], Id::NONE);
        if !mark.is_none() {
            table.aside[mark.index()] += 1;
            self.watch.saw(Event::SetAside { seat, card: mark });
        }
    }

    /// A card of the own hand is played, used or thrown: it leaves the hand.
    pub(super) fn use_card(&mut self, seat: Seat, card: Id, how: Use) {
        self.state.lose(seat, card);
        self.state.table.moved = true;
        self.watch.saw(Event::Played { seat, card, how });
    }

    /// Puts a part of the hand into its slot; what was there goes to the trash.
    pub(super) fn put_on(&mut self, seat: Seat, card: Id, slot: Slot) {
        self.use_card(seat, card, Use::Part);
        let table = &mut self.state.table;
        if table.player(seat).has(slot) {
            let old = self.strip(seat, slot);
            self.state.table.seen[old.index()] += 1;
            self.watch.saw(Event::Replaced { seat, card: old });
        }
        let player = self.state.table.player_mut(seat);
        player.parts[slot.index()] = card;
        if slot == Slot::Torso && player.is_broken() {
            let broken = std::mem::replace(&mut player.broken, Id::NONE);
            self.state.table.seen[broken.index()] += 1;
            self.watch.saw(Event::Replaced { seat, card: broken });
        }
        self.rebuild(seat);
    }

    /// Plays a ! card; the part is chosen next. Until it lies beside a part it counts as set aside.
    pub(super) fn play_mark(&mut self, seat: Seat, card: Id) {
        self.use_card(seat, card, Use::Special);
        self.state.table.aside[card.index()] += 1;
        self.state.table.stage = Stage::Special(card);
    }

    /// Starts the special of a part with the ! card that was played.
    pub(super) fn activate(&mut self, slot: Slot) {
        let table = &mut self.state.table;
        let Stage::Special(mark) = table.stage else { return };
        let seat = table.current;
        let part = table.player(seat).parts[slot.index()];
        self.watch.saw(Event::Activates { seat, card: part });
        match self.game.card(part).special {
            Some(Special::Immediate { target, script }) => {
                self.declare(part, Source::Special, target, script);
            }
            _ => {
                table.aside[mark.index()] -= 1;
                table.player_mut(seat).marks[slot.index()] = mark;
                self.rebuild(seat);
                self.state.table.stage = Stage::Main;
            }
        }
    }

    /// Plays a black card: it lies open, and its effects happen.
    pub(super) fn play_black(&mut self, seat: Seat, card: Id) {
        let black = self.game.card(card);
        self.use_card(seat, card, if black.taunt { Use::Taunt } else { Use::Black });
        self.state.table.seen[card.index()] += 1;
        let source = if black.taunt { Source::Taunt } else { Source::Black };
        let (target, script): (Target, _) = (black.target, black.script);
        self.declare(card, source, target, script);
    }

    /// Begins an attack on a player.
    pub(super) fn begin_attack(&mut self, victim: Seat) {
        let table = &mut self.state.table;
        table.victim = victim;
        table.combo.clear();
        table.committed = [0; 3];
        table.ran_away = false;
        table.stage = Stage::Throw;
        self.state.held = Held::Nothing;
        self.watch.saw(Event::Attacks { seat: table.current, victim });
    }
}
