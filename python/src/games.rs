//! Many games at once, for an environment. Arrays of numpy get what players see.

use crate::errors::{of_config, of_message};
use crate::request::PlanArgs;
use crate::session::Failure;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};
use undercard::config::Plan;
use undercard::experiments::open_games::{Observation, OpenGames, StepError};

/// Games in progress. `undercard/games.py` has what is made of them.
#[pyclass(frozen)]
pub(crate) struct RawGames {
    games: Mutex<(OpenGames, Observation)>,
}

/// Arrays that get what players see: seats, features and mask.
type Arrays = (PyBuffer<i64>, PyBuffer<f32>, PyBuffer<u8>);

fn refused(py: Python<'_>, error: &StepError) -> PyErr {
    let argument = if matches!(error, StepError::TooMany(_)) { "n_actions" } else { "actions" };
    of_message(py, argument, &error.to_string())
}

impl RawGames {
    fn games(&self) -> MutexGuard<'_, (OpenGames, Observation)> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl RawGames {
    #[new]
    fn new(
        py: Python<'_>,
        plan: PlanArgs,
        n: usize,
        seats: Option<Vec<usize>>,
        n_actions: usize,
    ) -> PyResult<Self> {
        let options = plan.options(&Failure::default());
        let made = options.and_then(|options| {
            OpenGames::new(&Plan::new(&plan.config, &options)?, n, seats.as_deref(), n_actions)
        });
        let games = made.map_err(|errors| of_config(py, "ConfigError", &errors))?;
        Ok(Self { games: Mutex::new((games, Observation::default())) })
    }

    #[getter]
    fn players(&self) -> usize {
        self.games().0.players()
    }

    /// The names of the features, each with its meaning.
    #[getter]
    fn features(&self) -> Vec<(&'static str, &'static str)> {
        self.games().0.features().iter().map(|feature| (feature.name, feature.meaning)).collect()
    }

    /// Begins new games: those of a seed, or the next ones.
    fn begin(&self, py: Python<'_>, seed: Option<u64>, seen: Arrays) -> PyResult<()> {
        py.detach(|| self.games().0.begin(seed));
        self.observe(py, &seen)
    }

    /// Makes a move in each game; `rewards` and `ended` get the scores of the games that ended, and which did.
    fn step(
        &self,
        py: Python<'_>,
        actions: PyBuffer<i64>,
        restarts: bool,
        rewards: PyBuffer<f32>,
        ended: PyBuffer<u8>,
        seen: Arrays,
    ) -> PyResult<()> {
        let (actions, mut scores) = (actions.to_vec(py)?, Vec::new());
        let stepped = py.detach(|| self.games().0.step(&actions, restarts, &mut scores));
        ended.copy_from_slice(py, &stepped.map_err(|error| refused(py, &error))?)?;
        rewards.copy_from_slice(py, &scores)?;
        self.observe(py, &seen)
    }

    /// The decision of a game: its name, the ids of the legal moves, and what the seat sees of the table.
    fn decision(&self, game: usize) -> Option<(&'static str, Vec<String>, String)> {
        self.games().0.decision(game)
    }
}

impl RawGames {
    fn observe(&self, py: Python<'_>, (seats, features, mask): &Arrays) -> PyResult<()> {
        let observed = py.detach(|| {
            let (games, seen) = &mut *self.games();
            games.observe(seen)
        });
        observed.map_err(|error| refused(py, &error))?;
        let (_, seen) = &*self.games();
        seats.copy_from_slice(py, &seen.seats)?;
        features.copy_from_slice(py, &seen.features)?;
        mask.copy_from_slice(py, &seen.mask)
    }
}
