//! `compare`, `sensitivity` and `sweep`, end to end: what they compare, their intervals, and how
//! much they play.

use super::cli::without_run;
use super::program::{answer, folder, refused, warnings, with_file};
use undercard::config::{Plan, PlanOptions, lock};
use undercard::simulation::paired::figures;
use undercard::stats::tally::Tally;

#[test]
fn a_configuration_compared_with_itself_has_no_difference() {
    let folder = folder();
    let args = ["compare", "knife-fight", "knife-fight", "--games", "2000", "--format", "csv"];
    let (code, text, _) = answer(folder.path(), &args);
    assert_eq!(code, 0);
    for row in text.lines().skip(1) {
        let is_constant = row.contains("/bot/") && row.contains("/score,") && row.contains(",constant,");
        assert!(row.contains(",equal,") || row.contains(",,,") || is_constant, "{row}");
        assert!(
            !row.contains(",equal,")
                || row.contains(",0.000000,0.000000,0.000000,")
                || row.contains(",0.0000,0.0000,0.0000,"),
            "{row}"
        );
    }
    let (code, text, _) = answer(folder.path(), &["compare", "knife-fight", "--games", "2000"]);
    assert_eq!((code, text.as_str()), (2, ""), "nothing differs");
}

#[test]
fn both_sides_of_a_comparison_play_the_same_games() {
    with_file("h.toml", "game = \"knife-fight\"\n[run]\nseed = 7\ngames = 500\n", |folder| {
        let args = ["compare", "knife-fight", "h.toml", "--games", "2000", "--format", "csv"];
        let (code, csv, _) = answer(folder, &args);
        assert_eq!(code, 0);
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        for row in reader.records().map(|row| row.expect("a row")) {
            assert!(matches!(&row[3], "" | "0.000000" | "0.0000"), "{row:?}");
            assert_eq!((&row[9], &row[10]), ("0", "0"), "{row:?}");
        }
    });
}

#[test]
fn configs_with_different_bots_are_only_compared_on_request() {
    let config = "game = \"knife-fight\"\n[rules]\ntie = \"no-hit\"\n[run]\nbots = [\"cutter\"]\n";
    with_file("h.toml", config, |folder| {
        let with = |more: &[&str]| {
            answer(folder, &[&["compare", "knife-fight", "h.toml", "--games", "200"], more].concat())
        };
        let (code, text, stderr) = with(&[]);
        assert_eq!((code, text.as_str()), (2, ""), "{stderr}");
        for part in ["expert,expert", "cutter,cutter", "choose them with --bots", "--bots-b"] {
            assert!(stderr.contains(part), "{part} is not in\n{stderr}");
        }
        assert_eq!(with(&["--bots", "medic"]).0, 0);
        assert_eq!(with(&["--bots-b", "cutter"]).0, 0);
    });
}

#[test]
fn a_comparison_with_interim_looks_has_wider_intervals() {
    let folder = folder();
    let args =
        ["compare", "knife-fight", "--set-b", "rules.tie=no-hit", "--games", "120k", "--format", "csv"];
    let args = [&args[..], &["--bots", "random"]].concat();
    let table = |more: &[&str]| {
        let (code, csv, _) = answer(folder.path(), &[&args[..], more].concat());
        assert_eq!(code, 0);
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let rows = reader.records().map(|row| row.expect("a row"));
        rows.filter(|row| !row[4].is_empty() && &row[11] != "constant").collect::<Vec<_>>()
    };
    let (fixed, stopped) = (table(&[]), table(&["--decide", "2pp"]));
    assert!(fixed.iter().all(|row| row[11] != *"sequence" && !row[8].is_empty()), "{fixed:?}");
    assert!(stopped.iter().all(|row| row[11] == *"sequence" && row[8].is_empty()), "{stopped:?}");
}

