//! The games of a pair of members. Every deal is played once in each seating, so it favours neither member.
//! The statistical unit is a deal with both its games.

use super::choice::{Figure, method};
use super::confidence_sequence::{asymptotic, beta_binomial};
use super::ratio_sums::Sums;
use super::resample::multinomial;
use super::{Estimate, INFORMATIVE, Interval, Level, Method, bisect, rate::wilson_of, real};
use crate::model::{Outcome, RngStream, SHARE, Seats};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The score of a deal whose two games were both won, in [`SHARE`]ths.
pub const WHOLE: u32 = 2 * SHARE;
/// Deals by the first member's score in both games together, in [`SHARE`]ths: a win, or a share of
/// one, and the seats' even share of a game that nobody won ([`Outcome::utility`]).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deals(BTreeMap<u32, u64>);

/// The games of two members.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadToHead {
    /// Their deals.
    pub deals: Deals,
    /// Wins of the first, in [`SHARE`]ths.
    pub won: u64,
    /// Games that nobody won.
    pub drawn: u64,
    /// Wins of the second, in [`SHARE`]ths.
    pub lost: u64,
}

impl HeadToHead {
    /// Adds a deal: how each of its games ended, and where the first member sat. In the second game it has the seats that
    /// it did not have in the first.
    pub fn add(&mut self, games: [(Outcome, Seats); 2]) {
        let players = games.iter().map(|(_, seats)| seats.len()).sum();
        let mut score = 0;
        for (outcome, seats) in games {
            score += outcome.joint_utility(seats, players);
            if outcome.winners().is_empty() {
                self.drawn += 1;
            } else {
                let won = outcome.joint_share(seats);
                self.won += u64::from(won);
                self.lost += u64::from(SHARE - won);
            }
        }
        self.deals.add(score, 1);
    }

    /// Adds further deals of the same two members.
    pub fn merge(&mut self, other: &Self) {
        let Self { deals, won, drawn, lost } = other;
        deals.0.iter().for_each(|(score, n)| self.deals.add(*score, *n));
        self.won += won;
        self.drawn += drawn;
        self.lost += lost;
    }

    /// The same games from the second member's side.
    #[must_use]
    pub fn seen_by_other(&self) -> Self {
        let deals = self.deals.0.iter().map(|(score, n)| (WHOLE - score, *n)).collect();
        Self { deals: Deals(deals), won: self.lost, drawn: self.drawn, lost: self.won }
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        2 * self.deals.count()
    }
}

impl Deals {
    fn add(&mut self, score: u32, deals: u64) {
        *self.0.entry(score.min(WHOLE)).or_default() += deals;
    }

    /// Number of deals.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// Number of deals with this score.
    #[must_use]
    pub fn with(&self, score: u32) -> u64 {
        self.0.get(&score).copied().unwrap_or(0)
    }

    fn sums(&self) -> Sums {
        let mut sums = Sums::default();
        self.0.iter().for_each(|(score, deals)| sums.add_games(*deals, i64::from(*score), 1));
        sums
    }

