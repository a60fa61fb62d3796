//! Missing cards, hands, and invalid rules.

use super::{BLACK, RED, house, rank, tree_of};
use crate::games::check;
use crate::games::knife_fight::{Hand, KnifeFight, Rank};
use crate::model::{Copies, Game, Moves};

#[test]
fn a_missing_card_becomes_the_number_nearest_the_mean_of_the_others() {
    let game = house("black ace 2×five 3×ten jack; red ace 2×five 3×ten jack");
    // The means of the others are 40/5, 31/4, 11/3 and 41/6.
    for (card, other) in [("ace", "ten"), ("five", "ten"), ("ten", "five"), ("jack", "five")] {
        let (card, other) = (rank(card), rank(other));
        let missing = game.without(card.index(), RED, Copies::All).expect("a number");
        let deck = game.decks[1].deck.iter().map(|own| if *own == card { other } else { *own });
        let deck: Vec<Rank> = deck.collect();
        assert_eq!(*missing.decks[1].deck, deck, "{}", card.id());
        assert_eq!(missing.decks[1].unseen, deck.iter().copied().collect());
        let counts = |own: Rank| deck.iter().filter(|other| **other == own).count();
        assert!(Rank::all().all(|own| missing.rules.decks[1][own.index()] == counts(own)));
        assert_eq!((missing.decks[0], missing.rules.decks[0]), (game.decks[0], game.rules.decks[0]));
    }
    assert!(house("black 4×ten 2×jack").without(rank("ten").index(), BLACK, Copies::All).is_none());
}

#[test]
fn one_copy_less_of_three_leaves_two() {
    let game = house("black ace 2×five 3×ten jack; red ace 2×five 3×ten jack");
    let missing = game.without(rank("ten").index(), RED, Copies::One).expect("a number");
    let counts = |game: &KnifeFight, seat: usize| {
        let unseen = game.decks[seat].unseen;
        ["ten", "five", "ace", "jack"]
            .map(|card| (unseen.count(rank(card)), game.rules.decks[seat][rank(card).index()]))
    };
    assert_eq!(counts(&missing, 1), [(2, 2), (3, 3), (1, 1), (1, 1)]);
    assert_eq!(counts(&missing, 0), counts(&game, 0));
    let changed =
        missing.decks[1].deck.iter().zip(game.decks[1].deck.iter()).filter(|(one, other)| one != other);
    assert_eq!(changed.count(), 1, "all other cards are in the same positions");
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
fn a_deck_smaller_than_a_hand_and_one_card_is_refused() {
    let refused = |set: &str| check::<KnifeFight>(&tree_of(set)).err().map(|faults| faults.to_string());
    assert!(refused("black ace two three jack").is_none());
    let both = refused("black ace two three; red 3×ten").expect("faults");
    assert!(
        both.contains("deck.black: found a deck of 3") && both.contains("deck.red"),
        "all faults at once: {both}"
    );
    let most = Rank::all().take(10).map(|rank| format!("12×{}", rank.id())).collect::<Vec<_>>().join(" ");
    assert!(refused(&format!("black {most}")).is_none(), "120 cards");
    assert!(refused(&format!("black {most} jack")).is_some(), "121 cards");
}
