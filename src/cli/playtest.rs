//! `undercard playtest`: games that people played, beside those of bots.

use super::conduct::conduct;
use super::files::output_folder;
use super::options::Work;
use super::overwrite::may_write;
use super::values::{count, minutes, percentage_points, players, result_label, seed};
use super::{CliResult, Context, Failure, print};
use crate::config::bots::ways_to_line_up;
use crate::config::cards::CardFiles;
use crate::config::{Plan, PlanOptions};
use crate::experiments::playtest::{MOST_DEALS, Options, Playtest, prepared_deals, score_sheet as sheet_of};
use crate::programs;
use crate::report::{score_sheet, write};
use std::path::PathBuf;

/// Compare games that people played with games of bots.
///
/// LOG is a table with one row for each game, or one for each player of each game: who won, and whatever else was noted.
/// Every figure of people has an interval, and beside it the same figure of each bot: it agrees, it differs, or the games
/// cannot tell, and about how many more would.
#[derive(clap::Args, Debug)]
#[command(override_usage = USAGE, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Log of games (a .csv, .xlsx or .ods file), then a game id (printed rules), a TOML file (house rules), or the name or
    /// folder of a result
    #[arg(value_name = "LOG CONFIG", required = true, num_args = 1..=2)]
    inputs: Vec<String>,
    /// Write a page to note games: to print, and to fill in on a phone without a network
    #[arg(long, conflicts_with_all = ["deals", "plan"])]
    sheet: bool,
    /// Write the card orders of this many prepared deals, to print and as CSV
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_DEALS), conflicts_with = "plan")]
    deals: Option<u64>,
    /// Titles of the columns of LOG: "winner=Sieger, players=Names"
    #[arg(long, value_name = "NAME=TITLE,…")]
    columns: Option<String>,
    /// Row of LOG with the titles of the columns (default: the first one with a known title)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), hide_short_help = true)]
    header_row: Option<u32>,
    /// Sheet of a workbook to read (default: all sheets that are not hidden)
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    worksheet: Option<String>,
    /// Encoding of a CSV file, such as windows-1252 (default: UTF-8, or what its first bytes say)
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    encoding: Option<String>,
    /// Only games of this version of the rules, as the column `version` has it
    #[arg(long, value_name = "NAME")]
    version: Option<String>,
    /// The config of another version of LOG, to compare what the change did to people and to bots
    #[arg(long, value_name = "NAME=CONFIG", value_parser = version_config)]
    version_config: Vec<(String, String)>,
    /// Largest difference that does not matter: points of a share, per cent of any other figure
    #[arg(long, value_name = "POINTS", default_value = "10pp", allow_hyphen_values = true, value_parser = percentage_points)]
    margin: f64,
    /// Show the names of people in the result (default: person 1, person 2, …)
    #[arg(long)]
    names: bool,
    /// Number of players; short for --set setup.players=N
    #[arg(long, value_name = "N", value_parser = players)]
    players: Option<u64>,
    /// Number of games of each bot: 50000, 250k, 2M or 1e6 (default: a tenth of a run)
    #[arg(long, short = 'n', value_name = "N", value_parser = count)]
    games: Option<u64>,
    /// Random seed; the same seed plays the same games
    #[arg(long, short, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
    /// Bots to compare with: one for all seats, one per seat, skill, or panel (the default)
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', long_help = format!("Bots to compare with: one for all seats, or one per seat (default: `panel`):{}", ways_to_line_up()))]
    bots: Vec<String>,
    /// Change a setting; address list items by index
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Minutes at the table per round, turn or fight
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    table_minutes: Option<f64>,
    /// Name of the result, which is also the name of its folder in `reports`
    #[arg(long, value_name = "NAME", conflicts_with = "out")]
    name: Option<String>,
    /// Label of the result in its CSV files (default: the config's name)
    #[arg(long, value_name = "TEXT", value_parser = result_label)]
    label: Option<String>,
    /// Estimate the time without playing
    #[arg(long)]
    plan: bool,
    #[command(flatten)]
    work: Work,
}

