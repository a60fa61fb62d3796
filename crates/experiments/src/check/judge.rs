//! Plays until every target is decided: one run for each line-up that a target names.

use super::super::Session;
use super::super::driver::play_on;
use super::super::figures::Need;
use super::super::forecast::Sample;
use super::super::reserved_games::CHECKING;
use super::run::Run;
use crate::config::Plan;
use crate::config::targets::Target;
use crate::model::StatSchema;
use crate::report::{self, Cell};
use crate::stats::confidence_sequence::next_look;
use crate::stats::verdict::{Judged, Verdict};
use crate::stats::{INFORMATIVE, Interval, Level, real};
use std::ops::Range;
use std::time::{Duration, Instant};

/// The confidence levels of verdicts, and when figures are evaluated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct JudgingRules {
    /// The level at which all verdicts hold together.
    pub level: Level,
    /// The level of each interval.
    pub each: Level,
    /// The number of judgements: targets × line-ups.
    pub judgements: usize,
    /// Play every line-up of a target, even if another line-up has decided it.
    pub every: bool,
    /// Evaluate once, after all games.
    pub full: bool,
}

/// A config with its targets and line-ups.
pub(crate) struct ConfigCheck {
    /// Its index among the configs of the command.
    pub index: usize,
    /// The config argument.
    pub argument: String,
    /// Its plan.
    pub plan: Plan,
    /// The number of the first game.
    pub first: u64,
    /// The games of each line-up; those of the plan's own line-up come first.
    pub runs: Vec<Run>,
    /// The targets.
    pub targets: Vec<JudgedTarget>,
    /// For the lock file: a number of games, and the counts of these games of the plan's own line-up.
    pub counts: Option<(u64, Vec<(String, i64)>)>,
    /// Whether `counts` was requested.
    is_locked: bool,
    /// Whether a signal stopped a config that is evaluated once, before all games were played.
    is_broken_off: bool,
    /// How long its games took.
    pub time: Duration,
}

/// A target and its results.
#[derive(Clone, Debug)]
pub(crate) struct JudgedTarget {
    /// The target.
    pub spec: Target,
    /// One result for each line-up.
    pub results: Vec<LineupResult>,
}

/// The result of a target in one line-up.
#[derive(Clone, Debug)]
pub(crate) struct LineupResult {
    /// The index of the line-up in `runs`.
    pub run: usize,
    /// What is decided.
    pub judged: Judged,
    /// The figure.
    pub cell: Cell,
    /// The interval that judges.
    pub interval: Option<Interval>,
    /// Its method.
    pub method: String,
    /// Unit of the figure.
    pub unit: String,
    /// Number of games behind the figure.
    pub games: u64,
    /// Number of games that it rests on, if known.
    pub informative: Option<u64>,
}

impl JudgingRules {
    /// The rules for all targets of these configs.
    pub(crate) fn new(configs: &[ConfigCheck], level: Level, full: bool) -> Self {
        let judgements =
            configs.iter().flat_map(|config| &config.targets).map(|target| target.results.len()).sum();
        Self { level, each: level.shared_by(judgements), judgements, every: false, full }
    }
}

impl JudgedTarget {
    /// The verdict by the target's rule.
    pub(crate) fn verdict(&self) -> Verdict {
        let judged: Vec<Judged> = self.results.iter().map(|result| result.judged).collect();
        self.spec.rule.verdict(&judged)
    }
}

impl LineupResult {
    /// Whether this is undecided.
    pub(crate) fn is_open(&self) -> bool {
        self.judged.verdict() == Verdict::Inconclusive
    }

    /// Whether it is a length that was the same in every game.
    pub(crate) fn is_constant(&self) -> bool {
        self.informative == Some(0) && self.interval.is_some() && matches!(self.cell, Cell::Mean(_))
    }

    /// About how many more games would decide this, if it is undecided.
    pub(crate) fn games_more(&self, target: &Target) -> Option<u64> {
        let more = target.band.games_more(self.cell.number(), self.interval, self.games);
        more.filter(|_| self.is_open())
    }

    /// How far the figure lies outside its band, in half-widths of its interval; the worst is largest.
    pub(crate) fn excess(&self, target: &Target) -> f64 {
        let half = self.interval.map_or(1.0, |interval| interval.half_width().max(1e-12));
        self.cell.number().map_or(0.0, |value| target.band.excess(value) / half)
    }
}

