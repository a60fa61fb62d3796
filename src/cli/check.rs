//! `undercard check`: the balance gate.

use super::check_context::CheckContext;
use super::conduct::say_if_slow;
use super::files::{Written, beside_complete};
use super::finding_files::FindingFiles;
use super::forecast::print_forecast;
use super::interrupt::stopped;
use super::options::{CardArgs, Work};
use super::values::{count, minutes, result_label};
use super::{CliResult, Context, Failure, log, log_sentence, warn};
use crate::config::lock::LOCK_GAMES;
use crate::config::plan::HIGHEST_SEED;
use crate::config::{Plan, PlanOptions};
use crate::experiments::check::{Check, Checked, Findings, Options};
use crate::experiments::{Error, Experiment, ExperimentResult};
use crate::programs;
use crate::report::show::grouped;
use crate::report::store::Place;
use crate::report::text::Width;
use std::path::{Path, PathBuf};

/// Check figures against targets, and results against undercard.lock.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Game ids, TOML files of house rules, or names or folders of results
    #[arg(required = true, value_name = "CONFIG")]
    configs: Vec<String>,
    /// Number of players; short for --set setup.players=N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=8))]
    players: Option<u64>,
    /// Maximum number of games per line-up: 50000, 250k, 2M or 1e6
    #[arg(long, short = 'n', value_name = "N", value_parser = count)]
    games: Option<u64>,
    /// Random seed; the same seed plays the same games
    #[arg(long, short, value_name = "S", value_parser = clap::value_parser!(u64).range(..=HIGHEST_SEED))]
    seed: Option<u64>,
    /// One bot for all seats, or one per seat, or `panel` for several, one after another; used by targets without
    /// `bots` (default: `expert`, the trained bot of the game)
    #[arg(long, value_name = "BOT,…", value_delimiter = ',')]
    bots: Vec<String>,
    #[command(flatten)]
    tables: CardArgs,
    /// Change a setting; address list items by index
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Minutes at the table per round, turn or fight: lengths are also given in minutes
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    table_minutes: Option<f64>,
    /// Name of the result, which is also the name of its folder in `reports`
    #[arg(long, value_name = "NAME", conflicts_with = "out")]
    name: Option<String>,
    /// Label of the result in its CSV files, to tell results apart when they are joined (default: the config's name)
    #[arg(long, value_name = "TEXT", value_parser = result_label)]
    label: Option<String>,
    #[command(flatten)]
    work: Work,
    /// Play all games and evaluate once: narrower intervals, no early stop
    #[arg(long)]
    full: bool,
    /// Estimate the time, and the games that decide each target, without playing all games
    #[arg(long, conflicts_with_all = ["update", "lock", "locked", "junit", "github"])]
    plan: bool,
    /// Write the results to the lock file
    #[arg(long)]
    update: bool,
    /// Lock file [default: the nearest undercard.lock in the config's folder or above]
    #[arg(long, value_name = "FILE")]
    lock: Option<PathBuf>,
    /// Fail unless every result can be compared with a lock file, and every config in it exists: for CI
    #[arg(long, conflicts_with = "update")]
    locked: bool,
    /// Exit with 0 instead of 11 if the check is inconclusive
    #[arg(long)]
    allow_inconclusive: bool,
    #[command(flatten)]
    findings: FindingFiles,
}

