//! `undercard matchups`: a round robin of bots, characters or decks.

use super::CliResult;
use super::conduct::conduct;
use super::options::{Game, PrecisionArgs, Work};
use crate::experiments::matchups::{Options, Tournament};

/// Let bots, characters or decks meet each other, and rate them.
///
/// Every pair plays every deal twice with the seats exchanged; with more than two seats the two
/// alternate round the table. A draw counts half a win.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("bots", |bots| bots.help("The bots that meet, at least two, or `all` but `search`; with --characters or --decks one that plays them all")),
    mut_arg("games", |games| games.help("Number of games of a pair, an even one, as 50000, 250k, 2M or 1e6")),
    after_help = EXAMPLES
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// The characters that meet, at least two, or `all`: in games in which seats take characters
    #[arg(long, value_name = "CHARACTER,…", value_delimiter = ',')]
    characters: Vec<String>,
    /// The decks of these configs meet, in games whose sides have one each: CONFIG with their decks
    #[arg(long, value_name = "CONFIG,…", value_delimiter = ',', conflicts_with = "characters")]
    decks: Vec<String>,
    #[command(flatten)]
    precision: PrecisionArgs,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard matchups knife-fight --bots random,cutter,medic
  undercard matchups stabby-jack --bots all --games 20k --players 4
  undercard matchups taunt --characters all --bots brawler
  undercard matchups knife-fight --decks knife-fight,mine.toml
  undercard matchups knife-fight --bots cutter,mine.toml --precision 0.5pp

Writes matchups.csv, ratings.csv and field.csv; docs/csv.md says what every column means.
--precision is about every pair's score: each pair plays until it is reached there.";

pub(crate) fn run(args: &Args) -> CliResult {
    let options = Options {
        characters: args.characters.clone(),
        decks: args.decks.clone(),
        accuracy: args.work.accuracy(args.precision.precision),
    };
    let tournament = Tournament::new(&args.game.config, &args.game.asked(), &options)?;
    conduct(&tournament, args.precision.plan, &args.work)
}
