//! `matchups`, end to end: which pairs play, and which files are written.

use super::program::{answer, folder, names, table_of, warnings, with_file};
use csv::StringRecord;
use std::path::Path;
use undercard::config::{Catalogue, shipped};

const FILES: [&str; 3] = ["field.csv", "matchups.csv", "ratings.csv"];

/// The rows of a file, and the index of each of its columns.
struct File {
    header: StringRecord,
    rows: Vec<StringRecord>,
}

impl File {
    fn of(text: &str) -> Self {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let header = reader.headers().expect("a header").clone();
        Self { header, rows: reader.records().map(|row| row.expect("a row")).collect() }
    }

    /// The table of a file, with all columns of `result.json`.
    fn read(folder: &Path, name: &str) -> Self {
        let json = std::fs::read_to_string(folder.join("result.json")).expect("a result");
        let (header, rows) = table_of(&json, name.trim_end_matches(".csv"));
        Self { header: header.into(), rows: rows.into_iter().map(StringRecord::from).collect() }
    }

    fn cell<'r>(&self, row: &'r StringRecord, column: &str) -> &'r str {
        let place = self.header.iter().position(|name| name == column);
        &row[place.unwrap_or_else(|| panic!("no column {column}"))]
    }

    fn number(&self, row: &StringRecord, column: &str) -> f64 {
        let cell = self.cell(row, column);
        cell.parse().unwrap_or_else(|_| panic!("{column} is {cell:?} in {row:?}"))
    }
}

/// Plays a round robin, which must succeed, and reads its files.
fn played(args: &[&str]) -> [File; 3] {
    let folder = folder();
    let (code, text, stderr) = answer(folder.path(), &[&["matchups"], args, &["--out", "o"]].concat());
    assert_eq!((code, warnings(&stderr)), (0, ""), "{args:?}\n{text}");
    assert!(
        names(&folder.path().join("o/matchups"))
            .into_iter()
            .filter(|name| !["figures.csv", "result.json", "runs.csv"].contains(&name.as_str()))
            .eq(FILES)
    );
    FILES.map(|name| File::read(&folder.path().join("o/matchups"), name))
}

#[test]
fn all_pairs_play_and_both_rows_agree() {
    let [field, matchups, ratings] =
        played(&["knife-fight", "--bots", "random,cutter,medic", "--games", "4000"]);
    assert_eq!((matchups.rows.len(), ratings.rows.len(), field.rows.len()), (6, 3, 4));
    for row in &matchups.rows {
        let other = matchups.rows.iter().find(|other| row[3] == other[4] && row[4] == other[3]);
        let other = other.expect("the other side");
        let number = |column: &str| matchups.number(row, column);
        let sum = |column: &str| number(column) + matchups.number(other, column);
        assert_eq!(
            (number("deals"), number("games"), sum("deals_1")),
            (2000.0, 4000.0, 2.0 * number("deals_1"))
        );
        assert!((sum("score") - 1.0).abs() < 2e-6 && number("wins") == matchups.number(other, "losses"));
        assert!(number("score_low") < number("score") && number("score") < number("score_high"));
        assert!(
            number("joint_low") < number("score_low") && number("joint_high") > number("score_high"),
            "{row:?}"
        );
        let score = (number("wins") + number("draws") / 2.0) / number("games");
        assert!((score - number("score")).abs() < 1e-6, "{row:?}");
        let five = ["deals_0", "deals_0_5", "deals_1", "deals_1_5", "deals_2"].map(number);
        assert_eq!(five.iter().sum::<f64>(), 2000.0);
        let wins: f64 = five.iter().zip([0.0, 0.5, 1.0, 1.5, 2.0]).map(|(deals, wins)| deals * wins).sum();
        assert_eq!(wins, number("wins") + number("draws") / 2.0);
    }
    // `random` is the weakest member, and in no mix.
    let last = ratings.rows.last().expect("a row");
    assert_eq!((&last[3], ratings.cell(last, "nash_high")), ("random", "0.000000"));
    let sum = |column: &str| ratings.rows.iter().map(|row| ratings.number(row, column)).sum::<f64>();
    assert!(
        sum("elo").abs() < 1e-3 && (sum("nash") - 1.0).abs() < 3e-6 && (sum("alpha_rank") - 1.0).abs() < 3e-6
    );
    let metrics: Vec<&str> = field.rows.iter().map(|row| &row[3]).collect();
    assert_eq!(metrics, ["cyclic-share", "cyclic-share-transitive", "cyclic-p", "fit-p"]);
    let fewest = matchups.rows.iter().map(|row| matchups.number(row, "informative")).reduce(f64::min);
    assert!(field.rows.iter().all(|row| Some(field.number(row, "informative")) == fewest));
}

