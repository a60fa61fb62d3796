//! The settings.

use super::cards::{CARDS, Face, IDS, PerFace, RANKS};
use crate::model::{BySeat, FirstSeat, Section, choices};

choices! {
    /// Attack equals value.
    pub enum Tie {
        /// Won with Luck of at least the value.
        Luck = "luck",
        /// Won.
        Win = "win",
        /// Lost.
        Lose = "lose",
    }
    /// Luck equals the value of the card stolen from the Queen.
    pub enum QueenTie {
        /// The theft succeeds (printed).
        Win = "win",
        /// It fails.
        Lose = "lose",
    }
    /// A Level Up at the maximum Level.
    pub enum FullLevelUp {
        /// The drawn card replaces an Attribute or is discarded (printed).
        Choose = "choose",
        /// It is discarded.
        Nothing = "nothing",
    }
    /// The cards that an Ace can swap for one another.
    pub enum AceMatch {
        /// The same Number or the same Suit (printed).
        NumberOrSuit = "number-or-suit",
        /// The same Number.
        Number = "number",
        /// The same Suit.
        Suit = "suit",
        /// All.
        Any = "any",
    }
    /// What a discarded King stops.
    pub enum KingStops {
        /// The whole attack of Stabby Jack (printed).
        Attack = "attack",
        /// One Damage. Another King can stop another.
        OneDamage = "one-damage",
    }
    /// When the Discard pile is reshuffled.
    pub enum Reshuffle {
        /// When a card is needed and the Deck is empty.
        WhenNeeded = "when-needed",
        /// As soon as the last card is drawn.
        WhenEmpty = "when-empty",
    }
    /// When a character dies.
    pub enum DeathAt {
        /// At 0 HP.
        ZeroHealth = "zero-health",
        /// When Damage exceeds the Hearts, if there are any.
        BeyondHearts = "beyond-hearts",
    }
    /// The Luck that a winner needs.
    pub enum WinLuck {
        /// More than each other character (printed).
        More = "more",
        /// At least as much.
        AtLeast = "at-least",
        /// It does not matter.
        Off = "off",
    }
    /// The attack that a winner needs.
    pub enum WinAttack {
        /// The better one (printed: "BA or RA").
        Best = "best",
        /// Both together.
        Sum = "sum",
        /// It does not matter.
        Off = "off",
    }
    /// The Health that a winner's attack must reach.
    pub enum WinHealth {
        /// The remaining Health.
        Current = "current",
        /// Undamaged.
        Full = "full",
    }
    /// When winning is checked.
    pub enum WinCheck {
        /// After every event, for all players (printed).
        AnyTime = "any-time",
        /// At the end of a turn, for the player whose turn it was.
        OwnTurn = "own-turn",
    }
}

impl Tie {
    /// Clause 6.1: whether this attack, with this Luck, wins against a card of this value.
    pub(super) const fn wins(self, attack: i32, luck: i32, value: i32) -> bool {
        attack > value
            || attack == value
                && match self {
                    Self::Luck => luck >= value,
                    Self::Win => true,
                    Self::Lose => false,
                }
    }
}

/// The settings of a face.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CardRules {
    /// Copies in each deck.
    pub copies: u8,
    /// Value as an Attribute, as a monster, and for Luck checks; 0 if it has none.
    pub value: u8,
    /// Monster Points when captured; 0 if it cannot be captured.
    pub points: u8,
}

