//! The tests that every game shares, for a crate with a game of its own. The feature `laws` has them, for its
//! `[dev-dependencies]`.
//!
//! | macro | tests |
//! |---|---|
//! | [`conformance_laws!`](crate::conformance_laws) | games end, menus are legal, nothing leaks, what is counted has a name, stories say everything |
//! | [`golden_transcripts!`](crate::golden_transcripts) | games are as they were before |
//! | [`no_allocation!`](crate::no_allocation) | a game in progress allocates no memory |

use crate::config::{Catalogue, Plan, PlanOptions, bots, shipped};
use crate::games::game;
use crate::model::Game;
use std::fmt::Write;
use std::fs;
use std::path::Path;
#[doc(inline)]
pub use undercard_engine::games::conformance::*;

/// A test for each law of every game. It is held under all configs of the crate, with every number of players, and with every
/// value of every choice and flag.
///
/// ```ignore
/// undercard::conformance_laws!(my_game::MyGame);
/// ```
#[macro_export]
macro_rules! conformance_laws {
    ($game:ty) => {
        $crate::conformance_laws! {
            $game:
            every_game_ends: GamesEnd;
            menus_are_never_empty_and_list_each_move_once: MenusAreLegal;
            views_and_menus_show_nothing_that_the_seat_cannot_know: NothingLeaks;
            what_a_seat_learns_in_secret_is_dealt_again_for_the_others: SecretsAreDealtAgain;
            who_is_asked_does_not_depend_on_hidden_cards: WhoIsAskedIsNoSecret;
            seen_events_show_nothing_that_the_seat_cannot_know: SeenEventsLeakNothing;
            a_redealt_game_can_be_played_to_its_end: RedealsPlayOn;
            a_followed_deal_looks_like_the_true_game: FollowedDealsLookTrue;
            a_search_chooses_the_same_move_in_deals_with_equal_views: SearchSeesNoMore;
            players_outside_the_program_see_only_the_view: OpenGamesShowOnlyTheView;
            features_are_finite_and_do_not_depend_on_which_others_are_wanted: FeaturesAreNumbers;
            a_game_goes_on_when_a_seat_plays_without_a_card: CardsCanBeMissed;
            counts_fit_their_names_and_no_two_games_are_the_same: CountsFitTheirNames;
            figures_are_the_same_whether_a_game_pauses_or_not: PausesLoseNothing;
            shares_are_parts_of_a_whole: SharesAreParts;
            a_game_is_the_same_whatever_was_played_before: SeededGamesRepeat;
            a_refilled_draw_pile_is_shuffled: RefilledDecksAreShuffled;
            a_story_alone_is_enough_to_reconstruct_the_game: StoriesSayEverything;
        }
    };
    ($game:ty: $($name:ident: $law:ident;)+) => {$(
        #[test]
        fn $name() {
            $crate::laws::hold_in_own_configs::<$game>($crate::laws::$law);
        }
    )+};
}

/// A test that compares the stories of the first four games under each config with a file in `tests/golden`, which it writes
/// if there is none. With `BLESS=1` it writes all of them again.
///
/// ```ignore
/// undercard::golden_transcripts!(my_game::MyGame);
/// ```
#[macro_export]
macro_rules! golden_transcripts {
    ($game:ty) => {
        #[test]
        fn stories_are_as_in_their_golden_files() {
            $crate::laws::assert_golden::<$game>(
                concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden").as_ref(),
            );
        }
    };
}

/// A test that a game in progress allocates no memory: under every config, and with every bot of the crate. It replaces the
/// allocator, so it needs a file of its own in `tests`.
///
/// ```ignore
/// undercard::no_allocation!(my_game::MyGame);
/// ```
#[macro_export]
macro_rules! no_allocation {
    ($game:ty) => {
        mod counting {
            use std::alloc::{GlobalAlloc, Layout, System};
            use std::cell::Cell;

            thread_local! {
                static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
            }

            struct Counting;

            // SAFETY: every call is forwarded unchanged to the system allocator, whose contract is the same.
            unsafe impl GlobalAlloc for Counting {
                unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
                    // A thread that is ending no longer has a counter.
                    let _ = ALLOCATIONS.try_with(|n| n.set(n.get() + 1));
                    // SAFETY: as above.
                    unsafe { System.alloc(layout) }
                }
                unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
                    // SAFETY: as above.
                    unsafe { System.dealloc(pointer, layout) }
                }
            }

            #[global_allocator]
            static ALLOCATOR: Counting = Counting;

            pub(super) fn allocations() -> u64 {
                ALLOCATIONS.with(Cell::get)
            }
        }

        #[test]
        fn a_game_in_progress_allocates_nothing() {
            let before = counting::allocations();
            drop(std::hint::black_box(vec![0_u8; 100]));
            assert!(counting::allocations() > before, "allocations are counted");
            $crate::laws::assert_no_allocation::<$game>(counting::allocations);
        }
    };
}

