//! Playing until every target is decided: one run for each line-up that a target names.

use super::super::Session;
use super::super::run::{add_games, results};
use crate::config::Plan;
use crate::config::lock;
use crate::config::targets::Target;
use crate::report::{self, Cell, Results};
use crate::simulation::Simulation;
use crate::stats::confidence_sequence::next_look;
use crate::stats::tally::Tally;
use crate::stats::verdict::{Judged, Verdict};
use crate::stats::{Interval, Level};

/// How sure verdicts are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::experiments) struct JudgingRules {
    /// The level at which all of them hold together.
    pub level: Level,
    /// The level of each interval.
    pub each: Level,
    /// How many there are.
    pub judgements: usize,
    /// Play every line-up of a target, even if one of them has decided it.
    pub every: bool,
    /// Look once, when all games are played.
    pub full: bool,
}

/// A config with its targets.
pub(in crate::experiments) struct ConfigCheck {
    /// The config, as it was named.
    pub config: String,
    /// Its plan.
    pub plan: Plan,
    /// The first game that is played.
    pub first: u64,
    /// The line-ups that play; the plan's own comes first.
    pub runs: Vec<Run>,
    /// The targets.
    pub aims: Vec<JudgedTarget>,
    /// What the first games of the plan's own line-up came to, if that was wanted.
    pub counts: Option<(u64, Vec<(String, i64)>)>,
    /// Were these counts wanted?
    is_locked: bool,
    /// Did a signal come before the games that were to judge at once were played?
    is_broken_off: bool,
}

/// A line-up that plays.
pub(in crate::experiments) struct Run {
    /// The line-up as it was asked for.
    pub bots: String,
    plan: Plan,
    simulation: Box<dyn Simulation>,
    /// What was counted.
    pub tally: Tally,
}

/// A target, judged.
#[derive(Clone, Debug)]
pub(in crate::experiments) struct JudgedTarget {
    /// The target.
    pub target: Target,
    /// One for each line-up.
    pub stands: Vec<LineupResult>,
}

/// A target in one line-up.
#[derive(Clone, Debug)]
pub(in crate::experiments) struct LineupResult {
    /// The place of the line-up's run.
    pub run: usize,
    /// What is known.
    pub judged: Judged,
    /// The figure, as it is written.
    pub cell: Cell,
    /// The interval that judges.
    pub interval: Option<Interval>,
    /// Its method.
    pub method: String,
    /// Its unit.
    pub unit: String,
    /// The games that it is made of.
    pub games: u64,
}

impl JudgingRules {
    /// The terms of so many jobs.
    pub(in crate::experiments) fn new(jobs: &[ConfigCheck], level: Level, full: bool) -> Self {
        let judgements = jobs.iter().flat_map(|job| &job.aims).map(|aim| aim.stands.len()).sum();
        Self { level, each: level.shared_by(judgements), judgements, every: false, full }
    }
}

impl JudgedTarget {
    /// The verdict by the target's rule.
    pub(in crate::experiments) fn verdict(&self) -> Verdict {
        let judged: Vec<Judged> = self.stands.iter().map(|stand| stand.judged).collect();
        self.target.rule.verdict(&judged)
    }
}

impl LineupResult {
    /// About how many games more would decide this, if it is open.
    pub(in crate::experiments) fn games_more(&self, target: &Target) -> Option<u64> {
        let is_open = self.judged.verdict() == Verdict::Inconclusive;
        let more = target.band.games_more(self.cell.number(), self.interval, self.games);
        more.filter(|_| is_open)
    }

    /// How far the figure lies outside its band, in halves of its interval: the worst is largest.
    pub(in crate::experiments) fn excess(&self, target: &Target) -> f64 {
        let half = self.interval.map_or(1.0, |interval| interval.half_width().max(1e-12));
        self.cell.number().map_or(0.0, |value| target.band.excess(value) / half)
    }
}

