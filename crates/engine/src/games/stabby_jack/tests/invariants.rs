//! Invariants of every position of every game, under any settings.

use super::*;
use crate::games::conformance::{self, edge_games};

#[test]
fn no_card_is_lost_and_all_sums_are_those_of_the_cards() {
    for (name, game) in edge_games::<StabbyJack>() {
        for game_idx in 0..9 {
            let end = conformance::walk(&game, game_idx, |state, seats| {
                check(&game, state);
                assert_eq!(seats, Seats::only(state.active), "{name}");
            });
            check(&game, &end);
        }
    }
}

fn check(game: &StabbyJack, state: &State) {
    let is_over = matches!(state.phase, Phase::Over(_));
    let mut cards: Vec<Face> = state.deck.iter().chain(state.discard.iter().copied()).collect();
    for seat in game.seats() {
        let character = &state.characters[seat];
        cards.extend(character.attributes.cards().chain(character.monsters.cards()));
        let scores = Scores { damage: character.damage, ..Scores::default() };
        let mut counted = Character { scores, ..Character::default() };
        character.attributes.cards().for_each(|face| counted.gain(face, game.rules.cards[face]));
        character.monsters.cards().for_each(|face| counted.capture(face, game.rules.cards[face]));
        assert_eq!(counted, *character);
        assert_eq!(usize::from(character.level), n_cards(&character.attributes));
        // Characters are alive and within their levels while players choose.
        assert!(is_over || !game.is_dead(character), "{character:?}");
        assert!(is_over || (1..=game.rules.max_level).contains(&character.level));
        assert!(is_over || character.attributes.cards().all(Face::is_numbered));
        assert!(is_over || character.monsters.cards().all(Face::is_monster));
    }
    if let Phase::TrainReplace { drawn } | Phase::FullReplace { drawn, .. } = state.phase {
        cards.push(drawn);
    }
    cards.sort_unstable();
    assert_eq!(cards, *game.deck, "{:?}", state.phase);
    let any_time = game.rules.win_check == crate::games::stabby_jack::rules::WinCheck::AnyTime;
    if any_time && state.phase == Phase::Action {
        assert_eq!(game.winner(state, game.seats(), game.seats()), None, "a game that goes on has no winner");
    }
}
