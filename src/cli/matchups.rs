//! `undercard matchups`: a round robin of bots, characters or decks.

use super::conduct::conduct;
use super::options::{Game, PrecisionArgs, Work};
use super::{CliResult, Context};
use crate::config::bots::ways_to_name;
use crate::experiments::matchups::{Options, Tournament};

/// Play bots, characters or decks against each other and rate them.
///
/// Every pair plays every deal twice with swapped seats; with more than two seats the two alternate
/// around the table. A draw counts as half a win. Without --bots, --characters and --decks, all characters
/// of the game play, or all bots if it has none.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("bots", |bots| bots.help("At least two bots; `all` means all except `search`. With characters or decks, the one bot that plays them all").long_help(format!("At least two bots; `all` means all except `search`. With characters or decks, the one bot that plays them all:{}", ways_to_name()))),
    mut_arg("games", |games| games.help("Number of games per pair, an even number: 50000, 250k, 2M or 1e6")),
    after_help = EXAMPLES
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// Rate characters instead of bots: at least two, or `all`; for games whose seats choose characters
    #[arg(long, value_name = "CHARACTER,…", value_delimiter = ',')]
    characters: Vec<String>,
    /// Rate the decks of these configs instead of bots; for games in which every side has its own deck
    #[arg(long, value_name = "CONFIG,…", value_delimiter = ',', conflicts_with = "characters")]
    decks: Vec<String>,
    #[command(flatten)]
    precision: PrecisionArgs,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard matchups taunt                                all characters
  undercard matchups knife-fight --bots random,cutter,medic
  undercard matchups stabby-jack --bots all --games 20k --players 4
  undercard matchups taunt --characters all --bots brawler
  undercard matchups knife-fight --decks knife-fight,mine.toml
  undercard matchups knife-fight --bots cutter,mine.toml --precision 0.5pp

Writes matchups.csv, ratings.csv and field.csv; docs/csv.md explains every
column. The headline intervals of --precision are those of the scores of all
pairs; each pair plays until its own is narrow enough.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let options = Options {
        characters: args.characters.clone(),
        decks: args.decks.clone(),
        accuracy: args.work.accuracy(args.precision.precision),
    };
    let tournament = Tournament::new(&args.game.config, &args.game.plan_options(catalogue), &options)?;
    conduct(&tournament, args.precision.plan, &args.work, width)
}
