//! The files that the studio may read and write: those in the folder where it was started, and the config that the command
//! line named. A page only replaces a file that it opened or saved, and whose content it knows.

use super::messages::Sealed;
use super::secret::{Secret, is_same};
use crate::config::bots::without_search;
use crate::config::{
    Catalogue, ConfigError, ConfigErrors, Effective, Node, Value, check_name, clipped, config_error,
    description_beside, game_and_tree, named_bots, of_text, read, tree,
};
use crate::report::disk::beside;
use crate::report::result_file::sha256;
use crate::report::write;
use crate::report::writer_lock::WriterLock;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The files of a studio.
#[derive(Debug)]
pub(super) struct Places {
    /// The games that configs can name.
    pub(super) catalogue: Catalogue,
    /// The folder, without symbolic links.
    folder: PathBuf,
    /// The config that the command line named.
    given: Option<String>,
    /// The files that the studio opened or wrote, as they were then: each version, the latest last.
    known: Mutex<BTreeMap<String, Vec<Known>>>,
    secret: Secret,
}

/// A config file as it was opened or written.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub checksum: String,
    /// What the file says; a page keeps it, whatever happens to the file.
    pub content: Arc<Effective>,
}

/// A config file in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ConfigFile {
    /// Its path in the folder.
    pub path: String,
    /// The id of its game, or the first error.
    pub game: Result<&'static str, String>,
}

/// What a page knows of the files that it may replace.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Holder<'p> {
    /// The config that is open on the page.
    pub config: &'p str,
    /// The checksum of its file; `None` for a game.
    pub file: Option<&'p str>,
    /// The receipt of the page for the file that it replaces.
    pub receipt: Option<&'p str>,
}

/// A file that was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Saved {
    /// Its path in the folder.
    pub path: String,
    /// With this, the same page may replace it.
    pub receipt: String,
}

/// Larger folders are not searched to the end.
const MOST_ENTRIES: usize = 5000;
const MOST_FILES: usize = 500;
const DEEPEST: usize = 4;
/// Number of versions of a file that are remembered.
const VERSIONS: usize = 20;

impl Places {
    /// The files of a folder, for the printed games.
    ///
    /// # Errors
    /// The folder does not exist.
    pub(super) fn new(folder: &Path, given: Option<String>, secret: Secret) -> std::io::Result<Self> {
        let (folder, catalogue) = (real_path(folder)?, Catalogue::default());
        Ok(Self { catalogue, folder, given, known: Mutex::default(), secret })
    }

    /// Checks the config of a request: a game, the config of the command line, or a TOML file in the folder.
    ///
    /// # Errors
    /// It is none of these.
    pub(super) fn config(&self, requested: &str) -> Result<(), ConfigErrors> {
        if self.known().contains_key(requested) { Ok(()) } else { self.now(requested) }
    }

    /// Checks that a config can be read now: a file that is open may be gone.
    ///
    /// # Errors
    /// It is neither a game, nor the config of the command line, nor a TOML file in the folder.
    pub(super) fn now(&self, requested: &str) -> Result<(), ConfigErrors> {
        if self.catalogue.find(requested).is_some() { Ok(()) } else { self.file(requested).map(drop) }
    }

    /// The place of a config file: the one of the command line, or a file in the folder.
    fn file(&self, requested: &str) -> Result<PathBuf, ConfigErrors> {
        let is_given = self.given.as_deref() == Some(requested);
        if is_given { Ok(self.folder.join(requested)) } else { self.inside("CONFIG", requested) }
    }

    /// Checks the bots of a request: names, or strategy files in the folder.
    ///
    /// # Errors
    /// A file is outside of the folder.
    pub(super) fn bots(&self, requested: &[String]) -> Result<(), ConfigErrors> {
        for file in requested.iter().flat_map(|bot| self.files_of_bot(bot)) {
            let file = file.strip_prefix(&self.folder).unwrap_or(&file).to_string_lossy().replace('\\', "/");
            let real = self.inside("--bots", &file)?;
            if let Ok(text) = read(&real) {
                self.confines(&text, &file)?;
            }
        }
        Ok(())
    }

