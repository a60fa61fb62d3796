//! The effect of each setting, and invalid configs.

use super::*;
use crate::games::conformance::bench::story;

const RIVAL: &str = "10h 10c 10s 10d | - | 0";

fn with(set: &[&str], first: &str, deck: &str) -> Table {
    table(set, &[first, RIVAL], deck)
}

#[test]
fn ties_follow_the_settings() {
    for (rule, damage) in [("luck", 1), ("win", 0), ("lose", 1)] {
        let set = format!("rules.fight-tie = \"{rule}\"");
        assert_eq!(with(&[&set], "4h 5c 7s 3d | - | 0", "7c").takes("fight").damage(), damage, "{rule}");
    }
    for (rule, damage) in [("luck", 0), ("win", 0), ("lose", 2)] {
        let set = format!("rules.king-tie = \"{rule}\"");
        let table = with(&[&set], "4h 5c 8c 7s 6s | - | 0", "ks").takes("fight");
        assert_eq!(table.damage(), damage, "{rule}");
    }
    for (rule, level) in [("win", 5), ("lose", 4)] {
        let set = format!("rules.queen-tie = \"{rule}\"");
        let table = with(&[&set], "4h 6c 7s 3d | - | 0", "qh 6d").takes("fight steal");
        assert_eq!(table.state.characters[Seat::FIRST].level, level, "{rule}");
    }
}

#[test]
fn damage_and_healing_follow_the_settings() {
    let first = "9h 5c 2s 2d | - | 5";
    assert_eq!(with(&["rules.fight-damage = 3"], first, "7c").takes("fight").damage(), 8);
    assert_eq!(with(&["rules.fight-damage = 0"], first, "7c").takes("fight").damage(), 5);
    assert_eq!(with(&["rules.king-damage = 1"], first, "kc").takes("fight").damage(), 6);
    assert_eq!(with(&["rules.jack-damage = 3"], first, "jc").takes("fight").damage(), 8);
    assert_eq!(with(&["rules.bed-heal = 3"], first, "").takes("stay-in-bed").damage(), 2);
    assert_eq!(with(&["rules.bed-heal = 9"], first, "").takes("stay-in-bed").damage(), 0);
    assert_eq!(with(&["rules.queen-heal = 4"], first, "qd").takes("train bless").damage(), 1);
    let table = with(&["rules.minimum-health = 7"], "2h 5c 2s 2d | - | 5", "");
    assert_eq!(table.game.hp(&table.state.characters[Seat::FIRST]), 2);
}

#[test]
fn optional_actions_are_legal_where_the_settings_allow_them() {
    let first = "4h 5c 7s 3d | - | 0";
    let table = with(&["rules.train-optional = true"], first, "9c").takes("train");
    assert_eq!(table.menu(), "4h 5c 7s 3d discard-drawn");
    let table = table.takes("discard-drawn");
    assert_eq!((table.seat(0).as_str(), table.discard().as_str()), (first, "9c"));
    let bed = &["rules.bed-needs-damage = true"];
    assert_eq!(with(bed, first, "").menu(), "fight train");
    assert_eq!(with(bed, "4h 5c 7s 3d | - | 1", "").menu(), "fight train stay-in-bed");
    let table = with(&["rules.ace-optional = true"], first, "as").takes("fight");
    assert_eq!(table.menu(), "4h 5c 7s 3d decline");
    assert!(story(&table.game, &table.events).contains("The Ace (as): seat 0 may swap an Attribute."));
    assert_eq!(table.takes("decline").seat(0), first);
    let table = with(&[], first, "as").takes("fight");
    assert!(story(&table.game, &table.events).contains("The Ace (as): seat 0 must swap an Attribute."));
    let jack = with(&["rules.king-stops-jack = false"], "4h 5c 7s 3d | kh | 0", "js").takes("fight");
    assert_eq!((jack.damage(), jack.points()), (2, 2));
}

