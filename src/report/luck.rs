//! How much of who wins the deal decides, for each bot.

use super::{Cell, Column, Table};
use crate::stats::Level;
use crate::stats::deal_share::Repeats;

/// The report's name.
pub const NAME: &str = "luck";

/// What it holds.
pub const HOLDS: &str = "How much of who wins the deal decides: every deal is played several times with the same luck of the \
                         dealer, by players who think anew. One row for each bot, which sits in all seats, and seat.";

/// Its columns.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "the game's id"),
    Column::numbered("players", "number of players"),
    Column::key("bot", "who sits in all seats"),
    Column::key("seat", "whose results these are: a seat's number, or `all`, whose variances are added up"),
    Column::count("deals", "deals that were played"),
    Column::count("times", "how often each was played"),
    Column::count(
        "deals_alike",
        "deals that ended with the same winners every time, or every time with none",
    ),
    Column::difference(
        "deal_share",
        "the deal's share of the variance of a seat's results (a win 1, a shared one its part, an even share where \
         nobody wins): the intraclass correlation within deals, ICC(1,1) of Shrout & Fleiss (1979, *Psychological \
         Bulletin* 86). Luck can make it negative where the deal decides little",
    ),
    Column::difference("deal_share_low", "lower end of its interval"),
    Column::difference("deal_share_high", "upper end of its interval"),
    Column::words("method", "how the interval is made"),
];

/// A bot that sat in all seats, and what came of its deals.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// Its name.
    pub bot: &'a str,
    /// What came of them.
    pub repeats: &'a Repeats,
}

/// The report: deals were played so many times each, by the luck of this seed.
#[must_use]
pub fn table<'a>(
    (game, players): (&str, usize),
    played: impl IntoIterator<Item = Played<'a>>,
    (times, seed): (u64, u64),
    level: Level,
) -> Table {
    let rows = played.into_iter().flat_map(|Played { bot, repeats }| {
        let shares = repeats.deal_shares(players, level, seed).into_iter();
        let seats = std::iter::once("all".to_owned()).chain((0..players).map(|seat| seat.to_string()));
        seats.zip(shares).map(move |(seat, share)| {
            let mut row =
                vec![Cell::text(game), Cell::Count(players as u64), Cell::text(bot), Cell::text(seat)];
            row.extend([repeats.deals(), times, repeats.alike()].map(Cell::Count));
            row.extend(Cell::shares(&share));
            row.push(Cell::method(share.method));
            row
        })
    });
    Table { name: NAME, columns: COLUMNS, rows: rows.collect() }
}
