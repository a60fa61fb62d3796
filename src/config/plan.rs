//! The plan of a run: printed rules, house rules, options, all checked once.

use super::effective::{Effective, apply, apply_by, effective, key_and_value};
use super::mend::{Sure, mend};
use super::strategy::Named;
use super::targets::{self, Figures, Target};
use super::tree::{self, Change};
use super::{Said, digest, fault, lineup};
use crate::games::{self, GameInfo, GameVisitor, NO_SETTINGS, is_setting};
use crate::model::settings::{ConfigError, ConfigErrors, Item, Node, ReadLog, Section, Setting, Value};
use crate::model::{Game, StatSchema};
use crate::simulation::{Lineup, Simulation};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

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
    /// Every setting, in reading order.
    pub settings: Vec<Setting>,
    /// How many players sit down.
    pub players: usize,
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
    /// Is it what is right of a faulty plan? Then nobody knows who sits where, and others need not be like it.
    pub is_partial: bool,
}

/// A config that was opened with what was asked for.
#[derive(Debug)]
pub struct Opened {
    /// The game.
    pub game: &'static GameInfo,
    /// Its plan, or all faults that could be found, in the order of their files and lines.
    pub plan: Result<Plan, ConfigErrors>,
    /// Where that is faulty, what is right of it, if anything is sure.
    right: Option<Plan>,
}

impl Opened {
    /// Opens a config with what a person wrote beside it.
    #[must_use]
    pub fn new(config: Effective, asked: &Asked) -> Self {
        let Effective { game, name, mut tree, .. } = config;
        let mut faults = Vec::new();
        for set in &asked.set {
            faults.extend(apply(&mut tree, set).err());
        }
        let sets_players = |set: &String| key_and_value(set).is_some_and(|(key, _)| key == "setup.players");
        if asked.players.is_some() && asked.set.iter().any(sets_players) {
            faults.push(fault("--players", "", "--set setup.players beside it", "one of the two"));
        }
        Plan::open(game, name, tree, asked, faults, true)
    }

    /// What other options come to with this plan. Where it is faulty, they are judged by what is right of it, as far
    /// as that is sure, so that their faults can be told with its own.
    ///
    /// # Errors
    /// Their faults; none, where nothing is sure.
    pub fn judge<T>(
        &self,
        options: impl FnOnce(&Plan) -> Result<T, ConfigErrors>,
    ) -> Result<T, ConfigErrors> {
        let plan = self.plan.as_ref().ok().or(self.right.as_ref());
        plan.map_or_else(|| Err(ConfigErrors::default()), options)
    }

    /// Where nobody says how many games, the same with so many as this makes of the plan.
    #[must_use]
    pub fn or_games(self, games: impl Fn(&Plan) -> u64) -> Self {
        let of = |plan: Plan| {
            if plan.games_said {
                plan
            } else {
                let games = games(&plan).max(1);
                plan.of_games(games)
            }
        };
        Self { plan: self.plan.map(of), right: self.right.map(of), ..self }
    }
}

impl Plan {
    /// Makes a plan from what a person wrote: a game id or a config file, and options.
    ///
    /// # Errors
    /// All faults that could be found.
    pub fn new(config: &str, asked: &Asked) -> Result<Self, ConfigErrors> {
        Opened::new(effective(config)?, asked).plan
    }

    /// Makes a plan of a complete tree.
    ///
    /// # Errors
    /// All faults that could be found, with the given ones, in the order of their files and lines.
    pub fn of_tree(
        game: &'static GameInfo,
        name: String,
        tree: Node,
        asked: &Asked,
        faults: Vec<ConfigError>,
    ) -> Result<Self, ConfigErrors> {
        Self::open(game, name, tree, asked, faults, false).plan
    }

