//! Options that several commands share, and how their values are written.

use super::{Done, Failure, print};
use crate::config::plan::{HIGHEST_SEED, MOST_GAMES};
use crate::config::strategy::Named;
use crate::config::{Asked, Plan, fault};
use crate::model::settings::{ConfigErrors, clipped};
use crate::report::{self, Table};
use crate::stats::Level;
use crate::stats::ratio_sums::RateMethod;
use clap::ValueEnum;
use rayon::ThreadPool;
use std::fmt;
use std::path::PathBuf;

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

    /// Is the number of games a multiple of this one, as it is where every deal is played so often?
    ///
    /// # Errors
    /// It is not, and this is what is expected.
    pub(crate) fn is_multiple(
        &self,
        plan: &Plan,
        times: u64,
        expected: impl Into<String>,
    ) -> Result<(), ConfigErrors> {
        if plan.games.is_multiple_of(times) {
            return Ok(());
        }
        let at = if self.games.is_some() { "--games" } else { "run.games" };
        Err(ConfigErrors(vec![fault(at, "", plan.games.to_string(), expected)]))
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

/// Both, or all faults of both.
///
/// # Errors
/// Either has faults.
pub(crate) fn both<A, B>(
    one: Result<A, ConfigErrors>,
    other: Result<B, ConfigErrors>,
) -> Result<(A, B), ConfigErrors> {
    match (one, other) {
        (Ok(one), Ok(other)) => Ok((one, other)),
        (one, other) => {
            let faults = [one.err(), other.err()].into_iter().flatten();
            Err(ConfigErrors(faults.flat_map(|ConfigErrors(faults)| faults).collect()))
        }
    }
}

/// These bots, if they are at most so many.
///
/// # Errors
/// There are more.
pub(crate) fn at_most(most: usize, option: &str, bots: Vec<Named>) -> Result<Vec<Named>, ConfigErrors> {
    if bots.len() <= most {
        return Ok(bots);
    }
    let (found, expected) = (format!("{} bots", bots.len()), format!("at most {most}"));
    Err(ConfigErrors(vec![fault(option, "", found, expected)]))
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
    /// The threads.
    ///
    /// # Errors
    /// The machine gives none.
    pub(crate) fn pool(&self) -> Result<ThreadPool, Failure> {
        pool(self.threads)
    }

    /// What a star means, where there are p-values.
    pub(crate) fn stars(&self, are_tested: bool) -> String {
        if !are_tested {
            return String::new();
        }
        format!("; * is significant (Holm, {} %)", self.level.alpha_percent())
    }

    /// Prints a command's table as it is asked for; for people, as they read it.
    ///
    /// # Errors
    /// Stdout cannot be written.
    pub(crate) fn show(&self, table: &Table, text: impl FnOnce() -> Result<String, fmt::Error>) -> Done {
        if self.is_silent() { Ok(()) } else { self.format.show(table, text) }
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

    /// Prints a table like this; for people, as they read it.
    ///
    /// # Errors
    /// Stdout cannot be written.
    pub(crate) fn show(self, table: &Table, text: impl FnOnce() -> Result<String, fmt::Error>) -> Done {
        print(&match self {
            Self::Text => text()?,
            Self::Markdown => report::show::markdown(table),
            Self::Json => report::json::table(table),
            Self::Csv => report::csv::text(table),
        })
    }
}

/// So many threads, or one a core.
///
/// # Errors
/// The machine gives none.
pub(crate) fn pool(threads: Option<u64>) -> Result<ThreadPool, Failure> {
    let threads = threads.and_then(|threads| usize::try_from(threads).ok()).unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Failure::Input(format!("--threads: {error}")))
}

/// Nobody is named twice.
///
/// # Errors
/// Somebody is.
pub(crate) fn each_once(option: &str, names: &[String]) -> Result<(), ConfigErrors> {
    let Some(again) = (0..names.len()).find(|place| names[..*place].contains(&names[*place])) else {
        return Ok(());
    };
    let found = format!("\"{}\" more than once", clipped(&names[again]));
    Err(ConfigErrors(vec![fault(option, "", found, "every member once")]))
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

/// Does the key match? `*` stands for any text.
pub(crate) fn matches(glob: &str, key: &str) -> bool {
    let mut parts = glob.split('*');
    let Some(mut rest) = parts.next().and_then(|head| key.strip_prefix(head)) else { return false };
    let Some(tail) = parts.next_back() else { return rest.is_empty() };
    // What stands between two stars may as well be taken where it comes first.
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(tail)
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

    #[test]
    fn a_star_stands_for_any_text() {
        for (glob, key) in [
            ("rules.*", "rules.max-rounds"),
            ("*.damage", "cards.ten.damage"),
            ("cards.*.damage", "cards.ten.damage"),
            ("*", "x"),
            ("a.b", "a.b"),
            ("*a*b*", "xaab"),
            ("**", ""),
        ] {
            assert!(matches(glob, key), "{glob} {key}");
        }
        for (glob, key) in [
            ("rules.*", "setup.x"),
            ("a", "ab"),
            ("cards.*.damage", "cards.ten.strength"),
            ("a*a", "a"),
            ("", "a"),
        ] {
            assert!(!matches(glob, key), "{glob} {key}");
        }
    }

    #[test]
    fn no_pattern_takes_long() {
        let (glob, key) = ("*a".repeat(5_000), "a".repeat(4_999));
        assert!(!matches(&glob, &key) && matches(&glob, &format!("{key}a")));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_parser_panic(text in "\\PC{0,12}|[0-9.eEkM]{0,12}") {
            let _ = count(&text);
        }
    }
}
