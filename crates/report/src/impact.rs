//! What each card is worth to its player, measured in three ways: event, opening hand and ablation.

use super::card_impact::{self, CardDifference, side_name};
use super::claim::{Claim, Says, Sentence};
use super::csv::StoredTable;
use super::page::names::Names;
use super::page::section::Section;
use super::page::views::{Order, Part, View, zero};
use super::quantity::Quantity;
use super::table::{Row, row};
use super::{FigureId, Report, Results, plain};
use std::ops::RangeInclusive;
use undercard_engine::model::words::listed;
use undercard_engine::model::{Copies, OPENING, SHARE};
use undercard_engine::stats::compared::Ablated;
use undercard_engine::stats::multiple_testing::holm;
use undercard_engine::stats::paired::{Difference, Paired, Scale};
use undercard_engine::stats::ranks::ranks;
use undercard_engine::stats::{Interval, Level};

/// The report's name.
pub const NAME: &str = "impact";

/// What a card is worth to the seats of a side: a row of the report.
#[derive(Clone, Debug)]
pub struct CardWorth {
    game: String,
    players: u64,
    /// The id of the card.
    pub card: String,
    /// `all` seats, or the name of a side or character.
    pub side: String,
    /// Copies in the deck at the start; `None` if the number differs between seats or games.
    pub copies: Option<u64>,
    event: &'static str,
    /// The difference that goes with the event.
    pub by_event: Option<CardDifference>,
    /// The difference that goes with the opening hand.
    pub by_opening: Option<CardDifference>,
    /// Whether the rows lead with one copy; the same in all rows.
    is_per_copy: bool,
    /// Whether one copy and all copies are two figures.
    has_both: bool,
    /// The win share with one copy less (A) and with all (B); `None` if nothing can replace one copy.
    one_copy: Ablation,
    /// The win share without all copies (A) and with them (B); `None` if nothing can replace the card.
    all_copies: Ablation,
    /// Why significant differences have opposite signs; empty if they do not.
    pub disagree: &'static str,
    /// Like `all_copies`, for the score.
    score: Option<Difference>,
    /// Whether the card may be the strongest or the weakest one.
    pub place: Place,
    /// The ranks that it may have among the cards that are not indispensable; of all seats only.
    pub ranks: Option<RangeInclusive<usize>>,
}

/// What the replacement of copies of a card changes.
#[derive(Clone, Debug, Default)]
struct Ablation {
    difference: Option<Difference>,
    /// The p-value, corrected for all rows.
    p_holm: Option<f64>,
    /// The number of games in which the replacement changes the seats' share of the win.
    changed: Option<u64>,
}

/// A card to measure, and which of the games without cards are those with one copy less and without all copies. Of a single
/// copy, both are the same games.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredCard {
    /// The index of the card.
    pub card: usize,
    /// The games with one copy less; `None` if they were not played.
    pub one_copy: Option<usize>,
    /// The games without all copies; `None` if they were not played.
    pub all_copies: Option<usize>,
}

/// Whether these cards lead with the worth of one copy: whether every card that can be left out can lose just one copy.
#[must_use]
pub fn is_per_copy(cards: &[MeasuredCard]) -> bool {
    cards.iter().all(|card| card.one_copy.is_some() || card.all_copies.is_none())
}

/// Whether a card may be the strongest or the weakest of its game: whether it cannot be told apart from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Neither.
    #[default]
    Between,
    /// It may be the strongest.
    Strongest,
    /// It may be the weakest.
    Weakest,
    /// It may be either.
    Either,
    /// Its player hardly ever wins without it, so that its worth says nothing about its strength.
    Indispensable,
}

impl Place {
    /// The place of a card that may be the strongest, or the weakest.
    const fn of(strongest: bool, weakest: bool) -> Self {
        match (strongest, weakest) {
            (true, true) => Self::Either,
            (true, false) => Self::Strongest,
            (false, true) => Self::Weakest,
            (false, false) => Self::Between,
        }
    }

