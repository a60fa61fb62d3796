//! The library without the command line: cancellation, partial results, and several experiments in one
//! process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use undercard::bots::{Bot, Decision, Player, Weighed, Weights};
use undercard::config::bots::NamedBot;
use undercard::config::{Catalogue, Plan, PlanOptions};
use undercard::experiments::open_games::{Observation, OpenGames, StepError};
use undercard::experiments::run::Run;
use undercard::experiments::{
    Accuracy, Experiment, ExperimentResult, OwnedResult, RateMethod, ResultFiles, Session, Shard,
};
use undercard::experiments::{
    advise, check, compare, impact, luck, matchups, sensitivity, sweep, train, tune, verify,
};

fn games(games: u64) -> PlanOptions {
    PlanOptions { games: Some(games), ..PlanOptions::default() }
}

fn run(options: &PlanOptions) -> Run {
    Run::of(Plan::new("knife-fight", options).expect("a plan"))
}

/// The result of an experiment that is stopped at its first report of progress.
fn stopped<E: Experiment>(experiment: &E) {
    let (stop, reported) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let (flag, total) = (stop.clone(), reported.clone());
    let session = Session::new(Some(1)).expect("a thread").stopped_by(stop).on_progress(move |games| {
        total.fetch_add(games, Ordering::Relaxed);
        flag.store(true, Ordering::Relaxed);
    });
    let result = experiment.play(&session);
    let (reported, command) = (reported.load(Ordering::Relaxed), E::COMMAND);
    assert!(reported > 0 && reported < experiment.games(), "{command}: {reported} games");
    assert!(!result.extent().is_complete(), "{command}: {:?}", result.extent());
    let file: serde_json::Value = serde_json::from_str(&result.result_file().text()).expect("JSON");
    assert_eq!((&file["complete"], &file["ended"]), (&false.into(), &"interrupted".into()), "{command}");
    let text = result.text(false, undercard::report::text::Width::TERMINAL);
    assert!(
        text.to_lowercase().contains("partial"),
        "{command} does not say that it is partial:
{text}"
    );
}

#[test]
fn every_experiment_can_be_stopped_and_returns_a_partial_result() {
    let (game, many) = ("knife-fight", games(400_000));
    stopped(&run(&many));
    let options = compare::Options { set_b: vec!["rules.tie=no-hit".into()], ..Default::default() };
    stopped(&compare::Compare::new(game, &many, &options).expect("a comparison"));
    stopped(&impact::Impact::new(game, &many, &impact::Options::default()).expect("an impact"));
    let options = sensitivity::Options { keys: vec!["rules.*".into()], ..Default::default() };
    stopped(&sensitivity::Sensitivity::new(game, &many, &options).expect("a sensitivity"));
    let vary = vec!["rules.bleed-divisor=2..6".parse().expect("a setting")];
    stopped(
        &sweep::Sweep::new(game, &many, &sweep::Options { vary, ..Default::default() }).expect("a sweep"),
    );
    let all = PlanOptions { bots: vec!["all".into()], ..many.clone() };
    stopped(&matchups::Tournament::new(game, &all, &matchups::Options::default()).expect("matchups"));
    stopped(&luck::Luck::new(game, &many, &luck::Options::default()).expect("a luck measurement"));
    stopped(&train::Training::new(game, &many, &train::Options::default()).expect("a training"));

    let folder = super::program::folder();
    let config = folder.path().join("house.toml");
    let text = "game = \"knife-fight\"\n[targets]\n\"win_rates/side/red\" = { at = 0.5, within = 0.001 }\n";
    std::fs::write(&config, text).expect("a config");
    let config = config.to_str().expect("UTF-8");
    stopped(&advise::Advise::new(config, &many, &advise::Options::default()).expect("advice"));
    stopped(&tune::Tune::new(config, &many, &tune::Options::default()).expect("a search"));
    let options = check::Options { full: true, ..check::Options::default() };
    stopped(&check::Check::new(&[config.into()], &many, &options).expect("a check"));

    let (code, _, errors) =
        super::program::answer(folder.path(), &["run", game, "-n", "100000", "--bots", "random", "--quiet"]);
    assert_eq!(code, 0, "{errors}");
    let result = folder.path().join("reports/knife-fight/run");
    let (all, printed) = (verify::Sample::Share(1.0), Catalogue::printed());
    stopped(&verify::Verify::new(&result, all, None, printed).expect("a run"));
}

