//! `undercard selftest`: checks that this binary gives correct results on this machine.

use super::interrupt::Interrupt;
use super::optional_files::OptionalFiles;
use super::session::session;
use super::values::result_name;
use super::{CliResult, Failure, log};
use crate::experiments::selftest::selftest;

/// Check that this binary gives correct results on this machine.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Name of the result, which is also the name of its folder in `reports`
    #[arg(long, value_name = "NAME", value_parser = result_name, conflicts_with = "out")]
    name: Option<String>,
    #[command(flatten)]
    files: OptionalFiles,
}

const EXAMPLES: &str = "\
Examples:
  undercard selftest
  undercard selftest --format json --out selftest";

pub(crate) fn run(args: &Args) -> CliResult {
    let interrupt = Interrupt::listen();
    let files = args.files.open("selftest", args.name.as_deref())?;
    let mut result = selftest(&session(None)?.stopped_by(interrupt.flag()));
    result.name.clone_from(&args.name);
    interrupt.unless_stopped(Ok(()))?;
    args.files.deliver(&result, files.as_ref())?;
    if result.n_failed() == 0 {
        return Ok(());
    }
    log(&format!("error: selftest: {} of {} checks failed", result.n_failed(), result.checks.len()));
    Err(Failure::Judged(10))
}
