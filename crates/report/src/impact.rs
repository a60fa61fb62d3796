//! What each card is worth to its player, measured in three ways: event, opening hand and ablation.

use super::card_impact::{self, CardDifference, side_name};
use super::page::views::{Order, Part, View, zero};
use super::table::From::{Count, Number, Optional, Words};
use super::table::{Field, Row, columns};
use super::{Column, Report, Results};
use undercard_engine::model::{OPENING, SHARE};
use undercard_engine::stats::Interval;
use undercard_engine::stats::compared::{Ablated, AblatedSide};
use undercard_engine::stats::multiple_testing::holm;
use undercard_engine::stats::paired::{Difference, Paired, Scale};

/// The report's name.
pub const NAME: &str = "impact";

/// The columns of the report.
pub const COLUMNS: &[Column] = CardWorth::COLUMNS;

/// What a card is worth to the seats of a side: a row of the report.
#[derive(Clone, Debug)]
pub struct CardWorth {
    game: String,
    players: u64,
    /// The id of the card.
    pub card: String,
    /// `all` seats, or the name of a side or character.
    pub side: String,
    copies: Option<u64>,
    event: &'static str,
    /// The difference that goes with the event.
    pub by_event: Option<CardDifference>,
    /// The difference that goes with the opening hand.
    pub by_opening: Option<CardDifference>,
    /// The win share without the card (A) and with it (B); `None` if nothing can replace it.
    pub ablation: Option<Difference>,
    /// The p-value of the ablation, corrected for all rows.
    pub p_holm: Option<f64>,
    /// The number of games in which the replacement changes the seats' share of the win.
    changed: Option<u64>,
    disagree: &'static str,
    /// The same as `ablation`, of the score.
    pub score: Option<Difference>,
}

impl Row for CardWorth {
    const NAME: &'static str = NAME;
    const COLUMNS: &'static [Column] = &columns::<_, { Self::FIELDS.len() }>(Self::FIELDS);
    const FIELDS: &'static [Field<Self>] = &[
    Field(Column::key("game", "id of the game"), Words(|row| &row.game)),
    Field(Column::numbered("players", "number of players"), Count(|row| Some(row.players))),
    Field(Column::key("card", "id of the card"), Words(|row| &row.card)),
    Field(Column::key("side", "`all` seats, or the name of a side or character"), Words(|row| &row.side)),
    Field(Column::count(
        "copies",
        "copies in the deck at the start; empty if the number differs between seats or games",
    ).only_in_json(), Count(|row| row.copies)),
    Field(Column::words("event", "event of `event_difference`").only_in_json(), Words(|row| row.event)),
    Field(Column::difference(
        "event_difference",
        "win share of the seats with the event − that of the others; an association, not an effect",
    ).only_in_json().signed(), Optional(|row| Some(row.by_event.as_ref()?.wins.difference.value))),
    Field(Column::difference("event_difference_low", "lower end of its interval").only_in_json(), Optional(|row| Some(row.by_event.as_ref()?.wins.difference.low()))),
    Field(Column::difference("event_difference_high", "upper end of its interval").only_in_json(), Optional(|row| Some(row.by_event.as_ref()?.wins.difference.high()))),
    Field(Column::p_value("event_q_value", "Benjamini-Hochberg q-value, as in `card_impact.csv`").only_in_json(), Optional(|row| Some(row.by_event.as_ref()?.q_value))),
    Field(Column::count("event_informative", "number of seats that `event_difference` rests on, as in `card_impact.csv`").only_in_json(), Count(|row| Some(row.by_event.as_ref()?.wins.informative))),
    Field(Column::difference(
        "opening_difference",
        "win share of the seats that were dealt the card − that of the others, as in `card_impact.csv`: what the card \
         adds to the chance to win compared with an average other card, because the shuffle decides who gets it. Empty \
         if the opening is not shuffled; an association, not an effect, if it is not dealt before the first decision",
    ).only_in_json().signed(), Optional(|row| Some(row.by_opening.as_ref()?.wins.difference.value))),
    Field(Column::difference("opening_difference_low", "lower end of its interval").only_in_json(), Optional(|row| Some(row.by_opening.as_ref()?.wins.difference.low()))),
    Field(Column::difference("opening_difference_high", "upper end of its interval").only_in_json(), Optional(|row| Some(row.by_opening.as_ref()?.wins.difference.high()))),
    Field(Column::p_value("opening_q_value", "Benjamini-Hochberg q-value, as in `card_impact.csv`").only_in_json(), Optional(|row| Some(row.by_opening.as_ref()?.q_value))),
    Field(Column::count("opening_informative", "number of seats that `opening_difference` rests on, as in `card_impact.csv`").only_in_json(), Count(|row| Some(row.by_opening.as_ref()?.wins.informative))),
    Field(Column::share("win_share", "win share of the seats"), Optional(|row| Some(row.ablation.as_ref()?.b))),
    Field(Column::share("win_share_without", "win share of the seats in the same games with the replacement"), Optional(|row| Some(row.ablation.as_ref()?.a))),
    Field(Column::difference("ablation", "win_share − win_share_without; empty for a card that cannot be replaced").signed(), Optional(|row| Some(row.ablation.as_ref()?.delta))),
    Field(Column::difference("ablation_low", "lower end of its interval"), Optional(|row| Some(row.ablation.as_ref()?.low()))),
    Field(Column::difference("ablation_high", "upper end of its interval"), Optional(|row| Some(row.ablation.as_ref()?.high()))),
    Field(Column::p_value(
        "p_value",
        "p-value for no difference; empty if the number of games was not fixed beforehand",
    ).only_in_json(), Optional(|row| Some(row.ablation.as_ref()?.p_value))),
    Field(Column::p_value("p_holm", "p-value, Holm-corrected over all rows that have a p-value"), Number(|row| row.p_holm)),
    Field(Column::count("changed", "number of games in which the replacement changes the seats' share of the win"), Count(|row| row.changed)),
    Field(Column::of(
        "variance_reduction",
        "how many times as many unpaired games would be needed for the same precision",
    ).only_in_json(), Optional(|row| Some(row.ablation.as_ref()?.reduction))),
    Field(Column::words("method", "interval method of `ablation`").only_in_json(), Words(|row| row.ablation.as_ref().map_or("", Difference::method_name))),
    Field(Column::words(
        "disagree",
        "reason why significant differences have opposite signs: `event` (the course of the game determines which players have the event, so that difference is not an effect), `baseline` (`opening` compares with an average other card in the \
         opening hand, `ablation` with the replacement for the whole game), or `both`",
    ).only_in_json(), Words(|row| row.disagree)),
    Field(Column::share("score", "mean score of the seats, as in `win_rates.csv`").only_in_json(), Optional(|row| Some(row.score.as_ref()?.b))),
    Field(Column::share("score_without", "mean score of the seats in the same games with the replacement").only_in_json(), Optional(|row| Some(row.score.as_ref()?.a))),
    Field(Column::difference("score_ablation", "score − score_without; empty for a card that cannot be replaced").signed(), Optional(|row| Some(row.score.as_ref()?.delta))),
    Field(Column::difference("score_ablation_low", "lower end of its interval"), Optional(|row| Some(row.score.as_ref()?.low()))),
    Field(Column::difference("score_ablation_high", "upper end of its interval"), Optional(|row| Some(row.score.as_ref()?.high()))),
    Field(Column::words("score_ablation_method", "interval method of `score_ablation`").only_in_json(), Words(|row| row.score.as_ref().map_or("", Difference::method_name))),
];
}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "impact",
    contents: "What each card is worth to its player, measured in three ways: one row for each card and side. The \
                         ablation replays every game for each seat with a replacement for that seat's copies of the \
                         card; all other cards stay the same. `undercard list GAME` names the replacement.",
    columns: COLUMNS,
    of_run: None,
    view: Some(View {
        title: "What each card is worth",
        intro: "How much a card adds to the win share of its player, measured in three ways: by ablation (the \
                same games again without the card; the chart and the order of the rows show this), in the opening hand, and by an event, \
                which is only an association. To the right of the line, the card helps its player. A filled dot means that the \
                interval excludes 0. The corrected p-value allows for the number of rows; if it is below 0.05, \
                chance alone is an unlikely explanation.",
        columns: &["card", "ablation", "p_holm", "opening_difference", "event_difference", "disagree"],
        drawn: "ablation",
        order: Order::Highest,
        reference: zero,
        part: |table, row, _| {
            let [side, event] = ["side", "event"].map(|column| table.written(row, column));
            Part::drawn(format!("Side: {side}; event: {event}"))
        },
        ..View::PLAIN
    }),
};

