//! README.md and the guides in docs/: every `console` block is run and compared with the real output.
//!
//! Each page has its own folder with copies of `configs/` and `strategies/`, in which its blocks run in
//! order. In a block,
//!
//! - `$ undercard …` runs the program, with `> FILE` its output goes to a file, and a `\` at the end continues
//!   the command on the next line; `$ cat FILE`, `$ head -n N FILE` and `$ echo $?` work as in a shell;
//! - a line that is only `…` matches any number of lines;
//! - a command must end with exit code 0, unless the block's info string says `exit=N` or the next command of
//!   the block is `echo $?`.
//!
//! A block whose info string is `toml NAME.toml` or `csv NAME.csv` is written to that file. `BLESS=1` refreshes the output shown.

use super::program::folder;
use super::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

macro_rules! pages {
    ($($name:ident => $path:literal),+ $(,)?) => {
        const PAGES: &[&str] = &[$($path),+];
        $(#[test]
        #[ignore = "plays for long; `just check` runs it"]
        fn $name() {
            run_page($path);
        })+
    };
}

pages! {
    readme => "README.md",
    balance_a_game => "docs/balance-a-game.md",
    house_rules => "docs/house-rules.md",
    bots_and_training => "docs/bots-and-training.md",
    your_own_game => "docs/your-own-game.md",
    results => "docs/results.md",
    big_runs => "docs/big-runs.md",
    in_ci => "docs/in-ci.md",
    playtests => "docs/playtests.md",
}

/// Matches any number of lines.
const ELISION: &str = "…";

/// All documents for readers, relative to the root.
fn documents() -> Vec<String> {
    let mut paths = vec![];
    for folder in ["", "docs", "docs/dev", "configs", "strategies", "reports"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
            if name.ends_with(".md") {
                paths.push(if folder.is_empty() { name } else { format!("{folder}/{name}") });
            }
        }
    }
    paths
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("a page").replace("\r\n", "\n")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// The words of a command line. Quotes group words and are removed.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut open) = (vec![], String::new(), None, false);
    for c in command.chars() {
        match (quote, c) {
            (Some(q), _) if c == q => quote = None,
            (None, '\'' | '"') => (quote, open) = (Some(c), true),
            (None, ' ') => {
                if open {
                    words.push(std::mem::take(&mut word));
                }
                open = false;
            }
            _ => {
                word.push(c);
                open = true;
            }
        }
    }
    if open {
        words.push(word);
    }
    words
}

/// The shell in the folder of one page.
struct Shell<'a> {
    folder: &'a Path,
    exit_code: i32,
}

impl Shell<'_> {
    /// Runs a command and returns its output, without trailing spaces and empty lines at the end.
    fn run(&mut self, command: &str) -> Vec<String> {
        let mut words = words(command);
        let into = words.iter().position(|word| word == ">").map(|place| {
            let file = words[place + 1].clone();
            words.truncate(place);
            file
        });
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let file = |name: &str| fs::read_to_string(self.folder.join(name)).expect(command);
        let mut output = match words[..] {
            ["undercard", ref args @ ..] => {
                let (code, stdout, stderr) = super::program::answer(self.folder, args);
                self.exit_code = code;
                if let Some(into) = into {
                    fs::write(self.folder.join(into), stdout).expect("a file");
                    stderr
                } else {
                    stdout + &stderr
                }
            }
            ["echo", "$?"] => self.exit_code.to_string(),
            ["cat", name] => file(name),
            ["head", "-n", count, name] => {
                let count = count.parse().expect(command);
                file(name).lines().take(count).map(|line| format!("{line}\n")).collect()
            }
            _ => panic!("{command:?} is not a command that the documentation may use"),
        };
        if cfg!(windows) {
            output = output.replace('\\', "/");
        }
        // Whether a command says how long it takes depends on the machine.
        let lines = output.lines().filter(|line| !line.starts_with("This takes about "));
        let mut lines: Vec<String> = lines.map(|line| line.trim_end().to_owned()).collect();
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines
    }
}

/// Whether the output matches what is shown.
fn matches(shown: &[String], output: &[String]) -> bool {
    let parts: Vec<&[String]> = shown.split(|line| line == ELISION).collect();
    let [first, middle @ .., last] = &parts[..] else {
        return shown == output;
    };
    if output.len() < first.len() + last.len() || !output.starts_with(first) || !output.ends_with(last) {
        return false;
    }
    let mut rest = &output[first.len()..output.len() - last.len()];
    middle.iter().filter(|part| !part.is_empty()).all(|part| {
        let place = rest.windows(part.len()).position(|window| window == *part);
        place.is_some_and(|place| {
            rest = &rest[place + part.len()..];
            true
        })
    })
}

