//! The worked examples of the rules, clause 10, in their order.

use super::*;

/// Example 1, first part.
#[test]
fn a_run_moves_away_or_comes_near_before_later_moves() {
    let mut play = Play::duel("wollypobber", "tuggle");
    play.choose(&["run-1", "kick"]);
    assert!(play.is_near(0, 1));
    assert_eq!(play.board(0), (4, 0, 4));
    let mut play = play.with(0, 4, 2);
    play.choose(&["run-1", "punch"]);
    assert_eq!((play.board(1).0, play.board(0)), (4, (4, 0, 4)));
    assert!(!play.is_near(0, 1));
    let mut play = play.with(0, 4, 2);
    play.choose(&["run-1", "heal"]);
    assert_eq!((play.board(0).1, play.is_near(0, 1)), (2, true));
}

#[test]
fn a_runner_is_immune_to_shots_and_later_to_blocks() {
    let mut play = Play::duel("tuggle", "wollypobber").with(0, 0, 1).with(1, 0, 1);
    play.choose(&["run-1", "shoot"]);
    assert_eq!((play.board(0), play.board(1)), ((0, 1, 5), (0, 0, 4)));

    let mut play = Play::duel("tuggle", "wollypobber").near().with(0, 0, 2);
    play.choose(&["run-1", "block"]);
    assert_eq!(play.board(1), (4, 0, 4));
    assert!(play.state.open.locked.is_empty());

    let mut play = Play::duel("mooshmere", "wollypobber").near().with(0, 0, 2);
    play.choose(&["run-2", "shoot"]);
    assert_eq!((play.board(0), play.is_near(0, 1)), ((2, 1, 4), false));
}

#[test]
fn a_block_throws_back_and_locks_attacks() {
    for (difference, tokens) in [("block-minus-attack", 4), ("attack-minus-block", 2)] {
        let set = format!("rules.block-difference={difference}");
        let play = Play::of(&["mooshmere", "tuggle"], &[&set]);
        let mut play = play.near().with(0, 0, 1).with(1, 10, 2);
        play.choose(&["block", "punch"]);
        assert_eq!((play.board(0), play.board(1)), ((0, 0, tokens), (14, 0, 5)));
        assert_eq!(play.disabled(1), ["grab"]);
        assert_eq!(play.menu(1), ["block", "run-1", "charge", "heal", "taunt"]);
    }
    let mut play = Play::duel("mooshmere", "wollypobber").with(0, 0, 2);
    play.choose(&["block", "shoot"]);
    assert_eq!((play.board(0).2, play.board(1).0), (1, 2));
    assert_eq!(play.menu(1).len(), 9);
}

#[test]
fn a_fighter_that_cannot_pay_is_knocked_down_until_all_tokens_are_back() {
    let mut play = Play::duel("tremble", "wollypobber").near().with(0, 10, 3);
    play.choose(&["counter", "punch"]);
    assert_eq!((play.board(0), play.board(1).0), ((8, 0, 1), 4));
    assert_eq!(play.asked(), ("select", vec![1]));
    play.choose(&["heal"]);
    assert_eq!((play.board(0).2, play.asked().1), (2, vec![1]));
    play.choose(&["heal"]);
    assert_eq!((play.board(0).2, play.asked().1), (3, vec![0, 1]));
    assert_eq!(play.count(|event| matches!(event, Event::KnockedDown { .. })), 1);
}

#[test]
fn hits_interrupt_moves_to_come() {
    let mut play = Play::duel("tuggle", "mooshmere").near().with(0, 0, 1).with(1, 15, 2);
    play.choose(&["grab", "kick"]);
    assert_eq!((play.board(1), play.disabled(1)), ((17, 0, 4), vec!["kick"]));
    assert_eq!(play.asked(), ("position", vec![0]));
    play.choose(&["far"]);
    assert!(!play.is_near(0, 1));
    assert_eq!(play.board(0), (0, 0, 5));

    let mut play = Play::duel("tuggle", "mooshmere").near().with(0, 0, 1).with(1, 24, 2);
    play.choose(&["grab", "kick"]);
    assert_eq!((play.board(1), play.disabled(1)), ((25, 1, 4), vec!["block", "kick"]));

    let mut play = Play::duel("mooshmere", "wollypobber").near();
    play.choose(&["shoot", "kick"]);
    assert_eq!((play.board(0).0, play.board(1).0), (4, 2));
    let mut play = Play::duel("teabot", "wollypobber").near();
    play.choose(&["tea-shot", "kick"]);
    assert_eq!((play.board(0).0, play.board(1).0), (0, 2));

    let mut play = Play::duel("tuggle", "wollypobber").near().with(0, 0, 2);
    play.choose(&["charge", "punch"]);
    assert_eq!(play.board(0), (3, 0, 5));
    assert_eq!(play.asked().0, "select");
}

