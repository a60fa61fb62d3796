//! Invariants of every game, under printed and unusual rules; and the settings that no example needs.

use super::super::cards::{Id, Slot};
use super::super::story::Found;
use super::super::{Event, Resolver, StupidFight};
use super::{Scene, State, above, cards, census, rules, size};
use crate::games::conformance::{edge_games, play_on};
use crate::model::{ChanceStreams, Copies, Game, MAX_SEATS, NoObserver, Observer, Seat, Seats, Seed};

/// Plays games with random choices and passes on every state.
pub(super) fn play_games<O: Observer<Event>>(
    game: &StupidFight,
    n_games: u64,
    observer: &mut O,
    mut thrown: impl FnMut(&State),
) {
    for game_idx in 0..n_games {
        let deal = Seed::new(4).game(game_idx);
        let (mut chance, mut mind) = (deal.chance(StupidFight::INFO.chance.len()), deal.bot(0));
        let state = game.new_game(&mut chance, observer);
        let pick = |_, n_moves| mind.below(n_moves);
        play_on(game, state, &mut chance, pick, observer, |state, _, _| thrown(state));
    }
}

#[test]
fn no_card_is_ever_made_and_what_everybody_sees_is_true() {
    for (house, game) in edge_games() {
        play_games(&game, 30, &mut NoObserver, |state| {
            let table = &state.table;
            for (index, count) in census(&game, state).into_iter().enumerate() {
                let seen = usize::from(state.table.seen[index]);
                assert!(count + seen <= usize::from(game.cards[index].copies), "{house}: {index}");
            }
            for seat in Seats::first(MAX_SEATS) {
                let (player, hand) = (state.table.player(seat), state.hand(seat));
                let lives = state.table.living.has(seat);
                assert_eq!(usize::from(table.n_hand[seat]), size(hand), "{house}");
                assert!((0..128).all(|index| hand.ids.has(Id::at(index)) == (hand.counts[index] > 0)));
                assert!(above(state, seat).iter().all(|id| *id == Id::default()), "{house}");
                assert_eq!(player.body, game.body(player), "{house}");
                let broken = u8::from(player.is_broken());
                assert_eq!(table.exposed[seat] | broken, player.body.slots.0, "{house}");
                assert_eq!(table.exposed[seat] & broken, 0, "{house}");
                let has_torso = player.has(Slot::Torso) || game.rules.pay_with_torso;
                assert!(!lives || has_torso, "{house}: everybody needs a torso");
                assert!(lives || (table.n_deck[seat], table.n_hand[seat], player.body.slots.0) == (0, 0, 0));
            }
        });
    }
}

#[test]
fn stacks_are_even_and_the_last_torso_goes_last() {
    for (players, cards) in [(2, 90), (3, 60), (4, 45), (5, 36), (6, 30)] {
        let game = rules(&format!("setup.players = {players}")).unwrap_or_else(|faults| panic!("{faults}"));
        let state =
            game.new_game(&mut Seed::new(1).game(1).chance(StupidFight::INFO.chance.len()), &mut NoObserver);
        let left = |seat| usize::from(state.table.n_deck[seat] + state.table.n_hand[seat]);
        let all: usize = Seats::first(players).into_iter().map(left).sum();
        assert_eq!(all, players * (cards - 1), "{players} players");
        // Only a player without a torso keeps all its cards, and then the giver has one fewer.
        assert!(Seats::first(players).into_iter().all(|seat| (cards - 3..=cards).contains(&left(seat))));
        assert_eq!((state.table.current, state.table.boxed), (Seat::FIRST, 0));
    }
    // The stacks keep their order around the table; the last is the one with the deepest torso, or without one.
    let jelly_last = "2 kick, torso-jelly";
    for (stacks, order, torsos) in [
        (
            ["torso-eel, 2 kick", jelly_last, "punch, torso-robot, punch"],
            [2, 0, 1],
            [Some(1), Some(2), Some(0)],
        ),
        (["3 kick", jelly_last, "torso-eel, 2 kick"], [1, 2, 0], [Some(0), Some(2), None]),
        (
            ["torso-eel, torso-tank, kick", "3 punch", "punch, torso-robot, kick"],
            [2, 0, 1],
            [Some(1), Some(2), None],
        ),
    ] {
        let game = rules("setup.players = 3").unwrap_or_else(|faults| panic!("{faults}"));
        let mut state = State::new();
        for (seat, stack) in Seats::first(3).into_iter().zip(stacks) {
            cards(&game, stack).into_iter().rev().for_each(|card| state.lay_on_deck(seat, card));
        }
        let before = Seats::first(3).into_iter().map(|seat| state.deck(seat).to_vec()).collect::<Vec<_>>();
        let (game, chance) = (&game, &mut ChanceStreams::stacked());
        let found = Resolver { game, state: &mut state, chance, observer: &mut NoObserver }.seat_starters(3);
        assert_eq!(found.0[..3], torsos, "{stacks:?}");
        for (seat, stack) in Seats::first(3).into_iter().zip(order) {
            assert_eq!(state.deck(seat), before[stack], "{stacks:?}");
        }
    }
}

