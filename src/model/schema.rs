//! What a game counts beyond wins and lengths: its cards, its groups of players, its own metrics.

use super::bits::bits;
use super::game::{Game, Outcome};
use super::observer::{CardEvent, Observer};
use super::seat::Seat;

/// Cards that are counted together.
pub const BLOCK: usize = 16;

/// A game that can be reported on.
pub trait Measured: Game {
    /// The counters of one game in play; they watch its events. Owns no heap.
    type Counters: Default + Observer<Self::Event> + Send;
    /// What stands in for a card that a seat plays without, in a sentence.
    const REPLACEMENT: &'static str;

    /// The same game in which this seat plays without the card with this place in
    /// [`StatSchema::cards`], all copies of it, while everybody else keeps theirs: wherever the seat
    /// would have it, there is the stand-in, which does nothing or is no better and no worse than
    /// the other cards. All other luck stays in place, and every law of the game holds. `None` for a
    /// card that nobody can go without.
    fn without(&self, card: usize, seat: Seat) -> Option<Self>;
    /// The names of everything that is counted.
    fn schema(&self) -> StatSchema;
    /// The key of the seat in the group with this place in [`StatSchema::groups`], when the game is
    /// over; `None` if it has none (a seat that nobody took).
    fn key(&self, state: &Self::State, group: usize, seat: Seat) -> Option<usize>;
    /// The length of a game that is over, in [`StatSchema::unit`]s.
    fn length(&self, state: &Self::State) -> u64;
    /// Can its ledger have sides? Where it never has, a card event costs less.
    const HAS_SIDES: bool = true;
    /// Are card events told by [`Measured::count_cards`], not as they happen?
    const COUNTS_CARDS: bool = false;
    /// A card event that has happened to the same card of the seat before, where it is told so at once and not
    /// by [`Measured::count_cards`]: few do.
    #[inline]
    fn again(_sheet: &Self::Counters, _event: &Self::Event) -> Option<CardEvent> {
        None
    }
    /// A shortcut: tells how often each event of the ledger happened to each card of a seat in a
    /// game that is over: one call for all cards; [`Times::Card`] adds single ones. A wide instruction
    /// counts [`BLOCK`] cards at once.
    fn count_cards(
        &self,
        _state: &Self::State,
        _sheet: &Self::Counters,
        _note: &mut impl FnMut(Seat, usize, Times<'_>),
    ) {
    }
    /// Writes numerator and denominator of each of [`StatSchema::metrics`] for a game that is over.
    fn measure(&self, state: &Self::State, counters: &Self::Counters, outcome: Outcome, out: &mut [Ratio]);
}

/// How often an event happened to each card of a seat, and so on with the events after it.
#[derive(Clone, Copy, Debug)]
pub enum Times<'t> {
    /// Block by block, in games so short that bytes hold it.
    Few(&'t [[u8; BLOCK]]),
    /// Block by block, in games of any length.
    Many(&'t [[u32; BLOCK]]),
    /// Once to each card of a set: a word an event, a bit a card, of which there are at most 64.
    Sets(&'t [u64]),
    /// So often to this card, beside what else is told of it.
    Card(usize, u32),
}

impl Times<'_> {
    /// Goes through the cards, of which there are so many, to which something happened: which event that
    /// is, counted from the one told, which card, and how often.
    pub fn each(self, n_cards: usize, mut hear: impl FnMut(usize, usize, u32)) {
        let n_cells = n_cards.next_multiple_of(BLOCK).max(1);
        let mut hear_cell = |(cell, times): (usize, u32)| {
            if times > 0 {
                hear(cell / n_cells, cell % n_cells, times);
            }
        };
        match self {
            Self::Few(blocks) => {
                blocks.iter().flatten().copied().map(u32::from).enumerate().for_each(&mut hear_cell);
            }
            Self::Many(blocks) => blocks.iter().flatten().copied().enumerate().for_each(&mut hear_cell),
            Self::Sets(sets) => {
                for (event, set) in sets.iter().enumerate() {
                    bits(*set).for_each(|card| hear(event, card, 1));
                }
            }
            Self::Card(card, times) => hear(0, card, times),
        }
    }
}

/// The event that a card is among what a seat begins with. Where chance alone decides that, what it
/// is worth is no mere association: the summary tells it, and where a seat's side settles it, the
/// card report leaves it empty. Every game has it.
pub const OPENING: &str = "opening";

/// The names of everything that a game counts; which number belongs to which name is by place.
#[derive(Clone, Debug, Default)]
pub struct StatSchema {
    /// What the length of a game is counted in: `rounds`, `turns`, …
    pub unit: &'static str,
    /// Groups of players beside `seat` and `bot`, which every game has.
    pub groups: Vec<Group>,
    /// The group whose keys are the sides of the card report (beside `all`), if any.
    pub sides: Option<usize>,
    /// The events of the card report, in order.
    pub events: Vec<&'static str>,
    /// Does chance alone decide who has which card in the opening, before anybody plays?
    pub deals_opening: bool,
    /// The cards of the card report, in order.
    pub cards: Vec<CardSpec>,
    /// The game's own metrics, in order.
    pub metrics: Vec<Metric>,
}

/// A way to group players in `win_rates.csv`.
#[derive(Clone, Debug)]
pub struct Group {
    /// The group's name: `side`, `character`, `team`.
    pub name: &'static str,
    /// The keys, by place.
    pub keys: Vec<String>,
    /// A team wins or loses as one: its seats are counted once a game, its win is the sum of
    /// its members' shares.
    pub teams: bool,
    /// Every seat has the same key in every game.
    pub fixed: bool,
}

/// A card of the card report.
#[derive(Clone, Debug)]
pub struct CardSpec {
    /// The card's id.
    pub id: String,
    /// Which events can happen to it: a bit for each place in [`StatSchema::events`].
    pub events: u32,
    /// Copies at the start in one such deck: for `all`, then for each side; `None` if it differs
    /// between seats or games.
    pub copies: Vec<Option<u32>>,
}

/// What kind of figure a metric is: which interval is right for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// 0 or 1 of 0 or 1 in each game: Wilson's interval.
    Share,
    /// A number of each game, the denominator always 1: t interval.
    Mean,
    /// A ratio of two totals: the ratio interval.
    Ratio,
}

/// A figure of `metrics.csv`.
#[derive(Clone, Debug)]
pub struct Metric {
    /// The spec's id; `<metric>:<key>` for one of several values.
    pub id: String,
    /// Unit of the value: `share`, `rounds`, `damage`, …; a `share` is printed with six decimals.
    pub unit: &'static str,
    /// One line of meaning.
    pub meaning: String,
    /// Which interval is right.
    pub kind: Kind,
    /// Numerators are counted in so many parts (840 for shared wins; 1 otherwise).
    pub parts: u32,
}

impl Metric {
    /// A share: games in which it is so, of games in which it could be.
    #[must_use]
    pub fn share(id: impl Into<String>, meaning: impl Into<String>) -> Self {
        Self { id: id.into(), unit: "share", meaning: meaning.into(), kind: Kind::Share, parts: 1 }
    }