const USAGE: &str = "undercard playtest [OPTIONS] LOG CONFIG
       undercard playtest [OPTIONS] --sheet CONFIG
       undercard playtest [OPTIONS] --deals N CONFIG";

const EXAMPLES: &str = "\
Examples:
  undercard playtest --sheet knife-fight
  undercard playtest games.csv knife-fight
  undercard playtest evenings.xlsx house.toml --columns \"winner=Sieger, length=Runden\"
  undercard playtest games.csv knife-fight --bots skill --version 2

Columns of LOG, each of which may be missing: game, version, deal, players, first,
winner, length, the characters or sides of the game, its metrics, and its card
events such as played. Lists have commas or semicolons: Ann; Ben. A winner is a
name, a number (1 is the first player), a side, a character, draw, nobody or
stalemate. With a row for each player: game, seat, player, won. Ten games never
show anything; the text says how many would. docs/playtests.md shows it.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let plan_options = PlanOptions {
        players: args.players,
        games: args.games,
        seed: args.seed,
        table_minutes: args.table_minutes,
        bots: args.bots.clone(),
        programs: Some(programs::start),
        set: args.set.clone(),
        name: args.name.clone(),
        label: args.label.clone(),
        ..PlanOptions::of(catalogue)
    };
    let is_page = args.sheet || args.deals.is_some();
    let (log, config) = match (args.inputs.as_slice(), is_page) {
        ([config], true) => ("", config),
        ([log, config], false) => (log.as_str(), config),
        ([_], false) => {
            let expected =
                "a log, then a config: undercard playtest games.csv CONFIG; for a score sheet: --sheet";
            return Err(Failure::Input(format!("LOG CONFIG: found one of them, expected {expected}")));
        }
        _ => return Err(Failure::Input("--sheet, --deals: found a log, expected only a config".into())),
    };
    if is_page {
        return pages(args, &Plan::new(config, &plan_options)?);
    }
    let log = CardFiles {
        files: vec![log.to_owned()],
        columns: args.columns.clone(),
        header_row: args.header_row,
        sheet: args.worksheet.clone(),
        encoding: args.encoding.clone(),
        at: None,
        content: None,
    };
    let options = Options {
        log,
        version: args.version.clone(),
        versions: args.version_config.clone(),
        margin: args.margin,
        names: args.names,
        level: args.work.level,
    };
    let playtest = Playtest::new(config, &plan_options, &options)?;
    conduct(&playtest, args.plan, &args.work, width)
}

/// Parses a version and its config.
fn version_config(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').map(|(name, config)| (name.trim(), config.trim()));
    let parts = parts.filter(|(name, config)| !name.is_empty() && !config.is_empty());
    let parts = parts.map(|(name, config)| (name.to_owned(), config.to_owned()));
    parts.ok_or_else(|| "expected a version and its config: 1=old.toml".into())
}

/// Writes the score sheet, or the prepared deals.
fn pages(args: &Args, plan: &Plan) -> CliResult {
    let folder = output_folder(args.work.out.as_deref(), plan);
    let failed = |error: std::fmt::Error| Failure::Damaged(error.to_string());
    let files: Vec<(&str, PathBuf, String)> = match args.deals {
        None => vec![(
            "html",
            folder.join("score-sheet.html"),
            score_sheet::page(&sheet_of(plan)).map_err(failed)?,
        )],
        Some(n_deals) => {
            let deals = prepared_deals(plan, n_deals)?;
            let page = score_sheet::deals(plan.game.title, &plan.name, plan.seed, &deals);
            vec![
                ("html", folder.join("deals.html"), page.map_err(failed)?),
                ("csv", folder.join("deals.csv"), score_sheet::deals_csv(&deals)),
            ]
        }
    };
    for (kind, path, text) in &files {
        // The same deals are written again.
        let is_same = std::fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes());
        may_write(&[("--out", kind, path)], args.work.force || is_same)?;
    }
    for (_, path, text) in &files {
        write::prepare_named(path)?;
        write::named(path, |file| file.write_all(text.as_bytes()))?;
        if !args.work.quiet {
            print(&format!("{}\n", path.display()))?;
        }
    }
    Ok(())
}
