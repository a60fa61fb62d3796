//! `undercard list`: the games, or the settings, cards, bots and features of one game.

use super::{CliResult, print};
use crate::config::{Allowed, GAMES, GameInfo, Node, Setting};
use crate::config::{Plan, PlanOptions, bots, comments, shipped};
use crate::report::show::{Grid, wrap};
use std::fmt::Write;

/// List the games, or a game's settings, cards, bots and features.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Game id or config file
    game: Option<String>,
    /// List the figures that targets can name
    #[arg(long, requires = "game")]
    metrics: bool,
}

const EXAMPLES: &str = "\
Examples:
  undercard list
  undercard list knife-fight
  undercard list knife-fight --metrics";

pub(crate) fn run(args: &Args) -> CliResult {
    let Some(config) = &args.game else { return print(&games()?) };
    let plan = Plan::new(config, &PlanOptions::default())?;
    if args.metrics { print(&metrics(&plan)?) } else { print(&game(&plan)?) }
}

/// Left-aligned text columns with a header.
fn table<const N: usize>(header: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let header = header.map(str::to_owned).to_vec();
    Grid { header, right: vec![false; N], rows: rows.map(Vec::from).collect() }.text()
}

fn games() -> Result<String, std::fmt::Error> {
    let row = |game: &GameInfo| {
        let bots = bots::known(game.id).join(", ");
        [game.id.into(), game.title.into(), game.games.to_string(), bots]
    };
    let mut text = table(["game", "title", "games", "bots"], GAMES.iter().map(row));
    writeln!(text, "\nHouse rules and printed rules in the repository:")?;
    for game in GAMES {
        for (name, _) in shipped::configs(game.id) {
            writeln!(text, "configs/{}/{name}", game.id)?;
        }
    }
    writeln!(text, "\nRun `undercard list GAME` for the settings, cards, bots and features of a game.")?;
    Ok(text)
}

fn game(plan: &Plan) -> Result<String, crate::cli::Failure> {
    let mut text = String::new();
    writeln!(text, "{} ({})\n\nSettings (change one with --set KEY=VALUE):", plan.game.title, plan.game.id)?;
    let comments = comments(shipped::printed(plan.game.id).unwrap_or_default());
    let setting = |setting: &Setting| {
        let allowed = match &setting.allowed {
            Allowed::Int(low, high) => format!("{low}..{high}"),
            Allowed::Flag => "true, false".into(),
            Allowed::Choice(names) => names.join(", "),
            Allowed::Text => "text".into(),
        };
        let value = plan.value(&setting.path).map(Node::shown).unwrap_or_default();
        let meaning = comments.of(&setting.path).unwrap_or_default();
        [setting.path.clone(), value, allowed, meaning.to_owned()]
    };
    for [key, value, allowed, meaning] in plan.rules.settings().iter().map(setting) {
        text += &wrap(&format!("{key} = {value}  ({allowed})\n"));
        if !meaning.is_empty() {
            text += &wrap(&format!("    {meaning}\n"));
        }
    }
    let simulation = plan.simulation();
    let cards: Vec<&str> = simulation.schema().cards.iter().map(|card| card.id.as_str()).collect();
    let about = [
        format!("Cards: {}", cards.join(", ")),
        format!("Card events: {}", simulation.schema().events.join(", ")),
        format!("Missing card (`undercard impact`): {}", simulation.replacement()),
        format!("\nBots: {}", bots::known(plan.game.id).join(", ")),
    ];
    text += &wrap(&format!("\n{}\n", about.join("\n")));
    writeln!(text, "\nFeatures for strategy files:")?;
    let features = plan.game.features.iter().map(|feature| [feature.name.into(), feature.meaning.into()]);
    text += &table(["feature", "meaning"], features);
    Ok(text)
}

fn metrics(plan: &Plan) -> Result<String, crate::cli::Failure> {
    let simulation = plan.simulation();
    let addresses = crate::report::addresses(
        plan.game.id,
        plan.players(),
        simulation.schema(),
        &simulation.lineup().names,
    );
    Ok(addresses.join("\n") + "\n")
}
