//! `undercard report` of folders that are damaged, cut short or another's: what it refuses, and how it says so.

use super::program::{answer, folder, names};
use super::report::{change, play, small_run};
use std::fs;
use std::path::Path;

/// Something is wrong with a run's folder: exit code 12, nothing on stdout, no page, all parts in the message.
fn damaged(damage: impl FnOnce(&Path), parts: &[&str]) {
    let folder = folder();
    small_run(folder.path());
    let out = folder.path().join("o");
    damage(&out);
    let (code, stdout, stderr) = answer(folder.path(), &["report", "o"]);
    assert_eq!((code, stdout.as_str()), (12, ""), "{stderr}");
    for part in parts {
        assert!(stderr.contains(part), "{part:?} is not in\n{stderr}");
    }
    assert!(!out.join("report.html").exists());
}

#[test]
fn damaged_and_foreign_folders_are_refused() {
    let remove = |name: &'static str| move |out: &Path| fs::remove_file(out.join(name)).expect("removed");
    damaged(
        |out| fs::remove_dir_all(out).expect("removed"),
        &["o: found nothing that can be read", "folder of a result"],
    );
    damaged(
        remove("metrics.csv"),
        &["metrics.csv: found nothing", "beside the others of `undercard run`: run that again"],
    );
    damaged(remove("run.json"), &["run.json: found nothing"]);
    damaged(|out| fs::write(out.join("run.json"), "{").expect("a file"), &["run.json: found EOF"]);
    damaged(
        |out| change(&out.join("run.json"), "0.95,", "95,"),
        &[
            "run.json: found the level 95, which is not between 0.5 and 1 at line ",
            "expected what `undercard run` wrote",
        ],
    );
    damaged(
        |out| change(&out.join("outcomes.csv"), "share_low", "low"),
        &["outcomes.csv:1: found the columns game,"],
    );
    damaged(
        |out| change(&out.join("win_rates.csv"), "seat,1,2000", "seat,1,many"),
        &["win_rates.csv:3: games: found \"many\""],
    );
    damaged(
        |out| fs::write(out.join("metrics.csv"), b"\xff\n").expect("a file"),
        &["metrics.csv:1", "no UTF-8"],
    );
    let cut = |out: &Path| {
        let text = fs::read_to_string(out.join("card_impact.csv")).expect("a file");
        fs::write(out.join("card_impact.csv"), &text[..text.len() / 2]).expect("a file");
    };
    damaged(cut, &["card_impact.csv:", "found a row that is cut short, expected a whole one"]);
    let shorter = |out: &Path| {
        let text = fs::read_to_string(out.join("card_impact.csv")).expect("a file");
        let lines: Vec<&str> = text.lines().take(20).collect();
        fs::write(out.join("card_impact.csv"), lines.join("\n") + "\n").expect("a file");
    };
    damaged(shorter, &["card_impact.csv: found 19 rows, expected 198, as o/run.json says"]);
    // The files of two runs.
    damaged(
        |out| change(&out.join("outcomes.csv"), "knife-fight,2,", "knife-fight,3,"),
        &["outcomes.csv:2: players: found 3, expected 2, as o/run.json says"],
    );
    damaged(
        |out| change(&out.join("run.json"), "\"players\": 2,\n  \"seed\"", "\"players\": 3,\n  \"seed\""),
        &["outcomes.csv: found knife-fight, 2 players, expected knife-fight, 3 players, as o/run.json says"],
    );
    damaged(
        |out| {
            change(
                &out.join("run.json"),
                "\"games\": 2000,\n  \"complete\"",
                "\"games\": 1999,\n  \"complete\"",
            );
        },
        &["outcomes.csv: found 2000 games, expected 1999"],
    );
    damaged(
        |out| change(&out.join("run.toml"), "config-digest = \"", "config-digest = \"0"),
        &["run.toml: provenance.config-digest: found the config digest 0"],
    );
    damaged(|out| fs::write(out.join("run.toml"), "a = = 1").expect("a file"), &["run.toml:1"]);
    damaged(
        |out| {
            change(&out.join("game_length.csv"), "rounds,6,", "rounds,99,");
            change(&out.join("run.json"), "\"length\": 6,", "\"length\": 99,");
        },
        &["game_length.csv: found the length", "ascending"],
    );
    let shorter = |out: &Path| {
        let text = fs::read_to_string(out.join("outcomes.csv")).expect("a file");
        let lines: Vec<&str> = text.lines().take(4).collect();
        fs::write(out.join("outcomes.csv"), lines.join("\n") + "\n").expect("a file");
    };
    damaged(shorter, &["outcomes.csv: found 3 rows, expected 5: one for each kind"]);
    let many = format!("[{}\"x\"]", "\"x\", ".repeat(8));
    damaged(
        |out| {
            let text = fs::read_to_string(out.join("run.json")).expect("a file");
            let (before, after) = text.split_once("\"bots\": ").expect("bots");
            let (_, after) = after.split_once(']').expect("a list");
            fs::write(out.join("run.json"), format!("{before}\"bots\": {many}{after}")).expect("a file");
        },
        &["run.json: found 9 bots"],
    );
    let folder_for_file = |out: &Path| {
        fs::remove_file(out.join("metrics.csv")).expect("removed");
        fs::create_dir(out.join("metrics.csv")).expect("a folder");
    };
    damaged(folder_for_file, &["metrics.csv: found what is no file"]);
    for (name, most) in
        [("metrics.csv", "268,435,456"), ("run.json", "67,108,864"), ("run.toml", "1,000,000")]
    {
        let large = |out: &Path| {
            fs::File::create(out.join(name)).and_then(|file| file.set_len(300_000_000)).expect("a file");
        };
        damaged(
            large,
            &[
                &format!("o/{name}: found 300,000,000 bytes, expected a "),
                &format!(" of at most {most} bytes"),
            ],
        );
    }
}

