//! Ranks all numeric settings by the effect of one step up and down.

use super::driver::{Headline, READING, play_on};
use super::forecast::{Forecast, HeadlineFigure, Sample};
use super::numeric_settings::{Number, check_step, numbers};
use super::options::{FRACTION, both, refuse};
use super::{
    Accuracy, Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata, options,
    reserved_games,
};
use crate::config::{Plan, PlanOptions, config_error};
use crate::model::settings::{ConfigErrors, clipped, nearest};
use crate::report::sensitivity::Step;
use crate::report::show::{Grid, bar, grouped, points, signed, wrap};
use crate::report::{self, Cell, Table};
use crate::simulation::Simulation;
use crate::simulation::paired::{figures, play_against};
use crate::stats::compared::{Figure, PlayedPairs};
use crate::stats::paired::Paired;
use serde::Serialize;
use std::fmt::{self, Write};

/// Which settings to change, and which win share to measure.
#[derive(Clone, Debug, Serialize)]
pub struct Options {
    /// Patterns of keys; `*` matches any text. Empty: every numeric setting.
    pub keys: Vec<String>,
    /// Size of a step, at least 1.
    pub step: i64,
    /// Address of the win share to measure; `None`: that of the side with the lowest win rate in reserved games.
    pub show: Option<String>,
    /// Confidence level and precision.
    #[serde(flatten)]
    pub accuracy: Accuracy,
}

impl Default for Options {
    fn default() -> Self {
        Self { keys: Vec::new(), step: 1, show: None, accuracy: Accuracy::default() }
    }
}

/// One simulation per step.
type Simulations = Vec<Box<dyn Simulation>>;

/// A validated request to rank numeric settings.
pub struct Sensitivity {
    plan: Plan,
    base: Box<dyn Simulation>,
    steps: Vec<Step>,
    simulations: Simulations,
    shown: Option<String>,
    options: Options,
}

/// The effects of all steps.
pub struct Sensitivities<'s> {
    sensitivity: &'s Sensitivity,
    shown: String,
    table: Table,
    extent: Extent,
}

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
        let shown = options.show.as_deref().map(|show| win_share(show, &*base)).transpose();
        let ((), ()) = both(options.accuracy.check(), check_step(options.step))?;
        let (numbers, shown) = both(numbers(&plan, &options.keys), shown)?;
        let (steps, simulations) = steps(&plan, numbers, options.step)?;
        Ok(Self { plan, base, steps, simulations, shown, options: options.clone() })
    }

    const fn accuracy(&self) -> Accuracy {
        self.options.accuracy
    }

    fn simulations(&self) -> Vec<&dyn Simulation> {
        self.simulations.iter().map(|simulation| &**simulation).collect()
    }

    fn shown(&self, session: &Session) -> String {
        self.shown.clone().unwrap_or_else(|| lowest_side(&self.plan, &*self.base, self.accuracy(), session))
    }

    fn table(&self, shown: &str, pairs: &[PlayedPairs], fixed: bool) -> Table {
        let rows: Vec<_> = self.steps.iter().zip(pairs).collect();
        let params = report::sensitivity::Params {
            game: self.plan.game.id,
            players: self.plan.players(),
            unit: self.plan.rules.schema().unit,
            shown,
            fixed,
            planned: self.plan.games,
            level: self.accuracy().level,
        };
        report::sensitivity::table(&params, &rows)
    }
}

impl Experiment for Sensitivity {
    type Result<'s> = Sensitivities<'s>;
    const COMMAND: &'static str = "sensitivity";

    fn plans(&self) -> Vec<&Plan> {
        vec![&self.plan]
    }

    fn games(&self) -> u64 {
        self.plan.games.saturating_mul(self.steps.len() as u64)
    }

