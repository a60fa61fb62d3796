//! Logs of games that people played: a table with a row for each game, or for each player of each game. Tables of cards are
//! read in the same way, with the same mapping of columns.

mod cells;
mod reader;

use self::cells::{counts_parts, list, number, whole};
use self::reader::Reader;
use super::cards::{CardFiles, FileColumns, LARGEST_FILE, Reading, Sheet, SheetRow, Subject, known_name};
use super::config_error;
use crate::model::settings::{ConfigError, ConfigErrors, Origin, clipped, nearest};
use crate::model::words::counted;
use crate::model::{BySeat, MetricKind, MetricSpec, Outcome, Ratio, StatSchema};
use crate::report::read::Kind;
use crate::report::result_file::sha256;
use crate::stats::tally::Keys;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The columns that every game has. Besides these: the groups of players, the events of cards and the metrics of the game.
const COLUMNS: [(&str, Field); 13] = [
    ("game", Field::Game),
    ("date", Field::Unused),
    ("notes", Field::Unused),
    (VERSION, Field::Version),
    ("deal", Field::Deal),
    (PLAYERS, Field::Players),
    ("first", Field::First),
    (WINNER, Field::Winner),
    ("length", Field::Length),
    ("player", Field::Player),
    ("seat", Field::Seat),
    ("won", Field::Won),
    ("win_share", Field::Won),
];

const PLAYERS: &str = "players";
const WINNER: &str = "winner";
const VERSION: &str = "version";

/// Titles that are usual for some columns.
const USUAL: [(&str, &[&str]); 4] = [
    (WINNER, &["won by", "who won", "sieger", "gewinner", "vainqueur", "gagnant"]),
    (PLAYERS, &["names", "spieler", "joueurs"]),
    ("first", &["first player", "starting player", "start player", "startspieler", "erster spieler"]),
    ("length", &["rounds", "turns", "runden", "tours"]),
];

const SUBJECT: Subject = Subject {
    file: Kind { name: "a log of games", most: LARGEST_FILE },
    id: WINNER,
    usual: &USUAL,
    columns: "a column and its title in the file: winner=Sieger, players=Names",
    header: "players,winner,length",
    joins: true,
};

/// How the titles of the columns of single players usually begin: `Player 1`, `Spieler B`.
const PLAYERS_BEGIN: [&str; 3] = ["player", "spieler", "joueur"];

/// The longest name of a version, in characters.
const LONGEST_VERSION: usize = 40;

/// The most names in an error.
const MOST: usize = 12;

/// What a column has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Game,
    Unused,
    Version,
    Deal,
    Players,
    First,
    Winner,
    Length,
    Player,
    Seat,
    Won,
    Group(usize),
    Event(usize),
    Metric(usize),
}

/// A log.
#[derive(Clone, Debug)]
pub struct Log {
    /// The file as it was named.
    pub file: String,
    /// SHA-256 of its content.
    pub sha256: String,
    /// Its games with the number of players of the rules, in order.
    pub games: Vec<LoggedGame>,
    /// The names of the players, in the order of their first games.
    pub people: Vec<String>,
    /// What was left out.
    pub warnings: Vec<String>,
}

/// A game that people played. What was not noted is `None`.
#[derive(Clone, Debug)]
pub struct LoggedGame {
    /// Its first row.
    pub at: Origin,
    /// The version of the rules.
    pub version: Option<String>,
    /// The number of the prepared deal, from 1.
    pub deal: Option<u64>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The seats' keys in each group of the schema.
    pub keys: Vec<Keys>,
    /// Its length.
    pub length: Option<u64>,
    /// Its contribution to each metric of the schema.
    pub metrics: Vec<Option<Ratio>>,
    /// For each event of the schema, the cards to which it happened.
    pub cards: Vec<Option<BTreeSet<usize>>>,
    /// The players, as indices of [`Log::people`].
    pub people: BySeat<Option<usize>>,
}

