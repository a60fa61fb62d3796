//! How much of the outcome is decided by the deal, and how much by who plays.

mod text;

use super::forecast::time;
use super::options::{FRACTION, at_most, both, is_multiple, within};
use super::{
    Experiment, ExperimentResult, Extent, MOST_TIMES, ResultMeta, Session, details, metadata, options,
};
use crate::config::bots::{self, NamedBot};
use crate::config::digest::games_digest;
use crate::config::{Plan, PlanOptions};
use crate::model::settings::ConfigErrors;
use crate::model::{CardEvent, Outcome, SHARE, Seat, Seats};
use crate::report::claim::Sentence;
use crate::report::luck::{self, DealShare, DecidingPart, Played, Replaced};
use crate::report::show::counted;
use crate::report::text::Text;
use crate::report::{Row, Table};
use crate::simulation::replicates::play_replicates;
use crate::simulation::{Simulation, measure_games};
use crate::stats::Level;
use crate::stats::crossed::Crossed;
use crate::stats::deal_share::Repeats;
use crate::stats::tally::GameRecord;
use serde::Serialize;

/// The options of a luck measurement.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Options {
    /// How often each deal is played, from 2 to [`MOST_TIMES`].
    pub times: u64,
    /// The confidence level of the intervals.
    #[serde(skip)]
    pub level: Level,
}

impl Default for Options {
    fn default() -> Self {
        Self { times: 4, level: Level::default() }
    }
}

/// A validated request to measure what the deal decides, among some bots and for each of them.
pub struct Luck {
    plan: Plan,
    bots: Vec<NamedBot>,
    /// The name of the bot that plays by default.
    default: String,
    options: Options,
}

/// What decides who wins.
pub struct LuckResult<'l> {
    luck: &'l Luck,
    rows: Vec<DealShare>,
    parts: Vec<DecidingPart>,
    replaced: Vec<Replaced>,
    tables: Vec<Table>,
    extent: Extent,
}

/// Maximum number of bots.
const MOST: usize = 16;
/// The most deals that all pairs of bots play.
const MOST_DEALS: u64 = 20_000;

impl Luck {
    /// Validates the config and the options. Each of the bots (default: all) sits in all seats.
    ///
    /// # Errors
    /// All errors of the config or of the options.
    pub fn new(config: &str, plan_options: &PlanOptions, options: &Options) -> Result<Self, ConfigErrors> {
        let times = options.times;
        within("--times", times, 2..=MOST_TIMES as u64)?;
        let names = if plan_options.bots.is_empty() { vec!["all".into()] } else { plan_options.bots.clone() };
        // The bots do not form one line-up: each sits in all seats in turn.
        let plan_options = PlanOptions { bots: Vec::new(), ..plan_options.clone() };
        let mut plan =
            Plan::new(config, &plan_options)?.or_games(|plan| (plan.games / FRACTION / times).max(1) * times);
        let expected = format!("a multiple of {times}, because every deal is played {times} times");
        let games = is_multiple(&plan, &plan_options, times, expected);
        let bots = bots::find_all(&names, &plan.game, &plan_options.source("--bots"));
        let ((), bots) = both(games, bots.and_then(|bots| at_most(MOST, "--bots", bots)))?;
        let default = plan.bots.first().map(|bot| bot.name.clone()).unwrap_or_default();
        plan.bots.clear();
        let contents: Vec<&str> = bots.iter().map(|bot| bot.content.as_str()).collect();
        plan.digest = games_digest(&plan.game, &plan.tree, plan.players(), &contents, plan.seed, plan.games);
        Ok(Self { plan, bots, default, options: *options })
    }

    /// One simulation for each replicate of a deal, with this bot in all seats.
    fn simulations(&self, bot: &NamedBot) -> Vec<Box<dyn Simulation>> {
        let plan = self.plan.with_bots(vec![bot.clone(); self.plan.players()]);
        let simulation = |time: u64| {
            let mut simulation = plan.simulation();
            simulation.set_replicate(time);
            simulation
        };
        (0..self.options.times).map(simulation).collect()
    }

    /// Number of deals that all pairs of bots play: about as many games as all bots alone.
    fn crossed_deals(&self) -> u64 {
        if self.bots.len() < 2 { 0 } else { (self.plan.games / self.bots.len() as u64).clamp(1, MOST_DEALS) }
    }

    /// How the deals end with one bot in the first seat and another in all others; fewer if the session is stopped.
    fn outcomes(&self, first: &NamedBot, others: &NamedBot, time: u64, session: &Session) -> Vec<Outcome> {
        let mut simulation = self.plan.with_bots(vec![others.clone(); self.plan.players()]).simulation();
        simulation.seat(Seats::only(Seat::FIRST), &first.bot);
        simulation.set_replicate(time);
        let outcome = |_, record: &GameRecord<'_>, _: &[CardEvent]| record.outcome;
        let (deals, progress) = (0..self.crossed_deals(), |n| session.played(n));
        measure_games(&*simulation, deals, session.pool(), session.stop(), &progress, &outcome)
    }

