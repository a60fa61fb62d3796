//! Prints one game as a readable story.

mod chances;
mod measure;
mod stages;
mod steps;
mod wanted;

use super::compare::{self, Compare};
use super::forecast::seconds_per_game;
use super::options::{both, refuse};
use super::players::{of_outcome, of_seat, with_players};
use super::{
    ExperimentResult, Extent, ResultMeta, Session, details, metadata, warnings, warnings_without_games,
};
use crate::config::{Plan, PlanOptions, compared};
use crate::model::settings::ConfigErrors;
use crate::model::{Outcome, Seat, StatSchema};
use crate::report::claim::Sentence;
use crate::report::show::{counted, grouped};
use crate::report::table::fixed;
use crate::report::text::Text;
use crate::report::{self, Row, Table, plain};
use crate::simulation::Simulation;
use crate::simulation::judge::Judgement;
use crate::stats::{Level, real};
use chances::Parts;
use measure::{Measure, UPSETS};
use std::fmt::{self, Write};
use wanted::Wanted;

pub use stages::WithChances;
pub use steps::{JudgedChoice, StepChoice, TableStep};

/// Which game to print.
#[derive(Clone, Debug)]
pub enum Which {
    /// The game with this number, from 0.
    Number(u64),
    /// The first game that meets all these conditions: `longest`, `shortest`, `comeback`, `upset`, `closest`, `outcome=KIND`, `winner=PLAYER`,
    /// `character=CHARACTER`, `card=CARD`, `card=CARD/EVENT`, `event=EVENT`, or a figure of a game: `ADDRESS` (above 0),
    /// `ADDRESS>=NUMBER` (or `<=`, `>`, `<`, `=`), `ADDRESS=highest` or `ADDRESS=lowest`. With a second configuration, a
    /// game that ends differently there.
    Where(Vec<String>),
}

/// A validated request for the story of one game.
pub struct Replay {
    plan: Plan,
    /// The second configuration, which plays the same deal.
    other: Option<Plan>,
    which: Chosen,
    n_rollouts: u64,
    is_brief: bool,
}

/// The story of one game. Each display plays the game and writes its lines one by one, because a long story does not fit in
/// memory.
pub struct Story<'r> {
    plan: &'r Plan,
    other: Option<&'r Plan>,
    /// The number of the game, from 0.
    pub game_idx: u64,
    /// Why it was found, in a sentence; empty if it was named by its number.
    pub why: String,
    n_rollouts: u64,
    is_brief: bool,
    simulation: Box<dyn Simulation>,
    session: &'r Session,
}

/// The story of one game as a result.
pub struct Replayed<'r> {
    story: Story<'r>,
    /// The lines, and with chances the moves.
    tables: Vec<Table>,
    /// The end of the game, and that of the same deal in the second configuration.
    endings: Vec<String>,
    extent: Extent,
}

impl Replay {
    /// The name of its command.
    pub const COMMAND: &'static str = report::replay::NAME;

    /// Number of games behind a chance.
    pub const CHANCES: u64 = 400;

    /// Validates the config, the second one if there is one, and the conditions. A config that names the result of a
    /// comparison stands for its two configs.
    ///
    /// # Errors
    /// All errors of the configs or of the conditions.
    pub fn new(
        config: &str,
        plan_options: &PlanOptions,
        which: &Which,
        second: &compare::Options,
    ) -> Result<Self, ConfigErrors> {
        let (plan, other) = if Compare::has_second(second) {
            let (plan, other) = Compare::new(config, plan_options, second)?.into_plans();
            (plan, Some(other))
        } else if let Some([one, two]) = compared(config, &plan_options.catalogue)? {
            let of = |config| Plan::of_config(config, plan_options);
            let (plan, other) = both(of(one), of(two))?;
            (plan, Some(other))
        } else {
            (Plan::new(config, plan_options)?, None)
        };
        let which = match which {
            Which::Number(game_idx) => Chosen::Number(*game_idx),
            Which::Where(texts) => {
                let (mut wanted, mut errors) = (Vec::new(), Vec::new());
                for text in texts {
                    match Wanted::parse(text, &plan) {
                        Ok(parsed) => wanted.push(parsed),
                        Err(ConfigErrors(more)) => errors.extend(more),
                    }
                }
                if !errors.is_empty() {
                    return Err(ConfigErrors(errors));
                }
                if let Some(other) = &other {
                    wanted.push(Wanted::flipped(&second_name(&plan, other), other.simulation()));
                }
                let extremes: Vec<&Wanted> = wanted.iter().filter(|wanted| wanted.is_extreme()).collect();
                if let [one, two, ..] = extremes[..] {
                    let found = format!("{} and {}", one.text, two.text);
                    return refuse(
                        "--where",
                        found,
                        "at most one of longest, shortest, comeback, upset, closest, =highest and =lowest",
                    );
                }
                Chosen::Where(wanted)
            }
        };
        Ok(Self { plan, other, which, n_rollouts: 0, is_brief: false })
    }

