//! Tests of hidden information: views and menus do not show it, the seats that are asked do not depend on it,
//! and it can be dealt again.

use super::walk::{chance, menu, status};
use super::{Law, assert_same, play_on, players, random_bots, walk};
use crate::bots::{Asked, Bot, Decision, Player, Search};
use crate::model::{
    Ask, BotState, BySeat, Described, Game, JointMove, NoObserver, Observer, Seat, Seats, Seed, Status,
    layout, move_id,
};
use crate::simulation::OpenGame;
use crate::simulation::open_game::Open;
use crate::simulation::runner::GameRunner;
use std::sync::{Arc, Mutex};

/// A state in which everything that the seat cannot know was dealt again.
fn redeal<G: Game>(game: &G, state: &G::State, seat: Seat, seed: u64, nth: u64) -> G::State {
    let mut copy = state.clone();
    game.determinize(&mut copy, seat, &mut chance::<G>(seed, nth));
    copy
}

/// Walks through a game and looks at its decisions, numbered from 1: in a long game, at some of them.
fn look<G: Game>(game: &G, game_idx: u64, mut at: impl FnMut(u64, &G::State, Seats)) {
    let mut n_looks = 0_u64;
    walk(game, game_idx, |state, choosing| {
        n_looks += 1;
        if n_looks <= 60 || n_looks.is_multiple_of(29) {
            at(n_looks, state, choosing);
        }
    });
}

/// Views and menus show nothing that the seat cannot know.
#[derive(Clone, Copy)]
pub struct NothingLeaks;
impl Law for NothingLeaks {
    fn hold<G: Game>(self, name: &str, game: &G) {
        self.hold_in(4, name, game);
    }
}

impl NothingLeaks {
    pub(super) fn hold_in<G: Game>(self, n_games: u64, name: &str, game: &G) {
        let n_players = players(game);
        let mut n_dealt_again = 0_u64;
        for game_idx in 0..n_games {
            look(game, game_idx, |n_looks, state, choosing| {
                for seat in Seats::first(n_players) {
                    let case = format_args!("{name}, game {game_idx}, look {n_looks}, {seat:?}");
                    let [one, two] = [1, 2].map(|seed| redeal(game, state, seat, seed, n_looks));
                    n_dealt_again += u64::from(one != *state);
                    let [seen, again] = [state, &one].map(|state| game.view(state, seat));
                    assert_same(
                        &seen,
                        &again,
                        format_args!(
                            "{case}: the view shows hidden cards: it changes when `determinize` deals them again"
                        ),
                    );
                    drop((seen, again));
                    let [laid, again] = [state, &one].map(|state| layout(game, state, seat));
                    assert_same(
                        &laid,
                        &again,
                        format_args!("{case}: the table of a page shows hidden cards"),
                    );
                    // The secret of which other seats are asked is dealt again with the others.
                    let lowest = choosing.lowest().expect("a seat");
                    let is_secret = G::SECRETLY_ASKED.contains(&game.decision(state, lowest).name);
                    match status(game, &one) {
                        Status::Choose(asked) if is_secret && asked.has(seat) == choosing.has(seat) => {}
                        found => {
                            assert_eq!(
                                found,
                                Status::Choose(choosing),
                                "{case}: who chooses depends on hidden cards"
                            );
                        }
                    }
                    assert_same(
                        &one,
                        &redeal(game, &two, seat, 1, n_looks),
                        format_args!("{case}: what is dealt again depends on more than view and chance"),
                    );
                    if choosing.has(seat) {
                        let [seen, again] = [state, &one].map(|state| menu(game, state, seat));
                        assert_same(&seen, &again, format_args!("{case}: the menu depends on hidden cards"));
                        if n_looks <= 20 {
                            let [told, again] = [state, &one].map(|state| told(game, state, seat, n_looks));
                            assert_same(&told, &again, format_args!("{case}: a player outside is told more"));
                        }
                    }
                }
            });
        }
        assert!(
            n_dealt_again > 0 || G::INFO.chance.is_empty() || !name.ends_with("printed.toml"),
            "{name}: expected hidden cards to be dealt again, found that nothing ever changes"
        );
    }
}

