//! Requests: the arguments of the functions, and the experiments made of them, as the commands make them.

use crate::arrow::RawTable;
use crate::bots::python_bot;
use crate::errors::{of_config, of_experiment, of_message};
use crate::result::RawResult;
use crate::session::{Failure, SessionArgs, play};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use undercard::config::addresses::of_plan;
use undercard::config::cards::CardFiles;
use undercard::config::listing::{Listed, listed};
use undercard::config::{Catalogue, ConfigErrors, Plan, PlanOptions, bots, of_text};
use undercard::experiments::panel::{ForPanel, Panel, is_panel};
use undercard::experiments::replay::{Replay, Which};
use undercard::experiments::{Accuracy, Experiment, Level, RateMethod, Session, Shard};
use undercard::experiments::{advise as advices, luck as lucks, sensitivity as sensitivities};
use undercard::experiments::{check as checks, compare as compares, exploit as exploits, impact as impacts};
use undercard::experiments::{matchups as tournaments, run as runs, sweep as sweeps};
use undercard::experiments::{playtest as playtests, train as trainings, tune as tunes};
use undercard::report::Report;

/// What all experiments share.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct PlanArgs {
    /// A game, a path or the name of a result.
    pub(crate) config: String,
    /// The text of a config, instead.
    text: Option<String>,
    players: Option<u64>,
    games: Option<u64>,
    seed: Option<u64>,
    bots: Vec<String>,
    /// Bots written in Python: name, source and function.
    own_bots: Vec<(String, String, Py<PyAny>)>,
    cards: Vec<String>,
    card_columns: Option<String>,
    set: Vec<String>,
    table_minutes: Option<f64>,
    label: Option<String>,
    level: f64,
    precision: Option<f64>,
}

/// The arguments that errors name instead of a file if a config is a text.
const INLINE: &str = "config";
const SECOND: &str = "second";

impl PlanArgs {
    pub(crate) fn options(&self, failure: &Failure) -> Result<PlanOptions, ConfigErrors> {
        let content = |text: &String| of_text(text.clone(), Path::new(INLINE), Catalogue::printed());
        let content = self.text.as_ref().map(content).transpose()?;
        Ok(PlanOptions {
            content: content.map(Arc::new),
            players: self.players,
            games: self.games,
            seed: self.seed,
            bots: self.bots.clone(),
            own_bots: self.own_bots.iter().map(|bot| python_bot(bot, failure)).collect(),
            cards: CardFiles { columns: self.card_columns.clone(), ..CardFiles::from(self.cards.clone()) },
            set: self.set.clone(),
            table_minutes: self.table_minutes,
            label: self.label.clone(),
            ..PlanOptions::default()
        })
    }

    fn accuracy(&self) -> PyResult<Accuracy> {
        let level = Level::new(self.level);
        let level = level.ok_or_else(|| PyValueError::new_err("level: expected a number between 0 and 1"))?;
        Ok(Accuracy { level, precision: self.precision })
    }

    /// Plays an experiment, or with the panel the experiment of each of its bots.
    fn play<E: ForPanel + Sync>(
        &self,
        py: Python<'_>,
        session: &SessionArgs,
        make: impl Fn(&PlanOptions) -> Result<E, ConfigErrors>,
    ) -> PyResult<RawResult> {
        let fault = |errors: ConfigErrors| of_config(py, "ConfigError", &errors);
        let failure = Failure::default();
        let options = self.options(&failure).map_err(fault)?;
        if is_panel(&self.config, &options) {
            let panel = Panel::new(&self.config, &options, self.accuracy()?.level, make).map_err(fault)?;
            return play(py, &panel, session, &failure);
        }
        play(py, &make(&options).map_err(fault)?, session, &failure)
    }

    /// Plays an experiment that knows no panel.
    fn play_one<E: Experiment + Sync>(
        &self,
        py: Python<'_>,
        session: &SessionArgs,
        make: impl Fn(&PlanOptions) -> Result<E, ConfigErrors>,
    ) -> PyResult<RawResult> {
        let failure = Failure::default();
        let experiment = self.options(&failure).and_then(|options| make(&options));
        play(py, &experiment.map_err(|errors| of_config(py, "ConfigError", &errors))?, session, &failure)
    }
}

