//! `--plan`: prints an estimate of time and precision.

use super::options::Work;
use super::output::print_text;
use super::{CliResult, Failure};
use crate::experiments::Experiment;
use crate::report::text::Width;

/// Prints the forecast of an experiment.
///
/// # Errors
/// The experiment has none, or it cannot be printed.
pub(crate) fn print_forecast<E: Experiment>(experiment: &E, work: &Work, width: Width) -> CliResult {
    if !work.format.is_text {
        let message = "--plan: found --format, which is for results, expected no --format";
        return Err(Failure::Input(message.into()));
    }
    let Some(forecast) = experiment.forecast(&work.session()?) else {
        let message = format!("--plan: found no estimate for {}, expected another command", E::COMMAND);
        return Err(Failure::Input(message));
    };
    print_text(&forecast, width)
}
