//! Prints one game as a readable story.

use super::{ExperimentResult, Extent, ResultMeta, Session, details, metadata, warnings};
use crate::config::{Plan, PlanOptions, config_error};
use crate::model::settings::{ConfigError, ConfigErrors, clipped, nearest};
use crate::model::{Group, Outcome, Seat};
use crate::report::show::{grouped, wrap};
use crate::report::{self, Table};
use crate::simulation::{Simulation, find_game};
use crate::stats::Level;
use crate::stats::tally::GameRecord;
use std::fmt::{self, Write};

/// Which game to print.
#[derive(Clone, Debug)]
pub enum Which {
    /// The game with this number, from 0.
    Number(u64),
    /// The first game that matches: `longest`, `shortest`, `outcome=KIND` or `winner=SEAT`.
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
        let groups = &plan.rules.schema().groups;
        let which = match which {
            Which::Number(game_idx) => Chosen::Number(*game_idx),
            Which::Where(what) => Chosen::First(what.clone(), wanted(what, plan.players(), groups)?),
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
            Chosen::First(what, wanted) => find(plan, &*simulation, what, wanted, session)?,
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
    /// The first game that matches a condition, with its text.
    First(String, Wanted),
}

/// A parsed condition.
enum Wanted {
    Longest,
    Shortest,
    Outcome(usize),
    Winner(usize),
}

fn wanted(what: &str, players: usize, groups: &[Group]) -> Result<Wanted, ConfigErrors> {
    let wrong = |expected: String, hint: Option<String>| {
        ConfigErrors(vec![ConfigError {
            hint,
            ..config_error("--where", "", format!("\"{}\"", clipped(what)), expected)
        }])
    };
    match what.split_once('=') {
        Some(("outcome", kind)) => {
            Outcome::KINDS.iter().position(|name| *name == kind).map(Wanted::Outcome).ok_or_else(|| {
                wrong(
                    format!("outcome= and one of: {}", Outcome::KINDS.join(", ")),
                    nearest(kind, Outcome::KINDS),
                )
            })
        }
        Some(("winner", seat)) => match seat.parse() {
            Ok(seat) if seat < players => Ok(Wanted::Winner(seat)),
            _ => {
                // `red` means the seat whose side is red.
                let fixed = groups.iter().find(|group| group.fixed && group.keys.len() == players);
                let name = |seat: usize| fixed.and_then(|group| group.keys.get(seat)).map(String::as_str);
                let shown = |seat| {
                    name(seat)
                        .map_or_else(|| format!("winner={seat}"), |name| format!("winner={seat} ({name})"))
                };
                let listed: Vec<String> = (0..players).map(shown).collect();
                let meant = (0..players).find(|meant| name(*meant) == Some(seat));
                let expected = format!("one of: {}", listed.join(", "));
                Err(wrong(expected, meant.map(|meant| format!("winner={meant}"))))
            }
        },
        None if what == "longest" => Ok(Wanted::Longest),
        None if what == "shortest" => Ok(Wanted::Shortest),
        _ => Err(wrong(
            format!(
                "longest, shortest, outcome=KIND (one of: {}) or winner=SEAT (0 to {})",
                Outcome::KINDS.join(", "),
                players - 1
            ),
            nearest(what, ["longest", "shortest"]),
        )),
    }
}

/// The first game of the plan that matches, and a line that says why.
fn find(
    plan: &Plan,
    simulation: &dyn Simulation,
    what: &str,
    wanted: &Wanted,
    session: &Session,
) -> Result<(u64, String), ConfigErrors> {
    let rank = |record: &GameRecord<'_>| match *wanted {
        Wanted::Longest => Some(record.length),
        Wanted::Shortest => Some(u64::MAX - record.length),
        Wanted::Outcome(kind) => (record.outcome.kind() == kind).then_some(0),
        Wanted::Winner(seat) => record.outcome.winners().has(Seat::new(seat)).then_some(0),
    };
    let enough = matches!(wanted, Wanted::Outcome(_) | Wanted::Winner(_)).then_some(0);
    let progress = |games| session.played(games);
    let found =
        find_game(simulation, 0..plan.games, session.pool(), session.stop(), &progress, enough, &rank);
    let games = grouped(plan.games);
    let refused =
        |found: String, expected: &str| Err(ConfigErrors(vec![config_error("--where", "", found, expected)]));
    let Some(found) = found else {
        return if session.is_stopped() {
            refused(format!("an interrupted search in {games} games"), "an uninterrupted search")
        } else {
            refused(
                format!("no match for {what} in the first {games} games"),
                "a match; raise --games to search more",
            )
        };
    };
    let unit = &simulation.schema().unit;
    let why = match wanted {
        Wanted::Longest => format!("The longest of {games} games: {} {unit}.", found.rank),
        Wanted::Shortest => format!("The shortest of {games} games: {} {unit}.", u64::MAX - found.rank),
        Wanted::Outcome(_) | Wanted::Winner(_) => format!("The first of {games} games with {what}."),
    };
    Ok((found.game_idx, why))
}
