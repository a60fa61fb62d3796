//! Estimates of card impact: the win share of seats with an event minus that of seats without, with a clustered standard
//! error (games as clusters; Liang & Zeger 1986, *Longitudinal data analysis using generalized linear models*, Biometrika
//! 73), from integer cross sums.

use super::choice::{Figure, method};
use super::confidence_sequence::{asymptotic, asymptotic_p};
use super::few_wins::{TwoShares, decided};
use super::impact::{RowSums, SideSums};
use super::{Estimate, INFORMATIVE, Interval, Level, Method, bisect, real, wide};
use crate::model::SHARE;
use libm::erfc;

/// Minimum number of seats with the event, and of seats without it, for estimating the difference.
const FEWEST: u64 = 30;

/// A row of the card report, and the side that it belongs to; both with shares of the win ([`RowSums::won`]) or both with
/// scores ([`RowSums::scored`]).
pub type Counted<'a> = (&'a RowSums, &'a SideSums);

/// The effect of an event on the win share, or on the score.
pub struct ImpactEstimate {
    /// Win share of the seats with the event.
    pub with: Option<f64>,
    /// Win share of the side's seats without it.
    pub without: Option<f64>,
    /// The least number of seats with or without the event that are expected to win, or to lose, if the event does not
    /// matter.
    pub informative: u64,
    effect: Option<Effect>,
}

/// The first share less the second; of several sides, its mean over sides.
struct Effect {
    difference: f64,
    error: f64,
    shares: TwoShares,
    method: Method,
    games: u64,
    /// The games around which the confidence sequence is tightest; none where the number of games was fixed beforehand.
    sequential: Option<u64>,
}

impl ImpactEstimate {
    /// The estimate of a row of one side. `sequential` is none where the number of games was fixed beforehand; otherwise
    /// the games around which the confidence sequence is tightest.
    #[must_use]
    pub fn new(counted: Counted<'_>, sequential: Option<u64>) -> Self {
        let (row, side) = counted;
        let empty = Self::without_effect(counted, whole(expected(counted)));
        let (Some(with), Some(without)) = (empty.with, empty.without) else { return empty };
        if row.a.min(side.m.saturating_sub(row.a)) < FEWEST {
            return empty;
        }
        let shares = TwoShares::of(&[(counted, 1.0)], false);
        let error = standard_error(row, side);
        empty.and_effect((with - without, error), shares, side.n, sequential)
    }

