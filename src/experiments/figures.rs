//! The games behind a figure: those of a config, or the same games again without a card. Every command that takes the
//! address of a figure plays them here.

use super::Session;
use super::run::{add_games, results};
use crate::config::Plan;
use crate::report::impact::Wanted;
use crate::report::{self, Table};
use crate::simulation::Simulation;
use crate::simulation::ablation::{Without, play_without, without};
use crate::stats::Level;
use crate::stats::compared::Ablated;
use crate::stats::tally::Tally;
use std::ops::Range;

/// Which games a figure needs. Figures with the same need share their games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// The games of the config.
    Games,
    /// The same games, with and without this card.
    Card(String),
}

/// Plays the games of a figure.
pub(super) struct Source {
    pub simulation: Box<dyn Simulation>,
    kind: Kind,
}

enum Kind {
    Games,
    /// The index of a card, and the games without it.
    Card(usize, [Without; 1]),
}

/// What was counted in the games.
pub(super) enum Counts {
    Games(Tally),
    Card(Ablated),
}

impl Need {
    /// The need of the figure at an address.
    pub(super) fn of(address: &str) -> Self {
        let mut words = address.split('/');
        match (words.next(), words.next()) {
            (Some(report::impact::NAME), Some(card)) => Self::Card(card.to_owned()),
            _ => Self::Games,
        }
    }
}

impl Source {
    /// The games of a plan. Without the card, its figures are unknown.
    pub(super) fn new(plan: &Plan, need: &Need) -> Self {
        let simulation = plan.simulation();
        let of_card = |id: &String| {
            let card = simulation.schema().cards.iter().position(|card| card.id == *id)?;
            Some(Kind::Card(card, [without(&*simulation, card)?]))
        };
        let kind = match need {
            Need::Games => None,
            Need::Card(id) => of_card(id),
        };
        Self { kind: kind.unwrap_or(Kind::Games), simulation }
    }

    /// How many games are played for each game of a range.
    pub(super) fn n_replays(&self) -> u64 {
        match self.kind {
            Kind::Games => 1,
            Kind::Card(..) => self.simulation.players() as u64,
        }
    }

    /// No games yet.
    pub(super) fn counts(&self) -> Counts {
        let schema = self.simulation.schema();
        match self.kind {
            Kind::Games => Counts::Games(Tally::new(schema)),
            Kind::Card(..) => Counts::Card(Ablated::new(schema, 1)),
        }
    }

    /// Plays these games, or the first of them if the session is stopped.
    pub(super) fn play(&self, counts: &mut Counts, games: Range<u64>, session: &Session) {
        match (&self.kind, counts) {
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
        let results = results(plan, &*self.simulation, counts.tally(), level, fixed);
        match (&self.kind, counts) {
            (Kind::Card(card, _), Counts::Card(played)) => {
                let cards = [(*card, true)];
                vec![report::impact::table(&results, 0, &Wanted::of(&cards, played))]
            }
            _ => report::tables(&results),
        }
    }
}

impl Counts {
    /// The counts of the games of the config.
    pub(super) const fn tally(&self) -> &Tally {
        match self {
            Self::Games(tally) => tally,
            Self::Card(played) => &played.tally,
        }
    }

    /// The number of games.
    pub(super) const fn games(&self) -> u64 {
        self.tally().games
    }
}
