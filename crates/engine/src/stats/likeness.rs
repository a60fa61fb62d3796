//! Which of several players with known games played the games of a log. Games are compared by one number, the projection
//! of their figures on the direction that tells two of the players apart best (Fisher 1936, *Annals of Eugenics* 7), in
//! cells with about as many games each.

use super::linear::{dot, solve_positive};
use super::{Interval, Level, real};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// A part of the variance of a figure that other figures leave, below which it says nothing new.
const NEW: f64 = 1e-3;

/// The most steps of the expectation maximisation.
const STEPS: usize = 200;

/// Steps between a share of 0 and one of 1 in a profile.
const GRID: u32 = 50;

/// The number of games, and the means and covariances of some figures of each.
#[derive(Clone, Debug, PartialEq)]
pub struct Moments {
    /// Number of games.
    pub n: u64,
    /// The means.
    pub means: Vec<f64>,
    /// The covariances.
    pub covariances: Vec<Vec<f64>>,
}

impl Moments {
    /// The moments of some games, one row per game; `None` for fewer than two games.
    #[must_use]
    pub fn of(games: &[Vec<f64>]) -> Option<Self> {
        let (first, n) = (games.first()?, real(games.len() as u64));
        let k = first.len();
        let mut means = vec![0.0; k];
        for game in games {
            means.iter_mut().zip(game).for_each(|(mean, x)| *mean += x / n);
        }
        let mut covariances = vec![vec![0.0; k]; k];
        for game in games {
            let rest: Vec<f64> = game.iter().zip(&means).map(|(x, mean)| x - mean).collect();
            for (row, a) in covariances.iter_mut().zip(&rest) {
                row.iter_mut().zip(&rest).for_each(|(entry, b)| *entry += a * b / (n - 1.0).max(1.0));
            }
        }
        (games.len() > 1).then_some(Self { n: games.len() as u64, means, covariances })
    }

    /// The figures that others do not determine, the first ones first.
    #[must_use]
    pub fn independent(&self) -> Vec<usize> {
        let (mut chosen, mut factor): (Vec<usize>, Vec<Vec<f64>>) = (Vec::new(), Vec::new());
        for index in 0..self.means.len() {
            let variance = self.covariances[index][index];
            let mut row: Vec<f64> = Vec::new();
            for (known, of_known) in chosen.iter().zip(&factor) {
                let rest = self.covariances[index][*known] - dot(&row, &of_known[..row.len()]);
                row.push(rest / of_known[row.len()]);
            }
            let left = variance - dot(&row, &row);
            // What is the same in every game can differ by rounding errors.
            let varies = variance > 1e-12 * self.means[index].powi(2).max(1e-12);
            if varies && left > NEW * variance {
                row.push(left.sqrt());
                chosen.push(index);
                factor.push(row);
            }
        }
        chosen
    }

    /// Only these figures.
    #[must_use]
    pub fn only(&self, figures: &[usize]) -> Self {
        let of_row = |row: &Vec<f64>| figures.iter().map(|index| row[*index]).collect();
        Self {
            n: self.n,
            means: of_row(&self.means),
            covariances: figures.iter().map(|index| of_row(&self.covariances[*index])).collect(),
        }
    }

    /// The moments of a mix of players. Each part has its share of the games.
    #[must_use]
    pub fn mixed(parts: &[(&Self, f64)]) -> Option<Self> {
        let k = parts.first()?.0.means.len();
        let mean = |index: usize| parts.iter().map(|(part, share)| share * part.means[index]).sum::<f64>();
        let means: Vec<f64> = (0..k).map(mean).collect();
        let covariance = |a: usize, b: usize| {
            let of = |(part, share): &(&Self, f64)| {
                share * (part.covariances[a][b] + (part.means[a] - means[a]) * (part.means[b] - means[b]))
            };
            parts.iter().map(of).sum::<f64>()
        };
        let covariances = (0..k).map(|a| (0..k).map(|b| covariance(a, b)).collect()).collect();
        Some(Self { n: parts.iter().map(|(part, _)| part.n).min()?, means, covariances })
    }