    /// The estimate of a row that consists of these strata: the mean of the strata's differences with the weights A·B/(A + B),
    /// as least squares with a constant for each stratum have them (A, B = its seats with and without the event). Seats of
    /// different strata are never compared, since they may differ in how often they win and in how often the event happens
    /// to them. Both would look like an effect of the event (Simpson 1951, *Journal of the Royal Statistical Society B*
    /// 13).
    #[must_use]
    pub fn stratified(all: Counted<'_>, parts: &[Counted<'_>], sequential: Option<u64>) -> Self {
        let is_mixed = |(row, side): &Counted<'_>| row.a > 0 && row.a < side.m;
        let strata: Vec<Counted<'_>> = parts.iter().copied().filter(is_mixed).collect();
        let empty = Self::without_effect(all, whole(strata.iter().map(|stratum| expected(*stratum)).sum()));
        let n_with: u64 = strata.iter().map(|(row, _)| row.a).sum();
        let n_without: u64 = strata.iter().map(|(row, side)| side.m - row.a).sum();
        if n_with.min(n_without) < FEWEST {
            return empty;
        }
        let is_open = strata.len() < parts.iter().filter(|(_, side)| side.m > 0).count();
        let weight = |(row, side): &Counted<'_>| real(row.a) * real(side.m - row.a) / real(side.m);
        let weights: f64 = strata.iter().map(weight).sum();
        let strata: Vec<_> =
            strata.into_iter().map(|stratum| (stratum, weight(&stratum) / weights)).collect();
        let shares = TwoShares::of(&strata, is_open);
        let difference = shares.difference();
        let (mut errors, mut squares) = (0.0, 0.0);
        for (stratum, weight) in &strata {
            let error = weight * error_around(*stratum, difference);
            errors += error;
            squares += error * error;
        }
        // Different strata play in the same games.
        let products = errors * errors - squares;
        let covariance = if parts.iter().all(|part| is_one_seat(*part, all.1.n)) {
            let weight_of = |part: &Counted<'_>| {
                let stratum = strata.iter().find(|((row, _), _)| std::ptr::eq(*row, part.0));
                stratum.map_or(0.0, |(_, weight)| *weight)
            };
            let seats: Vec<_> = parts.iter().map(|part| (*part, weight_of(part))).collect();
            covariance(all, &seats, difference).max(-products).min(products)
        } else {
            correlation(all, parts) * products
        };
        let variance = squares + covariance;
        let error = Some(variance.max(0.0).sqrt());
        empty.and_effect((difference, error), shares, all.1.n, sequential)
    }

    /// The two win shares.
    fn without_effect((row, side): Counted<'_>, informative: u64) -> Self {
        let share = |sum: u64, n: u64| (n > 0).then(|| real(sum) / f64::from(SHARE) / real(n));
        let with = share(row.ya, row.a);
        let without = share(side.t.saturating_sub(row.ya), side.m.saturating_sub(row.a));
        Self { with, without, informative, effect: None }
    }

    fn and_effect(
        self,
        (difference, error): (f64, Option<f64>),
        shares: TwoShares,
        games: u64,
        sequential: Option<u64>,
    ) -> Self {
        let are_many = shares.are_many() && self.informative >= INFORMATIVE;
        // An error of 0 of many games means that none can differ; of few games it is chance.
        let Some(error) = error.filter(|error| *error > 0.0 || !are_many) else { return self };
        let Some(method) = method(Figure::CardEffect, !are_many, sequential.is_none()) else { return self };
        Self { effect: Some(Effect { difference, error, shares, method, games, sequential }), ..self }
    }

    /// The difference between the two win shares, with its interval.
    #[must_use]
    pub fn difference(&self, level: Level) -> Estimate {
        let Some(effect) = &self.effect else { return Estimate::EMPTY };
        let Effect { difference, error, shares, method, games, sequential } = effect;
        let interval = match sequential {
            None if *method == Method::Newcombe => shares.interval(*error, level.alpha()),
            None => {
                let half = level.z() * error;
                Interval::new(difference - half, difference + half)
            }
            Some(tightest) => asymptotic(*difference, error * real(*games).sqrt(), *games, *tightest, level),
        };
        Estimate::new(*difference, interval.map(|interval| interval.clipped(-1.0, 1.0)), *method)
    }

    /// Two-sided p-value of "no difference". The level is that for which a confidence sequence is tightest.
    #[must_use]
    pub fn p_value(&self, level: Level) -> Option<f64> {
        let Effect { difference, error, shares, method, games, sequential } = self.effect.as_ref()?;
        let errors = (difference / error).abs();
        Some(match sequential {
            None if *method == Method::Newcombe => shares.p_value(*error),
            None => erfc(errors / std::f64::consts::SQRT_2),
            Some(tightest) => asymptotic_p(errors, *games, *tightest, level),
        })
    }
}

/// The least expected number of seats in a cell: with or without the event × wins or losses. Scores also rest on the seats
/// in games that somebody won.
fn expected((row, side): Counted<'_>) -> f64 {
    let seats = real(row.a.min(side.m.saturating_sub(row.a)));
    let won = real(side.t) / f64::from(SHARE) / real(side.m.max(1));
    let [with, without] = decided(row, side).map(real);
    (seats * won.min(1.0 - won).max(0.0)).min(with).min(without)
}

/// A number of seats, rounded down.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most the number of seats")]
fn whole(seats: f64) -> u64 {
    (seats + 1e-9) as u64
}

/// Whether a stratum is one seat of every game.
const fn is_one_seat((_, side): Counted<'_>, games: u64) -> bool {
    side.n == games && side.m == games && side.mm == games
}

