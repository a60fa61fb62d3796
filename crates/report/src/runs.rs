//! The result itself as a row, and the columns that name it in every CSV file, so that files of several results can be joined.

use super::result_file::{ConfigUsed, Ended, ResultMeta, sha256};
use super::{Cell, Column, Report, Table};
use undercard_engine::stats::shard::Shard;

/// The report's name.
pub const NAME: &str = "runs";

/// The columns at the end of every CSV file.
pub const KEY: &[Column] = &[
    Column::key(
        "run_id",
        "id of the result: 16 hexadecimal digits of a SHA-256 of version, command, rules, bots, seed, number of games and \
         options; of a partial result or a shard, also of what was played; of `verify`, also of what it found",
    ),
    Column::words("label", "text of `--label`, otherwise the name of the config, or the names of both"),
];

/// The columns of the report.
const COLUMNS: &[Column] = &[
    KEY[0],
    KEY[1],
    Column::words("command", "command that made the result"),
    Column::words("version", "version of Undercard"),
    Column::words("game", "id of the game"),
    Column::count("players", "number of players"),
    Column::words(
        "bots",
        "line-up: one bot for all seats, or one per seat; empty if the tables name the bots",
    ),
    Column::count("seed", "random seed"),
    Column::count("games", "maximum number of games per line-up, pair or combination"),
    Column::count("played", "amount played"),
    Column::words("unit", "unit of `played`: `games`, `pairs of games`, …").only_in_json(),
    Column::boolean("complete", "`TRUE`, or `FALSE` for a partial result or a shard"),
    Column::count("shard", "number of the shard, from 1; empty if the run is not split"),
    Column::count("shards", "number of shards").only_in_json(),
    Column::words("rules_digest", "SHA-256 of the rules alone: equal for equal settings"),
    Column::words(
        "changes",
        "settings that differ from the printed rules, a JSON object: `{\"cards.ten.damage\":9}`",
    ),
    Column::words("bots_b", "line-up of the second config; empty if the result has only one config"),
    Column::words("rules_digest_b", "SHA-256 of its rules").only_in_json(),
    Column::words("changes_b", "its settings that differ from the printed rules"),
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "",
    contents: "The result itself: one row, beside the tables of every command. Of three or more configs, a cell has what all \
               of them have in common; `result.json` lists them.",
    columns: COLUMNS,
    of_run: None,
    view: None,
};

/// What names a result in every row of its CSV files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunKey {
    /// The id of the result.
    pub run_id: String,
    /// Its label.
    pub label: String,
}

impl RunKey {
    /// The cells at the end of every row.
    #[must_use]
    pub fn cells(&self) -> [Cell; 2] {
        [&self.run_id, &self.label].map(Cell::text)
    }

    /// These cells as the end of a line of CSV, with the comma before them.
    #[must_use]
    pub fn line_end(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        // Writing UTF-8 to memory cannot fail.
        let _ = writer.write_record([&self.run_id, &self.label]);
        let line = writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok());
        format!(",{}", line.unwrap_or_default())
    }

    /// The header of the CSV file of a report, as a line.
    #[must_use]
    pub fn header(columns: &[Column]) -> String {
        let names: Vec<&str> = columns.iter().chain(KEY).map(|column| column.name).collect();
        names.join(",") + "\n"
    }
}

impl ResultMeta {
    /// What names the result in its CSV files. Partial results and shards have other ids than the whole.
    #[must_use]
    pub fn run_key(&self) -> RunKey {
        let mut text = self.result_digest.clone();
        if let Some(shard) = &self.shard {
            text += &format!("\nshard {shard}");
        }
        if self.ended == Ended::Interrupted {
            text += &format!("\nplayed {}", self.played);
        }
        RunKey { run_id: id(&sha256(text.as_bytes())), label: self.label.clone() }
    }
}

/// The first 16 digits that begin with a letter: an id is never read as a number.
fn id(digest: &str) -> String {
    let start =
        (0..=digest.len().saturating_sub(16)).find(|start| digest[*start..].starts_with(char::is_alphabetic));
    digest.chars().skip(start.unwrap_or(0)).take(16).collect()
}

/// The cells of a config: game, players, bots, seed, games, rules and changes.
fn cells_of(config: &ConfigUsed) -> [Cell; 7] {
    [
        Cell::text(&config.game),
        Cell::Count(config.players),
        Cell::text(config.bots.join(",")),
        Cell::Count(config.seed),
        Cell::Count(config.games),
        Cell::text(&config.rules_digest),
        Cell::text(config.changes_json()),
    ]
}

/// The cells of no config.
fn no_cells() -> [Cell; 7] {
    let text = || Cell::text("");
    [text(), Cell::Empty, text(), Cell::Empty, Cell::Empty, text(), text()]
}

/// A cell of the same type without content.
fn blank(cell: &Cell) -> Cell {
    if matches!(cell, Cell::Text(_)) { Cell::text("") } else { Cell::Empty }
}

/// The cells of the configs, without the second of a comparison: of three or more, those that all have in common.
fn common_cells(configs: &[ConfigUsed]) -> [Cell; 7] {
    let mut all = configs.iter().map(cells_of);
    let Some(first) = all.next() else { return no_cells() };
    if configs.len() < 3 {
        return first;
    }
    all.fold(first, |common, other| {
        let mut other = other.into_iter();
        common.map(|cell| if other.next().as_ref() == Some(&cell) { cell } else { blank(&cell) })
    })
}

/// The number of the shard and that of all shards.
fn shard(head: &ResultMeta) -> [Cell; 2] {
    let shard: Option<Shard> = head.shard.as_ref().and_then(|shard| shard.parse().ok());
    shard.map_or([Cell::Empty, Cell::Empty], |shard| {
        [shard.number(), shard.of()].map(|number| Cell::Count(number.into()))
    })
}

/// The report of a result.
#[must_use]
pub fn table(head: &ResultMeta) -> Table {
    let [game, players, bots, seed, games, rules, changes] = common_cells(&head.configs);
    let second = if let [_, second] = &head.configs[..] { cells_of(second) } else { no_cells() };
    let [_, _, bots_b, _, _, rules_b, changes_b] = second;
    let mut row = head.run_key().cells().to_vec();
    row.extend([&head.command, &head.undercard].map(Cell::text));
    row.extend([game, players, bots, seed, games, Cell::Count(head.played), Cell::text(&head.unit)]);
    row.push(Cell::Boolean(head.complete));
    row.extend(shard(head));
    row.extend([rules, changes, bots_b, rules_b, changes_b]);
    Table { name: NAME, columns: COLUMNS, rows: vec![row] }
}
