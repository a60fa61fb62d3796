//! What a result is about, beside its figures: which game, by whom and how it was played, and how its intervals
//! are to be read. The page and the workbook say the same.

use super::super::csv::Filed;
use super::super::show::grouped;
use super::super::{Other, metrics, summary};
use super::folder::{Folder, Head};
use super::section::{TABLE_ROWS, methods};
use super::words::{harmless, plain};
use crate::stats::Method;

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

/// What there is to say of a result.
#[derive(Clone, Debug)]
pub struct About {
    /// The game, and how many play it.
    pub title: String,
    /// Who played how much, or which command.
    pub subtitle: Vec<String>,
    /// Why it is not all that was to be played.
    pub partial: Option<String>,
    /// Where it comes from.
    pub facts: Vec<(&'static str, String)>,
    /// The settings that differ from the printed rules, if that is known: key, value, printed value.
    pub changes: Option<Vec<[String; 3]>>,
    /// How many more there are of them.
    pub n_changes_more: usize,
    /// How to read the intervals.
    pub reading: String,
    /// How they were made: the names in the reports, and what they mean.
    pub methods: Vec<(&'static str, String)>,
}

impl About {
    /// What there is to say of the result in a folder.
    #[must_use]
    pub fn of(folder: &Folder, made: &Made) -> Self {
        let head = folder.head.as_ref();
        let reading = match head.and_then(|head| Some((head.level()?, head.games_fixed_beforehand))) {
            Some((level, fixed)) => summary::reading(level, fixed),
            None => "Ranges are confidence intervals, at 95 % unless the command said otherwise: with other seeds, \
                     95 of 100 such ranges hold the true value. Where the method is a confidence sequence, they hold \
                     however long the number of games was not fixed."
                .into(),
        };
        let used: Vec<Method> = folder.reports.iter().flat_map(|(_, filed)| methods(&filed.table)).collect();
        let used = Method::ALL.iter().filter(|method| used.contains(method));
        let mut methods: Vec<(&'static str, String)> =
            used.map(|method| (method.name(), plain(method.meaning()))).collect();
        if folder.table(metrics::NAME).is_some() {
            methods.push((metrics::NAME, plain(metrics::METHODS)));
        }
        let changes = made.changes.as_deref();
        let shown = |change: &[String; 3]| change.each_ref().map(|text| harmless(text));
        Self {
            title: title(folder, made),
            subtitle: subtitle(folder),
            partial: head.and_then(partial),
            facts: facts(folder, made),
            changes: changes.map(|changes| changes.iter().take(TABLE_ROWS).map(shown).collect()),
            n_changes_more: changes.map_or(0, |changes| changes.len().saturating_sub(TABLE_ROWS)),
            reading,
            methods,
        }
    }
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
