//! Compares the game with the exact solution, over combinations of rules that together contain every value of
//! every choice (clause 8).

use super::chances::Fate;
use super::exact::Page;
use super::walks::all_settings;
use super::{BLACK, house, tree_of};
use crate::bots::Bot;
use crate::model::settings::Allowed;
use crate::model::{BySeat, NoObserver, Outcome, Seed};
use crate::simulation::runner::GameRunner;

/// Number of games of each combination.
const GAMES: u64 = 40_000;

/// Rules with decks of up to six cards; other settings are as printed.
const MIXES: &[&str] = &[
    "setup.hand-size = 2; bleed-divisor = 8; comparison = higher-wins; tie = no-hit; wounding-card = loser;
     black ace three 2×five queen joker; red 2×three five jack queen king",
    "setup.hand-size = 1; bleed-divisor = 4; wounding-card = both; both-dead = nobody; bleed-rounding = down;
     black ace two three queen king; red ace 2×two jack queen king",
    "setup.hand-size = 2; bleed-divisor = 6; king-follow-up = no-king; king-alone = harmless; both-dead = less-damage;
     bleed-rounding = nearest; black 4×king two three; red 3×two four king king",
    "setup.hand-size = 2; bleed-divisor = 6; king-follow-up = number; king-alone = harmless; king-vs-jack = baited;
     black 2×king 2×queen two three; red jack 2×two four king joker",
    "setup.hand-size = 2; bleed-divisor = 4; king-vs-joker = baited; king-vs-jack = cancelled; death = short;
     both-dead = last-to-empty; black two four 2×king jack; red three jack 2×joker king five",
    "setup.hand-size = 3; both-kings = cancel; aftermath-order = bleed-then-draw; both-dead = last-to-empty;
     bleed-divisor = 6; black 2×king two three four; red 2×king two queen 2×four",
    "setup.hand-size = 2; queen-mode = heal; queen-empty-pile = block; bleed-divisor = 9; end-check = each-step;
     black two four 2×queen five; red two three queen 2×five joker",
    "setup.hand-size = 1; queen-without-attack = nothing; bleed-divisor = 7; max-rounds = 3; death = short;
     black 2×queen four five joker; red 2×queen three six joker",
    "setup.hand-size = 1; aftermath-order = bleed-then-draw; end-check = each-step; both-dead = less-damage;
     bleed-rounding = down; black ace two three four; red two 2×three five ace",
    "setup.hand-size = 2; cards.ace.strength = 3; cards.three.damage = 7; cards.two.strength = 0; bleed-divisor = 10;
     bleed-rounding = nearest; max-rounds = 2; black 2×ace two 2×three; red ace two three king five",
    "setup.hand-size = 2; death = short; both-dead = nobody; king-vs-jack = baited; king-vs-joker = baited;
     king-alone = exposed; king-follow-up = number; black king jack queen two king; red jack joker king three four",
    "setup.hand-size = 2; death = short; both-dead = last-to-empty; end-check = each-step; bleed-divisor = 4;
     aftermath-order = bleed-then-draw; black ace two three four king; red two three four five",
    "setup.hand-size = 1; comparison = higher-wins; wounding-card = loser;
     black ace three four six seven; red two three five six eight",
    "setup.hand-size = 1; wounding-card = both; bleed-divisor = 4; black ace three four six nine;
     red two three five seven ten",
    "setup.hand-size = 2; king-follow-up = no-king; bleed-divisor = 2; black 3×king 2×joker jack;
     red 2×four 2×five 2×six",
    "setup.hand-size = 2; king-vs-jack = parried; black 3×king 2×five two; red 3×jack two three four",
    "setup.hand-size = 2; king-vs-jack = cancelled; black 3×king 2×five two; red 3×jack two three four",
    "setup.hand-size = 2; king-vs-jack = baited; black 3×king 2×five two; red 3×jack two three four",
    "setup.hand-size = 2; king-follows = may; bleed-divisor = 4; king-vs-joker = baited; king-vs-jack = cancelled;
     death = short; both-dead = last-to-empty; black two four 2×king jack; red three jack 2×joker king five",
    "setup.hand-size = 1; queen-dresses = may; bleed-divisor = 7; death = short; black 2×queen four five joker;
     red 2×queen three six joker",
    "setup.hand-size = 1; setup.extra-cards = [1]; refill = hand-size; bleed-divisor = 8;
     black ace two five six seven; red two three four five",
    "setup.hand-size = 1; refill = hand-size; refill-to = [2, 1]; bleed-divisor = 8; black ace two five six seven;
     red two three four five",
    "setup.hand-size = 2; refill = hand-size; refill-to = [1]; bleed-divisor = 4; black ace two five king seven;
     red two three four five",
    "setup.hand-size = 1; setup.extra-cards = [0, 1]; bleed-divisor = 8; black ace two five six; red two three four five",
    "setup.hand-size = 1; played-cards = returned; bleed-divisor = 4; max-rounds = 4; setup.extra-damage = [0, 2];
     black ace two three king; red two three queen joker",
    "setup.hand-size = 2; bleed-divisor = 5; black ace two five queen jack king; red two three queen joker king ace",
];

