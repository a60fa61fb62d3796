//! `undercard completions`: the completions of a shell.

use super::{CliResult, parser, print_for_file};
use clap_complete::{Shell, generate};

/// Print shell completions.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Shell
    #[arg(value_enum)]
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  undercard completions bash > /etc/bash_completion.d/undercard
  undercard completions zsh > \"${fpath[1]}/_undercard\"
  undercard completions fish > ~/.config/fish/completions/undercard.fish";

pub(crate) fn run(args: &Args) -> CliResult {
    let mut text = Vec::new();
    generate(args.shell, &mut parser(), "undercard", &mut text);
    print_for_file(&String::from_utf8_lossy(&text), "undercard-completions")
}
