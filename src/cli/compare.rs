//! `undercard compare`: two configurations on common random numbers.

use super::forecast::{Forecast, Sample, Stop, Told};
use super::looks::{Enough, Headline, READING, play_on};
use super::options::{Game, Work, both, percentage_points};
use super::provenance::texts;
use super::stage::{Ended, Stage};
use super::{Done, Failure, print};
use crate::config::tree::{self, Change};
use crate::config::{Effective, FILED, Plan, apply_by, effective};
use crate::games::NO_SETTINGS;
use crate::model::settings::{ConfigErrors, Value};
use crate::report::{self, Table};
use crate::simulation::Simulation;
use crate::simulation::paired::play_against;
use crate::stats::Level;
use crate::stats::compared::{Figure, PlayedPairs};
use crate::stats::paired::Paired;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

/// Compare two configurations, game by game, on the same luck.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// The second configuration (default: the first one, changed by --set-b and --bots-b)
    #[arg(value_name = "CONFIG_B")]
    second: Option<String>,
    /// Change a setting of the second configuration only
    #[arg(long, value_name = "KEY=VALUE")]
    set_b: Vec<String>,
    /// Bots of the second configuration
    #[arg(long, value_name = "BOT,…", value_delimiter = ',')]
    bots_b: Vec<String>,
    /// Stop as soon as every win share is known to differ by more, or by less, than this
    #[arg(long, value_name = "±POINTS", value_parser = percentage_points, conflicts_with = "precision")]
    decide: Option<f64>,
    #[command(flatten)]
    enough: Enough,
    /// Tell the N most telling games up to where the two sides part
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "plan")]
    explain: usize,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard compare knife-fight --set-b cards.ten.damage=9
  undercard compare knife-fight house.toml --games 1M
  undercard compare knife-fight --bots random --bots-b cutter,random
  undercard compare knife-fight --set-b rules.tie=no-hit --decide 0.5pp --explain 2
  undercard compare knife-fight --set-b cards.ten.damage=9 --precision 0.1pp

Writes compare.csv; docs/csv.md says what every column means. --precision is
about every difference of win shares.";

pub(crate) fn run(args: &Args) -> Done {
    if args.second.is_none() && args.set_b.is_empty() && args.bots_b.is_empty() {
        let message = "compare: nothing differs: name a second CONFIG, or use --set-b or --bots-b";
        return Err(Failure::Input(message.into()));
    }
    let first = effective(&args.game.config);
    // One that is changed for the second side is read once.
    let second = args.second.as_ref().map_or_else(|| first.clone(), |second| effective(second));
    let one = first.and_then(|first| Plan::of_config(first, &args.game.asked()));
    let two = second.and_then(|second| second_plan(args, second, one.as_ref().ok()));
    let (one, two) = both(one, two)?;
    if one.game.id != two.game.id {
        return Err(Failure::Input(format!("compare: {} and {} are two games", one.game.id, two.game.id)));
    }
    if one.players() != two.players() {
        let message =
            format!("compare: {} players on one side, {} on the other", one.players(), two.players());
        return Err(Failure::Input(message));
    }
    let (first, second) = (one.simulation(), two.simulation());
    // What decides is what is printed: together, the intervals of all win shares hold at the level.
    let level = |pairs: &PlayedPairs| match args.decide {
        Some(_) => of_each(args.work.level, pairs),
        None => args.work.level,
    };
    let table = |pairs: &PlayedPairs, fixed| {
        let asked = report::compare::Asked {
            game: one.game.id,
            players: one.players(),
            equal: one.digest == two.digest,
            fixed,
            planned: one.games,
            level: level(pairs),
        };
        report::compare::table(&asked, pairs)
    };
    if args.enough.plan {
        return forecast(args, &one, [&*first, &*second], |pairs| table(pairs, true));
    }
    let stage = Stage::open(&one, "compare", one.games, &args.work)?;
    let watched = args.decide.is_some() || args.enough.precision.is_some();
    let mut verdict = None;
    let (pairs, far) = play_on(
        Vec::new(),
        0..one.games,
        watched,
        &stage.interrupt,
        |pairs, games| {
            let (pool, stop) = (&stage.pool, stage.flag());
            let (more, n_games) = play_against(&*first, &[&*second], games, pool, stop, &|n| stage.add(n));
            PlayedPairs::merge(pairs, more);
            n_games
        },
        |pairs| {
            let Some(pairs) = pairs.first() else { return false };
            verdict = args.decide.and_then(|margin| decided(pairs, margin, one.games, level(pairs)));
            verdict.is_some() || args.enough.is_reached(|| HEADLINE.widest(&table(pairs, false)))
        },
    );
    stage.finish();
    let pairs = pairs.first().ok_or_else(|| Failure::Input("compare: no games were played".into()))?;
    let ended = Ended {
        is_done: far.is_done,
        is_fixed: !watched && far.is_done,
        played: format!("{} of {} pairs of games", far.games, one.games),
    };
    let table = table(pairs, ended.is_fixed);
    stage.file(&one, &[&table], &ended, beside(&one, &two))?;
    args.work.show(&table, || text(args, &one, &two, pairs, &table, far.games, verdict))?;
    for story in explain(&*first, &*second, args.explain, far.games) {
        print(&story)?;
    }
    if far.is_done && !far.is_enough {
        args.enough.tell_short(&format!("{} pairs of games", one.games));
    }
    stage.end(&ended)?;
    if args.decide.is_some() && verdict.is_none() { Err(Failure::Judged(11)) } else { Ok(()) }
}

