//! Mistakes that people make at first: misspelt names and wrong separators. Each message alone is
//! enough to mend the mistake.

use super::program::{answer, folder, refused, refused_in, with_file};

#[test]
fn typing_mistakes_are_answered_with_what_to_type() {
    let run = |args: &[&str], parts: &[&str]| refused(&[&["run", "knife-fight"], args].concat(), parts);
    run(&["--set", "rules.tie no-hit"], &["did you mean `rules.tie=no-hit`?"]);
    run(&["--set", "setup.extra-cards=1"], &["expected a list of 0 to", "did you mean `[1]`?"]);
    run(&["--set", "ten.damage=9"], &["the whole key: cards.ten.damage"]);
    run(&["--level", "95"], &["0.95 or 95%"]);
    run(&["--games", "1,000"], &["1000 or 1k"]);
    let compare = ["compare", "knife-fight", "--set", "rules.tie=no-hit"];
    refused(&compare, &["--set changes both sides, --set-b rules.tie=no-hit only the second"]);
    for (wanted, parts) in [
        ("winner=rd", &["expected winner= and one of: black, red (did you mean `winner=red`?)"][..]),
        ("card=joker/plaid", &["also card=CARD/EVENT", "did you mean `card=joker/played`?"]),
        ("length>=ten", &["a number, such as 0.5"]),
    ] {
        refused(&["replay", "knife-fight", "--games", "99", "--where", wanted], parts);
    }
    with_file("house.toml", "game = 'knife-fight'\n[moves.kik]\norder = 3\n", |folder| {
        refused_in(folder, &["lint", "house.toml"], &["house.toml:2: moves"]);
        refused_in(folder, &["run", "hous.toml"], &["did you mean `house.toml`?"]);
        refused_in(folder, &["run", "knife-fight", "--bots", "house.toml"], &["a file without [weights]"]);
    });
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
