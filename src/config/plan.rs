//! The plan of a run: printed rules, house rules, options, all checked once.

use super::effective::{Effective, apply, apply_by, effective, key_and_value, printed};
use super::mend::{Sure, mend};
use super::strategy::Named;
use super::targets::{self, Figures, Target};
use super::tree::{self, Change};
use super::{Said, digest, fault, lineup};
use crate::games::{GameInfo, NO_SETTINGS, Rules, is_setting};
use crate::model::settings::{ConfigError, ConfigErrors, Item, Node, ReadLog, Section, Value};
use crate::report::result_file::{ConfigUsed, SettingChange};
use crate::simulation::{Lineup, Simulation};
use serde_json::Value as Json;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The key of `run.toml` that holds the name of its config.
pub const NAME: &str = "name";

/// The most games of a run: up to here, all sums of shares fit 64 bits.
pub const MOST_GAMES: u64 = 100_000_000_000;

/// The highest seed: TOML, which files it, has integers of 64 bits with a sign.
pub const HIGHEST_SEED: u64 = i64::MAX.unsigned_abs();

/// What a person asks for beside the config; what is not said is left to the file, and then to the
/// default.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Number of players.
    pub players: Option<u64>,
    /// Number of games.
    pub games: Option<u64>,
    /// Seed.
    pub seed: Option<u64>,
    /// One bot, or one a seat.
    pub bots: Vec<String>,
    /// The option that named them, if it is another one than `--bots`.
    pub bots_by: Option<&'static str>,
    /// `KEY=VALUE` settings.
    pub set: Vec<String>,
}

/// A checked plan: everything that decides which games are played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub game: &'static GameInfo,
    /// The name of its report folder: the game id, or game id and file stem.
    pub name: String,
    /// The complete effective config.
    pub tree: Node,
    /// Its rules, ready to be played.
    pub rules: Rules,
    /// The bots, one a seat.
    pub bots: Vec<Named>,
    /// The seed.
    pub seed: u64,
    /// How many games.
    pub games: u64,
    /// Did a person say how many, by an option or in the file?
    pub games_said: bool,
    /// The config digest.
    pub digest: String,
    /// The figures that are meant to lie somewhere.
    pub targets: Vec<Target>,
    /// The line-ups that they name: the bots, one a seat.
    pub lineups: BTreeMap<String, Vec<Named>>,
}

impl Plan {
    /// Makes a plan from what a person wrote: a game id or a config file, and options.
    ///
    /// # Errors
    /// All faults that could be found.
    pub fn new(config: &str, asked: &Asked) -> Result<Self, ConfigErrors> {
        Self::of_config(effective(config)?, asked)
    }

    /// Makes a plan of a config that was found and read.
    ///
    /// # Errors
    /// All faults that could be found.
    pub fn of_config(config: Effective, asked: &Asked) -> Result<Self, ConfigErrors> {
        let Effective { game, name, mut tree, .. } = config;
        let mut faults = Vec::new();
        for set in &asked.set {
            faults.extend(apply(&mut tree, set).err());
        }
        let sets_players = |set: &String| key_and_value(set).is_some_and(|(key, _)| key == "setup.players");
        if asked.players.is_some() && asked.set.iter().any(sets_players) {
            faults.push(fault("--players", "", "--set setup.players beside it", "one of the two"));
        }
        Self::of_tree(game, name, tree, asked, faults)
    }

