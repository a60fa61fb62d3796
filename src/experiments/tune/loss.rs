//! How far figures are from their targets, in the widths of their intervals.

use super::super::check::judge::{ConfigCheck, JudgedTarget, LineupResult};
use crate::stats::Interval;
use crate::stats::verdict::{Band, Rule};

/// What an unknown figure is taken for: far away.
const UNKNOWN: f64 = 10.0;

/// The targets of a config, and the measure of each figure.
pub(super) struct Loss(Vec<Goal>);

struct Goal {
    band: Band,
    rule: Rule,
    /// One for each line-up.
    scales: Vec<Scale>,
}

/// The measure of a figure: how far it is from an edge, one that it shall be inside of by a margin, so that
/// its interval is inside, too.
#[derive(Clone, Copy)]
struct Scale {
    unit: f64,
    margin: f64,
}

impl Loss {
    /// Measures by the intervals of these games.
    pub(super) fn new(job: &ConfigCheck) -> Self {
        let goal = |aim: &JudgedTarget| Goal {
            band: aim.target.band,
            rule: aim.target.rule,
            scales: aim.stands.iter().map(|stand| Scale::new(aim.target.band, stand)).collect(),
        };
        Self(job.aims.iter().map(goal).collect())
    }

    /// Do these figures lie inside of every target, by however little?
    pub(super) fn has(&self, figures: &[f64]) -> bool {
        let bare = |goal: &Goal| {
            let scales = goal.scales.iter().map(|scale| Scale { margin: 0.0, ..*scale });
            Goal { scales: scales.collect(), ..*goal }
        };
        Self(self.0.iter().map(bare).collect()).of(figures) <= 0.0
    }

    /// How far these figures are, one for each target and line-up; 0 if they meet every target. What is far
    /// away counts more than what is a little beside.
    pub(super) fn of(&self, figures: &[f64]) -> f64 {
        let mut left = figures;
        let mut loss = 0.0;
        for goal in &self.0 {
            let (own, others) = left.split_at(goal.scales.len().min(left.len()));
            left = others;
            loss += goal.excess(own).powi(2);
        }
        loss
    }
}

impl Goal {
    /// As [`Rule::verdict`] reads several line-ups: how far the one that decides is.
    fn excess(&self, figures: &[f64]) -> f64 {
        let scaled = || figures.iter().zip(&self.scales);
        let lows = || scaled().map(|(figure, scale)| scale.excess(self.band.low - figure, self.band.low));
        let highs = || scaled().map(|(figure, scale)| scale.excess(figure - self.band.high, self.band.high));
        let all = |excess: f64, other: f64| excess.max(other);
        let any = |excess: f64, other: f64| excess.min(other);
        let both = || lows().zip(highs()).map(|(low, high)| low.max(high));
        let excess = match self.rule {
            Rule::All => both().reduce(all),
            Rule::Any => both().reduce(any),
            Rule::AnyAll => lows().reduce(any).zip(highs().reduce(all)).map(|(low, high)| low.max(high)),
        };
        excess.unwrap_or(0.0)
    }
}

impl Scale {
    fn new(band: Band, stand: &LineupResult) -> Self {
        let half_band = (band.high - band.low) / 2.0;
        let edge = if band.low.is_finite() { band.low } else { band.high };
        // What never varied is measured by its band, or by its edge.
        let coarse = if half_band.is_finite() { half_band } else { 0.01 * edge.abs().max(1.0) };
        let half = stand.interval.map(Interval::half_width).filter(|half| *half > 0.0);
        let unit = half.unwrap_or(coarse);
        Self { unit, margin: unit.min(half_band / 2.0) }
    }

    /// How far beyond an edge, if there is one.
    fn excess(self, beyond: f64, edge: f64) -> f64 {
        match (edge.is_finite(), beyond.is_nan()) {
            (false, _) => 0.0,
            (true, true) => UNKNOWN,
            (true, false) => ((beyond + self.margin) / self.unit).max(0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALE: Scale = Scale { unit: 0.01, margin: 0.01 };

    fn excess(rule: Rule, figures: &[f64]) -> f64 {
        let band = Band { low: 0.45, high: 0.55 };
        Goal { band, rule, scales: vec![SCALE; figures.len()] }.excess(figures)
    }

    fn is_near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    #[test]
    fn a_figure_is_inside_its_band_by_a_margin() {
        for (figure, far) in [(0.5, 0.0), (0.46, 0.0), (0.45, 1.0), (0.54, 0.0), (0.55, 1.0), (0.57, 3.0)] {
            assert!(is_near(excess(Rule::All, &[figure]), far), "{figure}");
        }
        assert!(is_near(excess(Rule::All, &[f64::NAN]), UNKNOWN));
        let open =
            Goal { band: Band { low: f64::NEG_INFINITY, high: 0.5 }, rule: Rule::All, scales: vec![SCALE] };
        assert!(is_near(open.excess(&[-9.0]), 0.0) && is_near(open.excess(&[0.5]), 1.0));
    }

    #[test]
    fn several_line_ups_are_read_by_the_rule() {
        let figures = [0.5, 0.58, 0.4];
        assert!(is_near(excess(Rule::All, &figures), 6.0), "the low one");
        assert!(is_near(excess(Rule::Any, &figures), 0.0), "the first");
        assert!(is_near(excess(Rule::AnyAll, &figures), 4.0), "the high one; too low is only one");
        assert!(is_near(excess(Rule::AnyAll, &[0.4, 0.42]), 4.0), "all are too low: the nearest");
    }

    #[test]
    fn all_targets_count() {
        let goal = |n| Goal { band: Band { low: 0.0, high: 1.0 }, rule: Rule::All, scales: vec![SCALE; n] };
        let loss = Loss(vec![goal(1), goal(2)]);
        assert!(is_near(loss.of(&[0.5, 0.5, 0.5]), 0.0));
        assert!(is_near(loss.of(&[1.01, 0.5, 1.02]), 4.0 + 9.0));
        // What is too near an edge to be proved inside is inside all the same.
        assert!(loss.of(&[1.0, 0.5, 0.005]) > 0.0 && loss.has(&[1.0, 0.5, 0.005]));
        assert!(!loss.has(&[1.001, 0.5, 0.5]) && !loss.has(&[f64::NAN, 0.5, 0.5]));
    }
}
