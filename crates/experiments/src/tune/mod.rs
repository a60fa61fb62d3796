//! Searches for the fewest changes that make every target pass. All candidates play the same games; the proposal is
//! verified on held-out games with the verdicts of `check`.

mod best;
mod config_edit;
mod loss;
mod search_space;
mod text;
mod variable;

use super::check::judge::{ConfigCheck, JudgingRules};
use super::check::text::targets;
use super::check::units::Unit;
use super::check::{EXAMPLE, text as check_text};
use super::forecast::time;
pub use super::numeric_settings::STEPS;
use super::numeric_settings::check_step;
use super::options::{FRACTION, both, refuse, within};
use super::reserved_games::{TRYING, judging};
use super::{Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata, options};
use crate::config::plan::MOST_GAMES;
use crate::config::{Plan, PlanOptions, config_error};
use crate::model::settings::ConfigErrors;
use crate::report::check::TargetFigure;
use crate::report::result_file::Ended;
use crate::report::text::Text;
use crate::report::tune::{CandidateFigure, CandidateSetting};
use crate::report::{Cell, FigureId, Row, Table, show};
use crate::simulation::endless::nobody_wins;
use crate::stats::verdict::Verdict;
use crate::stats::{Interval, Level, real};
use best::Best;
use loss::Loss;
use search_space::{Answer, Moves, Reach, SearchSpace, Tried, most_tried, steps};
use serde::Serialize;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::ops::RangeInclusive;
use std::path::Path;
use variable::{Variable, variables};

/// What to change, and how far.
#[derive(Clone, Debug, Serialize)]
pub struct Options {
    /// Patterns of keys; `*` matches any text. Empty: all numbers, named choices and flags, without the choices and flags
    /// of `[setup]`.
    pub keys: Vec<String>,
    /// Size of a step, see [`STEPS`].
    pub step: i64,
    /// Maximum number of steps per number, up or down, see [`REACH`].
    pub reach: i64,
    /// Maximum number of settings to change, see [`CHANGES`].
    pub changes: usize,
    /// Change numbers only, no named choices and flags.
    #[serde(skip_serializing_if = "is_false")]
    pub only_numbers: bool,
    /// Leave out candidates with which nobody wins.
    #[serde(skip)]
    pub only_winnable: bool,
    /// Let numbers that are not 0 become 0, or change their sign.
    #[serde(skip_serializing_if = "is_false")]
    pub allow_zero: bool,
    /// The level at which all verdicts hold together.
    #[serde(skip)]
    pub level: Level,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

impl Default for Options {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            step: 1,
            reach: 8,
            changes: 3,
            only_numbers: false,
            only_winnable: false,
            allow_zero: false,
            level: Level::default(),
        }
    }
}

/// The allowed numbers of steps per number.
pub const REACH: RangeInclusive<i64> = 1..=20;
/// The allowed numbers of settings to change.
pub const CHANGES: RangeInclusive<usize> = 1..=MOST_SETTINGS;
/// Maximum number of settings; if there are more, --keys must select.
const MOST_SETTINGS: usize = 2000;
/// Unless the number of games is given, a candidate plays at least this many, if its config does.
const FEWEST: u64 = 1000;
/// Maximum number of proposals to verify.
const PROPOSALS: usize = 3;

/// House rules with all options, without the provenance of a result. Comments and order are kept.
///
/// # Errors
/// The house rules are not valid TOML.
pub fn edited(
    rules: String,
    config: &str,
    plan_options: &PlanOptions,
    plan: &Plan,
) -> Result<String, String> {
    let rules = config_edit::rules(rules, config, plan_options).map_err(|errors| errors.to_string())?;
    config_edit::text(&rules, plan_options, plan, &[]).map_err(|error| error.to_string())
}

/// A verified candidate.
struct Found {
    /// The changes.
    moves: Moves,
    /// The held-out games and targets.
    check: ConfigCheck,
    /// The verdict on all targets.
    verdict: Verdict,
}

