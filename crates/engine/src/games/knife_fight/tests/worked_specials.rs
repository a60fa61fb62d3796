//! Worked examples W3 to W5 and W10: Jack, Queen, Joker.

use super::duel::{After, duel};
use crate::games::conformance::bench::story;
use crate::model::Outcome;
use crate::model::Seats;

#[test]
fn w3_a_jack_nullifies_every_card_it_is_played_against() {
    for x in ["ace", "jack", "queen", "joker"] {
        let after = duel(
            "",
            "hand jack ten nine; deck 10×two; pile ten",
            &format!("hand {x} ten nine; deck 10×two; pile three"),
        )
        .plays("jack", x);
        after
            .black("hand ten nine two; deck 5×two; pile ten; discard jack 4×two")
            .red(&format!("hand ten nine two; deck 8×two; pile three; discard {x} two"))
            .sums(10, 3)
            .bleeds(4, 1)
            .asks(&[
                "black play-card: nine ten jack",
                &match x {
                    "ace" => "red play-card: ace nine ten".to_owned(),
                    _ => format!("red play-card: nine ten {x}"),
                },
            ])
            .goes_on();
        assert_eq!(after.counters().parries, u16::from(x == "ace"), "a parry is of a number");
    }
}

fn queen_meets_two(set: &str) -> After {
    duel(set, "hand queen ten nine; deck 10×two; pile three ten", "hand two ten nine; deck 10×two")
        .plays("queen ten", "two")
}

#[test]
fn w4_a_queen_swaps_a_wound_for_the_cut_or_stops_it() {
    let after = queen_meets_two("");
    after
        .black("hand ten nine two; deck 7×two; pile two three; discard queen 2×two")
        .red("hand ten nine two; deck 9×two; discard ten")
        .sums(5, 0)
        .bleeds(2, 0)
        .asks(&[
            "black play-card: nine ten queen",
            "red play-card: two nine ten",
            "black dressing-target: three ten",
        ])
        .goes_on();
    assert_eq!(after.metric("damage-healed-per-game", Outcome::Draw), (10, 1));
    queen_meets_two("queen-mode = heal")
        .black("hand ten nine two; deck 8×two; pile three; discard queen two")
        .red("hand ten nine two; deck 9×two; discard two ten")
        .sums(3, 0)
        .bleeds(1, 0)
        .goes_on();
}

fn clean_queen_meets_five(set: &str) -> After {
    duel(set, "hand queen ten nine; deck 10×two", "hand five ten nine; deck 10×two").plays("queen", "five")
}

#[test]
fn w5a_a_queen_without_a_wound_is_cut_or_blocks() {
    // There is no dressing in any mode.
    for set in ["", "queen-mode = heal"] {
        clean_queen_meets_five(set)
            .black("hand ten nine two; deck 7×two; pile five; discard queen 2×two")
            .red("hand ten nine two; deck 9×two")
            .sums(5, 0)
            .bleeds(2, 0)
            .goes_on();
    }
    for set in ["queen-empty-pile = block", "queen-empty-pile = block; queen-mode = heal"] {
        clean_queen_meets_five(set)
            .black("hand ten nine two; deck 9×two; discard queen")
            .red("hand ten nine two; deck 9×two; discard five")
            .sums(0, 0)
            .bleeds(0, 0)
            .goes_on();
    }
    // If there is a wound, she dresses it, and the cut hits.
    queen_meets_two("queen-empty-pile = block").sums(5, 0);
}

fn queen_meets(set: &str, x: &str, black: &str) -> After {
    duel(
        set,
        "hand queen ten nine; deck 10×two; pile four eight",
        &format!("hand {x} ten nine; deck 10×two; pile six"),
    )
    .plays(black, x)
}

#[test]
fn w5b_a_queen_without_attack_heals_or_does_nothing() {
    queen_meets("", "queen", "queen eight")
        .black("hand ten nine two; deck 7×two; pile four; discard queen six 2×two")
        .red("hand ten nine two; deck 9×two; discard queen eight")
        .sums(4, 0)
        .bleeds(2, 0)
        .asks(&[
            "black play-card: nine ten queen",
            "red play-card: nine ten queen",
            "black dressing-target: four eight",
        ])
        .goes_on();
    queen_meets("", "joker", "queen eight")
        .black("hand ten nine two; deck 7×two; pile four; discard queen 2×two")
        .red("hand ten nine two; deck 7×two; pile six; discard joker eight 2×two")
        .sums(4, 6)
        .bleeds(2, 2)
        .goes_on();
    for x in ["queen", "joker"] {
        queen_meets("queen-without-attack = nothing", x, "queen")
            .black("hand ten nine two; deck 5×two; pile four eight; discard queen 4×two")
            .red(&format!("hand ten nine two; deck 7×two; pile six; discard {x} 2×two"))
            .sums(12, 6)
            .bleeds(4, 2)
            .asks(&["black play-card: nine ten queen", &format!("red play-card: nine ten {x}")])
            .goes_on();
    }
    // Under attack she dresses as usual.
    queen_meets_two("queen-without-attack = nothing").sums(5, 0);
}

#[test]
fn w10_a_joker_turns_the_cut_back() {
    let after = duel("", "hand nine ten joker; deck 10×two", "hand four ten nine; deck 10×two")
        .plays("joker", "four");
    after
        .black("hand nine ten two; deck 9×two; discard joker")
        .red("hand ten nine two; deck 7×two; pile four; discard 2×two")
        .sums(0, 4)
        .bleeds(0, 2)
        .goes_on();
    assert_eq!(after.metric("joker-wasted-share", Outcome::Draw), (0, 1));
    assert_eq!(after.counters().first_blood, Seats::only(super::RED), "red is hit, though by red's own card");
    // Two Jokers against each other are both wasted.
    let side = "hand nine ten joker; deck 10×two";
    let after = duel("", side, side).plays("joker", "joker");
    after
        .black("hand nine ten two; deck 9×two; discard joker")
        .red("hand nine ten two; deck 9×two; discard joker")
        .sums(0, 0)
        .bleeds(0, 0)
        .goes_on();
    assert_eq!(after.metric("joker-wasted-share", Outcome::Draw), (2, 2));
}

#[test]
fn a_story_says_why_a_queen_does_nothing() {
    let story = |set: &str, foe: &str| {
        let red = format!("hand {foe} ten nine; deck 10×two");
        let after = duel(set, "hand queen ten nine; deck 10×two", &red).plays("queen", foe);
        story(&after.game, &after.books.events)
    };
    assert!(story("", "jack").contains("queen meets jack: the Jack nullifies the Queen."));
    assert!(story("", "two").contains("Black's Queen has no wound to dress.\n  Red's two lands"));
    let blocks = story("queen-empty-pile = block", "two");
    assert!(blocks.contains("Black's Queen has no wound to dress, but blocks the attack."), "{blocks}");
    let idle = story("queen-without-attack = nothing", "joker");
    assert!(idle.contains("queen meets joker: without an attack the Queen does nothing."), "{idle}");
}
