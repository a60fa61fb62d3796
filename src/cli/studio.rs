//! `undercard studio`: a page on which every number of a game is a control.

use super::options::CardArgs;
use super::session::session;
use super::values::{count, players, seed, threads};
use super::{CliResult, Context, Failure, log, print, warn};
use crate::config::{Plan, PlanOptions};
use std::path::Path;
use std::process::{Command, Stdio};
use undercard_studio::Begin;

/// Change the numbers of a game in a browser, and see the balance move.
///
/// Opens a page on this computer on which every setting is a control. Each change is compared at once with the version that
/// it started from, on the same deals. The page shows the command that prints the same figures.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A game id (printed rules) or a TOML file (house rules) (default: choose on the page)
    config: Option<String>,
    /// Number of players
    #[arg(long, value_name = "N", value_parser = players, requires = "config")]
    players: Option<u64>,
    /// Maximum number of games of each version
    #[arg(long, short = 'n', value_name = "N", value_parser = count)]
    games: Option<u64>,
    /// Random seed; the same seed plays the same games
    #[arg(long, short, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
    /// One bot for all seats, or one per seat
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', requires = "config")]
    bots: Vec<String>,
    #[command(flatten)]
    tables: CardArgs,
    /// Port of the page; 0 chooses a free one (default: 4747, or another one if that is busy)
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Print the address without opening a browser
    #[arg(long)]
    no_open: bool,
    /// Number of threads of each open page (default: one per core); results do not depend on it
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  undercard studio knife-fight
  undercard studio house.toml
  undercard studio knife-fight --cards cards.xlsx
  undercard studio --no-open --port 8000

Only browsers on this computer that know the printed address can use the page. It
reads files in the current folder, and writes only house rules that you save. Ctrl-C
ends it.";

pub(crate) fn run(args: &Args, context: Context<'_>) -> CliResult {
    open(args, context, false)
}

/// Opens the page, which begins a game of its person if `plays`.
pub(super) fn open(args: &Args, Context { catalogue, width }: Context<'_>, plays: bool) -> CliResult {
    let Args { config, players, games, seed, bots, tables, .. } = args;
    tables.check_config(config.as_ref())?;
    let mut set = Vec::new();
    if let Some(config) = config {
        let bots = bots.clone();
        let plan_options = PlanOptions {
            players: *players,
            seed: *seed,
            bots,
            cards: tables.files(),
            ..PlanOptions::of(catalogue)
        };
        let plan = Plan::new(config, &plan_options)?;
        if !tables.cards.is_empty() {
            warn(&plan.warnings, width);
            set = undercard_studio::settings_of_cards(config, &plan_options, &plan)?;
        }
    }
    let (config, bots) = (config.clone(), bots.clone());
    let begin = Begin { config, players: *players, seed: *seed, bots, games: *games, set, plays };
    let studio =
        undercard_studio::open(args.port, Path::new("."), begin, session(args.threads)?, catalogue.clone())
            .map_err(|error| Failure::Input(error.to_string()))?;
    let address = studio.address();
    print(&format!("{address}\n"))?;
    log("Ctrl-C ends the studio");
    if !args.no_open {
        let none = || log("no browser was found; open this address in one");
        // Some systems only return when the browser is closed.
        let opening = std::thread::Builder::new().spawn(move || {
            if !open_browser(&address) {
                none();
            }
        });
        if opening.is_err() {
            none();
        }
    }
    studio.serve()
}

/// Opens the address in the default browser. Returns whether there is one.
fn open_browser(address: &str) -> bool {
    let openers: &[&[&str]] = match std::env::consts::OS {
        "macos" => &[&["open"]],
        "windows" => &[&["rundll32", "url.dll,FileProtocolHandler"]],
        _ => &[&["xdg-open"], &["wslview"]],
    };
    openers.iter().any(|opener| {
        let command = Command::new(opener[0])
            .args(&opener[1..])
            .arg(address)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        command.is_ok_and(|status| status.success())
    })
}
