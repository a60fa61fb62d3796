//! Strategy files.

use super::tree;
use crate::games::{GameRef, ListedGame};
use crate::model::Feature;
use crate::model::settings::{
    ConfigError, ConfigErrors, Item, Node, ReadLog, Section, Value, clipped, read_table,
};
use std::sync::Arc;
use undercard_engine::bots::{Bot, Grain, Mix, Restricted, Rule, Table, Tried, Weighed, Weights, Worths};
use undercard_engine::model::Visit;

/// A strategy file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StrategyFile {
    /// The move that it always or never plays, if there is one.
    pub rule: Option<MoveRule>,
    /// The moves that it plays where it knows them.
    pub table: Option<(Grain, Vec<Visit>)>,
    /// How it plays otherwise.
    pub weights: Weights,
    /// How it plays in a share of the games instead, and the share.
    pub mix: Vec<(f64, Weights)>,
    /// How it was trained, if it was.
    pub trained: Option<Trained>,
}

/// A move that is always or never played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRule {
    /// Whether it is played whenever it is legal; otherwise only if there is no other.
    pub always: bool,
    /// The id of the move.
    pub mv: String,
}

impl StrategyFile {
    /// The bot that plays it.
    #[must_use]
    pub fn bot(&self) -> Bot {
        let mut bot = Bot::Weights(self.weights.clone());
        if !self.mix.is_empty() {
            let other = |(share, weights): &(f64, Weights)| (*share, Bot::Weights(weights.clone()));
            bot = Bot::Mix(Mix::new(bot, self.mix.iter().map(other).collect()));
        }
        if let Some((grain, moves)) = &self.table {
            let known = Tried { games: Table::KNOWN, won: 0 };
            let worths = Arc::new(moves.iter().map(|visit| (*visit, known)).collect::<Worths>());
            bot = Bot::Table(Table { grain: *grain, worths, explore: None, otherwise: Box::new(bot) });
        }
        if let Some(MoveRule { always, mv }) = self.rule.clone() {
            bot = Bot::Restricted(Restricted { mv, always, bot: Box::new(bot) });
        }
        bot
    }
}

/// How a strategy was trained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trained {
    /// The command line.
    pub command: String,
    /// The digest of the rules.
    pub rules_digest: String,
}

/// Whether a file has a key that only strategy files have.
#[must_use]
pub fn is_strategy(root: &Node) -> bool {
    ["weights", "believes", "temperature"].iter().any(|key| root.get(key).is_some())
}

const EXPECTED_BELIEVES: &str = "a sentence on how the bot plays, such as believes = \"Attacks first.\"";

/// Parses a strategy file of a game.
///
/// # Errors
/// All errors of the text.
pub fn parse(text: &str, file: &str, game: &GameRef) -> Result<StrategyFile, ConfigErrors> {
    let features: Vec<&'static str> = game.features.iter().map(|feature| feature.name).collect();
    let root = tree::parse(text, file)?;
    if !is_strategy(&root) {
        let expected = "a strategy file with [weights]; to play with a config, name it as CONFIG";
        let found = "a file without [weights]";
        return Err(ConfigErrors(vec![ConfigError::at(&root.at, "", found, expected)]));
    }
    let (strategy, log) = read_table("", &root, ReadLog::default(), |section| {
        section.item("game").place_in(&[game.id]);
        match section.maybe("believes") {
            Some(item) => {
                item.text();
            }
            None => section.fault("believes", "no such key", EXPECTED_BELIEVES),
        }
        let weights = read_player(section, game, &features);
        let trained = section.maybe("trained").map(|item| {
            let trained = item.section();
            // The command names every changed setting.
            let text = |key: &'static str| trained.item(key).text_up_to(100_000).to_owned();
            Trained { command: text("command"), rules_digest: text("rules-digest") }
        });
        let (rule, table) = (read_move_rule(section), read_moves(section));
        StrategyFile { rule, table, weights, mix: read_mix(section, game, &features), trained }
    });
    let mut errors = log.faults;
    let is_known = |id: &str| id != game.id && game.catalogue.find(id).is_some();
    let is_other = |node: &Node| matches!(&node.value, Value::Text(id) if is_known(id));
    // A strategy for another game has other features, so only this error is reported.
    if root.get("game").is_some_and(is_other) {
        errors.retain(|error| error.key == "game");
    }
    if errors.is_empty() { Ok(strategy) } else { Err(ConfigErrors(errors)) }
}

