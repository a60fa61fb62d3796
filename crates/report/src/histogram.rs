//! The bars of a histogram of game lengths. The last bar includes the long tail.

use undercard_engine::stats::real;

/// The last bar starts at this quantile at the latest.
const TAIL: f64 = 0.995;

/// A bar: games of adjacent lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bar {
    /// The shortest of these lengths.
    pub from: u64,
    /// The longest of them.
    pub to: u64,
    /// Their share of all games.
    pub share: f64,
    /// Whether it includes all longer games.
    pub is_tail: bool,
}

impl Bar {
    /// The range of lengths, for people.
    pub(super) fn name(&self) -> String {
        match (self.is_tail, self.from == self.to) {
            (true, _) => format!("{} or more", self.from),
            (false, true) => self.from.to_string(),
            (false, false) => format!("{}–{}", self.from, self.to),
        }
    }
}

/// The bars for pairs of length and number of games, in ascending order; at most `most` bars (at least 2). Empty if there are
/// no games.
pub(super) fn bars(lengths: &[(u64, u64)], most: u64) -> Vec<Bar> {
    let n: f64 = lengths.iter().map(|(_, games)| real(*games)).sum();
    let (Some((shortest, _)), Some((longest, _)), true) = (lengths.first(), lengths.last(), n > 0.0) else {
        return Vec::new();
    };
    let (mut seen, mut tail) = (0.0, *longest);
    for (length, games) in lengths {
        seen += real(*games);
        if seen >= TAIL * n {
            tail = *length;
            break;
        }
    }
    let (first, width) = bins(*shortest, tail, most);
    let n_bins = ((tail - first) / width + 1).min(most);
    let bar = |bin: u64| {
        let from = first + bin * width;
        let to = from.saturating_add(width - 1);
        let is_last = bin + 1 == n_bins;
        let is_in = |length: u64| length >= from && (is_last || length <= to);
        let games: f64 =
            lengths.iter().filter(|(length, _)| is_in(*length)).map(|(_, games)| real(*games)).sum();
        Bar { from, to, share: games / n, is_tail: is_last && *longest > to }
    };
    (0..n_bins).map(bar).collect()
}

/// The start of the first bar and the width of all bars, which is 1, 2 or 5 times a power of ten, so that there are at most
/// `most` bars.
fn bins(shortest: u64, longest: u64, most: u64) -> (u64, u64) {
    let mut power: u64 = 1;
    loop {
        for step in [1, 2, 5] {
            let width = power.saturating_mul(step);
            let first = shortest / width * width;
            if (longest - first) / width < most {
                return (first, width);
            }
        }
        power = power.saturating_mul(10);
    }
}
