//! Hidden information: views and redeals in all modes.

use super::*;
use crate::games::taunt::Move;
use crate::games::taunt::view::KnownDecks;
use crate::model::Seed;

#[test]
fn a_redealt_queue_is_as_long_as_everybody_sees() {
    for (name, game) in edge_games::<Taunt>() {
        walk(&game, 3, |state, _| {
            for seat in Seats::first(game.rules.players) {
                let mut copy = state.clone();
                game.determinize(&mut copy, seat, &mut Seed::new(1).game(3).chance(1));
                for other in state.open.combos {
                    let queue = copy.secrets[other].queue;
                    assert_eq!(queue.len(), usize::from(state.open.fighters[other].queued), "{name}");
                    assert_eq!(queue.mask().count_ones() as usize, queue.len(), "{name}");
                }
            }
        });
    }
}

#[test]
fn a_queue_is_dealt_again_from_all_cards_that_it_may_hold() {
    let mut play = Play::duel("mooshmere", "wollypobber");
    play.choose(&["taunt", "heal"]).choose(&["punch"]);
    let view = |play: &Play| format!("{:?}", play.game.view(&play.state, seat(1)));
    let before = view(&play);
    play.choose(&["kick"]);
    assert_eq!(before, view(&play), "queueing shows nothing");
    play.choose(&["stop"]);
    let mut seen = std::collections::BTreeSet::new();
    for salt in 0..2000 {
        let mut copy = play.state.clone();
        play.game.determinize(&mut copy, seat(1), &mut Seed::new(salt).game(0).chance(1));
        assert_eq!(copy.secrets[seat(0)].queue.len(), 2);
        seen.insert(copy.secrets[seat(0)].queue.places().collect::<Vec<_>>());
    }
    assert_eq!(seen.len(), 8 * 7, "any two of all cards but TAUNT");
}

#[test]
fn an_unseen_monster_is_dealt_again_from_the_pool() {
    let mut play = Play::of(&[], &["setup.mode=monsters"]);
    for _ in 0..15 {
        let (one, other) = (play.menu(0)[0].clone(), play.menu(1)[0].clone());
        play.choose(&[&one, &other]);
    }
    play.choose(&["monster-1", "monster-1"]);
    play.choose(&["block", "run-1"]);
    let run = play.card("run-1");
    let KnownDecks::Listed(known) = play.game.view(&play.state, seat(0)).known else { panic!("lists") };
    let known = known[seat(1)];
    assert_eq!((known[0].cards.len(), known[0].cards[0], known[1].cards.len()), (1, run, 0));
    let mut decks = std::collections::BTreeSet::new();
    for salt in 0..50 {
        let mut copy = play.state.clone();
        play.game.determinize(&mut copy, seat(0), &mut Seed::new(salt).game(0).chance(1));
        let trainer = &copy.trainers[1];
        assert!(trainer.decks[0].cards().contains(&run) && trainer.decks[0].cards().is_sorted());
        assert_eq!(copy.trainers[0], play.state.trainers[0]);
        decks.insert(format!("{:?}", trainer.decks));
    }
    assert_eq!(decks.len(), 50);
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
    let mut play = Play::duel("mooshmere", "wollypobber");
    play.choose(&["taunt", "taunt"]).choose(&["punch", "kick"]);
    assert_eq!((play.asked(), play.menu(0).len()), (("combo", vec![0, 1]), 8), "stop, or one of 7 cards");
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
        play.choose(&[card, card]);
    }
    play.choose(&["monster-1", "monster-1"]).choose(&["taunt", "punch"]);
    play.choose(&["kick"]).choose(&["stop"]);
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

#[test]
fn a_paused_combo_is_resumed_as_if_it_had_not_paused() {
    let mut play = Play::duel("mooshmere", "wollypobber");
    play.choose(&["taunt", "taunt"]);
    assert_eq!(play.asked(), ("combo", vec![0, 1]));
    let before = play.state.clone();
    let punch = Move::Card(play.card("punch"));
    // Seat 1 has not chosen, so nothing is queued.
    let mut one = JointMove::one(seat(0), punch);
    let status = play.game.play(&mut play.state, &mut one, &mut ChanceStreams::stacked(), &mut play.events);
    assert_eq!((status, &play.state), (Status::Choose(seats(&[0, 1])), &before));
    play.choose(&["punch", "stop"]);
    assert_eq!(play.asked(), ("combo", vec![0]));
    let mut other = play.state.clone();
    play.choose(&["kick"]).choose(&["stop"]);
    let mut events = Vec::new();
    for mv in [Move::Card(play.card("kick")), Move::Stop] {
        let mut joint = JointMove::one(seat(0), mv);
        play.game.play(&mut other, &mut joint, &mut ChanceStreams::stacked(), &mut events);
    }
    assert_eq!(other, play.state);
    assert_eq!(play.asked(), ("select", vec![1]));
    assert_eq!((play.fighter(0).queued, play.fighter(1).queued), (2, 0));
}
