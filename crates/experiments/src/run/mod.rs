//! Plays the games of a plan and counts them.

mod folder;
mod provenance;

pub use folder::{part, stored_label, stored_tally};
pub use provenance::Provenance;

use super::driver::{self, StoppedAt, deviation, play_on};
use super::forecast::{Forecast, HeadlineFigure, Sample};
use super::metadata::VERSION;
use super::{
    Accuracy, Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata, options,
};
use crate::config::lock::RESULTS_VERSION;
use crate::config::{ConfigErrors, Plan};
use crate::model::{CardEvent, Outcome, SeatOrder};
use crate::report::claim::Sentence;
use crate::report::games::{self, LISTS};
use crate::report::list_file::ListFile;
use crate::report::result_file::ListedGames;
use crate::report::show::grouped;
use crate::report::store::{Draft, Place};
use crate::report::stored::About;
use crate::report::text::Text;
use crate::report::write::WriteError;
use crate::report::{self, Report, Results, Table};
use crate::simulation::{Simulation, Stop, measure_games, play_all};
use crate::stats::ratio_sums::RateMethod;
use crate::stats::shard::Shard;
use crate::stats::tally::{GameRecord, Tally};
use crate::stats::{Interval, Level};
use serde::Serialize;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The metadata of a result with this list of single games. It is not complete if the list is not.
fn with_list(metadata: ResultMeta, games_csv: Option<ListedGames>) -> ResultMeta {
    let complete = metadata.complete && games_csv.as_ref().is_none_or(ListedGames::is_complete);
    ResultMeta { complete, games_csv, ..metadata }
}

/// A run, or one shard of it.
pub struct Run {
    /// The plan.
    pub plan: Plan,
    /// The simulation of its games.
    pub simulation: Box<dyn Simulation>,
    /// The description in the tally file.
    pub about: About,
}

/// The result of a run.
pub struct RunResult<'r> {
    run: &'r Run,
    /// The counts.
    pub tally: Tally,
    extent: Extent,
    tables: OnceLock<Vec<Table>>,
    /// The list of single games beside it.
    pub games_csv: Option<ListedGames>,
}

/// Time until a long run is saved for the first time, and between further saves.
const SAVED: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(60)];

impl Run {
    /// All games of a plan, with 95 % intervals.
    #[must_use]
    pub fn of(plan: Plan) -> Self {
        Self::unchecked(plan, Shard::WHOLE, Accuracy::default(), RateMethod::default())
    }

    /// A run that has not started.
    ///
    /// # Errors
    /// The precision is not a share above 0 and below 1.
    pub fn new(plan: Plan, shard: Shard, accuracy: Accuracy, rate: RateMethod) -> Result<Self, ConfigErrors> {
        accuracy.check()?;
        Ok(Self::unchecked(plan, shard, accuracy, rate))
    }

    fn unchecked(plan: Plan, shard: Shard, accuracy: Accuracy, rate: RateMethod) -> Self {
        let about = About {
            undercard: VERSION.into(),
            results: RESULTS_VERSION,
            digest: plan.digest.clone(),
            planned: plan.games,
            shard,
            precision: accuracy.precision,
            level: accuracy.level,
            rate,
            complete: false,
        };
        Self { simulation: plan.simulation(), plan, about }
    }

    /// The range of games of this shard.
    #[must_use]
    pub fn range(&self) -> Range<u64> {
        self.about.shard.games(self.plan.games)
    }

    /// The metadata of the result for this extent.
    #[must_use]
    pub fn metadata(&self, extent: &Extent) -> ResultMeta {
        /// The options that affect the figures.
        #[derive(Serialize)]
        struct Options {
            precision: Option<f64>,
            rates: &'static str,
        }
        let About { shard, precision, level, rate, .. } = self.about;
        let rates = rate.method().name();
        let requested = options(&Options { precision, rates });
        let metadata = metadata(Self::COMMAND, &[&self.plan], extent, level, requested, details([]));
        let complete = metadata.complete && shard.is_whole();
        ResultMeta { complete, shard: (!shard.is_whole()).then(|| shard.to_string()), ..metadata }
    }

