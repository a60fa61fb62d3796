//! `docs/csv.md`: every file, column and interval method, generated from the reports.

use undercard::report::{Column, REPORTS, runs};
use undercard::stats::Method;

const OPENING: &str = "\
# The CSV files

<!-- Written from the source by `just bless`; a test holds it to it. -->

A run writes five CSV files. Every command with an output folder writes `result.json`, which has the same tables. The CSV format is RFC 4180: UTF-8, fields
separated by commas and quoted if necessary, a header, lines that end in a line feed. Each row is one
observation, so the files load directly into a spreadsheet or a data frame. If your spreadsheet expects a
decimal comma, use `undercard report DIR --format xlsx`.

```python
import pandas
rates = pandas.read_csv(\"reports/knife-fight/run/win_rates.csv\")
rates[rates.grouped_by == \"side\"].plot.bar(x=\"key\", y=\"win_share\")
```

## How values look

- Shares, differences of shares and wins have six decimals: `0.431000`. All other numbers have four: `6.3700`. The
  decimal point is always a point. A zero has no sign.
- p- and q-values have six decimals, or five significant digits below 0.001: `1.2344e-12`. They are never rounded to 0: the smallest
  value is `2.2251e-308`. No number has exactly three digits after its point, so LibreOffice with a decimal comma
  keeps it as text, and does not read it as thousands.
- A column has one type in every result: whole numbers, numbers, or text. Numbers of seats in a text column, such as
  `key` in `win_rates.csv` or `seat_or_all` in `luck.csv`, are text. `bots` is a line-up as `--bots` takes it, and
  changed settings are a JSON object. The names of all columns work in DuckDB and SQLite without quotes.
- An empty cell means unknown (nothing was counted, or there were too few games for the formula) or not applicable (a
  target without an upper limit). It never means 0. In `result.json` an empty number is `null`, an empty text `\"\"`.
- Every interval is `<figure>_low` to `<figure>_high` (`low` to `high` if the figure is in the column `value`). The confidence
  level is 95 %, or that of `--level`.
- If the number of games was not fixed beforehand (`--precision`, `--decide`, `check`, an interrupted `run`,
  `compare`, `impact`, `sensitivity` or `tune`), intervals are confidence sequences: wider, but valid at any number of games. The column `method`
  names them; p-values that are not valid then are empty.
- There are no time stamps: the same version, config, seed and number of games give the same bytes. The same
  holds for `run.tally`, which `run --resume`, `merge` and `verify` read. `run.toml` records how, where
  and how long a run was played. A workbook shows when a result was written: the time of its `result.json`.
- In a column of bots, a strategy file has its name without `.toml`, or its path if another bot has the same name or if
  programs could read the name as something other than text, as in `1.toml`.
  Default parts of a search are omitted: `search:256:random` is `search`.

## Types

Each column has a type; `result.json` has the same. Everything is read correctly with the default options of the libraries:

| type | content | pandas | polars | DuckDB | R |
| --- | --- | --- | --- | --- | --- |
| text | text | `str` | `String` | `VARCHAR` | `character` |
| boolean | `TRUE` or `FALSE` | `bool` | `Boolean` | `BOOLEAN` | `logical` |
| count | whole number of at least 0 | `int64` | `Int64` | `BIGINT` | `integer` |
| integer | whole number | `int64` | `Int64` | `BIGINT` | `integer` |
| share | 0 to 1 | `float64` | `Float64` | `DOUBLE` | `numeric` |
| difference | difference of shares | `float64` | `Float64` | `DOUBLE` | `numeric` |
| p-value | 0 to 1 | `float64` | `Float64` | `DOUBLE` | `numeric` |
| number | any other number | `float64` | `Float64` | `DOUBLE` | `numeric` |
| figure | share, p-value or number, as the row's `unit` says | `float64` | `Float64` | `DOUBLE` | `numeric` |

- A column with a number that is not whole in some result has a decimal point in every row of every result; only wins are
  whole numbers where no win is shared.
