//! Which interval a figure of a run has. [`Kind::estimate`] alone decides.

use super::confidence_sequence::{asymptotic, beta_binomial};
use super::lengths::Lengths;
use super::quantile::{quantile, quantile_sequence};
use super::rate::clopper_pearson;
use super::ratio_sums::RateMethod;
use super::{Estimate, INFORMATIVE, Interval, Level, Method, Sums, real};

/// What all intervals of a run have in common.
#[derive(Clone, Copy, Debug)]
pub struct Basis {
    /// The confidence level.
    pub level: Level,
    /// The interval method of a rate.
    pub rate: RateMethod,
    /// Whether the number of games was fixed beforehand. If not, intervals are confidence sequences.
    pub fixed: bool,
    /// The requested number of games.
    pub planned: u64,
}

/// A kind of figure, computed from sums over games.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// The share of games with an event.
    Rate,
    /// The win share or the score of the seats of a row, counted in parts of a win. It rests on this many games.
    Wins {
        /// The number of games that it rests on.
        informative: u64,
    },
    /// Another share: a ratio of two totals that is at most 1 in every game.
    Share,
    /// A ratio of two totals.
    Ratio,
    /// A mean per game.
    Mean,
    /// The mean length of a game, with the length of the longest possible game, if it is known.
    Length {
        /// The length of the longest possible game.
        longest: Option<u64>,
    },
}

impl Kind {
    /// The figure with its interval. It rests on few games if fewer than [`INFORMATIVE`] differ from the most common result.
    ///
    /// | figure | number of games fixed beforehand | not fixed |
    /// | --- | --- | --- |
    /// | rate; wins that are never shared | the method of rates | beta-binomial |
    /// | wins of one seat | normal; few: Wilson | asymptotic; few: beta-binomial |
    /// | wins of several seats; another share | ratio; few: Wilson | asymptotic; few: beta-binomial |
    /// | length that was the same in every game | exact bound | beta-binomial bound |
    /// | mean; length | Student's t; few: none | asymptotic; few: none |
    /// | ratio | ratio; few: none | asymptotic; few: none |
    #[must_use]
    pub fn estimate(self, sums: &Sums, parts: u32, basis: Basis) -> Estimate {
        let Basis { level, rate, fixed, .. } = basis;
        let is_one_seat = sums.v == i128::from(sums.n);
        let few = sums.informative(parts) < INFORMATIVE;
        match (self, fixed) {
            (Self::Wins { .. }, _) if sums.is_all_or_nothing(parts) => {
                let (wins, n) = (sums.x / i128::from(parts.max(1)), sums.n.into());
                Self::Rate.estimate(&Sums { x: wins, v: n, ..Sums::default() }, 1, basis)
            }
            (Self::Rate, true) => sums.share(rate, level),
            (Self::Rate, false) => rate_sequence(sums, level),
            (Self::Wins { informative }, true) if is_one_seat => {
                sums.fractional_score(parts, informative, level)
            }
            (Self::Wins { informative }, true) => sums.clustered_score(parts, informative, level),
            (Self::Wins { informative }, false) if is_one_seat => {
                share_sequence(sums, parts, sums.standard_error(parts), informative, basis)
            }
            (Self::Wins { informative }, false) => {
                share_sequence(sums, parts, sums.ratio_error(parts), informative, basis)
            }
            (Self::Share, true) => sums.clustered_share(parts, level),
            (Self::Share, false) => {
                let informative = sums.informative_share(parts);
                share_sequence(sums, parts, sums.ratio_error(parts), informative, basis)
            }
            (Self::Length { longest: Some(longest) }, _)
                if sums.n >= INFORMATIVE && sums.informative(1) == 0 =>
            {
                same_length(sums, longest, basis)
            }
            (Self::Mean | Self::Length { .. }, true) if few => without_interval(sums.mean(parts, level)),
            (Self::Mean | Self::Length { .. }, true) => sums.mean(parts, level),
            (Self::Mean | Self::Length { .. }, false) => {
                sequence(sums, parts, sums.standard_error(parts).filter(|_| !few), basis)
            }
            (Self::Ratio, true) if few => without_interval(sums.ratio(parts, level)),
            (Self::Ratio, true) => sums.ratio(parts, level),
            (Self::Ratio, false) => sequence(sums, parts, sums.ratio_error(parts).filter(|_| !few), basis),
        }
    }
}