/// A validated search.
pub struct Tune {
    /// The config argument.
    config: String,
    plan_options: PlanOptions,
    /// The plan without changes, with the games of a candidate.
    plan: Plan,
    /// The text of the house rules.
    rules: String,
    settings: Vec<Variable>,
    options: Options,
    judging: JudgingRules,
    /// The first held-out game.
    held_out: u64,
    /// The line-ups that the targets judge.
    bots: String,
    /// What a candidate plays for each of its games, in words, and how many games that are.
    each: (String, u64),
}

/// The result of a search.
pub struct Tuned<'t> {
    tune: &'t Tune,
    tried: Vec<Tried>,
    judged: Vec<Found>,
    /// The unchanged config on the games of the search, if there was one.
    base: Option<ConfigCheck>,
    /// Number of candidates that the rules reject, or with which nobody wins.
    n_refused: u64,
    /// Single changes with which nobody wins.
    left_out: Vec<String>,
    /// Whether the games of a candidate were enough to tell that none passes every target.
    is_settled: bool,
    table: Table,
    /// The settings of the candidates.
    settings: Table,
    extent: Extent,
}

impl Tune {
    /// Validates the config and the options.
    ///
    /// # Errors
    /// All errors of the config or of the options.
    pub fn new(config: &str, plan_options: &PlanOptions, options: &Options) -> Result<Self, ConfigErrors> {
        let steps = both(check_step(options.step), within("--reach", options.reach, REACH));
        let (_, ()) = both(steps, within("--changes", options.changes, CHANGES))?;
        let effective = plan_options.read(config)?;
        let rules = effective.house.clone();
        let plan = Plan::of_config(effective, &PlanOptions { takes_panel: true, ..plan_options.clone() })?;
        let ((), settings) = both(has_targets(&plan, config), allowed(&plan, options))?;
        let each = text::each(&ConfigCheck::new(config, plan.clone()));
        // The number of games in the config, or the default, is for a run. A candidate plays a part of them, with all replays.
        let part = (plan.games / FRACTION).max(1);
        let games = plan_options.games.unwrap_or((part / each.1).max(FEWEST.min(part)));
        let plan = plan.of_games(games);
        let base = ConfigCheck::new(config, plan.clone());
        let rules_of_check = JudgingRules::new(std::slice::from_ref(&base), options.level, true);
        let judging_rules = JudgingRules { every: true, ..rules_of_check };
        let bots = base.runs.iter().zip(0..).filter(|(_, index)| base.targets_of(*index).next().is_some());
        let mut named: Vec<&str> = Vec::new();
        for (run, _) in bots {
            // Each pair has runs of its own with the same bots.
            if !named.contains(&run.bots.as_str()) {
                named.push(&run.bots);
            }
        }
        let bots = named.join("; ");
        let rules = config_edit::from_here(config_edit::rules(rules, config, plan_options)?, config);
        let held_out = judging(&format!("{} {}", plan.digest, json!(options)));
        let (config, plan_options) = (config.to_owned(), plan_options.clone());
        Ok(Self {
            config,
            plan_options,
            plan,
            rules,
            settings,
            options: options.clone(),
            judging: judging_rules,
            held_out,
            bots,
            each,
        })
    }

    /// The allowed steps of each setting.
    fn reach(&self) -> Vec<Reach> {
        let Options { step, reach, allow_zero, .. } = self.options;
        self.settings.iter().map(|setting| setting.reach(step, reach, allow_zero)).collect()
    }

    /// Maximum number of settings to change.
    fn most_changes(&self) -> usize {
        self.options.changes.min(self.settings.len())
    }

    /// Maximum number of candidates that are verified with a change less than a proposal that passed.
    fn most_drops(&self) -> usize {
        self.most_changes().min(PROPOSALS)
    }

    /// The changes as `--set` takes them.
    fn sets(&self, moves: &[(usize, i64)]) -> Vec<String> {
        let set = |(setting, step): &(usize, i64)| {
            let setting = &self.settings[*setting];
            format!("{}={}", setting.key(), setting.after(*step, self.options.step))
        };
        moves.iter().map(set).collect()
    }

    /// Keys with old and new values.
    fn changes(&self, moves: &[(usize, i64)]) -> Vec<[String; 3]> {
        let change = |(setting, step): &(usize, i64)| {
            let setting = &self.settings[*setting];
            [setting.key().to_owned(), setting.value(), setting.after(*step, self.options.step)]
        };
        moves.iter().map(change).collect()
    }
}

