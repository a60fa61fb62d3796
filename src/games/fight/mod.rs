//! Fight!: two to five arena managers send Warriors into seven Arenas. A main Warrior fights with its
//! power, a boost beneath it is activated for its ability or scored for one sure Glory, and the
//! Arena's condition says who takes it.
//!
//! Which Warriors and Arenas there are is data: [`book`] reads them in closed vocabularies of effects
//! and conditions, [`cards`] says what they mean. [`rules`] holds the settings, [`play`] the fight,
//! [`boosts`] the effects and the Reserves, [`playout`] both for players who choose at random, [`view`]
//! the information policy, [`events`] what happens, [`story`] how it is told, [`counters`] what a game counts,
//! [`report`] the figures, [`bots`] the features.

mod book;
mod boosts;
mod bots;
mod cards;
mod counters;
mod events;
mod play;
mod playout;
mod report;
mod rules;
mod state;
mod story;
#[cfg(test)]
mod tests;
mod view;

use crate::model::{
    BotState, BySeat, ChanceStreams, Decisions, Game, JointMove, Observer, Outcome, Seat, Seats, Section,
    Status,
};
pub use book::Book;
use cards::{ARENAS, Ability, Effect, FAMILIES, Goal, Measure, POWERS, Parity, Verb, WARRIORS};
pub use cards::{Arena, Card, Cards, Families, Family, Warrior};
pub use events::Event;
pub use rules::Rules;
pub use state::{Boost, Main, Mains, Phase, State};
use std::fmt;
pub use view::View;

/// Source of chance: dealing, drawing, renewing the Reserves.
const RESERVES: usize = 0;
/// Source of chance: the Arena pile.
const ARENA_PILE: usize = 1;

/// One seat's choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Move {
    /// The boost is activated.
    Activate,
    /// The boost is scored.
    #[default]
    Score,
    /// This Warrior: as main, as boost, out of the Graveyard.
    Card(Card),
    /// This seat: whose main is hit, whose boost is stolen.
    Seat(Seat),
}

/// The rules of one house, ready to deal.
#[derive(Clone, Debug)]
pub struct Fight {
    /// The settings.
    pub rules: Rules,
    /// The cards.
    pub book: Book,
    /// The physical Warriors, blank beyond the book's.
    warriors: [Warrior; WARRIORS],
    /// The physical Arenas, blank beyond the book's.
    arenas: [Arena; ARENAS],
    /// The Warriors of each family.
    of_family: [Cards; FAMILIES],
    /// The Warriors of each set of families.
    of_families: [Cards; 1 << FAMILIES],
    /// How well each power does in each Arena, for a main of a family that the Arena lets pass.
    worths: Box<[[i32; POWERS]; ARENAS]>,
    /// The Warriors of those families.
    passing: [Cards; ARENAS],
    /// What each effect of each Warrior makes of each power.
    powers_after: Box<[[[i16; POWERS]; 2]; WARRIORS]>,
    /// The Warriors that beat a Warrior in an Arena at printed power.
    beats: Box<[[Cards; WARRIORS]; ARENAS]>,
    /// The Warriors that can steal a boost of each family.
    thieves: [Cards; FAMILIES],
    /// The seats in the order of play, by the 1st player.
    orders: BySeat<BySeat<Seat>>,
    /// The Glory of eight physical Arenas, a bit each, and of the other eight.
    glories: Box<[[u16; 256]; 2]>,
    /// The physical Arenas of each id: from which place on, and a bit for each.
    arena_rows: Vec<(usize, u16)>,
    /// Everything before the deal.
    boxed: State,
    /// Has each physical Warrior the row of its place in the card report?
    rows_are_cards: bool,
    /// `rules.players`, as the places in the order of play are counted.
    n_seats: u8,
    /// A seat that draws one of these Warriors buries it and draws another one.
    without: Option<(Seat, Cards)>,
}

