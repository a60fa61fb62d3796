//! The reports of a round robin: the score of every pair, the ratings, and the field as a whole.

use super::page::views::{View, half, zero};
use super::{Cell, Column, Report, Table};
use undercard_engine::model::SHARE;
use undercard_engine::stats::head_to_head::WHOLE;
use undercard_engine::stats::ratings::{Meetings, Ratings};
use undercard_engine::stats::resample::RESAMPLES;
use undercard_engine::stats::{Level, real};

/// The name of the report of the pairs.
pub const NAME: &str = "matchups";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::words("kind", "what the members are: `bot`, `character` or `deck`").only_in_json(),
    Column::key("competitor", "member whose score is given"),
    Column::key("opponent", "its opponent"),
    Column::count("deals", "number of deals, each played twice"),
    Column::count("games", "number of games"),
    Column::sum("wins", "wins of the competitor; a shared win counts as its fraction"),
    Column::count("draws", "games without a winner"),
    Column::sum("losses", "wins of the opponent; a shared win counts as its fraction"),
    Column::share(
        "score",
        "mean score per game: (wins + draws / 2) / games; with an odd number of players, a game without a winner counts \
         1/players for each seat, as in `win_rates.csv`",
    ),
    Column::share("score_low", "lower end of its interval"),
    Column::share("score_high", "upper end of its interval"),
    Column::share(
        "joint_low",
        "lower end of an interval of `score` that holds together with those of all pairs (Bonferroni). One member beats \
         another if it lies above 0.5",
    ),
    Column::share("joint_high", "upper end of this interval"),
    Column::count("deals_0", "two seats: deals in which the competitor scored 0").only_in_json(),
    Column::count("deals_0_5", "two seats: deals in which it scored 0.5").only_in_json(),
    Column::count("deals_1", "two seats: deals in which it scored 1: one win each, or two draws")
        .only_in_json(),
    Column::count("deals_1_5", "two seats: deals in which it scored 1.5").only_in_json(),
    Column::count("deals_2", "two seats: deals in which it scored 2").only_in_json(),
    Column::words("method", "interval method").only_in_json(),
    Column::count(
        "informative",
        "number of deals that `score` rests on: those that differ from the most common score of a deal",
    )
    .only_in_json(),
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "matchups",
    contents: "A round robin of bots, characters or decks: one row for each member against each other member. Every \
                         deal is played twice with swapped seats; both games together are the statistical unit. With \
                         more than two seats the two members alternate around the table.",
    columns: COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Who beats whom",
        intro: "The mean score of the row against the column: 1 for a win, 0.5 for a draw, so 50 % is even. On \
                the map, + means that the row's interval lies above 50 %, − that it lies below. In the table, a \
                filled dot means that the interval excludes 50 %.",
        columns: &["competitor", "opponent", "games", "score"],
        drawn: "score",
        reference: half,
        map: Some(["competitor", "opponent", "score"]),
        ..View::PLAIN
    }),
};

/// The name of the report of ratings.
pub const RATINGS: &str = "ratings";

/// The columns of the report.
pub const RATINGS_COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::key("kind", "what the members are: `bot`, `character` or `deck`").only_in_json(),
    Column::key("competitor", "name of the member"),
    Column::count("games", "games of the member").only_in_json(),
    Column::share("score", "mean score per game"),
    Column::of(
        "elo",
        "strength in Elo points (400 points are odds of ten to one), every game counted once; the mean of the field is 0. It \
         does not give the score of a pair if `fit-p` in `field.csv` is small",
    ),
    Column::of(
        "elo_low",
        "lower end of its interval. Every pair counts with half a win and half a loss more, and with the variance of whole \
         deals if fewer than 30 of its deals differ, so the interval is wide, not empty, where `informative` is small",
    ),
    Column::of("elo_high", "upper end of its interval"),
    Column::words("method", "interval method of `elo`").only_in_json(),
    Column::count(
        "informative",
        "number of deals that differ from the most common score, in the pair of the member that has the fewest",
    ).only_in_json(),
    Column::share(
        "nash",
        "share of the Nash mix; among several equilibria, the one with the highest entropy",
    ),
    Column::share(
        "nash_low",
        "lower end of its interval, by resampling the deals of every pair. A member that no resampled field leaves out, or \
         takes up, has an interval without width; the score of the pair is the figure to look at then",
    ),
    Column::share("nash_high", "upper end of its interval"),
    Column::share("alpha_rank", "share of α-rank (α = 100, population 50)"),
    Column::share("alpha_rank_low", "lower end of its interval, by resampling the deals of every pair"),
    Column::share("alpha_rank_high", "upper end of its interval"),
    Column::share(
        "next_score",
        "mean score per game against the next weaker member. It has no interval: these games also decided which member is \
         next, so an interval would cover too rarely. `matchups.csv` has the intervals of all pairs",
    ),
];

