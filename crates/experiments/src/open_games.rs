//! Many games at once, which pause at the decisions of players outside of this program: an environment for learning.

use super::options::{refuse, within};
use crate::config::{ConfigErrors, Plan};
use crate::model::{Feature, SHARE, Seat, Seats};
use crate::simulation::OpenGame;
use std::fmt;

/// Games in progress, each at a decision of one of the seats that are asked. What is said about a decision is what the view
/// of its seat has. Decisions with a single legal move are not asked.
pub struct OpenGames {
    games: Vec<Box<dyn OpenGame>>,
    players: usize,
    features: Vec<Feature>,
    n_actions: usize,
    seed: u64,
    /// The next game that was not begun.
    next: u64,
}

/// Why a step is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepError {
    /// There is not one move for each game.
    Count(usize),
    /// A move is not legal: game, move, and the number of legal moves.
    Illegal(usize, i64, usize),
    /// A decision has more moves than an observation has room for.
    TooMany(usize),
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(found) => write!(f, "found {found} actions, expected one for each game"),
            Self::Illegal(game, found, moves) => {
                write!(
                    f,
                    "found the action {found} in game {game}, expected a number from 0 to {}",
                    moves - 1
                )
            }
            Self::TooMany(moves) => {
                write!(f, "found a decision with {moves} moves, expected at most n_actions; raise it")
            }
        }
    }
}

impl std::error::Error for StepError {}

/// What players see: a row for each game.
#[derive(Clone, Debug, Default)]
pub struct Observation {
    /// The number of the seat that chooses; −1 in a game that is over.
    pub seats: Vec<i64>,
    /// The features of each legal move, one after another; zeros beyond the last one.
    pub features: Vec<f32>,
    /// 1 for each legal move, 0 beyond the last one.
    pub mask: Vec<u8>,
}

impl OpenGames {
    /// Maximum number of games at once, and of moves of a decision.
    const MOST: usize = 1 << 20;

    /// The first games of a plan, which [`Self::begin`] begins. `seats` are asked, all by default; the bots of the plan have the others.
    ///
    /// # Errors
    /// There is no such seat, or a number is out of range.
    pub fn new(
        plan: &Plan,
        n_games: usize,
        seats: Option<&[usize]>,
        n_actions: usize,
    ) -> Result<Self, ConfigErrors> {
        within("n", n_games, 1..=Self::MOST)?;
        within("n_actions", n_actions, 2..=Self::MOST)?;
        let (simulation, players) = (plan.simulation(), plan.players());
        let mut asked = Seats::first(players);
        if let Some(seats) = seats {
            seats.iter().try_for_each(|seat| within("seats", *seat, 0..=players - 1))?;
            asked = seats.iter().fold(Seats::NONE, |asked, seat| asked.with(Seat::new(*seat)));
        }
        if asked.is_empty() {
            return refuse("seats", "no seats", "at least one");
        }
        let games = (0..n_games).map(|game_idx| simulation.open(asked, game_idx as u64)).collect();
        let (features, seed) = (plan.game().features.clone(), plan.seed);
        Ok(Self { games, players, features, n_actions, seed, next: 0 })
    }

    /// Begins a new game in place of each: the first games of a seed, or the next ones of the seed so far.
    pub fn begin(&mut self, seed: Option<u64>) {
        if let Some(seed) = seed {
            (self.seed, self.next) = (seed, 0);
        }
        (0..self.games.len()).for_each(|game| self.restart(game));
    }

    /// Begins the next game in place of this one. Games without a decision are skipped.
    fn restart(&mut self, game: usize) {
        /// After this many there is probably none with a decision.
        const MOST_SKIPPED: usize = 1000;
        for _ in 0..MOST_SKIPPED {
            self.games[game].begin(self.seed, self.next);
            self.next += 1;
            if self.games[game].seat().is_some() {
                return;
            }
        }
    }

    /// The number of games.
    #[must_use]
    pub fn n_games(&self) -> usize {
        self.games.len()
    }

    /// The number of players of each game.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// The features of a move.
    #[must_use]
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// The decision of a game: its name, the ids of the legal moves, and what the seat sees of the table.
    #[must_use]
    pub fn decision(&self, game: usize) -> Option<(&'static str, Vec<String>, String)> {
        let open = self.games.get(game)?;
        Some((open.decision(), open.moves(), open.table()))
    }

    /// Makes one move in each game, and restarts games that are over if `restarts`. `rewards` gets the score of each seat
    /// of each game that ended: 1 for a win, a part of it for a shared one, and 1/players each if nobody wins. Returns
    /// whether each game ended. Moves of games that were over before count for nothing.
    ///
    /// # Errors
    /// A move is not legal; then no game was played on.
    pub fn step(
        &mut self,
        moves: &[i64],
        restarts: bool,
        rewards: &mut Vec<f32>,
    ) -> Result<Vec<u8>, StepError> {
        if moves.len() != self.games.len() {
            return Err(StepError::Count(moves.len()));
        }
        let mut indices = Vec::with_capacity(moves.len());
        for (game, (mv, open)) in moves.iter().zip(&self.games).enumerate() {
            let index = usize::try_from(*mv).ok().filter(|index| *index < open.n_moves());
            match index {
                Some(index) => indices.push(Some(index)),
                None if open.seat().is_none() => indices.push(None),
                None => return Err(StepError::Illegal(game, *mv, open.n_moves())),
            }
        }
        let players = self.players;
        rewards.clear();
        rewards.resize(moves.len() * players, 0.0);
        let mut ended = vec![0; moves.len()];
        for (game, index) in indices.into_iter().enumerate() {
            let Some(index) = index else { continue };
            self.games[game].choose(index);
            if let Some(outcome) = self.games[game].outcome() {
                ended[game] = 1;
                let rewards = &mut rewards[game * players..][..players];
                for (seat, reward) in Seats::first(players).into_iter().zip(rewards) {
                    *reward = parts(outcome.utility(seat, players)) / parts(SHARE);
                }
                if restarts {
                    self.restart(game);
                }
            }
        }
        Ok(ended)
    }

    /// What players see.
    ///
    /// # Errors
    /// A decision has more moves than there is room for.
    pub fn observe(&mut self, seen: &mut Observation) -> Result<(), StepError> {
        let (n_games, n_actions) = (self.games.len(), self.n_actions);
        let width = n_actions * self.features.len();
        let Observation { seats, features, mask } = seen;
        if (features.len(), mask.len()) != (n_games * width, n_games * n_actions) {
            (*features, *mask) = (vec![0.0; n_games * width], vec![0; n_games * n_actions]);
        }
        seats.clear();
        for (game, open) in self.games.iter_mut().enumerate() {
            let features = &mut features[game * width..][..width];
            let mask = &mut mask[game * n_actions..][..n_actions];
            if !open.observe(features, mask) {
                return Err(StepError::TooMany(open.n_moves()));
            }
            seats.push(open.seat().map_or(-1, |seat| i64::try_from(seat.index()).unwrap_or(-1)));
        }
        Ok(())
    }
}

/// A small number of parts of a win.
fn parts(n_parts: u32) -> f32 {
    f32::from(u16::try_from(n_parts).unwrap_or_default())
}
