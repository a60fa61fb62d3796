//! The settings: section 8 of the rules. The deck is read in [`deck`](super::deck).

use super::cards::CARDS;
use crate::model::{Section, choices};

choices! {
    /// Who goes last.
    pub enum FirstPlayer {
        /// The starter whose first torso is the deepest (printed).
        LastTorsoLast = "last-torso-last",
        /// A starter drawn at random.
        Random = "random",
    }
    /// How often "When I punch, I taunt" taunts.
    pub enum TauntTrigger {
        /// Once for an attack.
        PerAttack = "per-attack",
        /// Once for every card of the attack that sets it off.
        PerCard = "per-card",
    }
    /// What stealing from a deck that is too small does.
    pub enum StealShortfall {
        /// What is missing is damage (printed).
        Damage = "damage",
        /// Nothing more.
        Nothing = "nothing",
    }
    /// Who wins when nobody can go on.
    pub enum IdleResult {
        /// Nobody.
        EveryoneLoses = "everyone-loses",
        /// The living player with most cards.
        MostCards = "most-cards",
    }
}

/// The settings of Stupid Fight.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Seats at the table.
    pub players: usize,
    /// Are the cards with the blue notch in the deck?
    pub advanced: bool,
    /// Cards of a stack; 0 shares the whole deck evenly.
    pub stack_size: usize,
    /// Who goes last.
    pub first_player: FirstPlayer,
    /// Cards in hand at the start.
    pub opening_hand: u16,
    /// Cards drawn at the start of a turn.
    pub draw_count: u16,
    /// The hand at which drawing stops; 0 is no maximum.
    pub max_hand: u8,
    /// Attack cards of a turn; 0 is as many as you want.
    pub max_attack_cards: u8,
    /// The first rounds without attacks.
    pub peace_rounds: u16,
    /// Damage at the start of a turn with an empty deck.
    pub empty_deck_damage: u16,
    /// Damage of a punch, kick and headbutt: normal, then weak.
    pub damage: [[u8; 2]; 3],
    /// Coloured damage of a special is multiplied by this for the weak.
    pub special_weak_multiplier: u16,
    /// What coloured damage of 2 is for the weak.
    pub special_weak_two: u16,
    /// Is who is both immune and weak immune?
    pub immunity_trumps_weakness: bool,
    /// Do extra effects need damage?
    pub extras_need_damage: bool,
    /// Do cards in hand count as health, and pay?
    pub pay_from_hand: bool,
    /// Do limbs?
    pub pay_from_parts: bool,
    /// Does who pays the last card lose too?
    pub lose_at_zero: bool,
    /// Do Dodge cards need legs?
    pub dodge_needs_legs: bool,
    /// Do defences that parts give not count against Shield Break?
    pub shield_break_bypasses_parts: bool,
    /// Can one run away from taunts and black cards?
    pub run_away_from_black: bool,
    /// Can one run away from specials?
    pub run_away_from_specials: bool,
    /// Do taunts need a head?
    pub taunt_needs_head: bool,
    /// How often a part's taunt taunts.
    pub taunt_trigger: TauntTrigger,
    /// Stealing more than there is.
    pub steal_shortfall: StealShortfall,
    /// The round at whose start somebody walks up; 0 for never.
    pub join_round: u16,
    /// The least a player gives to who walks up.
    pub join_gift_min: u8,
    /// The most.
    pub join_gift_max: u8,
    /// Rounds in which nothing moves that end the game.
    pub idle_rounds: u16,
    /// Who wins then.
    pub idle_result: IdleResult,
    /// The cap on turns.
    pub max_turns: u16,
}

impl Rules {
    /// Reads all tables but the cards, and checks them against each other.
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
            stack_size: setup.int("stack-size", 0..=120),
            first_player: setup.choice("first-player"),
            opening_hand: setup.int("opening-hand", 0..=15),
            draw_count: turn.int("draw-count", 1..=15),
            max_hand: turn.int("max-hand", 0..=60),
            max_attack_cards: turn.int("max-attack-cards", 0..=60),
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
            join_round: charity.int("join-round", 0..=50),
            join_gift_min: charity.int("join-gift-min", 0..=40),
            join_gift_max: charity.int("join-gift-max", 0..=40),
            idle_rounds: end.int("idle-rounds", 1..=20),
            idle_result: end.choice("idle-result"),
            max_turns: end.int("max-turns", 1..=10_000),
        };
        if !settings.is_faulty() {
            rules.check(&setup, &charity);
        }
        rules
    }

    fn check(&self, setup: &Section<'_>, charity: &Section<'_>) {
        if (1..5).contains(&self.stack_size) {
            setup.fault("stack-size", self.stack_size.to_string(), "0 (share the deck), or 5 to 120");
        }
        if self.join_round == 1 {
            charity.fault("join-round", "1", "0 (nobody walks up), or 2 to 50");
        }
        if self.join_round > 0 && self.players < 3 {
            let found = format!("{} with {} players", self.join_round, self.players);
            charity.fault("join-round", found, "0, or at least 3 players (setup.players)");
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

    /// How many players start: one fewer where somebody walks up later.
    #[must_use]
    pub fn starters(&self) -> usize {
        self.players.saturating_sub(usize::from(self.join_round > 0))
    }

    /// Cards of a stack, from a deck of `n_cards`.
    #[must_use]
    pub fn stack(&self, n_cards: usize) -> usize {
        // No deck holds more than CARDS, and at least one player starts.
        if self.stack_size > 0 { self.stack_size } else { n_cards.min(CARDS) / self.starters().max(1) }
    }
}
