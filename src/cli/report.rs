//! `undercard report`: turns a result folder into one file, an HTML page or a workbook.

use super::overwrite::may_write;
use super::values::one_of;
use super::{Catalogue, CliResult, Context, Failure, log, print};
use crate::config::{
    ConfigErrors, attest_run_toml, clipped, config_error, game_of, result_folder, rules_digest_of,
};
use crate::experiments::about_of;
use crate::experiments::formats::{FORMATS, Saved};
use crate::report::page::Folder;
use crate::report::write;
use clap::builder::TypedValueParser;
use std::path::{Path, PathBuf};

/// Turn a result into an HTML page or a workbook.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Output folder of a command, the folder of a result in it, or the name of a result
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Format of the file
    #[arg(long, value_name = "FORMAT", value_parser = file_format(), default_value = "html")]
    format: FileFormat,
    /// Output file (default: `DIR/COMMAND.html`, or `DIR/COMMAND.xlsx`)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace a file that Undercard did not write
    #[arg(long)]
    force: bool,
    /// Do not print the path of the file
    #[arg(long, short)]
    quiet: bool,
}

/// The name of a format that is saved, and how.
type FileFormat = (&'static str, &'static Saved);

/// Parses the name of a format.
fn file_format() -> impl TypedValueParser<Value = FileFormat> {
    one_of(
        FORMATS.iter().filter_map(|format| Some((format.name, format.help, (format.name, format.saved()?)))),
    )
}

const EXAMPLES: &str = "\
Examples:
  undercard report reports/knife-fight
  undercard report reports/knife-fight/compare --out compare.html
  undercard report results --format xlsx --quiet

The page is one file that loads nothing and runs no scripts: mail it, read it
offline, print it. If DIR has the results of several commands, name one of them:
DIR/COMMAND. The next result does not replace the page. Tables of the page have at
most 1,000 rows, sheets of the workbook at most 100,000; the CSV files have all rows.
Only the workbook contains the single games of --games-csv. An incomplete or
damaged folder gives exit code 12.";

pub(crate) fn run(args: &Args, Context { catalogue, .. }: Context<'_>) -> CliResult {
    let damaged = |faults: ConfigErrors| Failure::Damaged(faults.to_string());
    let (name, Saved { lists_games, content, opens_in, .. }) = args.format;
    let named = result_folder(&args.folder, None, catalogue)?;
    let mut folder = Folder::read(&named).map_err(damaged)?;
    if *lists_games {
        folder.read_games(&named).map_err(|fault| Failure::Damaged(fault.to_string()))?;
    }
    attest(&named, &folder, catalogue).map_err(damaged)?;
    let about = about_of(&mut folder, catalogue).written_to(&named);
    let content = content(&folder, about).map_err(Failure::Damaged)?;
    let out = args.out.clone().unwrap_or_else(|| page_of(&named, name));
    may_write(&[("--out", name, &out)], args.force)?;
    write::prepare_named(&out)?;
    write::named(&out, |file| file.write_all(&content))?;
    if !args.quiet {
        print(&format!("{}\n", out.display()))?;
        log(&format!("open it in {opens_in}"));
    }
    Ok(())
}

/// The page of a result, beside its folder: there, the next result does not replace it. It has the name of the folder, so that
/// the pages of several commands have different names.
fn page_of(folder: &Path, ending: &str) -> PathBuf {
    // `.` has no name.
    let whole = if folder.file_name().is_none() { folder.canonicalize().ok() } else { None };
    let folder = whole.as_deref().unwrap_or(folder);
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    folder.with_file_name(name)
}

/// Checks that the rules digest of each config is that of its settings, and that `run.toml` has these settings, too.
fn attest(path: &Path, folder: &Folder, catalogue: &Catalogue) -> Result<(), ConfigErrors> {
    for config in &folder.head.configs {
        let Some(game) = game_of(config, catalogue) else { continue };
        let digest = rules_digest_of(&game, config);
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
    attest_run_toml(path, catalogue)
}

#[cfg(test)]
mod tests {
    use crate::cli::{Catalogue, answer};
    use crate::report::page::{About, Folder};
    use crate::report::workbook;
    use calamine::{Data, Reader, Xlsx};
    use std::io::Cursor;

    #[test]
    fn a_workbook_says_which_lists_of_games_are_cut() {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("o");
        let run = ["run", "knife-fight", "--quiet", "--bots", "random", "--games", "3", "--games-csv", "3"];
        let to = ["--out".to_owned(), out.display().to_string()];
        let words = ["undercard"].into_iter().chain(run).map(str::to_owned).chain(to);
        assert_eq!(answer(words.map(Into::into), Catalogue::printed()), 0);
        let mut result = Folder::read(&out.join("run")).unwrap_or_else(|errors| panic!("{errors}"));
        result.read_games(&out.join("run")).unwrap_or_else(|error| panic!("{error}"));
        result.games[0].n_rows = 4;
        let about = About::of(&result, None);
        let book = workbook::xlsx(&result, &about).unwrap_or_else(|error| panic!("{error}"));
        let mut book = Xlsx::new(Cursor::new(book)).unwrap_or_else(|error| panic!("{error}"));
        let mut rows = |name: &str| {
            let sheet = book.worksheet_range(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            sheet.rows().map(<[Data]>::to_vec).collect::<Vec<_>>()
        };
        assert_eq!(rows("games").len(), 1 + 3);
        let mut cut = rows("about");
        cut.retain(|row| row[1].to_string().ends_with("the file has all rows"));
        let told = ["games", "the first 3 rows; the file has all rows"].map(|text| Data::String(text.into()));
        assert!(cut.len() == 1 && cut[0][..2] == told, "{cut:?}");
    }
}
