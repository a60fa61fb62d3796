//! The cards and the settings. What a setting means stands in `printed.toml`.

use crate::model::{Card as _, Pile, Section, cards, choices};

/// The most cards of one player.
pub(super) const CARDS: usize = 60;

cards! {
    /// A card.
    pub enum Card {
        /// Hits hardest.
        Haymaker = "haymaker",
        /// Hits hard.
        Hook = "hook",
        /// Hits and guards a little.
        Jab = "jab",
        /// Guards.
        Block = "block",
        /// Gives life back.
        Breather = "breather",
        /// Does nothing; replaces a card that a player goes without.
        Stumble = "stumble",
    }
}

choices! {
    /// What it is when both players are down.
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
    cards: [Effect; Card::N],
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
            cards: std::array::from_fn(|place| {
                let card = cards.section(Card::ALL[place].id());
                Effect {
                    copies: card.int("copies", 0..=12),
                    damage: card.int("damage", 0..=20),
                    guard: card.int("guard", 0..=20),
                    heal: card.int("heal", 0..=20),
                }
            }),
        };
        let n_cards: usize = read.cards.iter().map(|card| card.copies as usize).sum();
        if !settings.is_faulty() && !(read.hand_size + 1..=CARDS).contains(&n_cards) {
            let expected = format!("{} to {CARDS} cards", read.hand_size + 1);
            settings.fault("cards", format!("{n_cards} cards in all"), expected);
        }
        read
    }

    /// What a card does.
    pub(super) const fn effect(&self, card: Card) -> &Effect {
        &self.cards[card as usize]
    }

    /// All cards of a player.
    pub(super) fn deck(&self) -> Pile<Card, CARDS> {
        let copies = |card: &Card| std::iter::repeat_n(*card, self.effect(*card).copies as usize);
        // More than that only where the settings were refused.
        Card::ALL.iter().flat_map(copies).take(CARDS).collect()
    }
}
