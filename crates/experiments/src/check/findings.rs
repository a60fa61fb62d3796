//! What a check found, or why it could not check, for JUnit and annotations.

use super::super::Error;
use super::judge::ConfigCheck;
use super::lock_status::StaleEntries;
use super::units::Unit;
use super::{Checked, LockStatus, github, junit, places, text};
use crate::model::settings::{ConfigError, ConfigErrors, Origin};
use crate::stats::verdict::Verdict;
use std::path::Path;
use std::time::Duration;

/// The findings of a check, also of one that could not be made.
pub struct Findings {
    pub(super) findings: Vec<Finding>,
    pub(super) suites: Vec<Suite>,
}

/// A finding.
pub(super) struct Finding {
    pub severity: Severity,
    pub title: String,
    pub message: String,
    pub at: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Severity {
    Error,
    Warning,
    Notice,
}

/// The ids of problems.
const FAILED: &str = "target-failed";
const INCONCLUSIVE: &str = "target-inconclusive";
const LOCK_CHANGED: &str = "lock-changed";
/// The rule of a result that cannot be compared with the lock file.
const LOCK_NOT_COMPARED: &str = "lock-not-compared";
const CONFIG: &str = "config-error";
const LOCK: &str = "lock-damaged";
const UNCHECKED: &str = "not-checked";

/// The cases of a config, or the faults that prevented the check.
pub(super) struct Suite {
    pub name: String,
    pub time: Duration,
    pub properties: Vec<(&'static str, String)>,
    pub cases: Vec<Case>,
}

/// A case: its name, and its problem if it did not pass.
pub(super) struct Case {
    pub name: String,
    pub problem: Option<Problem>,
}

pub(super) struct Problem {
    pub kind: ProblemKind,
    pub rule: &'static str,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProblemKind {
    Failure,
    Error,
    Skipped,
}

/// The file at which the fault of a check without a config is shown.
const NO_FILE: &str = "undercard.lock";

impl Findings {
    /// The findings of a check.
    pub(super) fn of(checked: &Checked<'_>) -> Self {
        let mut findings = Vec::new();
        for (config, status) in checked.configs.iter().zip(&checked.statuses) {
            findings.extend(config.units().iter().filter_map(|unit| of_unit(config, unit)));
            findings.extend(of_lock(checked, config, status));
        }
        let stale = checked.stale().into_iter().zip(checked.check.lock.stale());
        findings.extend(stale.map(|(message, stale)| Finding {
            severity: if checked.lacks_configs() { Severity::Error } else { Severity::Notice },
            title: "undercard.lock".into(),
            message,
            at: Origin::whole(&stale.lock),
        }));
        let suites = checked.configs.iter().zip(&checked.statuses);
        let suites = suites.map(|(config, status)| suite(checked, config, status));
        let missing = checked.check.lock.stale().into_iter().filter(|_| checked.lacks_configs());
        let mut suites: Vec<Suite> = suites.chain(missing.map(suite_of_missing)).collect();
        if let Some(errors) = checked.check.errors() {
            let invalid: Vec<_> =
                checked.check.invalid.iter().map(|config| config.argument.clone()).collect();
            let all = Self::of_errors(&invalid, CONFIG, &errors);
            findings.extend(all.findings);
            suites.extend(all.suites);
        }
        Self { findings, suites }
    }

    /// The errors that prevent a check of these configs.
    #[must_use]
    pub fn of_error(configs: &[String], error: &Error) -> Self {
        match error {
            Error::Config(errors) => Self::of_errors(configs, CONFIG, errors),
            Error::Lock(errors) => Self::of_errors(configs, LOCK, errors),
            Error::Damaged(_) | Error::Write(_) => Self::of_failure(configs, &error.to_string()),
        }
    }

    /// The message of a failure that prevents a check of these configs.
    #[must_use]
    pub fn of_failure(configs: &[String], message: &str) -> Self {
        let fault = (Origin::whole(""), "check".to_owned(), message.to_owned());
        Self::of_faults(configs, UNCHECKED, vec![fault])
    }

    fn of_errors(configs: &[String], rule: &'static str, ConfigErrors(errors): &ConfigErrors) -> Self {
        let fault = |error: &ConfigError| {
            let title = if error.key.is_empty() { rule } else { &error.key };
            (error.at.clone(), title.to_owned(), error.to_string())
        };
        Self::of_faults(configs, rule, errors.iter().map(fault).collect())
    }

