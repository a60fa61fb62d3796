//! Clauses 2.3, 4.2, 6.6 to 6.8: black cards, taunts, specials and extra effects: whom they touch,
//! who runs away, and what they do.

use super::cards::{Effect, Id, Loss, Needs, Reach, Script, Slot, Slots, Target};
use super::rules::StealShortfall;
use super::state::{Deed, Phase, Source, Table};
use super::story::{Event, Purse, Use};
use super::turn::first_from;
use super::{Bout, StupidFight, source};
use crate::model::{BySeat, Observer, Seat, Seats};

impl StupidFight {
    /// The effects of a script, and what each needs.
    #[inline]
    pub(super) fn effects(&self, script: Script) -> &[(Effect, Needs)] {
        self.effects.get(script.range()).unwrap_or(&[])
    }

    /// What effects can touch of a player with so many cards in hand.
    #[inline]
    pub(super) fn exposed(&self, table: &Table, seat: Seat, hand: u8) -> Needs {
        let owned = self.owned(table.exposed[seat], hand.into(), table.n_deck[seat].into());
        owned.union(self.drawn(table, seat, hand))
    }

    /// What others can touch of a body, and of hands and decks of one seat or of several, a byte each.
    #[inline]
    fn owned(&self, body: u8, hands: u64, decks: u64) -> Needs {
        // A bit in any hand is a card there, and one beyond the first in any deck is two.
        const TWO: u64 = 0xFE * (u64::MAX / 255);
        let decks = Needs::STOCK.when(decks > 0).union(Needs::TWO.when(decks & TWO > 0));
        Needs(body.into()).union(self.always).union(decks).union(Needs::HAND.when(hands > 0))
    }

    /// What a player with so many cards in hand can draw.
    #[inline]
    fn drawn(&self, table: &Table, seat: Seat, hand: u8) -> Needs {
        Needs::DRAW.when((hand < self.most_held) & (table.n_deck[seat] > 0))
    }

    /// What effects can touch once the card that the current player plays has left its hand. Whatever
    /// touches one's own does damage, draws, or trashes cards of the hand: the deck is read so.
    #[inline]
    pub(super) fn reach(&self, table: &Table, hand: u8) -> Reach {
        let drawn = self.drawn(table, table.current, hand);
        let own = Needs::NOTHING.union(Needs::HAND.when(hand > 0)).union(drawn);
        Reach::new(own, table.foes)
    }

    /// What effects can touch of the opponents of the current player.
    #[inline]
    pub(super) fn foes(&self, table: &Table) -> Needs {
        // All at once, whoever is out and has nothing too: how many are still in, nobody can guess.
        let others = |bytes: BySeat<u8>| bytes.word_without(table.current);
        let bodies = others(table.exposed);
        let bodies = bodies | bodies >> 32;
        let bodies = bodies | bodies >> 16;
        let [one, other, ..] = bodies.to_le_bytes();
        self.owned(one | other, others(table.n_hand), others(table.n_deck))
    }

    /// The players that a card of the current player would touch now.
    #[inline]
    pub(super) fn touched(&self, table: &Table, target: Target, script: Script) -> Seats {
        let among = match target {
            Target::Own => Seats::only(table.current),
            Target::One | Target::Others => table.opponents(),
            Target::All => table.living,
        };
        if script.needs.meet(self.always) {
            return among;
        }
        among
            .into_iter()
            .fold(Seats::NONE, |touched, seat| touched.with_if(self.can_touch(script, table, seat), seat))
    }

    /// Is one of the effects useful against a player?
    #[inline]
    pub(super) fn can_touch(&self, script: Script, table: &Table, seat: Seat) -> bool {
        script.needs.meet(self.exposed(table, seat, table.n_hand[seat]))
    }

    /// Can one run away from what comes from this source?
    #[inline]
    pub(super) fn can_run_from(&self, source: Source) -> bool {
        match source {
            Source::Special => self.rules.run_away_from_specials,
            Source::Taunt | Source::Black => self.rules.run_away_from_black,
            _ => false,
        }
    }
}

