//! `undercard play`: a game against the bots, at the table of the studio.

use super::{CliResult, Context, studio};

/// Play a game against the bots, in a browser.
#[derive(clap::Args, Debug)]
#[group(id = "play")]
pub(crate) struct Args {
    #[command(flatten)]
    studio: studio::Args,
}

pub(crate) fn run(args: &Args, context: Context<'_>) -> CliResult {
    studio::open(&args.studio, context, true)
}
