//! The addresses of all figures of a config: those of its games, of its cards by ablation, and of pairs of members.

use super::{Plan, bots, config_error, globs, run_table};
use crate::bots::Bot;
use crate::games::{GameInfo, Rules};
use crate::model::settings::{ConfigError, ConfigErrors, Node, clipped, distance, nearest};
use crate::model::{Seat, SeatOrder, Seats};
use crate::report::{self, impact, metrics, plain, table};
use crate::simulation::{Lineup, Simulation};
use std::collections::{BTreeMap, BTreeSet};

/// A figure that commands can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFigure {
    /// Its address.
    pub address: String,
    /// Its unit.
    pub unit: String,
    /// Its meaning.
    pub meaning: String,
}

impl NamedFigure {
    /// Whether it is a difference of shares.
    #[must_use]
    pub fn is_difference(address: &str) -> bool {
        report::is_difference(address)
    }
}

/// All figures of a plan.
#[must_use]
pub fn of_plan(plan: &Plan) -> Vec<NamedFigure> {
    all(plan.game, &plan.rules, &plan.tree, &plan.simulation().lineup().names)
}

/// All figures of a game with these rules and bots.
#[must_use]
pub(super) fn all(game: &GameInfo, rules: &Rules, tree: &Node, bots: &[(String, Seats)]) -> Vec<NamedFigure> {
    let named = |[address, unit, meaning]: [String; 3]| NamedFigure { address, unit, meaning };
    let of_run = report::addresses_with_meanings(game.id, rules.players(), rules.schema(), bots);
    let minutes = metrics::MINUTES.iter().filter(|_| run_table::table_minutes(tree).is_some());
    let minutes = minutes.map(|(metric, _, meaning)| {
        named([format!("{}/{metric}", metrics::NAME), "minutes".into(), (*meaning).into()])
    });
    of_run
        .into_iter()
        .map(named)
        .chain(minutes)
        .chain(ablations(rules))
        .chain(pairs(game, rules, tree))
        .collect()
}

/// The beginning of the addresses of pairs.
pub(crate) const PAIRS: &str = "matchups/";

/// The setting that gives seats their characters, and the report group of characters.
pub(crate) const FIGHTERS: &str = "setup.fighters";
pub(crate) const CHARACTER: &str = "character";

/// The characters that can be chosen for the seats; empty if there is no choice.
pub(crate) fn characters(rules: &Rules, tree: &Node) -> Vec<String> {
    let is_chosen = FIGHTERS
        .split_once('.')
        .is_some_and(|(table, key)| tree.get(table).and_then(|t| t.get(key)).is_some());
    let groups = &rules.schema().groups;
    let group = groups.iter().find(|group| group.name == CHARACTER && group.keys.len() > 1);
    group.filter(|_| is_chosen).map(|group| group.keys.clone()).unwrap_or_default()
}

/// The scores of every pair of characters, and of every pair of bots that need no file.
fn pairs(game: &GameInfo, rules: &Rules, tree: &Node) -> Vec<NamedFigure> {
    let meaning = "mean score of the first against the second: each deal is played twice, with swapped seats";
    let mut figures = Vec::new();
    for members in [characters(rules, tree), bots::all(game.id)] {
        for one in &members {
            for other in members.iter().filter(|other| *other != one) {
                let address = format!("{PAIRS}{one}/{other}");
                figures.push(NamedFigure { address, unit: "share".into(), meaning: meaning.into() });
            }
        }
    }
    figures
}

/// The two members of a pair: words without `/`, or strategy files.
pub(crate) fn pair(address: &str) -> Option<[String; 2]> {
    let row = address.strip_prefix(PAIRS)?;
    let row = row.strip_suffix("/score").unwrap_or(row);
    let is_name = |name: &str| !name.is_empty() && (!name.contains('/') || name.ends_with(".toml"));
    let mut splits = row.match_indices('/').map(|(at, _)| (&row[..at], &row[at + 1..]));
    let (one, other) = splits.find(|(one, other)| is_name(one) && is_name(other))?;
    Some([one, other].map(str::to_owned))
}

