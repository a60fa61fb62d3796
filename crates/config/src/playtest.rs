//! Logs of games that people played: a table with a row for each game, or for each player of each game. Tables of cards are
//! read in the same way, with the same mapping of columns.

use super::cards::{
    CardFiles, FileColumns, LARGEST_FILE, Reading, Sheet, SheetRow, Subject, id_of, known_name,
};
use super::config_error;
use crate::model::settings::{ConfigError, ConfigErrors, Origin, clipped, is_formula, nearest};
use crate::model::words::counted;
use crate::model::{
    BySeat, CardSpec, Group, MAX_SEATS, MetricKind, MetricSpec, Outcome, Ratio, Seat, Seats, StatSchema,
};
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
    ("players", Field::Players),
    ("first", Field::First),
    (WINNER, Field::Winner),
    ("length", Field::Length),
    ("player", Field::Player),
    ("seat", Field::Seat),
    ("won", Field::Won),
    ("win_share", Field::Won),
];

const WINNER: &str = "winner";
const VERSION: &str = "version";

/// Titles that are usual for some columns.
const USUAL: [(&str, &[&str]); 4] = [
    (WINNER, &["won by", "who won", "sieger", "gewinner", "vainqueur", "gagnant"]),
    ("players", &["names", "spieler", "joueurs"]),
    ("first", &["first player", "starting player", "start player", "startspieler"]),
    ("length", &["rounds", "turns", "runden", "tours"]),
];

const SUBJECT: Subject = Subject {
    file: Kind { name: "a log of games", most: LARGEST_FILE },
    id: WINNER,
    usual: &USUAL,
    columns: "a column and its title in the file: winner=Sieger, players=Names",
    header: "players,winner,length",
};

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
        FileColumns::of(sheet, known.iter().filter_map(read), &usual(sheet, &fields, &known))
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
            typed = typed.or_else(|| (!usual.is_empty()).then(|| reading.typed(&usual)));
            continue;
        }
        n_known += 1;
        if let Some(winner) = sheet.place(WINNER) {
            log.warnings.extend(sheet.leave_out_totals(winner, &|_| false));
        }
        log.warnings.extend(sheet.without_titles());
        log.warnings.extend(unread(&sheet, &fields, &known, &reading));
        let mut reader = Reader {
            schema,
            sheet: &sheet,
            fields: &fields,
            reading: &reading,
            wanted: version,
            log: &mut log,
            errors: &mut errors,
            others: &mut others,
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

/// The columns that are not there, and the titles of columns that are not read and usual for them.
fn usual<'s>(
    sheet: &'s Sheet,
    fields: &[Option<Field>],
    known: &[(String, Field)],
) -> Vec<(&'s str, &'s str)> {
    let of = |(name, titles): &(&'static str, &'static [&'static str])| {
        let field = known.iter().find(|(known, _)| known == name)?.1;
        let mut unread = sheet.titles.iter().zip(fields).filter(|(_, field)| field.is_none());
        let title = unread.find(|(title, _)| titles.contains(&title.trim().to_lowercase().as_str()))?.0;
        (!fields.contains(&Some(field))).then_some((*name, title.as_str()))
    };
    USUAL.iter().filter_map(of).collect()
}

/// The warnings about columns that are not read.
fn unread(
    sheet: &Sheet,
    fields: &[Option<Field>],
    known: &[(String, Field)],
    reading: &Reading,
) -> Vec<String> {
    let file = &sheet.file;
    let mut warnings = Vec::new();
    let usual = usual(sheet, fields, known);
    if !usual.is_empty() {
        warnings.push(format!("{file}: not read, but perhaps meant: {}", reading.typed(&usual)));
    }
    let unread =
        sheet.titles.iter().zip(fields).filter(|(title, field)| field.is_none() && !title.is_empty());
    let rest: Vec<String> = unread.map(|(title, _)| format!("\"{}\"", clipped(title))).collect();
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

/// The parts of a cell that lists names.
fn list(cell: &str) -> Vec<&str> {
    let parts = cell.split([';', ',', '+', '&', '/', '|', '\n']).flat_map(|part| part.split(" and "));
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// A number with a decimal point or comma.
fn number(cell: &str) -> Option<f64> {
    let number: f64 = cell.trim().replace(',', ".").parse().ok()?;
    number.is_finite().then_some(number)
}

/// A whole number of at least 0; a spreadsheet may write it as 7.0.
fn whole(cell: &str) -> Option<u64> {
    let cell = cell.trim();
    let digits = cell.strip_suffix(".0").or_else(|| cell.strip_suffix(",0")).unwrap_or(cell);
    let is_short = digits.len() <= 15 && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_short)
}

/// Whether a cell says yes or no.
fn flag(cell: &str) -> Option<bool> {
    match cell.trim().to_lowercase().as_str() {
        "yes" | "y" | "true" | "x" | "won" | "win" | "ja" | "oui" | "✓" => Some(true),
        "no" | "n" | "false" | "-" | "lost" | "loss" | "nein" | "non" => Some(false),
        other => number(other).filter(|share| (0.0..=1.0).contains(share)).map(|share| share > 0.0),
    }
}

/// How a game ended without a winner.
fn without_winner(cell: &str) -> Option<Outcome> {
    match cell.trim().to_lowercase().as_str() {
        "draw" | "tie" | "remis" | "unentschieden" => Some(Outcome::Draw),
        "nobody" | "no one" | "none" | "niemand" | "personne" => Some(Outcome::AllLose),
        "stalemate" | "limit" => Some(Outcome::Stalemate),
        _ => None,
    }
}

/// Reads the games of a sheet.
struct Reader<'r> {
    schema: &'r StatSchema,
    sheet: &'r Sheet,
    fields: &'r [Option<Field>],
    reading: &'r Reading,
    /// The version of the games that are read, if not all are.
    wanted: Option<&'r str>,
    log: &'r mut Log,
    errors: &'r mut Vec<ConfigError>,
    /// The numbers of players that the rules do not have, and of their games.
    others: &'r mut BTreeMap<usize, u64>,
    /// Those who began a game, by name in lower case, and whether they and the winners are at most two people.
    starters: BTreeMap<String, &'r str>,
    are_two: bool,
}

/// A player of a game, as noted.
#[derive(Clone, Default)]
struct Noted<'r> {
    name: Option<&'r str>,
    /// The key in each group, with its cell.
    keys: Vec<Option<usize>>,
    won: Option<bool>,
}

