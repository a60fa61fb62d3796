//! `undercard lint "exec:COMMAND"`: checks a program that is a bot.

use super::session::session;
use super::{CliResult, Failure, print};
use crate::config::{Plan, PlanOptions};
use crate::experiments::run::Run;
use crate::experiments::{Experiment, ExperimentResult, Session};
use crate::programs;
use crate::report::show::counted;

/// The number of games in which the program has all seats.
const GAMES: u64 = 200;

/// Plays games in which the program has all seats, and prints what holds. A program that ends, does not answer in time, or
/// answers with a move that is not legal ends the command with exit code 14.
///
/// # Errors
/// The config is invalid, the program cannot be started, or a check fails.
pub(super) fn check(bot: &str, config: &str, options: PlanOptions, quiet: bool) -> CliResult {
    let options = PlanOptions {
        games: Some(GAMES),
        bots: vec![bot.to_owned()],
        programs: Some(programs::start),
        ..options
    };
    let plan = Plan::new(config, &options)?;
    let says_repeatable = plan.bots.iter().any(|bot| bot.program == Some(true));
    let many = session(None)?;
    play(&plan, GAMES, &many);
    // One decision at a time, in another order.
    let one_by_one = Session::new(Some(1)).map_err(|error| Failure::Input(error.to_string()))?;
    let is_alike = play(&plan, GAMES / 10, &one_by_one) == play(&plan, GAMES / 10, &many);
    let alike = match (is_alike, says_repeatable) {
        (true, true) => "it gives the same answers when it is asked again in another order",
        (true, false) => "it gives the same answers when it is asked again; it may say \"repeatable\": true",
        (false, true) => "it says \"repeatable\": true, but gives other answers when it is asked again",
        (false, false) => {
            "it gives other answers when it is asked again, and does not say that it is repeatable"
        }
    };
    let ends = programs::end();
    let moves = format!("all its moves are legal: {} of {}", counted(GAMES, "games"), plan.name);
    let end = format!("it {} when its input is closed", if ends { "ends" } else { "does not end" });
    let checks = [(true, moves.as_str()), (is_alike || !says_repeatable, alike), (ends, end.as_str())];
    let line = |(passes, found): (bool, &str)| format!("{}  {found}\n", if passes { "pass" } else { "fail" });
    let all_pass = checks.iter().all(|(passes, _)| *passes);
    if !quiet || !all_pass {
        print(&checks.into_iter().map(line).collect::<String>())?;
    }
    if all_pass { Ok(()) } else { Err(Failure::Judged(10)) }
}

/// The tables of the first games.
fn play(plan: &Plan, games: u64, session: &Session) -> String {
    Run::of(Plan { games, ..plan.clone() }).play(session).csv()
}
