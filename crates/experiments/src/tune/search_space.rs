//! The search for the fewest changes: tries every setting alone, a number one step and as far as it reaches in both
//! directions, then the most promising combinations with one more setting at a time, until a candidate has no loss. At last
//! it replaces single changes of the best combinations.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// The changed settings (indices, ascending), and the step of each.
pub(super) type Moves = Vec<(usize, i64)>;

/// Beam width: the number of candidates that are tried, and extended, for each number of changes.
const WIDTH: usize = 12;

/// How often the best combinations are improved by replacing one of their changes.
const REPLACEMENTS: usize = 4;

/// The allowed steps of a setting; 0 is its value.
#[derive(Clone, Debug)]
pub(super) enum Reach {
    /// A number: steps in this range.
    Steps(RangeInclusive<i64>),
    /// A named choice: its other names, counted from 1.
    Names(i64),
}

impl Reach {
    fn range(&self) -> RangeInclusive<i64> {
        match self {
            Self::Steps(steps) => steps.clone(),
            Self::Names(most) => 0..=*most,
        }
    }

    /// All steps except 0.
    fn steps(&self) -> impl Iterator<Item = i64> {
        self.range().filter(|step| *step != 0)
    }

    /// How far a step goes. All names are equally far.
    fn distance(&self, step: i64) -> u64 {
        match self {
            Self::Steps(_) => step.unsigned_abs(),
            Self::Names(_) => step.signum().unsigned_abs(),
        }
    }

    /// The steps that are tried alone: of a number, one step and `parts` along the range on each side. The far ends show
    /// effects that begin beyond the first step.
    fn probes(&self, parts: i64) -> BTreeSet<i64> {
        let range = self.range();
        match self {
            Self::Steps(_) => (1..=parts)
                .flat_map(|part| [range.start() * part / parts, range.end() * part / parts])
                .chain([-1, 1])
                .filter(|step| *step != 0 && range.contains(step))
                .collect(),
            Self::Names(_) => self.steps().collect(),
        }
    }

    /// The predicted effect of a step, from those that were tried; `None` if they say nothing about it.
    fn effect(&self, known: &BTreeMap<i64, Vec<f64>>, step: i64) -> Option<Vec<f64>> {
        if let Some(effect) = known.get(&step) {
            return Some(effect.clone());
        }
        let Self::Steps(_) = self else { return None };
        // The effect is linear between the nearest known steps, and from 0 to the only one and beyond it.
        let same_side = || known.keys().filter(|other| other.signum() == step.signum());
        let nearer = same_side().filter(|other| other.abs() < step.abs()).max_by_key(|other| other.abs());
        let farther = same_side().filter(|other| other.abs() > step.abs()).min_by_key(|other| other.abs());
        let of = |step: &i64| known.get(step).map(|effect| (real(*step), effect.as_slice()));
        let ((start, low), (end, high)) = match (nearer.and_then(of), farther.and_then(of)) {
            (Some(nearer), Some(farther)) => (nearer, farther),
            (None, Some(one)) | (Some(one), None) => ((0.0, &[][..]), one),
            (None, None) => return None,
        };
        let part = (real(step) - start) / (end - start);
        let lows = low.iter().copied().chain(std::iter::repeat(0.0));
        Some(high.iter().zip(lows).map(|(high, low)| low + (high - low) * part).collect())
    }
}

/// A step as a floating-point number.
fn real(step: i64) -> f64 {
    crate::stats::real(step.unsigned_abs()).copysign(if step < 0 { -1.0 } else { 1.0 })
}

/// The space of candidates, and their loss.
pub(super) struct SearchSpace<'g> {
    /// The allowed steps of each setting.
    pub reach: Vec<Reach>,
    /// Maximum number of changed settings.
    pub most_changes: usize,
    /// How many steps of a number are tried alone on each side, besides one step.
    pub parts: i64,
    /// The loss of figures; 0 if every target is met. An unknown figure is NaN.
    pub loss: &'g dyn Fn(&[f64]) -> f64,
}