    /// The first member's mean score of a game, 0 to 1.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        self.sums().value(WHOLE)
    }

    /// Deals that differ from the most common score.
    #[must_use]
    pub fn informative(&self) -> u64 {
        self.count() - self.0.values().max().copied().unwrap_or(0)
    }

    /// Standard deviation of the score per game over deals; `None` if too few deals differ.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        let is_known = self.informative() >= INFORMATIVE;
        self.sums().deviation(WHOLE).filter(|deviation| is_known && *deviation > 0.0)
    }

    /// The effective number of games: the number of independent wins and losses with the same variance (Korn
    /// & Graubard 1998, *Survey Methodology* 24; Kish's design effect). It exceeds the number of games if
    /// draws are common, or if swapping seats removes variance. If too few deals differ, it is the number of
    /// deals, its minimum.
    #[must_use]
    pub fn effective(&self) -> f64 {
        let n = real(self.count());
        let games = self.score().zip(self.deviation()).map(|(p, s)| n * p * (1.0 - p) / (s * s));
        games.filter(|games| games.is_finite()).unwrap_or(n)
    }

    /// Wins and losses among the games, draws halved.
    #[must_use]
    pub fn wins_and_losses(&self) -> Option<[f64; 2]> {
        let (score, games) = (self.score()?, 2.0 * real(self.count()));
        Some([score * games, (1.0 - score) * games])
    }

    /// The variance of these wins. If too few deals differ, that of deals that are won or lost as a whole, half a deal
    /// won and one lost added.
    #[must_use]
    pub fn variance_of_wins(&self) -> f64 {
        let (n, score) = (real(self.count()), self.score().unwrap_or(0.5));
        let whole = (score * n + 0.5) / (n + 1.0);
        let of_deal = self.deviation().map_or(whole * (1.0 - whole), |deviation| deviation * deviation);
        4.0 * n * of_deal
    }

    /// Wins and losses among the effective games.
    #[must_use]
    pub fn counts(&self) -> Option<[f64; 2]> {
        let (score, games) = (self.score()?, self.effective());
        Some([score * games, (1.0 - score) * games])
    }

    /// The mean score of a game, with its interval. `planned` is the maximum if the number of deals was not fixed
    /// beforehand.
    #[must_use]
    pub fn estimate(&self, fixed: bool, planned: u64, level: Level) -> Estimate {
        let (n, deviation) = (self.count(), self.deviation());
        let Some((score, method)) = self.score().zip(method(Figure::DealScore, deviation.is_none(), fixed))
        else {
            return Estimate::EMPTY;
        };
        let interval = match method {
            Method::WilsonDeals => wilson_of(score, self.effective(), level),
            Method::AsymptoticCs => deviation
                .and_then(|deviation| asymptotic(score, deviation, n, planned, level))
                .map(|interval| interval.clipped(0.0, 1.0)),
            // The mixture for wins and losses bounds any score between 0 and 1, because x ↦ aˣ·b¹⁻ˣ lies below its
            // chord. It needs whole deals, so each end is rounded outwards to a whole number of wins.
            _ => {
                let sum: u64 = self.0.iter().map(|(score, deals)| u64::from(*score) * deals).sum();
                let end = |wins: u64| beta_binomial(wins, n, level);
                let ends = end(sum / u64::from(WHOLE)).zip(end(sum.div_ceil(u64::from(WHOLE))));
                ends.and_then(|(low, high)| Interval::new(low.low, high.high))
            }
        };
        Estimate::new(score, interval, method)
    }

    /// The estimated probability of each score: its share of the deals, after adding half a deal won and half
    /// a deal lost, so that results which did not occur keep a positive probability.
    #[must_use]
    pub fn chances(&self) -> Chances {
        let mut weights: BTreeMap<u32, f64> = self.0.iter().map(|(score, n)| (*score, real(*n))).collect();
        for end in [0, WHOLE] {
            *weights.entry(end).or_default() += 0.5;
        }
        Chances::of(weights.into_iter().collect())
    }
}

/// The probability of each score of a deal.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances(Vec<(u32, f64)>);

impl Chances {
    fn of(mut weights: Vec<(u32, f64)>) -> Self {
        let all: f64 = weights.iter().map(|(_, weight)| weight).sum();
        weights.iter_mut().for_each(|(_, weight)| *weight /= all);
        Self(weights)
    }

    fn mean(&self) -> f64 {
        self.0.iter().map(|(score, chance)| share(*score) * chance).sum()
    }

    /// The distribution with this mean score per game that is closest to this one in relative entropy: each
    /// probability times e^(θ·score) (exponential tilting; Efron 1981, *Canadian Journal of Statistics* 9).
    #[must_use]
    pub fn tilted(&self, mean: f64) -> Self {
        let tilt = |theta: f64| {
            let tilted = |(score, chance): &(u32, f64)| {
                let lean = share(*score) - if theta > 0.0 { 1.0 } else { 0.0 };
                (*score, chance * libm::exp(theta * lean))
            };
            Self::of(self.0.iter().map(tilted).collect())
        };
        // At this tilt nearly all probability is on one extreme score.
        const STEEPEST: f64 = 200.0;
        tilt(bisect(-STEEPEST, STEEPEST, |theta| tilt(theta).mean() < mean))
    }

    /// Draws this many deals at random and counts them by score.
    pub fn draw(&self, deals: u64, chance: &mut RngStream) -> Deals {
        let mut drawn = Deals::default();
        let counts = multinomial(self.0.iter().map(|(_, chance)| *chance), deals, chance);
        for ((score, _), n) in self.0.iter().zip(counts).filter(|(_, n)| *n > 0) {
            drawn.add(*score, n);
        }
        drawn
    }
}

