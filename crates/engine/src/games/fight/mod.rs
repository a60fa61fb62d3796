//! Fight!: two to five arena managers send Warriors into seven Arenas. A main Warrior fights with its power.
//! A boost beneath it is activated for its ability or scored for one Glory. The Arena's condition determines
//! who takes it.
//!
//! Warriors and Arenas are data: [`book`] reads them, [`cards`] defines their types. [`rules`] has the
//! settings, [`play`] the fight, [`menu`] the legal moves, [`boosts`] the effects and the Reserves, [`view`]
//! the information policy, [`events`] the events, [`story`] their texts, [`counters`] and [`report`] the
//! metrics, [`bots`] the features.

mod book;
mod boosts;
mod bots;
mod cards;
mod counters;
mod events;
mod menu;
mod play;
mod report;
mod rules;
mod state;
mod story;
#[cfg(test)]
mod tests;
mod view;

use crate::model::{
    Ask, ChanceStreams, Choice, Copies, Decision, Described, FeatureRows, Game, GameInfo, JointMove, Layout,
    Lead, Measures, Moves, Observer, PreparedPile, Seat, Section, Status,
};
pub use book::Book;
use cards::{ARENAS, Ability, Effect, EffectKind, FAMILIES, Goal, Measure, PASSES, POWERS, Parity, WARRIORS};
pub use cards::{Arena, Card, Cards, Families, Family, Warrior};
pub use events::Event;
pub use rules::Rules;
use rules::UnmetFilter;
pub use state::{Boost, Main, Mains, Phase, State};
use std::fmt;
pub use view::View;

/// Source of chance: dealing, drawing, renewing the Reserves.
const RESERVES: usize = 0;
/// Source of chance: the Arena pile.
const ARENA_PILE: usize = 1;
/// Source of chance: who begins.
const BEGINNER: usize = 2;

/// One seat's choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Move {
    /// The boost is activated.
    Activate,
    /// The boost is scored.
    #[default]
    Score,
    /// Choose this Warrior: as main, as boost, or from the Graveyard.
    Card(Card),
    /// Choose this seat: its main is hit, or its boost is stolen.
    Seat(Seat),
    /// The effect is executed (`effects-optional`).
    Execute,
    /// The effect is skipped (`effects-optional`).
    Skip,
}

/// The rules of one config, ready to play.
#[derive(Clone, Debug)]
pub struct Fight {
    /// The settings.
    pub rules: Rules,
    /// The cards.
    pub book: Book,
    /// The physical Warriors; unused entries are blank.
    warriors: [Warrior; WARRIORS],
    /// The physical Arenas; unused entries are blank.
    arenas: [Arena; ARENAS],
    /// All Warriors of the book.
    all: Cards,
    /// The Warriors of each family.
    of_family: [Cards; FAMILIES],
    /// The Warriors of each set of families.
    of_families: [Cards; 1 << FAMILIES],
    /// The value of each power in each Arena, for a main of a family that passes the Arena's filter.
    worths: Box<[[i32; POWERS]; ARENAS]>,
    /// The Warriors of those families.
    passing: [Cards; ARENAS],
    /// The power after each effect of each Warrior, by power.
    powers_after: Box<[[[i16; POWERS]; 2]; WARRIORS]>,
    /// The Warriors that can take an Arena at printed power; all of them if it ignores unmet filters.
    able: [Cards; ARENAS],
    /// The Warriors that beat a Warrior in an Arena at printed power.
    beats: Box<[[Cards; WARRIORS]; ARENAS]>,
    /// The Warriors whose ability can score others.
    scorers: Cards,
    /// The Warriors whose ability can change mains.
    changers: Cards,
    /// The Warriors that can steal a boost of each family.
    thieves: [Cards; FAMILIES],
    /// The state before the deal.
    before_deal: State,
    /// A seat that plays without some Warriors: it buries each of them when it is drawn, and draws another.
    without: Option<(Seat, Cards)>,
}