    /// The story with the players' chances after each decision, and what the other moves were worth: the share of the win
    /// that each player gets on average when the rest of the game is played again this many times after each legal move.
    /// Everything is dealt again that the deciding player cannot know, as often as the moves so far make it probable, if the
    /// game and the bots say how probable they are. The same bots play (random players in place of a search). With 400 games,
    /// a chance is exact to about 5 points.
    #[must_use]
    pub fn with_chances(self, n_rollouts: u64) -> Self {
        Self { n_rollouts, ..self }
    }

    /// As text, only how the game ends and, with chances, its turning points.
    #[must_use]
    pub fn in_brief(self, is_brief: bool) -> Self {
        Self { is_brief, ..self }
    }

    /// Settings that are valid, but probably not meant.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let plans = std::iter::once(&self.plan).chain(&self.other);
        match self.which {
            // Nothing else is played, so that the story of a game that panics is printed up to there.
            Chosen::Number(_) => plans.flat_map(warnings_without_games).collect(),
            Chosen::Where(_) => plans.flat_map(warnings).collect(),
        }
    }

    /// The estimated time in seconds of a search in all games; 0 for a game that is named by its number.
    #[must_use]
    pub fn seconds(&self, session: &Session) -> f64 {
        let Chosen::Where(wanted) = &self.which else { return 0.0 };
        let n_replays: usize = wanted.iter().map(|wanted| wanted.measure.n_replays()).sum();
        let games = self.plan.games;
        let each = seconds_per_game(&[self.plan.simulation()], games / 50, session);
        real(games) * real((1 + n_replays) as u64) * each
    }

    /// Finds the game. Searches the games of the plan, which are those that `run` plays.
    ///
    /// # Errors
    /// No game matches, or the session is stopped.
    pub fn find<'r>(&'r self, session: &'r Session) -> Result<Story<'r>, ConfigErrors> {
        let Self { plan, other, which, n_rollouts, is_brief } = self;
        let simulation = plan.simulation();
        let (game_idx, why) = match which {
            Chosen::Number(game_idx) => (*game_idx, String::new()),
            Chosen::Where(wanted) => find(plan, other.as_ref(), &*simulation, wanted, session)?,
        };
        let (other, n_rollouts, is_brief) = (other.as_ref(), *n_rollouts, *is_brief);
        Ok(Story { plan, other, game_idx, why, n_rollouts, is_brief, simulation, session })
    }
}

impl<'r> Story<'r> {
    /// Plays the game, and keeps its story.
    #[must_use]
    pub fn replayed(self) -> Replayed<'r> {
        let mut story = String::new();
        // Writing to a string cannot fail.
        let mut judged = Vec::new();
        let on_judged = &mut |judgement| judged.push(judgement);
        let _ = self.simulation.write_judged(self.game_idx, self.n_rollouts, on_judged, &mut story);
        let parts = Parts::of(&story);
        let schema = self.simulation.schema();
        let ending = |story: &str| with_players(story.trim_end().lines().last().unwrap_or_default(), schema);
        let mut endings = vec![ending(&story)];
        if let Some(other) = self.other {
            let name = plain::capitalized(&second_name(self.plan, other));
            endings.push(format!("{name}: {}", ending(&other.simulation().story(self.game_idx))));
        }
        endings.extend(
            Some(with_players(&chances::deciding(&judged, &parts.of_decisions), schema))
                .filter(|line| !line.is_empty()),
        );
        story.extend(in_minutes(self.plan, self.game_idx));
        let points = chances::turning_points(&judged, &parts, &*self.simulation);
        story += &if points.is_empty() { points } else { format!("\n{points}") };
        story.extend(self.second());
        let mut tables = vec![Row::table(&report::replay::rows(&with_players(&story, schema)))];
        if !judged.is_empty() {
            tables.push(Row::table(&chances::rows(&judged, &parts, &*self.simulation)));
        }
        Replayed { story: self, tables, endings, extent: Extent::of_parts(1, 1, "games", false) }
    }
}

