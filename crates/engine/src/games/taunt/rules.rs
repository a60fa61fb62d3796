//! The settings: clause 8.

use super::characters::Character;
use super::moves::{MoveId, Moves, SWITCHES, Switch};
use crate::model::{BySeat, Choice, Dependent, MAX_SEATS, Seat, Seats, Section, choices};

/// Modes without monsters, and those without teams.
const NO_MONSTERS: &[&str] = &["duel", "free-for-all", "last-standing", "team"];
const NO_TEAMS: &[&str] = &["duel", "monsters", "free-for-all", "last-standing"];

/// The settings that can be without effect.
pub(super) const DEPENDENTS: &[Dependent] = &[
    Dependent { settings: "setup.fighters", on: "setup.mode", off: &["monsters"] },
    Dependent { settings: "rules.team-spirits", on: "setup.mode", off: NO_TEAMS },
    Dependent { settings: "rules.spirits-optional", on: "setup.mode", off: NO_TEAMS },
    Dependent { settings: "rules.spirits-optional", on: "rules.team-spirits", off: &["false"] },
    Dependent { settings: "monsters", on: "setup.mode", off: NO_MONSTERS },
    Dependent { settings: "wampires", on: "wampires.enabled", off: &["false"] },
];

choices! {
    /// The mode of play.
    pub enum Mode {
        /// Two fighters.
        Duel = "duel",
        /// Two trainers of three monsters.
        Monsters = "monsters",
        /// A circle; the first to defeat another wins.
        FreeForAll = "free-for-all",
        /// A circle; the last one standing wins.
        LastStanding = "last-standing",
        /// Two against two in the Dojo.
        Team = "team",
    }
    /// Position at the start.
    pub enum StartPosition {
        /// Far (printed).
        Far = "far",
        /// Near.
        Near = "near",
    }
    /// The direction of the level difference.
    pub enum BlockDifference {
        /// The Block's level minus the attack's (printed).
        BlockMinusAttack = "block-minus-attack",
        /// The attack's level minus the Block's.
        AttackMinusBlock = "attack-minus-block",
    }
    /// What breaks a combo.
    pub enum ComboInterruptedBy {
        /// Any ♥ or ⊗.
        Damage = "damage",
        /// Any ⊗.
        Peril = "peril",
    }
    /// The effects that equal-level moves cancel.
    pub enum EqualLevelCancel {
        /// Effects on each other.
        Shared = "shared",
        /// Also effects on oneself.
        All = "all",
    }
    /// When a Run hits.
    pub enum RunHits {
        /// Before it moves.
        Before = "before",
        /// After it moved.
        After = "after",
    }
    /// When ↑ is lost to a hit or an interruption.
    pub enum ChargeLoss {
        /// At the hit (printed).
        AtOnce = "at-once",
        /// At the end of the Act phase, with ↑ gained until then.
        AfterAct = "after-act",
    }
    /// A zone of the Danger Track.
    pub enum Zone {
        /// White.
        White = "white",
        /// Yellow: Trouble Mode.
        Yellow = "yellow",
        /// Orange: Danger Mode.
        Orange = "orange",
        /// Red: Critical Mode.
        Red = "red",
    }
    /// The fighters to whom Charge may pass ↑.
    pub enum ChargePass {
        /// Any fighter (printed).
        Any = "any",
        /// Teammates.
        Allies = "allies",
        /// Nobody.
        None = "none",
    }
    /// Whether Peril ends by itself.
    pub enum Recovery {
        /// No.
        Off = "off",
        /// After the number of turns of the character's Recovery.
        OverTime = "over-time",
    }
    /// Whose disabled cards are counted together.
    pub enum Scope {
        /// The team's.
        Team = "team",
        /// Each monster's.
        Monster = "monster",
    }
}

impl Mode {
    /// Two-player modes: Position is one token, and a series can be played.
    #[must_use]
    pub fn is_for_two(self) -> bool {
        matches!(self, Self::Duel | Self::Monsters)
    }

    /// Modes in which players sit in a circle.
    #[must_use]
    pub fn is_circle(self) -> bool {
        matches!(self, Self::FreeForAll | Self::LastStanding)
    }

    /// Minimum and maximum number of players.
    const fn players(self) -> (usize, usize) {
        match self {
            Self::Duel | Self::Monsters => (2, 2),
            Self::FreeForAll | Self::LastStanding => (3, MAX_SEATS),
            Self::Team => (4, 4),
        }
    }
}

/// The character of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cast {
    /// A character drawn at random.
    Random,
    /// The character with this index among those that can be played.
    Named(usize),
}

