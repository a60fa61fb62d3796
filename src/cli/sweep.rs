//! `undercard sweep`: a grid over one or more settings.

use super::Done;
use super::forecast::Forecast;
use super::looks::Enough;
use super::options::{Game, Work};
use super::run::{play_enough, results, sample};
use super::stage::{Ended, Stage};
use crate::config::targets::listed;
use crate::config::{Plan, fault};
use crate::model::settings::{ConfigError, ConfigErrors, clipped, nearest};
use crate::report::sweep::MOST_SETTINGS;
use crate::report::{self, Cell, Table};
use crate::stats::Level;
use std::fmt::Write;

/// Play every cell of a grid of settings.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// A setting and its values: KEY=a..b, KEY=a..b..step or KEY=x,y,z; up to three
    #[arg(long, required = true, value_name = "KEY=VALUES", value_parser = vary)]
    vary: Vec<Vary>,
    /// The figure that the picture shows (default: the first win rate)
    #[arg(long, value_name = "ADDRESS")]
    show: Option<String>,
    #[command(flatten)]
    enough: Enough,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard sweep knife-fight --vary rules.bleed-divisor=2..6
  undercard sweep knife-fight --vary cards.ten.damage=4..12..2 --vary setup.hand-size=2,3,4
  undercard sweep knife-fight --vary rules.tie=both-hit,no-hit --show metrics/length-mean
  undercard sweep knife-fight --vary rules.bleed-divisor=2..6 --precision 1pp

Writes sweep.csv; docs/csv.md says what every column means. --precision is about
every win share of a cell: each cell is played until it is reached there.";

/// A setting and the values that it takes in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Vary {
    key: String,
    values: Vec<String>,
}

/// The most cells of a grid.
const MOST_CELLS: usize = 10_000;
/// Games of a cell where nobody says how many: a fraction of a run's.
const FRACTION: u64 = 10;

fn vary(text: &str) -> Result<Vary, String> {
    let wrong = || "KEY=a..b, KEY=a..b..step or KEY=x,y,z".to_owned();
    let (key, values) = text.split_once('=').ok_or_else(wrong)?;
    let numbers: Option<Vec<i64>> = values.split("..").map(|number| number.trim().parse().ok()).collect();
    let values: Vec<String> = match (values.contains(".."), numbers.as_deref()) {
        (true, Some([low, high])) if low <= high => range(*low, *high, 1)?,
        (true, Some([low, high, step])) if low <= high && *step > 0 => range(*low, *high, *step)?,
        (true, _) => return Err(wrong()),
        (false, _) => values.split(',').map(|value| value.trim().to_owned()).collect(),
    };
    if key.trim().is_empty() || values.iter().any(String::is_empty) {
        return Err(wrong());
    }
    Ok(Vary { key: key.trim().to_owned(), values })
}

fn range(low: i64, high: i64, step: i64) -> Result<Vec<String>, String> {
    let step = usize::try_from(step).map_err(|_| "a step above 0".to_owned())?;
    let values: Vec<String> =
        (low..=high).step_by(step).take(MOST_CELLS + 1).map(|value| value.to_string()).collect();
    if values.len() > MOST_CELLS { Err(format!("at most {MOST_CELLS} values")) } else { Ok(values) }
}

/// One cell of the grid.
struct CellOf {
    values: Vec<String>,
    plan: Plan,
}