/// Whoever changes a figure in a CSV of a run is told where, and what it was.
#[test]
fn what_a_csv_says_otherwise_than_run_json_is_told() {
    let folder = folder();
    small_run(folder.path());
    for file in ["win_rates", "outcomes", "game_length", "card_impact", "metrics"] {
        let path = folder.path().join("o").join(format!("{file}.csv"));
        let whole = fs::read_to_string(&path).expect("a file");
        let mut csv = csv::Reader::from_reader(whole.as_bytes());
        let header = csv.headers().expect("a header").clone();
        let rows: Vec<csv::StringRecord> = csv.records().map(|row| row.expect("a row")).collect();
        for (place, column) in header.iter().enumerate() {
            // One that can have another value: an end of an interval, or a share, may not go where it likes.
            let Some(nth) = rows.iter().position(|row| !row[place].is_empty()) else { continue };
            let cell = &rows[nth][place];
            let digit = cell.rfind(|digit: char| digit.is_ascii_digit() && digit != '9');
            let other = match (cell.parse::<f64>(), digit) {
                (Ok(_), Some(at)) => {
                    cell[..at].to_owned()
                        + &(cell[at..=at].parse::<u8>().expect("a digit") + 1).to_string()
                        + &cell[at + 1..]
                }
                _ => format!("{cell}x"),
            };
            let mut changed = csv::Writer::from_writer(Vec::new());
            changed.write_record(&header).expect("written");
            for (number, row) in rows.iter().enumerate() {
                let cell = |(at, cell)| if (number, at) == (nth, place) { other.as_str() } else { cell };
                changed.write_record(row.iter().enumerate().map(cell)).expect("written");
            }
            fs::write(&path, changed.into_inner().expect("a text")).expect("a file");
            let (code, stdout, stderr) = answer(folder.path(), &["report", "o"]);
            let told = format!("o/{file}.csv:{}: {column}: found ", nth + 2);
            assert_eq!((code, stdout.as_str()), (12, ""), "{column}: {stderr}");
            assert!(stderr.contains(&told), "{column}: {told:?} is not in\n{stderr}");
        }
        fs::write(&path, whole).expect("a file");
    }
    play(folder.path(), &["report", "o"]);
    let rates = folder.path().join("o/win_rates.csv");
    let text = fs::read_to_string(&rates).expect("a file");
    let share = text.lines().nth(1).and_then(|row| row.split(',').nth(6)).expect("a share").to_owned();
    change(&rates, &format!(",{share},"), ",0.500001,");
    let (_, _, stderr) = answer(folder.path(), &["report", "o"]);
    assert!(
        stderr.contains("win_share: found 0.500001, expected 0.") && stderr.contains(", as o/run.json says"),
        "{stderr}"
    );
    // A check has its rows in JSON, too.
    let config = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.9 }\n";
    fs::write(folder.path().join("house.toml"), config).expect("a file");
    play(folder.path(), &["check", "house.toml", "--games", "5000", "--quiet", "--out", "p"]);
    play(folder.path(), &["report", "p"]);
    change(&folder.path().join("p/check.csv"), ",pass,", ",fail,");
    let (code, _, stderr) = answer(folder.path(), &["report", "p"]);
    let told = "p/check.csv:2: lineup_verdict: found fail, expected pass, as p/check.json says";
    assert!(code == 12 && stderr.contains(told), "{stderr}");
}

