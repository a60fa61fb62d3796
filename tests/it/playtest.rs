//! `playtest`, end to end: logs of people beside games of bots, and what people take to the table.

use super::program::{answer, folder, inside, quietly, table_of, unwrapped};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use undercard::config::cards::CardFiles;
use undercard::config::{Plan, PlanOptions};
use undercard::experiments::playtest::{Options, Playtest};
use undercard::experiments::{Experiment, ExperimentResult, Session};
use undercard::model::{CardEvent, Outcome};
use undercard::simulation::measure_games;
use undercard::stats::tally::GameRecord;

/// The log of some evenings: names, sides in another order, empty cells and a draw.
pub(crate) const EVENINGS: &str = "\
game,players,sides,winner,rounds,played,notes
1,Ann; Ben,black; red,Ann,6,joker; ace,
2,Ben; Ann,red; black,Ann,8,,late
3,Ann; Ben,black; red,draw,9,ten,
4,Cleo; Ann,black; red,Cleo,,joker,
5,Ann; Cleo,red; black,Cleo,7,,
6,Cleo & Ben,black; red,2,6,,
7,,,red,7,,
8,2,,black,8,,
9,Ann; Ben,black; red,Ann,6,none,
10,Ben; Ann,red; black,Ben,7,,
";

/// A log of this many games that this bot played in all seats, from a number on, as `--games-csv` lists them.
fn log_of(bot: &str, first: u64, n_games: u64) -> String {
    let plan = plan(bot);
    let simulation = plan.simulation();
    let session = Session::new(Some(1)).expect("a thread");
    let row = |_, record: &GameRecord<'_>, _: &[CardEvent]| {
        let winner = match record.outcome {
            Outcome::Win(seats) if seats.has(undercard::model::Seat::FIRST) => "black",
            Outcome::Win(_) => "red",
            Outcome::Draw => "draw",
            _ => "stalemate",
        };
        let metric = |index: usize| record.metrics[index].num;
        format!("{winner},{},{},{},{}\n", record.length, metric(8), metric(9), metric(11))
    };
    let games = first..first + n_games;
    let rows = measure_games(&*simulation, games, session.pool(), session.stop(), &|_| (), &row);
    let header = "winner,length,parries_per_game,reflects_per_game,damage_healed_per_game\n".to_owned();
    header + &rows.concat()
}

fn plan(bot: &str) -> Plan {
    let options = PlanOptions { bots: vec![bot.into()], seed: Some(99), ..PlanOptions::default() };
    Plan::new("knife-fight", &options).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The rows of a table, as texts.
fn rows_of(folder: &Path, out: &str, name: &str) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(inside(&folder.join(out)).join("result.json")).expect("a result");
    let (columns, rows) = table_of(&text, name);
    rows.into_iter().map(|row| columns.iter().cloned().zip(row).collect()).collect()
}

fn json(folder: &Path, out: &str) -> serde_json::Value {
    let text = fs::read_to_string(inside(&folder.join(out)).join("result.json")).expect("a result");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_log_is_read_and_ten_games_never_tell() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("games.csv"), EVENINGS.to_owned() + "Evening 2\nTotal,,,,64,,\n,,,,64,,\n")
        .expect("a file");
    let (code, stdout, stderr) =
        answer(folder, &["playtest", "games.csv", "knife-fight", "--games", "400", "--out", "o"]);
    assert_eq!(code, 0, "{stderr}");
    // Ann won 1 and 2 as black, 9 as black; Cleo 4 and 5 as black; game 8.
    let shown = unwrapped(&stdout);
    assert!(shown.contains("10 games: Black won 6 (26 to 88 %)."), "{shown}");
    assert!(shown.contains("Fewer than 20 games never tell; "), "{shown}");
    for part in
        ["left out this row of totals", ":14: left out this row, the sum", "this heading: \"Evening 2\""]
    {
        assert!(stderr.contains(part), "{stderr}");
    }
    let json = json(folder, "o");
    let rows = json["tables"]["playtest"]["rows"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["agreement"] == "cannot tell"), "{rows:?}");
    let of = |figure: &str| rows.iter().find(|row| row["figure"] == figure).expect("a figure");
    assert_eq!(of("win_rates/side/red")["people"], 0.3);
    assert_eq!(of("outcomes/draw")["people"], 0.1);
    assert_eq!(of("metrics/length-mean")["games"], 9);
    assert_eq!(of("cards/joker/played")["people"], 0.5);
    // Nobody's name is anywhere.
    let people = &json["tables"]["playtest_people"]["rows"];
    assert_eq!(
        (&people[0]["person"], &people[0]["wins"], &people[0]["games"]),
        (&"person 1".into(), &3.into(), &7.into())
    );
    for name in ["Ann", "Ben", "Cleo"] {
        assert!(!stdout.contains(name) && !stderr.contains(name) && !json.to_string().contains(name));
    }
    // If all ten were won by one side, the games would still not tell.
    fs::write(folder.join("ten.csv"), format!("winner\n{}", "black\n".repeat(10))).expect("a file");
    quietly(folder, &["playtest", "ten.csv", "knife-fight", "--games", "400", "--out", "ten"]);
    let rows = rows_of(folder, "ten", "playtest");
    assert!(rows.iter().all(|row| row["agreement"] == "cannot tell"), "{rows:?}");
}

