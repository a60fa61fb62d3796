//! The modes: credit, circles, teams, series, monsters, Wampires; and the variants.

use super::*;

#[test]
fn a_credit_is_void_after_a_heal() {
    // Heal comes before the Punch, which removes the credit of the first Kick with its cards.
    let sets = ["setup.mode=free-for-all", "moves.heal.order=5", "moves.heal.interrupted-by=[0,0,0,0]"];
    let play = Play::of(&["tuggle", "wollypobber", "mooshmere"], &sets).with_near(&[(0, 1), (1, 2)]);
    let mut play = play.with(0, 0, 1).with(1, 29, 0).with(2, 0, 3).without(1, &["block", "kick"]);
    // Punch L1 disables the third card, Heal re-enables all, and the Run has no target left.
    play.choose(&["punch", "heal", "charge"]);
    assert_eq!((play.disabled(1).len(), play.outcome()), (0, None));
}

#[test]
fn two_players_that_reach_the_limit_together_share_the_win() {
    let sets = ["setup.mode=free-for-all", "moves.kick.order=3"];
    let play = Play::of(&["tuggle", "wollypobber", "mooshmere"], &sets);
    let play = play.with_near(&[(0, 1), (1, 2)]).with(0, 0, 1).with(2, 0, 1).with(1, 29, 0);
    let mut play = play.without(1, &["block", "kick"]);
    play.choose(&["punch", "heal", "kick"]);
    assert_eq!(play.outcome(), Some(Outcome::Shared(seats(&[0, 2]))));
    // Two that fall by each other in the same turn draw.
    let play = Play::of(&["tuggle", "wollypobber", "mooshmere"], &sets[..1]);
    let play = play.with_near(&[(0, 1)]).with(0, 19, 1).with(1, 29, 1);
    let mut play = play.without(0, &["block", "kick"]).without(1, &["block", "kick"]);
    play.choose(&["punch", "punch", "heal"]);
    assert_eq!(play.outcome(), Some(Outcome::Draw));
}

#[test]
fn two_survivors_share_their_one_token() {
    let play = Play::of(&["tuggle", "wollypobber", "mooshmere"], &["setup.mode=last-standing"]);
    let play = play.with_near(&[(0, 1), (0, 2)]).with(0, 0, 1).with(1, 29, 0);
    let mut play = play.without(1, &["block", "kick"]);
    play.choose(&["punch", "heal", "heal"]);
    assert_eq!((play.asked(), play.is_near(0, 2)), (("select", vec![0, 2]), true));
    play.choose(&["run-1", "run-2"]);
    assert_eq!((play.asked().0, play.is_near(0, 2)), ("select", true), "equal Runs cancel");
    play.choose(&["run-1", "heal"]);
    assert!(!play.is_near(0, 2), "no markers to choose");
}

#[test]
fn a_series_counts_fights_and_the_winner_keeps_the_damage() {
    let series = |sets: &[&str]| {
        let mut all = vec!["setup.series-wins=2"];
        all.extend(sets);
        let play = Play::of(&["tuggle", "mooshmere"], &all).near();
        let mut play = play.with(0, 20, 0).with(1, 7, 1).without(0, &["block", "shoot"]);
        play.choose(&["charge", "kick"]);
        assert_eq!((play.state.open.fight, play.state.open.wins), (2, [0, 1]));
        assert_eq!((play.asked(), play.is_near(0, 1)), (("select", vec![0, 1]), false));
        assert_eq!((play.board(0), play.disabled(0).len()), ((0, 0, 5), 0));
        play
    };
    assert_eq!(series(&[]).board(1), (7, 0, 4));
    assert_eq!(series(&["setup.winner-keeps-damage=false"]).board(1), (0, 0, 4));
    // A drawn fight counts for nobody.
    let mut play = both_fall(&["setup.series-wins=3"]);
    play.choose(&["punch", "punch"]);
    assert_eq!((play.state.open.wins, play.state.open.fight), ([0, 0], 2));
    assert_eq!((play.board(0).0, play.board(1).0), (0, 0));
    // The last turn is a stalemate, also between two fights.
    for sets in [&["setup.max-turns=1"][..], &["setup.max-turns=1", "setup.series-wins=2"]] {
        let mut play = Play::of(&["tuggle", "mooshmere"], sets).near();
        if sets.len() > 1 {
            play = play.with(0, 20, 0).with(1, 7, 1).without(0, &["block", "shoot"]);
        }
        play.choose(&["charge", "kick"]);
        assert_eq!(play.outcome(), Some(Outcome::Stalemate), "{sets:?}");
    }
}

/// Two fighters that disable each other's third card with a Punch.
fn both_fall(sets: &[&str]) -> Play {
    let play = Play::of(&["tuggle", "teabot"], sets).near().with(0, 18, 1).with(1, 18, 1);
    play.without(0, &["block", "kick"]).without(1, &["block", "kick"])
}

#[test]
fn a_team_without_fighters_loses_and_the_spirit_wins_too() {
    let play = Play::of(&["tuggle", "wollypobber", "mooshmere", "tremble"], &["setup.mode=team"]);
    let play = play.with_near(&[(0, 1), (0, 3)]).with(0, 20, 0).with(1, 0, 1).with(3, 0, 0);
    let mut play = play.without(0, &["block", "kick"]);
    play.state.open.standing = seats(&[0, 1, 3]);
    play.state.open.spirits = seats(&[2]);
    play.choose(&["heal", "punch", "heal", "charge"]);
    assert_eq!(play.outcome(), Some(Outcome::Win(seats(&[1, 3]))));
}

