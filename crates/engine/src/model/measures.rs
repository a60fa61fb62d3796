//! The statistics of a game besides wins: length, groups of players, cards, and its own metrics.

use super::cards::Card;
use super::game::Game;
use super::leads::Leads;
use super::observer::Event;
use super::outcome::Outcome;
use super::seat::Seat;
use std::fmt;

/// Everything that a game with certain rules reports. Each name is declared together with the function that
/// measures it, so names and numbers cannot be mixed up.
pub struct Measures<G: Game> {
    /// Number of players (seats 0 to `players` - 1).
    pub players: usize,
    /// Whether the numbers of the seats are an order of play, which decides how people call them.
    pub seat_order: SeatOrder,
    /// The unit of the length of a game (`rounds`, `turns`), and the function that returns the length of a
    /// finished game.
    pub length: (&'static str, fn(&G::State) -> u64),
    /// The length of the longest possible game, if the rules limit it.
    pub longest: Option<u64>,
    /// Groups of players besides `seat` and `bot`, which every game has.
    pub groups: Vec<PlayerGroup<G>>,
    /// The index of the group whose keys are the sides of the card report (besides `all`), if any.
    pub sides: Option<usize>,
    /// The card events, in the order of the card report.
    pub events: Vec<&'static str>,
    /// Whether chance alone decides who has which card in the opening, before any player's decision.
    pub deals_opening: bool,
    /// The cards of the card report, in order.
    pub cards: Vec<CardSpec>,
    /// The replacement for a card that a seat plays without ([`Game::without`]), in a sentence.
    pub replacement: &'static str,
    /// The game's own metrics, in order.
    pub metrics: Vec<Metric<G>>,
}

impl<G: Game> Measures<G> {
    /// Measures for two players with equal decks who choose at once: no groups, dealt openings, and every event
    /// can happen to every card. The caller adds the longest length, the replacement and the metrics.
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
            seat_order: SeatOrder::AtOnce,
            length,
            longest: None,
            groups: Vec::new(),
            sides: None,
            events: events.to_vec(),
            deals_opening: true,
            cards: T::ALL.iter().map(spec).collect(),
            replacement: "",
            metrics: Vec::new(),
        }
    }

    /// The names of all statistics, in a game in which this unit shows who leads.
    #[must_use]
    pub fn schema(&self, lead: Option<&'static str>) -> StatSchema {
        let of_lead = lead.into_iter().flat_map(Leads::specs);
        StatSchema {
            players: self.players,
            seat_order: self.seat_order,
            unit: self.length.0,
            longest: self.longest,
            lead,
            groups: self.groups.iter().map(|group| group.group.clone()).collect(),
            sides: self.sides,
            events: self.events.clone(),
            deals_opening: self.deals_opening,
            cards: self.cards.clone(),
            metrics: self.metrics.iter().map(|metric| metric.spec.clone()).chain(of_lead).collect(),
        }
    }
}

impl<G: Game> fmt::Debug for Measures<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.schema(None).fmt(f)
    }
}

/// A group of players, and the function that finds a seat's key in it.
pub struct PlayerGroup<G: Game> {
    /// The names of the group and of its keys.
    pub group: Group,
    /// The index of the seat's key in [`Group::keys`] at the end of the game; `None` if it has none.
    pub key: fn(&G, &G::State, Seat) -> Option<usize>,
}

/// The counters of a game's events.
pub type CountersOf<G> = <<G as Game>::Event as Event>::Counters;

/// A finished game, as its metrics see it.
pub struct GameEnd<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The final state.
    pub state: &'a G::State,
    /// The counters.
    pub counters: &'a CountersOf<G>,
    /// The outcome.
    pub outcome: Outcome,
}

