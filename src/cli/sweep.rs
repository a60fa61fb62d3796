//! `undercard sweep`: plays a grid over up to three settings.

use super::conduct::conduct;
use super::options::{Game, PrecisionArgs, Work};
use super::{CliResult, Context};
use crate::experiments::sweep::{Options, Sweep, Vary};

/// Play every combination of a grid of settings.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// A setting and its values: KEY=a..b, KEY=a..b..step or KEY=x,y,z; at most three settings
    #[arg(long, required = true, value_name = "KEY=VALUES", value_parser = str::parse::<Vary>)]
    vary: Vec<Vary>,
    /// Figure to print: any address of `undercard list GAME --metrics` (default: the first win rate)
    #[arg(long, value_name = "ADDRESS")]
    show: Option<String>,
    #[command(flatten)]
    precision: PrecisionArgs,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard sweep knife-fight --vary rules.bleed-divisor=2..6
  undercard sweep knife-fight --vary rules.tie=both-hit,no-hit \\
    --vary cards.ten.damage=4..12..2
  undercard sweep knife-fight --vary setup.hand-size=2..4 \\
    --show metrics/length-mean
  undercard sweep knife-fight --vary run.bots=random,medic,expert
  undercard sweep knife-fight --vary rules.bleed-divisor=2..6 --precision 1pp

Writes sweep.csv with all win rates, scores, outcomes and metrics, and the figure
of --show, such as card_impact/joker/all/opening, impact/ten/all/one_copy or
matchups/medic/random; docs/csv.md explains every column. The
headline intervals of --precision are those of the win shares; each combination
plays until its own are narrow enough.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let options = Options {
        vary: args.vary.clone(),
        show: args.show.clone(),
        accuracy: args.work.accuracy(args.precision.precision),
    };
    let sweep = Sweep::new(&args.game.config, &args.game.plan_options(catalogue), &options)?;
    conduct(&sweep, args.precision.plan, &args.work, width)
}
