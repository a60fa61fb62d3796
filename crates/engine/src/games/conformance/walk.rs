//! Plays games step by step for the conformance tests.

use super::Law;
use crate::model::{
    ChanceStreams, Game, JointMove, Moves, NoObserver, Observer, Outcome, Seat, Seats, Seed, Status,
};
use std::fmt::Debug;

/// Number of decisions, and of events, after which a game counts as endless. No valid config comes close.
const ENDLESS: u64 = 2_000_000;
const ENDLESS_EVENTS: u64 = 20_000_000;

/// Stops a game that continues without decisions: panics after too many events. It cannot stop a loop without
/// events.
struct Watchdog<'o, O> {
    observer: &'o mut O,
    n_events: u64,
}

impl<E: Debug, O: Observer<E>> Observer<E> for Watchdog<'_, O> {
    fn on_event(&mut self, event: E) {
        self.n_events += 1;
        assert!(
            self.n_events < ENDLESS_EVENTS,
            "the game does not end: {ENDLESS_EVENTS} events have happened, the last one is {event:?}"
        );
        self.observer.on_event(event);
    }
}

/// The random numbers of the dealer in this game.
pub(super) fn chance<G: Game>(seed: u64, game_idx: u64) -> ChanceStreams {
    Seed::new(seed).game(game_idx).chance(G::INFO.chance.len())
}

/// The legal moves of a seat that must choose.
pub(in crate::games) fn menu<G: Game>(game: &G, state: &G::State, seat: Seat) -> Vec<G::Move> {
    let mut menu = Vec::new();
    game.decision(state, seat).moves.list(&mut menu);
    menu
}

/// The seats that must choose, or the outcome. A paused game only inspects its state and does not change it.
pub(in crate::games) fn status<G: Game>(game: &G, state: &G::State) -> Status {
    game.play(&mut state.clone(), &mut JointMove::default(), &mut chance::<G>(0, 0), &mut NoObserver)
}

/// Plays a game with random choices and calls `look` at every decision; returns the final state.
pub(in crate::games) fn walk<G: Game>(
    game: &G,
    game_idx: u64,
    mut look: impl FnMut(&G::State, Seats),
) -> G::State {
    walk_with(game, game_idx, &mut look)
}

/// The same, compiled once for each game instead of once for each use.
fn walk_with<G: Game>(game: &G, game_idx: u64, look: &mut dyn FnMut(&G::State, Seats)) -> G::State {
    let mut chance = chance::<G>(7, game_idx);
    let mut rng = Seed::new(7).game(game_idx).bot(0);
    let state = game.new_game(&mut chance, &mut NoObserver);
    let pick = |_, n_moves| rng.below(n_moves);
    let asked = |state: &G::State, seats: Seats, _: &mut NoObserver| {
        if !seats.is_empty() {
            look(state, seats);
        }
    };
    play_on(game, state, &mut chance, pick, &mut NoObserver, asked).0
}

/// Plays a game to its end. `pick` gives the index of every move in its menu. `look` is called with every
/// state in which seats choose, and with the final state.
pub(in crate::games) fn play_on<G: Game, O: Observer<G::Event>>(
    game: &G,
    mut state: G::State,
    chance: &mut ChanceStreams,
    mut pick: impl FnMut(Seat, usize) -> usize,
    observer: &mut O,
    mut look: impl FnMut(&G::State, Seats, &mut O),
) -> (G::State, Outcome) {
    let mut watched = Watchdog { observer, n_events: 0 };
    let mut status = game.play(&mut state, &mut JointMove::default(), chance, &mut watched);
    for _ in 0..ENDLESS {
        let seats = match status {
            Status::Choose(seats) => seats,
            Status::Over(outcome) => {
                look(&state, Seats::NONE, watched.observer);
                return (state, outcome);
            }
        };
        look(&state, seats, watched.observer);
        let mut joint = JointMove::default();
        for seat in seats {
            let menu = menu(game, &state, seat);
            joint.set(seat, menu[pick(seat, menu.len())]);
        }
        status = game.play(&mut state, &mut joint, chance, &mut watched);
    }
    panic!("{}: the game does not end: it has asked for {ENDLESS} decisions", G::INFO.id);
}

/// Every game ends. The other laws are checked after this one, so that an endless game is reported.
#[derive(Clone, Copy)]
pub struct GamesEnd;
impl Law for GamesEnd {
    fn hold<G: Game>(self, _: &str, game: &G) {
        for game_idx in 0..2 {
            walk(game, game_idx, |_, _| {});
        }
    }
}

#[test]
fn every_game_ends() {
    super::hold_everywhere(GamesEnd);
}
