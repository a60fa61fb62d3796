//! What a run comes to: names and integers, and how sure the figures made of them shall be.

use super::{Cell, tables};
use crate::engine::Lineup;
use crate::model::{Kind, Ledger, Metric, SHARE};
use crate::stats::impact::{RowSums, SideSums};
use crate::stats::impact_estimate::ImpactEstimate;
use crate::stats::lengths::Lengths;
use crate::stats::rate::wilson_of;
use crate::stats::sums::RateMethod;
use crate::stats::tally::Tally;
use crate::stats::{Estimate, Interval, Level, Sums, quantile::quantile, real};

/// The finished statistics of a run.
#[derive(Clone, Copy, Debug)]
pub struct Results<'r> {
    /// The game's id.
    pub game: &'r str,
    /// How many players sat down.
    pub players: usize,
    /// The seed.
    pub seed: u64,
    /// The config digest.
    pub digest: &'r str,
    /// The names of what was counted.
    pub ledger: &'r Ledger,
    /// Who sat where.
    pub lineup: &'r Lineup,
    /// What was counted.
    pub tally: &'r Tally,
    /// How sure the intervals are.
    pub level: Level,
    /// How the interval of a plain rate is made.
    pub rate: RateMethod,
    /// Was the number of games fixed beforehand? If it was not, the intervals hold at all times at
    /// once (confidence sequences).
    pub fixed: bool,
    /// The games asked for.
    pub planned: u64,
}

impl Results<'_> {
    /// The cells that every row begins with.
    pub(super) fn row(&self) -> Vec<Cell> {
        vec![Cell::text(self.game), Cell::Count(self.players as u64)]
    }

    /// `count` of `n`.
    pub(super) fn share(&self, count: u64, n: u64) -> Estimate {
        self.timed(Sums { x: count.into(), v: n.into(), ..Sums::default() }.share(self.rate, self.level))
    }

    /// A share of wins: x = shares of a win, v = seats.
    pub(super) fn wins(&self, sums: &Sums) -> Estimate {
        if sums.is_all_or_nothing(SHARE) {
            let wins = u64::try_from(sums.x / i128::from(SHARE)).unwrap_or(0);
            self.share(wins, sums.n)
        } else if sums.v == i128::from(sums.n) {
            self.timed(sums.fractional_share(SHARE, self.level))
        } else {
            self.timed(sums.clustered_share(SHARE, self.level))
        }
    }

    /// A mean over games.
    pub(super) fn mean(&self, sums: &Sums) -> Estimate {
        self.timed(sums.mean(1, self.level))
    }

    /// A figure of the game's own.
    pub(super) fn metric(&self, metric: &Metric, sums: &Sums) -> Estimate {
        match metric.kind {
            Kind::Share => self.share(u64::try_from(sums.x).unwrap_or(0), u64::try_from(sums.v).unwrap_or(0)),
            Kind::Mean => self.timed(sums.mean(metric.parts, self.level)),
            Kind::Ratio => self.ratio(sums, metric.parts, metric.unit == "share"),
        }
    }

    /// A ratio of two totals. A share stays between 0 and 1, and where its games all agree it is as
    /// sure as so many games alone make it.
    pub(super) fn ratio(&self, sums: &Sums, parts: u32, is_share: bool) -> Estimate {
        let estimate = sums.ratio(parts, self.level);
        let (Some(value), true) = (estimate.value, is_share) else { return self.timed(estimate) };
        let interval = estimate.interval.map(|interval| interval.clipped(0.0, 1.0));
        if interval.is_none_or(|interval| interval.high > interval.low) {
            return self.timed(Estimate { interval, ..estimate });
        }
        let n = sums.n.min(u64::try_from(sums.v).unwrap_or(u64::MAX));
        self.timed(Estimate::new(value, wilson_of(value.clamp(0.0, 1.0), real(n), self.level), "wilson"))
    }

    /// A quantile of the game length.
    pub(super) fn quantile(&self, q: f64) -> Estimate {
        self.timed(quantile(&self.tally.lengths, q, self.level))
    }

    /// What a card event is worth.
    pub(super) fn impact(&self, row: &RowSums, side: &SideSums) -> ImpactEstimate {
        let impact = ImpactEstimate::new(row, side, self.level);
        let p = impact.p.filter(|_| self.fixed);
        ImpactEstimate { difference: self.timed(impact.difference), p, ..impact }
    }

    /// An interval that holds for a number of games fixed beforehand says nothing about another.
    fn timed(&self, estimate: Estimate) -> Estimate {
        let interval: Option<Interval> = estimate.interval.filter(|_| self.fixed);
        let method = if interval.is_some() { estimate.method } else { "" };
        Estimate { interval, method, ..estimate }
    }
}

/// The lengths as per-game sums: x = length, v = 1.
pub(super) fn length_sums(lengths: &Lengths) -> Sums {
    let mut sums = Sums::default();
    for (length, games) in lengths.iter() {
        sums.add_games(games, i64::try_from(length).unwrap_or(i64::MAX), 1);
    }
    sums
}

/// The addresses of all figures with an interval that runs of this game can have.
#[must_use]
pub fn addresses(game: &str, players: usize, ledger: &Ledger, lineup: &Lineup) -> Vec<String> {
    // One drawn game in which everybody sat.
    let mut tally = Tally::new(ledger);
    tally.games = 1;
    tally.endings[2][0] = 1;
    tally.groups.iter_mut().flatten().for_each(|sums| sums.add(0, 1));
    let Some(level) = Level::new(0.95) else { return Vec::new() };
    let rate = RateMethod::default();
    let results = Results {
        game,
        players,
        seed: 1,
        digest: "",
        ledger,
        lineup,
        tally: &tally,
        level,
        rate,
        fixed: true,
        planned: 1,
    };
    tables(&results).iter().flat_map(super::Table::addresses).collect()
}
