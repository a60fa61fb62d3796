//! What each card is worth, three ways side by side: who met it, who opened with it, and who had to
//! play without it.

use super::card_impact::{self, side_name};
use super::{Cell, Column, Results, Table};
use crate::model::{OPENING, SHARE};
use crate::stats::Interval;
use crate::stats::compared::Ablated;
use crate::stats::multiple_testing::holm;
use crate::stats::paired::{Difference, Paired, Scale};

/// The report's name.
pub const NAME: &str = "impact";

/// What it holds.
pub const HOLDS: &str = "What each card is worth to its player, three ways side by side: one row for each card and \
                         side. The ablation plays every game again for each seat with something else in the place \
                         of that seat's copies of the card, everybody else's as they were; `undercard list GAME` \
                         and the report say what that is.";

/// Its columns.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::key("card", "id of the card"),
    Column::key("side", "`all` seats, or those of one side or character only"),
    Column::count(
        "copies",
        "copies in one such deck at the start; empty if it differs between the row's seats or games",
    ),
    Column::words("event", "the event that `event_difference` is about"),
    Column::difference(
        "event_difference",
        "win share of the seats to which the event happened − that of the others; an association only",
    ),
    Column::difference("event_difference_low", "lower end of its interval"),
    Column::difference("event_difference_high", "upper end of its interval"),
    Column::p_value(
        "event_q_value",
        "Benjamini and Hochberg's q-value of no difference, as in `card_impact.csv`",
    ),
    Column::difference(
        "opening_difference",
        "win share of the seats that were dealt the card − that of the others: the lift that it gives instead of \
         an average other card; empty where the opening is not shuffled, and an association only where it is not dealt \
         before anybody plays, as in Stupid Fight's first turn and TAUNT's Monsters",
    ),
    Column::difference("opening_difference_low", "lower end of its interval"),
    Column::difference("opening_difference_high", "upper end of its interval"),
    Column::p_value(
        "opening_q_value",
        "Benjamini and Hochberg's q-value of no difference, as in `card_impact.csv`",
    ),
    Column::share("win_share", "win share of the seats"),
    Column::share("win_share_without", "win share of the seats in the same games without the card"),
    Column::difference(
        "ablation",
        "win_share − win_share_without; empty for a card that nobody can go without",
    ),
    Column::difference("ablation_low", "lower end of its interval"),
    Column::difference("ablation_high", "upper end of its interval"),
    Column::p_value(
        "p_value",
        "p-value of no difference; empty if the number of games was not fixed beforehand",
    ),
    Column::p_value("p_holm", "the same, Holm-corrected over all rows"),
    Column::count("changed", "games in which the seats' share of the win is another one without the card"),
    Column::of("variance_reduction", "how many times the games this pairing was worth"),
    Column::words("method", "how the interval of `ablation` is made"),
    Column::words(
        "disagree",
        "why impacts whose intervals exclude 0 have different signs: `event` (who meets the card is decided by how \
         the game goes, the others are causal), `yardstick` (the opening is held against an average other card in \
         the first hand, the ablation against the stand-in all game long); both, with a space between",
    ),
];

