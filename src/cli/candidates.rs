//! What the program knows about the values of arguments: games, configs, results, bots, settings and figures.

use crate::config::addresses;
use crate::config::listing::{listed, sections};
use crate::config::{Allowed, Plan, PlanOptions, all_games, bots, find_game, result_names};
use crate::experiments::compare::revisions;
use std::collections::BTreeSet;
use std::path::Path;

/// A completion of a word, and what it means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Candidate {
    pub word: String,
    pub help: String,
}

impl Candidate {
    pub(crate) fn new(word: &str, help: Option<String>) -> Self {
        Self { word: word.to_owned(), help: help.unwrap_or_default() }
    }
}

/// The values of an argument, given the words of the positional arguments before.
pub(crate) fn of_value(command: &str, argument: &str, positionals: &[&str], current: &str) -> Vec<Candidate> {
    match argument {
        "config" | "second" | "more" | "configs" => configs(current, true),
        "game" if matches!(command, "init") => configs(current, false),
        "game" => configs(current, true),
        "files" => files(current, &["toml"]),
        "folder" => named_results().chain(folders(current)).collect(),
        "shards" | "out" => folders(current),
        "file" => files(current, &["toml"]),
        "section" => in_game(positionals, |plan| {
            sections(plan).into_iter().map(|section| Candidate::new(section, None)).collect()
        }),
        "bots" | "bots_b" | "from" => {
            let several = several_bots(command, argument).filter(|_| !current.contains(','));
            after_last_comma(current, in_game(positionals, bot_names)).into_iter().chain(several).collect()
        }
        "characters" => after_last_comma(current, in_game(positionals, characters)),
        "card" => in_game(positionals, |plan| parts(plan, "card_impact/", 0)),
        "cards" | "cards_b" => files(current, &["csv", "xlsx"]),
        "event" => in_game(positionals, |plan| parts(plan, "card_impact/", 2)),
        "set" | "set_b" => after_sign(current, positionals, true),
        "vary" => after_sign(current, positionals, true),
        "keys" => after_sign(current, positionals, false),
        "show" | "only" => in_game(positionals, figures),
        "find" => in_game(positionals, conditions),
        "against" => revisions(Path::new(".")).iter().map(|name| Candidate::new(name, None)).collect(),
        _ => Vec::new(),
    }
}

/// Games, results and config files; only games unless `all`.
fn configs(current: &str, all: bool) -> Vec<Candidate> {
    let games =
        all_games().map(|game| Candidate::new(game.id, Some(format!("{}, printed rules", game.title))));
    if !all {
        return games.collect();
    }
    games.chain(named_results()).chain(files(current, &["toml"])).collect()
}

fn named_results() -> impl Iterator<Item = Candidate> {
    let names = result_names().into_iter().filter(|name| find_game(name).is_none());
    names.map(|name| Candidate::new(&name, Some("a result".into())))
}

/// The files with these endings, and the folders, in the folder that the word begins with.
fn files(current: &str, endings: &[&str]) -> Vec<Candidate> {
    /// Larger folders are not read to the end.
    const MOST: usize = 2000;
    let start = current.rfind('/').map_or(0, |slash| slash + 1);
    let (folder, name) = current.split_at(start);
    let from = if folder.is_empty() { "." } else { folder };
    let entries = std::fs::read_dir(from).into_iter().flatten().flatten().take(MOST);
    let candidate = |entry: std::fs::DirEntry| {
        let found = entry.file_name().into_string().ok()?;
        let is_folder = entry.path().is_dir();
        let ending = Path::new(&found).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let is_shown = found.starts_with(name) && (name.starts_with('.') || !found.starts_with('.'));
        let is_known = is_folder || endings.contains(&ending);
        let slash = if is_folder { "/" } else { "" };
        // A control character could end the line of a candidate.
        let is_shown = is_shown && is_known && !found.contains(char::is_control);
        is_shown.then(|| Candidate::new(&format!("{folder}{found}{slash}"), None))
    };
    entries.filter_map(candidate).collect()
}

fn folders(current: &str) -> Vec<Candidate> {
    files(current, &[])
}

/// The candidates of the config on the line if it can be read, otherwise of every game.
fn in_game(positionals: &[&str], of: fn(&Plan) -> Vec<Candidate>) -> Vec<Candidate> {
    plans(positionals).iter().flat_map(of).collect()
}

/// The first config among the words, or the printed rules of every game.
fn plans(positionals: &[&str]) -> Vec<Plan> {
    let plan = |config: &str| Plan::new(config, &PlanOptions::default()).ok();
    match positionals.iter().find_map(|config| plan(config)) {
        Some(plan) => vec![plan],
        None => all_games().filter_map(|game| plan(game.id)).collect(),
    }
}

/// The bots of a game, and the strategies of the current folder.
fn bot_names(plan: &Plan) -> Vec<Candidate> {
    let id = plan.game().id;
    let known = bots::known(id).into_iter().map(|name| Candidate::new(&name, None));
    let own = files(&format!("strategies/{id}/"), &["toml"]).into_iter().filter_map(|file| {
        let name = Path::new(&file.word).file_stem()?.to_str()?.to_owned();
        Some(Candidate::new(&name, Some(file.word.clone())))
    });
    known.chain(own.filter(|own| !own.help.ends_with('/'))).collect()
}

