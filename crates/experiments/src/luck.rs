//! How much of the outcome is decided by the deal.

use super::forecast::time;
use super::options::{FRACTION, at_most, both, is_multiple, within};
use super::{
    Experiment, ExperimentResult, Extent, MOST_TIMES, ResultMeta, Session, details, metadata, options,
};
use crate::config::bots::{self, NamedBot};
use crate::config::digest::games_digest;
use crate::config::{Plan, PlanOptions};
use crate::model::settings::ConfigErrors;
use crate::report::claim::Sentence;
use crate::report::luck::{self, DealShare, Played};
use crate::report::show::{Grid, bar, counted};
use crate::report::table::fixed;
use crate::report::text::Text;
use crate::report::{Row, Table};
use crate::simulation::Simulation;
use crate::simulation::replicates::play_replicates;
use crate::stats::deal_share::Repeats;
use crate::stats::{Estimate, INFORMATIVE, Interval, Level, real};
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

/// A validated request to measure what the deal decides, for each of some bots.
pub struct Luck {
    plan: Plan,
    bots: Vec<NamedBot>,
    options: Options,
}

/// The deal shares of all bots.
pub struct DealShares<'l> {
    luck: &'l Luck,
    rows: Vec<DealShare>,
    table: Table,
    extent: Extent,
}

/// Maximum number of bots.
const MOST: usize = 16;

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
        plan.bots.clear();
        let contents: Vec<&str> = bots.iter().map(|bot| bot.content.as_str()).collect();
        plan.digest = games_digest(&plan.game, &plan.tree, plan.players(), &contents, plan.seed, plan.games);
        Ok(Self { plan, bots, options: *options })
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
}

impl Experiment for Luck {
    type Result<'l> = DealShares<'l>;
    const COMMAND: &'static str = "luck";

    fn plans(&self) -> Vec<&Plan> {
        vec![&self.plan]
    }

    fn games(&self) -> u64 {
        self.plan.games.saturating_mul(self.bots.len() as u64)
    }

    fn samples(&self) -> Vec<Box<dyn Simulation>> {
        let of_bot =
            |bot: &NamedBot| self.plan.with_bots(vec![bot.clone(); self.plan.players()]).simulation();
        self.bots.iter().map(of_bot).collect()
    }

    fn forecast(&self, session: &Session) -> Option<Text> {
        let Self { plan, bots, options: Options { times, .. } } = self;
        Some(Text::from(format!(
            "{}: {}, each played {times} times with each of {} bots; {}\n\
             The width of the intervals depends on how often a deal ends differently; `luck` states it.\n",
            plan.game.title,
            counted(plan.games / times, "deals"),
            bots.len(),
            time(self.seconds(session), session)
        )))
    }

    fn play(&self, session: &Session) -> DealShares<'_> {
        let Self { plan, bots, options } = self;
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
        let extent = Extent::of_parts(played.len(), bots.len(), "bots", false);
        let rows = played.iter().map(|(bot, repeats)| Played { bot, repeats });
        let game = (plan.game.id, plan.players());
        let rows = luck::rows(game, rows, options.times, options.level);
        DealShares { luck: self, table: Row::table(&rows), rows, extent }
    }
}

impl ExperimentResult for DealShares<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table]
    }

    fn summary(&self) -> Text {
        if self.rows.is_empty() { Text::default() } else { text(self.luck, &self.rows) }
    }

    fn conclusion(&self) -> Vec<Sentence> {
        conclusion(&self.rows).into_iter().map(Sentence::from).collect()
    }

    fn metadata(&self) -> ResultMeta {
        let Luck { plan, bots, options } = self.luck;
        let members: Vec<String> = bots.iter().map(|bot| bot.requested.clone()).collect();
        let mut stored = self::options(options);
        stored.insert("members".into(), members.into());
        metadata(Luck::COMMAND, &[plan], &self.extent, options.level, stored, details([]))
    }
}

