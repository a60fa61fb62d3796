//! Settings and cards that do not go together are rejected.

use super::rules;

#[test]
fn settings_and_cards_that_make_no_game_are_refused() {
    let card = |kind: &str, rest: &str| format!("[cards.oops]\nkind = \"{kind}\"\ncopies = 1\n{rest}");
    let (black, arm) = (|rest: &str| card("black", rest), |rest: &str| card("left-arm", rest));
    let of = |n: usize, copies: usize| -> String {
        (0..n).map(|n| format!("[cards.more-{n}]\nkind = \"punch\"\ncopies = {copies}\n")).collect()
    };
    let torsos = ["wrestler", "robot", "swamp-thing", "wizard", "tank", "jelly", "eel", "backpacker"];
    let none: String = torsos.iter().map(|id| format!("[cards.torso-{id}]\ncopies = 0\n")).collect();
    for (house, words) in [
        ("setup.players = 6\nsetup.stack-size = 31".into(), "6 stacks of 31 cards from a deck of 180"),
        (
            "setup = { players = 3, stack-size = 50, extra-cards = [40] }".into(),
            "3 stacks of 50 cards and 40 extra cards from a deck of 180",
        ),
        (
            "setup = { players = 3, extra-cards = [0, 0, 1] }\ncharity.join-round = 2".into(),
            "expected cards for players who start",
        ),
        ("setup.players = 3\ncharity = { join-round = 2, joiners = 2 }".into(), "at least 4 players"),
        ("charity.join-gift-min = 11".into(), "house.toml:1: charity.join-gift-min: found 11"),
        ("[cards.oops]\ncopies = 1".into(), "cards.oops.kind: found no such key"),
        ("[cards.punch]\nburst = [\"red\"]".into(), "cards.punch.burst: found an unknown key"),
        (arm("burst = [\"red\", \"red\"]"), "expected each name only once"),
        (arm("powers = [{ power = \"fly\" }]"), "cards.oops.powers.0.power: found \"fly\""),
        (
            arm("powers = [{ power = \"on-hit\", effects = [{ do = \"draw\", amount = 1 }] }]"),
            "for on-hit and taunt-when",
        ),
        (
            black("target = \"one\"\neffects = [{ do = \"rip\", slots = [\"torso\"] }]"),
            "cards.oops.effects.0.slots.0: found \"torso\"",
        ),
        (black("effects = [{ do = \"draw\", amount = 1 }]"), "cards.oops.target: found no such key"),
        (black("target = \"one\"\neffects = [{ do = \"draw\", amount = 1 }]"), "only with target \"self\""),
        (black("target = \"all\"\neffects = [{ do = \"steal\", amount = 1 }]"), "only damage and trash-hand"),
        (
            black("target = \"others\"\neffects = [{ do = \"split-deck\", loss = \"trash\" }]"),
            "split-deck only with target \"one\"",
        ),
        (black("taunt = true\ntarget = \"one\"\neffects = [{ do = \"break-torso\" }]"), "no taunt"),
        (
            black("target = \"one\"\neffects = [{ do = \"break-torso\" }, { do = \"damage\", amount = 1 }]"),
            "single effect",
        ),
        (
            arm("special = { when = \"ongoing\", target = \"one\" }"),
            "cards.oops.special.target: found an unknown key",
        ),
        // What depends on a wrong word cannot be wrong, too.
        (
            "[cards.head-laser]\nspecial = { when = \"always\", shield = [\"red\"] }".into(),
            "expected one of: ",
        ),
        (of(7, 40), "cards: found 460 cards, expected at most 240 copies in all"),
        (of(56, 0), "found 129 card ids, expected at most 128"),
        (format!("setup.advanced = false\n{none}"), "a deck with 0 torsos for 4 starters"),
    ] {
        let faults = rules(&house).map(|_| ()).expect_err(&house).to_string();
        assert!(faults.contains(words) && faults.lines().count() == 1, "{house}: {faults}");
    }
}

#[test]
fn a_config_may_turn_a_special_into_another_kind_and_remove_it() {
    for special in [
        "head-laser.special = { when = \"ongoing\", shield = [\"red\"] }",
        "head-laser.special = \"none\"",
        "torso-bunker.special = { when = \"immediate\", target = \"self\", effects = [{ do = \"draw\", amount = 1 }] }",
    ] {
        assert!(rules(&format!("cards.{special}")).is_ok(), "{special}");
    }
}
