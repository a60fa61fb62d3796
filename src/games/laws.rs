//! Laws that hold for every game of the shelf, under its printed rules, all its shipped house rules
//! and every number of players: a new game is tested before its author writes a test.

use super::{SHELF, Visit, open};
use crate::bots::Bot;
use crate::config::{shipped, tree};
use crate::engine::table::{Table, Witness};
use crate::model::settings::{Allowed, Node, Setting, is_id};
use crate::model::{
    Appraise, BySeat, Chosen, Counted, Event, Fraction, Game, Kind, MAX_SEATS, OPENING, SHARE, Seat, Seats,
    Seed, Turn, Watch,
};
use std::collections::{BTreeMap, BTreeSet};

/// A law: a check of one game under one config.
trait Law: Copy {
    fn hold<G: Counted + Appraise>(self, name: &str, game: &G);
}

struct Hold<'a, L>(&'a str, L);
impl<L: Law> Visit for Hold<'_, L> {
    type Out = ();
    fn visit<G: Counted + Appraise>(self, game: G, _: Vec<Setting>) {
        self.1.hold(self.0, &game);
    }
}

/// What a game says of its own settings.
struct Says;
impl Visit for Says {
    type Out = Vec<Setting>;
    fn visit<G: Counted + Appraise>(self, _: G, settings: Vec<Setting>) -> Vec<Setting> {
        settings
    }
}

fn printed(id: &str) -> Node {
    tree::parse(shipped::printed(id).expect("printed rules"), "printed.toml").expect("TOML")
}

fn with(config: &Node, key: &str, value: &str) -> Node {
    let mut config = config.clone();
    tree::set(&mut config, key, tree::parse_value(value, "--set")).expect("a table");
    config
}

/// Every shipped config of a game, and its printed rules in every mode: name and tree.
fn configs(id: &str) -> Vec<(String, Node)> {
    let printed = printed(id);
    let house = shipped::configs(id).into_iter().filter(|(name, _)| name != "printed.toml");
    let mut configs = vec![(format!("{id}/printed.toml"), printed.clone())];
    configs.extend(house.map(|(name, text)| {
        let mut config = printed.clone();
        tree::overlay(&mut config, tree::parse(text, &name).expect("TOML"));
        (format!("{id}/{name}"), config)
    }));
    let settings = open(id, &printed, Says).expect("on the shelf").expect("printed rules");
    let modes = settings.iter().find(|setting| setting.path == "setup.mode");
    if let Some(Setting { allowed: Allowed::Choice(modes), .. }) = modes {
        let in_mode = |mode: &&str| (format!("{id} in mode {mode}"), with(&printed, "setup.mode", mode));
        configs.extend(modes.iter().map(in_mode));
    }
    configs
}

/// Opens a config with so many players; `None` if that number is refused, for which the refusal
/// must name the setting.
fn seat<V: Visit>(id: &str, config: &Node, players: usize, visitor: V) -> Option<V::Out> {
    let seated = with(config, "setup.players", &players.to_string());
    match open(id, &seated, visitor).expect("on the shelf") {
        Ok(out) => Some(out),
        Err(faults) => {
            assert!(faults.to_string().contains("setup.players"), "{id} with {players} players: {faults}");
            None
        }
    }
}

/// Every config of every game, with every number of players that it accepts.
fn hold_everywhere(law: impl Law) {
    for listed in SHELF {
        for (name, config) in configs(listed.id) {
            open(listed.id, &config, Hold(&name, law))
                .expect("on the shelf")
                .unwrap_or_else(|faults| panic!("{faults}"));
            for players in 2..=MAX_SEATS {
                seat(listed.id, &config, players, Hold(&format!("{name} with {players} players"), law));
            }
        }
    }
}

/// Else every other law would hold for want of cases.
#[test]
fn every_number_of_players_that_a_game_names_sits_down_under_its_printed_rules() {
    for listed in SHELF {
        let settings = open(listed.id, &printed(listed.id), Says).expect("on the shelf").expect("rules");
        let players = settings.iter().find(|setting| setting.path == "setup.players");
        // 0 stands for a default, and nobody plays alone.
        let named: BTreeSet<usize> = match players {
            Some(Setting { allowed: Allowed::Int(low, high), .. }) => (2..=MAX_SEATS)
                .filter(|players| (*low..=*high).contains(&i64::try_from(*players).expect("a few")))
                .collect(),
            _ => {
                let others = settings.iter().filter(|setting| setting.path.contains("players"));
                assert_eq!(others.count(), 0, "{}: the setting is setup.players", listed.id);
                continue;
            }
        };
        let in_modes = configs(listed.id)
            .into_iter()
            .filter(|(name, _)| name.contains("printed") || name.contains("mode"));
        let seated: BTreeSet<usize> = in_modes
            .flat_map(|(_, config)| {
                (2..=MAX_SEATS).filter(move |n| seat(listed.id, &config, *n, Says).is_some())
            })
            .collect();
        assert_eq!(seated, named, "{}", listed.id);
    }
}

