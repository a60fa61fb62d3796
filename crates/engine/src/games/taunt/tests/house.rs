//! Settings that the book does not have.

use super::*;

#[test]
fn a_seat_can_start_with_damage_charge_and_more_tokens() {
    let sets = ["setup.extra-damage=[0,12]", "setup.extra-charges=[2]", "setup.extra-tokens=[0,3]"];
    let play = Play::of(&["tuggle", "wollypobber"], &sets);
    let tokens = play.game.character(play.fighter(1).character).block_tokens;
    assert_eq!((play.board(0), play.board(1)), ((0, 2, 5), (12, 0, tokens + 3)));
    // Tokens are regained up to the same number.
    let mut play = play;
    play.state.open.down = seats(&[1]);
    play.state.open.fighters[seat(1)].tokens = tokens + 2;
    play.state.asked = seats(&[0]);
    play.choose(&["heal"]);
    assert_eq!((play.board(1).2, play.state.open.down), (tokens + 3, Seats::NONE));

    let blood = ["wampires.enabled=true", "setup.extra-damage=[7]"];
    let wampires = Play::of(&["tuggle", "wollypobber"], &blood);
    assert_eq!((wampires.board(0).0, wampires.board(1).0), (23, 30));
}

#[test]
fn charge_can_be_lost_at_the_end_of_the_act_phase() {
    for (when, left) in [("at-once", 1), ("after-act", 0)] {
        let loss = format!("rules.charge-loss={when}");
        let mut play = Play::of(&["mooshmere", "teabot"], &[&loss]).near();
        play.choose(&["taunt", "heal"]).choose(&["charge"]).choose(&["kick"]).choose(&["stop"]);
        let mut play = play.with(0, 0, 2);
        // The hit breaks the combo and costs all charge; then Charge gains one.
        play.choose(&["tea-shot"]);
        assert_eq!(play.board(0).1, left, "{when}");
        let story = play.story();
        let (gains, loses) = (story.find("gains charge"), story.find("loses charge"));
        assert_eq!(gains < loses, when == "after-act", "{story}");
    }
}

#[test]
fn a_spirit_may_play_no_card_if_the_rules_say_so() {
    for optional in [true, false] {
        let set = format!("rules.spirits-optional={optional}");
        let play = Play::of(&["tuggle", "wollypobber", "mooshmere", "tremble"], &["setup.mode=team", &set]);
        let mut play = play.with_near(&[(1, 2)]).with(2, 24, 0).with(1, 0, 1).without(2, &["block", "kick"]);
        play.choose(&["heal", "punch", "charge", "heal"]);
        assert_eq!(play.menu(2).contains(&"stop".to_owned()), optional);
        assert!(!play.menu(0).contains(&"stop".to_owned()), "a fighter plays a card");
        if optional {
            play.choose(&["heal", "shoot", "stop", "heal"]);
            assert_eq!(play.asked().0, "select", "nothing to give charge for");
            assert_eq!(play.count(|event| matches!(event, Event::Haunts { .. })), 0);
        }
    }
}

#[test]
fn some_fighters_can_be_wampires_in_another_zone() {
    let sets = ["wampires.enabled=true", "wampires.seats=[0]"];
    let bite = || Play::of(&["mooshmere", "wollypobber"], &sets).near();
    assert_eq!((bite().board(0).0, bite().board(1).0), (30, 0));
    let mut play = bite().with(0, 30, 2);
    play.choose(&["punch", "charge"]);
    // Eight damage, and seven blood.
    assert_eq!((play.board(0).0, play.board(1).0), (37, 8));
    // The other fighter steals nothing.
    let mut play = bite().with(1, 20, 2);
    play.choose(&["charge", "punch"]);
    assert!(play.board(0).0 < 30 && play.board(1).0 == 20, "{:?} {:?}", play.board(0), play.board(1));

    let falls = |zone: &str| {
        let zone = format!("wampires.zone={zone}");
        let mut play = Play::of(&["mooshmere", "wollypobber"], &["wampires.enabled=true", &zone]).near();
        play = play.with(0, 30, 2).with(1, 24, 0);
        play.choose(&["kick", "charge"]);
        (play.game.zone(seat(1), play.fighter(1)), play.outcome().is_some())
    };
    assert_eq!([falls("white"), falls("orange"), falls("red")], [(0, false), (2, true), (3, true)]);
}

#[test]
fn trainers_can_have_two_monsters() {
    let mut play = Play::of(&[], &["setup.mode=monsters", "monsters.count=2"]);
    for _ in 0..10 {
        let cards = [play.menu(0)[0].clone(), play.menu(1)[0].clone()];
        play.choose(&[&cards[0], &cards[1]]);
    }
    assert_eq!((play.asked().0, play.menu(0)), ("lead", vec!["monster-1".into(), "monster-2".into()]));
    play.choose(&["monster-1", "monster-2"]);
    play.choose(&["switch-higher", "switch-lower"]);
    assert_eq!([0, 1].map(|number| play.fighter(number).active), [1, 0]);
    play.choose(&["switch-lower", "switch-higher"]);
    assert_eq!([0, 1].map(|number| play.fighter(number).active), [0, 1]);
}