#[test]
fn two_opponents_double_the_regeneration() {
    let play = Play::of(&["tuggle", "wollypobber", "mooshmere"], &["setup.mode=free-for-all"]);
    let mut play = play.with_near(&[(0, 1)]);
    play.state.open.down = seats(&[2]);
    play.state.open.fighters[seat(2)].tokens = 0;
    play.choose(&["heal", "heal", "block"]);
    assert_eq!((play.board(2).2, play.asked().1), (2, vec![0, 1]));
    play.choose(&["heal", "heal"]);
    assert_eq!((play.board(2).2, play.asked().1), (4, vec![0, 1, 2]));
}

#[test]
fn cards_recover_after_exactly_as_many_selections() {
    let mut play = Play::of(&["tuggle", "wollypobber"], &["rules.recovery=over-time"]).near();
    play = play.with(0, 0, 1).with(1, 25, 0);
    play.choose(&["punch", "charge"]);
    assert_eq!(play.disabled(1), ["grab"]);
    // Wollypobber's Recovery is 3.
    for _ in 0..3 {
        assert!(!play.menu(1).contains(&"grab".into()));
        play.choose(&["block", "block"]);
    }
    assert!(play.menu(1).contains(&"grab".into()));
}

#[test]
fn runs_grabs_and_equal_levels_follow_the_settings() {
    let mut play = Play::of(&["tuggle", "wollypobber"], &["rules.run-hits=after"]);
    play.choose(&["run-1", "heal"]);
    assert_eq!((play.board(1).0, play.is_near(0, 1)), (1, true), "2 ♥, of which Heal heals 1");
    play.choose(&["run-1", "heal"]);
    assert_eq!((play.board(1).0, play.is_near(0, 1)), (0, false));
    let costs = ["rules.unblockable-costs-tokens=true"];
    let mut play = Play::of(&["tuggle", "wollypobber"], &costs).near().with(1, 0, 3);
    play.choose(&["grab", "block"]);
    assert_eq!((play.board(1), play.asked().0), ((1, 0, 0), "position"));

    let mut play = Play::of(&["tuggle", "wollypobber"], &["rules.equal-level-cancel=all"]);
    play.choose(&["charge", "charge"]);
    assert_eq!((play.board(0).1, play.board(1).1, play.asked().0), (0, 0, "select"));
    let mut play = Play::duel("tuggle", "wollypobber");
    play.choose(&["charge", "charge"]);
    assert_eq!((play.board(0).1, play.board(1).1, play.asked()), (1, 1, ("pass-charge", vec![0])));
    assert_eq!(play.menu(0), ["keep", "pass:seat:1"]);
    play.choose(&["pass:seat:1"]);
    assert_eq!((play.board(0).1, play.board(1).1, play.asked()), (0, 2, ("pass-charge", vec![1])));
    play.choose(&["pass:seat:0"]);
    assert_eq!((play.board(0).1, play.board(1).1), (1, 1));
}

#[test]
fn a_wampire_burns_blood_before_it_selects() {
    let mut play = Play::of(&["tuggle", "wollypobber"], &["wampires.enabled=true", "wampires.burn=5"]).near();
    assert_eq!((play.asked(), play.menu(0)), (("burn", vec![0, 1]), vec!["no".into(), "yes".into()]));
    play.choose(&["yes", "no"]);
    assert_eq!((play.asked().0, play.board(0)), ("select", (30, 0, 5)), "not paid before the Reveal");
    play.choose(&["punch", "heal"]);
    assert_eq!(
        (play.board(0), play.board(1).0),
        ((30, 0, 5), 24),
        "25, and 5 stolen; a Heal in Danger is interrupted"
    );
}

#[test]
fn a_partition_deals_all_decks_and_the_lead_opens_the_fight() {
    let mut play = Play::of(&[], &["setup.mode=monsters"]);
    for pick in 0..15 {
        assert_eq!(play.asked(), ("partition", vec![0, 1]), "pick {pick}");
        let (first, last) = (play.menu(0)[0].clone(), play.menu(1).pop().expect("a card"));
        play.choose(&[&first, &last]);
    }
    assert_eq!(play.menu(0), ["monster-1", "monster-2", "monster-3"]);
    play.choose(&["monster-2", "monster-3"]);
    assert_eq!(play.menu(0), ["run-2", "punch", "grab", "switch-higher", "switch-lower"]);
    let owned = play.count(|event| matches!(event, Event::Owns { .. }));
    assert_eq!((owned, play.count(|event| matches!(event, Event::Opens { .. }))), (34, 14));
}

#[test]
fn with_a_limit_of_its_own_each_monster_falls_alone() {
    let deck = "[\"block\",\"punch\",\"grab\",\"kick\",\"heal\"]";
    let decks = format!("monsters.decks=[[{deck},{deck},{deck}],[{deck},{deck},{deck}]]");
    for (scope, n_left, over) in [("team", 0, true), ("monster", 1, false)] {
        let scope = format!("monsters.scope={scope}");
        let hurt = || {
            let mut play = Play::of(&[], &["setup.mode=monsters", &decks, &scope]);
            play.choose(&["monster-1", "monster-1"]);
            let mut play = play.near().with(0, 0, 1).with(1, 29, 0);
            play.state.disabled[seat(1)].cards = [1, 1, 0];
            play
        };
        let mut play = hurt();
        play.choose(&["punch", "heal"]);
        assert_eq!((play.disabled(1).len(), play.outcome().is_some()), (3, over), "{scope}");
        let mut play = hurt();
        play.choose(&["heal", "heal"]);
        assert_eq!(play.disabled(1).len(), n_left, "{scope}");
    }
}
