//! The plan of a run: printed rules, house rules and options, validated.

use super::bots::{self, NamedBot};
use super::cards::{self, Tables};
use super::effective::{Effective, apply, apply_by, key_and_value, printed, sets_players};
pub use super::plan_options::PlanOptions;
use super::run_table::RunTable;
use super::targets::{self, Figures, Target};
use super::tree::{self, Change};
use super::{
    ArgSource, addresses, causes, config_error, digest, globs, lineup, new_entries, run_table, shipped,
    without_effect,
};
use crate::games::{Catalogue, GameRef, ListedGame, NO_SETTINGS, Rules, is_setting};
use crate::model::settings::{ConfigError, ConfigErrors, Node, Value, clipped};
use crate::model::{MAX_SEATS, StatSchema};
use crate::report::result_file::{CHOICES, ConfigUsed, SettingChange};
use crate::simulation::{Lineup, Simulation};
use serde_json::Value as Json;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use undercard_engine::bots::Bot;

/// The key of `run.toml` with the name of its config.
pub const NAME: &str = "name";

/// The key of the table with the strategy files that `run.toml` stores.
pub const STRATEGIES: &str = "strategies";

/// The least score against a bot that shows that it can be beaten.
const BEATEN: f64 = 0.51;

/// The key of the bots.
pub const BOTS: &str = "run.bots";

/// Maximum number of games of a run; up to this, all sums of shares fit 64 bits.
pub const MOST_GAMES: u64 = 100_000_000_000;

/// The highest seed, because TOML integers are signed 64-bit.
pub const HIGHEST_SEED: u64 = i64::MAX.unsigned_abs();

/// A checked plan: everything that decides which games are played. It cannot be changed, so its digest remains valid.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub game: GameRef,
    /// The name of its report folder: the game id, or game id and file stem.
    pub name: String,
    /// The name of the result, if it has one.
    pub result_name: Option<String>,
    /// The label of the result, if it is given.
    pub label: Option<String>,
    /// The complete effective config.
    pub tree: Node,
    /// Its rules, ready to be played.
    pub rules: Rules,
    /// The bots, one per seat.
    pub bots: Vec<NamedBot>,
    /// Whether neither an option nor the config names the bots.
    pub has_default_bots: bool,
    /// The names of the bots of the panel; empty if the line-up is not the panel.
    pub panel: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// Number of games.
    pub games: u64,
    /// Whether the number of games comes from an option or the config file, rather than the default.
    pub is_games_explicit: bool,
    /// The games digest.
    pub digest: String,
    /// The targets.
    pub targets: Vec<Target>,
    /// The line-ups that the targets name: one bot per seat.
    pub lineups: BTreeMap<String, Vec<NamedBot>>,
    /// Settings that are valid, but probably not meant.
    pub warnings: Vec<String>,
}

impl Plan {
    /// Makes a plan from a game id or config file, and options.
    ///
    /// # Errors
    /// All errors that could be found.
    pub fn new(config: &str, options: &PlanOptions) -> Result<Self, ConfigErrors> {
        Self::of_config(options.read(config)?, options)
    }

    /// Makes a plan from a config that was read.
    ///
    /// # Errors
    /// All errors that could be found.
    pub fn of_config(config: Effective, options: &PlanOptions) -> Result<Self, ConfigErrors> {
        let Effective { game, name, mut tree, mut tables, .. } = config;
        tables.append(cards::apply(&game, &mut tree, &options.cards)?);
        for set in &options.set {
            tables.errors.extend(apply(&mut tree, set).err());
        }
        if options.players.is_some() && sets_players(&options.set) {
            let error = config_error("--players", "", "--set setup.players as well", "only one of them");
            tables.errors.push(error);
        }
        Self::of_tree(game, name, tree, options, tables)
    }

