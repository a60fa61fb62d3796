//! `docs/csv.md`: the tables of every file, column and interval method are generated from the reports. `docs/commands.md`: the
//! table of formats is that of the list.

use undercard::experiments::{FORMATS, Format};
use undercard::report::{Column, REPORTS, runs};
use undercard::stats::Method;

/// The page with this part in place of the one that begins and ends with these lines.
fn replaced(page: &str, begin: &str, end: &str, part: &str) -> String {
    let start = page.find(begin).unwrap_or_else(|| panic!("no {begin}"));
    let end = page[start..].find(end).filter(|_| !end.is_empty()).map_or(page.len(), |length| start + length);
    format!("{}{part}{}", &page[..start], &page[end..])
}

/// The sections of all files, and of the interval methods.
fn sections() -> String {
    let (mut text, mut command) = (String::new(), "");
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
    let page = std::fs::read_to_string(super::root().join("docs/csv.md")).expect("a page");
    let runs = file(runs::NAME, runs::REPORT.contents, runs::REPORT.columns);
    let page = page.replace("\r\n", "\n");
    let page = replaced(&page, "\n### `runs.csv`\n", "\n## result.json\n", &runs);
    super::assert_document(
        "docs/csv.md",
        &replaced(&page, "\n## The files of `undercard run`\n", "", &sections()),
    );
    let key: String = runs::KEY.iter().map(line).collect();
    super::assert_table("docs/csv.md", &format!("| column | type | meaning |\n| --- | --- | --- |\n{key}"));
}

#[test]
fn docs_commands_md_has_every_format() {
    let row = |format: &Format| {
        let by = if format.saved().is_some() { "`report`" } else { "other commands" };
        format!("| `{}` | {by} | {} |\n", format.name, format.help)
    };
    let rows: String = FORMATS.iter().map(row).collect();
    super::assert_table(
        "docs/commands.md",
        &format!("| format | made by | content |\n| --- | --- | --- |\n{rows}"),
    );
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
fn every_column_has_a_meaning_and_a_name_that_sql_takes() {
    for report in REPORTS {
        let is_one_line = |column: &Column| !column.meaning.is_empty() && !column.meaning.contains('\n');
        assert!(report.columns.iter().all(is_one_line), "{}", report.name);
        let is_reserved = |column: &&Column| RESERVED.split_whitespace().any(|word| word == column.name);
        let reserved: Vec<&str> =
            report.columns.iter().filter(is_reserved).map(|column| column.name).collect();
        assert!(reserved.is_empty(), "{}: {reserved:?}", report.name);
    }
}
