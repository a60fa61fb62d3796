//! temporary driver
use std::sync::atomic::AtomicBool;
fn main() {
    let n: u64 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(1_000_000);
    let threads: usize = std::env::args().nth(2).and_then(|a| a.parse().ok()).unwrap_or(1);
    let tree =
        undercard::config::tree::parse(undercard::config::shipped::printed("knife-fight").unwrap(), "p")
            .unwrap();
    let hall = undercard::games::hall(
        "knife-fight",
        &tree,
        undercard::engine::Lineup::of_one("random", &undercard::bots::Bot::Random, 2),
        1,
    )
    .unwrap()
    .unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let t = std::time::Instant::now();
    let played = undercard::engine::play_all(&*hall, 0..n, &pool, &AtomicBool::new(false), &|_| {});
    let dt = t.elapsed().as_secs_f64();
    println!(
        "{:.0} ns/game; {:?} {:?}",
        dt * 1e9 / n as f64,
        played.tally.outcomes(),
        played.tally.lengths.iter().collect::<Vec<_>>()
    );
    for (m, s) in hall.ledger().metrics.iter().zip(&played.tally.metrics) {
        println!("{} {}", m.id, s.x as f64 / s.v as f64);
    }
    println!(
        "decisions {} branching {}",
        played.tally.decisions.x as f64 / n as f64,
        played.tally.branching.x as f64 / played.tally.branching.v as f64
    );
    println!("{}", hall.story(0));
}
