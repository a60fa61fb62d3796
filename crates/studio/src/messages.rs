//! What the page asks, and what it is answered. A test compares the questions of the page's scripts with these types.

use crate::config::{ConfigError, ConfigErrors};
use crate::experiments::person::Seen;
use crate::experiments::replay::{JudgedChoice, TableStep};
use crate::experiments::tune::Tested;
use crate::report::plain::capitalized;
use crate::report::tiles::Tile;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A version of the rules, and who plays it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Version {
    /// The game or config file.
    pub config: String,
    /// The checksum of the file as this page opened it; `None` for a game, or before it is opened.
    pub file: Option<String>,
    /// The settings of the baseline that differ from the config: key and value, as in `--set`.
    pub base: Vec<(String, String)>,
    /// The settings that differ from the baseline.
    pub set: Vec<(String, String)>,
    /// The bots of both; empty for the default.
    pub bots: Vec<String>,
    /// The seed of both; `None` for that of the config.
    pub seed: Option<u64>,
    /// The targets that differ from the config: the key below `[targets]`, and the band in TOML, or `none` if it is removed.
    #[serde(default)]
    pub targets: Vec<(String, String)>,
}

/// What the command line says the page begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Begin {
    /// The config.
    pub config: Option<String>,
    /// The number of players.
    pub players: Option<u64>,
    /// The seed.
    pub seed: Option<u64>,
    /// The bots; empty for the default.
    pub bots: Vec<String>,
    /// The maximum number of games.
    pub games: Option<u64>,
    /// Changed settings: their keys and values.
    pub set: Vec<(String, String)>,
    /// Whether it begins a game of its person.
    pub plays: bool,
}

/// A question.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Request {
    /// The games and the files of the folder.
    Start {},
    /// The settings of a version.
    Open { version: Version },
    /// Makes a file known again as a page opened it before the studio was started again.
    Restore { config: String, opened: Sealed },
    /// The version against its baseline, more precise from event to event.
    Answer { version: Version, games: u64 },
    /// The verdict of `check` on held-out games.
    Judge { version: Version },
    /// A figure along the values of a setting.
    Curve { version: Version, key: String, figure: String },
    /// Who beats the bot that knows how it plays.
    Exploit { version: Version },
    /// The impact of a card, measured in three ways.
    Card { version: Version, card: String },
    /// The story of a game: with this number, or the first one that meets a condition of `replay --where`.
    Story { version: Version, game: Option<u64>, wanted: Option<String> },
    /// The values that make the targets true.
    Tune { version: Version, vary: Vec<String> },
    /// The settings that matter most.
    Sensitivity { version: Version, vary: Vec<String> },
    /// What a pasted table of cards changes in the version.
    Paste { version: Version, text: String },
    /// What the columns of a file of the person mean: those of a table of cards, and those of a log of played games.
    Columns { version: Version, file: OwnFile },
    /// What a table of cards changes in the version.
    Cards { version: Version, file: OwnFile },
    /// A log of played games, compared with the games of bots.
    Playtest { version: Version, file: OwnFile },
    /// Saves the version as house rules. With the receipt of an earlier save, the page may replace that file.
    Save { version: Version, name: String, receipt: Option<String> },
    /// Checks the text of a described game, and saves it if there are no errors and `saves` is set.
    Write { version: Version, name: String, text: String, receipt: Option<String>, saves: bool },
    /// A file of the result in this format, or with `toml` the version as house rules.
    Download { version: Version, games: u64, format: String },
    /// The version with one bot after another in all seats, and where they disagree.
    Panel { version: Version, games: u64 },
    /// Stops the job of the page; its answer ends with what was found so far.
    Stop {},
    /// Whether the server is there and the config file is as it was opened.
    Watch { config: String },
    /// A game of a person in a seat against the bots: the moves so far, and whether a hint is wanted.
    Play { version: Version, seat: usize, game: u64, moves: Vec<usize>, hint: bool },
}

