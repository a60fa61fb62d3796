//! The effect of each setting, and invalid configs.

use super::*;

const RIVAL: &str = "10h 10c 10s 10d | - | 0";

fn with(set: &[&str], first: &str, deck: &str) -> Table {
    table(set, &[first, RIVAL], deck)
}

#[test]
fn damage_and_healing_follow_the_settings() {
    let (four, five, king) = ("4h 5c 7s 3d | - | 0", "4h 5c 8c 7s 6s | - | 0", "9h 5c 2s 2d | - | 5");
    let (two_kings, one_damage) = ("4h 5c 7s 3d | kh kd | 0", "rules.king-stops = \"one-damage\"");
    for (set, first, deck, moves, damage) in [
        ("rules.fight-tie = \"luck\"", four, "7c", "fight", 1),
        ("rules.fight-tie = \"win\"", four, "7c", "fight", 0),
        ("rules.fight-tie = \"lose\"", four, "7c", "fight", 1),
        ("rules.king-tie = \"luck\"", five, "ks", "fight", 0),
        ("rules.king-tie = \"win\"", five, "ks", "fight", 0),
        ("rules.king-tie = \"lose\"", five, "ks", "fight", 2),
        ("rules.fight-damage = 3", king, "7c", "fight", 8),
        ("rules.fight-damage = 0", king, "7c", "fight", 5),
        ("rules.king-damage = 1", king, "kc", "fight", 6),
        ("rules.jack-damage = 3", king, "jc", "fight", 8),
        ("rules.bed-heal = 3", king, "", "stay-in-bed", 2),
        ("rules.bed-heal = 9", king, "", "stay-in-bed", 0),
        ("rules.queen-heal = 4", king, "qd", "train bless", 1),
        ("rules.king-stops-jack = false", "4h 5c 7s 3d | kh | 0", "js", "fight", 2),
        (one_damage, two_kings, "js", "train take-stab", 2),
        (one_damage, two_kings, "js", "train kh take-stab", 1),
        (one_damage, two_kings, "js", "train kh kd", 0),
    ] {
        assert_eq!(with(&[set], first, deck).takes(moves).damage(), damage, "{set}: {first}, {deck}");
    }
    for (rule, level) in [("win", 5), ("lose", 4)] {
        let set = format!("rules.queen-tie = \"{rule}\"");
        let table = with(&[&set], "4h 6c 7s 3d | - | 0", "qh 6d").takes("fight steal");
        assert_eq!(table.state.characters[Seat::FIRST].level, level, "{rule}");
    }
    let table = with(&["rules.minimum-health = 7"], "2h 5c 2s 2d | - | 5", "");
    assert_eq!(table.game.hp(&table.state.characters[Seat::FIRST]), 2);
}

#[test]
fn moves_are_legal_where_the_settings_allow_them() {
    let first = "4h 5c 7s 3d | - | 0";
    let (kings, full) = ("5h 4c 4s 2d | kh kd ks | 0", "5h 4c 4s 2d 3d 4d 5d 6d | 2c 3c 5c 6c 7c | 0");
    let (when_full, nothing) = ("rules.level-up-when-full = true", "rules.full-level-up = \"nothing\"");
    // With unequal points, payments need an exact sum: 4 + 4 and 4 + 3 miss 5, 2 + 3 equals it.
    let unequal = &["cards.2.points = 4", "cards.3.points = 3", "cards.4.points = 0"];
    for (set, first, deck, moves, menu) in [
        (&["rules.train-optional = true"][..], first, "9c", "train", "4h 5c 7s 3d discard-drawn"),
        (&["rules.bed-needs-damage = true"], first, "", "", "fight train"),
        (&["rules.bed-needs-damage = true"], "4h 5c 7s 3d | - | 1", "", "", "fight train stay-in-bed"),
        (&["rules.ace-optional = true"], first, "as", "fight", "4h 5c 7s 3d decline"),
        (&["rules.level-up-overpay = false"], kings, "", "", "fight train stay-in-bed"),
        (&[], full, "", "", "fight train stay-in-bed"),
        (&[when_full, nothing], full, "", "", "fight train stay-in-bed"),
        (&[when_full], full, "8s", "level-up 2c 3c 5c 6c", "5h 4c 4s 2d 3d 4d 5d 6d discard-drawn"),
        (unequal, "5h 4c 4s 2d | 2c 2d 3c 4c 5c 6c | 0", "", "level-up", "2c 3c 5c 6c 2d"),
    ] {
        assert_eq!(with(set, first, deck).takes(moves).legal(), menu, "{set:?}: {first}");
    }
    let even = &["rules.level-up-overpay = false", "rules.level-up-cost = 4"];
    let two = &["rules.attributes-per-level-up = 2"];
    for (set, first, deck, moves, seat) in [
        (&["rules.train-optional = true"][..], first, "9c", "train discard-drawn", first),
        (&["rules.ace-optional = true"], first, "as", "fight decline", first),
        (even, kings, "8s", "level-up kh ks", "5h 4c 4s 8s 2d | kd | 0"),
        (&[nothing], full, "joker 9c", "fight", full),
        (unequal, "5h 4c 4s 2d | 2c 2d 3c 4c | 0", "7d", "level-up 2c 2d", "5h 4c 4s 2d 7d | 3c 4c | 0"),
        (
            two,
            "5h 4c 4s 2d | 2c 3c 4c 5c 6c | 0",
            "as 8s 9d 3h",
            "level-up 2c 3c 4c 5c",
            "5h 4c 4s 8s 2d 9d | - | 0",
        ),
        // The second drawn card replaces an Attribute or is discarded.
        (
            two,
            "5h 4c 4s 2d 3d 4d 5d | 2c 3c 4c 5c 6c | 0",
            "8s 9d",
            "level-up 2c 3c 4c 5c 2d",
            "5h 4c 4s 8s 3d 4d 5d 9d | - | 0",
        ),
        (
            &["rules.rebirth-level-loss = 1"],
            "2h 5c 2s 2d | - | 1",
            "9c 3h 4h 5h 6h",
            "fight",
            "3h 4h 5h | - | 0",
        ),
        (&["rules.rebirth-level-loss = 11"], "2h 5c 2s 2d | - | 1", "9c 3h 4h 5h 6h", "fight", "3h | - | 0"),
    ] {
        assert_eq!(with(set, first, deck).takes(moves).seat(0), seat, "{set:?}: {first}");
    }
}

