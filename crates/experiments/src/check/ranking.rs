//! The order in which targets are listed: the worst first, with the targets of a group below their group.

use super::judge::{ConfigCheck, JudgedTarget, LineupResult};
use super::units::Unit;
use crate::stats::verdict::Verdict;
use std::cmp::Ordering;

/// A row of the list.
pub(super) enum Row<'j> {
    /// A group.
    Group(&'j ConfigCheck, Unit<'j>),
    /// A target in one line-up.
    Target(&'j ConfigCheck, &'j JudgedTarget, &'j LineupResult),
}

/// What decides the place of a row: the verdict of the target, that of the line-up, and how far the figure lies outside
/// its band.
#[derive(Clone, Copy)]
struct Rank(Verdict, Verdict, f64);

impl Rank {
    fn of(target: &JudgedTarget, result: &LineupResult) -> Self {
        Self(target.verdict(), result.judged.verdict(), result.excess(&target.spec))
    }

    fn cmp(&self, other: &Self) -> Ordering {
        (self.0, self.1).cmp(&(other.0, other.1)).then(other.2.total_cmp(&self.2))
    }
}

/// Every group, and every target in every line-up, the worst first. A group has the place of its worst target among the
/// targets with the verdict of the group.
pub(super) fn rows<'j>(configs: &[&'j ConfigCheck]) -> Vec<Row<'j>> {
    let mut blocks: Vec<(Rank, Vec<Row<'j>>)> = Vec::new();
    for config in configs {
        for unit in config.units() {
            let results =
                |target: &'j JudgedTarget| target.results.iter().map(move |result| (target, result));
            let mut ranked: Vec<_> = unit.targets.iter().flat_map(|target| results(target)).collect();
            ranked.sort_by(|one, other| Rank::of(one.0, one.1).cmp(&Rank::of(other.0, other.1)));
            let row = |(target, result)| Row::Target(config, target, result);
            match (unit.group, ranked.first()) {
                (Some(_), Some((target, result))) => {
                    let Rank(_, lineup, excess) = Rank::of(target, result);
                    let rank = Rank(unit.verdict(), lineup, excess);
                    let targets = ranked.into_iter().map(row);
                    blocks.push((rank, [Row::Group(config, unit)].into_iter().chain(targets).collect()));
                }
                _ => {
                    let each = |(target, result)| (Rank::of(target, result), vec![row((target, result))]);
                    blocks.extend(ranked.into_iter().map(each));
                }
            }
        }
    }
    blocks.sort_by(|(one, _), (other, _)| one.cmp(other));
    blocks.into_iter().flat_map(|(_, rows)| rows).collect()
}
