//! Tables of cards of all shipped configs, written and read back.

use super::read::csv;
use super::*;
use crate::config::{GAMES, PlanOptions, of_text, shipped};
use proptest::prelude::*;
use serde_json::json;
use std::path::Path;

fn plan_of(name: &str, text: &str, cards: &[&Path]) -> Result<Plan, String> {
    let config = of_text(text.to_owned(), Path::new(name)).map_err(|errors| errors.to_string())?;
    let cards = cards.iter().map(|path| path.display().to_string()).collect();
    let options = PlanOptions { cards, ..PlanOptions::default() };
    Plan::of_config(config, &options).map_err(|errors| errors.to_string())
}

fn lines(plan: &Plan) -> Vec<Vec<String>> {
    sheet(&CardTable::of(plan, None).unwrap_or_else(|errors| panic!("{errors}")))
}

fn text(lines: &[Vec<String>], separator: u8) -> String {
    let mut writer = ::csv::WriterBuilder::new().delimiter(separator).from_writer(Vec::new());
    lines.iter().for_each(|line| writer.write_record(line).expect("a line"));
    String::from_utf8(writer.into_inner().expect("a file")).expect("UTF-8")
}

/// As a German spreadsheet may save it: other columns, another order, semicolons, decimal commas and a BOM.
fn german(lines: &[Vec<String>]) -> String {
    let is_number = |cell: &str| cell.parse::<i64>().is_ok();
    let line = |(index, line): (usize, &Vec<String>)| {
        let cells = line[2..].iter().rev();
        let cells = cells.map(|cell| if is_number(cell) { format!("{cell},0") } else { cell.clone() });
        let flags = cells.map(|cell| match cell.as_str() {
            "true" => "WAHR".into(),
            "false" => "FALSCH".into(),
            _ => cell,
        });
        let art = if index == 0 { "Bild" } else { "a; \"b\"" };
        flags.chain([art.to_owned(), line[1].clone(), line[0].clone()]).collect()
    };
    let lines: Vec<Vec<String>> = lines.iter().enumerate().map(line).collect();
    format!("\u{feff}{}", text(&lines, b';').replace('\n', "\r\n;;\r\n"))
}

#[test]
fn every_shipped_config_reads_back_exactly_from_its_cards() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cards.csv");
    for game in GAMES {
        let printed = format!("game = '{}'", game.id);
        for (name, house) in shipped::configs(game.id) {
            let plan = plan_of(&name, house, &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
            let lines = lines(&plan);
            let is_plain = |name: &String| {
                name.starts_with(|c: char| c.is_ascii_lowercase())
                    && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
            };
            assert!(lines[0].iter().all(is_plain), "{:?}", lines[0]);
            for text in [text(&lines, b','), text(&lines, b'\t'), german(&lines)] {
                std::fs::write(&file, &text).expect("a file");
                let read = plan_of(&name, house, &[&file]).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(read.digest, plan.digest, "{name}\n{text}");
                let of_sheet = |warning: &&String| warning.contains("cards.csv");
                assert_eq!(read.warnings.iter().find(of_sheet), None, "{name}");
                // The same cards under printed rules.
                if let Ok(read) = plan_of(&name, &printed, &[&file]) {
                    let cells = |plan: &Plan| {
                        let tables = CardTable::of(plan, None).unwrap_or_else(|errors| panic!("{errors}"));
                        tables
                            .into_iter()
                            .flat_map(|table| table.rows)
                            .map(|row| (row.id, row.cells))
                            .collect::<Vec<_>>()
                    };
                    assert_eq!(cells(&read), cells(&plan), "{name}");
                }
            }
        }
    }
}

fn read(game: &str, text: &str) -> Result<Plan, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cards.csv");
    std::fs::write(&file, text).expect("a file");
    let plan = plan_of("house.toml", &format!("game = '{game}'"), &[&file]);
    let shown = |text: String| text.replace(&format!("{}/", folder.path().display()), "");
    plan.map(|mut plan| {
        plan.warnings = plan.warnings.into_iter().map(shown).collect();
        plan
    })
    .map_err(shown)
}