fn solve(set: &str) -> Fate {
    Page::read(&tree_of(set)).solve()
}

/// Every choice with its values.
fn choices() -> Vec<(String, Vec<&'static str>)> {
    let choice = |setting: crate::model::settings::Setting| match setting.allowed {
        Allowed::Choice(names) => Some((setting.path, names)),
        _ => None,
    };
    all_settings().into_iter().filter_map(choice).collect()
}

fn value_in(set: &str, path: &str) -> String {
    let tree = tree_of(set);
    let node = path.split('.').try_fold(&tree, |node, key| node.get(key)).expect("a setting");
    node.shown().trim_matches('"').to_owned()
}

/// The largest deviation of observed shares and mean length from the exact ones, in standard errors. It is
/// infinite if a share that must be 0 or 1 is not.
fn worst_z(set: &str, seed: u64) -> f64 {
    let fate = solve(set);
    let game = house(set);
    let bots = BySeat::from_fn(|_| Bot::Random);
    let mut table = GameRunner::new(&game, 2, &bots);
    let (mut ends, mut sum, mut squares) = ([0_u32; 5], 0.0, 0.0);
    for game_idx in 0..GAMES {
        let (state, outcome, _) = table.play(Seed::new(seed).game(game_idx), &mut NoObserver);
        let end = match outcome {
            Outcome::Win(seats) => usize::from(!seats.has(BLACK)),
            Outcome::Draw => 2,
            Outcome::AllLose => 3,
            Outcome::Stalemate => 4,
            Outcome::Shared(_) => panic!("nobody shares"),
        };
        ends[end] += 1;
        let rounds = f64::from(state.round);
        sum += rounds;
        squares += rounds * rounds;
    }
    let n = GAMES as f64;
    let z = |found: f64, exact: f64, variance: f64| {
        let off = (found - exact).abs();
        if off < 1e-9 { 0.0 } else { off / (variance / n).sqrt() }
    };
    let of_ends = (0..5).map(|end| {
        let share = fate.ends[end].clamp(0.0, 1.0);
        // An impossible outcome with a probability of 1e-17 from rounding remains impossible.
        let share = if share < 1e-12 { 0.0 } else { share };
        z(f64::from(ends[end]) / n, share, share * (1.0 - share))
    });
    let mean = sum / n;
    of_ends.fold(z(mean, fate.rounds, squares / n - mean * mean), f64::max)
}

#[test]
fn the_mixes_contain_every_value_of_every_choice() {
    for (path, names) in choices() {
        for name in names {
            assert!(MIXES.iter().any(|set| value_in(set, &path) == name), "no mix has {path} = {name}");
        }
    }
}

#[test]
fn the_engine_plays_every_mix_as_the_exact_solution_says() {
    for (seed, set) in (101..).zip(MIXES) {
        let z = worst_z(set, seed);
        assert!(z < 4.5, "z = {z:.1}: {set}\n{:?}", solve(set));
    }
}

/// The last example of clause 10.
#[test]
fn w13_pencil_and_solution_agree() {
    let deck = "setup.hand-size = 1; black ace two; red two three";
    let near = |fate: Fate, ends: [f64; 5]| {
        assert!(fate.ends.iter().zip(ends).all(|(found, exact)| (found - exact).abs() < 1e-12), "{fate:?}");
        assert!((fate.rounds - 1.0).abs() < 1e-12);
    };
    near(solve(deck), [0.0, 0.0, 1.0, 0.0, 0.0]);
    let bleeding = format!("{deck}; aftermath-order = bleed-then-draw; end-check = each-step");
    near(solve(&bleeding), [0.75, 0.0, 0.25, 0.0, 0.0]);
    for set in [deck, &bleeding] {
        assert!(worst_z(set, 99) < 4.5);
    }
}