fn random_bots() -> BySeat<Bot> {
    BySeat::from_fn(|_| Bot::Random)
}

/// A game played by random choices, shown to `look` at every turn.
fn walk<G: Game>(game: &G, game_idx: u64, mut look: impl FnMut(&G::State, Seats)) -> usize {
    let deal = Seed::new(7).game(game_idx);
    let mut dice = deal.dice(G::SOURCES);
    let mut mind = deal.mind(0);
    let mut state = game.deal(&mut dice, &mut crate::model::Nobody);
    let mut menu = Vec::new();
    for n_turns in 0.. {
        let Turn::Choose(seats) = game.turn(&state) else { return n_turns };
        look(&state, seats);
        let mut chosen = Chosen::nothing();
        for seat in seats {
            menu.clear();
            game.moves(&state, seat, &mut menu);
            chosen.set(seat, menu[mind.below(menu.len())]);
        }
        game.play(&mut state, &chosen, &mut dice, &mut crate::model::Nobody);
    }
    unreachable!("the numbers have no end")
}

#[derive(Clone, Copy)]
struct MenusAreLegal;
impl Law for MenusAreLegal {
    fn hold<G: Counted + Appraise>(self, name: &str, game: &G) {
        for game_idx in 0..6 {
            walk(game, game_idx, |state, seats| {
                assert!(!seats.is_empty(), "{name}, game {game_idx}: nobody chooses");
                assert!(
                    Seats::first(game.players()).both(seats) == seats,
                    "{name}, game {game_idx}: {seats:?} choose"
                );
                for seat in seats {
                    let mut menu = Vec::new();
                    game.moves(state, seat, &mut menu);
                    let names: BTreeSet<String> = menu.iter().map(|mv| format!("{mv:?}")).collect();
                    let decision = game.decision(state, seat);
                    assert!(!menu.is_empty(), "{name}, game {game_idx}: an empty menu at {decision}");
                    assert_eq!(
                        names.len(),
                        menu.len(),
                        "{name}, game {game_idx}, {decision}: moves twice: {menu:?}"
                    );
                    assert!(
                        menu.len() <= G::MENU,
                        "{name}, game {game_idx}, {decision}: a menu of {}",
                        menu.len()
                    );
                }
            });
        }
    }
}

#[test]
fn menus_are_never_empty_and_list_each_move_once() {
    hold_everywhere(MenusAreLegal);
}

#[derive(Clone, Copy)]
struct UnwrittenMenusAreTheSame;
impl Law for UnwrittenMenusAreTheSame {
    fn hold<G: Counted + Appraise>(self, name: &str, game: &G) {
        let mut nth = 0;
        for game_idx in 0..6 {
            walk(game, game_idx, |state, seats| {
                for seat in seats {
                    nth += 1;
                    let [mut mind, mut same] = [0; 2].map(|_| Seed::new(8).game(nth).mind(0));
                    let Some(picked) = game.at_random(state, seat, &mut mind) else { continue };
                    let mut menu = Vec::new();
                    game.moves(state, seat, &mut menu);
                    let place = same.pick(menu.len());
                    let decision = game.decision(state, seat);
                    assert_eq!(picked, (menu[place], menu.len()), "{name}, game {game_idx}, {decision}");
                    assert_eq!(mind.below(1 << 20), same.below(1 << 20), "{name}: draws of {decision}");
                }
            });
        }
    }
}

#[test]
fn a_move_picked_without_a_written_menu_is_the_one_of_the_menu() {
    hold_everywhere(UnwrittenMenusAreTheSame);
}