#[test]
fn invalid_options_are_errors_and_never_panic() {
    fn refused<T, E: std::fmt::Display>(result: Result<T, E>, part: &str) {
        let Err(error) = result else { panic!("accepted: {part}") };
        assert!(error.to_string().contains(part), "{part} is not in\n{error}");
    }
    let (game, few) = ("knife-fight", games(100));
    for none in [0, u64::MAX] {
        refused(Plan::new(game, &games(none)), "--games: found");
    }
    for precision in [f64::NAN, f64::INFINITY, -0.1, 0.0, 1.0] {
        let accuracy = Accuracy { precision: Some(precision), ..Accuracy::default() };
        let set_b = vec!["rules.tie=no-hit".to_owned()];
        let options = compare::Options { set_b: set_b.clone(), accuracy, ..Default::default() };
        refused(compare::Compare::new(game, &few, &options), "--precision: found");
        let options = compare::Options { set_b, decide: Some(precision), ..Default::default() };
        refused(compare::Compare::new(game, &few, &options), "--decide: found");
        let options = impact::Options { accuracy, ..Default::default() };
        refused(impact::Impact::new(game, &few, &options), "--precision: found");
        let options = sensitivity::Options { accuracy, ..Default::default() };
        refused(sensitivity::Sensitivity::new(game, &few, &options), "--precision: found");
        let vary = vec!["rules.bleed-divisor=2..4".parse().expect("a setting")];
        refused(
            sweep::Sweep::new(game, &few, &sweep::Options { vary, accuracy, ..Default::default() }),
            "--precision",
        );
        let options = matchups::Options { accuracy, ..Default::default() };
        let all = PlanOptions { bots: vec!["all".into()], ..few.clone() };
        refused(matchups::Tournament::new(game, &all, &options), "--precision: found");
    }
    refused(sweep::Sweep::new(game, &few, &sweep::Options::default()), "--vary: found 0 settings");
    let accuracy = Accuracy { precision: Some(f64::NAN), ..Accuracy::default() };
    let plan = Plan::new(game, &few).expect("a plan");
    refused(Run::new(plan.clone(), Shard::WHOLE, accuracy, RateMethod::default()), "--precision: found NaN");
    let weights = Weights { weights: vec![(Weighed::always(9999), 1.0)], ..Weights::default() };
    let own = NamedBot::new("mine", Bot::Weights(weights), "1");
    refused(plan.seated(vec![own.clone(), own]), "found the bot \"mine\", expected finite weights");
    refused(check::Check::new(&[], &few, &check::Options::default()), "CONFIG: found no config");
    refused(Plan::new("taunt", &PlanOptions { players: Some(0), ..few.clone() }), "--players: found 0");
    for sample in [verify::Sample::Share(0.0), verify::Sample::Share(f64::NAN), verify::Sample::Blocks(0)] {
        let verify = verify::Verify::new(std::path::Path::new("."), sample, None, Catalogue::printed());
        refused(verify, "--sample: found");
    }
    for step in [i64::MIN, 0, i64::MAX] {
        let options = sensitivity::Options { step: Some(step), ..Default::default() };
        refused(sensitivity::Sensitivity::new(game, &few, &options), "--step: found");
        let options = tune::Options { step, reach: 0, changes: usize::MAX, ..Default::default() };
        refused(tune::Tune::new(game, &few, &options), "--step: found");
        refused(tune::Tune::new(game, &few, &options), "--reach: found 0, expected a number from 1 to 20");
        refused(tune::Tune::new(game, &few, &options), "--changes: found");
    }
    for times in [0, 1, 9, u64::MAX] {
        let options = luck::Options { times, ..Default::default() };
        refused(luck::Luck::new(game, &few, &options), "--times: found");
    }
    refused(train::Training::new(game, &few, &train::Options::default()), "at least 1000 training games");
}