    /// Makes a plan from a complete tree, in stages: the rules, the table `run`, the line-up, and the targets, which can name
    /// figures of these rules and bots. A stage that depends on a faulty one is left out, and all others report their errors.
    ///
    /// # Errors
    /// All errors that could be found, and those of the tables of cards, sorted by file and line.
    pub fn of_tree(
        game: GameRef,
        name: String,
        mut tree: Node,
        options: &PlanOptions,
        mut tables: Tables,
    ) -> Result<Self, ConfigErrors> {
        let printed = printed(&game)?;
        let mut errors = std::mem::take(&mut tables.errors);
        errors.extend(options.name_error(&game).into_iter().chain(options.label_error()));
        let rules = rules_of(&game, printed, &mut tree, (options, &tables), &mut errors);
        errors.extend(options.number_errors());
        if let Some(minutes) = options.table_minutes {
            let node = tree::parse_value(&format!("{minutes:?}"), "--table-minutes");
            errors.extend(tree::set(&mut tree, "run.table-minutes", node).err());
        }
        let run = run_table::read(&tree, &mut errors);
        let table = Table { game: &game, tree: &tree, rules: rules.as_ref() };
        let lineup = LineUp::of(&table, &run, options, &mut errors);
        let judged = Judged::of(&table, &run, &lineup, &mut errors);
        match (rules, lineup.bots) {
            (Some(rules), Some(bots)) if errors.is_empty() => {
                let (explicit, seed) = (options.games.or(run.games), options.seed.or(run.seed).unwrap_or(1));
                let (is_games_explicit, games) = (explicit.is_some(), explicit.unwrap_or(game.games));
                let mut warnings = std::mem::take(&mut tables.warnings);
                warnings.extend(new_entries::warnings(&game, &tree, printed));
                warnings.extend(without_effect::warnings(&game, &tree, printed));
                let mut doubts = rules.doubts().to_vec();
                tables.by_column(&tree, &mut doubts);
                warnings.extend(doubts.iter().map(ConfigError::to_string));
                let plan = Self {
                    game,
                    name,
                    result_name: options.name.clone(),
                    label: options.label.clone(),
                    tree,
                    rules,
                    bots,
                    has_default_bots: lineup.is_default,
                    panel: lineup.panel,
                    seed,
                    games,
                    is_games_explicit,
                    digest: String::new(),
                    targets: judged.targets,
                    lineups: judged.lineups,
                    warnings,
                };
                Ok(plan.of_games(games))
            }
            _ => {
                tables.by_column(&tree, &mut errors);
                Err(ConfigErrors::sorted(errors))
            }
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
    pub fn tree_with_paths(&self) -> Node {
        let found = |node: &mut Node| {
            if let Value::Text(text) = &mut node.value
                && let Some(bots) = self.lineups.get(text)
            {
                *text = names_of(bots).join(",");
            }
        };
        let mut tree = self.tree.clone();
        if let Some(targets) = tree.get_mut("targets") {
            lineup::replace(targets, &found);
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
        let error = |found, expected| config_error("bots", "", found, expected);
        let unknown = |bot| super::bots::of_unknown_feature(bot, &self.game, error);
        if let Some(error) = bots.iter().find_map(unknown) {
            return Err(ConfigErrors(vec![error]));
        }
        let (n_features, n_situations) = (self.game.features.len(), self.game.situations.len());
        if let Some(other) = bots.iter().find(|bot| !bot.bot.fits((n_features, n_situations))) {
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
    pub fn with_bots(&self, bots: Vec<NamedBot>) -> Self {
        let plan = Self { bots, has_default_bots: false, ..self.clone() };
        let games = plan.games;
        plan.of_games(games)
    }

    /// The games digest of this plan with this number of games.
    #[must_use]
    pub fn digest_of(&self, games: u64) -> String {
        let contents: Vec<&str> = self.bots.iter().map(|bot| bot.content.as_str()).collect();
        digest::games_digest(&self.game, &self.tree, self.players(), &contents, self.seed, games)
    }

    /// SHA-256 of the rules: equal for equal rules, whatever bots, seed and number of games are.
    #[must_use]
    pub fn rules_digest(&self) -> String {
        digest::rules_digest(&self.game, &self.tree, self.players())
    }

    /// A warning for each bot, also of the targets, that was trained on other rules. The default bots are described by
    /// [`Self::players_note`], and so is the panel.
    pub fn other_training(&self) -> Vec<String> {
        let own = if self.has_default_bots { &[] } else { &self.bots[..] };
        let is_named = |lineup: &&String| self.targets.iter().any(|target| target.bots.contains(lineup));
        let of_targets = self.lineups.keys().filter(is_named).filter(|lineup| !self.panel.contains(lineup));
        let bots = own.iter().chain(of_targets.flat_map(|lineup| &self.lineups[lineup]));
        let programs = self.programs().into_iter().filter(|(_, is_repeatable)| !is_repeatable);
        let of_program = |(name, _): (&str, bool)| {
            format!("{name} does not say that it is repeatable: the same command can give another result")
        };
        self.trained_on_others(bots)
            .into_iter()
            .map(|of_bot| Self::training_warning(&self.name, of_bot))
            .chain(programs.map(of_program))
            .collect()
    }

    /// The programs among the bots, and whether each says that it always answers alike.
    pub fn programs(&self) -> BTreeMap<&str, bool> {
        self.bots.iter().filter_map(|bot| Some((bot.name.as_str(), bot.program?))).collect()
    }

    /// The bots that were trained on other rules, or with another number of players or mode: the name of each, and in words
    /// how it was trained.
    pub fn trained_on_others<'b>(
        &self,
        bots: impl IntoIterator<Item = &'b NamedBot>,
    ) -> BTreeMap<&'b str, &'static str> {
        let with_printed = |keys: &[&str]| {
            let mut tree = self.tree.clone();
            for (key, node) in keys.iter().filter_map(|key| Some((key, at(printed(&self.game).ok()?, key)?)))
            {
                // The printed rules have the key, and so does every tree over them.
                let _ = tree::set(&mut tree, key, node.clone());
            }
            tree
        };
        let digest = |tree: &Node, players| digest::rules_digest(&self.game, tree, players);
        // A bot that was trained with random fighters knows all of them.
        let own = [self.rules_digest(), digest(&with_printed(&[addresses::FIGHTERS]), self.players())];
        let trees = [self.tree.clone(), with_printed(&CHOICES)];
        let choices = || trees.iter().flat_map(|tree| (1..=MAX_SEATS).map(|players| digest(tree, players)));
        let how = |bot: &NamedBot| match &bot.trained.as_ref()?.rules_digest {
            trained if own.contains(trained) => None,
            trained if choices().any(|digest| digest == *trained) => Some("trained with another setup"),
            _ => Some("trained on other rules"),
        };
        bots.into_iter().filter_map(|bot| Some((bot.name.as_str(), how(bot)?))).collect()
    }

    /// The warning about a bot that was trained on other rules.
    pub fn training_warning(config: &str, (bot, how): (&str, &str)) -> String {
        let bot = clipped(bot);
        format!("{config}: {bot} was {how}")
    }

    /// Who plays, and how to choose others, if no bots are named.
    #[must_use]
    pub fn players_note(&self) -> Option<String> {
        self.players_note_with(None, None)
    }

    /// The same for side A of a comparison, or another result that does not itself say that its players can be beaten.
    pub fn players_note_beside(&self, b: Option<&Self>) -> Option<String> {
        self.players_note_with(b, self.beaten())
    }

    fn players_note_with(&self, b: Option<&Self>, beaten: Option<f64>) -> Option<String> {
        let bot = self.bots.first().filter(|_| self.has_default_bots)?;
        if !self.panel.is_empty() {
            return Some(format!("players: a panel of {}", self.panel.join(", ")));
        }
        let how = |plan: &Self| plan.trained_on_others(plan.bots.first()).into_values().next();
        let trained = match (how(self), b.filter(|b| b.has_default_bots).and_then(how)) {
            (Some(how), _) => format!(", {how}"),
            (None, Some(how)) => format!(", {how} than B's"),
            (None, None) => String::new(),
        };
        let percent = |least: f64| format!("; can be beaten ({:.0} % or more)", 100.0 * least);
        let more = beaten.map_or_else(|| "; others: --bots NAME".into(), percent);
        Some(format!("players: {} (default{trained}){more}", bot.name))
    }

    /// What a player who knows the bot in all seats wins against it at least, if that is known and clearly more than half.
    #[must_use]
    pub fn beaten(&self) -> Option<f64> {
        let first = self.bots.first()?;
        let is_shipped = first.file.is_none() && self.bots.iter().all(|bot| bot.content == first.content);
        let least = is_shipped.then(|| shipped::exploited(&self.rules_digest(), &first.name)).flatten();
        least.filter(|least| *least >= BEATEN)
    }

    /// The description of the plan in results.
    #[must_use]
    pub fn used(&self) -> ConfigUsed {
        // A run that is repeated from its run.toml keeps its own name.
        let name = match self.value(&format!("provenance.{NAME}")) {
            Some(Node { value: Value::Text(name), .. }) => name.clone(),
            _ => self.name.clone(),
        };
        ConfigUsed {
            name,
            game: self.game.id.into(),
            game_version: self.game.own.map(|own| own.version.into()),
            description: self.game.description.clone(),
            players: self.players() as u64,
            bots: self.bot_names().into_iter().map(str::to_owned).collect(),
            seed: self.seed,
            games: self.games,
            table_minutes: self.table_minutes(),
            rules_digest: self.rules_digest(),
            games_digest: self.digest.clone(),
            changes: self.changes_from_printed(),
        }
    }

    /// The names of the bots, one for all seats or one per seat.
    #[must_use]
    pub fn bot_names(&self) -> Vec<&str> {
        let is_one = self.bots.windows(2).all(|two| two[0].name == two[1].name);
        self.bots.iter().map(|bot| bot.name.as_str()).take(if is_one { 1 } else { self.players() }).collect()
    }

    /// The settings that differ from the printed rules.
    fn changes_from_printed(&self) -> Vec<SettingChange> {
        let Ok(printed) = printed(&self.game) else { return Vec::new() };
        let changes = tree::changes(printed, &self.tree).into_iter().map(|change| change.path);
        let change = |key: String| {
            let json = |tree: &Node| at(tree, &key).map_or(Json::Null, tree::json);
            SettingChange { value: json(&self.tree), printed: json(printed), key: key.clone() }
        };
        changes.filter(|key| is_setting(key)).map(change).collect()
    }

    /// The effective value of a setting.
    #[must_use]
    pub fn value(&self, path: &str) -> Option<&Node> {
        at(&self.tree, path)
    }

    /// The differences of another plan: settings, then bots and seed.
    #[doc(hidden)]
    #[must_use]
    pub fn changes(&self, other: &Self) -> Vec<Change> {
        let mut changes = tree::changes(&self.tree, &other.tree);
        changes.retain(|change| is_setting(&change.path));
        // A strategy file that has changed keeps its name.
        let seats = self.bots.iter().zip(&other.bots);
        let is_changed = |name: &str| {
            let mut named = seats.clone().filter(|(one, two)| one.requested == name && two.requested == name);
            named.any(|(one, two)| one.content != two.content)
        };
        let others = other.lineup().into_iter();
        let others = others.map(|bot| if is_changed(&bot) { bot + " (changed)" } else { bot });
        let bots = (self.lineup().join(","), others.collect::<Vec<_>>().join(","));
        let seeds = (self.seed.to_string(), other.seed.to_string());
        for (path, (one, two)) in [("bots", bots), ("seed", seeds)] {
            if one != two {
                changes.push(Change { path: path.into(), one, two });
            }
        }
        changes
    }

    /// The same plan with changed settings, as with `--set`, or with another bot in all seats: `run.bots=NAME`. Errors name
    /// `option`.
    ///
    /// # Errors
    /// All errors of the changed config.
    pub fn with(&self, set: &[String], option: &str) -> Result<Self, ConfigErrors> {
        let mut tree = self.tree.clone();
        let (mut bot, mut errors) = (None, Vec::new());
        for set in set {
            match key_and_value(set) {
                Some((BOTS, name)) => bot = Some(name),
                _ => errors.extend(apply_by(option, &NO_SETTINGS, &mut tree, set).err()),
            }
        }
        let printed = printed(&self.game)?;
        sort_settings(printed, &mut tree);
        let rules = self.game.rules(&tree).map_err(|ConfigErrors(mut more)| {
            causes::move_to_changes(&self.game, printed, &tree, &mut more);
            errors.extend(more);
        });
        if let Some(rules) = rules.ok().filter(|_| errors.is_empty()) {
            let mut seat = |bots: &[NamedBot]| {
                lineup::reseat(bots, rules.players()).map_err(|error| errors.push(error)).unwrap_or_default()
            };
            let in_all_seats = |name: String, option: &str| {
                lineup::seat(&[name], &self.game, Some(rules.players()), &ArgSource::by(option))
            };
            let bots = match bot {
                Some(bot) => in_all_seats(bot.to_owned(), option)?,
                None if self.has_default_bots => {
                    let name = lineup::default_name(&self.game, &tree, Some(rules.players()));
                    in_all_seats(name, "--bots")?
                }
                None => seat(&self.bots),
            };
            let lineups: BTreeMap<_, _> =
                self.lineups.iter().map(|(name, bots)| (name.clone(), seat(bots))).collect();
            let written = self.targets.iter().map(Target::written).collect();
            let figures = Figures { game: &self.game, rules: &rules, tree: &tree };
            let targets = figures.find(written, Some(&bots), &lineups, &mut errors);
            if errors.is_empty() {
                let has_default_bots = self.has_default_bots && bot.is_none();
                let plan = Self { tree, rules, bots, lineups, targets, has_default_bots, ..self.clone() };
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
    pub const fn game(&self) -> &GameRef {
        &self.game
    }

    /// The game id, or game id and name of the config file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of its folder in `reports/`: that of the result, otherwise that of the config.
    #[must_use]
    pub fn folder(&self) -> &str {
        self.result_name.as_ref().unwrap_or(&self.name)
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

    /// Minutes at the table per unit of length, if the config or an option has them. They change no game.
    #[must_use]
    pub fn table_minutes(&self) -> Option<f64> {
        run_table::table_minutes(&self.tree)
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
        let settings = OnceCell::new();
        let knowing = |bot: &Bot| match bot {
            Bot::Player(player) => {
                let settings = settings.get_or_init(|| tree::json(&self.tree).to_string());
                player.with_settings(settings).map_or_else(|| bot.clone(), Bot::Player)
            }
            _ => bot.clone(),
        };
        let bots: Vec<_> = self.bots.iter().map(|named| (named.name.clone(), knowing(&named.bot))).collect();
        self.rules.simulation(Lineup::of_each(&bots), self.seed)
    }
}

/// The game of a config in a result, which has the description of a described game; `None` if there is no such game.
#[must_use]
pub fn game_of(config: &ConfigUsed, catalogue: &Catalogue) -> Option<GameRef> {
    let Some(text) = &config.description else { return catalogue.find(&config.game) };
    let tree = tree::parse(text, "result.json").ok()?;
    catalogue.described(text, &tree).ok().filter(|game| game.id == config.game)
}

/// The rules digest of the settings in a result; `None` if the game does not have these settings.
#[must_use]
pub fn rules_digest_of(game: &ListedGame, config: &ConfigUsed) -> Option<String> {
    let tree = tree_of(game, config)?;
    let players = usize::try_from(config.players).ok()?;
    Some(digest::rules_digest(game, &tree, players))
}

/// The names of the statistics of a game with the settings in a result; `None` if it does not have these settings.
#[must_use]
pub fn schema_of(game: &ListedGame, config: &ConfigUsed) -> Option<StatSchema> {
    let rules = game.rules(&tree_of(game, config)?).ok()?;
    Some(rules.schema().clone())
}

/// The settings in a result.
fn tree_of(game: &ListedGame, config: &ConfigUsed) -> Option<Node> {
    let mut tree = printed(game).ok()?.clone();
    for SettingChange { key, value, .. } in &config.changes {
        tree::set(&mut tree, key, tree::of_json(value)?).ok()?;
    }
    Some(tree)
}

/// Bots as arguments of `--bots`: one if all seats have the same, otherwise one per seat.
fn names_of(bots: &[NamedBot]) -> Vec<String> {
    let is_one = bots.windows(2).all(|two| two[0].requested == two[1].requested);
    bots.iter().take(if is_one { 1 } else { bots.len() }).map(|bot| bot.requested.clone()).collect()
}

/// Puts all settings into one order, so that equal settings play equal games.
fn sort_settings(printed: &Node, tree: &mut Node) {
    let Value::Table(entries) = &mut tree.value else { return };
    let known = tree::by_key(Some(printed));
    for (key, node) in entries.iter_mut().filter(|(key, _)| !NO_SETTINGS.contains(&key.as_str())) {
        tree::sort_new(node, known.get(key.as_str()).map(|(_, node)| *node));
    }
}

/// The value at a dotted path.
pub fn at<'t>(tree: &'t Node, path: &str) -> Option<&'t Node> {
    path.split('.').try_fold(tree, |node, word| match &node.value {
        Value::List(items) => items.get(word.parse::<usize>().ok()?),
        _ => node.get(word),
    })
}

/// The rules of a tree; `None` if an error was found so far, because other errors would follow from it.
fn rules_of(
    game: &ListedGame,
    printed: &Node,
    tree: &mut Node,
    (options, tables): (&PlanOptions, &Tables),
    errors: &mut Vec<ConfigError>,
) -> Option<Rules> {
    let chosen = tree.get("setup").is_some_and(|setup| setup.get("players").is_some());
    if options.players == Some(0) {
        errors.push(config_error("--players", "", "0", "at least 1"));
    }
    if let (Some(players), true) = (options.players, chosen) {
        let node = tree::parse_value(&players.to_string(), "--players");
        errors.extend(tree::set(tree, "setup.players", node).err());
    }
    sort_settings(printed, tree);
    let rules = match game.rules(tree) {
        Ok(rules) => {
            tree::write_words(tree, rules.settings());
            Some(rules)
        }
        Err(ConfigErrors(mut more)) => {
            causes::move_to_changes(game, printed, tree, &mut more);
            tables.by_cell([printed, tree], &mut more);
            errors.extend(more);
            None
        }
    };
    new_entries::hint(errors, printed);
    if let (Some(players), false, Some(rules)) = (options.players, chosen, &rules)
        && players != rules.players() as u64
    {
        let expected = format!("{}, the only number in {}", rules.players(), game.title);
        errors.push(config_error("--players", "", players.to_string(), expected));
    }
    rules.filter(|_| errors.is_empty())
}

/// The game and its settings, and its rules if they are valid.
struct Table<'t> {
    game: &'t GameRef,
    tree: &'t Node,
    rules: Option<&'t Rules>,
}

impl Table<'_> {
    /// The bots of these names, one for all seats or one for each.
    fn seat(
        &self,
        names: &[String],
        source: &ArgSource,
        errors: &mut Vec<ConfigError>,
    ) -> Option<Vec<NamedBot>> {
        let bots = lineup::seat(names, self.game, self.rules.map(Rules::players), source);
        bots.map_err(|ConfigErrors(more)| errors.extend(more)).ok()
    }

    fn default_bot(&self) -> String {
        lineup::default_name(self.game, self.tree, self.rules.map(Rules::players))
    }
}

/// Who plays.
struct LineUp {
    /// The bot of each seat; `None` if there was an error.
    bots: Option<Vec<NamedBot>>,
    /// Whether nobody was named.
    is_default: bool,
    /// The line-ups of the panel, if the panel plays.
    panel: Vec<String>,
}

impl LineUp {
    fn of(table: &Table<'_>, run: &RunTable, options: &PlanOptions, errors: &mut Vec<ConfigError>) -> Self {
        let (names, source) = match &run.bots {
            Some(named) if options.bots.is_empty() => named.clone(),
            _ => (options.bots.clone(), options.source(options.bots_by.unwrap_or("--bots"))),
        };
        let has_panel = names.iter().any(|name| bots::is_panel(name));
        let mut panel = Vec::new();
        let takes = |name: &String| options.panels.contains(&name.trim());
        if has_panel && (names.len() > 1 || !names.iter().all(takes)) {
            errors.push(lineup::no_panel(&names, &source));
        } else if has_panel {
            panel = match &run.panel {
                _ if names.iter().any(|name| name.trim() == bots::SKILL) => {
                    bots::skill(&table.default_bot(), table.game)
                }
                Some((lineups, source)) => {
                    lineups.iter().map(|own| lineup::with_paths(own, source)).collect()
                }
                None => bots::panel(table.game, &table.default_bot()),
            };
        }
        let is_default = names.is_empty() || has_panel;
        let names = if is_default { vec![table.default_bot()] } else { names };
        Self { bots: table.seat(&names, &source, errors), is_default, panel }
    }
}

/// The targets, and the line-ups that they name.
struct Judged {
    targets: Vec<Target>,
    lineups: BTreeMap<String, Vec<NamedBot>>,
}

impl Judged {
    fn of(table: &Table<'_>, run: &RunTable, lineup: &LineUp, errors: &mut Vec<ConfigError>) -> Self {
        let mut lineups = BTreeMap::new();
        let Some(rules) = table.rules else { return Self { targets: Vec::new(), lineups } };
        let mut targets = targets::read(table.tree, errors);
        let characters = addresses::characters(rules, table.tree);
        let is_of_bots = |address: &str| {
            let is_character = |one: &str| characters.iter().any(|character| globs::matches(one, character));
            addresses::members(address).first().is_some_and(|one| !is_character(one))
        };
        if !lineup.panel.is_empty() {
            let written = run.panel.as_ref().map_or(&lineup.panel, |(lineups, _)| lineups);
            // The figure of a pair of bots, or of one that is exploited, names the bots that play.
            let is_open =
                |target: &&mut Target<String>| target.bots.is_empty() && !is_of_bots(&target.figure);
            for target in targets.iter_mut().filter(is_open) {
                target.bots.clone_from(written);
            }
        }
        for target in &targets {
            let are_bots = !target.figure.contains('*') && is_of_bots(&target.figure);
            let members = if are_bots { addresses::members(&target.figure) } else { Vec::new() };
            for bots in target.bots.iter().cloned().chain(members) {
                if !lineups.contains_key(&bots) {
                    let names: Vec<String> = bots.split(',').map(|name| name.trim().to_owned()).collect();
                    let source = ArgSource { stored: run.stored.clone(), ..target.source("bots") };
                    lineups.extend(table.seat(&names, &source, errors).map(|seated| (bots, seated)));
                }
            }
        }
        let figures = Figures { game: table.game, rules, tree: table.tree };
        Self { targets: figures.find(targets, lineup.bots.as_deref(), &lineups, errors), lineups }
    }
}

#[cfg(test)]
mod tests;
