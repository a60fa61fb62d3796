//! `weights`: a linear opinion. Each move's score is the sum of its features times the weights,
//! plus the guarded bonuses whose guard holds; the highest score is played, ties at random, or,
//! with a temperature, moves are drawn in proportion to e^(score / temperature).

use super::one_of;
use crate::model::{Exponentials, FeatureSet, RngStream};

/// What a strategy file says, in the order of the game's features.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    /// Feature places and their weights; features without a weight are left out.
    pub weights: Vec<(usize, f64)>,
    /// Guarded bonuses.
    pub rules: Vec<Rule>,
    /// 0: always the best move.
    pub temperature: f64,
}

/// A guarded bonus: added to a move's score when one of its features is beyond a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// The place of the feature.
    pub feature: usize,
    /// The feature must be above this.
    pub above: f64,
    /// The feature must be below this.
    pub below: f64,
    /// What is added.
    pub add: f64,
}

impl Weights {
    /// The features that count.
    #[must_use]
    pub fn wanted(&self) -> FeatureSet {
        let weighed = self.weights.iter().map(|(feature, _)| *feature);
        weighed.chain(self.rules.iter().map(|rule| rule.feature)).collect()
    }

    /// The weight of each feature.
    pub(super) fn of_all(&self, n_features: usize) -> Vec<f64> {
        let mut all = vec![0.0; n_features];
        self.weights.iter().for_each(|(feature, weight)| all[*feature] = *weight);
        all
    }

    /// The score of a move: `weights` holds the weight of each feature.
    fn score(&self, weights: &[f64], row: &[f64]) -> f64 {
        // Eight at a time, and then those that are left.
        let (weights, last_weights) = weights.as_chunks::<8>();
        let (features, last_features) = row.as_chunks::<8>();
        let mut sum = 0.0;
        for (weights, features) in weights.iter().zip(features) {
            for (weight, feature) in weights.iter().zip(features) {
                sum += weight * feature;
            }
        }
        for (weight, feature) in last_weights.iter().zip(last_features) {
            sum += weight * feature;
        }
        let holds = |rule: &&Rule| row[rule.feature] > rule.above && row[rule.feature] < rule.below;
        self.rules.iter().filter(holds).fold(sum, |sum, rule| sum + rule.add)
    }

    /// Chooses by the features of each move, a row each, and the weight of each feature; `scores` has room for a
    /// number a move.
    #[inline]
    pub(super) fn choose(
        &self,
        weights: &[f64],
        rows: &[f64],
        scores: &mut [f64],
        exponentials: &mut Exponentials,
        rng: &mut RngStream,
        gradient: &mut [f64],
    ) -> usize {
        for (score, row) in scores.iter_mut().zip(rows.chunks_exact(weights.len())) {
            *score = self.score(weights, row);
        }
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if self.temperature <= 0.0 {
            let (mut n_best, mut first) = (0, 0);
            for (place, score) in scores.iter().enumerate().rev() {
                let is_best = *score >= best;
                n_best += usize::from(is_best);
                first = if is_best { place } else { first };
            }
            return if n_best == 1 { first } else { one_of(scores, rng, |score| score >= best) };
        }
        for score in scores.iter_mut() {
            *score = exponentials.of(*score - best);
        }
        let all = scores.iter().sum::<f64>();
        let mut left = rng.unit() * all;
        let place = scores.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        let place = place.unwrap_or(scores.len() - 1);
        if !gradient.is_empty() {
            add_gradient(gradient, rows, scores, place, all * self.temperature);
        }
        place
    }
}

/// Adds what each weight had to do with one choice: the features of the move that was chosen, less their
/// mean over the menu by the chances of its moves.
fn add_gradient(gradient: &mut [f64], rows: &[f64], scores: &[f64], place: usize, all: f64) {
    let n_features = gradient.len();
    let chosen = &rows[place * n_features..];
    for (row, score) in rows.chunks_exact(n_features).zip(scores) {
        let chance = score / all;
        for ((sum, chosen), feature) in gradient.iter_mut().zip(chosen).zip(row) {
            *sum += chance * (chosen - feature);
        }
    }
}
