//! Win shares by seat, by the game's own groups, and by bot.

use super::csv::StoredTable;
use super::page::names::Names;
use super::page::section::Section;
use super::page::views::{Part, View, even};
use super::table::{Row, row};
use super::{Column, Report, Results, Table};
use std::cmp::Ordering;
use undercard_engine::model::{SHARE, Seats};
use undercard_engine::stats::{Estimate, Interval, Sums};

/// The report's name.
pub const NAME: &str = "win_rates";

/// How often some players win: a row of the report.
#[derive(Clone, Debug)]
pub struct WinRate {
    game: String,
    players: u64,
    /// The grouping.
    pub group: String,
    /// The player, side, character, team or bot.
    pub key: String,
    /// Number of (game, seat) pairs, or of (game, team) pairs.
    pub games: u64,
    wins: Option<f64>,
    /// The win share.
    pub share: Estimate,
    /// Its interval that holds together with those of all rows of the same group.
    pub joint: Option<Interval>,
    informative: u64,
    /// The mean score.
    pub score: Estimate,
    score_informative: u64,
}

row! { WinRate, NAME, row {
    key "game", "id of the game" => &row.game;
    numbered "players", "number of players" => row.players;
    key "grouped_by",
        "grouping of the players: `seat`, `side`, `character`, `team` or `bot`. A bot in all seats wins 1/players \
         of its games by design, less the games without a winner" => &row.group;
    key "key", "number of the seat, or name of the side, character, team or bot" => &row.key;
    count "games", "number of (game, seat) pairs; for `team`, of (game, team) pairs" => row.games;
    sum "wins", "number of wins; a win shared by k seats counts 1/k for each" => row.wins;
    share "win_share", "wins / games" => row.share.value;
    share "win_share_low", "lower end of the interval of `win_share`" => row.share.low();
    share "win_share_high", "upper end of the interval of `win_share`" => row.share.high();
    share "joint_low",
        "lower end of an interval of `win_share` that holds together with those of all rows of the same \
         `grouped_by` (Bonferroni; above a level of 95 %, Wilson's method gives way to the exact one). Use it for the highest and the lowest of many rows"
        => row.joint.map(|ends| ends.low);
    share "joint_high", "upper end of this interval" => row.joint.map(|ends| ends.high);
    words "method", "interval method" [only_in_json] => row.share.method_name();
    column(Column::INFORMATIVE) [only_in_json] as Count => row.informative;
    share "score",
        "mean score per game: a win counts 1, a win shared by k seats 1/k for each, and a game without a winner \
         1/players for each player. With two players a draw is half a win. The scores of a game add up to 1"
        => row.score.value;
    share "score_low", "lower end of the interval of `score`" => row.score.low();
    share "score_high", "upper end of the interval of `score`" => row.score.high();
    words "score_method", "interval method of `score`" [only_in_json] => row.score.method_name();
    count "score_informative",
        "number of games that `score` rests on, as `informative` for `win_share`"
        [only_in_json] => row.score_informative;
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "run",
    contents: "Win shares: one row for each seat, each of the game's sides, characters or teams, and each bot. A key \
                         that played no game has no row.",
    columns: WinRate::COLUMNS,
    of_run: Some(table),
    view: Some(View {
        title: "Who wins",
        intro: "Win share: the share of its games that each seat, side, character or bot wins. The dot is the \
                measured share, the bar its interval. The vertical line is the even share: what each would win \
                if these wins were spread evenly. A filled dot means that the interval excludes the line. A \
                hollow dot means that these games do not show a difference; there may still be one. Each interval \
                is valid individually: of many, some exclude the line by chance. The sentence about the highest and \
                the lowest, at the top of the page, uses wider intervals that hold together.",
        columns: &["key", "games", "win_share", "score"],
        drawn: "win_share",
        reference: even,
        part: |table, row, _| Part::drawn(format!("By {}", table.written(row, "grouped_by"))),
        section,
        ..View::PLAIN
    }),
};

/// The section: seats in their order, all others by win share, the highest first.
fn section(view: &View, stored: &StoredTable, names: &Names) -> Section {
    let mut stored = stored.clone();
    let StoredTable { table: Table { name, columns, rows }, .. } = &mut stored;
    let header = Table { name, columns, rows: Vec::new() };
    rows.sort_by(|one, other| {
        let [group, other_group] = [one, other].map(|row| header.written(row, "grouped_by"));
        let [share, other_share] = [one, other].map(|row| header.number(row, "win_share").unwrap_or(0.0));
        if group == other_group && group != "seat" { other_share.total_cmp(&share) } else { Ordering::Equal }
    });
    Section::of(view, &stored, names)
}

/// The report.
#[must_use]
pub fn table(results: &Results<'_>) -> Table {
    Row::table(&rows(results))
}

/// Its rows.
#[must_use]
pub fn rows(results: &Results<'_>) -> Vec<WinRate> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    let tally = results.tally;
    let mut add = |group, key: String, sums: Sums, scores: Sums, is_everywhere| {
        if sums.v > 0 {
            lines.push(Line { group, key, sums, scores, is_everywhere });
        }
    };
    let seated = |seats| (tally.seated(seats), tally.seated_scores(seats, results.players));
    for seat in Seats::first(results.players) {
        let (sums, scores) = seated(Seats::only(seat));
        add("seat", seat.to_string(), sums, scores, false);
    }
    for ((group, sums), scores) in results.schema.groups.iter().zip(&tally.groups).zip(&tally.scores) {
        for ((key, sums), scores) in group.keys.iter().zip(sums).zip(scores) {
            add(group.name, key.clone(), sums.clone(), scores.clone(), false);
        }
    }
    for (name, seats) in results.bots {
        let seats = seats.into_iter().filter(|seat| seat.index() < results.players).collect::<Seats>();
        let (sums, scores) = seated(seats);
        add("bot", name.clone(), sums, scores, seats == Seats::first(results.players));
    }
    let n_rows = |group: &str| lines.iter().filter(|line| line.group == group).count();
    let joint = |group: &str| Results { level: results.level.shared_by(n_rows(group)), ..*results };
    lines.iter().map(|line| line.row(results, &joint(line.group))).collect()
}

/// The counts of a row.
struct Line<'r> {
    group: &'r str,
    key: String,
    sums: Sums,
    scores: Sums,
    /// Whether it is a bot in all seats.
    is_everywhere: bool,
}

