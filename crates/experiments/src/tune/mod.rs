//! Searches for the fewest changes that make every target pass. All candidates play the same games; the proposal is
//! verified on held-out games with the verdicts of `check`.

mod best;
mod config_edit;
mod loss;
mod retrained;
mod search_space;
mod text;
mod variable;

use super::check::judge::{ConfigCheck, JudgingRules};
use super::check::text::targets;
use super::check::units::Unit;
use super::check::{EXAMPLE, text as check_text};
use super::compare::Compared;
use super::forecast::time;
use super::metadata::{result_digest, rounded};
pub use super::numeric_settings::STEPS;
use super::numeric_settings::check_step;
use super::options::{FRACTION, both, is_false, refuse, within};
use super::reserved_games::{TRYING, judging};
use super::train::adapted::{Adapted, retrained};
use super::{Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata, options};
use crate::config::bots::PANEL;
use crate::config::plan::MOST_GAMES;
use crate::config::targets::Target;
use crate::config::{Plan, PlanOptions, config_error};
use crate::model::settings::ConfigErrors;
use crate::report::check::TargetFigure;
use crate::report::claim::Sentence;
use crate::report::result_file::Ended;
use crate::report::text::Text;
use crate::report::tune::{CandidateFigure, CandidateSetting};
use crate::report::{Cell, FigureId, Row, Table, show};
use crate::simulation::endless::nobody_wins;
use crate::stats::verdict::Verdict;
use crate::stats::{Interval, Level, real, shrinkage};
use best::Best;
use loss::Loss;
use retrained::Retrained;
use search_space::{Answer, Moves, Reach, SearchSpace, Tried, most_tried, steps};
use serde::Serialize;
use serde_json::{Map, Value, json};
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
    /// A number at most doubles, but moves by up to three steps.
    #[serde(skip)]
    pub near: bool,
    /// How many steps of a number are tried alone on each side, besides one step.
    #[serde(skip)]
    pub parts: i64,
    /// The number of games of a verification; `None`: [`FRACTION`] times as many as a candidate plays.
    #[serde(skip)]
    pub verified: Option<u64>,
    /// Train players on the rules of the proposal, and judge it again with them.
    #[serde(skip_serializing_if = "is_false")]
    pub retrain: bool,
    /// How many proposals to look for, which change different settings.
    #[serde(skip)]
    pub proposals: usize,
    /// How many other searches there were for the same targets. The k-th search is judged at α·6/(π²k²) from the second one on,
    /// so that searching until something passes shows nothing that is not so.
    #[serde(skip_serializing_if = "is_0")]
    pub searched: u16,
    /// The level at which all verdicts hold together.
    #[serde(skip)]
    pub level: Level,
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
            near: false,
            parts: 1,
            verified: None,
            retrain: false,
            proposals: 1,
            searched: 0,
            level: Level::default(),
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "for serde")]
const fn is_0(number: &u16) -> bool {
    *number == 0
}

/// The level of a search that follows this many others: search k has a share 6/(π²k²) of α, from the second one on.
fn level_after(searched: u16, level: Level) -> Level {
    let k = 1 + usize::from(searched);
    // π²/6 is below 1.645.
    if searched == 0 { level } else { level.shared_by((1645 * k * k).div_ceil(1000)) }
}

/// The allowed numbers of steps per number.
pub const REACH: RangeInclusive<i64> = 1..=20;
/// The allowed numbers of settings to change.
pub const CHANGES: RangeInclusive<usize> = 1..=MOST_SETTINGS;
/// Maximum number of settings; if there are more, --keys must select.
const MOST_SETTINGS: usize = 2000;
/// Unless the number of games is given, a candidate plays at least this many, if its config does.
const FEWEST: u64 = 1000;
/// Maximum number of proposals to verify, for the first that passes; each further proposal adds one.
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
    /// The targets of the config that the search does not judge: each would look for exploiters at every candidate.
    unjudged: Vec<String>,
}