/// The result of a trial.
pub(super) enum Answer {
    /// The figures.
    Figures(Vec<f64>),
    /// The rules reject the candidate.
    Refused,
    /// The search was stopped.
    Stopped,
}

/// A candidate that was tried.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tried {
    /// The changes.
    pub moves: Moves,
    /// The figures.
    pub figures: Vec<f64>,
    /// Their loss.
    pub loss: f64,
}

/// The total number of steps; another name is one step.
pub(super) fn steps(reach: &[Reach], moves: &[(usize, i64)]) -> u64 {
    moves.iter().filter_map(|(setting, step)| reach.get(*setting).map(|reach| reach.distance(*step))).sum()
}

/// The maximum number of candidates.
pub(super) fn most_tried(reach: &[Reach], most_changes: usize, parts: i64) -> usize {
    let singles: usize = reach.iter().map(|reach| reach.probes(parts).len()).sum();
    1 + singles + (most_changes + REPLACEMENTS) * WIDTH + most_changes
}

/// The number of candidates in the space; `u64::MAX` if there are more.
pub(super) fn n_possible(reach: &[Reach], most_changes: usize) -> u64 {
    // The number of candidates for each number of changes.
    let mut counts = vec![0_u64; most_changes + 1];
    counts[0] = 1;
    for reach in reach {
        let range = reach.range();
        let steps = range.end().abs_diff(*range.start());
        for changes in (1..=most_changes).rev() {
            counts[changes] = counts[changes].saturating_add(counts[changes - 1].saturating_mul(steps));
        }
    }
    counts.into_iter().fold(0, u64::saturating_add)
}

/// The effects on the figures of each setting's steps that were tried alone.
type Effects = Vec<BTreeMap<i64, Vec<f64>>>;

/// All candidates so far.
struct Log<'g, T> {
    space: &'g SearchSpace<'g>,
    try_out: T,
    known: BTreeSet<Moves>,
    tried: Vec<Tried>,
    effects: Effects,
    is_stopped: bool,
}