#[test]
fn only_the_default_number_of_games_is_divided() {
    with_file("house.toml", "game = 'knife-fight'\n[run]\ngames = 700\n", |folder| {
        for (args, part) in [
            (&["sweep", "house.toml", "--vary", "rules.tie=no-hit"][..], "700 games per combination"),
            (&["sensitivity", "house.toml", "--keys", "rules.max-rounds"], "700 pairs of games per step"),
            (&["sensitivity", "house.toml", "--keys", "rules.max-rounds", "-n", "600"], "600 pairs"),
        ] {
            let (code, text, stderr) = answer(folder, args);
            assert!(code == 0 && text.contains(part), "{args:?}\n{text}{stderr}");
        }
        let (code, _, stderr) = answer(folder, &["replay", "house.toml", "--where", "outcome=stalemate"]);
        assert!(code == 2 && stderr.contains("in the first 700 games"), "{stderr}");
    });
    let (_, text, _) = answer(
        folder().path(),
        &["sweep", "knife-fight", "--vary", "rules.tie=no-hit", "--bots", "random", "--format", "json"],
    );
    assert!(text.contains("\"games\": 100000,\n"), "{text}");
}

#[test]
fn a_sensitivity_measures_the_requested_figure() {
    let folder = folder();
    let ask = |shown: &str| {
        let keys =
            ["sensitivity", "taunt", "--keys", "moves.kick.damage.*", "--games", "300", "--format", "csv"];
        let (code, csv, stderr) = answer(folder.path(), &[&keys[..], &["--show", shown]].concat());
        assert_eq!((code, warnings(&stderr)), (0, ""));
        csv.lines().skip(1).map(|row| row.split(',').nth(9).expect("a figure").to_owned()).collect::<Vec<_>>()
    };
    for shown in ["win_rates/character/tuggle", "win_rates/seat/1/score", "metrics/length-mean"] {
        assert!(ask(shown).iter().all(|figure| figure == shown));
    }
    let wrong = ["sensitivity", "taunt", "--show", "win_rates/character/tugle"];
    refused(
        &wrong,
        &["--show: found \"win_rates/character/tugle\"", "did you mean `win_rates/character/tuggle`"],
    );
    let impact = "card_impact/joker/all/opening";
    refused(
        &["sensitivity", "knife-fight", "--show", impact, "--precision", "1pp"],
        &["with --precision", "expected no --precision"],
    );
}

/// The side with the lowest win rate is determined in reserved games. Otherwise, among equal sides, all steps
/// would seem to help it.
#[test]
fn the_side_with_the_lowest_win_rate_does_not_depend_on_the_number_of_games() {
    let folder = folder();
    let side = |games: &str| {
        let args = ["sensitivity", "knife-fight", "--seed", "2", "--keys", "rules.bleed-divisor"];
        let more = ["--format", "csv", "--games", games];
        let (code, csv, _) = answer(folder.path(), &[&args[..], &more].concat());
        assert_eq!(code, 0);
        csv.lines().nth(1).and_then(|row| row.split(',').nth(9)).expect("a side").to_owned()
    };
    // In the measured games it would be red and black.
    assert_eq!(side("6000"), side("9000"));
}

#[test]
fn a_sweep_of_an_unknown_figure_plays_nothing() {
    let sweep = ["sweep", "knife-fight", "--vary", "rules.tie=no-hit,both-hit", "--games", "1e11", "--show"];
    for (show, near) in [("metrics/lenght-mean", "metrics/length-mean"), ("outcomes/drawn", "outcomes/draw")]
    {
        refused(&[&sweep[..], &[show]].concat(), &[&format!("--show: found \"{show}\""), near]);
    }
    refused(&[&sweep[..], &["impact/joke/all"]].concat(), &["did you mean `impact/joker/all`"]);
}

