//! The summary with all three measures, for `--verbose`.

use super::super::driver::READING;
use super::Impact;
use crate::report::show::{Grid, bar, counted, points, wrap};
use crate::report::{Cell, Results, Table};
use std::fmt::{self, Write};

/// Cards shown in the terminal.
pub(super) const SHOWN: usize = 20;

/// The summary.
pub(super) fn text(impact: &Impact, results: &Results<'_>, table: &Table) -> Result<String, fmt::Error> {
    let Impact { plan, simulation, accuracy, .. } = impact;
    let mut text = String::new();
    let number = |row: &[Cell], column: &str| table.number(row, column);
    writeln!(
        text,
        "{}: {}, seed {}; bots: {}",
        plan.game.title,
        counted(results.tally.games, "games"),
        plan.seed,
        results.bots.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    )?;
    writeln!(
        text,
        "Replayed for each player without each card.\nMissing card: {}.",
        simulation.replacement()
    )?;
    writeln!(
        text,
        "\nDifferences in the win share of the card's player, in percentage points{}\n",
        accuracy.stars(table.rows.iter().any(|row| number(row, "p_holm").is_some()))
    )?;
    let all = table.rows.iter().filter(|row| table.written(row, "side") == "all");
    let by = |row: &[Cell]| number(row, "ablation").unwrap_or(f64::NEG_INFINITY);
    let (mut rows, kept): (Vec<&Vec<Cell>>, Vec<&Vec<Cell>>) = all.partition(|row| by(row).is_finite());
    rows.sort_by(|a, b| by(b).total_cmp(&by(a)));
    let most =
        rows.iter().filter_map(|row| number(row, "ablation")).fold(1e-9, |most, by| by.abs().max(most));
    let event = table.rows.first().map(|row| table.written(row, "event")).unwrap_or_default();
    let known = |share: Option<f64>| share.map_or_else(|| "–".to_owned(), points);
    let line = |row: &Vec<Cell>| {
        let ablation = number(row, "ablation");
        let is_significant = number(row, "p_holm").is_some_and(|p| p < results.level.alpha());
        let bar = ablation.map_or_else(String::new, |by| bar(by, most));
        let ends = number(row, "ablation_low").zip(number(row, "ablation_high"));
        let ends = ends.map(|(low, high)| format!("{} to {}", points(low), points(high)));
        let flag = match table.written(row, "disagree").as_str() {
            "both" => "event, baseline".to_owned(),
            flag => flag.to_owned(),
        };
        vec![
            table.written(row, "card"),
            known(number(row, "event_difference")),
            known(number(row, "opening_difference")),
            format!("{}{}", known(ablation), if is_significant { "*" } else { " " }),
            ends.unwrap_or_default(),
            if flag.is_empty() { bar } else { format!("{bar} ! {flag}") },
        ]
    };
    let (first, last) =
        if rows.len() > SHOWN { (SHOWN / 2, rows.len() - SHOWN / 2) } else { (rows.len(), rows.len()) };
    let header = ["card", &event, "opening", "ablation ", "interval", ""].map(str::to_owned).to_vec();
    let mut lines: Vec<Vec<String>> = rows[..first].iter().map(|row| line(row)).collect();
    if last > first {
        lines.push(
            vec![format!("… {} more", last - first)].into_iter().chain(vec![String::new(); 5]).collect(),
        );
    }
    lines.extend(rows[last..].iter().map(|row| line(row)));
    let grid = Grid { header, right: vec![false, true, true, true, true, false], rows: lines };
    text += &grid.text();
    if !kept.is_empty() {
        writeln!(text, "\nNo ablation is possible for {}.", list(table, &kept))?;
    }
    if accuracy.is_sequential() {
        writeln!(text, "\n{READING}")?;
    }
    let reasons: Vec<String> = rows.iter().map(|row| table.written(row, "disagree")).collect();
    for (reason, meaning) in [
        (
            "event",
            "the course of the game determines which players have the event, so that difference is not an effect of the card",
        ),
        (
            "baseline",
            "`opening` compares the card with an average other card in the opening hand, `ablation` with the \
             replacement for the whole game",
        ),
    ] {
        if reasons.iter().any(|known| known == reason || known == "both") {
            writeln!(text, "\n! {reason}: the signs differ because {meaning}.")?;
        }
    }
    Ok(wrap(&text))
}

/// The ids of the rows' cards, at most five by name.
pub(super) fn list(table: &Table, rows: &[&Vec<Cell>]) -> String {
    const NAMED: usize = 5;
    let mut ids: Vec<String> = rows.iter().take(NAMED).map(|row| table.written(row, "card")).collect();
    if rows.len() > NAMED {
        ids.push(format!("{} more", rows.len() - NAMED));
    }
    ids.join(", ")
}
