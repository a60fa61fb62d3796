//! Tables of cards of all shipped configs, written and read back.

use super::sheet::Reading;
use super::*;
use crate::report::workbook::saved;
use crate::{Catalogue, PlanOptions, of_text, shipped};
use proptest::prelude::*;
use rust_xlsxwriter::Workbook;
use serde_json::json;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn plan_of(name: &str, text: &str, cards: &[&Path]) -> Result<Plan, String> {
    let files: Vec<String> = cards.iter().map(|path| path.display().to_string()).collect();
    plan_with(name, text, files.into())
}

fn plan_with(name: &str, text: &str, cards: CardFiles) -> Result<Plan, String> {
    let config = of_text(text.to_owned(), Path::new(name), Catalogue::printed());
    let options = PlanOptions { cards, ..PlanOptions::default() };
    config.and_then(|config| Plan::of_config(config, &options)).map_err(|errors| errors.to_string())
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
    for game in Catalogue::printed().iter() {
        let printed = format!("game = '{}'", game.id);
        for (nth, (name, house)) in shipped::configs(&game).into_iter().enumerate() {
            let plan = plan_of(&name, house, &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
            let lines = lines(&plan);
            let is_plain = |name: &String| {
                name.starts_with(|c: char| c.is_ascii_lowercase())
                    && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
            };
            assert!(lines[0].iter().all(is_plain), "{:?}", lines[0]);
            let tables = CardTable::of(&plan, None).expect("tables");
            // The configs take turns with the kinds of file, because reading a config is slow.
            let file_text = match nth % 4 {
                0 => text(&lines, b',').into_bytes(),
                1 => text(&lines, b'\t').into_bytes(),
                2 => german(&lines).into_bytes(),
                _ => xlsx(&plan, &tables, &Layout::default()).expect("a workbook"),
            };
            std::fs::write(&file, &file_text).expect("a file");
            let read = plan_of(&name, house, &[&file]).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(read.digest, plan.digest, "{name}\n{}", String::from_utf8_lossy(&file_text));
            let of_sheet = |warning: &&String| warning.contains("cards.csv") && !warning.ends_with(": Bild");
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

fn read(game: &str, text: &str) -> Result<Plan, String> {
    read_file(game, "cards.csv", |file| std::fs::write(file, text).expect("a file"))
}

fn read_file(game: &str, name: &str, write: impl FnOnce(&Path)) -> Result<Plan, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    write(&file);
    let plan = plan_of("house.toml", &format!("game = '{game}'"), &[&file]);
    let shown = |text: String| text.replace(&format!("{}/", folder.path().display()), "");
    plan.map(|mut plan| {
        plan.warnings = plan.warnings.into_iter().map(shown).collect();
        plan
    })
    .map_err(shown)
}

/// The game, the table, and its error.
const ERRORS: &str = r#"
knife-fight|table,id,damage\n\ncards,ten,x\n|cards.csv:3: column damage: found "x", expected an integer from 0 to 60
knife-fight|table,id,damage,strength\ncards,ten,7,5,4\n|cards.csv:2: found 5 cells, expected at most 4, as in the header; a cell with a comma needs quotes
taunt|id;table;damage__0\nkick;moves;1.000\n|cards.csv:2: column damage__0: found "1.000", expected an integer from 0 to 30 without a point or comma
fight|table,id,family\nwarriors,poacher,humen\n|cards.csv:2: column family: found "humen", expected one of
taunt|id,name\nnew,New\n|cards.csv: found no column card_table, and rows that fit characters and moves, expected a column card_table with one of these in each row: characters, moves
fight|table,id\nwariors,poacher\n|cards.csv:2: column card_table: found "wariors", expected one of: arenas, warriors (did you mean `warriors`?)
taunt|id,card_table,order,turn_order\nkick,moves,1,1\n|cards.csv:1: found two columns with one meaning, order and turn_order (columns 3 and 4), expected one
fight|table,id,power\nwarriors,poacher,1\nwarriors,poacher,2\n|cards.csv:3: column id: found a second row of poacher (the first is cards.csv:2)
fight|table,id,power\nwarriors,new,1\n|cards.csv:2: column id: new: found a new entry of warriors, expected the id of a known one, or a column for each value that a new one needs: family (one of: "human"
knife-fight|table,id,damage\ncards,new,1\n|cards.csv:2: column id: new: found a new entry of cards, which cannot have any, expected one of: ace, 
fight|table,id,power,family,copies,ability\nwarriors,007,1,human,1,[]\n|cards.csv:2: column id: 007: found the id "007", expected another id: spreadsheets change this one to a number or a date
fight|table,id,ability__0__effect\nwarriors,hunter,steal-boost\n|cards.csv:2: column ability__0__amount: found -10, which stays without this column, expected this column with an empty cell: with these values, the row can only have ability__0__effect, ability__0__families
taunt|table,id,name\nmoves,kick,=1+1\n|cards.csv:2: column name: found "=1+1", expected a name that does not begin with =
"#;

#[test]
fn errors_name_the_file_the_line_and_the_column() {
    for case in ERRORS.lines().filter(|case| !case.is_empty()) {
        let parts: Vec<&str> = case.split('|').collect();
        let found =
            read(parts[0], &parts[1].replace("\\n", "\n")).map(|plan| plan.digest).expect_err("an error");
        assert!(found.contains(parts[2]), "{found}\n{case}");
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
        (
            "cards.ten.damage=9".into(),
            vec!["cards.csv:1: ignored these columns, because they are no settings: text".to_owned()]
        )
    );
    // Without a table where there is only one.
    assert_eq!(changed("stabby-jack", "id,value\n10.0,9\n"), ("cards.10.value=9".into(), none.clone()));
    let lists = "table,id,ability__0__effect,ability__0__amount,ability__0__who,ability__0__families\n\
                 warriors,poacher,add,5,own,\nwarriors,hunter,add,-10,all,animal robot\n";
    let plan = read("fight", lists).unwrap_or_else(|error| panic!("{error}"));
    let ability = |id: &str| plan.value(&format!("warriors.{id}.ability")).map(crate::tree::json);
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
            "cards.csv:1: column damge is not read; did you mean damage?",
            "cards.csv:2: column strength: the empty cell changes nothing, as 2 more do"
        ]
    );
    let header = "table,id,power,family,copies,ability__0__amount,ability__0__effect,ability__0__who";
    let (changes, warnings) = changed(
        "fight",
        &format!("{header},ability__0__families\nwarriors,hunter,10,,,,,,\nwarriors,new,1,human,1,,,,\n"),
    );
    assert!(
        changes.contains("warriors.hunter.ability=[]") && changes.contains("warriors.new.ability=[]"),
        "{changes}"
    );
    assert_eq!(
        warnings.last().map(String::as_str),
        Some("cards.csv:2: column ability__0__amount: the empty cells mean no ability")
    );
    // Without a column for each value of the ability, nobody can have cleared it.
    let (changes, warnings) = changed("fight", &format!("{header}\nwarriors,hunter,9,human,1,,,\n"));
    assert_eq!(changes, "warriors.hunter.power=9");
    let stays = "cards.csv:2: column ability__0__amount: the empty cell changes nothing, as 2 more do; for none, write [] in \
                 a column ability";
    assert_eq!(warnings, [stays]);
    // A title is above the names of the columns, with commas of its own.
    let below = "My cards, second edition\n\ntable;id;damage\ncards;ten;9\n";
    assert_eq!(changed("knife-fight", below), ("cards.ten.damage=9".into(), none));
    let nothing = "cards.csv: there are no rows below the header, so nothing changes";
    assert_eq!(changed("knife-fight", "table,id,damage\n"), (String::new(), vec![nothing.into()]));
}

/// A described game whose deck is a table of its own.
const DUEL: &str = "game = 'sheet-duel'\nstart = ['each:', '  shuffle deck', '  draw size from deck to hand']\n\
                    round = ['choose play from hand to discard', 'each:', '  take damage of card from foe health', \
                    '  take block of card from foe health', '  if foe health <= 0:', '    win']\n\
                    zones = { deck = 'hidden', hand = 'own', discard = 'open pile' }\ncounters = { health = 10 }\n\
                    rules = { size = 2, max-rounds = 9 }\ncards = { iron-fist = { damage = 2 }, high-guard = { block = 1 } }\n\
                    deck = { iron-fist = 4, high-guard = 4 }\n";

/// The same game with a deck for each side.
fn sides() -> String {
    let decks =
        "deck = { red = { iron-fist = 4, high-guard = 4 }, blue = { iron-fist = 5, high-guard = 3 } }";
    DUEL.replace("deck = { iron-fist = 4, high-guard = 4 }", decks) + "sides = ['red', 'blue']\n"
}

/// The settings that a table of cards changes, then the warnings, or the errors; all without the folder.
fn read_as(game: &str, name: &str, bytes: &[u8], files: &CardFiles) -> Result<(String, String), String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    std::fs::write(&file, bytes).expect("a file");
    let files = CardFiles { files: vec![file.display().to_string()], ..files.clone() };
    let shown = |text: String| text.replace(&format!("{}/", folder.path().display()), "");
    let plan = plan_with("duel.toml", game, files).map_err(shown)?;
    let changes = plan.used().changes.into_iter().map(|change| format!("{}={}", change.key, change.value));
    Ok((changes.collect::<Vec<_>>().join(" "), shown(plan.warnings.join("\n"))))
}

/// An OpenDocument workbook of these rows. A cell in quotes is a text; any other is a number, or a formula with its value.
fn ods(rows: &str) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let content = format!(
        "<office:document-content><office:body><office:spreadsheet><table:table table:name='Deck'>{rows}\
                           </table:table></office:spreadsheet></office:body></office:document-content>"
    );
    for (name, part) in
        [("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", &content)]
    {
        zip.start_file(name, SimpleFileOptions::default()).expect("a part");
        zip.write_all(part.as_bytes()).expect("a part");
    }
    zip.finish().expect("an archive").into_inner()
}

