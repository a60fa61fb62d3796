//! The settings: section 8 of the rules. The deck is read in [`deck`](super::deck).

use super::cards::CARDS;
use crate::model::{Section, choices};

choices! {
    /// The player who goes last.
    pub enum FirstPlayer {
        /// The starter whose first torso is the deepest (printed).
        LastTorsoLast = "last-torso-last",
        /// A starter drawn at random.
        Random = "random",
    }
    /// How often "When I punch, I taunt" triggers.
    pub enum TauntTrigger {
        /// Once per attack.
        PerAttack = "per-attack",
        /// Once for every card of the attack that triggers it.
        PerCard = "per-card",
    }
    /// The effect of stealing from a deck that is too small.
    pub enum StealShortfall {
        /// The missing cards become damage (printed).
        Damage = "damage",
        /// Nothing more.
        Nothing = "nothing",
    }
    /// The result if no further progress is possible.
    pub enum IdleResult {
        /// Nobody.
        EveryoneLoses = "everyone-loses",
        /// The living player with the most cards wins.
        MostCards = "most-cards",
    }
}

/// The settings of Stupid Fight.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Number of seats.
    pub players: usize,
    /// Whether the deck contains the cards with the blue notch.
    pub advanced: bool,
    /// Number of cards in a stack; 0 divides the whole deck evenly.
    pub stack_size: usize,
    /// The player who goes last.
    pub first_player: FirstPlayer,
    /// Number of cards in hand at the start.
    pub opening_hand: u16,
    /// Number of cards drawn at the start of a turn.
    pub draw_count: u16,
    /// The hand size at which drawing stops; 0 means no maximum.
    pub max_hand: u8,
    /// Maximum number of attack cards in a turn; 0 means no maximum.
    pub max_attack_cards: u8,
    /// Number of initial rounds without attacks.
    pub peace_rounds: u16,
    /// Damage at the start of a turn with an empty deck.
    pub empty_deck_damage: u16,
    /// Damage of a punch, kick and headbutt: normal, then weak.
    pub damage: [[u8; 2]; 3],
    /// Factor on coloured damage of a special for weak players.
    pub special_weak_multiplier: u16,
    /// Coloured damage of 2 becomes this for weak players.
    pub special_weak_two: u16,
    /// Whether a player who is both immune and weak is immune.
    pub immunity_trumps_weakness: bool,
    /// Whether extra effects need damage.
    pub extras_need_damage: bool,
    /// Whether cards in hand count as health and can pay.
    pub pay_from_hand: bool,
    /// Whether limbs count as health and can pay.
    pub pay_from_parts: bool,
    /// Whether a player who pays the last card also loses.
    pub lose_at_zero: bool,
    /// Whether Dodge cards need legs.
    pub dodge_needs_legs: bool,
    /// Whether Shield Break bypasses defences given by parts.
    pub shield_break_bypasses_parts: bool,
    /// Whether players can run away from taunts and black cards.
    pub run_away_from_black: bool,
    /// Whether players can run away from specials.
    pub run_away_from_specials: bool,
    /// Whether taunts need a head.
    pub taunt_needs_head: bool,
    /// How often a part's taunt triggers.
    pub taunt_trigger: TauntTrigger,
    /// The effect of stealing more than there is.
    pub steal_shortfall: StealShortfall,
    /// The round at whose start a player joins; 0 for never.
    pub join_round: u16,
    /// Minimum number of cards that each player gives to the joining player.
    pub join_gift_min: u8,
    /// Maximum number of cards.
    pub join_gift_max: u8,
    /// Number of idle rounds that end the game.
    pub idle_rounds: u16,
    /// The result in that case.
    pub idle_result: IdleResult,
    /// Maximum number of turns.
    pub max_turns: u16,
}

