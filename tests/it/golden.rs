//! Golden transcripts: their diff shows the effect of a change of rules. `just bless` rewrites them.

use super::program::random;
use super::{assert_golden, root};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use undercard::config::{Plan, shipped};
use undercard::games::Catalogue;
use undercard::simulation::{Pool, play_all};

/// Number of lines kept from the beginning, and from the end, of a long story.
const HEAD: usize = 60;
const TAIL: usize = 25;

/// Number of games of a house config whose integers are in its digest.
const GAMES: u64 = 200;

#[test]
fn the_story_of_game_0_of_every_printed_game_matches_its_golden_file() {
    for game in Catalogue::printed().iter() {
        let story = Plan::new(game.id, &random()).expect("a plan").simulation().story(0);
        let lines: Vec<&str> = story.lines().collect();
        let text = if lines.len() > HEAD + TAIL {
            let left_out = lines.len() - HEAD - TAIL;
            let end = lines[lines.len() - TAIL..].join("\n");
            format!("{}\n… {left_out} lines …\n{end}\n", lines[..HEAD].join("\n"))
        } else {
            story
        };
        assert_golden(&format!("{}.txt", game.id), &text);
    }
}

/// The beginnings of two SHA-256: of all integers of the first games with random players, and of the story of game 0.
#[test]
fn the_games_of_every_house_config_match_the_golden_digests() {
    let mut text = String::new();
    for game in Catalogue::printed().iter() {
        for (file, _) in shipped::configs(&game).into_iter().filter(|(file, _)| file != "printed.toml") {
            let path = root().join("configs").join(game.id).join(&file);
            let plan = Plan::new(&path.display().to_string(), &random()).expect("a plan");
            let (integers, story) = (integers(&plan, GAMES).0, hex(&plan.simulation().story(0)));
            writeln!(text, "{} {}  {}/{file}", &integers[..16], &story[..16], game.id).expect("a string");
        }
    }
    assert_golden("house.txt", &text);
}

/// SHA-256 of all integers of the first quarter of each game's default run with random players, and the sum of the
/// digests of these games. They are the same on every machine.
#[test]
fn the_integers_of_every_default_run_match_the_golden_file() {
    let mut text = String::new();
    for game in Catalogue::printed().iter() {
        let plan = Plan::new(game.id, &random()).expect("a plan");
        let games = plan.games() / 4;
        let (hex, digests) = integers(&plan, games);
        writeln!(text, "{hex} {digests:016x}  {} {games} games, seed {}", game.id, plan.seed())
            .expect("a string");
    }
    assert_golden("integers.txt", &text);
}

/// SHA-256 of all integers of the first games, and the sum of the digests of these games.
fn integers(plan: &Plan, games: u64) -> (String, u64) {
    let pool = Pool::new(None).expect("threads");
    let simulation = plan.simulation();
    let played = play_all(&*simulation, 0..games, &pool, &AtomicBool::new(false), &|_| {});
    let json = serde_json::to_string(&played).expect("JSON");
    let (counts, _) = json.split_once(",\"digests\":").expect("digests");
    (hex(&format!("{counts}}}")), played.digests.total())
}

fn hex(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"))
}
