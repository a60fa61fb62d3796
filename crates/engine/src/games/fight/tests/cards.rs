//! Digits, the printed cards, and invalid configs.

use super::{faults, house};
use crate::games::fight::cards::{Change, Family};

/// The table of clause 6.2.
#[test]
fn powers_change_as_the_table_says() {
    let game = house("");
    let changes = [
        Change::ReplaceDigit(9, 0),
        Change::ReplaceDigit(2, 8),
        Change::MultiplyDigits,
        Change::SwitchDigits,
        Change::Scale(150),
        Change::Add(-10),
    ];
    let table = [
        (1, [1, 1, 1, 1, 1, -9]),
        (7, [7, 7, 7, 7, 10, -3]),
        (9, [0, 9, 9, 9, 13, -1]),
        (10, [10, 10, 0, 1, 15, 0]),
        (19, [10, 19, 9, 91, 28, 9]),
        (22, [22, 88, 4, 22, 33, 12]),
        (30, [30, 30, 0, 3, 45, 20]),
        (99, [0, 99, 81, 99, 148, 89]),
        (123, [123, 183, 6, 321, 184, 113]),
    ];
    for (power, expected) in table {
        assert_eq!(changes.map(|change| game.rules.changed(power, change)), expected, "{power}");
    }
    // 04 is 4; 0 has one digit.
    assert_eq!(game.rules.changed(14, Change::ReplaceDigit(1, 0)), 4);
    assert_eq!(game.rules.changed(0, Change::ReplaceDigit(0, 9)), 9);
    assert_eq!(game.rules.changed(0, Change::MultiplyDigits), 0);
    assert_eq!(game.rules.changed(9999, Change::Scale(1000)), 9999);
    assert_eq!(game.rules.changed(9990, Change::Add(99)), 9999);
    // The printed examples.
    assert_eq!(game.rules.changed(54, Change::MultiplyDigits), 20);
    assert_eq!(game.rules.changed(32, Change::Scale(150)), 48);
    assert_eq!(game.rules.changed(29, Change::SwitchDigits), 92);
    assert_eq!(game.rules.changed(46, Change::SwitchDigits), 64);
}

#[test]
fn rounding_and_single_digits_follow_the_settings() {
    let scaled = |rounding: &str, power, percent| {
        house(&format!("rules.rounding = \"{rounding}\"")).rules.changed(power, Change::Scale(percent))
    };
    assert_eq!([scaled("down", 9, 150), scaled("nearest", 9, 150), scaled("up", 9, 150)], [13, 14, 14]);
    assert_eq!([scaled("down", 7, 120), scaled("nearest", 7, 120), scaled("up", 7, 120)], [8, 8, 9]);
    let padded = house("rules.switch-single-digit = \"pad-zero\"");
    assert_eq!(padded.rules.changed(7, Change::SwitchDigits), 70);
    assert_eq!(padded.rules.changed(70, Change::SwitchDigits), 7);
    assert_eq!(padded.rules.changed(0, Change::SwitchDigits), 0);
}

#[test]
fn each_power_is_printed_twice_in_two_families_of_twelve_warriors() {
    let game = house("");
    assert_eq!((game.book.warriors.len(), game.book.arenas.len()), (60, 12));
    for power in 1..=30 {
        let of: Vec<Family> =
            game.book.warriors.iter().filter(|w| w.power == power).map(|w| w.family).collect();
        assert!(of.len() == 2 && of[0] != of[1], "{power}: {of:?}");
    }
    for family in game.of_family {
        let total: u16 = family.into_iter().map(|card| game.warriors[card.index()].power).sum();
        assert!(family.len() == 12 && (184..=188).contains(&total), "{total}");
    }
}

#[test]
fn copies_are_cards_of_their_own_under_one_id() {
    let game = house(
        "warriors.bear.copies = 3
        warriors.rabbit.copies = 0
        arenas.colosseum.copies = 2
        [warriors.yeti]
        power = 99
        family = \"animal\"
        ability = []",
    );
    assert_eq!((game.book.warriors.len(), game.book.arenas.len()), (62, 13));
    let names: Vec<String> = game.of_family[1].into_iter().map(|card| game.name(card).to_string()).collect();
    assert!(["bear", "bear#2", "bear#3", "yeti"].iter().all(|name| names.contains(&(*name).to_owned())));
    assert!(!names.contains(&"rabbit".to_owned()));
    let rows = game.of_family[1].into_iter().map(|card| game.reported(card).row);
    let bear = u16::try_from(game.book.ids.iter().position(|id| id == "bear").expect("a bear")).expect("few");
    assert_eq!(rows.filter(|row| *row == bear).count(), 3);
}

