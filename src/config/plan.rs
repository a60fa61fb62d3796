//! The plan of a run: printed rules, house rules and options, validated.

use super::bots::{NamedBot, quoted_names};
use super::effective::{Effective, apply, apply_by, effective, key_and_value, printed};
use super::recover::{Recovered, recover};
use super::targets::{self, Figures, Target};
use super::tree::{self, Change};
use super::{ArgSource, config_error, digest, lineup, new_entries};
use crate::games::{GameInfo, NO_SETTINGS, Rules, is_setting};
use crate::model::settings::{ConfigError, ConfigErrors, Item, Node, ReadLog, Section, Value, clipped};
use crate::report::result_file::{ConfigUsed, SettingChange};
use crate::simulation::{Lineup, Simulation};
use serde_json::Value as Json;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The key of `run.toml` with the name of its config.
pub const NAME: &str = "name";

/// The key of the table with the strategy files that `run.toml` stores.
pub const STRATEGIES: &str = "strategies";

/// Maximum number of games of a run; up to this, all sums of shares fit 64 bits.
pub const MOST_GAMES: u64 = 100_000_000_000;

/// The highest seed, because TOML integers are signed 64-bit.
pub const HIGHEST_SEED: u64 = i64::MAX.unsigned_abs();

/// The options besides the config. Missing options are taken from the config file, then from the defaults.
#[derive(Clone, Debug, Default)]
pub struct PlanOptions {
    /// Number of players.
    pub players: Option<u64>,
    /// Number of games.
    pub games: Option<u64>,
    /// Seed.
    pub seed: Option<u64>,
    /// One bot for all seats, or one per seat.
    pub bots: Vec<String>,
    /// The option that named the bots, if not `--bots`.
    pub bots_by: Option<&'static str>,
    /// `KEY=VALUE` settings.
    pub set: Vec<String>,
}

/// A checked plan: everything that decides which games are played. It cannot be changed, so its digest remains valid.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub(crate) game: &'static GameInfo,
    /// The name of its report folder: the game id, or game id and file stem.
    pub(crate) name: String,
    /// The complete effective config.
    pub(crate) tree: Node,
    /// Its rules, ready to be played.
    pub(crate) rules: Rules,
    /// The bots, one per seat.
    pub(crate) bots: Vec<NamedBot>,
    /// The seed.
    pub(crate) seed: u64,
    /// Number of games.
    pub(crate) games: u64,
    /// Whether the number of games comes from an option or the config file, rather than the default.
    pub(crate) is_games_explicit: bool,
    /// The games digest.
    pub(crate) digest: String,
    /// The targets.
    pub(crate) targets: Vec<Target>,
    /// The line-ups that the targets name: one bot per seat.
    pub(crate) lineups: BTreeMap<String, Vec<NamedBot>>,
    /// Settings that are valid, but probably not meant.
    pub(crate) warnings: Vec<String>,
}

impl Plan {
    /// Makes a plan from a game id or config file, and options.
    ///
    /// # Errors
    /// All errors that could be found.
    pub fn new(config: &str, asked: &PlanOptions) -> Result<Self, ConfigErrors> {
        Self::of_config(effective(config)?, asked)
    }

    /// Makes a plan from a config that was read.
    ///
    /// # Errors
    /// All errors that could be found.
    pub fn of_config(config: Effective, asked: &PlanOptions) -> Result<Self, ConfigErrors> {
        let Effective { game, name, mut tree, .. } = config;
        let mut errors = Vec::new();
        for set in &asked.set {
            errors.extend(apply(&mut tree, set).err());
        }
        let sets_players = |set: &String| key_and_value(set).is_some_and(|(key, _)| key == "setup.players");
        if asked.players.is_some() && asked.set.iter().any(sets_players) {
            errors.push(config_error("--players", "", "--set setup.players as well", "only one of them"));
        }
        Self::of_tree(game, name, tree, asked, errors)
    }

