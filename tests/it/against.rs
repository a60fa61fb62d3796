//! `compare --against`, in a temporary Git repository.

use super::program::{answer, folder};
use std::path::Path;
use std::process::Command;

fn git(folder: &Path, args: &[&str]) {
    let fixed = ["-c", "user.name=Example", "-c", "user.email=example@example.invalid"];
    let done = Command::new("git").current_dir(folder).args(fixed).args(args).output().expect("git");
    assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

const SAVER: &str = "game = 'knife-fight'\nbelieves = 'b'\n[weights]\nlethal = 10\n";

fn house(ten: u8) -> String {
    format!("game = 'knife-fight'\n[run]\nbots = ['../strategies/saver.toml']\n[cards.ten]\ndamage = {ten}\n")
}

#[test]
fn each_config_is_compared_with_its_version_in_a_revision() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "strategies/saver.toml", SAVER);
    write(folder, "configs/x.toml", &house(10));
    write(folder, "configs/same.toml", &house(9));
    git(folder, &["init", "--quiet", "--initial-branch", "main"]);
    git(folder, &["add", "--all"]);
    git(folder, &["commit", "--quiet", "--message", "Write the rules"]);
    write(folder, "configs/x.toml", &house(5));
    write(folder, "configs/new.toml", &house(6));
    let compare = |from: &Path, args: &[&str]| {
        answer(from, &[&["compare", "--games", "2000", "--against"], args].concat())
    };
    let args = ["HEAD", "configs/same.toml", "configs/x.toml", "configs/new.toml"];
    let (code, stdout, stderr) = compare(folder, &args);
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains("configs/same.toml: the same games as configs/same.toml in HEAD"), "{stderr}");
    assert!(stdout.contains("A: configs/x.toml in HEAD\nB: cards.ten.damage 10 → 5\n"), "{stdout}");
    assert!(stdout.contains(" wins ") && stdout.contains(" to "), "{stdout}");
    assert!(stdout.contains("the printed rules, because HEAD has no configs/new.toml"), "{stdout}");
    assert!(stdout.contains("cards.ten.damage 10 → 6"), "{stdout}");
    // An undecided comparison does not stop the others.
    let args = ["HEAD", "configs/x.toml", "configs/new.toml", "--decide", "0.01pp"];
    let (code, stdout, stderr) = compare(folder, &args);
    assert!(code == 11 && stdout.contains("HEAD has no configs/new.toml"), "{stdout}{stderr}");
    // For programs, the results of several configs are one document.
    let args = ["HEAD", "configs/x.toml", "configs/same.toml", "configs/new.toml", "--format"];
    let (code, json, stderr) = compare(folder, &[&args[..], &["json"]].concat());
    let json: Vec<serde_json::Value> = serde_json::from_str(&json).expect("an array");
    assert!(code == 0 && json.len() == 2 && json[1]["command"] == "compare", "{stderr}");
    let (_, csv, _) = compare(folder, &[&args[..], &["csv"]].concat());
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let mut configs: Vec<String> = reader.records().map(|row| row.expect("a row")[0].to_owned()).collect();
    configs.dedup();
    assert_eq!(configs, ["configs/x.toml", "configs/new.toml"]);
    // From another folder, and with the text on the disk as it is.
    let (code, stdout, stderr) = compare(&folder.join("configs"), &["main", "x.toml"]);
    assert!(code == 0 && stdout.contains("cards.ten.damage 10 → 5"), "{stderr}");
    // The players of that revision.
    git(folder, &["add", "--all"]);
    git(folder, &["commit", "--quiet", "--message", "Change the rules"]);
    write(folder, "strategies/saver.toml", &SAVER.replace("10", "1"));
    let (code, stdout, stderr) = compare(folder, &["HEAD~1", "configs/x.toml"]);
    assert!(
        code == 0 && stdout.contains("A: configs/x.toml in HEAD~1, with its own bots\n"),
        "{stdout}{stderr}"
    );
    let (_, stdout, stderr) = compare(folder, &["HEAD", "configs/x.toml"]);
    assert!(
        stdout.contains("B: bots strategies/saver.toml → strategies/saver.toml (changed)\n"),
        "{stdout}{stderr}"
    );
    // A config with an error does not stop the others.
    write(folder, "configs/torn.toml", "game = ");
    let (code, torn, stderr) = compare(folder, &["HEAD", "configs/torn.toml", "configs/x.toml"]);
    assert!(code == 2 && stderr.contains("error: configs/torn.toml:1"), "{torn}{stderr}");
    assert!(torn.contains("saver.toml (changed)"), "{torn}");
}

#[test]
fn a_revision_that_cannot_be_read_is_rejected() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "x.toml", &house(9).replace("[run]\nbots = ['../strategies/saver.toml']\n", ""));
    let refused = |args: &[&str], part: &str| {
        let (code, stdout, stderr) = answer(folder, &[&["compare", "x.toml"], args].concat());
        assert!(code == 2 && stdout.is_empty() && stderr.contains(part), "{args:?}: {stderr}");
    };
    refused(&["--against", "HEAD"], "no Git repository");
    git(folder, &["init", "--quiet"]);
    refused(&["--against", "HEAD"], "\"HEAD\", which is no revision in this clone");
    refused(&["--against=--output=y"], "a revision, such as origin/main");
    let (code, _, stderr) = answer(folder, &["compare", "knife-fight", "--against", "HEAD"]);
    assert!(code == 2 && stderr.contains("the game knife-fight"), "{stderr}");
    assert!(!folder.join("y").exists());
}
