//! Worked examples W11 to W13: deaths.

use super::duel::{After, duel, wins};
use super::{BLACK, RED};
use crate::model::Outcome;

fn both_bleed_dry(set: &str) -> After {
    let after =
        duel(set, "hand three nine ten; deck 3×two; pile seven", "hand four nine ten; deck 4×two; pile nine")
            .plays("three", "four");
    after
        .black("hand nine ten two; pile seven; discard 2×two")
        .red("hand nine ten two; pile three nine; discard four 3×two")
        .sums(7, 12)
        .bleeds(2, 3);
    after
}

#[test]
fn w11_both_bleed_dry_at_once() {
    let after = both_bleed_dry("");
    after.ends(Outcome::Draw);
    assert_eq!(after.metric("both-dead-share", Outcome::Draw), (1, 1));
    assert_eq!(after.metric("exhaustion-share", Outcome::Draw), (0, 1));
    both_bleed_dry("both-dead = nobody").ends(Outcome::AllLose);
    both_bleed_dry("both-dead = less-damage").ends(wins(BLACK));
    both_bleed_dry("both-dead = last-to-empty").ends(wins(RED));
    // Both need more than they have.
    both_bleed_dry("death = short").ends(Outcome::Draw);
    // Equal damage and equal decks are a draw.
    let side = "hand three nine ten; deck 2×two; pile seven";
    for both_dead in ["less-damage", "last-to-empty"] {
        duel(&format!("both-dead = {both_dead}"), side, side).plays("three", "three").ends(Outcome::Draw);
    }
}

fn black_feints_with_one_card_left(set: &str) -> After {
    duel(set, "hand three nine king; deck two", "hand four nine ten; deck 2×two; pile ten")
        .plays("king three", "four")
}

#[test]
fn w12a_a_player_that_cannot_draw_up_is_dead_and_both_can_be() {
    let after = black_feints_with_one_card_left("");
    after
        .black("hand two nine; discard king")
        .red("hand nine ten two; pile three ten; discard four two")
        .sums(0, 13)
        .bleeds(0, 1)
        .ends(Outcome::Draw);
    assert_eq!(after.metric("exhaustion-share", Outcome::Draw), (1, 1));
    black_feints_with_one_card_left("both-dead = last-to-empty")
        .black("hand two nine; discard king")
        .red("hand nine ten two; pile three ten; discard four two")
        .ends(wins(RED));
}

#[test]
fn w12b_deaths_can_be_looked_for_after_each_step() {
    let after = black_feints_with_one_card_left("end-check = each-step");
    after
        .black("hand two nine; discard king")
        .red("hand nine ten two; deck two; pile three ten; discard four")
        .sums(0, 13)
        .bleeds(0, 0)
        .ends(wins(RED));
    assert_eq!(after.metric("winner-deck-left", wins(RED)), (1, 1));
}

fn black_draws_the_last_card(set: &str) -> After {
    let after =
        duel(set, "hand three nine ten; deck two", "hand four nine ten; deck 10×two").plays("three", "four");
    after
        .black("hand two nine ten")
        .red("hand nine ten two; deck 8×two; pile three; discard four two")
        .sums(0, 3)
        .bleeds(0, 1);
    after
}

#[test]
fn w12d_who_draws_the_last_card_is_dead_or_makes_a_last_stand() {
    let after = black_draws_the_last_card("");
    after.ends(wins(RED));
    assert_eq!(after.metric("exhaustion-share", wins(RED)), (1, 1));
    assert_eq!(after.metric("both-dead-share", wins(RED)), (0, 1));
    black_draws_the_last_card("death = short").goes_on();
}

#[test]
fn w12f_a_bleed_before_the_draw_leaves_fewer_cards_to_draw() {
    black_feints_with_one_card_left("aftermath-order = bleed-then-draw")
        .black("hand two nine; discard king")
        .red("hand nine ten; pile three ten; discard four 2×two")
        .sums(0, 13)
        .bleeds(0, 2)
        .ends(Outcome::Draw);
}

/// W13, deal by deal: each player holds one of two cards and draws the other.
const DEALS: [([&str; 2], [&str; 2]); 4] = [
    (["ace", "two"], ["two", "three"]),
    (["ace", "two"], ["three", "two"]),
    (["two", "ace"], ["two", "three"]),
    (["two", "ace"], ["three", "two"]),
];

fn one_card_each(set: &str, deal: ([&str; 2], [&str; 2])) -> After {
    let ([black, black_deck], [red, red_deck]) = deal;
    let after = duel(
        &format!("setup.hand-size = 1; black ace two; red two three; {set}"),
        &format!("hand {black}; deck {black_deck}"),
        &format!("hand {red}; deck {red_deck}"),
    )
    .plays(black, red);
    after.asks(&[]);
    after
}

#[test]
fn w13_all_deals_are_draws_or_three_of_four_are_black_s() {
    for deal in DEALS {
        one_card_each("", deal).ends(Outcome::Draw);
    }
    let set = "aftermath-order = bleed-then-draw; end-check = each-step";
    let two_meets_two = DEALS[2];
    for deal in DEALS {
        let after = one_card_each(set, deal);
        if deal == two_meets_two {
            after.bleeds(1, 1).ends(Outcome::Draw);
        } else {
            after.bleeds(0, 1).ends(wins(BLACK));
        }
    }
}