impl SearchSpace<'_> {
    /// Tries candidates, the unchanged config first. Ends with the first number of changes for which a candidate has no
    /// loss.
    pub(super) fn search(&self, try_out: impl FnMut(&Moves) -> Answer) -> Vec<Tried> {
        let effects = vec![BTreeMap::new(); self.reach.len()];
        let (known, tried) = (BTreeSet::new(), Vec::new());
        let mut log = Log { space: self, try_out, known, tried, effects, is_stopped: false };
        log.add(Vec::new());
        if log.is_over(0) {
            return log.tried;
        }
        for (setting, reach) in self.reach.iter().enumerate() {
            for step in reach.probes(self.parts) {
                // Half as far, where the rules reject the far end.
                let nearer =
                    std::iter::successors(Some(step), |step| Some(step / 2).filter(|half| *half != 0));
                let most = if matches!(reach, Reach::Steps(_)) { usize::MAX } else { 1 };
                for step in nearer.take(most) {
                    log.add(vec![(setting, step)]);
                    if log.is_stopped || log.effects[setting].contains_key(&step) {
                        break;
                    }
                }
            }
        }
        if !log.is_solved_by_a_step() {
            // Each candidate with one change says more about the next.
            for _ in 0..WIDTH {
                let next = self.promising(&[0], 1, &log);
                next.into_iter().for_each(|moves| log.add(moves));
            }
        }
        for n_changes in 2..=self.most_changes {
            if log.is_over(n_changes - 1) {
                break;
            }
            let level = log.best(n_changes - 1);
            let next = self.promising(&level, WIDTH, &log);
            next.into_iter().for_each(|moves| log.add(moves));
        }
        for _ in 0..REPLACEMENTS {
            if log.is_stopped || log.tried.iter().any(|tried| tried.loss <= 0.0) {
                break;
            }
            let next = self.replaced(&log);
            next.into_iter().for_each(|moves| log.add(moves));
        }
        log.drop_idle_changes();
        log.tried
    }

    /// The `most` most promising candidates that change one setting more than those of `level`.
    fn promising<T>(&self, level: &[usize], most: usize, log: &Log<'_, T>) -> Vec<Moves> {
        let parents = level.iter().filter_map(|index| log.tried.get(*index));
        let bases: Vec<_> = parents.map(|parent| (parent.moves.clone(), parent.figures.clone())).collect();
        self.extended(&bases, most, log)
    }

    /// The most promising candidates that differ from one of the best in one change: another step, or another setting.
    fn replaced<T>(&self, log: &Log<'_, T>) -> Vec<Moves> {
        let mut best: Vec<&Tried> = log.tried.iter().filter(|tried| !tried.moves.is_empty()).collect();
        best.sort_by(|one, other| one.loss.total_cmp(&other.loss));
        best.truncate(WIDTH);
        let mut bases = Vec::new();
        for Tried { moves, figures, .. } in best {
            if moves.len() < self.most_changes {
                bases.push((moves.clone(), figures.clone()));
            }
            for (setting, step) in moves {
                let effect = self.reach[*setting].effect(&log.effects[*setting], *step);
                let Some(effect) = effect else { continue };
                let without = moves.iter().copied().filter(|(other, _)| other != setting).collect();
                bases.push((without, figures.iter().zip(effect).map(|(all, own)| all - own).collect()));
            }
        }
        self.extended(&bases, WIDTH, log)
    }

    /// The `most` most promising candidates with one change more than one of these, whose figures are known or predicted.
    fn extended<T>(&self, bases: &[(Moves, Vec<f64>)], most: usize, log: &Log<'_, T>) -> Vec<Moves> {
        let mut promised: Vec<(f64, u64, Moves)> = Vec::new();
        for (base, figures) in bases {
            for (setting, (reach, known)) in self.reach.iter().zip(&log.effects).enumerate() {
                if base.iter().any(|(changed, _)| *changed == setting) {
                    continue;
                }
                for step in reach.steps() {
                    let mut moves = base.clone();
                    moves.push((setting, step));
                    moves.sort_unstable();
                    if log.known.contains(&moves) {
                        continue;
                    }
                    let Some(effect) = reach.effect(known, step) else { continue };
                    let figures: Vec<f64> =
                        figures.iter().zip(effect).map(|(figure, effect)| figure + effect).collect();
                    promised.push(((self.loss)(&figures), steps(&self.reach, &moves), moves));
                }
            }
        }
        promised.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| (a.1, &a.2).cmp(&(b.1, &b.2))));
        let mut seen = BTreeSet::new();
        promised.retain(|(.., moves)| seen.insert(moves.clone()));
        promised.into_iter().take(most).map(|(.., moves)| moves).collect()
    }
}

impl<T: FnMut(&Moves) -> Answer> Log<'_, T> {
    /// Tries the best candidate without each of its changes, and drops those without which it is no worse.
    fn drop_idle_changes(&mut self) {
        let order = |one: &&Tried, two: &&Tried| {
            one.loss.total_cmp(&two.loss).then_with(|| one.moves.len().cmp(&two.moves.len()))
        };
        let Some(Tried { moves, loss, .. }) = self.tried.iter().min_by(order).cloned() else { return };
        let mut rest = moves.clone();
        for change in moves {
            let without: Moves = rest.iter().copied().filter(|one| *one != change).collect();
            self.add(without.clone());
            if self.tried.iter().any(|tried| tried.moves == without && tried.loss <= loss) {
                rest = without;
            }
        }
    }

    /// Tries a candidate, unless the search was stopped.
    fn add(&mut self, moves: Moves) {
        if self.is_stopped || !self.known.insert(moves.clone()) {
            return;
        }
        match (self.try_out)(&moves) {
            Answer::Figures(figures) => {
                let loss = (self.space.loss)(&figures);
                if let (Some(base), &[(setting, step)]) = (self.tried.first(), &moves[..]) {
                    let effect = figures.iter().zip(&base.figures).map(|(figure, base)| figure - base);
                    self.effects[setting].insert(step, effect.collect());
                }
                self.tried.push(Tried { moves, figures, loss });
            }
            Answer::Refused => {}
            Answer::Stopped => self.is_stopped = true,
        }
    }
}

