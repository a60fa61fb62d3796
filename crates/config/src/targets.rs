//! `[targets]`: the bands for the figures of a game.
//!
//! ```toml
//! [targets]
//! "win_rates/seat/0" = { at = 0.5, within = 0.01 }
//! "metrics/length-mean" = { min = 6, max = 12 }
//! "outcomes/draw" = { max = 0.05, bots = ["random", "cutter"], rule = "any-all" }
//! "card_impact/*/all/opening" = { at = 0, within = "5pp" }
//!
//! [targets.any.fair-sides]
//! "win_rates/side/black/score" = { min = 0.48 }
//! "win_rates/side/red/score" = { min = 0.48 }
//! ```
//!
//! `*` matches any text within one part of an address; each figure that it matches is a target. `matchups/*/*` means the pairs
//! of characters in a game that has them, otherwise those of bots; with a band around one half, each pair once. The targets of a group
//! `any` or `all` are judged together: the group passes if any, or all, of its targets pass.
//!
//! The quoted key is the address of a figure. `bots` lists the line-ups that the target judges, each written
//! as for `--bots`: one bot for all seats, or one per seat, separated by commas. Without `bots`, the target
//! judges the line-up of the run. `rule` combines several line-ups ([`Rule`]).

use super::addresses::{self, matching};
use super::bots::NamedBot;
use super::{ArgSource, clipped_key, share_with_unit};
use crate::games::{GameInfo, Rules};
use crate::model::settings::{
    Choice, ConfigError, Node, Origin, ReadLog, Section, Value, clipped, distance, is_id, read_table,
};
use crate::model::{SeatOrder, Seats};
use crate::report::FigureId;
use crate::report::table::short;
use crate::stats::verdict::{Band, Rule};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

/// Maximum number of targets of a file, and of line-ups of a target.
const MOST_TARGETS: usize = 1000;
pub const MOST_LINEUPS: usize = 16;

/// What a target should have, if it has no band.
const A_BAND: &str = "a band: { at = 0.5, within = 0.01 }, { min = 6, max = 12 }, or one of min and max";

/// The keys of a band.
pub const BAND: [&str; 4] = ["at", "within", "min", "max"];
/// The keys of a target.
const KEYS: [&str; 6] = ["at", "within", "min", "max", "bots", "rule"];

/// The band without limits.
const FREE: Band = Band { low: f64::NEG_INFINITY, high: f64::INFINITY };

/// A target: a figure and its band. Before its figure is found, `F` is the text of the config, which can contain `*`.
#[derive(Clone, Debug, PartialEq)]
pub struct Target<F = FigureId> {
    /// The figure.
    pub figure: F,
    /// The position of the target in its file.
    pub at: Origin,
    /// The key with `*` that names the figure among others, if any.
    pub wildcard: Option<String>,
    /// Its group, if any.
    pub group: Option<Group>,
    /// The band.
    pub band: Band,
    /// Whether the figure is a share, or a difference of shares. Known in a plan.
    pub is_share: bool,
    /// The line-ups that it judges, each as for `--bots`; empty for the line-up of the run.
    pub bots: Vec<String>,
    /// The rule that combines line-ups.
    pub rule: Rule,
    /// The numbers in the file that define the band.
    numbers: Vec<Stated>,
}

/// Targets that are judged together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Whether one target that passes is enough.
    pub is_any: bool,
    /// Its name.
    pub name: String,
}

impl Group {
    /// Its key below `[targets]`, as an address: `any/fair-sides`.
    #[must_use]
    pub fn address(&self) -> String {
        format!("{}/{}", GROUPS[usize::from(!self.is_any)], self.name)
    }
}

/// The tables of groups.
pub const GROUPS: [&str; 2] = ["any", "all"];

/// One number of a band, and how it is written in the file.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stated {
    /// Its key.
    key: &'static str,
    /// Its value; 0.04 for `4%`.
    value: f64,
    /// Whether the file writes it with `%` or `pp`.
    has_unit: bool,
}

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    /// A share from 0 to 1.
    Share,
    /// A difference of shares, from -1 to 1.
    Difference,
    /// Anything else.
    Other,
}

