//! Checks that the program gives correct results on this machine. The checks run in the binary that makes the reports;
//! tests of another build cannot replace them.

use super::audit::{Coverage, FLOOR, Line};
use super::run::Run;
use super::{Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata};
use crate::config::{Plan, PlanOptions, find_game};
use crate::games::all_games;
use crate::model::{Ratio, Seed};
use crate::report::result_file::sha256;
use crate::report::show::{counted, wrap};
use crate::report::{self, Cell, Table};
use crate::simulation::play_all;
use crate::stats::Level;
use crate::stats::multiple_testing::holm;
use crate::stats::paired::{Paired, Scale};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::sync::atomic::AtomicBool;

/// A function that performs a check.
type CheckFn = fn(&Session) -> Check;
/// The result of a check: a line with the finding, or with the error.
pub type Check = Result<String, String>;

/// The result of the self-test.
#[derive(Debug)]
pub struct SelfTest {
    /// The name and the finding of each check.
    pub checks: Vec<(&'static str, Check)>,
    table: Table,
    extent: Extent,
    /// The name of the result.
    pub name: Option<String>,
}

/// Runs all checks, or those before the session is stopped.
#[must_use]
pub fn selftest(session: &Session) -> SelfTest {
    let checks: [(&str, CheckFn); 5] = [
        ("mirrored games are exactly even", mirror),
        ("results do not depend on the number of threads", threads),
        ("all games differ", no_repeats),
        ("a planted bias of 5 pp is found", planted_bias),
        ("95 % intervals cover the figures of a long run", coverage),
    ];
    let n_checks = checks.len();
    let running = checks.into_iter().take_while(|_| !session.is_stopped());
    let mut checks: Vec<(&str, Check)> = running.map(|(name, check)| (name, check(session))).collect();
    if session.is_stopped() {
        // It was cut short.
        checks.pop();
    }
    let table = report::selftest::table(rows(&checks));
    let extent = Extent::of_parts(checks.len(), n_checks, "checks", false);
    SelfTest { checks, table, extent, name: None }
}

impl SelfTest {
    /// The number of checks that failed.
    #[must_use]
    pub fn n_failed(&self) -> usize {
        self.checks.iter().filter(|(_, seen)| seen.is_err()).count()
    }
}

impl ExperimentResult for SelfTest {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn metadata(&self) -> ResultMeta {
        let platform =
            details([("os", std::env::consts::OS.into()), ("arch", std::env::consts::ARCH.into())]);
        let metadata = checks_metadata("selftest", &[], &self.extent, platform, &self.checks);
        ResultMeta { name: self.name.clone(), ..metadata }
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table]
    }

    fn conclusion(&self) -> Vec<String> {
        checks_conclusion(&self.checks, "This program gives correct results on this machine")
    }

    /// One line per check, then version and platform.
    fn summary(&self) -> Result<String, fmt::Error> {
        let mut text = lines(&self.checks)?;
        let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
        writeln!(text, "\nundercard {} on {os} {arch}", env!("CARGO_PKG_VERSION"))?;
        Ok(text)
    }
}

/// The metadata of a result of checks. Its digest also covers what they found: the same checks find other things in changed
/// files, or on another machine.
pub(super) fn checks_metadata<N: AsRef<str>>(
    command: &str,
    plans: &[&Plan],
    extent: &Extent,
    options: Map<String, Value>,
    checks: &[(N, Check)],
) -> ResultMeta {
    let n_failed = checks.iter().filter(|(_, check)| check.is_err()).count();
    let details = details([("failed", n_failed.into())]);
    let metadata = metadata(command, plans, extent, Level::default(), options, details);
    let found = |(name, check): &(N, Check)| format!("\n{}: {check:?}", name.as_ref());
    let text: String =
        std::iter::once(metadata.result_digest.clone()).chain(checks.iter().map(found)).collect();
    ResultMeta { result_digest: sha256(text.as_bytes()), ..metadata }
}

