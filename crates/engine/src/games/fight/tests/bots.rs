//! Features.

use super::{Bench, house, seat};
use crate::games::conformance::bench::features;
use crate::games::fight::Fight;
use crate::model::{Game, move_id};

fn names() -> Vec<&'static str> {
    Fight::INFO.features.iter().map(|feature| feature.name).collect()
}

/// The features of the seat's moves in order of its menu, by name.
pub(super) fn weighed(bench: &mut Bench<'_>, number: usize, feature: &str) -> Vec<(String, f64)> {
    let menu = bench.go_on();
    let rows = features(bench.game, &bench.state, seat(number), &menu);
    let index = names().iter().position(|name| *name == feature).expect("a feature");
    let values = rows.chunks(Fight::INFO.features.len()).map(|row| row[index]);
    menu.iter().map(|mv| move_id(bench.game, *mv)).zip(values).collect()
}

#[track_caller]
pub(super) fn assert_values(found: &[(String, f64)], expected: &[(&str, f64)]) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (name, value) in expected {
        let found =
            found.iter().find(|(found, _)| found == name).unwrap_or_else(|| panic!("{name}: {found:?}"));
        assert!((found.1 - value).abs() < 1e-9, "{name}: {} instead of {value}", found.1);
    }
}

#[test]
fn odds_count_the_unseen_warriors_that_beat_a_card() {
    let game = house("setup.players = 2");
    // Seat 1 sees four cards of the Reserves and one of seat 0 as unseen; two of them beat it.
    let mut bench = Bench::empty(&game, "colosseum", 1)
        .with_hand(1, "trainer rabbit magpie")
        .with_hand(0, "war-horse")
        .with_reserves("recruiter-bot zookeeper giraffe gladiator")
        .with_the_rest_buried();
    let worth = 4.0 / 8.0;
    assert_values(
        &weighed(&mut bench, 1, "main-odds"),
        &[("trainer", 0.6 * worth), ("rabbit", 0.6 * worth), ("magpie", 0.6 * worth)],
    );
    assert_values(
        &weighed(&mut bench, 1, "hand-variety"),
        &[("trainer", 0.2), ("rabbit", 0.4), ("magpie", 0.4)],
    );
    assert_values(
        &weighed(&mut bench, 1, "main-bars-next"),
        &[("trainer", 0.0), ("rabbit", 1.0), ("magpie", 1.0)],
    );
    // Seat 0 holds an animal: the war-horse, which beats the trainer, or the giraffe. After an animal it may not play it.
    assert_values(
        &weighed(&mut bench, 1, "main-chance"),
        &[("trainer", 0.5 * worth), ("rabbit", worth), ("magpie", worth)],
    );
}

#[test]
fn a_chance_counts_the_boosts_face_down_and_the_answers_to_them() {
    let game = house("setup.players = 2");
    let mut bench = Bench::empty(&game, "colosseum", 0)
        .with_hand(0, "bear jinx")
        .with_hand(1, "trainer charger ghost-scanner")
        .with_reserves("hexer devourer")
        .with_the_rest_buried()
        .choose(0, "bear jinx", "bear")
        .choose(1, "trainer ghost-scanner charger", "trainer");
    // Of the demons that seat 0 can have as a boost, the hexer and the devourer take the lead; the charger answers the hexer.
    let worth = 4.0 / 8.0;
    assert_values(
        &weighed(&mut bench, 1, "boost-chance"),
        &[("ghost-scanner", worth / 3.0), ("charger", worth * 2.0 / 3.0)],
    );
}

#[test]
fn an_activation_is_judged_by_the_lead_that_it_takes() {
    let game = house("setup.players = 3");
    let mut bench =
        Bench::played(&game, "colosseum", 0, &["spider trainer", "mathematician hexer", "rabbit jinx"]);
    let worth = 4.0 / 8.0;
    assert_values(&weighed(&mut bench, 0, "lead-after"), &[("activate", worth), ("score", 0.0)]);
    assert_values(&weighed(&mut bench, 0, "lead-gain"), &[("activate", 1.0), ("score", 0.0)]);
    assert_values(&weighed(&mut bench, 0, "cards-gained"), &[("activate", 0.0), ("score", 1.0)]);
    assert_values(&weighed(&mut bench, 0, "later-boosts"), &[("activate", 0.5), ("score", 0.0)]);
    assert_values(&weighed(&mut bench, 0, "deny-leader"), &[("activate", 1.0), ("score", 0.0)]);
    let mut bench = bench.activates(0);
    assert_values(
        &weighed(&mut bench, 0, "lead-after"),
        &[("seat:0", worth), ("seat:1", 0.0), ("seat:2", 0.0)],
    );
    let bench = bench.choose(0, "seat:0 seat:1 seat:2", "seat:0");
    let mut bench = bench.activates(1);
    let targets = "seat:0 seat:1 seat:2";
    assert_values(
        &weighed(&mut bench, 1, "opponents-killed"),
        &[("seat:0", 0.0), ("seat:1", 0.0), ("seat:2", 1.0)],
    );
    assert_values(&weighed(&mut bench, 1, "lead-gain"), &[("seat:0", 1.0), ("seat:1", 0.0), ("seat:2", 0.0)]);
    assert_eq!(bench.choose(1, targets, "seat:0").power(0), Some(20));

    // The trainer cannot take the lead, but it can move the hunter away from 10.
    let mut bench = Bench::played(&game, "ten-rope-ring", 0, &["anteater trainer", "hunter", "emp-jelly"]);
    assert_values(&weighed(&mut bench, 0, "lead-after"), &[("activate", 0.0), ("score", 0.0)]);
    assert_values(&weighed(&mut bench, 0, "deny-leader"), &[("activate", 1.0), ("score", 0.0)]);
    let mut bench = bench.activates(0);
    let targets = [("seat:0", 0.0), ("seat:1", 1.0), ("seat:2", 0.0)];
    assert_values(&weighed(&mut bench, 0, "deny-leader"), &targets);
}

#[test]
fn the_top_back_is_counted_exactly() {
    let game = house("setup.players = 2");
    let mut bench = Bench::played(&game, "colosseum", 0, &["bear zookeeper", "jinx"])
        .with_reserves("juggler censor rabbit")
        .with_the_rest_buried();
    // The rabbit on top is certain; one of three unseen Warriors is an animal.
    assert_values(&weighed(&mut bench, 0, "cards-gained"), &[("activate", 1.0 + 4.0 / 3.0), ("score", 1.0)]);
}
