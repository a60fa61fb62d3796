//! What decides who wins: the deal, who plays, or both together?
//!
//! The same deals are played by every pair of some bots, one in the first seat and one in all others. A three-way analysis of
//! variance with random effects and one result in each cell (Searle, Casella & McCulloch 1992, *Variance Components*, ch. 4;
//! the estimates equate mean squares with their expectations) divides the variance of the first seat's results among
//!
//! - the deal,
//! - who plays: the first bot, the second one, and this pair of them,
//! - deal × player: how much better the deal suits one bot than another,
//! - the rest: what is left in a cell.
//!
//! An estimate can be negative. Intervals are jackknives over deals, so they hold for these bots.

use super::choice::{Figure, method};
use super::deal_share::jackknife;
use super::{Estimate, INFORMATIVE, Interval, Level, real};

/// The number of parts of the variance: deal, who plays, deal × player, rest.
pub const PARTS: usize = 4;

/// The results of the first seat.
#[derive(Clone, Debug)]
pub struct Crossed<'a> {
    /// Number of bots.
    n_bots: usize,
    n_deals: usize,
    /// The score of each deal, from 0 to 1, in each cell: all with the first bot in the first seat come first.
    cells: &'a [Vec<f64>],
}

/// What the analysis needs of some deals.
#[derive(Clone, Default)]
struct Totals {
    /// Totals by the bot in the first seat, by the other one, and of each cell.
    first: Vec<f64>,
    second: Vec<f64>,
    cell: Vec<f64>,
    /// Sums over deals: of the squares of a deal's total, of its totals by first and by second bot, and of its results.
    deal: f64,
    deal_first: f64,
    deal_second: f64,
    each: f64,
}

fn square(number: f64) -> f64 {
    number * number
}

impl<'a> Crossed<'a> {
    /// The scores of each deal in each cell; `None` if there are fewer than two bots or deals, or cells differ in length.
    #[must_use]
    pub fn new(n_bots: usize, cells: &'a [Vec<f64>]) -> Option<Self> {
        let n_deals = cells.first()?.len();
        let is_whole = cells.len() == n_bots * n_bots && cells.iter().all(|cell| cell.len() == n_deals);
        (is_whole && n_bots > 1 && n_deals > 1).then_some(Self { n_bots, n_deals, cells })
    }

    /// The totals of one deal.
    fn of_deal(&self, deal: usize) -> Totals {
        let k = self.n_bots;
        let cell: Vec<f64> = self.cells.iter().map(|cell| cell[deal]).collect();
        let first: Vec<f64> = cell.chunks(k).map(|row| row.iter().sum()).collect();
        let second: Vec<f64> = (0..k).map(|bot| cell.iter().skip(bot).step_by(k).sum()).collect();
        let squares = |sums: &[f64]| sums.iter().copied().map(square).sum();
        Totals {
            deal: square(first.iter().sum()),
            deal_first: squares(&first),
            deal_second: squares(&second),
            each: squares(&cell),
            first,
            second,
            cell,
        }
    }

    /// The shares of the parts in the variance; `None` if nothing varies.
    fn shares(&self, totals: &Totals, n_deals: usize) -> Option<[f64; PARTS]> {
        let (n, k) = (real(n_deals as u64), real(self.n_bots as u64));
        let squares = |sums: &[f64], of: f64| sums.iter().copied().map(square).sum::<f64>() / of;
        let all = square(totals.first.iter().sum()) / (n * k * k);
        let deal = totals.deal / (k * k) - all;
        let first = squares(&totals.first, n * k) - all;
        let second = squares(&totals.second, n * k) - all;
        let pair = squares(&totals.cell, n) - all - first - second;
        let deal_first = totals.deal_first / k - all - deal - first;
        let deal_second = totals.deal_second / k - all - deal - second;
        let rest = totals.each - all - deal - first - second - pair - deal_first - deal_second;
        // Mean squares.
        let (of_deals, of_bots) = (n - 1.0, k - 1.0);
        let [deal, first, second] = [deal / of_deals, first / of_bots, second / of_bots];
        let pair = pair / square(of_bots);
        let [deal_first, deal_second] = [deal_first, deal_second].map(|sum| sum / (of_deals * of_bots));
        let rest = rest / (of_deals * square(of_bots));
        // Their expectations, solved for the parts.
        let suits = (deal_first - rest) / k + (deal_second - rest) / k;
        let of_deal = (deal - deal_first - deal_second + rest) / square(k);
        let one = |first: f64, suits: f64| (first - pair - suits + rest) / (n * k);
        let plays = one(first, deal_first) + one(second, deal_second) + (pair - rest) / n;
        let variance = of_deal + plays + suits + rest;
        (variance > 0.0).then(|| [of_deal, plays, suits, rest].map(|part| part / variance))
    }

