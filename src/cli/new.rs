//! `undercard new`: a crate with a game of one's own.

use super::command_line::quoted;
use super::{CliResult, Context, Failure, log};
use crate::config::{clipped, new_game};
use crate::report::write;
use std::fs;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// Create a crate with a game of your own.
///
/// The crate has a small game that works: cards, rules, settings, stories, a bot and tests. Change it step by step into
/// yours. Its program has every command of this one. Needs Rust. A game for two players can also be described in a TOML file, without
/// Rust: docs/your-own-game.md has one to copy.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// What to create
    #[arg(value_name = "WHAT")]
    what: What,
    /// The game's id: lower-case letters, digits and hyphens
    #[arg(value_name = "ID")]
    id: String,
    /// Folder to create (default: the id)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Folder of Undercard's source code, with which the game is built (default: the published Undercard)
    #[arg(long, value_name = "DIR")]
    source: Option<PathBuf>,
}

/// What can be created.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum What {
    /// A game
    Game,
}

const EXAMPLES: &str = "\
Examples:
  undercard new game night-market
  undercard new game night-market --source ../undercard
  cd night-market
  cargo test
  cargo run --release -- run night-market

docs/your-own-game.md explains the files.";

/// The path of a folder that has the source code.
fn source_code(folder: &Path) -> Result<String, Failure> {
    if !folder.join("crates/engine/Cargo.toml").is_file() {
        let found = clipped(&folder.display().to_string());
        return Err(Failure::Input(format!(
            "--source: found {found}, expected the folder of Undercard's source code, which has crates/engine/Cargo.toml"
        )));
    }
    let path = std::path::absolute(folder).ok().and_then(|path| path.to_str().map(str::to_owned));
    path.ok_or_else(|| {
        Failure::Input("--source: found a path that is no text, expected another folder".into())
    })
}

pub(crate) fn run(args: &Args, Context { catalogue, .. }: Context<'_>) -> CliResult {
    let What::Game = args.what;
    let id = &args.id;
    let refuse = |expected: &str| {
        Err(Failure::Input(format!("new game: found the id \"{}\", expected {expected}", clipped(id))))
    };
    if catalogue.find(id).is_some() {
        return refuse("another id than that of a game in this program");
    }
    let source = args.source.as_deref().map(source_code).transpose()?;
    let files = match new_game(id, source.as_deref()) {
        Ok(files) => files,
        Err(expected) => return refuse(expected),
    };
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(id));
    let unwritable = |folder: &Path, error: Error| Failure::Write(format!("{}: {error}", folder.display()));
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent).map_err(|error| unwritable(parent, error))?;
    }
    fs::create_dir(&folder).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            let found = folder.display();
            Failure::Input(format!("new game: found {found}, expected the name of a new folder"))
        }
        _ => unwritable(&folder, error),
    })?;
    for (path, text) in files {
        let path = folder.join(path);
        let inner = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(inner).map_err(|error| unwritable(inner, error))?;
        write::named(&path, |file| file.write_all(text.as_bytes()))?;
    }
    let folder = quoted(&folder.display().to_string());
    let source = match args.source {
        Some(_) => String::new(),
        None => format!(
            "\nIt is built with the published Undercard {}. To build it with Undercard's source code: --source DIR.",
            env!("CARGO_PKG_VERSION")
        ),
    };
    log(&format!(
        "folder: {folder}\nto play it: cd {folder} && cargo run --release -- run {id}\nto test it: cargo test\n\
         {folder}/README.md says which file has what.{source}"
    ));
    Ok(())
}
