//! SARIF 2.1.0 (OASIS): failed and inconclusive targets. Each is reported at the line of the config that sets
//! its card or setting, or else at the line of the target.

use super::judge::{ConfigCheck, JudgedTarget};
use super::{Checked, LockStatus, places, text};
use crate::model::settings::Origin;
use crate::stats::verdict::Verdict;
use serde_json::{Value, json};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Rules: id, short description, help.
const RULES: [(&str, &str, &str); 3] = [
    (
        "target-failed",
        "A figure lies outside its target",
        "The whole interval of the figure lies outside the band of the target. Change the settings or the target.",
    ),
    (
        "target-inconclusive",
        "A figure may lie inside or outside its target",
        "The interval of the figure crosses an edge of the band. Play more games or widen the band.",
    ),
    (
        "lock-changed",
        "The results of a config differ from the lock file",
        "Review the differences, and accept them with `undercard check --update` if they are intended.",
    ),
];

/// The log as text.
pub(super) fn text(checked: &Checked<'_>) -> String {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|(id, short, help)| {
            json!({ "id": id, "shortDescription": { "text": short }, "help": { "text": help } })
        })
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "undercard",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "utf16CodeUnits",
            "invocations": [invocation(checked)],
            "results": results(checked),
        }],
    });
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

/// The invocation: unsuccessful if a signal interrupted the check.
fn invocation(checked: &Checked<'_>) -> Value {
    if checked.extent.is_complete() {
        return json!({ "executionSuccessful": true });
    }
    let notification = json!({ "level": "error", "message": { "text": text::INTERRUPTED } });
    json!({ "executionSuccessful": false, "toolExecutionNotifications": [notification] })
}

fn results(checked: &Checked<'_>) -> Vec<Value> {
    let mut results = Vec::new();
    for (config, status) in checked.configs.iter().zip(&checked.statuses) {
        results.extend(config.targets.iter().filter_map(|target| finding(config, target)));
        if let LockStatus::Changed { changes, at, .. } = status {
            let mut message = status.sentence(&checked.check.lock.file(), &config.argument);
            for change in changes {
                message += &format!("\n{}: {} → {}", change.key, change.old, change.new);
            }
            results.push(result(2, "error", &message, std::slice::from_ref(at), &config.argument));
        }
        if status.is_undecided() {
            let message = status.sentence(&checked.check.lock.file(), &config.argument);
            results.push(result(2, "warning", &message, &[], &config.argument));
        }
    }
    results
}

fn finding(config: &ConfigCheck, target: &JudgedTarget) -> Option<Value> {
    let (rule, level) = match target.verdict() {
        Verdict::Fail => (0, "error"),
        Verdict::Inconclusive => (1, "warning"),
        Verdict::Pass => return None,
    };
    let thing = places::thing(&config.plan.tree, &target.spec);
    let at: Vec<Origin> = thing.into_iter().chain(Some(target.spec.at.clone())).collect();
    let identity = format!("{}#{}", config.argument.replace('\\', "/"), target.spec.address);
    Some(result(rule, level, &text::sentence(config, target), &at, &identity))
}

/// The result is shown at the first place; the others are related locations.
fn result(rule: usize, level: &str, message: &str, at: &[Origin], identity: &str) -> Value {
    let mut places = at.iter().map(location);
    let mut result = json!({
        "ruleId": RULES[rule].0,
        "ruleIndex": rule,
        "level": level,
        "message": { "text": message },
        "locations": places.next().into_iter().collect::<Vec<_>>(),
        "partialFingerprints": { "undercard/v1": identity },
    });
    let related: Vec<Value> = places
        .map(|mut location| {
            location["message"] = json!({ "text": "the target" });
            location
        })
        .collect();
    if !related.is_empty() {
        result["relatedLocations"] = Value::Array(related);
    }
    result
}

fn location(at: &Origin) -> Value {
    let mut location = json!({ "artifactLocation": { "uri": uri(&at.file) } });
    if at.line > 0 {
        location["region"] = json!({ "startLine": at.line });
    }
    json!({ "physicalLocation": location })
}

/// A file as a URI reference: relative as it was named, or absolute.
fn uri(file: &str) -> String {
    let path = file.replace('\\', "/");
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
}
