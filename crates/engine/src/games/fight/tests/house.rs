//! Settings that the book does not have.

use super::{Bench, house, seat};
use crate::games::conformance::bench::story;
use crate::model::{Game, NoObserver, Seed};

#[test]
fn the_first_holder_of_the_1st_player_card_can_be_drawn_at_random() {
    let begins = |rules: &str, nth| {
        house(rules).new_game(&mut Seed::new(1).game(nth).chance(3), &mut NoObserver).first.index()
    };
    let random = "setup = { players = 3, first-player = \"random\" }";
    let firsts: std::collections::BTreeSet<usize> = (0..40).map(|nth| begins(random, nth)).collect();
    assert_eq!(firsts.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
    assert!((0..10).all(|nth| begins("", nth) == 0));
}

#[test]
fn a_seat_can_begin_with_more_warriors_and_with_glory() {
    let game = house("setup = { players = 3, extra-cards = [0, 2], extra-glory = [4] }");
    let (mut chance, mut events) = (Seed::new(1).game(0).chance(3), Vec::new());
    let state = game.new_game(&mut chance, &mut events);
    assert_eq!([0, 1, 2].map(|number| state.hands[seat(number)].len()), [5, 7, 5]);
    assert_eq!([0, 1, 2].map(|number| state.extra[seat(number)]), [4, 0, 0]);
    assert_eq!(*game.view(&state, seat(1)).extra, state.extra);

    let mut bench = Bench::played(&game, "colosseum", 0, &["bear", "rabbit", "hunter"]);
    assert_eq!(bench.taker(), Some(0));
    let end = story(&game, &bench.events);
    assert!(end.contains("Seat 0 has 8 Glory: 4 of Arenas, 0 of scored Warriors, 4 extra."), "{end}");
}

#[test]
fn glory_at_the_end_of_a_fight_goes_to_the_players_of_the_setting() {
    for (to, expected) in [("taker", [2, 0, 0]), ("survivors", [2, 2, 0]), ("others", [0, 2, 2])] {
        let rules = format!("setup.players = 3\nrules = {{ fight-glory = 2, fight-glory-to = \"{to}\" }}");
        let game = house(&rules);
        // The rabbit is killed by hand.
        let mut bench = Bench::played(&game, "colosseum", 0, &["bear", "hunter", "rabbit"]);
        bench.state.mains[seat(2)] = None;
        assert_eq!(bench.taker(), Some(0));
        assert_eq!([0, 1, 2].map(|number| bench.state.extra[seat(number)]), expected, "{to}");
    }
}

#[test]
fn a_bot_skips_an_optional_effect_that_would_cost_it_the_lead() {
    // The hive-mind would make 29 into 18, and the own 30 into 0.
    for (optional, lead) in [(true, 0.0), (false, -1.0)] {
        let game = house(&format!("setup.players = 2\nrules.effects-optional = {optional}"));
        let mut bench = Bench::played(&game, "colosseum", 0, &["recruiter-bot hive-mind", "war-horse"]);
        let found = super::bots::weighed(&mut bench, 0, "lead-gain");
        super::bots::assert_values(&found, &[("activate", lead), ("score", 0.0)]);
    }
}

#[test]
fn used_warriors_can_leave_the_game_or_return_to_the_reserves() {
    let played = |to: &str| {
        let rules = format!("setup.players = 2\nrules.used-cards = \"{to}\"");
        let game = house(&rules);
        let mut bench = Bench::played(&game, "colosseum", 0, &["bear gladiator", "rabbit jinx"])
            .with_reserves("hunter spider")
            .activates(0)
            .scores(1);
        assert_eq!(bench.taker(), Some(0));
        let names = |cards| bench.names(cards).join(" ");
        let reserves = bench.state.reserves.iter().copied();
        let top = bench.state.reserves.last().map(|card| game.name(*card).to_string());
        assert_eq!(top.as_deref(), Some("spider"));
        let view = game.view(&bench.state, seat(1));
        let unseen = bench.state.removed.both(view.covered.unseen());
        assert!(unseen.is_empty() && view.removed == bench.state.removed);
        [names(bench.state.graveyard), names(bench.state.removed), names(reserves.collect())]
    };
    assert_eq!(played("graveyard"), ["gladiator bear rabbit", "", "hunter spider"]);
    assert_eq!(played("removed"), ["", "gladiator bear rabbit", "hunter spider"]);
    assert_eq!(played("reserves"), ["", "", "hunter gladiator bear rabbit spider"]);
}
