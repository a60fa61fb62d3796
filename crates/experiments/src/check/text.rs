//! The output of a check, the worst targets first.

use super::super::{Experiment, ExperimentResult, ResultMeta, details, metadata, options};
use super::judge::{ConfigCheck, JudgedTarget, LineupResult};
use super::lock_status::Differences;
use super::ranking::{Row, rows};
use super::units::Unit;
use super::{Check, Checked, LockStatus};
use crate::config::Plan;
use crate::config::lock::Change;
use crate::config::lock_figures::FigureChange;
use crate::config::targets::{Group, Target};
use crate::report::check::TargetFigure;
use crate::report::claim::Sentence;
use crate::report::escape::inline;
use crate::report::show::{self, Grid, grouped};
use crate::report::table::fixed;
use crate::report::text::{Part, Text};
use crate::report::{Cell, FigureId, plain};
use crate::stats::verdict::Verdict;
use crate::stats::{Interval, Level};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of lines of a comment on a pull request.
const MOST_LINES: usize = 60;
/// Maximum number of these lines for differences from the lock file.
const MOST_CHANGES: usize = 16;

/// The note on a check that was interrupted by a signal.
pub(super) const INTERRUPTED: &str = "partial result: interrupted before all games were played";

/// What is said in place of an interval of a figure that does not vary.
const SAME: &str = "the same in every game";

/// The rows of some configs, the worst targets first.
pub(crate) fn target_figures(configs: &[&ConfigCheck]) -> Vec<TargetFigure> {
    let of = |config: &ConfigCheck, target: String, rule, verdict| TargetFigure {
        game: config.plan.game.id,
        players: config.plan.players() as u64,
        config: config.argument.clone(),
        target,
        rule,
        verdict,
        bots: String::new(),
        value: Cell::Empty,
        ends: [Cell::Empty, Cell::Empty],
        band: [Cell::Empty, Cell::Empty],
        games: None,
        lineup_verdict: None,
        games_more: None,
        method: String::new(),
        unit: String::new(),
        group: String::new(),
        informative: None,
    };
    let target_row = |config: &ConfigCheck, target: &JudgedTarget, result: &LineupResult| {
        // A line-up that played no game has no value, but the same limits.
        let cells = || target.results.iter().map(|result| &result.cell);
        let known = cells().find(|cell| cell.number().is_some()).unwrap_or(&result.cell);
        let JudgedTarget { spec, .. } = target;
        let end = |end: fn(Interval) -> f64| known.like(result.interval.map(end));
        let edge = |edge: f64| known.like(edge.is_finite().then_some(edge));
        TargetFigure {
            bots: config.runs[result.run].bots.clone(),
            value: result.cell.clone(),
            ends: [end(|interval| interval.low), end(|interval| interval.high)],
            band: [edge(spec.band.low), edge(spec.band.high)],
            games: Some(result.games),
            lineup_verdict: Some(result.judged.verdict()),
            games_more: result.games_more(spec).filter(|_| target.verdict() == Verdict::Inconclusive),
            method: result.method.clone(),
            unit: result.unit.clone(),
            group: spec.group.as_ref().map_or_else(String::new, Group::address),
            informative: result.informative,
            ..of(config, spec.figure.to_string(), spec.rule.name(), target.verdict())
        }
    };
    let row = |row: &Row<'_>| match row {
        Row::Group(config, unit) => {
            let rule = unit.group.map_or("", |group| if group.is_any { "any" } else { "all" });
            of(config, unit.name(), rule, unit.verdict())
        }
        Row::Target(config, target, result) => target_row(config, target, result),
    };
    rows(configs).iter().map(row).collect()
}

/// A target or a group in a sentence.
pub(super) fn unit_sentence(config: &ConfigCheck, unit: &Unit<'_>) -> String {
    let sentences: Vec<String> = unit.targets.iter().map(|target| sentence(config, target)).collect();
    let Some(group) = unit.group else { return sentences.join("; ") };
    let verdict = match unit.verdict() {
        Verdict::Pass => "passes",
        Verdict::Fail => "fails",
        Verdict::Inconclusive => "is inconclusive",
    };
    let rule = if group.is_any { "any" } else { "all" };
    format!("{} {verdict}: {rule} of its targets must pass. {}", unit.name(), sentences.join("; "))
}

