//! How sure a difference is, in words that results for people use.

use super::{Interval, Level};

/// How sure a difference is. The p-value is corrected for the number of figures (Holm), so among all figures of a result a
/// word is wrong at most as often as its bound says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// The p-value is at least 1 − the confidence level.
    Unclear,
    /// The p-value is below 1 − the confidence level.
    Likely,
    /// The p-value is also below [`CERTAIN`].
    Certain,
}

/// The bound of the p-value of a certain difference.
pub const CERTAIN: f64 = 0.001;

impl Certainty {
    /// The certainty of a difference with this corrected p-value, if it has one.
    #[must_use]
    pub fn of_p(p_value: Option<f64>, level: Level) -> Self {
        match p_value {
            Some(p) if p < level.alpha().min(CERTAIN) => Self::Certain,
            Some(p) if p < level.alpha() => Self::Likely,
            _ => Self::Unclear,
        }
    }

    /// The certainty of one of `n` differences without p-values, whose intervals `ends` computes for a level.
    #[must_use]
    pub fn of_intervals(ends: impl Fn(Level) -> Option<Interval>, level: Level, n: usize) -> Self {
        let excludes_zero =
            |level: Level| ends(level.shared_by(n)).is_some_and(|interval| !interval.contains(0.0));
        let strict = Level::new(1.0 - CERTAIN).filter(|strict| strict.level() > level.level());
        match (excludes_zero(level), excludes_zero(strict.unwrap_or(level))) {
            (true, true) => Self::Certain,
            (true, false) => Self::Likely,
            (false, _) => Self::Unclear,
        }
    }

    /// The word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Likely => "likely",
            Self::Unclear => "unclear",
        }
    }

    /// What the words mean, in a sentence.
    #[must_use]
    pub fn meaning(level: Level) -> String {
        format!(
            "Certain: chance alone makes any figure differ this clearly in fewer than 1 of 1,000 results. Likely: in fewer \
             than {} %.",
            level.alpha_percent()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_follows_from_the_corrected_p_value() {
        let word = |p: Option<f64>, level| Certainty::of_p(p, Level::new(level).expect("a level")).word();
        for (p, expected) in [
            (0.0, "certain"),
            (0.000_999, "certain"),
            (0.001, "likely"),
            (0.049, "likely"),
            (0.0501, "unclear"),
            (1.0, "unclear"),
        ] {
            assert_eq!(word(Some(p), 0.95), expected, "{p}");
        }
        let level = Level::default();
        assert_eq!(Certainty::of_p(Some(level.alpha()), level), Certainty::Unclear);
        assert_eq!(word(None, 0.95), "unclear");
        // A stricter level is never undercut.
        assert_eq!([0.000_5, 0.000_05].map(|p| word(Some(p), 0.9999)), ["unclear", "certain"]);
    }

    #[test]
    fn intervals_must_exclude_0_together() {
        let level = Level::default();
        let certainty = |reach: f64, n| {
            let ends = |level: Level| Interval::new(1.0 - reach * level.z(), 1.0 + reach * level.z());
            Certainty::of_intervals(ends, level, n)
        };
        let words = [0.1, 0.4, 0.6].map(|reach| certainty(reach, 1).word());
        assert_eq!(words, ["certain", "likely", "unclear"]);
        assert_eq!(certainty(0.4, 20), Certainty::Unclear);
        assert_eq!(Certainty::of_intervals(|_| None, level, 1), Certainty::Unclear);
    }
}
