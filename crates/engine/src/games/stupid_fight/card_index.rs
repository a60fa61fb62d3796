//! Information about the cards that the rules use often, computed once per deck: a few bytes per card, and
//! the sets of cards with equal use.

use super::cards::{Card, CardData, Id, Ids, Kind, Reach, Requires, Target};

/// Card ids by use.
#[derive(Clone, Debug)]
pub(super) struct CardIndex {
    pub(super) torsos: Ids,
    /// The cards that can be played by players without a head, and with one.
    plays: [Plays; 2],
    /// The ! cards.
    pub(super) activate: Ids,
    pub(super) run_away: Ids,
    /// The cards of each set of types: punches, kicks, headbutts and Dodges, one bit each.
    pub(super) types: [Ids; 16],
}

impl CardIndex {
    pub(super) fn of(cards: &[Card], taunt_needs_head: bool) -> Self {
        let mut index = Self {
            torsos: Ids::NONE,
            plays: [const { Plays { own: Touching::NONE, foes: Touching::NONE } }; 2],
            activate: Ids::NONE,
            run_away: Ids::NONE,
            types: [Ids::NONE; 16],
        };
        for (place, card) in cards.iter().enumerate() {
            let id = Id::at(place);
            let mut of_type = |place: usize| {
                let sets = index.types.iter_mut().enumerate().filter(|(types, _)| types >> place & 1 == 1);
                sets.for_each(|(_, ids)| ids.add(id));
            };
            match card.kind {
                Kind::Punch => of_type(0),
                Kind::Kick => of_type(1),
                Kind::Headbutt => of_type(2),
                Kind::Dodge => of_type(3),
                Kind::RunAway => index.run_away.add(id),
                Kind::Activate => index.activate.add(id),
                Kind::Black => {
                    let mute = usize::from(card.taunt && taunt_needs_head);
                    index.plays[mute..].iter_mut().for_each(|plays| plays.add(card, id));
                }
                // Every player has `NOTHING`, because parts can always be put on.
                _ => index.plays.iter_mut().for_each(|plays| plays.own.add(id, Requires::NOTHING)),
            }
            if card.kind == Kind::Torso {
                index.torsos.add(id);
            }
        }
        index
    }

    /// The parts, and the black cards that can touch something in this reach. No card touches its own
    /// player's parts.
    #[inline]
    pub(super) fn playable(&self, reach: Reach, has_head: bool) -> Ids {
        let plays = &self.plays[usize::from(has_head)];
        plays.own.rest(reach.own).union(plays.foes.all(reach.foes))
    }

    /// The cards of a set of types.
    #[inline]
    pub(super) const fn of_types(&self, types: u8) -> Ids {
        self.types[(types & 15) as usize]
    }
}

/// The cards that can be played, by what they can touch of their own player and of the opponents.
#[derive(Clone, Debug)]
struct Plays {
    own: Touching,
    foes: Touching,
}

impl Plays {
    /// Adds a black card.
    fn add(&mut self, card: &Card, id: Id) {
        let requires = card.script.requires;
        if matches!(card.target, Target::Own | Target::All) {
            self.own.add(id, requires);
        }
        if card.target != Target::Own {
            self.foes.add(id, requires);
        }
    }
}

/// Cards by what can be touched: for each set of parts, and for each set of everything else. Few of these
/// sets occur, so they use little memory.
#[derive(Clone, Debug)]
struct Touching {
    parts: [Ids; PARTS],
    rest: [Ids; 32],
}

/// Number of sets of slots, which are the first bits of [`Requires`].
const PARTS: usize = 32;

impl Touching {
    const NONE: Self = Self { parts: [Ids::NONE; PARTS], rest: [Ids::NONE; 32] };

    /// Adds a card that can touch any of these.
    fn add(&mut self, id: Id, requires: Requires) {
        let requires = usize::from(requires.0);
        let met = |step: usize| move |(there, _): &(usize, &mut Ids)| (there * step) & requires != 0;
        self.parts.iter_mut().enumerate().filter(met(1)).for_each(|(_, ids)| ids.add(id));
        self.rest.iter_mut().enumerate().filter(met(PARTS)).for_each(|(_, ids)| ids.add(id));
    }

    /// The cards that can touch something of this, without parts.
    #[inline]
    fn rest(&self, there: Requires) -> Ids {
        self.rest[usize::from(there.0) / PARTS % self.rest.len()]
    }

    /// The cards that can touch something of this.
    #[inline]
    fn all(&self, there: Requires) -> Ids {
        self.parts[usize::from(there.0) % PARTS].union(self.rest(there))
    }
}

/// The data of the cards, by id; unused ids have that of a blank card.
pub(super) fn card_data(cards: &[Card], nothing: &Card) -> Box<[CardData; 256]> {
    let mut card_data = Box::new([CardData::of(nothing); 256]);
    for (data, card) in card_data.iter_mut().zip(cards) {
        *data = CardData::of(card);
    }
    card_data
}