/// The report.
pub const RATINGS_REPORT: Report = Report {
    name: RATINGS,
    command: "matchups",
    contents: "The members of a round robin, the strongest first: strength by Bradley & Terry (1952, \
                                 *Biometrika* 39), share of the Nash mix, which no member beats on average (Balduzzi et \
                                 al. 2018, arXiv 1806.02643), and share of α-rank (Omidshafiei et al. 2019, *Scientific \
                                 Reports* 9). A draw counts as half a win. Half a win is added to both sides of every \
                                 pair. Shares are empty until all pairs have played.",
    columns: RATINGS_COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Ranking",
        intro: "The members by strength in Elo points: 400 points are odds of ten to one, and the mean of the \
                field is 0. Nash is the member's share of the Nash mix, which no member beats on average. Next \
                score is the mean score against the next weaker member.",
        columns: &["competitor", "games", "score", "next_score", "elo"],
        folded: &["nash", "alpha_rank"],
        drawn: "elo",
        reference: zero,
        ..View::PLAIN
    }),
};

/// The name of the report of the field as a whole.
pub const FIELD: &str = "field";

/// The columns of the report.
pub const FIELD_COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::key("kind", "what the members are: `bot`, `character` or `deck`"),
    Column::key("measure", "what is measured"),
    Column::figure("value", "value of the metric"),
    Column::figure("low", "lower end of its interval"),
    Column::figure("high", "upper end of its interval"),
    Column::count("n", "sample size; `meaning` gives its unit"),
    Column::words("meaning", "meaning of the metric"),
    Column::words("unit", "unit of the value: `share` or `p-value`"),
    Column::count(
        "informative",
        "number of deals that differ from the most common score, in the pair that has the fewest",
    ),
];

/// The report.
pub const FIELD_REPORT: Report = Report {
    name: FIELD,
    command: "matchups",
    contents: "A round robin as a whole: an order of strength, or cycles as in rock, paper, scissors.",
    columns: FIELD_COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Order of strength, or cycles?",
        intro: "How much of the results an order of strength cannot explain: cycles, as in rock, paper, \
                scissors.",
        columns: &["measure", "value", "n", "meaning"],
        ..View::PLAIN
    }),
};

/// The parameters of the reports.
#[derive(Clone, Copy, Debug)]
pub struct Params<'a> {
    /// The game's id.
    pub game: &'a str,
    /// Number of players.
    pub players: usize,
    /// The type of the members.
    pub kind: &'a str,
    /// Their names.
    pub members: &'a [String],
    /// Whether the number of deals per pair was fixed beforehand.
    pub fixed: bool,
    /// Maximum number of deals per pair.
    pub planned: u64,
    /// The level of the intervals.
    pub level: Level,
}

impl Params<'_> {
    fn row(&self) -> Vec<Cell> {
        vec![Cell::text(self.game), Cell::Count(self.players as u64), Cell::text(self.kind)]
    }
}

/// The report of the pairs.
#[must_use]
pub fn table(params: &Params<'_>, meetings: &Meetings) -> Table {
    let Params { members, fixed, planned, level, .. } = *params;
    let mut rows = Vec::new();
    let joint = level.shared_by(meetings.pairs().count());
    let all = (0..members.len()).flat_map(|row| (0..members.len()).map(move |column| (row, column)));
    for (row, column) in all {
        let Some(head_to_head) = meetings.between(row, column) else { continue };
        let wins = |parts: u64| Cell::sum(Some(real(parts) / f64::from(SHARE)));
        let mut cells = params.row();
        cells.extend([Cell::text(&members[row]), Cell::text(&members[column])]);
        cells.extend([head_to_head.deals.count(), head_to_head.games()].map(Cell::Count));
        cells.extend([wins(head_to_head.won), Cell::Count(head_to_head.drawn), wins(head_to_head.lost)]);
        let score = head_to_head.deals.estimate(fixed, planned, level);
        cells.extend(Cell::shares(&score));
        let joint = head_to_head.deals.estimate(fixed, planned, joint);
        cells.extend(Cell::shares(&joint).into_iter().skip(1));
        for halves in 0..5 {
            let deals = Cell::Count(head_to_head.deals.with(halves * WHOLE / 4));
            cells.push(if params.players == 2 { deals } else { Cell::Empty });
        }
        cells.push(Cell::method(score.method));
        cells.push(Cell::Count(head_to_head.deals.informative()));
        rows.push(cells);
    }
    Table { name: NAME, columns: COLUMNS, rows }
}