    /// The word in reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Between => "",
            Self::Strongest => "strongest",
            Self::Weakest => "weakest",
            Self::Either => "either",
            Self::Indispensable => "indispensable",
        }
    }

    /// Whether the card may be the strongest.
    #[must_use]
    pub const fn may_be_strongest(self) -> bool {
        matches!(self, Self::Strongest | Self::Either)
    }

    /// Whether the card may be the weakest.
    #[must_use]
    pub const fn may_be_weakest(self) -> bool {
        matches!(self, Self::Weakest | Self::Either)
    }
}

/// A player without an indispensable card wins less than this part of what it wins with it.
const HARDLY_EVER: f64 = 0.1;

impl CardWorth {
    /// What the card is worth: the win share without it (A) and with it (B). One copy of it if one copy of each card of the
    /// game can be replaced, otherwise all copies.
    #[must_use]
    pub const fn worth(&self) -> Option<Difference> {
        self.leading().difference
    }

    /// The p-value of the worth, corrected for all rows.
    #[must_use]
    pub const fn p_holm(&self) -> Option<f64> {
        self.leading().p_holm
    }

    /// The address of the worth.
    #[must_use]
    pub fn address(&self) -> FigureId {
        FigureId::card_worth(&self.card, &self.side, if self.is_per_copy { Copies::One } else { Copies::All })
    }

    /// What all copies are worth, if the row leads with one of several copies.
    #[must_use]
    pub fn all_copies(&self) -> Option<Difference> {
        self.all_copies.difference.filter(|_| self.is_per_copy && self.has_both)
    }

    const fn leading(&self) -> &Ablation {
        if self.is_per_copy { &self.one_copy } else { &self.all_copies }
    }

    /// Whether its player hardly ever wins without the card.
    fn is_indispensable(&self) -> bool {
        let low = self.worth().and_then(|worth| Some((worth.low()?, worth.b?)));
        low.is_some_and(|(low, with)| with > 0.0 && low > (1.0 - HARDLY_EVER) * with)
    }
}

