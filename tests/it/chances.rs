//! The chances along stories agree with how the games end.

use undercard::config::{Plan, PlanOptions};
use undercard::simulation::Simulation;
use undercard::stats::real;

/// A sum over games of the difference between chances and outcomes at the decisions of a game, its weight, and the squares
/// and products that the standard error of the ratio needs: the decisions of a game depend on each other.
#[derive(Clone, Copy, Default)]
struct Bias([f64; 5]);

impl Bias {
    fn add(&mut self, difference: f64, weight: f64) {
        let terms = [difference, weight, difference * difference, difference * weight, weight * weight];
        self.0.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
    }

    /// The mean difference per decision, and its standard error.
    fn mean(self) -> (f64, f64) {
        let [x, v, xx, xv, vv] = self.0;
        let mean = x / v.max(1.0);
        (mean, (xx - 2.0 * mean * xv + mean * mean * vv).max(0.0).sqrt() / v.max(1.0))
    }
}

/// The mean difference between chance and outcome, where the chance after the player's decision before was below an even share,
/// and where it was above. The chance itself would not do: one that is high by accident is too high.
fn biases(simulation: &dyn Simulation, games: u64, n_rollouts: u64) -> [Bias; 2] {
    let players = simulation.players();
    let even = 1.0 / real(players as u64);
    let mut biases = [Bias::default(); 2];
    for game_idx in 0..games {
        let mut judged = Vec::new();
        let on_judged = &mut |judgement| judged.push(judgement);
        simulation.write_judged(game_idx, n_rollouts, on_judged, &mut String::new()).expect("a string");
        let mut of_game = [[0.0; 2]; 2];
        simulation.worker().show(game_idx..game_idx + 1, &mut |_, record| {
            for judgement in &judged {
                let outcome = f64::from(record.outcome.share(judgement.seat)) / 840.0;
                let Some((before, _)) = judgement.before else { continue };
                let [difference, weight] = &mut of_game[usize::from(before >= even)];
                *difference += judgement.own() - outcome;
                *weight += 1.0;
            }
        });
        for (bias, [difference, weight]) in biases.iter_mut().zip(of_game) {
            bias.add(difference, weight);
        }
    }
    biases
}

/// The band is what a chance may be wrong on average, and four standard errors.
fn check(id: &str, games: u64, n_rollouts: u64, tolerance: f64) {
    let plan = Plan::new(id, &PlanOptions::default()).expect("a plan");
    for (nth, bias) in biases(&*plan.simulation(), games, n_rollouts).into_iter().enumerate() {
        let (mean, error) = bias.mean();
        let half = tolerance + 4.0 * error;
        assert!(mean.abs() <= half, "{id}, half {nth}: {mean} ± {error}, not within ± {half}");
    }
}

#[test]
fn chances_agree_with_the_ends_of_a_few_games() {
    check("knife-fight", 60, 2, 0.03);
}

/// The cards of the deck are all that is hidden.
#[test]
#[ignore = "takes minutes"]
fn chances_agree_with_the_ends_of_stabby_jack() {
    check("stabby-jack", 100, 2, 0.02);
}

#[test]
#[ignore = "takes a minute"]
fn chances_agree_with_the_ends_of_knife_fight() {
    check("knife-fight", 1000, 50, 0.02);
}

#[test]
#[ignore = "takes minutes"]
fn chances_agree_with_the_ends_of_taunt() {
    check("taunt", 300, 20, 0.02);
}

/// The moves so far do not count in these games.
#[test]
#[ignore = "takes minutes"]
fn chances_agree_with_the_ends_of_fight() {
    check("fight", 1000, 5, 0.05);
}

#[test]
#[ignore = "takes minutes"]
fn chances_agree_with_the_ends_of_stupid_fight() {
    check("stupid-fight", 100, 5, 0.05);
}
