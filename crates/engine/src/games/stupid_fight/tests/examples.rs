//! The worked examples: section 10 of the rules.

use super::super::cards::Slot;
use super::Scene;
use crate::games::conformance::bench::story;
use crate::model::{Outcome, Seat, Seats};

fn won_by(seat: usize) -> Option<Outcome> {
    Some(Outcome::Win(Seats::only(Seat::new(seat))))
}

#[test]
fn example_1_colours_payment_no_legs() {
    let mut scene = Scene::new("", &["left-boxer right-hammer | 2 punch", "| dodge, kick | 10 kick"]);
    scene.play("attack:seat:1");
    assert_eq!(
        (scene.decision(), scene.legal()),
        ("combo-limb", vec!["left-arm".into(), "right-arm".into()])
    );
    scene.play("left-arm");
    assert_eq!((scene.decision(), scene.legal()), ("combo-card", vec!["punch".into(), "commit".into()]));
    scene.play("punch right-arm");
    assert_eq!(scene.legal(), ["hand:kick", "hand:dodge", "deck-rest"]);
    scene.play("hand:kick deck-rest");
    assert!(!scene.asked.contains(&"defend"));
    assert_eq!((scene.deck(1).len(), scene.hand(1).as_str()), (6, "dodge"));
    assert_eq!(scene.trash(), "2 punch, 5 kick");
}

#[test]
fn example_2_immunity_trumps_weakness() {
    let seats = ["legs-ostrich | kick", "legs-rubber | | 12 kick | broken"];
    let mut scene = Scene::new("", &seats);
    scene.play("attack:seat:1");
    assert_eq!(scene.deck(1).len(), 12);
    let mut scene = Scene::new("damage.immunity-trumps-weakness = false", &seats);
    scene.play("attack:seat:1 deck-rest");
    assert_eq!(scene.deck(1).len(), 2);
}

#[test]
fn example_3_shield_break() {
    let seats =
        ["left-boxer legs-kangaroo | punch-shield-break, kick", "legs-frog right-parry | dodge | 19 kick"];
    let attack = || {
        let mut scene = Scene::new("", &seats);
        scene.play("attack:seat:1 punch-shield-break kick");
        assert_eq!(scene.legal(), ["accept", "dodge:dodge"]);
        scene
    };
    let mut scene = attack();
    scene.play("accept deck-rest");
    assert_eq!(scene.deck(1).len(), 4);
    let mut scene = attack();
    scene.play("dodge:dodge red-punch:left-arm+shield-break");
    assert_eq!(scene.deck(1).len(), 19);
    // If parts still defend, the parry blocks.
    let mut scene = Scene::new("defence.shield-break-bypasses-parts = false", &seats);
    scene.play("attack:seat:1 punch-shield-break kick");
    assert_eq!(scene.legal(), ["accept", "dodge:dodge", "block:dodge"]);
}

#[test]
fn example_4_no_dodge_and_a_block() {
    let mut scene = Scene::new(
        "",
        &[
            "left-tentacle legs-frog | kick-no-dodge, punch",
            "torso-robot legs-spider right-parry | 2 dodge | 9 kick",
        ],
    );
    scene.play("attack:seat:1 kick-no-dodge punch");
    assert_eq!((scene.decision(), scene.legal()), ("defend", vec!["accept".into(), "block:dodge".into()]));
    scene.play("block:dodge green-kick:legs+no-dodge");
    assert_eq!(scene.legal(), ["accept", "dodge:dodge", "block:dodge"]);
    scene.play("dodge:dodge");
    assert_eq!(scene.deck(1).len(), 9);
    assert_eq!(scene.trash(), "punch, kick-no-dodge, 2 dodge");
}

#[test]
fn example_5_any_card_is_a_punch() {
    let mut scene =
        Scene::new("", &["left-machine-gun | kick-shield-break, torso-bomb", "torso-robot | | 9 kick"]);
    scene.play("attack:seat:1 kick-shield-break");
    let thrown = scene.state.table.combo[0].thrown.to_string();
    assert_eq!(thrown, "yellow-punch:left-arm");
    scene.play("torso-bomb");
    assert_eq!(scene.deck(1).len(), 9);
    assert_eq!(scene.trash(), "torso-bomb, kick-shield-break");
}