row! { CardWorth, NAME, row {
    key "game", "id of the game" => &row.game;
    numbered "players", "number of players" => row.players;
    key "card", "id of the card" => &row.card;
    key "side", "`all` seats, or the name of a side or character" => &row.side;
    count "copies",
        "copies in the deck at the start; empty if the number differs between seats or games"
        [only_in_json] => row.copies;
    words "event", "event of `event_difference`" [only_in_json] => row.event;
    difference "event_difference",
        "win share of the seats with the event − that of the others; an association, not an effect"
        [only_in_json signed] as Optional => Some(row.by_event.as_ref()?.wins.difference.value);
    difference "event_difference_low",
        "lower end of its interval" [only_in_json] as Optional => Some(row.by_event.as_ref()?.wins.difference.low());
    difference "event_difference_high",
        "upper end of its interval" [only_in_json] as Optional => Some(row.by_event.as_ref()?.wins.difference.high());
    p_value "event_q_value",
        "Benjamini-Hochberg q-value, as in `card_impact.csv`"
        [only_in_json] as Optional => Some(row.by_event.as_ref()?.q_value);
    count "event_informative",
        "number of seats that `event_difference` rests on, as in `card_impact.csv`"
        [only_in_json] => Some(row.by_event.as_ref()?.wins.informative);
    difference "opening_difference",
        "win share of the seats that were dealt the card − that of the others, as in `card_impact.csv`: what the \
         card adds to the chance to win compared with an average other card, because the shuffle decides who gets \
         it. Empty if the opening is not shuffled; an association, not an effect, if it is not dealt before the \
         first decision" [only_in_json signed] as Optional => Some(row.by_opening.as_ref()?.wins.difference.value);
    difference "opening_difference_low",
        "lower end of its interval" [only_in_json] as Optional => Some(row.by_opening.as_ref()?.wins.difference.low());
    difference "opening_difference_high",
        "upper end of its interval" [only_in_json] as Optional => Some(row.by_opening.as_ref()?.wins.difference.high());
    p_value "opening_q_value",
        "Benjamini-Hochberg q-value, as in `card_impact.csv`"
        [only_in_json] as Optional => Some(row.by_opening.as_ref()?.q_value);
    count "opening_informative",
        "number of seats that `opening_difference` rests on, as in `card_impact.csv`"
        [only_in_json] => Some(row.by_opening.as_ref()?.wins.informative);
    difference "one_copy",
        "what one copy is worth: win_share − one_copy_win_share. Of a card of which the player has one copy, the same as \
         `ablation`; empty if copies cannot be told apart, as in a deck that players share"
        [signed] as Optional => Some(row.one_copy.difference?.delta);
    difference "one_copy_low", "lower end of its interval" as Optional => Some(row.one_copy.difference?.low());
    difference "one_copy_high", "upper end of its interval" as Optional => Some(row.one_copy.difference?.high());
    p_value "one_copy_p_holm",
        "p-value for no difference, Holm-corrected over all rows that have one" => row.one_copy.p_holm;
    share "one_copy_win_share",
        "win share of the seats in the same games with one copy less: the replacement takes its place"
        [only_in_json] as Optional => Some(row.one_copy.difference?.a);
    p_value "one_copy_p_value",
        "p-value for no difference; empty if the number of games was not fixed beforehand"
        [only_in_json] as Optional => Some(row.one_copy.difference?.p_value);
    count "one_copy_changed",
        "number of games in which one copy less changes the seats' share of the win"
        [only_in_json] => row.one_copy.changed;
    words "one_copy_method",
        "interval method of `one_copy`"
        [only_in_json] => row.one_copy.difference.as_ref().map_or("", Difference::method_name);
    share "win_share", "win share of the seats" as Optional => Some(row.all_copies.difference.or(row.one_copy.difference)?.b);
    share "win_share_without",
        "win share of the seats in the same games with the replacement for all copies"
        as Optional => Some(row.all_copies.difference?.a);
    difference "ablation",
        "what all copies are worth: win_share − win_share_without; empty for a card that cannot be replaced"
        [signed] as Optional => Some(row.all_copies.difference?.delta);
    difference "ablation_low", "lower end of its interval" as Optional => Some(row.all_copies.difference?.low());
    difference "ablation_high", "upper end of its interval" as Optional => Some(row.all_copies.difference?.high());
    p_value "p_value",
        "p-value for no difference; empty if the number of games was not fixed beforehand"
        [only_in_json] as Optional => Some(row.all_copies.difference?.p_value);
    p_value "p_holm",
        "p-value of `ablation`, Holm-corrected over all rows that have a p-value" => row.all_copies.p_holm;
    count "changed",
        "number of games in which the replacement of all copies changes the seats' share of the win"
        [only_in_json] => row.all_copies.changed;
    of "variance_reduction",
        "how many times as many unpaired games would be needed for the same precision"
        [only_in_json] as Optional => Some(row.all_copies.difference?.reduction);
    words "method",
        "interval method of `ablation`"
        [only_in_json] => row.all_copies.difference.as_ref().map_or("", Difference::method_name);
    words "place",
        "of all seats, by `one_copy`, or by `ablation` if a row has only that: `strongest` if no other card is measurably worth more, `weakest` if none is measurably worth \
         less, `either`, or `indispensable` if its player wins less than a tenth as often without it; otherwise \
         empty. The true strongest and weakest of the cards that are not indispensable are marked, at the confidence \
         level" [only_in_json] => row.place.word();
    count "rank_from",
        "of all seats: the best rank that the card may have among those that are not indispensable; its true rank \
         is from this one to `rank_to`, at the confidence level"
        [only_in_json] => Some(*row.ranks.as_ref()?.start() as u64);
    count "rank_to", "the worst such rank" [only_in_json] => Some(*row.ranks.as_ref()?.end() as u64);
    words "disagree",
        "reason why significant differences have opposite signs: `event` (the course of the game determines which \
         players have the event, so that difference is not an effect), `baseline` (`opening` compares with an \
         average other card in the opening hand, `one_copy` or `ablation` with the replacement for the whole game), or \
         `both`"
        [only_in_json] => row.disagree;
    share "score",
        "mean score of the seats, as in `win_rates.csv`" [only_in_json] as Optional => Some(row.score.as_ref()?.b);
    share "score_without",
        "mean score of the seats in the same games with the replacement"
        [only_in_json] as Optional => Some(row.score.as_ref()?.a);
    difference "score_ablation",
        "score − score_without; empty for a card that cannot be replaced"
        [only_in_json signed] as Optional => Some(row.score.as_ref()?.delta);
    difference "score_ablation_low",
        "lower end of its interval" [only_in_json] as Optional => Some(row.score.as_ref()?.low());
    difference "score_ablation_high",
        "upper end of its interval" [only_in_json] as Optional => Some(row.score.as_ref()?.high());
    words "score_ablation_method",
        "interval method of `score_ablation`" [only_in_json] => row.score.as_ref().map_or("", Difference::method_name);
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "impact",
    contents: "What each card is worth to its player, measured in three ways: one row for each card and side. The \
                         ablation replays every game for each seat with a replacement for one copy of the card in that \
                         seat's deck, and with replacements for all its copies; all other cards stay the same. `undercard list GAME` names the replacement.",
    columns: CardWorth::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "What each card is worth",
        intro: "How much a card adds to the win share of its player, measured in three ways: by playing the same games again \
                with one copy less and without all copies (the chart and the order of the rows show one copy if there are \
                several), in the opening hand, and by an event, which is only an association. To the right of the line, the card helps its player. A filled dot means that the \
                interval excludes 0. The corrected p-value allows for the number of rows; if it is below 0.05, \
                chance alone is an unlikely explanation.",
        columns: &[
            "card",
            "one_copy",
            "one_copy_p_holm",
            "ablation",
            "p_holm",
            "opening_difference",
            "event_difference",
            "disagree",
        ],
        drawn: "one_copy",
        section,
        order: Order::Highest,
        reference: zero,
        part: |table, row, _| {
            let [side, event] = ["side", "event"].map(|column| table.written(row, column));
            Part::drawn(format!("Side: {side}; event: {event}"))
        },
        ..View::PLAIN
    }),
};

