//! Every kind of figure that `list GAME --metrics` names, in every command that takes an address.

use super::program::{answer, folder, inside};
use undercard::config::addresses::{self, NamedFigure};
use undercard::config::{Plan, PlanOptions};
use undercard::experiments::replay::{Replay, Which};
use undercard::experiments::{
    Experiment, ExperimentResult, Session, check, compare, sensitivity, sweep, tune,
};

/// An address of each kind: the last that a pattern stands for.
fn one_of_each_kind(plan: &Plan) -> Vec<String> {
    let figures = addresses::of_plan(plan);
    let known: Vec<String> = figures.iter().map(|figure| figure.id.to_string()).collect();
    let is_match = |pattern: &str, address: &str| {
        let (pattern, address): (Vec<&str>, Vec<&str>) =
            (pattern.split('/').collect(), address.split('/').collect());
        pattern.len() == address.len()
            && pattern.iter().zip(address).all(|(one, other)| *one == "*" || *one == other)
    };
    let of_kind = |(NamedFigure { id, .. }, _): (NamedFigure, usize)| {
        known.iter().rfind(|known| is_match(&id.to_string(), known)).cloned()
    };
    addresses::patterns(figures).0.into_iter().filter_map(of_kind).collect()
}

/// The first numeric setting whose next value the rules accept, and both values.
fn setting(plan: &Plan, game: &str) -> (String, String) {
    let settings = plan.rules().settings().iter().filter(|setting| !setting.path.starts_with("setup."));
    let mut numbers = settings.filter_map(|setting| {
        let value: i64 = plan.value(&setting.path)?.shown().parse().ok()?;
        let set = vec![format!("{}={}", setting.path, value + 1)];
        Plan::new(game, &PlanOptions { set, ..PlanOptions::default() }).ok()?;
        Some((setting.path.clone(), format!("{value},{}", value + 1)))
    });
    numbers.next().expect("a numeric setting")
}

#[test]
#[ignore = "plays for long; `just check` runs it"]
fn every_kind_of_figure_works_in_every_command() {
    let session = Session::new(Some(2)).expect("threads");
    let folder = folder();
    for (nth, game) in undercard::games::Catalogue::printed().iter().enumerate() {
        let bots = vec!["random".to_owned()];
        let few = PlanOptions { games: Some(16), bots, ..PlanOptions::default() };
        let plan = Plan::new(game.id, &few).unwrap_or_else(|errors| panic!("{errors}"));
        let (key, values) = setting(&plan, game.id);
        // A player who knows a bot is looked for first, for a minute: `exploit.rs` has its figure.
        let mut kinds = one_of_each_kind(&plan);
        kinds.retain(|address| !address.starts_with("exploit/"));
        let config = folder.path().join(format!("{}.toml", game.id));
        let config = config.to_str().expect("UTF-8").to_owned();
        let targets: String =
            kinds.iter().map(|address| format!("\"{address}\" = {{ min = -1, max = 1000 }}\n")).collect();
        // Shares have bounds of their own.
        let targets = targets.replace("min = -1, max = 1000", "max = 0.9");
        std::fs::write(&config, format!("game = '{}'\n[targets]\n{targets}", game.id)).expect("a config");
        let checked = check::Check::new(std::slice::from_ref(&config), &few, &check::Options::default());
        let checked = checked.unwrap_or_else(|error| panic!("{}: {error}", game.id));
        let table = checked.play(&session).tables()[0].clone();
        for address in &kinds {
            let is_it = |row: &&Vec<undercard::report::Cell>| table.written(row, "target") == *address;
            let row = table.rows.iter().find(is_it).unwrap_or_else(|| panic!("{address} is not checked"));
            assert_eq!(table.written(row, "games"), "16", "{}: {address}", game.id);
        }
        // The kinds of the games are alike: each game shows every tenth one.
        for address in kinds.iter().skip(2 * nth).step_by(10) {
            let vary = vec![format!("{key}={values}").parse().expect("values")];
            let show = Some(address.clone());
            let options = sweep::Options { vary, show: show.clone(), ..Default::default() };
            let sweep = sweep::Sweep::new(game.id, &few, &options);
            let sweep = sweep.unwrap_or_else(|errors| panic!("{}: {errors}", game.id));
            let table = sweep.play(&session).tables()[0].clone();
            let n_rows = table.rows.iter().filter(|row| table.written(row, "figure") == *address).count();
            assert_eq!(n_rows, 2, "{}: sweep --show {address}", game.id);
            let options = sensitivity::Options { keys: vec![key.clone()], show, ..Default::default() };
            let sensitivity = sensitivity::Sensitivity::new(game.id, &few, &options);
            let sensitivity = sensitivity.unwrap_or_else(|errors| panic!("{}: {errors}", game.id));
            let table = sensitivity.play(&session).tables()[0].clone();
            assert_eq!(table.written(&table.rows[0], "figure"), *address, "{}", game.id);
            let found = Replay::new(
                game.id,
                &few,
                &Which::Where(vec![format!("{address}=highest")]),
                &compare::Options::default(),
            );
            match found {
                // Some metrics and events do not occur in 16 games.
                Ok(replay) => drop(replay.find(&session)),
                Err(errors) => assert!(
                    address.starts_with("matchups/") && errors.to_string().contains("--bots"),
                    "{}: {address}: {errors}",
                    game.id
                ),
            }
        }
        // A search that begins with all targets.
        let options = tune::Options { keys: vec![key], reach: 1, changes: 1, ..Default::default() };
        let tune = tune::Tune::new(&config, &few, &options).unwrap_or_else(|errors| panic!("{errors}"));
        let rows = tune.play(&session).tables()[0].rows.len();
        assert!(rows >= kinds.len(), "{}: {rows} rows", game.id);
    }
}

