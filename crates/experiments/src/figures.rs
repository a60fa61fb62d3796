//! The games behind a figure: those of a config, the same games again without a card, those of a pair of members, or those of a
//! player who knows a bot. Every
//! command that takes the address of a figure plays them here.

use super::Session;
use super::exploit::{Exploit, Exploiter};
use super::matchups::members::Members;
use super::opponent::Opponent;
use super::run::{add_games, results};
use crate::config::{Plan, lock};
use crate::model::Copies;
use crate::report::impact::MeasuredCard;
use crate::report::{self, FigureId, Row, Table};
use crate::simulation::Simulation;
use crate::simulation::ablation::{Without, play_without, without};
use crate::simulation::seat_swap::play_seats_swapped;
use crate::stats::Level;
use crate::stats::compared::Ablated;
use crate::stats::head_to_head::HeadToHead;
use crate::stats::ratings::Meetings;
use crate::stats::tally::Tally;
use std::ops::Range;
use std::sync::OnceLock;

/// Which games a figure needs. Figures with the same need share their games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// The games of the config.
    Games,
    /// The same games, with and without these copies of a card.
    Card(String, Copies),
    /// The games of two characters or bots, each deal with both seatings.
    Pair([String; 2]),
    /// The games of a player who knows this bot, each deal with both seatings.
    Exploiter(String),
}

/// Plays the games of a figure.
pub(super) struct Source {
    pub simulation: Box<dyn Simulation>,
    kind: Kind,
}

enum Kind {
    Games,
    /// A card, and the games without these copies of it.
    Card(MeasuredCard, [Without; 1]),
    /// Two members, and their games with both seatings.
    Pair(Members, [Box<dyn Simulation>; 2]),
    /// The search for the player, and the one that was found, seated against the bot.
    Exploiter(Box<Exploit>, OnceLock<Box<(Exploiter, Opponent)>>),
}

/// What was counted in the games.
pub(super) enum Counts {
    Games(Tally),
    Card(Ablated),
    /// The number of games that were asked for, and the deals.
    Pair(u64, HeadToHead),
    /// The same for a player who knows a bot.
    Exploiter(u64, HeadToHead),
}

impl Need {
    /// The need of a figure.
    pub(super) fn of(id: &FigureId) -> Self {
        match id {
            FigureId::Matchup { one, other } => Self::Pair([one.clone(), other.clone()]),
            FigureId::Exploit { bot } => Self::Exploiter(bot.clone()),
            FigureId::CardWorth { card, .. } => Self::Card(card.clone(), Copies::All),
            FigureId::CopyWorth { card, .. } => Self::Card(card.clone(), Copies::One),
            _ => Self::Games,
        }
    }
}

impl Source {
    /// The games of a plan. If it does not have the card or the members, their figures are unknown.
    pub(super) fn new(plan: &Plan, need: &Need) -> Self {
        let simulation = plan.simulation();
        let of_card = |id: &String, copies: Copies| {
            let card = simulation.schema().cards.iter().position(|card| card.id == *id)?;
            let [one_copy, all_copies] = [Copies::One, Copies::All].map(|one| (one == copies).then_some(0));
            let measured = MeasuredCard { card, one_copy, all_copies };
            Some(Kind::Card(measured, [without(&*simulation, card, copies)?]))
        };
        let kind = match need {
            Need::Games => None,
            Need::Card(id, copies) => of_card(id, *copies),
            Need::Pair(names) => Members::pair(plan, names).ok().and_then(|members| {
                let simulations = members.simulations(plan, 0, 1).ok()?;
                Some(Kind::Pair(members, simulations))
            }),
            Need::Exploiter(bot) => {
                let exploit = Exploit::named(plan, bot);
                exploit.map(|exploit| Kind::Exploiter(Box::new(exploit), OnceLock::new()))
            }
        };
        Self { kind: kind.unwrap_or(Kind::Games), simulation }
    }

    /// How many games are played for each game of a range.
    pub(super) fn n_replays(&self) -> u64 {
        match self.kind {
            Kind::Games | Kind::Pair(..) | Kind::Exploiter(..) => 1,
            Kind::Card(..) => self.simulation.players() as u64,
        }
    }

    /// No games yet.
    pub(super) fn counts(&self) -> Counts {
        let schema = self.simulation.schema();
        match self.kind {
            Kind::Games => Counts::Games(Tally::new(schema)),
            Kind::Card(..) => Counts::Card(Ablated::new(schema, 1)),
            Kind::Pair(..) => Counts::Pair(0, HeadToHead::default()),
            Kind::Exploiter(..) => Counts::Exploiter(0, HeadToHead::default()),
        }
    }