    /// Checks that the files that a file names, and those that they name, lie in the folder: the description of a game, and
    /// strategies. The config of the command line was read before the studio opened, and may name others.
    ///
    /// # Errors
    /// One does not.
    fn confines(&self, text: &str, requested: &str) -> Result<(), ConfigErrors> {
        if self.given.as_deref() == Some(requested) {
            return Ok(());
        }
        let (mut errors, mut seen) = (Vec::new(), BTreeSet::new());
        let mut unread = vec![(text.to_owned(), self.folder.join(requested), requested.to_owned())];
        while let Some((text, file, shown)) = unread.pop() {
            // Nothing more is read of a file that is not valid.
            let Ok(tree) = tree::parse(&text, &shown) else { continue };
            for (key, node, named) in self.named_files(&tree) {
                // As a config names files, in its own folder or that of the studio.
                let of_config =
                    Some(beside(&file).join(&named)).filter(|path| file.is_file() && path.exists());
                let path = of_config.unwrap_or_else(|| self.folder.join(&named));
                let real = real_path(&path);
                let place =
                    real.as_ref().map_or_else(|_| real_path(beside(&path)).ok(), |real| Some(real.clone()));
                if place.is_some_and(|place| !place.starts_with(&self.folder)) {
                    let found = format!("\"{}\"", clipped(&named.display().to_string()));
                    let expected = "a file in the folder where the studio was started; to use others, start it in a folder above";
                    errors.push(ConfigError::at(&node.at, key, found, expected));
                } else if let Ok(real) = real
                    && seen.insert(real.clone())
                    && let Ok(text) = read(&real)
                {
                    let shown = real.strip_prefix(&self.folder).unwrap_or(&real).display().to_string();
                    unread.push((text, real, shown));
                }
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(ConfigErrors(errors)) }
    }

    /// The files that a file names: the description of its game, and the strategies of its line-ups. Each has its key.
    fn named_files<'t>(&self, tree: &'t Node) -> Vec<(String, &'t Node, PathBuf)> {
        let described = tree.get("game").and_then(|node| match &node.value {
            Value::Text(named) if named.ends_with(".toml") => Some(("game".to_owned(), node, named.into())),
            _ => None,
        });
        let files = named_bots(tree).into_iter().flat_map(|(key, node, bot)| {
            let files = self.files_of_bot(&bot).into_iter();
            files.map(move |file| (key.clone(), node, file))
        });
        described.into_iter().chain(files).collect()
    }

    /// The files that a bot of a line-up can be: the one that it names, or those with its name in `strategies`.
    fn files_of_bot(&self, bot: &str) -> Vec<PathBuf> {
        let bot = without_search(bot);
        if bot.ends_with(".toml") || bot.contains(['/', '\\']) {
            return vec![bot.into()];
        }
        let games = std::fs::read_dir(self.folder.join("strategies")).into_iter().flatten().flatten();
        games.map(|game| game.path().join(format!("{bot}.toml"))).filter(|file| file.exists()).collect()
    }

    /// A config in the folder from its text, if the files that it names lie there as well.
    ///
    /// # Errors
    /// They do not; or it is not valid TOML, or names no known game.
    pub(super) fn content(&self, text: String, requested: &str) -> Result<Arc<Effective>, ConfigErrors> {
        self.confines(&text, requested)?;
        of_text(text, Path::new(requested), &self.catalogue).map(Arc::new)
    }

    /// The place of a TOML file in the folder.
    fn inside(&self, option: &str, requested: &str) -> Result<PathBuf, ConfigErrors> {
        let refused = || {
            let found = format!("\"{}\"", clipped(requested));
            ConfigErrors(vec![config_error(
                option,
                "",
                found,
                "a game, or a TOML file in the folder where the studio was started; for others, start it in their folder",
            )])
        };
        let path = Some(self.folder.join(requested)).filter(|_| is_plain(requested));
        let real = path.and_then(|path| real_path(&path).ok());
        real.filter(|real| real.starts_with(&self.folder) && real.is_file()).ok_or_else(refused)
    }

