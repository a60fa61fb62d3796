//! Bodies: what each part adds, by how it lies there, worked out once; and what parts do together.

use super::StupidFight;
use super::cards::{Attack, Card, Colours, Id, Ids, Reach, Slot, Slots, Special};
use super::state::Player;
use super::uses::Uses;

/// What all working parts of a player do together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Body {
    /// The slots that are filled.
    pub slots: Slots,
    /// Colours to which it is immune.
    pub shield: Colours,
    /// Colours to which it is weak.
    pub weak: Colours,
    /// Attacks to which it is immune, a bit each.
    pub ignore: u8,
    /// Types that may be used as a Dodge, a bit each.
    pub dodge_with: u8,
    /// Types that block, a bit each.
    pub block_with: u8,
    /// The slots that let Dodge cards do without legs.
    pub dodge_without_legs: Slots,
    /// Cards drawn more.
    pub extra_draw: u16,
    /// Colours that attacks carry, by slot.
    pub burst: [Colours; 5],
    /// The slots from which any card is a punch.
    pub any_card_punch: Slots,
    /// The slots whose attacks have extra effects.
    pub on_hit: Slots,
    /// The slots that set off taunts.
    pub taunts: Slots,
    /// The cards that could be thrown.
    pub throwable: Ids,
    /// The slots whose specials can start, as far as the part is concerned.
    pub specials: Slots,
    /// One of these is there where one of them can start.
    pub starts: Reach,
}

impl Body {
    /// No parts.
    pub(super) const NONE: Self = Self {
        slots: Slots(0),
        shield: Colours(0),
        weak: Colours(0),
        ignore: 0,
        dodge_with: 0,
        block_with: 0,
        dodge_without_legs: Slots(0),
        extra_draw: 0,
        burst: [Colours(0); 5],
        any_card_punch: Slots(0),
        on_hit: Slots(0),
        taunts: Slots(0),
        throwable: Ids::NONE,
        specials: Slots(0),
        starts: Reach::NONE,
    };

    /// Both together.
    #[inline]
    #[must_use]
    pub(super) fn and(&self, other: &Self) -> Self {
        Self {
            throwable: self.throwable.union(other.throwable),
            extra_draw: self.extra_draw + other.extra_draw,
            slots: self.slots.union(other.slots),
            shield: self.shield.union(other.shield),
            weak: self.weak.union(other.weak),
            ignore: self.ignore | other.ignore,
            dodge_with: self.dodge_with | other.dodge_with,
            block_with: self.block_with | other.block_with,
            dodge_without_legs: self.dodge_without_legs.union(other.dodge_without_legs),
            burst: [
                self.burst[0].union(other.burst[0]),
                self.burst[1].union(other.burst[1]),
                self.burst[2].union(other.burst[2]),
                self.burst[3].union(other.burst[3]),
                self.burst[4].union(other.burst[4]),
            ],
            any_card_punch: self.any_card_punch.union(other.any_card_punch),
            on_hit: self.on_hit.union(other.on_hit),
            taunts: self.taunts.union(other.taunts),
            specials: self.specials.union(other.specials),
            starts: self.starts.union(other.starts),
        }
    }
}

/// How a part lies there.
#[derive(Clone, Copy)]
pub(super) enum Lies {
    /// By itself.
    Plain,
    /// With its ongoing special.
    Active,
    /// Under a Broken Torso card.
    Broken,
}

/// What each card adds to a body as a part, by how it lies there; what is no part adds nothing.
pub(super) fn bodies(cards: &[Card], uses: &Uses) -> Box<[[Body; 256]; 3]> {
    let mut bodies = Box::new([[Body::NONE; 256]; 3]);
    for (bodies, lies) in bodies.iter_mut().zip([Lies::Plain, Lies::Active, Lies::Broken]) {
        for (body, card) in bodies.iter_mut().zip(cards) {
            if let Some(slot) = card.kind.slot() {
                *body = added(card, slot, lies, uses);
            }
        }
    }
    bodies
}

fn added(card: &Card, slot: Slot, lies: Lies, uses: &Uses) -> Body {
    let here = Slots::only(slot);
    let if_so = |so: bool| if so { here } else { Slots::default() };
    let gifts = match lies {
        Lies::Plain => &card.gifts[0],
        Lies::Active => &card.gifts[1],
        Lies::Broken => return Body { slots: here, ..Body::NONE },
    };
    let mut burst = [Colours::default(); 5];
    burst[slot.index()] = gifts.burst;
    let thrown = match slot {
        Slot::Torso => None,
        Slot::Head => Some(Attack::Headbutt),
        Slot::Legs => Some(Attack::Kick),
        Slot::LeftArm | Slot::RightArm => Some(Attack::Punch),
    };
    let starts = match card.special {
        Some(Special::Ongoing) if matches!(lies, Lies::Plain) => Reach::ALWAYS,
        Some(Special::Immediate { target, script }) => Reach::of(target, script.needs),
        _ => Reach::NONE,
    };
    Body {
        throwable: match thrown {
            _ if gifts.any_card_punch => Ids::ALL,
            Some(attack) => uses.of_types(1 << attack as u8),
            None => Ids::NONE,
        },
        extra_draw: gifts.extra_draw,
        slots: here,
        shield: gifts.shield,
        weak: gifts.weak,
        ignore: gifts.ignore,
        dodge_with: gifts.dodge_with,
        block_with: gifts.block_with,
        dodge_without_legs: if_so(gifts.dodge_without_legs),
        burst,
        any_card_punch: if_so(gifts.any_card_punch),
        on_hit: if_so(!gifts.on_hit.is_empty()),
        taunts: if_so(!gifts.taunts.is_empty()),
        specials: if_so(starts != Reach::NONE),
        starts,
    }
}

impl StupidFight {
    /// A body with one part more, where none lay.
    #[inline]
    pub(super) fn with_part(&self, body: &Body, part: Id) -> Body {
        body.and(&self.bodies[Lies::Plain as usize][usize::from(part.0)])
    }

    /// What the parts of a player do together. Within its caller it is written where it is to lie: written
    /// piece by piece and copied as a whole, it would be waited for.
    #[inline(always)]
    pub(super) fn body(&self, player: &Player) -> Body {
        let lies = |slot: usize| if player.marks[slot].is_none() { Lies::Plain } else { Lies::Active };
        let part = |slot: usize, lies: Lies| &self.bodies[lies as usize][usize::from(player.parts[slot].0)];
        let torso = part(0, if player.is_broken() { Lies::Broken } else { lies(0) });
        let arms = part(3, lies(3)).and(part(4, lies(4)));
        part(1, lies(1)).and(part(2, lies(2))).and(&arms).and(torso)
    }
}
