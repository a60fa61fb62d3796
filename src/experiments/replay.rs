//! One game as a readable story.

use crate::config::{Plan, PlanOptions, config_error};
use crate::model::Outcome;
use crate::model::settings::{ConfigError, ConfigErrors, clipped, nearest};
use crate::report::show::grouped;
use crate::simulation::Simulation;
use std::fmt::Write;

/// Which game to print.
#[derive(Clone, Debug)]
pub enum Which {
    /// The game with this number, from 0.
    Number(u64),
    /// The first game that matches: `longest`, `shortest`, `outcome=KIND` or `winner=SEAT`.
    Where(String),
}

/// The default number of games to search.
const SEARCHED: u64 = 10_000;

/// The story of one game of a config.
///
/// # Errors
/// All errors of the config or of the condition, or no game matches.
pub fn replay(config: &str, asked: &PlanOptions, which: &Which) -> Result<String, ConfigErrors> {
    let plan = Plan::new(config, asked)?.or_games(|_| SEARCHED);
    let simulation = plan.simulation();
    let game_idx = match which {
        Which::Number(game_idx) => *game_idx,
        Which::Where(what) => {
            let wanted = wanted(what, plan.players())?;
            find(&*simulation, &wanted, plan.games).ok_or_else(|| {
                let found = format!("no match for {what} in the first {} games", grouped(plan.games));
                ConfigErrors(vec![config_error(
                    "--where",
                    "",
                    found,
                    "a match; raise --games to search more",
                )])
            })?
        }
    };
    let mut text = String::new();
    let bots: Vec<&str> = plan.bots.iter().map(|bot| bot.name.as_str()).collect();
    // Writing to a string cannot fail.
    let _ =
        writeln!(text, "{}, game {game_idx} of seed {} ({})\n", plan.game.title, plan.seed, bots.join(", "));
    Ok(text + &simulation.story(game_idx))
}

/// A parsed condition.
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
            ..config_error("--where", "", format!("\"{}\"", clipped(what)), expected)
        }])
    };
    match what.split_once('=') {
        Some(("outcome", kind)) => {
            Outcome::KINDS.iter().position(|name| *name == kind).map(Wanted::Outcome).ok_or_else(|| {
                wrong(
                    format!("outcome= and one of: {}", Outcome::KINDS.join(", ")),
                    nearest(kind, Outcome::KINDS),
                )
            })
        }
        Some(("winner", seat)) => match seat.parse() {
            Ok(seat) if seat < players => Ok(Wanted::Winner(seat)),
            _ => Err(wrong(format!("winner= and a seat from 0 to {}", players - 1), None)),
        },
        None if what == "longest" => Ok(Wanted::Longest),
        None if what == "shortest" => Ok(Wanted::Shortest),
        _ => Err(wrong(
            "longest, shortest, outcome=KIND or winner=SEAT".into(),
            nearest(what, ["longest", "shortest"]),
        )),
    }
}

/// The number of the first game that matches.
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
