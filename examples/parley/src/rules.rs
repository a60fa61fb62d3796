//! The cards and the settings. `configs/printed.toml` explains the settings.

use undercard::model::{Card as _, Pile, Section, cards, choices};

/// Maximum number of cards per player.
pub(super) const CARDS: usize = 60;

cards! {
    /// A card.
    pub enum Card {
        Slash = "slash": "Strikes.";
        Thrust = "thrust": "Strikes harder.";
        Guard = "guard": "Blocks strikes.";
        Feint = "feint": "Gets behind a Guard.";
        Rally = "rally": "Gives health back and draws.";
        Hesitate = "hesitate": "Does nothing; replaces a card that a player goes without.";
    }
}

choices! {
    /// The outcome if both players are down.
    pub(super) enum BothDown {
        /// A draw.
        Draw = "draw",
        /// The higher health wins.
        HigherHealth = "higher-health",
    }
}

/// The settings.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) hand_size: usize,
    pub(super) health: i32,
    pub(super) riposte_from: i32,
    pub(super) riposte_divisor: i32,
    pub(super) guards_stop_ripostes: bool,
    pub(super) both_down: BothDown,
    pub(super) max_rounds: u16,
    pub(super) slash: i32,
    pub(super) thrust: i32,
    pub(super) blocks: i32,
    pub(super) feint: i32,
    pub(super) feint_against_guard: i32,
    pub(super) heals: i32,
    pub(super) draws: usize,
    /// Copies of each card in a deck; no Hesitate.
    pub(super) copies: [u32; Card::N],
}

impl Rules {
    pub(super) fn read(settings: &Section<'_>) -> Self {
        let [setup, rules, cards] = ["setup", "rules", "cards"].map(|table| settings.section(table));
        let [slash, thrust, guard, feint, rally] =
            ["slash", "thrust", "guard", "feint", "rally"].map(|card| cards.section(card));
        let copies = [&slash, &thrust, &guard, &feint, &rally].map(|card| card.int("copies", 0..=20));
        let read = Self {
            hand_size: setup.int("hand-size", 1..=8),
            health: setup.int("health", 1..=200),
            riposte_from: rules.int("riposte-from", 1..=100),
            riposte_divisor: rules.int("riposte-divisor", 1..=10),
            guards_stop_ripostes: rules.flag("guards-stop-ripostes"),
            both_down: rules.choice("both-down"),
            max_rounds: rules.int("max-rounds", 1..=1000),
            slash: slash.int("damage", 0..=50),
            thrust: thrust.int("damage", 0..=50),
            blocks: guard.int("blocks", 0..=50),
            feint: feint.int("damage", 0..=50),
            feint_against_guard: feint.int("against-guard", 0..=50),
            heals: rally.int("heals", 0..=50),
            draws: rally.int("draws", 0..=4),
            copies: [copies[0], copies[1], copies[2], copies[3], copies[4], 0],
        };
        let n_cards: usize = read.copies.iter().map(|copies| *copies as usize).sum();
        if !settings.is_faulty() && !(read.hand_size + 1..=CARDS).contains(&n_cards) {
            let expected = format!("{} to {CARDS} cards", read.hand_size + 1);
            settings.fault("cards", format!("{n_cards} cards in all"), expected);
        }
        read
    }

    /// All cards of a player.
    pub(super) fn deck(&self) -> Pile<Card, CARDS> {
        let copies = |card: &Card| std::iter::repeat_n(*card, self.copies[card.index()] as usize);
        // Rejected settings may have more cards.
        Card::ALL.iter().flat_map(copies).take(CARDS).collect()
    }

    /// Damage of a Slash or Thrust, which a Guard blocks; 0 for other cards.
    pub(super) fn strike(&self, card: Card) -> i32 {
        match card {
            Card::Slash => self.slash,
            Card::Thrust => self.thrust,
            _ => 0,
        }
    }

    /// Damage of a card to a player who plays another.
    pub(super) fn damage(&self, card: Card, foe: Card) -> i32 {
        match (card, foe) {
            (Card::Feint, Card::Guard) => self.feint_against_guard,
            (Card::Feint, _) => self.feint,
            (_, Card::Guard) => (self.strike(card) - self.blocks).max(0),
            _ => self.strike(card),
        }
    }

    /// Damage of a riposte with a card to a player who played `foe` this round, against the own card `own`.
    pub(super) fn riposte(&self, card: Card, own: Card, foe: Card) -> i32 {
        let damage = self.strike(card) / self.riposte_divisor;
        // A Guard that a Feint got behind does nothing.
        let guarded = self.guards_stop_ripostes && foe == Card::Guard && own != Card::Feint;
        if guarded { (damage - self.blocks).max(0) } else { damage }
    }
}
