//! The summary of a comparison with addresses and p-values, for `--verbose`.

use super::super::Extent;
use super::super::driver::READING;
use super::{Compared, Decision, is_rate, of_each, rates};
use crate::report::Cell;
use crate::report::show::{Grid, grouped, points, wrap};
use crate::report::table::fixed;
use crate::stats::certainty::Certainty;
use std::fmt::Write;

pub(super) fn text(compared: &Compared<'_>) -> Result<String, std::fmt::Error> {
    let Compared { compare, pairs, decision, table, extent, .. } = compared;
    let games = extent.played;
    let (one, accuracy) = (&compare.one, compare.options.accuracy);
    let level = accuracy.level;
    let mut text = String::new();
    writeln!(
        text,
        "{}: {} pairs of games on common random numbers, seed {}",
        one.game.title,
        grouped(games),
        one.seed
    )?;
    writeln!(text, "A: {}", compare.base.as_ref().unwrap_or(&one.name))?;
    writeln!(text, "B: {}\n", compare.sides()[1])?;
    let number = |row: &[Cell], column: &str| table.number(row, column);
    let has_changed = |row: &[Cell]| number(row, "delta").is_some_and(|delta| delta != 0.0);
    let is_significant = |(nth, row): (usize, &[Cell])| compared.certainty(nth, row) > Certainty::Unclear;
    // Every changed win rate and outcome, and all other figures whose change is significant.
    let is_shown = |nth: usize, row: &[Cell]| {
        let address = table.written(row, "figure");
        let is_headline = is_rate(&address) || address.starts_with("outcomes/");
        // Without draws a score changes as its win share does, which comes before it.
        let is_repeated = address.ends_with("/score")
            && nth
                .checked_sub(1)
                .is_some_and(|nth| number(&table.rows[nth], "delta") == number(row, "delta"));
        has_changed(row) && !is_repeated && (is_headline || is_significant((nth, row)))
    };
    let rows = table.rows.iter().map(Vec::as_slice).enumerate();
    let mut shown: Vec<&[Cell]> = rows.filter(|(nth, row)| is_shown(*nth, row)).map(|(_, row)| row).collect();
    if compare.base.is_some() {
        // The largest change, relative to its interval, comes first.
        let strength = |row: &[Cell]| {
            let ends = number(row, "delta_low").zip(number(row, "delta_high"));
            let width = ends.map_or(f64::INFINITY, |(low, high)| (high - low).max(1e-12));
            number(row, "delta").map_or(0.0, |delta| delta.abs() / width)
        };
        shown.sort_by(|one, other| strength(other).total_cmp(&strength(one)));
    }
    if shown.is_empty() {
        let how = if table.rows.iter().any(|row| has_changed(row)) { " significantly" } else { "" };
        writeln!(text, "No figure differs{how}.")?;
    } else {
        let header = ["figure", "A", "B", "B − A", "interval", "p Holm"].map(str::to_owned).to_vec();
        let rows = shown.iter().map(|row| line(compared, row)).collect();
        text += &Grid { header, right: vec![false, true, true, true, true, true], rows }.text();
        let n_others = table.rows.len() - shown.len();
        if n_others > 0 {
            writeln!(text, "… {n_others} more in compare.csv; none differs significantly")?;
        }
        let n_tested = table.rows.iter().filter(|row| number(row, "p_holm").is_some()).count();
        let alpha = level.alpha_percent();
        if extent.is_fixed {
            writeln!(text, "\nMetrics are shown if p (Holm, over {n_tested} figures) is below {alpha} %:")?;
        } else {
            let (n, level) = (table.rows.len(), level.percent());
            writeln!(
                text,
                "\nMetrics are shown if intervals that hold together at {level} % for {n} figures exclude 0:"
            )?;
        }
        writeln!(text, "if nothing changes, one is shown in at most {alpha} % of comparisons.")?;
        writeln!(text, "\nIntervals of {} %; pp = percentage points.", compare.level(pairs).percent())?;
    }
    if let Some(margin) = compare.options.decide {
        let verdict = decision.map_or("inconclusive, raise --games", Decision::word);
        writeln!(
            text,
            "\nVerdict at ±{:.2} pp: {verdict}. The confidence sequences of the win shares hold\n\
             together at {} %, each at {} %.",
            100.0 * margin,
            level.percent(),
            of_each(level, pairs).percent()
        )?;
    }
    if accuracy.is_sequential() {
        writeln!(text, "\n{READING}")?;
    }
    let reduction = rates(pairs)
        .filter_map(|(figure, paired)| paired.difference(figure.scale(), level).reduction)
        .fold(0.0_f64, f64::max);
    if reduction > 1.0 {
        writeln!(
            text,
            "\nTwo separate runs would need up to {reduction:.1} times as many games (win shares)."
        )?;
    }
    text += &stories(compared)?;
    Ok(wrap(&text))
}

/// The games that end differently, if they were requested.
pub(super) fn stories(compared: &Compared<'_>) -> Result<String, std::fmt::Error> {
    let Compared { compare, extent: Extent { played, .. }, explained, .. } = compared;
    let mut text = String::new();
    if compare.options.explain > 0 {
        let of = if explained.searched < *played {
            format!("first {}", grouped(explained.searched))
        } else {
            "pairs".into()
        };
        let n = explained.stories.len();
        writeln!(
            text,
            "\nSearched the {of} of {} pairs for games that end differently; {n} shown.",
            grouped(*played)
        )?;
    }
    text.extend(explained.stories.iter().map(String::as_str));
    Ok(text)
}

/// The figure of a row in words: shares in percent, their differences in percentage points.
fn line(compared: &Compared<'_>, row: &[Cell]) -> Vec<String> {
    let table = &compared.table;
    let is_share = ["a", "b"].iter().any(|column| matches!(table.cell(row, column), Some(Cell::Share(_))));
    let value = |column: &str| match table.number(row, column) {
        None => "–".to_owned(),
        Some(share) if is_share => format!("{} %", fixed(100.0 * share, 2)),
        Some(mean) => fixed(mean, 4),
    };
    let change = |value: f64| match fixed(value, 4) {
        _ if is_share => points(value),
        text if text.starts_with('-') || value == 0.0 => text,
        text => format!("+{text}"),
    };
    let unit = if is_share { " pp" } else { "" };
    let delta = table.number(row, "delta").map(|delta| format!("{}{unit}", change(delta)));
    let ends = table.number(row, "delta_low").zip(table.number(row, "delta_high"));
    let interval = ends.map(|(low, high)| format!("{} to {}", change(low), change(high)));
    let p_value = table.number(row, "p_holm").map(p_value);
    let mut line = vec![table.written(row, "figure"), value("a"), value("b")];
    line.extend([delta, interval, p_value].map(Option::unwrap_or_default));
    line
}

/// A p-value with two significant digits.
fn p_value(p: f64) -> String {
    match p {
        p if p < 1e-300 => "<1e-300".into(),
        p if p < 0.001 => format!("{p:.0e}"),
        p if p < 0.1 => fixed(p, 3),
        p => fixed(p, 2),
    }
}