fn utf_16(text: &str) -> Vec<u8> {
    [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
}

fn columns(columns: &str) -> CardFiles {
    CardFiles { columns: Some(columns.into()), ..CardFiles::default() }
}

/// Tables as people keep them: the file, its content or the name of one, how it is read, and its changes, or after ! a part
/// of its warnings or errors.
const CASES: &str = r#"
# Google Sheets: usual titles are proposed, and taken if they are typed.
deck.csv|PLAIN||!deck.csv:1: found no column id, only "Name", "Qty", "ATK", "DEF", "Text", expected --columns "id=Name, copies=Qty, damage=ATK"; settings of other columns: block
deck.csv|Karte,Anzahl,Schaden\niron-fist,3,5\n||!expected --columns "id=Karte, copies=Anzahl, damage=Schaden"
deck.csv|PLAIN|id=Name, copies=Qty, damage=ATK, block=DEF|cards.iron-fist.damage=5 cards.high-guard.block=2 deck.iron-fist=3 deck.high-guard=2
deck.csv|PLAIN|id=Name, copies=Qty, damage=ATK|!deck.csv:1: ignored these columns, because they are no settings: DEF, Text
deck.csv|PLAIN|id=Nam|!deck.csv:1: found no column "Nam" for id, only "Name", "Qty", "ATK", "DEF", "Text", expected the title of a column; if the titles are in another row: --header-row N
deck.csv|PLAIN|id=Name, copies=Count|!deck.csv:1: found no column "Count" for copies, only "Name",
deck.csv|PLAIN|id=Name, damge=ATK|!deck.csv:1: found the column damge for the title "ATK", expected one of: id, card_table, block, copies, damage (did you mean `damage`?)
deck.csv|PLAIN|id=Name, Qty|!--columns: found "Qty", expected a setting and the title of its column: id=Name, copies=Qty
deck.csv|PLAIN|id=Name, copies=Qty, block=qty|!--columns: found "block=qty" twice, expected each column once
deck.csv|id,Qty,damage\niron-fist,3,5\n||!deck.csv: not read, but perhaps meant: --columns "copies=Qty"
deck.csv|id,damage\niron-fist,3,5\n||!deck.csv:2: found 3 cells, expected at most 2, as in the header; a cell with a comma needs quotes: "7,5"
deck.csv|id;"ATK, all"\niron-fist;3\n|damage='ATK, all'|cards.iron-fist.damage=3
deck.csv|id,Damage,ATK\niron-fist,1,3\n|damage=ATK|cards.iron-fist.damage=3
# nanDECK in German: semicolons, decimal commas, line feeds in cells.
deck.csv|BOMCard;Count;Power;Bild\r\n"IRON FIST";3,0;"5";"a\nb"\r\nHigh-Guard;2;;\r\n|id=Card, copies=Count, damage=Power|cards.iron-fist.damage=5 deck.iron-fist=3 deck.high-guard=2
# Squib and Tabletop Simulator: a row for each copy.
deck.tsv|ROWS||!expected --columns "id=name, copies=rows, damage=atk"; settings of other columns: block
deck.tsv|ROWS|id=name, copies=rows, damage=atk|cards.iron-fist.damage=5 deck.iron-fist=3 deck.high-guard=1
deck.tsv|ROWSiron fist\t6|id=name, copies=rows, damage=atk|!deck.tsv:6: column atk: found "6", expected "5" as in the first row of iron-fist (deck.tsv:2)
deck.tsv|ROWS|id=name, damage=atk|!deck.tsv:3: column name: found a second row of iron-fist as "Iron Fist" (the first is deck.tsv:2), expected one row for each entry; for a row for each copy, type --columns "id=name, damage=atk, copies=rows"
deck.csv|Card,Qty\niron-fist,3\niron-fist,1\n|id=Card, copies=Qty|!deck.csv:3: column Card: found a second row of iron-fist (the first is deck.csv:2), expected one row for each entry; for a row for each copy, type --columns "id=Card, copies=rows"
# A workbook by hand: a title, blank rows, sums, and a hidden sheet.
deck.xlsx|BOOK||!deck.xlsx, sheet "Deck", cell A3: found no column id, only "Card", "Amount", "Hits", expected --columns "id=Card, copies=Amount"
deck.xlsx|BOOK|id=Card, copies=Amount, damage=Hits|cards.iron-fist.damage=7 deck.iron-fist=6
deck.xlsx|BOOK|id=Card, copies=Amount, damage=Hits|!deck.xlsx: the hidden sheet "Old" is not read; to read it: --worksheet "Old"
deck.xlsx|BOOK|id=Card, copies=Amount, damage=Hits|!deck.xlsx, sheet "Deck", cell A6: left out this row of totals
deck.xlsx|BOOK|--worksheet old id=Card, copies=Amount|deck.iron-fist=1
deck.xlsx|BOOK|--worksheet new id=Card|!deck.xlsx: found no sheet "new", expected "Deck", "Old"
deck.xlsx|GOLD|id=Name, damage=Cost|!deck.xlsx, sheet "Deck", cell B2: column Cost: found "1 Gold", expected an integer from 0 to 1000
deck.csv|Name,ATK,Qty\n— Attacks —\nIron Fist,5,3\n,,Blocks\nHigh Guard,,2\n|id=Name, damage=ATK, copies=Qty|cards.iron-fist.damage=5 deck.iron-fist=3 deck.high-guard=2
deck.csv|Name,ATK,Qty\n— Attacks —\nIron Fist,5,3\n|id=Name, damage=ATK, copies=Qty|!deck.csv:2: left out this heading: "— Attacks —"
deck.csv|Name,ATK,Qty\nIron Fist,5,3\n,7,\n|id=Name, damage=ATK, copies=Qty|!deck.csv:3: column Name: found an empty cell
deck.csv|The name,Name\nof,Name\nName,damage\nIron Fist,9\n|--header-row 3 id=Name|cards.iron-fist.damage=9
# Excel: Unicode text, and CSV of an old Windows.
deck.txt|WIDEName\tATK\r\nHigh Guard\t7\r\n|id=Name, damage=ATK|cards.high-guard.damage=7
deck.txt|N\0a\0||!deck.txt: found a byte 0, which is not UTF-8 (line 1), expected --encoding utf-16le
deck.csv|LATIN||!deck.csv: found bytes that are not UTF-8 (line 2), expected --encoding windows-1252
deck.csv|LATIN|--encoding windows-1252 id=Name, damage=ATK, copies=Qty|cards.eventail.damage=3 deck.eventail=2
deck.csv|LATIN|--encoding ansi-7 id=Name|!--encoding: found "ansi-7", expected windows-1252
# LibreOffice: OpenDocument with a formula, and a million empty rows.
deck.ods|OPEN|id=Title, damage=ATK|cards.iron-fist.damage=5
deck.ods|UNSAVED|id=Title, damage=ATK|!deck.ods, sheet "Deck", cell B2: column ATK: found "=[.C2]+2 (a formula without
# Names of other scripts, and names that become one id.
deck.csv|id,damage,copies\n鉄拳,3,1\n†,4,1\nStraße,5,1\n||!deck.csv: made ids from names: 鉄拳 = tie-quan, † = card-3, Straße = strasse
deck.csv|id,damage\nIron Fist,3\nIRON FIST!,4\n||!deck.csv:3: column id: found a second row of iron-fist as "IRON FIST!" (the first is deck.csv:2)
"#;

#[test]
fn tables_as_people_keep_them_are_read_or_say_what_to_type() {
    let plain = "Name,Qty,ATK,DEF,Text\nIron Fist,3,5,,\"Hits, hard\"\nHIGH_GUARD,2,,2,\n";
    let rows = "name\tatk\nIron Fist\t5\nIron Fist\t5\nhigh guard\t\niron_fist\t5\n";
    let mut book = workbook(&[
        ("Deck", &["My duel,second edition", ",,", "Card,Amount,Hits", "Iron Fist,6,7", ",,", "Total,6,7"]),
        ("Old", &["Card,Amount", "Iron Fist,1"]),
    ]);
    book.worksheet_from_index(1).expect("a sheet").set_hidden(true);
    let mut gold = workbook(&[("Deck", &["Name,Cost", "Iron Fist,1 Gold"])]);
    let word = |text: &str| {
        format!("<table:table-cell office:value-type='string'><text:p>{text}</text:p></table:table-cell>")
    };
    let number = "<table:table-cell table:formula='of:=[.C2]+2' office:value-type='float' office:value='5'/>";
    let empty = "<table:table-cell table:number-columns-repeated='16000'/>";
    let row = |cells: String| format!("<table:table-row>{cells}</table:table-row>");
    let rest = "<table:table-row table:number-rows-repeated='1000000'><table:table-cell/></table:table-row>";
    let open = row(word("Title") + &word("ATK")) + &row(word("Iron&amp;Fist") + number + empty) + rest;
    let unsaved = open.replace(" office:value-type='float' office:value='5'", "");
    let known = [
        ("BOOK", saved(&mut book).expect("a workbook")),
        ("GOLD", saved(&mut gold).expect("a workbook")),
        ("LATIN", b"Name;ATK;Qty\r\n\xc9ventail;3;2\r\n".to_vec()),
        ("OPEN", ods(&open)),
        ("UNSAVED", ods(&unsaved)),
    ];
    for case in CASES.lines().filter(|case| !case.is_empty() && !case.starts_with('#')) {
        let parts: Vec<&str> = case.split('|').collect();
        let text = [
            ("\\n", "\n"),
            ("\\r", "\r"),
            ("\\t", "\t"),
            ("\\0", "\0"),
            ("PLAIN", plain),
            ("ROWS", rows),
            ("BOM", "\u{feff}"),
        ]
        .into_iter()
        .fold(parts[1].to_owned(), |text, (sign, meaning)| text.replace(sign, meaning));
        let known = known.iter().find(|(name, _)| *name == parts[1]).map(|(_, bytes)| bytes.clone());
        let bytes =
            known.unwrap_or_else(|| text.strip_prefix("WIDE").map_or_else(|| text.clone().into(), utf_16));
        let (option, value, rest) = match parts[2].splitn(3, ' ').collect::<Vec<_>>()[..] {
            [option, value, rest] if option.starts_with("--") => (option, value, rest),
            _ => ("", "", parts[2]),
        };
        let of = |name: &str| (option == name).then(|| value.to_owned());
        let header_row = of("--header-row").and_then(|row| row.parse().ok());
        let files =
            CardFiles { sheet: of("--worksheet"), encoding: of("--encoding"), header_row, ..columns(rest) };
        let found = read_as(DUEL, parts[0], &bytes, &files);
        match (parts[3].strip_prefix('!'), &found) {
            (None, Ok((changes, _))) => assert_eq!(changes, parts[3], "{case}"),
            (Some(part), Ok((_, found)) | Err(found)) => assert!(found.contains(part), "{case}\n{found}"),
            (None, Err(error)) => panic!("{case}\n{error}"),
        }
    }
    let mapped = "id=Name, copies=Qty, damage=ATK, block=DEF";
    // The decks of both sides, in columns or in rows.
    let both = "Name;Red;Blue\nIron Fist;1;2\nHigh Guard;3;4\n";
    let found =
        read_as(&sides(), "deck.csv", both.as_bytes(), &columns("id=Name, copies_red=Red, copies_blue=Blue"));
    let changes = "deck.red.iron-fist=1 deck.red.high-guard=3 deck.blue.iron-fist=2 deck.blue.high-guard=4";
    assert_eq!(found.map(|(changes, _)| changes).as_deref(), Ok(changes));
    let found = read_as(&sides(), "deck.csv", plain.as_bytes(), &columns(mapped)).expect_err("an error");
    assert!(
        found.contains("expected copies_red and copies_blue, because each side has its own deck"),
        "{found}"
    );
    let found = read_as(&sides(), "deck.csv", both.as_bytes(), &CardFiles::default()).expect_err("an error");
    assert!(found.contains("--columns \"id=Name, copies_blue=Blue, copies_red=Red\""), "{found}");
}

/// A Joker has copies in both decks, and no strength.
#[test]
fn a_card_with_copies_and_no_values_is_a_row_like_others() {
    let files = columns("id=Name, copies_red=Red, copies_black=Black");
    let read = |rows: &str| {
        let text = format!("Name;Red;Black;Damage\n{rows}");
        read_as("game = 'knife-fight'", "deck.csv", text.as_bytes(), &files)
    };
    let (changes, _) = read("Ten;2;3;9\nJack;1;2;\nJoker;2;1;\n").unwrap_or_else(|error| panic!("{error}"));
    let mut changes: Vec<&str> = changes.split(' ').collect();
    changes.sort_unstable();
    assert_eq!(changes, ["cards.ten.damage=9", "deck.black.ten=3", "deck.red.jack=1", "deck.red.joker=2"]);
    for (rows, error) in [
        (
            "Jack;1;2;7\n",
            "deck.csv:2: column Damage: found \"7\", expected an empty cell: jack has only copies",
        ),
        ("Ten;1;1;1\nJack;13;2;\n", "deck.csv:3: column Red: found 13, expected an integer from 0 to 12"),
        (
            "Ten;1;1;1\nAssassin;1;1;\nBerserker;1;1;\n",
            "deck.csv:3: column Name: assassin: found a new entry of cards, which cannot have any, as in 1 more row, expected",
        ),
    ] {
        let found = read(rows).expect_err("an error");
        assert!(found.contains(error) && found.lines().count() == 1, "{found}\n{error}");
    }
    let plan = plan_with("k.toml", "game = 'knife-fight'\ndeck.red.joker = 3\n", CardFiles::default());
    let written = into(&plan.expect("a plan"), "deck.csv", b"Name;Red;Black\nJoker;1;1\n", &files, false);
    let written = written.map(|written| String::from_utf8(written.bytes).expect("UTF-8"));
    assert_eq!(written.as_deref(), Ok("Name;Red;Black\nJoker;3;1\n"));
}

#[test]
fn the_deck_of_a_described_game_is_a_column_of_its_cards() {
    for (sheet, changes) in [
        (
            "id,damage,copies\niron-fist,3,9\nhigh-guard,,1\n",
            "cards.iron-fist.damage=3 deck.iron-fist=9 deck.high-guard=1",
        ),
        ("id,damage,copies\nbig blow,7,2\n", "cards.big-blow.damage=7 deck.big-blow=2"),
        ("id,copies\nIron  Fist,3\nDragon’s Breath!,2\n", "deck.iron-fist=3 deck.dragons-breath=2"),
    ] {
        let found = read_as(DUEL, "cards.csv", sheet.as_bytes(), &CardFiles::default());
        assert_eq!(found.map(|(changes, _)| changes).as_deref(), Ok(changes));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cards.csv");
    for game in [DUEL.to_owned(), sides()] {
        std::fs::write(
            &file,
            text(
                &lines(
                    &plan_of("duel.toml", &game.replace("damage = 2", "damage = 3"), &[]).expect("a plan"),
                ),
                b',',
            ),
        )
        .expect("a file");
        let plan = plan_of("duel.toml", &game, &[&file]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(plan.used().changes.len(), 1);
    }
}

#[test]
fn a_config_names_a_table_of_cards_below_its_own_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("duel.toml"), DUEL).expect("a file");
    std::fs::write(path("deck.csv"), "Name,ATK,Qty\nIron Fist,5,6\n").expect("a file");
    let plan = |table: &str| {
        let house = format!("game = 'duel.toml'\n[cards-table]\n{table}\n[deck]\niron-fist = 7\n");
        std::fs::write(path("house.toml"), &house).expect("a file");
        plan_with(&path("house.toml").display().to_string(), &house, CardFiles::default())
    };
    let read = plan("file = 'deck.csv'\ncolumns = 'id=Name, damage=ATK, copies=Qty'")
        .unwrap_or_else(|error| panic!("{error}"));
    let changes: Vec<String> =
        read.used().changes.into_iter().map(|change| format!("{}={}", change.key, change.value)).collect();
    assert_eq!(changes, ["cards.iron-fist.damage=5", "deck.iron-fist=7"]);
    for (table, error) in [
        ("columns = 'id=Name'", "house.toml:2: cards-table.file: found no such key"),
        ("file = 'deck.csv'\ncolums = ''", "cards-table.colums: found an unknown key"),
        (
            "file = 'deck.csv'\ncolumns = 'id'",
            "house.toml:2: cards-table.columns: found \"id\", expected a setting",
        ),
        (
            "file = 'deck.csv'",
            "deck.csv:1: found no column id, only \"Name\", \"ATK\", \"Qty\", expected --columns \"id=Name, copies=Qty, damage=ATK\"",
        ),
    ] {
        let found = plan(table).map(|plan| plan.digest).expect_err("an error");
        assert!(found.contains(error), "{found}\n{error}");
    }
    let found =
        plan_with("duel.toml", &format!("{DUEL}[cards-table]\nfile = 'deck.csv'\n"), CardFiles::default());
    assert!(found.is_err_and(|error| error.contains("this table in house rules that begin with")));
}

#[test]
fn changed_values_are_written_into_the_file_of_its_author() {
    let game = format!("{DUEL}# Changed.\n")
        .replace("damage = 2", "damage = 13")
        .replace("iron-fist = 4", "iron-fist = 9");
    let printed = Catalogue::printed()
        .described(DUEL, &crate::tree::parse(DUEL, "duel.toml").expect("TOML"))
        .expect("a game");
    let mut plan = plan_with("duel.toml", &game, CardFiles::default()).expect("a plan");
    plan.game = printed;
    let files = columns("id=Name, damage=ATK, copies=Qty");
    let csv = |text: &str| {
        let written = into(&plan, "deck.csv", text.as_bytes(), &files, false);
        written
            .map(|written| String::from_utf8(written.bytes).expect("UTF-8"))
            .map_err(|errors| errors.to_string())
    };
    for (before, after) in [
        ("Name,ATK,Qty\nIron Fist,2,4\n", "Name,ATK,Qty\nIron Fist,13,9\n"),
        (
            "\u{feff}My deck\r\n\r\n\"Art\";Qty;Name;ATK\r\n\"a;\nb\";\"4\";IRON_FIST;2,0\r\nx;;High Guard;\r\nTotal;8;;\r\n",
            "\u{feff}My deck\r\n\r\n\"Art\";Qty;Name;ATK\r\n\"a;\nb\";\"9\";IRON_FIST;13\r\nx;;High Guard;\r\nTotal;8;;\r\n",
        ),
        ("Name\tATK\tArt\tQty\niron-fist\t2", "Name\tATK\tArt\tQty\niron-fist\t13\t\t9"),
    ] {
        assert_eq!(csv(before).as_deref(), Ok(after));
        assert_eq!(csv(after).as_deref(), Ok(after));
    }
    let wide =
        into(&plan, "deck.csv", &utf_16("Name,ATK,Qty\nIron Fist,2,4\n"), &files, false).expect("a file");
    assert_eq!(wide.bytes, utf_16("Name,ATK,Qty\nIron Fist,13,9\n"));
    let part = into(&plan, "deck.csv", b"Name,Qty\nIron Fist,4\n", &columns("id=Name, copies=Qty"), false)
        .expect("a file");
    assert_eq!(
        (part.changes.len(), &part.missing[..]),
        (1, &["cards.iron-fist.damage 2 → 13".to_owned()][..])
    );
    let counted = into(&plan, "deck.csv", b"Name\nIron Fist\n", &columns("id=Name, copies=rows"), false)
        .map(|_| ())
        .expect_err("an error");
    assert!(
        counted.to_string().contains("found copies that are counted by rows, expected 9 rows"),
        "{counted}"
    );
    // A row of totals stays, which is said; a cell that no setting allows is replaced only on request.
    let text = "Name,ATK,Qty\nIron Fist,2,4\nTotal,2,4\n".as_bytes();
    let totals = into(&plan, "deck.csv", text, &files, false).expect("a file").totals;
    assert_eq!(totals.iter().map(ToString::to_string).collect::<Vec<_>>(), ["deck.csv:3"]);
    let broken = |force| {
        let written = into(&plan, "deck.csv", b"Name,ATK,Qty\nIron Fist,1 Gold,4\n", &files, force);
        written.map(|written| written.changes.len()).map_err(|errors| errors.to_string())
    };
    let error = "deck.csv:2: column ATK: found \"1 Gold\", expected an integer from 0 to 1000; to replace it: --force";
    assert_eq!((broken(false), broken(true)), (Err(error.into()), Ok(2)));
    // A workbook keeps its styles, its other cells and its other sheets.
    let bold = rust_xlsxwriter::Format::new().set_bold();
    let mut book = workbook(&[
        ("Deck", &["Name,Art,ATK,Note,Qty", "Iron Fist,a & b,2,x,", "High Guard,,,,4"]),
        ("Notes", &["7"]),
    ]);
    let sheet = book.worksheet_from_index(0).expect("a sheet");
    sheet
        .write_number_with_format(1, 2, 2, &bold)
        .and_then(|sheet| sheet.write_formula(1, 3, "=C2*2"))
        .expect("cells");
    let bytes = saved(&mut book).expect("a workbook");
    let written = into(&plan, "deck.xlsx", &bytes, &files, false).unwrap_or_else(|error| panic!("{error}"));
    let changes: Vec<String> =
        written.changes.iter().map(|change| format!("{} {:?}", change.at, change.texts)).collect();
    assert_eq!(
        changes,
        [
            "deck.xlsx, sheet \"Deck\", cell C2 [\"2\", \"13\"]",
            "deck.xlsx, sheet \"Deck\", cell E2 [\"4\", \"9\"]"
        ]
    );
    let xml = |bytes: &[u8], name: &str| {
        let mut text = String::new();
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("an archive");
        std::io::Read::read_to_string(&mut archive.by_name(name).expect("a part"), &mut text)
            .expect("a text");
        text
    };
    let name = "xl/worksheets/sheet1.xml";
    let expected = xml(&bytes, name)
        .replace("<v>2</v></c><c r=\"D2\"", "<v>13</v></c><c r=\"D2\"")
        .replace("</c></row><row r=\"3\"", "</c><c r=\"E2\"><v>9</v></c></row><row r=\"3\"");
    assert_eq!(xml(&written.bytes, name), expected);
    assert_eq!(xml(&written.bytes, "xl/worksheets/sheet2.xml"), xml(&bytes, "xl/worksheets/sheet2.xml"));
    assert!(
        into(&plan, "deck.xlsx", &written.bytes, &files, false).is_ok_and(|again| again.changes.is_empty())
    );
    let formula = rust_xlsxwriter::Formula::new("=1+1").set_result("2");
    book.worksheet_from_index(0).and_then(|sheet| sheet.write_formula(1, 2, formula)).expect("a cell");
    let bytes = saved(&mut book).expect("a workbook");
    let refused =
        into(&plan, "deck.xlsx", &bytes, &files, false).map(|_| ()).expect_err("an error").to_string();
    assert!(
        refused.contains(
            "cell C2: found a formula, which is not overwritten, expected a number; replace it by 13 by hand"
        ),
        "{refused}"
    );
    let refused = into(
        &plan,
        "deck.ods",
        &ods(
            "<table:table-row><table:table-cell office:value-type='string'><text:p>Name</text:p></table:table-cell><table:table-cell office:value-type='string'><text:p>Qty</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell office:value-type='string'><text:p>Iron Fist</text:p></table:table-cell></table:table-row>",
        ),
        &columns("id=Name, copies=Qty"),
        false,
    );
    assert!(refused.is_err_and(|error| error.to_string().contains("found another workbook than .xlsx")));
}

#[test]
fn a_file_without_the_column_table_is_one_of_the_table_that_fits() {
    for game in Catalogue::printed().iter() {
        let text = format!("game = '{}'", game.id);
        let printed = plan_of("p.toml", &text, &[]).expect("a plan");
        for table in CardTable::of(&printed, None).expect("tables") {
            let is_of = |line: &Vec<String>| [TABLE, &table.name].contains(&line[0].as_str());
            let lines = lines(&printed).into_iter().filter(is_of).map(|line| line[1..].to_vec());
            let lines: Vec<_> = lines.collect();
            let plan = read(game.id, &self::text(&lines, b','));
            assert_eq!(
                plan.map(|plan| plan.digest),
                Ok(printed.digest.clone()),
                "{}: {}",
                game.id,
                table.name
            );
        }
    }
}

#[test]
fn a_table_is_written_in_the_order_in_which_it_was_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cards.csv");
    let rows = "Art;Damage;damage_printed;id;text;table\nten.png;9;10;ten;+1 Leben;cards\n";
    std::fs::write(&file, rows).expect("a file");
    let plan = plan_of("p.toml", "game = 'knife-fight'", &[&file]).expect("a plan");
    let tables = CardTable::of(&plan, Some("cards")).expect("tables");
    let layout = Layout::of(&vec![file.display().to_string()].into(), &tables).expect("a layout");
    let lines = layout.arrange(sheet(&tables));
    assert_eq!(lines[0], ["Art", "damage", "damage_printed", "id", "text", "card_table", "strength"]);
    assert_eq!(lines[1], ["", "1", "1", "ace", "", "cards", "1"]);
    assert_eq!(lines[10], ["ten.png", "9", "10", "ten", "+1 Leben", "cards", "10"]);
    let deck = CardTable::of(&plan, Some("deck")).expect("tables");
    assert!(!layout.arrange(sheet(&deck))[0].contains(&"Art".to_owned()));
}