impl Experiment for Tune {
    type Result<'t> = Tuned<'t>;
    const COMMAND: &'static str = "tune";

    fn plans(&self) -> Vec<&Plan> {
        vec![&self.plan]
    }

    fn games(&self) -> u64 {
        let verified = FRACTION * (1 + PROPOSALS as u64);
        let tries = (most_tried(&self.reach(), self.most_changes()) as u64).saturating_add(verified);
        self.plan.games.saturating_mul(tries).saturating_mul(self.each.1)
    }

    /// What the search plays at most, and about how long that takes. Plays a sample of the unchanged config.
    fn forecast(&self, session: &Session) -> Option<Text> {
        let mut check = ConfigCheck::new(&self.config, self.plan.clone());
        check.first = TRYING;
        let (_, seconds) = check.sample(session);
        let games = self.games() / self.each.1;
        Some(text::forecast(self, &time(seconds * real(games), session)))
    }

    fn play(&self, session: &Session) -> Tuned<'_> {
        self.play_watched(session, &mut |_| {})
    }
}

/// The candidate that is closest to all targets so far.
pub struct Closest {
    /// Number of candidates so far.
    pub n_tried: u64,
    /// Keys with old and new values.
    pub changes: Vec<[String; 3]>,
    /// The address of each figure, its value, and its target.
    pub figures: Vec<[String; 3]>,
}

impl Tuned<'_> {
    /// Single changes that were left out, because nobody wins with them.
    pub(super) fn left_out(&self) -> &[String] {
        &self.left_out
    }
}

impl Tune {
    /// As `play`; `watch` gets each candidate of the search that is closer to the targets than those before.
    pub fn play_watched(&self, session: &Session, watch: &mut dyn FnMut(&Closest)) -> Tuned<'_> {
        let mut search = Search {
            tune: self,
            session,
            watch,
            closest: f64::INFINITY,
            rows: Vec::new(),
            settings: Vec::new(),
            n_tries: 0,
            n_refused: 0,
            left_out: Vec::new(),
            is_settled: true,
            is_stopped: false,
        };
        let (tried, judged, base) = match search.judge(&Moves::new()) {
            Some(as_it_is) if as_it_is.verdict != Verdict::Pass => {
                let (tried, loss, base) = search.search();
                let judged = search.judge_best(&tried, &loss, as_it_is);
                (tried, judged, Some(base))
            }
            as_it_is => (Vec::new(), Vec::from_iter(as_it_is), None),
        };
        let extent = Extent {
            // The rules reject some of those that are tried.
            played: tried.len() as u64 + search.n_refused,
            planned: None,
            unit: "candidates",
            ended: if search.is_stopped { Ended::Interrupted } else { Ended::AllPlayed },
            is_fixed: false,
        };
        let Search { n_refused, left_out, is_settled, rows, settings, .. } = search;
        Tuned {
            tune: self,
            tried,
            judged,
            base,
            n_refused,
            left_out,
            is_settled,
            table: Row::table(&rows),
            settings: Row::table(&settings),
            extent,
        }
    }
}

/// What a search found: the best verified candidate, or the closest one.
pub(super) struct FoundChanges {
    /// Keys with old and new values.
    pub changes: Vec<[String; 3]>,
    /// The verdict on held-out games; `None` if it was not verified.
    pub verdict: Option<Verdict>,
    /// Each figure, its value, interval and verdict on held-out games.
    pub figures: Vec<(FigureId, Cell, Option<Interval>, Verdict)>,
    /// The number of held-out games behind a figure.
    pub games: u64,
}

/// How far the values that a search offers were tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tested {
    /// On held-out games.
    Verified,
    /// They met every target in the games of the search.
    Met,
    /// They do not meet every target, but no others are closer.
    Closest,
}

