//! How much of the outcome is decided by the deal? Every deal is played several times, with fresh randomness
//! for the bots. The deal's share is the part of the variance that the replicates of a deal have in common.
//!
//! It is the intraclass correlation of a seat's scores, from the analysis of variance with deals as random
//! effects (Fisher 1925, *Statistical Methods for Research Workers*, §39; Shrout & Fleiss 1979, *Intraclass
//! correlations*, Psychological Bulletin 86, their ICC(1,1)). The estimate can be negative.
//!
//! Its interval is a jackknife over deals of ln F, where F is the mean square between deals divided by that within
//! (Miller 1974, *The jackknife: a review*, Biometrika 61). The share is (F − 1) / (F + r − 1) for r replicates.

use super::choice::{Figure, method};
use super::{Estimate, INFORMATIVE, Interval, Level, real, wide};
use crate::model::{Outcome, Seat, Seats};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Maximum number of times that a deal can be played.
pub const MOST_TIMES: usize = 8;
/// Deals by how their games ended. Of a deal only who won how many of its games matters, so that there are
/// few kinds, however many deals.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeats {
    /// The winners of a deal's games, as masks in ascending order (0: nobody) → the number of these deals.
    kinds: BTreeMap<Vec<u8>, u64>,
}

/// Sums over deals of a seat's scores, in [`SHARE`](crate::model::SHARE)ths: Σs, Σs² and Σq, where s is the
/// sum of a deal's scores and q the sum of their squares.
#[derive(Clone, Copy, Default)]
struct Scores {
    s: i128,
    ss: i128,
    q: i128,
}

impl Scores {
    /// These sums with those of some more deals.
    const fn plus(self, Self { s, ss, q }: Self, deals: i128) -> Self {
        Self { s: self.s + deals * s, ss: self.ss + deals * ss, q: self.q + deals * q }
    }
}

impl Repeats {
    /// Adds a deal whose games ended like this.
    pub fn add(&mut self, games: impl Iterator<Item = Outcome>) {
        let mut winners = [0; MOST_TIMES];
        let mut times = 0;
        for (index, outcome) in winners.iter_mut().zip(games) {
            *index = outcome.winners().mask();
            times += 1;
        }
        let winners = &mut winners[..times];
        winners.sort_unstable();
        if let Some(deals) = self.kinds.get_mut(&*winners) {
            *deals += 1;
        } else {
            self.kinds.insert(winners.to_vec(), 1);
        }
    }

    /// Adds other deals.
    pub fn merge(&mut self, other: Self) {
        for (kind, deals) in other.kinds {
            *self.kinds.entry(kind).or_default() += deals;
        }
    }

    /// Number of deals.
    #[must_use]
    pub fn deals(&self) -> u64 {
        self.kinds.values().sum()
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.kinds.iter().map(|(kind, deals)| kind.len() as u64 * deals).sum()
    }

    /// Number of games of deals that had the same winners every time.
    #[must_use]
    pub fn alike(&self) -> u64 {
        let is_alike = |kind: &[u8]| kind.windows(2).all(|two| two[0] == two[1]);
        self.kinds.iter().filter(|(kind, _)| is_alike(kind)).map(|(_, deals)| deals).sum()
    }

    /// Deals that the deal's share rests on: those whose games ended differently, or those that went otherwise than the
    /// most common kind of deal, if these are fewer. If nearly all deals go the same way every time, the few that do
    /// not decide how much the deal does not.
    #[must_use]
    pub fn informative(&self) -> u64 {
        let common = self.kinds.values().max().copied().unwrap_or(0);
        let n = self.deals();
        (n - self.alike()).min(n - common)
    }

