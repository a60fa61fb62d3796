//! The addresses of all figures of a config: those of its games, of its cards by ablation, and of pairs of members.

use super::{Plan, bots, config_error, globs, run_table};
use crate::games::{GameInfo, Rules};
use crate::model::settings::{ConfigError, ConfigErrors, Node, clipped, distance, nearest};
use crate::model::{Copies, SeatOrder, Seats};
pub use crate::report::NamedFigure;
use crate::report::{self, FigureId, impact, metrics, plain};
use crate::simulation::Lineup;
use std::collections::{BTreeMap, BTreeSet};
use undercard_engine::bots::Bot;

/// All figures of a plan.
#[must_use]
pub fn of_plan(plan: &Plan) -> Vec<NamedFigure> {
    all(&plan.game, &plan.rules, &plan.tree, &plan.simulation().lineup().names)
}

/// All figures of a game with these rules and bots.
#[must_use]
pub(super) fn all(game: &GameInfo, rules: &Rules, tree: &Node, bots: &[(String, Seats)]) -> Vec<NamedFigure> {
    let minutes = metrics::MINUTES.iter().filter(|_| run_table::table_minutes(tree).is_some());
    let minutes = minutes.map(|(metric, _, meaning)| NamedFigure {
        id: FigureId::Metric((*metric).into()),
        unit: "minutes".into(),
        meaning: (*meaning).into(),
    });
    report::figures(game.id, rules.players(), rules.schema(), bots)
        .into_iter()
        .chain(minutes)
        .chain(worths(rules))
        .chain(pairs(game, rules, tree))
        .chain(bots::all(game).into_iter().map(exploited))
        .collect()
}

/// The setting that gives seats their characters, and the report group of characters.
pub const FIGHTERS: &str = "setup.fighters";
pub const CHARACTER: &str = "character";

/// The characters that can be chosen for the seats; empty if there is no choice.
pub fn characters(rules: &Rules, tree: &Node) -> Vec<String> {
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
    for members in [characters(rules, tree), bots::all(game)] {
        for one in &members {
            for other in members.iter().filter(|other| *other != one) {
                let id = FigureId::Matchup { one: one.clone(), other: other.clone() };
                figures.push(NamedFigure { id, unit: "share".into(), meaning: meaning.into() });
            }
        }
    }
    figures
}

/// What a player who knows a bot wins against it.
fn exploited(bot: String) -> NamedFigure {
    let meaning = "mean score of the best player found who knows the bot, against it";
    NamedFigure { id: FigureId::Exploit { bot }, unit: "share".into(), meaning: meaning.into() }
}

/// The players of their own that a figure needs, each a name or a strategy file: the members of a pair, or a bot that is
/// exploited.
pub fn members(address: &str) -> Vec<String> {
    match address.parse() {
        Ok(FigureId::Matchup { one, other }) => vec![one, other],
        Ok(FigureId::Exploit { bot }) => vec![bot],
        _ => Vec::new(),
    }
}

/// The known figures that an address names: one, or all that match a pattern, in which each `*` is any text within one part.
pub(super) fn matching(address: &str, known: &[FigureId]) -> Vec<FigureId> {
    if !address.contains('*') {
        return address.parse().ok().filter(|id| known.contains(id)).into_iter().collect();
    }
    let is_match = |pattern: &str, known: &str| {
        pattern.split('/').count() == known.split('/').count()
            && pattern.split('/').zip(known.split('/')).all(|(glob, part)| globs::matches(glob, part))
    };
    let find = |written: &dyn Fn(&FigureId) -> String| -> Vec<FigureId> {
        known.iter().filter(|id| is_match(address, &written(id))).cloned().collect()
    };
    let found = find(&FigureId::to_string);
    // The name of a column can be written, too.
    if found.is_empty() { find(&|id| format!("{}/{}", id.row(), id.column())) } else { found }
}

/// What all cards are worth that can be replaced.
fn worths(rules: &Rules) -> Vec<NamedFigure> {
    let schema = rules.schema();
    let lineup = vec![(String::new(), Bot::Random); rules.players()];
    let simulation = rules.simulation(Lineup::of_each(&lineup), 1);
    let sides = schema.sides.map_or(&[][..], |group| &schema.groups[group].keys);
    let mut figures = Vec::new();
    for (index, card) in schema.cards.iter().enumerate().filter(|(_, card)| card.events != 0) {
        let can_be_replaced = |copies| {
            Seats::first(simulation.players())
                .into_iter()
                .all(|seat| simulation.without(index, seat, copies).is_some())
        };
        if !can_be_replaced(Copies::All) {
            continue;
        }
        let has_copy = can_be_replaced(Copies::One);
        for side in std::iter::once("all").chain(sides.iter().map(String::as_str)) {
            let all_copies = FigureId::card_worth(&card.id, side, Copies::All);
            let one_copy = has_copy.then(|| FigureId::card_worth(&card.id, side, Copies::One));
            for id in [all_copies.of_score(true), all_copies].into_iter().rev().chain(one_copy) {
                let meaning = impact::REPORT.columns.iter().find(|known| known.name == id.column());
                let meaning = meaning.map_or("", |column| column.meaning).replace('`', "");
                figures.push(NamedFigure { id, unit: "share".into(), meaning });
            }
        }
    }
    figures
}

/// The figure that an option names, if one of these plans has it.
///
/// # Errors
/// No plan has this figure.
pub fn find<'p>(
    option: &str,
    address: &str,
    plans: impl IntoIterator<Item = &'p Plan>,
) -> Result<FigureId, ConfigErrors> {
    let (mut known, mut order) = (Vec::new(), SeatOrder::default());
    for plan in plans {
        order = plan.rules.schema().seat_order;
        known = of_plan(plan).into_iter().map(|figure| figure.id).collect::<Vec<_>>();
        if let [found] = &matching(address, &known)[..] {
            return Ok(found.clone());
        }
    }
    Err(ConfigErrors(vec![unknown(option, address, &known, order)]))
}

