//! Worked examples W6 to W9: Kings.

use super::super::Event;
use super::duel::{After, duel};
use super::{BLACK, RED};
use crate::model::Outcome;

#[test]
fn w6_what_follows_the_king_is_compared() {
    duel("", "hand three nine king; deck 10×two", "hand eight ten nine; deck 10×two")
        .plays("king three", "eight")
        .black("hand 2×two nine; deck 8×two; discard king")
        .red("hand nine ten two; deck 8×two; pile three; discard eight two")
        .sums(0, 3)
        .bleeds(0, 1)
        .asks(&[
            "black play-card: three nine king",
            "red play-card: eight nine ten",
            "black follow-up: three nine",
        ])
        .goes_on();
}

fn king_meets(x: &str, set: &str, black: &str) -> After {
    duel(set, "hand ace nine king; deck 10×two", &format!("hand {x} ten nine; deck 10×two")).plays(black, x)
}

#[test]
fn w7a_a_jack_parries_what_follows_the_king() {
    // The effect of Jokers on a King does not matter.
    for set in ["", "king-vs-joker = baited"] {
        let after = king_meets("jack", set, "king ace");
        after
            .black("hand nine 2×two; deck 8×two; discard ace king")
            .red("hand ten nine two; deck 9×two; discard jack")
            .sums(0, 0)
            .bleeds(0, 0)
            .asks(&[
                "black play-card: ace nine king",
                "red play-card: nine ten jack",
                "black follow-up: ace nine",
            ])
            .goes_on();
        let c = after.counters();
        assert_eq!([c.strikes, c.ties, c.parries, c.reflects], [0, 0, 1, 0]);
    }
}

#[test]
fn w7b_a_jack_can_be_baited_or_cancel_the_king_alone() {
    let after = king_meets("jack", "king-vs-jack = baited", "king ace");
    after
        .black("hand nine 2×two; deck 8×two; discard king")
        .red("hand ten nine two; deck 8×two; pile ace; discard jack two")
        .sums(0, 1)
        .bleeds(0, 1)
        .goes_on();
    assert_eq!(after.counters().parries, 0);
    let jack = super::rank("jack");
    assert!(after.books.events.contains(&Event::Baited { seat: RED, rank: jack }));
    let after = king_meets("jack", "king-vs-jack = cancelled", "king");
    after
        .black("hand ace nine two; deck 9×two; discard king")
        .red("hand ten nine two; deck 9×two; discard jack")
        .sums(0, 0)
        .bleeds(0, 0)
        .asks(&["black play-card: ace nine king", "red play-card: nine ten jack"])
        .goes_on();
    assert!(after.books.events.contains(&Event::KingCancelled { seat: BLACK }));
}

#[test]
fn w7d_a_joker_reflects_what_follows_the_king_or_is_baited() {
    // The effect of Jacks on a King does not matter.
    for set in ["", "king-vs-jack = baited", "king-vs-jack = cancelled"] {
        let after = king_meets("joker", set, "king ace");
        after
            .black("hand nine 2×two; deck 7×two; pile ace; discard king two")
            .red("hand ten nine two; deck 9×two; discard joker")
            .sums(1, 0)
            .bleeds(1, 0)
            .goes_on();
        assert_eq!(after.metric("joker-wasted-share", Outcome::Draw), (0, 1));
    }
    let after = king_meets("joker", "king-vs-joker = baited", "king ace");
    after
        .black("hand nine 2×two; deck 8×two; discard king")
        .red("hand ten nine two; deck 8×two; pile ace; discard joker two")
        .sums(0, 1)
        .bleeds(0, 1)
        .goes_on();
    assert_eq!(after.metric("joker-wasted-share", Outcome::Draw), (1, 1), "a baited Joker is wasted");
}

const THREE_KINGS: [&str; 2] = ["hand seven 2×king; deck 10×two", "hand five ten king; deck 10×two"];

#[test]
fn w8_a_king_may_follow_a_king_and_feints_again_or_they_cancel() {
    let after = duel("", THREE_KINGS[0], THREE_KINGS[1]).plays("king king seven", "king five");
    after
        .black("hand 3×two; deck 5×two; pile five; discard 2×king seven 2×two")
        .red("hand ten 2×two; deck 8×two; discard king")
        .sums(5, 0)
        .bleeds(2, 0)
        .asks(&[
            "black play-card: seven king",
            "red play-card: five ten king",
            "black follow-up: seven king",
            "red follow-up: five ten",
        ])
        .goes_on();
    duel("both-kings = cancel", THREE_KINGS[0], THREE_KINGS[1])
        .plays("king", "king")
        .black("hand seven king two; deck 9×two; discard king")
        .red("hand five ten two; deck 9×two; discard king")
        .sums(0, 0)
        .bleeds(0, 0)
        .asks(&["black play-card: seven king", "red play-card: five ten king"])
        .goes_on();
}

#[test]
fn w9a_a_king_alone_stops_nothing_or_is_harmless() {
    duel("setup.hand-size = 1", "hand king; deck 10×two", "hand five; deck 10×two")
        .plays("king", "five")
        .black("hand two; deck 7×two; pile five; discard king 2×two")
        .red("hand two; deck 9×two")
        .sums(5, 0)
        .bleeds(2, 0)
        .asks(&[])
        .goes_on();
    let set = "setup.hand-size = 1; king-alone = harmless";
    duel(set, "hand king; deck 10×two", "hand five; deck 10×two")
        .plays("king", "five")
        .black("hand two; deck 9×two; discard king")
        .red("hand two; deck 9×two; discard five")
        .sums(0, 0)
        .bleeds(0, 0)
        .goes_on();
    // A King that a Jack or a King cancels is not alone; only the rest of the table is the same.
    let kings = "setup.hand-size = 1; king-alone = harmless; both-kings = cancel";
    duel(kings, "hand king; deck 10×two", "hand king; deck 10×two").plays("king", "king").sums(0, 0);
}

fn queen_and_kings_meet_ten(set: &str) -> After {
    duel(set, "hand queen 2×king; deck 10×two", "hand ten nine eight; deck 10×two").plays("king", "ten")
}

#[test]
fn w9b_only_numbers_or_no_king_may_follow_a_king() {
    let after = queen_and_kings_meet_ten("king-follow-up = number");
    after
        .black("hand queen king two; deck 5×two; pile ten; discard king 4×two")
        .red("hand nine eight two; deck 9×two")
        .sums(10, 0)
        .bleeds(4, 0)
        .asks(&["black play-card: queen king", "red play-card: eight nine ten"])
        .goes_on();
    assert!(after.books.events.contains(&Event::KingAlone { seat: BLACK }));
    queen_and_kings_meet_ten("king-follow-up = no-king")
        .black("hand king 2×two; deck 4×two; pile ten; discard king queen 4×two")
        .red("hand nine eight two; deck 9×two")
        .sums(10, 0)
        .bleeds(4, 0)
        .asks(&["black play-card: queen king", "red play-card: eight nine ten"])
        .goes_on();
}