/// A target in a sentence.
fn sentence(config: &ConfigCheck, target: &JudgedTarget) -> String {
    let verdict = match target.verdict() {
        Verdict::Pass => "within its target of",
        Verdict::Fail => "outside its target of",
        Verdict::Inconclusive => "inconclusive for its target of",
    };
    let results: Vec<String> =
        target.results.iter().map(|result| result_text(config, target, result)).collect();
    format!("{} is {verdict} {}: {}", target.spec.figure, band(target), results.join("; "))
}

/// A target or a group in a sentence with the plain names of its figures. The verdict is shown beside it.
pub(super) fn light_sentence(config: &ConfigCheck, unit: &Unit<'_>) -> String {
    let sentence = |target: &&JudgedTarget| {
        let results: Vec<String> =
            target.results.iter().map(|result| result_text(config, target, result)).collect();
        let name = plain::capitalized(&plain_name(config, target));
        format!("{name}: {}; target {}", results.join("; "), band(target))
    };
    let sentences = unit.targets.iter().map(sentence).collect::<Vec<_>>().join(". ");
    match unit.group {
        None => sentences,
        Some(group) if group.is_any => format!("One of these is enough. {sentences}"),
        Some(_) => format!("All of these are needed. {sentences}"),
    }
}

/// The targets of each config that do not pass, or what its lock file says, in a line.
pub(super) fn not_passed(checked: &Checked<'_>) -> Option<String> {
    let of_config = |(config, status): (&ConfigCheck, &LockStatus)| {
        let verdict = super::verdict(config, status);
        let is_deciding = |unit: &Unit<'_>| unit.verdict() == verdict;
        let name = |unit: Unit<'_>| match unit.targets[..] {
            [target] => plain_name(config, target),
            _ => unit.name(),
        };
        let lock = (status.verdict() == verdict).then(|| checked.check.lock.file(config));
        let named: Vec<String> =
            config.units().into_iter().filter(is_deciding).map(name).chain(lock).collect();
        (verdict != Verdict::Pass)
            .then(|| format!("{}: {}: {}", verdict.word(), config.argument, named.join(", ")))
    };
    let lines: Vec<String> =
        checked.configs.iter().zip(&checked.statuses).filter_map(of_config).chain(checked.stale()).collect();
    (checked.worst() != Verdict::Pass && !lines.is_empty()).then(|| lines.join("; "))
}

/// How to read the verdicts and the intervals.
pub(super) fn levels(checked: &Checked<'_>) -> String {
    let rules = &checked.check.rules;
    let [all, each] = [rules.level, rules.each].map(Level::percent);
    format!("all verdicts hold together at {all} %, each interval at {each} %")
}

/// The result in one line-up in words.
fn result_text(config: &ConfigCheck, target: &JudgedTarget, result: &LineupResult) -> String {
    let Some(interval) = result.interval else {
        return format!(
            "unknown with {} after {} games",
            config.runs[result.run].bots,
            grouped(result.games)
        );
    };
    let interval = match result.is_constant() {
        true => SAME.to_owned(),
        false => format!("interval {}", in_points(target, show::interval(&result.cell, interval))),
    };
    let mut text = format!(
        "{} ({interval}) with {}, {} games",
        in_points(target, show::figure(&result.cell, result.cell.number())),
        config.runs[result.run].bots,
        grouped(result.games)
    );
    if let (Some(more), Verdict::Inconclusive) = (result.games_more(&target.spec), target.verdict()) {
        text += &format!(", about {} more would decide", grouped(more));
    }
    text
}

/// Why figures without an interval are undecided, a line for each.
fn without_interval(config: &ConfigCheck) -> String {
    let line = |target: &JudgedTarget| {
        let is_bare = |result: &&LineupResult| result.is_open() && result.interval.is_none();
        let result = target.results.iter().find(is_bare)?;
        let value = in_points(target, show::figure(&result.cell, Some(result.cell.number()?)));
        let name = plain::capitalized(&plain_name(config, target));
        Some(format!(
            "\n{name}: {value} has no interval, because too few games differ in it; targets are judged by intervals.\n"
        ))
    };
    config.targets.iter().filter_map(line).collect()
}

/// The plain name of the figure of a target.
pub(crate) fn plain_name(config: &ConfigCheck, target: &JudgedTarget) -> String {
    plain::figure(&target.spec.figure, config.plan.rules.schema().seat_order)
}

