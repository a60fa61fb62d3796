//! A small picture of the game lengths, in block characters.

use super::super::show::Grid;
use super::super::table::fixed;
use crate::stats::{lengths::Lengths, real};

/// The most bars.
const BARS: u64 = 12;
/// Characters of the longest bar.
const WIDTH: f64 = 32.0;
/// Games beyond this share go into the last bar together.
const TAIL: f64 = 0.995;

/// One line for each length, or for each range of lengths: which, share of games, bar.
pub(super) fn grid(lengths: &Lengths) -> Grid {
    let mut grid = Grid { right: vec![true, true, false], ..Grid::default() };
    let n: u64 = lengths.iter().map(|(_, games)| games).sum();
    let (Some((shortest, _)), Some(longest)) = (lengths.iter().next(), lengths.longest()) else {
        return grid;
    };
    let (mut seen, mut tail) = (0, longest);
    for (length, games) in lengths.iter() {
        seen += games;
        if real(seen) >= TAIL * real(n) {
            tail = length;
            break;
        }
    }
    let (first, width) = bins(shortest, tail);
    let n_bins = ((tail - first) / width + 1).min(BARS);
    let bin_of = |length: u64| ((length - first) / width).min(n_bins - 1);
    let games = |bin: u64| -> u64 {
        lengths.iter().filter(|(length, _)| bin_of(*length) == bin).map(|(_, games)| games).sum()
    };
    let bars: Vec<(u64, f64)> = (0..n_bins).map(|bin| (bin, real(games(bin)) / real(n))).collect();
    let highest = bars.iter().map(|(_, share)| *share).fold(0.0, f64::max);
    for (bin, share) in bars {
        let from = first + bin * width;
        let name = match (bin + 1 == n_bins && longest >= from + width, width) {
            (true, _) => format!("{from} or more"),
            (false, 1) => from.to_string(),
            (false, _) => format!("{from}–{}", from + width - 1),
        };
        grid.rows.push(vec![name, format!("{} %", fixed(100.0 * share, 1)), bar(share / highest * WIDTH)]);
    }
    grid
}

/// Where the first range begins, and how long each is: 1, 2 or 5 of some power of ten, so that
/// there are at most [`BARS`].
fn bins(shortest: u64, longest: u64) -> (u64, u64) {
    let mut power: u64 = 1;
    loop {
        for step in [1, 2, 5] {
            let width = power.saturating_mul(step);
            let first = shortest / width * width;
            if (longest - first) / width < BARS {
                return (first, width);
            }
        }
        power = power.saturating_mul(10);
    }
}

/// A bar of so many characters, to an eighth; what is more than nothing is seen.
fn bar(length: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 8 · WIDTH")]
    let eighths = (8.0 * length.clamp(0.0, WIDTH)).round() as usize;
    let eighths = if length > 0.0 { eighths.max(1) } else { 0 };
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::testing::lengths;

    #[test]
    fn bars_are_as_long_as_their_shares() {
        assert_eq!(bar(0.0), "");
        assert_eq!(bar(0.001), "▏");
        assert_eq!(bar(2.5), "██▌");
        assert_eq!(bar(1000.0).chars().count(), 32);
    }

    #[test]
    fn few_lengths_have_a_line_each_and_many_share_lines() {
        let few = lengths([(4, 10), (5, 30), (6, 10)]);
        let names =
            |lengths: &Lengths| grid(lengths).rows.iter().map(|row| row[0].clone()).collect::<Vec<_>>();
        assert_eq!(names(&few), ["4", "5", "6"]);
        assert_eq!(grid(&few).rows[1][1..], ["60.0 %", &"█".repeat(32)]);
        let many = lengths((17..180).map(|length| (length, 100)).chain([(9_000_000, 1)]));
        let names = names(&many);
        assert_eq!((names[0].as_str(), names.len()), ("0–19", 9));
        assert_eq!(names[8], "160 or more");
        let total: f64 = grid(&many)
            .rows
            .iter()
            .map(|row| row[1].trim_end_matches(" %").parse::<f64>().expect("a share"))
            .sum();
        assert!((total - 100.0).abs() < 0.5, "{total}");
        assert_eq!(grid(&Lengths::default()).rows.len(), 0);
    }

    #[test]
    fn every_span_has_bins() {
        for (shortest, longest) in [(0, 0), (1, u64::MAX), (u64::MAX, u64::MAX), (999, 1001)] {
            let (first, width) = bins(shortest, longest);
            assert!(first <= shortest && (longest - first) / width < BARS);
        }
    }
}