/// The columns of a page without `one_copy`.
const OF_ALL_COPIES: &[&str] =
    &["card", "ablation", "p_holm", "opening_difference", "event_difference", "disagree"];

/// One copy is drawn if it is another figure than all copies.
fn section(view: &View, stored: &StoredTable, names: &Names) -> Section {
    let table = &stored.table;
    let columns =
        ["one_copy", "ablation"].map(|column| table.rows.iter().map(|row| table.number(row, column)));
    let [one_copy, all_copies] = columns.map(Iterator::collect::<Vec<_>>);
    if one_copy != all_copies
        && one_copy.iter().zip(&all_copies).all(|(one, all)| one.is_some() || all.is_none())
    {
        return Section::of(view, stored, names);
    }
    Section::of(&View { columns: OF_ALL_COPIES, drawn: "ablation", ..*view }, stored, names)
}

/// The rows. `event` is the index of the event in the schema. `cards` are in schema order.
#[must_use]
pub fn rows(results: &Results<'_>, event: usize, cards: &[MeasuredCard], played: &Ablated) -> Vec<CardWorth> {
    let impacts = card_impact::rows(results);
    let event = results.schema.events[event];
    let mut rows = Vec::new();
    let is_per_copy = is_per_copy(cards);
    for MeasuredCard { card, one_copy, all_copies } in cards {
        for side in 0..=results.schema.n_sides() {
            let (named, side_name) = (&results.schema.cards[*card], side_name(results, side));
            let by = |event: &str| {
                let is_it = |row: &&CardDifference| {
                    row.card == named.id && row.side == side_name && row.event == event
                };
                impacts.iter().find(is_it).cloned()
            };
            let (by_event, by_opening) = (by(event), by(OPENING));
            let copies = named.copies.get(side).copied().flatten();
            let paired = |games: Option<usize>| played.cards.get(games?)?.get(side);
            let difference =
                |paired: &Paired| ablation(results, paired, parts(results, side), copies == Some(0));
            let ablated = |games| {
                let won = paired(games).map(|side| &side.won);
                Ablation {
                    difference: won.map(difference),
                    p_holm: None,
                    changed: won.map(Paired::discordant),
                }
            };
            let (one, all) = (ablated(*one_copy), ablated(*all_copies));
            let sign = |row: &Option<CardDifference>| sign_of(row.as_ref()?.wins.difference.interval);
            let dealt = sign(&by_opening).filter(|_| results.schema.deals_opening);
            let worth = if is_per_copy { one.difference } else { all.difference };
            let without = worth.and_then(|worth| sign_of(worth.interval));
            rows.push(CardWorth {
                game: results.game.to_owned(),
                players: results.players as u64,
                card: named.id.clone(),
                side: side_name.to_owned(),
                copies: copies.map(u64::from),
                event,
                disagree: disagreement([sign(&by_event), dealt, without]),
                by_event,
                by_opening,
                is_per_copy,
                has_both: one_copy.is_some_and(|one| all_copies.is_some_and(|all| one != all)),
                one_copy: one,
                all_copies: all,
                score: paired(*all_copies).map(|side| difference(&side.score)),
                place: Place::Between,
                ranks: None,
            });
        }
    }
    let games: Vec<usize> =
        cards.iter().filter_map(|card| if is_per_copy { card.one_copy } else { card.all_copies }).collect();
    rank(results, &mut rows, &games, played);
    correct(rows.iter_mut().map(|row| &mut row.one_copy).collect());
    correct(rows.iter_mut().map(|row| &mut row.all_copies).collect());
    rows
}

