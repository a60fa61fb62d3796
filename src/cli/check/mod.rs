//! `undercard check`: the balance gate. Figures are judged by the `[targets]` of each config, and
//! what was played is held against `undercard.lock`.
//!
//! All intervals together hold at the level: each of the m judgements (a target in one line-up, over
//! all configs of the command) is made at 1 − α/m. Unless `--full` is given, figures are looked at
//! after 4,096 games and then whenever there are a quarter more (rounded up to a multiple of 4,096),
//! by confidence sequences, and playing stops as soon as every target is decided; what a look has
//! decided stays decided. A figure that never varied has no sequence, and is judged once, when all
//! games are played. The games before a look are always the first ones, so that where playing
//! stops depends on no thread. With `--full`, or when there is only one look in all, the number of
//! games was fixed beforehand and the narrower fixed intervals judge.

mod baseline;
mod forecast;
mod github;
mod junit;
mod places;
pub(super) mod play;
mod sarif;
pub(super) mod show;

use super::interrupt::{Interrupt, stopped};
use super::options::{Format, Work, count};
use super::progress::Progress;
use super::{Done, Failure, print, tell};
use crate::config::plan::HIGHEST_SEED;
use crate::config::{Asked, Plan, fault, lock};
use crate::model::settings::{ConfigErrors, clipped, is_formula};
use crate::report;
use crate::stats::verdict::Verdict;
use baseline::{Baseline, Held};
use play::{Job, Terms};
use std::path::{Path, PathBuf};

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

/// Everything that was checked.
struct Checked {
    jobs: Vec<Job>,
    held: Vec<Held>,
    lock: String,
    terms: Terms,
    /// The exit code of the signal that stopped playing, if one did.
    stopped: Option<u8>,
}

pub(crate) fn run(args: &Args) -> Done {
    let asks_others = args.games.is_some() || args.seed.is_some();
    let baseline = Baseline::read(args.lock.as_deref(), args.update, asks_others);
    let mut jobs = match (jobs(args), &baseline) {
        (Err(ConfigErrors(faults)), Err(ConfigErrors(more))) if !args.plan => {
            return Err(ConfigErrors([&faults[..], more].concat()).into());
        }
        (jobs, _) => jobs?,
    };
    let terms = Terms::new(&jobs, args.work.level, args.full);
    if args.plan {
        return print(&forecast::text(&mut jobs, terms, &args.work.pool()?)?);
    }
    for (option, file) in [("--sarif", &args.sarif), ("--junit", &args.junit)] {
        spares(option, file.as_deref())?;
    }
    let interrupt = Interrupt::listen();
    for (folder, _) in folders(args, &jobs) {
        report::write::prepare(&folder)?;
    }
    let baseline = baseline.map_err(|faults| Failure::Damaged(faults.to_string()))?;
    let lock = args.update.then(|| PathBuf::from(baseline.file()));
    for file in [&args.sarif, &args.junit, &lock].into_iter().flatten() {
        report::write::prepare_named(file)?;
    }
    let is_idle = |job: &&Job| job.aims.is_empty() && !args.update && !baseline.has(&job.config);
    let idle: Vec<&str> = jobs.iter().filter(is_idle).map(|job| job.config.as_str()).collect();
    if !idle.is_empty() {
        let message = format!(
            "check: nothing to check in {}: no [targets], and in no lock (`--update` files results)",
            idle.join(", ")
        );
        return Err(Failure::Input(message));
    }
    let pool = args.work.pool()?;
    let mut checked = Checked { jobs, held: Vec::new(), lock: baseline.file(), terms, stopped: None };
    for job in &mut checked.jobs {
        let lock_at = baseline.games(job, args.update);
        let most = job.plan.games.saturating_mul(job.runs.len() as u64);
        let progress = Progress::new(most, job.plan.games, job.plan.players(), terms.level, args.work.quiet);
        job.play(terms, lock_at, &pool, interrupt.flag(), &|games| progress.add(games));
        progress.finish();
        checked.held.push(baseline.hold(job));
    }
    checked.stopped = interrupt.code().filter(|_| !checked.jobs.iter().all(Job::is_done));
    // What was found is told even if the lock cannot be written.
    let mut filed = Ok(());
    if args.update && checked.stopped.is_none() {
        filed = baseline.update(&checked.jobs).map(|held| checked.held = held);
    }
    deliver(args, &checked)?;
    filed?;
    match (checked.stopped, checked.code()) {
        (Some(code), _) => {
            let games: u64 = checked.jobs.iter().flat_map(|job| &job.runs).map(|run| run.tally.games).sum();
            let out = args.work.out.as_deref().unwrap_or(Path::new("reports"));
            Err(stopped(code, &format!("{games} games"), out, false))
        }
        (_, 0) => Ok(()),
        (_, code) => Err(Failure::Judged(code)),
    }
}

