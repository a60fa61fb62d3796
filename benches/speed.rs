//! Games and decisions per second of the printed games: random players and experts, one thread and two, with all
//! statistics, in wall-clock time; and of a plain version of Knife Fight. Rows alternate, so that none has the
//! machine's fast or slow minutes for itself.
//!
//! `cargo bench --bench speed` prints the table; `-- --test` plays one short round.

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

mod plain;

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use undercard::config::{Plan, PlanOptions};
use undercard::games::Catalogue;
use undercard::report::show::grouped_digits;
use undercard::simulation::{Pool, Simulation, play_all};

/// Number of rounds; each row plays once in each.
const ROUNDS: usize = 9;

/// A row plays at least this long in a round.
const ROUND: Duration = Duration::from_millis(200);

/// What plays.
enum Player {
    Engine(Box<dyn Simulation>),
    /// The version in `benches/plain`.
    Plain,
}

/// A row of the table.
struct Row {
    game: &'static str,
    player: Player,
    bots: &'static str,
    threads: usize,
    /// Number of games in a round.
    games: u64,
    decisions_per_game: Option<f64>,
    /// The games per second of each round.
    speeds: Vec<f64>,
}

impl Row {
    fn new(game: &'static str, bots: &'static str, threads: usize) -> Self {
        let options = PlanOptions { bots: vec![bots.to_owned()], ..PlanOptions::default() };
        let player = Player::Engine(Plan::new(game, &options).expect("a printed game").simulation());
        Self { game, player, bots, threads, games: 64, decisions_per_game: None, speeds: Vec::new() }
    }

    /// Plays the games of a round.
    fn play(&mut self, pools: &[Pool]) -> Duration {
        let began = Instant::now();
        match &self.player {
            Player::Engine(simulation) => {
                let never = AtomicBool::new(false);
                let tally = play_all(&**simulation, 0..self.games, &pools[self.threads - 1], &never, &|_| ());
                self.decisions_per_game = tally.decisions.value(1);
            }
            Player::Plain => {
                black_box(plain::play(1, self.games));
            }
        }
        began.elapsed()
    }

    fn print(&mut self) {
        self.speeds.sort_by(f64::total_cmp);
        let whole = |number: f64| grouped_digits(&format!("{number:.0}"));
        let [least, median, most] =
            [0, self.speeds.len() / 2, self.speeds.len() - 1].map(|nth| self.speeds[nth]);
        let decisions =
            self.decisions_per_game.map_or_else(String::new, |decisions| whole(decisions * median));
        println!(
            "{:<13} {:<10} {} {:>10}  {:>24} {:>13}",
            self.game,
            self.bots,
            self.threads,
            whole(median),
            format!("{} to {}", whole(least), whole(most)),
            decisions
        );
    }
}

fn main() {
    let smoke = std::env::args().any(|arg| arg == "--test");
    let pools: [Pool; 2] = [1, 2].map(|n| Pool::new(Some(n)).expect("threads"));
    let mut rows: Vec<Row> = Catalogue::printed()
        .iter()
        .flat_map(|game| {
            ["random", "expert"].map(|bots| [1, 2].map(|threads| Row::new(game.id, bots, threads)))
        })
        .flatten()
        .collect();
    rows.push(Row { player: Player::Plain, bots: "plain Rust", ..Row::new("knife-fight", "random", 1) });
    if !smoke {
        for row in &mut rows {
            while row.play(&pools) < ROUND {
                row.games *= 2;
            }
        }
    }
    for _ in 0..if smoke { 1 } else { ROUNDS } {
        for row in &mut rows {
            let took = row.play(&pools).as_secs_f64();
            row.speeds.push(row.games as f64 / took);
        }
    }
    println!("game          bots       threads  games/s            lowest to highest   decisions/s");
    rows.iter_mut().for_each(Row::print);
}
