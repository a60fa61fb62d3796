//! Plays every combination of a grid over up to three settings.

mod text;

use super::forecast::Forecast;
use super::options::{FRACTION, refuse};
use super::run::{play_enough, results, sample};
use super::{
    Accuracy, Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata, options,
};
use crate::config::targets::listed;
use crate::config::{Plan, PlanOptions, config_error};
use crate::model::settings::{Allowed, ConfigError, ConfigErrors, clipped, nearest};
use crate::report::show::grouped;
use crate::report::sweep::MOST_SETTINGS;
use crate::report::{self, Table};
use crate::simulation::Simulation;
use serde::Serialize;
use serde_json::json;
use std::fmt;
use std::str::FromStr;

/// The grid, and the figure that the summary shows.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Options {
    /// The settings to vary, one to three.
    pub vary: Vec<Vary>,
    /// Address of the figure that the summary shows; `None`: the first win rate.
    #[serde(skip)]
    pub show: Option<String>,
    /// Confidence level and precision of each cell.
    #[serde(flatten)]
    pub accuracy: Accuracy,
}

/// A grid of settings.
pub struct Sweep {
    plan: Plan,
    /// The plan without targets, which cells may not have the figures of.
    base: Plan,
    /// The plan of the first cell.
    first: Plan,
    cells: Vec<GridCell>,
    options: Options,
}

/// The figures of every cell.
pub struct Swept<'s> {
    sweep: &'s Sweep,
    table: Table,
    extent: Extent,
    n_played: usize,
    /// Cells in which the precision was not reached.
    n_short: usize,
}

/// A setting and its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Vary {
    key: String,
    values: Vec<String>,
}

/// Maximum number of cells of a grid.
const MOST_CELLS: usize = 10_000;

impl FromStr for Vary {
    type Err = String;

    /// Parses `KEY=a..b`, `KEY=a..b..step` or `KEY=x,y,z`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "expected KEY=a..b, KEY=a..b..step or KEY=x,y,z".to_owned();
        let (key, values) = text.split_once('=').ok_or_else(wrong)?;
        let numbers: Option<Vec<i64>> = values.split("..").map(|number| number.trim().parse().ok()).collect();
        let values: Vec<String> = match (values.contains(".."), numbers.as_deref()) {
            (true, Some([low, high])) if low <= high => range(*low, *high, 1)?,
            (true, Some([low, high, step])) if low <= high && *step > 0 => range(*low, *high, *step)?,
            (true, _) => return Err(wrong()),
            (false, _) => values.split(',').map(|value| value.trim().to_owned()).collect(),
        };
        if key.trim().is_empty() || values.iter().any(String::is_empty) {
            return Err(wrong());
        }
        if let Some(twice) = (1..values.len()).find(|nth| values[..*nth].contains(&values[*nth])) {
            return Err(format!("found {} more than once, expected each value once", values[twice]));
        }
        Ok(Vary { key: key.trim().to_owned(), values })
    }
}

fn range(low: i64, high: i64, step: i64) -> Result<Vec<String>, String> {
    let step = usize::try_from(step).map_err(|_| "expected a step of at least 1".to_owned())?;
    let values: Vec<String> =
        (low..=high).step_by(step).take(MOST_CELLS + 1).map(|value| value.to_string()).collect();
    if values.len() > MOST_CELLS { Err(format!("expected at most {MOST_CELLS} values")) } else { Ok(values) }
}

/// One valid cell of the grid, ready to be played. It does not keep its plan, because there can be thousands of cells.
struct GridCell {
    values: Vec<String>,
    rules_digest: String,
    simulation: Box<dyn Simulation>,
}

