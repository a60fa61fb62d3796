//! Options that several commands share, and how their values are written.

use super::{CliResult, Failure, print};
use crate::config::ConfigErrors;
use crate::config::plan::{HIGHEST_SEED, MOST_GAMES};
use crate::config::{Asked, Plan};
use crate::experiments::Level;
use crate::experiments::RateMethod;
use crate::experiments::{Accuracy, ExperimentResult, Session};
use crate::report::{self, ResultFile};
use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// What is played: config, line-up, seed.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Game {
    /// A game id (its printed rules), or a TOML file of house rules
    #[arg(value_name = "CONFIG")]
    pub config: String,
    /// Number of players; short for --set setup.players=N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=8))]
    pub players: Option<u64>,
    /// Number of games, as 50000, 250k, 2M or 1e6
    #[arg(long, short = 'n', value_name = "N", value_parser = count)]
    pub games: Option<u64>,
    /// Seed; the same seed plays the same games
    #[arg(long, short, value_name = "S", value_parser = clap::value_parser!(u64).range(..=HIGHEST_SEED))]
    pub seed: Option<u64>,
    /// One bot for all seats, or one a seat: names, strategy files or search:PLAYOUTS:BOT, with commas
    #[arg(long, value_name = "BOT,…", value_delimiter = ',')]
    pub bots: Vec<String>,
    /// Change a setting: any key of any table, arrays by index
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl Game {
    /// The checked plan.
    ///
    /// # Errors
    /// All faults of what was written.
    pub(crate) fn plan(&self) -> Result<Plan, ConfigErrors> {
        Plan::new(&self.config, &self.asked())
    }

    /// What was asked for beside the config.
    pub(crate) fn asked(&self) -> Asked {
        Asked {
            players: self.players,
            games: self.games,
            seed: self.seed,
            bots: self.bots.clone(),
            set: self.set.clone(),
            ..Asked::default()
        }
    }
}

/// How much of the machine, how much talk, and where files go.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Work {
    /// Number of threads (default: one a core); results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: Option<u64>,
    /// Show no progress, and print nothing but what --format asks for
    #[arg(long, short)]
    pub quiet: bool,
    /// Confidence level of the intervals
    #[arg(long, value_name = "LEVEL", default_value = "0.95", value_parser = level)]
    pub level: Level,
    /// How results are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Folder for the files (default: `reports/NAME`, of other commands than `run` a folder in it)
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

    /// How sure figures are to be, with this precision.
    pub(crate) const fn accuracy(&self, precision: Option<f64>) -> Accuracy {
        Accuracy { level: self.level, precision }
    }

    /// Prints a result in the format that was asked for.
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

    /// Is nothing to be printed?
    pub(crate) fn is_silent(&self) -> bool {
        self.format.is_silent(self.quiet)
    }
}

impl Format {
    /// Is nothing to be printed, if there was a `--quiet`? Who asks for a format wants to see it.
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

/// Parses a difference of shares: `0.5pp` or `±0.5pp`. A bare number might be a share or points, a
/// hundred times as much: it is refused.
pub(crate) fn percentage_points(text: &str) -> Result<f64, String> {
    let number = text.trim_start_matches('±').strip_suffix("pp");
    let share = number.and_then(|number| number.trim().parse::<f64>().ok()).map(|points| points * 0.01);
    share
        .filter(|share| *share > 0.0 && *share < 1.0)
        .ok_or_else(|| "percentage points between 0pp and 100pp with their unit, as 0.5pp".into())
}

/// How the interval of a share of games that are won or lost is made.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rates {
    /// Wilson's score interval
    Wilson,
    /// Jeffreys' interval
    Jeffreys,
    /// The exact interval, which never covers too little
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

/// How results are printed.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// For people, in a terminal
    Text,
    /// For pull requests
    Markdown,
    /// For programs
    Json,
    /// For spreadsheets
    Csv,
}

/// Parses a number of games: digits, or digits with a fraction, an exponent, or k, M, G.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let expected = || format!("a number from 1 to {MOST_GAMES}, as 50000, 250k, 2M or 1e6");
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

/// Which numbers are moved, and how far.
#[derive(clap::Args, Debug)]
pub(crate) struct Moved {
    /// Only settings whose key matches; * stands for any text
    #[arg(long, value_name = "GLOB")]
    pub keys: Vec<String>,
    /// How far a step goes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(i64).range(1..=1000))]
    pub step: i64,
}

/// `--precision` and `--plan`.
#[derive(clap::Args, Debug, Clone, Copy)]
pub(crate) struct PrecisionArgs {
    /// Stop as soon as every headline figure is known to within ± so many points, if --games allows
    #[arg(long, value_name = "POINTS", value_parser = percentage_points)]
    pub precision: Option<f64>,
    /// Play nothing: say how long it would take and how much it would tell
    #[arg(long)]
    pub plan: bool,
}

/// Parses a confidence level.
pub(crate) fn level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| "a number between 0.5 and 1, as 0.95".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn games_are_counted_as_people_write_them() {
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
        fn no_text_makes_the_parser_panic(text in "\\PC{0,12}|[0-9.eEkM]{0,12}") {
            let _ = count(&text);
        }
    }
}
