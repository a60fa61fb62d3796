//! Settings that the book does not have.

use super::super::setup::StartingStacks;
use super::super::{Event, Resolver, State, StupidFight};
use super::{Scene, cards, rules};
use crate::games::conformance::bench::story;
use crate::model::{BySeat, ChanceStreams, Game, NoObserver, Pile, Seat, Seats, Seed};

fn game(house: &str) -> StupidFight {
    rules(house).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn stacks_can_be_uneven() {
    let game_of = game("setup = { players = 3, extra-cards = [0, 10] }");
    let mut chance = Seed::new(1).game(1).chance(StupidFight::INFO.chance.len());
    let state = game_of.new_game(&mut chance, &mut NoObserver);
    let left = [0, 1, 2].map(|number| {
        let seat = Seat::new(number);
        usize::from(state.table.n_deck[seat] + state.table.n_hand[seat])
    });
    // 56 cards each, 10 more and 2 left over; every seat has played a torso.
    assert_eq!((left.iter().sum::<usize>(), state.table.boxed), (3 * 55 + 10, 2));
    assert!((8..=12).contains(&(left[1] - left[0])) && (8..=12).contains(&(left[1] - left[2])), "{left:?}");
}

#[test]
fn the_giver_of_a_torso_follows_the_setting() {
    let giver = |torso_giver: &str, nth: u64| {
        let game = game(&format!("setup = {{ players = 4, torso-giver = \"{torso_giver}\" }}"));
        let mut state = State::new();
        for (number, deck) in ["2 kick", "kick", "torso-robot", "2 torso-jelly"].iter().enumerate() {
            cards(&game, deck).into_iter().for_each(|card| state.lay_on_deck(Seat::new(number), card));
        }
        let mut chance = Seed::new(nth).game(0).chance(StupidFight::INFO.chance.len());
        let mut events = Vec::new();
        let mut resolver =
            Resolver { game: &game, state: &mut state, chance: &mut chance, observer: &mut events };
        let mut stacks = StartingStacks { unknown: BySeat::default(), boxed: Pile::new() };
        resolver.ask_for_torso(Seat::FIRST, Seats::first(4), &mut stacks);
        story(&game, &events)
    };
    assert_eq!(giver("most-torsos", 1), "Seat 0 has no torso; seat 3 gives torso-jelly.\n");
    assert_eq!(giver("next", 1), "Seat 0 has no torso; seat 2 gives torso-robot.\n");
    let givers: std::collections::BTreeSet<String> = (0..20).map(|nth| giver("random", nth)).collect();
    assert_eq!(givers.len(), 2, "{givers:?}");
}

#[test]
fn the_trash_can_become_the_deck_of_a_player_without_one() {
    let seats = ["| punch", ""];
    let mut scene = Scene::new("turn = { trash-return = 3, empty-deck-damage = 1 }", &seats);
    let kick = cards(&scene.game, "kick")[0];
    scene.state.table.seen[kick.index()] = 1;
    scene.chance = ChanceStreams::stacked();
    scene.play("end-turn");
    assert_eq!((scene.deck(1).len(), scene.state.table.n_hand[Seat::SECOND]), (0, 3));
    assert_eq!(scene.state.table.seen[kick.index()], 0, "the trash is shuffled");
    // A player with a new deck is not tired.
    assert!(!scene.events.iter().any(|event| matches!(event, Event::Owes { .. })));
}
