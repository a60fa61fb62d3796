//! SARIF 2.1.0 (OASIS): failed and inconclusive targets, differences from the lock file, and the errors that prevent a
//! check. Each is reported at the line of the config that sets its card or setting, or else at the line of the target.
//!
//! The crate `serde-sarif` would add 20 crates, among them two further versions of syn, and 15 s of processor time to the
//! build, to write these few objects.

use super::findings::{Finding, Findings, RULES, Rule, Severity};
use crate::config::lock_place::{in_repository, relative};
use crate::model::settings::Origin;
use serde_json::{Value, json};
use std::path::Path;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The web address of the project: `repository` in Cargo.toml. Without one, the links lead to the documentation of the
/// package.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The log as text.
pub(super) fn text(findings: &Findings) -> String {
    let results: Vec<Value> =
        findings.findings.iter().filter(|finding| finding.severity != Severity::Notice).map(result).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver(REPOSITORY) },
            "columnKind": "utf16CodeUnits",
            "invocations": [invocation(findings)],
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

/// The description of this program and its rules.
fn driver(repository: &str) -> Value {
    let documentation = || format!("https://docs.rs/undercard/{VERSION}");
    let [information, help] = match repository {
        "" => [documentation(), documentation()],
        _ => [repository.to_owned(), format!("{repository}/blob/v{VERSION}/docs/in-ci.md")],
    };
    let rule = |rule: &Rule| {
        let level = if rule.id == "target-inconclusive" { "warning" } else { "error" };
        json!({
            "id": rule.id,
            "name": rule.name,
            "shortDescription": { "text": rule.short },
            "fullDescription": { "text": format!("{} {}", rule.short, rule.help) },
            "help": { "text": rule.help },
            "defaultConfiguration": { "level": level },
            "helpUri": help,
        })
    };
    let rules: Vec<Value> = RULES.iter().map(rule).collect();
    json!({ "name": "undercard", "semanticVersion": VERSION, "informationUri": information, "rules": rules })
}

/// The invocation: unsuccessful if the check was not made, or a signal interrupted it.
fn invocation(findings: &Findings) -> Value {
    let Some(failure) = &findings.failure else { return json!({ "executionSuccessful": true }) };
    let notification = json!({ "level": "error", "message": { "text": failure } });
    json!({ "executionSuccessful": false, "toolExecutionNotifications": [notification] })
}

/// The result is shown at the first place; the others are related locations.
fn result(finding: &Finding) -> Value {
    let mut places = finding.at.iter().map(location);
    let end = if finding.message.ends_with('.') { "" } else { "." };
    let mut result = json!({
        "ruleId": RULES[finding.rule].id,
        "ruleIndex": finding.rule,
        "level": if finding.severity == Severity::Error { "error" } else { "warning" },
        "message": { "text": format!("{}{end}", finding.message) },
        "locations": places.next().into_iter().collect::<Vec<_>>(),
        "partialFingerprints": { "undercard/v1": finding.identity },
    });
    let related: Vec<Value> = places
        .map(|mut location| {
            location["message"] = json!({ "text": "The target." });
            location
        })
        .collect();
    if !related.is_empty() {
        result["relatedLocations"] = Value::Array(related);
    }
    result
}

/// Code scanning shows no result without a line, so a whole file is its first line.
fn location(at: &Origin) -> Value {
    let line = at.line.max(1);
    json!({ "physicalLocation": { "artifactLocation": { "uri": uri(&at.file) }, "region": { "startLine": line } } })
}

/// A file below the current folder with its path from there.
fn below_current(file: &str) -> String {
    let path = Path::new(file);
    let here = path.is_absolute().then(|| std::env::current_dir().ok()).flatten();
    let below = here.filter(|here| path.starts_with(here)).map(|here| relative(path, &here));
    below.map_or_else(|| file.to_owned(), |path| path.display().to_string())
}

/// A file as a URI reference: relative to the root of its repository, otherwise as it was named, or absolute.
fn uri(file: &str) -> String {
    let path = in_repository(Path::new(file)).unwrap_or_else(|| below_current(file).replace('\\', "/"));
    let path = path.trim_start_matches("./");
    let mut uri = String::new();
    if path.starts_with('/') {
        uri.push_str("file://");
    } else if path.as_bytes().get(1) == Some(&b':') {
        uri.push_str("file:///");
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(byte.into());
            }
            b':' if uri.starts_with("file:///") => uri.push(':'),
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_become_uris() {
        for (file, expected) in [
            ("./configs/a b.toml", "configs/a%20b.toml"),
            ("configs\\a.toml", "configs/a.toml"),
            ("/x/é.toml", "file:///x/%C3%A9.toml"),
            ("C:\\x\\a.toml", "file:///C:/x/a.toml"),
        ] {
            assert_eq!(uri(file), expected);
        }
    }

    #[test]
    fn the_log_has_links() {
        let with = driver("https://example.org/u");
        assert_eq!(with["informationUri"], "https://example.org/u");
        assert_eq!(
            with["rules"][0]["helpUri"],
            format!("https://example.org/u/blob/v{VERSION}/docs/in-ci.md")
        );
        let documentation = format!("https://docs.rs/undercard/{VERSION}");
        let without = driver("");
        assert_eq!([&without["informationUri"], &without["rules"][0]["helpUri"]], [&documentation; 2]);
    }
}