/// `undercard run`.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, plan: PlanArgs, session: SessionArgs, rates: &str) -> PyResult<RawResult> {
    let accuracy = plan.accuracy()?;
    let rates = match rates {
        "wilson" => RateMethod::Wilson,
        "jeffreys" => RateMethod::Jeffreys,
        "clopper-pearson" => RateMethod::ClopperPearson,
        _ => return Err(PyValueError::new_err("rates: expected wilson, jeffreys or clopper-pearson")),
    };
    plan.play(py, &session, |options| {
        runs::Run::new(Plan::new(&plan.config, options)?, Shard::WHOLE, accuracy, rates)
    })
}

/// The second config of a comparison.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct SecondArgs {
    config: Option<String>,
    /// The text of a config, instead.
    text: Option<String>,
    cards: Vec<String>,
    set: Vec<String>,
    bots: Vec<String>,
    decide: Option<f64>,
}

/// `undercard compare`.
#[pyfunction]
pub(crate) fn compare(
    py: Python<'_>,
    plan: PlanArgs,
    session: SessionArgs,
    second: SecondArgs,
) -> PyResult<RawResult> {
    let content = second.text.map(|text| of_text(text, Path::new(SECOND), Catalogue::printed())).transpose();
    let content = content.map_err(|errors| of_config(py, "ConfigError", &errors))?;
    let options = compares::Options {
        second: content.as_ref().map(|_| SECOND.to_owned()).or(second.config),
        second_content: content.map(Arc::new),
        cards_b: second.cards,
        set_b: second.set,
        bots_b: second.bots,
        decide: second.decide,
        accuracy: plan.accuracy()?,
        ..compares::Options::default()
    };
    let make = |plan_options: &PlanOptions| compares::Compare::new(&plan.config, plan_options, &options);
    // As on the command line, only a comparison without other bots knows the panel.
    match options.bots_b.is_empty() {
        true => plan.play(py, &session, make),
        false => plan.play_one(py, &session, make),
    }
}

/// `undercard impact`.
#[pyfunction]
pub(crate) fn impact(
    py: Python<'_>,
    plan: PlanArgs,
    session: SessionArgs,
    cards: Vec<String>,
    event: Option<String>,
) -> PyResult<RawResult> {
    let options = impacts::Options { cards, event, accuracy: plan.accuracy()? };
    plan.play(py, &session, |plan_options| impacts::Impact::new(&plan.config, plan_options, &options))
}

/// `undercard sweep`.
#[pyfunction]
pub(crate) fn sweep(
    py: Python<'_>,
    plan: PlanArgs,
    session: SessionArgs,
    vary: Vec<String>,
    show: Option<String>,
) -> PyResult<RawResult> {
    let parsed = vary.iter().map(|text| text.parse::<sweeps::Vary>()).collect::<Result<_, _>>();
    let vary = parsed.map_err(|error| of_message(py, "--vary", &error))?;
    let options = sweeps::Options { vary, show, accuracy: plan.accuracy()? };
    plan.play_one(py, &session, |plan_options| sweeps::Sweep::new(&plan.config, plan_options, &options))
}

/// `undercard check`, which changes no lock file.
#[pyfunction]
pub(crate) fn check(
    py: Python<'_>,
    plan: PlanArgs,
    session: SessionArgs,
    more: Vec<String>,
    full: bool,
    lock: Option<PathBuf>,
    locked: bool,
) -> PyResult<RawResult> {
    let level = plan.accuracy()?.level;
    let options = checks::Options { level, full, lock, locked, ..checks::Options::default() };
    let failure = Failure::default();
    let plan_options = plan.options(&failure).map_err(|errors| of_config(py, "ConfigError", &errors))?;
    let configs: Vec<String> = [plan.config.clone()].into_iter().chain(more).collect();
    let check = checks::Check::new(&configs, &plan_options, &options);
    play(py, &check.map_err(|error| of_experiment(py, &error))?, &session, &failure)
}

