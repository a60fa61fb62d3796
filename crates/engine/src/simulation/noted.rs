//! The game that each thread plays, for the message of a panic in its rules.

use std::cell::Cell;
use std::fmt;

thread_local! {
    static NOTED: Cell<Option<NotedGame>> = const { Cell::new(None) };
}

/// A game that can be played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotedGame {
    /// The id of the game.
    pub id: &'static str,
    /// Its number.
    pub game_idx: u64,
    /// The seed of the run.
    pub seed: u64,
    /// The replicate of its deal; 0 is the game that a run plays.
    pub replicate: u64,
    /// Whether all its bots are random players.
    pub is_random: bool,
}

/// The game that this thread plays now.
#[must_use]
pub fn noted_game() -> Option<NotedGame> {
    NOTED.get()
}

/// Notes a game until it is dropped.
pub(super) struct Note(());

impl Note {
    #[inline]
    pub(super) fn of(game: NotedGame) -> Self {
        NOTED.set(Some(game));
        Self(())
    }
}

impl Drop for Note {
    #[inline]
    fn drop(&mut self) {
        NOTED.set(None);
    }
}

impl fmt::Display for NotedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, game_idx, seed, replicate, is_random } = self;
        if *replicate > 0 {
            return write!(
                f,
                "This happened in a repeat of game {game_idx} of {id} with seed {seed}: replicate {replicate} of its deal."
            );
        }
        let (rules, bots) = if *is_random { ("rules", " --bots random") } else { ("rules and bots", "") };
        write!(
            f,
            "This happened in game {game_idx} of {id} with seed {seed}. With the same {rules}, `undercard replay CONFIG \
             --game {game_idx} --seed {seed}{bots}` plays that game alone and prints it up to there."
        )
    }
}
