//! Checks with what they found: the result of a verification.

use super::super::{Extent, ResultMeta, details, metadata};
use crate::config::Plan;
use crate::report::result_file::sha256;
use crate::report::text::Text;
use crate::report::verify::Check;
use crate::stats::Level;
use serde_json::{Map, Value};

/// What a check found: a line with the finding, or with the error.
pub(super) type Found = Result<String, String>;

/// The checks that failed.
pub(super) fn failed(checks: &[Check]) -> impl Iterator<Item = &Check> {
    checks.iter().filter(|check| check.found.is_err())
}

/// The metadata of a result of checks. Its digest also covers what they found: the same checks find other things in changed
/// files, or on another machine.
pub(super) fn checks_metadata(
    command: &str,
    plans: &[&Plan],
    extent: &Extent,
    options: Map<String, Value>,
    checks: &[Check],
) -> ResultMeta {
    let details = details([("failed", failed(checks).count().into())]);
    let metadata = metadata(command, plans, extent, Level::default(), options, details);
    let found = |Check { name, found }: &Check| format!("\n{name}: {found:?}");
    let text: String =
        std::iter::once(metadata.result_digest.clone()).chain(checks.iter().map(found)).collect();
    ResultMeta { result_digest: sha256(text.as_bytes()), ..metadata }
}

/// Whether all checks passed, in a sentence: `all_pass` if they did, otherwise the names of those that failed.
pub(super) fn checks_conclusion(checks: &[Check], all_pass: &str) -> Vec<String> {
    let failed: Vec<&str> = failed(checks).map(|check| check.name.as_str()).collect();
    match (checks.len(), failed.len()) {
        (0, _) => Vec::new(),
        (n, 0) => vec![format!("{all_pass}: all {n} checks pass.")],
        (n, n_failed) => vec![format!("{n_failed} of {n} checks failed: {}.", failed.join("; "))],
    }
}

/// One line per check.
pub(super) fn lines(checks: &[Check]) -> Text {
    let mut text = Text::default();
    for check in checks {
        let word = if check.found.is_ok() { "pass" } else { "FAIL" };
        text += &format!("{word}  {}: {}\n", check.name, check.seen());
    }
    text
}
