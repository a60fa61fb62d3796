//! The library without the command line: cancellation, partial results, and several experiments in one process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use undercard::config::{Plan, PlanOptions};
use undercard::experiments::run::Run;
use undercard::experiments::{Experiment, ExperimentResult, Session};
use undercard::experiments::{compare, impact, luck, matchups, sensitivity, sweep, train, tune};

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
    let text = result.text().expect("a summary");
    assert!(
        text.contains("PARTIAL: "),
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
    stopped(&tune::Tune::new(config, &many, &tune::Options::default()).expect("a search"));
}

#[test]
fn two_experiments_at_once_do_not_disturb_each_other() {
    let text = |seed: u64, threads: usize| {
        let run = run(&PlanOptions { seed: Some(seed), ..games(30_000) });
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
fn stopping_one_session_leaves_another_one_running() {
    let stop = Arc::new(AtomicBool::new(true));
    let stopped = Session::new(Some(1)).expect("a thread").stopped_by(stop);
    let (one, other) = (run(&games(20_000)), run(&games(20_000)));
    let results = std::thread::scope(|scope| {
        let one = scope.spawn(|| *one.play(&stopped).extent());
        let other = *other.play(&Session::new(Some(1)).expect("a thread")).extent();
        (one.join().expect("no panic"), other)
    });
    assert!(!results.0.is_complete() && results.1.is_complete(), "{results:?}");
}