#[test]
fn the_same_games_with_a_row_for_each_player_give_the_same_figures() {
    let folder = folder();
    let folder = folder.path();
    let by_player =
        "Partie;Platz;Name;gewonnen;rounds\n1;2;Ben;nein;6\n1;1;Ann;ja;\n2;1;Ann;no;\n2;2;Ben;yes;8\n";
    // Names with commas, and a column for each player.
    let by_game = "players,winner,rounds\n\"Smith, Ann; Ben\",\"smith, ann\",6\n\"Smith, Ann; Ben\",Ben,8\n";
    let by_column =
        "Player 1,Player 2,Who won,rounds\n\"Smith, Ann\",Ben,\"Smith, Ann\",6\n\"Smith, Ann\",Ben,Ben,8\n";
    fs::write(folder.join("one.csv"), by_game).expect("a file");
    fs::write(folder.join("two.csv"), by_player).expect("a file");
    fs::write(folder.join("three.csv"), by_column).expect("a file");
    let play = |log: &str, out: &str, columns: &[&str]| {
        let words = ["playtest", log, "knife-fight", "--games", "200", "--bots", "random", "--out", out];
        let (code, stdout, stderr) = answer(folder, &[&words[..], columns, &["--quiet"]].concat());
        assert_eq!((code, stdout.as_str()), (0, ""), "{log}: {stderr}");
        // Rows for each player name the seats.
        let by_order = stderr.contains("the players of a game are taken for black, red, in this order");
        assert_eq!(by_order, log != "two.csv", "{log}: {stderr}");
        let read = |name: &str| rows_of(folder, out, name);
        [read("playtest"), read("playtest_people")].concat()
    };
    let columns = ["--columns", "game=Partie, seat=Platz, player=Name, won=gewonnen"];
    let joined = ["--columns", "players=Player 1+Player 2, winner=Who won"];
    let logs = [play("one.csv", "a", &[]), play("two.csv", "b", &columns), play("three.csv", "c", &joined)];
    // People are numbered in the order of the rows.
    let [one, two, three] = logs.map(|mut rows| {
        rows.iter_mut().for_each(|row| drop(row.remove("person")));
        rows.sort();
        rows
    });
    assert_eq!(one, two);
    assert_eq!(one, three);
}

