//! `undercard report` on damaged, incomplete and foreign folders: which of them it rejects, and with which
//! errors.

use super::program::{answer, folder};
use super::report::small_run;
use super::result_file::forge;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Checks that a damaged folder of a run is rejected: exit code 12, nothing on stdout, no page, all parts in
/// the message.
fn damaged(damage: impl FnOnce(&Path), parts: &[&str]) {
    let folder = folder();
    small_run(folder.path());
    let out = folder.path().join("o/run");
    damage(&out);
    let (code, stdout, stderr) = answer(folder.path(), &["report", "o"]);
    assert_eq!((code, stdout.as_str()), (12, ""), "{stderr}");
    for part in parts {
        assert!(stderr.contains(part), "{part:?} is not in\n{stderr}");
    }
    assert!(!out.with_extension("html").exists());
}

#[test]
fn damaged_and_foreign_folders_are_rejected() {
    let remove = |name: &'static str| move |out: &Path| fs::remove_file(out.join(name)).expect("removed");
    damaged(
        |out| fs::remove_dir_all(out.parent().expect("a folder")).expect("removed"),
        &["o: found no readable folder", "a result folder"],
    );
    damaged(remove("metrics.csv"), &["metrics.csv: found nothing", "run the command again"]);
    damaged(remove("result.json"), &["o/run: found win_rates.csv without result.json"]);
    damaged(|out| fs::write(out.join("result.json"), "{").expect("a file"), &["result.json: found EOF"]);
    let edit = |old: &'static str, new: &'static str| {
        move |out: &Path| {
            let path = out.join("run.toml");
            let text = fs::read_to_string(&path).expect("a file");
            assert!(text.contains(old), "{text}");
            fs::write(path, text.replacen(old, new, 1)).expect("a file");
        }
    };
    let digest = ("games-digest = \"", "games-digest = \"0");
    let rule = ("tie = \"no-hit\"", "tie = \"both-hit\"");
    for (old, new) in [("seed = 1\n", "seed = 2\n"), rule, digest] {
        damaged(edit(old, new), &["o/run/run.toml: found a file that was changed after the run"]);
    }
    let changed =
        "o/run/metrics.csv: found a file that was changed, expected the file that o/run/result.json names";
    damaged(|out| fs::write(out.join("metrics.csv"), b"\xff\n").expect("a file"), &[changed]);
    let forged = |change: fn(&mut Value), part: &'static str| {
        damaged(|out| forge(out, change), &[part]);
    };
    forged(|json| json["format"] = 1.into(), "found format 1 of undercard 0.1.0, expected format 7");
    forged(
        |json| json["tables"]["win_rates"]["rows"][0]["games"] = "many".into(),
        "found an invalid row of win_rates",
    );
    forged(
        |json| json["tables"]["win_rates"]["file"] = "../../x.csv".into(),
        "found the table win_rates with other columns",
    );
    for (name, most) in [("metrics.csv", "268,435,456"), ("result.json", "1,073,741,824")] {
        let large = |out: &Path| {
            fs::File::create(out.join(name)).and_then(|file| file.set_len(3_000_000_000)).expect("a file");
        };
        damaged(
            large,
            &[
                &format!("o/run/{name}: found 3,000,000,000 bytes, expected a "),
                &format!(" of at most {most} bytes"),
            ],
        );
    }
}
