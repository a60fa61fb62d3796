//! How much of the outcome is decided by the deal, for each bot.

use super::page::views::{Part, View, zero};
use super::{Cell, Column, Report, Table};
use undercard_engine::stats::Level;
use undercard_engine::stats::deal_share::Repeats;

/// The report's name.
pub const NAME: &str = "luck";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::key("bot", "bot in all seats"),
    Column::key("seat_or_all", "number of the seat, or `all` (variances added up over seats)"),
    Column::count("deals", "number of deals"),
    Column::count("times", "number of times each deal was played"),
    Column::count("deals_alike", "deals with the same winners, or no winner, every time"),
    Column::difference(
        "deal_share",
        "share of the variance of a seat's results that the deal explains (a win is 1, a shared win its fraction, an \
         even share if nobody wins): the intraclass correlation ICC(1,1) of Shrout & Fleiss (1979, *Psychological \
         Bulletin* 86). Chance can make it negative if the deal decides little",
    ),
    Column::difference("deal_share_low", "lower end of its interval"),
    Column::difference("deal_share_high", "upper end of its interval"),
    Column::words("method", "interval method"),
    Column::count(
        "informative",
        "number of deals that `deal_share` rests on: those that did not end the same way every time, or that did not go \
         the most common way, whichever are fewer. Below 30 there is no interval",
    ),
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "luck",
    contents: "How much of the outcome is decided by the deal. Every deal is played several times: shuffles and dice \
                         stay the same, with fresh randomness for the bots. One row for each bot (in all seats) and seat.",
    columns: COLUMNS,
    of_run: None,
    view: Some(View {
        title: "How much the deal decides",
        intro: "Every deal is played several times: shuffles and dice stay the same, with fresh randomness for \
                the bots. The deal share is the part of the outcome that the deal decides. At 0 % the deal \
                decides nothing, at 100 % everything. Chance can bring the estimate below 0 %; read that as \
                0 %. A filled dot means that the interval excludes 0. A share has no interval if it \
                rests on fewer than 30 deals (column `informative`).",
        columns: &["bot", "seat_or_all", "deals", "times", "deals_alike", "informative", "deal_share"],
        drawn: "deal_share",
        reference: zero,
        part: |table, row, _| match table.written(row, "seat_or_all").as_str() {
            "all" => Part::drawn("All seats together"),
            _ => Part::folded("Seat by seat"),
        },
        ..View::PLAIN
    }),
};

/// A bot in all seats, and the results of its deals.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// Its name.
    pub bot: &'a str,
    /// The results of its deals.
    pub repeats: &'a Repeats,
}

/// The report. `times` is the number of times each deal was played.
#[must_use]
pub fn table<'a>(
    (game, players): (&str, usize),
    played: impl IntoIterator<Item = Played<'a>>,
    times: u64,
    level: Level,
) -> Table {
    let rows = played.into_iter().flat_map(|Played { bot, repeats }| {
        let shares = repeats.deal_shares(players, level).into_iter();
        let seats = std::iter::once("all".to_owned()).chain((0..players).map(|seat| seat.to_string()));
        seats.zip(shares).map(move |(seat, share)| {
            let mut row =
                vec![Cell::text(game), Cell::Count(players as u64), Cell::text(bot), Cell::text(seat)];
            row.extend([repeats.deals(), times, repeats.alike()].map(Cell::Count));
            row.extend(Cell::shares(&share));
            row.push(Cell::method(share.method));
            row.push(Cell::Count(repeats.informative()));
            row
        })
    });
    Table { name: NAME, columns: COLUMNS, rows: rows.collect() }
}
