//! `undercard cards` and `--cards`: every command plays the cards of the table.

use super::program::{answer, folder, printed_bytes, refused_in};
use calamine::{Reader, Xlsx, open_workbook};
use std::collections::BTreeSet;
use std::fs;

const NINE: &str = "table;id;damage\ncards;ten;9,0\n";

#[test]
fn every_command_takes_the_cards_of_the_table() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("nine.csv"), NINE).expect("a file");
    let games = ["--games", "300", "--bots", "random", "--format", "csv"];
    let csv = |args: &[&str]| answer(folder, &[&["run"], args, &games].concat()).1;
    let of_set = csv(&["knife-fight", "--set", "cards.ten.damage=9", "--out", "set"]);
    assert_eq!(csv(&["knife-fight", "--cards", "nine.csv", "--out", "o"]), of_set);
    // The setting comes after the table.
    let both = ["knife-fight", "--cards", "nine.csv", "--set", "cards.ten.damage=10", "--out", "both"];
    assert_eq!(csv(&both), csv(&["knife-fight", "--out", "printed"]));
    let house = "game = 'knife-fight'\n[targets]\n'win_rates/side/black' = { at = 0.1, within = 0.01 }\n";
    fs::write(folder.join("house.toml"), house).expect("a file");
    for (command, part) in [
        ("compare knife-fight --cards-b nine.csv --dry-run", "  cards.ten.damage 10 → 9\n"),
        ("cards --diff knife-fight --cards nine.csv", "cards.ten  damage  10       9\n"),
        ("list knife-fight --changed --cards nine.csv", "cards.ten.damage = 9  (printed: 10)\n"),
        ("lint house.toml --cards nine.csv", "undercard run house.toml --cards nine.csv"),
        (
            "compare knife-fight --cards nine.csv",
            "--cards changes both sides, --cards-b nine.csv only the second",
        ),
        ("schema knife-fight --cards nine.csv", "{"),
        ("tune house.toml --cards nine.csv --bots random --games 200 --keys rules.bleed* --out o", ""),
        ("init knife-fight new.toml --cards nine.csv", ""),
    ] {
        let (_, out, log) = answer(folder, &command.split(' ').collect::<Vec<_>>());
        assert!((out.clone() + &log).contains(part), "{command}: {out}{log}");
    }
    let rules = fs::read_to_string(folder.join("new.toml")).expect("a file");
    assert!(rules.contains("\n#strength = 10\ndamage = 9\n") && !rules.contains("damage = 10"), "{rules}");
    let found =
        ["tuned.toml", "closest.toml"].map(|name| fs::read_to_string(folder.join("o/tune").join(name)));
    let texts: Vec<String> = found.into_iter().flatten().collect();
    assert!(
        !texts.is_empty() && texts.iter().all(|text| text.contains("[cards.ten]\ndamage = 9")),
        "{texts:?}"
    );
    // The result keeps the cards; errors name the file, and other files are not replaced.
    fs::remove_file(folder.join("nine.csv")).expect("a file");
    assert_eq!(csv(&["o/run/run.toml", "--out", "again"]), of_set);
    fs::write(folder.join("bad.csv"), "table,id,damage\ncards,ten,x\n").expect("a file");
    for command in ["lint", "list", "schema", "studio"] {
        refused_in(folder, &[command, "house.toml", "--cards", "bad.csv"], &["bad.csv:2: column damage"]);
    }
    fs::write(folder.join("cards.csv"), "mine").expect("a file");
    refused_in(folder, &["cards", "knife-fight", "--out", "cards.csv"], &["cards.csv", "--force"]);
    refused_in(folder, &["cards", "knife-fight", "--out", "cards.txt"], &["a file like cards.csv"]);
    refused_in(folder, &["cards", "taunt", "move"], &["TABLE", "did you mean `moves`?"]);
    assert_eq!(fs::read_to_string(folder.join("cards.csv")).expect("a file"), "mine");
    assert_eq!(answer(folder, &["cards", "knife-fight", "--out", "cards.csv", "--force"]).0, 0);
}