/// The settings of Stabby Jack: section 8 of the rules.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Number of players.
    pub players: usize,
    /// Number of decks that are shuffled together.
    pub decks: usize,
    /// Number of Attributes of a first character.
    pub start_level: u8,
    /// Attributes of each seat's first character beyond these.
    pub extra_attributes: BySeat<u8>,
    /// The player who takes the first turn.
    pub first_player: FirstSeat,
    /// Maximum number of Attributes of a character.
    pub max_level: u8,
    /// Minimum full Health, if a character's Hearts add up to less.
    pub minimum_health: u16,
    /// Damage of a lost fight with a Numbered card.
    pub fight_damage: u16,
    /// Attack equals a Numbered card.
    pub fight_tie: Tie,
    /// Whether the card drawn in Training may be discarded.
    pub train_optional: bool,
    /// Damage healed by staying in bed.
    pub bed_heal: u16,
    /// Whether only damaged characters may stay in bed.
    pub bed_needs_damage: bool,
    /// Monster Points that a Level Up costs.
    pub level_up_cost: u8,
    /// Attributes drawn for a paid Level Up.
    pub attributes_per_level_up: u8,
    /// Whether a Level Up may be overpaid if exact payment is impossible.
    pub level_up_overpay: bool,
    /// Whether a Level Up may be bought at the maximum, as a replacement.
    pub level_up_when_full: bool,
    /// A Level Up at the maximum.
    pub full_level_up: FullLevelUp,
    /// The cards that an Ace can swap.
    pub ace_match: AceMatch,
    /// Swaps per Ace.
    pub swaps_per_ace: u8,
    /// Whether a swap may be declined.
    pub ace_optional: bool,
    /// Damage of Stabby Jack.
    pub jack_damage: u16,
    /// Whether a captured King can be discarded to stop Stabby Jack.
    pub king_stops_jack: bool,
    /// What a discarded King stops.
    pub king_stops: KingStops,
    /// Damage healed by the Queen's blessing.
    pub queen_heal: u16,
    /// Luck equals the stolen card.
    pub queen_tie: QueenTie,
    /// Damage of a lost fight with a King.
    pub king_damage: u16,
    /// Attack equals a King.
    pub king_tie: Tie,
    /// When a character dies.
    pub death_at: DeathAt,
    /// Levels lost by a rebirth.
    pub rebirth_level_loss: u8,
    /// Monster Points of a winner.
    pub win_monster_points: u16,
    /// Luck of a winner.
    pub win_luck: WinLuck,
    /// Attack of a winner.
    pub win_attack: WinAttack,
    /// The Health that the attack must reach.
    pub win_health: WinHealth,
    /// When winning is checked.
    pub win_check: WinCheck,
    /// Whether winning is also checked between a death and the rebirth.
    pub win_before_rebirth: bool,
    /// Whether the top Discard stays when the Deck is reshuffled.
    pub keep_top_discard: bool,
    /// When the Discard pile is reshuffled.
    pub reshuffle: Reshuffle,
    /// Chance in percent that a player forgets to announce an action.
    pub forfeit_percent: usize,
    /// Number of turns after which the game is a stalemate.
    pub max_turns: u32,
    /// Copies, values and points.
    pub cards: PerFace<CardRules>,
}

impl Rules {
    /// Reads and validates all tables.
    pub(super) fn read(settings: &Section<'_>) -> Self {
        let setup = settings.section("setup");
        let rules = settings.section("rules");
        let players: usize = setup.int("players", 2..=8);
        let decks = match setup.int_or("decks", "by-players", 1..=8) {
            0 => players.div_ceil(2),
            decks => decks,
        };
        let mut cards = read_cards(&settings.section("cards"));
        cards[Face::JOKER].copies = setup.int("jokers-per-deck", 0..=4);
        let read = Self {
            players,
            decks,
            start_level: setup.int("start-level", 1..=12),
            extra_attributes: setup.per_seat("extra-attributes", players, 0..=11),
            first_player: setup.choice("first-player"),
            max_level: rules.int("max-level", 1..=12),
            minimum_health: rules.int("minimum-health", 1..=20),
            fight_damage: rules.int("fight-damage", 0..=20),
            fight_tie: rules.choice("fight-tie"),
            train_optional: rules.flag("train-optional"),
            bed_heal: rules.int("bed-heal", 0..=20),
            bed_needs_damage: rules.flag("bed-needs-damage"),
            level_up_cost: rules.int("level-up-cost", 1..=20),
            attributes_per_level_up: rules.int("attributes-per-level-up", 1..=4),
            level_up_overpay: rules.flag("level-up-overpay"),
            level_up_when_full: rules.flag("level-up-when-full"),
            full_level_up: rules.choice("full-level-up"),
            ace_match: rules.choice("ace-match"),
            swaps_per_ace: rules.int("swaps-per-ace", 1..=4),
            ace_optional: rules.flag("ace-optional"),
            jack_damage: rules.int("jack-damage", 0..=20),
            king_stops_jack: rules.flag("king-stops-jack"),
            king_stops: rules.choice("king-stops"),
            queen_heal: rules.int("queen-heal", 0..=20),
            queen_tie: rules.choice("queen-tie"),
            king_damage: rules.int("king-damage", 0..=20),
            king_tie: rules.choice("king-tie"),
            death_at: rules.choice("death-at"),
            rebirth_level_loss: rules.int("rebirth-level-loss", 0..=11),
            win_monster_points: rules.int("win-monster-points", 1..=60),
            win_luck: rules.choice("win-luck"),
            win_attack: rules.choice("win-attack"),
            win_health: rules.choice("win-health"),
            win_check: rules.choice("win-check"),
            win_before_rebirth: rules.flag("win-before-rebirth"),
            keep_top_discard: rules.flag("keep-top-discard"),
            reshuffle: rules.choice("reshuffle"),
            forfeit_percent: rules.int("forfeit-percent", 0..=100),
            max_turns: rules.int("max-turns", 1..=10_000_000),
            cards,
        };
        if !settings.is_faulty() {
            read.check(&setup);
        }
        read
    }

