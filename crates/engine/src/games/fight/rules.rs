//! The settings: clause 8 of the rules.

use super::book::Book;
use super::cards::{Change, MOST, digit_product, replaced, reversed};
use crate::model::{BySeat, FirstSeat, Section, choices};

choices! {
    /// Who takes an Arena if several mains are best.
    pub enum ArenaTie {
        /// The first in the order of play (printed).
        ClosestToFirst = "closest-to-first",
        /// The last in the order of play.
        FurthestFromFirst = "furthest-from-first",
        /// Nobody.
        Nobody = "nobody",
    }
    /// The players who get `fight-glory`.
    pub enum FightGloryTo {
        /// The player who takes the Arena.
        Taker = "taker",
        /// Each player whose main is alive.
        Survivors = "survivors",
        /// Each player who does not take the Arena.
        Others = "others",
    }
    /// Where mains and activated boosts go at the end of a fight.
    pub enum UsedCards {
        /// Into the Graveyard (printed).
        Graveyard = "graveyard",
        /// Out of the game.
        Removed = "removed",
        /// Into the Reserves, at random places under the top card.
        Reserves = "reserves",
    }
    /// The next holder of the 1st player card.
    pub enum FirstPlayer {
        /// The next player clockwise (printed).
        Rotate = "rotate",
        /// The player who took the Arena; the next player if nobody did.
        ArenaWinner = "arena-winner",
        /// The same player.
        Fixed = "fixed",
    }
    /// The result of a tie that the printed tie-break does not resolve.
    pub enum FinalTie {
        /// A win shared evenly.
        Shared = "shared",
        /// A draw.
        Draw = "draw",
        /// A win for the player with the most Arenas, otherwise shared.
        MostArenas = "most-arenas",
    }
    /// Which Warriors must differ in family from the last main.
    pub enum FamilyRule {
        /// Main and boost.
        Both = "both",
        /// The main.
        MainOnly = "main-only",
        /// The main; the boost must differ from the own main instead.
        OwnMain = "own-main",
        /// None.
        Off = "off",
    }
    /// The cards allowed if a player cannot comply.
    pub enum FamilyException {
        /// Each card complies if possible.
        CardByCard = "card-by-card",
        /// Both cards are free unless both can comply.
        FreePair = "free-pair",
    }
    /// The face-down boost of a killed main.
    pub enum KilledBoost {
        /// It is resolved as usual.
        Keep = "keep",
        /// It may only be scored.
        ScoreOnly = "score-only",
        /// It also goes to the Graveyard.
        Lost = "lost",
    }
    /// Which boosts can be stolen.
    pub enum StealScope {
        /// Boosts that are not yet resolved.
        FaceDown = "face-down",
        /// Also activated boosts.
        InPlay = "in-play",
    }
    /// How a scaled power is rounded.
    pub enum Rounding {
        /// Down.
        Down = "down",
        /// To the nearest, halves up.
        Nearest = "nearest",
        /// Up.
        Up = "up",
    }
    /// The switch of a single digit.
    pub enum SwitchSingleDigit {
        /// The digit stays.
        Keep = "keep",
        /// The digit becomes the second of two, after a 0.
        PadZero = "pad-zero",
    }
    /// When the Graveyard becomes the new Reserves.
    pub enum Reshuffle {
        /// With the last card drawn.
        AtOnce = "at-once",
        /// When a card must be drawn and there is none.
        OnDemand = "on-demand",
    }
    /// The effect of an Arena's filters if no main passes them.
    pub enum UnmetFilter {
        /// No effect.
        Ignore = "ignore",
        /// Nobody takes the Arena.
        Nobody = "nobody",
    }
}

/// The settings of Fight!: section 8 of the rules.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Number of players, 2 to 5.
    pub players: usize,
    /// Number of Warriors dealt to each player, 2 to 8.
    pub hand_size: usize,
    /// Number of Warriors laid open in the Graveyard at set-up and at each renewal, 0 to 10.
    pub graveyard_size: usize,
    /// Number of fights in a game, 1 to 12.
    pub fights: u8,
    /// The first holder of the 1st player card.
    pub beginner: FirstSeat,
    /// Additional Warriors dealt to each seat, 0 to 6.
    pub extra_cards: BySeat<usize>,
    /// Glory of each seat at the start, 0 to 20.
    pub extra_glory: BySeat<u16>,
    /// Warriors that each player draws after a fight, 0 to 3.
    pub draw_per_fight: usize,
    /// Glory of a scored Warrior, 0 to 5.
    pub scored_warrior_glory: u16,
    /// Glory that some players get at the end of each fight, 0 to 5.
    pub fight_glory: u16,
    /// The players who get it.
    pub fight_glory_to: FightGloryTo,
    /// Whether a player may skip effects of an activated boost.
    pub effects_optional: bool,
    /// Where mains and activated boosts go at the end of a fight.
    pub used_cards: UsedCards,
    /// Warriors with a power below this are killed, 0 or 1.
    pub kill_below: i32,
    /// Who takes an Arena if several mains are best.
    pub arena_tie: ArenaTie,
    /// The next holder of the 1st player card.
    pub first_player: FirstPlayer,
    /// Whether the most scored Warriors break a final tie.
    pub final_tie_by_scored: bool,
    /// The result of a tie that remains.
    pub final_tie: FinalTie,
    /// Which Warriors must differ in family.
    pub family_rule: FamilyRule,
    /// The cards allowed if a player cannot comply.
    pub family_exception: FamilyException,
    /// Whether the first play of a fight is bound by the last main of the previous fight.
    pub family_carry_over: bool,
    /// The face-down boost of a killed main.
    pub killed_boost: KilledBoost,
    /// Which boosts can be stolen.
    pub steal_scope: StealScope,
    /// How a scaled power is rounded.
    pub rounding: Rounding,
    /// The switch of a single digit.
    pub switch_single_digit: SwitchSingleDigit,
    /// When the Graveyard becomes the new Reserves.
    pub reshuffle: Reshuffle,
    /// The effect of filters that no main passes.
    pub unmet_filter: UnmetFilter,
}

