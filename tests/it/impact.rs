//! `undercard impact`, end to end: the value of cards in games in which it is known.

use super::program::{answer, folder, table_of, warnings};
use std::path::Path;

/// The rows of the table, each a list of (column, value).
fn rows(folder: &Path, args: &[&str]) -> Vec<Vec<(String, String)>> {
    let (code, text, stderr) = answer(folder, &[&["impact"], args, &["--format", "json"]].concat());
    assert_eq!((code, warnings(&stderr)), (0, ""), "{args:?}");
    let (header, rows) = table_of(&text, "impact");
    rows.into_iter().map(|row| header.iter().cloned().zip(row).collect()).collect()
}

fn cell<'r>(row: &'r [(String, String)], column: &str) -> &'r str {
    let cell = row.iter().find(|(name, _)| name == column);
    &cell.unwrap_or_else(|| panic!("{column}")).1
}

fn cells<const N: usize>(
    rows: &[Vec<(String, String)>],
    card: &str,
    side: &str,
    columns: [&str; N],
) -> [String; N] {
    let row = rows.iter().find(|row| cell(row, "card") == card && cell(row, "side") == side);
    let row = row.unwrap_or_else(|| panic!("no row {card} {side}"));
    columns.map(|column| cell(row, column).to_owned())
}

/// A deck of only these cards.
fn deck(colour: &str, cards: &[(&str, u32)]) -> String {
    let ranks = [
        "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
        "king", "joker",
    ];
    let count = |rank: &str| cards.iter().find(|(card, _)| *card == rank).map_or(0, |(_, n)| *n);
    let counts: Vec<String> = ranks.iter().map(|rank| format!("{rank} = {}", count(rank))).collect();
    format!("deck.{colour}={{ {} }}", counts.join(", "))
}

/// One card in hand and one to draw, so the first clash decides. An ace always wins, a ten always loses.
fn coin() -> Vec<String> {
    ["setup.hand-size=1", "rules.both-dead=less-damage"]
        .map(str::to_owned)
        .into_iter()
        .chain([deck("black", &[("ace", 1), ("ten", 1)]), deck("red", &[("five", 1), ("six", 1)])])
        .collect()
}

#[test]
fn the_ablation_of_a_decisive_card_is_its_whole_effect() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = coin();
    let set: Vec<&str> = house.iter().flat_map(|set| ["--set", set]).collect();
    let rows = rows(folder.path(), &[&["knife-fight", "--games", "4000"], set.as_slice()].concat());
    let black = |card| cells(&rows, card, "black", ["win_share", "win_share_without", "ablation", "changed"]);
    // Without its ace black has two tens and loses; without its ten it has two aces and wins.
    let [with, without, ablation, _] = black("ace");
    assert_eq!((without.as_str(), &with), ("0.000000", &ablation));
    let share: f64 = with.parse().expect("a share");
    assert!((share - 0.5).abs() < 0.03, "{share}");
    let [_, without, ablation, changed] = black("ten");
    assert_eq!(without, "1.000000");
    assert!((ablation.parse::<f64>().expect("a share") - (share - 1.0)).abs() < 1e-9);
    let n_lost = 4000.0 * (1.0 - share);
    assert!((changed.parse::<f64>().expect("a count") - n_lost).abs() < 1e-3);
    // A five is as good as a six, for its owner and for the opponent.
    let nothing = ["0.000000".to_owned(), "0".to_owned()];
    for side in ["all", "black", "red"] {
        assert_eq!(cells(&rows, "five", side, ["ablation", "changed"]), nothing, "{side}");
    }
    // For all seats, half of which are black.
    let [all] = cells(&rows, "ace", "all", ["ablation"]);
    assert!((2.0 * all.parse::<f64>().expect("a share") - share).abs() < 2e-6, "{all}");
    // A player who opens with the ten always loses, and otherwise always wins: no variance, but exact bounds.
    let [opening] = cells(&rows, "ten", "black", ["opening_difference"]);
    assert_eq!(opening, "-1.000000");
}

#[test]
fn a_card_without_copies_has_an_ablation_of_exactly_0() {
    let folder = tempfile::tempdir().expect("a folder");
    let one_side = ["knife-fight", "--games", "600", "--card", "ten", "--set", "deck.black.ten=0"];
    let columns = ["ablation", "ablation_low", "ablation_high", "changed", "method"];
    let nothing = ["0.000000", "0.000000", "0.000000", "0", "equal"].map(str::to_owned);
    let found = rows(folder.path(), &one_side);
    assert_eq!(cells(&found, "ten", "black", columns), nothing);
    assert_ne!(cells(&found, "ten", "red", columns), nothing);
    let both = [one_side.as_slice(), &["--set", "deck.red.ten=0"]].concat();
    let found = rows(folder.path(), &both);
    for side in ["all", "black", "red"] {
        assert_eq!(cells(&found, "ten", side, columns), nothing, "{side}");
    }
    let found = rows(
        folder.path(),
        &["stabby-jack", "--games", "300", "--card", "joker", "--set", "setup.jokers-per-deck=0"],
    );
    assert_eq!(cells(&found, "joker", "all", columns), nothing);
}

/// A card of each game, and its side in the card report.
const CARDS: [(&str, &str, &str); 5] = [
    ("knife-fight", "joker", "red"),
    ("stabby-jack", "jh", "all"),
    ("fight", "understudy", "all"),
    ("taunt", "kick", "tuggle"),
    ("stupid-fight", "run-away", "all"),
];

