//! Formats names and numbers for a page.

use super::super::Cell;
use super::super::show::{grouped, points, signed};
use super::super::table::fixed;

/// Maximum length of the text of a cell, in characters.
const LONGEST: usize = 400;

/// Makes text from a file safe to display: replaces invisible characters and those that change the direction of the text
/// by `\u{FFFD}`, and cuts long text. (The template escapes markup.)
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

/// The text without a line break before a unit.
pub(super) fn unbroken(text: &str) -> String {
    text.replace(" %", "\u{A0}%").replace(" pp", "\u{A0}pp")
}

/// Converts our own Markdown to plain text.
pub(super) fn plain(markdown: &str) -> String {
    markdown.replace(['*', '`'], "")
}

/// The unit in which a number is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Percent, for shares.
    Percent,
    /// Percentage points with a sign, for differences of shares.
    Points,
    /// No unit.
    Plain,
    /// No unit, with a sign.
    Signed,
}

impl Unit {
    /// The unit of a cell; `signed` if its column has differences.
    pub(super) const fn of(cell: &Cell, signed: bool) -> Self {
        match (cell, signed) {
            (Cell::Share(_), false) => Self::Percent,
            (Cell::Share(_), true) => Self::Points,
            (_, false) => Self::Plain,
            (_, true) => Self::Signed,
        }
    }

    /// A value in this unit.
    pub(super) const fn scaled(self, value: f64) -> f64 {
        match self {
            Self::Percent | Self::Points => 100.0 * value,
            Self::Plain | Self::Signed => value,
        }
    }

    /// The suffix of a number in this unit.
    pub(super) const fn suffix(self) -> &'static str {
        match self {
            Self::Percent => " %",
            Self::Points => " pp",
            Self::Plain | Self::Signed => "",
        }
    }

    /// A value without its suffix. `decimals` applies to values that are neither shares nor differences of shares.
    fn bare(self, value: f64, decimals: usize) -> String {
        match self {
            // A tiny share is not shown as zero.
            Self::Percent if value.abs() < 0.000_05 && value.abs() >= 0.000_000_5 => fixed(100.0 * value, 4),
            Self::Percent => fixed(100.0 * value, 2),
            Self::Points => points(value),
            Self::Plain => fixed(value, decimals),
            Self::Signed => signed(value, decimals),
        }
    }

    /// Formats a value and its interval. Without an interval, the second text is empty.
    pub(super) fn with_interval(self, value: f64, ends: Option<(f64, f64)>) -> (String, String) {
        let decimals = decimals(value, ends.map(|(low, high)| high - low));
        let interval = ends.map_or_else(String::new, |(low, high)| {
            format!("{} to {}", self.bare(low, decimals), self.bare(high, decimals))
        });
        (format!("{}{}", self.bare(value, decimals), self.suffix()), interval)
    }
}

/// The number of decimals of a value: enough for two significant digits of the width of its interval. Without
/// an interval, whole numbers have no decimals, and other numbers have four significant digits.
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

/// The text of a cell without an interval.
pub(super) fn cell(cell: &Cell, signed: bool) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => text.clone(),
        Cell::Boolean(true) => "yes".into(),
        Cell::Boolean(false) => "no".into(),
        Cell::Count(count) => grouped(*count),
        Cell::Integer(number) => number.to_string(),
        Cell::P(Some(p)) if *p < 0.000_1 => "< 0.0001".into(),
        Cell::P(p) => p.map_or_else(String::new, |p| fixed(p, 4)),
        Cell::Share(Some(value)) | Cell::Mean(Some(value)) => {
            Unit::of(cell, signed).with_interval(*value, None).0
        }
        Cell::Share(None) | Cell::Mean(None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_replaced_and_decimals_depend_on_the_interval() {
        assert_eq!(harmless("a\u{202E}b\u{0}c\n\u{FFFF}"), "a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}");
        assert_eq!(harmless("Jürgen’s שלום <b>"), "Jürgen’s שלום <b>");
        assert_eq!(harmless(&"x".repeat(1000)).chars().count(), 401);
        let shown = |value, low, high| Unit::Plain.with_interval(value, Some((low, high)));
        assert_eq!(shown(6.3591, 6.3539, 6.3642), ("6.359".into(), "6.354 to 6.364".into()));
        assert_eq!(shown(45.0752, 44.8396, 45.3108), ("45.08".into(), "44.84 to 45.31".into()));
        assert_eq!(shown(12.0, 12.0, 12.0), ("12".into(), "12 to 12".into()));
        assert_eq!(shown(1200.0, 800.0, 1600.0).0, "1200");
        assert_eq!(cell(&Cell::Mean(Some(1.168)), false), "1.168");
        assert_eq!(cell(&Cell::Mean(Some(26.8759)), false), "26.88");
        assert_eq!(cell(&Cell::Mean(Some(0.0)), false), "0");
        let signed = Unit::of(&Cell::Share(None), true).with_interval(0.005, Some((-0.005, 0.015)));
        assert_eq!(signed, ("+0.50 pp".into(), "-0.50 to +1.50".into()));
    }
}