/// The known addresses that an address names: itself, or all that match its `*`, each of which is any text within one part.
pub(super) fn matching(address: &str, known: &[String]) -> Vec<String> {
    if !address.contains('*') {
        return listed(address, known).map(str::to_owned).into_iter().collect();
    }
    let is_match = |pattern: &str, known: &str| {
        pattern.split('/').count() == known.split('/').count()
            && pattern.split('/').zip(known.split('/')).all(|(glob, part)| globs::matches(glob, part))
    };
    let find =
        |pattern: &str| known.iter().filter(|known| is_match(pattern, known)).cloned().collect::<Vec<_>>();
    let found = find(address);
    match address.rsplit_once('/') {
        Some((row, column)) if found.is_empty() && table::DEFAULTS.contains(&column) => find(row),
        _ => found,
    }
}

/// The ablations of all cards that can be replaced.
fn ablations(rules: &Rules) -> Vec<NamedFigure> {
    let schema = rules.schema();
    let lineup = vec![(String::new(), Bot::Random); rules.players()];
    let simulation = rules.simulation(Lineup::of_each(&lineup), 1);
    let sides = schema.sides.map_or(&[][..], |group| &schema.groups[group].keys);
    let mut figures = Vec::new();
    for (index, card) in schema.cards.iter().enumerate().filter(|(_, card)| card.events != 0) {
        if !can_be_replaced(&*simulation, index) {
            continue;
        }
        for side in std::iter::once("all").chain(sides.iter().map(String::as_str)) {
            for column in impact::FIGURES {
                let row = format!("{}/{}/{side}", impact::NAME, card.id);
                let address = if column == impact::FIGURES[0] { row } else { format!("{row}/{column}") };
                let meaning = impact::COLUMNS.iter().find(|known| known.name == column);
                let meaning = meaning.map_or("", |column| column.meaning).replace('`', "");
                figures.push(NamedFigure { address, unit: "share".into(), meaning });
            }
        }
    }
    figures
}

/// Whether every seat can play without a card.
fn can_be_replaced(simulation: &dyn Simulation, card: usize) -> bool {
    (0..simulation.players()).all(|seat| simulation.without(card, Seat::new(seat)).is_some())
}

/// The known address that is equal to this one, with or without the name of the default column.
#[must_use]
pub fn listed<'k>(address: &str, known: &'k [String]) -> Option<&'k str> {
    let is_default = |column: &str| table::DEFAULTS.contains(&column);
    let row = address.rsplit_once('/').filter(|(_, column)| is_default(column)).map(|(row, _)| row);
    let find = |wanted: &str| known.iter().find(|known| *known == wanted);
    find(address).or_else(|| find(row?)).map(String::as_str)
}

/// The address as it is listed, of an option whose figure one of these plans must have.
///
/// # Errors
/// No plan has this figure.
pub fn find<'p>(
    option: &str,
    address: &str,
    plans: impl IntoIterator<Item = &'p Plan>,
) -> Result<String, ConfigErrors> {
    let (mut known, mut order) = (Vec::new(), SeatOrder::default());
    for plan in plans {
        order = plan.rules.schema().seat_order;
        known = of_plan(plan).into_iter().map(|figure| figure.address).collect::<Vec<_>>();
        if let [found] = &matching(address, &known)[..] {
            return Ok(found.clone());
        }
    }
    Err(ConfigErrors(vec![unknown(option, address, &known, order)]))
}

/// Whether the address is that of a length in minutes.
#[must_use]
pub(super) fn needs_minutes(address: &str) -> bool {
    let metric = address.strip_prefix("metrics/");
    metric.is_some_and(|metric| metrics::MINUTES.iter().any(|(known, ..)| metric == *known))
}

