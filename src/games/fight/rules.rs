//! The settings: clause 8 of the rules.

use super::book::Book;
use super::cards::{Change, MOST, digit_product, replaced, reversed};
use crate::model::{Section, choices};

choices! {
    /// Who takes an Arena in which several are best.
    pub enum ArenaTie {
        /// Who comes first in the order of play (printed).
        ClosestToFirst = "closest-to-first",
        /// Who comes last.
        FurthestFromFirst = "furthest-from-first",
        /// Nobody.
        Nobody = "nobody",
    }
    /// Where the 1st player card goes after a fight.
    pub enum FirstPlayer {
        /// On, clockwise (printed).
        Rotate = "rotate",
        /// To who took the Arena; on, if nobody did.
        ArenaWinner = "arena-winner",
        /// Nowhere.
        Fixed = "fixed",
    }
    /// What a tie is that the printed tie-break leaves.
    pub enum FinalTie {
        /// A win shared evenly.
        Shared = "shared",
        /// A draw.
        Draw = "draw",
        /// A win of who has most Arenas, then shared.
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
    /// What who cannot comply may play.
    pub enum FamilyException {
        /// Each card complies if it can.
        CardByCard = "card-by-card",
        /// Both cards are free if not both can comply.
        FreePair = "free-pair",
    }
    /// The face-down boost of a killed main.
    pub enum KilledBoost {
        /// Is resolved as ever.
        Keep = "keep",
        /// May only be scored.
        ScoreOnly = "score-only",
        /// Goes to the Graveyard too.
        Lost = "lost",
    }
    /// Which boosts can be stolen.
    pub enum StealScope {
        /// Those not yet resolved.
        FaceDown = "face-down",
        /// Activated ones too.
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
    /// One digit, switched.
    pub enum SwitchSingleDigit {
        /// Stays.
        Keep = "keep",
        /// Is the second of two, the first being 0.
        PadZero = "pad-zero",
    }
    /// When the Graveyard becomes the new Reserves.
    pub enum Reshuffle {
        /// With the last card drawn.
        AtOnce = "at-once",
        /// When a card must be drawn and none is there.
        OnDemand = "on-demand",
    }
    /// What an Arena's filters do if nobody passes them.
    pub enum UnmetFilter {
        /// Nothing.
        Ignore = "ignore",
        /// Nobody takes the Arena.
        Nobody = "nobody",
    }
}

/// The settings of Fight!: section 8 of the rules.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Arena managers at the table, 2 to 5.
    pub players: usize,
    /// Warriors dealt to each, 2 to 8.
    pub hand_size: usize,
    /// Warriors laid open in the Graveyard at set-up and at each renewal, 0 to 10.
    pub graveyard_size: usize,
    /// Fights of a game, 1 to 12.
    pub fights: u8,
    /// Warriors that each player draws after a fight, 0 to 3.
    pub draw_per_fight: usize,
    /// Glory of a scored Warrior, 0 to 5.
    pub scored_warrior_glory: u16,
    /// Powers below this are killed, 0 or 1.
    pub kill_below: i32,
    /// Who takes an Arena in which several are best.
    pub arena_tie: ArenaTie,
    /// Where the 1st player card goes.
    pub first_player: FirstPlayer,
    /// Do most scored Warriors break a final tie?
    pub final_tie_by_scored: bool,
    /// What a tie is after that.
    pub final_tie: FinalTie,
    /// Which Warriors must differ in family.
    pub family_rule: FamilyRule,
    /// What who cannot comply may play.
    pub family_exception: FamilyException,
    /// Is the first of a fight bound by the last main of the fight before?
    pub family_carry_over: bool,
    /// The face-down boost of a killed main.
    pub killed_boost: KilledBoost,
    /// Which boosts can be stolen.
    pub steal_scope: StealScope,
    /// How a scaled power is rounded.
    pub rounding: Rounding,
    /// One digit, switched.
    pub switch_single_digit: SwitchSingleDigit,
    /// When the Graveyard becomes the new Reserves.
    pub reshuffle: Reshuffle,
    /// What filters do that nobody passes.
    pub unmet_filter: UnmetFilter,
}

impl Rules {
    /// Reads `setup` and `rules`, and checks them against the cards.
    pub(super) fn read(settings: &Section<'_>, book: &Book) -> Self {
        let setup = settings.section("setup");
        let rules = settings.section("rules");
        let read = Self {
            players: setup.int("players", 2..=5),
            hand_size: setup.int("hand-size", 2..=8),
            graveyard_size: setup.int("graveyard-size", 0..=10),
            fights: setup.int("fights", 1..=12),
            draw_per_fight: rules.int("draw-per-fight", 0..=3),
            scored_warrior_glory: rules.int("scored-warrior-glory", 0..=5),
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

    /// Are there cards enough?
    fn check(&self, setup: &Section<'_>, book: &Book) {
        let (n_warriors, n_arenas) = (book.warriors.len(), book.arenas.len());
        let least = self.players * self.hand_size + self.graveyard_size + 1;
        if n_warriors < least {
            setup.fault(
                "players",
                format!("{} players and {n_warriors} physical Warriors", self.players),
                format!("at least {least} Warriors (players × hand-size + graveyard-size + 1)"),
            );
        }
        if n_arenas < usize::from(self.fights) {
            setup.fault(
                "fights",
                format!("{} fights in {n_arenas} physical Arenas", self.fights),
                "at least as many Arenas as fights",
            );
        }
    }

    /// A power after a change, before anybody is killed (clause 6.2). No result overflows:
    /// 9999 × 1000 per cent is below 2³¹.
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
