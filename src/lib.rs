//! Undercard: a Monte Carlo balance simulator for fighting card games.
//!
//! The command line is a thin layer over this library. A program uses it in three steps: make a validated
//! [`config::Plan`] or an [experiment](experiments), play it in an [`experiments::Session`], and read the
//! tables of its result.
//!
//! ```
//! use undercard::config::{Plan, PlanOptions};
//! use undercard::experiments::run::Run;
//! use undercard::experiments::{Experiment, ExperimentResult, Session};
//!
//! let options = PlanOptions { games: Some(2000), set: vec!["cards.ten.damage=9".into()], ..Default::default() };
//! let plan = Plan::new("knife-fight", &options)?;
//! let run = Run::of(plan);
//! let result = run.play(&Session::new(None)?);
//! let rates = result.tables()[0];
//! for row in &rates.rows {
//!     println!("{} {:?}", rates.written(row, "key"), rates.number(row, "win_share"));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`experiments`] | everything that the commands do, from `run` to `verify` |
//! | [`config`] | configs, plans, settings, bots by name, strategy files |
//! | [`games`] | the list of games |
//! | [`model`] | what games are written in |
//! | [`bots`] | bots, to be written in code |
//! | [`report`] | tables, `result.json`, and the formats in which results are saved |
//!
//! # What versions promise
//!
//! Undercard follows semantic versioning. It covers the command line (commands, options, exit codes), the settings of the
//! games, the columns of the CSV files, the format of `result.json`, and of this library what games, bots and programs like
//! the one above need: [`model`], [`bots`], [`games`], plans and their options, sessions, experiments with their options and
//! results, and tables. While the major version is 0, a new minor version can change any of them, and the
//! changelog lists the changes. Columns and fields can be added in any version. Texts for people can change
//! in any version. Figures can change only in a version whose changelog says **Results changed**.
//!
//! Everything else in these crates can change in any version.

#![forbid(unsafe_code)]

// Each module uses only those above it. ARCHITECTURE.md explains why.
#[doc(inline)]
pub use undercard_engine::games::{GameEntry, PRINTED_GAMES, game};
#[doc(inline)]
pub use undercard_engine::{bots, games, model};
#[doc(hidden)]
pub use undercard_engine::{simulation, stats};
#[doc(inline)]
pub use undercard_report as report;
#[doc(inline)]
pub use {undercard_config as config, undercard_experiments as experiments};

mod programs;

#[cfg(feature = "laws")]
pub mod laws;

#[doc(hidden)]
pub mod cli;

/// The whole program, with these games: every command, page and report. A crate with a game of its own has it as `main`:
///
/// ```no_run
/// use std::process::ExitCode;
/// # use undercard::games::knife_fight::KnifeFight as MyGame;
///
/// fn main() -> ExitCode {
///     undercard::main_with(&[undercard::game::<MyGame>()])
/// }
/// ```
///
/// `&[undercard::PRINTED_GAMES, &[undercard::game::<MyGame>()]].concat()` has the five printed games, too. If two games have
/// the same id, the program says so and ends with exit code 2.
#[must_use]
pub fn main_with(games: &[GameEntry]) -> std::process::ExitCode {
    cli::main_with(games)
}
