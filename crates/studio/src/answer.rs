//! A version against its baseline: the comparison, the charts of both, and the targets. Each part is more precise than the
//! one before, until the number of games is reached or the page asks something else.

use super::controls::{controls, differences};
use super::download::csv_files;
use super::fit::fitted;
use super::messages::{Event, FigureRow, Light, Look, Version, refused};
use super::words::in_words;
use super::workbench::{Job, Workbench};
use crate::config::targets::Target;
use crate::config::{ConfigErrors, Plan};
use crate::experiments::check::{self, Check};
use crate::experiments::compare::{self, Compare, Compared};
use crate::experiments::run::Run;
use crate::experiments::{Accuracy, Error, Experiment, ExperimentResult, Session, Verdict};
use crate::report::escape::command_line;
use crate::report::page::live::{self, ChangeRow};
use crate::report::text::Width;
use crate::report::{FigureId, Table, plain};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Number of games of the first charts at least and at most, and how long they may take.
const FIRST: [u64; 2] = [256, 4096];
const FIRST_TIME: Duration = Duration::from_millis(150);
/// Later charts and targets have these numbers of games. They follow as soon as the comparison has as many pairs.
const STEPS: [u64; 3] = [1024, FIRST[1], 32_768];
/// Number of games from which targets are judged with confidence sequences, which hold at every step.
const SEQUENTIAL: u64 = 2 * FIRST[1];
/// Maximum number of games of the last charts and of the targets.
pub(super) const LAST: u64 = 100_000;
/// The comparison ends when every interval of a win share is at most this wide; a share.
pub(super) const PRECISION: &str = "0.1pp";
const PRECISION_SHARE: f64 = 0.001;

/// The tables of a run.
pub(super) type Tables = Arc<Vec<Table>>;

/// Answers until the session is stopped.
pub(super) fn answer(bench: &Workbench, version: &Version, games: u64, job: &Job) {
    if let Err(errors) = try_answer(bench, version, games, job) {
        job.say(refused(&errors));
    }
}

fn try_answer(bench: &Workbench, version: &Version, games: u64, job: &Job) -> Result<(), ConfigErrors> {
    let [before, now] = [&version.base, &version.all()].map(|settings| bench.plan(version, settings));
    if let Some(fitted) = fitted(bench, version, [&before, &now]) {
        job.say(fitted);
        return Ok(());
    }
    let (now, base) = (now?.of_games(games), before?.of_games(games));
    let settings = controls(&now);
    let said = |warning: &String| {
        plain::capitalized(&in_words(warning.strip_prefix("--set: ").unwrap_or(warning), &now))
    };
    let warnings = now.warnings.iter().map(said).collect();
    let compared = comparison(version, games);
    let run = || command_line(run_command(version, LAST.min(games)));
    let command = compared.map_or_else(run, command_line);
    let (differences, players) = (differences(&settings), now.players() as u64);
    job.say(Event::Version { differences, settings, command, warnings, players });
    let last = LAST.min(games);
    let parts = Parts { bench, version, base: &base, now: &now, job, last, are_decided: Cell::default() };
    parts.begin();
    let mut steps = STEPS.into_iter().filter(|step| *step < last).peekable();
    let began = Instant::now();
    if version.set.is_empty() {
        // Only one of the first charts is shown.
        tables(bench, &base, FIRST[0].min(games), &job.session);
        let first = first_games(began.elapsed(), FIRST[0], games);
        while steps.next_if(|step| *step <= first).is_some() {}
        parts.show(first, false);
    } else {
        let compare = Compare::of_plans(base.clone(), now.clone(), &options(version));
        let mut is_first = true;
        // The comparison waits for the charts and the targets.
        let mut watch = |so_far: &Compared<'_>| {
            if job.is_stopped() {
                return;
            }
            job.say(look(so_far, false, compare.is_unchanged(), &now));
            let played = so_far.extent().played;
            let first = std::mem::take(&mut is_first).then(|| first_games(began.elapsed(), played, games));
            let mut due = first;
            while let Some(step) = steps.next_if(|step| *step <= first.unwrap_or(played)) {
                due = due.max(Some(step));
            }
            if let Some(due) = due {
                parts.show(due, false);
            }
        };
        let result = compare.play_watched(&job.session, &mut watch);
        if !job.is_stopped() {
            job.say(look(&result, true, compare.is_unchanged(), &now));
        }
    }
    // In a slow game, the last ones are long in coming.
    for step in steps {
        parts.show(step, false);
    }
    parts.show(last, true);
    Ok(())
}

/// The number of games of the first charts, after this time for some games.
fn first_games(elapsed: Duration, played: u64, games: u64) -> u64 {
    let per_game = elapsed / u32::try_from(played).unwrap_or(u32::MAX).max(1);
    let is_quick = per_game * u32::try_from(FIRST[1]).unwrap_or(u32::MAX) < FIRST_TIME;
    FIRST[usize::from(is_quick)].min(games)
}