    /// The share of each part in the variance: deal, who plays, deal × player, rest. Empty if nothing varies; without intervals
    /// if fewer than 30 deals vary.
    #[must_use]
    pub fn parts(&self, level: Level) -> [Estimate; PARTS] {
        let mut total = Totals {
            first: vec![0.0; self.n_bots],
            second: vec![0.0; self.n_bots],
            cell: vec![0.0; self.cells.len()],
            ..Totals::default()
        };
        let deals: Vec<Totals> = (0..self.n_deals).map(|deal| self.of_deal(deal)).collect();
        deals.iter().for_each(|deal| total.add(deal, 1.0));
        let Some(shares) = self.shares(&total, self.n_deals) else { return [Estimate::EMPTY; PARTS] };
        let varies = |deal: usize| self.cells.iter().any(|cell| cell[deal] != self.cells[0][deal]);
        let informative = (0..self.n_deals).filter(|deal| varies(*deal)).count() as u64;
        let method = method(Figure::DealShare, informative < INFORMATIVE, true);
        let without: Option<Vec<[f64; PARTS]>> = deals
            .iter()
            .map(|deal| {
                let mut rest = total.clone();
                rest.add(deal, -1.0);
                self.shares(&rest, self.n_deals - 1)
            })
            .collect();
        let once = vec![1; self.n_deals];
        std::array::from_fn(|part| {
            let without = without.as_ref().filter(|_| method.is_some());
            let interval = without.and_then(|without| {
                let without: Vec<f64> = without.iter().map(|shares| shares[part]).collect();
                let [low, high] = jackknife(shares[part], &without, &once, level)?;
                Interval::new(low, high)
            });
            Estimate { value: Some(shares[part]), method: method.filter(|_| interval.is_some()), interval }
        })
    }

    /// The bot with the highest mean score, in the first seat and in the others; the first of several.
    #[must_use]
    pub fn strongest(&self) -> usize {
        let sum = |first: usize, second: usize| self.cells[first * self.n_bots + second].iter().sum::<f64>();
        let score = |bot: usize| (0..self.n_bots).map(|other| sum(bot, other) - sum(other, bot)).sum::<f64>();
        let scores: Vec<f64> = (0..self.n_bots).map(score).collect();
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        scores.iter().position(|score| *score >= best).unwrap_or(0)
    }
}

