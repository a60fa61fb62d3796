//! `undercard bot-check`: checks a program that is a bot.

use super::session::session;
use super::values::count;
use super::{CliResult, Failure, log, print};
use crate::config::bots::PROGRAM;
use crate::config::{Plan, PlanOptions};
use crate::experiments::run::Run;
use crate::experiments::{Experiment, ExperimentResult, Session};
use crate::programs;
use crate::report::show::{counted, grouped};
use std::time::Instant;

/// Check a program that is a bot.
///
/// Plays games in which the program has all seats. A program that ends, does not answer in time, or answers with a move
/// that is not legal ends the check with exit code 14 and says which line it wrote.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The command that starts the program
    #[arg(value_name = "COMMAND")]
    command: String,
    /// A game id (printed rules) or a TOML file (house rules)
    #[arg(value_name = "CONFIG", default_value = super::first_game())]
    config: String,
    /// Number of players; short for --set setup.players=N
    #[arg(long, value_name = "N", value_parser = super::values::players)]
    players: Option<u64>,
    /// Read cards from a .csv or .xlsx file as `undercard cards` writes it
    #[arg(long, value_name = "FILE")]
    cards: Vec<String>,
    /// Change a setting; address list items by index
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Number of games
    #[arg(long, short = 'n', value_name = "N", value_parser = count, default_value = "200")]
    games: u64,
}

const EXAMPLES: &str = "\
Examples:
  undercard bot-check 'python3 mybot.py'
  undercard bot-check 'node mybot.mjs' taunt --games 1000

docs/bots-in-any-language.md describes the messages. Exit codes: 0 all checks
pass; 2 the program cannot be started; 10 a check failed; 14 the program failed.";

pub(crate) fn run(args: &Args) -> CliResult {
    let command = args.command.strip_prefix(PROGRAM).unwrap_or(&args.command);
    let options = PlanOptions {
        players: args.players,
        games: Some(args.games),
        bots: vec![format!("{PROGRAM}{command}")],
        programs: Some(programs::start),
        cards: args.cards.clone(),
        set: args.set.clone(),
        ..PlanOptions::default()
    };
    let plan = Plan::new(&args.config, &options)?;
    let says_repeatable = plan.bots.iter().any(|bot| bot.program == Some(true));
    let mut all_pass = true;
    let mut say = |passes: bool, found: &str| {
        all_pass &= passes;
        print(&format!("{}  {found}\n", if passes { "pass" } else { "fail" }))
    };
    say(true, "it starts, and answers the first message")?;
    let began = Instant::now();
    let many = session(None)?;
    play(&plan, args.games, &many);
    let (n_decisions, time) = (programs::n_decisions(), began.elapsed());
    let played = format!("{} of {}", counted(args.games, "games"), plan.name);
    say(true, &format!("all its moves are legal: {played}, {}", counted(n_decisions, "decisions")))?;
    // One decision at a time, in another order.
    let one_by_one = Session::new(Some(1)).map_err(|error| Failure::Input(error.to_string()))?;
    let games = args.games.div_ceil(10);
    let is_alike = play(&plan, games, &one_by_one) == play(&plan, games, &many);
    let found = match (is_alike, says_repeatable) {
        (true, true) => "it answers alike when it is asked again in another order",
        (true, false) => "it answers alike when it is asked again; it may say \"repeatable\": true",
        (false, true) => "it says \"repeatable\": true, but answers otherwise when it is asked again",
        (false, false) => {
            "it answers otherwise when it is asked again, and does not say that it is repeatable"
        }
    };
    say(is_alike || !says_repeatable, found)?;
    let ends = programs::end();
    let how = if ends { "ends" } else { "does not end" };
    say(ends, &format!("it {how} when its input is closed"))?;
    let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1);
    // Rounded to hundreds.
    let rate = n_decisions.saturating_mul(10) / milliseconds * 100;
    log(&format!("about {} decisions a second", grouped(rate)));
    if all_pass { Ok(()) } else { Err(Failure::Judged(10)) }
}

/// The tables of the first games.
fn play(plan: &Plan, games: u64, session: &Session) -> String {
    Run::of(Plan { games, ..plan.clone() }).play(session).csv()
}
