//! The summary of the steps with addresses and the change in mean length, for `--verbose`.

use super::super::driver::READING;
use super::{HEADLINE, Sensitivities, Sensitivity};
use crate::report::Cell;
use crate::report::show::{Grid, bar, grouped, signed, wrap};
use std::fmt::{self, Write};

/// Maximum number of steps in the summary.
const SHOWN: usize = 20;

/// The summary.
pub(super) fn text(result: &Sensitivities<'_>) -> Result<String, fmt::Error> {
    let Sensitivities { sensitivity, shown, table, extent } = result;
    let games = extent.played;
    let (Sensitivity { plan, .. }, accuracy) = (sensitivity, sensitivity.accuracy());
    let mut text = String::new();
    let is_share = shown.unit == "share";
    writeln!(text, "{}: {} pairs of games per step, seed {}", plan.game.title, grouped(games), plan.seed)?;
    let number = |row: &[Cell], column: &str| table.number(row, column);
    let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(|row| (HEADLINE.rows)(table, row)).collect();
    let is_tested = rows.iter().any(|row| number(row, "p_holm").is_some());
    writeln!(
        text,
        "Change in {}{}{},\nand in mean length{}\n",
        shown.address,
        if sensitivity.shown.is_some() { "" } else { " (lowest win rate)" },
        if is_share { ", in percentage points" } else { "" },
        accuracy.stars(is_tested)
    )?;
    let scale = if is_share { 100.0 } else { 1.0 };
    let delta = |row: &[Cell]| scale * number(row, "delta").unwrap_or(0.0);
    let ends = |row: &[Cell]| number(row, "delta_low").zip(number(row, "delta_high"));
    let is_significant = |row: &[Cell]| match number(row, "p_holm") {
        Some(p) => p < accuracy.level.alpha(),
        None => {
            (!extent.is_fixed || shown.changes.is_some())
                && ends(row).is_some_and(|(low, high)| low > 0.0 || high < 0.0)
        }
    };
    // Bars are for changes that are no noise.
    let clear = rows.iter().filter(|row| is_significant(row));
    let most = clear.map(|row| delta(row).abs()).fold(1e-9, f64::max);
    let line = |row: &&Vec<Cell>| {
        let is_significant = is_significant(row);
        let interval = ends(row).map(|ends| {
            let [low, high] = [ends.0, ends.1].map(|end| signed(scale * end, 2));
            format!("{low} to {high}")
        });
        vec![
            table.written(row, "key"),
            format!("{} → {}", table.written(row, "old_value"), table.written(row, "new_value")),
            format!("{}{}", signed(delta(row), 2), if is_significant && is_tested { "*" } else { " " }),
            interval.unwrap_or_default(),
            if is_significant { bar(delta(row), most) } else { String::new() },
            signed(number(row, "length_delta").unwrap_or(0.0), 2),
        ]
    };
    let lines = rows.iter().take(SHOWN).map(line).collect();
    let measured = if shown.address.starts_with("win_rates/") { "win share " } else { "figure " };
    let header = ["setting", "step", measured, "interval", "", "mean length"].map(str::to_owned).to_vec();
    text += &Grid { header, right: vec![false, true, true, true, false, true], rows: lines }.text();
    if rows.len() > SHOWN {
        writeln!(text, "… {} more steps in sensitivity.csv", rows.len() - SHOWN)?;
    }
    if accuracy.is_sequential() {
        writeln!(text, "\n{READING}")?;
    }
    Ok(wrap(&text))
}
