//! Moves: the cards of the game as data, read from `[moves.*]`.

pub(super) use super::cells::{Cell, Letter};
use super::characters::ZONES;
use crate::model::{Choice, Item, Seats, Section, choices};

choices! {
    /// The class of a move.
    pub enum Class {
        /// An Attack: can be locked by a Block.
        Attack = "attack",
        /// All defensive moves.
        Defense = "defense",
        /// Charge and TAUNT.
        PowerUp = "power-up",
    }
    /// The targets of a move.
    pub enum Reach {
        /// Near fighters.
        Near = "near",
        /// Far fighters.
        Far = "far",
        /// Near fighters if there are any, otherwise Far fighters.
        NearFar = "near-far",
    }
    /// Whether ↑ are kept after the execution.
    pub enum KeepCharges {
        /// All are spent.
        Never = "never",
        /// They are spent if it hits.
        OnMiss = "on-miss",
        /// None is spent.
        Always = "always",
    }
    /// When a hit allows the attacker to choose Position.
    pub enum HitPosition {
        /// Never.
        Never = "never",
        /// Always.
        Always = "always",
        /// When the target runs this turn.
        VsRun = "vs-run",
    }
    /// Which hits a move stops, from its execution to the end of the turn.
    pub enum Guard {
        /// None.
        None = "none",
        /// Those of all moves.
        All = "all",
        /// Those of Attacks.
        Attacks = "attacks",
    }
    /// The cost of a stopped hit.
    pub enum GuardCost {
        /// The level difference and the extra.
        Difference = "difference",
        /// The attack's level and the extra.
        AttackLevel = "attack-level",
    }
    /// The monster that takes over.
    pub enum Switch {
        /// No switch.
        None = "none",
        /// The alphabetically first inactive one.
        First = "first",
        /// The alphabetically last inactive one.
        Last = "last",
    }
}

/// Maximum number of moves of a config.
pub(super) const MOVES: usize = 24;
/// Maximum number of cards of a deck.
pub(super) const MAX_DECK: usize = 12;
/// The most Switch cards of a trainer.
pub(super) const SWITCHES: usize = 2;
/// Levels of a move, L0 to L3.
pub(super) const LEVELS: usize = 4;

/// A move by its index in the config.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct MoveId(u8);

impl MoveId {
    /// The move with this index, which must be below [`MOVES`]; higher indices wrap at 32.
    #[must_use]
    pub const fn at(place: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "a remainder below 32")]
        Self((place % 32) as u8)
    }

    /// Its index.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 % 32) as usize
    }

    /// Its bit in a set of moves.
    #[must_use]
    pub const fn bit(self) -> u32 {
        1 << (self.0 % 32)
    }
}

/// A move at a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LevelledMove(u8);

impl LevelledMove {
    /// The move at this level, which must be below [`LEVELS`].
    #[must_use]
    pub const fn new(card: MoveId, level: u8) -> Self {
        Self(card.0 % 32 * 4 + level % 4)
    }

    /// The move.
    #[must_use]
    pub const fn card(self) -> MoveId {
        MoveId(self.0 / 4 % 32)
    }

    /// The level.
    #[must_use]
    pub const fn level(self) -> u8 {
        self.0 % 4
    }

    /// Its index among all moves at all levels.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 % 128) as usize
    }
}

/// The properties of a move that depend on the level.
#[derive(Clone, Copy, Debug)]
pub struct MoveEffect {
    /// ♥ of a hit.
    pub damage: u8,
    /// Its targets.
    pub reach: Reach,
    /// Whether it has a hit (clause 6.2.2) that reaches Near fighters …
    pub hits_near: bool,
    /// … and Far fighters, unless it hits a Near one.
    pub hits_far: bool,
    /// Whether its place in a tie is worth choosing (clause 6.1).
    pub matters: bool,
    /// Whether its hits never interrupt.
    pub no_interrupt: bool,
    /// The letters to which the runner is immune.
    pub immune: u32,
    /// ⊗ by the victim's zone; White has none.
    pub cells: [Cell; ZONES.len()],
    /// Percentage of ♥ that a stopped hit reflects.
    pub reflect_damage: u16,
    /// Percentage of ⊗ that a stopped hit reflects.
    pub reflect_peril: u8,
    /// ♥ healed when it stops a hit.
    pub heal_if_hit: u8,
}

impl MoveEffect {
    const PLAIN: Self = Self {
        damage: 0,
        reach: Reach::Near,
        hits_near: false,
        hits_far: false,
        matters: false,
        no_interrupt: false,
        immune: 0,
        cells: [Cell::NONE; ZONES.len()],
        reflect_damage: 0,
        reflect_peril: 0,
        heal_if_hit: 0,
    };

    /// Clause 6.2.2: its targets among the contacts of a fighter who is Near these.
    #[must_use]
    pub const fn targets(&self, near: Seats, contacts: Seats) -> Seats {
        let close = contacts.both(near).when(self.hits_near);
        let away = contacts.minus(near).when(self.hits_far);
        if close.is_empty() { away } else { close }
    }

