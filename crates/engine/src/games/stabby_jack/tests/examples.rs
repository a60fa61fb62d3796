//! The worked examples of section 10, by number.

use super::*;

#[test]
fn example_1_a_fight_is_won_by_attack_and_a_tie_by_luck() {
    let fights = |card| duel("4h 5c 7s 3d | - | 0", card).takes("fight");
    for (card, won) in [("6c", true), ("7c", false), ("8c", false), ("2h", true), ("3h", true), ("4d", false)]
    {
        let table = fights(card);
        let expected = if won { format!("4h 5c 7s 3d | {card} | 0") } else { "4h 5c 7s 3d | - | 1".into() };
        assert_eq!(table.seat(0), expected, "{card}");
        assert_eq!(table.discard(), if won { "-" } else { card });
        assert_eq!(table.points(), u16::from(won));
        assert_eq!(table.due(), ("action", 1));
    }
}

#[test]
fn example_2_training_away_the_last_heart_kills_the_damaged() {
    let trains = |damage: &str| {
        let first = format!("4h 5c 4s 2d | 9c | {damage}");
        duel(&first, "9d 3s kd 6h 8d 2h").takes("train")
    };
    let table = trains("1");
    assert_eq!((table.due(), table.legal().as_str()), (("train-replace", 0), "4h 5c 4s 2d"));
    let table = table.takes("4h");
    assert_eq!(table.seat(0), "2h 6h 3s 8d | - | 0");
    assert_eq!((table.deck().as_str(), table.discard().as_str()), ("-", "4h 9c 5c 4s 2d 9d kd"));
    let table = trains("0").takes("4h");
    assert_eq!(table.seat(0), "5c 4s 2d 9d | 9c | 0");
    assert_eq!(table.game.hp(&table.state.characters[Seat::FIRST]), 1);
}

#[test]
fn example_3_the_books_chain_ends_with_the_stab() {
    let table = duel("5h 4c 4s 2d | - | 0", "qh joker qs jd 3c").takes("fight");
    assert_eq!((table.due(), table.legal().as_str()), (("queen", 0), "bless steal"));
    let table = table.takes("steal steal");
    assert_eq!(table.seat(0), "5h 4c 4s 2d | - | 2");
    assert_eq!((table.deck().as_str(), table.discard().as_str()), ("3c", "qh joker qs jd"));
    assert_eq!(table.due(), ("action", 1));
}

#[test]
fn example_4_the_queen_blesses_or_is_stolen_from() {
    let queen = |deck: &str| duel("5h 6c 4s 2d | - | 3", deck).takes("fight");
    assert_eq!(queen("qh").takes("bless").seat(0), "5h 6c 4s 2d | - | 1");
    let table = queen("qh 6d").takes("steal");
    assert_eq!(table.seat(0), "5h 6c 4s 2d 6d | - | 3");
    assert_eq!(table.state.characters[Seat::FIRST].level, 5);
    let table = queen("qh 7d").takes("steal");
    assert_eq!((table.seat(0).as_str(), table.discard().as_str()), ("5h 6c 4s 2d | - | 3", "qh 7d"));
}

#[test]
fn example_5_a_king_wins_ties_in_spite_of_luck() {
    let table = duel("9h 8c 9c 6s 7s | - | 0", "ks").takes("train");
    assert_eq!((table.seat(0).as_str(), table.discard().as_str()), ("9h 8c 9c 6s 7s | - | 2", "ks"));
    let table = duel("9h 8c 9c 6s 8s | - | 0", "kc").takes("train");
    assert_eq!((table.seat(0).as_str(), table.points()), ("9h 8c 9c 6s 8s | kc | 0", 2));
}