impl Fight {
    /// Computes the tables of these rules and cards.
    #[must_use]
    pub fn new(rules: Rules, book: Book) -> Self {
        let no_warrior =
            Warrior { power: 1, family: Family::Human, ability: Ability::default(), id: 0, copy: 1 };
        let warriors = std::array::from_fn(|index| book.warriors.get(index).copied().unwrap_or(no_warrior));
        let no_arena = Arena {
            glory: 0,
            measure: Measure::Power,
            goal: Goal::Highest,
            value: 0,
            parity: Parity::Any,
            between: (0, 0),
            families: Families::ALL,
            id: 0,
        };
        let arenas: [Arena; ARENAS] =
            std::array::from_fn(|index| book.arenas.get(index).copied().unwrap_or(no_arena));
        let all = Cards::first(book.warriors.len());
        let those = |is_so: &dyn Fn(&Warrior) -> bool| -> Cards {
            all.into_iter().filter(|card| is_so(&warriors[card.index()])).collect()
        };
        let steals = |warrior: &Warrior, family: Family| {
            let mut effects = warrior.ability.effects();
            effects.any(|effect| effect.kind == EffectKind::StealBoost && effect.families.has(family))
        };
        let by_family =
            |make: &dyn Fn(Family) -> Cards| std::array::from_fn(|index| make(Family::ALL[index].1));
        let power_after = |warrior: &Warrior, index, power| match warrior.ability.at(index) {
            Some(Effect { kind: EffectKind::ChangePower(_, change), .. }) => rules.changed(power, *change),
            _ => i32::from(power),
        };
        let printed_worth = |arena: &Arena, warrior: &Warrior| {
            arena.worth(i32::from(warrior.power), arena.families.has(warrior.family))
        };
        Self {
            of_family: by_family(&|family| those(&|warrior| warrior.family == family)),
            of_families: std::array::from_fn(|index| {
                let families = Families::at(u8::try_from(index).unwrap_or(0));
                those(&|warrior| families.has(warrior.family))
            }),
            worths: Box::new(arenas.map(|arena| by_power(|power| arena.worth(i32::from(power), true)))),
            passing: arenas.map(|arena| those(&|warrior| arena.families.has(warrior.family))),
            powers_after: Box::new(warriors.map(|warrior| {
                let after = |index| {
                    by_power(|power| i16::try_from(power_after(&warrior, index, power)).unwrap_or(i16::MAX))
                };
                [0, 1].map(after)
            })),
            able: arenas.map(|arena| {
                let ignores_unmet = rules.unmet_filter == UnmetFilter::Ignore;
                those(&|warrior| ignores_unmet || printed_worth(&arena, warrior) >= PASSES / 2)
            }),
            beats: Box::new(arenas.map(|arena| {
                let worth = |warrior: &Warrior| printed_worth(&arena, warrior);
                warriors.map(|warrior| those(&|other| worth(other) > worth(&warrior)))
            })),
            scorers: those(&|warrior| warrior.ability.effects().any(|effect| effect.kind.scores())),
            changers: those(&|warrior| warrior.ability.effects().any(|effect| !effect.kind.scores())),
            thieves: by_family(&|family| those(&|warrior| steals(warrior, family))),
            before_deal: State::before_deal(
                all,
                u8::try_from(book.arenas.len()).unwrap_or(0),
                rules.extra_glory,
            ),
            without: None,
            warriors,
            arenas,
            all,
            rules,
            book,
        }
    }

    fn family_of(&self, card: Card) -> Family {
        self.warriors[card.index()].family
    }

    /// A Warrior played as main, at its printed power.
    fn as_main(&self, card: Card) -> Main {
        Main { card, power: self.warriors[card.index()].power }
    }

    /// The current value of a main in an Arena.
    #[inline]
    fn worth_in(&self, arena: u8, main: Main) -> i32 {
        let index = usize::from(arena) % ARENAS;
        let passes = self.passing[index].has(main.card);
        match self.worths[index].get(usize::from(main.power)) {
            Some(worth) if passes => *worth,
            _ => self.arenas[index].worth(i32::from(main.power), passes),
        }
    }

    /// The name of a Warrior: its id, with a number for later copies.
    fn name(&self, card: Card) -> CardName<'_> {
        let warrior = &self.warriors[card.index()];
        CardName {
            id: self.book.ids.get(usize::from(warrior.id)).map_or("", String::as_str),
            copy: warrior.copy,
        }
    }

    /// The id of a physical Arena.
    fn arena_name(&self, arena: u8) -> &str {
        let id = self.arenas[usize::from(arena) % ARENAS].id;
        self.book.arena_ids.get(id).map_or("", String::as_str)
    }
}

/// A table by power.
fn by_power<T>(make: impl Fn(u16) -> T) -> [T; POWERS] {
    std::array::from_fn(|power| make(u16::try_from(power).unwrap_or(0)))
}

/// The name of a physical Warrior.
struct CardName<'f> {
    id: &'f str,
    copy: u8,
}

impl fmt::Display for CardName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.copy {
            1 => f.write_str(self.id),
            copy => write!(f, "{}#{copy}", self.id),
        }
    }
}

impl Game for Fight {
    const INFO: GameInfo = GameInfo {
        id: "fight",
        title: "Fight!",
        games: 300_000,
        chance: &["the Reserves", "the Arena pile", "who begins"],
        features: bots::FEATURES,
        dependents: &[],
        own: None,
    };
    type State = State;
    type View<'a> = View<'a>;
    type Move = Move;
    type Event = Event;

    fn read(settings: &Section<'_>) -> Self {
        let book = Book::read(settings);
        Self::new(Rules::read(settings, &book), book)
    }

    fn new_game(&self, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) -> State {
        self.deal(chance, observer)
    }