impl Tuned<'_> {
    /// What the search found; `None` if nothing was played.
    pub(super) fn found_changes(&self) -> Option<FoundChanges> {
        let Some(Found { moves, check, verdict }) = self.found() else {
            let changes = self.tune.changes(Best::of(self)?.moves());
            return Some(FoundChanges { changes, verdict: None, figures: Vec::new(), games: 0 });
        };
        let results = check
            .targets
            .iter()
            .flat_map(|target| target.results.iter().map(move |result| (&target.spec, result)));
        let games = results.clone().map(|(_, result)| result.games).max().unwrap_or(0);
        let figures = results.map(|(spec, result)| {
            (spec.figure.clone(), result.cell.clone(), result.interval, result.judged.verdict())
        });
        Some(FoundChanges {
            changes: self.tune.changes(moves),
            verdict: Some(*verdict),
            figures: figures.collect(),
            games,
        })
    }

    /// The best verified candidate; among equals the first one with the fewest changes.
    fn found(&self) -> Option<&Found> {
        self.judged.iter().rev().max_by_key(|found| (found.verdict, Reverse(found.moves.len())))
    }

    /// Number of candidates that were played.
    pub const fn n_tried(&self) -> u64 {
        self.tried.len() as u64
    }

    /// The settings that the studio offers, and how far they were tested: those of the best verified candidate, or if the
    /// search was stopped before it verified any, those of the closest one.
    pub fn offer(&self) -> Option<(Vec<(String, String)>, Tested)> {
        let best = Best::of(self);
        let (moves, tested) = match (self.found(), &best) {
            (Some(found), _) if found.verdict == Verdict::Fail => return None,
            (Some(found), _) => (found.moves.as_slice(), Tested::Verified),
            (None, _) if self.extent.is_complete() => return None,
            (None, Some(best)) if best.missed().is_empty() => (best.moves(), Tested::Met),
            (None, best) => (best.as_ref()?.moves(), Tested::Closest),
        };
        let set = self.tune.changes(moves).into_iter().map(|[key, _, new]| (key, new));
        Some((set.collect(), tested)).filter(|_| !moves.is_empty())
    }

    /// The proposal: the candidate of a complete search that passed on held-out games, if it has changes.
    fn proposal(&self) -> Option<&Found> {
        let is_proposed = |found: &&Found| !found.moves.is_empty() && found.verdict == Verdict::Pass;
        self.found().filter(is_proposed).filter(|_| self.extent.is_complete())
    }

    /// The name and text of the config with the changes of the proposal, or else of the closest candidate; `None` if the
    /// unchanged config passes.
    pub(super) fn config(&self) -> Option<(&'static str, String)> {
        let passes = self.verdict() == Some(Verdict::Pass);
        let best = Best::of(self).filter(|best| !(passes && best.is_unchanged()))?;
        let proposal = self.proposal();
        let name = if proposal.is_some() { TUNED } else { CLOSEST };
        Some((name, text::config(self.tune, &best, proposal.map(|found| found.verdict))?))
    }
}

impl ExperimentResult for Tuned<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table, &self.settings]
    }

    fn conclusion(&self) -> Vec<String> {
        text::conclusion(self)
    }

    fn summary(&self) -> Text {
        text::text(self)
    }

    fn metadata(&self) -> ResultMeta {
        let Tune { plan, options, .. } = self.tune;
        let changes = self.proposal().map(|found| self.tune.sets(&found.moves));
        let details = details([
            ("verdict", self.found().map(|found| found.verdict.word()).into()),
            ("changes", changes.into()),
            ("level_of_each_interval", self.tune.judging.each.level().into()),
            ("file", self.config().map(|(name, _)| name).into()),
            ("best", Best::of(self).map(|best| best.json()).into()),
            ("search", if self.tried.is_empty() { Value::Null } else { best::coverage(self).into() }),
        ]);
        let mut stored = self::options(options);
        stored.insert("targets".into(), targets(plan));
        metadata(Tune::COMMAND, &[plan], &self.extent, options.level, stored, details)
    }

    fn next(&self, folder: &Path) -> Option<String> {
        self.config().map(|(name, _)| {
            let what = if name == TUNED { "Saved to" } else { "The closest candidate is saved to" };
            format!("{what} {}", folder.join(name).display())
        })
    }

    fn files(&self) -> Vec<(String, Vec<u8>)> {
        self.config().into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect()
    }

    fn verdict(&self) -> Option<Verdict> {
        let unsolved = if self.is_settled { Verdict::Fail } else { Verdict::Inconclusive };
        Some(self.found().map_or(unsolved, |found| found.verdict))
    }
}

