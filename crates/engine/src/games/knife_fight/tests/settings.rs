//! Cards, decks and settings by number (clauses 2, 3 and 8), and invalid rules.

use super::duel::duel;
use super::walks::all_settings;
use super::{BLACK, RED, house, rank, tree_of};
use crate::games::check;
use crate::games::knife_fight::{Hand, KnifeFight, Phase, Rank};
use crate::model::settings::Allowed;
use crate::model::{ChanceStreams, Game, Moves, Outcome};

#[test]
fn the_bleed_is_the_damage_sum_divided_and_rounded() {
    // Sum, divisor, then the bleed rounded up, down, and to the nearest.
    const BLEEDS: [(u16, u32, [usize; 3]); 10] = [
        (0, 3, [0, 0, 0]),
        (1, 3, [1, 0, 0]),
        (2, 3, [1, 0, 1]),
        (3, 3, [1, 1, 1]),
        (4, 3, [2, 1, 1]),
        (5, 2, [3, 2, 3]),
        (6, 4, [2, 1, 2]),
        (7, 1, [7, 7, 7]),
        (29, 60, [1, 0, 0]),
        (30, 60, [1, 0, 1]),
    ];
    for (sum, divisor, bleeds) in BLEEDS {
        for (rounding, bleed) in ["up", "down", "nearest"].into_iter().zip(bleeds) {
            let set = format!(
                "bleed-divisor = {divisor}; bleed-rounding = {rounding}; cards.ten.damage = {sum}; tie = no-hit"
            );
            duel(
                &set,
                "hand ace jack king; deck 12×two 8×three; pile ten",
                "hand ace jack king; deck 12×two 8×three",
            )
            .plays("ace", "ace")
            .sums(sum, 0)
            .bleeds(bleed, 0);
        }
    }
}

#[test]
fn every_number_has_a_strength_and_a_damage_of_its_own() {
    for index in 0..10 {
        let id = Rank::at(index).id();
        let game = house(&format!("cards.{id}.strength = 77; cards.{id}.damage = 55"));
        for other in 0..10 {
            let printed = if other == index { (77, 55) } else { (other + 1, other + 1) };
            let found = (game.rules.strength[other], game.rules.damage[other]);
            assert_eq!((found.0 as usize, usize::from(found.1)), printed);
        }
    }
    assert_eq!(house("").rules.damage_of(Rank::JOKER), 0);
}

#[test]
fn each_colour_has_a_deck_of_its_own() {
    let game = house("black ace 2×jack queen; red 12×ten");
    let state = game.new_game(&mut ChanceStreams::stacked(), &mut crate::model::NoObserver);
    let [black, red] = &state.players;
    assert_eq!(*black.deck, [rank("ace")]);
    assert_eq!((black.hand.count(Rank::JACK), black.hand.count(Rank::QUEEN)), (2, 1));
    assert_eq!((red.hand.count(rank("ten")), red.deck.len()), (3, 9));
}

#[test]
fn a_missing_card_becomes_the_number_nearest_the_mean_of_the_others() {
    let game = house("black ace 2×five 3×ten jack; red ace 2×five 3×ten jack");
    // The means of the others are 40/5, 31/4, 11/3 and 41/6.
    for (card, other) in [("ace", "ten"), ("five", "ten"), ("ten", "five"), ("jack", "five")] {
        let (card, other) = (rank(card), rank(other));
        let missing = game.without(card.index(), RED).expect("a number");
        let deck = game.decks[1].deck.iter().map(|own| if *own == card { other } else { *own });
        let deck: Vec<Rank> = deck.collect();
        assert_eq!(*missing.decks[1].deck, deck, "{}", card.id());
        assert_eq!(missing.decks[1].unseen, deck.iter().copied().collect());
        let counts = |own: Rank| deck.iter().filter(|other| **other == own).count();
        assert!(Rank::all().all(|own| missing.rules.decks[1][own.index()] == counts(own)));
        assert_eq!((missing.decks[0], missing.rules.decks[0]), (game.decks[0], game.rules.decks[0]));
    }
    assert!(house("black 4×ten 2×jack").without(rank("ten").index(), BLACK).is_none());
}

