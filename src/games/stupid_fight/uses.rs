//! What the rules ask of the cards again and again, worked out once for a deck: a few bytes a card, and
//! the sets of cards that can be used alike.

use super::cards::{Card, Face, Id, Ids, Kind, Needs, Target};
use super::deeds::Reach;

/// Card ids by what can be done with them.
#[derive(Clone, Debug)]
pub(super) struct Uses {
    pub(super) parts: Ids,
    pub(super) torsos: Ids,
    /// The black cards that are taunts.
    pub(super) taunts: Ids,
    /// The black cards by what they can touch of their own player, and of its opponents.
    own: Touching,
    foes: Touching,
    /// The ! cards.
    pub(super) activate: Ids,
    pub(super) black: Ids,
    pub(super) run_away: Ids,
    /// Those of each set of types: punches, kicks, headbutts and Dodges, a bit each.
    pub(super) types: [Ids; 16],
}

impl Uses {
    pub(super) fn of(cards: &[Card]) -> Self {
        let mut uses = Self {
            parts: Ids::NONE,
            torsos: Ids::NONE,
            taunts: Ids::NONE,
            own: Touching::NONE,
            foes: Touching::NONE,
            activate: Ids::NONE,
            black: Ids::NONE,
            run_away: Ids::NONE,
            types: [Ids::NONE; 16],
        };
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
                    uses.taunts.add_if(id, card.taunt);
                    let needs = card.script.needs;
                    if matches!(card.target, Target::Own | Target::All) {
                        uses.own.add(id, needs);
                    }
                    if card.target != Target::Own {
                        uses.foes.add(id, needs);
                    }
                }
                _ => uses.parts.add(id),
            }
            uses.torsos.add_if(id, card.kind == Kind::Torso);
        }
        uses
    }

    /// The black cards that can touch something of this; no card touches one's own limbs.
    #[inline]
    pub(super) fn touching(&self, reach: Reach) -> Ids {
        self.own.rest(reach.own).union(self.foes.all(reach.foes))
    }

    /// The cards of a set of types.
    #[inline]
    pub(super) const fn of_types(&self, types: u8) -> Ids {
        self.types[(types & 15) as usize]
    }
}

/// Cards by what there is to touch: for each set of limbs, and for each set of everything else. (Few of
/// them are ever met: they are a few lines of memory.)
#[derive(Clone, Debug)]
struct Touching {
    limbs: [Ids; LIMBS],
    rest: [Ids; 64],
}

/// Sets of the slots, which are the first bits of [`Needs`].
const LIMBS: usize = 32;

impl Touching {
    const NONE: Self = Self { limbs: [Ids::NONE; LIMBS], rest: [Ids::NONE; 64] };

    /// One card more, which can touch one of these.
    fn add(&mut self, id: Id, needs: Needs) {
        let needs = usize::from(needs.0);
        let met = |step: usize| move |(there, _): &(usize, &mut Ids)| (there * step) & needs != 0;
        self.limbs.iter_mut().enumerate().filter(met(1)).for_each(|(_, ids)| ids.add(id));
        self.rest.iter_mut().enumerate().filter(met(LIMBS)).for_each(|(_, ids)| ids.add(id));
    }

    /// The cards that can touch something of this, limbs apart.
    #[inline]
    fn rest(&self, there: Needs) -> Ids {
        self.rest[usize::from(there.0) / LIMBS % self.rest.len()]
    }

    /// The cards that can touch something of this.
    #[inline]
    fn all(&self, there: Needs) -> Ids {
        self.limbs[usize::from(there.0) % LIMBS].union(self.rest(there))
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