impl Basis {
    /// The share `count / n`, with its interval.
    #[must_use]
    pub fn rate(self, count: u64, n: u64) -> Estimate {
        Kind::Rate.estimate(&Sums { x: count.into(), v: n.into(), ..Sums::default() }, 1, self)
    }

    /// A quantile of lengths, `q` from 0 to 1, with its interval: order statistics, or a beta-binomial sequence.
    #[must_use]
    pub fn quantile(self, lengths: &Lengths, q: f64) -> Estimate {
        let fixed = quantile(lengths, q, self.level);
        match fixed.value {
            Some(value) if !self.fixed => {
                Estimate::new(value, quantile_sequence(lengths, q, self.level), Method::BetaBinomialCs)
            }
            _ => fixed,
        }
    }
}

const fn without_interval(estimate: Estimate) -> Estimate {
    Estimate { interval: None, method: None, ..estimate }
}

/// A rate with its confidence sequence.
fn rate_sequence(sums: &Sums, level: Level) -> Estimate {
    let counts = u64::try_from(sums.x).ok().zip(u64::try_from(sums.v).ok());
    match sums.value(1).zip(counts) {
        Some((value, (count, n))) => {
            Estimate::new(value, beta_binomial(count, n, level), Method::BetaBinomialCs)
        }
        None => Estimate::EMPTY,
    }
}

/// The mean length if all games have the same. Few of the games that were not played can differ, and their lengths lie
/// between 0 and that of the longest possible game.
fn same_length(lengths: &Sums, longest: u64, basis: Basis) -> Estimate {
    let Some(value) = lengths.value(1) else { return Estimate::EMPTY };
    let share = match basis.fixed {
        true => clopper_pearson(0, lengths.n, basis.level),
        false => beta_binomial(0, lengths.n, basis.level),
    };
    let with_others = |share: f64, length: f64| value + share * (length - value);
    let interval = share.and_then(|Interval { high, .. }| {
        Interval::new(with_others(high, 0.0), with_others(high, real(longest)))
    });
    Estimate::new(value, interval, Method::Constant)
}

/// A figure with a confidence sequence from its standard error; no interval without an error above 0.
fn sequence(sums: &Sums, parts: u32, error: Option<f64>, basis: Basis) -> Estimate {
    let Some(value) = sums.value(parts) else { return Estimate::EMPTY };
    let n = sums.n;
    let interval = error
        .filter(|error| *error > 0.0)
        .and_then(|error| asymptotic(value, error * real(n).sqrt(), n, basis.planned, basis.level));
    Estimate::new(value, interval, Method::AsymptoticCs)
}

/// A share with a confidence sequence. With few informative games the beta-binomial sequence applies, which is also valid
/// for fractions of a win if all games have the same weight.
fn share_sequence(sums: &Sums, parts: u32, error: Option<f64>, informative: u64, basis: Basis) -> Estimate {
    let Some(value) = sums.value(parts) else { return Estimate::EMPTY };
    let is_known = informative >= INFORMATIVE;
    let varies = error.is_some_and(|error| error > 0.0);
    if varies && (is_known || !sums.counts_alike()) {
        let sequence = sequence(sums, parts, error.filter(|_| is_known), basis);
        return Estimate { interval: sequence.interval.map(|i| i.clipped(0.0, 1.0)), ..sequence };
    }
    // The effective number of games of a ratio in which all games agree; a lower bound.
    let n = sums.n.min(u64::try_from(sums.v).unwrap_or(u64::MAX));
    let (least, most) = ((value * real(n)).floor(), (value * real(n)).ceil());
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and n")]
    let ends = [least, most].map(|wins| beta_binomial((wins as u64).min(n), n, basis.level));
    let interval = ends[0].zip(ends[1]).and_then(|(low, high)| Interval::new(low.low, high.high));
    Estimate::new(value, interval, Method::BetaBinomialCs)
}
