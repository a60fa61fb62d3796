//! Estimates of card impact: the win share of seats with an event minus that of seats without, with a clustered standard
//! error (games as clusters; Liang & Zeger 1986, *Longitudinal data analysis using generalized linear models*, Biometrika
//! 73), from integer cross sums.

use super::confidence_sequence::{asymptotic, asymptotic_p};
use super::impact::{RowSums, SideSums};
use super::{Estimate, Interval, Level, Method, real, wide};
use crate::model::SHARE;
use libm::erfc;

/// Seats with, and seats without, below which nothing is said about the difference.
const FEWEST: u64 = 30;

/// What an event is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactEstimate {
    /// Win share of the seats with the event.
    pub with: Option<f64>,
    /// Win share of the side's seats without it.
    pub without: Option<f64>,
    /// The first less the second.
    pub difference: Estimate,
    /// Two-sided p-value of no difference.
    pub p: Option<f64>,
}

impl ImpactEstimate {
    /// The estimate of a row of this side. `watched` is none where the number of games was fixed
    /// beforehand; otherwise the games around which the confidence sequence is tightest.
    #[must_use]
    pub fn new(row: &RowSums, side: &SideSums, level: Level, watched: Option<u64>) -> Self {
        let (n_with, n_without) = (row.a, side.m.saturating_sub(row.a));
        let share = |sum: u64, n: u64| (n > 0).then(|| real(sum) / f64::from(SHARE) / real(n));
        let (with, without) = (share(row.ya, n_with), share(side.t.saturating_sub(row.ya), n_without));
        let nothing = Self { with, without, difference: Estimate::EMPTY, p: None };
        if n_with < FEWEST || n_without < FEWEST {
            return nothing;
        }
        let se = standard_error(row, side).filter(|se| *se > 0.0);
        let (Some(with), Some(without), Some(se)) = (with, without, se) else { return nothing };
        let difference = with - without;
        let errors = (difference / se).abs();
        let (interval, p, method) = match watched {
            None => {
                let half = level.z() * se;
                let interval = Interval::new(difference - half, difference + half);
                (interval, erfc(errors / std::f64::consts::SQRT_2), Method::Clustered)
            }
            Some(tightest) => {
                let interval = asymptotic(difference, se * real(side.n).sqrt(), side.n, tightest, level);
                (interval, asymptotic_p(errors, side.n, tightest, level), Method::AsymptoticCs)
            }
        };
        let interval = interval.map(|interval| interval.clipped(-1.0, 1.0));
        Self { difference: Estimate::new(difference, interval, method), p: Some(p), ..nothing }
    }
}

/// √(n/(n−1)·Σ((`Y_A` − p₁a)/ΣA − (`Y_B` − p₀b)/ΣB)²); `None` for fewer than two games or an empty
/// side of the comparison.
#[must_use]
pub fn standard_error(row: &RowSums, side: &SideSums) -> Option<f64> {
    let crossed = Crossed::new(row, side)?;
    let scores = crossed.exact().unwrap_or_else(|| crossed.rounded());
    let n = real(side.n);
    (side.n > 1).then(|| (n / (n - 1.0) * scores.max(0.0)).sqrt() / f64::from(SHARE))
}

/// All sums over games of one row, those of the seats without the event (b = m − a,
/// `Y_B` = t − `Y_A`) derived from the side's.
struct Crossed {
    /// ΣA, Σ`Y_A`, ΣB, Σ`Y_B`.
    totals: [i128; 4],
    /// Σ`Y_A`², Σa`Y_A`, Σa².
    with: [i128; 3],
    /// Σ`Y_B`², Σb`Y_B`, Σb².
    without: [i128; 3],
    /// Σ`Y_A`·`Y_B`, Σb`Y_A`, Σa`Y_B`, Σab.
    between: [i128; 4],
}

impl Crossed {
    fn new(row: &RowSums, side: &SideSums) -> Option<Self> {
        let RowSums { a, aa, ya, yaya, aya, ma, mya, ta, tya, occurrences: _ } = *row;
        let SideSums { n: _, m, mm, t, tt, mt } = *side;
        let [a, aa, ya, yaya, aya, ma, mya, ta, tya] =
            [a, aa, ya, yaya, aya, ma, mya, ta, tya].map(i128::from);
        let [m, mm, t, tt, mt] = [m, mm, t, tt, mt].map(i128::from);
        (a > 0 && m > a).then(|| Self {
            totals: [a, ya, m - a, t - ya],
            with: [yaya, aya, aa],
            without: [tt - 2 * tya + yaya, mt - mya - ta + aya, mm - 2 * ma + aa],
            between: [tya - yaya, mya - aya, ta - aya, ma - aa],
        })
    }

