//! `undercard luck`: how much of the outcome is decided by the deal.

use super::conduct::conduct;
use super::options::{Game, Work};
use super::{CliResult, Context};
use crate::config::bots::ways_to_name;
use crate::experiments::MOST_TIMES;
use crate::experiments::luck::{Luck, Options};

/// Measure how much of the outcome is decided by the deal.
///
/// Plays every deal several times: shuffles and dice stay the same, with fresh randomness for the bots.
/// The deal share is the part of the variance that all plays of a deal have in common. Each bot is measured in
/// all seats. A bot with temperature 0 chooses at random only to break ties.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("bots", |bots| bots.help("Bots to measure, each in all seats; `all` means all except `search` (default: all)").long_help(format!("Bots to measure, each in all seats; `all` means all except `search` (default: all):{}", ways_to_name()))),
    mut_arg("games", |games| games.help("Number of games per bot: 50000, 250k, 2M or 1e6")),
    after_help = EXAMPLES
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// Number of times each deal is played
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(2..=MOST_TIMES as u64))]
    times: u64,
    /// Estimate games and time without playing all games
    #[arg(long)]
    plan: bool,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard luck knife-fight
  undercard luck stabby-jack --players 4 --bots random,hunter --games 40k
  undercard luck house.toml --bots search:64 --games 400 --times 2

Writes luck.csv; docs/csv.md explains every column. To measure how much better
one bot is than another, use `undercard matchups`.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let options = Options { times: args.times, level: args.work.level };
    let luck = Luck::new(&args.game.config, &args.game.plan_options(catalogue), &options)?;
    conduct(&luck, args.plan, &args.work, width)
}
