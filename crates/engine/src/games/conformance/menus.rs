//! Tests of legal moves, features and pauses.

use super::secrets::NothingLeaks;
use super::walk::{chance, menu, status, walk};
use super::{Law, assert_same, players, random_bots};
use crate::bots::{Asked, Bot, Weighed, Weights};
use crate::model::settings::is_id;
use crate::model::{
    Copies, DenseRows, Event, FeatureSet, FeatureWeights, Game, KNOWN_SUMS, Moves, NoObserver, Scores, Seat,
    Seats, Seed, Status, move_id,
};
use crate::simulation::runner::GameRunner;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::iter::once;

/// Menus are never empty and list each move once, and a pause does not change who chooses.
#[derive(Clone, Copy)]
pub struct MenusAreLegal;
impl Law for MenusAreLegal {
    fn hold<G: Game>(self, name: &str, game: &G) {
        self.hold_in(4, name, game);
    }
}

impl MenusAreLegal {
    fn hold_in<G: Game>(self, n_games: u64, name: &str, game: &G) {
        let everybody = Seats::first(players(game));
        for game_idx in 0..n_games {
            walk(game, game_idx, |state, seats| {
                let case = format_args!("{name}, game {game_idx}");
                assert!(!seats.is_empty(), "{case}: nobody chooses");
                assert!(everybody.both(seats) == seats, "{case}: {seats:?} choose, of {everybody:?}");
                assert_eq!(status(game, state), Status::Choose(seats), "{case}: a pause changes who chooses");
                for seat in seats {
                    let decision = game.decision(state, seat);
                    let case = format_args!("{case}, {}", decision.name);
                    let menu = menu(game, state, seat);
                    assert!(!menu.is_empty(), "{case}: there is no legal move");
                    let by_place: Vec<_> =
                        (0..decision.moves.len()).map(|nth| decision.moves.nth(nth)).collect();
                    assert_same(
                        &menu,
                        &by_place,
                        format_args!("{case}: the written menu and the moves by place"),
                    );
                    let different: BTreeSet<String> = menu.iter().map(|mv| move_id(game, *mv)).collect();
                    assert_eq!(different.len(), menu.len(), "{case}: a move twice in {menu:?}");
                }
            });
        }
    }
}

#[test]
fn menus_are_never_empty_and_list_each_move_once() {
    super::hold_everywhere(MenusAreLegal);
}

/// Features are finite, do not depend on which others are wanted, and add up to the scores.
#[derive(Clone, Copy)]
pub struct FeaturesAreNumbers;
impl Law for FeaturesAreNumbers {
    fn hold<G: Game>(self, name: &str, game: &G) {
        let features = game.feature_list();
        let names: BTreeSet<&str> = features.iter().map(|feature| feature.name).collect();
        assert_eq!(names.len(), features.len(), "{name}: a feature twice");
        for feature in features {
            let is_named = is_id(feature.name) && !feature.meaning.is_empty();
            assert!(is_named, "{name}: expected a feature with an id and a meaning, found {feature:?}");
        }
        let mut ever = vec![false; features.len()];
        let mut rng = Seed::new(12).game(0).bot(0);
        let weights: FeatureWeights = std::array::from_fn(|_| rng.unit() - 0.5);
        let known = vec![Cell::new(f64::NAN); KNOWN_SUMS];
        for game_idx in 0..if name.ends_with("printed.toml") { 4 } else { 1 } {
            walk(game, game_idx, |state, seats| {
                for seat in seats {
                    let menu = menu(game, state, seat);
                    let weigh = |wanted| {
                        let mut rows = vec![0.0; menu.len() * features.len()];
                        let view = game.view(state, seat);
                        game.features(&view, &menu, &mut DenseRows::new(wanted, features.len(), &mut rows));
                        rows
                    };
                    let all = weigh(FeatureSet::ALL);
                    let wanted: FeatureSet = (0..features.len()).filter(|_| rng.below(2) == 0).collect();
                    let some = weigh(wanted);
                    let (view, mut scores) = (game.view(state, seat), Vec::new());
                    let mut sums = Scores::new(FeatureSet::ALL, &weights, &known, &mut scores);
                    game.features(&view, &menu, &mut sums);
                    for (score, row) in scores.iter().zip(all.chunks(features.len())) {
                        let terms = || row.iter().zip(&weights).map(|(feature, weight)| feature * weight);
                        let (sum, size) = (terms().sum::<f64>(), terms().map(f64::abs).sum::<f64>());
                        let is_equal = (score - sum).abs() <= 1e-9 * size;
                        assert!(is_equal, "{name}, game {game_idx}: the score is {score}, but the sum {sum}");
                    }
                    for (at, value) in all.iter().enumerate() {
                        let feature = at % features.len();
                        let case = format_args!("{name}, game {game_idx}");
                        let named = features[feature].name;
                        assert!(value.is_finite(), "{case}: {named} is {value}");
                        assert!(
                            !wanted.has(feature) || some[at].to_bits() == value.to_bits(),
                            "{case}: {named} is {value}, but {} where others are not wanted",
                            some[at]
                        );
                        ever[feature] |= *value != 0.0;
                    }
                }
            });
        }
        if name.ends_with("printed.toml") {
            let silent: Vec<&str> =
                features.iter().zip(&ever).filter(|(_, ever)| !**ever).map(|(f, _)| f.name).collect();
            assert!(silent.len() * 4 <= features.len(), "{name}: features that are always 0: {silent:?}");
        }
    }
}