    /// Makes a plan of a complete tree.
    ///
    /// # Errors
    /// All faults that could be found, with the given ones, in the order of their files and lines.
    pub fn of_tree(
        game: &'static GameInfo,
        name: String,
        mut tree: Node,
        asked: &Asked,
        mut faults: Vec<ConfigError>,
    ) -> Result<Self, ConfigErrors> {
        let chosen = tree.get("setup").is_some_and(|setup| setup.get("players").is_some());
        if let (Some(players), true) = (asked.players, chosen) {
            let node = tree::parse_value(&players.to_string(), "--players");
            faults.extend(tree::set(&mut tree, "setup.players", node).err());
        }
        let rules = read_rules(game, &tree).map_err(|ConfigErrors(more)| faults.extend(more)).ok();
        if let (Some(players), false, Some(rules)) = (asked.players, chosen, &rules)
            && players != rules.players() as u64
        {
            let expected = format!("{}: {} seats no other number", rules.players(), game.title);
            faults.push(fault("--players", "", players.to_string(), expected));
        }
        // Where they are not those that are meant, what depends on them is no fault of its own.
        let rules = rules.filter(|_| faults.is_empty());
        let players = rules.as_ref().map(Rules::players);
        let n_of_rules = faults.len();
        if let Some(seed) = asked.seed.filter(|seed| *seed > HIGHEST_SEED) {
            let expected = format!("an integer from 0 to {HIGHEST_SEED}");
            faults.push(fault("--seed", "", seed.to_string(), expected));
        }
        let run = read_run(&tree, &mut faults);
        let mut targets = targets::read(&tree, &mut faults);
        // The figures of targets are judged by what is right of faulty rules, as far as that is sure.
        let sure = match &rules {
            Some(rules) => Some(Sure { rules: rules.clone(), open: BTreeSet::new() }),
            None if !targets.is_empty() => mend(game, &mut tree, &faults[..n_of_rules]),
            None => None,
        };
        let mut seat = |names: &[String], said: &Said| {
            let bots = lineup::seat(names, game, players, said);
            bots.map_err(|ConfigErrors(more)| faults.extend(more)).ok()
        };
        let bots = match &run.bots {
            Some((bots, said)) if asked.bots.is_empty() => seat(bots, said),
            _ => seat(&asked.bots, &Said::by(asked.bots_by.unwrap_or("--bots"))),
        };
        let mut lineups = BTreeMap::new();
        for (target, bots) in targets.iter().flat_map(|target| target.bots.iter().map(move |b| (target, b))) {
            if !lineups.contains_key(bots) {
                let names: Vec<String> = bots.split(',').map(|name| name.trim().to_owned()).collect();
                lineups.extend(seat(&names, &target.said("bots")).map(|seated| (bots.clone(), seated)));
            }
        }
        if let Some(Sure { rules, open }) = &sure {
            let figures = Figures { game: game.id, players: rules.players(), schema: rules.schema(), open };
            figures.find(&mut targets, bots.as_deref(), &lineups, &mut faults);
        }
        match (rules, bots) {
            (Some(rules), Some(bots)) if faults.is_empty() => {
                let (said, seed) = (asked.games.or(run.games), asked.seed.or(run.seed).unwrap_or(1));
                let (games_said, games, digest) = (said.is_some(), 0, String::new());
                let plan =
                    Self { game, name, tree, rules, bots, seed, games, games_said, digest, targets, lineups };
                Ok(plan.of_games(said.unwrap_or(game.games)))
            }
            _ => {
                faults.sort_by(|a, b| (&a.at.file, a.at.line).cmp(&(&b.at.file, b.at.line)));
                Err(ConfigErrors(faults))
            }
        }
    }

    /// The same plan of so many games as this makes of it, unless a person said how many.
    #[must_use]
    pub fn or_games(self, games: impl Fn(&Self) -> u64) -> Self {
        if self.games_said {
            return self;
        }
        let games = games(&self).max(1);
        self.of_games(games)
    }

    /// The same plan of so many games.
    #[must_use]
    pub fn of_games(self, games: u64) -> Self {
        Self { digest: self.digest_of(games), games, ..self }
    }

    /// The same plan without targets: of what is changed only to see what comes of it, nobody asks for them.
    #[must_use]
    pub fn untargeted(&self) -> Self {
        let mut plan = self.clone();
        plan.targets.clear();
        plan.lineups.clear();
        tree::remove(&mut plan.tree, "targets");
        plan
    }

    /// The same plan with other bots, one a seat.
    #[must_use]
    pub fn seated(&self, bots: Vec<Named>) -> Self {
        let plan = Self { bots, ..self.clone() };
        let games = plan.games;
        plan.of_games(games)
    }

    /// The config digest of so many games of this plan.
    #[must_use]
    pub fn digest_of(&self, games: u64) -> String {
        let contents: Vec<&str> = self.bots.iter().map(|bot| bot.content.as_str()).collect();
        digest::digest(self.game.id, &self.tree, self.players(), &contents, self.seed, games)
    }

