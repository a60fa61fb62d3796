//! A result in place of a config: a name in `reports/`, or a folder. Its config is read from `run.toml`, or from the
//! settings in `result.json`.

use super::bots::PROGRAM;
use super::cards::Tables;
use super::digest::rules_digest;
use super::effective::{Effective, of_text, printed};
use super::{Plan, PlanOptions, TABLE_MINUTES, config_error, game_of, read, rules_digest_of, tree};
use crate::games::Catalogue;
use crate::model::settings::{ConfigError, ConfigErrors, Node, Value, clipped, nearest};
use crate::model::words::counted;
use crate::report::result_file::{self, ConfigUsed, ResultMeta};
use crate::report::store::{at, is_result, results_in};
use serde_json::{Map, json};
use std::path::{Component, Path, PathBuf};

/// The folder of results.
pub const REPORTS: &str = "reports";

/// The folder of the result that a config argument names: a path, or a name in [`REPORTS`] such as `mild` or `mild/check`.
pub(super) fn folder(config: &str) -> Option<PathBuf> {
    let path = Path::new(config);
    let is_name = !config.is_empty() && path.components().all(|part| matches!(part, Component::Normal(_)));
    let named = Some(at(&Path::new(REPORTS).join(path))).filter(|named| is_name && named.is_dir());
    let own = Some(at(path)).filter(|path| path.is_dir());
    let has_result = |own: &PathBuf| is_result(own) || !results_in(own).is_empty();
    own.clone().filter(has_result).or(named).or(own)
}

/// The folder of the result that an argument names: that of the result, one with the results of commands, or a name in
/// [`REPORTS`]. If there are several results, it is that of `command`. Any other argument is returned unchanged.
///
/// # Errors
/// The folder has several results, and none of `command`; or it does not exist where a name like it does.
pub fn result_folder(
    named: &Path,
    command: Option<&str>,
    catalogue: &Catalogue,
) -> Result<PathBuf, ConfigErrors> {
    let (found, inner) = found_folder(named);
    if let Some(of_command) = command.and_then(|command| inner.iter().find(|inner| inner.ends_with(command)))
    {
        return Ok(of_command.clone());
    }
    let names = if found.exists() { Vec::new() } else { result_names() };
    let wanted = named.to_string_lossy();
    if let Some(hint) = nearest(&wanted, names.iter().map(String::as_str)) {
        let error = config_error(&wanted, "", "no such result", result_file::RESULT_OR_NAME);
        return Err(ConfigErrors(vec![ConfigError { hint: Some(hint), ..error }]));
    }
    if inner.len() < 2 {
        return Ok(found);
    }
    let names = shown_names(inner.iter().map(|inner| result_name(inner, catalogue)));
    let n_results = format!("a folder with {} results", inner.len());
    let shown = found.display().to_string();
    Err(ConfigErrors(vec![config_error(&shown, "", n_results, format!("one of them: {names}"))]))
}

/// The folder that an argument names, and the results of commands in it if it has no result of its own; if there is only
/// one, that is the folder.
fn found_folder(named: &Path) -> (PathBuf, Vec<PathBuf>) {
    let found = named.to_str().and_then(folder).unwrap_or_else(|| at(named));
    let inner = if is_result(&found) { Vec::new() } else { results_in(&found) };
    match &inner[..] {
        [inner] => (inner.clone(), Vec::new()),
        _ => (found, inner),
    }
}

/// The shortest argument that names the result in a folder: a name in [`REPORTS`], or its path.
#[must_use]
pub fn result_name(of: &Path, catalogue: &Catalogue) -> String {
    let inner = of.strip_prefix(REPORTS).ok();
    let of_command = inner.filter(|inner| inner.components().count() == 2).and_then(Path::parent);
    let names = [of_command, inner];
    let names = names.into_iter().flatten().filter_map(Path::to_str).filter(|name| !name.is_empty());
    let is_it = |name: &&str| {
        let is_free = catalogue.find(name).is_none() && !Path::new(name).is_file();
        is_free && found_folder(Path::new(name)).0 == of
    };
    let name = names.into_iter().find(is_it);
    name.map_or_else(|| of.display().to_string(), str::to_owned)
}