/// A part of an answer.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub(super) enum Event {
    /// The games, the config files in the folder, and the formats of downloads. `run` differs between two starts of the studio.
    Started {
        version: &'static str,
        run: String,
        begin: Begin,
        games: Vec<GameRow>,
        files: Vec<FileRow>,
        formats: Vec<FormatRow>,
    },
    /// The settings of a version, and who can play.
    Opened(Box<Opened>),
    /// The file is known again.
    Restored {},
    /// What differs in a version, the commands that play it, and its number of players, also if the mode decides it.
    Version {
        differences: Vec<Difference>,
        command: String,
        warnings: Vec<String>,
        settings: Vec<Control>,
        players: u64,
    },
    /// The version cannot be compared with its baseline, because other players or bots play it. It can if these keys are
    /// part of the baseline, and these bots play both.
    Fitted { keys: Vec<String>, bots: Vec<String>, sentence: String },
    /// The comparison so far.
    Look(Box<Look>),
    /// The charts of both versions after this number of games.
    Charts {
        games: u64,
        is_final: bool,
        /// The answer at a glance and in sentences.
        tiles: Vec<TileRow>,
        answer: Vec<String>,
        wins: String,
        endings: String,
        lengths: String,
        cards: String,
        command: String,
        /// The games digest of this command.
        digest: String,
        /// The command that plays the baseline, if the version differs from it.
        before: Option<String>,
    },
    /// What each card is worth in both versions, after this number of games.
    Cards(Box<Cards>),
    /// A figure along the values of a setting: the key and the figure, the chart, and its words and command.
    Curve { key: String, figure: String, chart: String, words: String, command: String },
    /// What a search knows before its end.
    Finding { text: String },
    /// The targets after this number of games, the command that prints them if any was played, and how to read their
    /// intervals.
    Lights { games: u64, lights: Vec<Light>, reading: String },
    /// A text of the command line, with a chart if it has one. It is partial if the page stopped the job.
    Text { title: String, text: String, chart: String, command: String, is_partial: bool },
    /// The story of a game.
    Story(StoryText),
    /// The verdict of a check.
    Verdict { verdict: &'static str, lights: Vec<Light>, text: String, command: String, is_partial: bool },
    /// How many games a search has played.
    Progress { played: u64, planned: u64 },
    /// Games that can be shown of a card: the words of each, and its condition. How to read the figures of the card.
    Offers { note: String, games: Vec<(String, String)> },
    /// The candidate that is closest to all targets so far, after this number of versions: its changed settings, each with
    /// its value before and now, the figures of the targets, and what else changes.
    Closest { versions: u64, changes: Vec<[String; 3]>, figures: Vec<String>, price: Vec<String> },
    /// Number of versions that a search has tried.
    Tried { versions: u64 },
    /// Values that a search proposes, and how far it tested them.
    Proposal { set: Vec<(String, String)>, tested: Tested },
    /// The settings that a table of cards changes, the names that the version does not have if it was pasted (the kind and the
    /// name), and what was not read of a file.
    Pasted {
        set: Vec<(String, String)>,
        unknown: Vec<(&'static str, String)>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        warnings: Vec<String>,
    },
    /// The columns of a file: as a table of cards and as a log of played games, each with what is wrong if it cannot be read, and
    /// whether the file is probably a log.
    Columns { cards: ReadAs, log: ReadAs, is_log: bool },
    /// What a log of played games shows: the answer, then the text of the command line.
    Playtest { conclusion: Vec<String>, text: String, command: String, is_partial: bool },
    /// A file was saved. With the receipt, the page may replace it.
    Saved { path: String, receipt: String },
    /// A text has no errors.
    Checked {},
    /// The content of a file, in base64; a CSV file for each table.
    File { name: String, content: String },
    /// The state of the server and of the config file.
    Alive { checksum: Option<String>, fault: Option<String> },
    /// A game in progress.
    Table(Box<Seen>),
    /// The request has errors.
    Refused { errors: Vec<Fault> },
}

/// A tile of the current version, with number and name of the baseline if they are compared.
#[derive(Clone, Debug, Serialize)]
pub(super) struct TileRow {
    #[serde(flatten)]
    pub now: Tile,
    pub before: Option<[String; 2]>,
}

/// The cards of a version and of its baseline.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Cards {
    pub games: u64,
    pub is_final: bool,
    pub cards: Vec<CardFace>,
    pub tile: Option<TileRow>,
    /// The changed cards in short.
    pub short: Vec<String>,
    /// The worths as a chart.
    pub chart: String,
    /// The commands that print them, of the version and of its baseline.
    pub command: String,
    pub before: Option<String>,
    /// Why no card has a worth; empty if they have.
    pub note: String,
}

