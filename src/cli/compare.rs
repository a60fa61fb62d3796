//! `undercard compare`: two configurations on common random numbers.

use super::conduct::{conduct, play};
use super::options::{Game, PrecisionArgs, SideB, Work};
use super::output::print_text;
use super::values::percentage_points;
use super::{CliResult, Context, Failure, log, warn};
use crate::config::{ConfigErrors, PlanOptions};
use crate::experiments::Experiment;
use crate::experiments::compare::{Compare, Options};
use crate::experiments::panel::{Panel, is_panel};

/// Compare two configurations on common random numbers.
///
/// Both configurations play the same deals, so far fewer games show a difference.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// The second configuration (default: the first one with --set-b and --bots-b)
    #[arg(value_name = "CONFIG_B")]
    second: Option<String>,
    /// More configs for --against
    #[arg(value_name = "CONFIG", requires = "against")]
    more: Vec<String>,
    /// Compare each config with its version in this Git revision, such as origin/main
    #[arg(long, value_name = "REV", conflicts_with_all = ["cards_b", "set_b", "bots_b", "plan"], allow_hyphen_values = true)]
    against: Option<String>,
    #[command(flatten)]
    side_b: SideB,
    /// Stop once it is decided whether the win shares differ by more than this, e.g. 0.5pp
    #[arg(long, value_name = "±POINTS", allow_hyphen_values = true, value_parser = percentage_points, conflicts_with = "precision")]
    decide: Option<f64>,
    /// Print what differs between the two configurations, without playing
    #[arg(long, conflicts_with_all = ["against", "plan", "explain"])]
    dry_run: bool,
    #[command(flatten)]
    precision: PrecisionArgs,
    /// Print the N shortest games that end differently, from just before they diverge
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "plan")]
    explain: usize,
    /// Compare again with players who trained on the rules of their own side
    #[arg(long, conflicts_with = "plan")]
    retrain: bool,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard compare knife-fight --set-b cards.ten.damage=9
  undercard compare knife-fight house.toml --games 1M
  undercard compare knife-fight house.toml --dry-run
  undercard compare knife-fight house.toml --retrain
  undercard compare knife-fight --bots random --bots-b cutter,random
  undercard compare knife-fight --set-b rules.tie=no-hit --decide 1pp --explain 2
  undercard compare knife-fight --set-b cards.ten.damage=9 --precision 0.1pp
  undercard compare configs/*.toml --against origin/main

With several configs, JSON is an array of the results of the configs that changed,
and CSV begins with a column of the config.

Writes compare.csv; docs/csv.md explains every column. The headline intervals of
--precision are those of the differences in win share.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let options = Options {
        second: args.second.clone().filter(|_| args.against.is_none()),
        against: args.against.clone(),
        decide: args.decide,
        explain: args.explain,
        retrain: args.retrain,
        accuracy: args.work.accuracy(args.precision.precision),
        ..args.side_b.options()
    };
    let plan_options = args.game.plan_options(catalogue);
    if args.against.is_none() {
        let config = &args.game.config;
        if options.bots_b.is_empty() && !args.dry_run && is_panel(config, &plan_options) {
            if args.retrain {
                let expected = "one bot, such as --bots expert";
                return Err(Failure::Input(format!("--retrain: found a panel of bots, expected {expected}")));
            }
            let of_bot = |plan_options: &PlanOptions| Compare::new(config, plan_options, &options);
            let panel = Panel::new(config, &plan_options, args.work.level, of_bot)?;
            return conduct(&panel, args.precision.plan, &args.work, width);
        }
        let compare = Compare::new(config, &plan_options, &options)?;
        if args.dry_run {
            warn(&compare.warnings(), width);
            return print_text(&compare.what_differs().into(), width);
        }
        return conduct(&compare, args.precision.plan, &args.work, width);
    }
    let configs: Vec<&String> =
        [&args.game.config].into_iter().chain(&args.second).chain(&args.more).collect();
    if configs.len() > 1 {
        let is_given = [(args.work.out.is_some(), "--out"), (args.game.name.is_some(), "--name")];
        if let Some((_, option)) = is_given.iter().find(|(is_given, _)| *is_given) {
            let found =
                format!("{option}: found {} configs, expected one config with {option}", configs.len());
            return Err(Failure::Input(found));
        }
    }
    // All configs are validated before the first is played. One that is invalid does not stop the others.
    let is_one = configs.len() == 1;
    let mut errors = ConfigErrors::default();
    let mut compares = Vec::new();
    for config in configs {
        match Compare::new(config, &plan_options, &options) {
            Ok(compare) => compares.push((config, compare)),
            Err(ConfigErrors(more)) => errors.0.extend(more),
        }
    }
    if compares.is_empty() {
        return Err(errors.into());
    }
    let (mut ended, mut printed) = (Ok(()), 0);
    for (config, compare) in &compares {
        if compare.is_unchanged() {
            log(&format!("{config}: the same games as {}", compare.base()));
            continue;
        }
        let played = play(compare, &args.work, width, (!is_one).then_some((config, &mut printed)));
        // A verdict about one config does not stop the others.
        match played {
            Ok(()) => {}
            Err(Failure::Judged(code)) => ended = Err(Failure::Judged(code)),
            Err(error) => {
                ended = Err(error);
                break;
            }
        }
    }
    if !is_one && !args.work.is_silent() {
        args.work.format.print_end(printed)?;
    }
    match ended {
        Ok(()) | Err(Failure::Judged(_)) if !errors.0.is_empty() => Err(errors.into()),
        ended => ended,
    }
}
