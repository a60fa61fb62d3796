//! `undercard tune`: searches for the fewest changes with which every target passes.

use super::CliResult;
use super::conduct::conduct;
use super::options::{Game, Moved, Work};
use crate::experiments::tune::{Options, Tune};

/// Search for the fewest changes of numbers with which every target passes.
///
/// Every number is moved a step up and down, then those steps are taken together that promise
/// most: first one number, then two, until every target of the config is met. What is found is
/// judged on other games, by the same verdicts as `check`. It is a search, and no proof: fewer
/// changes may do that were not tried.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("games", |games| games.help("Games of each setting that is tried [default: a tenth of a run's]; ten times as many may judge what is found")),
    after_help = EXAMPLES,
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    moved: Moved,
    /// Most steps of a number, up or down
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(i64).range(1..=20))]
    reach: i64,
    /// Most numbers that are changed
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=8))]
    changes: u8,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard tune house.toml
  undercard tune house.toml --keys 'cards.*.damage' --keys 'rules.*' --changes 2
  undercard tune house.toml --games 50k --reach 5 --bots medic

Targets are written in the config, as `undercard check --help` says. Writes tune.csv, every
setting that was tried, and tuned.toml, the config with the changes.

Exit codes: 0 every target passes with these changes; 10 nothing was found, or what was found
fails; 11 inconclusive.";

pub(crate) fn run(args: &Args) -> CliResult {
    let options = Options {
        keys: args.moved.keys.clone(),
        step: args.moved.step,
        reach: args.reach,
        changes: args.changes.into(),
        level: args.work.level,
    };
    let tune = Tune::new(&args.game.config, &args.game.asked(), options)?;
    conduct(&tune, false, &args.work)
}
