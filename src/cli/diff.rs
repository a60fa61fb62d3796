//! `undercard diff`: what differs between two configs.

use super::command_line::typed;
use super::options::Format;
use super::values::players;
use super::{CliResult, log, warn};
use crate::config::{PlanOptions, effective};
use crate::experiments::diff::{Diff, Options};

/// Show what differs between two configurations, without playing.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A game id, a TOML file, or the name or folder of a result
    #[arg(value_name = "CONFIG")]
    config: String,
    /// The second configuration (default: the first one with --set-b and --bots-b; without
    /// these, the first one is compared with the printed rules)
    #[arg(value_name = "CONFIG_B")]
    second: Option<String>,
    /// Number of players; short for --set setup.players=N
    #[arg(long, value_name = "N", value_parser = players)]
    players: Option<u64>,
    /// One bot for all seats, or one per seat
    #[arg(long, value_name = "BOT,…", value_delimiter = ',')]
    bots: Vec<String>,
    /// Change a setting; address list items by index
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
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
    let Args { config, second, players, bots, set, set_b, bots_b, quiet, format } = args;
    let plan_options =
        PlanOptions { players: *players, bots: bots.clone(), set: set.clone(), ..PlanOptions::default() };
    let options = Options { second: second.clone(), set_b: set_b.clone(), bots_b: bots_b.clone() };
    let diff = Diff::new(config, &plan_options, &options)?;
    warn(&diff.warnings());
    if !format.is_silent(*quiet) {
        format.print(&diff)?;
    }
    if !*quiet && format.is_text() && diff.differs() {
        let is_printed = second.is_none() && set_b.is_empty() && bots_b.is_empty();
        let configs = if is_printed {
            vec![effective(config)?.game.id.to_owned(), config.clone()]
        } else {
            [config].into_iter().chain(second).cloned().collect()
        };
        let set_option = if is_printed { "--set-b" } else { "--set" };
        let bots = (!bots.is_empty()).then(|| format!("--bots={}", bots.join(",")));
        let bots_b = (!bots_b.is_empty()).then(|| format!("--bots-b={}", bots_b.join(",")));
        let words = ["compare".to_owned()].into_iter().chain(configs);
        let words = words.chain(set.iter().map(|set| format!("{set_option}={set}")));
        let words = words.chain(set_b.iter().map(|set| format!("--set-b={set}"))).chain(bots).chain(bots_b);
        log(&format!("to play both: {}", typed(words)));
    }
    Ok(())
}
