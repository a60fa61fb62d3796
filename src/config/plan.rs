//! The plan of a run: printed rules, house rules, options, all checked once.

use super::strategy::{self, Named};
use super::targets::{self, Target};
use super::{Said, digest, fault, read, shipped, tree};
use crate::engine::{Hall, Lineup};
use crate::games::{self, Listed, NO_SETTINGS, SHELF, Visit};
use crate::model::settings::{Fault, Faults, Item, Node, Notes, Section, Setting, Value, clipped, nearest};
use crate::model::{Appraise, Counted, Seat};
use std::cell::RefCell;
use std::path::Path;

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
    pub game: &'static Listed,
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
    /// The features that strategies may weigh: name and meaning.
    pub features: Vec<(&'static str, &'static str)>,
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
}

impl Plan {
    /// Makes a plan from what a person wrote: a game id or a config file, and options.
    ///
    /// # Errors
    /// All faults that could be found.
    pub fn new(config: &str, asked: &Asked) -> Result<Self, Faults> {
        let (game, name, mut tree) = effective(config)?;
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
    /// All faults that could be found, the given ones first.
    pub fn of_tree(
        game: &'static Listed,
        name: String,
        mut tree: Node,
        asked: &Asked,
        mut faults: Vec<Fault>,
    ) -> Result<Self, Faults> {
        let chosen = tree.get("setup").is_some_and(|setup| setup.get("players").is_some());
        if let (Some(players), true) = (asked.players, chosen) {
            let node = tree::parse_value(&players.to_string(), "--players");
            faults.extend(tree::set(&mut tree, "setup.players", node).err());
        }
        let run = read_run(&tree, &mut faults);
        let targets = targets::read(&tree, &mut faults);
        let opened = games::open(game.id, &tree, Look).unwrap_or_else(|| Err(Faults(Vec::new())));
        let look = match opened {
            Ok(look) if faults.is_empty() => look,
            Ok(_) => return Err(Faults(faults)),
            Err(Faults(more)) => {
                faults.extend(more);
                return Err(Faults(faults));
            }
        };
        if let (Some(players), false) = (asked.players, chosen)
            && players != look.players as u64
        {
            let expected = format!("{}: {} seats no other number", look.players, game.title);
            faults.push(fault("--players", "", players.to_string(), expected));
        }
        if let Some(seed) = asked.seed.filter(|seed| *seed > HIGHEST_SEED) {
            let expected = format!("an integer from 0 to {HIGHEST_SEED}");
            faults.push(fault("--seed", "", seed.to_string(), expected));
        }
        let (names, said) = match &run.bots {
            Some((bots, said)) if asked.bots.is_empty() => (bots, said.clone()),
            _ => (&asked.bots, Said::by(asked.bots_by.unwrap_or("--bots"))),
        };
        let features: Vec<&str> = look.features.iter().map(|(name, _)| *name).collect();
        let bots =
            seat_bots(names, game.id, look.players, &features, &said).unwrap_or_else(|Faults(more)| {
                faults.extend(more);
                Vec::new()
            });
        if !faults.is_empty() {
            return Err(Faults(faults));
        }
        // Line-ups that targets name sit down at the same table.
        for target in &targets {
            for lineup in &target.bots {
                let names: Vec<String> = lineup.split(',').map(|name| name.trim().to_owned()).collect();
                let key = format!("{}.bots", super::clipped_key("targets", &target.address));
                let said = Said { at: target.at.clone(), key };
                if let Err(Faults(more)) = seat_bots(&names, game.id, look.players, &features, &said) {
                    faults.extend(more);
                }
            }
        }
        if !faults.is_empty() {
            return Err(Faults(faults));
        }
        let seed = asked.seed.or(run.seed).unwrap_or(1);
        let said = asked.games.or(run.games);
        let games = said.unwrap_or(game.games);
        let Seen { settings, players, features } = look;
        let mut plan = Self {
            game,
            name,
            tree,
            settings,
            players,
            bots,
            features,
            seed,
            games,
            games_said: said.is_some(),
            digest: String::new(),
            targets,
        };
        plan.digest = plan.digest_of(games);
        Ok(plan)
    }

    /// The config digest of so many games of this plan.
    #[must_use]
    pub fn digest_of(&self, games: u64) -> String {
        let contents: Vec<&str> = self.bots.iter().map(|bot| bot.content.as_str()).collect();
        digest::digest(self.game.id, &self.tree, self.players, &contents, self.seed, games)
    }

    /// The names of the features that strategies may weigh.
    #[must_use]
    pub fn feature_names(&self) -> Vec<&'static str> {
        self.features.iter().map(|(name, _)| *name).collect()
    }

