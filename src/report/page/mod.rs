//! A result as one HTML page that can be mailed: nothing is fetched, nothing runs, and whatever the files of the
//! result say is text. The same folder gives the same bytes.

mod about;
mod figures;
mod folder;
mod map;
mod plot;
mod run;
mod section;
mod views;
mod words;

pub use about::{About, Made};
pub use folder::{Folder, Head};

use super::card_impact;
use super::csv::Filed;
use askama::Template;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use section::{Figure, Section};
use sha2::{Digest, Sha256};

/// The page, as its template sees it.
#[derive(Template)]
#[template(path = "report.html")]
struct Page {
    style: &'static str,
    /// What the browser is told of the style sheet, so that it obeys no other one.
    style_digest: String,
    about: About,
    headline: Vec<String>,
    sections: Vec<Section>,
    version: &'static str,
}

const STYLE: &str = include_str!("../../../templates/report.css");

/// The page of a result.
///
/// # Errors
/// None that text in memory can have.
pub fn html(folder: &Folder, made: &Made) -> Result<String, std::fmt::Error> {
    let page = Page {
        style: STYLE,
        style_digest: BASE64_STANDARD.encode(Sha256::digest(STYLE)),
        about: About::of(folder, made),
        headline: run::headline(folder),
        sections: folder
            .reports
            .iter()
            .filter_map(|(report, filed)| section(folder, report.name, filed))
            .collect(),
        version: env!("CARGO_PKG_VERSION"),
    };
    let mut text = page.render().map_err(|_| std::fmt::Error)?;
    text.push('\n');
    Ok(text)
}

fn section(folder: &Folder, name: &str, filed: &Filed) -> Option<Section> {
    let view = views::view(name)?;
    let section = match folder.head.as_ref().filter(|_| name == card_impact::NAME) {
        Some(head) => run::cards(view, filed, head),
        None => Section::of(view, filed),
    };
    Some(Section { figure: run::figure(name, &filed.table, folder), ..section })
}
