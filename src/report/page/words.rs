//! How names and numbers stand on a page.

use super::super::Cell;
use super::super::show::{grouped, points};
use super::super::table::fixed;

/// The longest text of a cell, in characters.
const LONGEST: usize = 400;

/// Foreign text that can do nothing but be read: what is not seen, or turns the direction of what follows, is
/// shown as `\u{FFFD}`. (Markup is escaped where it is written.)
pub(super) fn harmless(text: &str) -> String {
    let seen = |c: char| match c {
        '\u{61C}'
        | '\u{200B}'
        | '\u{200E}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFF}'
        | '\u{E0000}'..='\u{E0FFF}' => '\u{FFFD}',
        _ if c.is_control() => '\u{FFFD}',
        _ => c,
    };
    let mut shown: String = text.chars().take(LONGEST).map(seen).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// Our own Markdown as plain text.
pub(super) fn plain(markdown: &str) -> String {
    markdown.replace(['*', '`'], "")
}

/// The columns that hold differences.
const DIFFERENCES: [&str; 6] =
    ["delta", "difference", "event_difference", "opening_difference", "ablation", "length_delta"];

/// What a number is told in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Per cent.
    Percent,
    /// Percentage points, with their sign.
    Points,
    /// As it is.
    Plain,
    /// As it is, with its sign.
    Signed,
}

impl Unit {
    /// That of a cell in a column.
    pub(super) fn of(column: &str, cell: &Cell) -> Self {
        match (cell, DIFFERENCES.contains(&column)) {
            (Cell::Share(_), false) => Self::Percent,
            (Cell::Share(_), true) => Self::Points,
            (_, false) => Self::Plain,
            (_, true) => Self::Signed,
        }
    }

    /// The number that is told.
    pub(super) const fn told(self, value: f64) -> f64 {
        match self {
            Self::Percent | Self::Points => 100.0 * value,
            Self::Plain | Self::Signed => value,
        }
    }

    /// What stands behind a number.
    pub(super) const fn suffix(self) -> &'static str {
        match self {
            Self::Percent => " %",
            Self::Points => " pp",
            Self::Plain | Self::Signed => "",
        }
    }

    /// A value without its unit; the decimals of what is neither share nor difference of shares depend on how well it
    /// is known.
    fn bare(self, value: f64, decimals: usize) -> String {
        match self {
            // What is more than nothing is seen.
            Self::Percent if value.abs() < 0.000_05 && value != 0.0 => fixed(100.0 * value, 4),
            Self::Percent => fixed(100.0 * value, 2),
            Self::Points => points(value),
            Self::Plain => fixed(value, decimals),
            Self::Signed if value > 0.0 => format!("+{}", fixed(value, decimals)),
            Self::Signed => fixed(value, decimals),
        }
    }

    /// A value, and its interval if it has one.
    pub(super) fn with_interval(self, value: f64, ends: Option<(f64, f64)>) -> (String, String) {
        let decimals = decimals(value, ends.map(|(low, high)| high - low));
        let interval = ends.map_or_else(String::new, |(low, high)| {
            format!("{} to {}", self.bare(low, decimals), self.bare(high, decimals))
        });
        (format!("{}{}", self.bare(value, decimals), self.suffix()), interval)
    }
}

/// Two digits of the width of its interval; whole numbers that are known exactly have none, other numbers four
/// digits in all.
fn decimals(value: f64, width: Option<f64>) -> usize {
    let size = match width {
        Some(width) if width > 0.0 => width,
        _ if value.fract() == 0.0 => return 0,
        _ => value.abs() / 100.0,
    };
    let digits = 1.0 - size.log10().floor();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 4")]
    let digits = digits.clamp(0.0, 4.0) as usize;
    digits
}

/// What stands in a cell that has no interval.
pub(super) fn cell(column: &str, cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => text.clone(),
        Cell::Count(count) => grouped(*count),
        Cell::Integer(number) => number.to_string(),
        Cell::P(Some(p)) if *p < 0.000_1 => "< 0.0001".into(),
        Cell::P(p) => p.map_or_else(String::new, |p| fixed(p, 4)),
        Cell::Share(Some(value)) | Cell::Mean(Some(value)) => {
            Unit::of(column, cell).with_interval(*value, None).0
        }
        Cell::Share(None) | Cell::Mean(None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_shown() {
        assert_eq!(harmless("a\u{202E}b\u{0}c\n\u{FFFF}"), "a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}");
        assert_eq!(harmless("Jürgen’s שלום <b>"), "Jürgen’s שלום <b>");
        assert_eq!(harmless(&"x".repeat(1000)).chars().count(), 401);
    }

    #[test]
    fn numbers_have_as_many_decimals_as_are_known() {
        let told = |value, low, high| Unit::Plain.with_interval(value, Some((low, high)));
        assert_eq!(told(6.3591, 6.3539, 6.3642), ("6.359".into(), "6.354 to 6.364".into()));
        assert_eq!(told(45.0752, 44.8396, 45.3108), ("45.08".into(), "44.84 to 45.31".into()));
        assert_eq!(told(12.0, 12.0, 12.0), ("12".into(), "12 to 12".into()));
        assert_eq!(told(1200.0, 800.0, 1600.0).0, "1200");
        assert_eq!(cell("value", &Cell::Mean(Some(1.168))), "1.168");
        assert_eq!(cell("value", &Cell::Mean(Some(26.8759))), "26.88");
        assert_eq!(cell("variance_reduction", &Cell::Mean(Some(0.0))), "0");
    }

    #[test]
    fn shares_are_told_in_per_cent_and_their_differences_in_points() {
        let told = |column: &str, value| {
            Unit::of(column, &Cell::Share(None)).with_interval(value, Some((value - 0.01, value + 0.01)))
        };
        assert_eq!(told("win_share", 0.42383), ("42.38 %".into(), "41.38 to 43.38".into()));
        assert_eq!(Unit::Percent.with_interval(0.0, Some((0.0, 0.000_019))).1, "0.00 to 0.0019");
        assert_eq!(told("delta", 0.005), ("+0.50 pp".into(), "-0.50 to +1.50".into()));
        assert_eq!(cell("q_value", &Cell::P(Some(1e-9))), "< 0.0001");
        assert_eq!(cell("q_value", &Cell::P(Some(0.02473))), "0.0247");
    }
}