pub(crate) fn run(args: &Args) -> Done {
    let plan = args.game.plan()?.or_games(|plan| plan.games / FRACTION);
    let cells = cells(&plan.untargeted(), &args.vary)?;
    let show = args.show.as_ref().map(|show| known_figure(show, &cells)).transpose()?;
    let level = args.work.level;
    if args.enough.plan {
        return forecast(args, &cells);
    }
    let all = plan.games * cells.len() as u64;
    let stage = Stage::open(&plan, "sweep", all, &args.work)?;
    let watched = args.enough.precision.is_some();
    let (mut rows, mut n_played, mut n_short) = (Vec::new(), 0, 0);
    for cell in &cells {
        let simulation = cell.plan.simulation();
        let (tally, far) = play_enough(&stage, &args.enough, &cell.plan, &*simulation, level);
        if !far.is_done {
            break;
        }
        let results = results(&cell.plan, &*simulation, &tally, level, !watched);
        let keys = args.vary.iter().map(|vary| vary.key.as_str());
        rows.extend(report::sweep::rows(
            &results,
            &keys.zip(cell.values.iter().map(String::as_str)).collect::<Vec<_>>(),
        ));
        n_played += 1;
        n_short += usize::from(!far.is_enough);
    }
    stage.finish();
    let table = report::sweep::table(rows);
    let ended = Ended {
        is_done: n_played == cells.len(),
        is_fixed: !watched,
        played: format!("{n_played} of {} cells", cells.len()),
    };
    stage.file(&plan, &[&table], &ended, Vec::new())?;
    if n_played > 0 {
        args.work.show(&table, || text(&plan, args, show.as_deref(), &table, level))?;
    }
    if n_short > 0 {
        args.enough.tell_short(&format!("{} games, in {n_short} of {n_played} cells,", plan.games));
    }
    stage.end(&ended)
}

/// What a sweep would take and tell, as its first cell goes.
fn forecast(args: &Args, cells: &[CellOf]) -> Done {
    let Some(CellOf { plan, .. }) = cells.first() else { return Ok(()) };
    let sample = sample(plan, &*plan.simulation(), &args.work.pool()?, args.work.level);
    let amount = format!("{} cells of {} games", cells.len(), plan.games);
    let forecast = Forecast { amount, unit: "games a cell", times: cells.len(), ..sample };
    forecast.print(args.enough.stop(args.work.level), args.work.level)
}

/// Every cell of the grid, checked before any is played.
///
/// # Errors
/// All faults of all cells, or there are too many.
fn cells(plan: &Plan, vary: &[Vary]) -> Result<Vec<CellOf>, ConfigErrors> {
    let refuse =
        |found: String, expected: String| Err(ConfigErrors(vec![fault("--vary", "", found, expected)]));
    if vary.len() > MOST_SETTINGS {
        return refuse(format!("{} settings", vary.len()), format!("at most {MOST_SETTINGS}"));
    }
    if let Some(nth) =
        (0..vary.len()).find(|nth| vary[..*nth].iter().any(|known| known.key == vary[*nth].key))
    {
        let found = format!("\"{}\" more than once", clipped(&vary[nth].key));
        return refuse(found, "every setting once".into());
    }
    let n_cells = vary.iter().try_fold(1_usize, |n, vary| n.checked_mul(vary.values.len()));
    if n_cells.is_none_or(|n| n > MOST_CELLS) {
        return refuse("more cells".into(), format!("at most {MOST_CELLS}"));
    }
    let mut grid: Vec<Vec<String>> = vec![Vec::new()];
    for vary in vary {
        let longer = |cell: &Vec<String>| {
            vary.values
                .iter()
                .map(|value| cell.iter().cloned().chain([value.clone()]).collect())
                .collect::<Vec<_>>()
        };
        grid = grid.iter().flat_map(longer).collect();
    }
    let (mut cells, mut faults) = (Vec::new(), Vec::new());
    for values in grid {
        let set: Vec<String> =
            vary.iter().zip(&values).map(|(vary, value)| format!("{}={value}", vary.key)).collect();
        match plan.with(&set, "--vary") {
            Ok(plan) => cells.push(CellOf { values, plan }),
            Err(ConfigErrors(more)) => faults.extend(more),
        }
    }
    if faults.is_empty() { Ok(cells) } else { Err(ConfigErrors(faults)) }
}

/// The figure of any cell that has this address. Asked before hours are spent on playing.
///
/// # Errors
/// There is none.
fn known_figure(show: &str, cells: &[CellOf]) -> Result<String, ConfigErrors> {
    let mut known = Vec::new();
    for CellOf { plan, .. } in cells {
        let simulation = plan.simulation();
        known =
            report::addresses(plan.game.id, plan.players(), simulation.schema(), &simulation.lineup().names);
        known.retain(|address| {
            address.split('/').next().is_some_and(|report| report::sweep::SHOWN.contains(&report))
        });
        if let Some(address) = listed(show, &known) {
            return Ok(address.to_owned());
        }
    }
    let found = format!("\"{}\"", clipped(show));
    let expected =
        "the address of a win rate, outcome or metric, as `undercard list GAME --metrics` lists them";
    let hint = nearest(show, known.iter().map(String::as_str));
    Err(ConfigErrors(vec![ConfigError { hint, ..fault("--show", "", found, expected) }]))
}