impl ConfigCheck {
    /// A config with the runs of all its line-ups.
    pub(crate) fn new(argument: &str, plan: Plan) -> Self {
        let own = plan.lineup().join(",");
        let mut runs = vec![Run::new(own.clone(), Need::Games, plan.clone())];
        let mut targets = Vec::new();
        for target in &plan.targets {
            let mut results = Vec::new();
            let need = Need::of(&target.figure);
            let lineups = if target.bots.is_empty() { std::slice::from_ref(&own) } else { &target.bots };
            for lineup in lineups {
                let known = runs.iter().position(|run| run.bots == *lineup && run.need == need);
                results.push(LineupResult::new(known.unwrap_or(runs.len())));
                if known.is_none() {
                    let bots = plan.lineups.get(lineup).unwrap_or(&plan.bots);
                    runs.push(Run::new(lineup.clone(), need.clone(), plan.with_bots(bots.clone())));
                }
            }
            targets.push(JudgedTarget { spec: target.clone(), results });
        }
        Self {
            index: 0,
            argument: argument.to_owned(),
            plan,
            first: CHECKING,
            runs,
            targets,
            counts: None,
            is_locked: false,
            is_broken_off: false,
            time: Duration::ZERO,
        }
    }

    /// The config with this index among those of the command.
    pub(crate) fn numbered(self, index: usize) -> Self {
        Self { index, ..self }
    }

    /// Plays until every target is decided or all games are played. Also plays the first `lock_at` games of the plan's own
    /// line-up, for the lock file.
    pub(crate) fn play(&mut self, rules: JudgingRules, lock_at: u64, session: &Session) {
        let began = Instant::now();
        self.is_locked = lock_at > 0;
        let all = self.plan.games;
        let is_sequential = !rules.full && next_look(0) < all;
        let _ = play_on(
            &mut *self,
            0..all,
            is_sequential,
            session,
            |check, games| check.play_to(games, rules, lock_at, is_sequential, session),
            |check| {
                let mut runs = 0..check.runs.len();
                check.has_locked(lock_at) && !runs.any(|run| check.is_judging(run, rules))
            },
        );
        // If a signal stopped a config that is evaluated once, evaluates what was played so far.
        for run in 0..self.runs.len() {
            let games = self.runs[run].games();
            if is_sequential || games == all || !self.is_open(run) {
                continue;
            }
            self.is_broken_off = true;
            if games >= next_look(0) {
                self.look(run, rules, false);
            }
        }
        self.time = began.elapsed();
    }

    /// Plays every run with an undecided target, and the games for the lock file, from one look to the next, and evaluates.
    /// Returns the number of games that every such run has played on.
    fn play_to(
        &mut self,
        games: Range<u64>,
        rules: JudgingRules,
        lock_at: u64,
        is_sequential: bool,
        session: &Session,
    ) -> u64 {
        let mut reached = games.end;
        for index in 0..self.runs.len() {
            let is_judging = self.is_judging(index, rules);
            let is_locked = index == 0 || matches!(self.runs[index].need, Need::Pair(_));
            let lock_at = if is_locked { lock_at } else { 0 };
            let end = if is_judging { games.end } else { games.end.min(lock_at) };
            let run = &mut self.runs[index];
            if run.games() < lock_at && lock_at <= end {
                run.play(self.first, lock_at, session);
                if run.games() == lock_at {
                    let (_, counts) = self.counts.get_or_insert_with(|| (lock_at, Vec::new()));
                    counts.extend(run.locked());
                }
            }
            run.play(self.first, end, session);
            if run.games() < end {
                reached = reached.min(run.games());
            }
            if is_judging && run.games() == games.end {
                self.look(index, rules, !is_sequential);
            }
        }
        reached.saturating_sub(games.start)
    }

    /// Plays a sample of every line-up for a forecast. Returns the number of games of each, and the time of one game of all
    /// line-ups together, in seconds.
    pub(crate) fn sample(&mut self, session: &Session) -> (u64, f64) {
        let Self { plan, first, runs, .. } = self;
        let (mut games, mut seconds) = (0, 0.0);
        // A player who knows a bot has to be found before it plays.
        for run in runs.iter_mut().filter(|run| !matches!(run.need, Need::Exploiter(_))) {
            let (sample, ()) = Sample::play(plan.games, |games| run.play(*first, games, session));
            games = sample.games;
            seconds += sample.seconds_of(1);
        }
        (games, seconds)
    }

    /// The estimated time in seconds of all games of the line-ups that targets name.
    pub(crate) fn seconds(&self, session: &Session) -> f64 {
        let judged = (0..self.runs.len()).filter(|index| self.targets_of(*index).next().is_some());
        let each = judged.map(|index| self.runs[index].seconds_per_game(self.plan.games / 50, session));
        real(self.plan.games) * each.sum::<f64>()
    }