impl Totals {
    /// Adds those of a deal, or takes them off.
    fn add(&mut self, deal: &Self, sign: f64) {
        let add = |sums: &mut [f64], of_deal: &[f64]| {
            sums.iter_mut().zip(of_deal).for_each(|(sum, of_deal)| *sum += sign * of_deal);
        };
        add(&mut self.first, &deal.first);
        add(&mut self.second, &deal.second);
        add(&mut self.cell, &deal.cell);
        self.deal += sign * deal.deal;
        self.deal_first += sign * deal.deal_first;
        self.deal_second += sign * deal.deal_second;
        self.each += sign * deal.each;
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{close, level};
    use super::*;
    use crate::model::Seed;

    fn parts(n_bots: usize, cells: &[Vec<f64>]) -> [f64; PARTS] {
        Crossed::new(n_bots, cells).expect("cells").parts(level()).map(|part| part.value.expect("a share"))
    }

    /// By the definition, with numpy: mean squares of the eight groups of a 4 × 2 × 2 table.
    #[test]
    fn a_small_table_agrees_with_the_definition() {
        let cells = [[1.0, 0.0, 1.0, 1.0], [1.0, 1.0, 1.0, 0.0], [0.0, 0.0, 0.5, 0.0], [1.0, 0.0, 1.0, 0.0]]
            .map(Vec::from);
        for (part, expected) in parts(2, &cells).into_iter().zip(SMALL) {
            close(part, expected, 1e-9);
        }
    }
    const SMALL: [f64; PARTS] = [0.338_983_050_8, 0.271_186_440_7, -0.338_983_050_8, 0.728_813_559_3];

    #[test]
    fn each_part_is_all_if_nothing_else_varies() {
        let score = |is_won: bool| f64::from(u8::from(is_won));
        let of = |rule: &dyn Fn(usize, usize, usize) -> bool| -> Vec<Vec<f64>> {
            let cell = |cell: usize| (0..40).map(|deal| score(rule(deal, cell / 2, cell % 2))).collect();
            (0..4).map(cell).collect()
        };
        let is_even = |number: usize| number.is_multiple_of(2);
        for (part, cells) in [
            (0, of(&|deal, _, _| is_even(deal))),
            (1, of(&|_, first, second| first > second)),
            (2, of(&|deal, first, _| is_even(deal + first))),
        ] {
            let parts = parts(2, &cells);
            // Few bots: the mean of a random effect is not exactly that of its levels.
            assert!(parts[part] > 0.9 && parts[3].abs() < 0.1, "{part}: {parts:?}");
        }
        let same = vec![vec![1.0; 40]; 4];
        assert_eq!(Crossed::new(2, &same).expect("cells").parts(level()), [Estimate::EMPTY; PARTS]);
        assert!(Crossed::new(2, &same[..3]).is_none() && Crossed::new(1, &same[..1]).is_none());
    }

    /// Known variances of normal effects: the intervals of 200 samples cover the true share of the deal and of the rest, given
    /// these bots.
    #[test]
    fn intervals_cover_the_true_shares() {
        const BOTS: usize = 3;
        let effects = [[-0.4, 0.1, 0.3], [0.2, 0.0, -0.2]];
        let mut covered = [0; PARTS];
        // The parts of a very long sample.
        let truth = parts(BOTS, &sample(20_000, 0, &effects));
        for salt in 1..=200 {
            let cells = sample(100, salt, &effects);
            let found = Crossed::new(BOTS, &cells).expect("cells").parts(level());
            for (part, covered) in covered.iter_mut().enumerate() {
                *covered += u32::from(found[part].interval.expect("an interval").contains(truth[part]));
            }
        }
        // 190 expected, with a standard deviation of 3.1.
        assert!(covered.iter().all(|covered| (178..=199).contains(covered)), "{covered:?}");
    }

    /// Scores of deals: the effect of the deal, of both bots, of the deal for each bot, and chance.
    fn sample(deals: usize, salt: u64, effects: &[[f64; 3]; 2]) -> Vec<Vec<f64>> {
        let n_bots = effects[0].len();
        let mut rng = Seed::new(salt).game(0).bot(0);
        // Twelve uniform numbers have variance 1.
        let mut normal = || (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
        let mut cells = vec![Vec::new(); n_bots * n_bots];
        for _ in 0..deals {
            let of_deal = normal();
            let suits: [Vec<f64>; 2] = [(); 2].map(|()| (0..n_bots).map(|_| 0.5 * normal()).collect());
            for (nth, cell) in cells.iter_mut().enumerate() {
                let (first, second) = (nth / n_bots, nth % n_bots);
                let plays = effects[0][first] + effects[1][second];
                cell.push(of_deal + plays + suits[0][first] + suits[1][second] + 0.7 * normal());
            }
        }
        cells
    }
}
