//! A comparison for people.

use super::super::driver::READING;
use super::{Compared, Decision, RATES, of_each, rates};
use crate::report;
use std::fmt::Write;

pub(super) fn text(compared: &Compared<'_>) -> Result<String, std::fmt::Error> {
    let Compared { compare, pairs, decision, table, extent, stories } = compared;
    let games = extent.played;
    let (one, two, accuracy) = (&compare.one, &compare.two, compare.accuracy);
    let level = accuracy.level;
    let mut text = String::new();
    writeln!(
        text,
        "{}: {games} pairs of games, seed {}, the same luck on both sides",
        one.game.title, one.seed
    )?;
    let differences = compare.differences();
    writeln!(
        text,
        "A: {}   B: {}",
        one.name,
        if differences.is_empty() { two.name.clone() } else { differences.join(", ") }
    )?;
    writeln!(text)?;
    let mut short = table.clone();
    // For people, of what moved: every win rate and outcome, and what moved beyond doubt.
    short.rows.retain(|row| {
        let number = |column: &str| table.number(row, column);
        let address = table.written(row, "figure");
        number("delta").is_some_and(|delta| delta != 0.0)
            && (address.starts_with(RATES)
                || address.starts_with("outcomes/")
                || number("p_value").is_some_and(|p| p < level.alpha())
                || number("delta_low").is_some_and(|low| low > 0.0)
                || number("delta_high").is_some_and(|high| high < 0.0))
    });
    if short.rows.is_empty() {
        let differs =
            table.rows.iter().any(|row| table.number(row, "delta").is_some_and(|delta| delta != 0.0));
        writeln!(text, "No figure differs{}.", if differs { " beyond doubt" } else { "" })?;
    } else {
        text += &report::show::columns(
            &short,
            &["figure", "a", "b", "delta", "delta_low", "delta_high", "p_value", "variance_reduction"],
        );
        let n_others = table.rows.len() - short.rows.len();
        if n_others > 0 {
            writeln!(text, "… {n_others} more in compare.csv, of which none differs beyond doubt")?;
        }
    }
    if let Some(margin) = compare.decide {
        let verdict = decision.map_or("inconclusive: more games would decide", Decision::word);
        writeln!(
            text,
            "\nVerdict at ±{:.2} pp: {verdict} (confidence sequences, each at {} %: together the win shares' \
             hold at {} %)",
            100.0 * margin,
            of_each(level, pairs).percent(),
            level.percent()
        )?;
    }
    if accuracy.is_watched() {
        writeln!(text, "\n{READING}")?;
    }
    let reduction = rates(pairs)
        .filter_map(|(figure, paired)| paired.difference(figure.scale(), level).reduction)
        .fold(0.0_f64, f64::max);
    if reduction > 0.0 {
        writeln!(text, "\nFor win shares this pairing was worth up to {reduction:.1} × the games.")?;
    }
    text.extend(stories.iter().map(String::as_str));
    Ok(text)
}