- Programs cannot guess the type of a column from empty cells. A column without any content becomes `VARCHAR` in DuckDB,
  `String` in polars, `float64` in pandas and `logical` in R; whole numbers beside empty cells become `float64` in pandas.
  If a column is empty in only some of the results that you join, name its type in polars with `schema_overrides`. In pandas, `dtype` does the same. DuckDB finds the type if one
  `read_csv` reads all files, and `types = {'number_1': 'DOUBLE'}` names it; R needs nothing.
- A value of a setting has two columns, such as `number_1` and `word_1` in `sweep.csv`. One of them is empty: a number is in
  the first, true is 1 there and false is 0, and a ruling, a list or a line-up is in the second. `--set` takes both as they are:
  `--set cards.ten.damage=9.0000`.
- No cell has several values to split. Addresses (`figure`, `target`, `address`), groups of targets (`target_group`), line-ups
  (`bots`) and names such as `tremble-vs-teabot` are ids: join and filter by them as they are. The changed settings of a config
  (`changes` in `runs.csv`) are a JSON object, for the JSON functions of DuckDB and others; `configs` in `result.json` has them
  as a list, and `tune_settings.csv` in rows.
- Labels are text in every result: they begin with a letter, and none is a word such as `true` or `NA`.
- polars guesses types from the first 100 rows. If all of them leave a column of numbers empty, the first row that fills it is
  moved to the top.
- Whole numbers above 2,147,483,647 become `numeric` in R.

## Join results

The last two columns of every CSV file, also of a printed one, and of the sheets of a workbook name the result; `runs.csv` begins
with them:

| column | type | meaning |
| --- | --- | --- |
KEY
Files of different results can be concatenated: `run_id` and the key columns identify a row. Results with the same version,
command, rules, bots, seed, number of games and options have the same `run_id`, on every computer; the label does not
matter. That of `verify` also depends on the `run_id` of the result that it examined (`verified_run_id` in the `options` of
`result.json`) and on what it found there.

`figures.csv` of `run`, `impact`, `matchups` and `advise` has every figure with its address and its name in words. Files that name
figures of other results, such as `compare.csv` and `sweep.csv`, have the address in their column `figure` or `target`:

```python
import duckdb
duckdb.sql(\"\"\"
  select name, a, b, delta
  from 'reports/fight/compare/compare.csv' join 'reports/fight/run/figures.csv' on figure = address
  where name like 'Arena fought%'
\"\"\")
```

Beside the tables of every result, `runs.csv` describes it in one row, so a join by `run_id` adds the bots, the seed or the
changed settings to any file. `list`, `cards` and other commands without a result have none.

```python
import duckdb
duckdb.sql(\"\"\"
  select label, changes, key, win_share
  from 'reports/*/run/win_rates.csv' join 'reports/*/run/runs.csv' using (run_id, label)
  where grouped_by = 'side'
\"\"\")
```
RUNS

## result.json

`result.json` has one format for all commands; `--format json` prints the same bytes.
`undercard schema result` prints its JSON Schema.

```python
import json, pandas
result = json.load(open(\"reports/knife-fight/run/result.json\"))
rates = pandas.DataFrame(result[\"tables\"][\"win_rates\"][\"rows\"])
rates[\"run_id\"] = result[\"run_id\"]
```

- `configs` lists what was played: name, game, players, bots, seed, games, and `changes`, the settings that differ from
  the printed rules. `rules_digest` is equal for equal settings, whatever bots, seed and number of games are: join results
  by it. An optional key that is written with its default is a setting, too. `games_digest` also covers bots, seed and number of games. A comparison has two configs, A and B. The
  `details` of a sweep have the `rules_digest` of each combination.
- `options` has the options of the command that affect its figures, such as the varied settings of a sweep or the
  targets of a check, as they were given. `result_digest` covers the configs, the options, the level and the version:
  complete results with equal digests have equal figures. That of `verify` also covers what was found.
- `complete`, `ended` (`all-played`, `enough`, `interrupted`), `played`, `planned` and `unit` say how much was played;
  `fixed_beforehand` and `level` say how to read the intervals. `details` has results that only this command has, such as
  the verdict of a check; `level_of_each_interval` is there if it differs from `level`.
