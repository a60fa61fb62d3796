//! The benefit of common random numbers: the variance reduction of real changes, as a generated document.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use undercard::config::{Plan, PlanOptions};
use undercard::games::all_games;
use undercard::model::Seat;
use undercard::report::table::fixed;
use undercard::simulation::Simulation;
use undercard::simulation::paired::play_against;
use undercard::stats::Level;

/// Number of pairs of games per entry of the document: enough to distinguish 1 from 2 from 20.
const PAIRS: u64 = 4_000;

fn plan(game: &str, bot: &str) -> Plan {
    let asked = PlanOptions { bots: vec![bot.to_owned()], ..PlanOptions::default() };
    Plan::new(game, &asked).unwrap_or_else(|faults| panic!("{faults}"))
}

fn pool() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads")
}

fn level() -> Level {
    Level::new(0.95).expect("a level")
}

/// The effect of a change on the win share of seat 0 and on the mean length: the number of pairs that differ,
/// and the variance reduction factor.
fn compared(one: &dyn Simulation, two: &dyn Simulation, games: u64) -> [(u64, Option<f64>); 2] {
    let (pairs, _) = play_against(one, &[two], 0..games, &pool(), &AtomicBool::new(false), &|_| ());
    ["win_rates/seat/0", "metrics/length-mean"].map(|address| {
        let place = pairs[0].figures.iter().position(|figure| figure.address == address).expect("a figure");
        let (figure, paired) = (&pairs[0].figures[place], &pairs[0].paired[place]);
        (paired.discordant(), paired.difference(figure.scale(), level()).reduction)
    })
}

fn changed(game: &str, bot: &str, change: &str, games: u64) -> [(u64, Option<f64>); 2] {
    let one = plan(game, bot);
    let two = one.with(&[change.to_owned()], "--set").unwrap_or_else(|faults| panic!("{faults}"));
    compared(&*one.simulation(), &*two.simulation(), games)
}

#[test]
fn pairing_reduces_the_variance_in_knife_fight() {
    let factor = |change| changed("knife-fight", "random", change, 20_000)[0].1.expect("a factor");
    let (bleed, ten) = (factor("rules.bleed-divisor=4"), factor("cards.ten.damage=9"));
    assert!(bleed >= 2.5 && ten >= 20.0, "{bleed} {ten}");
}