    /// The direction that tells these games from others best.
    #[must_use]
    pub fn direction_from(&self, other: &Self) -> Vec<f64> {
        let both =
            |(a, b): (&Vec<f64>, &Vec<f64>)| a.iter().zip(b).map(|(a, b)| f64::midpoint(*a, *b)).collect();
        let covariances: Vec<Vec<f64>> = self.covariances.iter().zip(&other.covariances).map(both).collect();
        let apart: Vec<f64> = self.means.iter().zip(&other.means).map(|(a, b)| a - b).collect();
        solve_positive(&covariances, &apart)
    }

    /// The p-value of these means for `n` games of this player: from Mahalanobis's distance, whose square has a chi-squared
    /// distribution. `None` without figures.
    #[must_use]
    pub fn p_value(&self, means: &[f64], n: u64) -> Option<f64> {
        if means.is_empty() {
            return None;
        }
        let apart: Vec<f64> = means.iter().zip(&self.means).map(|(a, b)| a - b).collect();
        // The player's own means are of finitely many games.
        let scale = 1.0 / (1.0 / real(n.max(1)) + 1.0 / real(self.n.max(1)));
        let squared = scale * dot(&apart, &solve_positive(&self.covariances, &apart));
        let freedom = real(means.len() as u64);
        Some(ChiSquared::new(freedom).ok()?.sf(squared.max(0.0)))
    }

    /// The distance of each of these means of `n` games from this player's mean, in standard errors.
    #[must_use]
    pub fn distances(&self, means: &[f64], n: u64) -> Vec<f64> {
        let error = |index: usize| (self.covariances[index][index] / real(n.max(1))).sqrt();
        means.iter().enumerate().map(|(index, mean)| (mean - self.means[index]) / error(index)).collect()
    }
}

/// The scalar product of the figures of a game and a direction.
#[must_use]
pub fn score(game: &[f64], direction: &[f64]) -> f64 {
    dot(game, direction)
}

/// The edges of cells with about as many of these scores each.
#[must_use]
pub fn edges(mut scores: Vec<f64>, n_cells: usize) -> Vec<f64> {
    scores.sort_by(f64::total_cmp);
    let mut edges: Vec<f64> =
        (1..n_cells).filter_map(|nth| scores.get(nth * scores.len() / n_cells).copied()).collect();
    edges.dedup();
    edges
}

/// The number of these scores in each cell.
#[must_use]
pub fn counts(scores: impl IntoIterator<Item = f64>, edges: &[f64]) -> Vec<u64> {
    let mut counts = vec![0; edges.len() + 1];
    for score in scores {
        counts[edges.partition_point(|edge| *edge <= score)] += 1;
    }
    counts
}

/// The probability of each cell, with half a game more in each.
#[must_use]
pub fn probabilities(counts: &[u64]) -> Vec<f64> {
    let all = real(counts.iter().sum()) + 0.5 * real(counts.len() as u64);
    counts.iter().map(|count| (real(*count) + 0.5) / all).collect()
}

/// The logarithm of the likelihood of these counts.
#[must_use]
pub fn log_likelihood(counts: &[u64], probabilities: &[f64]) -> f64 {
    counts.iter().zip(probabilities).filter(|(n, _)| **n > 0).map(|(n, p)| real(*n) * p.ln()).sum()
}

/// How far twice the logarithm of a likelihood may be below its maximum in an interval of one number (Wilks 1938).
#[must_use]
pub fn allowance(level: Level) -> f64 {
    level.z() * level.z()
}

/// The shares of players in the mix that makes these counts most likely (expectation maximisation), and the logarithm of its
/// likelihood. If one is fixed, the others share the rest.
#[must_use]
pub fn mix(counts: &[u64], players: &[Vec<f64>], fixed: Option<(usize, f64)>) -> (Vec<f64>, f64) {
    let n = real(counts.iter().sum());
    let n_free = real((players.len() - usize::from(fixed.is_some())) as u64);
    let rest = 1.0 - fixed.map_or(0.0, |(_, share)| share);
    let start = |index: usize| match fixed {
        Some((of, share)) if of == index => share,
        _ => rest / n_free.max(1.0),
    };
    let mut shares: Vec<f64> = (0..players.len()).map(start).collect();
    let cell = |shares: &[f64], cell: usize| {
        shares.iter().zip(players).map(|(share, player)| share * player[cell]).sum::<f64>()
    };
    for _ in 0..STEPS {
        let mut next = vec![0.0; shares.len()];
        for (index, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let all = cell(&shares, index);
            for (next, (share, player)) in next.iter_mut().zip(shares.iter().zip(players)) {
                *next += real(*count) / n * share * player[index] / all.max(f64::MIN_POSITIVE);
            }
        }
        if let Some((of, share)) = fixed {
            let free: f64 = next.iter().enumerate().filter(|(index, _)| *index != of).map(|(_, x)| x).sum();
            for (index, next) in next.iter_mut().enumerate() {
                *next = if index == of { share } else { *next * rest / free.max(f64::MIN_POSITIVE) };
            }
        }
        let change = shares.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        shares = next;
        if change < 1e-7 {
            break;
        }
    }
    let cells: Vec<f64> = (0..counts.len()).map(|index| cell(&shares, index)).collect();
    let likelihood = log_likelihood(counts, &cells);
    (shares, likelihood)
}