/// A deal's score as the mean share per game.
fn share(score: u32) -> f64 {
    f64::from(score) / f64::from(WHOLE)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{close, level};
    use super::*;
    use crate::model::Seat;

    /// Deals with scores 0, ½, 1, 1½ and 2.
    fn five(counts: [u64; 5]) -> Deals {
        let mut deals = Deals::default();
        (0..).zip(counts).filter(|(_, n)| *n > 0).for_each(|(halves, n)| deals.add(halves * SHARE / 2, n));
        deals
    }

    #[test]
    fn a_deal_is_the_sum_of_its_two_games_and_a_draw_is_half_a_win() {
        let (first, second) = (Seats::only(Seat::FIRST), Seats::only(Seat::SECOND));
        let mut head_to_head = HeadToHead::default();
        let both = first.union(second);
        for (one, other) in [
            (Outcome::Win(first), Outcome::Win(second)),
            (Outcome::Win(first), Outcome::Stalemate),
            (Outcome::Draw, Outcome::AllLose),
            (Outcome::Shared(both), Outcome::Win(first)),
        ] {
            head_to_head.add([(one, first), (other, second)]);
        }
        assert_eq!((head_to_head.won, head_to_head.drawn, head_to_head.lost), (3 * 840 + 420, 3, 420 + 840));
        assert_eq!(head_to_head.deals, five([0, 1, 1, 1, 1]));
        assert_eq!((head_to_head.games(), head_to_head.deals.with(1680)), (8, 1));
        let other = head_to_head.seen_by_other();
        assert_eq!((other.won, other.lost, other.deals.clone()), (1260, 2940, five([1, 1, 1, 1, 0])));
        assert_eq!(other.seen_by_other(), head_to_head);
        let mut twice = head_to_head.clone();
        twice.merge(&head_to_head);
        assert_eq!((twice.games(), twice.drawn, twice.deals.score()), (16, 6, head_to_head.deals.score()));
    }

    #[test]
    fn independent_games_of_a_deal_count_as_one_game_each() {
        // Each game is won independently with probability 0.3: deals 0.49, 0.42, 0.09. By hand: p = 0.3, a
        // deal's variance is 0.3·0.7/2, so the effective number is 2·n (less the 1 of n − 1).
        let independent = five([49_000, 0, 42_000, 0, 9_000]);
        close(independent.score().unwrap(), 0.3, 1e-12);
        close(independent.effective(), 2.0 * 99_999.0, 1e-9);
        close(independent.deviation().unwrap(), (0.105_f64 * 1e5 / 99_999.0).sqrt(), 1e-9);
        // statsmodels' proportion_confint(60000, 200000, method="wilson"), by its formula in Python.
        let interval = independent.estimate(true, 1, level()).interval.unwrap();
        close(interval.low, 0.297_995_5, 1e-6);
        close(interval.high, 0.302_012_2, 1e-6);
        // The better seat always wins, except in one deal of ten: ten times as many effective games.
        let paired = five([500, 0, 9_000, 0, 500]);
        close(paired.effective(), 0.25 * 10_000.0 / (0.025 * 10_000.0 / 9_999.0), 1e-9);
        close(paired.variance_of_wins(), 1e4 * 0.1 * 1e4 / 9_999.0, 1e-9); // a deal: 0, 1 or 2 wins
        // Whoever plays better wins both.
        let twins = five([5_000, 0, 0, 0, 5_000]);
        close(twins.effective(), 9_999.0, 1e-9);
    }

    #[test]
    fn deals_that_hardly_vary_count_as_one_game_each() {
        for deals in [
            five([0, 0, 0, 0, 400]),
            five([0, 0, 400, 0, 0]),
            five([0, 0, 371, 29, 0]),
            five([0, 3, 0, 4, 0]),
        ] {
            close(deals.effective(), real(deals.count()), 1e-15);
            let (fixed, sequential) =
                (deals.estimate(true, 400, level()), deals.estimate(false, 400, level()));
            assert_eq!(
                (fixed.method, sequential.method),
                (Some(Method::WilsonDeals), Some(Method::BetaBinomialCs))
            );
            let (fixed, sequential) = (fixed.interval.unwrap(), sequential.interval.unwrap());
            assert!(sequential.low <= fixed.low && fixed.high <= sequential.high && fixed.low < fixed.high);
        }
        // Wilson of 400 of 400: 1/(1 + z²/400) = 0.990488.
        let all = five([0, 0, 0, 0, 400]).estimate(true, 400, level());
        close(all.interval.unwrap().low, 0.990_487_7, 1e-6);
        assert_eq!(all.interval.unwrap().high, 1.0);
        assert_eq!(Deals::default().estimate(true, 1, level()), Estimate::EMPTY);
        assert_eq!((Deals::default().effective(), Deals::default().counts()), (0.0, None));
        assert_eq!(
            five([10, 0, 80, 0, 10]).estimate(false, 100, level()).method,
            Some(Method::BetaBinomialCs)
        );
        assert_eq!(five([20, 0, 80, 0, 10]).estimate(false, 100, level()).method, Some(Method::AsymptoticCs));
    }
}
