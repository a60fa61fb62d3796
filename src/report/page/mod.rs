//! A result as one HTML page that can be mailed: nothing is fetched, nothing runs, and whatever the files of the
//! result say is text. The same folder gives the same bytes.

mod figures;
mod folder;
mod heads;
mod map;
mod plot;
mod run;
mod section;
mod verdict;
mod views;
mod words;

pub use folder::Folder;
pub use heads::Head;

use super::csv::Filed;
use super::show::grouped;
use super::{Other, card_impact, check, metrics, summary, tune};
use crate::stats::{Level, Method};
use askama::Template;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use section::{Figure, Section, TABLE_ROWS};
use sha2::{Digest, Sha256};
use words::{harmless, plain};

/// What is known of how a command made its result, beside its reports.
#[derive(Clone, Debug, Default)]
pub struct Made {
    /// The command line.
    pub line: Option<String>,
    /// The settings that differ from the printed rules, if that is known: key, value, printed value.
    pub changes: Option<Vec<[String; 3]>>,
}

/// The same, as the template sees it.
struct Origin {
    caption: String,
    facts: Vec<(&'static str, String)>,
    changes: Option<Vec<[String; 3]>>,
    n_changes_more: usize,
    /// The file that has the settings, if the command files one.
    file: Option<&'static str>,
}

/// The page, as its template sees it.
#[derive(Template)]
#[template(path = "report.html")]
struct Page {
    style: &'static str,
    /// What the browser is told of the style sheet, so that it obeys no other one.
    style_digest: String,
    title: String,
    subtitle: Vec<String>,
    partial: Vec<String>,
    headline: Vec<String>,
    sections: Vec<Section>,
    origins: Vec<Origin>,
    reading: String,
    methods: Vec<(&'static str, String)>,
    version: &'static str,
}

const STYLE: &str = include_str!("../../../templates/report.css");

/// The page of a result: with the title of its game, and what is known of each command that has a head.
///
/// # Errors
/// None that text in memory can have.
pub fn html(folder: &Folder, title: Option<&str>, made: &[Made]) -> Result<String, std::fmt::Error> {
    let heads = &folder.heads;
    let mut sections: Vec<Section> =
        folder.reports.iter().filter_map(|(report, filed)| section(folder, report, filed)).collect();
    sections.extend(heads.iter().filter_map(|(_, head)| verdict::lock(head)));
    let methods: Vec<Method> = Method::ALL
        .iter()
        .copied()
        .filter(|method| sections.iter().any(|s| s.methods.contains(method)))
        .collect();
    let mut told: Vec<(&'static str, String)> =
        methods.iter().map(|method| (method.name(), plain(method.meaning()))).collect();
    if folder.table(metrics::NAME).is_some() {
        told.push((metrics::NAME, plain(metrics::METHODS)));
    }
    let check = heads.iter().find_map(|(_, head)| verdict::headline(head, folder));
    let page = Page {
        style: STYLE,
        style_digest: BASE64_STANDARD.encode(Sha256::digest(STYLE)),
        title: heading(folder, title),
        subtitle: subtitle(folder),
        partial: heads.iter().filter_map(|(command, head)| head.partial(command)).collect(),
        headline: check.into_iter().flatten().chain(run::headline(folder)).collect(),
        sections,
        origins: heads
            .iter()
            .zip(made)
            .map(|((command, head), made)| origin(folder, command, head, made))
            .collect(),
        reading: reading(folder),
        methods: told,
        version: env!("CARGO_PKG_VERSION"),
    };
    let mut text = page.render().map_err(|_| std::fmt::Error)?;
    text.push('\n');
    Ok(text)
}

/// What the intervals say.
fn reading(folder: &Folder) -> String {
    // A search tries settings on so many games, and judges by sequences.
    let heads = folder.heads.iter().filter(|(command, _)| *command != tune::NAME);
    let mut readings: Vec<(Level, bool)> = heads.map(|(_, head)| head.reading()).collect();
    readings.dedup();
    match readings[..] {
        [(level, is_fixed)] => summary::reading(level, is_fixed),
        _ => "Ranges are confidence intervals, at 95 % unless the command said otherwise: with other seeds, 95 of 100 \
              such ranges hold the true value. Where the method is a confidence sequence, they hold however long the \
              number of games was not fixed."
            .into(),
    }
}

/// Where a command's part of the result comes from.
fn origin(folder: &Folder, command: &'static str, head: &Head, made: &Made) -> Origin {
    let line = made.line.as_deref().map(|line| ("Command", harmless(line)));
    let changes = made.changes.as_ref();
    let shown = |change: &[String; 3]| change.each_ref().map(|text| harmless(text));
    Origin {
        caption: if folder.heads.len() > 1 { format!("undercard {command}") } else { "Provenance".into() },
        facts: line.into_iter().chain(head.facts(command)).collect(),
        changes: changes.map(|changes| changes.iter().take(TABLE_ROWS).map(shown).collect()),
        n_changes_more: changes.map_or(0, |changes| changes.len().saturating_sub(TABLE_ROWS)),
        file: (command != check::NAME).then_some(command),
    }
}

fn section(folder: &Folder, report: &Other, filed: &Filed) -> Option<Section> {
    let name = report.name;
    let view = views::view(name)?;
    let own = folder.heads.iter().find(|(command, _)| *command == report.command);
    let level = own.map(|(_, head)| head.reading().0);
    let section = match level.filter(|_| name == card_impact::NAME) {
        Some(level) => run::cards(view, filed, level),
        None => Section::of(view, filed, level),
    };
    Some(Section { figure: run::figure(name, &filed.table, folder), ..section })
}

/// The game, and how many play it, unless that varies.
fn heading(folder: &Folder, title: Option<&str>) -> String {
    let rows = || folder.reports.iter().flat_map(|(_, filed)| &filed.table.rows);
    let of_all = |place: usize, column: &str| {
        let is_there = |(_, filed): &&(Other, Filed)| filed.table.place(column) == Some(place);
        let first = folder.reports.iter().find(is_there).and_then(|(_, filed)| filed.table.rows.first())?;
        rows().all(|row| row.get(place) == first.get(place)).then(|| first[place].write())
    };
    let game = title.map(harmless).or_else(|| of_all(0, "game"));
    match (game, of_all(1, "players")) {
        (Some(game), Some(players)) => format!("{game}, {players} players"),
        (Some(game), None) => game,
        (None, _) => "A result of Undercard".into(),
    }
}

fn subtitle(folder: &Folder) -> Vec<String> {
    match folder.run() {
        Some(run) => vec![
            format!("bots: {}", run.bots.join(", ")),
            format!("{} games", grouped(run.games)),
            format!("seed {}", run.seed),
        ],
        None => {
            let mut commands: Vec<&str> = folder.reports.iter().map(|(report, _)| report.command).collect();
            commands.dedup();
            vec![format!("undercard {}", commands.join(", "))]
        }
    }
}