/// Reads the targets of a config. Collects all errors; a target with errors keeps its valid parts.
pub fn read(tree: &Node, errors: &mut Vec<ConfigError>) -> Vec<Target<String>> {
    let Some(node) = tree.get("targets") else { return Vec::new() };
    let Value::Table(entries) = &node.value else {
        let expected = "a table of figures and bands";
        errors.push(ConfigError::at(&node.at, "targets", node.shown(), expected));
        return Vec::new();
    };
    let mut targets = Vec::new();
    for (address, node) in entries {
        match GROUPS.iter().position(|group| group == address) {
            Some(nth) => groups(nth == 0, node, &mut targets, errors),
            None => targets.push(one(address, None, node, errors)),
        }
    }
    if is_too_many(targets.len(), &node.at, errors) { Vec::new() } else { targets }
}

/// Whether there are too many targets, which is an error.
fn is_too_many(n_targets: usize, at: &Origin, errors: &mut Vec<ConfigError>) -> bool {
    if n_targets > MOST_TARGETS {
        let expected = format!("at most {MOST_TARGETS}");
        errors.push(ConfigError::at(at, "targets", format!("{n_targets} targets"), expected));
    }
    n_targets > MOST_TARGETS
}

/// Reads the groups that pass if any, or all, of their targets pass.
fn groups(is_any: bool, node: &Node, targets: &mut Vec<Target<String>>, errors: &mut Vec<ConfigError>) {
    let key = format!("targets.{}", GROUPS[usize::from(!is_any)]);
    let Value::Table(named) = &node.value else {
        let expected = format!("a table for each group: [{key}.NAME]");
        errors.push(ConfigError::at(&node.at, key, node.shown(), expected));
        return;
    };
    for (name, node) in named {
        let of_group = format!("{key}.{}", clipped(name));
        match &node.value {
            _ if !is_id(name) => {
                let expected = "a name of small letters, digits and hyphens";
                errors.push(ConfigError::at(&node.at, of_group, format!("\"{}\"", clipped(name)), expected));
            }
            Value::Table(entries) if !entries.is_empty() => {
                let group = Group { is_any, name: name.clone() };
                let one = |(address, node): &(String, Node)| one(address, Some(&group), node, errors);
                targets.extend(entries.iter().map(one));
            }
            _ => {
                let expected = "a table of figures and bands, with at least one";
                errors.push(ConfigError::at(&node.at, of_group, node.shown(), expected));
            }
        }
    }
}

fn one(address: &str, group: Option<&Group>, node: &Node, errors: &mut Vec<ConfigError>) -> Target<String> {
    let key = key_of(group, address);
    let target = Target {
        figure: address.to_owned(),
        at: node.at.clone(),
        wildcard: None,
        group: group.cloned(),
        band: FREE,
        is_share: false,
        bots: Vec::new(),
        rule: Rule::ALL[0].1,
        numbers: Vec::new(),
    };
    let Value::Table(entries) = &node.value else {
        errors.push(ConfigError::at(&node.at, key, node.shown(), A_BAND));
        return target;
    };
    let ((band, numbers, bots, rule), mut log) = read_table(&key, node, ReadLog::default(), |section| {
        let bots = read_bots(section);
        let rule = section.maybe("rule").map(|item| item.choice::<Rule>());
        let is_known = entries.iter().all(|(key, _)| KEYS.contains(&key.as_str()));
        let numbers: Vec<Stated> = BAND.iter().filter_map(|key| read_number(section, key)).collect();
        let band = read_band(section, &numbers, is_known);
        if rule.is_some() && bots.len() < 2 && is_known && !section.is_faulty() {
            section.fault("rule", "a rule without several line-ups", "`bots` with at least two line-ups");
        }
        (band, numbers, bots, rule.unwrap_or(target.rule))
    });
    errors.append(&mut log.faults);
    Target { band, numbers, bots, rule, ..target }
}

