//! The reports (clause 9), recounted independently from the events of random games.

use super::super::{Event, KnifeFight, Rank, State};
use super::books::Books;
use super::duel::duel;
use super::walks::{play_out, random_rules};
use super::{BLACK, RED, house};
use crate::games::conformance::bench;
use crate::model::{Game, Outcome, Seat, Seed};

/// Every metric of a finished game, from its events and final state.
fn recount(
    game: &KnifeFight,
    state: &State,
    books: &Books,
    outcome: Outcome,
) -> Vec<(&'static str, i64, i64)> {
    let events = &books.events;
    let clashes = || {
        events.iter().filter_map(|event| match event {
            Event::Clash { fronts, .. } => Some(*fronts),
            _ => None,
        })
    };
    let strength = |rank: Rank| game.rules.strength[rank.index()];
    let numbers = || clashes().filter(|fronts| fronts.iter().all(|front| front.is_number()));
    let count = |n: usize| i64::try_from(n).expect("a small number");
    let ties = count(numbers().filter(|[n, m]| strength(*n) == strength(*m)).count());
    let against_number = |rank: Rank| {
        count(clashes().filter(|f| f.contains(&rank) && f.iter().any(|front| front.is_number())).count())
    };
    let reflects = against_number(Rank::JOKER);
    let jokers = events.iter().filter(|event| matches!(event, Event::Played { rank: Rank::JOKER, .. }));
    let jokers = count(jokers.count());
    let healed = events.iter().map(|event| match event {
        Event::Dressed { rank, .. } => i64::from(game.rules.damage_of(*rank)),
        _ => 0,
    });
    // The seats wounded in the first clash with a wound.
    let mut first: Vec<Seat> = Vec::new();
    for event in events {
        match event {
            Event::Wounds { on, .. } => first.push(*on),
            Event::Landed if !first.is_empty() => break,
            _ => {}
        }
    }
    let one_alone = first.first().is_some_and(|one| first.iter().all(|seat| seat == one));
    let winner = outcome.winners().lowest();
    let won = i64::from(winner.is_some());
    let counts = i64::from(winner.is_some() && one_alone);
    let drew_first_blood = i64::from(winner.is_some_and(|seat| one_alone && first[0] != seat));
    let of_winner = |figure: &dyn Fn(Seat) -> i64| winner.map_or(0, figure);
    let damage = |seat: Seat| i64::from(state.players[seat.index()].damage);
    let deck = |seat: Seat| count(state.players[seat.index()].deck.len());
    let dead = |seat: Seat| {
        events.iter().any(|event| matches!(event, Event::After { seat: who, dead: true, .. } if *who == seat))
    };
    let rounds = count(events.iter().filter(|event| matches!(event, Event::Round { .. })).count());
    let exhausted = state.players.iter().any(|player| player.exhausted && player.ran_out > 0);
    vec![
        ("both-dead-share", i64::from(dead(BLACK) && dead(RED)), 1),
        ("exhaustion-share", i64::from(exhausted), 1),
        ("first-blood-win-share", drew_first_blood, counts),
        ("winner-damage", of_winner(&damage), won),
        ("loser-damage", of_winner(&|seat| damage(seat.foe())), won),
        ("winner-deck-left", of_winner(&deck), won),
        ("strikes-per-round", count(numbers().count()) - ties, rounds),
        ("ties-per-round", ties, rounds),
        ("parries-per-game", against_number(Rank::JACK), 1),
        ("reflects-per-game", reflects, 1),
        ("joker-wasted-share", jokers - reflects, jokers),
        ("damage-healed-per-game", healed.sum(), 1),
    ]
}

#[test]
fn every_figure_is_what_its_definition_counts() {
    let mut luck = Seed::new(51).game(0).bot(0);
    let mut ever = [false; 12];
    for nth in 0..120 {
        let game = random_rules(&mut luck);
        for game_idx in 0..8 {
            let deal = Seed::new(nth).game(game_idx);
            let mut rngs = [deal.bot(0), deal.bot(1)];
            let mut books = Books::before(&game);
            let (state, outcome) = play_out(&game, &mut deal.chance(2), &mut rngs, &mut books, |_, _| {});
            let counters = bench::counters::<KnifeFight>(&books.events);
            let metrics = bench::metrics(&game, &state, &counters, outcome);
            let found: Vec<_> = metrics.iter().map(|(id, part)| (id.as_str(), part.num, part.den)).collect();
            let expected = recount(&game, &state, &books, outcome);
            assert_eq!(found, expected, "{:?}", game.rules);
            expected.iter().zip(&mut ever).for_each(|((_, x, _), ever)| *ever |= *x > 0);
        }
    }
    assert_eq!(ever, [true; 12], "every figure speaks");
}

/// Events by their indices in the card report.
#[test]
fn the_card_report_counts_each_card_where_it_belongs() {
    use crate::model::Event as _;
    let after = duel("", "hand nine ten joker; deck 10×two", "hand four ten nine; deck 10×two")
        .plays("joker", "four");
    let counted = |seat: Seat, card: &str, event: &str| {
        let schema = house("").schema();
        let index = schema.events.iter().position(|name| *name == event).expect("an event");
        let is = |e: &&Event| {
            e.card().is_some_and(|c| c.seat == seat && schema.cards[c.card].id == card && c.event == index)
        };
        after.books.events.iter().filter(is).count()
    };
    assert_eq!(counted(BLACK, "joker", "played"), 1);
    assert_eq!(counted(RED, "four", "played"), 1);
    assert_eq!(counted(RED, "four", "wounds"), 1, "its owner's, though it hits its owner");
    assert_eq!(counted(BLACK, "four", "wounds"), 0);
    assert_eq!((counted(BLACK, "two", "drawn"), counted(BLACK, "two", "bled")), (1, 0));
    assert_eq!((counted(RED, "two", "drawn"), counted(RED, "two", "bled")), (1, 2));
}
