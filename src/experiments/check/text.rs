//! What a check prints: the worst first.

use super::super::{Extent, details, head};
use super::judge::{ConfigCheck, JudgedTarget, LineupResult};
use super::{Checked, LockStatus};
use crate::config::Plan;
use crate::config::lock::Change;
use crate::report::result_file::Ended;
use crate::report::show::{Grid, inline};
use crate::report::{self, Cell, ResultFile, Table};
use crate::stats::verdict::Verdict;
use serde_json::{Value, json};
use std::fmt::{self, Write};

/// Lines of a comment on a pull request.
const MOST_LINES: usize = 60;
/// Those of them that a table of differences may take.
const MOST_CHANGES: usize = 16;

/// What is said of a check that a signal broke off.
pub(super) const INTERRUPTED: &str = "partial: playing was interrupted";

/// Every target in every line-up, the worst first.
fn ranked<'j>(jobs: &[&'j ConfigCheck]) -> Vec<(&'j ConfigCheck, &'j JudgedTarget, &'j LineupResult)> {
    let aims = |job: &'j ConfigCheck| job.aims.iter().map(move |aim| (job, aim));
    let stands = |(job, aim): (&'j ConfigCheck, &'j JudgedTarget)| {
        aim.stands.iter().map(move |stand| (job, aim, stand))
    };
    let mut ranked: Vec<_> = jobs.iter().flat_map(|job| aims(job)).flat_map(stands).collect();
    ranked.sort_by(|(_, a, x), (_, b, y)| {
        let verdicts = (a.verdict(), x.judged.verdict()).cmp(&(b.verdict(), y.judged.verdict()));
        verdicts.then(y.excess(&b.target).total_cmp(&x.excess(&a.target)))
    });
    ranked
}

/// The table of some jobs.
pub(in crate::experiments) fn table(jobs: &[&ConfigCheck]) -> Table {
    let row = |(job, aim, stand): &(&ConfigCheck, &JudgedTarget, &LineupResult)| {
        let like = |value: Option<f64>| stand.cell.like(value);
        let edge = |edge: f64| like(edge.is_finite().then_some(edge));
        let more = stand.games_more(&aim.target).filter(|_| aim.verdict() == Verdict::Inconclusive);
        vec![
            Cell::text(job.plan.game.id),
            Cell::Count(job.plan.players() as u64),
            Cell::text(&job.config),
            Cell::text(&aim.target.address),
            Cell::text(&job.runs[stand.run].bots),
            stand.cell.clone(),
            like(stand.interval.map(|interval| interval.low)),
            like(stand.interval.map(|interval| interval.high)),
            edge(aim.target.band.low),
            edge(aim.target.band.high),
            Cell::Count(stand.games),
            Cell::text(stand.judged.verdict().word()),
            Cell::text(rule(aim)),
            Cell::text(aim.verdict().word()),
            more.map_or(Cell::Empty, Cell::Count),
            Cell::text(&stand.method),
            Cell::text(&stand.unit),
        ]
    };
    report::check::table(ranked(jobs).iter().map(row).collect())
}

fn rule(aim: &JudgedTarget) -> &'static str {
    use crate::model::Choice;
    use crate::stats::verdict::Rule;
    Rule::ALL.iter().find(|(_, rule)| *rule == aim.target.rule).map_or("all", |(name, _)| name)
}

/// A target in a sentence.
pub(super) fn sentence(job: &ConfigCheck, aim: &JudgedTarget) -> String {
    let verdict = match aim.verdict() {
        Verdict::Pass => "within",
        Verdict::Fail => "outside",
        Verdict::Inconclusive => "not yet known to be within",
    };
    let stands: Vec<String> = aim.stands.iter().map(|stand| told(job, aim, stand)).collect();
    format!("{} is {verdict} its target, {}: {}", aim.target.address, aim.target.shown(), stands.join("; "))
}