    /// Plays these games, which follow those that were counted, or the first of them if the session is stopped.
    pub(super) fn play(&self, counts: &mut Counts, games: Range<u64>, session: &Session) {
        match (&self.kind, counts) {
            (Kind::Pair(_, [here, there]), Counts::Pair(asked, played)) => {
                // Each deal is two games; the deals have the numbers of the first games.
                let first = games.start.saturating_sub(*asked);
                let end = games.end.saturating_sub(first);
                let deals = first + played.deals.count()..first + end.div_ceil(2);
                let (pool, stop) = (session.pool(), session.stop());
                let n = deals.end.saturating_sub(deals.start);
                let progress = |n| session.played(n);
                let more = play_seats_swapped([&**here, &**there], deals, pool, stop, &progress);
                let is_done = more.deals.count() == n;
                played.merge(&more);
                *asked = if is_done { end } else { played.games().min(end) };
            }
            (Kind::Exploiter(exploit, found), Counts::Exploiter(asked, played)) => {
                if found.get().is_none() {
                    let Some(exploiter) = exploit.choose(session).1 else { return };
                    let named = exploit.bot();
                    let mut opponent = Opponent::new(exploit.plan(), named.name.clone(), &named.bot);
                    opponent.seat(&exploiter.bot);
                    let _ = found.set(Box::new((exploiter, opponent)));
                }
                let Some((exploiter, opponent)) = found.get().map(|found| &**found) else { return };
                let first = games.start.saturating_sub(*asked);
                // A search decides slowly, and plays fewer deals.
                let end = exploit.scoring((games.end - first) / 2, exploiter);
                let deals = first + played.deals.count()..first + end;
                if deals.is_empty() {
                    *asked = games.end - first;
                    return;
                }
                let n = deals.end - deals.start;
                let more = opponent.meet(deals, session);
                if more.deals.count() == n {
                    *asked = games.end - first;
                }
                played.merge(&more);
            }
            (Kind::Card(_, without), Counts::Card(played)) => {
                let progress = |n| session.played(n);
                let (pool, stop) = (session.pool(), session.stop());
                played.merge(&play_without(&*self.simulation, without, games, pool, stop, &progress));
            }
            (_, Counts::Games(tally)) => drop(add_games(tally, &*self.simulation, games, session)),
            _ => {}
        }
    }

    /// The tables with the figures of these games.
    pub(super) fn tables(&self, plan: &Plan, counts: &Counts, level: Level, fixed: bool) -> Vec<Table> {
        if let (Kind::Pair(members, _), Counts::Pair(_, played)) = (&self.kind, counts) {
            let params = report::matchups::Params {
                game: plan.game.id,
                players: plan.players(),
                kind: members.kind.name(),
                members: &members.names,
                fixed,
                planned: plan.games.div_ceil(2),
                level,
            };
            let mut meetings = Meetings::new(2);
            meetings.add(0, 1, played.clone());
            return vec![Row::table(&report::matchups::rows(&params, &meetings))];
        }
        if let (Kind::Exploiter(exploit, found), Counts::Exploiter(_, played)) = (&self.kind, counts) {
            let found = found.get().map(|found| &found.0);
            let tried = found.map(|exploiter| exploiter.tried("held-out", played.clone()));
            let planned =
                found.filter(|_| !fixed).map(|exploiter| exploit.scoring(plan.games / 2, exploiter));
            let of_game = (plan.game.id, plan.players());
            let rows = report::exploit::rows(of_game, &exploit.bot().requested, tried, planned, level);
            return vec![Row::table(&rows)];
        }
        let Some(tally) = counts.tally() else { return Vec::new() };
        let results = results(plan, &*self.simulation, tally, level, fixed);
        match (&self.kind, counts) {
            (Kind::Card(card, _), Counts::Card(played)) => {
                vec![Row::table(&report::impact::rows(&results, 0, &[*card], played))]
            }
            _ => report::tables(&results),
        }
    }
}

impl Counts {
    /// The counts of the games of the config, if they were played.
    const fn tally(&self) -> Option<&Tally> {
        match self {
            Self::Games(tally) => Some(tally),
            Self::Card(played) => Some(&played.tally),
            Self::Pair(..) | Self::Exploiter(..) => None,
        }
    }

    /// The number of games.
    pub(super) const fn games(&self) -> u64 {
        match self {
            Self::Games(tally) => tally.games,
            Self::Card(played) => played.tally.games,
            Self::Pair(asked, _) | Self::Exploiter(asked, _) => *asked,
        }
    }

    /// The integers for the lock file: those of the games of the config, or of a pair.
    pub(super) fn locked(&self, source: &Source) -> Vec<(String, i64)> {
        match (self, &source.kind) {
            (Self::Pair(_, played), Kind::Pair(members, _)) => {
                let [one, other] = [0, 1].map(|nth| members.names.get(nth).cloned().unwrap_or_default());
                let id = FigureId::Matchup { one, other };
                let count = |name: &str, count: u64| {
                    (format!("{id}/{name}"), i64::try_from(count).unwrap_or(i64::MAX))
                };
                vec![count("won", played.won), count("drawn", played.drawn), count("lost", played.lost)]
            }
            _ => self.tally().map_or_else(Vec::new, |tally| lock::counts(&*source.simulation, tally)),
        }
    }
}
