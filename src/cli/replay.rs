//! `undercard replay`: prints one game as a readable story.

use super::interrupt::Interrupt;
use super::optional_files::OptionalFiles;
use super::options::Game;
use super::session::session;
use super::{CliResult, print, warn};
use crate::experiments::replay::{Replay, Which};

/// Print one game as a readable story.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// Number of the game, starting at 0
    #[arg(long = "game", value_name = "N", conflicts_with = "find")]
    game_idx: Option<u64>,
    /// First game that matches: longest, shortest, outcome=KIND, winner=SEAT, or a figure
    #[arg(long = "where", value_name = "WHAT", id = "find")]
    find: Option<String>,
    /// Number of threads of a search (default: one per core)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    #[command(flatten)]
    files: OptionalFiles,
}

const EXAMPLES: &str = "\
Examples:
  undercard replay knife-fight --game 7
  undercard replay knife-fight --where longest
  undercard replay knife-fight --where outcome=draw --bots cutter,medic
  undercard replay knife-fight --where 'card_impact/joker/red/played'
  undercard replay knife-fight --where 'metrics/winner-damage>=20'
  undercard replay knife-fight --game 7 --out game-7

A figure of one game is ADDRESS (above 0), ADDRESS>=NUMBER (also <=, >, < and =),
ADDRESS=highest or ADDRESS=lowest; `undercard list GAME --metrics` lists the
addresses. It is what this game adds to the figure: its metric, its share of the
win, 1 for its outcome, the number of seats with the event of a card, or the
change of the win share by a card (the game is played again without it).

--where searches the games that `undercard run` plays with the same options, or
as many as --games asks for, and prints the first one that matches.";

pub(crate) fn run(args: &Args) -> CliResult {
    let number = || Which::Number(args.game_idx.unwrap_or(0));
    let which = args.find.clone().map_or_else(number, Which::Where);
    let replay = Replay::new(&args.game.config, &args.game.plan_options(), &which)?;
    warn(&replay.warnings());
    let interrupt = Interrupt::listen();
    let files = args.files.open(Replay::COMMAND, args.game.name.as_deref())?;
    let session = session(args.threads)?.stopped_by(interrupt.flag());
    let show = || -> CliResult {
        let story = replay.find(&session)?;
        // A long game does not fit in memory. As text, it is written line by line.
        if files.is_none() && args.files.format.is_text() {
            if !args.files.quiet {
                print(&story)?;
                args.files.log_no_files();
            }
            return Ok(());
        }
        args.files.deliver(&story.replayed(), files.as_ref())
    };
    interrupt.unless_stopped(show())
}
