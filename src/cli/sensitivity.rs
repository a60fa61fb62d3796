//! `undercard sensitivity`: every number one step up and down, ranked by what it does.

use super::interrupt::{Interrupt, stopped};
use super::options::{Format, Game, Work};
use super::progress::Progress;
use super::{Done, Failure, print};
use crate::config::Plan;
use crate::engine::Hall;
use crate::engine::pairs::{PlayedPairs, figures, play_against};
use crate::model::settings::{Allowed, Value};
use crate::report::{self, Cell, Column, Table};
use crate::stats::many::holm;
use crate::stats::paired::Difference;
use crate::stats::{Interval, Level};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Move every number one step up and down, and rank them by what that does.
///
/// For each numeric setting or card value: how the win share of the worst-off side and the mean
/// length change, paired on common random numbers. p-values are Holm-corrected over all steps.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  undercard sensitivity knife-fight --keys 'rules.*'\n  undercard sensitivity knife-fight --keys 'cards.*.damage' --step 2 --games 100k"
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// Only settings whose key matches; * stands for any text
    #[arg(long, value_name = "GLOB")]
    keys: Vec<String>,
    /// How far a step goes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(i64).range(1..=1000))]
    step: i64,
    #[command(flatten)]
    work: Work,
    /// Folder for sensitivity.csv (default: `reports/NAME/sensitivity`)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Pairs of games of a step where nobody says how many: a fraction of a run's.
const FRACTION: u64 = 10;
/// The most steps of one run: beyond, --keys must choose.
const MOST_STEPS: usize = 4000;

/// One number, one step away.
struct Step {
    key: String,
    from: i64,
    to: i64,
    hall: Box<dyn Hall>,
}

pub(crate) fn run(args: &Args) -> Done {
    let plan = args.game.plan_of(|plan| plan.games / FRACTION)?;
    let level = args.work.level;
    let steps = steps(&plan, args)?;
    let out = args.out.clone().unwrap_or_else(|| Path::new("reports").join(&plan.name).join("sensitivity"));
    let interrupt = Interrupt::listen();
    report::write::prepare(&out).map_err(|error| Failure::Write(error.to_string()))?;
    let base = plan.hall()?;
    let pool = args.work.pool()?;
    let progress = Progress::new(plan.games * steps.len() as u64, plan.players, level, args.work.quiet);
    let halls: Vec<&dyn Hall> = steps.iter().map(|step| &*step.hall).collect();
    let (pairs, games) =
        play_against(&*base, &halls, 0..plan.games, &pool, interrupt.flag(), &|n| progress.add(n));
    progress.finish();
    let worst = worst_off(&*base, &pairs, level);
    let table = table(&plan, &steps, &pairs, &worst, level);
    report::write::table(&out, &table).map_err(|error| Failure::Write(error.to_string()))?;
    if !args.work.quiet {
        print(&match args.work.format {
            Format::Csv => report::csv::text(&table),
            Format::Json => report::json::table(&table),
            Format::Markdown => report::show::markdown(&table),
            Format::Text => text(&plan, &table, &worst, games)?,
        })?;
    }
    match interrupt.code().filter(|_| games < plan.games) {
        Some(code) => Err(stopped(code, &format!("{games} of {} pairs of games a step", plan.games), &out)),
        None => Ok(()),
    }
}

/// Every step that the rules accept.
fn steps(plan: &Plan, args: &Args) -> Result<Vec<Step>, Failure> {
    let wanted = |key: &str| args.keys.is_empty() || args.keys.iter().any(|glob| matches(glob, key));
    let mut steps = Vec::new();
    let mut any = false;
    for setting in &plan.settings {
        let Allowed::Int(low, high) = setting.allowed else { continue };
        let Some(Value::Int(from)) = plan.value(&setting.path).map(|node| &node.value) else { continue };
        if !wanted(&setting.path) || setting.path == "setup.players" {
            continue;
        }
        any = true;
        for to in [from - args.step, from + args.step] {
            // A step that the rules refuse (a deck too small, a limit crossed) is not taken.
            let changed = if (low..=high).contains(&to) {
                plan.with(&[format!("{}={to}", setting.path)]).ok()
            } else {
                None
            };
            if let Some(changed) = changed.filter(|changed| changed.players == plan.players) {
                steps.push(Step { key: setting.path.clone(), from: *from, to, hall: changed.hall()? });
            }
        }
        if steps.len() > MOST_STEPS {
            return Err(Failure::Input(format!(
                "sensitivity: more than {MOST_STEPS} steps; choose some with --keys"
            )));
        }
    }
    if !any {
        let keys =
            plan.settings.iter().filter(|s| matches!(s.allowed, Allowed::Int(..))).map(|s| s.path.as_str());
        let near = args.keys.first().and_then(|glob| crate::model::settings::nearest(glob, keys));
        let hint = near.map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
        return Err(Failure::Input(format!(
            "--keys: no numeric setting matches {}{hint}",
            args.keys.join(", ")
        )));
    }
    if steps.is_empty() {
        return Err(Failure::Input("sensitivity: the rules accept no step of these settings".into()));
    }
    Ok(steps)
}

