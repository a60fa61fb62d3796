//! Clauses 2.3, 4.1 and 4.3: adding and removing parts, and their specials.

use super::Resolver;
use super::cards::{Id, Kind, Slot, Special};
use super::state::{Phase, Picked, Source};
use super::story::{Event, Use};
use crate::model::{Observer, Seat};

impl<O: Observer<Event>> Resolver<'_, O> {
    /// Recomputes a player's body after a change of its parts.
    pub(super) fn rebuild(&mut self, seat: Seat) {
        let table = &mut self.state.table;
        table.set_body(seat, self.game.body(table.player(seat)));
    }

    /// Adds a part to an empty slot of a body.
    #[inline]
    pub(super) fn add_part(&mut self, seat: Seat, part: Id) {
        let table = &mut self.state.table;
        table.set_body(seat, self.game.with_part(&table.player(seat).body, part));
    }

    /// Removes a part from play; the ! card beside it is set aside.
    pub(super) fn strip(&mut self, seat: Seat, slot: Slot) -> Id {
        let card = self.lift(seat, slot, Id::NONE);
        self.rebuild(seat);
        card
    }

    /// Replaces the content of a slot by a part or nothing; the ! card beside the old part is set aside.
    fn lift(&mut self, seat: Seat, slot: Slot, new: Id) -> Id {
        self.unmark(seat, slot);
        std::mem::replace(&mut self.state.table.player_mut(seat).parts[slot.index()], new)
    }

    /// Sets aside the ! card beside a part, if there is one.
    pub(super) fn unmark(&mut self, seat: Seat, slot: Slot) {
        let table = &mut self.state.table;
        let marked = &mut table.player_mut(seat).marks[slot.index()];
        let mark = *marked;
        if !mark.is_none() {
            *marked = Id::NONE;
            table.aside[mark.index()] += 1;
            self.observer.on_event(Event::SetAside { seat, card: mark });
        }
    }

    /// Removes a card from the player's hand when it is played, used or thrown.
    #[inline]
    pub(super) fn use_card(&mut self, seat: Seat, card: Id, how: Use) {
        self.state.lose(seat, card);
        self.state.table.moved = true;
        self.observer.on_event(Event::Played { seat, card, how });
    }

    /// Plays a part, a black card or a ! card.
    #[inline]
    pub(super) fn play_card(&mut self, seat: Seat, card: Id) {
        let kind = self.game.data(card).kind;
        match kind.slot() {
            Some(slot) => self.put_on(seat, card, slot),
            None if kind == Kind::Activate => self.play_mark(seat, card),
            None => self.play_black(seat, card),
        }
    }

    /// Puts a part from the hand into its slot; the previous part is trashed.
    fn put_on(&mut self, seat: Seat, card: Id, slot: Slot) {
        self.use_card(seat, card, Use::Part);
        let old = self.lift(seat, slot, card);
        if old.is_none() {
            self.add_part(seat, card);
            return;
        }
        self.state.table.seen[old.index()] += 1;
        self.observer.on_event(Event::Replaced { seat, card: old });
        let player = self.state.table.player_mut(seat);
        if (slot == Slot::Torso) & player.is_broken() {
            let broken = std::mem::replace(&mut player.broken, Id::NONE);
            self.state.table.seen[broken.index()] += 1;
            self.observer.on_event(Event::Replaced { seat, card: broken });
        }
        self.rebuild(seat);
    }

    /// Plays a ! card. The part is chosen next; until then the card counts as set aside.
    fn play_mark(&mut self, seat: Seat, card: Id) {
        self.use_card(seat, card, Use::Special);
        self.state.table.aside[card.index()] += 1;
        self.state.table.phase = Phase::Special(card);
    }

    /// Starts the special of a part with the played ! card.
    pub(super) fn activate(&mut self, mark: Id, slot: Slot) {
        let table = &mut self.state.table;
        let seat = table.current;
        let part = table.player(seat).parts[slot.index()];
        self.observer.on_event(Event::Activates { seat, card: part });
        match self.game.card(part).special {
            Some(Special::Immediate { target, script }) => {
                self.declare(part, Source::Special, target, script);
            }
            _ => {
                table.aside[mark.index()] -= 1;
                table.player_mut(seat).marks[slot.index()] = mark;
                self.rebuild(seat);
                self.act();
            }
        }
    }

    /// Plays a black card openly and executes its effects.
    fn play_black(&mut self, seat: Seat, card: Id) {
        let black = *self.game.data(card);
        self.use_card(seat, card, if black.taunt { Use::Taunt } else { Use::Black });
        self.state.table.seen[card.index()] += 1;
        let source = if black.taunt { Source::Taunt } else { Source::Black };
        let (target, script) = (black.target, black.script);
        self.declare(card, source, target, script);
    }

    /// Starts an attack on a player.
    pub(super) fn begin_attack(&mut self, victim: Seat) {
        let table = &mut self.state.table;
        table.victim = victim;
        table.clear_combo();
        table.committed = [0; 3];
        table.ran_away = false;
        table.phase = Phase::Throw;
        self.state.picked = Picked::Nothing;
        self.observer.on_event(Event::Attacks { seat: table.current, victim });
    }
}
