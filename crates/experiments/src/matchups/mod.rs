//! A round robin of bots, characters or decks.

mod field;
pub(super) mod members;
mod text;

use super::driver::{StoppedAt, play_on};
use super::forecast::{Forecast, HeadlineFigure, Sample};
use super::options::{FRACTION, both, is_multiple};
use super::{
    Accuracy, Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata, options,
};
use crate::config::addresses::characters;
use crate::config::bots::{self, NamedBot};
use crate::config::{Plan, PlanOptions};
use crate::model::SeatOrder;
use crate::model::settings::ConfigErrors;
use crate::report::claim::Sentence;
use crate::report::show::{counted, grouped};
use crate::report::text::Text;
use crate::report::{self, Row, Table};
use crate::simulation::Simulation;
use crate::simulation::seat_swap::play_seats_swapped;
use crate::stats::Interval;
use crate::stats::head_to_head::HeadToHead;
use crate::stats::ratings::{Meetings, Ratings};
use members::{Kind, Members};
use std::ops::Range;
use std::sync::Arc;

/// The members and the precision. The members are bots, unless characters or decks are named.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Characters, or `all`; for games whose seats choose characters.
    pub characters: Vec<String>,
    /// Configs whose decks play each other; for games in which every side has its own deck.
    pub decks: Vec<String>,
    /// Confidence level and precision of each pair's score.
    pub accuracy: Accuracy,
}

/// Number of deals reserved for each pair, which is the maximum. No two pairs play the same deal, so their results are
/// independent, and more deals or members do not change earlier results.
const STRIDE: u64 = crate::config::plan::MOST_GAMES;

/// Two members, and their two simulations with swapped seats.
struct Pair {
    one: usize,
    other: usize,
    simulations: [Box<dyn Simulation>; 2],
    first_deal: u64,
}

impl Pair {
    /// Plays a range of deals, numbered from the pair's first deal.
    fn play(&self, deals: &Range<u64>, session: &Session, progress: &(dyn Fn(u64) + Sync)) -> HeadToHead {
        let [here, there] = &self.simulations;
        let deals = self.first_deal + deals.start..self.first_deal + deals.end;
        play_seats_swapped([&**here, &**there], deals, session.pool(), session.stop(), progress)
    }
}

/// A validated round robin.
pub struct Tournament {
    plan: Plan,
    accuracy: Accuracy,
    /// Maximum number of deals per pair.
    deals: u64,
    members: Members,
    pairs: Vec<Pair>,
}

/// The result of a round robin.
pub struct Matchups<'t> {
    tournament: &'t Tournament,
    meetings: Meetings,
    standing: Ratings,
    /// The tables `matchups`, `ratings` and `field`.
    tables: [Table; 3],
    extent: Extent,
    n_played: usize,
    /// Number of pairs that did not reach the precision.
    n_short: usize,
}

impl Tournament {
    /// Validates the config, the options and the members.
    ///
    /// # Errors
    /// All errors of the config or of the options.
    pub fn new(config: &str, plan_options: &PlanOptions, options: &Options) -> Result<Self, ConfigErrors> {
        options.accuracy.check()?;
        let (plan_options, options) = &with_members(config, plan_options, options)?;
        // Bots that are members do not form the line-up of the config.
        let are_bots = options.characters.is_empty() && options.decks.is_empty();
        let (line_up, members) = if are_bots {
            (Vec::new(), plan_options.bots.clone())
        } else {
            (plan_options.bots.clone(), Vec::new())
        };
        let plan_options = PlanOptions { bots: line_up, ..plan_options.clone() };
        let mut plan = Plan::new(config, &plan_options)?.or_games(|plan| plan.games / FRACTION / 2 * 2);
        let expected = "an even number, because every deal is played twice with swapped seats";
        let games = is_multiple(&plan, &plan_options, 2, expected);
        let members = bots::find_all(&members, &plan.game, &plan_options.source("--bots"))
            .and_then(|bots| Members::read(&plan, &plan_options, options, bots));
        let ((), members) = both(games, members)?;
        if let Kind::Bots(_) = members.kind {
            plan.bots.clear();
        }
        plan.digest = members.digest(&plan);
        let meetings = Meetings::new(members.names.len());
        let pair = |(index, (one, other)): (u64, (usize, usize))| {
            let simulations = members.simulations(&plan, one, other)?;
            Ok::<_, ConfigErrors>(Pair { one, other, simulations, first_deal: index * STRIDE })
        };
        let pairs = (0..).zip(meetings.pairs()).map(pair).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { accuracy: options.accuracy, deals: plan.games / 2, plan, members, pairs })
    }
}

/// The options with members: if they name none, all characters of the game, or else all bots.
fn with_members(
    config: &str,
    plan_options: &PlanOptions,
    options: &Options,
) -> Result<(PlanOptions, Options), ConfigErrors> {
    let (mut plan_options, mut options) = (plan_options.clone(), options.clone());
    if plan_options.bots.is_empty() && options.characters.is_empty() && options.decks.is_empty() {
        // A pipe can be read only once.
        plan_options.content = Some(Arc::new(plan_options.read(config)?));
        let plan = Plan::new(config, &plan_options)?;
        let has_characters = characters(&plan.rules, &plan.tree).len() > 1;
        let members = if has_characters { &mut options.characters } else { &mut plan_options.bots };
        members.push("all".into());
    }
    Ok((plan_options, options))
}

impl Experiment for Tournament {
    type Result<'t> = Matchups<'t>;
    const COMMAND: &'static str = "matchups";

