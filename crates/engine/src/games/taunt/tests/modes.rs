//! The modes: credit, circles, teams, series, monsters, Wampires; and the variants.

use super::*;

#[test]
fn the_modes_end_as_the_rules_say() {
    play_scenes(
        "# A credit is void after a Heal, which comes before the Kick: Punch L1 disables the third card, Heal re-enables all.
        tuggle wollypobber mooshmere setup.mode=free-for-all moves.heal.order=5 moves.heal.interrupted-by=[0,0,0,0]
        ! near 0-1 1-2; 0: 0 1; 1: 29 0; 2: 0 3; without 1 block kick
        > punch heal charge = lost 1; on

        # Two players that reach the limit together share the win, and two that fall by each other draw.
        tuggle wollypobber mooshmere setup.mode=free-for-all moves.kick.order=3
        ! near 0-1 1-2; 0: 0 1; 1: 29 0; 2: 0 1; without 1 block kick
        > punch heal kick = share 0 2

        tuggle wollypobber mooshmere setup.mode=free-for-all
        ! near 0-1; 0: 19 1; 1: 29 1; without 0 block kick; without 1 block kick
        > punch punch heal = draw

        # Two survivors share their one token: equal Runs cancel each other, and there are no markers to choose.
        tuggle wollypobber mooshmere setup.mode=last-standing
        ! near 0-1 0-2; 0: 0 1; 1: 29 0; without 1 block kick
        > punch heal heal = asked select 0 2; near 0-2
        > run-1 run-2 = asked select; near 0-2
        > run-1 heal = far 0-2

        # The winner of a fight keeps the damage; a drawn fight counts for nobody.
        tuggle mooshmere setup.series-wins=2
        ! near 0-1; 0: 20 0; 1: 7 1; without 0 block shoot
        > charge kick = fight 2 0 1; asked select 0 1; far 0-1; 0: 0 0 5; lost 0; 1: 7 0 4

        tuggle mooshmere setup.series-wins=2 setup.winner-keeps-damage=false
        ! near 0-1; 0: 20 0; 1: 7 1; without 0 block shoot
        > charge kick = 1: 0 0 4

        tuggle teabot setup.series-wins=3
        ! near 0-1; 0: 18 1; 1: 18 1; without 0 block kick; without 1 block kick
        > punch punch = fight 2 0 0; 0: 0; 1: 0

        # The last turn is a stalemate, also between two fights.
        tuggle teabot setup.max-turns=1
        > heal heal = stalemate

        tuggle mooshmere setup.max-turns=1 setup.series-wins=2
        ! near 0-1; 0: 20 0; 1: 7 1; without 0 block shoot
        > charge kick = stalemate

        # A team without fighters loses, and the spirit of the other wins too.
        tuggle wollypobber mooshmere tremble setup.mode=team
        ! near 0-1 0-3; 0: 20 0; 1: 0 1; without 0 block kick; standing 0 1 3; spirits 2
        > heal punch heal charge = win 1 3

        # Two opponents double the regeneration.
        tuggle wollypobber mooshmere setup.mode=free-for-all
        ! near 0-1; down 2; 2: 0 0 0
        > heal heal block = 2: - - 2; asked select 0 1
        > heal heal = 2: - - 4; asked select 0 1 2",
    );
}