impl Sweep {
    /// Validates the config, the options and every cell.
    ///
    /// # Errors
    /// All errors of the config, or of all cells.
    pub fn new(config: &str, plan_options: &PlanOptions, options: &Options) -> Result<Self, ConfigErrors> {
        let plan = Plan::new(config, plan_options)?.or_games(|plan| plan.games / FRACTION);
        options.accuracy.check()?;
        let base = plan.untargeted();
        let (first, cells) = cells(&base, &options.vary)?;
        let show = options.show.as_ref().map(|show| known_figure(show, &base, &cells)).transpose()?;
        Ok(Self { plan, base, first, cells, options: Options { show, ..options.clone() } })
    }
}

impl Experiment for Sweep {
    type Result<'s> = Swept<'s>;
    const COMMAND: &'static str = "sweep";

    fn plans(&self) -> Vec<&Plan> {
        vec![&self.plan]
    }

    fn games(&self) -> u64 {
        self.plan.games.saturating_mul(self.cells.len() as u64)
    }

    fn play(&self, session: &Session) -> Swept<'_> {
        let Self { base, cells, options: Options { vary, accuracy, .. }, .. } = self;
        let (mut rows, mut n_played, mut n_short) = (Vec::new(), 0, 0);
        for cell in cells {
            let GridCell { values, simulation, .. } = cell;
            let (tally, stopped) = play_enough(session, *accuracy, base, &**simulation);
            if !stopped.is_done {
                break;
            }
            let results = results(base, &**simulation, &tally, accuracy.level, !accuracy.is_sequential());
            let keys = vary.iter().map(|vary| vary.key.as_str());
            rows.extend(report::sweep::rows(
                &results,
                &keys.zip(values.iter().map(String::as_str)).collect::<Vec<_>>(),
            ));
            n_played += 1;
            n_short += usize::from(!stopped.is_enough);
        }
        let extent = Extent::of_parts(n_played, cells.len(), "combinations", accuracy.is_sequential());
        Swept { sweep: self, table: report::sweep::table(rows), extent, n_played, n_short }
    }

    /// Estimates from the first cell.
    fn forecast(&self, session: &Session) -> Option<String> {
        let Self { first: plan, cells, options: Options { accuracy, .. }, .. } = self;
        let sample = sample(plan, &*plan.simulation(), session, *accuracy);
        let amount = format!("{} combinations of {} games", cells.len(), grouped(plan.games));
        Some(Forecast { amount, unit: "games per combination", times: cells.len(), ..sample }.text())
    }
}

impl ExperimentResult for Swept<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table]
    }

    fn summary(&self) -> Result<String, fmt::Error> {
        if self.n_played == 0 { Ok(String::new()) } else { Ok(text::text(self.sweep, &self.table)) }
    }

    fn metadata(&self) -> ResultMeta {
        let Sweep { plan, options: chosen, .. } = self.sweep;
        let level = chosen.accuracy.level;
        // Every combination has rules of its own.
        let combination =
            |cell: &GridCell| json!({ "values": cell.values, "rules_digest": cell.rules_digest });
        let combinations = self.sweep.cells.iter().map(combination).collect::<Vec<_>>();
        let details = details([("combinations", combinations.into())]);
        metadata(Sweep::COMMAND, &[plan], &self.extent, level, options(chosen), details)
    }

    fn shortfall(&self) -> Option<String> {
        let Self { sweep, n_played, n_short, .. } = self;
        let games = || format!("{} games in {n_short} of {n_played} combinations", grouped(sweep.plan.games));
        (sweep.options.accuracy.is_sequential() && *n_short > 0).then(|| Accuracy::shortfall(&games()))
    }
}