/// A deck of other titles is read, begins house rules, and gets the values of a config back.
#[test]
fn a_deck_keeps_its_own_titles() {
    let folder = folder();
    let folder = folder.path();
    let run = |line: &str| answer(folder, &line.split(' ').collect::<Vec<_>>());
    fs::copy(super::root().join("examples/described/duel.toml"), folder.join("duel.toml")).expect("a copy");
    fs::write(folder.join("deck.csv"), "Name;Qty;ATK;Art\r\nJab;5;2;a\r\nHook;3;3;b\r\n").expect("a file");
    let columns = "--columns id=Name,copies=Qty,damage=ATK";
    refused_in(
        folder,
        &["lint", "duel.toml", "--cards", "deck.csv"],
        &["--columns \"id=Name, copies=Qty, damage=ATK\""],
    );
    refused_in(folder, &["list", "--columns", "id=Name"], &["--columns", "without a config"]);
    refused_in(
        folder,
        &["run", "duel.toml", "--worksheet", "x"],
        &["--worksheet", "a file to use it for: --cards FILE"],
    );
    let (_, out, log) = run(&format!("lint duel.toml --cards deck.csv {columns}"));
    assert!((out + &log).contains("--cards deck.csv"), "a command to play it");
    let dry = run(&format!("compare duel.toml --cards-b deck.csv {columns} --dry-run")).1;
    assert!(dry.contains("cards.jab.damage 1 → 2") && dry.contains("deck.hook 4 → 3"), "{dry}");
    assert_eq!(run(&format!("init house.toml --game duel.toml --cards deck.csv {columns}")).0, 0);
    let table =
        "game = 'duel.toml'\n[cards-table]\nfile = 'deck.csv'\ncolumns = 'id=Name, copies=Qty, damage=ATK'\n";
    fs::write(folder.join("own.toml"), table).expect("a file");
    let of = |config: &str| run(&format!("list {config} --changed")).1.replace(config, "");
    assert_eq!(of("house.toml"), of("own.toml"));
    let tune = "tune own.toml --games 200 --bots random --keys rules.max-rounds --out o";
    fs::write(folder.join("own.toml"), format!("{table}[targets]\n'outcomes/draw' = {{ max = 0.0 }}\n"))
        .expect("a file");
    run(tune);
    let tuned = ["tuned.toml", "closest.toml"].map(|name| format!("o/tune/{name}"));
    let tuned = tuned.iter().find(|file| folder.join(file).is_file());
    assert!(tuned.is_none_or(|file| of(file).contains("cards.jab.damage = 2")), "{tuned:?}");
    // The deck is newer than the config, unless the config names it.
    fs::write(folder.join("new.toml"), "game = 'duel.toml'\n[cards.jab]\ndamage = 9\n").expect("a file");
    let deck = fs::OpenOptions::new().append(true).open(folder.join("deck.csv")).expect("a file");
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(60);
    deck.set_modified(later).expect("another time");
    let into = format!("cards new.toml --into deck.csv {columns}");
    refused_in(
        folder,
        &into.split(' ').collect::<Vec<_>>(),
        &["a file that changed after CONFIG", "--force"],
    );
    let (code, out, log) = run(&format!("{into} --force"));
    let changes = "deck.csv:2: column ATK: 2 → 9\ndeck.csv:3: column Qty: 3 → 4\n";
    assert_eq!((code, out.as_str()), (0, changes), "{log}");
    let text = fs::read_to_string(folder.join("deck.csv")).expect("a file");
    assert_eq!(text, "Name;Qty;ATK;Art\r\nJab;5;9;a\r\nHook;4;3;b\r\n");
    assert_eq!(run(&into).1, "No cell of deck.csv differs.\n");
}

#[test]
fn a_workbook_has_a_sheet_for_each_table() {
    let folder = folder();
    let folder = folder.path();
    let args = ["cards", "taunt", "--set", "moves.kick.order=7", "--set", "moves.run-1.guard=all"];
    let write = |name: &str| assert_eq!(answer(folder, &[&args[..], &["--out", name]].concat()).0, 0);
    ["cards.xlsx", "again.xlsx"].iter().for_each(|name| write(name));
    let bytes = ["cards.xlsx", "again.xlsx"].map(|name| fs::read(folder.join(name)).expect("a workbook"));
    assert_eq!(bytes[0], bytes[1]);
    let mut book: Xlsx<_> = open_workbook(folder.join("cards.xlsx")).expect("a workbook");
    assert_eq!(book.sheet_names(), ["moves", "characters"]);
    for name in book.sheet_names() {
        let csv = answer(folder, &[&["cards", "taunt", &name], &args[2..]].concat()).1;
        let mut csv = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
        let of_csv: Vec<Vec<String>> =
            csv.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect();
        let sheet = book.worksheet_range(&name).expect("a sheet");
        let of_sheet: Vec<Vec<String>> =
            sheet.rows().map(|row| row.iter().map(ToString::to_string).collect()).collect();
        assert_eq!(of_sheet, of_csv, "{name}");
        let has = |column: &str| of_csv[0].iter().any(|known| known == column);
        assert!(
            name != "moves" || has("turn_order_printed") && has("guard_printed") && !has("class_printed")
        );
    }
    let printed = [&["cards", "taunt", "--format", "xlsx"][..], &args[2..]].concat();
    assert!(printed_bytes(folder, &printed) == bytes[0], "it is printed as it is written");
    let read = answer(folder, &["compare", "taunt", "--cards-b", "cards.xlsx", "--dry-run"]).1;
    assert!(read.contains("moves.run-1.guard \"none\" → \"all\"") && read.lines().count() == 3, "{read}");
    assert!(read.contains("moves.kick.order 6 → 7"), "{read}");
    fs::write(folder.join("bad.xlsx"), &bytes[0][..900]).expect("a file");
    let bad = ["run", "taunt", "--cards", "bad.xlsx"];
    refused_in(folder, &bad, &["bad.xlsx: found a workbook that cannot be read"]);
}

/// The scripts for Squib and nanDECK in the documentation name columns that `undercard cards` writes.
#[test]
fn scripts_for_printing_name_columns_of_the_file() {
    let guide = include_str!("../../docs/house-rules.md");
    let scripts = guide.split("\n## Print cards\n").nth(1).expect("a section");
    let csv = answer(folder().path(), &["cards", "fight", "warriors"]).1;
    let columns: BTreeSet<&str> = csv.lines().next().expect("a header").split(',').collect();
    let between = |start: &'static str, end: char| {
        scripts.split(start).skip(1).filter_map(move |rest| rest.split(end).next())
    };
    let named = between("cards['", '\'').chain(between(", [", ']')).chain(between("{(", ')'));
    let named = named.chain(between("explode: '", '\'')).chain(between("LINKMULTI = ", '\n'));
    let named: BTreeSet<&str> = named.collect();
    assert_eq!(named, ["copies", "id", "power"].into());
    assert!(named.is_subset(&columns), "{columns:?}");
}
