//! The statistics of a round robin: strengths, Nash mix, α-rank, and tests of whether strengths explain the
//! scores.

use super::choice::{Figure, method};
use super::confidence_sequence::asymptotic;
use super::head_to_head::{Chances, Deals, HeadToHead};
use super::nash::{alpha_rank, nash};
use super::rating::{Field, Strengths};
use super::resample::{RESAMPLES, middle};
use super::{Estimate, Interval, Level, Method, real};
use crate::model::{RngStream, Seed};
use statrs::distribution::{ContinuousCDF, Normal};

/// The results of a round robin, pair by pair.
#[derive(Clone, Debug)]
pub struct Meetings {
    members: usize,
    /// (0, 1), (0, 2), (1, 2), (0, 3), …: a new member is added at the end.
    pairs: Vec<Option<HeadToHead>>,
}

impl Meetings {
    /// A round robin of this many members, without games.
    #[must_use]
    pub fn new(members: usize) -> Self {
        Self { members, pairs: vec![None; members * members.saturating_sub(1) / 2] }
    }

    /// Number of members.
    #[must_use]
    pub fn members(&self) -> usize {
        self.members
    }

    /// Every pair, in the order in which they are stored.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        (1..self.members).flat_map(|other| (0..other).map(move |one| (one, other)))
    }

    /// The position of a pair.
    fn index(one: usize, other: usize) -> usize {
        let (first, second) = (one.min(other), one.max(other));
        second * second.saturating_sub(1) / 2 + first
    }

    /// Stores the games of two members.
    pub fn add(&mut self, one: usize, other: usize, head_to_head: HeadToHead) {
        if one != other
            && let Some(pair) = self.pairs.get_mut(Self::index(one, other))
        {
            *pair = Some(if one < other { head_to_head } else { head_to_head.seen_by_other() });
        }
    }

    /// The games of two members, from the side of `one`; `None` if they have not played.
    #[must_use]
    pub fn between(&self, one: usize, other: usize) -> Option<HeadToHead> {
        let pair = self.pairs.get(Self::index(one, other)).filter(|_| one != other)?.as_ref()?;
        Some(if one < other { pair.clone() } else { pair.seen_by_other() })
    }

    /// Whether all pairs have played.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.pairs.iter().all(Option::is_some)
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.pairs.iter().flatten().map(HeadToHead::games).sum()
    }

    /// A member's number of games, and its mean score in them.
    #[must_use]
    pub fn record(&self, member: usize) -> (u64, Option<f64>) {
        let met = (0..self.members).filter_map(|other| self.between(member, other));
        let (games, points) = met.fold((0, 0.0), |(games, points), head_to_head| {
            let score = head_to_head.deals.score().unwrap_or(0.0);
            (games + head_to_head.games(), points + score * real(head_to_head.games()))
        });
        (games, (games > 0).then(|| points / real(games)))
    }

    /// The field of their effective games.
    pub(super) fn field(&self) -> Field {
        self.field_of(|_, head_to_head| head_to_head.deals.clone())
    }

    /// Strengths in which every game counts once.
    pub(super) fn strengths(&self) -> Option<Strengths> {
        let mut field = Field::new(self.members);
        for ((one, other), pair) in self.pairs().zip(&self.pairs) {
            if let Some(counts) = pair.as_ref().and_then(|pair| pair.deals.wins_and_losses()) {
                field.add(one, other, counts);
            }
        }
        let variance =
            |one, other| self.between(one, other).map_or(0.0, |pair| pair.deals.variance_of_wins());
        field.bradley_terry_robust(variance)
    }

    fn field_of(&self, mut deals: impl FnMut(usize, &HeadToHead) -> Deals) -> Field {
        let mut field = Field::new(self.members);
        for ((one, other), (index, head_to_head)) in self.pairs().zip(self.pairs.iter().enumerate()) {
            if let Some(counts) =
                head_to_head.as_ref().and_then(|head_to_head| deals(index, head_to_head).counts())
            {
                field.add(one, other, counts);
            }
        }
        field
    }
}