impl Rules {
    /// Reads `setup` and `rules`, and checks them against the cards.
    pub(super) fn read(settings: &Section<'_>, book: &Book) -> Self {
        let setup = settings.section("setup");
        let rules = settings.section("rules");
        let players = setup.int("players", 2..=5);
        let read = Self {
            players,
            hand_size: setup.int("hand-size", 2..=8),
            graveyard_size: setup.int("graveyard-size", 0..=10),
            fights: setup.int("fights", 1..=12),
            beginner: setup.choice("first-player"),
            extra_cards: setup.per_seat("extra-cards", players, 0..=6),
            extra_glory: setup.per_seat("extra-glory", players, 0..=20),
            draw_per_fight: rules.int("draw-per-fight", 0..=3),
            scored_warrior_glory: rules.int("scored-warrior-glory", 0..=5),
            fight_glory: rules.int("fight-glory", 0..=5),
            fight_glory_to: rules.choice("fight-glory-to"),
            effects_optional: rules.flag("effects-optional"),
            used_cards: rules.choice("used-cards"),
            kill_below: rules.int("kill-below", 0..=1),
            arena_tie: rules.choice("arena-tie"),
            first_player: rules.choice("first-player"),
            final_tie_by_scored: rules.flag("final-tie-by-scored"),
            final_tie: rules.choice("final-tie"),
            family_rule: rules.choice("family-rule"),
            family_exception: rules.choice("family-exception"),
            family_carry_over: rules.flag("family-carry-over"),
            killed_boost: rules.choice("killed-boost"),
            steal_scope: rules.choice("steal-scope"),
            rounding: rules.choice("rounding"),
            switch_single_digit: rules.choice("switch-single-digit"),
            reshuffle: rules.choice("reshuffle"),
            unmet_filter: rules.choice("unmet-filter"),
        };
        if !settings.is_faulty() {
            read.check(&setup, book);
        }
        read
    }

    /// Checks that there are enough cards.
    fn check(&self, setup: &Section<'_>, book: &Book) {
        let (n_warriors, n_arenas) = (book.warriors.len(), book.arenas.len());
        let n_extra: usize = self.extra_cards.0.iter().sum();
        let least = self.players * self.hand_size + n_extra + self.graveyard_size + 1;
        if n_warriors < least {
            setup.fault(
                "players",
                format!("{} players and {n_warriors} physical Warriors", self.players),
                format!("at least {least} Warriors (players × hand-size + extra-cards + graveyard-size + 1)"),
            );
        }
        if n_arenas < usize::from(self.fights) {
            setup.fault(
                "fights",
                format!("{} fights, but {n_arenas} physical Arenas", self.fights),
                "at least as many Arenas as fights",
            );
        }
    }

    /// A power after a change, before deaths are checked (clause 6.2). No result overflows: 9999 × 1000 per
    /// cent is below 2³¹.
    pub(super) fn changed(&self, power: u16, change: Change) -> i32 {
        let power = i32::from(power);
        let result = match change {
            Change::Add(amount) => power + i32::from(amount),
            Change::Scale(percent) => {
                let parts = power * i32::from(percent);
                match self.rounding {
                    Rounding::Down => parts / 100,
                    Rounding::Nearest => (parts + 50) / 100,
                    Rounding::Up => (parts + 99) / 100,
                }
            }
            Change::ReplaceDigit(from, to) => replaced(power, from.into(), to.into()),
            Change::MultiplyDigits => digit_product(power),
            Change::SwitchDigits if power < 10 => match self.switch_single_digit {
                SwitchSingleDigit::Keep => power,
                SwitchSingleDigit::PadZero => power * 10,
            },
            Change::SwitchDigits => reversed(power),
        };
        result.min(MOST)
    }
}
