//! Checks with what they found: the result of a verification.

use super::super::{Extent, ResultMeta, details, metadata};
use crate::config::Plan;
use crate::report::Cell;
use crate::report::result_file::sha256;
use crate::report::text::Text;
use crate::stats::Level;
use serde_json::{Map, Value};

/// The result of a check: a line with the finding, or with the error.
pub type Check = Result<String, String>;

/// The metadata of a result of checks. Its digest also covers what they found: the same checks find other things in changed
/// files, or on another machine.
pub(super) fn checks_metadata(
    command: &str,
    plans: &[&Plan],
    extent: &Extent,
    options: Map<String, Value>,
    checks: &[(String, Check)],
) -> ResultMeta {
    let n_failed = checks.iter().filter(|(_, check)| check.is_err()).count();
    let details = details([("failed", n_failed.into())]);
    let metadata = metadata(command, plans, extent, Level::default(), options, details);
    let found = |(name, check): &(String, Check)| format!("\n{name}: {check:?}");
    let text: String =
        std::iter::once(metadata.result_digest.clone()).chain(checks.iter().map(found)).collect();
    ResultMeta { result_digest: sha256(text.as_bytes()), ..metadata }
}

/// Whether all checks passed, in a sentence: `all_pass` if they did, otherwise the names of those that failed.
pub(super) fn checks_conclusion(checks: &[(String, Check)], all_pass: &str) -> Vec<String> {
    let failed: Vec<&str> =
        checks.iter().filter(|(_, check)| check.is_err()).map(|(name, _)| name.as_str()).collect();
    match (checks.len(), failed.len()) {
        (0, _) => Vec::new(),
        (n, 0) => vec![format!("{all_pass}: all {n} checks pass.")],
        (n, n_failed) => vec![format!("{n_failed} of {n} checks failed: {}.", failed.join("; "))],
    }
}

/// One row per check.
pub(super) fn rows(checks: &[(String, Check)]) -> Vec<Vec<Cell>> {
    let row = |(name, check): &(String, Check)| {
        let (verdict, seen) = match check {
            Ok(seen) => ("pass", seen),
            Err(seen) => ("fail", seen),
        };
        vec![Cell::text(name), Cell::text(verdict), Cell::text(seen)]
    };
    checks.iter().map(row).collect()
}

/// One line per check.
pub(super) fn lines(checks: &[(String, Check)]) -> Text {
    let mut text = Text::default();
    for (name, check) in checks {
        let word = if check.is_ok() { "pass" } else { "FAIL" };
        let (Ok(seen) | Err(seen)) = check;
        text += &format!("{word}  {name}: {seen}\n");
    }
    text
}