#[test]
fn equal_grabs_cancel_and_unequal_ones_choose_their_place() {
    let mut play = Play::duel("wollypobber", "tuggle").near().with(0, 5, 1).with(1, 12, 1);
    play.choose(&["grab", "grab"]);
    assert_eq!((play.board(0), play.board(1)), ((7, 0, 4), (14, 0, 5)));
    assert_eq!((play.disabled(0).len(), play.disabled(1)), (0, vec!["kick"]));
    assert_eq!((play.asked().0, play.is_near(0, 1)), ("select", true));

    let tie = || {
        let mut play = Play::duel("wollypobber", "tuggle").near().with(0, 0, 2).with(1, 0, 1);
        play.choose(&["grab", "grab"]);
        assert_eq!(
            (play.asked(), play.menu(0)),
            (("order", vec![0]), vec!["place-1".into(), "place-2".into()])
        );
        play
    };
    let mut first = tie();
    first.choose(&["place-1"]);
    assert_eq!((first.board(1), first.asked()), ((3, 0, 5), ("position", vec![0])));
    first.choose(&["near"]);
    assert_eq!((first.board(0), first.count(|e| matches!(e, Event::Interrupts { .. }))), ((0, 0, 4), 1));
    let mut second = tie();
    second.choose(&["place-2"]);
    assert_eq!((second.board(0), second.asked()), ((2, 0, 4), ("position", vec![1])));
    second.choose(&["near"]);
    assert_eq!(second.board(1), (0, 0, 5));
}

#[test]
fn a_whole_combo_gathers_charge_and_keeps_it() {
    let mut play = Play::duel("mooshmere", "wollypobber");
    play.choose(&["taunt", "heal"]);
    assert_eq!(play.asked(), ("combo", vec![0]));
    let all = ["stop", "block", "run-2", "punch", "grab", "shoot", "kick", "charge", "heal"];
    assert_eq!(play.menu(0), all);
    play.choose(&["punch"]).choose(&["charge"]).choose(&["kick"]).choose(&["stop"]);
    assert_eq!((play.fighter(0).queued, play.asked()), (3, ("select", vec![1])));
    play.choose(&["heal"]);
    assert_eq!(play.board(0).1, 1);
    play.choose(&["heal"]);
    assert_eq!((play.board(0).1, play.asked()), (3, ("pass-charge", vec![0])));
    play.choose(&["keep"]).choose(&["heal"]);
    assert_eq!((play.board(0), play.board(1).0), ((0, 3, 4), 10));
    assert_eq!(play.disabled(1), ["punch", "charge"]);
    assert_eq!(play.asked(), ("select", vec![0, 1]));
}

/// Mooshmere with ↑2 Near TeaBot, and a combo of a Charge and a Kick.
fn charging(shot: &str) -> Play {
    let mut play = Play::duel("mooshmere", if shot == "shoot" { "wollypobber" } else { "teabot" }).near();
    play.choose(&["taunt", "heal"]).choose(&["charge"]).choose(&["kick"]).choose(&["stop"]);
    let mut play = play.with(0, 0, 2);
    play.choose(&[shot]);
    play
}

#[test]
fn damage_while_charging_breaks_the_combo_but_not_the_charge() {
    let play = charging("tea-shot");
    assert_eq!((play.board(0), play.fighter(0).queued), ((2, 1, 4), 0));
    assert!(play.state.open.combos.is_empty());
    assert_eq!(play.asked().0, "pass-charge");

    let mut play = charging("shoot");
    play.choose(&["keep"]);
    assert_eq!((play.board(0), play.fighter(0).queued), ((2, 3, 4), 1));
    assert_eq!(play.asked(), ("select", vec![1]));
}