/// Does the key match? `*` stands for any text.
pub(crate) fn matches(glob: &str, key: &str) -> bool {
    let Some((head, tail)) = glob.split_once('*') else { return glob == key };
    let Some(rest) = key.strip_prefix(head) else { return false };
    (0..=rest.len()).any(|skip| rest.is_char_boundary(skip) && matches(tail, &rest[skip..]))
}

/// The address of the side (or seat) that wins least in the base.
fn worst_off(base: &dyn Hall, pairs: &[PlayedPairs], level: Level) -> String {
    let group = base.ledger().groups.first().map_or("seat", |group| group.name);
    let prefix = format!("win_rates/{group}/");
    let all = figures(base);
    let Some(first) = pairs.first() else { return String::new() };
    let rates =
        first.figures.iter().zip(&first.paired).filter(|(figure, _)| figure.address.starts_with(&prefix));
    let worst = rates
        .filter_map(|(figure, paired)| Some((paired.difference(figure.parts, level).a?, &figure.address)))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, address)| address.clone());
    worst.unwrap_or_else(|| all.first().map(|figure| figure.address.clone()).unwrap_or_default())
}

/// The columns of `sensitivity.csv`.
pub(crate) const COLUMNS: &[Column] = &[
    Column::key("game", "the game's id"),
    Column::key("players", "number of players"),
    Column::key("key", "the setting"),
    Column::key("direction", "`down`, `up`, or `slope`: the change per unit over both steps"),
    Column::of("from", "the setting's value"),
    Column::of("to", "its value after the step; empty for a slope"),
    Column::of("side", "the side that wins least as the rules stand"),
    Column::of("delta", "change of that side's win share"),
    Column::of("delta_low", "lower end of its interval"),
    Column::of("delta_high", "upper end of its interval"),
    Column::of("p_value", "p-value of no change"),
    Column::of("p_holm", "the same, Holm-corrected over all steps"),
    Column::of("length_delta", "change of the mean length"),
    Column::of("length_delta_low", "lower end of its interval"),
    Column::of("length_delta_high", "upper end of its interval"),
    Column::of("method", "how the interval of delta is made"),
];

fn difference(pairs: &PlayedPairs, address: &str, level: Level) -> Option<Difference> {
    let place = pairs.figures.iter().position(|figure| figure.address == address)?;
    Some(pairs.paired[place].difference(pairs.figures[place].parts, level))
}

/// Rows by the size of the larger step's effect, the largest first.
fn table(plan: &Plan, steps: &[Step], pairs: &[PlayedPairs], worst: &str, level: Level) -> Table {
    let differences: Vec<(Option<Difference>, Option<Difference>)> = pairs
        .iter()
        .map(|pairs| (difference(pairs, worst, level), difference(pairs, "metrics/length-mean", level)))
        .collect();
    let p: Vec<f64> =
        differences.iter().filter_map(|(share, _)| share.and_then(|share| share.p_value)).collect();
    let mut corrected = holm(&p).into_iter();
    let mut keys: Vec<(f64, Vec<Vec<Cell>>)> = Vec::new();
    let mut place = 0;
    while place < steps.len() {
        let key = &steps[place].key;
        let n_steps = steps[place..].iter().take_while(|step| step.key == *key).count();
        let mut rows = Vec::new();
        let mut size = 0.0_f64;
        for (step, (share, length)) in steps[place..place + n_steps].iter().zip(&differences[place..]) {
            size = size.max(share.and_then(|share| share.delta).unwrap_or(0.0).abs());
            let direction = if step.to < step.from { "down" } else { "up" };
            let p_holm = share.and_then(|share| share.p_value).and_then(|_| corrected.next());
            rows.push(row(plan, step, direction, Some(step.to), worst, *share, p_holm, *length));
        }
        if let [(Some(down), length_down), (Some(up), length_up)] = &differences[place..place + n_steps] {
            let width = steps[place + 1].to - steps[place].to;
            let lengths = length_down.zip(*length_up).map(|(down, up)| slope(down, up, width));
            rows.push(row(
                plan,
                &steps[place],
                "slope",
                None,
                worst,
                Some(slope(*down, *up, width)),
                None,
                lengths,
            ));
        }
        keys.push((size, rows));
        place += n_steps;
    }
    keys.sort_by(|a, b| b.0.total_cmp(&a.0));
    Table {
        name: "sensitivity",
        columns: COLUMNS,
        rows: keys.into_iter().flat_map(|(_, rows)| rows).collect(),
    }
}

