//! The description of a chart, from which every face draws: a page marks beside the rows of a table, a histogram or lines; a
//! workbook bars; a terminal a histogram.

use super::page::words::Unit;

/// Values on one axis.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// What it shows.
    pub title: String,
    /// What has the values, and what the values are.
    pub names: String,
    pub values: String,
    /// The unit in which the values are shown.
    pub unit: Unit,
    /// The value that means no difference.
    pub reference: Option<f64>,
    /// The values.
    pub bars: Vec<Bar>,
}

/// A value.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    /// What has it.
    pub name: String,
    /// The value itself.
    pub value: f64,
    /// The ends of its interval.
    pub ends: Option<(f64, f64)>,
    /// The lower and the upper limit of its target.
    pub limits: [Option<f64>; 2],
}

impl Bar {
    /// A value without an interval.
    pub(crate) const fn bare(name: String, value: f64) -> Self {
        Self { name, value, ends: None, limits: [None; 2] }
    }

    /// The value and the ends of its interval; `None` without an interval.
    pub(crate) fn three(&self) -> Option<[f64; 3]> {
        self.ends.map(|(low, high)| [self.value, low, high])
    }

    /// The value, both ends of its interval, and both limits of its target.
    fn numbers(&self) -> impl Iterator<Item = f64> {
        let ends = self.ends.map(|(low, high)| [low, high]);
        [self.value].into_iter().chain(ends.into_iter().flatten()).chain(self.limits.into_iter().flatten())
    }
}

impl Chart {
    /// Every number in it.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = f64> {
        self.bars.iter().flat_map(Bar::numbers).chain(self.reference)
    }

    /// The same with at most this many bars: those farthest from the reference value, or else the first ones.
    pub(crate) fn cut(mut self, most: usize) -> Self {
        if let Some(reference) = self.reference
            && self.bars.len() > most
        {
            let mut far: Vec<f64> = self.bars.iter().map(|bar| (bar.value - reference).abs()).collect();
            far.sort_by(|one, other| other.total_cmp(one));
            self.bars.retain(|bar| (bar.value - reference).abs() >= far[most - 1]);
        }
        self.bars.truncate(most);
        self
    }
}
