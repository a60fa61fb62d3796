//! Games that are described in a file: house rules of them, their results, and shards.

use super::program::{answer, folder};
use super::root;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Runs a command that must end well, and returns its output.
#[track_caller]
fn run(folder: &Path, args: &[&str]) -> String {
    let (code, stdout, stderr) = answer(folder, args);
    assert_eq!(code, 0, "{args:?}: {stdout}{stderr}");
    stdout + &stderr
}

/// A line of a file that begins with this text.
fn line(path: &Path, start: &str) -> String {
    let text = fs::read_to_string(path).expect("a file");
    let line = text.lines().map(str::trim).find(|line| line.starts_with(start));
    line.unwrap_or_else(|| panic!("no line {start} in {}", path.display())).to_owned()
}

#[test]
fn house_rules_of_a_described_game_work_from_any_folder_and_their_results_need_no_other_file() {
    let folder = folder();
    let at = folder.path();
    let described = root().join("examples/described/parley.toml");
    fs::create_dir_all(at.join("house")).expect("a folder");
    fs::copy(described, at.join("parley.toml")).expect("a copy");
    let house = "game = \"../parley.toml\"\n[rules]\nriposte-from = 3\nboth-down = \"higher-health\"\n";
    fs::write(at.join("house/sharp.toml"), house).expect("a file");
    run(at, &["lint", "house/sharp.toml", "parley.toml"]);
    run(at, &["run", "house/sharp.toml", "--games", "500", "--out", "one", "--quiet"]);
    run(&at.join("house"), &["run", "sharp.toml", "--games", "500", "--out", "../two", "--quiet"]);
    let set = ["--set", "rules.riposte-from=3", "--set", "rules.both-down=higher-health"];
    run(at, &[&["run", "parley.toml", "--games", "500", "--out", "three", "--quiet"][..], &set].concat());
    let digest = |result: &str| line(&at.join(result).join("run/run.toml"), "games-digest");
    assert_eq!(digest("one"), digest("two"));
    assert_eq!(digest("one"), digest("three"));
    for half in ["1", "2"] {
        let (shard, out) = (format!("{half}/2"), format!("shard-{half}"));
        run(at, &["run", "house/sharp.toml", "--games", "500", "--shard", &shard, "--out", &out, "--quiet"]);
    }
    run(at, &["merge", "shard-1", "shard-2", "--out", "merged", "--quiet"]);
    // A search writes house rules that can be checked where it ran.
    let targets = format!("{house}[targets]\n\"metrics/length-mean\" = {{ max = 6 }}\n");
    fs::write(at.join("house/short.toml"), targets).expect("a file");
    run(at, &["tune", "house/short.toml", "--games", "500", "--out", "tuned", "--quiet"]);
    run(at, &["check", "tuned/tune/tuned.toml", "--games", "2k", "--out", "checked", "--quiet"]);
    let taken = fs::read_to_string(at.join("parley.toml"))
        .expect("a file")
        .replace("game = \"", "game = \"fight\" # \"");
    fs::write(at.join("taken.toml"), taken).expect("a file");
    let (code, _, error) = answer(at, &["lint", "taken.toml"]);
    assert!(code == 2 && error.contains("found \"fight\", expected another id"), "{error}");
    run(at, &["compare", "parley.toml", "house/sharp.toml", "--games", "200", "--out", "pair", "--quiet"]);
    // The description is part of the results.
    fs::remove_file(at.join("parley.toml")).expect("a file");
    run(at, &["verify", "one"]);
    run(at, &["verify", "merged"]);
    assert_eq!(digest("one"), digest("merged"));
    run(at, &["run", "one/run/run.toml", "--out", "again", "--quiet"]);
    assert_eq!(digest("one"), digest("again"));
    run(at, &["report", "pair", "--out", "pair.html"]);
    let other = ["compare", "pair:b", "--set-b", "rules.riposte-from=9", "--games", "100", "--out", "other"];
    run(at, &[&other[..], &["--quiet"]].concat());
    let (code, _, error) = answer(at, &["run", "house/sharp.toml"]);
    assert_eq!(code, 2, "{error}");
    assert!(error.contains("house/sharp.toml:1: game: found no file \"parley.toml\""), "{error}");
}

