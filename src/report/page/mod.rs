//! A result as one HTML page that can be mailed: nothing is fetched, nothing runs, and whatever the files of the
//! result say is text. The same folder gives the same bytes.

mod figures;
mod folder;
mod map;
mod plot;
mod run;
mod section;
mod views;
mod words;

pub use folder::{Folder, Head};

use super::csv::Filed;
use super::show::grouped;
use super::{Other, card_impact, metrics, summary};
use crate::stats::Method;
use askama::Template;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use section::{Figure, Section, TABLE_ROWS};
use sha2::{Digest, Sha256};
use words::{harmless, plain};

/// What is known of how a result was made, beside its reports.
#[derive(Clone, Debug, Default)]
pub struct Made {
    /// The game's title.
    pub title: Option<String>,
    /// The command line.
    pub command: Option<String>,
    /// The settings that differ from the printed rules, if that is known: key, value, printed value.
    pub changes: Option<Vec<[String; 3]>>,
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
    partial: Option<String>,
    headline: Vec<String>,
    sections: Vec<Section>,
    facts: Vec<(&'static str, String)>,
    changes: Option<Vec<[String; 3]>>,
    n_changes_more: usize,
    reading: String,
    methods: Vec<(&'static str, String)>,
    version: &'static str,
}

const STYLE: &str = include_str!("../../../templates/report.css");

/// The page of a result.
///
/// # Errors
/// None that text in memory can have.
pub fn html(folder: &Folder, made: &Made) -> Result<String, std::fmt::Error> {
    let head = folder.head.as_ref();
    let sections: Vec<Section> =
        folder.reports.iter().filter_map(|(report, filed)| section(folder, report.name, filed)).collect();
    let methods: Vec<Method> = Method::ALL
        .iter()
        .copied()
        .filter(|method| sections.iter().any(|s| s.methods.contains(method)))
        .collect();
    let reading = match head.and_then(|head| Some((head.level()?, head.games_fixed_beforehand))) {
        Some((level, fixed)) => summary::reading(level, fixed),
        None => "Ranges are confidence intervals, at 95 % unless the command said otherwise: with other seeds, 95 of \
                 100 such ranges hold the true value. Where the method is a confidence sequence, they hold however \
                 long the number of games was not fixed."
            .into(),
    };
    let mut told: Vec<(&'static str, String)> =
        methods.iter().map(|method| (method.name(), plain(method.meaning()))).collect();
    if folder.table(metrics::NAME).is_some() {
        told.push((metrics::NAME, plain(metrics::METHODS)));
    }
    let page = Page {
        style: STYLE,
        style_digest: BASE64_STANDARD.encode(Sha256::digest(STYLE)),
        title: title(folder, made),
        subtitle: subtitle(folder),
        partial: head.and_then(partial),
        headline: run::headline(folder),
        sections,
        facts: facts(folder, made),
        changes: made.changes.as_ref().map(|changes| {
            changes
                .iter()
                .take(TABLE_ROWS)
                .map(|change| change.each_ref().map(|text| harmless(text)))
                .collect()
        }),
        n_changes_more: made.changes.as_ref().map_or(0, |changes| changes.len().saturating_sub(TABLE_ROWS)),
        reading,
        methods: told,
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

/// The game, and how many play it, unless that varies.
fn title(folder: &Folder, made: &Made) -> String {
    let rows = || folder.reports.iter().flat_map(|(_, filed)| &filed.table.rows);
    let of_all = |place: usize, column: &str| {
        let is_there = |(_, filed): &&(Other, Filed)| filed.table.place(column) == Some(place);
        let first = folder.reports.iter().find(is_there).and_then(|(_, filed)| filed.table.rows.first())?;
        rows().all(|row| row.get(place) == first.get(place)).then(|| first[place].write())
    };
    let game = made.title.clone().map(|title| harmless(&title)).or_else(|| of_all(0, "game"));
    match (game, of_all(1, "players")) {
        (Some(game), Some(players)) => format!("{game}, {players} players"),
        (Some(game), None) => game,
        (None, _) => "A result of Undercard".into(),
    }
}

fn subtitle(folder: &Folder) -> Vec<String> {
    match &folder.head {
        Some(head) => vec![
            format!("bots: {}", head.bots.join(", ")),
            format!("{} games", grouped(head.games)),
            format!("seed {}", head.seed),
        ],
        None => {
            let mut commands: Vec<&str> = folder.reports.iter().map(|(report, _)| report.command).collect();
            commands.dedup();
            vec![format!("undercard {}", commands.join(", "))]
        }
    }
}

/// What to say of a run that was broken off, or of a part of one.
fn partial(head: &Head) -> Option<String> {
    if let Some(shard) = &head.shard {
        let (shard, games) = (harmless(shard), grouped(head.games));
        return Some(format!(
            "It is shard {shard} of a run, with {games} of its games; `undercard merge` joins them."
        ));
    }
    (!head.complete).then(|| {
        format!(
            "It was stopped when {} of {} games had been played. Its intervals hold all the same: they are as wide as \
             so few games make them.",
            grouped(head.games),
            grouped(head.games_asked)
        )
    })
}

/// Where the result comes from.
fn facts(folder: &Folder, made: &Made) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Some(command) = &made.command {
        facts.push(("Command", harmless(command)));
    }
    if let Some(head) = &folder.head {
        let games = match (head.games < head.games_asked, head.complete) {
            (false, _) => grouped(head.games),
            (true, complete) => {
                let why = match (&head.shard, complete) {
                    (Some(_), _) => "a shard of them",
                    (None, true) => "which was as precise as was asked for",
                    (None, false) => "stopped by a signal",
                };
                format!("{} of at most {}, {why}", grouped(head.games), grouped(head.games_asked))
            }
        };
        facts.extend([
            ("Played by Undercard", head.undercard.clone()),
            ("Game", head.game.clone()),
            ("Players", head.players.to_string()),
            ("Bots", head.bots.join(", ")),
            ("Games", games),
            ("Seed", head.seed.to_string()),
            ("Config digest", head.config_digest.clone()),
        ]);
    }
    facts
}