    /// What a result says of it.
    #[must_use]
    pub fn used(&self) -> ConfigUsed {
        let names = self.bots.iter().map(|bot| bot.name.clone());
        let is_one = self.bots.windows(2).all(|two| two[0].name == two[1].name);
        // A run that is played again from its run.toml goes by its own name.
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
            rules_digest: digest::rules_digest(self.game.id, &self.tree, self.players()),
            result_digest: self.digest.clone(),
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

    /// What another plan plays otherwise: settings that differ, then bots and seed.
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

    /// The same plan with settings changed, as `--set` does; faults name the option that asked for it.
    ///
    /// # Errors
    /// All faults of the changed config.
    pub fn with(&self, set: &[String], option: &str) -> Result<Self, ConfigErrors> {
        let mut tree = self.tree.clone();
        let apply = |set: &String| apply_by(option, &NO_SETTINGS, &mut tree, set).err();
        let mut faults: Vec<_> = set.iter().filter_map(apply).collect();
        let rules = read_rules(self.game, &tree).map_err(|ConfigErrors(more)| faults.extend(more)).ok();
        if let Some(rules) = rules.filter(|_| faults.is_empty()) {
            let mut seat = |bots: &[Named]| {
                lineup::reseat(bots, rules.players()).map_err(|fault| faults.push(fault)).unwrap_or_default()
            };
            let bots = seat(&self.bots);
            let lineups: BTreeMap<_, _> =
                self.lineups.iter().map(|(name, bots)| (name.clone(), seat(bots))).collect();
            let mut targets = self.targets.clone();
            let (players, schema, open) = (rules.players(), rules.schema(), &BTreeSet::new());
            Figures { game: self.game.id, players, schema, open }.find(
                &mut targets,
                Some(&bots),
                &lineups,
                &mut faults,
            );
            if faults.is_empty() {
                let plan = Self { tree, rules, bots, lineups, targets, ..self.clone() };
                return Ok(plan.of_games(self.games));
            }
        }
        faults.sort_by(|a, b| (&a.at.file, a.at.line).cmp(&(&b.at.file, b.at.line)));
        Err(ConfigErrors(faults))
    }

    /// The bots as they can be asked for again: one for all seats, if they have the same, or one a seat.
    #[must_use]
    pub fn lineup(&self) -> Vec<String> {
        let asked = || self.bots.iter().map(|bot| bot.asked.clone());
        let is_one = asked().all(|bot| bot == self.bots[0].asked);
        asked().take(if is_one { 1 } else { self.players() }).collect()
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.rules.players()
    }

    /// A simulation of this plan's games.
    #[must_use]
    pub fn simulation(&self) -> Box<dyn Simulation> {
        let bots: Vec<_> = self.bots.iter().map(|named| (named.name.clone(), named.bot.clone())).collect();
        self.rules.simulation(Lineup::of_each(&bots), self.seed)
    }
}

/// The rules digest of the settings that a result names; `None` if they are no settings of the game.
#[must_use]
pub fn rules_digest_of(game: &GameInfo, config: &ConfigUsed) -> Option<String> {
    let mut tree = printed(game).ok()?;
    for SettingChange { key, value, .. } in &config.changes {
        tree::set(&mut tree, key, tree::of_json(value)?).ok()?;
    }
    let players = usize::try_from(config.players).ok()?;
    Some(digest::rules_digest(game.id, &tree, players))
}

/// The value at a dotted path.
fn at<'t>(tree: &'t Node, path: &str) -> Option<&'t Node> {
    path.split('.').try_fold(tree, |node, word| match &node.value {
        Value::List(items) => items.get(word.parse::<usize>().ok()?),
        _ => node.get(word),
    })
}

/// The rules that a complete tree of a registered game makes.
pub(super) fn read_rules(game: &GameInfo, tree: &Node) -> Result<Rules, ConfigErrors> {
    Rules::read(game.id, tree).unwrap_or_else(|| Err(ConfigErrors::default()))
}

#[derive(Default)]
struct Run {
    games: Option<u64>,
    seed: Option<u64>,
    bots: Option<(Vec<String>, Said)>,
}

