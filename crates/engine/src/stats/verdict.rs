//! Verdicts on targets by equivalence tests: a target passes only if the whole interval lies inside its band.
//!
//! An interval at level 1 − α inside the band corresponds to two one-sided tests at α/2 that both reject
//! (TOST; Schuirmann 1987, *A comparison of the two one-sided tests procedure and the power approach*, J.
//! Pharmacokinet. Biopharm. 15). With m judgements each interval has level 1 − α/m (Bonferroni), so the
//! probability of any wrong verdict is at most α.
//!
//! With interim looks the intervals are confidence sequences, which are valid at all looks simultaneously. A
//! decision about an edge of the band is therefore final.

use super::{Interval, real};

/// The allowed range of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// The minimum; −∞ if there is none.
    pub low: f64,
    /// The maximum; ∞ if there is none.
    pub high: f64,
}

/// What is known about a figure relative to one edge of its band.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Edge {
    /// Undecided.
    #[default]
    Open,
    /// The figure lies inside this edge.
    Inside,
    /// The figure lies outside this edge.
    Outside,
}

/// What is known about a figure relative to both edges of its band.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Judged {
    /// Is the figure at least the minimum?
    pub low: Edge,
    /// Is the figure at most the maximum?
    pub high: Edge,
}

/// The verdict on a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The interval lies entirely outside the band.
    Fail,
    /// Neither of the others.
    Inconclusive,
    /// The interval lies entirely inside the band.
    Pass,
}

crate::model::choices! {
    /// How a target reads several line-ups of bots.
    pub enum Rule {
        /// It must hold for every one.
        All = "all",
        /// It must hold for at least one.
        Any = "any",
        /// Riot's champion balance framework (2020): too high in any one is too high, too low only in
        /// all of them is too low.
        AnyAll = "any-all",
    }
}

impl Rule {
    /// Its name, as in a config.
    #[must_use]
    pub fn name(self) -> &'static str {
        <Self as crate::model::Choice>::ALL
            .iter()
            .find(|(_, rule)| *rule == self)
            .map_or("all", |(name, _)| name)
    }
}

impl Verdict {
    /// The word for the verdict.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fail => "fail",
            Self::Inconclusive => "inconclusive",
            Self::Pass => "pass",
        }
    }
}

impl Edge {
    fn of(inside: bool, outside: bool) -> Self {
        match (inside, outside) {
            (true, _) => Self::Inside,
            (_, true) => Self::Outside,
            _ => Self::Open,
        }
    }

    /// This decision, or the later one if this is undecided.
    fn or(self, later: Self) -> Self {
        if self == Self::Open { later } else { self }
    }
}

impl Judged {
    /// Adds a later look. Decisions of earlier looks remain.
    #[must_use]
    pub fn then(self, later: Self) -> Self {
        Self { low: self.low.or(later.low), high: self.high.or(later.high) }
    }

    /// The verdict from this figure alone.
    #[must_use]
    pub fn verdict(self) -> Verdict {
        both(only(self.low), only(self.high))
    }
}

impl Band {
    /// Judges an interval.
    #[must_use]
    pub fn judge(&self, interval: Option<Interval>) -> Judged {
        let Some(Interval { low, high }) = interval else {
            // A missing edge is satisfied from the start.
            let free = |free: bool| if free { Edge::Inside } else { Edge::Open };
            return Judged {
                low: free(self.low == f64::NEG_INFINITY),
                high: free(self.high == f64::INFINITY),
            };
        };
        Judged {
            low: Edge::of(low >= self.low, high < self.low),
            high: Edge::of(high <= self.high, low > self.high),
        }
    }

    /// Distance from a value to the nearest edge: positive outside the band, negative inside.
    #[must_use]
    pub fn excess(&self, value: f64) -> f64 {
        (self.low - value).max(value - self.high)
    }

    /// About how many more games would decide: (z·s/d)² − n, where d is the distance to the nearest edge and
    /// z·s/√n the half-width of the interval. `None` if the value lies on the edge or is unknown, or if the
    /// number is too large.
    #[must_use]
    pub fn games_more(&self, value: Option<f64>, interval: Option<Interval>, n: u64) -> Option<u64> {
        let (value, half) = value.zip(interval.map(Interval::half_width))?;
        let distance = self.excess(value).abs();
        if distance <= 0.0 || !distance.is_finite() {
            return None;
        }
        let more = real(n) * ((half / distance).powi(2) - 1.0);
        // Two significant digits are enough for an approximate number.
        let scale = 10_f64.powf((more.max(1.0).log10().floor() - 1.0).max(0.0));
        let rounded = (more.max(1.0) / scale).ceil() * scale;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 10¹²")]
        (rounded < 1e12).then_some(rounded as u64)
    }
}

