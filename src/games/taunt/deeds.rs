//! Deeds: what a move does at one level, made once from the rules into the shape in which the Act
//! phase asks for it. Whatever is rare is one mark among others, tested together.

use super::moves::{
    Act, Cell, Guard, GuardCost, HitPosition, KeepCharges, LEVELS, Letter, MoveCard, MoveId, Reach, Switch,
};
use super::rules::{Rules, RunHits};
use crate::model::Seats;
use std::ops::Index;

/// ♥ that no hit deals: the threshold of what never happens.
pub(super) const NEVER: u8 = u8::MAX;

/// What is true of a deed, as a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Marks(u32);

/// Names each mark and gives it a bit.
macro_rules! marks {
    ($($(#[$meaning:meta])+ $name:ident = $bit:literal;)+) => {
        impl Marks {
            $($(#[$meaning])+ pub(super) const $name: Self = Self(1 << $bit);)+
        }
    };
}

marks! {
    /// It is an Attack.
    ATTACK = 0;
    /// In a tie, its place is worth choosing (clause 6.1).
    MATTERS = 1;
    /// The guard stops hits of all moves.
    GUARDS_ALL = 2;
    /// A stopped hit costs by the attack's level.
    COSTS_ATTACK_LEVEL = 3;
    /// A hit stopped while Near locks the attacker's Attacks.
    LOCKS = 4;
    /// Another monster takes over.
    SWITCHES = 5;
    /// Changes Position.
    RUNS = 6;
    /// Guards do not stop it.
    UNBLOCKABLE = 7;
    /// A hit interrupts the target.
    GRABS = 8;
    /// The damage of a hit can interrupt.
    INTERRUPTS = 9;
    /// A hit lets the attacker choose Position …
    PUSHES = 10;
    /// … or does so if the target runs this turn.
    PUSHES_RUNNERS = 11;
    /// Re-enables disabled cards.
    HEALS = 12;
    /// Changes Position before it hits.
    RUNS_FIRST = 13;
}

impl Marks {
    /// No mark.
    pub(super) const NONE: Self = Self(0);
    /// This set, and the mark if it holds.
    const fn with(self, mark: Self, holds: bool) -> Self {
        if holds { Self(self.0 | mark.0) } else { self }
    }

    /// The marks of either set.
    pub(super) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Is the mark set?
    pub(super) const fn has(self, mark: Self) -> bool {
        self.0 & mark.0 != 0
    }
}

/// A move at one level. Some answers are sets that hold all seats for yes and none for no: they are
/// cut to the seats that they concern, without asking.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(super) struct Deed {
    /// ⊗ by the victim's zone.
    pub(super) cells: [Cell; 4],
    /// What is true of it.
    pub(super) marks: Marks,
    /// The runner is immune to these letters.
    pub(super) immune: u32,
    /// ♥ in one hit that interrupts it, by its player's zone.
    pub(super) interrupted_by: [u8; 4],
    /// Percent of ♥ that a stopped hit throws back.
    pub(super) reflect_damage: u16,
    /// Percent of ⊗ that a stopped hit throws back.
    pub(super) reflect_peril: u8,
    /// ♥ of a hit.
    pub(super) damage: u8,
    /// It hits those who are Near.
    near: Seats,
    /// It hits those who are Far, unless it has hit somebody Near.
    far: Seats,
    /// A guard is up from its execution.
    pub(super) guards: Seats,
    /// It changes Position.
    pub(super) runs: Seats,
    /// It may pass ↑.
    pub(super) passes: Seats,
    /// It starts a combo.
    pub(super) taunts: Seats,
    /// It spends all ↑ …
    pub(super) spends: Seats,
    /// … or does so if it hits.
    pub(super) spends_on_hit: Seats,
    /// The slot that ⊗ and immunity name.
    pub(super) letter: Letter,
    /// Place in the turn.
    pub(super) order: u8,
    /// ♥ in one hit that costs ↑ …
    pub(super) drop_at: u8,
    /// … so many of them.
    pub(super) drop: u8,
    /// ♥ healed when it stops a hit.
    pub(super) heal_if_hit: u8,
    /// ↑ gained on execution.
    pub(super) gain_charge: u8,
    /// ↑ gained after it as a taunting move.
    pub(super) combo_charge: u8,
}

/// A move at a level, by its place among all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct DeedId(u8);

impl DeedId {
    #[inline]
    pub(super) fn new(card: MoveId, level: u8) -> Self {
        // 32 moves, 4 levels.
        Self(u8::try_from(card.place() * LEVELS).unwrap_or(0) | (level % 4))
    }

    /// The move.
    #[inline]
    pub(super) fn card(self) -> MoveId {
        MoveId::at(usize::from(self.0) / LEVELS)
    }

    /// The level.
    #[inline]
    pub(super) const fn level(self) -> u8 {
        self.0 % 4
    }
}

/// All moves at all levels.
#[derive(Clone, Debug)]
pub(super) struct Deeds(Box<[Deed; DEEDS]>);

/// How many there are, a power of two: no place lies beyond.
const DEEDS: usize = 32 * LEVELS;

impl Deeds {
    pub(super) fn of(rules: &Rules) -> Self {
        let deed = |place: usize| {
            let card = &rules.moves.cards[place / LEVELS];
            let mut deed = Deed::of(card, &card.acts[place % LEVELS]);
            let first = card.change_position && rules.run_hits == RunHits::After;
            deed.marks = deed.marks.with(Marks::RUNS_FIRST, first);
            deed
        };
        Self(Box::new(std::array::from_fn(deed)))
    }
}

impl Index<DeedId> for Deeds {
    type Output = Deed;
    #[inline]
    fn index(&self, id: DeedId) -> &Deed {
        &self.0[usize::from(id.0) % DEEDS]
    }
}

impl Deed {
    fn of(card: &MoveCard, act: &Act) -> Self {
        let everybody = |holds| if holds { Seats::first(8) } else { Seats::NONE };
        let or_never = |threshold| if threshold == 0 { NEVER } else { threshold };
        Self {
            cells: [0, 1, 2, 3].map(|zone| act.cell(zone)),
            marks: Self::marks(card, act),
            immune: act.immune,
            interrupted_by: card.interrupted_by.map(or_never),
            reflect_damage: act.reflect_damage,
            reflect_peril: act.reflect_peril,
            damage: act.damage,
            near: everybody(act.attacks && act.reach != Reach::Far),
            far: everybody(act.attacks && act.reach != Reach::Near),
            guards: everybody(card.guard != Guard::None),
            runs: everybody(card.change_position),
            passes: everybody(card.pass_charge),
            taunts: everybody(card.starts_combo),
            spends: everybody(card.keep_charges == KeepCharges::Never),
            spends_on_hit: everybody(card.keep_charges == KeepCharges::OnMiss),
            letter: card.letter,
            order: card.order,
            drop_at: or_never(card.drop_charge_at),
            drop: card.drop_charge,
            heal_if_hit: act.heal_if_hit,
            gain_charge: card.gain_charge,
            combo_charge: card.combo_charge,
        }
    }

    fn marks(card: &MoveCard, act: &Act) -> Marks {
        Marks::NONE
            .with(Marks::ATTACK, card.is_attack())
            .with(Marks::MATTERS, act.matters)
            .with(Marks::GUARDS_ALL, card.guard == Guard::All)
            .with(Marks::COSTS_ATTACK_LEVEL, card.guard_cost == GuardCost::AttackLevel)
            .with(Marks::LOCKS, card.lock_attacks)
            .with(Marks::SWITCHES, card.switch != Switch::None)
            .with(Marks::RUNS, card.change_position)
            .with(Marks::UNBLOCKABLE, card.unblockable)
            .with(Marks::GRABS, card.hit_interrupt)
            .with(Marks::INTERRUPTS, !act.no_interrupt)
            .with(Marks::PUSHES, card.hit_position == HitPosition::Always)
            .with(Marks::PUSHES_RUNNERS, card.hit_position == HitPosition::VsRun)
            .with(Marks::HEALS, card.re_enable)
    }

    /// Clause 6.2.2: whom it hits, of the contacts of a fighter who is Near these.
    #[inline]
    pub(super) const fn targets(&self, near: Seats, contacts: Seats) -> Seats {
        let close = contacts.both(near).both(self.near);
        let away = contacts.minus(near).both(self.far);
        if close.is_empty() { away } else { close }
    }
}
