//! A hundred typing mistakes of the kinds that people make: each message contains what to type.
//!
//! `docs/typing-mistakes.md` shows them all; `BLESS=1` rewrites it.

use super::program::{answer, folder};
use super::root;
use std::fmt::Write as _;
use std::fs;

/// A title, and command lines, each with a part of its message: what to type instead.
type Commands = &'static [(&'static str, &'static str)];

const OPTIONS: Commands = &[
    ("run knife-fight --game 50", "'--games'"),
    ("run knife-fight --gmaes 50", "'--games'"),
    ("run knife-fight --num-games 50", "type --games"),
    ("run knife-fight --runs 50", "type --games"),
    ("run knife-fight --simulations=50", "type --games=50"),
    ("run knife-fight --Games 50", "type --games"),
    ("run knife-fight –games 50", "type --games"),
    ("run knife-fight -games 50", "type --games"),
    ("run knife-fight games=50", "type --games=50"),
    ("run knife-fight -g 50", "type --games"),
    ("run knife-fight --bot medic", "type --bots"),
    ("run knife-fight --strategy medic", "type --bots"),
    ("run knife-fight --player 2", "'--players'"),
    ("run knife-fight --num-players 2", "type --players"),
    ("run knife-fight --output here", "'--out'"),
    ("run knife-fight -o here", "type --out"),
    ("run knife-fight --json", "type --format json"),
    ("run knife-fight --csv", "type --format csv"),
    ("run knife-fight --cores 2", "type --threads"),
    ("run knife-fight --jobs 2", "type --threads"),
    ("run knife-fight --seeds 5", "'--seed'"),
    ("run knife-fight --confidence 0.9", "type --level"),
    ("run knife-fight --override cards.ten.damage=9", "type --set"),
    ("luck knife-fight --deals 50", "type --games"),
    ("train knife-fight --generations 4", "type --games"),
    ("train knife-fight --iterations 4", "type --games"),
    ("train knife-fight --opponents medic", "type --against"),
    ("sweep knife-fight --range cards.ten.damage=1..3", "type --vary"),
    ("sweep knife-fight --vary cards.ten.damage=1..3 --metric outcomes/draw", "type --show"),
    ("replay knife-fight --find longest", "type --where"),
    ("tune knife-fight --dry-run", "type --plan"),
    ("compare knife-fight --setb cards.ten.damage=9", "'--set-b'"),
];

const COMMANDS: Commands = &[
    ("play knife-fight", "type undercard run"),
    ("simulate knife-fight", "type undercard run"),
    ("rnu knife-fight", "type undercard run"),
    ("knife-fight", "type undercard run knife-fight"),
    ("test knife-fight", "type undercard check"),
    ("balance knife-fight", "type undercard tune"),
    ("optimise knife-fight", "type undercard tune"),
    ("spreadsheet knife-fight", "type undercard cards"),
    ("show knife-fight", "type undercard list"),
    ("new knife-fight", "type undercard init"),
    ("watch knife-fight", "type undercard replay"),
    ("tournament knife-fight", "type undercard matchups"),
    ("export knife-fight", "type undercard report"),
    ("learn knife-fight", "type undercard train"),
    ("comapre knife-fight", "'compare'"),
    ("sensitivty knife-fight", "'sensitivity'"),
    ("frobnicate", "type one of: run, "),
    ("run", "CONFIG is a game, such as knife-fight"),
];

const GAMES: Commands = &[
    ("run knifefight", "did you mean `knife-fight`?"),
    ("run knife_fight", "did you mean `knife-fight`?"),
    ("run Knife-Fight", "did you mean `knife-fight`?"),
    ("run knife fight", "type knife-fight"),
    ("run knive-fight", "did you mean `knife-fight`?"),
    ("run stabby", "did you mean `stabby-jack`?"),
    ("run fight!", "did you mean `fight`?"),
    ("run taunt.toml", "did you mean `taunt`?"),
    ("run poker", "one of the games: knife-fight"),
    ("run hause.toml", "did you mean `house.toml`?"),
    ("run house", "house.toml"),
    ("run knife-fight --bots medik", "did you mean `medic`?"),
    ("run knife-fight --bots Medic", "did you mean `medic`?"),
    ("run knife-fight --bots medic.toml", "did you mean `medic`?"),
    ("run knife-fight --bots medic,medic,medic", "one bot, or 2"),
    ("run knife-fight --bots brawler", "one of: random, cutter"),
    ("run knife-fight --bots house.toml", "name it as CONFIG"),
];

const VALUES: Commands = &[
    ("run knife-fight --games 1,000", "1000 or 1k"),
    ("run knife-fight --games many", "50000, 250k"),
    ("run knife-fight --level 95", "0.95 or 95%"),
    ("run knife-fight --precision 1", "1pp"),
    ("run knife-fight --players 9", "expected"),
    ("run knife-fight --players two", "a whole number"),
    ("run knife-fight --set ten.damage=9", "cards.ten.damage"),
    ("run knife-fight --set cards.10.damage=9", "one of: ace, two"),
    ("run knife-fight --set cards.ten.damge=9", "did you mean `damage`?"),
    ("run knife-fight --set cards.ten.damage 9", "--set cards.ten.damage=9"),
    ("run knife-fight --set cards.ten.damage=ten", "an integer"),
    ("run knife-fight --set rules.tie=nohit", "did you mean `no-hit`?"),
    ("run knife-fight --set joker=2", "deck.black.joker, deck.red.joker"),
    ("replay knife-fight --where winner=rd", "did you mean `winner=red`?"),
    ("replay knife-fight --where joker", "did you mean `card=joker`?"),
    ("sweep knife-fight --vary cards.ten.damage=1-3", "cards.ten.damage=1..3"),
    ("sweep knife-fight --vary cards.ten.damage=1..3 --show length", "did you mean `metrics/length-mean`?"),
    ("sweep knife-fight --vary cards.ten.damage=1..3 --show draws", "did you mean `outcomes/draw`?"),
];