#[test]
fn cards_of_a_combo_are_not_disabled() {
    let mut play = Play::duel("tuggle", "wollypobber").near();
    play.choose(&["taunt", "heal"]).choose(&["punch"]).choose(&["kick"]).choose(&["stop"]);
    let mut play = play.with(0, 19, 2).with(1, 0, 1);
    play.choose(&["grab"]);
    assert_eq!((play.board(0), play.board(1).0), ((20, 1, 5), 8));
    assert_eq!((play.disabled(0), play.asked()), (vec!["block"], ("position", vec![1])));
    assert!(play.state.open.combos.is_empty());
}

#[test]
fn three_disabled_cards_at_the_end_of_a_turn_lose() {
    let hurt = || Play::duel("tuggle", "mooshmere").near().with(0, 20, 0).without(0, &["grab", "shoot"]);
    let mut play = hurt().with(1, 0, 3);
    play.choose(&["heal", "run-2"]);
    assert_eq!((play.disabled(0).len(), play.asked().0), (0, "select"));
    let mut play = hurt().with(1, 0, 1);
    play.choose(&["heal", "kick"]);
    assert_eq!((play.disabled(0).len(), play.outcome()), (4, Some(Outcome::Win(seats(&[1])))));

    let play = Play::duel("tuggle", "teabot").near().with(0, 18, 1).with(1, 18, 1);
    let mut play = play.without(0, &["block", "kick"]).without(1, &["block", "kick"]);
    play.choose(&["punch", "punch"]);
    assert_eq!((play.disabled(0).len(), play.disabled(1).len()), (3, 3));
    assert_eq!(play.outcome(), Some(Outcome::Draw));
}

fn circle(mode: &str, characters: &[&str]) -> Play {
    let players = format!("setup.players={}", characters.len());
    Play::of(characters, &[&format!("setup.mode={mode}"), &players])
}

#[test]
fn in_the_circle_near_neighbours_come_first() {
    let play = circle("free-for-all", &["wollypobber", "tuggle", "mooshmere"]);
    let mut play = play.with_near(&[(0, 1)]).with(0, 0, 1);
    play.choose(&["shoot", "heal", "heal"]);
    assert_eq!((play.board(1).0, play.board(2).0), (3, 0), "4 ♥, of which Heal heals 1");

    let mut play = circle("free-for-all", &["wollypobber", "tuggle", "mooshmere"]);
    play.choose(&["run-1", "run-1", "heal"]);
    assert_eq!(play.asked(), ("run-markers", vec![0, 1]));
    play.choose(&["both", "left"]);
    assert_eq!([(0, 1), (0, 2), (1, 2)].map(|(a, b)| play.is_near(a, b)), [false, true, false]);
}

#[test]
fn the_credit_is_whose_block_reached_the_limit() {
    let play = circle("free-for-all", &["tuggle", "wollypobber", "mooshmere"]).with_near(&[(0, 1), (1, 2)]);
    let mut play = play.with(0, 0, 1).with(1, 29, 0).without(1, &["block", "kick"]);
    play.choose(&["punch", "taunt", "kick"]);
    assert_eq!(play.disabled(1), ["block", "punch", "grab", "kick"]);
    assert_eq!(play.outcome(), Some(Outcome::Win(seats(&[0]))));
}

#[test]
fn the_last_neighbours_close_the_circle() {
    let names = ["wollypobber", "tuggle", "mooshmere", "teabot"];
    let play = circle("last-standing", &names).with_near(&[(0, 1), (1, 2)]);
    let mut play = play.with(0, 0, 1).with(1, 20, 0).without(1, &["block", "kick"]);
    play.choose(&["punch", "taunt", "heal", "heal"]);
    assert_eq!(play.asked(), ("select", vec![0, 2, 3]));
    assert_eq!(play.state.open.contacts[seat(0)], seats(&[2, 3]));
    assert!(!play.is_near(0, 2));
}