    fn play(&self, session: &Session) -> Sensitivities<'_> {
        let (Self { plan, base, .. }, accuracy) = (self, self.accuracy());
        let (shown, simulations) = (self.shown(session), self.simulations());
        let (pairs, stopped) = play_on(
            Vec::new(),
            0..plan.games,
            accuracy.is_sequential(),
            session,
            |pairs, games| {
                let progress = |n| session.played(n);
                let (more, n_games) =
                    play_against(&**base, &simulations, games, session.pool(), session.stop(), &progress);
                PlayedPairs::merge(pairs, more);
                n_games
            },
            |pairs| accuracy.is_reached(|| HEADLINE.widest(&self.table(&shown, pairs, false))),
        );
        let extent = Extent::of(stopped, plan.games, "pairs of games per step", accuracy.is_sequential());
        let table = self.table(&shown, &pairs, extent.is_fixed);
        Sensitivities { sensitivity: self, shown, table, extent }
    }

    fn forecast(&self, session: &Session) -> Option<String> {
        let (Self { plan, base, .. }, accuracy) = (self, self.accuracy());
        let (shown, simulations) = (self.shown(session), self.simulations());
        let (sample, (pairs, _)) = Sample::play(plan.games, |games| {
            play_against(&**base, &simulations, 0..games, session.pool(), session.stop(), &|_| {})
        });
        let table = self.table(&shown, &pairs, true);
        let forecast = Forecast {
            plan,
            games: plan.games,
            amount: format!("{} steps of {} pairs of games", self.steps.len(), grouped(plan.games)),
            unit: "pairs of games per step",
            sample,
            times: 1,
            session,
            headline: HeadlineFigure::Difference(format!(
                "change in win share of {}, every step",
                side(&shown)
            )),
            deviation: HEADLINE.deviation(&table, sample.games, accuracy.level),
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

    fn summary(&self) -> Result<String, fmt::Error> {
        text(self)
    }

    fn metadata(&self) -> ResultMeta {
        let Sensitivity { plan, options: chosen, .. } = self.sensitivity;
        let details = details([("figure", self.shown.as_str().into())]);
        let level = chosen.accuracy.level;
        metadata(Sensitivity::COMMAND, &[plan], &self.extent, level, options(chosen), details)
    }

    fn shortfall(&self) -> Option<String> {
        self.sensitivity.accuracy().shortfall_of(&self.extent)
    }
}

/// The headline figures: the change of every step; slopes are excluded.
const HEADLINE: Headline = Headline {
    column: "delta",
    rows: |table, row| table.cell(row, "to").is_some_and(|to| *to != Cell::Empty),
};

/// Every step that the rules accept, and its simulation.
///
/// # Errors
/// The rules accept no step, or there are too many.
fn steps(plan: &Plan, numbers: Vec<Number>, step: i64) -> Result<(Vec<Step>, Simulations), ConfigErrors> {
    let (mut steps, mut simulations, plan) = (Vec::new(), Vec::new(), &plan.untargeted());
    for Number { key, value: from, range } in numbers {
        for to in [from.saturating_sub(step), from.saturating_add(step)] {
            // Skips steps that the rules reject, such as a deck that becomes too small.
            let changed =
                if range.contains(&to) { plan.with(&[format!("{key}={to}")], "--keys").ok() } else { None };
            if let Some(changed) = changed.filter(|changed| changed.players() == plan.players()) {
                steps.push(Step { key: key.clone(), from, to });
                simulations.push(changed.simulation());
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
    Ok((steps, simulations))
}

/// The prefix of all addresses of win shares.
const SHARES: &str = "win_rates/";

/// Checks that a win share has this address.
///
/// # Errors
/// No win share has it.
fn win_share(wanted: &str, base: &dyn Simulation) -> Result<String, ConfigErrors> {
    let all = figures(base);
    let shares =
        || all.iter().map(|figure| figure.address.as_str()).filter(|address| address.starts_with(SHARES));
    if shares().any(|address| address == wanted) {
        return Ok(wanted.to_owned());
    }
    let expected = format!("one of: {}", shares().collect::<Vec<_>>().join(", "));
    let mut error = config_error("--show", "", format!("\"{}\"", clipped(wanted)), expected);
    error.hint = nearest(wanted, shares());
    Err(ConfigErrors(vec![error]))
}

/// Maximum number of games for finding the side with the lowest win rate.
const SIDING: u64 = 4096;

/// The address of the win share of the side (or seat) with the lowest win rate. It is determined in reserved
/// games: in the measured games, a side that was merely unlucky would seem to gain from every step.
fn lowest_side(plan: &Plan, base: &dyn Simulation, accuracy: Accuracy, session: &Session) -> String {
    let group = base.schema().groups.first().map_or("seat", |group| group.name);
    let games = reserved_games::SIDING..reserved_games::SIDING + plan.games.min(SIDING);
    let (pairs, _) = play_against(base, &[base], games, session.pool(), session.stop(), &|_| {});
    let played = pairs.iter().flat_map(|pairs| pairs.figures.iter().zip(&pairs.paired));
    let is_rate =
        |address: &str| address.starts_with(&format!("{SHARES}{group}/")) && !address.ends_with("/score");
    let rates = played.filter(|(figure, _)| is_rate(&figure.address));
    let rate = |(figure, paired): (&Figure, &Paired)| {
        Some((paired.difference(figure.scale(), accuracy.level).a?, figure.address.clone()))
    };
    let worst = rates.filter_map(rate).min_by(|one, other| one.0.total_cmp(&other.0));
    worst.map_or_else(|| format!("{SHARES}seat/0"), |(_, address)| address)
}

/// Maximum number of steps in the summary.
const SHOWN: usize = 20;

/// A side in words.
fn side(address: &str) -> String {
    address.trim_start_matches("win_rates/").replace('/', " ")
}

fn text(result: &Sensitivities<'_>) -> Result<String, fmt::Error> {
    let Sensitivities { sensitivity, shown, table, extent } = result;
    let games = extent.played;
    let (Sensitivity { plan, .. }, accuracy) = (sensitivity, sensitivity.accuracy());
    let mut text = String::new();
    writeln!(text, "{}: {} pairs of games per step, seed {}", plan.game.title, grouped(games), plan.seed)?;
    let number = |row: &[Cell], column: &str| table.number(row, column);
    let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(|row| (HEADLINE.rows)(table, row)).collect();
    let is_tested = rows.iter().any(|row| number(row, "p_holm").is_some());
    writeln!(
        text,
        "Change in win share of {}{}, in percentage points,\nand in mean length{}\n",
        side(shown),
        if sensitivity.shown.is_some() { "" } else { " (lowest win rate)" },
        accuracy.stars(is_tested)
    )?;
    let delta = |row: &[Cell]| 100.0 * number(row, "delta").unwrap_or(0.0);
    let ends = |row: &[Cell]| number(row, "delta_low").zip(number(row, "delta_high"));
    let is_significant = |row: &[Cell]| match number(row, "p_holm") {
        Some(p) => p < accuracy.level.alpha(),
        None => !extent.is_fixed && ends(row).is_some_and(|(low, high)| low > 0.0 || high < 0.0),
    };
    // Bars are for changes that are no noise.
    let clear = rows.iter().filter(|row| is_significant(row));
    let most = clear.map(|row| delta(row).abs()).fold(1e-9, f64::max);
    let line = |row: &&Vec<Cell>| {
        let is_significant = is_significant(row);
        let interval = ends(row).map(|(low, high)| format!("{} to {}", points(low), points(high)));
        vec![
            table.written(row, "key"),
            format!("{} → {}", table.written(row, "from"), table.written(row, "to")),
            format!("{}{}", signed(delta(row), 2), if is_significant && is_tested { "*" } else { " " }),
            interval.unwrap_or_default(),
            if is_significant { bar(delta(row), most) } else { String::new() },
            signed(number(row, "length_delta").unwrap_or(0.0), 2),
        ]
    };
    let lines = rows.iter().take(SHOWN).map(line).collect();
    let header = ["setting", "step", "win share ", "interval", "", "mean length"].map(str::to_owned).to_vec();
    text += &Grid { header, right: vec![false, true, true, true, false, true], rows: lines }.text();
    if rows.len() > SHOWN {
        writeln!(text, "… {} more steps in sensitivity.csv", rows.len() - SHOWN)?;
    }
    if accuracy.is_sequential() {
        writeln!(text, "\n{READING}")?;
    }
    Ok(wrap(&text))
}
