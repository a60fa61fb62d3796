//! Figures of few games that people played, and their differences from simulated games. Every interval is known at every
//! level. The p-value of a difference is the α of its widest interval that excludes 0.

use super::rate::exact_low;
use super::sample_size::POWER;
use super::{Interval, Level, Method, Sums, real, wide};
use statrs::distribution::{ContinuousCDF, Normal};

/// The least α of an interval, and the least p-value.
const LEAST: f64 = 1e-12;

/// Halvings of the range in which a p-value is.
const HALVINGS: u32 = 30;

/// Fewer games than this are never compared: whatever they show, it is one evening of one group.
pub const FEWEST: u64 = 20;

/// A figure: a ratio of two totals over games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// The sums over games.
    pub sums: Sums,
    /// In how many parts of one the numerators count.
    pub parts: u32,
    /// Whether the ratio is at most 1 in every game.
    pub is_share: bool,
    /// A lower bound for the standard deviation of one game, known from other games.
    pub least_deviation: f64,
}

impl Played {
    /// The value; `None` without games.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        self.sums.value(self.parts)
    }

    /// The standard deviation of one game's contribution, with the mean denominator as 1.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let own = self.sums.ratio_error(self.parts).map_or(0.0, |error| error * real(self.sums.n).sqrt());
        own.max(self.least_deviation)
    }

    /// The interval at the level 1 − `alpha`. A share has the exact bounds of Clopper & Pearson 1934, with the games as units and
    /// parts of wins as parts; every other figure Student's t interval. `None` for no games, and for one whose figure is not a
    /// share.
    #[must_use]
    pub fn interval(&self, alpha: f64) -> Option<Interval> {
        let (value, n) = (self.value()?, real(self.sums.n));
        if self.is_share {
            let (wins, losses) = ((value * n).clamp(0.0, n), ((1.0 - value) * n).clamp(0.0, n));
            let high = 1.0 - exact_low([losses, wins], alpha)?;
            return Interval::new(exact_low([wins, losses], alpha)?, high);
        }
        let reach = Level::new(1.0 - alpha)?.t(n - 1.0) * self.deviation() / n.sqrt();
        Interval::new(value - reach, value + reach)
    }

    /// The method of the interval.
    #[must_use]
    pub const fn method(&self) -> Method {
        if self.is_share { Method::ClopperPearson } else { Method::T }
    }

    /// The interval of this figure minus the figure of other games, at the level 1 − `alpha`: the errors of both ends, squared and
    /// added (Newcombe 1998, *Statistics in Medicine* 17; Zou & Donner 2008, *Statistics in Medicine* 27).
    #[must_use]
    pub fn less(&self, other: &Self, alpha: f64) -> Option<Interval> {
        let of = |played: &Self| Some((played.value()?, played.interval(alpha)?));
        less(of(self)?, of(other)?)
    }

    /// The two-sided p-value of no difference from other games.
    #[must_use]
    pub fn p_value(&self, other: &Self) -> Option<f64> {
        p_value(|alpha| self.less(other, alpha))
    }

    /// The number of games after which a difference of `difference` from other games, which are many more, is found at this
    /// level with the power [`POWER`].
    #[must_use]
    pub fn games_for(&self, difference: f64, other: &Self, alpha: f64) -> Option<u64> {
        let normal = Normal::standard();
        let errors = normal.inverse_cdf(1.0 - alpha / 2.0) + normal.inverse_cdf(POWER);
        let spread = match other.value().filter(|_| self.is_share) {
            Some(share) => (share * (1.0 - share)).sqrt(),
            None => self.deviation(),
        };
        let games = (errors * spread / difference.abs()).powi(2);
        if !games.is_finite() {
            return None;
        }
        // Two significant digits are enough for an approximate number.
        let scale = 10_f64.powf((games.max(1.0).log10().floor() - 1.0).max(0.0));
        let games = ((games / scale).ceil() * scale).max(real(FEWEST));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 20 and 10¹²")]
        (games < 1e12).then_some(games as u64)
    }

    /// The mean denominator of a game.
    #[must_use]
    pub fn mean_denominator(&self) -> Option<f64> {
        (self.sums.n > 0).then(|| wide(self.sums.v) / real(self.sums.n))
    }
}

/// The interval of one figure less another that is independent of it, each with its interval at one level.
#[must_use]
pub fn less((one, of_one): (f64, Interval), (two, of_two): (f64, Interval)) -> Option<Interval> {
    let low = (one - of_one.low).hypot(of_two.high - two);
    let high = (of_one.high - one).hypot(two - of_two.low);
    Interval::new(one - two - low, one - two + high)
}

/// The two-sided p-value of 0 for a figure whose interval at the level 1 − α is known for each α.
#[must_use]
pub fn p_value(interval: impl Fn(f64) -> Option<Interval>) -> Option<f64> {
    // A level is above ½.
    let highest = 0.499;
    let excludes = |alpha: f64| interval(alpha).is_some_and(|ends| !ends.contains(0.0));
    interval(highest)?;
    if !excludes(highest) {
        return Some(1.0);
    }
    let (mut low, mut high) = (LEAST.ln(), highest.ln());
    if excludes(LEAST) {
        return Some(LEAST);
    }
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        *(if excludes(middle.exp()) { &mut high } else { &mut low }) = middle;
    }
    Some(high.exp())
}