    /// Whether there is a ⊗ letter at this level.
    #[must_use]
    pub fn has_peril(&self) -> bool {
        self.cells.iter().any(|cell| !cell.is_empty())
    }
}

/// A move card at one level: clause 2.3.
#[derive(Clone, Copy, Debug)]
pub struct MoveCard {
    /// The properties that depend on the level.
    pub effect: MoveEffect,
    /// The letter that ⊗ and immunity refer to.
    pub letter: Letter,
    /// The class.
    pub class: Class,
    /// Place in the turn.
    pub order: u8,
    /// ♥ in one hit that interrupts it, by its player's zone; 0 = never.
    pub interrupted_by: [u8; 4],
    /// Whether ↑ are kept after the execution.
    pub keep_charges: KeepCharges,
    /// ↑ gained after it as a taunting move.
    pub combo_charge: u8,
    /// Whether it is a Run, which changes Position.
    pub change_position: bool,
    /// Whether a hit interrupts the target.
    pub hit_interrupt: bool,
    /// When a hit allows the attacker to choose Position.
    pub hit_position: HitPosition,
    /// Whether guards cannot stop it.
    pub unblockable: bool,
    /// The hits that it stops.
    pub guard: Guard,
    /// The cost of a stopped hit.
    pub guard_cost: GuardCost,
    /// Whether a hit stopped while Near locks the attacker's Attacks.
    pub lock_attacks: bool,
    /// ↑ gained on execution.
    pub gain_charge: u8,
    /// Whether it may pass 1 ↑ after the Act phase.
    pub pass_charge: bool,
    /// Whether it re-enables all disabled cards …
    pub re_enable: bool,
    /// … or, if there was none, regains this many tokens …
    pub idle_tokens: u8,
    /// … and heals this many ♥.
    pub idle_heal: u8,
    /// TAUNT.
    pub starts_combo: bool,
    /// The monster that takes over.
    pub switch: Switch,
    /// ♥ in one hit that costs ↑ this turn; 0 = never.
    pub drop_charge_at: u8,
    /// Number of ↑ lost in that case.
    pub drop_charge: u8,
}

impl MoveCard {
    /// The defaults of a new id.
    pub const PLAIN: Self = Self {
        effect: MoveEffect::PLAIN,
        letter: Letter::NONE,
        class: Class::Defense,
        order: 1,
        interrupted_by: [0; 4],
        keep_charges: KeepCharges::Never,
        combo_charge: 0,
        change_position: false,
        hit_interrupt: false,
        hit_position: HitPosition::Never,
        unblockable: false,
        guard: Guard::None,
        guard_cost: GuardCost::Difference,
        lock_attacks: false,
        gain_charge: 0,
        pass_charge: false,
        re_enable: false,
        idle_tokens: 0,
        idle_heal: 0,
        starts_combo: false,
        switch: Switch::None,
        drop_charge_at: 0,
        drop_charge: 0,
    };

    /// Whether this much ♥ in one hit interrupts it, in this zone of its player.
    #[must_use]
    pub const fn is_interrupted_by(&self, damage: u8, zone: usize) -> bool {
        let threshold = self.interrupted_by[zone % 4];
        threshold > 0 && damage >= threshold
    }

    /// Whether it is an Attack.
    #[must_use]
    pub fn is_attack(&self) -> bool {
        self.class == Class::Attack
    }

    /// Whether it can hit at this level.
    #[must_use]
    pub const fn can_hit(&self) -> bool {
        self.effect.hits_near || self.effect.hits_far
    }