#[test]
fn example_6_run_away() {
    let mut scene = Scene::new(
        "",
        &[
            "left-boxer head-laser | 2 punch, taunt-chicken, leg-rip, special",
            "torso-wizard legs-frog | 4 run-away | 9 kick",
        ],
    );
    scene.play("attack:seat:1 punch");
    assert_eq!(scene.legal(), ["accept", "run-away:run-away"]);
    scene.play("run-away:run-away");
    assert_eq!((scene.deck(1).len(), scene.hand(1).as_str()), (9, "3 run-away"));
    scene.play("play:taunt-chicken");
    assert_eq!((scene.decision(), scene.legal().len()), ("react", 2));
    scene.play("run-away:run-away play:leg-rip run-away:run-away");
    assert_eq!(scene.part(1, Slot::Legs), "legs-frog");
    scene.play("play:special");
    assert_eq!(scene.decision(), "pay");
    scene.play("hand:run-away deck-rest");
    assert_eq!((scene.deck(1).len(), scene.hand(1).as_str()), (5, ""));
    assert_eq!(scene.aside(), "special");
    assert_eq!(scene.trash(), "2 punch, 4 kick, taunt-chicken, leg-rip, 4 run-away");
}

#[test]
fn example_7_a_punch_that_taunts() {
    let scene = |parts: &str| {
        let mut scene = Scene::new("", &[&format!("{parts} | punch, taunt-crowd"), "torso-robot | 3 kick"]);
        assert_eq!(scene.legal().contains(&"play:taunt-crowd".into()), parts.contains(' '));
        scene.play("attack:seat:1");
        scene.hand(1)
    };
    assert_eq!(scene("left-heckler"), "3 kick");
    assert_eq!(scene("left-heckler head-bull"), "2 kick");
}

#[test]
fn example_8_torso_break() {
    let mut scene = Scene::new("", &["| torso-break", "torso-bunker | torso-tank | | torso"]);
    assert_eq!(scene.player(1).body.shield.len(), 4);
    scene.play("play:torso-break");
    assert_eq!((scene.aside().as_str(), scene.trash().as_str()), ("special", ""));
    let broken = scene.player(1);
    assert!(broken.body.shield.len() == 0 && broken.body.specials.is_empty());
    assert!(super::super::cards::Colours::ALL.iter().all(|colour| broken.is_weak(Some(colour))));
    scene.play("end-turn play:torso-tank");
    assert!(scene.player(1).body.shield.has(Some(super::super::Colour::Green)));
    assert_eq!(scene.trash(), "torso-bunker, torso-break");
}

#[test]
fn example_9_special_damage() {
    use super::super::Colour::{Green, Purple, Red, Yellow};
    let scene = Scene::new("", &["", "torso-swamp-thing"]);
    let damage = |amount, colour| scene.game.effect_damage(amount, colour, scene.player(1));
    assert_eq!(damage(2, Some(Red)), 5);
    assert_eq!(damage(8, Some(Purple)), 16);
    assert_eq!(damage(8, Some(Yellow)), 8);
    assert_eq!(damage(8, Some(Green)), 0);
    assert_eq!(damage(8, None), 8);
}

#[test]
fn example_10_stealing_more_than_there_is() {
    let seats = ["| steal-four | kick", "legs-frog | leg-rip | punch, dodge, headbutt"];
    let mut scene = Scene::new("", &seats);
    scene.play("play:steal-four");
    assert_eq!(scene.deck(0), ["punch", "dodge", "headbutt", "kick"]);
    let stolen = |card| format!("    Seat 0 steals {card} from the deck of seat 1.\n");
    let top_first = ["punch", "dodge", "headbutt"].map(stolen).concat();
    assert!(story(&scene.game, &scene.events).contains(&top_first), "the top card first");
    assert_eq!(scene.legal(), ["hand:leg-rip", "part:legs"]);
    scene.play("part:legs");
    assert_eq!(scene.trash(), "legs-frog, steal-four");
    let mut scene = Scene::new("effects.steal-shortfall = \"nothing\"", &seats);
    scene.play("play:steal-four");
    assert_eq!(scene.trash(), "steal-four");
}

