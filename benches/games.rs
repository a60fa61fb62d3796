//! Whole games per game id, statistics on, beside the floor: the random draws that the very same
//! games need, with the same generator, in an order in which they can be made. Ratios are measured in
//! alternating rounds of one process, so that they hold on a machine whose clock wanders.
//! `cargo bench --bench games` prints them; `-- --test` plays a few games only.

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

mod plain;

use criterion::Criterion;
use std::any::Any;
use std::cell::RefCell;
use std::hint::black_box;
use std::ops::Range;
use std::time::{Duration, Instant};
use undercard::bots::Bot;
use undercard::config::{Asked, Plan};
use undercard::games::{GameVisitor, fight, open, stabby_jack, stupid_fight, taunt};
use undercard::model::settings::Setting;
use undercard::model::{
    Appraise, BySeat, Event, Game, Measured, NoObserver, Observer, Pile, RngStream, Seat, Seed,
};
use undercard::simulation::Simulation;
use undercard::simulation::runner::{DecisionObserver, GameRunner};

/// Games of one measured round.
const ROUND: u64 = 500;

/// Rounds that are measured. Each plays games of its own, as a run does: a processor that met the same
/// few games again would know by heart how their branches go, those of the floor first of all.
const ROUNDS: u64 = 41;

/// Who is measured: game, players, further settings.
const TABLES: &[(&str, &str, Option<u64>, &[&str])] = &[
    ("knife-fight", "knife-fight", None, &[]),
    ("stabby-jack, 2", "stabby-jack", Some(2), &[]),
    ("stabby-jack, 4", "stabby-jack", Some(4), &[]),
    ("fight, 2", "fight", Some(2), &[]),
    ("fight, 4", "fight", Some(4), &[]),
    ("taunt, duel", "taunt", None, &[]),
    ("taunt, free-for-all 4", "taunt", Some(4), &["setup.mode=free-for-all"]),
    ("taunt, team", "taunt", Some(4), &["setup.mode=team"]),
    ("stupid-fight, 2", "stupid-fight", Some(2), &[]),
    ("stupid-fight, 4", "stupid-fight", Some(4), &[]),
    ("stupid-fight, 6", "stupid-fight", Some(6), &[]),
];

/// The draws of one game: cards taken off the decks, and the choices.
#[derive(Default)]
struct Draws {
    cards: [u16; 2],
    choices: Vec<Choice>,
}

/// A choice of a seat between so many moves.
struct Choice {
    seat: u8,
    moves: u8,
}

/// Writes down the draws of a game.
struct Trace {
    draws: Draws,
    /// The card events that take a card off a deck.
    taking: &'static [&'static str],
    events: Vec<&'static str>,
    decks: usize,
    /// Has no turn begun yet?
    dealing: bool,
    /// Cards that are going to be drawn without luck.
    known: u16,
}

impl<E: Event + 'static> Observer<E> for Trace {
    fn on_event(&mut self, event: E) {
        let mut cards = [0_u16; 2];
        if let Some(event) = event.card()
            && self.taking.contains(&self.events[event.event])
        {
            cards[event.seat.index() % self.decks] += 1;
        }
        if let Some(event) = (&event as &dyn Any).downcast_ref() {
            saw_fight(&mut cards, event);
        } else if let Some(event) = (&event as &dyn Any).downcast_ref() {
            self.saw_stupid_fight(&mut cards, event);
        } else if let Some(event) = (&event as &dyn Any).downcast_ref() {
            cards[0] += u16::from(self.saw_stabby_jack(event));
        } else if let Some(taunt::Event::Sits { .. }) = (&event as &dyn Any).downcast_ref() {
            // A character is drawn by lot.
            cards[0] += 1;
        }
        let known = cards[0].min(self.known);
        self.known -= known;
        cards[0] -= known;
        for (drawn, more) in self.draws.cards.iter_mut().zip(cards) {
            *drawn += more;
        }
    }
}