/// The mean difference of pairs of games. One difference has at least this standard deviation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    /// The differences.
    pub differences: Vec<f64>,
    /// A standard deviation that is known from elsewhere.
    pub least_deviation: f64,
}

impl Pairs {
    /// The mean; `None` without pairs.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        mean(&self.differences)
    }

    /// The variance; `None` for fewer than two pairs.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        variance(&self.differences)
    }

    /// Student's t interval of the mean at the level 1 − `alpha`.
    #[must_use]
    pub fn interval(&self, alpha: f64) -> Option<Interval> {
        let (mean, n) = (self.mean()?, real(self.differences.len() as u64));
        let deviation = self.variance()?.sqrt().max(self.least_deviation);
        let reach = Level::new(1.0 - alpha)?.t(n - 1.0) * deviation / n.sqrt();
        Interval::new(mean - reach, mean + reach)
    }
}

/// The mean of some numbers.
#[must_use]
pub fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / real(numbers.len() as u64))
}

/// The variance of some numbers; `None` for fewer than two.
#[must_use]
pub fn variance(numbers: &[f64]) -> Option<f64> {
    let mean = mean(numbers).filter(|_| numbers.len() > 1)?;
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    Some(squares / real(numbers.len() as u64 - 1))
}

#[cfg(test)]
mod tests {
    use super::super::testing::close;
    use super::*;
    use crate::model::Seed;
    use statrs::distribution::{Binomial, Discrete};

    fn share(wins: u64, n: u64) -> Played {
        let mut played = Played { parts: 1, is_share: true, ..Played::default() };
        played.sums.add_games(wins, 1, 1);
        played.sums.add_games(n - wins, 0, 1);
        played
    }

    fn lengths(lengths: impl IntoIterator<Item = i64>, least_deviation: f64) -> Played {
        let mut played = Played { parts: 1, least_deviation, ..Played::default() };
        lengths.into_iter().for_each(|length| played.sums.add(length, 1));
        played
    }

    /// By sums over the binomial distribution, without simulation.
    #[test]
    fn the_interval_of_a_share_covers_it_at_5_25_and_100_games() {
        for n in [5, 25, 100] {
            let ends: Vec<Interval> =
                (0..=n).map(|wins| share(wins, n).interval(0.05).expect("an interval")).collect();
            for percent in (2..=98).step_by(3) {
                let p = f64::from(percent) / 100.0;
                let binomial = Binomial::new(p, n).expect("a distribution");
                let of =
                    |(wins, ends): (u64, &Interval)| if ends.contains(p) { binomial.pmf(wins) } else { 0.0 };
                let coverage: f64 = (0..).zip(&ends).map(of).sum();
                assert!(coverage >= 0.95, "{n} {p}: {coverage}");
            }
        }
    }

    /// Lengths with a long tail: 3 rounds and a geometric number more, with a standard deviation of √20.
    #[test]
    fn the_interval_of_a_mean_covers_it_at_5_25_and_100_games() {
        const TRIALS: u64 = 4000;
        let deviation = 20.0_f64.sqrt();
        for n in [5, 25, 100] {
            let least = if n < 30 { deviation } else { 0.0 };
            let covers = |trial: &u64| {
                let mut rng = Seed::new(7).game(*trial).bot(0);
                let games = (0..n).map(|_| {
                    let more = (1.0 - rng.unit()).ln() / 0.8_f64.ln();
                    #[expect(clippy::cast_possible_truncation, reason = "a small whole number")]
                    let more = more.floor() as i64;
                    3 + more
                });
                let ends = lengths(games, least).interval(0.05);
                ends.is_some_and(|ends| ends.contains(7.0))
            };
            let n_covered = (0..TRIALS).filter(covers).count() as u64;
            let coverage = real(n_covered) / real(TRIALS);
            // With 100 games, the tail still costs a point.
            assert!(coverage >= if n < 30 { 0.95 } else { 0.93 }, "{n}: {coverage}");
        }
    }

    #[test]
    fn a_p_value_is_that_of_the_widest_interval_without_0() {
        let (people, bots) = (share(60, 100), share(4200, 10_000));
        let p = people.p_value(&bots).expect("a p-value");
        let ends = |alpha: f64| people.less(&bots, alpha).expect("an interval");
        assert!(ends(p * 0.999).contains(0.0) && !ends(p * 1.001).contains(0.0), "{p}");
        // Near the exact binomial test of 60 of 100 against 42 %.
        assert!(p > 1e-4 && p < 2e-3, "{p}");
        assert_eq!(share(42, 100).p_value(&bots), Some(1.0));
        assert_eq!(share(0, 0).p_value(&bots), None);
        let all = share(5000, 5000).p_value(&share(0, 5000)).expect("a p-value");
        close(all, LEAST, 1e-6);
        assert_eq!(lengths([7], 0.0).p_value(&lengths([7, 8, 9], 0.0)), None);
    }

    #[test]
    fn the_games_that_would_tell_follow_the_usual_formula() {
        let (people, bots) = (share(15, 25), share(4700, 10_000));
        // (1.96 + 0.8416)² · 0.47 · 0.53 / 0.12² = 135.8, in two digits.
        assert_eq!(people.games_for(0.12, &bots, 0.05), Some(140));
        assert_eq!(people.games_for(0.9, &bots, 0.05), Some(FEWEST));
        assert_eq!(people.games_for(0.0, &bots, 0.05), None);
    }
}