/// Checks that the config has targets.
fn has_targets(plan: &Plan, config: &str) -> Result<(), ConfigErrors> {
    if !plan.targets.is_empty() {
        return Ok(());
    }
    let expected = format!("{EXAMPLE} in the config");
    Err(ConfigErrors(vec![config_error(config, "", "no [targets]", expected)]))
}

/// The settings that may be changed.
fn allowed(plan: &Plan, options: &Options) -> Result<Vec<Variable>, ConfigErrors> {
    let mut settings = variables(plan, &options.keys)?;
    settings.retain(|setting| !options.only_numbers || matches!(setting, Variable::Number(_)));
    if settings.len() <= MOST_SETTINGS {
        return Ok(settings);
    }
    refuse("--keys", format!("{} settings", settings.len()), format!("at most {MOST_SETTINGS}"))
}

/// The state of a search.
struct Search<'s> {
    tune: &'s Tune,
    session: &'s Session,
    /// Gets each candidate that is closer to the targets than those before, and how close that is.
    watch: &'s mut dyn FnMut(&Closest),
    closest: f64,
    rows: Vec<CandidateFigure>,
    /// The rows of the settings of the candidates.
    settings: Vec<CandidateSetting>,
    n_tries: u64,
    n_refused: u64,
    left_out: Vec<String>,
    /// Whether a target failed with every candidate.
    is_settled: bool,
    /// Whether it was stopped before it was complete.
    is_stopped: bool,
}

