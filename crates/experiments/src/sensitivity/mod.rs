//! Ranks all numeric settings by the effect of steps up and down.

mod text;

use super::driver::{deviation, play_on, widest};
use super::figures::{Need, Source};
use super::forecast::{Forecast, HeadlineFigure, Sample};
use super::numeric_settings::{Number, check_step, numbers};
use super::options::{FRACTION, both, refuse};
use super::{
    Accuracy, Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata, options,
    reserved_games,
};
use crate::config::{Plan, PlanOptions, addresses};
use crate::model::settings::{ConfigErrors, clipped};
use crate::report::claim::{Sentence, texts};
use crate::report::result_file::Ended;
use crate::report::sensitivity::{Step, StepEffect};
use crate::report::show::grouped;
use crate::report::text::Text;
use crate::report::{self, FigureId, Row, Table, plain};
use crate::simulation::Simulation;
use crate::simulation::paired::{figures, play_against};
use crate::stats::Interval;
use crate::stats::compared::{Figure, PlayedPairs};
use crate::stats::paired::{Difference, Paired};
use serde::Serialize;

/// Which settings to change, and which figure to measure.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Options {
    /// Patterns of keys; `*` matches any text. Empty: every numeric setting.
    pub keys: Vec<String>,
    /// Size of a step, at least 1; `None`: 1, and half of the number if a figure is chosen.
    pub step: Option<i64>,
    /// Address of the figure to measure; `None`: the win share of the side with the lowest win rate in reserved games.
    pub show: Option<String>,
    /// Confidence level and precision.
    #[serde(flatten)]
    pub accuracy: Accuracy,
}

/// One simulation per step.
type Simulations = Vec<Box<dyn Simulation>>;

/// A validated request to rank numeric settings.
pub struct Sensitivity {
    plan: Plan,
    base: Box<dyn Simulation>,
    steps: Vec<Step>,
    simulations: Simulations,
    shown: Option<FigureId>,
    /// The games of the measured figure, if single games do not have it: of the unchanged config, then of each step.
    sources: Option<(Source, Vec<Source>)>,
    options: Options,
}

/// The effects of all steps.
pub struct Sensitivities<'s> {
    sensitivity: &'s Sensitivity,
    shown: Shown,
    /// The effects.
    pub(crate) rows: Vec<StepEffect>,
    table: Table,
    extent: Extent,
}

/// Numbers of pairs of games of each step after which the answer so far is said.
const EARLY: [u64; 4] = [256, 1024, 4096, 16_384];
/// Maximum number of steps; if there are more, --keys must select.
const MOST_STEPS: usize = 4000;

impl Sensitivity {
    /// Validates the config, the options and every step.
    ///
    /// # Errors
    /// All errors of the config or of the options.
    pub fn new(config: &str, plan_options: &PlanOptions, options: &Options) -> Result<Self, ConfigErrors> {
        let plan = Plan::new(config, plan_options)?.or_games(|plan| plan.games / FRACTION);
        let base = plan.simulation();
        let shown = options.show.as_deref().map(|show| addresses::find("--show", show, [&plan])).transpose();
        let ((), ()) = both(options.accuracy.check(), options.step.map_or(Ok(()), check_step))?;
        let (numbers, shown) = both(numbers(&plan, &options.keys), shown)?;
        let sizes = |value: i64| match (options.step, &options.show) {
            (Some(step), _) => [step, step],
            (None, Some(_)) => [1, (value / 2).saturating_abs().max(2)],
            (None, None) => [1, 1],
        };
        let (steps, plans) = steps(&plan, numbers, sizes)?;
        let other = shown.as_ref().filter(|shown| !figures(&*base).iter().any(|known| known.id == **shown));
        if let (Some(other), Some(_)) = (other, options.accuracy.precision) {
            let expected = "no --precision, or the win rate, score, outcome or mean of a game";
            return refuse(
                "--show",
                format!("\"{}\" with --precision", clipped(&other.to_string())),
                expected,
            );
        }
        let sources = other.map(|other| {
            let need = Need::of(other);
            (Source::new(&plan, &need), plans.iter().map(|plan| Source::new(plan, &need)).collect())
        });
        let simulations = plans.iter().map(Plan::simulation).collect();
        Ok(Self { plan, base, steps, simulations, shown, sources, options: options.clone() })
    }

    /// What so many first games say, in sentences.
    fn so_far(&self, shown: &Shown, pairs: &[PlayedPairs], games: u64) -> Option<String> {
        let rows = self.rows(shown, pairs, true);
        let extent = Extent::of_parts(0, 1, "pairs of games per step", false);
        let shown = Shown { id: shown.id.clone(), unit: shown.unit.clone(), changes: None };
        let result = Sensitivities { sensitivity: self, shown, table: Row::table(&rows), rows, extent };
        let sentences = texts(text::conclusion(&result)).join(" ");
        (!sentences.is_empty())
            .then(|| format!("After {} pairs of games per step: {sentences}", grouped(games)))
    }

