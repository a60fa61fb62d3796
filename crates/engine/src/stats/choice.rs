//! Which interval a figure has: [`method`] alone decides.

use super::confidence_sequence::{asymptotic, beta_binomial};
use super::lengths::Lengths;
use super::quantile::{quantile, quantile_sequence};
use super::rate::{clopper_pearson, jeffreys, wilson_of};
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

/// What an interval belongs to, as far as its method depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Figure {
    /// The share of games with an event; wins that are never shared.
    Rate(RateMethod),
    /// The wins of one seat of every game, some of them shared.
    SeatShare,
    /// The wins of several seats, or another share.
    Share,
    /// A mean per game.
    Mean,
    /// A ratio of two totals.
    Ratio,
    /// A length that was the same in every game.
    SameLength,
    /// A quantile of lengths.
    Quantile,
    /// The score of deals that are played in several seats.
    DealScore,
    /// The difference between the sides of paired games: of shares of pairs that all count alike, or of other figures.
    Paired {
        /// Whether it is such a share.
        is_share: bool,
        /// Whether every game counts once.
        counts_once: bool,
    },
    /// The difference between seats with and without a card.
    CardEffect,
    /// A strength.
    Strength,
    /// The share of a member in the best mix of a field, or of cycles in it.
    Mix,
    /// The deal's share in the variance of results; the number of deals is always fixed.
    DealShare,
}

/// The method of an interval, if there is one. Only [`Difference::between`](super::paired::Difference::between) and others
/// that combine finished figures are not chosen here.
///
/// `few`: fewer than [`INFORMATIVE`] games differ from the most common result, or none does. `fixed`: the number of games
/// was fixed beforehand.
///
/// | figure | fixed | few | not fixed | few |
/// | --- | --- | --- | --- | --- |
/// | rate; wins that are never shared | as asked; exact above 95 % | | beta-binomial | beta-binomial |
/// | shared wins of one seat | normal | Wilson | asymptotic | beta-binomial |
/// | wins of several seats; other share | ratio | Wilson | asymptotic | beta-binomial |
/// | mean | Student's t | none | asymptotic | none |
/// | ratio | ratio | none | asymptotic | none |
/// | same length | exact bound | exact bound | beta-binomial bound | beta-binomial bound |
/// | quantile | order statistics | order statistics | beta-binomial | beta-binomial |
/// | score of deals | Wilson | Wilson | asymptotic | beta-binomial |
/// | paired shares | Student's t or ratio | exact | asymptotic | beta-binomial |
/// | other paired figures | Student's t or ratio | none | asymptotic | none |
/// | with and without a card | clustered | exact | asymptotic | none |
/// | strength | sandwich | sandwich | asymptotic | asymptotic |
/// | mix | resampling | resampling | resampling | resampling |
/// | the deal's share | jackknife | none | | |
pub(super) const fn method(figure: Figure, few: bool, fixed: bool) -> Option<Method> {
    use Figure as F;
    Some(match (figure, fixed, few) {
        (F::Rate(rate), true, _) => rate.method(),
        (F::SameLength, ..) => Method::Constant,
        (F::Quantile, true, _) => Method::OrderStatistics,
        (F::DealScore, true, _) => Method::WilsonDeals,
        (F::Strength, true, _) => Method::Sandwich,
        (F::Mix, ..) => Method::Resampling,
        (F::SeatShare, true, false) => Method::Normal,
        (F::Share | F::Ratio, true, false) => Method::Ratio,
        (F::Mean, true, false) => Method::T,
        (F::Paired { counts_once: true, .. }, true, false) => Method::PairedT,
        (F::Paired { .. }, true, false) => Method::PairedRatio,
        (F::CardEffect, true, false) => Method::Clustered,
        (F::DealShare, _, false) => Method::Jackknife,
        (F::SeatShare | F::Share, true, true) => Method::Wilson,
        (F::Paired { is_share: true, .. }, true, true) => Method::FewDifferences,
        (F::CardEffect, true, true) => Method::Newcombe,
        (F::Rate(_) | F::Quantile, false, _)
        | (F::SeatShare | F::Share | F::DealScore | F::Paired { is_share: true, .. }, false, true) => {
            Method::BetaBinomialCs
        }
        (F::CardEffect | F::Mean | F::Ratio | F::Paired { .. } | F::DealShare, _, true) => return None,
        (_, false, _) => Method::AsymptoticCs,
    })
}

