//! `weights`: a linear opinion. Each move's score is the sum of its features times the weights,
//! plus the guarded bonuses whose guard holds; the highest score is played, ties at random, or,
//! with a temperature, moves are drawn in proportion to e^(score / temperature).

use super::one_of;
use crate::model::{Appraise, BotState, Menu, Pick};

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
    fn score(&self, row: &[f64]) -> f64 {
        let sum = self.weights.iter().fold(0.0, |sum, &(feature, weight)| sum + weight * row[feature]);
        let holds = |rule: &&Rule| row[rule.feature] > rule.above && row[rule.feature] < rule.below;
        self.rules.iter().filter(holds).fold(sum, |sum, rule| sum + rule.add)
    }

    /// Picks from the menu: a pure function of what a seat sees, what it may do, and its own mind.
    pub fn choose<G: Appraise>(
        &self,
        game: &G,
        view: &G::View<'_>,
        menu: Menu<'_, G::Move>,
        bot_state: &mut BotState,
    ) -> Pick {
        let (n_moves, n_features) = (menu.moves().len(), G::FEATURES.len());
        bot_state.scratch.clear();
        bot_state.scratch.resize(n_moves * (n_features + 1), 0.0);
        let (rows, scores) = bot_state.scratch.split_at_mut(n_moves * n_features);
        game.appraise(view, menu.moves(), rows);
        for (score, row) in scores.iter_mut().zip(rows.chunks_exact(n_features)) {
            *score = self.score(row);
        }
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if self.temperature <= 0.0 {
            return menu.pick(one_of(scores, &mut bot_state.chance, |score| score >= best));
        }
        for score in scores.iter_mut() {
            *score = libm::exp((*score - best) / self.temperature);
        }
        let all = scores.iter().sum::<f64>();
        let mut left = bot_state.chance.unit() * all;
        let place = scores.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        let place = place.unwrap_or(n_moves - 1);
        if !bot_state.gradient.is_empty() {
            note(&mut bot_state.gradient, rows, scores, place, all * self.temperature);
        }
        menu.pick(place)
    }
}

/// Adds what each weight had to do with one choice: the features of the move that was chosen, less their
/// mean over the menu by the chances of its moves.
fn note(gradient: &mut [f64], rows: &[f64], scores: &[f64], place: usize, all: f64) {
    let n_features = gradient.len();
    let chosen = &rows[place * n_features..];
    for (row, score) in rows.chunks_exact(n_features).zip(scores) {
        let chance = score / all;
        for ((sum, chosen), feature) in gradient.iter_mut().zip(chosen).zip(row) {
            *sum += chance * (chosen - feature);
        }
    }
}