/// The estimates from a round robin.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// Bradley–Terry strengths; `None` for fewer than two members.
    pub strengths: Option<Strengths>,
    /// Half-width of an interval in standard errors.
    pub errors: f64,
    /// The interval method for strengths.
    pub method: Option<Method>,
    /// Each member's share of the Nash mix.
    pub nash: Vec<Estimate>,
    /// Each member's share of α-rank's stationary distribution.
    pub alpha_rank: Vec<Estimate>,
    /// The share of the differences that strengths cannot explain.
    pub cyclic: Option<f64>,
    /// The cyclic share that chance alone produces: that of random fields with as many deals, in which
    /// strengths explain everything.
    pub transitive: Estimate,
    /// How likely such a field is at least as cyclic as this one, or `fit_p` if that is more: equals of whom chance
    /// makes a cycle have an order that fits as well.
    pub cyclic_p: Option<f64>,
    /// The p-value of the likelihood-ratio test that strengths alone explain the scores.
    pub fit_p: Option<f64>,
}

impl Ratings {
    /// Estimates from these games. Intervals of the mixes are the central range of [`RESAMPLES`] resampled
    /// fields: the deals of each pair are redrawn, with `seed`, from the deals played plus half a deal won
    /// and half a deal lost. If the number of deals was not fixed beforehand (`planned` is the maximum), all
    /// intervals have the half-width, in standard errors, of the confidence sequence of the pair with the
    /// fewest deals, so that none is too narrow. The mixes and the cyclic share need the games of every pair.
    #[must_use]
    pub fn of(meetings: &Meetings, fixed: bool, planned: u64, level: Level, seed: u64) -> Self {
        let field = meetings.field();
        let effective = field.bradley_terry();
        let fewest =
            meetings.pairs.iter().flatten().map(|head_to_head| head_to_head.deals.count()).min().unwrap_or(0);
        let reach = asymptotic(0.0, 1.0, fewest, planned, level).map(|interval| interval.high);
        let errors = if fixed { level.z() } else { reach.unwrap_or(f64::NAN) * real(fewest).sqrt() };
        let members = meetings.members;
        let mut standing = Self {
            // A test that is looked at again and again says nothing.
            fit_p: effective.as_ref().and_then(|strengths| strengths.fit).filter(|_| fixed),
            strengths: meetings.strengths(),
            errors,
            method: method(Figure::Strength, false, fixed),
            nash: vec![Estimate::EMPTY; members],
            alpha_rank: vec![Estimate::EMPTY; members],
            cyclic: None,
            transitive: Estimate::EMPTY,
            cyclic_p: None,
        };
        if meetings.is_whole() {
            standing.resample(meetings, (&field, effective.as_ref()), seed, fixed);
        }
        standing
    }

    /// A member's Elo rating.
    #[must_use]
    pub fn elo(&self, member: usize) -> Estimate {
        let elo = |strengths: &Strengths| strengths.elo(member, self.errors, self.method);
        self.strengths.as_ref().map_or(Estimate::EMPTY, elo)
    }

    /// The difference of two Elo ratings, `one` minus `other`.
    #[must_use]
    pub fn lead(&self, one: usize, other: usize) -> Estimate {
        let lead = |strengths: &Strengths| strengths.lead(one, other, self.errors, self.method);
        self.strengths.as_ref().map_or(Estimate::EMPTY, lead)
    }