/// The indices of the members by strength, the strongest first; ties in the order in which they were named.
#[must_use]
pub fn ranked(standing: &Ratings, members: usize) -> Vec<usize> {
    let elo = |member: &usize| {
        let elo = standing
            .strengths
            .as_ref()
            .and_then(|strengths| strengths.elo(*member, 0.0, standing.method).value);
        elo.unwrap_or(0.0)
    };
    let mut order: Vec<usize> = (0..members).collect();
    order.sort_by(|one, other| elo(other).total_cmp(&elo(one)));
    order
}

/// The report of ratings.
#[must_use]
pub fn ratings(params: &Params<'_>, meetings: &Meetings, standing: &Ratings) -> Table {
    let order = ranked(standing, params.members.len());
    let row = |(nth, member): (usize, &usize)| {
        let (member, next) = (*member, order.get(nth + 1));
        let (games, score) = meetings.record(member);
        let elo = standing.elo(member);
        let mut cells = params.row();
        cells.extend([Cell::text(&params.members[member]), Cell::Count(games), Cell::Share(score)]);
        cells.extend(Cell::means(&elo));
        cells.push(Cell::method(elo.method));
        let pairs = (0..params.members.len()).filter_map(|other| meetings.between(member, other));
        cells.push(pairs.map(|met| met.deals.informative()).min().map_or(Cell::Empty, Cell::Count));
        cells.extend(Cell::shares(&standing.nash[member]));
        cells.extend(Cell::shares(&standing.alpha_rank[member]));
        let met = next.and_then(|next| meetings.between(member, *next));
        cells.push(Cell::Share(met.and_then(|met| met.deals.score())));
        cells
    };
    let has_played = |(_, member): &(usize, &usize)| meetings.record(**member).0 > 0;
    let rows = order.iter().enumerate().filter(has_played).map(row).collect();
    Table { name: RATINGS, columns: RATINGS_COLUMNS, rows }
}

/// The report of the field as a whole.
#[must_use]
pub fn field(params: &Params<'_>, meetings: &Meetings, standing: &Ratings) -> Table {
    let one = |cell: Cell| [cell, Cell::Empty, Cell::Empty];
    let pairs = meetings.pairs().filter(|(one, other)| meetings.between(*one, *other).is_some()).count();
    let rows = [
        (
            "cyclic-share",
            one(Cell::Share(standing.cyclic)),
            meetings.games(),
            "share of the differences in strength (root of the sum of squared logits of the scores) that no order of \
             strength explains, from n games; chance alone makes it positive",
        ),
        (
            "cyclic-share-transitive",
            Cell::shares(&standing.transitive),
            RESAMPLES,
            "cyclic share that chance alone gives: mean and central range of n simulated fields without cycles",
        ),
        (
            "cyclic-p",
            one(Cell::P(standing.cyclic_p)),
            RESAMPLES,
            "p-value of no cycles: share of the n simulated fields and this one that are at least as cyclic, or fit-p if that \
             is larger",
        ),
        (
            "fit-p",
            one(Cell::P(standing.fit_p)),
            pairs as u64,
            "p-value of no cycles by a likelihood-ratio test: strengths against one free probability per pair, n pairs",
        ),
    ];
    let met = meetings.pairs().filter_map(|(one, other)| meetings.between(one, other));
    let informative = met.map(|met| met.deals.informative()).min().map_or(Cell::Empty, Cell::Count);
    let row = |(metric, cells, n, meaning): (&str, [Cell; 3], u64, &str)| {
        let mut row = params.row();
        row.push(Cell::text(metric));
        row.extend(cells);
        let unit = if matches!(row[4], Cell::P(_)) { "p-value" } else { "share" };
        row.extend([Cell::Count(n), Cell::text(meaning), Cell::text(unit), informative.clone()]);
        row
    };
    Table { name: FIELD, columns: FIELD_COLUMNS, rows: rows.into_iter().map(row).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result chooses the pair of `next_score`; an interval would cover about 69 % of the time.
    #[test]
    fn the_score_of_a_chosen_pair_has_no_interval() {
        let has = |name: &str| RATINGS_COLUMNS.iter().any(|column| column.name == name);
        assert!(has("next_score") && !has("next_score_low") && has("elo_low"));
    }
}