/// What Fight! draws beside hands: cards for the Graveyard, cards turned over by boosts, the top
/// of the Reserves, whose back is seen, and Arenas.
fn saw_fight(cards: &mut [u16; 2], event: &fight::Event) {
    use fight::Event::{Buried, Fight, FlippedBuried, FlippedScored, Renewed};
    let [reserves, arenas] = match event {
        Fight { number: 1, next, .. } => [1, 1 + u16::from(next.is_some())],
        Fight { next, .. } => [0, u16::from(next.is_some())],
        Renewed | Buried { .. } | FlippedScored { .. } | FlippedBuried { .. } => [1, 0],
        _ => [0, 0],
    };
    cards[0] += reserves;
    cards[1] += arenas;
}

impl Trace {
    /// What Stupid Fight draws beside the cards drawn: torsos to start with, and how deep each lay,
    /// which says who goes last; cards that pay off a deck; and cards stolen from a hand at random.
    /// What is laid back on a deck, stolen from a hand or a body, is known when it is drawn again.
    fn saw_stupid_fight(&mut self, cards: &mut [u16; 2], event: &stupid_fight::Event) {
        use stupid_fight::{Event, Purse};
        match event {
            Event::Starts { .. } => cards[0] += 2,
            Event::Paid { from: Purse::Deck, .. } => cards[0] += 1,
            Event::Stolen { purse: Purse::Body, .. } => self.known += 1,
            _ => {}
        }
    }

    /// What leaves the Deck of Stabby Jack beside the cards dealt and drawn: in set-up, Specials are laid
    /// aside. Later, a card is drawn before it is discarded unread.
    fn saw_stabby_jack(&mut self, event: &stabby_jack::Event) -> bool {
        self.dealing &= !matches!(event, stabby_jack::Event::Status { .. });
        self.dealing && matches!(event, stabby_jack::Event::Unread { .. })
    }
}

impl<G: Game> DecisionObserver<G> for Trace {
    fn on_decision(&mut self, _: &G, _: &G::State, seat: Seat, menu: &[G::Move], _: G::Move) {
        if menu.len() > 1 {
            let [seat, moves] = [seat.index(), menu.len()].map(|number| u8::try_from(number).expect("few"));
            self.draws.choices.push(Choice { seat, moves });
        }
    }
}

/// The events of the card report that stand for a card taken off a deck, by game.
fn taking(id: &str) -> &'static [&'static str] {
    match id {
        "knife-fight" => &["drawn", "bled"],
        "stabby-jack" => &["opening", "drawn"],
        // Those of the opening are drawn, too.
        "fight" | "stupid-fight" => &["drawn"],
        _ => &[],
    }
}

/// Cards of a deck, which is drawn from anew when it is empty: Stabby Jack has 54 for every two
/// players; TAUNT has lots for characters; Stupid Fight has more than fit here.
fn deck(id: &str, players: usize) -> u8 {
    match (id, players) {
        ("stabby-jack", ..=2) => 54,
        ("stabby-jack", _) => 108,
        ("taunt", _) => 5,
        ("stupid-fight", _) => 128,
        _ => 27,
    }
}

/// The draws of the games of seed 1, and nothing else. Cards come deck by deck, as a deck may be shuffled
/// when it is dealt; choices come in their order, as nobody knows how many moves there are to choose from
/// before the choice that went before.
struct Floor {
    draws: Vec<Draws>,
    deck: u8,
    sources: usize,
    players: usize,
}

impl Floor {
    fn play(&self, games: Range<u64>) -> usize {
        let mut sum = 0;
        // Made once: to count the cards out again is no luck that a game needs.
        let full: Pile<u8, 128> = (0..self.deck).collect();
        let mut bot_states: Vec<RngStream> = Vec::new();
        let first = usize::try_from(games.start).expect("few games");
        for (game_idx, draws) in games.zip(&self.draws[first..]) {
            let game_seed = Seed::new(1).game(game_idx);
            let mut chance = game_seed.chance(self.sources);
            for (source, n_cards) in draws.cards.iter().enumerate().filter(|(_, n_cards)| **n_cards > 0) {
                let mut deck = full;
                for _ in 0..*n_cards {
                    if deck.is_empty() {
                        deck = full;
                    }
                    sum += deck.draw(chance.source(source)).map_or(0, usize::from);
                }
            }
            bot_states.clear();
            bot_states.extend((0..self.players).map(|seat| game_seed.bot(seat)));
            for Choice { seat, moves } in &draws.choices {
                sum += bot_states[usize::from(*seat)].below(usize::from(*moves));
            }
        }
        sum
    }
}