/// The options of a comparison with the baseline.
pub(super) fn options(version: &Version) -> compare::Options {
    compare::Options {
        set_b: Version::sets(&version.set),
        accuracy: Accuracy { precision: Some(PRECISION_SHARE), ..Accuracy::default() },
        ..compare::Options::default()
    }
}

/// The command that prints the comparison; `None` if nothing differs from the baseline.
pub(super) fn comparison(version: &Version, games: u64) -> Option<Vec<String>> {
    if version.set.is_empty() {
        return None;
    }
    let mut words = compare_command(version, games);
    words.extend(["--precision".into(), PRECISION.into()]);
    Some(words)
}

/// The command that compares this number of games with the baseline.
pub(super) fn compare_command(version: &Version, games: u64) -> Vec<String> {
    let mut words = vec!["compare".to_owned()];
    words.extend(version.arguments(&version.base));
    words.extend(Version::sets(&version.set).into_iter().flat_map(|set| ["--set-b".into(), set]));
    words.extend(["--games".into(), games.to_string()]);
    words
}

/// The command that plays the version alone.
pub(super) fn run_command(version: &Version, games: u64) -> Vec<String> {
    let mut words = version.command("run");
    words.extend(["--games".into(), games.to_string()]);
    words
}

/// The command that plays the baseline alone.
fn base_command(version: &Version, games: u64) -> Vec<String> {
    run_command(&Version { set: Vec::new(), ..version.clone() }, games)
}

fn look(compared: &Compared<'_>, is_done: bool, is_same: bool, plan: &Plan) -> Event {
    let shown = compared.shown();
    let rows = |is_headline: bool| {
        let rows = shown.iter().filter(|row| row.is_headline == is_headline);
        rows.cloned().map(|row| change(row, plan)).collect::<Vec<_>>()
    };
    let extent = compared.extent();
    let half_width =
        |row: &compare::Shown| row.id.win_group().map(|_| (row.numbers[2] - row.numbers[1]) / 2.0);
    Event::Look(Box::new(Look {
        played: extent.played,
        planned: extent.planned.unwrap_or(extent.played),
        is_done,
        level: Accuracy::default().level.percent(),
        // In so many pairs, a setting that does something shows it.
        is_same: is_same || extent.played >= FIRST[1] && shown.iter().all(|row| row.numbers[0] == 0.0),
        is_clear: shown.iter().any(|row| row.is_clear),
        is_open: shown.iter().any(|row| row.is_headline && row.is_open && !row.is_zero),
        sentences: compared.headline(),
        half_width: shown.iter().filter_map(half_width).reduce(f64::max),
        figures: shown.iter().map(figure).collect(),
        changes: live::changes("Who wins, how long games last and how they end", rows(true)),
        others: live::changes("Other figures that change", rows(false)),
        words: Compared::words_read(),
        text: compared.text(false, Width::TERMINAL),
    }))
}

fn figure(row: &compare::Shown) -> FigureRow {
    let [delta, low, high] = row.numbers;
    FigureRow { address: row.id.to_string(), delta, low, high }
}

fn change(row: compare::Shown, plan: &Plan) -> ChangeRow {
    let compare::Shown { id, name, cells, numbers, is_share, is_zero, .. } = row;
    let metric = plan.rules().schema().metrics.iter().find(|metric| Some(metric.id.as_str()) == id.metric());
    let meaning = metric.map_or_else(String::new, |metric| plain::with_players(&metric.meaning));
    ChangeRow { address: id.to_string(), name, meaning, cells, numbers, is_share, is_zero }
}

fn find_table<'t>(tables: &'t [Table], name: &str) -> Option<&'t Table> {
    tables.iter().find(|table| table.name == name)
}

/// What is beside the comparison: the charts of both versions, and the targets.
struct Parts<'c> {
    bench: &'c Workbench,
    version: &'c Version,
    base: &'c Plan,
    now: &'c Plan,
    job: &'c Job,
    /// Number of games of the last charts and targets.
    last: u64,
    /// Whether every target is decided: more games change nothing.
    are_decided: Cell<bool>,
}

