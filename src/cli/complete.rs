//! `undercard complete`: the candidates for the last word of a command line. The scripts of `completions` call it.

use super::candidates::{Candidate, of_value};
use super::{CliResult, parser, print_exactly};
use clap::Arg;

/// Print the completions of the last word.
#[derive(clap::Args, Debug)]
#[command(hide = true)]
pub(crate) struct Args {
    /// Words of the command line after the program, the last one unfinished
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

pub(crate) fn run(args: &Args) -> CliResult {
    let lines = candidates(&args.words).into_iter().map(|Candidate { word, help }| {
        let help: String = help.lines().next().unwrap_or_default().replace('\t', " ");
        if help.is_empty() { format!("{word}\n") } else { format!("{word}\t{help}\n") }
    });
    print_exactly(&lines.collect::<String>())
}

/// The completions of the last word.
fn candidates(words: &[String]) -> Vec<Candidate> {
    let Some((current, before)) = words.split_last() else { return Vec::new() };
    let mut root = parser();
    root.build();
    let mut found = after_program(&root, before, current);
    found.retain(|candidate| candidate.word.starts_with(current.as_str()));
    if !current.starts_with('-') {
        found.retain(|candidate| !candidate.word.starts_with('-'));
    }
    found.sort();
    found.dedup_by(|one, other| one.word == other.word);
    found
}

/// The completions of a word after these words, which begin with the options of the program and the name of a command.
fn after_program(root: &clap::Command, before: &[String], current: &str) -> Vec<Candidate> {
    let shown = || root.get_subcommands().filter(|command| !command.is_hide_set());
    let about = |command: &clap::Command| command.get_about().map(ToString::to_string);
    let commands = || shown().map(|command| Candidate::new(command.get_name(), about(command)));
    match before.split_first() {
        None if current.contains('=') => of_command(root, before, current),
        None => commands().chain(options(root)).collect(),
        Some((option, after)) if option.starts_with('-') => {
            let takes = |option: &Arg| option.get_action().takes_values();
            match after.split_first() {
                _ if !find(root, option).is_some_and(takes) => after_program(root, after, current),
                Some((_, after)) => after_program(root, after, current),
                None => of_command(root, before, current),
            }
        }
        Some((name, after)) if name == "help" => {
            if after.is_empty() {
                commands().collect()
            } else {
                Vec::new()
            }
        }
        Some((name, after)) => {
            root.find_subcommand(name).map_or_else(Vec::new, |command| of_command(command, after, current))
        }
    }
}

/// The completions of a word of this command after these words.
fn of_command(command: &clap::Command, before: &[String], current: &str) -> Vec<Candidate> {
    let line = Line::of(command, before);
    if let Some(option) = line.unfinished {
        return values(command, option, &line, current);
    }
    if let Some((name, value)) = current.split_once('=').filter(|(name, _)| name.starts_with("--")) {
        let Some(option) = find(command, name) else { return Vec::new() };
        let joined =
            |candidate: Candidate| Candidate { word: format!("{name}={}", candidate.word), ..candidate };
        return values(command, option, &line, value).into_iter().map(joined).collect();
    }
    if current.starts_with('-') {
        return options(command);
    }
    let positionals: Vec<&Arg> = command.get_positionals().collect();
    // The last positional argument may have many values.
    let next = positionals.get(line.positionals.len()).or(positionals.last());
    next.map_or_else(Vec::new, |argument| values(command, argument, &line, current))
}

/// The words of a command line.
struct Line<'w> {
    /// The values of positional arguments.
    positionals: Vec<&'w str>,
    /// The option whose value is the next word.
    unfinished: Option<&'w Arg>,
}

impl<'w> Line<'w> {
    fn of(command: &'w clap::Command, before: &'w [String]) -> Self {
        let (mut positionals, mut unfinished) = (Vec::new(), None);
        for word in before {
            let is_value = unfinished.take().is_some();
            if word.starts_with('-') && !is_value {
                unfinished = find(command, word).filter(|option| option.get_action().takes_values());
            } else if !is_value {
                positionals.push(word.as_str());
            }
        }
        Self { positionals, unfinished }
    }
}

