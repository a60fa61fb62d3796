//! The options of a plan besides its config.

use super::bots::{NamedBot, StartProgram};
use super::cards::CardFiles;
use super::plan::{HIGHEST_SEED, MOST_GAMES};
use super::{ArgSource, Effective, config_error, effective};
use crate::games::{Catalogue, GameRef};
use crate::model::settings::{ConfigError, ConfigErrors, clipped, is_other_than_text};
use crate::report::escape::changes_direction;
use std::sync::Arc;

/// The options besides the config. Missing options are taken from the config file, then from the defaults.
#[derive(Clone, Debug, Default)]
pub struct PlanOptions {
    /// The games that the config can name.
    pub catalogue: Catalogue,
    /// The content of the config, if it was read before.
    pub content: Option<Arc<Effective>>,
    /// Number of players.
    pub players: Option<u64>,
    /// Number of games.
    pub games: Option<u64>,
    /// Seed.
    pub seed: Option<u64>,
    /// One bot for all seats, or one per seat.
    pub bots: Vec<String>,
    /// Bots made in code, which `bots` can name.
    pub own_bots: Vec<NamedBot>,
    /// Starts programs that `bots` can name as `exec:COMMAND`; `None`: it cannot.
    pub programs: Option<StartProgram>,
    /// The option that named the bots, if not `--bots`.
    pub bots_by: Option<&'static str>,
    /// Minutes at the table per unit of length.
    pub table_minutes: Option<f64>,
    /// The panels that can play.
    pub panels: &'static [&'static str],
    /// Tables of cards, which are applied before `set`.
    pub cards: CardFiles,
    /// `KEY=VALUE` settings.
    pub set: Vec<String>,
    /// The name of the result, and of its folder in `reports/`.
    pub name: Option<String>,
    /// The label of the result in its CSV files.
    pub label: Option<String>,
}

impl PlanOptions {
    /// The defaults for configs that name games of this list.
    #[must_use]
    pub fn of(catalogue: &Catalogue) -> Self {
        Self { catalogue: catalogue.clone(), ..Self::default() }
    }

    /// Reads the config, unless its content is given.
    pub fn read(&self, config: &str) -> Result<Effective, ConfigErrors> {
        self.content.as_deref().cloned().map_or_else(|| effective(config, &self.catalogue), Ok)
    }

    /// The source of bots that this option names.
    pub fn source(&self, option: &str) -> ArgSource {
        ArgSource { own: self.own_bots.clone(), programs: self.programs, ..ArgSource::by(option) }
    }

    /// The error of the label, if it is invalid.
    pub(super) fn label_error(&self) -> Option<ConfigError> {
        let label = self.label.as_ref()?;
        let expected = check_label(label).err()?;
        Some(config_error("--label", "", format!("\"{}\"", clipped(label)), expected))
    }

    /// What is wrong with the seed and the number of games.
    pub(super) fn number_errors(&self) -> impl Iterator<Item = ConfigError> {
        let seed = self.seed.filter(|seed| *seed > HIGHEST_SEED).map(|seed| {
            let expected = format!("an integer from 0 to {HIGHEST_SEED}");
            config_error("--seed", "", seed.to_string(), expected)
        });
        let games = self.games.filter(|games| !(1..=MOST_GAMES).contains(games)).map(|games| {
            config_error("--games", "", games.to_string(), format!("a number from 1 to {MOST_GAMES}"))
        });
        seed.into_iter().chain(games)
    }

    /// The error of the name, if it is invalid.
    pub(super) fn name_error(&self, game: &GameRef) -> Option<ConfigError> {
        let name = self.name.as_ref()?;
        let expected = check_name(name, &[game.catalogue.ids(), vec![game.id]].concat()).err()?;
        Some(config_error("--name", "", format!("\"{}\"", clipped(name)), expected))
    }
}

/// Whether every program reads a name as text when it guesses the types of a CSV file. A name that begins with a digit could
/// be a number or a date.
pub(super) fn is_text(name: &str) -> bool {
    name.starts_with(char::is_alphabetic) && !is_other_than_text(name)
}

/// Checks the label of a result, which is a cell of every row of its CSV files: in every program and for every reader it is
/// text, and the same text.
///
/// # Errors
/// What a label may be.
pub fn check_label(label: &str) -> Result<(), String> {
    const MOST: usize = 60;
    let is_valid = label.chars().count() <= MOST
        && is_text(label)
        && !label.ends_with(char::is_whitespace)
        && !label.chars().any(|c| c.is_control() || changes_direction(c));
    let expected = format!(
        "at most {MOST} characters on one line, with a letter first and no blank last, and no word such as true, none or nan"
    );
    if is_valid { Ok(()) } else { Err(expected) }
}

/// Checks the name of a result: it is a file name on every system, no path, and none of these ids of games.
///
/// # Errors
/// What a name may be.
pub fn check_name(name: &str, games: &[&str]) -> Result<(), String> {
    const MOST: usize = 60;
    const RESERVED: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];
    let stem = name.split('.').next().unwrap_or_default().to_lowercase();
    let is_reserved = RESERVED.contains(&stem.trim_end_matches(|c: char| c.is_ascii_digit()));
    let is_valid = name.chars().count() <= MOST
        && name.starts_with(char::is_alphanumeric)
        && !name.ends_with('.')
        && name.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
    if games.contains(&name) {
        return Err(format!("a name that is not a game id, e.g. {name}-2"));
    }
    if is_reserved {
        return Err("a name that Windows does not reserve".into());
    }
    let expected =
        format!("at most {MOST} letters, digits, -, _ and ., with a letter or digit first and no . last");
    if is_valid { Ok(()) } else { Err(expected) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_text_in_every_program_and_names_files_on_every_system() {
        for label in ["mild", "Take 3, ten = 9", "größer", "nano"] {
            assert_eq!(check_label(label), Ok(()), "{label}");
        }
        let long = "a".repeat(61);
        for hostile in
            ["", "=1+1", "7", "-a", " a", "a ", "a\nb", "a\u{202e}b", "NaN", "None", "true", "T", &long]
        {
            assert!(check_label(hostile).is_err(), "{hostile}");
        }
        for name in ["mild", "v1.2", "2", "mild_2-b", "größer", "commander", "concrete"] {
            assert_eq!(check_name(name, &[]), Ok(()), "{name}");
        }
        let hostile =
            ["", ".", "..", "a/b", "a\\b", "-a", "=1+1", "a\n", "a b", "a.", "CON", "nul.txt", "com1", &long];
        for name in hostile {
            assert!(check_name(name, &[]).is_err(), "{name}");
        }
        assert!(check_name("taunt", &["taunt"]).is_err_and(|expected| expected.contains("taunt-2")));
    }
}
