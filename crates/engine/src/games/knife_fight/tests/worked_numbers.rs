//! Worked examples W1 and W2: number against number.

use super::duel::duel;
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

#[test]
fn w1_strengths_and_the_wounding_card_follow_the_settings() {
    let hands = ["nine ten two", "eight seven two"];
    for (set, after, sums, bleeds, first_blood) in [
        (
            "cards.ace.strength = 11; cards.ten.damage = 4",
            ["deck 7×two; pile ten; discard ace 2×two", "deck 9×two"],
            (4, 0),
            (2, 0),
            Seats::only(BLACK),
        ),
        (
            "comparison = higher-wins",
            ["deck 5×two; pile ten; discard ace 4×two", "deck 9×two"],
            (10, 0),
            (4, 0),
            Seats::only(BLACK),
        ),
        // Equal strengths tie, whatever the ranks.
        (
            "cards.ace.strength = 10",
            ["deck 5×two; pile ten; discard 4×two", "deck 8×two; pile ace; discard two"],
            (10, 1),
            (4, 1),
            Seats::first(2),
        ),
        (
            "wounding-card = loser",
            ["deck 9×two; discard ace", "deck 5×two; pile ten; discard 4×two"],
            (0, 10),
            (0, 4),
            Seats::only(RED),
        ),
        (
            "wounding-card = both",
            ["deck 9×two", "deck 5×two; pile ace ten; discard 4×two"],
            (0, 11),
            (0, 4),
            Seats::only(RED),
        ),
    ] {
        let played = duel(set, "hand ace nine ten; deck 10×two", "hand ten eight seven; deck 10×two");
        let played = played.plays("ace", "ten");
        let [black, red] = [0, 1].map(|seat| format!("hand {}; {}", hands[seat], after[seat]));
        played.black(&black).red(&red).sums(sums.0, sums.1).bleeds(bleeds.0, bleeds.1).goes_on();
        let counters = played.counters();
        assert_eq!(counters.first_blood, first_blood, "{set}");
        let ties = u16::from(first_blood.len() == 2);
        assert_eq!(
            [counters.strikes, counters.ties, counters.parries, counters.reflects],
            [1 - ties, ties, 0, 0]
        );
    }
}

#[test]
fn w2_a_tie_cuts_both_or_nobody() {
    for (set, after, sums, bleeds, first_blood) in [
        (
            "",
            ["deck 7×two; pile six; discard 2×two", "deck 6×two; pile two six; discard 3×two"],
            (6, 8),
            (2, 3),
            Seats::first(2),
        ),
        (
            "tie = no-hit",
            ["deck 9×two; discard six", "deck 8×two; pile two; discard six two"],
            (0, 2),
            (0, 1),
            Seats::NONE,
        ),
    ] {
        let sides = ["hand six jack king; deck 10×two", "hand six jack king; deck 10×two; pile two"];
        let played = duel(set, sides[0], sides[1]).plays("six", "six");
        let [black, red] = after.map(|after| format!("hand jack king two; {after}"));
        played.black(&black).red(&red).sums(sums.0, sums.1).bleeds(bleeds.0, bleeds.1).goes_on();
        assert_eq!(played.counters().first_blood, first_blood, "{set}");
    }
}