#[test]
fn features_are_finite_and_do_not_depend_on_which_others_are_wanted() {
    super::hold_everywhere(FeaturesAreNumbers);
}

/// A strategy with weights for situations chooses like one that has the sums as its only weights. In training, the weights of the
/// situations that hold get the same gradient as those of the features.
#[derive(Clone, Copy)]
pub struct SituationsAddWeights;
impl Law for SituationsAddWeights {
    fn hold<G: Game>(self, name: &str, game: &G) {
        let (n, listed) = (game.feature_list().len(), game.situation_list());
        let ids: BTreeSet<&str> = listed.iter().map(|situation| situation.name).collect();
        assert!(ids.len() == listed.len() && ids.len() <= 32, "{name}: {ids:?}");
        for situation in listed {
            let is_named = is_id(situation.name) && !situation.meaning.is_empty();
            assert!(is_named, "{name}: expected a situation with an id and a meaning, found {situation:?}");
        }
        let mut rng = Seed::new(13).game(0).bot(0);
        let weighed: Vec<Weighed> = once(None)
            .chain((0..listed.len()).map(Some))
            .flat_map(|situation| (0..n).map(move |feature| Weighed { feature, situation }))
            .collect();
        let all: Vec<f64> = weighed.iter().map(|_| rng.unit() - 0.5).collect();
        let bot = |weights: &[f64]| Weights {
            weights: weighed.iter().copied().zip(weights.iter().copied()).collect(),
            rules: Vec::new(),
            temperature: 1.0,
        };
        let mut ever = FeatureSet::NONE;
        walk(game, 0, |state, seats| {
            for seat in seats {
                let menu = menu(game, state, seat);
                if menu.len() < 2 {
                    continue;
                }
                let situations = game.situations(&game.view(state, seat));
                ever = situations.iter().fold(ever, |ever, situation| ever.with_if(true, situation));
                let mut sums = all[..n].to_vec();
                for situation in situations.iter() {
                    assert!(situation < listed.len(), "{name}: there is no situation {situation}");
                    sums.iter_mut().zip(&all[n * (1 + situation)..]).for_each(|(sum, weight)| *sum += weight);
                }
                let game_seed = Seed::new(14).game(rng.below(1000) as u64);
                let asked =
                    Asked { menu: &menu, seat, decision: "", is_secret: false, game_seed, priors: &[] };
                let choose = |bot: &Bot| {
                    let mut bot_state = bot.new_state(game_seed.bot(0), n);
                    let view = || game.view(state, seat);
                    let chosen = bot.choose(game, asked, view, |_| (), |(), _| 0, &mut bot_state);
                    (chosen, bot_state.gradient)
                };
                let (chosen, gradient) = choose(&Bot::Learner(bot(&all)));
                assert_eq!(chosen, choose(&Bot::Weights(bot(&sums))).0, "{name}: {menu:?}");
                assert_eq!(chosen, choose(&Bot::Weights(bot(&all))).0, "{name}: {menu:?}");
                let (base, rest) = gradient.split_at(n);
                for (situation, row) in rest.chunks(n.max(1)).enumerate() {
                    let expected = if situations.has(situation) { base.to_vec() } else { vec![0.0; n] };
                    assert_eq!(row, expected, "{name}: the gradient of situation {situation}");
                }
            }
        });
        let never = (0..listed.len()).filter(|situation| !ever.has(*situation)).count();
        let is_printed = name.ends_with("printed.toml");
        assert!(!is_printed || never * 4 <= listed.len(), "{name}: {never} situations never hold");
    }
}