/// Twice the sum of the covariances of the weighted differences of each two seats.
///
/// The sums over all seats have the products of both results and events of each two seats, added up over all pairs. Each pair has
/// a part of them as if a seat's event depended on its own result alone, the events of all pairs were equally correlated, and
/// results and events of a pair had no interaction of all three ([`won_both`]). With two seats this leaves only the last
/// assumption.
fn covariance((all, side): Counted<'_>, seats: &[(Counted<'_>, f64)], difference: f64) -> f64 {
    let (n, share) = (real(side.n), f64::from(SHARE));
    let of = |number: fn(&Counted<'_>) -> u64| -> Vec<f64> {
        seats.iter().map(|(seat, _)| real(number(seat))).collect()
    };
    let total = |all: u64, of_seats: &[f64]| real(all) - of_seats.iter().sum::<f64>();
    // Games with the event; games won, and those with the event; all in games, and their squares.
    let a = of(|(row, _)| row.a);
    let [won_with, won] = [of(|(row, _)| row.ya), of(|(_, side)| side.t)].map(|parts| scaled(parts, share));
    let [squares_with, squares] = [of(|(row, _)| row.yaya), of(|(_, side)| side.tt)];
    let deviations: Vec<f64> = a.iter().map(|a| (a * (1.0 - a / n)).max(0.0).sqrt()).collect();
    let products_of =
        |numbers: &[f64]| numbers.iter().sum::<f64>().powi(2) - numbers.iter().map(|x| x * x).sum::<f64>();
    let most = products_of(&deviations);
    let together = total(all.aa, &a) - products_of(&a) / n;
    let alike = if most > 0.0 { together / most } else { 0.0 };
    let both = |s: usize, t: usize| {
        let expected = a[s] * a[t] / n + alike * deviations[s] * deviations[t];
        // The counts of a damaged file may contradict each other.
        expected.max(a[s] + a[t] - n).max(0.0).min(a[s].min(a[t]))
    };
    // Of each two seats: the games that the first wins, in which the second has the event, and in which both have it.
    let pairs = |of: &dyn Fn(usize, usize) -> f64, total: f64| {
        let own = |s| (0..a.len()).map(move |t| if s == t { 0.0 } else { of(s, t) }).collect::<Vec<f64>>();
        let rows: Vec<Vec<f64>> = (0..a.len()).map(own).collect();
        let sum: f64 = rows.iter().flatten().sum();
        let factor = if sum > 0.0 { total / sum } else { 0.0 };
        rows.into_iter().map(|row| scaled(row, 1.0 / factor.max(1e-9))).collect::<Vec<_>>()
    };
    let other = |s: usize, t: usize| won[s] * (a[t] - won_with[t]).max(0.0) / (n - won[t]).max(1.0);
    let other_with = pairs(&other, real(all.ta) / share - won_with.iter().sum::<f64>());
    let of_both =
        |s: usize, t: usize| won_both([n, a[s], a[t], both(s, t)], [won[s], won_with[s], other_with[s][t]]);
    let both_won = pairs(&of_both, real(all.aya) / share - won_with.iter().sum::<f64>());
    // Wins that are shared, and scores of draws.
    let shared = pairs(&|s, t| won[s] * won[t], total(side.tt, &squares) / share / share);
    let shared_with = pairs(&|s, t| won_with[s] * won[t], total(all.tya, &squares_with) / share / share);
    let shared_both =
        pairs(&|s, t| won_with[s] * won_with[t], total(all.yaya, &squares_with) / share / share);
    // The residual of a seat is its result times (event·up − down), less (event·least − rest).
    let shares: Vec<[f64; 2]> =
        seats.iter().map(|(seat, _)| shares_around(*seat, difference).map(|parts| parts / share)).collect();
    let down: Vec<f64> = a.iter().map(|a| 1.0 / (n - a)).collect();
    let up: Vec<f64> = a.iter().zip(&down).map(|(a, down)| 1.0 / a + down).collect();
    let rest: Vec<f64> = shares.iter().zip(&down).map(|(shares, down)| shares[1] * down).collect();
    let least: Vec<f64> = (0..a.len()).map(|s| shares[s][0] / a[s] + rest[s]).collect();
    let mut sum = 0.0;
    let mixed = || (0..a.len()).filter(|seat| a[*seat] > 0.0 && a[*seat] < n);
    for (s, t) in mixed().flat_map(|s| mixed().filter(move |t| *t != s).map(move |t| (s, t))) {
        // Half of what is the same for both orders of a pair, and all of what is not.
        let products = shared_both[s][t] * up[s] * up[t] / 2.0 - shared_with[s][t] * up[s] * down[t]
            + shared[s][t] * down[s] * down[t] / 2.0;
        let expected =
            both(s, t) * least[s] * least[t] / 2.0 - a[s] * least[s] * rest[t] + n * rest[s] * rest[t] / 2.0;
        let crossed = up[s] * (both_won[s][t] * least[t] - won_with[s] * rest[t])
            - down[s] * (other_with[s][t] * least[t] - won[s] * rest[t]);
        sum += seats[s].1 * seats[t].1 * (products + expected - crossed);
    }
    2.0 * sum * n / (n - 1.0)
}

