//! What a game reports beyond wins: its length, its groups of players, its cards, and its own metrics.

use super::cards::Card;
use super::game::Game;
use super::observer::Event;
use super::outcome::Outcome;
use super::seat::Seat;
use std::fmt;

/// Everything that a game of some rules reports. Which number belongs to which name is never a matter of
/// position: what is measured is declared together with its name.
pub struct Measures<G: Game> {
    /// How many players sit down (seats 0 to `players` - 1).
    pub players: usize,
    /// What the length of a game is counted in (`rounds`, `turns`), and the length of a game that is over.
    pub length: (&'static str, fn(&G::State) -> u64),
    /// Groups of players beside `seat` and `bot`, which every game has.
    pub groups: Vec<PlayerGroup<G>>,
    /// The place of the group whose keys are the sides of the card report (beside `all`), if any.
    pub sides: Option<usize>,
    /// The card events, in the order of the card report.
    pub events: Vec<&'static str>,
    /// Does chance alone decide who has which card in the opening, before anybody plays?
    pub deals_opening: bool,
    /// The cards of the card report, in order.
    pub cards: Vec<CardSpec>,
    /// What replaces a card that a seat plays without ([`Game::without`]), in a sentence.
    pub replacement: &'static str,
    /// The game's own metrics, in order.
    pub metrics: Vec<Metric<G>>,
}

impl<G: Game> Measures<G> {
    /// Two players with decks that are alike: no groups, dealt openings, and each of these events can happen to each
    /// card. The replacement and the metrics are left to fill in.
    #[must_use]
    pub fn of_duel<T: Card>(
        length: (&'static str, fn(&G::State) -> u64),
        events: &[&'static str],
        copies: impl Fn(T) -> u32,
    ) -> Self {
        let all_events = (1 << events.len()) - 1;
        let spec = |card: &T| CardSpec {
            id: card.id().into(),
            events: all_events,
            copies: vec![Some(copies(*card))],
        };
        Self {
            players: 2,
            length,
            groups: Vec::new(),
            sides: None,
            events: events.to_vec(),
            deals_opening: true,
            cards: T::ALL.iter().map(spec).collect(),
            replacement: "",
            metrics: Vec::new(),
        }
    }

    /// The names of all of it.
    #[must_use]
    pub fn schema(&self) -> StatSchema {
        StatSchema {
            unit: self.length.0,
            groups: self.groups.iter().map(|group| group.group.clone()).collect(),
            sides: self.sides,
            events: self.events.clone(),
            deals_opening: self.deals_opening,
            cards: self.cards.clone(),
            metrics: self.metrics.iter().map(|metric| metric.spec.clone()).collect(),
        }
    }
}

impl<G: Game> fmt::Debug for Measures<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.schema().fmt(f)
    }
}

/// A group of players, and how a seat's key in it is found.
pub struct PlayerGroup<G: Game> {
    /// Its names.
    pub group: Group,
    /// The place of the seat's key in [`Group::keys`] when the game is over; `None` if it has none.
    pub key: fn(&G, &G::State, Seat) -> Option<usize>,
}

/// What a game counts of its events.
pub type CountersOf<G> = <<G as Game>::Event as Event>::Counters;

/// A game that is over, as its metrics see it.
pub struct GameEnd<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The final state.
    pub state: &'a G::State,
    /// What was counted.
    pub counters: &'a CountersOf<G>,
    /// How it ended.
    pub outcome: Outcome,
}