    /// The deal's share: of all seats together (their variances added up), then of each seat. A game that nobody wins counts
    /// as an even share for every seat. There is no interval if fewer than 30 deals are informative.
    #[must_use]
    pub fn deal_shares(&self, players: usize, level: Level) -> Vec<Estimate> {
        let seats: Vec<Seat> = Seats::first(players).into_iter().collect();
        let times = self.kinds.keys().map(Vec::len).next().unwrap_or(0);
        let kinds: Vec<Vec<Scores>> = self.kinds.keys().map(|kind| scores(kind, &seats)).collect();
        let deals: Vec<u64> = self.kinds.values().copied().collect();
        let share = |log_f: f64| {
            // With F → ∞ the share is 1.
            let f = log_f.exp();
            if f.is_finite() { (f - 1.0) / (f + real(times as u64) - 1.0) } else { 1.0 }
        };
        let n = self.deals();
        let mut total = vec![Scores::default(); seats.len()];
        for (kind, deals) in kinds.iter().zip(&deals) {
            total
                .iter_mut()
                .zip(kind)
                .for_each(|(total, scores)| *total = total.plus(*scores, (*deals).into()));
        }
        let seen = log_f_by_seat(&total, n, times as u64);
        let without: Vec<Vec<Option<f64>>> = kinds
            .iter()
            .map(|kind| {
                let rest = total.iter().zip(kind).map(|(total, scores)| total.plus(*scores, -1));
                log_f_by_seat(&rest.collect::<Vec<_>>(), n - 1, times as u64)
            })
            .collect();
        let method = method(Figure::DealShare, self.informative() < INFORMATIVE, true);
        let estimate = |(index, log_f): (usize, Option<f64>)| {
            let log_f = log_f?;
            let without: Option<Vec<f64>> = without.iter().map(|log_f| log_f[index]).collect();
            let interval = without.filter(|_| method.is_some()).and_then(|without| {
                let [low, high] = jackknife(log_f, &without, &deals, level)?;
                Interval::new(share(low), share(high))
            });
            Some(Estimate {
                method: method.filter(|_| interval.is_some()),
                value: Some(share(log_f)),
                interval,
            })
        };
        seen.into_iter().enumerate().map(|one| estimate(one).unwrap_or(Estimate::EMPTY)).collect()
    }
}

/// The ends of the interval of a figure by the jackknife: `without` has the figure without one deal of each kind, and
/// `deals` the number of deals of each kind. There is none if a figure is infinite.
pub(super) fn jackknife(figure: f64, without: &[f64], deals: &[u64], level: Level) -> Option<[f64; 2]> {
    let n = real(deals.iter().sum());
    let pseudo: Vec<f64> = without.iter().map(|without| n * figure - (n - 1.0) * without).collect();
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
        pseudo.iter().zip(deals).map(|(value, deals)| real(*deals) * of(*value)).sum()
    };
    let mean = sum(&|value| value) / n;
    let error = (sum(&|value| (value - mean).powi(2)) / (n * (n - 1.0))).sqrt();
    let margin = level.t(n - 1.0) * error;
    (figure.is_finite() && margin.is_finite()).then_some([figure - margin, figure + margin])
}

/// The scores of one deal of this kind, for each seat.
fn scores(kind: &[u8], seats: &[Seat]) -> Vec<Scores> {
    let ended = |winners: u8| match Seats::of(winners) {
        Seats::NONE => Outcome::AllLose,
        winners => Outcome::won_by(winners),
    };
    let of_seat = |seat: &Seat| {
        let scores = kind.iter().map(|winners| i128::from(ended(*winners).utility(*seat, seats.len())));
        let (s, q) = scores.fold((0, 0), |(s, q), score| (s + score, q + score * score));
        Scores { s, ss: s * s, q }
    };
    seats.iter().map(of_seat).collect()
}

/// The logarithm of F for all seats together, then for each seat, from the sums of each seat. There is none if nothing
/// varies.
fn log_f_by_seat(sums: &[Scores], deals: u64, times: u64) -> Vec<Option<f64>> {
    let variances: Vec<Option<[f64; 2]>> =
        sums.iter().map(|sums| mean_squares(*sums, deals, times)).collect();
    let log_f = |variances: &[Option<[f64; 2]>]| {
        let [between, within] = variances.iter().try_fold([0.0; 2], |[between, within], variance| {
            variance.map(|[b, w]| [between + b, within + w])
        })?;
        (between + within > 0.0).then(|| (between / within).ln())
    };
    let each = variances.chunks(1).map(log_f);
    std::iter::once(log_f(&variances)).chain(each).collect()
}

/// The mean squares between deals and within deals. The sums are exact; only the last step rounds.
fn mean_squares(Scores { s, ss, q }: Scores, deals: u64, times: u64) -> Option<[f64; 2]> {
    if deals < 2 || times < 2 {
        return None;
    }
    let (n, r) = (i128::from(deals), i128::from(times));
    // n·r times the sum of squares between deals, and r times that within.
    let (between, within) = (n * ss - s * s, r * q - ss);
    let mean = |sum: i128, over: i128| wide(sum) / wide(over);
    Some([mean(between, n * r * (n - 1)), mean(within, r * n * (r - 1))])
}