/// Everything that is measured of one table.
struct Case {
    name: &'static str,
    floor: Floor,
    simulation: Box<dyn Simulation>,
    clever: Option<Box<dyn Simulation>>,
    silent: Box<dyn Fn(Range<u64>)>,
    decisions: f64,
    /// Rounds or turns of a game.
    length: f64,
}

struct Look {
    id: &'static str,
    rounds: u64,
}
impl GameVisitor for Look {
    type Out = (Floor, Box<dyn Fn(Range<u64>)>, [f64; 2]);
    fn visit<G: Measured + Appraise>(self, game: G, _: Vec<Setting>) -> Self::Out {
        let bots = BySeat::from_fn(|_| Bot::Random);
        let mut table = GameRunner::new(&game, &bots);
        let (mut decisions, mut length) = (0, 0);
        let n_games = ROUND * self.rounds;
        let draws = (0..n_games).map(|game_idx| {
            let (taking, events) = (taking(self.id), game.schema().events);
            let mut trace = Trace {
                draws: Draws::default(),
                taking,
                events,
                decks: if self.id == "knife-fight" { 2 } else { 1 },
                dealing: true,
                known: 0,
            };
            let (state, _, decided) = table.play(Seed::new(1).game(game_idx), &mut trace);
            decisions += decided.count();
            length += game.length(&state);
            trace.draws
        });
        let draws = draws.collect();
        let (deck, players) = (deck(self.id, game.players()), game.players());
        let silent = move |games: Range<u64>| {
            let bots = BySeat::from_fn(|_| Bot::Random);
            let mut table = GameRunner::new(&game, &bots);
            for game_idx in games {
                let game_seed = Seed::new(1).game(game_idx);
                table.play_then(game_seed, &mut NoObserver, |_, state, outcome, _| {
                    black_box((state, outcome));
                });
            }
        };
        (
            Floor { draws, deck, sources: G::SOURCES, players },
            Box::new(silent),
            [decisions, length].map(|sum| sum as f64 / n_games as f64),
        )
    }
}

fn measured(rounds: u64) -> Vec<Case> {
    TABLES
        .iter()
        .map(|(name, id, players, set)| {
            let asked = |bot: &str| Asked {
                players: *players,
                bots: vec![bot.into()],
                set: set.iter().map(ToString::to_string).collect(),
                ..Asked::default()
            };
            let plan = Plan::new(id, &asked("random")).expect("a plan");
            let clever = undercard::config::strategy::known(id).into_iter().nth(1);
            let clever =
                clever.map(|bot| Plan::new(id, &asked(&bot)).expect("a plan").simulation().expect("a hall"));
            let (floor, silent, [decisions, length]) =
                open(id, &plan.tree, Look { id, rounds }).expect("a game").expect("rules");
            Case {
                name,
                floor,
                simulation: plan.simulation().expect("a hall"),
                clever,
                silent,
                decisions,
                length,
            }
        })
        .collect()
}

/// Plays rounds with one worker, as a run does, which opens and closes its books once for millions of
/// games.
fn rounds(simulation: &dyn Simulation) -> impl Fn(Range<u64>) + '_ {
    let worker = RefCell::new(simulation.worker());
    move |games| worker.borrow_mut().play(games)
}

/// The median time of a round, all of them measured in turn.
fn medians(rounds: u64, works: &[&dyn Fn(Range<u64>)]) -> Vec<Duration> {
    let mut times = vec![Vec::new(); works.len()];
    for round in 0..rounds {
        for (work, times) in works.iter().zip(&mut times) {
            let began = Instant::now();
            work(round * ROUND..(round + 1) * ROUND);
            times.push(began.elapsed());
        }
    }
    times
        .iter_mut()
        .map(|times| {
            times.sort();
            times[times.len() / 2]
        })
        .collect()
}

