//! The summary of a run: win rates, outcomes, game lengths, and the cards with the largest differences in the opening hand.

use super::card_impact::CardDifference;
use super::claim::texts;
use super::escape::inline;
use super::outcomes::OutcomeShare;
use super::show::{Grid, counted, grouped, points};
use super::table::fixed;
use super::text::{Part, Text};
use super::win_rates::WinRate;
use super::{Results, answer, card_impact, metrics, outcomes, plain, win_rates};
use undercard_engine::model::{Group, MAX_SEATS, OPENING};
use undercard_engine::stats::shard::Shard;
use undercard_engine::stats::{Interval, Level};

mod histogram;

/// Maximum number of rows of a group, and of each end of the card list.
pub(super) const ROWS: usize = 8;
const CARDS: usize = 5;

/// The summary for a terminal.
#[must_use]
pub fn text(results: &Results<'_>) -> Text {
    let mut text = Text::default();
    for block in blocks(results) {
        match block {
            Block::Title(line) => text += &format!("{line}\n"),
            Block::Line(line) => text += &format!("\n{line}\n"),
            Block::Part(name, _, grid) => {
                text += &format!("\n{name}\n");
                text += Part::Indented(grid);
            }
        }
    }
    text
}

/// The same as Markdown.
#[must_use]
pub fn markdown(results: &Results<'_>) -> String {
    let mut text = String::new();
    for block in blocks(results) {
        text += &match block {
            Block::Title(line) => format!("# {}\n", inline(&line)),
            Block::Line(line) => format!("\n{}\n", inline(&line)),
            Block::Part(name, header, grid) => {
                let header = header.iter().map(ToString::to_string).collect();
                format!("\n## {name}\n\n{}", Grid { header, ..grid }.markdown())
            }
        };
    }
    text
}

/// A part of the summary.
enum Block {
    Title(String),
    Line(String),
    /// A table with a title, and the header of its columns, which text for a terminal omits.
    Part(String, &'static [&'static str], Grid),
}

fn blocks(results: &Results<'_>) -> Vec<Block> {
    let Results { title: game, players, seed, tally, planned, .. } = results;
    let mut title = format!("{game}, {players} players: {}, seed {seed}", counted(tally.games, "games"));
    if tally.games < *planned {
        title += &format!(" (of {})", grouped(*planned));
    }
    let bots: Vec<&str> = results.bots.iter().map(|(name, _)| name.as_str()).collect();
    title += &format!("; bots: {}", bots.join(", "));
    let mut blocks = vec![Block::Title(title)];
    let part = part(results.shard, results.complete, tally.games, *planned);
    blocks.extend(part.map(|part| Block::Line(format!("PARTIAL: {part}."))));
    blocks.push(Block::Line(texts(answer::sentences(results)).join(" ")));
    blocks.push(who_wins(results));
    if bots.len() > 1 {
        blocks.push(Block::Line(
            "Bots keep their seats: a bot's win rate includes what its seats are worth. `undercard matchups` plays every \
             deal again with swapped seats."
                .into(),
        ));
    }
    let outcomes = outcomes::rows(results);
    blocks.push(how_games_end(&outcomes));
    blocks.push(Block::Part(
        format!("Game length in {}", results.schema.unit),
        &["length", "share of games", "histogram"],
        histogram::grid(&tally.lengths),
    ));
    blocks.extend(metrics::how_spread(&metrics::table(results)).map(Block::Line));
    blocks.extend(cards(results));
    let how_even =
        answer::fairness(results).map_or_else(String::new, |_| format!(" {}", answer::what_is_even()));
    blocks.push(Block::Line(reading(results.level, results.fixed) + &how_even));
    blocks
}

/// What is missing in a partial result: games, or shards.
pub(super) fn part(shard: Shard, is_complete: bool, games: u64, requested: u64) -> Option<String> {
    let own = shard.games(requested);
    match (shard.is_whole(), is_complete) {
        (true, true) => None,
        (true, false) => {
            Some(format!("stopped when {} of {} games had been played", grouped(games), grouped(requested)))
        }
        (false, _) if own.is_empty() => Some(format!("shard {shard} of a run, without games")),
        (false, _) => {
            let is_short = own.end - own.start > games;
            let missing = if is_short { ", stopped before all were played" } else { "" };
            Some(format!("shard {shard} of a run: games {} to {}{missing}", own.start, own.end - 1))
        }
    }
}

