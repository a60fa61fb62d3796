//! Plays every combination of a grid over up to three settings.

mod axis;
mod text;

use super::figures::{Need, Source};
use super::forecast::Forecast;
use super::options::{FRACTION, refuse};
use super::run::{play_enough, results, sample};
use super::{
    Accuracy, Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata, options,
};
use crate::config::plan::BOTS;
use crate::config::{Plan, PlanOptions, addresses};
use crate::model::settings::{Allowed, ConfigError, ConfigErrors, clipped};
use crate::report::claim::Sentence;
use crate::report::show::grouped;
use crate::report::sweep::{GridFigure, MOST_SETTINGS};
use crate::report::text::Text;
use crate::report::{self, FigureId, Row, Table};
use crate::stats::Interval;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::slice;
use std::str::FromStr;

/// The grid, and the figure that the summary shows.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Options {
    /// The settings to vary, one to three.
    pub vary: Vec<Vary>,
    /// Address of the figure that the summary shows, and whose games are played if it needs others; `None`: the first win
    /// rate.
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
    /// The figure of `--show`.
    show: Option<FigureId>,
    options: Options,
}

/// A value of a setting, and the figure with it and its interval.
pub type Point = (i64, f64, Option<Interval>);

/// The figures of every cell.
pub struct Swept<'s> {
    sweep: &'s Sweep,
    rows: Vec<GridFigure>,
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
        if let Some((low, high)) = values.split_once('-')
            && [low, high].iter().all(|end| end.trim().parse::<u32>().is_ok())
        {
            return Err(format!("found {values}, expected {}={}..{}", key.trim(), low.trim(), high.trim()));
        }
        let numbers: Option<Vec<i64>> = values.split("..").map(|number| number.trim().parse().ok()).collect();
        let values: Vec<String> = match (values.contains(".."), numbers.as_deref()) {
            (true, Some([low, high])) if low <= high => range(*low, *high, 1)?,
            (true, Some([low, high, step])) if low <= high && *step > 0 => range(*low, *high, *step)?,
            (true, Some([low, high, rest @ ..])) if low > high => {
                let step = rest.first().map(|step| format!("..{step}")).unwrap_or_default();
                return Err(format!("found {values}, expected {}={high}..{low}{step}", key.trim()));
            }
            (true, _) => return Err(wrong()),
            (false, _) => items(values).map(|value| whole(value.trim()).to_owned()).collect(),
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

/// Values with commas between them. A list can have commas, too: `[],[10,0]`.
fn items(values: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    values.split(move |c| {
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
}

/// A whole number without its decimals, which are zeros: 9 and 9.0 are one value.
fn whole(value: &str) -> &str {
    match value.split_once('.') {
        Some((whole, zeros)) if zeros.bytes().all(|byte| byte == b'0') && whole.parse::<i64>().is_ok() => {
            whole
        }
        _ => value,
    }
}

impl Vary {
    /// A setting with these values.
    #[must_use]
    pub fn new(key: &str, values: impl IntoIterator<Item = i64>) -> Self {
        Self { key: key.to_owned(), values: values.into_iter().map(|value| value.to_string()).collect() }
    }

    /// Whether it varies the bots, not a setting.
    fn is_bots(&self) -> bool {
        self.key == BOTS
    }
}

fn range(low: i64, high: i64, step: i64) -> Result<Vec<String>, String> {
    let step = usize::try_from(step).map_err(|_| "expected a step of at least 1".to_owned())?;
    let values: Vec<String> =
        (low..=high).step_by(step).take(MOST_CELLS + 1).map(|value| value.to_string()).collect();
    if values.len() > MOST_CELLS { Err(format!("expected at most {MOST_CELLS} values")) } else { Ok(values) }
}

/// One valid cell of the grid. Its rules are made when it is played, because there can be thousands of cells.
struct GridCell {
    values: Vec<String>,
    rules_digest: String,
    /// The bots that play.
    bots: String,
    /// Those that were trained on other rules, each with how.
    others: Vec<(String, &'static str)>,
    /// How many games are played for each of its games.
    n_replays: u64,
}

impl Sweep {
    /// Validates the config, the options and every cell.
    ///
    /// # Errors
    /// All errors of the config, or of all cells.
    pub fn new(config: &str, plan_options: &PlanOptions, options: &Options) -> Result<Self, ConfigErrors> {
        let plan = Plan::new(config, plan_options)?.or_games(|plan| plan.games / FRACTION);
        // If the bots vary, the bot of the config plays nowhere: the first combination has the place of the plan.
        let plan = match options.vary.iter().find(|vary| vary.is_bots()) {
            Some(bots) => plan.with(&sets(slice::from_ref(bots), &bots.values), "--vary")?,
            None => plan,
        };
        options.accuracy.check()?;
        let base = plan.untargeted();
        let (first, cells, show) = cells(&base, &options.vary, options.show.as_deref())?;
        Ok(Self { plan, base, first, cells, show, options: options.clone() })
    }
}

impl Experiment for Sweep {
    type Result<'s> = Swept<'s>;
    const COMMAND: &'static str = "sweep";

    fn plans(&self) -> Vec<&Plan> {
        vec![&self.plan]
    }

    /// The bots that were trained on other rules, each with the number of combinations: named ones, and default ones if the
    /// number of players or another part of the setup varies.
    fn warnings(&self) -> Vec<String> {
        let Self { plan, cells, .. } = self;
        let of_plan = plan.other_training();
        let mut warnings = super::warnings(plan);
        warnings.retain(|warning| !of_plan.contains(warning));
        let mut n_others: BTreeMap<&(String, &str), usize> = BTreeMap::new();
        let is_told =
            !plan.has_default_bots || self.options.vary.iter().any(|vary| vary.key.starts_with("setup."));
        for bot in cells.iter().filter(|_| is_told).flat_map(|cell| &cell.others) {
            *n_others.entry(bot).or_default() += 1;
        }
        warnings.extend(n_others.into_iter().map(|((bot, how), n)| {
            let (name, bot, all) = (&plan.name, clipped(bot), cells.len());
            format!("{name}: {bot} was {how} in {n} of {all} combinations")
        }));
        warnings
    }

    fn games(&self) -> u64 {
        self.plan.games.saturating_mul(self.cells.iter().map(|cell| cell.n_replays).sum())
    }

    fn play(&self, session: &Session) -> Swept<'_> {
        let Self { base, cells, show, options: Options { vary, accuracy, .. }, .. } = self;
        let (mut rows, mut n_played, mut n_short) = (Vec::new(), 0, 0);
        for cell in cells {
            let values = &cell.values;
            // Every cell was validated before.
            let Ok(plan) = base.with(&sets(vary, values), "--vary") else { break };
            let simulation = plan.simulation();
            let (tally, stopped) = play_enough(session, *accuracy, base, &*simulation);
            if !stopped.is_done {
                break;
            }
            let shown = show.as_ref().filter(|show| !report::sweep::includes(show)).map(|show| {
                let source = Source::new(&plan, &Need::of(show));
                let mut counts = source.counts();
                source.play(&mut counts, 0..tally.games, session);
                (show, source, counts)
            });
            if shown.as_ref().is_some_and(|(.., counts)| counts.games() < tally.games) {
                break;
            }
            let fixed = !accuracy.is_sequential();
            let keys = vary.iter().map(|vary| vary.key.as_str());
            let settings = keys.zip(values.iter().map(String::as_str)).collect::<Vec<_>>();
            let figures = |level| {
                let results = results(base, &*simulation, &tally, level, fixed);
                let mut figures = GridFigure::all(&results, &settings);
                if let Some((show, source, counts)) = &shown {
                    let tables = source.tables(base, counts, level, fixed);
                    let figure = report::figure(&tables, show);
                    figures.extend(figure.map(|figure| GridFigure::new(&results, &settings, show, &figure)));
                }
                figures
            };
            let mut own = figures(accuracy.level);
            let joint = figures(accuracy.level.shared_by(cells.len()));
            own.iter_mut().zip(joint).for_each(|(own, joint)| own.joint = joint.interval);
            rows.extend(own);
            n_played += 1;
            n_short += usize::from(!stopped.is_enough);
        }
        let extent = Extent::of_parts(n_played, cells.len(), "combinations", accuracy.is_sequential());
        Swept { sweep: self, table: Row::table(&rows), rows, extent, n_played, n_short }
    }

    /// Estimates from the first cell.
    fn forecast(&self, session: &Session) -> Option<Text> {
        let Self { first: plan, cells, options: Options { accuracy, .. }, .. } = self;
        let sample = sample(plan, &*plan.simulation(), session, *accuracy);
        let amount = format!("{} combinations of {} games", cells.len(), grouped(plan.games));
        Some(Forecast { amount, unit: "games per combination", times: cells.len(), ..sample }.text())
    }
}

impl Swept<'_> {
    /// The shown figure along the values of the setting, if that is a number.
    pub fn points(&self) -> Vec<Point> {
        let Some(id) = text::figure(self.sweep, &self.rows) else { return Vec::new() };
        let point = |row: &GridFigure| {
            let (_, value) = row.settings.first()?;
            Some((value.parse().ok()?, row.value?, row.interval))
        };
        self.rows.iter().filter(|row| row.id == id).filter_map(point).collect()
    }
}

impl ExperimentResult for Swept<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table]
    }

    fn conclusion(&self) -> Vec<Sentence> {
        text::conclusion(self.sweep, &self.rows)
    }

    fn summary(&self) -> Text {
        if self.n_played == 0 { Text::default() } else { text::text(self.sweep, &self.rows) }
    }

    fn metadata(&self) -> ResultMeta {
        let Sweep { plan, options: chosen, .. } = self.sweep;
        let level = chosen.accuracy.level;
        // Every combination has rules of its own.
        let combination =
            |cell: &GridCell| json!({ "values": cell.values, "rules_digest": cell.rules_digest });
        let combinations = self.sweep.cells.iter().map(combination).collect::<Vec<_>>();
        let shown = text::figure(self.sweep, &self.rows).map(|id| id.to_string());
        let details = details([("combinations", combinations.into()), ("show", shown.into())]);
        let mut stored = options(chosen);
        if let Some(show) = self.sweep.show.as_ref().filter(|show| !report::sweep::includes(show)) {
            stored.insert("show".into(), show.to_string().into());
        }
        metadata(Sweep::COMMAND, &[plan], &self.extent, level, stored, details)
    }

    fn shortfall(&self) -> Option<String> {
        let Self { sweep, n_played, n_short, .. } = self;
        let games = || format!("{} games in {n_short} of {n_played} combinations", grouped(sweep.plan.games));
        (sweep.options.accuracy.is_sequential() && *n_short > 0).then(|| Accuracy::shortfall(&games()))
    }
}