    /// The number of games played.
    pub(crate) fn games(&self) -> u64 {
        self.runs.iter().map(Run::games).sum()
    }

    /// The maximum number of games.
    pub(crate) fn most_games(&self) -> u64 {
        self.plan.games.saturating_mul(self.runs.len() as u64)
    }

    /// The targets that judge this run.
    pub(crate) fn targets_of(&self, index: usize) -> impl Iterator<Item = &JudgedTarget> {
        self.targets.iter().filter(move |target| target.results.iter().any(|result| result.run == index))
    }

    /// Whether a target still needs the games of this run.
    fn is_judging(&self, run: usize, rules: JudgingRules) -> bool {
        self.is_open(run) || rules.every && self.targets_of(run).next().is_some()
    }

    /// Whether a target of this run is undecided, and its group, if it has one.
    fn is_open(&self, index: usize) -> bool {
        // In a panel every bot is judged on its own.
        if !self.plan.panel.is_empty() {
            let mut results = self.targets.iter().flat_map(|target| &target.results);
            return results.any(|result| result.run == index && result.is_open());
        }
        let is_of_run = |target: &JudgedTarget| target.results.iter().any(|result| result.run == index);
        let open = self.units().into_iter().filter(|unit| unit.verdict() == Verdict::Inconclusive);
        let mut targets = open.flat_map(|unit| unit.targets);
        targets.any(|target| is_of_run(target) && target.verdict() == Verdict::Inconclusive)
    }

    /// Whether the games for the lock file were played.
    fn has_locked(&self, lock_at: u64) -> bool {
        let mut runs = self.runs.iter().enumerate();
        runs.all(|(index, run)| (index > 0 && !matches!(run.need, Need::Pair(_))) || run.games() >= lock_at)
    }

    /// Whether everything necessary was played.
    pub(crate) fn is_done(&self) -> bool {
        let mut places = 0..self.runs.len();
        !self.is_broken_off
            && (!self.is_locked || self.counts.as_ref().is_some_and(|(games, _)| self.has_locked(*games)))
            && places.all(|index| !self.is_open(index) || self.runs[index].games() == self.plan.games)
    }

    /// The names of the statistics of its game.
    pub(crate) fn schema(&self) -> &StatSchema {
        self.runs[0].schema()
    }

    /// Whether all games of all line-ups were played.
    pub(crate) fn is_whole(&self) -> bool {
        self.runs.iter().all(|run| run.games() == self.plan.games)
    }

    /// Evaluates the figures of a run.
    fn look(&mut self, index: usize, rules: JudgingRules, fixed: bool) {
        let run = &self.runs[index];
        let tables_as = |fixed| run.tables(rules.each, fixed);
        let tables = tables_as(fixed);
        // A figure of which too few games differ may have no confidence sequence. It is judged once, with the fixed
        // intervals, after all games.
        let at_last = (!fixed && run.games() == self.plan.games).then(|| tables_as(true));
        let is_panel = !self.plan.panel.is_empty();
        for target in &mut self.targets {
            let is_decided = !rules.every && !is_panel && target.verdict() != Verdict::Inconclusive;
            let is_looked_at = |result: &&mut LineupResult| {
                result.run == index && !is_decided && (!is_panel || rules.every || result.is_open())
            };
            for result in target.results.iter_mut().filter(is_looked_at) {
                let known = |figure: &report::Figure<'_>| figure.low.is_some();
                let figure = report::figure(&tables, &target.spec.figure);
                let figure = match &at_last {
                    Some(at_last) if figure.is_none_or(|figure| !known(&figure)) => {
                        report::figure(at_last, &target.spec.figure)
                    }
                    _ => figure,
                };
                result.games = run.games();
                // A difference without variance in a few games may still vary; a quantile of games that vary is known.
                let informative = figure.as_ref().and_then(|figure| figure.informative);
                let few = run.games() < next_look(0) && informative.is_none_or(|k| k < INFORMATIVE);
                result.interval = figure
                    .and_then(|figure| figure.low.zip(figure.high))
                    .and_then(|(low, high)| Interval::new(low, high))
                    .filter(|interval| !few || interval.low < interval.high);
                result.cell = figure.map_or(Cell::Empty, |figure| figure.cell.clone());
                figure.map_or("", |figure| figure.unit).clone_into(&mut result.unit);
                result.method = figure.and_then(|figure| figure.method).unwrap_or_default().to_owned();
                result.informative = figure.and_then(|figure| figure.informative);
                result.judged = result.judged.then(target.spec.band.judge(result.interval));
            }
        }
    }
}