/// Replaces percent by percentage points if the figure is a difference of shares.
pub(crate) fn in_points(target: &JudgedTarget, text: String) -> String {
    if target.spec.figure.is_difference() { text.replace(" %", " pp") } else { text }
}

/// The band of a target for people: in percent if its figure is a share.
pub(crate) fn band(target: &JudgedTarget) -> String {
    if target.spec.is_share { in_points(target, target.spec.percent()) } else { target.spec.shown() }
}

/// A hint if targets on the wins of all players leave too little for games without a winner. Their scores count a draw as half
/// a win.
fn no_room_for_draws(config: &ConfigCheck) -> Option<String> {
    let wins = config.targets.iter().filter_map(|target| match (&target.spec.figure, &target.results[..]) {
        (FigureId::WinRate { group, is_score: false, .. }, [result])
            if group == "side" || group == "seat" =>
        {
            Some((target.spec.band.low, result.cell.number()?))
        }
        _ => None,
    });
    let wins: Vec<(f64, f64)> = wins.collect();
    let [least, won] = wins.iter().fold([0.0; 2], |[least, won], (low, value)| [least + low, won + value]);
    (wins.len() == config.plan.players() && won < least).then(|| {
        let percent = |share: f64| fixed(100.0 * share.max(0.0), 1);
        format!(
            "{} % of games have no winner, but these targets leave at most {} %: to count a draw as half a win, set targets on \
             win_rates/…/score.",
            percent(1.0 - won),
            percent(1.0 - least)
        )
    })
}

/// The targets of some configs for a terminal. Line-ups are omitted if there is only one, and only the values have units.
pub(crate) fn targets_text(configs: &[&ConfigCheck]) -> Text {
    let many_lineups = |config: &&ConfigCheck| config.targets.iter().any(|target| target.results.len() > 1);
    let mut narrow = Text::default();
    if configs.iter().any(many_lineups) {
        for (nth, config) in configs.iter().enumerate() {
            narrow += if nth > 0 { "\n" } else { "" };
            narrow += if configs.len() > 1 { format!("{}:\n", config.argument) } else { String::new() };
            narrow += grid_of_lineups(config);
        }
    } else {
        narrow += narrow_grid(configs);
    }
    let mut text = Text::from(Part::IfAnyWidth([grid(configs).into(), narrow]));
    configs
        .iter()
        .filter_map(|config| no_room_for_draws(config))
        .for_each(|hint| text += format!("\n{hint}\n"));
    text
}

fn narrow_grid(configs: &[&ConfigCheck]) -> Grid {
    let mut grid = grid(configs);
    let column = |name: &str| grid.header.iter().position(|known| known == name);
    let [bots, interval, target] = ["bots", "interval", "target"].map(column);
    for row in &mut grid.rows {
        for column in [interval, target].into_iter().flatten() {
            row[column] = row[column].trim_end_matches(" %").trim_end_matches(" pp").to_owned();
        }
    }
    let is_one = grid.rows.windows(2).all(|rows| bots.is_some_and(|bots| rows[0][bots] == rows[1][bots]));
    if let (Some(bots), true) = (bots, is_one) {
        grid.header.remove(bots);
        grid.right.remove(bots);
        grid.rows.iter_mut().for_each(|row| drop(row.remove(bots)));
    }
    grid
}

/// The targets of some configs for people.
pub(crate) fn grid(configs: &[&ConfigCheck]) -> Grid {
    let many = configs.len() > 1;
    let mut header = vec!["verdict", "figure", "bots", "value", "interval", "target", "games", "more games"];
    if many {
        header.insert(1, "config");
    }
    let target_line = |config: &ConfigCheck, target: &JudgedTarget, result: &LineupResult| {
        let own = (target.results.len() > 1).then(|| format!(" ({})", result.judged.verdict().word()));
        let [value, interval, games, more] = figure_cells(target, result);
        let mut cells = vec![
            target.verdict().word().to_owned(),
            target_name(config, target),
            config.runs[result.run].bots.clone() + &own.unwrap_or_default(),
            value,
            interval,
            band(target),
            games,
            more,
        ];
        if many {
            cells.insert(1, config.argument.clone());
        }
        cells
    };
    let group_line = |config: &ConfigCheck, unit: &Unit<'_>| {
        let bots = unit.targets.first().and_then(|target| target.results.first());
        let bots = bots.map_or_else(String::new, |result| config.runs[result.run].bots.clone());
        let mut cells = vec![String::new(); 8];
        cells[0] = unit.verdict().word().to_owned();
        (cells[1], cells[2]) = (unit.name(), bots);
        cells[5] = rule_of(unit);
        if many {
            cells.insert(1, config.argument.clone());
        }
        cells
    };
    let line = |row: &Row<'_>| match row {
        Row::Group(config, unit) => group_line(config, unit),
        Row::Target(config, target, result) => target_line(config, target, result),
    };
    let rows: Vec<Vec<String>> = rows(configs).iter().map(line).collect();
    let right = header.iter().map(|name| is_number(name)).collect();
    let mut grid = Grid { header: header.into_iter().map(str::to_owned).collect(), right, rows };
    grid.drop_empty_end();
    grid
}

