//! The reports of a round robin: the score of every pair, the ratings, and the field as a whole.

use super::page::views::{View, half, zero};
use super::table::{Row, row};
use super::{Cell, ColumnType, Report};
use undercard_engine::model::SHARE;
use undercard_engine::stats::head_to_head::{HeadToHead, WHOLE};
use undercard_engine::stats::ratings::{Meetings, Ratings};
use undercard_engine::stats::resample::RESAMPLES;
use undercard_engine::stats::{Estimate, Interval, Level, real};

/// The name of the report of the pairs.
pub const NAME: &str = "matchups";

/// The games of a member against another one: a row of the report.
#[derive(Clone, Debug)]
pub struct Pairing {
    game: String,
    players: u64,
    kind: String,
    competitor: String,
    opponent: String,
    met: HeadToHead,
    /// The mean score per game.
    score: Estimate,
    /// Its interval that holds together with those of all pairs.
    joint: Option<Interval>,
}

row! { Pairing, NAME, row {
    key "game", "id of the game" => &row.game;
    numbered "players", "number of players" => row.players;
    words "kind", "what the members are: `bot`, `character` or `deck`" [only_in_json] => &row.kind;
    key "competitor", "member whose score is given" => &row.competitor;
    key "opponent", "its opponent" => &row.opponent;
    count "deals", "number of deals, each played twice" => row.met.deals.count();
    count "games", "number of games" => row.met.games();
    sum "wins", "wins of the competitor; a shared win counts as its fraction" => wins(row.met.won);
    count "draws", "games without a winner" => row.met.drawn;
    sum "losses", "wins of the opponent; a shared win counts as its fraction" => wins(row.met.lost);
    share "score",
        "mean score per game: (wins + draws / 2) / games; with an odd number of players, a game without a winner \
         counts 1/players for each seat, as in `win_rates.csv`" => row.score.value;
    share "score_low", "lower end of its interval" => row.score.low();
    share "score_high", "upper end of its interval" => row.score.high();
    share "joint_low",
        "lower end of an interval of `score` that holds together with those of all pairs (Bonferroni). One member \
         beats another if it lies above 0.5" => row.joint.map(|ends| ends.low);
    share "joint_high", "upper end of this interval" => row.joint.map(|ends| ends.high);
    count "deals_0", "two seats: deals in which the competitor scored 0" [only_in_json] => row.deals_with(0);
    count "deals_0_5", "two seats: deals in which it scored 0.5" [only_in_json] => row.deals_with(1);
    count "deals_1",
        "two seats: deals in which it scored 1: one win each, or two draws" [only_in_json] => row.deals_with(2);
    count "deals_1_5", "two seats: deals in which it scored 1.5" [only_in_json] => row.deals_with(3);
    count "deals_2", "two seats: deals in which it scored 2" [only_in_json] => row.deals_with(4);
    words "method", "interval method" [only_in_json] => row.score.method_name();
    count "informative",
        "number of deals that `score` rests on: those that differ from the most common score of a deal"
        [only_in_json] => row.met.deals.informative();
}}

impl Pairing {
    /// The deals of two games in which the competitor scored this many halves.
    fn deals_with(&self, halves: u32) -> Option<u64> {
        (self.players == 2).then(|| self.met.deals.with(halves * WHOLE / 4))
    }
}

/// A sum of parts of wins.
fn wins(parts: u64) -> f64 {
    real(parts) / f64::from(SHARE)
}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "matchups",
    contents: "A round robin of bots, characters or decks: one row for each member against each other member. Every \
                         deal is played twice with swapped seats; both games together are the statistical unit. With \
                         more than two seats the two members alternate around the table.",
    columns: Pairing::COLUMNS,
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

/// A member of a round robin: a row of the report.
#[derive(Clone, Debug)]
pub struct MemberRating {
    game: String,
    players: u64,
    kind: String,
    competitor: String,
    games: u64,
    score: Option<f64>,
    elo: Estimate,
    /// The fewest deals of a pair that differ from its most common score.
    informative: Option<u64>,
    nash: Estimate,
    alpha_rank: Estimate,
    /// The score against the next weaker member.
    next_score: Option<f64>,
}

