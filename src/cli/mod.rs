//! The command line, one file per subcommand. To add one, write its file, its `mod` line and its line in [`COMMANDS`].

mod advise;
mod array_job;
mod cards;
mod check;
mod check_context;
mod colour;
mod command_line;
mod compare;
mod completions;
mod conduct;
mod containers;
mod exploit;
mod failure;
#[cfg(test)]
mod faults;
mod files;
mod finding_files;
mod forecast;
mod impact;
mod init;
mod interrupt;
mod lint;
mod lint_program;
mod list;
mod luck;
mod matchups;
mod merge;
mod new;
mod optional_files;
mod options;
mod output;
mod overwrite;
#[cfg(feature = "studio")]
mod play;
mod playtest;
mod progress;
mod replay;
mod report;
mod run;
mod run_context;
mod scheduler;
mod schema;
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

pub(crate) use crate::config::Catalogue;
use crate::config::GameEntry;
use crate::experiments::noted_game;
use crate::report::escape::is_hidden;
use crate::report::text::Width;
use clap::{ArgMatches, Args as _, FromArgMatches as _};
use std::ffi::OsString;
use std::process::ExitCode;

pub(crate) use failure::{CliResult, Failure};
pub(crate) use output::{log, log_sentence, print, print_bytes, print_exactly, print_for_file, warn};

/// What a command is given besides its arguments.
#[derive(Clone, Copy)]
pub(crate) struct Context<'c> {
    /// The games that there are.
    pub catalogue: &'c Catalogue,
    /// How long lines for people may be.
    pub width: Width,
}