    const fn accuracy(&self) -> Accuracy {
        self.options.accuracy
    }

    fn simulations(&self) -> Vec<&dyn Simulation> {
        self.simulations.iter().map(|simulation| &**simulation).collect()
    }

    fn shown(&self, session: &Session) -> Shown {
        let lowest = || lowest_side(&self.plan, &*self.base, self.accuracy(), session);
        let id = self.shown.clone().unwrap_or_else(lowest);
        let known = addresses::of_plan(&self.plan).into_iter().find(|figure| figure.id == id);
        Shown { id, unit: known.map_or_else(|| "share".into(), |figure| figure.unit), changes: None }
    }

    /// Plays the first games for a figure that single games do not have. Returns its change by each step; `None` if the
    /// session is stopped.
    fn changes(&self, id: &FigureId, games: u64, session: &Session) -> Option<Vec<Option<Difference>>> {
        let (base, steps) = self.sources.as_ref()?;
        // Both intervals hold together.
        let level = self.accuracy().level.shared_by(2);
        let estimate = |source: &Source| {
            let mut counts = source.counts();
            source.play(&mut counts, 0..games, session);
            let tables = source.tables(&self.plan, &counts, level, true);
            let figure = report::figure(&tables, id);
            let estimate = figure.and_then(|figure| {
                let ends = figure.low.zip(figure.high).and_then(|(low, high)| Interval::new(low, high));
                Some((figure.value?, ends))
            });
            (counts.games() == games).then_some(estimate)
        };
        let base = estimate(base)?;
        let change = |step: &Source| {
            Some(base.zip(estimate(step)?).map(|(base, step)| Difference::between(base, step)))
        };
        steps.iter().map(change).collect()
    }

    fn rows(&self, shown: &Shown, pairs: &[PlayedPairs], fixed: bool) -> Vec<StepEffect> {
        let rows: Vec<_> = self.steps.iter().zip(pairs).collect();
        let params = report::sensitivity::Params {
            game: self.plan.game.id,
            players: self.plan.players(),
            unit: self.plan.rules.schema().unit,
            shown: &shown.id,
            shown_unit: &shown.unit,
            changes: shown.changes.as_deref(),
            fixed,
            planned: self.plan.games,
            level: self.accuracy().level,
        };
        report::sensitivity::rows(&params, &rows)
    }
}

impl Experiment for Sensitivity {
    type Result<'s> = Sensitivities<'s>;
    const COMMAND: &'static str = "sensitivity";

    fn plans(&self) -> Vec<&Plan> {
        vec![&self.plan]
    }

    fn games(&self) -> u64 {
        let of_sources = |(base, steps): &(Source, Vec<Source>)| {
            base.n_replays() + steps.iter().map(Source::n_replays).sum::<u64>()
        };
        let n = self.steps.len() as u64 + self.sources.as_ref().map_or(0, of_sources);
        self.plan.games.saturating_mul(n)
    }

    fn play(&self, session: &Session) -> Sensitivities<'_> {
        let (Self { plan, base, .. }, accuracy) = (self, self.accuracy());
        let (mut shown, simulations) = (self.shown(session), self.simulations());
        let (pairs, stopped) = play_on(
            Vec::new(),
            0..plan.games,
            accuracy.is_sequential(),
            session,
            |pairs, games| {
                let progress = |n| session.played(n);
                let mut played = games.start;
                // The first games say something before all are played.
                let early = EARLY.into_iter().filter(|early| games.start < *early && *early < games.end);
                for end in early.chain([games.end]) {
                    let (more, n_games) = play_against(
                        &**base,
                        &simulations,
                        played..end,
                        session.pool(),
                        session.stop(),
                        &progress,
                    );
                    PlayedPairs::merge(pairs, more);
                    played += n_games;
                    if played < end {
                        break;
                    }
                    if end < games.end && self.sources.is_none() {
                        self.so_far(&shown, pairs, end).iter().for_each(|sentence| session.found(sentence));
                    }
                }
                played - games.start
            },
            |pairs| accuracy.is_reached(|| widest(headline(&self.rows(&shown, pairs, false)))),
        );
        let mut extent = Extent::of(stopped, plan.games, "pairs of games per step", accuracy.is_sequential());
        if self.sources.is_some() {
            let changes = self.changes(&shown.id, stopped.games, session);
            if changes.is_none() {
                extent = Extent { ended: Ended::Interrupted, is_fixed: false, ..extent };
            }
            shown.changes = Some(changes.unwrap_or_default());
        }
        let rows = self.rows(&shown, &pairs, extent.is_fixed);
        Sensitivities { sensitivity: self, shown, table: Row::table(&rows), rows, extent }
    }

    fn forecast(&self, session: &Session) -> Option<Text> {
        let (Self { plan, base, .. }, accuracy) = (self, self.accuracy());
        let (shown, simulations) = (self.shown(session), self.simulations());
        let (sample, (pairs, _)) = Sample::play(plan.games, |games| {
            play_against(&**base, &simulations, 0..games, session.pool(), session.stop(), &|_| {})
        });
        let rows = self.rows(&shown, &pairs, true);
        let forecast = Forecast {
            plan,
            games: plan.games,
            amount: format!("{} steps of {} pairs of games", self.steps.len(), grouped(plan.games)),
            unit: "pairs of games per step",
            sample,
            times: 1,
            session,
            headline: HeadlineFigure::Difference(format!(
                "change in {}, every step",
                plain::figure(&shown.id, plan.rules.schema().seat_order)
            )),
            deviation: deviation(headline(&rows), sample.games, accuracy.level),
            stop: accuracy.stop(),
            level: accuracy.level,
        };
        Some(forecast.text())
    }
}