/// The number of words that two lines have in common; a common first word counts more.
fn similarity(one: &str, other: &str) -> usize {
    let words = |line: &str| -> BTreeSet<String> { line.split_whitespace().map(str::to_owned).collect() };
    let first = |line: &str| line.split_whitespace().next().map(str::to_owned);
    words(one).intersection(&words(other)).count() + if first(one) == first(other) { 5 } else { 0 }
}

/// The real output, with the elisions of the shown output.
fn refresh(shown: &[String], output: &[String]) -> Vec<String> {
    let parts: Vec<&[String]> = shown.split(|line| line == ELISION).collect();
    let kept: usize = parts.iter().map(|part| part.len()).sum();
    if parts.len() == 1 || kept > output.len() {
        return output.to_vec();
    }
    let (mut lines, mut from, mut left) = (vec![], 0, kept);
    for (i, part) in parts.iter().enumerate() {
        left -= part.len();
        let to = output.len() - left - part.len();
        let start = if i == 0 {
            0
        } else if i + 1 == parts.len() {
            to
        } else {
            let score = |start: usize| -> usize {
                part.iter().zip(&output[start..]).map(|(one, other)| similarity(one, other)).sum()
            };
            (from..=to).rev().max_by_key(|start| score(*start)).expect("a place")
        };
        if i > 0 {
            lines.push(ELISION.to_owned());
        }
        lines.extend_from_slice(&output[start..start + part.len()]);
        from = start + part.len();
    }
    lines
}

/// Runs the `console` blocks of a page.
fn run_page(path: &str) {
    let folder = folder();
    for name in ["configs", "strategies"] {
        copy(&root().join(name), &folder.path().join(name));
    }
    let mut shell = Shell { folder: folder.path(), exit_code: 0 };
    let (mut fresh, mut faults) = (String::new(), vec![]);
    let text = read(path);
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        fresh += &format!("{line}\n");
        let Some(info) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match info.split(' ').collect::<Vec<_>>()[..] {
            ["console", ref options @ ..] => {
                let exit_code = options.first().map_or(0, |option| {
                    option.strip_prefix("exit=").and_then(|code| code.parse().ok()).expect("exit=N")
                });
                fresh += &run_block(&mut shell, &block, exit_code, &mut faults);
            }
            ref info => {
                if let ["toml" | "csv", name] = info[..] {
                    fs::write(folder.path().join(name), block.join("\n") + "\n").expect("a file");
                }
                fresh.extend(block.iter().map(|line| format!("{line}\n")));
            }
        }
        fresh += "```\n";
    }
    if std::env::var_os("BLESS").is_some() && fresh != text {
        fs::write(root().join(path), &fresh).expect("a page");
        faults.retain(|fault| fault.contains("exit code"));
    }
    assert!(faults.is_empty(), "{path}\n{}\nif that is meant, `just bless` rewrites it", faults.join("\n"));
}

/// Runs a block, and returns it with fresh output.
fn run_block(shell: &mut Shell, block: &[&str], exit_code: i32, faults: &mut Vec<String>) -> String {
    let mut commands: Vec<(Vec<&str>, Vec<String>)> = vec![];
    for line in block {
        match commands.last_mut() {
            Some((command, shown))
                if shown.is_empty() && command.last().is_some_and(|l| l.ends_with('\\')) =>
            {
                command.push(line);
            }
            _ if line.starts_with("$ ") => commands.push((vec![line], vec![])),
            Some((_, shown)) => shown.push((*line).to_owned()),
            None => panic!("a block begins with {line:?}, not with a command"),
        }
    }
    let mut fresh = String::new();
    for i in 0..commands.len() {
        let (lines, shown) = &commands[i];
        let command: Vec<&str> = lines.iter().map(|line| line.trim_end_matches('\\').trim()).collect();
        let command = command.join(" ").trim_start_matches("$ ").to_owned();
        let output = shell.run(&command);
        let shows_code = commands.get(i + 1).is_some_and(|(lines, _)| lines == &["$ echo $?"]);
        let expected = if i + 1 == commands.len() { exit_code } else { 0 };
        if !shows_code && command != "echo $?" && shell.exit_code != expected {
            faults.push(format!("$ {command}\n  exit code {}: {}", shell.exit_code, output.join("\n  ")));
        }
        if !matches(shown, &output) {
            faults.push(format!("$ {command}\nprints\n{}\n", output.join("\n")));
        }
        let shown = if matches(shown, &output) { shown.clone() } else { refresh(shown, &output) };
        fresh.extend(lines.iter().map(|line| format!("{line}\n")));
        fresh.extend(shown.iter().map(|line| format!("{line}\n")));
    }
    fresh
}

