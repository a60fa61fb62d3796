//! Reports as JSON, for programs: the same rows as in the CSVs, numbers in full, unknown is null.

use super::{Cell, Column, Results, Table, tables};
use crate::model::settings::clipped;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// Everything that a run came to, as the text of `run.json`.
#[must_use]
pub fn text(results: &Results<'_>) -> String {
    of(results, &tables(results))
}

/// The same of reports that are made already.
#[must_use]
pub fn of(results: &Results<'_>, tables: &[Table]) -> String {
    write(&Whole { results, tables })
}

/// A report alone: a list of its rows.
#[must_use]
pub fn table(table: &Table) -> String {
    write(&Rows(table))
}

/// Several reports of one command: their rows under their names.
#[must_use]
pub fn several(tables: &[&Table]) -> String {
    write(&Named(tables))
}

/// The first cell of a row that says something else than this row of JSON, with what that says.
#[must_use]
pub fn misfit(columns: &[Column], row: &[Cell], json: &RawValue) -> Option<(&'static str, String)> {
    let json: Value = serde_json::from_str(json.get()).unwrap_or_default();
    let differs = |(column, cell): (&Column, &Cell)| {
        let known = json.get(column.name).unwrap_or(&Value::Null);
        let is_same = match (known, cell) {
            (Value::String(known), Cell::Text(text)) => known == text,
            (Value::Number(known), Cell::Count(count)) => known.as_u64() == Some(*count),
            (Value::Number(known), Cell::Share(_) | Cell::Mean(_) | Cell::P(_)) => {
                cell.like(known.as_f64()).write() == cell.write()
            }
            (Value::Null, Cell::Empty) => true,
            _ => false,
        };
        let told = || match known {
            Value::Null => "nothing".into(),
            Value::String(text) => clipped(text),
            known => clipped(&known.to_string()),
        };
        (!is_same).then(|| (column.name, told()))
    };
    columns.iter().zip(row).find_map(differs)
}

fn write(value: &impl Serialize) -> String {
    // Names and numbers always have a JSON form.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

struct Whole<'r> {
    results: &'r Results<'r>,
    tables: &'r [Table],
}

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Results {
            game, players, seed, digest, tally, level, fixed, planned, complete, shard, bots, ..
        } = self.results;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("undercard", env!("CARGO_PKG_VERSION"))?;
        map.serialize_entry("game", game)?;
        map.serialize_entry("players", players)?;
        map.serialize_entry("seed", seed)?;
        map.serialize_entry("config_digest", digest)?;
        map.serialize_entry("bots", &bots.iter().map(|(name, _)| name).collect::<Vec<_>>())?;
        map.serialize_entry("games_asked", planned)?;
        map.serialize_entry("games", &tally.games)?;
        map.serialize_entry("complete", complete)?;
        map.serialize_entry("shard", &(!shard.is_whole()).then(|| shard.to_string()))?;
        map.serialize_entry("games_fixed_beforehand", fixed)?;
        map.serialize_entry("level", &level.level())?;
        for table in self.tables {
            map.serialize_entry(table.name, &Rows(table))?;
        }
        map.end()
    }
}

struct Named<'t>(&'t [&'t Table]);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|table| (table.name, Rows(table))))
    }
}

struct Rows<'t>(&'t Table);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.rows.iter().map(|row| Row(self.0, row)))
    }
}

struct Row<'t>(&'t Table, &'t [Cell]);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.columns.iter().map(|column| column.name).zip(self.1))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Count(count) => serializer.serialize_u64(*count),
            Self::Empty | Self::Share(_) | Self::Mean(_) | Self::P(_) => self.number().serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Run;
    use super::*;
    use crate::report::csv::Rows as Read;

    #[test]
    fn run_json_holds_what_the_csvs_hold() {
        let run = Run::new();
        let results = run.results();
        let text = text(&results);
        let json: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!((&json["game"], &json["games"]), (&Value::from("knife-fight"), &Value::from(2000)));
        for table in &tables(&results) {
            let rows = json[table.name].as_array().expect("rows");
            assert_eq!(rows.len(), table.rows.len());
            let of_row = |row: &Value| serde_json::value::to_raw_value(row).expect("JSON");
            for (row, known) in rows.iter().zip(&table.rows) {
                for (column, cell) in table.columns.iter().zip(known) {
                    match cell {
                        Cell::Text(text) => assert_eq!(row[column.name], *text),
                        _ => assert_eq!(row[column.name].as_f64(), cell.number(), "{}", column.name),
                    }
                }
            }
            // The file says the same, and what it would say otherwise is seen.
            let csv = crate::report::csv::text(table);
            let read = Read::open(table.columns, csv.as_bytes(), "x.csv").expect("a header");
            for (row, read) in rows.iter().zip(read) {
                let (json, (_, mut cells)) = (of_row(row), read.expect("a row"));
                assert_eq!(misfit(table.columns, &cells, &json), None);
                for (place, column) in table.columns.iter().enumerate() {
                    let other = match cells[place].number() {
                        Some(number) => cells[place].like(Some(1.01 * number + 2.0)),
                        None => Cell::text("changed"),
                    };
                    let own = std::mem::replace(&mut cells[place], other);
                    let found = misfit(table.columns, &cells, &json).map(|(column, _)| column);
                    assert_eq!(found, Some(column.name));
                    cells[place] = own;
                }
            }
        }
        // Keys stand in the order of the columns.
        assert!(text.find("\"win_share\"") < text.find("\"win_share_low\""));
        assert!(text.ends_with("}\n"));
    }
}