/// The name of a sheet and its rows.
type SheetText<'t> = (&'t str, &'t [&'t str]);

/// A workbook with these sheets: their names and rows, with commas between the cells. Digits are a number.
fn workbook(sheets: &[SheetText]) -> Workbook {
    let mut book = Workbook::new();
    for (name, rows) in sheets {
        let sheet = book.add_worksheet().set_name(*name).expect("a name");
        for (row, cells) in (0..).zip(*rows) {
            for (column, cell) in (0..).zip(cells.split(',')).filter(|(_, cell)| !cell.is_empty()) {
                match cell.parse::<f64>() {
                    Ok(number) => sheet.write_number(row, column, number),
                    Err(_) => sheet.write_string(row, column, cell),
                }
                .expect("a cell");
            }
        }
    }
    book
}

fn read_book(game: &str, sheets: &[SheetText]) -> Result<Plan, String> {
    read_file(game, "cards.xlsx", |file| workbook(sheets).save(file).expect("a workbook"))
}

#[test]
fn the_sheets_of_a_workbook_are_read() {
    let notes: &[&str] = &["Notes", "7"];
    let plan = read_book(
        "fight",
        &[
            ("notes", notes),
            ("warriors", &["", "art,power,id", "x.png,7,poacher"]),
            ("Other", &["table,id,power", "warriors,hunter,3"]),
            ("empty", &[]),
        ],
    );
    let plan = plan.unwrap_or_else(|error| panic!("{error}"));
    let changes: Vec<String> =
        plan.used().changes.iter().map(|change| format!("{}={}", change.key, change.value)).collect();
    assert_eq!(changes.join(" "), "warriors.poacher.power=7 warriors.hunter.power=3");
    // LibreOffice makes a row of the first line of a CSV file.
    for line in ["sep=", "sep=;"] {
        let plan = read_book("knife-fight", &[("cards", &[line, "id,damage", "ten,9"])]);
        assert_eq!(plan.map(|plan| plan.used().changes.len()), Ok(1), "{line}");
    }
    // The name of the only sheet says nothing.
    let plan = read_book("stabby-jack", &[("Sheet1", &["id,value", "10,9"])]);
    assert_eq!(plan.map(|plan| plan.used().changes.len()), Ok(1));
}

