//! Experiments on the balance of a game. A checked request is played in a [`Session`] and returns a result with tables
//! and a summary. Nothing here depends on the command line.
//!
//! ```
//! use undercard::config::PlanOptions;
//! use undercard::experiments::sweep::{Options, Sweep};
//! use undercard::experiments::{Experiment, ExperimentResult, Session};
//!
//! let options = Options {
//!     vary: vec!["rules.bleed-divisor=2..4".parse()?],
//!     show: Some("metrics/length-mean".into()),
//!     ..Options::default()
//! };
//! let games = PlanOptions { games: Some(500), ..PlanOptions::default() };
//! let sweep = Sweep::new("knife-fight", &games, &options)?;
//! let result = sweep.play(&Session::new(Some(2))?);
//! assert!(result.extent().is_complete());
//! assert_eq!(result.extent().words(), "3 of 3 combinations");
//! println!("{}", result.summary());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each experiment is one file (or folder): a struct made from a config and options that implements [`Experiment`]. It
//! plays all games, or until the requested precision is reached, or until the session is stopped. Its result implements
//! [`ExperimentResult`] and can be printed or saved in each of the [`FORMATS`].

#![forbid(unsafe_code)]

use crate::report::claim::Sentence;
use undercard_config as config;
use undercard_engine::{bots, games, model, simulation, stats};
use undercard_report as report;

pub mod advise;
#[doc(hidden)]
pub mod audit;
pub mod check;
pub mod compare;
mod driver;
pub mod exploit;
mod figures;
pub mod forecast;
pub mod formats;
pub mod impact;
pub mod luck;
pub mod matchups;
pub mod merge;
mod metadata;
mod numeric_settings;
pub mod open_games;
mod opponent;
pub mod options;
mod owned;
pub mod panel;
pub mod person;
mod players;
pub mod playtest;
pub mod replay;
mod reserved_games;
pub mod run;
pub mod sensitivity;
mod session;
pub mod sweep;
pub mod tabletop;
pub mod train;
pub mod tune;
pub mod verify;

pub use driver::{Accuracy, Extent};
pub use formats::{FORMATS, Format};
pub use owned::{OwnedResult, ResultFiles, about_of};
pub use session::Session;

/// The game that this thread plays, for the message of a panic.
pub use crate::simulation::noted_game;

/// Copies of the program that share the games of a session.
pub use crate::simulation::Peers;

// The types of requests and results.
pub use crate::stats::Level;
pub use crate::stats::deal_share::MOST_TIMES;
pub use crate::stats::ratio_sums::RateMethod;
pub use crate::stats::shard::Shard;
pub use crate::stats::tally::Tally;
pub use crate::stats::verdict::Verdict;

use crate::bots::{Bot, Restricted};
use crate::config::Plan;
use crate::config::bots::NamedBot;
use crate::model::SeatOrder;
use crate::model::settings::{ConfigErrors, clipped};
use crate::report::escape::inline;
use crate::report::result_file::FileSum;
pub use crate::report::result_file::ResultMeta;
use crate::report::text::{Text, Width};
use crate::report::write::WriteError;
use crate::report::{ResultFile, Table, show};
use crate::simulation::endless::{Endless, never_ends};
use crate::simulation::{Lineup, Simulation};
use crate::stats::real;
use metadata::{details, metadata, options};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

/// A validated request: something to play.
pub trait Experiment {
    /// The type of its result.
    type Result<'r>: ExperimentResult
    where
        Self: 'r;

    /// The name of its command.
    const COMMAND: &'static str;

    /// Whether its answer itself says that its players can be beaten.
    const SAYS_HOW_GOOD: bool = false;

    /// The plans that it plays; a comparison has two. The first one names the folder of its files.
    fn plans(&self) -> Vec<&Plan>;

    /// Warnings about its configs.
    fn warnings(&self) -> Vec<String> {
        self.plans().into_iter().flat_map(warnings).collect()
    }

    /// The maximum number of games.
    fn games(&self) -> u64;

    /// Plays the experiment. If the session is stopped, returns the partial result, marked incomplete.
    fn play(&self, session: &Session) -> Self::Result<'_>;

    /// Simulations whose games take as long as those of the experiment, on average.
    fn samples(&self) -> Vec<Box<dyn Simulation>> {
        self.plans().into_iter().filter(|plan| !plan.bots.is_empty()).map(Plan::simulation).collect()
    }

    /// The estimated time of all games, in seconds, from a short sample. It affects no result.
    fn seconds(&self, session: &Session) -> f64 {
        // A sample is a small part of the games.
        let games = self.games();
        real(games) * forecast::seconds_per_game(&self.samples(), games / 50, session)
    }

    /// An estimate of time and precision from a sample of games, as text; `None` if this experiment has none.
    fn forecast(&self, _: &Session) -> Option<Text> {
        None
    }
}

