//! `undercard cards`: the cards of a config as a table for a spreadsheet, and what differs between two.

use super::options::CardArgs;
use super::output::print_text;
use super::values::players;
use super::{
    CliResult, Context, Failure, command_line, log, overwrite, print, print_bytes, print_for_file, warn,
};
use crate::config::cards::{self, CardFiles, CardTable, CellChange, Layout, Written, differences, sheet};
use crate::config::{ConfigErrors, Plan, PlanOptions, clipped, config_error, printed_rules};
use crate::report;
use crate::report::show::Grid;
use crate::report::text::Width;
use clap::ValueEnum;
use std::fmt::Display;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Print the cards of a config as a table for a spreadsheet.
///
/// One row for each card, warrior, arena, move, character or deck, and one column for each value. `--cards FILE`
/// of the other commands reads the changed table back.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A game id, a TOML file, or the name or folder of a result
    #[arg(value_name = "CONFIG")]
    config: String,
    /// Only one table, such as `moves` (default: all tables); with --diff, the second CONFIG (default: CONFIG is
    /// compared with the printed rules)
    #[arg(value_name = "TABLE|CONFIG_B")]
    second: Option<String>,
    /// Print the cells that differ between two configs
    #[arg(long, conflicts_with_all = ["out", "format", "into"])]
    diff: bool,
    /// Format of the table (default: that of the file of --out, otherwise csv); a workbook is not printed on a terminal
    #[arg(long, value_enum)]
    format: Option<FileFormat>,
    /// Number of players; short for --set setup.players=N
    #[arg(long, value_name = "N", value_parser = players)]
    players: Option<u64>,
    #[command(flatten)]
    tables: CardArgs,
    /// Change a setting; address list items by index
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// File to create, .csv or .xlsx (default: print to stdout)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the values that differ into the cells of your own .csv or .xlsx file, and change nothing else in it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "format", "second"])]
    into: Option<PathBuf>,
    /// Replace the file of --out, or write into a file that changed after CONFIG
    #[arg(long)]
    force: bool,
}

/// A format of a table.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum FileFormat {
    /// Comma-separated values
    Csv,
    /// A workbook
    Xlsx,
}

impl FileFormat {
    /// The ending of its files.
    const fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  undercard cards knife-fight --out cards.csv
  undercard cards taunt moves > moves.csv
  undercard cards taunt --format xlsx > taunt.xlsx
  undercard run knife-fight --cards cards.csv
  undercard compare knife-fight --cards-b cards.csv
  undercard cards --diff knife-fight --cards cards.csv
  undercard cards --diff house.toml other.toml
  undercard cards tuned.toml --into deck.xlsx --columns \"id=Name, damage=ATK\"

Only rows and columns that are there are read, in any order; card_table can be
missing if the rest fits one table. --columns names the columns of a table with
other titles, and names such as Iron Fist become ids: iron-fist. Other columns,
such as art and text, are ignored with a warning, and columns that end with
_printed without one. An empty cell changes nothing, except in lists such as
ability__0__amount: there, the value is absent, and if all values of a list are
cleared, the list is empty. Numbers may have decimal commas, and the separator
may be a comma, a semicolon or a tab. A new id is a new card where the game
allows one.
docs/house-rules.md shows it.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let options = PlanOptions {
        players: args.players,
        cards: args.tables.files(),
        set: args.set.clone(),
        ..PlanOptions::of(catalogue)
    };
    if args.diff {
        return diff(args, &options, width);
    }
    if let Some(file) = &args.into {
        return into(args, file, options, width);
    }
    let out = args.out.as_deref();
    match out {
        Some(out) => may_create(out, args)?,
        None if args.format == Some(FileFormat::Xlsx) && std::io::stdout().is_terminal() => {
            return Err(no_file());
        }
        None => {}
    }
    let plan = Plan::new(&args.config, &options)?;
    warn(&plan.warnings, width);
    let tables = CardTable::of(&plan, args.second.as_deref())?;
    let layout = Layout::of(&options.cards, &tables)?;
    let is_book = args.format == Some(FileFormat::Xlsx) || out.is_some_and(|out| ending(out) == "xlsx");
    let book = || cards::xlsx(&plan, &tables, &layout).map_err(|error| fault(&error));
    let bytes = if is_book { book()? } else { csv(&tables, &layout)? };
    let Some(out) = out else {
        return if is_book {
            print_bytes(&bytes)
        } else {
            print_for_file(&String::from_utf8_lossy(&bytes), "cards.csv")
        };
    };
    let written = if args.force {
        report::write::named(out, |file| file.write_all(&bytes))
    } else {
        report::write::new_named(out, |file| file.write_all(&bytes))
    };
    written.map_err(|error| if error.is_taken() { taken(out) } else { error.into() })?;
    let file = out.to_string_lossy().into_owned();
    log(&format!("file: {file}"));
    let run = ["run".into(), args.config.clone(), "--cards".into(), file];
    log(&command_line::next("to play it, after changing a value", run, width));
    Ok(())
}

