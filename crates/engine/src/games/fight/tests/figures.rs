//! Every metric, recounted from the events of a game by its definition, without the counters.

use super::house;
use crate::games::conformance::{bench, play_on};
use crate::games::fight::Fight;
use crate::games::fight::events::Event;
use crate::model::{Game, Outcome, Seed};

/// Plays a game with random choices; returns its events and figures.
fn played(game: &Fight, game_idx: u64) -> (Vec<Event>, Outcome, Vec<(String, i64, i64)>) {
    let deal = Seed::new(61).game(game_idx);
    let (mut chance, mut rng) = (deal.chance(Fight::INFO.chance.len()), deal.bot(0));
    let mut events = Vec::new();
    let state = game.new_game(&mut chance, &mut events);
    let pick = |_, n_moves| rng.pick(n_moves);
    let (state, outcome) = play_on(game, state, &mut chance, pick, &mut events, |_, _, _| {});
    let metrics = bench::metrics(game, &state, &bench::counters::<Fight>(&events), outcome);
    (events, outcome, metrics.into_iter().map(|(id, ratio)| (id, ratio.num, ratio.den)).collect())
}

fn recounted(game: &Fight, events: &[Event], outcome: Outcome) -> Vec<(String, i64, i64)> {
    let count = |is_so: &dyn Fn(&Event) -> bool| {
        i64::try_from(events.iter().filter(|event| is_so(event)).count()).expect("a few")
    };
    macro_rules! n {
        ($($event:tt)+) => { count(&|event| matches!(*event, $($event)+)) };
    }
    // The events of each fight.
    let begins = |event: &Event| matches!(event, Event::Fight { .. });
    let fights: Vec<&[Event]> = events.split_inclusive(begins).skip(1).collect();
    let n_fights = i64::try_from(fights.len()).expect("a few");
    let in_fights = |is_so: &dyn Fn(&[Event]) -> bool| {
        i64::try_from(fights.iter().filter(|fight| is_so(fight)).count()).expect("a few")
    };
    let taker = |fight: &[Event]| {
        fight.iter().find_map(|event| if let Event::Taken { seat, .. } = event { Some(*seat) } else { None })
    };
    let is_changed = |fight: &[Event]| {
        fight
            .iter()
            .any(|event| matches!(event, Event::AllPlayed { taker: before } if *before != taker(fight)))
    };
    let glories: Vec<(i64, i64)> = events
        .iter()
        .filter_map(|event| match *event {
            Event::Glory { arenas, scored, .. } => Some((arenas.into(), scored.into())),
            _ => None,
        })
        .collect();
    let mut totals: Vec<i64> = glories.iter().map(|(arenas, scored)| arenas + scored).collect();
    totals.sort_unstable_by(|one, other| other.cmp(one));
    let all: i64 = totals.iter().sum();
    let (activated, scored) = (n!(Event::Activated { .. }), n!(Event::Scored { .. }));
    let exceptions = n!(Event::Main { is_exception: true, .. }) + n!(Event::Boost { is_exception: true, .. });
    let mut figures = vec![
        ("activate-share".to_owned(), activated, activated + scored),
        ("boost-changed-share".into(), in_fights(&is_changed), n_fights),
    ];
    for index in 0..game.rules.players {
        let taken = count(&|event| matches!(event, Event::Taken { position, .. } if *position == index));
        figures.push((format!("fight-win-by-position-{}", index + 1), taken, n_fights));
    }
    let is_killed = |event: &Event| matches!(event, Event::Killed { .. });
    figures.extend(
        [
            ("scored-glory-share", glories.iter().map(|(_, scored)| scored).sum(), all),
            ("kills-per-game", n!(Event::Killed { .. }), 1),
            ("fights-with-kill-share", in_fights(&|fight| fight.iter().any(is_killed)), n_fights),
            ("tie-broken-share", n!(Event::Taken { tie_broken: true, .. }), n_fights),
            ("unclaimed-share", n!(Event::Unclaimed { .. }), n_fights),
            ("final-tie-share", i64::from(totals[0] == totals[1]), 1),
            ("shared-win-share", i64::from(matches!(outcome, Outcome::Shared(_))), 1),
            ("margin-mean", totals[0] - totals[1], 1),
            ("winner-glory-mean", totals[0], 1),
            ("glory-mean", all, 1),
            ("scored-self-per-game", scored, 1),
            ("stolen-per-game", n!(Event::Stolen { .. }), 1),
            ("draw-scored-per-game", n!(Event::FlippedScored { .. }), 1),
            ("reshuffles-per-game", n!(Event::Renewed), 1),
            ("short-draws-per-game", n!(Event::ShortDraw { .. }), 1),
            ("fizzled-per-game", n!(Event::Fizzled { .. }), 1),
            ("family-exception-share", exceptions, n!(Event::Main { bound: true, .. })),
        ]
        .map(|(id, x, v)| (id.to_owned(), x, v)),
    );
    for id in &game.book.arena_ids {
        let fought = count(
            &|event| matches!(event, Event::Fight { arena, .. } if game.arena_name(*arena) == id.as_str()),
        );
        let claimed = count(
            &|event| matches!(event, Event::Taken { arena, .. } if game.arena_name(*arena) == id.as_str()),
        );
        figures.push((format!("arena-fought:{id}"), i64::from(fought > 0), 1));
        figures.push((format!("arena-claimed-share:{id}"), claimed, fought));
    }
    figures
}

