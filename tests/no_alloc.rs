//! After a few games, a game allocates nothing: in every game, every shipped config, and with every bot.

#![expect(unsafe_code, reason = "an allocator that counts is unsafe by its trait; it only forwards")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use undercard::bots::{Bot, Weights};
use undercard::config::{Plan, PlanOptions, bots, shipped};
use undercard::games::Catalogue;
use undercard::model::{Seat, Seats};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is ending no longer has a counter.
    let _ = ALLOCATIONS.try_with(|n| n.set(n.get() + 1));
}

// SAFETY: every call is forwarded unchanged to the system allocator, whose contract is the same.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The number of allocations while a worker plays these games again.
fn allocations(plan: &Plan, games: u64) -> u64 {
    let simulation = plan.simulation();
    let mut worker = simulation.worker();
    worker.play(0..games);
    let before = ALLOCATIONS.get();
    worker.play(0..games);
    ALLOCATIONS.get() - before
}

#[test]
fn a_warm_worker_allocates_nothing_in_any_game_config_or_bot() {
    let before = ALLOCATIONS.get();
    let boxed = std::hint::black_box(Box::new(5));
    assert_eq!(ALLOCATIONS.get() - before, 1, "allocations are counted: {boxed}");
    for game in Catalogue::printed().iter() {
        let games = (game.games / 2000).clamp(5, 500);
        let with = |bot: &str, games| {
            // Players who search do not always end a game of Stabby Jack.
            let limit = (game.id == "stabby-jack").then(|| "rules.max-turns=50".to_owned());
            let set = limit.into_iter().collect();
            let options = PlanOptions { bots: vec![bot.to_owned()], set, ..PlanOptions::default() };
            let plan = Plan::new(game.id, &options).expect("a plan");
            assert_eq!(allocations(&plan, games), 0, "{} with {bot}", game.id);
        };
        for bot in bots::all(&game) {
            with(&bot, games);
            with(&format!("search:8:{bot}"), 2);
        }
        for (file, _) in shipped::configs(&game) {
            let path = format!("{}/configs/{}/{file}", env!("CARGO_MANIFEST_DIR"), game.id);
            let plan =
                Plan::new(&path, &PlanOptions { bots: vec!["random".into()], ..PlanOptions::default() })
                    .expect("a plan");
            assert_eq!(allocations(&plan, games), 0, "{path}");
        }
    }
}

#[test]
fn a_warm_worker_allocates_nothing_in_a_described_game() {
    for name in ["knife-fight", "parley", "beggar-my-neighbour", "duel"] {
        let path = format!("{}/examples/described/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        for bot in ["random", "search:8:random"] {
            let options = PlanOptions { bots: vec![bot.into()], ..PlanOptions::default() };
            let plan = Plan::new(&path, &options).expect("a description");
            assert_eq!(allocations(&plan, if bot == "random" { 200 } else { 2 }), 0, "{name} with {bot}");
        }
    }
}

#[test]
fn a_warm_worker_allocates_nothing_while_a_bot_learns() {
    let described = format!("{}/examples/described/duel.toml", env!("CARGO_MANIFEST_DIR"));
    for config in Catalogue::printed().ids().into_iter().chain([described.as_str()]) {
        let plan = Plan::new(config, &PlanOptions::default()).expect("a plan");
        let mut simulation = plan.simulation();
        let weights = plan.game.weighed().iter().map(|(weighed, _)| (*weighed, 0.1)).collect();
        let weights = Weights { weights, rules: vec![], temperature: 1.0 };
        simulation.seat(Seats::only(Seat::FIRST), &Bot::Learner(weights));
        let mut worker = simulation.worker();
        let mut taught = 0.0;
        let mut play_for_training = || {
            worker.play_for_training(0..20, &mut |_, _, bot_states| {
                taught += bot_states[Seat::FIRST].gradient.iter().map(|part| part.abs()).sum::<f64>();
            });
        };
        play_for_training();
        let before = ALLOCATIONS.get();
        play_for_training();
        assert_eq!(ALLOCATIONS.get() - before, 0, "{config}");
        assert!(taught > 0.0, "{config} teaches nothing");
    }
}
