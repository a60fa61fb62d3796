//! Hidden cards are dealt again uniformly, consistently with the open cards.

use super::super::state::Phase;
use super::super::{KnifeFight, Rank, State};
use super::duel::duel;
use super::{BLACK, cards, rank};
use crate::model::{ChanceStreams, Game, JointMove, Seats, Seed};
use std::collections::BTreeMap;

/// The number of physical hands of `size` cards from `held`, by content.
fn hands(held: &[Rank], size: usize) -> BTreeMap<Vec<Rank>, f64> {
    let mut ways = BTreeMap::new();
    for subset in 0_u32..1 << held.len() {
        if subset.count_ones() as usize == size {
            let chosen = held.iter().enumerate().filter(|(index, _)| subset >> index & 1 == 1);
            let mut hand: Vec<Rank> = chosen.map(|(_, rank)| *rank).collect();
            hand.sort();
            *ways.entry(hand).or_insert(0.0) += 1.0;
        }
    }
    ways
}

/// χ² of red's hand over 30,000 redeals for black, relative to these weights, and the degrees of freedom.
fn chi_squared(game: &KnifeFight, state: &State, ways: &BTreeMap<Vec<Rank>, f64>) -> (f64, usize) {
    let mut seen: BTreeMap<Vec<Rank>, f64> = BTreeMap::new();
    let unseen = state.players[1].unseen;
    let n_redeals = 30_000_u32;
    for nth in 0..n_redeals {
        let mut copy = *state;
        game.determinize(&mut copy, BLACK, &mut Seed::new(41).game(u64::from(nth)).chance(2));
        let red = &copy.players[1];
        let hand: Vec<Rank> =
            Rank::all().flat_map(|rank| std::iter::repeat_n(rank, red.hand.count(rank))).collect();
        let mut both: Vec<Rank> = hand.iter().chain(red.deck.iter()).copied().collect();
        both.sort();
        let unseen: Vec<Rank> =
            Rank::all().flat_map(|rank| std::iter::repeat_n(rank, unseen.count(rank))).collect();
        assert_eq!(both, unseen, "hand and deck are what is unseen");
        assert!(ways.contains_key(&hand), "a hand that the open cards exclude: {hand:?}");
        *seen.entry(hand).or_insert(0.0) += 1.0;
    }
    let total: f64 = ways.values().sum();
    let cells = ways.iter().map(|(hand, ways)| {
        let expected = f64::from(n_redeals) * ways / total;
        (seen.get(hand).unwrap_or(&0.0) - expected).powi(2) / expected
    });
    (cells.sum(), ways.len() - 1)
}

/// A bound above the 99.99 % point of χ² for up to 30 degrees of freedom (Wilson & Hilferty 1931).
fn far(freedom: usize) -> f64 {
    let k = freedom as f64;
    k * (1.0 - 2.0 / (9.0 * k) + 3.72 * (2.0 / (9.0 * k)).sqrt()).powi(3)
}

/// Both players have laid a King, under rules by which only numbers follow.
fn both_kings(red: &str) -> (KnifeFight, State) {
    let set = "king-follow-up = number";
    let mut state = duel(set, BLACK_SIDE, red).before();
    let game = super::house(set);
    let mut chosen = JointMove::default();
    for seat in Seats::first(2) {
        chosen.set(seat, rank("king"));
    }
    game.play(&mut state, &mut chosen, &mut ChanceStreams::stacked(), &mut crate::model::NoObserver);
    (game, state)
}

const BLACK_SIDE: &str = "hand king king two; deck 8×two";

#[test]
fn the_opponent_is_dealt_every_hand_that_the_open_cards_allow() {
    let new = duel("", BLACK_SIDE, "hand ace two joker; deck ace 2×queen king").before();
    // An opponent that follows a King has a number, one with a King alone has none.
    let (following, follows) = both_kings("hand king two joker; deck 2×ace 2×queen");
    assert_eq!(follows.phase, Phase::Follow(Seats::first(2)));
    let (alone, is_alone) = both_kings("hand king queen joker; deck 2×ace two queen jack");
    assert_eq!((is_alone.phase, is_alone.players[1].front), (Phase::Follow(Seats::only(BLACK)), Rank::ALONE));
    for (game, state, held, size, has_number) in [
        (super::house(""), new, "2×ace two 2×queen king joker", 3, None),
        (following, follows, "2×ace two 2×queen joker", 2, Some(true)),
        (alone, is_alone, "2×ace two 2×queen joker jack", 2, Some(false)),
    ] {
        let mut ways = hands(&cards(held), size);
        ways.retain(|hand, _| has_number.is_none_or(|has| has == hand.iter().any(|rank| rank.is_number())));
        let (chi2, freedom) = chi_squared(&game, &state, &ways);
        assert!(chi2 < far(freedom), "{held}: χ² = {chi2} of {freedom}");
    }
}
