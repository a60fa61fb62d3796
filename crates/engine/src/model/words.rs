//! Words that the stories of all games share.

use super::outcome::Outcome;
use super::seat::{Seat, Seats};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::{Mutex, PoisonError};

/// The text as a name that lasts as long as the program. Every name is kept once.
pub fn interned(text: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(name) = names.get(text) {
        return name;
    }
    let name: &'static str = Box::leak(text.into());
    names.insert(name);
    name
}

/// A number of things: `1,000 pairs of games`, `1 unseen card`.
pub fn counted(number: impl Into<u64>, things: &str) -> String {
    let number = number.into();
    let ends = [" of ", " per "].into_iter().filter_map(|word| things.find(word));
    let (first, rest) = things.split_at(ends.min().unwrap_or(things.len()));
    let first = if number == 1 { first.strip_suffix('s').unwrap_or(first) } else { first };
    format!("{} {first}{rest}", grouped(number))
}

/// A count with commas between thousands.
#[must_use]
pub fn grouped(count: u64) -> String {
    grouped_digits(&count.to_string())
}

/// Digits with commas between thousands.
#[must_use]
pub fn grouped_digits(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A player as the one in seat `own` calls it: `You`, `Seat 2`.
pub fn whose(seat: Seat, own: Seat) -> String {
    if seat == own { "You".to_owned() } else { format!("Seat {seat}") }
}

/// Names as a list: `0`, `0 and 2`, `0, 1 and 2`.
pub fn listed<T: Display>(names: impl IntoIterator<Item = T>) -> String {
    let mut names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Seats: `seat 0`, `seats 0 and 2`.
pub fn seats(seats: Seats) -> String {
    format!("seat{} {}", if seats.len() == 1 { "" } else { "s" }, listed(seats))
}

/// The last line of a story: how the game ended.
pub fn ending(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(winners) if winners.len() > 1 => format!("Seats {} win as a team.", listed(winners)),
        Outcome::Win(winners) => format!("Seat {} wins.", listed(winners)),
        Outcome::Shared(winners) => format!("Seats {} share the win.", listed(winners)),
        Outcome::Draw => "A draw.".into(),
        Outcome::AllLose => "Nobody wins.".into(),
        Outcome::Stalemate => "A stalemate.".into(),
    }
}

/// A card with its number of copies if there are several: `2 × jab`.
pub(crate) fn copies_of(card: &str, count: u64) -> String {
    if count == 1 { card.to_owned() } else { format!("{count} × {card}") }
}