/// A bot plays itself under another name: seats and chance affect both equally.
#[test]
fn two_identical_bots_split_every_deal() {
    let cutter = shipped::strategies(&Catalogue::printed().find("knife-fight").expect("a game"));
    let cutter = cutter.into_iter().find(|(name, _)| *name == "cutter.toml").expect("a cutter").1;
    with_file("twin.toml", cutter, |folder| {
        let args =
            ["matchups", "knife-fight", "--bots", "cutter,./twin.toml", "--games", "2000", "--out", "o"];
        let (code, text, stderr) = answer(folder, &args);
        assert_eq!((code, warnings(&stderr)), (0, ""), "{text}");
        let matchups = File::read(&folder.join("o/matchups"), "matchups.csv");
        for row in &matchups.rows {
            assert_eq!((matchups.cell(row, "deals_1"), matchups.cell(row, "score")), ("1000", "0.500000"));
            assert!(matchups.number(row, "score_low") > 0.4 && matchups.number(row, "score_low") < 0.5);
        }
    });
}

#[test]
fn bots_and_characters_play_with_any_number_of_players() {
    for (args, members) in [
        (&["stabby-jack", "--bots", "random,hunter", "--players", "4", "--games", "600"][..], 2),
        (&["stupid-fight", "--bots", "random,brawler,thief", "--players", "3", "--games", "200"], 3),
        (&["fight", "--bots", "expert-3,hunter,spoiler,collector,random", "--games", "200"], 5),
        (&["knife-fight", "--bots", "all,search:2", "--games", "8"], 6),
        (&["taunt", "--characters", "all", "--bots", "brawler", "--games", "100"], 5),
        (&["taunt", "--characters", "tuggle,teabot", "--set", "setup.mode=team", "--games", "100"], 2),
    ] {
        let [_, matchups, ratings] = played(args);
        assert_eq!((matchups.rows.len(), ratings.rows.len()), (members * (members - 1), members), "{args:?}");
        for row in &matchups.rows {
            let is_two = &row[1] == "2";
            assert_eq!(matchups.cell(row, "deals_1").is_empty(), !is_two, "{row:?}");
            let number = |column: &str| matchups.number(row, column);
            let all = number("wins") + number("draws") + number("losses");
            assert!((all - number("games")).abs() < 1e-3, "{row:?}");
        }
    }
}

/// A deck stays with its owner on both sides. Other settings of a member's config would be ignored, so they
/// are rejected.
#[test]
fn decks_play_under_the_rules_of_the_config() {
    let deck = "game = 'knife-fight'\n[deck.black]\nking = 4\n[deck.red]\nking = 4\n";
    with_file("kings.toml", deck, |folder| {
        let matchups = |more: &[&str]| {
            let args = ["matchups", "knife-fight", "--games", "2000", "--format", "csv", "--decks"];
            answer(folder, &[&args[..], more].concat())
        };
        let (code, csv, stderr) = matchups(&["knife-fight,kings.toml", "--bots", "cutter"]);
        assert_eq!((code, warnings(&stderr)), (0, ""), "{csv}");
        let rows = File::of(&csv).rows;
        assert_eq!((&rows[0][2], &rows[0][3]), ("knife-fight", "knife-fight-kings"));
        // The two games of a deal are those of two runs in which black and red have these decks.
        let wins = |black: &str, red: &str| {
            let set = |side, kings| format!("deck.{side}.king={kings}");
            let (black, red) = (set("black", black), set("red", red));
            let args = ["run", "knife-fight", "-n", "1000", "--bots", "cutter", "--format", "csv", "--set"];
            let (code, csv, _) = answer(folder, &[&args[..], &[&black, "--set", &red]].concat());
            assert_eq!(code, 0);
            [0, 1].map(|seat| File::of(&csv).rows[seat][8].parse::<f64>().expect("wins"))
        };
        let printed = "2";
        let (here, there) = (wins(printed, "4"), wins("4", printed));
        assert_eq!(rows[0][9].parse::<f64>().expect("wins"), here[0] + there[1]);
        assert_eq!(rows[0][11].parse::<f64>().expect("wins"), here[1] + there[0]);
        std::fs::write(folder.join("rules.toml"), "game = 'knife-fight'\n[rules]\ntie = 'no-hit'\n")
            .expect("a file");
        std::fs::write(folder.join("other.toml"), "game = 'fight'\n").expect("a file");
        for (more, parts) in [
            (
                &["kings.toml,rules.toml"][..],
                ["--decks: rules.toml: rules.tie: found \"no-hit\"", "only decks may differ"],
            ),
            (&["kings.toml,other.toml"], ["--decks: other.toml: game", "expected knife-fight"]),
            (&["kings.toml,knife-fight", "--bots", "cutter,medic"], ["--bots: found 2 bots", "one bot"]),
        ] {
            let (code, _, stderr) = matchups(more);
            assert_eq!(code, 2, "{more:?}");
            parts.iter().for_each(|part| assert!(stderr.contains(part), "{part} is not in\n{stderr}"));
        }
        let both = ["--set", "rules.tie=no-hit"];
        assert_eq!(
            matchups(&[&["kings.toml,rules.toml"], &both[..]].concat()).0,
            0,
            "the same rules in both"
        );
    });
}

