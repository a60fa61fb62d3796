//! `undercard advise`, end to end.

use super::program::{answer, folder, unwrapped};

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
    let args = [
        "advise",
        "knife-fight",
        "--set",
        "deck.red.joker=4",
        "-n",
        "10000",
        "--bots",
        "random",
        "--allow",
        "draws",
    ];
    let (code, text, stderr) = answer(folder.path(), &args);
    assert_eq!(code, 0, "{stderr}");
    let words = unwrapped(&text);
    for part in ["Red is too strong, with a score of ", "; Black is too weak, ", "Joker is worth most: "] {
        assert!(words.contains(part), "{part} is not in\n{text}");
    }
    let commands = commands(&text);
    assert!(commands.len() >= 4, "{text}");
    for command in commands {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let (code, _, stderr) = answer(folder.path(), &words);
        assert_eq!(code, 0, "{command:?}: {stderr}");
    }
    let csv = std::fs::read_to_string(folder.path().join("reports/knife-fight/advise/advise.csv"));
    let csv = csv.expect("a file");
    for (start, end) in [
        (",who,red,0.", ",too strong,win_rates/side/red/score,"),
        (",card,joker,0.", ",strongest,impact/joker/all/one_copy,"),
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

/// The answer to who is too strong, and the targets of a config in place of the margin.
#[test]
fn advice_says_what_the_games_show() {
    let folder = folder();
    let config = "game = 'knife-fight'\n[targets]\n'metrics/length-mean' = { max = 6 }\n";
    std::fs::write(folder.path().join("house.toml"), config).expect("a file");
    let advise = |command: &str| {
        let (code, text, stderr) = answer(folder.path(), &command.split(' ').collect::<Vec<_>>());
        assert_eq!(code, 0, "{stderr}");
        (unwrapped(&text), text)
    };
    let (words, _) = advise("advise knife-fight --games 8000 --bots random --within 5pp");
    assert!(words.contains("Nobody is too strong: every side scores"), "{words}");
    assert!(words.contains("No change is needed: "), "{words}");
    let result = folder.path().join("reports/knife-fight/advise");
    assert!(!result.join("tuned.toml").exists());
    let (words, text) = advise("advise knife-fight --games 200 --bots random --within 1pp --keys cards.*");
    assert!(words.contains("No change is advised yet: more games"), "{words}");
    let again = "undercard advise knife-fight --games 800 --bots random --within 1pp --keys 'cards.*'";
    assert!(text.replace(" \\\n      ", " ").contains(again), "{text}");
    let house = "advise house.toml --games 8000 --keys rules.bleed-divisor --bots random";
    let (words, _) = advise(house);
    assert!(words.contains("every target of the config passes"), "{words}");
    assert!(words.contains("That is too long: the target for the mean length is at most 6."), "{words}");
}
