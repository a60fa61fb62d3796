//! The complete state of a game in progress. The [`Table`] is public; hands, decks and the card that an
//! attacker has picked are hidden.

use super::body::Body;
use super::cards::{IDS, Id, Ids, Loss, ROOM, Script, Slot, Slots};
use super::thrown_card::{ComboCard, ThrownCard};
use crate::model::{BySeat, MAX_SEATS, Outcome, Pile, Seat, Seats, choices};

/// The complete state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Public information.
    pub table: Table,
    /// The hands, by seat.
    pub hands: BySeat<Hand>,
    /// The decks, by seat: bottom first, nothing above the top. No player knows them.
    pub decks: BySeat<[Id; ROOM]>,
    /// The card that the attacker is about to throw.
    pub picked: Picked,
}

/// Public information.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The players, by seat.
    pub players: BySeat<Player>,
    /// Cards in hand, by seat.
    pub n_hand: BySeat<u8>,
    /// Cards in the deck, by seat.
    pub n_deck: BySeat<u8>,
    /// What effects can touch of a body, by seat: its slots, one bit each, without a broken torso.
    pub exposed: BySeat<u8>,
    /// The players who are still in the game.
    pub living: Seats,
    /// The players who owe more than they have, and lose when the table is settled.
    pub dying: Seats,
    /// The players who have started their first turn.
    pub begun: Seats,
    /// The player whose turn it is: the attacker, and the actor of every card.
    pub current: Seat,
    /// Number of turns started.
    pub turns: u16,
    /// The round.
    pub round: u16,
    /// Number of consecutive turns without progress.
    pub idle: u16,
    /// Whether a card was played or drawn in this turn.
    pub moved: bool,
    /// Number of attack cards thrown in this turn.
    pub thrown: u8,
    /// The next decision, or the end of the game.
    pub phase: Phase,
    /// The player who is attacked.
    pub victim: Seat,
    /// The remaining attack cards.
    pub combo: Pile<ComboCard, ROOM>,
    /// The icons of any of them, one bit each.
    icons: u8,
    /// Number of punches, kicks and headbutts in the combo when it was committed.
    pub committed: [u8; 3],
    /// Whether the victim ran away from the attack.
    pub ran_away: bool,
    /// The next attack card whose extra effects are executed, then the next triggered taunt.
    pub next: u8,
    /// The card, special, extra effect or taunt that is being resolved.
    pub resolution: Resolution,
    /// Each player's gift to the joining player.
    pub gifts: BySeat<u8>,
    /// Cards in the trash that everybody has seen: played, thrown as printed, used in defence, or out of
    /// play.
    pub seen: [u8; IDS],
    /// The ! cards set aside.
    pub aside: [u8; IDS],
    /// Number of cards in the box.
    pub boxed: u8,
}

/// Public information about a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    /// The parts in play, by slot.
    pub parts: [Id; 5],
    /// The ! cards beside them.
    pub marks: [Id; 5],
    /// The Broken Torso card.
    pub broken: Id,
    /// The starting torso.
    pub character: Id,
    /// The combined effects of the working parts.
    pub body: Body,
}

/// A hand: the number of cards of each id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    /// The ids in the hand.
    pub ids: Ids,
    /// The number of cards of each id.
    pub counts: [u8; IDS],
}

impl Hand {
    /// No card.
    pub const EMPTY: Self = Self { ids: Ids::NONE, counts: [0; IDS] };

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, id: Id) {
        self.count_up(id);
        self.ids.add(id);
    }

    /// Counts a card without adding its id.
    #[inline]
    pub(super) fn count_up(&mut self, id: Id) {
        self.counts[id.index() % IDS] += 1;
    }

    /// The card with this index, in id order.
    pub(super) fn nth(&self, mut index: usize) -> Option<Id> {
        self.ids.iter().find(|id| {
            let count = usize::from(self.counts[id.index() % IDS]);
            let is_here = index < count;
            index = index.saturating_sub(count);
            is_here
        })
    }

    /// Removes a card, which must be there.
    #[inline]
    pub fn take(&mut self, id: Id) {
        let count = &mut self.counts[id.index() % IDS];
        *count -= 1;
        let last = *count == 0;
        self.ids.remove_if(id, last);
    }
}

/// The card that the attacker is about to throw. No other player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Picked {
    /// No card yet.
    #[default]
    Nothing,
    /// This card, from a part to be chosen.
    Card(Id),
    /// This card from this part, in a colour to be chosen.
    From(Id, Slot, bool),
}