    /// `judges` says whether other options are to be judged by what is right of it.
    fn open(
        game: &'static GameInfo,
        name: String,
        mut tree: Node,
        asked: &Asked,
        mut faults: Vec<ConfigError>,
        judges: bool,
    ) -> Opened {
        let chosen = tree.get("setup").is_some_and(|setup| setup.get("players").is_some());
        if let (Some(players), true) = (asked.players, chosen) {
            let node = tree::parse_value(&players.to_string(), "--players");
            faults.extend(tree::set(&mut tree, "setup.players", node).err());
        }
        let rules = look(game, &tree).unwrap_or_else(|ConfigErrors(more)| {
            faults.extend(more);
            None
        });
        if let (Some(players), false, Some(rules)) = (asked.players, chosen, &rules)
            && players != rules.players as u64
        {
            let expected = format!("{}: {} seats no other number", rules.players, game.title);
            faults.push(fault("--players", "", players.to_string(), expected));
        }
        // Where they are not those that are meant, what depends on them is no fault of its own.
        let rules = rules.filter(|_| faults.is_empty());
        let players = rules.as_ref().map(|rules| rules.players);
        let n_of_rules = faults.len();
        if let Some(seed) = asked.seed.filter(|seed| *seed > HIGHEST_SEED) {
            let expected = format!("an integer from 0 to {HIGHEST_SEED}");
            faults.push(fault("--seed", "", seed.to_string(), expected));
        }
        let run = read_run(&tree, &mut faults);
        let mut targets = targets::read(&tree, &mut faults);
        let sure = match rules {
            Some(seen) => Some(Sure { seen, open: BTreeSet::new() }),
            None if judges || !targets.is_empty() => mend(game, &mut tree, &faults[..n_of_rules]),
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
        if let Some(Sure { seen, open }) = &sure {
            let figures = Figures { game: game.id, players: seen.players, schema: &seen.schema, open };
            figures.find(&mut targets, bots.as_deref(), &lineups, &mut faults);
        }
        let said = asked.games.or(run.games);
        let plan = sure.map(|Sure { seen: Seen { settings, players, .. }, open }| {
            let (is_partial, seated) = (!faults.is_empty(), bots.filter(|_| faults.is_empty()));
            let plan = Self {
                game,
                name,
                tree,
                settings,
                players,
                bots: seated.unwrap_or_else(|| vec![Named::random(); players]),
                seed: asked.seed.or(run.seed).unwrap_or(1),
                games: 0,
                games_said: said.is_some(),
                digest: String::new(),
                targets,
                lineups,
                is_partial,
            };
            (plan.of_games(said.unwrap_or(game.games)), open.is_empty())
        });
        match plan {
            Some((plan, _)) if faults.is_empty() => Opened { game, plan: Ok(plan), right: None },
            plan => {
                faults.sort_by(|a, b| (&a.at.file, a.at.line).cmp(&(&b.at.file, b.at.line)));
                let right = plan.filter(|(_, is_whole)| *is_whole).map(|(plan, _)| {
                    let mut plan = plan.untargeted();
                    tree::remove(&mut plan.tree, "run");
                    plan
                });
                Opened { game, plan: Err(ConfigErrors(faults)), right }
            }
        }
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
        digest::digest(self.game.id, &self.tree, self.players, &contents, self.seed, games)
    }

    /// The effective value of a setting.
    #[must_use]
    pub fn value(&self, path: &str) -> Option<&Node> {
        path.split('.').try_fold(&self.tree, |node, word| match &node.value {
            Value::List(items) => items.get(word.parse::<usize>().ok()?),
            _ => node.get(word),
        })
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
        let faults = set.iter().filter_map(apply).collect();
        let asked =
            Asked { games: Some(self.games), seed: Some(self.seed), bots: self.lineup(), ..Asked::default() };
        Self::of_tree(self.game, self.name.clone(), tree, &asked, faults)
    }

    /// The bots as they can be asked for again: one for all seats, if they have the same, or one a seat.
    #[must_use]
    pub fn lineup(&self) -> Vec<String> {
        let asked = || self.bots.iter().map(|bot| bot.asked.clone());
        let is_one = asked().all(|bot| bot == self.bots[0].asked);
        asked().take(if is_one { 1 } else { self.players }).collect()
    }

    /// Opens a hall where this plan's games are played.
    ///
    /// # Errors
    /// None that a checked plan can have.
    pub fn simulation(&self) -> Result<Box<dyn Simulation>, ConfigErrors> {
        let bots: Vec<_> = self.bots.iter().map(|named| (named.name.clone(), named.bot.clone())).collect();
        games::simulation(self.game.id, &self.tree, Lineup::of_each(&bots), self.seed)
            .unwrap_or_else(|| Err(ConfigErrors(Vec::new())))
    }
}

/// What is known of a game by its rules.
pub(super) struct Seen {
    pub settings: Vec<Setting>,
    pub players: usize,
    pub schema: StatSchema,
}

/// Looks at the game that this tree makes; it is there.
pub(super) fn look(game: &GameInfo, tree: &Node) -> Result<Option<Seen>, ConfigErrors> {
    struct Look;
    impl GameVisitor for Look {
        type Out = Seen;
        fn visit<G: Game>(self, game: G, settings: Vec<Setting>) -> Seen {
            let measures = game.measures();
            Seen { settings, players: measures.players, schema: measures.schema() }
        }
    }
    games::with_game(game.id, tree, Look).transpose()
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
            let paths: Vec<String> = Plan::new(game.id, &Asked::default()).expect("printed rules").settings.iter().map(|setting| setting.path.clone()).collect();
            let set = picks.iter().map(|(pick, value)| format!("{}={value}", pick.get(&paths))).collect();
            let _ = Plan::new(game.id, &Asked { set, ..Asked::default() });
        }
    }
}
