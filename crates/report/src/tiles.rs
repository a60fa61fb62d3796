//! The answer of a run at a glance: who wins, which cards are the strongest and the weakest, how long games last and how they
//! end. Each tile has a number, a word and an interval, and the sentence that every face prints.

use super::answer::{self, Evenness, Rated, rated};
use super::claim::texts;
use super::impact::{self, CardWorth};
use super::metrics::{self, CAPPED, value};
use super::quantity::Quantity;
use super::results::length_sums;
use super::table::fixed;
use super::{Results, outcomes, plain};
use serde::Serialize;
use undercard_engine::stats::Interval;
use undercard_engine::stats::paired::Difference;

/// What a tile says of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// As most designers want it.
    Good,
    /// Something stands out.
    Bad,
    /// More games are needed.
    Undecided,
    /// A figure without a verdict.
    Plain,
}

/// A part of the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tile {
    /// What it is about: `wins`, `cards`, `lengths` or `endings`.
    pub about: &'static str,
    /// The question.
    pub title: &'static str,
    /// The number.
    pub value: String,
    /// Whose number it is, or its unit.
    pub of: String,
    /// The other end: who wins least, the weakest card, the games in between.
    pub other: String,
    /// The interval of the number.
    pub interval: String,
    /// The verdict in a word.
    pub word: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The sentences of the answer about this.
    pub sentence: String,
}

/// The tiles of a run, without that of the cards.
#[must_use]
pub fn of_run(results: &Results<'_>) -> Vec<Tile> {
    if results.tally.games == 0 {
        return Vec::new();
    }
    [wins(results), lengths(results), endings(results)].into_iter().flatten().collect()
}

fn percent(share: f64, ends: Interval) -> String {
    Quantity::Share.value(share, Some(Quantity::resolution(ends)))
}

fn wins(results: &Results<'_>) -> Option<Tile> {
    let all = rated(results)?;
    let (first, last) = (all.first()?, all.last()?);
    let (word, verdict) = match Evenness::of(&all)? {
        Evenness::Even => ("even", Verdict::Good),
        Evenness::NearlyEven => ("nearly even", Verdict::Good),
        Evenness::Undecided => ("undecided", Verdict::Undecided),
        Evenness::Different | Evenness::Uneven => ("tilted", Verdict::Bad),
    };
    let name = |rated: &Rated| plain::capitalized(&rated.name);
    let between = match all.len() - 2 {
        0 => String::new(),
        n => format!(", {n} between"),
    };
    Some(Tile {
        about: "wins",
        title: "Who wins",
        value: percent(first.share, first.ends),
        of: name(first),
        other: format!("{} {}{between}", name(last), percent(last.share, last.ends)),
        interval: Quantity::Share.interval(first.ends),
        word: word.into(),
        verdict,
        sentence: answer::who_wins(results)?,
    })
}

fn lengths(results: &Results<'_>) -> Option<Tile> {
    let (table, outcomes, unit) = (metrics::table(results), outcomes::rows(results), results.schema.unit);
    let whole = |name: &str| Some(fixed(value(&table, name)?, 0));
    let at_limit = outcomes.iter().find(|row| row.kind == "stalemate")?.share.value?;
    let number = Quantity::Number(unit);
    let mean = results.length(&length_sums(&results.tally.lengths));
    let is_constant = value(&table, "length-sd").is_none_or(|sd| sd == 0.0);
    let (number, of, interval) = if is_constant {
        (whole("length-mean")?, unit.into(), String::new())
    } else if at_limit >= CAPPED {
        // The mean says more about the limit than about the game.
        (format!("≤ {}", whole("length-p50")?), format!("{unit} in half of the games"), String::new())
    } else {
        let ends = mean.interval;
        let bare = number.bare(mean.value?, ends.map(Quantity::resolution));
        (bare, unit.into(), ends.map(|ends| number.interval(ends)).unwrap_or_default())
    };
    let [shortest, longest] = [whole("length-p05")?, whole("length-p95")?];
    let (word, verdict) = match () {
        () if at_limit >= CAPPED => ("at the limit".to_owned(), Verdict::Bad),
        () if is_constant => ("always".into(), Verdict::Plain),
        () => (format!("{shortest} to {longest}"), Verdict::Plain),
    };
    let other = match () {
        () if at_limit >= CAPPED => format!("{} % reach the limit", fixed(100.0 * at_limit, 1)),
        () if is_constant => String::new(),
        () => "in at least 90 % of the games".into(),
    };
    Some(Tile {
        about: "lengths",
        title: "How long",
        value: number,
        of,
        other,
        interval,
        word,
        verdict,
        sentence: answer::how_long(results, &outcomes)?,
    })
}

