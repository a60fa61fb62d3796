//! What has a verdict: a target of its own, or a group of targets.
//!
//! Every target is a judgement of its own at the level of each interval, also in a group. The verdict of a group follows
//! from those of its targets. It is right if they are, so groups add no error.

use super::judge::{ConfigCheck, JudgedTarget};
use crate::config::targets::Group;
use crate::stats::verdict::Verdict;

/// A target of its own, or the targets of a group.
pub(crate) struct Unit<'c> {
    /// The group.
    pub group: Option<&'c Group>,
    /// Its targets, at least one.
    pub targets: Vec<&'c JudgedTarget>,
}

impl Unit<'_> {
    /// The address of its figure, or of its group: `any/fair-sides`.
    pub(super) fn name(&self) -> String {
        let own = || self.targets.first().map_or_else(String::new, |target| target.spec.figure.to_string());
        self.group.map_or_else(own, Group::address)
    }

    /// Its verdict. A group passes if any, or all, of its targets pass, and fails if all, or any, of them fail.
    pub(crate) fn verdict(&self) -> Verdict {
        let verdicts = self.targets.iter().map(|target| target.verdict());
        let is_any = self.group.is_some_and(|group| group.is_any);
        let verdict = if is_any { verdicts.max() } else { verdicts.min() };
        verdict.unwrap_or(Verdict::Inconclusive)
    }
}

impl ConfigCheck {
    /// Everything that has a verdict, in the order of the config.
    pub(crate) fn units(&self) -> Vec<Unit<'_>> {
        let mut units: Vec<Unit<'_>> = Vec::new();
        for target in &self.targets {
            let group = target.spec.group.as_ref();
            match units.iter_mut().find(|unit| group.is_some() && unit.group == group) {
                Some(unit) => unit.targets.push(target),
                None => units.push(Unit { group, targets: vec![target] }),
            }
        }
        units
    }

    /// The wildcards of the config, each with the number of figures that it stands for.
    pub(super) fn wildcards(&self) -> Vec<(&str, usize)> {
        let mut wildcards: Vec<(&str, usize)> = Vec::new();
        for wildcard in self.targets.iter().filter_map(|target| target.spec.wildcard.as_deref()) {
            match wildcards.iter_mut().find(|(known, _)| *known == wildcard) {
                Some((_, n)) => *n += 1,
                None => wildcards.push((wildcard, 1)),
            }
        }
        wildcards
    }
}
