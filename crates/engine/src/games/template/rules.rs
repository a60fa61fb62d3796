//! The cards and the settings. `printed.toml` explains the settings.

use crate::model::{ByCard, Card as _, Pile, Section, cards, choices};

/// Maximum number of cards per player.
pub(super) const CARDS: usize = 60;

cards! {
    /// A card.
    pub enum Card {
        Haymaker = "haymaker": "Hits hardest.";
        Hook = "hook": "Hits hard.";
        Jab = "jab": "Hits and guards a little.";
        Block = "block": "Guards.";
        Breather = "breather": "Gives life back.";
        Stumble = "stumble": "Does nothing; replaces a card that a player goes without.";
    }
}

choices! {
    /// The outcome if both players are down.
    pub(super) enum BothDown {
        /// A draw.
        Draw = "draw",
        /// Nobody wins.
        Nobody = "nobody",
    }
}

/// The settings.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) hand_size: usize,
    pub(super) life: u16,
    pub(super) both_down: BothDown,
    pub(super) max_turns: u16,
    pub(super) cards: ByCard<Effect, { Card::N }>,
}

/// The settings of a card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    pub(super) copies: u32,
    pub(super) damage: u16,
    pub(super) guard: u16,
    pub(super) heal: u16,
}

impl Rules {
    pub(super) fn read(settings: &Section<'_>) -> Self {
        let [setup, rules, cards] = ["setup", "rules", "cards"].map(|table| settings.section(table));
        let read = Self {
            hand_size: setup.int("hand-size", 1..=5),
            life: setup.int("life", 1..=100),
            both_down: rules.choice("both-down"),
            max_turns: rules.int("max-turns", 1..=1000),
            cards: ByCard::from_fn(|card: Card| {
                let card = cards.section(card.id());
                let copies = card.int("copies", 0..=12);
                let [damage, guard, heal] = ["damage", "guard", "heal"].map(|key| card.int(key, 0..=20));
                Effect { copies, damage, guard, heal }
            }),
        };
        let n_cards: usize = Card::ALL.iter().map(|card| read.cards[*card].copies as usize).sum();
        if !settings.is_faulty() && !(read.hand_size + 1..=CARDS).contains(&n_cards) {
            let expected = format!("{} to {CARDS} cards", read.hand_size + 1);
            settings.fault("cards", format!("{n_cards} cards in all"), expected);
        }
        read
    }

    /// All cards of a player.
    pub(super) fn deck(&self) -> Pile<Card, CARDS> {
        let copies = |card: &Card| std::iter::repeat_n(*card, self.cards[*card].copies as usize);
        // Rejected settings may have more cards.
        Card::ALL.iter().flat_map(copies).take(CARDS).collect()
    }
}
