//! What a result is about, beside its figures: which game, by whom and how it was played, and how its intervals
//! are to be read. The page and the workbook say the same.

use super::super::csv::Filed;
use super::super::show::grouped;
use super::super::{Other, check, metrics, summary, tune};
use super::folder::Folder;
use super::heads::Head;
use super::section::{TABLE_ROWS, methods};
use super::words::{harmless, plain};
use crate::stats::{Level, Method};

/// What is known of how a command made its result, beside its reports.
#[derive(Clone, Debug, Default)]
pub struct Made {
    /// The command line.
    pub line: Option<String>,
    /// The settings that differ from the printed rules, if that is known: key, value, printed value.
    pub changes: Option<Vec<[String; 3]>>,
}

/// Where a command's part of a result comes from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Which it is.
    pub caption: String,
    /// What was played.
    pub facts: Vec<(&'static str, String)>,
    /// The settings that differ from the printed rules, if that is known: key, value, printed value.
    pub changes: Option<Vec<[String; 3]>>,
    /// How many more there are of them.
    pub n_changes_more: usize,
    /// The file that has the settings, if the command files one.
    pub file: Option<&'static str>,
}

/// What there is to say of a result.
#[derive(Clone, Debug)]
pub struct About {
    /// The game, and how many play it.
    pub title: String,
    /// Who played how much, or which command.
    pub subtitle: Vec<String>,
    /// Why it is not all that was to be played.
    pub partial: Vec<String>,
    /// Where it comes from, of each command that says so.
    pub origins: Vec<Origin>,
    /// How to read the intervals.
    pub reading: String,
    /// How they were made: the names in the reports, and what they mean.
    pub methods: Vec<(&'static str, String)>,
}

impl About {
    /// What there is to say of the result in a folder, with the title of its game, and what is known of each command
    /// that has a head.
    #[must_use]
    pub fn of(folder: &Folder, title: Option<&str>, made: &[Made]) -> Self {
        let heads = &folder.heads;
        let used: Vec<Method> = folder.reports.iter().flat_map(|(_, filed)| methods(&filed.table)).collect();
        let used = Method::ALL.iter().filter(|method| used.contains(method));
        let mut methods: Vec<(&'static str, String)> =
            used.map(|method| (method.name(), plain(method.meaning()))).collect();
        if folder.table(metrics::NAME).is_some() {
            methods.push((metrics::NAME, plain(metrics::METHODS)));
        }
        let of_command =
            |((command, head), made): (&(&'static str, Head), &Made)| origin(folder, command, head, made);
        Self {
            title: heading(folder, title),
            subtitle: subtitle(folder),
            partial: heads.iter().filter_map(|(command, head)| head.partial(command)).collect(),
            origins: heads.iter().zip(made).map(of_command).collect(),
            reading: reading(folder),
            methods,
        }
    }
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
        facts: line.into_iter().chain(head.facts()).collect(),
        changes: changes.map(|changes| changes.iter().take(TABLE_ROWS).map(shown).collect()),
        n_changes_more: changes.map_or(0, |changes| changes.len().saturating_sub(TABLE_ROWS)),
        file: (command != check::NAME).then_some(command),
    }
}

/// The game, and how many play it, unless that varies.
fn heading(folder: &Folder, title: Option<&str>) -> String {
    let rows = || folder.reports.iter().flat_map(|(_, filed)| &filed.table.rows);
    let of_all = |place: usize, column: &str| {
        let is_there = |(_, filed): &&(Other, Filed)| filed.table.place(column) == Some(place);
        let first = folder.reports.iter().find(is_there).and_then(|(_, filed)| filed.table.rows.first())?;
        rows().all(|row| row.get(place) == first.get(place)).then(|| first[place].write())
    };
    let id =
        of_all(0, "game").or_else(|| folder.game().filter(|_| rows().next().is_none()).map(str::to_owned));
    let game = id.map(|id| title.map_or(id, harmless));
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
