//! The command line, one file per subcommand. To add one, write its file, its `mod` line and its line in [`COMMANDS`].

mod advise;
mod array_job;
mod bot_check;
mod candidates;
mod cards;
mod check;
mod check_context;
mod colour;
mod command_line;
mod compare;
mod complete;
mod completions;
mod conduct;
mod containers;
mod diff;
mod examples;
mod failure;
#[cfg(test)]
mod faults;
mod files;
mod finding_files;
mod forecast;
mod history;
mod impact;
mod init;
mod interrupt;
mod lint;
mod list;
mod luck;
mod matchups;
mod merge;
mod mistyped;
mod new;
mod optional_files;
mod options;
mod output;
mod overwrite;
mod progress;
mod replay;
mod report;
mod review;
mod run;
mod run_context;
mod scheduler;
mod schema;
mod selftest;
mod sensitivity;
mod session;
#[cfg(feature = "studio")]
mod studio;
mod submit;
mod sweep;
mod train;
mod tune;
mod values;
mod verify;

use crate::config::{GameEntry, all_games, set_games};
use crate::experiments::noted_game;
use crate::report::escape::is_hidden;
use clap::{ArgMatches, Args as _, FromArgMatches as _};
use examples::examples;
use std::ffi::OsString;
use std::process::ExitCode;

pub(crate) use failure::{CliResult, Failure};
pub(crate) use output::{log, print, print_bytes, print_exactly, print_for_file, warn};

/// A subcommand. Its name is the name of its module, or the one given beside it; its help is the documentation of the module's `Args`.
struct Command {
    name: &'static str,
    define: fn(clap::Command) -> clap::Command,
    run: fn(&ArgMatches) -> CliResult,
}

macro_rules! commands {
    (@name $module:ident $name:literal) => { $name };
    (@name $module:ident) => { stringify!($module) };
    ($($(#[$when:meta])? $module:ident $(= $name:literal)?)*) => {
        &[$($(#[$when])? Command {
            name: commands!(@name $module $($name)?),
            define: $module::Args::augment_args,
            run: |matches| $module::run(&$module::Args::from_arg_matches(matches)?),
        }),*]
    };
}

/// Every subcommand, in the order of the help text.
const COMMANDS: &[Command] = commands!(
    run
    compare
    impact
    advise
    check
    #[cfg(feature = "studio")] studio
    sensitivity
    sweep
    tune
    matchups
    luck
    merge
    verify
    diff
    history
    submit
    train
    bot_check = "bot-check"
    selftest
    report
    replay
    list
    cards
    init
    new
    lint
    schema
    completions
    complete
);

const ABOUT: &str = "\
Monte Carlo balance simulator for fighting card games.

Plays millions of seeded games under the printed rules or your house rules, and reports win
rates, outcomes, game lengths and the impact of each card.";

const EXAMPLES: &str = "\
Examples:
  undercard run knife-fight                               the printed rules
  undercard run knife-fight --set cards.ten.damage=9      one value changed
  undercard run configs/knife-fight/house-aces-high.toml  a file of house rules
  undercard report reports/knife-fight                    a result as HTML page
  undercard replay knife-fight --game 7                   one game as a story
  undercard history                                       earlier results
  undercard list knife-fight                              settings, cards, bots

Exit codes: 0 success; 2 usage or config error; 10 a target failed;
11 inconclusive; 12 incomplete or damaged input; 13 cannot write;
14 a program that is a bot failed; 129/130/131/143 interrupted, partial result saved.";

/// The first game of this program, for examples.
fn first_game() -> &'static str {
    all_games().next().map_or("", |game| game.id)
}

/// The parser of the command line.
fn parser() -> clap::Command {
    // The error for `--games -1` is that of the value, not of an unknown option -1.
    let option = |option: clap::Arg| {
        let takes_value = !option.is_positional() && option.get_action().takes_values();
        if takes_value { option.allow_negative_numbers(true) } else { option }
    };
    let command = |command: &Command| {
        let defined = (command.define)(clap::Command::new(command.name)).mut_args(option);
        // `ansi` keeps the text as written. Without it, clap would scan every character for styles at each start.
        match defined.get_after_help().map(|help| examples(&help.ansi().to_string())) {
            Some(help) => defined.after_help(help),
            None => defined,
        }
    };
    clap::Command::new("undercard")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Monte Carlo balance simulator for fighting card games")
        .long_about(ABOUT)
        .after_help(examples(EXAMPLES))
        .max_term_width(100)
        .arg(colour::option())
        .arg(output::wide())
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(COMMANDS.iter().map(command))
}

/// Parses the command line, runs the command, and prints its error if it fails.
#[must_use]
pub fn main_with(games: &[GameEntry]) -> ExitCode {
    interrupt::survive_file_size_limit();
    name_games_of_panics();
    if let Err(error) = set_games(games) {
        return ExitCode::from(end(Err(Failure::Input(error))));
    }
    ExitCode::from(answer(std::env::args_os()))
}

/// A panic in the rules of a game also prints which game was played, and how to play it again.
fn name_games_of_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        usual(panic);
        if let Some(game) = noted_game() {
            log(&game.to_string());
        }
    }));
}

/// Runs a command line, and returns the exit code.
fn answer(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let matches = match parser().color(colour::choose(&arguments)).try_get_matches_from(&arguments) {
        Ok(matches) => matches,
        // Help and version are printed like results.
        Err(shown) if !shown.use_stderr() => return end(output::printed(shown.print())),
        Err(mut error) => {
            let words = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>();
            let tip = command_line::tip(&words);
            let tip = tip.or_else(|| mistyped::tip(&mut error, words.get(1..).unwrap_or_default()));
            let shown = error.render().to_string();
            if shown.contains(is_hidden) {
                log(shown.trim_end());
            } else {
                // Nothing can be done about an unwritable stderr.
                let _ = error.print();
            }
            if let Some(tip) = tip {
                log(&tip);
            }
            let about = shown.lines().next().unwrap_or_default();
            check::report_rejected(words.get(1..).unwrap_or_default(), about.trim_start_matches("error: "));
            return u8::try_from(error.exit_code()).unwrap_or(2);
        }
    };
    if matches.get_flag(output::WIDE) {
        crate::report::show::widen();
    }
    let known = |(name, matches)| Some((COMMANDS.iter().find(|command| command.name == name)?, matches));
    end(matches.subcommand().and_then(known).map_or(Ok(()), |(command, matches)| {
        // Ctrl-C is how the studio is normally stopped, and what the user saved is already on disk.
        if command.name != "studio" {
            interrupt::Interrupt::listen_early();
        }
        let done = (command.run)(matches);
        // A program that does not end by itself is ended.
        let _ = crate::programs::end();
        done
    }))
}

/// Prints the error of a command, if any, and returns its exit code.
fn end(done: CliResult) -> u8 {
    let Err(failure) = done else { return 0 };
    failure.message().lines().for_each(|line| log(&format!("error: {line}")));
    failure.code()
}
