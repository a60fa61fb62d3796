//! A small histogram of the game lengths, in block characters.

use super::super::histogram::{Bar, bars};
use super::super::show::Grid;
use super::super::table::fixed;
use undercard_engine::stats::lengths::Lengths;

/// Maximum number of bars.
const BARS: u64 = 12;
/// Length of the longest bar in characters.
const WIDTH: f64 = 32.0;

/// One line for each length or range of lengths: the lengths, their share of games, a bar.
pub(super) fn grid(lengths: &Lengths) -> Grid {
    let bars = bars(&lengths.iter().collect::<Vec<_>>(), BARS);
    let highest = bars.iter().map(|bar| bar.share).fold(0.0, f64::max);
    let row = |one: &Bar| {
        vec![one.name(), format!("{} %", fixed(100.0 * one.share, 1)), bar(one.share / highest * WIDTH)]
    };
    Grid { right: vec![true, true, false], rows: bars.iter().map(row).collect(), ..Grid::default() }
}

/// A bar of this length in characters, rounded to an eighth; never empty for a positive length.
fn bar(length: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 8 · WIDTH")]
    let eighths = (8.0 * length.clamp(0.0, WIDTH)).round() as usize;
    let eighths = if length > 0.0 { eighths.max(1) } else { 0 };
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}