/// A slip must not cost a config, a lock or a result.
fn spares(option: &str, file: Option<&Path>) -> Done {
    let kept = ["toml", "lock", "csv", "tally"];
    match file.filter(|file| file.extension().is_some_and(|ending| kept.iter().any(|kept| ending == *kept))) {
        Some(file) => {
            let found = clipped(&file.display().to_string());
            Err(Failure::Input(format!("{option}: found {found}, expected a file as check.{}", &option[2..])))
        }
        None => Ok(()),
    }
}

/// Checked jobs, all faults of all configs at once.
fn jobs(args: &Args) -> Result<Vec<Job>, ConfigErrors> {
    let asked = Asked {
        players: args.players,
        games: args.games,
        seed: args.seed,
        bots: args.bots.clone(),
        set: args.set.clone(),
        ..Asked::default()
    };
    let (mut jobs, mut faults): (Vec<Job>, _) = (Vec::new(), ConfigErrors::default());
    for (place, config) in args.configs.iter().enumerate() {
        if args.configs[..place].iter().any(|known| lock::name(known) == lock::name(config)) {
            let found = format!("\"{}\" more than once", clipped(config));
            faults.0.push(fault("CONFIG", "", found, "every config once"));
            continue;
        }
        // It is a cell of check.csv.
        if is_formula(config) || config.chars().any(char::is_control) {
            let expected = "a path without control characters that begins with none of =, +, - and @, as ./ \
                            before it does";
            faults.0.push(fault("CONFIG", "", format!("\"{}\"", clipped(config)), expected));
            continue;
        }
        match Plan::new(config, &asked).and_then(|plan| Job::new(config, plan)) {
            Ok(job) => jobs.push(job),
            Err(ConfigErrors(more)) => faults.0.extend(more),
        }
    }
    if faults.0.is_empty() { Ok(jobs) } else { Err(faults) }
}

/// Writes and prints what was found.
fn deliver(args: &Args, checked: &Checked) -> Done {
    for (folder, jobs) in folders(args, &checked.jobs) {
        let table = show::table(&jobs.iter().map(|place| &checked.jobs[*place]).collect::<Vec<_>>());
        let files =
            [report::write::file(&table), ("check.json".into(), show::json(checked, &table).into_bytes())];
        report::write::result(&folder, &files)?;
    }
    if let Some(file) = &args.sarif {
        let text = sarif::text(checked);
        report::write::named(file, |file| file.write_all(text.as_bytes()))?;
    }
    if let Some(file) = &args.junit {
        let text = junit::text(checked).map_err(|error| Failure::Write(error.to_string()))?;
        report::write::named(file, |file| file.write_all(text.as_bytes()))?;
    }
    if args.github {
        github::annotations(checked).iter().for_each(|line| tell(line));
    }
    if args.work.is_silent() {
        return Ok(());
    }
    let table = show::table(&checked.jobs.iter().collect::<Vec<_>>());
    print(&match args.work.format {
        Format::Text => show::text(checked)?,
        Format::Markdown => show::markdown(checked)?,
        Format::Json => show::json(checked, &table),
        Format::Csv => report::csv::text(&table),
    })
}

/// Where files go, with the places of the jobs that they tell of.
fn folders(args: &Args, jobs: &[Job]) -> Vec<(PathBuf, Vec<usize>)> {
    if let Some(out) = &args.work.out {
        return vec![(out.clone(), (0..jobs.len()).collect())];
    }
    let mut folders: Vec<(PathBuf, Vec<usize>)> = Vec::new();
    for (place, job) in jobs.iter().enumerate() {
        let folder = Path::new("reports").join(&job.plan.name).join("check");
        match folders.iter_mut().find(|(known, _)| *known == folder) {
            Some((_, places)) => places.push(place),
            None => folders.push((folder, vec![place])),
        }
    }
    folders
}

impl Checked {
    /// The exit code of what was found.
    fn code(&self) -> u8 {
        let verdicts = || self.jobs.iter().flat_map(|job| &job.aims).map(play::Aim::verdict);
        let is_changed = self.held.iter().any(Held::is_failure);
        match verdicts().min() {
            _ if is_changed => 10,
            Some(Verdict::Fail) => 10,
            Some(Verdict::Inconclusive) => 11,
            _ if self.held.iter().any(Held::is_undecided) => 11,
            _ => 0,
        }
    }

    /// The word for it.
    fn word(&self) -> &'static str {
        match self.code() {
            0 => Verdict::Pass.word(),
            11 => Verdict::Inconclusive.word(),
            _ => Verdict::Fail.word(),
        }
    }
}