impl Line<'_> {
    /// The row; `joint` has the level at which all intervals of the group hold together.
    fn row(&self, results: &Results<'_>, joint: &Results<'_>) -> WinRate {
        let Self { group, key, sums, scores, is_everywhere } = self;
        let [share, joint] = [results, joint]
            .map(|results| if *is_everywhere { results.wins_of_all(sums) } else { results.wins(sums) });
        let informative = if *is_everywhere {
            // What varies is only whether a game has a winner.
            let won = u64::try_from(sums.x / i128::from(SHARE)).unwrap_or(0);
            won.min(sums.n.saturating_sub(won))
        } else {
            sums.informative_share(SHARE)
        };
        let score_informative = if *is_everywhere { 0 } else { scores.informative_score(sums, SHARE) };
        WinRate {
            game: results.game.to_owned(),
            players: results.players as u64,
            group: (*group).to_owned(),
            key: key.clone(),
            games: u64::try_from(sums.v).unwrap_or(u64::MAX),
            wins: wins(sums),
            share,
            joint: joint.interval,
            informative,
            score: match is_everywhere {
                true => results.score_of_all(scores),
                false => results.score(scores, score_informative),
            },
            score_informative,
        }
    }
}

/// The number of wins, with fractions for shared wins.
fn wins(sums: &Sums) -> Option<f64> {
    let whole = u64::try_from(sums.x / i128::from(SHARE)).ok()?;
    let rest = u32::try_from(sums.x % i128::from(SHARE)).ok()?;
    Some(undercard_engine::stats::real(whole) + f64::from(rest) / f64::from(SHARE))
}

#[cfg(test)]
mod tests {
    use super::super::tests::Run;
    use super::*;
    use undercard_engine::model::Seed;

    /// Twelve equally strong characters, 300 games each, in 1,000 runs with a fixed seed.
    #[test]
    fn the_joint_intervals_of_a_group_hold_together() {
        const GAMES: u64 = 300;
        let run = Run::new();
        let results = run.results();
        let (mut schema, mut tally) = (results.schema.clone(), results.tally.clone());
        schema.groups[0].keys = (0..12).map(|key| format!("character-{key}")).collect();
        let mut luck = Seed::new(1).game(0).bot(0);
        let (mut n_single, mut n_joint) = (0, 0);
        for _ in 0..1000 {
            tally.scores[0] = vec![Sums::default(); 12];
            tally.groups[0] = schema.groups[0]
                .keys
                .iter()
                .map(|_| {
                    let won = (0..GAMES).map(|_| luck.below(2) as u64).sum::<u64>();
                    let mut sums = Sums::default();
                    sums.add_games(won, i64::from(SHARE), 1);
                    sums.add_games(GAMES - won, 0, 1);
                    sums
                })
                .collect();
            let rows = rows(&Results { schema: &schema, tally: &tally, ..results });
            let all_hold = |ends: fn(&WinRate) -> Option<Interval>| {
                let mut own = rows.iter().filter(|row| row.key.starts_with("character-")).filter_map(ends);
                own.all(|ends| ends.contains(0.5))
            };
            n_single += usize::from(all_hold(|row| row.share.interval));
            n_joint += usize::from(all_hold(|row| row.joint));
        }
        // Twelve independent intervals at 95 % hold together with probability 0.54.
        assert!((450..620).contains(&n_single) && (930..985).contains(&n_joint), "{n_single} {n_joint}");
    }
}