const EXAMPLES: &str = "\
Examples:
  undercard check house.toml
  undercard check configs/*.toml --github --junit check.xml
  undercard check house.toml --format markdown > comment.md
  undercard check house.toml --update
  undercard check configs/*.toml --locked
  undercard check house.toml --plan

Targets are written in the config:
  [targets]
  \"win_rates/seat/0\" = { at = 0.5, within = 0.01 }
  \"metrics/length-mean\" = { min = 6, max = 12 }
  \"outcomes/draw\" = { max = 0.05, bots = [\"random\", \"medic\"], rule = \"any-all\" }

A share is a number from 0 to 1 or a percentage: 0.04 or \"4%\".
`undercard list GAME --metrics` lists the figures that a target can name.
* in a key is any text within one part: each figure that it matches is a target.
[targets.any.NAME] and [targets.all.NAME] are groups: one target, or each, must
pass.
`bots` lists line-ups, each written as for --bots. `rule` combines them:
  \"all\"      every line-up must lie in the band (default)
  \"any\"      at least one line-up must lie in the band
  \"any-all\"  fails if any line-up is too high, or if all are too low

Playing stops as soon as every target is decided; there is no --precision.

A config that is invalid does not stop the check of the others.

Exit codes: 0 every target passes; 2 a config or an option is invalid; 10 a target
failed, or a result differs from the lock file, or with --locked cannot be
compared with it; 11 inconclusive; 12 the lock file is damaged, is not a lock
file, or is missing with --locked; 13 a file cannot be written.";

impl Args {
    /// A warning about options whose results a check of the config alone does not have.
    fn overrides(&self) -> Option<String> {
        let given = [
            (self.players.is_some(), "--players"),
            (self.games.is_some_and(|games| games >= LOCK_GAMES), "--games"),
            (self.seed.is_some(), "--seed"),
            (self.table_minutes.is_some(), "--table-minutes"),
            (!self.bots.is_empty(), "--bots"),
            (!self.tables.cards.is_empty(), "--cards"),
            (!self.set.is_empty(), "--set"),
        ];
        let given: Vec<&str> =
            given.into_iter().filter(|(is_given, _)| *is_given).map(|(_, name)| name).collect();
        let fewer = self.games.filter(|games| *games < LOCK_GAMES).map(|games| {
            let games = grouped(games);
            format!("with --games, the lock file counts only {games} games: less precise")
        });
        let given = (!given.is_empty()).then(|| {
            let given = given.join(", ");
            format!("the lock file records {given}; a check without it differs")
        });
        let all: Vec<String> = given.into_iter().chain(fewer).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }
}

/// Writes the reports of a check whose command line is rejected, so that no report of an earlier check is taken for its own.
pub(super) fn report_rejected(words: &[String], message: &str) {
    let Some((command, words)) = words.split_first() else { return };
    let findings = FindingFiles::of_rejected(words);
    let is_plan = words.iter().any(|word| word == "--plan");
    if command == "check" && !is_plan && findings.check(false).is_ok() {
        let is_config = |word: &&String| word.ends_with(".toml") && Path::new(word).is_file();
        let configs: Vec<String> = words.iter().filter(is_config).cloned().collect();
        findings.write_unchecked(&Findings::of_failure(&configs, message));
    }
}

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let plan_options = PlanOptions {
        players: args.players,
        games: args.games,
        seed: args.seed,
        table_minutes: args.table_minutes,
        bots: args.bots.clone(),
        programs: Some(programs::start),
        cards: args.tables.files(),
        set: args.set.clone(),
        name: args.name.clone(),
        label: args.label.clone(),
        ..PlanOptions::of(catalogue)
    };
    let options = Options {
        level: args.work.level,
        full: args.full,
        update: args.update,
        allow_inconclusive: args.allow_inconclusive,
        verbose: args.work.verbose,
        lock: args.lock.clone(),
        locked: args.locked,
        ..Options::default()
    };
    args.findings.check(args.work.force)?;
    let check = Check::of_valid(&args.configs, &plan_options, &options).inspect_err(|error| {
        args.findings.write_unchecked(&Findings::of_error(&args.configs, error));
        if args.update && matches!(error, Error::Config(_)) {
            log("the lock file is unchanged; it is only written if every config is valid");
        }
    })?;
    warn(&check.warnings(), width);
    if args.update {
        warn(&args.overrides(), width);
    }
    if args.plan {
        print_forecast(&check, &args.work, width)?;
        return check.errors().map_or(Ok(()), |errors| Err(errors.into()));
    }
    let opened = CheckContext::open(&check, &args.work, &args.findings).inspect_err(|failure| {
        args.findings.write_unchecked(&Findings::of_failure(&args.configs, failure.message()));
    })?;
    play(args, &check, opened, width)
}

fn play(args: &Args, check: &Check, opened: CheckContext, width: Width) -> CliResult {
    let CheckContext { mut places, mut replaces, session, progress, interrupt } = opened;
    say_if_slow(check, &session, args.work.quiet);
    progress.start();
    let checked = check.play(&session);
    progress.finish();
    let mut is_beside = false;
    if !checked.extent().is_complete() {
        for ((place, _), replaces) in places.iter_mut().zip(&mut replaces).filter(|(_, replaces)| **replaces)
        {
            *place = beside_complete(place.folder())?;
            (*replaces, is_beside) = (false, true);
        }
    }
    // The findings are printed if files cannot be written, even with --quiet.
    let findings = args.findings.write(&checked.findings());
    let written = write(&checked, &places, !args.work.force);
    if written.is_err() || findings.is_err() || !args.work.is_silent() {
        args.work.print(&checked, None, width)?;
    }
    let kept = written?;
    findings?;
    if let Some(error) = checked.unwritten {
        return Err(error.into());
    }
    let extent = checked.extent();
    match (interrupt.code().filter(|_| !extent.is_complete()), checked.exit_code()) {
        (Some(code), _) => {
            let out = places.first().map_or(Path::new("reports"), |(place, _)| place.folder());
            let played = format!("{} games", grouped(extent.played));
            Err(stopped(code, &played, &checked.metadata().configs, out, false, is_beside, width))
        }
        (None, code) => {
            let folders: Vec<&Path> = places.iter().map(|(place, _)| place.folder()).collect();
            let (replaced, configs) = (replaces.contains(&true), &checked.metadata().configs);
            let players = check.plans().into_iter().find_map(Plan::players_note);
            let players = players.as_deref();
            Written { folders: &folders, kept: &kept, replaced, configs, players }
                .log(args.work.quiet, width);
            // Without the summary, what failed must still be said.
            if let Some(failed) = checked.not_passed().filter(|_| code != 0 && args.work.is_silent()) {
                log_sentence(&failed, width);
            }
            match (check.errors(), code) {
                (Some(errors), _) => Err(errors.into()),
                (None, 0) => Ok(()),
                (None, code) => Err(Failure::Judged(code)),
            }
        }
    }
}

/// Writes the results. Returns the folders of the earlier ones that were kept.
fn write(
    checked: &Checked<'_>,
    places: &[(Place, Vec<usize>)],
    keeps_earlier: bool,
) -> Result<Vec<PathBuf>, Failure> {
    let mut kept = Vec::new();
    for (place, configs) in places {
        kept.extend(place.write(&[], &checked.result_file_of(configs), keeps_earlier)?);
    }
    Ok(kept)
}
