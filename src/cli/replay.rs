//! `undercard replay`: one game as a readable story.

use super::options::Game;
use super::{Done, Failure, print};
use crate::config::fault;
use crate::model::Outcome;
use crate::model::settings::{ConfigError, ConfigErrors, clipped, nearest};
use crate::simulation::Simulation;
use std::fmt::Write;

/// Tell one game as a readable story.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// Number of the game, from 0
    #[arg(long = "game", value_name = "N", conflicts_with = "find")]
    game_idx: Option<u64>,
    /// The first game of the run that is so: longest, shortest, outcome=KIND or winner=SEAT
    #[arg(long = "where", value_name = "WHAT", id = "find")]
    find: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  undercard replay knife-fight --game 7
  undercard replay knife-fight --where longest --games 10000
  undercard replay knife-fight --where outcome=draw --bots cutter,medic";

/// Games that are looked through where nobody says how many.
const LOOKED_THROUGH: u64 = 10_000;

pub(crate) fn run(args: &Args) -> Done {
    let plan = args.game.plan()?.or_games(|_| LOOKED_THROUGH);
    let wanted = args.find.as_ref().map(|what| wanted(what, plan.players())).transpose()?;
    let simulation = plan.simulation();
    let game_idx = match wanted {
        Some(wanted) => find(&*simulation, &wanted, plan.games).ok_or_else(|| {
            let (what, games) = (args.find.as_deref().unwrap_or_default(), plan.games);
            Failure::Input(format!(
                "--where {what}: none of the first {games} games is so; --games looks through more"
            ))
        })?,
        None => args.game_idx.unwrap_or(0),
    };
    let mut text = String::new();
    let bots: Vec<&str> = plan.bots.iter().map(|bot| bot.name.as_str()).collect();
    writeln!(text, "{}, game {game_idx} of seed {} ({})\n", plan.game.title, plan.seed, bots.join(", "))?;
    text += &simulation.story(game_idx);
    print(&text)
}

/// What a game is looked for by.
enum Wanted {
    Longest,
    Shortest,
    Outcome(usize),
    Winner(usize),
}

fn wanted(what: &str, players: usize) -> Result<Wanted, ConfigErrors> {
    let wrong = |expected: String, hint: Option<String>| {
        ConfigErrors(vec![ConfigError {
            hint,
            ..fault("--where", "", format!("\"{}\"", clipped(what)), expected)
        }])
    };
    match what.split_once('=') {
        Some(("outcome", kind)) => {
            Outcome::KINDS.iter().position(|name| *name == kind).map(Wanted::Outcome).ok_or_else(|| {
                wrong(
                    format!("outcome= one of: {}", Outcome::KINDS.join(", ")),
                    nearest(kind, Outcome::KINDS),
                )
            })
        }
        Some(("winner", seat)) => match seat.parse() {
            Ok(seat) if seat < players => Ok(Wanted::Winner(seat)),
            _ => Err(wrong(format!("winner= a seat from 0 to {}", players - 1), None)),
        },
        None if what == "longest" => Ok(Wanted::Longest),
        None if what == "shortest" => Ok(Wanted::Shortest),
        _ => Err(wrong(
            "longest, shortest, outcome=KIND or winner=SEAT".into(),
            nearest(what, ["longest", "shortest"]),
        )),
    }
}

/// The first game that is so.
fn find(simulation: &dyn Simulation, wanted: &Wanted, games: u64) -> Option<u64> {
    let mut found: Option<(u64, u64)> = None;
    let mut worker = simulation.worker();
    for game_idx in 0..games {
        worker.show(game_idx..game_idx + 1, &mut |_, result| {
            let better = match (wanted, found) {
                (Wanted::Longest, Some((_, length))) => result.length > length,
                (Wanted::Shortest, Some((_, length))) => result.length < length,
                (Wanted::Longest | Wanted::Shortest, None) => true,
                (Wanted::Outcome(kind), None) => result.outcome.kind() == *kind,
                (Wanted::Winner(seat), None) => result.outcome.winners().has(crate::model::Seat::new(*seat)),
                _ => false,
            };
            if better {
                found = Some((game_idx, result.length));
            }
        });
        if found.is_some() && matches!(wanted, Wanted::Outcome(_) | Wanted::Winner(_)) {
            break;
        }
    }
    found.map(|(game_idx, _)| game_idx)
}