/// The dotted key of a target.
fn key_of(group: Option<&Group>, address: &str) -> String {
    let table = group.map_or_else(String::new, |group| format!(".{}", group.address().replace('/', ".")));
    clipped_key(&format!("targets{table}"), address)
}

/// Reads a number of a band: a number, or a share with its unit.
fn read_number(section: &Section<'_>, key: &'static str) -> Option<Stated> {
    let item = section.maybe(key)?;
    if let Value::List(_) = &item.node().value {
        item.fault("one number; two ends are { min = 6, max = 12 }");
        return None;
    }
    let Value::Text(text) = &item.node().value else {
        return Some(Stated { key, value: item.number(), has_unit: false });
    };
    let value = share_with_unit(text);
    if value.is_none() {
        item.fault("a number, or a share such as \"4%\" or \"4pp\"");
    }
    value.map(|value| Stated { key, value, has_unit: true })
}

/// Reads the band. If a key is unknown, it may be a misspelt key of the band, so no other error is reported.
fn read_band(section: &Section<'_>, numbers: &[Stated], is_known: bool) -> Band {
    let number = |key| numbers.iter().find(|number| number.key == key).map(|number| number.value);
    let (at, within, min, max) = (number("at"), number("within"), number("min"), number("max"));
    if section.is_faulty() || !is_known {
        return FREE;
    }
    match (at, within, min, max) {
        (Some(at), Some(within), None, None) => {
            if within <= 0.0 {
                section.fault("within", within.to_string(), "more than 0");
            }
            Band { low: at - within, high: at + within }
        }
        (None, None, Some(min), Some(max)) => {
            if min >= max {
                section.fault("min", min.to_string(), format!("less than max = {max}"));
            }
            Band { low: min, high: max }
        }
        (Some(at), None, None, None) => {
            let expected =
                format!("{{ at = {at}, within = … }}: `within` is the largest distance that passes");
            section.fault("", "`at` without `within`", expected);
            FREE
        }
        (None, None, Some(min), None) => Band { low: min, ..FREE },
        (None, None, None, Some(max)) => Band { high: max, ..FREE },
        _ => {
            let named = [("at", at), ("within", within), ("min", min), ("max", max)];
            let named: Vec<&str> =
                named.iter().filter(|(_, value)| value.is_some()).map(|(key, _)| *key).collect();
            let found = if named.is_empty() { "no band".into() } else { named.join(" and ") };
            section.fault("", found, "`at` and `within`, or `min`, or `max`, or `min` and `max`");
            FREE
        }
    }
}

fn read_bots(section: &Section<'_>) -> Vec<String> {
    let Some(item) = section.maybe("bots") else { return Vec::new() };
    if let Value::Text(_) = item.node().value {
        return vec![item.text().to_owned()];
    }
    let items = item.items(1..=MOST_LINEUPS);
    let bots: Vec<String> = items.iter().map(|bots| bots.text().to_owned()).collect();
    if section.is_faulty() {
        return Vec::new();
    }
    if let Some(twice) = (1..bots.len()).find(|index| bots[..*index].contains(&bots[*index])) {
        items[twice].fault("each line-up once");
    }
    bots
}

/// The figures that targets can name.
pub(super) struct Figures<'p> {
    /// The game.
    pub game: &'p GameInfo,
    /// The rules.
    pub rules: &'p Rules,
    /// The config.
    pub tree: &'p Node,
}

/// Maximum number of unknown addresses that are compared with all known ones.
const MOST_MEANT: usize = 20;