#[test]
fn a_hand_lists_each_rank_once_whatever_its_copies() {
    for held in Rank::all() {
        for copies in 1..=12 {
            let cards = std::iter::repeat_n(held, copies).chain([Rank::QUEEN, rank("ace")]);
            let hand: Hand = cards.collect();
            let expected: Vec<Rank> =
                Rank::all().filter(|own| [rank("ace"), Rank::QUEEN, held].contains(own)).collect();
            assert_eq!(hand.ranks().collect::<Vec<_>>(), expected, "{copies} {}", held.id());
            assert_eq!((0..hand.len()).map(|nth| hand.nth(nth)).collect::<Vec<_>>(), expected);
            assert_eq!(hand.n_cards(), copies + 2);
        }
    }
}

#[test]
fn a_hand_holds_as_many_cards_as_the_settings_say() {
    for hand_size in 1..=10 {
        let state = house(&format!("setup.hand-size = {hand_size}"))
            .new_game(&mut ChanceStreams::stacked(), &mut crate::model::NoObserver);
        for player in &state.players {
            assert_eq!((player.hand.n_cards(), player.deck.len()), (hand_size, 27 - hand_size));
        }
    }
}

#[test]
fn the_cap_makes_a_stalemate_unless_somebody_dies_in_its_round() {
    let side = "hand ace jack king; deck 5×two";
    duel("max-rounds = 1", side, side).plays("jack", "jack").ends(Outcome::Stalemate);
    duel("max-rounds = 2", side, side).plays("jack", "jack").goes_on();
    let last = "hand ace jack king; deck two";
    duel("max-rounds = 1", last, last).plays("jack", "jack").ends(Outcome::Draw);
}

#[test]
fn the_first_step_that_ran_out_counts() {
    // Black needs 2 cards and has 1, and then continues to bleed; red only runs out in the bleed.
    let set = "death = short; both-dead = last-to-empty";
    let after =
        duel(set, "hand three nine king; deck two; pile ten", "hand four nine ten; deck 2×two; pile ten")
            .plays("king three", "four");
    after.ends(super::duel::wins(RED));
    assert_eq!(after.metric("exhaustion-share", Outcome::Draw), (1, 1));
    assert_eq!(after.state.players.each_ref().map(|player| player.ran_out), [1, 2]);
}

#[test]
fn an_empty_deck_survives_until_the_next_demand() {
    let mut state = duel("death = short", "hand ace jack king; deck two", "hand ace jack king; deck 5×two")
        .plays("jack", "jack")
        .state;
    assert_eq!((state.phase, state.players[0].deck.len()), (Phase::Play, 0));
    let mut chosen = crate::model::JointMove::default();
    for seat in super::super::play::BOTH {
        chosen.set(seat, rank("ace"));
    }
    house("death = short").play(
        &mut state,
        &mut chosen,
        &mut ChanceStreams::stacked(),
        &mut crate::model::NoObserver,
    );
    assert_eq!((state.phase, state.round), (Phase::Over(super::duel::wins(RED)), 2));
}

#[test]
fn a_deck_smaller_than_a_hand_and_one_card_is_refused() {
    let refused = |set: &str| check::<KnifeFight>(&tree_of(set)).err().map(|faults| faults.to_string());
    assert!(refused("black ace two three jack").is_none());
    for (set, colour) in [("black ace two three", "black"), ("red ace two three", "red")] {
        assert!(
            refused(set).is_some_and(|faults| faults.contains(&format!("deck.{colour}: found a deck of 3")))
        );
    }
    let both = refused("black ace two three; red 3×ten").expect("faults");
    assert!(both.contains("deck.black") && both.contains("deck.red"), "all faults at once: {both}");
    let most = Rank::all().take(10).map(|rank| format!("12×{}", rank.id())).collect::<Vec<_>>().join(" ");
    assert!(refused(&format!("black {most}")).is_none(), "120 cards");
    assert!(refused(&format!("black {most} jack")).is_some(), "121 cards");
}

#[test]
fn there_are_as_many_settings_as_the_rules_list() {
    let settings = all_settings();
    let choices = settings.iter().filter(|setting| matches!(setting.allowed, Allowed::Choice(_))).count();
    assert_eq!((choices, settings.len() - choices), (20, 1 + 2 * 14 + 2 * 10 + 2));
}