/// How one game's part of a metric is found.
type Measure<G> = Box<dyn Fn(&GameEnd<'_, G>) -> Ratio + Send + Sync>;

/// A metric of a game: its name, unit and meaning, and the function that measures it.
pub struct Metric<G: Game> {
    /// What it is called.
    pub spec: MetricSpec,
    /// One game's part of it.
    pub measure: Measure<G>,
}

impl<G: Game> Metric<G> {
    fn new(spec: MetricSpec, measure: impl Fn(&GameEnd<'_, G>) -> Ratio + Send + Sync + 'static) -> Self {
        Self { spec, measure: Box::new(measure) }
    }

    /// A share of games: those in which it holds, of those in which it could.
    #[must_use]
    pub fn share(
        id: impl Into<String>,
        meaning: impl Into<String>,
        measure: impl Fn(&GameEnd<'_, G>) -> Ratio + Send + Sync + 'static,
    ) -> Self {
        Self::new(MetricSpec::new(id, "share", meaning, MetricKind::Share), measure)
    }

    /// A mean over all games.
    #[must_use]
    pub fn mean(
        id: impl Into<String>,
        unit: &'static str,
        meaning: impl Into<String>,
        measure: impl Fn(&GameEnd<'_, G>) -> i64 + Send + Sync + 'static,
    ) -> Self {
        let spec = MetricSpec::new(id, unit, meaning, MetricKind::Mean);
        Self::new(spec, move |end| Ratio { num: measure(end), den: 1 })
    }

    /// The mean over all games of a number that was counted.
    #[must_use]
    pub fn per_game<N: Into<i64>>(
        id: impl Into<String>,
        unit: &'static str,
        meaning: impl Into<String>,
        count: impl Fn(&CountersOf<G>) -> N + Send + Sync + 'static,
    ) -> Self {
        Self::mean(id, unit, meaning, move |end| count(end.counters).into())
    }

    /// A ratio of two totals; its unit is `share` if it is one.
    #[must_use]
    pub fn ratio(
        id: impl Into<String>,
        unit: &'static str,
        meaning: impl Into<String>,
        measure: impl Fn(&GameEnd<'_, G>) -> Ratio + Send + Sync + 'static,
    ) -> Self {
        Self::new(MetricSpec::new(id, unit, meaning, MetricKind::Ratio), measure)
    }

    /// The same metric with numerators counted in parts of one.
    #[must_use]
    pub fn in_parts(mut self, parts: u32) -> Self {
        self.spec.parts = parts;
        self
    }
}

/// The event that a card is among what a seat begins with. Where chance alone decides that, its
/// figure is an effect and not a mere association: the summary shows it. Where a seat's side decides it, the card
/// report leaves it empty. Every game has it.
pub const OPENING: &str = "opening";

/// The event that a card comes from a draw pile. Every game that refills a draw pile has it.
pub const DRAWN: &str = "drawn";

/// The names of everything that is counted of a game, in the order of the tallies.
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
    pub metrics: Vec<MetricSpec>,
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
pub enum MetricKind {
    /// 0 or 1 of 0 or 1 in each game: Wilson's interval.
    Share,
    /// A number of each game, the denominator always 1: t interval.
    Mean,
    /// A ratio of two totals: the ratio interval.
    Ratio,
}

/// The names of a figure of `metrics.csv`.
#[derive(Clone, Debug)]
pub struct MetricSpec {
    /// The spec's id; `<metric>:<key>` for one of several values.
    pub id: String,
    /// Unit of the value: `share`, `rounds`, `damage`, …; a `share` is printed with six decimals.
    pub unit: &'static str,
    /// One line of meaning.
    pub meaning: String,
    /// Which interval is right.
    pub kind: MetricKind,
    /// Numerators are counted in this many parts of one (840 for shared wins; 1 otherwise).
    pub parts: u32,
}

impl MetricSpec {
    fn new(id: impl Into<String>, unit: &'static str, meaning: impl Into<String>, kind: MetricKind) -> Self {
        Self { id: id.into(), unit, meaning: meaning.into(), kind, parts: 1 }
    }
}

/// One game's part of a metric: a numerator and a denominator, which is never negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ratio {
    /// Numerator.
    pub num: i64,
    /// Denominator.
    pub den: i64,
}

impl Ratio {
    /// `num` of `den`.
    #[must_use]
    pub fn of(num: impl Into<i64>, den: impl Into<i64>) -> Self {
        Self { num: num.into(), den: den.into() }
    }

    /// Counts a game in which `among` holds; the numerator is 1 if `holds` does, too.
    #[must_use]
    pub fn whether(holds: bool, among: bool) -> Self {
        Self { num: i64::from(holds && among), den: i64::from(among) }
    }
}
