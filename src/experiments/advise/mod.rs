//! Advice on a game: who is too strong, which card, how long a game lasts, and which numbers to change.
//!
//! It plays a run, an impact and a search, and reports the answer of each in one sentence.

mod findings;

use super::impact::{self, Impact};
use super::options::{both, proper_share};
use super::run::{Run, results};
use super::tune::{self, Tune, Tuned};
use super::{
    Accuracy, Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata, options,
};
use crate::config::{ConfigErrors, Plan, PlanOptions};
use crate::report::escape::quoted;
use crate::report::result_file::Ended;
use crate::report::show::{self, grouped, wrap};
use crate::report::table::fixed;
use crate::report::write::Beside;
use crate::report::{self, Table, win_rates};
use crate::stats::tally::Tally;
use crate::stats::{Level, real};
use findings::{Finding, Rates, cards, change, length, rates};
use serde::Serialize;
use serde_json::json;
use std::fmt::{self, Write};
use std::path::Path;

/// What counts as even, and what may change.
#[derive(Clone, Debug, Serialize)]
pub struct Options {
    /// How far a score may be from an even share; 0.03 is 3 percentage points. Targets of the config replace it in the
    /// search.
    pub within: f64,
    /// Patterns of the settings that may change; `*` matches any text. Empty: every number.
    pub keys: Vec<String>,
    /// Size of a step, see [`tune::STEPS`].
    pub step: i64,
    /// Maximum number of settings to change, see [`tune::CHANGES`].
    pub changes: usize,
    /// The confidence level of each answer.
    #[serde(skip)]
    pub level: Level,
}

impl Default for Options {
    fn default() -> Self {
        Self { within: 0.03, keys: Vec::new(), step: 1, changes: 2, level: Level::default() }
    }
}

/// The search plays at most this many times the games of the run.
const SEARCH: u64 = 20;

/// The minimum number of games of a candidate of the search.
const FEWEST: u64 = 1000;

/// A validated request for advice.
pub struct Advise {
    config: String,
    plan_options: PlanOptions,
    run: Run,
    impact: Impact,
    /// The search, for the targets of the config or for an even share for everybody.
    tune: Tune,
    /// Whether the config has targets of its own.
    has_targets: bool,
    options: Options,
}

/// The advice.
pub struct Advice<'a> {
    advise: &'a Advise,
    findings: Vec<Finding>,
    tables: Vec<Table>,
    extent: Extent,
    /// The name and text of the changed config, if there is one.
    changed: Option<(&'static str, String)>,
}

impl Advise {
    /// Validates the config and the options.
    ///
    /// # Errors
    /// All errors of the config or of the options.
    pub fn new(config: &str, plan_options: &PlanOptions, options: &Options) -> Result<Self, ConfigErrors> {
        proper_share("--within", Some(options.within))?;
        let plan = Plan::new(config, plan_options)?;
        // The extremes of all cards are reported, so their intervals hold together.
        let n_cards = plan.rules.schema().cards.iter().filter(|card| card.events != 0).count();
        let level = options.level.shared_by(n_cards);
        let accuracy = Accuracy { level, precision: None };
        let cards = impact::Options { accuracy, ..impact::Options::default() };
        let (impact, tune) = both(
            Impact::new(config, plan_options, &cards),
            search(config, plan_options, options, &plan, &everybody(&plan)),
        )?;
        let (config, plan_options, options) = (config.to_owned(), plan_options.clone(), options.clone());
        let (has_targets, run) = (!plan.targets().is_empty(), Run::of(plan));
        Ok(Self { config, plan_options, run, impact, tune, has_targets, options })
    }