/// The columns that a log of a game can have, for documents and errors.
#[must_use]
pub fn columns(schema: &StatSchema) -> Vec<String> {
    fields(schema).into_iter().map(|(name, _)| name).collect()
}

/// The names of the columns of groups, events and metrics, in the order of the schema; `None` if another column has the name.
#[derive(Clone, Debug)]
pub struct OwnColumns {
    /// Of the groups of players: `characters`.
    pub groups: Vec<Option<String>>,
    /// Of the events of cards.
    pub events: Vec<Option<String>>,
    /// Of the metrics, with how they are noted: `flag`, `number` or `ratio`.
    pub metrics: Vec<Option<(String, &'static str)>>,
}

impl OwnColumns {
    /// The names for a game with this schema.
    #[must_use]
    pub fn of(schema: &StatSchema) -> Self {
        let fields = fields(schema);
        // The name of a group in the plural comes after that in the singular.
        let name = |field| fields.iter().rfind(|(_, known)| *known == field).map(|(name, _)| name.clone());
        let metric = |(index, metric): (usize, &MetricSpec)| {
            let noted = match metric.kind {
                MetricKind::Share => "flag",
                _ if counts_parts(metric) => "ratio",
                _ => "number",
            };
            Some((name(Field::Metric(index))?, noted))
        };
        Self {
            groups: (0..schema.groups.len()).map(|index| name(Field::Group(index))).collect(),
            events: (0..schema.events.len()).map(|index| name(Field::Event(index))).collect(),
            metrics: schema.metrics.iter().enumerate().map(metric).collect(),
        }
    }
}

fn fields(schema: &StatSchema) -> Vec<(String, Field)> {
    let own = COLUMNS.iter().map(|(name, field)| ((*name).to_owned(), *field));
    let mut fields: Vec<(String, Field)> = own.collect();
    let mut add = |name: String, field| {
        if fields.iter().all(|(known, _)| *known != name) {
            fields.push((name, field));
        }
    };
    add(known_name(schema.unit), Field::Length);
    for (index, group) in schema.groups.iter().enumerate() {
        add(known_name(group.name), Field::Group(index));
        add(format!("{}s", known_name(group.name)), Field::Group(index));
    }
    for (index, event) in schema.events.iter().enumerate() {
        add(known_name(event), Field::Event(index));
    }
    for (index, metric) in schema.metrics.iter().enumerate() {
        add(known_name(&metric.id), Field::Metric(index));
    }
    fields
}

/// Reads the bytes of a log.
///
/// # Errors
/// The file cannot be read, or is too large.
pub fn bytes(files: &CardFiles) -> Result<Vec<u8>, ConfigErrors> {
    let read = || SUBJECT.file.named(Path::new(files.name())).map_err(|error| ConfigErrors(vec![error]));
    files.content.as_ref().map_or_else(read, |content| Ok(content.to_vec()))
}

/// The columns of a log, which has this content, for a game with these statistics.
///
/// # Errors
/// It is no table, or the options cannot be read.
pub fn file_columns(
    files: &CardFiles,
    bytes: &[u8],
    schema: &StatSchema,
) -> Result<FileColumns, ConfigErrors> {
    let one = |error: ConfigError| ConfigErrors(vec![error]);
    let reading = Reading::of_subject(SUBJECT, files).map_err(one)?;
    let (sheets, _) = reading.sheets(files.name(), bytes).map_err(one)?;
    let known = fields(schema);
    let of = |sheet: &Sheet| {
        let of = |name: &String| known.iter().find(|(known, _)| known == name).map(|(_, field)| *field);
        let fields: Vec<Option<Field>> = sheet.names.iter().map(of).collect();
        let read = |(name, field): &(String, Field)| {
            // Of several names for the same, the one that the file has, or else the first.
            let of_field = || known.iter().filter(|(_, other)| other == field).map(|(name, _)| name);
            let chosen = of_field().find(|name| sheet.place(name).is_some()).or_else(|| of_field().next());
            (*field != Field::Unused && chosen == Some(name)).then(|| name.clone())
        };
        let usual = usual(sheet, &fields, &known);
        FileColumns::of(sheet, known.iter().filter_map(read), &pairs(&usual))
    };
    Ok(sheets.iter().map(of).max_by_key(FileColumns::n_known).unwrap_or_default())
}

/// The versions of the rules in a log.
///
/// # Errors
/// It is no table.
pub fn versions(files: &CardFiles, bytes: &[u8]) -> Result<BTreeSet<String>, ConfigErrors> {
    let one = |error: ConfigError| ConfigErrors(vec![error]);
    let file = files.name();
    let reading = Reading::of_subject(SUBJECT, files).map_err(one)?;
    let mut versions = BTreeSet::new();
    for sheet in reading.sheets(file, bytes).map_err(one)?.0 {
        let Some(index) = sheet.place(VERSION) else { continue };
        versions.extend(sheet.rows.iter().map(|row| row.cell(index).to_owned()));
    }
    versions.remove("");
    Ok(versions)
}

/// Reads a log of a game with these statistics, which has this content. Of games of other versions than `version`, if it is
/// given, nothing is read: their rules may have other cards.
///
/// # Errors
/// All errors of the file, each with its cell.
pub fn read(
    files: &CardFiles,
    bytes: &[u8],
    schema: &StatSchema,
    version: Option<&str>,
) -> Result<Log, ConfigErrors> {
    let file = files.name();
    let one = |error: ConfigError| ConfigErrors(vec![error]);
    let reading = Reading::of_subject(SUBJECT, files).map_err(one)?;
    let (sheets, hidden) = reading.sheets(file, bytes).map_err(one)?;
    let mut log = Log {
        file: file.to_owned(),
        sha256: sha256(bytes),
        games: Vec::new(),
        people: Vec::new(),
        warnings: hidden
            .iter()
            .map(|name| {
                format!(
                    "{file}: the hidden sheet \"{0}\" is not read; to read it: --worksheet \"{0}\"",
                    clipped(name)
                )
            })
            .collect(),
    };
    let mut errors = Vec::new();
    // A title that no sheet has.
    for (name, title) in &reading.columns {
        if sheets.iter().all(|sheet| sheet.place(name).is_none()) {
            errors.extend(sheets.first().map(|sheet| sheet.lacks(name, title)));
        } else if let Some(error) = unknown_column(name, title, schema) {
            errors.push(error);
        }
    }
    // What to type for a sheet without any known column.
    let (mut others, mut n_known, mut typed) = (BTreeMap::new(), 0, None);
    for mut sheet in sheets {
        let known = fields(schema);
        let of = |name: &String| known.iter().find(|(known, _)| known == name).map(|(_, field)| *field);
        let fields: Vec<Option<Field>> = sheet.names.iter().map(of).collect();
        if fields.iter().flatten().all(|field| *field == Field::Unused) {
            let usual = usual(&sheet, &fields, &known);
            typed = typed.or_else(|| (!usual.is_empty()).then(|| reading.typed(&pairs(&usual))));
            continue;
        }
        n_known += 1;
        match leave_out(&mut sheet, &fields) {
            Ok(said) => log.warnings.extend(said),
            Err(error) => errors.push(error),
        }
        log.warnings.extend(sheet.without_titles());
        log.warnings.extend(of_unread(&sheet, &fields, &known, &reading));
        log.warnings.extend(by_order(schema, file, &fields));
        let usual = usual(&sheet, &fields, &known);
        let players = usual.iter().find(|(name, _)| *name == PLAYERS).map(|(_, title)| title.as_str());
        let mut reader = Reader {
            schema,
            sheet: &sheet,
            fields: &fields,
            reading: &reading,
            wanted: version,
            log: &mut log,
            errors: &mut errors,
            others: &mut others,
            players: players.unwrap_or("TITLE"),
            starters: BTreeMap::new(),
            are_two: false,
        };
        reader.read();
    }
    if n_known == 0 && errors.is_empty() {
        let typed = typed.unwrap_or_else(|| reading.typed(&[(WINNER, "TITLE")]));
        let expected =
            format!("a column of a log of games: {}; for other titles: {typed}", some(&columns(schema)));
        errors.push(config_error(file, "", "no such column", expected));
    }
    if errors.is_empty() && log.games.is_empty() {
        let found = match others.is_empty() {
            true => "no game".to_owned(),
            false => format!("only games of {} players", words(others.keys().map(usize::to_string))),
        };
        let expected = match others.keys().next() {
            Some(n) => format!("games of {} players; for these games: --players {n}", schema.players),
            None => "a row for each game below the titles of the columns".into(),
        };
        errors.push(config_error(file, "", found, expected));
    }
    for (n, games) in others {
        let games = counted(games, "games");
        log.warnings.push(format!("{file}: left out {games} of {n} players; to compare them: --players {n}"));
    }
    if errors.is_empty() { Ok(log) } else { Err(ConfigErrors(errors)) }
}

/// The error of a column that is mapped to what no log has.
fn unknown_column(name: &str, title: &str, schema: &StatSchema) -> Option<ConfigError> {
    let known = columns(schema);
    if known.iter().any(|column| column == name) {
        return None;
    }
    let found = format!("\"{}={}\"", clipped(name), clipped(title));
    let hint = nearest(name, known.iter().map(String::as_str));
    Some(ConfigError { hint, ..config_error("--columns", "", found, format!("one of: {}", some(&known))) })
}

/// The titles of the columns that are not read.
fn unread<'s>(sheet: &'s Sheet, fields: &[Option<Field>]) -> Vec<&'s str> {
    let columns = sheet.titles.iter().zip(fields).enumerate();
    let is_unread = |index: usize, title: &str, field: Option<Field>| {
        field.is_none() && !title.is_empty() && !sheet.is_part(index)
    };
    let unread = columns.filter(|(index, (title, field))| is_unread(*index, title, **field));
    unread.map(|(_, (title, _))| title.as_str()).collect()
}