    /// Reads a move's table: the card at each level. Missing keys keep their defaults.
    fn read(table: &Section<'_>) -> [Self; LEVELS] {
        let mut card = Self::PLAIN;
        let effects = &mut [MoveEffect::PLAIN; LEVELS];
        if let Some(item) = table.maybe("letter") {
            let cell = Cell::read(&item);
            if cell.len() > 1 {
                item.fault("one letter A to Z, or \"\"");
            }
            card.letter = cell.letters().next().unwrap_or_default();
        }
        choice(table, "class", &mut card.class);
        int(table, "order", 0..=9, &mut card.order);
        each(table, "damage", effects, |effect, item| effect.damage = item.int(0..=30));
        each(table, "peril", effects, |effect, item| {
            for (cell, item) in effect.cells[1..].iter_mut().zip(item.items(3..=3)) {
                *cell = Cell::read(&item);
            }
        });
        each(table, "reach", effects, |effect, item| effect.reach = item.choice());
        each(table, "no-interrupt", effects, |effect, item| effect.no_interrupt = item.flag());
        each(table, "immune", effects, |effect, item| effect.immune = Cell::read(item).set());
        each(table, "interrupted-by", &mut card.interrupted_by, |at, item| {
            *at = item.int_or("never", 1..=30);
        });
        choice(table, "keep-charges", &mut card.keep_charges);
        int(table, "combo-charge", 0..=3, &mut card.combo_charge);
        flag(table, "change-position", &mut card.change_position);
        flag(table, "hit-interrupt", &mut card.hit_interrupt);
        choice(table, "hit-position", &mut card.hit_position);
        flag(table, "unblockable", &mut card.unblockable);
        choice(table, "guard", &mut card.guard);
        choice(table, "guard-cost", &mut card.guard_cost);
        each(table, "reflect-damage", effects, |effect, item| effect.reflect_damage = item.int(0..=300));
        each(table, "reflect-peril", effects, |effect, item| effect.reflect_peril = item.int(0..=100));
        each(table, "heal-if-hit", effects, |effect, item| effect.heal_if_hit = item.int(0..=9));
        flag(table, "lock-attacks", &mut card.lock_attacks);
        int(table, "gain-charge", 0..=3, &mut card.gain_charge);
        flag(table, "pass-charge", &mut card.pass_charge);
        flag(table, "re-enable", &mut card.re_enable);
        int(table, "idle-tokens", 0..=9, &mut card.idle_tokens);
        int(table, "idle-heal", 0..=9, &mut card.idle_heal);
        flag(table, "starts-combo", &mut card.starts_combo);
        choice(table, "switch", &mut card.switch);
        if let Some(item) = table.maybe("drop-charge-at") {
            card.drop_charge_at = item.int_or("never", 1..=30);
        }
        int(table, "drop-charge", 0..=3, &mut card.drop_charge);
        effects.map(|mut effect| {
            let strikes = effect.damage > 0 || effect.has_peril() || card.hit_interrupt;
            let hits = strikes || card.hit_position == HitPosition::Always;
            effect.hits_near = hits && effect.reach != Reach::Far;
            effect.hits_far = hits && effect.reach != Reach::Near;
            effect.matters = strikes || card.change_position;
            Self { effect, ..card }
        })
    }
}

fn int(table: &Section<'_>, key: &'static str, range: std::ops::RangeInclusive<i64>, into: &mut u8) {
    if let Some(item) = table.maybe(key) {
        *into = item.int(range);
    }
}

fn flag(table: &Section<'_>, key: &'static str, into: &mut bool) {
    if let Some(item) = table.maybe(key) {
        *into = item.flag();
    }
}

fn choice<T: Choice>(table: &Section<'_>, key: &'static str, into: &mut T) {
    if let Some(item) = table.maybe(key) {
        *into = item.choice();
    }
}

/// Reads the four entries of a level or zone array.
fn each<T>(table: &Section<'_>, key: &'static str, into: &mut [T; 4], read: impl Fn(&mut T, &Item<'_>)) {
    if let Some(item) = table.maybe(key) {
        for (into, item) in into.iter_mut().zip(item.items(4..=4)) {
            read(into, &item);
        }
    }
}

/// All moves of a config, by index.
#[derive(Clone, Debug)]
pub struct Moves {
    /// Their ids.
    pub ids: Vec<String>,
    /// Their names for display.
    pub names: Vec<String>,
    /// Their cards, by move and level; plain ones beyond the last move.
    cards: [MoveCard; 32 * LEVELS],
}

impl Moves {
    /// Reads `[moves.*]`.
    pub(super) fn read(settings: &Section<'_>) -> Self {
        let mut moves = Self { ids: Vec::new(), names: Vec::new(), cards: [MoveCard::PLAIN; 32 * LEVELS] };
        for (place, (id, item)) in settings.section("moves").entries().into_iter().enumerate() {
            let table = item.section();
            let name = table.maybe("name").map_or(id, |item| item.name());
            let levels = MoveCard::read(&table);
            if place < MOVES {
                moves.ids.push(id.into());
                moves.names.push(name.into());
                moves.cards[place * LEVELS..][..LEVELS].copy_from_slice(&levels);
            } else if place == MOVES {
                settings.fault("moves", "more than 24 moves", "at most 24");
            }
        }
        moves
    }

    /// The card of a move at a level.
    #[must_use]
    pub const fn card_at(&self, levelled: LevelledMove) -> &MoveCard {
        &self.cards[levelled.index()]
    }

    /// The card of a move, for properties that are the same at all levels.
    #[must_use]
    pub const fn card(&self, card: MoveId) -> &MoveCard {
        self.card_at(LevelledMove::new(card, 0))
    }

    /// Reads a list of move cards of this length: a deck.
    pub(super) fn read_list(&self, item: &Item<'_>, lengths: std::ops::RangeInclusive<usize>) -> Vec<MoveId> {
        let ids: Vec<&str> = self.ids.iter().map(String::as_str).collect();
        let mut cards = Vec::new();
        for item in item.items(lengths) {
            if let Some(place) = item.place_in(&ids) {
                if self.card(MoveId::at(place)).switch == Switch::None {
                    cards.push(MoveId::at(place));
                } else {
                    item.fault("a move without `switch` (a Switch card stands in monsters.switches only)");
                }
            }
        }
        cards
    }
}