/// Whether all checks passed, in a sentence: `all_pass` if they did, otherwise the names of those that failed.
pub(super) fn checks_conclusion<N: AsRef<str>>(checks: &[(N, Check)], all_pass: &str) -> Vec<String> {
    let failed: Vec<&str> =
        checks.iter().filter(|(_, check)| check.is_err()).map(|(name, _)| name.as_ref()).collect();
    match (checks.len(), failed.len()) {
        (0, _) => Vec::new(),
        (n, 0) => vec![format!("{all_pass}: all {n} checks pass.")],
        (n, n_failed) => vec![format!("{n_failed} of {n} checks failed: {}.", failed.join("; "))],
    }
}

/// One row per check.
pub(super) fn rows<N: AsRef<str>>(checks: &[(N, Check)]) -> Vec<Vec<Cell>> {
    let row = |(name, check): &(N, Check)| {
        let (verdict, seen) = match check {
            Ok(seen) => ("pass", seen),
            Err(seen) => ("fail", seen),
        };
        vec![Cell::text(name.as_ref()), Cell::text(verdict), Cell::text(seen)]
    };
    checks.iter().map(row).collect()
}

/// One line per check.
pub(super) fn lines<N: AsRef<str>>(checks: &[(N, Check)]) -> Result<String, fmt::Error> {
    let mut text = String::new();
    for (name, check) in checks {
        let word = if check.is_ok() { "pass" } else { "FAIL" };
        let (Ok(seen) | Err(seen)) = check;
        writeln!(text, "{word}  {}: {seen}", name.as_ref())?;
    }
    Ok(wrap(&text))
}

fn plan(id: &str) -> Result<Plan, String> {
    Plan::new(id, &random_players()).map_err(|errors| errors.to_string())
}

/// The checks are about the engine and the statistics, and random players are the fastest.
fn random_players() -> PlanOptions {
    PlanOptions { bots: vec!["random".into()], ..PlanOptions::default() }
}

fn level() -> Result<Level, String> {
    Level::new(0.95).ok_or_else(|| "no level".into())
}

/// With the random streams of both seats swapped, every game of two equal players is its mirror image. Checks all games
/// whose printed rules treat both seats alike.
fn mirror(_: &Session) -> Check {
    let mut seen = Vec::new();
    for game in all_games() {
        let wins = plan(game.id)?.rules().mirrored_wins(MIRRORED);
        if let Some([first, second]) = wins {
            let check =
                format!("{}: {first} and {second} wins in {MIRRORED} games and their mirror images", game.id);
            if first != second || first == 0 {
                return Err(check);
            }
            seen.push(check);
        }
    }
    match seen.is_empty() {
        false => Ok(seen.join("; ")),
        // One of the printed games does.
        true if all_games().any(|game| game.own.is_none()) => Err("no game treats both seats alike".into()),
        true => Ok("not tried: no game of this program has two players with equal decks on two sides".into()),
    }
}

/// Number of games that are played with their mirror images.
const MIRRORED: u64 = 20_000;

/// 1, 2 and 7 threads give the same tally in every game.
fn threads(_: &Session) -> Check {
    for game in all_games() {
        let plan = plan(game.id)?;
        let simulation = plan.simulation();
        let n_games = (game.games / 200).max(20);
        let tally = |threads: usize| {
            let pool = rayon_pool(threads)?;
            Ok::<_, String>(play_all(&*simulation, 0..n_games, &pool, &AtomicBool::new(false), &|_| {}))
        };
        let one = tally(1)?;
        if one != tally(2)? || one != tally(7)? {
            return Err(format!("{}: the results differ", game.id));
        }
    }
    Ok(format!("{} on 1, 2 and 7 threads", counted(all_games().len() as u64, "games")))
}

fn rayon_pool(threads: usize) -> Result<rayon::ThreadPool, String> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())
}

