//! CSV files of several results can be put under each other: rows stay unique, and every column keeps its type.

use super::program::{answer, folder, inside, quietly};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use undercard::report::{Column, find};

/// Commands that write results; each is played twice, with other seeds.
const COMMANDS: &[&str] = &[
    "run knife-fight --games 60 --games-csv 20 --bots random",
    "run taunt --games 30 --games-csv 10 --bots random",
    "run knife-fight --games 60 --shard 1/2 --bots random",
    "run knife-fight --games 40 --bots panel",
    "compare knife-fight --games 60 --bots random --set-b cards.ten.damage=9",
    "impact knife-fight --games 40 --bots random --card joker",
    "sensitivity knife-fight --games 40 --bots random --keys cards.ten.*",
    "sweep knife-fight --games 40 --bots random --vary cards.ten.damage=9..10",
    "sweep knife-fight --games 40 --vary run.bots=random,cutter",
    "matchups knife-fight --games 40 --bots random,cutter",
    "luck knife-fight --games 40 --bots random",
    "playtest games.csv knife-fight --games 40 --bots random",
    "train knife-fight --games 1000 --against random",
    "tune knife-fight --games 200 --bots random --set targets.metrics/length-mean={min=6.9} --keys rules.bleed-divisor",
    "advise knife-fight --games 200 --bots random --keys cards.ten.*",
    "check knife-fight --games 40 --bots random --set targets.metrics/length-mean={min=1}",
    "replay knife-fight --game 1 --bots random",
];

/// The rows of the files with one name.
#[derive(Default)]
struct Joined {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

fn columns(name: &str) -> impl Iterator<Item = &'static Column> {
    undercard::report::csv::columns(find(name).unwrap_or_else(|| panic!("{name} is no report")).columns)
}

fn add(all: &mut BTreeMap<String, Joined>, name: &str, text: &[u8]) {
    let mut csv = csv::Reader::from_reader(text);
    let joined = all.entry(name.to_owned()).or_default();
    joined.header = csv.headers().expect("a header").iter().map(str::to_owned).collect();
    assert!(joined.header.iter().eq(columns(name).map(|column| column.name)), "{name}: {:?}", joined.header);
    joined.rows.extend(csv.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()));
}

fn add_folder(all: &mut BTreeMap<String, Joined>, out: &Path) {
    let folder = &inside(out);
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|ending| ending == "csv") {
            let name = path.file_stem().expect("a name").to_string_lossy();
            add(all, &name, &fs::read(&path).expect("a file"));
        }
    }
    assert!(folder.join("runs.csv").exists(), "{}", folder.display());
}

#[test]
fn results_of_every_command_can_be_put_under_each_other() {
    let (folder, mut all) = (folder(), BTreeMap::new());
    fs::write(folder.path().join("games.csv"), super::playtest::EVENINGS).expect("a file");
    let mut n_results = 0;
    for command in COMMANDS {
        for seed in ["1", "2"] {
            n_results += 1;
            let out = format!("results/{n_results}");
            let mut words: Vec<&str> = command.split(' ').collect();
            words.extend(["--seed", seed, "--out", &out]);
            quietly(folder.path(), &words);
            add_folder(&mut all, &folder.path().join(out));
        }
    }
    for n in ["1/2", "2/2"] {
        let out = n.replace('/', "of");
        let run = ["run", "knife-fight", "--games", "256", "--bots", "random", "--shard", n, "--out", &out];
        quietly(folder.path(), &run);
    }
    let outcomes = folder.path().join("results/1/run/outcomes.csv");
    // The shards of one run, a result, and the same result after a change.
    for (examined, out) in [("1of2", "v1"), ("2of2", "v2"), ("results/1", "v3"), ("results/1", "v4")] {
        if out == "v4" {
            fs::write(&outcomes, "changed\n").expect("a file");
        }
        answer(folder.path(), &["verify", examined, "--sample", "1", "--out", out]);
        add_folder(&mut all, &folder.path().join(out));
        n_results += 1;
    }
    let ids: BTreeSet<&String> = all["runs"].rows.iter().map(|row| &row[0]).collect();
    assert_eq!(ids.len(), n_results);
    for (name, Joined { header, rows }) in &all {
        let mut seen = BTreeSet::new();
        for row in rows {
            for (column, cell) in columns(name).zip(row) {
                assert!(column.column_type.read(cell).is_some(), "{name}: {}: {cell}", column.name);
            }
            let key: Vec<&String> =
                columns(name).zip(row).filter(|(column, _)| column.key).map(|(_, cell)| cell).collect();
            assert!(seen.insert(key), "{name}: {header:?}: {row:?}");
        }
    }
}