#[test]
fn errors_in_a_workbook_name_the_sheet_and_the_cell() {
    let cases: &[(&[SheetText], &str)] = &[
        (
            &[("cards", &["id,strength,damage", "nine,,8", "ten,,a lot"])],
            "cards.xlsx, sheet \"cards\", cell C3: column damage: found \"a lot\", expected an integer from 0 to 60",
        ),
        (
            &[("cards", &["id,damage", "ten,9"]), ("cards (2)", &["table,id,damage", "cards,ten,8"])],
            "cards.xlsx, sheet \"cards (2)\", cell B2: column id: found a second row of ten (the first is cards.xlsx, sheet \"cards\", cell A2)",
        ),
        (
            &[("cards", &["title,damage", "ten,9"])],
            "cards.xlsx, sheet \"cards\", cell A1: found no column id, only \"title\", \"damage\", expected",
        ),
        (&[("cards", &[])], "cards.xlsx: found an empty file"),
    ];
    for (book, error) in cases {
        let found = read_book("knife-fight", book).map(|plan| plan.digest).expect_err("an error");
        assert!(found.contains(error), "{found}\n{error}");
    }
}

#[test]
fn a_formula_without_a_saved_value_is_an_error_at_its_cell() {
    let folder = tempfile::tempdir().expect("a folder");
    let [with, without] = ["with.xlsx", "without.xlsx"].map(|name| folder.path().join(name));
    let mut book = Workbook::new();
    let sheet = book.add_worksheet().set_name("cards").expect("a name");
    for (column, title) in (0..).zip(["id", "damage", "art"]) {
        sheet.write_string(0, column, title).expect("a cell");
    }
    let title = rust_xlsxwriter::Formula::new("=F7").set_result("strength");
    sheet.write_formula(0, 3, title).expect("a cell");
    sheet.write_string(1, 0, "ten").expect("a cell");
    let damage = rust_xlsxwriter::Formula::new("=4+5").set_result("9");
    sheet.write_formula(1, 1, damage).expect("a cell");
    // A column that is not read.
    let art = rust_xlsxwriter::Formula::new("=70+\"7\"").set_result("77");
    sheet.write_formula(1, 2, art).expect("a cell");
    book.save(&with).expect("a file");
    let mut archive = zip::ZipArchive::new(File::open(&with).expect("a file")).expect("an archive");
    let mut changed = ZipWriter::new(File::create(&without).expect("a file"));
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).expect("a part");
        let name = part.name().expect("a name").into_owned();
        let mut text = String::new();
        std::io::Read::read_to_string(&mut part, &mut text).expect("a text");
        let text = text.replace("<v>9</v>", "").replace("<v>77</v>", "").replace("<v>strength</v>", "");
        changed.start_file(name, SimpleFileOptions::default()).expect("a part");
        changed.write_all(text.as_bytes()).expect("a part");
    }
    changed.finish().expect("an archive");
    let read = |file: &Path| {
        plan_of("p.toml", "game = 'knife-fight'", &[file]).map(|plan| plan.used().changes.len())
    };
    assert_eq!(read(&with), Ok(1));
    let error = read(&without).expect_err("an error");
    let expected = "without.xlsx, sheet \"cards\", cell B2: column damage: found \"=4+5 (a formula without a saved value)\"";
    assert!(error.contains(expected) && !error.contains("C2"), "{error}");
    let expected = "cell D1: found \"=F7 (a formula without a saved value)\", expected the name of a column";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn a_table_of_another_program_is_read_or_its_error_says_how_to_save_it() {
    // As R writes it: with the numbers of the rows, and NA for an empty cell.
    let rows = "\"\",\"card_table\",\"id\",\"strength\",\"damage\",\"art\"\n\"1\",\"cards\",\"ten\",NA,9,NA\n\
                \"2\",\"deck\",\"red\",NA,NA,NA\n";
    let plan = read("knife-fight", rows).unwrap_or_else(|error| panic!("{error}"));
    let changes: Vec<String> = plan.used().changes.into_iter().map(|change| change.key).collect();
    assert_eq!(changes, ["cards.ten.damage"]);
    // A free text can be this word.
    let plan = read("taunt", "table,id,name\nmoves,kick,NA\n").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(plan.value("moves.kick.name").map(crate::tree::json), Some(json!("NA")));
    // As pandas writes a truth value of a column with empty cells.
    let read = |cell: &str| read("stupid-fight", &format!("id,advanced\ntorso-wrestler,{cell}\n"));
    assert_eq!(read("1.0").map(|plan| plan.digest), read("true").map(|plan| plan.digest));
    assert!(read("2").is_err());
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cards.csv");
    let read = |content: &[u8]| {
        std::fs::write(&file, content).expect("a file");
        plan_of("p.toml", "game = 'knife-fight'", &[&file]).map(|plan| plan.used().changes.len())
    };
    // Excel opens a file with this first line in every language.
    for first in ["sep=;", "\u{feff}SEP=;\r", "\"sep=;\"", "\u{feff}\"sep=;\"\r", "sep=;;", "\"sep=,\";"] {
        assert_eq!(read(format!("{first}\nid;damage\nten;9\n").as_bytes()), Ok(1));
        let error = read(format!("{first}\nid;damage\nten;x\n").as_bytes()).expect_err("an error");
        assert!(error.contains("cards.csv:3: column damage: found \"x\""), "{error}");
    }
}