#[cfg(test)]
mod tests {
    use super::super::Method;
    use super::super::testing::{close, level};
    use super::*;

    fn won(seat: usize) -> Outcome {
        Outcome::Win(Seats::only(Seat::new(seat)))
    }

    /// Deals between two players. Each item is the number of games that the first wins, and the number of
    /// deals.
    fn deals(times: usize, wins: &[(usize, u64)]) -> Repeats {
        let mut repeats = Repeats::default();
        for (wins, deals) in wins {
            for _ in 0..*deals {
                repeats.add((0..times).map(|game| won(usize::from(game >= *wins))));
            }
        }
        repeats
    }

    fn share(repeats: &Repeats) -> Estimate {
        repeats.deal_shares(2, level())[0]
    }

    #[test]
    fn the_share_agrees_with_the_example_of_shrout_and_fleiss() {
        // Table 2 of Shrout & Fleiss (1979), six targets and four judges: ICC(1,1) = 0.17. By hand from it:
        // between 11.24, within 6.26.
        let ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]];
        let sums = ratings.iter().fold(Scores::default(), |sums, ratings: &[i128; 4]| {
            let s: i128 = ratings.iter().sum();
            let q: i128 = ratings.iter().map(|rating| rating * rating).sum();
            Scores { s: sums.s + s, ss: sums.ss + s * s, q: sums.q + q }
        });
        let [between, within] = mean_squares(sums, 6, 4).unwrap();
        close(between, 11.241_666_67, 1e-8);
        close(within, 6.263_888_89, 1e-8);
        close((between - within) / (between + 3.0 * within), 0.165_741_8, 1e-6);
        assert_eq!([mean_squares(sums, 1, 24), mean_squares(sums, 24, 1)], [None; 2]);
    }

    #[test]
    fn the_share_is_one_if_the_deal_decides_all_and_zero_if_nothing() {
        let all = share(&deals(4, &[(4, 500), (0, 500)]));
        assert_eq!((all.value, all.interval, all.method), (Some(1.0), None, None));
        // Coins: 1, 4, 6, 4, 1 of 16 deals.
        let none = share(&deals(4, &[(0, 100), (1, 400), (2, 600), (3, 400), (4, 100)]));
        assert!(none.value.unwrap().abs() < 1e-3);
        assert!(none.interval.unwrap().contains(0.0));
        // Each deal is won once by each player: the replicates are opposites.
        let split = share(&deals(2, &[(1, 500)]));
        assert_eq!((split.value, split.interval, split.method), (Some(-1.0), None, None));
    }

    #[test]
    fn both_seats_of_a_duel_have_the_same_estimate_and_a_draw_is_half_a_win() {
        let mut repeats = deals(3, &[(0, 40), (1, 30), (2, 50), (3, 80)]);
        for _ in 0..60 {
            repeats.add([won(0), Outcome::Draw, Outcome::Stalemate].into_iter());
        }
        let [all, first, second] = repeats.deal_shares(2, level())[..] else { panic!("three") };
        assert!(all == first && first == second && all.value.is_some());
        assert_eq!((repeats.deals(), repeats.games(), repeats.alike()), (260, 780, 120));
        // By the definition, with Python's statistics module.
        close(all.value.unwrap(), ICC_OF_260, 1e-9);
        // The jackknife of ln F deal by deal, with t.ppf(0.975, 259), in Python.
        close(all.interval.unwrap().low, 0.283_078_466_787, 1e-8);
        close(all.interval.unwrap().high, 0.467_258_544_724, 1e-8);
    }
    const ICC_OF_260: f64 = 0.377_141_169_521_557;

    /// Deals that all go the same way every time cannot show how many others do not.
    #[test]
    fn fewer_than_30_mixed_deals_have_no_interval_and_too_few_no_estimate() {
        for none in [Repeats::default(), deals(4, &[(2, 1)]), deals(4, &[(4, 100)])] {
            assert_eq!(share(&none), Estimate::EMPTY);
        }
        let mixed = |mixed| deals(4, &[(4, 500), (0, 500), (1, mixed)]);
        assert_eq!((mixed(29).informative(), share(&mixed(29)).interval), (29, None));
        assert_eq!(share(&mixed(30)).method, Some(Method::Jackknife));
        // Nor can those of deals that are all split alike.
        assert_eq!((deals(2, &[(1, 500), (0, 7)]).informative(), deals(2, &[]).informative()), (7, 0));
    }
}
