//! Invalid commands, configs and strategies, and unwritable files: checks the exit code and the message, and
//! that nothing is written.

use super::program::{answer, folder, names, refused, refused_in, with_file};
use std::path::Path;

#[test]
fn invalid_commands_are_rejected() {
    refused(&["run", "knife-fite"], &["knife-fite", "did you mean `knife-fight`?"]);
    refused(&["run", "knife-fight", "--games", "0"], &["--games", "from 1"]);
    refused(&["run", "knife-fight", "--threads", "0"], &["--threads"]);
    refused(&["run", "knife-fight", "--players", "3"], &["--players", "found 3", "expected 2"]);
    refused(&["run", "knife-fight", "--bots", "cuter"], &["cuter", "did you mean `cutter`?"]);
    refused(&["run", "knife-fight", "--bots", "random,random,random"], &["found 3 bots", "2 (one per seat)"]);
    refused(&["run", "knife-fight", "--set", "rules.tie=both"], &["error: --set: rules.tie", "both-hit"]);
    let three = ["stupid-fight", "--players", "4", "--set-b", "setup.players=3"];
    refused(&[&["compare"], &three[..]].concat(), &["4 players on one side, 3 on the other"]);
    let compare = ["compare", "knife-fight", "--set-b", "run.seed=7"];
    refused(&compare, &["error: --set-b: found the key", "of a setting"]);
    let twice = ["run", "taunt", "--players", "3", "--set", "setup.players=4"];
    refused(&twice, &["--players: found --set setup.players", "only one of them"]);
    // 0.5 may be a share or percentage points; they differ by a factor of a hundred.
    refused(&["run", "knife-fight", "--precision", "0.5"], &["--precision", "0.5pp, or a share"]);
    refused(&["run", "knife-fight", "--level", "2"], &["--level"]);
    refused(&["run", "nothing.toml"], &["nothing.toml"]);
    refused(&["run", "."], &["a directory"]);
    refused(&["fly"], &["fly"]);
    refused(&[], &["Usage"]);
}

