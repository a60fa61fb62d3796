//! Invalid settings and cards are rejected, with file, line and key.

use super::rules;

/// The error messages of a config.
fn faults(house: &str) -> String {
    match rules(house) {
        Ok(_) => String::new(),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn settings_that_do_not_go_together_are_refused() {
    for (house, words) in [
        ("setup.stack-size = 3", "setup.stack-size: found 3, expected an integer from 5 to 120, or \"even\""),
        ("setup.players = 6\nsetup.stack-size = 31", "6 stacks of 31 cards from a deck of 180"),
        ("charity.join-round = 1", "charity.join-round: found 1"),
        ("setup.players = 2\ncharity.join-round = 4", "at least 3 players"),
        ("charity.join-gift-min = 11", "house.toml:1: charity.join-gift-min: found 11"),
        ("turn.draw-count = 0", "turn.draw-count: found 0, expected an integer from 1 to 15"),
        ("turn.draw = 5", "an unknown key"),
        ("end.idle-result = \"draw\"", "found \"draw\", expected one of: \"everyone-loses\", \"most-cards\""),
    ] {
        assert!(faults(house).contains(words), "{house}: {}", faults(house));
    }
}

#[test]
fn bad_cards_are_refused() {
    let black = |rest: &str| format!("[cards.oops]\nkind = \"black\"\ncopies = 1\n{rest}");
    let arm = |rest: &str| format!("[cards.oops]\nkind = \"left-arm\"\ncopies = 1\n{rest}");
    for (house, words) in [
        ("[cards.oops]\ncopies = 1".into(), "cards.oops.kind: found no such key"),
        ("[cards.oops]\nkind = \"tail\"\ncopies = 1".into(), "cards.oops.kind: found \"tail\""),
        ("[cards.punch]\ncopies = 41".into(), "house.toml:2: cards.punch.copies: found 41"),
        ("[cards.punch]\nburst = [\"red\"]".into(), "cards.punch.burst: found an unknown key"),
        (arm("burst = [\"rde\"]"), "cards.oops.burst.0: found \"rde\""),
        (arm("burst = [\"red\", \"red\"]"), "expected each name only once"),
        (arm("powers = [{ power = \"fly\" }]"), "cards.oops.powers.0.power: found \"fly\""),
        (arm("powers = [{ power = \"dodge-with\", types = [\"kik\"] }]"), "(did you mean `kick`?)"),
        (arm("powers = [{ power = \"extra-draw\", amount = 51 }]"), "expected an integer from 1 to 50"),
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
    ] {
        assert!(faults(&house).contains(words), "{house}: {}", faults(&house));
    }
}

#[test]
fn decks_that_are_too_large_or_lack_torsos_are_refused() {
    let many: String = (0..7).map(|n| format!("[cards.more-{n}]\nkind = \"punch\"\ncopies = 40\n")).collect();
    assert!(faults(&many).contains("cards: found 460 cards, expected at most 240 copies in all"));
    let ids: String = (0..56).map(|n| format!("[cards.more-{n}]\nkind = \"punch\"\ncopies = 0\n")).collect();
    assert!(faults(&ids).contains("found 129 card ids, expected at most 128"));
    let torsos = ["wrestler", "robot", "swamp-thing", "wizard", "tank", "jelly", "eel", "backpacker"];
    let none: String = torsos.iter().map(|id| format!("[cards.torso-{id}]\ncopies = 0\n")).collect();
    let none = format!("setup.advanced = false\n{none}");
    assert!(faults(&none).contains("a deck with 0 torsos for 4 starters"), "{}", faults(&none));
}

#[test]
fn a_config_may_turn_a_special_into_another_kind_and_remove_it() {
    let ongoing = "[cards.head-laser]\nspecial = { when = \"ongoing\", shield = [\"red\"] }";
    assert_eq!(faults(ongoing), "");
    let none = "[cards.head-laser]\nspecial = \"none\"";
    assert_eq!(faults(none), "");
    let immediate = "[cards.torso-bunker]\nspecial = { when = \"immediate\", target = \"self\", effects = [{ do = \"draw\", amount = 1 }] }";
    assert_eq!(faults(immediate), "");
}

/// What depends on a wrong word cannot be wrong, too.
#[test]
fn a_wrong_word_is_one_error() {
    for house in [
        "[cards.torso-backpacker]\npowers = [{ power = \"extra-drawn\", amount = 1 }]",
        "[cards.head-laser]\nspecial = { when = \"always\", shield = [\"red\"] }",
    ] {
        let found = faults(house);
        assert!(found.lines().count() == 1 && found.contains("expected one of: "), "{found}");
    }
}

#[test]
fn no_text_makes_reading_panic() {
    for house in [
        "setup = 3",
        "cards = []",
        "[cards]\npunch = 7",
        "[cards.punch]\nkind = 9\ncopies = \"x\"\nicons = 4",
        "[cards.left-boxer]\npowers = [3, \"x\", { power = \"on-hit\" }]\nspecial = 4\nburst = [[\"red\"]]",
        "[cards.leg-rip]\ntarget = []\neffects = [{}, { do = 1 }, { do = \"rip\" }]",
        "setup.players = -1\ncharity.join-round = 99\nsetup.stack-size = 9999999999",
    ] {
        assert!(!faults(house).is_empty(), "{house}");
    }
}
