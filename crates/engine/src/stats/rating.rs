//! Strengths of the members of a field, and how well strengths explain the scores.
//!
//! Bradley & Terry 1952, *Rank Analysis of Incomplete Block Designs*, Biometrika 39, give each member a strength β such
//! that i beats j with probability 1/(1 + e^(βⱼ−βᵢ)). Half a win is added to both sides of every pair, so that a member
//! who won everything has a finite strength. Every game counts once, so that more games do not change what is estimated;
//! errors are those of Huber 1967 and White 1982 (*Maximum likelihood estimation of misspecified models*, Econometrica
//! 50), which hold even if strengths do not explain the scores. The cyclic share measures what strengths cannot explain: cycles as in rock,
//! paper, scissors.

use libm::{exp, log, log1p};
use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::linear::invert;
use super::{Estimate, Interval, Method};

/// Elo points per unit of β: 400 points are odds of ten to one.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Wins and losses of every pair of members.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    members: usize,
    /// Wins of the row over the column; a draw counts as half a win for each.
    wins: Vec<f64>,
}

impl Field {
    /// A field of this many members, without games.
    #[must_use]
    pub fn new(members: usize) -> Self {
        Self { members, wins: vec![0.0; members * members] }
    }

    /// Number of members.
    #[must_use]
    pub fn members(&self) -> usize {
        self.members
    }

    /// Counts wins and losses of two members, as the first of them saw them.
    pub fn add(&mut self, one: usize, other: usize, [wins, losses]: [f64; 2]) {
        if one != other && one.max(other) < self.members {
            self.wins[one * self.members + other] += wins;
            self.wins[other * self.members + one] += losses;
        }
    }

    /// Wins of `one` over `other`, plus half a win.
    fn wins(&self, one: usize, other: usize) -> f64 {
        self.wins[one * self.members + other] + 0.5
    }

    /// Games between the two, plus one.
    fn games(&self, one: usize, other: usize) -> f64 {
        self.wins(one, other) + self.wins(other, one)
    }

    /// Whether the two have played each other.
    fn met(&self, one: usize, other: usize) -> bool {
        self.games(one, other) > 1.0
    }

    /// The matrix of the row's scores against the column, with half a win added to both: (W + ½)/(n + 1).
    #[must_use]
    pub fn scores(&self) -> Vec<Vec<f64>> {
        self.matrix(
            |one, other| if one == other { 0.5 } else { self.wins(one, other) / self.games(one, other) },
        )
    }

    fn matrix(&self, entry: impl Fn(usize, usize) -> f64) -> Vec<Vec<f64>> {
        (0..self.members).map(|one| (0..self.members).map(|other| entry(one, other)).collect()).collect()
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let members = self.members;
        (0..members).flat_map(move |one| (one + 1..members).map(move |other| (one, other)))
    }

    /// The matrix of ln(wins/losses), row against column; exactly antisymmetric.
    #[must_use]
    pub fn logits(&self) -> Vec<Vec<f64>> {
        self.matrix(|one, other| log(self.wins(one, other)) - log(self.wins(other, one)))
    }

    /// The share of the field's differences that strengths cannot explain: `‖A − (fᵢ − fⱼ)‖/‖A‖` for the
    /// logits A and their row means f (the cyclic part of Balduzzi et al. 2018, *Re-evaluating Evaluation*,
    /// arXiv 1806.02643). `None` if all pairs are exactly even. Chance alone makes it positive.
    #[must_use]
    pub fn cyclic_share(&self) -> Option<f64> {
        let logits = self.logits();
        let mean: Vec<f64> = logits.iter().map(|row| row.iter().sum::<f64>() / self.members as f64).collect();
        let (mut cyclic, mut all) = (0.0, 0.0);
        for (one, other) in self.pairs() {
            let logit = logits[one][other];
            cyclic += (logit - (mean[one] - mean[other])).powi(2);
            all += logit * logit;
        }
        finite((cyclic / all).sqrt())
    }

    /// Strengths by maximum likelihood (Newton's method), if games are independent; `None` for fewer than two members.
    #[must_use]
    pub fn bradley_terry(&self) -> Option<Strengths> {
        self.strengths(|one, other, p| self.games(one, other) * p * (1.0 - p))
    }

    /// The same strengths, with errors that follow from the variances of the wins of each pair, however they come about.
    #[must_use]
    pub fn bradley_terry_robust(&self, variance: impl Fn(usize, usize) -> f64) -> Option<Strengths> {
        self.strengths(|one, other, _| variance(one, other))
    }