/// Rounds a number for a strategy file: three significant digits, at most a billion.
#[must_use]
pub fn rounded(number: f64) -> f64 {
    let short: f64 = format!("{number:.2e}").parse().unwrap_or(number);
    short.clamp(-1e9, 1e9)
}

/// The text of a strategy file, which [`parse`] can read. `about` are the lines of its header comment.
/// Weights keep their order; weights of 0 are omitted.
#[must_use]
pub fn write(game: &ListedGame, about: &[String], believes: &str, strategy: &StrategyFile) -> String {
    let StrategyFile { rule, table, weights, mix, trained } = strategy;
    let id = game.id;
    let plain = |text: &str| text.replace(char::is_control, " ");
    let comment = |line: &String| format!("# {}", plain(line)).trim_end().to_owned() + "\n";
    let mut text: String = about.iter().map(comment).collect();
    text += &format!("game = \"{id}\"\nbelieves = {}\n", toml::Value::String(plain(believes)));
    text += &format!("temperature = {}\n", weights.temperature);
    if let Some(MoveRule { always, mv }) = rule {
        let key = if *always { "always" } else { "never" };
        text += &format!("{key} = {}\n", toml::Value::String(plain(mv)));
    }
    text += &of_player(weights, "", game);
    for (share, weights) in mix {
        let temperature = weights.temperature;
        text += &format!("\n[[mix]]\nshare = {share}\ntemperature = {temperature}\n");
        text += &of_player(weights, "mix.", game);
    }
    if let Some((grain, moves)) = table {
        text += &format!("\n[table]\ngrain = \"{}\"\nmoves = \"\"\"\n", grain.name());
        moves.iter().for_each(|Visit { decision, mv }| text += &format!("{decision:x} {mv:x}\n"));
        text += "\"\"\"\n";
    }
    if let Some(Trained { command, rules_digest }) = trained {
        let value = |text: &str| toml::Value::String(plain(text));
        text +=
            &format!("\n[trained]\ncommand = {}\nrules-digest = {}\n", value(command), value(rules_digest));
    }
    text
}

/// The tables of weights and of rules, whose names begin with `of`.
fn of_player(player: &Weights, of: &str, game: &ListedGame) -> String {
    let mut text = format!("\n[{of}weights]\n");
    for (weighed, weight) in player.weights.iter().filter(|(_, weight)| *weight != 0.0) {
        let Some(Feature { name, meaning }) = game.feature_of(*weighed) else { continue };
        text += &format!("{:<27} # {meaning}\n", format!("{name} = {weight}"));
    }
    for Rule { feature, above, below, add } in &player.rules {
        let name = game.features.get(*feature).map_or("", |feature| feature.name);
        text += &format!("\n[[{of}rules]]\nwhen = \"{name}\"\n");
        for (key, bound) in [("above", above), ("below", below)].iter().filter(|(_, bound)| bound.is_finite())
        {
            text += &format!("{key} = {bound}\n");
        }
        text += &format!("add = {add}\n");
    }
    text
}

/// The most moves of a table in a strategy file, which has no more than a million bytes.
pub const MOST_MOVES: usize = 20_000;

fn read_move_rule(section: &Section<'_>) -> Option<MoveRule> {
    let rule =
        |always: bool, key| section.maybe(key).map(|item| MoveRule { always, mv: item.text().to_owned() });
    let (always, never) = (rule(true, "always"), rule(false, "never"));
    if always.is_some() && never.is_some() {
        section.fault("never", "both `always` and `never`", "one of them");
    }
    always.or(never)
}