/// A card of the game.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct CardFace {
    pub id: String,
    pub name: String,
    /// What it is worth, and the baseline's if they are compared; empty if it cannot be left out of a game.
    pub worth: String,
    pub was: Option<String>,
    pub interval: String,
    /// The worth and the ends of its interval, as parts of the largest one.
    pub bar: Option<[f64; 3]>,
    /// Its rank, such as `7th of 14`.
    pub rank: String,
}

/// A file of the person, which is in the memory of the page.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OwnFile {
    pub name: String,
    /// In base64.
    pub content: String,
    /// The columns that the person has chosen: the name of each, and its title in the file.
    pub columns: Vec<(String, String)>,
}

/// What the columns of a file are read as.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct ReadAs {
    pub titles: Vec<String>,
    /// What can be read: its name, the title of its column, and whether that is only proposed.
    pub columns: Vec<(String, Option<String>, bool)>,
    pub errors: Vec<Fault>,
}

/// The story of a game so far.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct StoryText {
    pub text: String,
    /// The chart of the chances; empty before there are any.
    pub chart: String,
    /// The command that prints it.
    pub command: String,
    /// Why this game was found; empty if it was named by its number.
    pub why: String,
    /// The game step by step; only in the first of these events.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<TableStep>,
    /// What each choice was worth, and the sentence that names the move that decided; empty before there are chances.
    pub choices: Vec<JudgedChoice>,
    pub deciding: String,
    /// How precise the chances are.
    pub note: String,
    /// Whether no more precise chances follow.
    pub is_final: bool,
    /// Whether the page stopped the job.
    pub is_partial: bool,
}

/// A game in the list.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameRow {
    pub id: &'static str,
    pub title: &'static str,
}

/// A format of downloads.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FormatRow {
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
}

/// A file in the list.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FileRow {
    pub path: String,
    /// Empty if the file cannot be read.
    pub game: &'static str,
    pub fault: Option<String>,
}

/// An opened version.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Opened {
    pub title: &'static str,
    pub game: &'static str,
    pub is_file: bool,
    /// The checksum of the content that is opened.
    pub file: Option<String>,
    /// This content; `None` for a game.
    pub content: Option<Sealed>,
    /// The checksum of the file on disk.
    pub checksum: Option<String>,
    pub settings: Vec<Control>,
    /// The bot of each seat.
    pub lineup: Vec<String>,
    pub bots: Vec<String>,
    pub default_bot: String,
    pub players: u64,
    pub seats: Vec<String>,
    /// The team of each seat; empty without teams.
    pub teams: Vec<usize>,
    pub can_choose_players: bool,
    pub seed: u64,
    pub targets: Vec<TargetRow>,
    /// The figures that targets can be about.
    pub figures: Vec<FigureName>,
    /// Whether it is known who leads, so that comebacks and close games can be shown.
    pub has_lead: bool,
    /// The errors of the file on disk, if its content is that of an earlier opening.
    pub fault: Option<String>,
}

/// The text of a config file, which a page keeps and gives back to a studio that was started again.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sealed {
    /// The checksum of the file.
    pub file: String,
    pub text: String,
    /// The proof that the studio has opened this file with this text.
    pub seal: String,
}

