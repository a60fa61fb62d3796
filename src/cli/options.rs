//! Options that several commands share, and the parsers of their values.

use super::{CliResult, Failure, print};
use crate::config::ConfigErrors;
use crate::config::plan::{HIGHEST_SEED, MOST_GAMES};
use crate::config::{Plan, PlanOptions};
use crate::experiments::Level;
use crate::experiments::RateMethod;
use crate::experiments::{Accuracy, ExperimentResult, Session};
use crate::report::{self, ResultFile};
use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// Which games to play: config, line-up, seed.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Game {
    /// A game id (printed rules) or a TOML file (house rules)
    #[arg(value_name = "CONFIG")]
    pub config: String,
    /// Number of players; short for --set setup.players=N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=8))]
    pub players: Option<u64>,
    /// Number of games: 50000, 250k, 2M or 1e6
    #[arg(long, short = 'n', value_name = "N", value_parser = count)]
    pub games: Option<u64>,
    /// Random seed; the same seed plays the same games
    #[arg(long, short, value_name = "S", value_parser = clap::value_parser!(u64).range(..=HIGHEST_SEED))]
    pub seed: Option<u64>,
    /// One bot for all seats, or one per seat: names, strategy files or search:PLAYOUTS:BOT
    #[arg(long, value_name = "BOT,…", value_delimiter = ',')]
    pub bots: Vec<String>,
    /// Change a setting; address list items by index
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl Game {
    /// The checked plan.
    ///
    /// # Errors
    /// All errors of the config and the options.
    pub(crate) fn plan(&self) -> Result<Plan, ConfigErrors> {
        Plan::new(&self.config, &self.asked())
    }

    /// The options beside the config.
    pub(crate) fn asked(&self) -> PlanOptions {
        PlanOptions {
            players: self.players,
            games: self.games,
            seed: self.seed,
            bots: self.bots.clone(),
            set: self.set.clone(),
            ..PlanOptions::default()
        }
    }
}

/// Threads, output and interval options.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Work {
    /// Number of threads (default: one per core); results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: Option<u64>,
    /// Hide the progress bar and the text summary
    #[arg(long, short)]
    pub quiet: bool,
    /// Confidence level of all intervals
    #[arg(long, value_name = "LEVEL", default_value = "0.95", value_parser = level)]
    pub level: Level,
    /// Format of the printed result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Output folder (default: `reports/NAME` for run, `reports/NAME/COMMAND` for others)
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

impl Work {
    /// A session with this many threads.
    ///
    /// # Errors
    /// The system cannot start that many.
    pub(crate) fn session(&self) -> Result<Session, Failure> {
        session(self.threads)
    }

    /// Confidence level and target precision of the figures.
    pub(crate) const fn accuracy(&self, precision: Option<f64>) -> Accuracy {
        Accuracy { level: self.level, precision }
    }

    /// Prints a result in the format of `--format`.
    ///
    /// # Errors
    /// Stdout cannot be written.
    pub(crate) fn show(&self, result: &impl ExperimentResult, folder: &Path) -> CliResult {
        if self.is_silent() {
            return Ok(());
        }
        if self.format == Format::Text {
            let next = result.next(folder).map(|next| format!("\n{next}\n"));
            return print(&(result.text()? + &next.unwrap_or_default()));
        }
        self.format.show_file(&result.result_file(), result.main_table().name)
    }

    /// Whether nothing is printed.
    pub(crate) fn is_silent(&self) -> bool {
        self.format.is_silent(self.quiet)
    }
}

impl Format {
    /// Whether nothing is printed: `--quiet` hides text, but no format that was requested explicitly.
    pub(crate) fn is_silent(self, quiet: bool) -> bool {
        quiet && self == Self::Text
    }

    /// Prints a result in a format for programs; as CSV, this table of it.
    ///
    /// # Errors
    /// Stdout cannot be written.
    pub(crate) fn show_file(self, result: &ResultFile, main: &str) -> CliResult {
        let markdown = || result.tables.iter().map(report::show::markdown).collect::<Vec<_>>().join("\n");
        print(&match self {
            Self::Text | Self::Markdown => markdown(),
            Self::Json => result.text(),
            Self::Csv => result.table(main).map(report::csv::text).unwrap_or_default(),
        })
    }
}

