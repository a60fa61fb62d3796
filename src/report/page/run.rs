//! What the page of a run says beside its tables: the headline, and which cards to look at.

use super::super::csv::Filed;
use super::super::table::fixed;
use super::super::{Cell, Table, metrics, outcomes};
use super::figures::{Endings, Lengths};
use super::folder::Folder;
use super::section::{Figure, Section, three};
use super::views::{Part, View, even};
use super::words::Unit;
use crate::model::OPENING;
use crate::stats::Level;
use std::collections::BTreeMap;

/// The most cards of the opening hand that are shown, and of those that differ most.
const OPENINGS: usize = 80;
const STRONGEST: usize = 30;

/// Who wins how much, how games end, how long they are.
pub(super) fn headline(folder: &Folder) -> Vec<String> {
    let sentences = [
        folder.table("win_rates").and_then(|table| who_wins(table, folder)),
        folder.table("outcomes").and_then(how_games_end),
        folder.table("metrics").and_then(metrics::how_long),
    ];
    // A line does not end before a sign.
    sentences.into_iter().flatten().map(|sentence| sentence.replace(" %", "\u{A0}%")).collect()
}

/// The group that says most: bots if there are several, the game's own sides or characters, or else the seats.
fn who_wins(table: &Table, folder: &Folder) -> Option<String> {
    let mut n_rows: BTreeMap<String, usize> = BTreeMap::new();
    for row in &table.rows {
        *n_rows.entry(table.written(row, "group")).or_default() += 1;
    }
    let own = |(group, n): &(&String, &usize)| !matches!(group.as_str(), "seat" | "bot") && **n > 1;
    let group = match n_rows.get("bot") {
        Some(n) if *n > 1 => "bot",
        _ => n_rows.iter().find(own).map_or("seat", |(group, _)| group.as_str()),
    };
    let mut rows: Vec<&Vec<Cell>> =
        table.rows.iter().filter(|row| table.written(row, "group") == group).collect();
    let share = |row: &Vec<Cell>| table.number(row, "win_share").unwrap_or(0.0);
    rows.sort_by(|a, b| share(b).total_cmp(&share(a)));
    let (first, last) = (rows.first()?, rows.last()?);
    let name = |row: &Vec<Cell>| match group {
        "seat" => format!("seat {}", table.written(row, "key")),
        _ => table.written(row, "key"),
    };
    let wins = |row: &Vec<Cell>| format!("{} of its games", percent(table, row, "win_share"));
    let Some(even) = even(table, &rows) else {
        return Some(format!("{} wins {}.", capital(&name(first)), wins(first)));
    };
    let is_clear = |row: &&&Vec<Cell>| {
        three(table, row, "win_share").is_some_and(|[_, low, high]| low > even || high < even)
    };
    let verdict = match rows.iter().filter(is_clear).count() {
        0 => "no interval leaves it out: this run sees no difference, which is not to say that there is none"
            .into(),
        clear if clear == rows.len() => "every interval leaves it out".into(),
        clear => format!("{clear} of {} intervals leave it out", rows.len()),
    };
    // Who picks the most and the least of many finds some luck.
    let picked = match rows.len() {
        n @ 3.. => format!(
            " These are the extremes of {n}, and each interval holds by itself: luck alone makes {} in 100 leave it out.",
            folder.head.level.alpha_percent()
        ),
        _ => String::new(),
    };
    let [first_name, last_name] = [first, last].map(|row| name(row));
    Some(format!(
        "By {group}: {first_name} wins most, {}; {last_name} least, {}. An even share of the same wins would be {} %; \
         {verdict}.{picked}",
        wins(first),
        wins(last),
        fixed(100.0 * even, 2)
    ))
}

fn how_games_end(table: &Table) -> Option<String> {
    let kind = |(kind, row): (String, &Vec<Cell>)| format!("{kind} {}", percent(table, row, "share"));
    let kinds: Vec<String> = outcomes::occurred(table).map(kind).collect();
    (!kinds.is_empty()).then(|| format!("Games end with: {}.", kinds.join("; ")))
}

/// A share and its interval.
fn percent(table: &Table, row: &[Cell], column: &str) -> String {
    let ends = three(table, row, column).map(|[_, low, high]| (low, high));
    let (value, interval) = Unit::Percent.with_interval(table.number(row, column).unwrap_or(0.0), ends);
    if interval.is_empty() { value } else { format!("{value} ({interval})") }
}

fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// What stands above the tables of a run's section.
pub(super) fn figure(name: &str, table: &Table, folder: &Folder) -> Figure {
    let table_of = folder.table("metrics");
    let value = |name| table_of.and_then(|table| metrics::value(table, name));
    match name {
        "outcomes" => Figure::Endings(Endings::of(table)),
        "game_length" => Lengths::of(table, value("length-mean"), value("length-p50"))
            .map_or(Figure::None, |lengths| Figure::Lengths(Box::new(lengths))),
        _ => Figure::None,
    }
}