#[test]
fn an_ace_matches_and_swaps_as_the_settings_say() {
    let seats = ["2h 5c 7c | - | 0", "9h 7s 5s | - | 0"];
    for (rule, menu) in [("number-or-suit", "2h 5c 7c"), ("number", "5c 7c"), ("any", "2h 5c 7c")] {
        let set = format!("rules.ace-match = \"{rule}\"");
        assert_eq!(table(&[&set], &seats, "ac").takes("fight").legal(), menu, "{rule}");
    }
    // The only card to give is given automatically.
    let suit = table(&["rules.ace-match = \"suit\""], &seats, "ac").takes("fight");
    assert_eq!(suit.seat(0), "9h 5c 7c | - | 0");
    // The Number of a card does not depend on its value.
    let set = ["rules.ace-match = \"number\"", "cards.2h.value = 9"];
    assert_eq!(table(&set, &["2h | - | 0", "9s | - | 0"], "ac").takes("fight").seat(0), "2h | - | 0");
    let seats = ["2h 5c | - | 0", "9h 8c | - | 0"];
    let table = table(&["rules.swaps-per-ace = 2"], &seats, "ac").takes("fight 2h");
    assert_eq!((table.due(), table.seat(0).as_str()), (("swap-give", 0), "9h 5c | - | 0"));
    let table = table.takes("5c");
    assert_eq!((table.due(), table.seat(0).as_str()), (("action", 1), "9h 8c | - | 0"));
}

#[test]
fn a_handicap_and_the_first_player_follow_the_settings() {
    let set = ["setup.extra-attributes = [0, 3]", "setup.first-player = \"random\""];
    let game = house(&set).expect("rules");
    let mut began = [0; 2];
    for game_idx in 0..100 {
        let state = game.new_game(&mut crate::model::Seed::new(7).game(game_idx).chance(2), &mut NoObserver);
        let levels = [Seat::FIRST, Seat::SECOND].map(|seat| state.characters[seat].level);
        assert_eq!(levels, [4, 7]);
        began[state.active.index()] += 1;
    }
    assert!(began.iter().all(|n| *n > 25), "{began:?}");
}

#[test]
fn an_empty_deck_is_reshuffled_as_the_settings_say() {
    let (when_empty, whole) = ("rules.reshuffle = \"when-empty\"", "rules.keep-top-discard = false");
    for (set, first, deck, left) in [
        (&[][..], "9h 5c 9s 2d | - | 0", "4s", ["-", "8s 8d 4h"]),
        (&[when_empty], "9h 5c 9s 2d | - | 0", "4s", ["8d 8s", "4h"]),
        (&[whole], "9h 5c 2s 2d | - | 0", "", ["8d 8s", "4h"]),
    ] {
        let table = with(set, first, deck).discards("8s 8d 4h").takes("fight");
        assert_eq!([table.deck(), table.discard()], left, "{set:?}");
    }
}