impl<W: Observer<Event>> Bout<'_, W> {
    /// The current player is free to act. What it can touch of others is looked at once: as long as it only
    /// puts on parts, they stay as they are.
    #[inline]
    pub(super) fn act(&mut self) {
        let table = &mut self.state.table;
        table.enter(Phase::Main);
        table.foes = self.game.foes(table);
    }

    /// A card or special happens: its victims are those whom it can touch now.
    pub(super) fn declare(&mut self, card: Id, source: Source, target: Target, script: Script) {
        let victims = self.game.touched(&self.state.table, target, script);
        let table = &mut self.state.table;
        table.deed = Deed { source, card, script, rest: script, victim: table.current, waiting: Seats::NONE };
        match (target, victims.lowest()) {
            (Target::One, Some(victim)) if victims.len() == 1 => self.aim(victim),
            (Target::One, Some(_)) => {
                table.deed.waiting = victims;
                table.enter(Phase::Target);
            }
            _ => {
                table.deed.waiting = victims;
                self.next_victim();
            }
        }
    }

    /// The victim of a deed with one target is chosen.
    pub(super) fn aim(&mut self, victim: Seat) {
        self.observer.on_event(Event::Aims { seat: self.state.table.current, victim });
        self.state.table.deed.waiting = Seats::only(victim);
        self.next_victim();
    }

    /// One victim after the other, clockwise from the actor; then the deed is done.
    fn next_victim(&mut self) {
        loop {
            let table = &mut self.state.table;
            let Some(victim) = first_from(table.deed.waiting, table.current) else { break };
            table.deed.waiting = table.deed.waiting.without(victim);
            table.deed.victim = victim;
            table.deed.rest = table.deed.script;
            if victim != table.current && self.may_react() || self.apply() {
                return;
            }
        }
        if !self.settle() {
            self.act();
        }
    }

    /// The victim of the deed may run away from it. Asked whether it holds a Run Away or not, so
    /// that being asked tells nothing.
    pub(super) fn may_react(&mut self) -> bool {
        let may = self.game.can_run_from(self.state.table.deed.source) && !self.game.uses.run_away.is_empty();
        if may {
            self.state.table.enter(Phase::React);
        }
        may
    }

    /// The victim runs away from the deed: it does nothing to it.
    pub(super) fn run_from_deed(&mut self, card: Id) {
        let Deed { source, victim, .. } = self.state.table.deed;
        self.use_card(victim, card, Use::RunAway);
        self.state.table.seen[card.index()] += 1;
        self.observer.on_event(Event::RanAway { seat: victim, from: source, cards: 0 });
        self.state.table.deed.rest = Script::default();
        self.go_on();
    }

    /// Goes on with the deed after a decision of its victim or its actor.
    pub(super) fn go_on(&mut self) {
        if self.apply() {
            return;
        }
        let deed = self.state.table.deed;
        match deed.source {
            Source::Extra => self.extra_effects(),
            Source::Taunt if deed.card.is_none() => self.taunt_on(),
            _ => self.next_victim(),
        }
    }

    /// Applies the effects still to come for this victim, each if it is useful now. True if
    /// somebody must decide first: the stage is set.
    pub(super) fn apply(&mut self) -> bool {
        loop {
            let table = &mut self.state.table;
            let (actor, Deed { victim, source: from, rest, .. }) = (table.current, table.deed);
            let Some(&(effect, needs)) = self.game.effects(rest).first() else { return false };
            table.deed.rest.next += 1;
            let player = table.player(victim);
            if table.dying.has(victim) {
                return false;
            }
            let (n_deck, n_hand, limbs) = (table.n_deck[victim], table.n_hand[victim], player.limbs());
            if !needs.meet(self.game.exposed(table, victim, n_hand)) {
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
                    self.state.table.enter(Phase::TrashHand { left: amount.min(n_hand) });
                    true
                }
                Effect::Draw(amount) => self.draw(actor, u16::from(amount), false),
                Effect::BreakTorso => self.break_torso(victim),
                Effect::SplitDeck(loss) => {
                    self.state.table.enter(Phase::Split(loss));
                    true
                }
            };
            if waits {
                return true;
            }
        }
    }

    /// The top cards of a deck go, as a block in unchanged order, on top of the thief's.
    fn steal_top(&mut self, from: Seat, to: Seat, n_cards: u8) {
        let deck = &mut self.state.table.n_deck[from];
        let top = *deck;
        *deck -= n_cards;
        for place in top - n_cards..top {
            let card = std::mem::take(&mut self.state.decks[from][usize::from(place)]);
            self.state.lay_on_deck(to, card);
            self.observer.on_event(Event::Stolen { from, to, card, purse: Purse::Deck });
        }
    }

    /// Random cards of a hand go, one after the other, on top of the thief's deck.
    fn pick_pocket(&mut self, from: Seat, to: Seat, n_cards: u8) -> bool {
        for _ in 0..n_cards {
            let hand = self.state.hand(from);
            let n_hand = usize::from(self.state.table.n_hand[from]);
            let mut nth = self.chance.source(source::PICKPOCKET).below(n_hand);
            let found = hand.ids.iter().find(|id| {
                let count = usize::from(hand.counts[id.index()]);
                let here = nth < count;
                nth = nth.saturating_sub(count);
                here
            });
            let Some(card) = found else { break };
            self.state.lose(from, card);
            self.state.lay_on_deck(to, card);
            self.observer.on_event(Event::Stolen { from, to, card, purse: Purse::Hand });
        }
        false
    }

    fn choose_limb(&mut self, slots: Slots, steal: bool) -> bool {
        self.state.table.enter(Phase::Limb { slots, steal });
        true
    }

    /// A limb is stolen or ripped off.
    pub(super) fn dismember(&mut self, slot: Slot) {
        let Phase::Limb { steal, .. } = self.state.table.phase else { return };
        let (actor, victim) = (self.state.table.current, self.state.table.deed.victim);
        let card = self.strip(victim, slot);
        if steal {
            self.state.lay_on_deck(actor, card);
            self.observer.on_event(Event::Stolen { from: victim, to: actor, card, purse: Purse::Body });
        } else {
            self.state.table.seen[card.index()] += 1;
            self.observer.on_event(Event::Ripped { seat: victim, card });
        }
        self.go_on();
    }

    /// The black card is laid on the torso, whose special ends.
    fn break_torso(&mut self, victim: Seat) -> bool {
        let card = self.state.table.deed.card;
        self.state.table.seen[card.index()] -= 1;
        self.unmark(victim, Slot::Torso);
        self.state.table.player_mut(victim).broken = card;
        self.rebuild(victim);
        self.observer.on_event(Event::Broken { seat: victim, card });
        false
    }

    /// The victim trashes one card of its hand.
    pub(super) fn trash_hand(&mut self, card: Id) {
        let Phase::TrashHand { left } = self.state.table.phase else { return };
        let seat = self.state.table.deed.victim;
        self.state.lose(seat, card);
        self.observer.on_event(Event::Trashed { seat, card });
        if left > 1 {
            self.state.table.enter(Phase::TrashHand { left: left - 1 });
        } else {
            self.go_on();
        }
    }

    /// The owner of the deck has said how many cards the top stack has.
    pub(super) fn split(&mut self, top: u8) {
        let Phase::Split(loss) = self.state.table.phase else { return };
        let seat = self.state.table.deed.victim;
        let bottom = self.state.table.n_deck[seat].saturating_sub(top);
        self.observer.on_event(Event::Splits { seat, top, bottom });
        self.state.table.enter(Phase::Lose { top, loss });
    }

    /// The actor has said which stack is lost.
    pub(super) fn lose_stack(&mut self, lose_top: bool) {
        let Phase::Lose { top, loss } = self.state.table.phase else { return };
        let (actor, victim) = (self.state.table.current, self.state.table.deed.victim);
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
            for card in lost {
                self.state.lay_on_deck(actor, *card);
                let purse = Purse::Deck;
                self.observer.on_event(Event::Stolen { from: victim, to: actor, card: *card, purse });
            }
        }
        self.go_on();
    }
}