#[test]
fn a_player_without_a_torso_gets_one() {
    let house = "setup = { players = 6, stack-size = 5 }\ncards = { torso-wrestler = { copies = 6 }, \
        torso-robot = { copies = 0 }, torso-swamp-thing = { copies = 0 }, torso-wizard = { copies = 0 }, \
        torso-tank = { copies = 0 }, torso-jelly = { copies = 0 }, torso-eel = { copies = 0 }, \
        torso-backpacker = { copies = 0 }, torso-volcano = { copies = 0 }, torso-bomb = { copies = 0 }, \
        torso-bunker = { copies = 0 }, torso-banker = { copies = 0 } }";
    let game = rules(house).unwrap_or_else(|faults| panic!("{faults}"));
    for game_idx in 0..200 {
        let chance = &mut Seed::new(3).game(game_idx).chance(StupidFight::INFO.chance.len());
        let state = game.new_game(chance, &mut NoObserver);
        for seat in Seats::first(6) {
            assert!(state.table.player(seat).has(Slot::Torso));
            assert!(state.deck(seat).iter().all(|id| !game.index.torsos.has(*id)), "all six are in play");
        }
    }
}

#[test]
fn a_blank_can_only_be_burned() {
    let game = rules("").unwrap_or_else(|faults| panic!("{faults}"));
    let steal = super::id(&game, "steal-four");
    let blank = game.without(steal.index(), Seat::FIRST, Copies::All).expect("a blank");
    let mut scene = Scene::new("", &["left-machine-gun | steal-four", "| | 9 kick"]);
    scene.game = blank;
    assert_eq!(scene.legal(), ["attack:seat:1", "end-turn"]);
    // For the other seats the card is unchanged, and every player still has a torso.
    let other = game.without(steal.index(), Seat::SECOND, Copies::All).expect("a blank");
    scene.game = other;
    assert_eq!(scene.legal(), ["play:steal-four", "attack:seat:1", "end-turn"]);
    let torso = super::id(&game, "torso-bomb");
    assert!(game.without(torso.index(), Seat::FIRST, Copies::All).is_none());
}

/// The decks are shuffled after the torsos are found, and with all extra cards: a spare torso is equally likely everywhere.
#[test]
fn a_shuffled_stack_holds_its_other_torsos_anywhere() {
    for house in ["setup.players = 2", "setup = { players = 2, stack-size = 5, extra-cards = [0, 60] }"] {
        let game = rules(house).unwrap_or_else(|faults| panic!("{faults}"));
        let (mut ends, mut expected) = ([0.0; 2], 0.0);
        for game_idx in 0..2000 {
            let chance = &mut Seed::new(2).game(game_idx).chance(StupidFight::INFO.chance.len());
            let mut events = Vec::new();
            let state = game.new_game(chance, &mut events);
            // A torso of its own was in the first cards of the stack.
            let has_own = |event: &Event| matches!(event, Event::Starts { seat, found: Found::Own, .. } if *seat == Seat::SECOND);
            if house.contains("extra") && events.iter().any(has_own) {
                continue;
            }
            let deck = state.deck(Seat::SECOND);
            let n_torsos =
                |cards: &[Id]| cards.iter().filter(|id| game.index.torsos.has(**id)).count() as f64;
            ends[0] += n_torsos(&deck[..5]);
            ends[1] += n_torsos(&deck[deck.len() - 5..]);
            expected += 5.0 * n_torsos(deck) / deck.len() as f64;
        }
        let is_near = |found: f64| (found - expected).abs() < expected / 2.0;
        assert!(expected > 100.0 && ends.into_iter().all(is_near), "{house}: {ends:?}, expected {expected}");
    }
}

#[test]
fn players_that_walk_up_take_gifts_and_turns_in_different_rounds() {
    for joiners in [1, 2] {
        let gifts = "join-round = 2, join-gift-min = 8, join-gift-max = 8";
        let house = format!("setup.players = {}\ncharity = {{ {gifts}, joiners = {joiners} }}", 2 + joiners);
        let game = rules(&house).unwrap_or_else(|faults| panic!("{faults}"));
        let mut events = Vec::new();
        play_games(&game, 30, &mut events, |state| {
            for number in 2..2 + joiners {
                let lives = state.table.living.has(Seat::new(number));
                assert!(!lives || usize::from(state.table.round) >= number, "{number}");
            }
        });
        let joined = events.iter().filter_map(|event| match event {
            Event::Joins { seat, cards } => Some((seat.index(), *cards)),
            _ => None,
        });
        let joined: Vec<_> = joined.collect();
        for number in 2..2 + joiners {
            assert!(joined.iter().filter(|(seat, _)| *seat == number).count() > 22, "{joined:?}");
        }
        // Of two givers, sixteen cards, one of them the torso; or all of them, and a torso from another deck.
        assert!(joined.iter().all(|(seat, cards)| *seat > 2 || [15, 16].contains(cards)), "{joined:?}");
        let torsos = events.iter().filter(|event| matches!(event, Event::Starts { .. })).count();
        assert_eq!(torsos, 2 * 30 + joined.len());
    }
}