/// A target of the config.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct TargetRow {
    /// Its key below `[targets]`.
    pub key: String,
    /// The numbers of its band as the config writes them: `at`, `within`, `min` and `max`.
    pub numbers: BTreeMap<String, String>,
    /// Everything else in TOML: its bots and their rule.
    pub rest: String,
}

/// A figure that a target can be about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct FigureName {
    pub address: String,
    pub name: String,
    pub unit: String,
}

/// A setting as a control.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Control {
    pub key: String,
    pub name: String,
    pub value: String,
    /// The value in the printed rules, if they have the key.
    pub printed: Option<String>,
    pub allowed: String,
    pub meaning: String,
    /// `number`, `flag`, `choice` or `text`.
    pub kind: &'static str,
    /// The least and the greatest number.
    pub range: Option<[i64; 2]>,
    /// The numbers that its slider shows.
    pub reach: Option<[i64; 2]>,
    /// The words that it can be.
    pub words: Vec<String>,
}

/// A setting that differs from the printed rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Difference {
    pub key: String,
    pub name: String,
    pub value: String,
    pub printed: String,
}

/// The comparison at a look.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Look {
    pub played: u64,
    pub planned: u64,
    pub is_done: bool,
    /// The level of the intervals, in per cent.
    pub level: String,
    /// Whether both versions play the same games.
    pub is_same: bool,
    pub is_clear: bool,
    /// Whether a headline figure whose change is not measurable can still have changed much.
    pub is_open: bool,
    pub sentences: Vec<String>,
    /// The same in short: the changed cards, and everything else.
    pub cards: Vec<String>,
    pub short: Vec<String>,
    /// The headline figures, in the same rows at every look.
    pub changes: String,
    /// The other figures that change.
    pub others: String,
    /// How to read the words beside the changes.
    pub words: String,
    pub figures: Vec<FigureRow>,
    /// The summary of the command line.
    pub text: String,
    /// The half-width of the widest interval of a change of a win share.
    pub half_width: Option<f64>,
}

/// A figure at a look.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FigureRow {
    pub address: String,
    pub delta: f64,
    pub low: f64,
    pub high: f64,
}

/// A target as a light.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Light {
    pub name: String,
    pub verdict: &'static str,
    pub sentence: String,
}

/// An error, and the key that it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Fault {
    pub key: String,
    /// The line of the file; 0 if it is about no line.
    pub line: u32,
    pub text: String,
}

/// The event for errors. A setting is named by its key, as in a file.
pub(super) fn refused(errors: &ConfigErrors) -> Event {
    let fault = |error: &ConfigError| {
        let text = error.to_string();
        let origin = format!("{}: ", error.at);
        let is_option = error.at.line == 0 && !error.key.is_empty();
        let text = text.strip_prefix(&origin).filter(|_| is_option).map(str::to_owned).unwrap_or(text);
        // Nobody types options on the page.
        let text = text.strip_prefix("--bots: ").map(capitalized).unwrap_or(text);
        // An option that is no setting has its own field on the page.
        let key = if error.key.is_empty() { error.at.to_string() } else { error.key.clone() };
        Fault { key, line: error.at.line, text }
    };
    let mut faults: Vec<Fault> = errors.0.iter().map(fault).collect();
    faults.dedup();
    Event::Refused { errors: faults }
}

/// The event for one error that is about no setting.
pub(super) fn fault(text: impl Into<String>) -> Event {
    Event::Refused { errors: vec![Fault { key: String::new(), line: 0, text: text.into() }] }
}

