//! Tests that cards are shuffled when they return to a draw pile.

use super::walk::chance;
use super::{Law, play_on};
use crate::model::{CardEvent, DRAWN, Described, Event, Game, Observer, Seed};
use std::collections::{BTreeMap, BTreeSet};

/// Number of games of each config, and the minimum number of games with a refill for the law to apply.
const GAMES: u64 = 8;
const ENOUGH: usize = 4;

/// An event of a game: its lines of the story, and its card event.
type Happened = (String, Option<CardEvent>);

/// Records the events of a game.
struct Recorder<'g, G> {
    game: &'g G,
    events: Vec<Happened>,
}

impl<G: Game> Observer<G::Event> for Recorder<'_, G> {
    fn on_event(&mut self, event: G::Event) {
        let mut line = String::new();
        self.game.describe(Described::Event(&event), &mut line).expect("a string");
        self.events.push((line, event.card()));
    }
}

/// Plays a game of random players. `exchanged` is a source of chance that uses different numbers after the
/// deal.
fn happened<G: Game>(game: &G, game_idx: u64, exchanged: Option<usize>) -> Vec<Happened> {
    let mut recorder = Recorder { game, events: Vec::new() };
    let mut chance_streams = chance::<G>(21, game_idx);
    let state = game.new_game(&mut chance_streams, &mut recorder);
    if let Some(source) = exchanged {
        std::mem::swap(chance_streams.source(source), chance::<G>(22, game_idx).source(source));
    }
    let mut rng = Seed::new(21).game(game_idx).bot(0);
    play_on(game, state, &mut chance_streams, |_, n| rng.below(n), &mut recorder, |_, _, _| {});
    recorder.events
}

/// The number of games that refill a draw pile, and 1 if a different card is drawn from it with different
/// numbers in one of them.
///
/// If a player draws a card more often than one deck contains it, the card has returned to the draw pile in
/// between. The games with a refill can therefore be found without knowledge of their states.
fn refills<G: Game>(game: &G) -> (usize, usize) {
    let schema = game.schema();
    let Some(drawn) = schema.events.iter().position(|event| *event == DRAWN) else { return (0, 0) };
    let draw = |event: Option<CardEvent>| event.filter(|event| event.event == drawn);
    let is_refilled = |events: &[Happened]| {
        let mut draws = BTreeMap::<_, u32>::new();
        for event in events.iter().filter_map(|(_, event)| draw(*event)) {
            *draws.entry((event.card, event.seat)).or_default() += 1;
        }
        let kinds: BTreeSet<usize> = draws.keys().map(|(card, _)| *card).collect();
        let returned = |card: usize, n_draws: u32| schema.cards[card].copies[0].is_some_and(|n| n_draws > n);
        kinds.len() > 1 && draws.iter().any(|((card, _), n_draws)| returned(*card, *n_draws))
    };
    let (mut n_refilled, mut n_shuffled) = (0, 0);
    for game_idx in 0..GAMES {
        let events = happened(game, game_idx, None);
        if !is_refilled(&events) {
            continue;
        }
        n_refilled += 1;
        let is_shuffled = |source| {
            let others = happened(game, game_idx, Some(source));
            let first = events.iter().zip(&others).find(|(event, other)| event != other);
            first.is_some_and(|((_, one), (_, other))| draw(*one).is_some() && draw(*other).is_some())
        };
        // One is enough for the law, and every source is another game.
        n_shuffled += usize::from(n_shuffled == 0 && (0..G::INFO.chance.len()).any(is_shuffled));
    }
    (n_refilled, n_shuffled)
}

/// In some of the games that refill a draw pile, the first effect of different numbers from some source of
/// chance must be that a different card is drawn. If there is no effect, or if something else changes first,
/// the refilled pile was not shuffled.
#[derive(Clone, Copy)]
pub struct RefilledDecksAreShuffled;
impl Law for RefilledDecksAreShuffled {
    fn hold<G: Game>(self, name: &str, game: &G) {
        let (n_refilled, n_shuffled) = refills(game);
        assert!(
            n_refilled < ENOUGH || n_shuffled > 0,
            "{name}: {n_refilled} of {GAMES} games refill a draw pile: expected other cards to be drawn from it with \
             other random numbers, found the same cards in all of them"
        );
    }
}

#[test]
fn a_refilled_draw_pile_is_shuffled() {
    super::hold_everywhere(RefilledDecksAreShuffled);
}

/// Without this test, the law could pass because there is nothing to test.
#[test]
fn the_law_finds_the_games_that_refill_a_draw_pile() {
    use super::with_set;
    use crate::games::{fight::Fight, stabby_jack::StabbyJack};
    for (name, set) in [
        ("Stabby Jack", refills(&with_set::<StabbyJack>(&[]).expect("rules"))),
        ("Fight!", refills(&with_set::<Fight>(&[]).expect("rules"))),
    ] {
        assert!(set.0 >= ENOUGH, "{name}: {set:?} of {GAMES} games");
    }
}
