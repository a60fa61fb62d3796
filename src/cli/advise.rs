//! `undercard advise`: who is too strong, which card, how long, and which number to change.

use super::conduct::conduct;
use super::options::{Game, Moved, Work};
use super::values::{one_of, percentage_points};
use super::{CliResult, Context};
use crate::experiments::advise::{Advise, Allow, Options};

/// Say what is out of balance, and which number to change.
///
/// Plays the game, replays it without each card, and searches for the fewest changes that make everybody
/// equally strong, or that reach the targets of the config. Each answer is one sentence with its interval
/// and the command that shows more. Proposed changes are verified on held-out games.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// How far a score may be from an even share before it is too strong or too weak
    #[arg(long, value_name = "POINTS", default_value = "3pp", value_parser = percentage_points)]
    within: f64,
    #[command(flatten)]
    moved: Moved,
    /// Maximum number of settings to change
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=2000))]
    changes: u16,
    /// What else a proposal may change
    #[arg(long, value_name = "WHAT,…", value_delimiter = ',', value_parser = one_of(Allow::ALL.iter().copied()))]
    allow: Vec<Allow>,
    /// Train players on the rules of the first proposal, and judge it again with them
    #[arg(long)]
    retrain: bool,
    /// Estimate the time without playing all games
    #[arg(long)]
    plan: bool,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard advise knife-fight
  undercard advise house.toml --within 2pp --retrain
  undercard advise house.toml --plan
  undercard advise taunt --keys 'characters.*' --changes 3

Writes advise.csv with the figures behind each answer, the tables of `run` and
`impact`, and tuned.toml with the changed rules (closest.toml if no change
reaches the aim). A score counts a draw of two players as half a win.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let options = Options {
        within: args.within,
        keys: args.moved.keys.clone(),
        step: args.moved.step.unwrap_or(1),
        changes: args.changes.into(),
        allow: args.allow.clone(),
        retrain: args.retrain,
        level: args.work.level,
    };
    let advise = Advise::new(&args.game.config, &args.game.plan_options(catalogue), &options)?;
    conduct(&advise, args.plan, &args.work, width)
}
