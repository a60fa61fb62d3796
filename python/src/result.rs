//! A result as Python sees it.

use crate::arrow::RawTable;
use crate::errors;
use pyo3::exceptions::{PyKeyError, PyRuntimeError};
use pyo3::prelude::*;
use std::path::PathBuf;
use undercard::experiments::OwnedResult;

/// A result; `undercard/result.py` has what is made of it.
#[pyclass(frozen)]
pub(crate) struct RawResult(OwnedResult);

impl RawResult {
    pub(crate) const fn new(result: OwnedResult) -> Self {
        Self(result)
    }

    fn unknown(&self, table: &str) -> PyErr {
        PyKeyError::new_err(format!("found \"{table}\", expected one of: {}", self.tables().join(", ")))
    }
}

#[pymethods]
impl RawResult {
    #[getter]
    fn tables(&self) -> Vec<&'static str> {
        self.0.tables().map(|table| table.name).collect()
    }

    fn table(&self, table: &str) -> PyResult<RawTable> {
        let (columns, rows) = self.0.records(table).ok_or_else(|| self.unknown(table))?;
        RawTable::new(&columns, &rows)
    }

    fn csv(&self, table: &str) -> PyResult<String> {
        self.0.csv(table).ok_or_else(|| self.unknown(table))
    }

    fn json(&self) -> String {
        self.0.json()
    }

    fn text(&self, verbose: bool) -> &str {
        &self.0.texts[usize::from(verbose)]
    }

    #[getter]
    fn markdown(&self) -> &str {
        &self.0.markdown
    }

    fn html(&self) -> PyResult<String> {
        self.0.html().map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    fn save(&self, folder: PathBuf) -> PyResult<()> {
        self.0.save(&folder).map_err(|error| errors::of_writing(&error))
    }

    #[getter]
    fn is_complete(&self) -> bool {
        self.0.extent.is_complete()
    }

    #[getter]
    const fn played(&self) -> u64 {
        self.0.extent.played
    }

    /// What was played, in words.
    #[getter]
    fn extent(&self) -> String {
        self.0.extent.words()
    }

    #[getter]
    fn verdict(&self) -> Option<&'static str> {
        self.0.verdict.map(undercard::experiments::Verdict::word)
    }

    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.0.warnings.clone()
    }
}