#[test]
fn an_ace_matches_and_swaps_as_the_settings_say() {
    let seats = ["2h 5c 7c | - | 0", "9h 7s 5s | - | 0"];
    for (rule, menu) in
        [("number-or-suit", "2h 5c 7c"), ("number", "5c 7c"), ("suit", "2h"), ("any", "2h 5c 7c")]
    {
        let set = format!("rules.ace-match = \"{rule}\"");
        let ace = table(&[&set], &seats, "ac").takes("fight");
        // If there is only one card to give, it is given automatically.
        let shown = if rule == "suit" { "2h".into() } else { ace.menu() };
        assert_eq!(shown, menu, "{rule}");
        if rule == "suit" {
            assert_eq!(ace.seat(0), "9h 5c 7c | - | 0");
        }
    }
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
fn a_level_up_costs_and_does_what_the_settings_say() {
    let kings = "5h 4c 4s 2d | kh kd ks | 0";
    assert_eq!(with(&["rules.level-up-overpay = false"], kings, "").menu(), "fight train stay-in-bed");
    let even = &["rules.level-up-overpay = false", "rules.level-up-cost = 4"];
    assert_eq!(with(even, kings, "8s").takes("level-up kh ks").seat(0), "5h 4c 4s 8s 2d | kd | 0");
    let full = "5h 4c 4s 2d 3d 4d 5d 6d | 2c 3c 5c 6c 7c | 0";
    let when_full = "rules.level-up-when-full = true";
    assert_eq!(with(&[], full, "").menu(), "fight train stay-in-bed");
    let table = with(&[when_full], full, "8s").takes("level-up 2c 3c 5c 6c");
    assert_eq!((table.due(), table.points()), (("full-replace", 0), 0));
    let nothing = "rules.full-level-up = \"nothing\"";
    assert_eq!(with(&[when_full, nothing], full, "").menu(), "fight train stay-in-bed");
    let table = with(&[nothing], full, "joker 9c").takes("fight");
    assert_eq!((table.due(), table.discard().as_str()), (("action", 1), "joker 9c"));
    // With unequal points, payments need an exact sum: 4 + 4 and 4 + 3 miss 5, 2 + 3 equals it.
    let set = &["cards.2.points = 4", "cards.3.points = 3", "cards.4.points = 0"];
    let table = with(set, "5h 4c 4s 2d | 2c 2d 3c 4c 5c 6c | 0", "").takes("level-up");
    assert_eq!(table.menu(), "2c 3c 5c 6c 2d");
    let table = with(set, "5h 4c 4s 2d | 2c 2d 3c 4c | 0", "7d").takes("level-up 2c 2d");
    assert_eq!(table.seat(0), "5h 4c 4s 2d 7d | 3c 4c | 0");
}

#[test]
fn a_level_up_draws_as_many_attributes_as_the_settings_say() {
    let two = "rules.attributes-per-level-up = 2";
    let first = "5h 4c 4s 2d | 2c 3c 4c 5c 6c | 0";
    assert_eq!(
        with(&[two], first, "as 8s 9d 3h").takes("level-up 2c 3c 4c 5c").seat(0),
        "5h 4c 4s 8s 2d 9d | - | 0"
    );
    // The second drawn card replaces an Attribute or is discarded.
    let seven = "5h 4c 4s 2d 3d 4d 5d | 2c 3c 4c 5c 6c | 0";
    let table = with(&[two], seven, "8s 9d").takes("level-up 2c 3c 4c 5c");
    assert_eq!(table.due(), ("full-replace", 0));
    assert_eq!(table.takes("2d").seat(0), "5h 4c 4s 8s 3d 4d 5d 9d | - | 0");
}

#[test]
fn a_king_stops_as_much_damage_as_the_settings_say() {
    let set = &["rules.king-stops = \"one-damage\""];
    let stabbed = |moves: &str| with(set, "4h 5c 7s 3d | kh kd | 0", "js").takes(moves);
    assert_eq!((stabbed("train kh take-stab").damage(), stabbed("train take-stab").damage()), (1, 2));
    let stopped = stabbed("train kh kd");
    assert_eq!((stopped.damage(), stopped.points(), stopped.due()), (0, 0, ("action", 1)));
    assert!(story(&stopped.game, &stopped.events).contains("discards kh: 1 Damage left."));
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
    let deck =
        |set: &[&str]| with(set, "9h 5c 9s 2d | - | 0", "4s").discards("8s 8d 4h").takes("fight").deck();
    assert_eq!(deck(&[]), "-");
    assert_eq!(deck(&["rules.reshuffle = \"when-empty\""]), "8d 8s");
    let whole = &["rules.keep-top-discard = false"];
    let table = with(whole, "9h 5c 2s 2d | - | 0", "").discards("8s 8d 4h").takes("fight");
    assert_eq!((table.deck().as_str(), table.discard().as_str()), ("8d 8s", "4h"));
}

#[test]
fn a_rebirth_costs_levels_but_the_last() {
    let dies = |loss: usize| {
        let set = format!("rules.rebirth-level-loss = {loss}");
        with(&[&set], "2h 5c 2s 2d | - | 1", "9c 3h 4h 5h 6h").takes("fight").seat(0)
    };
    assert_eq!(dies(1), "3h 4h 5h | - | 0");
    assert_eq!(dies(11), "3h | - | 0");
}

#[test]
fn the_goal_follows_the_settings() {
    // Seat 0 meets all goals except for the Monster Points of the card that it captures.
    let rich = "2h 6c 9s 3d | 4s 4d 5d 6d 7d 8d 9d kc | 0";
    let captures = |set: &[&str], rival: &str| table(set, &[rich, rival], "5c").takes("fight").winner();
    assert_eq!(captures(&[], "9h 5c 2s 2d | - | 0"), Some(0));
    assert_eq!(captures(&["rules.win-monster-points = 11"], "9h 5c 2s 2d | - | 0"), None);
    assert_eq!(captures(&[], "9h 6c 2s 2d | - | 0"), None);
    assert_eq!(captures(&["rules.win-luck = \"at-least\""], "9h 6c 2s 2d | - | 0"), Some(0));
    assert_eq!(captures(&["rules.win-luck = \"off\""], "9h 7c 2s 2d | - | 0"), Some(0));
    assert_eq!(captures(&[], "10h 5c 2s 2d | - | 0"), None);
    assert_eq!(captures(&[], "10h 5c 2s 2d | - | 1"), Some(0));
    assert_eq!(captures(&["rules.win-health = \"full\""], "10h 5c 2s 2d | - | 1"), None);
    assert_eq!(captures(&["rules.win-attack = \"off\""], "10h 8h 5c 2d | - | 0"), Some(0));
    assert_eq!(captures(&["rules.win-check = \"own-turn\""], "9h 5c 2s 2d | - | 0"), Some(0));
}

#[test]
fn with_own_turn_only_the_active_seat_wins_at_the_end_of_its_turn() {
    let second = "2h 6c 8s 3d | 4s 4d 5d 6d 7d 8d 9d 10d kc | 1";
    let set = &["rules.win-check = \"own-turn\"", "rules.win-before-rebirth = true"];
    let table = table(set, &["9h 4c 2s 2d | - | 0", second], "10c").takes("fight");
    assert_eq!((table.winner(), table.due()), (None, ("action", 1)));
    let table = table.takes("stay-in-bed");
    assert_eq!((table.winner(), table.state.turn), (Some(1), 2));
}

#[test]
fn the_active_player_that_qualifies_wins_and_then_the_first_to_the_left() {
    let set = &["rules.win-luck = \"at-least\"", "rules.win-attack = \"off\""];
    let rich = "2h 6c 8s 3d | 4s 4d 5d 6d 7d 8d 9d 10d kc | 1";
    let poor = "5h 6c 2s 2d | - | 0";
    // Replacing a card by another copy changes nothing, but winning is checked.
    let trains = |seats: &[&str], card: &str| {
        let moves = format!("train {card}");
        table(set, seats, card).takes(&moves).winner()
    };
    assert_eq!(trains(&[rich, poor, rich], "8s"), Some(0));
    assert_eq!(trains(&[poor, poor, rich, rich], "2s"), Some(2));
}

#[test]
fn a_forfeit_discards_a_card_unread_and_ends_the_turn() {
    let game = house(&["rules.forfeit-percent = 100", "rules.max-turns = 7"]).expect("rules");
    let mut events = Vec::new();
    let state = game.new_game(&mut ChanceStreams::stacked(), &mut events);
    assert_eq!(outcome(&game, &state), Some(Outcome::Stalemate));
    assert_eq!(state.turn, 7);
    let forfeits = events.iter().filter(|event| matches!(event, Event::Forfeits { .. })).count();
    let specials = events.iter().filter(|event| matches!(event, Event::Special { .. })).count();
    assert_eq!((forfeits, specials), (7, 0));
}

#[test]
fn the_cap_on_turns_makes_a_stalemate() {
    let table = with(&["rules.max-turns = 3"], "9h 5c 2s 2d | - | 0", "");
    let table = table.takes("stay-in-bed stay-in-bed");
    assert_eq!(table.over(), None);
    assert_eq!(table.takes("stay-in-bed").over(), Some(Outcome::Stalemate));
}

#[test]
fn a_chain_draws_at_most_a_hundred_cards() {
    let jokers = |n: usize, end: &str| format!("{} {end}", "joker ".repeat(n));
    let first = "9h 5c 2s 2d | - | 0";
    let table = with(&[], first, &jokers(99, "4c")).takes("fight");
    assert_eq!(table.seat(0), "9h 4c 5c 2s 2d | - | 0");
    let table = with(&[], first, &jokers(100, "4c")).takes("fight");
    assert_eq!((table.seat(0).as_str(), table.due(), table.deck().as_str()), (first, ("action", 1), "4c"));
    let table = with(&[], first, &jokers(99, "qh 4c")).takes("fight steal");
    assert_eq!((table.seat(0).as_str(), table.due(), table.deck().as_str()), (first, ("action", 1), "4c"));
}

#[test]
fn decks_jokers_and_copies_make_the_deck() {
    let n_cards = |set: &[&str]| house(set).expect("rules").deck.len();
    assert_eq!(n_cards(&[]), 54);
    assert_eq!(n_cards(&["setup.players = 3"]), 108);
    assert_eq!(n_cards(&["setup.players = 8"]), 216);
    assert_eq!(n_cards(&["setup.decks = 3", "setup.jokers-per-deck = 0"]), 156);
    assert_eq!(n_cards(&["cards.king.copies = 2", "cards.kh.copies = 0", "cards.7c.copies = 4"]), 59);
}

#[test]
fn a_face_wins_over_its_rank_key_by_key() {
    let game = house(&["cards.king.points = 3", "cards.kh.value = 12", "cards.7.value = 8"]).expect("rules");
    let card = |id| game.rules.cards[face(id)];
    assert_eq!((card("kh").value, card("kh").points), (12, 3));
    assert_eq!((card("kd").value, card("kd").points), (13, 3));
    assert_eq!((card("7c").value, card("6c").value), (8, 6));
}

#[test]
fn bad_configs_are_refused_with_key_found_and_expected() {
    let refused = |set: &[&str], part: &str| {
        let faults = house(set).expect_err("faults").to_string();
        assert!(faults.contains(part), "{part} is not in\n{faults}");
    };
    refused(&["setup.players = 1"], "setup.players: found 1, expected an integer from 2 to 8");
    refused(&["setup.players = 9"], "setup.players: found 9, expected an integer from 2 to 8");
    refused(&["setup.start-level = 9"], "setup.start-level: found 9, expected at most rules.max-level, 8");
    refused(
        &["setup.players = 5", "setup.decks = 1"],
        "setup.decks: found 36 Numbered cards in all decks, expected at least 40, rules.max-level for each of 5",
    );
    refused(
        &["setup.decks = 8", "cards.5.copies = 4"],
        "setup.decks: found 528 cards in all decks, expected at most 512",
    );
    refused(&["rules.queen-tie = \"luck\""], "expected one of: \"win\", \"lose\"");
    refused(&["rules.fight-tei = \"luck\""], "did you mean `fight-tie`?");
    refused(&["cards.jack.value = 11"], "cards.jack.value: found an unknown key");
    refused(&["cards.jh.points = 1"], "cards.jh.points: found an unknown key");
    refused(&["cards.joker.copies = 1"], "cards.joker: found an unknown key");
    refused(&["cards.11h.value = 9"], "cards.11h: found an unknown key");
    refused(&["cards.7c.value = 0"], "cards.7c.value: found 0, expected an integer from 1 to 99");
    refused(&["cards.7c = 3"], "cards.7c: found 3, expected a table");
    // All errors at once.
    let faults = house(&["setup.players = 1", "rules.max-turns = 0", "cards.2.points = 10"]);
    assert_eq!(faults.expect_err("faults").0.len(), 3);
}
