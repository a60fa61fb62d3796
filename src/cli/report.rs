//! `undercard report`: a result folder as one file: an HTML page, or a workbook.

use super::{CliResult, Failure, print};
use crate::config::{ConfigErrors, Node, Value, clipped};
use crate::config::{effective, fault, read, tree};
use crate::config::{find_game, is_setting};
use crate::report::page::{About, Folder, Head, Made, html};
use crate::report::{workbook, write};
use std::borrow::Cow;
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
    let made = |(command, head): &(&str, Head)| made(&args.folder, command, head);
    let made = folder.heads.iter().map(made).collect::<Result<Vec<_>, _>>().map_err(damaged)?;
    let about = About::of(&folder, game.map(|game| game.title), &made);
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

/// What the TOML file of a command tells, if there is one.
fn made(path: &Path, command: &str, head: &Head) -> Result<Made, ConfigErrors> {
    let file = path.join(format!("{command}.toml"));
    let Some(expected) = head.digest().filter(|_| file.exists()) else { return Ok(Made::default()) };
    let name = file.display().to_string();
    let text = head.toml().map_or_else(|| read(&file).map(Cow::Owned), |text| Ok(Cow::Borrowed(text)))?;
    let filed = tree::parse(&text, &name)?;
    let provenance = |key: &str| match filed.get("provenance").and_then(|table| table.get(key)) {
        Some(Node { value: Value::Text(text), .. }) => Some(text.clone()),
        _ => None,
    };
    // What was played is in the other files; this one says by which rules, and only if it is theirs.
    let digest = provenance("config-digest");
    if digest.as_deref() != Some(expected) {
        let found = digest.map_or_else(
            || "no config digest".into(),
            |digest| format!("the config digest {}", clipped(&digest)),
        );
        let expected = format!("{}, as {command}.json says", clipped(expected));
        return Err(ConfigErrors(vec![fault(&name, "provenance.config-digest", found, expected)]));
    }
    let game = match filed.get("game") {
        Some(Node { value: Value::Text(id), .. }) => find_game(id),
        _ => None,
    };
    let changes = match game {
        Some(game) => {
            let changes = tree::changes(&effective(game.id)?.tree, &filed).into_iter();
            Some(changes.filter(|change| is_setting(&change.path)).map(|c| [c.path, c.two, c.one]).collect())
        }
        None => None,
    };
    Ok(Made { line: provenance("command"), changes })
}