impl Rules {
    /// Reads all tables except the cards, and checks them against each other.
    pub(super) fn read(settings: &Section<'_>) -> Self {
        let setup = settings.section("setup");
        let turn = settings.section("turn");
        let damage = settings.section("damage");
        let defence = settings.section("defence");
        let effects = settings.section("effects");
        let charity = settings.section("charity");
        let end = settings.section("end");
        let rules = Self {
            players: setup.int("players", 2..=6),
            advanced: setup.flag("advanced"),
            stack_size: setup.int_or("stack-size", "even", 5..=120),
            first_player: setup.choice("first-player"),
            opening_hand: setup.int("opening-hand", 0..=15),
            draw_count: turn.int("draw-count", 1..=15),
            max_hand: turn.int_or("max-hand", "any", 1..=60),
            max_attack_cards: turn.int_or("max-attack-cards", "any", 1..=60),
            peace_rounds: turn.int("peace-rounds", 0..=20),
            empty_deck_damage: turn.int("empty-deck-damage", 0..=20),
            damage: [("punch", "punch-weak"), ("kick", "kick-weak"), ("headbutt", "headbutt-weak")]
                .map(|(normal, weak)| [normal, weak].map(|key| damage.int(key, 0..=50))),
            special_weak_multiplier: damage.int("special-weak-multiplier", 1..=10),
            special_weak_two: damage.int("special-weak-two", 0..=50),
            immunity_trumps_weakness: damage.flag("immunity-trumps-weakness"),
            extras_need_damage: damage.flag("extras-need-damage"),
            pay_from_hand: damage.flag("pay-from-hand"),
            pay_from_parts: damage.flag("pay-from-parts"),
            lose_at_zero: damage.flag("lose-at-zero"),
            dodge_needs_legs: defence.flag("dodge-needs-legs"),
            shield_break_bypasses_parts: defence.flag("shield-break-bypasses-parts"),
            run_away_from_black: defence.flag("run-away-from-black"),
            run_away_from_specials: defence.flag("run-away-from-specials"),
            taunt_needs_head: effects.flag("taunt-needs-head"),
            taunt_trigger: effects.choice("taunt-trigger"),
            steal_shortfall: effects.choice("steal-shortfall"),
            join_round: charity.int_or("join-round", "never", 2..=50),
            join_gift_min: charity.int("join-gift-min", 0..=40),
            join_gift_max: charity.int("join-gift-max", 0..=40),
            idle_rounds: end.int("idle-rounds", 1..=20),
            idle_result: end.choice("idle-result"),
            max_turns: end.int("max-turns", 1..=10_000),
        };
        if !settings.is_faulty() {
            rules.check(&charity);
        }
        rules
    }

    fn check(&self, charity: &Section<'_>) {
        if self.join_round > 0 && self.players < 3 {
            let found = format!("{} with {} players", self.join_round, self.players);
            charity.fault("join-round", found, "\"never\", or at least 3 players (setup.players)");
        }
        if self.join_gift_min > self.join_gift_max {
            let expected = format!("at most join-gift-max = {}", self.join_gift_max);
            charity.fault("join-gift-min", self.join_gift_min.to_string(), expected);
        }
    }

    /// Checks the stacks against a deck of `n_cards` with `n_torsos`.
    pub(super) fn check_stacks(&self, settings: &Section<'_>, n_cards: usize, n_torsos: usize) {
        let starters = self.starters();
        let stack = self.stack(n_cards);
        if stack < 5 || stack * starters > n_cards {
            let found = format!("{starters} stacks of {stack} cards from a deck of {n_cards}");
            settings.fault("setup", found, "stacks of at least 5 cards that the deck is enough for");
        }
        if n_torsos < starters {
            let found = format!("a deck with {n_torsos} torsos for {starters} starters");
            settings.fault("cards", found, "at least one torso for each starter");
        }
    }

    /// Number of players at the start: one fewer if a player joins later.
    #[must_use]
    pub fn starters(&self) -> usize {
        self.players.saturating_sub(usize::from(self.join_round > 0))
    }

    /// Number of cards in a stack, from a deck of `n_cards`.
    #[must_use]
    pub fn stack(&self, n_cards: usize) -> usize {
        // A deck has at most CARDS cards, and at least one player starts.
        if self.stack_size > 0 { self.stack_size } else { n_cards.min(CARDS) / self.starters().max(1) }
    }
}
