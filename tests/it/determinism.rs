//! The same version, config, seed and number of games give the same integers, on any number of threads and
//! with any shards.

use super::program::random;
use std::sync::atomic::AtomicBool;
use undercard::config::{Plan, PlanOptions};
use undercard::games::Catalogue;
use undercard::simulation::{Pool, Simulation, play_all};
use undercard::stats::tally::Tally;

fn simulation(id: &str, seed: u64) -> Box<dyn Simulation> {
    Plan::new(id, &PlanOptions { seed: Some(seed), ..random() }).expect("a plan").simulation()
}

fn play(simulation: &dyn Simulation, games: std::ops::Range<u64>, threads: usize) -> Tally {
    let pool = Pool::new(Some(threads)).expect("threads");
    play_all(simulation, games, &pool, &AtomicBool::new(false), &|_| {})
}

fn some_games(id: &str) -> u64 {
    let game = Catalogue::printed().iter().find(|game| game.id == id).expect("on the shelf");
    (game.games / 300).clamp(40, 3000)
}

#[test]
fn results_do_not_depend_on_threads_or_parts() {
    for game in Catalogue::printed().iter() {
        let n = some_games(game.id);
        let simulation = simulation(game.id, 5);
        let whole = play(&*simulation, 0..n, 1);
        assert_eq!(whole.games, n, "{}", game.id);
        assert_eq!(whole, play(&*simulation, 0..n, 2), "{}: two threads", game.id);
        assert_eq!(whole, play(&*simulation, 0..n, 7), "{}: seven threads", game.id);
        for cuts in [vec![1], vec![n / 3, n / 2], vec![n - 1]] {
            let mut parts = Tally::new(simulation.schema());
            let mut from = 0;
            for to in cuts.into_iter().chain([n]) {
                parts = parts.merge(&play(&*simulation, from..to, 2));
                from = to;
            }
            assert_eq!(whole, parts, "{}: in parts", game.id);
        }
    }
}

/// Merging adds every field: it is commutative and associative, an empty tally is neutral, and a doubled one differs from the
/// original in each number.
#[test]
fn merging_adds_every_field() {
    for game in Catalogue::printed().iter() {
        let n = some_games(game.id) / 4;
        let simulation = simulation(game.id, 6);
        let [a, b, c] = [0, 1, 2].map(|part| play(&*simulation, part * n..(part + 1) * n, 1));
        assert_ne!(a, b, "{}: two parts of a run are two sets of games", game.id);
        assert_ne!(a, play(&*self::simulation(game.id, 7), 0..n, 1), "{}: another seed", game.id);
        assert_eq!(a.clone().merge(&b), b.clone().merge(&a), "{}", game.id);
        assert_eq!(a.clone().merge(&b).merge(&c), a.clone().merge(&b.clone().merge(&c)), "{}", game.id);
        assert_eq!(a.clone().merge(&Tally::new(simulation.schema())), a, "{}", game.id);
        let double = a.clone().merge(&a);
        assert_eq!(double.digests.total(), a.digests.total().wrapping_mul(2), "{}", game.id);
        let [one, two] = [&a, &double].map(|tally| {
            let mut json = serde_json::to_value(tally).expect("JSON");
            // Digests wrap around.
            json["digests"].take();
            let mut numbers = Vec::new();
            collect(&json, &mut numbers);
            numbers
        });
        assert!(one.iter().map(|number| 2 * number).eq(two), "{}", game.id);
    }
}

fn collect(json: &serde_json::Value, numbers: &mut Vec<i128>) {
    match json {
        serde_json::Value::Number(number) => numbers.push(number.to_string().parse().expect("an integer")),
        serde_json::Value::Array(items) => items.iter().for_each(|item| collect(item, numbers)),
        serde_json::Value::Object(entries) => entries.values().for_each(|item| collect(item, numbers)),
        _ => {}
    }
}

#[test]
fn a_stopped_run_has_played_a_prefix() {
    let simulation = simulation("knife-fight", 9);
    let pool = Pool::new(Some(2)).expect("threads");
    let (stop, done) = (AtomicBool::new(false), std::sync::atomic::AtomicU64::new(0));
    let played = play_all(&*simulation, 0..1_000_000, &pool, &stop, &|games| {
        if done.fetch_add(games, std::sync::atomic::Ordering::Relaxed) > 5000 {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    });
    assert!(played.games < 1_000_000 && played.games >= 5000, "{}", played.games);
    assert_eq!(played, play(&*simulation, 0..played.games, 1));
}