/// Settings of a plan that are valid, but probably not meant. Plays a few games of random players, most often only one, to
/// see whether they end.
pub fn warnings(plan: &Plan) -> Vec<String> {
    let bots = vec![("random".to_owned(), Bot::Random); plan.players()];
    let simulation = plan.rules.simulation(Lineup::of_each(&bots), plan.seed);
    let (name, unit) = (&plan.name, simulation.schema().unit);
    let endless = never_ends(&*simulation).map(|how| match how {
        Endless::AtLimit(tried) => format!(
            "{name}: none of {tried} games of random players ended before the limit of {unit}; can anybody win under these \
             settings?"
        ),
        Endless::Unlimited => format!(
            "{name}: a million decisions of random players ended no game, and the limit of {unit} is far; can anybody win under \
             these settings?"
        ),
    });
    let unknown: BTreeSet<String> =
        plan.bots.iter().filter_map(|bot| unknown_move(&*simulation, bot)).collect();
    warnings_without_games(plan).chain(endless).chain(unknown).collect()
}

/// The warning about a rule of a strategy for a move that no decision allows in some games of random players.
fn unknown_move(simulation: &dyn Simulation, bot: &NamedBot) -> Option<String> {
    const TRIED: u64 = 20;
    let Bot::Restricted(Restricted { mv, .. }) = &bot.bot else { return None };
    let options = |game| simulation.choices(game).into_iter().flat_map(|chosen| chosen.options);
    let is_known = (0..TRIED).flat_map(options).any(|option| option == *mv);
    let (name, mv) = (&bot.name, clipped(mv));
    (!is_known).then(|| {
        format!("{name}: no decision of {TRIED} random games allows the move \"{mv}\"; is it misspelt?")
    })
}

/// The same without the games.
fn warnings_without_games(plan: &Plan) -> impl Iterator<Item = String> {
    plan.warnings.iter().cloned().chain(plan.other_training())
}

/// The result of an experiment.
pub trait ExperimentResult {
    /// How much was played, and how it ended.
    fn extent(&self) -> &Extent;

    /// The metadata: what was played, and how.
    fn metadata(&self) -> ResultMeta;

    /// The tables; each is written as a CSV file. The CSV format prints the first one.
    fn tables(&self) -> Vec<&Table>;

    /// The order of the seats, if the tables have figures with addresses; then the result has a `figures.csv`.
    fn seat_order(&self) -> Option<SeatOrder> {
        None
    }

    /// The content of `result.json`.
    fn result_file(&self) -> ResultFile<'_> {
        let files = self.files().iter().map(|(name, content)| FileSum::of(name, content)).collect();
        let head = ResultMeta { files, ..self.metadata() }.concluding(self.conclusion());
        ResultFile::new(head, self.tables().into_iter().map(Cow::Borrowed).collect(), self.seat_order())
    }

    /// The first table as CSV, or an empty text if the result has no tables.
    fn csv(&self) -> String {
        self.tables().first().map_or_else(String::new, |table| table.csv(&self.metadata().run_key()))
    }

    /// The answer in sentences, the most important first; empty if the tables are the answer.
    fn conclusion(&self) -> Vec<Sentence> {
        Vec::new()
    }

    /// A summary for people. It does not mention missing games.
    fn summary(&self) -> Text;

    /// A summary for people, in lines of at most this width. If it is verbose, all columns of the tables follow. If the result
    /// is partial, it begins with a line about what is missing.
    fn text(&self, is_verbose: bool, width: Width) -> String {
        let mut text = self.summary().laid_out(width);
        if is_verbose {
            let tables = self.tables().into_iter().filter(|table| !table.rows.is_empty());
            tables.for_each(|table| text += &format!("\n{}", show::all_columns(table, width)));
        }
        if self.extent().is_complete() || self.names_what_is_missing() {
            return text;
        }
        format!("PARTIAL: stopped after {}.\n\n{text}", self.extent().words())
    }

    /// Whether the summary itself says what is missing in a partial result.
    fn names_what_is_missing(&self) -> bool {
        false
    }

    /// A summary for people, in Markdown: by default, the answer and the tables.
    fn markdown(&self) -> String {
        markdown_of(&self.conclusion(), self.tables())
    }

    /// A hint on using the file that this experiment wrote to the folder.
    fn next(&self, _folder: &Path) -> Option<String> {
        None
    }

    /// The files beside the tables, whose checksums are in `result.json`.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        Vec::new()
    }

    /// The verdict, if the experiment has one.
    fn verdict(&self) -> Option<Verdict> {
        None
    }

    /// A warning if the requested precision was not reached.
    fn shortfall(&self) -> Option<String> {
        None
    }
}

/// An answer and tables in Markdown.
fn markdown_of(conclusion: &[Sentence], tables: Vec<&Table>) -> String {
    let conclusion = conclusion.iter().map(|sentence| format!("- {}\n", inline(&sentence.text))).collect();
    let tables = tables.into_iter().map(Table::markdown);
    let parts = [conclusion].into_iter().chain(tables).filter(|part: &String| !part.is_empty());
    parts.collect::<Vec<_>>().join("\n")
}

/// Why an experiment has no result.
#[derive(Debug)]
pub enum Error {
    /// The config or an option is invalid.
    Config(ConfigErrors),
    /// A result is incomplete or damaged.
    Damaged(String),
    /// A lock file is missing, damaged, or no lock file.
    Lock(ConfigErrors),
    /// A file cannot be written.
    Write(WriteError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config(errors) | Self::Lock(errors) => errors.fmt(f),
            Self::Damaged(message) => f.write_str(message),
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<ConfigErrors> for Error {
    fn from(errors: ConfigErrors) -> Self {
        Self::Config(errors)
    }
}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Self {
        Self::Write(error)
    }
}
