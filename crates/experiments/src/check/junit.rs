//! JUnit XML: one suite per config, one case per target, and one for the lock file. Inconclusive targets are errors, or
//! skipped if they are allowed. An interrupted check has an additional case, which is an error. The games of a config decide
//! all its targets, so each case has an equal share of their time.

use super::findings::{Case, Findings, ProblemKind};
use crate::report::escape::{changes_direction, escape};
use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite};
use std::io;
use std::time::Duration;

/// The document.
///
/// # Errors
/// None: it is written to memory.
pub(super) fn text(findings: &Findings) -> io::Result<String> {
    let mut report = Report::new("undercard check");
    report.set_time(findings.suites.iter().map(|suite| suite.time).sum());
    for own in &findings.suites {
        let mut suite = TestSuite::new(&own.name);
        suite.set_time(own.time);
        suite.add_properties(own.properties.iter().map(|(key, value)| Property::new(key, value)));
        let time = own.time / u32::try_from(own.cases.len()).unwrap_or(u32::MAX).max(1);
        suite.add_test_cases(own.cases.iter().map(|own_case| case(own_case, &own.name, time)));
        report.add_test_suite(suite);
    }
    report.to_string().map(|text| escape(&text, changes_direction)).map_err(io::Error::other)
}

fn case(own: &Case, suite: &str, time: Duration) -> TestCase {
    let mut status = match own.problem.as_ref().map(|problem| problem.kind) {
        None => TestCaseStatus::success(),
        Some(ProblemKind::Failure) => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Some(ProblemKind::Error) => TestCaseStatus::non_success(NonSuccessKind::Error),
        Some(ProblemKind::Skipped) => TestCaseStatus::skipped(),
    };
    if let Some(problem) = &own.problem {
        status.set_type(problem.rule);
        status.set_message(problem.message.lines().next().unwrap_or_default());
        status.set_description(&problem.message);
    }
    let mut case = TestCase::new(&own.name, status);
    case.set_classname(suite).set_time(time);
    case
}
