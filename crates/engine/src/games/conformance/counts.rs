//! Tests of statistics: they match the declarations of the game, and they do not depend on pauses or on
//! earlier games.

use super::walk::{chance, menu};
use super::{Law, assert_same, players, random_bots};
use crate::model::settings::is_id;
use crate::model::{
    CardEvent, CountersOf, Event, Game, GameEnd, JointMove, Leads, MetricKind, NoObserver, OPENING, Observer,
    PlayerGroup, Ratio, SHARE, Seats, Seed, Status, move_id,
};
use crate::simulation::batch::{Count, fixed_keys};
use crate::simulation::runner::GameRunner;
use crate::stats::card_counter::CardEvents;
use crate::stats::tally::{Tally, TallyBuilder};
use std::collections::BTreeSet;

/// Records the counters of a game and its card events.
struct Recorder<G: Game> {
    counters: CountersOf<G>,
    cards: Vec<CardEvent>,
}
impl<G: Game> Observer<G::Event> for Recorder<G> {
    fn on_event(&mut self, event: G::Event) {
        self.cards.extend(event.card());
        self.counters.on_event(event);
    }
}

/// What is counted has the names that the game declares, and no two games are the same.
#[derive(Clone, Copy)]
pub struct CountsFitTheirNames;
impl Law for CountsFitTheirNames {
    fn hold<G: Game>(self, name: &str, game: &G) {
        let (measures, bots) = (game.measures(), random_bots());
        let schema = game.schema();
        let mut runner = GameRunner::new(game, measures.players, &bots);
        // A game without choices may repeat.
        let is_edge = name.contains("edge config");
        let ids: BTreeSet<&str> = schema.metrics.iter().map(|metric| metric.id.as_str()).collect();
        assert_eq!(ids.len(), schema.metrics.len(), "{name}: a metric twice");
        for metric in &schema.metrics {
            assert!(
                metric.id.split(':').all(is_id),
                "{name}: expected a metric id such as `bled:queen`, found {}",
                metric.id
            );
            let is_complete = !metric.meaning.is_empty() && metric.parts > 0;
            assert!(
                is_complete,
                "{name}: expected a meaning, and parts above 0, of the metric {}",
                metric.id
            );
        }
        let cards: BTreeSet<&str> = schema.cards.iter().map(|card| card.id.as_str()).collect();
        assert_eq!(cards.len(), schema.cards.len(), "{name}: a card twice");
        for card in &schema.cards {
            assert_eq!(
                card.copies.len(),
                1 + schema.n_sides(),
                "{name}: copies of {} for every side",
                card.id
            );
        }
        let opening = schema.events.iter().position(|event| *event == OPENING);
        let mut n_openings = 0;
        let mut stories = BTreeSet::new();
        for game_idx in 0..8 {
            let case = format_args!("{name}, game {game_idx}");
            let seed = Seed::new(3).game(game_idx);
            let mut recorder = Recorder::<G> { counters: CountersOf::<G>::default(), cards: Vec::new() };
            let mut story = String::new();
            let shown = runner.play_shown(seed, &mut recorder, |game, state, seat, mv| {
                story += &format!("{} {seat} {}\n", game.decision(state, seat).name, move_id(game, mv));
            });
            assert_same(
                &runner.play(seed, &mut NoObserver),
                &shown,
                format_args!("{case}: shown and not shown"),
            );
            let (state, outcome, decisions) = shown;
            assert!(
                decisions.moves >= 2 * decisions.count,
                "{case}: expected two moves or more for each counted decision: {decisions:?}"
            );
            let everybody = Seats::first(measures.players);
            let winners = outcome.winners();
            assert!(everybody.both(winners) == winners, "{case}: expected players as winners: {outcome:?}");
            let total: u32 = everybody.into_iter().map(|seat| outcome.share(seat)).sum();
            let is_one_win = total == SHARE || total == 0 && winners.is_empty();
            assert!(
                is_one_win,
                "{case}: expected the shares of one win, found {total} of {SHARE}: {outcome:?}"
            );
            for PlayerGroup { group, key } in &measures.groups {
                for seat in everybody {
                    let key = key(game, &state, seat);
                    let is_known = key.is_none_or(|key| key < group.keys.len());
                    assert!(is_known, "{case}: expected an index of {:?}, found {key:?}", group.keys);
                    if group.is_fixed() {
                        let fixed = group.key_of(seat.index());
                        assert_eq!(key, fixed, "{case}: the {} of {seat:?} in every game", group.name);
                    }
                }
            }
            n_openings += recorder.cards.iter().filter(|event| Some(event.event) == opening).count();
            for event in &recorder.cards {
                assert!(
                    event.card < schema.cards.len() && event.event < schema.events.len(),
                    "{case}: expected the indices of a card and a card event, found {event:?}"
                );
                let card = &schema.cards[event.card];
                let named = schema.events[event.event];
                assert!(card.events >> event.event & 1 == 1, "{case}: {named} cannot happen to {}", card.id);
                assert!(
                    event.seat.index() < measures.players,
                    "{case}: expected a player's seat in {event:?}"
                );
            }
            let end = GameEnd { game, state: &state, counters: &recorder.counters, outcome };
            for metric in &measures.metrics {
                let (ratio, spec) = ((metric.measure)(&end), &metric.spec);
                let fits = match spec.kind {
                    MetricKind::Share => {
                        (0..=ratio.den).contains(&ratio.num) && ratio.den <= 1 && spec.parts == 1
                    }
                    MetricKind::Mean => ratio.den == 1,
                    MetricKind::Ratio => ratio.den >= 0 && (ratio.den > 0 || ratio.num == 0),
                };
                assert!(
                    fits,
                    "{case}: {} is {ratio:?}: expected 0 to den and den ≤ 1 of a share, den = 1 of a mean, and den ≥ 0 \
                     of a ratio, which is 0 if den is; it is a {:?}",
                    spec.id, spec.kind
                );
            }
            assert!(
                stories.insert(story) || is_edge,
                "{case}: expected another game, found the moves of an earlier one"
            );
        }
        assert!(
            n_openings > 0 || opening.is_none() || is_edge,
            "{name}: expected the card event `{OPENING}` for the cards that are dealt, found none"
        );
    }
}