/// A row for each target, and below it one for each line-up.
fn grid_of_lineups(config: &ConfigCheck) -> Grid {
    let mut blocks: Vec<(Option<&JudgedTarget>, Vec<[String; 6]>)> = Vec::new();
    let bare = |cell: String| cell.trim_end_matches(" %").trim_end_matches(" pp").to_owned();
    let none = String::new;
    let head = |verdict: Verdict, name: String, target: String| {
        [verdict.word().to_owned(), name, none(), target, none(), none()]
    };
    let configs = [config];
    for row in rows(&configs) {
        let (target, result) = match row {
            Row::Group(_, unit) => {
                blocks.push((None, vec![head(unit.verdict(), unit.name(), rule_of(&unit))]));
                continue;
            }
            Row::Target(_, target, result) => (target, result),
        };
        let [value, interval, games, more] = figure_cells(target, result);
        let bots = format!("  {}", config.runs[result.run].bots);
        let more = more.replace("about ", "~");
        let line = [result.judged.verdict().word().to_owned(), bots, value, bare(interval), games, more];
        let block =
            blocks.iter_mut().find(|(known, _)| known.is_some_and(|known| std::ptr::eq(known, target)));
        match block {
            Some((_, block)) => block.push(line),
            None => {
                let name = target_name(config, target);
                let head = head(target.verdict(), name, format!("target {}", bare(band(target))));
                blocks.push((Some(target), vec![head, line]));
            }
        }
    }
    let rows = blocks.into_iter().flat_map(|(_, block)| block).map(Vec::from).collect();
    let header = ["verdict", "figure", "value", "interval", "games", "more games"];
    let mut grid =
        Grid { header: header.map(str::to_owned).to_vec(), right: header.map(is_number).to_vec(), rows };
    grid.drop_empty_end();
    grid
}

/// Whether a column of the targets is aligned like numbers.
fn is_number(name: &str) -> bool {
    matches!(name, "value" | "interval" | "games" | "more games")
}

/// How many of its targets a group needs.
fn rule_of(unit: &Unit<'_>) -> String {
    let rule = unit.group.map_or("", |group| if group.is_any { "any" } else { "all" });
    format!("{rule} of {}", unit.targets.len())
}

/// The figure of a target, with the name of its group.
fn target_name(config: &ConfigCheck, target: &JudgedTarget) -> String {
    let name = plain_name(config, target);
    match &target.spec.group {
        Some(group) => format!("{name} ({})", group.name),
        None => name,
    }
}

/// Value, interval, games, and how many more games would decide.
fn figure_cells(target: &JudgedTarget, result: &LineupResult) -> [String; 4] {
    let more = result.games_more(&target.spec).filter(|_| target.verdict() == Verdict::Inconclusive);
    let interval = |interval| match result.is_constant() {
        true => SAME.to_owned(),
        false => show::interval(&result.cell, interval),
    };
    [
        in_points(target, show::figure(&result.cell, result.cell.number())),
        in_points(target, result.interval.map_or_else(String::new, interval)),
        grouped(result.games),
        more.map_or_else(String::new, |more| format!("about {}", grouped(more))),
    ]
}

/// The figures that differ from the lock file.
fn figures(changes: &[FigureChange]) -> Grid {
    let row = |c: &FigureChange| vec![c.figure.clone(), c.old.clone(), c.new.clone(), c.change.clone()];
    Grid {
        header: ["figure", "locked", "now", "change"].map(str::to_owned).to_vec(),
        right: vec![false, true, true, true],
        rows: changes.iter().map(row).collect(),
    }
}

