//! Tests of stories: a story alone is enough to reconstruct the game.
//!
//! A story is one line per event, and a line stands for one event only, so the events can be read back from
//! the text: all cards, choices and scores, the outcome and the length. Whatever a player learns in a step has
//! a line too.

use super::secrets::Story;
use super::walk::{chance, menu, status};
use super::{Law, play_on, players, walk};
use crate::model::settings::is_formula;
use crate::model::{Game, JointMove, Observer, Seat, Seats, Seed, Status};
use std::collections::BTreeMap;

/// Number of games of the printed rules, of those of other configs, and of those in which the views are
/// compared.
const PRINTED: u64 = 16;
const GAMES: u64 = 2;
const VIEWED: u64 = 1;

/// Events without a line: the game, the start of the event, a part of it, and why no line is needed.
#[rustfmt::skip]
const SILENT: &[(&str, &str, &str, &str)] = &[
    ("knife-fight", "Opening", "", "the card's `Drawn` has the line"),
    ("knife-fight", "Landed", "", "the `Wounds` before it have lines"),
    ("stabby-jack", "Happened", "", "the change before it has the line"),
    ("fight", "Drawn", "opening: true", "the card's `Opening` has the line"),
    ("fight", "Played", "", "`Main` and `Boost` have the lines"),
    ("taunt", "Owns", "", "the config says which cards a character has, and `Trains` which a trainer adds"),
    ("taunt", "Opens", "", "as for `Owns`"),
    ("described", "Opening", "", "the card's `Drawn` has the line"),
    ("described", "Counted", "", "what happens is what the sentences around it do"),
    ("stupid-fight", "Opening", "", "the card's `Drawn` has the line"),
    ("stupid-fight", "Played", "how: Throw", "`Thrown` has the line"),
    ("stupid-fight", "Commits", "", "`Attacks` and every `Thrown` have lines"),
];

/// Fields that lines leave out: the game, the event, its field, and where the story says it.
const LEFT_OUT: &[(&str, &str, &str, &str)] = &[
    ("fight", "Main", "bound", "the mains of the fight have lines"),
    ("fight", "Taken", "position", "the line of the fight names the 1st player"),
    ("stabby-jack", "Died", "off_turn", "the line of the turn names its player"),
    ("stabby-jack", "Fought", "luck", "the line has it where it counts"),
];

/// An event without the fields that its line leaves out.
fn shown<G: Game>(event: &G::Event) -> String {
    let mut shown = format!("{event:?}");
    for (game, name, field, _) in LEFT_OUT {
        let field = format!("{field}: ");
        if *game == G::INFO.id
            && is_named(&shown, name)
            && let Some((before, after)) = shown.split_once(&field)
        {
            let rest = after.find([',', '}']).map_or("", |end| &after[end..]);
            shown = format!("{before}{rest}");
        }
    }
    shown
}

fn is_named(shown: &str, event: &str) -> bool {
    shown.split([' ', '(']).next() == Some(event)
}

/// The length of a game, as its story counts it: the number in the last line that begins with this word.
fn last_number(story: &str, word: &str) -> Option<u64> {
    let numbered = story.lines().filter_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    numbered.filter_map(|text| digits(text).parse().ok()).next_back()
}

