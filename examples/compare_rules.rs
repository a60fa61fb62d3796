//! Compares the printed rules of Knife Fight with a house rule, on common random numbers.
//!
//! `cargo run --release --example compare_rules`

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use undercard::config::PlanOptions;
use undercard::experiments::compare::{Compare, Options};
use undercard::experiments::{Experiment, ExperimentResult, Session};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options { set_b: vec!["rules.tie=no-hit".into()], ..Options::default() };
    let games = PlanOptions { games: Some(20_000), bots: vec!["medic".into()], ..PlanOptions::default() };
    let compare = Compare::new("knife-fight", &games, &options)?;
    let result = compare.play(&Session::new(None)?);
    print!("{}", result.summary());
    Ok(())
}
