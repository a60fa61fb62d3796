//! The worked examples: section 10 of the rules.

use super::{Scene, play_scenes};

#[test]
fn every_worked_example_is_played_as_the_rules_say() {
    play_scenes(
        "# 1: colours, payment, no legs.
        -
        left-boxer right-hammer | 2 punch
        | dodge, kick | 10 kick
        > attack:seat:1 = asked combo-limb left-arm right-arm
        > left-arm = asked combo-card punch commit
        > punch right-arm = asked pay hand:kick hand:dodge deck-rest
        > hand:kick deck-rest = deck 1 6; hand 1 dodge; trash 2 punch, 5 kick

        # 2: immunity trumps weakness.
        -
        legs-ostrich | kick
        legs-rubber | | 12 kick | broken
        > attack:seat:1 = deck 1 12

        damage.immunity-trumps-weakness = false
        legs-ostrich | kick
        legs-rubber | | 12 kick | broken
        > attack:seat:1 deck-rest = deck 1 2

        # 3: shield break. If parts still defend, the parry blocks.
        -
        left-boxer legs-kangaroo | punch-shield-break, kick
        legs-frog right-parry | dodge | 19 kick
        > attack:seat:1 punch-shield-break kick = asked defend accept dodge:dodge
        > accept deck-rest = deck 1 4

        -
        left-boxer legs-kangaroo | punch-shield-break, kick
        legs-frog right-parry | dodge | 19 kick
        > attack:seat:1 punch-shield-break kick dodge:dodge red-punch:left-arm+shield-break = deck 1 19

        defence.shield-break-bypasses-parts = false
        left-boxer legs-kangaroo | punch-shield-break, kick
        legs-frog right-parry | dodge | 19 kick
        > attack:seat:1 punch-shield-break kick = asked defend accept dodge:dodge block:dodge

        # 4: no dodge and a block.
        -
        left-tentacle legs-frog | kick-no-dodge, punch
        torso-robot legs-spider right-parry | 2 dodge | 9 kick
        > attack:seat:1 kick-no-dodge punch = asked defend accept block:dodge
        > block:dodge green-kick:legs+no-dodge = asked defend accept dodge:dodge block:dodge
        > dodge:dodge = deck 1 9; trash punch, kick-no-dodge, 2 dodge

        # 5: any card is a punch.
        -
        left-machine-gun | kick-shield-break, torso-bomb
        torso-robot | | 9 kick
        > attack:seat:1 kick-shield-break = thrown yellow-punch:left-arm
        > torso-bomb = deck 1 9; trash torso-bomb, kick-shield-break

        # 6: run away.
        -
        left-boxer head-laser | 2 punch, taunt-chicken, leg-rip, special
        torso-wizard legs-frog | 4 run-away | 9 kick
        > attack:seat:1 punch = asked defend accept run-away:run-away
        > run-away:run-away = deck 1 9; hand 1 3 run-away
        > play:taunt-chicken = asked react
        > run-away:run-away play:leg-rip run-away:run-away = part 1 legs-frog
        > play:special = asked pay
        > hand:run-away deck-rest = deck 1 5; hand 1; aside special
        = trash 2 punch, 4 kick, taunt-chicken, leg-rip, 4 run-away

        # 7: a punch that taunts.
        -
        left-heckler | punch, taunt-crowd
        torso-robot | 3 kick
        = cannot play:taunt-crowd
        > attack:seat:1 = hand 1 3 kick

        -
        left-heckler head-bull | punch, taunt-crowd
        torso-robot | 3 kick
        = can play:taunt-crowd
        > attack:seat:1 = hand 1 2 kick

        # 10: stealing more than there is, the top card first.
        -
        | steal-four | kick
        legs-frog | leg-rip | punch, dodge, headbutt
        > play:steal-four = cards 0 punch dodge headbutt kick; asked pay hand:leg-rip part:legs
        > part:legs = trash legs-frog, steal-four

        effects.steal-shortfall = \"nothing\"
        | steal-four | kick
        legs-frog | leg-rip | punch, dodge, headbutt
        > play:steal-four = trash steal-four

        # 11: splitting.
        -
        | split-personality
        | | 3 punch, 7 kick
        > play:split-personality = asked split 1 2 3 5
        > 3 = asked split-choice top bottom
        > bottom = cards 1 punch punch punch

        # 12: simultaneous defeat.
        -
        torso-bomb | special | 9 kick
        | | 9 kick
        > play:special = nobody wins

        -
        torso-bomb | special | 9 kick
        | | 9 kick
        | | 25 kick
        > play:special = winner 2; deck 2 5

        -
        torso-bomb legs-rubber | special | 9 kick
        | | 9 kick
        > play:special = winner 0

        # 13: exact payment.
        -
        legs-kangaroo | kick
        torso-robot head-bull | | 4 punch
        > attack:seat:1 = asked main; health 1 0; part 1 torso-robot; trash head-bull, 4 punch, kick

        -
        legs-kangaroo | kick
        torso-robot head-bull | | 3 punch
        > attack:seat:1 = winner 0

        damage.lose-at-zero = true
        legs-kangaroo | kick
        torso-robot head-bull | | 4 punch
        > attack:seat:1 = winner 0

        # 14: an extra effect.
        -
        left-sword | punch
        torso-swamp-thing head-bull | | 5 kick
        > attack:seat:1 = trash head-bull, punch; deck 1 5

        damage.extras-need-damage = true
        left-sword | punch
        torso-swamp-thing head-bull | | 5 kick
        > attack:seat:1 = trash punch; deck 1 5

        # 15: a punch as a dodge.
        -
        right-machine-gun | run-away
        torso-robot left-shield | punch
        > attack:seat:1 = asked defend accept dodge:punch
        > dodge:punch = trash punch, run-away

        # 16: a stolen special.
        -
        | limb-thief
        head-bull right-chaingun | | | right-arm
        > play:limb-thief = asked slot head right-arm
        > right-arm = cards 0 right-chaingun; aside special

        # 17: idling.
        -
        | dodge
        | 2 dodge
        = asked main end-turn
        > end-turn end-turn end-turn end-turn end-turn = asked main end-turn
        > end-turn = nobody wins

        end.idle-result = \"most-cards\"
        | dodge
        | 2 dodge
        > end-turn end-turn end-turn end-turn end-turn end-turn = winner 1",
    );
}