/// What one seat learns in secret is dealt again for the others: otherwise a view could show it, and no law would notice.
#[derive(Clone, Copy)]
pub struct SecretsAreDealtAgain;
impl Law for SecretsAreDealtAgain {
    fn hold<G: Game>(self, name: &str, game: &G) {
        if !name.ends_with("printed.toml") {
            return; // House rules may leave nothing to deal.
        }
        let n_players = players(game);
        let pairs = Seats::first(n_players)
            .into_iter()
            .flat_map(|seat| Seats::first(n_players).into_iter().map(move |of| (seat, of)));
        let mut events = Vec::<G::Event>::new();
        let bots = random_bots();
        let mut runner = GameRunner::new(game, n_players, &bots);
        for game_idx in 0..4 {
            runner.play(Seed::new(25).game(game_idx), &mut events);
        }
        let is_secret = |event: &G::Event, seat, of| game.is_seen(event, of) && !game.is_seen(event, seat);
        let mut unchanged: Vec<(Seat, Seat)> =
            pairs.filter(|(seat, of)| events.iter().any(|event| is_secret(event, *seat, *of))).collect();
        for game_idx in 0..4 {
            look(game, game_idx, |n_looks, state, _| {
                unchanged.retain(|(seat, of)| {
                    let other = redeal(game, state, *seat, 25, n_looks);
                    game.view(state, *of) == game.view(&other, *of)
                });
            });
        }
        if let Some((seat, of)) = unchanged.first() {
            panic!(
                "{name}: {of:?} sees events that {seat:?} does not see, but nothing that {of:?} sees changes when \
                 `determinize` deals again what {seat:?} cannot know: does it deal the hidden cards of {of:?}?"
            );
        }
    }
}

#[test]
fn what_a_seat_learns_in_secret_is_dealt_again_for_the_others() {
    super::hold_everywhere(SecretsAreDealtAgain);
}

/// A player outside of this library, which writes down everything that it can ask.
#[derive(Debug)]
struct Curious(Mutex<String>);
impl Player for Curious {
    fn choose(&self, decision: &Decision<'_>) -> usize {
        let (features, table) = (decision.features(), decision.table());
        let random = (decision.seed(), decision.random());
        *self.0.lock().expect("one thread") = format!("{decision:?} {features:?} {table} {random:?}");
        0
    }
}

/// Everything that a player outside is told at the decision of its seat.
fn told<G: Game>(game: &G, state: &G::State, seat: Seat, nth: u64) -> String {
    let curious = Arc::new(Curious(Mutex::default()));
    let menu = menu(game, state, seat);
    if menu.len() > 1 {
        let game_seed = Seed::new(23).game(nth);
        let asked = Asked {
            menu: &menu,
            seat,
            decision: game.decision(state, seat).name,
            is_secret: true,
            game_seed,
            priors: &[],
        };
        let mut bot_state = BotState::new(game_seed.bot(seat.index()));
        let bot = Bot::Player(curious.clone());
        bot.choose(game, asked, || game.view(state, seat), |_| (), |(), _| 0, &mut bot_state);
    }
    curious.0.lock().expect("one thread").clone()
}

#[test]
fn views_and_menus_show_nothing_that_the_seat_cannot_know() {
    super::hold_everywhere(NothingLeaks);
}