/// The settings of a cell.
fn sets(vary: &[Vary], values: &[String]) -> Vec<String> {
    vary.iter().zip(values).map(|(vary, value)| format!("{}={value}", vary.key)).collect()
}

/// The plan of the first cell, all cells of the grid, and the figure to show, validated before any is
/// played.
///
/// # Errors
/// All errors of all cells, or there are too many, or no cell has the figure.
fn cells(
    plan: &Plan,
    vary: &[Vary],
    show: Option<&str>,
) -> Result<(Plan, Vec<GridCell>, Option<FigureId>), ConfigErrors> {
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
    let mut shown = show.map(|show| addresses::find("--show", show, []));
    for values in grid {
        match plan.with(&sets(vary, &values), "--vary") {
            Ok(plan) => {
                if let (Some(Err(_)), Some(show)) = (&shown, show) {
                    shown = Some(addresses::find("--show", show, [&plan]));
                }
                let other = shown.as_ref().and_then(|show| show.as_ref().ok());
                let other = other.filter(|show| !report::sweep::includes(show));
                let n_replays = 1 + other.map_or(0, |show| Source::new(&plan, &Need::of(show)).n_replays());
                let bots = plan.bot_names().join(", ");
                let others = plan.trained_on_others(&plan.bots).into_iter();
                let others = others.map(|(bot, how)| (bot.to_owned(), how)).collect();
                cells.push(GridCell { values, rules_digest: plan.rules_digest(), bots, others, n_replays });
                first.get_or_insert(plan);
            }
            Err(ConfigErrors(more)) => errors.extend(more),
        }
    }
    match first {
        Some(first) if errors.is_empty() => Ok((first, cells, shown.transpose()?)),
        _ => Err(ConfigErrors(folded(errors))),
    }
}

