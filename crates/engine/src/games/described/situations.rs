//! Situations in which strategies can weigh moves otherwise. They follow from the description, and are computed from the
//! acting player's view.

use super::DescribedGame;
use super::names::{Names, Sight};
use super::state::{MOST_COUNTERS, MOST_ZONES, has};
use super::view::View;
use crate::model::words::interned;
use crate::model::{Feature, FeatureSet, Seat};

/// The most situations of a description.
const MOST_SITUATIONS: usize = 32;
/// The rounds, or turns, that are situations: in the first ones, players have seen least of each other.
const ROUNDS: u32 = 3;

/// What a situation looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Situation {
    /// The counter is at most half of its start.
    Low {
        of_foe: bool,
        counter: usize,
    },
    /// The own counter is above the opponent's.
    Higher {
        counter: usize,
    },
    /// The mark is not 0.
    Marked {
        of_foe: bool,
        mark: usize,
    },
    Empty {
        of_foe: bool,
        zone: usize,
    },
    Round(u32),
    /// A card of this kind lies on top of an open pile.
    OnTop {
        of_foe: bool,
        zone: usize,
        kind: u8,
    },
    /// A card of this kind lies in an open zone without an order.
    Holds {
        of_foe: bool,
        zone: usize,
        kind: u8,
    },
}

impl DescribedGame {
    /// The situations, with what they look at. House rules can add kinds of cards, whose situations come last: those before keep
    /// their places.
    pub(super) fn situations_of(names: &Names, has_turns: bool) -> (Vec<Feature>, Vec<Situation>) {
        let (mut features, mut situations): (Vec<Feature>, Vec<Situation>) = (Vec::new(), Vec::new());
        let mut add = |name: String, meaning: String, situation| {
            // A mark can have the name "hp-low".
            let is_new = features.iter().all(|known| known.name != name);
            if is_new && features.len() < MOST_SITUATIONS {
                features.push(Feature { name: interned(&name), meaning: interned(&meaning) });
                situations.push(situation);
            }
        };
        let both = [(false, "own", "the player"), (true, "foe", "the opponent")];
        for (counter, named) in names.counters.iter().enumerate().filter(|(_, counter)| !counter.mark) {
            let name = &named.name;
            for (of_foe, prefix, who) in both {
                let meaning = format!("{who} has at most half of the starting {name}");
                add(format!("{prefix}-{name}-low"), meaning, Situation::Low { of_foe, counter });
            }
            let meaning = format!("the player has more {name} than the opponent");
            add(format!("own-{name}-higher"), meaning, Situation::Higher { counter });
        }
        for (mark, named) in names.counters.iter().enumerate().filter(|(_, counter)| counter.mark) {
            for (of_foe, prefix, who) in both {
                let meaning = format!("{who}'s {} is not 0", named.name);
                add(format!("{prefix}-{}", named.name), meaning, Situation::Marked { of_foe, mark });
            }
        }
        // Each zone of each player, with the name and what to call it.
        let zones = names.zones.iter().enumerate().flat_map(|(zone, named)| {
            let name = &named.name;
            let of_players = both.map(|(of_foe, prefix, who)| {
                (of_foe, zone, named, format!("{prefix}-{name}"), format!("{who}'s {name}"))
            });
            let shared = [(false, zone, named, name.clone(), format!("the shared {name}"))];
            if named.shared { shared.to_vec() } else { of_players.to_vec() }
        });
        for (of_foe, zone, _, id, whose) in zones.clone() {
            add(format!("{id}-empty"), format!("{whose} is empty"), Situation::Empty { of_foe, zone });
        }
        let unit = if has_turns { "turn" } else { "round" };
        for round in 1..=ROUNDS {
            add(format!("{unit}-{round}"), format!("it is {unit} {round}"), Situation::Round(round));
        }
        for (kind, named_kind) in names.each_kind().zip(&names.kinds) {
            for (of_foe, zone, named, id, whose) in zones.clone().filter(|zone| zone.2.sight == Sight::Open) {
                if named.pile {
                    let meaning = format!("{named_kind} lies on top of {whose}");
                    add(format!("{id}-is-{named_kind}"), meaning, Situation::OnTop { of_foe, zone, kind });
                } else {
                    let meaning = format!("{named_kind} lies in {whose}");
                    add(format!("{id}-has-{named_kind}"), meaning, Situation::Holds { of_foe, zone, kind });
                }
            }
        }
        (features, situations)
    }

    pub(super) fn situation(&self, view: &View<'_>) -> FeatureSet {
        let seats = |of_foe: bool| if of_foe { view.seat.foe() } else { view.seat };
        let counter =
            |seat: Seat, counter: usize| view.sides[seat.index() & 1].counters[counter % MOST_COUNTERS];
        let holds = |situation: Situation| match situation {
            Situation::Low { of_foe, counter: index } => {
                let seat = seats(of_foe);
                let start =
                    self.names.counters.get(index).map_or(0, |counter| counter.start[seat.index() & 1]);
                2 * counter(seat, index) <= start
            }
            Situation::Higher { counter: index } => {
                counter(view.seat, index) > counter(view.seat.foe(), index)
            }
            Situation::Marked { of_foe, mark } => counter(seats(of_foe), mark) != 0,
            Situation::Empty { of_foe, zone } => {
                view.sides[seats(of_foe).index() & 1].sizes[zone % MOST_ZONES] == 0
            }
            Situation::Round(round) => view.round == round,
            Situation::OnTop { of_foe, zone, kind } => {
                let seat = seats(of_foe);
                let pile = view.sides[seat.index() & 1].piles[usize::from(self.place(zone, seat).index) & 3];
                pile.and_then(|pile| pile.last()) == Some(&kind)
            }
            Situation::Holds { of_foe, zone, kind } => {
                let seat = seats(of_foe);
                let bag = view.sides[seat.index() & 1].bags[usize::from(self.place(zone, seat).index) & 3];
                bag.is_some_and(|bag| has(bag.kinds(), kind))
            }
        };
        let situations = self.situations.iter().enumerate();
        situations.fold(FeatureSet::NONE, |set, (index, situation)| set.with_if(holds(*situation), index))
    }
}
