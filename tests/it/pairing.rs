//! The benefit of common random numbers: the variance reduction of real changes, as a table in docs/statistics.md.

use std::sync::atomic::AtomicBool;
use undercard::config::{Plan, PlanOptions};
use undercard::report::table::fixed;
use undercard::simulation::paired::play_against;
use undercard::simulation::{Pool, Simulation};
use undercard::stats::Level;

/// Number of pairs of games per entry of the document: enough to distinguish 1 from 2 from 20.
const PAIRS: u64 = 4_000;

fn plan(game: &str, bot: &str) -> Plan {
    let asked = PlanOptions { bots: vec![bot.to_owned()], ..PlanOptions::default() };
    Plan::new(game, &asked).unwrap_or_else(|faults| panic!("{faults}"))
}

fn pool() -> Pool {
    Pool::new(Some(2)).expect("threads")
}

fn level() -> Level {
    Level::new(0.95).expect("a level")
}

/// The effect of a change on the win share of seat 0 and on the mean length: the number of pairs that differ,
/// and the variance reduction factor.
fn compared(one: &dyn Simulation, two: &dyn Simulation, games: u64) -> [(u64, Option<f64>); 2] {
    let (pairs, _) = play_against(one, &[two], 0..games, &pool(), &AtomicBool::new(false), &|_| ());
    ["win_rates/seat/0", "metrics/length-mean"].map(|address| {
        let place =
            pairs[0].figures.iter().position(|figure| figure.id.to_string() == address).expect("a figure");
        let (figure, paired) = (&pairs[0].figures[place], &pairs[0].paired[place]);
        (paired.discordant(), paired.difference(figure.scale(), level()).reduction)
    })
}

fn changed(game: &str, bot: &str, change: &str, games: u64) -> [(u64, Option<f64>); 2] {
    let one = plan(game, bot);
    let two = one.with(&[change.to_owned()], "--set").unwrap_or_else(|faults| panic!("{faults}"));
    compared(&*one.simulation(), &*two.simulation(), games)
}

/// Game, bot, and change.
type Entry = (&'static str, &'static str, &'static str);

/// Changes that a designer might try, by game, and the bot that plays.
const CHANGES: &[Entry] = &[
    ("knife-fight", "random", "cards.ten.damage=9"),
    ("knife-fight", "random", "rules.bleed-divisor=4"),
    ("stabby-jack", "random", "cards.king.value=12"),
    ("stabby-jack", "random", "setup.jokers-per-deck=1"),
    ("fight", "random", "warriors.recruiter-bot.power=28"),
    ("fight", "random", "rules.draw-per-fight=3"),
    ("taunt", "random", "moves.kick.damage.3=9"),
    ("taunt", "brawler", "moves.kick.damage.1=7"),
    ("stupid-fight", "random", "damage.punch=3"),
    ("stupid-fight", "brawler", "damage.punch=3"),
];

/// The figures of a row.
fn row([(changed, wins), (_, length)]: [(u64, Option<f64>); 2]) -> String {
    let utility =
        |factor: Option<f64>| factor.map_or_else(|| "–".to_owned(), |factor| format!("{factor:.1}"));
    let share = fixed(f64::from(u32::try_from(changed).expect("few")) / 40.0, 1);
    format!("| {share} % | {} | {} |\n", utility(wins), utility(length))
}

/// The table of docs/statistics.md: what common random numbers save.
fn table() -> String {
    let mut table = "| game | bot | change | win share of seat 0: changed | factor | mean length: factor |\n\
                     | --- | --- | --- | ---: | ---: | ---: |\n"
        .to_owned();
    for (game, bot, change) in CHANGES {
        table += &format!("| {game} | {bot} | `{change}` {}", row(changed(game, bot, change, PAIRS)));
    }
    table
}

#[test]
#[ignore = "plays for long; `just check` runs it"]
fn docs_statistics_md_has_what_pairing_saves() {
    super::assert_table("docs/statistics.md", &table());
}