/// The numbers divided by a number.
fn scaled(numbers: Vec<f64>, by: f64) -> Vec<f64> {
    numbers.into_iter().map(|number| number / by).collect()
}

/// In how many games with both events the first seat wins, if the odds ratio of both events is the same whether it wins or
/// not. The games: all, with the event of the first seat, of the second, of both. Those that the first wins: all, and with
/// the event of the first and of the second.
fn won_both([n, first, second, both]: [f64; 4], [won, won_first, won_second]: [f64; 3]) -> f64 {
    // The games with both events, with one of them, and with neither, of those won and of the others.
    let won_cells = |x: f64| [x, won_first - x, won_second - x, won - won_first - won_second + x];
    let cells = [both, first - both, second - both, n - first - second + both];
    let is_too_few = |x: f64| {
        let won = won_cells(x);
        let rest = [0, 1, 2, 3].map(|cell| cells[cell] - won[cell]);
        won[0] * won[3] * rest[1] * rest[2] < rest[0] * rest[3] * won[1] * won[2]
    };
    let low = (won_first - cells[1]).max(won_second - cells[2]).max(won_first + won_second - won).max(0.0);
    let high = both.min(won_first).min(won_second).min(cells[3] - won + won_first + won_second);
    if low < high { bisect(low, high, is_too_few) } else { low.min(both) }
}

/// The correlation between the sides' differences, the same for each two sides. It follows from how far the error of all
/// seats together differs from those of the sides alone, all by the shares of all seats. 1 if there are seats without a
/// side.
fn correlation((row, side): Counted<'_>, sides: &[Counted<'_>]) -> f64 {
    let Some(all) = Crossed::new(row, side) else { return 1.0 };
    if sides.iter().map(|(_, side)| side.m).sum::<u64>() != side.m {
        return 1.0;
    }
    let [a, ya, b, yb] = all.totals.map(wide);
    // Sums over games of (…) as in `standard_error`, and of their squares, less what their means add.
    let (mut sums, mut roots, mut own, mut centred) = (0.0, 0.0, 0.0, 0.0);
    let mut square_sums = 0.0;
    for (row, side) in sides {
        let of_side = Crossed { totals: all.totals, ..Crossed::sums(row, side) };
        let (with, without) = (real(row.a), real(side.m) - real(row.a));
        let (won, rest) = (real(row.ya), real(side.t) - real(row.ya));
        let sum = (won - ya / a * with) / a - (rest - yb / b * without) / b;
        let squares = of_side.squares();
        let variance = (squares - sum * sum / real(side.n.max(1))).max(0.0);
        own += squares;
        sums += sum;
        square_sums += sum * sum;
        roots += variance.sqrt();
        centred += variance;
    }
    let between = all.squares() - own - (sums * sums - square_sums) / real(side.n.max(1));
    let most = roots * roots - centred;
    if most > 0.0 { (between / most).clamp(-1.0, 1.0) } else { 0.0 }
}

/// The shares of a stratum's seats with and without the event, in parts of a win, if they differ by `difference`.
fn shares_around((row, side): Counted<'_>, difference: f64) -> [f64; 2] {
    let [a, ya, b, yb] = Crossed::sums(row, side).totals.map(wide);
    let (mean, difference) = ((ya + yb) / (a + b), difference * f64::from(SHARE));
    [mean + difference * b / (a + b), mean - difference * a / (a + b)]
}

