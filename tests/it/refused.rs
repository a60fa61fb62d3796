//! Invalid commands, configs and strategies: the exit code, the message, and that nothing is written.

use super::program::{answer, folder, names, refused, refused_in, with_file};
use std::path::Path;

/// Errors of the command line. Each message alone is enough to correct it.
#[test]
fn invalid_commands_are_rejected_with_what_to_type() {
    for (command, parts) in [
        ("fly", &["fly"][..]),
        ("run knife-fite", &["knife-fite", "did you mean `knife-fight`?"]),
        ("run nothing.toml", &["nothing.toml"]),
        ("run .", &["a directory"]),
        ("run knife-fight --games 0", &["--games", "from 1"]),
        ("run knife-fight --games 1,000", &["1000 or 1k"]),
        ("run knife-fight --threads 0", &["--threads"]),
        ("run knife-fight --players 3", &["--players", "found 3", "expected 2"]),
        ("run taunt --players 3 --set setup.players=4", &["--set setup.players", "only one of them"]),
        ("run knife-fight --bots cuter", &["cuter", "did you mean `cutter`?"]),
        ("run knife-fight --bots random,random,random", &["found 3 bots", "2 (one per seat)"]),
        ("run knife-fight --bots panel,random", &["--bots: found the panel among 2 bots"]),
        ("run knife-fight --bots panel --resume", &["--resume: found the panel of bots"]),
        ("run knife-fight --set rules.tie=both", &["error: --set: rules.tie", "both-hit"]),
        ("run knife-fight --set setup.extra-cards=1", &["expected a list of 0 to", "did you mean `[1]`?"]),
        ("run knife-fight --set ten.damage=9", &["the whole key: cards.ten.damage"]),
        // 0.5 may be a share or percentage points; they differ by a factor of a hundred.
        ("run knife-fight --precision 0.5", &["--precision", "0.5pp, or a share"]),
        ("run knife-fight --level 95", &["0.95 or 95%"]),
        ("run knife-fight --table-minutes 0", &["above 0", "e.g. 2.5"]),
        ("run knife-fight --games-csv 9 --plan", &["--games-csv", "--plan"]),
        ("run knife-fight --shard 3/2", &["--shard", "e.g. 3/8"]),
        ("run knife-fight --shard 1/2 --precision 1pp", &["--shard", "--precision"]),
        ("run knife-fight --name ../x", &["'../x'", "letters, digits"]),
        ("compare knife-fight --set rules.tie=no-hit", &["--set-b rules.tie=no-hit only the second"]),
        ("compare knife-fight --set-b run.seed=7", &["error: --set-b: found the key", "of a setting"]),
        (
            "compare stupid-fight --players 4 --set-b setup.players=3",
            &["4 players on one side, 3 on the other"],
        ),
        (
            "compare knife-fight --set-b rules.tie=no-hit --decide 1pp --precision 1pp",
            &["--decide", "--precision"],
        ),
        ("impact taunt --cards kick", &["did you mean `--card kick`?"]),
        (
            "sensitivity knife-fight --keys rules.bleed-divisor --show card_impact/*/all/opening",
            &["which matches 14 figures"],
        ),
        ("sensitivity taunt --keys characters.tuggle.peril-limit", &["expected keys of numeric settings"]),
        ("sweep taunt --vary characters.tuggle.peril-limit=0..2", &["means \"default\"", "from 1 to 9"]),
        ("sweep knife-fight --vary run.bots=medic,medix", &["--vary", "did you mean `medic`?"]),
        (
            "sweep knife-fight --vary rules.tie=no-hit --show impact/joke/all",
            &["did you mean `impact/joker/all`"],
        ),
        ("sweep knife-fight --bots panel --vary rules.tie=no-hit", &["--bots: found the panel"]),
        ("matchups taunt --decks taunt,taunt", &["--decks: found decks in TAUNT", "`deck`"]),
        ("replay knife-fight --where winner=rd", &["(did you mean `winner=red`?)"]),
        ("replay knife-fight --where card=joker/plaid", &["did you mean `card=joker/played`?"]),
        ("replay knife-fight --where matchups/medic/random", &["--bots medic,random"]),
        ("replay knife-fight --games 50 --where outcome=stalemate", &["in the first 50 games"]),
        ("advise knife-fight --within 3", &["expected a unit: 3pp"]),
        ("verify o --sample 101%", &["--sample", "e.g. 5%"]),
        ("merge 1-of-4", &["--out"]),
        ("submit slurm knife-fight --shards 1", &["--shards", "from 2 to 10000"]),
        ("submit slurm knife-fight --shards 9 --games 8", &["--shards: found 9", "at most 8"]),
        ("submit lsf knife-fight --shards 2", &["slurm", "local"]),
        ("completions sh", &["bash", "zsh"]),
        ("init knife-fite", &["did you mean `knife-fight`?"]),
    ] {
        refused(&command.split(' ').collect::<Vec<_>>(), parts);
    }
    refused(&[], &["Usage"]);
    refused(&["run", "knife-fight", "--set", "rules.tie no-hit"], &["did you mean `rules.tie=no-hit`?"]);
}

