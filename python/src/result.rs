//! A result as Python sees it.

use crate::arrow::RawTable;
use crate::errors;
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::path::PathBuf;
use undercard::config::Catalogue;
use undercard::experiments::{OwnedResult, ResultFiles};

/// A result; `undercard/result.py` has what is made of it.
#[pyclass(frozen, module = "undercard._undercard")]
pub(crate) struct RawResult {
    files: ResultFiles,
    summary: Summary,
}

/// What a result says about itself besides its files.
#[derive(Clone, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Summary {
    texts: [String; 2],
    markdown: String,
    is_complete: bool,
    played: u64,
    /// What was played, in words.
    extent: String,
    verdict: Option<String>,
    warnings: Vec<String>,
}

/// `result.json`, the names of its tables in their order, and the files beside them.
type Files = (String, Vec<String>, Vec<(String, Vec<u8>)>);

impl RawResult {
    pub(crate) fn of(result: OwnedResult) -> Self {
        let OwnedResult { files, extent, texts, markdown, verdict, warnings } = result;
        let summary = Summary {
            texts,
            markdown,
            is_complete: extent.is_complete(),
            played: extent.played,
            extent: extent.words(),
            verdict: verdict.map(|verdict| verdict.word().to_owned()),
            warnings,
        };
        Self { files, summary }
    }

    fn unknown(&self, table: &str) -> PyErr {
        PyKeyError::new_err(format!("found \"{table}\", expected one of: {}", self.tables().join(", ")))
    }
}

#[pymethods]
impl RawResult {
    /// A result that was pickled.
    #[new]
    fn new(files: Files, summary: Summary) -> PyResult<Self> {
        let (json, tables, beside) = files;
        let files = ResultFiles::parse(&json, &tables, beside);
        Ok(Self { files: files.map_err(|error| PyValueError::new_err(error.to_string()))?, summary })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Files, Summary)) {
        let tables = self.tables().into_iter().map(str::to_owned).collect();
        let files = (self.files.json(), tables, self.files.beside().to_vec());
        (py.get_type::<Self>(), (files, self.summary.clone()))
    }

    #[getter]
    fn tables(&self) -> Vec<&'static str> {
        self.files.tables().map(|table| table.name).collect()
    }

    fn table(&self, table: &str) -> PyResult<RawTable> {
        let (columns, rows) = self.files.records(table).ok_or_else(|| self.unknown(table))?;
        RawTable::new(&columns, &rows)
    }

    fn csv(&self, table: &str) -> PyResult<String> {
        self.files.csv(table).ok_or_else(|| self.unknown(table))
    }

    fn json(&self) -> String {
        self.files.json()
    }

    fn text(&self, verbose: bool) -> &str {
        &self.summary.texts[usize::from(verbose)]
    }

    #[getter]
    fn markdown(&self) -> &str {
        &self.summary.markdown
    }

    fn html(&self) -> PyResult<String> {
        self.files.html(Catalogue::printed()).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    fn save(&self, folder: PathBuf, force: bool) -> PyResult<()> {
        self.files.save(&folder, force).map_err(|error| errors::of_writing(&error))
    }

    #[getter]
    fn is_complete(&self) -> bool {
        self.summary.is_complete
    }

    #[getter]
    const fn played(&self) -> u64 {
        self.summary.played
    }

    #[getter]
    fn extent(&self) -> &str {
        &self.summary.extent
    }

    #[getter]
    fn verdict(&self) -> Option<&str> {
        self.summary.verdict.as_deref()
    }

    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.summary.warnings.clone()
    }
}