const HOUSE: &str = "game = 'knife-fight'\n[run]\nbots = ['random']\n[targets]\n'card_impact/*/all/opening' = { at = 0, within = '90pp' }\n\
                     'card_impact/joker/all/opening' = { max = 0.95 }\n'impact/joker/black' = { min = 0.02 }\n\
                     'matchups/medic/random' = { min = 0.6 }\n\
                     [targets.any.fair]\n'win_rates/side/black/score' = { at = 0.5, within = 0.05 }\n\
                     'outcomes/draw' = { max = 0.01 }\n\
                     [targets.all.short]\n'metrics/length-mean' = { max = 9 }\n'metrics/length-p95' = { max = 20 }\n";

#[test]
fn wildcards_groups_ablations_and_pairs_are_judged_and_locked() {
    let folder = folder();
    let write = |text: &str| std::fs::write(folder.path().join("house.toml"), text).expect("a config");
    write(HOUSE);
    let args = ["check", "house.toml", "--games", "20000", "--update"];
    let (code, text, errors) = answer(folder.path(), &args);
    assert_eq!(code, 0, "{text}{errors}");
    for part in ["card_impact/*/all/opening: ", " figures, each a target", "any/fair", "all/short", "(fair)"]
    {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let csv = std::fs::read_to_string(folder.path().join("reports/knife-fight-house/check/check.csv"))
        .expect("a file");
    let rows = |part: &str| csv.lines().filter(|row| row.contains(part)).collect::<Vec<_>>();
    assert!(rows("card_impact/").len() > 10 && rows("card_impact/joker/all/opening").len() == 1, "{csv}");
    // The draw fails, and its group passes.
    assert!(
        rows("outcomes/draw")[0].contains(",fail,") && rows("house.toml,any/fair,")[0].contains(",pass,")
    );
    assert_eq!(rows("impact/joker/black,").len(), 1);
    assert!(rows("matchups/medic/random")[0].contains(",pass,"));
    let lock = std::fs::read_to_string(folder.path().join("undercard.lock")).expect("a lock file");
    assert!(lock.contains("matchups/medic/random/won"), "{lock}");
    // The same config has the same counts; without the pair, too.
    assert_eq!(answer(folder.path(), &args[..4]).0, 0);
    write(&HOUSE.replace("'matchups/medic/random' = { min = 0.6 }\n", ""));
    assert_eq!(answer(folder.path(), &args[..4]).0, 0);
    // Reports that other programs read name the group.
    write(&HOUSE.replace("at = 0.5, within = 0.05", "at = 0.2, within = 0.05"));
    let (code, text, _) = answer(folder.path(), &[&args[..4], &["--junit", "junit.xml"]].concat());
    assert_eq!(code, 10, "{text}");
    let text = std::fs::read_to_string(folder.path().join("junit.xml")).expect("a file");
    assert!(text.contains("any/fair") && text.contains("any of its targets must pass"), "{text}");
}

/// The lines of a replay.
fn replayed(game: &str, args: &[&str]) -> Vec<String> {
    let folder = folder();
    let args = [&["replay", game, "--games", "2000"], args].concat();
    let (code, text, errors) = answer(folder.path(), &args);
    assert_eq!(code, 0, "{args:?}: {errors}");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_game_is_found_by_winner_character_card_figure_and_several_conditions() {
    for (game, wanted, parts) in [
        ("knife-fight", "longest", &["The longest of 2,000 games"][..]),
        ("knife-fight", "upset", &["The largest upset of ", "of the same deal, played 20 times more,"]),
        ("taunt", "upset winner=tremble", &["The largest upset of ", " games with winner=tremble: "]),
        ("knife-fight", "outcome=draw", &["A draw."]),
        ("knife-fight", "winner=black", &["Black wins."]),
        ("knife-fight", "winner=player-2", &["Red wins."]),
        ("fight", "winner=second-player", &["The second player wins"]),
        ("taunt", "winner=tremble", &["The first of 2,000 games with winner=tremble."]),
        ("taunt", "character=tremble length>=4", &["character=tremble and length>=4"]),
        ("stupid-fight", "character=torso-eel", &["finds torso-eel"]),
        ("knife-fight", "card=joker/played winner=red length<=7", &["play-card: joker", "Red wins."]),
        ("knife-fight", "event=bled winner=red", &["with event=bled and winner=red.", "Red wins."]),
        (
            "knife-fight",
            "longest winner=black",
            &["The longest of 2,000 games with winner=black: ", "Black wins."],
        ),
        ("knife-fight", "winner-damage>=13", &["The first of 2,000 games with winner-damage>=13."]),
        ("knife-fight", "comeback>=7", &["The first of 2,000 games with comeback>=7."]),
        ("fight", "closest", &["The closest of 2,000 games: the largest lead was ", " Glory."]),
        ("taunt", "metrics/lead-changes=highest", &["the highest value of metrics/lead-changes"]),
        ("knife-fight", "win_rates/side/red/score=0.5", &["The first of 2,000 games with"]),
        ("knife-fight", "card_impact/joker/red/played", &["The first of 2,000 games with"]),
        ("knife-fight", "impact/joker/all<0", &["The first of 2,000 games with"]),
        (
            "knife-fight",
            "metrics/decisions-mean=highest",
            &["Of 2,000 games, the first with the highest value of "],
        ),
    ] {
        let args: Vec<&str> = wanted.split(' ').flat_map(|wanted| ["--where", wanted]).collect();
        let text = replayed(game, &args).join("\n");
        assert!(parts.iter().all(|part| text.contains(part)), "{game} {wanted}: {text}");
    }
    let rounds = |wanted: &[&str]| {
        let args: Vec<&str> = wanted.iter().flat_map(|wanted| ["--where", wanted]).collect();
        let lines = replayed("knife-fight", &[&args[..], &["--threads", "3"]].concat());
        lines.iter().filter(|line| line.starts_with("Round ")).count()
    };
    assert_eq!([rounds(&["length=9"]), rounds(&["length>8", "length<10", "winner=black"])], [9, 9]);
    assert!(rounds(&["length>=10"]) >= 10 && rounds(&["shortest", "length>=8"]) == 8);
}

/// The move that decided is the answer, in the first lines and in the result.
#[test]
fn a_game_with_chances_names_the_deciding_move_first() {
    let wanted = ["--where", "comeback", "--chances=100"];
    let lines = replayed("knife-fight", &wanted);
    let is_deciding = |line: &&String| {
        ["Deciding move", "Largest change"].iter().any(|what| line.starts_with(&format!("{what}: Round ")))
    };
    let deciding = lines.iter().take(4).find(is_deciding);
    let deciding = deciding.unwrap_or_else(|| panic!("{lines:?}"));
    assert!(deciding.ends_with(" points.") && deciding.contains(": from "), "{deciding}");
    // The turning points follow, before the story, the largest first; in brief, nothing else.
    let of = |lines: &[String]| lines.iter().position(|line| line.to_lowercase().contains("turning point"));
    let brief = replayed("knife-fight", &["--where", "comeback", "--chances=100", "--brief"]);
    let (with_story, alone) = (of(&lines).expect("a title"), of(&brief).expect("a title"));
    assert!(lines[with_story..].starts_with(&brief[alone..]), "{brief:?}");
    assert!(with_story < 8 && lines.len() > brief.len() + 10, "{lines:?}");
    assert!(brief.iter().take(4).any(|line| line.ends_with("wins.")), "{brief:?}");
    // No turning point changes a chance more.
    let points = deciding.trim_end_matches(" points.").rsplit(' ').next().expect("points");
    assert!(points.parse::<i64>().is_ok_and(|points| points.abs() >= 15), "{deciding}");
    let folder = folder();
    let args =
        [&["replay", "knife-fight", "--games", "2000"], &wanted[..], &["--out", "o", "--quiet"]].concat();
    assert_eq!(answer(folder.path(), &args).0, 0);
    let result =
        std::fs::read_to_string(inside(&folder.path().join("o")).join("result.json")).expect("a result");
    assert!(result.contains(&deciding[..deciding.len().min(40)]), "{result}");
}
