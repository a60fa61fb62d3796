//! Bots that are programs of their own: `exec:COMMAND`. Only the command line starts programs. `docs/your-own-game.md`
//! describes the messages.

mod messages;
mod process;

use crate::bots::{Bot, Decision, Player};
use crate::config::bots::{NamedBot, PROGRAM};
use crate::games::ListedGame;
use crate::model::settings::clipped;
use crate::report::escape::escape;
use messages::Seen;
use process::Process;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The programs of this command: a program that is named twice is started once.
static STARTED: Mutex<Vec<Started>> = Mutex::new(Vec::new());

struct Started {
    command: String,
    game: &'static str,
    process: Arc<Process>,
}

/// A program in a simulation with certain rules.
#[derive(Debug)]
struct Program {
    process: Arc<Process>,
    /// The number of its rules in the messages.
    rules: u64,
}

impl Player for Program {
    fn choose(&self, decision: &Decision<'_>) -> usize {
        self.process.ask(&Seen::new(decision, self.rules, self.process.ready()), decision.n_moves())
    }

    fn with_settings(&self, settings: &str) -> Option<Arc<dyn Player>> {
        let rules = self.process.announce(settings);
        Some(Arc::new(Self { process: self.process.clone(), rules }))
    }
}

/// Starts the program of a command, unless it plays already.
///
/// # Errors
/// It cannot be started, or does not answer as it should: what was found, and what is expected.
pub(crate) fn start(command: &str, game: &ListedGame) -> Result<NamedBot, (String, String)> {
    let expected = || "exec:COMMAND, such as 'exec:python3 mybot.py'".to_owned();
    let words = shlex::split(command).filter(|words| !words.is_empty());
    let words =
        words.ok_or_else(|| ("a command that is empty, or has an open quote".to_owned(), expected()))?;
    let process = {
        let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
        let known = started.iter().find(|known| known.command == command && known.game == game.id);
        match known {
            Some(known) => known.process.clone(),
            None => {
                let process = Process::start(&words, game)?;
                started.push(Started { command: command.into(), game: game.id, process: process.clone() });
                process
            }
        }
    };
    let (name, content) = (name(&words), content(command, &words));
    let is_repeatable = process.ready().repeatable;
    let bot = Bot::Player(Arc::new(Program { process, rules: 0 }));
    Ok(NamedBot {
        requested: format!("{PROGRAM}{command}"),
        program: Some(is_repeatable),
        ..NamedBot::new(&name, bot, &content)
    })
}

/// Whether a program plays.
pub(crate) fn are_playing() -> bool {
    !STARTED.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
}

/// Closes the input of all programs, and ends those that do not end by themselves; returns whether all did.
pub(crate) fn end() -> bool {
    let started = std::mem::take(&mut *STARTED.lock().unwrap_or_else(PoisonError::into_inner));
    // Each of them is to end.
    started.iter().filter(|program| !program.process.end()).count() == 0
}

/// Ends all programs at once, and what they have started, and then the command.
#[cfg(unix)]
pub(crate) fn kill_and(exit: impl FnOnce() -> std::convert::Infallible) -> ! {
    process::kill_and(exit)
}

/// The name in reports: that of the script, or else of the program.
fn name(words: &[String]) -> String {
    let is_script = |word: &&String| !word.starts_with('-') && Path::new(word.as_str()).extension().is_some();
    let named = words.iter().skip(1).find(is_script).unwrap_or(&words[0]);
    let stem = Path::new(named).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let stem: String =
        stem.unwrap_or_default().chars().filter(|c| c.is_alphanumeric() || "-_.".contains(*c)).collect();
    format!("{PROGRAM}{}", clipped(&stem))
}

/// What makes the bot another one: the command, and the content of the files that it names.
fn content(command: &str, words: &[String]) -> String {
    let mut content = format!("{PROGRAM}{command}");
    for bytes in words.iter().filter_map(|word| fs::read(word).ok()) {
        content.push('\n');
        for byte in Sha256::digest(bytes) {
            // Writing to a string cannot fail.
            let _ = write!(content, "{byte:02x}");
        }
    }
    content
}

/// A text of a program, for a message.
fn shown(text: &str) -> String {
    escape(&clipped(text), char::is_control)
}