    fn prepared(&self, state: &State, chance: &mut ChanceStreams) -> Vec<PreparedPile> {
        let (mut rest, mut reserves) = (state.clone(), Vec::new());
        while let Some(card) = rest.reserves.pop() {
            reserves.push(card);
            boosts::turn_up(&mut rest, chance);
        }
        let mut arenas: Vec<u8> = [state.arena].into_iter().chain(state.next_arena).collect();
        while arenas.len() < usize::from(self.rules.fights)
            && let Some(arena) = rest.unseen_arenas.draw(chance.source(ARENA_PILE))
        {
            arenas.push(arena);
        }
        let pile = |name: &str, cards: &mut dyn Iterator<Item = Card>| PreparedPile {
            name: name.into(),
            seat: None,
            cards: cards.map(|card| self.name(card).id.to_owned()).collect(),
        };
        let arenas = arenas.into_iter().map(|arena| self.arena_name(arena).to_owned()).collect();
        vec![
            pile("graveyard", &mut state.graveyard.into_iter()),
            pile("reserves", &mut reserves.into_iter()),
            PreparedPile { name: "arenas".into(), seat: None, cards: arenas },
        ]
    }

    fn play(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> Status {
        self.play_fights(state, ask, chance, observer)
    }

    #[inline(always)]
    fn decision(&self, state: &State, seat: Seat) -> Decision<impl Moves<Move = Move>> {
        self.menu(state, seat)
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        View::new(self, state, seat)
    }

    fn determinize(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        self.deal_unseen(state, seat, chance);
    }

    /// A boost is laid face down, so others see only its back.
    fn looks_alike(&self, before: &State, _: Seat, mv: Move, other: Move) -> Option<bool> {
        let back = |mv| match mv {
            Move::Card(card) if before.phase == Phase::Boost => Some(self.family_of(card)),
            _ => None,
        };
        Some(mv == other || back(mv).is_some() && back(mv) == back(other))
    }

    fn adapt(
        &self,
        dealt: &mut State,
        moves: &JointMove<Move>,
        (before, after): (&State, &State),
        seat: Seat,
        chance: &mut ChanceStreams,
    ) {
        self.put_in_place(dealt, moves, (before, after), seat, chance.source(RESERVES));
    }

    fn follow(
        &self,
        dealt: &mut State,
        moves: &JointMove<Move>,
        (before, after): (&State, &State),
        seat: Seat,
        chance: &mut ChanceStreams,
    ) -> bool {
        self.deal_on(dealt, moves, (before, after), seat, chance)
    }

    fn describe(&self, what: Described<'_, Self>, text: &mut dyn fmt::Write) -> fmt::Result {
        match what {
            Described::Event(event) => self.describe_event(event, text),
            Described::Move(Move::Activate) => text.write_str("activate"),
            Described::Move(Move::Score) => text.write_str("score"),
            Described::Move(Move::Card(card)) => write!(text, "{}", self.name(card)),
            Described::Move(Move::Seat(seat)) => write!(text, "seat:{seat}"),
            Described::Move(Move::Execute) => text.write_str("execute"),
            Described::Move(Move::Skip) => text.write_str("skip"),
        }
    }

    fn describe_view(&self, view: &View<'_>, text: &mut dyn fmt::Write) -> fmt::Result {
        self.describe_seen(view, text)
    }

    fn lay_out(&self, view: &View<'_>, _: Seat, table: &mut Layout) {
        self.lay_out_seen(view, table);
    }

    fn is_seen(&self, event: &Event, seat: Seat) -> bool {
        match *event {
            // In the hand, or face down.
            Event::Opening { seat: owner, .. }
            | Event::Drawn { seat: owner, .. }
            | Event::Boost { seat: owner, .. }
            | Event::Scored { seat: owner, .. } => owner == seat,
            Event::Stolen { seat: thief, from, .. } => [thief, from].contains(&seat),
            _ => true,
        }
    }

    fn forgets(&self, event: &Event) -> bool {
        matches!(event, Event::Renewed)
    }

    fn measures(&self) -> Measures<Self> {
        self.report()
    }

    fn lead(&self) -> Option<Lead<impl Fn(&State, Seat) -> i32>> {
        let of = |state: &State, seat: Seat| {
            self.glory(state.won[seat], state.scored[seat].len(), state.extra[seat]).into()
        };
        Some(Lead { unit: "Glory", of })
    }

    fn features(&self, view: &View<'_>, moves: &[Move], rows: &mut impl FeatureRows) {
        self.weigh(view, moves, rows);
    }

    fn without(&self, card: usize, seat: Seat, copies: Copies) -> Option<Self> {
        let warriors = self.book.warriors.iter().enumerate();
        let replaced = warriors.filter(|(_, warrior)| usize::from(warrior.id) == card).take(copies.most());
        let cards = replaced.map(|(index, _)| Card::at(index)).collect();
        Some(Self { without: Some((seat, cards)), ..self.clone() })
    }
}