#[test]
fn what_is_wrong_with_a_log_is_said_at_its_cell() {
    let folder = folder();
    let folder = folder.path();
    let refused = |text: &str, more: &[&str], parts: &[&str]| {
        fs::write(folder.join("l.csv"), text).expect("a file");
        let words = [&["playtest", "l.csv", "knife-fight", "--games", "100"][..], more].concat();
        let (code, stdout, stderr) = answer(folder, &words);
        assert!(code == 2 && stdout.is_empty(), "{text}: {code} {stdout}");
        let shown = unwrapped(&stderr);
        parts.iter().for_each(|part| assert!(shown.contains(part), "{part:?} is not in\n{shown}"));
    };
    refused(
        "winner\nblack\nblakc\n",
        &[],
        &["l.csv:3: column winner: found \"blakc\"", "did you mean `black`"],
    );
    refused("winner\nAnn\n", &[], &["--columns \"players=TITLE\""]);
    // A missing column is one error.
    let names = "Spieler A,Spieler B,winner\nAnn,Ben,Ann\nBen,Cleo,Cleo\nBen,Cleo,Ben\n";
    let parts = ["found \"Ann\", and names in 2 more rows", "--columns \"players=Spieler A+Spieler B\""];
    refused(names, &[], &parts);
    refused(names, &["--columns", "players=Spieler A+Spieler C"], &["did you mean `Spieler A`"]);
    refused("players,winner\nAnn; Ben,Ann; Ben; 1\n", &[], &["found 3 winners, expected at most 2"]);
    refused(
        "first,winner\nMoritz,Moritz\nAna,Morits\nAna,Moritz\n",
        &[],
        &["found \"Morits\"", "did you mean `Moritz`"],
    );
    refused("first,winner\nZoë,Zoë\nAna,Ben\n", &[], &["found \"Ben\"", "Ana, Zoë"]);
    refused("length\n300000\n", &[], &["found \"300000\"", "a number of rounds, at most"]);
    refused("players,winner\nA; B; C,A\n", &[], &["only games of 3 players", "--players 3"]);
    refused("winner,played\nred,jocker\n", &[], &["did you mean `joker`"]);
    refused("winner,version\nred,1\nred,2\n", &[], &["several versions", "--version \"1\""]);
    refused("winner,version\nred,1\n", &["--version", "3"], &["--version: found \"3\"", "one of: \"1\""]);
    refused("winner\nred\n", &["--version", "3"], &["a log with a column version"]);
    refused("Sieger,Runden\nred,7\n", &[], &["no such column", "--columns \"winner=Sieger, length=Runden\""]);
    refused(
        "Sieger\nred\n",
        &["--columns", "winner=Siegr"],
        &["no column \"Siegr\"", "did you mean `Sieger`"],
    );
    refused("Sieger\nred\n", &["--columns", "winer=Sieger"], &["did you mean `winner`"]);
    refused("winner,ties_per_round\nred,2\n", &[], &["two whole numbers, such as 3/7"]);
    refused("game,winner\n1,red\n1,red\n", &[], &["a game that is noted twice"]);
    refused("game,seat,won\n1,1,yes\n1,1,no\n", &[], &["each seat of a game once"]);
    refused("game,seat,won\n1,1,no\n1,2,no\n", &[], &["a game that nobody won"]);
    refused(&format!("winner\n{}", "red\n".repeat(1_000_000)), &[], &["at most 5000 rows"]);
    refused("winner,length\nred,3\nred,4\n,9\n", &[], &["l.csv:4: found only numbers in the last row"]);
    refused("winner\nred\n", &["--deals", "2"], &["only a config"]);
    fs::write(folder.join("l.csv"), "winner,length\nred,3\n,3\nblack,6\n").expect("a file");
    let (code, _, stderr) = answer(folder, &["playtest", "l.csv", "knife-fight", "--games", "100"]);
    assert!(
        code == 0 && stderr.contains("1 game without a winner, left out where one is needed: l.csv:3"),
        "{stderr}"
    );
    // Another game.
    fs::write(folder.join("l.csv"), "characters,winner\ntuggle; teabot,tuggle\n").expect("a file");
    let (code, _, stderr) = answer(folder, &["playtest", "l.csv", "knife-fight", "--games", "100"]);
    assert!(code == 2 && stderr.contains("found \"tuggle\""), "{stderr}");
}

/// The power of 400 games is enough for a difference that a test shows at once.
#[test]
fn people_who_differ_from_a_bot_are_told_from_those_who_do_not() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("games.csv"), log_of("random", 0, 400)).expect("a file");
    quietly(folder, &["playtest", "games.csv", "knife-fight", "--games", "8000", "--out", "o"]);
    let rows = rows_of(folder, "o", "playtest");
    let agreement = |figure: &str, bot: &str| {
        let row = rows.iter().find(|row| row["figure"] == figure && row["bot"] == bot).expect("a row");
        row["agreement"].clone()
    };
    assert_eq!(agreement("metrics/damage-healed-per-game", "expert"), "differs");
    assert_eq!(agreement("metrics/length-mean", "random"), "agrees");
    assert!(rows.iter().all(|row| row["bot"] != "random" || row["agreement"] != "differs"), "{rows:?}");
    let json = json(folder, "o");
    let conclusion = json["conclusion"].to_string();
    assert!(conclusion.contains("Your players play most like"), "{conclusion}");
    // The fitted mix is a bot of every command.
    let bots = "o/playtest/players.toml";
    for (command, out) in [("run", "r"), ("luck", "l")] {
        quietly(folder, &[command, "knife-fight", "--games", "200", "--bots", bots, "--out", out]);
    }
}

