//! Win shares by seat, by the game's own groups, and by bot.

use super::page::views::{Part, View, even};
use super::{Cell, Column, Report, Results, Table};
use crate::model::{SHARE, Seats};
use crate::stats::{Estimate, Sums};

/// The report's name.
pub const NAME: &str = "win_rates";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::key(
        "group",
        "grouping of the players: `seat`, `side`, `character`, `team` or `bot`. A bot in all seats wins 1/players of its \
         games by design, less the games without a winner",
    ),
    Column::key("key", "number of the seat, or name of the side, character, team or bot"),
    Column::count("games", "number of (game, seat) pairs; for `team`, of (game, team) pairs"),
    Column::sum("wins", "number of wins; a win shared by k seats counts 1/k for each"),
    Column::share("win_share", "wins / games"),
    Column::share("win_share_low", "lower end of the interval of `win_share`"),
    Column::share("win_share_high", "upper end of the interval of `win_share`"),
    Column::words("method", "interval method"),
    Column::INFORMATIVE,
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "run",
    contents: "Win shares: one row for each seat, each of the game's sides, characters or teams, and each bot. A key \
                         that played no game has no row.",
    columns: COLUMNS,
    of_run: Some(table),
    view: Some(View {
        title: "Who wins",
        intro: "Win share: the share of its games that each seat, side, character or bot wins. The dot is the \
                measured share, the bar its interval. The vertical line is the even share: what each would win \
                if these wins were spread evenly. A filled dot means that the interval excludes the line. A \
                hollow dot means that these games do not show a difference; there may still be one.",
        columns: &["key", "games", "win_share"],
        drawn: "win_share",
        reference: even,
        part: |table, row| Part::drawn(format!("By {}", table.written(row, "group"))),
        ..View::PLAIN
    }),
};

/// The report.
#[must_use]
pub fn table(results: &Results<'_>) -> Table {
    let mut rows = Vec::new();
    let mut add = |group: &str, key: &str, sums: &Sums, estimate: Estimate, informative: u64| {
        if sums.v > 0 {
            let mut row = results.row();
            row.extend([Cell::text(group), Cell::text(key)]);
            row.push(Cell::Count(u64::try_from(sums.v).unwrap_or(u64::MAX)));
            row.push(Cell::Share(wins(sums)));
            row.extend(Cell::shares(&estimate));
            row.push(Cell::method(estimate.method));
            row.push(Cell::Count(informative));
            rows.push(row);
        }
    };
    for seat in Seats::first(results.players) {
        let sums = results.tally.seated(Seats::only(seat));
        add("seat", &seat.to_string(), &sums, results.wins(&sums), sums.informative_share(SHARE));
    }
    for (group, sums) in results.schema.groups.iter().zip(&results.tally.groups) {
        for (key, sums) in group.keys.iter().zip(sums) {
            add(group.name, key, sums, results.wins(sums), sums.informative_share(SHARE));
        }
    }
    for (name, seats) in results.bots {
        let seated = seats.into_iter().filter(|seat| seat.index() < results.players);
        let seated = seated.collect::<Seats>();
        let sums = results.tally.seated(seated);
        let is_everywhere = seated == Seats::first(results.players);
        let (estimate, informative) = if is_everywhere {
            // What varies is only whether a game has a winner.
            let won = u64::try_from(sums.x / i128::from(SHARE)).unwrap_or(0);
            (results.wins_of_all(&sums), won.min(sums.n.saturating_sub(won)))
        } else {
            (results.wins(&sums), sums.informative_share(SHARE))
        };
        add("bot", name, &sums, estimate, informative);
    }
    Table { name: NAME, columns: COLUMNS, rows }
}

/// The number of wins, with fractions for shared wins.
fn wins(sums: &Sums) -> Option<f64> {
    let whole = u64::try_from(sums.x / i128::from(SHARE)).ok()?;
    let rest = u32::try_from(sums.x % i128::from(SHARE)).ok()?;
    Some(crate::stats::real(whole) + f64::from(rest) / f64::from(SHARE))
}
