//! Parsers of option values.

use crate::config::plan::{HIGHEST_SEED, MOST_GAMES};
use crate::config::{Catalogue, MOST_MINUTES, check_label, check_name, share_with_unit};
use crate::experiments::Level;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Parses a number of games: digits with an optional fraction and an exponent or a suffix k, M or G.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let expected = || match without_separators(text) {
        Some(plain) => format!("expected a number without separators: {plain}"),
        None => "expected a number from 1 to 1e11, e.g. 50000, 250k, 2M or 1e6".to_owned(),
    };
    let (digits, zeros) = match text.char_indices().last() {
        Some((end, 'k' | 'K')) => (&text[..end], 3),
        Some((end, 'm' | 'M')) => (&text[..end], 6),
        Some((end, 'g' | 'G')) => (&text[..end], 9),
        _ => match text.split_once(['e', 'E']) {
            Some((digits, zeros)) => (digits, zeros.parse::<u32>().map_err(|_| expected())?),
            None => (text, 0),
        },
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let n_fraction = u32::try_from(fraction.len()).map_err(|_| expected())?;
    let all = format!("{whole}{fraction}");
    if all.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(expected());
    }
    let number: u64 = all.parse().map_err(|_| expected())?;
    let scale =
        zeros.checked_sub(n_fraction).and_then(|zeros| 10_u64.checked_pow(zeros)).ok_or_else(expected)?;
    number.checked_mul(scale).filter(|games| (1..=MOST_GAMES).contains(games)).ok_or_else(expected)
}

/// Parses a number of players. The game says how many it allows.
pub(crate) fn players(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a whole number, e.g. 4".into())
}

/// Parses the number of a game of a run.
pub(crate) fn game_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a whole number: 0 for the first game, 1 for the second, …".into())
}

/// Parses a number of threads.
pub(crate) fn threads(text: &str) -> Result<u64, String> {
    let threads = text.parse().ok().filter(|threads| (1..=1024).contains(threads));
    threads.ok_or_else(|| "expected a whole number from 1 to 1024, e.g. 8".into())
}

/// Parses a number of shards.
pub(crate) fn shards(text: &str) -> Result<u64, String> {
    let shards = count(text).ok().filter(|shards| (2..=10_000).contains(shards));
    shards.ok_or_else(|| "expected a whole number from 2 to 10000, e.g. 100".into())
}

/// Parses minutes at the table.
pub(crate) fn minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse().ok().filter(|minutes| *minutes > 0.0 && *minutes <= MOST_MINUTES);
    minutes.ok_or_else(|| format!("expected minutes above 0 and at most {MOST_MINUTES}, e.g. 2.5"))
}

/// Parses the name of a result, which is not that of a game.
pub(crate) fn result_name(catalogue: &Catalogue) -> impl TypedValueParser<Value = String> + use<> {
    let ids = catalogue.ids();
    let check = move |text: &str| check_name(text, &ids).map(|()| text.to_owned());
    move |text: &str| check(text).map_err(|expected| format!("expected {expected}"))
}

/// Parses the label of a result.
pub(crate) fn result_label(text: &str) -> Result<String, String> {
    check_label(text).map(|()| text.to_owned()).map_err(|expected| format!("expected {expected}"))
}

/// Parses a seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|seed| *seed <= HIGHEST_SEED);
    number.ok_or_else(|| format!("expected a whole number from 0 to {HIGHEST_SEED}"))
}

/// The number that `1,000` or `1_000_000` means: `1000 or 1k`.
fn without_separators(text: &str) -> Option<String> {
    let is_separator = |c: char| ",._' ".contains(c);
    let mut groups = text.split(is_separator);
    let is_first = |first: &str| (1..=3).contains(&first.len());
    let is_grouped = groups.next().is_some_and(is_first) && groups.all(|group| group.len() == 3);
    let plain: String = text.chars().filter(|c| !is_separator(*c)).collect();
    let is_number = text.contains(is_separator)
        && !plain.starts_with('0')
        && plain.bytes().all(|byte| byte.is_ascii_digit());
    let short = plain.strip_suffix("000000").map(|short| format!("{short}M"));
    let short = short.or_else(|| plain.strip_suffix("000").map(|short| format!("{short}k")));
    let short = short.map_or_else(String::new, |short| format!(" or {short}"));
    (is_grouped && is_number).then(|| format!("{plain}{short}"))
}