/// The first of these names, separated by commas.
fn shown_names(names: impl Iterator<Item = String>) -> String {
    const MOST: usize = 6;
    let names: Vec<String> = names.map(|name| clipped(&name)).collect();
    let more = if names.len() > MOST { ", …" } else { "" };
    names.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ") + more
}

/// What names each config of these results: `mild`, or `mild:a` and `mild:b` for the two of a comparison.
fn config_names(results: &[PathBuf], catalogue: &Catalogue) -> String {
    let of = |folder: &PathBuf| {
        let (name, head) = (result_name(folder, catalogue), result_file::head(folder).ok());
        match head.map_or(0, |head| head.configs.len()) {
            1 => vec![name],
            n => LETTERS.chars().take(n).map(|letter| format!("{name}:{letter}")).collect(),
        }
    };
    shown_names(results.iter().flat_map(of))
}

/// The letters of the configs of a result.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// One config of a result of several: `mild:a` is the first of the result `mild`. `None` if the argument is no such name.
///
/// # Errors
/// The result has no such config, or it cannot be made again.
pub(super) fn lettered(config: &str, catalogue: &Catalogue) -> Result<Option<Effective>, ConfigErrors> {
    let letter = |text: &str| LETTERS.find(text).filter(|_| text.len() == 1);
    let Some((name, nth)) = config.rsplit_once(':').and_then(|(name, text)| Some((name, letter(text)?)))
    else {
        return Ok(None);
    };
    let Some(found) = folder(name).filter(|_| !Path::new(config).exists()) else { return Ok(None) };
    let found = result_folder(&found, None, catalogue)?;
    let shown = found.display().to_string();
    let ResultMeta { configs, .. } = result_file::head(&found).map_err(|error| ConfigErrors(vec![error]))?;
    let Some(used) = configs.get(nth) else {
        let n_configs =
            format!("\"{}\", a result with {}", clipped(config), counted(configs.len() as u64, "configs"));
        let expected = config_names(std::slice::from_ref(&found), catalogue);
        return Err(ConfigErrors(vec![config_error("CONFIG", "", n_configs, expected)]));
    };
    let effective = of_used(used, &shown, catalogue)?;
    let stem = name.replace(|c: char| !c.is_alphanumeric() && !"_-.".contains(c), "-");
    let name = format!("{}-{stem}-{}", effective.game.id, &config[config.len() - 1..]);
    Ok(Some(Effective { name, ..effective }))
}

