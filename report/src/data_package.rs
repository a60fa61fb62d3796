//! `datapackage.json`: describes the CSV files of a result to programs, from the same source as `docs/csv.md`
//! (Frictionless Data Package and Table Schema, version 1). The same result gives the same bytes.

use super::list_file::ListFormat;
use super::result_file::{ResultMeta, typed_command};
use super::{Column, ColumnType, Report, Table, find, games, runs};
use serde::Serialize;
use std::borrow::Cow;
use undercard_engine::stats::Method;

/// The name of the file.
pub const NAME: &str = "datapackage.json";

#[derive(Serialize)]
struct Package<'h> {
    profile: &'static str,
    name: String,
    title: &'h str,
    description: String,
    resources: Vec<Resource>,
}

/// A CSV or Parquet file.
#[derive(Serialize)]
struct Resource {
    name: &'static str,
    path: String,
    profile: &'static str,
    description: &'static str,
    format: &'static str,
    mediatype: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dialect: Option<Dialect>,
    schema: Schema,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Dialect {
    delimiter: &'static str,
    line_terminator: &'static str,
    header: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Schema {
    fields: Vec<Field>,
    missing_values: &'static [&'static str],
    primary_key: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    foreign_keys: Vec<ForeignKey>,
}

/// A column. `content` is its type in `result.json`; `unit` is the unit of its numbers, and `unitField` the column with it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Field {
    name: &'static str,
    #[serde(rename = "type")]
    field_type: &'static str,
    description: &'static str,
    content: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit_field: Option<&'static str>,
    constraints: Constraints,
}

#[derive(Serialize)]
struct Constraints {
    required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<u64>,
    #[serde(rename = "enum", skip_serializing_if = "Vec::is_empty")]
    words: Vec<&'static str>,
}

/// Columns of a file that are the key of a row of another one.
#[derive(Serialize)]
struct ForeignKey {
    fields: Vec<&'static str>,
    reference: Reference,
}

#[derive(Serialize)]
struct Reference {
    resource: &'static str,
    fields: Vec<&'static str>,
}

/// The text of the file of a result with these tables.
#[must_use]
pub fn text(head: &ResultMeta, tables: &[Cow<'_, Table>]) -> String {
    let run_id = head.run_key().run_id;
    let listed = games::LISTS.into_iter().filter_map(|list| {
        let format = head.games_csv.as_ref().and_then(|listed| listed.format_of(list));
        format.map(|format| (list, format))
    });
    let csv = |report| (report, ListFormat::Csv);
    let reports = tables.iter().filter_map(|table| find(table.name)).map(csv);
    let reports = reports.chain(listed).chain([csv(&runs::REPORT)]);
    let package = Package {
        profile: "tabular-data-package",
        name: format!("undercard-{}-{run_id}", head.command),
        title: &head.label,
        description: format!(
            "The CSV files of a result of `{}`, version {}. An empty cell means unknown or not applicable, never 0.",
            typed_command(&head.command),
            head.undercard
        ),
        resources: reports.map(resource).collect(),
    };
    // Writing to memory cannot fail.
    serde_json::to_string_pretty(&package).unwrap_or_default() + "\n"
}

fn resource((report, format): (&'static Report, ListFormat)) -> Resource {
    let is_csv = format == ListFormat::Csv;
    Resource {
        name: report.name,
        path: format.file_name(report),
        profile: "tabular-data-resource",
        description: report.contents,
        format: if is_csv { "csv" } else { "parquet" },
        mediatype: if is_csv { "text/csv" } else { "application/vnd.apache.parquet" },
        encoding: is_csv.then_some("utf-8"),
        dialect: is_csv.then_some(Dialect { delimiter: ",", line_terminator: "\n", header: true }),
        schema: schema(report, format),
    }
}

fn schema(report: &Report, format: ListFormat) -> Schema {
    let columns: Vec<&Column> = runs::with_key(report.columns).collect();
    let key = |names: &[&'static str], resource| ForeignKey {
        fields: names.to_vec(),
        reference: Reference { resource, fields: names.to_vec() },
    };
    let run = runs::KEY[0].name;
    let is_list = games::LISTS.iter().skip(1).any(|list| list.name == report.name);
    let to_game = is_list.then(|| key(&[games::REPORT.columns[0].name, run], games::REPORT.name));
    let to_run = (report.name != runs::NAME).then(|| key(&[run], runs::NAME));
    Schema {
        fields: columns.iter().map(|column| field(column, &columns)).collect(),
        // frictionless reads the empty cells of a Parquet file as the number nan.
        missing_values: if format == ListFormat::Csv { &[""] } else { &["", "nan"] },
        primary_key: columns.iter().filter(|column| column.key).map(|column| column.name).collect(),
        foreign_keys: to_run.into_iter().chain(to_game).collect(),
    }
}

fn field(column: &Column, columns: &[&'static Column]) -> Field {
    let (minimum, maximum) = match column.column_type {
        ColumnType::Counts => (Some(0), None),
        ColumnType::Shares | ColumnType::PValues => (Some(0), Some(1)),
        _ => (None, None),
    };
    let is_method = column.name == "method" || column.name.ends_with("_method");
    Field {
        name: column.name,
        field_type: match column.column_type {
            ColumnType::Words => "string",
            ColumnType::Booleans => "boolean",
            ColumnType::Counts | ColumnType::Integers => "integer",
            _ => "number",
        },
        description: column.meaning,
        content: column.column_type.type_name(),
        unit: column.column_type.unit(),
        unit_field: unit_field(column, columns),
        constraints: Constraints {
            required: column.key && !column.optional,
            minimum,
            maximum,
            words: if is_method {
                Method::ALL.iter().map(|method| method.name()).collect()
            } else {
                column.words.to_vec()
            },
        },
    }
}

/// The column with the unit of another one, if there is one: that of figures is `unit`, that of `length_delta` is `length_unit`.
fn unit_field(column: &Column, columns: &[&'static Column]) -> Option<&'static str> {
    let of_its_own = |unit: &str| {
        unit.strip_suffix("unit").is_some_and(|start| start.ends_with('_') && column.name.starts_with(start))
    };
    let names = || columns.iter().map(|column| column.name);
    let own = names().find(|name| *name != column.name && of_its_own(name));
    own.or_else(|| names().find(|name| *name == "unit" && column.column_type == ColumnType::Figures))
}