/// The section of cards: all of the opening hand, those that differ most, and every row.
pub(super) fn cards(view: &View, filed: &Filed, level: Level) -> Section {
    let table = &filed.table;
    let mut section = Section::begun(view, filed);
    let alpha = level.alpha();
    // Where p-values do not hold, intervals tell.
    let has_q = table.rows.iter().any(|row| table.number(row, "q_value").is_some());
    let is_clear = |row: &&Vec<Cell>| match (table.number(row, "q_value"), three(table, row, "difference")) {
        (Some(q), _) => q < alpha,
        (None, Some([_, low, high])) => !has_q && (low > 0.0 || high < 0.0),
        (None, None) => false,
    };
    let rows = |is_opening: bool, is_all: bool| {
        let is = |row: &Vec<Cell>, column, name: &str| table.written(row, column) == name;
        let is_it = move |row: &&Vec<Cell>| {
            is(row, "event", OPENING) == is_opening && is(row, "side", "all") == is_all
        };
        let known = |row: &&Vec<Cell>| table.number(row, "difference").is_some();
        table.rows.iter().filter(known).filter(is_it)
    };
    let mut add = |caption: &str, columns: &[&'static str], mut rows: Vec<&Vec<Cell>>, most: usize| {
        let size = |row: &&Vec<Cell>| table.number(row, "difference").unwrap_or(0.0);
        let n_all = rows.len();
        rows.sort_by(|a, b| size(b).abs().total_cmp(&size(a).abs()));
        rows.truncate(most);
        rows.sort_by(|a, b| size(b).total_cmp(&size(a)));
        let of = if rows.len() < n_all { format!(": {most} of {n_all}") } else { String::new() };
        section.add(view, table, columns, Part::drawn(format!("{caption}{of}")), &rows);
    };
    add(
        "In the opening hand, all players",
        &["card", "win_share_with", "win_share_without", "difference", "q_value"],
        rows(true, true).collect(),
        OPENINGS,
    );
    add(
        "The strongest differences by other events, all players",
        &["card", "event", "event_rate", "difference", "q_value"],
        rows(false, true).filter(is_clear).collect(),
        STRONGEST,
    );
    add(
        "The strongest differences of one side or character",
        &["card", "side", "event", "event_rate", "difference", "q_value"],
        rows(true, false).chain(rows(false, false)).filter(is_clear).collect(),
        STRONGEST,
    );
    let all: Vec<&Vec<Cell>> = table.rows.iter().collect();
    section.add(view, table, view.columns, Part::folded("Every card, side and event"), &all);
    section.says.push(if has_q {
        let percent = level.alpha_percent();
        format!(
            "Who looks at many cards finds some that differ by luck alone. The q-value allows for that: of all rows \
             with a q below {alpha_share}, at most about {percent} in 100 are luck. Only such rows are among the strongest \
             below; since they were picked for being extreme, expect them to be a little less so in truth.",
            alpha_share = fixed(alpha, 3).trim_end_matches('0')
        )
    } else {
        "The number of games was not fixed beforehand, so there are no q-values: the strongest below are those whose \
         interval leaves out 0. Who looks at many cards finds some that differ by luck alone."
            .into()
    });
    section
}

#[cfg(test)]
mod tests {
    use super::super::super::{card_impact, csv, tests::Run};
    use super::super::views;
    use super::*;

    fn section(change: impl Fn(&mut Table)) -> Section {
        let run = Run::new();
        let results = run.results();
        let mut table = card_impact::table(&results);
        change(&mut table);
        let n_rows = table.rows.len() as u64;
        cards(views::view(card_impact::NAME).expect("a view"), &csv::Filed { table, n_rows }, results.level)
    }

    #[test]
    fn the_strongest_cards_are_those_beyond_luck() {
        let section = section(|_| {});
        let captions: Vec<&str> = section.tables.iter().map(|table| table.caption.as_str()).collect();
        assert_eq!(captions.len(), 4, "{captions:?}");
        assert_eq!(
            (captions[0], captions[3]),
            ("In the opening hand, all players", "Every card, side and event")
        );
        assert_eq!(section.tables[0].rows.len(), 14, "every card, whatever its q");
        let sizes = |nth: usize, column: usize| {
            let number = |row: &super::super::section::Row| {
                row.cells[column].text.trim_end_matches(" pp").parse::<f64>().expect("points")
            };
            section.tables[nth].rows.iter().map(number).collect::<Vec<f64>>()
        };
        assert!(sizes(0, 2).is_sorted_by(|a, b| a >= b) && sizes(1, 1).is_sorted_by(|a, b| a >= b));
        for row in &section.tables[1].rows {
            let q = row.cells.last().expect("a q-value");
            assert!(q.text.starts_with('<') || q.text.parse::<f64>().expect("a number") < 0.05, "{row:?}");
            assert_ne!(row.keys[1], OPENING);
        }
        assert!(
            section.says[0].contains("a q below 0.05, at most about 5 in 100 are luck"),
            "{:?}",
            section.says
        );
    }

    #[test]
    fn without_q_values_intervals_tell() {
        let without = section(|table| {
            let q = table.place("q_value").expect("a column");
            table.rows.iter_mut().for_each(|row| row[q] = Cell::P(None));
        });
        assert!(without.says[0].contains("there are no q-values"));
        let marks =
            without.tables[1].rows.iter().map(|row| row.mark.as_ref().is_some_and(|mark| mark.filled));
        assert!(marks.clone().count() > 0 && marks.into_iter().all(|filled| filled));
    }
}