    /// Strengths whose errors follow from the variances of the wins of each pair, given its members and the chance that
    /// the first wins.
    fn strengths(&self, variance: impl Fn(usize, usize, f64) -> f64) -> Option<Strengths> {
        if self.members < 2 {
            return None;
        }
        let mut beta = vec![0.0; self.members];
        let mut likelihood = self.log_likelihood(&beta);
        // Near the solution Newton's method doubles the number of correct digits in each round. A step that
        // overshoots is halved; the likelihood has only one maximum.
        for _ in 0..100 {
            let step = self.newton_step(&beta)?;
            let mut part = 1.0;
            let (next, found) = loop {
                let next: Vec<f64> = beta.iter().zip(&step).map(|(beta, step)| beta + part * step).collect();
                let found = self.log_likelihood(&next);
                if found >= likelihood || part < 1e-9 {
                    break (next, found);
                }
                part /= 2.0;
            };
            let moved = step.iter().fold(0.0_f64, |most, step| most.max((part * step).abs()));
            if found < likelihood {
                break;
            }
            (beta, likelihood) = (next, found);
            if moved < 1e-12 {
                break;
            }
        }
        let inverse = invert(self.information(&beta))?;
        // The sandwich H⁻¹·J·H⁻¹, J the variance of the gradient.
        let mut covariance = vec![vec![0.0; self.members]; self.members];
        for (one, other) in self.pairs() {
            let variance = variance(one, other, chance(beta[one] - beta[other]));
            let lean = |member: usize| inverse[member][one] - inverse[member][other];
            for (row, entries) in covariance.iter_mut().enumerate() {
                let part = variance * lean(row);
                entries.iter_mut().enumerate().for_each(|(column, entry)| *entry += part * lean(column));
            }
        }
        Some(Strengths { fit: self.fit(&beta), beta, covariance })
    }

    fn log_likelihood(&self, beta: &[f64]) -> f64 {
        let ln_p = |one: usize, other: usize| -log1p(exp(beta[other] - beta[one]));
        self.pairs()
            .map(|(one, other)| {
                self.wins(one, other) * ln_p(one, other) + self.wins(other, one) * ln_p(other, one)
            })
            .sum()
    }

    /// The gradient times the inverse of the information matrix.
    fn newton_step(&self, beta: &[f64]) -> Option<Vec<f64>> {
        let mut gradient = vec![0.0; self.members];
        for (one, other) in self.pairs() {
            let surplus = self.wins(one, other) - self.games(one, other) * chance(beta[one] - beta[other]);
            gradient[one] += surplus;
            gradient[other] -= surplus;
        }
        let inverse = invert(self.information(beta))?;
        Some(inverse.iter().map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum()).collect())
    }

    /// Fisher information of the strengths, with 1 added to every entry. This fixes the sum of the strengths
    /// at 0 and adds 1/members² to every entry of the inverse.
    fn information(&self, beta: &[f64]) -> Vec<Vec<f64>> {
        let mut information = vec![vec![1.0; self.members]; self.members];
        for (one, other) in self.pairs() {
            let p = chance(beta[one] - beta[other]);
            let weight = self.games(one, other) * p * (1.0 - p);
            information[one][one] += weight;
            information[other][other] += weight;
            information[one][other] -= weight;
            information[other][one] -= weight;
        }
        information
    }

    /// p-value of the likelihood-ratio test of the strengths against a model with a separate probability for
    /// every pair that played. `None` if that model has no more parameters.
    fn fit(&self, beta: &[f64]) -> Option<f64> {
        let met: Vec<_> = self.pairs().filter(|&(one, other)| self.met(one, other)).collect();
        let freedom = met.len().checked_sub(self.members - 1).filter(|&freedom| freedom > 0)?;
        let surprise = |one: usize, other: usize| {
            let expected = self.games(one, other) * chance(beta[one] - beta[other]);
            self.wins(one, other) * log(self.wins(one, other) / expected)
        };
        let deviance: f64 =
            met.iter().map(|&(one, other)| 2.0 * (surprise(one, other) + surprise(other, one))).sum();
        finite(ChiSquared::new(freedom as f64).ok()?.sf(deviance.max(0.0)))
    }
}

/// The strength of each member of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct Strengths {
    /// β, with sum 0.
    beta: Vec<f64>,
    /// Its covariance.
    covariance: Vec<Vec<f64>>,
    /// p-value of the likelihood-ratio test of fit: small if strengths alone do not explain the results.
    /// `None` if there are no more pairs than free strengths.
    pub fit: Option<f64>,
}

impl Strengths {
    /// The member's Elo rating, the field's average being 0, and this many standard errors to either
    /// side.
    #[must_use]
    pub fn elo(&self, member: usize, errors: f64, method: Option<Method>) -> Estimate {
        let Some(beta) = self.beta.get(member) else { return Estimate::EMPTY };
        points(*beta, self.covariance[member][member], errors, method)
    }

    /// The difference of two Elo ratings, `one` minus `other`.
    #[must_use]
    pub fn lead(&self, one: usize, other: usize, errors: f64, method: Option<Method>) -> Estimate {
        let (Some(first), Some(second)) = (self.beta.get(one), self.beta.get(other)) else {
            return Estimate::EMPTY;
        };
        let covariance = |row: usize, column: usize| self.covariance[row][column];
        let variance = covariance(one, one) + covariance(other, other) - 2.0 * covariance(one, other);
        points(first - second, variance, errors, method)
    }

