//! A chance that is estimated by playing on from a decision, in words. Such a chance is never certain.

use super::rate::wilson_of;
use super::{Level, real};

/// The chance of which this share was seen in a number of games, with the half-width of its 95 % interval: `52 ± 5 %`. A
/// share that rounds to nothing or to all is a bound: `< 1 %`, `> 99 %`, or farther from the edge after few games.
#[must_use]
pub fn in_percent(share: f64, games: u64) -> String {
    let Some(interval) = wilson_of(share, real(games), Level::default()) else { return "unknown".into() };
    let percent = (100.0 * share).round();
    if percent < 1.0 {
        format!("< {:.0} %", (100.0 * interval.high).ceil().max(1.0))
    } else if percent > 99.0 {
        format!("> {:.0} %", (100.0 * interval.low).floor().min(99.0))
    } else {
        format!("{percent:.0} ± {:.0} %", (100.0 * half_width(share, games).unwrap_or(1.0)).ceil())
    }
}

/// The half-width of its 95 % interval; `None` without games.
#[must_use]
pub fn half_width(share: f64, games: u64) -> Option<f64> {
    let interval = wilson_of(share, real(games), Level::default())?;
    Some((interval.high - share).max(share - interval.low))
}

/// The whole percentage in these words, in which a bound counts as its edge.
#[must_use]
pub fn percent(words: &str) -> Option<u64> {
    match words.split_once(' ')? {
        ("<", _) => Some(0),
        (">", _) => Some(100),
        (percent, _) => percent.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_has_an_interval_or_is_a_bound() {
        for (won, games, words, edge) in [
            (208.0, 400, "52 ± 5 %", 52),
            (0.0, 400, "< 1 %", 0),
            (400.0, 400, "> 99 %", 100),
            (1.0, 400, "< 2 %", 0),
            (398.5, 400, "> 98 %", 100),
            (4.0, 400, "1 ± 2 %", 1),
            (396.0, 400, "99 ± 2 %", 99),
            (0.0, 25, "< 14 %", 0),
            (25.0, 25, "> 86 %", 100),
            (1.0, 2, "50 ± 48 %", 50),
            (0.0, 1_000_000, "< 1 %", 0),
        ] {
            let found = in_percent(won / real(games), games);
            assert_eq!((found.as_str(), percent(&found)), (words, Some(edge)), "{won} of {games}");
        }
        assert_eq!((in_percent(0.5, 0).as_str(), percent("unknown")), ("unknown", None));
    }
}
