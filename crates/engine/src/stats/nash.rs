//! Equilibria of a field of members: Nash averaging (a mix that no member beats on average) and α-rank (the
//! long-run shares of members in a population that copies winners).

use super::linear::solve;
use libm::{exp, log};

/// The maximum-entropy Nash equilibrium of the game in which both sides pick a member and the row gets
/// `payoffs[row][column]`, an antisymmetric matrix (Balduzzi, Tuyls, Pérolat & Graepel 2018, *Re-evaluating
/// Evaluation*, arXiv 1806.02643). No member beats this mix on average. Shares are accurate to about 10⁻⁸.
/// `None` for an empty field, or if a payoff is not finite.
///
/// The mix p, the members' shortfalls against it z = c − Ap + τ·ln p ≥ 0, and c follow the path p·z = μ = τ²
/// → 0 by Newton's method, as in primal–dual interior-point methods (Wright 1997, *Primal-Dual Interior-Point
/// Methods*). In the limit z and p cannot both be positive. The entropy term vanishes more slowly than μ and
/// therefore selects among equilibria.
#[must_use]
pub fn nash(payoffs: &[Vec<f64>]) -> Option<Vec<f64>> {
    const END: f64 = 1e-16;
    /// About 50 rounds suffice; hard fields took 140.
    const MOST_ROUNDS: usize = 500;
    let n = payoffs.len();
    let scale = payoffs.iter().flatten().fold(0.0_f64, |most, payoff| most.max(payoff.abs()));
    if n == 0 || payoffs.iter().any(|row| row.len() != n || row.iter().any(|payoff| !payoff.is_finite())) {
        return None;
    }
    let even = 1.0 / n as f64;
    if scale <= 0.0 {
        return Some(vec![even; n]);
    }
    let (mut p, mut z, mut c, mut mu) = (vec![even; n], vec![1.0; n], 1.0, 1.0_f64);
    for _ in 0..MOST_ROUNDS {
        let tau = mu.sqrt();
        let gap = |p: &[f64], z: &[f64], c: f64, row: usize| {
            c - z[row] + tau * log(p[row]) - against(&payoffs[row], p) / scale
        };
        // Newton's equations for p and c; z follows from p.
        let mut equations = vec![vec![0.0; n + 2]; n + 1];
        for (row, equation) in equations.iter_mut().enumerate().take(n) {
            for column in 0..n {
                equation[column] = -payoffs[row][column] / scale;
            }
            equation[row] += (tau + z[row]) / p[row];
            equation[n] = 1.0;
            equation[n + 1] = -gap(&p, &z, c, row) - (z[row] - mu / p[row]);
        }
        equations[n][..n].fill(1.0);
        equations[n][n + 1] = 1.0 - p.iter().sum::<f64>();
        let step = solve(equations)?;
        let step_z: Vec<f64> = (0..n).map(|row| mu / p[row] - z[row] - z[row] / p[row] * step[row]).collect();
        // Every component must stay positive.
        let room = |at: &[f64], step: &[f64]| {
            let falls = at.iter().zip(step).filter(|(_, step)| **step < 0.0);
            falls.fold(1.0_f64, |room, (at, step)| room.min(-0.9 * at / step))
        };
        let part = room(&p, &step[..n]).min(room(&z, &step_z));
        p.iter_mut().zip(&step).for_each(|(p, step)| *p += part * step);
        z.iter_mut().zip(&step_z).for_each(|(z, step)| *z += part * step);
        c += part * step[n];
        let moved = step[..n].iter().fold(0.0_f64, |most, step| most.max(step.abs()));
        if mu <= END && part > 0.8 && moved < 1e-10 {
            break;
        }
        let is_near = (0..n).all(|row| {
            gap(&p, &z, c, row).abs() < 0.5 * tau.max(mu) && (p[row] * z[row] - mu).abs() < 0.5 * mu
        });
        if is_near && (p.iter().sum::<f64>() - 1.0).abs() < 0.5 {
            mu = (mu / 5.0).max(END);
        }
    }
    let all: f64 = p.iter().sum();
    let mix: Vec<f64> = p.iter().map(|share| share / all).collect();
    mix.iter().all(|share| share.is_finite()).then_some(mix)
}

/// The average payoff of a row against a mix.
fn against(row: &[f64], mix: &[f64]) -> f64 {
    row.iter().zip(mix).map(|(payoff, share)| payoff * share).sum()
}

