//! Tests of the shipped strategies.

use crate::config::{Plan, PlanOptions, shipped};
use crate::games::GAMES;
use crate::model::{SHARE, Seat, Seats};
use crate::stats::{Level, Sums};

/// Every shipped strategy plays against random players in every seat of the printed game. It must win
/// significantly more than an even share.
#[test]
fn every_shipped_strategy_beats_random_players() {
    for game in GAMES {
        for (file, _) in shipped::strategies(game.id) {
            let strategy = file.trim_end_matches(".toml");
            let players = Plan::new(game.id, &PlanOptions::default()).expect("printed rules").players();
            let mut sums = Sums::default();
            for seat in 0..players {
                let mut bots = vec!["random".to_owned(); players];
                bots[seat] = strategy.to_owned();
                let plan =
                    Plan::new(game.id, &PlanOptions { bots, ..PlanOptions::default() }).expect("a strategy");
                let simulation = plan.simulation();
                let mut worker = simulation.worker();
                worker.play(0..600);
                sums.merge(&worker.finish().seated(Seats::only(Seat::new(seat))));
            }
            let level = Level::new(0.9999).expect("a level");
            let low = sums.fractional_share(SHARE, level).interval.expect("an interval").low;
            let even = 1.0 / f64::from(u8::try_from(players).expect("a few"));
            assert!(
                low > even,
                "{}: {strategy} against random players: expected a share of the wins above {even:.3}, found a \
                 lower 99.99 % end of {low:.3}",
                game.id
            );
        }
    }
}