/// Whether the address is that of a length in minutes.
#[must_use]
pub(super) fn needs_minutes(address: &str) -> bool {
    let id: Option<FigureId> = address.parse().ok();
    id.as_ref()
        .and_then(FigureId::metric)
        .is_some_and(|id| metrics::MINUTES.iter().any(|(known, ..)| id == *known))
}

/// The address that was probably meant: one that is spelt alike, that ends alike (`draws` for `outcomes/draw`,
/// `black` for `win_rates/side/black`), or whose plain name is alike (`mean length`).
#[must_use]
pub(super) fn meant(address: &str, known: &[FigureId], order: SeatOrder) -> Option<String> {
    let names: Vec<String> = known.iter().map(FigureId::to_string).collect();
    let known = || names.iter().map(String::as_str);
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
        tails.chain([plain::addressed(address, order).to_lowercase()]).collect()
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
pub fn unknown(option: &str, address: &str, known: &[FigureId], order: SeatOrder) -> ConfigError {
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

/// Figures whose addresses differ in a card, side, character or bot, as one with `*`, with their number; and the names
/// that each `*` stands for. Figures that stand alone keep their addresses.
#[must_use]
pub fn patterns(figures: Vec<NamedFigure>) -> (Vec<(NamedFigure, usize)>, Vec<Starred>) {
    /// With more names, a part is a `*`.
    const NAMED: usize = 4;
    let kind = |id: &FigureId| match id.win_group() {
        Some(group) => format!("{}/{group}", id.table()),
        None => id.table().to_owned(),
    };
    let mut names: BTreeMap<(String, usize), BTreeSet<String>> = BTreeMap::new();
    for NamedFigure { id, .. } in &figures {
        for (nth, name) in id.clone().names_mut().into_iter().enumerate() {
            names.entry((kind(id), nth)).or_default().insert(name.clone());
        }
    }
    names.retain(|_, names| names.len() > NAMED);
    let mut found: Vec<(NamedFigure, usize)> = Vec::new();
    for figure in figures {
        let kind = kind(&figure.id);
        let mut id = figure.id.clone();
        for (nth, name) in id.names_mut().into_iter().enumerate() {
            if names.contains_key(&(kind.clone(), nth)) {
                *name = "*".into();
            }
        }
        match found.iter_mut().find(|(known, _)| known.id == id) {
            Some((_, n)) => *n += 1,
            None => found.push((NamedFigure { id, ..figure }, 1)),
        }
    }
    let starred = names.into_iter().map(|((kind, nth), names)| Starred { kind, nth, names }).collect();
    (found, starred)
}

/// The names that a `*` stands for.
#[derive(Debug)]
pub struct Starred {
    /// The beginning of the addresses.
    pub kind: String,
    /// The number of the name in the address, from 0.
    pub nth: usize,
    /// The names.
    pub names: BTreeSet<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::plain;
    use crate::{Catalogue, PlanOptions};

    #[test]
    fn patterns_stand_for_all_figures_and_match_as_many_as_they_say() {
        for game in Catalogue::printed().iter() {
            let plan =
                Plan::new(game.id, &PlanOptions::default()).unwrap_or_else(|errors| panic!("{errors}"));
            let figures = of_plan(&plan);
            let known: Vec<FigureId> = figures.iter().map(|figure| figure.id.clone()).collect();
            assert!(known.iter().all(|id| id.to_string().parse().as_ref() == Ok(id)), "{}", game.id);
            let unique: BTreeSet<&FigureId> = known.iter().collect();
            assert_eq!(unique.len(), known.len(), "{}: two figures with one address", game.id);
            let (patterns, _) = patterns(figures);
            assert!(patterns.len() < 200, "{}: {} lines", game.id, patterns.len());
            let mut all = BTreeSet::new();
            for (NamedFigure { id, .. }, n) in patterns {
                let matched = matching(&id.to_string(), &known);
                assert_eq!(matched.len(), n, "{}: {id}", game.id);
                all.extend(matched);
            }
            assert_eq!(all.len(), known.len(), "{}", game.id);
        }
    }

    #[test]
    fn a_star_stays_within_its_part() {
        let known = ["win_rates/seat/0", "win_rates/seat/0/score", "win_rates/bot/random", "outcomes/draw"];
        let known = known.map(|address| address.parse().expect("an id"));
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
        assert_eq!(matching("win_rates/seat/0/score", &known), known[1..2]);
    }

    #[test]
    fn every_figure_and_setting_of_every_game_has_its_own_plain_name() {
        for game in Catalogue::printed().iter() {
            for players in [None, Some(4)] {
                let options = PlanOptions { players, ..PlanOptions::default() };
                let Ok(plan) = Plan::new(game.id, &options) else { continue };
                let order = plan.rules.schema().seat_order;
                let figures = of_plan(&plan).into_iter().map(|figure| plain::figure(&figure.id, order));
                let settings = plan.rules.settings().iter().map(|setting| plain::setting(&setting.path));
                for (names, never) in [
                    (figures.collect::<Vec<_>>(), ["/", "_", "*", "seat"]),
                    (settings.collect(), ["/", "_", "-", "."]),
                ] {
                    let is_plain = |name: &&String| !never.iter().any(|part| name.contains(part));
                    assert!(names.iter().all(|name| is_plain(&name)), "{names:?}");
                    let unique: BTreeSet<&String> = names.iter().collect();
                    assert_eq!(unique.len(), names.len(), "{}: {names:?}", game.id);
                }
            }
        }
    }
}