#[test]
fn invalid_files_are_rejected_with_file_and_line() {
    let knife = |rules: &str| format!("game = 'knife-fight'\n{rules}\n").into_bytes();
    for (name, text, parts) in [
        ("empty.toml", Vec::new(), &["empty.toml", "an empty file"][..]),
        ("no.toml", b"a = = 1".to_vec(), &["no.toml:1", "invalid TOML"]),
        ("bad.toml", b"game = \"\xff\"".to_vec(), &["UTF-8"]),
        ("large.toml", vec![b'#'; 1_000_001], &["found 1,000,001 bytes", "of at most 1,000,000 bytes"]),
        ("none.toml", b"[rules]\ntie = 'no-hit'".to_vec(), &["game", "knife-fight"]),
        ("other.toml", b"game = 'chess'".to_vec(), &["other.toml:1: game", "chess"]),
        ("deck.toml", knife("[deck.red]\nace = 99"), &["deck.toml:3: deck.red.ace"]),
        ("half.toml", knife("[setup]\nhand-size = 0.5"), &["half.toml:3: setup.hand-size: found 0.5"]),
        (
            "run.toml",
            knife("[run]\ngames = 0\nseeds = 1"),
            &["run.toml:3: run.games", "did you mean `seed`?"],
        ),
        ("kick.toml", b"game = 'taunt'\n[mooves.kick]\norder = 3\n".to_vec(), &["kick.toml:2: mooves"]),
        ("band.toml", knife("[targets]\n'outcomes/draw' = { max = 20 }"), &["band.toml:3: targets"]),
        (
            "twice.toml",
            knife("[targets]\n'outcomes/draw' = { max = 0.5 }\n'outcomes/draw/share' = { max = 0.6 }"),
            &["twice.toml:4: targets", "found \"outcomes/draw\" more than once"],
        ),
        (
            "strategy.toml",
            knife("believes = 'x'\n[weights]\nlethall = 1"),
            &["strategy.toml:4: weights.lethall", "did you mean `lethal`?"],
        ),
    ] {
        let command = if name == "strategy.toml" { "lint" } else { "run" };
        with_file(name, text, |folder| refused_in(folder, &[command, name], parts));
    }
    let keys: String = (0..130).map(|number| format!("k{number} = 1\n")).collect();
    with_file("many.toml", knife(&format!("[rules]\n{keys}")), |folder| {
        refused_in(folder, &["run", "many.toml"], &["many.toml:102: rules.k99:", "error: … and 30 more"]);
        refused_in(folder, &["run", "mny.toml"], &["did you mean `many.toml`?"]);
        refused_in(folder, &["run", "knife-fight", "--bots", "many.toml"], &["a file without [weights]"]);
    });
    let other = "game = 'stabby-jack'\nbelieves = 'x'\n[weights]\n";
    with_file("other.toml", other, |folder| {
        let run = ["run", "knife-fight", "--bots", "other.toml"];
        refused_in(folder, &run, &["other.toml:1: game", "stabby-jack", "knife-fight"]);
    });
}