    /// The probability that `one` beats `other`.
    #[must_use]
    pub fn chance(&self, one: usize, other: usize) -> Option<f64> {
        Some(chance(self.beta.get(one)? - self.beta.get(other)?))
    }
}

/// A difference of strengths in Elo points, with its interval.
fn points(beta: f64, variance: f64, errors: f64, method: Option<Method>) -> Estimate {
    let (value, half) = (beta * ELO, errors * variance.max(0.0).sqrt() * ELO);
    let Some(method) = method else { return Estimate::EMPTY };
    Estimate::new(value, Interval::new(value - half, value + half), method)
}

/// The logistic function.
fn chance(difference: f64) -> f64 {
    1.0 / (1.0 + exp(-difference))
}

/// The number, if it is finite.
fn finite(x: f64) -> Option<f64> {
    x.is_finite().then_some(x + 0.0)
}

#[cfg(test)]
mod tests {
    use super::super::{real, testing::close};
    use super::*;

    fn elo(strengths: &Strengths, member: usize) -> f64 {
        strengths.elo(member, 1.0, Some(Method::Sandwich)).value.unwrap()
    }

    fn field(members: usize, games: &[(usize, usize, u64, u64, u64)]) -> Field {
        let mut field = Field::new(members);
        for &(one, other, wins, draws, losses) in games {
            let half = real(draws) / 2.0;
            field.add(one, other, [real(wins) + half, real(losses) + half]);
        }
        field
    }

    /// Four bots, of which the last beats the second against the order of strength.
    fn four() -> Field {
        field(
            4,
            &[
                (0, 1, 60, 4, 36),
                (0, 2, 75, 0, 25),
                (0, 3, 90, 2, 8),
                (1, 2, 58, 0, 42),
                (1, 3, 30, 10, 60),
                (2, 3, 66, 0, 34),
            ],
        )
    }

    #[test]
    fn strengths_agree_with_statsmodels() {
        // statsmodels GLM, binomial, of (wins + draws/2 + ½, losses + draws/2 + ½) on the difference of two
        // strengths with sum 0: params, bse, deviance
        let strengths = four().bradley_terry().unwrap();
        let facts = [
            (0.856_822_153_857_482_1, 0.100_688_803_800_740_84),
            (-0.210_556_238_338_311_1, 0.090_256_258_938_214_19),
            (-0.189_429_555_093_051_23, 0.090_156_332_809_722_84),
            (-0.456_836_360_426_119_75, 0.092_323_043_441_112_14),
        ];
        for (member, (beta, error)) in facts.into_iter().enumerate() {
            let found = strengths.elo(member, 2.0, Some(Method::Sandwich));
            close(found.value.unwrap(), beta * ELO, 1e-7);
            close(found.interval.unwrap().half_width(), 2.0 * error * ELO, 1e-7);
        }
        close(strengths.fit.unwrap(), 3.729_903_675_969_909e-9, 1e-6); // chi2.sf(42.1493, 3)
    }

    #[test]
    fn four_hundred_points_of_elo_are_odds_of_ten_to_one() {
        let strengths = field(2, &[(0, 1, 1_000_000, 0, 100_000)]).bradley_terry().unwrap();
        close(elo(&strengths, 0) - elo(&strengths, 1), 400.0, 1e-4);
        let lead = strengths.lead(0, 1, 1.0, Some(Method::Sandwich));
        close(lead.value.unwrap(), 400.0, 1e-4);
        // By hand: the logit of a share has the variance 1/wins + 1/losses.
        close(lead.interval.unwrap().half_width(), ELO * (1.1e-5_f64).sqrt(), 1e-4);
        close(strengths.chance(0, 1).unwrap(), 10.0 / 11.0, 1e-5);
        assert_eq!(strengths.fit, None);
    }

    #[test]
    fn the_cyclic_share_is_one_for_rock_paper_scissors_and_none_for_an_order() {
        let cycle = field(3, &[(0, 1, 90, 0, 10), (1, 2, 90, 0, 10), (2, 0, 90, 0, 10)]);
        close(cycle.cyclic_share().unwrap(), 1.0, 1e-12);
        // Odds of 3, 3 and 9, including the added half wins: ln 3 + ln 3 = ln 9.
        let order = field(3, &[(0, 1, 43, 0, 14), (1, 2, 43, 0, 14), (0, 2, 40, 0, 4)]);
        assert!(order.cyclic_share().unwrap() < 1e-12);
        close(four().cyclic_share().unwrap(), 0.537_235_215_283_331_3, 1e-12); // numpy
    }

    #[test]
    fn a_field_of_one_has_no_strengths() {
        assert_eq!(Field::new(1).bradley_terry(), None);
        assert_eq!(Field::new(0).cyclic_share(), None);
        let strangers = Field::new(3).bradley_terry().unwrap();
        assert_eq!((elo(&strangers, 0), strangers.fit), (0.0, None));
        assert_eq!(strangers.elo(7, 1.0, Some(Method::Sandwich)), Estimate::EMPTY);
        assert_eq!(strangers.lead(7, 0, 1.0, Some(Method::Sandwich)), Estimate::EMPTY);
    }
}