/// Game, bot, and change.
type Entry = (&'static str, &'static str, &'static str);

/// Changes that a designer might try, by game, and the bot that plays.
const CHANGES: &[Entry] = &[
    ("knife-fight", "random", "cards.ten.damage=9"),
    ("knife-fight", "random", "cards.five.strength=6"),
    ("knife-fight", "random", "rules.bleed-divisor=4"),
    ("knife-fight", "random", "rules.tie=no-hit"),
    ("knife-fight", "cutter", "cards.ten.damage=9"),
    ("knife-fight", "cutter", "rules.bleed-divisor=4"),
    ("stabby-jack", "random", "cards.king.value=12"),
    ("stabby-jack", "random", "rules.jack-damage=3"),
    ("stabby-jack", "random", "setup.jokers-per-deck=1"),
    ("stabby-jack", "balanced", "rules.jack-damage=3"),
    ("fight", "random", "warriors.recruiter-bot.power=28"),
    ("fight", "random", "rules.scored-warrior-glory=2"),
    ("fight", "random", "rules.draw-per-fight=3"),
    ("fight", "collector", "rules.scored-warrior-glory=2"),
    ("taunt", "random", "moves.kick.damage.3=9"),
    ("taunt", "random", "characters.tuggle.block-tokens=4"),
    ("taunt", "random", "rules.regen=2"),
    ("taunt", "brawler", "moves.kick.damage.1=7"),
    ("stupid-fight", "random", "damage.punch=3"),
    ("stupid-fight", "random", "damage.headbutt-weak=8"),
    ("stupid-fight", "random", "defence.dodge-needs-legs=false"),
    ("stupid-fight", "brawler", "damage.punch=3"),
];

/// Cards that seat 0 plays without, by game, and the bot that plays. For a game without an entry: the first
/// card that a seat can play without.
const CARDS: &[Entry] = &[
    ("knife-fight", "random", "ten"),
    ("knife-fight", "cutter", "ten"),
    ("stabby-jack", "random", "kh"),
    ("fight", "random", "triple-six"),
    ("taunt", "random", "kick"),
    ("stupid-fight", "random", "run-away"),
];

/// The figures of a row.
fn row([(changed, wins), (_, length)]: [(u64, Option<f64>); 2]) -> String {
    let utility =
        |factor: Option<f64>| factor.map_or_else(|| "–".to_owned(), |factor| format!("{factor:.1}"));
    let share = fixed(f64::from(u32::try_from(changed).expect("few")) / 40.0, 1);
    format!("| {share} % | {} | {} |\n", utility(wins), utility(length))
}

/// The entries of the games, in the order of the list.
fn of_registered(entries: &'static [Entry]) -> impl Iterator<Item = &'static Entry> {
    all_games().flat_map(|game| entries.iter().filter(|(id, ..)| *id == game.id))
}

/// The first card that seat 0 can play without.
fn first_card(game: &str) -> Option<String> {
    let simulation = plan(game, "random").simulation();
    let cards = &simulation.schema().cards;
    let place = (0..cards.len()).find(|card| simulation.without(*card, Seat::FIRST).is_some())?;
    Some(cards[place].id.clone())
}

fn document() -> String {
    let mut text = "\
# Why pairing pays

`compare`, `sensitivity` and `impact` use common random numbers: game N has the same randomness on both sides. Every deck,
every kind of die and every bot has its own random stream, so a change does not affect unrelated random numbers. The
difference of two paired games varies less than the difference of two independent games.

- *Factor* is the variance reduction: how many times as many games two separate runs would need for the same interval. A
  dash means that no game differs.
- *Changed* is the share of pairs in which seat 0 has a different result.

"
    .to_owned();
    writeln!(
        text,
        "Measured with {PAIRS} pairs of games, seed 1, printed rules and the same bot in all seats (`just bless` \
         repeats the measurement).\n"
    )
    .expect("a string");
    text += "## With a changed setting\n\n\
             | game | bot | change | win share of seat 0: changed | factor | mean length: factor |\n\
             | --- | --- | --- | ---: | ---: | ---: |\n";
    for (game, bot, change) in of_registered(CHANGES) {
        text += &format!("| {game} | {bot} | `{change}` {}", row(changed(game, bot, change, PAIRS)));
    }
    text += "\n## Without a card, for seat 0\n\n\
             | game | bot | card | win share of seat 0: changed | factor | mean length: factor |\n\
             | --- | --- | --- | ---: | ---: | ---: |\n";
    let without_entry = all_games().filter(|game| CARDS.iter().all(|(id, ..)| *id != game.id));
    let first_cards = without_entry.filter_map(|game| Some((game.id, "random", first_card(game.id)?)));
    let cards = of_registered(CARDS).map(|(game, bot, card)| (*game, *bot, (*card).to_owned()));
    for (game, bot, card) in cards.chain(first_cards) {
        let simulation = plan(game, bot).simulation();
        let place = simulation.schema().cards.iter().position(|row| row.id == card).expect("a card");
        let without = simulation.without(place, Seat::FIRST).expect("a replacement");
        text += &format!("| {game} | {bot} | {card} {}", row(compared(&*simulation, &*without, PAIRS)));
    }
    text + "\n\
A factor near 1 means that the change affects every game early, so the two games have little in common: drawing one\n\
more card changes all later cards, and a different number of legal moves changes the choices of a random bot. Pairing\n\
then neither saves nor costs anything.\n"
}

#[test]
#[ignore = "plays for long; `just check` runs it"]
fn docs_pairing_md_is_up_to_date() {
    super::assert_document("docs/pairing.md", &document());
}