/// The plan of the first cell, and all cells of the grid, validated before any is played.
///
/// # Errors
/// All errors of all cells, or there are too many.
fn cells(plan: &Plan, vary: &[Vary]) -> Result<(Plan, Vec<GridCell>), ConfigErrors> {
    if !(1..=MOST_SETTINGS).contains(&vary.len()) {
        return refuse("--vary", format!("{} settings", vary.len()), format!("1 to {MOST_SETTINGS}"));
    }
    if let Some(nth) =
        (0..vary.len()).find(|nth| vary[..*nth].iter().any(|known| known.key == vary[*nth].key))
    {
        let found = format!("\"{}\" more than once", clipped(&vary[nth].key));
        return refuse("--vary", found, "each setting once");
    }
    for vary in vary {
        let setting = plan.rules.settings().iter().find(|setting| setting.path == vary.key);
        if let Some(Allowed::IntOr(low, high, word)) = setting.map(|setting| &setting.allowed)
            && vary.values.iter().any(|value| value.parse() == Ok(0_i64))
        {
            let found = format!("{}: 0, which is not a number here but means \"{word}\"", vary.key);
            return refuse("--vary", found, format!("numbers from {low} to {high}, or the word {word}"));
        }
    }
    let n_cells = vary.iter().try_fold(1_usize, |n, vary| n.checked_mul(vary.values.len()));
    if n_cells.is_none_or(|n| n > MOST_CELLS) {
        return refuse("--vary", format!("more than {MOST_CELLS} combinations"), "fewer values");
    }
    let mut grid: Vec<Vec<String>> = vec![Vec::new()];
    for vary in vary {
        let longer = |cell: &Vec<String>| {
            vary.values
                .iter()
                .map(|value| cell.iter().cloned().chain([value.clone()]).collect())
                .collect::<Vec<_>>()
        };
        grid = grid.iter().flat_map(longer).collect();
    }
    let (mut first, mut cells, mut errors) = (None, Vec::new(), Vec::new());
    for values in grid {
        let set: Vec<String> =
            vary.iter().zip(&values).map(|(vary, value)| format!("{}={value}", vary.key)).collect();
        match plan.with(&set, "--vary") {
            Ok(plan) => {
                let (rules_digest, simulation) = (plan.rules_digest(), plan.simulation());
                cells.push(GridCell { values, rules_digest, simulation });
                first.get_or_insert(plan);
            }
            Err(ConfigErrors(more)) => errors.extend(more),
        }
    }
    match first {
        Some(first) if errors.is_empty() => Ok((first, cells)),
        _ => Err(ConfigErrors(errors)),
    }
}

/// Checks, before anything is played, that some cell has a figure with this address.
///
/// # Errors
/// No cell has it.
fn known_figure(show: &str, base: &Plan, cells: &[GridCell]) -> Result<String, ConfigErrors> {
    let mut known = Vec::new();
    for GridCell { simulation, .. } in cells {
        let bots = &simulation.lineup().names;
        known = report::addresses(base.game.id, simulation.players(), simulation.schema(), bots);
        known.retain(|address| {
            address.split('/').next().is_some_and(|report| report::sweep::SHOWN.contains(&report))
        });
        if let Some(address) = listed(show, &known) {
            return Ok(address.to_owned());
        }
    }
    let found = format!("\"{}\"", clipped(show));
    let expected = "the address of a win rate, outcome or metric (see `undercard list GAME --metrics`)";
    let hint = nearest(show, known.iter().map(String::as_str));
    Err(ConfigErrors(vec![ConfigError { hint, ..config_error("--show", "", found, expected) }]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_are_ranges_or_lists() {
        let values = |text: &str| Vary::from_str(text).expect("values").values;
        assert_eq!(values("k=2..4"), ["2", "3", "4"]);
        assert_eq!(values("k=4..12..4"), ["4", "8", "12"]);
        assert_eq!(values("k=a, b"), ["a", "b"]);
        for wrong in ["k", "=1", "k=", "k=5..2", "k=1..2..0", "k=1..", "k=a..b", "k=1..9999999999", "k=1,,2"]
        {
            assert!(Vary::from_str(wrong).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn the_parser_never_panics(text in "\\PC{0,20}|k=-?[0-9]{1,20}\\.\\.-?[0-9]{1,20}(\\.\\.[0-9]{1,20})?") {
            let _ = Vary::from_str(&text);
        }
    }
}