- `tables` has every table with typed columns (`text`, `boolean`, `count`, `integer`, `share`, `difference`, `p-value`, `number`, and
  `figure`, which is a share, a p-value or a number as the row's `unit` says). Numbers have twelve
  significant digits.
- Each table names its CSV file and that file's SHA-256, `games_csv` has the number of games and, of each file of single
  games, the number of rows and the SHA-256, `files` has the SHA-256 of `runs.csv`, `run.tally`, `tuned.toml`, `best-attempt.toml` and
  `trained.toml`, and `checksum` covers all lines of `result.json` before its own. `undercard report` rejects a result if one of these files has changed, and
  `undercard verify` also replays games. `run.toml` has no SHA-256, because it has a time; its settings are compared with
  the digests.
- `name` is that of `--name`, `label` that of `--label`; no digest depends on them. `run_id` and `label` are those of the CSV
  files; the rows here do not repeat them.
- Each result has a folder of its own, `DIR/COMMAND`, which is written beside its place and exchanged as a whole. A complete
  result with another `result_digest` moves to `DIR/earlier/`. A command refuses a folder that has files which Undercard did
  not write.

## Addresses

Every figure with an interval has an address, for `[targets]` and options; `figures.csv` lists those of a result. It is
`<file>/<row>`, and for a score `<file>/<row>/<column>`. The row consists of its key columns after `players`, joined by
`/`. Examples: `win_rates/seat/0`,
`win_rates/seat/0/score`, `outcomes/draw`, `metrics/length-mean`, `card_impact/joker/all/opening`, `impact/joker/all`,
`matchups/tuggle/teabot`. `undercard list GAME --metrics` names all of them.

`sweep --show`, `sensitivity --show`, `replay --where`, `check` and `tune` take any of them. They play the games without a
card, or those of a pair, only if a figure needs them. `sensitivity` pairs the games for win rates, scores, outcomes and
means. For any other figure it takes the difference of both figures; its interval (`both-figures`) is wider. `replay
--where` uses what one game adds to the figure.
";

/// The text of `docs/csv.md`.
fn csv_md() -> String {
    let key: String = runs::KEY.iter().map(line).collect();
    let runs = file(runs::NAME, runs::REPORT.contents, runs::REPORT.columns);
    let mut text = OPENING.replace("KEY\n", &format!("{key}\n")).replace("RUNS\n", &runs);
    let mut command = "";
    for report in REPORTS.iter().filter(|report| report.name != runs::NAME) {
        if report.command != command {
            command = report.command;
            let files = REPORTS.iter().filter(|other| other.command == command).count();
            let files = if files > 1 { "files" } else { "file" };
            text += &format!("\n## The {files} of `undercard {command}`\n");
        }
        text += &file(report.name, report.contents, report.columns);
    }
    text += "\n## Methods\n\n| interval method | meaning |\n| --- | --- |\n";
    for (name, meaning) in Method::NAMES {
        text += &format!("| `{name}` | {meaning} |\n");
    }
    text
}

fn file(name: &str, holds: &str, columns: &'static [Column]) -> String {
    let mut text =
        format!("\n### `{name}.csv`\n\n{holds}\n\n| column | type | meaning |\n| --- | --- | --- |\n");
    let is_listed = |column: &&Column| {
        !is_of_every_file(column.name) || columns.iter().any(|own| own.name == column.name)
    };
    undercard::report::csv::columns(columns).filter(is_listed).for_each(|column| text += &line(column));
    let others: Vec<&Column> = columns.iter().filter(|column| column.only_in_json).collect();
    if !others.is_empty() {
        let place =
            if name == runs::NAME { "`result.json` says the rest." } else { "Only in `result.json`:" };
        text += &format!("\n{place}\n\n| column | type | meaning |\n| --- | --- | --- |\n");
        others.into_iter().for_each(|column| text += &line(column));
    }
    text
}

/// Whether the last columns of every file, which the page describes once, have this one.
fn is_of_every_file(name: &str) -> bool {
    runs::KEY.iter().any(|column| column.name == name)
}

fn line(column: &Column) -> String {
    let key = if column.key { " (key)" } else { "" };
    let content = column.column_type.type_name();
    format!("| `{}`{key} | {content} | {} |\n", column.name, column.meaning.replace('|', "\\|"))
}

#[test]
fn docs_csv_md_is_up_to_date() {
    super::assert_document("docs/csv.md", &csv_md());
}

#[test]
fn every_column_has_a_meaning_on_one_line() {
    for column in REPORTS.iter().flat_map(|report| report.columns) {
        assert!(!column.meaning.is_empty() && !column.meaning.contains('\n'), "{}", column.name);
    }
}

/// Without this, the workflow of a release would fail only after its tag was pushed.
#[test]
fn the_changelog_has_the_version_of_the_package_and_its_date() {
    let changelog = include_str!("../../CHANGELOG.md");
    let mut versions = changelog.lines().filter_map(|line| line.strip_prefix("## ["));
    assert_eq!(versions.next(), Some("Unreleased]"));
    let (version, date) =
        versions.next().and_then(|line| line.split_once("] - ")).expect("a version and its date");
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
    let shape: String = date.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    assert_eq!(shape, "0000-00-00");
}

/// The words that the SQL standard (2016) reserves, and those that DuckDB, PostgreSQL or SQLite reserve besides: a column
/// with such a name must be quoted in every query. Without `method` and `value`, which all three take unquoted.
const RESERVED: &str = "
    abs absent acos all allocate alter analyse analyze and anti any any_value are array array_agg as asc asensitive asin asof
    asymmetric at atan atomic authorization autoincrement avg begin begin_frame begin_partition between bigint binary bit blob
    boolean both by call called cardinality cascaded case cast ceil ceiling char char_length character character_length check
    classifier clob close coalesce collate collation collect column columns commit concurrently condition connect constraint
    contains convert copy corr corresponding cos cosh count covar_pop covar_samp create cross cube cume_dist current
    current_catalog current_date current_path current_role current_row current_schema current_time current_timestamp
    current_user cursor cycle date day deallocate dec decfloat decimal declare default deferrable define delete dense_rank deref
    desc describe deterministic disconnect distinct do double drop dynamic each element else empty end end_frame end_partition
    equals escape every except exec execute exists exp external extract false fetch filter first_value float floor for foreign
    frame_row free freeze from full function fusion generated get glob global grant group grouping grouping_id groups having
    hold hour identity if ilike in index indicator initial initially inner inout insensitive insert int integer intersect
    intersection interval into is isnull join json_array json_exists json_object json_query json_table json_value lag lambda
    language large last_value lateral lead leading left like like_regex limit listagg ln local localtime localtimestamp log
    log10 lower map match match_number match_recognize matches max member merge min minute mod modifies module month
    multiset national natural nchar nclob new no none normalize not nothing notnull nth_value ntile null nullif numeric
    occurrences_regex octet_length of off offset old omit on one only open or order out outer over overlaps overlay parameter
    partition pattern per percent percent_rank percentile_cont percentile_disc period pivot pivot_longer pivot_wider placing
    portion position position_regex positional power precedes precision prepare primary procedure ptf qualify range rank reads
    real recursive ref references referencing release result return returning returns revoke right rollback rollup row
    row_number rows running savepoint scope scroll search second seek select semi sensitive session_user set setof show similar
    sin sinh skip smallint some specific specifictype sql sqlexception sqlstate sqlwarning sqrt start static stddev_pop
    stddev_samp string_agg struct submultiset subset substring substring_regex succeeds sum summarize symmetric system
    system_time system_user table tablesample tan tanh then time timestamp timezone_hour timezone_minute to
    trailing transaction translate translate_regex translation treat trigger trim trim_array true truncate try try_cast tuple
    uescape union unique unknown unnest unpack unpivot update upper user using value_of values var_pop var_samp varbinary
    varchar variadic varying verbose versioning when whenever where width_bucket window with within without xmlattributes
    xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable year";

#[test]
fn no_column_is_a_reserved_word_of_sql() {
    for report in REPORTS {
        let is_reserved = |column: &&Column| RESERVED.split_whitespace().any(|word| word == column.name);
        let reserved: Vec<&str> =
            report.columns.iter().filter(is_reserved).map(|column| column.name).collect();
        assert!(reserved.is_empty(), "{}: {reserved:?}", report.name);
    }
}
