//! `undercard impact`, end to end: the value of cards in games in which it is known.

use super::program::{answer, table_of, warnings};
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

/// Two aces in a deck of three cards: one copy less halves the chance to open with an ace, which wins. The ten has one copy.
#[test]
fn one_copy_of_two_is_worth_half_of_both() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut house = coin();
    house[2] = deck("black", &[("ace", 2), ("ten", 1)]);
    let set: Vec<&str> = house.iter().flat_map(|set| ["--set", set]).collect();
    let args = [&["knife-fight", "--games", "4000"], set.as_slice()].concat();
    let rows = rows(folder.path(), &args);
    let numbers = |card, columns: [&str; 3]| {
        cells(&rows, card, "black", columns).map(|cell| cell.parse::<f64>().expect("a number"))
    };
    let [with, one, all] = numbers("ace", ["win_share", "one_copy", "ablation"]);
    assert!((with - 2.0 / 3.0).abs() < 0.03 && (one - 1.0 / 3.0).abs() < 0.03, "{with} {one}");
    assert!((all - with).abs() < 1e-9, "without an ace, black loses: {all} of {with}");
    let [less, without, _] = numbers("ace", ["one_copy_win_share", "win_share_without", "changed"]);
    assert!((with - less - one).abs() < 2e-6 && without == 0.0, "{less} {without}");
    // Games change in which the missing ace would have opened.
    let [changed_by_one, changed, _] = numbers("ace", ["one_copy_changed", "changed", "win_share"]);
    assert!((changed_by_one - 4000.0 * one).abs() < 1e-2 && (changed - 4000.0 * with).abs() < 1e-2);
    // A single copy is the same games.
    let one_copy = cells(&rows, "ten", "black", ["one_copy", "one_copy_low", "one_copy_high"]);
    let all_copies = cells(&rows, "ten", "black", ["ablation", "ablation_low", "ablation_high"]);
    assert!(!one_copy[1].is_empty() && one_copy == all_copies, "{one_copy:?} {all_copies:?}");
    // The worth of one copy comes first, and all copies stand beside it.
    let (_, text, _) = answer(folder.path(), &[&["impact"][..], &args].concat());
    assert!(text.contains("Ace is worth most: +") && text.contains(" points per copy ("), "{text}");
    let ace = text.lines().find(|line| line.starts_with("ace ")).expect("a row");
    assert_eq!(ace.matches(" pp").count(), 2, "{text}");
    let ten = text.lines().find(|line| line.starts_with("ten ")).expect("a row");
    assert_eq!(ten.matches(" pp").count(), 1, "{text}");
}

/// The copies of a shared deck cannot be told apart, and a game of single copies has no second figure.
#[test]
fn a_game_without_copies_to_miss_has_one_figure() {
    let folder = tempfile::tempdir().expect("a folder");
    let columns = ["one_copy", "ablation"];
    for (game, card, is_same) in
        [("stabby-jack", "joker", false), ("stabby-jack", "7d", true), ("fight", "bear", true)]
    {
        let args = [game, "--games", "100", "--card", card];
        let [one_copy, all_copies] = cells(&rows(folder.path(), &args), card, "all", columns);
        assert_eq!(one_copy, if is_same { all_copies } else { String::new() }, "{game} {card}");
        let (_, text, _) = answer(folder.path(), &[&["impact"][..], &args].concat());
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(!text.contains("per copy") && !text.contains("all copies"), "{text}");
        assert_eq!(text.contains("without any copy of the card"), !is_same, "{text}");
    }
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
    // A torso cannot be left out.
    let found = rows(folder.path(), &["stupid-fight", "--games", "300", "--card", "torso-bomb"]);
    let empty = ["ablation", "p_holm", "changed", "method"];
    assert_eq!(cells(&found, "torso-bomb", "all", empty), ["", "", "", ""]);
}

/// The replacement in each game, in the game's own words.
#[test]
fn docs_statistics_md_has_the_replacements() {
    let mut table = "| game | without a card |\n| --- | --- |\n".to_owned();
    for game in undercard::games::Catalogue::printed().iter() {
        let plan = undercard::config::Plan::new(game.id, &undercard::config::PlanOptions::default());
        let simulation = plan.expect("printed rules").simulation();
        table += &format!("| {} | {} |\n", game.title, simulation.replacement());
    }
    super::assert_table("docs/statistics.md", &table);
}

