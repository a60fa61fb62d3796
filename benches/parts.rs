//! The parts of a game, per game id: dealing, looking, listing moves, a whole silent game; and a
//! comparison beside its two runs.
#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use undercard::bots::Bot;
use undercard::config::{Asked, Plan};
use undercard::games::{GAMES, GameVisitor, open};
use undercard::model::settings::Setting;
use undercard::model::{Appraise, BySeat, JointMove, Measured, NoObserver, Seed, Status};
use undercard::simulation::paired::play_against;
use undercard::simulation::play_all;
use undercard::simulation::runner::GameRunner;

struct Parts<'c> {
    criterion: &'c mut Criterion,
    id: &'static str,
}

impl GameVisitor for Parts<'_> {
    type Out = ();
    fn visit<G: Measured + Appraise>(self, game: G, _: Vec<Setting>) {
        let mut group = self.criterion.benchmark_group(format!("parts/{}", self.id));
        group.sample_size(30);
        let mut game_idx = 0;
        group.bench_function("deal", |bench| {
            bench.iter(|| {
                game_idx += 1;
                black_box(game.new_game(&mut Seed::new(1).game(game_idx).chance(G::SOURCES), &mut NoObserver))
            });
        });
        let state = game.new_game(&mut Seed::new(1).game(0).chance(G::SOURCES), &mut NoObserver);
        if let Status::Choose(seats) = game.status(&state) {
            let seat = seats.lowest().expect("somebody chooses");
            let mut menu = Vec::with_capacity(G::MENU);
            group.bench_function("menu", |bench| {
                bench.iter(|| {
                    menu.clear();
                    game.moves(black_box(&state), seat, &mut menu);
                    menu.len()
                });
            });
            group
                .bench_function("view", |bench| bench.iter(|| black_box(game.view(black_box(&state), seat))));
            let mut rows = vec![0.0; menu.len() * G::FEATURES.len()];
            let first = menu.clone();
            group.bench_function("appraise", |bench| {
                bench.iter(|| {
                    rows.fill(0.0);
                    game.appraise(&game.view(&state, seat), &first, &mut rows);
                    rows[0]
                });
            });
            let mut chosen = JointMove::nothing();
            for seat in seats {
                menu.clear();
                game.moves(&state, seat, &mut menu);
                chosen.set(seat, menu[0]);
            }
            group.bench_function("play", |bench| {
                bench.iter_batched_ref(
                    || (state.clone(), Seed::new(1).game(0).chance(G::SOURCES)),
                    |(state, chance)| game.play(state, &chosen, chance, &mut NoObserver),
                    BatchSize::SmallInput,
                );
            });
        }
        let bots = BySeat::from_fn(|_| Bot::Random);
        let mut table = GameRunner::new(&game, &bots);
        group.bench_function("game", |bench| {
            bench.iter(|| {
                game_idx += 1;
                black_box(table.play(Seed::new(1).game(game_idx), &mut NoObserver).1)
            });
        });
        group.finish();
    }
}

fn parts(criterion: &mut Criterion) {
    for game in GAMES {
        let plan = Plan::new(game.id, &Asked::default()).expect("printed rules");
        open(game.id, &plan.tree, Parts { criterion, id: game.id })
            .expect("on the shelf")
            .expect("printed rules");
    }
}

/// A setting of each game, changed.
const CHANGES: [(&str, &str); 5] = [
    ("knife-fight", "rules.bleed-divisor=4"),
    ("stabby-jack", "rules.jack-damage=3"),
    ("fight", "rules.scored-warrior-glory=2"),
    ("taunt", "rules.regen=2"),
    ("stupid-fight", "damage.punch=3"),
];

/// What a comparison costs beside its two runs made singly: at most 1.1 times as much.
fn pairs(criterion: &mut Criterion) {
    const GAMES: std::ops::Range<u64> = 0..1024;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let never = AtomicBool::new(false);
    for (id, change) in CHANGES {
        let one = Plan::new(id, &Asked::default()).expect("printed rules");
        let two = one.with(&[change.to_owned()], "--set").expect("a setting");
        let (one, two) = (one.simulation().expect("a hall"), two.simulation().expect("a hall"));
        let singly = || {
            play_all(&*one, GAMES, &pool, &never, &|_| ());
            play_all(&*two, GAMES, &pool, &never, &|_| ());
        };
        let paired = || {
            play_against(&*one, &[&*two], GAMES, &pool, &never, &|_| ());
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
