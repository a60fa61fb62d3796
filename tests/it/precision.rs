//! `--precision` and `--plan`, end to end: every command that plays games stops at the requested precision,
//! and forecasts when it will be reached.

use super::program::{answer, folder, inside, names, warnings, with_file};
use std::path::Path;

/// A command that reaches its precision long before all games are played; the file that it writes; the
/// headline column; and the requested precision.
struct Case {
    args: &'static [&'static str],
    file: &'static str,
    column: &'static str,
    points: f64,
}

const CASES: &[Case] = &[
    Case { args: &["run", "knife-fight"], file: "win_rates.csv", column: "win_share", points: 2.5 },
    Case { args: &["run", "taunt"], file: "win_rates.csv", column: "win_share", points: 4.5 },
    Case {
        args: &["compare", "knife-fight", "--set-b", "rules.bleed-divisor=4"],
        file: "compare.csv",
        column: "delta",
        points: 1.0,
    },
    Case {
        args: &["sensitivity", "knife-fight", "--keys", "rules.*"],
        file: "sensitivity.csv",
        column: "delta",
        points: 0.8,
    },
    Case {
        args: &["sweep", "knife-fight", "--vary", "rules.bleed-divisor=2..3"],
        file: "sweep.csv",
        column: "",
        points: 2.5,
    },
    Case {
        args: &["impact", "knife-fight", "--card", "t*"],
        file: "impact.csv",
        column: "one_copy",
        points: 1.4,
    },
];

impl Case {
    fn with(&self, more: &[&str]) -> Vec<String> {
        let precision = format!("{}pp", self.points);
        let options = ["--precision", &precision, "--games", "200k", "--bots", "random"];
        self.args.iter().chain(&options).chain(more).map(ToString::to_string).collect()
    }

