//! The steps that all commands share: forecast or play, write the files, print the result, print the output
//! folder.

use super::forecast::print_forecast;
use super::options::Work;
use super::run_context::RunContext;
use super::{CliResult, log_sentence, print, warn};
use crate::experiments::forecast::slow;
use crate::experiments::formats::Part;
use crate::experiments::{Experiment, ExperimentResult, Session};
use crate::report::text::Width;

/// Prints the forecast of an experiment if `only_plan`; otherwise plays it, writes its files and prints its result.
///
/// # Errors
/// The experiment cannot be played, its files cannot be written, a signal stopped it, or its verdict is not pass.
pub(crate) fn conduct<E: Experiment>(
    experiment: &E,
    only_plan: bool,
    work: &Work,
    width: Width,
) -> CliResult {
    if only_plan {
        warn(&experiment.warnings(), width);
        return print_forecast(experiment, work, width);
    }
    play(experiment, work, width, None)
}

/// Plays an experiment, writes its files and prints its result, which may be one of several: that of a config, after a
/// number of printed results.
///
/// # Errors
/// As above.
pub(crate) fn play<E: Experiment>(
    experiment: &E,
    work: &Work,
    width: Width,
    of: Option<(&str, &mut usize)>,
) -> CliResult {
    warn(&experiment.warnings(), width);
    let mut run = RunContext::open(experiment, work, width)?;
    say_if_slow(experiment, &run.session, work.quiet);
    run.start();
    let result = experiment.play(&run.session);
    run.finish();
    if !result.extent().is_complete() {
        run.keep_complete()?;
    }
    let written = run.write(&result);
    let part = of.as_ref().map(|(config, before)| Part { config, before: **before });
    // The result is printed if its files cannot be written, even with --quiet.
    if written.is_err() || !work.is_silent() {
        work.print(&result, part, width)?;
    }
    if let Some(next) = result.next(run.place.folder()).filter(|_| work.format.is_text && !work.quiet) {
        print(&format!("\n{next}\n"))?;
    }
    if let Some((_, printed)) = of {
        *printed += 1;
    }
    written?;
    run.end(&result)
}

/// Says before an experiment starts that it takes longer than a minute.
pub(crate) fn say_if_slow(experiment: &impl Experiment, session: &Session, quiet: bool) {
    say_seconds_if_slow(|| experiment.seconds(session), session, "saves a partial result", quiet);
}

/// Says that a command takes longer than a minute, and what Ctrl-C does.
pub(crate) fn say_seconds_if_slow(
    seconds: impl FnOnce() -> f64,
    session: &Session,
    ctrl_c: &str,
    quiet: bool,
) {
    if !quiet && let Some(note) = slow(seconds(), session, ctrl_c) {
        log_sentence(&note, Width::TERMINAL);
    }
}
