//! A test bench for any game: plays a position move by move, each move given by its id, with stacked decks.

use super::walk::{menu, status};
use crate::model::{
    ChanceStreams, CountersOf, DenseRows, Described, FeatureSet, Game, GameEnd, JointMove, Observer, Outcome,
    Ratio, Seat, Seats, Status, move_id,
};

/// A game in progress, with all its events so far.
pub(in crate::games) struct Bench<G: Game> {
    pub(in crate::games) game: G,
    pub(in crate::games) state: G::State,
    pub(in crate::games) chance: ChanceStreams,
    pub(in crate::games) events: Vec<G::Event>,
}

impl<G: Game> Bench<G> {
    /// A new game with stacked decks: every deck keeps the order of its cards.
    pub(in crate::games) fn new(game: G) -> Self {
        let (mut chance, mut events) = (ChanceStreams::stacked(), Vec::new());
        let state = game.new_game(&mut chance, &mut events);
        Self { game, state, chance, events }
    }

    /// The seats that must choose; none if the game is over.
    pub(in crate::games) fn seats(&self) -> Seats {
        match status(&self.game, &self.state) {
            Status::Choose(seats) => seats,
            Status::Over(_) => Seats::NONE,
        }
    }

    /// The outcome, if the game is over.
    pub(in crate::games) fn outcome(&self) -> Option<Outcome> {
        match status(&self.game, &self.state) {
            Status::Choose(_) => None,
            Status::Over(outcome) => Some(outcome),
        }
    }

    /// The ids of the legal moves of a seat that must choose.
    pub(in crate::games) fn menu(&self, seat: Seat) -> Vec<String> {
        menu(&self.game, &self.state, seat).into_iter().map(|mv| move_id(&self.game, mv)).collect()
    }

    /// The decision and the seats that must choose.
    pub(in crate::games) fn asked(&self) -> (&'static str, Vec<usize>) {
        let seats = self.seats();
        let decision = seats.lowest().map_or("over", |seat| self.game.decision(&self.state, seat).name);
        (decision, seats.into_iter().map(Seat::index).collect())
    }

    /// Number of these events.
    pub(in crate::games) fn count(&self, holds: impl Fn(&G::Event) -> bool) -> usize {
        self.events.iter().filter(|event| holds(event)).count()
    }

    /// Continues: the seats that must choose make the moves with these ids, the lowest seat first.
    #[track_caller]
    pub(in crate::games) fn play(&mut self, ids: &[&str]) -> &mut Self {
        let seats = self.seats();
        assert_eq!(seats.len(), ids.len(), "{seats:?} must choose, found moves {ids:?}");
        let mut joint = JointMove::default();
        for (seat, id) in seats.into_iter().zip(ids) {
            let mv =
                menu(&self.game, &self.state, seat).into_iter().find(|mv| move_id(&self.game, *mv) == *id);
            let mv =
                mv.unwrap_or_else(|| panic!("{seat:?}: expected one of {:?}, found {id}", self.menu(seat)));
            joint.set(seat, mv);
        }
        self.game.play(&mut self.state, &mut joint, &mut self.chance, &mut self.events);
        self
    }
}

/// These events as a story.
pub(in crate::games) fn story<G: Game>(game: &G, events: &[G::Event]) -> String {
    let mut story = String::new();
    for event in events {
        game.describe(Described::Event(event), &mut story).expect("a string takes every text");
    }
    story
}

/// The features of each move of a menu, as a seat sees them.
pub(in crate::games) fn features<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    menu: &[G::Move],
) -> Vec<f64> {
    let n_features = game.feature_list().len();
    let mut rows = vec![0.0; menu.len() * n_features];
    let view = game.view(state, seat);
    game.features(&view, menu, &mut DenseRows::new(FeatureSet::ALL, n_features, &mut rows));
    rows
}

/// The counters after these events.
pub(in crate::games) fn counters<G: Game>(events: &[G::Event]) -> CountersOf<G> {
    let mut counters = CountersOf::<G>::default();
    events.iter().for_each(|event| counters.on_event(*event));
    counters
}

/// One game's contribution to the metric with this id.
#[track_caller]
pub(in crate::games) fn metric<G: Game>(
    game: &G,
    state: &G::State,
    events: &[G::Event],
    outcome: Outcome,
    id: &str,
) -> Ratio {
    let counters = counters::<G>(events);
    let end = GameEnd { game, state, counters: &counters, outcome };
    let metrics = game.measures().metrics;
    let metric = metrics.iter().find(|metric| metric.spec.id == id);
    (metric.unwrap_or_else(|| panic!("there is no metric {id}")).measure)(&end)
}

/// One game's contribution to every metric, by id.
pub(in crate::games) fn metrics<G: Game>(
    game: &G,
    state: &G::State,
    counters: &CountersOf<G>,
    outcome: Outcome,
) -> Vec<(String, Ratio)> {
    let end = GameEnd { game, state, counters, outcome };
    game.measures().metrics.iter().map(|metric| (metric.spec.id.clone(), (metric.measure)(&end))).collect()
}
