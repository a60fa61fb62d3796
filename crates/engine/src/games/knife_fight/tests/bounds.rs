//! Invariants of every step of every game, over random rules; the length bound of clause 7.

use super::super::Rank;
use super::super::rules::{PlayedCards, Refill};
use super::super::state::Phase;
use super::books::Books;
use super::walks::{play_out, random_rules};
use super::{BLACK, RED, house};
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

#[test]
fn no_game_is_longer_than_the_smaller_deck_and_the_cap() {
    let mut luck = Seed::new(22).game(0).bot(0);
    let mut reached = 0;
    for nth in 0..400 {
        let mut game = random_rules(&mut luck);
        game.rules.played_cards = PlayedCards::Discarded;
        let short = usize::from(game.rules.death == super::super::rules::Death::Short);
        let smaller = game.rules.decks.map(|deck| deck.iter().sum::<usize>());
        let cards = smaller.into_iter().min().expect("two decks");
        // Cards that are dealt beyond the hand size may be played before others are drawn.
        let extra = game.rules.extra_cards.into_iter().max().expect("two seats");
        let extra = if game.rules.refill == Refill::HandSize { extra } else { 0 };
        let bound = cards - game.rules.hand_size + extra + short;
        let bound = bound.min(usize::from(game.rules.max_rounds));
        for game_idx in 0..10 {
            let deal = Seed::new(nth).game(game_idx);
            let mut rngs = [deal.bot(0), deal.bot(1)];
            let (state, _) =
                play_out(&game, &mut deal.chance(2), &mut rngs, &mut crate::model::NoObserver, |_, _| {});
            assert!(usize::from(state.round) <= bound, "{} rounds of {bound}", state.round);
            reached += usize::from(usize::from(state.round) == bound);
        }
    }
    assert!(reached > 100, "the bound is near enough to be met");
}

#[test]
fn a_printed_game_can_last_twenty_four_rounds_and_no_longer() {
    // There are no cuts, so each round takes one card of each deck.
    let game = house("black 12×jack 12×queen 3×joker; red 12×jack 12×queen 3×joker");
    let deal = Seed::new(1).game(1);
    let mut rngs = [deal.bot(0), deal.bot(1)];
    let (state, _) =
        play_out(&game, &mut deal.chance(2), &mut rngs, &mut crate::model::NoObserver, |_, _| {});
    assert_eq!(state.round, 24);
}