/// Ranks follow the worths: the card that is worth most may have rank 1, and a card whose best rank is below the worst rank of
/// another is worth more than it.
#[test]
fn ranks_agree_with_worths_and_their_ends_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = rows(folder.path(), &["knife-fight", "--games", "3000", "--threads", "2"]);
    let mut cards: Vec<(f64, usize, usize, String, String)> = rows
        .iter()
        .filter(|row| cell(row, "side") == "all")
        .map(|row| {
            let number = |column| cell(row, column).parse::<f64>().expect("a number");
            let rank = |column| cell(row, column).parse::<usize>().expect("a rank");
            let text = |column: &str| cell(row, column).to_owned();
            (number("one_copy"), rank("rank_from"), rank("rank_to"), text("place"), text("card"))
        })
        .collect();
    cards.sort_by(|one, other| other.0.total_cmp(&one.0));
    assert_eq!(cards.len(), 14);
    for (nth, (_, from, to, place, card)) in (1..).zip(&cards) {
        assert!((*from..=*to).contains(&nth), "{card} is card {nth}, and has ranks {from} to {to}");
        let expected = match (*from == 1, *to == 14) {
            (true, true) => "either",
            (true, false) => "strongest",
            (false, true) => "weakest",
            (false, false) => "",
        };
        assert_eq!(place, expected, "{card}");
    }
    // 3,000 games tell the ends apart, and not every card.
    assert!(
        cards[0].2 < 8 && cards[13].1 > 7 && cards.iter().any(|(_, from, to, ..)| from < to),
        "{cards:?}"
    );
    let (code, text, _) = answer(folder.path(), &["impact", "knife-fight", "--games", "3000"]);
    let first = text.lines().find(|line| line.contains("at the top") || line.contains("is worth most"));
    let named = cards[0].4.to_uppercase();
    assert!(code == 0 && first.is_some_and(|line| line.to_uppercase().starts_with(&named)), "{text}");
}

/// Some strategies of TAUNT hardly ever win without the card that the game is named after: that says nothing about its strength.
#[test]
fn a_card_without_which_nobody_wins_is_indispensable() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["impact", "taunt", "--games", "300", "--bots", "expert-free-for-all"];
    let (code, text, _) = answer(folder.path(), &args);
    assert!(code == 0 && text.contains("Taunt is indispensable: without it, its player wins "), "{text}");
    assert!(!text.contains("Taunt is worth"), "{text}");
}

/// A comparison begins with the changed card, whose worth is that of `impact` in either configuration.
#[test]
fn a_comparison_says_what_the_changed_card_is_worth() {
    let folder = tempfile::tempdir().expect("a folder");
    let set = ["--set-b", "cards.ten.damage=1"];
    let compare = [&["compare", "knife-fight", "--games", "14000"], &set[..]].concat();
    let (code, text, _) = answer(folder.path(), &[&compare[..], &["--format", "json"]].concat());
    assert_eq!(code, 0);
    let (header, changed) = table_of(&text, "changed_cards");
    let row: Vec<(String, String)> = header.into_iter().zip(changed[0].clone()).collect();
    assert_eq!((changed.len(), cell(&row, "card"), cell(&row, "games")), (1, "ten", "500"));
    for (set, worth, ranks) in [
        (&[][..], "worth_a", ["rank_a_from", "rank_a_to"]),
        (&["--set", "cards.ten.damage=1"][..], "worth_b", ["rank_b_from", "rank_b_to"]),
    ] {
        let rows = rows(folder.path(), &[&["knife-fight", "--games", "500"], set].concat());
        let [one_copy, from, to] = cells(&rows, "ten", "all", ["one_copy", "rank_from", "rank_to"]);
        assert_eq!(
            [one_copy.as_str(), &from, &to],
            [cell(&row, worth), cell(&row, ranks[0]), cell(&row, ranks[1])]
        );
    }
    let (_, text, _) = answer(folder.path(), &compare);
    assert!(text.lines().any(|line| line.starts_with("Ten: worth ")), "{text}");
    // A change of no card has no such table.
    let (_, text, _) = answer(
        folder.path(),
        &["compare", "knife-fight", "--games", "500", "--set-b", "rules.hand-size=6", "--format", "json"],
    );
    assert!(!text.contains("changed_cards"));
}