/// Reads the `[run]` table.
fn read_run(tree: &Node, faults: &mut Vec<ConfigError>) -> Run {
    let Some(node) = tree.get("run") else { return Run::default() };
    if !matches!(node.value, Value::Table(_)) {
        faults.push(ConfigError::at(&node.at, "run", node.shown(), "a table"));
        return Run::default();
    }
    let notes = RefCell::new(ReadLog::default());
    let run = {
        let run = Section::at("run".into(), node, &notes);
        let most = i64::try_from(MOST_GAMES).unwrap_or(i64::MAX);
        let bots = |item: Item<'_>| {
            let bots = item.items(1..=8).iter().map(|bot| bot.text().to_owned()).collect();
            (bots, Said { at: item.node().changed().clone(), key: "run.bots".into() })
        };
        let bots = run.maybe("bots").map(bots).filter(|_| !run.is_faulty());
        Run {
            games: run.maybe("games").map(|item| item.int(1..=most)),
            seed: run.maybe("seed").map(|item| item.int(0..=i64::MAX)),
            bots,
        }
    };
    faults.append(&mut notes.into_inner().faults);
    run
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use proptest::prelude::*;

    fn refused(set: &[&str], part: &str) {
        let asked = Asked { set: set.iter().map(ToString::to_string).collect(), ..Asked::default() };
        let faults = Plan::new("knife-fight", &asked).expect_err("faults").to_string();
        assert!(faults.contains(part), "{part} is not in\n{faults}");
    }

    #[test]
    fn a_key_that_is_no_setting_is_one_fault() {
        let plan = Plan::new("knife-fight", &Asked::default()).unwrap_or_else(|faults| panic!("{faults}"));
        for key in NO_SETTINGS {
            let ConfigErrors(faults) = plan.with(&[format!("{key}.x=1")], "--vary").expect_err(key);
            assert!(faults.len() == 1 && &*faults[0].at.file == "--vary", "{faults:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_key_found_and_expected() {
        refused(&["rules.bleed-divider=4"], "rules.bleed-divider: found an unknown key");
        refused(&["rules.bleed-divider=4"], "did you mean `bleed-divisor`?");
        refused(&["rules.bleed-divisor=0"], "rules.bleed-divisor: found 0, expected an integer from 1 to 60");
        refused(&["rules.tie=both"], "found \"both\", expected one of: \"both-hit\", \"no-hit\"");
        refused(&["rules.tie=both", "setup.hand-size=\"x\""], "setup.hand-size");
        refused(&["deck.red.ace=99"], "deck.red.ace: found 99");
        refused(&["setup.hand-size=10", "deck.red={ }", "deck.black.two=13"], "deck.black.two");
        refused(&["rules"], "KEY=VALUE");
        refused(&["a..b=1"], "a dotted key");
        let asked = Asked { players: Some(3), ..Asked::default() };
        assert!(Plan::new("knife-fight", &asked).expect_err("faults").to_string().contains("expected 2"));
        let seed = |seed| Plan::new("knife-fight", &Asked { seed: Some(seed), ..Asked::default() });
        assert_eq!(seed(HIGHEST_SEED).expect("a plan").seed, HIGHEST_SEED);
        assert!(seed(HIGHEST_SEED + 1).expect_err("faults").to_string().starts_with("--seed: found 9"));
        assert!(
            Plan::new("knife-fite", &Asked::default())
                .expect_err("faults")
                .to_string()
                .contains("did you mean `knife-fight`?")
        );
    }

    #[test]
    fn a_value_of_any_table_can_be_set() {
        let asked =
            Asked { set: vec!["cards.ten.damage=9".into(), "rules.tie=no-hit".into()], ..Asked::default() };
        let plan = Plan::new("knife-fight", &asked).expect("a plan");
        let ten = plan.tree.get("cards").and_then(|cards| cards.get("ten")).and_then(|ten| ten.get("damage"));
        assert_eq!(ten.expect("a value").value, Value::Int(9));
        assert_ne!(plan.digest, Plan::new("knife-fight", &Asked::default()).expect("a plan").digest);
    }

    proptest! {
        /// Whatever is set, the answer is a plan or faults.
        #[test]
        fn no_setting_makes_a_game_panic(
            game in 0..GAMES.len(),
            picks in prop::collection::vec((any::<prop::sample::Index>(), "(-?[0-9]{1,19}|[a-z-]{1,12}|true|\\[\\]|\\[1, 'x'\\]|\\{\\}|\\{ a = 1 \\}|nan|''|1e300)"), 1..4),
        ) {
            let game = &GAMES[game];
            let paths: Vec<String> = Plan::new(game.id, &Asked::default()).expect("printed rules").rules.settings().iter().map(|setting| setting.path.clone()).collect();
            let set = picks.iter().map(|(pick, value)| format!("{}={value}", pick.get(&paths))).collect();
            let _ = Plan::new(game.id, &Asked { set, ..Asked::default() });
        }
    }
}