/// The ranking intensity α and the population size of α-rank's reference implementation.
const INTENSITY: f64 = 100.0;
const POPULATION: f64 = 50.0;
/// Smaller takeover probabilities are raised to this one. They affect no printed digit.
const RAREST: f64 = 1e-12;

/// The long-run shares of a population in which all individuals play one member until a mutant that plays another member
/// takes over, with a probability given by their scores: α-rank for one population
/// (Omidshafiei et al. 2019, *α-Rank: Multi-Agent Evaluation by Evolution*, Scientific Reports 9, with
/// α = 100 and 50 individuals). `scores[row][column]` is the row's share of the win.
#[must_use]
pub fn alpha_rank(scores: &[Vec<f64>]) -> Vec<f64> {
    let n = scores.len();
    let rate = |old: usize, new: usize| match old == new {
        true => 0.0,
        false => fixation(INTENSITY * (scores[new][old] - scores[old][new])) / (n as f64 - 1.0),
    };
    let mut rates: Vec<Vec<f64>> = (0..n).map(|old| (0..n).map(|new| rate(old, new)).collect()).collect();
    // The stationary distribution, computed without subtractions and therefore accurate even for very rare
    // transitions (Grassmann, Taksar & Heyman 1985, Operations Research 33).
    for last in (1..n).rev() {
        let leaves: f64 = rates[last][..last].iter().sum();
        for old in 0..last {
            rates[old][last] /= leaves;
            for new in (0..last).filter(|new| *new != old) {
                rates[old][new] += rates[old][last] * rates[last][new];
            }
        }
    }
    let mut shares: Vec<f64> = Vec::with_capacity(n);
    for new in 0..n {
        let arrives = shares.iter().zip(&rates).map(|(share, rates)| share * rates[new]).sum();
        shares.push(if new == 0 { 1.0 } else { arrives });
    }
    let all: f64 = shares.iter().sum();
    shares.iter().map(|share| share / all).collect()
}

/// The probability that one newcomer takes over a population of m members: (1 − e⁻ᵘ)/(1 − e⁻ᵐᵘ), where u is
/// the newcomer's advantage in fitness times α.
fn fixation(u: f64) -> f64 {
    let size = u.abs();
    let up =
        if size < 1e-9 { 1.0 / POPULATION } else { libm::expm1(-size) / libm::expm1(-POPULATION * size) };
    let chance = if u < 0.0 { up * exp((POPULATION - 1.0) * u) } else { up };
    chance.max(RAREST)
}

#[cfg(test)]
mod tests {
    use super::super::testing::close;
    use super::*;
    use proptest::prelude::*;

    fn near(found: &[f64], expected: &[f64], tolerance: f64) {
        assert_eq!(found.len(), expected.len());
        for (found_share, share) in found.iter().zip(expected) {
            assert!((found_share - share).abs() < tolerance, "found {found:?}, expected {expected:?}");
        }
    }

