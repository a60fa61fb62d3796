//! Invariants of every step of every game, over random rules.

use super::super::Rank;
use super::super::rules::PlayedCards;
use super::super::state::Phase;
use super::books::Books;
use super::walks::{play_out, random_rules};
use super::{BLACK, RED};
use crate::model::Seed;

#[test]
fn no_card_is_ever_lost_and_each_lies_where_it_may() {
    let mut luck = Seed::new(21).game(0).bot(0);
    for nth in 0..150 {
        let game = random_rules(&mut luck);
        for game_idx in 0..8 {
            let deal = Seed::new(nth).game(game_idx);
            let mut decks = game.rules.decks.map(|deck| deck.iter().sum::<usize>());
            let mut rngs = [deal.bot(0), deal.bot(1)];
            play_out(&game, &mut deal.chance(2), &mut rngs, &mut Books::before(&game), |state, books| {
                assert_eq!(books.own.map(|own| own.all()), game.rules.decks, "cards come or go");
                books.agree_with(state, &game);
                for seat in [BLACK, RED] {
                    let pile = books.pile(seat);
                    assert!(Rank::all().all(|rank| rank.is_number() || pile[rank.index()] == 0));
                    let player = &state.players[seat.index()];
                    let returns = game.rules.played_cards == PlayedCards::Returned;
                    assert!(returns || player.deck.len() <= decks[seat.index()], "a deck grows");
                    decks[seat.index()] = player.deck.len();
                    if state.phase == Phase::Play {
                        // Every round starts with full hands. Extra cards stay, or are played before others are drawn.
                        let (least, extra) = (game.rules.hand_size, game.rules.extra_cards[seat.index()]);
                        assert!((least..=least + extra).contains(&player.hand.n_cards()), "{:?}", game.rules);
                        assert_eq!(books.own[seat.index()].table, [0; 14], "the table is cleared");
                        assert_eq!((player.front, player.laid), (Rank::NOTHING, 0));
                    }
                }
            });
        }
    }
}
