//! Writes a bot for Knife Fight in code, and lets it play against a shipped one.
//!
//! `cargo run --release --example own_bot`

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use undercard::bots::Bot;
use undercard::config::bots::NamedBot;
use undercard::config::strategy;
use undercard::config::{Plan, PlanOptions};
use undercard::experiments::run::Run;
use undercard::experiments::{Experiment, ExperimentResult, Session};

/// The weights of the bot. `undercard list knife-fight` lists the features.
const STRATEGY: &str = r#"
game = "knife-fight"
believes = "A blow that kills is better than any other."
temperature = 0.0

[weights]
lethal = 10.0
damage = 1.0
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = PlanOptions { games: Some(20_000), bots: vec!["medic".into()], ..PlanOptions::default() };
    let plan = Plan::new("knife-fight", &options)?;
    let weights = strategy::parse(STRATEGY, "own_bot.rs", plan.game())?;
    let own = NamedBot::new("mine", Bot::Weights(weights.weights), STRATEGY);
    let plan = plan.seated(vec![own, plan.bots()[1].clone()])?;
    print!("{}", Run::of(plan).play(&Session::new(None)?).text()?);
    Ok(())
}
