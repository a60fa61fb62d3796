//! Trains a strategy by playing.

pub(super) mod adapted;
mod text;
mod trainer;

use super::driver::StoppedAt;
use super::forecast::time;
use super::options::{at_most, both, each_once, refuse};
use super::{Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata, options};
use crate::config::bots::{self, NamedBot};
use crate::config::cards::CardFiles;
use crate::config::digest::games_digest;
use crate::config::{ArgSource, GameInfo, Plan, PlanOptions};
use crate::model::settings::{ConfigErrors, clipped, is_id};
use crate::report::claim::Sentence;
use crate::report::escape::quoted;
use crate::report::show::grouped;
use crate::report::text::Text;
use crate::report::{self, Row, Table, train::Point};
use crate::simulation::Simulation;
use crate::stats::Level;
use serde::Serialize;
use serde_json::Value;
use std::path::Path;
use trainer::{Learned, Trainer};

/// The options of a training.
#[derive(Clone, Debug, Serialize)]
pub struct Options {
    /// The strategy to start from, a name or a file.
    pub from: String,
    /// The name of the trained strategy, and of its file.
    pub name: String,
    /// The temperature at which the strategy plays, times that of the training; `None` for the best of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// What a nat of surprise in each of its choices counts in training, as a share of a win; `None` for nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entropy: Option<f64>,
    /// The confidence level of the intervals.
    #[serde(skip)]
    pub level: Level,
}

impl Default for Options {
    fn default() -> Self {
        let (from, name) = ("random".into(), "trained".into());
        Self { from, name, temperature: None, entropy: None, level: Level::default() }
    }
}

/// The default number of training games, which take a few seconds.
const GAMES: u64 = 500_000;
/// The minimum number of training games.
const FEWEST: u64 = 1000;
/// Maximum number of opponents.
const MOST: usize = 16;
/// The highest temperature, which is almost random play.
const HOTTEST: f64 = 1000.0;
/// The name of an opponent that stands for the learner itself and its earlier versions.
const SELF: &str = "self";

/// A validated training.
pub struct Training {
    /// The config that was named, with tables of cards and settings: how a described game is found again.
    config: String,
    cards: CardFiles,
    set: Vec<String>,
    /// The plan. Its digest covers everything that decides the result.
    plan: Plan,
    options: Options,
    start: NamedBot,
    /// The opponents, except `self`.
    against: Vec<NamedBot>,
    /// The opponents as they were named, with `self`.
    against_names: Vec<String>,
    /// Whether the learner and earlier versions of it are opponents, too.
    own: bool,
}

/// The result of a training.
pub struct Trained<'t> {
    training: &'t Training,
    learned: Learned,
    /// The selected strategy.
    selected: Selected,
    /// The scores on held-out games against each opponent: of the trained bot and of the start.
    held_out: Vec<[Point; 2]>,
    table: Table,
    extent: Extent,
}

/// The strategy that is written; weights in descending order of influence.
struct Selected {
    weights: crate::bots::Weights,
    /// Whether it is the start, because training did not improve on it.
    is_start: bool,
}

