//! Digits, the printed cards, and invalid configs.

use super::{faults, house};
use crate::games::fight::cards::Change;
use crate::model::{Copies, Game, Seat};

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
    // Rounding and single digits follow the settings.
    for (rounding, expected) in [("down", [13, 8]), ("nearest", [14, 8]), ("up", [14, 9])] {
        let rules = house(&format!("rules.rounding = \"{rounding}\"")).rules;
        let found = [(9, 150), (7, 120)].map(|(power, percent)| rules.changed(power, Change::Scale(percent)));
        assert_eq!(found, expected, "{rounding}");
    }
    let padded = house("rules.switch-single-digit = \"pad-zero\"").rules;
    assert_eq!([7, 70, 0].map(|power| padded.changed(power, Change::SwitchDigits)), [70, 7, 0]);
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
    // A seat buries one of the three, or all of them.
    for (copies, n_buried) in [(Copies::One, 1), (Copies::All, 3)] {
        let without = game.without(usize::from(bear), Seat::FIRST, copies).and_then(|game| game.without);
        assert_eq!(without.map(|(_, cards)| cards.len()), Some(n_buried));
    }
}

#[test]
fn cards_that_make_no_game_are_refused() {
    let ability = |effect: &str| format!("warriors.bear.ability = [{{ {effect} }}]");
    let removed = |n_removed: usize| {
        let names: Vec<String> = house("").book.ids.iter().take(n_removed).cloned().collect();
        let removed: String = names.iter().map(|id| format!("warriors.{id}.copies = 0\n")).collect();
        format!("setup = {{ players = 5, hand-size = 8, graveyard-size = 3 }}\n{removed}")
    };
    house(&removed(16)); // 5 × 8 + 3 + 1 = 44 are left.
    for (rules, expected) in [
        (ability("effect = \"add\", who = \"own\""), "warriors.bear.ability.0.amount: found no such key"),
        (ability("effect = \"add\", who = \"own\", amount = 0"), "found 0"),
        (
            ability("effect = \"replace-digit\", who = \"own\", from = 3, to = 3"),
            "expected a digit that differs",
        ),
        (ability("effect = \"steal-boost\", who = \"own\""), "found an unknown key"),
        (ability("effect = \"steal-boost\", families = []"), "families: found a list of 0"),
        ("warriors.bear.ability = [{}, {}, {}]".into(), "warriors.bear.ability: found a list of 3"),
        ("warriors.bear.ability = \"roar\"".into(), "warriors.bear.ability"),
        ("warriors.yeti.power = 5".into(), "warriors.yeti.ability: found no such key"),
        ("arenas.colosseum.goal = \"closest\"".into(), "arenas.colosseum.value: found no such key"),
        ("arenas.new.glory = 4".into(), "arenas.new.measure: found no such key"),
        ("arenas.colosseum.copies = 4\narenas.limbo-pit.copies = 4".into(), "found 18 physical Arenas"),
        ("warriors.bear.copies = 4\nwarriors.rabbit.copies = 3".into(), "found 65 physical Warriors"),
        (removed(17), "and 43 physical Warriors, expected at least 44 Warriors"),
        ("setup = { players = 5, hand-size = 8, extra-cards = [6, 6, 6] }".into(), "at least 62 Warriors"),
        (
            "setup.fights = 11\narenas = { colosseum.copies = 0, limbo-pit.copies = 0 }".into(),
            "setup.fights: found 11 fights, but 10",
        ),
    ] {
        let said = faults(&rules);
        assert!(said.contains("house.toml:") && said.contains(expected), "{rules}: {said}");
    }
}