fn endings(results: &Results<'_>) -> Option<Tile> {
    let outcomes = outcomes::rows(results);
    let won = outcomes.iter().find(|row| row.kind == "win")?;
    let others = outcomes.iter().filter(|row| row.kind != "win" && row.games > 0);
    let most = others.max_by_key(|row| row.games);
    let ends = won.share.interval?;
    let (word, verdict) = match most.map(|row| row.kind) {
        None => ("always decided", Verdict::Good),
        Some("stalemate") if most.and_then(|row| row.share.value) >= Some(CAPPED) => {
            ("at the limit", Verdict::Bad)
        }
        Some("shared") => ("some shared", Verdict::Plain),
        Some("draw") => ("some draws", Verdict::Plain),
        Some(_) => ("some undecided", Verdict::Plain),
    };
    let other = most.map_or_else(String::new, |row| {
        let share = row.share.value.zip(row.share.interval).map(|(share, ends)| percent(share, ends));
        format!("{} {}", plain::capitalized(outcomes::phrase(row.kind)), share.unwrap_or_default())
    });
    Some(Tile {
        about: "endings",
        title: "How it ends",
        value: percent(won.share.value?, ends),
        of: "one winner".into(),
        other,
        interval: Quantity::Share.interval(ends),
        word: word.into(),
        verdict,
        sentence: answer::how_games_end(results, &outcomes),
    })
}

/// The tile of the strongest and the weakest of some cards; `None` if fewer than two can be compared.
#[must_use]
pub fn of_cards(rows: &[CardWorth]) -> Option<Tile> {
    let ranked = rows.iter().filter(|row| row.ranks.is_some());
    let worth = |row: &CardWorth| Some((row.worth()?.delta?, row.worth()?));
    let mut cards: Vec<(&CardWorth, f64, Difference)> =
        ranked.filter_map(|row| worth(row).map(|(points, worth)| (row, points, worth))).collect();
    cards.sort_by(|(_, one, _), (_, other, _)| other.total_cmp(one));
    let [strongest, .., weakest] = &cards[..] else { return None };
    let n_of = |may_be: fn(impact::Place) -> bool| cards.iter().filter(|(row, ..)| may_be(row.place)).count();
    let (n_strongest, n_weakest) =
        (n_of(impact::Place::may_be_strongest), n_of(impact::Place::may_be_weakest));
    let (word, verdict) = match (n_strongest, n_weakest) {
        (1, 1) => ("clear", Verdict::Plain),
        (1, _) => ("strongest clear", Verdict::Plain),
        (_, 1) => ("weakest clear", Verdict::Plain),
        _ if n_strongest == cards.len() && n_weakest == cards.len() => {
            ("none stands out", Verdict::Undecided)
        }
        _ => ("undecided", Verdict::Undecided),
    };
    let points = |(_, points, worth): &(&CardWorth, f64, Difference)| {
        Quantity::Points.bare(*points, worth.interval.map(Quantity::resolution))
    };
    Some(Tile {
        about: "cards",
        title: "Strongest and weakest card",
        value: points(strongest),
        of: plain::thing(&strongest.0.card),
        other: format!("{} {}", plain::thing(&weakest.0.card), points(weakest)),
        interval: strongest.2.interval.map(|ends| Quantity::Share.change_interval(ends)).unwrap_or_default(),
        word: word.into(),
        verdict,
        sentence: texts(impact::answer(rows)).join(" "),
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::Run;
    use super::*;

    #[test]
    fn tiles_say_what_the_answer_says() {
        let run = Run::new();
        let (tiles, sentences) = (of_run(&run.results()), answer::sentences(&run.results()));
        let sentences = texts(sentences);
        let about: Vec<&str> = tiles.iter().map(|tile| tile.about).collect();
        assert_eq!(about, ["wins", "lengths", "endings"]);
        assert!(tiles.iter().all(|tile| sentences.contains(&tile.sentence)), "{tiles:?} {sentences:?}");
        assert!(tiles.iter().all(|tile| !tile.value.is_empty() && !tile.word.is_empty()), "{tiles:?}");
    }
}
