//! What a player cannot know: views and redeals in all modes.

use super::*;
use crate::model::Seed;

#[test]
fn a_redealt_queue_is_as_long_as_everybody_sees() {
    for (name, game) in odd_games::<Taunt>() {
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
    play.choose(&["monster-0", "monster-0"]);
    play.choose(&["block", "run-1"]);
    let run = play.card("run-1");
    let known = play.game.view(&play.state, seat(0)).known[seat(1)];
    assert_eq!((known[0].cards.len(), known[0].cards[0], known[1].cards.len()), (1, run, 0));
    let mut decks = std::collections::BTreeSet::new();
    for salt in 0..50 {
        let mut copy = play.state.clone();
        play.game.determinize(&mut copy, seat(0), &mut Seed::new(salt).game(0).chance(1));
        let trainer = &copy.trainers[1];
        assert!(trainer.decks[0].contains(&run) && trainer.decks[0].is_sorted());
        assert_eq!(copy.trainers[0], play.state.trainers[0]);
        decks.insert(format!("{:?}", trainer.decks));
    }
    assert_eq!(decks.len(), 50);
}