impl Story<'_> {
    /// The players and their bots.
    fn players(&self) -> String {
        let bots: Vec<&str> = self.plan.bots.iter().map(|bot| bot.name.as_str()).collect();
        if bots.windows(2).all(|pair| pair[0] == pair[1]) {
            return format!("all players: {}", bots.first().unwrap_or(&""));
        }
        let player = |(seat, bot): (usize, &&str)| {
            format!("{}: {bot}", plain::capitalized(&of_seat(&*self.simulation, Seat::new(seat))))
        };
        bots.iter().enumerate().map(player).collect::<Vec<_>>().join(", ")
    }

    /// The rest of the same deal in the second configuration, from where it diverges.
    fn second(&self) -> Option<String> {
        let (one, other) = (&self.simulation, self.other?);
        let two = other.simulation();
        let (left, right) = (one.story(self.game_idx), two.story(self.game_idx));
        let is_same = |(left, right): &(&str, &str)| left == right;
        let common = left.lines().zip(right.lines()).take_while(is_same).count();
        let name = second_name(self.plan, other);
        let mut text = format!("\nThe same deal in {name}, ");
        if left == right {
            text += "without a difference\n";
            return Some(text);
        }
        text += &match common {
            0 => "from the first line\n\n".to_owned(),
            common => format!("from line {}, the first that differs\n\n", common + 1),
        };
        right.lines().skip(common).for_each(|line| text += &format!("{line}\n"));
        text.extend(in_minutes(other, self.game_idx));
        Some(text)
    }
}

/// The length of a game in minutes at the table, as a line.
fn in_minutes(plan: &Plan, game_idx: u64) -> Option<String> {
    let minutes = plan.table_minutes()?;
    let simulation = plan.simulation();
    let mut length = 0;
    simulation.worker().show(game_idx..game_idx + 1, &mut |_, record| length = record.length);
    let at_the_table = fixed(minutes * real(length), 0);
    let length = counted(length, simulation.schema().unit);
    Some(format!("A game of {length} takes about {at_the_table} minutes at the table.\n"))
}

/// The name of the second configuration: its differences if they are few, or that of its file.
fn second_name(one: &Plan, two: &Plan) -> String {
    let changes = one.changes(two);
    match &changes[..] {
        _ if one.name != two.name => two.name.clone(),
        [change] => format!("the second config ({} {})", change.path, change.two),
        _ => "the second config".into(),
    }
}

impl fmt::Display for Story<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, self.n_rollouts > 0 || self.is_brief, &mut |out, judged| {
            let on_judged = &mut |judgement| judged.push(judgement);
            self.simulation.write_judged(self.game_idx, self.n_rollouts, on_judged, out)
        })
    }
}