    /// The end of every row of the lists of single games: the run that they belong to.
    pub fn line_end(&self, tally: &Tally) -> String {
        self.metadata(&self.extent(tally)).run_key().line_end()
    }

    fn accuracy(&self) -> Accuracy {
        Accuracy { level: self.about.level, precision: self.about.precision }
    }

    /// Plays the games that `counted` does not contain. Calls `save` at intervals with the tally so far.
    pub fn play_after(&self, counted: Tally, session: &Session, save: &dyn Fn(&Tally)) -> RunResult<'_> {
        let Range { start: first, end } = self.range();
        let (before, most) = (counted.games, end - first);
        let mut due = Instant::now() + SAVED[0];
        let (tally, stopped) = play_on(
            counted,
            before..most,
            self.about.precision.is_some(),
            session,
            |tally, games| {
                // Set to pause for saving.
                let pause = AtomicBool::new(false);
                let progress = |n| {
                    session.played(n);
                    if Instant::now() >= due {
                        pause.store(true, Ordering::Relaxed);
                    }
                };
                let games = first + games.start..first + games.end;
                let stop = Stop { pause: &pause, now: session.stop() };
                let played = play_all(&*self.simulation, games, session.pool(), stop, &progress);
                *tally = std::mem::take(tally).merge(&played);
                if Instant::now() >= due {
                    save(tally);
                    due = Instant::now() + SAVED[1];
                }
                played.games
            },
            |tally| {
                let widest = || widest(&self.plan, &*self.simulation, tally, self.about.level);
                self.accuracy().is_reached(widest)
            },
        );
        let extent = Extent::of(stopped, most, "games", self.about.precision.is_some());
        RunResult { run: self, tally, extent, tables: OnceLock::new(), games_csv: None }
    }

    /// The result of a tally of this run.
    #[must_use]
    pub fn result_of(&self, tally: Tally) -> RunResult<'_> {
        let extent = self.extent(&tally);
        RunResult { run: self, tally, extent, tables: OnceLock::new(), games_csv: None }
    }

    /// The rows of a game in each of [`LISTS`]; those of its decisions only if they are wanted.
    pub(crate) fn list_rows(
        &self,
        game_idx: u64,
        record: &GameRecord<'_>,
        events: &[CardEvent],
        has_decisions: bool,
        end: &str,
    ) -> [String; LISTS.len()] {
        let [games, seats, metrics, cards] =
            games::rows(game_idx, self.simulation.schema(), record, events, end);
        let choices = if has_decisions { self.simulation.choices(game_idx) } else { Vec::new() };
        [games, seats, metrics, cards, games::decisions(game_idx, &choices, end)]
    }

    /// The first games one by one: the rows of each of [`LISTS`], as texts. If the session is stopped, those of fewer games.
    #[must_use]
    pub fn single_games(&self, n_games: u64, session: &Session) -> Vec<(&'static Report, Vec<Vec<String>>)> {
        let (simulation, progress) = (&*self.simulation, |n| session.played(n));
        let rows = |game_idx, record: &GameRecord<'_>, cards: &[CardEvent]| {
            self.list_rows(game_idx, record, cards, true, "\n")
        };
        let games = measure_games(simulation, 0..n_games, session.pool(), session.stop(), &progress, &rows);
        let records = |text: &String| {
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
            // What was just written can be read.
            let records = reader.records().filter_map(Result::ok);
            records.map(|record| record.iter().map(str::to_owned).collect()).collect::<Vec<_>>()
        };
        let list = |nth: usize| games.iter().flat_map(|rows| records(&rows[nth])).collect();
        LISTS.into_iter().enumerate().map(|(nth, report)| (report, list(nth))).collect()
    }

    /// Begins a result, and writes `games.csv` and the files beside it, with the rows of each of the first games, until the
    /// session is stopped.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn list_games<'p>(
        &self,
        (n_games, has_decisions): (u64, bool),
        tally: &Tally,
        place: &'p Place,
        session: &Session,
    ) -> Result<(Draft<'p>, Option<ListedGames>), WriteError> {
        /// Number of games whose rows are kept in memory.
        const BATCH: usize = 1 << 13;
        let draft = place.begin()?;
        if n_games == 0 {
            return Ok((draft, None));
        }
        let lists = &LISTS[..if has_decisions { LISTS.len() } else { LISTS.len() - 1 }];
        let files = lists.iter().map(|list| ListFile::begin(&draft, list));
        let mut files = files.collect::<Result<Vec<_>, _>>()?;
        let (mut listed, end) = (0, self.line_end(tally));
        for first in (0..n_games).step_by(BATCH) {
            let games = first..n_games.min(first + BATCH as u64);
            let progress = |n| session.played(n);
            let rows = |game_idx, record: &GameRecord<'_>, cards: &[CardEvent]| {
                self.list_rows(game_idx, record, cards, has_decisions, &end)
            };
            let rows =
                measure_games(&*self.simulation, games, session.pool(), session.stop(), &progress, &rows);
            listed += rows.len() as u64;
            for rows in &rows {
                files.iter_mut().zip(rows).try_for_each(|(file, rows)| file.add(rows))?;
            }
            if session.is_stopped() {
                break;
            }
        }
        let files = files.into_iter().map(ListFile::finish).collect::<Result<Vec<_>, _>>()?;
        // A session that was stopped before has no list.
        if listed == 0 {
            return Ok((place.begin()?, None));
        }
        Ok((draft, Some(ListedGames { rows: listed, planned: n_games, files })))
    }
}