/// The names of the folders in [`REPORTS`].
#[must_use]
pub fn result_names() -> Vec<String> {
    /// Larger folders are not read to the end.
    const MOST: usize = 2000;
    let entries = std::fs::read_dir(REPORTS).into_iter().flatten().flatten().take(MOST);
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut names: Vec<String> = folders.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// The result of `run` in a folder, or that of another command if all results there have the same one config.
fn only_inner(folder: &Path) -> Option<PathBuf> {
    if is_result(folder) {
        return None;
    }
    let inner = results_in(folder);
    if let Some(run) = inner.iter().find(|inner| inner.ends_with("run")) {
        return Some(run.clone());
    }
    let configs = configs_of(&inner)?;
    let [first, rest @ ..] = &configs[..] else { return None };
    let is_same =
        |other: &ConfigUsed| (&other.rules_digest, &other.bots) == (&first.rules_digest, &first.bots);
    inner.into_iter().next().filter(|_| rest.iter().all(is_same))
}

/// The one config of each of these results; `None` if a result has another number of them.
fn configs_of(folders: &[PathBuf]) -> Option<Vec<ConfigUsed>> {
    let one = |folder: &PathBuf| {
        let mut configs = result_file::head(folder).ok()?.configs;
        if configs.len() == 1 { configs.pop() } else { None }
    };
    folders.iter().map(one).collect()
}

/// Reads the config of the result in a folder.
///
/// # Errors
/// The folder has no result of one config, or its config cannot be read.
pub fn read_result(folder: &Path, catalogue: &Catalogue) -> Result<Effective, ConfigErrors> {
    let of_command = only_inner(folder);
    let of = of_command.as_deref().unwrap_or(folder);
    let toml = of.join("run.toml");
    let stored = if toml.is_file() {
        let stored = of_text(read(&toml)?, &toml, catalogue)?;
        attest(of, &stored)?;
        stored
    } else {
        of_settings(of, catalogue)?
    };
    let stem = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let safe: String = stem
        .chars()
        .take(60)
        .map(|c| if c.is_alphanumeric() || "_-.".contains(c) { c } else { '-' })
        .collect();
    let id = stored.game.id;
    let is_own = safe.strip_prefix(id).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
    let name = if is_own { safe } else { format!("{id}-{safe}") };
    Ok(Effective { name, ..stored })
}

/// Checks that the `run.toml` of a result, if it has one, has the rules, bots, seed and games of `result.json`.
///
/// # Errors
/// `run.toml` is no config, or plays other games.
pub fn attest_run_toml(folder: &Path, catalogue: &Catalogue) -> Result<(), ConfigErrors> {
    let toml = folder.join("run.toml");
    if toml.is_file() { attest(folder, &of_text(read(&toml)?, &toml, catalogue)?) } else { Ok(()) }
}

/// Checks that `run.toml` has the rules, bots, seed and games of `result.json`.
fn attest(folder: &Path, stored: &Effective) -> Result<(), ConfigErrors> {
    if !is_result(folder) {
        return Ok(());
    }
    let head = result_file::head(folder).map_err(|error| ConfigErrors(vec![error]))?;
    let [config] = &head.configs[..] else { return Ok(()) };
    let has_seed = match stored.tree.get("run").and_then(|run| run.get("seed")).map(|seed| &seed.value) {
        Some(Value::Int(seed)) => u64::try_from(*seed) == Ok(config.seed),
        _ => true,
    };
    let digest =
        usize::try_from(config.players).map(|players| rules_digest(&stored.game, &stored.tree, players));
    let games_digest = stored.tree.get("provenance").and_then(|origin| origin.get("games-digest"));
    let has_games =
        games_digest.is_none_or(|digest| digest.value == Value::Text(config.games_digest.clone()));
    let has_rules = stored.game.id == config.game && digest.as_ref() == Ok(&config.rules_digest);
    if has_rules && has_seed && has_games && plays_the_same(&head, config, stored) {
        return Ok(());
    }
    let shown = folder.join("run.toml").display().to_string();
    let expected =
        "the rules, bots, seed and games of result.json; to play others, copy the file to another folder";
    Err(ConfigErrors(vec![config_error(&shown, "", "a file that was changed after the run", expected)]))
}

/// Whether the number of games and the bots of `run.toml` are those of the result. Shipped bots of another version can differ.
fn plays_the_same(head: &ResultMeta, config: &ConfigUsed, stored: &Effective) -> bool {
    let games = if head.complete { head.played } else { config.games };
    let named = stored.tree.get("run").and_then(|run| run.get("games")).map(|games| &games.value);
    let has_games = match named {
        Some(Value::Int(named)) => u64::try_from(*named) == Ok(games),
        _ => true,
    };
    let of_bots = || {
        let plan = Plan::of_config(stored.clone(), &PlanOptions::default());
        plan.is_ok_and(|plan| plan.digest_of(config.games) == config.games_digest)
    };
    // A program is not started to find out whether it is the same.
    let is_program = |bot: &String| bot.starts_with(PROGRAM);
    let has_program = config.bots.iter().any(is_program) && bots_of(stored).iter().any(is_program);
    let is_of_other_version = head.undercard != env!("CARGO_PKG_VERSION")
        || config.game_version.as_deref() != stored.game.own.map(|own| own.version);
    has_games && (is_of_other_version || has_program || of_bots())
}

/// The bots that a config names.
fn bots_of(config: &Effective) -> Vec<String> {
    let text = |node: &Node| match &node.value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    };
    match config.tree.get("run").and_then(|run| run.get("bots")).map(|bots| &bots.value) {
        Some(Value::List(bots)) => bots.iter().filter_map(text).collect(),
        _ => Vec::new(),
    }
}