/// `undercard matchups`.
#[pyfunction]
pub(crate) fn matchups(
    py: Python<'_>,
    plan: PlanArgs,
    session: SessionArgs,
    characters: Vec<String>,
    decks: Vec<String>,
) -> PyResult<RawResult> {
    let options = tournaments::Options { characters, decks, accuracy: plan.accuracy()? };
    let make =
        |plan_options: &PlanOptions| tournaments::Tournament::new(&plan.config, plan_options, &options);
    plan.play_one(py, &session, make)
}

/// `undercard sensitivity`.
#[pyfunction]
pub(crate) fn sensitivity(
    py: Python<'_>,
    plan: PlanArgs,
    session: SessionArgs,
    keys: Vec<String>,
    step: Option<i64>,
    show: Option<String>,
) -> PyResult<RawResult> {
    let options = sensitivities::Options { keys, step, show, accuracy: plan.accuracy()? };
    let make = |own: &PlanOptions| sensitivities::Sensitivity::new(&plan.config, own, &options);
    plan.play_one(py, &session, make)
}

/// `undercard exploit`.
#[pyfunction]
pub(crate) fn exploit(
    py: Python<'_>,
    plan: PlanArgs,
    session: SessionArgs,
    learn: Option<u64>,
) -> PyResult<RawResult> {
    let options = exploits::Options { learn, level: plan.accuracy()?.level };
    plan.play_one(py, &session, |own| exploits::Exploit::new(&plan.config, own, &options))
}

/// `undercard luck`.
#[pyfunction]
pub(crate) fn luck(py: Python<'_>, plan: PlanArgs, session: SessionArgs, times: u64) -> PyResult<RawResult> {
    let options = lucks::Options { times, level: plan.accuracy()?.level };
    plan.play_one(py, &session, |own| lucks::Luck::new(&plan.config, own, &options))
}

/// A log of games that people played.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct LogArgs {
    file: String,
    columns: Option<String>,
    header_row: Option<u32>,
    worksheet: Option<String>,
    encoding: Option<String>,
    version: Option<String>,
    /// Other versions and their configs.
    versions: Vec<(String, String)>,
    margin: f64,
    names: bool,
}

/// `undercard playtest`.
#[pyfunction]
pub(crate) fn playtest(
    py: Python<'_>,
    plan: PlanArgs,
    session: SessionArgs,
    log: LogArgs,
) -> PyResult<RawResult> {
    let LogArgs { file, columns, header_row, worksheet, encoding, version, versions, margin, names } = log;
    let log = CardFiles {
        files: vec![file],
        columns,
        header_row,
        sheet: worksheet,
        encoding,
        at: None,
        content: None,
    };
    let level = plan.accuracy()?.level;
    let options = playtests::Options { log, version, versions, margin, names, level };
    plan.play_one(py, &session, |own| playtests::Playtest::new(&plan.config, own, &options))
}

/// `undercard train`.
#[pyfunction]
pub(crate) fn train(
    py: Python<'_>,
    plan: PlanArgs,
    session: SessionArgs,
    from: String,
    name: String,
    temperature: Option<f64>,
    entropy: Option<f64>,
) -> PyResult<RawResult> {
    let options = trainings::Options { from, name, temperature, entropy, level: plan.accuracy()?.level };
    plan.play_one(py, &session, |own| trainings::Training::new(&plan.config, own, &options))
}

/// `undercard tune`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of the command, by name in Python")]
pub(crate) fn tune(
    py: Python<'_>,
    plan: PlanArgs,
    session: SessionArgs,
    keys: Vec<String>,
    step: i64,
    reach: i64,
    changes: usize,
    allow_zero: bool,
    retrain: bool,
) -> PyResult<RawResult> {
    let level = plan.accuracy()?.level;
    let options = tunes::Options {
        keys,
        step,
        reach,
        changes,
        allow_zero,
        retrain,
        level,
        ..tunes::Options::default()
    };
    plan.play_one(py, &session, |own| tunes::Tune::new(&plan.config, own, &options))
}

