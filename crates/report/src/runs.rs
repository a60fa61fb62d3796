//! The result itself as a row, and the columns that name it in every CSV file, so that files of several results can be joined.

use super::result_file::{ConfigUsed, Ended, ResultMeta, sha256};
use super::table::{Row, row};
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

/// The result: the row of the report.
struct PlayedResult {
    key: RunKey,
    command: String,
    version: String,
    /// What the configs have in common; of a comparison, the first one.
    config: OfConfig,
    played: u64,
    unit: String,
    complete: bool,
    shard: Option<Shard>,
    /// The second config of a comparison.
    second: OfConfig,
}

/// What the row says of a config; nothing if it is empty.
#[derive(Default)]
struct OfConfig {
    game: String,
    players: Option<u64>,
    bots: String,
    seed: Option<u64>,
    games: Option<u64>,
    rules_digest: String,
    changes: String,
}

row! { PlayedResult, NAME, row {
    column(KEY[0]) as Words => &row.key.run_id;
    column(KEY[1]) as Words => &row.key.label;
    words "command", "command that made the result" => &row.command;
    words "version", "version of Undercard" => &row.version;
    words "game", "id of the game" => &row.config.game;
    count "players", "number of players" => row.config.players;
    words "bots",
        "line-up: one bot for all seats, or one per seat; empty if the tables name the bots" => &row.config.bots;
    count "seed", "random seed" => row.config.seed;
    count "games", "maximum number of games per line-up, pair or combination" => row.config.games;
    count "played", "amount played" => row.played;
    words "unit", "unit of `played`: `games`, `pairs of games`, …" [only_in_json] => &row.unit;
    boolean "complete", "`TRUE`, or `FALSE` for a partial result or a shard" => row.complete;
    count "shard",
        "number of the shard, from 1; empty if the run is not split" => row.shard.map(|shard| shard.number().into());
    count "shards", "number of shards" [only_in_json] => row.shard.map(|shard| shard.of().into());
    words "rules_digest", "SHA-256 of the rules alone: equal for equal settings" => &row.config.rules_digest;
    words "changes",
        "settings that differ from the printed rules, a JSON object: `{\"cards.ten.damage\":9}`" => &row.config.changes;
    words "bots_b", "line-up of the second config; empty if the result has only one config" => &row.second.bots;
    words "rules_digest_b", "SHA-256 of its rules" [only_in_json] => &row.second.rules_digest;
    words "changes_b", "its settings that differ from the printed rules" => &row.second.changes;
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "",
    contents: "The result itself: one row, beside the tables of every command. Of three or more configs, a cell has what all \
               of them have in common; `result.json` lists them.",
    columns: PlayedResult::COLUMNS,
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

impl OfConfig {
    fn of(config: &ConfigUsed) -> Self {
        Self {
            game: config.game.clone(),
            players: Some(config.players),
            bots: config.bots.join(","),
            seed: Some(config.seed),
            games: Some(config.games),
            rules_digest: config.rules_digest.clone(),
            changes: config.changes_json(),
        }
    }

    /// What both have in common.
    fn common(self, other: &Self) -> Self {
        fn same<T: PartialEq + Default>(one: T, other: &T) -> T {
            if one == *other { one } else { T::default() }
        }
        Self {
            game: same(self.game, &other.game),
            players: same(self.players, &other.players),
            bots: same(self.bots, &other.bots),
            seed: same(self.seed, &other.seed),
            games: same(self.games, &other.games),
            rules_digest: same(self.rules_digest, &other.rules_digest),
            changes: same(self.changes, &other.changes),
        }
    }
}

/// The report of a result.
#[must_use]
pub fn table(head: &ResultMeta) -> Table {
    let configs = || head.configs.iter().map(OfConfig::of);
    let (first, second) = match head.configs.len() {
        2 => (configs().next(), configs().nth(1)),
        _ => (configs().reduce(|one, other| one.common(&other)), None),
    };
    Row::table(&[PlayedResult {
        key: head.run_key(),
        command: head.command.clone(),
        version: head.undercard.clone(),
        config: first.unwrap_or_default(),
        played: head.played,
        unit: head.unit.clone(),
        complete: head.complete,
        shard: head.shard.as_ref().and_then(|shard| shard.parse().ok()),
        second: second.unwrap_or_default(),
    }])
}
