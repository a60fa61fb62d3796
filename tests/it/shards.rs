//! `run --shard` and `merge`: merged shards equal the whole run, byte for byte, and invalid shards are
//! rejected.

use super::program::{answer, assert_same, damaged_in, folder, quietly, refused_in, warnings};
use std::fs;
use std::path::Path;

/// Plays all shards of a run, each with a different number of threads; returns their folders.
fn shards(folder: &Path, run: &[&str], n: usize) -> Vec<String> {
    (1..=n)
        .map(|number| {
            let (shard, out) = (format!("{number}/{n}"), format!("{number}-of-{n}"));
            let threads = (1 + number % 3).to_string();
            quietly(folder, &[run, &["--shard", &shard, "--out", &out, "--threads", &threads]].concat());
            out
        })
        .collect()
}

fn merge(folder: &Path, shards: &[String], out: &str) {
    let shards: Vec<&str> = shards.iter().map(String::as_str).collect();
    quietly(folder, &[&["merge"], &shards[..], &["--out", out]].concat());
}

const LOTS: [&str; 10] = [
    "run",
    "taunt",
    "--players",
    "4",
    "--set",
    "setup.mode=team",
    "--set",
    "setup.duplicates=true",
    "--bots",
    "brawler,random,turtle,showboat",
];

#[test]
fn merged_shards_give_the_bytes_of_one_machine() {
    for (run, counts) in [
        (&["run", "knife-fight", "--games", "3001"][..], &[7][..]),
        (&["run", "knife-fight", "--games", "5"], &[8]),
        (&[&LOTS[..], &["--games", "410", "--level", "0.9", "--rates", "jeffreys"]].concat(), &[5]),
        (&["run", "stupid-fight", "--players", "3", "--games", "130", "--seed", "9"], &[4]),
        (&["run", "stabby-jack", "--games", "200", "--bots", "hunter"], &[2]),
        (&["run", "fight", "--games", "300", "--bots", "random,spoiler,hunter,collector"], &[3]),
    ] {
        let folder = folder();
        let folder = folder.path();
        quietly(folder, &[run, &["--out", "whole"]].concat());
        for n in counts {
            let mut shards = shards(folder, run, *n);
            shards.reverse();
            let out = format!("joined-{n}");
            merge(folder, &shards, &out);
            assert_same(folder, "whole", &out);
            quietly(folder, &["verify", &out, "--sample", "100%"]);
        }
    }
}

#[test]
fn a_merged_run_can_be_resumed() {
    let folder = folder();
    let folder = folder.path();
    let run = ["run", "knife-fight", "--games", "900"];
    let merged = shards(folder, &run, 2);
    let (_, shard, _) = answer(folder, &[&run[..], &["--shard", "2/2"]].concat());
    assert!(shard.contains("PARTIAL: shard 2/2 of a run: games 450 to 899."), "{shard}");
    fs::create_dir_all(folder.join("joined/run")).expect("a folder");
    fs::write(
        folder.join("joined/run/games.csv"),
        "game_idx,outcome,n_winners,length,decisions,legal_actions\nof other games",
    )
    .expect("a file");
    let args = ["merge", &merged[0], &merged[1], "--out", "joined", "--format", "csv"];
    let (code, csv, stderr) = answer(folder, &args);
    assert!(code == 0 && csv.starts_with("game,players,") && warnings(&stderr).is_empty(), "{csv}{stderr}");
    assert!(!folder.join("joined/run/games.csv").exists());
    let toml = fs::read_to_string(folder.join("joined/run/run.toml")).expect("a file");
    assert!(toml.contains("complete = true") && !toml.contains("shard = "), "{toml}");
    let toml = fs::read_to_string(folder.join("1-of-2/run/run.toml")).expect("a file");
    assert!(toml.contains("complete = false") && toml.contains("shard = \"1/2\""), "{toml}");
    let json = fs::read_to_string(folder.join("1-of-2/run/result.json")).expect("a file");
    assert!(json.contains("\"complete\": false") && json.contains("\"shard\": \"1/2\""), "{json}");
    let more = ["--games-csv", "70", "--level", "0.9"];
    quietly(folder, &[&run[..], &more, &["--out", "whole"]].concat());
    quietly(folder, &[&["run", "joined/run/run.toml", "--resume", "--out", "joined"], &more[..]].concat());
    assert_same(folder, "whole", "joined");
    // A complete shard plays nothing more.
    let again = [&run[..], &["--shard", "1/2", "--out", "1-of-2", "--resume"]].concat();
    let (code, _, stderr) = answer(folder, &again);
    assert!(code == 0 && stderr.contains("resuming after 450 of 450 games"), "{stderr}");
}