#[test]
fn a_mix_plays_each_game_as_one_of_its_bots() {
    let folder = folder();
    let mix = "game = 'knife-fight'\nbelieves = 'Cuts, or plays at random.'\n[weights]\ndamage-dealt = 1\n[[mix]]\nshare = 0.4\ntemperature = 1\nweights = {}\n";
    let one = mix.split("[[mix]]").next().expect("a bot");
    let other = "game = 'knife-fight'\nbelieves = 'Plays at random.'\ntemperature = 1\n[weights]\n";
    let [mix, one, other] = [("mix", mix), ("one", one), ("other", other)].map(|(name, text)| {
        let file = folder.path().join(name).with_extension("toml");
        fs::write(&file, text).expect("a file");
        log_of(&file.display().to_string(), 0, 400)
    });
    let games = || mix.lines().zip(one.lines().zip(other.lines())).skip(1);
    assert!(games().all(|(mix, (one, other))| mix == one || mix == other));
    let others = games().filter(|(mix, (one, other))| mix == other && mix != one).count();
    // Two in five, and three standard errors.
    assert!((130..=190).contains(&others), "{others}");
}

/// What a log says of who played: the temperatures that it allows, the interval of the share of `random` in the mix, and
/// whether no bot plays like it.
struct Trial {
    times: Option<(f64, f64)>,
    random: Option<[f64; 2]>,
    is_none: bool,
    conclusion: String,
}

fn trial(text: &str, session: &Session, folder: &Path) -> Trial {
    let log = folder.join("log.csv");
    fs::write(&log, text).expect("a file");
    let options = Options { log: CardFiles::from(vec![log.display().to_string()]), ..Options::default() };
    let games = PlanOptions { games: Some(3000), ..PlanOptions::default() };
    let playtest = Playtest::new("knife-fight", &games, &options).unwrap_or_else(|errors| panic!("{errors}"));
    let result = playtest.play(session);
    let conclusion = undercard::report::claim::texts(result.conclusion()).join("\n");
    let is_none = conclusion.contains("\nNone of these bots");
    let random = result.share_of("random").map(|(_, ends)| [ends.low, ends.high]);
    Trial { times: result.temperatures(), random, is_none, conclusion }
}

/// Trials of the softened expert, at four times its temperature, then of a mix with two games of `random` in five: how often
/// the interval contains the truth, and how often no bot is said to play like it.
fn recovered(n_trials: u64) -> [u64; 3] {
    let (session, folder) = (Session::new(None).expect("threads"), folder());
    let mut found = [0; 3];
    for nth in 0..n_trials {
        let first = 1000 * nth;
        let soft = trial(&log_of("soft:expert", first, 150), &session, folder.path());
        let random = log_of("random", first, 60);
        let mix = log_of("expert", first + 60, 90) + random.split_once('\n').expect("a header").1;
        let mix = trial(&mix, &session, folder.path());
        found[0] += u64::from(soft.times.is_some_and(|(low, high)| low <= 4.0 && 4.0 <= high));
        found[1] += u64::from(mix.random.is_some_and(|[low, high]| low <= 0.4 && 0.4 <= high));
        found[2] += u64::from(soft.is_none) + u64::from(mix.is_none);
    }
    found
}