#[test]
fn settings_that_no_example_needs_are_played_as_the_rules_say() {
    play_scenes(
        "# A tired player pays at the start of its turn; one without cards loses before it can act.
        turn.empty-deck-damage = 2
        |
        head-bull | 2 dodge
        > end-turn = asked pay hand:dodge part:head
        > part:head = asked main; hand 1 dodge
        > end-turn = winner 1

        # Taunts for each punch, also for a dodged one.
        -
        left-heckler head-bull | 2 punch
        torso-robot legs-frog | 3 kick, dodge
        > attack:seat:1 punch dodge:dodge = hand 1 2 kick

        effects.taunt-trigger = \"per-card\"
        left-heckler head-bull | 2 punch
        torso-robot legs-frog | 3 kick, dodge
        > attack:seat:1 punch dodge:dodge = hand 1 kick

        # An arm that throws a punch as printed does not convert it.
        -
        left-machine-gun legs-frog | kick, punch
        | | 30 kick
        > attack:seat:1 kick = asked combo-limb legs punch:left-arm
        > punch:left-arm = asked combo-card
        > punch = asked main end-turn

        # A torso can pay, and takes its broken torso card along. Otherwise five damage is exactly the health.
        damage.pay-with-torso = true
        right-hammer | punch
        | | 5 kick | broken
        > attack:seat:1 = asked pay part:torso deck-rest
        > part:torso = deck 1 1; trash torso-wrestler, punch, 4 kick, torso-break

        -
        right-hammer | punch
        | | 5 kick | broken
        > attack:seat:1 = deck 1 0; part 1 torso-wrestler

        # The torso of a defeated player can be loot.
        damage.torso-is-loot = true
        right-hammer | punch
        | | kick
        | | kick
        > attack:seat:1 = cards 0 torso-wrestler; asked main

        damage.torso-is-loot = false
        right-hammer | punch
        | | kick
        | | kick
        > attack:seat:1 = deck 0 0; asked main

        # One dodge can remove several attack cards; the punch lands on a weak wrestler. Two equal cards need no choice.
        defence.cards-per-dodge = 2
        legs-ostrich right-hammer | 2 kick, punch
        legs-frog | dodge | 29 kick
        > attack:seat:1 kick kick punch dodge:dodge yellow-kick:legs = asked defend-against; deck 1 29
        > yellow-kick:legs deck-rest = deck 1 24

        defence.cards-per-dodge = 60
        legs-ostrich right-hammer | 2 kick, punch
        legs-frog | dodge | 29 kick
        > attack:seat:1 kick kick punch dodge:dodge yellow-punch:right-arm = deck 1 29",
    );
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
