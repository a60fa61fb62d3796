//! `undercard list`: the games, or the settings, cards, bots and features of one game.

mod settings;

use super::command_line::quoted;
use super::options::CardArgs;
use super::output::print_text;
use super::{Catalogue, CliResult, Context, Failure, log, warn};
use crate::config::addresses::{self, NamedFigure, Starred};
use crate::config::listing::{listed, meanings, section_of, sections};
use crate::config::{GameRef, Plan, PlanOptions, bots, shipped};
use crate::report::plain;
use crate::report::show::{Grid, grouped};
use crate::report::text::Text;
use std::collections::BTreeSet;

/// List the games, or a game's settings, cards, bots and features.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Game id or config file
    game: Option<String>,
    /// List the settings of a section, e.g. `moves` or `moves.kick`; `all` lists all sections
    #[arg(conflicts_with = "metrics")]
    section: Option<String>,
    #[command(flatten)]
    tables: CardArgs,
    /// List only settings that differ from the printed rules
    #[arg(long, requires = "game", conflicts_with = "metrics")]
    changed: bool,
    /// List the figures that targets, --show and --where can name
    #[arg(long, requires = "game")]
    metrics: bool,
}

const EXAMPLES: &str = "\
Examples:
  undercard list
  undercard list taunt
  undercard list taunt moves.kick
  undercard list knife-fight all
  undercard list house.toml --changed
  undercard list knife-fight --metrics";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    args.tables.check_config(args.game.as_ref())?;
    let Some(config) = &args.game else { return print_text(&games(catalogue), width) };
    let cards = args.tables.files();
    let words: Vec<String> = cards.words().map(|word| format!(" {}", quoted(&word))).collect();
    let played = quoted(config) + &words.concat();
    let plan = Plan::new(config, &PlanOptions { cards, ..PlanOptions::of(catalogue) })?;
    warn(&plan.warnings, width);
    let next = match &args.section {
        _ if args.metrics => {
            print_text(&metrics(&plan), width)?;
            "to set a target: [targets] in a config, see undercard check --help".to_owned()
        }
        section if args.changed => {
            print_text(&settings::changed(&plan, section.as_deref().unwrap_or("all"))?, width)?;
            format!("to play: undercard run {played}")
        }
        Some(section) => {
            print_text(&settings::of_section(&plan, section)?, width)?;
            format!("to change one: undercard run {played} --set KEY=VALUE")
        }
        None => {
            print_text(&game(&plan, config)?, width)?;
            format!("to play: undercard run {played}")
        }
    };
    log(&next);
    Ok(())
}

/// Left-aligned text columns with a header.
fn table<const N: usize>(header: [&str; N], rows: impl Iterator<Item = [String; N]>) -> Grid {
    let header = header.map(str::to_owned).to_vec();
    Grid { header, right: vec![false; N], rows: rows.map(Vec::from).collect() }
}

fn games(catalogue: &Catalogue) -> Text {
    let row = |game: GameRef| {
        let bots = bots::known(&game).join(", ");
        [game.id.into(), game.title.into(), grouped(game.games), bots]
    };
    let mut text = Text::from(table(["game", "title", "games", "bots"], catalogue.iter().map(row)));
    text += "\nConfigs that are part of the program (`undercard init CONFIG FILE` copies one):\n";
    for path in shipped::config_paths(catalogue) {
        text += &format!("{path}\n");
    }
    text += "\nRun `undercard list GAME` for the settings, cards, bots and features of a game.\n";
    text
}

/// The sections of a game's settings, and all else.
fn game(plan: &Plan, config: &str) -> Result<Text, Failure> {
    let mut text = Text::default();
    let settings = listed(plan);
    text +=
        &format!("{} ({})\n\nSettings (change one with --set KEY=VALUE):\n", plan.game.title, plan.game.id);
    let row = |section: &&str| {
        let own = settings.iter().filter(|setting| section_of(&setting.key) == *section);
        let entries: BTreeSet<&str> =
            own.clone().filter_map(|setting| setting.key.split('.').nth(1)).filter(|id| *id != "*").collect();
        let n = own.clone().count();
        // A section with a table for each id.
        let has_ids = own.clone().all(|setting| setting.key.matches('.').count() > 1) && n > 0;
        let what = if has_ids { format!("of {} entries", entries.len()) } else { String::new() };
        [(*section).to_owned(), grouped(n as u64), what]
    };
    let sections = sections(plan);
    text += table(["section", "settings", ""], sections.iter().map(row));
    let config = quoted(config);
    let first = sections.first().copied().unwrap_or_default();
    let entry = settings.iter().filter_map(|setting| setting.key.rsplit_once('.')).map(|(entry, _)| entry);
    let entry = entry.rev().find(|entry| entry.contains('.') && !entry.contains('*')).unwrap_or(first);
    text += format!(
        "\nundercard list {config} {first}: the values and meanings of a section\n\
         undercard list {config} {entry}: those of an entry\n\
         undercard list {config} all: those of all sections\n"
    );
    let simulation = plan.simulation();
    let cards: Vec<&str> = simulation.schema().cards.iter().map(|card| card.id.as_str()).collect();
    let about = [
        format!("Cards: {}", cards.join(", ")),
        format!("Card events: {}", simulation.schema().events.join(", ")),
        format!("Missing card (`undercard impact`): {}", simulation.replacement()),
        format!("\nBots: {}", bots::known(&plan.game).join(", ")),
    ];
    text += format!("\n{}\n", about.join("\n"));
    text += "\nFeatures for strategy files:\n";
    text += table(["feature", "meaning"], meanings(&plan.game.features));
    if !plan.game.situations.is_empty() {
        text += "\nSituations, in which a strategy can weigh a feature otherwise (FEATURE-when-SITUATION):\n";
        text += table(["situation", "meaning"], meanings(&plan.game.situations));
    }
    Ok(text)
}

/// The figures that targets and options can name, each with its unit and meaning.
fn metrics(plan: &Plan) -> Text {
    let figures = addresses::of_plan(plan);
    let order = plan.rules().schema().seat_order;
    let (patterns, starred) = addresses::patterns(figures);
    let mut text = Text::default();
    for (NamedFigure { id, unit, meaning }, n) in &patterns {
        let n = if *n > 1 { format!(", {n} figures") } else { String::new() };
        let is_one = !id.to_string().contains('*');
        let name = if is_one { format!(": {}", plain::figure(id, order)) } else { String::new() };
        text += format!("{id}  ({unit}{n}){name}\n");
        text += format!("    {meaning}\n");
    }
    if starred.is_empty() {
        return text;
    }
    text += "\n* is any text within one part. A target can be written with *, too: each figure\n\
             that it matches is a target. --show and other options take one figure, with\n\
             one of these in place of *:\n";
    for Starred { kind, nth, names } in starred {
        let names = names.into_iter().collect::<Vec<_>>().join(", ");
        let which = if kind.contains('/') { "" } else { ["first ", "second "][nth.min(1)] };
        text += format!("    {which}* of {kind}: {names}\n");
    }
    text
}