impl Fight {
    /// Makes the tables of these rules and cards.
    #[must_use]
    pub fn new(rules: Rules, book: Book) -> Self {
        let blank = Warrior { power: 1, family: Family::Human, ability: Ability::default(), id: 0, copy: 1 };
        let warriors = std::array::from_fn(|place| book.warriors.get(place).copied().unwrap_or(blank));
        let waste = Arena {
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
            std::array::from_fn(|place| book.arenas.get(place).copied().unwrap_or(waste));
        let all = Cards::first(book.warriors.len());
        let those = |is_so: &dyn Fn(&Warrior) -> bool| -> Cards {
            all.into_iter().filter(|card| is_so(&warriors[card.place()])).collect()
        };
        let steals = |warrior: &Warrior, family: Family| {
            let mut effects = warrior.ability.effects();
            effects.any(|effect| effect.verb == Verb::StealBoost && effect.families.has(family))
        };
        let by_family = |make: &dyn Fn(Family) -> Cards| {
            use crate::model::Choice;
            std::array::from_fn(|place| make(Family::ALL[place].1))
        };
        let worths = arenas.map(|arena| of_powers(|power| arena.worth(i32::from(power), true)));
        let power_after = |effect: Option<&Effect>, power| match effect.map(|effect| effect.verb) {
            Some(Verb::Power(_, change)) => i16::try_from(rules.changed(power, change)).unwrap_or(0),
            _ => 0,
        };
        let powers_after = warriors.map(|warrior| {
            [0, 1].map(|place| of_powers(|power| power_after(warrior.ability.at(place), power)))
        });
        let beats = arenas.map(|arena| {
            let worths =
                warriors.map(|card| arena.worth(i32::from(card.power), arena.families.has(card.family)));
            worths.map(|worth| all.into_iter().filter(|card| worths[card.place()] > worth).collect())
        });
        Self {
            warriors,
            arenas,
            of_family: by_family(&|family| those(&|warrior| warrior.family == family)),
            passing: arenas.map(|arena| those(&|warrior| arena.families.has(warrior.family))),
            of_families: std::array::from_fn(|place| {
                let families = Families::at(u8::try_from(place).unwrap_or(0));
                those(&|warrior| families.has(warrior.family))
            }),
            worths: Box::new(worths),
            powers_after: Box::new(powers_after),
            beats: Box::new(beats),
            orders: BySeat::from_fn(|first| {
                BySeat::from_fn(|position| {
                    Seat::new((first.index() + position.index()) % rules.players.max(1))
                })
            }),
            glories: Box::new([0, 8].map(|from: usize| {
                std::array::from_fn(|won| {
                    let places = (0..8).filter(|place| won >> place & 1 == 1);
                    places.map(|place| arenas[from + place].glory).sum()
                })
            })),
            thieves: by_family(&|family| those(&|warrior| steals(warrior, family))),
            arena_rows: (0..book.arena_ids.len())
                .map(|id| {
                    let copies = book.arenas.iter().filter(|arena| arena.id == id);
                    let first = book.arenas.iter().position(|arena| arena.id == id);
                    (first.unwrap_or(0), (1 << copies.count()) - 1)
                })
                .collect(),
            boxed: State::boxed(book.warriors.len(), u8::try_from(book.arenas.len()).unwrap_or(0)),
            rows_are_cards: book.ids.len() <= WARRIORS
                && (0..).zip(&book.warriors).all(|(place, warrior)| warrior.id == place),
            n_seats: u8::try_from(rules.players).unwrap_or(0),
            without: None,
            rules,
            book,
        }
    }

    #[inline]
    fn family_of(&self, card: Card) -> Family {
        self.warriors[card.place()].family
    }

    /// A Warrior put down as main: at its printed power.
    #[inline]
    fn as_main(&self, card: Card) -> Main {
        Main { card, power: self.warriors[card.place()].power }
    }

    /// How well a main does in an Arena as it stands.
    #[inline]
    fn worth_in(&self, arena: u8, main: Main) -> i32 {
        let place = usize::from(arena) % ARENAS;
        let passes = self.passing[place].has(main.card);
        match self.worths[place].get(usize::from(main.power)) {
            Some(worth) if passes => *worth,
            _ => self.arenas[place].worth(i32::from(main.power), passes),
        }
    }

    /// The id of a Warrior; later copies of one id are numbered.
    fn name(&self, card: Card) -> CardName<'_> {
        let warrior = &self.warriors[card.place()];
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
fn of_powers<T>(make: impl Fn(u16) -> T) -> [T; POWERS] {
    std::array::from_fn(|power| make(u16::try_from(power).unwrap_or(0)))
}

/// Puts these Warriors on an empty menu. How many there are is chance: up to eight, as in most
/// hands, are written without asking, and those beyond the last card taken off again.
#[inline]
fn list(cards: Cards, menu: &mut Vec<Move>) {
    const HANDFUL: usize = 8;
    let n_cards = cards.len();
    if n_cards > HANDFUL {
        menu.extend(cards.into_iter().map(Move::Card));
        return;
    }
    let mut left = cards;
    menu.extend_from_slice(&[(); HANDFUL].map(|()| Move::Card(left.take_lowest())));
    menu.truncate(n_cards);
}

/// How a Warrior is called.
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
    const ID: &'static str = "fight";
    const SOURCES: usize = 2;
    /// Out of a Graveyard of all Warriors.
    const MENU: usize = WARRIORS;
    type State = State;
    type View<'a> = View<'a>;
    type Move = Move;
    type Event = Event;

    fn read(settings: &Section<'_>) -> Self {
        let book = Book::read(settings);
        Self::new(Rules::read(settings, &book), book)
    }

    fn players(&self) -> usize {
        self.rules.players
    }

    fn lay<W: Observer<Event>>(&self, chance: &mut ChanceStreams, observer: &mut W) -> State {
        self.set_up(chance, observer)
    }

    #[inline]
    fn status(&self, state: &State) -> Status {
        match state.phase {
            Phase::Over => Status::Over(state.outcome),
            _ => Status::Choose(Seats::only(state.in_turn)),
        }
    }

    #[inline]
    fn alone(&self, state: &State) -> Option<Seat> {
        (state.phase != Phase::Over).then_some(state.in_turn)
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        self.look(state, seat)
    }

    fn decision(&self, state: &State, seat: Seat) -> &'static str {
        match state.phase {
            Phase::Main | Phase::Over => "choose-main",
            Phase::Boost => "choose-boost",
            Phase::Resolve => "resolve-boost",
            Phase::Effect(place) => match self.effect(state.boosts[seat], place).map(|effect| effect.verb) {
                Some(Verb::StealBoost) => "choose-steal",
                Some(Verb::SwapWithGraveyard) => "choose-graveyard",
                _ => "choose-target",
            },
        }
    }

