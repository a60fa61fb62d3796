//! `train`, end to end: the trained strategy, its files and its messages.

use super::program::{answer, folder, refused_in, warnings};
use std::path::Path;
use undercard::bots::{Bot, Weighed, Weights};
use undercard::config::{Plan, PlanOptions};
use undercard::games::Catalogue;
use undercard::model::{Outcome, Seat, Seats};

/// Trains a strategy; returns the strategy file, the rows of train.csv and the output.
fn trained(folder: &Path, args: &[&str]) -> (String, Vec<csv::StringRecord>, String) {
    let (code, text, stderr) = answer(folder, &[&["train"], args, &["--out", "o"]].concat());
    assert_eq!((code, warnings(&stderr)), (0, ""), "{args:?}\n{text}");
    let read = |name: &str| std::fs::read_to_string(folder.join("o/train").join(name)).expect(name);
    let mut csv = csv::Reader::from_path(folder.join("o/train/train.csv")).expect("a file");
    (read("trained.toml"), csv.records().map(|row| row.expect("a row")).collect(), text)
}

/// The held-out scores of a bot, by opponent.
fn held_out(rows: &[csv::StringRecord], bot: &str) -> Vec<(String, f64)> {
    let own = rows.iter().filter(|row| &row[2] == "held-out" && &row[3] == bot);
    own.map(|row| (row[4].to_owned(), row[6].parse().expect("a score"))).collect()
}

#[test]
fn a_trained_strategy_beats_the_best_shipped_bots_and_loads_like_them() {
    let folder = folder();
    let args = ["knife-fight", "--against", "random,medic", "--games", "120k"];
    let (toml, rows, text) = trained(folder.path(), &args);
    let scores = held_out(&rows, "trained");
    // The medic, the best shipped strategy, scores 0.764 against random. Each bot scores ½ against itself.
    assert!(scores[0].0 == "random" && scores[0].1 > 0.75, "{scores:?}\n{toml}");
    assert!(scores[1].0 == "medic" && scores[1].1 > 0.47, "{scores:?}\n{toml}");
    let start = held_out(&rows, "start");
    assert!((start[0].1 - 0.5).abs() < 0.02 && start[1].1 < 0.3, "{start:?}");
    for part in ["On average ", " pp better than the start.", "Games digest ", "against random, medic"] {
        assert!(toml.contains(part), "{part} is not in\n{toml}");
    }
    assert!(text.contains("o/train/trained.toml") && text.contains("start"), "{text}");
    // The curve starts near the score of random play, and rises.
    let curve: Vec<f64> = rows
        .iter()
        .filter(|row| &row[2] == "training" && &row[4] == "random")
        .map(|row| row[6].parse().expect("a score"))
        .collect();
    assert!((curve[0] - 0.5).abs() < 0.06 && curve[curve.len() - 1] > 0.72, "{curve:?}");
    let (code, lint, stderr) = answer(folder.path(), &["lint", "o/train/trained.toml"]);
    assert!(code == 0 && lint.contains("valid strategy"), "{stderr}");
    // Other games agree with the scores in the file.
    let bots = [
        "matchups",
        "knife-fight",
        "--bots",
        "o/train/trained.toml,random",
        "--games",
        "20k",
        "--format",
        "csv",
    ];
    let (code, csv, stderr) = answer(folder.path(), &bots);
    let row = csv.lines().nth(1).expect("a row").split(',').nth(4).expect("a score").to_owned();
    assert!(code == 0 && (row.parse::<f64>().expect("a score") - scores[0].1).abs() < 0.02, "{csv}{stderr}");
}

#[test]
fn entropy_keeps_a_strategy_varied_and_its_command_says_so() {
    let folder = folder();
    let args = ["knife-fight", "--against", "medic", "--games", "20k", "--temperature", "1"];
    let pull = |more: &[&str]| {
        let (toml, _, _) = trained(folder.path(), &[&args[..], more, &["--force"]].concat());
        let weights =
            toml.split_once("[weights]").and_then(|(_, rest)| rest.split_once("\n[")).expect("weights").0;
        let weights = weights.lines().filter_map(|line| line.split(['=', '#']).nth(1)?.trim().parse().ok());
        (weights.map(f64::abs).sum::<f64>(), toml)
    };
    let ((free, _), (varied, toml)) = (pull(&[]), pull(&["--entropy", "1"]));
    assert!(varied < free / 2.0, "{varied} {free}\n{toml}");
    assert!(toml.contains(" --entropy 1 "), "{toml}");
    for wrong in ["-1", "1.5", "NaN"] {
        let entropy = format!("--entropy={wrong}");
        refused_in(folder.path(), &[&["train"], &args[..], &[&entropy]].concat(), &["a number from 0 to 1"]);
    }
}