impl Figures<'_> {
    /// Finds the figure of every target, and of a target with `*` each figure that it matches and that has no target of its
    /// own. Collects an error for each unknown address. A target judges the run's line-up `own`, or the line-ups that it
    /// names, if they could be seated.
    ///
    /// After earlier errors, unknown addresses of bots are not reported.
    pub(super) fn find(
        &self,
        written: Vec<Target<String>>,
        own: Option<&[NamedBot]>,
        lineups: &BTreeMap<String, Vec<NamedBot>>,
        errors: &mut Vec<ConfigError>,
    ) -> Vec<Target> {
        let is_all_right = errors.is_empty();
        let is_bot = |address: &str| {
            let id: Option<FigureId> = address.parse().ok();
            id.is_some_and(|id| id.win_group() == Some("bot"))
        };
        let may_be = |address: &str| !is_all_right && is_bot(address);
        let order = self.rules.schema().seat_order;
        let mut lists: BTreeMap<Vec<&str>, Vec<FigureId>> = BTreeMap::new();
        let mut found: Vec<(Target<String>, Vec<FigureId>)> = Vec::new();
        let mut n_unknown = 0;
        for target in written {
            let named = target.bots.iter().map(|lineup| lineups.get(lineup).map(Vec::as_slice));
            let seated: Vec<_> = if target.bots.is_empty() { vec![own] } else { named.collect() };
            let mut ids: Option<Vec<FigureId>> = None;
            for bots in seated {
                let names = bots.unwrap_or_default().iter().map(|bot| bot.name.as_str()).collect();
                let known = lists.entry(names).or_insert_with_key(|names| self.figures(names));
                let mut matched = matching(&target.figure, known);
                if target.figure.contains('*') {
                    self.keep_pairs(&mut matched, target.band);
                }
                matched.extend(of_files(&target.figure, lineups).filter(|_| matched.is_empty()));
                if matched.is_empty() {
                    if !may_be(&target.figure) {
                        errors.push(target.unknown(known, order, n_unknown < MOST_MEANT));
                        n_unknown += 1;
                    }
                    ids = None;
                    break;
                }
                errors.extend(self.wrong_players(&target, &matched, bots.unwrap_or_default()));
                matched.retain(|id| ids.as_ref().is_none_or(|others| others.contains(id)));
                ids = Some(matched);
            }
            found.push((target, ids.unwrap_or_default()));
        }
        let own = found.iter().filter(|(target, _)| !target.figure.contains('*'));
        let own: BTreeSet<FigureId> = own.flat_map(|(_, ids)| ids.clone()).collect();
        let (mut seen, mut targets) = (BTreeSet::new(), Vec::new());
        for (target, ids) in found {
            let wildcard = target.figure.contains('*').then(|| target.figure.clone());
            for id in ids.into_iter().filter(|id| wildcard.is_none() || !own.contains(id)) {
                let scale = self.scale(&id);
                errors.extend(target.wrong_unit(scale).or_else(|| target.is_idle(&id)));
                if !seen.insert(id.clone()) {
                    let key = key_of(target.group.as_ref(), &target.figure);
                    let again = format!("\"{}\" more than once", clipped(&id.to_string()));
                    errors.push(ConfigError::at(&target.at, key, again, "each figure once"));
                }
                // A plan with other settings finds the figures again.
                let wildcard = wildcard.clone().or_else(|| target.wildcard.clone());
                targets.push(target.of(id, wildcard, scale != Scale::Other));
            }
        }
        errors.dedup();
        if let Some(at) = targets.first().map(|target| target.at.clone())
            && is_too_many(targets.len(), &at, errors)
        {
            targets.clear();
        }
        targets
    }

    /// Keeps the pairs that a target with `*` means: those of characters, where it matches them, and not also those of bots;
    /// each pair once, if the band says the same about the second against the first.
    fn keep_pairs(&self, matched: &mut Vec<FigureId>, band: Band) {
        let characters = addresses::characters(self.rules, self.tree);
        let is_of_characters = |[one, _]: [&str; 2]| characters.iter().any(|character| character == one);
        if matched.iter().filter_map(FigureId::pair).any(is_of_characters) {
            matched.retain(|id| id.pair().is_none_or(is_of_characters));
        }
        if (band.low + band.high - 1.0).abs() < 1e-9 {
            let mut seen = BTreeSet::new();
            matched.retain(|id| {
                id.pair().is_none_or(|pair| {
                    let mut pair = pair.map(str::to_owned);
                    pair.sort();
                    seen.insert(pair)
                })
            });
        }
    }

    /// The error of a target on a pair that does not fit its line-up: characters need one bot, bots are their own.
    fn wrong_players(
        &self,
        target: &Target<String>,
        matched: &[FigureId],
        bots: &[NamedBot],
    ) -> Option<ConfigError> {
        let [one, _] = matched.iter().find_map(FigureId::pair)?;
        let characters = addresses::characters(self.rules, self.tree);
        let are_characters = characters.iter().any(|character| character == one);
        let is_one = bots.windows(2).all(|two| two[0].name == two[1].name);
        let (key, found, expected) = match are_characters {
            true if !is_one => ("", "several bots".to_owned(), "one bot; it plays both characters"),
            false if !target.bots.is_empty() => {
                ("bots", target.bots.join(", "), "no `bots`; the figure names the bots that play")
            }
            _ => return None,
        };
        Some(target.source(key).error(found, expected))
    }

    /// The unit of a figure.
    fn scale(&self, id: &FigureId) -> Scale {
        let metrics = &self.rules.schema().metrics;
        match id.metric() {
            None if id.is_difference() => Scale::Difference,
            None => Scale::Share,
            Some(id) if metrics.iter().any(|metric| metric.id == id && metric.unit == "share") => {
                Scale::Share
            }
            Some(_) => Scale::Other,
        }
    }

    fn figures(&self, bots: &[&str]) -> Vec<FigureId> {
        // A bot in several seats has one row, and the rows do not depend on the seats.
        let first = |index: &usize| !bots[..*index].contains(&bots[*index]);
        let bots = (0..bots.len()).filter(first).map(|index| (bots[index].to_owned(), Seats::first(1)));
        let bots: Vec<_> = bots.collect();
        let figures = addresses::all(self.game, self.rules, self.tree, &bots);
        figures.into_iter().map(|figure| figure.id).collect()
    }
}