/// The address that was probably meant: one that is spelt alike, that ends alike (`draws` for `outcomes/draw`,
/// `black` for `win_rates/side/black`), or whose plain name is alike (`mean length`).
#[must_use]
pub(super) fn meant(address: &str, known: &[String], order: SeatOrder) -> Option<String> {
    let known = || known.iter().map(String::as_str);
    // `win_rates/black` for `win_rates/side/black`: a part was left out.
    let lacks_a_part = |name: &&str| {
        address.split_once('/').is_some_and(|(report, row)| {
            let inner = name.strip_prefix(report).and_then(|rest| rest.strip_prefix('/'));
            !row.contains('/')
                && inner.and_then(|inner| inner.split_once('/')).is_some_and(|(_, end)| end == row)
        })
    };
    if let Some(name) = known().find(lacks_a_part) {
        return Some(name.to_owned());
    }
    let tails = |address: &str| -> Vec<String> {
        let tails = address.match_indices('/').map(|(at, _)| address[at + 1..].to_owned());
        tails.chain([plain::figure(address, order).to_lowercase()]).collect()
    };
    nearest(address, known()).or_else(|| {
        let found = address.to_lowercase();
        let of = |name: &'_ str| tails(name).iter().map(|tail| distance(&found, tail)).min();
        let ranked = known().filter_map(|name| Some((of(name)?, name)));
        let ((n_edits, _), name) = ranked.min_by_key(|(distance, _)| *distance)?;
        (n_edits <= found.chars().count().div_ceil(3)).then(|| name.to_owned())
    })
}

/// The error of an unknown address of an option.
#[must_use]
pub fn unknown(option: &str, address: &str, known: &[String], order: SeatOrder) -> ConfigError {
    let matched = matching(address, known);
    if matched.len() > 1 {
        let found = format!("\"{}\", which matches {} figures", clipped(address), matched.len());
        let expected = format!("one figure, such as {}; only targets can have several", matched[0]);
        return config_error(option, "", found, expected);
    }
    let found = format!("\"{}\"", clipped(address));
    let expected = match needs_minutes(address) {
        true => "the setting run.table-minutes (or --table-minutes), which this figure needs",
        false => "the address of a figure (`undercard list GAME --metrics` lists all)",
    };
    let hint = meant(address, known, order);
    ConfigError { hint, ..config_error(option, "", found, expected) }
}

