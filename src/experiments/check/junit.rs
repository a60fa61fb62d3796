//! JUnit XML by the schema of the Ant task: one suite per config, one case per target, and one for the lock file.
//! Inconclusive targets are errors. An interrupted check has an additional case, which is an error.

use super::judge::ConfigCheck;
use super::{Checked, LockStatus, text};
use crate::stats::verdict::Verdict;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::writer::Writer;
use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

/// The problem of a case that did not pass: element, type and message.
type Trouble = Option<(&'static str, &'static str, String)>;

/// The document.
///
/// # Errors
/// None: it is written to memory.
pub(super) fn text(checked: &Checked<'_>) -> io::Result<String> {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.write_event(Event::Start(BytesStart::new("testsuites")))?;
    for (id, (config, status)) in checked.configs.iter().zip(&checked.statuses).enumerate() {
        suite(&mut xml, id, config, &cases(config, status, &checked.check.lock.file()), &date(now))?;
    }
    xml.write_event(Event::End(BytesEnd::new("testsuites")))?;
    let text = String::from_utf8(xml.into_inner()).map_err(io::Error::other)?;
    Ok(text + "\n")
}

fn cases(config: &ConfigCheck, status: &LockStatus, lock: &str) -> Vec<(String, Trouble)> {
    let mut cases: Vec<(String, Trouble)> = Vec::new();
    for target in &config.targets {
        let trouble = match target.verdict() {
            Verdict::Pass => None,
            Verdict::Fail => Some(("failure", "target-failed", text::sentence(config, target))),
            Verdict::Inconclusive => Some(("error", "target-inconclusive", text::sentence(config, target))),
        };
        cases.push((target.spec.address.clone(), trouble));
    }
    if *status != LockStatus::Nothing {
        let mut message = status.sentence(lock, &config.argument);
        for change in status.changes() {
            message += &format!("\n{}: {} → {}", change.key, change.old, change.new);
        }
        let trouble = if status.is_failure() {
            Some(("failure", "lock-changed", message))
        } else {
            status.is_undecided().then_some(("error", "lock-other-games", message))
        };
        cases.push(("lock".into(), trouble));
    }
    if !config.is_done() {
        cases.push(("complete".into(), Some(("error", "interrupted", text::INTERRUPTED.into()))));
    }
    cases
}

fn suite(
    xml: &mut Writer<Vec<u8>>,
    id: usize,
    config: &ConfigCheck,
    cases: &[(String, Trouble)],
    date: &str,
) -> io::Result<()> {
    let name = legal(&config.argument);
    let count = |element: &str| {
        let is_such = |case: &&(String, Trouble)| case.1.as_ref().is_some_and(|trouble| trouble.0 == element);
        cases.iter().filter(is_such).count().to_string()
    };
    let mut start = BytesStart::new("testsuite");
    let (id, tests, failures, errors) =
        (id.to_string(), cases.len().to_string(), count("failure"), count("error"));
    for (key, value) in [
        ("id", id.as_str()),
        ("package", "undercard.check"),
        ("name", &name),
        ("hostname", "localhost"),
        ("timestamp", date),
        ("time", "0"),
        ("tests", &tests),
        ("failures", &failures),
        ("errors", &errors),
    ] {
        start.push_attribute((key, value));
    }
    xml.write_event(Event::Start(start))?;
    xml.write_event(Event::Start(BytesStart::new("properties")))?;
    for (key, value) in [("game", config.plan.game.id), ("games-digest", &config.plan.digest)] {
        let mut property = BytesStart::new("property");
        property.push_attribute(("name", key));
        property.push_attribute(("value", value));
        xml.write_event(Event::Empty(property))?;
    }
    xml.write_event(Event::End(BytesEnd::new("properties")))?;
    for (address, trouble) in cases {
        let mut case = BytesStart::new("testcase");
        for (key, value) in [("classname", name.as_str()), ("name", &legal(address)), ("time", "0")] {
            case.push_attribute((key, value));
        }
        let Some((element, kind, message)) = trouble else {
            xml.write_event(Event::Empty(case))?;
            continue;
        };
        xml.write_event(Event::Start(case))?;
        let message = legal(message);
        let mut start = BytesStart::new(*element);
        start.push_attribute(("message", message.lines().next().unwrap_or_default()));
        start.push_attribute(("type", *kind));
        xml.write_event(Event::Start(start))?;
        xml.write_event(Event::Text(BytesText::new(&message)))?;
        xml.write_event(Event::End(BytesEnd::new(*element)))?;
        xml.write_event(Event::End(BytesEnd::new("testcase")))?;
    }
    for element in ["system-out", "system-err"] {
        xml.write_event(Event::Empty(BytesStart::new(element)))?;
    }
    xml.write_event(Event::End(BytesEnd::new("testsuite")))
}

/// Removes control characters, which XML does not allow, not even escaped.
fn legal(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}")
}

/// Seconds since 1970 as a date, in UTC: the proleptic Gregorian calendar, counted in eras of 400
/// years that begin in March (Hinnant, *chrono-compatible low-level date algorithms*).
fn date(seconds: u64) -> String {
    let (days, clock) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}", clock / 3600, clock / 60 % 60, clock % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_dates() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00"),
            (951_782_399, "2000-02-28T23:59:59"),
            (951_782_400, "2000-02-29T00:00:00"),
            (1_709_251_199, "2024-02-29T23:59:59"),
            (4_107_542_400, "2100-03-01T00:00:00"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }
}