#[test]
fn example_6_a_king_stops_jack() {
    let seats = ["5h 4c 4s 2d | kh kh ks 3d | 3", "10h 10c 10s 10d | - | 0", "10h 10c 10s 10d | - | 0"];
    let jack = |deck| table(&[], &seats, deck).takes("fight");
    assert_eq!((jack("jc").due(), jack("jc").legal().as_str()), (("jack", 0), "take-stab kh ks"));
    let stopped = jack("jc").takes("ks");
    assert_eq!((stopped.seat(0).as_str(), stopped.points()), ("5h 4c 4s 2d | kh kh 3d | 3", 5));
    let stabbed = jack("jc 6h 7c 8d 9s").takes("take-stab");
    assert_eq!(stabbed.discard(), "jc kh kh ks 3d 5h 4c 4s 2d");
    assert_eq!(stabbed.seat(0), "6h 7c 9s 8d | - | 0");
}

#[test]
fn example_7_an_ace_swaps_and_may_kill_another_character() {
    let seats = ["2h 5c 7c 8d | - | 0", "9h 10h 7s 3d | 4c | 5", "6s 8s 9s 10s | - | 0"];
    let ace = table(&[], &seats, "ac").takes("fight");
    assert_eq!((ace.due(), ace.legal().as_str()), (("swap-give", 0), "2h 7c 8d"));
    let ace = ace.takes("8d");
    assert_eq!((ace.due(), ace.legal().as_str()), (("swap-with", 0), "seat:1 seat:2"));
    // Only the 8s of seat 2 matches.
    assert_eq!(ace.takes("seat:2").seat(0), "2h 5c 7c 8s | - | 0");

    let seats = ["2h 5c 7c 8d | - | 0", "9h 2c 7s 3d | 4c | 5"];
    let killed = table(&[], &seats, "ac 4h 5h qs 6d 10d").takes("fight 2h 9h");
    assert_eq!(killed.seat(1), "4h 5h 6d 10d | - | 0");
    assert_eq!(killed.seat(0), "9h 5c 7c 8d | - | 0");
    assert_eq!(killed.discard(), "ac 4c 2h 2c 7s 3d qs");
    assert!(killed.events.iter().any(|event| matches!(event, Event::Died { off_turn: true, .. })));

    let none = table(&[], &["2h 3h 4h 5h | - | 0", "6s 7s 8s 9s | - | 0"], "ac").takes("fight");
    assert_eq!((none.due(), none.discard().as_str()), (("action", 1), "ac"));
}

#[test]
fn example_8_a_level_up_is_paid_exactly_where_it_can_be() {
    let paying = duel("5h 4c 4s 2d | 3c 4d 5d 6d kh | 0", "qh kd 8s");
    assert_eq!(paying.points(), 6);
    let paying = paying.takes("level-up");
    assert_eq!((paying.due(), paying.legal().as_str()), (("pay", 0), "kh 3c 4d 5d 6d"));
    let paying = paying.takes("3c");
    assert_eq!(paying.legal(), "kh 4d 5d 6d");
    let paying = paying.takes("4d");
    assert_eq!(paying.legal(), "kh 5d 6d");
    // With 2 points due only the King is left, which is a forced move.
    let paid = paying.takes("5d");
    assert_eq!(paid.seat(0), "5h 4c 4s 8s 2d | 6d | 0");
    assert_eq!((paid.deck().as_str(), paid.discard().as_str()), ("-", "3c 4d 5d kh qh kd"));

    let kings = duel("5h 4c 4s 2d | kh kd ks | 0", "8s").takes("level-up");
    assert_eq!(kings.legal(), "kh ks kd");
    assert_eq!(kings.takes("kh kd").seat(0), "5h 4c 4s 8s 2d | - | 0");
    assert_eq!(duel("5h 4c 4s 2d | kh kd | 0", "8s").legal(), "fight train stay-in-bed");
}

#[test]
fn example_9_at_the_maximum_a_drawn_card_replaces_or_is_discarded() {
    let eight = "2h 5h 2c 3c 4s 5s 6d 7d";
    let full = duel(&format!("{eight} | - | 0"), "joker 9c").takes("fight");
    assert_eq!(full.due(), ("full-replace", 0));
    assert_eq!(full.legal(), format!("{eight} discard-drawn"));
    let full = full.takes("5h");
    assert_eq!(full.seat(0), "2h 2c 3c 9c 4s 5s 6d 7d | - | 0");
    assert_eq!(full.discard(), "joker 5h");
    let rich = duel(&format!("{eight} | 2s 3s 6s 7s 8s | 0"), "");
    assert_eq!((rich.points(), rich.legal().as_str()), (5, "fight train stay-in-bed"));
}