impl ConfigCheck {
    /// A config, all its line-ups seated.
    pub(in crate::experiments) fn new(config: &str, plan: Plan) -> Self {
        let mut runs = vec![Run::new(plan.lineup().join(","), plan.clone())];
        let mut aims = Vec::new();
        for target in &plan.targets {
            let mut stands = Vec::new();
            for lineup in &target.bots {
                let known = runs.iter().position(|run| run.bots == *lineup);
                stands.push(LineupResult::new(known.unwrap_or(runs.len())));
                if let (None, Some(bots)) = (known, plan.lineups.get(lineup)) {
                    runs.push(Run::new(lineup.clone(), plan.seated(bots.clone())));
                }
            }
            if stands.is_empty() {
                stands.push(LineupResult::new(0));
            }
            aims.push(JudgedTarget { target: target.clone(), stands });
        }
        Self {
            config: config.to_owned(),
            plan,
            first: 0,
            runs,
            aims,
            counts: None,
            is_locked: false,
            is_broken_off: false,
        }
    }

    /// Plays until every target is decided or all games are played, and the first `lock_at` games of the
    /// own line-up, which a lock counts.
    pub(in crate::experiments) fn play(&mut self, terms: JudgingRules, lock_at: u64, session: &Session) {
        self.is_locked = lock_at > 0;
        let all = self.plan.games;
        let watched = !terms.full && next_look(0) < all;
        let mut looked = 0;
        while looked < all && !session.is_stopped() {
            let look = if watched { next_look(looked).min(all) } else { all };
            let mut is_idle = true;
            for place in 0..self.runs.len() {
                let is_judging = self.is_open(place) || terms.every && self.aims_of(place).next().is_some();
                let lock_at = if place == 0 { lock_at } else { 0 };
                let end = if is_judging { look } else { look.min(lock_at) };
                let run = &mut self.runs[place];
                is_idle &= run.tally.games >= end;
                if run.tally.games < lock_at && lock_at <= end {
                    run.play(self.first, lock_at, session);
                    if run.tally.games == lock_at {
                        self.counts = Some((lock_at, lock::counts(&*run.simulation, &run.tally)));
                    }
                }
                run.play(self.first, end, session);
                if is_judging && run.tally.games == look {
                    self.look(place, terms, !watched);
                }
            }
            looked = look;
            if is_idle {
                break;
            }
        }
        // What all games were to judge at once is told as it stood when a signal came.
        for place in 0..self.runs.len() {
            let games = self.runs[place].tally.games;
            if watched || games == all || !self.is_open(place) {
                continue;
            }
            self.is_broken_off = true;
            if games >= next_look(0) {
                self.look(place, terms, false);
            }
        }
    }

    /// The targets that say something of this run.
    pub(in crate::experiments) fn aims_of(&self, place: usize) -> impl Iterator<Item = &JudgedTarget> {
        self.aims.iter().filter(move |aim| aim.stands.iter().any(|stand| stand.run == place))
    }

    /// Is some target of this run's undecided?
    fn is_open(&self, place: usize) -> bool {
        self.aims_of(place).any(|aim| aim.verdict() == Verdict::Inconclusive)
    }

    /// Was everything played that was to be?
    pub(in crate::experiments) fn is_done(&self) -> bool {
        let mut places = 0..self.runs.len();
        !self.is_broken_off
            && (!self.is_locked || self.counts.is_some())
            && places.all(|place| !self.is_open(place) || self.runs[place].tally.games == self.plan.games)
    }

    /// Were all games of all line-ups played?
    pub(in crate::experiments) fn is_whole(&self) -> bool {
        self.runs.iter().all(|run| run.tally.games == self.plan.games)
    }

