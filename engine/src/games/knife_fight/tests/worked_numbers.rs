//! Worked examples W1 and W2: number against number.

use super::duel::{After, duel};
use super::{BLACK, RED};
use crate::model::Seats;

#[test]
fn w1_the_lower_number_cuts_and_the_cut_bleeds_at_once() {
    let after =
        duel("", "hand four eight jack; deck ten 4×two", "hand two nine king; deck six five queen seven ace")
            .plays("four", "nine");
    after
        .black("hand eight jack ten; deck 4×two")
        .red("hand two king six; deck seven ace; pile four; discard nine five queen")
        .sums(0, 4)
        .bleeds(0, 2)
        .asks(&["black play-card: four eight jack", "red play-card: two nine king"])
        .goes_on();
    assert_eq!(after.counters().first_blood, Seats::only(RED), "red alone is hit: first blood is black's");
}

fn ace_meets_ten(set: &str) -> After {
    duel(set, "hand ace nine ten; deck 10×two", "hand ten eight seven; deck 10×two").plays("ace", "ten")
}

#[test]
fn w1b_an_ace_can_be_high_and_a_ten_can_cut_little() {
    ace_meets_ten("cards.ace.strength = 11; cards.ten.damage = 4")
        .black("hand nine ten two; deck 7×two; pile ten; discard ace 2×two")
        .red("hand eight seven two; deck 9×two")
        .sums(4, 0)
        .bleeds(2, 0)
        .goes_on();
}

#[test]
fn w1c_the_higher_number_can_win() {
    let after = ace_meets_ten("comparison = higher-wins");
    after
        .black("hand nine ten two; deck 5×two; pile ten; discard ace 4×two")
        .red("hand eight seven two; deck 9×two")
        .sums(10, 0)
        .bleeds(4, 0)
        .goes_on();
    assert_eq!(after.counters().first_blood, Seats::only(BLACK));
}

#[test]
fn w1d_equal_strengths_tie_whatever_the_ranks() {
    let after = ace_meets_ten("cards.ace.strength = 10");
    after
        .black("hand nine ten two; deck 5×two; pile ten; discard 4×two")
        .red("hand eight seven two; deck 8×two; pile ace; discard two")
        .sums(10, 1)
        .bleeds(4, 1)
        .goes_on();
    assert_eq!(
        {
            let c = after.counters();
            [c.strikes, c.ties, c.parries, c.reflects]
        },
        [0, 1, 0, 0],
        "a tie"
    );
}

#[test]
fn w1e_the_loser_can_be_cut_by_the_own_card() {
    ace_meets_ten("wounding-card = loser")
        .black("hand nine ten two; deck 9×two; discard ace")
        .red("hand eight seven two; deck 5×two; pile ten; discard 4×two")
        .sums(0, 10)
        .bleeds(0, 4)
        .goes_on();
}

#[test]
fn w1f_both_cards_can_cut_the_loser() {
    ace_meets_ten("wounding-card = both")
        .black("hand nine ten two; deck 9×two")
        .red("hand eight seven two; deck 5×two; pile ace ten; discard 4×two")
        .sums(0, 11)
        .bleeds(0, 4)
        .goes_on();
}

fn six_meets_six(set: &str) -> After {
    duel(set, "hand six jack king; deck 10×two", "hand six jack king; deck 10×two; pile two")
        .plays("six", "six")
}

#[test]
fn w2_a_tie_cuts_both() {
    let after = six_meets_six("");
    after
        .black("hand jack king two; deck 7×two; pile six; discard 2×two")
        .red("hand jack king two; deck 6×two; pile two six; discard 3×two")
        .sums(6, 8)
        .bleeds(2, 3)
        .goes_on();
    assert_eq!(after.counters().first_blood, Seats::first(2), "nobody alone drew first blood");
}

#[test]
fn w2_a_tie_can_miss_both() {
    let after = six_meets_six("tie = no-hit");
    after
        .black("hand jack king two; deck 9×two; discard six")
        .red("hand jack king two; deck 8×two; pile two; discard six two")
        .sums(0, 2)
        .bleeds(0, 1)
        .goes_on();
    assert_eq!(after.counters().first_blood, Seats::NONE);
}