#[test]
fn situations_add_their_weights_and_learn_alike() {
    super::hold_everywhere(SituationsAddWeights);
}

/// Whether the other seats are dealt this card in one of some new games.
fn others_have<G: Game>(game: &G, card: usize, seat: Seat) -> bool {
    (0..40).any(|game_idx| {
        let mut events = Vec::new();
        game.new_game(&mut chance::<G>(5, game_idx), &mut events);
        events.iter().filter_map(Event::card).any(|of| of.card == card && of.seat != seat)
    })
}

/// A seat can play without all copies of a card, or with one copy less, while the others keep theirs. Of a single copy, both are
/// the same game. Without a card that is in no deck, nothing changes.
#[derive(Clone, Copy)]
pub struct CardsCanBeMissed;
impl Law for CardsCanBeMissed {
    fn hold<G: Game>(self, name: &str, game: &G) {
        let measures = game.measures();
        let (replacement, length) = (measures.replacement, measures.length.1);
        let seats = || Seats::first(measures.players).into_iter();
        let can_miss = |card| seats().any(|seat| game.without(card, seat, Copies::All).is_some());
        if !(0..measures.cards.len()).any(can_miss) {
            return; // The game does not offer it.
        }
        assert!(
            replacement.len() > 20 && !replacement.ends_with('.'),
            "{name}: expected `Measures::replacement` to say in more than 20 letters, without a full stop, what a seat has \
             instead of a card, found \"{replacement}\""
        );
        let bots = random_bots();
        let result = |game: &G, game_idx| {
            let (state, outcome, decisions) = GameRunner::new(game, players(game), &bots)
                .play(Seed::new(5).game(game_idx), &mut NoObserver);
            (length(&state), outcome, decisions)
        };
        let results = |game: &G| (0..3).map(|game_idx| result(game, game_idx)).collect::<Vec<_>>();
        let base = results(game);
        let mut n_different = 0;
        // Every twelfth card of the printed rules and some of the others, and the seats in turn.
        for card in (0..measures.cards.len()).step_by(if name.contains("printed") { 12 } else { 97 }) {
            let seat = Seat::new(card % measures.players);
            let Some(without) = game.without(card, seat, Copies::All) else { continue };
            let one_less = game.without(card, seat, Copies::One);
            let spec = &measures.cards[card];
            let name = format!("{name} without {} for {seat:?}", spec.id);
            let without_all = results(&without);
            if spec.may_have_copies() {
                n_different += u32::from(one_less.as_ref().is_some_and(|game| results(game) != base));
            } else {
                let one_less = one_less.as_ref().map(results);
                assert_eq!(one_less.as_ref(), Some(&without_all), "{name}: one copy less of a single copy");
            }
            if spec.copies[0] == Some(0) {
                assert_eq!(without_all, base, "{name}: it is in no deck");
            }
            for without in
                std::iter::once(&without).chain(one_less.as_ref().filter(|_| spec.may_have_copies()))
            {
                assert_eq!(players(without), measures.players, "{name}: expected the same number of players");
                let others_keep_it = !others_have(game, card, seat) || others_have(without, card, seat);
                assert!(others_keep_it, "{name}: other players miss the card, too");
                // One game each, because there are many cards.
                MenusAreLegal.hold_in(1, &name, without);
                NothingLeaks.hold_in(1, &name, without);
            }
            n_different += u32::from(without_all != base);
        }
        assert!(
            n_different > 0 || !name.ends_with("printed.toml"),
            "{name}: expected some game to change, found that none does"
        );
    }
}

#[test]
fn a_game_goes_on_when_a_seat_plays_without_a_card() {
    super::hold_everywhere(CardsCanBeMissed);
}