/// Where no JSON has the figures, a figure must at least be one that can be.
#[test]
fn figures_that_cannot_be_are_refused_of_every_command() {
    let folder = folder();
    let compare = [
        "compare",
        "knife-fight",
        "--set-b",
        "cards.ten.damage=1",
        "--games",
        "300",
        "--quiet",
        "--out",
        "o",
    ];
    play(folder.path(), &compare);
    let path = folder.path().join("o/compare.csv");
    let whole = fs::read_to_string(&path).expect("a file");
    let row: Vec<&str> = whole.lines().nth(1).expect("a row").split(',').collect();
    for (place, cell, told) in [
        (3, "9.200000", "a: found \"9.200000\", expected a number, with six decimals one from -1 to 1"),
        (6, "0.999999", "delta_low: found 0.999999, expected no more than the "),
        (8, "1.5", "p_value: found \"1.5\", expected a number from 0 to 1"),
        (9, "-4", "a_higher: found \"-4\", expected a whole number"),
    ] {
        let mut other = row.clone();
        other[place] = cell;
        fs::write(&path, whole.replacen(&row.join(","), &other.join(","), 1)).expect("a file");
        let (code, _, stderr) = answer(folder.path(), &["report", "o"]);
        assert!(code == 12 && stderr.contains(&format!("o/compare.csv:2: {told}")), "{stderr}");
    }
    fs::write(&path, whole).expect("a file");
    change(&folder.path().join("o/compare.toml"), "level = 0.95", "level = nan");
    let (code, _, stderr) = answer(folder.path(), &["report", "o"]);
    let told =
        ": found the level NaN, which is not between 0.5 and 1, expected what `undercard compare` wrote";
    assert!(code == 12 && stderr.contains(told), "{stderr}");
}

/// A result that could not be filed to its end, in the folder of an earlier one.
#[test]
fn no_mixture_of_two_results_passes_for_one() {
    let folder = folder();
    let folder = folder.path();
    let config = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.9 }\n";
    fs::write(folder.join("house.toml"), config).expect("a file");
    for (args, last, attest) in [
        (&["run", "knife-fight", "--games-csv", "10"][..], "metrics.csv", "run.json"),
        (&["matchups", "knife-fight", "--bots", "random,cutter"], "field.csv", "matchups.toml"),
        (&["train", "knife-fight"], "trained.toml", "train.toml"),
        (&["check", "house.toml"], "check.csv", "check.json"),
    ] {
        let out = folder.join("o");
        let play_it = |seed| [args, &["--games", "2000", "--quiet", "--out", "o", "--seed", seed]].concat();
        play(folder, &play_it("1"));
        play(folder, &["report", "o", "--quiet"]);
        fs::rename(out.join(last), folder.join("old")).expect("moved");
        fs::create_dir(out.join(last)).expect("a folder");
        let (code, _, stderr) = answer(folder, &play_it("2"));
        assert_eq!(code, 13, "{stderr}");
        fs::remove_dir(out.join(last)).expect("removed");
        fs::rename(folder.join("old"), out.join(last)).expect("moved");
        let (code, stdout, stderr) = answer(folder, &["report", "o"]);
        let told = format!(
            "o/{attest}: found nothing, expected this file beside the others of `undercard {}`: run that again",
            args[0]
        );
        assert!((code, stdout.as_str()) == (12, "") && stderr.contains(&told), "{stderr}");
        assert!(!out.join("games.csv").exists() && !out.join("report.html").exists());
        play(folder, &play_it("2"));
        play(folder, &["report", "o", "--quiet"]);
        fs::remove_dir_all(out).expect("removed");
    }
}

/// The same limit as for a config, which such a file is, too.
#[test]
fn how_a_result_was_made_is_told_in_a_file_of_any_size_that_a_config_may_have() {
    let folder = folder();
    let args =
        ["compare", "knife-fight", "--set-b", "rules.tie=no-hit", "--games", "200", "--quiet", "--out", "o"];
    play(folder.path(), &args);
    let file = folder.path().join("o/compare.toml");
    let text = fs::read_to_string(&file).expect("a file");
    let padded = |size: usize| format!("{text}{}", "#".repeat(size - text.len()));
    for (size, code) in [(1_000_000, 0), (1_000_001, 12)] {
        fs::write(&file, padded(size)).expect("a file");
        let (found, _, stderr) = answer(folder.path(), &["report", "o"]);
        assert_eq!(found, code, "{stderr}");
        let told = "found 1,000,001 bytes, expected a file, of at most 1,000,000 bytes";
        assert_eq!(stderr.contains(told), code == 12, "{stderr}");
    }
}