/// A player outside of this program sees decisions, moves, features and a table that do not depend on hidden cards, and
/// its game is the same one.
#[derive(Clone, Copy)]
pub struct OpenGamesShowOnlyTheView;
impl Law for OpenGamesShowOnlyTheView {
    fn hold<G: Game>(self, name: &str, game: &G) {
        let (n_players, bots) = (players(game), random_bots());
        for game_idx in 0..2 {
            let game_seed = Seed::new(21).game(game_idx);
            let all = Seats::first(n_players);
            let mut open = Open::new(game, n_players, bots.clone(), all, game_seed);
            let mut rng = game_seed.bot(0);
            let mut n_looks = 0_u64;
            while open.seat().is_some() {
                n_looks += 1;
                if n_looks <= 40 || n_looks.is_multiple_of(29) {
                    let seen = open.seen();
                    let change = |game: &G, state: &G::State, seat| redeal(game, state, seat, 22, n_looks);
                    let state = open.exchange(change).expect("a seat that chooses");
                    let case = format_args!("{name}, game {game_idx}, look {n_looks}");
                    assert_same(&seen, &open.seen(), format_args!("{case}: an open game leaks"));
                    open.exchange(|_, _, _| state);
                }
                assert!(open.n_moves() > 1, "{name}: a forced decision is asked");
                assert!(open.choose(rng.below(open.n_moves())), "{name}: a legal move");
            }
            assert!(open.outcome().is_some() && !open.choose(0), "{name}: a game that is over has no moves");
            // Without anybody to ask, it is the game of the simulation.
            let whole = Open::new(game, n_players, bots.clone(), Seats::NONE, game_seed);
            let played = GameRunner::new(game, n_players, &bots).play(game_seed, &mut NoObserver);
            assert_eq!(
                whole.outcome(),
                Some(played.1),
                "{name}, game {game_idx}: an open game ends differently"
            );
        }
    }
}

#[test]
fn open_games_show_only_the_view() {
    super::hold_everywhere(OpenGamesShowOnlyTheView);
}

/// Writes the whole story, including all secrets.
pub(super) struct Story<'g, G>(pub(super) &'g G, pub(super) String);
impl<G: Game> Observer<G::Event> for Story<'_, G> {
    fn on_event(&mut self, event: G::Event) {
        self.0.describe(Described::Event(&event), &mut self.1).expect("a string");
    }
}

/// A step whose end looks the same to a seat, whatever the others have and do, also reads the same to it.
#[derive(Clone, Copy)]
pub struct SeenEventsLeakNothing;
impl Law for SeenEventsLeakNothing {
    fn hold<G: Game>(self, name: &str, game: &G) {
        let n_players = players(game);
        for game_idx in 0..3 {
            look(game, game_idx, |n_looks, state, choosing| {
                for seat in Seats::first(n_players) {
                    let step = |from: &G::State| {
                        let (mut state, mut joint) = (from.clone(), JointMove::default());
                        for chooser in choosing {
                            let menu = menu(game, from, chooser);
                            let mut rng = Seed::new(42).game(n_looks).bot(chooser.index());
                            joint.set(chooser, menu[rng.below(menu.len())]);
                        }
                        let mut events = Vec::<G::Event>::new();
                        let status =
                            game.play(&mut state, &mut joint, &mut chance::<G>(43, n_looks), &mut events);
                        (state, events, status)
                    };
                    // A hand has no order, so the order in which the seat drew it is not in the view.
                    let seen = |events: &[G::Event]| {
                        let mut story = Story(game, String::new());
                        let seen = events.iter().filter(|event| game.is_seen(event, seat));
                        seen.for_each(|event| story.on_event(*event));
                        let mut lines: Vec<String> = story.1.lines().map(str::to_owned).collect();
                        lines.sort_unstable();
                        lines
                    };
                    let (next, events, status_now) = step(state);
                    for nth in 0..3 {
                        let other = redeal(game, state, seat, 44 + nth, n_looks);
                        if status(game, &other) != Status::Choose(choosing) {
                            continue;
                        }
                        let (other, others, status_other) = step(&other);
                        // At the end, everybody may see everything.
                        let is_over =
                            [status_now, status_other].iter().any(|status| matches!(status, Status::Over(_)));
                        if is_over
                            || game.view(&next, seat) != game.view(&other, seat)
                            || events.iter().chain(&others).any(|event| game.forgets(event))
                        {
                            continue;
                        }
                        let case = format_args!("{name}, game {game_idx}, look {n_looks}, {seat:?}");
                        let problem = "saw different events in two games, but sees the same table after them. \
                                       Expected one of: `is_seen` says that the seat does not see what differs; the \
                                       view keeps it; or `forgets` says that the view does not keep it after one of \
                                       these events";
                        assert_same(&seen(&events), &seen(&others), format_args!("{case} {problem}"));
                    }
                }
            });
        }
    }
}

