//! `--bots panel`: every bot plays, and the commands say where the bots disagree.

use super::program::{answer, folder, inside, with_file};
use std::path::Path;

/// The rows of panel.csv: figure, bot, value, disagreement.
fn rows(folder: &Path, args: &[&str]) -> (Vec<[String; 4]>, String) {
    let (code, text, stderr) = answer(folder, &[args, &["--bots", "panel", "--out", "o"]].concat());
    assert_eq!(code, 0, "{args:?}\n{stderr}");
    assert_eq!(bots_of_the_result(&inside(&folder.join("o"))), "", "the rows name the bots");
    let mut csv = csv::Reader::from_path(inside(&folder.join("o")).join("panel.csv")).expect("a file");
    let row = |row: csv::StringRecord| [2, 3, 4, 8].map(|column| row[column].to_owned());
    (csv.records().map(|record| row(record.expect("a row"))).collect(), text)
}

/// The bots of the result in `runs.csv`.
fn bots_of_the_result(folder: &Path) -> String {
    let mut csv = csv::Reader::from_path(folder.join("runs.csv")).expect("a file");
    let index = csv.headers().expect("a header").iter().position(|name| name == "bots").expect("a column");
    csv.records().next().expect("a row").expect("a row")[index].to_owned()
}

const PANEL: [&str; 5] = ["expert", "cutter", "hoarder", "medic", "random"];

#[test]
fn a_run_of_the_panel_has_the_figures_of_each_bot() {
    let folder = folder();
    let (rows, text) = rows(folder.path(), &["run", "knife-fight", "--games", "4k"]);
    let bots: Vec<&str> = rows.iter().take(5).map(|row| row[1].as_str()).collect();
    assert_eq!(bots, PANEL);
    let (_, medic, _) =
        answer(folder.path(), &["run", "knife-fight", "--games", "4k", "--bots", "medic", "--format", "csv"]);
    let own = |row: &&[String; 4]| row[0] == "win_rates/side/black" && row[1] == "medic";
    let value = &rows.iter().find(own).expect("a row")[2];
    let black = medic.lines().find(|line| line.contains(",side,black,")).expect("a row");
    assert!(black.contains(value), "{value} {black}");
    // Games of random players are shorter, and the summary says so.
    let lengths = rows.iter().filter(|row| row[0] == "metrics/length-mean");
    assert!(lengths.clone().count() == 5 && lengths.clone().all(|row| row[3] == "size"), "{rows:?}");
    assert!(text.contains("a panel of 5 bots") && text.contains("\nThe 5 bots disagree on "), "{text}");
    let compare = ["compare", "knife-fight", "--set-b", "deck.red.joker=3", "--games", "2k"];
    let other = super::program::folder();
    let (rows, text) = self::rows(other.path(), &compare);
    assert!(text.contains("\nUp with every bot: Red wins, +"), "{text}");
    let red = |row: &&[String; 4]| row[0] == "win_rates/side/red";
    let deltas: Vec<f64> = rows.iter().filter(red).map(|row| row[2].parse().expect("a number")).collect();
    assert!(deltas.len() == 5 && deltas.iter().all(|delta| *delta > 0.02), "{deltas:?}");
}

#[test]
fn a_config_has_a_panel_of_its_own() {
    let house = "game = 'knife-fight'\n[run]\npanel = ['random', 'cutter,mine.toml']\n[targets]\n\
                 'outcomes/draw' = { max = 0.9 }\n'outcomes/win' = { min = '1%', bots = ['random', 'medic'] }\n";
    let folder = folder();
    let inner = folder.path().join("house");
    std::fs::create_dir(&inner).expect("a folder");
    std::fs::write(inner.join("house.toml"), house).expect("a file");
    std::fs::copy(super::root().join("strategies/knife-fight/medic.toml"), inner.join("mine.toml"))
        .expect("a file");
    let (rows, text) = self::rows(folder.path(), &["run", "house/house.toml", "--games", "300"]);
    assert!(
        rows.iter().any(|row| row[1] == "cutter,house/mine.toml") && text.contains("a panel of 2 bots"),
        "{rows:?}"
    );
    let check = ["check", "house/house.toml", "--games", "300", "--bots", "panel", "--out", "c"];
    let (code, text, stderr) = answer(folder.path(), &check);
    assert_eq!(bots_of_the_result(&inside(&folder.path().join("c"))), "");
    assert!(code == 0 && text.contains("cutter,mine"), "{text}{stderr}");
    let csv = std::fs::read_to_string(folder.path().join("c/check/check.csv")).expect("a file");
    assert_eq!(
        csv.lines().filter(|line| line.contains("outcomes/win")).count(),
        2,
        "its own two bots: {csv}"
    );
}

#[test]
fn a_check_judges_each_bot_of_the_panel_and_names_the_disagreements() {
    let house = "game = 'knife-fight'\n[targets]\n'metrics/length-mean' = { max = 6.8 }\n";
    with_file("house.toml", house, |folder| {
        let (code, text, stderr) = answer(folder, &["check", "house.toml", "--bots", "panel"]);
        assert_eq!(code, 10, "{text}{stderr}");
        let disagree = text.lines().find(|line| line.starts_with("The bots disagree on mean length"));
        assert!(disagree.is_some(), "{text}");
        assert!(
            super::program::unwrapped(&text).contains("with cutter, random")
                && stderr.contains("players: a panel of expert, "),
            "{text}{stderr}"
        );
    });
}