impl Training {
    /// Validates the config and the options. The bots of the plan options are the opponents (default: `random`);
    /// `self` means the learner and earlier versions of it.
    ///
    /// # Errors
    /// All errors of the config or of the options.
    pub fn new(config: &str, plan_options: &PlanOptions, options: &Options) -> Result<Self, ConfigErrors> {
        let bots =
            if plan_options.bots.is_empty() { vec!["random".into()] } else { plan_options.bots.clone() };
        let own = bots.iter().any(|name| name == SELF);
        let named: Vec<String> = bots.iter().filter(|name| *name != SELF).cloned().collect();
        // Opponents do not form the line-up of the config, and the default number of games of a run does not
        // apply.
        let games = Some(plan_options.games.unwrap_or(GAMES));
        let mut plan = Plan::new(config, &PlanOptions { bots: Vec::new(), games, ..plan_options.clone() })?;
        let against = each_once("--against", &bots)
            .and_then(|()| bots::find_all(&named, &plan.game, &plan_options.source("--against")));
        let start = bots::find(&options.from, &plan.game, &ArgSource::by("--from"));
        let name = check_name(&options.name, &plan.game);
        let temperature = match options.temperature {
            Some(wrong) if !(0.0..=HOTTEST).contains(&wrong) => {
                refuse("--temperature", wrong.to_string(), format!("a number from 0 to {HOTTEST}"))
            }
            _ => Ok(()),
        };
        let entropy = match options.entropy {
            Some(wrong) if !(0.0..=1.0).contains(&wrong) => {
                refuse("--entropy", wrong.to_string(), "a number from 0 to 1, such as 0.3")
            }
            _ => Ok(()),
        };
        let (((((), ()), ()), ()), (against, start)) = both(
            both(both(both(check_size(&plan), name), temperature), entropy),
            both(
                against.and_then(|against| at_most(MOST, "--against", against)),
                start.and_then(check_trainable),
            ),
        )?;
        // The provenance names the opponents instead of a line-up.
        plan.bots.clear();
        let contents = against.iter().chain([&start]).map(|bot| bot.content.as_str());
        let contents: Vec<&str> = contents.chain(own.then_some(SELF)).collect();
        plan.digest = games_digest(&plan.game, &plan.tree, plan.players(), &contents, plan.seed, plan.games);
        let (config, cards, set) = (config.to_owned(), plan_options.cards.clone(), plan_options.set.clone());
        let options = options.clone();
        Ok(Self { config, cards, set, plan, options, start, against, against_names: bots, own })
    }

    /// The player in the first seat of a plan trains on its rules for this number of games, from a random start if its
    /// bot cannot be trained: against that bot, and against itself (`own`). `None` if the rules do not allow training.
    pub(super) fn of_players(plan: &Plan, games: u64, level: Level, own: bool) -> Option<Self> {
        let bot = plan.bots.first()?;
        let random = || bots::find("random", &plan.game, &ArgSource::by("--from")).ok();
        let start = if bot.bot.trainable().is_some() { bot.clone() } else { random()? };
        let options = Options { from: start.requested.clone(), level, ..Options::default() };
        check_size(plan).ok()?;
        Some(Self {
            config: plan.name.clone(),
            cards: CardFiles::default(),
            set: Vec::new(),
            plan: plan.clone().of_games(games),
            options,
            start,
            against_names: [bot.requested.clone()].into_iter().chain(own.then(|| SELF.to_owned())).collect(),
            against: vec![bot.clone()],
            own,
        })
    }

    /// The opponents in words.
    fn opponents(&self) -> String {
        let names = self.against.iter().map(|bot| bot.name.as_str());
        let own = if self.varies() { "itself" } else { "itself and earlier versions" };
        names.chain(self.own.then_some(own)).collect::<Vec<_>>().join(", ")
    }

    /// Whether variety is rewarded.
    fn varies(&self) -> bool {
        self.options.entropy.is_some_and(|entropy| entropy > 0.0)
    }

    /// The command line that repeats the training, with the settings that differ from the printed rules.
    fn command(&self) -> String {
        let Self { plan, options, against_names, .. } = self;
        // Only its file leads to a described game.
        let is_described = plan.game.description.is_some();
        let config = if is_described { self.config.as_str() } else { plan.game.id };
        let mut words = vec![
            ("train", config.to_owned()),
            ("--against", against_names.join(",")),
            ("--from", options.from.clone()),
            ("--games", plan.games.to_string()),
            ("--seed", plan.seed.to_string()),
        ];
        words.extend(options.temperature.map(|temperature| ("--temperature", temperature.to_string())));
        words.extend(options.entropy.map(|entropy| ("--entropy", entropy.to_string())));
        words.push(("--strategy", options.name.clone()));
        if is_described {
            words.extend(self.cards.options());
            words.extend(self.set.iter().map(|set| ("--set", set.clone())));
        } else {
            let changes = plan.used().changes;
            let value = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            words.extend(
                changes.iter().map(|change| ("--set", format!("{}={}", change.key, value(&change.value)))),
            );
        }
        let words = words.iter().map(|(option, value)| format!(" {option} {}", quoted(value)));
        format!("undercard{}", words.collect::<String>())
    }

    /// The name of the strategy's file.
    #[must_use]
    pub fn file(&self) -> String {
        format!("{}.toml", self.options.name)
    }
}

impl Trained<'_> {
    /// The weights that were learned; `None` if they are not better than those of the start.
    pub(super) fn improved(&self) -> Option<&crate::bots::Weights> {
        Some(&self.selected.weights).filter(|_| !self.selected.is_start && self.extent.is_complete())
    }
}

