//! What commands replace: their own complete results, and without `--force` nothing else.

use super::program::{answer, folder, names, refused_in, with_file};
use std::fs;

#[test]
fn only_own_files_are_replaced_without_force() {
    let house = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.9 }\n";
    for (name, args) in [
        ("win_rates.csv", &["run", "knife-fight"][..]),
        ("notes.txt", &["run", "knife-fight"]),
        ("result.json", &["compare", "knife-fight", "--set-b", "rules.tie=no-hit"]),
        ("tuned.toml", &["tune", "house.toml", "--keys", "rules.bleed-divisor"]),
        ("x.xml", &["check", "house.toml", "--junit", "out/x.xml"]),
    ] {
        with_file("house.toml", house, |folder| {
            // The list of findings has no place in the folder of the result.
            let own = if name == "x.xml" { folder.join("out") } else { folder.join("out").join(args[0]) };
            fs::create_dir_all(&own).expect("a folder");
            fs::write(own.join(name), "mine").expect("a file");
            let args = [args, &["--games", "1000", "--out", "out", "--quiet"]].concat();
            refused_in(folder, &args, &[name, "which Undercard did not write", "--force"]);
            assert_eq!(names(&own), [name]);
            let forced = [&args[..], &["--force"]].concat();
            let (code, _, stderr) = answer(folder, &forced);
            assert!(code == 0 || code == 11, "{args:?}\n{stderr}");
            // Even then it is not lost.
            if name != "x.xml" {
                let kept = folder.join("out/earlier").join(args[0]).join(name);
                assert_eq!(fs::read_to_string(kept).expect("kept"), "mine");
            }
            // What was written is its own.
            let (again, _, stderr) = answer(folder, &args);
            assert_eq!(again, code, "{args:?}\n{stderr}");
        });
    }
}

#[test]
fn pages_and_lists_of_findings_replace_nothing_else() {
    let folder = folder();
    let folder = folder.path();
    let house = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.9 }\n";
    fs::write(folder.join("house.toml"), house).expect("a file");
    fs::write(folder.join("Makefile"), "all:").expect("a file");
    assert_eq!(answer(folder, &["check", "house.toml", "--games", "500", "--update", "--out", "o"]).0, 0);
    for out in
        ["undercard.lock", "Makefile", "o/check/result.json", "o/check/check.csv", "house.toml", "x.xlsx"]
    {
        refused_in(folder, &["report", "o", "--out", out], &["--out: found", out]);
    }
    // A file of any format replaces itself, until somebody changes it.
    for (format, file) in [("html", "page.html"), ("xlsx", "book.xlsx")] {
        let args = ["report", "o", "--format", format, "--out", file];
        for _ in 0..2 {
            assert_eq!(answer(folder, &args).0, 0, "{format}");
        }
    }
    let mut book = fs::read(folder.join("book.xlsx")).expect("a file");
    let middle = book.len() / 2;
    book[middle] ^= 1;
    let cards = ["cards", "knife-fight", "--out", "cards.xlsx"];
    assert_eq!(answer(folder, &cards).0, 0);
    for (file, bytes) in [("book.xlsx", Some(book)), ("cards.xlsx", None), ("short.xlsx", Some(vec![0; 9]))] {
        bytes.into_iter().for_each(|bytes| fs::write(folder.join(file), bytes).expect("a file"));
        let args = ["report", "o", "--format", "xlsx", "--out", file];
        refused_in(folder, &args, &[file, "which Undercard did not write as .xlsx, or which was changed"]);
    }
}

