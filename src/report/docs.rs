//! Writes `docs/csv.md`: every file, every column, every method, from the reports themselves.

use super::{Column, OTHERS, REPORTS};

/// The methods of intervals: name, and what it is.
pub const METHODS: &[(&str, &str)] = &[
    (
        "wilson",
        "Wilson's score interval of a plain rate (Brown, Cai & DasGupta 2001, *Statistical Science* 16). Also for \
         shares of a win and for several seats of one game where nothing varies, with the games as n",
    ),
    ("jeffreys", "Jeffreys' interval of a plain rate: quantiles of Beta(W + ½, n − W + ½)"),
    ("clopper-pearson", "the exact interval of a plain rate: it never covers less often than it says"),
    (
        "normal",
        "mean ± z·s/√n, for seats that can share a win: their score is a fraction, and s is its standard deviation",
    ),
    (
        "ratio",
        "the ratio of two totals with the game as the unit, for rows in which several seats of one game stand, \
         since these depend on each other",
    ),
    (
        "clustered",
        "a difference of two win shares with the game as the unit (Liang & Zeger 1986, *Biometrika* 73)",
    ),
    (
        "beta-binomial-cs",
        "the number of games was not fixed beforehand: a confidence sequence for a rate, which holds at every look \
         at once (Robbins 1970; Howard, Ramdas, McAuliffe & Sekhon 2021, *Annals of Statistics* 49)",
    ),
    (
        "asymptotic-cs",
        "the same for means, ratios, differences and strengths (Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas, arXiv \
         2103.06476); a p-value beside it holds at every look at once, too",
    ),
    ("paired-t", "Student's t interval of the differences of paired games"),
    ("paired-ratio", "a difference of two ratios over paired games, by their linearised residuals"),
    (
        "few-differences",
        "fewer than 30 pairs differ: ± the exact upper bound of the share of pairs that differ",
    ),
    ("equal", "both sides play every game alike: the difference is exactly 0"),
    (
        "both-steps",
        "a slope: as wide as the intervals of the steps down and up together, never too narrow whatever the two \
         have in common",
    ),
    (
        "wilson-deals",
        "Wilson's score interval of a mean score of deals, with as many games as would vary as much as the deals did if \
         each were independent of all others and either won or lost (Korn & Graubard 1998, *Survey Methodology* 24); one \
         a deal where fewer than 30 deals differ from the most common score",
    ),
    (
        "hessian",
        "a strength by maximum likelihood, ± z standard errors by the curvature of the likelihood of as many games as \
         for `wilson-deals`",
    ),
];

const OPENING: &str = "\
# The CSV files

<!-- Written from the source by `just bless`; a test holds it to it. -->

A run writes five CSV files and the same results as `run.json`. They are RFC 4180: UTF-8, fields
separated by commas and quoted where they must be, a header, lines that end in a line feed. One fact
is one row, so that the files load into a spreadsheet or a data frame as they are.

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
  `run.toml`, which is not one of these files, says when, where and how a run was made.
- In `run.json` numbers are not rounded, and unknown is `null`.

## Addresses

A figure that has an interval can be named, in `[targets]` and elsewhere, as `<file>/<row>` or
`<file>/<row>/<column>`: the row is its key columns after `players`, joined by `/`; the column may be
left out if it is `win_share`, `share`, `value` or `difference`. So `win_rates/seat/0`,
`outcomes/draw`, `metrics/length-mean`, `card_impact/joker/all/opening`.
";

/// The text of `docs/csv.md`.
#[must_use]
pub fn csv_md() -> String {
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
    for (name, meaning) in METHODS {
        text += &format!("| `{name}` | {meaning} |\n");
    }
    text += "\nIn `metrics.csv`, which has no such column, a share of games has a plain rate's interval, a mean \
             per game Student's t, a ratio of two totals the ratio's, and a quantile of the length the interval \
             between two order statistics; a standard deviation and a maximum have none. Where \
             the number of games was not fixed beforehand, all of them are confidence sequences, and a mean or ratio \
             that never varied has none.\n";
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Results, tables, tests::Run};

    #[test]
    fn docs_csv_md_is_fresh() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/csv.md");
        let text = csv_md();
        if std::env::var_os("BLESS").is_some() {
            std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/docs")).expect("a folder");
            std::fs::write(path, &text).expect("docs/csv.md");
        }
        let filed = std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
        assert!(filed == text, "docs/csv.md is stale: `just bless` writes it again");
    }

    #[test]
    fn every_method_of_a_run_is_explained() {
        let run = Run::new();
        for fixed in [true, false] {
            for table in tables(&Results { fixed, ..run.results() }) {
                for row in &table.rows {
                    let method = table.cell(row, "method").map(|cell| cell.write()).unwrap_or_default();
                    assert!(method.is_empty() || METHODS.iter().any(|(name, _)| *name == method), "{method}");
                }
            }
        }
    }

    #[test]
    fn every_column_has_one_line_of_meaning() {
        for column in REPORTS
            .iter()
            .flat_map(|report| report.columns)
            .chain(OTHERS.iter().flat_map(|other| other.columns))
        {
            assert!(!column.meaning.is_empty() && !column.meaning.contains('\n'), "{}", column.name);
        }
    }
}