choices! {
    /// The source of damage.
    pub enum Source {
        /// White cards.
        Attack = "attack",
        /// The extra effects of parts.
        Extra = "extra",
        /// Taunts, played or triggered by an attack.
        Taunt = "taunt",
        /// Other black cards.
        Black = "black",
        /// Specials.
        Special = "special",
        /// An empty deck at the start of a turn.
        EmptyDeck = "empty-deck",
    }
}

/// A card, special, extra effect or taunt being resolved. Its actor is the current player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resolution {
    /// The source of its damage.
    pub source: Source,
    /// The black card, or the part with the special; no card for extra effects and triggered taunts.
    pub card: Id,
    /// All its effects.
    pub script: Script,
    /// The remaining effects on this victim.
    pub rest: Script,
    /// The current victim.
    pub victim: Seat,
    /// The next victims.
    pub waiting: Seats,
}

impl Resolution {
    /// Effects on one victim without a card.
    pub(super) const fn upon(victim: Seat, source: Source, script: Script) -> Self {
        Self { source, card: Id::NONE, script, rest: script, victim, waiting: Seats::NONE }
    }
}

/// The next decision, or the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Phase {
    /// The current player is free to act.
    Main,
    /// The current player chooses the victim of its card.
    Target,
    /// It chooses the part that this ! card activates.
    Special(Id),
    /// It chooses one of these limbs of the victim to steal or rip off.
    Limb {
        /// The available limbs.
        slots: Slots,
        /// Whether it is stolen rather than trashed.
        steal: bool,
    },
    /// It adds a card to its combo.
    Throw,
    /// The victim of the attack defends.
    Defend,
    /// It chooses the attack card that its card removes.
    Against {
        /// Whether the card blocks rather than dodges.
        block: bool,
        /// Attack cards that it still removes.
        left: u8,
    },
    /// The victim of a card may run away from it.
    React,
    /// A player pays.
    Pay {
        /// The player.
        seat: Seat,
        /// Cards still to pay.
        left: u16,
        /// The source of the damage.
        source: Source,
    },
    /// The victim trashes cards of its hand.
    TrashHand {
        /// Cards still to trash.
        left: u8,
    },
    /// The victim splits its deck.
    Split(Loss),
    /// The current player chooses the stack that is lost.
    Lose {
        /// Cards of the top stack.
        top: u8,
        /// The destination of the lost stack.
        loss: Loss,
    },
    /// A player gives cards to the joining player.
    Gift(Seat),
    /// The game is over.
    Over(Outcome),
}

impl Player {
    /// An empty seat.
    pub const ABSENT: Self = Self {
        parts: [Id::NONE; 5],
        marks: [Id::NONE; 5],
        broken: Id::NONE,
        character: Id::NONE,
        body: Body::NONE,
    };

    /// The limbs in play.
    #[inline]
    #[must_use]
    pub const fn limbs(&self) -> Slots {
        self.body.slots.both(Slots::LIMBS)
    }

    /// Whether there is a part in this slot.
    #[inline]
    #[must_use]
    pub const fn has(&self, slot: Slot) -> bool {
        self.body.slots.has(slot)
    }

    /// Whether a Broken Torso card is on its torso.
    #[inline]
    #[must_use]
    pub const fn is_broken(&self) -> bool {
        !self.broken.is_none()
    }
}

impl Table {
    /// An empty table.
    const EMPTY: Self = Self {
        players: BySeat([Player::ABSENT; MAX_SEATS]),
        n_hand: BySeat([0; MAX_SEATS]),
        n_deck: BySeat([0; MAX_SEATS]),
        exposed: BySeat([0; MAX_SEATS]),
        living: Seats::NONE,
        dying: Seats::NONE,
        begun: Seats::NONE,
        current: Seat::FIRST,
        turns: 0,
        round: 1,
        idle: 0,
        moved: false,
        thrown: 0,
        phase: Phase::Main,
        victim: Seat::FIRST,
        combo: Pile::empty(ComboCard::NONE),
        icons: 0,
        committed: [0; 3],
        ran_away: false,
        next: 0,
        resolution: Resolution::upon(Seat::FIRST, Source::Black, Script::NONE),
        gifts: BySeat([0; MAX_SEATS]),
        seen: [0; IDS],
        aside: [0; IDS],
        boxed: 0,
    };

