//! `undercard schema`: the JSON Schema of a game's configs.

use super::{CliResult, print};
use crate::config::{Asked, Plan, schema::schema};
use crate::report::result_file;

/// Print the JSON Schema of a game's configs.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A game id or a config file; or `result`, for the schema of result.json
    game: String,
}

const EXAMPLES: &str = "\
Examples:
  undercard schema knife-fight > knife-fight.schema.json
  undercard schema result > result.schema.json

An editor that knows JSON Schema for TOML (Taplo, Even Better TOML) then completes keys, shows what
they mean and marks wrong values in a file that begins with
  #:schema ./knife-fight.schema.json
The schema knows every key, what may stand there, and what a new card, move or character may say.
Only `undercard lint` knows what goes together.";

pub(crate) fn run(args: &Args) -> CliResult {
    let schema = match args.game.as_str() {
        "result" => result_file::schema(),
        game => schema(&Plan::new(game, &Asked::default())?),
    };
    let text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    print(&format!("{text}\n"))
}