impl Story<'_> {
    /// The whole story, to be laid out. As a [`Display`](fmt::Display), it is written line by line while it is played.
    #[must_use]
    pub fn text(&self) -> Text {
        self.to_string().into()
    }

    /// Writes the story with what belongs before and behind its moves, which `moves` writes and judges. Without chances, each
    /// line is written while it is played; with chances, the decision that changed them most comes first, so all moves are
    /// judged before, or as many as were judged when the session is stopped.
    fn write(&self, out: &mut dyn fmt::Write, is_judged: bool, moves: WriteMoves<'_>) -> fmt::Result {
        let Self { plan, game_idx, why, simulation, session, is_brief, .. } = self;
        let why = if why.is_empty() { String::new() } else { format!("{why}\n") };
        let players = self.players();
        let schema = simulation.schema();
        // Without the house rules, the rest of the story would be a puzzle.
        let changes = plan.used().changes;
        let changes: Vec<String> =
            changes.iter().filter(|change| !change.is_choice()).map(ToString::to_string).collect();
        let rules = if changes.is_empty() {
            String::new()
        } else {
            format!("changed from the printed rules: {}\n", changes.join(", "))
        };
        let end = if *is_brief && !session.is_stopped() {
            let end = of_outcome(&**simulation, end_of(&**simulation, *game_idx));
            format!("{}.\n", plain::capitalized(&end))
        } else {
            String::new()
        };
        let title = format!(
            "{}, game {game_idx} of seed {} ({players})\n{rules}{why}{end}",
            plan.game.title, plan.seed
        );
        let (mut judged, mut whole) = (Vec::new(), String::new());
        if !is_judged {
            writeln!(out, "{}", with_players(&title, schema))?;
        }
        let to: &mut dyn fmt::Write = if is_judged { &mut whole } else { &mut *out };
        let mut lines = Named { out: to, line: String::new(), parts: Parts::default(), schema, session };
        let mut write = || -> fmt::Result {
            moves(&mut lines, &mut judged)?;
            lines.write_str(&in_minutes(plan, *game_idx).unwrap_or_default())?;
            lines.write_str(&self.second().unwrap_or_default())
        };
        let written = write();
        let Named { out: to, line, parts, .. } = lines;
        if written.is_ok() {
            to.write_str(&with_players(&line, schema))?;
        }
        if is_judged {
            let deciding = chances::deciding(&judged, &parts.of_decisions);
            let deciding = if deciding.is_empty() { deciding } else { deciding + "\n" };
            writeln!(out, "{}", with_players(&(title + &deciding), schema))?;
            let points = chances::turning_points(&judged, &parts, &**simulation);
            if !points.is_empty() {
                writeln!(out, "{}", with_players(&points, schema))?;
            }
            if !is_brief {
                out.write_str(&whole)?;
            }
        }
        written
    }
}

impl ExperimentResult for Replayed<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn metadata(&self) -> ResultMeta {
        let Story { plan, other, game_idx, why, .. } = &self.story;
        let (options, why) =
            (details([("game", (*game_idx).into())]), details([("why", why.clone().into())]));
        let plans: Vec<&Plan> = [*plan].into_iter().chain(*other).collect();
        metadata(Replay::COMMAND, &plans, &self.extent, Level::default(), options, why)
    }

    fn conclusion(&self) -> Vec<Sentence> {
        self.endings.iter().cloned().map(Sentence::from).collect()
    }

    fn tables(&self) -> Vec<&Table> {
        self.tables.iter().collect()
    }

    fn summary(&self) -> Text {
        self.story.text()
    }
}

/// Names the players in every line when it is complete.
struct Named<'w> {
    out: &'w mut dyn fmt::Write,
    line: String,
    parts: Parts,
    schema: &'w StatSchema,
    /// Stops it.
    session: &'w Session,
}

impl fmt::Write for Named<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.session.is_stopped() {
            return Err(fmt::Error);
        }
        for part in text.split_inclusive('\n') {
            self.line += part;
            if part.ends_with('\n') {
                self.parts.read(&self.line);
                self.out.write_str(&with_players(&self.line, self.schema))?;
                self.line.clear();
            }
        }
        Ok(())
    }
}

/// Writes the moves of a story, and notes how they were judged.
type WriteMoves<'w> = &'w mut dyn FnMut(&mut dyn fmt::Write, &mut Vec<Judgement>) -> fmt::Result;

/// A game to find.
enum Chosen {
    /// The game with this number.
    Number(u64),
    /// A game that meets these conditions.
    Where(Vec<Wanted>),
}

/// How a game ends.
fn end_of(simulation: &dyn Simulation, game_idx: u64) -> Outcome {
    let mut end = Outcome::Stalemate;
    simulation.worker().show(game_idx..game_idx + 1, &mut |_, record| end = record.outcome);
    end
}

/// The number of games that are measured together: at first few, since the wanted game can be one of the first.
const BLOCKS: [u64; 2] = [64, 65_536];

