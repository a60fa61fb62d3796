//! What a seat cannot know: views and menus do not show it, and it can be dealt again.

use super::{Law, hold_everywhere, play_on, random_bots, walk};
use crate::bots::{Bot, Search};
use crate::model::{Appraise, BySeat, Decisions, Measured, NoObserver, Seat, Seats, Seed};
use crate::simulation::runner::GameRunner;

#[derive(Clone, Copy)]
pub(super) struct NothingLeaks;
impl Law for NothingLeaks {
    fn hold<G: Measured + Appraise>(self, name: &str, game: &G) {
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
                        game.determinize(
                            &mut copy,
                            seat,
                            &mut Seed::new(salt).game(n_looks).chance(G::SOURCES),
                        );
                        copy
                    };
                    let place = format!("{name}, game {game_idx}, look {n_looks}, {seat:?}");
                    let (one, two) = (redeal(state, 1), redeal(state, 2));
                    {
                        let (seen, again) = (game.view(state, seat), game.view(&one, seat));
                        assert!(seen == again, "{place}: the view leaks\n{seen:?}\n{again:?}");
                    }
                    assert_eq!(game.status(state), game.status(&one), "{place}: the turn leaks");
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
    fn hold<G: Measured + Appraise>(self, name: &str, game: &G) {
        let mut n_looks = 0_u64;
        walk(game, 11, |state, _| {
            n_looks += 1;
            if n_looks % 37 != 1 || n_looks > 1000 {
                return;
            }
            let mut state = state.clone();
            let mut chance = Seed::new(5).game(n_looks).chance(G::SOURCES);
            let mut mind = Seed::new(5).game(n_looks).bot(0);
            game.determinize(&mut state, Seat::FIRST, &mut chance);
            let mut n_turns = 0_u64;
            play_on(
                game,
                state,
                &mut chance,
                |_, n_moves| mind.below(n_moves),
                &mut NoObserver,
                |_, _, _| {
                    n_turns += 1;
                    assert!(n_turns < 10_000_000, "{name}: a redealt game does not end");
                },
            );
        });
    }
}

#[test]
fn a_redealt_game_can_be_played_to_its_end() {
    hold_everywhere(RedealsPlayOn);
}

#[derive(Clone, Copy)]
struct LookingAheadSeesNoMore;
impl Law for LookingAheadSeesNoMore {
    fn hold<G: Measured + Appraise>(self, name: &str, game: &G) {
        let search = || Bot::Search(Search { playouts: 6, players: Box::new(random_bots()) });
        let bots = BySeat::from_fn(|_| search());
        let mut table = GameRunner::new(game, &bots);
        let mut n_looks = 0_u64;
        walk(game, 13, |state, choosing| {
            n_looks += 1;
            if n_looks % 17 != 1 || n_looks > 100 {
                return;
            }
            let luck = Seed::new(6).game(n_looks);
            for seat in choosing {
                let mut choice = |state: &G::State| {
                    table.give_minds(luck);
                    table.ask(state, seat, &mut NoObserver, &mut Decisions::default())
                };
                let mut redealt = state.clone();
                game.determinize(&mut redealt, seat, &mut luck.chance(G::SOURCES));
                assert_eq!(choice(state), choice(&redealt), "{name}, look {n_looks}, {seat:?}");
            }
        });
    }
}

#[test]
fn who_looks_ahead_chooses_alike_in_deals_that_look_alike() {
    hold_everywhere(LookingAheadSeesNoMore);
}
