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

const BLACK_SIDE: &str = "hand king king two; deck 8×two";
const RED_HELD: &str = "2×ace two 2×queen king joker";

#[test]
fn the_opponent_s_hand_is_dealt_again_uniformly() {
    let game = super::house("");
    let state = duel("", BLACK_SIDE, "hand ace two joker; deck ace 2×queen king").before();
    let (chi2, freedom) = chi_squared(&game, &state, &hands(&cards(RED_HELD), 3));
    assert!(chi2 < far(freedom), "χ² = {chi2} of {freedom}");
}

#[test]
fn the_redealt_decks_are_drawn_from_uniformly_too() {
    // After a redeal, cards are drawn without replacement, so the next card can be any remaining one.
    let game = super::house("");
    let state = duel("", BLACK_SIDE, "hand ace two joker; deck ace 2×queen king").before();
    let mut next = BTreeMap::new();
    for nth in 0..14_000 {
        let mut copy = state;
        let mut chance = Seed::new(42).game(nth).chance(2);
        game.determinize(&mut copy, BLACK, &mut chance);
        let card = copy.players[1].deck.draw(chance.source(1)).expect("four cards");
        *next.entry(card).or_insert(0.0) += 1.0;
    }
    let held = cards(RED_HELD);
    for (card, n) in next {
        let copies = held.iter().filter(|other| **other == card).count() as f64;
        let (expected, p) = (2000.0 * copies, copies / 7.0);
        let z = (n - expected) / (14_000.0 * p * (1.0 - p)).sqrt();
        assert!(z.abs() < 4.0, "{}: {n} times, expected {expected}", card.id());
    }
}

/// Both players lay a King.
fn both_kings(set: &str, red: &str) -> (KnifeFight, State) {
    let mut state = duel(set, BLACK_SIDE, red).before();
    let game = super::house(set);
    let mut chosen = JointMove::default();
    for seat in Seats::first(2) {
        chosen.set(seat, rank("king"));
    }
    game.play(&mut state, &mut chosen, &mut ChanceStreams::stacked(), &mut crate::model::NoObserver);
    (game, state)
}

#[test]
fn an_opponent_that_follows_a_king_is_dealt_a_card_to_follow_with() {
    let (game, state) = both_kings("king-follow-up = number", "hand king two joker; deck 2×ace 2×queen");
    assert_eq!(state.phase, Phase::Follow(Seats::first(2)));
    let mut ways = hands(&cards("2×ace two 2×queen joker"), 2);
    ways.retain(|hand, _| hand.iter().any(|rank| rank.is_number()));
    let (chi2, freedom) = chi_squared(&game, &state, &ways);
    assert!(chi2 < far(freedom), "χ² = {chi2} of {freedom}");
}

#[test]
fn an_opponent_with_a_king_alone_is_dealt_no_card_to_follow_with() {
    let (game, state) =
        both_kings("king-follow-up = number", "hand king queen joker; deck 2×ace two queen jack");
    assert_eq!((state.phase, state.players[1].front), (Phase::Follow(Seats::only(BLACK)), Rank::ALONE));
    let mut ways = hands(&cards("2×ace two 2×queen joker jack"), 2);
    ways.retain(|hand, _| !hand.iter().any(|rank| rank.is_number()));
    let (chi2, freedom) = chi_squared(&game, &state, &ways);
    assert!(chi2 < far(freedom), "χ² = {chi2} of {freedom}");
}
