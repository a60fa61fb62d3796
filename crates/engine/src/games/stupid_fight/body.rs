//! The combined effects of a player's parts. The contribution of each part is computed once per deck.

use super::StupidFight;
use super::card_index::CardIndex;
use super::cards::{Attack, Card, Colours, Id, Ids, Reach, Slot, Slots, Special};
use super::state::Player;

/// The combined effects of all working parts of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Body {
    /// The filled slots.
    pub slots: Slots,
    /// Colours to which it is immune.
    pub shield: Colours,
    /// Colours to which it is weak.
    pub weak: Colours,
    /// Attacks to which it is immune, one bit each.
    pub ignore: u8,
    /// Types that can be used as a Dodge, one bit each.
    pub dodge_with: u8,
    /// Types that block, one bit each.
    pub block_with: u8,
    /// The slots with parts that allow Dodge cards without legs.
    pub dodge_without_legs: Slots,
    /// Number of additional cards drawn.
    pub extra_draw: u16,
    /// Colours of attacks, by slot.
    pub burst: [Colours; 5],
    /// The slots that can throw any card as a punch.
    pub any_card_punch: Slots,
    /// The slots whose attacks have extra effects.
    pub on_hit: Slots,
    /// The slots whose attacks trigger taunts.
    pub taunts: Slots,
    /// The cards that could be thrown.
    pub throwable: Ids,
    /// The slots with a special that could start.
    pub specials: Slots,
    /// What these specials need: one of them can start if any of this can be touched.
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

    /// The combination of two bodies.
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

/// The status of a part in play.
#[derive(Clone, Copy)]
pub(super) enum PartStatus {
    /// Without its ongoing special.
    Plain,
    /// With its ongoing special.
    Active,
    /// Under a Broken Torso card.
    Broken,
}

/// The contribution of each card to a body, by its status. Cards that are not parts contribute nothing.
pub(super) fn bodies(cards: &[Card], index: &CardIndex) -> Box<[[Body; 256]; 3]> {
    let mut bodies = Box::new([[Body::NONE; 256]; 3]);
    for (bodies, status) in bodies.iter_mut().zip([PartStatus::Plain, PartStatus::Active, PartStatus::Broken])
    {
        for (body, card) in bodies.iter_mut().zip(cards) {
            if let Some(slot) = card.kind.slot() {
                *body = added(card, slot, status, index);
            }
        }
    }
    bodies
}

fn added(card: &Card, slot: Slot, status: PartStatus, index: &CardIndex) -> Body {
    let here = Slots::only(slot);
    let here_if = |has: bool| if has { here } else { Slots::default() };
    let abilities = match status {
        PartStatus::Plain => &card.abilities[0],
        PartStatus::Active => &card.abilities[1],
        PartStatus::Broken => return Body { slots: here, ..Body::NONE },
    };
    let mut burst = [Colours::default(); 5];
    burst[slot.index()] = abilities.burst;
    let thrown = match slot {
        Slot::Torso => None,
        Slot::Head => Some(Attack::Headbutt),
        Slot::Legs => Some(Attack::Kick),
        Slot::LeftArm | Slot::RightArm => Some(Attack::Punch),
    };
    let starts = match card.special {
        Some(Special::Ongoing) if matches!(status, PartStatus::Plain) => Reach::ALWAYS,
        Some(Special::Immediate { target, script }) => Reach::of(target, script.requires),
        _ => Reach::NONE,
    };
    Body {
        throwable: match thrown {
            _ if abilities.any_card_punch => Ids::ALL,
            Some(attack) => index.of_types(1 << attack as u8),
            None => Ids::NONE,
        },
        extra_draw: abilities.extra_draw,
        slots: here,
        shield: abilities.shield,
        weak: abilities.weak,
        ignore: abilities.ignore,
        dodge_with: abilities.dodge_with,
        block_with: abilities.block_with,
        dodge_without_legs: here_if(abilities.dodge_without_legs),
        burst,
        any_card_punch: here_if(abilities.any_card_punch),
        on_hit: here_if(!abilities.on_hit.is_empty()),
        taunts: here_if(!abilities.taunts.is_empty()),
        specials: here_if(starts != Reach::NONE),
        starts,
    }
}

impl Player {
    /// The status of the part in a slot.
    #[inline]
    pub(super) const fn status(&self, slot: Slot) -> PartStatus {
        if matches!(slot, Slot::Torso) && self.is_broken() {
            PartStatus::Broken
        } else if self.marks[slot.index()].is_none() {
            PartStatus::Plain
        } else {
            PartStatus::Active
        }
    }
}

impl StupidFight {
    /// The contribution of a card to a body, as a part with this status.
    #[inline]
    pub(super) fn part(&self, id: Id, status: PartStatus) -> &Body {
        &self.bodies[status as usize][usize::from(id.0)]
    }

    /// A body with an additional part in an empty slot.
    #[inline]
    pub(super) fn with_part(&self, body: &Body, part: Id) -> Body {
        body.and(self.part(part, PartStatus::Plain))
    }

    /// The combined effects of a player's parts.
    pub(super) fn body(&self, player: &Player) -> Body {
        let [torso, head, legs, left, right] =
            Slot::ALL.map(|slot| self.part(player.parts[slot.index()], player.status(slot)));
        torso.and(head).and(&legs.and(left)).and(right)
    }
}
