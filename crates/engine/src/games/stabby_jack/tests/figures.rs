//! The statistics of a turn.

use super::*;
use crate::games::stabby_jack::report::Counters;
use crate::model::{Event as _, GameEnd, Observer};

/// The figures of a game: metric id, numerator, denominator; zeros are omitted.
fn figures(table: &Table) -> Vec<(String, i64, i64)> {
    let mut counters = Counters::default();
    table.events.iter().for_each(|event| counters.on_event(*event));
    let outcome = table.over().unwrap_or(Outcome::Stalemate);
    let end = GameEnd { game: &table.game, state: &table.state, counters: &counters, outcome };
    let metrics = table.game.measures().metrics.into_iter();
    let rows = metrics.map(|metric| ((metric.measure)(&end), metric.spec.id));
    rows.filter(|(ratio, _)| ratio.num != 0).map(|(ratio, id)| (id, ratio.num, ratio.den)).collect()
}

/// The card events: `face event seat`.
fn happenings(table: &Table) -> String {
    let schema = table.game.measures().schema();
    let cards = table.events.iter().filter_map(Event::card);
    let lines =
        cards.map(|at| format!("{} {} {}", schema.cards[at.card].id, schema.events[at.event], at.seat));
    lines.collect::<Vec<_>>().join(", ")
}

fn has(table: &Table, id: &str, num: i64, den: i64) {
    let figures = figures(table);
    assert!(figures.contains(&(id.into(), num, den)), "{id}: {num}/{den} is not in {figures:?}");
}

#[test]
fn a_fight_is_counted_with_its_card() {
    let table = duel("4h 5c 7s 3d | - | 0", "3h").takes("fight");
    assert_eq!(happenings(&table), "3h drawn 0, 3h played 0");
    has(&table, "fight-win-share", 1, 1);
    has(&table, "fight-tie-share", 1, 1);
    let table = duel("4h 5c 7s 3d | - | 0", "9h").takes("fight");
    assert_eq!(happenings(&table), "9h drawn 0");
    let table = duel("4h 5c 8c 8s 6s | - | 0", "kc").takes("fight");
    assert_eq!(happenings(&table), "kc drawn 0, kc played 0");
    has(&table, "king-win-share", 1, 1);
}

#[test]
fn a_chain_counts_every_card_and_its_theft() {
    let table = duel("5h 4c 4s 2d | - | 0", "qh joker qs 4d").takes("fight steal steal");
    assert_eq!(
        happenings(&table),
        "qh drawn 0, qh played 0, joker drawn 0, joker played 0, qs drawn 0, qs played 0, 4d drawn 0, 4d played 0"
    );
    has(&table, "steal-success-share", 1, 2);
    has(&table, "level-ups-per-100-turns-queen", 100, 2);
    has(&table, "action-share-fight", 1, 2);
}

#[test]
fn a_theft_at_the_maximum_is_a_success_without_a_level() {
    let table = duel("2h 5h 2c 3c 4s 5s 6d 7d | - | 0", "qh 5d").takes("fight steal discard-drawn");
    assert_eq!(happenings(&table), "qh drawn 0, qh played 0, 5d drawn 0");
    has(&table, "steal-success-share", 1, 1);
    assert!(figures(&table).iter().all(|(id, ..)| !id.starts_with("level-ups")));
}

#[test]
fn a_birth_counts_for_the_reborn_and_specials_are_only_drawn() {
    let seats = ["2h 5c 7c 8d | - | 0", "9h 2c 7s 3d | 4c | 5"];
    let table = table(&[], &seats, "ac 4h 5h qs 6d 10d").takes("fight 2h 9h");
    assert_eq!(
        happenings(&table),
        "ac drawn 0, ac played 0, 4h drawn 1, 4h played 1, 5h drawn 1, 5h played 1, qs drawn 1, \
         6d drawn 1, 6d played 1, 10d drawn 1, 10d played 1"
    );
    has(&table, "death-share-swap", 1, 1);
    has(&table, "deaths-off-turn", 1, 1);
    has(&table, "deaths-per-100-turns", 100, 2);
}

#[test]
fn jacks_are_counted_stopped_or_not() {
    let table = duel("5h 4c 4s 2d | kh | 0", "jc jd").takes("fight kh");
    assert_eq!(happenings(&table), "jc drawn 0, jc played 0");
    has(&table, "jack-stopped-share", 1, 1);
    let table = duel("5h 4c 4s 2d | kh | 0", "jc").takes("fight take-stab");
    assert_eq!(happenings(&table), "jc drawn 0, jc played 0");
    assert!(figures(&table).iter().all(|(id, ..)| id != "jack-stopped-share"));
}

#[test]
fn a_win_is_counted_with_its_event() {
    let second = "2h 6c 8s 3d | 4s 4d 5d 6d 7d 8d 9d 10d kc | 1";
    let won = table(&[], &["9h 4c 2s 2d | - | 0", second], "10c").takes("fight");
    has(&won, "wins-on-another-turn", 1, 1);
    has(&won, "win-by-event-damage-fight", 1, 1);
    has(&won, "winner-level", 4, 1);
    has(&won, "winner-monster-points", 10, 1);
    let early = ["rules.win-before-rebirth = true"];
    let won = table(&early, &["2h 4c 2s 2d | - | 1", second], "10c").takes("fight");
    has(&won, "win-by-event-death", 1, 1);
    has(&won, "death-share-fight", 1, 1);
    let own = ["rules.win-check = \"own-turn\""];
    let won = table(&own, &[second, "9h 4c 2s 2d | - | 1"], "").takes("fight");
    has(&won, "win-by-event-none", 1, 1);
    assert!(figures(&won).iter().all(|(id, ..)| id != "wins-on-another-turn"));
}

#[test]
fn a_forfeited_turn_has_no_action() {
    let game = house(&["rules.forfeit-percent = 100", "rules.max-turns = 4"]).expect("rules");
    let mut chance = ChanceStreams::stacked();
    let mut events = Vec::new();
    let state = game.new_game(&mut chance, &mut events);
    let table = Table { game, state, chance, events };
    assert!(figures(&table).iter().all(|(id, ..)| !id.starts_with("action-share")));
    assert_eq!(happenings(&table).matches("drawn").count(), 4);
    assert_eq!(happenings(&table).matches("played").count(), 0);
}

#[test]
fn the_opening_is_what_is_dealt() {
    let game = house(&[]).expect("rules");
    let mut events = Vec::new();
    let state = game.new_game(&mut ChanceStreams::stacked(), &mut events);
    let opening: Vec<Face> = events
        .iter()
        .filter_map(|event| match event {
            Event::Opening { seat: Seat::FIRST, face } => Some(*face),
            _ => None,
        })
        .collect();
    assert_eq!(listed(opening.into_iter().rev()), listed(state.characters[Seat::FIRST].attributes.cards()));
    assert_eq!(events.iter().filter(|event| event.card().is_some()).count(), 8);
}