/// A Block has no number: its row is empty.
#[test]
fn cards_of_a_described_game_are_a_table() {
    let folder = folder();
    let at = folder.path();
    fs::copy(root().join("examples/described/duel.toml"), at.join("duel.toml")).expect("a copy");
    let (_, cards, _) = answer(at, &["cards", "duel.toml"]);
    let cards = cards.replace("jab,1,5", "jab,2,6");
    assert_eq!(
        cards.lines().collect::<Vec<_>>(),
        [
            "card_table,id,damage,copies",
            "cards,jab,2,6",
            "cards,hook,3,4",
            "cards,block,,4",
            "cards,stumble,,",
        ]
    );
    fs::write(at.join("cards.csv"), cards).expect("a file");
    run(at, &["run", "duel.toml", "--cards", "cards.csv", "--games", "100", "--out", "out", "--quiet"]);
    let result = fs::read_to_string(at.join("out/run/result.json")).expect("a result");
    assert!(result.contains("cards.jab.damage") && result.contains("deck.jab"), "{result}");
    // House rules of the table are valid without any comment sign.
    run(at, &["init", "duel.toml", "off.toml", "--cards", "cards.csv"]);
    let off = fs::read_to_string(at.join("off.toml")).expect("a file");
    let on = |line: &str| match line.strip_prefix('#') {
        Some(setting) if setting.contains(" = ") && !setting.starts_with(' ') => format!("{setting}\n"),
        _ => format!("{line}\n"),
    };
    fs::write(at.join("on.toml"), off.lines().map(on).collect::<String>()).expect("a file");
    let changed = |file: &str| run(at, &["list", file, "--changed"]);
    assert!(changed("off.toml").contains("cards.jab.damage = 2"), "{off}");
    assert_eq!(changed("on.toml"), changed("off.toml").replace("off.toml", "on.toml"), "{off}");
}

/// A handicap: the second player, who would lose most games, has more health.
#[test]
fn a_number_of_one_player_is_a_setting() {
    let duel = r#"
game = "one-sided"
start = ["each:", "  shuffle deck"]
turn = [
  "turn up from deck to used",
  "take damage of card from foe health",
  "if foe health <= 0:",
  "  win",
  "if deck is empty:",
  "  move all from used to deck",
  "  shuffle deck",
]
[zones]
deck = "hidden"
used = "open"
[counters]
health = 12
[rules]
max-rounds = 200
[cards]
poke = { damage = 1 }
hit = { damage = 2 }
blow = { damage = 3 }
[deck]
poke = 4
hit = 4
blow = 4
"#;
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("duel.toml"), duel).expect("a file");
    let target =
        |at: &str| format!("[targets]\n\"win_rates/seat/0/score\" = {{ at = {at}, within = 0.05 }}\n");
    let handicap = "game = \"duel.toml\"\ncounters.health.1 = 14\n".to_owned();
    fs::write(at.join("house.toml"), handicap + &target("0.32")).expect("a file");
    fs::write(at.join("even.toml"), "game = \"duel.toml\"\n".to_owned() + &target("0.32")).expect("a file");
    let check = |config: &str, set: &[&str]| {
        answer(
            at,
            &[&["check", config, "--games", "20k", "--out", "out", "--force", "--quiet"], set].concat(),
        )
        .0
    };
    assert_eq!(check("house.toml", &[]), 0);
    assert_eq!(check("even.toml", &[]), 10);
    assert_eq!(check("even.toml", &["--set", "counters.health.1=14"]), 0);
    let (code, _, error) = answer(at, &["run", "duel.toml", "--set", "counters.health.2=14"]);
    assert!(code == 2 && error.contains("found the index 2, expected an index from 0 to 1"), "{error}");
}

#[test]
fn the_command_of_a_trained_strategy_names_the_file_of_the_description() {
    let folder = folder();
    let at = folder.path();
    fs::copy(root().join("examples/described/duel.toml"), at.join("duel.toml")).expect("a copy");
    fs::write(at.join("house.toml"), "game = \"duel.toml\"\nrules.max-rounds = 20\n").expect("a file");
    let set = ["--set", "counters.health=8"];
    run(at, &[&["train", "house.toml", "--games", "1000", "--out", "one", "--quiet"][..], &set].concat());
    let command = line(&at.join("one/train/trained.toml"), "command = ");
    let command = command.trim_start_matches("command = ").trim_matches('"');
    assert!(
        command.starts_with("undercard train house.toml ") && command.ends_with(&set.join(" ")),
        "{command}"
    );
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    run(at, &[&words[..], &["--out", "two", "--quiet"]].concat());
    let weights =
        |out: &str| fs::read_to_string(at.join(out).join("train/trained.toml")).expect("a strategy");
    assert_eq!(weights("one"), weights("two"));
    // Its description is found by the command, in another folder, or is named.
    run(at, &["lint", "one/train/trained.toml"]);
    fs::create_dir(at.join("other")).expect("a folder");
    let moved = at.join("other");
    fs::copy(at.join("one/train/trained.toml"), moved.join("bot.toml")).expect("a copy");
    let (code, _, error) = answer(&moved, &["lint", "bot.toml"]);
    assert!(code == 2 && error.contains("also name the file that describes the game"), "{error}");
    run(&moved, &["lint", "bot.toml", "../duel.toml"]);
}

