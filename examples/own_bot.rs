//! Writes a player for Knife Fight in Rust, and lets it play against a shipped bot.
//!
//! `cargo run --release --example own_bot`

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::sync::Arc;
use undercard::bots::{Bot, Decision, Player};
use undercard::config::bots::NamedBot;
use undercard::config::{Plan, PlanOptions};
use undercard::experiments::run::Run;
use undercard::experiments::{Experiment, ExperimentResult, Session};

/// Kills if it can, and otherwise hits as hard as it can. `undercard list knife-fight` lists the features.
#[derive(Debug)]
struct Brute;

impl Player for Brute {
    /// A misspelt name is an error before the first game.
    fn features(&self) -> &[&str] {
        &["lethal", "damage-dealt"]
    }

    fn choose(&self, decision: &Decision<'_>) -> usize {
        let feature = |name| decision.feature(name).unwrap_or_default();
        let (kills, damage) = (feature("lethal"), feature("damage-dealt"));
        let worths: Vec<f64> =
            kills.iter().zip(damage).map(|(kills, damage)| 10.0 * kills + damage).collect();
        (0..worths.len()).max_by(|one, other| worths[*one].total_cmp(&worths[*other])).unwrap_or(0)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Results of bots with equal names and texts count as results of the same bot.
    let brute = NamedBot::new("brute", Bot::Player(Arc::new(Brute)), "brute, version 1");
    let options = PlanOptions {
        games: Some(20_000),
        bots: vec!["brute".into(), "medic".into()],
        own_bots: vec![brute],
        ..PlanOptions::default()
    };
    let plan = Plan::new("knife-fight", &options)?;
    print!("{}", Run::of(plan).play(&Session::new(None)?).summary());
    Ok(())
}