#[test]
fn in_the_dojo_a_run_changes_halves_and_a_punch_may_change_them_back() {
    let mut play = Play::of(&["tuggle", "wollypobber", "mooshmere", "tremble"], &["setup.mode=team"]);
    // Seat 0 moves to the right half, which contains 1 and 3.
    super::super::act::change_halves(&mut play.state.open, seat(0));
    assert_eq!([(0, 1), (0, 3), (0, 2), (1, 2)].map(|(a, b)| play.is_near(a, b)), [true, true, false, false]);
    play.choose(&["punch", "run-1", "punch", "heal"]);
    assert_eq!(play.asked(), ("position", vec![2]));
    assert_eq!([play.board(0).0, play.board(1).0, play.board(3).0], [2, 3, 3]);
    assert_eq!([(1, 2), (0, 1)].map(|(a, b)| play.is_near(a, b)), [true, false]);
    play.choose(&["far"]);
    assert_eq!([(1, 2), (0, 1), (1, 3)].map(|(a, b)| play.is_near(a, b)), [false, true, true]);
    assert_eq!(play.board(3).0, 2, "Heal L0 in White is not interrupted and heals 1");
}

#[test]
fn a_team_spirit_gives_charge_for_a_matching_card() {
    let play = Play::of(&["tuggle", "wollypobber", "mooshmere", "tremble"], &["setup.mode=team"]);
    let mut play = play.with_near(&[(1, 2)]).with(2, 24, 0).with(1, 0, 1).without(2, &["block", "kick"]);
    play.choose(&["heal", "punch", "charge", "heal"]);
    assert_eq!((play.state.open.spirits, play.asked().0), (seats(&[2]), "select"));
    assert_eq!(play.menu(2).len(), 9, "disabled cards too");
    play.choose(&["heal", "shoot", "shoot", "heal"]);
    assert_eq!(play.asked(), ("spirit-give", vec![2]));
    play.choose(&["yes"]);
    assert_eq!(play.board(0).1, 1);
    play.choose(&["heal", "shoot", "kick", "heal"]);
    assert_eq!(play.asked().0, "select");
}

/// Both trainers have monsters with these cards, and lead with monster 2.
fn monsters(sets: &[&str]) -> Play {
    let deck = "[\"block\",\"punch\",\"kick\",\"charge\",\"heal\"]";
    let decks = format!("monsters.decks=[[{deck},{deck},{deck}],[{deck},{deck},{deck}]]");
    let mut all = vec!["setup.mode=monsters", decks.as_str()];
    all.extend(sets);
    let mut play = Play::of(&[], &all);
    play.choose(&["monster-2", "monster-2"]);
    play
}

#[test]
fn a_switch_guards_the_monster_that_comes_out() {
    let mut play = monsters(&[]).near().with(0, 0, 1).with(1, 0, 1);
    play.choose(&["switch-lower", "punch"]);
    assert_eq!((play.board(0), play.fighter(0).active), ((0, 1, 2), 0));

    let mut play = monsters(&[]).near().with(0, 29, 0).with(1, 0, 1);
    play.choose(&["charge", "punch"]);
    assert_eq!((play.board(0).0, play.disabled(0).len()), (30, 0), "no Grab to disable");
}

#[test]
fn wampires_steal_blood_and_fall_to_one_great_hit() {
    let bite = || Play::of(&["mooshmere", "wollypobber"], &["wampires.enabled=true"]).near();
    let mut play = bite().with(0, 30, 2).with(1, 24, 0);
    play.choose(&["punch", "charge"]);
    assert_eq!((play.board(0).0, play.board(1).0, play.asked().0), (37, 16, "select"));
    let mut play = bite().with(0, 30, 2).with(1, 24, 0);
    play.choose(&["kick", "charge"]);
    assert_eq!((play.board(0).0, play.board(1).0), (39, 14));
    assert_eq!(play.outcome(), Some(Outcome::Win(seats(&[0]))));
    let mut far = Play::of(&["mooshmere", "wollypobber"], &["wampires.enabled=true"]);
    far.choose(&["shoot", "charge"]);
    assert_eq!((far.board(0).0, far.board(1).0), (30, 28));
}
