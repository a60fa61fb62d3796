//! The worked examples 1 to 9 and 12: whole fights.

use super::{Bench, house, seat};
use crate::games::fight::events::Event;
use crate::games::fight::state::{Boost, Mains};

/// Example 1.
#[test]
fn the_fight_of_the_book_goes_to_the_fourth_player() {
    let game = house("");
    let mut bench = Bench::played(
        &game,
        "golden-quarter",
        0,
        &["chaos-imp trainer", "poacher gladiator", "mirror-being saucer-pilot", "recruiter-bot spider"],
    )
    .with_reserves("bear rabbit cyclops half-cutter juggler magpie hunter")
    .activates(0)
    .choose(0, "choose-target", "seat:0 seat:1 seat:2 seat:3", "seat:2");
    assert_eq!(bench.power(2), Some(26));
    bench = bench.scores(1).activates(2);
    bench.assert_scored(2, "hunter juggler");
    bench.assert_graveyard("magpie half-cutter cyclops");
    assert_eq!(bench.state.reserves.len(), 2);
    bench = bench.activates(3);
    let hits: Vec<(u16, i32)> = bench
        .events
        .iter()
        .filter_map(|event| if let Event::Hit { from, to, .. } = event { Some((*from, *to)) } else { None })
        .collect();
    assert_eq!(hits, [(16, 26), (22, 88), (26, 86), (26, 86), (30, 30)]);
    assert_eq!(bench.taker(), Some(3));
    assert_eq!(game.glory(bench.state.won[seat(3)], 0, 0), 6);
    bench.assert_scored(1, "gladiator");
    bench.assert_graveyard(
        "magpie half-cutter cyclops chaos-imp poacher mirror-being recruiter-bot trainer saucer-pilot spider",
    );
}

/// Example 2.
#[test]
fn later_boosts_use_the_powers_of_that_moment() {
    let game = house("setup.players = 2");
    let targets = "seat:0 seat:1";
    let mut a = Bench::played(&game, "colosseum", 0, &["rabbit trainer", "censor devourer"])
        .activates(0)
        .choose(0, "choose-target", targets, "seat:0");
    assert_eq!((a.power(0), a.power(1)), (Some(16), Some(12)));
    a = a.activates(1);
    let last = a.events.iter().rev().find_map(|event| match event {
        Event::Hit { to, .. } => Some(*to),
        _ => None,
    });
    assert_eq!(last, Some(10));
    assert_eq!(a.taker(), Some(0));

    let mut b = Bench::played(&game, "colosseum", 0, &["rabbit devourer", "censor trainer"])
        .activates(0)
        .activates(1)
        .choose(1, "choose-target", targets, "seat:1");
    assert!(b.events.iter().any(|event| matches!(event, Event::Hit { from: 10, to: 20, .. })));
    assert_eq!(b.taker(), Some(1));
}

/// Example 3.
#[test]
fn a_power_below_one_is_killed_at_once() {
    let game = house("setup.players = 3");
    let mut bench =
        Bench::played(&game, "limbo-pit", 0, &["spider calculator", "emp-jelly hexer", "rabbit trainer"])
            .activates(0);
    assert_eq!((bench.power(0), bench.power(1), bench.power(2)), (None, Some(9), Some(6)));
    bench.assert_graveyard("spider");
    bench = bench.activates(1).choose(1, "choose-target", "seat:1 seat:2", "seat:1");
    assert_eq!(bench.power(1), None);
    bench.assert_graveyard("spider emp-jelly");
    // Only seat 2 is alive, so its trainer has one target and no decision.
    bench = bench.activates(2);
    assert_eq!(bench.taker(), Some(2));
    assert!(bench.events.iter().any(|event| matches!(event, Event::Hit { from: 6, to: 16, .. })));
}