#[derive(Clone, Copy)]
struct NothingLeaks;
impl Law for NothingLeaks {
    fn hold<G: Counted + Appraise>(self, name: &str, game: &G) {
        for game_idx in 0..4 {
            let mut n_looks = 0_u64;
            walk(game, game_idx, |state, choosing| {
                n_looks += 1;
                // Long games are looked at now and then.
                if n_looks > 60 && !n_looks.is_multiple_of(29) {
                    return;
                }
                for seat in Seats::first(game.players()) {
                    let redeal = |from: &G::State, salt: u64| {
                        let mut copy = from.clone();
                        game.shuffle_unseen(
                            &mut copy,
                            seat,
                            &mut Seed::new(salt).game(n_looks).dice(G::SOURCES),
                        );
                        copy
                    };
                    let place = format!("{name}, game {game_idx}, look {n_looks}, {seat:?}");
                    let (one, two) = (redeal(state, 1), redeal(state, 2));
                    {
                        let (seen, again) = (game.view(state, seat), game.view(&one, seat));
                        assert!(seen == again, "{place}: the view leaks\n{seen:?}\n{again:?}");
                    }
                    assert_eq!(game.turn(state), game.turn(&one), "{place}: the turn leaks");
                    assert_eq!(redeal(&two, 1), one, "{place}: the redeal is no function of view and dice");
                    if choosing.has(seat) {
                        let menus = [state, &one].map(|state| {
                            let mut menu = Vec::new();
                            game.moves(state, seat, &mut menu);
                            menu
                        });
                        assert_eq!(menus[0], menus[1], "{place}: the menu leaks");
                    }
                }
            });
        }
    }
}

#[test]
fn what_a_seat_cannot_know_is_in_neither_its_view_nor_its_menu() {
    hold_everywhere(NothingLeaks);
}

#[derive(Clone, Copy)]
struct RedealsPlayOn;
impl Law for RedealsPlayOn {
    fn hold<G: Counted + Appraise>(self, name: &str, game: &G) {
        let mut n_looks = 0_u64;
        walk(game, 11, |state, _| {
            n_looks += 1;
            if n_looks % 37 != 1 || n_looks > 1000 {
                return;
            }
            let mut state = state.clone();
            let mut dice = Seed::new(5).game(n_looks).dice(G::SOURCES);
            let mut mind = Seed::new(5).game(n_looks).mind(0);
            game.shuffle_unseen(&mut state, Seat::FIRST, &mut dice);
            for n_turns in 0_u64.. {
                let Turn::Choose(seats) = game.turn(&state) else { break };
                assert!(n_turns < 10_000_000, "{name}: a redealt game does not end");
                let mut chosen = Chosen::nothing();
                for seat in seats {
                    let mut menu = Vec::new();
                    game.moves(&state, seat, &mut menu);
                    chosen.set(seat, menu[mind.below(menu.len())]);
                }
                game.play(&mut state, &chosen, &mut dice, &mut crate::model::Nobody);
            }
        });
    }
}

#[test]
fn a_redealt_game_can_be_played_to_its_end() {
    hold_everywhere(RedealsPlayOn);
}

/// Counts what the engine would count, and keeps a digest of everything told.
struct Clerk<G: Counted> {
    sheet: G::Sheet,
    cards: Vec<crate::model::CardEvent>,
    story: String,
}
impl<G: Counted> Watch<G::Event> for Clerk<G> {
    fn saw(&mut self, event: G::Event) {
        self.cards.extend(event.card());
        self.sheet.saw(event);
    }
}
impl<G: Counted> Witness<G> for Clerk<G> {
    fn chose(&mut self, game: &G, state: &G::State, seat: Seat, _: &[G::Move], mv: G::Move) {
        self.story += &format!("{} {seat} {}\n", game.decision(state, seat), game.name_move(mv));
    }
}