    #[inline(always)]
    fn moves(&self, state: &State, seat: Seat, menu: &mut Vec<Move>) {
        match state.phase {
            Phase::Main => list(self.mains_allowed(state, seat), menu),
            Phase::Boost => list(self.boosts_allowed(state, seat), menu),
            Phase::Resolve if self.may_activate(state, seat) => menu.extend([Move::Activate, Move::Score]),
            Phase::Resolve | Phase::Over => menu.push(Move::Score),
            Phase::Effect(place) => self.list_targets(state, seat, place, menu),
        }
    }

    #[inline]
    fn play<W: Observer<Event>>(
        &self,
        state: &mut State,
        chosen: &JointMove<Move>,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) {
        self.proceed(state, chosen.only(), chance, observer);
    }

    #[inline]
    fn play_out<W: Observer<Event>>(
        &self,
        state: &mut State,
        minds: &mut BySeat<BotState>,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<(Outcome, Decisions)> {
        Some(self.play_fights(state, minds, chance, observer))
    }

    fn determinize(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        self.redeal(state, seat, chance);
    }

    fn name_move(&self, mv: Move) -> String {
        match mv {
            Move::Activate => "activate".into(),
            Move::Score => "score".into(),
            Move::Card(card) => self.name(card).to_string(),
            Move::Seat(seat) => format!("seat:{seat}"),
        }
    }

    fn describe(&self, event: &Event, story: &mut dyn fmt::Write) -> fmt::Result {
        self.tell_event(event, story)
    }
}
