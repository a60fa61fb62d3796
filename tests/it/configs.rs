//! All shipped files are valid, and everything that is documented exists.

use super::program::{answer, folder, warnings};
use super::root;
use undercard::config::{Plan, PlanOptions, addresses, bots, comments, shipped};
use undercard::experiments::run::Run;
use undercard::experiments::{Experiment, ExperimentResult, Session};
use undercard::games::all_games;
use undercard::model::settings::{Node, Value};
use undercard::report::{Cell, ColumnType};

#[test]
fn every_shipped_config_and_strategy_is_accepted() {
    for game in all_games() {
        for (file, _) in shipped::configs(game.id) {
            let path = root().join("configs").join(game.id).join(&file).display().to_string();
            Plan::new(&path, &PlanOptions::default()).unwrap_or_else(|faults| panic!("{faults}"));
        }
        for bot in bots::known(game.id) {
            Plan::new(game.id, &PlanOptions { bots: vec![bot], ..PlanOptions::default() })
                .unwrap_or_else(|faults| panic!("{faults}"));
        }
    }
}

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

/// In every config, all listed addresses can be targets.
#[test]
#[ignore = "plays for long; `just check` runs it"]
fn every_listed_address_can_be_a_target() {
    const MOST: usize = 1000;
    let folder = folder();
    let house = folder.path().join("house.toml").display().to_string();
    for game in all_games() {
        for (file, text) in shipped::configs(game.id) {
            let path = root().join("configs").join(game.id).join(&file).display().to_string();
            let (code, _, stderr) = answer(folder.path(), &["list", &path, "--metrics"]);
            assert_eq!((code, warnings(&stderr)), (0, ""), "{path}");
            let plan = Plan::new(&path, &PlanOptions::default()).unwrap_or_else(|faults| panic!("{faults}"));
            let addresses: Vec<String> =
                addresses::of_plan(&plan).into_iter().map(|figure| figure.id.to_string()).collect();
            assert!(addresses.len() > 20, "{path}: {addresses:?}");
            for some in addresses.chunks(MOST) {
                let targets = some.iter().map(|address| format!("{address:?} = {{ max = 0.5 }}\n"));
                let mut rules: toml::Table = text.parse().expect("TOML");
                rules.remove("targets");
                let text = format!("{rules}\n[targets]\n{}", targets.collect::<String>());
                std::fs::write(&house, text).expect("a file");
                let (code, _, stderr) = answer(folder.path(), &["lint", "house.toml", "--quiet"]);
                assert_eq!((code, stderr.as_str()), (0, ""), "{path}");
                let plan =
                    Plan::new(&house, &PlanOptions::default()).unwrap_or_else(|faults| panic!("{faults}"));
                assert!(
                    plan.targets().iter().map(|target| target.figure.to_string()).eq(some.iter().cloned()),
                    "{path}"
                );
            }
        }
    }
}

#[test]
fn every_game_ships_house_rules_and_strategies() {
    for game in all_games() {
        assert!(shipped::configs(game.id).len() >= 4, "{}: printed rules and three house files", game.id);
        assert!(shipped::strategies(game.id).len() >= 2, "{}", game.id);
        for (file, text) in shipped::configs(game.id) {
            assert!(text.starts_with('#'), "{}/{file} opens with what it is", game.id);
        }
    }
}

#[test]
fn every_setting_has_a_comment() {
    let mut silent = Vec::new();
    for game in all_games() {
        let plan = Plan::new(game.id, &PlanOptions::default()).expect("a plan");
        let comments = comments(shipped::printed(game.id).expect("printed rules"));
        let paths = plan.rules().settings().iter().map(|setting| setting.path.as_str());
        silent.extend(
            paths.filter(|path| comments.of(path).is_none()).map(|path| format!("{}: {path}", game.id)),
        );
    }
    assert!(silent.is_empty(), "settings without a comment:\n{}", silent.join("\n"));
}

#[test]
fn every_integer_setting_rejects_values_outside_its_range() {
    use undercard::model::settings::Allowed;
    for game in all_games() {
        let plan = Plan::new(game.id, &PlanOptions::default()).expect("a plan");
        let integers = plan.rules().settings().iter().filter_map(|setting| match setting.allowed {
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
    for game in all_games() {
        let plan = Plan::new(game.id, &PlanOptions::default()).expect("a plan");
        for path in tables(plan.tree(), "") {
            let wrong =
                Plan::new(game.id, &PlanOptions { set: vec![format!("{path}=3")], ..PlanOptions::default() });
            let mut tree = plan.tree().clone();
            remove(&mut tree, &path);
            let missing = Plan::of_tree(game, String::new(), tree, &PlanOptions::default(), Vec::new());
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
    for game in all_games() {
        for (file, _) in shipped::configs(game.id) {
            let path = root().join("configs").join(game.id).join(&file).display().to_string();
            for bot in bots::known(game.id).into_iter().filter(|bot| !bot.starts_with("search")) {
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
