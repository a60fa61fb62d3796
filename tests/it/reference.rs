//! docs/reference/: one page per command, generated from its `--help`.

use super::{assert_document, root};
use assert_cmd::Command;
use std::collections::BTreeSet;

/// The help of a command, at the width that the program uses without a terminal.
fn help(command: &[&str]) -> String {
    let mut undercard = Command::new(env!("CARGO_BIN_EXE_undercard"));
    let output = undercard.args(command).arg("--help").env("NO_COLOR", "1").env_remove("COLUMNS").output();
    let help = String::from_utf8(output.expect("help").stdout).expect("UTF-8").replace("\r\n", "\n");
    help.lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect::<String>()
        .replace("undercard.exe", "undercard")
}

/// The commands and their descriptions.
fn commands() -> Vec<(String, String)> {
    let help = help(&[]);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let split = lines.filter_map(|line| line.trim().split_once(' '));
    let commands = split.map(|(name, does)| (name.to_owned(), does.trim().to_owned()));
    commands.filter(|(name, _)| name != "help").collect()
}

/// The page of a command: the description as text, everything else as it is printed.
fn page(title: &str, help: &str) -> String {
    let (does, usage) = help.split_once("\nUsage: ").expect("a usage");
    format!("# {title}\n\n{}\n\n```text\nUsage: {}\n```\n", does.trim(), usage.trim())
}

#[test]
fn reference_is_up_to_date() {
    let commands = commands();
    assert!(commands.len() >= 20, "{commands:?}");
    let mut index = page("Commands", &help(&[]));
    index += "\nEach page is the text of `undercard COMMAND --help`:\n\n";
    for (name, does) in &commands {
        let text = page(&format!("undercard {name}"), &help(&[name]));
        assert_document(
            &format!("docs/reference/{name}.md"),
            &format!("{text}\n[All commands](README.md)\n"),
        );
        index += &format!("- [{name}]({name}.md): {does}\n");
    }
    assert_document("docs/reference/README.md", &index);

    let entries = std::fs::read_dir(root().join("docs/reference")).expect("a folder");
    let found = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let expected = commands.iter().map(|(name, _)| format!("{name}.md")).chain(["README.md".to_owned()]);
    assert_eq!(found.collect::<BTreeSet<_>>(), expected.collect::<BTreeSet<_>>());
}
