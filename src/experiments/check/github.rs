//! Annotations for GitHub Actions: workflow commands, one per line. The runner reads them from stderr and stdout.

use super::{Checked, LockStatus, places, text};
use crate::model::settings::Origin;
use crate::stats::verdict::Verdict;

/// `::error` for failures, `::warning` for inconclusive targets.
pub(super) fn annotations(checked: &Checked<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for (config, status) in checked.configs.iter().zip(&checked.statuses) {
        for target in &config.targets {
            let command = match target.verdict() {
                Verdict::Fail => "error",
                Verdict::Inconclusive => "warning",
                Verdict::Pass => continue,
            };
            let at = places::thing(&config.plan.tree, &target.spec);
            let at = at.as_ref().or_else(|| places::in_file(&target.spec.at));
            lines.push(annotation(command, at, &target.spec.address, &text::sentence(config, target)));
        }
        let message = status.sentence(&checked.check.lock.file(), &config.argument);
        match status {
            LockStatus::Changed { at, .. } => {
                lines.push(annotation("error", places::in_file(at), "undercard.lock", &message));
            }
            LockStatus::OtherGames { requested: false, .. } => {
                lines.push(annotation("warning", None, "undercard.lock", &message));
            }
            LockStatus::Version(_) | LockStatus::Renamed => {
                lines.push(annotation("notice", None, "undercard.lock", &message));
            }
            _ => {}
        }
    }
    lines
}

fn annotation(command: &str, at: Option<&Origin>, title: &str, message: &str) -> String {
    let location = at.map_or_else(String::new, |at| {
        format!("file={},line={},", property(&at.file.replace('\\', "/")), at.line)
    });
    format!("::{command} {location}title={}::{}", property(title), message_of(message))
}

fn message_of(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    message_of(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn annotations_escape_control_sequences() {
        let at = Origin { file: Arc::from("a,b:c.toml"), line: 7 };
        assert_eq!(
            annotation("error", Some(&at), "metrics/x:y", "50 %\nof ::all"),
            "::error file=a%2Cb%3Ac.toml,line=7,title=metrics/x%3Ay::50 %25%0Aof ::all"
        );
    }
}