impl Parts<'_> {
    /// Each target has a line before its first game.
    fn begin(&self) {
        let unplayed = self.job.session.sharing_threads(Arc::new(AtomicBool::new(true)));
        self.judge(0, &unplayed);
    }

    /// The charts and the targets after about this number of games.
    fn show(&self, games: u64, is_final: bool) {
        self.draw(games, is_final);
        // The bots of a target can be much slower than those of the comparison, which waits.
        let has_bots = |target: &Target| {
            let is_of_bots = matches!(target.figure, FigureId::Matchup { .. } | FigureId::Exploit { .. });
            !target.bots.is_empty() || is_of_bots
        };
        if !is_final && self.now.targets().iter().any(has_bots) {
            return;
        }
        if games >= FIRST[1] {
            self.judge(games.max(SEQUENTIAL).min(self.last), &self.job.session);
        } else if games != STEPS[0] || is_final {
            // Fixed intervals do not hold at several steps.
            self.judge(games, &self.job.session);
        }
    }

    /// The targets of the version on the games of `run`.
    fn judge(&self, games: u64, session: &Session) {
        let Self { bench, version, now, job, .. } = *self;
        if now.targets().is_empty() || self.are_decided.get() || job.is_stopped() {
            return;
        }
        let options = check::Options { trial: true, ..check::Options::default() };
        match check_of(bench, version, Some(games.max(1)), &options) {
            Ok(check) => {
                let checked = check.play(session);
                if job.is_stopped() {
                    return;
                }
                let lights = lights_of(&checked);
                let is_open = |light: &Light| light.verdict == Verdict::Inconclusive.word();
                self.are_decided.set(games >= SEQUENTIAL && !lights.iter().any(is_open));
                job.say(Event::Lights { games, lights, reading: checked.reading() });
            }
            Err(errors) => job.say(refused(&errors)),
        }
    }

    fn draw(&self, games: u64, is_final: bool) {
        let Self { bench, version, base, now, job, .. } = *self;
        let Some(before) = tables(bench, base, games, &job.session) else { return };
        let changed = if version.set.is_empty() { None } else { tables(bench, now, games, &job.session) };
        if job.is_stopped() {
            return;
        }
        let table = |name: &str| {
            let before = find_table(&before, name)?;
            Some((before, changed.as_ref().and_then(|tables| find_table(tables, name))))
        };
        let draw = |name: &str, draw: &dyn Fn(&Table, Option<&Table>) -> String| {
            table(name).map_or_else(String::new, |(before, now)| draw(before, now))
        };
        let (schema, n_bots) = (now.rules().schema(), now.bot_names().len());
        job.say(Event::Charts {
            games,
            is_final,
            wins: draw("win_rates", &|before, now| live::wins(before, now, schema, n_bots)),
            endings: draw("outcomes", &live::endings),
            lengths: draw("game_length", &live::lengths),
            cards: draw("card_impact", &live::cards),
            command: command_line(run_command(version, games)),
            digest: now.digest_of(games),
            before: (!version.set.is_empty()).then(|| command_line(base_command(version, games))),
        });
    }
}

/// The tables of a run of these games; `None` if the session was stopped. Those of the last runs are remembered, because
/// all versions have the same baseline.
pub(super) fn tables(bench: &Workbench, plan: &Plan, games: u64, session: &Session) -> Option<Tables> {
    let plan = plan.clone().of_games(games);
    let key = plan.digest.clone();
    if let Some(known) = bench.remembered(&key) {
        return Some(known);
    }
    let run = Run::of(plan);
    let result = run.play(session);
    if !result.extent().is_complete() {
        return None;
    }
    let tables: Tables = Arc::new(result.tables().into_iter().cloned().collect());
    bench.remember(key, tables.clone());
    Some(tables)
}

/// The verdict of `check`, on held-out games.
pub(super) fn judge(bench: &Workbench, version: &Version, job: &Job) {
    let check = check_of(bench, version, None, &check::Options::default());
    match check.and_then(|check| Ok((check, bench.plan(version, version.all())?))) {
        Ok((check, plan)) => {
            let checked = check.play(&job.with_progress(check.games()));
            job.say(Event::Verdict {
                is_partial: job.is_stopped(),
                verdict: checked.verdict().map_or("", Verdict::word),
                lights: lights_of(&checked),
                text: in_words(&checked.summary().to_string(), &plan),
                command: command_line(version.judging("check")),
            });
            csv_files(&checked).into_iter().for_each(|file| job.say(file));
        }
        Err(errors) => job.say(refused(&errors)),
    }
}

fn check_of(
    bench: &Workbench,
    version: &Version,
    games: Option<u64>,
    options: &check::Options,
) -> Result<Check, ConfigErrors> {
    let plan_options = bench.plan_options(version, &version.all(), games)?;
    Check::new(std::slice::from_ref(&version.config), &plan_options, options).map_err(|error| match error {
        Error::Config(errors) | Error::Lock(errors) => errors,
        other => ConfigErrors(vec![crate::config::config_error("check", "", other.to_string(), "a check")]),
    })
}

fn lights_of(checked: &check::Checked<'_>) -> Vec<Light> {
    let light = |light: check::Light| Light {
        name: light.name,
        verdict: light.verdict.word(),
        sentence: light.sentence,
    };
    checked.lights().into_iter().map(light).collect()
}
