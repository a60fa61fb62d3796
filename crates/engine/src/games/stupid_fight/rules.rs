//! The settings: section 8 of the rules. The deck is read in [`deck`](super::deck).

use super::cards::CARDS;
use crate::model::{BySeat, Section, choices};

choices! {
    /// The player who goes last.
    pub enum FirstPlayer {
        /// The starter whose first torso is the deepest (printed).
        LastTorsoLast = "last-torso-last",
        /// A starter drawn at random.
        Random = "random",
    }
    /// The starter who gives a torso to one without.
    pub enum TorsoGiver {
        /// The one with the most spare torsos.
        MostTorsos = "most-torsos",
        /// The next one clockwise with a spare torso.
        Next = "next",
        /// One with a spare torso, drawn at random.
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
    /// Additional cards in the stack of each starter, 0 to 60.
    pub extra_cards: BySeat<u8>,
    /// The starter who gives a torso to one without.
    pub torso_giver: TorsoGiver,
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
    /// Number of cards of the trash that become the deck of a player who starts a turn without one; 0 means
    /// that the trash is never used again.
    pub trash_return: u8,
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
    /// Whether the torso counts as health and can pay.
    pub pay_with_torso: bool,
    /// Whether the torso of a defeated player goes to the player whose turn it is.
    pub torso_is_loot: bool,
    /// Whether a player who pays the last card also loses.
    pub lose_at_zero: bool,
    /// Number of attack cards that one dodge removes.
    pub cards_per_dodge: u8,
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
    /// The number of players who join, each one round after the one before.
    pub joiners: u16,
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
        let players = setup.int("players", 2..=6);
        let rules = Self {
            players,
            advanced: setup.flag("advanced"),
            stack_size: setup.int_or("stack-size", "even", 5..=120),
            first_player: setup.choice("first-player"),
            extra_cards: setup.per_seat("extra-cards", players, 0..=60),
            torso_giver: setup.choice("torso-giver"),
            opening_hand: setup.int("opening-hand", 0..=15),
            draw_count: turn.int("draw-count", 1..=15),
            max_hand: turn.int_or("max-hand", "any", 1..=60),
            max_attack_cards: turn.int_or("max-attack-cards", "any", 1..=60),
            peace_rounds: turn.int("peace-rounds", 0..=20),
            empty_deck_damage: turn.int("empty-deck-damage", 0..=20),
            trash_return: turn.int("trash-return", 0..=60),
            damage: [("punch", "punch-weak"), ("kick", "kick-weak"), ("headbutt", "headbutt-weak")]
                .map(|(normal, weak)| [normal, weak].map(|key| damage.int(key, 0..=50))),
            special_weak_multiplier: damage.int("special-weak-multiplier", 1..=10),
            special_weak_two: damage.int("special-weak-two", 0..=50),
            immunity_trumps_weakness: damage.flag("immunity-trumps-weakness"),
            extras_need_damage: damage.flag("extras-need-damage"),
            pay_from_hand: damage.flag("pay-from-hand"),
            pay_from_parts: damage.flag("pay-from-parts"),
            pay_with_torso: damage.flag("pay-with-torso"),
            torso_is_loot: damage.flag("torso-is-loot"),
            lose_at_zero: damage.flag("lose-at-zero"),
            cards_per_dodge: defence.int("cards-per-dodge", 1..=60),
            dodge_needs_legs: defence.flag("dodge-needs-legs"),
            shield_break_bypasses_parts: defence.flag("shield-break-bypasses-parts"),
            run_away_from_black: defence.flag("run-away-from-black"),
            run_away_from_specials: defence.flag("run-away-from-specials"),
            taunt_needs_head: effects.flag("taunt-needs-head"),
            taunt_trigger: effects.choice("taunt-trigger"),
            steal_shortfall: effects.choice("steal-shortfall"),
            join_round: charity.int_or("join-round", "never", 2..=50),
            joiners: charity.int("joiners", 1..=4),
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
        let fewest = 2 + usize::from(self.joiners);
        if self.join_round > 0 && self.players < fewest {
            let found = format!("{} with {} players", self.join_round, self.players);
            charity.fault(
                "join-round",
                found,
                format!("\"never\", or at least {fewest} players (setup.players)"),
            );
        }
        let late = self.extra_cards.0.iter().skip(self.starters()).any(|n_cards| *n_cards > 0);
        if late {
            let found = "cards for a player who joins later (charity.join-round)";
            setup.fault("extra-cards", found, "cards for players who start");
        }
        if self.join_gift_min > self.join_gift_max {
            let expected = format!("at most join-gift-max = {}", self.join_gift_max);
            charity.fault("join-gift-min", self.join_gift_min.to_string(), expected);
        }
    }

    /// Checks the stacks against a deck of `n_cards` with `n_torsos`.
    pub(super) fn check_stacks(&self, settings: &Section<'_>, n_cards: usize, n_torsos: usize) {
        let starters = self.starters();
        let (stack, n_extra) = (self.stack(n_cards), self.n_extra());
        if stack < 5 || stack * starters + n_extra > n_cards {
            let more = if n_extra > 0 { format!(" and {n_extra} extra cards") } else { String::new() };
            let found = format!("{starters} stacks of {stack} cards{more} from a deck of {n_cards}");
            settings.fault("setup", found, "stacks of at least 5 cards that the deck is enough for");
        }
        if n_torsos < starters {
            let found = format!("a deck with {n_torsos} torsos for {starters} starters");
            settings.fault("cards", found, "at least one torso for each starter");
        }
    }

    /// Number of players at the start, without those who join later.
    #[must_use]
    pub fn starters(&self) -> usize {
        let joiners = if self.join_round > 0 { self.joiners } else { 0 };
        self.players.saturating_sub(joiners.into())
    }

    /// Number of additional cards of all stacks.
    fn n_extra(&self) -> usize {
        self.extra_cards.0.iter().map(|n_cards| usize::from(*n_cards)).sum()
    }

    /// Number of cards in a stack without additional ones, from a deck of `n_cards`.
    #[must_use]
    pub fn stack(&self, n_cards: usize) -> usize {
        if self.stack_size > 0 {
            return self.stack_size;
        }
        // A deck has at most CARDS cards, and at least one player starts.
        n_cards.min(CARDS).saturating_sub(self.n_extra()) / self.starters().max(1)
    }
}
