//! `undercard impact`: what each card is worth, measured in three ways.

use super::conduct::conduct;
use super::options::{Game, PrecisionArgs, Work};
use super::{CliResult, Context};
use crate::config::{ConfigError, ConfigErrors, PlanOptions, clipped, config_error};
use crate::experiments::impact::{Impact, Options};
use crate::experiments::panel::{Panel, is_panel};

/// Measure what each card is worth to its player.
///
/// Reports three differences in the win share of the card's player: between seats with and without the
/// event (such as drawing the card), which is only an association; between seats with and without the card
/// in the opening hand; and the ablation, which replays the same games with a replacement for the card in
/// one player's hands. `undercard list GAME` names the replacement.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// Only cards whose id matches; * matches any text
    #[arg(long, value_name = "GLOB")]
    card: Vec<String>,
    /// Event that splits the seats into with and without (default: drawn, or played if the opening is not shuffled)
    #[arg(long, value_name = "EVENT")]
    event: Option<String>,
    #[command(flatten)]
    precision: PrecisionArgs,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard impact knife-fight
  undercard impact stupid-fight --card 'steal-*' --games 20k
  undercard impact taunt --bots brawler --event hit
  undercard impact knife-fight --precision 1pp

Writes impact.csv; docs/csv.md explains every column. The headline intervals of
--precision are those of the worths.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    let is_file = |name: &&String| name.contains(['.', '/', '\\']);
    if let Some(card) = args.game.tables.cards.iter().find(|name| !is_file(name)) {
        let (found, hint) = (format!("\"{}\"", clipped(card)), format!("--card {}", clipped(card)));
        let error = config_error("--cards", "", found, "a .csv or .xlsx file; --card GLOB chooses cards");
        return Err(ConfigErrors(vec![ConfigError { hint: Some(hint), ..error }]).into());
    }
    let options = Options {
        cards: args.card.clone(),
        event: args.event.clone(),
        accuracy: args.work.accuracy(args.precision.precision),
    };
    let (config, plan_options) = (&args.game.config, args.game.plan_options(catalogue));
    if is_panel(config, &plan_options) {
        let of_bot = |plan_options: &PlanOptions| Impact::new(config, plan_options, &options);
        let panel = Panel::new(config, &plan_options, args.work.level, of_bot)?;
        return conduct(&panel, args.precision.plan, &args.work, width);
    }
    let impact = Impact::new(config, &plan_options, &options)?;
    conduct(&impact, args.precision.plan, &args.work, width)
}