row! { MemberRating, RATINGS, row {
    key "game", "id of the game" => &row.game;
    numbered "players", "number of players" => row.players;
    key "kind", "what the members are: `bot`, `character` or `deck`" [only_in_json] => &row.kind;
    key "competitor", "name of the member" => &row.competitor;
    count "games", "games of the member" [only_in_json] => row.games;
    share "score", "mean score per game" => row.score;
    of "elo",
        "strength in Elo points (400 points are odds of ten to one), every game counted once; the mean of the field \
         is 0. It does not give the score of a pair if `fit-p` in `field.csv` is small" => row.elo.value;
    of "elo_low",
        "lower end of its interval. Every pair counts with half a win and half a loss more, and with the variance \
         of whole deals if fewer than 30 of its deals differ, so the interval is wide, not empty, where \
         `informative` is small" => row.elo.low();
    of "elo_high", "upper end of its interval" => row.elo.high();
    words "method", "interval method of `elo`" [only_in_json] => row.elo.method_name();
    count "informative",
        "number of deals that differ from the most common score, in the pair of the member that has the fewest"
        [only_in_json] => row.informative;
    share "nash", "share of the Nash mix; among several equilibria, the one with the highest entropy" => row.nash.value;
    share "nash_low",
        "lower end of its interval, by resampling the deals of every pair. A member that no resampled field leaves \
         out, or takes up, has an interval without width; the score of the pair is the figure to look at then"
        => row.nash.low();
    share "nash_high", "upper end of its interval" => row.nash.high();
    share "alpha_rank", "share of α-rank (α = 100, population 50)" => row.alpha_rank.value;
    share "alpha_rank_low", "lower end of its interval, by resampling the deals of every pair" => row.alpha_rank.low();
    share "alpha_rank_high", "upper end of its interval" => row.alpha_rank.high();
    share "next_score",
        "mean score per game against the next weaker member. It has no interval: these games also decided which \
         member is next, so an interval would cover too rarely. `matchups.csv` has the intervals of all pairs"
        => row.next_score;
}}