#[derive(Clone, Copy)]
struct CountsAddUp;
impl Law for CountsAddUp {
    fn hold<G: Counted + Appraise>(self, name: &str, game: &G) {
        let ledger = game.ledger();
        let bots = random_bots();
        let mut table = Table::new(game, &bots);
        let ids: BTreeSet<&str> = ledger.metrics.iter().map(|metric| metric.id.as_str()).collect();
        assert_eq!(ids.len(), ledger.metrics.len(), "{name}: a metric twice");
        for metric in &ledger.metrics {
            assert!(metric.id.split(':').all(is_id), "{name}: the metric id {}", metric.id);
            assert!(!metric.meaning.is_empty() && metric.parts > 0, "{name}: {}", metric.id);
        }
        let cards: BTreeSet<&str> = ledger.cards.iter().map(|card| card.id.as_str()).collect();
        assert_eq!(cards.len(), ledger.cards.len(), "{name}: a card twice");
        let n_sides = ledger.sides.map_or(0, |group| ledger.groups[group].keys.len());
        assert!(
            ledger.cards.iter().all(|card| card.copies.len() == 1 + n_sides),
            "{name}: copies for every side"
        );
        let opening = ledger.events.iter().position(|event| *event == OPENING);
        let mut n_openings = 0;
        let mut stories = BTreeSet::new();
        for game_idx in 0..12 {
            let mut clerk =
                Clerk::<G> { sheet: G::Sheet::default(), cards: Vec::new(), story: String::new() };
            let (state, outcome, decisions) = table.play(Seed::new(3).game(game_idx), &mut clerk);
            let place = format!("{name}, game {game_idx}");
            let unasked = table.play(Seed::new(3).game(game_idx), &mut crate::model::Nobody);
            assert!(
                (&state, outcome, decisions) == (&unasked.0, unasked.1, unasked.2),
                "{place}: another game where nobody follows the decisions"
            );
            assert!(decisions.moves >= 2 * decisions.count, "{place}: {decisions:?}");
            assert!(
                Seats::first(game.players()).both(outcome.winners()) == outcome.winners(),
                "{place}: {outcome:?}"
            );
            let total: u32 = Seats::first(game.players()).into_iter().map(|seat| outcome.share(seat)).sum();
            assert!(total == SHARE || total == 0 && outcome.winners().is_empty(), "{place}: {outcome:?}");
            for seat in Seats::first(game.players()) {
                for (nth, group) in ledger.groups.iter().enumerate() {
                    let key = game.key(&state, nth, seat);
                    assert!(key.is_none_or(|key| key < group.keys.len()), "{place}: {} {key:?}", group.name);
                }
            }
            n_openings += clerk.cards.iter().filter(|event| Some(event.event) == opening).count();
            for event in &clerk.cards {
                assert!(
                    event.card < ledger.cards.len() && event.event < ledger.events.len(),
                    "{place}: {event:?}"
                );
                let card = &ledger.cards[event.card];
                let named = ledger.events[event.event];
                assert!(card.events >> event.event & 1 == 1, "{place}: {named} cannot happen to {}", card.id);
                assert!(event.seat.index() < game.players(), "{place}: {event:?}");
            }
            let mut fractions = vec![Fraction::default(); ledger.metrics.len()];
            game.measure(&state, &clerk.sheet, outcome, &mut fractions);
            for (metric, fraction) in ledger.metrics.iter().zip(&fractions) {
                let fits = match metric.kind {
                    Kind::Share => {
                        (0..=fraction.v).contains(&fraction.x) && fraction.v <= 1 && metric.parts == 1
                    }
                    Kind::Mean => fraction.v == 1,
                    Kind::Ratio => fraction.v >= 0 && (fraction.v > 0 || fraction.x == 0),
                };
                assert!(fits, "{place}: {} is {fraction:?}, {:?}", metric.id, metric.kind);
            }
            assert!(stories.insert(clerk.story), "{place}: the same game again");
        }
        assert!(n_openings > 0, "{name}: no card is ever in the {OPENING}");
    }
}

#[test]
fn what_is_counted_fits_what_is_named_and_no_two_games_are_the_same() {
    hold_everywhere(CountsAddUp);
}