    /// The parts of what decides among the bots, and what happens if one of the strongest is replaced. `None` if there is only
    /// one bot, or if the session is stopped.
    fn crossed(&self, session: &Session) -> Option<(Vec<DecidingPart>, Vec<Replaced>)> {
        let Self { plan, bots, options, .. } = self;
        let (deals, n_bots, players) = (self.crossed_deals(), bots.len(), plan.players());
        let mut cells = Vec::new();
        for first in bots {
            for others in bots {
                cells.push(self.outcomes(first, others, 0, session));
            }
        }
        let score = |outcome: &Outcome| f64::from(outcome.utility(Seat::FIRST, players)) / f64::from(SHARE);
        let scores: Vec<Vec<f64>> = cells.iter().map(|cell| cell.iter().map(score).collect()).collect();
        let crossed = Crossed::new(n_bots, &scores)?;
        let strongest = crossed.strongest();
        let again = self.outcomes(&bots[strongest], &bots[strongest], 1, session);
        if session.is_stopped() {
            return None;
        }
        let game = (plan.game.id, players);
        let parts = luck::parts(game, [(n_bots * n_bots) as u64, deals], crossed.parts(options.level));
        let before = &cells[strongest * n_bots + strongest];
        let replaced = (0..n_bots).map(|bot| {
            let after = if bot == strongest { &again } else { &cells[bot * n_bots + strongest] };
            let other =
                before.iter().zip(after).filter(|(before, after)| before.winners() != after.winners());
            let names = [strongest, bot].map(|bot| bots[bot].name.as_str());
            Replaced::new(game, names, [other.count() as u64, deals], options.level)
        });
        Some((parts, replaced.collect()))
    }
}

impl Experiment for Luck {
    type Result<'l> = LuckResult<'l>;
    const COMMAND: &'static str = "luck";

    fn plans(&self) -> Vec<&Plan> {
        vec![&self.plan]
    }

    fn games(&self) -> u64 {
        let bots = self.bots.len() as u64;
        self.plan.games.saturating_mul(bots).saturating_add(self.crossed_deals() * (bots * bots + 1))
    }

    fn samples(&self) -> Vec<Box<dyn Simulation>> {
        let of_bot =
            |bot: &NamedBot| self.plan.with_bots(vec![bot.clone(); self.plan.players()]).simulation();
        self.bots.iter().map(of_bot).collect()
    }

    fn forecast(&self, session: &Session) -> Option<Text> {
        let Self { plan, bots, options: Options { times, .. }, .. } = self;
        Some(Text::from(format!(
            "{}: {}, each played {times} times with each of {} bots, then by pairs of bots;\n{}\n\
             The width of the intervals depends on how often a deal ends differently; `luck` states it.\n",
            plan.game.title,
            counted(plan.games / times, "deals"),
            bots.len(),
            time(self.seconds(session), session)
        )))
    }

    fn play(&self, session: &Session) -> LuckResult<'_> {
        let Self { plan, bots, options, .. } = self;
        let deals = plan.games / options.times;
        let mut played: Vec<(&str, Repeats)> = Vec::new();
        for bot in bots {
            let simulations = self.simulations(bot);
            let progress = |n| session.played(n);
            let repeats = play_replicates(&simulations, 0..deals, session.pool(), session.stop(), &progress);
            // An interrupted bot is not reported, because its number of deals was not fixed beforehand.
            if repeats.deals() < deals {
                break;
            }
            played.push((bot.name.as_str(), repeats));
        }
        let crossed = if played.len() == bots.len() { self.crossed(session) } else { None };
        // The pairs of several bots are one more part.
        let n_parts = bots.len() + usize::from(self.crossed_deals() > 0);
        let n_played = played.len() + usize::from(crossed.is_some());
        let extent = Extent::of_parts(n_played, n_parts, "parts", false);
        let (parts, replaced) = crossed.unwrap_or_default();
        let rows = played.iter().map(|(bot, repeats)| Played { bot, repeats });
        let game = (plan.game.id, plan.players());
        let rows = luck::rows(game, rows, options.times, options.level);
        let mut tables = vec![Row::table(&rows)];
        if !parts.is_empty() {
            tables.extend([Row::table(&parts), Row::table(&replaced)]);
        }
        LuckResult { luck: self, tables, rows, parts, replaced, extent }
    }
}

impl ExperimentResult for LuckResult<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn tables(&self) -> Vec<&Table> {
        self.tables.iter().collect()
    }

    fn summary(&self) -> Text {
        if self.rows.is_empty() { Text::default() } else { text::text(self) }
    }

    fn conclusion(&self) -> Vec<Sentence> {
        text::conclusion(self).into_iter().map(Sentence::from).collect()
    }

    fn metadata(&self) -> ResultMeta {
        let Luck { plan, bots, options, .. } = self.luck;
        let members: Vec<String> = bots.iter().map(|bot| bot.requested.clone()).collect();
        let mut stored = self::options(options);
        stored.insert("members".into(), members.into());
        metadata(Luck::COMMAND, &[plan], &self.extent, options.level, stored, details([]))
    }
}
