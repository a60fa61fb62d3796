//! A result as one HTML page that can be sent by mail: it loads nothing, runs no scripts, and escapes all
//! text of the result. The same folder gives the same bytes.

mod about;
#[doc(hidden)]
pub mod chances;
pub(super) mod curve;
pub(super) mod figures;
mod folder;
#[doc(hidden)]
pub mod live;
mod lock;
mod map;
pub(super) mod names;
pub(super) mod plot;
pub(super) mod run;
pub(super) mod section;
mod tune;
pub(super) mod views;
pub(super) mod words;

pub use about::About;
pub use folder::Folder;

use super::chart::Chart;
use super::csv::StoredTable;
use super::escape::visible;
use super::{REPORTS, Report};
use askama::Template;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use names::Names;
use section::{Figure, Section};
use sha2::{Digest, Sha256};

/// The variables of the template.
#[derive(Template)]
#[template(path = "report.html")]
struct Page {
    style: &'static str,
    /// SHA-256 of the style sheet; the browser rejects any other style sheet.
    style_digest: String,
    about: About,
    headline: Vec<String>,
    sections: Vec<Section>,
    /// Sections after this many are folded.
    n_open: usize,
    version: &'static str,
}

/// The style sheet of pages.
#[doc(hidden)]
pub const STYLE: &str = include_str!("../../templates/report.css");

/// The mark of a page that Undercard wrote, as the template has it.
pub const GENERATOR: &str = "<meta name=\"generator\" content=\"Undercard\"/>";

/// Makes the page of a result.
///
/// # Errors
/// Never fails: writing to memory cannot fail.
pub fn html(folder: &Folder, about: About) -> Result<String, std::fmt::Error> {
    let page = Page {
        style: STYLE,
        style_digest: BASE64_STANDARD.encode(Sha256::digest(STYLE)),
        about,
        headline: headline(folder),
        sections: sections(folder),
        // The tables of the commands behind an advice come after its own.
        n_open: if folder.head.command == super::advise::NAME { 1 } else { usize::MAX },
        version: env!("CARGO_PKG_VERSION"),
    };
    let mut text = page.render().map_err(|_| std::fmt::Error)?;
    text.push('\n');
    Ok(visible(&text))
}

fn sections(folder: &Folder) -> Vec<Section> {
    let head = &folder.head;
    // In the order of the documentation: what answers the question comes first.
    let stored = |report: &Report| folder.reports.iter().find(|(known, _)| known.name == report.name);
    let names = Names::of(folder);
    let mut reports = REPORTS.to_vec();
    // An advice has the tables of other commands, too.
    reports.sort_by_key(|report| report.name != head.command);
    let tables = reports.into_iter().filter_map(|report| section(folder, report, &stored(report)?.1, &names));
    let mut sections: Vec<Section> = tune::proposal(folder, &names).into_iter().chain(tables).collect();
    let check = lock::Check::of(head);
    sections.extend(check.as_ref().and_then(|check| lock::section(check, &names)));
    sections
}

/// The charts of the page that are open: at most this many of each section.
pub(super) fn charts(folder: &Folder, most: usize) -> Vec<Chart> {
    let of_section = |section: Section| {
        let open = section.tables.iter().filter(|table| !table.is_folded || table.map.is_some());
        let charts = section.figure.chart().into_iter().chain(open.filter_map(|table| table.chart.as_ref()));
        let titled = |chart: &Chart| {
            let parts = [section.title.as_str(), &chart.title];
            let title = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
            Chart { title, ..chart.clone() }
        };
        charts.take(most).map(titled).collect::<Vec<_>>()
    };
    sections(folder).into_iter().flat_map(of_section).collect()
}

/// The answer in sentences.
pub(super) fn headline(folder: &Folder) -> Vec<String> {
    let head = &folder.head;
    // The answer comes first, then what was compared.
    let mut conclusion = head.conclusion.iter().map(|sentence| words::unbroken(sentence));
    conclusion.next().into_iter().chain(about::sides(head)).chain(conclusion).collect()
}

fn section(folder: &Folder, report: &Report, stored: &StoredTable, names: &Names) -> Option<Section> {
    let view = report.view.as_ref()?;
    let section = (view.section)(view, stored, names);
    Some(Section { figure: (view.figure)(&stored.table, folder), ..section })
}