    /// Makes a plan from a complete tree.
    ///
    /// # Errors
    /// All errors that could be found, and the given ones, sorted by file and line.
    pub fn of_tree(
        game: &'static GameInfo,
        name: String,
        mut tree: Node,
        asked: &PlanOptions,
        mut errors: Vec<ConfigError>,
    ) -> Result<Self, ConfigErrors> {
        let chosen = tree.get("setup").is_some_and(|setup| setup.get("players").is_some());
        if asked.players == Some(0) {
            errors.push(config_error("--players", "", "0", "at least 1"));
        }
        if let (Some(players), true) = (asked.players, chosen) {
            let node = tree::parse_value(&players.to_string(), "--players");
            errors.extend(tree::set(&mut tree, "setup.players", node).err());
        }
        sort_settings(game, &mut tree);
        let rules = read_rules(game, &tree).map_err(|ConfigErrors(more)| errors.extend(more)).ok();
        let printed = printed(game)?;
        new_entries::hint(&mut errors, &printed);
        if let (Some(players), false, Some(rules)) = (asked.players, chosen, &rules)
            && players != rules.players() as u64
        {
            let expected = format!("{}, the only number in {}", rules.players(), game.title);
            errors.push(config_error("--players", "", players.to_string(), expected));
        }
        // After earlier errors, errors that follow from them are not reported.
        let rules = rules.filter(|_| errors.is_empty());
        let players = rules.as_ref().map(Rules::players);
        let n_of_rules = errors.len();
        if let Some(seed) = asked.seed.filter(|seed| *seed > HIGHEST_SEED) {
            let expected = format!("an integer from 0 to {HIGHEST_SEED}");
            errors.push(config_error("--seed", "", seed.to_string(), expected));
        }
        if let Some(games) = asked.games.filter(|games| !(1..=MOST_GAMES).contains(games)) {
            errors.push(config_error(
                "--games",
                "",
                games.to_string(),
                format!("a number from 1 to {MOST_GAMES}"),
            ));
        }
        let run = read_run(&tree, &mut errors);
        let mut targets = targets::read(&tree, &mut errors);
        // Targets of a config with errors are checked against the recovered rules.
        let recovered = match &rules {
            Some(rules) => Some(Recovered { rules: rules.clone(), unknown: BTreeSet::new() }),
            None if !targets.is_empty() => recover(game, &mut tree, &errors[..n_of_rules]),
            None => None,
        };
        let mut seat = |names: &[String], source: &ArgSource| {
            let bots = lineup::seat(names, game, players, source);
            bots.map_err(|ConfigErrors(more)| errors.extend(more)).ok()
        };
        let bots = match &run.bots {
            Some((bots, source)) if asked.bots.is_empty() => seat(bots, source),
            _ => seat(&asked.bots, &ArgSource::by(asked.bots_by.unwrap_or("--bots"))),
        };
        let mut lineups = BTreeMap::new();
        for (target, bots) in targets.iter().flat_map(|target| target.bots.iter().map(move |b| (target, b))) {
            if !lineups.contains_key(bots) {
                let names: Vec<String> = bots.split(',').map(|name| name.trim().to_owned()).collect();
                let source = ArgSource { stored: run.stored.clone(), ..target.source("bots") };
                lineups.extend(seat(&names, &source).map(|seated| (bots.clone(), seated)));
            }
        }
        if let Some(Recovered { rules, unknown }) = &recovered {
            let figures =
                Figures { game: game.id, players: rules.players(), schema: rules.schema(), unknown };
            figures.find(&mut targets, bots.as_deref(), &lineups, &mut errors);
        }
        match (rules, bots) {
            (Some(rules), Some(bots)) if errors.is_empty() => {
                let (explicit, seed) = (asked.games.or(run.games), asked.seed.or(run.seed).unwrap_or(1));
                let (is_games_explicit, games, digest) = (explicit.is_some(), 0, String::new());
                let warnings = new_entries::warnings(game, &tree, &printed);
                let plan = Self {
                    game,
                    name,
                    tree,
                    rules,
                    bots,
                    seed,
                    games,
                    is_games_explicit,
                    digest,
                    targets,
                    lineups,
                    warnings,
                };
                Ok(plan.of_games(explicit.unwrap_or(game.games)))
            }
            _ => Err(ConfigErrors::sorted(errors)),
        }
    }

    /// The same plan with the number of games that `games` computes, unless the number is explicit.
    #[must_use]
    pub fn or_games(self, games: impl Fn(&Self) -> u64) -> Self {
        if self.is_games_explicit {
            return self;
        }
        let games = games(&self).max(1);
        self.of_games(games)
    }

    /// The same plan with this number of games; at least 1 and at most [`MOST_GAMES`].
    #[must_use]
    pub fn of_games(self, games: u64) -> Self {
        let games = games.clamp(1, MOST_GAMES);
        Self { digest: self.digest_of(games), games, ..self }
    }