#[test]
fn seen_events_show_nothing_that_the_seat_cannot_know() {
    super::hold_everywhere(SeenEventsLeakNothing);
}

/// Who is asked does not depend on hidden cards.
#[derive(Clone, Copy)]
pub struct WhoIsAskedIsNoSecret;
impl Law for WhoIsAskedIsNoSecret {
    fn hold<G: Game>(self, name: &str, game: &G) {
        let n_players = players(game);
        for game_idx in 0..6 {
            let mut n_looks = 0_u64;
            let mut rng = Seed::new(15).game(game_idx).bot(0);
            walk(game, game_idx, |state, choosing| {
                n_looks += 1;
                if n_looks > 80 && !n_looks.is_multiple_of(23) {
                    return;
                }
                let mut joint = JointMove::default();
                for seat in choosing {
                    let menu = menu(game, state, seat);
                    joint.set(seat, menu[rng.below(menu.len())]);
                }
                let step = |from: &G::State| {
                    let (mut state, mut story) = (from.clone(), Story(game, String::new()));
                    let status =
                        game.play(&mut state, &mut joint.clone(), &mut chance::<G>(16, n_looks), &mut story);
                    (state, status, story.1)
                };
                let (next, asked, story) = step(state);
                for seat in Seats::first(n_players) {
                    let other = redeal(game, state, seat, 17, n_looks);
                    let legal = |chooser: Seat| {
                        joint.get(chooser).is_some_and(|mv| menu(game, &other, chooser).contains(&mv))
                    };
                    if !choosing.into_iter().all(legal) {
                        continue;
                    }
                    let (other, asked_other, other_story) = step(&other);
                    // Both the stories and the seat's views differ, so the seat can know that the games
                    // differ.
                    let differ = story != other_story && game.view(&next, seat) != game.view(&other, seat);
                    if differ || asked == asked_other {
                        continue;
                    }
                    let name_of = |state: &G::State, status| match status {
                        Status::Choose(seats) => game.decision(state, seats.lowest().expect("a seat")).name,
                        Status::Over(_) => "the end",
                    };
                    let names = [name_of(&next, asked), name_of(&other, asked_other)];
                    assert!(
                        names.iter().any(|name| G::SECRETLY_ASKED.contains(name)),
                        "{name}, game {game_idx}, look {n_looks}: who is asked depends on what {seat:?} cannot \
                         know: expected {asked:?} ({}), found {asked_other:?} ({}); a decision whose players are secret is \
                         named in `SECRETLY_ASKED`. After:\n{story}",
                        names[0],
                        names[1],
                    );
                }
            });
        }
    }
}

#[test]
fn who_is_asked_does_not_depend_on_hidden_cards() {
    super::hold_everywhere(WhoIsAskedIsNoSecret);
}

/// A game whose hidden cards are dealt again can be played to its end.
#[derive(Clone, Copy)]
pub struct RedealsPlayOn;
impl Law for RedealsPlayOn {
    fn hold<G: Game>(self, _: &str, game: &G) {
        let mut n_looks = 0_u64;
        walk(game, 11, |state, _| {
            n_looks += 1;
            if n_looks % 37 != 1 || n_looks > 1000 {
                return;
            }
            let mut chance = chance::<G>(5, n_looks);
            let mut rng = Seed::new(5).game(n_looks).bot(0);
            let mut state = state.clone();
            game.determinize(&mut state, Seat::FIRST, &mut chance);
            let pick = |_, n_moves| rng.below(n_moves);
            play_on(game, state, &mut chance, pick, &mut NoObserver, |_, _, _| {});
        });
    }
}

#[test]
fn a_redealt_game_can_be_played_to_its_end() {
    super::hold_everywhere(RedealsPlayOn);
}