/// A learner plays the same games as the bot. The gradients of its log-probabilities have mean 0, and the win
/// share changes with a weight as the mean of reward × gradient predicts (the policy gradient theorem).
#[test]
fn gradients_say_how_wins_change_with_a_weight() {
    for game in Catalogue::printed().iter() {
        let plan = Plan::new(game.id, &PlanOptions::default()).expect("a plan");
        let n = (game.games / 50).clamp(1500, 5000);
        let feature = if game.id == "stabby-jack" { 10 } else { 0 };
        let bot = |weight| {
            let weights = vec![(Weighed::always(feature), weight)];
            Weights { weights, rules: vec![], temperature: 2.0 }
        };
        let play = |bot: Bot| {
            let mut simulation = plan.simulation();
            simulation.seat(Seats::only(Seat::FIRST), &bot);
            let mut games: Vec<(Outcome, f64)> = Vec::new();
            let mut note = |outcome, gradient: &[f64]| {
                games.push((outcome, gradient.first().copied().unwrap_or(0.0)));
            };
            simulation.worker().play_for_training(0..n, &mut |outcome, _, bot_states| {
                note(outcome, &bot_states[Seat::FIRST].gradient);
            });
            games
        };
        let weight = 0.3;
        let (learner, same) = (play(Bot::Learner(bot(weight))), play(Bot::Weights(bot(weight))));
        let won = |outcome: Outcome| f64::from(outcome.share(Seat::FIRST)) / 840.0;
        assert!(learner.iter().zip(&same).all(|(one, other)| one.0 == other.0), "{}", game.id);
        let mean = |numbers: &mut dyn Iterator<Item = f64>| {
            let numbers: Vec<f64> = numbers.collect();
            let count = f64::from(u32::try_from(numbers.len()).expect("a few"));
            let mean = numbers.iter().sum::<f64>() / count;
            let square = numbers.iter().map(|number| (number - mean) * (number - mean)).sum::<f64>() / count;
            (mean, (square / count).sqrt())
        };
        let (drift, error) = mean(&mut learner.iter().map(|(_, gradient)| *gradient));
        assert!(error > 0.0 && drift.abs() < 5.0 * error, "{}: {drift} ± {error}", game.id);
        let (slope, error) =
            mean(&mut learner.iter().map(|(outcome, gradient)| (won(*outcome) - 0.4) * gradient));
        let step = 0.1;
        let [less, more] = [weight - step, weight + step].map(|weight| play(Bot::Weights(bot(weight))));
        let (change, noise) = mean(&mut less.iter().zip(&more).map(|(less, more)| won(more.0) - won(less.0)));
        let (change, noise) = (change / (2.0 * step), noise / (2.0 * step));
        let bound = 5.0 * (error * error + noise * noise).sqrt();
        assert!((slope - change).abs() < bound, "{}: {slope}, but {change} ± {bound}", game.id);
    }
}

#[test]
fn a_training_against_itself_plays_itself_as_it_is_and_was() {
    let folder = folder();
    let (toml, rows, _) = trained(folder.path(), &["knife-fight", "--against", "self", "--games", "40k"]);
    let scores = held_out(&rows, "trained");
    let names: Vec<&str> = scores.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["self", "self-10000", "self-20000", "self-30000"]);
    let [now, earlier @ ..] = &scores[..] else { unreachable!("four names") };
    assert!((0.45..0.55).contains(&now.1) && earlier[0].1 > 0.5, "{scores:?}\n{toml}");
    assert!(earlier.windows(2).all(|two| two[0].1 > two[1].1 - 0.03), "{scores:?}\n{toml}");
    let deals: u64 = rows
        .iter()
        .filter(|row| &row[2] == "training")
        .map(|row| row[10].parse::<u64>().expect("deals"))
        .sum();
    assert_eq!(deals, 20_000, "all games are learnt from, none twice");
}

/// A bot that plays perfectly cannot learn: the start is written unchanged, and the file says so. With hands
/// of one card there is no choice, so every bot is perfect.
#[test]
fn a_training_that_learns_nothing_says_so() {
    let folder = folder();
    let args = ["knife-fight", "--games", "2000", "--from", "medic", "--set", "setup.hand-size=1"];
    let (toml, rows, text) = trained(folder.path(), &args);
    let (trained, start) = (held_out(&rows, "trained"), held_out(&rows, "start"));
    assert!((trained[0].1 - start[0].1).abs() < 0.1, "{trained:?} {start:?}");
    assert!(!toml.contains("better than the start") && !text.contains("better than the start"), "{toml}");
    assert!(toml.split("[weights]").nth(1).is_some_and(|all| all.lines().count() > 3), "it is whole: {toml}");
}
