//! Measures how often intervals cover: an experiment with few games is repeated with other seeds, and each of its
//! intervals is compared with the figure of a long run.

use crate::report::{Cell, Column, Table};
use crate::stats::multiple_testing::holm;
use crate::stats::real;
use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal};
use std::collections::BTreeMap;

/// The coverage that is judged: intervals of 95 % may cover one percentage point less.
pub const FLOOR: f64 = 0.94;

/// The columns that count the games or deals that a figure rests on; the first one that a table has.
const INFORMATIVE: [&str; 2] = ["informative", "changed"];

/// The table and the column of a figure.
type Group = (&'static str, &'static str);

/// How often the intervals of an experiment cover.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    figures: BTreeMap<(Group, String), Covered>,
    n_repeats: u64,
}

/// The intervals of one figure.
#[derive(Clone, Debug)]
struct Covered {
    truth: f64,
    /// The repeats with an interval, and whether it covers.
    shown: Vec<(u64, bool)>,
    /// The informative games of all repeats with a count.
    informative: (u64, u64),
}

/// The coverage of a figure, or of all figures of a column that rest on about as many games.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The table.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
    /// The keys of the row; empty for all figures of the column together.
    pub key: String,
    /// The mean number of informative games, in words.
    pub informative: &'static str,
    /// Number of figures.
    pub n_figures: u64,
    /// Number of repeats times figures.
    pub n_repeats: u64,
    /// Number of intervals.
    pub n_shown: u64,
    /// Number of intervals that contain the figure of the long run.
    pub n_covered: u64,
    /// The p-value of a coverage of at least [`FLOOR`].
    pub p_value: f64,
    /// The same, Holm-corrected over the lines that are judged together.
    pub p_holm: f64,
}

impl Line {
    /// The share of the intervals that cover.
    #[must_use]
    pub fn coverage(&self) -> f64 {
        real(self.n_covered) / real(self.n_shown)
    }
}

impl Coverage {
    /// The figures of a long run, which count as true.
    #[must_use]
    pub fn of(long: &[&Table]) -> Self {
        let mut figures = BTreeMap::new();
        for_each(long, |group, key, value, _, _| {
            let covered = Covered { truth: value, shown: Vec::new(), informative: (0, 0) };
            figures.insert((group, key), covered);
        });
        Self { figures, n_repeats: 0 }
    }

    /// Adds the tables of one repeat. Figures that the long run does not have are skipped.
    pub fn add(&mut self, tables: &[&Table]) {
        let Self { figures, n_repeats } = self;
        for_each(tables, |group, key, _, ends, informative| {
            let Some(covered) = figures.get_mut(&(group, key)) else { return };
            if let Some(games) = informative {
                covered.informative.0 += games;
                covered.informative.1 += 1;
            }
            if let Some([low, high]) = ends {
                const ROUNDING: f64 = 1e-12;
                let is_in = low - ROUNDING <= covered.truth && covered.truth <= high + ROUNDING;
                covered.shown.push((*n_repeats, is_in));
            }
        });
        *n_repeats += 1;
    }

    /// One line for each figure with an interval.
    #[must_use]
    pub fn by_figure(&self) -> Vec<Line> {
        let shown = self.figures.iter().filter(|(_, covered)| !covered.shown.is_empty());
        let line = |((group, key), covered): (&(Group, String), &Covered)| {
            let line = self.line(*group, key.clone(), &[covered]);
            let tail = Binomial::new(FLOOR, line.n_shown).map_or(1.0, |law| law.cdf(line.n_covered));
            Line { p_value: tail, ..line }
        };
        corrected(shown.map(line).collect())
    }

    /// One line for all figures of a column that rest on about as many games. Figures of one repeat depend on each other,
    /// so repeats are the statistical unit.
    #[must_use]
    pub fn by_group(&self) -> Vec<Line> {
        let mut groups: BTreeMap<(Group, usize), Vec<&Covered>> = BTreeMap::new();
        for ((group, _), covered) in self.figures.iter().filter(|(_, covered)| !covered.shown.is_empty()) {
            groups.entry((*group, covered.bucket())).or_default().push(covered);
        }
        let line = |((group, _), all): ((Group, usize), Vec<&Covered>)| {
            let line = self.line(group, String::new(), &all);
            Line { p_value: self.tail(&all, &line), ..line }
        };
        corrected(groups.into_iter().map(line).collect())
    }

    fn line(&self, (table, column): Group, key: String, all: &[&Covered]) -> Line {
        let shown = || all.iter().flat_map(|covered| &covered.shown);
        Line {
            table,
            column,
            key,
            informative: BUCKETS[all.first().map_or(0, |covered| covered.bucket())].1,
            n_figures: all.len() as u64,
            n_repeats: self.n_repeats * all.len() as u64,
            n_shown: shown().count() as u64,
            n_covered: shown().filter(|(_, is_in)| *is_in).count() as u64,
            p_value: 1.0,
            p_holm: 1.0,
        }
    }

