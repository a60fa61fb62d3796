//! Settings: which are rejected, and which can be added.

use super::*;
use crate::games::taunt::LevelledMove;

#[test]
fn a_new_move_starts_plain_and_a_new_character_can_play() {
    let game = house(&[
        "moves.stare.damage=[1,1,1,1]",
        "characters.glum={name=\"Glum\",trouble-at=0,danger-at=0,critical-damage=1,block-tokens=1,recovery=0,moves=[\"stare\"]}",
    ])
    .expect("rules");
    let stare = game.rules.moves.card_at(LevelledMove::new(MoveId::at(14), 3));
    assert_eq!((stare.order, stare.effect.damage, stare.is_attack()), (1, 1, false));
    assert_eq!(game.rules.characters.len(), 6);
    assert_eq!(game.zone(seat(0), &Fighter { character: 5, damage: 0, ..Fighter::default() }), 2);
}

#[test]
fn settings_that_make_no_game_are_refused() {
    let nobody = ["mooshmere", "wollypobber", "tuggle", "teabot", "tremble"];
    let nobody = nobody.map(|id| format!("characters.{id}.moves=[]"));
    let many: Vec<String> = (0..11).map(|n| format!("moves.new-{n}.order=1")).collect();
    let of = |sets: &'_ [String]| sets.to_vec();
    let split = |sets: &str| sets.split("; ").map(str::to_owned).collect::<Vec<_>>();
    for (sets, part) in [
        (split("setup.players=3"), "2 in this mode"),
        (split("setup.fighters=[\"tugle\"]"), "setup.fighters.0: found \"tugle\""),
        (split("setup.start-charges=2; rules.max-charges=1"), "setup.start-charges: found 2"),
        (split("setup.start-charges=1; setup.extra-charges=[3]"), "setup.extra-charges"),
        (split("setup.mode=team; setup.series-wins=2"), "setup.series-wins: found 2"),
        (split("moves.kick.damage=[1,2,3]"), "moves.kick.damage: found a list of 3, expected a list of 4"),
        (split("moves.kick.peril.0.2=p"), "moves.kick.peril.0.2"),
        (split("moves.kick.letter=KK"), "one letter"),
        (split("characters.tuggle.moves=[\"kik\"]"), "did you mean `kick`"),
        (split("characters.tuggle.moves=[\"switch-lower\"]"), "without `switch`"),
        (split("characters.tuggle.danger-at=21"), "rising order"),
        (split("monsters.team=monsters"), "did you mean `monster-team`"),
        (split("monsters.switches=[\"kick\"]"), "with `switch`"),
        (split("monsters.pool=[\"kick\",\"kick\"]"), "different moves"),
        (split("monsters.pool=[\"kick\"]"), "3 decks of 5"),
        (split("monsters.decks=[[[\"kick\"]]]"), "3 decks"),
        (
            split(
                "setup.mode=monsters; monsters.count=2; monsters.decks=[[[\"kick\"],[\"kick\"],[\"kick\"]]]",
            ),
            "2 decks (monsters.count), or an empty list",
        ),
        (split("wampires.max-blood=29"), "at least blood"),
        (split("wampires.enabled=true; setup.extra-damage=[30]"), "less than wampires.blood = 30"),
        (split("wampires.seats=[2]"), "wampires.seats: found a list of 1, expected seats below 2"),
        (of(&nobody), "no character with moves"),
        (of(&many), "at most 24"),
    ] {
        let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
        let faults = house(&sets).expect_err(part);
        assert!(faults.contains(part), "{sets:?}:\n{faults}");
    }
    // Monsters need no characters, and surplus fighters are ignored.
    let nobody: Vec<&str> = nobody.iter().map(String::as_str).chain(["setup.mode=monsters"]).collect();
    assert!(house(&nobody).is_ok());
    let four = "setup.fighters=[\"tuggle\",\"random\",\"teabot\",\"teabot\"]";
    assert_eq!(house(&[four]).expect("rules").rules.fighters.len(), 2);
    assert_eq!(house(&[four, "setup.mode=monsters"]).expect("rules").rules.characters[0].id, "monster-team");
}