    /// Looks at the figures of a run.
    fn look(&mut self, place: usize, terms: JudgingRules, fixed: bool) {
        let run = &self.runs[place];
        let tables_as = |fixed| report::tables(&run.results(terms.each, fixed));
        let tables = tables_as(fixed);
        // What never varied has no sequence: it is judged once, when all games are played, whose number
        // was fixed beforehand.
        let at_last = (!fixed && run.tally.games == self.plan.games).then(|| tables_as(true));
        for aim in &mut self.aims {
            let is_decided = !terms.every && aim.verdict() != Verdict::Inconclusive;
            for stand in aim.stands.iter_mut().filter(|stand| stand.run == place && !is_decided) {
                let known = |figure: &report::Figure<'_>| figure.low.is_some();
                let figure = report::figure(&tables, &aim.target.address);
                let figure = match &at_last {
                    Some(at_last) if figure.is_none_or(|figure| !known(&figure)) => {
                        report::figure(at_last, &aim.target.address)
                    }
                    _ => figure,
                };
                stand.games = run.tally.games;
                // That a figure never varied in a few games does not prove that it cannot.
                let few = run.tally.games < next_look(0);
                stand.interval = figure
                    .and_then(|figure| figure.low.zip(figure.high))
                    .and_then(|(low, high)| Interval::new(low, high))
                    .filter(|interval| !few || interval.low < interval.high);
                stand.cell = figure.map_or(Cell::Empty, |figure| figure.cell.clone());
                figure.map_or("", |figure| figure.unit).clone_into(&mut stand.unit);
                stand.method = figure.and_then(|figure| figure.method).unwrap_or_default().to_owned();
                stand.judged = stand.judged.then(aim.target.band.judge(stand.interval));
            }
        }
    }
}

impl Run {
    fn new(bots: String, plan: Plan) -> Self {
        let simulation = plan.simulation();
        let tally = Tally::new(simulation.schema());
        Self { bots, plan, simulation, tally }
    }

