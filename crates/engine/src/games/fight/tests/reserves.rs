//! The worked examples 10 and 11: Reserves and Graveyard; the final score.

use super::{Bench, house, seat};
use crate::games::fight::events::Event;
use crate::model::{Game, JointMove, NoObserver, Outcome, Seats};

const TEN: &str = "zookeeper exorcist poacher hunter trainer gladiator juggler mathematician censor acrobat";

/// Draws this many cards; returns the number of cards drawn, and the sizes of Reserves and Graveyard.
fn draw(rules: &str, reserves: &str, graveyard: &str, due: usize) -> (usize, usize, usize) {
    let game = house(rules);
    let mut bench = Bench::empty(&game, "colosseum", 0).with_reserves(reserves).with_graveyard(graveyard);
    let draws =
        (0..due).map_while(|_| game.draw(&mut bench.state, &mut bench.chance, &mut NoObserver, |_| None));
    let n_drawn = draws.count();
    (n_drawn, bench.state.reserves.len(), bench.state.graveyard.len())
}

/// Example 10.
#[test]
fn the_graveyard_becomes_the_reserves_with_the_last_card_drawn() {
    assert_eq!(draw("", "bear rabbit", TEN, 2), (2, 7, 3));
    assert_eq!(draw("rules.reshuffle = \"on-demand\"", "bear rabbit", TEN, 2), (2, 0, 10));
    assert_eq!(draw("rules.reshuffle = \"on-demand\"", "bear rabbit", TEN, 3), (3, 6, 3));
    assert_eq!(draw("", "bear rabbit", "zookeeper exorcist poacher", 3), (2, 0, 3));
    assert_eq!(draw("", "bear rabbit", "zookeeper exorcist poacher hunter", 3), (3, 0, 3));
    assert_eq!(draw("", "bear rabbit", "zookeeper exorcist poacher hunter", 4), (3, 0, 3));
    assert_eq!(draw("setup.graveyard-size = 0", "bear rabbit", TEN, 2), (2, 10, 0));
    assert_eq!(draw("setup.graveyard-size = 0", "bear", "", 2), (1, 0, 0));
}

#[test]
fn a_hand_that_cannot_be_drawn_up_stays_smaller() {
    let game = house("setup.players = 2");
    let mut bench =
        Bench::played(&game, "colosseum", 1, &["bear", "jinx"]).with_reserves("rabbit hunter spider");
    bench.state.fight = 6;
    bench.state.next_arena = bench.state.unseen_arenas.pop();
    // Seat 1 draws first, two cards. The last card of seat 0 does not cause a renewal, because the Graveyard
    // has only the two mains.
    game.play(&mut bench.state, &mut JointMove::default(), &mut bench.chance, &mut bench.events);
    assert_eq!(bench.state.hands[seat(1)], bench.cards("spider hunter"));
    assert_eq!(bench.state.hands[seat(0)], bench.cards("rabbit"));
    let short = bench.events.iter().filter(|event| matches!(event, Event::ShortDraw { .. }));
    assert_eq!(short.count(), 1);
    assert!(bench.shows("graveyard bear jinx"));
}

/// Example 11: Glory of the Arenas won, and numbers of scored Warriors.
fn ending(rules: &str, arenas: [&[usize]; 2], n_scored: [usize; 2]) -> Outcome {
    let game = house(&format!(
        "setup.players = 2
        arenas.colosseum.glory = 10
        arenas.limbo-pit.glory = 12
        arenas.ten-rope-ring.glory = 10
        arenas.even-grounds.glory = 5
        arenas.odd-orbit.glory = 5
        {rules}"
    ));
    let mut bench = Bench::empty(&game, "colosseum", 0);
    let mut names = TEN.split_whitespace();
    for number in [0, 1] {
        bench.state.won[seat(number)] = arenas[number].iter().fold(0, |won, index| won | 1 << index);
        let cards: Vec<&str> = names.by_ref().take(n_scored[number]).collect();
        bench.state.scored[seat(number)] = bench.cards(&cards.join(" "));
    }
    game.outcome(&bench.state, &mut NoObserver)
}

#[test]
fn most_glory_wins_then_most_scored_warriors_then_they_share() {
    let [one, two] = [seat(0), seat(1)].map(|winner| Outcome::Win(Seats::only(winner)));
    let both = Seats::first(2);
    for (rules, arenas, n_scored, outcome) in [
        ("", [&[0][..], &[1]], [3, 0], one),
        ("", [&[0], &[1]], [3, 1], one),
        ("rules.final-tie-by-scored = false", [&[0], &[1]], [3, 1], Outcome::Shared(both)),
        ("", [&[0], &[2]], [3, 3], Outcome::Shared(both)),
        ("rules.final-tie = \"draw\"", [&[0], &[2]], [3, 3], Outcome::Draw),
        ("rules.final-tie = \"draw\"", [&[0], &[1]], [3, 1], one),
        ("rules.final-tie = \"most-arenas\"", [&[0], &[3, 4]], [3, 3], two),
        ("rules.final-tie = \"most-arenas\"", [&[0], &[2]], [3, 3], Outcome::Shared(both)),
        ("rules.scored-warrior-glory = 0", [&[0], &[1]], [3, 0], two),
    ] {
        assert_eq!(ending(rules, arenas, n_scored), outcome, "{rules} {arenas:?} {n_scored:?}");
    }
}
