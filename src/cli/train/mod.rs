//! `undercard train`: learns a strategy by playing, and files it.

mod school;
mod show;

use super::options::{Game, Work, at_most, both, each_once};
use super::provenance::texts;
use super::stage::{Ended, Stage};
use super::{Done, Failure};
use crate::bots::Bot;
use crate::config::digest::digest;
use crate::config::strategy::{self, Named};
use crate::config::{Plan, Said, fault};
use crate::model::settings::{ConfigErrors, Value, clipped, is_id};
use crate::report::{self, train::Point};
use school::{Lesson, Opponent, School};

/// Learn a strategy that beats the bots it plays against.
///
/// Weights of the game's features are learnt by playing: every deal twice with the seats exchanged, with
/// more than two seats the two alternate round the table. What was learnt is tried on games kept apart.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("bots", |bots| bots.long("against").help("The bots to learn to beat, or `all`; `self`: its own earlier selves (default: random)")),
    mut_arg("games", |games| games.help("Number of games to learn from, as 50000, 250k, 2M or 1e6 (default: 500k)")),
    after_help = EXAMPLES
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// Begin with this strategy, a name or a file; its rules stay as they are
    #[arg(long, value_name = "BOT", default_value = "random")]
    from: String,
    /// The name of what is learnt, and of its file
    #[arg(long, value_name = "NAME", default_value = "trained")]
    name: String,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard train taunt --against random,brawler --games 2M
  undercard train knife-fight --against all --set cards.ten.damage=4
  undercard train house.toml --against self,hunter --from hunter --name huntress
  undercard run taunt --bots reports/taunt/train/trained.toml,random

Writes the strategy NAME.toml, and train.csv, the course of the training; docs/csv.md says what
every column means. If nothing that was learnt beats what it began with, that is what is filed.";

/// Games to learn from where nobody says how many: some seconds' worth.
const GAMES: u64 = 500_000;
/// The fewest that teach anything.
const FEWEST: u64 = 1000;
/// Opponents, at most.
const MOST: usize = 16;
/// What stands for the learner's own earlier selves.
const SELF: &str = "self";

/// A training that is ready to begin.
struct Training<'a> {
    args: &'a Args,
    /// Its digest is of everything that decides what is learnt.
    plan: Plan,
    start: Named,
    /// The bots that have names.
    against: Vec<Named>,
    /// Whom it learns to beat, as they were asked for.
    asked: Vec<String>,
    /// Its own earlier selves, too?
    own: bool,
}

/// What a training came to.
struct Learnt {
    gradient: Lesson,
    /// What is filed.
    filed: Filed,
    /// On games kept apart, the learnt bot's and the start's.
    held_out: Vec<[Point; 2]>,
    /// Was all played?
    is_whole: bool,
}

/// The weights that are filed, the weightiest first.
struct Filed {
    weights: crate::bots::Weights,
    /// Are they what it began with?
    is_start: bool,
}

pub(crate) fn run(args: &Args) -> Done {
    Training::new(args)?.play()
}

impl<'a> Training<'a> {
    fn new(args: &'a Args) -> Result<Self, Failure> {
        // Bots to beat are no line-up of the table.
        // A run's number of games, in a file, is no number to learn from.
        let games = Some(args.game.games.unwrap_or(GAMES));
        let asked = if args.game.bots.is_empty() { vec!["random".into()] } else { args.game.bots.clone() };
        let own = asked.iter().any(|name| name == SELF);
        let named: Vec<String> = asked.iter().filter(|name| *name != SELF).cloned().collect();
        let mut plan = Game { bots: Vec::new(), games, ..args.game.clone() }.plan()?;
        let against = each_once("--against", &asked)
            .and_then(|()| strategy::find_all(&named, plan.game, &Said::by("--against")));
        let start = strategy::find(&args.from, plan.game, &Said::by("--from"));
        let name = is_free(&args.name, plan.game.id);
        let (((), ()), (against, start)) = both(
            both(has_enough(&plan), name),
            both(against.and_then(|against| at_most(MOST, "--against", against)), start.and_then(can_learn)),
        )?;
        // Nobody sits at the table of the config: who learns to beat whom is filed instead.
        plan.bots.clear();
        let bots = against.iter().chain([&start]).map(|bot| bot.content.as_str());
        let contents: Vec<&str> = bots.chain(own.then_some(SELF)).collect();
        plan.digest = digest(plan.game.id, &plan.tree, plan.players(), &contents, plan.seed, plan.games);
        Ok(Self { args, plan, start, against, asked, own })
    }

    fn play(&self) -> Done {
        let Self { args, plan, .. } = self;
        let mut school = School::open(self)?;
        let stage = Stage::open(plan, "train", school.all_games(), &args.work)?;
        let gradient = school.learn(&stage);
        let filed = school.choose(&gradient.ascent, &stage);
        let held_out = school.try_out(&filed, &gradient, &stage);
        stage.finish();
        let is_whole = held_out.len() == school.opponents.len();
        let learnt = Learnt { gradient, filed, held_out, is_whole };
        let points = learnt.gradient.curve.iter().chain(learnt.held_out.iter().flatten());
        let table = report::train::table(plan.game.id, plan.players(), points, args.work.level);
        let file = format!("{}.toml", args.name);
        stage.withdraw()?;
        report::write::folder(&stage.out, &[(&file, show::strategy(self, &learnt))])?;
        let ended = Ended {
            is_done: is_whole,
            is_fixed: true,
            played: format!("{} of {} games of training", learnt.gradient.games, plan.games),
        };
        let own = vec![("against", texts(&self.asked)), ("from", Value::Text(self.start.asked.clone()))];
        stage.file(plan, &[&table], &ended, own)?;
        args.work.show(&table, || show::text(self, &learnt, &stage.out.join(&file)))?;
        stage.end(&ended)
    }

    /// Whom it learns to beat, in words.
    fn opponents(&self) -> String {
        let names = self.against.iter().map(|bot| bot.name.as_str());
        names.chain(self.own.then_some("its earlier selves")).collect::<Vec<_>>().join(", ")
    }
}

/// The fault of an option that cannot be obeyed.
fn refuse<T>(option: &str, found: String, expected: impl Into<String>) -> Result<T, ConfigErrors> {
    Err(ConfigErrors(vec![fault(option, "", found, expected)]))
}

/// Can what is learnt have this name? NAME.toml lies beside what says how a result was made, which has the name
/// of its command.
fn is_free(name: &str, game: &str) -> Result<(), ConfigErrors> {
    let known = strategy::known(game);
    let mut taken = [&[SELF], &report::commands()[..]].concat();
    taken.extend(known.iter().map(String::as_str));
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

impl Opponent {
    /// An opponent in the seats that it shares with the learner.
    ///
    /// # Errors
    /// None that a checked plan can have.
    fn new(plan: &Plan, name: String, bot: &Bot) -> Result<Self, ConfigErrors> {
        let named =
            Named { name: name.clone(), asked: name.clone(), bot: bot.clone(), content: String::new() };
        let plan = Plan { bots: vec![named; plan.players()], ..plan.clone() };
        Ok(Self { name, simulations: [plan.simulation(), plan.simulation()] })
    }
}
