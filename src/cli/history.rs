//! `undercard history`: the results in `reports/`.

use super::command_line;
use super::options::Format;
use super::{CliResult, log};
use crate::config::REPORTS;
use crate::experiments::history::History;
use std::path::Path;

/// List the results in `reports`, the newest first.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Only results of this game id or TOML file, or of the config of this result
    config: Option<String>,
    /// Hide the text
    #[arg(long, short)]
    quiet: bool,
    /// Format of the printed list
    #[arg(long, value_parser = Format::parser(), default_value = Format::DEFAULT, value_name = "FORMAT")]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  undercard history
  undercard history knife-fight
  undercard history house.toml --format csv
  undercard compare mild strict       compares the configs of two results

`--name NAME` gives a result its name. A result that a newer one with other rules
or options replaced is in the folder earlier/. Reads result.json only; folders
with a damaged one are counted. Writes no files.";

pub(crate) fn run(args: &Args) -> CliResult {
    let Args { config, quiet, format } = args;
    let history = History::new(Path::new(REPORTS), config.as_deref())?;
    if !format.is_silent(*quiet) {
        format.print(&history)?;
    }
    if !*quiet && format.is_text() {
        let next = match history.pair() {
            Some(pair) => {
                command_line::next("to compare two of them", ["compare".to_owned()].into_iter().chain(pair))
            }
            None => {
                let words = ["run", config.as_deref().unwrap_or(super::first_game())].map(str::to_owned);
                command_line::next("to add one", words)
            }
        };
        log(&next);
    }
    Ok(())
}