/// Example 4.
#[test]
fn nobody_takes_an_arena_in_which_all_are_killed() {
    let both = ["hunter bit-flipper", "bear rabbit"];
    let keep = house("setup.players = 2");
    let mut bench = Bench::played(&keep, "limbo-pit", 0, &both).activates(0);
    assert_eq!((bench.power(0), bench.power(1)), (None, None));
    bench = bench.activates(1);
    assert_eq!(bench.taker(), None);
    assert_eq!(bench.events.iter().filter(|event| matches!(event, Event::Fizzled { .. })).count(), 1);
    assert!(bench.events.iter().any(|event| matches!(event, Event::Unclaimed { .. })));
    bench.assert_graveyard("hunter bear bit-flipper rabbit");

    let score_only = house("setup.players = 2\nrules.killed-boost = \"score-only\"");
    let mut bench = Bench::played(&score_only, "limbo-pit", 0, &both).activates(0);
    assert_eq!(bench.taker(), None);
    bench.assert_scored(1, "rabbit");

    let lost = house("setup.players = 2\nrules.killed-boost = \"lost\"");
    let mut bench = Bench::played(&lost, "limbo-pit", 0, &both).activates(0);
    assert_eq!(bench.taker(), None);
    assert!(bench.events.iter().any(|event| matches!(event, Event::Lost { .. })));
    bench.assert_graveyard("hunter bear rabbit bit-flipper");
    bench.assert_scored(1, "");
}

/// Example 5.
#[test]
fn a_boost_is_stolen_while_it_lies_face_down() {
    let all = ["charger claw-arm", "bear twin-fencer", "hunter jinx", "magpie bloodhound"];
    let game = house("");
    let bench = Bench::played(&game, "colosseum", 0, &all).activates(0).choose(
        0,
        "choose-steal",
        "seat:1 seat:2",
        "seat:1",
    );
    bench.assert_scored(0, "twin-fencer");
    assert_eq!((0..4).map(|number| bench.power(number)).collect::<Vec<_>>(), [7, 11, 10, 9].map(Some));
    // Seat 1 is not asked.
    let mut bench = bench.scores(2).scores(3);
    assert_eq!(bench.taker(), Some(1));
    bench.assert_scored(1, "");

    let reserves = "rabbit bear magpie spider giraffe trainer";
    let mut bench = Bench::played(&game, "colosseum", 1, &all)
        .with_reserves(reserves)
        .activates(1)
        .activates(2)
        .scores(3)
        .activates(0);
    assert_eq!(bench.taker(), Some(1));
    assert!(bench.events.iter().any(|event| matches!(event, Event::Fizzled { .. })));
    bench.assert_scored(0, "");

    let in_play = house("setup.players = 2\nrules.steal-scope = \"in-play\"");
    let mut bench = Bench::played(&in_play, "colosseum", 1, &all[..2]).activates(1);
    assert_eq!(bench.power(1), Some(22));
    bench = bench.activates(0);
    assert_eq!(bench.taker(), Some(1));
    bench.assert_scored(0, "twin-fencer");
    bench.assert_graveyard("bear charger claw-arm");
}

/// Example 6.
#[test]
fn ties_are_broken_by_the_order_of_play() {
    for (rules, taker) in [
        ("", Some(2)),
        ("rules.arena-tie = \"furthest-from-first\"", Some(0)),
        ("rules.arena-tie = \"nobody\"", None),
    ] {
        let game = house(&format!("setup.players = 3\n{rules}"));
        let mut bench = Bench::played(&game, "golden-quarter", 1, &["poacher", "charger", "abductor"]);
        assert_eq!(bench.taker(), taker, "{rules}");
    }
}

/// Example 7.
#[test]
fn an_arena_compares_what_it_says() {
    let taker = |rules: &str, arena: &str, one: &str, two: &str| {
        let game = house(&format!("setup.players = 2\n{rules}"));
        Bench::played(&game, arena, 0, &[one, two]).taker()
    };
    // Families are also a filter, which is ignored if no main passes.
    let demons = "arenas.colosseum.families = [\"demon\"]";
    for (rules, arena, one, two, expected) in [
        ("", "even-grounds", "understudy", "bear", Some(0)),
        ("rules.unmet-filter = \"nobody\"", "even-grounds", "understudy", "bear", None),
        ("", "even-grounds", "understudy", "giraffe", Some(1)),
        ("", "glass-ceiling", "trainer", "spider", Some(1)),
        ("", "double-cage", "magpie", "hunter", Some(1)),
        ("", "product-works", "understudy", "bit-flipper", Some(1)),
        ("", "digit-dome", "understudy", "bit-flipper", Some(0)),
        ("", "tail-end", "recruiter-bot", "zookeeper", Some(1)),
        ("", "odd-orbit", "spider", "zookeeper", Some(1)),
        (demons, "colosseum", "recruiter-bot", "tormentor", Some(1)),
        (demons, "colosseum", "recruiter-bot", "bear", Some(0)),
    ] {
        assert_eq!(taker(rules, arena, one, two), expected, "{rules} {arena} {one} {two}");
    }
}