    /// The probability of so low a coverage, from the ratio of the sums of all repeats.
    fn tail(&self, all: &[&Covered], line: &Line) -> f64 {
        let mut repeats: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
        for (repeat, is_in) in all.iter().flat_map(|covered| &covered.shown) {
            let sums = repeats.entry(*repeat).or_default();
            *sums = (sums.0 + f64::from(*is_in), sums.1 + 1.0);
        }
        let coverage = line.coverage();
        let squares: f64 = repeats.values().map(|(x, v)| (x - coverage * v).powi(2)).sum();
        let n = real(repeats.len() as u64);
        let error = (squares * n / (n - 1.0)).sqrt() / real(line.n_shown);
        match (error > 0.0, coverage < FLOOR) {
            (true, _) => Normal::standard().cdf((coverage - FLOOR) / error),
            (false, is_low) => {
                if is_low {
                    0.0
                } else {
                    1.0
                }
            }
        }
    }
}

impl Covered {
    /// The index of the bucket of the mean number of informative games. Judging each repeat by its own number would
    /// select repeats whose figure is too small.
    fn bucket(&self) -> usize {
        let (sum, n) = self.informative;
        if n == 0 {
            return 0;
        }
        let fits = BUCKETS.iter().skip(1).position(|(most, _)| sum < most * n);
        fits.map_or(BUCKETS.len() - 1, |place| place + 1)
    }
}

/// The limits of the numbers of informative games, and their names.
const BUCKETS: [(u64, &str); 5] = [
    (0, "not counted"),
    (30, "below 30"),
    (100, "30 to 100"),
    (1000, "100 to 1,000"),
    (u64::MAX / (1 << 32), "more"),
];

/// The lines with their p-values corrected.
fn corrected(mut lines: Vec<Line>) -> Vec<Line> {
    let p_values: Vec<f64> = lines.iter().map(|line| line.p_value).collect();
    lines.iter_mut().zip(holm(&p_values)).for_each(|(line, p)| line.p_holm = p);
    lines
}

/// Calls a function with the column, the keys, the value, the interval, and the informative games of every figure.
fn for_each(tables: &[&Table], mut each: impl FnMut(Group, String, f64, Option<[f64; 2]>, Option<u64>)) {
    for table in tables {
        let place = |name: String| table.columns.iter().position(|column: &Column| column.name == name);
        let ends = |column: &Column| {
            // The intervals of `value` are in `low` and `high`.
            let prefix = if column.name == "value" { String::new() } else { format!("{}_", column.name) };
            Some([place(format!("{prefix}low"))?, place(format!("{prefix}high"))?])
        };
        let columns: Vec<(usize, &Column, [usize; 2])> = table
            .columns
            .iter()
            .enumerate()
            .filter_map(|(own, column)| Some((own, column, ends(column)?)))
            .collect();
        let informative = INFORMATIVE.iter().find_map(|name| place((*name).to_owned()));
        for row in &table.rows {
            let number = |place: usize| row.get(place).and_then(Cell::number);
            let games = informative.and_then(|place| match row.get(place) {
                Some(Cell::Count(games)) => Some(*games),
                _ => None,
            });
            let key = table.address(row);
            for (own, column, [low, high]) in &columns {
                let Some(value) = number(*own) else { continue };
                let ends = number(*low).zip(number(*high)).map(|(low, high)| [low, high]);
                each((table.name, column.name), key.clone(), value, ends, games);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: &[Column] = &[
        Column::key("game", "g"),
        Column::key("card", "c"),
        Column::share("share", "s"),
        Column::share("share_low", "l"),
        Column::share("share_high", "h"),
        Column::count("informative", "i"),
    ];

    fn table(rows: &[(&str, f64, Option<[f64; 2]>, u64)]) -> Table {
        let row = |(card, share, ends, games): &(&str, f64, Option<[f64; 2]>, u64)| {
            let ends = [0, 1].map(|end| Cell::Share(ends.map(|ends| ends[end])));
            let cells = [Cell::text("x"), Cell::text(*card), Cell::Share(Some(*share))];
            cells.into_iter().chain(ends).chain([Cell::Count(*games)]).collect()
        };
        Table { name: "t", columns: COLUMNS, rows: rows.iter().map(row).collect() }
    }

    #[test]
    fn intervals_that_do_not_cover_are_found() {
        let mut coverage =
            Coverage::of(&[&table(&[("a", 0.5, None, 0), ("b", 0.5, None, 0), ("c", 0.1, None, 0)])]);
        for repeat in 0..400 {
            // Of 20 intervals, b's miss 1 and a's miss 3; c never has one.
            let ends = |misses: u64| if repeat % 20 < misses { [0.6, 0.7] } else { [0.4, 0.5] };
            let rows = [
                ("a", 0.4, Some(ends(3)), 20 + repeat % 10),
                ("b", 0.4, Some(ends(1)), 2000),
                ("c", 0.1, None, 5),
                ("new", 0.1, Some([0.0, 1.0]), 5),
            ];
            coverage.add(&[&table(&rows)]);
        }
        let figures = coverage.by_figure();
        let seen: Vec<_> =
            figures.iter().map(|line| (line.key.as_str(), line.n_covered, line.informative)).collect();
        assert_eq!(seen, [("t/a", 340, "below 30"), ("t/b", 380, "more")]);
        assert!(figures[0].p_holm < 1e-6 && figures[1].p_holm > 0.5, "{figures:?}");
        let groups = coverage.by_group();
        assert_eq!((groups.len(), groups[0].n_shown, groups[0].coverage()), (2, 400, 0.85));
        assert!(groups[0].p_holm < 1e-6 && groups[1].p_holm > 0.5, "{groups:?}");
    }
}