#[test]
fn a_partial_result_blocks_only_the_run_that_can_resume_it() {
    let folder = folder();
    let folder = folder.path();
    let run = |more: &[&'static str]| {
        [&["run", "knife-fight", "--games", "2k", "--out", "o", "--seed", "5"], more].concat()
    };
    let (_, _, stderr) = answer(folder, &run(&[]));
    assert!(!stderr.contains("replaced"), "{stderr}");
    let (code, _, stderr) = answer(folder, &run(&[]));
    assert!(code == 0 && stderr.contains("files: o/run (replaced an earlier result)\n"), "{stderr}");
    let merge = ["merge", "s1", "s2", "--out", "o"];
    for shard in ["1", "2"] {
        let (out, shard) = (format!("s{shard}"), format!("{shard}/2"));
        assert_eq!(
            answer(folder, &["run", "knife-fight", "-n", "200", "--shard", &shard, "--out", &out]).0,
            0
        );
    }
    let result = fs::read_to_string(folder.join("o/run/result.json")).expect("a result");
    let partial = result.replace("\"ended\": \"all-played\"", "\"ended\": \"interrupted\"");
    assert_ne!(partial, result);
    fs::write(folder.join("o/run/result.json"), &partial).expect("a file");
    let part =
        "--out: found o/run, which holds a part of this run (2,000 games), expected --resume to continue it";
    refused_in(folder, &run(&[]), &[part, "--force to start again"]);
    assert_eq!(answer(folder, &run(&["--resume"])).0, 0);
    fs::write(folder.join("o/run/result.json"), &partial).expect("a file");
    assert_eq!(answer(folder, &run(&["--force"])).0, 0);
    // Other questions keep it.
    for other in [&merge[..], &["run", "knife-fight", "-n", "100", "--out", "o"]] {
        let result = fs::read_to_string(folder.join("o/run/result.json")).expect("a result");
        let partial = result.replace("\"ended\": \"all-played\"", "\"ended\": \"interrupted\"");
        fs::write(folder.join("o/run/result.json"), &partial).expect("a file");
        let (code, _, stderr) = answer(folder, other);
        let kept = stderr.lines().find_map(|line| line.strip_prefix("earlier result: "));
        let kept = kept.unwrap_or_else(|| panic!("{code} {stderr}"));
        assert_eq!(fs::read_to_string(folder.join(kept).join("result.json")).expect("kept"), partial);
    }
    let compare = ["compare", "knife-fight", "--set-b", "rules.tie=no-hit", "-n", "200", "--out", "c"];
    assert_eq!(answer(folder, &compare).0, 0);
    assert_eq!(answer(folder, &["merge", "s1", "s2", "--out", "c"]).0, 0);
    assert_eq!(names(&folder.join("c")), ["compare", "run"]);
}

#[test]
fn a_result_of_other_rules_is_kept() {
    let folder = folder();
    let folder = folder.path();
    let run = |seed: &'static str, more: &[&'static str]| {
        let args = ["run", "knife-fight", "--games", "200", "--games-csv", "3", "--out", "o", "--seed", seed];
        let (code, _, stderr) = answer(folder, &[&args[..], more].concat());
        assert_eq!(code, 0, "{stderr}");
        stderr
    };
    let result = || fs::read_to_string(folder.join("o/run/result.json")).expect("a result");
    assert!(!run("1", &[]).contains("earlier"));
    let first = result();
    assert_eq!(answer(folder, &["report", "o"]).0, 0);
    let stderr = run("2", &[]);
    let kept = stderr.lines().find_map(|line| line.strip_prefix("earlier result: ")).expect("a folder");
    let digest = serde_json::from_str::<serde_json::Value>(&first).expect("JSON")["result_digest"].clone();
    assert_eq!(kept, format!("o/earlier/run-{}", &digest.as_str().expect("a digest")[..8]));
    assert_eq!(fs::read_to_string(folder.join(kept).join("result.json")).expect("a result"), first);
    let files = names(&folder.join(kept));
    assert!(files.contains(&"games.csv".into()), "{files:?}");
    // The page was not moved.
    assert_eq!(names(&folder.join("o")), ["earlier", "run", "run.html"]);
    for command in
        [&["verify", kept, "--sample", "100%"][..], &["report", kept], &["merge", kept, "--out", "m"]]
    {
        let (code, _, stderr) = answer(folder, command);
        assert_eq!(code, 0, "{command:?}: {stderr}");
    }
}