/// Example 8.
#[test]
fn a_swap_brings_a_fitting_warrior_back_at_its_printed_power() {
    let game = house("setup.players = 2");
    let seats = ["hunter body-snatcher", "bear"];
    let mut bench = Bench::played(&game, "colosseum", 0, &seats)
        .with_graveyard("hive-mind cyclops spider")
        .activates(0)
        .choose(0, "choose-graveyard", "hive-mind cyclops", "hive-mind");
    assert_eq!(bench.taker(), Some(0));
    bench.assert_graveyard("cyclops spider hunter hive-mind bear body-snatcher");
    assert!(bench.events.iter().any(|event| matches!(event, Event::Swapped { .. })));

    let mut bench = Bench::played(&game, "colosseum", 0, &seats).with_graveyard("spider").activates(0);
    assert_eq!(bench.taker(), Some(1));
    assert!(bench.events.iter().any(|event| matches!(event, Event::Fizzled { .. })));
}

#[test]
fn a_swapped_main_loses_what_was_done_to_it_and_is_of_its_own_family() {
    let game = house("setup.players = 3");
    let mut bench =
        Bench::played(&game, "colosseum", 0, &["hunter trainer", "bear body-snatcher", "rabbit anteater"])
            .with_graveyard("hive-mind cyclops")
            .activates(0)
            .choose(0, "choose-target", "seat:0 seat:1 seat:2", "seat:1");
    assert_eq!(bench.power(1), Some(21));
    bench = bench.activates(1).choose(1, "choose-graveyard", "hive-mind cyclops", "hive-mind");
    assert_eq!(bench.power(1), Some(30));
    // The effect of -10 on all aliens now hits it.
    bench = bench.activates(2);
    assert!(bench.events.iter().any(|event| matches!(event, Event::Hit { from: 30, to: 20, .. })));
    assert_eq!(bench.taker(), Some(1));
}

/// Example 9.
#[test]
fn warriors_differ_in_family_from_the_last_main_if_they_can() {
    // Seat 0 has one card: its main, without a decision and without a boost. Then seat 1: its hand, the choice of a main and of
    // a boost with all legal cards, of which the first is taken, if there is a choice; and the cards that it plays.
    let (all, three, two) = ("juggler censor spider jinx", "juggler censor spider", "juggler censor");
    for (rules, hand, choices, played) in [
        ("", all, ["jinx spider", ""], ["jinx", "spider"]),
        ("", all, ["spider jinx", ""], ["spider", "jinx"]),
        ("", three, ["", "censor juggler"], ["spider", "censor"]),
        ("", two, ["censor juggler", ""], ["censor", "juggler"]),
        ("family-exception = \"free-pair\"", three, [three, "censor spider"], ["juggler", "censor"]),
        ("family-exception = \"free-pair\"", all, ["jinx spider", ""], ["jinx", "spider"]),
        (
            "family-rule = \"main-only\"",
            "juggler spider jinx",
            ["jinx spider", "juggler spider"],
            ["jinx", "juggler"],
        ),
        (
            "family-rule = \"own-main\"",
            "tempter spider jinx juggler",
            ["jinx tempter spider", "juggler spider"],
            ["jinx", "juggler"],
        ),
        ("family-rule = \"off\"", "juggler spider", ["juggler spider", ""], ["juggler", "spider"]),
    ] {
        let game = house(&format!("setup.players = 2\nrules = {{ {rules} }}"));
        let mut bench = Bench::empty(&game, "colosseum", 0).with_hand(0, "hunter").with_hand(1, hand);
        for (decision, legal) in ["choose-main", "choose-boost"].into_iter().zip(choices) {
            if let Some(pick) = legal.split(' ').next().filter(|pick| !pick.is_empty()) {
                bench = bench.choose(1, decision, legal, pick);
            }
        }
        bench.go_on();
        let main = bench.state.mains[seat(1)].map(|main| main.card);
        let Boost::FaceDown(boost) = bench.state.boosts[seat(1)] else { panic!("a boost") };
        assert_eq!((main, boost), (Some(bench.card(played[0])), bench.card(played[1])), "{rules}: {hand}");
    }
}

