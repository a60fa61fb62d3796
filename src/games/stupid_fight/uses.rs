//! What the rules ask of the cards again and again, worked out once for a deck: a few bytes a card, and
//! the sets of cards that can be used alike.

use super::cards::{Card, Face, Id, Ids, Kind};

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

/// The faces of the cards, by id; what is no card has a blank one.
pub(super) fn faces(cards: &[Card], nothing: &Card) -> Box<[Face; 256]> {
    let mut faces = Box::new([Face::of(nothing); 256]);
    for (face, card) in faces.iter_mut().zip(cards) {
        *face = Face::of(card);
    }
    faces
}