/// The first game of the plan that meets all conditions, and a line that says why.
fn find(
    plan: &Plan,
    other: Option<&Plan>,
    simulation: &dyn Simulation,
    wanted: &[Wanted],
    session: &Session,
) -> Result<(u64, String), ConfigErrors> {
    let extreme = wanted.iter().position(Wanted::is_extreme);
    let measures: Vec<&Measure> = wanted.iter().map(|wanted| &wanted.measure).collect();
    let (mut best, mut start, mut size): (Option<(u64, f64)>, _, _) = (None, 0, BLOCKS[0]);
    let is_final = |best: Option<(u64, f64)>| {
        best.is_some_and(|(_, value)| extreme.is_none_or(|nth| wanted[nth].is_unbeatable(value)))
    };
    while start < plan.games && !session.is_stopped() && !is_final(best) {
        let end = plan.games.min(start + size);
        for (game_idx, values) in
            (start..end).zip(measure::values(&measures, simulation, start..end, session))
        {
            let best_value = best.map(|(_, best)| best);
            let passes = |(wanted, value): (&Wanted, &Option<f64>)| {
                value.is_some_and(|value| wanted.test.passes(value, best_value))
            };
            if wanted.iter().zip(&values).all(passes) {
                best = Some((game_idx, extreme.and_then(|nth| values[nth]).unwrap_or(0.0)));
                if extreme.is_none() {
                    break;
                }
            }
        }
        (start, size) = (end, BLOCKS[1].min(2 * size));
    }
    let games = grouped(plan.games);
    let texts = |is_listed: &dyn Fn(&Wanted) -> bool| {
        wanted
            .iter()
            .filter(|wanted| is_listed(wanted))
            .map(|wanted| wanted.text.as_str())
            .collect::<Vec<_>>()
    };
    let found = best.filter(|_| extreme.is_none() || !session.is_stopped());
    let Some((game_idx, value)) = found else {
        return if session.is_stopped() {
            refuse("--where", format!("an interrupted search in {games} games"), "an uninterrupted search")
        } else {
            let found = format!("no match for {} in the first {games} games", texts(&|_| true).join(" and "));
            refuse("--where", found, "a match; raise --games to search more")
        };
    };
    let with = match texts(&|wanted| !wanted.is_extreme())[..] {
        [] => String::new(),
        ref texts => format!(" with {}", texts.join(" and ")),
    };
    let unit = &simulation.schema().unit;
    let lead = simulation.schema().lead.unwrap_or_default();
    let mut why = match extreme.map(|nth| wanted[nth].text.as_str()) {
        None => format!("The first of {games} games{with}."),
        Some("longest") => format!("The longest of {games} games{with}: {value} {unit}."),
        Some("shortest") => format!("The shortest of {games} games{with}: {value} {unit}."),
        Some("comeback") => {
            format!("The largest comeback of {games} games{with}: the winner was behind by {value} {lead}.")
        }
        Some("upset") => format!(
            "The largest upset of {}{with}: of the same deal, played {UPSETS} times more, the winner gets {} % of the wins.",
            counted(start, "games"),
            fixed(100.0 * value, 0)
        ),
        Some("closest") => {
            format!("The closest of {games} games{with}: the largest lead was {value} {lead}.")
        }
        Some(what) => {
            let (figure, extreme) = what.rsplit_once('=').unwrap_or((what, "value"));
            let value = short(value);
            format!(
                "Of {games} games{with}, the first with the {extreme} value of {figure}, which is {value}."
            )
        }
    };
    if let Some(other) = other {
        let [here, there] = [simulation, &*other.simulation()]
            .map(|simulation| of_outcome(simulation, end_of(simulation, game_idx)));
        why += &format!(" {} here, {there} there.", plain::capitalized(&here));
    }
    for (seat, without) in measures.iter().flat_map(|measure| measure.without()) {
        let there = end_of(without, game_idx);
        if there != end_of(simulation, game_idx) {
            let (seat, there) = (of_seat(simulation, seat), of_outcome(simulation, there));
            why += &format!(" If {seat} plays without the card: {there}.");
        }
    }
    Ok((game_idx, why))
}

/// A number with at most six decimals.
fn short(value: f64) -> String {
    let text = fixed(value, 6);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
