//! Reports: each is a pure function from finished statistics to a [`Table`]. Files, JSON and documentation are made from the
//! list [`REPORTS`].

#[doc(hidden)]
pub mod card_impact;
#[doc(hidden)]
pub mod check;
#[doc(hidden)]
pub mod compare;
#[doc(hidden)]
pub mod csv;
pub mod export;
#[doc(hidden)]
pub mod game_length;
#[doc(hidden)]
pub mod games;
mod histogram;
#[doc(hidden)]
pub mod impact;
#[doc(hidden)]
pub mod luck;
#[doc(hidden)]
pub mod matchups;
#[doc(hidden)]
pub mod metrics;
#[doc(hidden)]
pub mod outcomes;
pub mod page;
#[doc(hidden)]
pub mod read;
pub mod result_file;
mod results;
#[doc(hidden)]
pub mod selftest;
#[doc(hidden)]
pub mod sensitivity;
#[doc(hidden)]
pub mod show;
#[doc(hidden)]
pub mod stored;
#[doc(hidden)]
pub mod summary;
#[doc(hidden)]
pub mod sweep;
#[doc(hidden)]
pub mod table;
#[cfg(test)]
mod tests;
#[doc(hidden)]
pub mod train;
#[doc(hidden)]
pub mod tune;
#[doc(hidden)]
pub mod win_rates;
#[doc(hidden)]
pub mod workbook;
#[doc(hidden)]
pub mod write;

pub use result_file::ResultFile;
pub use results::{Results, addresses};
pub use table::{Cell, Column, Figure, Holds, Table};

/// A report of a run.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// Its name: that of its file, without `.csv`.
    pub name: &'static str,
    /// Its contents, in a sentence.
    pub holds: &'static str,
    /// Its columns.
    pub columns: &'static [Column],
    /// Makes it.
    pub table: fn(&Results<'_>) -> Table,
}

/// Every report of a run, in the order in which they are listed.
pub const REPORTS: &[Report] = &[
    Report {
        name: win_rates::NAME,
        holds: win_rates::HOLDS,
        columns: win_rates::COLUMNS,
        table: win_rates::table,
    },
    Report {
        name: outcomes::NAME,
        holds: outcomes::HOLDS,
        columns: outcomes::COLUMNS,
        table: outcomes::table,
    },
    Report {
        name: game_length::NAME,
        holds: game_length::HOLDS,
        columns: game_length::COLUMNS,
        table: game_length::table,
    },
    Report {
        name: card_impact::NAME,
        holds: card_impact::HOLDS,
        columns: card_impact::COLUMNS,
        table: card_impact::table,
    },
    Report { name: metrics::NAME, holds: metrics::HOLDS, columns: metrics::COLUMNS, table: metrics::table },
];

/// A CSV file that is not a standard report of a run: that of another command, or an optional one.
#[derive(Clone, Copy, Debug)]
pub struct Other {
    /// The command, with the option that asks for the file if there is one.
    pub command: &'static str,
    /// The file's name, without `.csv`.
    pub name: &'static str,
    /// Its contents, in a sentence.
    pub holds: &'static str,
    /// Its columns.
    pub columns: &'static [Column],
}

/// The files of the other commands, in the order in which they are documented.
pub const OTHERS: &[Other] = &[
    Other { command: "run --games-csv", name: games::NAME, holds: games::HOLDS, columns: games::COLUMNS },
    Other { command: "compare", name: compare::NAME, holds: compare::HOLDS, columns: compare::COLUMNS },
    Other { command: "impact", name: impact::NAME, holds: impact::HOLDS, columns: impact::COLUMNS },
    Other {
        command: "sensitivity",
        name: sensitivity::NAME,
        holds: sensitivity::HOLDS,
        columns: sensitivity::COLUMNS,
    },
    Other { command: "sweep", name: sweep::NAME, holds: sweep::HOLDS, columns: sweep::COLUMNS },
    Other { command: "matchups", name: matchups::NAME, holds: matchups::HOLDS, columns: matchups::COLUMNS },
    Other {
        command: "matchups",
        name: matchups::RATINGS,
        holds: matchups::RATINGS_HOLDS,
        columns: matchups::RATINGS_COLUMNS,
    },
    Other {
        command: "matchups",
        name: matchups::FIELD,
        holds: matchups::FIELD_HOLDS,
        columns: matchups::FIELD_COLUMNS,
    },
    Other { command: "luck", name: luck::NAME, holds: luck::HOLDS, columns: luck::COLUMNS },
    Other { command: "train", name: train::NAME, holds: train::HOLDS, columns: train::COLUMNS },
    Other { command: "tune", name: tune::NAME, holds: tune::HOLDS, columns: tune::COLUMNS },
    Other { command: "check", name: check::NAME, holds: check::HOLDS, columns: check::COLUMNS },
    Other { command: "selftest", name: selftest::NAME, holds: selftest::HOLDS, columns: selftest::COLUMNS },
];

/// Every table that a result can have, in the order in which they are documented: its name and columns.
pub fn all_tables() -> impl Iterator<Item = (&'static str, &'static [Column])> {
    let of_run = REPORTS.iter().map(|report| (report.name, report.columns));
    let others = OTHERS.iter().filter(|other| other.name != games::NAME);
    of_run.chain(others.map(|other| (other.name, other.columns))).chain([("verify", selftest::COLUMNS)])
}

/// The description of a table by its name.
#[must_use]
pub fn about(table: &str) -> Option<Other> {
    let of_run = REPORTS.iter().map(|report| Other {
        command: "run",
        name: report.name,
        holds: report.holds,
        columns: report.columns,
    });
    of_run.chain(OTHERS.iter().copied()).find(|known| known.name == table)
}

/// All reports of a run.
#[must_use]
pub fn tables(results: &Results<'_>) -> Vec<Table> {
    REPORTS.iter().map(|report| (report.table)(results)).collect()
}

/// The figure at an address such as `win_rates/seat/0`.
#[must_use]
pub fn figure<'t>(tables: &'t [Table], address: &str) -> Option<Figure<'t>> {
    tables.iter().find_map(|table| table.figure(address))
}
