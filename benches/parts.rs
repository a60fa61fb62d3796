//! Benchmarks of the parts of a game, by game: a new game, its first decision, a view, features, one joint
//! move, a whole game without statistics; the steps of a batch of games; and a comparison relative to its two runs. `-- --test` measures one round of each.
#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use undercard::bots::Bot;
use undercard::config::{Plan, PlanOptions};
use undercard::experiments::open_games::{Observation, OpenGames};
use undercard::games::{GameVisitor, all_games, with_printed_game};
use undercard::model::settings::Setting;
use undercard::model::{
    BySeat, Decision, DenseRows, FeatureSet, Game, JointMove, Moves, NoObserver, Seat, Seed, Status,
};
use undercard::simulation::paired::play_against;
use undercard::simulation::play_all;
use undercard::simulation::runner::GameRunner;

/// Number of measured rounds of each part.
const ROUNDS: usize = 31;

/// Number of calls in a round.
const CALLS: usize = 2000;

struct Parts {
    id: &'static str,
    n_rounds: usize,
}

impl Parts {
    /// Prints the time of a call: the median of all rounds. Each call gets an item that is made before the round.
    fn measure<T, O>(&self, part: &str, mut make: impl FnMut() -> T, mut call: impl FnMut(&mut T) -> O) {
        let mut round = || {
            let mut items: Vec<T> = (0..CALLS).map(|_| make()).collect();
            let began = Instant::now();
            for item in &mut items {
                black_box(call(black_box(item)));
            }
            began.elapsed()
        };
        let mut times: Vec<Duration> = (0..self.n_rounds).map(|_| round()).collect();
        times.sort();
        let nanoseconds = times[times.len() / 2].as_secs_f64() * 1e9 / CALLS as f64;
        println!("{:13} {part:15} {nanoseconds:9.1} ns", self.id);
    }
}

impl GameVisitor for Parts {
    type Out = ();
    fn visit<G: Game>(self, game: G, _: Vec<Setting>) {
        let new_chance = |game_idx| Seed::new(1).game(game_idx).chance(G::INFO.chance.len());
        let mut game_idx = 0;
        self.measure(
            "new game",
            || (),
            |()| {
                game_idx += 1;
                game.new_game(&mut new_chance(game_idx), &mut NoObserver)
            },
        );
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
            self.measure(
                "list moves",
                || (),
                |()| {
                    list(seat, &mut menu);
                    menu.len()
                },
            );
            self.measure("view", || (), |()| game.view(black_box(&state), seat));
            let width = G::INFO.features.len();
            let mut rows = vec![0.0; menu.len() * width];
            self.measure(
                "all features",
                || (),
                |()| {
                    rows.fill(0.0);
                    let mut rows = DenseRows::new(FeatureSet::ALL, width, &mut rows);
                    game.features(&game.view(&state, seat), &menu, &mut rows);
                },
            );
            let mut joint = JointMove::default();
            for seat in seats {
                list(seat, &mut menu);
                joint.set(seat, menu[0]);
            }
            self.measure(
                "one joint move",
                || (state.clone(), joint, new_chance(0)),
                |(state, joint, chance)| game.play(state, joint, chance, &mut NoObserver),
            );
        }
        let bots = BySeat::from_fn(|_| Bot::Random);
        let mut runner = GameRunner::new(&game, game.measures().players, &bots);
        self.measure(
            "game",
            || (),
            |()| {
                game_idx += 1;
                runner.play(Seed::new(1).game(game_idx), &mut NoObserver).1
            },
        );
    }
}

fn random() -> PlanOptions {
    PlanOptions { bots: vec!["random".into()], ..PlanOptions::default() }
}

fn parts(n_rounds: usize) {
    for game in all_games() {
        let plan = Plan::new(game.id, &random()).expect("printed rules");
        with_printed_game(game.id, plan.tree(), Parts { id: game.id, n_rounds })
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
fn pairs(n_rounds: usize) {
    const DEALS: std::ops::Range<u64> = 0..1024;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let never = AtomicBool::new(false);
    for id in all_games().map(|game| game.id) {
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
        let least = |work: &dyn Fn()| {
            let once = || {
                let began = Instant::now();
                work();
                began.elapsed()
            };
            (0..n_rounds).map(|_| once()).min().unwrap_or_default().as_secs_f64()
        };
        println!("pairs/{id}: compare costs {:.2} times its two runs", least(&paired) / least(&singly));
    }
}

/// A step of an environment of many games: a random move in one game, and what players see then.
fn steps(n_rounds: usize) {
    const GAMES_AT_ONCE: usize = 256;
    const STEPS: usize = 40;
    for id in all_games().map(|game| game.id) {
        let plan = Plan::new(id, &random()).expect("printed rules");
        let mut games = OpenGames::new(&plan, GAMES_AT_ONCE, None, 64).expect("games");
        let (mut seen, mut rewards, mut moves) = (Observation::default(), Vec::new(), Vec::new());
        let mut rng = Seed::new(1).game(0).bot(0);
        games.observe(&mut seen).expect("room for all moves");
        let mut round = || {
            let began = Instant::now();
            for _ in 0..STEPS {
                moves.clear();
                let n_moves = |mask: &[u8]| mask.iter().filter(|is_legal| **is_legal == 1).count();
                moves.extend(
                    seen.mask
                        .chunks(64)
                        .map(|mask| i64::try_from(rng.below(n_moves(mask))).expect("an index")),
                );
                black_box(games.step(&moves, true, &mut rewards).expect("legal moves"));
                games.observe(&mut seen).expect("room for all moves");
            }
            began.elapsed()
        };
        let mut times: Vec<Duration> = (0..n_rounds).map(|_| round()).collect();
        times.sort();
        let n_steps = (GAMES_AT_ONCE * STEPS) as f64;
        println!("{id:13} steps of a batch {:9.0} a second", n_steps / times[times.len() / 2].as_secs_f64());
    }
}

fn main() {
    let is_test = std::env::args().any(|argument| argument == "--test");
    let n_rounds = if is_test { 1 } else { ROUNDS };
    parts(n_rounds);
    steps(n_rounds);
    pairs(n_rounds);
}
