//! The parts of a game, per game id: dealing, looking, listing moves, a whole silent game.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use undercard::bots::Bot;
use undercard::config::{Asked, Plan};
use undercard::engine::table::Table;
use undercard::games::{SHELF, Visit, open};
use undercard::model::settings::Setting;
use undercard::model::{Appraise, BySeat, Chosen, Counted, Nobody, Seed, Turn};

struct Parts<'c> {
    criterion: &'c mut Criterion,
    id: &'static str,
}

impl Visit for Parts<'_> {
    type Out = ();
    fn visit<G: Counted + Appraise>(self, game: G, _: Vec<Setting>) {
        let mut group = self.criterion.benchmark_group(format!("parts/{}", self.id));
        group.sample_size(30);
        let mut game_idx = 0;
        group.bench_function("deal", |bench| {
            bench.iter(|| {
                game_idx += 1;
                black_box(game.deal(&mut Seed::new(1).game(game_idx).dice(G::SOURCES), &mut Nobody))
            });
        });
        let state = game.deal(&mut Seed::new(1).game(0).dice(G::SOURCES), &mut Nobody);
        if let Turn::Choose(seats) = game.turn(&state) {
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
            let mut chosen = Chosen::nothing();
            for seat in seats {
                menu.clear();
                game.moves(&state, seat, &mut menu);
                chosen.set(seat, menu[0]);
            }
            group.bench_function("play", |bench| {
                bench.iter_batched_ref(
                    || (state.clone(), Seed::new(1).game(0).dice(G::SOURCES)),
                    |(state, dice)| game.play(state, &chosen, dice, &mut Nobody),
                    BatchSize::SmallInput,
                );
            });
        }
        let bots = BySeat::from_fn(|_| Bot::Random);
        let mut table = Table::new(&game, &bots);
        group.bench_function("game", |bench| {
            bench.iter(|| {
                game_idx += 1;
                black_box(table.play(Seed::new(1).game(game_idx), &mut Nobody).1)
            });
        });
        group.finish();
    }
}

fn parts(criterion: &mut Criterion) {
    for game in SHELF {
        let plan = Plan::new(game.id, &Asked::default()).expect("printed rules");
        open(game.id, &plan.tree, Parts { criterion, id: game.id })
            .expect("on the shelf")
            .expect("printed rules");
    }
}

criterion_group!(all, parts);
criterion_main!(all);