#[test]
fn players_are_recovered_and_a_stranger_is_flagged() {
    let found = recovered(4);
    assert!(found[0] >= 3 && found[1] >= 3 && found[2] <= 2, "{found:?}");
    let (session, folder) = (Session::new(None).expect("threads"), folder());
    // Never hits, which no bot of the panel does.
    let stranger = "game = 'knife-fight'\nbelieves = 'Never hits.'\n[weights]\ndamage-dealt = -50\n";
    let file = folder.path().join("stranger.toml");
    fs::write(&file, stranger).expect("a file");
    let text = log_of(&file.display().to_string(), 0, 300);
    // Games without a length are in the table, and left out of the search for bots, which is said.
    let cells = |(nth, line): (usize, &str)| {
        let cells: Vec<&str> = line.split(',').collect();
        let length = if (1..=20).contains(&nth) { "" } else { cells[1] };
        format!("{},{length},{}\n", cells[0], cells[2..].join(","))
    };
    let text: String = text.lines().enumerate().map(cells).collect();
    let stranger = trial(&text, &session, folder.path());
    let games = "by the 280 of 300 games with all these figures";
    assert!(stranger.is_none && stranger.conclusion.contains(games), "{}", stranger.conclusion);
}

#[test]
#[ignore = "plays for long; `just check` runs it"]
fn players_are_recovered_in_95_percent_of_many_trials() {
    let trials = std::env::var("TRIALS").map_or(40, |trials| trials.parse().expect("a number"));
    let found = recovered(trials);
    // 95 % less three standard errors; 5 % of false alarms of two logs and three standard errors.
    let spread = 3.0 * (0.05 * 0.95 * trials as f64).sqrt();
    let (least, most) = (0.95 * trials as f64 - spread, 0.1 * trials as f64 + 1.5 * spread);
    assert!(found[0] as f64 >= least && found[1] as f64 >= least && found[2] as f64 <= most, "{found:?}");
}

#[test]
fn two_versions_are_compared_with_what_bots_do() {
    let folder = folder();
    let folder = folder.path();
    let body = |bot: &str, first: u64, version: &str| {
        let text = log_of(bot, first, 60);
        let with = |line: &str| format!("{line},{version}\n");
        text.lines().skip(1).map(with).collect::<String>()
    };
    let header = "winner,length,parries_per_game,reflects_per_game,damage_healed_per_game,version\n";
    let log = header.to_owned() + &body("expert", 0, "1") + &body("expert", 500, "2");
    fs::write(folder.join("games.csv"), log).expect("a file");
    let words = ["playtest", "games.csv", "knife-fight", "--games", "2000", "--bots", "expert", "--out", "o"];
    let version = ["--version-config", "1=knife-fight"];
    quietly(folder, &[&words[..], &version].concat());
    let rows = rows_of(folder, "o", "playtest_versions");
    assert!(rows.iter().all(|row| row["other_version"] == "version 1" && row["agreement"] != "differs"));
    let length = rows.iter().find(|row| row["figure"] == "metrics/length-mean").expect("a row");
    assert_eq!(
        (length["games"].as_str(), length["games_other"].as_str(), length["simulated"].parse()),
        ("60", "60", Ok(0.0))
    );
    let (code, _, stderr) = answer(folder, &[&words[..], &["--version-config", "3=knife-fight"]].concat());
    assert!(code == 2 && stderr.contains("one of: \"1\", \"2\""), "{stderr}");
}