/// Lines of a config after `game = "knife-fight"`.
const CONFIGS: Commands = &[
    ("[targets]\nlength = { max = 8 }", "did you mean `metrics/length-mean`?"),
    ("[targets]\n\"mean length\" = { max = 8 }", "did you mean `metrics/length-mean`?"),
    ("[targets]\ndraw = { max = 0.2 }", "did you mean `outcomes/draw`?"),
    ("[targets]\ndraws = { max = 0.2 }", "did you mean `outcomes/draw`?"),
    ("[targets]\nblack = { max = 0.5 }", "did you mean `win_rates/side/black`?"),
    ("[targets]\n\"Red wins\" = { max = 0.5 }", "did you mean `win_rates/side/red`?"),
    ("[targets]\n\"win_rate/side/red\" = { max = 0.5 }", "did you mean `win_rates/side/red`?"),
    ("[targets]\n\"impact/jokr/all\" = { max = 0.1 }", "did you mean `impact/joker/all`?"),
    ("[targets]\n\"metrics/length-mean\" = { within = [5, 6] }", "{ min = 5, max = 6 }"),
    ("[targets]\n\"metrics/length-mean\" = { below = 6 }", "did you mean `max`?"),
    ("[targets]\n\"metrics/length-mean\" = { above = 6 }", "did you mean `min`?"),
    ("[targets]\n\"metrics/length-mean\" = { target = 6, within = 1 }", "did you mean `at`?"),
    ("[targets]\n\"metrics/length-mean\" = { at = 6, tolerance = 1 }", "did you mean `within`?"),
    ("[targets]\n\"metrics/length-mean\" = \"<8\"", "{ max = 8 }"),
    ("[targets]\n\"metrics/length-mean\" = \"5-8\"", "{ min = 5, max = 8 }"),
    ("[targets]\n\"outcomes/draw\" = { max = 15 }", "did you mean `\"15%\"`?"),
    ("[targets]\n\"outcomes/draw\" = { min = 0.3, max = 0.1 }", "less than max"),
    ("[target]\n\"outcomes/draw\" = { max = 0.1 }", "did you mean `targets`?"),
    ("[run]\nbots = \"medic, random\"", "[\"medic\", \"random\"]"),
    ("[run]\ngame = 50", "did you mean `games`?"),
    ("[card.ten]\ndamage = 9", "did you mean `cards`?"),
    ("[cards.tenn]\ndamage = 9", "did you mean `ten`?"),
    ("[setup]\nflag = True", "flag = true"),
    ("[rules]\ntie = no-hit", "tie = \"no-hit\""),
];

#[test]
fn a_hundred_typing_mistakes_are_answered_with_what_to_type() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("house.toml"), "game = \"knife-fight\"\n").expect("a file");
    let (mut page, mut faults, mut n_mistakes) = (
        String::from(
            "# Typing mistakes\n\nA hundred mistakes of the kinds that people make, and the message for each. A test \
             runs them all, and checks\nthat each message contains what to type. Command lines are shown without `undercard`.\n",
        ),
        vec![],
        0,
    );
    let mut write = |title: &str, cases: Commands, is_config: bool| {
        write!(page, "\n## {title}\n").expect("text");
        for (typed, part) in cases {
            let args: Vec<&str> = if is_config {
                fs::write(folder.join("mine.toml"), format!("game = \"knife-fight\"\n{typed}\n"))
                    .expect("a file");
                vec!["lint", "mine.toml"]
            } else {
                typed.split(' ').collect()
            };
            let (code, _, stderr) = answer(folder, &args);
            let message = stderr.replace('\\', "/");
            let lines = message.lines().map(str::trim_end).filter(|line| {
                !line.is_empty() && !line.starts_with("Usage") && !line.starts_with("For more information")
            });
            let message = lines.collect::<Vec<_>>().join("\n");
            write!(page, "\n```text\n{typed}\n\n{message}\n```\n").expect("text");
            if code == 0 || !message.contains(part) {
                faults.push(format!("{typed}: exit code {code}: expected {part} in\n{message}"));
            }
            n_mistakes += 1;
        }
    };
    write("Options", OPTIONS, false);
    write("Commands", COMMANDS, false);
    write("Games, files and bots", GAMES, false);
    write("Values", VALUES, false);
    write("Lines of a config for Knife Fight", CONFIGS, true);
    assert!(faults.is_empty(), "{} of {n_mistakes}\n{}", faults.len(), faults.join("\n\n"));
    assert!(n_mistakes >= 100, "{n_mistakes}");
    let path = root().join("docs/typing-mistakes.md");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &page).expect("a page");
    }
    assert_eq!(
        fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n"),
        page,
        "`just bless` rewrites it"
    );
}
