//! Plays Knife Fight with one value changed, and prints who wins.
//!
//! `cargo run --release --example run_and_print`

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use undercard::config::{Plan, PlanOptions};
use undercard::experiments::run::Run;
use undercard::experiments::{Experiment, ExperimentResult, Session};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options =
        PlanOptions { games: Some(20_000), set: vec!["cards.ten.damage=9".into()], ..PlanOptions::default() };
    let plan = Plan::new("knife-fight", &options)?;
    let run = Run::of(plan);
    let result = run.play(&Session::new(None)?);
    let rates = result.tables()[0];
    for row in rates.rows.iter().filter(|row| rates.written(row, "grouped_by") == "side") {
        let share = rates.number(row, "win_share").unwrap_or(f64::NAN);
        println!("{:<6} wins {:.2} % of its games", rates.written(row, "key"), 100.0 * share);
    }
    Ok(())
}
