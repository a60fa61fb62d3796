//! What is counted: results and figures fit what a game says of them, and a game is the same however it
//! is played and whatever was played before.

use super::{Law, hold_everywhere, random_bots};
use crate::model::settings::is_id;
use crate::model::{
    Appraise, CardEvent, Event, Kind, Measured, OPENING, Observer, Ratio, SHARE, Seat, Seats, Seed,
};
use crate::simulation::batch::fixed_keys;
use crate::simulation::runner::{DecisionObserver, GameRunner};
use crate::stats::tally::{Tally, TallyBuilder};
use std::collections::{BTreeMap, BTreeSet};

/// Counts what the engine would count, and keeps a digest of everything told.
struct Clerk<G: Measured> {
    counters: G::Counters,
    cards: Vec<CardEvent>,
    story: String,
}
impl<G: Measured> Observer<G::Event> for Clerk<G> {
    fn on_event(&mut self, event: G::Event) {
        self.cards.extend(event.card());
        self.counters.on_event(event);
    }
}
impl<G: Measured> DecisionObserver<G> for Clerk<G> {
    fn on_decision(&mut self, game: &G, state: &G::State, seat: Seat, _: &[G::Move], mv: G::Move) {
        self.story += &format!("{} {seat} {}\n", game.decision(state, seat), game.name_move(mv));
    }
}

#[derive(Clone, Copy)]
struct CountsAddUp;
impl Law for CountsAddUp {
    fn hold<G: Measured + Appraise>(self, name: &str, game: &G) {
        let schema = game.schema();
        let bots = random_bots();
        let mut table = GameRunner::new(game, &bots);
        // Who may do one thing alone plays one game alone.
        let is_odd = name.contains("odd house");
        let ids: BTreeSet<&str> = schema.metrics.iter().map(|metric| metric.id.as_str()).collect();
        assert_eq!(ids.len(), schema.metrics.len(), "{name}: a metric twice");
        for metric in &schema.metrics {
            assert!(metric.id.split(':').all(is_id), "{name}: the metric id {}", metric.id);
            assert!(!metric.meaning.is_empty() && metric.parts > 0, "{name}: {}", metric.id);
        }
        let cards: BTreeSet<&str> = schema.cards.iter().map(|card| card.id.as_str()).collect();
        assert_eq!(cards.len(), schema.cards.len(), "{name}: a card twice");
        let n_sides = schema.sides.map_or(0, |group| schema.groups[group].keys.len());
        assert!(
            schema.cards.iter().all(|card| card.copies.len() == 1 + n_sides),
            "{name}: copies for every side"
        );
        let opening = schema.events.iter().position(|event| *event == OPENING);
        let mut n_openings = 0;
        let mut stories = BTreeSet::new();
        for game_idx in 0..12 {
            let mut clerk =
                Clerk::<G> { counters: G::Counters::default(), cards: Vec::new(), story: String::new() };
            let (state, outcome, decisions) = table.play(Seed::new(3).game(game_idx), &mut clerk);
            let place = format!("{name}, game {game_idx}");
            let unasked = table.play(Seed::new(3).game(game_idx), &mut crate::model::NoObserver);
            assert!(
                (&state, outcome, decisions) == (&unasked.0, unasked.1, unasked.2),
                "{place}: another game where nobody follows the decisions"
            );
            assert!(decisions.moves() >= 2 * decisions.count(), "{place}: {decisions:?}");
            assert!(
                Seats::first(game.players()).both(outcome.winners()) == outcome.winners(),
                "{place}: {outcome:?}"
            );
            let total: u32 = Seats::first(game.players()).into_iter().map(|seat| outcome.share(seat)).sum();
            assert!(total == SHARE || total == 0 && outcome.winners().is_empty(), "{place}: {outcome:?}");
            for seat in Seats::first(game.players()) {
                for (nth, group) in schema.groups.iter().enumerate() {
                    let key = game.key(&state, nth, seat);
                    assert!(key.is_none_or(|key| key < group.keys.len()), "{place}: {} {key:?}", group.name);
                }
            }
            n_openings += clerk.cards.iter().filter(|event| Some(event.event) == opening).count();
            for event in &clerk.cards {
                assert!(
                    event.card < schema.cards.len() && event.event < schema.events.len(),
                    "{place}: {event:?}"
                );
                let card = &schema.cards[event.card];
                let named = schema.events[event.event];
                assert!(card.events >> event.event & 1 == 1, "{place}: {named} cannot happen to {}", card.id);
                assert!(event.seat.index() < game.players(), "{place}: {event:?}");
            }
            let mut fractions = vec![Ratio::default(); schema.metrics.len()];
            game.measure(&state, &clerk.counters, outcome, &mut fractions);
            for (metric, fraction) in schema.metrics.iter().zip(&fractions) {
                let fits = match metric.kind {
                    Kind::Share => {
                        (0..=fraction.v).contains(&fraction.x) && fraction.v <= 1 && metric.parts == 1
                    }
                    Kind::Mean => fraction.v == 1,
                    Kind::Ratio => fraction.v >= 0 && (fraction.v > 0 || fraction.x == 0),
                };
                assert!(fits, "{place}: {} is {fraction:?}, {:?}", metric.id, metric.kind);
            }
            assert!(stories.insert(clerk.story) || is_odd, "{place}: the same game again");
        }
        assert!(n_openings > 0 || is_odd, "{name}: no card is ever in the {OPENING}");
    }
}

