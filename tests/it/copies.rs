//! Copies of the program that share the games of an experiment, as the workers of a page do, have its figures.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use undercard::config::{Plan, PlanOptions};
use undercard::experiments::compare::{self, Compare};
use undercard::experiments::impact::{self, Impact};
use undercard::experiments::luck::{self, Luck};
use undercard::experiments::run::Run;
use undercard::experiments::{Experiment, ExperimentResult, Peers, Session, Shard};

/// The results of each copy for each batch.
#[derive(Debug, Default)]
struct Table {
    parts: Mutex<BTreeMap<(usize, u32), Vec<u8>>>,
    arrived: Condvar,
}

#[derive(Debug)]
struct Copy {
    shard: Shard,
    table: Arc<Table>,
    batches: Mutex<usize>,
    /// This copy is to stop at this batch.
    stops_at: usize,
}

impl Peers for Copy {
    fn shard(&self) -> Shard {
        self.shard
    }

    fn least(&self) -> u64 {
        16
    }

    fn exchange(&self, play: &mut dyn FnMut() -> Vec<u8>) -> Option<Vec<Vec<u8>>> {
        let mut batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        let batch = *batches;
        *batches += 1;
        if batch == self.stops_at {
            return None;
        }
        let own = play();
        let mut parts = self.table.parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts.insert((batch, self.shard.number()), own);
        self.table.arrived.notify_all();
        let is_missing = |parts: &mut BTreeMap<(usize, u32), Vec<u8>>| {
            self.shard.all().any(|shard| !parts.contains_key(&(batch, shard.number())))
        };
        let parts = self.table.arrived.wait_while(parts, is_missing).unwrap_or_else(PoisonError::into_inner);
        self.shard.all().map(|shard| parts.get(&(batch, shard.number())).cloned()).collect()
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

/// The tables of an experiment, played by this many copies, each in a thread; and how many batches they shared.
fn copies(n: u32, stops_at: usize, play: impl Fn(&Session) -> String + Sync) -> (Vec<String>, usize) {
    let table = Arc::<Table>::default();
    let first: Shard = format!("1/{n}").parse().expect("a shard");
    let results = std::thread::scope(|scope| {
        let threads: Vec<_> = first
            .all()
            .map(|shard| {
                let copy = Copy { shard, table: table.clone(), batches: Mutex::new(0), stops_at };
                scope.spawn(|| play(&Session::here(Some(Box::new(copy)))))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("a result")).collect()
    });
    let parts = table.parts.lock().unwrap_or_else(PoisonError::into_inner);
    (results, parts.len() / usize::try_from(n).expect("few"))
}

fn tables(result: &impl ExperimentResult) -> String {
    let run = result.metadata().run_key();
    result.tables().iter().map(|table| table.csv(&run)).collect()
}

fn games(games: u64) -> PlanOptions {
    PlanOptions { games: Some(games), ..PlanOptions::default() }
}

#[test]
fn copies_that_share_the_games_have_the_figures_of_one() {
    let alone = Session::new(Some(1)).expect("a thread");
    let same = |play: &(dyn Fn(&Session) -> String + Sync), least: usize| {
        let expected = play(&alone);
        let (results, n_batches) = copies(3, usize::MAX, play);
        assert!(n_batches >= least, "{n_batches} batches");
        assert!(results.iter().all(|result| *result == expected), "{expected}");
    };
    for (game, bots) in [("knife-fight", "expert"), ("taunt", "random"), ("stabby-jack", "search:2:random")] {
        let n = if bots.starts_with("search") { 12 } else { 3000 };
        let run =
            Run::of(Plan::new(game, &PlanOptions { bots: vec![bots.into()], ..games(n) }).expect("a plan"));
        same(&|session| tables(&run.play(session)), 1);
    }
    let options =
        compare::Options { set_b: vec!["cards.ten.damage=9".into()], ..compare::Options::default() };
    let compare = Compare::new("knife-fight", &games(120_000), &options).expect("a comparison");
    same(&|session| tables(&compare.play(session)), 3);
    let options = impact::Options { cards: vec!["ten".into()], ..impact::Options::default() };
    let impact = Impact::new("knife-fight", &games(2000), &options).expect("cards");
    same(&|session| tables(&impact.play(session)), 1);
    let luck = Luck::new("knife-fight", &games(8000), &luck::Options::default()).expect("luck");
    same(&|session| tables(&luck.play(session)), 1);
}

#[test]
fn a_stopped_copy_has_played_a_prefix() {
    let run = |n| Run::of(Plan::new("knife-fight", &games(n)).expect("a plan"));
    let all = run(200_000);
    let (results, n_batches) = copies(2, 2, |session| {
        let result = all.play(session);
        assert!(!result.extent().is_complete());
        format!("{:?}", result.tally)
    });
    assert_eq!(n_batches, 2);
    let session = Session::new(Some(1)).expect("a thread");
    let played = run(2 * 2 * 256 * 64).play(&session).tally;
    assert!(results.iter().all(|result| *result == format!("{played:?}")));
}
