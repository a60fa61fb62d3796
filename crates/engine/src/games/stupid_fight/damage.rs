//! Clauses 6.2 to 6.4: the damage of an attack card or a special, and the payment of damage.

use super::cards::{CARDS, Colour, Icon, Id, Slot, Slots};
use super::rules::Rules;
use super::state::{Phase, Player, Source, Table};
use super::story::{Event, Zone};
use super::thrown_card::ThrownCard;
use super::{Resolver, StupidFight};
use crate::model::{Observer, Seat, choices};

/// The bit of an icon.
pub(super) const fn icon(icon: Icon) -> u8 {
    1 << icon as u8
}

choices! {
    /// The row of the damage table that applied to an attack card.
    pub enum Row {
        /// No damage.
        Immune = "immune",
        /// Normal damage.
        Normal = "normal",
        /// More damage.
        Weak = "weak",
    }
}

/// The row of the damage table, by immunity and weakness.
pub(super) const fn rows(rules: &Rules) -> [[Row; 2]; 2] {
    let both = if rules.immunity_trumps_weakness { Row::Immune } else { Row::Weak };
    [[Row::Normal, Row::Weak], [Row::Immune, both]]
}

/// Damage of each attack, by row.
pub(super) fn hits(rules: &Rules) -> [[u8; 3]; 3] {
    rules.damage.map(|[normal, weak]| [0, normal, weak])
}

impl StupidFight {
    #[inline]
    fn row(&self, immune: bool, weak: bool) -> Row {
        self.rows[usize::from(immune)][usize::from(weak)]
    }

    /// The row and the damage of an attack card. `icons` are those of the whole combo.
    #[inline]
    pub(super) fn hit(&self, thrown: ThrownCard, icons: u8, victim: &Player) -> (Row, u8) {
        let body = &victim.body;
        let broken = icons & icon(Icon::ShieldBreak) != 0;
        let immune = thrown.is_of(body.shield) | (body.ignore >> thrown.attack() as u8 & 1 == 1);
        let weak = thrown.is_of(body.weak) | (thrown.is_coloured() & victim.is_broken());
        let row = self.row(immune & !broken, weak | broken);
        (row, self.hits[thrown.attack() as usize][row as usize])
    }

    /// Damage of a special or a black card.
    #[inline]
    pub(super) fn effect_damage(&self, amount: u8, colour: Option<Colour>, victim: &Player) -> u16 {
        let amount = u16::from(amount);
        match self.row(victim.body.shield.has(colour), victim.is_weak(colour)) {
            Row::Immune => 0,
            Row::Normal => amount,
            Row::Weak if amount == 2 => self.rules.special_weak_two,
            Row::Weak => amount * self.rules.special_weak_multiplier,
        }
    }

    /// The number of cards with which a player can pay.
    #[inline]
    pub(super) fn health(&self, table: &Table, seat: Seat) -> u16 {
        let hand = if self.rules.pay_from_hand { table.n_hand[seat] } else { 0 };
        let parts = self.paying_parts(table.player(seat)).len();
        u16::from(table.n_deck[seat]) + u16::from(hand) + u16::from(parts)
    }

    /// The parts that count as health.
    #[inline]
    pub(super) fn paying_parts(&self, player: &Player) -> Slots {
        player.body.slots.both(self.paying_slots)
    }
}

impl Player {
    /// Whether it is weak to the colour. No player is weak to colourless attacks.
    #[inline]
    pub(super) const fn is_weak(&self, colour: Option<Colour>) -> bool {
        colour.is_some() && self.is_broken() || self.body.weak.has(colour)
    }
}

impl<O: Observer<Event>> Resolver<'_, O> {
    /// A player takes damage. Returns true if the player must now choose how to pay.
    pub(super) fn owe(&mut self, seat: Seat, amount: u16, source: Source) -> bool {
        if amount == 0 {
            return false;
        }
        self.observer.on_event(Event::Owes { seat, amount, source });
        let health = self.game.health(&self.state.table, seat);
        if amount > health || self.game.rules.lose_at_zero && amount == health {
            self.state.table.dying = self.state.table.dying.with(seat);
            self.observer.on_event(Event::Dying { seat, source });
            return false;
        }
        if amount == health {
            self.pay_all(seat);
            return false;
        }
        self.state.table.phase = Phase::Pay { seat, left: amount, source };
        true
    }

    /// Pays with all cards that count as health.
    fn pay_all(&mut self, seat: Seat) {
        self.pay_deck(seat, u16::MAX);
        if self.game.rules.pay_from_hand {
            for card in self.state.hand(seat).ids.iter() {
                for _ in 0..self.state.hand(seat).counts[card.index()] {
                    self.pay_card(seat, card);
                }
            }
        }
        for slot in self.game.paying_parts(self.state.table.player(seat)).iter() {
            self.pay_part(seat, slot);
        }
    }

    /// Pays with a card of the hand.
    pub(super) fn pay_with_card(&mut self, seat: Seat, left: u16, source: Source, card: Id) {
        self.pay_card(seat, card);
        self.have_paid(seat, left - 1, source);
    }

    /// Pays with a part.
    pub(super) fn pay_with_limb(&mut self, seat: Seat, left: u16, source: Source, slot: Slot) {
        self.pay_part(seat, slot);
        self.have_paid(seat, left - 1, source);
    }

    /// Pays the rest with the top of the deck, as far as possible.
    pub(super) fn pay_off_deck(&mut self, seat: Seat, left: u16, source: Source) {
        let paid = self.pay_deck(seat, left);
        self.have_paid(seat, left - paid, source);
    }

    /// After a payment: continues with the next payment, or with the game if nothing is left to pay.
    #[inline]
    fn have_paid(&mut self, seat: Seat, left: u16, source: Source) {
        if left > 0 {
            self.state.table.phase = Phase::Pay { seat, left, source };
            return;
        }
        match source {
            Source::Attack => self.extra_effects(),
            Source::EmptyDeck => self.act(),
            _ => self.go_on(),
        }
    }

    #[inline]
    fn pay_card(&mut self, seat: Seat, card: Id) {
        self.state.lose(seat, card);
        self.observer.on_event(Event::Paid { seat, card, from: Zone::Hand });
    }

    fn pay_part(&mut self, seat: Seat, slot: Slot) {
        let broken = self.state.table.player(seat).broken;
        if slot == Slot::Torso && !broken.is_none() {
            self.state.table.player_mut(seat).broken = Id::NONE;
            self.state.table.seen[broken.index()] += 1;
            self.observer.on_event(Event::Replaced { seat, card: broken });
        }
        let card = self.strip(seat, slot);
        self.state.table.seen[card.index()] += 1;
        self.observer.on_event(Event::Paid { seat, card, from: Zone::Body });
    }

    /// Pays up to `most` cards from the top of the deck; returns the number of cards paid.
    fn pay_deck(&mut self, seat: Seat, most: u16) -> u16 {
        let observer = &mut *self.observer;
        let paid = self.state.take_tops(seat, most, |_, card| {
            observer.on_event(Event::Paid { seat, card, from: Zone::Deck });
        });
        paid.into()
    }
}

// The damage of one attack fits u16: at most CARDS cards of at most 50.
const _: () = assert!(CARDS * 50 < u16::MAX as usize);
