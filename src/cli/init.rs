//! `undercard init`: a file of house rules to begin with: every setting of a game with its meaning, as
//! printed and switched off.

use super::{CliResult, Failure, print};
use crate::config::{GameInfo, clipped};
use crate::config::{effective, header, shipped};
use crate::report;
use std::path::PathBuf;

/// Begin a file of house rules.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A game id
    game: String,
    /// The file to make (default: print it)
    file: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  undercard init knife-fight house.toml
  undercard init taunt | less

Every setting stands there as printed, behind a #. Take the # away and change the value; what stays
behind a # is as printed. `undercard lint house.toml` says whether the file is right.";

pub(crate) fn run(args: &Args) -> CliResult {
    let game = effective(&args.game)?.game;
    if game.id != args.game {
        let found = clipped(&args.game);
        return Err(Failure::Input(format!("init: found the file \"{found}\", expected a game id")));
    }
    let text = text(game);
    let Some(file) = &args.file else { return print(&text) };
    if file.exists() {
        return Err(Failure::Input(format!("init: {} is there already", file.display())));
    }
    Ok(report::write::stream(file, |file| file.write_all(text.as_bytes()))?)
}

/// House rules that change nothing yet.
fn text(game: &GameInfo) -> String {
    let printed = shipped::printed(game.id).unwrap_or_default();
    let id = game.id;
    let mut text = format!(
        "# House rules for {}. Take the # away from a setting and change it; all others are as printed.\n\
         game = \"{id}\"\n\n\
         [run]\n#games = {}\n#seed = 1\n#bots = [\"random\"]\n\n\
         # Where figures are meant to lie: `undercard check` judges them, `undercard list {id} --metrics`\n\
         # names them.\n\
         [targets]\n#\"win_rates/seat/0\" = {{ at = 0.5, within = 0.01 }}\n\n",
        game.title, game.games
    );
    // The settings begin after the key that names the game.
    let settings = printed.lines().skip_while(|line| !line.starts_with("game = ")).skip(1);
    for line in settings.skip_while(|line| line.is_empty()) {
        // Of a list over several lines, too, every line is switched off.
        let is_on = line.is_empty() || line.starts_with('#') || header(line).is_some();
        text += if is_on { "" } else { "#" };
        text += line;
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GAMES;
    use crate::config::{Asked, Plan};

    fn plan(name: &str, text: &str) -> Plan {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("a file");
        let plan = Plan::new(&file.display().to_string(), &Asked::default());
        plan.unwrap_or_else(|faults| panic!("{faults}\n{text}"))
    }

    #[test]
    fn a_file_to_begin_with_is_as_printed_and_holds_every_setting() {
        for game in GAMES {
            let printed = Plan::new(game.id, &Asked::default()).unwrap_or_else(|faults| panic!("{faults}"));
            let off = text(game);
            assert_eq!(plan("off.toml", &off).digest, printed.digest, "{}", game.id);
            let lines: Vec<&str> = shipped::printed(game.id).expect("a config").lines().collect();
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