impl<'r> Reader<'r> {
    fn read(&mut self) {
        let named = |field| {
            let place = self.place(field);
            let cells = self.sheet.rows.iter().filter_map(move |row| Some(row.cell(place?)));
            cells.filter(|cell| !cell.is_empty()).map(|cell| (cell.to_lowercase(), cell))
        };
        let starters: BTreeMap<String, &'r str> = named(Field::First).collect();
        let winners = named(Field::Winner).filter(|(_, cell)| without_winner(cell).is_none());
        self.are_two = starters.clone().into_iter().chain(winners).collect::<BTreeMap<_, _>>().len() <= 2;
        self.starters = starters;
        let game = self.place(Field::Game);
        let mut games: Vec<Vec<&'r SheetRow>> = Vec::new();
        let mut by_id = BTreeMap::<&str, usize>::new();
        for row in &self.sheet.rows {
            let id = game.map_or("", |index| row.cell(index));
            match by_id.get(id).filter(|_| !id.is_empty()) {
                Some(index) => games[*index].push(row),
                None => {
                    by_id.insert(id, games.len());
                    games.push(vec![row]);
                }
            }
        }
        for rows in games {
            match self.game(&rows) {
                Ok(Some(game)) => self.log.games.push(game),
                Ok(None) => {}
                Err(error) => self.errors.push(*error),
            }
        }
    }

    fn place(&self, field: Field) -> Option<usize> {
        self.fields.iter().position(|known| *known == Some(field))
    }

    fn has(&self, field: Field) -> bool {
        self.place(field).is_some()
    }

