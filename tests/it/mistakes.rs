//! Mistakes that people make at first: misspelt names and wrong separators. Each message alone is
//! enough to mend the mistake.

use super::program::{answer, folder, refused, refused_in, with_file};
use std::fs;

#[test]
fn a_misspelt_entry_is_reported_by_every_command() {
    with_file("kik.toml", "game = 'taunt'\n[moves.kik]\norder = 3\n", |folder| {
        let warning = "warning: kik.toml:2: [moves.kik] adds a new entry that nothing in the config uses; did you mean \
                       moves.kick?";
        for args in [
            &["lint", "kik.toml"][..],
            &["list", "kik.toml"],
            &["run", "kik.toml", "--games", "50"],
            &["compare", "taunt", "kik.toml", "--games", "50"],
            &["replay", "kik.toml"],
        ] {
            let (code, _, stderr) = answer(folder, args);
            assert!(code == 0 && stderr.matches(warning).count() == 1, "{args:?}\n{stderr}");
        }
    });
}

#[test]
fn typing_mistakes_are_answered_with_what_to_type() {
    let run = |args: &[&str], parts: &[&str]| refused(&[&["run", "knife-fight"], args].concat(), parts);
    run(&["--set", "rules.tie no-hit"], &["did you mean `rules.tie=no-hit`?"]);
    run(&["--set", "setup.extra-cards=1"], &["expected a list of 0 to", "did you mean `[1]`?"]);
    run(&["--players", "9"], &["found 9, expected"]);
    run(&["--players", "two"], &["expected a whole number, e.g. 4"]);
    run(&["--seed", "-1"], &["expected a whole number from 0 to"]);
    run(&["--set", "setup.extra-cards=[two, 3]"], &["did you mean `[\"two\", 3]`?"]);
    run(&["--set", "setup.extra-cards.4=3"], &["expected a value for the whole list"]);
    run(&["--games", "-1"], &["expected a number from 1 to", "50000, 250k"]);
    run(&["--threads", "-1"], &["'--threads"]);
    run(&["--players", "-1"], &["expected a whole number, e.g. 4"]);
    run(&["--level", "-1"], &["0.95 or 95%"]);
    run(&["--precision", "-1pp"], &["expected percentage points"]);
    for number in ["-1", "abc", "1.5"] {
        refused(
            &["replay", "knife-fight", "--game", number],
            &["'--game", "a whole number: 0 for the first game"],
        );
    }
    run(&["--set", "joker=2"], &["the key \"joker\"", "deck.black.joker, deck.red.joker"]);
    run(&["--set", "ten.damage=9"], &["the whole key: cards.ten.damage"]);
    run(&["--level", "95"], &["0.95 or 95%"]);
    run(&["--games", "1,000"], &["1000 or 1k"]);
    let compare = ["compare", "knife-fight", "--set", "rules.tie=no-hit"];
    refused(&compare, &["--set changes both sides, --set-b rules.tie=no-hit only the second"]);
    let replay = |game: &str, wanted: &str, parts: &[&str]| {
        refused(&["replay", game, "--games", "99", "--where", wanted], parts);
    };
    let red = "found \"winner=rd\", expected winner= and one of: black, red (did you mean `winner=red`?)";
    replay("knife-fight", "winner=rd", &[red]);
    replay(
        "knife-fight",
        "black",
        &["winner=PLAYER, card=CARD, event=EVENT, length>=10", "did you mean `winner=black`?"],
    );
    replay("knife-fight", "joker", &["did you mean `card=joker`?"]);
    replay("knife-fight", "card=jokr", &["card= and one of: ace, ", "did you mean `card=joker`?"]);
    replay("knife-fight", "card=joker/plaid", &["also card=CARD/EVENT", "did you mean `card=joker/played`?"]);
    replay("knife-fight", "character=tuggle", &["another condition: this game has no character"]);
    replay("knife-fight", "lenght>=10", &["did you mean `length`?"]);
    replay("knife-fight", "length>=ten", &["a number, such as 0.5"]);
    replay("knife-fight", "length", &["length>=10"]);
    replay(
        "taunt",
        "character=tugle",
        &["character= and one of: mooshmere, ", "did you mean `character=tuggle`?"],
    );
    replay("fight", "winner=first player", &["did you mean `winner=first-player`?"]);
    let two = ["replay", "knife-fight", "--where", "longest", "--where", "outcome=highest"];
    refused(&two, &["outcome= and one of"]);
    let two = ["replay", "knife-fight", "--where", "longest", "--where", "shortest"];
    refused(&two, &["found longest and shortest, expected at most one of"]);
    for (text, part) in [
        ("[targets]\nmetrics/length-mean = 4", "the key in quotes: \"metrics/length-mean\" = "),
        (
            "[targets]\n'metrics/length-mean' = 4",
            "a band: { at = 0.5, within = 0.01 }, { min = 6, max = 12 }",
        ),
        ("[targets]\n'metrics/length-mean' = { at = 4 }", "`within` is the largest distance"),
        ("[run]\nbots = 'medic, random'", "a list: [\"medic\", \"random\"]"),
        ("[run]\nbots = ['medic, random']", "in quotes of its own: \"medic\", \"random\""),
    ] {
        with_file("house.toml", format!("game = 'knife-fight'\n{text}\n"), |folder| {
            refused_in(folder, &["lint", "house.toml"], &[part]);
        });
    }
    assert_eq!(answer(folder().path(), &["run", "knife-fight", "-n", "50", "--bots", "medic, random"]).0, 0);
    let strategy = "game = 'knife-fight'\nbelieves = 'x'\n[weights]\nlethal = 1\n";
    with_file("mine.toml", strategy, |folder| {
        refused_in(folder, &["run", "mine.toml"], &["found a strategy file", "--bots mine.toml"]);
        fs::write(folder.join("house.toml"), "game = 'knife-fight'\n").expect("a file");
        let args = ["run", "knife-fight", "--bots", "house.toml"];
        refused_in(folder, &args, &["a file without [weights]", "name it as CONFIG"]);
    });
}

