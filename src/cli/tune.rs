//! `undercard tune`: searches for the fewest changes that make every target pass.

use super::conduct::conduct;
use super::options::{Game, Moved, Work};
use super::{CliResult, Context};
use crate::experiments::tune::{Options, Tune};

/// Search for the fewest changes that make every target pass.
///
/// Tries every setting alone: a number one step and --reach steps up and down, a named choice or flag
/// with every other value. Then tries the most promising steps and combinations: first one setting, then
/// two, until every target of the config is met. The proposal is verified on held-out games with the
/// verdicts of `check`. The search is heuristic: a solution with fewer changes may exist. The last line
/// says whether everything was tried.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("games", |games| games.help("Games per candidate (default: a tenth of a run); verification uses up to ten times as many")),
    after_help = EXAMPLES,
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    moved: Moved,
    /// Maximum number of steps of a number, up or down
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(i64).range(1..=20))]
    reach: i64,
    /// Maximum number of settings to change
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=2000))]
    changes: u16,
    /// Let numbers that are not 0 become 0, or change their sign
    #[arg(long)]
    allow_zero: bool,
    /// Train players on the rules of the proposal, and judge it again with them
    #[arg(long)]
    retrain: bool,
    /// Estimate games and time without searching
    #[arg(long)]
    plan: bool,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard tune house.toml
  undercard tune house.toml --keys 'cards.*.damage' --keys 'rules.*' --changes 2
  undercard tune house.toml --games 50k --reach 5 --bots medic --retrain
  undercard tune house.toml --plan

`undercard check --help` explains how to write targets. Writes tune.csv with all
candidates, and tuned.toml, the config with the changes. If no candidate
passes, closest.toml has the changes of the closest one; its first line
names the targets that it misses.

Exit codes: 0 every target passes with these changes; 10 no solution found, or
the verification failed; 11 inconclusive. With --retrain, every target must also
pass with the trained players.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let options = Options {
        keys: args.moved.keys.clone(),
        step: args.moved.step.unwrap_or(1),
        reach: args.reach,
        changes: args.changes.into(),
        allow_zero: args.allow_zero,
        retrain: args.retrain,
        level: args.work.level,
        ..Options::default()
    };
    let tune = Tune::new(&args.game.config, &args.game.plan_options(catalogue), &options)?;
    conduct(&tune, args.plan, &args.work, width)
}