impl LineupResult {
    fn new(run: usize) -> Self {
        let judged = Judged::default();
        Self {
            run,
            judged,
            cell: Cell::Empty,
            interval: None,
            method: String::new(),
            unit: String::new(),
            games: 0,
            informative: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{PlanOptions, lock};

    fn config(targets: &str, games: u64, folder: &tempfile::TempDir) -> ConfigCheck {
        let file = folder.path().join("house.toml");
        std::fs::write(&file, format!("game = 'knife-fight'\n[targets]\n{targets}\n")).expect("a file");
        let config = file.display().to_string();
        let plan = Plan::new(&config, &PlanOptions { games: Some(games), ..PlanOptions::default() });
        ConfigCheck::new(&config, plan.unwrap_or_else(|errors| panic!("{errors}")))
    }

    fn played(targets: &str, games: u64, threads: usize, full: bool, locked: bool) -> ConfigCheck {
        let folder = tempfile::tempdir().expect("a folder");
        let mut configs = vec![config(targets, games, &folder)];
        let rules = JudgingRules::new(&configs, Level::new(0.95).expect("a level"), full);
        let session = Session::new(Some(threads)).expect("threads");
        configs[0].play(rules, if locked { games.min(lock::LOCK_GAMES) } else { 0 }, &session);
        configs.remove(0)
    }

    #[test]
    fn a_full_run_uses_the_fixed_intervals() {
        let config = played("'win_rates/seat/0' = { at = 0.424, within = 0.02 }", 20_000, 2, true, false);
        assert_eq!(config.runs[0].games(), 20_000);
        let fixed = config.targets[0].results[0].interval.expect("an interval");
        let level = Level::new(0.95).expect("a level");
        let run = &config.runs[0];
        let tables = run.tables(level, true);
        let printed = report::figure(&tables, &report::FigureId::win_rate("seat", "0")).expect("a figure");
        assert_eq!((Some(fixed.low), Some(fixed.high)), (printed.low, printed.high));
        let sequential =
            played("'win_rates/seat/0' = { at = 0.424, within = 0.0001 }", 20_000, 2, false, false);
        let sequential = sequential.targets[0].results[0].interval.expect("an interval");
        assert!(sequential.high - sequential.low > fixed.high - fixed.low);
    }

    /// All games of Fight! have seven fights.
    #[test]
    fn a_figure_that_is_the_same_in_every_game_is_judged_by_it() {
        let judged = |games: u64, figure: &str, band: &str| {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("house.toml");
            let text = format!("game = 'fight'\n[targets]\n'metrics/{figure}' = {band}\n");
            std::fs::write(&file, text).expect("a file");
            let config = file.display().to_string();
            let plan_options = PlanOptions { games: Some(games), ..PlanOptions::default() };
            let plan = Plan::new(&config, &plan_options).unwrap_or_else(|errors| panic!("{errors}"));
            let mut configs = vec![ConfigCheck::new(&config, plan)];
            let rules = JudgingRules::new(&configs, Level::new(0.95).expect("a level"), false);
            configs[0].play(rules, 0, &Session::new(Some(2)).expect("threads"));
            let target = &configs[0].targets[0];
            let result = &target.results[0];
            (target.verdict(), result.is_constant(), result.games)
        };
        use Verdict::{Fail, Inconclusive, Pass};
        let first_look = next_look(0);
        for figure in ["length-mean", "length-p50"] {
            assert_eq!(judged(300_000, figure, "{ min = 8 }"), (Fail, true, first_look));
            assert_eq!(judged(300_000, figure, "{ min = 1, max = 90 }"), (Pass, true, first_look));
            assert_eq!(judged(300_000, figure, "{ max = 7 }"), (Pass, true, first_look));
        }
        // Up to 12 % of all games might be shorter.
        assert_eq!(judged(30, "length-mean", "{ max = 6 }"), (Fail, true, 30));
        assert_eq!(judged(30, "length-mean", "{ min = 6.5 }"), (Inconclusive, true, 30));
        assert_eq!(judged(29, "length-mean", "{ max = 6 }"), (Inconclusive, false, 29));
    }

    #[test]
    fn locked_counts_do_not_depend_on_targets() {
        let early = played("'outcomes/draw' = { max = 0.999 }", 100_000, 2, false, true);
        let full = played("'win_rates/seat/0' = { at = 0.424, within = 0.0001 }", 100_000, 3, true, true);
        let (games, counts) = early.counts.expect("counts");
        assert_eq!((games, Some((games, counts))), (lock::LOCK_GAMES, full.counts));
        assert_eq!(early.runs[0].games(), lock::LOCK_GAMES);
        assert_eq!(played("'outcomes/draw' = { max = 0.999 }", 100_000, 2, false, false).counts, None);
    }
}
