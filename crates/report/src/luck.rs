//! How much of the outcome is decided by the deal, among some bots and for each of them.

use super::Report;
use super::page::views::{Part, View, zero};
use super::table::{Row, row};
use undercard_engine::stats::crossed::PARTS;
use undercard_engine::stats::deal_share::Repeats;
use undercard_engine::stats::rate::wilson;
use undercard_engine::stats::{Estimate, Level, Method, real};

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

/// The name of the report of what decides.
pub const PARTS_NAME: &str = "luck_parts";
/// The name of the report of replaced players.
pub const REPLACED_NAME: &str = "luck_replaced";

/// The names of the parts of the variance.
const PART_NAMES: [&str; PARTS] = ["deal", "players", "deal-and-players", "rest"];

/// A part of what decides who wins: a row of the report.
#[derive(Clone, Debug)]
pub struct DecidingPart {
    game: &'static str,
    players: u64,
    part: &'static str,
    pairs: u64,
    deals: u64,
    /// Its share in the variance.
    pub share: Estimate,
}

row! { DecidingPart, PARTS_NAME, row {
    key "game", "id of the game" => row.game;
    numbered "players", "number of players" => row.players;
    key "part", "`deal`; `players`: which of the bots play; `deal-and-players`: how much better a deal suits one bot than another; \
                 `rest`: chance during the game, and what only this pair makes of this deal" => row.part;
    count "pairs", "number of pairs of bots, one in the first seat and one in all others" => row.pairs;
    count "deals", "number of deals; every pair plays each once" => row.deals;
    difference "share",
        "share of the variance of the first seat's results (as in `deal_share` of `luck.csv`) that the part explains, by \
         an analysis of variance with random effects (Searle, Casella & McCulloch 1992, *Variance Components*). Chance can make \
         it negative" => row.share.value;
    difference "share_low", "lower end of its interval, which holds for these bots" => row.share.low();
    difference "share_high", "upper end of its interval" => row.share.high();
    words "method", "interval method" => row.share.method_name();
}}

/// The report of what decides.
pub const PARTS_REPORT: Report = Report {
    name: PARTS_NAME,
    command: "luck",
    contents: "What decides who wins among several bots: the deal, who plays, or both together. All pairs of bots play the same \
               deals.",
    columns: DecidingPart::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "What decides who wins",
        intro: "All pairs of the bots play the same deals. The deal decides one part of who wins, who plays another one. \
                Deal and players together: a deal suits one bot better than another. The rest is chance during the game, and what \
                only one pair of bots makes of a deal.",
        columns: &["part", "share"],
        drawn: "share",
        reference: zero,
        part: |_, _, _| Part::drawn(String::new()),
        ..View::PLAIN
    }),
};

/// How many deals end differently if one player is replaced: a row of the report.
#[derive(Clone, Debug)]
pub struct Replaced {
    game: &'static str,
    players: u64,
    /// The bot in all seats.
    pub bot: String,
    /// The bot in the first seat instead; the same one: it plays again.
    pub by: String,
    deals: u64,
    different: u64,
    /// The share of deals that end differently.
    pub share: Estimate,
}

impl Replaced {
    /// The row of `different` of `deals`.
    #[must_use]
    pub fn new(
        (game, players): (&'static str, usize),
        [bot, by]: [&str; 2],
        [different, deals]: [u64; 2],
        level: Level,
    ) -> Self {
        let interval = wilson(different, deals, level);
        let method = interval.map(|_| Method::Wilson);
        let value = (deals > 0).then(|| real(different) / real(deals));
        let share = Estimate { value, interval, method };
        Self { game, players: players as u64, bot: bot.into(), by: by.into(), deals, different, share }
    }
}

row! { Replaced, REPLACED_NAME, row {
    key "game", "id of the game" => row.game;
    numbered "players", "number of players" => row.players;
    key "bot", "the strongest of the bots, in all seats" => &row.bot;
    key "replaced_by", "bot in the first seat instead; the same bot: it plays the deals again" => &row.by;
    count "deals", "number of deals" => row.deals;
    count "different", "number of deals that then have other winners" => row.different;
    share "ends_differently", "their share" => row.share.value;
    share "ends_differently_low", "lower end of its interval" => row.share.low();
    share "ends_differently_high", "upper end of its interval" => row.share.high();
    words "method", "interval method" => row.share.method_name();
}}

/// The report of replaced players.
pub const REPLACED_REPORT: Report = Report {
    name: REPLACED_NAME,
    command: "luck",
    contents: "How many of the same deals end differently if another bot takes the place of one of the strongest.",
    columns: Replaced::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "With another player",
        intro: "The strongest bot plays in all seats. Then another bot takes its place in the first seat, and the same deals are \
                played again. Some of them end differently; if the strongest bot plays again, only by its own random choices.",
        columns: &["bot", "replaced_by", "ends_differently"],
        drawn: "ends_differently",
        part: |_, _, _| Part::drawn(String::new()),
        ..View::PLAIN
    }),
};

/// The rows of the parts. `pairs` and `deals` are numbers.
#[must_use]
pub fn parts(
    (game, players): (&'static str, usize),
    [pairs, deals]: [u64; 2],
    shares: [Estimate; PARTS],
) -> Vec<DecidingPart> {
    let parts = PART_NAMES.into_iter().zip(shares);
    parts
        .map(|(part, share)| DecidingPart { game, players: players as u64, part, pairs, deals, share })
        .collect()
}

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
