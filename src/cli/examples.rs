//! The examples of help texts. They are written for Knife Fight; a program without it shows them for its own game.

use crate::config::{
    Allowed, PRINTED_GAMES, Plan, PlanOptions, Setting, Value, all_games, bots, find_game, shipped,
};
use crate::report::plain;
use std::sync::OnceLock;

/// The game of most examples.
const EXAMPLE: &str = "knife-fight";

/// How a line with an example begins.
const COMMAND: &str = "  undercard ";

/// The examples of a command, for the games of this program.
pub(super) fn examples(help: &str) -> String {
    if find_game(EXAMPLE).is_some() {
        return help.to_owned();
    }
    static OWN: OnceLock<Option<OwnGame>> = OnceLock::new();
    let own = OWN.get_or_init(|| all_games().next().and_then(|game| OwnGame::of(game.id)));
    own.as_ref().map_or_else(String::new, |own| own.examples(help, |game| find_game(game).is_none()))
}

/// What examples name of a game.
struct OwnGame {
    /// What replaces each word of the examples, longer words first; `None` if the game has no equivalent.
    words: Vec<(&'static str, Option<String>)>,
}

impl OwnGame {
    /// `None` if the printed rules are not valid.
    fn of(id: &'static str) -> Option<Self> {
        let plan = Plan::new(id, &PlanOptions::default()).ok()?;
        let numbers = numbers(&plan);
        let can_be_raised = |(key, value): &&(String, i64)| {
            [1, 2].iter().all(|by| {
                let set = vec![format!("{key}={}", value + by)];
                Plan::new(id, &PlanOptions { set, ..PlanOptions::default() }).is_ok()
            })
        };
        let first = numbers.iter().find(can_be_raised);
        let section = |(key, _): &(String, i64)| key.split('.').next().unwrap_or_default().to_owned();
        let elsewhere = |number: &&(String, i64)| first.map(section) != Some(section(number));
        let second = numbers.iter().filter(elsewhere).find(can_be_raised);
        let second =
            second.or_else(|| numbers.iter().filter(|number| Some(*number) != first).find(can_be_raised));
        let changed = |(key, value): &(String, i64)| format!("{key}={}", value + 1);
        let range = |(key, value): &(String, i64)| format!("{key}={value}..{}", value + 2);
        let shipped: Vec<String> =
            bots::known(id).into_iter().filter(|bot| !["random", "search"].contains(&bot.as_str())).collect();
        let bot = |nth: usize| shipped.get(nth).cloned();
        let any_bot = |nth| bot(nth).or_else(|| Some("search".into()));
        let is_for_two = plan.players() == 2;
        let pair = |one: &str, two: Option<String>| Some(format!("{one},{}", two?)).filter(|_| is_for_two);
        let schema = plan.rules().schema();
        let card = schema.cards.iter().find(|card| card.events != 0).map(|card| card.id.clone());
        let event = schema.cards.iter().find(|card| card.events != 0).and_then(|card| {
            let nth = usize::try_from(card.events.trailing_zeros()).ok()?;
            Some(format!("{}/{}", card.id, schema.events.get(nth)?))
        });
        let mut sides = schema.groups.iter().filter(|group| group.name == "side");
        let side = sides.find_map(|group| group.keys.first().cloned());
        let winner = side.unwrap_or_else(|| plain::seat(0, schema.seat_order).replace(' ', "-"));
        let house =
            shipped::configs(id).into_iter().map(|(name, _)| name).find(|name| name != "printed.toml");
        let decks = plan.value("deck").map(|_| format!("--decks {id},mine.toml"));
        let words = vec![
            ("configs/knife-fight/house-aces-high.toml", house.map(|name| format!("configs/{id}/{name}"))),
            ("rules.tie=both-hit,no-hit", second.map(range)),
            ("rules.tie=no-hit", second.map(changed)),
            ("cards.ten.damage=4..12..2", first.map(range)),
            ("rules.bleed-divisor=2..6", first.map(range)),
            ("setup.hand-size=2..4", first.map(range)),
            ("cards.ten.damage=9", first.map(changed)),
            ("cards.ten.damage=4", first.map(changed)),
            ("cards.*.damage", first.map(|(key, _)| key.clone())),
            ("rules.*", second.map(|number| format!("{}.*", section(number)))),
            ("--from hunter --strategy huntress", bot(0).map(|bot| format!("--from {bot} --strategy mine"))),
            ("--against self,hunter", any_bot(0).map(|bot| format!("--against self,{bot}"))),
            ("--decks knife-fight,mine.toml", decks),
            ("random,cutter,medic", Some("all".into())),
            ("random,medic,expert", any_bot(0).map(|bot| format!("random,{bot}"))),
            ("--bots cutter,medic", pair("--bots random", any_bot(0))),
            (
                "--bots-b cutter,random",
                any_bot(0).and_then(|bot| pair(&format!("--bots-b {bot}"), Some("random".into()))),
            ),
            ("cutter", any_bot(0)),
            ("medic", any_bot(0)),
            ("winner=black", Some(format!("winner={winner}"))),
            ("winner-damage>=20", None),
            ("joker/played", event.clone()),
            ("joker/all/opening", event.as_ref().map(|event| event.replacen('/', "/all/", 1))),
            ("joker", card),
            (EXAMPLE, Some(id.into())),
        ];
        Some(Self { words })
    }