/// The settings of TAUNT.
#[derive(Clone, Debug)]
pub struct Rules {
    /// All moves.
    pub moves: Moves,
    /// The characters that can be played: the roster, or the team of monsters.
    pub characters: Vec<Character>,
    /// The mode.
    pub mode: Mode,
    /// Players.
    pub players: usize,
    /// The character of each seat.
    pub fighters: Vec<Cast>,
    /// Whether random characters may be equal.
    pub duplicates: bool,
    /// Position at the start.
    pub start_position: StartPosition,
    /// ↑ at the start.
    pub start_charges: u8,
    /// Damage of each seat at the start of a fight; for a Wampire, blood that it lacks.
    pub extra_damage: BySeat<u8>,
    /// Additional ↑ of each seat at the start of a fight.
    pub extra_charges: BySeat<u8>,
    /// Additional block tokens of each seat.
    pub extra_tokens: BySeat<u8>,
    /// Number of fights to win.
    pub series_wins: u8,
    /// Whether the winner keeps its damage in the next fight.
    pub winner_keeps_damage: bool,
    /// Maximum number of turns.
    pub max_turns: u32,
    /// Number of disabled cards that loses.
    pub peril_limit: u8,
    /// Cap of ↑.
    pub max_charges: u8,
    /// When ↑ is lost to a hit or an interruption.
    pub charge_loss: ChargeLoss,
    /// ↑ lost by an interruption in Critical Mode.
    pub critical_charge_loss: u8,
    /// The direction of the level difference.
    pub block_difference: BlockDifference,
    /// Added to every guard's cost.
    pub block_extra: u8,
    /// Whether an unblockable hit on a guard costs tokens.
    pub unblockable_costs_tokens: bool,
    /// Tokens that a knocked-down fighter regains.
    pub regen: u8,
    /// Factor for two or more opponents.
    pub regen_factor: u8,
    /// What breaks a combo.
    pub combo_interrupted_by: ComboInterruptedBy,
    /// Whether cards of a combo cannot be disabled.
    pub combo_protects: bool,
    /// Maximum number of cards in a combo; 0 = no limit.
    pub combo_limit: u8,
    /// The effects that equal-level moves cancel.
    pub equal_level_cancel: EqualLevelCancel,
    /// When a Run hits.
    pub run_hits: RunHits,
    /// The fighters to whom Charge may pass ↑.
    pub charge_pass: ChargePass,
    /// Whether Peril ends by itself.
    pub recovery: Recovery,
    /// Whether defeated fighters of a team continue as Spirits.
    pub team_spirits: bool,
    /// Whether a Spirit may play no card.
    pub spirits_optional: bool,
    /// Monsters.
    pub monsters: Monsters,
    /// Wampires.
    pub wampires: Wampires,
}

/// The settings of Monsters.
#[derive(Clone, Debug)]
pub struct Monsters {
    /// Monsters of each trainer, 2 or 3.
    pub count: u8,
    /// Cards of a monster.
    pub deck_size: usize,
    /// The moves to partition.
    pub pool: Vec<MoveId>,
    /// Copies of each move.
    pub pool_copies: u8,
    /// The Switch cards.
    pub switches: Vec<MoveId>,
    /// A fixed partition for each seat, if any; the decks beyond `count` are empty.
    pub decks: [Option<[Vec<MoveId>; 3]>; 2],
    /// Whose disabled cards are counted together.
    pub scope: Scope,
}

/// The settings of Wampires.
#[derive(Clone, Debug)]
pub struct Wampires {
    /// The seats that are Wampires.
    pub seats: Seats,
    /// The zone that always applies to them.
    pub zone: Zone,
    /// Blood at the start.
    pub blood: u8,
    /// Lost blood that the attacker does not gain.
    pub steal_less: u8,
    /// Blood that protects against one ⊗.
    pub blood_per_peril: u8,
    /// Maximum amount of blood.
    pub max_blood: u8,
    /// Blood for one ↑; 0 = off.
    pub burn: u8,
}