#[test]
fn what_is_counted_fits_what_is_named_and_no_two_games_are_the_same() {
    hold_everywhere(CountsAddUp);
}

#[derive(Clone, Copy)]
struct CardsAddUp;
impl Law for CardsAddUp {
    fn hold<G: Measured + Appraise>(self, name: &str, game: &G) {
        type Counts = BTreeMap<(Seat, usize, usize), u64>;
        struct Both<G: Measured>(G::Counters, Counts, Counts);
        impl<G: Measured> Observer<G::Event> for Both<G> {
            fn on_event(&mut self, event: G::Event) {
                let Self(counters, seen, again) = self;
                for (card, counts) in [(event.card(), seen), (G::again(counters, &event), again)] {
                    if let Some(CardEvent { seat, event, card }) = card {
                        *counts.entry((seat, event, card)).or_default() += 1;
                    }
                }
                self.0.on_event(event);
            }
        }
        impl<G: Measured> DecisionObserver<G> for Both<G> {}
        let (schema, bots) = (game.schema(), random_bots());
        let mut table = GameRunner::new(game, &bots);
        for game_idx in 0..40 {
            let mut both = Both::<G>(G::Counters::default(), Counts::new(), Counts::new());
            table.play_then(Seed::new(8).game(game_idx), &mut both, |both, state, _, _| {
                let mut told = std::mem::take(&mut both.2);
                game.count_cards(state, &both.0, &mut |seat, event, times| {
                    times.each(schema.cards.len(), |later, card, times| {
                        *told.entry((seat, event + later, card)).or_default() += u64::from(times);
                    });
                });
                let seen = if G::COUNTS_CARDS { std::mem::take(&mut both.1) } else { Counts::new() };
                assert_eq!(told, seen, "{name}, game {game_idx}");
            });
        }
    }
}

#[test]
fn card_events_told_all_at_once_are_those_that_happened() {
    hold_everywhere(CardsAddUp);
}

/// Counts games as a run does; `ASKED` follows every decision, so that each player is asked for each.
struct Books<'s, G: Measured, const ASKED: bool> {
    counters: G::Counters,
    builder: &'s mut TallyBuilder,
}
impl<G: Measured, const ASKED: bool> Observer<G::Event> for Books<'_, G, ASKED> {
    fn on_event(&mut self, event: G::Event) {
        if let Some(card) = G::again(&self.counters, &event) {
            self.builder.recorder.note_again(card);
        }
        if let Some(card) = event.card().filter(|_| !G::COUNTS_CARDS) {
            self.builder.recorder.note(card);
        }
        self.counters.on_event(event);
    }
}
impl<G: Measured, const ASKED: bool> DecisionObserver<G> for Books<'_, G, ASKED> {
    const WANTS_DECISIONS: bool = ASKED;
}

/// The tally of some games of random players.
fn counted<G: Measured + Appraise, const ASKED: bool>(game: &G) -> Tally {
    let schema = game.schema();
    let (seed, bots) = (Seed::new(4), random_bots());
    let mut builder = TallyBuilder::new(&schema, game.players(), &fixed_keys(game, &schema));
    let mut table = GameRunner::new(game, &bots);
    for game_idx in 0..30 {
        let mut books = Books::<G, ASKED> { counters: G::Counters::default(), builder: &mut builder };
        table.play_then(seed.game(game_idx), &mut books, |books, state, outcome, decisions| {
            let counts = (decisions.count(), decisions.moves());
            books.builder.close(game_idx, game, state, &books.counters, outcome, counts);
        });
    }
    builder.finish()
}

#[derive(Clone, Copy)]
struct AskedGamesCountTheSame;
impl Law for AskedGamesCountTheSame {
    fn hold<G: Measured + Appraise>(self, name: &str, game: &G) {
        let (asked, unasked) = (counted::<G, true>(game), counted::<G, false>(game));
        assert_eq!(asked.endings, unasked.endings, "{name}: outcomes");
        assert_eq!(asked.metrics, unasked.metrics, "{name}: metrics");
        assert_eq!(asked.groups, unasked.groups, "{name}: groups");
        assert_eq!(asked.impact, unasked.impact, "{name}: card events");
        assert_eq!(asked, unasked, "{name}");
    }
}

#[test]
fn card_events_metrics_and_groups_are_the_same_whether_players_are_asked_or_not() {
    hold_everywhere(AskedGamesCountTheSame);
}

#[derive(Clone, Copy)]
struct SeededGamesRepeat;
impl Law for SeededGamesRepeat {
    fn hold<G: Measured + Appraise>(self, name: &str, game: &G) {
        let bots = random_bots();
        let mut table = GameRunner::new(game, &bots);
        let alone = GameRunner::new(game, &bots).play(Seed::new(3).game(2), &mut crate::model::NoObserver);
        table.play(Seed::new(3).game(1), &mut crate::model::NoObserver);
        let second = table.play(Seed::new(3).game(2), &mut crate::model::NoObserver);
        assert!(alone == second, "{name}: a game depends on the games before it");
    }
}

#[test]
fn a_game_is_the_same_whatever_was_played_before() {
    hold_everywhere(SeededGamesRepeat);
}