    fn answer(&self, folder: &Path, more: &[&str]) -> (i32, String, String) {
        let args = self.with(more);
        answer(folder, &args.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

/// The half-widths of the headline intervals in percentage points, and their numbers of games if the file has
/// them.
fn intervals(case: &Case, csv: &str) -> Vec<(f64, Option<u64>)> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let place = |name: &str| header.iter().position(|column| column == name);
    let (low, high) = match case.column {
        "" => ("low".to_owned(), "high".to_owned()),
        column => (format!("{column}_low"), format!("{column}_high")),
    };
    let (low, high) = (place(&low).expect("a column"), place(&high).expect("a column"));
    let rows = reader.records().map(|row| row.expect("a row"));
    let is_win_rate = |row: &csv::StringRecord| {
        place("figure")
            .is_none_or(|place| row[place].starts_with("win_rates/") && !row[place].ends_with("/score"))
            && place("direction").is_none_or(|place| &row[place] != "slope")
    };
    let number = |cell: &str| cell.parse::<f64>().expect("a number");
    rows.filter(is_win_rate)
        .map(|row| {
            if let Some(method) = place("method") {
                assert!(&row[method] == "sequence", "{row:?}");
            }
            let games = place("games").filter(|_| case.column.is_empty());
            (
                50.0 * (number(&row[high]) - number(&row[low])),
                games.map(|place| row[place].parse().expect("games")),
            )
        })
        .collect()
}

/// The number before a word.
fn number_before(text: &str, word: &str) -> u64 {
    let words: Vec<&str> = text.split_whitespace().collect();
    let place = words.iter().position(|known| known.trim_end_matches(['.', ',']) == word);
    let number = words[place.unwrap_or_else(|| panic!("no {word} in {text}")) - 1];
    number.replace(',', "").parse().unwrap_or_else(|_| panic!("{number} before {word} in {text}"))
}

#[test]
fn every_command_stops_at_the_precision_and_forecasts_it() {
    for case in CASES {
        let folder = folder();
        let (code, plan, stderr) = case.answer(folder.path(), &["--plan"]);
        assert_eq!((code, stderr.as_str(), names(folder.path()).len()), (0, "", 0), "{plan}");
        let (_, foreseen) = plan.split_once("--precision stops after about ").expect(&plan);
        let unit = if foreseen.contains("pairs") { "pairs" } else { "games" };
        let foreseen = number_before(&format!("{foreseen} "), unit);

        let (code, text, stderr) = case.answer(folder.path(), &["--out", "o", "--threads", "1"]);
        assert_eq!((code, warnings(&stderr)), (0, ""), "{text}");
        assert!(text.contains("confidence sequence"), "{text}");
        let read =
            |out: &str| std::fs::read_to_string(inside(&folder.path().join(out)).join(case.file)).expect(out);
        let csv = read("o");
        let intervals = intervals(case, &csv);
        let widest = intervals.iter().map(|(half, _)| *half).fold(0.0, f64::max);
        // It stopped as soon as possible: at the previous look, with a fifth fewer games, the intervals were
        // wider.
        assert!(widest <= case.points && widest > 0.7 * case.points, "{:?}: {widest}", case.args);
        let played: Vec<u64> = if case.column.is_empty() {
            intervals.iter().filter_map(|(_, games)| *games).collect()
        } else {
            vec![number_before(&text, if text.contains("pairs of") { "pairs" } else { "games" })]
        };
        for games in played {
            assert!(games % 4096 == 0 && games < 200_000, "{:?} stopped at {games}", case.args);
            assert!((foreseen / 2..=2 * foreseen).contains(&games), "{games} games, {foreseen} foreseen");
        }
        // It is the same game on any number of threads.
        assert_eq!(case.answer(folder.path(), &["--out", "p", "--threads", "7"]).0, 0);
        assert_eq!(csv, read("p"), "{:?}", case.args);
    }
}

#[test]
fn an_unreached_precision_is_reported_and_a_decision_forecast() {
    let folder = folder();
    let (code, text, stderr) =
        answer(folder.path(), &["run", "knife-fight", "--precision", "0.01pp", "--games", "700"]);
    let warning = stderr.starts_with("warning: 700 ") && stderr.contains("did not reach --precision");
    assert!(code == 0 && warning, "{text}{stderr}");
    let args =
        ["compare", "knife-fight", "--set-b", "rules.bleed-divisor=4", "--decide", "3pp", "--bots", "random"];
    let (code, plan, _) = answer(folder.path(), &[&args[..], &["--plan"]].concat());
    assert_eq!(code, 0, "{plan}");
    let (_, foreseen) = plan.split_once("--decide stops after about ").expect(&plan);
    let foreseen = number_before(foreseen, "pairs");
    let (code, text, _) = answer(folder.path(), &args);
    let played = number_before(&text, "pairs");
    let decided = "Decided: every win rate differs by less than 3.00 points.";
    assert!(code == 0 && text.contains(decided), "{text}");
    // Looks are at 4,096 pairs, 8,192, 12,288, …
    assert!((foreseen / 3..=2 * foreseen).contains(&played), "{played} played, {foreseen} foreseen");
}

#[test]
fn the_forecast_of_a_check_says_how_many_games_decide_each_target() {
    let targets = "game = 'knife-fight'\n[targets]\n'win_rates/seat/0' = { at = 0.424, within = 0.03 }\n\
                   'metrics/length-mean' = { max = 2 }\n'outcomes/draw' = { max = 0.9, bots = ['random', 'cutter'] }\n";
    with_file("h.toml", targets, |folder| {
        let (code, plan, stderr) = answer(folder, &["check", "h.toml", "--plan", "--bots", "random"]);
        assert_eq!((code, stderr.as_str(), names(folder)), (0, "", vec!["h.toml".to_owned()]), "{plan}");
        let row = |target: &str, bots: &str| {
            let start = |line: &&str| {
                line.strip_prefix(target).is_some_and(|line| line.trim_start().starts_with(bots))
            };
            let row = plan.lines().find(start).map(|line| line.split_whitespace().collect::<Vec<_>>());
            row.unwrap_or_else(|| panic!("{target} {bots} is not in\n{plan}"))
        };
        let games = |row: &[&str]| row[row.len() - 1].replace(',', "").parse::<u64>().expect("games");
        let seat = row("player 1 wins", "random");
        assert_eq!((seat[seat.len() - 2], games(&row("mean length", "random"))), ("pass", 4096));
        assert!(row("mean length", "random").contains(&"fail"));
        assert_eq!(games(&row("draws", "cutter")), 4096);
        let (_, csv, _) = answer(folder, &["check", "h.toml", "--format", "csv"]);
        let played = csv.lines().find(|line| line.contains("win_rates/seat/0")).expect("a row");
        let played: u64 = played.split(',').nth(9).expect("games").parse().expect("a number");
        assert!((games(&seat) / 2..=2 * games(&seat)).contains(&played), "{played}\n{plan}");
        let (_, full, _) = answer(folder, &["check", "h.toml", "--plan", "--full"]);
        assert_ne!(full, plan);
    });
}
