//! `undercard advise`, end to end.

use super::program::{answer, folder, refused, unwrapped};

/// The lines with commands, without the program's name and the marks of lines that go on.
fn commands(text: &str) -> Vec<Vec<String>> {
    let text = text.replace(" \\\n      ", " ");
    let lines = text.lines().filter_map(|line| line.strip_prefix("    undercard "));
    lines.map(|line| line.split(' ').map(|word| word.trim_matches('\'').to_owned()).collect()).collect()
}

#[test]
#[ignore = "plays for long; `just check` runs it"]
fn advice_names_who_is_too_strong_and_its_commands_work() {
    let folder = folder();
    let args = ["advise", "knife-fight", "--set", "deck.red.joker=4", "-n", "10000", "--bots", "random"];
    let (code, text, stderr) = answer(folder.path(), &args);
    assert_eq!(code, 0, "{stderr}");
    let words = unwrapped(&text);
    for part in
        ["Red is too strong, with a score of ", "; Black is too weak, ", "The strongest card is Joker, "]
    {
        assert!(words.contains(part), "{part} is not in\n{text}");
    }
    assert!(
        words.contains("rounds on average") && words.contains("than with the printed rules (6."),
        "{text}"
    );
    assert!(words.contains("the number of Joker in the "), "{text}");
    assert!(words.contains("Numbers to change: those of Joker are deck.black.joker = "), "{text}");
    assert!(words.contains("The single step that changes the length most: the "), "{text}");
    let commands = commands(&text);
    assert_eq!(commands.len(), 6, "{text}");
    for command in commands {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let (code, _, stderr) = answer(folder.path(), &words);
        assert_eq!(code, 0, "{command:?}: {stderr}");
    }
    let csv = std::fs::read_to_string(folder.path().join("reports/knife-fight/advise/advise.csv"));
    let csv = csv.expect("a file");
    for (start, end) in [
        (",who,red,0.", ",too strong,win_rates/side/red/score,"),
        (",card,joker,0.", ",strongest,impact/joker/all/score_ablation,"),
    ] {
        assert!(
            csv.lines().any(|row| row.contains(start) && row.contains(end)),
            "{start} {end} is not in\n{csv}"
        );
    }
    // The changed rules are a config, and its verdict is that of the advice. Its games end: games that never end are even.
    let tuned = "reports/knife-fight/advise/tuned.toml";
    let rules = std::fs::read_to_string(folder.path().join(tuned)).expect("a file");
    assert!(rules.contains("\"outcomes/stalemate\""), "{rules}");
    assert_eq!(answer(folder.path(), &["check", tuned, "-n", "10000"]).0, 0);
}

#[test]
fn nobody_is_too_strong_in_the_printed_rules() {
    let folder = folder();
    let args = ["advise", "knife-fight", "-n", "8000", "--bots", "random", "--within", "5pp"];
    let (code, text, stderr) = answer(folder.path(), &args);
    let words = unwrapped(&text);
    assert!(code == 0 && words.contains("Nobody is too strong: every side scores"), "{text}{stderr}");
    assert!(words.contains("No change is needed: "), "{text}");
    assert!(words.contains(") with the printed rules; 95 of 100 end within "), "{text}");
    let result = folder.path().join("reports/knife-fight/advise");
    assert!(!result.join("tuned.toml").exists());
    // Its page has names, where advise.csv has keys.
    assert_eq!(answer(folder.path(), &["report", "reports/knife-fight/advise"]).0, 0);
    let page = std::fs::read_to_string(result.with_extension("html")).expect("a page");
    assert!(page.contains("<bdi>Bleed divisor</bdi>"));
}

#[test]
fn without_a_clear_finding_more_games_are_advised() {
    let folder = folder();
    let args =
        ["advise", "knife-fight", "-n", "200", "--bots", "random", "--within", "1pp", "--keys", "cards.*"];
    let (code, text, stderr) = answer(folder.path(), &args);
    assert!(code == 0 && unwrapped(&text).contains("No change is advised yet: more games"), "{text}{stderr}");
    let again = "undercard advise knife-fight --games 800 --bots random --within 1pp --keys 'cards.*'";
    assert!(text.replace(" \\\n      ", " ").contains(again), "{text}");
}

#[test]
fn the_targets_of_a_config_are_the_aim() {
    let folder = folder();
    let config = "game = 'knife-fight'\n[targets]\n'metrics/length-mean' = { max = 6 }\n";
    std::fs::write(folder.path().join("house.toml"), config).expect("a file");
    let args = ["advise", "house.toml", "-n", "8000", "--keys", "rules.bleed-divisor", "--bots", "random"];
    let (code, text, stderr) = answer(folder.path(), &args);
    let words = unwrapped(&text);
    assert!(code == 0 && words.contains("every target of the config passes"), "{text}{stderr}");
    assert!(words.contains("That is too long: the target for the mean length is at most 6."), "{text}");
    let (code, text, stderr) = answer(folder.path(), &[&args[..], &["--plan"]].concat());
    assert!(
        code == 0 && text.contains("Knife Fight: at most ") && !stderr.contains("files:"),
        "{text}{stderr}"
    );
}

#[test]
fn a_margin_is_a_share() {
    refused(&["advise", "knife-fight", "--within", "3"], &["expected a unit: 3pp"]);
    refused(&["advise", "knife-fight", "--keys", "nothing.*"], &["--keys: found"]);
}