impl Rules {
    /// Reads and validates all tables.
    pub(super) fn read(settings: &Section<'_>) -> Self {
        let moves = Moves::read(settings);
        let mut characters = Character::read_all(settings, &moves);
        if characters.len() > 255 {
            settings.fault("characters", format!("{} characters", characters.len()), "at most 255");
        }
        let setup = settings.section("setup");
        let rules = settings.section("rules");
        let mode: Mode = setup.choice("mode");
        let (players, fighters) = read_seats(&setup, mode, &characters);
        let (monsters, team) = Monsters::read(settings, &moves, &characters);
        let is_idle = |nth: usize, id: &str| {
            characters.get(nth).is_some_and(|character| character.id == id && character.moves.is_empty())
        };
        for (nth, (id, item)) in settings.section("characters").entries().into_iter().enumerate() {
            if is_idle(nth, id) && team != Some(nth) {
                item.doubt("no moves", "at least one: a character without moves is on no roster");
            }
        }
        if mode == Mode::Monsters {
            characters = team.map(|team| characters.swap_remove(team)).into_iter().collect();
        } else {
            characters.retain(|character| !character.moves.is_empty());
            if characters.is_empty() && !settings.is_faulty() {
                settings.fault("characters", "no character with moves", "at least one");
            }
        }
        let read = Self {
            moves,
            characters,
            mode,
            players,
            fighters,
            duplicates: setup.flag("duplicates"),
            start_position: setup.choice("start-position"),
            start_charges: setup.int("start-charges", 0..=3),
            extra_damage: setup.per_seat("extra-damage", players, 0..=99),
            extra_charges: setup.per_seat("extra-charges", players, 0..=3),
            extra_tokens: setup.per_seat("extra-tokens", players, 0..=9),
            series_wins: setup.int("series-wins", 1..=5),
            winner_keeps_damage: setup.flag("winner-keeps-damage"),
            max_turns: setup.int("max-turns", 1..=100_000),
            peril_limit: rules.int("peril-limit", 1..=9),
            max_charges: rules.int("max-charges", 1..=3),
            charge_loss: rules.choice("charge-loss"),
            critical_charge_loss: rules.int("critical-charge-loss", 0..=3),
            block_difference: rules.choice("block-difference"),
            block_extra: rules.int("block-extra", 0..=3),
            unblockable_costs_tokens: rules.flag("unblockable-costs-tokens"),
            regen: rules.int("regen", 1..=9),
            regen_factor: rules.int("regen-factor", 1..=4),
            combo_interrupted_by: rules.choice("combo-interrupted-by"),
            combo_protects: rules.flag("combo-protects"),
            combo_limit: rules.int_or("combo-limit", "any", 1..=12),
            equal_level_cancel: rules.choice("equal-level-cancel"),
            run_hits: rules.choice("run-hits"),
            charge_pass: rules.choice("charge-pass"),
            recovery: rules.choice("recovery"),
            team_spirits: rules.flag("team-spirits"),
            spirits_optional: rules.flag("spirits-optional"),
            monsters,
            wampires: Wampires::read(settings, players),
        };
        if !settings.is_faulty() {
            read.check(&setup, settings);
        }
        read
    }

    /// Checks across keys.
    fn check(&self, setup: &Section<'_>, settings: &Section<'_>) {
        if self.start_charges > self.max_charges {
            let expected = format!("at most rules.max-charges = {}", self.max_charges);
            setup.fault("start-charges", self.start_charges.to_string(), expected);
        }
        if self.extra_charges.0.iter().any(|extra| self.start_charges + extra > self.max_charges) {
            let found = format!("more than {} with setup.start-charges", self.max_charges);
            setup.fault("extra-charges", found, "with setup.start-charges at most rules.max-charges");
        }
        if self.wampires.seats.into_iter().any(|seat| self.extra_damage[seat] >= self.wampires.blood) {
            let expected = format!("for Wampires less than wampires.blood = {}", self.wampires.blood);
            setup.fault("extra-damage", "all blood of a Wampire", expected);
        }
        if self.series_wins > 1 && !self.mode.is_for_two() {
            let expected = "1: a series is for the modes duel and monsters";
            setup.fault("series-wins", self.series_wins.to_string(), expected);
        }
        let Monsters { count, deck_size, pool, pool_copies, .. } = &self.monsters;
        let n_cards = pool.len() * usize::from(*pool_copies);
        if usize::from(*count) * deck_size > n_cards {
            let found = format!("{count} decks of {deck_size} monsters.deck-size from {n_cards} cards");
            settings.fault("monsters", found, "no more than monsters.pool times monsters.pool-copies");
        }
        let Wampires { blood, max_blood, .. } = self.wampires;
        if blood > max_blood {
            let found = format!("blood = {blood} above max-blood = {max_blood}");
            settings.fault("wampires", found, "max-blood of at least blood");
        }
    }

    /// Maximum number of cards in a combo.
    pub(super) fn most_queued(&self) -> usize {
        match self.combo_limit {
            0 => usize::MAX,
            limit => limit.into(),
        }
    }

    /// The number of tokens that a guard of level `guard` costs against an attack of level `attack` (clause
    /// 6.4).
    pub(super) fn block_cost(&self, guard: u8, attack: u8) -> u8 {
        let difference = match self.block_difference {
            BlockDifference::BlockMinusAttack => guard.checked_sub(attack),
            BlockDifference::AttackMinusBlock => attack.checked_sub(guard),
        };
        difference.map_or(0, |difference| difference + self.block_extra)
    }
}