/// Errors that differ only in what was found, as one: `found 61, 62, 63 and 2 more`.
fn folded(errors: Vec<ConfigError>) -> Vec<ConfigError> {
    const MOST_NAMED: usize = 3;
    let mut folded: Vec<(ConfigError, Vec<String>)> = Vec::new();
    for error in errors {
        let is_like = |(first, _): &&mut (ConfigError, _)| {
            (&first.at, &first.key, &first.expected) == (&error.at, &error.key, &error.expected)
        };
        match folded.iter_mut().find(is_like) {
            Some((_, found)) if found.contains(&error.found) => {}
            Some((_, found)) => found.push(error.found),
            None => folded.push((error.clone(), vec![error.found])),
        }
    }
    let one = |(error, mut found): (ConfigError, Vec<String>)| {
        let n_more = found.len().saturating_sub(MOST_NAMED);
        found.truncate(MOST_NAMED);
        let more = if n_more > 0 { format!(" and {n_more} more") } else { String::new() };
        ConfigError { found: found.join(", ") + &more, ..error }
    };
    folded.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ranges_or_lists() {
        let values = |text: &str| Vary::from_str(text).expect("values").values;
        assert_eq!(values("k=2..4"), ["2", "3", "4"]);
        assert_eq!(values("k=4..12..4"), ["4", "8", "12"]);
        assert_eq!(values("k=a, b"), ["a", "b"]);
        assert_eq!(values("k=[],[10,0], [[1],[2]]"), ["[]", "[10,0]", "[[1],[2]]"]);
        assert_eq!(values("k=9.0,10.0000,9.5"), ["9", "10", "9.5"]);
        for wrong in ["k", "=1", "k=", "k=5..2", "k=1..2..0", "k=1..", "k=a..b", "k=1..9999999999", "k=1,,2"]
        {
            assert!(Vary::from_str(wrong).is_err(), "{wrong}");
        }
        assert_eq!(Vary::from_str("k=5..2").err().as_deref(), Some("found 5..2, expected k=2..5"));
    }
}