/// Every config of a game with these bots, under its file name.
fn plans<G: Game>(bots: &[String]) -> Vec<(String, Plan)> {
    let catalogue = Catalogue::new(&[game::<G>()]).unwrap_or_else(|error| panic!("{error}"));
    let id = G::INFO.id;
    let plan = |(name, text): (String, &str)| {
        let options = PlanOptions { bots: bots.to_vec(), ..PlanOptions::default() };
        let config = crate::config::of_text(text.to_owned(), Path::new(&name), &catalogue);
        let plan = config.and_then(|config| Plan::of_config(config, &options));
        let plan = plan.unwrap_or_else(|faults| panic!("{id}, {name}: {faults}"));
        (name, plan)
    };
    shipped::configs(&G::INFO).into_iter().map(plan).collect()
}

/// Length of the stories of a golden file, in bytes, at which a game counts as endless.
const LONGEST: usize = 50_000_000;

/// Number of games in a golden file.
const GOLDEN: u64 = 4;

/// A story, if the game ends.
struct Story(String);

impl Write for Story {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.push_str(text);
        assert!(self.0.len() < LONGEST, "the game does not end: its story has {LONGEST} letters");
        Ok(())
    }
}

/// Compares the stories of the first games under every config with a file in this folder, and writes missing files.
///
/// # Panics
/// A story differs.
pub fn assert_golden<G: Game>(folder: &Path) {
    let bless = std::env::var_os("BLESS").is_some();
    fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for (name, plan) in plans::<G>(&["random".to_owned()]) {
        let path = folder.join(name.replace(".toml", ".txt"));
        let simulation = plan.simulation();
        let mut story = Story(String::new());
        for game_idx in 0..GOLDEN {
            // Writing to a string cannot fail.
            let _ = writeln!(story, "Game {game_idx}\n");
            let _ = simulation.write_story(game_idx, &mut story);
            let _ = writeln!(story);
        }
        let Story(story) = story;
        match fs::read_to_string(&path) {
            Ok(before) if !bless => {
                let before = before.replace("\r\n", "\n");
                let differs = before.lines().zip(story.lines()).position(|(before, now)| before != now);
                let line = 1 + differs.unwrap_or_else(|| before.lines().count().min(story.lines().count()));
                assert!(
                    before == story,
                    "{}:{line}: game {} under {name} is another one:\n  was {}\n  is  {}\nif that is meant, \
                     BLESS=1 cargo test writes it again",
                    path.display(),
                    before
                        .lines()
                        .take(line)
                        .filter(|line| line.starts_with("Game "))
                        .count()
                        .saturating_sub(1),
                    before.lines().nth(line - 1).unwrap_or("its end"),
                    story.lines().nth(line - 1).unwrap_or("its end")
                );
            }
            _ => fs::write(&path, story).unwrap_or_else(|error| panic!("{}: {error}", path.display())),
        }
    }
}

/// Plays games again and compares the allocations before and after, under every config with random players and with every
/// strategy of the crate.
///
/// # Panics
/// A game allocates memory.
pub fn assert_no_allocation<G: Game>(allocations: fn() -> u64) {
    for bot in bots::all(&G::INFO) {
        for (name, plan) in plans::<G>(std::slice::from_ref(&bot)) {
            let simulation = plan.simulation();
            let mut worker = simulation.worker();
            // The first games make room for the longest.
            worker.play(0..200);
            let before = allocations();
            worker.play(0..200);
            let n = allocations() - before;
            assert_eq!(n, 0, "{name} with {bot}: allocations in 200 games");
        }
    }
}
