//! Settings: which are rejected and with which errors; and which can be added.

use super::*;
use crate::games::taunt::LevelledMove;

/// The single error of these settings.
fn refused(sets: &[&str]) -> String {
    house(sets).expect_err("a fault")
}

#[test]
fn every_setting_out_of_range_is_refused_with_its_key() {
    for (set, parts) in [
        ("setup.mode=brawl", ["setup.mode", "\"duel\""]),
        ("setup.players=3", ["setup.players", "2 in this mode"]),
        ("setup.fighters=[\"tugle\"]", ["setup.fighters.0", "did you mean `tuggle`"]),
        ("setup.fighters=[\"monster-team\"]", ["setup.fighters.0", "expected one of"]),
        ("setup.start-charges=4", ["setup.start-charges", "0 to 3"]),
        ("setup.series-wins=6", ["setup.series-wins", "1 to 5"]),
        ("setup.max-turns=0", ["setup.max-turns", "1 to 100000"]),
        ("rules.peril-limit=0", ["rules.peril-limit", "1 to 9"]),
        ("rules.combo-limit=13", ["rules.combo-limit", "1 to 12, or \"any\""]),
        ("rules.perril-limit=3", ["rules.perril-limit", "did you mean `peril-limit`"]),
        ("moves.kick.damage.3=31", ["moves.kick.damage.3", "0 to 30"]),
        ("moves.kick.damage=[1,2,3]", ["moves.kick.damage", "a list of 4"]),
        ("moves.kick.peril.0.2=p", ["moves.kick.peril.0.2", "A to Z"]),
        ("moves.kick.peril.0.2=ABCDEFGHI", ["moves.kick.peril.0.2", "at most 8 letters"]),
        ("moves.kick.peril.0=[\"\"]", ["moves.kick.peril.0", "a list of 3"]),
        ("moves.kick.letter=KK", ["moves.kick.letter", "one letter"]),
        ("moves.kick.reach.1=away", ["moves.kick.reach.1", "\"near-far\""]),
        ("moves.kick.immune.1=s", ["moves.kick.immune.1", "A to Z"]),
        ("moves.kick.colour=1", ["moves.kick.colour", "unknown key"]),
        ("moves.kick.name=\"=1+1\"", ["moves.kick.name", "does not begin with"]),
        ("characters.tuggle.moves=[\"kik\"]", ["characters.tuggle.moves.0", "did you mean `kick`"]),
        ("characters.tuggle.moves=[\"switch-lower\"]", ["characters.tuggle.moves.0", "without `switch`"]),
        ("characters.tuggle.danger-at=21", ["characters.tuggle.critical-damage", "rising order"]),
        ("characters.new.name=New", ["characters.new.trouble-at", "found no such key"]),
        ("monsters.team=monsters", ["monsters.team", "did you mean `monster-team`"]),
        ("monsters.switches=[\"kick\"]", ["monsters.switches.0", "with `switch`"]),
        ("monsters.pool=[\"kick\",\"kick\"]", ["monsters.pool", "different moves"]),
        ("monsters.pool=[\"kick\"]", ["monsters", "3 decks of 5"]),
        ("monsters.decks=[[[\"kick\"]]]", ["monsters.decks.0", "3 decks"]),
        ("monsters.decks=[[[\"kick\"],[],[\"kick\"]]]", ["monsters.decks.0.1", "a list of 1 to 12"]),
        ("wampires.max-blood=29", ["wampires", "at least blood"]),
    ] {
        let faults = refused(&[set]);
        assert!(parts.iter().all(|part| faults.contains(part)), "{set}:\n{faults}");
        assert_eq!(faults.lines().count(), if set.contains("new.name") { 6 } else { 1 }, "{set}:\n{faults}");
    }
}

#[test]
fn settings_are_checked_against_each_other() {
    let faults = refused(&["setup.start-charges=2", "rules.max-charges=1"]);
    assert!(faults.contains("setup.start-charges: found 2"), "{faults}");
    let faults = refused(&["setup.mode=team", "setup.series-wins=2"]);
    assert!(faults.contains("setup.series-wins: found 2"), "{faults}");
    let mut nobody: Vec<String> = ["mooshmere", "wollypobber", "tuggle", "teabot", "tremble"]
        .map(|id| format!("characters.{id}.moves=[]"))
        .into();
    let sets: Vec<&str> = nobody.iter().map(String::as_str).collect();
    assert!(refused(&sets).contains("no character with moves"));
    nobody.push("setup.mode=monsters".into());
    let sets: Vec<&str> = nobody.iter().map(String::as_str).collect();
    assert!(house(&sets).is_ok(), "monsters need no roster");
    let faults = refused(&["setup.mode=x", "rules.regen=0", "moves.punch.damage.1=99", "wampires.burn=21"]);
    assert_eq!(faults.lines().count(), 4, "all errors at once: {faults}");
    let new: Vec<String> = (0..11).map(|n| format!("moves.new-{n}.order=1")).collect();
    let sets: Vec<&str> = new.iter().map(String::as_str).collect();
    assert!(house(&sets[..10]).is_ok());
    assert!(refused(&sets).contains("at most 24"));
}

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
fn surplus_fighters_are_ignored_and_monsters_ignore_all() {
    let sets = ["setup.fighters=[\"tuggle\",\"random\",\"teabot\",\"teabot\"]"];
    assert_eq!(house(&sets).expect("rules").rules.fighters.len(), 2);
    let game = house(&[sets[0], "setup.mode=monsters"]).expect("rules");
    assert_eq!(game.rules.characters[0].id, "monster-team");
}

#[test]
fn every_printed_cell_can_be_set() {
    let game = house(&["moves.kick.peril.0.2=", "moves.punch.damage.1=7"]).expect("rules");
    let moves = &game.rules.moves;
    let card = |id: &str, level| {
        let place = moves.ids.iter().position(|known| known == id).expect("a move");
        moves.card_at(LevelledMove::new(MoveId::at(place), level))
    };
    assert!(card("kick", 0).effect.cells[3].is_empty());
    assert_eq!(card("punch", 1).effect.damage, 7);
}