    /// The config with the bots of its targets as they were found: files with their paths.
    pub(crate) fn tree_with_paths(&self) -> Node {
        let found = |node: &mut Node| {
            if let Value::Text(text) = &mut node.value
                && let Some(bots) = self.lineups.get(text)
            {
                *text = names_of(bots).join(",");
            }
        };
        let mut tree = self.tree.clone();
        let targets = match tree.get_mut("targets").map(|targets| &mut targets.value) {
            Some(Value::Table(targets)) => targets.as_mut_slice(),
            _ => &mut [],
        };
        for (_, target) in targets {
            match target.get_mut("bots") {
                Some(Node { value: Value::List(items), .. }) => items.iter_mut().for_each(found),
                Some(node) => found(node),
                None => {}
            }
        }
        tree
    }

    /// The same plan without targets, for variants that are not judged.
    #[must_use]
    pub fn untargeted(&self) -> Self {
        let mut plan = self.clone();
        plan.targets.clear();
        plan.lineups.clear();
        tree::remove(&mut plan.tree, "targets");
        plan
    }

    /// The same plan with other bots, one per seat.
    ///
    /// # Errors
    /// There is not one bot for each seat, or a bot weighs features that the game does not have.
    pub fn seated(&self, bots: Vec<NamedBot>) -> Result<Self, ConfigErrors> {
        let n_features = self.game.features.len();
        if let Some(other) = bots.iter().find(|bot| !bot.bot.fits(n_features)) {
            let found = format!("the bot \"{}\"", clipped(&other.name));
            let expected = format!("finite weights of the {n_features} features of {}", self.game.title);
            return Err(ConfigErrors(vec![config_error("bots", "", found, expected)]));
        }
        if bots.len() == self.players() {
            return Ok(self.with_bots(bots));
        }
        let expected = format!("{}, one per seat", self.players());
        Err(ConfigErrors(vec![config_error("bots", "", format!("{} bots", bots.len()), expected)]))
    }

    /// The same plan with one of these bots in each seat.
    #[must_use]
    pub(crate) fn with_bots(&self, bots: Vec<NamedBot>) -> Self {
        let plan = Self { bots, ..self.clone() };
        let games = plan.games;
        plan.of_games(games)
    }

    /// The games digest of this plan with this number of games.
    #[must_use]
    pub fn digest_of(&self, games: u64) -> String {
        let contents: Vec<&str> = self.bots.iter().map(|bot| bot.content.as_str()).collect();
        digest::games_digest(self.game.id, &self.tree, self.players(), &contents, self.seed, games)
    }

    /// SHA-256 of the rules: equal for equal rules, whatever bots, seed and number of games are.
    #[must_use]
    pub fn rules_digest(&self) -> String {
        digest::rules_digest(self.game.id, &self.tree, self.players())
    }

    /// The description of the plan in results.
    #[must_use]
    pub fn used(&self) -> ConfigUsed {
        let names = self.bots.iter().map(|bot| bot.name.clone());
        let is_one = self.bots.windows(2).all(|two| two[0].name == two[1].name);
        // A run that is repeated from its run.toml keeps its own name.
        let name = match self.value(&format!("provenance.{NAME}")) {
            Some(Node { value: Value::Text(name), .. }) => name.clone(),
            _ => self.name.clone(),
        };
        ConfigUsed {
            name,
            game: self.game.id.into(),
            players: self.players() as u64,
            bots: names.take(if is_one { 1 } else { self.players() }).collect(),
            seed: self.seed,
            games: self.games,
            rules_digest: self.rules_digest(),
            games_digest: self.digest.clone(),
            changes: self.changes_from_printed(),
        }
    }

    /// The settings that differ from the printed rules.
    fn changes_from_printed(&self) -> Vec<SettingChange> {
        let Ok(printed) = printed(self.game) else { return Vec::new() };
        let changes = tree::changes(&printed, &self.tree).into_iter().map(|change| change.path);
        let change = |key: String| {
            let json = |tree: &Node| at(tree, &key).map_or(Json::Null, tree::json);
            SettingChange { value: json(&self.tree), printed: json(&printed), key: key.clone() }
        };
        changes.filter(|key| is_setting(key)).map(change).collect()
    }

    /// The effective value of a setting.
    #[must_use]
    pub fn value(&self, path: &str) -> Option<&Node> {
        at(&self.tree, path)
    }