/// [p(v + h) − p(v − h)] / 2h. Its interval is as wide as the two one-sided ones together: never
/// too narrow, whatever the two steps have in common.
fn slope(down: Difference, up: Difference, width: i64) -> Difference {
    #[expect(clippy::cast_precision_loss, reason = "a few steps")]
    let width = width as f64;
    let interval = down
        .interval
        .zip(up.interval)
        .and_then(|(down, up)| Interval::new((up.low - down.high) / width, (up.high - down.low) / width));
    let delta = down.delta.zip(up.delta).map(|(down, up)| (up - down) / width);
    Difference { delta, interval, p_value: None, method: "both-steps", ..up }
}

#[expect(clippy::too_many_arguments, reason = "one argument a group of cells")]
fn row(
    plan: &Plan,
    step: &Step,
    direction: &str,
    to: Option<i64>,
    worst: &str,
    share: Option<Difference>,
    p_holm: Option<f64>,
    length: Option<Difference>,
) -> Vec<Cell> {
    let low = |difference: Option<Difference>| difference.and_then(|d| d.interval).map(|i| i.low);
    let high = |difference: Option<Difference>| difference.and_then(|d| d.interval).map(|i| i.high);
    vec![
        Cell::text(plan.game.id),
        Cell::Count(plan.players as u64),
        Cell::text(&step.key),
        Cell::text(direction),
        Cell::text(step.from.to_string()),
        to.map_or(Cell::Empty, |to| Cell::text(to.to_string())),
        Cell::text(worst.rsplit('/').next().unwrap_or_default()),
        Cell::Share(share.and_then(|share| share.delta)),
        Cell::Share(low(share)),
        Cell::Share(high(share)),
        Cell::P(share.and_then(|share| share.p_value)),
        Cell::P(p_holm),
        Cell::Mean(length.and_then(|length| length.delta)),
        Cell::Mean(low(length)),
        Cell::Mean(high(length)),
        Cell::text(share.map_or("", |share| share.method)),
    ]
}

/// Steps shown in the terminal.
const SHOWN: usize = 20;
/// Cells of the longest bar.
const BAR: f64 = 20.0;

fn text(plan: &Plan, table: &Table, worst: &str, games: u64) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let side = worst.trim_start_matches("win_rates/").replace('/', " ");
    writeln!(text, "{}: {games} pairs of games a step, seed {}", plan.game.title, plan.seed)?;
    writeln!(
        text,
        "Change of the win share of {side}, who wins least, in percentage points; * is significant (Holm, 5 %)\n"
    )?;
    let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(|row| row[5] != Cell::Empty).collect();
    let delta = |row: &[Cell]| 100.0 * row[7].number().unwrap_or(0.0);
    let most = rows.iter().map(|row| delta(row).abs()).fold(1e-9, f64::max);
    let width = rows.iter().take(SHOWN).map(|row| row[2].write().len()).max().unwrap_or(0);
    for row in rows.iter().take(SHOWN) {
        let change = format!("{} → {}", row[4].write(), row[5].write());
        let star = if row[11].number().is_some_and(|p| p < 0.05) { "*" } else { " " };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 20")]
        let cells = (delta(row).abs() / most * BAR).round() as usize;
        let bar = if delta(row) < 0.0 { "▒" } else { "█" }.repeat(cells);
        writeln!(
            text,
            "{:<width$}  {change:>10}  {:>+7.2}{star} {bar:<20}  length {:>+7.2}",
            row[2].write(),
            delta(row) + 0.0,
            row[12].number().unwrap_or(0.0) + 0.0
        )?;
    }
    if rows.len() > SHOWN {
        writeln!(text, "… {} more steps in sensitivity.csv", rows.len() - SHOWN)?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        for (glob, key) in [
            ("rules.*", "rules.max-rounds"),
            ("*.damage", "cards.ten.damage"),
            ("cards.*.damage", "cards.ten.damage"),
            ("*", "x"),
            ("a.b", "a.b"),
        ] {
            assert!(matches(glob, key), "{glob} {key}");
        }
        for (glob, key) in [("rules.*", "setup.x"), ("a", "ab"), ("cards.*.damage", "cards.ten.strength")] {
            assert!(!matches(glob, key), "{glob} {key}");
        }
    }
}
