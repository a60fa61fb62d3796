//! What a run comes to: names and integers, and how sure the figures made of them shall be.

use super::{Cell, tables};
use crate::model::{MetricKind, MetricSpec, SHARE, Seats, StatSchema};
use crate::stats::confidence_sequence::{asymptotic, beta_binomial};
use crate::stats::impact::{RowSums, SideSums};
use crate::stats::impact_estimate::ImpactEstimate;
use crate::stats::lengths::Lengths;
use crate::stats::quantile::{quantile, quantile_sequence};
use crate::stats::rate::wilson_of;
use crate::stats::ratio_sums::RateMethod;
use crate::stats::shard::Shard;
use crate::stats::tally::Tally;
use crate::stats::{Estimate, Interval, Level, Method, Sums, real};

/// The finished statistics of a run.
#[derive(Clone, Copy, Debug)]
pub struct Results<'r> {
    /// The game's id.
    pub game: &'r str,
    /// How many players sat down.
    pub players: usize,
    /// The seed.
    pub seed: u64,
    /// The names of what was counted.
    pub schema: &'r StatSchema,
    /// The different bots by name, with the seats of each.
    pub bots: &'r [(String, Seats)],
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
    /// Was everything played that was to be, and no signal came before? A part of a run never is.
    pub complete: bool,
    /// Which part of the run's games this is.
    pub shard: Shard,
}

