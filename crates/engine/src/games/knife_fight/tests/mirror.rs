//! The seats are equal: with decks, random numbers and bots exchanged, every game is its mirror image.

use super::super::state::{Phase, State};
use super::super::{KnifeFight, Rules};
use super::house;
use super::walks::{play_out, random_rules};
use crate::games::conformance::bench;
use crate::model::{NoObserver, Outcome, Seats, Seed};

fn across(seats: Seats) -> Seats {
    seats.into_iter().map(crate::model::Seat::foe).collect()
}

fn mirrored_outcome(outcome: Outcome) -> Outcome {
    if let Outcome::Win(seats) = outcome { Outcome::Win(across(seats)) } else { outcome }
}

fn mirrored(state: &State) -> State {
    let mut state = *state;
    state.players.swap(0, 1);
    state.phase = match state.phase {
        Phase::Play => Phase::Play,
        Phase::Follow(seats) => Phase::Follow(across(seats)),
        Phase::Dress(seats) => Phase::Dress(across(seats)),
        Phase::Over(outcome) => Phase::Over(mirrored_outcome(outcome)),
    };
    state
}

fn play_both_ways(game: &KnifeFight, seed: u64, game_idx: u64) {
    let [black, red] = game.rules.decks;
    let image = KnifeFight::new(Rules { decks: [red, black], ..game.rules.clone() });
    let deal = Seed::new(seed).game(game_idx);
    let mut states = Vec::new();
    let mut rngs = [deal.bot(0), deal.bot(1)];
    let (_, outcome) = play_out(game, &mut deal.chance(2), &mut rngs, &mut NoObserver, |state, _| {
        states.push(mirrored(state));
    });
    let (mut chance, mut rngs) = (deal.chance(2), [deal.bot(1), deal.bot(0)]);
    chance.swap(0, 1);
    let mut n_seen = 0;
    let (_, image_outcome) = play_out(&image, &mut chance, &mut rngs, &mut NoObserver, |state, _| {
        assert_eq!(*state, states[n_seen], "look {n_seen}: no mirror image");
        n_seen += 1;
    });
    assert_eq!((image_outcome, n_seen), (mirrored_outcome(outcome), states.len()));
}

#[test]
fn with_everything_exchanged_every_game_is_its_mirror_image() {
    let printed = house("");
    (0..300).for_each(|game_idx| play_both_ways(&printed, 31, game_idx));
    let mut luck = Seed::new(32).game(0).bot(0);
    for seed in 0..150 {
        let game = random_rules(&mut luck);
        (0..8).for_each(|game_idx| play_both_ways(&game, seed, game_idx));
    }
}

#[test]
fn the_figures_of_a_mirrored_game_are_the_same() {
    use super::super::story::Counters;
    let game = house("both-dead = last-to-empty");
    let measured = |swap: bool, game_idx| {
        let deal = Seed::new(33).game(game_idx);
        let (mut chance, mut rngs) = (deal.chance(2), [deal.bot(0), deal.bot(1)]);
        if swap {
            chance.swap(0, 1);
            rngs.swap(0, 1);
        }
        let mut counters = Counters::default();
        let (state, outcome) = play_out(&game, &mut chance, &mut rngs, &mut counters, |_, _| {});
        bench::metrics(&game, &state, &counters, outcome)
    };
    for game_idx in 0..300 {
        assert_eq!(measured(false, game_idx), measured(true, game_idx), "game {game_idx}");
    }
}