#[test]
fn example_11_splitting() {
    let mut scene = Scene::new("", &["| split-personality", "| | 3 punch, 7 kick"]);
    scene.play("play:split-personality");
    assert_eq!((scene.decision(), scene.legal()), ("split", ["1", "2", "3", "5"].map(String::from).to_vec()));
    scene.play("3");
    assert_eq!((scene.decision(), scene.legal()), ("split-choice", vec!["top".into(), "bottom".into()]));
    scene.play("bottom");
    assert_eq!(scene.deck(1), ["punch"; 3]);
}

#[test]
fn example_12_simultaneous_defeat() {
    let bomber = "torso-bomb | special | 9 kick";
    let poor = "| | 9 kick";
    let mut scene = Scene::new("", &[bomber, poor]);
    scene.play("play:special");
    assert_eq!(scene.outcome(), Some(Outcome::AllLose));
    let mut scene = Scene::new("", &[bomber, poor, "| | 25 kick"]);
    scene.play("play:special");
    assert_eq!((scene.outcome(), scene.deck(2).len()), (won_by(2), 5));
    let mut scene = Scene::new("", &["torso-bomb legs-rubber | special | 9 kick", poor]);
    scene.play("play:special");
    assert_eq!(scene.outcome(), won_by(0));
}

#[test]
fn example_13_exact_payment() {
    let attack = |house, deck| {
        let attacker = "legs-kangaroo | kick";
        let victim = format!("torso-robot head-bull | | {deck}");
        let mut scene = Scene::new(house, &[attacker, &victim]);
        scene.play("attack:seat:1");
        scene
    };
    let scene = attack("", "4 punch");
    assert_eq!((scene.outcome(), scene.game.health(&scene.state.table, Seat::SECOND)), (None, 0));
    assert_eq!((scene.part(1, Slot::Torso), scene.part(1, Slot::Head)), ("torso-robot", "nothing"));
    assert_eq!(scene.trash(), "head-bull, 4 punch, kick");
    assert_eq!(attack("", "3 punch").outcome(), won_by(0));
    assert_eq!(attack("damage.lose-at-zero = true", "4 punch").outcome(), won_by(0));
}

#[test]
fn example_14_extra_effect() {
    let attack = |house| {
        let attacker = "left-sword | punch";
        let victim = "torso-swamp-thing head-bull | | 5 kick";
        let mut scene = Scene::new(house, &[attacker, victim]);
        scene.play("attack:seat:1");
        (scene.trash(), scene.deck(1).len())
    };
    assert_eq!(attack(""), ("head-bull, punch".into(), 5));
    assert_eq!(attack("damage.extras-need-damage = true"), ("punch".into(), 5));
}

#[test]
fn example_15_a_punch_as_a_dodge() {
    let mut scene = Scene::new("", &["right-machine-gun | run-away", "torso-robot left-shield | punch"]);
    scene.play("attack:seat:1");
    assert_eq!(scene.legal(), ["accept", "dodge:punch"]);
    scene.play("dodge:punch");
    assert_eq!(scene.trash(), "punch, run-away");
}

#[test]
fn example_16_a_stolen_special() {
    let mut scene = Scene::new("", &["| limb-thief", "head-bull right-chaingun | |  | right-arm"]);
    assert!(scene.player(1).body.any_card_punch.has(Slot::RightArm));
    scene.play("play:limb-thief");
    assert_eq!((scene.decision(), scene.legal()), ("slot", vec!["head".into(), "right-arm".into()]));
    scene.play("right-arm");
    assert_eq!((scene.deck(0), scene.aside()), (vec!["right-chaingun"], "special".into()));
}

#[test]
fn example_17_idling() {
    let idle = |house| {
        let mut scene = Scene::new(house, &["| dodge", "| 2 dodge"]);
        while scene.outcome().is_none() {
            assert_eq!(scene.legal(), ["end-turn"]);
            scene.play("end-turn");
        }
        assert_eq!((scene.state.table.turns, scene.state.table.round), (6, 3));
        scene.outcome()
    };
    assert_eq!(idle(""), Some(Outcome::AllLose));
    assert_eq!(idle("end.idle-result = \"most-cards\""), won_by(1));
}