impl Results<'_> {
    /// The cells that every row begins with.
    pub(super) fn row(&self) -> Vec<Cell> {
        vec![Cell::text(self.game), Cell::Count(self.players as u64)]
    }

    /// `count` of `n`.
    pub(super) fn share(&self, count: u64, n: u64) -> Estimate {
        let fixed = Sums { x: count.into(), v: n.into(), ..Sums::default() }.share(self.rate, self.level);
        match fixed.value {
            Some(value) if !self.fixed => {
                Estimate::new(value, beta_binomial(count, n, self.level), Method::BetaBinomialCs)
            }
            _ => fixed,
        }
    }

    /// A share of wins: x = shares of a win, v = seats.
    pub(super) fn wins(&self, sums: &Sums) -> Estimate {
        if sums.is_all_or_nothing(SHARE) {
            return self.share(u64::try_from(sums.x / i128::from(SHARE)).unwrap_or(0), sums.n);
        }
        let is_single = sums.v == i128::from(sums.n);
        if !self.fixed {
            let error = if is_single { sums.standard_error(SHARE) } else { sums.ratio_error(SHARE) };
            return self.watched_share(sums, SHARE, error);
        }
        if is_single {
            sums.fractional_share(SHARE, self.level)
        } else {
            sums.clustered_share(SHARE, self.level)
        }
    }

    /// A mean over games.
    pub(super) fn mean(&self, sums: &Sums, parts: u32) -> Estimate {
        let fixed = sums.mean(parts, self.level);
        if self.fixed { fixed } else { self.watched(sums, parts, sums.standard_error(parts), sums.n) }
    }

    /// A figure of the game's own.
    pub(super) fn metric(&self, metric: &MetricSpec, sums: &Sums) -> Estimate {
        match metric.kind {
            MetricKind::Share => {
                self.share(u64::try_from(sums.x).unwrap_or(0), u64::try_from(sums.v).unwrap_or(0))
            }
            MetricKind::Mean => self.mean(sums, metric.parts),
            MetricKind::Ratio => self.ratio(sums, metric.parts, metric.unit == "share"),
        }
    }

    /// A ratio of two totals. A share stays between 0 and 1, and where its games all agree it is
    /// as sure as so many plain games make it.
    pub(super) fn ratio(&self, sums: &Sums, parts: u32, is_share: bool) -> Estimate {
        let error = sums.ratio_error(parts);
        match (self.fixed, is_share) {
            (true, false) => sums.ratio(parts, self.level),
            (false, false) => self.watched(sums, parts, error, sums.telling()),
            (false, true) => self.watched_share(sums, parts, error),
            (true, true) if error.is_some_and(|error| error > 0.0) => {
                let ratio = sums.ratio(parts, self.level);
                Estimate { interval: ratio.interval.map(|interval| interval.clipped(0.0, 1.0)), ..ratio }
            }
            (true, true) => {
                let Some(value) = sums.value(parts) else { return Estimate::EMPTY };
                let n = real(plain_games(sums));
                Estimate::new(value, wilson_of(value.clamp(0.0, 1.0), n, self.level), Method::Wilson)
            }
        }
    }

    /// A quantile of the game length.
    pub(super) fn quantile(&self, q: f64) -> Estimate {
        let fixed = quantile(&self.tally.lengths, q, self.level);
        match fixed.value {
            Some(value) if !self.fixed => {
                let interval = quantile_sequence(&self.tally.lengths, q, self.level);
                Estimate::new(value, interval, Method::BetaBinomialCs)
            }
            _ => fixed,
        }
    }

    /// What a card event is worth.
    pub(super) fn impact(&self, row: &RowSums, side: &SideSums) -> ImpactEstimate {
        ImpactEstimate::new(row, side, self.level, (!self.fixed).then_some(self.planned))
    }

    /// A figure that was looked at while games were played, by its standard error, if enough games tell of
    /// it. While no two games differ nothing is known: a sequence of no width would settle everything at the
    /// first look.
    fn watched(&self, sums: &Sums, parts: u32, error: Option<f64>, telling: u64) -> Estimate {
        let Some(value) = sums.value(parts) else { return Estimate::EMPTY };
        let n = sums.n;
        let interval = error
            .filter(|error| telling >= FEWEST && *error > 0.0)
            .and_then(|error| asymptotic(value, error * real(n).sqrt(), n, self.planned, self.level));
        Estimate::new(value, interval, Method::AsymptoticCs)
    }

    /// The same of a share, of which as many must be told of what is left; else by the beta-binomial sequence,
    /// which holds for fractions of a win as well, if every game counts alike.
    fn watched_share(&self, sums: &Sums, parts: u32, error: Option<f64>) -> Estimate {
        let Some(value) = sums.value(parts) else { return Estimate::EMPTY };
        let telling = sums.telling().min(sums.rest(parts).telling());
        let varies = error.is_some_and(|error| error > 0.0);
        if varies && (telling >= FEWEST || !sums.counts_alike()) {
            let watched = self.watched(sums, parts, error, telling);
            return Estimate { interval: watched.interval.map(|i| i.clipped(0.0, 1.0)), ..watched };
        }
        let n = plain_games(sums);
        let (least, most) = ((value * real(n)).floor(), (value * real(n)).ceil());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and n")]
        let ends = [least, most].map(|wins| beta_binomial((wins as u64).min(n), n, self.level));
        let interval = ends[0].zip(ends[1]).and_then(|(low, high)| Interval::new(low.low, high.high));
        Estimate::new(value, interval, Method::BetaBinomialCs)
    }
}

/// Games that tell of a figure below which an asymptotic sequence says nothing.
const FEWEST: u64 = 30;

/// As many plain games as a ratio is worth at least where its games all agree.
fn plain_games(sums: &Sums) -> u64 {
    sums.n.min(u64::try_from(sums.v).unwrap_or(u64::MAX))
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
pub fn addresses(game: &str, players: usize, schema: &StatSchema, bots: &[(String, Seats)]) -> Vec<String> {
    // One drawn game in which everybody sat.
    let mut tally = Tally::new(schema);
    tally.games = 1;
    tally.endings[2][0] = 1;
    tally.groups.iter_mut().flatten().for_each(|sums| sums.add(0, 1));
    let Some(level) = Level::new(0.95) else { return Vec::new() };
    let rate = RateMethod::default();
    let results = Results {
        game,
        players,
        seed: 1,
        schema,
        bots,
        tally: &tally,
        level,
        rate,
        fixed: true,
        planned: 1,
        complete: true,
        shard: Shard::WHOLE,
    };
    tables(&results).iter().flat_map(super::Table::addresses).collect()
}