    /// Σ(…)² in squared parts of a win: with u = ΣA·`Y_A` − Σ`Y_A`·a in each game, and w the same of
    /// B, it is Σu²/A⁴ − 2Σuw/A²B² + Σw²/B⁴. The three sums are integers; `None` where they do not
    /// fit.
    fn exact(&self) -> Option<f64> {
        let [a, ya, b, yb] = self.totals;
        let square = |n: i128, y: i128, [yy, ny, nn]: [i128; 3]| {
            let first = n.checked_mul(n)?.checked_mul(yy)?;
            let second = n.checked_mul(y)?.checked_mul(ny)?.checked_mul(2)?;
            first.checked_sub(second)?.checked_add(y.checked_mul(y)?.checked_mul(nn)?)
        };
        let [yayb, bya, ayb, ab] = self.between;
        let uu = square(a, ya, self.with)?;
        let ww = square(b, yb, self.without)?;
        let uw = a.checked_mul(b)?.checked_mul(yayb)?;
        let uw = uw.checked_sub(a.checked_mul(yb)?.checked_mul(bya)?)?;
        let uw = uw.checked_sub(ya.checked_mul(b)?.checked_mul(ayb)?)?;
        let uw = uw.checked_add(ya.checked_mul(yb)?.checked_mul(ab)?)?;
        Some(self.joined([uu, uw, ww].map(wide)))
    }

    /// The same where the integers do not fit: beyond about 10¹⁰ seats.
    fn rounded(&self) -> f64 {
        let [a, ya, b, yb] = self.totals.map(wide);
        let square = |n: f64, y: f64, sums: [i128; 3]| {
            let [yy, ny, nn] = sums.map(wide);
            n * n * yy - 2.0 * n * y * ny + y * y * nn
        };
        let [yayb, bya, ayb, ab] = self.between.map(wide);
        let uw = a * b * yayb - a * yb * bya - ya * b * ayb + ya * yb * ab;
        self.joined([square(a, ya, self.with), uw, square(b, yb, self.without)])
    }