    /// What was counted, at a level.
    pub(in crate::experiments) fn results(&self, level: Level, fixed: bool) -> Results<'_> {
        results(&self.plan, &*self.simulation, &self.tally, level, fixed)
    }

    /// Plays on up to so many games, which begin with this one.
    pub(in crate::experiments) fn play(&mut self, first: u64, end: u64, session: &Session) {
        if self.tally.games < end {
            let games = first + self.tally.games..first + end;
            add_games(&mut self.tally, &*self.simulation, games, session);
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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Asked;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    fn job(targets: &str, games: u64, folder: &tempfile::TempDir) -> ConfigCheck {
        let file = folder.path().join("house.toml");
        std::fs::write(&file, format!("game = 'knife-fight'\n[targets]\n{targets}\n")).expect("a file");
        let config = file.display().to_string();
        let plan = Plan::new(&config, &Asked { games: Some(games), ..Asked::default() });
        ConfigCheck::new(&config, plan.unwrap_or_else(|faults| panic!("{faults}")))
    }

    fn played(targets: &str, games: u64, threads: usize, full: bool, locked: bool) -> ConfigCheck {
        let folder = tempfile::tempdir().expect("a folder");
        let mut jobs = vec![job(targets, games, &folder)];
        let terms = JudgingRules::new(&jobs, Level::new(0.95).expect("a level"), full);
        let session = Session::new(Some(threads)).expect("threads");
        jobs[0].play(terms, if locked { games.min(lock::LOCK_GAMES) } else { 0 }, &session);
        jobs.remove(0)
    }

    const TARGETS: &str = "'win_rates/seat/0' = { at = 0.424, within = 0.05 }\n\
        'metrics/length-mean' = { min = 1, max = 3 }\n\
        'outcomes/draw' = { max = 0.9, bots = ['random', 'cutter'], rule = 'any-all' }";

    #[test]
    fn where_playing_stops_depends_on_no_thread() {
        let one = played(TARGETS, 60_000, 1, false, false);
        for threads in [2, 7] {
            let more = played(TARGETS, 60_000, threads, false, false);
            let pairs = one.aims.iter().zip(&more.aims).flat_map(|(a, b)| a.stands.iter().zip(&b.stands));
            for (a, b) in pairs {
                assert_eq!(
                    (a.judged, &a.cell, a.interval, a.games),
                    (b.judged, &b.cell, b.interval, b.games)
                );
            }
        }
        let verdicts: Vec<Verdict> = one.aims.iter().map(JudgedTarget::verdict).collect();
        assert_eq!(verdicts, [Verdict::Pass, Verdict::Fail, Verdict::Pass]);
        let games: Vec<u64> = one.runs.iter().map(|run| run.tally.games).collect();
        assert!(games.iter().all(|games| *games < 60_000 && games % 4096 == 0), "{games:?}");
    }

    /// What is decided already is not all that was to be played.
    #[test]
    fn a_full_run_that_is_broken_off_is_not_done() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut jobs = vec![job("'win_rates/seat/0' = { min = 0.1 }", 10_000_000, &folder)];
        let terms = JudgingRules::new(&jobs, Level::new(0.95).expect("a level"), true);
        let (stop, played) = (Arc::new(AtomicBool::new(false)), AtomicU64::new(0));
        let session = Session::new(Some(2)).expect("threads").stopped_by(stop.clone());
        let session = session.on_progress(move |games| {
            let played = games + played.fetch_add(games, Ordering::Relaxed);
            stop.store(played > 20_000, Ordering::Relaxed);
        });
        jobs[0].play(terms, 0, &session);
        assert_eq!((jobs[0].aims[0].verdict(), jobs[0].is_done()), (Verdict::Pass, false));
    }

    #[test]
    fn a_full_run_is_judged_by_the_printed_interval() {
        let job = played("'win_rates/seat/0' = { at = 0.424, within = 0.02 }", 20_000, 2, true, false);
        assert_eq!(job.runs[0].tally.games, 20_000);
        let fixed = job.aims[0].stands[0].interval.expect("an interval");
        let level = Level::new(0.95).expect("a level");
        let run = &job.runs[0];
        let tables = report::tables(&run.results(level, true));
        let printed = report::figure(&tables, "win_rates/seat/0").expect("a figure");
        assert_eq!((Some(fixed.low), Some(fixed.high)), (printed.low, printed.high));
        let watched = played("'win_rates/seat/0' = { at = 0.424, within = 0.0001 }", 20_000, 2, false, false);
        let watched = watched.aims[0].stands[0].interval.expect("an interval");
        assert!(watched.high - watched.low > fixed.high - fixed.low);
    }

    /// All games of Fight! have seven fights: the first look settles nothing, all games do.
    #[test]
    fn what_never_varies_is_judged_once_when_all_games_are_played() {
        let judged = |games: u64, band: &str| {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("house.toml");
            let text = format!("game = 'fight'\n[targets]\n'metrics/length-mean' = {band}\n");
            std::fs::write(&file, text).expect("a file");
            let config = file.display().to_string();
            let asked = Asked { games: Some(games), ..Asked::default() };
            let plan = Plan::new(&config, &asked).unwrap_or_else(|faults| panic!("{faults}"));
            let mut jobs = vec![ConfigCheck::new(&config, plan)];
            let terms = JudgingRules::new(&jobs, Level::new(0.95).expect("a level"), false);
            jobs[0].play(terms, 0, &Session::new(Some(2)).expect("threads"));
            let stand = &jobs[0].aims[0].stands[0];
            (jobs[0].aims[0].verdict(), stand.interval, stand.games)
        };
        let seven = Interval::new(7.0, 7.0);
        assert_eq!(judged(9_000, "{ min = 6, max = 8 }"), (Verdict::Pass, seven, 9_000));
        assert_eq!(judged(9_000, "{ max = 6 }"), (Verdict::Fail, seven, 9_000));
    }

    #[test]
    fn what_a_lock_counts_depends_on_no_target() {
        let early = played("'outcomes/draw' = { max = 0.999 }", 100_000, 2, false, true);
        let full = played("'win_rates/seat/0' = { at = 0.424, within = 0.0001 }", 100_000, 3, true, true);
        let (games, counts) = early.counts.expect("counts");
        assert_eq!((games, Some((games, counts))), (lock::LOCK_GAMES, full.counts));
        assert_eq!(early.runs[0].tally.games, lock::LOCK_GAMES);
        assert_eq!(played("'outcomes/draw' = { max = 0.999 }", 100_000, 2, false, false).counts, None);
    }
}