impl Kind {
    /// The figure with its interval.
    #[must_use]
    pub fn estimate(self, sums: &Sums, parts: u32, basis: Basis) -> Estimate {
        let Some(value) = sums.value(parts) else { return Estimate::EMPTY };
        let is_one_seat = sums.v == i128::from(sums.n);
        let rests_on = || sums.informative(parts);
        let (figure, informative) = match self {
            // Wins that are never shared.
            Self::Wins { .. } if sums.is_all_or_nothing(parts) => {
                return basis.rate(u64::try_from(sums.x / i128::from(parts.max(1))).unwrap_or(0), sums.n);
            }
            Self::Length { longest: Some(longest) } if sums.n >= INFORMATIVE && rests_on() == 0 => {
                let interval = same_length(value, sums.n, longest, basis);
                return Estimate {
                    value: Some(value),
                    interval,
                    method: method(Figure::SameLength, true, basis.fixed),
                };
            }
            Self::Rate => (Figure::Rate(basis.rate_method()), sums.n),
            Self::Wins { informative } if is_one_seat => (Figure::SeatShare, informative),
            Self::Wins { informative } => (Figure::Share, informative),
            Self::Share => (Figure::Share, sums.informative_share(parts)),
            Self::Mean | Self::Length { .. } => (Figure::Mean, rests_on()),
            Self::Ratio => (Figure::Ratio, rests_on()),
        };
        let error = match figure {
            Figure::Rate(_) => None,
            Figure::SeatShare | Figure::Mean => sums.standard_error(parts),
            _ => sums.ratio_error(parts),
        };
        let is_share = matches!(figure, Figure::Rate(_) | Figure::SeatShare | Figure::Share);
        let varies = error.is_some_and(|error| error > 0.0);
        let few = informative < INFORMATIVE || is_share && !varies;
        let Some(method) = method(figure, few, basis.fixed) else {
            return Estimate { value: Some(value), ..Estimate::EMPTY };
        };
        let (n, level) = (sums.n, basis.level);
        let around = |half: f64| Interval::new(value - half, value + half);
        // Where all games agree, the effective number of games of a ratio; a lower bound.
        let counted = n.min(u64::try_from(sums.v).unwrap_or(u64::MAX));
        let wins = u64::try_from(sums.x).unwrap_or(0);
        let interval = match method {
            Method::Wilson => wilson_of(value.clamp(0.0, 1.0), real(counted), level),
            Method::Jeffreys => jeffreys(wins, counted, level),
            Method::ClopperPearson => clopper_pearson(wins, counted, level),
            Method::T => error.and_then(|error| around(level.t(real(n - 1)) * error)),
            Method::BetaBinomialCs if matches!(figure, Figure::Rate(_)) => {
                beta_binomial(wins, counted, level)
            }
            Method::BetaBinomialCs if !varies || sums.counts_alike() => share_sequence(value, counted, level),
            Method::BetaBinomialCs => None,
            Method::AsymptoticCs => error
                .filter(|_| varies)
                .and_then(|error| asymptotic(value, error * real(n).sqrt(), n, basis.planned, level)),
            _ => error.and_then(|error| around(level.z() * error)),
        };
        let interval = if is_share { interval.map(|ends| ends.clipped(0.0, 1.0)) } else { interval };
        Estimate::new(value, interval, method)
    }
}