#[test]
fn the_result_digest_covers_the_options() {
    let few = PlanOptions { bots: vec!["random".into()], ..games(200) };
    let digest = |result: &dyn ExperimentResult| result.metadata().result_digest;
    let session = Session::new(Some(1)).expect("a thread");
    let sweep = |values: &str| {
        let vary = vec![format!("rules.bleed-divisor={values}").parse().expect("a setting")];
        let sweep = sweep::Sweep::new("knife-fight", &few, &sweep::Options { vary, ..Default::default() });
        digest(&sweep.expect("a sweep").play(&session))
    };
    assert_eq!(sweep("2,3"), sweep("2..3"));
    assert_ne!(sweep("2,3"), sweep("2,4"));
    let impact = |card: &str| {
        let options = impact::Options { cards: vec![card.into()], ..Default::default() };
        digest(&impact::Impact::new("knife-fight", &few, &options).expect("an impact").play(&session))
    };
    assert_ne!(impact("ten"), impact("nine"));
    let luck = |times| {
        let options = luck::Options { times, ..Default::default() };
        digest(&luck::Luck::new("knife-fight", &few, &options).expect("a measurement").play(&session))
    };
    assert_ne!(luck(2), luck(4));
}

#[test]
fn two_experiments_at_once_do_not_disturb_each_other() {
    let text = |seed: u64, threads: usize| {
        let run = run(&PlanOptions { seed: Some(seed), ..games(10_000) });
        run.play(&Session::new(Some(threads)).expect("threads")).result_file().text()
    };
    let alone = [text(1, 1), text(2, 1)];
    assert_ne!(alone[0], alone[1]);
    let at_once = std::thread::scope(|scope| {
        [(1, 2), (2, 3)].map(|(seed, threads)| scope.spawn(move || text(seed, threads))).map(|thread| {
            let Ok(text) = thread.join() else { panic!("an experiment panicked") };
            text
        })
    });
    assert_eq!(alone, at_once);
}

#[test]
fn a_forced_save_removes_nothing_outside_of_its_folder() {
    let folder = super::program::folder();
    let (own, kept) = (folder.path().join("own"), folder.path().join("kept.csv"));
    let run = run(&games(50));
    let session = Session::new(Some(1)).expect("a thread");
    let result = OwnedResult::play(&run, &session);
    result.files.save(&own, false).expect("a new folder");
    std::fs::write(&kept, "mine").expect("a file");
    let json = std::fs::read_to_string(own.join("run/result.json")).expect("a file");
    let hostile = json.replacen("\"win_rates\": {", "\"../kept\": {", 1);
    assert_ne!(json, hostile);
    std::fs::write(own.join("run/result.json"), hostile).expect("a file");
    result.files.save(&own, true).expect("a result of the same command");
    assert_eq!(std::fs::read_to_string(&kept).expect("the file of somebody else"), "mine");
}

