//! The seats are equal: with decks, luck and minds exchanged, every game is its mirror image.

use super::super::state::{Stage, State};
use super::super::{KnifeFight, Rules};
use super::house;
use super::walks::{play_out, random_rules};
use crate::model::{Counted, Fraction, Nobody, Outcome, Seats, Seed};

fn across(seats: Seats) -> Seats {
    seats.into_iter().map(crate::model::Seat::foe).collect()
}

fn mirrored_outcome(outcome: Outcome) -> Outcome {
    if let Outcome::Win(seats) = outcome { Outcome::Win(across(seats)) } else { outcome }
}

fn mirrored(state: &State) -> State {
    let mut state = *state;
    state.players.swap(0, 1);
    state.stage = match state.stage {
        Stage::Play => Stage::Play,
        Stage::Follow(seats) => Stage::Follow(across(seats)),
        Stage::Dress(seats) => Stage::Dress(across(seats)),
        Stage::Over(outcome) => Stage::Over(mirrored_outcome(outcome)),
    };
    state
}

fn play_both_ways(game: &KnifeFight, seed: u64, game_idx: u64) {
    let [black, red] = game.rules.decks;
    let image = KnifeFight::new(Rules { decks: [red, black], ..game.rules.clone() });
    let deal = Seed::new(seed).game(game_idx);
    let mut states = Vec::new();
    let mut minds = [deal.mind(0), deal.mind(1)];
    let (_, outcome) = play_out(game, &mut deal.dice(2), &mut minds, &mut Nobody, |state, _| {
        states.push(mirrored(state));
    });
    let (mut dice, mut minds) = (deal.dice(2), [deal.mind(1), deal.mind(0)]);
    dice.swap(0, 1);
    let mut n_seen = 0;
    let (_, image_outcome) = play_out(&image, &mut dice, &mut minds, &mut Nobody, |state, _| {
        assert_eq!(*state, states[n_seen], "look {n_seen}: no mirror image");
        n_seen += 1;
    });
    assert_eq!((image_outcome, n_seen), (mirrored_outcome(outcome), states.len()));
}

#[test]
fn with_everything_exchanged_every_game_is_its_mirror_image() {
    let printed = house("");
    (0..300).for_each(|game_idx| play_both_ways(&printed, 31, game_idx));
    let mut luck = Seed::new(32).game(0).mind(0);
    for seed in 0..150 {
        let game = random_rules(&mut luck);
        (0..8).for_each(|game_idx| play_both_ways(&game, seed, game_idx));
    }
}

#[test]
fn the_figures_of_a_mirrored_game_are_the_same() {
    use super::super::story::Sheet;
    let game = house("both-dead = last-to-empty");
    let measured = |swap: bool, game_idx| {
        let deal = Seed::new(33).game(game_idx);
        let (mut dice, mut minds) = (deal.dice(2), [deal.mind(0), deal.mind(1)]);
        if swap {
            dice.swap(0, 1);
            minds.swap(0, 1);
        }
        let mut sheet = Sheet::default();
        let (state, outcome) = play_out(&game, &mut dice, &mut minds, &mut sheet, |_, _| {});
        let mut fractions = vec![Fraction::default(); game.ledger().metrics.len()];
        game.measure(&state, &sheet, outcome, &mut fractions);
        fractions
    };
    for game_idx in 0..300 {
        assert_eq!(measured(false, game_idx), measured(true, game_idx), "game {game_idx}");
    }
}
