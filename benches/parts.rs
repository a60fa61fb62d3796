//! Benchmarks of the parts of a game, by game: a new game, its first decision, a view, features, one joint
//! move, a whole game without statistics; and a comparison relative to its two runs.
#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use undercard::bots::Bot;
use undercard::config::{Plan, PlanOptions};
use undercard::games::{GAMES, GameVisitor, with_game};
use undercard::model::settings::Setting;
use undercard::model::{
    BySeat, Decision, FeatureRows, FeatureSet, Game, JointMove, Moves, NoObserver, Seat, Seed, Status,
};
use undercard::simulation::paired::play_against;
use undercard::simulation::play_all;
use undercard::simulation::runner::GameRunner;

struct Parts<'c> {
    criterion: &'c mut Criterion,
    id: &'static str,
}

impl GameVisitor for Parts<'_> {
    type Out = ();
    fn visit<G: Game>(self, game: G, _: Vec<Setting>) {
        let mut group = self.criterion.benchmark_group(format!("parts/{}", self.id));
        group.sample_size(30);
        let new_chance = |game_idx| Seed::new(1).game(game_idx).chance(G::INFO.chance.len());
        let mut game_idx = 0;
        group.bench_function("new game", |bench| {
            bench.iter(|| {
                game_idx += 1;
                black_box(game.new_game(&mut new_chance(game_idx), &mut NoObserver))
            });
        });
        let mut chance = new_chance(0);
        let mut state = game.new_game(&mut chance, &mut NoObserver);
        if let Status::Choose(seats) =
            game.play(&mut state, &mut JointMove::default(), &mut chance, &mut NoObserver)
        {
            let list = |seat: Seat, menu: &mut Vec<G::Move>| {
                menu.clear();
                let Decision { moves, .. } = game.decision(black_box(&state), seat);
                moves.list(menu);
            };
            let seat = seats.lowest().expect("a seat that must choose");
            let mut menu = Vec::new();
            group.bench_function("list moves", |bench| {
                bench.iter(|| {
                    list(seat, &mut menu);
                    menu.len()
                });
            });
            group
                .bench_function("view", |bench| bench.iter(|| black_box(game.view(black_box(&state), seat))));
            let width = G::INFO.features.len();
            let mut rows = vec![0.0; menu.len() * width];
            group.bench_function("all features", |bench| {
                bench.iter(|| {
                    rows.fill(0.0);
                    let mut rows = FeatureRows::new(FeatureSet::ALL, width, &mut rows);
                    game.features(&game.view(&state, seat), &menu, &mut rows);
                });
            });
            let mut joint = JointMove::default();
            for seat in seats {
                list(seat, &mut menu);
                joint.set(seat, menu[0]);
            }
            group.bench_function("one joint move", |bench| {
                bench.iter_batched_ref(
                    || (state.clone(), joint, new_chance(0)),
                    |(state, joint, chance)| game.play(state, joint, chance, &mut NoObserver),
                    BatchSize::SmallInput,
                );
            });
        }
        let bots = BySeat::from_fn(|_| Bot::Random);
        let mut runner = GameRunner::new(&game, game.measures().players, &bots);
        group.bench_function("game", |bench| {
            bench.iter(|| {
                game_idx += 1;
                black_box(runner.play(Seed::new(1).game(game_idx), &mut NoObserver).1)
            });
        });
        group.finish();
    }
}

fn random() -> PlanOptions {
    PlanOptions { bots: vec!["random".into()], ..PlanOptions::default() }
}

fn parts(criterion: &mut Criterion) {
    for game in GAMES {
        let plan = Plan::new(game.id, &random()).expect("printed rules");
        with_game(game.id, plan.tree(), Parts { criterion, id: game.id })
            .expect("a registered game")
            .expect("printed rules");
    }
}

/// A changed setting for each game. A game without an entry is compared with itself.
const CHANGES: [(&str, &str); 5] = [
    ("knife-fight", "rules.bleed-divisor=4"),
    ("stabby-jack", "rules.jack-damage=3"),
    ("fight", "rules.scored-warrior-glory=2"),
    ("taunt", "rules.regen=2"),
    ("stupid-fight", "damage.punch=3"),
];

/// The cost of a comparison relative to two single runs: at most 1.1 times.
fn pairs(criterion: &mut Criterion) {
    const DEALS: std::ops::Range<u64> = 0..1024;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let never = AtomicBool::new(false);
    for id in GAMES.iter().map(|game| game.id) {
        let changes = CHANGES.iter().filter(|(game, _)| *game == id);
        let changes: Vec<String> = changes.map(|(_, change)| (*change).to_owned()).collect();
        let one = Plan::new(id, &random()).expect("printed rules");
        let two = one.with(&changes, "--set").expect("a setting");
        let (one, two) = (one.simulation(), two.simulation());
        let singly = || {
            play_all(&*one, DEALS, &pool, &never, &|_| ());
            play_all(&*two, DEALS, &pool, &never, &|_| ());
        };
        let paired = || {
            play_against(&*one, &[&*two], DEALS, &pool, &never, &|_| ());
        };
        let mut group = criterion.benchmark_group(format!("pairs/{id}"));
        group.sample_size(20);
        group.bench_function("two runs", |bench| bench.iter(singly));
        group.bench_function("compare", |bench| bench.iter(paired));
        group.finish();
        let least = |work: &dyn Fn()| {
            let once = || {
                let began = Instant::now();
                work();
                began.elapsed()
            };
            (0..20).map(|_| once()).min().unwrap_or_default().as_secs_f64()
        };
        println!("pairs/{id}: compare costs {:.2} times its two runs", least(&paired) / least(&singly));
    }
}

criterion_group!(all, parts, pairs);
criterion_main!(all);
