//! The statistics of a turn.

use super::*;
use crate::games::conformance::bench;
use crate::model::Event as _;

/// The figures of a game: metric id, numerator, denominator; zeros are omitted.
fn figures(table: &Table) -> Vec<(String, i64, i64)> {
    let outcome = table.outcome().unwrap_or(Outcome::Stalemate);
    let counters = bench::counters::<StabbyJack>(&table.events);
    let rows = bench::metrics(&table.game, &table.state, &counters, outcome).into_iter();
    rows.filter(|(_, ratio)| ratio.num != 0).map(|(id, ratio)| (id, ratio.num, ratio.den)).collect()
}

/// The card events: `face event seat`.
fn happenings(table: &Table) -> String {
    let schema = table.game.schema();
    let cards = table.events.iter().filter_map(Event::card);
    let lines =
        cards.map(|at| format!("{} {} {}", schema.cards[at.card].id, schema.events[at.event], at.seat));
    lines.collect::<Vec<_>>().join(", ")
}

/// Position of seat 0 (the other is as in [`duel`]), deck, moves, card events, and figures; 0 for those that must not be
/// counted.
type Case<'a> = (&'a str, &'a str, &'a str, &'a str, &'a [(&'a str, i64, i64)]);

#[test]
fn a_turn_counts_its_cards_and_what_it_decides() {
    let four = "4h 5c 7s 3d | - | 0";
    let cases: [Case<'_>; 7] = [
        (
            four,
            "3h",
            "fight",
            "3h drawn 0, 3h played 0",
            &[("fight-win-share", 1, 1), ("fight-tie-share", 1, 1)],
        ),
        (four, "9h", "fight", "9h drawn 0", &[]),
        ("4h 5c 8c 8s 6s | - | 0", "kc", "fight", "kc drawn 0, kc played 0", &[("king-win-share", 1, 1)]),
        (
            "5h 4c 4s 2d | - | 0",
            "qh joker qs 4d",
            "fight steal steal",
            "qh drawn 0, qh played 0, joker drawn 0, joker played 0, qs drawn 0, qs played 0, 4d drawn 0, 4d played 0",
            &[
                ("steal-success-share", 1, 2),
                ("level-ups-per-100-turns-queen", 100, 2),
                ("action-share-fight", 1, 2),
            ],
        ),
        // A theft at the maximum is a success without a level.
        (
            "2h 5h 2c 3c 4s 5s 6d 7d | - | 0",
            "qh 5d",
            "fight steal discard-drawn",
            "qh drawn 0, qh played 0, 5d drawn 0",
            &[("steal-success-share", 1, 1), ("level-ups-per-100-turns-queen", 0, 0)],
        ),
        (
            "5h 4c 4s 2d | kh | 0",
            "jc jd",
            "fight kh",
            "jc drawn 0, jc played 0",
            &[("jack-stopped-share", 1, 1)],
        ),
        (
            "5h 4c 4s 2d | kh | 0",
            "jc",
            "fight take-stab",
            "jc drawn 0, jc played 0",
            &[("jack-stopped-share", 0, 0)],
        ),
    ];
    for (first, deck, moves, cards, expected) in cases {
        let table = duel(first, deck).takes(moves);
        assert_eq!(happenings(&table), cards);
        has(&table, expected);
    }
    // A birth counts for the reborn, and specials are only drawn.
    let seats = ["2h 5c 7c 8d | - | 0", "9h 2c 7s 3d | 4c | 5"];
    let table = table(&[], &seats, "ac 4h 5h qs 6d 10d").takes("fight 2h 9h");
    assert_eq!(
        happenings(&table),
        "ac drawn 0, ac played 0, 4h drawn 1, 4h played 1, 5h drawn 1, 5h played 1, qs drawn 1, \
         6d drawn 1, 6d played 1, 10d drawn 1, 10d played 1"
    );
    has(&table, &[("death-share-swap", 1, 1), ("deaths-off-turn", 1, 1), ("deaths-per-100-turns", 100, 2)]);
}

#[track_caller]
fn has(table: &Table, expected: &[(&str, i64, i64)]) {
    let figures = figures(table);
    for (id, num, den) in expected {
        let found =
            figures.iter().find(|(found, ..)| found == id).map_or((0, 0), |(_, num, den)| (*num, *den));
        assert_eq!(found, (*num, *den), "{id}");
    }
}

#[test]
fn a_win_is_counted_with_its_event() {
    let second = "2h 6c 8s 3d | 4s 4d 5d 6d 7d 8d 9d 10d kc | 1";
    for (set, seats, deck, expected) in [
        (
            &[][..],
            ["9h 4c 2s 2d | - | 0", second],
            "10c",
            &[
                ("wins-on-another-turn", 1, 1),
                ("win-by-event-damage-fight", 1, 1),
                ("winner-level", 4, 1),
                ("winner-monster-points", 10, 1),
            ][..],
        ),
        (
            &["rules.win-before-rebirth = true"],
            ["2h 4c 2s 2d | - | 1", second],
            "10c",
            &[("win-by-event-death", 1, 1), ("death-share-fight", 1, 1)],
        ),
        (
            &["rules.win-check = \"own-turn\""],
            [second, "9h 4c 2s 2d | - | 1"],
            "",
            &[("win-by-event-none", 1, 1), ("wins-on-another-turn", 0, 0)],
        ),
    ] {
        has(&table(set, &seats, deck).takes("fight"), expected);
    }
}

#[test]
fn the_opening_is_what_is_dealt_and_a_forfeited_turn_draws_without_an_action() {
    let game = house(&["rules.forfeit-percent = 100", "rules.max-turns = 4"]).expect("rules");
    let table = Table::new(game);
    let opening = table.events.iter().filter_map(|event| match event {
        Event::Opening { seat: Seat::FIRST, face } => Some(*face),
        _ => None,
    });
    let opening: Vec<Face> = opening.collect();
    let dealt = table.state.characters[Seat::FIRST].attributes.cards();
    assert_eq!(listed(opening.into_iter().rev()), listed(dealt));
    assert!(figures(&table).iter().all(|(id, ..)| !id.starts_with("action-share")));
    let counted = ["opening", "drawn", "played"].map(|event| happenings(&table).matches(event).count());
    assert_eq!(counted, [8, 4, 0]);
}
