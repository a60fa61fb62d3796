//! The search for the fewest changes: tries every setting one step up and down, then the most promising
//! combinations of steps with one more setting at a time, until a candidate has no loss.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The changed settings (indices, ascending), and the number of steps of each.
pub(super) type Moves = Vec<(usize, i64)>;

/// Beam width: the number of candidates that are tried, and extended, for each number of changes.
const WIDTH: usize = 12;

/// The space of candidates, and their loss.
pub(super) struct SearchSpace<'g> {
    /// The allowed range of steps for each setting.
    pub reach: Vec<RangeInclusive<i64>>,
    /// Maximum number of changed settings.
    pub most_changes: usize,
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

/// The total number of steps.
pub(super) fn steps(moves: &[(usize, i64)]) -> u64 {
    moves.iter().map(|(_, steps)| steps.unsigned_abs()).sum()
}

/// The maximum number of candidates.
pub(super) fn most_tried(reach: &[RangeInclusive<i64>], most_changes: usize) -> usize {
    let singles: usize = reach.iter().map(|reach| directions(reach).len()).sum();
    1 + singles + most_changes * WIDTH
}

/// The number of candidates in the space; `u64::MAX` if there are more.
pub(super) fn n_possible(reach: &[RangeInclusive<i64>], most_changes: usize) -> u64 {
    // The number of candidates for each number of changes.
    let mut counts = vec![0_u64; most_changes + 1];
    counts[0] = 1;
    for reach in reach {
        let steps = reach.end().abs_diff(*reach.start());
        for changes in (1..=most_changes).rev() {
            counts[changes] = counts[changes].saturating_add(counts[changes - 1].saturating_mul(steps));
        }
    }
    counts.into_iter().fold(0, u64::saturating_add)
}

/// All candidates so far.
struct Log<'g, T> {
    space: &'g SearchSpace<'g>,
    try_out: T,
    known: BTreeSet<Moves>,
    tried: Vec<Tried>,
    is_stopped: bool,
}

impl SearchSpace<'_> {
    /// Tries candidates, the unchanged config first. Ends with the first number of changes for which a candidate has no
    /// loss.
    pub(super) fn search(&self, try_out: impl FnMut(&Moves) -> Answer) -> Vec<Tried> {
        let mut log =
            Log { space: self, try_out, known: BTreeSet::new(), tried: Vec::new(), is_stopped: false };
        log.add(Vec::new());
        if log.is_over(0) {
            return log.tried;
        }
        let singles = self.reach.iter().enumerate();
        singles.for_each(|(number, reach)| {
            directions(reach).into_iter().for_each(|step| log.add(vec![(number, step)]));
        });
        let slopes = log.slopes();
        let mut level = vec![0];
        let mut n_changes = 1;
        while !log.is_over(n_changes) {
            let next = self.promising(&level, &slopes, &log);
            next.into_iter().for_each(|moves| log.add(moves));
            if n_changes == self.most_changes || log.is_over(n_changes) {
                break;
            }
            level = log.best(n_changes);
            n_changes += 1;
        }
        log.tried
    }

    /// The most promising candidates that change one setting more than those of `level`.
    fn promising<T>(
        &self,
        level: &[usize],
        slopes: &[(usize, i64, Vec<f64>)],
        log: &Log<'_, T>,
    ) -> Vec<Moves> {
        let mut promised: Vec<(f64, u64, Moves)> = Vec::new();
        for parent in level.iter().map(|index| &log.tried[*index]) {
            for (number, step, slope) in slopes {
                if parent.moves.iter().any(|(changed, _)| changed == number) {
                    continue;
                }
                let mut figures = parent.figures.clone();
                let mut steps_gone = 0;
                while self.reach[*number].contains(&(steps_gone + step)) {
                    steps_gone += step;
                    figures.iter_mut().zip(slope).for_each(|(figure, slope)| *figure += slope);
                    let mut moves = parent.moves.clone();
                    moves.push((*number, steps_gone));
                    moves.sort_unstable();
                    if !log.known.contains(&moves) {
                        promised.push(((self.loss)(&figures), steps(&moves), moves));
                    }
                }
            }
        }
        promised.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| (a.1, &a.2).cmp(&(b.1, &b.2))));
        let mut seen = BTreeSet::new();
        promised.retain(|(.., moves)| seen.insert(moves.clone()));
        promised.into_iter().take(WIDTH).map(|(.., moves)| moves).collect()
    }
}