/// The report. `event` is the place of the event in the ledger. `cards` are in ledger order; `paired` is
/// `None` for a card that nobody can go without.
#[must_use]
pub fn table(results: &Results<'_>, event: usize, cards: &[Wanted<'_>]) -> Table {
    let impacts = card_impact::table(results);
    let event_name = results.schema.events[event];
    let mut rows = Vec::new();
    let mut p_values = Vec::new();
    for Wanted { card, paired } in cards {
        for side in 0..results.tally.impact.sides.len() {
            let (named, side_name) = (&results.schema.cards[*card], side_name(results, side));
            let cells = |event: &str| {
                let key = [named.id.as_str(), side_name, event].map(Cell::text);
                let row = impacts.rows.iter().find(|row| row[2..5] == key);
                ["difference", "difference_low", "difference_high", "q_value"].map(|column| {
                    row.and_then(|row| impacts.cell(row, column)).cloned().unwrap_or(Cell::Empty)
                })
            };
            let copies = named.copies.get(side).copied().flatten();
            let ablation = paired
                .and_then(|paired| paired.get(side))
                .map(|paired| ablation(results, paired, parts(results, side), copies == Some(0)));
            let (with_event, opening) = (cells(event_name), cells(OPENING));
            let dealt = sign(&opening).filter(|_| results.schema.deals_opening);
            let signs = [sign(&with_event), dealt, ablation.and_then(|a| sign_of(a.interval))];
            let mut row = results.row();
            row.extend([named.id.as_str(), side_name].map(Cell::text));
            row.push(copies.map_or(Cell::Empty, |copies| Cell::Count(copies.into())));
            row.push(Cell::text(event_name));
            row.extend(with_event);
            row.extend(opening);
            match (ablation, paired.and_then(|paired| paired.get(side))) {
                (Some(difference), Some(paired)) => {
                    row.extend([difference.b, difference.a, difference.delta].map(Cell::Share));
                    let ends = difference.interval;
                    row.extend([ends.map(|ends| ends.low), ends.map(|ends| ends.high)].map(Cell::Share));
                    row.push(Cell::P(difference.p_value));
                    p_values.extend(difference.p_value.map(|p| (rows.len(), row.len(), p)));
                    row.push(Cell::P(None));
                    row.push(Cell::Count(paired.discordant()));
                    row.extend([Cell::Mean(difference.reduction), Cell::method(difference.method)]);
                }
                _ => row.extend(vec![Cell::Empty; 10]),
            }
            row.push(Cell::text(disagreement(signs)));
            rows.push(row);
        }
    }
    let corrected = holm(&p_values.iter().map(|(_, _, p)| *p).collect::<Vec<_>>());
    for ((row, place, _), p) in p_values.into_iter().zip(corrected) {
        rows[row][place] = Cell::P(Some(p));
    }
    Table { name: NAME, columns: COLUMNS, rows }
}

/// A card that the report is about.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Its place in the ledger.
    pub card: usize,
    /// What was played without it, of all seats and of each side; `None` if nobody can go without it.
    pub paired: Option<&'a [Paired]>,
}

impl<'a> Wanted<'a> {
    /// These cards, of which those that `can` be gone without were played, in this order.
    #[must_use]
    pub fn of(cards: &[(usize, bool)], played: &'a Ablated) -> Vec<Self> {
        let mut paired = played.cards.iter().map(Vec::as_slice);
        cards
            .iter()
            .map(|(card, can)| Self { card: *card, paired: if *can { paired.next() } else { None } })
            .collect()
    }
}

/// Numerators of a side are counted in so many parts of one.
fn parts(results: &Results<'_>, side: usize) -> u32 {
    match (side, u32::try_from(results.players)) {
        (0, Ok(players)) => SHARE * players.max(1),
        _ => SHARE,
    }
}

/// What a card is worth by ablation: A = without it, B = with it. Of a card that the side has no copy
/// of it is known to be nothing, and no claim that others would have to be corrected for.
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
fn sign(cells: &[Cell; 4]) -> Option<bool> {
    let (low, high) = cells[1].number().zip(cells[2].number())?;
    sign_of(Interval::new(low, high))
}

fn sign_of(interval: Option<Interval>) -> Option<bool> {
    let Interval { low, high } = interval?;
    if low > 0.0 { Some(true) } else { (high < 0.0).then_some(false) }
}

/// Why known signs differ: of the event, the opening and the ablation.
fn disagreement([event, opening, ablation]: [Option<bool>; 3]) -> &'static str {
    let differ = |one: Option<bool>, two: Option<bool>| one.zip(two).is_some_and(|(one, two)| one != two);
    // The opening is held against the same other cards as the event is.
    match (differ(event, opening.or(ablation)), differ(opening, ablation)) {
        (true, true) => "event yardstick",
        (true, false) => "event",
        (false, true) => "yardstick",
        (false, false) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_disagree_only_where_they_are_known() {
        let [up, down, unknown] = [Some(true), Some(false), None];
        assert_eq!(disagreement([up, up, up]), "");
        assert_eq!(disagreement([up, unknown, unknown]), "");
        assert_eq!(disagreement([down, up, up]), "event");
        assert_eq!(disagreement([down, unknown, up]), "event");
        assert_eq!(disagreement([unknown, up, down]), "yardstick");
        assert_eq!(disagreement([up, up, down]), "yardstick");
        assert_eq!(disagreement([down, up, down]), "event yardstick");
        assert_eq!(sign_of(Interval::new(-0.1, 0.1)), None);
        assert_eq!(sign_of(Interval::new(0.0, 0.0)), None);
        assert_eq!(sign_of(Interval::new(0.1, 0.2)), up);
        assert_eq!(sign_of(Interval::new(-0.2, -0.1)), down);
    }
}
