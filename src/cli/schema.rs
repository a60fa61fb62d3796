//! `undercard schema`: the JSON Schema of a game's configs.

use super::options::CardArgs;
use super::{CliResult, Context, print_for_file};
use crate::config::{CONFIG_OR_GAME, ConfigErrors, Plan, PlanOptions, schema::schema};
use crate::report::result_file;

/// Print the JSON Schema of a game's configs, for editors.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Game id or config file; `result` prints the schema of result.json
    game: String,
    #[command(flatten)]
    tables: CardArgs,
}

const EXAMPLES: &str = "\
Examples:
  undercard schema knife-fight > knife-fight.schema.json
  undercard schema result > result.schema.json

An editor with JSON Schema support for TOML (Taplo, Even Better TOML) completes
keys, shows their meanings and marks invalid values in a file that starts with
  #:schema ./knife-fight.schema.json

The schema covers every key and its allowed values. It does not check rules that
involve several keys; `undercard lint` does.";

/// Adds `result` to what is expected as an argument.
fn or_result(mut errors: ConfigErrors) -> ConfigErrors {
    for error in &mut errors.0 {
        if error.expected.starts_with(CONFIG_OR_GAME) {
            error.expected += "; or result";
        }
    }
    errors
}

pub(crate) fn run(args: &Args, Context { catalogue, .. }: Context<'_>) -> CliResult {
    let schema = match args.game.as_str() {
        "result" => result_file::schema(),
        game => {
            let options = PlanOptions { cards: args.tables.files(), ..PlanOptions::of(catalogue) };
            schema(&Plan::new(game, &options).map_err(or_result)?)
        }
    };
    let text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    print_for_file(&format!("{text}\n"), "schema.json")
}