    /// A player.
    #[inline]
    #[must_use]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat]
    }

    /// A player.
    #[inline]
    pub(super) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat]
    }

    /// Updates a player's body.
    #[inline]
    pub(super) fn set_body(&mut self, seat: Seat, body: Body) {
        let player = &mut self.players[seat];
        player.body = body;
        let torso = if player.is_broken() { Slots::only(Slot::Torso) } else { Slots::default() };
        self.exposed[seat] = body.slots.minus(torso).0;
    }

    /// The seat that must choose now.
    #[inline]
    pub(super) const fn chooser(&self) -> Seat {
        match self.phase {
            Phase::Defend | Phase::Against { .. } => self.victim,
            Phase::React | Phase::TrashHand { .. } | Phase::Split(_) => self.resolution.victim,
            Phase::Pay { seat, .. } | Phase::Gift(seat) => seat,
            _ => self.current,
        }
    }

    /// The living opponents of the current player.
    #[inline]
    #[must_use]
    pub const fn opponents(&self) -> Seats {
        self.living.without(self.current)
    }

    /// The icons of the combo, which all of its cards share.
    #[inline]
    #[must_use]
    pub const fn icons(&self) -> u8 {
        self.icons
    }

    /// Adds an attack card to the combo.
    #[inline]
    pub(super) fn add_throw(&mut self, thrown: ThrownCard) {
        self.combo.push(ComboCard { thrown, damage: 0 });
        self.icons |= thrown.icons();
        self.committed[thrown.attack() as usize] += 1;
        self.thrown += 1;
    }

    /// Removes all attack cards.
    #[inline]
    pub(super) fn clear_combo(&mut self) {
        self.combo.clear();
        self.icons = 0;
    }

    /// Recomputes the icons after attack cards were removed.
    pub(super) fn count_icons(&mut self) {
        self.icons = self.combo.iter().fold(0, |icons, throw| icons | throw.thrown.icons());
    }
}

impl State {
    /// An empty table and no cards.
    pub(super) fn new() -> Self {
        Self {
            table: Table::EMPTY,
            hands: BySeat([Hand::EMPTY; MAX_SEATS]),
            decks: BySeat([[Id(0); ROOM]; MAX_SEATS]),
            picked: Picked::Nothing,
        }
    }

    /// The cards of a deck, bottom first.
    #[must_use]
    pub fn deck(&self, seat: Seat) -> &[Id] {
        &self.decks[seat][..usize::from(self.table.n_deck[seat])]
    }

    /// Removes the top card of a deck.
    #[inline]
    pub(super) fn take_top(&mut self, seat: Seat) -> Option<Id> {
        let deck = &mut self.table.n_deck[seat];
        *deck = deck.checked_sub(1)?;
        Some(std::mem::take(&mut self.decks[seat][usize::from(*deck)]))
    }

    /// Removes up to `most` cards from the top of a deck, the top card first; returns their number.
    #[inline]
    pub(super) fn take_tops(&mut self, seat: Seat, most: u16, mut take: impl FnMut(&mut Hand, Id)) -> u8 {
        let Self { table, hands, decks, .. } = self;
        let deck = &mut table.n_deck[seat];
        let n_cards = u8::try_from(most).unwrap_or(u8::MAX).min(*deck);
        let top = usize::from(*deck);
        *deck -= n_cards;
        for card in decks[seat][usize::from(*deck)..top].iter_mut().rev() {
            take(&mut hands[seat], std::mem::take(card));
        }
        n_cards
    }

    /// Puts a card on top of a deck. All cards together are at most [`CARDS`](super::cards::CARDS).
    #[inline]
    pub(super) fn lay_on_deck(&mut self, seat: Seat, id: Id) {
        let deck = &mut self.table.n_deck[seat];
        self.decks[seat][usize::from(*deck)] = id;
        *deck += 1;
    }

    /// The cards of a hand.
    #[inline]
    #[must_use]
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat]
    }

    /// Adds a card to a hand.
    #[cfg(test)]
    pub(super) fn gain(&mut self, seat: Seat, id: Id) {
        self.table.n_hand[seat] += 1;
        self.hands[seat].add(id);
    }

    /// Removes a card from a hand, which must have it.
    #[inline]
    pub(super) fn lose(&mut self, seat: Seat, id: Id) {
        self.table.n_hand[seat] -= 1;
        self.hands[seat].take(id);
    }
}
