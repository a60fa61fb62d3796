//! Advice on a game: who is too strong, which card, how long a game lasts, and which numbers to change.
//!
//! It plays a run, an impact and a search, and reports the answer of each in one sentence.

mod findings;
mod length;

use super::forecast::time;
use super::impact::{self, Impact};
use super::options::{both, proper_share};
use super::run::{Run, results};
use super::tune::{self, Tune, Tuned};
use super::{
    Accuracy, Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata, options,
};
use crate::config::plan::MOST_GAMES;
use crate::config::{ConfigErrors, Plan, PlanOptions};
use crate::model::Seats;
use crate::report::escape::quoted;
use crate::report::result_file::Ended;
use crate::report::show::{self, grouped, wrap};
use crate::report::table::fixed;
use crate::report::write::Beside;
use crate::report::{self, Table, win_rates};
use crate::stats::tally::Tally;
use crate::stats::{Level, real};
use findings::{Finding, Rates, cards, change, no_change, rates, round_percent};
use length::{Wanted, length};
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

/// How many times the games are played if nobody can be judged.
const MORE: u64 = 4;

/// A validated request for advice.
pub struct Advise {
    config: String,
    plan_options: PlanOptions,
    run: Run,
    /// The printed rules with the same players, mode and bots; `None` if the config is the printed rules, or if these bots
    /// cannot play them.
    printed: Option<Run>,
    impact: Impact,
    /// The search, for the targets of the config or for an even score for everybody who plays.
    tune: Tune,
    /// The addresses of these scores, and an even score.
    aims: Vec<(String, f64)>,
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
        let run = Run::of(plan);
        let aims = everybody(&run);
        let (impact, tune) = both(
            Impact::new(config, plan_options, &cards),
            search(config, plan_options, options, &run.plan, &aims),
        )?;
        let (config, plan_options, options) = (config.to_owned(), plan_options.clone(), options.clone());
        let has_targets = !run.plan.targets().is_empty();
        let printed = printed(&run.plan).map(Run::of);
        Ok(Self { config, plan_options, run, printed, impact, tune, aims, has_targets, options })
    }

    /// The command that shows more: its name and its own options.
    fn command(&self, name: &str, more: &[&str]) -> String {
        self.command_with(&self.plan_options, name, more)
    }

    fn command_with(&self, plan_options: &PlanOptions, name: &str, more: &[&str]) -> String {
        let PlanOptions { players, games, seed, bots, set, .. } = plan_options;
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

/// The printed rules with the same players, mode, bots, seed and games; `None` if they are the rules of the plan, or if
/// these bots cannot play them.
fn printed(plan: &Plan) -> Option<Plan> {
    const SAME: [&str; 2] = ["setup.players", "setup.mode"];
    let changes = plan.used().changes;
    let (same, other): (Vec<_>, Vec<_>) =
        changes.iter().partition(|change| SAME.contains(&change.key.as_str()));
    if other.is_empty() {
        return None;
    }
    let options = PlanOptions {
        games: Some(plan.games),
        seed: Some(plan.seed),
        bots: plan.bots.iter().map(|bot| bot.requested.clone()).collect(),
        set: same.iter().map(|change| format!("{}={}", change.key, change.value)).collect(),
        ..PlanOptions::default()
    };
    Plan::new(plan.game.id, &options).ok()
}

/// The addresses of the scores of everybody who can play in the first group with several keys, and an even score.
fn everybody(run: &Run) -> Vec<(String, f64)> {
    let Run { plan, simulation, .. } = run;
    let players = plan.players();
    let group = group(plan);
    let found = simulation.schema().groups.iter().enumerate().find(|(_, known)| known.name == group);
    let (keys, n) = match found {
        Some((index, found)) => {
            let seated = simulation.keys(index);
            let plays = |key: usize| {
                seated
                    .is_none_or(|keys| Seats::first(players).into_iter().any(|seat| keys[seat] == Some(key)))
            };
            let keys: Vec<String> = found
                .keys
                .iter()
                .enumerate()
                .filter(|(key, _)| plays(*key))
                .map(|(_, name)| name.clone())
                .collect();
            let n = if found.teams { keys.len() } else { players };
            (keys, n)
        }
        None => ((0..players).map(|seat| seat.to_string()).collect(), players),
    };
    let even = 1.0 / real(n.max(1) as u64);
    keys.into_iter().map(|key| (format!("{}/{group}/{key}/score", win_rates::NAME), even)).collect()
}

/// Whether both have the same addresses and even scores, as far as a target writes them.
fn is_same(one: &[(String, f64)], other: &[(String, f64)]) -> bool {
    let sorted = |aims: &[(String, f64)]| {
        let mut aims: Vec<(String, String)> =
            aims.iter().map(|(address, even)| (address.clone(), fixed(*even, 6))).collect();
        aims.sort();
        aims
    };
    sorted(one) == sorted(other)
}

/// The group of players whose strength matters: the first of the game with several keys, or the seats.
fn group(plan: &Plan) -> &'static str {
    let groups = &plan.rules.schema().groups;
    groups.iter().find(|group| group.keys.len() > 1).map_or("seat", |group| group.name)
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
        let runs = [Some(&self.run), self.printed.as_ref()].into_iter().flatten();
        let runs: u64 = runs.map(Experiment::games).fold(0, u64::saturating_add);
        runs.saturating_add(self.impact.games()).saturating_add(self.tune.games())
    }

    fn forecast(&self, session: &Session) -> Option<String> {
        let Self { run, printed, impact, tune, .. } = self;
        let of = |what: &str, games: u64| format!("  {what}: {} games\n", grouped(games));
        let mut text = format!(
            "{}: at most {} games; {}\n",
            run.plan.game.title,
            grouped(self.games()),
            time(self.seconds(session), session)
        );
        text += &of("who is too strong, and how long a game lasts", run.games());
        text += &printed
            .as_ref()
            .map(|printed| of("the length with the printed rules", printed.games()))
            .unwrap_or_default();
        text += &of("which card, by games with and without it", impact.games());
        text += &of("which number to change, at most", tune.games());
        text += "The search ends earlier if a candidate passes.\n";
        Some(wrap(&text))
    }

    fn play(&self, session: &Session) -> Advice<'_> {
        let Self { run, printed, options, config, plan_options, aims, .. } = self;
        let played = run.play(session);
        let rates = self.rates(&played.tally, played.extent().is_fixed);
        let mut tables: Vec<Table> = played.tables().into_iter().cloned().collect();
        let mut findings = vec![rates.finding(options.within, &self.command("run", &[]))];
        let length_command = self.command("sensitivity", &["--show", "metrics/length-mean"]);
        let mut is_complete = played.extent().is_complete();
        let of_printed = printed.as_ref().filter(|_| is_complete).map(|printed| printed.play(session));
        let of_printed = of_printed.map(|printed| {
            is_complete &= printed.extent().is_complete();
            printed.tables().into_iter().cloned().collect::<Vec<Table>>()
        });
        let is_printed = run.plan.used().changes.is_empty();
        let wanted = Wanted {
            printed: of_printed.as_deref(),
            is_printed,
            targets: run.plan.targets(),
            order: run.simulation.schema().seat_order,
        };
        let length = length(&tables, &wanted, &length_command);
        if is_complete {
            let impacts = self.impact.play(session);
            is_complete = impacts.extent().is_complete();
            let table = impacts.tables().into_iter().next().cloned();
            findings.extend(table.iter().filter_map(|table| cards(table, &self.command("impact", &[]))));
            tables.extend(table);
        }
        findings.extend(length);
        let mut changed = None;
        let searches = self.has_targets || findings[0].is_uneven();
        if is_complete && searches {
            // Only who plays can be too strong.
            let scores = rates.scores();
            let is_other = !self.has_targets && !is_same(&scores, aims);
            let other = is_other.then(|| search(config, plan_options, options, &run.plan, &scores).ok());
            let tune = other.as_ref().and_then(Option::as_ref).unwrap_or(&self.tune);
            let tuned = tune.play(session);
            is_complete = tuned.extent().is_complete();
            changed = tuned.config();
            findings.extend(self.change(&tuned));
        } else if is_complete {
            let games = run.plan.games.saturating_mul(MORE).min(MOST_GAMES);
            let more = PlanOptions { games: Some(games), ..plan_options.clone() };
            let within = format!("{}pp", round_percent(options.within));
            let own = ["--within", within.as_str()].into_iter();
            let own: Vec<&str> =
                own.chain(options.keys.iter().flat_map(|key| ["--keys", key.as_str()])).collect();
            let commands = [self.command("run", &[]), self.command_with(&more, "advise", &own)];
            findings.push(no_change(&findings[0], options.within, commands));
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
            rates(&win_rates::table(&results), group(plan), simulation.schema().seat_order)
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
            (true, false) => {
                let sets: Vec<&str> = sets.iter().flat_map(|set| ["--set", set]).collect();
                self.command("check", &sets)
            }
            (false, true) => self.command("run", &[]),
            (false, false) => self.command("compare", &pairs),
        };
        let mut finding = change(&found, is_own, self.options.within, &command);
        if !tuned.extent().is_complete() {
            finding.sentence =
                "The search for a change was interrupted; these are the closest so far.".into();
        }
        Some(finding)
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
            write!(text, "\n{}{}\n", wrap(&format!("{sentence}\n")), show::folded(command))?;
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