impl Experiment for Run {
    type Result<'r> = RunResult<'r>;
    const COMMAND: &'static str = "run";

    fn plans(&self) -> Vec<&Plan> {
        vec![&self.plan]
    }

    fn games(&self) -> u64 {
        let games = self.range();
        games.end - games.start
    }

    fn play(&self, session: &Session) -> RunResult<'_> {
        self.play_after(Tally::new(self.simulation.schema()), session, &|_| {})
    }

    fn forecast(&self, session: &Session) -> Option<Text> {
        Some(sample(&self.plan, &*self.simulation, session, self.accuracy()).text())
    }
}

impl RunResult<'_> {
    /// A warning if every game reached the limit of rounds or turns: then nobody can win under these settings, or games
    /// take longer than allowed.
    #[must_use]
    pub fn never_ends(&self) -> Option<String> {
        /// Fewer games can all be long by chance.
        const FEWEST: u64 = 30;
        let games = self.tally.games;
        let stalemates = self.tally.outcomes()[Outcome::Stalemate.kind()];
        (games >= FEWEST && stalemates == games).then(|| {
            let (games, unit) = (grouped(games), self.run.simulation.schema().unit);
            format!("warning: all {games} games reached the limit of {unit}; can anybody win under these settings?")
        })
    }

    /// The answer at a glance.
    #[must_use]
    pub fn tiles(&self) -> Vec<report::tiles::Tile> {
        report::tiles::of_run(&self.results())
    }

    fn all_tables(&self) -> &[Table] {
        self.tables.get_or_init(|| report::tables(&self.results()))
    }

    /// The statistics for reports.
    #[must_use]
    pub fn results(&self) -> Results<'_> {
        Results { beaten: self.run.plan.beaten(), ..self.run.results_of(&self.tally, self.extent.ended) }
    }
}