fn told(job: &ConfigCheck, aim: &JudgedTarget, stand: &LineupResult) -> String {
    let Some(interval) = stand.interval else {
        return format!("unknown with {} after {} games", job.runs[stand.run].bots, stand.games);
    };
    let like = |value: f64| stand.cell.like(Some(value)).write();
    let mut text = format!(
        "{} [{}, {}] with {}, {} games",
        stand.cell.write(),
        like(interval.low),
        like(interval.high),
        job.runs[stand.run].bots,
        stand.games
    );
    if let (Some(more), Verdict::Inconclusive) = (stand.games_more(&aim.target), aim.verdict()) {
        text += &format!(", about {more} more would decide");
    }
    text
}

/// The targets of some jobs as people read them.
pub(in crate::experiments) fn grid(jobs: &[&ConfigCheck]) -> Grid {
    let many = jobs.len() > 1;
    let mut header =
        vec!["verdict", "target", "bots", "value", "low", "high", "meant", "games", "more games"];
    if many {
        header.insert(1, "config");
    }
    let line = |(job, aim, stand): (&ConfigCheck, &JudgedTarget, &LineupResult)| {
        let like = |value: f64| stand.cell.like(Some(value)).write();
        let end = |end: Option<f64>| end.map_or_else(String::new, like);
        let own = (aim.stands.len() > 1).then(|| format!(" (here: {})", stand.judged.verdict().word()));
        let more = stand.games_more(&aim.target).filter(|_| aim.verdict() == Verdict::Inconclusive);
        let mut cells = vec![
            format!("{}{}", aim.verdict().word(), own.unwrap_or_default()),
            aim.target.address.clone(),
            job.runs[stand.run].bots.clone(),
            stand.cell.write(),
            end(stand.interval.map(|interval| interval.low)),
            end(stand.interval.map(|interval| interval.high)),
            aim.target.shown(),
            stand.games.to_string(),
            more.map_or_else(String::new, |more| format!("about {more}")),
        ];
        if many {
            cells.insert(1, job.config.clone());
        }
        cells
    };
    let right = header
        .iter()
        .map(|name| matches!(*name, "value" | "low" | "high" | "games" | "more games"))
        .collect();
    Grid {
        header: header.into_iter().map(str::to_owned).collect(),
        right,
        rows: ranked(jobs).into_iter().map(line).collect(),
    }
}

fn changes(changes: &[Change]) -> Grid {
    let short = |text: &str| if text.len() == 64 { format!("{}…", &text[..12]) } else { text.to_owned() };
    Grid {
        header: ["", "filed", "now"].map(str::to_owned).to_vec(),
        right: vec![false, true, true],
        rows: changes
            .iter()
            .map(|change| vec![change.key.clone(), short(&change.old), short(&change.new)])
            .collect(),
    }
}

/// What is judged, and how sure the verdicts are.
fn opening(checked: &Checked) -> String {
    let jobs = &checked.jobs;
    let targets: usize = jobs.iter().map(|job| job.aims.len()).sum();
    let names: Vec<&str> = jobs.iter().map(|job| job.config.as_str()).collect();
    let mut text = format!("{}: {}", checked.word(), names.join(", "));
    if targets > 0 {
        let passed =
            jobs.iter().flat_map(|job| &job.aims).filter(|aim| aim.verdict() == Verdict::Pass).count();
        text += &format!(
            "; {passed} of {targets} target{} met; all verdicts hold together at {} %, each interval at {} %",
            if targets == 1 { "" } else { "s" },
            checked.terms.level.percent(),
            checked.terms.each.percent(),
        );
    }
    if checked.stopped.is_some() {
        text += "; ";
        text += INTERRUPTED;
    }
    text
}

/// For the terminal.
pub(super) fn text(checked: &Checked) -> Result<String, fmt::Error> {
    let mut text = String::new();
    writeln!(text, "{}", opening(checked))?;
    if checked.jobs.iter().any(|job| !job.aims.is_empty()) {
        write!(text, "\n{}", grid(&checked.jobs.iter().collect::<Vec<_>>()).text())?;
    }
    for (job, held) in checked.jobs.iter().zip(&checked.held) {
        let sentence = held.sentence(&checked.lock, &job.config);
        if !sentence.is_empty() {
            writeln!(text, "\n{sentence}")?;
        }
        if !held.changes().is_empty() {
            text += &changes(held.changes()).text();
        }
    }
    Ok(text)
}