const NINE: &str = "4s 4d 5d 6d 7d 8d 9d 10d kc";

#[test]
fn example_10_a_seat_may_win_on_another_seats_turn() {
    let fights = |set: &[&str], first: &str, spade: &str| {
        let second = format!("2h 6c {spade} 3d | {NINE} | 1");
        table(set, &[first, &second], "10c").takes("fight")
    };
    let won = fights(&[], "9h 4c 2s 2d | - | 0", "8s");
    assert_eq!((won.winner(), won.state.turn), (Some(1), 1));
    assert_eq!(won.state.characters[Seat::SECOND].points, 10);
    assert_eq!(fights(&[], "9h 2c 4c 2d | - | 0", "8s").winner(), None);
    assert_eq!(fights(&[], "9h 4c 2s 2d | - | 0", "7s").winner(), None);
    assert_eq!(fights(&["rules.win-attack = \"sum\""], "9h 4c 2s 2d | - | 0", "7s").winner(), Some(1));
}

#[test]
fn example_11_death_and_rebirth_are_one_event() {
    let dies = |set: &[&str], reborn: &str| {
        let second = format!("10h 6c 3s 3d | {NINE} | 1");
        table(set, &["2h 9c 2s 2d | - | 1", &second], &format!("10c {reborn}")).takes("fight")
    };
    for (reborn, winner) in [("5h 7h 8c 9s", None), ("3h 2c 8s 9s", Some(1)), ("4h 2c 8s 9s", None)] {
        let table = dies(&[], reborn);
        assert_eq!((table.seat(0), table.winner()), (format!("{reborn} | - | 0"), winner));
        let early = dies(&["rules.win-before-rebirth = true"], reborn);
        assert_eq!((early.seat(0).as_str(), early.winner()), ("- | - | 0", Some(1)));
    }
}

#[test]
fn example_12_an_empty_deck_is_refilled_when_a_card_is_needed() {
    let fights = |discard| duel("3h 9c 2s 2d | - | 0", "").discards(discard).takes("fight");
    let table = fights("8s 8d 4h");
    assert_eq!((table.damage(), table.discard().as_str()), (1, "4h 8d"));
    assert_eq!(table.deck(), "8s");
    let table = fights("8s");
    assert_eq!((table.damage(), table.discard().as_str(), table.deck().as_str()), (1, "8s", "-"));
    let table = fights("");
    assert_eq!((table.seat(0).as_str(), table.due()), ("3h 9c 2s 2d | - | 0", ("action", 1)));

    let table = duel("3h 9c 2s 2d | kh kd ks | 0", "qs").takes("level-up kh kd");
    assert_eq!(table.seat(0), "3h 9c 2s 2d | - | 0");
    assert_eq!((table.deck().as_str(), table.discard().as_str()), ("qs", "kh kd ks"));
    assert_eq!(table.due(), ("action", 1));
}

#[test]
fn example_13_damage_equal_to_hearts_kills_or_not() {
    let fights = |set: &[&str], first: &str, deck: &str| {
        table(set, &[first, "10h 10c 10s 10d | - | 0"], deck).takes("fight")
    };
    let beyond = &["rules.death-at = \"beyond-hearts\""];
    assert_eq!(fights(&[], "3h 8c 2s 2d | - | 2", "9c 4h 5h 6h 7h").seat(0), "4h 5h 6h 7h | - | 0");
    assert_eq!(fights(beyond, "3h 8c 2s 2d | - | 2", "9c 4h 5h 6h 7h").seat(0), "3h 8c 2s 2d | - | 3");
    assert_eq!(fights(beyond, "8c 9c 2s 2d | - | 0", "9s 4h 5h 6h 7h").seat(0), "4h 5h 6h 7h | - | 0");
}
