//! A config as it was in a revision of its Git repository, for `compare --against`.

use crate::config::lock_place::{beside, canonical_file, relative, without_parents};
use crate::config::plan::STRATEGIES;
use crate::config::tree::remove;
use crate::config::{Catalogue, Effective, config_error, effective, of_text, printed_rules};
use crate::model::settings::{ConfigErrors, Node, Origin, Value, clipped};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A config before a change.
pub(super) struct Base {
    /// The config.
    pub config: Effective,
    /// Whether the file did not exist, so these are the printed rules.
    pub is_new: bool,
}

/// A commit of a repository.
struct Revision {
    root: PathBuf,
    commit: String,
    /// The revision as it was requested.
    name: String,
}

/// Reads a config from a revision of the repository that contains it, with the strategy files that it names. If the revision
/// lacks the file, returns the printed rules.
///
/// # Errors
/// The config is no file in a Git repository, the revision is unknown, or the config has errors there.
pub(super) fn base(config: &str, revision: &str, catalogue: &Catalogue) -> Result<Base, ConfigErrors> {
    if catalogue.find(config).is_some() {
        return refuse(format!("the game {config}"), "a config file in a Git repository");
    }
    let file = canonical_file(Path::new(config));
    let folder = file.parent().unwrap_or(Path::new("."));
    let revision = Revision::find(folder, revision)?;
    let Some(text) = revision.text(&file)? else {
        // The result has the name of the config, as if the printed rules had been its first version.
        let Effective { game, name, .. } = effective(config, catalogue)?;
        return Ok(Base { config: Effective { name, ..printed_rules(&game)? }, is_new: true });
    };
    let shown = format!("{}:{}", revision.name, config.replace('\\', "/"));
    let mut read = of_text(text, Path::new(&shown), catalogue)?;
    // Targets are judged by `check`.
    remove(&mut read.tree, "targets");
    let folder = Path::new(config).parent().unwrap_or(Path::new(""));
    let mut stored = Vec::new();
    if let Some(bots) = read.tree.get_mut("run").and_then(|run| run.get_mut("bots"))
        && let Value::List(bots) = &mut bots.value
    {
        for bot in bots {
            if let Value::Text(text) = &mut bot.value {
                revision.store(text, folder, &mut stored)?;
            }
        }
    }
    if !stored.is_empty()
        && let Some(Node { value: Value::Table(run), .. }) = read.tree.get_mut("run")
    {
        run.retain(|(key, _)| key != STRATEGIES);
        run.push((STRATEGIES.into(), Node { value: Value::Table(stored), at: Origin::whole(&shown) }));
    }
    Ok(Base { config: read, is_new: false })
}

fn refuse<T>(found: String, expected: &str) -> Result<T, ConfigErrors> {
    Err(ConfigErrors(vec![config_error("--against", "", found, expected)]))
}

/// Runs git in a folder. Returns its output, or its error message.
fn git(folder: &Path, args: &[&str]) -> Result<Vec<u8>, String> {
    let output = Command::new("git").arg("-C").arg(folder).args(args).output();
    let output = output.map_err(|error| format!("git cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let message = String::from_utf8_lossy(&output.stderr);
    Err(message.lines().next().unwrap_or("git failed").to_owned())
}

fn line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches(['\n', '\r']).to_owned()
}

impl Revision {
    fn find(folder: &Path, name: &str) -> Result<Self, ConfigErrors> {
        if name.starts_with('-') || name.is_empty() {
            return refuse(format!("\"{}\"", clipped(name)), "a revision, such as origin/main");
        }
        let root = match git(folder, &["rev-parse", "--show-toplevel"]) {
            Ok(root) => PathBuf::from(line(&root)),
            Err(error) => {
                let found = format!("no Git repository at {} ({error})", folder.display());
                return refuse(found, "a config in a Git repository");
            }
        };
        let of_commit = format!("{name}^{{commit}}");
        match git(&root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &of_commit]) {
            Ok(commit) => Ok(Self { root, commit: line(&commit), name: name.to_owned() }),
            Err(_) => refuse(
                format!("\"{}\", which is no revision in this clone", clipped(name)),
                "a revision that the clone contains; fetch it with `git fetch origin`",
            ),
        }
    }

    /// The text of a file in this revision; `None` if it did not exist.
    fn text(&self, file: &Path) -> Result<Option<String>, ConfigErrors> {
        let root = self.root.canonicalize().unwrap_or_else(|_| self.root.clone());
        let path = relative(&without_parents(file), &root);
        if path.is_absolute() || path.starts_with("..") {
            return Ok(None);
        }
        let path = path.to_string_lossy().replace('\\', "/");
        let wrong = |error: String| ConfigErrors(vec![config_error("--against", "", error, "a file in Git")]);
        let entry =
            git(&root, &["--literal-pathspecs", "ls-tree", "-z", "--full-tree", &self.commit, "--", &path])
                .map_err(wrong)?;
        let entry = String::from_utf8_lossy(&entry).into_owned();
        // Mode, type and id, then a tab and the path.
        let words: Vec<&str> = entry.split('\t').next().unwrap_or_default().split(' ').collect();
        let [mode, "blob", id] = words[..] else { return Ok(None) };
        if mode == "120000" {
            return refuse(format!("{path}, which is a link in {}", self.name), "a file");
        }
        let bytes = git(&root, &["cat-file", "blob", id]).map_err(wrong)?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(_) => refuse(format!("{path}, which is not UTF-8 in {}", self.name), "UTF-8 text"),
        }
    }

    /// Stores the strategy file of a bot, if it has one, under the path that the bot gets. A file outside the repository is
    /// an error.
    fn store(
        &self,
        bot: &mut String,
        folder: &Path,
        stored: &mut Vec<(String, Node)>,
    ) -> Result<(), ConfigErrors> {
        // `search:FILE` and `search:PLAYOUTS:FILE`.
        let named = bot.strip_prefix("search:").unwrap_or(bot);
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let named = match named.split_once(':') {
            Some((number, file)) if named.len() < bot.len() && is_number(number) => file,
            _ => named,
        };
        let how = bot.strip_suffix(named).unwrap_or_default();
        if !named.ends_with(".toml") {
            return Ok(());
        }
        let path = beside(folder, named);
        let Some(text) = self.text(&canonical_file(&path))? else {
            return refuse(format!("{}, which {} lacks", path.display(), self.name), "a strategy file");
        };
        let path = path.display().to_string();
        let text = Node { value: Value::Text(text), at: Origin::whole(&path) };
        if stored.iter().all(|(known, _)| *known != path) {
            stored.push((path.clone(), text));
        }
        *bot = format!("{how}{path}");
        Ok(())
    }
}