    /// The examples for this game. Those that name something which it does not have, or another game that is missing, are
    /// left out.
    fn examples(&self, help: &str, is_missing: impl Fn(&str) -> bool) -> String {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let others = || PRINTED_GAMES.iter().map(|game| game.info.id).filter(|id| *id != EXAMPLE);
        let names_other = |text: &str| {
            others().any(|id| is_missing(id) && text.split(|c| !is_word(c)).any(|word| word == id))
        };
        let mut shown: Vec<String> = Vec::new();
        let mut lines = help.lines();
        while let Some(line) = lines.next() {
            let mut example = line.to_owned();
            while example.ends_with('\\') {
                example += "\n";
                example += lines.next().unwrap_or_default();
            }
            let is_example = line.starts_with(COMMAND);
            match self.of_game(&example) {
                Some(own) if !(is_example && names_other(&own)) => shown.push(own),
                None if !is_example => shown.push(example),
                _ => {}
            }
        }
        aligned(&shown)
    }

    /// A text with the words of this game; `None` if it has nothing in place of one.
    fn of_game(&self, text: &str) -> Option<String> {
        let (mut own, mut rest) = (String::new(), text);
        let next = |rest: &str| {
            let found = self.words.iter().filter_map(|(word, by)| Some((rest.find(word)?, word, by)));
            found.min_by_key(|(at, ..)| *at)
        };
        while let Some((at, word, by)) = next(rest) {
            own += &rest[..at];
            own += by.as_ref()?;
            rest = &rest[at + word.len()..];
        }
        Some(own + rest)
    }
}

/// The lines with what is said beside their commands in one column.
fn aligned(lines: &[String]) -> String {
    let split = |line: &str| {
        let one_line = line.strip_prefix(COMMAND).filter(|line| !line.contains('\n'));
        let (command, about) = one_line?.split_once("  ")?;
        Some((format!("{COMMAND}{command}"), about.trim_start().to_owned()))
    };
    let split: Vec<_> = lines.iter().map(|line| (line, split(line))).collect();
    let widths = split.iter().filter_map(|(_, parts)| Some(parts.as_ref()?.0.chars().count()));
    let width = widths.max().unwrap_or(0);
    let line = |(line, parts): &(&String, Option<(String, String)>)| match parts {
        Some((command, about)) => format!("{command:width$}  {about}"),
        None => (*line).clone(),
    };
    split.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The keys of the numbers that may be higher, with their values.
fn numbers(plan: &Plan) -> Vec<(String, i64)> {
    let number = |setting: &Setting| {
        let (Allowed::Int(_, high) | Allowed::IntOr(_, high, _)) = setting.allowed else { return None };
        let Value::Int(value) = plan.value(&setting.path)?.value else { return None };
        let is_free = setting.path != "setup.players" && value < high - 1;
        is_free.then(|| (setting.path.clone(), value))
    };
    plan.rules.settings().iter().filter_map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::COMMANDS;
    use crate::config::globs;

    /// Each command with its examples, as a program shows them that has only this game.
    fn of_every_command(game: &str, own: &OwnGame) -> Vec<(&'static str, String)> {
        let help = |command: &crate::cli::Command| {
            let help = (command.define)(clap::Command::new(command.name)).get_after_help()?.to_string();
            Some((command.name, own.examples(&help, |id| id != game)))
        };
        COMMANDS.iter().filter_map(help).collect()
    }

    /// The words after an option in an example.
    fn after<'w>(words: &'w [String], options: &[&str]) -> Vec<&'w str> {
        let pairs = words.windows(2).filter(|pair| options.contains(&&*pair[0]));
        pairs.map(|pair| pair[1].as_str()).collect()
    }

    /// Other words are tried by `tests/own_game.sh`.
    #[test]
    fn examples_of_a_program_name_only_what_its_game_has() {
        for game in ["fight", "taunt", "stabby-jack"] {
            let own = OwnGame::of(game).expect("a game");
            let plan = Plan::new(game, &PlanOptions::default()).expect("printed rules");
            let mut n_changes = 0;
            for (command, text) in of_every_command(game, &own) {
                assert!(text.lines().any(|line| line.starts_with(COMMAND)), "{game}, {command}: {text}");
                for line in text.replace("\\\n", " ").lines().filter(|line| line.starts_with(COMMAND)) {
                    let words = shlex::split(line).unwrap_or_else(|| panic!("{line}"));
                    let mut others = PRINTED_GAMES.iter().map(|game| game.info.id).filter(|id| *id != game);
                    assert_eq!(others.find(|id| words.iter().any(|word| word == id)), None, "{line}");
                    for change in after(&words, &["--set", "--set-b"]) {
                        let options = PlanOptions { set: vec![change.into()], ..PlanOptions::default() };
                        Plan::new(game, &options).unwrap_or_else(|errors| panic!("{line}: {errors}"));
                        n_changes += 1;
                    }
                    for bots in after(&words, &["--bots", "--bots-b", "--from"]) {
                        for bot in bots.split(',').filter(|bot| !bot.contains(['.', ':'])) {
                            let is_known = bot == "all" || bots::known(game).iter().any(|known| known == bot);
                            assert!(is_known, "{line}: {bot}");
                        }
                    }
                    let varied = after(&words, &["--vary"]).into_iter().map(|vary| vary.split('=').next());
                    let keys = after(&words, &["--keys"]).into_iter().map(Some).chain(varied).flatten();
                    for key in keys.filter(|key| !key.starts_with("run.")) {
                        let mut settings = plan.rules.settings().iter();
                        assert!(settings.any(|setting| globs::matches(key, &setting.path)), "{line}: {key}");
                    }
                }
            }
            assert!(n_changes > 4, "{game}");
        }
    }
}
