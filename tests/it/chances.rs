//! The chances along stories agree with how the games end.

use super::program::folder;
use super::root;
use std::fs;
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

/// A game of experts: its config, its number of players, and house rules.
fn simulation(config: &str, players: Option<u64>, set: &[&str], bots: &[String]) -> Box<dyn Simulation> {
    let set = set.iter().map(|&setting| setting.to_owned()).collect();
    let options = PlanOptions { players, set, bots: bots.to_vec(), ..PlanOptions::default() };
    Plan::new(config, &options).expect("a plan").simulation()
}

/// The band is what a chance may be wrong on average, and four standard errors.
fn check(simulation: &dyn Simulation, games: u64, n_rollouts: u64, tolerance: f64) {
    for (nth, bias) in biases(simulation, games, n_rollouts).into_iter().enumerate() {
        let (mean, error) = bias.mean();
        let half = tolerance + 4.0 * error;
        assert!(mean.abs() <= half, "half {nth}: {mean} ± {error}, not within ± {half}");
    }
}

/// The Brier score of the chances that `replay --chances` prints exceeds that of ten times as many playouts by at most 2 %, and
/// four standard errors.
fn compare_with_reference(simulation: &dyn Simulation, games: u64) {
    let [mut excess, mut brier] = [Bias::default(); 2];
    for game_idx in 0..games {
        let chances = [400, 4096].map(|n_rollouts| {
            let mut judged = Vec::new();
            let on_judged = &mut |judgement| judged.push(judgement);
            simulation.write_judged(game_idx, n_rollouts, on_judged, &mut String::new()).expect("a string");
            judged
        });
        simulation.worker().show(game_idx..game_idx + 1, &mut |_, record| {
            let mut of_game = [0.0; 2];
            for (judgement, reference) in chances[0].iter().zip(&chances[1]) {
                let outcome = f64::from(record.outcome.share(judgement.seat)) / 840.0;
                let [square, best] = [judgement, reference].map(|judged| (judged.own() - outcome).powi(2));
                of_game[0] += square - best;
                of_game[1] += best;
            }
            let weight = real(chances[0].len() as u64);
            excess.add(of_game[0], weight);
            brier.add(of_game[1], weight);
        });
    }
    let ((excess, error), (brier, _)) = (excess.mean(), brier.mean());
    let most = 0.02 * brier + 4.0 * error;
    assert!(excess <= most, "{excess} ± {error} above {brier}, not at most {most}");
}

#[test]
fn chances_agree_with_the_ends_of_a_few_games() {
    check(&*simulation("knife-fight", None, &[], &[]), 60, 2, 0.03);
}

/// The cards of the deck are all that is hidden.
#[test]
#[ignore = "takes minutes"]
fn chances_agree_with_the_ends_of_stabby_jack() {
    check(&*simulation("stabby-jack", None, &[], &[]), 100, 2, 0.02);
}

#[test]
#[ignore = "takes a minute"]
fn chances_agree_with_the_ends_of_knife_fight() {
    check(&*simulation("knife-fight", None, &[], &[]), 1000, 50, 0.02);
}

#[test]
#[ignore = "takes minutes"]
fn chances_agree_with_the_ends_of_taunt() {
    check(&*simulation("taunt", None, &[], &[]), 300, 20, 0.02);
}

#[test]
#[ignore = "takes minutes"]
fn chances_agree_with_the_ends_of_fight() {
    check(&*simulation("fight", Some(2), &[], &[]), 400, 40, 0.015);
    check(&*simulation("fight", Some(4), &[], &[]), 100, 30, 0.015);
}

#[test]
#[ignore = "takes minutes"]
fn chances_agree_with_the_ends_of_stupid_fight() {
    check(&*simulation("stupid-fight", Some(2), &[], &[]), 100, 40, 0.015);
    check(&*simulation("stupid-fight", Some(2), &["setup.advanced=false"], &[]), 100, 40, 0.015);
}

/// Deals that ignore what the moves say are 5 to 10 points too low here.
#[test]
fn chances_agree_with_the_ends_of_a_described_game() {
    let expert = "game = \"parley-described\"\nbelieves = \"Trained.\"\ntemperature = 0.5\n[weights]\nis-rally = -15.2\n\
        is-guard = -10.4\nown-health = 5.88\nis-thrust = 8.73\nown-hand = 8.31\nloses = -59.7\n\
        is-slash = 7.36\nwins = 47.7\nfoe-health = 1.55\nis-feint = 5.34\ncopies = 1.88\n";
    let folder = folder();
    let file = folder.path().join("expert.toml");
    fs::write(&file, expert).expect("a file");
    let config = root().join("examples/described/parley.toml");
    let bots = [file.display().to_string()];
    check(&*simulation(&config.display().to_string(), None, &[], &bots), 300, 20, 0.015);
}

#[test]
#[ignore = "takes minutes"]
fn chances_are_nearly_as_good_as_those_of_ten_times_as_many_playouts() {
    compare_with_reference(&*simulation("knife-fight", None, &[], &[]), 20);
}