/// The word for several bots one after another.
fn several_bots(command: &str, argument: &str) -> Option<Candidate> {
    match (command, argument) {
        ("run" | "compare" | "impact" | "check" | "tune", "bots") => {
            Some(Candidate::new(bots::PANEL, Some("each shipped bot in turn".into())))
        }
        ("matchups", "bots") => Some(Candidate::new("all", Some("all bots of the game".into()))),
        _ => None,
    }
}

fn figures(plan: &Plan) -> Vec<Candidate> {
    let figures = addresses::of_plan(plan).into_iter();
    figures.map(|figure| Candidate::new(&figure.address, Some(figure.meaning))).collect()
}

/// What `--where` finds: the figures of one game, and its shorter names.
fn conditions(plan: &Plan) -> Vec<Candidate> {
    let plain = |word: &str| Candidate::new(word, None);
    let figures = figures(plan).into_iter().filter(|figure| !figure.word.starts_with("matchups/"));
    let outcomes = parts(plan, "outcomes/", 0).into_iter();
    let outcomes = outcomes.map(|kind| Candidate { word: format!("outcome={}", kind.word), ..kind });
    let named = |key: &str, names: Vec<Candidate>| {
        let word = |name: Candidate| Candidate { word: format!("{key}={}", name.word), ..name };
        names.into_iter().map(word).collect::<Vec<_>>()
    };
    let players = ["side", "character"].map(|group| parts(plan, &format!("win_rates/{group}/"), 0));
    let seats = (0..plan.players()).map(|seat| plain(&seat.to_string())).collect();
    let winners = named("winner", [seats, players.concat()].concat());
    let characters = named("character", parts(plan, "win_rates/character/", 0));
    let cards = named("card", parts(plan, "card_impact/", 0));
    let words = ["longest", "shortest", "length>="].map(plain);
    words.into_iter().chain(outcomes).chain(winners).chain(characters).chain(cards).chain(figures).collect()
}

fn characters(plan: &Plan) -> Vec<Candidate> {
    let all = Candidate::new("all", Some("all characters of the game".into()));
    parts(plan, "win_rates/character/", 0).into_iter().chain([all]).collect()
}

/// One part of each address that begins with these words.
fn parts(plan: &Plan, start: &str, nth: usize) -> Vec<Candidate> {
    let figures = addresses::of_plan(plan).into_iter();
    let part = |address: &str| address.strip_prefix(start)?.split('/').nth(nth).map(str::to_owned);
    let parts: BTreeSet<String> = figures.filter_map(|figure| part(&figure.address)).collect();
    parts.iter().map(|part| Candidate::new(part, None)).collect()
}

/// The candidates for the last item of a list with commas.
fn after_last_comma(current: &str, items: Vec<Candidate>) -> Vec<Candidate> {
    let start = current.rfind(',').map_or(0, |comma| comma + 1);
    let joined = |item: Candidate| Candidate { word: format!("{}{}", &current[..start], item.word), ..item };
    items.into_iter().map(joined).collect()
}

/// The keys of settings; after `KEY=` the values of a choice. `=` follows a key that needs a value.
fn after_sign(current: &str, positionals: &[&str], has_value: bool) -> Vec<Candidate> {
    let plans = plans(positionals);
    match current.split_once('=').filter(|_| has_value) {
        Some((key, values)) => {
            let values_of = |plan: &Plan| {
                let settings = plan.rules().settings().iter();
                settings
                    .filter(|setting| setting.path == key)
                    .flat_map(|setting| names(&setting.allowed))
                    .collect::<Vec<_>>()
            };
            let values_known: Vec<Candidate> = plans.iter().flat_map(values_of).collect();
            let joined = |value: Candidate| Candidate { word: format!("{key}={}", value.word), ..value };
            after_last_comma(values, values_known).into_iter().map(joined).collect()
        }
        None => {
            let sign = if has_value { "=" } else { "" };
            let key = |plan: &Plan| {
                let settings = listed(plan).into_iter().filter(|setting| !setting.key.contains('*'));
                settings
                    .map(|setting| {
                        let meaning = setting.meaning.replace('\n', " ");
                        Candidate::new(&format!("{}{sign}", setting.key), Some(meaning))
                    })
                    .collect::<Vec<_>>()
            };
            plans.iter().flat_map(key).collect()
        }
    }
}

/// The names that a setting allows.
fn names(allowed: &Allowed) -> Vec<Candidate> {
    match allowed {
        Allowed::Choice(names) => names.iter().map(|name| Candidate::new(name, None)).collect(),
        Allowed::Flag => ["true", "false"].map(|name| Candidate::new(name, None)).to_vec(),
        Allowed::IntOr(_, _, word) => vec![Candidate::new(word, None)],
        Allowed::Int(..) | Allowed::Text => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_panel_and_the_conditions_of_a_game_are_completed() {
        let has = |command: &str, argument: &str, current: &str, word: &str| {
            let found = of_value(command, argument, &["knife-fight"], current);
            found.iter().any(|candidate| candidate.word == word)
        };
        assert!(has("run", "bots", "", "panel") && has("run", "bots", "", "medic"));
        assert!(!has("run", "bots", "medic,", "medic,panel") && !has("sweep", "bots", "", "panel"));
        assert!(has("replay", "find", "", "card=queen") && has("replay", "find", "", "outcomes/draw"));
    }

    #[test]
    fn files_and_folders_complete_in_the_folder_of_the_word() {
        let found: Vec<String> =
            files("configs/knife-fight/pri", &["toml"]).into_iter().map(|file| file.word).collect();
        assert_eq!(found, ["configs/knife-fight/printed.toml"]);
        assert!(files("confi", &[]).iter().any(|file| file.word == "configs/"));
    }
}