/// A table of moves: a text with a line for each decision, of the hashes of the decision and of the move.
fn read_moves(section: &Section<'_>) -> Option<(Grain, Vec<Visit>)> {
    let item = section.maybe("table")?;
    let table = item.section();
    let grain = table.choice("grain");
    let moves = table.item("moves");
    let Value::Text(text) = &moves.node().value else {
        moves.fault("a text with a line for each decision");
        return None;
    };
    let mut visits = Vec::new();
    for (nth, line) in (1..).zip(text.lines()) {
        let Some(visit) = read_visit(line).filter(|_| nth <= MOST_MOVES) else {
            let expected = format!("two hexadecimal numbers in each of at most {MOST_MOVES} lines");
            moves.refuse(format!("line {nth} of the table, \"{}\"", clipped(line)), expected, None);
            return None;
        };
        visits.push(visit);
    }
    Some((grain, visits))
}

fn read_visit(line: &str) -> Option<Visit> {
    let (decision, mv) = line.split_once(' ')?;
    let [decision, mv] = [decision, mv].map(|hash| u64::from_str_radix(hash, 16));
    Some(Visit { decision: decision.ok()?, mv: mv.ok()? })
}

/// The temperature, the weights and the rules of a player.
fn read_player(section: &Section<'_>, game: &GameRef, features: &[&str]) -> Weights {
    let temperature = section.maybe("temperature").map_or(0.0, |item| {
        let temperature = item.number();
        if temperature < 0.0 {
            item.fault("0 or more");
        }
        temperature
    });
    let weights = read_weights(section, game.weighed());
    Weights { weights, rules: read_rules(section, features), temperature }
}

/// The most players of a mix beside the one of the whole file.
const MOST_PLAYERS: usize = 32;

fn read_mix(section: &Section<'_>, game: &GameRef, features: &[&str]) -> Vec<(f64, Weights)> {
    let Some(list) = section.maybe("mix") else { return Vec::new() };
    let read = |item: Item<'_>| {
        let player = item.section();
        let share = player.item("share").number();
        if share <= 0.0 {
            player.fault("share", share.to_string(), "more than 0");
        }
        (share, read_player(&player, game, features))
    };
    let mix: Vec<(f64, Weights)> = list.items(0..=MOST_PLAYERS).into_iter().map(read).collect();
    let total: f64 = mix.iter().map(|(share, _)| share).sum();
    if total >= 1.0 {
        let expected =
            "shares with a sum below 1; the first [weights] of the file play the rest of the games";
        list.refuse(format!("shares with the sum {total}"), expected, None);
    }
    mix
}

/// The weights in the order of what is weighed, in which sums are computed.
fn read_weights(section: &Section<'_>, weighed: &[(Weighed, Feature)]) -> Vec<(Weighed, f64)> {
    let weights = section.section("weights");
    let weight_of =
        |(weighed, feature): &(Weighed, Feature)| Some((*weighed, weights.maybe(feature.name)?.number()));
    weighed.iter().filter_map(weight_of).collect()
}

