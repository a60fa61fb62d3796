//! `undercard train`: learns a strategy by playing, and writes it.

use super::CliResult;
use super::conduct::conduct;
use super::options::{Game, Work};
use crate::experiments::train::{Options, Training};

/// Learn a strategy that beats the bots it plays against.
///
/// Weights of the game's features are learnt by playing: every deal twice with the seats exchanged, with
/// more than two seats the two alternate round the table. What was learnt is tried on games kept apart.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("bots", |bots| bots.long("against").help("The bots to learn to beat, or `all`; `self`: its own earlier selves (default: random)")),
    mut_arg("games", |games| games.help("Number of games to learn from, as 50000, 250k, 2M or 1e6 (default: 500k)")),
    after_help = EXAMPLES
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// Begin with this strategy, a name or a file; its rules stay as they are
    #[arg(long, value_name = "BOT", default_value = "random")]
    from: String,
    /// The name of what is learnt, and of its file
    #[arg(long, value_name = "NAME", default_value = "trained")]
    name: String,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard train taunt --against random,brawler --games 2M
  undercard train knife-fight --against all --set cards.ten.damage=4
  undercard train house.toml --against self,hunter --from hunter --name huntress
  undercard run taunt --bots reports/taunt/train/trained.toml,random

Writes the strategy NAME.toml, and train.csv, the course of the training; docs/csv.md says what
every column means. If nothing that was learnt beats what it began with, that is what is filed.";

pub(crate) fn run(args: &Args) -> CliResult {
    let options = Options { from: args.from.clone(), name: args.name.clone(), level: args.work.level };
    let training = Training::new(&args.game.config, &args.game.asked(), options)?;
    conduct(&training, false, &args.work)
}