#[derive(Clone, Copy)]
struct CardsAddUp;
impl Law for CardsAddUp {
    fn hold<G: Counted + Appraise>(self, name: &str, game: &G) {
        type Counts = BTreeMap<(Seat, usize, usize), u64>;
        struct Both<G: Counted>(G::Sheet, Counts);
        impl<G: Counted> Watch<G::Event> for Both<G> {
            fn saw(&mut self, event: G::Event) {
                if let Some(event) = event.card() {
                    *self.1.entry((event.seat, event.event, event.card)).or_default() += 1;
                }
                self.0.saw(event);
            }
        }
        impl<G: Counted> Witness<G> for Both<G> {}
        let bots = random_bots();
        let mut table = Table::new(game, &bots);
        for game_idx in 0..40 {
            let mut both = Both::<G>(G::Sheet::default(), Counts::new());
            table.play_then(Seed::new(8).game(game_idx), &mut both, |both, state, _, _| {
                let mut told = Counts::new();
                game.count_cards(state, &both.0, &mut |seat, event, times| {
                    let happened = times.as_flattened().iter().enumerate().filter(|(_, times)| **times > 0);
                    told.extend(happened.map(|(card, times)| ((seat, event, card), u64::from(*times))));
                });
                game.count_cards_often(&both.0, &mut |seat, event, times| {
                    let happened = times.as_flattened().iter().enumerate().filter(|(_, times)| **times > 0);
                    told.extend(happened.map(|(card, times)| ((seat, event, card), u64::from(*times))));
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

#[derive(Clone, Copy)]
struct SeededGamesRepeat;
impl Law for SeededGamesRepeat {
    fn hold<G: Counted + Appraise>(self, name: &str, game: &G) {
        let bots = random_bots();
        let mut table = Table::new(game, &bots);
        let alone = Table::new(game, &bots).play(Seed::new(3).game(2), &mut crate::model::Nobody);
        table.play(Seed::new(3).game(1), &mut crate::model::Nobody);
        let second = table.play(Seed::new(3).game(2), &mut crate::model::Nobody);
        assert!(alone == second, "{name}: a game depends on the games before it");
    }
}

#[test]
fn a_game_is_the_same_whatever_was_played_before() {
    hold_everywhere(SeededGamesRepeat);
}

#[derive(Clone, Copy)]
struct FeaturesAreNumbers;
impl Law for FeaturesAreNumbers {
    fn hold<G: Counted + Appraise>(self, name: &str, game: &G) {
        let names: BTreeSet<&str> = G::FEATURES.iter().map(|feature| feature.name).collect();
        assert_eq!(names.len(), G::FEATURES.len(), "{name}: a feature twice");
        assert!(G::FEATURES.iter().all(|feature| is_id(feature.name) && !feature.meaning.is_empty()));
        let mut ever = vec![false; G::FEATURES.len()];
        for game_idx in 0..6 {
            walk(game, game_idx, |state, seats| {
                for seat in seats {
                    let mut menu = Vec::new();
                    game.moves(state, seat, &mut menu);
                    let mut rows = vec![0.0; menu.len() * G::FEATURES.len()];
                    game.appraise(&game.view(state, seat), &menu, &mut rows);
                    for (place, value) in rows.iter().enumerate() {
                        let feature = place % G::FEATURES.len();
                        assert!(
                            value.is_finite(),
                            "{name}, game {game_idx}: {} is {value}",
                            G::FEATURES[feature].name
                        );
                        ever[feature] |= *value != 0.0;
                    }
                }
            });
        }
        if name.ends_with("printed.toml") {
            let silent: Vec<&str> =
                G::FEATURES.iter().zip(&ever).filter(|(_, ever)| !**ever).map(|(f, _)| f.name).collect();
            assert!(silent.len() * 4 <= G::FEATURES.len(), "{name}: features that are always 0: {silent:?}");
        }
    }
}

#[test]
fn features_are_finite_and_most_of_them_speak() {
    hold_everywhere(FeaturesAreNumbers);
}

#[derive(Clone, Copy)]
struct CardsCanBeMissed;
impl Law for CardsCanBeMissed {
    fn hold<G: Counted + Appraise>(self, name: &str, game: &G) {
        let ledger = game.ledger();
        assert!(G::STAND_IN.len() > 20 && !G::STAND_IN.ends_with('.'), "{name}: {}", G::STAND_IN);
        let bots = random_bots();
        let result = |game: &G, game_idx| {
            let (state, outcome, decisions) =
                Table::new(game, &bots).play(Seed::new(5).game(game_idx), &mut crate::model::Nobody);
            (game.length(&state), outcome, decisions)
        };
        let base: Vec<_> = (0..12).map(|game_idx| result(game, game_idx)).collect();
        let mut n_different = 0;
        // A card of every eighth place, and each seat in turn.
        for card in (0..ledger.cards.len()).step_by(if name.contains("printed") { 8 } else { 29 }) {
            let seat = Seat::new(card % game.players());
            let Some(without) = game.without(card, seat) else { continue };
            let name = format!("{name} without {} for {seat:?}", ledger.cards[card].id);
            assert_eq!(without.players(), game.players(), "{name}");
            MenusAreLegal.hold(&name, &without);
            NothingLeaks.hold(&name, &without);
            for (game_idx, base) in (0..12).zip(&base) {
                n_different += u32::from(result(&without, game_idx) != *base);
            }
        }
        assert!(n_different > 0 || !name.ends_with("printed.toml"), "{name}: nobody misses anything");
    }
}

#[test]
fn a_game_goes_on_when_a_seat_plays_without_a_card() {
    hold_everywhere(CardsCanBeMissed);
}
