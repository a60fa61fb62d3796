//! SARIF 2.1.0 (OASIS): failed and inconclusive targets, differences from the lock file, and the errors that prevent a
//! check. Each is reported at the line of the config that sets its card or setting, or else at the line of the target.

use super::findings::{Finding, Findings, RULES, Rule, Severity};
use crate::config::lock_place::{in_repository, relative};
use crate::model::settings::Origin;
use crate::report::escape::visible;
use serde_sarif::sarif::{
    ArtifactLocation, Invocation, Location, MultiformatMessageString, Notification, PhysicalLocation, Region,
    ReportingConfiguration, ReportingDescriptor, Result, ResultLevel, Run, Sarif, ToolComponent,
};
use std::path::Path;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The web address of the project: `repository` in Cargo.toml. Without one, the links lead to the documentation of the
/// package.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The log as text.
pub(super) fn text(findings: &Findings) -> String {
    let results = findings.findings.iter().filter(|finding| finding.severity != Severity::Notice).map(result);
    let run = Run::builder()
        .tool(driver(REPOSITORY))
        .column_kind("utf16CodeUnits")
        .invocations([invocation(findings)])
        .results(results.collect::<Vec<_>>())
        .build();
    let log = Sarif::builder().schema(SCHEMA).version("2.1.0").runs([run]).build();
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

/// The description of this program and its rules.
fn driver(repository: &str) -> ToolComponent {
    let documentation = || format!("https://docs.rs/undercard/{VERSION}");
    let [information, help] = match repository {
        "" => [documentation(), documentation()],
        _ => [repository.to_owned(), format!("{repository}/blob/v{VERSION}/docs/in-ci.md")],
    };
    let text = |text: String| MultiformatMessageString::builder().text(text).build();
    let rule = |rule: &Rule| {
        let level = if rule.id == "target-inconclusive" { "warning" } else { "error" };
        ReportingDescriptor::builder()
            .id(rule.id)
            .name(rule.name)
            .short_description(text(rule.short.into()))
            .full_description(text(format!("{} {}", rule.short, rule.help)))
            .help(text(rule.help.into()))
            .help_uri(help.clone())
            .default_configuration(ReportingConfiguration::builder().level(level).build())
            .build()
    };
    ToolComponent::builder()
        .name("undercard")
        .semantic_version(VERSION)
        .information_uri(information)
        .rules(RULES.iter().map(rule).collect::<Vec<_>>())
        .build()
}

/// The invocation: unsuccessful if the check was not made, or a signal interrupted it.
fn invocation(findings: &Findings) -> Invocation {
    let Some(failure) = &findings.failure else {
        return Invocation::builder().execution_successful(true).build();
    };
    let notification = Notification::builder().level("error").message(failure).build();
    Invocation::builder().execution_successful(false).tool_execution_notifications([notification]).build()
}

/// The result is shown at the first place; the others are related locations.
fn result(finding: &Finding) -> Result {
    let mut places = finding.at.iter().map(location);
    let end = if finding.message.ends_with('.') { "" } else { "." };
    let level = if finding.severity == Severity::Error { ResultLevel::Error } else { ResultLevel::Warning };
    let first: Vec<Location> = places.next().into_iter().collect();
    let related: Vec<Location> =
        places.map(|place| Location { message: Some("The target.".into()), ..place }).collect();
    let mut result = Result::builder()
        .rule_id(RULES[finding.rule].id)
        .level(level)
        .message(&format!("{}{end}", visible(&finding.message)))
        .locations(first)
        .partial_fingerprints([("undercard/v1".to_owned(), visible(&finding.identity))])
        .build();
    result.rule_index = i64::try_from(finding.rule).ok();
    result.related_locations = Some(related).filter(|places| !places.is_empty());
    result
}

/// Code scanning shows no result without a line, so a whole file is its first line.
fn location(at: &Origin) -> Location {
    let file = ArtifactLocation::builder().uri(uri(&at.file)).build();
    let region = Region::builder().start_line(at.line.max(1)).build();
    let place = PhysicalLocation::builder().artifact_location(file).region(region).build();
    Location::builder().physical_location(place).build()
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
        let help = |driver: &ToolComponent| driver.rules.as_ref().and_then(|rules| rules[0].help_uri.clone());
        let with = driver("https://example.org/u");
        assert_eq!(with.information_uri.as_deref(), Some("https://example.org/u"));
        assert_eq!(help(&with), Some(format!("https://example.org/u/blob/v{VERSION}/docs/in-ci.md")));
        let without = driver("");
        let documentation = Some(format!("https://docs.rs/undercard/{VERSION}"));
        assert_eq!([without.information_uri.clone(), help(&without)], [documentation.clone(), documentation]);
    }
}
