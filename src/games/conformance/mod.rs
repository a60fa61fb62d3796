//! Laws that hold for every game of the shelf, under its printed rules, all its shipped house rules
//! and every number of players, and in odd houses: a new game is tested before its author writes a test.

mod counts;
mod edge_configs;
mod secrets;

pub(super) use self::edge_configs::{house, mixed, odd_games, with_set};

use self::secrets::NothingLeaks;
use super::{GAMES, GameVisitor, open};
use crate::bots::Bot;
use crate::config::{shipped, tree};
use crate::model::settings::{Allowed, Node, Setting, is_id};
use crate::model::{
    Appraise, BySeat, ChanceStreams, Game, JointMove, MAX_SEATS, Measured, NoObserver, Observer, Outcome,
    Seat, Seats, Seed, Status,
};
use crate::simulation::runner::GameRunner;
use std::collections::BTreeSet;

/// A law: a check of one game under one config.
trait Law: Copy {
    fn hold<G: Measured + Appraise>(self, name: &str, game: &G);
}

struct Hold<'a, L>(&'a str, L);
impl<L: Law> GameVisitor for Hold<'_, L> {
    type Out = ();
    fn visit<G: Measured + Appraise>(self, game: G, _: Vec<Setting>) {
        self.1.hold(self.0, &game);
    }
}

/// What a game says of its own settings.
struct Says;
impl GameVisitor for Says {
    type Out = Vec<Setting>;
    fn visit<G: Measured + Appraise>(self, _: G, settings: Vec<Setting>) -> Vec<Setting> {
        settings
    }
}

/// The printed rules of a game.
pub(super) fn printed(id: &str) -> Node {
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
fn seat<V: GameVisitor>(id: &str, config: &Node, players: usize, visitor: V) -> Option<V::Out> {
    let seated = with(config, "setup.players", &players.to_string());
    match open(id, &seated, visitor).expect("on the shelf") {
        Ok(out) => Some(out),
        Err(faults) => {
            assert!(faults.to_string().contains("setup.players"), "{id} with {players} players: {faults}");
            None
        }
    }
}

/// Every config of every game, with every number of players that it accepts; an odd house with its own.
fn hold_everywhere(law: impl Law) {
    for listed in GAMES {
        for (name, config) in configs(listed.id) {
            open(listed.id, &config, Hold(&name, law))
                .expect("on the shelf")
                .unwrap_or_else(|faults| panic!("{faults}"));
            for players in 2..=MAX_SEATS {
                seat(listed.id, &config, players, Hold(&format!("{name} with {players} players"), law));
            }
        }
        for (name, config) in edge_configs::odd(listed.id) {
            open(listed.id, &config, Hold(&name, law))
                .expect("on the shelf")
                .unwrap_or_else(|faults| panic!("{name}: {faults}"));
        }
    }
}

/// Else every other law would hold for want of cases.
#[test]
fn every_number_of_players_that_a_game_names_sits_down_under_its_printed_rules() {
    for listed in GAMES {
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

/// A game played by random choices, shown to `look` at every turn; how it lies at the end.
pub(super) fn walk<G: Game>(game: &G, game_idx: u64, mut look: impl FnMut(&G::State, Seats)) -> G::State {
    let deal = Seed::new(7).game(game_idx);
    let (mut chance, mut mind) = (deal.chance(G::SOURCES), deal.bot(0));
    let state = game.new_game(&mut chance, &mut NoObserver);
    let pick = |_, n_moves| mind.below(n_moves);
    let asked = |state: &G::State, seats: Seats, _: &mut NoObserver| {
        if let Status::Choose(_) = game.status(state) {
            look(state, seats);
        }
    };
    play_on(game, state, &mut chance, pick, &mut NoObserver, asked).0
}

/// Plays a game on to its end, every move the one of the menu whose place `pick` gives; `look` is shown
/// every state, the last one included, for which nobody chooses.
pub(super) fn play_on<G: Game, W: Observer<G::Event>>(
    game: &G,
    mut state: G::State,
    chance: &mut ChanceStreams,
    mut pick: impl FnMut(Seat, usize) -> usize,
    observer: &mut W,
    mut look: impl FnMut(&G::State, Seats, &mut W),
) -> (G::State, Outcome) {
    let mut menu = Vec::new();
    loop {
        let seats = match game.status(&state) {
            Status::Choose(seats) => seats,
            Status::Over(outcome) => {
                look(&state, Seats::NONE, observer);
                return (state, outcome);
            }
        };
        look(&state, seats, observer);
        let mut chosen = JointMove::nothing();
        for seat in seats {
            menu.clear();
            game.moves(&state, seat, &mut menu);
            chosen.set(seat, menu[pick(seat, menu.len())]);
        }
        game.play(&mut state, &chosen, chance, observer);
    }
}

#[derive(Clone, Copy)]
struct MenusAreLegal;
impl Law for MenusAreLegal {
    fn hold<G: Measured + Appraise>(self, name: &str, game: &G) {
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
    fn hold<G: Measured + Appraise>(self, name: &str, game: &G) {
        let mut nth = 0;
        for game_idx in 0..6 {
            walk(game, game_idx, |state, seats| {
                for seat in seats {
                    nth += 1;
                    let [mut mind, mut same] = [0; 2].map(|_| Seed::new(8).game(nth).bot(0));
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
struct FeaturesAreNumbers;
impl Law for FeaturesAreNumbers {
    fn hold<G: Measured + Appraise>(self, name: &str, game: &G) {
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
    fn hold<G: Measured + Appraise>(self, name: &str, game: &G) {
        let schema = game.schema();
        assert!(G::REPLACEMENT.len() > 20 && !G::REPLACEMENT.ends_with('.'), "{name}: {}", G::REPLACEMENT);
        let bots = random_bots();
        let result = |game: &G, game_idx| {
            let (state, outcome, decisions) =
                GameRunner::new(game, &bots).play(Seed::new(5).game(game_idx), &mut NoObserver);
            (game.length(&state), outcome, decisions)
        };
        let base: Vec<_> = (0..12).map(|game_idx| result(game, game_idx)).collect();
        let mut n_different = 0;
        // A card of every eighth place, and each seat in turn.
        for card in (0..schema.cards.len()).step_by(if name.contains("printed") { 8 } else { 29 }) {
            let seat = Seat::new(card % game.players());
            let Some(without) = game.without(card, seat) else { continue };
            let name = format!("{name} without {} for {seat:?}", schema.cards[card].id);
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
