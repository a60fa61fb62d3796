//! `undercard lint`: validates config and strategy files, and programs that are bots.

use super::options::CardArgs;
use super::{Catalogue, CliResult, Context, Failure, command_line, lint_program, log, print, warn};
use crate::config::bots::PROGRAM;
use crate::config::{
    ConfigErrors, GameRef, Node, Origin, Plan, PlanOptions, Value, description_file, game_and_tree, of_text,
    read, shipped, strategy, tree,
};
use crate::experiments::warnings;
use crate::report::text::Width;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Maximum number of TOML files of a folder that are searched for a description.
const MOST_FILES: usize = 1000;

/// Validate config and strategy files, and programs that are bots.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Config and strategy files; with --cards, also the id of a game. `exec:COMMAND` is a program that is a bot: it plays
    /// 200 games of the game or config that follows
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    tables: CardArgs,
    /// Print errors and warnings only
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  undercard lint configs/*/*.toml strategies/*/*.toml
  undercard lint house.toml --cards cards.csv
  undercard lint knife-fight --cards cards.csv
  undercard lint 'exec:python3 mybot.py' knife-fight

Exit codes of exec: 0 the program passes; 2 it cannot be started; 10 a check
failed; 14 it ended, was too slow, or made a move that is not legal.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let options = PlanOptions { cards: args.tables.files(), ..PlanOptions::of(catalogue) };
    if let [bot, more @ ..] = &args.files[..]
        && bot.starts_with(PROGRAM)
    {
        return match more {
            [] => lint_program::check(bot, super::first_game(catalogue), options, args.quiet),
            [config] => lint_program::check(bot, config, options, args.quiet),
            [_, more, ..] => {
                let found =
                    format!("{more}: found a second file after a program, expected one game or config");
                Err(Failure::Input(found))
            }
        };
    }
    let mut errors = ConfigErrors::default();
    let mut valid = String::new();
    for file in &args.files {
        match check(file, args, &options, width) {
            Ok(kind) => writeln!(valid, "{}: valid {kind}", Origin::whole(file))?,
            Err(ConfigErrors(more)) => errors.0.extend(more),
        }
    }
    if !args.quiet {
        print(&valid)?;
    }
    if !errors.0.is_empty() {
        return Err(Failure::from(errors));
    }
    let config =
        args.files.iter().find(|file| valid.lines().any(|line| line == format!("{file}: valid config")));
    if let (Some(config), false) = (config, args.quiet) {
        let cards = args.tables.files();
        log(&command_line::next(
            "to play it",
            ["run".into(), config.clone()].into_iter().chain(cards.words()),
            width,
        ));
    }
    Ok(())
}

/// Validates a file and returns its kind: a strategy or a config.
fn check(file: &str, args: &Args, options: &PlanOptions, width: Width) -> Result<&'static str, ConfigErrors> {
    let (path, catalogue) = (Path::new(file), &options.catalogue);
    // The printed rules with these cards.
    if !options.cards.files.is_empty() && !path.exists() && catalogue.find(file).is_some() {
        warn(&warnings(&Plan::new(file, options)?), width);
        return Ok("config");
    }
    let text = shipped::config_at(file, catalogue).map_or_else(|| read(path), |text| Ok(text.to_owned()))?;
    let tree = tree::parse(&text, file)?;
    if !strategy::is_strategy(&tree) {
        let plan = Plan::of_config(of_text(text, path, catalogue)?, options)?;
        warn(&warnings(&plan), width);
        return Ok("config");
    }
    let game = match game_and_tree(&text, file, catalogue) {
        Ok((game, _)) => game,
        Err(errors) => described(&tree, path, args, catalogue).ok_or_else(|| unknown(errors))?,
    };
    strategy::parse(&text, file, &game).map(|_| "strategy")
}

/// The error of a strategy for a game that is neither printed nor described in a file that could be found.
fn unknown(ConfigErrors(mut errors): ConfigErrors) -> ConfigErrors {
    for error in errors.iter_mut().filter(|error| error.key == "game") {
        error.expected += "; or also name the file that describes the game: `undercard lint GAME.toml FILE`";
    }
    ConfigErrors(errors)
}

/// The described game of a strategy. Its description is one of the files, was named by the command that trained the strategy,
/// or lies beside the strategy or in the current folder.
fn described(strategy: &Node, path: &Path, args: &Args, catalogue: &Catalogue) -> Option<GameRef> {
    let text = |table: &Node, key| match table.get(key).map(|node| &node.value) {
        Some(Value::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let id = text(strategy, "game")?;
    let command = strategy.get("trained").and_then(|trained| text(trained, "command")).unwrap_or_default();
    let of_command = shlex::split(&command).unwrap_or_default().into_iter().map(PathBuf::from);
    let is_toml = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "toml") && file.is_file();
    let of_folder = |folder: &Path| {
        let files = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
        let mut files: Vec<_> = files.filter(is_toml).collect();
        files.sort();
        files.truncate(MOST_FILES);
        files
    };
    let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let named = args.files.iter().map(PathBuf::from).chain(of_command);
    let files = named.filter(is_toml).chain(of_folder(beside)).chain(of_folder(Path::new(".")));
    // Only the description that is used becomes a game: to check one takes long.
    files.into_iter().find_map(|file| {
        let content = read(&file).ok()?;
        let (file, content) = match description_file(&content, &file).map(PathBuf::from) {
            // House rules name the description of their game.
            Some(file) => (file.clone(), read(&file).ok()?),
            None => (file, content),
        };
        let name = file.display().to_string();
        let is_wanted = text(&tree::parse(&content, &name).ok()?, "game")? == id;
        let (game, _) = is_wanted.then(|| game_and_tree(&content, &name, catalogue))?.ok()?;
        Some(game)
    })
}