    /// The effective value of a setting.
    #[must_use]
    pub fn value(&self, path: &str) -> Option<&Node> {
        path.split('.').try_fold(&self.tree, |node, word| match &node.value {
            Value::List(items) => items.get(word.parse::<usize>().ok()?),
            _ => node.get(word),
        })
    }

    /// The same plan with settings changed, as `--set` does; faults name the option that asked for it.
    ///
    /// # Errors
    /// All faults of the changed config.
    pub fn with(&self, set: &[String], option: &str) -> Result<Self, Faults> {
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
    pub fn hall(&self) -> Result<Box<dyn Hall>, Faults> {
        let bots: Vec<_> = self.bots.iter().map(|named| (named.name.clone(), named.bot.clone())).collect();
        games::hall(self.game.id, &self.tree, Lineup::of_each(&bots), self.seed)
            .unwrap_or_else(|| Err(Faults(Vec::new())))
    }
}

/// Looks at a game whose type only the shelf knows.
struct Look;

struct Seen {
    settings: Vec<Setting>,
    players: usize,
    features: Vec<(&'static str, &'static str)>,
}
impl Visit for Look {
    type Out = Seen;
    fn visit<G: Counted + Appraise>(self, game: G, settings: Vec<Setting>) -> Seen {
        let features = G::FEATURES.iter().map(|feature| (feature.name, feature.meaning)).collect();
        Seen { settings, players: game.players(), features }
    }
}

/// The game, the report name and the effective tree of a game id or a config file, options apart.
///
/// # Errors
/// There is no such game or file, or the file is no TOML.
pub fn effective(config: &str) -> Result<(&'static Listed, String, Node), Faults> {
    if let Some(game) = SHELF.iter().find(|game| game.id == config) {
        return Ok((game, game.id.into(), printed(game)?));
    }
    let path = Path::new(config);
    if !config.ends_with(".toml") && !config.contains(['/', '\\']) && !path.exists() {
        let mut fault = fault(
            "CONFIG",
            "",
            format!("\"{}\"", clipped(config)),
            format!("a config file, or one of the games: {}", ids().join(", ")),
        );
        fault.hint = nearest(config, ids());
        return Err(Faults(vec![fault]));
    }
    filed(path)
}

/// The same of a config file, whatever its name is.
///
/// # Errors
/// The file cannot be read, is no TOML, or names no known game.
pub fn filed(path: &Path) -> Result<(&'static Listed, String, Node), Faults> {
    let (game, house) = house(&read(path)?, &path.display().to_string())?;
    let mut tree = printed(game)?;
    tree::overlay(&mut tree, house);
    let stem: String = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let safe: String =
        stem.chars().take(60).map(|c| if c.is_alphanumeric() || c == '_' { c } else { '-' }).collect();
    Ok((game, format!("{}-{safe}", game.id), tree))
}

/// The game that a config text says it is for, and its tree.
///
/// # Errors
/// The text is no TOML, or names no known game.
pub fn house(text: &str, file: &str) -> Result<(&'static Listed, Node), Faults> {
    let tree = tree::parse(text, file)?;
    let mut missing = fault(file, "game", "nothing", format!("game = one of: {}", ids().join(", ")));
    match tree.get("game") {
        None => Err(Faults(vec![missing])),
        Some(node) => {
            if let Value::Text(id) = &node.value {
                if let Some(game) = SHELF.iter().find(|game| game.id == id) {
                    return Ok((game, tree));
                }
                missing.hint = nearest(id, ids());
            }
            missing.at = node.at.clone();
            missing.found = node.shown();
            Err(Faults(vec![missing]))
        }
    }
}

fn printed(game: &Listed) -> Result<Node, Faults> {
    let text = shipped::printed(game.id).unwrap_or_default();
    tree::parse(text, &format!("configs/{}/printed.toml", game.id))
}

fn ids() -> Vec<&'static str> {
    SHELF.iter().map(|game| game.id).collect()
}

/// Applies one `KEY=VALUE` of `--set`.
///
/// # Errors
/// It has no `=`, or its key leads nowhere.
pub fn apply(tree: &mut Node, set: &str) -> Result<(), Fault> {
    apply_by("--set", &FILED, tree, set)
}

/// What a config says that no option changes: it would have no effect.
pub const FILED: [&str; 2] = ["game", "provenance"];

