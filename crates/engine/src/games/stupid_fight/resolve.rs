//! Clauses 2.3, 4.2, 6.6 to 6.8: black cards, taunts, specials and extra effects: their victims, running
//! away, and their execution.

use super::cards::{Effect, Id, Loss, Reach, Requires, Script, Slot, Slots, Target};
use super::rules::StealShortfall;
use super::state::{Phase, Resolution, Source, Table};
use super::story::{Event, Use, Zone};
use super::turn::first_from;
use super::{Resolver, StupidFight, source};
use crate::model::{BySeat, Observer, Seat, Seats};

impl StupidFight {
    /// The effects of a script with their requirements.
    #[inline]
    pub(super) fn effects(&self, script: Script) -> &[(Effect, Requires)] {
        self.effects.get(script.range()).unwrap_or(&[])
    }

    /// What effects can touch of a player with this many cards in hand.
    #[inline]
    pub(super) fn exposed(&self, table: &Table, seat: Seat, hand: u8) -> Requires {
        let deck = table.n_deck[seat];
        self.touchable(table.exposed[seat], hand.into(), deck.into())
            .union(Requires::DRAW.when(deck > 0 && hand < self.max_hand))
    }

    /// What effects can touch after the card that the current player plays has left its hand.
    #[inline]
    pub(super) fn reach(&self, table: &Table, hand: u8) -> Reach {
        let others = |counts: BySeat<u8>| counts.word_without(table.current);
        let parts = others(table.exposed).to_le_bytes().into_iter().fold(0, |all, parts| all | parts);
        Reach {
            // A card touches its own player's deck only by drawing, and never its parts.
            own: self.exposed(table, table.current, hand).only(Requires::OWN),
            foes: self.touchable(parts, others(table.n_hand), others(table.n_deck)),
        }
    }

    /// What effects can touch of these parts, and of the hands and decks of one or several seats, given as
    /// numbers of cards, one byte per seat.
    #[inline]
    fn touchable(&self, parts: u8, hands: u64, decks: u64) -> Requires {
        // A deck of two or more cards has a bit above the first.
        const TWO: u64 = 0xFE * (u64::MAX / 255);
        Requires(parts.into())
            .union(self.always)
            .union(Requires::HAND.when(hands > 0))
            .union(Requires::STOCK.when(decks > 0))
            .union(Requires::TWO.when(decks & TWO > 0))
    }

    /// The players that a card of the current player would touch now.
    #[inline]
    pub(super) fn touched(&self, table: &Table, target: Target, script: Script) -> Seats {
        let among = match target {
            Target::Own => Seats::only(table.current),
            Target::One | Target::Others => table.opponents(),
            Target::All => table.living,
        };
        if script.requires.meet(self.always) {
            return among;
        }
        among
            .into_iter()
            .fold(Seats::NONE, |touched, seat| touched.with_if(self.can_touch(script, table, seat), seat))
    }

    /// Whether one of the effects is useful against a player.
    #[inline]
    pub(super) fn can_touch(&self, script: Script, table: &Table, seat: Seat) -> bool {
        script.requires.meet(self.exposed(table, seat, table.n_hand[seat]))
    }

    /// Whether players can run away from effects of this source.
    #[inline]
    pub(super) fn can_run_from(&self, source: Source) -> bool {
        match source {
            Source::Special => self.rules.run_away_from_specials,
            Source::Taunt | Source::Black => self.rules.run_away_from_black,
            _ => false,
        }
    }
}

