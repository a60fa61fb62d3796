//! The command line, one file per subcommand. Results go to stdout, everything else to stderr.

mod check;
mod command_line;
mod compare;
mod completions;
mod conduct;
mod impact;
mod init;
mod interrupt;
mod lint;
mod list;
mod luck;
mod matchups;
mod merge;
mod options;
mod progress;
mod replay;
mod report;
mod run;
mod schema;
mod selftest;
mod sensitivity;
mod submit;
mod sweep;
mod train;
mod tune;
mod verify;

use crate::config::ConfigErrors;
use crate::report::write::WriteError;
use clap::{Parser, Subcommand};
use std::io::Write;
use std::process::ExitCode;

/// Monte Carlo balance simulator for fighting card games.
///
/// Plays millions of seeded games under the printed rules or your house rules, and reports win
/// rates, outcomes, game lengths and the impact of each card.
#[derive(Parser, Debug)]
#[command(version, about, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  undercard run knife-fight                               the printed rules
  undercard run knife-fight --set cards.ten.damage=9      one value changed
  undercard run configs/knife-fight/house-aces-high.toml  a file of house rules
  undercard report reports/knife-fight                    a result as HTML page
  undercard replay knife-fight --game 7                   one game as a story
  undercard list knife-fight                              settings, cards, bots

Exit codes: 0 success; 2 usage or config error; 10 a target failed;
11 inconclusive; 12 incomplete or damaged input; 13 cannot write;
130/143 interrupted, partial result saved.";

#[derive(Subcommand, Debug)]
enum Command {
    /// Play games, print a summary and write CSV files
    Run(run::Args),
    /// Compare two configurations on common random numbers
    Compare(compare::Args),
    /// Measure what each card is worth to its player
    Impact(impact::Args),
    /// Check figures against targets, and results against undercard.lock
    Check(check::Args),
    /// Rank all numeric settings by the effect of one step
    Sensitivity(sensitivity::Args),
    /// Play every combination of a grid of settings
    Sweep(sweep::Args),
    /// Search for the fewest changes that make every target pass
    Tune(tune::Args),
    /// Play bots, characters or decks against each other and rate them
    Matchups(matchups::Args),
    /// Measure how much of the outcome is decided by the deal
    Luck(luck::Args),
    /// Merge the shards of a run into one result
    Merge(merge::Args),
    /// Replay a random sample of a result's games and compare
    Verify(verify::Args),
    /// Print a script that plays a run in shards
    Submit(submit::Args),
    /// Train a strategy against other bots
    Train(train::Args),
    /// Check that this binary gives correct results on this machine
    Selftest(selftest::Args),
    /// Turn a result into an HTML page or a workbook
    Report(report::Args),
    /// Print one game as a readable story
    Replay(replay::Args),
    /// List the games, or a game's settings, cards, bots and features
    List(list::Args),
    /// Create a file of house rules
    Init(init::Args),
    /// Validate config and strategy files without playing
    Lint(lint::Args),
    /// Print the JSON Schema of a game's configs, for editors
    Schema(schema::Args),
    /// Print shell completions
    Completions(completions::Args),
}

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Usage or config error.
    Input(String),
    /// A file or stdout cannot be written.
    Write(String),
    /// Incomplete or damaged input.
    Damaged(String),
    /// A verdict other than pass, with its exit code. The result has been printed.
    Judged(u8),
    /// Stopped by a signal, with its exit code. The partial result has been saved.
    Interrupted(u8),
}

impl Failure {
    fn code(&self) -> u8 {
        match self {
            Self::Input(_) => 2,
            Self::Damaged(_) => 12,
            Self::Write(_) => 13,
            Self::Interrupted(code) | Self::Judged(code) => *code,
        }
    }
}

impl From<ConfigErrors> for Failure {
    fn from(errors: ConfigErrors) -> Self {
        Self::Input(errors.to_string())
    }
}

impl From<crate::experiments::Error> for Failure {
    fn from(error: crate::experiments::Error) -> Self {
        use crate::experiments::Error;
        match error {
            Error::Config(errors) => errors.into(),
            Error::Damaged(message) => Self::Damaged(message),
            Error::Write(error) => error.into(),
        }
    }
}

impl From<std::fmt::Error> for Failure {
    fn from(error: std::fmt::Error) -> Self {
        Self::Write(error.to_string())
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        Self::Write(error.to_string())
    }
}

/// The result of a command.
pub(crate) type CliResult = Result<(), Failure>;

/// Parses the command line, runs the command, and prints its error if it fails.
#[must_use]
pub fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Run(args) => run::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Impact(args) => impact::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Sensitivity(args) => sensitivity::run(&args),
        Command::Sweep(args) => sweep::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Matchups(args) => matchups::run(&args),
        Command::Luck(args) => luck::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Submit(args) => submit::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Selftest(args) => selftest::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::List(args) => list::run(&args),
        Command::Init(args) => init::run(&args),
        Command::Lint(args) => lint::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Completions(args) => completions::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Failure::Input(message) | Failure::Write(message) | Failure::Damaged(message) = &failure {
                for line in message.lines() {
                    log(&format!("error: {line}"));
                }
            }
            ExitCode::from(failure.code())
        }
    }
}

/// Prints a result to stdout. A closed pipe is not an error and does not change the exit code.
///
/// # Errors
/// Stdout cannot be written.
pub(crate) fn print(text: &str) -> CliResult {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::Write(format!("cannot write to stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a message to stderr; errors are ignored. Control characters (for example in file names) are escaped, so
/// that they cannot control the terminal.
pub(crate) fn log(text: &str) {
    let escape =
        |c: char| if c.is_control() && c != '\n' { c.escape_default().to_string() } else { c.into() };
    let _ = writeln!(std::io::stderr().lock(), "{}", text.chars().map(escape).collect::<String>());
}