/// Measures one game's contribution to a metric.
type Measure<G> = Box<dyn Fn(&GameEnd<'_, G>) -> Ratio + Send + Sync>;

/// A metric of a game: its name, unit and meaning, and the function that measures it.
pub struct Metric<G: Game> {
    /// Its id, unit and meaning.
    pub spec: MetricSpec,
    /// One game's contribution to it.
    pub measure: Measure<G>,
}

impl<G: Game> Metric<G> {
    fn new(spec: MetricSpec, measure: impl Fn(&GameEnd<'_, G>) -> Ratio + Send + Sync + 'static) -> Self {
        Self { spec, measure: Box::new(measure) }
    }

    /// A share of games: the games in which it happened, out of those in which it could.
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

    /// The mean over all games of a counter.
    #[must_use]
    pub fn per_game<N: Into<i64>>(
        id: impl Into<String>,
        unit: &'static str,
        meaning: impl Into<String>,
        count: impl Fn(&CountersOf<G>) -> N + Send + Sync + 'static,
    ) -> Self {
        Self::mean(id, unit, meaning, move |end| count(end.counters).into())
    }

    /// A ratio of two totals. Its unit is `share` if it is a share.
    #[must_use]
    pub fn ratio(
        id: impl Into<String>,
        unit: &'static str,
        meaning: impl Into<String>,
        measure: impl Fn(&GameEnd<'_, G>) -> Ratio + Send + Sync + 'static,
    ) -> Self {
        Self::new(MetricSpec::new(id, unit, meaning, MetricKind::Ratio), measure)
    }

    /// The same metric with numerators counted in `parts` of one.
    #[must_use]
    pub fn in_parts(mut self, parts: u32) -> Self {
        self.spec.parts = parts;
        self
    }
}

/// The event that a card is in a seat's opening. If chance alone decides the opening, its figure is an effect
/// and not only an association, and the summary shows it. If a seat's side decides the opening, the card
/// report leaves the figure empty. Every game has this event.
pub const OPENING: &str = "opening";

/// The event that a card was drawn from a draw pile. Every game that refills a draw pile has it.
pub const DRAWN: &str = "drawn";

/// Whether the numbers of the seats are an order of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeatOrder {
    /// Seat 0 begins every game and the others follow: *first player*, *second player*, …
    InTurn,
    /// All players choose at once, or chance decides who begins: *player 1*, *player 2*, …
    #[default]
    AtOnce,
}

/// The names of all statistics of a game, in the order of the tallies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatSchema {
    /// Number of players.
    pub players: usize,
    /// Whether the numbers of the seats are an order of play.
    pub seat_order: SeatOrder,
    /// The unit of the length of a game: `rounds`, `turns`, …
    pub unit: &'static str,
    /// The length of the longest possible game, if the rules limit it.
    pub longest: Option<u64>,
    /// The unit of the lead, such as `Glory`; `None` if the game has no lead.
    pub lead: Option<&'static str>,
    /// Groups of players besides `seat` and `bot`, which every game has.
    pub groups: Vec<Group>,
    /// The index of the group whose keys are the sides of the card report (besides `all`), if any.
    pub sides: Option<usize>,
    /// The events of the card report, in order.
    pub events: Vec<&'static str>,
    /// Whether chance alone decides who has which card in the opening, before any player's decision.
    pub deals_opening: bool,
    /// The cards of the card report, in order.
    pub cards: Vec<CardSpec>,
    /// The game's own metrics, in order, then those of who leads.
    pub metrics: Vec<MetricSpec>,
}

impl StatSchema {
    /// Number of sides of the card report besides `all`.
    #[must_use]
    pub fn n_sides(&self) -> usize {
        self.sides.map_or(0, |group| self.groups[group].keys.len())
    }

    /// Whether the sides of the card report are its strata, too: every side has one seat of its own in every game.
    fn sides_are_strata(&self) -> bool {
        self.sides
            .map(|group| &self.groups[group])
            .is_some_and(|group| group.keys.len() == self.players && group.has_key_for_each_seat())
    }

    /// Number of strata: the players at one seat who are of one side. Only players of the same stratum are compared, because
    /// sides differ in their cards, and seats in their turn and their bot.
    #[must_use]
    pub fn n_strata(&self) -> usize {
        if self.sides_are_strata() { self.players } else { self.players * self.n_sides().max(1) }
    }

    /// Number of entries of the card report: `all`, the sides, and the strata if they are not the sides.
    #[must_use]
    pub fn n_entries(&self) -> usize {
        1 + self.n_strata() + if self.sides_are_strata() { 0 } else { self.n_sides() }
    }

    /// The entries that are the strata of `all` (entry 0) or of a side; none for a side that is one stratum.
    pub fn strata_of(&self, entry: usize) -> impl Iterator<Item = usize> + use<> {
        let strata = self.n_entries() - self.n_strata()..self.n_entries();
        let (first, step) = match entry.checked_sub(1) {
            None => (0, 1),
            // The strata of a seat are together.
            Some(side) if !self.sides_are_strata() => (side, self.n_sides().max(1)),
            Some(_) => (self.n_strata(), 1),
        };
        strata.skip(first).step_by(step)
    }
}

/// A way to group players in `win_rates.csv`.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The group's name: `side`, `character`, `team`.
    pub name: &'static str,
    /// The keys, by index.
    pub keys: Vec<String>,
    /// Whether the members of a key are a team, which wins or loses as a unit: its seats count once per game,
    /// and its win is the sum of its members' shares.
    pub teams: bool,
    /// The index of every seat's key, if it is the same in every game.
    pub seats: Option<Vec<usize>>,
}

