//! What the rules ask of the cards again and again, worked out once for a deck: a few bytes a card,
//! what each part adds to a body, and the sets of cards that can be used alike.

use super::cards::{Attack, Card, Face, Id, Ids, Kind, Needs, Slot, Slots, Special};
use super::state::Body;

/// Card ids by what can be done with them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Uses {
    pub(super) parts: Ids,
    pub(super) torsos: Ids,
    /// The black cards: all, and those that are no taunts.
    pub(super) black: Ids,
    pub(super) silent: Ids,
    pub(super) activate: Ids,
    pub(super) run_away: Ids,
    /// Those of each set of types: punches, kicks, headbutts and Dodges, a bit each.
    pub(super) types: [Ids; 16],
}

impl Uses {
    pub(super) fn of(cards: &[Card]) -> Self {
        let mut uses = Self::default();
        for (place, card) in cards.iter().enumerate() {
            let id = Id::at(place);
            let mut of_type = |place: usize| {
                let sets = uses.types.iter_mut().enumerate().filter(|(types, _)| types >> place & 1 == 1);
                sets.for_each(|(_, ids)| ids.add(id));
            };
            match card.kind {
                Kind::Punch => of_type(0),
                Kind::Kick => of_type(1),
                Kind::Headbutt => of_type(2),
                Kind::Dodge => of_type(3),
                Kind::RunAway => uses.run_away.add(id),
                Kind::Activate => uses.activate.add(id),
                Kind::Black => {
                    uses.black.add(id);
                    uses.silent.add_if(id, !card.taunt);
                }
                _ => uses.parts.add(id),
            }
            uses.torsos.add_if(id, card.kind == Kind::Torso);
        }
        uses
    }

    /// The cards of a set of types.
    #[inline]
    pub(super) const fn of_types(&self, types: u8) -> Ids {
        self.types[(types & 15) as usize]
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
pub(super) fn bodies(cards: &[Card], uses: &Uses) -> Box<[[Body; 3]; 256]> {
    let mut bodies = Box::new([[Body::default(); 3]; 256]);
    for (bodies, card) in bodies.iter_mut().zip(cards) {
        if let Some(slot) = card.kind.slot() {
            *bodies = [Lies::Plain, Lies::Active, Lies::Broken].map(|lies| body(card, slot, lies, uses));
        }
    }
    bodies
}

fn body(card: &Card, slot: Slot, lies: Lies, uses: &Uses) -> Body {
    let here = Slots::only(slot);
    let if_so = |so: bool| if so { here } else { Slots::default() };
    let gifts = match lies {
        Lies::Plain => &card.gifts[0],
        Lies::Active => &card.gifts[1],
        Lies::Broken => return Body { slots: here, ..Body::default() },
    };
    let mut burst = [super::cards::Colours::default(); 5];
    burst[slot.index()] = gifts.burst;
    let thrown = match slot {
        Slot::Torso => None,
        Slot::Head => Some(Attack::Headbutt),
        Slot::Legs => Some(Attack::Kick),
        Slot::LeftArm | Slot::RightArm => Some(Attack::Punch),
    };
    Body {
        throwable: match thrown {
            _ if gifts.any_card_punch => Ids::ALL,
            Some(attack) => uses.of_types(1 << attack as u8),
            None => Ids::NONE,
        },
        exposed: if slot == Slot::Torso { Needs::WHOLE } else { Needs(here.0.into()) },
        extra_draw: gifts.extra_draw,
        slots: here,
        shield: gifts.shield,
        weak: gifts.weak,
        ignore: gifts.ignore,
        dodge_with: gifts.dodge_with,
        block_with: gifts.block_with,
        dodge_without_legs: gifts.dodge_without_legs,
        burst,
        any_card_punch: if_so(gifts.any_card_punch),
        on_hit: if_so(!gifts.on_hit.is_empty()),
        taunts: if_so(!gifts.taunts.is_empty()),
        specials: if_so(match card.special {
            Some(Special::Ongoing) => matches!(lies, Lies::Plain),
            Some(Special::Immediate { .. }) => true,
            None => false,
        }),
    }
}

/// The faces of the cards, by id; what is no card has a blank one.
pub(super) fn faces(cards: &[Card], nothing: &Card) -> Box<[Face; 256]> {
    let mut faces = Box::new([Face::of(nothing); 256]);
    for (face, card) in faces.iter_mut().zip(cards) {
        *face = Face::of(card);
    }
    faces
}
