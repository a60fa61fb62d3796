//! `run --games-csv`: the lists of single games.

use super::program::{answer, folder, quietly};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const LISTS: [&str; 5] =
    ["games.csv", "games_seats.csv", "games_metrics.csv", "games_cards.csv", "games_decisions.csv"];

type Row = BTreeMap<String, String>;

fn rows(folder: &Path, name: &str) -> Vec<Row> {
    let mut csv = csv::Reader::from_path(folder.join(name)).expect("a CSV");
    csv.deserialize().map(|row| row.expect("a row")).collect()
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().expect("a number")
}

/// The sums of `value` over the rows of each key.
fn sums(rows: &[Row], keys: &[&str], value: impl Fn(&Row) -> [f64; 2]) -> BTreeMap<String, [f64; 2]> {
    let mut sums = BTreeMap::new();
    for row in rows {
        let key = keys.iter().map(|key| row[*key].as_str()).collect::<Vec<_>>().join("/");
        let sum: &mut [f64; 2] = sums.entry(key).or_default();
        value(row).iter().zip(sum).for_each(|(value, sum)| *sum += value);
    }
    sums
}

#[test]
fn lists_of_all_games_add_up_to_the_figures_of_the_run() {
    let folder = folder();
    for (game, group) in [
        ("knife-fight", Some(("side", "side"))),
        ("taunt", Some(("character", "character_id"))),
        ("stupid-fight", Some(("character", "character_id"))),
        ("fight", None),
        ("stabby-jack", None),
    ] {
        let lists = ["--games-csv", "300", "--decisions-csv"];
        quietly(folder.path(), &[&["run", game, "--games", "300", "--out", game], &lists[..]].concat());
        let folder = folder.path().join(game).join("run");
        let games = rows(&folder, "games.csv");
        assert_eq!((games.len(), games[299]["game_idx"].as_str()), (300, "299"));
        let metrics = sums(&rows(&folder, "games_metrics.csv"), &["measure", "item"], |row| {
            // A run counts who leads in one game of sixteen.
            let of_lead =
                ["comeback", "comeback-share", "lead-changes", "largest-lead"].contains(&&*row["measure"]);
            let counts = !of_lead || number(row, "game_idx") % 16.0 == 0.0;
            let weight = if counts { number(row, "weight") } else { 0.0 };
            [number(row, "value") * weight, weight]
        });
        let own = rows(&folder, "metrics.csv");
        let mut n_same = 0;
        for row in own.iter().filter(|row| !row["value"].is_empty()) {
            let Some([sum, weight]) = metrics.get(&format!("{}/{}", row["measure"], row["item"])) else {
                continue;
            };
            let mean = sum / weight;
            assert!((mean - number(row, "value")).abs() < 1e-4, "{game}: {row:?} is {mean}");
            n_same += 1;
        }
        assert!(n_same > 5 && n_same == metrics.len(), "{game}: {n_same} of {}", metrics.len());
        let decisions = rows(&folder, "games_decisions.csv");
        for row in &decisions {
            let options: Vec<&str> = row["options"].split(' ').collect();
            assert_eq!(options.len().to_string(), row["n_options"], "{game}: {row:?}");
            assert!(
                options.contains(&row["choice"].as_str()) && row["seen"].contains(" | "),
                "{game}: {row:?}"
            );
        }
        let made = sums(&decisions, &["game_idx"], |row| [1.0, number(row, "n_options")]);
        for row in &games {
            let made = made.get(&row["game_idx"]).copied().unwrap_or_default();
            assert_eq!(made, [number(row, "decisions"), number(row, "legal_actions")], "{game}: {row:?}");
        }
        let seats = rows(&folder, "games_seats.csv");
        let wins = |key: &str| sums(&seats, &[key], |row| [number(row, "win_share"), number(row, "score")]);
        let (by_seat, by_group) = (wins("seat"), group.map(|(group, column)| (group, wins(column))));
        let mut n_same = 0;
        for row in rows(&folder, "win_rates.csv") {
            let sum = match (row["grouped_by"].as_str(), &by_group) {
                ("seat", _) => by_seat[&row["key"]],
                (found, Some((group, sums))) if found == *group => sums[&row["key"]],
                _ => continue,
            };
            let [wins, score] = sum;
            assert!((wins - number(&row, "wins")).abs() < 1e-3, "{game}: {row:?} is {wins}");
            assert!((score / number(&row, "games") - number(&row, "score")).abs() < 1e-5, "{game}: {row:?}");
            n_same += 1;
        }
        assert!(n_same > 1, "{game}");
        let cards = rows(&folder, "games_cards.csv");
        let cards = sums(&cards, &["card", "event"], |row| [1.0, number(row, "occurrences")]);
        let of_all: Vec<Row> =
            rows(&folder, "card_impact.csv").into_iter().filter(|row| row["side"] == "all").collect();
        let of_all = of_all.iter().filter(|row| row["with_event"] != "0");
        let mut n_same = 0;
        for row in of_all {
            let [with, occurrences] = cards[&format!("{}/{}", row["card"], row["event"])];
            assert!((with - number(row, "with_event")).abs() < 1e-9, "{game}: {row:?} is {with}");
            let per_game = occurrences / 300.0;
            assert!((per_game - number(row, "occurrences_per_game")).abs() < 1e-4, "{game}: {row:?}");
            n_same += 1;
        }
        assert_eq!(n_same, cards.len(), "{game}");
    }
}

#[test]
fn the_lists_of_a_run_are_the_same_on_any_threads_and_after_resuming_and_go_with_it() {
    let folder = folder();
    let folder = folder.path();
    let args = |more: &[&'static str]| -> Vec<&'static str> {
        [&["run", "taunt", "--games", "500", "--games-csv", "150", "--decisions-csv"], more].concat()
    };
    quietly(folder, &args(&["--out", "one", "--threads", "1"]));
    quietly(folder, &args(&["--out", "two", "--threads", "3"]));
    let shards = ["--shard", "1/2", "--shard", "2/2"];
    for (shard, out) in shards.chunks(2).zip(["s/1", "s/2"]) {
        let run = ["run", "taunt", "--games", "500", "--out", out];
        quietly(folder, &[&run, shard].concat());
    }
    quietly(folder, &["merge", "s", "--out", "merged"]);
    assert!(LISTS.iter().all(|name| !folder.join("merged/run").join(name).exists()));
    quietly(folder, &args(&["--resume", "--out", "merged"]));
    for name in LISTS.iter().chain(&["result.json"]) {
        let read = |out: &str| fs::read(folder.join(out).join("run").join(name)).expect("a file");
        assert!(read("one") == read("two") && read("one") == read("merged"), "{name}");
    }
    let (code, text, _) = answer(folder, &["verify", "merged", "--sample", "100%"]);
    assert!(code == 0 && text.contains("pass  games_decisions.csv: "), "{text}");
    // A later run without a list removes the old ones, which would show other games.
    quietly(folder, &["run", "taunt", "--games", "500", "--out", "one"]);
    assert!(LISTS.iter().all(|name| !folder.join("one/run").join(name).exists()));
}