    /// A mean over all games.
    #[must_use]
    pub fn mean(id: impl Into<String>, unit: &'static str, meaning: impl Into<String>) -> Self {
        Self { id: id.into(), unit, meaning: meaning.into(), kind: Kind::Mean, parts: 1 }
    }

    /// A ratio of two totals; the unit `share` if it is one.
    #[must_use]
    pub fn ratio(id: impl Into<String>, unit: &'static str, meaning: impl Into<String>) -> Self {
        Self { id: id.into(), unit, meaning: meaning.into(), kind: Kind::Ratio, parts: 1 }
    }

    /// The same metric, its numerators counted in so many parts of one.
    #[must_use]
    pub fn in_parts(self, parts: u32) -> Self {
        Self { parts, ..self }
    }
}

/// One game's part of a metric.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ratio {
    /// Numerator.
    pub x: i64,
    /// Denominator, not negative.
    pub v: i64,
}

impl Ratio {
    /// `x` of `v`.
    #[must_use]
    pub fn of(x: impl Into<i64>, v: impl Into<i64>) -> Self {
        Self { x: x.into(), v: v.into() }
    }

    /// A number of this game.
    #[must_use]
    pub fn per_game(x: impl Into<i64>) -> Self {
        Self { x: x.into(), v: 1 }
    }

    /// Whether it is so, where it could be (`among`).
    #[must_use]
    pub fn whether(so: bool, among: bool) -> Self {
        Self { x: i64::from(so && among), v: i64::from(among) }
    }
}
