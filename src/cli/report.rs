//! `undercard report`: a result folder as one file: an HTML page, or a workbook.

use super::{CliResult, Failure, print};
use crate::config::{ConfigErrors, clipped, config_error, find_game, rules_digest_of};
use crate::report::page::{About, Folder, html};
use crate::report::{workbook, write};
use std::path::{Path, PathBuf};

/// Make one HTML page, or a workbook, of a result.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder that a command has written
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Make a workbook (XLSX) instead: a sheet for each CSV file, its numbers numbers in any locale
    #[arg(long)]
    workbook: bool,
    /// The file (default: `DIR/report.html`, or `DIR/report.xlsx`)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Do not print where the file is
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  undercard report reports/knife-fight
  undercard report reports/knife-fight/compare --out compare.html
  undercard report results --workbook --quiet

The page is one file that loads nothing and runs nothing: mail it, read it without a
network, print it. DIR is what run, compare, impact, sensitivity, sweep, matchups,
luck, train, tune, check or selftest wrote, or several of them into one folder. A table
of the page has room for 1,000 rows, a sheet of the workbook for 100,000; the CSV
files have all of them. games.csv has a sheet only. A folder that is incomplete or
damaged is exit code 12.";

pub(crate) fn run(args: &Args) -> CliResult {
    let damaged = |faults: ConfigErrors| Failure::Damaged(faults.to_string());
    let mut folder = Folder::read(&args.folder).map_err(damaged)?;
    if args.workbook {
        folder.read_games(&args.folder).map_err(|fault| Failure::Damaged(fault.to_string()))?;
    }
    let game = folder.game().and_then(find_game);
    attest(&args.folder, &folder).map_err(damaged)?;
    let about = About::of(&folder, game.map(|game| game.title));
    let (content, default, other) = if args.workbook {
        let book = workbook::xlsx(&folder, &about).map_err(|error| Failure::Damaged(error.to_string()))?;
        (book, write::WORKBOOK, "html")
    } else {
        (html(&folder, about)?.into_bytes(), write::PAGE, "xlsx")
    };
    let out = args.out.clone().unwrap_or_else(|| args.folder.join(default));
    // A slip must not cost a result.
    let not = ["csv", "json", "toml", "tally", other];
    if out.extension().is_some_and(|ending| not.iter().any(|not| ending.eq_ignore_ascii_case(not))) {
        let found = clipped(&out.display().to_string());
        let hint = if other == "xlsx" { "; --workbook makes an XLSX" } else { "" };
        return Err(Failure::Input(format!("--out: found {found}, expected a file as {default}{hint}")));
    }
    write::prepare_named(&out)?;
    let write_page = |file: &mut dyn std::io::Write| file.write_all(&content);
    if args.out.is_some() {
        write::named(&out, write_page)?;
    } else {
        write::stream(&out, write_page)?;
    }
    if args.quiet { Ok(()) } else { print(&format!("{}\n", out.display())) }
}

/// Checks that the rules digest of each config is that of its settings.
fn attest(path: &Path, folder: &Folder) -> Result<(), ConfigErrors> {
    for config in &folder.head.configs {
        let Some(game) = find_game(&config.game) else { continue };
        let digest = rules_digest_of(game, config);
        if digest.as_ref() != Some(&config.rules_digest) {
            let digest = digest.as_deref().unwrap_or("none");
            let found = format!("settings of {} with the rules digest {digest}", clipped(&config.name));
            let file = path.join("result.json").display().to_string();
            return Err(ConfigErrors(vec![config_error(
                &file,
                "configs",
                found,
                config.rules_digest.clone(),
            )]));
        }
    }
    Ok(())
}
