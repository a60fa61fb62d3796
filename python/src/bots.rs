//! Bots written in Python.

use crate::session::Failure;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use undercard::bots::{self, Bot, Player};
use undercard::config::bots::NamedBot;

/// A function of a decision that returns the index of a move.
#[derive(Debug)]
struct PythonBot {
    name: String,
    function: Py<PyAny>,
    failure: Failure,
}

/// The bot of a name, the source for its digest, and a function.
pub(crate) fn python_bot(
    (name, source, function): &(String, String, Py<PyAny>),
    failure: &Failure,
) -> NamedBot {
    let function = Python::attach(|py| function.clone_ref(py));
    let bot = PythonBot { name: name.clone(), function, failure: failure.clone() };
    NamedBot::new(name, Bot::Player(std::sync::Arc::new(bot)), source)
}

impl Player for PythonBot {
    fn choose(&self, decision: &bots::Decision<'_>) -> usize {
        if self.failure.is_stopping() {
            return 0;
        }
        let n_moves = decision.n_moves();
        let chosen = Python::attach(|py| {
            let found = self.function.bind(py).call1((Decision::new(decision),))?;
            let is_number = match found.extract::<usize>() {
                Ok(index) if index < n_moves => return Ok(index),
                Ok(_) => true,
                Err(error) => error.is_instance_of::<PyOverflowError>(py),
            };
            let (name, most) = (&self.name, n_moves.saturating_sub(1));
            let found = found.repr()?;
            let message = format!("{name}: found the move {found}, expected a whole number from 0 to {most}");
            Err(if is_number { PyIndexError::new_err(message) } else { PyTypeError::new_err(message) })
        });
        chosen.unwrap_or_else(|error| {
            self.failure.fail(error);
            0
        })
    }
}

/// What a bot knows when it chooses: what its seat may know.
#[pyclass(frozen, module = "undercard")]
pub(crate) struct Decision {
    /// The rulebook's name of the decision.
    #[pyo3(get)]
    name: &'static str,
    /// The seat that chooses.
    #[pyo3(get)]
    seat: usize,
    /// The ids of the legal moves.
    #[pyo3(get)]
    moves: Vec<String>,
    /// The names of the features.
    names: Vec<&'static str>,
    numbers: Vec<f64>,
    /// What the seat sees of the table, in lines.
    #[pyo3(get)]
    table: String,
    /// A number that is the same at all decisions of this seat in this game, from which the bot can begin random numbers
    /// of its own.
    #[pyo3(get)]
    seed: u64,
    /// A random number from 0 to 1, another one at each decision: the same in the same game, on any thread.
    #[pyo3(get)]
    random: f64,
}

impl Decision {
    fn new(decision: &bots::Decision<'_>) -> Self {
        Self {
            name: decision.name(),
            seat: decision.seat().index(),
            moves: decision.moves(),
            names: decision.feature_names().iter().map(|feature| feature.name).collect(),
            numbers: decision.features(),
            table: decision.table(),
            seed: decision.seed(),
            random: decision.random(),
        }
    }
}

#[pymethods]
impl Decision {
    /// The names of the features.
    #[getter]
    fn names(&self) -> Vec<&'static str> {
        self.names.clone()
    }

    /// The features of each move, in the order of the names.
    #[getter]
    fn features(&self) -> Vec<Vec<f64>> {
        self.numbers.chunks(self.names.len().max(1)).map(<[f64]>::to_vec).collect()
    }

    /// One feature of each move.
    fn feature(&self, name: &str) -> PyResult<Vec<f64>> {
        let index = self.names.iter().position(|known| *known == name);
        let index = index.ok_or_else(|| {
            PyKeyError::new_err(format!("found \"{name}\", expected one of: {}", self.names.join(", ")))
        })?;
        Ok(self.numbers.chunks(self.names.len()).filter_map(|row| row.get(index)).copied().collect())
    }
}