fn changes(changes: &[Change]) -> Grid {
    let short = |text: &str| if text.len() == 64 { format!("{}…", &text[..12]) } else { text.to_owned() };
    Grid {
        header: ["", "locked", "now"].map(str::to_owned).to_vec(),
        right: vec![false, true, true],
        rows: changes
            .iter()
            .map(|change| vec![change.key.clone(), short(&change.old), short(&change.new)])
            .collect(),
    }
}

/// The configs with each verdict, of those with these indices, the number of targets that pass, and the confidence level.
fn opening(checked: &Checked<'_>, places: &[usize]) -> Vec<String> {
    let configs = || places.iter().map(|index| &checked.configs[*index]);
    let statuses = || places.iter().map(|index| &checked.statuses[*index]);
    let units: Vec<Verdict> = configs().flat_map(ConfigCheck::units).map(|unit| unit.verdict()).collect();
    let targets = units.len();
    let mut lines = Vec::new();
    if checked.lacks_configs() {
        lines.push("fail: configs in the lock file no longer exist".to_owned());
    }
    let invalid: Vec<&str> = checked.check.invalid.iter().map(|config| config.argument.as_str()).collect();
    if !invalid.is_empty() {
        lines.push(format!("not checked: {}", invalid.join(", ")));
    }
    for verdict in [Verdict::Fail, Verdict::Inconclusive, Verdict::Pass] {
        let of_verdict = configs().zip(statuses());
        let of_verdict = of_verdict.filter(|(config, status)| super::verdict(config, status) == verdict);
        let names: Vec<&str> = of_verdict.map(|(config, _)| config.argument.as_str()).collect();
        if !names.is_empty() {
            lines.push(format!("{}: {}", verdict.word(), names.join(", ")));
        }
    }
    if targets > 0 {
        let passed = units.iter().filter(|verdict| **verdict == Verdict::Pass).count();
        let plural = if targets == 1 { "" } else { "s" };
        let failures = || statuses().filter(|status| status.verdict() == Verdict::Fail);
        let but = if failures().any(|status| matches!(status, LockStatus::Changed { .. })) {
            ", but results differ from the lock file"
        } else if failures().next().is_some() {
            ", but results cannot be compared with the lock file"
        } else {
            ""
        };
        let verb = if targets == 1 { "passes" } else { "pass" };
        lines.push(format!("{passed} of {targets} target{plural} {verb}{but}"));
        lines.push(levels(checked));
        for (wildcard, n) in configs().flat_map(ConfigCheck::wildcards) {
            lines.push(format!("{wildcard}: {n} figures, each a target"));
        }
    }
    lines.extend((!checked.extent().is_complete()).then(|| INTERRUPTED.to_owned()));
    lines
}

/// The answer about the configs with these indices: the verdicts, then the targets that decide them.
pub(super) fn conclusion(checked: &Checked<'_>, places: &[usize]) -> Vec<Sentence> {
    let opening = opening(checked, places);
    let mut sentences: Vec<Sentence> =
        opening.iter().map(|line| format!("{}.", plain::capitalized(line)).into()).collect();
    if let Some(first) = sentences.first_mut() {
        let configs: Vec<&ConfigCheck> = places.iter().map(|index| &checked.configs[*index]).collect();
        first
            .claims
            .extend(target_figures(&configs).iter().enumerate().flat_map(|(nth, row)| row.claims(nth)));
    }
    for index in places {
        let config = &checked.configs[*index];
        let worst = config.units().iter().map(Unit::verdict).min();
        let deciding = config
            .units()
            .into_iter()
            .filter(|unit| Some(unit.verdict()) == worst && worst != Some(Verdict::Pass));
        let deciding = deciding.take(MOST_NAMED).map(|unit| light_sentence(config, &unit) + ".");
        sentences.extend(deciding.map(Sentence::from));
    }
    sentences
}

/// Maximum number of targets of a config that the answer names.
const MOST_NAMED: usize = 3;