#[test]
fn a_long_game_is_listed_in_sections() {
    let folder = folder();
    let folder = folder.path();
    let (code, text, _) = answer(folder, &["list", "taunt"]);
    assert!(code == 0 && text.lines().count() < 60, "{text}");
    assert!(text.contains("undercard list taunt setup"), "{text}");
    let (code, text, _) = answer(folder, &["list", "taunt", "moves.kick"]);
    assert!(code == 0 && text.contains("moves.kick.damage = [4, 8, 10, 10]"), "{text}");
    assert!(text.lines().all(|line| line.starts_with("moves.kick.") || line.starts_with("  ")), "{text}");
    // Each key of the moves is explained once, with the moves that have each value.
    let (_, text, _) = answer(folder, &["list", "taunt", "moves"]);
    assert_eq!(text.matches("moves.*.order  (0..9)\n    place in the turn; 0 to 9\n").count(), 1, "{text}");
    assert!(text.contains("\n  block, counter: 1\n"), "{text}");
    assert!(text.lines().count() < 350, "{}", text.lines().count());
    std::fs::write(
        folder.join("kick.toml"),
        "game = 'taunt'\n[moves.kick]\norder = 7\n[moves.jab]\norder = 2\n",
    )
    .expect("a config");
    let (code, text, error) = answer(folder, &["list", "kick.toml", "--changed"]);
    assert!(code == 0 && text.starts_with("moves.kick.order = 7  (printed: 6)\n"), "{text}{error}");
    refused_in(folder, &["list", "taunt", "movs"], &["SECTION: found \"movs\"", "did you mean `moves`?"]);
    let (_, text, _) = answer(folder, &["list", "taunt", "--metrics"]);
    assert!(
        text.contains("metrics/length-mean  (turns): mean length\n    mean length of a game\n"),
        "{text}"
    );
}

#[test]
fn a_strategy_without_weights_is_no_config() {
    let folder = folder();
    let folder = folder.path();
    std::fs::write(folder.join("s.toml"), "game = 'taunt'\nbelieves = 'b'\n").expect("a file");
    refused_in(folder, &["lint", "s.toml"], &["weights: found no such key"]);
}

#[test]
fn compare_explains_how_many_pairs_it_searched() {
    let folder = folder();
    let compare = [
        "compare",
        "knife-fight",
        "--set-b",
        "cards.ten.damage=1",
        "--games",
        "21k",
        "--bots",
        "random",
        "--explain",
        "1",
    ];
    let (code, text, error) = answer(folder.path(), &compare);
    assert_eq!(code, 0, "{error}");
    assert!(text.contains("Searched the first 20,000 of 21,000 pairs"), "{text}");
    let (_, json, _) = answer(folder.path(), &[&compare[..], &["--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["details"]["pairs_searched_for_stories"], 20_000);
    assert!(json["details"]["stories"][0].as_str().is_some_and(|story| text.contains(story)), "{json}");
}

#[test]
fn a_missing_config_is_answered_with_the_nearest_one() {
    refused(&["schema", "nothing"], &["or one of the games: ", "; or result"]);
    refused(
        &["run", "knife-fight", "--set", "rules.max-rounds", "50"],
        &["unexpected argument '50'", "tip: a setting and its value are one word: --set rules.max-rounds=50"],
    );
    with_file("house.toml", "game = 'knife-fight'\n", |folder| {
        refused_in(
            folder,
            &["run", "hous.toml"],
            &["hous.toml: found no such file", "did you mean `house.toml`?"],
        );
        refused_in(folder, &["run", "./knife-figth.toml"], &["did you mean `knife-fight`?"]);
        refused_in(folder, &["run", "hause"], &["did you mean `house.toml`?"]);
        let (_, _, stderr) = answer(folder, &["run", "nowhere/near.toml"]);
        assert!(stderr.contains("no such file") && !stderr.contains("did you mean"), "{stderr}");
    });
}

#[test]
fn unknown_conditions_of_replay_are_named() {
    for (condition, part) in [
        ("loser=teabot", "found \"loser=teabot\", expected longest, shortest, "),
        ("event=paid", "found \"event=paid\", expected event= and one of: opening, drawn"),
        ("winner", "(did you mean `winner=player-1`?)"),
        ("length=>10", "(did you mean `length>=10`?)"),
        ("length=ten", "expected a number"),
    ] {
        super::program::refused(&["replay", "taunt", "--where", condition], &[part]);
    }
}

#[test]
fn a_strategy_without_a_belief_is_told_what_to_write() {
    let strategy = "game = 'knife-fight'\n[weights]\nparry = 1\n";
    with_file("mine.toml", strategy, |folder| {
        let run = ["run", "knife-fight", "--bots", "mine.toml"];
        let expected = "expected a sentence on how the bot plays, such as believes = \"Attacks first.\"";
        refused_in(folder, &run, &["mine.toml:1: believes: found no such key", expected]);
    });
}