    /// Each fault has its position, title and message. A fault of an option is shown at the first config.
    fn of_faults(configs: &[String], rule: &'static str, mut faults: Vec<(Origin, String, String)>) -> Self {
        faults.dedup_by(|one, other| one.2 == other.2);
        let first = configs.iter().find(|config| Path::new(config).is_file()).or(configs.first());
        let (mut findings, mut cases) = (Vec::new(), Vec::new());
        for (at, title, message) in faults {
            // A config that does not exist is named, too.
            let is_file = at.line > 0
                || Path::new(&*at.file).is_file()
                || configs.iter().any(|config| **config == *at.file);
            let at = if is_file { at } else { Origin::whole(first.map_or(NO_FILE, String::as_str)) };
            let name = if at.line > 0 { format!("{at}: {title}") } else { title.clone() };
            let problem = Problem { kind: ProblemKind::Error, rule, message: message.clone() };
            cases.push(Case { name, problem: Some(problem) });
            findings.push(Finding { severity: Severity::Error, title, message, at });
        }
        let name = "undercard check".to_owned();
        let suite = Suite { name, time: Duration::ZERO, properties: Vec::new(), cases };
        Self { findings, suites: vec![suite] }
    }

    /// The verdicts as JUnit XML.
    pub fn junit(&self) -> std::io::Result<String> {
        junit::text(self)
    }

    /// Annotations for GitHub Actions, one per line.
    #[must_use]
    pub fn annotations(&self) -> Vec<String> {
        self.findings.iter().map(github::annotation).collect()
    }
}

fn of_unit(config: &ConfigCheck, unit: &Unit<'_>) -> Option<Finding> {
    let target = unit.targets.first()?;
    let severity = match unit.verdict() {
        Verdict::Fail => Severity::Error,
        Verdict::Inconclusive => Severity::Warning,
        Verdict::Pass => return None,
    };
    let thing = places::thing(&config.plan.tree, &target.spec);
    let own = || places::in_file(&target.spec.at).cloned();
    Some(Finding {
        severity,
        title: unit.name(),
        message: text::unit_sentence(config, unit),
        at: thing.or_else(own).unwrap_or_else(|| Origin::whole(&config.argument)),
    })
}

fn of_lock(checked: &Checked<'_>, config: &ConfigCheck, status: &LockStatus) -> Option<Finding> {
    let (severity, at) = match status {
        LockStatus::Changed { at, .. } => (Severity::Error, at.clone()),
        LockStatus::NotComparable { verdict: Verdict::Fail, at, .. } => (Severity::Error, at.clone()),
        LockStatus::NotComparable { verdict: Verdict::Inconclusive, at, .. } => {
            (Severity::Warning, at.clone())
        }
        LockStatus::NotComparable { at, .. } => (Severity::Notice, at.clone()),
        _ => return None,
    };
    Some(Finding {
        severity,
        title: "undercard.lock".into(),
        message: status.message(&checked.check.lock.file(config), &config.argument),
        at,
    })
}

/// The configs that a lock file has and that do not exist.
fn suite_of_missing(StaleEntries { lock, names }: StaleEntries) -> Suite {
    let case = |name: String| {
        let message =
            format!("{name} does not exist; restore it, or run `check --update` to remove its entry");
        let problem = Problem { kind: ProblemKind::Failure, rule: LOCK_CHANGED, message };
        Case { name, problem: Some(problem) }
    };
    let cases = names.into_iter().map(case).collect();
    Suite { name: lock, time: Duration::ZERO, properties: Vec::new(), cases }
}

fn suite(checked: &Checked<'_>, config: &ConfigCheck, status: &LockStatus) -> Suite {
    let inconclusive =
        if checked.check.options.allow_inconclusive { ProblemKind::Skipped } else { ProblemKind::Error };
    let case = |unit: &Unit<'_>| {
        let (kind, rule) = match unit.verdict() {
            Verdict::Pass => (None, ""),
            Verdict::Fail => (Some(ProblemKind::Failure), FAILED),
            Verdict::Inconclusive => (Some(inconclusive), INCONCLUSIVE),
        };
        let problem = kind.map(|kind| Problem { kind, rule, message: text::unit_sentence(config, unit) });
        Case { name: unit.name(), problem }
    };
    let mut cases: Vec<Case> = config.units().iter().map(case).collect();
    if *status != LockStatus::Nothing {
        let message = status.message(&checked.check.lock.file(config), &config.argument);
        let kind = match status {
            _ if status.verdict() == Verdict::Fail => Some((ProblemKind::Failure, LOCK_CHANGED)),
            LockStatus::NotComparable { verdict: Verdict::Inconclusive, .. } => {
                Some((inconclusive, LOCK_NOT_COMPARED))
            }
            LockStatus::NotComparable { .. } => Some((ProblemKind::Skipped, LOCK_NOT_COMPARED)),
            _ => None,
        };
        let problem = kind.map(|(kind, rule)| Problem { kind, rule, message });
        cases.push(Case { name: "lock".into(), problem });
    }
    if !config.is_done() {
        let message = text::INTERRUPTED.to_owned();
        let problem = Problem { kind: ProblemKind::Error, rule: "interrupted", message };
        cases.push(Case { name: "complete".into(), problem: Some(problem) });
    }
    let properties =
        vec![("game", config.plan.game.id.to_owned()), ("games-digest", config.plan.digest.clone())];
    Suite { name: config.argument.clone(), time: config.time, properties, cases }
}
