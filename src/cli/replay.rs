//! `undercard replay`: prints one game as a readable story.

use super::conduct::say_seconds_if_slow;
use super::interrupt::Interrupt;
use super::optional_files::OptionalFiles;
use super::options::{Game, SideB};
use super::output::print_lines;
use super::session::session;
use super::values::{game_number, threads};
use super::{CliResult, Context, warn};
use crate::config::compared;
use crate::experiments::compare::{self, Compare};
use crate::experiments::replay::{Replay, Which};

/// Print one game as a readable story.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// A second configuration: the first game that ends differently there, also from where it diverges
    #[arg(value_name = "CONFIG_B")]
    second: Option<String>,
    #[command(flatten)]
    side_b: SideB,
    /// Number of the game, starting at 0
    #[arg(long = "game", value_name = "N", conflicts_with = "find", value_parser = game_number,
        allow_negative_numbers = true)]
    game_idx: Option<u64>,
    /// First game that matches, e.g. longest, winner=PLAYER, card=CARD or length>=10; repeat it for games that meet all
    #[arg(long = "where", value_name = "WHAT", id = "find")]
    find: Vec<String>,
    /// Estimate each player's chances after every decision, and what it cost compared with the best move, by playing the
    /// rest of the game 400 times after each legal move, or N times; names the deciding move and marks turning points
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "400",
        value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    chances: Option<u64>,
    /// Print only how the game ends and, with --chances, its turning points
    #[arg(long)]
    brief: bool,
    /// Number of threads of a search (default: one per core)
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<u64>,
    #[command(flatten)]
    files: OptionalFiles,
}

const EXAMPLES: &str = "\
Examples:
  undercard replay knife-fight --game 7
  undercard replay knife-fight --where longest
  undercard replay knife-fight --where outcome=draw --bots cutter,medic
  undercard replay knife-fight --where winner=black --where 'length>=10'
  undercard replay taunt --where character=tuggle --where card=punch
  undercard replay knife-fight --where card=joker/played --where shortest
  undercard replay knife-fight --where 'winner-damage>=20'
  undercard replay knife-fight --set-b cards.ten.damage=4
  undercard replay knife-fight --game 7 --out game-7
  undercard replay knife-fight --where card=joker --chances
  undercard replay knife-fight --where comeback --chances --brief
  undercard replay knife-fight --bots expert,random --where winner=random

WHAT is one of
  longest, shortest
  comeback              the win of the player who was farthest behind
  upset                 the win of the player who wins the same deal most rarely (it is
                        played 20 times more)
  closest               the win in which the largest lead of a player was smallest
  outcome=KIND          win, shared, draw, nobody or stalemate
  winner=PLAYER         a side, character, team or bot, or first-player, player-1, …
  character=CHARACTER   a game in which somebody plays it
  card=CARD[/EVENT]     a game in which something, or this event, happens to it
  event=EVENT           a game in which this event happens to any card
  length>=10            also <=, >, < and =, and decisions or a metric of the game,
                        such as comeback or lead-changes
  ADDRESS>=NUMBER       any figure that `undercard list GAME --metrics` lists; also
                        ADDRESS (above 0), ADDRESS=highest and ADDRESS=lowest
A figure of one game is what this game adds to it: its metric, its share of the win,
1 for its outcome, the number of seats with the event of a card, or the change of the
win share by a card (the game is played again without it).

A lead is counted at the decisions of a game: in cards in the deck (Knife Fight), Glory
(Fight!), Monster Points (Stabby Jack), ♥ to the end of the Danger Track, or blood
(TAUNT), cards in deck and hand (Stupid Fight), and the counter of the first sentence
`higher COUNTER wins` or `lower COUNTER wins` (described games).

With CONFIG_B, --set-b or --bots-b, or with the result of `compare` as CONFIG, both
configurations play the same deals, and the game is one that ends differently (or that
of --game): a game that a change decides.

--where searches the games that `undercard run` plays with the same options, or
as many as --games asks for, and prints the first one that matches.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let second = compare::Options { second: args.second.clone(), ..args.side_b.options() };
    let has_second = Compare::has_second(&second) || compared(&args.game.config, catalogue)?.is_some();
    let which = match args.game_idx {
        None if !args.find.is_empty() || has_second => Which::Where(args.find.clone()),
        game_idx => Which::Number(game_idx.unwrap_or(0)),
    };
    let replay = Replay::new(&args.game.config, &args.game.plan_options(catalogue), &which, &second)?;
    let replay = replay.with_chances(args.chances.unwrap_or(0)).in_brief(args.brief);
    warn(&replay.warnings(), width);
    let interrupt = Interrupt::listen();
    let files = args.files.open(Replay::COMMAND, args.game.name.as_deref())?;
    let session = session(args.threads)?.stopped_by(interrupt.flag());
    say_seconds_if_slow(|| replay.seconds(&session), &session, "stops it", args.files.quiet);
    let show = || -> CliResult {
        let story = replay.find(&session)?;
        // A long game does not fit in memory. As text, it is written line by line.
        if files.is_none() && args.files.format.is_text {
            if !args.files.quiet {
                print_lines(&story, width)?;
                args.files.log_no_files();
            }
            return Ok(());
        }
        args.files.deliver(&story.replayed(), files.as_ref(), width)
    };
    interrupt.unless_stopped(show())
}