#[test]
fn errors_name_the_file_the_line_and_the_column() {
    for (game, sheet, error) in [
        (
            "knife-fight",
            "table,id,damage\n\ncards,ten,x\n",
            "cards.csv:3: column damage: found \"x\", expected an integer from 0 to 60",
        ),
        (
            "knife-fight",
            "table,id,damage\ncards,ten,\"1,5\"\n",
            "cards.csv:2: column damage: found 1.5, expected an integer from 0 to 60",
        ),
        (
            "taunt",
            "id;table;damage__0\nkick;moves;1.000\n",
            "cards.csv:2: column damage__0: found \"1.000\", expected an integer from 0 to 30",
        ),
        (
            "fight",
            "table,id,family\nwarriors,poacher,humen\n",
            "cards.csv:2: column family: found \"humen\", expected one of",
        ),
        ("fight", "table,id,family\nwarriors,poacher,humen\n", "(did you mean `human`?)"),
        (
            "fight",
            "id,family\npoacher,human\n",
            "cards.csv:2: column table: found an empty cell, expected one of: arenas, warriors",
        ),
        (
            "fight",
            "table,id\nwariors,poacher\n",
            "cards.csv:2: column table: found \"wariors\", expected one of: arenas, warriors (did you mean `warriors`?)",
        ),
        ("fight", "table,family\nwarriors,human\n", "cards.csv: found no column id, expected"),
        ("fight", "", "cards.csv: found an empty file, expected a first line"),
        ("fight", "table,id,power,Power\nwarriors,poacher,1,2\n", "cards.csv: found two columns Power"),
        (
            "fight",
            "table,id,power\nwarriors,poacher,1\nwarriors,poacher,2\n",
            "cards.csv:3: found a second row of poacher (line 2 is the first)",
        ),
        (
            "fight",
            "table,id,power\nwarriors,new,1\n",
            "cards.csv:2: column family: found no such key, expected one of",
        ),
        (
            "fight",
            "table,id,ability,ability__0__effect\nwarriors,poacher,[],add\n",
            "cards.csv:2: column ability: found a value, expected an empty cell, or none in ability__0__effect",
        ),
        ("knife-fight", "table,id,damage\ncards,new,1\n", "cards.csv:2: "),
    ] {
        let found = read(game, sheet).map(|plan| plan.digest).expect_err("an error");
        assert!(found.contains(error), "{found}\n{error}");
    }
}

#[test]
fn a_sheet_changes_only_what_it_says() {
    let changed = |game: &str, sheet: &str| {
        let plan = read(game, sheet).unwrap_or_else(|error| panic!("{error}"));
        let changes = plan.used().changes;
        let changes = changes.iter().map(|change| format!("{}={}", change.key, change.value));
        (changes.collect::<Vec<_>>().join(" "), plan.warnings)
    };
    let none = Vec::<String>::new();
    assert_eq!(
        changed("knife-fight", "id,table,damage,text\nten,cards,9,\"a\nb\"\n"),
        ("cards.ten.damage=9".into(), none.clone())
    );
    // Without a table where there is only one.
    assert_eq!(
        changed("stabby-jack", "id,value,art\n10.0,9,x.png\n"),
        ("cards.10.value=9".into(), none.clone())
    );
    let lists = "table,id,ability__0__effect,ability__0__amount,ability__0__who,ability__0__families\n\
                 warriors,poacher,add,5,own,\nwarriors,hunter,add,-10,all,animal robot\n";
    let plan = read("fight", lists).unwrap_or_else(|error| panic!("{error}"));
    let ability = |id: &str| plan.value(&format!("warriors.{id}.ability")).map(crate::config::tree::json);
    assert_eq!(ability("poacher"), Some(json!([{ "effect": "add", "amount": 5, "who": "own" }])));
    let families = json!(["animal", "robot"]);
    let hunter = json!([{ "effect": "add", "amount": -10, "who": "all", "families": families }]);
    assert_eq!((ability("hunter"), &plan.warnings), (Some(hunter), &none));
    let (changes, warnings) =
        changed("knife-fight", "table,id,damge,damage,strength\ncards,ten,1,9,\ncards,nine,,,\n");
    assert_eq!(changes, "cards.ten.damage=9");
    assert_eq!(
        warnings,
        [
            "cards.csv: column damge is not read; did you mean damage?",
            "cards.csv:2: column strength: the empty cell changes nothing, as 2 more do"
        ]
    );
}

#[test]
fn cells_that_differ_have_the_printed_value_beside_them() {
    let plan =
        read("knife-fight", "table,id,damage\ncards,ten,9\n").unwrap_or_else(|error| panic!("{error}"));
    let lines = lines(&plan);
    assert_eq!(lines[0][..2], ["table", "id"]);
    assert_eq!(lines[0][lines[0].len() - 3..], ["strength", "damage", "damage_printed"]);
    assert_eq!(
        lines.last().map(|line| &line[line.len() - 3..]),
        Some(&["10".to_owned(), "9".into(), "10".into()][..])
    );
    let printed = plan_of("p.toml", "game = 'knife-fight'", &[]).expect("a plan");
    let tables = |plan: &Plan| CardTable::of(plan, Some("cards")).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(
        differences(&tables(&printed), &tables(&plan)),
        [["cards.ten", "damage", "10", "9"].map(str::to_owned)]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_reader_never_panics(text in "(table[,;\t]id[,;\t])?(ability__[0-9]{0,3}__effect|peril__9__[0-9]|damage|[a-z_]{0,8})?[,;\t\"]?\n?(([a-z]{0,9}[,;\t]){0,3}[a-z0-9.,\\[{\"']{0,9}\n){0,3}") {
        let _ = csv(&text, "cards.csv");
        for game in ["fight", "taunt"] {
            let _ = read(game, &text);
        }
    }
}