    /// The command that shows more: its name and its own options.
    fn command(&self, name: &str, more: &[&str]) -> String {
        let PlanOptions { players, games, seed, bots, set, .. } = &self.plan_options;
        let mut words = vec!["undercard".to_owned(), name.to_owned(), self.config.clone()];
        let mut add = |option: &str, value: String| words.extend([option.to_owned(), value]);
        players.iter().for_each(|players| add("--players", players.to_string()));
        games.iter().for_each(|games| add("--games", games.to_string()));
        seed.iter().for_each(|seed| add("--seed", seed.to_string()));
        if !bots.is_empty() {
            add("--bots", bots.join(","));
        }
        set.iter().for_each(|set| add("--set", set.clone()));
        words.extend(more.iter().map(|word| (*word).to_owned()));
        words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}

/// The search for the targets of the config, or for an even score of these players.
///
/// # Errors
/// The options are invalid, or no setting can change.
fn search(
    config: &str,
    plan_options: &PlanOptions,
    options: &Options,
    plan: &Plan,
    scores: &[(String, f64)],
) -> Result<Tune, ConfigErrors> {
    let Options { within, keys, step, changes, level } = options;
    let mut plan_options = PlanOptions { games: Some(1), ..plan_options.clone() };
    if plan.targets().is_empty() {
        let target = |(address, even): &(String, f64)| {
            let even = fixed(*even, 6);
            format!("targets.{address}={{ at = {even}, within = {within} }}")
        };
        plan_options.set.extend(scores.iter().map(target));
    }
    let reach = tune::Options::default();
    let options = tune::Options {
        keys: keys.clone(),
        step: *step,
        changes: *changes,
        only_numbers: keys.is_empty(),
        level: *level,
        ..reach
    };
    let tries = Tune::new(config, &plan_options, &options)?.games().max(1);
    let most = (plan.games / super::options::FRACTION).max(1);
    let games = (plan.games.saturating_mul(SEARCH) / tries).max(FEWEST).min(most);
    Tune::new(config, &PlanOptions { games: Some(games), ..plan_options }, &options)
}

/// The addresses of the scores of everybody in the first group with several keys, and an even score.
fn everybody(plan: &Plan) -> Vec<(String, f64)> {
    let even = 1.0 / real(plan.players() as u64);
    let group = group(plan);
    let seats: Vec<String> = (0..plan.players()).map(|seat| seat.to_string()).collect();
    let keys = plan.rules.schema().groups.iter().find(|known| known.name == group);
    let keys = keys.map_or(seats, |group| group.keys.clone());
    keys.into_iter().map(|key| (format!("{}/{group}/{key}/score", win_rates::NAME), even)).collect()
}

/// The group of players whose strength matters: the first of the game with several keys, or the seats.
fn group(plan: &Plan) -> &'static str {
    let groups = &plan.rules.schema().groups;
    groups.iter().find(|group| group.keys.len() > 1).map_or("seat", |group| group.name)
}

/// A command, folded at its options so that it can be copied.
fn folded(command: &str) -> String {
    const START: usize = 4;
    let (mut text, mut width) = (" ".repeat(START), START);
    for (nth, part) in command.replace(" --", "\n--").lines().enumerate() {
        let part_width = part.chars().count() + 1;
        // Leaves room for the backslash that continues the line.
        if nth > 0 && width + part_width > show::max_width() - 2 {
            text += " \\\n      ";
            width = START + 2;
        } else if nth > 0 {
            text.push(' ');
        }
        text += part;
        width += part_width;
    }
    text
}

impl Experiment for Advise {
    type Result<'a> = Advice<'a>;
    const COMMAND: &'static str = "advise";

    fn plans(&self) -> Vec<&Plan> {
        vec![&self.run.plan]
    }

    fn own_files(&self) -> Vec<String> {
        self.tune.own_files()
    }

    fn games(&self) -> u64 {
        self.run.games().saturating_add(self.impact.games()).saturating_add(self.tune.games())
    }

