//! What a player cannot know: views and redeals in all modes.

use super::invariants::{HOUSES, walk};
use super::*;
use crate::model::{Nobody, Seed};

#[test]
fn a_redeal_keeps_what_is_seen_and_depends_on_nothing_else() {
    for sets in HOUSES {
        let game = house(sets).unwrap_or_else(|faults| panic!("{faults}"));
        let mut n_looks = 0;
        walk(&game, 3, |state, asked| {
            n_looks += 1;
            if n_looks > 300 && n_looks % 17 != 0 {
                return;
            }
            for seat in Seats::first(game.rules.players) {
                let redeal = |from: &State, salt: u64| {
                    let mut copy = from.clone();
                    game.shuffle_unseen(&mut copy, seat, &mut Seed::new(salt).game(n_looks).dice(1));
                    copy
                };
                let (one, two) = (redeal(state, 1), redeal(state, 2));
                let place = format!("{sets:?}, look {n_looks}, {seat:?}");
                assert_eq!(game.view(state, seat), game.view(&one, seat), "{place}");
                assert_eq!(redeal(&two, 1), one, "{place}");
                assert_eq!(game.turn(state), game.turn(&one), "{place}");
                if asked.has(seat) {
                    let menus = [state, &one].map(|state| {
                        let mut menu = Vec::new();
                        game.moves(state, seat, &mut menu);
                        menu
                    });
                    assert_eq!(menus[0], menus[1], "{place}");
                }
                for other in state.open.combos {
                    let queue = one.secrets[other].queue;
                    assert_eq!(queue.len(), usize::from(state.open.fighters[other].queued), "{place}");
                    assert_eq!(queue.mask().count_ones() as usize, queue.len(), "{place}");
                }
            }
        });
    }
}

#[test]
fn redealt_games_go_on_to_their_end() {
    for sets in HOUSES {
        let game = house(sets).unwrap_or_else(|faults| panic!("{faults}"));
        let mut n_looks = 0;
        walk(&game, 2, |state, _| {
            n_looks += 1;
            if n_looks % 41 != 1 || n_looks > 1500 {
                return;
            }
            let mut state = state.clone();
            let mut dice = Seed::new(4).game(n_looks).dice(1);
            let mut mind = Seed::new(4).game(n_looks).mind(0);
            game.shuffle_unseen(&mut state, seat(0), &mut dice);
            while let Turn::Choose(seats) = game.turn(&state) {
                let mut chosen = Chosen::nothing();
                for seat in seats {
                    let mut menu = Vec::new();
                    game.moves(&state, seat, &mut menu);
                    chosen.set(seat, menu[mind.below(menu.len())]);
                }
                game.play(&mut state, &chosen, &mut dice, &mut Nobody);
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
        play.game.shuffle_unseen(&mut copy, seat(1), &mut Seed::new(salt).game(0).dice(1));
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
        play.game.shuffle_unseen(&mut copy, seat(0), &mut Seed::new(salt).game(0).dice(1));
        let trainer = &copy.trainers[1];
        assert!(trainer.decks[0].contains(&run) && trainer.decks[0].is_sorted());
        assert_eq!(copy.trainers[0], play.state.trainers[0]);
        decks.insert(format!("{:?}", trainer.decks));
    }
    assert_eq!(decks.len(), 50);
}
