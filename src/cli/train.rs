//! `undercard train`: trains a strategy by playing, and writes its file.

use super::conduct::conduct;
use super::options::{Game, Work};
use super::{CliResult, Context};
use crate::config::bots::ways_to_name;
use crate::experiments::train::{Options, Training};

/// Train a strategy against other bots.
///
/// Learns weights for the game's features by playing every deal twice with swapped seats; with more than
/// two seats the two bots alternate around the table. The result is evaluated on held-out games.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("bots", |bots| bots.long("against").help("Opponents; `all` means all except `search`, `self` means itself as it is and as it was (default: random)").long_help(format!("Opponents; `all` means all except `search`, `self` means itself as it is and as it was (default: random):{}", ways_to_name()))),
    mut_arg("games", |games| games.help("Number of training games: 50000, 250k, 2M or 1e6 (default: 500k)")),
    after_help = EXAMPLES
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// Strategy to start from, a name or a file; its rules are kept unchanged
    #[arg(long, value_name = "BOT", default_value = "random")]
    from: String,
    /// Name of the new strategy and of its file
    #[arg(long, value_name = "ID", default_value = "trained")]
    strategy: String,
    /// Temperature at which the strategy plays, times that of the training (default: the best of 1, 0.5
    /// and 0). Above 1 it plays less well but varies its choices, and is harder to exploit
    #[arg(long, value_name = "T")]
    temperature: Option<f64>,
    /// What a nat of surprise in each choice counts in training, as a share of a win: the strategy keeps
    /// varying its choices, which are harder to foresee. Try 0.3, against self
    #[arg(long, value_name = "E")]
    entropy: Option<f64>,
    /// Estimate games and time without playing all games
    #[arg(long)]
    plan: bool,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard train taunt --against random,brawler --games 2M
  undercard train knife-fight --against all --set cards.ten.damage=4
  undercard train house.toml --against self,hunter --from hunter --strategy huntress
  undercard train taunt --against self --entropy 0.3 --games 1M
  undercard run taunt --bots reports/taunt/train/trained.toml,random

Writes the strategy to ID.toml and the training curve to train.csv;
docs/csv.md explains every column. If training does not improve on the starting
strategy, the starting strategy is written.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let options = Options {
        from: args.from.clone(),
        name: args.strategy.clone(),
        temperature: args.temperature,
        entropy: args.entropy,
        level: args.work.level,
    };
    let training = Training::new(&args.game.config, &args.game.plan_options(catalogue), &options)?;
    conduct(&training, args.plan, &args.work, width)
}