/// Corrects the p-values for all rows.
fn correct(mut all: Vec<&mut Ablation>) {
    let p_value = |ablation: &Ablation| ablation.difference?.p_value;
    let corrected = holm(&all.iter().filter_map(|ablation| p_value(ablation)).collect::<Vec<_>>());
    for (ablation, p) in all.iter_mut().filter(|ablation| p_value(ablation).is_some()).zip(corrected) {
        ablation.p_holm = Some(p);
    }
}

/// Marks the cards that are indispensable, and ranks the others. `games` are those with which each card was measured.
fn rank(results: &Results<'_>, rows: &mut [CardWorth], games: &[usize], played: &Ablated) {
    let is_of_all = |row: &&mut CardWorth| row.side == "all" && row.worth().is_some();
    let mut all: Vec<&mut CardWorth> = rows.iter_mut().filter(is_of_all).collect();
    all.iter_mut().filter(|row| row.is_indispensable()).for_each(|row| row.place = Place::Indispensable);
    let others: Vec<usize> = (0..all.len()).filter(|nth| all[*nth].place == Place::Between).collect();
    let scale = Scale { parts: parts(results, 0), is_share: true };
    let exceeds = |one: usize, other: usize, level: Level| {
        let Some((paired, is_reversed)) = played.between(games[others[one]], games[others[other]]) else {
            return false;
        };
        let interval = paired.reported(scale, results.fixed, results.planned, level).interval;
        interval.is_some_and(|ends| if is_reversed { ends.high < 0.0 } else { ends.low > 0.0 })
    };
    for (index, range) in others.iter().zip(ranks(others.len(), results.level, exceeds)) {
        all[*index].place = Place::of(*range.start() == 1, *range.end() == others.len());
        all[*index].ranks = Some(range);
    }
}

