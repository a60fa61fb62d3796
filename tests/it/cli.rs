//! The built program, end to end: what it prints and which files it writes.

use super::program::{answer, assert_same, folder, names, refused_in, warnings};

const FILES: [&str; 10] = [
    "card_impact.csv",
    "figures.csv",
    "game_length.csv",
    "metrics.csv",
    "outcomes.csv",
    "result.json",
    "run.tally",
    "run.toml",
    "runs.csv",
    "win_rates.csv",
];

#[test]
fn a_run_writes_its_files_and_is_repeated_from_its_run_toml() {
    let folder = folder();
    let run = |args: &str, out: &str| {
        let args: Vec<&str> = args.split(' ').chain(["--out", out]).collect();
        let (code, stdout, stderr) = answer(folder.path(), &args);
        assert_eq!((code, warnings(&stderr)), (0, ""), "no progress bar without a terminal: {stdout}");
        assert_eq!(names(&folder.path().join(out).join("run")), FILES);
    };
    run("run knife-fight --games 1500 --seed 9 --set rules.tie=no-hit --bots medic,random --quiet", "a");
    run("run a/run/run.toml --quiet", "b");
    assert_same(folder.path(), "a", "b");
    // The repeated run plays as many games as the run that stopped at its precision, without the option.
    run("run knife-fight --bots random --games 1M --precision 1pp", "c");
    run("run c/run/run.toml", "d");
    let lengths = |out: &str| {
        let file = folder.path().join(out).join("run/game_length.csv");
        without_run(&std::fs::read_to_string(file).expect("a file"))
    };
    assert_eq!(lengths("c"), lengths("d"));
}

/// The rows of a CSV file without the columns that name the result.
pub(super) fn without_run(text: &str) -> Vec<String> {
    let own = |line: &str| line.rsplitn(3, ',').last().unwrap_or_default().to_owned();
    text.lines().map(own).collect()
}

