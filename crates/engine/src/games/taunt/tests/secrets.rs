//! Hidden information: views and redeals in all modes.

use super::*;
use crate::model::Seed;

#[test]
fn a_queue_is_dealt_again_from_all_cards_that_it_may_hold() {
    let mut play = Play::set_up("mooshmere wollypobber");
    play.play(&["taunt", "heal"]).play(&["punch"]);
    let view = |play: &Play| format!("{:?}", play.game.view(&play.state, seat(1)));
    let before = view(&play);
    play.play(&["kick"]);
    assert_eq!(before, view(&play), "queueing shows nothing");
    play.play(&["stop"]);
    let mut seen = std::collections::BTreeSet::new();
    for salt in 0..2000 {
        let mut copy = play.state.clone();
        play.game.determinize(&mut copy, seat(1), &mut Seed::new(salt).game(0).chance(1));
        assert_eq!(copy.secrets[seat(0)].queue.len(), 2);
        seen.insert(copy.secrets[seat(0)].queue.places().collect::<Vec<_>>());
    }
    assert_eq!(seen.len(), 8 * 7, "any two of all cards but TAUNT");
}

/// The shares of `n` redeals in which `kind_of` gives each number are those of `weights`, within four standard errors.
fn redeals(play: &Play, viewer: usize, weights: &[u32], kind_of: impl Fn(&State) -> usize) {
    const N: u32 = 20_000;
    let mut counts = vec![0_u32; weights.len()];
    for salt in 0..N {
        let mut copy = play.state.clone();
        play.game.determinize(&mut copy, seat(viewer), &mut Seed::new(salt.into()).game(0).chance(1));
        counts[kind_of(&copy)] += 1;
    }
    let total: u32 = weights.iter().sum();
    for (weight, count) in weights.iter().zip(&counts) {
        let p = f64::from(*weight) / f64::from(total);
        let error = (f64::from(N) * p * (1.0 - p)).sqrt();
        assert!((f64::from(*count) - f64::from(N) * p).abs() <= 4.0 * error, "{counts:?} for {weights:?}");
    }
}

/// While queueing, a player knows only that the others have queued at most as many cards.
#[test]
fn the_length_of_a_redealt_queue_is_that_of_a_uniform_queue() {
    let mut play = Play::set_up("mooshmere wollypobber");
    play.play(&["taunt", "taunt"]).play(&["punch", "kick"]);
    assert_eq!(
        (play.asked(), play.menu(seat(0)).len()),
        (("combo", vec![0, 1]), 8),
        "stop, or one of 7 cards"
    );
    // No card, or one of eight, with which the other still queues.
    redeals(&play, 1, &[1, 8], |state| state.secrets[seat(0)].queue.len());
    redeals(&play, 1, &[1, 8], |state| usize::from(state.asked.has(seat(0))));
}

/// Three decks of three cards, three copies of each of three moves, and a queue of one card, which may be a Switch.
#[test]
fn redealt_monsters_are_uniform_among_the_decks_that_can_hold_the_queue() {
    let pool = "monsters.pool=[\"punch\",\"kick\",\"taunt\"]";
    let sets = ["setup.mode=monsters", pool, "monsters.pool-copies=3", "monsters.deck-size=3"];
    let mut play = Play::of(&[], &sets);
    for card in ["punch", "kick", "taunt"].repeat(3) {
        play.play(&[card, card]);
    }
    play.play(&["monster-1", "monster-1"]).play(&["taunt", "punch"]);
    play.play(&["kick"]).play(&["stop"]);
    assert_eq!((play.asked().0, play.fighter(0).queued), ("select", 1));
    // All pairs of the eight unseen cards beside the known TAUNT: the number of TAUNTs, and the queues of one card.
    let unseen = ["punch", "punch", "punch", "kick", "kick", "kick", "taunt", "taunt"];
    let mut weights = [0; 6];
    for (nth, one) in unseen.iter().enumerate() {
        for other in &unseen[..nth] {
            let n_starters = [one, other].iter().filter(|card| ***card == "taunt").count();
            weights[2 * n_starters] += 2 - u32::try_from(n_starters).expect("a few");
            weights[2 * n_starters + 1] += 2;
        }
    }
    let taunt = play.card("taunt");
    redeals(&play, 1, &weights, |state| {
        let deck = state.trainers[0].decks[0].cards();
        let n_starters = deck.iter().filter(|card| **card == taunt).count() - 1;
        let place = state.secrets[seat(0)].queue.places().next().expect("a queue");
        2 * n_starters + usize::from(place >= 12)
    });
}
