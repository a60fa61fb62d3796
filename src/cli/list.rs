//! `undercard list`: the games, or everything that can be set, seated and weighed in one.

use super::{Done, print};
use crate::config::{Asked, Plan, comments, shipped, strategy};
use crate::games::SHELF;
use crate::model::settings::{Allowed, Node};
use comfy_table::{ContentArrangement, Table, presets};
use std::fmt::Write;

/// List the games, or a game's settings, cards, bots and features.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  undercard list\n  undercard list knife-fight\n  undercard list knife-fight --metrics"
)]
pub(crate) struct Args {
    /// A game id or a config file
    game: Option<String>,
    /// List the addresses of all figures that targets can name
    #[arg(long, requires = "game")]
    metrics: bool,
}

pub(crate) fn run(args: &Args) -> Done {
    let Some(config) = &args.game else { return print(&games()?) };
    let plan = Plan::new(config, &Asked::default())?;
    if args.metrics { print(&metrics(&plan)?) } else { print(&game(&plan)?) }
}

fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(header.to_vec());
    table
}

fn games() -> Result<String, std::fmt::Error> {
    let mut table = table(&["game", "title", "default games", "configs", "bots"]);
    for game in SHELF {
        let house: Vec<String> = shipped::configs(game.id)
            .into_iter()
            .map(|(name, _)| name.trim_end_matches(".toml").to_owned())
            .collect();
        let bots = strategy::known(game.id).join(", ");
        table.add_row([game.id, game.title, &game.games.to_string(), &house.join(", "), &bots]);
    }
    let mut text = String::new();
    writeln!(text, "{}", trimmed(&table))?;
    writeln!(text, "\n`undercard list GAME` lists a game's settings, cards, bots and features.")?;
    Ok(text)
}

fn game(plan: &Plan) -> Result<String, crate::cli::Failure> {
    let mut text = String::new();
    writeln!(text, "{} ({})\n\nSettings (change one with --set KEY=VALUE):", plan.game.title, plan.game.id)?;
    let comments = comments(shipped::printed(plan.game.id).unwrap_or_default());
    let mut settings = table(&["key", "value", "allowed", "meaning"]);
    for setting in &plan.settings {
        let allowed = match &setting.allowed {
            Allowed::Int(low, high) => format!("{low}..{high}"),
            Allowed::Flag => "true, false".into(),
            Allowed::Choice(names) => names.join(", "),
            Allowed::Text => "text".into(),
        };
        let value = plan.value(&setting.path).map(Node::shown).unwrap_or_default();
        let meaning = comments.of(&setting.path).unwrap_or_default();
        settings.add_row([&setting.path, &value, &allowed, meaning]);
    }
    writeln!(text, "{}", trimmed(&settings))?;
    let hall = plan.hall()?;
    let cards: Vec<&str> = hall.ledger().cards.iter().map(|card| card.id.as_str()).collect();
    writeln!(text, "\nCards of the card report: {}", cards.join(", "))?;
    writeln!(text, "Events of the card report: {}", hall.ledger().events.join(", "))?;
    writeln!(text, "Without a card (`undercard impact`): {}", hall.stand_in())?;
    writeln!(text, "\nBots: {}", strategy::known(plan.game.id).join(", "))?;
    writeln!(text, "\nFeatures that a strategy file can weigh:")?;
    let mut features = table(&["feature", "meaning"]);
    for (name, meaning) in &plan.features {
        features.add_row([name, meaning]);
    }
    writeln!(text, "{}", trimmed(&features))?;
    Ok(text)
}

fn metrics(plan: &Plan) -> Result<String, crate::cli::Failure> {
    let hall = plan.hall()?;
    let addresses = crate::report::addresses(plan.game.id, plan.players, hall.ledger(), hall.lineup());
    Ok(addresses.join("\n") + "\n")
}

/// A table without the padding at the ends of its lines.
fn trimmed(table: &Table) -> String {
    table.to_string().lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}
