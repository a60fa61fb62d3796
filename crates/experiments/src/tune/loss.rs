//! The loss of a candidate: how far its figures are from their targets, in half-widths of their intervals.

use super::super::check::judge::{ConfigCheck, JudgedTarget, LineupResult};
use crate::stats::Interval;
use crate::stats::verdict::{Band, Rule};
use std::collections::BTreeMap;

/// The excess of an unknown figure.
const UNKNOWN: f64 = 10.0;

/// The targets of a config, and the scale of each figure.
pub(super) struct Loss(Vec<Goal>);

struct Goal {
    band: Band,
    rule: Rule,
    /// Its group, if one target of the group is enough.
    any: Option<String>,
    /// One for each line-up.
    scales: Vec<Scale>,
}

/// The scale of a figure. The figure must lie inside the band by a margin, so that its interval also lies
/// inside.
#[derive(Clone, Copy)]
struct Scale {
    unit: f64,
    margin: f64,
}

impl Loss {
    /// Takes the scales from the intervals of these games.
    pub(super) fn new(check: &ConfigCheck) -> Self {
        let goal = |target: &JudgedTarget| Goal {
            band: target.spec.band,
            rule: target.spec.rule,
            any: target.spec.group.as_ref().filter(|group| group.is_any).map(|group| group.name.clone()),
            scales: target.results.iter().map(|result| Scale::new(target.spec.band, result)).collect(),
        };
        Self(check.targets.iter().map(goal).collect())
    }

    /// Whether these figures lie inside every target, without the margin.
    pub(super) fn has(&self, figures: &[f64]) -> bool {
        let bare = |goal: &Goal| {
            let scales = goal.scales.iter().map(|scale| Scale { margin: 0.0, ..*scale });
            Goal { scales: scales.collect(), any: goal.any.clone(), ..*goal }
        };
        Self(self.0.iter().map(bare).collect()).of(figures) <= 0.0
    }

    /// The loss of these figures, one for each target and line-up: the sum of the squared excesses; 0 if all
    /// lie inside. Of a group in which one target is enough, only the nearest counts.
    pub(super) fn of(&self, figures: &[f64]) -> f64 {
        let mut left = figures;
        let mut loss = 0.0;
        let mut nearest: BTreeMap<&str, f64> = BTreeMap::new();
        for goal in &self.0 {
            let (own, others) = left.split_at(goal.scales.len().min(left.len()));
            left = others;
            let own = goal.excess(own).powi(2);
            match &goal.any {
                Some(group) => {
                    let least = nearest.entry(group).or_insert(own);
                    *least = least.min(own);
                }
                None => loss += own,
            }
        }
        loss + nearest.values().sum::<f64>()
    }
}

impl Goal {
    /// The excess of the line-up that decides by the rule, as in [`Rule::verdict`].
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
    fn new(band: Band, result: &LineupResult) -> Self {
        let half_band = (band.high - band.low) / 2.0;
        let edge = if band.low.is_finite() { band.low } else { band.high };
        // The scale of a constant figure is derived from its band or its edge.
        let coarse = if half_band.is_finite() { half_band } else { 0.01 * edge.abs().max(1.0) };
        let half = result.interval.map(Interval::half_width).filter(|half| *half > 0.0);
        let unit = half.unwrap_or(coarse);
        Self { unit, margin: unit.min(half_band / 2.0) }
    }

    /// The excess beyond an edge; 0 if there is no edge.
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
        Goal { band, rule, any: None, scales: vec![SCALE; figures.len()] }.excess(figures)
    }

    fn is_near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    #[test]
    fn the_rule_combines_line_ups_and_the_loss_sums_over_targets() {
        let figures = [0.5, 0.58, 0.4];
        assert!(is_near(excess(Rule::All, &figures), 6.0), "the low one");
        assert!(is_near(excess(Rule::Any, &figures), 0.0), "the first");
        assert!(is_near(excess(Rule::AnyAll, &figures), 4.0), "the high one; too low is only one");
        assert!(is_near(excess(Rule::AnyAll, &[0.4, 0.42]), 4.0), "all are too low: the nearest");
        let goal = |n| Goal {
            band: Band { low: 0.0, high: 1.0 },
            rule: Rule::All,
            any: None,
            scales: vec![SCALE; n],
        };
        let any = |n| Goal { any: Some("g".into()), ..goal(n) };
        assert!(is_near(Loss(vec![any(1), any(1), goal(1)]).of(&[1.01, 1.02, 1.01]), 4.0 + 4.0));
        let loss = Loss(vec![goal(1), goal(2)]);
        assert!(is_near(loss.of(&[0.5, 0.5, 0.5]), 0.0));
        assert!(is_near(loss.of(&[1.01, 0.5, 1.02]), 4.0 + 9.0));
        // Inside the band, but within the margin.
        assert!(loss.of(&[1.0, 0.5, 0.005]) > 0.0 && loss.has(&[1.0, 0.5, 0.005]));
        assert!(!loss.has(&[1.001, 0.5, 0.5]) && !loss.has(&[f64::NAN, 0.5, 0.5]));
    }
}