/// For a pull request: at most 60 lines.
pub(super) fn markdown(checked: &Checked) -> Result<String, fmt::Error> {
    let mut held = String::new();
    let mut free = MOST_CHANGES;
    // What closes the gate is told first.
    let mut order: Vec<(&ConfigCheck, &LockStatus)> = checked.jobs.iter().zip(&checked.held).collect();
    order.sort_by_key(|(_, held)| !held.is_failure());
    let mut untold = 0;
    for (job, state) in order {
        let sentence = state.sentence(&checked.lock, &job.config);
        if sentence.is_empty() {
            continue;
        }
        let rows = state.changes().len();
        if free < 6 {
            untold += 1;
            continue;
        }
        writeln!(held, "\n{}", inline(&sentence))?;
        free = free.saturating_sub(2);
        if rows > 0 {
            let shown = rows.min(free.saturating_sub(4));
            write!(held, "\n{}", changes(&state.changes()[..shown]).markdown())?;
            if shown < rows {
                writeln!(held, "\n… and {} differences more", rows - shown)?;
            }
            free = free.saturating_sub(shown + 5);
        }
    }
    if untold > 0 {
        writeln!(held, "\n… and {untold} configs more in {}", inline(&checked.lock))?;
    }
    let mut text = format!("### Balance: {}\n\n{}\n", checked.word(), inline(&opening(checked)));
    let mut grid = grid(&checked.jobs.iter().collect::<Vec<_>>());
    let all = grid.rows.len();
    if all > 0 {
        // Heading, opening, table header, and a line on what is left out.
        let taken = text.lines().count() + held.lines().count() + 5;
        let shown = all.min(MOST_LINES.saturating_sub(taken));
        grid.rows.truncate(shown);
        write!(text, "\n{}", grid.markdown())?;
        if shown < all {
            writeln!(text, "\n… and {} more, none of them worse", all - shown)?;
        }
    }
    Ok(text + &held)
}

/// The result of the configs in these places.
pub(super) fn result_file(checked: &Checked, places: &[usize]) -> ResultFile {
    let jobs: Vec<&ConfigCheck> = places.iter().map(|place| &checked.jobs[*place]).collect();
    let held = |(job, held): (&ConfigCheck, &LockStatus)| {
        let changes: Vec<Value> = held
            .changes()
            .iter()
            .map(|change| json!({ "key": change.key, "old": change.old, "new": change.new }))
            .collect();
        json!({
            "config": job.config,
            "state": held.word(),
            "message": held.sentence(&checked.lock, &job.config),
            "changes": changes,
        })
    };
    let statuses = places.iter().map(|place| held((&checked.jobs[*place], &checked.held[*place])));
    let games = jobs.iter().flat_map(|job| &job.runs).map(|run| run.tally.games).sum();
    let planned = jobs.iter().map(|job| job.plan.games.saturating_mul(job.runs.len() as u64)).sum();
    let ended = match (checked.stopped, jobs.iter().all(|job| job.is_whole())) {
        (Some(_), _) => Ended::Interrupted,
        (None, true) => Ended::AllPlayed,
        (None, false) => Ended::Enough,
    };
    let is_fixed = checked.terms.full && jobs.iter().all(|job| job.is_whole());
    let extent = Extent { played: games, planned: Some(planned), unit: "games", ended, is_fixed };
    let details = details(&[
        ("verdict", checked.word().into()),
        ("exit_code", checked.stopped.unwrap_or(checked.code()).into()),
        ("level_of_each_interval", checked.terms.each.level().into()),
        ("lock", statuses.collect::<Vec<Value>>().into()),
    ]);
    let plans: Vec<&Plan> = jobs.iter().map(|job| &job.plan).collect();
    ResultFile {
        head: head("check", &plans, &extent, checked.terms.level, details),
        tables: vec![table(&jobs)],
    }
}
