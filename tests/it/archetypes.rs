//! The shipped strategies of the games whose tables are of many kinds play better than chance; those of
//! all games come to an end with each other.

use undercard::config::{Asked, Plan, shipped};
use undercard::games::GAMES;
use undercard::model::{Outcome, SHARE, Seat, Seats};
use undercard::stats::tally::Tally;
use undercard::stats::{Level, Sums};

/// Tables, the share of the win that a strategy's lower 95 % end must pass there, and the games that
/// it takes to see it, in each seat.
const TABLES: [(&str, u32, &[&str], f64, u64); 8] = [
    ("taunt", 2, &[], 0.55, 2000),
    ("taunt", 2, &["setup.mode=monsters"], 1.0 / 2.0, 1500),
    ("taunt", 4, &["setup.mode=free-for-all"], 1.0 / 4.0, 12_000),
    ("taunt", 4, &["setup.mode=last-standing"], 1.0 / 4.0, 500),
    ("taunt", 4, &["setup.mode=team"], 1.0 / 4.0, 500),
    ("stupid-fight", 2, &[], 1.1 / 2.0, 3000),
    ("stupid-fight", 4, &[], 1.1 / 4.0, 3000),
    ("stupid-fight", 6, &[], 1.1 / 6.0, 6000),
];

/// Plays games of these bots, one for all seats or one a seat.
fn play(id: &str, bots: Vec<String>, players: Option<u32>, set: &[&str], games: u64) -> Tally {
    let asked = Asked {
        players: players.map(Into::into),
        bots,
        set: set.iter().map(ToString::to_string).collect(),
        ..Asked::default()
    };
    let simulation = Plan::new(id, &asked).and_then(|plan| plan.simulation()).expect("a hall");
    let mut worker = simulation.worker();
    worker.play(0..games);
    worker.finish()
}

/// The strategy's share of the win against `random` players, one seat after another.
fn shares(id: &str, strategy: &str, players: u32, set: &[&str], games: u64) -> Sums {
    let mut sums = Sums::default();
    for seat in 0..players as usize {
        let bots = (0..players as usize).map(|other| if other == seat { strategy } else { "random" });
        let bots = bots.map(ToString::to_string).collect();
        sums.merge(&play(id, bots, Some(players), set, games).seated(Seats::only(Seat::new(seat))));
    }
    sums
}

/// The lower 95 % end of a bot's share of the win against `random` players.
fn low(id: &str, bot: &str, players: u32, set: &[&str], games: u64) -> f64 {
    let level = Level::new(0.95).expect("a level");
    shares(id, bot, players, set, games).fractional_share(SHARE, level).interval.expect("an interval").low
}

/// Few playouts and few games do: it wins 65 % in Knife Fight, and more than 90 % in the others.
#[test]
fn who_looks_ahead_beats_random_players_in_every_game() {
    for (id, players, bar, games) in [
        ("knife-fight", 2, 0.5, 1000),
        ("stabby-jack", 2, 0.6, 30),
        ("fight", 2, 0.8, 100),
        ("fight", 4, 0.5, 60),
        ("taunt", 2, 0.7, 60),
        ("stupid-fight", 2, 0.7, 40),
        ("stupid-fight", 4, 0.35, 40),
    ] {
        let low = low(id, "search:32", players, &[], games);
        assert!(low > bar, "{id}, {players} players: {low:.4}, bar {bar:.4}");
    }
}

#[test]
fn every_shipped_strategy_of_taunt_and_stupid_fight_beats_random_players_at_the_tables_listed() {
    for (id, players, set, bar, games) in TABLES {
        for (name, _) in shipped::strategies(id) {
            let strategy = name.trim_end_matches(".toml");
            let low = low(id, strategy, players, set, games);
            assert!(low > bar, "{id} {set:?}, {players} players: {strategy} {low:.4}, bar {bar:.4}");
        }
    }
}

#[test]
fn no_shipped_strategy_brings_a_game_against_its_like_to_a_standstill() {
    let tables = GAMES.iter().map(|game| (game.id, None, &[][..]));
    for (id, players, set) in tables.chain(TABLES.map(|(id, players, set, ..)| (id, Some(players), set))) {
        for (name, _) in shipped::strategies(id) {
            let strategy = name.trim_end_matches(".toml");
            let tally = play(id, vec![strategy.into()], players, set, 200);
            let stalemates: u64 = tally.endings[Outcome::Stalemate.kind()].iter().sum();
            assert!(stalemates <= 40, "{id} {set:?}: {stalemates} stalemates of 200 games of {strategy}");
        }
    }
}
