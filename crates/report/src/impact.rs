//! What each card is worth to its player, measured in three ways: event, opening hand and ablation.

use super::card_impact::{self, side_name};
use super::page::views::{Order, Part, View, zero};
use super::{Cell, Column, Report, Results, Table};
use undercard_engine::model::{OPENING, SHARE};
use undercard_engine::stats::Interval;
use undercard_engine::stats::compared::{Ablated, AblatedSide};
use undercard_engine::stats::multiple_testing::holm;
use undercard_engine::stats::paired::{Difference, Paired, Scale};

/// The report's name.
pub const NAME: &str = "impact";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::key("card", "id of the card"),
    Column::key("side", "`all` seats, or the name of a side or character"),
    Column::count(
        "copies",
        "copies in the deck at the start; empty if the number differs between seats or games",
    ).only_in_json(),
    Column::words("event", "event of `event_difference`").only_in_json(),
    Column::difference(
        "event_difference",
        "win share of the seats with the event − that of the others; an association, not an effect",
    ).only_in_json().signed(),
    Column::difference("event_difference_low", "lower end of its interval").only_in_json(),
    Column::difference("event_difference_high", "upper end of its interval").only_in_json(),
    Column::p_value("event_q_value", "Benjamini-Hochberg q-value, as in `card_impact.csv`").only_in_json(),
    Column::count("event_informative", "number of seats that `event_difference` rests on, as in `card_impact.csv`").only_in_json(),
    Column::difference(
        "opening_difference",
        "win share of the seats that were dealt the card − that of the others, as in `card_impact.csv`: what the card \
         adds to the chance to win compared with an average other card, because the shuffle decides who gets it. Empty \
         if the opening is not shuffled; an association, not an effect, if it is not dealt before the first decision",
    ).only_in_json().signed(),
    Column::difference("opening_difference_low", "lower end of its interval").only_in_json(),
    Column::difference("opening_difference_high", "upper end of its interval").only_in_json(),
    Column::p_value("opening_q_value", "Benjamini-Hochberg q-value, as in `card_impact.csv`").only_in_json(),
    Column::count("opening_informative", "number of seats that `opening_difference` rests on, as in `card_impact.csv`").only_in_json(),
    Column::share("win_share", "win share of the seats"),
    Column::share("win_share_without", "win share of the seats in the same games with the replacement"),
    Column::difference("ablation", "win_share − win_share_without; empty for a card that cannot be replaced").signed(),
    Column::difference("ablation_low", "lower end of its interval"),
    Column::difference("ablation_high", "upper end of its interval"),
    Column::p_value(
        "p_value",
        "p-value for no difference; empty if the number of games was not fixed beforehand",
    ).only_in_json(),
    Column::p_value("p_holm", "p-value, Holm-corrected over all rows that have a p-value"),
    Column::count("changed", "number of games in which the replacement changes the seats' share of the win"),
    Column::of(
        "variance_reduction",
        "how many times as many unpaired games would be needed for the same precision",
    ).only_in_json(),
    Column::words("method", "interval method of `ablation`").only_in_json(),
    Column::words(
        "disagree",
        "reason why significant differences have opposite signs: `event` (the course of the game determines which players have the event, so that difference is not an effect), `baseline` (`opening` compares with an average other card in the \
         opening hand, `ablation` with the replacement for the whole game), or `both`",
    ).only_in_json(),
    Column::share("score", "mean score of the seats, as in `win_rates.csv`").only_in_json(),
    Column::share("score_without", "mean score of the seats in the same games with the replacement").only_in_json(),
    Column::difference("score_ablation", "score − score_without; empty for a card that cannot be replaced").signed(),
    Column::difference("score_ablation_low", "lower end of its interval"),
    Column::difference("score_ablation_high", "upper end of its interval"),
    Column::words("score_ablation_method", "interval method of `score_ablation`").only_in_json(),
];

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

/// The report. `event` is the index of the event in the schema. `cards` are in schema order.
#[must_use]
pub fn table(results: &Results<'_>, event: usize, cards: &[Wanted<'_>]) -> Table {
    let impacts = card_impact::table(results);
    let event_name = results.schema.events[event];
    let mut rows = Vec::new();
    let mut p_values = Vec::new();
    for Wanted { card, paired } in cards {
        for side in 0..=results.schema.n_sides() {
            let (named, side_name) = (&results.schema.cards[*card], side_name(results, side));
            let cells = |event: &str| {
                let key = [named.id.as_str(), side_name, event].map(Cell::text);
                let row = impacts.rows.iter().find(|row| row[2..5] == key);
                ["difference", "difference_low", "difference_high", "q_value", "informative"].map(|column| {
                    row.and_then(|row| impacts.cell(row, column)).cloned().unwrap_or(Cell::Empty)
                })
            };
            let copies = named.copies.get(side).copied().flatten();
            let ablated = |of: fn(&AblatedSide) -> &Paired| {
                let paired = of(paired.and_then(|paired| paired.get(side))?);
                Some((paired, ablation(results, paired, parts(results, side), copies == Some(0))))
            };
            let (ablation, of_score) = (ablated(|side| &side.won), ablated(|side| &side.score));
            let (with_event, opening) = (cells(event_name), cells(OPENING));
            let dealt = sign(&opening).filter(|_| results.schema.deals_opening);
            let signs = [sign(&with_event), dealt, ablation.and_then(|(_, a)| sign_of(a.interval))];
            let mut row = results.row();
            row.extend([named.id.as_str(), side_name].map(Cell::text));
            row.push(copies.map_or(Cell::Empty, |copies| Cell::Count(copies.into())));
            row.push(Cell::text(event_name));
            row.extend(with_event);
            row.extend(opening);
            match ablation {
                Some((paired, difference)) => {
                    row.extend(shares(&difference));
                    row.push(Cell::P(difference.p_value));
                    p_values.extend(difference.p_value.map(|p| (rows.len(), row.len(), p)));
                    row.push(Cell::P(None));
                    row.push(Cell::Count(paired.discordant()));
                    row.extend([Cell::Mean(difference.reduction), Cell::method(difference.method)]);
                }
                None => row.extend(std::iter::repeat_n(Cell::Empty, 9).chain([Cell::method(None)])),
            }
            row.push(Cell::text(disagreement(signs)));
            match of_score {
                Some((_, difference)) => {
                    row.extend(shares(&difference));
                    row.push(Cell::method(difference.method));
                }
                None => row.extend(std::iter::repeat_n(Cell::Empty, 5).chain([Cell::method(None)])),
            }
            rows.push(row);
        }
    }
    let corrected = holm(&p_values.iter().map(|(_, _, p)| *p).collect::<Vec<_>>());
    for ((row, index, _), p) in p_values.into_iter().zip(corrected) {
        rows[row][index] = Cell::P(Some(p));
    }
    Table { name: NAME, columns: COLUMNS, rows }
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

/// The shares with and without the card, their difference, and the ends of its interval.
fn shares(difference: &Difference) -> [Cell; 5] {
    let ends = difference.interval;
    let (low, high) = (ends.map(|ends| ends.low), ends.map(|ends| ends.high));
    [difference.b, difference.a, difference.delta, low, high].map(Cell::Share)
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

/// The sign of an estimate whose interval excludes 0.
fn sign(cells: &[Cell; 5]) -> Option<bool> {
    let (low, high) = cells[1].number().zip(cells[2].number())?;
    sign_of(Interval::new(low, high))
}

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
