//! `undercard diff`: what differs between two configs.

use super::command_line;
use super::options::Format;
use super::values::players;
use super::{CliResult, Failure, log, warn};
use crate::config::{PlanOptions, description_file, description_of, effective};
use crate::experiments::diff::{Diff, Options};
use std::path::Path;

/// Show what differs between two configurations, without playing.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A game id, a TOML file, or the name or folder of a result
    #[arg(value_name = "CONFIG")]
    config: String,
    /// The second configuration (default: the first one with --set-b and --bots-b; without
    /// these, the first one is compared with the printed rules, or the two of a comparison)
    #[arg(value_name = "CONFIG_B")]
    second: Option<String>,
    /// Number of players; short for --set setup.players=N
    #[arg(long, value_name = "N", value_parser = players)]
    players: Option<u64>,
    /// One bot for all seats, or one per seat
    #[arg(long, value_name = "BOT,…", value_delimiter = ',')]
    bots: Vec<String>,
    /// Read cards from a .csv or .xlsx file as `undercard cards` writes it
    #[arg(long, value_name = "FILE")]
    cards: Vec<String>,
    /// Change a setting; address list items by index
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Read cards of the second configuration only from a .csv or .xlsx file
    #[arg(long, value_name = "FILE")]
    cards_b: Vec<String>,
    /// Change a setting of the second configuration only
    #[arg(long, value_name = "KEY=VALUE")]
    set_b: Vec<String>,
    /// Bots of the second configuration, as for --bots
    #[arg(long, value_name = "BOT,…", value_delimiter = ',')]
    bots_b: Vec<String>,
    /// Hide the text
    #[arg(long, short)]
    quiet: bool,
    /// Format of the printed result
    #[arg(long, value_parser = Format::parser(), default_value = Format::DEFAULT, value_name = "FORMAT")]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  undercard diff house.toml                           against the printed rules
  undercard diff house.toml other.toml
  undercard diff mild reports/knife-fight --format csv
  undercard diff knife-fight --set-b cards.ten.damage=9

Compares settings, players and bots. Writes no files. Exit code 0 if both
configurations can be read, whether they differ or not.";

pub(crate) fn run(args: &Args) -> CliResult {
    let Args { config, second, players, bots, cards, cards_b, set, set_b, bots_b, quiet, format } = args;
    let plan_options = PlanOptions {
        players: *players,
        bots: bots.clone(),
        cards: cards.clone(),
        set: set.clone(),
        ..PlanOptions::default()
    };
    let options = Options {
        second: second.clone(),
        cards_b: cards_b.clone(),
        set_b: set_b.clone(),
        bots_b: bots_b.clone(),
    };
    let diff = Diff::new(config, &plan_options, &options)?;
    warn(&diff.warnings());
    if !format.is_silent(*quiet) {
        format.print(&diff)?;
    }
    if !*quiet && format.is_text() && diff.differs() {
        log(&to_play(args, &diff)?);
    }
    Ok(())
}

/// The command that plays both configs, or the second one if they cannot play the same deals.
fn to_play(args: &Args, diff: &Diff) -> Result<String, Failure> {
    let Args { config, second, players, bots, cards, cards_b, set, set_b, bots_b, .. } = args;
    let is_printed = second.is_none() && [cards_b, set_b, bots_b].iter().all(|change| change.is_empty());
    let option =
        |name: &str, values: &[String]| (!values.is_empty()).then(|| format!("{name}={}", values.join(",")));
    let sets = |name: &'static str, sets: &[String]| -> Vec<String> {
        sets.iter().map(|set| format!("{name}={set}")).collect()
    };
    let players = players.map(|players| format!("--players={players}"));
    let mut words = Vec::new();
    if diff.is_comparison() {
        words.extend(["compare".to_owned(), config.clone()]);
        words.extend(players);
        words.extend(sets("--cards", cards).into_iter().chain(sets("--set", set)));
        words.extend(option("--bots", bots));
        return Ok(command_line::next("to play both", words));
    }
    if !diff.has_same_players() {
        words.extend(["run".to_owned(), second.as_ref().unwrap_or(config).clone()]);
        words.extend(players);
        words.extend(sets("--cards", cards).into_iter().chain(sets("--cards", cards_b)));
        words.extend(sets("--set", set).into_iter().chain(sets("--set", set_b)));
        words.extend(option("--bots", if bots_b.is_empty() { bots } else { bots_b }));
        return Ok(command_line::next("to play the second", words));
    }
    words.push("compare".to_owned());
    if is_printed {
        words.extend([printed(config)?, config.clone()]);
    } else {
        words.extend([config].into_iter().chain(second).cloned());
    }
    words.extend(players);
    words.extend(sets(if is_printed { "--cards-b" } else { "--cards" }, cards));
    words.extend(sets("--cards-b", cards_b));
    words.extend(sets(if is_printed { "--set-b" } else { "--set" }, set));
    words.extend(sets("--set-b", set_b));
    words.extend(option("--bots", if is_printed { &[] } else { bots }));
    words.extend(option("--bots-b", &diff.other_bots().unwrap_or_default()));
    Ok(command_line::next("to play both", words))
}

/// The argument that names the printed rules of a config: the id of its game, or the file that describes it.
fn printed(config: &str) -> Result<String, Failure> {
    let first = effective(config)?;
    let file = description_file(&first.house, Path::new(config));
    Ok(match description_of(first.game) {
        None => first.game.id.to_owned(),
        Some(_) => file.unwrap_or_else(|| config.to_owned()),
    })
}