/// The higher score wins at the deadline; if the game ends before, it is a draw.
/// The features of the description lack a card that its house rules add.
#[test]
fn a_strategy_trains_under_house_rules_with_another_kind_of_card() {
    let folder = folder();
    let at = folder.path();
    fs::copy(root().join("examples/described/duel.toml"), at.join("duel.toml")).expect("a copy");
    let house = "game = \"duel.toml\"\n[cards.kick]\ndamage = 2\n[deck]\nkick = 3\n";
    fs::write(at.join("house.toml"), house).expect("a file");
    run(at, &["train", "house.toml", "--games", "4k", "--seed", "2", "--out", "one", "--quiet"]);
    let bot = "one/train/trained.toml";
    let weights = fs::read_to_string(at.join(bot)).expect("a strategy");
    assert!(weights.contains("-when-"), "{weights}");
    for config in ["house.toml", "duel.toml"] {
        let args = ["--bots", bot, "--games", "200", "--out", "two", "--quiet", "--force"];
        run(at, &[&["run", config][..], &args].concat());
    }
}

#[test]
fn no_advice_makes_every_game_a_draw() {
    let deadline = r#"
game = "deadline"
start = ["each:", "  draw cards-each from deck to hand"]
round = [
  "choose play from hand to table",
  "each:",
  "  add power of card to score",
  "if round = deadline:",
  "  higher score wins",
]
limit = ["end in a draw"]
zones = { deck = "hidden", hand = "own", table = "open" }
counters = { score = 0 }
setup = { cards-each = 6, deadline = 4 }
rules = { max-rounds = 4 }
cards = { low = { power = 1 }, high = { power = 4 } }
deck = { low = 3, high = 3 }
targets = { "metrics/length-mean" = { max = 3.2 } }
"#;
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("deadline.toml"), deadline).expect("a file");
    let said = run(at, &["advise", "deadline.toml", "--games", "400"]);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("One game in three is a draw (33.8 %). That is too long"), "{said}");
    assert!(said.contains("Change the deadline (setup) from 4 to 3;"), "{said}");
    assert!(
        said.contains("Left out, because nobody wins with it: ") && said.contains("setup.deadline = 5"),
        "{said}"
    );
}

/// At the three decisions both players have 0 points, then 3 and 0, then 3 and 5; the second one wins by 10 to 3.
const RACE: &str = r#"
game = "race"
title = "Race"

start = ["each:", "  draw cards-each from deck to hand"]
round = [
  "choose play from hand to table",
  "each:",
  "  if round = 1:",
  "    add early to points",
  "  else:",
  "    add late to points",
]
limit = ["higher points wins"]

[zones]
deck = "hidden"
hand = "own"
table = "open"

[counters]
points = 0

[setup]
cards-each = 3

[rules]
early = [3, 0]
late = [0, 5]
max-rounds = 3

[cards.step]
[cards.stride]

[deck]
step = 2
stride = 2

[targets]
"metrics/comeback-share" = { min = 0.9 }
"#;

/// The value, the number of games and the unit of a metric, if the run has it.
fn metric(run: &Path, measure: &str) -> Option<(f64, String, String)> {
    let mut rows = csv::Reader::from_path(run.join("run/metrics.csv")).expect("a file");
    let mut rows = rows.deserialize().map(|row| row.expect("a row"));
    let row: BTreeMap<String, String> = rows.find(|row: &BTreeMap<_, _>| row["measure"] == measure)?;
    Some((row["value"].parse().expect("a number"), row["n"].clone(), row["unit"].clone()))
}

#[test]
fn a_described_race_has_the_comeback_that_its_points_show() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("race.toml"), RACE).expect("a file");
    run(at, &["run", "race.toml", "--games", "208", "--out", "o", "--quiet"]);
    for (measure, value, unit) in [
        ("comeback", 3.0, "points"),
        ("comeback-share", 1.0, "share"),
        ("lead-changes", 1.0, "per game"),
        ("largest-lead", 3.0, "points"),
    ] {
        assert_eq!(metric(&at.join("o"), measure), Some((value, "13".into(), unit.into())), "{measure}");
    }
    run(at, &["check", "race.toml", "--games", "2k", "--out", "checked", "--quiet"]);
    let replayed = run(at, &["replay", "race.toml", "--games", "20", "--where", "comeback"]);
    assert!(replayed.contains("the winner was behind by 3 points."), "{replayed}");
    // If the lower one wins, it leads: the first player by 2 in the end, after it was behind by 3. Nobody leads if no counter
    // decides who wins.
    let comeback_with = |limit: &str| {
        let rules = RACE.replace("higher points wins", limit);
        let rules = rules.split("[targets]").next().expect("rules");
        fs::write(at.join("other.toml"), rules).expect("a file");
        run(at, &["run", "other.toml", "--games", "200", "--out", limit, "--quiet"]);
        metric(&at.join(limit), "comeback").map(|(value, ..)| value)
    };
    assert_eq!(["lower points wins", "end in a draw"].map(comeback_with), [Some(3.0), None]);
    let (code, _, error) =
        answer(at, &["replay", "other.toml", "--games", "20", "--where", "lead-changes>=1"]);
    assert!(code == 2 && error.contains("no counter that shows who leads"), "{error}");
}