/// Win shares by the informative groups. Omits the seats if each has its own side, and groups with a single
/// row.
fn who_wins(results: &Results<'_>) -> Block {
    let rates = win_rates::rows(results);
    let n_rows = |group: &str| rates.iter().filter(|row| row.group == group).count();
    let of_seats = |group: &&Group| group.is_fixed() && !group.teams && n_rows(group.name) == results.players;
    let sides_are_seats = results.schema.groups.iter().any(|group| of_seats(&group));
    let mut grid = Grid { right: vec![false, false, true, true], ..Grid::default() };
    let mut groups: Vec<&str> = rates.iter().map(|row| row.group.as_str()).collect();
    groups.dedup();
    groups.retain(|group| match *group {
        "seat" => !sides_are_seats,
        group => n_rows(group) > 1,
    });
    let mut title = "Win rates".to_owned();
    for group in groups {
        let line = |row: &WinRate| {
            let key = match group {
                "seat" => plain::player("seat", &row.key, results.schema.seat_order),
                _ => row.key.clone(),
            };
            let is_extreme = n_rows(group) > ROWS;
            let interval = if is_extreme { row.joint } else { row.share.interval };
            (row.share.value, [key, percent(row.share.value), ends(interval)])
        };
        let mut lines: Vec<(Option<f64>, [String; 3])> =
            rates.iter().filter(|row| row.group == group).map(line).collect();
        let n_left_out = lines.len().saturating_sub(ROWS);
        if n_left_out > 0 {
            lines.sort_by(|a, b| b.0.unwrap_or(0.0).total_cmp(&a.0.unwrap_or(0.0)));
            lines.drain(ROWS / 2..ROWS / 2 + n_left_out);
            // The extremes of many rows are partly due to chance.
            title = format!("Win rates (the intervals of {group}s are joint: all hold together)");
        }
        for (index, (_, [key, value, interval])) in lines.into_iter().enumerate() {
            if n_left_out > 0 && index == ROWS / 2 {
                let omitted = format!("… {n_left_out} more");
                grid.rows.push(vec![String::new(), omitted, String::new(), String::new()]);
            }
            let name = if index == 0 && group != "seat" { group.to_owned() } else { String::new() };
            grid.rows.push(vec![name, key, value, interval]);
        }
    }
    Block::Part(title, &["players", "name", "win share", "interval"], grid)
}

/// The outcomes that occurred.
fn how_games_end(outcomes: &[OutcomeShare]) -> Block {
    let row = |row: &OutcomeShare| {
        vec![outcomes::phrase(row.kind).to_owned(), percent(row.share.value), ends(row.share.interval)]
    };
    let rows = outcomes.iter().filter(|row| row.games > 0).map(row).collect();
    let grid = Grid { header: Vec::new(), right: vec![false, true, true], rows };
    Block::Part("Outcomes".into(), &["outcome", "share of games", "interval"], grid)
}

/// The cards with the largest and the smallest opening-hand lift. The intervals of all cards hold
/// simultaneously, because the extremes of many cards are partly due to chance.
fn cards(results: &Results<'_>) -> Option<Block> {
    let is_opening = |row: &CardDifference| row.event == OPENING && row.side == "all";
    let opening = |row: CardDifference| Some((row.wins.difference.value?, row));
    let all = card_impact::rows(results).into_iter();
    let mut rows: Vec<_> = all.filter(is_opening).filter_map(opening).collect();
    if rows.is_empty() {
        return None;
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let n_left_out = rows.len().saturating_sub(2 * CARDS);
    if n_left_out > 0 {
        rows.drain(CARDS..CARDS + n_left_out);
    }
    let mut grid = Grid { right: vec![false, true, true], ..Grid::default() };
    for (index, (difference, row)) in rows.into_iter().enumerate() {
        if n_left_out > 0 && index == CARDS {
            grid.rows.push(vec![format!("… {n_left_out} more"), String::new(), String::new()]);
        }
        let end = |end: Option<f64>| end.map_or_else(String::new, points);
        let [low, high] = [row.joint.map(|ends| ends.low), row.joint.map(|ends| ends.high)];
        let interval = format!("{} to {}", end(low), end(high));
        grid.rows.push(vec![row.card, format!("{} pp", points(difference)), interval]);
    }
    let title = if results.schema.deals_opening {
        "Opening hands with a card: win rate minus that of hands without it, in pp; an association, not the card's worth \
         (joint intervals)"
    } else {
        "Opening hands with a card: win rate minus that of hands without it, in pp; an association, not the card's worth, \
         since choices come before the deal (joint intervals)"
    };
    Some(Block::Part(title.into(), &["card", "difference", "interval"], grid))
}

/// The note on intervals of this level.
pub(super) fn reading(level: Level, is_fixed: bool) -> String {
    let level = level.percent();
    if is_fixed {
        format!("Ranges are {level} % confidence intervals: {level} of 100 contain the true value.")
    } else {
        format!("Ranges are {level} % confidence sequences (number of games not fixed beforehand).")
    }
}

/// A share in percent.
fn percent(share: Option<f64>) -> String {
    share.map_or_else(String::new, |share| format!("{} %", fixed(100.0 * share, 2)))
}

/// The interval of a share in percent.
fn ends(interval: Option<Interval>) -> String {
    let percent = |share: f64| fixed(100.0 * share, 2);
    interval.map_or_else(String::new, |ends| format!("{} to {}", percent(ends.low), percent(ends.high)))
}

const _: () = assert!(ROWS >= MAX_SEATS);

#[cfg(test)]
mod tests {
    use super::super::tests::Run;
    use super::*;

    #[test]
    fn a_partial_result_is_marked() {
        let run = Run::new();
        let text = |shard: &str, planned, complete| {
            let shard = shard.parse().expect("a shard");
            let results = Results { planned, complete, shard, ..run.results() };
            text(&results).to_string()
        };
        assert!(
            text("1/1", 9000, false)
                .contains("\nPARTIAL: stopped when 2,000 of 9,000 games had been played.\n")
        );
        assert!(text("2/4", 8000, false).contains("\nPARTIAL: shard 2/4 of a run: games 2000 to 3999.\n"));
        assert!(text("2/4", 9000, false).contains("games 2250 to 4499, stopped before all"));
        let partial = super::text(&Results { fixed: false, planned: 1_000_000, ..run.results() }).to_string();
        assert!(partial.contains("2,000 games, seed 1 (of 1,000,000)"), "{partial}");
        assert!(partial.contains("not fixed beforehand") && !partial.contains("PARTIAL"), "{partial}");
    }
}
