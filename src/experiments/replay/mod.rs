//! Prints one game as a readable story.

mod wanted;

use super::options::refuse;
use super::{ExperimentResult, Extent, ResultMeta, Session, details, metadata, warnings};
use crate::config::{Plan, PlanOptions};
use crate::model::settings::ConfigErrors;
use crate::report::show::{grouped, wrap};
use crate::report::table::fixed;
use crate::report::{self, Table};
use crate::simulation::Simulation;
use crate::stats::Level;
use std::fmt::{self, Write};
use wanted::{Test, Wanted};

/// Which game to print.
#[derive(Clone, Debug)]
pub enum Which {
    /// The game with this number, from 0.
    Number(u64),
    /// The first game that matches: `longest`, `shortest`, `outcome=KIND`, `winner=SEAT`, or a figure of a game: `ADDRESS`
    /// (above 0), `ADDRESS>=NUMBER` (or `<=`, `>`, `<`, `=`), `ADDRESS=highest` or `ADDRESS=lowest`.
    Where(String),
}

/// A validated request for the story of one game.
pub struct Replay {
    plan: Plan,
    which: Chosen,
}

/// The story of one game. Each display plays the game and writes its lines one by one, because a long story does not fit in
/// memory.
pub struct Story<'r> {
    plan: &'r Plan,
    /// The number of the game, from 0.
    pub game_idx: u64,
    /// Why it was found, in a sentence; empty if it was named by its number.
    pub why: String,
    simulation: Box<dyn Simulation>,
    session: &'r Session,
}

/// The story of one game as a result.
pub struct Replayed<'r> {
    story: Story<'r>,
    table: Table,
    extent: Extent,
}

impl Replay {
    /// The name of its command.
    pub const COMMAND: &'static str = report::replay::NAME;

    /// Validates the config and the condition.
    ///
    /// # Errors
    /// All errors of the config or of the condition.
    pub fn new(config: &str, plan_options: &PlanOptions, which: &Which) -> Result<Self, ConfigErrors> {
        let plan = Plan::new(config, plan_options)?;
        let which = match which {
            Which::Number(game_idx) => Chosen::Number(*game_idx),
            Which::Where(what) => Chosen::Where(Wanted::parse(what, &plan)?),
        };
        Ok(Self { plan, which })
    }

    /// Settings that are valid, but probably not meant.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        warnings(&self.plan)
    }

    /// Finds the game. Searches the games of the plan, which are those that `run` plays.
    ///
    /// # Errors
    /// No game matches, or the session is stopped.
    pub fn find<'r>(&'r self, session: &'r Session) -> Result<Story<'r>, ConfigErrors> {
        let Self { plan, which } = self;
        let simulation = plan.simulation();
        let (game_idx, why) = match which {
            Chosen::Number(game_idx) => (*game_idx, String::new()),
            Chosen::Where(wanted) => find(plan, &*simulation, wanted, session)?,
        };
        Ok(Story { plan, game_idx, why, simulation, session })
    }
}

impl<'r> Story<'r> {
    /// Plays the game, and keeps its story.
    #[must_use]
    pub fn replayed(self) -> Replayed<'r> {
        let table = report::replay::table(&self.simulation.story(self.game_idx));
        Replayed { story: self, table, extent: Extent::of_parts(1, 1, "games", false) }
    }
}

impl fmt::Display for Story<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plan, game_idx, why, simulation, session } = self;
        let why = if why.is_empty() { String::new() } else { format!("{why}\n") };
        let bots = plan.bots.iter().map(|bot| bot.name.as_str()).collect::<Vec<_>>().join(", ");
        let mut lines = Wrapped { out: f, line: String::new(), session };
        write!(lines, "{}, game {game_idx} of seed {} ({bots})\n{why}\n", plan.game.title, plan.seed)?;
        simulation.write_story(*game_idx, &mut lines)?;
        let Wrapped { out, line, .. } = lines;
        out.write_str(&wrap(&line))
    }
}

impl ExperimentResult for Replayed<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn metadata(&self) -> ResultMeta {
        let Story { plan, game_idx, why, .. } = &self.story;
        let (options, why) =
            (details([("game", (*game_idx).into())]), details([("why", why.clone().into())]));
        metadata(Replay::COMMAND, &[*plan], &self.extent, Level::default(), options, why)
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table]
    }

    fn summary(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        write!(text, "{}", self.story)?;
        Ok(text)
    }
}

/// Wraps every line when it is complete.
struct Wrapped<'w> {
    out: &'w mut dyn fmt::Write,
    line: String,
    /// Stops it.
    session: &'w Session,
}

impl fmt::Write for Wrapped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.session.is_stopped() {
            return Err(fmt::Error);
        }
        for part in text.split_inclusive('\n') {
            self.line += part;
            if part.ends_with('\n') {
                self.out.write_str(&wrap(&self.line))?;
                self.line.clear();
            }
        }
        Ok(())
    }
}

/// A game to find.
enum Chosen {
    /// The game with this number.
    Number(u64),
    /// A game that meets a condition.
    Where(Wanted),
}

/// The number of games that are measured together: at first few, since the wanted game can be one of the first.
const BLOCKS: [u64; 2] = [64, 65_536];

/// The first game of the plan that is wanted, and a line that says why.
fn find(
    plan: &Plan,
    simulation: &dyn Simulation,
    wanted: &Wanted,
    session: &Session,
) -> Result<(u64, String), ConfigErrors> {
    let (mut best, mut start, mut size): (Option<(u64, f64)>, _, _) = (None, 0, BLOCKS[0]);
    let is_first = matches!(wanted.test, Test::First(..));
    while start < plan.games && !session.is_stopped() && !(is_first && best.is_some()) {
        let end = plan.games.min(start + size);
        for (game_idx, value) in (start..end).zip(wanted.values(simulation, start..end, session)) {
            let passes = |value: &f64| wanted.test.passes(*value, best.map(|(_, best)| best));
            let is_found = is_first && best.is_some();
            best = value.filter(passes).filter(|_| !is_found).map(|value| (game_idx, value)).or(best);
        }
        (start, size) = (end, BLOCKS[1].min(2 * size));
    }
    let (games, what) = (grouped(plan.games), &wanted.text);
    let found = best.filter(|_| is_first || !session.is_stopped());
    let Some((game_idx, value)) = found else {
        return if session.is_stopped() {
            refuse("--where", format!("an interrupted search in {games} games"), "an uninterrupted search")
        } else {
            let found = format!("no match for {what} in the first {games} games");
            refuse("--where", found, "a match; raise --games to search more")
        };
    };
    let unit = &simulation.schema().unit;
    let why = match what.as_str() {
        "longest" => format!("The longest of {games} games: {value} {unit}."),
        "shortest" => format!("The shortest of {games} games: {value} {unit}."),
        _ if is_first => format!("The first of {games} games with {what}."),
        _ => format!("The first of {games} games with the value {} of {what}.", short(value)),
    };
    Ok((game_idx, why))
}

/// A number with at most six decimals.
fn short(value: f64) -> String {
    let text = fixed(value, 6);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