/// The interval of the share of a player in the mix: the shares whose likelihood, with the best of these groups of players
/// and the best mix of the others, is near enough to the maximum. The player has the same place in each group.
#[must_use]
pub fn share_interval(counts: &[u64], groups: &[Vec<Vec<f64>>], of: usize, level: Level) -> Option<Interval> {
    let best_of = |fixed| {
        let likelihoods = groups.iter().map(|players| mix(counts, players, fixed).1);
        likelihoods.fold(f64::NEG_INFINITY, f64::max)
    };
    let profile: Vec<(f64, f64)> = (0..=GRID)
        .map(|step| {
            let share = f64::from(step) / f64::from(GRID);
            (share, best_of(Some((of, share))))
        })
        .collect();
    let best = profile.iter().map(|(_, likelihood)| *likelihood).fold(best_of(None), f64::max);
    let inside = |(_, likelihood): &&(f64, f64)| 2.0 * (best - likelihood) <= allowance(level);
    let low = profile.iter().find(inside)?.0;
    let high = profile.iter().rfind(inside)?.0;
    // The ends of the grid around the interval, so that it is not too narrow.
    let step = 1.0 / f64::from(GRID);
    Interval::new((low - step).max(0.0), (high + step).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{close, level};
    use super::*;

    #[test]
    fn a_mix_is_recovered_with_an_interval_that_contains_it() {
        let players = vec![vec![0.6, 0.3, 0.1], vec![0.1, 0.3, 0.6]];
        // 70 % of the first, exactly.
        let counts = [450, 300, 250];
        let (shares, likelihood) = mix(&counts, &players, None);
        close(shares[0], 0.7, 1e-3);
        close(shares.iter().sum(), 1.0, 1e-9);
        let ends = share_interval(&counts, std::slice::from_ref(&players), 0, level()).expect("an interval");
        assert!(ends.contains(0.7) && ends.half_width() < 0.1, "{ends:?}");
        // A fixed share is never more likely.
        for step in 0..=10 {
            let (fixed, less) = mix(&counts, &players, Some((0, f64::from(step) / 10.0)));
            close(fixed[0], f64::from(step) / 10.0, 1e-12);
            assert!(less <= likelihood + 1e-9);
        }
    }

    #[test]
    fn figures_that_others_determine_are_left_out() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            real(state >> 40)
        };
        let games: Vec<Vec<f64>> = (0..500)
            .map(|_| {
                let (a, b) = (next(), next());
                vec![a, 3.0, b, a + b]
            })
            .collect();
        let moments = Moments::of(&games).expect("moments");
        assert_eq!(moments.independent(), [0, 2]);
        let moments = moments.only(&[0, 2]);
        // Its own means are like it; means five standard errors away are not.
        close(moments.p_value(&moments.means, 500).expect("a p-value"), 1.0, 1e-9);
        let far = moments.means[0] + 10.0 * (moments.covariances[0][0] / 500.0).sqrt();
        assert!(moments.p_value(&[far, moments.means[1]], 500).expect("a p-value") < 1e-6);
        close(moments.distances(&[far, moments.means[1]], 500)[0], 10.0, 1e-9);
    }

    #[test]
    fn cells_have_about_as_many_scores() {
        let scores: Vec<f64> = (0..1000).map(|nth| real(nth % 7)).collect();
        let edges = edges(scores.clone(), 12);
        let counts = counts(scores, &edges);
        assert_eq!(counts.iter().sum::<u64>(), 1000);
        assert!(counts.len() <= 8, "{counts:?}");
        close(probabilities(&counts).iter().sum(), 1.0, 1e-12);
    }
}
