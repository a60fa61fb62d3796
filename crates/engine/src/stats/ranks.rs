//! Ranks of the members of a list as far as paired differences tell them apart (multiple comparisons with the best: Hsu 1984,
//! *Annals of Statistics* 12).

use super::Level;
use std::ops::RangeInclusive;

/// The ranks that each of `n` members may have, from 1, the best. `exceeds(a, b, level)`: whether the interval of a − b at
/// this level lies above 0.
///
/// The true rank of a member is in its range with the confidence of the level. So are, together, the true best among those
/// whose range begins with 1 and the true worst among those whose range ends with `n`.
#[must_use]
pub fn ranks(
    n: usize,
    level: Level,
    exceeds: impl Fn(usize, usize, Level) -> bool,
) -> Vec<RangeInclusive<usize>> {
    // Each of the n − 1 others can wrongly seem better or worse (Bonferroni). Of the best, all others can only seem better,
    // which takes half of α; the other half is for the worst.
    let level = level.shared_by(n.saturating_sub(1).max(1));
    let count = |one: usize, is_it: &dyn Fn(usize) -> bool| {
        (0..n).filter(|other| *other != one && is_it(*other)).count()
    };
    let range = |one| {
        let better = count(one, &|other| exceeds(other, one, level));
        let worse = count(one, &|other| exceeds(one, other, level));
        1 + better..=n - worse
    };
    (0..n).map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::level;
    use super::*;

    #[test]
    fn a_rank_is_as_narrow_as_differences_show() {
        // Values with standard errors of 1 for each difference. Four members share α among three comparisons: z is 2.394, so
        // 10 − 8 is within it, 10 − 7.4 is not.
        let values: [f64; 4] = [10.0, 8.0, 7.4, 1.0];
        let exceeds = |one: usize, other: usize, level: Level| values[one] - values[other] > level.z();
        assert_eq!(ranks(4, level(), exceeds), [1..=2, 1..=3, 2..=3, 4..=4]);
        assert_eq!(ranks(3, level(), |_, _, _| false), vec![1..=3; 3]);
        assert_eq!(ranks(1, level(), |_, _, _| true), [1..=1]);
        assert_eq!(ranks(0, level(), |_, _, _| true), []);
    }
}
