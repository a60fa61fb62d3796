//! `undercard lint`: are these files right?

use super::{CliResult, Failure, print};
use crate::config::ConfigErrors;
use crate::config::{Asked, Plan, house, of_text, read, strategy, tree};
use std::fmt::Write;
use std::path::Path;

/// Check config and strategy files without playing.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Config and strategy files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Print nothing about files that are right
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Example:
  undercard lint configs/*/*.toml strategies/*/*.toml";

pub(crate) fn run(args: &Args) -> CliResult {
    let mut faults = ConfigErrors::default();
    let mut good = String::new();
    for file in &args.files {
        match check(file) {
            Ok(kind) => writeln!(good, "{file}: a {kind}, no faults")?,
            Err(ConfigErrors(more)) => faults.0.extend(more),
        }
    }
    if !args.quiet {
        print(&good)?;
    }
    if faults.0.is_empty() { Ok(()) } else { Err(Failure::from(faults)) }
}

/// A file with `[weights]` is a strategy, any other a config.
fn check(file: &str) -> Result<&'static str, ConfigErrors> {
    let path = Path::new(file);
    let text = read(path)?;
    if tree::parse(&text, file)?.get("weights").is_none() {
        return Plan::of_config(of_text(text, path)?, &Asked::default()).map(|_| "config");
    }
    let (game, _) = house(&text, file)?;
    strategy::parse(&text, file, game).map(|_| "strategy")
}
