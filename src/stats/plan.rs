//! How many games? Answered before they are played.
//!
//! Two questions: how many until an interval is so narrow, and how many until a difference of such
//! a size is seen with probability 80 % (Fleiss, Levin & Paik 2003, *Statistical Methods for Rates
//! and Proportions*, chapter 4, without the continuity correction).

use statrs::distribution::{ContinuousCDF, Normal};

use super::{Level, real};

/// The chance of seeing a difference that is there.
pub const POWER: f64 = 0.8;

/// Games until the interval of a mean reaches `half_width` to either side, each game adding a
/// standard deviation of `sd`; a win share has √(p(1−p)), ½ at most.
#[must_use]
pub fn games_for_width(half_width: f64, sd: f64, level: Level) -> Option<u64> {
    let errors = level.z() * sd / half_width;
    whole(errors * errors)
}

/// The half-width of that interval after `n` games.
#[must_use]
pub fn width_after(n: u64, sd: f64, level: Level) -> Option<f64> {
    (n > 0).then(|| level.z() * sd / real(n).sqrt())
}

/// Games on each side until two win shares near `share` that differ by `difference` are told
/// apart, each side playing games of its own.
#[must_use]
pub fn games_for_difference(difference: f64, share: f64, level: Level) -> Option<u64> {
    // Two shares differ: their variances add.
    for_power(difference, 2.0 * share * (1.0 - share), level)
}

/// Pairs of games on the same luck until a difference of this size is seen, a share `discordance`
/// of the pairs ending differently.
#[must_use]
pub fn pairs_for_difference(difference: f64, discordance: f64, level: Level) -> Option<u64> {
    for_power(difference, discordance, level)
}

/// `(z₁₋α⸝₂ + z_power)²·variance/difference²`.
fn for_power(difference: f64, variance: f64, level: Level) -> Option<u64> {
    let errors = level.z() + Normal::standard().inverse_cdf(POWER);
    whole(errors * errors * variance / (difference * difference))
}

/// Rounded up; `None` where no number of games is enough.
fn whole(games: f64) -> Option<u64> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and 2^63, rounded up"
    )]
    let whole = (games < 9.2e18).then(|| games.ceil().max(1.0) as u64);
    whole
}

#[cfg(test)]
mod tests {
    use super::super::testing::level;
    use super::*;

    #[test]
    fn half_a_percentage_point_takes_157_000_games_a_side_or_6_300_pairs() {
        // (norm.ppf(0.975) + norm.ppf(0.8))**2 * 0.5 / 0.005**2 = 156977.6
        assert_eq!(games_for_difference(0.005, 0.5, level()), Some(156_978));
        // … * 0.02 / 0.005**2 = 6279.1
        assert_eq!(pairs_for_difference(0.005, 0.02, level()), Some(6_280));
    }

    #[test]
    fn a_percentage_point_to_either_side_takes_9_604_games() {
        assert_eq!(games_for_width(0.01, 0.5, level()), Some(9_604));
        let width = width_after(9_604, 0.5, level()).unwrap();
        assert!((width - 0.01).abs() < 1e-6);
    }

    #[test]
    fn no_number_of_games_shows_a_difference_of_nothing() {
        assert_eq!(games_for_difference(0.0, 0.5, level()), None);
        assert_eq!(games_for_width(0.0, 0.5, level()), None);
        assert_eq!(width_after(0, 0.5, level()), None);
    }
}