#[test]
fn prepared_deals_are_those_that_are_played() {
    let folder = folder();
    let folder = folder.path();
    for game in ["knife-fight", "stabby-jack", "stupid-fight", "fight"] {
        quietly(folder, &["playtest", "--deals", "2", game, "--out", game]);
        let text = fs::read_to_string(folder.join(game).join("deals.csv")).expect("a file");
        assert!(text.lines().count() > 20 && text.starts_with("deal,pile,place,card\n1,"), "{text}");
        let page = fs::read_to_string(folder.join(game).join("deals.html")).expect("a file");
        assert!(page.contains("deal 2</h1>"), "{page}");
    }
    let (code, _, stderr) = answer(folder, &["playtest", "--deals", "2", "taunt"]);
    assert!(code == 2 && stderr.contains("no pile is shuffled"), "{stderr}");
    // The cards that each player of Knife Fight draws or bleeds are those of the page, from the top.
    let simulation = plan("random").simulation();
    let piles = simulation.prepared(5).expect("piles");
    let is_drawn = |event: usize| ["drawn", "bled"].contains(&simulation.schema().events[event]);
    let mut order = [Vec::new(), Vec::new()];
    simulation.worker().show_cards(5..6, &mut |_, _, cards| {
        for event in cards.iter().filter(|event| is_drawn(event.event)) {
            order[event.seat.index()].push(simulation.schema().cards[event.card].id.clone());
        }
    });
    for (seat, order) in order.iter().enumerate() {
        let of = |name: &str| {
            let is_it = |pile: &&undercard::model::PreparedPile| {
                pile.name == name && pile.seat.is_some_and(|of| of.index() == seat)
            };
            piles.iter().find(is_it).expect("a pile").cards.clone()
        };
        let prepared = [of("opening"), of("deck")].concat();
        assert_eq!(order[..], prepared[..order.len()], "seat {seat}");
    }
    // In Fight!, all players draw from the Reserves, whose cards other events take as well.
    let options = PlanOptions { bots: vec!["random".into()], ..PlanOptions::default() };
    let simulation = Plan::new("fight", &options).unwrap_or_else(|errors| panic!("{errors}")).simulation();
    let piles = simulation.prepared(5).expect("piles");
    let of = |name: &str| &piles.iter().find(|pile| pile.name == name).expect("a pile").cards;
    assert_eq!((of("arenas").len(), of("graveyard").len() > 1), (7, true));
    let mut drawn: Vec<String> = Vec::new();
    simulation.worker().show_cards(5..6, &mut |_, _, cards| {
        let is_drawn = |event: &&CardEvent| simulation.schema().events[event.event] == "drawn";
        let events = cards.iter().filter(is_drawn);
        drawn = events.map(|event| simulation.schema().cards[event.card].id.clone()).collect();
    });
    let n_opening: usize = piles.iter().filter(|pile| pile.seat.is_some()).map(|pile| pile.cards.len()).sum();
    let mut reserves = of("reserves").iter();
    let later = &drawn[n_opening..(n_opening + 6).min(drawn.len())];
    assert!(later.len() > 3 && later.iter().all(|card| reserves.any(|known| known == card)), "{later:?}");
    // The deals of a log are compared with bots on the same deals.
    let log = "deal,winner,length\n1,black,6\n1,red,7\n2,black,9\n2,draw,8\n3,red,7\n3,red,6\n";
    fs::write(folder.join("games.csv"), log).expect("a file");
    let words = ["playtest", "games.csv", "knife-fight", "--games", "200", "--bots", "random", "--out", "o"];
    quietly(folder, &words);
    let rows = rows_of(folder, "o", "playtest_deals");
    assert!(rows.iter().all(|row| row["games"] == "6") && !rows.is_empty(), "{rows:?}");
    let conclusion = json(folder, "o")["conclusion"].to_string();
    assert!(conclusion.contains("sharing them costs as much as 17 % of the games"), "{conclusion}");
}

#[test]
fn the_score_sheet_has_the_columns_that_are_read() {
    let folder = folder();
    let folder = folder.path();
    quietly(folder, &["playtest", "--sheet", "taunt", "--out", "o"]);
    // The same page may be written again.
    quietly(folder, &["playtest", "--sheet", "taunt", "--out", "o"]);
    let page = fs::read_to_string(folder.join("o/score-sheet.html")).expect("a file");
    for part in ["\"characters\"", "default-src 'none'", "<th>winner</th>", "type=\"application/json\""] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("://"), "the page loads nothing");
    let start = page.find("id=\"sheet\">").expect("data") + "id=\"sheet\">".len();
    let data = &page[start..start + page[start..].find("</script>").expect("an end")];
    let sheet: serde_json::Value = serde_json::from_str(data).expect("JSON");
    // A log with every column of the form is read.
    let own: Vec<&str> = ["metrics", "events", "groups"]
        .iter()
        .flat_map(|list| sheet[*list].as_array().expect("a list"))
        .map(|column| column[0].as_str().expect("a name"))
        .collect();
    let n_cells = ["game", "date", "version", "deal", "players", "winner", "length", "notes"];
    let header = [&n_cells[..], &own].concat();
    let cells = "1,2026-01-02,1,1,2,1,3,none".to_owned() + &",".repeat(own.len());
    fs::write(folder.join("games.csv"), format!("{}\n{cells}\n", header.join(","))).expect("a file");
    let words = ["playtest", "games.csv", "taunt", "--games", "60", "--bots", "random", "--out", "p"];
    let (code, _, stderr) = answer(folder, &words);
    assert!(code == 0 && !stderr.contains("not read"), "{stderr}");
}
