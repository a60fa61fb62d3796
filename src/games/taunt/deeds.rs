//! Deeds: what a move does at one level, made once from the rules into the shape in which the Act
//! phase asks for it. Whatever is rare is one mark among others, tested together.

use super::cards::{Act, Cell, Guard, GuardCost, HitPosition, KeepCharges, Letter, MoveCard, Reach, Switch};
use crate::model::{Seat, Seats};

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
    /// A guard is up from its execution.
    GUARDS = 2;
    /// The guard stops hits of all moves.
    GUARDS_ALL = 3;
    /// A stopped hit costs by the attack's level.
    COSTS_ATTACK_LEVEL = 4;
    /// A hit stopped while Near locks the attacker's Attacks.
    LOCKS = 5;
    /// Another monster takes over.
    SWITCHES = 6;
    /// Changes Position.
    RUNS = 7;
    /// Guards do not stop it.
    UNBLOCKABLE = 8;
    /// A hit interrupts the target.
    GRABS = 9;
    /// The damage of a hit can interrupt.
    INTERRUPTS = 10;
    /// A hit lets the attacker choose Position …
    PUSHES = 11;
    /// … or does so if the target runs this turn.
    PUSHES_RUNNERS = 12;
    /// Gains ↑.
    GAINS = 13;
    /// May pass ↑.
    PASSES = 14;
    /// Re-enables.
    HEALS = 15;
    /// Starts a combo.
    TAUNTS = 16;
    /// Spends all ↑ …
    SPENDS = 17;
    /// … or does so if it hits.
    SPENDS_ON_HIT = 18;
}

impl Marks {
    /// No mark.
    pub(super) const NONE: Self = Self(0);
    /// Effects on its own player (clause 6.2.9).
    pub(super) const OWN: Self = Self(Self::GAINS.0 | Self::PASSES.0 | Self::HEALS.0 | Self::TAUNTS.0);

    /// This set, and another if it holds.
    const fn with(self, marks: Self, holds: bool) -> Self {
        if holds { self.union(marks) } else { self }
    }

    /// Marks of either set.
    pub(super) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The seat whose move this is, if the mark is set.
    #[inline]
    pub(super) const fn of(self, mark: Self, seat: Seat) -> Seats {
        if self.has(mark) { Seats::only(seat) } else { Seats::NONE }
    }

    /// Is any of these marks set?
    pub(super) const fn has(self, marks: Self) -> bool {
        self.0 & marks.0 != 0
    }
}

/// A move at one level.
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
    /// All seats if it hits those who are Near, else none.
    near: Seats,
    /// All seats if it hits those who are Far, unless it has hit somebody Near.
    far: Seats,
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

impl Deed {
    pub(super) fn of(card: &MoveCard, act: &Act) -> Self {
        let everybody = |holds| if holds { Seats::first(8) } else { Seats::NONE };
        let or_never = |threshold| if threshold == 0 { NEVER } else { threshold };
        Self {
            cells: act.cells,
            marks: Self::marks(card, act),
            immune: act.immune,
            interrupted_by: card.interrupted_by.map(or_never),
            reflect_damage: act.reflect_damage,
            reflect_peril: act.reflect_peril,
            damage: act.damage,
            near: everybody(act.attacks && act.reach != Reach::Far),
            far: everybody(act.attacks && act.reach != Reach::Near),
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
            .with(Marks::GUARDS, card.guard != Guard::None)
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
            .with(Marks::GAINS, card.gain_charge > 0)
            .with(Marks::PASSES, card.pass_charge)
            .with(Marks::HEALS, card.re_enable)
            .with(Marks::TAUNTS, card.starts_combo)
            .with(Marks::SPENDS, card.keep_charges == KeepCharges::Never)
            .with(Marks::SPENDS_ON_HIT, card.keep_charges == KeepCharges::OnMiss)
    }

    /// Clause 6.2.2: whom it hits, of the contacts of a fighter who is Near these.
    #[inline]
    pub(super) const fn targets(&self, near: Seats, contacts: Seats) -> Seats {
        let close = contacts.both(near).both(self.near);
        let away = contacts.minus(near).both(self.far);
        if close.is_empty() { away } else { close }
    }
}
