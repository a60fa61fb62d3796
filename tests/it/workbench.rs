//! `compare`, `sensitivity` and `sweep`, end to end: what they compare, their intervals, and how
//! much they play.

use super::cli::without_run;
use super::program::{answer, folder, with_file};
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
    // Both sides play the same games, whatever seed the second has.
    with_file("h.toml", "game = \"knife-fight\"\n[run]\nseed = 7\ngames = 500\n", |folder| {
        let args = ["compare", "knife-fight", "h.toml", "--games", "2000", "--format", "csv"];
        let (code, csv, _) = answer(folder, &args);
        assert_eq!(code, 0);
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        for row in reader.records().map(|row| row.expect("a row")) {
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
fn a_sweep_can_vary_the_bots_and_the_number_of_players() {
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
    let sweep = ["sweep", "stabby-jack", "--vary", "setup.players=2..3", "--games", "300", "--format", "csv"];
    let (code, csv, stderr) = answer(folder().path(), &sweep);
    let seats = |players: &str| {
        let own = format!("{players},setup.players,{players}.0000,");
        let is_seat = |row: &&str| row.contains("win_rates/seat/") && !row.contains("/score,");
        csv.lines().filter(|row| row.starts_with(&own)).filter(is_seat).count()
    };
    assert_eq!((code, seats("2"), seats("3")), (0, 2, 3), "{csv}{stderr}");
}

/// The same figure has the same name in comparisons, lock files and the reports of a run.
#[test]
fn a_figure_has_one_address_everywhere() {
    for game in undercard::games::Catalogue::printed().iter() {
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