/// The config of a result without `run.toml`: settings, bots and seed.
fn of_settings(folder: &Path, catalogue: &Catalogue) -> Result<Effective, ConfigErrors> {
    let shown = folder.display().to_string();
    let refuse = |found: &str, results: &[PathBuf]| {
        let names = config_names(results, catalogue);
        let expected = match names.is_empty() {
            true => {
                "a config file, or the folder of a result of one config (with run.toml or result.json)".into()
            }
            false => format!("one config: {names}"),
        };
        Err(ConfigErrors(vec![config_error(&shown, "", found, expected)]))
    };
    if !is_result(folder) {
        return refuse("a directory", &results_in(folder));
    }
    let ResultMeta { configs, .. } = result_file::head(folder).map_err(|error| ConfigErrors(vec![error]))?;
    let [config] = &configs[..] else {
        return refuse(&format!("a result of {} configs", configs.len()), &[folder.to_owned()]);
    };
    of_used(config, &shown, catalogue)
}

/// The two configs of a comparison: of the result that a config argument names, or of the only one in the folder of a
/// name. `None` if it names none.
///
/// # Errors
/// A config of the comparison cannot be made again.
pub fn compared(config: &str, catalogue: &Catalogue) -> Result<Option<[Effective; 2]>, ConfigErrors> {
    let is_file = Path::new(config).is_file();
    let Some(folder) = folder(config).filter(|_| !is_file && catalogue.find(config).is_none()) else {
        return Ok(None);
    };
    let inner = results_in(&folder);
    let of = match &inner[..] {
        _ if is_result(&folder) => &folder,
        [one] => one,
        _ => return Ok(None),
    };
    let Ok(ResultMeta { configs, .. }) = result_file::head(of) else { return Ok(None) };
    let [one, two] = &configs[..] else { return Ok(None) };
    let shown = of.display().to_string();
    let made =
        |used: &ConfigUsed| Ok(Effective { name: used.name.clone(), ..of_used(used, &shown, catalogue)? });
    Ok(Some([made(one)?, made(two)?]))
}

/// A config made again from its settings, bots and seed.
fn of_used(config: &ConfigUsed, shown: &str, catalogue: &Catalogue) -> Result<Effective, ConfigErrors> {
    let refuse = |found: &str| {
        Err(ConfigErrors(vec![config_error(shown, "", found, "a result of this version of Undercard")]))
    };
    let Some(game) = game_of(config, catalogue) else {
        return refuse(&format!("a result of the game \"{}\"", clipped(&config.game)));
    };
    if rules_digest_of(&game, config).as_ref() != Some(&config.rules_digest) {
        return refuse("settings that do not have their rules digest");
    }
    let ConfigUsed { bots, seed, changes, table_minutes, .. } = config;
    let mut tree = printed(&game)?.clone();
    for change in changes {
        if let Some(value) = tree::of_json(&change.value) {
            tree::set(&mut tree, &change.key, value).map_err(|error| ConfigErrors(vec![error]))?;
        }
    }
    let mut run = Map::from_iter([("seed".to_owned(), json!(seed))]);
    run.extend((!bots.is_empty()).then(|| ("bots".to_owned(), json!(bots))));
    run.extend(table_minutes.map(|minutes| (TABLE_MINUTES.to_owned(), json!(minutes))));
    tree::remove(&mut tree, "run");
    if let (Value::Table(entries), Some(run)) = (&mut tree.value, tree::of_json(&run.into())) {
        entries.push(("run".into(), run));
    }
    let house = tree::write(&tree).unwrap_or_default();
    Ok(Effective { game, name: String::new(), tree, house, tables: Tables::default() })
}
