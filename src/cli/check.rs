//! `undercard check`: the balance gate.

use super::conduct::is_free;
use super::interrupt::{Interrupt, stopped};
use super::options::{Format, Work, count};
use super::progress::Progress;
use super::{CliResult, Failure, log, print};
use crate::config::Asked;
use crate::config::clipped;
use crate::config::plan::HIGHEST_SEED;
use crate::experiments::check::{Check, Checked, Options};
use crate::report;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Judge figures by the targets of a config, and hold results against undercard.lock.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Game ids or TOML files of house rules
    #[arg(required = true, value_name = "CONFIG")]
    configs: Vec<String>,
    /// Number of players; short for --set setup.players=N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=8))]
    players: Option<u64>,
    /// Most games of a line-up, as 50000, 250k, 2M or 1e6
    #[arg(long, short = 'n', value_name = "N", value_parser = count)]
    games: Option<u64>,
    /// Seed; the same seed plays the same games
    #[arg(long, short, value_name = "S", value_parser = clap::value_parser!(u64).range(..=HIGHEST_SEED))]
    seed: Option<u64>,
    /// One bot for all seats, or one a seat, where a target names no line-up of its own
    #[arg(long, value_name = "BOT,…", value_delimiter = ',')]
    bots: Vec<String>,
    /// Change a setting: any key of any table, arrays by index
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    work: Work,
    /// Play all games and look once: narrower intervals, no early stop
    #[arg(long)]
    full: bool,
    /// Play nothing: say how long it would take and about how many games decide each target
    #[arg(long, conflicts_with_all = ["update", "lock", "sarif", "junit", "github"])]
    plan: bool,
    /// Write what was played into the lock
    #[arg(long)]
    update: bool,
    /// The lock [default: undercard.lock, if it is there]
    #[arg(long, value_name = "FILE")]
    lock: Option<PathBuf>,
    /// Write the findings as SARIF 2.1.0
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Write the verdicts as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Print annotations for GitHub Actions on stderr
    #[arg(long)]
    github: bool,
}

const EXAMPLES: &str = "\
Examples:
  undercard check house.toml
  undercard check configs/*.toml --github --sarif check.sarif --junit check.xml
  undercard check house.toml --format markdown > comment.md
  undercard check house.toml --update
  undercard check house.toml --plan

Targets are written in the config:
  [targets]
  \"win_rates/seat/0\" = { at = 0.5, within = 0.01 }
  \"metrics/length-mean\" = { min = 6, max = 12 }
  \"outcomes/draw\" = { max = 0.05, bots = [\"random\", \"cutter\"], rule = \"any-all\" }

`bots` names line-ups as --bots does. `rule` says how several are read: \"all\"
(the default) must hold for each, \"any\" for one at least; with \"any-all\" too
high in any line-up fails, too low only if it is in all. `undercard list GAME
--metrics` lists what targets can name. There is no --precision: playing stops
as soon as every target is decided, which asks for as much precision as its band
does.

Exit codes: 0 every target passes; 10 a target failed, or a result is not the
locked one; 11 inconclusive, or not the locked games; 12 a lock that is damaged or of something else.";

pub(crate) fn run(args: &Args) -> CliResult {
    let asked = Asked {
        players: args.players,
        games: args.games,
        seed: args.seed,
        bots: args.bots.clone(),
        set: args.set.clone(),
        ..Asked::default()
    };
    let (level, full, update, lock) = (args.work.level, args.full, args.update, args.lock.clone());
    let mut check = Check::new(&args.configs, &asked, &Options { level, full, update, lock })?;
    if args.plan {
        return print(&check.forecast(&args.work.session()?)?);
    }
    for (option, file) in [("--sarif", &args.sarif), ("--junit", &args.junit)] {
        spares(option, file.as_deref())?;
    }
    let interrupt = Interrupt::listen();
    let folders = check.folders(args.work.out.as_deref());
    for (folder, _) in &folders {
        is_free(folder, "check")?;
        report::write::prepare(folder)?;
    }
    let lock = check.ready()?;
    for file in [&args.sarif, &args.junit, &lock].into_iter().flatten() {
        report::write::prepare_named(file)?;
    }
    let progress = Arc::new(Progress::new(check.games(), None, args.work.quiet));
    let counted = progress.clone();
    let session = args.work.session()?.stopped_by(interrupt.flag()).on_progress(move |n| counted.add(n));
    let mut checked = check.play(&session)?;
    progress.finish();
    checked.stopped = interrupt.code().filter(|_| !checked.is_done());
    // What was found is reported even if the lock cannot be written.
    deliver(args, &checked, &folders)?;
    if let Some(error) = checked.unwritten {
        return Err(error.into());
    }
    match (checked.stopped, checked.code()) {
        (Some(code), _) => {
            let out = args.work.out.as_deref().unwrap_or(Path::new("reports"));
            Err(stopped(code, &format!("{} games", checked.games()), out, false))
        }
        (_, 0) => Ok(()),
        (_, code) => Err(Failure::Judged(code)),
    }
}

/// A slip must not cost a config, a lock or a result.
fn spares(option: &str, file: Option<&Path>) -> CliResult {
    let kept = ["toml", "lock", "csv", "tally"];
    match file.filter(|file| file.extension().is_some_and(|ending| kept.iter().any(|kept| ending == *kept))) {
        Some(file) => {
            let found = clipped(&file.display().to_string());
            Err(Failure::Input(format!("{option}: found {found}, expected a file as check.{}", &option[2..])))
        }
        None => Ok(()),
    }
}

/// Writes and prints what was found.
fn deliver(args: &Args, checked: &Checked, folders: &[(PathBuf, Vec<usize>)]) -> CliResult {
    for (folder, configs) in folders {
        report::write::result(folder, &checked.result_file(configs))?;
    }
    let junit = || checked.junit().map_err(|error| Failure::Write(error.to_string()));
    let sarif = args.sarif.iter().map(|file| (file, checked.sarif()));
    let junit = args.junit.iter().map(|file| Ok((file, junit()?))).collect::<Result<Vec<_>, Failure>>()?;
    for (file, text) in sarif.chain(junit) {
        report::write::named(file, |file| file.write_all(text.as_bytes()))?;
    }
    if args.github {
        checked.annotations().iter().for_each(|line| log(line));
    }
    if args.work.is_silent() {
        return Ok(());
    }
    match args.work.format {
        Format::Text => print(&checked.text()?),
        Format::Markdown => print(&checked.markdown()?),
        format => format.show_file(&checked.whole(), report::check::NAME),
    }
}