/// Figures whose addresses differ in a card, side, character or bot, as one address with `*`, with their number. Figures
/// that stand alone keep their addresses.
#[must_use]
pub fn patterns(figures: Vec<NamedFigure>) -> Vec<(NamedFigure, usize)> {
    /// With more names, a part is a `*`.
    const NAMED: usize = 4;
    let part = |address: &str, nth: usize| address.split('/').nth(nth).map(str::to_owned);
    // The kinds of figures and the parts that name things: a report, or a group of the win rates.
    let kind = |address: &str| {
        let words: Vec<&str> = address.split('/').take(2).collect();
        match words.as_slice() {
            ["card_impact" | "impact", ..] => (words[0].to_owned(), vec![1, 2]),
            ["matchups", ..] => (words[0].to_owned(), vec![1, 2]),
            ["win_rates", ..] => (words.join("/"), vec![2]),
            _ => (address.to_owned(), Vec::new()),
        }
    };
    let mut names: BTreeMap<(String, usize), BTreeSet<String>> = BTreeMap::new();
    for NamedFigure { address, .. } in &figures {
        let (kind, parts) = kind(address);
        for nth in parts {
            names.entry((kind.clone(), nth)).or_default().extend(part(address, nth));
        }
    }
    let mut found: Vec<(NamedFigure, usize)> = Vec::new();
    for figure in figures {
        let (kind, parts) = kind(&figure.address);
        let is_many = |nth: &usize| names.get(&(kind.clone(), *nth)).is_some_and(|names| names.len() > NAMED);
        let stars: Vec<usize> = parts.into_iter().filter(is_many).collect();
        let words = figure.address.split('/').enumerate();
        let words: Vec<&str> =
            words.map(|(nth, word)| if stars.contains(&nth) { "*" } else { word }).collect();
        let address = words.join("/");
        match found.iter_mut().find(|(known, _)| known.address == address) {
            Some((_, n)) => *n += 1,
            None => found.push((NamedFigure { address, ..figure }, 1)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{PlanOptions, all_games};
    use crate::report::plain;
    use std::collections::BTreeMap;

    #[test]
    fn patterns_stand_for_all_figures_and_match_as_many_as_they_say() {
        for game in all_games() {
            let plan =
                Plan::new(game.id, &PlanOptions::default()).unwrap_or_else(|errors| panic!("{errors}"));
            let figures = of_plan(&plan);
            let known: Vec<String> = figures.iter().map(|figure| figure.address.clone()).collect();
            let unique: BTreeSet<&String> = known.iter().collect();
            assert_eq!(unique.len(), known.len(), "{}: two figures with one address", game.id);
            let patterns = patterns(figures);
            assert!(patterns.len() < 200, "{}: {} lines", game.id, patterns.len());
            let mut all = BTreeSet::new();
            for (NamedFigure { address, .. }, n) in patterns {
                let matched = matching(&address, &known);
                assert_eq!(matched.len(), n, "{}: {address}", game.id);
                all.extend(matched);
            }
            assert_eq!(all.len(), known.len(), "{}", game.id);
        }
    }

    #[test]
    fn a_star_stays_within_its_part() {
        let known = ["win_rates/seat/0", "win_rates/seat/0/score", "win_rates/bot/random", "outcomes/draw"];
        let known = known.map(String::from);
        for (pattern, n) in [
            ("win_rates/seat/*", 1),
            ("win_rates/*/*", 2),
            ("win_rates/*/*/score", 1),
            ("win_rates/*/*/win_share", 2),
            ("*/draw", 1),
            ("outcomes/dr*w", 1),
            ("win_rates/*", 0),
        ] {
            assert_eq!(matching(pattern, &known).len(), n, "{pattern}");
        }
        assert_eq!(matching("win_rates/seat/0/score", &known), ["win_rates/seat/0/score"]);
    }

    #[test]
    fn a_pair_is_two_names_or_strategy_files() {
        let of = |address: &str| pair(address).map(|pair| pair.join(" "));
        assert_eq!(of("matchups/tuggle/teabot").as_deref(), Some("tuggle teabot"));
        assert_eq!(of("matchups/a/b/score").as_deref(), Some("a b"));
        assert_eq!(
            of("matchups/strategies/mine.toml/random").as_deref(),
            Some("strategies/mine.toml random")
        );
        assert_eq!(of("matchups/random/x/y.toml").as_deref(), Some("random x/y.toml"));
        assert_eq!((of("matchups/a"), of("win_rates/a/b"), of("matchups//b")), (None, None, None));
    }

    #[test]
    fn every_figure_of_every_game_has_its_own_plain_name() {
        for game in all_games() {
            for players in [None, Some(4)] {
                let options = PlanOptions { players, ..PlanOptions::default() };
                let Ok(plan) = Plan::new(game.id, &options) else { continue };
                let order = plan.rules.schema().seat_order;
                let mut names = BTreeMap::new();
                for NamedFigure { address, .. } in of_plan(&plan) {
                    let name = plain::figure(&address, order);
                    assert!(!name.contains(['/', '_', '*']) && !name.contains("seat"), "{name}");
                    assert!(name.chars().count() < 60, "{name}");
                    let other = names.insert(name.clone(), address.clone());
                    assert_eq!(other, None, "{}: {name} is also {address}", game.id);
                }
            }
        }
    }

    #[test]
    fn every_number_of_every_game_has_its_own_plain_name() {
        for game in all_games() {
            let plan = Plan::new(game.id, &PlanOptions::default()).expect("a plan");
            let mut names = BTreeMap::new();
            for key in plan.rules.settings().iter().map(|setting| setting.path.as_str()) {
                let name = plain::setting(key);
                assert!(!name.contains(['.', '_', '-', '/']), "{key}: {name}");
                let other = names.insert(name.clone(), key);
                assert_eq!(other, None, "{}: {name} is also {key}", game.id);
            }
        }
    }
}
