//! `undercard init`: creates a file of house rules, which lists every setting of a game with its meaning and
//! printed value, commented out.

use super::command_line::quoted;
use super::options::CardArgs;
use super::session::session;
use super::{CliResult, Context, Failure, log, print_for_file, warn};
use crate::config::cards::CardFiles;
use crate::config::{
    ConfigErrors, DESCRIBED_SETTINGS, Effective, GameRef, ListedGame, Plan, PlanOptions, beside_file,
    clipped, config_error, effective, header, printed_rules, shipped,
};
use crate::experiments::run::Run;
use crate::experiments::{Experiment, ExperimentResult, tune};
use crate::report;
use crate::report::text::Width;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Create a file of house rules.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Game id, the description of a game, or a config that `undercard list` lists, to copy it
    #[arg(required_unless_present = "of", value_name = "GAME")]
    game: Option<String>,
    /// File to create (default: print to stdout)
    file: Option<PathBuf>,
    /// The same as GAME: `undercard init --cards deck.csv --game duel.toml`
    #[arg(long = "game", value_name = "GAME", conflicts_with = "file")]
    of: Option<String>,
    #[command(flatten)]
    tables: CardArgs,
}

const EXAMPLES: &str = "\
Examples:
  undercard init knife-fight house.toml
  undercard init taunt | less
  undercard init taunt house.toml --cards cards.xlsx
  undercard init house.toml --game duel.toml --cards deck.csv --columns id=Name
  undercard init configs/taunt/house-dojo.toml house.toml

The file lists every setting with its printed value, commented out. Remove the #
and change the value. `undercard lint house.toml` validates the file.";

pub(crate) fn run(args: &Args, Context { catalogue, width }: Context<'_>) -> CliResult {
    // With --game, the first argument is the file.
    let (named, file) = match (&args.of, &args.game) {
        (Some(game), file) => (game, file.as_ref().map(PathBuf::from)),
        (None, game) => {
            (game.as_ref().ok_or_else(|| Failure::Input("init: found no game".into()))?, args.file.clone())
        }
    };
    let found = effective(named, catalogue)?;
    let game = &found.game;
    let is_description = game.description.as_ref() == Some(&found.house);
    let embedded = shipped::config_at(named, catalogue);
    if game.id != named && !is_description && embedded.is_none() {
        let found = clipped(named);
        return Err(Failure::Input(format!(
            "init: found the file \"{found}\", expected a game id, the description of a game, or a config that `undercard list` \
             lists"
        )));
    }
    let taken = |file: &Path| {
        Failure::Input(format!("init: found the file {}, expected a new file name", file.display()))
    };
    if let Some(file) = file.as_ref().filter(|file| file.symlink_metadata().is_ok()) {
        return Err(taken(file));
    }
    // The path of a description from the new file.
    let path = match &file {
        Some(file) if game.id != named => beside_file(file, named),
        _ => named.clone(),
    };
    let (config, text) = match embedded {
        Some(text) => (named.as_str(), text.to_owned()),
        None => (game.id, text(game, &path, &sample(game)?)),
    };
    let changed = with_cards(text.clone(), config, found, args.tables.files(), width)?;
    let text = if embedded.is_some() { changed } else { commented(&text, &changed) };
    let Some(file) = &file else { return print_for_file(&text, "house.toml") };
    report::write::new_named(file, |file| file.write_all(text.as_bytes()))
        .map_err(|error| if error.is_taken() { taken(file) } else { error.into() })?;
    let file = file.display();
    log(&format!("file: {file}\nafter changing a value: undercard lint {}", quoted(&file.to_string())));
    Ok(())
}

/// What the default players do under the printed rules.
struct Sample {
    /// Their bot.
    bot: String,
    /// The win share of the first seat.
    seat_0: f64,
}

/// Plays as many games as the width of the target needs.
fn sample(game: &GameRef) -> Result<Sample, Failure> {
    let games = (game.games / 10).min(30_000);
    let plan_options = PlanOptions { games: Some(games), ..PlanOptions::default() };
    let run = Run::of(Plan::of_config(printed_rules(game)?, &plan_options)?);
    let bot = run.plan.bots.first().map_or_else(String::new, |bot| bot.name.clone());
    let result = run.play(&session(None)?);
    let rates = result.tables().into_iter().next();
    let seat_0 = rates.and_then(|rates| rates.number(rates.rows.first()?, "win_share")).unwrap_or(0.5);
    Ok(Sample { bot, seat_0 })
}