    fn play(&self, session: &Session) -> Advice<'_> {
        let Self { run, options, config, plan_options, .. } = self;
        let played = run.play(session);
        let rates = self.rates(&played.tally, played.extent().is_fixed);
        let mut tables: Vec<Table> = played.tables().into_iter().cloned().collect();
        let mut findings = vec![rates.finding(options.within, &self.command("run", &[]))];
        let length_command = self.command("sensitivity", &["--show", "metrics/length-mean"]);
        let length = length(&tables, &length_command);
        let mut is_complete = played.extent().is_complete();
        if is_complete {
            let impacts = self.impact.play(session);
            is_complete = impacts.extent().is_complete();
            let table = impacts.tables().into_iter().next().cloned();
            findings.extend(table.iter().filter_map(|table| cards(table, &self.command("impact", &[]))));
            tables.extend(table);
        }
        findings.extend(length);
        let mut changed = None;
        if is_complete {
            // Only who plays can be too strong.
            let scores = rates.scores();
            let searched = search(config, plan_options, options, &run.plan, &scores);
            let tune = searched.as_ref().unwrap_or(&self.tune);
            let tuned = tune.play(session);
            is_complete = tuned.extent().is_complete();
            changed = tuned.config();
            findings.extend(self.change(&tuned));
        }
        let rows = findings.iter().flat_map(|finding| finding.rows(run.plan.game.id, run.plan.players()));
        let own = report::advise::table(rows.collect());
        let tables = std::iter::once(own).chain(tables).collect();
        let extent = Extent {
            played: played.extent().played,
            planned: Some(run.plan.games),
            unit: "games",
            ended: if is_complete { Ended::AllPlayed } else { Ended::Interrupted },
            is_fixed: is_complete,
        };
        Advice { advise: self, findings, tables, extent, changed }
    }
}

impl Advise {
    /// Who wins, with intervals that hold together.
    fn rates(&self, tally: &Tally, fixed: bool) -> Rates {
        let Run { plan, simulation, .. } = &self.run;
        let rates = |level| {
            let results = results(plan, &**simulation, tally, level, fixed);
            rates(&win_rates::table(&results), group(plan))
        };
        let n_rates = rates(self.options.level).n_rates();
        rates(self.options.level.shared_by(n_rates))
    }

    /// What the search found.
    fn change(&self, tuned: &Tuned<'_>) -> Option<Finding> {
        let is_own = self.has_targets;
        let found = tuned.found_changes()?;
        let sets: Vec<String> = found.changes.iter().map(|[key, _, new]| format!("{key}={new}")).collect();
        let pairs: Vec<&str> = sets.iter().flat_map(|set| ["--set-b", set]).collect();
        let command = match (is_own, pairs.is_empty()) {
            (true, true) => self.command("check", &[]),
            (true, false) => self.command("tune", &[]),
            (false, true) => self.command("run", &[]),
            (false, false) => self.command("compare", &pairs),
        };
        Some(change(&found, is_own, self.options.within, &command))
    }
}

impl ExperimentResult for Advice<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn tables(&self) -> Vec<&Table> {
        self.tables.iter().collect()
    }

    fn summary(&self) -> Result<String, fmt::Error> {
        let Advise { run, options, .. } = self.advise;
        let plan = &run.plan;
        let mut text = wrap(&format!(
            "{}, {} players: {} games, seed {}; bots: {}\n",
            plan.game.title,
            plan.players(),
            grouped(self.extent.played),
            plan.seed,
            plan.used().bots.join(", ")
        ));
        for Finding { sentence, command, .. } in &self.findings {
            write!(text, "\n{}{}\n", wrap(&format!("{sentence}\n")), folded(command))?;
        }
        writeln!(
            text,
            "\nRanges are {} % confidence intervals; those of one answer hold together.",
            options.level.percent()
        )?;
        Ok(text)
    }

    fn conclusion(&self) -> Vec<String> {
        self.findings.iter().map(|finding| finding.sentence.clone()).collect()
    }

    fn metadata(&self) -> ResultMeta {
        let Advise { run, options: chosen, .. } = self.advise;
        let advice = self.findings.iter().map(|finding| {
            let Finding { question, command, .. } = finding;
            json!({ "question": question, "command": command })
        });
        let details = details([
            ("commands", advice.collect::<Vec<_>>().into()),
            ("file", self.changed.as_ref().map(|(name, _)| *name).into()),
        ]);
        metadata(Advise::COMMAND, &[&run.plan], &self.extent, chosen.level, options(chosen), details)
    }

    fn next(&self, folder: &Path) -> Option<String> {
        self.changed.as_ref().map(|(name, _)| format!("The changed rules: {}", folder.join(name).display()))
    }

    fn files(&self, folder: &Path) -> Vec<(String, Beside)> {
        tune::files(&self.advise.config, folder, self.changed.as_ref())
    }
}