impl Search<'_> {
    /// Tries candidates, the unchanged config first. Returns them, the loss function, and the unchanged config.
    fn search(&mut self) -> (Vec<Tried>, Loss, ConfigCheck) {
        let mut base = ConfigCheck::new(&self.tune.config, self.tune.plan.clone());
        self.play(&mut base, &[], TRYING, self.tune.judging);
        let measure = Loss::new(&base);
        let loss = |figures: &[f64]| measure.of(figures);
        let (reach, most_changes) = (self.tune.reach(), self.tune.most_changes());
        let space = SearchSpace { reach, most_changes, loss: &loss };
        let tried = space.search(|moves| {
            if self.is_stopped {
                return Answer::Stopped;
            }
            if moves.is_empty() {
                self.show(&base, moves, measure.of(&figures(&base)));
                return Answer::Figures(figures(&base));
            }
            // Skips candidates that the rules reject, such as a deck that becomes too small.
            let changed = self.tune.plan.with(&self.tune.sets(moves), "--keys");
            let players = self.tune.plan.players();
            let changed = changed.ok().filter(|changed| changed.players() == players);
            if self.tune.options.only_winnable
                && let Some(changed) = &changed
                && nobody_wins(&*changed.simulation())
            {
                if let [[key, _, value]] = &self.tune.changes(moves)[..] {
                    self.left_out.push(format!("{key} = {value}"));
                }
                self.n_refused += 1;
                return Answer::Refused;
            }
            let Some(mut check) = changed.map(|plan| ConfigCheck::new(&self.tune.config, plan)) else {
                self.n_refused += 1;
                return Answer::Refused;
            };
            self.play(&mut check, moves, TRYING, self.tune.judging);
            if self.is_stopped {
                return Answer::Stopped;
            }
            let figures = figures(&check);
            self.show(&check, moves, measure.of(&figures));
            Answer::Figures(figures)
        });
        (tried, measure, base)
    }

    /// Shows a candidate that is closer to the targets than those before.
    fn show(&mut self, check: &ConfigCheck, moves: &Moves, loss: f64) {
        if loss >= self.closest {
            return;
        }
        self.closest = loss;
        let results =
            check.targets.iter().flat_map(|target| target.results.iter().map(move |result| (target, result)));
        let figures = results.map(|(target, result)| {
            let value = check_text::in_points(target, show::figure(&result.cell, result.cell.number()));
            [target.spec.figure.to_string(), value, check_text::band(target)]
        });
        let (n_tried, changes) = (self.n_tries, self.tune.changes(moves));
        (self.watch)(&Closest { n_tried, changes, figures: figures.collect() });
    }

    /// Verifies the candidates that were inside every target in the search until one passes, those with the fewest changes
    /// first. Of equally many changes, it verifies those inside by the safety margin; if there are none, the nearest one.
    /// Then drops changes that are not needed. `as_it_is` is already verified.
    fn judge_best(&mut self, tried: &[Tried], loss: &Loss, as_it_is: Found) -> Vec<Found> {
        let reach = self.tune.reach();
        let mut inside: Vec<&Tried> =
            tried.iter().filter(|tried| tried.loss <= 0.0 || loss.has(&tried.figures)).collect();
        inside.sort_by(|one, other| {
            let order = |tried: &Tried| (tried.moves.len(), tried.loss.max(0.0));
            let ((n_one, loss_one), (n_other, loss_other)) = (order(one), order(other));
            let by_steps = |tried: &Tried| (steps(&reach, &tried.moves), tried.moves.clone());
            let by_loss = loss_one.total_cmp(&loss_other);
            n_one.cmp(&n_other).then(by_loss).then_with(|| by_steps(one).cmp(&by_steps(other)))
        });
        // No candidate is verified twice.
        if inside.first().is_some_and(|tried| tried.moves.is_empty()) {
            return vec![as_it_is];
        }
        let is_of = |tried: &Tried, n: usize| tried.moves.len() == n;
        let has_met = |n: usize| inside.iter().any(|tried| is_of(tried, n) && tried.loss <= 0.0);
        let is_nearest = |tried: &Tried| {
            inside
                .iter()
                .find(|other| is_of(other, tried.moves.len()))
                .is_some_and(|one| one.moves == tried.moves)
        };
        let is_wanted =
            |tried: &&&Tried| tried.loss <= 0.0 || !has_met(tried.moves.len()) && is_nearest(tried);
        let mut judged: Vec<Found> = Vec::new();
        for tried in inside.iter().filter(is_wanted).take(PROPOSALS) {
            let Some(found) = self.judge(&tried.moves) else { break };
            judged.push(found);
            if judged.last().is_some_and(|found| found.verdict == Verdict::Pass) {
                break;
            }
        }
        let mut left = self.tune.most_drops();
        while let Some(shorter) = self.shorter(&inside, &judged, &mut left) {
            judged.push(shorter);
        }
        judged
    }

    /// The verified proposal without one of its changes, if that passes too and was inside every target in the search.
    /// Verifies at most `left` candidates.
    fn shorter(&mut self, inside: &[&Tried], judged: &[Found], left: &mut usize) -> Option<Found> {
        let found = judged.last().filter(|found| found.verdict == Verdict::Pass && found.moves.len() > 1)?;
        let is_part = |moves: &Moves| {
            moves.len() + 1 == found.moves.len() && moves.iter().all(|change| found.moves.contains(change))
        };
        let parts = inside.iter().map(|tried| &tried.moves).filter(|moves| is_part(moves));
        let parts = parts.filter(|moves| !judged.iter().any(|judged| judged.moves == **moves));
        let mut verified = parts.map_while(|moves| {
            *left = left.checked_sub(1)?;
            self.judge(moves)
        });
        verified.find(|found| found.verdict == Verdict::Pass)
    }

    /// Verifies a candidate on held-out games, as `check` does; `None` if the session is stopped.
    fn judge(&mut self, moves: &Moves) -> Option<Found> {
        if self.is_stopped {
            return None;
        }
        let Tune { plan, options, judging, held_out, .. } = self.tune;
        // A verification plays up to as many games as a run.
        let games = plan.games.saturating_mul(FRACTION).min(MOST_GAMES);
        // The rules accept these changes, because the search tried them.
        let plan = plan.with(&self.tune.sets(moves), "--keys").ok()?.of_games(games);
        // All verdicts on the config and the proposals hold together.
        let each = options.level.shared_by(judging.judgements * (1 + PROPOSALS + self.tune.most_drops()));
        let mut check = ConfigCheck::new(&self.tune.config, plan);
        self.play(&mut check, moves, *held_out, JudgingRules { full: false, every: false, each, ..*judging });
        let verdict = verdict_on(&check);
        (!self.is_stopped).then(|| Found { moves: moves.clone(), check, verdict })
    }

    /// Plays a candidate from the game number `first` on, and records its rows.
    fn play(&mut self, check: &mut ConfigCheck, moves: &[(usize, i64)], first: u64, judging: JudgingRules) {
        check.first = first;
        check.play(judging, 0, self.session);
        self.is_settled &= first != TRYING || verdict_on(check) == Verdict::Fail;
        let is_done = !judging.full && check.is_done();
        self.is_stopped |= !is_done && self.session.is_stopped();
        let figures = check_text::target_figures(&[check]);
        let (reach, changes) = (self.tune.reach(), self.tune.changes(moves));
        let row = |of: TargetFigure| CandidateFigure {
            candidate: self.n_tries,
            settings: json_of(&changes),
            n_changes: moves.len() as u64,
            steps: steps(&reach, moves),
            phase: if first == TRYING { "tried" } else { "judged" },
            of,
        };
        self.rows.extend(figures.into_iter().map(row));
        let plan = &check.plan;
        let setting = |[key, _, value]: [String; 3]| CandidateSetting {
            game: plan.game.id,
            players: plan.players() as u64,
            candidate: self.n_tries,
            key,
            value,
        };
        self.settings.extend(changes.into_iter().map(setting));
        self.n_tries += 1;
    }
}