/// How many cards a sentence names at most.
const NAMED: usize = 4;

/// More cards than these are only counted.
const MANY: usize = 12;

/// The answer in sentences: the indispensable cards, then those that may be the strongest, and the weakest.
#[must_use]
pub fn answer(rows: &[CardWorth]) -> Vec<Sentence> {
    let of_all = rows.iter().filter(|row| row.side == "all");
    let mut cards: Vec<(&CardWorth, Difference)> =
        of_all.filter_map(|row| Some((row, row.worth().filter(|worth| worth.delta.is_some())?))).collect();
    cards.sort_by(|(_, one), (_, other)| other.delta.unwrap_or(0.0).total_cmp(&one.delta.unwrap_or(0.0)));
    let name = |(card, _): &(&CardWorth, Difference)| plain::thing(&card.card);
    let per_copy = if cards.iter().any(|(card, _)| card.all_copies().is_some()) { " per copy" } else { "" };
    let with_interval = |worth: &Difference| with_interval(worth, per_copy);
    if let [card] = &cards[..] {
        return vec![format!("{} is worth {}.", name(card), with_interval(&card.1)).into()];
    }
    let (indispensable, others): (Vec<_>, Vec<_>) =
        cards.into_iter().partition(|(card, _)| card.place == Place::Indispensable);
    let without = |card: &(&CardWorth, Difference)| {
        let share = Quantity::Share.value(card.1.a.unwrap_or(0.0), card.1.interval.map(Quantity::resolution));
        let it = if card.0.all_copies().is_some() { "with one copy less" } else { "without it" };
        format!("{} is indispensable: {it}, its player wins {share} of games.", name(card))
    };
    let mut sentences: Vec<Sentence> = indispensable.iter().map(without).map(Sentence::from).collect();
    let mut of_others = if indispensable.is_empty() { "" } else { "of the others, " };
    let among = |is_in: fn(Place) -> bool| -> Vec<&(&CardWorth, Difference)> {
        others.iter().filter(|(card, _)| is_in(card.place)).collect()
    };
    let (strongest, weakest) = (among(Place::may_be_strongest), among(Place::may_be_weakest));
    if others.len() > 1 && strongest.len() == others.len() && weakest.len() == others.len() {
        sentences.push("No card is shown to be worth more than another one.".into());
        return sentences;
    }
    let weakest: Vec<_> = weakest.into_iter().rev().collect();
    // The row of the table.
    let row = |(card, _): &(&CardWorth, Difference)| rows.iter().position(|row| std::ptr::eq(row, *card));
    let of: Vec<usize> = others.iter().filter_map(row).collect();
    let ends = [
        (strongest, "most", "top", Says::Highest(of.clone())),
        (weakest, "least", "bottom", Says::Lowest(of)),
    ];
    for (set, most, end, says) in ends {
        let sentence = match &set[..] {
            [] => None,
            [one] => Some(format!("{} is worth {most}: {}.", name(one), with_interval(&one.1))),
            [first, .., last] => {
                let n_named = if set.len() == NAMED + 1 { set.len() } else { NAMED };
                let width = first.1.interval.map(|ends| ends.high - ends.low);
                let points =
                    |worth: &Difference| Quantity::Share.bare_change(worth.delta.unwrap_or(0.0), width);
                // The first says what the numbers are.
                let unit = |nth: usize| if nth == 0 { format!(" points{per_copy}") } else { String::new() };
                let with_points = |(nth, card): (usize, &&(&CardWorth, Difference))| {
                    format!("{} ({}{})", name(card), points(&card.1), unit(nth))
                };
                let names = set.iter().enumerate().take(n_named).map(with_points);
                let more = set.len().saturating_sub(n_named);
                let who = listed(names.chain((more > 0).then(|| format!("{more} more"))));
                let [high, low] = [first, last].map(|card| points(&card.1));
                let (low, high) = if end == "top" { (low, high) } else { (high, low) };
                Some(match set.len() > MANY {
                    true => format!(
                        "too few games to single out the cards that are worth {most}: {} may be (estimates from {low} to {high} points{per_copy}).",
                        set.len()
                    ),
                    false => format!("{who} cannot be told apart at the {end}."),
                })
            }
        };
        let column = if set.iter().any(|(card, _)| card.is_per_copy) { "one_copy" } else { "ablation" };
        let claim = Claim::new(NAME, column, set.iter().filter_map(|card| row(card)), says);
        sentences.extend(sentence.map(|sentence| {
            Sentence::claiming(plain::capitalized(&format!("{of_others}{sentence}")), [claim])
        }));
        of_others = "";
    }
    sentences
}