/// The summary for a terminal.
pub(super) fn text(checked: &Checked<'_>) -> Text {
    let mut text = Text::default();
    text += &format!("{}\n", opening(checked, &checked.places()).join("\n"));
    if checked.configs.iter().any(|config| !config.targets.is_empty()) {
        let runs = checked.configs.iter().flat_map(|config| config.runs.iter());
        let bots: BTreeSet<&str> = runs.map(|run| run.bots.as_str()).collect();
        if bots.len() == 1 {
            text += &format!("bots: {}\n", bots.into_iter().collect::<String>());
        }
        text += "\n";
        text.append(targets_text(&checked.configs.iter().collect::<Vec<_>>()));
    }
    let is_early = |config: &ConfigCheck| {
        let mut results = config.targets.iter().flat_map(|target| &target.results);
        results.any(|result| !result.is_open() && result.games < config.plan.games)
    };
    if checked.configs.iter().any(is_early) {
        text += "\nA target is decided as soon as its interval allows it; --full plays all games.\n";
    }
    text += checked.configs.iter().filter_map(in_minutes).collect::<String>();
    text += checked.configs.iter().map(without_interval).collect::<String>();
    let disagreements: String = checked.configs.iter().map(disagreements).collect();
    if !disagreements.is_empty() {
        text += &format!("{disagreements}\n");
    }
    for (config, status) in checked.configs.iter().zip(&checked.statuses) {
        let sentence = status.sentence(&checked.check.lock.file(config), &config.argument);
        if !sentence.is_empty() {
            text += &format!("\n{sentence}\n");
        }
        text.append(differences(status, status.differences(), checked.check.options.verbose));
    }
    for stale in checked.stale() {
        text += &format!("\n{stale}\n");
    }
    text
}

/// The mean or median length in minutes at the table, if it is a target in another unit.
fn in_minutes(config: &ConfigCheck) -> Option<String> {
    let minutes = config.plan.table_minutes()?;
    let is_length = |id: &FigureId| matches!(id.metric(), Some("length-mean" | "length-p50"));
    let target = config.targets.iter().find(|target| is_length(&target.spec.figure))?;
    let length = target.results.first()?.cell.number()?;
    let (unit, at_the_table) = (config.plan.rules.schema().unit, fixed(minutes * length, 1));
    Some(format!("\nAt the table, {} {unit} are about {at_the_table} minutes.\n", fixed(length, 2)))
}

/// The targets on which the bots of a panel have different verdicts, a line for each.
pub(crate) fn disagreements(config: &ConfigCheck) -> String {
    if config.plan.panel.is_empty() {
        return String::new();
    }
    let line = |target: &JudgedTarget| {
        let with = |verdict: Verdict| {
            let bots = target.results.iter().filter(|result| result.judged.verdict() == verdict);
            let bots = bots.map(|result| config.runs[result.run].bots.as_str()).collect::<Vec<_>>();
            (!bots.is_empty()).then(|| format!("{} with {}", verdict.word(), bots.join(", ")))
        };
        let verdicts: Vec<String> =
            [Verdict::Fail, Verdict::Inconclusive, Verdict::Pass].into_iter().filter_map(with).collect();
        (verdicts.len() > 1).then(|| {
            format!("\nThe bots disagree on {}: {}.", plain_name(config, target), verdicts.join("; "))
        })
    };
    config.targets.iter().filter_map(line).collect()
}

/// What differs from the lock file: settings, figures and, if `verbose`, all settings and integers.
pub(super) fn differences(status: &LockStatus, found: Option<&Differences>, verbose: bool) -> Text {
    let settings = status.settings(verbose).map_or_else(String::new, |settings| settings + "\n");
    let mut text = Text::from(settings);
    if let Some(differences) = found {
        if !differences.figures.is_empty() {
            text += figures(&differences.figures);
        }
        if verbose && !differences.counts.is_empty() {
            text += "\n";
            text += changes(&differences.counts);
        }
    }
    text
}

