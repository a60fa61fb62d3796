//! Options that several commands share.

use super::output::print_verdicts;
use super::values::{count, level, minutes, one_of, percentage_points, players, result_label, seed, threads};
use super::{Catalogue, CliResult, Failure, print, print_exactly};
use crate::config::cards::CardFiles;
use crate::config::{ConfigErrors, Plan, PlanOptions, bots::ways_to_line_up};
use crate::experiments::formats::{FORMATS, Format, Layout, Made, Part, Printed};
use crate::experiments::{Accuracy, ExperimentResult, Level, RateMethod, Session, compare};
use crate::programs;
use crate::report::text::Width;
use clap::ValueEnum;
use clap::builder::TypedValueParser;
use std::path::PathBuf;

/// Which games to play: config, line-up, seed.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Game {
    /// A game id (printed rules), a TOML file (house rules), or the name or folder of a result
    #[arg(value_name = "CONFIG")]
    pub config: String,
    /// Number of players; short for --set setup.players=N
    #[arg(long, value_name = "N", value_parser = players)]
    pub players: Option<u64>,
    /// Number of games: 50000, 250k, 2M or 1e6
    #[arg(long, short = 'n', value_name = "N", value_parser = count)]
    pub games: Option<u64>,
    /// Random seed; the same seed plays the same games
    #[arg(long, short, value_name = "S", value_parser = seed)]
    pub seed: Option<u64>,
    /// One bot for all seats, or one per seat: names, strategy files, search:PLAYOUTS:BOT or panel
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', long_help = format!("One bot for all seats, or one per seat (default: `expert`, the trained bot of the game):{}", ways_to_line_up()))]
    pub bots: Vec<String>,
    #[command(flatten)]
    pub tables: CardArgs,
    /// Change a setting; address list items by index
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Minutes at the table per round, turn or fight: lengths are also given in minutes
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    pub table_minutes: Option<f64>,
    /// Name of the result, which is also the name of its folder in `reports`
    #[arg(long, value_name = "NAME", conflicts_with = "out")]
    pub name: Option<String>,
    /// Label of the result in its CSV files, to tell results apart when they are joined (default: the config's name)
    #[arg(long, value_name = "TEXT", value_parser = result_label)]
    pub label: Option<String>,
}

impl Game {
    /// The validated plan.
    ///
    /// # Errors
    /// All errors of the config and the options.
    pub(crate) fn plan(&self, catalogue: &Catalogue) -> Result<Plan, ConfigErrors> {
        Plan::new(&self.config, &self.plan_options(catalogue))
    }

    /// The options besides the config.
    pub(crate) fn plan_options(&self, catalogue: &Catalogue) -> PlanOptions {
        PlanOptions {
            players: self.players,
            games: self.games,
            seed: self.seed,
            table_minutes: self.table_minutes,
            bots: self.bots.clone(),
            programs: Some(programs::start),
            cards: self.tables.files(),
            set: self.set.clone(),
            name: self.name.clone(),
            label: self.label.clone(),
            ..PlanOptions::of(catalogue)
        }
    }
}

/// Tables of cards, and how to read them.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct CardArgs {
    /// Read cards from a .csv, .xlsx or .ods file
    #[arg(long, value_name = "FILE")]
    pub cards: Vec<String>,
    /// Titles of the columns of FILE: "id=Name, copies=Qty, damage=ATK"; copies=rows counts repeated rows
    #[arg(long, value_name = "NAME=TITLE,…")]
    pub columns: Option<String>,
    /// Row of FILE with the titles of the columns (default: the first one with the title of the ids)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), hide_short_help = true)]
    pub header_row: Option<u32>,
    /// Sheet of a workbook to read (default: all sheets with a column of ids that are not hidden)
    #[arg(long, alias = "sheet", value_name = "NAME", hide_short_help = true)]
    pub worksheet: Option<String>,
    /// Encoding of a CSV file, such as windows-1252 (default: UTF-8, or what its first bytes say)
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub encoding: Option<String>,
}

impl CardArgs {
    /// The files, and how to read them.
    pub(crate) fn files(&self) -> CardFiles {
        let Self { cards, columns, header_row, worksheet, encoding } = self.clone();
        CardFiles { files: cards, columns, header_row, sheet: worksheet, encoding, at: None, content: None }
    }

    /// Checks that the tables belong to a config, if there is one.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn check_config(&self, config: Option<&String>) -> CliResult {
        match self.files().options().next().filter(|_| config.is_none()) {
            Some((option, value)) => Err(Failure::Input(format!(
                "{option}: found \"{value}\" without a config, expected a game id or config file before it"
            ))),
            None => Ok(()),
        }
    }
}