fn main() {
    let smoke = std::env::args().any(|arg| arg == "--test");
    let mut criterion = Criterion::default().configure_from_args();
    let n_rounds = if smoke { 1 } else { ROUNDS };
    let all = measured(n_rounds);
    for table in &all {
        let mut group = criterion.benchmark_group(format!("games/{}", table.name));
        group.throughput(criterion::Throughput::Elements(ROUND)).sample_size(20);
        group.bench_function("floor", |bench| bench.iter(|| black_box(table.floor.play(0..ROUND))));
        group.bench_function("random, statistics on", |bench| {
            let play = rounds(&*table.simulation);
            bench.iter(|| play(0..ROUND));
        });
        group.bench_function("random, statistics off", |bench| bench.iter(|| (table.silent)(0..ROUND)));
        if let Some(clever) = &table.clever {
            group.bench_function("weights, statistics on", |bench| {
                let play = rounds(&**clever);
                bench.iter(|| play(0..ROUND));
            });
        }
        group.finish();
    }
    println!(
        "\n{:<22} {:>9} {:>9} {:>8} {:>8} {:>10} {:>8} {:>9}",
        "table", "floor ns", "game ns", "÷ floor", "ns/turn", "ns/choice", "on ÷ off", "weights"
    );
    for table in &all {
        let floor = |games| {
            black_box(table.floor.play(games));
        };
        let game = rounds(&*table.simulation);
        let clever: Box<dyn Fn(Range<u64>)> = match &table.clever {
            Some(simulation) => Box::new(rounds(&**simulation)),
            None => Box::new(|_| ()),
        };
        let times = medians(n_rounds, &[&floor, &game, &*table.silent, &*clever]);
        let ns: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * 1e9 / ROUND as f64).collect();
        println!(
            "{:<22} {:>9.0} {:>9.0} {:>8.2} {:>8.1} {:>10.1} {:>8.2} {:>9.0}",
            table.name,
            ns[0],
            ns[1],
            ns[1] / ns[0],
            ns[1] / table.length,
            ns[1] / table.decisions,
            ns[1] / ns[2],
            ns[3]
        );
    }
    println!("\nknife-fight is {:.2} times as fast as the plain version", times_plain(&all[0]));
    criterion.final_summary();
}

/// How much faster than the plain version the first table plays, statistics on; they must agree
/// on who wins and how long it takes, or they play different games.
fn times_plain(table: &Case) -> f64 {
    let mut worker = table.simulation.worker();
    worker.play(0..50_000);
    let (engine, plain) = (worker.finish(), plain::play(1, 50_000));
    let shares = |wins: &[u64; 3]| wins.map(|games| games as f64 / 50_000.0);
    let endings = [0, 2].map(|kind| &engine.endings[kind]);
    let ours = shares(&[endings[0][1], endings[0][2], endings[1][0]]);
    for (ours, plain) in ours.iter().zip(shares(&plain.wins)) {
        assert!(
            (ours - plain).abs() < 0.012,
            "{ours} of the games end in a way, {plain} by the plain version"
        );
    }
    let mean = |rounds: u64| rounds as f64 / 50_000.0;
    let ours = mean(engine.lengths.iter().map(|(rounds, games)| rounds * games).sum());
    let plain_rounds = mean((0..).zip(&plain.lengths).map(|(rounds, games)| rounds * games).sum());
    assert!((ours - plain_rounds).abs() < 0.05, "{ours} rounds, {plain_rounds} by the plain version");
    let games = rounds(&*table.simulation);
    let plainly = |games: Range<u64>| {
        black_box(plain::play(games.start, ROUND));
    };
    let times = medians(ROUNDS, &[&games, &plainly]);
    times[1].as_secs_f64() / times[0].as_secs_f64()
}
