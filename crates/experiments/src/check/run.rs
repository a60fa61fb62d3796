//! The games of one line-up that some targets need.

use super::super::Session;
use super::super::figures::{Counts, Need, Source};
use super::super::forecast::seconds_per_game;
use crate::config::Plan;
use crate::model::StatSchema;
use crate::report::Table;
use crate::stats::{Level, real};

/// The games of one line-up that some targets need.
pub(crate) struct Run {
    /// The line-up, as for `--bots`.
    pub bots: String,
    /// Which games.
    pub need: Need,
    plan: Plan,
    source: Source,
    counts: Counts,
}

impl Run {
    /// No games of this plan yet.
    pub(super) fn new(bots: String, need: Need, plan: Plan) -> Self {
        let source = Source::new(&plan, &need);
        Self { bots, need, plan, counts: source.counts(), source }
    }

    /// The number of games played.
    pub(crate) const fn games(&self) -> u64 {
        self.counts.games()
    }

    /// The time of a game in seconds, from a sample of at most this many.
    pub(super) fn seconds_per_game(&self, most: u64, session: &Session) -> f64 {
        let n_replays = self.source.n_replays();
        let games = if n_replays > 1 { 2 + n_replays } else { 1 };
        real(games) * seconds_per_game(&[self.plan.simulation()], most, session)
    }

    /// The names of the statistics.
    pub(crate) fn schema(&self) -> &StatSchema {
        self.source.simulation.schema()
    }

    /// The figures so far, at a level.
    pub(crate) fn tables(&self, level: Level, fixed: bool) -> Vec<Table> {
        self.source.tables(&self.plan, &self.counts, level, fixed)
    }

    /// The counts for the lock file.
    pub(super) fn locked(&self) -> Vec<(String, i64)> {
        self.counts.locked(&self.source)
    }

    /// Plays on until `end` games are played, starting with the game number `first`.
    pub(crate) fn play(&mut self, first: u64, end: u64, session: &Session) {
        if self.games() < end {
            let games = first + self.games()..first + end;
            self.source.play(&mut self.counts, games, session);
        }
    }
}