/// Whatever is missing of a command's files, at whatever byte one ends: that is told, with the file.
#[test]
fn what_is_cut_short_is_told_of_every_command() {
    let folder = folder();
    let folder = folder.path();
    let config = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.9 }\n";
    fs::write(folder.join("house.toml"), config).expect("a file");
    for (args, file, head) in [
        (&["compare", "house.toml", "--set-b", "cards.ten.damage=1"][..], "compare.csv", "compare.toml"),
        (&["matchups", "house.toml", "--bots", "random,cutter"], "field.csv", "matchups.toml"),
        (&["check", "house.toml"], "check.csv", "check.json"),
        (&["selftest"], "selftest.csv", ""),
    ] {
        let args = match args {
            ["selftest"] => vec!["selftest", "--format", "csv"],
            _ => [args, &["--games", "200", "--quiet"]].concat(),
        };
        let (code, _, stderr) = answer(folder, &[&args[..], &["--out", "o"]].concat());
        assert!(code == 0 || code == 11, "{stderr}");
        play(folder, &["report", "o"]);
        fs::remove_file(folder.join("o/report.html")).expect("removed");
        let path = folder.join("o").join(file);
        let whole = fs::read(&path).expect("a file");
        let lines: Vec<usize> = (0..whole.len()).filter(|at| whole[*at] == b'\n').collect();
        let told = |part: &str| {
            let (code, stdout, stderr) = answer(folder, &["report", "o"]);
            assert_eq!((code, stdout.as_str()), (12, ""), "{args:?}: {stderr}");
            assert!(stderr.contains(part), "{args:?}: {part:?} is not in\n{stderr}");
            assert!(!folder.join("o/report.html").exists());
        };
        let header = lines[0];
        for (end, part) in [
            (0, ":1: found a header that is cut short".to_owned()),
            (header / 2, ":1: found a header that is cut short".into()),
            (header, ":1: found a header that is cut short".into()),
            (header + 1, ": found ".to_owned() + if head.is_empty() { "no rows" } else { "0 rows" }),
            (header + 2, ":2: found a row that is cut short".into()),
            (whole.len() - 1, format!(":{}: found a row that is cut short", lines.len())),
            (lines[lines.len() - 2], format!(":{}: found a row that is cut short", lines.len() - 1)),
        ] {
            // Of a file with one row the end of the header is that of the last row but one.
            let is_header = end == header;
            let part = if is_header { ":1: found a header that is cut short" } else { &part };
            fs::write(&path, &whole[..end]).expect("a file");
            told(&format!("o/{file}{part}"));
        }
        if !head.is_empty() {
            let rows = format!("o/{file}: found {} rows, expected {}", lines.len() - 2, lines.len() - 1);
            fs::write(&path, &whole[..=lines[lines.len() - 2]]).expect("a file");
            told(&rows);
            fs::write(&path, &whole).expect("a file");
            let own = folder.join("o").join(head);
            let text = fs::read_to_string(&own).expect("a file");
            fs::remove_file(&own).expect("removed");
            told(&format!(
                "o/{head}: found nothing, expected this file beside the others of `undercard {}`",
                args[0]
            ));
            fs::write(&own, text.replace("level", "lever")).expect("a file");
            told(&format!("o/{head}"));
            fs::write(&own, &text[..text.len() / 2]).expect("a file");
            told(&format!("o/{head}"));
        }
        fs::remove_dir_all(folder.join("o")).expect("removed");
    }
}

#[test]
fn who_names_another_folder_is_told_which() {
    let folder = folder();
    small_run(folder.path());
    let (code, _, stderr) = answer(folder.path(), &["report", "."]);
    assert!(
        code == 12
            && stderr
                .contains("found no results, expected the files of one of these commands: run, compare,"),
        "{stderr}"
    );
    assert!(stderr.contains("did you mean `./o`?"), "{stderr}");
    let (code, _, stderr) = answer(folder.path(), &["report", "o/run.json"]);
    assert!(
        code == 12 && stderr.contains("o/run.json: found a file, expected the folder of a result"),
        "{stderr}"
    );
    assert_eq!(answer(folder.path(), &["report"]).0, 2);
}

#[test]
fn a_page_that_cannot_be_written_is_told() {
    let folder = folder();
    small_run(folder.path());
    let before = names(folder.path());
    for out in ["o", "o/run.json/page.html"] {
        let (code, stdout, stderr) = answer(folder.path(), &["report", "o", "--out", out]);
        assert_eq!((code, stdout.as_str()), (13, ""), "{stderr}");
        assert!(stderr.contains("cannot be written"), "{stderr}");
    }
    assert_eq!(names(folder.path()), before);
}