#[test]
fn a_file_with_the_name_of_a_known_bot_is_shown_with_its_path() {
    let folder = folder();
    let own = "game = 'knife-fight'\nbelieves = 'x'\n[weights]\nparry = 1\n";
    for name in ["random", "cutter", "mine"] {
        std::fs::write(folder.path().join(format!("{name}.toml")), own).expect("a file");
    }
    let names = |bots: &str| {
        let run = ["run", "knife-fight", "--games", "10", "--format", "csv", "--bots", bots];
        let (_, csv, _) = answer(folder.path(), &run);
        let bots = csv.lines().filter_map(|row| row.strip_prefix("knife-fight,2,bot,"));
        bots.map(|row| row.split(',').next().unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("random.toml,random"), ["random.toml", "random"]);
    assert_eq!(names("cutter,cutter.toml"), ["cutter", "cutter.toml"]);
    assert_eq!(names("mine.toml"), ["mine"]);
    // Files with equal names are shown with their paths, and so is a file with the name of a known bot. A
    // copy of a known bot counts as that bot.
    let shipped = std::fs::read_to_string(super::root().join("strategies/knife-fight/cutter.toml"));
    std::fs::create_dir(folder.path().join("d")).expect("a folder");
    std::fs::write(folder.path().join("d/mine.toml"), "game = 'knife-fight'\nbelieves = 'y'\n[weights]\n")
        .expect("a file");
    std::fs::write(folder.path().join("d/cutter.toml"), shipped.expect("a file")).expect("a file");
    assert_eq!(names("./cutter.toml,random"), ["./cutter.toml", "random"]);
    assert_eq!(names("d/mine.toml,mine.toml"), ["d/mine.toml", "mine.toml"]);
    assert_eq!(names("cutter,d/cutter.toml"), ["cutter"]);
    assert_eq!(
        names("search:2:d/mine.toml,search:2:mine.toml"),
        ["search:2:d/mine.toml", "search:2:mine.toml"]
    );
    // Omitted parts of a name have their default values.
    assert_eq!(names("search:256,search"), ["search"]);
    assert_eq!(names("search:2:random,search:02"), ["search:2"]);
    assert_eq!(names("search:256:cutter,search:cutter"), ["search:cutter"]);
}

#[test]
fn a_search_plays_as_its_name_says() {
    let folder = folder();
    let wins = |bots: &str| {
        let run = ["run", "knife-fight", "--games", "400", "--format", "json", "--bots", bots];
        let (code, json, error) = answer(folder.path(), &run);
        assert_eq!(code, 0, "{error}");
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        json["tables"]["win_rates"]["rows"][0]["wins"].to_string()
    };
    assert_ne!(wins("search:8,random"), wins("search:64,random"), "another number of playouts");
    assert_ne!(wins("search:8,random"), wins("search:8:medic,random"), "another habit");
    assert_eq!(wins("search,random"), wins("search:256:random,random"), "what is left out");
}

/// The target in a new file passes under the printed rules, with the players that play if no bots are named.
#[test]
#[ignore = "plays for long; `just check` runs it"]
fn the_target_of_a_new_file_passes() {
    for game in ["knife-fight", "stabby-jack", "fight", "taunt", "stupid-fight"] {
        let folder = folder();
        let file = folder.path().join("house.toml");
        assert_eq!(answer(folder.path(), &["init", game, "house.toml"]).0, 0);
        let text = std::fs::read_to_string(&file).expect("a file").replace("#\"win_rates", "\"win_rates");
        std::fs::write(&file, text).expect("a file");
        let (code, text, stderr) = answer(folder.path(), &["check", "house.toml", "--games", "10k"]);
        assert!(code == 0 && text.contains("pass  "), "{game}: {text}{stderr}");
    }
}

#[test]
fn listed_configs_are_played_and_copied_where_there_are_no_files() {
    let (folder, other) = (folder(), folder());
    let (_, listed, _) = answer(folder.path(), &["list"]);
    let configs: Vec<&str> = listed.lines().filter(|line| line.starts_with("configs/")).collect();
    assert!(configs.len() > 20, "{listed}");
    assert_eq!(answer(folder.path(), &[&["lint", "--quiet"], &configs[..]].concat()).0, 0);
    let config = "configs/knife-fight/house-aces-high.toml";
    let file = other.path().join(config);
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    std::fs::copy(super::root().join(config), &file).expect("a file");
    let run = |folder: &std::path::Path| answer(folder, &["run", config, "-n", "500", "--format", "csv"]).1;
    assert_eq!(run(folder.path()), run(other.path()), "the same run_id and figures as from the file");
    assert_eq!(answer(folder.path(), &["init", config, "house.toml"]).0, 0);
    let copied = std::fs::read(folder.path().join("house.toml")).expect("a file");
    assert_eq!(copied, std::fs::read(file).expect("a file"));
    let init = format!("undercard init {config} house.toml");
    refused_in(folder.path(), &["check", config, "--update"], &[&init]);
    let next = "file: own.toml\nafter changing a value: undercard lint own.toml\n";
    assert_eq!(answer(folder.path(), &["init", "taunt", "own.toml"]), (0, String::new(), next.into()));
    assert_eq!(answer(folder.path(), &["lint", "own.toml"]).0, 0);
    refused_in(folder.path(), &["init", "fight", "own.toml"], &["expected a new file name"]);
}

#[test]
fn schemas_and_completions_are_printed() {
    let folder = folder();
    let (code, schema, _) = answer(folder.path(), &["schema", "stupid-fight"]);
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("JSON");
    assert_eq!((code, &schema["properties"]["game"]["const"]), (0, &"stupid-fight".into()));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, text, _) = answer(folder.path(), &["completions", shell]);
        assert!(code == 0 && text.contains("undercard"), "{shell}: {text}");
    }
    assert_eq!(answer(folder.path(), &["completions", "--man", "."]).0, 0);
    let pages = names(folder.path());
    assert!(pages.iter().any(|page| page == "undercard-check.1") && pages.len() > 20, "{pages:?}");
}