/// The report.
pub const RATINGS_REPORT: Report = Report {
    name: RATINGS,
    command: "matchups",
    contents: "The members of a round robin, the strongest first: strength by Bradley & Terry (1952, \
                                 *Biometrika* 39), share of the Nash mix, which no member beats on average (Balduzzi et \
                                 al. 2018, arXiv 1806.02643), and share of α-rank (Omidshafiei et al. 2019, *Scientific \
                                 Reports* 9). A draw counts as half a win. Half a win is added to both sides of every \
                                 pair. Shares are empty until all pairs have played.",
    columns: MemberRating::COLUMNS,
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

/// A figure of the field as a whole: a row of the report.
#[derive(Clone, Debug)]
pub struct FieldFigure {
    game: String,
    players: u64,
    kind: String,
    measure: &'static str,
    value: Estimate,
    /// Whether it has an interval.
    has_interval: bool,
    n: u64,
    meaning: &'static str,
    unit: &'static str,
    /// The fewest deals of a pair that differ from its most common score.
    informative: Option<u64>,
}

row! { FieldFigure, FIELD, row {
    key "game", "id of the game" => &row.game;
    numbered "players", "number of players" => row.players;
    key "kind", "what the members are: `bot`, `character` or `deck`" => &row.kind;
    key "measure", "what is measured" => row.measure;
    figure "value", "value of the metric" => (row.value.value, row.unit);
    figure "low", "lower end of its interval" as Cell => row.end(row.value.low());
    figure "high", "upper end of its interval" as Cell => row.end(row.value.high());
    count "n", "sample size; `meaning` gives its unit" => row.n;
    words "meaning", "meaning of the metric" => row.meaning;
    words "unit", "unit of the value: `share` or `p-value`" => row.unit;
    count "informative",
        "number of deals that differ from the most common score, in the pair that has the fewest" => row.informative;
}}

impl FieldFigure {
    /// The cell of an end of the interval.
    fn end(&self, end: Option<f64>) -> Cell {
        if self.has_interval { ColumnType::Figures.cell(end, self.unit) } else { Cell::Empty }
    }
}

/// The report.
pub const FIELD_REPORT: Report = Report {
    name: FIELD,
    command: "matchups",
    contents: "A round robin as a whole: an order of strength, or cycles as in rock, paper, scissors.",
    columns: FieldFigure::COLUMNS,
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

/// The rows of the pairs: every member against each other one that it met.
#[must_use]
pub fn rows(params: &Params<'_>, meetings: &Meetings) -> Vec<Pairing> {
    let Params { game, players, kind, members, fixed, planned, level } = *params;
    let joint = level.shared_by(meetings.pairs().count());
    let all = (0..members.len()).flat_map(|row| (0..members.len()).map(move |column| (row, column)));
    let pairing = |(row, column): (usize, usize)| {
        let met = meetings.between(row, column)?;
        Some(Pairing {
            game: game.to_owned(),
            players: players as u64,
            kind: kind.to_owned(),
            competitor: members[row].clone(),
            opponent: members[column].clone(),
            score: met.deals.estimate(fixed, planned, level),
            joint: met.deals.estimate(fixed, planned, joint).interval,
            met,
        })
    };
    all.filter_map(pairing).collect()
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

/// The fewest deals of a pair that differ from its most common score.
fn fewest_informative(meetings: &Meetings, pairs: impl Iterator<Item = (usize, usize)>) -> Option<u64> {
    pairs.filter_map(|(one, other)| meetings.between(one, other)).map(|met| met.deals.informative()).min()
}

/// The rows of the members that have played, the strongest first.
#[must_use]
pub fn ratings(params: &Params<'_>, meetings: &Meetings, standing: &Ratings) -> Vec<MemberRating> {
    let order = ranked(standing, params.members.len());
    let row = |(nth, member): (usize, &usize)| {
        let (member, next) = (*member, order.get(nth + 1));
        let (games, score) = meetings.record(member);
        let met = next.and_then(|next| meetings.between(member, *next));
        (games > 0).then(|| MemberRating {
            game: params.game.to_owned(),
            players: params.players as u64,
            kind: params.kind.to_owned(),
            competitor: params.members[member].clone(),
            games,
            score,
            elo: standing.elo(member),
            informative: fewest_informative(meetings, (0..params.members.len()).map(|other| (member, other))),
            nash: standing.nash[member],
            alpha_rank: standing.alpha_rank[member],
            next_score: met.and_then(|met| met.deals.score()),
        })
    };
    order.iter().enumerate().filter_map(row).collect()
}

/// The rows of the field as a whole.
#[must_use]
pub fn field(params: &Params<'_>, meetings: &Meetings, standing: &Ratings) -> Vec<FieldFigure> {
    let alone = |value: Option<f64>| Estimate { value, ..Estimate::EMPTY };
    let pairs = meetings.pairs().filter(|(one, other)| meetings.between(*one, *other).is_some()).count();
    let informative = fewest_informative(meetings, meetings.pairs());
    let row = |measure, value, n, unit, meaning| FieldFigure {
        game: params.game.to_owned(),
        players: params.players as u64,
        kind: params.kind.to_owned(),
        measure,
        value,
        has_interval: false,
        n,
        meaning,
        unit,
        informative,
    };
    vec![
        row(
            "cyclic-share",
            alone(standing.cyclic),
            meetings.games(),
            "share",
            "share of the differences in strength (root of the sum of squared logits of the scores) that no order of \
             strength explains, from n games; chance alone makes it positive",
        ),
        FieldFigure {
            has_interval: true,
            ..row(
                "cyclic-share-transitive",
                standing.transitive,
                RESAMPLES,
                "share",
                "cyclic share that chance alone gives: mean and central range of n simulated fields without cycles",
            )
        },
        row(
            "cyclic-p",
            alone(standing.cyclic_p),
            RESAMPLES,
            "p-value",
            "p-value of no cycles: share of the n simulated fields and this one that are at least as cyclic, or fit-p if that \
             is larger",
        ),
        row(
            "fit-p",
            alone(standing.fit_p),
            pairs as u64,
            "p-value",
            "p-value of no cycles by a likelihood-ratio test: strengths against one free probability per pair, n pairs",
        ),
    ]
}