impl ExperimentResult for RunResult<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn metadata(&self) -> ResultMeta {
        with_list(self.run.metadata(&self.extent), self.games_csv.clone())
    }

    fn seat_order(&self) -> Option<SeatOrder> {
        Some(self.run.plan.rules.schema().seat_order)
    }

    fn tables(&self) -> Vec<&Table> {
        self.all_tables().iter().collect()
    }

    fn files(&self) -> Vec<(String, Vec<u8>)> {
        self.run.tally_file(&self.tally, &self.extent).into_iter().collect()
    }

    fn conclusion(&self) -> Vec<Sentence> {
        report::answer::sentences(&self.results())
    }

    fn summary(&self) -> Text {
        report::summary::text(&self.results())
    }

    /// Games, or other shards.
    fn names_what_is_missing(&self) -> bool {
        true
    }

    fn markdown(&self) -> String {
        report::summary::markdown(&self.results())
    }

    fn shortfall(&self) -> Option<String> {
        self.run.accuracy().shortfall_of(&self.extent)
    }
}

/// Estimates time and precision of a run from a sample of its games.
pub(super) fn sample<'p>(
    plan: &'p Plan,
    simulation: &dyn Simulation,
    session: &'p Session,
    accuracy: Accuracy,
) -> Forecast<'p> {
    let (sample, played) = Sample::play(plan.games, |games| {
        play_all(simulation, 0..games, session.pool(), session.stop(), &|_| {})
    });
    let level = accuracy.level;
    let headline = headline(&results(plan, simulation, &played, level, true));
    Forecast {
        plan,
        games: plan.games,
        amount: format!("{} games", grouped(plan.games)),
        unit: "games",
        sample,
        times: 1,
        session,
        headline: HeadlineFigure::Even,
        deviation: deviation(headline.into_iter(), sample.games, level),
        stop: accuracy.stop(),
        level,
    }
}

/// The statistics of a plan's games; `fixed` if their number was fixed beforehand.
pub(super) fn results<'r>(
    plan: &'r Plan,
    simulation: &'r dyn Simulation,
    tally: &'r Tally,
    level: Level,
    fixed: bool,
) -> Results<'r> {
    Results {
        game: plan.game.id,
        title: plan.game.title,
        players: simulation.players(),
        seed: plan.seed,
        schema: simulation.schema(),
        bots: &simulation.lineup().names,
        tally,
        level,
        table_minutes: plan.table_minutes(),
        rate: RateMethod::default(),
        fixed,
        planned: plan.games,
        complete: true,
        shard: Shard::WHOLE,
        beaten: None,
    }
}

/// The intervals of the headline figures: every win share.
fn headline(results: &Results<'_>) -> Vec<Option<Interval>> {
    let rows = report::win_rates::rows(results).into_iter();
    rows.filter(|row| row.share.value.is_some()).map(|row| row.share.interval).collect()
}

/// The half-width of the widest interval of the win shares, valid at any number of games.
fn widest(plan: &Plan, simulation: &dyn Simulation, tally: &Tally, level: Level) -> Option<f64> {
    driver::widest(headline(&results(plan, simulation, tally, level, false)).into_iter())
}

/// Plays the games of a plan, or until the precision is reached.
pub(super) fn play_enough(
    session: &Session,
    accuracy: Accuracy,
    plan: &Plan,
    simulation: &dyn Simulation,
) -> (Tally, StoppedAt) {
    play_on(
        Tally::new(simulation.schema()),
        0..plan.games,
        accuracy.is_sequential(),
        session,
        |tally, games| add_games(tally, simulation, games, session),
        |tally| accuracy.is_reached(|| widest(plan, simulation, tally, accuracy.level)),
    )
}

/// Plays a range of games and adds them to the tally; returns the number of games played.
pub(super) fn add_games(
    tally: &mut Tally,
    simulation: &dyn Simulation,
    games: Range<u64>,
    session: &Session,
) -> u64 {
    let played = play_all(simulation, games, session.pool(), session.stop(), &|n| session.played(n));
    *tally = std::mem::take(tally).merge(&played);
    played.games
}
