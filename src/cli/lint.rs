//! `undercard lint`: validates config and strategy files.

use super::{CliResult, Failure, command_line, log, print, warn};
use crate::config::ConfigErrors;
use crate::config::{Plan, PlanOptions, find_game, game_and_tree, of_text, read, shipped, strategy, tree};
use crate::experiments::warnings;
use std::fmt::Write;
use std::path::Path;

/// Validate config and strategy files.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Config and strategy files; with --cards, also the id of a game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Read cards of every config from a .csv or .xlsx file as `undercard cards` writes it
    #[arg(long, value_name = "FILE")]
    cards: Vec<String>,
    /// Print errors and warnings only
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  undercard lint configs/*/*.toml strategies/*/*.toml
  undercard lint house.toml --cards cards.csv
  undercard lint knife-fight --cards cards.csv";

pub(crate) fn run(args: &Args) -> CliResult {
    let mut errors = ConfigErrors::default();
    let mut valid = String::new();
    for file in &args.files {
        match check(file, &args.cards) {
            Ok(kind) => writeln!(valid, "{file}: valid {kind}")?,
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
        let cards = args.cards.iter().flat_map(|file| ["--cards".into(), file.clone()]);
        log(&command_line::next("to play it", ["run".into(), config.clone()].into_iter().chain(cards)));
    }
    Ok(())
}

/// Validates a file and returns its kind: a strategy or a config.
fn check(file: &str, cards: &[String]) -> Result<&'static str, ConfigErrors> {
    let path = Path::new(file);
    let options = PlanOptions { cards: cards.to_vec(), ..PlanOptions::default() };
    // The printed rules with these cards.
    if !cards.is_empty() && !path.exists() && find_game(file).is_some() {
        warn(&warnings(&Plan::new(file, &options)?));
        return Ok("config");
    }
    let text = shipped::config_at(file).map_or_else(|| read(path), |text| Ok(text.to_owned()))?;
    let tree = tree::parse(&text, file)?;
    if !strategy::is_strategy(&tree) {
        let plan = Plan::of_config(of_text(text, path)?, &options)?;
        warn(&warnings(&plan));
        return Ok("config");
    }
    let (game, _) = game_and_tree(&text, file)?;
    strategy::parse(&text, file, game).map(|_| "strategy")
}