    fn resample(
        &mut self,
        meetings: &Meetings,
        (field, strengths): (&Field, Option<&Strengths>),
        seed: u64,
        fixed: bool,
    ) {
        let chances: Vec<Chances> =
            meetings.pairs.iter().flatten().map(|pair| pair.deals.chances()).collect();
        let drawn = |chances: &[Chances], chance: &mut RngStream| {
            meetings.field_of(|index, head_to_head| chances[index].draw(head_to_head.deals.count(), chance))
        };
        let mixes = |field: &Field| [nash(&field.logits()).unwrap_or_default(), alpha_rank(&field.scores())];
        // Random numbers that no game uses.
        let luck = |resample: u64| Seed::new(seed).game(u64::MAX - resample);
        let outside = outside(self.errors);
        let fields: Vec<_> =
            (0..RESAMPLES).map(|nth| mixes(&drawn(&chances, &mut luck(nth).bot(0)))).collect();
        let seen = mixes(field);
        let share = |kind: usize, member: usize| {
            let Some(value) = seen[kind].get(member) else { return Estimate::EMPTY };
            let shares = fields.iter().filter_map(|mixes| mixes[kind].get(member).copied()).collect();
            mixed(*value, middle(shares, outside))
        };
        let members = meetings.members;
        self.nash = (0..members).map(|member| share(0, member)).collect();
        self.alpha_rank = (0..members).map(|member| share(1, member)).collect();

        self.cyclic = field.cyclic_share();
        // Two are always in order.
        let Some(strengths) = strengths.filter(|_| members > 2) else { return };
        let ordered = |((one, other), chances): ((usize, usize), &Chances)| {
            chances.tilted(strengths.chance(one, other).unwrap_or(0.5))
        };
        let ordered: Vec<Chances> = meetings.pairs().zip(&chances).map(ordered).collect();
        let draw = |nth| drawn(&ordered, &mut luck(nth).bot(1)).cyclic_share();
        let shares: Vec<f64> = (0..RESAMPLES).filter_map(draw).collect();
        let n_shares = real(shares.len() as u64);
        let as_cyclic = |seen: f64| real(shares.iter().filter(|share| **share >= seen).count() as u64);
        let p = |seen: f64| ((as_cyclic(seen) + 1.0) / (n_shares + 1.0)).max(self.fit_p.unwrap_or(0.0));
        self.cyclic_p = self.cyclic.map(p).filter(|_| fixed);
        let mean = shares.iter().sum::<f64>() / n_shares;
        self.transitive = mixed(mean, middle(shares, outside));
    }
}

/// A share of a field, with its interval.
fn mixed(value: f64, interval: Option<Interval>) -> Estimate {
    method(Figure::Mix, false, true).map_or(Estimate::EMPTY, |method| Estimate::new(value, interval, method))
}