#[test]
fn the_label_of_a_result_is_in_all_of_its_files() {
    let folder = folder();
    // Programs read the names of these bots as a number and a truth value.
    for (name, shown) in [("1", "1.toml"), ("true", "true.toml"), ("mild", "mild")] {
        let strategy = "game = 'knife-fight'\nbelieves = 'Nothing.'\n[weights]\n";
        fs::write(folder.path().join(format!("{name}.toml")), strategy).expect("a file");
        let bot = format!("{name}.toml");
        quietly(folder.path(), &["run", "knife-fight", "--games", "20", "--bots", &bot, "--out", name]);
        let rates = fs::read_to_string(folder.path().join(name).join("run/win_rates.csv")).expect("a file");
        assert!(rates.contains(&format!(",bot,{shown},")), "{rates}");
    }
    let run = ["run", "knife-fight", "--games", "60", "--games-csv", "5", "--bots", "random"];
    let with = |more: &[&str]| quietly(folder.path(), &[&run[..], more].concat());
    with(&["--label", "Take 3, \"mild\"", "--out", "one"]);
    with(&["--out", "two"]);
    let mut all = BTreeMap::new();
    for name in ["one", "two"] {
        add_folder(&mut all, &folder.path().join(name));
    }
    for (name, Joined { header, rows }) in &all {
        let place = |column: &str| header.iter().position(|own| own == column).expect("a column");
        let of = |column: &str| rows.iter().map(|row| row[place(column)].as_str()).collect::<BTreeSet<_>>();
        // The label does not belong to the id.
        assert_eq!(of("run_id").len(), 1, "{name}");
        assert_eq!(of("label"), ["Take 3, \"mild\"", "knife-fight"].into(), "{name}");
    }
    quietly(folder.path(), &["verify", "one"]);
    let (code, _, stderr) = answer(folder.path(), &["run", "knife-fight", "--label", "=1+1"]);
    assert!(code == 2 && stderr.contains("a letter first"), "{stderr}");
}

#[test]
fn a_number_of_a_column_can_be_set_again() {
    let folder = folder();
    let folder = folder.path();
    let run_id = |set: &str| {
        let game = if set.starts_with("moves") { "taunt" } else { "knife-fight" };
        let run = ["run", game, "--games", "20", "--bots", "random", "--set", set, "--out", "o", "--force"];
        quietly(folder, &run);
        let csv = fs::read_to_string(folder.join("o/run/runs.csv")).expect("a file");
        csv.lines().nth(1).and_then(|row| row.split(',').next()).expect("a run").to_owned()
    };
    for [written, read] in [
        ["cards.ten.damage=9", "cards.ten.damage=9.0000"],
        ["rules.tie=\"no-hit\"", "rules.tie=no-hit"],
        ["moves.run-1.lock-attacks=true", "moves.run-1.lock-attacks=1.0000"],
        ["moves.run-1.lock-attacks=false", "moves.run-1.lock-attacks=0"],
    ] {
        assert_eq!(run_id(written), run_id(read), "{read}");
    }
    let (code, _, error) = answer(folder, &["run", "knife-fight", "--set", "cards.ten.damage=9.5"]);
    assert!(code == 2 && error.contains("found 9.5, expected an integer from 0 to 60"), "{error}");
}