/// A subcommand. Its name is the name of its module, or the one given beside it; its help is the documentation of the module's `Args`.
struct Command {
    name: &'static str,
    define: fn(clap::Command) -> clap::Command,
    run: fn(&ArgMatches, Context<'_>) -> CliResult,
}

macro_rules! commands {
    (@name $module:ident $name:literal) => { $name };
    (@name $module:ident) => { stringify!($module) };
    ($($(#[$when:meta])? $module:ident $(= $name:literal)?)*) => {
        &[$($(#[$when])? Command {
            name: commands!(@name $module $($name)?),
            define: $module::Args::augment_args,
            run: |matches, context| $module::run(&$module::Args::from_arg_matches(matches)?, context),
        }),*]
    };
}

/// Every subcommand.
const COMMANDS: &[Command] = commands!(
    run
    advise
    compare
    impact
    sweep
    sensitivity
    matchups
    luck
    exploit
    playtest
    check
    tune
    replay
    #[cfg(feature = "studio")] studio
    #[cfg(feature = "studio")] play
    init
    cards
    lint
    train
    new
    report
    list
    merge
    verify
    submit
    schema
    completions
);

/// The groups of the help text, each with its first command.
const GROUPS: [(&str, &str); 4] = [
    ("Ask a game", "run"),
    ("Make rules, cards, bots and games", if cfg!(feature = "studio") { "studio" } else { "init" }),
    ("Share results", "report"),
    ("For machines", "merge"),
];

const EXAMPLES: &str = "\
Examples:
  undercard run knife-fight                               the printed rules
  undercard run knife-fight --set cards.ten.damage=9      one value changed
  undercard run configs/knife-fight/house-aces-high.toml  a file of house rules

`undercard COMMAND --help` explains a command. docs/commands.md lists exit codes.";

/// The first game of this program, for examples.
fn first_game(catalogue: &Catalogue) -> &'static str {
    catalogue.ids().first().copied().unwrap_or_default()
}

/// The text behind the help of a command. Its examples are for Knife Fight: a program without this game leaves them out.
fn examples(help: &str, catalogue: &Catalogue) -> String {
    if catalogue.find("knife-fight").is_some() {
        return help.to_owned();
    }
    let is_example = |line: &str| line == "Examples:" || line.starts_with("  undercard ");
    let joined = help.replace("\\\n", "\\\r");
    let kept: Vec<&str> = joined.lines().filter(|line| !is_example(line)).collect();
    kept.join("\n").replace('\r', "\n").trim().to_owned()
}

/// The parser of the command line.
fn parser(catalogue: &Catalogue) -> clap::Command {
    // The error for `--games -1` is that of the value, not of an unknown option -1.
    let option = |option: clap::Arg| {
        let takes_value = !option.is_positional() && option.get_action().takes_values();
        let option = if takes_value { option.allow_negative_numbers(true) } else { option };
        if option.get_id() == "name" { option.value_parser(values::result_name(catalogue)) } else { option }
    };
    let command = |command: &Command| {
        let defined = (command.define)(clap::Command::new(command.name)).mut_args(option);
        // `ansi` keeps the text as written. Without it, clap would scan every character for styles at each start.
        match defined.get_after_help().map(|help| examples(&help.ansi().to_string(), catalogue)) {
            Some(help) => defined.after_help(help),
            None => defined,
        }
    };
    let commands: Vec<clap::Command> = COMMANDS.iter().map(command).collect();
    let mut groups = String::new();
    for command in &commands {
        let name = command.get_name();
        if let Some((group, _)) = GROUPS.iter().find(|(_, first)| *first == name) {
            groups += &format!("\n{group}:\n");
        }
        groups += &format!("  {name:<11}  {}\n", command.get_about().cloned().unwrap_or_default());
    }
    clap::Command::new("undercard")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Monte Carlo balance simulator for fighting card games")
        .help_template(format!(
            "{{about}}\n\n{{usage-heading}} {{usage}}\n{groups}\nOptions:\n{{options}}{{after-help}}"
        ))
        .after_help(examples(EXAMPLES, catalogue))
        .max_term_width(100)
        .arg(colour::option())
        .arg(output::wide())
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(commands)
}

/// Parses the command line, runs the command, and prints its error if it fails.
#[must_use]
pub fn main_with(games: &[GameEntry]) -> ExitCode {
    interrupt::survive_file_size_limit();
    name_games_of_panics();
    ExitCode::from(match Catalogue::new(games) {
        Ok(catalogue) => answer(std::env::args_os(), &catalogue),
        Err(error) => end(Err(Failure::Input(error)), Width::TERMINAL),
    })
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
fn answer(arguments: impl IntoIterator<Item = OsString>, catalogue: &Catalogue) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let matches = match parser(catalogue).color(colour::choose(&arguments)).try_get_matches_from(&arguments) {
        Ok(matches) => matches,
        // Help and version are printed like results.
        Err(shown) if !shown.use_stderr() => return end(output::printed(shown.print()), Width::TERMINAL),
        Err(error) => {
            let words = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>();
            let tip = command_line::tip(&words);
            let shown = error.render().to_string();
            if shown.contains(is_hidden) {
                log_sentence(shown.trim_end(), Width::TERMINAL);
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
    let width = output::width(matches.get_flag(output::WIDE));
    let known = |(name, matches)| Some((COMMANDS.iter().find(|command| command.name == name)?, matches));
    let run = |(command, matches): (&Command, _)| {
        // Ctrl-C is how the studio is normally stopped, and what the user saved is already on disk.
        if !["studio", "play"].contains(&command.name) {
            interrupt::Interrupt::listen_early();
        }
        let done = (command.run)(matches, Context { catalogue, width });
        // A program that does not end by itself is ended.
        let _ = crate::programs::end();
        done
    };
    end(matches.subcommand().and_then(known).map_or(Ok(()), run), width)
}

/// Prints the error of a command, if any, and returns its exit code.
fn end(done: CliResult, width: Width) -> u8 {
    let Err(failure) = done else { return 0 };
    failure.message().lines().for_each(|line| log_sentence(&format!("error: {line}"), width));
    failure.code()
}