#[test]
fn counts_fit_their_names_and_no_two_games_are_the_same() {
    super::hold_everywhere(CountsFitTheirNames);
}

/// In every game, a share is a part of what it is a share of.
#[derive(Clone, Copy)]
pub struct SharesAreParts;
impl Law for SharesAreParts {
    fn hold<G: Game>(self, name: &str, game: &G) {
        let (measures, bots) = (game.measures(), random_bots());
        let mut runner = GameRunner::new(game, measures.players, &bots);
        for game_idx in 0..50 {
            let mut counters = CountersOf::<G>::default();
            let (state, outcome, _) = runner.play(Seed::new(6).game(game_idx), &mut counters);
            let end = GameEnd { game, state: &state, counters: &counters, outcome };
            for metric in measures.metrics.iter().filter(|metric| metric.spec.unit == "share") {
                let (Ratio { num, den }, spec) = ((metric.measure)(&end), &metric.spec);
                let all = den * i64::from(spec.parts);
                let case = format_args!("{name}, game {game_idx}: {}", spec.id);
                assert!((0..=all).contains(&num), "{case} is {num} of {all}, expected 0 to {all}");
            }
        }
    }
}

#[test]
fn every_share_is_a_part_of_a_whole() {
    super::hold_everywhere(SharesAreParts);
}