impl ExperimentResult for Sensitivities<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table]
    }

    fn conclusion(&self) -> Vec<Sentence> {
        text::conclusion(self)
    }

    fn summary(&self) -> Text {
        text::text(self)
    }

    fn metadata(&self) -> ResultMeta {
        let Sensitivity { plan, options: chosen, .. } = self.sensitivity;
        let details = details([("figure", self.shown.id.to_string().into())]);
        let level = chosen.accuracy.level;
        metadata(Sensitivity::COMMAND, &[plan], &self.extent, level, options(chosen), details)
    }

    fn shortfall(&self) -> Option<String> {
        self.sensitivity.accuracy().shortfall_of(&self.extent)
    }
}

/// The measured figure.
struct Shown {
    id: FigureId,
    unit: String,
    /// Its change by each step, if single games do not have it.
    changes: Option<Vec<Option<Difference>>>,
}

/// The intervals of the headline figures: the change of every step; slopes are excluded.
fn headline(rows: &[StepEffect]) -> impl Iterator<Item = Option<Interval>> {
    let steps = rows.iter().filter(|row| row.to.is_some()).filter_map(|row| row.change);
    steps.filter(|change| change.delta.is_some()).map(|change| change.interval)
}

/// Every step of these sizes that the rules accept, and its plan.
///
/// # Errors
/// The rules accept no step, or there are too many.
fn steps(
    plan: &Plan,
    numbers: Vec<Number>,
    sizes: impl Fn(i64) -> [i64; 2],
) -> Result<(Vec<Step>, Vec<Plan>), ConfigErrors> {
    let (mut steps, mut plans, plan) = (Vec::new(), Vec::new(), &plan.untargeted());
    for Number { key, value: from, range } in numbers {
        let [small, large] = sizes(from);
        let mut values = [
            from.saturating_sub(large),
            from.saturating_sub(small),
            from.saturating_add(small),
            from.saturating_add(large),
        ]
        .to_vec();
        values.dedup();
        for to in values {
            // Skips steps that the rules reject, such as a deck that becomes too small.
            let changed =
                if range.contains(&to) { plan.with(&[format!("{key}={to}")], "--keys").ok() } else { None };
            if let Some(changed) = changed.filter(|changed| changed.players() == plan.players()) {
                steps.push(Step { key: key.clone(), from, to });
                plans.push(changed);
            }
        }
        if steps.len() > MOST_STEPS {
            return refuse(
                "--keys",
                format!("more than {MOST_STEPS} steps"),
                "patterns that match fewer settings",
            );
        }
    }
    if steps.is_empty() {
        let expected = "other settings, or a smaller --step";
        return refuse("--keys", "only settings whose steps the rules reject", expected);
    }
    Ok((steps, plans))
}

/// Maximum number of games for finding the side with the lowest win rate.
const SIDING: u64 = 4096;

/// The win share of the side (or seat) with the lowest win rate. It is determined in reserved
/// games: in the measured games, a side that was merely unlucky would seem to gain from every step.
fn lowest_side(plan: &Plan, base: &dyn Simulation, accuracy: Accuracy, session: &Session) -> FigureId {
    let group = base.schema().groups.first().map_or("seat", |group| group.name);
    let games = reserved_games::SIDING..reserved_games::SIDING + plan.games.min(SIDING);
    let (pairs, _) = play_against(base, &[base], games, session.pool(), session.stop(), &|_| {});
    let played = pairs.iter().flat_map(|pairs| pairs.figures.iter().zip(&pairs.paired));
    let is_rate = |id: &FigureId| id.win_group() == Some(group) && !id.is_score();
    let rates = played.filter(|(figure, _)| is_rate(&figure.id));
    let rate = |(figure, paired): (&Figure, &Paired)| {
        Some((paired.difference(figure.scale(), accuracy.level).a?, figure.id.clone()))
    };
    let worst = rates.filter_map(rate).min_by(|one, other| one.0.total_cmp(&other.0));
    worst.map_or_else(|| FigureId::win_rate("seat", "0"), |(_, id)| id)
}
