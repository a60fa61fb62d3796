//! Benchmarks of whole games, by game and line-up: the time of a game with random players, and the additional
//! cost of statistics, strategies and searches. Times are processor time. Ratios are measured in alternating
//! rounds of one process, so they do not depend on changes of the clock speed.
//!
//! `cargo bench --bench games` prints a table; `-- fight` measures the games whose id contains `fight`;
//! `-- --test` plays one round of each. A missed goal is not an error.

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

mod plain;

use std::cell::RefCell;
use std::fmt;
use std::hint::black_box;
use std::ops::Range;
use std::rc::Rc;
use std::time::Duration;
use undercard::bots::Bot;
use undercard::config::{Plan, PlanOptions, shipped};
use undercard::games::{Catalogue, GameVisitor, with_printed_game};
use undercard::model::settings::Setting;
use undercard::model::{BySeat, Game, GameSeed, Moves, NoObserver, Seat, Seed};
use undercard::simulation::Simulation;
use undercard::simulation::rollout::{Deal, Rollouts};
use undercard::simulation::runner::GameRunner;

/// Line-ups besides the printed one: game, name, players, settings. A game needs no entry.
const LINEUPS: &[(&str, &str, u64, &[&str])] = &[
    ("stabby-jack", "4 players", 4, &[]),
    ("fight", "2 players", 2, &[]),
    ("taunt", "free-for-all 4", 4, &["setup.mode=free-for-all"]),
    ("taunt", "team", 4, &["setup.mode=team"]),
    ("stupid-fight", "2 players", 2, &[]),
    ("stupid-fight", "6 players", 6, &[]),
];

/// Number of games in a measured round.
const ROUND: u64 = 500;

/// Number of measured rounds. Each round plays new games, as a run does, because a processor learns the
/// branches of repeated games.
const ROUNDS: u64 = 41;

/// Number of positions from which rollouts are played.
const POSITIONS: usize = 256;

/// Plays the games of this range.
type Work<'w> = Box<dyn Fn(Range<u64>) + 'w>;

/// One line-up, prepared for measurement.
struct Case {
    name: String,
    /// Random players, with statistics.
    random: Box<dyn Simulation>,
    /// Each shipped strategy in all seats, with statistics.
    strategies: Vec<(String, Box<dyn Simulation>)>,
    parts: Parts,
}

/// The measurements that need the type of the game.
struct Parts {
    /// Games of random players without statistics.
    silent: Work<'static>,
    /// Rollouts from [`POSITIONS`], as a search plays them: all moves are tried in the same deal.
    rollouts: Work<'static>,
    /// The same number of games of random players, continued from the same positions.
    from_positions: Work<'static>,
}

fn cases(filter: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for game in Catalogue::printed().iter().filter(|game| game.id.contains(filter)) {
        cases.push(case(game.id, game.id.to_owned(), &PlanOptions::default()));
        for (_, name, players, set) in LINEUPS.iter().filter(|(id, ..)| *id == game.id) {
            let set = set.iter().map(ToString::to_string).collect();
            let asked = PlanOptions { players: Some(*players), set, ..PlanOptions::default() };
            cases.push(case(game.id, format!("{}, {name}", game.id), &asked));
        }
    }
    cases
}

fn case(id: &str, name: String, asked: &PlanOptions) -> Case {
    let plan = |bot: &str| {
        Plan::new(id, &PlanOptions { bots: vec![bot.to_owned()], ..asked.clone() }).expect("a line-up")
    };
    let simulation = |bot: &str| plan(bot).simulation();
    let strategies = shipped::strategies(&plan("random").game).into_iter().map(|(file, _)| {
        let strategy = file.trim_end_matches(".toml").to_owned();
        let simulation = simulation(&strategy);
        (strategy, simulation)
    });
    Case {
        name,
        random: simulation("random"),
        strategies: strategies.collect(),
        parts: with_printed_game(id, plan("random").tree(), MakeParts).expect("a game").expect("rules"),
    }
}

fn random_players() -> BySeat<Bot> {
    BySeat::from_fn(|_| Bot::Random)
}

fn game_seed(game_idx: u64) -> GameSeed {
    Seed::new(1).game(game_idx)
}

fn place(game_idx: u64) -> usize {
    usize::try_from(game_idx).expect("few games")
}