/// The rows. `event` is the index of the event in the schema. `cards` are in schema order.
#[must_use]
pub fn rows(results: &Results<'_>, event: usize, cards: &[Wanted<'_>]) -> Vec<CardWorth> {
    let impacts = card_impact::rows(results);
    let event = results.schema.events[event];
    let mut rows = Vec::new();
    for Wanted { card, paired } in cards {
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
            let paired = paired.and_then(|paired| paired.get(side));
            let ablated = |of: fn(&AblatedSide) -> &Paired| {
                Some(ablation(results, of(paired?), parts(results, side), copies == Some(0)))
            };
            let (ablation, score) = (ablated(|side| &side.won), ablated(|side| &side.score));
            let sign = |row: &Option<CardDifference>| sign_of(row.as_ref()?.wins.difference.interval);
            let dealt = sign(&by_opening).filter(|_| results.schema.deals_opening);
            let without = ablation.as_ref().and_then(|ablation| sign_of(ablation.interval));
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
                ablation,
                p_holm: None,
                changed: paired.map(|paired| paired.won.discordant()),
                score,
            });
        }
    }
    let p_value = |row: &CardWorth| row.ablation.as_ref()?.p_value;
    let corrected = holm(&rows.iter().filter_map(p_value).collect::<Vec<_>>());
    for (row, p) in rows.iter_mut().filter(|row| p_value(row).is_some()).zip(corrected) {
        row.p_holm = Some(p);
    }
    rows
}

/// A card to report.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Its index in the schema.
    pub card: usize,
    /// The paired games with and without the card, for all seats and for each side; `None` if it cannot be replaced.
    pub paired: Option<&'a [AblatedSide]>,
}

impl<'a> Wanted<'a> {
    /// The cards, each with its paired games. Those that can be replaced (`true`) were played, in this order.
    #[must_use]
    pub fn of(cards: &[(usize, bool)], played: &'a Ablated) -> Vec<Self> {
        let mut paired = played.cards.iter().map(Vec::as_slice);
        cards
            .iter()
            .map(|(card, can)| Self { card: *card, paired: if *can { paired.next() } else { None } })
            .collect()
    }
}

/// The denominator of the scores of a side.
fn parts(results: &Results<'_>, side: usize) -> u32 {
    match (side, u32::try_from(results.players)) {
        (0, Ok(players)) => SHARE * players.max(1),
        _ => SHARE,
    }
}

/// The ablation of a card: A = without it, B = with it. If the side has no copy of the card, the effect is
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