/// A story alone is enough to reconstruct the game.
#[derive(Clone, Copy)]
pub struct StoriesSayEverything;
impl Law for StoriesSayEverything {
    fn hold<G: Game>(self, name: &str, game: &G) {
        let mut lines = BTreeMap::<String, String>::new();
        let n_games = if name.ends_with("printed.toml") { PRINTED } else { GAMES };
        for game_idx in 0..n_games {
            let mut chance = chance::<G>(31, game_idx);
            let (mut events, mut story) = (Vec::<G::Event>::new(), Story(game, String::new()));
            let state = game.new_game(&mut chance, &mut events);
            let mut rng = Seed::new(31).game(game_idx).bot(0);
            let pick = |_, n_moves| rng.below(n_moves);
            let (state, outcome) = play_on(game, state, &mut chance, pick, &mut events, |_, _, _| {});
            for event in &events {
                let before = story.1.len();
                story.on_event(*event);
                let (text, shown) = (&story.1[before..], shown::<G>(event));
                let is_silent = SILENT.iter().any(|(game, event, part, _)| {
                    *game == G::INFO.id && is_named(&shown, event) && shown.contains(part)
                });
                assert_eq!(
                    text.is_empty(),
                    is_silent,
                    "{name}: expected one line for the event {shown}, found {text:?}"
                );
                if is_silent {
                    continue;
                }
                let line = text.strip_prefix('\n').unwrap_or(text);
                assert_eq!(line.find('\n'), Some(line.len() - 1), "{name}: not one line: {text:?}");
                // A line can become a cell of a spreadsheet.
                assert!(!is_formula(line.trim_start()), "{name}: {line:?} reads as a formula");
                let known = lines.entry(line.to_owned()).or_insert_with(|| shown.clone());
                assert_eq!(*known, shown, "{name}: two events have the line {line:?}");
            }
            let last = events.last().map(|event| format!("{event:?}")).unwrap_or_default();
            assert!(
                last.contains(&format!("{outcome:?}")),
                "{name}: expected an event with {outcome:?} at the end: {last}"
            );
            let measures = game.measures();
            let (unit, length) = measures.length;
            let word = format!("{}{}", unit[..1].to_uppercase(), &unit[1..unit.len() - 1]);
            assert_eq!(
                last_number(&story.1, &word),
                Some(length(&state)),
                "{name}: the last line of the story that begins with \"{word}\" has the length of the game"
            );
            assert!(
                measures.longest.is_none_or(|longest| length(&state) <= longest),
                "{name}: a game is longer than `Measures::longest`"
            );
        }
        for game_idx in 0..VIEWED {
            say_what_is_seen(name, game, game_idx);
        }
    }
}

/// Makes the same moves twice from one state, with different chance, or with the cards dealt again that a seat
/// cannot know. If both stories are the same, the players see the same.
fn say_what_is_seen<G: Game>(name: &str, game: &G, game_idx: u64) {
    let everybody = Seats::first(players(game));
    let mut rng = Seed::new(32).game(game_idx).bot(0);
    let mut n_looks = 0_u64;
    walk(game, game_idx, |state, choosing| {
        n_looks += 1;
        if n_looks > 20 && !n_looks.is_multiple_of(31) {
            return;
        }
        let mut joint = JointMove::default();
        for seat in choosing {
            let menu = menu(game, state, seat);
            joint.set(seat, menu[rng.below(menu.len())]);
        }
        let step = |state: &G::State, seed| {
            let (mut state, mut story) = (state.clone(), Story(game, String::new()));
            let _ = game.play(&mut state, &mut joint.clone(), &mut chance::<G>(seed, n_looks), &mut story);
            (state, story.1)
        };
        let (first, story) = step(state, 33);
        let compare = |other: (G::State, String), seats: Seats| {
            for seat in seats {
                let same = other.1 != story || game.view(&first, seat) == game.view(&other.0, seat);
                assert!(same, "{name}, look {n_looks}: {seat:?} sees what the story does not say:\n{story}");
            }
        };
        compare(step(state, 34), everybody);
        for seat in everybody {
            let mut other = state.clone();
            game.determinize(&mut other, seat, &mut chance::<G>(35, n_looks));
            let is_legal =
                |seat: Seat| joint.get(seat).is_some_and(|mv| menu(game, &other, seat).contains(&mv));
            if status(game, &other) == Status::Choose(choosing) && choosing.into_iter().all(is_legal) {
                compare(step(&other, 33), Seats::only(seat));
            }
        }
    });
}

#[test]
fn a_story_alone_is_enough_to_reconstruct_the_game() {
    super::hold_everywhere(StoriesSayEverything);
}
