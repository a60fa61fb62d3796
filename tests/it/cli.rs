//! The built program, end to end: exit codes, what goes where, bad input, closed pipes, signals.

use super::program::{answer, folder, names, refused, refused_in, with_file};

const FILES: [&str; 7] = [
    "card_impact.csv",
    "game_length.csv",
    "metrics.csv",
    "outcomes.csv",
    "run.json",
    "run.toml",
    "win_rates.csv",
];

#[test]
fn a_run_prints_a_summary_and_writes_its_files() {
    let folder = folder();
    let (code, stdout, stderr) = answer(folder.path(), &["run", "knife-fight", "--games", "2000"]);
    assert_eq!((code, stderr.as_str()), (0, ""), "stderr is silent where it is no terminal");
    assert!(stdout.contains("black") && stdout.contains("2,000") | stdout.contains("2000"), "{stdout}");
    assert_eq!(names(&folder.path().join("reports/knife-fight")), FILES);
}

#[test]
fn the_same_run_gives_the_same_bytes_on_any_threads() {
    let folder = folder();
    for threads in ["1", "2", "7"] {
        let args =
            ["run", "knife-fight", "--games", "3000", "--threads", threads, "--quiet", "--out", threads];
        assert_eq!(answer(folder.path(), &args), (0, String::new(), String::new()));
    }
    for file in FILES.into_iter().filter(|file| *file != "run.toml") {
        let read = |threads: &str| std::fs::read(folder.path().join(threads).join(file)).expect("a file");
        assert!(read("1") == read("2") && read("1") == read("7"), "{file}");
    }
}

#[test]
fn a_filed_run_can_be_played_again() {
    let folder = folder();
    let first = [
        "run",
        "knife-fight",
        "--games",
        "1500",
        "--seed",
        "9",
        "--set",
        "rules.tie=no-hit",
        "--bots",
        "medic,random",
        "--quiet",
        "--out",
        "a",
    ];
    assert_eq!(answer(folder.path(), &first).0, 0);
    let again = ["run", "a/run.toml", "--quiet", "--out", "b"];
    assert_eq!(answer(folder.path(), &again), (0, String::new(), String::new()));
    for file in FILES.into_iter().filter(|file| *file != "run.toml") {
        let read = |out: &str| std::fs::read(folder.path().join(out).join(file)).expect("a file");
        assert!(read("a") == read("b"), "{file}");
    }
}

#[test]
fn own_files_are_replaced_and_others_left_alone() {
    let folder = folder();
    let out = folder.path().join("out");
    std::fs::create_dir(&out).expect("a folder");
    std::fs::write(out.join("notes.txt"), "mine").expect("a file");
    std::fs::write(out.join("win_rates.csv"), "old").expect("a file");
    let args = ["run", "knife-fight", "--games", "500", "--quiet", "--out", "out"];
    assert_eq!(answer(folder.path(), &args).0, 0);
    assert_eq!(std::fs::read_to_string(out.join("notes.txt")).expect("a file"), "mine");
    assert_ne!(std::fs::read_to_string(out.join("win_rates.csv")).expect("a file"), "old");
    assert_eq!(names(&out).len(), FILES.len() + 1, "no temporary file is left: {:?}", names(&out));
}

#[test]
fn every_format_prints_to_stdout() {
    let folder = folder();
    for (format, part) in
        [("text", "black"), ("markdown", "|"), ("json", "{"), ("csv", "game,players,group,key")]
    {
        let args = ["run", "knife-fight", "--games", "500", "--format", format];
        let (code, stdout, _) = answer(folder.path(), &args);
        assert!(code == 0 && stdout.contains(part), "{format}: {stdout}");
    }
}

#[test]
fn games_csv_lists_the_first_games() {
    let folder = folder();
    let args = ["run", "knife-fight", "--games", "500", "--quiet", "--games-csv", "40", "--out", "o"];
    assert_eq!(answer(folder.path(), &args).0, 0);
    let mut csv = csv::Reader::from_path(folder.path().join("o/games.csv")).expect("a CSV");
    assert_eq!(
        csv.headers().expect("a header"),
        vec!["game_idx", "outcome", "winners", "length", "decisions"]
    );
    let rows: Vec<csv::StringRecord> = csv.records().map(|row| row.expect("a row")).collect();
    assert_eq!((rows.len(), &rows[39][0]), (40, "39"));
}

