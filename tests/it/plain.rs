//! Results in plain words, and lengths in minutes.

use super::cli::without_run;
use super::program::{answer, folder, refused, with_file};
use std::fs;

#[test]
fn a_comparison_is_certain_only_of_real_changes() {
    let folder = folder();
    let compare = |set: &str, more: &[&str]| {
        let args = [&["compare", "knife-fight", "--games", "5000", "--set-b", set], more].concat();
        let (code, text, stderr) = answer(folder.path(), &args);
        assert_eq!(code, 0, "{text}{stderr}");
        text
    };
    // Games do not reach the limit, so nothing changes.
    let null = compare("rules.max-rounds=1000", &[]);
    assert!(null.contains("No measurable difference in who wins"), "{null}");
    assert!(!null.contains(": certain.") && !null.contains(": likely."), "{null}");
    let real = compare("deck.red.joker=3", &[]);
    assert!(real.lines().nth(4).is_some_and(|answer| answer.starts_with("Joker: worth ")), "{real}");
    let red = real.lines().find(|line| line.starts_with("Red wins ")).expect("an answer");
    assert!(red.contains(" points, ") && red.ends_with(": certain."), "{real}");
    assert!(
        !real.contains('/') && !real.contains("score"),
        "addresses and scores only with --verbose: {real}"
    );
    let verbose = compare("deck.red.joker=3", &["--verbose"]);
    assert!(verbose.contains("win_rates/side/red") && verbose.contains("p_holm"), "{verbose}");
}

#[test]
fn table_time_gives_lengths_in_minutes_and_changes_no_game() {
    let house = "game = 'knife-fight'\n[run]\ntable-minutes = 2.5\n[targets]\n\
                 'metrics/length-minutes-p95' = { max = 60 }\n";
    with_file("house.toml", house, |folder| {
        let (code, text, stderr) =
            answer(folder, &["run", "house.toml", "--games", "500", "--bots", "random", "--out", "a"]);
        assert!(code == 0 && text.contains("16 minutes at the table"), "{text}{stderr}");
        answer(folder, &["run", "knife-fight", "--games", "500", "--bots", "random", "--out", "b"]);
        let read = |path: &str| fs::read_to_string(folder.join(path)).expect("a file");
        for table in ["win_rates", "outcomes", "game_length", "card_impact"] {
            let [own, other] = ["a", "b"].map(|run| without_run(&read(&format!("{run}/run/{table}.csv"))));
            assert_eq!(own, other);
        }
        let number = |metric: &str, column: usize| {
            let metrics = read("a/run/metrics.csv");
            let row = metrics.lines().find(|line| line.contains(&format!(",{metric},"))).expect("a row");
            row.split(',').nth(column).and_then(|cell| cell.parse::<f64>().ok()).expect("a number")
        };
        for column in 4..7 {
            let minutes = 2.5 * number("length-mean", column);
            assert!((number("length-minutes-mean", column) - minutes).abs() < 0.001, "{column}");
        }
        let digest =
            |path: &str| read(path).lines().find(|line| line.starts_with("games-digest")).map(str::to_owned);
        assert_eq!(digest("a/run/run.toml"), digest("b/run/run.toml"));
        // The stored config has it, and its files can be made again.
        assert_eq!(answer(folder, &["verify", "a"]).0, 0);
        let (code, text, _) = answer(folder, &["check", "house.toml"]);
        assert!(code == 0 && text.contains("minutes that 95 % of games stay within"), "{text}");
        let (_, text, _) = answer(folder, &["list", "house.toml", "--metrics"]);
        assert!(text.contains("metrics/length-minutes-mean"), "{text}");
    });
    refused(&["run", "knife-fight", "--table-minutes", "0"], &["above 0", "e.g. 2.5"]);
    refused(&["run", "knife-fight", "--set", "run.table-minutes=-1"], &["run.table-minutes", "above 0"]);
    let show =
        ["sweep", "knife-fight", "--vary", "rules.tie=no-hit", "--show", "metrics/length-minutes-mean"];
    refused(&show, &["run.table-minutes"]);
}