#[test]
fn the_first_of_a_fight_is_bound_by_the_fight_before_only_if_families_carry_over() {
    for (rules, legal) in
        [("", "juggler spider censor"), ("rules.family-carry-over = true", "juggler censor")]
    {
        // The last main of the first fight is an animal's; both seats draw up to three cards.
        let game = house(&format!("setup.players = 2\nrules.draw-per-fight = 3\n{rules}"));
        let mut bench = Bench::empty(&game, "colosseum", 0)
            .with_hand(0, "hunter")
            .with_hand(1, "bear")
            .with_reserves("rabbit jinx charger juggler spider censor zookeeper magpie raccoon");
        bench.state.fight = 1;
        bench.state.next_arena = bench.state.unseen_arenas.pop();
        bench = bench.choose(1, "choose-main", legal, "juggler");
        assert_eq!(bench.state.fight, 2);
    }
}

/// Example 12.
#[test]
fn two_effects_are_executed_in_order() {
    let game = house(
        "setup.players = 3
        [warriors.juggler]
        ability = [
            { effect = \"add\", amount = -5, who = \"one-opponent\" },
            { effect = \"scale\", percent = 50, who = \"own\" },
        ]",
    );
    let mut bench = Bench::played(&game, "colosseum", 0, &["hunter juggler", "bear", "rabbit"])
        .activates(0)
        .choose(0, "choose-target", "seat:1 seat:2", "seat:2");
    let hits = bench.events.iter().filter_map(|event| match event {
        Event::Hit { from, to, .. } => Some((*from, *to)),
        _ => None,
    });
    assert_eq!(hits.collect::<Vec<_>>(), [(6, 1), (10, 5)]);
    assert_eq!(bench.taker(), Some(1));
}

#[test]
fn the_own_main_binds_the_boost_of_the_first_seat_too_unless_no_card_complies() {
    let game = house("setup.players = 2\nrules.family-rule = \"own-main\"");
    let table = || Bench::empty(&game, "colosseum", 0).with_hand(1, "bear rabbit");
    table()
        .with_hand(0, "tempter spider jinx juggler")
        .choose(0, "choose-main", "tempter spider jinx juggler", "jinx")
        .choose(0, "choose-boost", "spider juggler", "spider");
    let all_demons =
        table().with_hand(0, "tempter jinx hexer").choose(0, "choose-main", "tempter jinx hexer", "jinx");
    all_demons.choose(0, "choose-boost", "tempter hexer", "hexer");
}

#[test]
fn a_player_without_cards_takes_no_part_in_the_fight() {
    let game = house("setup.players = 3");
    let mut bench =
        Bench::empty(&game, "colosseum", 1).with_hand(0, "hunter spider").with_hand(1, "bear rabbit trainer");
    bench = bench.choose(1, "choose-main", "bear rabbit trainer", "trainer");
    bench = bench.choose(1, "choose-boost", "bear rabbit", "bear");
    // Seat 2 is skipped; seat 0 must differ from the trainer, a human, and has one such card.
    bench = bench.scores(1).scores(0);
    assert_eq!(bench.taker(), Some(1));
    bench.assert_scored(0, "hunter");
}

#[test]
fn the_first_player_card_follows_the_settings() {
    for (rules, next) in [("rotate", 1), ("arena-winner", 2), ("fixed", 0)] {
        let game = house(&format!("setup.players = 3\nrules.first-player = \"{rules}\""));
        // If nobody takes the Arena, the first player card of `arena-winner` moves clockwise.
        for (all_killed, next) in [(false, next), (true, usize::from(rules != "fixed"))] {
            let mut bench = Bench::played(&game, "colosseum", 0, &["giraffe", "rabbit", "war-horse"])
                .with_reserves("bear spider hunter trainer juggler censor jinx magpie");
            bench.state.fight = 1;
            bench.state.next_arena = bench.state.unseen_arenas.pop();
            if all_killed {
                bench.state.mains = Mains::default();
            }
            bench.go_on();
            assert_eq!((bench.state.fight, bench.state.first), (2, seat(next)), "{rules}");
        }
    }
}
