//! Learns weights from played games with the natural policy gradient (Kakade 2001, *A natural policy gradient*, NIPS 14),
//! estimated as in Peters & Schaal (2008, *Natural actor-critic*, Neurocomputing 71): regresses the result of a game on
//! the gradient of the log-probability of its choices. The regression is the direction of the largest gain for a given
//! change of play, independent of the units of the features. Each step changes play by a fixed Kullback–Leibler
//! divergence.
//!
//! Uses only `+ − × ÷ √` in a fixed order, so the weights are the same on every machine.

use super::linear::{dot, solve_positive};
use super::real;
use std::mem;

/// Minimum regularisation of each weight, as a share of the largest Fisher information that it has ever had.
/// A bot that is nearly deterministic yields little information; without this term a step from it would be
/// far too large.
const STIFFNESS: f64 = 0.005;

/// Sums over the games of a learner in one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradients {
    games: f64,
    decisions: f64,
    reward: f64,
    gradient: Vec<f64>,
    /// Σ gradient × reward.
    product: Vec<f64>,
    /// Σ gradient × gradient: the lower triangle by rows.
    square: Vec<f64>,
}

impl Gradients {
    /// No games, for this number of features.
    #[must_use]
    pub fn new(features: usize) -> Self {
        let zeros = |n| vec![0.0; n];
        Self {
            games: 0.0,
            decisions: 0.0,
            reward: 0.0,
            gradient: zeros(features),
            product: zeros(features),
            square: zeros(features * (features + 1) / 2),
        }
    }

    /// Adds a game: its gradient, the learner's reward, and the number of decisions.
    pub fn add(&mut self, gradient: &[f64], reward: f64, decisions: u64) {
        self.games += 1.0;
        self.decisions += real(decisions);
        self.reward += reward;
        let mut square = &mut self.square[..];
        for (row, one) in gradient.iter().enumerate() {
            let (sums, rest) = mem::take(&mut square).split_at_mut(row + 1);
            square = rest;
            // Most situations do not hold in a game, and their weights have no gradient.
            if *one == 0.0 {
                continue;
            }
            self.gradient[row] += one;
            self.product[row] += one * reward;
            gradient[..=row].iter().zip(sums).for_each(|(other, sum)| *sum += one * other);
        }
    }

    /// Adds the sums of other games.
    pub fn merge(&mut self, other: &Self) {
        let Self { games, decisions, reward, gradient, product, square } = other;
        self.games += games;
        self.decisions += decisions;
        self.reward += reward;
        let add = |own: &mut [f64], other: &[f64]| own.iter_mut().zip(other).for_each(|(a, b)| *a += b);
        add(&mut self.gradient, gradient);
        add(&mut self.product, product);
        add(&mut self.square, square);
    }

    /// The mean number of decisions of a game; `None` without games.
    #[must_use]
    pub fn mean_decisions(all: &[Self]) -> Option<f64> {
        let sum = |of: fn(&Self) -> f64| all.iter().map(of).sum::<f64>();
        let games = sum(|gradients| gradients.games);
        (games > 0.0).then(|| sum(|gradients| gradients.decisions) / games)
    }

    /// The sums about the means, which removes the strength of the seat and of the opponent.
    fn centred(mut self) -> Self {
        let n = self.games.max(1.0);
        let mut square = self.square.iter_mut();
        for (row, one) in self.gradient.iter().enumerate() {
            self.product[row] -= one * self.reward / n;
            self.gradient[..=row].iter().zip(&mut square).for_each(|(other, sum)| *sum -= one * other / n);
        }
        self
    }
}

/// The weights during training.
#[derive(Clone, Debug, PartialEq)]
pub struct Ascent {
    /// The weights, by feature.
    pub weights: Vec<f64>,
    /// Fisher information of each pair of weights, per game, as of the last step.
    information: Vec<Vec<f64>>,
    /// The largest information of each weight so far.
    most: Vec<f64>,
}

impl Ascent {
    /// Starts with these weights.
    #[must_use]
    pub fn new(weights: Vec<f64>) -> Self {
        let n = weights.len();
        Self { weights, information: vec![vec![0.0; n]; n], most: vec![0.0; n] }
    }

    /// Takes one step. `gradients` belong to the present weights, one item for each seat and opponent. The
    /// step is the natural gradient times `rate`, but changes the play of a game by at most `divergence`, the
    /// Kullback–Leibler divergence of new from old in nats. At an infinite rate it always changes play by that much.
    pub fn step(&mut self, gradients: impl IntoIterator<Item = Gradients>, divergence: f64, rate: f64) {
        let n = self.weights.len();
        let mut all = Gradients::new(n);
        gradients.into_iter().for_each(|gradients| all.merge(&gradients.centred()));
        let games = all.games.max(1.0);
        let mut square = all.square.iter().map(|sum| sum / games);
        for row in 0..n {
            for column in 0..=row {
                let cell = square.next().unwrap_or(0.0);
                self.information[row][column] = cell;
                self.information[column][row] = cell;
            }
            self.most[row] = self.most[row].max(self.information[row][row]);
        }
        let gradient: Vec<f64> = all.product.iter().map(|sum| sum / games).collect();
        let stiff = self.stiff();
        let direction = solve_positive(&stiff, &gradient);
        // gᵀA⁻¹g: twice the divergence of a step of length 1.
        let length = dot(&direction, &gradient);
        if length > 0.0 {
            let stride = (2.0 * divergence / length).sqrt().min(rate);
            self.weights.iter_mut().zip(&direction).for_each(|(weight, way)| *weight += stride * way);
        }
    }