#[test]
fn the_variants_are_played_as_the_settings_say() {
    play_scenes(
        "# Cards recover after exactly as many selections as the Recovery of Wollypobber, 3.
        tuggle wollypobber rules.recovery=over-time
        ! near 0-1; 0: 0 1; 1: 25 0
        > punch charge = lost 1 grab; cannot 1 grab
        > block block = cannot 1 grab
        > block block = cannot 1 grab
        > block block = can 1 grab

        # A Run can hit from its new position: 2 ♥, of which Heal heals 1.
        tuggle wollypobber rules.run-hits=after
        > run-1 heal = 1: 1; near 0-1
        > run-1 heal = 1: 0; far 0-1

        # A Grab on a Block may cost tokens.
        tuggle wollypobber rules.unblockable-costs-tokens=true
        ! near 0-1; 1: 0 3
        > grab block = 1: 1 0 0; asked position

        # Equal levels may cancel own effects; else charge can be passed on.
        tuggle wollypobber rules.equal-level-cancel=all
        > charge charge = 0: - 0; 1: - 0; asked select

        tuggle wollypobber
        > charge charge = 0: - 1; 1: - 1; asked pass-charge 0; may 0 keep pass:seat:1
        > pass:seat:1 = 0: - 0; 1: - 2; asked pass-charge 1
        > pass:seat:0 = 0: - 1; 1: - 1

        # A Wampire burns blood before it selects, and pays at the Reveal: 25 left, and 5 stolen.
        tuggle wollypobber wampires.enabled=true wampires.burn=5
        ! near 0-1 = asked burn 0 1; may 0 no yes
        > yes no = asked select; 0: 30 0 5
        > punch heal = 0: 30 0 5; 1: 24

        # A seat can start with damage, charge and more tokens, which it regains; or with less blood.
        tuggle wollypobber setup.extra-damage=[0,12] setup.extra-charges=[2] setup.extra-tokens=[0,3]
        ! down 1; asked 0 = 0: 0 2 5; 1: 12 0 7
        ! 1: 12 0 6
        > heal = 1: - - 7

        tuggle wollypobber wampires.enabled=true setup.extra-damage=[7]
        ! near 0-1 = 0: 23; 1: 30

        # Charge can be lost at the end of the Act phase: the hit breaks the combo and costs all charge; then Charge gains one.
        mooshmere teabot rules.charge-loss=at-once
        ! near 0-1
        > taunt heal | charge | kick | stop
        ! 0: 0 2
        > tea-shot = 0: - 1

        mooshmere teabot rules.charge-loss=after-act
        ! near 0-1
        > taunt heal | charge | kick | stop
        ! 0: 0 2
        > tea-shot = 0: - 0

        # A spirit may play no card if the rules say so, and then has nothing to give charge for; a fighter plays a card.
        tuggle wollypobber mooshmere tremble setup.mode=team rules.spirits-optional=true
        ! near 1-2; 1: 0 1; 2: 24 0; without 2 block kick
        > heal punch charge heal = can 2 stop; cannot 0 stop
        > heal shoot stop heal = asked select

        tuggle wollypobber mooshmere tremble setup.mode=team rules.spirits-optional=false
        ! near 1-2; 1: 0 1; 2: 24 0; without 2 block kick
        > heal punch charge heal = cannot 2 stop

        # Some fighters can be Wampires: eight damage, and seven blood. The other fighter steals nothing.
        mooshmere wollypobber wampires.enabled=true wampires.seats=[0]
        ! near 0-1 = 0: 30; 1: 0
        ! 0: 30 2
        > punch charge = 0: 37; 1: 8

        mooshmere wollypobber wampires.enabled=true wampires.seats=[0]
        ! near 0-1; 1: 20 2
        > charge punch = 1: 20

        # They fall in another zone.
        mooshmere wollypobber wampires.enabled=true wampires.zone=white
        ! near 0-1; 0: 30 2; 1: 24 0
        > kick charge = on

        mooshmere wollypobber wampires.enabled=true wampires.zone=orange
        ! near 0-1; 0: 30 2; 1: 24 0
        > kick charge = win 0

        mooshmere wollypobber wampires.enabled=true wampires.zone=red
        ! near 0-1; 0: 30 2; 1: 24 0
        > kick charge = win 0",
    );
}

#[test]
fn a_partition_deals_all_decks_and_the_lead_opens_the_fight() {
    let mut play = Play::of(&[], &["setup.mode=monsters"]);
    for pick in 0..15 {
        assert_eq!(play.asked(), ("partition", vec![0, 1]), "pick {pick}");
        let (first, last) = (play.menu(seat(0))[0].clone(), play.menu(seat(1)).pop().expect("a card"));
        play.play(&[&first, &last]);
    }
    play.shows("may 0 monster-1 monster-2 monster-3");
    play.play(&["monster-2", "monster-3"]).shows("may 0 run-2 punch grab switch-higher switch-lower");
    let owned = play.count(|event| matches!(event, Event::Owns { .. }));
    assert_eq!((owned, play.count(|event| matches!(event, Event::Opens { .. }))), (34, 14));
    // Trainers can have two monsters.
    let mut play = Play::of(&[], &["setup.mode=monsters", "monsters.count=2"]);
    for _ in 0..10 {
        let cards = [play.menu(seat(0))[0].clone(), play.menu(seat(1))[0].clone()];
        play.play(&[&cards[0], &cards[1]]);
    }
    play.shows("asked lead; may 0 monster-1 monster-2");
    play.play(&["monster-1", "monster-2"]);
    play.play(&["switch-higher", "switch-lower"]).shows("active 0 1; active 1 0");
    play.play(&["switch-lower", "switch-higher"]).shows("active 0 0; active 1 1");
}

#[test]
fn with_a_limit_of_its_own_each_monster_falls_alone() {
    for (scope, n_left, over) in [("team", 0, true), ("monster", 1, false)] {
        let scope = format!("setup.mode=monsters monsters.scope={scope} @block,punch,grab,kick,heal");
        let hurt = || {
            let mut play = Play::set_up(&scope);
            play.play(&["monster-1", "monster-1"]);
            play.place("near 0-1; 0: 0 1; 1: 29 0");
            play.state.disabled[seat(1)].cards = [1, 1, 0];
            play
        };
        let mut play = hurt();
        play.play(&["punch", "heal"]);
        assert_eq!((play.disabled(1).len(), play.outcome().is_some()), (3, over), "{scope}");
        let mut play = hurt();
        play.play(&["heal", "heal"]);
        assert_eq!(play.disabled(1).len(), n_left, "{scope}");
    }
}
