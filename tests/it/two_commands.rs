//! Two commands at once, in one result folder and with one lock file; and an interrupted list of games.

use super::program::{answer, folder, names};
use super::signals::{program, signal, wait};
use std::process::Stdio;

#[test]
fn a_second_command_in_a_folder_is_rejected_with_the_process_id_of_the_first() {
    let folder = folder();
    let folder = folder.path();
    let mut first = program()
        .current_dir(folder)
        .args(["run", "knife-fight", "--games", "1e11", "--quiet", "--out", "o"])
        .stderr(Stdio::null())
        .spawn()
        .expect("a child");
    wait("it does not begin", || folder.join("o/.run-writing").exists());
    // The process writes its id immediately after it acquires the lock.
    let id = first.id().to_string();
    wait("no number", || {
        std::fs::read_to_string(folder.join("o/.run-writing")).is_ok_and(|text| text.starts_with(&id))
    });
    let (code, stdout, stderr) = answer(folder, &["run", "knife-fight", "--games", "100", "--out", "o"]);
    assert_eq!((code, stdout.as_str()), (13, ""), "{stderr}");
    let expected = format!("undercard process {id} is writing to it");
    assert!(stderr.contains(&expected) && stderr.contains("--out"), "{stderr}");
    // The result of another command has a folder of its own.
    let compare = ["compare", "knife-fight", "--set-b", "rules.tie=no-hit", "--games", "100", "--out", "o"];
    assert_eq!(answer(folder, &compare).0, 0);
    signal(&mut first, "TERM");
    first.wait().expect("an end");
    assert!(
        !names(&folder.join("o")).iter().any(|name| name.starts_with('.')),
        "{:?}",
        names(&folder.join("o"))
    );
}

#[test]
fn two_checks_at_once_both_update_the_lock_file() {
    let folder = folder();
    let folder = folder.path();
    let target = "[targets]\n'outcomes/draw' = { max = 0.99 }\n";
    for name in ["a.toml", "b.toml", "c.toml", "d.toml"] {
        std::fs::write(folder.join(name), format!("game = 'knife-fight'\n{target}")).expect("a config");
    }
    for _ in 0..2 {
        let _ = std::fs::remove_file(folder.join("undercard.lock"));
        let children = ["a", "b", "c", "d"].map(|name| {
            let (config, out) = (format!("{name}.toml"), format!("out-{name}"));
            let args = ["check", &config, "--games", "500", "--update", "--quiet", "--out", &out];
            program().current_dir(folder).args(args).stderr(Stdio::null()).spawn().expect("a child")
        });
        for mut child in children {
            assert_eq!(child.wait().expect("an end").code(), Some(0));
        }
        let lock = std::fs::read_to_string(folder.join("undercard.lock")).expect("a lock file");
        for name in ["a.toml", "b.toml", "c.toml", "d.toml"] {
            assert!(lock.contains(name), "{name} is not in\n{lock}");
        }
    }
    assert!(!names(folder).iter().any(|name| name.starts_with('.')), "{:?}", names(folder));
}

#[cfg(unix)]
#[test]
fn an_interrupted_list_of_games_states_its_length() {
    let folder = folder();
    let folder = folder.path();
    let run = ["run", "knife-fight", "--games", "400k", "--bots", "random"];
    let args = [&run[..], &["--games-csv", "400k", "--quiet", "--out", "o"]].concat();
    let mut child = program().current_dir(folder).args(args).stderr(Stdio::null()).spawn().expect("a child");
    // It writes the list to a temporary folder. The other files of the run are smaller.
    wait("no list", || {
        let Ok(entries) = std::fs::read_dir(folder.join("o")) else { return false };
        entries.flatten().any(|entry| {
            let list = entry.path().join("games.csv");
            entry.path().extension().is_some_and(|ending| ending == "part")
                && list.metadata().is_ok_and(|about| about.len() > 500_000)
        })
    });
    signal(&mut child, "INT");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    let result = std::fs::read_to_string(folder.join("o/run/result.json")).expect("a file");
    let result: serde_json::Value = serde_json::from_str(&result).expect("JSON");
    let rows = std::fs::read_to_string(folder.join("o/run/games.csv")).expect("a list").lines().count() - 1;
    assert!(rows > 0 && result["games_csv"]["rows"] == rows, "{rows}");
    // A list that lacks games is no complete result.
    assert_eq!((&result["games_csv"]["planned"], &result["complete"]), (&400_000.into(), &false.into()));
    let (code, text, stderr) = answer(folder, &["verify", "o"]);
    assert_eq!(code, 0, "{text}{stderr}");
    // A missing list is detected.
    std::fs::remove_file(folder.join("o/run/games.csv")).expect("removed");
    let (code, text, _) = answer(folder, &["verify", "o"]);
    assert!(code == 12 && text.contains("FAIL  games.csv"), "{text}");
}