/// `undercard advise`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of the command, by name in Python")]
pub(crate) fn advise(
    py: Python<'_>,
    plan: PlanArgs,
    session: SessionArgs,
    within: f64,
    keys: Vec<String>,
    step: i64,
    changes: usize,
    allow: Vec<String>,
    retrain: bool,
) -> PyResult<RawResult> {
    let fault = |errors: ConfigErrors| of_config(py, "ConfigError", &errors);
    let allow = advices::Allow::of_names(&allow).map_err(fault)?;
    let level = plan.accuracy()?.level;
    let options = advices::Options { within, keys, step, changes, allow, retrain, level };
    plan.play_one(py, &session, |own| advices::Advise::new(&plan.config, own, &options))
}

/// `undercard replay`: the story of game `game_idx`, or of the first one that meets all conditions.
#[pyfunction]
pub(crate) fn replay(
    py: Python<'_>,
    plan: PlanArgs,
    game_idx: Option<u64>,
    conditions: Vec<String>,
    chances: u64,
) -> PyResult<String> {
    let fault = |errors: ConfigErrors| of_config(py, "ConfigError", &errors);
    let options = plan.options(&Failure::default()).map_err(fault)?;
    let which = match game_idx {
        Some(game_idx) => Which::Number(game_idx),
        None if conditions.is_empty() => Which::Number(0),
        None => Which::Where(conditions),
    };
    let second = compares::Options::default();
    let replay = Replay::new(&plan.config, &options, &which, &second).map_err(fault)?.with_chances(chances);
    let session = session_of(None)?;
    py.detach(|| replay.find(&session).map(|story| story.text().to_string())).map_err(fault)
}

/// The first games of a run, one by one.
#[pyfunction]
pub(crate) fn single_games(
    py: Python<'_>,
    plan: PlanArgs,
    n_games: u64,
    threads: Option<usize>,
) -> PyResult<Vec<(&'static str, RawTable)>> {
    let options = plan.options(&Failure::default());
    let made = options.and_then(|options| Plan::new(&plan.config, &options)).map(runs::Run::of);
    let run = made.map_err(|errors| of_config(py, "ConfigError", &errors))?;
    let session = session_of(threads)?;
    let table = |(report, rows): (&'static Report, Vec<Vec<String>>)| {
        Ok((report.name, RawTable::new(&report.columns.iter().collect::<Vec<_>>(), &rows)?))
    };
    py.detach(|| run.single_games(n_games, &session)).into_iter().map(table).collect()
}

type Settings = Vec<(String, String, String, String)>;
type Figures = Vec<(String, String, String)>;
type Described = (&'static str, &'static str, usize, Settings, Vec<String>, Figures);

/// What a config has: the game's id and title, the number of players, settings with their values, allowed values and
/// meanings, bots, and figures with their units and meanings.
#[pyfunction]
pub(crate) fn describe(py: Python<'_>, plan: PlanArgs) -> PyResult<Described> {
    let options = plan.options(&Failure::default());
    let made = options.and_then(|options| Plan::new(&plan.config, &options));
    let plan = made.map_err(|errors| of_config(py, "ConfigError", &errors))?;
    let game = plan.game();
    let settings = listed(&plan)
        .into_iter()
        .map(|Listed { key, value, allowed, meaning }| (key, value, allowed, meaning));
    let figures =
        of_plan(&plan).into_iter().map(|figure| (figure.id.to_string(), figure.unit, figure.meaning));
    let bots = bots::known(game);
    Ok((game.id, game.title, plan.players(), settings.collect(), bots, figures.collect()))
}

/// The ids of all games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    Catalogue::printed().ids()
}

fn session_of(threads: Option<usize>) -> PyResult<Session> {
    Session::new(threads).map_err(|error| PyValueError::new_err(format!("threads: {error}")))
}