    fn joined(&self, [uu, uw, ww]: [f64; 3]) -> f64 {
        let [a, _, b, _] = self.totals.map(wide);
        let (aa, bb) = (a * a, b * b);
        let (first, second, third) = (uu / aa / aa, 2.0 * uw / aa / bb, ww / bb / bb);
        let sum = first - second + third;
        // What rounding leaves of equal terms is no variance.
        if sum <= 1e-13 * (first + second.abs() + third) { 0.0 } else { sum }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Seed;

    /// One game: a, `Y_A`, m, t.
    type Game = [u64; 4];

    fn sums(games: &[Game]) -> (RowSums, SideSums) {
        let (mut row, mut side) = (RowSums::default(), SideSums::default());
        for [a, ya, m, t] in games {
            row.a += a;
            row.aa += a * a;
            row.ya += ya;
            row.yaya += ya * ya;
            row.aya += a * ya;
            row.ma += m * a;
            row.mya += m * ya;
            row.ta += t * a;
            row.tya += t * ya;
            side.n += 1;
            side.m += m;
            side.mm += m * m;
            side.t += t;
            side.tt += t * t;
            side.mt += m * t;
        }
        (row, side)
    }

    /// The formula, game by game.
    fn directly(games: &[Game]) -> (f64, f64) {
        let total = |of: fn(&Game) -> u64| games.iter().map(|game| real(of(game))).sum::<f64>();
        let share = f64::from(SHARE);
        let (a, b) = (total(|g| g[0]), total(|g| g[2] - g[0]));
        let (p1, p0) = (total(|g| g[1]) / share / a, total(|g| g[3] - g[1]) / share / b);
        let score = |[a_g, ya, m, t]: &Game| {
            let with = (real(*ya) / share - p1 * real(*a_g)) / a;
            with - (real(t - ya) / share - p0 * real(m - a_g)) / b
        };
        let n = games.len() as f64;
        let squares: f64 = games.iter().map(|game| score(game).powi(2)).sum();
        (p1 - p0, (n / (n - 1.0) * squares).sqrt())
    }

    fn random_games(seed: u64, n: usize) -> Vec<Game> {
        let mut chance = Seed::new(seed).game(0).bot(0);
        (0..n)
            .map(|_| {
                let m = 1 + chance.below(4) as u64;
                let a = chance.below(1 + usize::try_from(m).expect("small")) as u64;
                let winners = chance.below(1 + usize::try_from(m).expect("small")) as u64;
                let with = winners.min(a).min(chance.below(4) as u64);
                let part = 840_u64.checked_div(winners).unwrap_or(0);
                // The winners that have the event, and the others as far as there are others.
                let without = (winners - with).min(m - a);
                [a, with * part, m, (with + without) * part]
            })
            .collect()
    }

    #[test]
    fn cross_sums_give_what_the_games_give() {
        for seed in 0..50 {
            let games = random_games(seed, 400);
            let (row, side) = sums(&games);
            let (difference, se) = directly(&games);
            let estimate = ImpactEstimate::new(&row, &side, Level::new(0.95).expect("a level"), None);
            let value = estimate.difference.value.expect("a difference");
            assert!((value - difference).abs() < 1e-12);
            let found = standard_error(&row, &side).expect("an error");
            assert!((found / se - 1.0).abs() < 1e-10, "{found} {se}");
            let crossed = Crossed::new(&row, &side).expect("sums");
            assert!((crossed.rounded() / crossed.exact().expect("small") - 1.0).abs() < 1e-9);
        }
    }

    /// The same games in Python, in exact fractions, give these numbers.
    #[test]
    fn the_estimate_agrees_with_exact_fractions_in_python() {
        let game = |g: u64| {
            let m = 2 + g % 2;
            let a = (g * 7 + g / 5) % (m + 1);
            let (some_with, some_without) = (u64::from(a > 0), u64::from(a < m));
            let (ya, t) = match (g * 11 + g / 3) % 4 {
                0 => (0, 0),
                1 => (840 * some_with, 840),
                2 => (420 * some_with, 420 * (some_with + some_without)),
                _ => (0, 840 * some_without),
            };
            [a, ya, m, t]
        };
        let (row, side) = sums(&(0..300).map(game).collect::<Vec<_>>());
        let found = ImpactEstimate::new(&row, &side, Level::new(0.95).expect("a level"), None);
        let interval = found.difference.interval.expect("an interval");
        for (found, known) in [
            (found.with, 0.2),
            (found.without, 0.222_222_222_222_222_2),
            (found.difference.value, -0.022_222_222_222_222_223),
            (Some(interval.low), -0.070_218_011_732_289_38),
            (Some(interval.high), 0.025_773_567_287_844_95),
            (found.p, 0.364_158_129_593_555_3),
        ] {
            assert!((found.expect("a figure") - known).abs() < 1e-12, "{found:?} {known}");
        }
    }

    #[test]
    fn a_monitored_difference_has_a_wider_interval() {
        let (row, side) = sums(&random_games(3, 400));
        let level = Level::new(0.95).expect("a level");
        let fixed = ImpactEstimate::new(&row, &side, level, None);
        let watched = ImpactEstimate::new(&row, &side, level, Some(400));
        let width =
            |of: &ImpactEstimate| of.difference.interval.map(|i| i.high - i.low).expect("an interval");
        assert!(width(&watched) > 1.2 * width(&fixed) && watched.p > fixed.p);
        assert_eq!(watched.difference.method, Some(Method::AsymptoticCs));
    }

    #[test]
    fn too_few_games_and_games_that_do_not_vary_give_no_estimate() {
        let level = Level::new(0.95).expect("a level");
        let few: Vec<Game> = (0..200).map(|nth| [u64::from(nth < 29), 0, 1, 840 * (nth % 2)]).collect();
        let (row, side) = sums(&few);
        let estimate = ImpactEstimate::new(&row, &side, level, None);
        assert_eq!((estimate.difference, estimate.p), (Estimate::EMPTY, None));
        assert_eq!(estimate.with, Some(0.0));
        // Two seats of which one wins and both or neither have it: nothing varies.
        let same: Vec<Game> = (0..200).map(|nth| [2 * (nth % 2), 840 * (nth % 2), 2, 840]).collect();
        let (row, side) = sums(&same);
        assert_eq!(ImpactEstimate::new(&row, &side, level, None).p, None);
        let none = ImpactEstimate::new(&RowSums::default(), &SideSums::default(), level, None);
        assert_eq!((none.with, none.without), (None, None));
    }
}