impl Request {
    /// Whether the answer plays many games, so that a later one of the same page replaces it.
    pub(super) const fn is_job(&self) -> bool {
        matches!(
            self,
            Self::Answer { .. }
                | Self::Judge { .. }
                | Self::Card { .. }
                | Self::Curve { .. }
                | Self::Exploit { .. }
                | Self::Story { .. }
                | Self::Tune { .. }
                | Self::Sensitivity { .. }
                | Self::Panel { .. }
                | Self::Playtest { .. }
                | Self::Download { .. }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::server::FILES;
    use super::*;
    use std::collections::BTreeSet;

    /// The questions in the page's scripts: the name of each, and its fields.
    fn questions() -> Vec<(String, Vec<String>)> {
        let scripts: String =
            FILES.iter().filter(|(name, ..)| name.ends_with(".js")).map(|(_, script, _)| *script).collect();
        let mut found = Vec::new();
        for (at, start) in scripts.match_indices("{ ask: \"") {
            let rest = &scripts[at + start.len()..];
            let name = rest.split('"').next().unwrap_or_default().to_owned();
            let (mut depth, mut field, mut fields) = (0, String::new(), Vec::new());
            for c in rest[name.len() + 1..].chars() {
                match c {
                    '(' | '{' | '[' => depth += 1,
                    '}' if depth == 0 => break,
                    ')' | '}' | ']' => depth -= 1,
                    ',' if depth == 0 => field.clear(),
                    ':' if depth == 0 => fields.push(field.trim().to_owned()),
                    _ => field.push(c),
                }
            }
            // `{ ask, card }` is short for `{ ask, card: card }`.
            if !field.trim().is_empty() && !fields.iter().any(|known| field.contains(known.as_str())) {
                fields.push(field.trim().to_owned());
            }
            found.push((name, fields));
        }
        found
    }

    /// A page without a server knows which questions replace each other.
    #[test]
    fn both_pages_have_the_same_jobs() {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/site/ask.js");
        let script = std::fs::read_to_string(script).expect("the script of the page without a server");
        let jobs =
            script.split("const JOBS = [").nth(1).and_then(|rest| rest.split(']').next()).expect("jobs");
        let jobs: BTreeSet<&str> = jobs.split('"').skip(1).step_by(2).collect();
        let version =
            serde_json::json!({ "config": "x", "file": null, "base": [], "set": [], "bots": [], "seed": 1 });
        let mut known = BTreeSet::new();
        for (name, fields) in questions() {
            let mut question = serde_json::json!({ "ask": name });
            for field in fields {
                question[&field] = match field.as_str() {
                    "version" => version.clone(),
                    "vary" | "moves" => serde_json::json!([]),
                    "games" | "game" | "seat" => 1.into(),
                    "hint" | "saves" => false.into(),
                    "opened" => serde_json::json!({ "file": "x", "text": "x", "seal": "x" }),
                    "file" => serde_json::json!({ "name": "x", "content": "", "columns": [] }),
                    _ => "x".into(),
                };
            }
            let request: Request = serde_json::from_value(question).expect("a question");
            known.extend(request.is_job().then_some(name));
        }
        assert_eq!(jobs, known.iter().map(String::as_str).collect());
    }

    #[test]
    fn the_page_asks_what_is_answered() {
        let error = |text: &str| serde_json::from_str::<Request>(text).map(drop).unwrap_err().to_string();
        let unknown = error(r#"{"ask":"-"}"#);
        let known: BTreeSet<String> = unknown.split('`').skip(3).step_by(2).map(str::to_owned).collect();
        let questions = questions();
        assert_eq!(questions.iter().map(|(name, _)| name.clone()).collect::<BTreeSet<_>>(), known);
        let values = serde_json::json!({
            "version": { "config": "x", "file": null, "base": [], "set": [["k", "v"]], "bots": [], "seed": 1 },
            "games": 1, "game": 1, "card": "x", "wanted": "x", "key": "x", "figure": "x", "vary": [], "name": "x", "receipt": "x", "format": "csv", "config": "x", "seat": 0,
            "opened": { "file": "x", "text": "x", "seal": "x" },
            "moves": [], "hint": false, "text": "x", "saves": false,
            "file": { "name": "x", "content": "", "columns": [["id", "Name"]] },
        });
        for (name, fields) in &questions {
            let mut question = serde_json::json!({ "ask": name });
            for field in fields {
                question[field] = values[field].clone();
            }
            let read = serde_json::from_value::<Request>(question.clone());
            assert!(read.is_ok(), "{question}: {read:?}");
        }
    }
}
