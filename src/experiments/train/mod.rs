//! Learns a strategy by playing.

mod text;
mod trainer;

use super::driver::Far;
use super::options::{at_most, both, each_once, refuse};
use super::{Experiment, ExperimentResult, Extent, Head, Session, details, head};
use crate::bots::Bot;
use crate::config::digest::digest;
use crate::config::strategy::{self, Named};
use crate::config::{Asked, Plan, Said};
use crate::model::settings::{ConfigErrors, clipped, is_id};
use crate::report::{self, Table, train::Point};
use crate::stats::Level;
use std::fmt;
use std::path::Path;
use trainer::{Lesson, Trainer};

/// What to begin with, and what to call the result.
#[derive(Clone, Debug)]
pub struct Options {
    /// The strategy to begin with, a name or a file.
    pub from: String,
    /// The name of the strategy that is learnt, and of its file.
    pub name: String,
    /// The confidence level of the intervals.
    pub level: Level,
}

/// Games to learn from where nobody says how many: some seconds' worth.
const GAMES: u64 = 500_000;
/// The fewest that teach anything.
const FEWEST: u64 = 1000;
/// Opponents, at most.
const MOST: usize = 16;
/// What stands for the learner's own earlier selves.
const SELF: &str = "self";

/// A training that is ready to begin.
pub struct Training {
    /// Its digest is of everything that decides what is learnt.
    plan: Plan,
    options: Options,
    start: Named,
    /// The bots that have names.
    against: Vec<Named>,
    /// Whom it learns to beat, as they were asked for.
    asked: Vec<String>,
    /// Its own earlier selves, too?
    own: bool,
}

/// What a training came to.
pub struct Trained<'t> {
    training: &'t Training,
    gradient: Lesson,
    /// What is filed.
    filed: Filed,
    /// On reserved games, the learnt bot's and the start's.
    held_out: Vec<[Point; 2]>,
    table: Table,
    extent: Extent,
}

/// The weights that are filed, the weightiest first.
struct Filed {
    weights: crate::bots::Weights,
    /// Are they what it began with?
    is_start: bool,
}

impl Training {
    /// Checks what is asked for: the bots are those to beat (`random`, if none is named), and `self` stands for the
    /// learner's own earlier selves.
    ///
    /// # Errors
    /// All errors of the config or of the options.
    pub fn new(config: &str, asked: &Asked, options: Options) -> Result<Self, ConfigErrors> {
        let bots = if asked.bots.is_empty() { vec!["random".into()] } else { asked.bots.clone() };
        let own = bots.iter().any(|name| name == SELF);
        let named: Vec<String> = bots.iter().filter(|name| *name != SELF).cloned().collect();
        // Bots to beat are no line-up of the config, and a run's number of games is no number to learn from.
        let games = Some(asked.games.unwrap_or(GAMES));
        let mut plan = Plan::new(config, &Asked { bots: Vec::new(), games, ..asked.clone() })?;
        let against = each_once("--against", &bots)
            .and_then(|()| strategy::find_all(&named, plan.game, &Said::by("--against")));
        let start = strategy::find(&options.from, plan.game, &Said::by("--from"));
        let name = is_free(&options.name, plan.game.id);
        let (((), ()), (against, start)) = both(
            both(has_enough(&plan), name),
            both(against.and_then(|against| at_most(MOST, "--against", against)), start.and_then(can_learn)),
        )?;
        // Nobody sits at the table of the config: who learns to beat whom is filed instead.
        plan.bots.clear();
        let contents = against.iter().chain([&start]).map(|bot| bot.content.as_str());
        let contents: Vec<&str> = contents.chain(own.then_some(SELF)).collect();
        plan.digest = digest(plan.game.id, &plan.tree, plan.players(), &contents, plan.seed, plan.games);
        Ok(Self { plan, options, start, against, asked: bots, own })
    }

    /// Whom it learns to beat, in words.
    fn opponents(&self) -> String {
        let names = self.against.iter().map(|bot| bot.name.as_str());
        names.chain(self.own.then_some("its earlier selves")).collect::<Vec<_>>().join(", ")
    }

    /// The name of the strategy's file.
    #[must_use]
    pub fn file(&self) -> String {
        format!("{}.toml", self.options.name)
    }
}

impl Experiment for Training {
    type Result<'t> = Trained<'t>;
    const COMMAND: &'static str = "train";

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn games(&self) -> u64 {
        Trainer::open(self).all_games()
    }

    fn play(&self, session: &Session) -> Trained<'_> {
        let plan = &self.plan;
        let mut trainer = Trainer::open(self);
        let gradient = trainer.learn(session);
        let filed = trainer.choose(&gradient.ascent, session);
        let held_out = trainer.try_out(&filed, &gradient, session);
        let points = gradient.curve.iter().chain(held_out.iter().flatten());
        let table = report::train::table(plan.game.id, plan.players(), points, self.options.level);
        let is_done = held_out.len() == trainer.opponents.len();
        let far = Far { games: gradient.games, is_enough: false, is_done };
        let extent = Extent { is_fixed: true, ..Extent::of(far, plan.games, "games of training", false) };
        Trained { training: self, gradient, filed, held_out, table, extent }
    }
}

impl ExperimentResult for Trained<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table]
    }

    fn text(&self) -> Result<String, fmt::Error> {
        text::text(self)
    }

    fn head(&self) -> Head {
        let Training { plan, asked, start, options, .. } = self.training;
        let details = details(&[
            ("against", asked.clone().into()),
            ("from", start.asked.as_str().into()),
            ("name", options.name.as_str().into()),
        ]);
        head(Training::COMMAND, &[plan], &self.extent, options.level, details)
    }

    fn next(&self, folder: &Path) -> Option<String> {
        let file = folder.join(self.training.file()).display().to_string().replace(char::is_control, " ");
        Some(format!("It is in {file}; `--bots {file}` lets it play."))
    }

    fn files(&self, _: &Path) -> Vec<(String, Option<Vec<u8>>)> {
        vec![(self.training.file(), Some(text::strategy(self).into_bytes()))]
    }
}

/// Can what is learnt have this name? NAME.toml lies beside what says how a result was made, which has the name
/// of its command.
fn is_free(name: &str, game: &str) -> Result<(), ConfigErrors> {
    let known = strategy::known(game);
    let taken: Vec<&str> = [SELF, "run"].into_iter().chain(known.iter().map(String::as_str)).collect();
    if is_id(name) && !taken.contains(&name) {
        return Ok(());
    }
    let expected = format!(
        "at most 40 lower-case letters, digits and single hyphens, and none of: {}",
        taken.join(", ")
    );
    refuse("--name", format!("\"{}\"", clipped(name)), expected)
}

/// Are there games to learn from, and somebody to beat?
fn has_enough(plan: &Plan) -> Result<(), ConfigErrors> {
    let games = match plan.games {
        FEWEST.. => Ok(()),
        games => refuse("--games", games.to_string(), format!("at least {FEWEST} games to learn from")),
    };
    let players = match plan.players() {
        2.. => Ok(()),
        players => refuse("--players", players.to_string(), "at least 2: somebody to beat"),
    };
    both(games, players).map(|_| ())
}

fn can_learn(start: Named) -> Result<Named, ConfigErrors> {
    let expected = "random, or a strategy that weighs features: nothing else can learn";
    match start.bot {
        Bot::Search(_) => refuse("--from", format!("the bot \"{}\"", clipped(&start.asked)), expected),
        _ => Ok(start),
    }
}