    /// The config files in the folder, in the order of their paths.
    pub(super) fn files(&self) -> Vec<ConfigFile> {
        let (mut found, mut folders, mut n_entries) = (Vec::new(), vec![(self.folder.clone(), 0)], 0);
        while let Some((folder, depth)) = folders.pop() {
            for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                n_entries += 1;
                let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
                let skipped =
                    name.starts_with('.') || ["target", "reports", "node_modules"].contains(&&*name);
                if n_entries > MOST_ENTRIES || found.len() >= MOST_FILES {
                    break;
                }
                // Symbolic links are neither files nor folders here.
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() && depth < DEEPEST && !skipped => {
                        folders.push((path, depth + 1));
                    }
                    Ok(kind) if kind.is_file() && name.ends_with(".toml") => {
                        found.extend(self.config_file(&path));
                    }
                    _ => {}
                }
            }
        }
        found.sort_by(|one, other| one.path.cmp(&other.path));
        found
    }

    fn config_file(&self, path: &Path) -> Option<ConfigFile> {
        let shown = path.strip_prefix(&self.folder).ok()?.to_str()?.replace('\\', "/");
        let text = read(path).ok()?;
        let game = self.confines(&text, &shown).and_then(|()| game_and_tree(&text, &shown, &self.catalogue));
        let game = match game {
            Ok((_, tree)) if tree.get("weights").is_some() || tree.get("provenance").is_some() => {
                return None;
            }
            Ok((game, _)) => Ok(game.id),
            // Files of other programs name no game.
            Err(_) if !text.lines().any(names_game) => return None,
            Err(errors) => Err(errors.0.first()?.to_string()),
        };
        Some(ConfigFile { path: shown, game })
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<String, Vec<Known>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The checksum of a config file as it is now, and of the description that it names; `None` for a game, or if it cannot be
    /// read.
    pub(super) fn checksum(&self, config: &str) -> Option<String> {
        if self.catalogue.find(config).is_some() {
            return None;
        }
        let file = self.file(config).ok()?;
        Some(self.checksum_of(&std::fs::read(&file).ok()?, config, &file))
    }

    /// Reads a config file as it is now; `None` for a game, or if there is no file.
    ///
    /// # Errors
    /// It is not valid TOML, or names no known game.
    pub(super) fn read(&self, config: &str) -> Option<Result<Known, ConfigErrors>> {
        let checksum = self.checksum(config)?;
        let text = read(&self.folder.join(config));
        let content = text.and_then(|text| self.content(text, config));
        Some(content.map(|content| Known { checksum, content }))
    }

    /// The config as it was opened last.
    pub(super) fn latest(&self, config: &str) -> Option<Known> {
        self.known().get(config)?.last().cloned()
    }

    /// The config as a page opened it, or as it is now for a page that has not opened it; `None` for a game, or if there is
    /// no file.
    ///
    /// # Errors
    /// This version is neither remembered nor on disk.
    pub(super) fn opened(
        &self,
        config: &str,
        file: Option<&str>,
    ) -> Result<Option<Arc<Effective>>, ConfigErrors> {
        let Some(file) = file else {
            return match self.read(config) {
                Some(Ok(now)) => Ok(Some(now.content)),
                // Its errors are those of its plan.
                Some(Err(_)) => {
                    let text = read(&self.file(config)?).unwrap_or_default();
                    self.confines(&text, config).map(|()| None)
                }
                None => Ok(None),
            };
        };
        let known =
            self.known().get(config).and_then(|all| all.iter().find(|one| one.checksum == file).cloned());
        if let Some(known) = known {
            // What it names may have been replaced by links.
            self.confines(&known.content.house, config)?;
            return Ok(Some(known.content));
        }
        match self.read(config) {
            Some(Ok(now)) if now.checksum == file => {
                self.remember(config, now.clone());
                Ok(Some(now.content))
            }
            _ => Err(changed(config)),
        }
    }

    /// What a page keeps of a file that is open; `None` if it is not.
    pub(super) fn sealed(&self, config: &str, file: &str) -> Option<Sealed> {
        let known = self.known();
        let text = &known.get(config)?.iter().find(|one| one.checksum == file)?.content.house;
        let (file, text) = (file.to_owned(), text.clone());
        Some(Sealed { seal: self.seal(config, &file, &text), file, text })
    }

    /// What a studio of this folder has opened or written has its seal.
    fn seal(&self, config: &str, file: &str, text: &str) -> String {
        let folder = self.folder.as_os_str().as_encoded_bytes();
        self.secret.seal(&[folder, config.as_bytes(), file.as_bytes(), text.as_bytes()])
    }

    /// Remembers a config file as a page opened it before the studio was started again, whatever has happened to the file.
    ///
    /// # Errors
    /// No studio of this folder has opened this file, or it is another one's config of the command line.
    pub(super) fn restore(&self, config: &str, opened: &Sealed) -> Result<(), ConfigErrors> {
        let Sealed { file, text, seal } = opened;
        let is_ours = is_same(seal, &self.seal(config, file, text));
        if !is_ours || self.given.as_deref() != Some(config) && !is_plain(config) {
            return self.file(config).and_then(|_| Err(changed(config)));
        }
        let is_known =
            self.known().get(config).is_some_and(|all| all.iter().any(|one| one.checksum == *file));
        if !is_known {
            let content = self.content(text.clone(), config)?;
            self.remember(config, Known { checksum: file.clone(), content });
        }
        Ok(())
    }

    /// Remembers a config that is opened.
    pub(super) fn remember(&self, config: &str, file: Known) {
        let mut known = self.known();
        let all = known.entry(config.to_owned()).or_default();
        all.retain(|one| one.checksum != file.checksum);
        all.push(file);
        let n_old = all.len().saturating_sub(VERSIONS);
        all.drain(..n_old);
    }

    /// Writes a config file in the folder: a new one, or one that this page has opened or saved, if it still has the content
    /// that the page knows.
    ///
    /// # Errors
    /// The name is invalid, the file is not the page's, or it cannot be written.
    pub(super) fn save(&self, name: &str, text: &str, page: Holder<'_>) -> Result<Saved, String> {
        // The open file may be named without its ending.
        let is_file = page.file.is_some() && self.catalogue.find(page.config).is_none();
        let is_open = is_file && [name, &format!("{name}.toml")].contains(&page.config);
        let shown = if is_open { page.config.to_owned() } else { new_name(name, &self.catalogue)? };
        let place = self.place(&shown)?;
        // Other studios and commands wait from the check to the rename.
        let lock = WriterLock::of_file(&place).map_err(|error| error.to_string())?;
        let taken = || format!("{shown} exists already; choose another name");
        let write = |file: &mut dyn Write| file.write_all(text.as_bytes());
        if place.symlink_metadata().is_err() {
            write::new_locked(&place, write).map_err(|error| match error.is_taken() {
                true => taken(),
                false => error.to_string(),
            })?;
        } else {
            let now = self.checksum(&shown).filter(|_| self.place(&shown).as_ref() == Ok(&place));
            let is_known = |now: &String| {
                let receipt = self.receipt(page.config, &shown, now);
                is_open && page.file == Some(now) || page.receipt.is_some_and(|own| is_same(own, &receipt))
            };
            if !now.as_ref().is_some_and(is_known) {
                return Err(if is_open || page.receipt.is_some() {
                    format!("{} was changed by another program or tab; choose another name", clipped(&shown))
                } else {
                    taken()
                });
            }
            write::locked(&place, write).map_err(|error| error.to_string())?;
        }
        let checksum = self.checksum_of(text.as_bytes(), &shown, &place);
        drop(lock);
        let receipt = self.receipt(page.config, &shown, &checksum);
        if let Ok(content) = self.content(text.to_owned(), &shown) {
            self.remember(&shown, Known { checksum, content });
        }
        Ok(Saved { path: shown, receipt })
    }

    /// The place of a file that is saved, without links. Its folder must be in that of the studio, unless it is the config of
    /// the command line.
    fn place(&self, shown: &str) -> Result<PathBuf, String> {
        if let Ok(real) = self.file(shown).and_then(|path| real_path(&path).map_err(|_| changed(shown))) {
            return Ok(real);
        }
        let path = self.folder.join(shown);
        let folder = real_path(beside(&path)).ok();
        let is_ours = |folder: &PathBuf| {
            self.given.as_deref() == Some(shown) || is_plain(shown) && folder.starts_with(&self.folder)
        };
        let parts = folder.filter(is_ours).zip(path.file_name());
        parts
            .map(|(folder, name)| folder.join(name))
            .ok_or_else(|| format!("{}: its folder is gone; choose another name", clipped(shown)))
    }

    /// The checksum of a config file with this content, and of the description that it names.
    fn checksum_of(&self, content: &[u8], requested: &str, file: &Path) -> String {
        let text = std::str::from_utf8(content).ok().filter(|text| self.confines(text, requested).is_ok());
        let described = text.and_then(|text| description_beside(text, file));
        sha256(&[content, described.unwrap_or_default().as_bytes()].concat())
    }

    /// What a page gets for a file that it saved: the proof that it knows this content of the file.
    fn receipt(&self, config: &str, path: &str, checksum: &str) -> String {
        let folder = self.folder.as_os_str().as_encoded_bytes();
        self.secret.seal(&[folder, b"saved", config.as_bytes(), path.as_bytes(), checksum.as_bytes()])
    }
}

