//! What the sentences of an answer claim, as data beside them. `just audit` holds these claims against long runs, and a test
//! against the intervals in the tables.

use super::result_file::shortest;
use super::table::Table;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A sentence of an answer, and what it claims.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sentence {
    /// The sentence.
    pub text: String,
    /// What it claims; empty if it only states figures of the games that were played.
    pub claims: Vec<Claim>,
}

impl Sentence {
    /// A sentence with claims.
    #[must_use]
    pub fn claiming(text: impl Into<String>, claims: impl IntoIterator<Item = Claim>) -> Self {
        Self { text: text.into(), claims: claims.into_iter().collect() }
    }
}

/// Sentences without their claims.
#[must_use]
pub fn texts(sentences: Vec<Sentence>) -> Vec<String> {
    sentences.into_iter().map(|sentence| sentence.text).collect()
}

impl<T: Into<String>> From<T> for Sentence {
    fn from(text: T) -> Self {
        Self { text: text.into(), claims: Vec::new() }
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// What a sentence says of the true values behind a column of a table. All claims of a result hold together at its level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// The number of the sentence, from 0.
    #[serde(default)]
    pub sentence: usize,
    /// The table.
    pub table: String,
    /// The column.
    pub column: String,
    /// The rows that it is about, from 0.
    pub rows: Vec<usize>,
    /// What it says of them.
    #[serde(flatten)]
    pub says: Says,
}

/// What is said of some values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "says", content = "than", rename_all = "kebab-case")]
pub enum Says {
    /// Each is above this.
    Above(f64),
    /// Each is below this.
    Below(f64),
    /// No two are further apart than this.
    Within(f64),
    /// The highest value of these rows is among them.
    Highest(Vec<usize>),
    /// The lowest value of these rows is among them.
    Lowest(Vec<usize>),
    /// The value of these rows that is furthest from 0 is among them.
    Largest(Vec<usize>),
}

impl Claim {
    /// A claim about these rows of a column.
    #[must_use]
    pub fn new(table: &str, column: &str, rows: impl IntoIterator<Item = usize>, says: Says) -> Self {
        let rows = rows.into_iter().collect();
        let says = match says {
            Says::Above(bound) => Says::Above(shortest(bound)),
            Says::Below(bound) => Says::Below(shortest(bound)),
            Says::Within(bound) => Says::Within(shortest(bound)),
            says => says,
        };
        Self { sentence: 0, table: table.into(), column: column.into(), rows, says }
    }

    /// That the difference in a row is positive or negative, as this one is.
    #[must_use]
    pub fn of_sign(table: &str, column: &str, row: usize, difference: f64) -> Self {
        let says = if difference > 0.0 { Says::Above(0.0) } else { Says::Below(0.0) };
        Self::new(table, column, [row], says)
    }

    /// Whether values contradict the claim. `value` gives the value of a row, if it is known.
    #[must_use]
    pub fn is_refuted(&self, value: impl Fn(usize) -> Option<f64>) -> bool {
        let named = || self.rows.iter().filter_map(|row| value(*row));
        // Whether another value exceeds all that are named.
        let is_exceeded = |of: &[usize], size: &dyn Fn(f64) -> f64| {
            let most = named().map(size).fold(f64::NEG_INFINITY, f64::max);
            most.is_finite() && of.iter().filter_map(|row| value(*row)).any(|other| size(other) > most)
        };
        match &self.says {
            Says::Above(bound) => named().any(|value| value <= *bound),
            Says::Below(bound) => named().any(|value| value >= *bound),
            Says::Within(bound) => {
                let high = named().fold(f64::NEG_INFINITY, f64::max);
                high - named().fold(f64::INFINITY, f64::min) > *bound
            }
            Says::Highest(of) => is_exceeded(of, &|value| value),
            Says::Lowest(of) => is_exceeded(of, &|value| -value),
            Says::Largest(of) => is_exceeded(of, &f64::abs),
        }
    }

    /// Whether a long result contradicts this claim of a short one with these tables.
    #[must_use]
    pub fn is_refuted_by(&self, short: &[&Table], long: &[&Table]) -> bool {
        let named =
            |tables: &[&Table]| tables.iter().copied().find(|table| table.name == self.table).cloned();
        let (Some(short), Some(long)) = (named(short), named(long)) else { return false };
        self.is_refuted(|row| {
            let address = short.address(short.rows.get(row)?);
            let row = long.rows.iter().find(|row| long.address(row) == address)?;
            long.number(row, &self.column)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_refute_what_they_contradict() {
        let values = [0.2, 0.5, -0.7];
        let is_refuted = |rows: &[usize], says: Says| {
            Claim::new("t", "c", rows.iter().copied(), says).is_refuted(|row| values.get(row).copied())
        };
        let all = vec![0, 1, 2];
        for (rows, says, expected) in [
            (&[0, 1][..], Says::Above(0.1), false),
            (&[0, 2], Says::Above(0.1), true),
            (&[2], Says::Below(0.0), false),
            (&[0], Says::Below(0.2), true),
            (&[0, 1], Says::Within(0.3), false),
            (&[0, 1, 2], Says::Within(0.3), true),
            (&[0, 1], Says::Highest(all.clone()), false),
            (&[0], Says::Highest(all.clone()), true),
            (&[1], Says::Lowest(all.clone()), true),
            (&[2, 0], Says::Lowest(all.clone()), false),
            (&[1], Says::Largest(all.clone()), true),
            (&[2], Says::Largest(all), false),
            // What a long run does not have refutes nothing.
            (&[9], Says::Above(0.1), false),
        ] {
            assert_eq!(is_refuted(rows, says.clone()), expected, "{rows:?} {says:?}");
        }
    }
}