/// A deal that is followed from one decision to the next looks like the true game to its seat, and the true game itself can
/// nearly always be followed: chance that shows cards of a pile just shuffled is the exception.
#[derive(Clone, Copy)]
pub struct FollowedDealsLookTrue;
impl Law for FollowedDealsLookTrue {
    fn hold<G: Game>(self, name: &str, game: &G) {
        let n_players = players(game);
        let bots = random_bots();
        let mut runner = GameRunner::new(game, n_players, &bots);
        let (mut n_true, mut n_lost) = (0, 0);
        for game_idx in 0..4 {
            let mut steps = Vec::<(G::State, JointMove<G::Move>)>::new();
            runner.play_shown(
                Seed::new(45).game(game_idx),
                &mut NoObserver,
                |_, state, seat, mv| match steps.last_mut().filter(|(last, _)| last == state) {
                    Some((_, joint)) => joint.set(seat, mv),
                    None => steps.push((state.clone(), JointMove::one(seat, mv))),
                },
            );
            for (n_looks, pair) in (0..200).zip(steps.windows(2)) {
                let [(before, joint), (after, _)] = pair else { continue };
                for seat in Seats::first(n_players) {
                    let known = |mover| {
                        let mv = joint.by(mover);
                        game.looks_alike(before, seat, mv, mv).is_some()
                    };
                    if joint.seats().into_iter().all(known) {
                        let is_followed = |nth| {
                            let mut chance = chance::<G>(48_u64 + nth, n_looks);
                            game.follow(&mut before.clone(), joint, (before, after), seat, &mut chance)
                        };
                        n_true += 1;
                        n_lost += u64::from(!(0..20).any(is_followed));
                    }
                    let mut dealt = redeal(game, before, seat, 46, n_looks);
                    let mut chance = chance::<G>(47, n_looks);
                    let case = format_args!("{name}, game {game_idx}, look {n_looks}, {seat:?}");
                    game.adapt(&mut dealt, joint, (before, after), seat, &mut chance);
                    let [seen, adapted] = [before, &dealt].map(|state| game.view(state, seat));
                    assert_same(&seen, &adapted, format_args!("{case}: `adapt`"));
                    drop((seen, adapted));
                    let is_open = |mover: Seat| {
                        let mv = joint.by(mover);
                        menu(game, &dealt, mover).contains(&mv)
                            && game.looks_alike(before, seat, mv, mv) == Some(true)
                    };
                    if !joint.seats().into_iter().all(is_open) {
                        continue;
                    }
                    if game.follow(&mut dealt, joint, (before, after), seat, &mut chance) {
                        let [seen, followed] = [after, &dealt].map(|state| game.view(state, seat));
                        assert_same(&seen, &followed, format_args!("{case}: `follow`"));
                        if G::SECRETLY_ASKED.is_empty() {
                            assert_eq!(
                                status(game, after),
                                status(game, &dealt),
                                "{case}: `follow` changes who is asked"
                            );
                        }
                    }
                }
            }
        }
        assert!(
            5 * n_lost <= n_true,
            "{name}: the true game is followed in all but {n_lost} of {n_true} steps"
        );
    }
}

#[test]
fn a_followed_deal_looks_like_the_true_game() {
    super::hold_everywhere(FollowedDealsLookTrue);
}

/// A search chooses the same move in deals with equal views.
#[derive(Clone, Copy)]
pub struct SearchSeesNoMore;
impl Law for SearchSeesNoMore {
    fn hold<G: Game>(self, name: &str, game: &G) {
        let search = || Bot::Search(Search { playouts: 6, is_pure: false, players: Box::new(random_bots()) });
        let bots = BySeat::from_fn(|_| search());
        let mut runner = GameRunner::new(game, players(game), &bots);
        let mut n_looks = 0_u64;
        walk(game, 13, |state, choosing| {
            n_looks += 1;
            if n_looks % 17 != 1 || n_looks > 100 {
                return;
            }
            let luck = Seed::new(6).game(n_looks);
            for seat in choosing {
                let mut choice = |state: &G::State| {
                    let players = runner.players();
                    players.begin(luck);
                    players.choose(game, state, seat).map(|mv| move_id(game, mv))
                };
                let redealt = redeal(game, state, seat, 6, n_looks);
                assert_eq!(
                    choice(state),
                    choice(&redealt),
                    "{name}, look {n_looks}: the search of {seat:?} chooses by hidden cards"
                );
            }
        });
    }
}

#[test]
fn a_search_chooses_the_same_move_in_deals_with_equal_views() {
    super::hold_everywhere(SearchSeesNoMore);
}
