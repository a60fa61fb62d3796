//! `undercard sensitivity`: ranks all numeric settings by the effect of steps up and down.

use super::conduct::conduct;
use super::options::{Game, Moved, PrecisionArgs, Work};
use super::{CliResult, Context};
use crate::experiments::sensitivity::{Options, Sensitivity};

/// Rank all numeric settings by the effect of steps up and down.
///
/// Measures the change in one figure and in the mean game length for each numeric setting and card
/// value, a step up and a step down, on common random numbers. p-values are Holm-corrected over all steps.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("step", |step| step.help("Size of a step (default: 1; with --show, half of the number, too)")),
    after_help = EXAMPLES,
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    moved: Moved,
    /// Figure to measure: any address of `undercard list GAME --metrics` (default: the win share of the side
    /// with the lowest win rate)
    #[arg(long, value_name = "FIGURE")]
    show: Option<String>,
    #[command(flatten)]
    precision: PrecisionArgs,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard sensitivity knife-fight --keys 'rules.*'
  undercard sensitivity knife-fight --keys 'cards.*.damage' --step 2 -n 100k
  undercard sensitivity taunt --keys 'moves.*' --show win_rates/character/tuggle
  undercard sensitivity knife-fight --keys 'rules.*' --precision 0.5pp

A figure that single games do not have (card impact, an ablation, the score of a
pair, a quantile) is measured before and after each step. Its interval is wider,
it has no p-value, and --precision is an error.

Writes sensitivity.csv; docs/csv.md explains every column. The headline
intervals of --precision are those of the changes in the figure.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let options = Options {
        keys: args.moved.keys.clone(),
        step: args.moved.step,
        show: args.show.clone(),
        accuracy: args.work.accuracy(args.precision.precision),
    };
    let sensitivity = Sensitivity::new(&args.game.config, &args.game.plan_options(catalogue), &options)?;
    conduct(&sensitivity, args.precision.plan, &args.work, width)
}