/// `+6.4 points per copy (+6.0 to +6.7)`.
fn with_interval(worth: &Difference, per_copy: &str) -> String {
    let width = worth.interval.map(Quantity::resolution);
    let points = Quantity::Share.change(worth.delta.unwrap_or(0.0), width);
    let ends = worth.interval.map(|ends| format!(" ({})", Quantity::Share.change_interval(ends)));
    points + per_copy + &ends.unwrap_or_default()
}

/// The denominator of the scores of a side.
fn parts(results: &Results<'_>, side: usize) -> u32 {
    match (side, u32::try_from(results.players)) {
        (0, Ok(players)) => SHARE * players.max(1),
        _ => SHARE,
    }
}

/// What copies of a card are worth: A = without them, B = with them. If the side has no copy of the card, the effect is
/// exactly 0 and is excluded from the Holm correction.
fn ablation(results: &Results<'_>, paired: &Paired, parts: u32, is_absent: bool) -> Difference {
    let difference =
        paired.reported(Scale { parts, is_share: true }, results.fixed, results.planned, results.level);
    if is_absent && paired.discordant() == 0 {
        Difference { p_value: None, ..difference.of_equals() }
    } else {
        difference
    }
}

/// The sign of a figure whose interval excludes 0.
fn sign_of(interval: Option<Interval>) -> Option<bool> {
    let Interval { low, high } = interval?;
    if low > 0.0 { Some(true) } else { (high < 0.0).then_some(false) }
}

/// The reason why known signs differ: of the event, the opening and the ablation.
fn disagreement([event, opening, ablation]: [Option<bool>; 3]) -> &'static str {
    let differ = |one: Option<bool>, two: Option<bool>| one.zip(two).is_some_and(|(one, two)| one != two);
    // Event and opening are compared with the same other cards.
    match (differ(event, opening.or(ablation)), differ(opening, ablation)) {
        (true, true) => "both",
        (true, false) => "event",
        (false, true) => "baseline",
        (false, false) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_significant_signs_disagree() {
        let [up, down, unknown] = [Some(true), Some(false), None];
        assert_eq!(disagreement([up, up, up]), "");
        assert_eq!(disagreement([up, unknown, unknown]), "");
        assert_eq!(disagreement([down, up, up]), "event");
        assert_eq!(disagreement([down, unknown, up]), "event");
        assert_eq!(disagreement([unknown, up, down]), "baseline");
        assert_eq!(disagreement([up, up, down]), "baseline");
        assert_eq!(disagreement([down, up, down]), "both");
        assert_eq!(sign_of(Interval::new(-0.1, 0.1)), None);
        assert_eq!(sign_of(Interval::new(0.0, 0.0)), None);
        assert_eq!(sign_of(Interval::new(0.1, 0.2)), up);
        assert_eq!(sign_of(Interval::new(-0.2, -0.1)), down);
    }
}
