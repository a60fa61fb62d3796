//! `undercard impact`: what each card is worth, three ways side by side.

use super::CliResult;
use super::conduct::conduct;
use super::options::{Game, PrecisionArgs, Work};
use crate::experiments::impact::{Impact, Options};

/// Measure what each card is worth: seen, in the opening hand, and missing.
///
/// Three impacts on its player's win share stand side by side: the difference between seats that met the
/// card and seats that did not, the lift of having it in the opening hand, and its ablation: the same
/// games played again with a stand-in for the card in one player's hands (what that is, is said at the
/// top of the report and by `undercard list GAME`).
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// Only cards whose id matches; * stands for any text
    #[arg(long, value_name = "GLOB")]
    cards: Vec<String>,
    /// The event that seats are told apart by (default: drawn; played, where the opening is not shuffled)
    #[arg(long, value_name = "EVENT")]
    event: Option<String>,
    #[command(flatten)]
    precision: PrecisionArgs,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard impact knife-fight
  undercard impact stupid-fight --cards 'steal-*' --games 20k
  undercard impact taunt --bots brawler --event hit
  undercard impact knife-fight --precision 1pp

Writes impact.csv; docs/csv.md says what every column means. --precision is
about every ablation.";

pub(crate) fn run(args: &Args) -> CliResult {
    let options = Options {
        cards: args.cards.clone(),
        event: args.event.clone(),
        accuracy: args.work.accuracy(args.precision.precision),
    };
    let impact = Impact::new(&args.game.config, &args.game.asked(), &options)?;
    conduct(&impact, args.precision.plan, &args.work)
}
