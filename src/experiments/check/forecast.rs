//! `check --plan`: about how many games decide each target, as a sample of them goes.

use super::super::Session;
use super::super::forecast::Sample;
use super::judge::{ConfigCheck, JudgedTarget, JudgingRules, Run};
use crate::report::show::Grid;
use crate::report::{self, Cell, Figure};
use crate::stats::sample_size::{Watched, games_for_width, games_watched};
use crate::stats::{Interval, Method, real};
use std::fmt::{self, Write};

/// What the jobs would take; a sample of each is played.
pub(super) fn text(
    jobs: &mut [ConfigCheck],
    terms: JudgingRules,
    session: &Session,
) -> Result<String, fmt::Error> {
    let mut text = String::new();
    for job in jobs {
        let mut seconds = 0.0;
        for run in &mut job.runs {
            let (sample, ()) = Sample::play(job.plan.games, |games| {
                run.play(job.first, games, session);
            });
            seconds += sample.seconds / real(sample.games) * real(job.plan.games);
        }
        let tables: Vec<_> =
            job.runs.iter().map(|run| report::tables(&run.results(terms.each, true))).collect();
        let stands = job.aims.iter().flat_map(|aim| aim.stands.iter().map(move |stand| (aim, stand.run)));
        let rows: Vec<_> = stands
            .map(|(aim, run)| {
                row(job, aim, &job.runs[run], report::figure(&tables[run], &aim.target.address), terms)
            })
            .collect();
        writeln!(
            text,
            "{}: at most {} games of {} line-up{}, about {seconds:.1} s on {} threads",
            job.config,
            job.plan.games,
            job.runs.len(),
            if job.runs.len() == 1 { "" } else { "s" },
            session.threads()
        )?;
        if rows.is_empty() {
            writeln!(text, "It has no targets to decide.")?;
        } else {
            let header = ["target", "bots", "value", "meant", "seems", "games"].map(str::to_owned).to_vec();
            text += &Grid { header, right: vec![false, false, true, false, false, true], rows }.text();
        }
    }
    Ok(text)
}

/// A target in one line-up: what a sample says, and about how many games decide.
fn row(
    job: &ConfigCheck,
    aim: &JudgedTarget,
    run: &Run,
    figure: Option<Figure<'_>>,
    terms: JudgingRules,
) -> Vec<String> {
    let excess = figure.and_then(|figure| figure.value).map(|value| aim.target.band.excess(value));
    let games = figure.zip(excess).and_then(|(figure, excess)| {
        let (half, far) = (Interval::new(figure.low?, figure.high?)?.half_width(), excess.abs());
        let sd = half / terms.each.z() * real(run.tally.games).sqrt();
        let is_share = matches!(figure.cell, Cell::Share(_));
        let is_rate = figure.method.map_or(is_share, |method| method == Method::Wilson.name());
        match (terms.full, is_rate) {
            (true, _) => games_for_width(far, sd, terms.each),
            (false, true) => games_watched(far, sd, Watched::Rate, terms.each),
            // What never varies is judged once.
            (false, false) if sd <= 0.0 => Some(job.plan.games),
            (false, false) => games_watched(far, sd, Watched::Score { tightest: job.plan.games }, terms.each),
        }
    });
    let games = games.map_or_else(|| "?".to_owned(), |games| games.to_string());
    let seems = excess.map_or("unknown", |excess| if excess > 0.0 { "outside" } else { "within" });
    let value = figure.map(|figure| figure.cell.write()).unwrap_or_default();
    vec![aim.target.address.clone(), run.bots.clone(), value, aim.target.shown(), seems.to_owned(), games]
}