    /// The antisymmetric matrix with these numbers above its diagonal, row by row.
    fn antisymmetric(n: usize, above: &[f64]) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![0.0; n]; n];
        let pairs = (0..n).flat_map(|one| (one + 1..n).map(move |other| (one, other)));
        for ((one, other), payoff) in pairs.zip(above) {
            matrix[one][other] = *payoff;
            matrix[other][one] = -*payoff;
        }
        matrix
    }

    #[test]
    fn the_mix_is_the_equilibrium_with_the_highest_entropy() {
        let third = 1.0 / 3.0;
        for (n, above, mix) in [
            (3, &[1.0, -1.0, 1.0][..], &[third; 3][..]),
            // Payoffs 1, 3 and 2: each member's share is proportional to the payoff between the other two.
            (3, &[1.0, -3.0, 2.0], &[2.0 / 6.0, 3.0 / 6.0, 1.0 / 6.0]),
            (3, &[0.1, 0.3, 0.2], &[1.0, 0.0, 0.0]),
            // The first member barely beats the second, which both beat the third by far.
            (3, &[1e-5, 5.0, 5.0], &[1.0, 0.0, 0.0]),
            (1, &[], &[1.0]),
            (4, &[0.0; 6], &[0.25; 4]),
            // Twins that beat the other two: any mix of the twins is an equilibrium.
            (4, &[0.0, 1.0, 1.0, 1.0, 1.0, 1.0], &[0.5, 0.5, 0.0, 0.0]),
            // Rock twice, paper, scissors: the twins share a third. scipy.optimize.minimize(entropy, SLSQP)
            // over {Ap ≤ 0, Σp = 1} gives (0.166667, 0.166667, 0.333333, 0.333333).
            (4, &[0.0, 1.0, -1.0, 1.0, -1.0, 1.0], &[third / 2.0, third / 2.0, third, third]),
        ] {
            near(&nash(&antisymmetric(n, above)).unwrap(), mix, 2e-8);
        }
        for none in [&[][..], &[vec![0.0, f64::NAN], vec![f64::NAN, 0.0]], &[vec![0.0], vec![0.0]]] {
            assert_eq!(nash(none), None);
        }
        assert!(alpha_rank(&[]).is_empty());
        near(&alpha_rank(&[vec![0.5]]), &[1.0], 1e-15);
    }

    #[test]
    fn alpha_rank_agrees_with_its_formulas_in_numpy() {
        // numpy: C[s, r] = rho(100·(M[r, s] − M[s, r]))/(n − 1), rho(u) = (1 − e^−u)/(1 − e^−50u);
        // the left eigenvector of C with eigenvalue 1.
        let scores = |n: usize, above: &[f64]| {
            let half: Vec<f64> = above.iter().map(|score| score - 0.5).collect();
            let shifted = |row: &Vec<f64>| row.iter().map(|payoff| 0.5 + payoff).collect::<Vec<f64>>();
            antisymmetric(n, &half).iter().map(shifted).collect::<Vec<_>>()
        };
        near(&alpha_rank(&scores(3, &[0.9, 0.1, 0.9])), &[1.0 / 3.0; 3], 1e-12);
        near(&alpha_rank(&scores(3, &[0.9, 0.9, 0.9])), &[1.0, 0.0, 0.0], 1e-9);
        near(&alpha_rank(&scores(3, &[0.501, 0.497, 0.505])), &ALPHA_NEAR, 1e-9);
        near(&alpha_rank(&scores(4, &[0.5, 0.5002, 0.4999, 0.5001, 0.4997, 0.5])), &ALPHA_EVEN, 1e-9);
    }
    const ALPHA_NEAR: [f64; 3] = [0.237_938_723_697_184, 0.592_227_876_715_632, 0.169_833_399_587_185];
    const ALPHA_EVEN: [f64; 4] =
        [0.247_935_718_160_928, 0.115_982_264_868_583, 0.134_297_853_799_32, 0.501_784_163_171_168];

    #[test]
    fn an_equal_challenger_takes_over_once_in_fifty() {
        close(fixation(0.0), 0.02, 1e-12);
        close(fixation(1e-8), fixation(-1e-8), 1e-6);
        close(fixation(0.01), 0.025_288_288_646_746_617, 1e-12); // (1 − e^−0.01)/(1 − e^−0.5)
        close(fixation(-0.01), 0.015_492_273_088_751, 1e-12);
        assert!(fixation(-1e9) > 0.0 && fixation(1e9) <= 1.0);
    }

    proptest! {
        #[test]
        fn no_member_gains_against_the_mix(n in 1_usize..12, above in prop::collection::vec(prop_oneof![-9.0_f64..9.0, Just(0.0), Just(1.0), Just(-1.0)], 66)) {
            let payoffs = antisymmetric(n, &above);
            let mix = nash(&payoffs).expect("a mix");
            prop_assert!((mix.iter().sum::<f64>() - 1.0).abs() < 1e-9 && mix.iter().all(|share| *share >= 0.0));
            let most = payoffs.iter().flatten().fold(0.0_f64, |most, payoff| most.max(payoff.abs()));
            for row in &payoffs {
                prop_assert!(against(row, &mix) <= 1e-7 * most, "{} of {most}: {mix:?}", against(row, &mix));
            }
            let scores: Vec<Vec<f64>> =
                payoffs.iter().map(|row| row.iter().map(|payoff| 0.5 + payoff / 18.0).collect()).collect();
            let ranked = alpha_rank(&scores);
            prop_assert!((ranked.iter().sum::<f64>() - 1.0).abs() < 1e-9 && ranked.iter().all(|share| *share >= 0.0));
        }
    }
}