    /// The differences of another plan: settings, then bots and seed.
    #[must_use]
    pub fn changes(&self, other: &Self) -> Vec<Change> {
        let mut changes = tree::changes(&self.tree, &other.tree);
        changes.retain(|change| is_setting(&change.path));
        let bots = |plan: &Self| plan.bots.iter().map(|bot| bot.asked.as_str()).collect::<Vec<_>>().join(",");
        for (path, one, two) in
            [("bots", bots(self), bots(other)), ("seed", self.seed.to_string(), other.seed.to_string())]
        {
            if one != two {
                changes.push(Change { path: path.into(), one, two });
            }
        }
        changes
    }

    /// The same plan with changed settings, as with `--set`. Errors name `option`.
    ///
    /// # Errors
    /// All errors of the changed config.
    pub fn with(&self, set: &[String], option: &str) -> Result<Self, ConfigErrors> {
        let mut tree = self.tree.clone();
        let apply = |set: &String| apply_by(option, &NO_SETTINGS, &mut tree, set).err();
        let mut errors: Vec<_> = set.iter().filter_map(apply).collect();
        sort_settings(self.game, &mut tree);
        let rules = read_rules(self.game, &tree).map_err(|ConfigErrors(more)| errors.extend(more)).ok();
        if let Some(rules) = rules.filter(|_| errors.is_empty()) {
            let mut seat = |bots: &[NamedBot]| {
                lineup::reseat(bots, rules.players()).map_err(|error| errors.push(error)).unwrap_or_default()
            };
            let bots = seat(&self.bots);
            let lineups: BTreeMap<_, _> =
                self.lineups.iter().map(|(name, bots)| (name.clone(), seat(bots))).collect();
            let mut targets = self.targets.clone();
            let (players, schema, unknown) = (rules.players(), rules.schema(), &BTreeSet::new());
            Figures { game: self.game.id, players, schema, unknown }.find(
                &mut targets,
                Some(&bots),
                &lineups,
                &mut errors,
            );
            if errors.is_empty() {
                let plan = Self { tree, rules, bots, lineups, targets, ..self.clone() };
                return Ok(plan.of_games(self.games));
            }
        }
        Err(ConfigErrors::sorted(errors))
    }

    /// The bots as arguments of `--bots`: one if all seats have the same, otherwise one per seat.
    #[must_use]
    pub fn lineup(&self) -> Vec<String> {
        names_of(&self.bots)
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &'static GameInfo {
        self.game
    }

    /// The game id, or game id and name of the config file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The complete effective config.
    #[doc(hidden)]
    #[must_use]
    pub const fn tree(&self) -> &Node {
        &self.tree
    }

    /// The rules, ready to be played.
    #[doc(hidden)]
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The bots, one per seat.
    #[must_use]
    pub fn bots(&self) -> &[NamedBot] {
        &self.bots
    }

    /// The seed.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// SHA-256 of everything that determines which games are played.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The targets.
    #[doc(hidden)]
    #[must_use]
    pub fn targets(&self) -> &[Target] {
        &self.targets
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.rules.players()
    }

    /// A simulation of this plan's games.
    #[doc(hidden)]
    #[must_use]
    pub fn simulation(&self) -> Box<dyn Simulation> {
        let bots: Vec<_> = self.bots.iter().map(|named| (named.name.clone(), named.bot.clone())).collect();
        self.rules.simulation(Lineup::of_each(&bots), self.seed)
    }
}

/// The rules digest of the settings in a result; `None` if the game does not have these settings.
#[must_use]
pub fn rules_digest_of(game: &GameInfo, config: &ConfigUsed) -> Option<String> {
    let mut tree = printed(game).ok()?;
    for SettingChange { key, value, .. } in &config.changes {
        tree::set(&mut tree, key, tree::of_json(value)?).ok()?;
    }
    let players = usize::try_from(config.players).ok()?;
    Some(digest::rules_digest(game.id, &tree, players))
}

/// Bots as arguments of `--bots`: one if all seats have the same, otherwise one per seat.
fn names_of(bots: &[NamedBot]) -> Vec<String> {
    let is_one = bots.windows(2).all(|two| two[0].asked == two[1].asked);
    bots.iter().take(if is_one { 1 } else { bots.len() }).map(|bot| bot.asked.clone()).collect()
}

/// Puts all settings into one order, so that equal settings play equal games.
fn sort_settings(game: &GameInfo, tree: &mut Node) {
    let printed = printed(game).ok();
    let Value::Table(entries) = &mut tree.value else { return };
    for (key, node) in entries.iter_mut().filter(|(key, _)| !NO_SETTINGS.contains(&key.as_str())) {
        tree::sort_new(node, printed.as_ref().and_then(|printed| printed.get(key)));
    }
}