struct MakeParts;

impl GameVisitor for MakeParts {
    type Out = Parts;

    fn visit<G: Game>(self, game: G, _: Vec<Setting>) -> Parts {
        let game = Rc::new(game);
        let players = game.measures().players;
        let positions = Rc::new(positions(&*game, players));
        Parts {
            silent: {
                let game = Rc::clone(&game);
                Box::new(move |games| {
                    let bots = random_players();
                    let mut runner = GameRunner::new(&*game, players, &bots);
                    for game_idx in games {
                        runner.play_then(game_seed(game_idx), &mut NoObserver, |_, state, outcome, _| {
                            black_box((state, outcome));
                        });
                    }
                })
            },
            rollouts: {
                let (game, positions) = (Rc::clone(&game), Rc::clone(&positions));
                Box::new(move |games| {
                    let bots = random_players();
                    let mut rollouts = Rollouts::new(&*game, players, &bots);
                    for game_idx in games {
                        let Position { state, seat, moves } = &positions[place(game_idx) % positions.len()];
                        let deal = Deal::new(&*game, state, *seat, game_seed(game_idx));
                        for mv in moves {
                            black_box(rollouts.utility(&deal, *mv));
                        }
                    }
                })
            },
            from_positions: Box::new(move |games| {
                let bots = random_players();
                let mut runner = GameRunner::new(&*game, players, &bots);
                for game_idx in games {
                    let Position { state, moves, .. } = &positions[place(game_idx) % positions.len()];
                    for (nth, _) in (0..).zip(moves) {
                        // A processor learns the branches of repeated games.
                        let game_seed = game_seed(game_idx).replicate(nth);
                        let mut state = state.clone();
                        let mut chance = game_seed.chance(G::INFO.chance.len());
                        black_box(runner.play_on(&mut state, None, game_seed, &mut chance));
                    }
                }
            }),
        }
    }
}

/// A position in which a seat has a decision.
struct Position<G: Game> {
    state: G::State,
    seat: Seat,
    moves: Vec<G::Move>,
}

/// Positions of games between random players in which a seat has a decision.
fn positions<G: Game>(game: &G, players: usize) -> Vec<Position<G>> {
    let bots = random_players();
    let mut runner = GameRunner::new(game, players, &bots);
    let mut all = Vec::new();
    for game_idx in 0..ROUND {
        // One position of each game, early or late.
        let mut of_game = Vec::new();
        runner.play_shown(game_seed(game_idx), &mut NoObserver, |game, state, seat, _| {
            let mut moves = Vec::new();
            game.decision(state, seat).moves.list(&mut moves);
            if moves.len() > 1 {
                of_game.push(Position { state: state.clone(), seat, moves });
            }
        });
        if !of_game.is_empty() {
            all.push(of_game.swap_remove(place(game_idx * 7) % of_game.len()));
        }
    }
    all.truncate(POSITIONS);
    assert!(!all.is_empty(), "{}: nobody has a choice", G::INFO.id);
    all
}

/// Plays rounds with one worker, as a run does.
fn worker(simulation: &dyn Simulation) -> Work<'_> {
    let worker = RefCell::new(simulation.worker());
    Box::new(move |games| worker.borrow_mut().play(games))
}

/// The processor time of this thread.
#[cfg(unix)]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.try_into().expect("a time since the thread began")
}