impl Experiment for Training {
    type Result<'t> = Trained<'t>;
    const COMMAND: &'static str = "train";

    fn plans(&self) -> Vec<&Plan> {
        vec![&self.plan]
    }

    fn games(&self) -> u64 {
        Trainer::open(self).all_games()
    }

    fn samples(&self) -> Vec<Box<dyn Simulation>> {
        let bots = self.against.iter().chain([&self.start]);
        let of_bot =
            |bot: &NamedBot| self.plan.with_bots(vec![bot.clone(); self.plan.players()]).simulation();
        bots.map(of_bot).collect()
    }

    fn forecast(&self, session: &Session) -> Option<Text> {
        let all = self.games();
        Some(Text::from(format!(
            "{}: {} training games against {}; {}\n\
             About {} more games select the strategy and verify it.\n",
            self.plan.game.title,
            grouped(self.plan.games),
            self.opponents(),
            time(self.seconds(session), session),
            grouped(all.saturating_sub(self.plan.games))
        )))
    }

    fn play(&self, session: &Session) -> Trained<'_> {
        let plan = &self.plan;
        let mut trainer = Trainer::open(self);
        let learned = trainer.learn(session);
        let selected = trainer.select(&learned, session);
        let held_out = trainer.evaluate(&selected, &learned, session);
        let points = learned.curve.iter().chain(held_out.iter().flatten());
        let table =
            Row::table(&report::train::rows(plan.game.id, plan.players(), points, self.options.level));
        let is_done = held_out.len() == trainer.opponents.len();
        let stopped = StoppedAt { games: learned.games, is_enough: false, is_done };
        let extent = Extent { is_fixed: true, ..Extent::of(stopped, plan.games, "training games", false) };
        Trained { training: self, learned, selected, held_out, table, extent }
    }
}

impl ExperimentResult for Trained<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table]
    }

    fn summary(&self) -> Text {
        text::text(self)
    }

    fn conclusion(&self) -> Vec<Sentence> {
        text::conclusion(self).into_iter().map(Sentence::from).collect()
    }

    fn metadata(&self) -> ResultMeta {
        let Training { plan, against_names, options, .. } = self.training;
        let mut stored = self::options(options);
        stored.insert("against".into(), against_names.clone().into());
        metadata(Training::COMMAND, &[plan], &self.extent, options.level, stored, details([]))
    }

    fn next(&self, folder: &Path) -> Option<String> {
        let file = folder.join(self.training.file()).display().to_string().replace(char::is_control, " ");
        Some(match self.extent.played {
            0 => format!("Saved to {file}, with the weights that it began with"),
            _ => format!("Saved to {file}\nPlay it with: --bots {file}"),
        })
    }

    fn files(&self) -> Vec<(String, Vec<u8>)> {
        vec![(self.training.file(), text::strategy(self).into_bytes())]
    }
}

/// Checks the name of the strategy. NAME.toml must not collide with the TOML file of a command in the same folder.
fn check_name(name: &str, game: &GameInfo) -> Result<(), ConfigErrors> {
    let known = bots::known(game);
    let taken: Vec<&str> = [SELF, "run"].into_iter().chain(known.iter().map(String::as_str)).collect();
    if is_id(name) && !taken.contains(&name) {
        return Ok(());
    }
    let expected = format!(
        "at most 40 lower-case letters, digits and single hyphens, and none of: {}",
        taken.join(", ")
    );
    refuse("--strategy", format!("\"{}\"", clipped(name)), expected)
}

/// Checks that there are enough games and players.
fn check_size(plan: &Plan) -> Result<(), ConfigErrors> {
    let games = match plan.games {
        FEWEST.. => Ok(()),
        games => refuse("--games", games.to_string(), format!("at least {FEWEST} training games")),
    };
    let players = match plan.players() {
        2.. => Ok(()),
        players => refuse("--players", players.to_string(), "at least 2"),
    };
    both(games, players).map(|_| ())
}

fn check_trainable(start: NamedBot) -> Result<NamedBot, ConfigErrors> {
    let expected = "random or a strategy file; other bots cannot be trained";
    if start.bot.trainable().is_some() {
        return Ok(start);
    }
    refuse("--from", format!("the bot \"{}\"", clipped(&start.requested)), expected)
}