/// The name of the config file with the changes of a proposal.
const TUNED: &str = "tuned.toml";
/// The name of the config file with the changes of the closest candidate, if there is no proposal.
const CLOSEST: &str = "closest.toml";

/// The new values of settings, as a JSON object.
fn json_of(changes: &[[String; 3]]) -> String {
    let value = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    let entries = changes.iter().map(|[key, _, new]| (key.clone(), value(new)));
    Value::Object(entries.collect()).to_string()
}

/// The verdict on all targets.
fn verdict_on(check: &ConfigCheck) -> Verdict {
    check.units().iter().map(Unit::verdict).min().unwrap_or(Verdict::Inconclusive)
}

/// The figures of all targets and line-ups; NaN if unknown.
fn figures(check: &ConfigCheck) -> Vec<f64> {
    let results = check.targets.iter().flat_map(|target| &target.results);
    results.map(|result| result.cell.number().unwrap_or(f64::NAN)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    #[test]
    fn a_search_that_is_stopped_while_it_verifies_offers_what_met_the_targets() {
        let set = ["targets.metrics/length-mean={ min = 8.0, max = 9.5 }".to_owned()].into();
        let (bots, games) = (vec!["random".into()], Some(200));
        let plan_options = PlanOptions { games, bots, set, ..PlanOptions::default() };
        let options = Options { keys: vec!["rules.bleed-divisor".into()], ..Options::default() };
        let tune = Tune::new("knife-fight", &plan_options, &options);
        let tune = tune.unwrap_or_else(|errors| panic!("{errors}"));
        let offered = |most: u64| {
            let (stop, played) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
            let mut closest = Vec::new();
            let (flag, sum, last) = (Arc::clone(&stop), Arc::clone(&played), Arc::new(AtomicU64::new(0)));
            let batch = Arc::clone(&last);
            let session =
                Session::new(Some(1)).expect("a session").stopped_by(stop).on_progress(move |games| {
                    batch.store(games, Ordering::Relaxed);
                    flag.store(sum.fetch_add(games, Ordering::Relaxed) + games >= most, Ordering::Relaxed);
                });
            let mut watch = |so_far: &Closest| closest.push((so_far.n_tried, so_far.changes.clone()));
            let offer = tune.play_watched(&session, &mut watch).offer();
            // The unchanged config comes first, and each candidate after it is closer.
            assert!(closest.first().is_none_or(|(_, changes)| changes.is_empty()), "{closest:?}");
            assert!(
                offer.is_none() || closest.len() > 1 && closest.windows(2).all(|two| two[0].0 < two[1].0)
            );
            (offer, played.load(Ordering::Relaxed), last.load(Ordering::Relaxed))
        };
        let (complete, n_games, last_batch) = offered(u64::MAX);
        let (set, tested) = complete.expect("values");
        assert!(tested == Tested::Verified && set[0].0 == "rules.bleed-divisor", "{set:?}");
        assert_eq!(offered(n_games - last_batch).0, Some((set, Tested::Met)));
        // Before the first game, nothing is known.
        assert_eq!(offered(0).0, None);
    }
}
