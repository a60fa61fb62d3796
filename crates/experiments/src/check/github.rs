//! Annotations for GitHub Actions: workflow commands, one per line. The runner reads them from stderr and stdout.

use super::findings::{Finding, Severity};
use crate::config::lock_place::in_repository;
use crate::model::settings::Origin;
use std::path::Path;

/// `::error` for failures, `::warning` for inconclusive targets.
pub(super) fn annotation(finding: &Finding) -> String {
    let command = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Notice => "notice",
    };
    // A game or the name of a result is no file.
    let is_file =
        |at: &&Origin| at.line > 0 || [".toml", ".lock"].iter().any(|ending| at.file.ends_with(ending));
    let at = Some(&finding.at).filter(is_file);
    line(command, at, &finding.title, &finding.message)
}

fn line(command: &str, at: Option<&Origin>, title: &str, message: &str) -> String {
    let location = at.map_or_else(String::new, |at| {
        let file = in_repository(Path::new(&*at.file)).unwrap_or_else(|| at.file.replace('\\', "/"));
        // A whole file is its first line.
        format!("file={},line={},", property(&file), at.line.max(1))
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
        let at = Origin::line(Arc::from("/a,b:c.toml"), 7);
        assert_eq!(
            line("error", Some(&at), "metrics/x:y", "50 %\nof ::all"),
            "::error file=/a%2Cb%3Ac.toml,line=7,title=metrics/x%3Ay::50 %25%0Aof ::all"
        );
    }
}