/// The value at a dotted path.
fn at<'t>(tree: &'t Node, path: &str) -> Option<&'t Node> {
    path.split('.').try_fold(tree, |node, word| match &node.value {
        Value::List(items) => items.get(word.parse::<usize>().ok()?),
        _ => node.get(word),
    })
}

/// Reads the rules of a registered game from a complete tree.
pub(super) fn read_rules(game: &GameInfo, tree: &Node) -> Result<Rules, ConfigErrors> {
    Rules::read(game.id, tree).unwrap_or_else(|| Err(ConfigErrors::default()))
}

#[derive(Default)]
struct Run {
    games: Option<u64>,
    seed: Option<u64>,
    bots: Option<(Vec<String>, ArgSource)>,
    stored: BTreeMap<String, String>,
}

/// Reads the `[run]` table.
fn read_run(tree: &Node, errors: &mut Vec<ConfigError>) -> Run {
    let Some(node) = tree.get("run") else { return Run::default() };
    if !matches!(node.value, Value::Table(_)) {
        errors.push(ConfigError::at(&node.at, "run", node.shown(), "a table"));
        return Run::default();
    }
    let notes = RefCell::new(ReadLog::default());
    let run = {
        let run = Section::at("run".into(), node, &notes);
        let most = i64::try_from(MOST_GAMES).unwrap_or(i64::MAX);
        let stored: BTreeMap<String, String> =
            run.maybe(STRATEGIES).map(|item| stored_strategies(&item)).unwrap_or_default();
        let bots = |item: Item<'_>| {
            if let Value::Text(text) = &item.node().value {
                item.fault(format!("a list: [{}]", quoted_names(text)));
            }
            let bots = match item.node().value {
                Value::Text(_) => Vec::new(),
                _ => item.items(1..=8).iter().map(|bot| bot.text().to_owned()).collect(),
            };
            let at = item.node().changed().clone();
            (bots, ArgSource { at, key: "run.bots".into(), stored: stored.clone() })
        };
        let bots = run.maybe("bots").map(bots).filter(|_| !run.is_faulty());
        Run {
            games: run.maybe("games").map(|item| item.int(1..=most)),
            seed: run.maybe("seed").map(|item| item.int(0..=i64::MAX)),
            bots,
            stored,
        }
    };
    errors.append(&mut notes.into_inner().faults);
    run
}