/// The figure of bots that include a strategy file, if all were found.
fn of_files(address: &str, lineups: &BTreeMap<String, Vec<NamedBot>>) -> Option<FigureId> {
    let members = addresses::members(address);
    let are_found = members.iter().all(|member| lineups.contains_key(member));
    let are_different = members.iter().collect::<BTreeSet<_>>().len() == members.len();
    address.parse().ok().filter(|_| !members.is_empty() && are_found && are_different)
}

impl Target<String> {
    /// The same target of a figure that it names; `wildcard` is its text if that names several.
    pub fn of(&self, figure: FigureId, wildcard: Option<String>, is_share: bool) -> Target {
        let Self { at, group, band, bots, rule, numbers, .. } = self.clone();
        Target { figure, at, wildcard, group, band, is_share, bots, rule, numbers }
    }
}

impl Target {
    /// The same target with the address of its figure, for a plan with other settings.
    pub(super) fn written(&self) -> Target<String> {
        let Self { figure, at, wildcard, group, band, is_share, bots, rule, numbers } = self.clone();
        Target { figure: figure.to_string(), at, wildcard, group, band, is_share, bots, rule, numbers }
    }
}

impl<F: Display> Target<F> {
    /// The source of a key of this target.
    pub(super) fn source(&self, key: &str) -> ArgSource {
        let key = [key_of(self.group.as_ref(), &self.figure.to_string()), key.to_owned()];
        let key = key.join(".").trim_end_matches('.').to_owned();
        ArgSource { at: self.at.clone(), key, ..ArgSource::by("") }
    }

    /// The band in the unit of the figure: `0.49 to 0.51`, `at most 12`.
    #[must_use]
    pub fn shown(&self) -> String {
        self.scaled(1.0)
    }

    /// The band of a share in percent: `49 to 51 %`.
    #[must_use]
    pub fn percent(&self) -> String {
        self.scaled(100.0) + " %"
    }

    fn scaled(&self, factor: f64) -> String {
        let (low, high) = (factor * self.band.low, factor * self.band.high);
        match (low.is_finite(), high.is_finite()) {
            (true, true) => format!("{} to {}", short(low, 6), short(high, 6)),
            (true, false) => format!("at least {}", short(low, 6)),
            _ => format!("at most {}", short(high, 6)),
        }
    }