impl<T: FnMut(&Moves) -> Answer> Log<'_, T> {
    /// Tries a candidate, unless the search was stopped.
    fn add(&mut self, moves: Moves) {
        if self.is_stopped || !self.known.insert(moves.clone()) {
            return;
        }
        match (self.try_out)(&moves) {
            Answer::Figures(figures) => {
                let loss = (self.space.loss)(&figures);
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

    /// The effects of single steps on the figures: setting, direction, differences.
    fn slopes(&self) -> Vec<(usize, i64, Vec<f64>)> {
        let Some(base) = self.tried.first() else { return Vec::new() };
        let slope = |tried: &Tried| match tried.moves[..] {
            [(number, step)] => {
                let differences = tried.figures.iter().zip(&base.figures).map(|(figure, base)| figure - base);
                Some((number, step, differences.collect()))
            }
            _ => None,
        };
        self.tried.iter().filter_map(slope).collect()
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

/// The allowed single steps of a setting.
fn directions(reach: &RangeInclusive<i64>) -> Vec<i64> {
    [-1, 1].into_iter().filter(|step| reach.contains(step)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space<'g>(n_numbers: usize, most_changes: usize, loss: &'g dyn Fn(&[f64]) -> f64) -> SearchSpace<'g> {
        SearchSpace { reach: vec![-3..=3; n_numbers], most_changes, loss }
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
        assert!(n_tried <= most_tried(&space.reach, most_changes), "{n_tried}");
        let met = tried.iter().filter(|tried| tried.loss <= 0.0);
        let fewest = met.min_by_key(|tried| (tried.moves.len(), steps(&tried.moves)));
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
        // The base, eight single steps, and at most `WIDTH` candidates with one changed setting; none with two.
        assert!(found([2.0, 0.0, 0.0], 3).1 <= 1 + 8 + WIDTH);
    }

    #[test]
    fn the_space_is_counted() {
        assert_eq!(n_possible(&[-3..=3, 0..=2, -1..=0], 0), 1);
        assert_eq!(n_possible(&[-3..=3, 0..=2, -1..=0], 1), 1 + 6 + 2 + 1);
        assert_eq!(n_possible(&[-3..=3, 0..=2, -1..=0], 3), 7 * 3 * 2);
        assert_eq!(n_possible(&vec![-20..=20; 2000], 8), u64::MAX);
    }

    #[test]
    fn rejected_candidates_are_not_extended() {
        let loss = |figures: &[f64]| (1.9 - figures[0]).max(0.0);
        let tried = space(4, 2, &loss).search(|moves| {
            if moves.iter().any(|(number, _)| *number == 0) {
                Answer::Refused
            } else {
                Answer::Figures(figures(moves))
            }
        });
        assert!(tried.iter().all(|tried| tried.moves.iter().all(|(number, _)| *number != 0)));
        assert!(tried.iter().all(|tried| tried.loss > 0.0), "it takes the first number");
    }

    #[test]
    fn the_search_ends_when_stopped() {
        let loss = |_: &[f64]| 1.0;
        for most in 0..6 {
            let mut left = most;
            let tried = space(4, 3, &loss).search(|moves| {
                if left == 0 {
                    return Answer::Stopped;
                }
                left -= 1;
                Answer::Figures(figures(moves))
            });
            assert_eq!(tried.len(), most);
        }
    }

    #[test]
    fn unknown_figures_do_not_stop_the_search() {
        let loss = |figures: &[f64]| if figures[0].is_nan() { 9.0 } else { (figures[0] - 2.0).abs() };
        let tried = space(2, 2, &loss).search(|moves| {
            Answer::Figures(vec![if moves.is_empty() { f64::NAN } else { figures(moves)[0] }])
        });
        assert_eq!(tried.iter().map(|tried| tried.loss).fold(9.0, f64::min), 0.0);
    }
}