/// The wall-clock time, on systems without processor time.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// The median processor time of a round in nanoseconds per game; all works are measured in turn.
fn ns_per_game(rounds: u64, works: &[&Work<'_>]) -> Vec<f64> {
    let mut times = vec![Vec::new(); works.len()];
    for round in 0..rounds {
        for (work, times) in works.iter().zip(&mut times) {
            let began = processor_time();
            work(round * ROUND..(round + 1) * ROUND);
            times.push(processor_time().saturating_sub(began));
        }
    }
    times.into_iter().map(|times| median(times).as_secs_f64() * 1e9 / ROUND as f64).collect()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

#[derive(Clone, Copy)]
enum Goal {
    /// The figure has no goal.
    None,
    AtMost(f64),
    AtLeast(f64),
}

impl Goal {
    fn is_missed(self, value: f64) -> bool {
        match self {
            Self::None => false,
            Self::AtMost(most) => value > most,
            Self::AtLeast(least) => value < least,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.pad("-"),
            Self::AtMost(most) => f.pad(&format!("≤ {most}")),
            Self::AtLeast(least) => f.pad(&format!("≥ {least}")),
        }
    }
}

/// Prints a row of the table, at most 80 columns.
fn print_row(lineup: &str, figure: &str, value: f64, goal: Goal) {
    let decimals = if value < 100.0 { 2 } else { 0 };
    let missed = if goal.is_missed(value) { " missed" } else { "" };
    println!("{lineup:<24} {figure:<30} {value:>9.decimals$} {goal:>7}{missed}");
}

fn measure(case: &Case, rounds: u64) {
    let Case { name, random, strategies, parts } = case;
    let row = |figure: &str, value, goal| print_row(name, figure, value, goal);
    let random = worker(&**random);
    let players: Vec<_> = strategies.iter().map(|(_, simulation)| worker(&**simulation)).collect();
    let mut works = vec![&random, &parts.silent];
    works.extend(&players);
    let times = ns_per_game(rounds, &works);
    row("ns per game, random players", times[0], Goal::None);
    row("statistics on ÷ off", times[0] / times[1], Goal::AtMost(1.5));
    for ((strategy, _), time) in strategies.iter().zip(&times[2..]) {
        row(&format!("{strategy} ÷ random players"), time / times[0], Goal::AtMost(4.0));
    }
    let times = ns_per_game(rounds, &[&parts.rollouts, &parts.from_positions]);
    row("rollouts ÷ games, per second", times[1] / times[0], Goal::AtLeast(0.8));
}

/// The speed of Knife Fight with statistics, relative to the plain version. Both must agree on the winners
/// and on the length of a game; otherwise they play different games.
fn times_plain(knife_fight: &dyn Simulation, rounds: u64) -> f64 {
    const GAMES: u64 = 50_000;
    let mut counted = knife_fight.worker();
    counted.play(0..GAMES);
    let (engine, plain) = (counted.finish(), plain::play(1, GAMES));
    let shares = |wins: &[u64; 3]| wins.map(|games| games as f64 / GAMES as f64);
    let endings = [0, 2].map(|kind| &engine.endings[kind]);
    let ours = shares(&[endings[0][1], endings[0][2], endings[1][0]]);
    for (ours, plain) in ours.iter().zip(shares(&plain.wins)) {
        assert!(
            (ours - plain).abs() < 0.012,
            "an outcome has a share of {ours}, and of {plain} in the plain version"
        );
    }
    let mean = |rounds: u64| rounds as f64 / GAMES as f64;
    let ours = mean(engine.lengths.iter().map(|(rounds, games)| rounds * games).sum());
    let plain_rounds = mean((0..).zip(&plain.lengths).map(|(rounds, games)| rounds * games).sum());
    assert!(
        (ours - plain_rounds).abs() < 0.05,
        "a game takes {ours} rounds, and {plain_rounds} in the plain version"
    );
    let plainly: Work<'_> = Box::new(|games| {
        black_box(plain::play(games.start, ROUND));
    });
    let times = ns_per_game(rounds, &[&worker(knife_fight), &plainly]);
    times[1] / times[0]
}

fn main() {
    let smoke = std::env::args().any(|arg| arg == "--test");
    let filter = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    let rounds = if smoke { 1 } else { ROUNDS };
    if smoke {
        println!("One round of each figure, as a test: the figures are no measurement.");
    }
    println!("{:<24} {:<30} {:>9} {:>7}", "line-up", "figure", "value", "goal");
    for case in &cases(&filter) {
        measure(case, rounds);
        if case.name == "knife-fight" {
            let row = |figure: &str, value, goal| print_row(&case.name, figure, value, goal);
            row("× plain Rust", times_plain(&*case.random, rounds), Goal::AtLeast(2.5));
            let random = PlanOptions { bots: vec!["random".into()], ..PlanOptions::default() };
            let described = Plan::new("examples/described/knife-fight.toml", &random).expect("a description");
            let described = described.simulation();
            let times = ns_per_game(rounds, &[&worker(&*case.random), &worker(&*described)]);
            row("as a description, × as fast", times[0] / times[1], Goal::AtLeast(0.3));
        }
    }
}