    fn plans(&self) -> Vec<&Plan> {
        vec![&self.plan]
    }

    fn warnings(&self) -> Vec<String> {
        let bots = match &self.members.kind {
            Kind::Bots(bots) => &bots[..],
            Kind::Characters | Kind::Decks(_) => &[],
        };
        let others = self.plan.trained_on_others(bots).into_iter();
        let trained = others.map(|bot| Plan::training_warning(&self.plan.name, bot));
        super::warnings(&self.plan).into_iter().chain(trained).collect()
    }

    fn games(&self) -> u64 {
        self.plan.games.saturating_mul(self.pairs.len() as u64)
    }

    fn samples(&self) -> Vec<Box<dyn Simulation>> {
        match &self.members.kind {
            Kind::Bots(bots) => {
                let of_bot =
                    |bot: &NamedBot| self.plan.with_bots(vec![bot.clone(); self.plan.players()]).simulation();
                bots.iter().map(of_bot).collect()
            }
            Kind::Characters | Kind::Decks(_) => vec![self.plan.simulation()],
        }
    }

    fn play(&self, session: &Session) -> Matchups<'_> {
        let Self { accuracy, deals, pairs, .. } = self;
        let mut meetings = Meetings::new(self.members.names.len());
        let (mut n_played, mut n_short) = (0, 0);
        for pair in pairs {
            let (head_to_head, StoppedAt { is_enough, is_done, .. }) = play_on(
                HeadToHead::default(),
                0..*deals,
                accuracy.is_sequential(),
                session,
                |head_to_head, deals| {
                    let more = pair.play(&deals, session, &|n| session.played(n));
                    head_to_head.merge(&more);
                    more.deals.count()
                },
                |head_to_head| {
                    let score = head_to_head.deals.estimate(false, *deals, accuracy.level);
                    accuracy.is_reached(|| score.interval.map(Interval::half_width))
                },
            );
            if !is_done {
                break;
            }
            meetings.add(pair.one, pair.other, head_to_head);
            n_played += 1;
            n_short += usize::from(!is_enough);
        }
        let extent = Extent::of_parts(n_played, pairs.len(), "pairs", accuracy.is_sequential());
        Matchups::new(self, meetings, extent, [n_played, n_short])
    }

    fn forecast(&self, session: &Session) -> Option<Text> {
        let Self { plan, accuracy, deals, pairs, .. } = self;
        let (sample, meetings) = Sample::play(*deals, |deals| {
            let play = |pair: &Pair| pair.play(&(0..deals), session, &|_| {});
            pairs.iter().map(play).collect::<Vec<_>>()
        });
        let deviations = meetings.iter().filter_map(|head_to_head| head_to_head.deals.deviation());
        let forecast = Forecast {
            plan,
            // The unit is a deal.
            games: *deals,
            amount: format!(
                "{} of {} deals, each played twice",
                counted(pairs.len() as u64, "pairs"),
                grouped(*deals)
            ),
            unit: "deals per pair",
            sample,
            times: 1,
            session,
            headline: HeadlineFigure::Difference("score of every pair".into()),
            deviation: deviations.reduce(f64::max),
            stop: accuracy.stop(),
            level: accuracy.level,
        };
        Some(forecast.text())
    }
}

impl<'t> Matchups<'t> {
    fn new(
        tournament: &'t Tournament,
        meetings: Meetings,
        extent: Extent,
        [n_played, n_short]: [usize; 2],
    ) -> Self {
        let Tournament { plan, accuracy, deals, members, .. } = tournament;
        let params = report::matchups::Params {
            game: plan.game.id,
            players: plan.players(),
            kind: members.kind.name(),
            members: &members.names,
            fixed: extent.is_fixed,
            planned: *deals,
            level: accuracy.level,
        };
        let standing = Ratings::of(&meetings, extent.is_fixed, *deals, accuracy.level, plan.seed);
        let tables = [
            Row::table(&report::matchups::rows(&params, &meetings)),
            Row::table(&report::matchups::ratings(&params, &meetings, &standing)),
            Row::table(&report::matchups::field(&params, &meetings, &standing)),
        ];
        Self { tournament, meetings, standing, tables, extent, n_played, n_short }
    }
}

impl ExperimentResult for Matchups<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn seat_order(&self) -> Option<SeatOrder> {
        Some(self.tournament.plan.rules.schema().seat_order)
    }

    fn tables(&self) -> Vec<&Table> {
        self.tables.iter().collect()
    }

    fn conclusion(&self) -> Vec<Sentence> {
        if self.n_played == 0 { Vec::new() } else { text::conclusion(self) }
    }

    fn summary(&self) -> Text {
        if self.n_played == 0 { Text::default() } else { text::text(self) }
    }

    fn metadata(&self) -> ResultMeta {
        let Tournament { plan, accuracy, members, .. } = self.tournament;
        let mut stored = options(accuracy);
        stored.insert("kind".into(), members.kind.name().into());
        stored.insert("members".into(), members.requested.clone().into());
        metadata(Tournament::COMMAND, &[plan], &self.extent, accuracy.level, stored, details([]))
    }

    fn shortfall(&self) -> Option<String> {
        let Self { tournament: Tournament { plan, accuracy, .. }, n_played, n_short, .. } = self;
        let games = || format!("{} games in {n_short} of {n_played} pairs", grouped(plan.games));
        (accuracy.is_sequential() && *n_short > 0).then(|| Accuracy::shortfall(&games()))
    }
}