/// What a comparison is about: every difference of win shares.
const HEADLINE: Headline =
    Headline { column: "delta", rows: |table, row| table.written(row, "figure").starts_with(RATES) };
const RATES: &str = "win_rates/";

/// What a comparison would take and tell.
fn forecast(
    args: &Args,
    plan: &Plan,
    [one, two]: [&dyn Simulation; 2],
    table: impl Fn(&PlayedPairs) -> Table,
) -> Done {
    let (pool, level) = (args.work.pool()?, args.work.level);
    let (sample, (pairs, _)) = Sample::play(plan.games, |games| {
        play_against(one, &[two], 0..games, &pool, &AtomicBool::new(false), &|_| {})
    });
    let pairs = pairs.first();
    let decide = args.decide.zip(pairs).map(|(margin, pairs)| {
        let deltas =
            rates(pairs).filter_map(|(figure, paired)| paired.difference(figure.scale(), level).delta);
        let largest = deltas.map(f64::abs).fold(0.0, f64::max);
        let level = of_each(level, pairs);
        // The largest difference is the first to be seen outside, or the last to be seen inside.
        Stop { option: "--decide", half_width: (largest - margin).abs(), level }
    });
    let forecast = Forecast {
        plan,
        amount: format!("{} pairs of games", plan.games),
        unit: "pairs of games",
        sample,
        times: 1,
        threads: pool.current_num_threads(),
        told: Told::Difference("Every difference of win shares".into()),
        deviation: pairs.and_then(|pairs| HEADLINE.deviation(&table(pairs), sample.games, level)),
    };
    forecast.print(decide.or(args.enough.stop(level)), level)
}

/// The figures that a comparison is about.
fn rates(pairs: &PlayedPairs) -> impl Iterator<Item = (&Figure, &Paired)> {
    pairs.figures.iter().zip(&pairs.paired).filter(|(figure, _)| figure.address.starts_with(RATES))
}

/// The level of each win share's interval, where all of them together hold at this one.
fn of_each(level: Level, pairs: &PlayedPairs) -> Level {
    level.shared_by(rates(pairs).count())
}

/// The second side: the second config, or the first one again, with what is said for both sides
/// and what is said for this one only. It plays the games of the first: its own seed and number do
/// not count.
fn second_plan(args: &Args, config: Effective, one: Option<&Plan>) -> Result<Plan, ConfigErrors> {
    let mut asked = args.game.asked();
    if let Some(one) = one {
        (asked.seed, asked.games) = (Some(one.seed), Some(one.games));
    }
    if !args.bots_b.is_empty() {
        asked.bots.clone_from(&args.bots_b);
        asked.bots_by = Some("--bots-b");
    }
    let Effective { game, name, mut tree, .. } = config;
    let mut faults = Vec::new();
    if args.second.is_none() {
        // Its targets are judged where nothing is changed.
        tree::remove(&mut tree, "targets");
    }
    // Both sides play the same games, and no targets are judged.
    let options = [("--set", &FILED[..], &asked.set), ("--set-b", &NO_SETTINGS[..], &args.set_b)];
    for (option, refused, set) in options {
        faults.extend(set.iter().filter_map(|set| apply_by(option, refused, &mut tree, set).err()));
    }
    Plan::of_tree(game, name, tree, &asked, faults)
}

