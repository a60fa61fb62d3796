//! A shard of a run: the K-th of N ranges of its games.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Maximum number of shards.
const MOST: u32 = 1_000_000;

/// The `number`-th of `of` ranges of games, counted from 1. Their sizes differ by at most one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "(u32, u32)", into = "(u32, u32)")]
pub struct Shard {
    /// Number of shards.
    of: u32,
    /// Number of this shard, from 1.
    number: u32,
}

impl Shard {
    /// A run that is not split.
    pub const WHOLE: Self = Self { of: 1, number: 1 };

    /// The games of this shard, of `all` games.
    #[must_use]
    pub fn games(self, all: u64) -> Range<u64> {
        let first = |number: u32| {
            let games = u128::from(all) * u128::from(number) / u128::from(self.of);
            u64::try_from(games).unwrap_or(all)
        };
        first(self.number - 1)..first(self.number)
    }

    /// Number of this shard, from 1.
    #[must_use]
    pub fn number(self) -> u32 {
        self.number
    }

    /// Number of shards.
    #[must_use]
    pub fn of(self) -> u32 {
        self.of
    }

    /// Whether this is the whole run.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self == Self::WHOLE
    }

    /// All shards of the same run.
    pub fn all(self) -> impl Iterator<Item = Self> {
        (1..=self.of).map(move |number| Self { number, ..self })
    }
}

impl TryFrom<(u32, u32)> for Shard {
    type Error = String;

    fn try_from((number, of): (u32, u32)) -> Result<Self, String> {
        let is_one = (1..=MOST).contains(&of) && (1..=of).contains(&number);
        is_one.then_some(Self { of, number }).ok_or_else(|| format!("K/N with 1 ≤ K ≤ N ≤ {MOST}, e.g. 3/8"))
    }
}

impl From<Shard> for (u32, u32) {
    fn from(shard: Shard) -> Self {
        (shard.number, shard.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?;
        let numbers = text.split_once('/').and_then(|(k, n)| number(k).zip(number(n)));
        numbers.unwrap_or_default().try_into()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest number of games of a run.
    const MOST_GAMES: u64 = 100_000_000_000;

    #[test]
    fn the_shards_of_a_run_are_its_games() {
        for (games, of) in [(1000, 1), (1000, 3), (5, 8), (MOST_GAMES, 7), (MOST_GAMES, MOST)] {
            let mut end = 0;
            for shard in (Shard { of, number: 1 }).all() {
                let part = shard.games(games);
                assert_eq!(part.start, end, "{shard} of {games}");
                assert!((part.end - part.start).abs_diff(games / u64::from(of)) <= 1, "{shard} of {games}");
                end = part.end;
            }
            assert_eq!(end, games);
        }
        assert_eq!(Shard::WHOLE.games(9), 0..9);
        assert_eq!("3/8".parse(), Ok(Shard { of: 8, number: 3 }));
        for text in ["", "3", "0/8", "9/8", "3/", "/8", "1/1000001", "+1/8", "1/2/3", " 1/2", "1/99999999999"]
        {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
