//! `undercard selftest`: checks that this binary gives correct results on this machine.

use super::conduct::log_files;
use super::options::Format;
use super::overwrite::{Destination, may_fill};
use super::{CliResult, Failure, log};
use crate::experiments::ExperimentResult;
use crate::experiments::selftest::selftest;
use crate::report;
use std::path::PathBuf;

/// Check that this binary gives correct results on this machine.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Folder for selftest.csv (default: no file)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace files that Undercard did not write
    #[arg(long, requires = "out")]
    force: bool,
    /// Format of the printed result
    #[arg(long, value_parser = Format::parser(), default_value = Format::DEFAULT, value_name = "FORMAT")]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  undercard selftest
  undercard selftest --format json --out selftest";

pub(crate) fn run(args: &Args) -> CliResult {
    let prepared = |out: &PathBuf| {
        let lock = report::write::prepare(out)?;
        let (folder, command, force) = (out, "selftest", args.force);
        may_fill(Destination { folder, command, more: &[], resume: None, force })
            .map(|replaces| (lock, replaces))
    };
    let prepared = args.out.as_ref().map(prepared).transpose()?;
    let result = selftest();
    if let Some(out) = &args.out {
        report::write::result(out, Vec::new(), &result.result_file())?;
    }
    args.format.print(&result)?;
    if let Some(out) = &args.out {
        log_files(&[out], prepared.is_some_and(|(_, replaces)| replaces), false);
    }
    if result.n_failed() == 0 {
        return Ok(());
    }
    log(&format!("error: selftest: {} of {} checks failed", result.n_failed(), result.checks.len()));
    Err(Failure::Judged(10))
}
