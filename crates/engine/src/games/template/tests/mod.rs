//! Tests of the template game: its rules, and all laws.

mod mutants;

use super::{Card, Event, State, Template};
use crate::bots::Bot;
use crate::games::conformance::bench::{Bench, metric};
use crate::games::conformance::{game_of, hold_all, walk};
use crate::model::settings::ConfigErrors;
use crate::model::{Hand, Outcome, Ratio, Seat, Seats};
use crate::simulation::{GameSimulation, Lineup, Simulation, noted_game};
use std::sync::Arc;

const ANN: Seat = Seat::FIRST;
const BEN: Seat = Seat::SECOND;

/// Edge configs: name, and TOML that is overlaid on the printed rules.
const EDGES: [(&str, &str); 4] = [
    ("one-card", "setup.hand-size = 1\nrules.both-down = \"nobody\""),
    (
        "jabs",
        "cards = { haymaker.copies = 0, hook.copies = 0, block.copies = 0, breather.copies = 0, jab.guard = 0 }",
    ),
    (
        "small-deck",
        "setup.hand-size = 5\ncards = { haymaker.copies = 1, hook.copies = 1, jab.copies = 2, block.copies = 1, breather.copies = 1 }",
    ),
    ("no-end", "rules.max-turns = 9\nsetup.life = 100"),
];

fn house(toml: &str) -> Result<Template, ConfigErrors> {
    game_of(include_str!("../printed.toml"), toml)
}

/// The printed game and its edge configs.
fn games() -> Vec<(String, Template)> {
    let edges = EDGES.map(|(name, toml)| (format!("template, edge config {name}"), house(toml).unwrap()));
    std::iter::once(("template/printed.toml".into(), house("").unwrap())).chain(edges).collect()
}

#[test]
fn the_template_keeps_every_law() {
    for (name, game) in games() {
        hold_all(&name, &game);
    }
}

/// A new game with these hands.
fn bench(toml: &str, hands: [&[Card]; 2]) -> Bench<Template> {
    let mut bench = Bench::new(house(toml).unwrap());
    for (player, cards) in bench.state.players.0.iter_mut().zip(hands) {
        player.hand = Hand::default();
        cards.iter().for_each(|card| player.hand.add_hidden(*card));
    }
    bench
}

fn lives(state: &State) -> [u16; 2] {
    state.players.0.map(|player| player.life)
}

#[test]
fn a_guard_stops_damage_and_a_breather_gives_life_back() {
    let mut bench = bench("", [&[Card::Haymaker, Card::Jab], &[Card::Block, Card::Breather]]);
    assert_eq!(bench.menu(ANN), ["haymaker", "jab"]);
    bench.play(&["haymaker", "block"]);
    assert_eq!(lives(&bench.state), [8, 7]);
    bench.play(&["jab", "breather"]);
    assert_eq!(lives(&bench.state), [8, 8], "the breather guards 1, and gives no more than was lost");
    let guarded = metric(&bench.game, &bench.state, &bench.events, Outcome::Draw, "guarded-share");
    assert_eq!(guarded, Ratio::of(5, 7));
}

#[test]
fn a_player_without_life_loses_and_both_can() {
    let hands: [&[Card]; 2] = [&[Card::Hook, Card::Hook], &[Card::Hook, Card::Stumble]];
    let end = |toml: &str, ben: &str| bench(toml, hands).play(&["hook", ben]).outcome();
    assert_eq!(end("setup.life = 3", "stumble"), Some(Outcome::Win(Seats::only(ANN))));
    assert_eq!(end("setup.life = 3", "hook"), Some(Outcome::Draw));
    assert_eq!(end("setup.life = 3\nrules.both-down = \"nobody\"", "hook"), Some(Outcome::AllLose));
    assert_eq!(end("setup.life = 4", "hook"), None);
    assert_eq!(end("rules.max-turns = 1", "hook"), Some(Outcome::Stalemate));
}

#[test]
fn an_empty_deck_is_refilled_and_everybody_then_knows_the_cards_in_hand() {
    let toml = "setup.hand-size = 2\ncards = { haymaker.copies = 0, hook.copies = 0, jab.copies = 0, block.copies = 2, breather.copies = 2 }";
    let mut bench = Bench::new(house(toml).unwrap());
    let hidden =
        |bench: &Bench<Template>| bench.game.rules.hand_size - bench.state.players[BEN].hand.known().total();
    bench.play(&["breather", "breather"]).play(&["breather", "breather"]);
    assert_eq!((bench.state.players[BEN].deck.len(), hidden(&bench)), (0, 2));
    assert!(!bench.events.contains(&Event::Refilled { seat: BEN }));
    bench.play(&["block", "block"]);
    assert!(bench.events.contains(&Event::Refilled { seat: BEN }));
    assert_eq!(
        (bench.state.players[BEN].deck.len(), hidden(&bench)),
        (2, 1),
        "one is known, one newly drawn"
    );
    assert!(bench.state.players[BEN].discard.is_empty());
}

#[test]
fn no_card_is_lost_or_made() {
    for (name, game) in games() {
        walk(&game, 1, |state, _| {
            for seat in [ANN, BEN] {
                let player = &state.players[seat];
                let held = player.deck.unseen(&[&player.hand]).with(&player.hand.known());
                let mut found: Vec<_> = held.iter().chain(player.discard.iter().copied()).collect();
                found.sort_unstable();
                assert_eq!(found, game.decks[seat].to_vec(), "{name}");
            }
        });
    }
}

#[test]
fn too_few_cards_are_refused() {
    let faults = house(
        "cards = { haymaker.copies = 0, hook.copies = 0, jab.copies = 0, block.copies = 3, breather.copies = 0 }",
    );
    let text = faults.unwrap_err().to_string();
    assert!(text.ends_with("cards: found 3 cards in all, expected 4 to 60 cards"), "{text}");
}

/// The message of a panic names it.
#[test]
fn the_game_that_a_thread_plays_is_noted_while_it_is_played() {
    let bots = vec![("random".to_owned(), Bot::Random); 2];
    let game = Arc::new(house("").unwrap());
    let mut simulation = GameSimulation::new(game, Lineup::of_each(&bots), 3);
    let noted = |simulation: &GameSimulation<Template>| {
        let mut noted = None;
        simulation.worker().show(17..18, &mut |_, _| noted = noted_game());
        assert_eq!(noted_game(), None, "the game is over");
        noted.map(|noted| noted.to_string())
    };
    let once = noted(&simulation).expect("a note");
    assert!(once.starts_with("This happened in game 17 of template with seed 3."), "{once}");
    assert!(once.contains("`undercard replay CONFIG --game 17 --seed 3 --bots random`"), "{once}");
    simulation.set_replicate(2);
    let repeat = noted(&simulation).expect("a note");
    assert!(repeat.contains("replicate 2") && !repeat.contains("undercard replay"), "{repeat}");
}
