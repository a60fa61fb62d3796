//! All shipped files are valid, and everything that is documented exists.

use super::program::{answer, folder, warnings};
use super::root;
use undercard::config::{Plan, PlanOptions, bots, comments, shipped};
use undercard::experiments::run::Run;
use undercard::experiments::{Experiment, ExperimentResult, Session};
use undercard::games::Catalogue;
use undercard::model::settings::{Allowed, Node, Value};
use undercard::report::{Cell, ColumnType};

/// A config refers to the bots beside it, from any current folder. The config of a result refers to the bots
/// that its command named.
#[test]
fn a_config_finds_strategies_in_its_own_folder() {
    let folder = folder();
    let folder = folder.path();
    let bot = |weights: &str| format!("game = 'knife-fight'\nbelieves = 'x'\n[weights]\n{weights}\n");
    std::fs::create_dir(folder.join("house")).expect("a folder");
    std::fs::write(folder.join("mine.toml"), bot("damage-dealt = -1")).expect("a file");
    std::fs::write(folder.join("house/mine.toml"), bot("damage-dealt = 1")).expect("a file");
    let house = "game = 'knife-fight'\n[run]\ngames = 500\nbots = ['mine.toml', 'search:2:mine.toml']\n[targets]\n\
                 'outcomes/draw' = { max = 0.9, bots = ['mine.toml'] }\n";
    std::fs::write(folder.join("house/house.toml"), house).expect("a file");
    let run = |within: &str, args: &[&str]| {
        let (code, csv, stderr) =
            answer(&folder.join(within), &[&["run"], args, &["--format", "csv"]].concat());
        assert_eq!((code, warnings(&stderr)), (0, ""), "{args:?}");
        csv
    };
    let beside = run("house", &["house.toml"]);
    assert_eq!(run("", &["house/house.toml", "--out", "o"]), beside);
    assert_eq!(run("", &["o/run/run.toml", "--out", "again"]), beside);
    assert_ne!(run("", &["house/house.toml", "--bots", "mine.toml,search:2:mine.toml"]), beside);
    assert_eq!(answer(folder, &["check", "house/house.toml", "--full"]).0, 0);
    std::fs::remove_file(folder.join("house/mine.toml")).expect("removed");
    let (code, _, stderr) = answer(folder, &["run", "house/house.toml"]);
    let beside = std::path::Path::new("house").join("mine.toml");
    assert!(code == 2 && stderr.contains(&beside.display().to_string()), "{stderr}");
}

#[test]
fn every_setting_has_a_comment_and_rejects_integers_outside_its_range() {
    for game in Catalogue::printed().iter() {
        let plan = Plan::new(game.id, &PlanOptions::default()).expect("a plan");
        let comments = comments(shipped::printed(&game).expect("printed rules"));
        let settings = plan.rules().settings();
        let silent = settings.iter().find(|setting| comments.of(&setting.path).is_none());
        assert!(silent.is_none(), "{}: no comment: {silent:?}", game.id);
        let integers = settings.iter().filter_map(|setting| match setting.allowed {
            Allowed::Int(low, high) => Some((setting.path.clone(), low - 1, high + 1)),
            _ => None,
        });
        let integers: Vec<_> = integers.collect();
        // A plan lists many errors, but not hundreds.
        for (integers, is_high) in integers.chunks(20).flat_map(|some| [(some, false), (some, true)]) {
            let beside = |(_, low, high): &(String, i64, i64)| if is_high { *high } else { *low };
            let set = integers.iter().map(|setting| format!("{}={}", setting.0, beside(setting))).collect();
            let faults = Plan::new(game.id, &PlanOptions { set, ..PlanOptions::default() });
            let faults = faults.expect_err("values outside their ranges").to_string();
            for setting in integers {
                let (path, value) = (&setting.0, beside(setting).to_string());
                let is_told = faults.lines().any(|fault| fault.contains(path) && fault.contains(&value));
                assert!(is_told, "{path} = {value} is accepted: {faults}");
            }
        }
    }
}

/// The dotted paths of all tables of a tree except the root.
fn tables(node: &Node, path: &str) -> Vec<String> {
    let Value::Table(entries) = &node.value else { return Vec::new() };
    let below = entries.iter().filter(|(_, node)| matches!(node.value, Value::Table(_)));
    below
        .flat_map(|(key, node)| {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            let inner = tables(node, &path);
            std::iter::once(path).chain(inner)
        })
        .collect()
}

fn remove(node: &mut Node, path: &str) {
    let Value::Table(entries) = &mut node.value else { panic!("{path} leads nowhere") };
    match path.split_once('.') {
        None => entries.retain(|(key, _)| key != path),
        Some((key, rest)) => {
            remove(&mut entries.iter_mut().find(|(name, _)| name == key).expect("a table").1, rest);
        }
    }
}

#[test]
fn a_wrong_or_missing_table_is_one_error() {
    for game in Catalogue::printed().iter() {
        let plan = Plan::new(game.id, &PlanOptions::default()).expect("a plan");
        for path in tables(plan.tree(), "") {
            let wrong =
                Plan::new(game.id, &PlanOptions { set: vec![format!("{path}=3")], ..PlanOptions::default() });
            let mut tree = plan.tree().clone();
            remove(&mut tree, &path);
            let missing = Plan::of_tree(
                game.clone(),
                String::new(),
                tree,
                &PlanOptions::default(),
                undercard::config::cards::Tables::default(),
            );
            for (faults, found) in
                [(wrong, "found 3, expected a table"), (missing, "found no such key, expected a table")]
            {
                // A row of a table of cards, moves, … may be omitted; then all references to it are errors.
                let Err(faults) = faults else { continue };
                let is_row = path.contains('.');
                assert!(is_row || faults.0.len() == 1, "{}\n{faults}", game.id);
                for fault in &faults.0 {
                    let own = fault.key == path && fault.to_string().ends_with(found);
                    assert!(own || is_row && !fault.key.starts_with(&path), "{}: {path}\n{faults}", game.id);
                }
            }
        }
    }
}

/// Under all shipped configs, with all shipped bots.
#[test]
fn every_printed_share_lies_between_0_and_1() {
    let session = Session::new(Some(2)).expect("threads");
    for game in Catalogue::printed().iter() {
        for (file, _) in shipped::configs(&game) {
            let path = root().join("configs").join(game.id).join(&file).display().to_string();
            for bot in bots::known(&game).into_iter().filter(|bot| !bot.starts_with("search")) {
                let options =
                    PlanOptions { bots: vec![bot.clone()], games: Some(8), ..PlanOptions::default() };
                let Ok(plan) = Plan::new(&path, &options) else { panic!("{path} {bot}") };
                let run = Run::of(plan);
                let result = run.play(&session);
                for table in result.tables() {
                    for row in &table.rows {
                        for (column, cell) in table.columns.iter().zip(row) {
                            let Cell::Share(Some(share)) = cell else { continue };
                            let low = match column.column_type {
                                ColumnType::Shares | ColumnType::Figures => 0.0,
                                ColumnType::Differences => -1.0,
                                _ => continue,
                            };
                            let case = format_args!("{path}, {bot}: {} {}", table.address(row), column.name);
                            assert!((low..=1.0).contains(share), "{case} is {share}");
                        }
                    }
                }
            }
        }
    }
}