    /// The error of a number outside the range of the figure (20 instead of 20 %), or with a wrong unit
    /// (`20%` for a length).
    fn wrong_unit(&self, scale: Scale) -> Option<ConfigError> {
        let (low, expected) = match scale {
            Scale::Share => (0.0, "a share from 0 to 1, such as 0.04 or \"4%\""),
            Scale::Difference => (-1.0, "a difference of shares from -1 to 1, such as 0.04 or \"4pp\""),
            Scale::Other => (f64::NEG_INFINITY, "a number; this figure is not a share"),
        };
        let is_wrong = |number: &&Stated| match scale {
            // Another error reports it.
            _ if number.key == "within" && number.value <= 0.0 => false,
            Scale::Other => number.has_unit,
            Scale::Share | Scale::Difference => !(low..=1.0).contains(&number.value),
        };
        let Stated { key, value, has_unit } = *self.numbers.iter().find(is_wrong)?;
        let percent = value * 100.0;
        let found = if has_unit { format!("{} %", short(percent, 6)) } else { short(value, 6) };
        let unit = if scale == Scale::Difference { "pp" } else { "%" };
        let is_percent = scale != Scale::Other && !has_unit && value.abs() <= 100.0;
        let key = format!("{}.{key}", key_of(self.group.as_ref(), &self.figure.to_string()));
        let mut error = ConfigError::at(&self.at, key, found, expected);
        error.hint = is_percent.then(|| format!("\"{}{unit}\"", short(value, 6)));
        Some(error)
    }

    /// The error of a band that every share or difference satisfies, or that no number of games can prove.
    fn is_idle(&self, id: &FigureId) -> Option<ConfigError> {
        let Band { low, high } = self.band;
        let (is_share, is_difference) = (id.is_share(), id.is_difference());
        let lowest = if is_difference { -1.0 } else { 0.0 };
        let expected = match (is_share, is_difference) {
            (false, false) => return None,
            // The target has another error.
            _ if low.is_infinite() && high.is_infinite() => return None,
            _ if low <= lowest && high >= 1.0 => {
                let what = if is_difference { "difference of shares is from -1" } else { "share is from 0" };
                format!("a narrower band; every {what} to 1")
            }
            (true, _) if high <= 0.0 || low >= 1.0 => {
                "a band of positive width, e.g. { max = 0.0001 }; no number of games can prove exactly 0 or 1"
                    .into()
            }
            _ => return None,
        };
        let key = key_of(self.group.as_ref(), &self.figure.to_string());
        let unit = if is_difference { "pp" } else { "%" };
        let percent = self.numbers.iter().find(|number| number.value >= 1.0 && !number.has_unit);
        let hint = percent.map(|number| format!("\"{}{unit}\"", short(number.value, 6)));
        Some(ConfigError { hint, ..ConfigError::at(&self.at, key, self.shown(), expected) })
    }

    /// The error of an unknown address, with the most similar ones if these are wanted.
    fn unknown(&self, known: &[FigureId], order: SeatOrder, is_meant: bool) -> ConfigError {
        let address = self.figure.to_string();
        let mut near: Vec<String> = known.iter().map(FigureId::to_string).collect();
        if is_meant {
            near.sort_by_cached_key(|name| distance(&address, name));
        }
        near.truncate(6);
        let expected = format!(
            "{}the address of a figure with an interval, e.g. {} (`undercard list GAME --metrics` lists all)",
            if address.contains('*') {
                "a pattern of figures: each * is any text within one part of "
            } else {
                ""
            },
            near.join(", ")
        );
        let found = format!("\"{}\"", clipped(&address));
        let key = key_of(self.group.as_ref(), &self.figure.to_string());
        let mut error = ConfigError::at(&self.at, key, found, expected);
        error.hint = if is_meant { addresses::meant(&address, known, order) } else { None };
        error
    }
}

#[cfg(test)]
mod tests;