#[test]
fn bad_cards_are_refused_with_file_line_and_id() {
    let said = faults("\n[warriors.bear]\npower = 100\nability = [{ effect = \"ad\" }]");
    assert!(
        said.contains("house.toml:3: warriors.bear.power: found 100, expected an integer from 1 to 99"),
        "{said}"
    );
    assert!(said.contains("house.toml:4: warriors.bear.ability.0.effect: found \"ad\""), "{said}");
    assert!(said.contains("did you mean `add`?"), "{said}");
    assert_eq!(said.lines().count(), 2, "{said}");

    for (rules, expected) in [
        (
            "warriors.bear.ability = [{ effect = \"add\", who = \"own\" }]",
            "warriors.bear.ability.0.amount: found no such key",
        ),
        ("warriors.bear.ability = [{ effect = \"add\", who = \"own\", amount = 0 }]", "found 0"),
        ("warriors.bear.ability = [{ effect = \"add\", who = \"own\", amount = 100 }]", "-99 to 99"),
        (
            "warriors.bear.ability = [{ effect = \"add\", who = \"me\", amount = 1 }]",
            "warriors.bear.ability.0.who",
        ),
        ("warriors.bear.ability = [{ effect = \"scale\", who = \"own\", percent = 1001 }]", "1 to 1000"),
        (
            "warriors.bear.ability = [{ effect = \"replace-digit\", who = \"own\", from = 3, to = 3 }]",
            "warriors.bear.ability.0.to: found 3, expected a digit that differs",
        ),
        ("warriors.bear.ability = [{ effect = \"draw-and-score\", count = 11 }]", "1 to 10"),
        ("warriors.bear.ability = [{ effect = \"steal-boost\", who = \"own\" }]", "found an unknown key"),
        (
            "warriors.bear.ability = [{ effect = \"steal-boost\", families = [] }]",
            "families: found a list of 0",
        ),
        ("warriors.bear.ability = [{}, {}, {}]", "warriors.bear.ability: found a list of 3"),
        ("warriors.bear.family = \"bear\"", "warriors.bear.family"),
        ("warriors.bear.copies = 5", "warriors.bear.copies: found 5, expected an integer from 0 to 4"),
        ("warriors.bear.glory = 5", "warriors.bear.glory: found an unknown key"),
        ("warriors.yeti.power = 5", "warriors.yeti.family: found no such key"),
        ("warriors.yeti.power = 5", "warriors.yeti.ability: found no such key"),
        ("warriors.Yeti.power = 5", "an id of lower-case letters"),
        ("arenas.colosseum.goal = \"closest\"", "arenas.colosseum.value: found no such key"),
        ("arenas.colosseum.glory = 21", "arenas.colosseum.glory"),
        ("arenas.colosseum.parity = \"prime\"", "arenas.colosseum.parity"),
        ("arenas.colosseum.families = []", "arenas.colosseum.families"),
        ("arenas.new.glory = 4", "arenas.new.measure: found no such key"),
        (
            "arenas.colosseum.copies = 4\narenas.limbo-pit.copies = 4",
            "found 18 physical Arenas, expected at most 16",
        ),
        (
            "warriors.bear.copies = 4\nwarriors.rabbit.copies = 3",
            "found 65 physical Warriors, expected at most 64",
        ),
        ("setup.players = 6", "setup.players"),
        ("setup.player = 3", "did you mean `players`?"),
        ("rules.kill-below = 2", "rules.kill-below"),
        ("rules.rounding = \"bankers\"", "rules.rounding"),
    ] {
        let said = faults(rules);
        assert!(said.contains("house.toml:") && !said.contains("printed.toml:"), "{rules}: {said}");
        assert!(said.contains(expected), "{rules}: {said}");
    }
}

#[test]
fn there_are_cards_enough_for_all_players_and_fights() {
    let few = |n_removed: usize| {
        let names: Vec<String> = house("").book.ids.iter().take(n_removed).cloned().collect();
        let removed: String = names.iter().map(|id| format!("warriors.{id}.copies = 0\n")).collect();
        format!("setup.players = 5\nsetup.hand-size = 8\nsetup.graveyard-size = 3\n{removed}")
    };
    // 5 × 8 + 3 + 1 = 44.
    house(&few(16));
    assert!(faults(&few(17)).contains("and 43 physical Warriors, expected at least 44 Warriors"));
    let removed = "arenas.colosseum.copies = 0\narenas.limbo-pit.copies = 0\n";
    house(&format!("setup.fights = 10\n{removed}"));
    assert!(
        faults(&format!("setup.fights = 11\n{removed}")).contains("setup.fights: found 11 fights, but 10")
    );
}

#[test]
fn no_input_makes_reading_panic() {
    for rules in [
        "setup = 1",
        "warriors = []",
        "arenas.colosseum = 3",
        "warriors.bear.ability = \"roar\"",
        "rules.x.y = 1",
    ] {
        assert!(crate::games::conformance::house::<crate::games::fight::Fight>(rules).is_err(), "{rules}");
    }
}
