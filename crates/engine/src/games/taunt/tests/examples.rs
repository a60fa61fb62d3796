//! The worked examples of the rules, clause 10, in their order.

use super::*;

#[test]
fn every_worked_example_is_played_as_the_rules_say() {
    play_scenes(
        "# A Run moves away, or comes Near before later moves.
        wollypobber tuggle
        > run-1 kick = near 0-1; 0: 4 0 4
        ! 0: 4 2
        > run-1 punch = 1: 4; 0: 4 0 4; far 0-1
        ! 0: 4 2
        > run-1 heal = 0: - 2; near 0-1

        # A runner is immune to shots, and later to blocks.
        tuggle wollypobber
        ! 0: 0 1; 1: 0 1
        > run-1 shoot = 0: 0 1 5; 1: 0 0 4

        tuggle wollypobber
        ! near 0-1; 0: 0 2
        > run-1 block = 1: 4 0 4; locked

        mooshmere wollypobber
        ! near 0-1; 0: 0 2
        > run-2 shoot = 0: 2 1 4; far 0-1

        # A Block throws back, and locks attacks.
        mooshmere tuggle rules.block-difference=block-minus-attack
        ! near 0-1; 0: 0 1; 1: 10 2
        > block punch = 0: 0 0 4; 1: 14 0 5; lost 1 grab; may 1 block run-1 charge heal taunt

        mooshmere tuggle rules.block-difference=attack-minus-block
        ! near 0-1; 0: 0 1; 1: 10 2
        > block punch = 0: 0 0 2; 1: 14 0 5; lost 1 grab; may 1 block run-1 charge heal taunt

        mooshmere wollypobber
        ! 0: 0 2
        > block shoot = 0: - - 1; 1: 2; can 1 punch kick

        # A fighter that cannot pay is knocked down until all tokens are back.
        tremble wollypobber
        ! near 0-1; 0: 10 3
        > counter punch = 0: 8 0 1; 1: 4; asked select 1
        > heal = 0: - - 2; asked select 1
        > heal = 0: - - 3; asked select 0 1

        # Hits interrupt moves to come.
        tuggle mooshmere
        ! near 0-1; 0: 0 1; 1: 15 2
        > grab kick = 1: 17 0 4; lost 1 kick; asked position 0
        > far = far 0-1; 0: 0 0 5

        tuggle mooshmere
        ! near 0-1; 0: 0 1; 1: 24 2
        > grab kick = 1: 25 1 4; lost 1 block kick

        mooshmere wollypobber
        ! near 0-1
        > shoot kick = 0: 4; 1: 2

        teabot wollypobber
        ! near 0-1
        > tea-shot kick = 0: 0; 1: 2

        tuggle wollypobber
        ! near 0-1; 0: 0 2
        > charge punch = 0: 3 0 5; asked select

        # Equal Grabs cancel each other, and unequal ones choose their place.
        wollypobber tuggle
        ! near 0-1; 0: 5 1; 1: 12 1
        > grab grab = 0: 7 0 4; 1: 14 0 5; lost 0; lost 1 kick; asked select; near 0-1

        wollypobber tuggle
        ! near 0-1; 0: 0 2; 1: 0 1
        > grab grab = asked order 0; may 0 place-1 place-2
        > place-1 = 1: 3 0 5; asked position 0
        > near = 0: 0 0 4

        wollypobber tuggle
        ! near 0-1; 0: 0 2; 1: 0 1
        > grab grab | place-2 = 0: 2 0 4; asked position 1
        > near = 1: 0 0 5

        # A whole combo gathers charge and keeps it.
        mooshmere wollypobber
        > taunt heal = asked combo 0; may 0 stop block run-2 punch grab shoot kick charge heal
        > punch | charge | kick | stop = queued 0 3; asked select 1
        > heal = 0: - 1
        > heal = 0: - 3; asked pass-charge 0
        > keep | heal = 0: 0 3 4; 1: 10; lost 1 punch charge; asked select 0 1

        # Damage while charging breaks the combo, but a shot that comes later does not.
        mooshmere teabot
        ! near 0-1
        > taunt heal | charge | kick | stop
        ! 0: 0 2
        > tea-shot = 0: 2 1 4; queued 0 0; asked pass-charge

        mooshmere wollypobber
        ! near 0-1
        > taunt heal | charge | kick | stop
        ! 0: 0 2
        > shoot | keep = 0: 2 3 4; queued 0 1; asked select 1

        # Cards of a combo are not disabled.
        tuggle wollypobber
        ! near 0-1
        > taunt heal | punch | kick | stop
        ! 0: 19 2; 1: 0 1
        > grab = 0: 20 1 5; 1: 8; lost 0 block; asked position 1; queued 0 0

        # Three disabled cards at the end of a turn lose.
        tuggle mooshmere
        ! near 0-1; 0: 20 0; 1: 0 3; without 0 grab shoot
        > heal run-2 = lost 0; asked select

        tuggle mooshmere
        ! near 0-1; 0: 20 0; 1: 0 1; without 0 grab shoot
        > heal kick = lost 0 punch grab shoot charge; win 1

        tuggle teabot
        ! near 0-1; 0: 18 1; 1: 18 1; without 0 block kick; without 1 block kick
        > punch punch = draw

        # In the circle, Near neighbours come first: 4 ♥, of which Heal heals 1.
        wollypobber tuggle mooshmere setup.mode=free-for-all setup.players=3
        ! near 0-1; 0: 0 1
        > shoot heal heal = 1: 3; 2: 0

        wollypobber tuggle mooshmere setup.mode=free-for-all setup.players=3
        > run-1 run-1 heal = asked run-markers 0 1
        > both left = far 0-1; near 0-2; far 1-2

        # The credit is whose Block reached the limit.
        tuggle wollypobber mooshmere setup.mode=free-for-all setup.players=3
        ! near 0-1 1-2; 0: 0 1; 1: 29 0; without 1 block kick
        > punch taunt kick = lost 1 block punch grab kick; win 0

        # The last neighbours close the circle.
        wollypobber tuggle mooshmere teabot setup.mode=last-standing setup.players=4
        ! near 0-1 1-2; 0: 0 1; 1: 20 0; without 1 block kick
        > punch taunt heal heal = asked select 0 2 3; beside 0 2 3; far 0-2

        # A Team Spirit gives charge for a matching card.
        tuggle wollypobber mooshmere tremble setup.mode=team
        ! near 1-2; 1: 0 1; 2: 24 0; without 2 block kick
        > heal punch charge heal = asked select; spirits 2; can 2 block kick
        > heal shoot shoot heal = asked spirit-give 2
        > yes = 0: - 1
        > heal shoot kick heal = asked select

        # A Switch guards the monster that comes out; a deck without a Grab has none to disable.
        setup.mode=monsters @block,punch,kick,charge,heal
        > monster-2 monster-2
        ! near 0-1; 0: 0 1; 1: 0 1
        > switch-lower punch = 0: 0 1 2; active 0 0

        setup.mode=monsters @block,punch,kick,charge,heal
        > monster-2 monster-2
        ! near 0-1; 0: 29 0; 1: 0 1
        > charge punch = 0: 30; lost 0

        # Wampires steal blood and fall to one great hit.
        mooshmere wollypobber wampires.enabled=true
        ! near 0-1; 0: 30 2; 1: 24 0
        > punch charge = 0: 37; 1: 16; asked select

        mooshmere wollypobber wampires.enabled=true
        ! near 0-1; 0: 30 2; 1: 24 0
        > kick charge = 0: 39; 1: 14; win 0

        mooshmere wollypobber wampires.enabled=true
        > shoot charge = 0: 30; 1: 28",
    );
}

#[test]
fn in_the_dojo_a_run_changes_halves_and_a_punch_may_change_them_back() {
    let mut play = Play::of(&["tuggle", "wollypobber", "mooshmere", "tremble"], &["setup.mode=team"]);
    // Seat 0 moves to the right half, which contains 1 and 3.
    super::super::act::change_halves(&mut play.state.open, seat(0));
    play.shows("near 0-1; near 0-3; far 0-2; far 1-2");
    play.play(&["punch", "run-1", "punch", "heal"]);
    play.shows("asked position 2; 0: 2; 1: 3; 3: 3; near 1-2; far 0-1");
    // Heal L0 in White is not interrupted and heals 1.
    play.play(&["far"]).shows("far 1-2; near 0-1; near 1-3; 3: 2");
}
