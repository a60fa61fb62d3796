//! Settings that the book does not have.

use super::super::cards::{Id, Slot};
use super::super::setup::StartingStacks;
use super::super::story::Found;
use super::super::{Event, Resolver, State, StupidFight};
use super::invariants::play_games;
use super::{Scene, Sits, cards, rules};
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
    let fault = |house: &str| rules(house).expect_err("faulty").to_string();
    let late = fault("setup = { players = 3, extra-cards = [0, 0, 1] }\ncharity.join-round = 2");
    assert!(late.contains("expected cards for players who start"), "{late}");
    let many = fault("setup = { players = 3, stack-size = 50, extra-cards = [40] }");
    assert!(many.contains("3 stacks of 50 cards and 40 extra cards from a deck of 180"), "{many}");
}

#[test]
fn extra_cards_are_shuffled_into_a_stack_without_torsos() {
    let game = game("setup = { players = 2, stack-size = 5, extra-cards = [0, 60] }");
    let (mut n_low, mut n_all) = (0, 0);
    for game_idx in 0..2000 {
        let mut chance = Seed::new(5).game(game_idx).chance(StupidFight::INFO.chance.len());
        let mut events = Vec::new();
        let state = game.new_game(&mut chance, &mut events);
        let has_own = |event: &Event| matches!(event, Event::Starts { seat, found: Found::Own, .. } if *seat == Seat::SECOND);
        if !events.iter().any(has_own) {
            let deck = state.deck(Seat::SECOND);
            let n_torsos = |cards: &[Id]| cards.iter().filter(|id| game.index.torsos.has(**id)).count();
            (n_low, n_all) = (n_low + n_torsos(&deck[..5]), n_all + n_torsos(deck));
        }
    }
    // The lowest 5 of 65 cards.
    let expected = n_all / 13;
    assert!(expected > 100 && n_low.abs_diff(expected) < expected / 2, "{n_low} of {n_all}");
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
    let seats = [Sits { hand: "punch", ..Sits::default() }, Sits::default()];
    let mut scene = Scene::new("turn = { trash-return = 3, empty-deck-damage = 1 }", &seats);
    let kick = cards(&scene.game, "kick")[0];
    scene.state.table.seen[kick.index()] = 1;
    scene.chance = ChanceStreams::stacked();
    scene.play("end-turn");
    assert!(
        story(&scene.game, &scene.events)
            .contains("  Seat 1 shuffles the trash and takes 3 cards as its deck.")
    );
    assert_eq!((scene.deck(1).len(), scene.state.table.n_hand[Seat::SECOND]), (0, 3));
    assert_eq!(scene.state.table.seen[kick.index()], 0, "the trash is shuffled");
    // A player with a new deck is not tired.
    assert!(!scene.events.iter().any(|event| matches!(event, Event::Owes { .. })));
    let game = game("setup.players = 2\nturn.trash-return = 60\nend.max-turns = 300");
    let mut n_shuffled = 0;
    let mut events = Vec::new();
    play_games(&game, 5, &mut events, |_| {});
    n_shuffled += events.iter().filter(|event| matches!(event, Event::Reshuffles { .. })).count();
    assert!(n_shuffled > 0);
}

#[test]
fn a_torso_can_pay_and_takes_its_broken_torso_card_along() {
    let seats = |broken| {
        let victim = Sits { deck: "5 kick", broken, ..Sits::default() };
        [Sits { parts: &["right-hammer"], hand: "punch", ..Sits::default() }, victim]
    };
    let mut scene = Scene::new("damage.pay-with-torso = true", &seats(true));
    scene.play("attack:seat:1");
    assert_eq!(scene.legal(), ["part:torso", "deck-rest"]);
    scene.play("part:torso");
    assert!(!scene.player(1).has(Slot::Torso) && scene.player(1).broken == Id::NONE);
    assert_eq!(
        (scene.deck(1).len(), scene.trash().as_str()),
        (1, "torso-wrestler, punch, 4 kick, torso-break")
    );
    // Five damage is exactly the printed health, and one less than with the torso.
    let mut scene = Scene::new("", &seats(true));
    scene.play("attack:seat:1");
    assert_eq!((scene.deck(1).len(), scene.player(1).has(Slot::Torso)), (0, true));
}

#[test]
fn the_torso_of_a_defeated_player_can_be_loot() {
    let seats = [
        Sits { parts: &["right-hammer"], hand: "punch", ..Sits::default() },
        Sits { deck: "kick", ..Sits::default() },
        Sits { deck: "kick", ..Sits::default() },
    ];
    for (is_loot, deck) in [(true, vec!["torso-wrestler"]), (false, vec![])] {
        let mut scene = Scene::new(&format!("damage.torso-is-loot = {is_loot}"), &seats);
        scene.play("attack:seat:1");
        assert_eq!((scene.deck(0), scene.state.table.living.len()), (deck, 2));
        let loots = "Seat 0 steals torso-wrestler from the body of seat 1.";
        assert_eq!(story(&scene.game, &scene.events).contains(loots), is_loot);
    }
}

#[test]
fn one_dodge_can_remove_several_attack_cards() {
    let attacker =
        Sits { parts: &["legs-ostrich", "right-hammer"], hand: "2 kick, punch", ..Sits::default() };
    let victim = Sits { parts: &["legs-frog"], deck: "29 kick", hand: "dodge", ..Sits::default() };
    let dodge = |house: &str| {
        let mut scene = Scene::new(house, &[attacker, victim]);
        scene.play("attack:seat:1");
        scene.play("kick");
        scene.play("kick");
        scene.play("punch");
        scene.play("dodge:dodge");
        scene
    };
    let mut scene = dodge("defence.cards-per-dodge = 2");
    scene.play("yellow-kick:legs");
    assert_eq!((scene.decision(), scene.deck(1).len()), ("defend-against", 29));
    scene.play("yellow-kick:legs");
    scene.play("deck-rest");
    // The punch lands on a weak wrestler.
    assert_eq!(scene.deck(1).len(), 24);
    let mut scene = dodge("defence.cards-per-dodge = 60");
    scene.play("yellow-punch:right-arm");
    assert_eq!(scene.deck(1).len(), 29, "two equal cards need no choice");
}

#[test]
fn several_players_can_walk_up_in_different_rounds() {
    let gifts = "join-gift-min = 8, join-gift-max = 8";
    let game = game(&format!("setup.players = 4\ncharity = {{ join-round = 2, joiners = 2, {gifts} }}"));
    let mut events = Vec::new();
    play_games(&game, 20, &mut events, |state| {
        assert!(state.table.round >= 2 || !state.table.living.has(Seat::new(2)));
        assert!(state.table.round >= 3 || !state.table.living.has(Seat::new(3)));
    });
    let joined = |number: usize| {
        let is_it = |event: &&Event| matches!(event, Event::Joins { seat, .. } if seat.index() == number);
        events.iter().filter(is_it).count()
    };
    assert!(joined(2) > 15 && joined(3) > 15, "{} and {}", joined(2), joined(3));
    let fault = rules("setup.players = 3\ncharity = { join-round = 2, joiners = 2 }").expect_err("too few");
    assert!(fault.to_string().contains("at least 4 players"), "{fault}");
}
