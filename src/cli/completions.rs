//! `undercard completions`: the completions of a shell, and man pages.

use super::{CliResult, Context, Failure, parser, print_for_file};
use clap_complete::{Shell, generate};
use std::path::PathBuf;

/// Print shell completions, or write man pages.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Shell
    #[arg(value_enum, required_unless_present = "man")]
    shell: Option<Shell>,
    /// Write a man page of each command into this folder, which exists
    #[arg(long, value_name = "DIR", conflicts_with = "shell")]
    man: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  undercard completions bash > /etc/bash_completion.d/undercard
  undercard completions zsh > \"${fpath[1]}/_undercard\"
  undercard completions fish > ~/.config/fish/completions/undercard.fish
  undercard completions --man /usr/local/share/man/man1";

pub(crate) fn run(args: &Args, Context { catalogue, .. }: Context<'_>) -> CliResult {
    if let Some(folder) = &args.man {
        let unwritten = |error| Failure::Write(format!("{}: {error}", folder.display()));
        return clap_mangen::generate_to(parser(catalogue), folder).map_err(unwritten);
    }
    let Some(shell) = args.shell else { return Ok(()) };
    let mut text = Vec::new();
    generate(shell, &mut parser(catalogue), "undercard", &mut text);
    print_for_file(&String::from_utf8_lossy(&text), "undercard-completions")
}