/// In a game without an entry above, some card must have an effect.
#[test]
fn every_game_reports_the_value_of_its_cards() {
    for game in undercard::games::all_games() {
        let folder = tempfile::tempdir().expect("a folder");
        let entry = CARDS.iter().find(|(id, ..)| *id == game.id);
        let cards = entry.map_or("*", |(_, card, _)| card);
        let found = rows(folder.path(), &[game.id, "--games", "400", "--card", cards]);
        let is_worth = |card: &str, side: &str| {
            let [ablation, changed, method] = cells(&found, card, side, ["ablation", "changed", "method"]);
            !ablation.is_empty() && changed != "0" && ["standard-error", "exact"].contains(&method.as_str())
        };
        let is_worth = match entry {
            Some((_, card, side)) => is_worth(card, side),
            None => found.iter().any(|row| is_worth(cell(row, "card"), cell(row, "side"))),
        };
        assert!(is_worth, "{}: {found:?}", game.id);
    }
}

#[test]
fn the_torso_cannot_be_ablated() {
    let folder = tempfile::tempdir().expect("a folder");
    let found = rows(folder.path(), &["stupid-fight", "--games", "300", "--card", "torso-bomb"]);
    let empty = ["ablation", "p_holm", "changed", "method"];
    assert_eq!(cells(&found, "torso-bomb", "all", empty), ["", "", "", ""]);
    let (code, text, _) =
        answer(folder.path(), &["impact", "stupid-fight", "--games", "300", "--card", "torso-*"]);
    assert!(code == 0 && text.contains("Cannot be left out: torso-"), "{text}");
}

#[test]
fn an_impact_gives_the_same_bytes_on_any_number_of_threads_and_in_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    for threads in ["1", "7"] {
        let args =
            ["impact", "knife-fight", "--games", "1500", "--threads", threads, "--quiet", "--out", threads];
        assert_eq!(answer(folder.path(), &args), (0, String::new(), String::new()));
    }
    let read =
        |out: &str| std::fs::read(folder.path().join(out).join("impact/impact.csv")).expect("impact.csv");
    assert!(read("1") == read("7"));
    for (format, part) in [
        ("text", "Without the card: "),
        ("markdown", "| game |"),
        ("json", "\"p_holm\""),
        ("csv", "game,players,card"),
    ] {
        let args = ["impact", "knife-fight", "--games", "300", "--card", "t*", "--format", format];
        let (code, text, _) = answer(folder.path(), &args);
        assert!(code == 0 && text.contains(part), "{format}: {text}");
    }
    assert!(folder.path().join("reports/knife-fight/impact/impact.csv").is_file());
}

#[cfg(unix)]
#[test]
fn an_interrupted_impact_saves_wider_intervals() {
    let args = ["impact", "knife-fight", "--games", "1e11", "--card", "ten"];
    let known = |folder: &Path| -> Vec<bool> {
        let json = std::fs::read_to_string(folder.join("o/impact/result.json")).expect("result.json");
        let (header, rows) = table_of(&json, "impact");
        let place = |name: &str| header.iter().position(|column| column == name).expect(name);
        let [low, p, method] = ["ablation_low", "p_value", "method"].map(place);
        assert!(!rows.is_empty() && rows.iter().all(|row| row[p].is_empty()), "{rows:?}");
        let known = rows.iter().filter(|row| !row[low].is_empty());
        known.map(|row| &row[method] == "sequence").collect()
    };
    let folder = super::signals::interrupted_when(&args, |folder| !known(folder).is_empty());
    assert!(known(folder.path()).into_iter().all(|is_less_sure| is_less_sure));
}

/// The replacement in each game, in the game's own words.
#[test]
fn docs_statistics_md_has_the_replacements() {
    let mut table = "| game | without a card |\n| --- | --- |\n".to_owned();
    for game in undercard::games::all_games() {
        let plan = undercard::config::Plan::new(game.id, &undercard::config::PlanOptions::default());
        let simulation = plan.expect("printed rules").simulation();
        table += &format!("| {} | {} |\n", game.title, simulation.replacement());
    }
    super::assert_table("docs/statistics.md", &table);
}

/// `expert` sits at one seat and wins nearly always. If its games were compared with those of the other seat, each card that
/// it plays more often would seem to win.
#[test]
fn different_bots_at_the_seats_do_not_look_like_an_effect_of_the_cards() {
    let folder = folder();
    let args = ["run", "taunt", "--bots", "expert,random", "--games", "20k", "--out", "o", "--quiet"];
    let (code, _, stderr) = answer(folder.path(), &args);
    assert_eq!(code, 0, "{stderr}");
    let json = std::fs::read_to_string(folder.path().join("o/run/result.json")).expect("a file");
    let (header, rows) = table_of(&json, "card_impact");
    let at = |name: &str| header.iter().position(|column| column == name).expect("a column");
    // Few informative games never have a normal interval.
    for row in rows.iter().filter(|row| &row[at("method")] == "standard-error") {
        assert!(row[at("informative")].parse::<u64>().is_ok_and(|games| games >= 30), "{row:?}");
    }
    let played = rows.iter().filter(|row| &row[at("card")] == "block" && &row[at("event")] == "played");
    let differences: Vec<f64> = played.filter_map(|row| row[at("difference")].parse().ok()).collect();
    assert!(differences.len() > 2 && differences.iter().all(|points| points.abs() < 0.1), "{differences:?}");
}