/// The summary for a pull request: at most 60 lines of Markdown.
pub(super) fn markdown(checked: &Checked<'_>) -> String {
    let mut lock_text = String::new();
    let mut free = MOST_CHANGES;
    // Failures first.
    let mut order: Vec<(&ConfigCheck, &LockStatus)> = checked.configs.iter().zip(&checked.statuses).collect();
    order.sort_by_key(|(_, status)| status.verdict());
    let mut n_omitted = 0;
    for (config, status) in order {
        let sentence = status.sentence(&checked.check.lock.file(config), &config.argument);
        if sentence.is_empty() {
            continue;
        }
        let changed: &[FigureChange] = status.differences().map_or(&[], |differences| &differences.figures);
        let rows = changed.len();
        if free < 6 {
            n_omitted += 1;
            continue;
        }
        let settings = status.settings(false).map_or_else(String::new, |settings| format!("; {settings}"));
        lock_text += &format!("\n{}\n", inline(&(sentence + &settings)));
        free = free.saturating_sub(2);
        if rows > 0 {
            let shown = rows.min(free.saturating_sub(4));
            lock_text += &format!("\n{}", figures(&changed[..shown]).markdown());
            if shown < rows {
                lock_text += &format!("\n… and {} more differences\n", rows - shown);
            }
            free = free.saturating_sub(shown + 5);
        }
    }
    for stale in checked.stale() {
        lock_text += &format!("\n{}\n", inline(&stale));
    }
    if n_omitted > 0 {
        lock_text += &format!("\n… and {n_omitted} more configs in the lock file\n");
    }
    let mut text = format!(
        "### Balance: {}\n\n{}\n",
        checked.word(),
        inline(&opening(checked, &checked.places()).join("; "))
    );
    let mut grid = grid(&checked.configs.iter().collect::<Vec<_>>());
    let all = grid.rows.len();
    if all > 0 {
        // Heading, opening, table header, and the line about omitted rows.
        let taken = text.lines().count() + lock_text.lines().count() + 5;
        let shown = all.min(MOST_LINES.saturating_sub(taken));
        grid.rows.truncate(shown);
        text += &format!("\n{}", grid.markdown());
        if shown < all {
            text += &format!("\n… and {} more targets with equal or better results\n", all - shown);
        }
    }
    text + &lock_text
}

/// The targets of a plan and the games digests of the line-ups that they name, as an option of a result.
pub(crate) fn targets(plan: &Plan) -> Value {
    let target = |target: &Target| {
        let Target { figure, bots, band, .. } = target;
        let end = |end: f64| end.is_finite().then_some(end);
        let (min, max) = (end(band.low), end(band.high));
        let group = target.group.as_ref().map(Group::address);
        let rule = target.rule.name();
        json!({ "figure": figure.to_string(), "min": min, "max": max, "bots": bots, "rule": rule, "group": group })
    };
    // A strategy file can change under its name.
    let lineups = plan.lineups.iter().map(|(name, bots)| (name.clone(), plan.with_bots(bots.clone()).digest));
    let lineups: BTreeMap<String, String> = lineups.collect();
    json!({ "targets": plan.targets.iter().map(target).collect::<Vec<Value>>(), "games_digests": lineups })
}

/// The metadata of the result of the configs with these indices.
pub(super) fn metadata_of(checked: &Checked<'_>, places: &[usize]) -> ResultMeta {
    let Checked { check, .. } = checked;
    let configs: Vec<&ConfigCheck> = places.iter().map(|index| &checked.configs[*index]).collect();
    let status = |(config, status): (&ConfigCheck, &LockStatus)| {
        let json = |changes: &[Change]| -> Vec<Value> {
            let change = |c: &Change| json!({ "key": c.key, "old": c.old, "new": c.new });
            changes.iter().map(change).collect()
        };
        let differences = status.differences();
        json!({
            "config": config.argument,
            "state": status.word(),
            "message": status.sentence(&check.lock.file(config), &config.argument),
            "settings": differences.and_then(|all| all.settings.as_deref()).map(json),
            "figures": differences.map_or(&[][..], |all| &all.figures),
            "changes": differences.map_or_else(Vec::new, |all| json(&all.counts)),
        })
    };
    let statuses = places.iter().map(|index| status((&checked.configs[*index], &checked.statuses[*index])));
    let extent = super::extent(&configs, check.rules);
    let errors = check.errors().unwrap_or_default().0.iter().map(ToString::to_string).collect::<Vec<_>>();
    let details = details([
        ("verdict", checked.word().into()),
        ("exit_code", extent.is_complete().then(|| checked.exit_code()).into()),
        ("level_of_each_interval", check.rules.each.level().into()),
        ("errors", errors.into()),
        ("lock", statuses.collect::<Vec<Value>>().into()),
        ("stale_lock_entries", checked.stale().into()),
    ]);
    let plans: Vec<&Plan> = configs.iter().map(|config| &config.plan).collect();
    let mut requested = options(&check.options);
    requested.insert("targets".into(), plans.iter().map(|plan| targets(plan)).collect::<Vec<Value>>().into());
    let mut head = metadata(Check::COMMAND, &plans, &extent, check.rules.level, requested, details);
    // With a panel, the rows of the table name the bots; the plan has only the first one.
    for (config, _) in head.configs.iter_mut().zip(&plans).filter(|(_, plan)| !plan.panel.is_empty()) {
        config.bots.clear();
    }
    head
}