/// √(n/(n−1)·Σ((`Y_A` − p₁a)/ΣA − (`Y_B` − p₀b)/ΣB)²); `None` for fewer than two games or an empty
/// side of the comparison.
#[must_use]
pub fn standard_error(row: &RowSums, side: &SideSums) -> Option<f64> {
    let crossed = Crossed::new(row, side)?;
    let n = real(side.n);
    (side.n > 1).then(|| (n / (n - 1.0) * crossed.squares().max(0.0)).sqrt() / f64::from(SHARE))
}

/// The standard error of the difference of one side, from residuals with the difference of all sides: a side with few
/// events fits its own difference too well, and its own residuals are too small.
fn error_around((row, side): Counted<'_>, difference: f64) -> f64 {
    let crossed = Crossed::sums(row, side);
    let [a, _, b, _] = crossed.totals.map(wide);
    let squares = crossed.squares_around([a, b], shares_around((row, side), difference));
    let n = real(side.n);
    if side.n > 1 { (n / (n - 1.0) * squares.max(0.0)).sqrt() / f64::from(SHARE) } else { 0.0 }
}

/// All sums over the games of one row. Those of the seats without the event (b = m − a, `Y_B` = t − `Y_A`)
/// are derived from the side's sums.
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
        (row.a > 0 && side.m > row.a).then(|| Self::sums(row, side))
    }

    fn sums(row: &RowSums, side: &SideSums) -> Self {
        let RowSums { a, aa, ya, yaya, aya, ma, mya, ta, tya, .. } = *row;
        let SideSums { m, mm, t, tt, mt, .. } = *side;
        let [a, aa, ya, yaya, aya, ma, mya, ta, tya] =
            [a, aa, ya, yaya, aya, ma, mya, ta, tya].map(i128::from);
        let [m, mm, t, tt, mt] = [m, mm, t, tt, mt].map(i128::from);
        Self {
            totals: [a, ya, m - a, t - ya],
            with: [yaya, aya, aa],
            without: [tt - 2 * tya + yaya, mt - mya - ta + aya, mm - 2 * ma + aa],
            between: [tya - yaya, mya - aya, ta - aya, ma - aa],
        }
    }

    /// Σ((`Y_A` − with·a)/A − (`Y_B` − without·b)/B)² for these sizes A and B and these shares.
    fn squares_around(&self, [a, b]: [f64; 2], [with, without]: [f64; 2]) -> f64 {
        let square = |share: f64, sums: [i128; 3]| {
            let [yy, ny, nn] = sums.map(wide);
            yy - 2.0 * share * ny + share * share * nn
        };
        let [yayb, bya, ayb, ab] = self.between.map(wide);
        let product = yayb - without * bya - with * ayb + with * without * ab;
        square(with, self.with) / a / a - 2.0 * product / a / b + square(without, self.without) / b / b
    }

    fn squares(&self) -> f64 {
        self.exact().unwrap_or_else(|| self.rounded())
    }

    /// Σ(…)² in squared parts of a win. With u = ΣA·`Y_A` − Σ`Y_A`·a in each game, and w likewise for B, it
    /// is Σu²/A⁴ − 2Σuw/A²B² + Σw²/B⁴. The three sums are integers; `None` if they overflow.
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

    /// The same in floating point, for sums that overflow (above about 10¹⁰ seats).
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
        // A remainder of this size is rounding error, not variance.
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
            row.add_games(1, *a, *ya, *m, *t);
            side.add_games(1, *m, *t);
        }
        (row, side)
    }

    /// Expected numbers: the same games in Python, with exact fractions.
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
        let found = ImpactEstimate::new((&row, &side), None);
        let interval = found.difference(Level::default()).interval.expect("an interval");
        for (found, known) in [
            (found.with, 0.2),
            (found.without, 0.222_222_222_222_222_2),
            (found.difference(Level::default()).value, -0.022_222_222_222_222_223),
            (Some(interval.low), -0.070_218_011_732_289_38),
            (Some(interval.high), 0.025_773_567_287_844_95),
            (found.p_value(Level::default()), 0.364_158_129_593_555_3),
        ] {
            assert!((found.expect("a figure") - known).abs() < 1e-12, "{found:?} {known}");
        }
        let crossed = Crossed::new(&row, &side).expect("sums");
        assert!((crossed.rounded() / crossed.exact().expect("small") - 1.0).abs() < 1e-9);
        let monitored = ImpactEstimate::new((&row, &side), Some(300)).difference(Level::default());
        assert_eq!(monitored.method, Some(Method::AsymptoticCs));
        assert!(monitored.interval.expect("an interval").half_width() > 1.2 * interval.half_width());
    }

    /// Red holds the card three times as often as black and wins more often, whatever it holds; luck favours both sides
    /// at once. The card adds `lift` to a seat's chance to win. Of all seats, of black, and of red.
    fn sided(run: u64, n: u64, lift: f64) -> [(RowSums, SideSums); 3] {
        let mut chance = Seed::new(17).game(run).bot(0);
        let mut games: [Vec<Game>; 3] = Default::default();
        for _ in 0..n {
            let luck = chance.unit();
            let mut all = [0, 0, 2, 0];
            for (side, (rate, base)) in [(0.25, 0.2), (0.75, 0.6)].into_iter().enumerate() {
                let has = chance.unit() < rate;
                let wins = (0.5 * luck + 0.5 * chance.unit()) < base + if has { lift } else { 0.0 };
                let (a, won) = (u64::from(has), 840 * u64::from(wins));
                let game = [a, a * won, 1, won];
                games[1 + side].push(game);
                all = [all[0] + game[0], all[1] + game[1], 2, all[3] + won];
            }
            games[0].push(all);
        }
        games.map(|games| sums(&games))
    }

    fn of_all([(row, side), (black, of_black), (red, of_red)]: &[(RowSums, SideSums); 3]) -> ImpactEstimate {
        ImpactEstimate::stratified((row, side), &[(black, of_black), (red, of_red)], None)
    }

    #[test]
    fn a_card_that_a_stronger_side_holds_more_often_is_not_taken_for_a_strong_card() {
        let games = sided(0, 4_000, 0.0);
        assert!(of_all(&games).difference(Level::default()).interval.expect("an interval").contains(0.0));
        let pooled = ImpactEstimate::new((&games[0].0, &games[0].1), None).difference(Level::default());
        assert!(pooled.interval.expect("an interval").low > 0.05, "Simpson's paradox");
    }

    /// The first seat wins most games. Most seats of a long game have the event, losers more often.
    fn unlike_seats(run: u64, n_seats: usize) -> ImpactEstimate {
        let mut chance = Seed::new(31).game(run).bot(0);
        let mut seats = vec![Vec::<Game>::new(); n_seats];
        let mut all = Vec::<Game>::new();
        for _ in 0..1500 {
            let is_long = chance.below(2) == 0;
            let winner = if chance.below(10) < 8 { 0 } else { 1 + chance.below(n_seats - 1) };
            let odds = |seat: usize| match (is_long, seat == winner) {
                (true, true) => 7,
                (true, false) => 9,
                (false, true) => 1,
                (false, false) => 5,
            };
            let has: Vec<bool> = (0..n_seats).map(|seat| chance.below(10) < odds(seat)).collect();
            let mut total = [0, 0, n_seats as u64, 840];
            for (seat, games) in seats.iter_mut().enumerate() {
                let (a, won) = (u64::from(has[seat]), 840 * u64::from(winner == seat));
                games.push([a, a * won, 1, won]);
                total = [total[0] + a, total[1] + a * won, total[2], 840];
            }
            all.push(total);
        }
        let (all, seats) = (sums(&all), seats.iter().map(|games| sums(games)).collect::<Vec<_>>());
        let seats: Vec<Counted<'_>> = seats.iter().map(|(row, side)| (row, side)).collect();
        ImpactEstimate::stratified((&all.0, &all.1), &seats, None)
    }

    #[test]
    fn unlike_seats_with_events_in_the_same_games_are_dependent() {
        for n_seats in [2, 4] {
            let runs = 1000;
            let estimates = (0..runs).map(|run| unlike_seats(run, n_seats).difference(Level::default()));
            let numbers = estimates.map(|found| {
                let interval = found.interval.expect("an interval");
                (found.value.expect("a difference"), interval.half_width() / Level::default().z())
            });
            let numbers: Vec<(f64, f64)> = numbers.collect();
            let mean = numbers.iter().map(|(value, _)| value).sum::<f64>() / real(runs);
            let variance = numbers.iter().map(|(value, _)| (value - mean).powi(2)).sum::<f64>() / real(runs);
            let printed = numbers.iter().map(|(_, error)| error * error).sum::<f64>() / real(runs);
            let ratio = variance / printed;
            assert!((0.88..1.12).contains(&ratio), "{n_seats} seats: {ratio} of the printed variance");
        }
    }

    #[test]
    fn the_difference_of_all_seats_lies_between_those_of_the_sides() {
        let games = sided(1, 4_000, 0.1);
        let [_, black, red] = games.map(|(row, side)| {
            ImpactEstimate::new((&row, &side), None).difference(Level::default()).value.expect("a difference")
        });
        let all = of_all(&games).difference(Level::default()).value.expect("a difference");
        assert!(black.min(red) < all && all < black.max(red), "{black} {all} {red}");
        // The side decides the event: there is nothing to compare.
        let [all, (mut never, black), (mut always, red)] = games;
        (never.a, always.a) = (0, red.m);
        assert_eq!(
            of_all(&[all, (never, black), (always, red)]).difference(Level::default()),
            Estimate::EMPTY
        );
    }

    /// `won` of 40 seats with the event and none of 3,960 seats without it.
    fn rare(won: u64) -> ImpactEstimate {
        let game =
            |nth: u64| [u64::from(nth < 40), 840 * u64::from(nth < won), 1, 840 * u64::from(nth < won)];
        let (row, side) = sums(&(0..4_000).map(game).collect::<Vec<_>>());
        ImpactEstimate::new((&row, &side), None)
    }

    #[test]
    fn rare_wins_have_exact_bounds() {
        // Without a win: from 1 − 0.025^(1/3960) below to 1 − 0.025^(1/40) above.
        let none = rare(0);
        let interval = none.difference(Level::default()).interval.expect("an interval");
        assert!((interval.low + 0.000_931_1).abs() < 1e-7 && (interval.high - 0.088_097_3).abs() < 1e-7);
        assert_eq!(
            (none.informative, none.difference(Level::default()).method, none.p_value(Level::default())),
            (0, Some(Method::Newcombe), Some(1.0))
        );
        // Hypergeometric: the only win is among 40 of 4,000 seats with a probability of 0.01, both of two with 0.00009752.
        let found = [1, 2].map(|won| rare(won).p_value(Level::default()).expect("a p-value"));
        assert!(
            (found[0] - 0.02).abs() < 1e-9 && (found[1] - 2.0 * 40.0 * 39.0 / 4_000.0 / 3_999.0).abs() < 1e-7,
            "{found:?}"
        );
        assert!(rare(2).difference(Level::default()).interval.expect("an interval").low > 0.0);
    }

    #[test]
    fn too_few_or_constant_games_give_no_estimate() {
        let level = Level::new(0.95).expect("a level");
        let few: Vec<Game> = (0..200).map(|nth| [u64::from(nth < 29), 0, 1, 840 * (nth % 2)]).collect();
        let (row, side) = sums(&few);
        let estimate = ImpactEstimate::new((&row, &side), None);
        assert_eq!((estimate.difference(level), estimate.p_value(level)), (Estimate::EMPTY, None));
        assert_eq!(estimate.with, Some(0.0));
        // Two seats, one of which wins, and both or neither have the event: no variance.
        let same: Vec<Game> = (0..200).map(|nth| [2 * (nth % 2), 840 * (nth % 2), 2, 840]).collect();
        let (row, side) = sums(&same);
        assert_eq!(ImpactEstimate::new((&row, &side), None).p_value(level), None);
        let none = ImpactEstimate::new((&RowSums::default(), &SideSums::default()), None);
        assert_eq!((none.with, none.without), (None, None));
    }
}
