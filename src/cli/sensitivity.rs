//! `undercard sensitivity`: every number one step up and down, ranked by what it does.

use super::CliResult;
use super::conduct::conduct;
use super::options::{Game, Moved, PrecisionArgs, Work};
use crate::experiments::sensitivity::{Options, Sensitivity};

/// Move every number one step up and down, and rank them by what that does.
///
/// For each numeric setting or card value: how the win share of a side and the mean length change, paired on
/// common random numbers. p-values are Holm-corrected over all steps.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    moved: Moved,
    /// The win share that is looked at, as `win_rates/character/tuggle` (default: of the side that wins least in
    /// games kept apart)
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
  undercard sensitivity knife-fight --keys 'cards.*.damage' --step 2 --games 100k
  undercard sensitivity taunt --keys 'moves.kick.*' --show win_rates/character/tuggle
  undercard sensitivity knife-fight --keys 'rules.*' --precision 0.5pp

Writes sensitivity.csv; docs/csv.md says what every column means. --precision is
about every step's change of the win share.";

pub(crate) fn run(args: &Args) -> CliResult {
    let options = Options {
        keys: args.moved.keys.clone(),
        step: args.moved.step,
        show: args.show.clone(),
        accuracy: args.work.accuracy(args.precision.precision),
    };
    let sensitivity = Sensitivity::new(&args.game.config, &args.game.asked(), &options)?;
    conduct(&sensitivity, args.precision.plan, &args.work)
}
