//! `undercard luck`: how much of who wins the deal decides.

use super::Done;
use super::options::{Game, Work, at_most, both};
use super::provenance::{int, texts};
use super::stage::{Ended, Stage};
use crate::config::digest::digest;
use crate::config::strategy::{self, Named};
use crate::config::{Plan, Said};
use crate::model::settings::ConfigErrors;
use crate::report::luck::{self, Played};
use crate::report::show::{Grid, bar, grouped};
use crate::report::table::fixed;
use crate::report::{Cell, Table};
use crate::simulation::Simulation;
use crate::simulation::replicates::play_replicates;
use crate::stats::deal_share::{MOST_TIMES, Repeats};
use std::fmt::Write;

/// Measure how much of who wins the deal decides.
///
/// Every deal is played several times: the dealer's luck (decks, lots, dice) stays, the players think anew.
/// What comes back with the deal was decided by it; the rest, by what players chose by chance. A bot that
/// leaves nothing to chance (a strategy without temperature) plays a deal the same way every time. Each bot
/// sits in all seats.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("bots", |bots| bots.help("The bots, each of which sits in all seats, or `all` but `search` (default: all)")),
    mut_arg("games", |games| games.help("Number of games of a bot, as 50000, 250k, 2M or 1e6")),
    after_help = EXAMPLES
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// How often each deal is played
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(2..=MOST_TIMES as u64))]
    times: u64,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard luck knife-fight
  undercard luck stabby-jack --players 4 --bots random,hunter --games 40k
  undercard luck house.toml --bots search:64 --games 400 --times 2

Writes luck.csv; docs/csv.md says what every column means. How much better one bot is than
another, under the same rules, is what `undercard matchups` measures.";

/// Games of a bot where nobody says how many: a fraction of a run's.
const FRACTION: u64 = 10;
/// Bots, at most.
const MOST: usize = 16;

pub(crate) fn run(args: &Args) -> Done {
    let (plan, bots) = ready(args)?;
    let deals = plan.games / args.times;
    let stage = Stage::open(&plan, "luck", plan.games * bots.len() as u64, &args.work)?;
    let mut played: Vec<(&str, Repeats)> = Vec::new();
    for bot in &bots {
        let simulations = simulations(&plan, bot, args.times)?;
        let repeats = play_replicates(&simulations, 0..deals, &stage.pool, stage.flag(), &|n| stage.add(n));
        // Of a bot that was broken off nothing is told: how far it came was not fixed beforehand.
        if repeats.deals() < deals {
            break;
        }
        played.push((bot.name.as_str(), repeats));
    }
    stage.finish();
    let ended = Ended {
        is_done: played.len() == bots.len(),
        is_fixed: true,
        played: format!("{} of {} bots", played.len(), bots.len()),
    };
    let rows = played.iter().map(|(bot, repeats)| Played { bot, repeats });
    let table = luck::table((plan.game.id, plan.players()), rows, (args.times, plan.seed), args.work.level);
    let own = vec![("members", texts(bots.iter().map(|bot| &bot.asked))), ("times", int(args.times))];
    stage.file(&plan, &[&table], &ended, own)?;
    if !played.is_empty() {
        args.work.show(&table, || text(args, &plan, &table))?;
    }
    stage.end(&ended)
}

/// What is played, and by whom. The digest is of everything that decides what comes of it.
fn ready(args: &Args) -> Result<(Plan, Vec<Named>), ConfigErrors> {
    let asked = if args.game.bots.is_empty() { vec!["all".into()] } else { args.game.bots.clone() };
    // Bots of which each sits in all seats are no line-up of the table.
    let game = Game { bots: Vec::new(), ..args.game.clone() };
    let mut plan = game.plan()?.or_games(|plan| (plan.games / FRACTION / args.times).max(1) * args.times);
    let expected = format!("a multiple of {}: every deal is played so often", args.times);
    let games = args.game.is_multiple(&plan, args.times, expected);
    let bots = strategy::find_all(&asked, plan.game, &Said::by("--bots"));
    let ((), bots) = both(games, bots.and_then(|bots| at_most(MOST, "--bots", bots)))?;
    plan.bots.clear();
    let times = format!("{} times", args.times);
    let contents: Vec<&str> = bots.iter().map(|bot| bot.content.as_str()).chain([times.as_str()]).collect();
    plan.digest = digest(plan.game.id, &plan.tree, plan.players(), &contents, plan.seed, plan.games);
    Ok((plan, bots))
}

/// Where this bot sits in all seats: a hall for each time that a deal is played.
fn simulations(plan: &Plan, bot: &Named, times: u64) -> Result<Vec<Box<dyn Simulation>>, ConfigErrors> {
    let plan = plan.seated(vec![bot.clone(); plan.players()]);
    let simulation = |times: u64| {
        let mut simulation = plan.simulation();
        simulation.set_replicate(times);
        Ok(simulation)
    };
    (0..times).map(simulation).collect()
}

/// As people read it.
fn text(args: &Args, plan: &Plan, table: &Table) -> Result<String, std::fmt::Error> {
    let Args { times, work, .. } = args;
    let mut text = String::new();
    writeln!(
        text,
        "{}, {} players: {} deals, each played {times} times with one bot in all seats, seed {}",
        plan.game.title,
        plan.players(),
        grouped(plan.games / times),
        plan.seed
    )?;
    writeln!(text, "\nHow much of who wins the deal decides, with {} % intervals\n", work.level.percent())?;
    let percent = |share: f64| fixed(100.0 * share, 1);
    let number = |row: &[Cell], column: &str| table.number(row, column);
    let of_all = |row: &&Vec<Cell>| table.written(row, "seat") == "all";
    let rows = table.rows.iter().filter(of_all).map(|row| {
        let share = number(row, "deal_share");
        let ends = number(row, "deal_share_low").zip(number(row, "deal_share_high"));
        let alike = number(row, "deals_alike").zip(number(row, "deals"));
        vec![
            table.written(row, "bot"),
            share.map_or_else(String::new, |share| format!("{} %", percent(share))),
            ends.map_or_else(String::new, |(low, high)| format!("{} to {}", percent(low), percent(high))),
            share.filter(|share| *share > 0.0).map_or_else(String::new, |share| bar(share, 1.0)),
            alike.map_or_else(String::new, |(alike, deals)| format!("{} %", percent(alike / deals))),
        ]
    });
    let header = ["", "the deal", "", "", "went alike"].map(str::to_owned).to_vec();
    let grid = Grid { header, right: vec![false, true, true, false, true], rows: rows.collect() };
    text += &grid.text();
    writeln!(
        text,
        "\nAt 0 % every deal is anybody's, at 100 % it is won when it is dealt; the rest is what players chose by\n\
         chance, so bots without temperature, who leave nothing to it, leave all to the deal. `went alike` is the\n\
         share of deals that ended the same way all {times} times."
    )?;
    Ok(text)
}