/// The columns that are not there, and the titles of columns that are not read and usual for them.
fn usual(sheet: &Sheet, fields: &[Option<Field>], known: &[(String, Field)]) -> Vec<(&'static str, String)> {
    let unread = unread(sheet, fields);
    let of = |(name, titles): &(&'static str, &'static [&'static str])| {
        let field = known.iter().find(|(known, _)| known == name)?.1;
        let is_usual = |title: &&&str| titles.contains(&title.trim().to_lowercase().as_str());
        let title = unread.iter().find(is_usual).map(|title| (*title).to_owned());
        let title = title.or_else(|| single_players(&unread).filter(|_| *name == PLAYERS))?;
        (!fields.contains(&Some(field))).then_some((*name, title))
    };
    USUAL.iter().filter_map(of).collect()
}

/// The titles of columns that have one player each, as one column.
fn single_players(titles: &[&str]) -> Option<String> {
    let is_single = |title: &&&str| {
        let title = title.trim().to_lowercase();
        let rest = PLAYERS_BEGIN.iter().find_map(|start| title.strip_prefix(start));
        rest.is_some_and(|rest| rest.trim().chars().count() == 1)
    };
    let titles: Vec<&str> = titles.iter().filter(is_single).copied().collect();
    (titles.len() > 1).then(|| titles.join("+"))
}

fn pairs<'u>(usual: &'u [(&'static str, String)]) -> Vec<(&'u str, &'u str)> {
    usual.iter().map(|(name, title)| (*name, title.as_str())).collect()
}

/// Leaves out rows that are no games, and names them: headings, sums, and rows of numbers that are the sums of those above.
///
/// # Errors
/// The last row has only other numbers, such as a sum of some rows.
fn leave_out(sheet: &mut Sheet, fields: &[Option<Field>]) -> Result<Vec<String>, ConfigError> {
    let has_data = |(index, cell): (usize, &String)| match fields.get(index).copied().flatten() {
        _ if cell.is_empty() => false,
        None | Some(Field::Game | Field::Unused | Field::Version | Field::Deal) => false,
        Some(Field::Players) => list(cell).len() > 1 || whole(cell).is_some(),
        Some(_) => true,
    };
    let is_heading = |row: &SheetRow| !row.cells.iter().enumerate().any(has_data);
    let headings: BTreeSet<usize> =
        sheet.rows.iter().filter(|row| is_heading(row) && sheet.is_single(row)).map(|row| row.line).collect();
    let winner = sheet.place(WINNER).unwrap_or(0);
    let mut said = sheet.leave_out(winner, &|_| false, &|row| headings.contains(&row.line));
    let mut sums = BTreeMap::<usize, f64>::new();
    // In a log of lengths alone, each of them is a game.
    let (mut n_above, mut has_words) = (0, false);
    let counts = |index: usize| {
        matches!(fields.get(index).copied().flatten(), Some(Field::Length | Field::Metric(_)) | None)
    };
    for row in std::mem::take(&mut sheet.rows) {
        let cells = || row.cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty());
        let is_sum = |(index, cell): (usize, &String)| {
            let sum = number(cell).zip(sums.get(&index));
            counts(index) && sum.is_some_and(|(own, sum)| (own - sum).abs() < 1e-6)
        };
        if n_above > 1 && has_words && cells().all(is_sum) {
            said.push(format!("{}: left out this row, the sum of those above", sheet.at(&row, 0)));
            (sums, n_above) = (BTreeMap::new(), 0);
            continue;
        }
        n_above += 1;
        has_words |= cells().any(|(index, _)| !counts(index));
        for (index, number) in cells().filter_map(|(index, cell)| Some((index, number(cell)?))) {
            *sums.entry(index).or_default() += number;
        }
        sheet.rows.push(row);
    }
    let is_number =
        |(index, cell): (usize, &String)| cell.is_empty() || counts(index) && number(cell).is_some();
    match sheet.rows.last().filter(|row| has_words && row.cells.iter().enumerate().all(is_number)) {
        Some(row) => {
            let expected = "who won or who played; if it is no game, delete the row";
            Err(ConfigError::at(&sheet.at(row, 0), "", "only numbers in the last row", expected))
        }
        None => Ok(said),
    }
}

/// What the order of the players is taken for, if no column has their sides.
fn by_order(schema: &StatSchema, file: &str, fields: &[Option<Field>]) -> Option<String> {
    let (index, group) = schema.groups.iter().enumerate().find(|(_, group)| group.has_key_for_each_seat())?;
    let is_there = |field: Field| fields.contains(&Some(field));
    let is_named = is_there(Field::Players) && ![Field::Group(index), Field::First].into_iter().any(is_there);
    is_named.then(|| {
        let keys = (0..schema.players).filter_map(|seat| Some(group.keys.get(group.key_of(seat)?)?.as_str()));
        let keys: Vec<&str> = keys.collect();
        format!(
            "{file}: no column `{}s`: the players of a game are taken for {}, in this order",
            known_name(group.name),
            keys.join(", ")
        )
    })
}

/// The warnings about columns that are not read.
fn of_unread(
    sheet: &Sheet,
    fields: &[Option<Field>],
    known: &[(String, Field)],
    reading: &Reading,
) -> Vec<String> {
    let file = &sheet.file;
    let mut warnings = Vec::new();
    let usual = usual(sheet, fields, known);
    if !usual.is_empty() {
        warnings.push(format!("{file}: not read, but perhaps meant: {}", reading.typed(&pairs(&usual))));
    }
    let rest: Vec<String> =
        unread(sheet, fields).into_iter().map(|title| format!("\"{}\"", clipped(title))).collect();
    if !rest.is_empty() {
        warnings.push(format!("{file}: not read: {}", some(&rest)));
    }
    warnings
}

/// The first of these names.
fn some(names: &[String]) -> String {
    let more = if names.len() > MOST { ", …" } else { "" };
    names[..names.len().min(MOST)].join(", ") + more
}

/// Names in a sentence.
fn words(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