/// The probability that a normal variable exceeds this many standard errors on one side.
fn outside(errors: f64) -> f64 {
    if errors.is_nan() { 0.0 } else { Normal::standard().sf(errors) }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{close, level};
    use super::*;
    use crate::model::{Outcome, Seat, Seats};

    /// A pair's deals: won, split and lost.
    fn head_to_head([won, split, lost]: [u32; 3]) -> HeadToHead {
        let [first, second] = [Seat::FIRST, Seat::SECOND].map(Seats::only);
        let (win, loss) = ((Outcome::Win(first), first), (Outcome::Win(second), first));
        let mut head_to_head = HeadToHead::default();
        (0..won).for_each(|_| head_to_head.add([win, win]));
        (0..split).for_each(|_| head_to_head.add([win, loss]));
        (0..lost).for_each(|_| head_to_head.add([loss, loss]));
        head_to_head
    }

    fn field(members: usize, pairs: &[(usize, usize, [u32; 3])]) -> Meetings {
        let mut meetings = Meetings::new(members);
        pairs.iter().for_each(|(one, other, deals)| meetings.add(*one, *other, head_to_head(*deals)));
        meetings
    }

    fn standing(meetings: &Meetings) -> Ratings {
        Ratings::of(meetings, true, 1_000, level(), 1)
    }

    /// Python, from the same deals: Bradley–Terry by Newton, ± 1.96 pinv(H)·J·pinv(H), J by the sample variance of the
    /// deals; of effective games by the same variance: scipy.stats.chi2.sf; the mix by scipy.optimize.linprog; α-rank by
    /// scipy.linalg.eig; ranges by numpy's multinomial, 500 fields for the mix and 4,000 for the order.
    #[test]
    fn ratings_agree_with_numpy_and_scipy() {
        let deals = [
            (0, 1, [310, 480, 210]),
            (0, 2, [180, 500, 320]),
            (1, 2, [330, 470, 200]),
            (0, 3, [450, 400, 150]),
            (1, 3, [400, 450, 150]),
            (2, 3, [300, 480, 220]),
        ];
        let found = standing(&field(4, &deals));
        let elo = [
            (22.900_897_952_343, 3.423_832_443_530),
            (24.660_279_110_275, 3.437_820_599_625),
            (7.982_551_495_714, 3.414_402_919_295),
            (-55.543_728_558_331, 3.533_618_827_973),
        ];
        for (member, (points, error)) in elo.into_iter().enumerate() {
            close(found.elo(member).value.unwrap(), points, 1e-9);
            close(found.elo(member).interval.unwrap().half_width(), level().z() * error, 1e-9);
        }
        close(found.fit_p.unwrap(), 4.031_891_893_094_724_6e-29, 1e-6);
        close(found.cyclic.unwrap(), 0.570_888_056_150_428_8, 1e-9);
        assert!((found.cyclic_p.unwrap() - 0.001).abs() < 1e-12);
        let near = |found: f64, expected: f64, tolerance| {
            assert!((found - expected).abs() < tolerance, "found {found}, expected {expected}");
        };
        let mix = [
            (0.351_445_420_618, 0.255, 0.444),
            (0.378_837_839_786, 0.289, 0.479),
            (0.269_716_739_596, 0.167, 0.369),
            (0.0, 0.0, 0.0),
        ];
        for (share, (value, low, high)) in found.nash.iter().zip(mix) {
            near(share.value.unwrap(), value, 1e-7);
            near(share.interval.unwrap().low, low, 0.02);
            near(share.interval.unwrap().high, high, 0.02);
        }
        let time = [0.333_328_195_880_6, 0.333_343_128_755_3, 0.333_328_675_364_2, 0.0];
        found.alpha_rank.iter().zip(time).for_each(|(share, time)| near(share.value.unwrap(), time, 1e-9));
        near(found.transitive.value.unwrap(), 0.0988, 0.005);
        near(found.transitive.interval.unwrap().low, 0.0286, 0.01);
        near(found.transitive.interval.unwrap().high, 0.1845, 0.015);
    }

    #[test]
    fn a_member_with_missing_pairs_has_a_rating_but_no_share_of_a_mix() {
        let partial = standing(&field(3, &[(0, 1, [60, 20, 20])]));
        assert!(partial.strengths.is_some() && partial.nash.iter().all(|share| *share == Estimate::EMPTY));
        assert_eq!((partial.cyclic, partial.cyclic_p, partial.transitive), (None, None, Estimate::EMPTY));
        let two = standing(&field(2, &[(1, 0, [60, 20, 20])]));
        close(two.nash[1].value.unwrap(), 1.0, 1e-6);
        assert_eq!((two.cyclic, two.cyclic_p, two.fit_p), (Some(0.0), None, None));
        assert!(
            standing(&Meetings::new(0)).nash.is_empty() && standing(&Meetings::new(1)).strengths.is_none()
        );
    }

    #[test]
    fn a_monitored_run_has_wider_intervals_and_no_p_value() {
        let meetings = field(3, &[(0, 1, [300, 400, 200]), (1, 2, [310, 400, 190]), (0, 2, [320, 400, 180])]);
        let sequential = Ratings::of(&meetings, false, 1_000, level(), 1);
        assert_eq!(
            (sequential.fit_p, sequential.cyclic_p, sequential.method),
            (None, None, Some(Method::AsymptoticCs))
        );
        let fixed = standing(&meetings);
        assert!(
            sequential.errors > fixed.errors && sequential.errors < 2.0 * fixed.errors,
            "{}",
            sequential.errors
        );
        let width = |standing: &Ratings| standing.transitive.interval.unwrap().half_width();
        assert!(width(&sequential) > width(&fixed));
    }

    #[test]
    fn the_games_of_a_pair_are_found_from_either_side() {
        let meetings = field(3, &[(2, 0, [5, 3, 1]), (1, 0, [4, 0, 0])]);
        assert_eq!(meetings.between(2, 0), Some(head_to_head([5, 3, 1])));
        assert_eq!(meetings.between(0, 2).map(|head_to_head| head_to_head.lost), Some(13 * 840));
        assert_eq!(
            (meetings.between(1, 1), meetings.between(1, 2), meetings.is_whole()),
            (None, None, false)
        );
        assert_eq!(meetings.pairs().collect::<Vec<_>>(), [(0, 1), (0, 2), (1, 2)]);
        // 5 + 8 losses and 5 wins in 18 games, 8 losses in 8.
        let (games, score) = meetings.record(0);
        assert_eq!(games, 26);
        close(score.unwrap(), 5.0 / 26.0, 1e-12);
        assert_eq!(Meetings::new(2).record(0), (0, None));
    }
}
