//! `docs/csv.md`: every file, every column, every method, from the reports themselves.

use undercard::report::{Column, OTHERS, REPORTS, metrics};
use undercard::stats::Method;

const OPENING: &str = "\
# The CSV files

<!-- Written from the source by `just bless`; a test holds it to it. -->

A run writes five CSV files and the same results as `run.json`. They are RFC 4180: UTF-8, fields
separated by commas and quoted where they must be, a header, lines that end in a line feed. One fact
is one row, so that the files load into a spreadsheet or a data frame as they are; where a spreadsheet
wants a decimal comma, take the workbook of `undercard report DIR --workbook`.

```python
import pandas
rates = pandas.read_csv(\"reports/knife-fight/win_rates.csv\")
rates[rates.group == \"side\"].plot.bar(x=\"key\", y=\"win_share\")
```

## How values look

- Shares, and bounds of shares, have six decimals: `0.431000`. Means have four: `6.3700`. The
  decimal point is always a point. A zero has no sign.
- p- and q-values have four significant digits: `1.234e-12`. They are never rounded to 0: one below
  `2.225e-308` is written as this.
- Empty means unknown: nothing happened that could be counted, or there were too few games for the
  formula. It never means 0.
- Every interval is `<figure>_low` to `<figure>_high` (in `metrics.csv`, `low` to `high`), at 95 %
  unless `--level` says otherwise. Over many runs with different seeds, that share of the intervals
  holds the true value.
- Where the number of games was not fixed beforehand (`--precision`, `--decide`, `check`, a command that was
  interrupted), intervals are confidence sequences: wider, and right however often one looks. `method`
  says so, where there is one; p-values that do not hold then are empty.
- There are no time stamps: the same version, config, seed and number of games give the same bytes.
  `run.toml`, which is not one of these files, says how and where a run was made, and how long that took;
  `run.tally` is for `run --resume`, `merge` and `verify`, and has the same bytes, too.
- In `run.json` numbers are not rounded, and unknown is `null`. Beside a list of rows for each file, it has
  `undercard` (the version), `game`, `players`, `seed`, `config_digest`, `bots`, `games_asked`, `games` (played),
  `complete` (no signal came before all was played, and it is no part of a run), `shard` (`3/8`, of a part of a
  run), `games_fixed_beforehand` and `level`. `check.json` has `verdict`, `exit_code`, `partial`, the two levels,
  the rows of `check.csv` as `targets`, and how each config stands to the `lock`.
- Every other command that plays files `COMMAND.toml` (`compare.toml`, `sweep.toml`, …) beside its CSVs: the
  config, and in `[provenance]` the version, the command line, `config-digest`, `games-asked`, `played` (in words),
  `complete` (no signal came before all was played), `games-fixed-beforehand`, `level`, how many `rows` each CSV has,
  wall time and machine; of `compare`, `config-digest-b` and what `b-differs`, too. It knows the clock, as `run.toml`
  does.
- `run.json`, `check.json` or else `COMMAND.toml` attests a result: it is taken away first and written last, so that a
  folder without it is known to be incomplete, and no mixture of two results passes for one. `report` refuses a CSV
  that says otherwise than these, or what no figure can be.
- `matchups.toml` and `luck.toml` say who the `members` were, and `train.toml` whom to learn to beat (`against`) and what to begin
  with (`from`); their digests cover what these are made of: the texts of strategies, the cards of decks. `[run]` has
  `bots` only where a line-up sat down.
- In a column of bots, a strategy file goes by its name without `.toml`, and by its path where another bot of that
  name is shipped or sits there; a search goes without what it would be anyway: `search:256:random` is `search`.

## Addresses

A figure that has an interval can be named, in `[targets]` and elsewhere, as `<file>/<row>` or
`<file>/<row>/<column>`: the row is its key columns after `players`, joined by `/`; the column may be
left out if it is `win_share`, `share`, `value` or `difference`. So `win_rates/seat/0`,
`outcomes/draw`, `metrics/length-mean`, `card_impact/joker/all/opening`.
";

/// The text of `docs/csv.md`.
fn csv_md() -> String {
    let mut text = OPENING.to_owned();
    text += "\n## The files of `undercard run`\n";
    for report in REPORTS {
        text += &file(report.name, report.holds, report.columns);
    }
    let mut command = "";
    for other in OTHERS {
        if other.command != command {
            command = other.command;
            let files = OTHERS.iter().filter(|other| other.command == command).count();
            let files = if files > 1 { "files" } else { "file" };
            text += &format!("\n## The {files} of `undercard {command}`\n");
        }
        text += &file(other.name, other.holds, other.columns);
    }
    text += "\n## Methods\n\n| method | what it is |\n| --- | --- |\n";
    for method in Method::ALL {
        text += &format!("| `{}` | {} |\n", method.name(), method.meaning());
    }
    text += &format!("\nIn `metrics.csv`, which has no such column, {}\n", metrics::METHODS);
    text
}

fn file(name: &str, holds: &str, columns: &[Column]) -> String {
    let mut text = format!("\n### `{name}.csv`\n\n{holds}\n\n| column | meaning |\n| --- | --- |\n");
    for column in columns {
        let key = if column.key { " (key)" } else { "" };
        text += &format!("| `{}`{key} | {} |\n", column.name, column.meaning.replace('|', "\\|"));
    }
    text
}

#[test]
fn docs_csv_md_is_fresh() {
    super::assert_document("docs/csv.md", &csv_md());
}

#[test]
fn every_column_has_one_line_of_meaning() {
    let columns = REPORTS.iter().flat_map(|report| report.columns);
    for column in columns.chain(OTHERS.iter().flat_map(|other| other.columns)) {
        assert!(!column.meaning.is_empty() && !column.meaning.contains('\n'), "{}", column.name);
    }
}