/// Parses a difference of shares: `0.5pp`, `±0.5pp`, `0.5%`, or 0.005. A bare number above 0.1 is rejected, because it is
/// more likely meant in percentage points.
pub(crate) fn percentage_points(text: &str) -> Result<f64, String> {
    let text = text.trim_start_matches('±').trim();
    if let Some(share) = share_with_unit(text) {
        return Some(share)
            .filter(|share| *share > 0.0 && *share < 1.0)
            .ok_or_else(|| "expected percentage points between 0pp and 100pp, e.g. 0.5pp".into());
    }
    match text.parse::<f64>() {
        Ok(share) if share > 0.0 && share <= 0.1 => Ok(share),
        Ok(number) if number > 0.1 && number < 100.0 => {
            Err(format!("expected a unit: {number}pp, or a share of at most 0.1, e.g. 0.005 for 0.5pp"))
        }
        _ => Err("expected percentage points, e.g. 0.5pp, or a share, e.g. 0.005".into()),
    }
}

/// Parses a confidence level: `0.95` or `95%`.
pub(crate) fn level(text: &str) -> Result<Level, String> {
    let number: Option<f64> = share_with_unit(text).or_else(|| text.parse().ok());
    let percent = number.map(|number| number / 100.0).filter(|share| Level::new(*share).is_some());
    number.and_then(Level::new).ok_or_else(|| match percent {
        Some(share) => format!("expected a share or a percentage: {share} or {text}%"),
        None => "expected a number between 0.5 and 1, or a percentage, e.g. 0.95 or 95%".into(),
    })
}

/// Parses one of these by its name; each has a name, a help text and a value.
pub(crate) fn one_of<T: Clone + Send + Sync + 'static>(
    list: impl IntoIterator<Item = (&'static str, &'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let list: Vec<_> = list.into_iter().collect();
    let value = |(name, help, _): &(&'static str, &'static str, T)| PossibleValue::new(*name).help(*help);
    PossibleValuesParser::new(list.iter().map(value)).try_map(move |name| {
        let found = list.iter().find(|(known, ..)| *known == name);
        found.map(|(.., value)| value.clone()).ok_or("not in the list")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_suffixes_and_shares_a_unit() {
        for (text, games) in [
            ("1", 1),
            ("250k", 250_000),
            ("2M", 2_000_000),
            ("1e6", 1_000_000),
            ("1.5e3", 1500),
            ("2.5k", 2500),
        ] {
            assert_eq!(count(text), Ok(games), "{text}");
        }
        for text in
            ["0", "-1", "1e30", "", "k", "1.5", "nan", "1e-3", "0x10", "１", "999999999999999999999", "1e11k"]
        {
            assert!(count(text).is_err(), "{text}");
        }
        for (text, part) in [("1,000", ": 1000 or 1k"), ("2_000_000", ": 2000000 or 2M"), ("1.500", ": 1500")]
        {
            assert!(count(text).is_err_and(|error| error.ends_with(part)), "{text}");
        }
        for text in ["0.5pp", "±0.5pp", "0.5%", "0.5 %", "0.005"] {
            assert_eq!(percentage_points(text), Ok(0.005), "{text}");
        }
        for (text, part) in [
            ("0.5", "0.5pp"),
            ("4", "4pp"),
            ("0pp", "between 0pp"),
            ("100pp", "between 0pp"),
            ("-1pp", "between 0pp"),
            ("0", "e.g. 0.5pp"),
            ("nanpp", "e.g. 0.5pp"),
            ("x", "e.g. 0.5pp"),
        ] {
            let error = percentage_points(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
        assert_eq!(level("95%").map(Level::level), Ok(0.95));
        assert_eq!(level("0.95").map(Level::level), Ok(0.95));
        assert!(level("95").is_err_and(|error| error.ends_with(": 0.95 or 95%")));
        assert!(level("195").is_err() && level("0.5").is_err() && level("100%").is_err());
    }
}