fn read_rules(section: &Section<'_>, features: &[&str]) -> Vec<Rule> {
    let Some(list) = section.maybe("rules") else { return Vec::new() };
    let read = |item: Item<'_>| {
        let rule = item.section();
        // Reads all keys before any error: keys that were not read would be reported as unknown.
        let (feature, add) = (rule.item("when").place_in(features), rule.item("add").number());
        let bound = |key, none: f64| rule.maybe(key).map_or(none, |item| item.number());
        let (above, below) = (bound("above", f64::NEG_INFINITY), bound("below", f64::INFINITY));
        if !rule.has("above") && !rule.has("below") {
            item.fault("a rule with `above` or `below`");
        } else if above >= below {
            rule.fault("above", above.to_string(), format!("less than below = {below}"));
        }
        Some(Rule { feature: feature?, above, below, add })
    };
    list.items(0..=64).into_iter().filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Catalogue, GameInfo, PRINTED_GAMES};
    use proptest::prelude::*;

    const GAME: GameInfo = GameInfo {
        chance: &[],
        id: "g",
        title: "G",
        games: 1,
        features: &[
            Feature { name: "hit", meaning: "a meaning" },
            Feature { name: "wound", meaning: "a meaning" },
            Feature { name: "heal", meaning: "a meaning" },
        ],
        dependents: &[],
        own: None,
    };

    fn game() -> GameRef {
        let mut entry = PRINTED_GAMES[0];
        entry.info = GAME;
        Catalogue::new(&[entry]).expect("a list").find(GAME.id).expect("a game")
    }

    #[test]
    fn errors_of_a_strategy_have_lines() {
        let text = "game = 'h'\nbelieves = 'b'\ntemperature = -1\n[weights]\nhitt = 1\nwound = 'x'\n[[rules]]\nwhen = 'hit'\nadd = 1\nabout = 2\n[[mix]]\nshare = 1.5\nweights.heal = 'y'\n[[mix]]\nshare = 0";
        let errors = parse(text, "s.toml", &game()).expect_err("errors").to_string();
        for part in [
            "s.toml:1: game",
            "s.toml:3: temperature",
            "s.toml:5: weights.hitt",
            "did you mean `hit`",
            "s.toml:6",
            "a rule with `above` or `below`",
            "rules.0.about",
            "shares with the sum 1.5",
            "mix.0.weights.heal",
            "mix.1.share",
            "mix.1.weights",
        ] {
            assert!(errors.contains(part), "{part} is not in\n{errors}");
        }
    }

    #[test]
    fn a_written_strategy_is_read_again() {
        let rule = Rule { feature: 1, above: 0.5, below: f64::INFINITY, add: -0.25 };
        let of = |weights: &[(usize, f64)]| -> Vec<(Weighed, f64)> {
            weights.iter().map(|(feature, weight)| (Weighed::always(*feature), *weight)).collect()
        };
        let weights = of(&[(2, -1e-7), (1, 0.0), (0, 1230.0)]);
        let weights = Weights { weights, rules: vec![rule], temperature: 0.5 };
        let about = ["trained\n[weights]\u{1b}[31m".to_owned(), String::new()];
        let trained = Trained {
            command: format!("undercard train 'a \"b\"' {}", "--set a=1 ".repeat(100)),
            rules_digest: "0f".into(),
        };
        let table =
            Some((Grain::Values, vec![Visit { decision: u64::MAX, mv: 1 }, Visit { decision: 2, mv: 3 }]));
        let rule = Some(MoveRule { always: false, mv: "play:a".into() });
        let mix = vec![(0.25, Weights { temperature: 1.0, ..Weights::default() }), (0.5, weights.clone())];
        let strategy = StrategyFile { rule, table, weights: weights.clone(), mix, trained: Some(trained) };
        let text = write(&game(), &about, "says \"no\" \\ \n", &strategy);
        assert!(text.starts_with("# trained [weights] [31m\n#\ngame = \"g\"\n"), "{text}");
        let read = parse(&text, "s.toml", &game()).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
        let weights = Weights { weights: of(&[(0, 1230.0), (2, -1e-7)]), ..weights };
        let mix = vec![strategy.mix[0].clone(), (0.5, weights.clone())];
        assert_eq!(read, StrategyFile { weights, mix, ..strategy });
        assert!(text.find("heal").expect("heal") < text.find("hit").expect("hit"), "{text}");
    }

    proptest! {
        #[test]
        fn every_rounded_number_is_read_again_as_it_is(number in -1e6_f64..1e6) {
            let short = rounded(number);
            prop_assert!((short - number).abs() <= 0.005_000_1 * number.abs(), "{number} {short}");
            let first = Weighed::always(0);
            let weights = Weights { weights: vec![(first, short)], rules: vec![], temperature: 1.0 };
            let text = write(&game(), &[], "b", &StrategyFile { weights, ..StrategyFile::default() });
            let expected = if short == 0.0 { vec![] } else { vec![(first, short)] };
            prop_assert_eq!(parse(&text, "s.toml", &game()).expect("a strategy").weights.weights, expected);
        }

        #[test]
        fn the_parser_never_panics_on_toml(key in "(game|believes|temperature|weights|rules|[a-z]{1,5})(\\.(hit|heal|when))?", value in "(-?[0-9]{1,20}|'g'|true|\\[\\[?\\]?\\]|\\{ ?when = 'hit' ?\\}|nan|inf|1979-05-27|[0-9.e+-]{1,9})", times in 1_usize..4) {
            let line = format!("{key} = {value}\n");
            let _ = parse(&line.repeat(times), "s.toml", &game());
        }
    }
}
