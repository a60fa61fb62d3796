//! `weights`: a linear evaluation. The score of a move is the sum of its features times the weights, plus the
//! conditional bonuses whose condition holds. Plays the move with the highest score, with ties at random.
//! With a temperature, draws moves in proportion to e^(score / temperature).

use super::{in_proportion, one_of};
use crate::model::{Exponentials, FeatureSet, RngStream, Weighed};

/// The content of a strategy file, in the order of the game's features.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    /// What is weighed, and the weights: of the features, then of the features in each situation. What has no weight is
    /// omitted.
    pub weights: Vec<(Weighed, f64)>,
    /// Conditional bonuses.
    pub rules: Vec<Rule>,
    /// The temperature; 0 means always the best move.
    pub temperature: f64,
}

/// A conditional bonus: added to a move's score if a feature of the move lies between two bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// The index of the feature.
    pub feature: usize,
    /// The feature must be above this.
    pub above: f64,
    /// The feature must be below this.
    pub below: f64,
    /// The bonus.
    pub add: f64,
}

impl Weights {
    /// The features that the strategy uses.
    #[must_use]
    #[doc(hidden)]
    pub fn wanted(&self) -> FeatureSet {
        let weighed = self.weights.iter().map(|(weighed, _)| weighed.feature);
        weighed.chain(self.rules.iter().map(|rule| rule.feature)).collect()
    }

    /// Whether the strategy is for a game with this number of features and of situations, and all its numbers are finite.
    #[must_use]
    pub fn fits(&self, (n_features, n_situations): (usize, usize)) -> bool {
        let is_known = |weighed: Weighed| {
            weighed.feature < n_features && weighed.situation.is_none_or(|situation| situation < n_situations)
        };
        self.temperature.is_finite()
            && self.weights.iter().all(|(weighed, weight)| is_known(*weighed) && weight.is_finite())
            && self.rules.iter().all(|rule| rule.feature < n_features && rule.add.is_finite())
    }

    /// The score of a move; `weights` has the weight of each feature.
    fn score(&self, weights: &[f64], row: &[f64]) -> f64 {
        let sum = weights.iter().zip(row).fold(0.0, |sum, (weight, feature)| sum + weight * feature);
        let holds = |rule: &&Rule| row[rule.feature] > rule.above && row[rule.feature] < rule.below;
        self.rules.iter().filter(holds).fold(sum, |sum, rule| sum + rule.add)
    }

    /// Writes the probability of each move. Takes `weights` and `rows` as [`Weights::choose`] does.
    pub(super) fn probabilities(
        &self,
        weights: &[f64],
        rows: &[f64],
        exponentials: &Exponentials,
        shares: &mut [f64],
    ) {
        // A game need not have features.
        let row =
            |index: usize| rows.get(index * weights.len()..(index + 1) * weights.len()).unwrap_or_default();
        shares.iter_mut().enumerate().for_each(|(index, share)| *share = self.score(weights, row(index)));
        let best = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for share in &mut *shares {
            *share = if self.temperature > 0.0 {
                exponentials.of(*share - best)
            } else {
                f64::from(u8::from(*share >= best))
            };
        }
        let total: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= total);
    }

    /// Chooses a move by the features themselves. `rows` has one row of features per move, `weights` one weight per
    /// feature. `scores` has space for one number per move.
    pub(super) fn choose(
        &self,
        weights: &[f64],
        rows: &[f64],
        scores: &mut [f64],
        exponentials: &Exponentials,
        rng: &mut RngStream,
        gradient: &mut [f64],
    ) -> usize {
        for (score, row) in scores.iter_mut().zip(rows.chunks_exact(weights.len())) {
            *score = self.score(weights, row);
        }
        let index = self.draw(scores, exponentials, rng);
        if self.temperature > 0.0 && !gradient.is_empty() {
            add_gradient(gradient, rows, scores, index, self.temperature);
        }
        index
    }

    /// Draws a move by the scores. With a temperature, turns them into the moves' shares of a sum.
    #[inline]
    pub(super) fn draw(&self, scores: &mut [f64], exponentials: &Exponentials, rng: &mut RngStream) -> usize {
        let best = scores
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, |best, score| if score > best { score } else { best });
        if self.temperature <= 0.0 {
            let (mut n_best, mut first) = (0, 0);
            for (index, score) in scores.iter().enumerate().rev() {
                let is_best = *score >= best;
                n_best += usize::from(is_best);
                first = if is_best { index } else { first };
            }
            return if n_best == 1 { first } else { one_of(scores, rng, |score| score >= best) };
        }
        let mut all = 0.0;
        for score in scores.iter_mut() {
            *score = exponentials.of(*score - best);
            all += *score;
        }
        in_proportion(scores, all, rng).unwrap_or(scores.len() - 1)
    }
}

/// Adds the gradient of one choice's log-probability with respect to the weights: the features of the chosen
/// move, minus their mean over the menu, weighted by the probabilities of the moves.
fn add_gradient(gradient: &mut [f64], rows: &[f64], scores: &[f64], index: usize, temperature: f64) {
    let n_features = gradient.len();
    let all = scores.iter().sum::<f64>() * temperature;
    let chosen = &rows[index * n_features..];
    for (row, score) in rows.chunks_exact(n_features).zip(scores) {
        let chance = score / all;
        for ((sum, chosen), feature) in gradient.iter_mut().zip(chosen).zip(row) {
            *sum += chance * (chosen - feature);
        }
    }
}