/// The strategy files that the config of a result has stored: path and text.
fn stored_strategies(item: &Item<'_>) -> BTreeMap<String, String> {
    let text = |(path, node): &(String, Node)| match &node.value {
        Value::Text(text) => Some((path.clone(), text.clone())),
        _ => None,
    };
    let stored = match &item.node().value {
        Value::Table(entries) => entries.iter().map(text).collect(),
        _ => None,
    };
    stored.unwrap_or_else(|| {
        item.fault("a table of strategy files: path and text");
        BTreeMap::new()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use proptest::prelude::*;

    fn refused(set: &[&str], part: &str) {
        let asked =
            PlanOptions { set: set.iter().map(ToString::to_string).collect(), ..PlanOptions::default() };
        let errors = Plan::new("knife-fight", &asked).expect_err("errors").to_string();
        assert!(errors.contains(part), "{part} is not in\n{errors}");
    }

    #[test]
    fn a_key_that_is_not_a_setting_is_one_error() {
        let plan =
            Plan::new("knife-fight", &PlanOptions::default()).unwrap_or_else(|errors| panic!("{errors}"));
        for key in NO_SETTINGS {
            let ConfigErrors(errors) = plan.with(&[format!("{key}.x=1")], "--vary").expect_err(key);
            assert!(errors.len() == 1 && &*errors[0].at.file == "--vary", "{errors:?}");
        }
    }

    #[test]
    fn errors_have_key_found_and_expected() {
        refused(&["rules.bleed-divider=4"], "rules.bleed-divider: found an unknown key");
        refused(&["rules.bleed-divider=4"], "did you mean `bleed-divisor`?");
        refused(&["rules.bleed-divisor=0"], "rules.bleed-divisor: found 0, expected an integer from 1 to 60");
        refused(&["rules.tie=both"], "found \"both\", expected one of: \"both-hit\", \"no-hit\"");
        refused(&["rules.tie=both", "setup.hand-size=\"x\""], "setup.hand-size");
        refused(&["deck.red.ace=99"], "deck.red.ace: found 99");
        refused(&["setup.hand-size=10", "deck.red={ }", "deck.black.two=13"], "deck.black.two");
        refused(&["rules"], "KEY=VALUE");
        refused(&["a..b=1"], "a dotted key");
        let asked = PlanOptions { players: Some(3), ..PlanOptions::default() };
        assert!(Plan::new("knife-fight", &asked).expect_err("errors").to_string().contains("expected 2"));
        let seed =
            |seed| Plan::new("knife-fight", &PlanOptions { seed: Some(seed), ..PlanOptions::default() });
        assert_eq!(seed(HIGHEST_SEED).expect("a plan").seed, HIGHEST_SEED);
        assert!(seed(HIGHEST_SEED + 1).expect_err("errors").to_string().starts_with("--seed: found 9"));
        assert!(
            Plan::new("knife-fite", &PlanOptions::default())
                .expect_err("errors")
                .to_string()
                .contains("did you mean `knife-fight`?")
        );
    }

    #[test]
    fn a_value_of_any_table_can_be_set() {
        let asked = PlanOptions {
            set: vec!["cards.ten.damage=9".into(), "rules.tie=no-hit".into()],
            ..PlanOptions::default()
        };
        let plan = Plan::new("knife-fight", &asked).expect("a plan");
        let ten = plan.tree.get("cards").and_then(|cards| cards.get("ten")).and_then(|ten| ten.get("damage"));
        assert_eq!(ten.expect("a value").value, Value::Int(9));
        assert_ne!(plan.digest, Plan::new("knife-fight", &PlanOptions::default()).expect("a plan").digest);
    }

    #[test]
    fn equal_rules_have_equal_digests_and_play_equal_games() {
        let plan = |game: &str, set: &[&str]| {
            let set = set.iter().map(ToString::to_string).collect();
            let asked = PlanOptions { set, games: Some(50), ..PlanOptions::default() };
            Plan::new(game, &asked).unwrap_or_else(|errors| panic!("{errors}"))
        };
        let (wave, hook) = (
            "cards.left-wave={ kind = \"left-arm\", copies = 2, burst = [\"red\"] }",
            "cards.left-hook={ kind = \"left-arm\", copies = 3, burst = [\"green\"] }",
        );
        let [one, other] = [[wave, hook], [hook, wave]].map(|set| plan("stupid-fight", &set));
        assert_eq!((&one.digest, one.rules_digest()), (&other.digest, other.rules_digest()));
        for game_idx in 0..5 {
            assert_eq!(one.simulation().story(game_idx), other.simulation().story(game_idx));
        }
        let [default, two] = [&[][..], &["setup.players=2"]].map(|set| plan("taunt", set));
        assert_eq!((&default.digest, default.rules_digest()), (&two.digest, two.rules_digest()));
        let more = plan("stabby-jack", &["setup.players=3"]);
        assert_ne!(more.rules_digest(), plan("stabby-jack", &[]).rules_digest());
    }

    #[test]
    fn a_plan_has_a_possible_number_of_games_and_one_bot_per_seat() {
        for games in [0, MOST_GAMES + 1, u64::MAX] {
            let asked = PlanOptions { games: Some(games), ..PlanOptions::default() };
            let errors = Plan::new("knife-fight", &asked).expect_err("errors").to_string();
            assert!(errors.starts_with(&format!("--games: found {games}, expected a number")), "{errors}");
        }
        let plan = Plan::new("knife-fight", &PlanOptions::default()).expect("a plan");
        assert_eq!([0, u64::MAX].map(|games| plan.clone().of_games(games).games), [1, MOST_GAMES]);
        let errors = plan.seated(Vec::new()).expect_err("errors").to_string();
        assert!(errors.contains("found 0 bots, expected 2, one per seat"), "{errors}");
    }

    proptest! {
        /// Any setting gives either a plan or errors.
        #[test]
        fn settings_never_make_a_game_panic(
            game in 0..GAMES.len(),
            picks in prop::collection::vec((any::<prop::sample::Index>(), "(-?[0-9]{1,19}|[a-z-]{1,12}|true|\\[\\]|\\[1, 'x'\\]|\\{\\}|\\{ a = 1 \\}|nan|''|1e300)"), 1..4),
        ) {
            let game = &GAMES[game];
            let paths: Vec<String> = Plan::new(game.id, &PlanOptions::default()).expect("printed rules").rules.settings().iter().map(|setting| setting.path.clone()).collect();
            let set = picks.iter().map(|(pick, value)| format!("{}={value}", pick.get(&paths))).collect();
            let _ = Plan::new(game.id, &PlanOptions { set, ..PlanOptions::default() });
        }
    }
}
