//! What may be the largest, highest or strongest is named as a set, and players who adapt are not forgotten.

use super::program::{answer, folder, table_of, unwrapped, with_file};

fn said(args: &[&str]) -> String {
    let folder = folder();
    let (code, text, error) = answer(folder.path(), args);
    assert_eq!(code, 0, "{text}{error}");
    unwrapped(&text)
}

#[test]
fn a_sweep_names_extremes_only_if_intervals_tell_them_apart() {
    let sweep =
        |vary: &str| said(&["sweep", "knife-fight", "--vary", vary, "--bots", "random", "--games", "1000"]);
    let even = sweep("rules.max-rounds=150..152");
    assert!(even.contains("no combination is shown to differ from the others"), "{even}");
    let length = said(&[
        "sweep",
        "knife-fight",
        "--vary",
        "rules.bleed-divisor=2..3",
        "--vary",
        "rules.max-rounds=150..151",
        "--bots",
        "random",
        "--games",
        "1000",
        "--show",
        "metrics/length-mean",
    ]);
    let highest = "with bleed divisor 3, max rounds 151, not told apart from bleed divisor 3, max rounds 150";
    assert!(length.contains("lowest") && length.contains(highest), "{length}");
}

#[test]
fn sensitivity_marks_what_may_matter_most_and_tries_large_steps() {
    let folder = folder();
    let args = ["sensitivity", "knife-fight", "--keys", "rules.*", "--bots", "random", "--games", "2000"];
    let more = ["--show", "metrics/length-mean", "--out", "o"];
    let (code, text, error) = answer(folder.path(), &[&args[..], &more].concat());
    assert_eq!(code, 0, "{text}{error}");
    assert!(text.contains("rules.bleed-divisor matters most."), "{text}");
    let json = std::fs::read_to_string(folder.path().join("o/sensitivity/result.json")).expect("a result");
    let (header, rows) = table_of(&json, "sensitivity");
    let column = |name: &str| header.iter().position(|known| known == name).expect("a column");
    let [key, value, place] = ["key", "new_value", "place"].map(column);
    let of = |wanted: &str| {
        rows.iter().filter(|row| row[key] == wanted).map(|row| row[value].clone()).collect::<Vec<_>>()
    };
    assert_eq!(of("rules.bleed-divisor"), ["1", "2", "4", "5", ""]);
    assert_eq!(of("rules.max-rounds"), ["100", "199", "201", "300", ""]);
    assert!(rows.iter().all(|row| (row[place] == "largest") == (row[key] == "rules.bleed-divisor")));
}

#[test]
fn members_that_cannot_be_told_apart_are_not_ranked() {
    let text = said(&["matchups", "taunt", "--characters", "all", "--bots", "random", "--games", "40"]);
    assert!(text.contains("No character measurably beats another."), "{text}");
    assert!(text.contains("TeaBot") && !text.contains("Ranking"), "{text}");
}

#[test]
#[ignore = "trains three times"]
fn changes_are_judged_again_with_players_who_trained() {
    let text = said(&[
        "compare",
        "knife-fight",
        "--set-b",
        "cards.ten.damage=30",
        "--bots",
        "random",
        "--games",
        "2000",
        "--retrain",
    ]);
    assert!(
        text.contains("With players who trained on the rules of their own side (200,000 games):"),
        "{text}"
    );
    let house = "game = 'knife-fight'\n[run]\nbots = ['random']\n[deck.red]\njoker = 2\n\
                 [targets]\n'win_rates/side/black/score' = { at = 0.5, within = 0.03 }\n";
    with_file("house.toml", house, |folder| {
        let args =
            ["tune", "house.toml", "--keys", "deck.*.joker", "--games", "3k", "--retrain", "--out", "o"];
        let (code, text, error) = answer(folder, &args);
        let text = unwrapped(&text);
        assert!(
            text.contains("With players who trained on these rules (200,000 games), it"),
            "{text}{error}"
        );
        let json = std::fs::read_to_string(folder.join("o/tune/result.json")).expect("a result");
        let is_kept = json.contains("\"retrained\": \"pass\"");
        assert_eq!((code == 0, text.contains("Works: ")), (is_kept, is_kept), "{text}");
    });
}
