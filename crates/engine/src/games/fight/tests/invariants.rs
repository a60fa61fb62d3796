//! Invariants: cards are conserved under all rules, and both levels of secrets are kept.

use super::{Bench, house, seat};
use crate::games::conformance::{edge_games, walk};
use crate::games::fight::Fight;
use crate::games::fight::cards::{Cards, Family};
use crate::games::fight::state::{Boost, State};
use crate::model::{Game, NoObserver, Seed};

#[test]
fn every_card_is_in_one_place_under_any_settings() {
    for (name, game) in edge_games::<Fight>() {
        for game_idx in 0..20 {
            let look = |state: &State| {
                let mut all = Cards::NONE;
                let mut n_cards = 0;
                let mut lies = |cards: Cards| {
                    all = all.union(cards);
                    n_cards += cards.len();
                };
                lies(state.graveyard);
                lies(state.removed);
                state.reserves.iter().for_each(|card| lies(Cards::only(*card)));
                for seat in game.seats() {
                    lies(state.hands[seat]);
                    lies(state.scored[seat]);
                    lies(state.mains[seat].map_or(Cards::NONE, |main| Cards::only(main.card)));
                    if let Boost::FaceDown(card) | Boost::FaceUp(card) = state.boosts[seat] {
                        lies(Cards::only(card));
                    }
                }
                assert_eq!((n_cards, all), (game.book.warriors.len(), Cards::first(n_cards)), "{name}");
                let n_arenas = state.unseen_arenas.len() + 1 + usize::from(state.next_arena.is_some());
                assert_eq!(n_arenas + usize::from(state.fight) - 1, game.book.arenas.len(), "{name}");
            };
            look(&walk(&game, game_idx, |state, _| look(state)));
        }
    }
}

#[test]
fn a_stolen_boost_is_known_to_its_former_owner_and_its_thief_alone() {
    let game = house("setup.players = 3");
    let bench =
        Bench::played(&game, "colosseum", 0, &["charger claw-arm", "bear twin-fencer", "rabbit jinx"])
            .with_reserves("juggler mathematician hive-mind")
            .with_the_rest_buried()
            .activates(0)
            .choose(0, "seat:1 seat:2", "seat:1");
    let stolen = bench.cards("twin-fencer");
    let known = |looker| game.view(&bench.state, seat(looker)).covered.scored(seat(0)).known;
    assert_eq!([known(0), known(1), known(2)], [stolen, stolen, Cards::NONE]);
    let seen = game.view(&bench.state, seat(2));
    assert_eq!(seen.covered.scored(seat(0)).hidden.0[Family::Human.index()], 1);
    assert!(seen.covered.unseen().both(stolen) == stolen);
    // To a third player it may be any unseen human; the former owner knows it.
    let mut guesses = Cards::NONE;
    for salt in 0..60 {
        let mut copy = bench.state.clone();
        game.determinize(&mut copy, seat(2), &mut Seed::new(salt).game(0).chance(2));
        guesses = guesses.union(copy.scored[seat(0)]);
        assert_eq!(copy.stolen_from[seat(1)], copy.scored[seat(0)]);
        let mut copy = bench.state.clone();
        game.determinize(&mut copy, seat(1), &mut Seed::new(salt).game(0).chance(2));
        assert_eq!(copy.scored[seat(0)], stolen);
    }
    assert_eq!(guesses, bench.cards("twin-fencer juggler mathematician"));
    // Warriors that were turned up are known to all.
    let game = house("setup.players = 2");
    let bench = Bench::played(&game, "colosseum", 0, &["bear zookeeper", "jinx trainer"])
        .with_reserves("juggler censor rabbit magpie hunter spider")
        .activates(0);
    let known = game.view(&bench.state, seat(1)).covered.scored(seat(0)).known;
    assert_eq!(known, bench.cards("rabbit magpie spider"));
}

#[test]
fn the_back_of_the_top_of_the_reserves_is_seen_and_kept() {
    let game = house("");
    let mut tops = Cards::NONE;
    for salt in 0..200 {
        let state = game.new_game(&mut Seed::new(1).game(0).chance(2), &mut NoObserver);
        let mut copy = state.clone();
        game.determinize(&mut copy, seat(0), &mut Seed::new(salt).game(1).chance(2));
        let top = |state: &State| *state.reserves.last().expect("a top");
        assert_eq!(game.family_of(top(&copy)), game.family_of(top(&state)));
        assert_eq!(copy.hands[seat(0)], state.hands[seat(0)]);
        for other in [1, 2, 3] {
            for family in game.of_family {
                let count = |state: &State| state.hands[seat(other)].both(family).len();
                assert_eq!(count(&copy), count(&state));
            }
        }
        tops.add(top(&copy));
    }
    // Every unseen card of the family was the top card at least once.
    let state = game.new_game(&mut Seed::new(1).game(0).chance(2), &mut NoObserver);
    let view = game.view(&state, seat(0));
    let family = game.of_family[view.top.expect("a top").index()];
    assert_eq!(tops, view.covered.unseen().both(family));
}