impl<T> Log<'_, T> {
    /// Whether the search was stopped, or a candidate with this number of changes has no loss.
    fn is_over(&self, n_changes: usize) -> bool {
        let is_met = |tried: &Tried| tried.moves.len() == n_changes && tried.loss <= 0.0;
        self.is_stopped || self.tried.is_empty() || self.tried.iter().any(is_met)
    }

    /// Whether a single step has no loss; no candidate changes less.
    fn is_solved_by_a_step(&self) -> bool {
        self.tried.iter().any(|tried| tried.loss <= 0.0 && steps(&self.space.reach, &tried.moves) == 1)
    }

    /// The indices of the best candidates with this number of changes.
    fn best(&self, n_changes: usize) -> Vec<usize> {
        let mut places: Vec<usize> =
            (0..self.tried.len()).filter(|index| self.tried[*index].moves.len() == n_changes).collect();
        places.sort_by(|a, b| self.tried[*a].loss.total_cmp(&self.tried[*b].loss));
        places.truncate(WIDTH);
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space<'g>(n_numbers: usize, most_changes: usize, loss: &'g dyn Fn(&[f64]) -> f64) -> SearchSpace<'g> {
        SearchSpace { reach: vec![Reach::Steps(-3..=3); n_numbers], most_changes, parts: 1, loss }
    }

    /// Almost additive figures.
    fn figures(moves: &Moves) -> Vec<f64> {
        let gone = |number: usize| {
            let steps = moves.iter().find(|(changed, _)| *changed == number).map_or(0, |(_, steps)| *steps);
            f64::from(i32::try_from(steps).expect("few"))
        };
        vec![gone(0) + 0.5 * gone(1) + 0.02 * gone(0) * gone(2), gone(2) - 0.5 * gone(1), 0.1 * gone(3)]
    }

    fn found(requested: [f64; 3], most_changes: usize) -> (Moves, usize) {
        let loss = |figures: &[f64]| -> f64 {
            figures
                .iter()
                .zip(requested)
                .map(|(figure, requested)| (figure - requested).abs())
                .map(|far| (far - 0.2).max(0.0))
                .sum()
        };
        let mut n_tried = 0;
        let space = space(4, most_changes, &loss);
        let tried = space.search(|moves| {
            n_tried += 1;
            Answer::Figures(figures(moves))
        });
        assert_eq!(tried.len(), n_tried);
        assert!(n_tried <= most_tried(&space.reach, most_changes, 1), "{n_tried}");
        let met = tried.iter().filter(|tried| tried.loss <= 0.0);
        let fewest = met.min_by_key(|tried| (tried.moves.len(), steps(&space.reach, &tried.moves)));
        (fewest.map(|tried| tried.moves.clone()).unwrap_or_default(), n_tried)
    }

    #[test]
    fn the_fewest_changes_are_found() {
        assert_eq!(found([0.0; 3], 3), (vec![], 1), "nothing to change");
        assert_eq!(found([1.0, 0.0, 0.0], 3).0, [(0, 1)]);
        assert_eq!(found([2.0, 0.0, 0.0], 3).0, [(0, 2)], "two steps of one number before one of two");
        assert_eq!(found([-1.0, 1.0, 0.0], 3).0, [(1, -2)]);
        assert_eq!(found([3.0, -2.0, 0.0], 3).0, [(0, 3), (2, -2)]);
        assert_eq!(found([3.0, -2.0, 0.4], 3).0, [(0, 3), (2, -2), (3, 2)]);
        assert_eq!(found([3.0, -2.0, 0.4], 2).0, [], "it takes three");
        assert_eq!(n_possible(&vec![Reach::Steps(-20..=20); 2000], 8), u64::MAX);
        // The base, one step and the far end in both directions, and at most `WIDTH` more candidates with one change.
        assert!(found([2.0, 0.0, 0.0], 3).1 <= 1 + 16 + WIDTH);
    }

    #[test]
    fn changes_without_an_effect_are_dropped() {
        let loss = |figures: &[f64]| 1.0 - figures[0];
        let space = space(4, 4, &loss);
        let one = |moves: &Moves| vec![if moves.contains(&(2, 1)) { 1.0 } else { 0.0 }];
        let moves = vec![(0, 1), (1, 3), (2, 1), (3, -1)];
        let mut log = Log {
            space: &space,
            try_out: |moves: &Moves| Answer::Figures(one(moves)),
            known: BTreeSet::from([moves.clone()]),
            tried: vec![Tried { figures: one(&moves), loss: 0.0, moves }],
            effects: vec![BTreeMap::new(); 4],
            is_stopped: false,
        };
        log.drop_idle_changes();
        let met = log.tried.iter().filter(|tried| tried.loss <= 0.0);
        assert_eq!(met.map(|tried| &tried.moves[..]).min_by_key(|moves| moves.len()), Some(&[(2, 1)][..]));
        assert_eq!(log.tried.len(), 1 + 4);
    }

    /// The second setting halves the effect of the first, so that a sum of effects never meets the target.
    #[test]
    fn changes_of_the_best_combination_are_replaced() {
        let loss = |figures: &[f64]| (figures[0] - 8.0).abs().max((figures[1] - 5.0).abs());
        let tried =
            SearchSpace { reach: vec![Reach::Steps(-20..=20); 2], most_changes: 2, parts: 1, loss: &loss };
        let tried = tried.search(|moves| {
            let step = |setting: usize| {
                let step = moves.iter().find(|(changed, _)| *changed == setting).map_or(0, |(_, step)| *step);
                real(step)
            };
            let damped = if step(1).abs() > 0.0 { 0.5 } else { 1.0 };
            Answer::Figures(vec![damped * step(0), step(1)])
        });
        let met: Vec<_> =
            tried.iter().filter(|tried| tried.loss <= 0.0).map(|tried| &tried.moves[..]).collect();
        assert_eq!(met, [&[(0, 16), (1, 5)][..]]);
    }

    /// The first setting has its full effect from the sixth step on, and the rules reject it from the eighth on. The target
    /// also needs the last name of the second setting.
    #[test]
    fn plateaus_are_crossed_and_names_are_tried() {
        let loss = |figures: &[f64]| (figures[0] - 3.0).abs();
        let space = SearchSpace {
            reach: vec![Reach::Steps(-8..=8), Reach::Names(3), Reach::Steps(-8..=8)],
            most_changes: 3,
            parts: 1,
            loss: &loss,
        };
        let tried = space.search(|moves| {
            let step = |setting: usize| {
                moves.iter().find(|(changed, _)| *changed == setting).map_or(0, |(_, step)| *step)
            };
            let of_number = match step(0) {
                8.. => return Answer::Refused,
                6.. => 2.0,
                4.. => 1.0,
                _ => 0.0,
            };
            Answer::Figures(vec![of_number + f64::from(u8::from(step(1) == 3))])
        });
        let best = tried
            .iter()
            .filter(|tried| tried.loss <= 0.0)
            .min_by_key(|tried| steps(&space.reach, &tried.moves));
        assert_eq!(best.map(|tried| tried.moves.as_slice()), Some(&[(0, 6), (1, 3)][..]), "{tried:?}");
    }

    #[test]
    fn a_search_passes_over_rejected_and_unknown_candidates_and_ends_when_stopped() {
        let loss = |figures: &[f64]| if figures[0].is_nan() { 9.0 } else { (1.9 - figures[0]).abs() };
        for most in [0, 1, 5, usize::MAX] {
            let mut left = most;
            let tried = space(4, 2, &loss).search(|moves| {
                if left == 0 {
                    return Answer::Stopped;
                }
                left -= 1;
                if moves.iter().any(|(number, _)| *number == 0) {
                    left += 1;
                    Answer::Refused
                } else {
                    Answer::Figures(vec![if moves.is_empty() { f64::NAN } else { figures(moves)[0] }])
                }
            });
            assert!(tried.iter().all(|tried| tried.moves.iter().all(|(number, _)| *number != 0)));
            assert!(if most > 5 { tried.len() > 5 } else { tried.len() == most }, "{}", tried.len());
        }
    }
}