#[test]
fn every_figure_is_what_its_definition_counts() {
    let mut silent: Vec<String> = Vec::new();
    for (nth, rules) in [
        "setup.players = 2",
        "setup.players = 3\nrules.arena-tie = \"nobody\"\nrules.final-tie = \"draw\"",
        "setup.players = 5\nsetup.hand-size = 8\nrules.draw-per-fight = 3\nrules.unmet-filter = \"nobody\"",
        "setup.players = 4\nrules.family-exception = \"free-pair\"\narenas.colosseum.copies = 3",
    ]
    .into_iter()
    .enumerate()
    {
        let game = house(rules);
        for game_idx in 0..60 {
            let (events, outcome, figures) = played(&game, game_idx);
            assert_eq!(figures, recounted(&game, &events, outcome), "{rules}, game {game_idx}");
            if nth == 0 && game_idx == 0 {
                silent = figures.iter().map(|(id, ..)| id.clone()).collect();
            }
            silent.retain(|silent| figures.iter().all(|(id, x, _)| id != silent || *x == 0));
        }
    }
    assert_eq!(silent, [] as [&str; 0], "figures that never spoke");
}

#[test]
fn a_stolen_card_counts_for_the_thief_and_a_dealt_card_is_drawn() {
    let game = house("");
    let mut n_stolen = 0;
    for game_idx in 0..20 {
        let (events, ..) = played(&game, game_idx);
        let card_events = |name: &str| {
            let index = super::super::events::CARD_EVENTS.iter().position(|known| *known == name);
            let of = move |event: &Event| crate::model::Event::card(event).filter(|e| Some(e.event) == index);
            events.iter().filter_map(of).collect::<Vec<_>>()
        };
        for opening in card_events("opening") {
            let drawn = card_events("drawn");
            assert!(drawn.iter().any(|drawn| (drawn.seat, drawn.card) == (opening.seat, opening.card)));
        }
        let thefts = events.iter().filter_map(|event| match event {
            Event::Stolen { seat: thief, from, .. } => Some((*thief, *from)),
            _ => None,
        });
        for ((thief, from), stolen) in thefts.zip(card_events("stolen")) {
            assert!(thief != from && stolen.seat == thief);
            n_stolen += 1;
        }
    }
    assert!(n_stolen > 0);
}