/// The path of a file or folder that exists, without symbolic links. The folder of a page without a server has none, and cannot
/// be left.
fn real_path(path: &Path) -> std::io::Result<PathBuf> {
    if cfg!(not(target_os = "wasi")) {
        return path.canonicalize();
    }
    let mut real = PathBuf::from("/");
    for part in path.components() {
        match part {
            Component::Normal(part) => real.push(part),
            Component::ParentDir => drop(real.pop()),
            _ => {}
        }
    }
    real.metadata().map(|_| real)
}

/// The file for a new name.
fn new_name(name: &str, catalogue: &Catalogue) -> Result<String, String> {
    let stem = name.strip_suffix(".toml").unwrap_or(name);
    check_name(stem, &catalogue.ids()).map_err(|mut expected| {
        if name.contains(['/', '\\']) {
            expected += "; to save in another folder, start the studio there";
        }
        format!("found the name \"{}\", expected {expected}", clipped(name))
    })?;
    Ok(format!("{stem}.toml"))
}

/// Whether a line of a file that is not valid names a game.
fn names_game(line: &str) -> bool {
    line.trim_start().strip_prefix("game").is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// Whether it is the path of a TOML file below the folder.
fn is_plain(requested: &str) -> bool {
    let path = Path::new(requested);
    path.components().all(|part| matches!(part, Component::Normal(_)))
        && !requested.contains(['\\', ':', '\0'])
        && path.extension().is_some_and(|end| end == "toml")
}

fn changed(config: &str) -> ConfigErrors {
    ConfigErrors(vec![config_error(
        config,
        "",
        "a file that was changed while the studio was stopped",
        "the file as this page opened it; choose Read it again, and your changes apply to the new one",
    )])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn places() -> (tempfile::TempDir, Places) {
        let outer = tempfile::tempdir().expect("a folder");
        let folder = outer.path().join("in");
        fs::create_dir_all(folder.join("deep")).expect("a folder");
        fs::write(outer.path().join("out.toml"), "game = \"taunt\"\n").expect("a file");
        fs::write(folder.join("own.toml"), "game = \"taunt\"\n").expect("a file");
        fs::write(folder.join("deep/own.toml"), "game = \"fight\"\n").expect("a file");
        fs::write(folder.join("notes.txt"), "game = \"fight\"\n").expect("a file");
        fs::write(folder.join("other.toml"), "title = \"x\"\n").expect("a file");
        fs::write(folder.join("torn.toml"), "game = \"fight\"\nrules = {").expect("a file");
        fs::write(folder.join("not-ours.toml"), "games = 1\n[game").expect("a file");
        let secret = Secret::random().expect("random numbers");
        let places = Places::new(&folder, None, secret).expect("a folder");
        (outer, places)
    }

    #[test]
    fn only_files_in_the_folder_are_read() {
        let (outer, places) = places();
        for fine in ["own.toml", "deep/own.toml", "taunt", "other.toml"] {
            assert!(places.config(fine).is_ok(), "{fine}");
        }
        let absolute = outer.path().join("in/own.toml").display().to_string();
        let hostile = [
            "../out.toml",
            "deep/../../out.toml",
            "/etc/passwd",
            "notes.txt",
            "deep",
            "",
            ".",
            "none.toml",
            "C:\\own.toml",
            "deep\\own.toml",
            "own.toml\0",
            &absolute,
        ];
        for refused in hostile {
            assert!(places.config(refused).is_err(), "{refused}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outer.path().join("out.toml"), outer.path().join("in/link.toml"))
                .expect("a link");
            assert!(places.config("link.toml").is_err());
        }
        let names: Vec<String> = places.files().into_iter().map(|file| file.path).collect();
        assert_eq!(names, ["deep/own.toml", "own.toml", "torn.toml"]);
        let torn = &places.files()[2].game;
        assert!(torn.as_ref().is_err_and(|error| error.starts_with("torn.toml:2")), "{torn:?}");
        let check = |bot: &str| places.bots(&[bot.to_owned()]).is_ok();
        assert!(check("random") && check("search:8:random") && check("own.toml") && check("search:own.toml"));
        for refused in ["../out.toml", "search:../out.toml", "search:8:/etc/x.toml", "/etc/passwd"] {
            assert!(!check(refused), "{refused}");
        }
    }

    #[test]
    fn a_file_names_only_files_in_the_folder() {
        let (outer, places) = places();
        let folder = outer.path().join("in");
        let write = |file: &str, text: &str| fs::write(folder.join(file), text).expect("a file");
        let described = "game = \"my-duel\"\n";
        let strategy = "game = \"taunt\"\nbelieves = \"x\"\n[weights]\n";
        for place in ["../outside.toml", "inside.toml"] {
            write(place, described);
        }
        for place in ["../strategy.toml", "strategy.toml"] {
            write(place, strategy);
        }
        write("strange.toml", "game = \"../outside.toml\"\nbelieves = \"x\"\n[weights]\n");
        #[cfg(unix)]
        std::os::unix::fs::symlink(outer.path().join("outside.toml"), folder.join("deep/outside.toml"))
            .expect("a link");
        #[cfg(unix)]
        {
            let strategies = folder.join("strategies/taunt");
            fs::create_dir_all(&strategies).expect("a folder");
            std::os::unix::fs::symlink(outer.path().join("strategy.toml"), strategies.join("linked.toml"))
                .expect("a link");
            assert!(places.bots(&["linked".to_owned()]).is_err());
        }
        let outside = outer.path().join("outside.toml").display().to_string();
        let taunt = |lines: &str| format!("game = \"taunt\"\n{lines}\n");
        let refused = [
            "game = \"../../outside.toml\"\n".to_owned(),
            "game = \"../../no-such-file.toml\"\n".to_owned(),
            format!("game = \"{outside}\"\n"),
            taunt("[run]\nbots = [\"random\", \"../../strategy.toml\"]"),
            taunt("[run]\nbots = [\"search:9:../../strategy.toml\"]"),
            taunt("[targets]\n\"outcomes/draw\" = { max = 0.5, bots = [\"../../strategy.toml\"] }"),
            taunt(
                "[targets.any.a]\n\"outcomes/draw\" = { max = 0.5, bots = \"random, ../../strategy.toml\" }",
            ),
            taunt("[targets]\n\"matchups/../../strategy.toml/random\" = { max = 0.5 }"),
            taunt("[run]\npanel = [\"random\", \"random,../../strategy.toml\"]"),
            taunt("[run]\nbots = [\"search:search:../../strategy.toml\"]"),
            taunt("[run]\nbots = [\"search:3: ../../strategy.toml\"]"),
            taunt("[run]\nbots = [\"/dev/zero\"]"),
            taunt("[run]\nbots = [\"../strange.toml\"]"),
            #[cfg(unix)]
            "game = \"outside.toml\"\n".to_owned(),
            #[cfg(unix)]
            taunt("[run]\nbots = [\"search: linked\"]"),
        ];
        for text in &refused {
            write("deep/house.toml", text);
            let of_folder =
                |error: &ConfigErrors| error.to_string().contains("the folder where the studio was started");
            assert!(
                places.read("deep/house.toml").is_some_and(|file| file.is_err_and(|error| of_folder(&error))),
                "{text}"
            );
            assert!(places.opened("deep/house.toml", None).is_err_and(|error| of_folder(&error)), "{text}");
            let seal = places.seal("deep/house.toml", "page", text);
            let page = Sealed { file: "page".into(), text: text.clone(), seal };
            assert!(places.restore("deep/house.toml", &page).is_err_and(|error| of_folder(&error)), "{text}");
            let listed =
                places.files().into_iter().find(|file| file.path == "deep/house.toml").expect("a file");
            assert!(listed.game.is_err(), "{text}");
            // Nothing of the other file is in the answers.
            let before = places.checksum("deep/house.toml");
            write("../outside.toml", &format!("{described}# Changed.\n"));
            assert_eq!(places.checksum("deep/house.toml"), before);
            write("../outside.toml", described);
        }
        assert!(places.bots(&["strange.toml".to_owned()]).is_err());
        for text in ["game = \"../inside.toml\"\n", &taunt("[run]\nbots = [\"../strategy.toml\"]")] {
            write("deep/house.toml", text);
            assert_eq!(places.confines(text, "deep/house.toml"), Ok(()), "{text}");
        }
        // The command line can name a config of another folder, with all that it names.
        let secret = Secret::random().expect("random numbers");
        let places = Places::new(&folder, Some("../house.toml".into()), secret).expect("a folder");
        write("../house.toml", "game = \"outside.toml\"\n");
        assert!(places.confines("game = \"outside.toml\"\n", "../house.toml").is_ok());
        assert!(places.config("../house.toml").is_ok());
    }

    /// What is not of the folder, or is not what a studio has opened, stays unknown.
    #[test]
    fn a_studio_that_was_started_again_takes_back_what_it_has_opened() {
        let (outer, places) = places();
        let own = places.read("own.toml").expect("a file").expect("a config");
        let checksum = own.checksum.clone();
        places.remember("own.toml", own);
        let sealed = places.sealed("own.toml", &checksum).expect("open");
        places.known().clear();
        fs::remove_file(outer.path().join("in/own.toml")).expect("removed");
        let outside = "../out.toml";
        let of_outside = Sealed { seal: places.seal(outside, &checksum, &sealed.text), ..sealed.clone() };
        for (config, refused) in [
            ("own.toml", Sealed { text: "game = \"fight\"\n".into(), ..sealed.clone() }),
            ("own.toml", Sealed { file: "none".into(), ..sealed.clone() }),
            ("own.toml", Sealed { seal: String::new(), ..sealed.clone() }),
            ("deep/own.toml", sealed.clone()),
            (outside, of_outside),
        ] {
            assert!(places.restore(config, &refused).is_err(), "{config} {refused:?}");
            assert!(places.latest(config).is_none(), "{config}");
        }
        assert!(places.opened("own.toml", Some(&checksum)).is_err());
        assert_eq!(places.restore("own.toml", &sealed), Ok(()));
        assert!(places.opened("own.toml", Some(&checksum)).is_ok_and(|content| content.is_some()));
        fs::write(outer.path().join("in/own.toml"), "somebody else").expect("a file");
        let own = Holder { config: "own.toml", file: Some(&checksum), receipt: None };
        assert!(places.save("own.toml", "x", own).is_err());
        // If it is gone, it is written anew. A link in its place leads nowhere.
        fs::remove_file(outer.path().join("in/own.toml")).expect("removed");
        assert!(places.save("own.toml", "game = \"taunt\"\n", own).is_ok());
        #[cfg(unix)]
        {
            fs::remove_file(outer.path().join("in/own.toml")).expect("removed");
            std::os::unix::fs::symlink(outer.path().join("out.toml"), outer.path().join("in/own.toml"))
                .expect("a link");
            assert!(places.checksum("own.toml").is_none());
            assert!(places.save("own.toml", "x", own).is_err());
        }
    }

    #[test]
    fn files_of_others_are_never_replaced() {
        let (outer, places) = places();
        let folder = outer.path().join("in");
        let of_game = Holder { config: "taunt", ..Holder::default() };
        for refused in ["own", "own.toml", "../new", "deep/new", "", "a b", "CON", "taunt"] {
            assert!(places.save(refused, "x", of_game).is_err(), "{refused}");
        }
        let [one, two] = ["fight", "taunt"].map(|game| format!("game = \"{game}\"\n"));
        let saved = places.save("new", &one, of_game).expect("saved");
        assert_eq!(saved.path, "new.toml");
        // Only the page that saved the file replaces it, as long as nobody has changed it.
        let taken = Err("new.toml exists already; choose another name".to_owned());
        assert_eq!(places.save("new.toml", &two, of_game), taken);
        let again = Holder { receipt: Some(&saved.receipt), ..of_game };
        assert!(places.save("new.toml", &two, again).is_ok());
        assert_eq!(fs::read_to_string(folder.join("new.toml")).expect("a file"), two);
        let is_changed =
            |result: Result<Saved, String>| result.is_err_and(|error| error.contains("another program"));
        assert!(is_changed(places.save("new.toml", &one, again)));
        let of_other = Holder { config: "fight", ..again };
        fs::write(folder.join("new.toml"), &one).expect("a file");
        assert!(is_changed(places.save("new.toml", &two, of_other)));
        assert!(places.save("new.toml", &two, again).is_ok());
        // A file that any page has opened is not that of a page with another config.
        let own = places.read("own.toml").expect("a file").expect("a config");
        let first = own.checksum.clone();
        places.remember("own.toml", own);
        let taken = Err("own.toml exists already; choose another name".to_owned());
        for page in
            [of_game, Holder { file: Some(&first), ..of_game }, Holder { config: "own.toml", ..of_game }]
        {
            assert_eq!(places.save("own", "x", page), taken, "{page:?}");
        }
        let page = Holder { config: "own.toml", file: Some(&first), receipt: None };
        assert!(places.save("own", "game = \"taunt\"\n# mine\n", page).is_ok());
        // A page that opened the file before does not replace what another one wrote, and keeps its own version.
        assert!(is_changed(places.save("own.toml", "game = \"taunt\"\n", page)));
        assert!(places.opened("own.toml", Some(&first)).is_ok_and(|content| content.is_some()));
        assert!(places.opened("own.toml", Some("none")).is_err());
        fs::write(folder.join("own.toml"), "somebody else").expect("a file");
        assert!(is_changed(places.save("own.toml", "x", page)));
        assert_eq!(fs::read_to_string(folder.join("own.toml")).expect("a file"), "somebody else");
        // A file is not saved in a folder that leads elsewhere.
        #[cfg(unix)]
        {
            let file = places.checksum("deep/own.toml").expect("a file");
            fs::rename(outer.path().join("in/deep"), outer.path().join("deep")).expect("renamed");
            fs::remove_file(outer.path().join("deep/own.toml")).expect("removed");
            std::os::unix::fs::symlink(outer.path().join("deep"), outer.path().join("in/deep"))
                .expect("a link");
            let page = Holder { config: "deep/own.toml", file: Some(&file), receipt: None };
            assert!(places.save("deep/own.toml", "x", page).is_err());
            assert_eq!(fs::read_dir(outer.path().join("deep")).expect("a folder").count(), 0);
        }
    }

    /// One is saved, and the others say so, for a new name and for the open file.
    #[test]
    fn of_many_saves_at_the_same_time_one_is_done() {
        let (outer, places) = places();
        let file = places.checksum("own.toml").expect("a file");
        let of_file = Holder { config: "own.toml", file: Some(&file), receipt: None };
        let of_game = Holder { config: "taunt", ..Holder::default() };
        for (name, page, refused) in [
            ("new", of_game, "exists already"),
            ("own.toml", of_file, "was changed by another program or tab"),
        ] {
            let results: Vec<(String, Result<Saved, String>)> = std::thread::scope(|scope| {
                let save = |idx: usize| {
                    let (text, places) = (format!("game = \"taunt\"\n# {idx}\n"), &places);
                    scope.spawn(move || (text.clone(), places.save(name, &text, page)))
                };
                let threads: Vec<_> = (0..8).map(save).collect();
                threads.into_iter().map(|thread| thread.join().expect("a result")).collect()
            });
            let (saved, errors): (Vec<_>, Vec<_>) =
                results.into_iter().partition(|(_, result)| result.is_ok());
            let [(text, Ok(Saved { path, .. }))] = &saved[..] else { panic!("{saved:?}") };
            assert_eq!(fs::read_to_string(outer.path().join("in").join(path)).expect("a file"), *text);
            let is_refused = |error: &String| error.contains(refused);
            assert!(errors.iter().all(|(_, error)| error.as_ref().is_err_and(is_refused)), "{errors:?}");
        }
    }
}