/// Threads, output and interval options.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Work {
    /// Number of threads (default: one per core); results do not depend on it
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<u64>,
    /// Hide the progress bar and the text summary
    #[arg(long, short)]
    pub quiet: bool,
    /// Print all columns of the tables, too: p-values, ratings, all metrics
    #[arg(long, short, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Confidence level of all intervals
    #[arg(long, value_name = "LEVEL", default_value = "0.95", allow_hyphen_values = true, value_parser = level)]
    pub level: Level,
    /// Format of the printed result
    #[arg(long, value_parser = PrintFormat::parser(), default_value = PrintFormat::DEFAULT, value_name = "FORMAT")]
    pub format: PrintFormat,
    /// Output folder; the result is in `DIR/COMMAND` (default: `reports/NAME`)
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Replace an earlier result without keeping it; files that Undercard did not write move to `DIR/earlier`
    #[arg(long)]
    pub force: bool,
}

impl Work {
    /// A session with this many threads.
    ///
    /// # Errors
    /// The system cannot start this many threads.
    pub(crate) fn session(&self) -> Result<Session, Failure> {
        super::session::session(self.threads)
    }

    /// Confidence level and target precision of the figures.
    pub(crate) const fn accuracy(&self, precision: Option<f64>) -> Accuracy {
        Accuracy { level: self.level, precision }
    }

    /// Prints a result in the format of `--format`, even with `--quiet`.
    ///
    /// # Errors
    /// Stdout cannot be written.
    pub(crate) fn print(
        &self,
        result: &dyn ExperimentResult,
        part: Option<Part<'_>>,
        width: Width,
    ) -> CliResult {
        self.format.print(result, Layout { width, is_verbose: self.verbose, part })
    }

    /// Whether nothing is printed.
    pub(crate) fn is_silent(&self) -> bool {
        self.format.is_silent(self.quiet)
    }
}

/// The interval method for the share of games that are won or lost.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rates {
    /// Wilson score interval
    Wilson,
    /// Jeffreys interval
    Jeffreys,
    /// Exact interval, conservative
    ClopperPearson,
}

impl From<Rates> for RateMethod {
    fn from(rates: Rates) -> Self {
        match rates {
            Rates::Wilson => Self::Wilson,
            Rates::Jeffreys => Self::Jeffreys,
            Rates::ClopperPearson => Self::ClopperPearson,
        }
    }
}

/// The format of a printed result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrintFormat {
    /// Whether this is text for people.
    pub is_text: bool,
    printed: &'static Printed,
}

impl PrintFormat {
    /// The default of `--format`.
    pub(crate) const DEFAULT: &'static str = FORMATS[0].name;

    /// Parses the name of a format.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Self> {
        one_of(FORMATS.iter().filter_map(|Format { name, help, made }| match made {
            Made::Printed(printed) => Some((*name, *help, Self { is_text: *name == Self::DEFAULT, printed })),
            Made::Saved(_) => None,
        }))
    }

    /// Whether nothing is printed. `--quiet` hides text, but does not hide a format that was requested
    /// explicitly.
    pub(crate) const fn is_silent(self, quiet: bool) -> bool {
        quiet && self.is_text
    }

    /// Prints a result.
    ///
    /// # Errors
    /// Stdout cannot be written.
    pub(crate) fn print(self, result: &dyn ExperimentResult, layout: Layout<'_>) -> CliResult {
        let text = (self.printed.text)(result, layout);
        let has_verdicts = || result.tables().iter().any(|table| table.column_index("verdict").is_some());
        match self.is_text {
            false => print_exactly(&text),
            true if has_verdicts() => print_verdicts(&text),
            true => print(&text),
        }
    }

    /// Prints the end of several results.
    ///
    /// # Errors
    /// Stdout cannot be written.
    pub(crate) fn print_end(self, n: usize) -> CliResult {
        print_exactly((self.printed.end)(n))
    }
}

/// Which numeric settings to change, and by how much.
#[derive(clap::Args, Debug)]
pub(crate) struct Moved {
    /// Only settings whose key matches; * matches any text
    #[arg(long, value_name = "GLOB")]
    pub keys: Vec<String>,
    /// Size of a step (default: 1)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(1..=1000))]
    pub step: Option<i64>,
}

/// What differs in the second configuration.
#[derive(clap::Args, Debug)]
pub(crate) struct SideB {
    /// Read cards of the second configuration only from a .csv or .xlsx file
    #[arg(long, value_name = "FILE")]
    cards_b: Vec<String>,
    /// Change a setting of the second configuration only
    #[arg(long, value_name = "KEY=VALUE")]
    set_b: Vec<String>,
    /// Bots of the second configuration, as for --bots
    #[arg(long, value_name = "BOT,…", value_delimiter = ',')]
    bots_b: Vec<String>,
}

impl SideB {
    /// The options of a comparison with this second configuration.
    pub(crate) fn options(&self) -> compare::Options {
        compare::Options {
            cards_b: self.cards_b.clone(),
            set_b: self.set_b.clone(),
            bots_b: self.bots_b.clone(),
            ..compare::Options::default()
        }
    }
}

/// `--precision` and `--plan`.
#[derive(clap::Args, Debug, Clone, Copy)]
pub(crate) struct PrecisionArgs {
    /// Play until every headline interval is at most ± this wide, e.g. 0.5pp; at most --games
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true, value_parser = percentage_points)]
    pub precision: Option<f64>,
    /// Estimate time and precision without playing all games
    #[arg(long)]
    pub plan: bool,
}
