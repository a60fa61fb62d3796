//! `undercard luck`: how much of the outcome is decided by the deal.

use super::CliResult;
use super::conduct::conduct;
use super::options::{Game, Work};
use crate::experiments::MOST_TIMES;
use crate::experiments::luck::{Luck, Options};

/// Measure how much of who wins the deal decides.
///
/// Every deal is played several times: the dealer's luck (decks, lots, dice) stays, the players think anew.
/// What comes back with the deal was decided by it; the rest, by what players chose by chance. A bot that
/// leaves nothing to chance (a strategy without temperature) plays a deal the same way every time. Each bot
/// sits in all seats.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("bots", |bots| bots.help("The bots, each of which sits in all seats, or `all` but `search` (default: all)")),
    mut_arg("games", |games| games.help("Number of games of a bot, as 50000, 250k, 2M or 1e6")),
    after_help = EXAMPLES
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// How often each deal is played
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(2..=MOST_TIMES as u64))]
    times: u64,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard luck knife-fight
  undercard luck stabby-jack --players 4 --bots random,hunter --games 40k
  undercard luck house.toml --bots search:64 --games 400 --times 2

Writes luck.csv; docs/csv.md says what every column means. How much better one bot is than
another, under the same rules, is what `undercard matchups` measures.";

pub(crate) fn run(args: &Args) -> CliResult {
    let options = Options { times: args.times, level: args.work.level };
    let luck = Luck::new(&args.game.config, &args.game.asked(), options)?;
    conduct(&luck, false, &args.work)
}
