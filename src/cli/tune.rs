//! `undercard tune`: searches for the fewest changes that make every target pass.

use super::conduct::conduct;
use super::files::output_folder;
use super::options::{Game, Moved, Work};
use super::{CliResult, Context, log_sentence};
use crate::experiments::tune::{Options, Tune};
use crate::experiments::{Experiment, ResultMeta};
use crate::report::result_file::head;
use crate::report::store::{EARLIER, results_in};
use std::path::Path;

/// Search for the fewest changes that make every target pass.
///
/// Tries every setting alone: a number one step and --reach steps up and down, a named choice or flag
/// with every other value. Then tries the most promising steps and combinations: first one setting, then
/// two, until every target of the config is met. The proposal is verified on held-out games with the
/// verdicts of `check`. The search is heuristic: a solution with fewer changes may exist. The last line
/// says whether everything was tried.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("games", |games| games.help("Games per candidate (default: a tenth of a run); verification uses up to ten times as many")),
    after_help = EXAMPLES,
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    moved: Moved,
    /// Maximum number of steps of a number, up or down
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(i64).range(1..=20))]
    reach: i64,
    /// Maximum number of settings to change
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=2000))]
    changes: u16,
    /// Let numbers that are not 0 become 0, or change their sign
    #[arg(long)]
    allow_zero: bool,
    /// Train players on the rules of the proposal, and judge it again with them
    #[arg(long)]
    retrain: bool,
    /// How many searches for the same targets there were before: the more, the stricter the verification
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1000))]
    searched: u16,
    /// Estimate games and time without searching
    #[arg(long)]
    plan: bool,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard tune house.toml
  undercard tune house.toml --keys 'cards.*.damage' --keys 'rules.*' --changes 2
  undercard tune house.toml --games 50k --reach 5 --bots medic --retrain
  undercard tune house.toml --plan

`undercard check --help` explains how to write targets. Writes tune.csv with all
candidates, and tuned.toml, the config with the changes. If no candidate
passes, closest.toml has the changes of the closest one; its first line
names the targets that it misses.

Exit codes: 0 every target passes with these changes; 10 no solution found, or
the verification failed; 11 inconclusive. With --retrain, every target must also
pass with the trained players.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let options = Options {
        keys: args.moved.keys.clone(),
        step: args.moved.step.unwrap_or(1),
        reach: args.reach,
        changes: args.changes.into(),
        allow_zero: args.allow_zero,
        retrain: args.retrain,
        searched: args.searched,
        level: args.work.level,
        ..Options::default()
    };
    let tune = Tune::new(&args.game.config, &args.game.plan_options(catalogue), &options)?;
    let earlier = earlier(&tune, args.work.out.as_deref());
    if earlier > usize::from(args.searched) && !args.work.quiet {
        let searches = if earlier == 1 { "search" } else { "searches" };
        log_sentence(
            &format!(
                "{earlier} earlier {searches} for these targets; --searched {earlier} judges this one as the next"
            ),
            width,
        );
    }
    conduct(&tune, args.plan, &args.work, width)
}

/// How many other searches for the same targets the output folder keeps.
fn earlier(tune: &Tune, out: Option<&Path>) -> usize {
    let out = output_folder(out, tune.plans()[0]);
    let found = results_in(&out).into_iter().chain(results_in(&out.join(EARLIER)));
    let targets = tune.targets();
    let is_of_same = |head: &ResultMeta| {
        let found = head.options.get("targets").and_then(|of| of.get("targets"));
        head.command == Tune::COMMAND && found == Some(&targets)
    };
    let own = tune.digest();
    let is_other = |head: &ResultMeta| head.result_digest != own;
    found.filter_map(|folder| head(&folder).ok()).filter(|head| is_of_same(head) && is_other(head)).count()
}
