//! The Python package: a thin face over the library of experiments. It parses arguments, plays without the global
//! interpreter lock, and passes results on. `undercard/*.py` has what is easier to say in Python.

#![allow(clippy::needless_pass_by_value, reason = "PyO3 passes extracted arguments by value")]

mod arrow;
mod bots;
mod errors;
mod games;
mod request;
mod result;
mod session;

use pyo3::prelude::*;

/// The extension module; `undercard/_undercard.pyi` has its types.
#[pymodule]
mod _undercard {
    #[pymodule_export]
    use super::arrow::RawTable;
    #[pymodule_export]
    use super::bots::Decision;
    #[pymodule_export]
    use super::games::RawGames;
    #[pymodule_export]
    use super::request::{
        advise, check, compare, describe, exploit, games, impact, luck, matchups, playtest, replay, run,
        sensitivity, single_games, sweep, train, tune,
    };
    #[pymodule_export]
    use super::result::RawResult;

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
