//! Very long games: stopped within the game, and told without keeping the story in memory.

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use undercard::config::{Plan, PlanOptions};
use undercard::simulation::{Pool, Simulation, play_all};

/// Games of ten million turns.
fn long_games(bots: &str) -> Box<dyn Simulation> {
    let set = [
        "rules.max-turns=10000000",
        "rules.win-monster-points=60",
        "rules.level-up-when-full=true",
        "rules.win-luck=off",
        "rules.win-attack=off",
    ];
    let set = set.map(String::from).to_vec();
    let asked = PlanOptions { players: Some(8), bots: vec![bots.into()], set, ..PlanOptions::default() };
    Plan::new("stabby-jack", &asked).expect("a plan").simulation()
}

#[test]
fn a_set_flag_ends_a_long_game() {
    let pool = Pool::new(Some(2)).expect("threads");
    for bots in ["random", "thief", "search:50:random"] {
        let (simulation, stop) = (long_games(bots), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                stop.store(true, Ordering::Relaxed);
            });
            let tally = play_all(&*simulation, 0..200, &pool, &stop, &|_| {});
            // Other workers may have played later games, so the games played would not be the first ones.
            assert_eq!(tally.games, 0, "{bots}");
        });
    }
    // A story ends where it cannot be written.
    let mut closed = Closed(0);
    assert!(long_games("random").write_story(0, &mut closed).is_err());
    assert!(closed.0 < 1100, "{}", closed.0);
}

/// Fails after some lines.
struct Closed(usize);

impl Write for Closed {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.matches('\n').count();
        if self.0 > 1000 { Err(fmt::Error) } else { Ok(()) }
    }
}