/// The number of players, and the character of each.
fn read_seats(setup: &Section<'_>, mode: Mode, characters: &[Character]) -> (usize, Vec<Cast>) {
    let item = setup.item("players");
    let (fewest, most) = mode.players();
    let players = match item.int_or::<usize>("fewest", 2..=8) {
        0 => fewest,
        players if (fewest..=most).contains(&players) => players,
        _ => {
            let seats = |mode: Mode| match mode.players() {
                (fewest, most) if fewest == most => fewest.to_string(),
                (fewest, most) => format!("{fewest} to {most}"),
            };
            let others = Mode::ALL.iter().filter(|(_, other)| *other != mode);
            let others: Vec<String> = others.map(|(name, mode)| format!("{name} {}", seats(*mode))).collect();
            item.fault(format!(
                "{} in this mode, or \"fewest\" (setup.mode: {})",
                seats(mode),
                others.join(", ")
            ));
            fewest
        }
    };
    let mut names = vec!["random"];
    names.extend(characters.iter().filter(|c| !c.moves.is_empty()).map(|c| c.id.as_str()));
    let mut fighters = vec![Cast::Random; players];
    // Surplus entries are ignored, but they must be valid names.
    for (seat, item) in setup.item("fighters").items(0..=64).iter().enumerate() {
        if let (Some(place @ 1..), Some(cast)) = (item.place_in(&names), fighters.get_mut(seat)) {
            *cast = Cast::Named(place - 1);
        }
    }
    if mode == Mode::Monsters {
        fighters.fill(Cast::Named(0));
    }
    (players, fighters)
}

impl Monsters {
    /// Reads `[monsters]`, and the index of the team among the characters.
    fn read(settings: &Section<'_>, moves: &Moves, characters: &[Character]) -> (Self, Option<usize>) {
        let table = settings.section("monsters");
        let ids: Vec<&str> = characters.iter().map(|character| character.id.as_str()).collect();
        let team = table.item("team").place_in(&ids);
        let item = table.item("pool");
        let pool = moves.read_list(&item, 0..=12);
        if !all_differ(&pool) {
            item.fault("different moves");
        }
        let item = table.item("switches");
        let move_ids: Vec<&str> = moves.ids.iter().map(String::as_str).collect();
        let mut switches = Vec::new();
        for item in item.items(0..=SWITCHES) {
            if let Some(place) = item.place_in(&move_ids) {
                if moves.card(MoveId::at(place)).switch == Switch::None {
                    item.fault("a move with `switch`");
                }
                switches.push(MoveId::at(place));
            }
        }
        if !all_differ(&switches) {
            item.fault("different moves");
        }
        let count: u8 = table.int("count", 2..=3);
        let mut decks = [None, None];
        // Surplus entries are ignored, but they must be valid decks.
        for (seat, item) in table.item("decks").items(0..=64).iter().enumerate() {
            let lists = item.items(0..=3);
            let lists: Vec<Vec<MoveId>> = lists.iter().map(|item| moves.read_list(item, 1..=12)).collect();
            if !lists.is_empty() && lists.len() != usize::from(count) {
                item.fault(format!("{count} decks (monsters.count), or an empty list"));
            } else if let Some(deck) = decks.get_mut(seat) {
                let nth = |nth: usize| lists.get(nth).cloned().unwrap_or_default();
                *deck = (!lists.is_empty()).then(|| [0, 1, 2].map(nth));
            }
        }
        let monsters = Self {
            count,
            deck_size: table.int("deck-size", 3..=6),
            pool,
            pool_copies: table.int("pool-copies", 1..=3),
            switches,
            decks,
            scope: table.choice("scope"),
        };
        (monsters, team)
    }
}

fn all_differ(moves: &[MoveId]) -> bool {
    moves.iter().enumerate().all(|(place, id)| !moves[..place].contains(id))
}

impl Wampires {
    /// Whether blood can be exchanged for ↑.
    pub(super) const fn can_burn(&self) -> bool {
        !self.seats.is_empty() && self.burn > 0
    }

    fn read(settings: &Section<'_>, players: usize) -> Self {
        let table = settings.section("wampires");
        let enabled = table.flag("enabled");
        let list = table.item("seats");
        let items = list.items(0..=MAX_SEATS);
        let named: Seats = items.iter().map(|item| Seat::new(item.int(0..=7))).collect();
        if players > 0 && !named.minus(Seats::first(players)).is_empty() {
            list.fault(format!("seats below {players}, the number of players"));
        }
        let seats = if named.is_empty() { Seats::first(players) } else { named };
        Self {
            seats: seats.when(enabled),
            zone: table.choice("zone"),
            blood: table.int("blood", 1..=99),
            steal_less: table.int("steal-less", 0..=9),
            blood_per_peril: table.int::<u8>("blood-per-peril", 1..=99).max(1),
            max_blood: table.int("max-blood", 1..=200),
            burn: table.int_or("burn", "off", 1..=20),
        }
    }
}