/// Maximum number of bots that the conclusion names.
const NAMED: usize = 3;

/// The deal share of each bot in a sentence.
fn conclusion(rows: &[DealShare]) -> Vec<String> {
    // A share is not negative; its estimate and its interval can be.
    let percent = |share: f64| fixed(100.0 * share.max(0.0), 1);
    let rows: Vec<&DealShare> = rows.iter().filter(|row| row.seat.is_none()).collect();
    let of_bot = |row: &&DealShare| {
        let (share, bot) = (row.share.value?, &row.bot);
        if row.share.high().is_some_and(|high| high <= 0.0) {
            return Some(format!("no measurable part with {bot}"));
        }
        let ends = match row.share.interval {
            Some(Interval { low, high }) => format!("{} to {}", percent(low), percent(high)),
            None => "no interval".into(),
        };
        Some(format!("{} % ({ends}) with {bot}", percent(share)))
    };
    let shares: Vec<String> = rows.iter().filter_map(of_bot).take(NAMED).collect();
    let more = match rows.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; see the table for {more} more"),
    };
    if shares.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "Between players who are alike, the deal decides this part of who wins: {}{more}.",
        shares.join(", ")
    )]
}

/// The summary.
fn text(luck: &Luck, rows: &[DealShare]) -> Text {
    let Luck { plan, options: Options { times, level }, .. } = luck;
    let mut text = Text::default();
    text += &format!(
        "{}, {} players: {}, each played {times} times\nwith one bot in all seats; seed {}\n",
        plan.game.title,
        plan.players(),
        counted(plan.games / times, "deals"),
        plan.seed
    );
    for sentence in conclusion(rows) {
        text += &format!("\n{sentence}\n");
    }
    text +=
        &format!("\nShare of the outcome that the deal decides, with {} % intervals\n\n", level.percent());
    let percent = |share: f64| fixed(100.0 * share, 1);
    let of_all: Vec<&DealShare> = rows.iter().filter(|row| row.seat.is_none()).collect();
    let rows = of_all.iter().map(|row| {
        let Estimate { value: share, interval, .. } = row.share;
        vec![
            row.bot.clone(),
            share.map_or_else(String::new, |share| format!("{} %", percent(share))),
            interval
                .map_or_else(String::new, |ends| format!("{} to {}", percent(ends.low), percent(ends.high))),
            share.filter(|share| *share > 0.0).map_or_else(String::new, |share| bar(share, 1.0)),
            format!("{} %", percent(real(row.alike) / real(row.deals))),
        ]
    });
    let header = ["bot", "deal share", "interval", "", "same result"].map(str::to_owned).to_vec();
    let grid = Grid { header, right: vec![false, true, true, false, true], rows: rows.collect() };
    text += grid;
    text += &format!(
        "\n0 %: the deal decides nothing; 100 %: everything. The rest is the bots' own\n\
         random choices; a bot with temperature 0 makes them only to break ties.\n\
         `same result`: share of deals with the same winners all {times} times.\n"
    );
    let is_negative =
        |row: &&DealShare| [row.share.value, row.share.low()].into_iter().flatten().any(|end| end < 0.0);
    if of_all.iter().any(is_negative) {
        text += "Estimates can dip below 0 by chance; read them as 0.\n";
    }
    if of_all.iter().any(|row| row.share.value.is_none()) {
        text += "\nNo deal share: the deals are too few, or all ended in the same way; raise --games.\n";
    }
    if of_all.iter().any(|row| row.share.value.is_some() && row.share.interval.is_none()) {
        text += &format!(
            "\nNo interval: fewer than {INFORMATIVE} deals ended differently when played again (or\nnearly all went one \
             way), too few for the exact share; raise --games.\n"
        );
        if of_all.iter().any(|row| row.alike == row.deals) {
            text += "More games change nothing for a bot that leaves nothing to chance.\n";
        }
    }
    text
}
