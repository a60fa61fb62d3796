//! A round robin: who beats whom, how strong each is, and what the field as a whole is like.

use super::{Cell, Column, Table};
use crate::model::SHARE;
use crate::stats::head_to_head::WHOLE;
use crate::stats::ratings::{Meetings, Ratings};
use crate::stats::resample::RESAMPLES;
use crate::stats::{Estimate, Level, real};

/// The name of the report of who beats whom.
pub const NAME: &str = "matchups";

/// What it holds.
pub const HOLDS: &str = "A round robin of bots, characters or decks: one row for each member against each other one. Every deal \
                         is played twice with the seats exchanged, and both games together are the unit. With more than \
                         two seats the two alternate round the table.";

/// Its columns.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "the game's id"),
    Column::numbered("players", "number of players"),
    Column::key("kind", "what the members are: `bot`, `character` or `deck`"),
    Column::key("row", "the member whose results these are"),
    Column::key("column", "the member that it met"),
    Column::count("deals", "deals, each played twice"),
    Column::count("games", "games"),
    Column::sum("wins", "sum of the row's shares of the win"),
    Column::count("draws", "games that nobody won"),
    Column::sum("losses", "sum of the column's shares of the win"),
    Column::share("score", "mean score of a game: (wins + draws / 2) / games"),
    Column::share("score_low", "lower end of its interval"),
    Column::share("score_high", "upper end of its interval"),
    Column::count("deals_0", "two seats: deals of which the row got nothing"),
    Column::count("deals_0_5", "two seats: deals of which it got half a win"),
    Column::count("deals_1", "two seats: deals that were split, or drawn twice"),
    Column::count("deals_1_5", "two seats: deals of which it got a win and a half"),
    Column::count("deals_2", "two seats: deals that it won twice"),
    Column::words("method", "how the interval is made"),
];

/// The name of the report of how strong each is.
pub const RATINGS: &str = "ratings";

/// What it holds.
pub const RATINGS_HOLDS: &str = "Every member of a round robin, the strongest first: strength by Bradley & Terry (1952, \
                                 *Biometrika* 39), its share of the mix that nobody in the field beats on average (Nash \
                                 averaging: Balduzzi et al. 2018, arXiv 1806.02643) and of α-rank (Omidshafiei et al. 2019, \
                                 *Scientific Reports* 9). Draws count half a win. Half a win is added to both sides of \
                                 every pair. Shares are empty until everybody has met everybody.";

/// Its columns.
pub const RATINGS_COLUMNS: &[Column] = &[
    Column::key("game", "the game's id"),
    Column::numbered("players", "number of players"),
    Column::key("kind", "what the members are: `bot`, `character` or `deck`"),
    Column::key("member", "its name"),
    Column::count("games", "its games"),
    Column::share("score", "its mean score of a game"),
    Column::of(
        "elo",
        "its strength in points of Elo (400 points are odds of ten to one); the field's mean is 0",
    ),
    Column::of("elo_low", "lower end of its interval"),
    Column::of("elo_high", "upper end of its interval"),
    Column::words("method", "how the interval of `elo` is made"),
    Column::share(
        "nash",
        "its share of the Nash mix; of several equilibria the one with the highest entropy",
    ),
    Column::share("nash_low", "lower end of its interval, by drawing every pair's deals anew"),
    Column::share("nash_high", "upper end of its interval"),
    Column::share("alpha_rank", "its share of the time of α-rank (α = 100, a population of 50)"),
    Column::share("alpha_rank_low", "lower end of its interval, by drawing every pair's deals anew"),
    Column::share("alpha_rank_high", "upper end of its interval"),
    Column::share(
        "next_score",
        "its mean score of a game against the next weaker member, as in `matchups.csv`",
    ),
    Column::share("next_score_low", "lower end of its interval"),
    Column::share("next_score_high", "upper end of its interval"),
];

/// The name of the report of the field as a whole.
pub const FIELD: &str = "field";

/// What it holds.
pub const FIELD_HOLDS: &str =
    "A round robin as a whole: is there an order of strength, or is it rock, paper, scissors?";

/// Its columns.
pub const FIELD_COLUMNS: &[Column] = &[
    Column::key("game", "the game's id"),
    Column::numbered("players", "number of players"),
    Column::key("kind", "what the members are: `bot`, `character` or `deck`"),
    Column::key("metric", "name of the metric"),
    Column::figure("value", "its value"),
    Column::figure("low", "lower end of its interval"),
    Column::figure("high", "upper end of its interval"),
    Column::count("n", "what it is made of: as many as `meaning` says"),
    Column::words("meaning", "one line of meaning"),
    Column::words("unit", "unit of the value: `share` or `p-value`"),
];

/// What a round robin knows beside its games.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The game's id.
    pub game: &'a str,
    /// Number of players.
    pub players: usize,
    /// What the members are.
    pub kind: &'a str,
    /// Their names.
    pub members: &'a [String],
    /// The number of deals of a pair was fixed beforehand.
    pub fixed: bool,
    /// Deals of a pair that were planned at most.
    pub planned: u64,
    /// The level of the intervals.
    pub level: Level,
}