/// The result of a search.
pub struct Tuned<'t> {
    tune: &'t Tune,
    tried: Vec<Tried>,
    judged: Vec<Found>,
    /// The proposal with players who trained on its rules.
    retrained: Option<Retrained>,
    /// What else the proposal changes, in a sentence.
    price: Option<String>,
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
        let options = &Options { level: level_after(options.searched, options.level), ..options.clone() };
        let effective = plan_options.read(config)?;
        let rules = effective.house.clone();
        let mut plan = Plan::of_config(effective, &PlanOptions { panels: &[PANEL], ..plan_options.clone() })?;
        let is_of_exploiter = |target: &Target| matches!(target.figure, FigureId::Exploit { .. });
        let unjudged = plan.targets.extract_if(.., |target| is_of_exploiter(target));
        let unjudged: Vec<String> = unjudged.map(|target| target.figure.to_string()).collect();
        let ((), settings) = both(has_targets(&plan, config, &unjudged), allowed(&plan, options))?;
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
            unjudged,
        })
    }

    /// The allowed steps of each setting.
    fn reach(&self) -> Vec<Reach> {
        let Options { step, reach, allow_zero, near, .. } = self.options;
        let most = |setting: &Variable| if near { setting.near(step).min(reach) } else { reach };
        self.settings.iter().map(|setting| setting.reach(step, most(setting), allow_zero)).collect()
    }

    /// Maximum number of settings to change.
    fn most_changes(&self) -> usize {
        self.options.changes.min(self.settings.len())
    }

    /// The level of each interval of a verification: all verdicts on the config and the proposals hold together.
    fn each_verdict(&self) -> Level {
        let judged = self.judging.judgements * (1 + self.most_verified() + self.most_drops());
        self.options.level.shared_by(judged)
    }

    /// The number of games of a verification.
    fn verified(&self) -> u64 {
        let games = self.options.verified.unwrap_or(self.plan.games.saturating_mul(FRACTION));
        games.clamp(1, MOST_GAMES)
    }

    /// Maximum number of games to measure the unchanged config, and to verify it and candidates.
    pub(super) fn verification(&self) -> u64 {
        self.verified().saturating_mul(2 + self.most_verified() as u64).saturating_mul(self.each.1)
    }

    /// Maximum number of candidates that are verified.
    const fn most_verified(&self) -> usize {
        PROPOSALS + self.options.proposals.saturating_sub(1)
    }

    /// Maximum number of candidates that are verified with a change less than a proposal that passed.
    fn most_drops(&self) -> usize {
        self.most_changes().min(PROPOSALS)
    }

    /// The targets, as its result has them: equal for searches for the same.
    pub fn targets(&self) -> Value {
        let stored = rounded(self.stored_options());
        stored.get("targets").map_or(Value::Null, |of| of["targets"].clone())
    }

    /// The digest of its result.
    pub fn digest(&self) -> String {
        result_digest(Self::COMMAND, &[&self.plan], self.options.level, &self.stored_options())
    }

    /// Its options as the result has them.
    fn stored_options(&self) -> Map<String, Value> {
        let mut stored = options(&self.options);
        stored.insert("targets".into(), targets(&self.plan));
        stored
    }

    /// How many searches for the same targets it counts.
    pub const fn searched(&self) -> u16 {
        self.options.searched
    }

    /// The targets that the search does not judge, in a sentence.
    pub(super) fn unjudged(&self) -> Option<String> {
        let named = self.unjudged.join(", ");
        (!named.is_empty()).then(|| {
            format!(
                "Not judged: {named}, which needs a search for exploiters of its own; run `undercard check`."
            )
        })
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
        let tries = most_tried(&self.reach(), self.most_changes(), self.options.parts) as u64;
        let price = if self.options.proposals == 1 { self.plan.games.saturating_mul(2) } else { 0 };
        let searched = self.plan.games.saturating_mul(tries).saturating_mul(self.each.1);
        searched.saturating_add(self.verification()).saturating_add(price)
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
        // The caller of a search for several proposals words their prices.
        let passed =
            best_of(&judged).filter(|found| self.options.proposals == 1 && found.verdict == Verdict::Pass);
        let price =
            passed.and_then(|found| Compared::price(&self.plan, &self.sets(&found.moves), session, |_| None));
        let retrained = if self.options.retrain { search.retrained(best_of(&judged)) } else { None };
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
            retrained,
            price,
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

/// What a search found: a verified candidate, or the closest one.
#[derive(Clone)]
pub(super) struct FoundChanges {
    /// Keys with old and new values.
    pub changes: Vec<[String; 3]>,
    /// The verdict on held-out games; `None` if it was not verified.
    pub verdict: Option<Verdict>,
    /// Each figure, its value, unit, interval and verdict on held-out games.
    pub figures: Vec<(FigureId, Cell, String, Option<Interval>, Verdict)>,
    /// The number of held-out games behind a figure.
    pub games: u64,
    /// The probability that every figure lies within its target, if it is known.
    pub probability: Option<f64>,
    /// The verdict with players who trained on its rules, if this is the best one and that was wanted.
    pub retrained: Option<Retrained>,
    /// The figures of the unchanged config and of the candidate in the search, on the same games.
    pub searched: Option<[Vec<f64>; 2]>,
    /// If it changes one number: the values of it that the search tried, in ascending order, each with the figures.
    pub curve: Vec<(String, Vec<f64>)>,
}

/// A change that meets only some of the targets.
pub(super) struct SmallerChange {
    /// Keys with old and new values.
    pub changes: Vec<[String; 3]>,
    /// The figures that miss their targets.
    pub missed: Vec<(FigureId, f64)>,
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
    /// What the search found, the best first: the proposals that pass, or if none does, the best or the closest candidate.
    /// Empty if nothing was played.
    pub(super) fn proposals(&self) -> Vec<FoundChanges> {
        let Some(best) = self.found() else {
            let closest = Best::of(self).map(|best| FoundChanges {
                changes: self.tune.changes(best.moves()),
                verdict: None,
                figures: Vec::new(),
                games: 0,
                probability: None,
                retrained: None,
                searched: self.searched(best.moves()),
                curve: self.curve(best.moves()),
            });
            return closest.into_iter().collect();
        };
        let others = self.judged.iter().filter(|found| found.verdict == Verdict::Pass);
        let others = others.filter(|found| settings_of(&found.moves) != settings_of(&best.moves));
        let all = std::iter::once(best).chain(others).take(self.tune.options.proposals);
        all.map(|found| self.found_changes(found)).collect()
    }

    fn found_changes(&self, found: &Found) -> FoundChanges {
        let results = found
            .check
            .targets
            .iter()
            .flat_map(|target| target.results.iter().map(move |result| (&target.spec, result)));
        let games = results.clone().map(|(_, result)| result.games).max().unwrap_or(0);
        let figures = results.map(|(spec, result)| {
            let (cell, unit) = (result.cell.clone(), result.unit.clone());
            (spec.figure.clone(), cell, unit, result.interval, result.judged.verdict())
        });
        FoundChanges {
            changes: self.tune.changes(&found.moves),
            verdict: Some(found.verdict),
            figures: figures.collect(),
            games,
            probability: self.probability(found),
            retrained: self
                .retrained
                .clone()
                .filter(|_| best_of(&self.judged).is_some_and(|best| best.moves == found.moves)),
            searched: self.searched(&found.moves),
            curve: self.curve(&found.moves),
        }
    }

    /// The figures of the unchanged config and of this candidate, if the search tried both.
    fn searched(&self, moves: &[(usize, i64)]) -> Option<[Vec<f64>; 2]> {
        let of = |moves: &[(usize, i64)]| self.tried.iter().find(|tried| tried.moves == moves);
        Some([of(&[])?.figures.clone(), of(moves)?.figures.clone()])
    }

    /// The values that the search tried of the one number that these moves change, each with the figures.
    fn curve(&self, moves: &[(usize, i64)]) -> Vec<(String, Vec<f64>)> {
        let [(setting, _)] = moves else { return Vec::new() };
        let Some(number @ Variable::Number(_)) = self.tune.settings.get(*setting) else { return Vec::new() };
        let step_of = |tried: &Tried| match &tried.moves[..] {
            [] => Some(0),
            [(changed, step)] if changed == setting => Some(*step),
            _ => None,
        };
        let mut points: Vec<(i64, &Tried)> =
            self.tried.iter().filter_map(|tried| Some((step_of(tried)?, tried))).collect();
        points.sort_by_key(|(step, _)| *step);
        points.dedup_by_key(|(step, _)| *step);
        let value = |step| number.after(step, self.tune.options.step);
        points.into_iter().map(|(step, tried)| (value(step), tried.figures.clone())).collect()
    }

    /// The address of each figure of a candidate.
    pub(super) fn aims(&self) -> Vec<&FigureId> {
        let check = self.base.as_ref().map_or(&[][..], |base| &base.targets);
        check.iter().flat_map(|target| target.results.iter().map(|_| &target.spec.figure)).collect()
    }

    /// Of the candidates with fewer changes than a proposal, the nearest to all targets but these, if it is inside all others:
    /// its changes, and the figures of these targets that it misses.
    pub(super) fn without(&self, than: usize, kept: &[&FigureId]) -> Option<SmallerChange> {
        let targets = &self.base.as_ref()?.targets;
        let bands: Vec<_> =
            targets.iter().flat_map(|target| target.results.iter().map(|_| &target.spec)).collect();
        let is_kept = |spec: &Target| kept.contains(&&spec.figure);
        let excess = |spec: &Target, value: f64| spec.band.excess(value) / (spec.band.high - spec.band.low);
        let of = |tried: &Tried, kept: bool| -> Vec<(FigureId, f64)> {
            let pairs = bands.iter().zip(&tried.figures).filter(|(spec, value)| {
                is_kept(spec) == kept && (value.is_nan() || spec.band.excess(**value) > 0.0)
            });
            pairs.map(|(spec, value)| (spec.figure.clone(), *value)).collect()
        };
        let nearest = |tried: &Tried| {
            let excesses = bands.iter().zip(&tried.figures).map(|(spec, value)| excess(spec, *value));
            excesses.filter(|excess| excess.is_finite()).fold(0.0, f64::max)
        };
        let fewer = self.tried.iter().filter(|tried| !tried.moves.is_empty() && tried.moves.len() < than);
        let best = fewer.filter(|tried| of(tried, false).is_empty()).min_by(|one, other| {
            one.moves.len().cmp(&other.moves.len()).then(nearest(one).total_cmp(&nearest(other)))
        })?;
        Some(SmallerChange { changes: self.tune.changes(&best.moves), missed: of(best, true) })
    }

    /// The probability that a verified candidate has every figure within its target; `None` if a target has several line-ups,
    /// or if one of a group is enough.
    fn probability(&self, found: &Found) -> Option<f64> {
        let each = found.check.targets.iter().enumerate().map(|(nth, target)| {
            let ([result], None) = (&target.results[..], &target.spec.group) else { return None };
            let candidates: Vec<f64> =
                self.tried.iter().filter_map(|tried| tried.figures.get(nth).copied()).collect();
            let level = self.tune.each_verdict();
            shrinkage::within(target.spec.band, result.cell.number()?, result.interval?, level, &candidates)
        });
        each.collect::<Option<Vec<f64>>>().map(shrinkage::all)
    }

    /// The best verified candidate.
    fn found(&self) -> Option<&Found> {
        best_of(&self.judged)
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

    fn conclusion(&self) -> Vec<Sentence> {
        text::conclusion(self).into_iter().map(Sentence::from).collect()
    }

    fn summary(&self) -> Text {
        text::text(self)
    }

    fn metadata(&self) -> ResultMeta {
        let Tune { plan, options, .. } = self.tune;
        let changes = self.proposal().map(|found| self.tune.sets(&found.moves));
        let details = details([
            ("verdict", self.found().map(|found| found.verdict.word()).into()),
            ("retrained", self.retrained.as_ref().map(|retrained| retrained.verdict.word()).into()),
            ("changes", changes.into()),
            ("level_of_each_interval", self.tune.judging.each.level().into()),
            ("file", self.config().map(|(name, _)| name).into()),
            ("best", Best::of(self).map(|best| best.json()).into()),
            ("search", if self.tried.is_empty() { Value::Null } else { best::coverage(self).into() }),
        ]);
        metadata(Tune::COMMAND, &[plan], &self.extent, options.level, self.tune.stored_options(), details)
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
        let verdict = self.found().map_or(unsolved, |found| found.verdict);
        Some(self.retrained.as_ref().map_or(verdict, |retrained| retrained.verdict.min(verdict)))
    }
}

/// The best verified candidate; among equals the first one with the fewest changes.
fn best_of(judged: &[Found]) -> Option<&Found> {
    judged.iter().rev().max_by_key(|found| (found.verdict, Reverse(found.moves.len())))
}

/// Checks that the config has targets that a search can judge.
fn has_targets(plan: &Plan, config: &str, unjudged: &[String]) -> Result<(), ConfigErrors> {
    if !plan.targets.is_empty() {
        return Ok(());
    }
    let found = match unjudged {
        [] => "no [targets]".to_owned(),
        unjudged => format!("no [targets] but {}, which only `check` judges", unjudged.join(", ")),
    };
    let expected = format!("{EXAMPLE} in the config");
    Err(ConfigErrors(vec![config_error(config, "", found, expected)]))
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
        let precise = self.precise();
        let measure = Loss::new(&base);
        let loss = |figures: &[f64]| measure.of(figures);
        // All candidates play the same games, so they share the sampling error of the unchanged config.
        let error: Vec<f64> =
            figures(&base).iter().zip(figures(&precise)).map(|(few, many)| few - many).collect();
        let corrected = |check: &ConfigCheck| -> Vec<f64> {
            figures(check)
                .iter()
                .zip(&error)
                .map(|(figure, error)| if error.is_finite() { figure - error } else { *figure })
                .collect()
        };
        let (reach, most_changes) = (self.tune.reach(), self.tune.most_changes());
        let space = SearchSpace { reach, most_changes, parts: self.tune.options.parts, loss: &loss };
        let tried = space.search(|moves| {
            if self.is_stopped {
                return Answer::Stopped;
            }
            if moves.is_empty() {
                let figures = corrected(&base);
                self.show(&base, moves, &figures, &measure);
                return Answer::Figures(figures);
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
            let figures = corrected(&check);
            self.show(&check, moves, &figures, &measure);
            Answer::Figures(figures)
        });
        (tried, measure, base)
    }

    /// The unchanged config on as many games as a verification plays; the first of them are those of a candidate.
    fn precise(&mut self) -> ConfigCheck {
        let Tune { config, plan, judging, .. } = self.tune;
        let mut check = ConfigCheck::new(config, plan.clone().of_games(self.tune.verified().max(plan.games)));
        check.first = TRYING;
        check.play(*judging, 0, self.session);
        self.is_stopped |= self.session.is_stopped();
        check
    }

    /// Shows a candidate that is closer to the targets than those before.
    fn show(&mut self, check: &ConfigCheck, moves: &Moves, values: &[f64], measure: &Loss) {
        let loss = measure.of(values);
        if loss >= self.closest {
            return;
        }
        self.closest = loss;
        let results =
            check.targets.iter().flat_map(|target| target.results.iter().map(move |result| (target, result)));
        let figures = results.zip(values).map(|((target, result), value)| {
            let value = Some(*value).filter(|value| value.is_finite());
            let value = check_text::in_points(target, show::figure(&result.cell, value));
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
        // The smallest change of all is worth a try even if it is not inside by the margin.
        let is_smallest = |tried: &&&Tried| tried.moves.len() == 1 && steps(&reach, &tried.moves) == 1;
        let smallest = inside.iter().filter(is_smallest).min_by(|one, other| one.loss.total_cmp(&other.loss));
        let smallest: Option<Moves> = smallest.map(|tried| tried.moves.clone());
        let is_in = |tried: &Tried| tried.loss <= 0.0 || smallest.as_ref() == Some(&tried.moves);
        inside.sort_by(|one, other| {
            let of = |tried: &Tried| (tried.moves.len(), if is_in(tried) { 0.0 } else { tried.loss });
            let ((n_one, loss_one), (n_other, loss_other)) = (of(one), of(other));
            let by_steps = |tried: &Tried| (steps(&reach, &tried.moves), tried.moves.clone());
            let by_loss = loss_one.total_cmp(&loss_other);
            n_one.cmp(&n_other).then(by_loss).then_with(|| by_steps(one).cmp(&by_steps(other)))
        });
        // No candidate is verified twice.
        if inside.first().is_some_and(|tried| tried.moves.is_empty()) {
            return vec![as_it_is];
        }
        let is_of = |tried: &Tried, n: usize| tried.moves.len() == n;
        let has_met = |n: usize| inside.iter().any(|tried| is_of(tried, n) && is_in(tried));
        let is_nearest = |tried: &Tried| {
            inside
                .iter()
                .find(|other| is_of(other, tried.moves.len()))
                .is_some_and(|one| one.moves == tried.moves)
        };
        let is_wanted = |tried: &&&Tried| is_in(tried) || !has_met(tried.moves.len()) && is_nearest(tried);
        let mut judged: Vec<Found> = Vec::new();
        let passes = |judged: &[Found]| {
            judged
                .iter()
                .filter(|found| found.verdict == Verdict::Pass)
                .map(|found| settings_of(&found.moves))
                .collect()
        };
        for tried in inside.iter().filter(is_wanted) {
            let passed: Vec<Vec<usize>> = passes(&judged);
            if passed.len() >= self.tune.options.proposals || judged.len() >= self.tune.most_verified() {
                break;
            }
            // A further proposal changes other settings, and not more of them.
            let first = passed.first();
            if passed.contains(&settings_of(&tried.moves))
                || first.is_some_and(|first| first.len() < tried.moves.len())
            {
                continue;
            }
            let Some(found) = self.judge(&tried.moves) else { break };
            judged.push(found);
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
        let found = judged.iter().rev().find(|found| found.verdict == Verdict::Pass)?;
        if found.moves.len() < 2 {
            return None;
        }
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
        let Tune { plan, judging, held_out, .. } = self.tune;
        // The rules accept these changes, because the search tried them.
        let plan = plan.with(&self.tune.sets(moves), "--keys").ok()?.of_games(self.tune.verified());
        let each = self.tune.each_verdict();
        let mut check = ConfigCheck::new(&self.tune.config, plan);
        self.play(&mut check, moves, *held_out, JudgingRules { full: false, every: false, each, ..*judging });
        let verdict = verdict_on(&check);
        (!self.is_stopped).then(|| Found { moves: moves.clone(), check, verdict })
    }

    /// Judges a verified candidate again with players who trained on its rules; `None` if it changes nothing or fails, if
    /// the players cannot be trained, or if the session is stopped.
    fn retrained(&mut self, found: Option<&Found>) -> Option<Retrained> {
        let Tune { config, judging, held_out, .. } = self.tune;
        let found = found.filter(|found| !found.moves.is_empty() && found.verdict > Verdict::Fail)?;
        let Adapted { mut plan, is_better } =
            retrained(&found.check.plan, self.tune.options.level, self.session)?;
        if !is_better {
            return Some(Retrained::unchanged(found.verdict));
        }
        // The trained players play in all line-ups.
        plan.targets.iter_mut().for_each(|target| target.bots.clear());
        let order = plan.rules.schema().seat_order;
        let mut check = ConfigCheck::new(config, plan);
        check.first = *held_out;
        let each = self.tune.each_verdict();
        check.play(JudgingRules { full: false, every: false, each, ..*judging }, 0, self.session);
        self.is_stopped |= self.session.is_stopped();
        (!self.is_stopped).then(|| Retrained::of(&check, order))
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

/// The settings that these changes change.
fn settings_of(moves: &Moves) -> Vec<usize> {
    moves.iter().map(|(setting, _)| *setting).collect()
}

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
        // A search for several proposals does not play for what else one of them changes.
        let keys = vec!["rules.bleed-divisor".into()];
        let options = Options { keys, proposals: 2, ..Options::default() };
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