/// Finds the most common bug of simulators: the same game played repeatedly.
fn no_repeats(_: &Session) -> Check {
    let n_games = 300;
    for game in all_games() {
        let simulation = plan(game.id)?.simulation();
        let stories: BTreeSet<String> = (0..n_games).map(|game_idx| simulation.story(game_idx)).collect();
        if stories.len() != 300 {
            return Err(format!("{}: {} different games of {n_games}", game.id, stories.len()));
        }
    }
    Ok(format!("{n_games} plays of each game, all different"))
}

/// Two coins on common random numbers, one of which wins 5 pp more often.
fn planted_bias(_: &Session) -> Check {
    let mut paired = Paired::default();
    for game_idx in 0..20_000 {
        let luck = Seed::new(2).game(game_idx).bot(0).below(1000);
        paired.add(Ratio::whether(luck < 500, true), Ratio::whether(luck < 550, true));
    }
    let interval =
        paired.difference(Scale { parts: 1, is_share: false }, level()?).interval.ok_or("no interval")?;
    let seen = format!("{:.2} to {:.2} pp", 100.0 * interval.low, 100.0 * interval.high);
    if interval.low > 0.04 && interval.high < 0.06 && interval.low < 0.05 && interval.high > 0.05 {
        Ok(seen)
    } else {
        Err(seen)
    }
}

/// Coverage of all intervals of a run, in small runs with other seeds. Every kind of figure is judged on its own, apart
/// from figures that rest on more or fewer games; the error probability of 5 % is shared (Holm).
fn coverage(session: &Session) -> Check {
    const REPEATS: u64 = 200;
    let run = |game: &str, seed: u64, games: u64| {
        let asked = PlanOptions { seed: Some(seed), games: Some(games), ..random_players() };
        Plan::new(game, &asked).map(Run::of).map_err(|errors| errors.to_string())
    };
    let mut lines = Vec::new();
    let mut ids: Vec<&str> =
        ["knife-fight", "taunt"].into_iter().filter(|id| find_game(id).is_some()).collect();
    if ids.is_empty() {
        ids.extend(all_games().map(|game| game.id).take(2));
    }
    for (game, games) in ids.into_iter().map(|id| (id, 400)) {
        let long = run(game, REPEATS + 1, 500 * games)?;
        let mut coverage = Coverage::of(&long.play(session).tables());
        for seed in (1..=REPEATS).take_while(|_| !session.is_stopped()) {
            coverage.add(&run(game, seed, games)?.play(session).tables());
        }
        lines.extend(coverage.by_group().into_iter().map(|line| (game, line)));
    }
    let p_values = holm(&lines.iter().map(|(_, line)| line.p_value).collect::<Vec<_>>());
    let shown = |(game, line): &(&str, Line)| {
        let Line { table, column, informative, .. } = line;
        format!("{game} {table}/{column} ({informative}): {:.1} %", 100.0 * line.coverage())
    };
    let low: Vec<String> =
        lines.iter().zip(p_values).filter(|(_, p)| *p < 0.05).map(|(line, _)| shown(line)).collect();
    let least = lines.iter().min_by(|(_, a), (_, b)| a.coverage().total_cmp(&b.coverage()));
    match (low.is_empty(), least) {
        (true, Some(least)) => {
            let (n, most) = (lines.len(), 100.0 * FLOOR);
            Ok(format!(
                "{n} kinds of figures, none below {most:.0} % beyond chance; the lowest is {}",
                shown(least)
            ))
        }
        _ => Err(low.join("; ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_with_other_findings_have_another_id() {
        let id = |check: Check| {
            let extent = Extent::of_parts(1, 1, "checks", false);
            checks_metadata("selftest", &[], &extent, Map::new(), &[("one", check)]).run_key().run_id
        };
        assert_eq!(id(Ok("even".into())), id(Ok("even".into())));
        assert_ne!(id(Ok("even".into())), id(Err("even".into())));
        assert_ne!(id(Err("odd".into())), id(Err("even".into())));
    }
}