#[test]
fn every_page_with_a_console_block_is_run() {
    for path in documents() {
        let has_block = read(&path).lines().any(|line| line.starts_with("```console"));
        assert!(!has_block || PAGES.contains(&path.as_str()), "add {path} to PAGES");
    }
}

#[test]
fn output_is_compared_line_by_line() {
    let lines = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    let output = lines("a1 b c d1 e f1");
    for (shown, same) in [
        ("a1 b c d1 e f1", true),
        ("a1 b c d1 e", false),
        ("… f1", true),
        ("a1 …", true),
        ("a1 … d1 … f1", true),
        ("… b c … e …", true),
        ("… c b …", false),
        ("a1 … f1 … f1", false),
        ("…", true),
    ] {
        assert_eq!(matches(&lines(shown), &output), same, "{shown}");
    }
    assert_eq!(refresh(&lines("a0 … d … f0"), &lines("a1 b c d f1")), lines("a1 … d … f1"));
    assert_eq!(refresh(&lines("a0 b"), &lines("a1")), lines("a1"));
}

/// The anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// The text without code blocks.
fn prose(text: &str) -> String {
    let mut code = false;
    let outside = text.lines().filter(|line| {
        let fence = line.starts_with("```");
        code ^= fence;
        !code && !fence
    });
    outside.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_link_has_a_target() {
    for path in documents() {
        let text = prose(&read(&path));
        let folder = Path::new(&path).parent().expect("a folder");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("http") {
                continue;
            }
            // The state of a workflow, on the site that runs it.
            let workflow = link.strip_prefix("../../actions/workflows/");
            if let Some(workflow) = workflow.and_then(|rest| rest.split('/').next()) {
                assert!(root().join(".github/workflows").join(workflow).exists(), "{path}: {link}");
                continue;
            }
            let (file, heading) = link.split_once('#').map_or((link, None), |(file, at)| (file, Some(at)));
            let target = if file.is_empty() { root().join(&path) } else { root().join(folder).join(file) };
            assert!(target.exists(), "{path}: {link}");
            if let Some(heading) = heading {
                let text = fs::read_to_string(&target).expect("a page");
                let anchors = text.lines().filter(|line| line.starts_with('#'));
                let found =
                    anchors.map(|line| anchor(line.trim_start_matches('#').trim())).any(|a| a == heading);
                assert!(found, "{path}: {link} names no heading");
            }
        }
    }
}

/// Every command in the text is known, and its options are in its help.
#[test]
fn every_command_exists() {
    let folder = folder();
    let mut helps: BTreeMap<String, String> = BTreeMap::new();
    for path in &documents() {
        let text = read(path);
        let in_prose = prose(&text);
        let inline = in_prose.split('`').skip(1).step_by(2).map(str::to_owned);
        let joined = text.replace("\\\n", " ");
        let lines: Vec<String> =
            joined.lines().map(|line| line.trim().trim_start_matches("$ ").to_owned()).collect();
        for command in inline.chain(lines).filter(|command| command.starts_with("undercard ")) {
            let command = command.split(['|', '#', '>']).next().unwrap_or_default();
            let words = words(command);
            let Some(name) = words.get(1).filter(|name| !name.starts_with('-') && **name != "COMMAND") else {
                continue;
            };
            let help = helps.entry(name.clone()).or_insert_with(|| {
                let (code, help, _) = super::program::answer(folder.path(), &[name, "--help"]);
                assert_eq!(code, 0, "{path}: `{command}`: no command {name}");
                help
            });
            for option in words.iter().filter(|word| word.starts_with("--")) {
                assert!(
                    help.split_whitespace()
                        .any(|word| Some(word.trim_end_matches(',')) == option.split('=').next()),
                    "{path}: `{command}`: {option}"
                );
            }
        }
    }
}