impl Rule {
    /// The verdict on a figure that was judged for several line-ups.
    #[must_use]
    pub fn verdict(self, judged: &[Judged]) -> Verdict {
        let lows = || judged.iter().map(|judged| only(judged.low));
        let highs = || judged.iter().map(|judged| only(judged.high));
        match self {
            Self::All => all(judged.iter().map(|judged| judged.verdict())),
            Self::Any => any(judged.iter().map(|judged| judged.verdict())),
            Self::AnyAll => both(any(lows()), all(highs())),
        }
    }
}

fn only(edge: Edge) -> Verdict {
    match edge {
        Edge::Open => Verdict::Inconclusive,
        Edge::Inside => Verdict::Pass,
        Edge::Outside => Verdict::Fail,
    }
}

fn both(one: Verdict, two: Verdict) -> Verdict {
    one.min(two)
}

fn all(verdicts: impl Iterator<Item = Verdict>) -> Verdict {
    verdicts.min().unwrap_or(Verdict::Inconclusive)
}

fn any(verdicts: impl Iterator<Item = Verdict>) -> Verdict {
    verdicts.max().unwrap_or(Verdict::Inconclusive)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVEN: Band = Band { low: 0.49, high: 0.51 };

    fn verdict(low: f64, high: f64) -> Verdict {
        EVEN.judge(Interval::new(low, high)).verdict()
    }

    #[test]
    fn the_interval_inside_passes_outside_fails_and_across_is_inconclusive() {
        assert_eq!(verdict(0.495, 0.505), Verdict::Pass);
        assert_eq!(verdict(0.49, 0.51), Verdict::Pass);
        assert_eq!(verdict(0.52, 0.53), Verdict::Fail);
        assert_eq!(verdict(0.40, 0.489), Verdict::Fail);
        for (low, high) in [(0.48, 0.50), (0.50, 0.52), (0.4, 0.6), (0.51, 0.52)] {
            assert_eq!(verdict(low, high), Verdict::Inconclusive, "{low} {high}");
        }
        assert_eq!(EVEN.judge(None).verdict(), Verdict::Inconclusive);
        // A missing edge is always satisfied.
        let most = Band { low: f64::NEG_INFINITY, high: 0.05 };
        assert_eq!(most.judge(Interval::new(0.0, 0.04)).verdict(), Verdict::Pass);
        assert_eq!(most.judge(Interval::new(0.06, 0.07)).verdict(), Verdict::Fail);
        assert_eq!(most.judge(None), Judged { low: Edge::Inside, high: Edge::Open });
    }

    #[test]
    fn a_decided_edge_stays_decided() {
        let first = EVEN.judge(Interval::new(0.495, 0.53));
        assert_eq!(first, Judged { low: Edge::Inside, high: Edge::Open });
        let then = first.then(EVEN.judge(Interval::new(0.3, 0.505)));
        assert_eq!(then.verdict(), Verdict::Pass);
        assert_eq!(then.then(EVEN.judge(Interval::new(0.6, 0.7))), then);
    }

    #[test]
    fn verdicts_are_combined_by_their_rule() {
        let fine = EVEN.judge(Interval::new(0.495, 0.505));
        let strong = EVEN.judge(Interval::new(0.6, 0.7));
        let weak = EVEN.judge(Interval::new(0.3, 0.4));
        let open = EVEN.judge(Interval::new(0.3, 0.7));
        use Verdict::{Fail, Inconclusive, Pass};
        for (rule, ladder, verdict) in [
            (Rule::All, vec![fine, fine], Pass),
            (Rule::All, vec![fine, weak], Fail),
            (Rule::All, vec![fine, open], Inconclusive),
            (Rule::Any, vec![weak, fine], Pass),
            (Rule::Any, vec![weak, open], Inconclusive),
            (Rule::Any, vec![weak, strong], Fail),
            (Rule::AnyAll, vec![fine, weak], Pass),
            (Rule::AnyAll, vec![weak, weak], Fail),
            (Rule::AnyAll, vec![fine, strong], Fail),
            (Rule::AnyAll, vec![weak, open], Inconclusive),
        ] {
            assert_eq!(rule.verdict(&ladder), verdict, "{rule:?} {ladder:?}");
        }
    }

    /// p̂ = 0.505 ± 0.01 at 10,000 games: the edge is 0.005 away, half the half-width of the interval, so
    /// four times as many games are needed in all.
    #[test]
    fn the_missing_games_follow_the_square_of_the_distance() {
        let interval = Interval::new(0.495, 0.515);
        assert_eq!(EVEN.games_more(Some(0.505), interval, 10_000), Some(30_000));
        assert_eq!(EVEN.games_more(Some(0.51), interval, 10_000), None, "on the edge");
        assert_eq!(EVEN.games_more(None, None, 10_000), None);
        let one_sided = Band { low: f64::NEG_INFINITY, high: 0.51 };
        assert_eq!(one_sided.games_more(Some(0.505), interval, 10_000), Some(30_000));
    }
}
