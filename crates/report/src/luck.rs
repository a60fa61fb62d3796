//! How much of the outcome is decided by the deal, for each bot.

use super::Report;
use super::page::views::{Part, View, zero};
use super::table::{Row, row};
use undercard_engine::stats::deal_share::Repeats;
use undercard_engine::stats::{Estimate, Level};

/// The report's name.
pub const NAME: &str = "luck";

/// What the deals decide for a seat: a row of the report.
#[derive(Clone, Debug)]
pub struct DealShare {
    game: &'static str,
    players: u64,
    /// The bot in all seats.
    pub bot: String,
    /// The seat; `None` for all seats.
    pub seat: Option<usize>,
    seat_or_all: String,
    /// Number of deals.
    pub deals: u64,
    times: u64,
    /// Deals with the same winners every time.
    pub alike: u64,
    /// The share that the deal decides.
    pub share: Estimate,
    informative: u64,
}

row! { DealShare, NAME, row {
    key "game", "id of the game" => row.game;
    numbered "players", "number of players" => row.players;
    key "bot", "bot in all seats" => &row.bot;
    key "seat_or_all", "number of the seat, or `all` (variances added up over seats)" => &row.seat_or_all;
    count "deals", "number of deals" => row.deals;
    count "times", "number of times each deal was played" => row.times;
    count "deals_alike", "deals with the same winners, or no winner, every time" => row.alike;
    difference "deal_share",
        "share of the variance of a seat's results that the deal explains (a win is 1, a shared win its fraction, \
         an even share if nobody wins): the intraclass correlation ICC(1,1) of Shrout & Fleiss (1979, *Psychological \
         Bulletin* 86). Chance can make it negative if the deal decides little" => row.share.value;
    difference "deal_share_low", "lower end of its interval" => row.share.low();
    difference "deal_share_high", "upper end of its interval" => row.share.high();
    words "method", "interval method" => row.share.method_name();
    count "informative",
        "number of deals that `deal_share` rests on: those that did not end the same way every time, or that did \
         not go the most common way, whichever are fewer. Below 30 there is no interval" => row.informative;
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "luck",
    contents: "How much of the outcome is decided by the deal. Every deal is played several times: shuffles and dice \
                         stay the same, with fresh randomness for the bots. One row for each bot (in all seats) and seat.",
    columns: DealShare::COLUMNS,
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

/// The rows. `times` is the number of times each deal was played.
#[must_use]
pub fn rows<'a>(
    (game, players): (&'static str, usize),
    played: impl IntoIterator<Item = Played<'a>>,
    times: u64,
    level: Level,
) -> Vec<DealShare> {
    let rows = played.into_iter().flat_map(|Played { bot, repeats }| {
        let seats = std::iter::once(None).chain((0..players).map(Some));
        seats.zip(repeats.deal_shares(players, level)).map(move |(seat, share)| DealShare {
            game,
            players: players as u64,
            bot: bot.to_owned(),
            seat,
            seat_or_all: seat.map_or_else(|| "all".to_owned(), |seat| seat.to_string()),
            deals: repeats.deals(),
            times,
            alike: repeats.alike(),
            share,
            informative: repeats.informative(),
        })
    });
    rows.collect()
}
