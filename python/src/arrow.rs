//! Tables as Arrow, by the Arrow PyCapsule interface.

use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};
use std::sync::Arc;
use undercard::report::{Column, ColumnType};

/// A table with the columns, types and values of its CSV file. Empty cells are null.
#[pyclass(frozen)]
pub(crate) struct RawTable {
    batch: RecordBatch,
}

fn fault(error: &ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The Arrow type of a column.
const fn data_type(column_type: ColumnType) -> DataType {
    match column_type {
        ColumnType::Words => DataType::Utf8,
        ColumnType::Booleans => DataType::Boolean,
        ColumnType::Counts | ColumnType::Integers => DataType::Int64,
        _ => DataType::Float64,
    }
}

/// The values of a column from the texts of its CSV file.
fn array<'t>(column_type: ColumnType, texts: impl Iterator<Item = &'t str>) -> ArrayRef {
    let texts = texts.map(|text| Some(text).filter(|text| !text.is_empty()));
    macro_rules! build {
        ($builder:ty, $value:expr) => {{
            let mut builder = <$builder>::new();
            texts.for_each(|text| builder.append_option(text.and_then($value)));
            Arc::new(builder.finish())
        }};
    }
    match data_type(column_type) {
        DataType::Utf8 => build!(StringBuilder, Some::<&str>),
        DataType::Boolean => build!(BooleanBuilder, |text| Some(text == "TRUE")),
        DataType::Int64 => build!(Int64Builder, |text| text.parse::<i64>().ok()),
        _ => build!(Float64Builder, |text| text.parse::<f64>().ok()),
    }
}

impl RawTable {
    /// The table of these columns and rows of texts.
    pub(crate) fn new(columns: &[&'static Column], rows: &[Vec<String>]) -> PyResult<Self> {
        let fields =
            columns.iter().map(|column| Field::new(column.name, data_type(column.column_type), true));
        let schema = Schema::new(fields.collect::<Vec<_>>());
        let array = |(index, column): (usize, &&Column)| {
            array(column.column_type, rows.iter().filter_map(|row| row.get(index)).map(String::as_str))
        };
        let arrays = columns.iter().enumerate().map(array).collect();
        let batch = RecordBatch::try_new(Arc::new(schema), arrays).map_err(|error| fault(&error))?;
        Ok(Self { batch })
    }
}

#[pymethods]
impl RawTable {
    /// The number of rows.
    #[getter]
    fn n_rows(&self) -> usize {
        self.batch.num_rows()
    }

    /// The names of the columns, each with its Arrow type.
    #[getter]
    fn columns(&self) -> Vec<(String, String)> {
        let fields = self.batch.schema();
        fields.fields().iter().map(|field| (field.name().clone(), field.data_type().to_string())).collect()
    }

    /// The values of a column; `None` for empty cells.
    fn column<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyList>> {
        use arrow_array::cast::AsArray;
        use arrow_array::types::{Float64Type, Int64Type};
        let column = self.batch.columns().get(index);
        let column = column.ok_or_else(|| PyValueError::new_err("no such column"))?;
        match column.data_type() {
            DataType::Utf8 => PyList::new(py, column.as_string::<i32>().iter().collect::<Vec<_>>()),
            DataType::Boolean => PyList::new(py, column.as_boolean().iter().collect::<Vec<_>>()),
            DataType::Int64 => PyList::new(py, column.as_primitive::<Int64Type>().iter().collect::<Vec<_>>()),
            _ => PyList::new(py, column.as_primitive::<Float64Type>().iter().collect::<Vec<_>>()),
        }
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema =
            FFI_ArrowSchema::try_from(self.batch.schema().as_ref()).map_err(|error| fault(&error))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The interface allows to ignore the requested schema.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }
}