/// Applies one `KEY=VALUE` of the option that faults shall name, unless its key lies in one of the
/// tables that are to be refused.
///
/// # Errors
/// It has no `=`, or its key is refused or leads nowhere.
pub fn apply_by(option: &str, refused: &[&str], tree: &mut Node, set: &str) -> Result<(), Fault> {
    let Some((key, value)) = key_and_value(set) else {
        return Err(fault(
            option,
            "",
            format!("\"{}\"", clipped(set)),
            "KEY=VALUE, as in rules.max-rounds=50",
        ));
    };
    if key.split('.').next().is_some_and(|table| refused.contains(&table)) {
        let expected = "the key of a setting, as `undercard list GAME` lists them";
        return Err(fault(option, "", format!("the key \"{}\"", clipped(key)), expected));
    }
    tree::set(tree, key, tree::parse_value(value, option))
}

/// The two sides of a `KEY=VALUE`.
fn key_and_value(set: &str) -> Option<(&str, &str)> {
    set.split_once('=').map(|(key, value)| (key.trim(), value.trim()))
}

#[derive(Default)]
struct Run {
    games: Option<u64>,
    seed: Option<u64>,
    bots: Option<(Vec<String>, Said)>,
}

/// Reads the `[run]` table.
fn read_run(tree: &Node, faults: &mut Vec<Fault>) -> Run {
    let Some(node) = tree.get("run") else { return Run::default() };
    if !matches!(node.value, Value::Table(_)) {
        faults.push(Fault::at(&node.at, "run", node.shown(), "a table"));
        return Run::default();
    }
    let notes = RefCell::new(Notes::default());
    let run = {
        let run = Section::at("run".into(), node, &notes);
        let most = i64::try_from(MOST_GAMES).unwrap_or(i64::MAX);
        let bots = |item: Item<'_>| {
            let bots = item.items(1..=8).iter().map(|bot| bot.text().to_owned()).collect();
            (bots, Said { at: item.node().changed().clone(), key: "run.bots".into() })
        };
        Run {
            games: run.maybe("games").map(|item| item.int(1..=most)),
            seed: run.maybe("seed").map(|item| item.int(0..=i64::MAX)),
            bots: run.maybe("bots").map(bots),
        }
    };
    faults.append(&mut notes.into_inner().faults);
    run
}

/// One bot for all seats, or one a seat; `random` if none is named.
fn seat_bots(
    names: &[String],
    game: &str,
    players: usize,
    features: &[&str],
    said: &Said,
) -> Result<Vec<Named>, Faults> {
    if names.len() > 1 && names.len() != players {
        let expected = format!("one bot, or {players}: one a seat");
        return Err(Faults(vec![said.fault(format!("{} bots", names.len()), expected)]));
    }
    let mut bots: Vec<Named> = Vec::new();
    for seat in 0..players {
        let asked = names.get(seat).or(names.first()).map_or("random", String::as_str);
        if let Some(known) = bots.iter().find(|bot| bot.asked == asked) {
            bots.push(known.clone());
            continue;
        }
        let mut named = strategy::find(asked, game, features, said)?;
        // Two files of one name are two bots.
        if bots.iter().any(|bot| bot.name == named.name && bot.content != named.content) {
            named.name = format!("{}-{}", named.name, Seat::new(seat));
        }
        bots.push(named);
    }
    Ok(bots)
}

#[cfg(test)]
mod tests {
    use super::*;
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
            let Faults(faults) = plan.with(&[format!("{key}.x=1")], "--vary").expect_err(key);
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
            game in 0..SHELF.len(),
            picks in prop::collection::vec((any::<prop::sample::Index>(), "(-?[0-9]{1,19}|[a-z-]{1,12}|true|\\[\\]|\\[1, 'x'\\]|\\{\\}|\\{ a = 1 \\}|nan|''|1e300)"), 1..4),
        ) {
            let game = &SHELF[game];
            let paths: Vec<String> = Plan::new(game.id, &Asked::default()).expect("printed rules").settings.iter().map(|setting| setting.path.clone()).collect();
            let set = picks.iter().map(|(pick, value)| format!("{}={value}", pick.get(&paths))).collect();
            let _ = Plan::new(game.id, &Asked { set, ..Asked::default() });
        }

        #[test]
        fn no_text_makes_the_parser_panic(text in "(game = ['\"]knife-fight['\"]\n)?.{0,120}(\n\\[?[a-z.=\\[\\] '0-9-]{0,60}){0,3}") {
            let _ = house(&text, "f.toml");
        }
    }
}