/// Weighs one feature.
#[derive(Debug)]
struct Weighing(&'static str);
impl Player for Weighing {
    fn features(&self) -> &[&str] {
        std::slice::from_ref(&self.0)
    }

    fn choose(&self, decision: &Decision<'_>) -> usize {
        let feature = decision.feature(self.0).expect("checked before the first game");
        assert_eq!((feature.len(), decision.feature("none")), (decision.n_moves(), None));
        (0..feature.len()).max_by(|one, other| feature[*one].total_cmp(&feature[*other])).unwrap_or(0)
    }
}

#[test]
fn a_bot_made_in_code_weighs_only_features_of_the_game() {
    let plan = |feature, bots: &str| {
        let bot = NamedBot::new("weighing", Bot::Player(Arc::new(Weighing(feature))), "1");
        let bots = vec![bots.to_owned(), "random".to_owned()];
        Plan::new("knife-fight", &PlanOptions { bots, own_bots: vec![bot], ..games(2000) })
    };
    let session = Session::new(Some(2)).expect("threads");
    let run = Run::of(plan("damage-dealt", "weighing").expect("a plan"));
    assert!(run.play(&session).csv().contains("bot,weighing,"));
    for bots in ["weighing", "search:2:weighing"] {
        let error = plan("damage", bots).map(|_| ()).expect_err("an unknown feature").to_string();
        let found = "the bot \"weighing\", which weighs the feature \"damage\"";
        assert!(error.contains(found) && error.contains("did you mean `damage-dealt`"), "{error}");
    }
}

#[test]
fn open_games_are_played_by_moves_from_outside() {
    let plan = Plan::new("taunt", &PlanOptions { bots: vec!["random".into()], ..games(1) }).expect("a plan");
    let mut open = OpenGames::new(&plan, 3, Some(&[0]), 64).expect("games");
    open.begin(Some(5));
    let (mut seen, mut scores) = (Observation::default(), Vec::new());
    assert_eq!(open.step(&[0], true, &mut scores), Err(StepError::Count(1)));
    let mut n_ended = 0;
    while n_ended < 4 {
        open.observe(&mut seen).expect("room for all moves");
        assert_eq!((seen.seats.as_slice(), seen.mask.len()), (&[0, 0, 0][..], 3 * 64));
        let n_moves: Vec<i64> =
            seen.mask.chunks(64).map(|mask| mask.iter().map(|m| i64::from(*m)).sum()).collect();
        assert!(matches!(open.step(&n_moves, true, &mut scores), Err(StepError::Illegal(0, ..))));
        let last: Vec<i64> = n_moves.iter().map(|n_moves| n_moves - 1).collect();
        let ended = open.step(&last, true, &mut scores).expect("legal moves");
        for (ended, scores) in ended.iter().zip(scores.chunks(open.players())) {
            let total: f32 = scores.iter().sum();
            assert!((total - f32::from(*ended)).abs() < 0.01, "{scores:?}");
            n_ended += u32::from(*ended);
        }
    }
    assert!(
        open.decision(0)
            .is_some_and(|(name, moves, table)| !name.is_empty() && moves.len() > 1 && !table.is_empty())
    );
    assert!(OpenGames::new(&plan, 1, Some(&[9]), 64).is_err() && OpenGames::new(&plan, 0, None, 64).is_err());
}

#[test]
fn a_result_in_memory_has_the_tables_the_page_and_the_files() {
    let (run, session) = (run(&games(300)), Session::new(Some(1)).expect("a thread"));
    let owned = OwnedResult::play(&run, &session);
    let result = run.play(&session);
    let files = owned.files;
    assert_eq!(files.csv("win_rates"), Some(result.csv()));
    assert_eq!(files.json(), result.result_file().text());
    let (columns, rows) = files.records("runs").expect("a table");
    assert_eq!((columns.len(), columns[0].name, rows.len()), (rows[0].len(), "run_id", 1));
    let page = |files: &ResultFiles| files.html(Catalogue::printed()).ok();
    assert!(files.csv("runs.csv").is_none() && page(&files).is_some_and(|page| page.contains("<svg")));
    let folder = tempfile::tempdir().expect("a folder");
    files.save(folder.path(), false).expect("files");
    assert!(folder.path().join("run/run.tally").exists());
    // An equal result is there already; a file that somebody changed is theirs.
    files.save(folder.path(), false).expect("the same files");
    std::fs::write(folder.path().join("run/outcomes.csv"), "mine").expect("a file");
    assert!(files.save(folder.path(), false).is_err_and(|error| error.to_string().contains("has files")));
    files.save(folder.path(), true).expect("files");
    // The same result from its files.
    let order: Vec<String> = files.tables().map(|table| table.name.to_owned()).collect();
    let again = ResultFiles::parse(&files.json(), &order, files.beside().to_vec()).expect("a result");
    let tables = ["win_rates", "metrics", "runs"];
    assert!(tables.iter().all(|table| again.csv(table) == files.csv(table)));
    assert_eq!((again.json(), page(&again)), (files.json(), page(&files)));
    assert!(ResultFiles::parse("{}", &[], Vec::new()).is_err());
}
