//! `undercard compare`: two configurations on common random numbers.

use super::CliResult;
use super::conduct::conduct;
use super::options::{Game, PrecisionArgs, Work};
use super::values::percentage_points;
use crate::experiments::compare::{Compare, Options};

/// Compare two configurations on common random numbers.
///
/// Both configurations play the same deals, so far fewer games show a difference.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// The second configuration (default: the first one with --set-b and --bots-b)
    #[arg(value_name = "CONFIG_B")]
    second: Option<String>,
    /// Change a setting of the second configuration only
    #[arg(long, value_name = "KEY=VALUE")]
    set_b: Vec<String>,
    /// Bots of the second configuration, as for --bots
    #[arg(long, value_name = "BOT,…", value_delimiter = ',')]
    bots_b: Vec<String>,
    /// Stop once it is decided whether the win shares differ by more than this, e.g. 0.5pp
    #[arg(long, value_name = "±POINTS", value_parser = percentage_points, conflicts_with = "precision")]
    decide: Option<f64>,
    #[command(flatten)]
    precision: PrecisionArgs,
    /// Print the N shortest games that end differently, from just before they diverge
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "plan")]
    explain: usize,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard compare knife-fight --set-b cards.ten.damage=9
  undercard compare knife-fight house.toml --games 1M
  undercard compare knife-fight --bots random --bots-b cutter,random
  undercard compare knife-fight --set-b rules.tie=no-hit --decide 1pp --explain 2
  undercard compare knife-fight --set-b cards.ten.damage=9 --precision 0.1pp

Writes compare.csv; docs/csv.md explains every column. The headline intervals of
--precision are those of the differences in win share.";

pub(crate) fn run(args: &Args) -> CliResult {
    let options = Options {
        second: args.second.clone(),
        set_b: args.set_b.clone(),
        bots_b: args.bots_b.clone(),
        decide: args.decide,
        explain: args.explain,
        accuracy: args.work.accuracy(args.precision.precision),
    };
    let compare = Compare::new(&args.game.config, &args.game.plan_options(), &options)?;
    conduct(&compare, args.precision.plan, &args.work)
}