/// At levels above, Wilson's interval covers rare events too rarely.
const HIGH: f64 = 0.95;

impl Basis {
    /// The method for a rate: exact in place of Wilson's at a high level.
    fn rate_method(self) -> RateMethod {
        match self.rate {
            RateMethod::Wilson if self.level.level() > HIGH => RateMethod::ClopperPearson,
            asked => asked,
        }
    }

    /// The share `count / n`, with its interval.
    #[must_use]
    pub fn rate(self, count: u64, n: u64) -> Estimate {
        Kind::Rate.estimate(&Sums { n, x: count.into(), v: n.into(), ..Sums::default() }, 1, self)
    }

    /// A quantile of lengths, `q` from 0 to 1, with its interval.
    #[must_use]
    pub fn quantile(self, lengths: &Lengths, q: f64) -> Estimate {
        let (value, order) = quantile(lengths, q, self.level);
        let Some((value, method)) = value.zip(method(Figure::Quantile, false, self.fixed)) else {
            return Estimate::EMPTY;
        };
        let interval = match method {
            Method::OrderStatistics => order,
            _ => quantile_sequence(lengths, q, self.level),
        };
        Estimate::new(value, interval, method)
    }
}

/// Where the mean length lies if all `n` games have this one. Few of the games that were not played can differ, and their
/// lengths lie between 0 and that of the longest possible game.
fn same_length(length: f64, n: u64, longest: u64, basis: Basis) -> Option<Interval> {
    let Interval { high: share, .. } = match basis.fixed {
        true => clopper_pearson(0, n, basis.level),
        false => beta_binomial(0, n, basis.level),
    }?;
    let with_others = |other: f64| length + share * (other - length);
    Interval::new(with_others(0.0), with_others(real(longest)))
}

/// The confidence sequence of a share of `n`. It is also valid for fractions of a win if all games have the same weight:
/// each end is that of a whole number of wins.
fn share_sequence(share: f64, n: u64, level: Level) -> Option<Interval> {
    let wins = share * real(n);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and n")]
    let ends = [wins.floor(), wins.ceil()].map(|wins| beta_binomial((wins as u64).min(n), n, level));
    ends[0].zip(ends[1]).and_then(|(low, high)| Interval::new(low.low, high.high))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{close, level};
    use super::*;
    use statrs::distribution::{Binomial, Discrete};

    #[test]
    fn rates_cover_at_high_levels() {
        let n = 2000;
        let level = Level::new(0.999).expect("a level");
        let basis = Basis { level, rate: RateMethod::Wilson, fixed: true, planned: n };
        for p in [0.0005, 0.001, 0.003, 0.005, 0.998] {
            let events = Binomial::new(p, n).expect("a distribution");
            let covers = |count: &u64| basis.rate(*count, n).interval.is_some_and(|ends| ends.contains(p));
            let coverage: f64 = (0..=n).filter(covers).map(|count| events.pmf(count)).sum();
            assert!(coverage > 0.999 - 1e-9, "{p}: {coverage}");
        }
    }

    #[test]
    fn a_length_that_never_varied_allows_for_games_that_were_not_played() {
        let mut lengths = Sums::default();
        lengths.add_games(40, 5, 1);
        let basis = Basis { level: level(), rate: RateMethod::Wilson, fixed: true, planned: 40 };
        let found = Kind::Length { longest: Some(20) }.estimate(&lengths, 1, basis);
        // At most 1 − 0.025^(1/40) of all games differ (Clopper & Pearson), and last from 0 to 20.
        let share = 1.0 - 0.025_f64.powf(1.0 / 40.0);
        let Interval { low, high } = found.interval.unwrap();
        assert_eq!((found.value, found.method), (Some(5.0), Some(Method::Constant)));
        close(low, 5.0 - 5.0 * share, 1e-9);
        close(high, 5.0 + 15.0 * share, 1e-9);
    }
}
