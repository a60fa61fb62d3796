//! The command line: one file a sub-command. Results go to stdout, everything else to stderr.

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
/// Plays millions of seeded games of a card game under its printed rules or your house rules, and
/// reports who wins how often, how games end, how long they are and what each card does.
#[derive(Parser, Debug)]
#[command(version, about, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  undercard run knife-fight                                     the printed rules
  undercard run knife-fight --set cards.ten.damage=9            one value changed
  undercard run configs/knife-fight/house-aces-high.toml        a file of house rules
  undercard report reports/knife-fight                          a result as one HTML page
  undercard replay knife-fight --game 7                         one game as a story
  undercard list knife-fight                                    every setting, card and bot

Exit codes: 0 done; 2 usage or config error; 10 a target failed; 11 inconclusive; 12 incomplete or
damaged input; 13 could not write; 130/143 interrupted, the partial result written.";

#[derive(Subcommand, Debug)]
enum Command {
    /// Play games, print a summary, write the CSV files
    Run(run::Args),
    /// Compare two configurations on common random numbers
    Compare(compare::Args),
    /// Measure what each card is worth: seen, in the opening hand, and missing
    Impact(impact::Args),
    /// Judge figures by a config's targets, and results by undercard.lock
    Check(check::Args),
    /// Move every number one step and rank them by effect
    Sensitivity(sensitivity::Args),
    /// Play every cell of a grid of settings
    Sweep(sweep::Args),
    /// Search for the fewest changes with which every target passes
    Tune(tune::Args),
    /// Let bots, characters or decks meet each other, and rate them
    Matchups(matchups::Args),
    /// Measure how much of who wins the deal decides
    Luck(luck::Args),
    /// Join the shards of a run into the result of one machine
    Merge(merge::Args),
    /// Play a random part of a result's games again, and compare
    Verify(verify::Args),
    /// Print the job scripts of a sharded run
    Submit(submit::Args),
    /// Learn a strategy that beats the bots it plays against
    Train(train::Args),
    /// Check this binary on this machine
    Selftest(selftest::Args),
    /// Make one HTML page, or a workbook, of a result
    Report(report::Args),
    /// Tell one game as a readable story
    Replay(replay::Args),
    /// List the games, or a game's settings, cards, bots and features
    List(list::Args),
    /// Begin a file of house rules
    Init(init::Args),
    /// Check config and strategy files without playing
    Lint(lint::Args),
    /// Print the JSON Schema of a game's configs, for editors
    Schema(schema::Args),
    /// Print the completions of a shell
    Completions(completions::Args),
}

/// Why a command did not end well.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Usage or config error.
    Input(String),
    /// Could not write.
    Write(String),
    /// Incomplete or damaged input.
    Damaged(String),
    /// A verdict that is not pass; what there is to say has been said.
    Judged(u8),
    /// Stopped by a signal; the partial result is written.
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
    fn from(faults: ConfigErrors) -> Self {
        Self::Input(faults.to_string())
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

/// What a command comes to.
pub(crate) type CliResult = Result<(), Failure>;

/// Parses the command line, does what it says, prints what went wrong once.
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

/// Prints a result. That whoever reads it has gone is no error, and changes no exit code.
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

/// Says something beside the result, on stderr; if nobody listens, so be it. What a name in it would tell a
/// terminal to do is shown.
pub(crate) fn log(text: &str) {
    let shown = |c: char| if c.is_control() && c != '\n' { c.escape_default().to_string() } else { c.into() };
    let _ = writeln!(std::io::stderr().lock(), "{}", text.chars().map(shown).collect::<String>());
}