/// A ZIP archive with one part.
fn archive(file: &Path, name: &str, part: &[u8]) {
    let mut zip = ZipWriter::new(File::create(file).expect("a file"));
    zip.start_file(name, SimpleFileOptions::default()).expect("a part");
    zip.write_all(part).and_then(|()| Ok(zip.finish()?)).expect("a part");
}

#[test]
fn hostile_workbooks_are_errors() {
    let refused = |expected: &str, write: &dyn Fn(&Path)| {
        let found = read_file("taunt", "bomb.xlsx", write).map(|plan| plan.digest).expect_err("an error");
        assert!(found.contains(expected) && found.len() < 200, "{found}");
    };
    let book = |file: &Path, fill: &dyn Fn(&mut rust_xlsxwriter::Worksheet)| {
        let mut book = Workbook::new();
        fill(book.add_worksheet());
        book.save(file).expect("a workbook");
    };
    refused("at most 32 MB after unpacking", &|file| archive(file, "xl/x.xml", &vec![b' '; 40_000_000]));
    refused("the number of its texts is wrong", &|file| {
        archive(file, "XL\\SharedStrings.xml", b"<sst uniqueCount = '99999999999'>");
    });
    refused("the number of its texts is wrong", &|file| {
        archive(file, "xl/sharedStrings.xml", b"<\0s\0s\0t\0>\0");
    });
    refused("cannot be read", &|file| archive(file, "content.xml", b"<x/>"));
    refused("cannot be read", &|file| std::fs::write(file, b"PK\x03\x04 and no more").expect("a file"));
    refused("a workbook of an old program", &|file| {
        std::fs::write(file, b"\xd0\xcf\x11\xe0\0").expect("a file");
    });
    refused("at most 5000 rows and 500 columns", &|file| {
        book(file, &|sheet| {
            sheet.write_number(1_000_000, 0, 7).expect("a cell");
        });
    });
    refused("at most 5000 rows and 500 columns", &|file| {
        book(file, &|sheet| {
            sheet.write_number(0, 16_000, 7).expect("a cell");
        });
    });
    refused("at most 32 MB after unpacking", &|file| {
        book(file, &|sheet| {
            let long = "x".repeat(30_000);
            for row in 0..1_100 {
                sheet.write_string(row, 0, &long).expect("a cell");
            }
        });
    });
    for (repeated, expected) in [("rows", "at most 5000 rows"), ("columns", "500 columns")] {
        let cell = "<table:table-cell table:number-columns-repeated='99999999999' office:value='7'/>";
        let row =
            format!("<table:table-row table:number-rows-repeated='99999999999'>{cell}</table:table-row>");
        let other = if repeated == "rows" { "columns" } else { "rows" };
        let row = row.replace(&format!(" table:number-{other}-repeated='99999999999'"), "");
        refused(expected, &|file| std::fs::write(file, ods(&row)).expect("a file"));
    }
    // A CSV file has the limits of a workbook.
    let rows = |n: usize| "card_table,id,damage\n".to_owned() + &"cards,ten,9\n".repeat(n - 1);
    let columns = |n: usize| format!("card_table,id{}\ncards,ten\n", ",note".repeat(n - 2));
    let blank = format!("{}\n{}", rows(5_000), ",,\n".repeat(10));
    let wide = format!("card_table,id{}\ncards,ten\n", ",".repeat(1_000));
    for (text, is_read) in [
        (rows(5_000), true),
        (rows(5_001), false),
        (columns(500), true),
        (columns(501), false),
        (blank, true),
        (wide, true),
    ] {
        let found =
            Reading::default().sheets("cards.csv", text.as_bytes()).err().map(|error| error.to_string());
        let expected =
            "cards.csv: found a larger sheet, expected at most 5000 rows and 500 columns in a sheet";
        assert_eq!(found.as_deref(), (!is_read).then_some(expected), "{} bytes", text.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_reader_never_panics(text in "(table[,;\t]id[,;\t])?(ability__[0-9]{0,3}__effect|peril__9__[0-9]|damage|[a-z_]{0,8})?[,;\t\"]?\n?(([a-z]{0,9}[,;\t]){0,3}[a-z0-9.,\\[{\"']{0,9}\n){0,3}") {
        let _ = Reading::default().sheets("cards.csv", text.as_bytes());
        for game in ["fight", "taunt"] {
            let _ = read(game, &text);
        }
    }
}