/// House rules that list every printed setting, with a target that the printed rules pass. `named` is what they call the game.
fn text(game: &ListedGame, named: &str, Sample { bot, seat_0 }: &Sample) -> String {
    let printed = shipped::printed_text(game);
    let is_described = game.description.is_some();
    let mut text = format!(
        "# House rules for {}. Remove the # before a setting and change its value.\n\
         game = \"{named}\"\n\n\
         [run]\ngames = {}\nseed = 1\nbots = [\"{bot}\"]\n\n\
         # Targets for `undercard check`. `undercard list {named} --metrics` lists the figures.\n\
         # The printed rules pass this one.\n\
         [targets]\n\"win_rates/seat/0\" = {{ at = {seat_0:.2}, within = 0.03 }}\n\n",
        game.title, game.games
    );
    // The settings follow the line of the key `game`.
    let settings = printed.lines().skip_while(|line| !line.starts_with("game = ")).skip(1);
    let settings = settings.skip_while(|line| line.is_empty() || is_described && header(line).is_none());
    let mut is_left_out = false;
    for line in settings {
        if let Some(table) = header(line).filter(|_| is_described) {
            let table = table.split('.').next().unwrap_or_default();
            is_left_out = !DESCRIBED_SETTINGS.contains(&table);
        }
        if !is_left_out {
            text += line;
            text.push('\n');
        }
    }
    text
}

/// House rules with all settings commented out that are as in `printed`.
fn commented(printed: &str, rules: &str) -> String {
    let printed: BTreeSet<(&str, &str)> = by_table(printed).collect();
    let mut text = String::new();
    for (table, line) in by_table(rules) {
        let is_setting = !(line.is_empty() || line.starts_with('#') || header(line).is_some());
        let is_off = is_setting && !table.is_empty() && printed.contains(&(table, line));
        text += if is_off { "#" } else { "" };
        text += line;
        text.push('\n');
    }
    text
}

/// Each line and the table that it is in.
fn by_table(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().scan("", |table, line| {
        *table = header(line).unwrap_or(table);
        Some((*table, line))
    })
}

/// House rules with the values of tables of cards.
fn with_cards(
    text: String,
    config: &str,
    content: Effective,
    cards: CardFiles,
    width: Width,
) -> Result<String, Failure> {
    if cards == CardFiles::default() {
        return Ok(text);
    }
    let plan_options = PlanOptions { cards, ..PlanOptions::of(&content.game.catalogue) };
    let plan = Plan::of_config(content, &plan_options)?;
    warn(&plan.warnings, width);
    tune::edited(text, config, &plan_options, &plan)
        .map_err(|error| ConfigErrors(vec![config_error(config, "", error, "a config")]).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Catalogue;

    fn plan(name: &str, text: &str) -> Plan {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("a file");
        let plan = Plan::new(&file.display().to_string(), &PlanOptions::default());
        plan.unwrap_or_else(|errors| panic!("{errors}\n{text}"))
    }

    #[test]
    fn a_new_file_lists_every_setting_and_changes_nothing() {
        for game in Catalogue::printed().iter() {
            let printed =
                Plan::new(game.id, &PlanOptions::default()).unwrap_or_else(|errors| panic!("{errors}"));
            let on = text(&game, game.id, &Sample { bot: "random".into(), seat_0: 0.25 });
            let off = commented(&on, &on);
            assert_eq!(plan("off.toml", &off).digest, printed.digest, "{}", game.id);
            let lines: Vec<&str> = shipped::printed(&game).expect("a config").lines().collect();
            let on = |line: &str| match line.strip_prefix('#') {
                Some(setting) if lines.contains(&setting) && !lines.contains(&line) => format!("{setting}\n"),
                _ => format!("{line}\n"),
            };
            let on: String = off.lines().map(on).collect();
            let mut settings = lines.iter().skip_while(|line| !line.starts_with("game = "));
            assert!(settings.all(|line| on.lines().any(|on| on == *line)), "{}", game.id);
            let on = plan("on.toml", &on);
            assert_eq!(on.digest, printed.digest, "{}", game.id);
            assert_eq!(on.rules.settings(), printed.rules.settings(), "{}", game.id);
        }
    }
}