/// A session with this many threads, or one per core.
///
/// # Errors
/// The system cannot start that many.
pub(crate) fn session(threads: Option<u64>) -> Result<Session, Failure> {
    let threads = threads.and_then(|threads| usize::try_from(threads).ok());
    Session::new(threads).map_err(|error| Failure::Input(format!("--threads: {error}")))
}

/// Parses a difference of shares in percentage points, `0.5pp` or `±0.5pp`, to a share. The unit is required: a bare
/// number could be a share or percentage points.
pub(crate) fn percentage_points(text: &str) -> Result<f64, String> {
    let number = text.trim_start_matches('±').strip_suffix("pp");
    let share = number.and_then(|number| number.trim().parse::<f64>().ok()).map(|points| points * 0.01);
    share
        .filter(|share| *share > 0.0 && *share < 1.0)
        .ok_or_else(|| "expected percentage points between 0pp and 100pp, e.g. 0.5pp".into())
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
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Text for a terminal
    Text,
    /// Markdown for pull requests
    Markdown,
    /// JSON for programs
    Json,
    /// CSV for spreadsheets
    Csv,
}

/// Parses a number of games: digits with an optional fraction and an exponent or a suffix k, M or G.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let expected = || format!("expected a number from 1 to {MOST_GAMES}, e.g. 50000, 250k, 2M or 1e6");
    let (digits, zeros) = match text.char_indices().last() {
        Some((end, 'k' | 'K')) => (&text[..end], 3),
        Some((end, 'm' | 'M')) => (&text[..end], 6),
        Some((end, 'g' | 'G')) => (&text[..end], 9),
        _ => match text.split_once(['e', 'E']) {
            Some((digits, zeros)) => (digits, zeros.parse::<u32>().map_err(|_| expected())?),
            None => (text, 0),
        },
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let n_fraction = u32::try_from(fraction.len()).map_err(|_| expected())?;
    let all = format!("{whole}{fraction}");
    if all.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(expected());
    }
    let number: u64 = all.parse().map_err(|_| expected())?;
    let scale =
        zeros.checked_sub(n_fraction).and_then(|zeros| 10_u64.checked_pow(zeros)).ok_or_else(expected)?;
    number.checked_mul(scale).filter(|games| (1..=MOST_GAMES).contains(games)).ok_or_else(expected)
}

/// Which numeric settings to change, and by how much.
#[derive(clap::Args, Debug)]
pub(crate) struct Moved {
    /// Only settings whose key matches; * matches any text
    #[arg(long, value_name = "GLOB")]
    pub keys: Vec<String>,
    /// Size of a step
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(i64).range(1..=1000))]
    pub step: i64,
}

/// `--precision` and `--plan`.
#[derive(clap::Args, Debug, Clone, Copy)]
pub(crate) struct PrecisionArgs {
    /// Play until every headline interval is at most ± this wide, e.g. 0.5pp; at most --games
    #[arg(long, value_name = "POINTS", value_parser = percentage_points)]
    pub precision: Option<f64>,
    /// Estimate time and precision without playing all games
    #[arg(long)]
    pub plan: bool,
}

/// Parses a confidence level.
pub(crate) fn level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| "expected a number between 0.5 and 1, e.g. 0.95".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn counts_parse_suffixes_and_exponents() {
        for (text, games) in [
            ("1", 1),
            ("250k", 250_000),
            ("2M", 2_000_000),
            ("1e6", 1_000_000),
            ("1.5e3", 1500),
            ("2.5k", 2500),
        ] {
            assert_eq!(count(text), Ok(games), "{text}");
        }
        for text in
            ["0", "-1", "1e30", "", "k", "1.5", "nan", "1e-3", "0x10", "１", "999999999999999999999", "1e11k"]
        {
            assert!(count(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn the_count_parser_never_panics(text in "\\PC{0,12}|[0-9.eEkM]{0,12}") {
            let _ = count(&text);
        }
    }
}