impl Group {
    /// Whether every seat has the same key in every game.
    #[must_use]
    pub const fn is_fixed(&self) -> bool {
        self.seats.is_some()
    }

    /// The key of a seat; `None` if it differs between games.
    #[must_use]
    pub fn key_of(&self, seat: usize) -> Option<usize> {
        self.seats.as_ref()?.get(seat).copied()
    }

    /// Whether the seats share the keys out among themselves: every key belongs to one seat, the same in every game.
    #[must_use]
    pub fn has_key_for_each_seat(&self) -> bool {
        let keys = 0..self.keys.len();
        self.seats.as_ref().is_some_and(|seats| {
            seats.len() == self.keys.len() && keys.into_iter().all(|key| seats.contains(&key))
        })
    }
}

/// A card of the card report.
#[derive(Clone, Debug, PartialEq)]
pub struct CardSpec {
    /// The card's id.
    pub id: String,
    /// The events that can happen to it: bit i for event i of [`StatSchema::events`].
    pub events: u32,
    /// Copies in one deck at the start: for `all`, then for each side; `None` if the number differs between
    /// seats or games.
    pub copies: Vec<Option<u32>>,
}

impl CardSpec {
    /// Whether a seat may have several copies.
    #[must_use]
    pub fn may_have_copies(&self) -> bool {
        let may_be_several = |copies: &Option<u32>| copies.is_none_or(|copies| copies > 1);
        match &self.copies[..] {
            [None, sides @ ..] if !sides.is_empty() => sides.iter().any(may_be_several),
            copies => copies.first().is_some_and(may_be_several),
        }
    }
}

/// The kind of a metric, which determines the interval method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetricKind {
    /// Numerator and denominator are 0 or 1 in each game: Wilson's interval.
    Share,
    /// A number per game with denominator 1: t interval.
    Mean,
    /// A ratio of two totals: the ratio interval.
    Ratio,
}

/// The metadata of a figure in `metrics.csv`.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricSpec {
    /// Its id; `<metric>:<key>` for one of several values.
    pub id: String,
    /// Unit of the value: `share`, `rounds`, `damage`, …; a `share` is printed with six decimals.
    pub unit: &'static str,
    /// Its meaning, on one line.
    pub meaning: String,
    /// Its kind, which determines the interval method.
    pub kind: MetricKind,
    /// Numerators are counted in this many parts of one (840 for shared wins, otherwise 1).
    pub parts: u32,
}

impl MetricSpec {
    pub(super) fn new(
        id: impl Into<String>,
        unit: &'static str,
        meaning: impl Into<String>,
        kind: MetricKind,
    ) -> Self {
        Self { id: id.into(), unit, meaning: meaning.into(), kind, parts: 1 }
    }
}

/// One game's contribution to a metric: a numerator and a non-negative denominator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ratio {
    /// Numerator.
    pub num: i64,
    /// Denominator.
    pub den: i64,
}

impl Ratio {
    /// The ratio `num` / `den`.
    #[must_use]
    pub fn of(num: impl Into<i64>, den: impl Into<i64>) -> Self {
        Self { num: num.into(), den: den.into() }
    }

    /// Counts a game if `among` is true; the numerator is 1 if `holds` is also true.
    #[must_use]
    pub fn whether(holds: bool, among: bool) -> Self {
        Self { num: i64::from(holds && among), den: i64::from(among) }
    }
}
