//! The worked examples 1 to 9 and 12, and the end of example 10: whole fights.

use super::{Bench, house, play_scenes, seat};
use crate::games::fight::state::{Boost, Mains};

#[test]
fn every_worked_example_is_played_as_the_rules_say() {
    play_scenes(
        "# Example 1: the fight of the book goes to the fourth player.
        -
        golden-quarter 0: chaos-imp trainer | poacher gladiator | mirror-being saucer-pilot | recruiter-bot spider
        reserves bear rabbit cyclops half-cutter juggler magpie hunter
        > 0 activate, 0 seat:0 seat:1 *seat:2 seat:3 = power 2 26
        > 1 score, 2 activate = scored 2 hunter juggler; graveyard magpie half-cutter cyclops; reserves 2
        > 3 activate = hits 16-26 22-88 26-86 26-86 30-30; taker 3; scored 1 gladiator
        = graveyard magpie half-cutter cyclops chaos-imp poacher mirror-being recruiter-bot trainer saucer-pilot spider

        # Example 2: later boosts use the powers of that moment.
        -
        colosseum 0: rabbit trainer | censor devourer
        > 0 activate, 0 *seat:0 seat:1 = power 0 16; power 1 12
        > 1 activate = hit 12-10; taker 0

        -
        colosseum 0: rabbit devourer | censor trainer
        > 0 activate, 1 activate, 1 seat:0 *seat:1 = hit 10-20; taker 1

        # Example 3: a power below one is killed at once. Only seat 2 is left, so its trainer has one target and no decision.
        -
        limbo-pit 0: spider calculator | emp-jelly hexer | rabbit trainer
        > 0 activate = power 0; power 1 9; power 2 6; graveyard spider
        > 1 activate, 1 *seat:1 seat:2 = power 1; graveyard spider emp-jelly
        > 2 activate = taker 2; hit 6-16

        # Example 4: nobody takes an Arena in which all are killed.
        -
        limbo-pit 0: hunter bit-flipper | bear rabbit
        > 0 activate = power 0; power 1
        > 1 activate = taker; fizzled 1; graveyard hunter bear bit-flipper rabbit

        rules.killed-boost = \"score-only\"
        limbo-pit 0: hunter bit-flipper | bear rabbit
        > 0 activate = taker; scored 1 rabbit

        rules.killed-boost = \"lost\"
        limbo-pit 0: hunter bit-flipper | bear rabbit
        > 0 activate = taker; graveyard hunter bear rabbit bit-flipper; scored 1

        # Example 5: a boost is stolen while it lies face down, and its owner is not asked.
        -
        colosseum 0: charger claw-arm | bear twin-fencer | hunter jinx | magpie bloodhound
        > 0 activate, 0 *seat:1 seat:2 = scored 0 twin-fencer; power 0 7; power 1 11; power 2 10; power 3 9
        > 2 score, 3 score = taker 1; scored 1

        -
        colosseum 1: charger claw-arm | bear twin-fencer | hunter jinx | magpie bloodhound
        reserves rabbit bear magpie spider giraffe trainer
        > 1 activate, 2 activate, 3 score, 0 activate = taker 1; scored 0

        rules.steal-scope = \"in-play\"
        colosseum 1: charger claw-arm | bear twin-fencer
        > 1 activate = power 1 22
        > 0 activate = taker 1; scored 0 twin-fencer; graveyard bear charger claw-arm

        # Example 6: ties are broken by the order of play.
        -
        golden-quarter 1: poacher | charger | abductor
        = taker 2

        rules.arena-tie = \"furthest-from-first\"
        golden-quarter 1: poacher | charger | abductor
        = taker 0

        rules.arena-tie = \"nobody\"
        golden-quarter 1: poacher | charger | abductor
        = taker

        # Example 8: a swap brings a fitting Warrior back at its printed power.
        -
        colosseum 0: hunter body-snatcher | bear
        graveyard hive-mind cyclops spider
        > 0 activate, 0 *hive-mind cyclops = taker 0; graveyard cyclops spider hunter hive-mind bear body-snatcher

        -
        colosseum 0: hunter body-snatcher | bear
        graveyard spider
        > 0 activate = taker 1; fizzled 1

        # The new main is of its own family: -10 on all aliens hits it.
        -
        colosseum 0: hunter trainer | bear body-snatcher | rabbit anteater
        graveyard hive-mind cyclops
        > 0 activate, 0 seat:0 *seat:1 seat:2 = power 1 21
        > 1 activate, 1 *hive-mind cyclops = power 1 30
        > 2 activate = hit 30-20; taker 1

        # Example 10, its end: drawing stops when nothing is left.
        -
        colosseum 0: bear zookeeper | jinx
        reserves rabbit hunter
        graveyard exorcist poacher trainer gladiator juggler
        > 0 activate = taker 1; scored 0 rabbit

        # Example 12: two effects are executed in order.
        warriors.juggler.ability = [{ effect = \"add\", amount = -5, who = \"one-opponent\" }, \
            { effect = \"scale\", percent = 50, who = \"own\" }]
        colosseum 0: hunter juggler | bear | rabbit
        > 0 activate, 0 seat:1 *seat:2 = hits 6-1 10-5; taker 1

        # The own main binds the boost of the first seat too, unless no card complies.
        rules.family-rule = \"own-main\"
        hands colosseum 0: tempter spider jinx juggler | bear rabbit
        > 0 tempter spider *jinx juggler, 0 *spider juggler

        rules.family-rule = \"own-main\"
        hands colosseum 0: tempter jinx hexer | bear rabbit
        > 0 tempter *jinx hexer, 0 tempter *hexer

        # Seat 2 has no cards and is skipped; seat 0 must differ from the trainer, a human, and has one such card.
        -
        hands colosseum 1: hunter spider | bear rabbit trainer |
        > 1 bear rabbit *trainer, 1 *bear rabbit, 1 score, 0 score = taker 1; scored 0 hunter",
    );
}

#[test]
fn optional_effects_are_executed_or_skipped_each_for_itself() {
    let both = "warriors.both = { power = 5, family = \"human\", ability = [\
                { effect = \"multiply-digits\", who = \"all\" }, { effect = \"add\", amount = 10, who = \"one\" }] }";
    let scenes = "colosseum 0: bear both | trainer
        > 0 activate, 0 execute *skip, 0 *seat:0 seat:1 skip = hits 11-21

        colosseum 0: bear both | trainer
        > 0 activate, 0 *execute skip, 0 seat:0 seat:1 *skip = taker 1; hits 11-1 21-2

        colosseum 0: giraffe zookeeper | jinx
        reserves hunter censor rabbit magpie juggler spider
        > 0 activate, 0 execute *skip = scored 0

        colosseum 0: giraffe zookeeper | jinx
        reserves hunter censor rabbit magpie juggler spider
        > 0 activate, 0 *execute skip = scored 0 spider magpie rabbit

        colosseum 0: giraffe poacher | jinx rabbit
        > 0 activate, 0 seat:1 *skip = scored 0

        colosseum 0: giraffe hermit-crab | jinx rabbit
        graveyard bear
        > 0 activate, 0 bear *skip = power 0 2";
    for scene in scenes.split("\n\n") {
        play_scenes(&format!("rules.effects-optional = true; {both}\n{scene}"));
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
        for legal in choices {
            if let Some(pick) = legal.split(' ').next().filter(|pick| !pick.is_empty()) {
                bench = bench.choose(1, legal, pick);
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
        bench = bench.choose(1, legal, "juggler");
        assert_eq!(bench.state.fight, 2);
    }
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