fn text(
    plan: &Plan,
    args: &Args,
    show: Option<&str>,
    table: &Table,
    level: Level,
) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let first = || table.rows.first().map(|row| row[8].write());
    let shown = show.map(str::to_owned).or_else(first).unwrap_or_default();
    let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(|row| row[8].write() == shown).collect();
    let (at_most, intervals) = if args.enough.precision.is_some() {
        ("at most ", "confidence sequences")
    } else {
        ("", "intervals")
    };
    write!(text, "{}: {at_most}{} games a cell, seed {}; {shown}", plan.game.title, plan.games, plan.seed)?;
    // A map has no room for intervals.
    if args.vary.len() != 2 {
        write!(text, " with {} % {intervals}", level.percent())?;
    }
    writeln!(text, "\n")?;
    if rows.is_empty() {
        writeln!(text, "No cell has the figure {shown}.")?;
        return Ok(text);
    }
    let numbers: Vec<f64> = rows.iter().filter_map(|row| row[9].number()).collect();
    let (least, most) =
        numbers.iter().fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(*value), high.max(*value)));
    let shade = |value: f64, shades: &[char]| {
        let span = (most - least).max(1e-12);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a place among the shades"
        )]
        let place = ((value - least) / span * (shades.len() - 1) as f64).round() as usize;
        shades[place.min(shades.len() - 1)]
    };
    if args.vary.len() == 2 {
        // A heat map: the first setting down, the second across.
        let across = &args.vary[1].values;
        let width = across.iter().map(String::len).max().unwrap_or(0).max(8);
        let label =
            args.vary[0].values.iter().map(String::len).max().unwrap_or(0).max(args.vary[0].key.len());
        write!(text, "{:<label$}", args.vary[0].key)?;
        writeln!(text, "  {}", args.vary[1].key)?;
        write!(text, "{:<label$}", "")?;
        for value in across {
            write!(text, "  {value:>width$}  ")?;
        }
        writeln!(text)?;
        for down in &args.vary[0].values {
            write!(text, "{down:<label$}")?;
            for value in across {
                // A cell without the figure, or that was not played, is empty.
                let is_it = |row: &&&Vec<Cell>| row[3].write() == *down && row[5].write() == *value;
                match rows.iter().find(is_it).map(|row| &row[9]) {
                    Some(cell) => {
                        let shade = shade(cell.number().unwrap_or(least), &['░', '▒', '▓', '█']);
                        write!(text, "  {:>width$} {shade}", cell.write())?;
                    }
                    None => write!(text, "  {:>width$}  ", "–")?,
                }
            }
            writeln!(text)?;
        }
        return Ok(text);
    }
    for row in rows {
        let place: Vec<String> = (0..args.vary.len())
            .map(|nth| format!("{}={}", row[2 + 2 * nth].write(), row[3 + 2 * nth].write()))
            .collect();
        let value = row[9].number().unwrap_or(least);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to 30")]
        let bar = "█".repeat(1 + ((value - least) / (most - least).max(1e-12) * 29.0).round() as usize);
        writeln!(
            text,
            "{:<34} {:>10}  [{}, {}]  {bar}",
            place.join(" "),
            row[9].write(),
            row[10].write(),
            row[11].write()
        )?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_are_ranges_or_lists() {
        let values = |text: &str| vary(text).expect("values").values;
        assert_eq!(values("k=2..4"), ["2", "3", "4"]);
        assert_eq!(values("k=4..12..4"), ["4", "8", "12"]);
        assert_eq!(values("k=a, b"), ["a", "b"]);
        for wrong in ["k", "=1", "k=", "k=5..2", "k=1..2..0", "k=1..", "k=a..b", "k=1..9999999999", "k=1,,2"]
        {
            assert!(vary(wrong).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_parser_panic(text in "\\PC{0,20}|k=-?[0-9]{1,20}\\.\\.-?[0-9]{1,20}(\\.\\.[0-9]{1,20})?") {
            let _ = vary(&text);
        }
    }
}