    /// The cell of a game: the first one that is not empty. All rows of a game have the same.
    fn cell(
        &self,
        rows: &[&'r SheetRow],
        field: Field,
    ) -> Result<Option<(Origin, &'r str)>, Box<ConfigError>> {
        let Some(index) = self.place(field) else { return Ok(None) };
        let cells = rows.iter().map(|row| (self.sheet.at(row, index), row.cell(index)));
        let mut cells = cells.filter(|(_, cell)| !cell.is_empty());
        let Some((at, cell)) = cells.next() else { return Ok(None) };
        match cells.find(|(_, other)| !is_same(other, cell)) {
            Some((other_at, other)) => {
                let expected = format!("\"{}\" as in another row of this game ({at})", clipped(cell));
                Err(self.error(&other_at, field, format!("\"{}\"", clipped(other)), expected))
            }
            None => Ok(Some((at, cell))),
        }
    }

    fn title(&self, field: Field) -> String {
        let title = self.place(field).and_then(|index| self.sheet.titles.get(index));
        title.map(|title| format!("column {}", clipped(title))).unwrap_or_default()
    }

    fn error(
        &self,
        at: &Origin,
        field: Field,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Box<ConfigError> {
        Box::new(ConfigError::at(at, self.title(field), found, expected))
    }

    fn quoted(
        &self,
        (at, cell): (&Origin, &str),
        field: Field,
        expected: impl Into<String>,
    ) -> Box<ConfigError> {
        self.error(at, field, format!("\"{}\"", clipped(cell)), expected)
    }

    /// A game; `None` for one of another number of players.
    fn game(&mut self, rows: &[&'r SheetRow]) -> Result<Option<LoggedGame>, Box<ConfigError>> {
        let Some(first) = rows.first() else { return Ok(None) };
        let schema = self.schema;
        let at = self.sheet.at(first, 0);
        let version = self.version(rows)?;
        if self.wanted.is_some() && version.as_deref() != self.wanted {
            return Ok(None);
        }
        let is_by_player = [Field::Player, Field::Seat, Field::Won].into_iter().any(|field| self.has(field));
        if let (false, Some(again)) = (is_by_player, rows.get(1)) {
            let at = self.sheet.at(again, self.place(Field::Game).unwrap_or(0));
            let expected = "each game once, or a column player, seat or won with a row for each player";
            return Err(self.error(&at, Field::Game, "a game that is noted twice", expected));
        }
        let (noted, order) = if is_by_player { self.by_player(rows)? } else { self.by_game(rows)? };
        let n_players = noted.len();
        if n_players != schema.players {
            *self.others.entry(n_players).or_default() += 1;
            return Ok(None);
        }
        // The keys of the seats.
        let mut keys: Vec<Keys> = Vec::new();
        for (index, group) in schema.groups.iter().enumerate() {
            let of_seat = |seat: Seat| {
                let noted = order.get(seat.index()).and_then(|nth| noted.get(*nth));
                noted.and_then(|noted| noted.keys.get(index).copied().flatten())
            };
            keys.push(BySeat::from_fn(|seat| group.key_of(seat.index()).or_else(|| of_seat(seat))));
        }
        let outcome = self.outcome(rows, &noted, &order, &keys)?;
        let mut people = BySeat::<Option<usize>>::default();
        for (seat, nth) in order.iter().enumerate().take(MAX_SEATS) {
            if let Some(name) = noted.get(*nth).and_then(|noted| noted.name) {
                people[Seat::new(seat)] = Some(self.person(name));
            }
        }
        let mut metrics = Vec::new();
        for (index, metric) in schema.metrics.iter().enumerate() {
            metrics.push(self.metric(rows, Field::Metric(index), metric)?);
        }
        let mut cards = Vec::new();
        for event in 0..schema.events.len() {
            cards.push(self.cards(rows, event)?);
        }
        Ok(Some(LoggedGame {
            at,
            version,
            deal: self.deal(rows)?,
            outcome,
            keys,
            length: self.length(rows)?,
            metrics,
            cards,
            people,
        }))
    }

    /// The number of a player by name.
    fn person(&mut self, name: &str) -> usize {
        let people = &mut self.log.people;
        people.iter().position(|known| is_same(known, name)).unwrap_or_else(|| {
            people.push(name.to_owned());
            people.len() - 1
        })
    }

    /// The players of a game with a row for each, and the nth player of each seat.
    fn by_player(&self, rows: &[&'r SheetRow]) -> Result<(Vec<Noted<'r>>, Vec<usize>), Box<ConfigError>> {
        let mut noted = Vec::new();
        let mut seats = Vec::new();
        for row in rows {
            let of = |field| {
                let index = self.place(field)?;
                Some((self.sheet.at(row, index), row.cell(index))).filter(|(_, cell)| !cell.is_empty())
            };
            let mut keys = Vec::new();
            for (index, group) in self.schema.groups.iter().enumerate() {
                let field = Field::Group(index);
                keys.push(match of(field) {
                    Some((at, cell)) => Some(self.key(group, (&at, cell), field)?),
                    None => None,
                });
            }
            let won = match of(Field::Won) {
                Some((at, cell)) => {
                    Some(flag(cell).ok_or_else(|| self.quoted((&at, cell), Field::Won, "yes or no"))?)
                }
                None => None,
            };
            seats.push(match of(Field::Seat) {
                Some((at, cell)) => {
                    let seat = whole(cell).and_then(|seat| usize::try_from(seat).ok());
                    let seat = seat.filter(|seat| (1..=rows.len()).contains(seat)).ok_or_else(|| {
                        let expected = format!("a number from 1, the first player, to {}", rows.len());
                        self.quoted((&at, cell), Field::Seat, expected)
                    })?;
                    if seats.contains(&Some(seat - 1)) {
                        return Err(self.quoted((&at, cell), Field::Seat, "each seat of a game once"));
                    }
                    Some(seat - 1)
                }
                None => None,
            });
            noted.push(Noted { name: of(Field::Player).map(|(_, cell)| cell), keys, won });
        }
        let by_seat = |seat: usize| seats.iter().position(|known| *known == Some(seat));
        let order: Option<Vec<usize>> = (0..noted.len()).map(by_seat).collect();
        let order = match order {
            Some(order) => order,
            None => self.order(rows, &noted)?,
        };
        Ok((noted, order))
    }

    /// The same of a game with one row.
    fn by_game(&self, rows: &[&'r SheetRow]) -> Result<(Vec<Noted<'r>>, Vec<usize>), Box<ConfigError>> {
        let players = self.cell(rows, Field::Players)?;
        let names = players.as_ref().filter(|(_, cell)| whole(cell).is_none()).map(|(_, cell)| list(cell));
        let n_noted = players.as_ref().and_then(|(_, cell)| usize::try_from(whole(cell)?).ok());
        let n_players = names.as_ref().map(Vec::len).or(n_noted).unwrap_or(self.schema.players);
        if let Some((at, cell)) = players.as_ref().filter(|_| !(1..=MAX_SEATS).contains(&n_players)) {
            let expected = format!("1 to {MAX_SEATS} names, or their number: Ann; Ben");
            return Err(self.quoted((at, cell), Field::Players, expected));
        }
        let mut noted =
            vec![Noted { keys: vec![None; self.schema.groups.len()], ..Noted::default() }; n_players];
        for (noted, name) in noted.iter_mut().zip(names.into_iter().flatten()) {
            noted.name = Some(name);
        }
        for (index, group) in self.schema.groups.iter().enumerate() {
            let field = Field::Group(index);
            let Some((at, cell)) = self.cell(rows, field)? else { continue };
            let keys = list(cell);
            if keys.len() != n_players {
                let expected = format!("{n_players}, one for each player");
                return Err(self.error(&at, field, counted(keys.len() as u64, "names"), expected));
            }
            for (noted, key) in noted.iter_mut().zip(keys) {
                noted.keys[index] = Some(self.key(group, (&at, key), field)?);
            }
        }
        let order = self.order(rows, &noted)?;
        Ok((noted, order))
    }

    /// The nth player of each seat: by the sides that the rules give to seats, or from the first player on.
    fn order(&self, rows: &[&'r SheetRow], noted: &[Noted<'r>]) -> Result<Vec<usize>, Box<ConfigError>> {
        for (index, group) in
            self.schema.groups.iter().enumerate().filter(|_| noted.len() == self.schema.players)
        {
            let with_key = |seat: usize| {
                noted.iter().position(|noted| noted.keys.get(index) == Some(&group.key_of(seat)))
            };
            let order: Option<Vec<usize>> = (0..noted.len()).map(with_key).collect();
            if let Some(order) = order.filter(|_| group.has_key_for_each_seat()) {
                return Ok(order);
            }
        }
        let n = noted.len();
        let from = |first: usize| (0..n).map(|seat| (first + seat) % n.max(1)).collect();
        let Some((at, cell)) = self.cell(rows, Field::First)? else { return Ok(from(0)) };
        let by_name = noted.iter().position(|noted| noted.name.is_some_and(|name| is_same(name, cell)));
        let by_number = || usize::try_from(whole(cell)?).ok()?.checked_sub(1).filter(|first| *first < n);
        let is_named = noted.iter().any(|noted| noted.name.is_some());
        match by_name.or_else(by_number) {
            Some(first) => Ok(from(first)),
            // Without names, this is the name of the first player.
            None if !is_named => Ok(from(0)),
            None => {
                let names: Vec<&str> = noted.iter().filter_map(|noted| noted.name).collect();
                let expected = "one of the players of this game";
                let hint = nearest(cell, names);
                Err(Box::new(ConfigError { hint, ..*self.quoted((&at, cell), Field::First, expected) }))
            }
        }
    }

    /// The key of a group with this name.
    fn key(&self, group: &Group, cell: (&Origin, &str), field: Field) -> Result<usize, Box<ConfigError>> {
        key_of(group, cell.1).ok_or_else(|| {
            let hint = nearest(cell.1, group.keys.iter().map(String::as_str));
            Box::new(ConfigError {
                hint,
                ..*self.quoted(cell, field, format!("one of: {}", some(&group.keys)))
            })
        })
    }

    /// How a game ended.
    fn outcome(
        &self,
        rows: &[&'r SheetRow],
        noted: &[Noted<'r>],
        order: &[usize],
        keys: &[Keys],
    ) -> Result<Option<Outcome>, Box<ConfigError>> {
        let seat_of = |nth: usize| order.iter().position(|known| *known == nth).map(Seat::new);
        let Some((at, cell)) = self.cell(rows, Field::Winner)? else {
            let winners: Seats =
                (0..noted.len()).filter(|nth| noted[*nth].won == Some(true)).filter_map(seat_of).collect();
            if !winners.is_empty() {
                return Ok(Some(self.won_by(winners)));
            }
            let is_known = noted.iter().all(|noted| noted.won.is_some());
            return match rows.first().filter(|_| is_known && !noted.is_empty()) {
                Some(row) => {
                    let at = self.sheet.at(row, self.place(Field::Won).unwrap_or(0));
                    let expected = "a winner, or a column winner with draw, nobody or stalemate";
                    Err(self.error(&at, Field::Won, "a game that nobody won", expected))
                }
                None => Ok(None),
            };
        };
        if let Some(outcome) = without_winner(cell) {
            return Ok(Some(outcome));
        }
        // A name may have a comma.
        let names = if self.began(cell) { vec![cell] } else { list(cell) };
        if names.len() > noted.len() {
            let found = format!("{} winners", names.len());
            let expected = format!("at most {}, the players of this game", noted.len());
            return Err(self.error(&at, Field::Winner, found, expected));
        }
        let first = self.cell(rows, Field::First)?;
        let mut winners = Seats::NONE;
        for name in names {
            let by_name = noted.iter().position(|noted| noted.name.is_some_and(|known| is_same(known, name)));
            let seats = by_name.and_then(seat_of).map(Seats::only);
            let seats = seats.or_else(|| self.by_key(name, keys, noted.len()));
            let seats = seats.or_else(|| by_number(name, noted.len()));
            let seats = seats.or_else(|| self.by_first(name, first.as_ref().map(|(_, cell)| *cell), noted));
            winners = winners.union(seats.ok_or_else(|| self.unknown_winner((&at, name), noted))?);
        }
        Ok(Some(self.won_by(winners)))
    }

    /// A member of a team wins with the team.
    fn won_by(&self, winners: Seats) -> Outcome {
        let seats = Seats::first(self.schema.players);
        for group in self.schema.groups.iter().filter(|group| group.teams) {
            let key = |seat: Seat| group.key_of(seat.index());
            let own = |team| seats.into_iter().filter(|seat| key(*seat) == team).collect::<Seats>();
            let teams: BTreeSet<Option<usize>> = winners.into_iter().map(key).collect();
            if let (Some(Some(team)), 1) = (teams.first(), teams.len()) {
                return Outcome::Win(own(Some(*team)));
            }
        }
        Outcome::won_by(winners)
    }

    /// The seats of the side, character or team with this name.
    fn by_key(&self, name: &str, keys: &[Keys], players: usize) -> Option<Seats> {
        let groups = self.schema.groups.iter().zip(keys);
        groups.into_iter().find_map(|(group, keys)| {
            // Teams have numbers as keys, like seats.
            let team = name.to_lowercase();
            let team = team.strip_prefix("team ").and_then(|nth| whole(nth)?.checked_sub(1));
            let key = match group.teams {
                true => {
                    group.keys.iter().position(|key| team.is_some_and(|team| *key == team.to_string()))?
                }
                false => key_of(group, name)?,
            };
            let seats = Seats::first(players).into_iter().filter(|seat| keys[*seat] == Some(key));
            Some(seats.collect::<Seats>()).filter(|seats| !seats.is_empty())
        })
    }

    /// Whether somebody of this name began a game of this log.
    fn began(&self, name: &str) -> bool {
        self.starters.contains_key(&name.to_lowercase())
    }

    /// The winner of a game of two in which only the first player is named. Any other name could be misspelt: it is the second
    /// player only if it began another game, or if the log has only two names.
    fn by_first(&self, name: &str, first: Option<&str>, noted: &[Noted<'_>]) -> Option<Seats> {
        let first = first.filter(|_| noted.iter().all(|noted| noted.name.is_none()))?;
        if is_same(first, name) {
            return Some(Seats::only(Seat::FIRST));
        }
        let is_known = self.began(name) || self.are_two && nearest(name, [first]).is_none();
        (is_known && noted.len() == 2).then_some(Seats::only(Seat::SECOND))
    }

    fn unknown_winner(&self, cell: (&Origin, &str), noted: &[Noted<'r>]) -> Box<ConfigError> {
        let groups = self.schema.groups.iter().filter(|group| !group.teams);
        let keys = groups.flat_map(|group| &group.keys).map(String::as_str);
        let names: Vec<&str> = noted.iter().filter_map(|noted| noted.name).collect();
        let ends = ["draw", "nobody", "stalemate"];
        let starters = self.starters.values().copied();
        let known: Vec<&str> = names.iter().copied().chain(starters).chain(keys).chain(ends).collect();
        let hint = nearest(cell.1, known.iter().copied());
        let more = match names.is_empty() {
            true => format!(
                "; names need a column with all players from the first one on: {}",
                self.reading.typed(&[("players", "TITLE")])
            ),
            false => String::new(),
        };
        let known: Vec<String> = known.into_iter().map(clipped).collect();
        let numbers = format!("1 to {}", noted.len());
        let expected = format!("{numbers}, {}{more}", some(&known));
        Box::new(ConfigError { hint, ..*self.quoted(cell, Field::Winner, expected) })
    }

    fn version(&self, rows: &[&'r SheetRow]) -> Result<Option<String>, Box<ConfigError>> {
        let Some((at, cell)) = self.cell(rows, Field::Version)? else { return Ok(None) };
        let is_long = cell.chars().count() > LONGEST_VERSION;
        if is_long || is_formula(cell) || cell.chars().any(char::is_control) {
            let expected = format!("at most {LONGEST_VERSION} characters on one line, no formula");
            return Err(self.quoted((&at, cell), Field::Version, expected));
        }
        Ok(Some(cell.to_owned()))
    }

    fn deal(&self, rows: &[&'r SheetRow]) -> Result<Option<u64>, Box<ConfigError>> {
        let Some((at, cell)) = self.cell(rows, Field::Deal)? else { return Ok(None) };
        let expected = "the number of a deal, from 1";
        let deal = whole(cell).filter(|deal| *deal > 0);
        deal.map(Some).ok_or_else(|| self.quoted((&at, cell), Field::Deal, expected))
    }

    fn length(&self, rows: &[&'r SheetRow]) -> Result<Option<u64>, Box<ConfigError>> {
        let Some((at, cell)) = self.cell(rows, Field::Length)? else { return Ok(None) };
        let StatSchema { unit, longest, .. } = *self.schema;
        let most = longest.unwrap_or(1_000_000);
        let length = whole(cell).filter(|length| *length <= most);
        length.map(Some).ok_or_else(|| {
            self.quoted(
                (&at, cell),
                Field::Length,
                format!("a number of {unit}, at most {most} by these rules"),
            )
        })
    }

    fn metric(
        &self,
        rows: &[&'r SheetRow],
        field: Field,
        metric: &MetricSpec,
    ) -> Result<Option<Ratio>, Box<ConfigError>> {
        let Some((at, cell)) = self.cell(rows, field)? else { return Ok(None) };
        let expected = match metric.kind {
            MetricKind::Share => "yes or no",
            MetricKind::Mean => "a whole number",
            MetricKind::Ratio if counts_parts(metric) => "two whole numbers, such as 3/7",
            MetricKind::Ratio => "a whole number, or two such as 3/7",
        };
        let parsed = contribution(metric, cell);
        parsed
            .map(Some)
            .ok_or_else(|| self.quoted((&at, cell), field, format!("{expected} ({})", metric.meaning)))
    }

    /// The cards to which an event happened, in all rows of a game.
    fn cards(
        &self,
        rows: &[&'r SheetRow],
        event: usize,
    ) -> Result<Option<BTreeSet<usize>>, Box<ConfigError>> {
        let field = Field::Event(event);
        let Some(index) = self.place(field) else { return Ok(None) };
        let mut cards: Option<BTreeSet<usize>> = None;
        for row in rows.iter().filter(|row| !row.cell(index).is_empty()) {
            let (at, cell) = (self.sheet.at(row, index), row.cell(index));
            let cards = cards.get_or_insert_default();
            if ["none", "-", "0"].contains(&cell.to_lowercase().as_str()) {
                continue;
            }
            for name in list(cell) {
                cards.insert(self.card((&at, name), field, event)?);
            }
        }
        Ok(cards)
    }

    fn card(&self, cell: (&Origin, &str), field: Field, event: usize) -> Result<usize, Box<ConfigError>> {
        let can = |card: &CardSpec| card.events >> event & 1 == 1;
        let all = &self.schema.cards;
        let id = id_of(cell.1, |id| all.iter().any(|card| card.id == id), 0);
        let found = all.iter().position(|card| can(card) && (card.id == id || is_same(&card.id, cell.1)));
        found.ok_or_else(|| {
            let known: Vec<String> =
                all.iter().filter(|card| can(card)).map(|card| card.id.clone()).collect();
            let hint = nearest(cell.1, known.iter().map(String::as_str));
            Box::new(ConfigError { hint, ..*self.quoted(cell, field, format!("cards: {}", some(&known))) })
        })
    }
}

/// The key with this name.
fn key_of(group: &Group, name: &str) -> Option<usize> {
    let id = id_of(name, |id| group.keys.iter().any(|key| key == id), 0);
    group.keys.iter().position(|key| *key == id || is_same(key, name))
}

/// Seats by number, from 1.
fn by_number(name: &str, players: usize) -> Option<Seats> {
    const ORDINALS: [&str; MAX_SEATS] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    let name = name.to_lowercase();
    let name = name.strip_suffix(" player").unwrap_or(&name);
    let name = ["player ", "seat "].into_iter().find_map(|start| name.strip_prefix(start)).unwrap_or(name);
    let ordinal = ORDINALS.iter().position(|ordinal| *ordinal == name);
    let nth = ordinal.or_else(|| usize::try_from(whole(name)?).ok()?.checked_sub(1));
    nth.filter(|nth| *nth < players).map(|nth| Seats::only(Seat::new(nth)))
}

/// Whether a ratio counts parts of a game, such as its rounds.
fn counts_parts(metric: &MetricSpec) -> bool {
    metric.unit == "share" || metric.unit.starts_with("per ") && metric.unit != "per game"
}

/// The contribution of a game to a metric, as a cell says it.
fn contribution(metric: &MetricSpec, cell: &str) -> Option<Ratio> {
    let in_parts = |number: f64| {
        let number = number * f64::from(metric.parts);
        let is_whole = (number - number.round()).abs() < 1e-6 && number.abs() < 1e12;
        #[expect(clippy::cast_possible_truncation, reason = "a whole number below 10¹²")]
        is_whole.then_some(number.round() as i64)
    };
    if metric.kind == MetricKind::Share {
        return flag(cell).map(|flag| Ratio { num: i64::from(flag), den: 1 });
    }
    if let (MetricKind::Ratio, Some((num, den))) = (metric.kind, cell.split_once('/')) {
        let den = i64::try_from(whole(den)?).ok()?;
        return Some(Ratio { num: in_parts(number(num)?)?, den });
    }
    let is_alone = metric.kind == MetricKind::Mean || !counts_parts(metric);
    number(cell).filter(|_| is_alone).and_then(in_parts).map(|num| Ratio { num, den: 1 })
}