    /// The influence of each weight on the choices of a game: the variance of the log-odds that it causes, at
    /// the largest information that it has had.
    #[must_use]
    pub fn reach(&self) -> Vec<f64> {
        self.weights.iter().zip(&self.most).map(|(weight, most)| weight * weight * most).collect()
    }

    /// The weights that play most similarly when only some may differ from 0. The remaining weights
    /// compensate for the removed ones (*optimal brain surgeon*: Hassibi & Stork 1993, NIPS 5).
    #[must_use]
    pub fn only(&self, stays: &[bool]) -> Vec<f64> {
        let mut stiff = self.stiff();
        let mut right: Vec<f64> = stiff.iter().map(|row| dot(row, &self.weights)).collect();
        for (index, _) in stays.iter().enumerate().filter(|(_, stays)| !**stays) {
            stiff.iter_mut().for_each(|row| row[index] = 0.0);
            stiff[index].fill(0.0);
            stiff[index][index] = 1.0;
            right[index] = 0.0;
        }
        solve_positive(&stiff, &right)
    }

    /// How differently other weights play: the divergence of a game in nats.
    #[must_use]
    pub fn divergence(&self, other: &[f64]) -> f64 {
        let apart: Vec<f64> = self.weights.iter().zip(other).map(|(own, other)| own - other).collect();
        self.information.iter().zip(&apart).map(|(row, one)| one * dot(row, &apart)).sum::<f64>() / 2.0
    }

    /// The regularised information: positive definite even if a feature never varied.
    fn stiff(&self) -> Vec<Vec<f64>> {
        let mut stiff = self.information.clone();
        for (index, most) in self.most.iter().enumerate() {
            stiff[index][index] += if *most > 0.0 { STIFFNESS * most } else { 1.0 };
        }
        stiff
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::close;
    use super::*;
    #[test]
    fn a_step_has_the_requested_length() {
        // By hand: one feature, two games; gradients 4 ± 2, rewards 1 and 0. Information 4 (plus regularisation
        // 4·0.005), gradient 1, direction 1/4.02, step length √(2·0.02·4.02).
        let mut ascent = Ascent::new(vec![0.0]);
        let (mut gradients, mut other) = (Gradients::new(1), Gradients::new(1));
        gradients.add(&[2.0], 0.0, 1);
        other.add(&[6.0], 1.0, 1);
        gradients.merge(&other);
        let mut whole = Gradients::new(1);
        [([2.0], 0.0), ([6.0], 1.0)].iter().for_each(|(gradient, reward)| whole.add(gradient, *reward, 1));
        assert_eq!(gradients, whole);
        ascent.step([gradients], 0.02, f64::INFINITY);
        close(ascent.weights[0], (0.04 / 4.02_f64).sqrt(), 1e-12);
        close(ascent.reach()[0], 0.04 / 4.02 * 4.0, 1e-12);
        // A change of the weight by 0.1 changes a game by 0.1² · 4 / 2 nats.
        close(ascent.divergence(&[ascent.weights[0] + 0.1]), 0.02, 1e-12);
        // The natural gradient is 1 / 4.02; at a low rate the step is a part of it.
        let before = ascent.weights[0];
        let mut slow = ascent.clone();
        slow.step([whole.clone()], 0.02, 0.01);
        close(slow.weights[0] - before, 0.01 / 4.02, 1e-12);
        // Games that all end alike, and no games at all, change nothing.
        for rewards in [&[1.0, 1.0][..], &[]] {
            let (mut same, mut gradients) = (ascent.clone(), Gradients::new(1));
            rewards
                .iter()
                .zip([1.0, -1.0])
                .for_each(|(reward, gradient)| gradients.add(&[gradient], *reward, 1));
            same.step([gradients], 0.02, f64::INFINITY);
            assert_eq!(same.weights, ascent.weights);
        }
    }

    #[test]
    fn seat_and_opponent_strength_do_not_change_a_step() {
        let one = |reward: f64| {
            let mut gradients = Gradients::new(1);
            gradients.add(&[1.0], reward + 0.1, 1);
            gradients.add(&[-1.0], reward, 1);
            gradients.add(&[0.5], reward, 1);
            gradients
        };
        let (mut ascent, mut other) = (Ascent::new(vec![0.0]), Ascent::new(vec![0.0]));
        ascent.step([one(0.0), one(-5.0)], 0.01, f64::INFINITY);
        other.step([one(0.4), one(0.4)], 0.01, f64::INFINITY);
        close(ascent.weights[0], other.weights[0], 1e-9);
    }

    #[test]
    fn an_equal_feature_takes_over_from_a_removed_weight() {
        // Two features that are always equal, and an independent one.
        let mut ascent = Ascent::new(vec![2.0, 1.0, 1.0]);
        let mut gradients = Gradients::new(3);
        for gradient in [[1.0, 1.0, 1.0], [-1.0, -1.0, 1.0], [1.0, 1.0, -1.0], [-1.0, -1.0, -1.0]] {
            gradients.add(&gradient, 0.5, 1);
        }
        ascent.step([gradients], 0.1, f64::INFINITY);
        let only = ascent.only(&[true, false, true]);
        close(only[0], 3.0, 0.01);
        assert_eq!(only[1], 0.0);
        close(only[2], 1.0, 1e-9);
        let all = ascent.only(&[true; 3]);
        all.iter().zip(&ascent.weights).for_each(|(all, weight)| close(*all, *weight, 1e-9));
        assert_eq!(ascent.only(&[false; 3]), [0.0; 3]);
    }
}