/// A figure that only some cells have appears in their positions only.
#[test]
fn the_values_of_a_map_are_under_their_labels() {
    let vary = ["--vary", "setup.players=2,3", "--vary", "setup.jokers-per-deck=1,2"];
    let show = ["--show", "win_rates/seat/2/win_share", "--games", "300"];
    let (code, text, stderr) =
        answer(folder().path(), &[&["sweep", "stabby-jack"], &vary[..], &show].concat());
    let line = |players: &str| {
        let mut lines = text.lines().filter_map(|line| line.strip_prefix(players));
        lines.next().unwrap_or_default().split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!((code, line("2 ")), (0, vec!["–".to_owned(); 2]), "{text}{stderr}");
    let percent = line("3 ").first().and_then(|share| share.parse::<f64>().ok());
    assert!(line("3 ").len() == 4 && percent.is_some_and(|share| share > 1.0 && share < 100.0), "{text}");
}

/// 0 means a word in some settings.
#[test]
fn nothing_steps_from_a_word_or_to_it() {
    let keys = ["--keys", "characters.tuggle.peril-limit", "--games", "50", "--format", "csv"];
    refused(&[&["sensitivity", "taunt"], &keys[..]].concat(), &["expected keys of numeric settings"]);
    let one = ["--set", "characters.tuggle.peril-limit=1"];
    let (code, csv, _) = answer(folder().path(), &[&["sensitivity", "taunt"], &keys[..], &one].concat());
    assert!(code == 0 && csv.contains(",1,2,") && !csv.contains(",1,0,"), "{csv}");
    let sweep = ["sweep", "taunt", "--vary", "characters.tuggle.peril-limit=0..2"];
    refused(&sweep, &["0, which is not a number here but means \"default\"", "numbers from 1 to 9"]);
}

#[test]
fn a_sweep_can_vary_the_number_of_players() {
    let sweep = ["sweep", "stabby-jack", "--vary", "setup.players=2..3", "--games", "300", "--format", "csv"];
    for bots in [&[][..], &["--bots", "hunter"]] {
        let (code, csv, stderr) = answer(folder().path(), &[&sweep[..], bots].concat());
        let seats = |players: &str| {
            let seats = format!("{players},setup.players,{players}.0000,");
            csv.lines()
                .filter(|row| {
                    row.starts_with(&seats) && row.contains("win_rates/seat/") && !row.contains("/score,")
                })
                .count()
        };
        assert_eq!((code, seats("2"), seats("3")), (0, 2, 3), "{csv}{stderr}");
    }
    refused(&[&sweep[..], &["--bots", "hunter,random"]].concat(), &["found 2 bots", "3 (one per seat)"]);
}

#[test]
fn a_sweep_can_vary_the_bots() {
    let sweep =
        ["sweep", "knife-fight", "--vary", "run.bots=medic,random", "--games", "300", "--format", "csv"];
    let (code, csv, stderr) = answer(folder().path(), &sweep);
    assert_eq!(code, 0, "{stderr}");
    let figures = |csv: &str, bots: &str| -> Vec<String> {
        let red = csv.lines().filter(|row| row.contains(",win_rates/side/red,") && row.contains(bots));
        // The result, which is another one, is at the end.
        let own = |row: &str| without_run(row.rsplit_once(bots).expect("a cell").1).concat();
        red.map(own).collect()
    };
    let [medic, random] = ["run.bots,,medic,", "run.bots,,random,"].map(|bots| figures(&csv, bots));
    assert!(medic.len() == 1 && random.len() == 1 && medic != random, "{csv}");
    // The same games as with --bots.
    let alone =
        ["sweep", "knife-fight", "--vary", "rules.max-rounds=200", "--bots", "medic", "--games", "300"];
    let (_, csv, _) = answer(folder().path(), &[&alone[..], &["--format", "csv"]].concat());
    assert!(csv.contains(medic[0].as_str()), "{medic:?}\n{csv}");
    refused(
        &["sweep", "knife-fight", "--vary", "run.bots=medic,medix"],
        &["--vary", "medix", "did you mean `medic`?"],
    );
}

/// The same figure has the same name in comparisons, lock files and the reports of a run.
#[test]
fn a_figure_has_one_address_everywhere() {
    for game in undercard::games::all_games() {
        let plan = Plan::new(game.id, &PlanOptions::default()).unwrap_or_else(|faults| panic!("{faults}"));
        let simulation = plan.simulation();
        let known = undercard::report::figures(
            game.id,
            plan.players(),
            simulation.schema(),
            &simulation.lineup().names,
        );
        let known: Vec<_> = known.into_iter().map(|figure| figure.id).collect();
        for figure in figures(&*simulation) {
            assert!(known.contains(&figure.id), "{}: {}", game.id, figure.id);
        }
        let counts = lock::counts(&*simulation, &Tally::new(simulation.schema()));
        let is_sum = |key: &str| key.ends_with("/sum");
        for (key, _) in counts.iter().filter(|(key, _)| !is_sum(key)) {
            let address = key.trim_end_matches("/numerator").trim_end_matches("/denominator");
            assert!(address.parse().is_ok_and(|id| known.contains(&id)), "{}: {key}", game.id);
        }
    }
}