impl Asked<'_> {
    fn row(&self) -> Vec<Cell> {
        vec![Cell::text(self.game), Cell::Count(self.players as u64), Cell::text(self.kind)]
    }
}

/// Who beats whom.
#[must_use]
pub fn table(asked: &Asked<'_>, meetings: &Meetings) -> Table {
    let Asked { members, fixed, planned, level, .. } = *asked;
    let mut rows = Vec::new();
    let all = (0..members.len()).flat_map(|row| (0..members.len()).map(move |column| (row, column)));
    for (row, column) in all {
        let Some(head_to_head) = meetings.between(row, column) else { continue };
        let wins = |parts: u64| Cell::Share(Some(real(parts) / f64::from(SHARE)));
        let mut cells = asked.row();
        cells.extend([Cell::text(&members[row]), Cell::text(&members[column])]);
        cells.extend([head_to_head.deals.count(), head_to_head.games()].map(Cell::Count));
        cells.extend([wins(head_to_head.won), Cell::Count(head_to_head.drawn), wins(head_to_head.lost)]);
        let score = head_to_head.deals.estimate(fixed, planned, level);
        cells.extend(Cell::shares(&score));
        for halves in 0..5 {
            let deals = Cell::Count(head_to_head.deals.with(halves * WHOLE / 4));
            cells.push(if asked.players == 2 { deals } else { Cell::Empty });
        }
        cells.push(Cell::method(score.method));
        rows.push(cells);
    }
    Table { name: NAME, columns: COLUMNS, rows }
}

/// The members by strength, the strongest first; those who are equal as they were named.
#[must_use]
pub fn ladder(standing: &Ratings, members: usize) -> Vec<usize> {
    let elo = |member: &usize| {
        let elo = standing
            .strengths
            .as_ref()
            .and_then(|strengths| strengths.elo(*member, 0.0, standing.method).value);
        elo.unwrap_or(0.0)
    };
    let mut ladder: Vec<usize> = (0..members).collect();
    ladder.sort_by(|one, other| elo(other).total_cmp(&elo(one)));
    ladder
}

/// How strong each is.
#[must_use]
pub fn ratings(asked: &Asked<'_>, meetings: &Meetings, standing: &Ratings) -> Table {
    let ladder = ladder(standing, asked.members.len());
    let row = |(nth, member): (usize, &usize)| {
        let (member, next) = (*member, ladder.get(nth + 1));
        let (games, score) = meetings.record(member);
        let elo = standing.elo(member);
        let mut cells = asked.row();
        cells.extend([Cell::text(&asked.members[member]), Cell::Count(games), Cell::Share(score)]);
        cells.extend(Cell::means(&elo));
        cells.push(Cell::method(elo.method));
        cells.extend(Cell::shares(&standing.nash[member]));
        cells.extend(Cell::shares(&standing.alpha_rank[member]));
        let rung = next.and_then(|next| meetings.between(member, *next));
        let rung =
            rung.map_or(Estimate::EMPTY, |met| met.deals.estimate(asked.fixed, asked.planned, asked.level));
        cells.extend(Cell::shares(&rung));
        cells
    };
    let has_played = |(_, member): &(usize, &usize)| meetings.record(**member).0 > 0;
    let rows = ladder.iter().enumerate().filter(has_played).map(row).collect();
    Table { name: RATINGS, columns: RATINGS_COLUMNS, rows }
}

/// The field as a whole.
#[must_use]
pub fn field(asked: &Asked<'_>, meetings: &Meetings, standing: &Ratings) -> Table {
    let one = |cell: Cell| [cell, Cell::Empty, Cell::Empty];
    let pairs = meetings.pairs().filter(|(one, other)| meetings.between(*one, *other).is_some()).count();
    let rows = [
        (
            "cyclic-share",
            one(Cell::Share(standing.cyclic)),
            meetings.games(),
            "share of the differences in strength (root of the squared logits of the scores) that no order of strength \
             explains, of n games; luck alone makes it positive",
        ),
        (
            "cyclic-share-transitive",
            Cell::shares(&standing.transitive),
            RESAMPLES,
            "the same, on average and in the middle of n fields with as many deals in which strength explains everything",
        ),
        (
            "cyclic-p",
            one(Cell::P(standing.cyclic_p)),
            RESAMPLES,
            "p-value of strength explaining everything: how many of n such fields, and this one, are at least as cyclic",
        ),
        (
            "fit-p",
            one(Cell::P(standing.fit_p)),
            pairs as u64,
            "p-value of the same by the likelihood ratio of strengths against a chance of its own for each of n pairs",
        ),
    ];
    let row = |(metric, cells, n, meaning): (&str, [Cell; 3], u64, &str)| {
        let mut row = asked.row();
        row.push(Cell::text(metric));
        row.extend(cells);
        let unit = if matches!(row[4], Cell::P(_)) { "p-value" } else { "share" };
        row.extend([Cell::Count(n), Cell::text(meaning), Cell::text(unit)]);
        row
    };
    Table { name: FIELD, columns: FIELD_COLUMNS, rows: rows.into_iter().map(row).collect() }
}