/// The result names the members, and the digest covers their contents.
#[test]
fn the_result_names_the_members() {
    let deck = |kings: u8| format!("game = 'knife-fight'\n[deck.red]\nking = {kings}\n");
    let strategy =
        |weight: u8| format!("game = 'knife-fight'\nbelieves = 'x'\n[weights]\nlethal = {weight}\n");
    with_file("x.toml", strategy(1), |folder| {
        std::fs::write(folder.join("kings.toml"), deck(4)).expect("a file");
        let filed = |args: &[&str]| {
            let args = [&["matchups"], args, &["--games", "200", "--quiet", "--out", "o"]].concat();
            assert_eq!(answer(folder, &args), (0, String::new(), String::new()), "{args:?}");
            let text = std::fs::read_to_string(folder.join("o/matchups/result.json")).expect("a file");
            let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            let config = &json["configs"][0];
            let list = |value: &serde_json::Value| value.to_string().replace(',', ", ");
            (list(&config["bots"]), list(&json["options"]["members"]), config["games_digest"].to_string())
        };
        let bots = ["knife-fight", "--bots", "cutter,./x.toml"];
        let (none, members, digest) = filed(&bots);
        assert_eq!((none.as_str(), members.as_str()), ("[]", "[\"cutter\", \"./x.toml\"]"));
        assert_eq!(filed(&bots).2, digest);
        assert_ne!(filed(&["knife-fight", "--bots", "./x.toml,cutter"]).2, digest);
        std::fs::write(folder.join("x.toml"), strategy(9)).expect("a file");
        assert_ne!(filed(&bots).2, digest, "another bot of the same name");
        let decks = ["knife-fight", "--decks", "knife-fight,kings.toml", "--bots", "cutter"];
        let (bots, members, digest) = filed(&decks);
        assert_eq!((&bots[..], &members[..]), ("[\"cutter\"]", "[\"knife-fight\", \"kings.toml\"]"));
        std::fs::write(folder.join("kings.toml"), deck(5)).expect("a file");
        assert_ne!(filed(&decks).2, digest, "another deck of the same name");
        let characters = |who| filed(&["taunt", "--characters", who, "--bots", "brawler"]);
        let (bots, members, digest) = characters("tuggle,teabot");
        assert_eq!((&bots[..], &members[..]), ("[\"brawler\"]", "[\"tuggle\", \"teabot\"]"));
        assert_ne!(characters("tuggle,mooshmere").2, digest);
    });
}

/// The games of a pair depend neither on the other members nor on the number of games.
#[test]
fn more_members_do_not_change_earlier_results() {
    let rows = |bots: &str| {
        let [_, matchups, _] = played(&["knife-fight", "--bots", bots, "--games", "1000"]);
        // Joint intervals depend on the number of pairs, and the result is another one.
        let is_joint = |place: usize| {
            matchups.header[place].starts_with("joint_") || &matchups.header[place] == "run_id"
        };
        let own = |row: &StringRecord| {
            let cells = row.iter().enumerate().filter(|(place, _)| !is_joint(*place));
            cells.map(|(_, cell)| cell.to_owned()).collect::<Vec<_>>()
        };
        matchups.rows.iter().map(own).collect::<Vec<_>>()
    };
    let (two, four) = (rows("cutter,medic"), rows("cutter,medic,hoarder,random"));
    assert!(two.iter().all(|row| four.contains(row)), "{two:?}");
}
