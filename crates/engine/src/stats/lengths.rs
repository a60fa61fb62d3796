//! The exact histogram of game lengths.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::collections::BTreeMap;

/// Number of lengths in a page.
const PAGE: usize = 1024;

/// Longer than any game that a config allows. Caps the memory that a forged file can demand.
const LONGEST: u64 = 1 << 24;

/// How many games had each length. It grows by a page when a new range of lengths occurs, so adding games of
/// familiar lengths does not allocate. The first page always exists.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Lengths {
    first: Box<[u64]>,
    pages: BTreeMap<u64, Box<[u64]>>,
}

impl Lengths {
    /// Adds one game of this length.
    #[inline]
    pub fn add(&mut self, length: u64) {
        match usize::try_from(length).ok().and_then(|length| self.first.get_mut(length)) {
            Some(games) => *games += 1,
            None => *self.slot(length) += 1,
        }
    }

    #[inline(never)]
    fn slot(&mut self, length: u64) -> &mut u64 {
        let empty = || vec![0; PAGE].into_boxed_slice();
        #[expect(clippy::cast_possible_truncation, reason = "a remainder below the page's length")]
        let index = (length % PAGE as u64) as usize;
        match length / PAGE as u64 {
            0 if self.first.is_empty() => {
                self.first = empty();
                &mut self.first[index]
            }
            0 => &mut self.first[index],
            page => &mut self.pages.entry(page).or_insert_with(empty)[index],
        }
    }

    /// Adds the games of another histogram.
    pub fn merge(&mut self, other: &Self) {
        for (length, games) in other.iter() {
            *self.slot(length) += games;
        }
    }

    /// (length, games) for each length that occurred, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        std::iter::once((&0, &self.first)).chain(&self.pages).flat_map(|(page, games)| {
            let first = page * PAGE as u64;
            (first..).zip(games.iter().copied()).filter(|(_, games)| *games > 0)
        })
    }

    /// The longest length, if any game was counted.
    #[must_use]
    pub fn longest(&self) -> Option<u64> {
        self.iter().last().map(|(length, _)| length)
    }
}

impl Serialize for Lengths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.iter().collect::<BTreeMap<_, _>>().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Lengths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut lengths = Self::default();
        for (length, games) in BTreeMap::<u64, u64>::deserialize(deserializer)? {
            if length >= LONGEST {
                return Err(D::Error::custom("a length that no game has"));
            }
            *lengths.slot(length) = games;
        }
        Ok(lengths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_listed_in_order_and_merge() {
        let mut lengths = Lengths::default();
        for length in [5, 9_000_000, 5, 0, 1024] {
            lengths.add(length);
        }
        let mut twice = lengths.clone();
        twice.merge(&lengths);
        assert_eq!(twice.iter().collect::<Vec<_>>(), [(0, 2), (5, 4), (1024, 2), (9_000_000, 2)]);
        assert_eq!(lengths.longest(), Some(9_000_000));
        let text = serde_json::to_string(&lengths).expect("JSON");
        assert_eq!(text, r#"{"0":1,"5":2,"1024":1,"9000000":1}"#);
        assert_eq!(serde_json::from_str::<Lengths>(&text).expect("lengths"), lengths);
        assert!(serde_json::from_str::<Lengths>(r#"{"16777216":1}"#).is_err());
    }
}