#[test]
fn invalid_files_are_rejected_with_file_and_line() {
    with_file("empty.toml", "", |folder| {
        refused_in(folder, &["run", "empty.toml"], &["empty.toml", "an empty file"]);
    });
    with_file("no.toml", "a = = 1", |folder| {
        refused_in(folder, &["run", "no.toml"], &["no.toml:1", "invalid TOML"]);
    });
    with_file("bad.toml", b"game = \"\xff\"", |folder| refused_in(folder, &["run", "bad.toml"], &["UTF-8"]));
    with_file("large.toml", vec![b'#'; 1_000_001], |folder| {
        refused_in(
            folder,
            &["run", "large.toml"],
            &["large.toml: found 1,000,001 bytes, expected a TOML file, of at most 1,000,000 bytes"],
        );
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
    for (band, is_right) in
        [("max = 20", false), ("min = -3", false), ("at = 0.9, within = 0.2", true), ("max = 0.99", true)]
    {
        let text = format!(
            "game = 'knife-fight'\n[targets]\n'outcomes/draw' = {{ {band} }}\n'metrics/length-mean' = {{ {band} }}"
        );
        with_file("band.toml", text, |folder| {
            let lint = ["lint", "band.toml"];
            if is_right {
                assert_eq!(answer(folder, &lint).0, 0, "{band}");
            } else {
                assert_errors(folder, &lint, &["band.toml:3: targets.\"outcomes/draw\".m"]);
            }
        });
    }
    let twice = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.5 }\n'outcomes/draw/share' = { max = 0.6 }\n";
    with_file("twice.toml", twice, |folder| {
        let fault = "twice.toml:4: targets.\"outcomes/draw/share\": found \"outcomes/draw\" more than once";
        assert_errors(folder, &["check", "twice.toml"], &[fault]);
    });
    with_file("tune.toml", "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.1 }\n", |folder| {
        let args = ["tune", "tune.toml", "--keys", "rules.*", "--games", "100", "--out", "."];
        assert!(matches!(answer(folder, &args).0, 0 | 10 | 11), "no file of its own would be replaced");
        std::fs::create_dir(folder.join("run")).expect("a folder");
        std::fs::copy(folder.join("tune.toml"), folder.join("run/run.toml")).expect("a file");
        for shard in [&[][..], &["--shard", "1/2"]] {
            let args = [&["run", "tune.toml", "--games", "100", "--out", "."], shard].concat();
            refused_in(folder, &args, &["--out: found ./run/run.toml, which Undercard did not write"]);
        }
    });
}

/// The errors of a rejected command, one per line.
fn errors(folder: &Path, args: &[&str]) -> Vec<String> {
    let (code, stdout, stderr) = answer(folder, args);
    assert_eq!((code, stdout.as_str()), (2, ""), "{args:?}: {stderr}");
    assert!(!folder.join("reports").exists(), "{args:?}");
    stderr.lines().map(str::to_owned).collect()
}

/// Checks that the errors begin like this, in this order, and that there are no others.
fn assert_errors(folder: &Path, args: &[&str], begin: &[&str]) {
    let errors = errors(folder, args);
    let fits = |(error, begin): (&String, &&str)| error.starts_with(&format!("error: {begin}"));
    let all = errors.iter().zip(begin).all(fits) && errors.len() == begin.len();
    assert!(all, "{args:?}\n{}", errors.join("\n"));
}

const FAULTY: &str = "game = 'knife-fight'
[run]
bots = ['cuter']
[targets]
'win_rates/side/rad' = { at = 0.5, within = 0.01 }
'outcomes/draw' = { max = 0.5, bots = 'meddic' }
'metrics/lenght-mean' = 3
'outcomes/win' = { max = 0.5, min = 0.6, bots = 'odd.toml,odd.toml' }
";
const MAX_REPORTED: [&str; 7] = [
    "faulty.toml:3: run.bots: found the bot \"cuter\"",
    "faulty.toml:5: targets.\"win_rates/side/rad\": found \"win_rates/side/rad\"",
    "faulty.toml:6: targets.\"outcomes/draw\".bots: found the bot \"meddic\"",
    "faulty.toml:7: targets.\"metrics/lenght-mean\": found 3, expected a band",
    "faulty.toml:7: targets.\"metrics/lenght-mean\": found \"metrics/lenght-mean\"",
    "faulty.toml:8: targets.\"outcomes/win\".min: found 0.6",
    "odd.toml:4: weights.lethall: found an unknown key",
];

#[test]
fn all_errors_of_a_config_are_reported_at_once() {
    with_file("faulty.toml", FAULTY, |folder| {
        let odd = "game = 'knife-fight'\nbelieves = 'x'\n[weights]\nlethall = 1\n";
        std::fs::write(folder.join("odd.toml"), odd).expect("a file");
        for command in ["run", "check", "lint"] {
            assert_errors(folder, &[command, "faulty.toml"], &MAX_REPORTED);
        }
        // The errors of both sides; a common error appears once.
        let second = [&MAX_REPORTED[..], &["--set-b: rules.tie: found \"x\""]].concat();
        assert_errors(folder, &["compare", "faulty.toml", "--set-b", "rules.tie=x"], &second);
        let flags = ["--bots", "cuter", "--set", "rules.tie=x", "--set", "tie"];
        let told =
            ["--bots: found the bot \"cuter\"", "--set: found \"tie\"", "--set: rules.tie: found \"x\""];
        assert_errors(folder, &[&["run", "knife-fight"], &flags[..]].concat(), &told);
    });
}

/// An error does not cause further errors that follow from it.
#[test]
fn errors_that_may_follow_from_others_are_not_reported() {
    for text in [
        "game = 'taunt'\n[setup]\nmod = 'team'\n[targets]\n'win_rates/team/0' = { min = 0.1 }\n",
        "game = 'taunt'\n[setup]\nplayers = 9\n[targets]\n'win_rates/seat/3' = 0.1\n",
        "game = 'knife-fight'\n[run]\nbots = ['cuter']\n[targets]\n'win_rates/bot/cutter' = { min = 0.1 }\n",
        "game = 'fight'\n[setup]\nplayers = 9\n[run]\nbots = ['random', 'random', 'random', 'random', 'random']\n",
        "game = 'fight'\n[run]\nbots = ['random', 3]\n[targets]\n'win_rates/bot/hunter' = { min = 0.1 }\n",
        "game = 'knife-fight'\n[targets]\n'win_rates/bot/cutter' = { min = 0.1, bots = 'cutter' }\n\
         'outcomes/draw' = { max = 1, bots = 3 }\n",
    ] {
        with_file("f.toml", text, |folder| {
            let errors = errors(folder, &["run", "f.toml"]);
            assert_eq!(errors.len(), 1, "{}", errors.join("\n"));
        });
    }
    let folder = folder();
    let bots = ["--bots", "random,random,random"];
    let told = ["--players: found 3, expected 2"];
    assert_errors(folder.path(), &[&["run", "knife-fight", "--players", "3"], &bots[..]].concat(), &told);
}

#[test]
fn the_first_hundred_errors_are_reported() {
    let keys: String = (0..130).map(|number| format!("k{number} = 1\n")).collect();
    with_file("many.toml", format!("game = 'knife-fight'\n[rules]\n{keys}"), |folder| {
        refused_in(folder, &["run", "many.toml"], &["many.toml:102: rules.k99:", "error: … and 30 more"]);
    });
}

#[test]
fn invalid_strategies_are_rejected() {
    let other = "game = 'stabby-jack'\nbelieves = 'x'\n[weights]\n";
    with_file("other.toml", other, |folder| {
        refused_in(
            folder,
            &["run", "knife-fight", "--bots", "other.toml"],
            &["other.toml:1: game", "stabby-jack", "knife-fight"],
        );
    });
    with_file("=1+1.toml", "game = 'knife-fight'\nbelieves = 'x'\n[weights]\n", |folder| {
        refused_in(folder, &["run", "knife-fight", "--bots", "./=1+1.toml"], &["begins with ="]);
        std::fs::create_dir(folder.join("=dir")).expect("a folder");
        std::fs::copy(folder.join("=1+1.toml"), folder.join("=dir/x.toml")).expect("a file");
        refused_in(folder, &["run", "knife-fight", "--bots", "=dir/x.toml"], &["=dir/x.toml", "begins with"]);
    });
    with_file("=x.toml", "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.99 }", |folder| {
        refused_in(folder, &["check", "=x.toml"], &["CONFIG: found \"=x.toml\"", "put ./ before it"]);
        assert_eq!(answer(folder, &["check", "./=x.toml", "--games", "500", "--quiet"]).0, 0);
        let twice = ["check", "./=x.toml", "././=x.toml"];
        refused_in(folder, &twice, &["\"././=x.toml\" more than once"]);
        // A separate line in a log could be interpreted as a command by a CI system.
        refused_in(folder, &["check", "a\n::stop-commands::x.toml"], &["without control characters"]);
        refused_in(folder, &["run", "knife-fight", "--bots", "a\nb/x.toml"], &["control characters"]);
    });
    with_file("odd.toml", "game = 'knife-fight'\nbelieves = 'x'\n[weights]\nlethall = 1\n", |folder| {
        refused_in(folder, &["lint", "odd.toml"], &["odd.toml:4: weights.lethall", "did you mean `lethal`?"]);
    });
}

#[test]
fn a_file_that_cannot_be_written_exits_with_13() {
    with_file("file", "x", |folder| {
        let (code, stdout, stderr) =
            answer(folder, &["run", "knife-fight", "--games", "500", "--out", "file/deeper"]);
        assert_eq!((code, stdout.as_str()), (13, ""), "{stderr}");
        assert!(stderr.contains("file"), "{stderr}");
    });
}

#[test]
fn a_config_name_cannot_leave_the_report_folder() {
    let folder = folder();
    let config = folder.path().join("..;rm -rf.toml");
    std::fs::write(&config, "game = 'knife-fight'").expect("a file");
    let (code, _, stderr) = answer(folder.path(), &["run", "..;rm -rf.toml", "--games", "300", "--quiet"]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(names(&folder.path().join("reports")), ["knife-fight----rm--rf-9697abea"]);
}