/// The option that this word names.
fn find<'c>(command: &'c clap::Command, word: &str) -> Option<&'c Arg> {
    command.get_arguments().find(|argument| {
        let is_long = argument.get_long().is_some_and(|long| word.strip_prefix("--") == Some(long));
        is_long || argument.get_short().is_some_and(|short| word == format!("-{short}"))
    })
}

/// The options of a command.
fn options(command: &clap::Command) -> Vec<Candidate> {
    let option = |argument: &Arg| {
        let help = argument.get_help().map(ToString::to_string);
        argument.get_long().map(|long| Candidate::new(&format!("--{long}"), help))
    };
    command.get_arguments().filter(|argument| !argument.is_hide_set()).filter_map(option).collect()
}

/// The values of an argument: those that clap knows, otherwise those of the program.
fn values(command: &clap::Command, argument: &Arg, line: &Line<'_>, current: &str) -> Vec<Candidate> {
    let possible = argument.get_possible_values();
    if !possible.is_empty() {
        let own = |value: &clap::builder::PossibleValue| {
            Candidate::new(value.get_name(), value.get_help().map(ToString::to_string))
        };
        return possible.iter().filter(|value| !value.is_hide_set()).map(own).collect();
    }
    of_value(command.get_name(), argument.get_id().as_str(), &line.positionals, current)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        candidates(&words).into_iter().map(|candidate| candidate.word).collect()
    }

    #[test]
    fn words_complete_to_what_the_command_knows() {
        for (line, expected) in [
            ("comp", &["compare", "completions"][..]),
            ("run tau", &["taunt"]),
            ("run taunt --pl", &["--plan", "--players"]),
            ("run taunt --format j", &["json"]),
            ("run taunt --format=j", &["--format=json"]),
            ("run knife-fight --set rules.t", &["rules.tie="]),
            ("run knife-fight --set=rules.t", &["--set=rules.tie="]),
            ("run knife-fight --seed 3 --set rules.tie=no", &["rules.tie=no-hit"]),
            ("run knife-fight --bots cutter,me", &["cutter,medic"]),
            ("sweep knife-fight --vary rules.t", &["rules.tie="]),
            ("sensitivity knife-fight --keys rules.t", &["rules.tie"]),
            ("sweep knife-fight --show outcomes/d", &["outcomes/draw"]),
            ("replay knife-fight --where lon", &["longest"]),
            ("list knife-fight rul", &["rules"]),
            (
                "sweep knife-fight --show impact/joker/b",
                &["impact/joker/black", "impact/joker/black/score_ablation"],
            ),
            ("sweep taunt --show matchups/tuggle/tea", &["matchups/tuggle/teabot"]),
            ("replay knife-fight --where outcomes/d", &["outcomes/draw"]),
            ("replay knife-fight --where outcome=d", &["outcome=draw"]),
            ("replay knife-fight --where winner=", &["winner=0", "winner=1", "winner=black", "winner=red"]),
            ("replay knife-fight --where matchups/", &[]),
            ("impact knife-fight --event pl", &["played"]),
            ("impact knife-fight --card jo", &["joker"]),
            ("matchups taunt --characters tuggle,tea", &["tuggle,teabot"]),
            ("matchups knife-fight --bots al", &["all"]),
            ("run knife-fight --bots pa", &["panel"]),
            ("matchups knife-fight --bots pa", &[]),
            ("run knife-fight --bots cutter,pa", &[]),
            ("run knife-fight --color n", &["never"]),
            ("--color n", &["never"]),
            ("--color=n", &["--color=never"]),
            ("--color never ma", &["matchups"]),
            ("he", &["help"]),
            ("help com", &["compare", "completions"]),
            ("help run ", &[]),
            ("none ", &[]),
            ("run knife-fight --games 1", &[]),
        ] {
            assert_eq!(words(line), expected, "{line}");
        }
        assert!(!words("").iter().any(|word| word == "complete" || word.starts_with('-')));
    }
}
