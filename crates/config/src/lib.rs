//! Finds, overlays and validates configs and strategy files in TOML.

#![forbid(unsafe_code)]

use undercard_engine::{games, model, simulation, stats};
use undercard_report as report;

#[doc(hidden)]
pub mod addresses;
pub mod bots;
#[doc(hidden)]
pub mod cards;
mod causes;
mod comments;
#[doc(hidden)]
pub mod digest;
mod effective;
pub mod globs;
mod lineup;
#[doc(hidden)]
pub mod listing;
#[doc(hidden)]
pub mod lock;
#[doc(hidden)]
pub mod lock_figures;
#[doc(hidden)]
pub mod lock_place;
mod new_entries;
#[doc(hidden)]
pub mod plan;
mod plan_options;
#[doc(hidden)]
pub mod playtest;
mod run_table;
#[doc(hidden)]
pub mod schema;
#[doc(hidden)]
pub mod shipped;
mod stored_config;
pub mod strategy;
pub mod target_edit;
#[doc(hidden)]
pub mod targets;
mod without_effect;

pub use crate::report::overwrite::RUN_TOML;
pub use comments::{Comments, comments, header};
pub use effective::sets_players;
pub use effective::{
    CONFIG_OR_GAME, DESCRIPTION, Effective, FIXED_KEYS, apply, apply_by, card_files, description_beside,
    description_file, effective, game_and_tree, of_text, printed_rules, read_config,
};
pub use lineup::named as named_bots;
pub use plan::{Plan, game_of, rules_digest_of, schema_of};
pub use plan_options::{PlanOptions, check_label, check_name};
pub use run_table::{MOST_MINUTES, TABLE_MINUTES};
pub use stored_config::{
    REPORTS, attest_run_toml, compared, read_result, result_folder, result_name, result_names,
};

// The parts of every config.
pub use crate::games::{
    Catalogue, DESCRIBED_SETTINGS, GameEntry, GameInfo, GameRef, ListedGame, PRINTED_GAMES, is_setting,
    new_game,
};
#[doc(hidden)]
pub use crate::model::settings::tree;
pub use crate::model::settings::{
    Allowed, ConfigError, ConfigErrors, Node, Origin, Setting, Value, clipped, nearest,
};

use crate::model::settings::LARGEST_TOML;
use crate::report::read::Kind;
use std::collections::BTreeMap;
use std::path::Path;

/// Config and strategy files.
const WRITTEN: Kind = Kind { name: "a TOML file", most: LARGEST_TOML };

/// An error of a whole file or option.
#[must_use]
pub fn config_error(
    file: &str,
    key: &str,
    found: impl Into<String>,
    expected: impl Into<String>,
) -> ConfigError {
    ConfigError::at(&Origin::whole(file), key, found, expected)
}

/// Parses a share or a difference of shares with its unit: `4%` and `4pp` are 0.04.
#[must_use]
pub fn share_with_unit(text: &str) -> Option<f64> {
    let number = text.strip_suffix('%').or_else(|| text.strip_suffix("pp"))?;
    number.trim().parse::<f64>().ok().filter(|number| number.is_finite()).map(|percent| percent / 100.0)
}

/// The source of an argument: an option, or a key of a file.
#[derive(Clone, Debug)]
pub struct ArgSource {
    /// The option, or the line of the file.
    pub at: Origin,
    /// The key; empty for an option.
    pub key: String,
    /// The strategy files that the config of a result has stored: path and text.
    pub stored: BTreeMap<String, String>,
    /// Bots made in code, which come before others of the same name.
    pub own: Vec<bots::NamedBot>,
    /// Starts programs that are bots, if this argument may.
    pub programs: Option<bots::StartProgram>,
}

impl ArgSource {
    /// This option.
    #[must_use]
    pub fn by(option: &str) -> Self {
        Self {
            at: Origin::whole(option),
            key: String::new(),
            stored: BTreeMap::new(),
            own: Vec::new(),
            programs: None,
        }
    }

    /// Resolves a file name. In a config it is relative to the folder of the config, in an option to the current folder. A
    /// stored file keeps its name.
    #[must_use]
    pub fn path(&self, requested: &str) -> String {
        let config = Path::new(&*self.at.file);
        let is_written = !self.key.is_empty() && config.is_file() && !self.stored.contains_key(requested);
        let beside = config.parent().filter(|_| is_written);
        beside.map_or_else(
            || requested.to_owned(),
            |folder| lock_place::beside(folder, requested).display().to_string(),
        )
    }

    /// The text of the strategy file with this path, unless it is stored.
    ///
    /// # Errors
    /// The file cannot be read.
    fn text(&self, requested: &str, path: &Path) -> Result<String, ConfigErrors> {
        self.stored.get(requested).map_or_else(|| read(path), |text| Ok(text.clone()))
    }

    /// An error of this argument.
    #[must_use]
    pub fn error(&self, found: impl Into<String>, expected: impl Into<String>) -> ConfigError {
        ConfigError::at(&self.at, self.key.clone(), found, expected)
    }
}

/// The path of a file from the folder of another file, with slashes on every operating system.
#[must_use]
pub fn beside_file(other: &Path, file: &str) -> String {
    let other = lock_place::canonical_file(other);
    let file = lock_place::canonical_file(Path::new(file));
    let path = lock_place::relative(&file, other.parent().unwrap_or(Path::new("")));
    path.to_string_lossy().replace('\\', "/")
}

/// The dotted path of a quoted key, as TOML writes it.
fn clipped_key(table: &str, key: &str) -> String {
    format!("{table}.\"{}\"", clipped(key))
}

/// Reads a TOML file.
///
/// # Errors
/// The path is a folder; or the file cannot be read, is larger than [`LARGEST_TOML`], is empty, or is not
/// UTF-8.
pub fn read(path: &Path) -> Result<String, ConfigErrors> {
    let name = path.display().to_string();
    let refuse = |found: String, expected: &str| ConfigErrors(vec![config_error(&name, "", found, expected)]);
    let bytes = WRITTEN.named(path).map_err(|error| ConfigErrors(vec![error]))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let line =
            1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        refuse(format!("bytes that are not UTF-8 (line {line})"), "UTF-8 text")
    })?;
    if text.trim().is_empty() {
        return Err(refuse("an empty file".into(), "a TOML file"));
    }
    Ok(text)
}
