//! What the changed cards of a comparison are worth in both configurations.

use super::impact::CardWorth;
use super::page::views::{Part, View, zero};
use super::quantity::Quantity;
use super::show::grouped;
use super::table::{Row, row};
use super::{Report, plain};
use std::ops::RangeInclusive;
use undercard_engine::stats::paired::Difference;

/// The report's name.
pub const NAME: &str = "changed_cards";

/// The worth of a card in one configuration.
#[derive(Clone, Debug, Default)]
pub struct Worth {
    /// The win share without the card (A) and with it (B): one copy, or all copies as in [`CardWorth::worth`].
    pub worth: Option<Difference>,
    /// Whether it is that of one copy.
    pub is_per_copy: bool,
    /// The ranks that the card may have.
    pub ranks: Option<RangeInclusive<usize>>,
}

impl Worth {
    /// The worth in a row of `impact`.
    #[must_use]
    pub fn of(row: &CardWorth) -> Self {
        let is_per_copy = row.all_copies().is_some();
        Self {
            is_per_copy,
            worth: row.worth().filter(|worth| worth.delta.is_some()),
            ranks: row.ranks.clone(),
        }
    }

    fn points(&self) -> Option<f64> {
        self.worth?.delta
    }

    /// One end of the ranks.
    fn rank(&self, end: fn(&RangeInclusive<usize>) -> &usize) -> Option<u64> {
        self.ranks.as_ref().map(|ranks| *end(ranks) as u64)
    }

    /// `-6.5 (-8.1 to -4.9)`, or `not played`.
    fn in_words(&self) -> String {
        let Some((worth, points)) = self.worth.zip(self.points()) else { return "not played".into() };
        let ends = worth.interval.map(|ends| format!(" ({})", Quantity::Share.change_interval(ends)));
        Quantity::Share.bare_change(points, worth.interval.map(Quantity::resolution))
            + &ends.unwrap_or_default()
    }

    /// `11 to 14`.
    fn ranks_in_words(&self) -> Option<String> {
        let ranks = self.ranks.as_ref()?;
        let (from, to) = (ranks.start(), ranks.end());
        Some(if from == to { from.to_string() } else { format!("{from} to {to}") })
    }
}

/// A changed card: a row of the report.
#[derive(Clone, Debug)]
pub struct ChangedCard {
    /// The id of the game.
    pub game: String,
    /// Number of players.
    pub players: u64,
    /// The id of the card.
    pub card: String,
    /// Its worth in both configurations.
    pub worths: [Worth; 2],
    /// The number of ranked cards in the second configuration.
    pub n_cards: u64,
    /// The number of games in which each worth was measured.
    pub games: u64,
}

impl ChangedCard {
    /// The answer in a sentence: `Ten: worth per copy -6.5 (-8.1 to -4.9) → +3.8 (+2.2 to +5.4) points in 714 games; rank 11 to 14 → 5
    /// of 14 cards.`
    #[must_use]
    pub fn sentence(&self) -> String {
        let [before, after] = &self.worths;
        let games = grouped(self.games);
        let each = if before.is_per_copy || after.is_per_copy { " per copy" } else { "" };
        let worth =
            format!("worth{each} {} → {} points in {games} games", before.in_words(), after.in_words());
        let ranks = before.ranks_in_words().zip(after.ranks_in_words());
        let ranks =
            ranks.map(|(before, after)| format!("; rank {before} → {after} of {} cards", self.n_cards));
        format!("{}: {worth}{}.", plain::thing(&self.card), ranks.unwrap_or_default())
    }

    /// The answer in short: `Ten: worth -6.5 → +3.8, now 7th of 14`.
    #[must_use]
    pub fn in_short(&self) -> String {
        let worth = |worth: &Worth| {
            let width = worth.worth.and_then(|worth| worth.interval).map(Quantity::resolution);
            worth
                .points()
                .map_or_else(|| "not played".to_owned(), |points| Quantity::Share.bare_change(points, width))
        };
        let [before, after] = &self.worths;
        let rank = after.ranks.as_ref().map(|ranks| match (ranks.start(), ranks.end()) {
            (from, to) if from == to => format!(", now {} of {}", ordinal(*from), self.n_cards),
            (from, to) => format!(", now {} to {} of {}", ordinal(*from), ordinal(*to), self.n_cards),
        });
        let name = plain::thing(&self.card);
        format!("{name}: worth {} → {}{}", worth(before), worth(after), rank.unwrap_or_default())
    }
}

/// `1st`, `12th`, `23rd`.
#[must_use]
pub fn ordinal(number: usize) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

row! { ChangedCard, NAME, row {
    key "game", "id of the game" => &row.game;
    numbered "players", "number of players" => row.players;
    key "card", "id of the card" => &row.card;
    difference "worth_b",
        "in the second configuration: win share of the card's player − that in the same games with one copy of the \
         card less, as `one_copy` in `impact.csv` (without all copies, as `ablation`, if `one_copy` is empty there); empty if no game was played with it" [signed] => row.worths[1].points();
    difference "worth_b_low", "lower end of its interval" => row.worths[1].worth?.low();
    difference "worth_b_high", "upper end of its interval" => row.worths[1].worth?.high();
    difference "worth_a", "the same in the first configuration" [signed] => row.worths[0].points();
    difference "worth_a_low", "lower end of its interval" => row.worths[0].worth?.low();
    difference "worth_a_high", "upper end of its interval" => row.worths[0].worth?.high();
    count "rank_b_from",
        "the best rank by worth that the card may have in the second configuration, as `rank_from` in `impact`"
        => row.worths[1].rank(RangeInclusive::start);
    count "rank_b_to", "the worst" => row.worths[1].rank(RangeInclusive::end);
    count "rank_a_from", "the best rank in the first configuration" => row.worths[0].rank(RangeInclusive::start);
    count "rank_a_to", "the worst" => row.worths[0].rank(RangeInclusive::end);
    count "games", "number of games with all cards; each is replayed without each card" => row.games;
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "compare",
    contents: "What each changed card is worth in both configurations: one row per card whose settings differ.",
    columns: ChangedCard::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "The changed cards",
        intro: "What each changed card adds to the win share of its player in the second configuration (b), beside the \
                first (a), by playing the same games without the card. Rank 1 is the card that is worth most.",
        columns: &["card", "worth_b", "worth_a", "rank_b_from", "rank_b_to", "rank_a_from", "rank_a_to"],
        drawn: "worth_b",
        reference: zero,
        part: |_, _, _| Part::drawn(String::new()),
        ..View::PLAIN
    }),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_have_their_endings() {
        let words = [1, 2, 3, 4, 11, 12, 13, 21, 102, 113].map(ordinal).join(" ");
        assert_eq!(words, "1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 113th");
    }
}