#[test]
fn a_replay_tells_the_game_that_was_looked_for() {
    let folder = folder();
    let (code, story, _) = answer(folder.path(), &["replay", "knife-fight", "--where", "outcome=draw"]);
    assert!(code == 0 && story.contains("A draw."), "{story}");
    let (_, longest, _) =
        answer(folder.path(), &["replay", "knife-fight", "--where", "longest", "--games", "300"]);
    let (_, shortest, _) =
        answer(folder.path(), &["replay", "knife-fight", "--where", "shortest", "--games", "300"]);
    assert!(longest.matches("Round").count() > shortest.matches("Round").count());
    refused(&["replay", "knife-fight", "--where", "outcome=drawn"], &["did you mean `draw`?"]);
    refused(
        &["replay", "knife-fight", "--where", "outcome=stalemate", "--games", "50"],
        &["none of the first 50 games"],
    );
}

#[test]
fn a_plan_plays_nothing_and_says_what_to_expect() {
    let folder = folder();
    let (code, text, _) = answer(folder.path(), &["run", "knife-fight", "--plan"]);
    assert_eq!((code, names(folder.path()).len()), (0, 0), "{text}");
    for part in [
        "1000000 games, about",
        "±0.098 pp",
        "±0.1 pp takes 960365 games",
        "156978 games a side",
        "6280 pairs",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn a_configuration_compared_with_itself_differs_by_exactly_nothing() {
    let folder = folder();
    let args = ["compare", "knife-fight", "knife-fight", "--games", "2000", "--format", "csv"];
    let (code, text, _) = answer(folder.path(), &args);
    assert_eq!(code, 0);
    for row in text.lines().skip(1) {
        assert!(row.ends_with(",equal") || row.contains(",,,"), "{row}");
        assert!(
            !row.ends_with(",equal")
                || row.contains(",0.000000,0.000000,0.000000,")
                || row.contains(",0.0000,0.0000,0.0000,"),
            "{row}"
        );
    }
    let (code, text, _) = answer(folder.path(), &["compare", "knife-fight", "--games", "2000"]);
    assert_eq!((code, text.as_str()), (2, ""), "nothing differs");
}

#[test]
fn the_second_side_of_a_comparison_plays_the_games_of_the_first() {
    with_file("h.toml", "game = \"knife-fight\"\n[run]\nseed = 7\ngames = 500\n", |folder| {
        let args = ["compare", "knife-fight", "h.toml", "--games", "2000", "--format", "csv"];
        let (code, csv, _) = answer(folder, &args);
        assert_eq!(code, 0);
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        for row in reader.records().map(|row| row.expect("a row")) {
            assert!(matches!(&row[5], "" | "0.000000" | "0.0000"), "{row:?}");
            assert_eq!((&row[9], &row[10]), ("0", "0"), "{row:?}");
        }
    });
}

#[test]
fn a_comparison_that_stops_when_it_likes_is_less_sure() {
    let folder = folder();
    let args =
        ["compare", "knife-fight", "--set-b", "rules.tie=no-hit", "--games", "100k", "--format", "csv"];
    let table = |more: &[&str]| {
        let (code, csv, _) = answer(folder.path(), &[&args, more].concat());
        assert_eq!(code, 0);
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let rows = reader.records().map(|row| row.expect("a row"));
        rows.filter(|row| !row[6].is_empty()).collect::<Vec<_>>()
    };
    let (fixed, stopped) = (table(&[]), table(&["--decide", "2pp"]));
    assert!(fixed.iter().all(|row| !row[12].ends_with("-cs") && !row[8].is_empty()), "{fixed:?}");
    assert!(stopped.iter().all(|row| row[12].ends_with("-cs") && row[8].is_empty()), "{stopped:?}");
}

#[test]
fn a_fraction_is_played_of_the_default_number_of_games_and_of_no_number_that_somebody_said() {
    with_file("house.toml", "game = 'knife-fight'\n[run]\ngames = 700\n", |folder| {
        for (args, part) in [
            (&["sweep", "house.toml", "--vary", "rules.tie=no-hit"][..], "700 games a cell"),
            (&["sensitivity", "house.toml", "--keys", "rules.max-rounds"], "700 pairs of games a step"),
            (&["sensitivity", "house.toml", "--keys", "rules.max-rounds", "-n", "600"], "600 pairs"),
        ] {
            let (code, text, stderr) = answer(folder, args);
            assert!(code == 0 && text.contains(part), "{args:?}\n{text}{stderr}");
        }
        let (code, _, stderr) = answer(folder, &["replay", "house.toml", "--where", "outcome=stalemate"]);
        assert!(code == 2 && stderr.contains("none of the first 700 games"), "{stderr}");
    });
    let (_, text, _) =
        answer(folder().path(), &["sweep", "knife-fight", "--vary", "rules.tie=no-hit", "--format", "csv"]);
    assert!(text.lines().nth(1).is_some_and(|row| row.ends_with(",100000")), "{text}");
}

#[test]
fn a_sweep_that_is_to_show_what_is_no_figure_plays_nothing() {
    let sweep = ["sweep", "knife-fight", "--vary", "rules.tie=no-hit,both-hit", "--games", "1e11", "--show"];
    for (show, near) in [("metrics/lenght-mean", "metrics/length-mean"), ("outcomes/drawn", "outcomes/draw")]
    {
        refused(&[&sweep[..], &[show]].concat(), &[&format!("--show: found \"{show}\""), near]);
    }
    refused(&[&sweep[..], &["card_impact/joker/all/opening"]].concat(), &["a win rate, outcome or metric"]);
}

#[test]
fn lists_name_everything() {
    let folder = folder();
    let (code, games, _) = answer(folder.path(), &["list"]);
    assert!(code == 0 && games.contains("knife-fight"), "{games}");
    let (code, game, _) = answer(folder.path(), &["list", "knife-fight"]);
    for part in ["rules.bleed-divisor", "1..60", "cutter", "damage-dealt", "joker", "draw-then-bleed"] {
        assert!(code == 0 && game.contains(part), "{part} is not in\n{game}");
    }
}

#[test]
fn bad_commands_are_refused() {
    refused(&["run", "knife-fite"], &["knife-fite", "did you mean `knife-fight`?"]);
    refused(&["run", "knife-fight", "--games", "0"], &["--games", "from 1"]);
    refused(&["run", "knife-fight", "--games=-1"], &["--games"]);
    refused(&["run", "knife-fight", "--games", "1e30"], &["--games"]);
    for command in ["run", "check"] {
        let seed = "9223372036854775808";
        refused(&[command, "knife-fight", "--seed", seed], &["--seed", seed, "9223372036854775807"]);
    }
    refused(&["run", "knife-fight", "--threads", "0"], &["--threads"]);
    refused(&["run", "knife-fight", "--players", "3"], &["--players", "found 3", "expected 2"]);
    refused(&["run", "knife-fight", "--bots", "cuter"], &["cuter", "did you mean `cutter`?"]);
    refused(&["run", "knife-fight", "--bots", "random,random,random"], &["found 3 bots", "2: one a seat"]);
    refused(&["run", "knife-fight", "--set", "rules.tie=both"], &["error: --set: rules.tie", "both-hit"]);
    let compare = ["compare", "knife-fight"];
    refused(&[&compare[..], &["--set-b", "rules.tie=both"]].concat(), &["error: --set-b: rules.tie"]);
    refused(&[&compare[..], &["--set-b", "rules"]].concat(), &["error: --set-b: found \"rules\""]);
    refused(&[&compare[..], &["--bots-b", "cuter"]].concat(), &["error: --bots-b: found", "`cutter`"]);
    let both = ["--set", "rules.tie=both", "--set-b", "rules.tie=no-hit"];
    refused(&[&compare[..], &both].concat(), &["error: --set: rules.tie"]);
    refused(&["sweep", "knife-fight", "--vary", "rules.tie=both"], &["error: --vary: rules.tie"]);
    refused(&["run", "knife-fight", "--level", "2"], &["--level"]);
    refused(&["run", "nothing.toml"], &["nothing.toml"]);
    refused(&["run", "."], &["a directory"]);
    refused(&["fly"], &["fly"]);
    refused(&[], &["Usage"]);
}

#[test]
fn bad_files_are_refused_with_file_and_line() {
    with_file("empty.toml", "", |folder| {
        refused_in(folder, &["run", "empty.toml"], &["empty.toml", "an empty file"]);
    });
    with_file("no.toml", "a = = 1", |folder| {
        refused_in(folder, &["run", "no.toml"], &["no.toml:1", "no TOML"]);
    });
    with_file("bad.toml", b"game = \"\xff\"", |folder| refused_in(folder, &["run", "bad.toml"], &["UTF-8"]));
    with_file("large.toml", vec![b'#'; 1_000_001], |folder| {
        refused_in(folder, &["run", "large.toml"], &["at most 1 MB"]);
    });
    with_file("none.toml", "[rules]\ntie = 'no-hit'", |folder| {
        refused_in(folder, &["run", "none.toml"], &["game", "knife-fight"]);
    });
    with_file("other.toml", "game = 'chess'", |folder| {
        refused_in(folder, &["run", "other.toml"], &["other.toml:1: game", "chess"]);
    });
    let two = "game = 'knife-fight'\n[rules]\ntie = 'both'\nbleed-divider = 2\n[setup]\nhand-size = 0.5\n";
    with_file("two.toml", two, |folder| {
        refused_in(
            folder,
            &["run", "two.toml"],
            &[
                "two.toml:3: rules.tie",
                "two.toml:4: rules.bleed-divider",
                "did you mean `bleed-divisor`?",
                "two.toml:6: setup.hand-size: found 0.5",
            ],
        );
    });
    let small = "game = 'knife-fight'\n[deck.red]\nace=1\ntwo=0\nthree=0\nfour=0\nfive=0\nsix=0\nseven=0\neight=0\nnine=0\nten=0\njack=0\nqueen=0\nking=0\njoker=1\n";
    with_file("small.toml", small, |folder| {
        refused_in(folder, &["run", "small.toml"], &["deck.red", "a deck of 2 cards", "4 to 120"]);
    });
    with_file("run.toml", "game = 'knife-fight'\n[run]\ngames = 0\nseeds = 1\n", |folder| {
        refused_in(
            folder,
            &["run", "run.toml"],
            &["run.toml:3: run.games", "run.toml:4: run.seeds", "did you mean `seed`?"],
        );
    });
}

#[test]
fn bad_strategies_are_refused() {
    let other = "game = 'stabby-jack'\nbelieves = 'x'\n[weights]\n";
    with_file("other.toml", other, |folder| {
        refused_in(
            folder,
            &["run", "knife-fight", "--bots", "other.toml"],
            &["other.toml:1: game", "stabby-jack", "knife-fight"],
        );
    });
    with_file("=1+1.toml", "game = 'knife-fight'\nbelieves = 'x'\n[weights]\n", |folder| {
        refused_in(folder, &["run", "knife-fight", "--bots", "./=1+1.toml"], &["begin with none of ="]);
        std::fs::create_dir(folder.join("=dir")).expect("a folder");
        std::fs::copy(folder.join("=1+1.toml"), folder.join("=dir/x.toml")).expect("a file");
        refused_in(folder, &["run", "knife-fight", "--bots", "=dir/x.toml"], &["=dir/x.toml", "begin with"]);
    });
    with_file("=x.toml", "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 1 }", |folder| {
        refused_in(folder, &["check", "=x.toml"], &["CONFIG: found \"=x.toml\"", "as ./"]);
        assert_eq!(answer(folder, &["check", "./=x.toml", "--games", "500", "--quiet"]).0, 0);
    });
    with_file("odd.toml", "game = 'knife-fight'\nbelieves = 'x'\n[weights]\nlethall = 1\n", |folder| {
        refused_in(folder, &["lint", "odd.toml"], &["odd.toml:4: weights.lethall", "did you mean `lethal`?"]);
    });
}

#[test]
fn what_cannot_be_written_is_exit_code_13() {
    with_file("file", "x", |folder| {
        let (code, stdout, stderr) =
            answer(folder, &["run", "knife-fight", "--games", "500", "--out", "file/deeper"]);
        assert_eq!((code, stdout.as_str()), (13, ""), "{stderr}");
        assert!(stderr.contains("file"), "{stderr}");
    });
}

#[test]
fn a_name_cannot_lead_out_of_the_report_folder() {
    let folder = folder();
    let config = folder.path().join("..;rm -rf.toml");
    std::fs::write(&config, "game = 'knife-fight'").expect("a file");
    let (code, _, stderr) = answer(folder.path(), &["run", "..;rm -rf.toml", "--games", "300", "--quiet"]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(names(&folder.path().join("reports")), ["knife-fight----rm--rf"]);
}

#[cfg(unix)]
mod unix {
    use super::{folder, names};
    use std::io::Read;
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    use tempfile::TempDir;

    fn program() -> Command {
        Command::new(assert_cmd::cargo::cargo_bin("undercard"))
    }

    #[test]
    fn a_closed_pipe_is_no_error() {
        let folder = folder();
        let mut child = program()
            .current_dir(folder.path())
            .args(["run", "knife-fight", "--games", "300", "--format", "json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a child");
        drop(child.stdout.take());
        let status = child.wait().expect("an end");
        let mut stderr = String::new();
        child.stderr.take().expect("stderr").read_to_string(&mut stderr).expect("text");
        assert_eq!((status.code(), stderr.as_str()), (Some(0), ""));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_whose_name_is_no_text_is_written_to_all_the_same() {
        use std::os::unix::ffi::OsStrExt;
        let folder = folder();
        let out = std::ffi::OsStr::from_bytes(b"o\xff");
        let mut command = program();
        command.current_dir(folder.path()).args(["run", "knife-fight", "--games", "300", "--out"]).arg(out);
        let output = command.output().expect("an end");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(folder.path().join(out).join("run.toml").exists());
    }

    /// Runs a command that takes hours, sends it the signal once it has begun, and closes its stdout
    /// beforehand if nobody is to listen; the folder, and what it said on stderr.
    fn interrupted(args: &[&str], signal: &str, code: i32, is_heard: bool) -> (TempDir, String) {
        let folder = folder();
        let mut child = program()
            .current_dir(folder.path())
            .args(args)
            .args(["--out", "o"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a child");
        if !is_heard {
            drop(child.stdout.take());
        }
        // Signals are listened to before the folder is made. One is enough; a second would end it.
        let began = Instant::now();
        while !folder.path().join("o").exists() {
            assert!(began.elapsed() < Duration::from_secs(60), "it does not begin");
            std::thread::sleep(Duration::from_millis(10));
        }
        std::thread::sleep(Duration::from_millis(300));
        let sent = Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status()
            .expect("kill");
        assert!(sent.success());
        let output = child.wait_with_output().expect("an end");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {stderr}");
        let again = format!("to play all: undercard {} --out o", args.join(" "));
        assert!(stderr.contains("partial result is in o") && stderr.contains(&again), "{stderr}");
        (folder, stderr)
    }

    const LONG_RUN: [&str; 6] = ["run", "knife-fight", "--games", "1e11", "--level", "0.9"];

    fn is_partial(folder: &Path) {
        let read = |name: &str| std::fs::read_to_string(folder.join("o").join(name)).expect(name);
        let toml = read("run.toml");
        assert!(toml.contains("complete = false"), "{toml}");
        // On a busy machine the signal may come before the first game.
        assert!(
            read("win_rates.csv").contains("-cs") || toml.contains("games-played = 0"),
            "a count that was not fixed beforehand has a confidence sequence"
        );
    }

    #[test]
    fn an_interrupted_run_writes_what_it_has_and_exits_with_130() {
        is_partial(interrupted(&LONG_RUN, "INT", 130, true).0.path());
    }

    #[test]
    fn a_terminated_run_writes_what_it_has_and_exits_with_143() {
        is_partial(interrupted(&LONG_RUN, "TERM", 143, true).0.path());
    }

    #[test]
    fn an_interrupted_run_that_nobody_listens_to_exits_with_130_all_the_same() {
        is_partial(interrupted(&LONG_RUN, "INT", 130, false).0.path());
    }

    #[test]
    fn a_command_that_is_interrupted_between_two_looks_has_a_partial_result() {
        let precision = ["--games", "1e11", "--precision", "0.0001pp"];
        is_partial(
            interrupted(&[&["run", "knife-fight"], &precision[..]].concat(), "INT", 130, true).0.path(),
        );
        let compare = ["compare", "knife-fight", "--set-b", "rules.tie=no-hit"];
        let impact = ["impact", "knife-fight", "--cards", "ten"];
        let sensitivity = ["sensitivity", "knife-fight", "--keys", "rules.max-rounds"];
        let sweep = ["sweep", "knife-fight", "--vary", "rules.tie=no-hit"];
        for args in [&compare[..], &impact, &sensitivity, &sweep] {
            let (folder, stderr) = interrupted(&[args, &precision].concat(), "INT", 130, false);
            let file = format!("o/{}.csv", args[0]);
            let csv = std::fs::read_to_string(folder.path().join(&file)).expect(&file);
            let mut csv = csv::Reader::from_reader(csv.as_bytes());
            let rows: Result<Vec<_>, _> = csv.records().collect();
            assert!(!csv.headers().expect("a header").is_empty() && rows.is_ok(), "{file}");
            assert!(!stderr.contains("too few"), "{stderr}");
        }
    }

    #[test]
    fn every_long_command_says_that_its_result_is_partial_and_how_to_play_it_whole() {
        let compare = ["compare", "knife-fight", "--set-b", "rules.tie=no-hit", "--games", "1e11"];
        let sensitivity = ["sensitivity", "knife-fight", "--keys", "rules.max-rounds", "--games", "1e11"];
        let sweep = ["sweep", "knife-fight", "--vary", "rules.tie=no-hit", "--games", "1e11"];
        for (args, file) in
            [(&compare, "compare.csv"), (&sensitivity, "sensitivity.csv"), (&sweep, "sweep.csv")]
        {
            let (folder, stderr) = interrupted(args, "INT", 130, false);
            assert_eq!(names(&folder.path().join("o")), [file], "{stderr}");
        }
    }
}