/// The verdict on all win shares together, if it is reached: every difference inside the margin,
/// or one of them wholly outside; each interval is at this level.
fn decided(pairs: &PlayedPairs, margin: f64, tightest: u64, level: Level) -> Option<&'static str> {
    let rates = || rates(pairs);
    let ends = |(figure, paired): (&Figure, &Paired)| paired.sequence(figure.scale(), tightest, level);
    if rates().any(|pair| ends(pair).is_some_and(|i| i.low > margin || i.high < -margin)) {
        return Some("different");
    }
    let same = rates().all(|pair| ends(pair).is_some_and(|i| i.low >= -margin && i.high <= margin));
    same.then_some("the same")
}

fn text(
    args: &Args,
    one: &Plan,
    two: &Plan,
    pairs: &PlayedPairs,
    table: &Table,
    games: u64,
    verdict: Option<&str>,
) -> Result<String, std::fmt::Error> {
    let level = args.work.level;
    let mut text = String::new();
    writeln!(
        text,
        "{}: {games} pairs of games, seed {}, the same luck on both sides",
        one.game.title, one.seed
    )?;
    let differences: Vec<String> = one.changes(two).iter().map(Change::to_string).collect();
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
    if let Some(margin) = args.decide {
        let verdict = verdict.unwrap_or("inconclusive: more games would decide");
        writeln!(
            text,
            "\nVerdict at ±{:.2} pp: {verdict} (confidence sequences, each at {} %: together the win shares' \
             hold at {} %)",
            100.0 * margin,
            of_each(level, pairs).percent(),
            level.percent()
        )?;
    }
    if args.enough.precision.is_some() {
        writeln!(text, "\n{READING}")?;
    }
    let reduction = rates(pairs)
        .filter_map(|(figure, paired)| paired.difference(figure.scale(), level).reduction)
        .fold(0.0_f64, f64::max);
    if reduction > 0.0 {
        writeln!(text, "\nFor win shares this pairing was worth up to {reduction:.1} × the games.")?;
    }
    Ok(text)
}

/// What is told of the second side where the first one is told whole.
fn beside(one: &Plan, two: &Plan) -> Vec<(&'static str, Value)> {
    let differs: Vec<String> = one.changes(two).iter().map(Change::to_string).collect();
    vec![("config-digest-b", Value::Text(two.digest.clone())), ("b-differs", texts(&differs))]
}

/// Games that are looked through for telling ones.
const LOOKED_THROUGH: u64 = 20_000;
/// Lines of a story shown before and after the sides part.
const BEFORE: usize = 8;
const AFTER: usize = 14;

/// The games that another side won, the shortest first, each told up to where the sides part.
fn explain(one: &dyn Simulation, two: &dyn Simulation, n_games: usize, played: u64) -> Vec<String> {
    if n_games == 0 {
        return Vec::new();
    }
    let range = 0..played.min(LOOKED_THROUGH);
    let mut results = Vec::new();
    one.worker().show(range.clone(), &mut |_, result| results.push((result.outcome, result.length)));
    let mut telling = Vec::new();
    two.worker().show(range, &mut |game_idx, result| {
        let place = usize::try_from(game_idx).unwrap_or(usize::MAX);
        if let Some((outcome, length)) = results.get(place).filter(|(outcome, _)| *outcome != result.outcome)
        {
            telling.push((length + result.length, game_idx, *outcome, result.outcome));
        }
    });
    telling.sort_by_key(|(length, game_idx, ..)| (*length, *game_idx));
    let told = telling.into_iter().take(n_games).map(|(_, game_idx, a, b)| {
        let (left, right) = (one.story(game_idx), two.story(game_idx));
        let (left, right): (Vec<&str>, Vec<&str>) = (left.lines().collect(), right.lines().collect());
        let common = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
        let mut text =
            format!("\nGame {game_idx}: A ends with {a}, B with {b}; the same up to line {common}\n");
        for line in &left[common.saturating_sub(BEFORE)..common] {
            let _ = writeln!(text, "    {line}");
        }
        for (side, lines) in [("A", &left), ("B", &right)] {
            for line in lines[common..].iter().take(AFTER) {
                let _ = writeln!(text, "  {side} {line}");
            }
        }
        text
    });
    told.collect()
}