impl<O: Observer<Event>> Resolver<'_, O> {
    /// The current player is free to act.
    #[inline]
    pub(super) fn act(&mut self) {
        self.state.table.phase = Phase::Main;
    }

    /// Starts a card or special. Its victims are the players that it can touch now.
    pub(super) fn declare(&mut self, card: Id, source: Source, target: Target, script: Script) {
        let victims = self.game.touched(&self.state.table, target, script);
        let table = &mut self.state.table;
        table.resolution =
            Resolution { source, card, script, rest: script, victim: table.current, waiting: Seats::NONE };
        match (target, victims.lowest()) {
            (Target::One, Some(victim)) if victims.len() == 1 => self.aim(victim),
            (Target::One, Some(_)) => {
                table.resolution.waiting = victims;
                table.phase = Phase::Target;
            }
            _ => {
                table.resolution.waiting = victims;
                self.next_victim();
            }
        }
    }

    /// Sets the victim of a card with one target.
    pub(super) fn aim(&mut self, victim: Seat) {
        self.observer.on_event(Event::Aims { seat: self.state.table.current, victim });
        self.state.table.resolution.waiting = Seats::only(victim);
        self.next_victim();
    }

    /// Continues with the next victim, clockwise from the actor. After the last one the card is done.
    fn next_victim(&mut self) {
        loop {
            let table = &mut self.state.table;
            let Some(victim) = first_from(table.resolution.waiting, table.current) else { break };
            table.resolution.waiting = table.resolution.waiting.without(victim);
            table.resolution.victim = victim;
            table.resolution.rest = table.resolution.script;
            if victim != table.current && self.may_react() || self.apply() {
                return;
            }
        }
        if !self.settle() {
            self.act();
        }
    }

    /// The victim may run away. It is asked even without a Run Away, so the question reveals nothing.
    pub(super) fn may_react(&mut self) -> bool {
        let may = self.game.can_run_from(self.state.table.resolution.source)
            && !self.game.index.run_away.is_empty();
        if may {
            self.state.table.phase = Phase::React;
        }
        may
    }

    /// The victim runs away, and the effects do not apply to it.
    pub(super) fn run_from_effects(&mut self, card: Id) {
        let Resolution { source, victim, .. } = self.state.table.resolution;
        self.use_card(victim, card, Use::RunAway);
        self.state.table.seen[card.index()] += 1;
        self.observer.on_event(Event::RanAway { seat: victim, from: source, cards: 0 });
        self.state.table.resolution.rest = Script::default();
        self.go_on();
    }

    /// Continues after a decision of the victim or the actor.
    pub(super) fn go_on(&mut self) {
        if self.apply() {
            return;
        }
        let resolution = self.state.table.resolution;
        match resolution.source {
            Source::Extra => self.extra_effects(),
            Source::Taunt if resolution.card.is_none() => self.taunt_on(),
            _ => self.next_victim(),
        }
    }

    /// Applies the remaining effects on this victim, each if it is useful now. Returns true if a decision
    /// comes first.
    pub(super) fn apply(&mut self) -> bool {
        loop {
            let table = &mut self.state.table;
            let (actor, Resolution { victim, source: from, rest, .. }) = (table.current, table.resolution);
            let Some(&(effect, requires)) = self.game.effects(rest).first() else { return false };
            table.resolution.rest.next += 1;
            let player = table.player(victim);
            if table.dying.has(victim) {
                return false;
            }
            let (n_deck, n_hand, limbs) = (table.n_deck[victim], table.n_hand[victim], player.limbs());
            if !requires.meet(self.game.exposed(table, victim, n_hand)) {
                continue;
            }
            let waits = match effect {
                Effect::Damage { amount, colour } => {
                    let due = self.game.effect_damage(amount, colour, player);
                    self.owe(victim, due, from)
                }
                Effect::Steal(amount) => {
                    let n_stolen = amount.min(n_deck);
                    self.steal_top(victim, actor, n_stolen);
                    let missing = match self.game.rules.steal_shortfall {
                        StealShortfall::Damage => amount - n_stolen,
                        StealShortfall::Nothing => 0,
                    };
                    self.owe(victim, u16::from(missing), from)
                }
                Effect::StealHand(amount) => self.pick_pocket(victim, actor, amount.min(n_hand)),
                Effect::StealPart(slots) => self.choose_limb(limbs.both(slots), true),
                Effect::Rip(slots) => self.choose_limb(limbs.both(slots), false),
                Effect::TrashHand(amount) => {
                    self.state.table.phase = Phase::TrashHand { left: amount.min(n_hand) };
                    true
                }
                Effect::Draw(amount) => self.draw(actor, u16::from(amount), false),
                Effect::BreakTorso => self.break_torso(victim),
                Effect::SplitDeck(loss) => {
                    self.state.table.phase = Phase::Split(loss);
                    true
                }
            };
            if waits {
                return true;
            }
        }
    }

    /// Moves the top cards of a deck in unchanged order to the top of the thief's deck. The events name them
    /// from the top.
    fn steal_top(&mut self, from: Seat, to: Seat, n_cards: u8) {
        let deck = &mut self.state.table.n_deck[from];
        let top = *deck;
        *deck -= n_cards;
        let places = top - n_cards..top;
        for index in places.clone().rev() {
            let card = self.state.decks[from][usize::from(index)];
            self.observer.on_event(Event::Stolen { from, to, card, zone: Zone::Deck });
        }
        for index in places {
            let card = std::mem::take(&mut self.state.decks[from][usize::from(index)]);
            self.state.lay_on_deck(to, card);
        }
    }

    /// Moves random cards of a hand one by one to the top of the thief's deck.
    fn pick_pocket(&mut self, from: Seat, to: Seat, n_cards: u8) -> bool {
        for _ in 0..n_cards {
            let hand = self.state.hand(from);
            let n_hand = usize::from(self.state.table.n_hand[from]);
            let nth = self.chance.source(source::PICKPOCKET).below(n_hand);
            let Some(card) = hand.nth(nth) else { break };
            self.state.lose(from, card);
            self.state.lay_on_deck(to, card);
            self.observer.on_event(Event::Stolen { from, to, card, zone: Zone::Hand });
        }
        false
    }

    fn choose_limb(&mut self, slots: Slots, steal: bool) -> bool {
        self.state.table.phase = Phase::Limb { slots, steal };
        true
    }

    /// Steals or rips off a limb.
    pub(super) fn take_limb(&mut self, slot: Slot, steal: bool) {
        let (actor, victim) = (self.state.table.current, self.state.table.resolution.victim);
        let card = self.strip(victim, slot);
        if steal {
            self.state.lay_on_deck(actor, card);
            self.observer.on_event(Event::Stolen { from: victim, to: actor, card, zone: Zone::Body });
        } else {
            self.state.table.seen[card.index()] += 1;
            self.observer.on_event(Event::Ripped { seat: victim, card });
        }
        self.go_on();
    }

    /// Puts the black card on the torso, which ends the torso's special.
    fn break_torso(&mut self, victim: Seat) -> bool {
        let card = self.state.table.resolution.card;
        self.state.table.seen[card.index()] -= 1;
        self.unmark(victim, Slot::Torso);
        self.state.table.player_mut(victim).broken = card;
        self.rebuild(victim);
        self.observer.on_event(Event::Broken { seat: victim, card });
        false
    }

    /// Trashes one card of the victim's hand.
    pub(super) fn trash_hand(&mut self, left: u8, card: Id) {
        let seat = self.state.table.resolution.victim;
        self.state.lose(seat, card);
        self.observer.on_event(Event::Trashed { seat, card });
        if left > 1 {
            self.state.table.phase = Phase::TrashHand { left: left - 1 };
        } else {
            self.go_on();
        }
    }

    /// The owner has split the deck.
    pub(super) fn split(&mut self, top: u8, loss: Loss) {
        let seat = self.state.table.resolution.victim;
        let bottom = self.state.table.n_deck[seat].saturating_sub(top);
        self.observer.on_event(Event::Splits { seat, top, bottom });
        self.state.table.phase = Phase::Lose { top, loss };
    }

    /// The actor has chosen the stack that is lost.
    pub(super) fn lose_stack(&mut self, lose_top: bool, top: u8, loss: Loss) {
        let (actor, victim) = (self.state.table.current, self.state.table.resolution.victim);
        let deck = self.state.decks[victim];
        let n_deck = usize::from(self.state.table.n_deck[victim]);
        let cut = n_deck - usize::from(top).min(n_deck);
        let (kept, lost) =
            if lose_top { (&deck[..cut], &deck[cut..n_deck]) } else { (&deck[cut..n_deck], &deck[..cut]) };
        while self.state.take_top(victim).is_some() {}
        kept.iter().for_each(|card| self.state.lay_on_deck(victim, *card));
        let cards = u8::try_from(lost.len()).unwrap_or(u8::MAX);
        self.observer.on_event(Event::SplitLost {
            seat: victim,
            cards,
            lose_top,
            stolen: loss == Loss::Steal,
        });
        if loss == Loss::Steal {
            for card in lost.iter().rev() {
                let zone = Zone::Deck;
                self.observer.on_event(Event::Stolen { from: victim, to: actor, card: *card, zone });
            }
            lost.iter().for_each(|card| self.state.lay_on_deck(actor, *card));
        }
        self.go_on();
    }
}