/// The tally of some games of random players, each played in one go, or paused at every decision and
/// continued from a copy of the state.
fn counted<G: Game>(game: &G, pauses: bool) -> Tally {
    let (measures, bots, seed) = (game.measures(), random_bots(), Seed::new(4));
    let (lead, mut leads) = (game.lead(), Leads::default());
    let watch = |leads: &mut Leads, state: &G::State| {
        if let Some(lead) = &lead {
            leads.see(measures.players, |seat| (lead.of)(state, seat));
        }
    };
    let schema = game.schema();
    let mut tally = TallyBuilder::new(&schema, measures.players, &fixed_keys(&schema));
    let mut cards = CardEvents::new(&schema);
    let mut runner = GameRunner::new(game, measures.players, &bots);
    for game_idx in 0..20 {
        leads.begin(Leads::is_counted(game_idx));
        let mut count = Count::<G> { counters: CountersOf::<G>::default(), cards: &mut cards };
        let game_seed = seed.game(game_idx);
        let (state, outcome, decisions) = if pauses {
            let mut chance = chance::<G>(4, game_idx);
            let mut rngs: Vec<_> = (0..measures.players).map(|seat| game_seed.bot(seat)).collect();
            let mut decisions = crate::model::Decisions::default();
            let mut state = game.new_game(&mut chance, &mut count);
            let mut status = game.play(&mut state, &mut JointMove::default(), &mut chance, &mut count);
            while let Status::Choose(seats) = status {
                watch(&mut leads, &state);
                let mut joint = JointMove::default();
                for seat in seats {
                    let menu = menu(game, &state, seat);
                    decisions.add(menu.len());
                    joint.set(seat, menu[rngs[seat.index()].pick(menu.len())]);
                }
                state = state.clone();
                status = game.play(&mut state, &mut joint, &mut chance, &mut count);
            }
            let Status::Over(outcome) = status else { unreachable!("nobody chooses any more") };
            (state, outcome, decisions)
        } else {
            let over = |_: &mut _, _: &Leads, state: &G::State, outcome, decisions| {
                (state.clone(), outcome, decisions)
            };
            let played = runner.play_watched(game_seed, &mut count, (&mut leads, &watch), over);
            played.expect("a finished game")
        };
        let counters = count.counters;
        tally.close(
            game_idx,
            &GameEnd { game, state: &state, counters: &counters, outcome },
            &leads,
            &measures,
            decisions,
            &mut cards,
        );
    }
    tally.finish(&mut cards)
}

/// A game that pauses at every decision is counted like one that does not.
#[derive(Clone, Copy)]
pub struct PausesLoseNothing;
impl Law for PausesLoseNothing {
    fn hold<G: Game>(self, name: &str, game: &G) {
        let (paused, in_one_go) = (counted(game, true), counted(game, false));
        let part = |what| format!("{name}: {what} of games that pause at every decision");
        assert_same(&in_one_go.endings, &paused.endings, part("outcomes"));
        assert_same(&in_one_go.metrics, &paused.metrics, part("metrics"));
        assert_same(&in_one_go.groups, &paused.groups, part("groups"));
        assert_same(&in_one_go.impact, &paused.impact, part("card events"));
        assert_same(&in_one_go, &paused, part("other figures"));
    }
}

#[test]
fn card_events_metrics_and_groups_are_the_same_whether_a_game_pauses_or_not() {
    super::hold_everywhere(PausesLoseNothing);
}

/// A game does not depend on the games before it.
#[derive(Clone, Copy)]
pub struct SeededGamesRepeat;
impl Law for SeededGamesRepeat {
    fn hold<G: Game>(self, name: &str, game: &G) {
        let (bots, players) = (random_bots(), players(game));
        let mut runner = GameRunner::new(game, players, &bots);
        let alone = GameRunner::new(game, players, &bots).play(Seed::new(3).game(2), &mut NoObserver);
        runner.play(Seed::new(3).game(1), &mut NoObserver);
        let second = runner.play(Seed::new(3).game(2), &mut NoObserver);
        assert_same(&alone, &second, format_args!("{name}: a game depends on the games before it"));
    }
}

#[test]
fn a_game_is_the_same_whatever_was_played_before() {
    super::hold_everywhere(SeededGamesRepeat);
}