    /// Rejects contradictory settings: clause 3.
    fn check(&self, setup: &Section<'_>) {
        let Self { players, start_level, max_level, .. } = *self;
        if start_level > max_level {
            setup.fault(
                "start-level",
                start_level.to_string(),
                format!("at most rules.max-level, {max_level}"),
            );
        }
        let most_extra = self.extra_attributes.0.iter().copied().max().unwrap_or(0);
        if start_level <= max_level && start_level + most_extra > max_level {
            let expected = format!("with start-level {start_level} at most {}", max_level - start_level);
            setup.fault("extra-attributes", most_extra.to_string(), expected);
        }
        let n_numbered = self.count(Face::is_numbered);
        let least = players * usize::from(max_level);
        if n_numbered < least {
            let found = format!("{n_numbered} Numbered cards in all decks");
            setup.fault(
                "decks",
                found,
                format!("at least {least}, rules.max-level for each of {players} players"),
            );
        }
        let n_cards = self.count(|_| true);
        if n_cards > CARDS {
            setup.fault("decks", format!("{n_cards} cards in all decks"), format!("at most {CARDS}"));
        }
    }

    /// Whether this attack, with this Luck, wins the fight against a monster.
    pub(super) fn wins_fight(&self, face: Face, attack: i32, luck: i32) -> bool {
        let tie = if face.is_numbered() { self.fight_tie } else { self.king_tie };
        tie.wins(attack, luck, self.cards[face].value.into())
    }

    /// Whether this Luck suffices to steal a card of this value from the Queen.
    pub(super) fn steals(&self, luck: i32, value: i32) -> bool {
        luck > value || luck == value && self.queen_tie == QueenTie::Win
    }

    /// Number of cards of this kind in all decks.
    fn count(&self, kind: impl Fn(Face) -> bool) -> usize {
        Face::all().filter(|face| kind(*face)).map(|face| self.copies(face)).sum()
    }

    /// Number of copies of a face in all decks.
    pub(super) fn copies(&self, face: Face) -> usize {
        self.decks * usize::from(self.cards[face].copies)
    }
}

/// Reads `[cards.<rank>]` for every rank, then `[cards.<face>]` for faces that differ from their rank.
fn read_cards(settings: &Section<'_>) -> PerFace<CardRules> {
    let mut cards: PerFace<CardRules> = PerFace::default();
    for (rank, id) in RANKS.into_iter().enumerate() {
        let section = settings.section(id);
        let mut card = CardRules { copies: section.int("copies", 0..=4), ..CardRules::default() };
        if Face::at(rank).is_monster() {
            card.value = section.int("value", 1..=99);
            card.points = section.int("points", 0..=9);
        }
        Face::of_rank(rank).for_each(|face| cards[face] = card);
    }
    for face in Face::all().filter(|face| *face != Face::JOKER) {
        let Some(item) = settings.maybe(IDS[face.index()]) else { continue };
        let section = item.section();
        let card = &mut cards[face];
        let over = |key, range, number: &mut u8| {
            if let Some(item) = section.maybe(key) {
                *number = item.int(range);
            }
        };
        over("copies", 0..=4, &mut card.copies);
        if face.is_monster() {
            over("value", 1..=99, &mut card.value);
            over("points", 0..=9, &mut card.points);
        }
    }
    cards
}