#[test]
fn wrong_and_missing_shards_are_reported() {
    let folder = folder();
    let folder = folder.path();
    let run = ["run", "knife-fight", "--games", "400"];
    shards(folder, &run, 4);
    let shard = |more: &[&str], out: &str| {
        quietly(folder, &[&run[..], more, &["--out", out]].concat());
    };
    shard(&["--shard", "4/4", "--seed", "2"], "seed");
    shard(&["--shard", "4/4", "--set", "rules.tie=no-hit"], "tie");
    quietly(folder, &["run", "knife-fight", "--games", "404", "--shard", "4/4", "--out", "games"]);
    shard(&["--shard", "4/4", "--level", "0.9"], "level");
    shard(&["--shard", "4/5"], "fifths");
    shard(&[], "whole");
    let three = ["merge", "1-of-4", "2-of-4", "3-of-4", "--out", "joined"];
    let with = |more: &[&'static str]| [&three[..], more].concat();
    damaged_in(folder, &three, &["error: shard 4/4: missing"]);
    damaged_in(
        folder,
        &with(&["4-of-4", "2-of-4"]),
        &["2-of-4/run: found shard 2/4, which is also in 2-of-4/run"],
    );
    let without = "error: shard 4/4: missing\n";
    damaged_in(
        folder,
        &with(&["seed"]),
        &[without, "seed/run/run.tally: found a run of seed 2, expected seed 1"],
    );
    let tie = "tie/run/run.tally: found a run of rules.tie \"no-hit\", expected rules.tie \"both-hit\"";
    damaged_in(folder, &with(&["tie"]), &[tie]);
    damaged_in(folder, &with(&["games"]), &["games/run/run.tally: found a run of 404 games", "of 400 games"]);
    damaged_in(folder, &with(&["level"]), &["level/run/run.tally: found another --level"]);
    damaged_in(folder, &with(&["fifths"]), &["fifths/run/run.tally: found shard 4/5", "as shard 1/4"]);
    damaged_in(folder, &with(&["whole"]), &["whole/run/run.tally: found a run that is not split"]);
    damaged_in(folder, &with(&["nowhere"]), &["nowhere/run.tally: found no such file"]);
    // All errors are reported at once.
    damaged_in(
        folder,
        &with(&["seed", "nowhere", "2-of-4"]),
        &["seed/", "nowhere/", "2-of-4/run: found shard"],
    );
    refused_in(folder, &["merge", "1-of-4", "2-of-4", "--out", "./2-of-4"], &["--out: found 2-of-4"]);
    let tally = folder.join("4-of-4/run/run.tally");
    let whole = fs::read(&tally).expect("a file");
    let all = with(&["4-of-4"]);
    for (bytes, found) in [
        (whole[..whole.len() - 1].to_vec(), "the checksum does not match"),
        (whole[..20].to_vec(), "a file that is cut off"),
        ([&whole[..300], &[whole[300] ^ 1], &whole[301..]].concat(), "the checksum does not match"),
    ] {
        fs::write(&tally, bytes).expect("a file");
        damaged_in(folder, &all, &["4-of-4/run/run.tally: found", found]);
    }
    // The tally of another folder, which could have been changed.
    fs::copy(folder.join("level/run/run.tally"), &tally).expect("a copy");
    damaged_in(folder, &["verify", "4-of-4"], &["4-of-4/run/run.tally: found a file that was changed"]);
    fs::write(&tally, whole).expect("a file");
    fs::remove_file(folder.join("1-of-4/run/run.toml")).expect("removed");
    // The settings could be those of result.json.
    let json = folder.join("1-of-4/run/result.json");
    fs::rename(&json, folder.join("result.json")).expect("moved");
    damaged_in(folder, &all, &["1-of-4/run/run.toml: found no such file"]);
    fs::rename(folder.join("result.json"), json).expect("moved");
    fs::copy(folder.join("tie/run/run.toml"), folder.join("1-of-4/run/run.toml")).expect("a copy");
    let other = ["1-of-4/run/run.tally: found the games digest", "its run.toml is from another run"];
    damaged_in(folder, &all, &other);
    damaged_in(folder, &["verify", "1-of-4"], &other);
}

#[cfg(unix)]
#[test]
fn an_interrupted_shard_is_not_merged() {
    let run = ["run", "knife-fight", "--games", "1e11", "--shard", "2/2"];
    let (folder, _) = super::signals::interrupted(&run, "INT", 130, true);
    let toml = fs::read_to_string(folder.path().join("o/run/run.toml")).expect("a file");
    assert!(toml.contains("complete = false"), "{toml}");
    let parts = ["of the 50,000,000,000 games of shard 2/2, expected all", "--resume"];
    damaged_in(folder.path(), &["merge", "o", "--out", "joined"], &parts);
}