/// Checks that the errors begin like this, in this order, and that there are no others.
fn assert_errors(folder: &Path, args: &[&str], begin: &[&str]) {
    let (code, stdout, stderr) = answer(folder, args);
    assert_eq!((code, stdout.as_str()), (2, ""), "{args:?}: {stderr}");
    assert!(!folder.join("reports").exists(), "{args:?}");
    let errors: Vec<&str> = stderr.lines().collect();
    let fits = |(error, begin): (&&str, &&str)| error.starts_with(&format!("error: {begin}"));
    assert!(errors.iter().zip(begin).all(fits) && errors.len() == begin.len(), "{args:?}\n{stderr}");
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
const REPORTED: [&str; 7] = [
    "faulty.toml:3: run.bots: found the bot \"cuter\"",
    "faulty.toml:5: targets.\"win_rates/side/rad\": found \"win_rates/side/rad\"",
    "faulty.toml:6: targets.\"outcomes/draw\".bots: found the bot \"meddic\"",
    "faulty.toml:7: targets.\"metrics/lenght-mean\": found 3, expected a band",
    "faulty.toml:7: targets.\"metrics/lenght-mean\": found \"metrics/lenght-mean\"",
    "faulty.toml:8: targets.\"outcomes/win\".min: found 0.6",
    "odd.toml:4: weights.lethall: found an unknown key",
];

#[test]
fn all_errors_are_reported_at_once_and_none_that_follows_from_another() {
    with_file("faulty.toml", FAULTY, |folder| {
        let odd = "game = 'knife-fight'\nbelieves = 'x'\n[weights]\nlethall = 1\n";
        std::fs::write(folder.join("odd.toml"), odd).expect("a file");
        for command in ["run", "check", "lint"] {
            assert_errors(folder, &[command, "faulty.toml"], &REPORTED);
        }
        // The errors of both sides; a common error appears once.
        let second = [&REPORTED[..], &["--set-b: rules.tie: found \"x\""]].concat();
        assert_errors(folder, &["compare", "faulty.toml", "--set-b", "rules.tie=x"], &second);
    });
    for text in [
        "game = 'taunt'\n[setup]\nmod = 'team'\n[targets]\n'win_rates/team/0' = { min = 0.1 }\n",
        "game = 'taunt'\n[setup]\nplayers = 9\n[targets]\n'win_rates/seat/3' = 0.1\n",
        "game = 'knife-fight'\n[run]\nbots = ['cuter']\n[targets]\n'win_rates/bot/cutter' = { min = 0.1 }\n",
        "game = 'fight'\n[setup]\nplayers = 9\n[run]\nbots = ['random', 'random', 'random', 'random', 'random']\n",
        "game = 'fight'\n[run]\nbots = ['random', 3]\n[targets]\n'win_rates/bot/hunter' = { min = 0.1 }\n",
    ] {
        with_file("f.toml", text, |folder| assert_errors(folder, &["run", "f.toml"], &["f.toml:"]));
    }
}

/// A name is no formula of a spreadsheet, no command for a CI system, and no path out of the folder.
#[test]
fn hostile_names_are_rejected_or_changed() {
    let strategy = "game = 'knife-fight'\nbelieves = 'x'\n[weights]\n";
    with_file("=1+1.toml", strategy, |folder| {
        refused_in(folder, &["run", "knife-fight", "--bots", "./=1+1.toml"], &["begins with ="]);
        refused_in(folder, &["run", "knife-fight", "--bots", "a\nb/x.toml"], &["control characters"]);
    });
    with_file("=x.toml", "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.99 }", |folder| {
        refused_in(folder, &["check", "=x.toml"], &["CONFIG: found \"=x.toml\"", "put ./ before it"]);
        assert_eq!(answer(folder, &["check", "./=x.toml", "--games", "500", "--quiet"]).0, 0);
        refused_in(folder, &["check", "./=x.toml", "././=x.toml"], &["\"././=x.toml\" more than once"]);
        refused_in(folder, &["check", "a\n::stop-commands::x.toml"], &["without control characters"]);
    });
    let folder = folder();
    std::fs::write(folder.path().join("..;rm -rf.toml"), "game = 'knife-fight'").expect("a file");
    let (code, _, stderr) = answer(folder.path(), &["run", "..;rm -rf.toml", "--games", "300", "--quiet"]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(names(&folder.path().join("reports")), ["knife-fight----rm--rf-9697abea"]);
}