#[test]
fn the_goal_follows_the_settings() {
    // Seat 0 meets all goals except for the Monster Points of the card that it captures.
    let rich = "2h 6c 9s 3d | 4s 4d 5d 6d 7d 8d 9d kc | 0";
    for (set, rival, winner) in [
        (&[][..], "9h 5c 2s 2d | - | 0", Some(0)),
        (&["rules.win-monster-points = 11"], "9h 5c 2s 2d | - | 0", None),
        (&[], "9h 6c 2s 2d | - | 0", None),
        (&["rules.win-luck = \"at-least\""], "9h 6c 2s 2d | - | 0", Some(0)),
        (&["rules.win-luck = \"off\""], "9h 7c 2s 2d | - | 0", Some(0)),
        (&[], "10h 5c 2s 2d | - | 0", None),
        (&[], "10h 5c 2s 2d | - | 1", Some(0)),
        (&["rules.win-health = \"full\""], "10h 5c 2s 2d | - | 1", None),
        (&["rules.win-attack = \"off\""], "10h 8h 5c 2d | - | 0", Some(0)),
        (&["rules.win-check = \"own-turn\""], "9h 5c 2s 2d | - | 0", Some(0)),
    ] {
        assert_eq!(table(set, &[rich, rival], "5c").takes("fight").winner(), winner, "{set:?}: {rival}");
    }
    // The active seat wins at the end of its own turn.
    let rich = "2h 6c 8s 3d | 4s 4d 5d 6d 7d 8d 9d 10d kc | 1";
    let own_turn = &["rules.win-check = \"own-turn\"", "rules.win-before-rebirth = true"];
    let open = table(own_turn, &["9h 4c 2s 2d | - | 0", rich], "10c").takes("fight");
    assert_eq!((open.winner(), open.due()), (None, ("action", 1)));
    assert_eq!(open.takes("stay-in-bed").winner(), Some(1));
    // Of several seats that qualify, the active one wins, then the first to its left. Replacing a card by another copy changes
    // nothing, but winning is checked.
    let shared = &["rules.win-luck = \"at-least\"", "rules.win-attack = \"off\""];
    let poor = "5h 6c 2s 2d | - | 0";
    assert_eq!(table(shared, &[rich, poor, rich], "8s").takes("train 8s").winner(), Some(0));
    assert_eq!(table(shared, &[poor, poor, rich, rich], "2s").takes("train 2s").winner(), Some(2));
}

#[test]
fn a_forfeit_discards_a_card_unread_and_the_cap_on_turns_makes_a_stalemate() {
    let game = house(&["rules.forfeit-percent = 100", "rules.max-turns = 7"]).expect("rules");
    let table = Table::new(game);
    assert_eq!((table.outcome(), table.state.turn), (Some(Outcome::Stalemate), 7));
    let forfeits = table.count(|event| matches!(event, Event::Forfeits { .. }));
    assert_eq!((forfeits, table.count(|event| matches!(event, Event::Special { .. }))), (7, 0));
    let table = with(&["rules.max-turns = 3"], "9h 5c 2s 2d | - | 0", "").takes("stay-in-bed stay-in-bed");
    assert_eq!(table.outcome(), None);
    assert_eq!(table.takes("stay-in-bed").outcome(), Some(Outcome::Stalemate));
}

#[test]
fn a_chain_draws_at_most_a_hundred_cards() {
    let first = "9h 5c 2s 2d | - | 0";
    for (n_jokers, end, moves, seat, left) in [
        (99, "4c", "fight", "9h 4c 5c 2s 2d | - | 0", "-"),
        (100, "4c", "fight", first, "4c"),
        (99, "qh 4c", "fight steal", first, "4c"),
    ] {
        let table = with(&[], first, &format!("{} {end}", "joker ".repeat(n_jokers))).takes(moves);
        assert_eq!((table.seat(0).as_str(), table.due(), &*table.deck()), (seat, ("action", 1), left));
    }
}

#[test]
fn decks_and_faces_make_the_deck() {
    for (set, n_cards) in [
        (&[][..], 54),
        (&["setup.players = 3"], 108),
        (&["setup.players = 8"], 216),
        (&["setup.decks = 3", "setup.jokers-per-deck = 0"], 156),
        (&["cards.king.copies = 2", "cards.kh.copies = 0", "cards.7c.copies = 4"], 59),
    ] {
        assert_eq!(house(set).expect("rules").deck.len(), n_cards, "{set:?}");
    }
    // A face wins over its rank, key by key.
    let game = house(&["cards.king.points = 3", "cards.kh.value = 12", "cards.7.value = 8"]).expect("rules");
    let card = |id| game.rules.cards[face(id)];
    assert_eq!((card("kh").value, card("kh").points), (12, 3));
    assert_eq!((card("kd").value, card("kd").points), (13, 3));
    assert_eq!((card("7c").value, card("6c").value), (8, 6));
}

#[test]
fn cards_and_players_that_do_not_go_together_are_refused() {
    for (set, part) in [
        (&["setup.start-level = 9"][..], "setup.start-level: found 9, expected at most rules.max-level, 8"),
        (
            &["setup.players = 5", "setup.decks = 1"],
            "setup.decks: found 36 Numbered cards in all decks, expected at least 40",
        ),
        (
            &["setup.decks = 8", "cards.5.copies = 4"],
            "setup.decks: found 528 cards in all decks, expected at most 512",
        ),
        (&["cards.jack.value = 11"], "cards.jack.value: found an unknown key"),
        (&["cards.jh.points = 1"], "cards.jh.points: found an unknown key"),
        (&["cards.joker.copies = 1"], "cards.joker: found an unknown key"),
        (&["cards.11h.value = 9"], "cards.11h: found an unknown key"),
        (&["cards.7c = 3"], "cards.7c: found 3, expected a table"),
    ] {
        let faults = house(set).expect_err("faults").to_string();
        assert!(faults.contains(part), "{part} is not in\n{faults}");
    }
}