/// Writes the values of a config that differ into a file of its author.
fn into(args: &Args, file: &Path, mut options: PlanOptions, width: Width) -> CliResult {
    let name = file.display().to_string();
    let error = |found: &str, expected: &str| {
        Failure::from(ConfigErrors(vec![config_error(&format!("--into {name}"), "", found, expected)]))
    };
    let mut files = std::mem::take(&mut options.cards);
    options.cards.files = std::mem::take(&mut files.files);
    if !options.cards.files.is_empty() {
        options.cards = CardFiles { files: options.cards.files, ..files.clone() };
    }
    let config = options.read(&args.config)?;
    let own = config.tables.files.clone();
    // A config that names the file reads it as it is now.
    let is_own = own.files.iter().any(|own| is_same(Path::new(own), file));
    if files == CardFiles::default() {
        files = CardFiles { files: Vec::new(), at: None, ..own };
    }
    let plan = Plan::of_config(config, &options)?;
    warn(&plan.warnings, width);
    let bytes = cards::bytes(&name)?;
    let Written { bytes: new, changes, missing, totals } =
        cards::into(&plan, &name, &bytes, &files, args.force)?;
    let missing: Vec<String> =
        missing.iter().map(|change| format!("{name} has no cell for {change}")).collect();
    warn(&missing, width);
    if changes.is_empty() {
        return print(&format!("No cell of {name} differs.\n"));
    }
    let changed = |path: &Path| path.metadata().and_then(|about| about.modified()).ok();
    let is_newer =
        changed(file).zip(changed(Path::new(&args.config))).is_some_and(|(file, config)| file > config);
    if is_newer && !is_own && !args.force {
        let expected = format!(
            "a file that is older than {0}; to write the values of {0} into this one, for example because it is a \
             copy: --force",
            args.config
        );
        return Err(error("a file that changed after CONFIG", &expected));
    }
    if cards::bytes(&name)? != bytes {
        return Err(error("a file that another program changed", "the same command again"));
    }
    report::write::named(file, |file| file.write_all(&new))?;
    let line = |CellChange { at, title, texts: [old, new], .. }: &CellChange| {
        let shown = |text: &str| if text.is_empty() { "empty".to_owned() } else { clipped(text) };
        format!("{at}: column {}: {} → {}\n", clipped(title), shown(old), shown(new))
    };
    print(&changes.iter().map(line).collect::<String>())?;
    let stale = totals
        .iter()
        .map(|at| format!("{at}: this row of totals is not changed, unless its cells are formulas"));
    warn(&stale.collect::<Vec<_>>(), width);
    Ok(())
}

fn is_same(one: &Path, two: &Path) -> bool {
    one.canonicalize().ok().zip(two.canonicalize().ok()).is_some_and(|(one, two)| one == two)
}

/// Checks the file of `--out`.
///
/// # Errors
/// It exists and is not to be replaced, or has the ending of another kind of file.
fn may_create(out: &Path, args: &Args) -> CliResult {
    if out.is_file() && !args.force {
        return Err(taken(out));
    }
    let kind = ending(out);
    let formats = args.format.map_or_else(|| vec![FileFormat::Csv, FileFormat::Xlsx], |format| vec![format]);
    if formats.iter().all(|format| format.ending() != kind) {
        let files: Vec<String> = formats.iter().map(|format| format!("cards.{}", format.ending())).collect();
        let expected = files.join(" or ");
        return Err(Failure::Input(format!(
            "--out: found {}, expected a file like {expected}",
            out.display()
        )));
    }
    overwrite::may_write(&[("--out", &kind, out)], args.force)
}

/// The error of a file that exists and is not to be replaced.
fn taken(out: &Path) -> Failure {
    let found = out.display();
    Failure::Input(format!(
        "--out: found the file {found}, expected a new file name, or --force to replace it"
    ))
}

/// The error of a workbook without a file, which a terminal cannot show.
fn no_file() -> Failure {
    let typed = command_line::into(Path::new("cards.xlsx"), "--format xlsx");
    Failure::Input(format!(
        "--format xlsx: found a terminal, which cannot show a workbook, expected a file: {typed}"
    ))
}

/// The ending of a file in small letters.
fn ending(file: &Path) -> String {
    file.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

fn fault(error: &dyn Display) -> Failure {
    Failure::Write(format!("cards: cannot be written ({error})"))
}

/// The tables as one CSV file.
fn csv(tables: &[CardTable], layout: &Layout) -> Result<Vec<u8>, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = layout.arrange(sheet(tables)).iter().try_for_each(|row| writer.write_record(row));
    written.map_err(|error| fault(&error))?;
    writer.into_inner().map_err(|error| fault(&error))
}

/// Prints the cells that differ between two configs.
fn diff(args: &Args, options: &PlanOptions, width: Width) -> CliResult {
    let one = match &args.second {
        Some(_) => Plan::new(&args.config, options)?,
        None => Plan::of_config(printed_rules(&options.read(&args.config)?.game)?, &PlanOptions::default())?,
    };
    let two = Plan::new(args.second.as_ref().unwrap_or(&args.config), options)?;
    if one.game().id != two.game().id {
        let found = format!("{} and {}", one.game().id, two.game().id);
        let error = config_error("cards --diff", "", found, "the same game on both sides");
        return Err(ConfigErrors(vec![error]).into());
    }
    warn(one.warnings.iter().chain(&two.warnings), width);
    let rows = differences(&CardTable::of(&one, None)?, &CardTable::of(&two, None)?);
    if rows.is_empty() {
        return print(&"No card differs.\n");
    }
    let names = match &args.second {
        Some(second) => [clipped(&args.config), clipped(second)],
        None => ["printed".into(), clipped(&args.config)],
    };
    let header = ["entry".into(), "column".into()].into_iter().chain(names).collect();
    let rows = rows.into_iter().map(Vec::from).collect();
    print_text(&Grid { header, right: vec![false; 4], rows }.into(), width)
}
