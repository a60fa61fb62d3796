//! `undercard report`: a result folder as one HTML page.

use super::{Done, Failure, print};
use crate::config::{fault, plan, read, tree};
use crate::games::{Listed, SHELF, is_setting};
use crate::model::settings::{Faults, Node, Value, clipped};
use crate::report::page::{Folder, Head, Made, html};
use crate::report::write;
use std::path::{Path, PathBuf};

/// Make one HTML page of a result.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder that a command has written
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The page (default: `DIR/report.html`)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Do not print where the page is
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  undercard report reports/knife-fight
  undercard report reports/knife-fight/compare --out compare.html
  undercard report results --quiet

The page is one file that loads nothing and runs nothing: mail it, read it without a
network, print it. DIR is what run, compare, impact, sensitivity, sweep, matchups,
train, tune, check or selftest wrote, or several of them into one folder. There is room for a
thousand rows of each table; the CSV files have all of them. A folder that is
incomplete or damaged is exit code 12.";

pub(crate) fn run(args: &Args) -> Done {
    let damaged = |faults: Faults| Failure::Damaged(faults.to_string());
    let folder = Folder::read(&args.folder).map_err(damaged)?;
    let game = SHELF.iter().find(|game| Some(game.id) == folder.game());
    let made = |(command, head): &(&str, Head)| made(&args.folder, command, head, game);
    let made = folder.heads.iter().map(made).collect::<Result<Vec<_>, _>>().map_err(damaged)?;
    let page = html(&folder, game.map(|game| game.title), &made)?;
    let out = args.out.clone().unwrap_or_else(|| args.folder.join(write::PAGE));
    // A slip must not cost a result.
    if out.extension().is_some_and(|kind| ["csv", "json", "toml", "tally"].iter().any(|known| kind == *known))
    {
        let found = clipped(&out.display().to_string());
        return Err(Failure::Input(format!(
            "--out: found {found}, expected the name of a page, as FILE.html"
        )));
    }
    write::prepare_named(&out)?;
    let write_page = |file: &mut dyn std::io::Write| file.write_all(page.as_bytes());
    if args.out.is_some() {
        write::named(&out, write_page)?;
    } else {
        write::stream(&out, write_page)?;
    }
    if args.quiet { Ok(()) } else { print(&format!("{}\n", out.display())) }
}

/// What the TOML file of a command tells, if there is one.
fn made(path: &Path, command: &str, head: &Head, game: Option<&Listed>) -> Result<Made, Faults> {
    let file = path.join(format!("{command}.toml"));
    let Some(expected) = head.digest().filter(|_| file.exists()) else { return Ok(Made::default()) };
    let name = file.display().to_string();
    let filed = tree::parse(&read(&file)?, &name)?;
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
        return Err(Faults(vec![fault(&name, "provenance.config-digest", found, expected)]));
    }
    let changes = match game {
        Some(game) => {
            let (_, _, printed) = plan::effective(game.id)?;
            let changes = tree::changes(&printed, &filed).into_iter();
            Some(changes.filter(|change| is_setting(&change.path)).map(|c| [c.path, c.two, c.one]).collect())
        }
        None => None,
    };
    Ok(Made { line: provenance("command"), changes })
}
