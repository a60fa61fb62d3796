//! The shipped strategies beat random play.

use crate::config::{Plan, PlanOptions};
use crate::model::Seats;

/// The lower 95 % end (Wilson) of the win share of a strategy in seat 0 against random players.
fn low_share(strategy: &str, players: usize, games: u64) -> f64 {
    let mut bots = vec!["random".to_owned(); players];
    bots[0] = strategy.into();
    let asked = PlanOptions { players: Some(players as u64), bots, ..PlanOptions::default() };
    let plan = Plan::new("stabby-jack", &asked).unwrap_or_else(|faults| panic!("{faults}"));
    let simulation = plan.simulation();
    let mut worker = simulation.worker();
    worker.play(0..games);
    let sums = worker.finish().seated(Seats::first(1));
    let (n, p) = (games as f64, sums.x as f64 / 840.0 / games as f64);
    let z2 = 1.96_f64.powi(2);
    (p + z2 / (2.0 * n) - 1.96 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt()) / (1.0 + z2 / n)
}

#[test]
fn every_archetype_beats_random_players_clearly() {
    for strategy in ["balanced", "hunter", "scholar", "thief"] {
        for (players, games) in [(2, 300), (4, 100), (8, 30)] {
            let low = low_share(strategy, players, games);
            assert!(low > 1.1 / players as f64, "{strategy}, {players} players: {low}");
        }
    }
}
